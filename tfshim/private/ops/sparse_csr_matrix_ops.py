"""Replaces `tensorflow.python.ops.linalg.sparse.sparse_csr_matrix_ops`: sparse matrices, and batches of them, as values.

A matrix is a variant tensor that holds torch's sparse tensors, one for each matrix of a batch.
"""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

import torch

import tfshim as tf
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import InternalError, invalid
from tfshim.engine.values import dtypes
from tfshim.private.ops.list_ops import _run

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

_REPLACES = "tensorflow.python.ops.linalg.sparse.sparse_csr_matrix_ops"
_TYPES = dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128
_MATRIX = (dtypes.variant, [])

CSRSparseMatrixToSparseTensor = collections.namedtuple("CSRSparseMatrixToSparseTensor", ["indices", "values", "dense_shape"])
CSRSparseMatrixComponents = collections.namedtuple("CSRSparseMatrixComponents", ["row_ptrs", "col_inds", "values"])


class _Matrices:
    """Coalesced sparse torch tensors of one shape: one, or those of a batch."""

    _text_of_variant = "<CSRSparseMatrix>"

    def __init__(self, parts: list[Any], batched: bool) -> None:
        self.parts, self.batched = [p.coalesce() for p in parts], batched

    def map(self, function: Any, *others: _Matrices) -> _Matrices:
        """Of `function` of each matrix."""
        return _Matrices([function(*row) for row in zip(self.parts, *(o.parts for o in others), strict=True)], self.batched)

    def shape(self) -> list[int]:
        """The shape, with the number of matrices before it in a batch."""
        return [len(self.parts)] * self.batched + list(self.parts[0].shape)


def _opened(box):
    return box.item()


def _boxed(made):
    return [as_object(made)]


def _check_type(dtype):
    if dtype not in _TYPES:
        raise invalid(f"Value for attr 'T' of {dtype.name} is not in the list of allowed values: float, double, complex64, complex128")


def _of(indices, values, shape):
    rank = len(shape)
    if rank not in (2, 3):
        raise invalid(f"SparseTensor must have rank 2 or 3; but indices has rank: {rank}")
    sizes = [int(n) for n in shape.tolist()]
    if rank == 2:
        return _Matrices([_coo(indices.T, values, sizes)], False)
    rows = [indices[:, 0] == i for i in range(sizes[0])]
    return _Matrices([_coo(indices[at][:, 1:].T, values[at], sizes[1:]) for at in rows], True)


def _coo(indices, values, shape):
    """torch's sparse tensor; where an index is outside, InvalidArgumentError instead of a read beyond the end."""
    try:
        return torch.sparse_coo_tensor(indices, values, shape, check_invariants=True)
    except RuntimeError as e:
        raise invalid(f"The indices do not fit the shape {list(shape)}: {e}") from None


# ---------------------------------------------------------------------- making
@raw_op("SparseTensorToCSRSparseMatrix")
def sparse_tensor_to_csr_sparse_matrix(indices: TensorLike, values: TensorLike, dense_shape: SizesLike, name: str | None = None) -> Tensor:
    """The matrix of a sparse tensor of rank 2, or those of one of rank 3."""
    indices, values, dense_shape = tf.cast(indices, tf.int64), tf.convert_to_tensor(values), tf.cast(dense_shape, tf.int64)
    _check_type(values.dtype)
    return _run("SparseTensorToCSRSparseMatrix", lambda i, v, s: _boxed(_of(i, v, s)), [indices, values, dense_shape], [_MATRIX], name)


@raw_op("DenseToCSRSparseMatrix")
def dense_to_csr_sparse_matrix(dense_input: TensorLike, indices: TensorLike, name: str | None = None) -> Tensor:
    """The matrix, or batch of them, of the elements of `dense_input` at `indices`."""
    dense_input, indices = tf.convert_to_tensor(dense_input), tf.cast(indices, tf.int64)
    _check_type(dense_input.dtype)

    def kernel(dense, indices):
        if dense.ndim not in (2, 3):
            raise invalid(f"params must have rank == 2 or 3; but saw shape: [{','.join(map(str, dense.shape))}]")
        return _boxed(_of(indices, dense[tuple(indices.T)], torch.tensor(dense.shape)))

    return _run("DenseToCSRSparseMatrix", kernel, [dense_input, indices], [_MATRIX], name)


# ---------------------------------------------------------------------- reading
@raw_op("CSRSparseMatrixToSparseTensor")
def csr_sparse_matrix_to_sparse_tensor(sparse_matrix: Tensor, type: DTypeLike, name: str | None = None) -> CSRSparseMatrixToSparseTensor:  # noqa: A002
    """The elements, as the parts of a sparse tensor."""

    def kernel(box):
        made = _opened(box)
        indices = [p.indices().T for p in made.parts]
        if made.batched:
            indices = [torch.nn.functional.pad(x, (1, 0), value=i) for i, x in enumerate(indices)]
        return [torch.cat(indices), torch.cat([p.values() for p in made.parts]), torch.tensor(made.shape())]

    leaves = [(tf.int64, [None, None]), (tf.as_dtype(type), [None]), (tf.int64, [None])]
    return CSRSparseMatrixToSparseTensor(*_run("CSRSparseMatrixToSparseTensor", kernel, [sparse_matrix], leaves, name))


@raw_op("CSRSparseMatrixToDense")
def csr_sparse_matrix_to_dense(sparse_input: Tensor, type: DTypeLike, name: str | None = None) -> Tensor:  # noqa: A002
    """The matrix, or batch of them, with its zeros."""

    def kernel(box):
        made = _opened(box)
        dense = [p.to_dense() for p in made.parts]
        return [torch.stack(dense) if made.batched else dense[0]]

    return _run("CSRSparseMatrixToDense", kernel, [sparse_input], [(tf.as_dtype(type), None)], name)


@raw_op("CSRSparseMatrixComponents")
def csr_sparse_matrix_components(
    csr_sparse_matrix: Tensor, index: int, type: DTypeLike, name: str | None = None
) -> CSRSparseMatrixComponents:  # noqa: A002
    """(where rows begin, columns, values) of the matrix `index` of a batch, 0 of a matrix."""
    index = tf.convert_to_tensor(index, tf.int32)

    def kernel(box, index):
        part = _opened(box).parts[int(index)]
        rows, columns = part.indices()
        ends = torch.cumsum(torch.bincount(rows, minlength=part.shape[0]), 0)
        return [torch.cat([ends.new_zeros(1), ends]).int(), columns.int(), part.values()]

    leaves = [(tf.int32, [None]), (tf.int32, [None]), (tf.as_dtype(type), [None])]
    return CSRSparseMatrixComponents(*_run("CSRSparseMatrixComponents", kernel, [csr_sparse_matrix, index], leaves, name))


@raw_op("SparseMatrixNNZ")
def sparse_matrix_nnz(sparse_matrix: Tensor, name: str | None = None) -> Tensor:
    """How many elements there are: an int32 scalar, or a vector for a batch."""

    def kernel(box):
        made = _opened(box)
        counts = [p._nnz() for p in made.parts]
        return [torch.tensor(counts if made.batched else counts[0], dtype=torch.int32)]

    return _run("SparseMatrixNNZ", kernel, [sparse_matrix], [(tf.int32, None)], name)


# ---------------------------------------------------------------------- products
def _turned(part, transpose, adjoint, which):
    if transpose and adjoint:
        raise invalid(f"Only one of adjoint_{which} and transpose_{which} may be true.")
    part = part.transpose(-2, -1) if transpose or adjoint else part
    return part.conj().resolve_conj() if adjoint and part.is_complex() and not part.is_sparse else _conjugate(part) if adjoint else part


def _conjugate(part):
    part = part.coalesce()
    return _coo(part.indices(), part.values().conj().resolve_conj(), part.shape) if part.is_complex() else part


def _check_sizes(a, b):
    if a.shape[-1] != b.shape[-2]:
        shapes = (f"[{','.join(map(str, x.shape))}]" for x in (a, b))
        raise invalid(f"Inner product dimensions of A and B do not agree.  Shapes are: {' vs. '.join(shapes)}")


def _product(left, right):
    """The product of two sparse matrices: each element of the left one with those of its row in the right one."""
    (rows, columns), (inner, _) = left.indices(), right.indices()
    begin = torch.searchsorted(inner, columns)
    count = torch.searchsorted(inner, columns, right=True) - begin
    mine = torch.repeat_interleave(torch.arange(len(columns), device=columns.device), count)
    first = torch.cumsum(count, 0) - count
    theirs = begin[mine] + torch.arange(len(mine), device=columns.device) - first[mine]
    places = torch.stack([rows[mine], right.indices()[1][theirs]])
    return _coo(places, left.values()[mine] * right.values()[theirs], [left.shape[0], right.shape[1]])


@raw_op("SparseMatrixMatMul")
def sparse_matrix_mat_mul(
    a: Tensor,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    transpose_output: bool = False,
    conjugate_output: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of a sparse matrix with a dense one, or of each in a batch; transposed, adjoint or conjugated as asked."""
    b = tf.convert_to_tensor(b)

    def kernel(box, dense):
        made = _opened(box)
        results = []
        for part, other in zip(made.parts, dense if made.batched else [dense], strict=True):
            left, right = _turned(part, transpose_a, adjoint_a, "a"), _turned(other, transpose_b, adjoint_b, "b")
            _check_sizes(left, right)
            left = left.coalesce()
            (rows, columns), values = left.indices(), left.values()
            # Of each element its multiple of a row of the other: torch's own product would warn of what it is made of.
            result = right.new_zeros(left.shape[0], right.shape[1]).index_add(0, rows, values[:, None] * right[columns])
            result = result.T if transpose_output else result
            results.append(result.conj().resolve_conj() if conjugate_output else result)
        return [torch.stack(results) if made.batched else results[0]]

    return _run("SparseMatrixMatMul", kernel, [a, b], [(b.dtype, None)], name)


@raw_op("SparseMatrixSparseMatMul")
def sparse_matrix_sparse_mat_mul(
    a: Tensor,
    b: Tensor,
    type: DTypeLike,  # noqa: A002
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of two sparse matrices, or of each pair in two batches."""

    def multiplied(x, y):
        left, right = _turned(x, transpose_a, adjoint_a, "a"), _turned(y, transpose_b, adjoint_b, "b")
        _check_sizes(left, right)
        return _product(left.coalesce(), right.coalesce())

    def kernel(first, second):
        return _boxed(_opened(first).map(multiplied, _opened(second)))

    return _run("SparseMatrixSparseMatMul", kernel, [a, b], [_MATRIX], name)


@raw_op("SparseMatrixTranspose")
def sparse_matrix_transpose(input: Tensor, type: DTypeLike, conjugate: bool = False, name: str | None = None) -> Tensor:  # noqa: A002
    """The transposed matrix, or with `conjugate` the adjoint one."""

    def turned(part):
        return _turned(part, not conjugate, conjugate, "a")

    return _run("SparseMatrixTranspose", lambda box: _boxed(_opened(box).map(turned)), [input], [_MATRIX], name)


@raw_op("SparseMatrixMul")
def sparse_matrix_mul(a: Tensor, b: TensorLike, name: str | None = None) -> Tensor:
    """The matrix with its elements multiplied by the scalar `b`, or those of each in a batch by one of [batch, 1, 1]."""
    b = tf.convert_to_tensor(b)
    if b.shape.rank is None:
        raise InternalError(None, None, "b has an unknown rank.")

    def kernel(box, factor):
        made, factors = _opened(box), factor.reshape(-1)
        if len(factors) not in (1, len(made.parts)):
            raise invalid(f"b must be a scalar or a rank 3 tensor of shape [batch_size, 1, 1]; but saw: {list(factor.shape)}")
        many = factors.expand(len(made.parts))
        return _boxed(_Matrices([p * f for p, f in zip(made.parts, many)], made.batched))

    return _run("SparseMatrixMul", kernel, [a, b], [_MATRIX], name)


@raw_op("SparseMatrixAdd")
def sparse_matrix_add(a: Tensor, b: Tensor, alpha: TensorLike, beta: TensorLike, name: str | None = None) -> Tensor:
    """`alpha * a + beta * b` of two matrices, or of each pair in two batches."""
    alpha, beta = tf.convert_to_tensor(alpha), tf.convert_to_tensor(beta)

    def kernel(first, second, alpha, beta):
        return _boxed(_opened(first).map(lambda x, y: x * alpha + y * beta, _opened(second)))

    return _run("SparseMatrixAdd", kernel, [a, b, alpha, beta], [_MATRIX], name)


# ---------------------------------------------------------------------- the class
class CSRSparseMatrix:
    """A sparse matrix, or a batch of them, of a dense tensor (its elements at `indices`, all that are not zero by default) or of a
    `tf.SparseTensor`."""

    def __init__(self, value: Any, indices: TensorLike | None = None, name: str | None = None) -> None:
        if isinstance(value, tf.SparseTensor):
            if indices is not None:
                raise ValueError("indices must be None if value is a SparseTensor.")
            self._set(sparse_tensor_to_csr_sparse_matrix(value.indices, value.values, value.dense_shape, name), value.dtype, value.shape)
        else:
            value = tf.convert_to_tensor(value)
            places = tf.where(tf.not_equal(value, tf.zeros([], value.dtype))) if indices is None else indices
            self._set(dense_to_csr_sparse_matrix(value, places, name), value.dtype, value.shape)

    def _set(self, matrix, dtype, shape):
        self._csr_matrix, self._dtype, self._shape = matrix, dtype, tf.TensorShape(shape)

    def _made(self, matrix, shape):
        made = object.__new__(type(self))
        made._set(matrix, self._dtype, shape)
        return made

    _matrix = property(lambda self: self._csr_matrix)
    dtype = property(lambda self: self._dtype, doc="The type of the elements.")
    shape = property(lambda self: self._shape, doc="The shape.")

    def _turned_shape(self):
        dims = None if self._shape.rank is None else self._shape.as_list()
        return None if dims is None else [*dims[:-2], dims[-1], dims[-2]]

    def nnz(self) -> Tensor:
        """How many elements are kept."""
        return sparse_matrix_nnz(self._csr_matrix)

    def transpose(self) -> CSRSparseMatrix:
        """The transposed matrix."""
        return self._made(sparse_matrix_transpose(self._csr_matrix, self._dtype), self._turned_shape())

    def hermitian_transpose(self) -> CSRSparseMatrix:
        """The adjoint matrix."""
        return self._made(sparse_matrix_transpose(self._csr_matrix, self._dtype, conjugate=True), self._turned_shape())

    def conj(self) -> CSRSparseMatrix:
        """The matrix with conjugate elements."""
        return self.hermitian_transpose().transpose() if self._dtype.is_complex else self._made(self._csr_matrix, self._shape)

    def to_dense(self) -> Tensor:
        """The matrix with its zeros."""
        made = csr_sparse_matrix_to_dense(self._csr_matrix, self._dtype)
        if not tf.executing_eagerly():
            made.set_shape(self._shape)
        return made

    def to_sparse_tensor(self) -> tf.SparseTensor:
        """The matrix as a `tf.SparseTensor`."""
        return tf.SparseTensor(*csr_sparse_matrix_to_sparse_tensor(self._csr_matrix, self._dtype))


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> Any:
    """The product of two matrices of which either, or both, are sparse: sparse for two sparse ones, else dense."""
    if not isinstance(a, CSRSparseMatrix) and not isinstance(b, CSRSparseMatrix):
        return tf.matmul(a, b, transpose_a, transpose_b, adjoint_a, adjoint_b, name=name)
    if isinstance(a, CSRSparseMatrix) and isinstance(b, CSRSparseMatrix):
        made = sparse_matrix_sparse_mat_mul(a._matrix, b._matrix, a.dtype, transpose_a, transpose_b, adjoint_a, adjoint_b, name)
        first = a._turned_shape() if transpose_a or adjoint_a else a.shape
        second = b._turned_shape() if transpose_b or adjoint_b else b.shape
        known = None not in (first, second) and tf.TensorShape(first).rank is not None and tf.TensorShape(second).rank is not None
        return a._made(made, [*list(first)[:-1], list(second)[-1]] if known else None)
    if isinstance(a, CSRSparseMatrix):
        dense = sparse_matrix_mat_mul(a._matrix, b, transpose_a, transpose_b, adjoint_a, adjoint_b, name=name)
        return _of_static_shape(dense, a.shape, transpose_a or adjoint_a, b, transpose_b or adjoint_b)
    # The dense one is on the left: the transposed of the product of the transposed.
    transposed, conjugated = not (transpose_b or adjoint_b), adjoint_b
    turned = b._matrix if not conjugated else b.conj()._matrix
    left = tf.math.conj(a) if adjoint_a else a
    dense = sparse_matrix_mat_mul(turned, left, transposed, not (transpose_a or adjoint_a), transpose_output=True, name=name)
    return _of_static_shape(dense, a, transpose_a or adjoint_a, b.shape, transpose_b or adjoint_b)


def _of_static_shape(product: Any, a: Any, a_turned: bool, b: Any, b_turned: bool) -> Any:
    """`product`, a dense one of `a` and `b`, whose static shapes say its own; each a tensor or the shape of a sparse matrix."""
    first, second = (tf.TensorShape(x if isinstance(x, tf.TensorShape) else tf.convert_to_tensor(x).shape) for x in (a, b))
    if first.rank is not None and second.rank is not None and not tf.executing_eagerly():
        lead = tf.TensorShape(first[:-2]).merge_with(second[:-2])
        product.set_shape([*lead, first[-1 if a_turned else -2], second[-2 if b_turned else -1]])
    return product
