"""IndexedSlices without some of their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.array_ops.uniques import list_difference
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int32

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


__all__ = ["mask"]


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
    left, kept = list_difference(indices, mask_indices, int32)
    return IndexedSlices(array_ops.gather(a.values, kept), left, a.dense_shape)
