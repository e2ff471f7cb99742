"""Rows that can be had by number: what lets slicing, shuffling and batching become arithmetic on indices.

A source gives rows `0 .. len - 1`: `one(i)` the flat components of a row, `many(indices)` those of several, stacked.
"""

import numpy as np
import torch

from tfshim.engine.tensor import wrap


class SliceRows:
    """The rows of eager tensors that agree in their first dimension."""

    def __init__(self, tensors):
        self._tensors = tensors
        self.length = int(tensors[0].shape[0])

    def one(self, i):
        """The components of row `i`."""
        return [wrap(_row(x._t, i), x._dt) for x in self._tensors]

    def many(self, indices):
        """The components of the rows `indices`, one gather each."""
        n = len(indices)
        first = indices[0]
        run = n > 1 and indices[-1] - first == n - 1 and indices == list(range(first, first + n))
        at = None if run else torch.tensor(indices)
        made = []
        for x in self._tensors:
            if type(x._t) is np.ndarray:
                rows = x._t[first : first + n].copy() if run else x._t[indices]
            elif run:
                rows = x._t[first : first + n]
            else:
                rows = x._t.index_select(0, at.to(x._t.device))
            made.append(wrap(rows, x._dt))
        return made


class RangeRows:
    """The numbers of a Python range, as tensors of `dtype`."""

    def __init__(self, numbers, dtype):
        self._numbers, self._dtype = numbers, dtype
        self.length = len(numbers)

    def one(self, i):
        """The number at position `i`."""
        return [wrap(torch.tensor(self._numbers[i], dtype=self._dtype.torch), self._dtype)]

    def many(self, indices):
        """The numbers at the positions `indices`."""
        return [wrap(torch.tensor([self._numbers[i] for i in indices], dtype=self._dtype.torch), self._dtype)]


def _row(storage, i):
    if type(storage) is np.ndarray:
        return storage[i] if storage.ndim > 1 else _box(storage[i])
    return storage[i]


def _box(item):
    box = np.empty((), dtype=object)
    box[()] = item
    return box


def stack(storages):
    """Torch tensors or object arrays of one shape, stacked along a new first axis."""
    if type(storages[0]) is np.ndarray:
        made = np.empty((len(storages), *storages[0].shape), dtype=object)
        for i, s in enumerate(storages):
            made[i] = s if s.ndim else s[()]
        return made
    return torch.stack(storages)
