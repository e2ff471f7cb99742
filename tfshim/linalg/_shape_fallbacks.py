"""Static shapes of matrix operations while a graph is built, where unknown sizes keep kernels from telling.

Each function takes the arguments of its operation and gives (dtype, dims), as those of array operations do.
"""

from tfshim.array_ops.shape_fallbacks import dims_of


def _either(a, b):
    return b if a is None else a


def product(a, b, transpose_a=False, transpose_b=False, *rest):
    """The product of two matrices."""
    first, second = dims_of(a) or [None] * 2, dims_of(b) or [None] * 2
    return a.dtype, [first[-1 if transpose_a else 0], second[0 if transpose_b else -1]]


def _batch(first, second):
    """Leading dimensions that broadcast."""
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    shorter = [1] * (len(longer) - len(shorter)) + shorter
    return [
        m if n == 1 else n if m == 1 else None if m is None and n is None else _either(m, n) for m, n in zip(longer, shorter, strict=True)
    ]


def batched_product(a, b, adjoint_a=False, adjoint_b=False, *rest):
    """Products of matrices whose leading dimensions broadcast."""
    first, second = dims_of(a), dims_of(b)
    if first is None or second is None or len(first) < 2 or len(second) < 2:
        return a.dtype, None
    return a.dtype, [*_batch(first[:-2], second[:-2]), first[-1 if adjoint_a else -2], second[-2 if adjoint_b else -1]]


def solution(matrix, rhs, *rest):
    """The solution of equations for right-hand sides of the same leading dimensions."""
    first, second = dims_of(matrix), dims_of(rhs)
    if first is None or second is None or len(first) < 2 or len(second) < 2:
        return matrix.dtype, second
    return matrix.dtype, [*_batch(first[:-2], second[:-2]), _either(first[-1], second[-2]), second[-1]]


def right_hand_side(matrix, rhs, *rest):
    """The shape and type of the second argument."""
    return rhs.dtype, dims_of(rhs)


def diagonal_matrix(diagonal, k, num_rows, num_cols, *rest):
    """Matrices built from diagonals; only sizes given as arguments are known."""
    dims = dims_of(diagonal)
    if dims is None or not isinstance(k, (tuple, list, int)):
        return diagonal.dtype, None
    band = (k,) if isinstance(k, int) else k
    batch = dims[: len(dims) - (1 if band[0] == band[-1] else 2)]
    sizes = [n if isinstance(n, int) and n >= 0 else None for n in (num_rows, num_cols)]
    return diagonal.dtype, [*batch, *sizes]
