"""Products and quotients of sparse and dense tensors, and functions of the stored elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim import array_ops, debugging, math
from tfshim._export import tf_export
from tfshim.control_flow import control_dependencies
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.sparse.sparse_tensor import SparseTensor

__all__ = ["divide_dense", "map_values", "multiply_dense"]


def _dense_places(sp_indices, sp_shape, dense, name=None):
    """The indices in the dense tensor, which broadcasts to the sparse one, of the stored elements."""
    rank, extra = sp_indices.shape[1], sp_indices.shape[1] - dense.ndim
    if extra < 0:
        raise _no_broadcast(sp_shape, dense)
    if not sp_shape.is_meta:
        sizes = sp_shape.tolist()
        if any(d not in (1, n) for n, d in zip(sizes[rank - dense.ndim :], dense.shape, strict=True)):
            raise _no_broadcast(sp_shape, dense)
    stretched = sp_indices.new_tensor([0 if n == 1 else 1 for n in dense.shape])
    return sp_indices[:, extra:] * stretched


def _no_broadcast(sp_shape, dense):
    sparse = "?" if sp_shape.is_meta else ",".join(map(str, sp_shape.tolist()))
    return invalid(
        f"SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: [{sparse}] vs. {dims_text(dense.shape)}",
    )


_ARGUMENTS: dict[str, Any] = {
    "sp_indices": "int64", "sp_shape": "int64", "dense": "any", "grad": None, "register": False, "scope": "",
    "shape_fn": lambda sp_indices, sp_shape, dense: (sp_indices.dtype, [None, dense.shape.rank]),
}  # fmt: skip
# One kernel under two names, so that errors name the operation that the user wrote.
_places_of_product = op("SparseDenseCwiseMul", **_ARGUMENTS)(_dense_places)
_places_of_quotient = op("SparseDenseCwiseDiv", **_ARGUMENTS)(_dense_places)


def _picked(sparse, y, places):
    y = convert_to_tensor(y, sparse.dtype)
    if y.shape.rank == 0:
        y = array_ops.reshape(y, [1])
    return array_ops.gather_nd(y, places(sparse.indices, sparse.dense_shape, y))


def multiply_dense(sparse, y):
    """`sparse * y` at the stored indices; `y` is dense and broadcasts to `sparse`."""
    return sparse.with_values(math.multiply(sparse.values, _picked(sparse, y, _places_of_product)))


def divide_dense(sparse, y):
    """`sparse / y` at the stored indices; integers divide as floats."""
    return sparse.with_values(math.truediv(sparse.values, _picked(sparse, y, _places_of_quotient)))


@tf_export("sparse.map_values", v1=[])
@composite
def map_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> SparseTensor:
    """A function of the stored elements of sparse tensors. Mirrors `tf.sparse.map_values`.

    Arguments:
        op: a callable that takes and gives dense tensors, whose result has as many elements as each sparse argument stores: `tf.abs`,
            `tf.add`, a function of your own.
        args, kwargs: its arguments, nested as may be. Every SparseTensor among them is handed over as its values, all others as they are.

    Returns:
        A SparseTensor with the result at the indices of the sparse arguments. What is not stored is not touched, also where `op(0)` is not
        0.

    Raises:
        ValueError: no argument is sparse, or the result has another number of elements.
        InvalidArgumentError: the indices or the shapes of sparse arguments differ.

    Example:
        >>> s = tf.sparse.from_dense([[0, -2], [3, 0]])
        >>> tf.sparse.to_dense(tf.sparse.map_values(tf.add, s, 10))
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[ 0,  8],
               [13,  0]], dtype=int32)>
    """
    found = []

    def inner(value):
        if not isinstance(value, SparseTensor):
            return value
        found.append(value)
        return value.values

    args, kwargs = nest.map_structure(inner, (args, kwargs))
    if not found:
        raise ValueError("No SparseTensor in argument list of map_values")
    first, checks = found[0], []
    for other in found[1:]:
        checks.append(debugging.assert_equal(first.dense_shape, other.dense_shape, message="Mismatched shapes!"))
        checks.append(debugging.assert_equal(first.indices, other.indices, message="Mismatched indices!"))
    with control_dependencies([c for c in checks if c is not None]):
        return first.with_values(op(*args, **kwargs))
