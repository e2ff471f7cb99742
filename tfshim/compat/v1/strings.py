"""`tf.compat.v1.strings`: as `tf.strings`, with the arguments of TensorFlow 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import flag, one_of
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.values import dtypes
from tfshim.strings.splitting import split_at_bytes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor
    from tfshim.ragged.ragged_tensor import RaggedTensor
    from tfshim.sparse.sparse_tensor import SparseTensor

__all__, __getattr__, __dir__ = exported(globals(), target="tfshim.strings")


@tf_export(v1=["strings.length"])
def length(input: TensorLike, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """The length of each string in bytes or, with `unit="UTF8_CHAR"`, characters. Mirrors `tf.compat.v1.strings.length`."""
    return tf.strings.length(input, unit, name)


@tf_export(v1=["strings.substr", "substr"])
def substr(input: TensorLike, pos: TensorLike, len: TensorLike, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """`len` bytes or characters of each string from `pos` on. Mirrors `tf.compat.v1.substr`."""
    return tf.strings.substr(input, pos, len, unit, name)


def _check_result_type(result_type):
    if result_type not in ("SparseTensor", "RaggedTensor"):
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")


@tf_export(v1=["strings.split"])
def split(
    input: TensorLike | None = None,
    sep: str | None = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: TensorLike | None = None,
    name: str | None = None,
) -> SparseTensor | RaggedTensor:
    """The pieces of each string, as a SparseTensor or, with `result_type="RaggedTensor"`, a RaggedTensor; one string is a vector of one.

    Mirrors `tf.compat.v1.strings.split`; raises ValueError for other result types.
    """
    _check_result_type(result_type)
    strings = one_of("input", input, "source", source)
    if not isinstance(strings, tf.RaggedTensor):
        strings = tf.convert_to_tensor(strings, dtypes.string)
        if strings.shape.rank == 0:
            strings = tf.expand_dims(strings, 0)
    made: Any = tf.strings.split(strings, sep, maxsplit, name)
    return made if result_type == "RaggedTensor" else made.to_sparse()


@tf_export(v1=["string_split"])
def _string_split(
    source: TensorLike,
    sep: str | bytes | None = None,
    skip_empty: bool = True,
    delimiter: str | bytes | None = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> SparseTensor | RaggedTensor:
    """The pieces of each string of a vector between any of the characters of `sep`; empty ones are left out if `skip_empty`.

    Mirrors `tf.compat.v1.string_split`; raises ValueError for other result types, InvalidArgumentError for what is no vector.
    """
    _check_result_type(result_type)
    skip_empty = attribute("bool", skip_empty, "skip_empty", True)
    sep = one_of("sep", sep, "delimiter", delimiter)
    values, lengths = split_at_bytes(
        tf.convert_to_tensor(source), tf.convert_to_tensor(" " if sep is None else sep, dtypes.string), skip_empty
    )
    pieces = tf.RaggedTensor.from_row_lengths(values, lengths, validate=False)
    return pieces if result_type == "RaggedTensor" else pieces.to_sparse()


@tf_export(v1=["string_to_hash_bucket", "strings.to_hash_bucket"])
def to_hash_bucket(
    string_tensor: TensorLike | None = None, num_buckets: IntLike | None = None, name: str | None = None, input: TensorLike | None = None
) -> Tensor:
    """The bucket of each string, int64 below `num_buckets`, by its hash. Mirrors `tf.compat.v1.string_to_hash_bucket`."""
    return tf.strings.to_hash_bucket(one_of("input", input, "string_tensor", string_tensor), num_buckets, name)


@tf_export(v1=["string_to_number", "strings.to_number"])
def to_number(
    string_tensor: TensorLike | None = None, out_type: DTypeLike = dtypes.float32, name: str | None = None, input: TensorLike | None = None
) -> Tensor:
    """Each string parsed as a number of dtype `out_type`. Mirrors `tf.compat.v1.string_to_number`."""
    return tf.strings.to_number(one_of("input", input, "string_tensor", string_tensor), out_type, name)


@tf_export(v1=["reduce_join", "strings.reduce_join"])
def reduce_join(
    inputs: TensorLike,
    axis: Axis = None,
    keep_dims: bool | None = None,
    separator: str = "",
    name: str | None = None,
    reduction_indices: Axis = None,
    keepdims: bool | None = None,
) -> Tensor:
    """The strings along `axis` joined with `separator`. Mirrors `tf.compat.v1.reduce_join`."""
    return tf.strings.reduce_join(
        inputs, one_of("axis", axis, "reduction_indices", reduction_indices), flag(keepdims, keep_dims), separator, name
    )
