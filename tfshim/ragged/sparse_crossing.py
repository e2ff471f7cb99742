"""`tf.sparse.cross` and `tf.sparse.cross_hashed`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.runtime.errors import InvalidArgumentError, op_error
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.ragged.crossing import crossed, hashed
from tfshim.refusals import refused
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


__all__ = ["cross", "cross_hashed"]


def _checked(inputs, kinds, op_type):
    if not isinstance(inputs, (list, tuple)):
        raise TypeError("Inputs must be a list")
    if not all(isinstance(x, SparseTensor) or is_tensor(x) and not hasattr(x, "row_splits") for x in inputs):
        raise TypeError(f"All inputs must be {kinds}")
    # TensorFlow's operation takes the sparse inputs before the dense ones, whatever their order in the list.
    inputs = [x for x in inputs if isinstance(x, SparseTensor)] + [convert_to_tensor(x) for x in inputs if not isinstance(x, SparseTensor)]
    if TS.graph is None:
        _check_shapes(inputs, op_type)
    return [x if x.dtype == dt.string or x.dtype.is_integer else cast(x, dt.int64) for x in inputs]  # which ragged crosses refuse


def _counts(inputs):
    """How many inputs of each kind the operation has, as its messages show."""
    sparse = sum(isinstance(x, SparseTensor) for x in inputs)
    return {"N": sparse, "dense_types": len(inputs) - sparse, "sparse_types": sparse}


def _check_shapes(inputs, op_type):
    """Raise InvalidArgumentError for the first of `inputs` that is no batch of rows, or a batch of another size than the first one."""
    count = _counts(inputs)["N"]

    def refuse(text):
        raise op_error(InvalidArgumentError, text, op_type, counts=_counts(inputs))

    for part, rank in (("indices", 2), ("values", 1), ("dense_shape", 1)):
        for i, x in enumerate(inputs[:count]):
            sizes = getattr(x, part).shape
            if sizes.rank != rank:
                what = "shapes" if part == "dense_shape" else part
                form = "matrix" if rank == 2 else "vector"
                refuse(f"Input {what} should be a {form} but received shape {dims_text(sizes)} at position {i}")
            if rank == 2 and sizes[1] != 2:
                refuse(f"Expected D2 of index to be 2 got {sizes[1]} at position {i}")
    for i, x in enumerate(inputs[count:]):
        if x.shape.rank != 2:
            refuse(f"Dense inputs should be a matrix but received shape {dims_text(x.shape)} at position {i}")
    rows = [int(x.dense_shape[0]) if isinstance(x, SparseTensor) else x.shape[0] for x in inputs]
    for i, n in enumerate(rows):
        if n != rows[0]:
            refuse(f"Expected batch size {rows[0]} got {n} at {f'position {i}' if i < count else f'dense tensor {i - count}'}")


def _text_between(separator, inputs):
    """The separator as bytes: a scalar of strings, whose value is known."""
    if separator is None:
        return b"_X_"
    separator = convert_to_tensor(separator, dt.string)
    known = static_value(separator)
    if known is None:
        raise refused("tf.sparse.cross", "separator")
    if separator.shape.rank != 0:
        values = " ".join(text.decode(errors="replace") for text in known.ravel())
        shown = f"Tensor<type: string shape: {dims_text(separator.shape)} values: {values}>"
        raise op_error(
            InvalidArgumentError, f"Input separator should be a scalar. Received: {shown}", "SparseCrossV2", counts=_counts(inputs)
        )
    return bytes(known)


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
    inputs = _checked(inputs, "Tensor or SparseTensor.", "SparseCrossV2")
    return crossed(inputs, "tf.sparse.cross", _text_between(separator, inputs), name).to_sparse()


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
    return hashed(_checked(inputs, "SparseTensors", "SparseCross"), "tf.sparse.cross_hashed", num_buckets, hash_key, name).to_sparse()
