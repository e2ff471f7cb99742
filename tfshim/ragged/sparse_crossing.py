"""`tf.sparse.cross` and `tf.sparse.cross_hashed`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.ragged.crossing import crossed, hashed
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


__all__ = ["cross", "cross_hashed"]


def _checked(inputs, kinds):
    if not isinstance(inputs, (list, tuple)):
        raise TypeError("Inputs must be a list")
    if not all(isinstance(x, SparseTensor) or is_tensor(x) and not hasattr(x, "row_splits") for x in inputs):
        raise TypeError(f"All inputs must be {kinds}")
    # TensorFlow's operation takes the sparse inputs before the dense ones, whatever their order in the list.
    inputs = [x for x in inputs if isinstance(x, SparseTensor)] + [convert_to_tensor(x) for x in inputs if not isinstance(x, SparseTensor)]
    return [x if x.dtype == dt.string or x.dtype.is_integer else cast(x, dt.int64) for x in inputs]  # which ragged crosses refuse


@tf_export("sparse.cross")
def cross(inputs: TensorLike, name: str | None = None, separator: TensorLike | None = None) -> SparseTensor:
    """The crosses of several features, row by row, as strings. Mirrors `tf.sparse.cross`.

    Arguments:
        inputs: a list of SparseTensors or dense tensors with two axes and the same number of rows, of strings or numbers; floats are
            truncated to integers.
        name: a name for the operation in graphs.
        separator: what is put between the parts; None, the default, for "_X_".

    Returns:
        A SparseTensor of strings: each row has a string for every choice of one element from each input.

    Raises:
        TypeError: inputs of other kinds.
        InvalidArgumentError: numbers of rows that differ, or inputs without two axes.

    Example:
        >>> crosses = tf.sparse.cross([tf.constant([["red", "blue"], ["red", "red"]]), tf.constant([["s"], ["m"]])])
        >>> tf.sparse.to_dense(crosses)
        <tf.Tensor: shape=(2, 2), dtype=string, numpy=
        array([[b'red_X_s', b'blue_X_s'],
               [b'red_X_m', b'red_X_m']], dtype=object)>
    """
    between = "_X_" if separator is None else separator
    between = between.decode() if isinstance(between, bytes) else between
    return crossed(_checked(inputs, "Tensor or SparseTensor."), "tf.sparse.cross", between, name).to_sparse()


@tf_export("sparse.cross_hashed")
def cross_hashed(inputs: TensorLike, num_buckets: int = 0, hash_key: TensorLike | None = None, name: str | None = None) -> SparseTensor:
    """The hashes of the crosses of several features, row by row. Mirrors `tf.sparse.cross_hashed`.

    The numbers are those of TensorFlow in every process, so that what was trained with them goes on.

    Arguments:
        inputs: a list of SparseTensors or dense tensors with two axes, of strings or integers, with the same number of rows.
        num_buckets: hashes are taken modulo this number; 0, the default, leaves them as they are.
        hash_key: an integer that hashes begin with; None, the default, for TensorFlow's.
        name: a name for the operation in graphs.

    Returns:
        A SparseTensor of int64: each row has a hash for every choice of one element from each input.

    Raises:
        TypeError: inputs of other kinds.
        InvalidArgumentError: numbers of rows that differ, or inputs without two axes.

    Example:
        >>> crosses = tf.sparse.cross_hashed([tf.sparse.from_dense([["red", "blue"]]), tf.sparse.from_dense([["s"]])], num_buckets=100)
        >>> crosses.values
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([91, 30])>
    """
    return hashed(_checked(inputs, "SparseTensors"), "tf.sparse.cross_hashed", num_buckets, hash_key, name).to_sparse()
