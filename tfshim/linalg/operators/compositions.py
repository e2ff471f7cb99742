"""Linear operators made of others: products, adjoints, inverses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.matrices import adjoint as adjoint_of
from tfshim.engine.values.shapes import broadcast_static_shapes
from tfshim.linalg.operators.linear_operator import LinearOperator
from tfshim.linalg.operators.parts import checked
from tfshim.linalg.operators.specs import make_composite_tensor
from tfshim.linalg.solvers import inv

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor


class _Made(LinearOperator):
    """The base class of operators composed of others."""

    def __init__(self, operators: Sequence[LinearOperator], hints: Sequence[bool | None], name: str | None) -> None:
        super().__init__(checked(operators)[0].dtype, None, *hints, name)


@tf_export("linalg.LinearOperatorComposition")
@make_composite_tensor
class LinearOperatorComposition(_Made):
    """The product of operators, the last of which acts first. Mirrors `tf.linalg.LinearOperatorComposition`.

    Arguments:
        operators: a list of operators of one dtype, whose sizes agree and whose batch shapes broadcast.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: no operators, or hints that contradict theirs.
        TypeError: different dtypes.

    Arguments go through one factor after the other, and the product is not made; `a @ b` of two operators gives it, unless the
    product has a form of its own, as that of two diagonal ones.

    Example:
        >>> scale = tf.linalg.LinearOperatorDiag([2.0, 3.0])
        >>> turn = tf.linalg.LinearOperatorFullMatrix([[0.0, -1.0], [1.0, 0.0]])
        >>> both = tf.linalg.LinearOperatorComposition([scale, turn])
        >>> both.matvec([1.0, 0.0]).numpy().tolist(), both.to_dense().numpy().tolist()
        ([0.0, 3.0], [[0.0, -2.0], [3.0, 0.0]])
        >>> both.solvevec([0.0, 3.0]).numpy().tolist()
        [1.0, -0.0]
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_composition"
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
        self._operators = operators = checked(operators)
        if all(o.is_non_singular for o in operators):
            if is_non_singular is False:
                raise ValueError("The composition of non-singular operators is always non-singular.")
            is_non_singular = True
        if len(operators) == 1 and operators[0].is_self_adjoint:
            if is_self_adjoint is False:
                raise ValueError("The composition was determined to be self-adjoint but user provided incorrect `False` hint.")
            is_self_adjoint = True
        if _adjoint_pair(self._operators):
            if is_square is False:
                raise ValueError(
                    "The composition was determined have the form A @ A.H, hence it must be square. "
                    "The user provided an incorrect `False` hint."
                )
            if is_self_adjoint is False:
                raise ValueError("The composition was determined to be self-adjoint but user provided incorrect `False` hint.")
            is_square = is_self_adjoint = True
            if is_non_singular:
                if is_positive_definite is False:
                    raise ValueError(
                        "The composition was determined to be non-singular and have the form A @ A.H, "
                        "hence it must be positive-definite. The user provided an incorrect `False` hint."
                    )
                is_positive_definite = True
        hints = is_non_singular, is_self_adjoint, is_positive_definite, is_square
        super().__init__(self._operators, hints, name or "_o_".join(o.name for o in operators))

    operators = property(lambda self: self._operators, doc="The factors.")

    def _shape(self):
        # From the factors alone: what a function returns is asked for its shape where its tensors are out of scope.
        for left, right in pairwise(self._operators):
            left.domain_dimension.assert_is_compatible_with(right.range_dimension)
        batch = reduce(broadcast_static_shapes, (o.batch_shape for o in self._operators))
        return batch.concatenate([self._operators[0].shape[-2], self._operators[-1].shape[-1]])

    def _dense(self):
        dense = self._operators[-1].to_dense()
        for o in reversed(self._operators[:-1]):
            dense = o.matmul(dense)
        return dense

    def _matmul(self, x, adjoint):
        for o in self._operators if adjoint else reversed(self._operators):
            x = o.matmul(x, adjoint=adjoint)
        return x

    def _solve(self, rhs, adjoint):
        for o in reversed(self._operators) if adjoint else self._operators:
            rhs = o.solve(rhs, adjoint=adjoint)
        return rhs


@tf_export("linalg.LinearOperatorAdjoint")
@make_composite_tensor
class LinearOperatorAdjoint(_Made):
    """The adjoint of an operator: transposed, and conjugated. Mirrors `tf.linalg.LinearOperatorAdjoint`.

    Arguments:
        operator: an operator.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: hints that contradict those of `operator`.

    `operator.adjoint()` or `operator.H` makes it, or something simpler where the adjoint has a form of its own. The adjoint of it
    is `operator` again.

    Example:
        >>> operator = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])
        >>> adjoint = tf.linalg.LinearOperatorAdjoint(operator)
        >>> adjoint.to_dense().numpy().tolist()
        [[1.0, 3.0], [2.0, 4.0]]
        >>> adjoint.matvec([1.0, 10.0]).numpy().tolist()
        [31.0, 42.0]
        >>> adjoint.adjoint() is operator
        True
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_adjoint"
    _composite_tensor_fields = ("operator",)
    _matrix_axes = {"operator": 0}

    def __init__(
        self,
        operator: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        self._operator = operator
        given = (
            ("is_square", is_square),
            ("is_non_singular", is_non_singular),
            ("is_self_adjoint", is_self_adjoint),
            ("is_positive_definite", is_positive_definite),
        )
        square, *hints = (_shared_hint(operator, hint, value, "adjoint") for hint, value in given)
        super().__init__([operator], (*hints, square), name or operator.name + "_adjoint")

    operator = property(lambda self: self._operator, doc="The operator this is the adjoint of.")

    def _shape(self):
        shape = self._operator.shape
        return shape if shape.rank is None else shape[:-2].concatenate([shape[-1], shape[-2]])

    def _dense(self):
        return adjoint_of(self._operator.to_dense())

    def _matmul(self, x, adjoint):
        return self._operator.matmul(x, adjoint=not adjoint)

    def _solve(self, rhs, adjoint):
        return self._operator.solve(rhs, adjoint=not adjoint)

    def adjoint(self, name: str | None = "adjoint") -> LinearOperator:
        # The operator this is the adjoint of.
        return self._operator


@tf_export("linalg.LinearOperatorInversion")
@make_composite_tensor
class LinearOperatorInversion(_Made):
    """The inverse of an operator. Mirrors `tf.linalg.LinearOperatorInversion`.

    Arguments:
        operator: a square operator that can be inverted.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: `operator` is known to be singular, or hints that contradict its own.

    `operator.inverse()` makes it, or something simpler where the inverse has a form of its own. Products are solutions of
    `operator`, and solutions products: no inverse is computed.

    Example:
        >>> operator = tf.linalg.LinearOperatorFullMatrix([[4.0, 7.0], [2.0, 6.0]], is_non_singular=True)
        >>> inverse = tf.linalg.LinearOperatorInversion(operator)
        >>> np.round(inverse.matvec([11.0, 8.0]), 4).tolist()
        [1.0, 1.0]
        >>> np.round(inverse.to_dense(), 4).tolist()
        [[0.6000000238418579, -0.699999988079071], [-0.20000000298023224, 0.4000000059604645]]
        >>> inverse.solvevec([1.0, 1.0]).numpy().tolist()
        [11.0, 8.0]
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_inversion"
    _composite_tensor_fields = ("operator",)
    _matrix_axes = {"operator": 0}

    def __init__(
        self,
        operator: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        self._operator = operator
        for hint, value in (("is_non_singular", is_non_singular), ("is_square", is_square)):
            own = getattr(operator, hint)
            if own is False or value is False:
                raise ValueError(
                    f"Argument `{hint}` or argument `operator` must have supplied hint `{hint}` equal to `True` or `None`. "
                    f"Found `operator.{hint}`: {own}, `{hint}`: {value}."
                )
        hints = (
            operator.is_non_singular if is_non_singular is None else is_non_singular,
            _shared_hint(operator, "is_self_adjoint", is_self_adjoint, "inverse"),
            _shared_hint(operator, "is_positive_definite", is_positive_definite, "inverse"),
            is_square,
        )
        super().__init__([operator], hints, name or operator.name + "_inv")

    operator = property(lambda self: self._operator, doc="The operator this is the inverse of.")
    shape = property(lambda self: self._operator.shape, doc="The static shape `[..., n, n]`.")

    def _dense(self):
        return inv(self._operator.to_dense())

    def _matmul(self, x, adjoint):
        return self._operator.solve(x, adjoint=adjoint)

    def _solve(self, rhs, adjoint):
        return self._operator.matmul(rhs, adjoint=adjoint)

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        return -self._operator.log_abs_determinant()

    def _eigvals(self):
        return 1.0 / self._operator.eigvals()

    def inverse(self, name: str | None = "inverse") -> LinearOperator:
        # The operator this is the inverse of.
        return self._operator


def _shared_hint(operator, hint, given, relative):
    """A hint that `operator` and its `relative` (adjoint or inverse) share; raises ValueError where `given` contradicts."""
    own = getattr(operator, hint)
    if None not in (own, given) and bool(own) != bool(given):
        words = hint.removeprefix("is_").replace("_", "-")
        raise ValueError(f"An operator is {words} if and only if its {relative} is {words}.")
    return own if given is None else given


def _adjoint_pair(operators):
    """Whether they are two, one of which is the adjoint of the other."""
    if len(operators) != 2:
        return False
    for a, b in (operators, reversed(operators)):
        if (isinstance(a, LinearOperatorAdjoint) and a.operator is b) or (a is b and a.is_self_adjoint):
            return True
    return False
