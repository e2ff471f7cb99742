"""Linear operators that one number describes: the identity, its multiples, zero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import debugging
from tfshim._export import tf_export
from tfshim.array_ops.broadcasting import broadcast_dynamic_shape
from tfshim.array_ops.creation import zeros
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import shape
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.linalg.diagonals import eye
from tfshim.linalg.operators.linear_operator import LinearOperator
from tfshim.linalg.operators.parts import added_to_diagonals
from tfshim.linalg.operators.specs import make_composite_tensor
from tfshim.math.complex_parts import conj, imag, real
from tfshim.math.elementwise import abs as tf_abs
from tfshim.math.elementwise import sqrt
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _integers(value, name, rank):
    """The array of an argument of integers with `rank` dimensions; TensorFlow takes tensors of graphs too."""
    if is_variable(value):
        raise TypeError(f"Argument {name} cannot be reference type. Found: {type(value)}.")
    if is_tensor(value) and not hasattr(value, "numpy"):
        raise refused("tf.linalg.LinearOperator", "size", argument=name)
    made = convert_to_tensor(value, dt.int32 if isinstance(value, (list, tuple)) and not value else None)
    if not made.dtype.is_integer:
        raise TypeError(f"Argument {name} must be integer type.  Found: {made!s}")
    array = made.numpy()
    if array.ndim != rank:
        raise ValueError(f"Argument {name} must be a {rank}-D Tensor.  Found: {array}")
    if (array < 0).any():
        raise ValueError(f"Argument {name} must be non-negative.  Found:{'' if rank else ' '}{array}")
    return array


def _size(value, name):
    """A number of rows or columns as an integer."""
    return value if type(value) is int and value >= 0 else int(_integers(value, name, 0))


def _batch(value):
    if value is None:
        return []
    return value.as_list() if isinstance(value, TensorShape) else _integers(value, "batch_shape", 1).tolist()


@tf_export("linalg.LinearOperatorIdentity")
@make_composite_tensor
class LinearOperatorIdentity(LinearOperator):
    """The operator that changes nothing. Mirrors `tf.linalg.LinearOperatorIdentity`.

    Arguments:
        num_rows: the size, an integer.
        batch_shape: the shape of leading dimensions, none by default.
        dtype: that of the elements, float32 by default.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.
        assert_proper_shapes: whether sizes are checked when it runs, as is always done here; False by default.

    Raises:
        ValueError: a size that is no integer or negative, or a hint that says it is not self-adjoint, positive or square.

    Multiplied by a number it is a `tf.linalg.LinearOperatorScaledIdentity`.

    Example:
        >>> operator = tf.linalg.LinearOperatorIdentity(2)
        >>> operator.matvec([3.0, 4.0]).numpy().tolist(), operator.to_dense().numpy().tolist()
        ([3.0, 4.0], [[1.0, 0.0], [0.0, 1.0]])
        >>> tf.linalg.LinearOperatorIdentity(3, batch_shape=[5]).shape
        TensorShape([5, 3, 3])
        >>> float(operator.determinant()), float(operator.trace())
        (1.0, 2.0)
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_identity"
    _composite_tensor_fields = ("num_rows", "batch_shape")
    _composite_tensor_prefer_static_fields = ("num_rows", "batch_shape")

    def __init__(
        self,
        num_rows: TensorLike,
        batch_shape: SizesLike | None = None,
        dtype: DTypeLike | None = None,
        is_non_singular: bool = True,
        is_self_adjoint: bool = True,
        is_positive_definite: bool = True,
        is_square: bool = True,
        assert_proper_shapes: bool = False,
        name: str | None = "LinearOperatorIdentity",
    ) -> None:
        if not is_self_adjoint:
            raise ValueError("An identity operator is always self adjoint.")
        if not is_non_singular:
            raise ValueError("An identity operator is always non-singular.")
        if not is_positive_definite:
            raise ValueError("An identity operator is always positive-definite.")
        if not is_square:
            raise ValueError("An identity operator is always square.")
        self._rows, self._batch = _size(num_rows, "num_rows"), _batch(batch_shape)
        super().__init__(dtype or dt.float32, None, True, True, True, True, name)

    shape = property(lambda self: TensorShape([*self._batch, self._rows, self._rows]), doc="The static shape `[..., n, n]`.")

    def _dense(self):
        return eye(self._rows, batch_shape=self._batch or None, dtype=self.dtype)

    def add_to_tensor(self, mat: TensorLike, name: str | None = "add_to_tensor") -> Tensor:
        # Ones are added to the diagonals of `mat`, whatever its dtype and size. The name is another than that of other operators.
        return added_to_diagonals(mat, 1)

    def inverse(self, name: str | None = "inverse") -> LinearOperator:
        # The operator itself.
        return self

    def cholesky(self, name: str | None = "cholesky") -> LinearOperatorIdentity:
        # The identity, which is its own factor.
        return LinearOperatorIdentity(self._rows, self._batch, self.dtype)


@tf_export("linalg.LinearOperatorScaledIdentity")
@make_composite_tensor
class LinearOperatorScaledIdentity(LinearOperator):
    """A number times the identity. Mirrors `tf.linalg.LinearOperatorScaledIdentity`.

    Arguments:
        num_rows: the size, an integer.
        multiplier: a float or complex tensor `[...]`, a number for each matrix of the batch.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.
        assert_proper_shapes: whether sizes are checked when it runs, as is always done here; False by default.

    Raises:
        ValueError: a size that is no integer or negative, or a real multiplier said not to be self-adjoint.

    Products are multiplications, and solutions divisions by the number.

    Example:
        >>> operator = tf.linalg.LinearOperatorScaledIdentity(num_rows=2, multiplier=3.0)
        >>> operator.matvec([1.0, 2.0]).numpy().tolist(), operator.solvevec([3.0, 6.0]).numpy().tolist()
        ([3.0, 6.0], [1.0, 2.0])
        >>> operator.to_dense().numpy().tolist(), float(operator.determinant())
        ([[3.0, 0.0], [0.0, 3.0]], 9.0)
        >>> tf.linalg.LinearOperatorScaledIdentity(2, multiplier=tf.constant([1.0, 2.0])).shape
        TensorShape([2, 2, 2])
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_identity"
    _composite_tensor_fields = ("num_rows", "multiplier")
    _matrix_axes = {"multiplier": 0}
    _composite_tensor_prefer_static_fields = ("num_rows",)

    def __init__(
        self,
        num_rows: TensorLike,
        multiplier: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool = True,
        assert_proper_shapes: bool = False,
        name: str | None = "LinearOperatorScaledIdentity",
    ) -> None:
        if not is_square:
            raise ValueError("A ScaledIdentity operator is always square.")
        self._rows = _size(num_rows, "num_rows")
        self._multiplier = multiplier if hasattr(multiplier, "assign") else convert_to_tensor(multiplier)
        if not self._multiplier.dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError("A real diagonal operator is always self adjoint.")
            is_self_adjoint = True
        super().__init__(self._multiplier.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name)

    def _assert_non_singular(self):
        return debugging.assert_positive(tf_abs(self._multiplier), message="LinearOperator was singular")

    def _assert_self_adjoint(self):
        parts = imag(self._multiplier)
        return debugging.assert_equal(zeros([], parts.dtype), parts, message="LinearOperator was not self-adjoint")

    def _assert_positive_definite(self):
        return debugging.assert_positive(real(self._multiplier), message="LinearOperator was not positive definite.")

    multiplier = property(lambda self: self._multiplier, doc="The factors.")
    shape = property(lambda self: self._multiplier.shape.concatenate([self._rows, self._rows]), doc="The static shape `[..., n, n]`.")

    def _factor(self, adjoint):
        factor = conj(self._multiplier) if adjoint else convert_to_tensor(self._multiplier)
        return factor[..., None, None]

    def _dense(self):
        return self._factor(False) * eye(self._rows, dtype=self.dtype)

    def add_to_tensor(self, mat: TensorLike, name: str | None = "add_to_tensor") -> Tensor:
        # The number is added to the diagonals of `mat`, whatever its size. The name is another than that of other operators.
        return added_to_diagonals(mat, convert_to_tensor(self._multiplier)[..., None])

    def _matmul(self, x, adjoint):
        return self._factor(adjoint) * x

    def _solve(self, rhs, adjoint):
        return rhs / self._factor(adjoint)

    def adjoint(self, name: str | None = "adjoint") -> LinearOperatorScaledIdentity:
        # The conjugate number times the identity.
        if self.is_self_adjoint:
            return self
        return self._with(conj(convert_to_tensor(self._multiplier)), *self._hints())

    def inverse(self, name: str | None = "inverse") -> LinearOperatorScaledIdentity:
        # The reciprocal number times the identity.
        super().inverse()
        return self._with(1.0 / convert_to_tensor(self._multiplier), *self._hints())

    def cholesky(self, name: str | None = "cholesky") -> LinearOperator:
        # The root of the number times the identity.
        if not (self.is_positive_definite and self.is_self_adjoint):
            return super().cholesky()
        return self._with(sqrt(convert_to_tensor(self._multiplier)), True, True, True)

    def _hints(self):
        return self.is_non_singular, self.is_self_adjoint, self.is_positive_definite

    def _with(self, multiplier, *hints):
        return LinearOperatorScaledIdentity(self._rows, multiplier, *hints)


@tf_export("linalg.LinearOperatorZeros")
@make_composite_tensor
class LinearOperatorZeros(LinearOperator):
    """The operator that gives zeros. Mirrors `tf.linalg.LinearOperatorZeros`.

    Arguments:
        num_rows: how many rows, an integer.
        num_columns: how many columns; None (the default) for as many.
        batch_shape: the shape of leading dimensions, none by default.
        dtype: that of the elements, float32 by default.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.
        assert_proper_shapes: whether sizes are checked when it runs, as is always done here; False by default.

    Raises:
        ValueError: sizes that are no integers or negative, or hints that cannot be: `is_square=False` has to be
            said of what is not square, and `is_self_adjoint=False` with it.

    It is a block of nothing in `tf.linalg.LinearOperatorBlockLowerTriangular`, and what is added changes nothing.

    Example:
        >>> operator = tf.linalg.LinearOperatorZeros(2, 3, is_square=False, is_self_adjoint=False)
        >>> operator.matvec([1.0, 2.0, 3.0]).numpy().tolist(), operator.shape
        ([0.0, 0.0], TensorShape([2, 3]))
        >>> tf.linalg.LinearOperatorZeros(2).to_dense().numpy().tolist()
        [[0.0, 0.0], [0.0, 0.0]]
        >>> float(tf.linalg.LinearOperatorZeros(2).determinant())
        0.0
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_zeros"
    _composite_tensor_fields = ("num_rows", "num_columns", "batch_shape")
    _composite_tensor_prefer_static_fields = ("num_rows", "num_columns", "batch_shape")

    def __init__(
        self,
        num_rows: TensorLike,
        num_columns: TensorLike | None = None,
        batch_shape: SizesLike | None = None,
        dtype: DTypeLike | None = None,
        is_non_singular: bool = False,
        is_self_adjoint: bool = True,
        is_positive_definite: bool = False,
        is_square: bool = True,
        assert_proper_shapes: bool = False,
        name: str | None = "LinearOperatorZeros",
    ) -> None:
        if not is_self_adjoint and is_square:
            raise ValueError("A zero operator is always self adjoint.")
        if is_non_singular:
            raise ValueError("A zero operator is always singular.")
        if is_positive_definite:
            raise ValueError("A zero operator is always not positive-definite.")
        self._rows, self._batch = _size(num_rows, "num_rows"), _batch(batch_shape)
        self._columns = self._rows if num_columns is None else _size(num_columns, "num_columns")
        if is_square and self._rows != self._columns:
            raise ValueError(
                f"LinearOperatorZeros initialized as is_square=True, but got num_rows({self._rows}) != num_columns({self._columns})"
            )
        super().__init__(dtype or dt.float32, None, False, is_self_adjoint, False, is_square, name)

    def _assert_non_singular(self):
        raise invalid("Zero operators are always non-invertible.")

    def _assert_positive_definite(self):
        raise invalid("Zero operators are always non-positive definite.")

    shape = property(lambda self: TensorShape([*self._batch, self._rows, self._columns]), doc="The static shape `[..., m, n]`.")

    def _dense(self):
        return zeros(self.shape.as_list(), self.dtype)

    def add_to_tensor(self, mat: Any, name: str | None = "add_to_tensor") -> Any:
        # What is given, as it is given. The name is another than that of other operators.
        return mat

    def _matmul(self, x, adjoint):
        rows, inner = (self._columns, self._rows) if adjoint else (self._rows, self._columns)
        if x.shape.rank is not None and x.shape[-2] is not None and x.shape[-2] != inner:
            raise ValueError(f"Dimensions are not compatible: {inner} columns of the operator, {x.shape[-2]} rows of `x`.")
        sizes = shape(x)
        batch = broadcast_dynamic_shape(sizes[:-2], convert_to_tensor(self._batch, dtype=dt.int32))
        return zeros(concat([batch, [rows], sizes[-1:]], 0), self.dtype)
