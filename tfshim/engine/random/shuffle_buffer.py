"""The order in which a bounded shuffle buffer gives out elements, and the word streams behind `tf.data`'s shuffling."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from tfshim.engine.random.philox import WordStream
from tfshim.engine.random.seeds import UNSEEDED, unseeded_position
from tfshim.engine.runtime.locks import lock_of

Element = TypeVar("Element")


class DatasetSeeds:
    """The word stream of a dataset node with a seed pair, from which its iterators are seeded.

    `pair` is (seed, seed2), or (0, 0) for an unseeded node. All iterators over the node, whatever dataset they were
    made for, take their seeds from the one stream, two words each.
    """

    def __init__(self, pair: tuple[int, int], reshuffle: bool = True) -> None:
        if pair == UNSEEDED:
            key, counter = unseeded_position(1)
            pair = key, counter & (2**64 - 1)
        self._pair, self.reshuffles = pair, reshuffle
        self._words = WordStream.from_pair(*pair)

    def iterator_words(self) -> WordStream:
        """The words of a new iterator: fresh ones each time, or always the same ones without `reshuffle`."""
        if not self.reshuffles:
            return WordStream.from_pair(*self._pair)
        with lock_of(self):
            return WordStream.from_pair(next(self._words), next(self._words))

    def state(self) -> list[Any]:
        """What `set_state` needs to give out the same seeds again: plain numbers."""
        return [list(self._pair), *self._words.position()]

    def set_state(self, state: Sequence[Any]) -> None:
        """Go on from a `state`, of this node or of one like it."""
        pair, *position = state
        self._pair, self._words = tuple(pair), WordStream.at_position(*position)


class Ring:
    """What a shuffle buffer holds between two elements, in a list whose end goes on at its beginning.

    Place `before` is the one ahead of the oldest of the `count` elements that wait.
    """

    __slots__ = ("held", "before", "count", "exhausted")

    def __init__(self, held: list[Any], exhausted: bool = False) -> None:
        self.held, self.before, self.count, self.exhausted = held, -1, len(held), exhausted

    def live(self) -> list[Any]:
        """The elements that wait, the oldest first."""
        held, first = self.held, self.before + 1
        return [held[i % len(held)] for i in range(first, first + self.count)]


def shuffled(elements: Iterable[Element], buffer_size: int | None, words: Iterator[int], ring: Ring | None = None) -> Iterator[Element]:
    """The elements in the order of a shuffle buffer of `buffer_size` slots (None: all elements) fed with `words`.

    `ring` holds what was in the buffer before, and after each element what is in it then; also after an exception of `elements`.
    """
    source, word = iter(elements), words.__next__
    ring = Ring([]) if ring is None else ring
    held, exhausted = ring.held, ring.exhausted
    if not exhausted:
        try:
            held.extend(source if buffer_size is None else itertools.islice(source, buffer_size - len(held)))
        finally:
            ring.count = len(held)
        exhausted = ring.exhausted = buffer_size is None or len(held) < buffer_size
    first, size = 0, len(held)
    count = size
    while count:
        chosen = first + word() % count
        if chosen >= size:
            chosen -= size
        element, held[chosen] = held[chosen], held[first]
        # Given out: the buffer must not keep it alive.
        held[first] = None
        # Before the element goes out: an iterator that is saved then has to go on after it.
        ring.before, ring.count = first, count - 1
        yield element
        if not exhausted:
            try:
                held[first] = next(source)
            except StopIteration:
                exhausted = ring.exhausted = True
        count -= exhausted
        first += 1
        if first == size:
            first = 0
