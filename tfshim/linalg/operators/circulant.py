"""Circulant and Toeplitz linear operators, which Fourier transforms multiply with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import debugging, signal
from tfshim._export import tf_export
from tfshim.array_ops.broadcasting import broadcast_dynamic_shape, broadcast_static_shape, broadcast_to
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import ones_like, zeros, zeros_like
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat
from tfshim.array_ops.matrices import matrix_transpose
from tfshim.array_ops.shapes import expand_dims, reshape, shape
from tfshim.array_ops.transposing import reverse
from tfshim.control_flow import no_op
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.linalg.diagonals import eye
from tfshim.linalg.operators.check_methods import assure
from tfshim.linalg.operators.linear_operator import LinearOperator
from tfshim.linalg.operators.matrices import _matrix, no_zeros
from tfshim.linalg.operators.specs import make_composite_tensor
from tfshim.math.complex_parts import conj, imag, real
from tfshim.math.division import floormod
from tfshim.math.elementwise import abs as tf_abs
from tfshim.math.elementwise import log
from tfshim.math.reductions import reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_sum
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import TensorShape
    from tfshim.engine.values.tensor import Tensor


def _as_complex(x):
    """`x` with the complex dtype of its precision."""
    return cast(x, dt.complex128 if x.dtype in (dt.float64, dt.complex128) else dt.complex64)


def _as_dtype(x, dtype):
    """The complex tensor `x` as `dtype`, of which a real one keeps the real part."""
    return cast(x if dtype.is_complex or not x.dtype.is_complex else real(x), dtype)


def _fourier(x, depth, inverse=False):
    suffix = {1: "", 2: "2d", 3: "3d"}[depth]
    return getattr(signal, ("ifft" if inverse else "fft") + suffix)(x)


class _Circulant(LinearOperator):
    """Matrices that Fourier transforms over `_depth` dimensions make diagonal."""

    _depth = 1

    def __init__(
        self,
        spectrum: TensorLike,
        input_output_dtype: DTypeLike = dt.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str | None = None,
    ) -> None:
        if is_square is False:
            raise ValueError(
                f"A [[nested] block] circulant operator is always square. Expected argument `is_square` to be True. Received: {is_square}."
            )
        parameters = {
            "spectrum": spectrum,
            "input_output_dtype": input_output_dtype,
            "is_non_singular": is_non_singular,
            "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite,
            "is_square": is_square,
            "name": name,
        }
        self._spectrum = _matrix(spectrum, "spectrum", 0)
        rank = self._spectrum.shape.rank
        if rank is None:
            raise refused("tf.linalg.LinearOperatorCirculant", "rank")
        if rank < self._depth:
            raise ValueError(f"Argument `spectrum` must have at least {self._depth} dimensions. Received: {self._spectrum}.")
        if not self._spectrum.dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError(
                    "A real spectrum always corresponds to a self-adjoint operator. Expected argument "
                    f"`is_self_adjoint` to be True when `spectrum.dtype.is_complex` = True. Received: {is_self_adjoint}."
                )
            is_self_adjoint = True
        super().__init__(input_output_dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name, parameters)

    spectrum = property(lambda self: self._spectrum, doc="The eigenvalues, `[..., n]` or one dimension for each block.")
    block_depth = property(lambda self: self._depth, doc="How many dimensions of the spectrum make one matrix.")
    block_shape = property(lambda self: self._spectrum.shape[-self._depth :], doc="The last dimensions of the spectrum.")

    def block_shape_tensor(self) -> Tensor:
        """The sizes of the blocks, which are the last ones of the spectrum, as a tensor.

        Mirrors `block_shape_tensor` of `tf.linalg.LinearOperatorCirculant`, `LinearOperatorCirculant2D` and
        `LinearOperatorCirculant3D`.

        The vectors that such an operator works on are blocks of these sizes, written one row behind the other:
        before a product the operator
        reshapes a vector of 6 elements to [2, 3], say, for its Fourier transform. `block_shape` is the same
        as a `tf.TensorShape`, where
        the sizes are known.

        Returns:
            An int32 vector with one, two or three sizes; their product is the number of rows.

        Example:
            >>> tf.linalg.LinearOperatorCirculant2D(tf.ones([2, 3], tf.complex64)).block_shape_tensor().numpy()
            array([2, 3], dtype=int32)
            >>> tf.linalg.LinearOperatorCirculant(tf.ones([5, 4], tf.complex64)).block_shape_tensor().numpy()
            array([4], dtype=int32)
        """
        return shape(self._spectrum)[-self._depth :]

    @property
    def shape(self) -> TensorShape:
        """The static shape `[..., n, n]`."""
        n = self.block_shape.num_elements()
        return self._spectrum.shape[: -self._depth].concatenate([n, n])

    def _eigen(self):
        """The spectrum in the complex dtype that the operator computes in."""
        return cast(self._spectrum, dt.complex128 if self.dtype in (dt.float64, dt.complex128) else dt.complex64)

    def _flat(self):
        x = convert_to_tensor(self._spectrum)
        return reshape(x, concat([shape(x)[: -self._depth], [-1]], 0))

    def _apply(self, eigenvalues, x):
        n, given = self.shape[-1], x.shape[-2]
        if n is not None and given is not None and n != given:
            raise ValueError(f"Dimensions {n} and {given} are not compatible")
        x = matrix_transpose(_as_complex(x))
        x = reshape(x, concat([shape(x)[:-1], self.block_shape_tensor()], 0))
        # Circulant matrices are diagonal in the Fourier basis: a product costs n log n, and no matrix is made.
        y = _fourier(_fourier(x, self._depth) * expand_dims(eigenvalues, -self._depth - 1), self._depth, inverse=True)
        y = reshape(y, concat([shape(y)[: -self._depth], [-1]], 0))
        return _as_dtype(matrix_transpose(y), self.dtype)

    def _matmul(self, x, adjoint):
        return self._apply(conj(self._eigen()) if adjoint else self._eigen(), x)

    def _solve(self, rhs, adjoint):
        return self._apply(1.0 / (conj(self._eigen()) if adjoint else self._eigen()), rhs)

    def _dense(self):
        n = self.shape[-1]
        return self._apply(self._eigen(), eye(self.shape_tensor()[-1] if n is None else n, dtype=self.dtype))

    def shape_tensor(self, name: str | None = "shape_tensor") -> Tensor:
        flat = shape(self._flat())
        return concat([flat, flat[-1:]], 0)

    def convolution_kernel(self, name: str | None = "convolution_kernel") -> Tensor:
        """The kernel with which a product is the circular convolution: the inverse Fourier transform of the spectrum.

        Mirrors `convolution_kernel` of `tf.linalg.LinearOperatorCirculant` and its relatives with blocks of two and three sizes.

        Arguments:
            name: a name for the operations in graphs.

        Returns:
            A tensor of the shape of the spectrum and the dtype of the operator; it is the first column of the matrices.

        Example:
            >>> operator = tf.linalg.LinearOperatorCirculant(tf.signal.fft(tf.constant([1.0, 2.0, 0.0], tf.complex64)))
            >>> operator.convolution_kernel().numpy().real.round(3).tolist()
            [1.0, 2.0, 0.0]
        """
        return _as_dtype(_fourier(self._eigen(), self._depth, inverse=True), self.dtype)

    def adjoint(self, name: str | None = "adjoint") -> LinearOperator:
        # The adjoint, of the conjugate spectrum.
        if self.is_self_adjoint:
            return self
        return self._with(conj(convert_to_tensor(self._spectrum)), self.is_non_singular, self.is_self_adjoint, self.is_positive_definite)

    def inverse(self, name: str | None = "inverse") -> LinearOperator:
        # The inverse, of the reciprocal spectrum.
        if self.is_non_singular is False:
            raise ValueError("Cannot take the Inverse: This operator represents a singular matrix.")
        return self._with(1.0 / convert_to_tensor(self._spectrum), self.is_non_singular, self.is_self_adjoint, self.is_positive_definite)

    def _with(self, spectrum, *hints):
        return type(self)(spectrum, self.dtype, *hints)

    def trace(self, name: str | None = "trace") -> Tensor:
        # The sums of the spectrum.
        return _as_dtype(reduce_sum(self._flat(), axis=-1), self.dtype)

    def diag_part(self, name: str | None = "diag_part") -> Tensor:
        # The main diagonals, which are constant.
        flat = self._flat()
        return _as_dtype(reduce_mean(flat, axis=-1, keepdims=True) * ones_like(flat), self.dtype)

    def determinant(self, name: str | None = "det") -> Tensor:
        # The products of the spectrum.
        return _as_dtype(reduce_prod(self._flat(), axis=-1), self.dtype)

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        return _as_dtype(reduce_sum(log(tf_abs(self._flat())), axis=-1), self.dtype)

    def _eigvals(self):
        # The spectrum, `[..., n]`.
        return self._flat()

    def cond(self, name: str | None = "cond") -> Tensor:
        # The greatest absolute values of the spectrum by the least.
        size = tf_abs(self._flat())
        return reduce_max(size, axis=-1) / reduce_min(size, axis=-1)

    def assert_hermitian_spectrum(self, name: str | None = "assert_hermitian_spectrum") -> Any:
        """Check that the spectrum is Hermitian, as it is where the matrices are real.

        Mirrors `assert_hermitian_spectrum` of `tf.linalg.LinearOperatorCirculant` and its relatives of two and three sizes. The
        spectrum `h` is Hermitian where `h[-k]` is the conjugate of `h[k]`; then the kernel, its inverse Fourier transform, is real,
        and so is each matrix. The argument `input_output_dtype` may then be float, so that products of real vectors are real.

        Arguments:
            name: a name for the operations in graphs, "assert_hermitian_spectrum" by default.

        Returns:
            None eagerly; in a graph the operation that checks it when it runs.

        Raises:
            InvalidArgumentError: an element of the kernel has an imaginary part that is more than rounding.

        Example:
            >>> spectrum = tf.signal.fft(tf.constant([1.0, 2.0, 0.0], tf.complex64))
            >>> tf.linalg.LinearOperatorCirculant(spectrum).assert_hermitian_spectrum()
            >>> try:
            ...     tf.linalg.LinearOperatorCirculant(tf.constant([1j, 2j, 0j], tf.complex64)).assert_hermitian_spectrum()
            ... except tf.errors.InvalidArgumentError:
            ...     print("not Hermitian")
            not Hermitian
        """
        size = reduce_max(tf_abs(self._flat()), axis=-1, keepdims=True)
        eps = 2.3e-16 if self.dtype in (dt.float64, dt.complex128) else 1.2e-7
        kernel = _fourier(self._eigen(), self._depth, inverse=True)
        return assure(reduce_max(tf_abs(imag(kernel))) <= 5 * eps * reduce_max(size), "Spectrum was not Hermitian")

    def assert_self_adjoint(self, name: str | None = "assert_self_adjoint") -> Any:
        # Raise InvalidArgumentError if the spectrum is not real.
        if not self._spectrum.dtype.is_complex:
            return no_op()
        parts = imag(self._spectrum)
        message = "Not self-adjoint:  The spectrum contained non-zero imaginary part."
        return debugging.assert_equal(zeros([], parts.dtype), parts, message=message)

    def assert_positive_definite(self, name: str | None = "assert_positive_definite") -> Any:
        # Raise InvalidArgumentError if a real part of the spectrum is not positive.
        return debugging.assert_positive(
            real(self._spectrum), message="Not positive definite:  Real part of spectrum was not all positive."
        )

    def assert_non_singular(self, name: str | None = "assert_non_singular") -> Any:
        # Raise InvalidArgumentError if the spectrum contains zero.
        return no_zeros(self._spectrum, "Spectrum")


@tf_export("linalg.LinearOperatorCirculant")
@make_composite_tensor
class LinearOperatorCirculant(_Circulant):
    """Circulant matrices: each column is the one before, moved down by one place. Mirrors `tf.linalg.LinearOperatorCirculant`.

    Arguments:
        spectrum: a tensor `[..., n]`, the eigenvalues: the Fourier transform of the first columns.
        input_output_dtype: the dtype of arguments and results, complex64 by default; a real one keeps real parts, which is exact
            for a Hermitian spectrum.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: too few dimensions, or hints that cannot be.

    Products and solutions are Fourier transforms: a product is a convolution on a circle.

    Example:
        >>> column = tf.constant([1.0, 2.0, 3.0])
        >>> spectrum = tf.signal.fft(tf.cast(column, tf.complex64))
        >>> operator = tf.linalg.LinearOperatorCirculant(spectrum, input_output_dtype=tf.float32)
        >>> np.round(operator.to_dense(), 3).tolist()
        [[1.0, 3.0, 2.0], [2.0, 1.0, 3.0], [3.0, 2.0, 1.0]]
        >>> np.round(operator.matvec([1.0, 0.0, 0.0]), 3).tolist()
        [1.0, 2.0, 3.0]
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_circulant"
    _composite_tensor_fields = ("spectrum",)
    _matrix_axes = {"spectrum": 1}
    _depth = 1

    def __init__(
        self,
        spectrum: TensorLike,
        input_output_dtype: DTypeLike = dt.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool = True,
        name: str | None = "LinearOperatorCirculant",
    ) -> None:
        super().__init__(spectrum, input_output_dtype, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name)


@tf_export("linalg.LinearOperatorCirculant2D")
@make_composite_tensor
class LinearOperatorCirculant2D(_Circulant):
    """Block circulant matrices of circulant blocks. Mirrors `tf.linalg.LinearOperatorCirculant2D`.

    Arguments:
        spectrum: a tensor `[..., n0, n1]`, the eigenvalues: the two-dimensional Fourier transform of the convolution's kernel.
        input_output_dtype: the dtype of arguments and results, complex64 by default; a real one keeps real parts, which is exact
            for a Hermitian spectrum.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: too few dimensions, or hints that cannot be.

    The matrices are square, of `n0 * n1` rows; a product convolves pictures of n0 by n1 that are flattened, around their edges.

    Example:
        >>> kernel = tf.constant([[1.0, 1.0], [0.0, 0.0]])
        >>> spectrum = tf.signal.fft2d(tf.cast(kernel, tf.complex64))
        >>> operator = tf.linalg.LinearOperatorCirculant2D(spectrum, input_output_dtype=tf.float32)
        >>> operator.shape, operator.block_depth
        (TensorShape([4, 4]), 2)
        >>> np.round(operator.matvec([1.0, 2.0, 3.0, 4.0]), 3).tolist()
        [3.0, 3.0, 7.0, 7.0]
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_circulant"
    _composite_tensor_fields = ("spectrum",)
    _matrix_axes = {"spectrum": 2}
    _depth = 2

    def __init__(
        self,
        spectrum: TensorLike,
        input_output_dtype: DTypeLike = dt.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool = True,
        name: str | None = "LinearOperatorCirculant2D",
    ) -> None:
        super().__init__(spectrum, input_output_dtype, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name)


@tf_export("linalg.LinearOperatorCirculant3D")
@make_composite_tensor
class LinearOperatorCirculant3D(_Circulant):
    """Circulant matrices nested three deep. Mirrors `tf.linalg.LinearOperatorCirculant3D`.

    Arguments:
        spectrum: a tensor `[..., n0, n1, n2]`, the eigenvalues: the three-dimensional Fourier transform of the kernel.
        input_output_dtype: the dtype of arguments and results, complex64 by default; a real one keeps real parts, which is exact
            for a Hermitian spectrum.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: too few dimensions, or hints that cannot be.

    The matrices are square, of `n0 * n1 * n2` rows; a product convolves flattened volumes around their edges.

    Example:
        >>> operator = tf.linalg.LinearOperatorCirculant3D(2.0 * tf.ones([2, 2, 2]), input_output_dtype=tf.float32)
        >>> operator.shape, operator.block_depth
        (TensorShape([8, 8]), 3)
        >>> np.round(operator.matvec(tf.range(8.0)), 3).tolist()  # a spectrum of one number is that times the identity
        [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0]
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_circulant"
    _composite_tensor_fields = ("spectrum",)
    _matrix_axes = {"spectrum": 3}
    _depth = 3

    def __init__(
        self,
        spectrum: TensorLike,
        input_output_dtype: DTypeLike = dt.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool = True,
        name: str | None = "LinearOperatorCirculant3D",
    ) -> None:
        super().__init__(spectrum, input_output_dtype, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name)


@tf_export("linalg.LinearOperatorToeplitz")
@make_composite_tensor
class LinearOperatorToeplitz(LinearOperator):
    """Matrices whose diagonals are constant. Mirrors `tf.linalg.LinearOperatorToeplitz`.

    Arguments:
        col: a tensor `[..., n]`, the first columns.
        row: a tensor `[..., n]`, the first rows. Where the first elements differ that of `col` counts.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: the sizes differ.

    Products take Fourier transforms; solutions take the dense matrix.

    Example:
        >>> operator = tf.linalg.LinearOperatorToeplitz([1.0, 2.0, 3.0], [1.0, 10.0, 20.0])
        >>> operator.to_dense().numpy().tolist()
        [[1.0, 10.0, 20.0], [2.0, 1.0, 10.0], [3.0, 2.0, 1.0]]
        >>> np.round(operator.matvec([1.0, 1.0, 1.0]), 3).tolist()
        [31.0, 13.0, 6.0]
        >>> float(operator.trace()), operator.diag_part().numpy().tolist()
        (3.0, [1.0, 1.0, 1.0])
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_toeplitz"
    _composite_tensor_fields = ("col", "row")
    _matrix_axes = {"col": 1, "row": 1}

    def __init__(
        self,
        col: TensorLike,
        row: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = "LinearOperatorToeplitz",
    ) -> None:
        if is_square is False:
            raise ValueError("Only square Toeplitz operators currently supported.")
        self._row, self._col = _matrix(row, "row", 1, "numbers"), _matrix(col, "col", 1, "numbers")
        if not self._col.shape[-1:].is_compatible_with(self._row.shape[-1:]):
            raise ValueError("Expected square matrix, got row and col with mismatched dimensions.")
        if self._col.dtype != self._row.dtype:
            raise TypeError(f"Expected `col` and `row` of one dtype. Found: {self._col.dtype} and {self._row.dtype}")
        parameters = {
            "col": col,
            "row": row,
            "is_non_singular": is_non_singular,
            "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite,
            "is_square": is_square,
            "name": name,
        }
        super().__init__(self._col.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name, parameters)

    col = property(lambda self: self._col, doc="The first columns.")
    row = property(lambda self: self._row, doc="The first rows, of which the first elements do not count.")

    @property
    def shape(self) -> TensorShape:
        """The static shape `[..., n, n]`."""
        shape = broadcast_static_shape(self._col.shape, self._row.shape)
        return shape.concatenate(shape[-1:])

    def _assert_self_adjoint(self):
        return debugging.assert_equal(
            convert_to_tensor(self._row),
            convert_to_tensor(self._col),
            message="row and col are not the same, and so this operator is not self-adjoint.",
        )

    def _around(self, adjoint=False):
        """The first columns of the circulant matrices, `[..., 2 n - 1]`, of which these are the corners."""
        col, row = _same_batch([convert_to_tensor(self._col), convert_to_tensor(self._row)], 1)
        if adjoint:
            # The first element of the rows does not count: it is that of the columns.
            col, row = conj(concat([col[..., :1], row[..., 1:]], -1)), conj(col)
        return concat([col, reverse(row[..., 1:], [-1])], -1)

    def _dense(self):
        n = shape(self._col)[-1]
        return gather(self._around(), floormod(tf_range(n)[:, None] - tf_range(n)[None, :], 2 * n - 1), axis=-1)

    def _matmul(self, x, adjoint):
        n, given = self.shape[-1], x.shape[-2]
        if n is not None and given is not None and n != given:
            raise ValueError(f"Dimensions {n} and {given} are not compatible")
        spectrum = _fourier(_as_complex(self._around(adjoint)), 1)
        # The Toeplitz matrix is the upper left corner of the circulant one, so zeros meet the rest.
        padded = concat([x, zeros_like(x[..., 1:, :])], -2)
        return LinearOperatorCirculant(spectrum, self.dtype).matmul(padded)[..., : x.shape[-2] or shape(x)[-2], :]

    def diag_part(self, name: str | None = "diag_part") -> Tensor:
        # The main diagonals, which are constant.
        col, row = _same_batch([convert_to_tensor(self._col), convert_to_tensor(self._row)], 1)
        return col[..., :1] * ones_like(row)


def _same_batch(tensors, kept=2):
    """`tensors` with their batch dimensions, all but the last `kept`, broadcast against each other."""
    leading = [t.shape[:-kept] for t in tensors]
    if all(s.is_fully_defined() and s.as_list() == leading[0].as_list() for s in leading):
        return tensors
    batch = shape(tensors[0])[:-kept]
    for t in tensors[1:]:
        batch = broadcast_dynamic_shape(batch, shape(t)[:-kept])
    return [broadcast_to(t, concat([batch, shape(t)[-kept:]], 0)) for t in tensors]
