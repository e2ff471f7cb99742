"""Linear operators of matrices with few free elements: permutations, reflections, tridiagonal ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim import debugging
from tfshim._export import tf_export
from tfshim.array_ops.sequences import one_hot
from tfshim.array_ops.shapes import shape
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.linalg.diagonals import diag, diag_part, set_diag
from tfshim.linalg.operators.linear_operator import LinearOperator
from tfshim.linalg.operators.matrices import _matrix
from tfshim.linalg.operators.specs import make_composite_tensor
from tfshim.linalg.tridiagonal import _compact, tridiagonal_matmul
from tfshim.math.complex_parts import conj
from tfshim.math.reductions import l2_normalize

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("linalg.LinearOperatorPermutation")
@make_composite_tensor
class LinearOperatorPermutation(LinearOperator):
    """Permutations of rows: row `i` of the result is row `perm[..., i]` of the argument. Mirrors `tf.linalg.LinearOperatorPermutation`.

    Arguments:
        perm: an int32 or int64 tensor `[..., n]`, each row of which has the numbers from 0 to n - 1.
        dtype: that of the elements of the matrices, float32 by default.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: a scalar, or numbers that are no permutation.
        TypeError: `perm` is not of integers.

    Nothing is multiplied: rows are gathered. The adjoint is the inverse.

    Example:
        >>> operator = tf.linalg.LinearOperatorPermutation([1, 2, 0])
        >>> operator.matvec([10.0, 20.0, 30.0]).numpy().tolist()
        [20.0, 30.0, 10.0]
        >>> operator.to_dense().numpy().tolist()
        [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
        >>> operator.solvevec([20.0, 30.0, 10.0]).numpy().tolist(), float(operator.determinant())
        ([10.0, 20.0, 30.0], 1.0)
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_permutation"
    _composite_tensor_fields = ("perm",)
    _matrix_axes = {"perm": 1}

    def __init__(
        self,
        perm: TensorLike,
        dtype: DTypeLike = dt.float32,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = "LinearOperatorPermutation",
    ) -> None:
        for what, hint, given in (("non-singular", "is_non_singular", is_non_singular), ("square", "is_square", is_square)):
            if given is False:
                raise ValueError(f"A Permutation operator is always {what}. Expected argument `{hint}` to be True. Received: {given}.")
        self._perm = convert_to_tensor(perm)
        if self._perm.shape.rank == 0:
            raise ValueError(f"Argument `perm` must have at least 1 dimension. Received: {self._perm}.")
        if not self._perm.dtype.is_integer:
            raise TypeError(f"Argument `perm` must be integer dtype. Received: {self._perm}.")
        if hasattr(self._perm, "numpy"):
            numbers = self._perm.numpy()
            if (np.sort(numbers, axis=-1) != np.arange(numbers.shape[-1])).any():
                raise ValueError(f"Argument `perm` must be a vector of unique integers from 0 to {numbers.shape[-1] - 1}.")
        super().__init__(dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name)

    perm = property(lambda self: self._perm, doc="The permutations, `[..., n]`.")

    def _shape(self):
        return self._perm.shape.concatenate(self._perm.shape[-1:])

    def _dense(self):
        n = self._perm.shape[-1]
        return one_hot(self._perm, shape(self._perm)[-1] if n is None else n, dtype=self.dtype)

    def _solve(self, rhs, adjoint):
        # The inverse of a permutation is its adjoint.
        return self._matmul(rhs, not adjoint)


@tf_export("linalg.LinearOperatorHouseholder")
@make_composite_tensor
class LinearOperatorHouseholder(LinearOperator):
    """Reflections: each turns round one direction and leaves what is perpendicular to it. Mirrors `tf.linalg.LinearOperatorHouseholder`.

    Arguments:
        reflection_axis: a float or complex tensor `[..., n]`, the directions, of any length but 0.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: a scalar, or a hint that says it is not self-adjoint or not square.

    The matrix is `I - 2 u @ adjoint(u)` with `u` of length one; it is its own inverse, and its determinant is -1.

    Example:
        >>> operator = tf.linalg.LinearOperatorHouseholder([0.0, 2.0])
        >>> operator.matvec([3.0, 4.0]).numpy().tolist()
        [3.0, -4.0]
        >>> np.allclose(operator.to_dense(), [[1.0, 0.0], [0.0, -1.0]])
        True
        >>> operator.solvevec([3.0, -4.0]).numpy().tolist(), float(operator.determinant())
        ([3.0, 4.0], -1.0)
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_householder"
    _composite_tensor_fields = ("reflection_axis",)
    _matrix_axes = {"reflection_axis": 1}

    def __init__(
        self,
        reflection_axis: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = "LinearOperatorHouseholder",
    ) -> None:
        if is_self_adjoint is False:
            raise ValueError("A Householder operator is always self adjoint.")
        if is_positive_definite:
            raise ValueError("A Householder operator is always non-positive definite.")
        if is_square is False:
            raise ValueError("A Householder operator is always square.")
        self._axis = _matrix(reflection_axis, "reflection_axis", 1)
        super().__init__(self._axis.dtype, None, is_non_singular, True, False, True, name)

    reflection_axis = property(lambda self: self._axis, doc="The axes.")

    def _assert_positive_definite(self):
        raise invalid("Householder operators are always non-positive definite.")

    def _shape(self):
        return self._axis.shape.concatenate(self._axis.shape[-1:])

    def _dense(self):
        axis = l2_normalize(self._axis, axis=-1)
        written = -2.0 * axis[..., :, None] * conj(axis)[..., None, :]
        return set_diag(written, 1.0 + diag_part(written))

    def _solve(self, rhs, adjoint):
        # A reflection is its own inverse.
        return self._matmul(rhs, adjoint)

    def inverse(self, name: str | None = "inverse") -> LinearOperator:
        # The operator itself.
        super().inverse()
        return self


@tf_export("linalg.LinearOperatorTridiag")
@make_composite_tensor
class LinearOperatorTridiag(LinearOperator):
    """Tridiagonal matrices. Mirrors `tf.linalg.LinearOperatorTridiag`.

    Arguments:
        diagonals: float or complex, in one of the forms that `tf.linalg.tridiagonal_solve` takes.
        diagonals_format: "compact" (the default), one tensor `[..., 3, n]`; "sequence" of three; or "matrix".
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: another form.

    Products and solutions take a number of operations that grows with `n`, not with its square.

    Example:
        >>> operator = tf.linalg.LinearOperatorTridiag(tf.constant([[1.0, 2.0, 0.0], [4.0, 4.0, 4.0], [0.0, 1.0, 2.0]]))
        >>> operator.to_dense().numpy().tolist()
        [[4.0, 1.0, 0.0], [1.0, 4.0, 2.0], [0.0, 2.0, 4.0]]
        >>> operator.matvec([1.0, 1.0, 1.0]).numpy().tolist()
        [5.0, 7.0, 6.0]
        >>> np.round(operator.solvevec([5.0, 7.0, 6.0]), 4).tolist()
        [1.0, 1.0, 1.0]
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_tridiag"
    _composite_tensor_fields = ("diagonals",)

    def __init__(
        self,
        diagonals: TensorLike,
        diagonals_format: str = "compact",
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = "LinearOperatorTridiag",
    ) -> None:
        if diagonals_format not in ("compact", "matrix", "sequence"):
            raise ValueError(f"Argument `diagonals_format` must be one of compact, matrix, or sequence. Received : {diagonals_format}.")
        if diagonals_format == "compact" and not hasattr(diagonals, "assign"):
            diagonals = convert_to_tensor(diagonals)
        self._diagonals, self._format = diagonals, diagonals_format
        dtype = _compact(diagonals, diagonals_format).dtype
        super().__init__(dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name)

    diagonals = property(lambda self: self._diagonals, doc="The diagonals, as they were given.")
    diagonals_format = property(lambda self: self._format, doc="How they were given.")
    _matrix_axes = property(lambda self: {"diagonals": 1 if self._format == "sequence" else 2})

    def _shape(self):
        if self._format == "matrix":
            return TensorShape(self._diagonals.shape)
        if self._format == "compact":
            given = TensorShape(self._diagonals.shape)
            return given[:-2].concatenate(given[-1:]).concatenate(given[-1:])
        main = convert_to_tensor(self._diagonals[1]).shape
        return main.concatenate(main[-1:])

    def _assert_self_adjoint(self):
        compact = _compact(self._diagonals, self._format)
        return debugging.assert_equal(
            conj(compact[..., 2, 1:]),
            compact[..., 0, :-1],
            message="This tridiagonal operator has non-conjugate subdiagonal and superdiagonal.",
        )

    def _dense(self):
        return diag(_compact(self._diagonals, self._format), k=(-1, 1), align="LEFT_RIGHT")

    def _matmul(self, x, adjoint):
        if adjoint:
            return super()._matmul(x, adjoint)
        compact = _compact(self._diagonals, self._format)
        if compact.shape.rank != x.shape.rank or compact.shape[:-2].as_list() != x.shape[:-2].as_list():
            return super()._matmul(x, adjoint)
        return tridiagonal_matmul(compact, x)
