"""Products and solutions of two linear operators, which have a simpler form where both are of certain kinds."""

from __future__ import annotations

from tfshim.engine.values.convert import convert_to_tensor
from tfshim.linalg.operators.blocks import LinearOperatorBlockDiag
from tfshim.linalg.operators.circulant import _Circulant
from tfshim.linalg.operators.compositions import LinearOperatorComposition, LinearOperatorInversion
from tfshim.linalg.operators.linear_operator import LinearOperator
from tfshim.linalg.operators.matrices import LinearOperatorDiag, LinearOperatorLowerTriangular
from tfshim.linalg.operators.scalars import LinearOperatorIdentity, LinearOperatorScaledIdentity, LinearOperatorZeros


def product(left: LinearOperator, right: LinearOperator) -> LinearOperator:
    """The operator `left @ right`: of one of their kinds where that can be, else a composition."""
    _fitting(left, right, "x")
    # The order counts where both are special: an identity on the left leaves even a zero that is not square.
    if isinstance(left, LinearOperatorIdentity):
        return right
    if isinstance(left, LinearOperatorZeros):
        return _zeros(left, right)
    if isinstance(right, LinearOperatorIdentity):
        return left
    if isinstance(right, LinearOperatorZeros):
        return _zeros(right, left)
    if _diagonal(left) and _diagonal(right):
        return _of_diagonals(left, right, lambda a, b: a * b)
    if isinstance(left, LinearOperatorDiag) and isinstance(right, LinearOperatorLowerTriangular):
        return _triangular(_values(left)[..., None] * right.to_dense(), left, right)
    if isinstance(left, LinearOperatorLowerTriangular) and isinstance(right, LinearOperatorDiag):
        return _triangular(left.to_dense() * _values(right)[..., None, :], left, right)
    if isinstance(left, _Circulant) and type(left) is type(right):
        return left._with(convert_to_tensor(left.spectrum) * right.spectrum, *_hints(left, right))
    if isinstance(left, LinearOperatorBlockDiag) and isinstance(right, LinearOperatorBlockDiag):
        parts = _paired_blocks(left, right, "multiply two `LinearOperatorBlockDiag`s together")
        return LinearOperatorBlockDiag([a.matmul(b) for a, b in parts])
    return _composed(left, right)


def solution(left: LinearOperator, right: LinearOperator) -> LinearOperator:
    """The operator `x` with `left @ x = right`: of one of their kinds where that can be, else a composition with an inversion."""
    _fitting(left, right, "rhs")
    if isinstance(left, LinearOperatorIdentity):
        return right
    if isinstance(left, LinearOperatorInversion):
        return left.operator.matmul(right)
    if isinstance(right, LinearOperatorIdentity):
        return left.inverse()
    if _diagonal(left) and _diagonal(right):
        return _of_diagonals(left, right, lambda a, b: b / a)
    if isinstance(left, LinearOperatorDiag) and isinstance(right, LinearOperatorLowerTriangular):
        return _triangular(right.to_dense() / _values(left)[..., None], left, right)
    if isinstance(left, _Circulant) and type(left) is type(right):
        return left._with(convert_to_tensor(right.spectrum) / left.spectrum, *_hints(left, right))
    if isinstance(left, LinearOperatorBlockDiag) and isinstance(right, LinearOperatorBlockDiag):
        parts = _paired_blocks(left, right, "solve `LinearOperatorBlockDiag`")
        return LinearOperatorBlockDiag([a.solve(b) for a, b in parts])
    return _composed(LinearOperatorInversion(left), right)


def _fitting(left, right, argument):
    """Raise ValueError where the operators' sizes are known to differ."""
    # What solves has to be square, so its columns are as many as its rows.
    wanted, found = left.shape[-1], right.shape[-2]
    if None not in (wanted, found) and wanted != found:
        raise ValueError(f"Operators are incompatible. Expected `{argument}` to have dimension {wanted} but got {found}.")


def _diagonal(operator):
    return isinstance(operator, (LinearOperatorDiag, LinearOperatorScaledIdentity))


def _values(operator):
    """The numbers on the diagonal: a vector, or one number for all of it."""
    return convert_to_tensor(operator.multiplier if isinstance(operator, LinearOperatorScaledIdentity) else operator.diag)


def _zeros(zero, other):
    if not (zero.is_square and other.is_square):
        raise ValueError("Matmul with non-square `LinearOperator`s or non-square `LinearOperatorZeros` not supported at this time.")
    return zero


def _of_diagonals(left, right, combine):
    """`combine` of the diagonals of two diagonal operators, of which either may be a multiple of the identity."""
    a, b = _values(left), _values(right)
    scaled = [isinstance(o, LinearOperatorScaledIdentity) for o in (left, right)]
    if all(scaled):
        return LinearOperatorScaledIdentity(left.shape[-1], combine(a, b), *_hints(left, right))
    a, b = (v[..., None] if alone else v for v, alone in zip((a, b), scaled, strict=True))
    return LinearOperatorDiag(combine(a, b), *_hints(left, right))


def _triangular(matrix, left, right):
    return LinearOperatorLowerTriangular(matrix, is_non_singular=_non_singular(left, right))


def _paired_blocks(left, right, what):
    if len(left.operators) != len(right.operators):
        raise ValueError(f"Can not efficiently {what} when number of blocks differ.")
    for a, b in zip(left.operators, right.operators, strict=True):
        wanted, found = a.shape[-1], b.shape[-2]
        if None not in (wanted, found) and wanted != found:
            raise ValueError(f"Blocks are incompatible. Expected `x` to have dimension {wanted} but got {found}.")
    return zip(left.operators, right.operators, strict=True)


def _composed(left, right):
    """The composition of two operators of which nothing simpler is known."""
    square = _square(left, right)
    if square is False:
        return LinearOperatorComposition([left, right], False, False, False, False)
    return LinearOperatorComposition([left, right], is_non_singular=_non_singular(left, right) if square else None, is_square=square)


def _square(left, right):
    """Whether a product is square; None if unknown."""
    both = left.is_square, right.is_square
    if both == (False, False):
        rows, columns = left.shape[-2], right.shape[-1]
        return None if None in (rows, columns) else rows == columns
    return None if None in both else both == (True, True)


def _non_singular(left, right):
    """Whether a product is non-singular: both are; singular where one is."""
    if left.is_non_singular is False or right.is_non_singular is False:
        return False
    return True if left.is_non_singular and right.is_non_singular else None


def _hints(left, right):
    """What is known of the product of operators that commute: whether it is non-singular, self-adjoint, positive definite."""
    adjoint = True if left.is_self_adjoint and right.is_self_adjoint else None
    if {left.is_self_adjoint, right.is_self_adjoint} == {True, False}:
        adjoint = False
    positive = True if adjoint and left.is_positive_definite and right.is_positive_definite else None
    return _non_singular(left, right), adjoint, positive
