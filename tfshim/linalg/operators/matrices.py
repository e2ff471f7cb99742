"""Linear operators of matrices that are given: dense, diagonal and triangular ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import debugging
from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import zeros
from tfshim.control_flow import no_op
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.linalg.diagonals import band_part, diag, diag_part
from tfshim.linalg.operators.linear_operator import LinearOperator
from tfshim.linalg.operators.parts import added_to_diagonals
from tfshim.linalg.operators.specs import make_composite_tensor
from tfshim.linalg.solvers import triangular_solve
from tfshim.math.complex_parts import conj, imag, real
from tfshim.math.elementwise import abs as tf_abs
from tfshim.math.elementwise import log, sqrt
from tfshim.math.reductions import reduce_prod, reduce_sum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.shapes import TensorShape
    from tfshim.engine.values.tensor import Tensor


def _matrix(value, name, least, written="as a tensor"):
    """`value` as a tensor (a variable stays one). Raises ValueError for less than `least` dimensions, with the tensor `written` in it."""
    # A variable is kept as it is, so that the operator follows its values.
    if value is None:
        _ = value.shape  # AttributeError, as in TensorFlow
    t = convert_to_tensor(value) if not hasattr(value, "assign") else value
    if t.shape.rank is not None and t.shape.rank < least:
        axes = f"{least} dimension{'s' if least > 1 else ''}"
        raise ValueError(f"Argument {name} must have at least {axes}.  Found: {t if written == 'numbers' else str(t)}")
    return t


_WRITTEN_OUT = (dt.float16, dt.float32, dt.float64, dt.complex64, dt.complex128)


@tf_export("linalg.LinearOperatorFullMatrix")
@make_composite_tensor
class LinearOperatorFullMatrix(LinearOperator):
    """The operator of matrices that are written out. Mirrors `tf.linalg.LinearOperatorFullMatrix`.

    Arguments:
        matrix: a float or complex tensor `[..., m, n]`.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        TypeError: another dtype.
        ValueError: fewer than two dimensions.

    It brings what `tf.linalg` has for tensors into the form of the other operators: as a block, a factor or a part of a sum.

    Example:
        >>> operator = tf.linalg.LinearOperatorFullMatrix([[4.0, 2.0], [2.0, 10.0]], is_positive_definite=True)
        >>> operator.matvec([1.0, 1.0]).numpy().tolist()
        [6.0, 12.0]
        >>> np.round(operator.solvevec([8.0, 22.0]), 4).tolist()
        [1.0, 2.0]
        >>> round(float(operator.determinant()), 3), float(operator.trace())
        (36.0, 14.0)
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_full_matrix"
    _composite_tensor_fields = ("matrix",)
    _matrix_axes = {"matrix": 2}

    def __init__(
        self,
        matrix: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = "LinearOperatorFullMatrix",
    ) -> None:
        self._matrix = matrix if hasattr(matrix, "assign") else convert_to_tensor(matrix)
        if self._matrix.dtype not in _WRITTEN_OUT:
            known = ", ".join(f"tf.{d.name}" for d in _WRITTEN_OUT)
            raise TypeError(f"Argument `matrix` must have dtype in [{known}]. Received: {self._matrix.dtype}.")
        if self._matrix.shape.rank is not None and self._matrix.shape.rank < 2:
            raise ValueError(f"Argument `matrix` must have at least 2 dimensions. Received: {self._matrix}.")
        super().__init__(self._matrix.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name)

    matrix = property(lambda self: self._matrix, doc="The matrices.")

    def _dense(self):
        return convert_to_tensor(self._matrix)


def no_zeros(numbers, what="Diagonal"):
    """Raise InvalidArgumentError if the eigenvalues `numbers` have a zero."""
    size = tf_abs(numbers)
    return debugging.assert_less(zeros([], size.dtype), size, message=f"Singular operator:  {what} contained zero values.")


@tf_export("linalg.LinearOperatorDiag")
@make_composite_tensor
class LinearOperatorDiag(LinearOperator):
    """The operator of diagonal matrices. Mirrors `tf.linalg.LinearOperatorDiag`.

    Arguments:
        diag: a float or complex tensor `[..., n]`, the diagonals.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: a scalar, or a hint that cannot be.

    Products and solutions take a multiplication for each element, and no matrix is made.

    Example:
        >>> operator = tf.linalg.LinearOperatorDiag([2.0, 4.0])
        >>> operator.matmul([[1.0, 2.0], [3.0, 4.0]]).numpy().tolist()
        [[2.0, 4.0], [12.0, 16.0]]
        >>> operator.solvevec([2.0, 2.0]).numpy().tolist()
        [1.0, 0.5]
        >>> operator.to_dense().numpy().tolist(), float(operator.determinant())
        ([[2.0, 0.0], [0.0, 4.0]], 8.0)
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_diag"
    _composite_tensor_fields = ("diag",)
    _matrix_axes = {"diag": 1}

    def __init__(
        self,
        diag: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = "LinearOperatorDiag",
    ) -> None:
        if is_square is False:
            raise ValueError("Only square diagonal operators currently supported.")
        self._diag = _matrix(diag, "diag", 1)
        if not self._diag.dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError("A real diagonal operator is always self adjoint.")
            is_self_adjoint = True
        super().__init__(self._diag.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name)

    diag = property(lambda self: self._diag, doc="The diagonals.")

    def _assert_non_singular(self):
        return no_zeros(self._diag)

    def _assert_self_adjoint(self):
        if not self.dtype.is_complex:
            return no_op()
        wrong = "This diagonal operator contained non-zero imaginary values.   Thus it was not self-adjoint."
        return debugging.assert_equal(zeros([], self.dtype.real_dtype), imag(self._diag), message=wrong)

    def _assert_positive_definite(self):
        which = "Diagonal operator had diagonal entries with non-positive real part" if self.dtype.is_complex else ""
        which = which or "Real diagonal operator had non-positive diagonal entries"
        return debugging.assert_positive(real(self._diag), message=f"{which}, thus was not positive definite.")

    @property
    def shape(self) -> TensorShape:
        """The static shape `[..., n, n]`."""
        shape = self._diag.shape
        return shape.concatenate(shape[-1:])

    def _dense(self):
        return diag(self._diag)

    def _values(self, adjoint):
        return conj(self._diag) if adjoint else convert_to_tensor(self._diag)

    def _matmul(self, x, adjoint):
        return self._values(adjoint)[..., None] * x

    def _solve(self, rhs, adjoint):
        return rhs / self._values(adjoint)[..., None]

    def diag_part(self, name: str | None = "diag_part") -> Tensor:
        # The diagonals.
        return convert_to_tensor(self._diag)

    def determinant(self, name: str | None = "det") -> Tensor:
        # The products of the diagonals.
        return reduce_prod(self._diag, axis=-1)

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        return cast(reduce_sum(log(tf_abs(self._diag)), axis=-1), self.dtype)

    def inverse(self, name: str | None = "inverse") -> LinearOperatorDiag:
        # The inverse, a diagonal operator too.
        super().inverse()
        return LinearOperatorDiag(1.0 / convert_to_tensor(self._diag), *self._hints())

    def adjoint(self, name: str | None = "adjoint") -> LinearOperatorDiag:
        # The conjugate diagonals.
        return self if self.is_self_adjoint else LinearOperatorDiag(self._values(True), *self._hints())

    def _add_to_tensor(self, x):
        return added_to_diagonals(x, convert_to_tensor(self._diag))

    def cholesky(self, name: str | None = "cholesky") -> LinearOperator:
        # The roots of the diagonals.
        if not (self.is_positive_definite and self.is_self_adjoint):
            return super().cholesky()
        return LinearOperatorDiag(sqrt(self._values(False)), True, True, True)

    def _hints(self):
        return self.is_non_singular, self.is_self_adjoint, self.is_positive_definite

    def _eigvals(self):
        # The diagonals.
        return self.diag_part()


@tf_export("linalg.LinearOperatorLowerTriangular")
@make_composite_tensor
class LinearOperatorLowerTriangular(LinearOperator):
    """The operator of lower triangular matrices. Mirrors `tf.linalg.LinearOperatorLowerTriangular`.

    Arguments:
        tril: a float or complex tensor `[..., n, n]`; what is above the diagonal is not read.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: fewer than two dimensions.

    Solving is a substitution, and the determinant the product of the diagonal. `operator.H` is the upper triangular one. Factors
    of `tf.linalg.cholesky` have this form.

    Example:
        >>> operator = tf.linalg.LinearOperatorLowerTriangular([[2.0, 9.0], [1.0, 4.0]])
        >>> operator.to_dense().numpy().tolist()
        [[2.0, 0.0], [1.0, 4.0]]
        >>> operator.solvevec([2.0, 9.0]).numpy().tolist()
        [1.0, 2.0]
        >>> float(operator.determinant())
        8.0
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_lower_triangular"
    _composite_tensor_fields = ("tril",)
    _matrix_axes = {"tril": 2}

    def __init__(
        self,
        tril: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = "LinearOperatorLowerTriangular",
    ) -> None:
        if is_square is False:
            raise ValueError("Only square lower triangular operators supported at this time.")
        self._tril = _matrix(tril, "tril", 2)
        super().__init__(self._tril.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name)

    tril = property(lambda self: self._tril, doc="The matrices of which the lower triangles count.")

    def _assert_non_singular(self):
        return no_zeros(self.diag_part())

    def _shape(self):
        return self._tril.shape

    def _dense(self):
        return band_part(self._tril, -1, 0)

    def _solve(self, rhs, adjoint):
        return triangular_solve(self._tril, rhs, lower=True, adjoint=adjoint)

    def determinant(self, name: str | None = "det") -> Tensor:
        # The products of the diagonals.
        return reduce_prod(diag_part(self._tril), axis=-1)

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        return cast(reduce_sum(log(tf_abs(diag_part(self._tril))), axis=-1), self.dtype)

    def _eigvals(self):
        # The diagonals.
        return diag_part(self._tril)
