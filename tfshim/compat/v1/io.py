"""`tf.compat.v1.io`: as `tf.io`, with the arguments of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import one_of
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor
    from tfshim.sparse.sparse_tensor import SparseTensor

__all__, __getattr__, __dir__ = exported(globals(), ("gfile",), target="tfshim.io")


@tf_export(v1=["decode_csv", "io.decode_csv"])
def decode_csv(
    records: TensorLike,
    record_defaults: Sequence[TensorLike],
    field_delim: str = ",",
    use_quote_delim: bool = True,
    name: str | None = None,
    na_value: str = "",
    select_cols: Sequence[int] | None = None,
) -> list[Tensor]:
    """The columns of lines of comma-separated values. Mirrors `tf.compat.v1.decode_csv` and `tf.compat.v1.io.decode_csv`.

    It is `tf.io.decode_csv`, whose arguments have another order. Fields may stand in double quotes, in which a quote is written twice.

    Arguments:
        records: a tensor of strings, each one line.
        record_defaults: for each column a tensor of rank 1, whose dtype is that of the column: float32, float64, int32, int64 or string.
            Its item stands in for an empty field; without an item the field may not be empty.
        field_delim: the character between fields, "," by default.
        use_quote_delim: False takes quotes as they are; True by default.
        name: a name for the operation in graphs; by default that of the function.
        na_value: a text that counts as an empty field, "" by default.
        select_cols: the numbers of the columns that are wanted, in ascending order; None (the default) for all.

    Returns:
        A list of tensors of the shape of `records`, one for each column.

    Raises:
        InvalidArgumentError: a line has another number of fields, or a field cannot be read.

    Example:
        >>> names, numbers = tf.compat.v1.decode_csv(["a,1", "b,"], [[""], [0]])
        >>> names.numpy().tolist(), numbers.numpy().tolist()
        ([b'a', b'b'], [1, 0])
    """
    return tf.io.decode_csv(records, record_defaults, field_delim, use_quote_delim, na_value, select_cols, name)


@tf_export(v1=["decode_raw", "io.decode_raw"])
def decode_raw(
    input_bytes: TensorLike | None = None,
    out_type: DTypeLike | None = None,
    little_endian: bool = True,
    name: str | None = None,
    bytes: TensorLike | None = None,
) -> Tensor:
    r"""Reads the bytes of strings as numbers. Mirrors `tf.compat.v1.decode_raw` and `tf.compat.v1.io.decode_raw`.

    It is `tf.io.decode_raw` without a fixed length: all strings have to have as many bytes. What `tf.compat.v1.FixedLengthRecordReader`
    reads becomes numbers so.

    Arguments:
        input_bytes: a tensor of strings.
        out_type: the dtype of the numbers: float16, float32, float64, int8, int16, int32, int64, uint8, uint16, bool or complex.
        little_endian: False takes the first byte of a number as the greatest; True by default.
        name: a name for the operation in graphs; by default that of the function.
        bytes: the older name of `input_bytes`.

    Returns:
        A tensor of `out_type` with one dimension more, of the numbers in each string.

    Raises:
        InvalidArgumentError: strings differ in length, or their bytes cannot be divided into numbers.

    Example:
        >>> tf.compat.v1.decode_raw([b"\x01\x00\x02\x00"], tf.int16).numpy().tolist()
        [[1, 2]]
        >>> tf.compat.v1.decode_raw(b"\x00\x01", tf.int16, little_endian=False).numpy().tolist()
        [1]
    """
    return tf.io.decode_raw(one_of("input_bytes", input_bytes, "bytes", bytes), out_type, little_endian, name=name)


@tf_export(v1=["io.parse_example", "parse_example"])
def parse_example(
    serialized: TensorLike, features: Mapping[str, Any], name: str | None = None, example_names: TensorLike | None = None
) -> dict[str, Any]:
    """Reads a batch of serialized Examples. Mirrors `tf.compat.v1.parse_example` and `tf.compat.v1.io.parse_example`.

    It is `tf.io.parse_example`, whose arguments have another order.

    Arguments:
        serialized: a vector of strings, each a `tf.train.Example`.
        features: a dictionary that says for each feature what it is: `tf.io.FixedLenFeature`, `tf.io.VarLenFeature`, `tf.io.SparseFeature`,
            `tf.io.RaggedFeature` or `tf.io.FixedLenSequenceFeature`.
        name: a name for the operation in graphs; by default that of the function.
        example_names: a vector of strings that errors name the examples by; None by default.

    Returns:
        A dictionary from the same names to tensors [batch, ...], SparseTensors or RaggedTensors.

    Raises:
        ValueError: `features` is empty.
        InvalidArgumentError: an Example is damaged, has another dtype, or lacks a feature without a default.

    Example:
        >>> feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))
        >>> example = tf.train.Example(features=tf.train.Features(feature={"age": feature}))
        >>> tf.compat.v1.parse_example([example.SerializeToString()], {"age": tf.io.FixedLenFeature([], tf.int64)})["age"].numpy().tolist()
        [3]
    """
    return tf.io.parse_example(serialized, features, example_names, name)


@tf_export(v1=["io.parse_single_example", "parse_single_example"])
def parse_single_example(
    serialized: TensorLike, features: Mapping[str, Any], name: str | None = None, example_names: TensorLike | None = None
) -> dict[str, Any]:
    """Reads one serialized Example. Mirrors `tf.compat.v1.parse_single_example` and `tf.compat.v1.io.parse_single_example`.

    It is `tf.io.parse_single_example`, whose arguments have another order. For many at once `tf.compat.v1.parse_example` is quicker.

    Arguments:
        serialized: a scalar string, a `tf.train.Example`.
        features: a dictionary that says for each feature what it is: `tf.io.FixedLenFeature`, `tf.io.VarLenFeature`, `tf.io.SparseFeature`,
            `tf.io.RaggedFeature` or `tf.io.FixedLenSequenceFeature`.
        name: a name for the operation in graphs; by default that of the function.
        example_names: a scalar string that errors name the example by; None by default.

    Returns:
        A dictionary from the same names to tensors, SparseTensors or RaggedTensors.

    Raises:
        ValueError: `features` is empty.
        InvalidArgumentError: the Example is damaged, has another dtype, or lacks a feature without a default.

    Example:
        >>> feature = tf.train.Feature(float_list=tf.train.FloatList(value=[0.5, 1.5]))
        >>> example = tf.train.Example(features=tf.train.Features(feature={"x": feature}))
        >>> features = {"x": tf.io.FixedLenFeature([2], tf.float32)}
        >>> tf.compat.v1.parse_single_example(example.SerializeToString(), features)["x"].numpy().tolist()
        [0.5, 1.5]
    """
    return tf.io.parse_single_example(serialized, features, example_names, name)


@tf_export(v1=["io.serialize_sparse", "serialize_sparse"])
def serialize_sparse(sp_input: SparseTensor, name: str | None = None, out_type: DTypeLike = dtypes.string) -> Tensor:
    """A SparseTensor as three strings. Mirrors `tf.compat.v1.serialize_sparse` and `tf.compat.v1.io.serialize_sparse`.

    Queues of TensorFlow 1 hold sparse tensors in this form; `tf.compat.v1.io.deserialize_many_sparse` reads several of them at once. It is
    `tf.io.serialize_sparse`, whose arguments have another order.

    Arguments:
        sp_input: a `tf.SparseTensor` or a `tf.compat.v1.SparseTensorValue`.
        name: a name for the operation in graphs; by default that of the function.
        out_type: string (the default) or variant, the dtype of the result.

    Returns:
        A vector of three items of `out_type`: the serialized indices, values and shape.

    Raises:
        TypeError: it is no sparse tensor.

    Example:
        >>> x = tf.SparseTensor([[0, 1], [2, 0]], [5.0, 6.0], [3, 2])
        >>> made = tf.compat.v1.serialize_sparse(x)
        >>> made.shape, made.dtype
        (TensorShape([3]), tf.string)
        >>> tf.compat.v1.io.deserialize_many_sparse(made[None], tf.float32).values.numpy().tolist()
        [5.0, 6.0]
    """
    return tf.io.serialize_sparse(sp_input, out_type, name)


@tf_export(v1=["io.serialize_many_sparse", "serialize_many_sparse"])
def serialize_many_sparse(sp_input: SparseTensor, name: str | None = None, out_type: DTypeLike = dtypes.string) -> Tensor:
    """The rows of a SparseTensor as strings. Mirrors `tf.compat.v1.serialize_many_sparse` and `tf.compat.v1.io.serialize_many_sparse`.

    Each row of the result is a sparse tensor of one dimension less, in the form that queues of TensorFlow 1 hold;
    `tf.compat.v1.io.deserialize_many_sparse` puts them together again. It is `tf.io.serialize_many_sparse`, whose arguments have another
    order.

    Arguments:
        sp_input: a `tf.SparseTensor` or a `tf.compat.v1.SparseTensorValue` of rank 2 or more, whose first dimension is the batch.
        name: a name for the operation in graphs; by default that of the function.
        out_type: string (the default) or variant, the dtype of the result.

    Returns:
        A tensor [batch, 3] of `out_type`: for each row the serialized indices, values and shape.

    Raises:
        TypeError: it is no sparse tensor.

    Example:
        >>> x = tf.SparseTensor([[0, 1], [2, 0]], [5.0, 6.0], [3, 2])
        >>> rows = tf.compat.v1.serialize_many_sparse(x)
        >>> rows.shape
        TensorShape([3, 3])
        >>> tf.compat.v1.io.deserialize_many_sparse(rows, tf.float32).indices.numpy().tolist()
        [[0, 1], [2, 0]]
    """
    return tf.io.serialize_many_sparse(sp_input, out_type, name)
