"""Orders in which C++'s library gives what is equal: TensorFlow leaves to it which of two boxes with one score comes first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

_FEW = 16  # elements up to which C++ sorts by insertion


def queue_order(keys: Sequence[float]) -> list[int]:
    """The places of `keys` as a queue gives them that the greatest leaves first and that they entered one by one: a heap."""
    heap: list[int] = []
    for place in range(len(keys)):
        heap.append(place)
        _rise(heap, keys, len(heap) - 1, 0, place)
    given = []
    while heap:
        given.append(heap[0])
        last = heap.pop()
        if heap:
            _sink(heap, keys, 0, len(heap), last)
    return given


def _rise(heap: list[int], keys: Sequence[float], hole: int, top: int, value: int) -> None:
    parent = (hole - 1) // 2
    while hole > top and keys[heap[parent]] < keys[value]:
        heap[hole], hole = heap[parent], parent
        parent = (hole - 1) // 2
    heap[hole] = value


def _sink(heap: list[int], keys: Sequence[float], hole: int, size: int, value: int) -> None:
    top = child = hole
    while child < (size - 1) // 2:
        child = 2 * (child + 1)
        if keys[heap[child]] < keys[heap[child - 1]]:
            child -= 1
        heap[hole], hole = heap[child], child
    if size % 2 == 0 and child == (size - 2) // 2:
        child = 2 * child + 1
        heap[hole], hole = heap[child], child
    _rise(heap, keys, hole, top, value)


def sorted_order(keys: Sequence[float]) -> list[int]:
    """The places of `keys`, the greatest first, as `std::sort` leaves them."""
    places = list(range(len(keys)))
    before = lambda a, b: keys[a] > keys[b]  # noqa: E731
    if len(places) > _FEW:
        _divide(places, 0, len(places), 2 * (len(places).bit_length() - 1), before, keys)
    _insert(places, before)
    return places


def _divide(places: list[int], first: int, last: int, depth: int, before: Callable[[int, int], bool], keys: Any) -> None:
    """Quicksort down to parts that are few; a part that was divided too often is sorted as a heap."""
    while last - first > _FEW:
        if depth == 0:
            _sort_by_heap(places, first, last, keys)
            return
        depth -= 1
        _median_first(places, first, first + 1, (first + last) // 2, last - 1, before)
        cut = _cut(places, first + 1, last, places[first], before)
        _divide(places, cut, last, depth, before, keys)
        last = cut


def _median_first(places: list[int], to: int, a: int, b: int, c: int, before: Callable[[int, int], bool]) -> None:
    x, y, z = places[a], places[b], places[c]
    if before(x, y):
        chosen = b if before(y, z) else c if before(x, z) else a
    else:
        chosen = a if before(x, z) else c if before(y, z) else b
    places[to], places[chosen] = places[chosen], places[to]


def _cut(places: list[int], first: int, last: int, pivot: int, before: Callable[[int, int], bool]) -> int:
    while True:
        while before(places[first], pivot):
            first += 1
        last -= 1
        while before(pivot, places[last]):
            last -= 1
        if first >= last:
            return first
        places[first], places[last] = places[last], places[first]
        first += 1


def _sort_by_heap(places: list[int], first: int, last: int, keys: Any) -> None:
    part, falling = places[first:last], [-k for k in keys]
    size = len(part)
    for hole in range((size - 2) // 2, -1, -1):
        _sink(part, falling, hole, size, part[hole])
    for end in range(size - 1, 0, -1):
        value, part[end] = part[end], part[0]
        _sink(part, falling, 0, end, value)
    places[first:last] = part


def _insert(places: list[int], before: Callable[[int, int], bool]) -> None:
    for at in range(1, len(places)):
        value = places[at]
        while at > 0 and before(value, places[at - 1]):
            places[at] = places[at - 1]
            at -= 1
        places[at] = value
