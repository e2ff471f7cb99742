"""The methods of `LinearOperator` that raise where a matrix is not what it is said to be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import debugging
from tfshim.array_ops.casting import cast
from tfshim.array_ops.matrices import adjoint
from tfshim.debugging.assertion import graph_assert
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.pickling import methods_of
from tfshim.linalg.decompositions import eigvalsh
from tfshim.math.complex_parts import real
from tfshim.math.reductions import reduce_all, reduce_max


@methods_of("tfshim.linalg.operators.linear_operator", "LinearOperator")
class ChecksMixin:
    """What an operator offers to look at its values for what its hints only say."""

    if TYPE_CHECKING:  # of the operator

        @property
        def dtype(self) -> Any: ...
        @property
        def is_self_adjoint(self) -> Any: ...
        @property
        def is_positive_definite(self) -> Any: ...
        def cond(self) -> Any: ...
        def range_dimension_tensor(self) -> Any: ...
        def domain_dimension_tensor(self) -> Any: ...
        def _dense(self) -> Any: ...

    def assert_non_singular(self, name: str | None = "assert_non_singular") -> Any:
        """Raise if a matrix is singular, or so nearly that rounding does not let it be told.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            None eagerly; in a graph of TensorFlow 1 the operation that checks it when it is run.

        Raises:
            InvalidArgumentError: the condition number is not below the inverse of the dtype's precision over 100 (over the size of larger
                matrices).

        Mirrors `tf.linalg.LinearOperator.assert_non_singular`. The hint `is_non_singular=True` is trusted without such a check.

        Example:
            >>> tf.linalg.LinearOperatorDiag([1.0, 2.0]).assert_non_singular()
            >>> try:
            ...     tf.linalg.LinearOperatorDiag([1.0, 0.0]).assert_non_singular()
            ... except tf.errors.InvalidArgumentError:
            ...     print("singular")
            singular
        """
        return self._assert_non_singular()

    def _assert_non_singular(self):
        if self.is_self_adjoint and self.is_positive_definite:
            return self.assert_positive_definite()
        # TensorFlow's bound: what rounding loses of a matrix, which is the more the larger it is.
        eps = np.finfo(self.dtype.real_dtype.as_numpy_dtype).eps
        sizes = cast(reduce_max([100, self.range_dimension_tensor(), self.domain_dimension_tensor()]), self.dtype.real_dtype)
        return debugging.assert_less(self.cond(), 1.0 / (sizes * eps), message="Singular matrix up to precision epsilon.")

    def assert_self_adjoint(self, name: str | None = "assert_self_adjoint") -> Any:
        """Raise if a matrix is not its own conjugate transpose.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            None eagerly; in a graph of TensorFlow 1 the operation that checks it when it is run.

        Raises:
            InvalidArgumentError: an element differs from the conjugate of the one that mirrors it, however little.

        Mirrors `tf.linalg.LinearOperator.assert_self_adjoint`. The hint `is_self_adjoint=True` is trusted without such a check.

        Example:
            >>> try:
            ...     tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]).assert_self_adjoint()
            ... except tf.errors.InvalidArgumentError:
            ...     print("not self-adjoint")
            not self-adjoint
        """
        return self._assert_self_adjoint()

    def _assert_self_adjoint(self):
        a = self._dense()
        return debugging.assert_equal(a, adjoint(a), message="Matrix was not equal to its adjoint.")

    def assert_positive_definite(self, name: str | None = "assert_positive_definite") -> Any:
        """Raise if a matrix is not positive definite.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            None eagerly; in a graph of TensorFlow 1 the operation that checks it when it is run.

        Raises:
            InvalidArgumentError: the least eigenvalue (of diagonal and circulant operators the least real part) is not positive.
            NotImplementedError: the operator is not said to be self-adjoint, and is of no kind that knows its eigenvalues.

        Mirrors `tf.linalg.LinearOperator.assert_positive_definite`. The hint `is_positive_definite=True` is trusted without such a check.

        Example:
            >>> try:
            ...     tf.linalg.LinearOperatorDiag([1.0, -2.0]).assert_positive_definite()
            ... except tf.errors.InvalidArgumentError:
            ...     print("not positive definite")
            not positive definite
        """
        return self._assert_positive_definite()

    def _assert_positive_definite(self):
        if not self.is_self_adjoint:
            raise NotImplementedError("assert_positive_definite is not implemented.")
        return debugging.assert_positive(real(eigvalsh(self._dense())), message="Matrix was not positive definite.")


def assure(condition, message):
    """Raise InvalidArgumentError with `message` unless `condition` holds everywhere; in a graph the operation that does so."""
    if not hasattr(condition, "numpy"):
        return graph_assert(reduce_all(condition), [message])
    if not condition.numpy().all():
        raise invalid(message)
    return None
