"""Batches of arrays: slices of tensors, in order or shuffled by TensorFlow's numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch

from tfshim.data.dataset import Dataset
from tfshim.engine.random import discrete
from tfshim.engine.random.seeds import UNSEEDED, NodeState, get_seed, process_seed, unseeded_position
from tfshim.engine.random.shuffle_buffer import DatasetSeeds, shuffled
from tfshim.engine.runtime import one_by_one
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import wrap
from tfshim.engine.values.typespec import TensorSpec
from tfshim.keras.models.batches.pipeline import batches, pipeline

_MODULUS = 2**31 - 1
_GATHERED_AT_ONCE = 1 << 19  # bytes: as many batches are gathered together as stay in the processor's cache


def _pair(op_seed):
    """The seed pair of a random operation with that number in a graph."""
    seed = process_seed()
    if seed is None:
        get_seed(None)  # refuses where determinism is demanded
        return UNSEEDED
    pair = seed % _MODULUS, op_seed
    # TensorFlow takes the pair of zeros for "no seed", and puts this one in its place.
    return (0, _MODULUS) if pair == (0, 0) else pair


class Order:
    """Permutations of `size` rows, one after the other, as a stateful shuffle operation draws them."""

    def __init__(self, size: int, op_seed: int = 0) -> None:
        self._size, self._pair = size, _pair(op_seed)
        self._state = NodeState(*self._pair)

    def next(self, size=None):
        """The next permutation, an int64 torch tensor."""
        size = self._size if size is None else size
        if self._pair == UNSEEDED:
            return torch.randperm(size, generator=_unseeded())
        blocks = discrete.permutation_blocks(size)
        return torch.as_tensor(discrete.permutation(*self._state.stream().reserve(blocks), size)).long()


def _unseeded():
    generator = torch.Generator()
    generator.manual_seed(unseeded_position(1)[1] & (2**63 - 1))
    return generator


class ArraySource:
    """Batches of `data`, a structure of eager tensors that agree in their first dimension.

    `shuffle`: False, True or "batch". `epochs` times over the data; one iterator runs through all of them.
    """

    recreate = False

    def __init__(self, data: Any, batch_size: int, epochs: int, shuffle: bool | str) -> None:
        self._data, self._flat = data, nest.flatten(data)
        self._rows = int(self._flat[0].shape[0])
        if isinstance(batch_size, (float, np.floating)):
            # Of the rows that full batches have Keras takes a slice, whose size is an integer.
            rows, kind = float(self._rows // batch_size * batch_size), "float64" if isinstance(batch_size, np.floating) else "float"
            raise TypeError(
                f"Expected int32 passed to parameter 'size' of op 'Slice', got [{rows}] of type 'list' instead. Error: Expected int32, "
                f"but got {rows} of type '{kind}'."
            )
        self.size = math.ceil(self._rows / batch_size)  # which raises TypeError for what is no number
        self._batch, self._epochs = int(batch_size), epochs
        self._shuffle = shuffle.lower() if isinstance(shuffle, str) else shuffle
        rest = self._rows % self._batch
        # The last batch may be smaller: then the number of rows is left open, also where it is the only one, as in Keras.
        first = None if rest else self._batch
        self._pipeline: Any = None
        if one_by_one.wanted() and not self.shuffles_by_batches:
            self._pipeline = pipeline(data, self._rows, self._batch, epochs, bool(self._shuffle))
        self.spec = nest.map_structure(lambda x: TensorSpec(TensorShape([first, *x.shape.as_list()[1:]]), x.dtype), data)

    @property
    def shuffles_by_batches(self) -> bool:
        """Whether batches are shuffled, and each tensor of a batch on its own."""
        return self._shuffle == "batch"

    def as_dataset(self) -> Dataset:
        """The same batches as a dataset, which goes over the data again and again; its shuffling is the dataset's own."""
        rows = Dataset.from_tensor_slices(self._data)
        if self.shuffles_by_batches:
            return rows.batch(self._batch).shuffle(self.size).repeat()
        return (rows.shuffle(self._rows) if self._shuffle else rows).batch(self._batch).repeat()

    def open(self) -> Iterator[Any]:
        """An iterator over the batches of all epochs."""
        if self._pipeline is not None:
            return _Batches(self, batches(self._pipeline))
        return _Batches(self, self._by_batches() if self.shuffles_by_batches else self._by_rows())

    def epoch_end(self) -> None:
        """Nothing is to be done."""

    def _by_rows(self):
        order = Order(self._rows) if self._shuffle else None
        starts = range(0, self._rows, self._batch)
        flat = self._flat
        for _ in range(self._epochs):
            if order is None:
                for start in starts:
                    yield [_rows(x, start, self._batch) for x in flat]
                continue
            permutation = order.next()
            bytes_of_batch = sum(_row_bytes(x._t) for x in flat) * self._batch
            # Gathering many rows at once is faster than batch by batch, as long as the result stays in the cache.
            together = self._batch * max(1, _GATHERED_AT_ONCE // max(1, bytes_of_batch))
            for first in range(0, self._rows, together):
                rows = permutation[first : first + together]
                gathered = [_taken(x, rows) for x in flat]
                for start in range(0, len(rows), self._batch):
                    yield [_rows(x, start, self._batch) for x in gathered]

    def _by_batches(self):
        """Batches in a shuffled order; within each, every component is shuffled on its own, as TensorFlow does."""
        orders = [Order(self._rows, i) for i in range(len(self._flat))]
        seeds = DatasetSeeds(_pair(0))
        for _ in range(self._epochs):
            for start in shuffled(range(0, self._rows, self._batch), 1024, seeds.iterator_words()):
                batch = [_rows(x, start, self._batch) for x in self._flat]
                yield [_taken(x, order.next(int(x.shape[0]))) for x, order in zip(batch, orders)]


class _Batches:
    """An iterator over batches; `flat()` gives the next as a list of tensors."""

    def __init__(self, source, batches):
        self._structure, self.batch_spec = source._data, source.spec
        self._batches = batches
        self.flat = batches.__next__

    def __iter__(self):
        return self

    def __next__(self):
        return nest.pack_sequence_as(self._structure, self.flat())


def _rows(x, start, count):
    return wrap(x._t[start : start + count], x._dt)


def _taken(x, rows):
    t = x._t
    return wrap(t[rows.numpy()] if isinstance(t, np.ndarray) else t.index_select(0, rows.to(t.device)), x._dt)


def _row_bytes(t):
    if isinstance(t, np.ndarray):
        # Strings: an estimate, as their lengths are not known without looking at all of them.
        return 64
    return t.element_size() * (t[:1].numel() if t.ndim else 1)
