"""What to read from examples, and as what: `tf.io.FixedLenFeature` and the like."""

import collections

from tfshim._export import tf_export
from tfshim.engine.values import dtypes as dt


@tf_export("io.VarLenFeature", v1=["io.VarLenFeature", "VarLenFeature"])
class VarLenFeature(collections.namedtuple("VarLenFeature", ["dtype"])):
    """Any number of values of `dtype` (float32, int64 or string), read as a SparseTensor. Mirrors `tf.io.VarLenFeature`."""

    __slots__ = ()


_RowSplits, _RowLengths, _RowStarts, _RowLimits, _ValueRowIds, _Uniform = (
    collections.namedtuple(name, [field]) for name, field in (
        ("RowSplits", "key"), ("RowLengths", "key"), ("RowStarts", "key"), ("RowLimits", "key"), ("ValueRowIds", "key"),
        ("UniformRowLength", "length"),
    )
)  # fmt: skip
PARTITIONS = (_RowSplits, _RowLengths, _RowStarts, _RowLimits, _ValueRowIds, _Uniform)


@tf_export("io.RaggedFeature")
class RaggedFeature(collections.namedtuple("RaggedFeature", "dtype value_key partitions row_splits_dtype validate".split())):
    """Any number of values of `dtype` (float32, int64 or string), read as a RaggedTensor. Mirrors `tf.io.RaggedFeature`.

    `value_key`: the key of the values, the feature's own by default. `partitions`: how they form rows, from the outside in:
    RowSplits, RowLengths, RowStarts, RowLimits or ValueRowIds (each with the key of the numbers) or UniformRowLength(n).
    `row_splits_dtype`: int32 or int64. `validate`: have the result checked. Raises TypeError and ValueError for others.
    """

    __slots__ = ()
    RowSplits, RowLengths, RowStarts, RowLimits, ValueRowIds, UniformRowLength = PARTITIONS

    def __new__(cls, dtype, value_key=None, partitions=(), row_splits_dtype=dt.int32, validate=False):
        if value_key is not None and not isinstance(value_key, str):
            raise ValueError(f"Argument `value_key` must be a string; got {value_key}")
        if not isinstance(partitions, (list, tuple)):
            raise TypeError(
                f"Argument `partitions` must be a list or tuple. Receivedpartitions={partitions} of type {type(partitions).__name__}."
            )
        for partition in partitions:
            if not isinstance(partition, PARTITIONS):
                raise TypeError(f"Argument `partitions` must be a list of partition objects {PARTITIONS}; got: {partition}")
        dtype, row_splits_dtype = dt.as_dtype(dtype), dt.as_dtype(row_splits_dtype)
        if row_splits_dtype not in (dt.int32, dt.int64):
            raise ValueError(f"Argument `row_splits_dtype` must be int32 or int64; got{row_splits_dtype!r}")
        if not isinstance(validate, bool):
            raise TypeError(f"Argument `validate` must be a bool; got {validate}")
        return super().__new__(cls, dtype, value_key, partitions, row_splits_dtype, validate)


@tf_export("io.SparseFeature", v1=["io.SparseFeature", "SparseFeature"])
class SparseFeature(collections.namedtuple("SparseFeature", "index_key value_key dtype size already_sorted".split())):
    """Values with their indices, read as one SparseTensor. Mirrors `tf.io.SparseFeature`.

    `index_key`: the key of the indices, or one for each dimension. `value_key`: that of the values, of `dtype`. `size`: the
    size of the dimension, or of each. `already_sorted`: the indices are in order.
    """

    __slots__ = ()

    def __new__(cls, index_key, value_key, dtype, size, already_sorted=False):
        return super().__new__(cls, index_key, value_key, dtype, size, already_sorted)


@tf_export("io.FixedLenFeature", v1=["io.FixedLenFeature", "FixedLenFeature"])
class FixedLenFeature(collections.namedtuple("FixedLenFeature", "shape dtype default_value".split())):
    """As many values of `dtype` as `shape` has, read as a dense tensor. Mirrors `tf.io.FixedLenFeature`.

    `default_value` is used where the feature is missing; without one that is an error.
    """

    __slots__ = ()

    def __new__(cls, shape, dtype, default_value=None):
        return super().__new__(cls, shape, dtype, default_value)


@tf_export("io.FixedLenSequenceFeature", v1=["io.FixedLenSequenceFeature", "FixedLenSequenceFeature"])
class FixedLenSequenceFeature(collections.namedtuple("FixedLenSequenceFeature", "shape dtype allow_missing default_value".split())):
    """Any number of elements of `shape`, read as a dense tensor with a first dimension for them.

    `allow_missing`: no elements where the feature is missing; `tf.io.parse_example` requires it. `default_value`: a scalar
    that fills shorter rows of a batch. Mirrors `tf.io.FixedLenSequenceFeature`.
    """

    __slots__ = ()

    def __new__(cls, shape, dtype, allow_missing=False, default_value=None):
        return super().__new__(cls, shape, dtype, allow_missing, default_value)
