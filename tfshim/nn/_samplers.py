"""The distributions that candidate samplers draw classes from."""

import math
import weakref

import numpy as np

from tfshim.engine.random import seeds
from tfshim.engine.state import TS
from tfshim.nn._words import double, single, uniform_below, uniform_below_64


def expected(probability, count, tries):
    """How often a class is expected among `count` draws, of which `tries` were needed to find distinct ones."""
    if tries == count:
        return probability * count
    return -math.expm1(tries * math.log1p(-probability)) if probability < 1 else 1.0


class Uniform:
    """All classes below `size`, equally probable."""

    def __init__(self, size):
        self.size = size

    def draw(self, stream):
        """One class."""
        return uniform_below_64(stream, self.size)

    def probability(self, value):
        """That of class `value`."""
        return 1.0 / self.size

    def learn(self, values):
        """Take notice of the true classes: nothing to do."""


class LogUniform(Uniform):
    """Class c has probability log((c + 2) / (c + 1)) / log(size + 1)."""

    def __init__(self, size):
        self.size, self.scale = size, math.log1p(size)

    def draw(self, stream):
        """One class."""
        return (int(math.exp(double(stream) * self.scale)) - 1) % self.size

    def probability(self, value):
        """That of class `value`."""
        return math.log((value + 2.0) / (value + 1.0)) / self.scale


class Learned(Uniform):
    """Weights that start at 1 and grow with every true class seen.

    Like the random state of an operation they belong to the graph node that runs, else to all eager calls with
    equal attributes, and start again with `tf.random.set_seed`.
    """

    _of_nodes = weakref.WeakKeyDictionary()
    _of_calls = {}

    def __init__(self, size):
        self.size, self.weights = size, [1] * size
        self.epoch = seeds._process.epoch

    @classmethod
    def of(cls, size, attributes):
        """The sampler of the node that runs or of calls with these attributes."""
        table, key = (cls._of_nodes, TS.rng) if TS.rng is not None else (cls._of_calls, attributes)
        found = table.get(key)
        if found is None or found.epoch != seeds._process.epoch:
            found = table[key] = cls(size)
        return found

    def draw(self, stream):
        """One class."""
        place = uniform_below(stream, sum(self.weights))
        return int(np.searchsorted(np.cumsum(self.weights), place, side="right"))

    def probability(self, value):
        """That of class `value`."""
        return self.weights[value] / sum(self.weights)

    def learn(self, values):
        """Make the true classes more probable."""
        for v in values:
            self.weights[v] += 1


class Fixed(Uniform):
    """Given weights, drawn in constant time from a table of alternatives (Vose's alias method)."""

    def __init__(self, weights):
        self.size, self.weights, self.total = len(weights), weights, sum(weights)
        share = [w * self.size / self.total for w in weights]
        self.other = list(range(self.size))
        below = [i for i, p in enumerate(share) if p < 1.0]
        above = [i for i, p in enumerate(share) if p >= 1.0]
        while above and below:
            small, large = below.pop(), above.pop()
            self.other[small] = large
            share[large] -= 1.0 - share[small]
            (below if share[large] < 1.0 else above).append(large)
        for i in above + below:
            share[i], self.other[i] = 1.0, i
        self.share = [float(np.float32(p)) for p in share]

    @staticmethod
    def weights_of(unigrams, distortion, reserved, shards, shard):
        """The weights of all classes: zeros for the reserved ones, then those of this shard."""
        weights = [0.0] * reserved
        for i, w in enumerate(unigrams):
            if (reserved + i) % shards == shard or shards == 1:
                weights.append(float(np.float32(np.float32(w) ** np.float32(distortion))))
        return tuple(weights)

    def draw(self, stream):
        """One class."""
        level = single(stream)
        place = uniform_below(stream, self.size)
        return place if level < self.share[place] else self.other[place]

    def probability(self, value):
        """That of class `value`."""
        return self.weights[value] / self.total if 0 <= value < self.size else 0.0


def load_vocabulary(path):
    """The numbers in the last columns of the lines of a CSV file. Raises ValueError for a line without one."""
    found = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.strip():
                continue
            try:
                found.append(float(line.rstrip("\n").rsplit(",", 1)[-1]))
            except ValueError:
                raise ValueError(f"Wrong vocabulary format at line: {line.rstrip()}") from None
    return found
