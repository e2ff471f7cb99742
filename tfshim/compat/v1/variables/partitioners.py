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
    """A partitioner into a given number of parts along one axis. Mirrors `tf.compat.v1.fixed_size_partitioner`.

    Pass it to `tf.compat.v1.variable_scope` or `tf.compat.v1.get_variable`, which then make that many variables and use them as one tensor.
    An axis that is shorter gives as many parts as it is long; the first parts are longer by one where the length cannot be divided.

    Arguments:
        num_shards: the number of parts, an integer.
        axis: the axis that is divided, 0 by default.

    Returns:
        A function of a shape and a dtype that gives a list with the number of parts along each axis.

    Example:
        >>> partitioner = tf.compat.v1.fixed_size_partitioner(3)
        >>> partitioner(shape=tf.TensorShape([10, 4]), dtype=tf.float32)
        [3, 1]
        >>> with tf.Graph().as_default():
        ...     w = tf.compat.v1.get_variable("w", [10, 4], partitioner=partitioner)
        ...     print([part.shape.as_list() for part in w])
        [[4, 4], [3, 4], [3, 4]]
    """

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
    """A partitioner along one axis into parts of at most so many bytes. Mirrors `tf.compat.v1.variable_axis_size_partitioner`.

    It makes as few parts as it can. Where a single row along the axis is larger, each row is a part.

    Arguments:
        max_shard_bytes: the most bytes of a part, an integer; 64 MiB less one was common, the bound of a message.
        axis: the axis that is divided, 0 by default.
        bytes_per_string_element: how many bytes an element of a variable of strings counts as, 16 by default.
        max_shards: the most parts, which comes before the size; None (the default) for any number.

    Returns:
        A function of a shape and a dtype that gives a list with the number of parts along each axis.

    Raises:
        ValueError: one of the numbers is less than 1.

    Example:
        >>> partitioner = tf.compat.v1.variable_axis_size_partitioner(max_shard_bytes=100)
        >>> partitioner(shape=tf.TensorShape([20, 4]), dtype=tf.float32)
        [4, 1]
    """
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
    """A partitioner into at most so many parts, none of them small. Mirrors `tf.compat.v1.min_max_variable_partitioner`.

    It is the one for models with variables of all sizes: large tables are divided as often as it is allowed, and small ones stay whole.

    Arguments:
        max_partitions: the most parts, 1 by default.
        axis: the axis that is divided, 0 by default.
        min_slice_size: the least number of bytes of a part, 256 KiB by default.
        bytes_per_string_element: how many bytes an element of a variable of strings counts as, 16 by default.

    Returns:
        A function of a shape and a dtype that gives a list with the number of parts along each axis.

    Example:
        >>> partitioner = tf.compat.v1.min_max_variable_partitioner(max_partitions=4, min_slice_size=1000)
        >>> partitioner(shape=tf.TensorShape([600, 1]), dtype=tf.float32)
        [3, 1]
        >>> partitioner(shape=tf.TensorShape([100, 1]), dtype=tf.float32)
        [1, 1]
    """

    def partition(shape, dtype):
        dims = shape.as_list()
        whole = _bytes(dims, dtype, bytes_per_string_element)
        parts = [1] * len(dims)
        parts[axis] = max(1, min(dims[axis], max_partitions, -(-whole // min_slice_size)))
        return parts

    return partition
