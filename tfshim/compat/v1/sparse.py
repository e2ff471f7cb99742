"""`tf.compat.v1.sparse`: as `tf.sparse`, with the arguments of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import flag, one_of
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.values import dtypes
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor
    from tfshim.sparse.sparse_tensor import SparseTensor

__all__, __getattr__, __dir__ = exported(globals(), target="tfshim.sparse")


@tf_export(v1=["sparse.add", "sparse_add"])
def add(a: TensorLike, b: TensorLike, threshold: TensorLike | None = None, thresh: TensorLike | None = None) -> SparseTensor | Tensor:
    """The sum of two tensors of one shape, a SparseTensor if both are, else dense.

    Of a sparse sum, elements that both have are left out where its magnitude is less than `threshold` (older name: `thresh`).
    Raises TypeError where neither is sparse. Mirrors `tf.compat.v1.sparse_add`; see `tf.sparse.add`.
    """
    threshold = one_of("threshold", threshold, "thresh", thresh)
    return tf.sparse.add(a, b, 0 if threshold is None else threshold)


@tf_export(v1=["sparse.concat", "sparse_concat"])
def concat(
    axis: int | None,
    sp_inputs: Sequence[SparseTensor],
    name: str | None = None,
    expand_nonconcat_dim: bool = False,
    concat_dim: int | None = None,
    expand_nonconcat_dims: bool | None = None,
) -> SparseTensor:
    """SparseTensors joined along `axis`. Mirrors `tf.compat.v1.sparse_concat`."""
    expand = expand_nonconcat_dim if expand_nonconcat_dims is None else expand_nonconcat_dims
    return tf.sparse.concat(one_of("axis", axis, "concat_dim", concat_dim), sp_inputs, expand, name)


@tf_export(v1=["sparse.split", "sparse_split"])
def split(
    keyword_required: Any = None,
    sp_input: SparseTensor | None = None,
    num_split: int | None = None,
    axis: int | None = None,
    name: str | None = None,
    split_dim: int | None = None,
) -> list[SparseTensor]:
    """A SparseTensor as a list of `num_split` parts along `axis`. Mirrors `tf.compat.v1.sparse_split`.

    Raises ValueError for arguments that are not given by name, and for missing ones.
    """
    if keyword_required is not None:
        raise ValueError("Keyword arguments are required for this function.")
    axis = one_of("axis", axis, "split_dim", split_dim)
    if sp_input is None or num_split is None or axis is None:
        raise ValueError("sp_input, num_split and axis are required.")
    return tf.sparse.split(sp_input, num_split, axis, name)


@tf_export(v1=["sparse.merge", "sparse_merge"])
def merge(
    sp_ids: SparseTensor, sp_values: SparseTensor, vocab_size: IntLike, name: str | None = None, already_sorted: bool = False
) -> SparseTensor:
    """The SparseTensor [..., vocab_size] with the values of `sp_values` and, in the last dimension, the values of `sp_ids` as indices.

    Its indices are sorted unless `already_sorted`. Lists of `sp_ids` and `vocab_size` are refused. Mirrors
    `tf.compat.v1.sparse_merge`.
    """
    if isinstance(sp_ids, (list, tuple)) or isinstance(vocab_size, (list, tuple)):
        raise refused("tf.compat.v1.sparse_merge", "lists")
    ids = tf.cast(sp_ids.values, dtypes.int64)
    indices = tf.concat([sp_ids.indices[:, :-1], tf.expand_dims(ids, 1)], 1)
    shape = tf.concat([sp_ids.dense_shape[:-1], [tf.cast(vocab_size, dtypes.int64)]], 0)
    made = tf.SparseTensor(indices, sp_values.values, shape)
    return made if already_sorted else tf.sparse.reorder(made)


def _reduction(name, sparse):
    function = getattr(tf.sparse, name)

    def reduce(sp_input, axis=None, keepdims=None, reduction_axes=None, keep_dims=None):
        return function(sp_input, one_of("axis", axis, "reduction_axes", reduction_axes), flag(keepdims, keep_dims), sparse)

    reduce.__name__ = reduce.__qualname__ = name + ("_sparse" if sparse else "")
    reduce.__doc__ = (
        f"See `tf.sparse.{name}`; the result is {'sparse' if sparse else 'dense'}. Mirrors `tf.compat.v1.sparse_{reduce.__name__}`."
    )
    return reduce


reduce_max, reduce_max_sparse = _reduction("reduce_max", False), _reduction("reduce_max", True)
reduce_sum, reduce_sum_sparse = _reduction("reduce_sum", False), _reduction("reduce_sum", True)
tf_export(v1=["sparse.reduce_max", "sparse_reduce_max"])(reduce_max)
tf_export(v1=["sparse.reduce_max_sparse", "sparse_reduce_max_sparse"])(reduce_max_sparse)
tf_export(v1=["sparse.reduce_sum", "sparse_reduce_sum"])(reduce_sum)
tf_export(v1=["sparse.reduce_sum_sparse", "sparse_reduce_sum_sparse"])(reduce_sum_sparse)


def _segments(name):
    function = getattr(tf.sparse, name)

    def segment(data, indices, segment_ids, name=None, num_segments=None, sparse_gradient=False):
        return function(data, indices, segment_ids, num_segments=num_segments, sparse_gradient=sparse_gradient, name=name)

    segment.__name__ = segment.__qualname__ = name
    segment.__doc__ = f"See `tf.sparse.{name}`. Mirrors `tf.compat.v1.sparse_{name}`."
    return segment


segment_mean, segment_sum = _segments("segment_mean"), _segments("segment_sum")
segment_sqrt_n = _segments("segment_sqrt_n")
tf_export(v1=["sparse.segment_mean", "sparse_segment_mean"])(segment_mean)
tf_export(v1=["sparse.segment_sqrt_n", "sparse_segment_sqrt_n"])(segment_sqrt_n)
tf_export(v1=["sparse.segment_sum", "sparse_segment_sum"])(segment_sum)


@tf_export(v1=["sparse_matmul"])
def _matmul(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of two dense matrices; `a_is_sparse` and `b_is_sparse` are hints. Mirrors `tf.compat.v1.sparse_matmul`."""
    for label, hint in (("a_is_sparse", a_is_sparse), ("b_is_sparse", b_is_sparse)):
        attribute("bool", hint, label, False)
    return tf.matmul(a, b, transpose_a, transpose_b, name=name)


@tf_export(v1=["sparse_to_dense"])
def _to_dense(
    sparse_indices: TensorLike,
    output_shape: SizesLike,
    sparse_values: TensorLike,
    default_value: TensorLike = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """The dense tensor of shape `output_shape` with `sparse_values` at `sparse_indices` and `default_value` elsewhere.

    `sparse_indices` [n, rank], or [n] or a scalar for a vector; `sparse_values` [n], or a scalar for all. Mirrors
    `tf.compat.v1.sparse_to_dense`.
    """
    indices = tf.convert_to_tensor(sparse_indices, dtype_hint=dtypes.int64)
    values = tf.convert_to_tensor(sparse_values)
    indices = tf.cast(tf.reshape(indices, [-1, 1]) if indices.shape.rank in (0, 1) else indices, dtypes.int64)
    if values.shape.rank == 0:
        values = tf.fill([tf.shape(indices)[0]], values)
    made = tf.SparseTensor(indices, values, tf.cast(tf.convert_to_tensor(output_shape), dtypes.int64))
    return tf.sparse.to_dense(made, tf.cast(default_value, values.dtype), validate_indices, name)
