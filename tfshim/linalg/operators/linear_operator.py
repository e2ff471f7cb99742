"""`LinearOperator`: a matrix, or a batch of them, known by what it does to vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import LateBound
from tfshim.array_ops.broadcasting import broadcast_dynamic_shape as together
from tfshim.array_ops.broadcasting import broadcast_to
from tfshim.array_ops.joining import concat
from tfshim.array_ops.matrices import adjoint
from tfshim.array_ops.shapes import shape, size
from tfshim.debugging.assertion import graph_assert
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.shapes import Dimension, TensorShape
from tfshim.linalg.decompositions import cholesky, eigvals, eigvalsh, svd
from tfshim.linalg.diagonals import diag_part, eye
from tfshim.linalg.operators.specs import arguments
from tfshim.linalg.products import matmul
from tfshim.linalg.solvers import det, slogdet, solve
from tfshim.math.comparison import equal
from tfshim.math.complex_parts import real
from tfshim.math.reductions import reduce_all, reduce_max, reduce_min, reduce_sum
from tfshim.module import Module

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


_above = LateBound(
    "tfshim.linalg.operators",
    {
        "compositions": "LinearOperatorAdjoint LinearOperatorComposition LinearOperatorInversion",
        "matrices": "LinearOperatorLowerTriangular",
    },
)


@tf_export("linalg.LinearOperator")
class LinearOperator(Module):
    """A batch of matrices `[..., m, n]` that need not be written out. Mirrors `tf.linalg.LinearOperator`.

    Arguments:
        dtype: that of the elements.
        graph_parents: tensors that it is made of; it has no effect.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.
        parameters: the arguments of a subclass, kept in `parameters`.

    Raises:
        ValueError: hints that contradict each other.
        NotImplementedError: a method needs what neither the subclass nor its dense matrix gives.

    `matmul`, `matvec`, `solve`, `solvevec`, `determinant`, `log_abs_determinant`, `trace`, `diag_part`, `adjoint`, `inverse`,
    `cholesky`, `eigvals`, `cond` and `to_dense` are those of `tf.linalg`, and `@` makes compositions. A subclass gives `_shape()`
    and `_matmul(x, adjoint, adjoint_arg)`, or `_to_dense()`. Each public method asks the one of its name with an underscore,
    which a subclass may override where it can do better than the dense matrix.

    Example:
        >>> operator = tf.linalg.LinearOperatorDiag([1.0, 2.0]) @ tf.linalg.LinearOperatorFullMatrix([[1.0, 1.0], [0.0, 1.0]])
        >>> isinstance(operator, tf.linalg.LinearOperator), operator.shape
        (True, TensorShape([2, 2]))
        >>> operator.matvec([1.0, 3.0]).numpy().tolist()
        [4.0, 6.0]
        >>> operator.to_dense().numpy().tolist()
        [[1.0, 1.0], [0.0, 2.0]]
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator"
    _nest_leaf = True  # until `make_composite_tensor` gives the class a spec
    _composite_tensor_fields: tuple[str, ...] = ()
    _composite_tensor_prefer_static_fields: tuple[str, ...] = ()
    _arguments: Any = ((), {})

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """A new operator, which remembers its arguments: its spec is made of them."""
        made = super().__new__(cls)
        object.__setattr__(made, "_arguments", (args, kwargs))
        return made

    def __init__(
        self,
        dtype: DTypeLike,
        graph_parents: Any = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
        parameters: dict[str, Any] | None = None,
    ) -> None:
        if is_positive_definite:
            if is_non_singular is False:
                raise ValueError("A positive definite matrix is always non-singular.")
            is_non_singular = True
        if is_non_singular:
            if is_square is False:
                raise ValueError("A non-singular matrix is always square.")
            is_square = True
        if is_self_adjoint:
            if is_square is False:
                raise ValueError("A self-adjoint matrix is always square.")
            is_square = True
        self._dtype = None if dtype is None else dt.as_dtype(dtype)
        self._graph_parents = list(graph_parents or [])
        self._is_non_singular, self._is_self_adjoint = is_non_singular, is_self_adjoint
        self._is_positive_definite, self._square_hint = is_positive_definite, is_square
        self._parameters = parameters
        super().__init__()
        self._name = name or type(self).__name__  # which need not be an identifier here

    dtype = property(lambda self: self._dtype, doc="The dtype of the elements.")
    graph_parents = property(lambda self: self._graph_parents, doc="Tensors that the matrices depend on.")
    parameters = property(
        lambda self: dict(arguments(self, *self._arguments) if self._parameters is None else self._parameters),
        doc="The arguments it was made with.",
    )
    is_non_singular = property(lambda self: self._is_non_singular, doc="Whether it is invertible; None if unknown.")
    is_self_adjoint = property(lambda self: self._is_self_adjoint, doc="Whether it is self-adjoint; None if unknown.")
    is_positive_definite = property(lambda self: self._is_positive_definite, doc="Whether it is positive definite; None if unknown.")

    @property
    def is_square(self) -> bool | None:
        """Whether the matrices are square; None if unknown."""
        shape = self.shape
        if shape.rank is not None and None not in (shape[-1], shape[-2]):
            return shape[-1] == shape[-2]
        return self._square_hint

    @property
    def H(self) -> LinearOperator:  # noqa: N802 - TensorFlow's name
        """The adjoint operator."""
        return self.adjoint()

    def _dense(self):
        return self._to_dense()

    def _to_dense(self):
        if type(self)._matmul is LinearOperator._matmul:
            raise NotImplementedError(f"{type(self).__name__}: a subclass of tf.linalg.LinearOperator defines `_matmul` or `_to_dense`.")
        columns = self.domain_dimension.value
        rows = eye(self.domain_dimension_tensor() if columns is None else columns, dtype=self.dtype)
        return self.matmul(broadcast_to(rows, concat([self.batch_shape_tensor(), shape(rows)], 0)))

    # ------------------------------------------------------------------ shapes
    def _shape(self):
        return TensorShape(self._dense().shape)

    def _shape_tensor(self):
        return shape(self._dense())

    shape = property(lambda self: self._shape(), doc="The static shape `[..., m, n]`.")
    batch_shape = property(lambda self: self.shape[:-2], doc="The static shape of the leading dimensions.")
    tensor_rank = property(lambda self: self.shape.rank, doc="The number of dimensions.")
    domain_dimension = property(lambda self: Dimension(self.shape[-1]), doc="The number of columns.")
    range_dimension = property(lambda self: Dimension(self.shape[-2]), doc="The number of rows.")

    def shape_tensor(self, name: str | None = "shape_tensor") -> Tensor:
        """The shape as an int32 tensor."""
        if self.shape.is_fully_defined():
            return convert_to_tensor(self.shape.as_list(), dtype=dt.int32)
        return self._shape_tensor()

    def batch_shape_tensor(self, name: str | None = "batch_shape_tensor") -> Tensor:
        """The shape of the leading dimensions as an int32 tensor."""
        return self.shape_tensor()[:-2]

    def tensor_rank_tensor(self, name: str | None = "tensor_rank_tensor") -> Tensor:
        """The number of dimensions as an int32 tensor."""
        return size(self.shape_tensor(), name=name)

    def domain_dimension_tensor(self, name: str | None = "domain_dimension_tensor") -> Tensor:
        """The number of columns as an int32 tensor."""
        return self.shape_tensor()[-1]

    def range_dimension_tensor(self, name: str | None = "range_dimension_tensor") -> Tensor:
        """The number of rows as an int32 tensor."""
        return self.shape_tensor()[-2]

    # ------------------------------------------------------------------ what it does
    def to_dense(self, name: str | None = "to_dense") -> Tensor:
        """The matrices as a tensor."""
        return self._dense()

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return matmul(self._dense(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _matvec(self, x, adjoint=False):
        return self._matmul(x[..., None], adjoint)[..., 0]

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        a, rhs = self._dense(), _adjoint(rhs) if adjoint_arg else rhs
        # `solve` does not broadcast leading dimensions.
        if a.shape.rank is None or rhs.shape.rank is None or a.shape[:-2].as_list() != rhs.shape[:-2].as_list():
            batch = together(shape(a)[:-2], shape(rhs)[:-2])
            a = broadcast_to(a, concat([batch, shape(a)[-2:]], 0))
            rhs = broadcast_to(rhs, concat([batch, shape(rhs)[-2:]], 0))
        return solve(a, rhs, adjoint=adjoint)

    def _solvevec(self, rhs, adjoint=False):
        return self._solve(rhs[..., None], adjoint)[..., 0]

    def _operand(self, x):
        """`x` as a tensor of this operator's dtype. Raises TypeError for a tensor of another."""
        if is_tensor(x) and x.dtype != self.dtype:
            raise TypeError(f"Expected argument to have dtype {self.dtype!r}. Found: {x.dtype!r} in tensor {x}; cast it first.")
        return convert_to_tensor(x, dtype=self.dtype)

    def matmul(self, x: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "matmul") -> Any:
        """The product with the matrices `x`, `[..., n, k]`, or with another operator, which gives an operator.

        `adjoint`, `adjoint_arg`: whether the adjoint of this operator, or of `x`, is meant. Raises ValueError where
        sizes differ.
        """
        if isinstance(x, LinearOperator):
            left, right = self.adjoint() if adjoint else self, x.adjoint() if adjoint_arg else x
            return _above.LinearOperatorComposition([left, right])
        x = self._operand(x)
        return self._matmul(_adjoint(x) if adjoint_arg else x, bool(adjoint))

    def __matmul__(self, other):
        return self.matmul(other)

    def matvec(self, x: TensorLike, adjoint: bool = False, name: str | None = "matvec") -> Any:
        """The product with the vectors `x`, `[..., n]`."""
        x = self._operand(x)
        return self._matvec(x, bool(adjoint))

    def _solvable(self):
        if self.is_non_singular is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to be singular.")
        if self.is_square is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to not be square.")

    def solve(self, rhs: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "solve") -> Tensor:
        """The solutions `x` of `operator @ x = rhs`, `[..., m, k]`; another operator gives an operator.

        Raises NotImplementedError for operators that are known to be singular or not square.
        """
        self._solvable()
        if isinstance(rhs, LinearOperator):
            return (self.adjoint() if adjoint else self).inverse().matmul(rhs.adjoint() if adjoint_arg else rhs)
        rhs = self._operand(rhs)
        return self._solve(_adjoint(rhs) if adjoint_arg else rhs, bool(adjoint))

    def solvevec(self, rhs: TensorLike, adjoint: bool = False, name: str | None = "solve") -> Any:
        """The solutions `x` of `operator @ x = rhs` for vectors `rhs`, `[..., m]`."""
        self._solvable()
        rhs = self._operand(rhs)
        return self._solvevec(rhs, bool(adjoint))

    def adjoint(self, name: str | None = "adjoint") -> LinearOperator:
        """The adjoint operator."""
        return self if self.is_self_adjoint else _above.LinearOperatorAdjoint(self)

    def inverse(self, name: str | None = "inverse") -> LinearOperator:
        """The inverse operator. Raises ValueError where it is known that there is none."""
        if self.is_square is False:
            raise ValueError("Cannot take the Inverse: This operator represents a non square matrix.")
        if self.is_non_singular is False:
            raise ValueError("Cannot take the Inverse: This operator represents a singular matrix.")
        return _above.LinearOperatorInversion(self)

    def cholesky(self, name: str | None = "cholesky") -> LinearOperator:
        """The Cholesky factor as an operator. Raises ValueError unless it is said to be positive definite."""
        if not (self.is_positive_definite and self.is_self_adjoint):
            raise ValueError("Cannot take the Cholesky decomposition: Not a positive definite self adjoint matrix.")
        return _above.LinearOperatorLowerTriangular(cholesky(self._dense()), is_non_singular=True)

    def diag_part(self, name: str | None = "diag_part") -> Tensor:
        """The main diagonals."""
        return self._diag_part()

    def _diag_part(self):
        return diag_part(self._dense())

    def trace(self, name: str | None = "trace") -> Tensor:
        """The sums of the main diagonals."""
        return self._trace()

    def _trace(self):
        return reduce_sum(self.diag_part(), axis=-1)

    def determinant(self, name: str | None = "det") -> Tensor:
        """The determinants. Raises NotImplementedError for operators that are known not to be square."""
        self._square("Determinant")
        return self._determinant()

    def _determinant(self):
        return det(self._dense())

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        """The logarithms of the absolute values of the determinants."""
        self._square("Determinant")
        return self._log_abs_determinant()

    def _log_abs_determinant(self):
        return slogdet(self._dense()).log_abs_determinant

    def _square(self, what):
        if self.is_square is False:
            raise NotImplementedError(f"{what} not implemented for an operator that is expected to not be square.")

    def eigvals(self, name: str | None = "eigvals") -> Tensor:
        """The eigenvalues."""
        return self._eigvals()

    def _eigvals(self):
        return eigvalsh(self._dense()) if self.is_self_adjoint else eigvals(self._dense())

    def cond(self, name: str | None = "cond") -> Tensor:
        """The condition numbers: the greatest singular values by the least ones."""
        return self._cond()

    def _cond(self):
        s = svd(self._dense(), compute_uv=False)
        return reduce_max(s, -1) / reduce_min(s, -1)

    def add_to_tensor(self, x: TensorLike, name: str | None = "add_to_tensor") -> Tensor:
        """The matrices plus the tensor `x`."""
        return self._add_to_tensor(convert_to_tensor(x, dtype=self.dtype))

    def _add_to_tensor(self, x):
        return self._dense() + x

    # ------------------------------------------------------------------ checks
    def assert_non_singular(self, name: str | None = "assert_non_singular") -> Any:
        """Raise InvalidArgumentError if a matrix is singular up to rounding."""
        return self._assert_non_singular()

    def _assert_non_singular(self):
        s = svd(self._dense(), compute_uv=False)
        eps = {dt.float64: 2.3e-16, dt.complex128: 2.3e-16}.get(self.dtype, 1.2e-7)
        return _assure((s[..., 0] * eps) < s[..., -1], "Singular matrix up to precision epsilon.")

    def assert_self_adjoint(self, name: str | None = "assert_self_adjoint") -> Any:
        """Raise InvalidArgumentError if a matrix is not its own adjoint."""
        return self._assert_self_adjoint()

    def _assert_self_adjoint(self):
        a = self._dense()
        return _assure(equal(a, adjoint(a)), "Matrix was not equal to its adjoint.")

    def assert_positive_definite(self, name: str | None = "assert_positive_definite") -> Any:
        """Raise InvalidArgumentError if a matrix is not positive definite."""
        return self._assert_positive_definite()

    def _assert_positive_definite(self):
        return _assure(real(eigvalsh(self._dense())) > 0.0, "Operator was not positive definite.")


CompositeTensor.register(LinearOperator)

_adjoint = adjoint  # methods have an argument of that name


def _assure(condition, message):
    """Raise InvalidArgumentError with `message` unless `condition` holds everywhere; in a graph the operation that does so."""
    if not hasattr(condition, "numpy"):
        return graph_assert(reduce_all(condition), [message])
    if not condition.numpy().all():
        raise invalid(message)
    return None
