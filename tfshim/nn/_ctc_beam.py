"""Prefix beam search over the log-probabilities of one sequence."""

import heapq
import itertools
import math

from tfshim.engine.runtime.errors import invalid

_NEVER = -math.inf


def _add(a, b):
    """The logarithm of the sum of two probabilities given as logarithms."""
    if a < b:
        a, b = b, a
    return a if b == _NEVER else a + math.log1p(math.exp(b - a))


class _Prefix:
    """Labels that a sequence may begin with: one more than `parent`.

    `blank`, `label`, `total`: the probabilities that the last frame was the blank, that it was the last label, and of both; `before`: the
    same three one frame earlier. A prefix that is not followed has a `total` of zero.
    """

    __slots__ = ("before", "blank", "children", "label", "last", "parent", "total")

    def __init__(self, parent, last):
        self.parent, self.last, self.children = parent, last, {}
        self.before = (_NEVER, _NEVER, _NEVER)
        self.forget()

    def forget(self):
        self.blank = self.label = self.total = _NEVER

    def advance(self, frame, blank):
        """Go on without another label."""
        if (parent := self.parent) is not None:
            if parent.total > _NEVER:
                self.label = _add(self.label, parent.before[0 if parent.last == self.last else 2])
            self.label += frame[self.last]
        self.blank = self.before[2] + frame[blank]
        self.total = _add(self.blank, self.label)

    def labels(self):
        found, prefix = [], self
        while prefix.parent is not None:
            found.append(prefix.last)
            prefix = prefix.parent
        return found[::-1]


def beam_search(logs, beam_width, top_paths):
    """The `top_paths` best (labels, log-probability) for `logs` [frames, classes], whose last class is the blank.

    Raises InvalidArgumentError where fewer were found.
    """
    blank = logs.shape[1] - 1
    root = _Prefix(None, None)
    root.blank = root.total = 0.0
    followed, count = [root], itertools.count()
    for frame in logs.tolist():
        for prefix in followed:
            prefix.before = prefix.blank, prefix.label, prefix.total
        for prefix in followed:
            prefix.advance(frame, blank)
        best = [(prefix.total, next(count), prefix) for prefix in followed]
        heapq.heapify(best)
        for prefix in sorted(followed, key=lambda p: -p.before[2]):
            _grow(prefix, frame, blank, best, beam_width, count)
        followed = [prefix for _, _, prefix in sorted(best, key=lambda entry: -entry[0])]
    if len(followed) < top_paths:
        raise invalid("Less leaves in the beam search than requested.")
    return [(prefix.labels(), prefix.total) for prefix in followed[:top_paths]]


def _grow(prefix, frame, blank, best, beam_width, count):
    """Put `prefix` with one label more among the `best`, a heap of (total, order, prefix), where it is better than what is there."""
    ends_blank, _, total = prefix.before
    full = len(best) == beam_width
    if total == _NEVER or (full and total <= best[0][0]):
        return
    for label in range(blank):
        longer = prefix.children.get(label)
        if longer is not None and longer.total > _NEVER:
            continue
        made = (ends_blank if label == prefix.last else total) + frame[label]
        if made > _NEVER and (not full or made > best[0][0]):
            if longer is None:
                longer = prefix.children[label] = _Prefix(prefix, label)
            longer.blank, longer.label, longer.total = _NEVER, made, made
            entry = (made, next(count), longer)
            if full:
                heapq.heapreplace(best, entry)[2].forget()
            else:
                heapq.heappush(best, entry)
                full = len(best) == beam_width
        elif longer is not None:
            # One that was dropped earlier in this frame and is no candidate now does not grow either, as in TensorFlow.
            longer.forget()
            longer.before = (_NEVER, _NEVER, _NEVER)
