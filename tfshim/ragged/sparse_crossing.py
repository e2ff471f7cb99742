"""`tf.sparse.cross` and `tf.sparse.cross_hashed`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.ragged.crossing import crossed, hashed
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


__all__ = ["cross", "cross_hashed"]


def _checked(inputs):
    if not isinstance(inputs, (list, tuple)):
        raise TypeError("Inputs must be a list")
    if not all(isinstance(x, SparseTensor) or is_tensor(x) and not hasattr(x, "row_splits") for x in inputs):
        raise TypeError("All inputs must be Tensor or SparseTensor.")
    # TensorFlow's operation takes the sparse inputs before the dense ones, whatever their order in the list.
    return [x for x in inputs if isinstance(x, SparseTensor)] + [convert_to_tensor(x) for x in inputs if not isinstance(x, SparseTensor)]


@tf_export("sparse.cross")
def cross(inputs: TensorLike, name: str | None = None, separator: TensorLike | None = None) -> SparseTensor:
    """The crosses of the features in `inputs`, row by row: strings such as "a_X_b", in a SparseTensor.

    inputs: a list of sparse or dense tensors of rank 2, of strings or integers, with the same number of rows. separator: what
    is put between the parts, "_X_" by default. Raises TypeError for other inputs, InvalidArgumentError for other numbers of rows.
    Mirrors `tf.sparse.cross`.
    """
    between = "_X_" if separator is None else separator
    return crossed(_checked(inputs), "tf.sparse.cross", between.decode() if isinstance(between, bytes) else between, name).to_sparse()


@tf_export("sparse.cross_hashed")
def cross_hashed(inputs: TensorLike, num_buckets: int = 0, hash_key: TensorLike | None = None, name: str | None = None) -> SparseTensor:
    """The hashes of the crosses of the features in `inputs`, row by row: int64, in a SparseTensor.

    inputs: as for `tf.sparse.cross`. num_buckets: the hashes are taken modulo this, if it is not 0. hash_key: another start for the
    hashes. Raises as `tf.sparse.cross` does. Mirrors `tf.sparse.cross_hashed`.
    """
    return hashed(_checked(inputs), "tf.sparse.cross_hashed", num_buckets, hash_key, name).to_sparse()
