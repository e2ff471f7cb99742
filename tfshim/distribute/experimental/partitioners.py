"""`tf.distribute.experimental.partitioners`: into how many parts a variable is cut."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tfshim._listing import listing
from tfshim.engine.values.dtypes import as_dtype, string
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike

__all__ = ["FixedShardsPartitioner", "MaxSizePartitioner", "MinSizePartitioner", "Partitioner"]
__dir__ = listing(globals())


class Partitioner:
    """The base: called with a shape, a dtype and an axis, it gives the number of parts along each axis.

    Mirrors `tf.distribute.experimental.partitioners.Partitioner`.
    """

    def __call__(self, shape: ShapeLike, dtype: DTypeLike, axis: int = 0) -> list[int]:
        raise NotImplementedError("tf.distribute.experimental.partitioners.Partitioner: must be given by a subclass.")


def _parts(shape, axis, count):
    made = [1] * len(shape)
    made[axis] = max(1, min(count, shape[axis]))
    return made


def _dims(shape):
    return TensorShape(shape).as_list()


class FixedShardsPartitioner(Partitioner):
    """A given number of parts, as far as the axis goes. Mirrors the class of that name."""

    def __init__(self, num_shards: int) -> None:
        self._num_shards = num_shards

    def __call__(self, shape: ShapeLike, dtype: DTypeLike, axis: int = 0) -> list[int]:
        return _parts(_dims(shape), axis, self._num_shards)


class _BySize(Partitioner):
    def __init__(self, max_shards: int | None, bytes_per_string: int) -> None:
        if bytes_per_string < 1:
            raise ValueError(f"Argument `bytes_per_string` must be positive. Received: {bytes_per_string}")
        self._max_shards, self._bytes_per_string = max_shards, bytes_per_string

    def _element(self, dtype):
        dtype = as_dtype(dtype)
        return self._bytes_per_string if dtype == string else dtype.size


class MinSizePartitioner(_BySize):
    """As many parts as there can be of about `min_shard_bytes`, up to `max_shards`. Mirrors the class of that name."""

    def __init__(self, min_shard_bytes: int = 256 << 10, max_shards: int = 1, bytes_per_string: int = 16) -> None:
        super().__init__(max_shards, bytes_per_string)
        if min_shard_bytes < 1:
            raise ValueError(f"Argument `min_shard_bytes` must be positive. Received: {min_shard_bytes}")
        if max_shards < 1:
            raise ValueError(f"Argument `max_shards` must be positive. Received: {max_shards}")
        self._min_shard_bytes = min_shard_bytes

    def __call__(self, shape: ShapeLike, dtype: DTypeLike, axis: int = 0) -> list[int]:
        dims = _dims(shape)
        return _parts(dims, axis, min(self._max_shards, math.ceil(math.prod(dims) * self._element(dtype) / self._min_shard_bytes)))


class MaxSizePartitioner(_BySize):
    """As few parts as there can be of at most `max_shard_bytes`, up to `max_shards`. Mirrors the class of that name."""

    def __init__(self, max_shard_bytes: int, max_shards: int | None = None, bytes_per_string: int = 16) -> None:
        super().__init__(max_shards, bytes_per_string)
        if max_shard_bytes < 1:
            raise ValueError(f"Argument `max_shard_bytes` must be positive. Received: {max_shard_bytes}")
        if max_shards is not None and max_shards < 1:
            raise ValueError(f"Argument `max_shards` must be positive. Received: {max_shards}")
        self._max_shard_bytes = max_shard_bytes

    def __call__(self, shape: ShapeLike, dtype: DTypeLike, axis: int = 0) -> list[int]:
        dims = _dims(shape)
        of_slice = math.prod(dims) * self._element(dtype) // max(1, dims[axis])
        count = math.ceil(dims[axis] / max(1, self._max_shard_bytes // max(1, of_slice)))
        return _parts(dims, axis, count if self._max_shards is None else min(count, self._max_shards))
