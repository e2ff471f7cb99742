"""Replaces `keras.src.utils.kernelized_utils`: the kernels that random features approximate, computed exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, linalg, math

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor

_REPLACES = "keras.src.utils.kernelized_utils"


def _to_matrix(u: AnyTensor) -> AnyTensor:
    """A vector as a matrix of one row; a matrix as it is. Raises ValueError for other ranks."""
    rank = len(u.shape)
    if rank not in (1, 2):
        raise ValueError(f"The input tensor should have rank 1 or 2. Received rank: {rank}")
    return array_ops.expand_dims(u, 0) if rank == 1 else u


def _align_matrices(x: AnyTensor, y: AnyTensor) -> tuple[AnyTensor, AnyTensor]:
    """Two tensors [rows of x, rows of y, columns]: each row of one beside each row of the other."""
    x, y = _to_matrix(x), _to_matrix(y)
    if x.shape[1] != y.shape[1]:
        raise ValueError(f"The outermost dimensions of the input tensors should match. Received y = {y.shape[1]} vs x = {x.shape[1]}.")
    sizes = [x.shape[0], y.shape[0], 1]
    return array_ops.tile(array_ops.expand_dims(x, 1), [1, sizes[1], 1]), array_ops.tile(array_ops.expand_dims(y, 0), [sizes[0], 1, 1])


def inner_product(u: AnyTensor, v: AnyTensor) -> AnyTensor:
    """The products of each row of `u` with each row of `v`; vectors count as one row."""
    return linalg.matmul(_to_matrix(u), _to_matrix(v), transpose_b=True)


def exact_gaussian_kernel(x: AnyTensor, y: AnyTensor, stddev: float) -> AnyTensor:
    """`exp(-|a - b|^2 / (2 stddev^2))` in the Euclidean norm, for each row `a` of `x` and each `b` of `y`."""
    a, b = _align_matrices(x, y)
    return math.exp(-math.reduce_sum(math.squared_difference(a, b), 2) / (2 * stddev * stddev))


def exact_laplacian_kernel(x: AnyTensor, y: AnyTensor, stddev: float) -> AnyTensor:
    """`exp(-|a - b| / stddev)` in the norm that adds absolute values, for each row `a` of `x` and each `b` of `y`."""
    a, b = _align_matrices(x, y)
    return math.exp(-math.reduce_sum(math.abs(math.subtract(a, b)), 2) / stddev)
