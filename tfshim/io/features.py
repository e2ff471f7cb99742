"""What to read from examples, and as what: `tf.io.FixedLenFeature` and the like."""

import collections

from tfshim._export import tf_export
from tfshim.engine.values import dtypes as dt


@tf_export("io.VarLenFeature", v1=["io.VarLenFeature", "VarLenFeature"])
class VarLenFeature(collections.namedtuple("VarLenFeature", ["dtype"])):
    """A feature of any number of values, read as a sparse tensor. Mirrors `tf.io.VarLenFeature`.

    Arguments:
        dtype: float32, int64 or string.

    The values of an example stand at the beginning of its row; `tf.sparse.to_dense` pads them,
    `tf.RaggedTensor.from_sparse` makes a ragged tensor, which `tf.io.RaggedFeature` reads at once.

    Example:
        >>> feature = tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"a", b"b"]))
        >>> message = tf.train.Example(features=tf.train.Features(feature={"words": feature})).SerializeToString()
        >>> parsed = tf.io.parse_single_example(message, {"words": tf.io.VarLenFeature(tf.string)})
        >>> parsed["words"].values
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'a', b'b'], dtype=object)>
    """

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
    """A feature of any number of values, read as a ragged tensor. Mirrors `tf.io.RaggedFeature`.

    Arguments:
        dtype: float32, int64 or string.
        value_key: the key of the values in the message; None (the default) for the feature's own.
        partitions: how the values form rows, from the outside in: `tf.io.RaggedFeature.RowSplits`, `RowLengths`,
            `RowStarts`, `RowLimits` or `ValueRowIds`, each with the key of its numbers, or `UniformRowLength(n)`.
        row_splits_dtype: int32 (the default) or int64.
        validate: True has the result checked; False by default.

    Raises:
        TypeError, ValueError: other dtypes or partitions.

    Example:
        >>> feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2]))
        >>> message = tf.train.Example(features=tf.train.Features(feature={"ids": feature})).SerializeToString()
        >>> empty = tf.train.Example().SerializeToString()
        >>> tf.io.parse_example([message, empty], {"ids": tf.io.RaggedFeature(tf.int64)})["ids"]
        <tf.RaggedTensor [[1, 2], []]>
    """

    __slots__ = ()
    RowSplits, RowLengths, RowStarts, RowLimits, ValueRowIds, UniformRowLength = PARTITIONS

    def __new__(cls, dtype, value_key=None, partitions=(), row_splits_dtype=dt.int32, validate=False):
        if value_key is not None and not isinstance(value_key, str):
            raise ValueError(f"Argument `value_key` must be a string; got {value_key}")
        if value_key == "":
            raise ValueError("Argument `value_key` must not be empty")
        if not isinstance(partitions, (list, tuple)):
            raise TypeError(
                f"Argument `partitions` must be a list or tuple. Receivedpartitions={partitions} of type {type(partitions).__name__}."
            )
        for partition in partitions:
            if not isinstance(partition, PARTITIONS):
                raise TypeError(f"Argument `partitions` must be a list of partition objects {PARTITIONS}; got: {partition}")
        dtype, row_splits_dtype = dt.as_dtype(dtype), dt.as_dtype(row_splits_dtype)
        if dtype not in (dt.int64, dt.float32, dt.string):
            raise ValueError(f"Argument `dtype` must be int64, float32, or bytes; got {dtype!r}")
        if row_splits_dtype not in (dt.int32, dt.int64):
            raise ValueError(f"Argument `row_splits_dtype` must be int32 or int64; got{row_splits_dtype!r}")
        if not isinstance(validate, bool):
            raise TypeError(f"Argument `validate` must be a bool; got {validate}")
        return super().__new__(cls, dtype, value_key, partitions, row_splits_dtype, validate)


@tf_export("io.SparseFeature", v1=["io.SparseFeature", "SparseFeature"])
class SparseFeature(collections.namedtuple("SparseFeature", "index_key value_key dtype size already_sorted".split())):
    """Values with their indices, two features of a message, read as one sparse tensor. Mirrors `tf.io.SparseFeature`.

    Arguments:
        index_key: the key of the indices, or a list with one for each axis.
        value_key: the key of the values.
        dtype: the dtype of the values: float32, int64 or string.
        size: the size of the axis, or a list of them.
        already_sorted: True says that the indices are in order; False (the default) has them sorted.

    Example:
        >>> features = tf.train.Features(feature={
        ...     "index": tf.train.Feature(int64_list=tf.train.Int64List(value=[3, 0])),
        ...     "value": tf.train.Feature(float_list=tf.train.FloatList(value=[0.5, 0.25]))})
        >>> message = tf.train.Example(features=features).SerializeToString()
        >>> spec = {"x": tf.io.SparseFeature("index", "value", tf.float32, size=4)}
        >>> tf.sparse.to_dense(tf.io.parse_single_example(message, spec)["x"])
        <tf.Tensor: shape=(4,), dtype=float32, numpy=array([0.25, 0.  , 0.  , 0.5 ], dtype=float32)>
    """

    __slots__ = ()

    def __new__(cls, index_key, value_key, dtype, size, already_sorted=False):
        return super().__new__(cls, index_key, value_key, dtype, size, already_sorted)


@tf_export("io.FixedLenFeature", v1=["io.FixedLenFeature", "FixedLenFeature"])
class FixedLenFeature(collections.namedtuple("FixedLenFeature", "shape dtype default_value".split())):
    """A feature of fixed shape, read from Example messages as a dense tensor. Mirrors `tf.io.FixedLenFeature`.

    Arguments:
        shape: the shape of the feature in one example; [] for one value.
        dtype: float32, int64 or string.
        default_value: what is used where the feature is missing, of that shape; None (the default) makes that an error.

    It is a value of the dictionary `features` of `tf.io.parse_example` and `tf.io.parse_single_example`.

    Example:
        >>> feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[7]))
        >>> message = tf.train.Example(features=tf.train.Features(feature={"age": feature})).SerializeToString()
        >>> tf.io.parse_single_example(message, {"age": tf.io.FixedLenFeature([], tf.int64)})["age"]
        <tf.Tensor: shape=(), dtype=int64, numpy=7>
    """

    __slots__ = ()

    def __new__(cls, shape, dtype, default_value=None):
        return super().__new__(cls, shape, dtype, default_value)


@tf_export("io.FixedLenSequenceFeature", v1=["io.FixedLenSequenceFeature", "FixedLenSequenceFeature"])
class FixedLenSequenceFeature(collections.namedtuple("FixedLenSequenceFeature", "shape dtype allow_missing default_value".split())):
    """A feature of any number of elements of fixed shape, read as a dense tensor with a first axis for them. Mirrors
    `tf.io.FixedLenSequenceFeature`.

    Arguments:
        shape: the shape of an element.
        dtype: float32, int64 or string.
        allow_missing: True gives no elements where the feature is missing, which `tf.io.parse_example` demands; False
            by default.
        default_value: a scalar that fills the shorter rows of a batch; None (the default) for 0 or "".

    In `tf.io.parse_sequence_example` it describes a list of steps.

    Example:
        >>> feature = tf.train.Feature(float_list=tf.train.FloatList(value=[1.0, 2.0, 3.0, 4.0]))
        >>> message = tf.train.Example(features=tf.train.Features(feature={"xy": feature})).SerializeToString()
        >>> spec = {"xy": tf.io.FixedLenSequenceFeature([2], tf.float32, allow_missing=True)}
        >>> tf.io.parse_single_example(message, spec)["xy"]
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 2.],
               [3., 4.]], dtype=float32)>
    """

    __slots__ = ()

    def __new__(cls, shape, dtype, allow_missing=False, default_value=None):
        return super().__new__(cls, shape, dtype, allow_missing, default_value)
