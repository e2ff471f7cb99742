"""Functions that say into how many parts `tf.compat.v1.get_variable` divides a variable."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Partitioner


@tf_export(v1=["fixed_size_partitioner"])
def fixed_size_partitioner(num_shards: int, axis: int = 0) -> Partitioner:
    """A partitioner into `num_shards` parts along `axis`. Mirrors `tf.compat.v1.fixed_size_partitioner`."""

    def partition(shape, **_):
        parts = [1] * shape.rank
        parts[axis] = min(num_shards, shape.as_list()[axis])
        return parts

    return partition


def _bytes(dims, dtype, of_string):
    """How many bytes a variable takes, with `of_string` for each text."""
    return math.prod(dims) * (of_string if dtype is dtypes.string else dtype.size)


@tf_export(v1=["variable_axis_size_partitioner"])
def variable_axis_size_partitioner(
    max_shard_bytes: int, axis: int = 0, bytes_per_string_element: int = 16, max_shards: int | None = None
) -> Partitioner:
    """A partitioner along `axis` into parts of at most `max_shard_bytes`. Mirrors the function of that name."""
    if max_shard_bytes < 1 or bytes_per_string_element < 1 or max_shards is not None and max_shards < 1:
        raise ValueError("Arguments max_shard_bytes, bytes_per_string_element and max_shards must be greater than or equal to 1.")

    def partition(shape, dtype):
        dims = shape.as_list()
        whole = _bytes(dims, dtype, bytes_per_string_element)
        parts = [1] * len(dims)
        most = whole // dims[axis] if dims[axis] else whole
        per_part = max(1, max_shard_bytes // max(1, most))
        parts[axis] = max(1, -(-dims[axis] // per_part))
        if max_shards is not None:
            parts[axis] = min(parts[axis], max_shards)
        return parts

    return partition


@tf_export(v1=["min_max_variable_partitioner"])
def min_max_variable_partitioner(
    max_partitions: int = 1, axis: int = 0, min_slice_size: int = 256 << 10, bytes_per_string_element: int = 16
) -> Partitioner:
    """A partitioner along `axis` into at most `max_partitions` parts of at least `min_slice_size` bytes. Mirrors the same."""

    def partition(shape, dtype):
        dims = shape.as_list()
        whole = _bytes(dims, dtype, bytes_per_string_element)
        parts = [1] * len(dims)
        parts[axis] = max(1, min(dims[axis], max_partitions, -(-whole // min_slice_size)))
        return parts

    return partition
