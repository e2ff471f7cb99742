"""`LinearOperator`: a matrix, or a batch of them, known by what it does to vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import LateBound
from tfshim.array_ops.broadcasting import broadcast_dynamic_shape as together
from tfshim.array_ops.broadcasting import broadcast_to
from tfshim.array_ops.creation import zeros_like
from tfshim.array_ops.joining import concat
from tfshim.array_ops.matrices import adjoint
from tfshim.array_ops.shapes import shape
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import nest
from tfshim.engine.values.composite_tensor import CompositeGradient, CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.linalg.decompositions import cholesky
from tfshim.linalg.diagonals import eye
from tfshim.linalg.operators.check_methods import ChecksMixin
from tfshim.linalg.operators.number_methods import NumbersMixin
from tfshim.linalg.operators.shape_methods import ShapeMixin
from tfshim.linalg.operators.specs import arguments
from tfshim.linalg.products import matmul
from tfshim.linalg.solvers import solve
from tfshim.module import Module

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


_above = LateBound(
    "tfshim.linalg.operators",
    {
        "algebra": "product solution",
        "compositions": "LinearOperatorAdjoint LinearOperatorInversion",
        "functions": "answer",
        "matrices": "LinearOperatorLowerTriangular",
        "slicing": "batch_slice",
    },
)


class _Gradient(CompositeGradient):
    """An operator has gradients where its tensors have, and the gradient of one is an operator of them."""

    def get_gradient_components(self, value):
        return value._type_spec._to_components(value)

    def replace_gradient_components(self, value, component_grads):
        # An operator needs all that it is made of: what has no gradient, where others have, gets zeros.
        own = value._type_spec._to_components(value)
        pairs = zip(nest.flatten(own), nest.flatten(component_grads), strict=True)
        grads = [_zeros(of, value.dtype) if g is None else g for of, g in pairs]
        return value._type_spec._from_components(nest.pack_sequence_as(own, grads))


def _zeros(component, dtype):
    """Zeros in the place of the tensors of `component`."""
    return nest.map_structure(lambda x: zeros_like(x, dtype), component, expand_composites=True)


@tf_export("linalg.LinearOperator")
class LinearOperator(ShapeMixin, NumbersMixin, ChecksMixin, Module):
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
    __composite_gradient__ = _Gradient()
    _matrix_axes: Any = {}  # {argument: how many of its last axes make one matrix}
    _arguments: Any = ((), {})

    @staticmethod
    def _tfshim_dispatch(function, args, kwargs):
        return _above.answer(function, args, kwargs)

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
        hint = self._square_hint
        sizes = None if hint else self.shape[-2:]
        if sizes is None or sizes.rank is None or None in (sizes[0], sizes[1]):
            return hint
        if hint is False and sizes[0] == sizes[1]:
            raise ValueError("User set is_square hint to False, but the operator was square.")
        return sizes[0] == sizes[1]

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

    # ------------------------------------------------------------------ a part of the batch
    def __getitem__(self, slices):
        return _above.batch_slice(self, slices)

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self):  # the name by which other libraries say it of their operators
        found = {name: getattr(self, name) for name in self._matrix_axes}
        return {name: nest.map_structure(lambda _, n=self._matrix_axes[name]: n, value) for name, value in found.items()}

    # ------------------------------------------------------------------ what it does
    def to_dense(self, name: str | None = "to_dense") -> Tensor:
        """The matrices written out, as a tensor. Mirrors `tf.linalg.LinearOperator.to_dense`.

        It takes the memory that the operator saves: m times n numbers for each matrix of the batch. `matmul`, `solve`, `determinant` and
        the other methods need it for few kinds; it is for looking at small operators, and for functions that take tensors.

        Arguments:
            name: a name for the operations in graphs, a str (default: the name of the method).

        Returns:
            a tensor `[..., m, n]` of the dtype of the operator. Gradients go through it to the tensors that the operator was made of.

        Example:
            >>> tf.linalg.LinearOperatorToeplitz([1.0, 2.0], [1.0, 5.0]).to_dense()
            <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
            array([[1., 5.],
                   [2., 1.]], dtype=float32)>
        """
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

    def _operand(self, x, axis=None, along=None):
        """`x` as a tensor of this operator's dtype, along whose `axis` it fits this operator's axis `along`.

        Raises TypeError for another dtype, ValueError for another size.
        """
        x = convert_to_tensor(x)
        if x.dtype != self.dtype:
            raise TypeError(f"Expected argument to have dtype {self.dtype}.  Found: {x.dtype} in tensor {x!s}")
        if axis is not None:
            given, own = x.shape._dims, self.shape._dims
            # Of too few axes an IndexError, as in TensorFlow.
            if given is not None and own is not None and given[axis] != own[along] and None not in (given[axis], own[along]):
                raise ValueError(f"Dimensions {own[along]} and {given[axis]} are not compatible")
        return x

    def matmul(self, x: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "matmul") -> Any:
        """The product with matrices, or with another operator; `operator @ x` is the same.

        Arguments:
            x: a tensor `[..., n, k]` of the dtype of the operator, or an operator with n rows.
            adjoint: whether the conjugate transpose of this operator is meant, `x` then being `[..., m, k]`; False by default.
            adjoint_arg: whether that of `x` is meant; False by default.
            name: a name for the operations in graphs.

        Returns:
            A tensor `[..., m, k]`, the batches broadcast; for an operator an operator, such as a `tf.linalg.LinearOperatorComposition`,
            which multiplies when it is used.

        Raises:
            ValueError: the sizes or, for operators, dtypes do not fit.

        Mirrors `tf.linalg.LinearOperator.matmul`.

        Example:
            >>> operator = tf.linalg.LinearOperatorDiag([1.0, 10.0])
            >>> operator.matmul([[1.0, 2.0], [3.0, 4.0]])
            <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
            array([[ 1.,  2.],
                   [30., 40.]], dtype=float32)>
            >>> isinstance(operator @ operator, tf.linalg.LinearOperator)
            True
        """
        if isinstance(x, LinearOperator):
            left, right = self.adjoint() if adjoint else self, x.adjoint() if adjoint_arg else x
            return _above.product(left, right)
        x = self._operand(x, -1 if adjoint_arg else -2, -2 if adjoint else -1)
        return self._matmul(_adjoint(x) if adjoint_arg else x, bool(adjoint))

    def __matmul__(self, other):
        return self.matmul(other)

    def matvec(self, x: TensorLike, adjoint: bool = False, name: str | None = "matvec") -> Any:
        """The product with vectors.

        Arguments:
            x: a tensor `[..., n]` of the dtype of the operator.
            adjoint: whether the conjugate transpose of the operator is meant, `x` then being `[..., m]`; False by default.
            name: a name for the operations in graphs.

        Returns:
            A tensor `[..., m]`, the batches broadcast.

        Raises:
            ValueError: the sizes do not fit.

        Mirrors `tf.linalg.LinearOperator.matvec`.

        Example:
            >>> operator = tf.linalg.LinearOperatorLowerTriangular([[1.0, 0.0], [2.0, 3.0]])
            >>> operator.matvec([1.0, 1.0])
            <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 5.], dtype=float32)>
            >>> operator.matvec([1.0, 1.0], adjoint=True)
            <tf.Tensor: shape=(2,), dtype=float32, numpy=array([3., 3.], dtype=float32)>
        """
        x = self._operand(x, -1, -2 if adjoint else -1)
        return self._matvec(x, bool(adjoint))

    def _solvable(self):
        if self.is_non_singular is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to be singular.")
        if self.is_square is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to not be square.")

    def solve(self, rhs: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "solve") -> Tensor:
        """The solutions `x` of `operator @ x = rhs`, by a way that fits what is known of the operator.

        A diagonal is divided by, a triangle substituted, a circulant solved by Fourier transforms; a matrix that is said to be self-adjoint
        and positive definite by its Cholesky factor, another by LU.

        Arguments:
            rhs: a tensor `[..., m, k]` of the dtype of the operator, or an operator, for which the result is an operator.
            adjoint: whether the conjugate transpose of this operator is meant; False by default.
            adjoint_arg: whether that of `rhs` is meant; False by default.
            name: a name for the operations in graphs.

        Returns:
            A tensor `[..., n, k]`, or an operator.

        Raises:
            NotImplementedError: the operator is known to be singular or not square.
            ValueError: the sizes do not fit.

        Mirrors `tf.linalg.LinearOperator.solve`.

        Example:
            >>> operator = tf.linalg.LinearOperatorDiag([2.0, 4.0])
            >>> operator.solve([[2.0], [2.0]])
            <tf.Tensor: shape=(2, 1), dtype=float32, numpy=
            array([[1. ],
                   [0.5]], dtype=float32)>
        """
        self._solvable()
        if isinstance(rhs, LinearOperator):
            return _above.solution(self.adjoint() if adjoint else self, rhs.adjoint() if adjoint_arg else rhs)
        rhs = self._operand(rhs, -1 if adjoint_arg else -2, -1 if adjoint else -2)
        return self._solve(_adjoint(rhs) if adjoint_arg else rhs, bool(adjoint))

    def solvevec(self, rhs: TensorLike, adjoint: bool = False, name: str | None = "solve") -> Any:
        """The solutions `x` of `operator @ x = rhs` for vectors; see `solve`.

        Arguments:
            rhs: a tensor `[..., m]` of the dtype of the operator.
            adjoint: whether the conjugate transpose of the operator is meant; False by default.
            name: a name for the operations in graphs.

        Returns:
            A tensor `[..., n]`, the batches broadcast.

        Raises:
            NotImplementedError: the operator is known to be singular or not square.
            ValueError: the sizes do not fit.

        Mirrors `tf.linalg.LinearOperator.solvevec`.

        Example:
            >>> operator = tf.linalg.LinearOperatorLowerTriangular([[1.0, 0.0], [2.0, 4.0]])
            >>> operator.solvevec([1.0, 10.0])
            <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
        """
        self._solvable()
        rhs = self._operand(rhs, -1, -1 if adjoint else -2)
        return self._solvevec(rhs, bool(adjoint))

    def adjoint(self, name: str | None = "adjoint") -> LinearOperator:
        """The adjoint operator, the conjugate transpose of the matrices; `H` is the same.

        Arguments:
            name: a name for the operator.

        Returns:
            An operator `[..., n, m]`: of the same kind where that can be, the operator itself where it is said to be self-adjoint, else a
            `tf.linalg.LinearOperatorAdjoint`. Nothing is computed.

        Mirrors `tf.linalg.LinearOperator.adjoint`.

        Example:
            >>> operator = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])
            >>> operator.adjoint().to_dense()
            <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
            array([[1., 3.],
                   [2., 4.]], dtype=float32)>
            >>> operator.adjoint().adjoint() is operator
            True
        """
        return self if self.is_self_adjoint else _above.LinearOperatorAdjoint(self)

    def inverse(self, name: str | None = "inverse") -> LinearOperator:
        """The inverse as an operator: its `matmul` is the `solve` of this one.

        Arguments:
            name: a name for the operator.

        Returns:
            An operator of the same shape: of the same kind where that can be, else a `tf.linalg.LinearOperatorInversion`. Nothing is
                computed
            until it is used.

        Raises:
            ValueError: the operator is known to be singular or not square.

        Mirrors `tf.linalg.LinearOperator.inverse`.

        Example:
            >>> operator = tf.linalg.LinearOperatorDiag([2.0, 4.0])
            >>> operator.inverse().to_dense()
            <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
            array([[0.5 , 0.  ],
                   [0.  , 0.25]], dtype=float32)>
        """
        if self.is_square is False:
            raise ValueError("Cannot take the Inverse: This operator represents a non square matrix.")
        if self.is_non_singular is False:
            raise ValueError("Cannot take the Inverse: This operator represents a singular matrix.")
        return _above.LinearOperatorInversion(self)

    def cholesky(self, name: str | None = "cholesky") -> LinearOperator:
        """The Cholesky factor L as an operator: lower triangular, with `L @ L.H` equal to this operator.

        Arguments:
            name: a name for the operator.

        Returns:
            An operator of the same shape: of the same kind where that can be, else a `tf.linalg.LinearOperatorLowerTriangular`.

        Raises:
            ValueError: the operator is not said to be self-adjoint and positive definite (`is_self_adjoint=True`,
                `is_positive_definite=True`).

        Mirrors `tf.linalg.LinearOperator.cholesky`.

        Example:
            >>> a = [[4.0, 2.0], [2.0, 10.0]]
            >>> operator = tf.linalg.LinearOperatorFullMatrix(a, is_self_adjoint=True, is_positive_definite=True)
            >>> operator.cholesky().to_dense()
            <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
            array([[2., 0.],
                   [1., 3.]], dtype=float32)>
        """
        if not (self.is_positive_definite and self.is_self_adjoint):
            raise ValueError("Cannot take the Cholesky decomposition: Not a positive definite self adjoint matrix.")
        return _above.LinearOperatorLowerTriangular(cholesky(self._dense()), is_non_singular=True, is_self_adjoint=False)

    def add_to_tensor(self, x: TensorLike, name: str | None = "add_to_tensor") -> Tensor:
        """The matrices plus a tensor. Mirrors `tf.linalg.LinearOperator.add_to_tensor`.

        Operators that have few elements add these alone: a diagonal or a multiple of the identity costs as many additions as it has rows,
        which is how jitter is added to a covariance before `cholesky`.

        Arguments:
            x: a tensor, or what makes one, of the dtype of the operator, whose shape broadcasts with `[..., m, n]`.
            name: a name for the operations in graphs, a str (default: the name of the method).

        Returns:
            a dense tensor of the dtype of the operator; its shape is what `x` and the operator broadcast to.

        Raises:
            TypeError: `x` has another dtype.

        Example:
            >>> tf.linalg.LinearOperatorIdentity(2).add_to_tensor([[1.0, 2.0], [3.0, 4.0]])
            <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
            array([[2., 2.],
                   [3., 5.]], dtype=float32)>
        """
        return self._add_to_tensor(self._operand(x))

    def _add_to_tensor(self, x):
        return self._dense() + x


CompositeTensor.register(LinearOperator)

_adjoint = adjoint  # methods have an argument of that name
