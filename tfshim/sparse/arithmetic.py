"""Sums, products, maxima and softmax of sparse tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.array_ops.matrices import matrix_transpose
from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.memory import check_count
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor
from tfshim.protos.tensors import constant_value_as_shape
from tfshim.sparse._indices import (
    check_matrix_and_vectors,
    check_parts,
    check_within,
    columns,
    distinct,
    linear,
    outside,
    parts,
    surely_within,
    union,
)
from tfshim.sparse.matrix_products import product
from tfshim.sparse.sparse_tensor import SparseTensor, convert_to_sparse, is_sparse_value

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


__all__ = ["add", "maximum", "minimum", "softmax", "sparse_dense_matmul"]


def _is_sparse(value):
    return isinstance(value, SparseTensor) or is_sparse_value(value)


def _check_shapes(a, b, of_sum=False):
    """Raise InvalidArgumentError unless the shapes are the same."""
    a, b = a.tolist(), b.tolist()
    if len(a) != len(b):
        if of_sum:
            raise invalid(f"Input indices must have the same dimension, got {len(a)} and {len(b)}")
        shown = " and ".join(" ".join(map(str, sizes)) for sizes in (a, b))
        raise invalid(f"Operands do not have the same ranks; got shapes: {shown}")
    for axis, (m, n) in enumerate(zip(a, b, strict=True)):
        if m != n:
            raise invalid(f"Operands' shapes do not match: got {m} and {n} for dimension {axis}")


def _merged(a_indices, a_values, a_shape, *rest):
    return parts(columns(a_indices.shape), a_values.dtype)


_TWO: dict[str, Any] = {
    "a_indices": "int64", "a_values": "T", "a_shape": "int64", "b_indices": "int64", "b_values": "T", "b_shape": "int64",
    "shape_fn": _merged, "scope": "",
}  # fmt: skip


@op("SparseAdd", T=dt.NUMBERS, thresh="any", **_TWO)
def _sparse_add(a_indices, a_values, a_shape, b_indices, b_values, b_shape, thresh, name=None):
    """The sum; where both have an element, the sum is kept if its absolute value is at least `thresh`."""
    _check_shapes(a_shape, b_shape, of_sum=True)
    indices, at_a, at_b = union(a_indices, b_indices)
    values = a_values.new_zeros(indices.shape[0]).index_add(0, at_a, a_values).index_add(0, at_b, b_values)
    great = values.detach().abs() >= thresh
    if bool(great.all()):
        return indices, values, a_shape
    one = torch.ones(indices.shape[0], dtype=torch.bool, device=indices.device)
    kept = one.index_fill(0, at_a, False) | one.index_fill(0, at_b, False) | great
    if bool(kept.all()):
        return indices, values, a_shape
    return indices[kept], values[kept], a_shape


@op("SparseTensorDenseAdd", a_indices="int64", a_values="T", a_shape="int64", b="T", T=dt.NUMBERS, scope="",
    shape_fn=lambda i, v, s, b: (b.dtype, b.shape))  # fmt: skip
def _sparse_tensor_dense_add(a_indices, a_values, a_shape, b, name=None):
    """The dense sum."""
    check_matrix_and_vectors("a", a_indices, a_values, a_shape)
    for m, n in ((len(a_indices), len(a_values)), (a_indices.shape[1], len(a_shape))):
        if m != n:
            raise invalid(f"Dimensions {m} and {n} are not compatible")
    sizes = a_shape.tolist()
    if len(sizes) != b.ndim:
        raise invalid(f"Two operands have different ranks; received: {len(sizes)} and {b.ndim}")
    for axis, (m, n) in enumerate(zip(sizes, b.shape, strict=True)):
        if m != n:
            raise invalid(f"Dimension {axis} does not equal (no broadcasting is supported): sparse side {m} vs dense side {n}")
    if not surely_within(a_indices, sizes):
        wrong = (a_indices < 0) | (a_indices >= a_indices.new_tensor(sizes))
        if bool(wrong.any()):
            row, axis = wrong.nonzero()[0].tolist()
            raise invalid(
                f"Sparse tensor has an invalid index on dimension {axis}: a_indices({row},{axis}) = {int(a_indices[row, axis])}, "
                f"dense tensor shape: {sizes[axis]}"
            )
    return b.reshape(-1).index_add(0, linear(a_indices, sizes), a_values).reshape(b.shape)


@tf_export("sparse.add")
def add(a: TensorLike, b: TensorLike, threshold: TensorLike = 0) -> AnyTensor:
    """The sum of two tensors of which at least one is sparse. Mirrors `tf.sparse.add`.

    Arguments:
        a, b: two tensors of one dtype and shape, at least one a SparseTensor.
        threshold: a real scalar: where both have an element, the sum is left out if its absolute value is less; 0 by default, which keeps
            all. Of no effect where one tensor is dense.

    Returns:
        A SparseTensor if both are sparse, else a dense tensor.

    Raises:
        TypeError: neither is sparse.
        InvalidArgumentError: dtypes or shapes differ.

    Example:
        >>> a, b = tf.sparse.from_dense([[0, 1], [2, 0]]), tf.sparse.from_dense([[0, -1], [0, 3]])
        >>> tf.sparse.add(a, b, threshold=1).values
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([2, 3], dtype=int32)>
        >>> tf.sparse.add(a, tf.constant([[1, 1], [1, 1]]))
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 2],
               [3, 1]], dtype=int32)>
    """
    if not (_is_sparse(a) or _is_sparse(b)):
        raise TypeError("At least one input should be SparseTensor; do you mean to use tf.add()?")
    if _is_sparse(a) and _is_sparse(b):
        a, b = convert_to_sparse(a), convert_to_sparse(b)
        real = {dt.complex64: dt.float32, dt.complex128: dt.float64}.get(a.dtype, a.dtype)
        thresh = convert_to_tensor(threshold, real)
        made = SparseTensor(*_sparse_add(a.indices, a.values, a.dense_shape, b.indices, b.values, b.dense_shape, thresh))
        made.set_shape(a.shape.merge_with(b.shape))
        return made
    if _is_sparse(b):
        a, b = b, a
    a = convert_to_sparse(a)
    return _sparse_tensor_dense_add(a.indices, a.values, a.dense_shape, convert_to_tensor(b, a.dtype))


def _extreme(a_indices, a_values, a_shape, b_indices, b_values, b_shape, function):
    check_parts(a_indices, a_values, a_shape)
    check_parts(b_indices, b_values, b_shape)
    _check_shapes(a_shape, b_shape)
    sizes = a_shape.tolist()
    check_within(a_indices, sizes)
    check_within(b_indices, sizes)
    indices, at_a, at_b = union(a_indices, b_indices)
    empty = a_values.new_zeros(indices.shape[0])
    return indices, function(empty.index_copy(0, at_a, a_values), empty.index_copy(0, at_b, b_values))


def _extreme_shape(*args):
    return _merged(*args)[:2]


@op("SparseSparseMaximum", T=dt.REAL_NUMBERS, grad="missing", **{**_TWO, "shape_fn": _extreme_shape})
def _sparse_sparse_maximum(a_indices, a_values, a_shape, b_indices, b_values, b_shape, name=None):
    """The indices and the greater elements."""
    return _extreme(a_indices, a_values, a_shape, b_indices, b_values, b_shape, torch.maximum)


@op("SparseSparseMinimum", T=dt.NUMBERS, grad="missing", **{**_TWO, "shape_fn": _extreme_shape})
def _sparse_sparse_minimum(a_indices, a_values, a_shape, b_indices, b_values, b_shape, name=None):
    """The indices and the lesser elements."""
    return _extreme(a_indices, a_values, a_shape, b_indices, b_values, b_shape, torch.minimum)


def _of_two(function, sp_a, sp_b, name):
    sp_a, sp_b = convert_to_sparse(sp_a), convert_to_sparse(sp_b)
    indices, values = function(sp_a.indices, sp_a.values, sp_a.dense_shape, sp_b.indices, sp_b.values, sp_b.dense_shape, name=name)
    return SparseTensor(indices, values, sp_a.dense_shape)


@tf_export("sparse.maximum", v1=["sparse.maximum", "sparse_maximum"])
def maximum(sp_a: TensorLike, sp_b: TensorLike, name: str | None = None) -> SparseTensor:
    """The greater of two sparse tensors at each index that either stores. Mirrors `tf.sparse.maximum`.

    Arguments:
        sp_a, sp_b: SparseTensors of real numbers, of one dtype and shape, their indices in row-major order. What one does not store
            counts as 0 there.
        name: a name for the operation in graphs.

    Returns:
        A SparseTensor of the same dtype and shape. It has no gradient.

    Raises:
        TypeError: input that is not sparse. InvalidArgumentError: shapes that differ.

    Example:
        >>> a, b = tf.sparse.from_dense([[0, 4], [-2, 0]]), tf.sparse.from_dense([[0, 5], [0, 3]])
        >>> tf.sparse.to_dense(tf.sparse.maximum(a, b))
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[0, 5],
               [0, 3]], dtype=int32)>
    """
    return _of_two(_sparse_sparse_maximum, sp_a, sp_b, name)


@tf_export("sparse.minimum", v1=["sparse.minimum", "sparse_minimum"])
def minimum(sp_a: TensorLike, sp_b: TensorLike, name: str | None = None) -> SparseTensor:
    """The lesser of two sparse tensors at each index that either stores. Mirrors `tf.sparse.minimum`.

    Arguments:
        sp_a, sp_b: SparseTensors of real numbers, of one dtype and shape, their indices in row-major order. What one does not store
            counts as 0 there.
        name: a name for the operation in graphs.

    Returns:
        A SparseTensor of the same dtype and shape. It has no gradient.

    Raises:
        TypeError: input that is not sparse. InvalidArgumentError: shapes that differ.

    Example:
        >>> a, b = tf.sparse.from_dense([[0, 4], [-2, 0]]), tf.sparse.from_dense([[0, 5], [0, 3]])
        >>> tf.sparse.to_dense(tf.sparse.minimum(a, b))
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[ 0,  4],
               [-2,  0]], dtype=int32)>
    """
    return _of_two(_sparse_sparse_minimum, sp_a, sp_b, name)


def _product_shape(a_indices, a_values, a_shape, b, adjoint_a, adjoint_b):
    a = constant_value_as_shape(a_shape)
    if a.rank == 2 and b.shape.rank == 2:
        inner, other = a[0 if adjoint_a else 1], b.shape[1 if adjoint_b else 0]
        if None not in (inner, other) and inner != other:
            raise ShapeMismatch(f"Dimensions must be equal, but are {inner} and {other}", (2,), "input tensors computed as partial shapes")
    rows = a[1 if adjoint_a else 0] if a.rank == 2 else None
    return a_values.dtype, [rows, b.shape[0 if adjoint_b else 1] if b.shape.rank == 2 else None]


@op("SparseTensorDenseMatMul", a_indices="Tindices", Tindices=dt.INDEX, a_values="T", a_shape="int64", b="T", T=dt.NUMBERS, scope="",
    shape_fn=_product_shape)  # fmt: skip
def _sparse_tensor_dense_mat_mul(a_indices, a_values, a_shape, b, adjoint_a=False, adjoint_b=False, name=None):
    """The dense matrix product."""
    if b.ndim != 2:
        raise invalid("Tensor 'b' is not a matrix")
    sizes = a_shape.tolist()
    if len(sizes) != 2:
        raise invalid("Tensor 'a_shape' must have 2 elements")
    rows, inner = (1, 0) if adjoint_a else (0, 1)
    b_inner = 1 if adjoint_b else 0
    if sizes[inner] != b.shape[b_inner]:
        raise invalid(
            f"Cannot multiply A and B because inner dimension does not match: {sizes[inner]} vs. {b.shape[b_inner]}.  "
            f"Did you forget a transpose?  Dimensions of A: [{sizes[0]}, {sizes[1]}).  "
            f"Dimensions of B: {dims_text(b.shape)}"
        )
    if adjoint_a and a_values.is_complex():
        a_values = a_values.conj()
    if adjoint_b:
        b = b.mH if b.is_complex() else b.T
    places = a_indices.unbind(1)
    if not b.is_cpu:
        _check_places(places, rows, inner, sizes)
    try:
        return product(places[rows], places[inner], a_values, b, sizes[rows])
    except (RuntimeError, IndexError):  # on the processor torch looks at the indices
        _check_places(places, rows, inner, sizes)
        raise


def _check_places(places, rows, inner, sizes):
    """Raise for the first index of a matrix of these sizes that is out of bounds: `places` are those of its two axes."""
    found = []
    for turn, (letter, column) in enumerate((("k", inner), ("m", rows))):
        bad = outside(places[column].unsqueeze(1), [sizes[column]]).nonzero()
        if bad.shape[0]:
            found.append((int(bad[0, 0]), turn, letter, column))
    if found:
        at, _, letter, column = min(found)
        raise invalid(f"{letter} ({int(places[column][at])}) from index[{at},{column}] out of bounds (>={sizes[column]})")


@tf_export("sparse.sparse_dense_matmul", v1=["sparse.sparse_dense_matmul", "sparse.matmul", "sparse_tensor_dense_matmul"])
def sparse_dense_matmul(
    sp_a: TensorLike, b: TensorLike, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None
) -> Tensor:
    """The product of a sparse and a dense matrix, in either order. Mirrors `tf.sparse.sparse_dense_matmul`.

    Arguments:
        sp_a: the first matrix, a SparseTensor or a dense tensor.
        b: the second, of the same dtype; one of the two is sparse, the other dense.
        adjoint_a: whether the conjugate transpose of the first is meant; False by default.
        adjoint_b: likewise for the second.
        name: a name for the operation in graphs.

    Returns:
        A dense matrix. Gradients flow to the values of the sparse matrix and to the dense one.

    Raises:
        InvalidArgumentError: the sizes do not fit, or an index is out of range.

    Example:
        >>> a = tf.sparse.from_dense([[0.0, 2.0], [3.0, 0.0]])
        >>> tf.sparse.sparse_dense_matmul(a, tf.constant([[1.0], [10.0]]))
        <tf.Tensor: shape=(2, 1), dtype=float32, numpy=
        array([[20.],
               [ 3.]], dtype=float32)>
    """
    if _is_sparse(b):
        # a @ b is the adjoint of adjoint(b) @ adjoint(a). As in TensorFlow only transposed: complex numbers come out conjugated.
        return matrix_transpose(sparse_dense_matmul(b, sp_a, not adjoint_b, not adjoint_a))
    sp_a = convert_to_sparse(sp_a)
    b = convert_to_tensor(b)
    return _sparse_tensor_dense_mat_mul(sp_a.indices, sp_a.values, sp_a.dense_shape, b, adjoint_a, adjoint_b, name=name)


@op("SparseSoftmax", sp_indices="int64", sp_values="T", sp_shape="int64", T=dt.FLOATS & ~dt.bfloat16.mask, scope="",
    shape_fn=lambda i, v, s: (v.dtype, v.shape))  # fmt: skip
def _sparse_softmax(sp_indices, sp_values, sp_shape, name=None):
    """The softmax over the elements of each row."""
    check_matrix_and_vectors("sp", sp_indices, sp_values, sp_shape)
    sizes = sp_shape.tolist()
    if len(sizes) < 2:
        raise invalid(f"Input should have rank >= 2, but received shape: {','.join(map(str, sizes))}")
    if len(sp_indices) != len(sp_values):
        counts = f"(indices = {len(sp_indices)}, values = {len(sp_values)})"
        raise invalid(f"indices and values rows (indexing dimension) must match. {counts}")
    check_count(sizes)
    if sp_indices.shape[1] != len(sizes):
        raise invalid("Order length must be SparseTensor rank.")
    row = distinct(sp_indices[:, :-1])[1]
    rows = int(row.max()) + 1 if row.numel() else 0
    # The greatest element cancels out and so needs no gradient.
    most = sp_values.new_full((rows,), float("-inf")).scatter_reduce(0, row, sp_values.detach(), "amax")
    raised = torch.exp(sp_values - most[row])
    return raised / sp_values.new_zeros(rows).index_add(0, row, raised)[row]


@tf_export("sparse.softmax", v1=["sparse.softmax", "sparse_softmax"])
def softmax(sp_input: TensorLike, name: str | None = None) -> SparseTensor:
    """The softmax over the stored elements of each innermost row. Mirrors `tf.sparse.softmax`.

    What is not stored stays out of the sums, as if it were minus infinity, and is not stored in the result.

    Arguments:
        sp_input: a SparseTensor of floats with at least two axes, its indices in row-major order.
        name: a name for the operation in graphs.

    Returns:
        A SparseTensor with the same indices and shape, whose stored elements sum to 1 in each row.

    Raises:
        TypeError: input that is not sparse. InvalidArgumentError: less than two axes.

    Example:
        >>> s = tf.SparseTensor([[0, 0], [0, 2], [1, 1]], [1.0, 1.0, 7.0], [2, 3])
        >>> tf.sparse.to_dense(tf.sparse.softmax(s))
        <tf.Tensor: shape=(2, 3), dtype=float32, numpy=
        array([[0.5, 0. , 0.5],
               [0. , 1. , 0. ]], dtype=float32)>
    """
    sp_input = convert_to_sparse(sp_input)
    values = _sparse_softmax(sp_input.indices, sp_input.values, sp_input.dense_shape, name=name)
    return SparseTensor(sp_input.indices, values, array_ops.identity(sp_input.dense_shape))
