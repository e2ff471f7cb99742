"""Linear operators that one number describes: the identity, its multiples, zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.creation import zeros
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import broadcast_dynamic_shape, shape
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.linalg.diagonals import eye
from tfshim.linalg.linear_operator import LinearOperator
from tfshim.linalg.operator_specs import make_composite_tensor
from tfshim.math.complex_parts import conj
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


def _size(value, name):
    """A number of rows or columns as an integer; TensorFlow takes tensors too, which are read here."""
    if is_tensor(value):
        if not hasattr(value, "numpy"):
            raise refused("tf.linalg.LinearOperator", "size", argument=name)
        value = value.numpy()
    value = int(value)
    if value < 0:
        raise ValueError(f"Argument `{name}` must be non-negative.  Found: {value}")
    return value


def _batch(value):
    if value is None:
        return []
    if is_tensor(value):
        return [_size(n, "batch_shape") for n in value]
    return TensorShape(value).as_list()


@tf_export("linalg.LinearOperatorIdentity")
@make_composite_tensor
class LinearOperatorIdentity(LinearOperator):
    """The operator that changes nothing, for vectors of `num_rows`. Mirrors `tf.linalg.LinearOperatorIdentity`.

    `batch_shape`: the shape of leading dimensions; `dtype`: float32 by default; `assert_proper_shapes`: check sizes when
    it runs, as is always done.
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

    def inverse(self, name: str | None = "inverse") -> LinearOperator:
        """The operator itself."""
        return self


@tf_export("linalg.LinearOperatorScaledIdentity")
@make_composite_tensor
class LinearOperatorScaledIdentity(LinearOperator):
    """`multiplier`, `[...]`, times the identity. Mirrors `tf.linalg.LinearOperatorScaledIdentity`.

    `num_rows`: the size; `assert_proper_shapes`: check sizes when it runs, as is always done.
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_identity"
    _composite_tensor_fields = ("num_rows", "multiplier")
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
            is_self_adjoint = True
        super().__init__(self._multiplier.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name)

    multiplier = property(lambda self: self._multiplier, doc="The factors.")
    shape = property(lambda self: self._multiplier.shape.concatenate([self._rows, self._rows]), doc="The static shape `[..., n, n]`.")

    def _factor(self, adjoint):
        factor = conj(self._multiplier) if adjoint else convert_to_tensor(self._multiplier)
        return factor[..., None, None]

    def _dense(self):
        return self._factor(False) * eye(self._rows, dtype=self.dtype)

    def _matmul(self, x, adjoint):
        return self._factor(adjoint) * x

    def _solve(self, rhs, adjoint):
        return rhs / self._factor(adjoint)


@tf_export("linalg.LinearOperatorZeros")
@make_composite_tensor
class LinearOperatorZeros(LinearOperator):
    """The operator that gives zeros. Mirrors `tf.linalg.LinearOperatorZeros`.

    `num_rows`, `num_columns` (None: as many): the size; `batch_shape`, `dtype`, `assert_proper_shapes`: as for the
    identity.
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
        if is_non_singular:
            raise ValueError("A zeros operator is always non-invertible.")
        if is_positive_definite:
            raise ValueError("A zeros operator is never positive definite.")
        self._rows, self._batch = _size(num_rows, "num_rows"), _batch(batch_shape)
        self._columns = self._rows if num_columns is None else _size(num_columns, "num_columns")
        if is_square and self._rows != self._columns:
            raise ValueError(
                f"LinearOperatorZeros initialized as is_square=True, but got num_rows({self._rows}) != num_columns({self._columns})"
            )
        super().__init__(dtype or dt.float32, None, False, is_self_adjoint, False, is_square, name)

    shape = property(lambda self: TensorShape([*self._batch, self._rows, self._columns]), doc="The static shape `[..., m, n]`.")

    def _dense(self):
        return zeros(self.shape.as_list(), self.dtype)

    def _matmul(self, x, adjoint):
        rows, inner = (self._columns, self._rows) if adjoint else (self._rows, self._columns)
        if x.shape.rank is not None and x.shape[-2] is not None and x.shape[-2] != inner:
            raise ValueError(f"Dimensions are not compatible: {inner} columns of the operator, {x.shape[-2]} rows of `x`.")
        sizes = shape(x)
        batch = broadcast_dynamic_shape(sizes[:-2], convert_to_tensor(self._batch, dtype=dt.int32))
        return zeros(concat([batch, [rows], sizes[-1:]], 0), self.dtype)
