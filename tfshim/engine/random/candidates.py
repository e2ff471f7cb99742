"""Sampling classes for approximate losses: from a distribution over 0..range-1, with or without repetition.

A sampler has `sample(words)`, one class from a stream of words, and `probability(classes)`, float arrays.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from tfshim.engine.random.philox import MASK32, RegularDraws


def below32(words: Iterator[int], limit: int) -> int:
    """An unbiased integer in [0, limit) from words: those that would favour some values are passed over."""
    # A power of two divides the range of a word evenly: there is nothing to pass over.
    if limit & (limit - 1) == 0:
        return next(words) & (limit - 1)
    # The lowest words are passed over, as TensorFlow does: leaving out the highest would be as fair, but give other numbers.
    skipped = (MASK32 % limit) + 1
    while True:
        word = next(words)
        if word >= skipped:
            return word % limit


def below64(words: Iterator[int], limit: int) -> int:
    """As `below32`, from pairs of words, the lower half first."""
    skipped = 0 if limit & (limit - 1) == 0 else ((1 << 64) - 1) % limit + 1
    while True:
        word = next(words)
        word |= next(words) << 32
        if word >= skipped:
            return word % limit


def _unit32(words: Iterator[int]) -> float:
    return (next(words) & 0x7FFFFF) * 2.0**-23


class Uniform:
    """Every class is as likely as any other."""

    def __init__(self, size: int) -> None:
        self._size = size

    def sample(self, words: Iterator[int]) -> int:
        return below64(words, self._size)

    def probability(self, classes: np.ndarray) -> np.ndarray:
        return np.full(classes.shape, 1.0 / self._size, np.float32)


class LogUniform:
    """Class k has the probability log((k + 2) / (k + 1)) / log(size + 1): the classes are sorted by frequency."""

    def __init__(self, size: int) -> None:
        self._size, self._log = size, math.log1p(size)

    def sample(self, words: Iterator[int]) -> int:
        # A fraction of 52 bits. The last value may come out one too large by rounding.
        upper = next(words)
        return (int(math.exp((((upper & 0xFFFFF) << 32) | next(words)) * 2.0**-52 * self._log)) - 1) % self._size

    def probability(self, classes: np.ndarray) -> np.ndarray:
        k = classes.astype(np.float64)
        return (np.log((k + 2.0) / (k + 1.0)) / self._log).astype(np.float32)


class RepeatedLogUniform(LogUniform):
    """As `LogUniform`, for a node that draws again and again: what many draws need is computed together."""

    _MOST_KEPT = 1 << 17  # classes whose probabilities are kept

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size, self.draws = size, RegularDraws(self.samples)
        self._table: np.ndarray | None = None

    def samples(self, words: np.ndarray) -> list[list[int]]:
        """What `sample` makes of the rows of `words`."""
        fractions = ((words[:, ::2] & np.uint64(0xFFFFF)) << np.uint64(32) | words[:, 1::2]).astype(np.float64) * 2.0**-52
        values = np.exp(fractions * self._log)
        found = (values.astype(np.int64) - 1) % self._size
        # NumPy's function may differ from that of C in the last bits: so close to an integer, that decides.
        for row, column in zip(*np.nonzero(np.abs(values - np.rint(values)) <= 1e-12 * values)):
            found[row, column] = (int(math.exp(float(fractions[row, column]) * self._log)) - 1) % self._size
        return found.tolist()

    def probability(self, classes: np.ndarray) -> np.ndarray:
        if self._size > self._MOST_KEPT:
            return super().probability(classes)
        if self._table is None:
            self._table = super().probability(np.arange(self._size))
        return self._table.take(classes)


class Weighted:
    """Probabilities in proportion to given weights, by the alias method: one column is chosen, then one "
    "of its two ends."""

    def __init__(self, weights: Sequence[float] | np.ndarray) -> None:
        self._weights = np.asarray(weights, np.float32)
        count = len(self._weights)
        self._total = 0.0
        for weight in self._weights.tolist():
            self._total += weight
        # Products of single and quotients of double precision, as in TensorFlow: another rounding would choose other columns.
        scaled = [float(np.float32(w) * np.float32(count)) / self._total for w in self._weights]
        self._other = [-1] * count
        low = [i for i in range(count) if scaled[i] < 1.0]
        high = [i for i in range(count) if scaled[i] >= 1.0]
        while low and high:
            small, large = low.pop(), high.pop()
            self._other[small] = large
            scaled[large] -= 1.0 - scaled[small]
            (low if scaled[large] < 1.0 else high).append(large)
        # What is left is 1 but for rounding.
        for i in (*low, *high):
            scaled[i] = 1.0
        self._keep = [float(np.float32(s)) for s in scaled]

    def sample(self, words: Iterator[int]) -> int:
        r = _unit32(words)
        column = below32(words, len(self._keep))
        return column if r < self._keep[column] else self._other[column]

    def probability(self, classes: np.ndarray) -> np.ndarray:
        return (self._weights[classes] / np.float32(self._total)).astype(np.float32)


class Learned:
    """Probabilities in proportion to how often a class has been seen, plus one."""

    def __init__(self, size: int) -> None:
        # A Fenwick tree of the counts: both picking and counting take logarithmic time.
        self._size, self._total = size, size
        self._counts = np.ones(size, np.int64)
        self._tree = [i & -i for i in range(size + 1)]

    def sample(self, words: Iterator[int]) -> int:
        rest = below32(words, self._total)
        at, step = 0, 1 << self._size.bit_length()
        while step:
            ahead = at + step
            if ahead <= self._size and self._tree[ahead] <= rest:
                at, rest = ahead, rest - self._tree[ahead]
            step >>= 1
        return at

    def probability(self, classes: np.ndarray) -> np.ndarray:
        return (self._counts[classes].astype(np.float32) / np.float32(self._total)).astype(np.float32)

    def learn(self, classes: Iterable[int]) -> None:
        """Count one more occurrence of each of `classes`."""
        for c in classes:
            self._counts[c] += 1
            self._total += 1
            at = c + 1
            while at <= self._size:
                self._tree[at] += 1
                at += at & -at


def draw(
    sampler: Uniform | LogUniform | Weighted | Learned, words: Iterator[int], count: int, unique: bool, first: Sequence[int] = ()
) -> tuple[list[int], int]:
    """`count` classes, and how many draws they took: more than `count` where repetitions were dropped.

    `first`: the classes of the first draws, where these are known; `words` are those of the others then.
    """
    if not unique:
        return [*first[:count], *(sampler.sample(words) for _ in range(count - len(first)))], count
    # A dictionary as an ordered set: classes are given in the order in which they were first drawn.
    found: dict[int, None] = {}
    tries = 0
    for c in first:
        tries += 1
        found[c] = None
        if len(found) == count:
            return list(found), tries
    while len(found) < count:
        tries += 1
        found[sampler.sample(words)] = None
    return list(found), tries


def expected_counts(probability: np.ndarray, count: int, tries: int) -> np.ndarray:
    """How often each of some classes is expected among the draws, or with repetitions dropped, whether."""
    if tries == count:
        return probability * np.float32(count)
    # Each step in single precision, each correctly rounded.
    with np.errstate(divide="ignore"):
        logarithm = np.log1p(-probability.astype(np.float64)).astype(np.float32)
    exponent = np.float32(tries) * logarithm
    return -np.expm1(exponent.astype(np.float64)).astype(np.float32)
