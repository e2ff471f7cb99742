"""A linear operator and a product of two thin matrices, added up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.broadcasting import broadcast_static_shape as together
from tfshim.array_ops.matrices import adjoint as adjoint_of
from tfshim.array_ops.shapes import shape
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.linalg.diagonals import eye
from tfshim.linalg.operators.linear_operator import LinearOperator
from tfshim.linalg.operators.matrices import LinearOperatorDiag, LinearOperatorFullMatrix
from tfshim.linalg.operators.scalars import LinearOperatorIdentity
from tfshim.linalg.operators.specs import make_composite_tensor
from tfshim.linalg.products import matmul
from tfshim.linalg.solvers import det, slogdet
from tfshim.math.complex_parts import conj

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.shapes import TensorShape
    from tfshim.engine.values.tensor import Tensor


@tf_export("linalg.LinearOperatorLowRankUpdate")
@make_composite_tensor
class LinearOperatorLowRankUpdate(LinearOperator):
    """An operator plus a product of low rank: `base_operator + u @ diag(diag_update) @ adjoint(v)`.

    Mirrors `tf.linalg.LinearOperatorLowRankUpdate`.

    Arguments:
        base_operator: an operator `[..., m, n]`.
        u: a tensor `[..., m, r]`.
        diag_update: a tensor `[..., r]`; None (the default) for ones.
        v: a tensor `[..., n, r]`; None (the default) for `u`.
        is_diag_update_positive: whether `diag_update` is known to be positive.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: sizes and hints that do not go together.

    Solving takes solutions of the base operator and of matrices r x r, so the base operator has to be one that can be inverted.

    Example:
        >>> base = tf.linalg.LinearOperatorDiag([1.0, 2.0, 4.0], is_positive_definite=True)
        >>> operator = tf.linalg.LinearOperatorLowRankUpdate(base, u=[[1.0], [1.0], [0.0]])
        >>> operator.to_dense().numpy().tolist()
        [[2.0, 1.0, 0.0], [1.0, 3.0, 0.0], [0.0, 0.0, 4.0]]
        >>> np.round(operator.solvevec([3.0, 4.0, 4.0]), 4).tolist()
        [1.0, 1.0, 1.0]
        >>> round(float(operator.determinant()), 3)
        20.0
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_low_rank_update"
    _composite_tensor_fields = ("base_operator", "u", "diag_update", "v")
    _matrix_axes = {"base_operator": 0, "u": 2, "diag_update": 1, "v": 2}

    def __init__(
        self,
        base_operator: Any,
        u: TensorLike,
        diag_update: TensorLike | None = None,
        v: TensorLike | None = None,
        is_diag_update_positive: bool | None = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = "LinearOperatorLowRankUpdate",
    ) -> None:
        parameters = {
            "base_operator": base_operator,
            "u": u,
            "diag_update": diag_update,
            "v": v,
            "is_diag_update_positive": is_diag_update_positive,
            "is_non_singular": is_non_singular,
            "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite,
            "is_square": is_square,
            "name": name,
        }
        dtype = base_operator.dtype
        self._base, self._u = base_operator, _typed(u, dtype)
        self._v = self._u if v is None else _typed(v, dtype)
        self._update = None if diag_update is None else _typed(diag_update, dtype)
        if diag_update is None:
            if is_diag_update_positive is False:
                raise ValueError(
                    "Default diagonal is the identity, which is positive.  However, user set 'is_diag_update_positive' to False."
                )
            is_diag_update_positive = True
        self._positive = is_diag_update_positive
        for a, b in (
            (base_operator.shape[-2], self._u.shape[-2]),
            (base_operator.shape[-1], self._v.shape[-2]),
            (self._u.shape[-1], self._v.shape[-1]),
            (self._u.shape[-1], self._u.shape[-1] if diag_update is None else self._update.shape[-1]),
        ):
            if None not in (a, b) and a != b:
                raise ValueError(f"Dimensions {a} and {b} are not compatible")
        real = self._positive or not dtype.is_complex
        if v is None and base_operator.is_self_adjoint and real:
            if is_self_adjoint is False:
                raise ValueError(
                    "A = L + UDU^H, with L self-adjoint and D real diagonal.  Since UDU^H is self-adjoint, "
                    "this must be a self-adjoint operator."
                )
            is_self_adjoint = True
        if v is None and base_operator.is_positive_definite and self._positive:
            if False in (is_positive_definite, is_self_adjoint, is_non_singular):
                raise ValueError("Arguments imply this is self-adjoint positive-definite operator.")
            is_positive_definite = True
        super().__init__(dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name, parameters)

    base_operator = property(lambda self: self._base, doc="The operator that is updated.")
    u = property(lambda self: self._u, doc="The left factors, `[..., n, r]`.")
    v = property(lambda self: self._v, doc="The right factors, `[..., n, r]`, not yet adjoint.")
    diag_update = property(lambda self: self._update, doc="The diagonals between them; None for ones.")
    is_diag_update_positive = property(lambda self: self._positive, doc="Whether those are positive; None if unknown.")

    @property
    def diag_operator(self) -> LinearOperator:
        """The diagonals as an operator."""
        if self._update is None:
            return LinearOperatorIdentity(self._u.shape[-1] or shape(self._u[..., None])[-2], dtype=self.dtype)
        return LinearOperatorDiag(self._update, is_positive_definite=self._positive)

    @property
    def shape(self) -> TensorShape:
        """The static shape `[..., n, n]`."""
        batch = together(together(self._base.batch_shape, self._u.shape[:-2]), self._v.shape[:-2])
        if self._update is not None:
            batch = together(batch, self._update.shape[:-1])
        return batch.concatenate(self._base.shape[-2:])

    def _sides(self, adjoint):
        """The left factors times the diagonals, and the adjoint right factors."""
        left, right = convert_to_tensor(self._u), convert_to_tensor(self._v)
        d = None if self._update is None else convert_to_tensor(self._update)
        if adjoint:
            left, right, d = right, left, None if d is None else conj(d)
        return left if d is None else left * d[..., None, :], adjoint_of(right)

    def _dense(self):
        return self._base.to_dense() + matmul(*self._sides(False))

    def _matmul(self, x, adjoint):
        left, right = self._sides(adjoint)
        return self._base.matmul(x, adjoint=adjoint) + matmul(left, matmul(right, x))

    def _capacitance(self, adjoint):
        """The identity plus `right @ inverse(base) @ left`: r x r, and usable where the diagonals contain zeros."""
        left, right = self._sides(adjoint)
        solved = self._base.solve(left, adjoint=adjoint)
        r = left.shape[-1]
        small = eye(shape(left)[-1] if r is None else r, dtype=self.dtype) + matmul(right, solved)
        return small, solved, right

    def _solve(self, rhs, adjoint):
        small, solved, right = self._capacitance(adjoint)
        first = self._base.solve(rhs, adjoint=adjoint)
        # The formula of Sherman, Morrison and Woodbury.
        return first - matmul(solved, LinearOperatorFullMatrix(small).solve(matmul(right, first)))

    def determinant(self, name: str | None = "det") -> Tensor:
        # The determinants: of the base operator, times those of matrices r x r.
        self._square("Determinant")
        # The matrix determinant lemma.
        return self._base.determinant() * det(self._capacitance(False)[0])

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        self._square("Determinant")
        return self._base.log_abs_determinant() + slogdet(self._capacitance(False)[0]).log_abs_determinant


def _typed(value, dtype):
    if hasattr(value, "assign"):
        if value.dtype != dtype:
            raise TypeError(f"Expected a variable of dtype {dtype}. Found: {value.dtype}")
        return value
    return convert_to_tensor(value, dtype=dtype)
