"""IndexedSlices without some of their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.op import op
from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


__all__ = ["mask"]


@op("SparseRowsToKeep", indices="T", mask_indices="T", grad=None, register=False,
    shape_fn=lambda indices, mask_indices: (indices.dtype, [None]))  # fmt: skip
def _kept(indices, mask_indices, name=None):
    """The numbers of the `indices` that are not among `mask_indices`."""
    return (indices[:, None] != mask_indices).all(1).nonzero()[:, 0].to(indices.dtype)


@tf_export("sparse.mask", v1=["sparse.mask", "sparse_mask"])
def mask(a: TensorLike, mask_indices: TensorLike, name: str | None = None) -> IndexedSlices:
    """The rows of an IndexedSlices but for those of some indices. Mirrors `tf.sparse.mask`.

    Arguments:
        a: a `tf.IndexedSlices`, for instance the gradient of an embedding.
        mask_indices: a vector with the dtype of `a.indices`: the indices whose rows are left out. Those that `a` does not have make no
            difference.
        name: a name for the operations in graphs.

    Returns:
        A `tf.IndexedSlices` with the other rows, in their order, and the dense shape of `a`.

    Example:
        >>> a = tf.IndexedSlices(tf.constant([[1.0], [2.0], [3.0]]), tf.constant([12, 26, 37]))
        >>> b = tf.sparse.mask(a, [12, 45])
        >>> b.indices.numpy(), b.values.numpy().tolist()
        (array([26, 37], dtype=int32), [[2.0], [3.0]])
    """
    indices = convert_to_tensor(a.indices)
    kept = _kept(indices, convert_to_tensor(mask_indices, indices.dtype))
    return IndexedSlices(array_ops.gather(a.values, kept), array_ops.gather(indices, kept), a.dense_shape)
