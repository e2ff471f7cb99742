"""Kronecker products of linear operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import reshape, shape
from tfshim.array_ops.transposing import transpose
from tfshim.engine.values.shapes import TensorShape
from tfshim.linalg.operators.compositions import _Made
from tfshim.linalg.operators.parts import added, checked, common_batch, hint_of_all, multiplied
from tfshim.linalg.operators.specs import make_composite_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor


@tf_export("linalg.LinearOperatorKronecker")
@make_composite_tensor
class LinearOperatorKronecker(_Made):
    """The Kronecker product of operators. Mirrors `tf.linalg.LinearOperatorKronecker`.

    Arguments:
        operators: a list of operators of one dtype, with batch shapes that broadcast.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: no operators, or hints that contradict theirs.
        TypeError: different dtypes.

    Each element of the first stands for the whole second one times that element. Products and solutions are taken factor by
    factor, without the whole matrix; its determinant and trace come from theirs.

    Example:
        >>> operator = tf.linalg.LinearOperatorKronecker(
        ...     [tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]), tf.linalg.LinearOperatorIdentity(2)])
        >>> operator.to_dense().numpy().tolist()
        [[1.0, 0.0, 2.0, 0.0], [0.0, 1.0, 0.0, 2.0], [3.0, 0.0, 4.0, 0.0], [0.0, 3.0, 0.0, 4.0]]
        >>> operator.matvec([1.0, 1.0, 0.0, 0.0]).numpy().tolist(), float(operator.trace())
        ([1.0, 1.0, 3.0, 3.0], 10.0)
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_kronecker"
    _composite_tensor_fields = ("operators",)
    _matrix_axes = {"operators": 0}

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        self._operators = checked(operators, as_argument=True)
        what = "The Kronecker product of {0} operators is always {0}. Expected argument `{1}` to be True. Received: False."
        hints = tuple(
            hint_of_all(self._operators, hint, given, what)
            for hint, given in (
                ("is_non_singular", is_non_singular),
                ("is_self_adjoint", is_self_adjoint),
                ("is_positive_definite", is_positive_definite),
            )
        )
        hints = (*hints, True if all(o.is_square for o in self._operators) and is_square is None else is_square)
        super().__init__(self._operators, hints, name or "_x_".join(o.name for o in self._operators))

    operators = property(lambda self: self._operators, doc="The factors.")

    @property
    def shape(self) -> TensorShape:
        """The static shape `[..., m, n]`."""
        sizes = []
        for parts in ([o.shape[-2] for o in self._operators], [o.shape[-1] for o in self._operators]):
            sizes.append(None if None in parts else multiplied(parts))
        return common_batch(self._operators).concatenate(sizes)

    def _dense(self):
        made = self._operators[0].to_dense()
        for o in self._operators[1:]:
            block = o.to_dense()
            product = made[..., :, None, :, None] * block[..., None, :, None, :]
            a, b = shape(made), shape(block)
            made = reshape(product, concat([shape(product)[:-4], [a[-2] * b[-2], a[-1] * b[-1]]], 0))
        made.set_shape(self.shape)
        return made

    def _factorwise(self, x, sizes, apply):
        """`apply(operator, matrices)` along the dimension of each factor of the rows of `x`."""
        before = 1
        after = multiplied(list(sizes))
        for o, size in zip(self._operators, sizes):
            after //= size
            batch, columns = shape(x)[:-2], shape(x)[-1]
            parts = reshape(x, concat([batch, [before, size, after * columns]], 0))
            rank = parts.shape.rank
            turn = [*range(rank - 3), rank - 2, rank - 3, rank - 1]
            made = apply(o, reshape(transpose(parts, turn), concat([batch, [size, before * after * columns]], 0)))
            head, rows = shape(made)[:-2], made.shape[-2]
            made = reshape(made, concat([head, [rows, before, after * columns]], 0))
            rank = made.shape.rank
            turn = [*range(rank - 3), rank - 2, rank - 3, rank - 1]
            x = reshape(transpose(made, turn), concat([head, [before * rows * after, columns]], 0))
            before *= rows
        return x

    def _known(self):
        return all(None not in (o.shape[-2], o.shape[-1]) for o in self._operators)

    def _matmul(self, x, adjoint):
        if not self._known():
            return super()._matmul(x, adjoint)
        sizes = [o.shape[-2] if adjoint else o.shape[-1] for o in self._operators]
        return self._factorwise(x, sizes, lambda o, v: o.matmul(v, adjoint=adjoint))

    def _solve(self, rhs, adjoint):
        if not self._known() or any(o.is_square is False for o in self._operators):
            return super()._solve(rhs, adjoint)
        return self._factorwise(rhs, [o.shape[-2] for o in self._operators], lambda o, v: o.solve(v, adjoint=adjoint))

    def _outer(self, vectors):
        made = vectors[0]
        for v in vectors[1:]:
            product = made[..., :, None] * v[..., None, :]
            sizes = shape(product)
            made = reshape(product, concat([sizes[:-2], [sizes[-2] * sizes[-1]]], 0))
        return made

    def _squares(self):
        return self._known() and all(o.is_square for o in self._operators)

    def diag_part(self, name: str | None = "diag_part") -> Tensor:
        return self._outer([o.diag_part() for o in self._operators]) if self._squares() else super().diag_part()

    def trace(self, name: str | None = "trace") -> Tensor:
        # The sums of the main diagonals: the products of the factors' traces.
        return multiplied([o.trace() for o in self._operators]) if self._squares() else super().trace()

    def _powers(self):
        total = self.shape[-1]
        return [total // o.shape[-1] for o in self._operators]

    def determinant(self, name: str | None = "det") -> Tensor:
        self._square("Determinant")
        if not self._squares():
            return super().determinant()
        return multiplied([o.determinant() ** n for o, n in zip(self._operators, self._powers())])

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        self._square("Determinant")
        if not self._squares():
            return super().log_abs_determinant()
        return added([o.log_abs_determinant() * n for o, n in zip(self._operators, self._powers())])

    def _eigvals(self):
        # The eigenvalues: all products of those of the factors.
        return self._outer([o.eigvals() for o in self._operators]) if self._squares() else super()._eigvals()

    def adjoint(self, name: str | None = "adjoint") -> LinearOperatorKronecker:
        # The adjoint operator: the factors' adjoints.
        if self.is_self_adjoint:
            return self
        return LinearOperatorKronecker(
            [o.adjoint() for o in self._operators], self.is_non_singular, self.is_self_adjoint, self.is_positive_definite, self.is_square
        )

    def inverse(self, name: str | None = "inverse") -> LinearOperatorKronecker:
        # The inverse operator: the factors' inverses.
        made = super().inverse()
        if not self._squares():
            return made
        return LinearOperatorKronecker(
            [o.inverse() for o in self._operators], self.is_non_singular, self.is_self_adjoint, self.is_positive_definite, True
        )

    def cholesky(self, name: str | None = "cholesky") -> LinearOperatorKronecker:
        # The Cholesky factor: the factors' own.
        if not (self.is_positive_definite and self.is_self_adjoint):
            return super().cholesky()
        return LinearOperatorKronecker([o.cholesky() for o in self._operators], True, is_square=True)
