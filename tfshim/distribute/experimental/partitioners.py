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
    """The base of what says into how many parts a variable is cut. Mirrors `tf.distribute.experimental.partitioners.Partitioner`.

    `tf.distribute.experimental.ParameterServerStrategy(variable_partitioner=...)` calls one for each variable, and puts the parts on
    different parameter servers. `FixedShardsPartitioner`, `MinSizePartitioner` and `MaxSizePartitioner` are the ones that there are; a
    subclass defines `__call__(shape, dtype, axis=0)`.

    Returns:
        when it is called with a `tf.TensorShape`, a dtype and an axis, a list with the number of parts along each axis, of which one is
        more than 1 at most.

    Raises:
        NotImplementedError: a subclass does not define `__call__`.

    Example:
        >>> class Halves(tf.distribute.experimental.partitioners.Partitioner):
        ...     def __call__(self, shape, dtype, axis=0):
        ...         return [2] + [1] * (len(shape) - 1)
        >>> Halves()(tf.TensorShape([10, 3]), tf.float32)
        [2, 1]
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
    """Cut each variable into a given number of parts. Mirrors `tf.distribute.experimental.partitioners.FixedShardsPartitioner`.

    As many parts as there are parameter servers give each of them an equal share of a large embedding. Axes that are shorter than the
    number have as many parts as they have rows, so that none is empty.

    Arguments:
        num_shards: how many parts, an int.

    Returns:
        when it is called with a shape, a dtype and an axis (default 0), a list with the number of parts along each axis.

    Example:
        >>> partitioner = tf.distribute.experimental.partitioners.FixedShardsPartitioner(num_shards=2)
        >>> partitioner(tf.TensorShape([10, 3]), tf.float32)
        [2, 1]
        >>> partitioner(tf.TensorShape([1, 3]), tf.float32)
        [1, 1]
    """

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
    """Cut variables into as many parts as are not too small. Mirrors `tf.distribute.experimental.partitioners.MinSizePartitioner`.

    Small variables stay in one piece, large ones are spread over the parameter servers: it is what programs mostly take.

    Arguments:
        min_shard_bytes: how many bytes a part has at least, roughly, an int (default 262144).
        max_shards: how many parts there are at most, an int (default 1): the number of parameter servers.
        bytes_per_string: how many bytes a text counts for (default 16).

    Returns:
        when it is called with a shape, a dtype and an axis (default 0), a list with the number of parts along each axis.

    Raises:
        ValueError: one of the three is less than 1.

    Example:
        >>> partitioner = tf.distribute.experimental.partitioners.MinSizePartitioner(min_shard_bytes=4, max_shards=2)
        >>> partitioner(tf.TensorShape([6, 1]), tf.float32)
        [2, 1]
        >>> partitioner(tf.TensorShape([1, 1]), tf.float32)
        [1, 1]
    """

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
    """Cut variables into as few parts as are not too large. Mirrors `tf.distribute.experimental.partitioners.MaxSizePartitioner`.

    Where a parameter server has little memory, no part is larger than what is allowed.

    Arguments:
        max_shard_bytes: how many bytes a part has at most, an int. A single row may have more: it is not cut.
        max_shards: how many parts there are at most, an int; None (default) for any number. Parts get larger where it is too small.
        bytes_per_string: how many bytes a text counts for (default 16).

    Returns:
        when it is called with a shape, a dtype and an axis (default 0), a list with the number of parts along each axis.

    Raises:
        ValueError: one of the three is less than 1.

    Example:
        >>> partitioner = tf.distribute.experimental.partitioners.MaxSizePartitioner(max_shard_bytes=4)
        >>> partitioner(tf.TensorShape([6, 1]), tf.float32)
        [6, 1]
        >>> tf.distribute.experimental.partitioners.MaxSizePartitioner(4, max_shards=2)(tf.TensorShape([6, 1]), tf.float32)
        [2, 1]
    """

    def __init__(self, max_shard_bytes: int, max_shards: int | None = None, bytes_per_string: int = 16) -> None:
        super().__init__(max_shards, bytes_per_string)
        if max_shard_bytes < 1:
            raise ValueError(f"Argument `max_shard_bytes` must be positive. Received {max_shard_bytes}")
        if max_shards is not None and max_shards < 1:
            raise ValueError(f"Argument `max_shards` must be positive. Received: {max_shards}")
        self._max_shard_bytes = max_shard_bytes

    def __call__(self, shape: ShapeLike, dtype: DTypeLike, axis: int = 0) -> list[int]:
        dims = _dims(shape)
        of_slice = math.prod(dims) * self._element(dtype) // max(1, dims[axis])
        count = math.ceil(dims[axis] / max(1, self._max_shard_bytes // max(1, of_slice)))
        return _parts(dims, axis, count if self._max_shards is None else min(count, self._max_shards))
