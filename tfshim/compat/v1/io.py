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
    """The columns of lines of CSV; see `tf.io.decode_csv`. Mirrors `tf.compat.v1.decode_csv`."""
    return tf.io.decode_csv(records, record_defaults, field_delim, use_quote_delim, na_value, select_cols, name)


@tf_export(v1=["decode_raw", "io.decode_raw"])
def decode_raw(
    input_bytes: TensorLike | None = None,
    out_type: DTypeLike | None = None,
    little_endian: bool = True,
    name: str | None = None,
    bytes: TensorLike | None = None,
) -> Tensor:
    """Strings of bytes as numbers; see `tf.io.decode_raw`. Mirrors `tf.compat.v1.decode_raw`."""
    return tf.io.decode_raw(one_of("input_bytes", input_bytes, "bytes", bytes), out_type, little_endian, name=name)


@tf_export(v1=["io.parse_example", "parse_example"])
def parse_example(
    serialized: TensorLike, features: Mapping[str, Any], name: str | None = None, example_names: TensorLike | None = None
) -> dict[str, Any]:
    """Tensors from serialized Examples; see `tf.io.parse_example`. Mirrors `tf.compat.v1.parse_example`."""
    return tf.io.parse_example(serialized, features, example_names, name)


@tf_export(v1=["io.parse_single_example", "parse_single_example"])
def parse_single_example(
    serialized: TensorLike, features: Mapping[str, Any], name: str | None = None, example_names: TensorLike | None = None
) -> dict[str, Any]:
    """Tensors from one serialized Example; see `tf.io.parse_single_example`. Mirrors `tf.compat.v1.parse_single_example`."""
    return tf.io.parse_single_example(serialized, features, example_names, name)


@tf_export(v1=["io.serialize_sparse", "serialize_sparse"])
def serialize_sparse(sp_input: SparseTensor, name: str | None = None, out_type: DTypeLike = dtypes.string) -> Tensor:
    """A SparseTensor as three strings; see `tf.io.serialize_sparse`. Mirrors `tf.compat.v1.serialize_sparse`."""
    return tf.io.serialize_sparse(sp_input, out_type, name)


@tf_export(v1=["io.serialize_many_sparse", "serialize_many_sparse"])
def serialize_many_sparse(sp_input: SparseTensor, name: str | None = None, out_type: DTypeLike = dtypes.string) -> Tensor:
    """The rows of a SparseTensor as strings; see `tf.io.serialize_many_sparse`. Mirrors the function of TensorFlow 1."""
    return tf.io.serialize_many_sparse(sp_input, out_type, name)
