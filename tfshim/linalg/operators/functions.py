"""The functions of `tf.linalg` that take linear operators in place of matrices: each asks the operator's method."""

from __future__ import annotations

from typing import Any

from tfshim.array_ops.matrices import adjoint
from tfshim.linalg.decompositions import cholesky
from tfshim.linalg.diagonals import diag_part, trace
from tfshim.linalg.operators.linear_operator import LinearOperator
from tfshim.linalg.products import matmul
from tfshim.linalg.solvers import det, inv, logdet, solve


def answer(function: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """What `function` gives for arguments among which there is an operator; NotImplemented of other functions."""
    form = _FORMS.get(function)
    return NotImplemented if form is None else form(*args, **kwargs)


def _inverse(input, adjoint=False, name=None):  # noqa: A002 - the function's name
    inverse = input.inverse(name)
    return inverse.adjoint() if adjoint else inverse


def _logdet(matrix, name=None):
    if not (matrix.is_positive_definite and matrix.is_self_adjoint):
        raise ValueError("Expected matrix to be self-adjoint positive definite.")
    return matrix.log_abs_determinant(name)


def _product(a, b, adjoint_a=False, adjoint_b=False, name=None, **others):
    for what, keys in ("Transposing", ("transpose_a", "transpose_b")), ("Sparse methods", ("a_is_sparse", "b_is_sparse")):
        if any(others.get(key) for key in keys):
            raise ValueError(f"{what} not supported at this time.")
    if isinstance(a, LinearOperator):
        return a.matmul(b, adjoint=adjoint_a, adjoint_arg=adjoint_b, name=name)
    return adjoint(b.matmul(a, adjoint=not adjoint_b, adjoint_arg=not adjoint_a, name=name))


def _solution(matrix, rhs, adjoint=False, name=None):
    if not isinstance(matrix, LinearOperator):
        raise ValueError("Passing in `matrix` as a Tensor and `rhs` as a LinearOperator is not supported.")
    return matrix.solve(rhs, adjoint=adjoint, name=name)


_FORMS = {
    adjoint: lambda matrix, name=None: matrix.adjoint(name),
    cholesky: lambda input, name=None: input.cholesky(name),
    det: lambda input, name=None: input.determinant(name),
    # Of other diagonals, which operators do not have, TensorFlow gives the main one as well.
    diag_part: lambda input, name=None, **_: input.diag_part(name),
    inv: _inverse,
    logdet: _logdet,
    matmul: _product,
    solve: _solution,
    trace: lambda x, name=None: x.trace(name),
}
