"""Rows that can be had by number: what lets slicing, shuffling and batching become arithmetic on indices.

A source gives rows `0 .. length - 1`: `one(i)` the slots of a row, `many(indices)` those of several, stacked.
"""

import numpy as np
import torch

from tfshim.engine.runtime.errors import invalid


class SliceRows:
    """The rows of storages that agree in their first dimension."""

    def __init__(self, storages):
        self._storages = storages
        self.length = int(storages[0].shape[0])

    def one(self, i):
        """The slots of row `i`."""
        return [row_of(x, i) for x in self._storages]

    def many(self, indices):
        """The slots of the rows `indices`, one gather each."""
        n = len(indices)
        first = indices[0]
        run = n > 1 and indices[-1] - first == n - 1 and indices == list(range(first, first + n))
        at = None if run else torch.tensor(indices)
        made = []
        for x in self._storages:
            if type(x) is np.ndarray:
                made.append(x[first : first + n].copy() if run else x[indices])
            elif run:
                made.append(x[first : first + n])
            else:
                made.append(x.index_select(0, at.to(x.device)))
        return made


class RangeRows:
    """The numbers of a Python range, as storages of `dtype`."""

    def __init__(self, numbers, dtype):
        self._numbers, self._dtype = numbers, dtype
        # `len` fails beyond 2**63 - 1, which the numbers from -1 on are.
        self.length = max(0, -((numbers.start - numbers.stop) // numbers.step))
        self._wide = dtype.torch in (torch.int64, torch.float64)  # which hold whatever a range gives

    def one(self, i):
        """The number at position `i`."""
        if self._wide:
            return [torch.from_numpy(np.array(self._numbers[i], self._dtype._numpy))]  # a third of the time of `torch.tensor`
        return [torch.tensor(self._numbers[i], dtype=self._dtype.torch)]

    def many(self, indices):
        """The numbers at the positions `indices`."""
        numbers = self._numbers
        if self._dtype.torch is torch.int64:  # in half the time
            made = np.array(indices, np.int64)
            made *= numbers.step
            made += numbers.start
            return [torch.from_numpy(made)]
        return [torch.tensor([numbers[i] for i in indices], dtype=self._dtype.torch)]


class NoRows(RangeRows):
    """A range of what is no numbers: as in TensorFlow the dataset can be made, and elements cannot."""

    def one(self, i):
        raise invalid(f"Unsupported data type: {self._dtype.name}")

    many = one


class RecordRows:
    """Elements that are one string each, in the place of their numbers: they come from an iterator, several at a time."""

    limit = 128

    def one(self, flat):
        """The slots of an element."""
        return flat

    def many(self, elements):
        """The slots of several, stacked."""
        made = np.empty(len(elements), dtype=object)
        made[:] = [flat[0][()] for flat in elements]
        return [made]


def row_of(storage, i):
    """Row `i` of a storage, as a storage."""
    if type(storage) is np.ndarray:
        if storage.ndim > 1:
            return storage[i]
        box = np.empty((), dtype=object)
        box[()] = storage[i]
        return box
    return storage[i]
