"""The methods of `LinearOperator` that give numbers of its matrices, such as traces, determinants and eigenvalues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.engine.values.pickling import methods_of
from tfshim.linalg.decompositions import eigvalsh, svd
from tfshim.linalg.diagonals import diag_part
from tfshim.linalg.solvers import det, slogdet
from tfshim.math.reductions import reduce_max, reduce_min, reduce_sum

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor


@methods_of("tfshim.linalg.operators.linear_operator", "LinearOperator")
class NumbersMixin:
    """What an operator computes of each of its matrices."""

    if TYPE_CHECKING:  # of the operator

        @property
        def is_square(self) -> bool | None: ...
        @property
        def is_self_adjoint(self) -> Any: ...
        def _dense(self) -> Any: ...

    def diag_part(self, name: str | None = "diag_part") -> Tensor:
        """The main diagonals of the matrices. Mirrors `tf.linalg.LinearOperator.diag_part`.

        Most kinds know their diagonals without writing the matrices out; the variances of a covariance that is kept as an operator are read
        by it.

        Arguments:
            name: a name for the operations in graphs, a str (default: the name of the method).

        Returns:
            a tensor `[..., min(m, n)]` of the dtype of the operator: elements [0, 0], [1, 1] and so on of each matrix. Its sum along the
            last axis is `trace()`.

        Example:
            >>> operator = tf.linalg.LinearOperatorToeplitz([1.0, 2.0, 3.0], [1.0, 5.0, 6.0])
            >>> operator.diag_part()
            <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 1., 1.], dtype=float32)>
            >>> tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).diag_part().numpy()
            array([1., 5.], dtype=float32)
        """
        return self._diag_part()

    def _diag_part(self):
        return diag_part(self._dense())

    def trace(self, name: str | None = "trace") -> Tensor:
        """The traces of the matrices: the sums of their main diagonals. Mirrors `tf.linalg.LinearOperator.trace`.

        For square matrices the trace is the sum of the eigenvalues as well. Most kinds know it without writing the matrices out, from
        `diag_part()` or from fewer numbers: that of a Kronecker product is the product of the traces of its factors.

        Arguments:
            name: a name for the operations in graphs, a str (default: the name of the method).

        Returns:
            a tensor of the shape of the batch and the dtype of the operator. Matrices that are not square have one too: that of their main
            diagonal.

        Example:
            >>> tf.linalg.LinearOperatorDiag([[1.0, 2.0], [3.0, 4.0]]).trace()
            <tf.Tensor: shape=(2,), dtype=float32, numpy=array([3., 7.], dtype=float32)>
        """
        return self._trace()

    def _trace(self):
        return reduce_sum(self.diag_part(), axis=-1)

    def determinant(self, name: str | None = "det") -> Tensor:
        """The determinants of the matrices. Mirrors `tf.linalg.LinearOperator.determinant`.

        Determinants of large matrices leave the range of floats: logarithms of densities take `log_abs_determinant`, which does not.

        Arguments:
            name: a name for the operations in graphs, a str (default: the name of the method).

        Returns:
            a tensor of the shape of the batch and the dtype of the operator; 0 for singular matrices. Structured kinds take it from few
            numbers, the others from a decomposition.

        Raises:
            NotImplementedError: the operator is known not to be square.

        Example:
            >>> tf.linalg.LinearOperatorDiag([2.0, 3.0]).determinant()
            <tf.Tensor: shape=(), dtype=float32, numpy=6.0>
            >>> tf.linalg.LinearOperatorKronecker([tf.linalg.LinearOperatorDiag([2.0, 3.0])] * 2).determinant().numpy()
            1296.0
        """
        self._square("Determinant")
        return self._determinant()

    def _determinant(self):
        return det(self._dense())

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        """The logarithms of the absolute values of the determinants, where these would be too large or too small for floats.

        Arguments:
            name: a name for the operations in graphs.

        Returns:
            A tensor of the shape of the batch and the dtype of the operator; minus infinity for a singular matrix.

        Raises:
            NotImplementedError: the operator is known not to be square.

        Mirrors `tf.linalg.LinearOperator.log_abs_determinant`. It is what the density of a normal distribution needs of its covariance.

        Example:
            >>> operator = tf.linalg.LinearOperatorDiag(tf.fill([1000], 10.0))
            >>> operator.determinant().numpy(), round(float(operator.log_abs_determinant()), 1)
            (inf, 2302.6)
        """
        self._square("Determinant")
        return self._log_abs_determinant()

    def _log_abs_determinant(self):
        return slogdet(self._dense()).log_abs_determinant

    def _square(self, what):
        if self.is_square is False:
            raise NotImplementedError(f"{what} not implemented for an operator that is expected to not be square.")

    def eigvals(self, name: str | None = "eigvals") -> Tensor:
        """The eigenvalues of the matrices, which are self-adjoint. Mirrors `tf.linalg.LinearOperator.eigvals`.

        They say whether a covariance is positive definite, and what its condition number is. Operators of other matrices go by
        `tf.linalg.eigvals(operator.to_dense())`, which gives complex numbers.

        Arguments:
            name: a name for the operations in graphs, a str (default: the name of the method).

        Returns:
            A tensor `[..., n]` of the dtype of the operator: of diagonal operators their diagonals, of circulant ones their spectrum, of
                others in ascending order.

        Raises:
            NotImplementedError: the operator is not known to be self-adjoint (`is_self_adjoint=True`).

        Example:
            >>> operator = tf.linalg.LinearOperatorFullMatrix([[2.0, 1.0], [1.0, 2.0]], is_self_adjoint=True)
            >>> operator.eigvals().numpy().round(3)
            array([1., 3.], dtype=float32)
        """
        if not self.is_self_adjoint:
            raise NotImplementedError("Only self-adjoint matrices are supported.")
        return self._eigvals()

    def _eigvals(self):
        return eigvalsh(self._dense())

    def cond(self, name: str | None = "cond") -> Tensor:
        """The condition numbers of the matrices: the greatest singular value over the least one. Mirrors `tf.linalg.LinearOperator.cond`.

        They say how far `solve` can be trusted: a solution may lose as many decimal digits as the condition number has. float32 has seven
        digits, so that numbers from a million on call for float64.

        Arguments:
            name: a name for the operations in graphs, a str (default: the name of the method).

        Returns:
            a tensor of the shape of the batch and the real dtype of the operator: 1 for an orthogonal matrix, infinity for a singular one.
                Kinds that do not know their singular values write the matrices out and decompose them.

        Example:
            >>> tf.linalg.LinearOperatorDiag([1.0, -100.0]).cond()
            <tf.Tensor: shape=(), dtype=float32, numpy=100.0>
        """
        return self._cond()

    def _cond(self):
        s = svd(self._dense(), compute_uv=False)
        return reduce_max(s, -1) / reduce_min(s, -1)
