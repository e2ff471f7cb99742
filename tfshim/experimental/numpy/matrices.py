"""Matrices of ones and zeros, triangles and diagonals."""

from __future__ import annotations

import builtins
import operator
from typing import TYPE_CHECKING

from tfshim import array_ops, linalg, math
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.experimental.numpy import promotion
from tfshim.experimental.numpy._types import asarray, default_float, dtype_of
from tfshim.experimental.numpy.choosing import diagonal
from tfshim.experimental.numpy.creation import zeros

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("experimental.numpy.eye")
def eye(N: IntLike, M: IntLike | None = None, k: IntLike = 0, dtype: DTypeLike | None = float) -> Tensor:  # noqa: N803
    """A matrix with ones on a diagonal and zeros elsewhere. Mirrors `tf.experimental.numpy.eye`.

    Arguments:
        N: how many rows.
        M: how many columns; None, the default, and 0 for as many.
        k: which diagonal: 0, the default, is the main one, 1 the one above it.
        dtype: of the elements; float64 by default.

    Returns:
        A tensor `[N, M]`.

    Raises:
        TypeError: None as the dtype.

    Fractions are cut off, and 0 columns count as None, as in TensorFlow.

    Example:
        >>> tf.experimental.numpy.eye(2, 3, k=1)
        <tf.Tensor: shape=(2, 3), dtype=float64, numpy=
        array([[0., 1., 0.],
               [0., 0., 1.]])>
        >>> tf.experimental.numpy.eye(2, dtype=tf.int32)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 0],
               [0, 1]], dtype=int32)>
    """
    kind = dtype_of(dtype) if dtype is not None else dt.as_dtype(dtype)  # which raises
    rows, offset = _whole(N), _whole(k)
    columns = rows if M is None else _whole(M) or rows  # 0 is None, as in TensorFlow
    rows, columns = array_ops.range(rows)[:, None], array_ops.range(columns)[None, :]
    return array_ops.cast(math.equal(columns - rows, offset), kind)


def _whole(number):
    """The Python integer of a number, cut off; a tensor of a graph as it is."""
    return number if isinstance(number, Tensor) and not isinstance(number, EagerTensor) else int(number)


@tf_export("experimental.numpy.identity")
def identity(n: IntLike, dtype: DTypeLike | None = float) -> Tensor:
    """The square matrix with ones on its main diagonal. Mirrors `tf.experimental.numpy.identity`.

    Arguments:
        n: how many rows and columns.
        dtype: of the elements; float64 by default.

    Returns:
        A tensor `[n, n]`.

    Raises:
        InvalidArgumentError: a negative size.
        TypeError: None as the dtype.

    Fractions of `n` are cut off. `eye` makes matrices that are not square, or have their ones on another diagonal.

    Example:
        >>> tf.experimental.numpy.identity(2)
        <tf.Tensor: shape=(2, 2), dtype=float64, numpy=
        array([[1., 0.],
               [0., 1.]])>
        >>> tf.experimental.numpy.identity(2, dtype=bool)
        <tf.Tensor: shape=(2, 2), dtype=bool, numpy=
        array([[ True, False],
               [False,  True]])>
    """
    return eye(n, n, dtype=dtype)


@tf_export("experimental.numpy.tri")
def tri(N: IntLike, M: IntLike | None = None, k: IntLike = 0, dtype: DTypeLike | None = None) -> Tensor:  # noqa: N803
    """A matrix with ones up to a diagonal and zeros above it. Mirrors `tf.experimental.numpy.tri`.

    Arguments:
        N: how many rows.
        M: how many columns; None, the default, for as many.
        k: the last diagonal with ones; 0 by default.
        dtype: of the elements; float64 by default.

    Returns:
        A tensor `[N, M]`.

    Raises:
        TypeError: sizes that are no whole numbers.

    Negative `k` start below the main diagonal.

    Example:
        >>> tf.experimental.numpy.tri(2, 3)
        <tf.Tensor: shape=(2, 3), dtype=float64, numpy=
        array([[1., 0., 0.],
               [1., 1., 0.]])>
        >>> tf.experimental.numpy.tri(2, dtype=tf.int32, k=-1)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[0, 0],
               [1, 0]], dtype=int32)>
    """
    rows, columns = (array_ops.range(_counted(size)) for size in (N, N if M is None else M))
    rows, columns = rows[:, None], columns[None, :]
    return array_ops.cast(math.greater_equal(rows - columns, -k), default_float() if dtype is None else dtype_of(dtype))


def _counted(size):
    return size if isinstance(size, Tensor) else operator.index(size)  # TypeError for fractions


def _triangle(m, k, lower):
    m = asarray(m)
    rows, columns = m.shape.as_list()[-2:]
    inside = tri(
        array_ops.shape(m)[-2] if rows is None else rows,
        array_ops.shape(m)[-1] if columns is None else columns,
        k if lower else k - 1,
        bool,
    )
    zero = array_ops.constant(0, m.dtype)  # TypeError for booleans, as in TensorFlow
    return array_ops.where(inside, m, zero) if lower else array_ops.where(inside, zero, m)


@tf_export("experimental.numpy.tril")
def tril(m: TensorLike, k: IntLike = 0) -> Tensor:
    """A matrix with zeros above a diagonal. Mirrors `tf.experimental.numpy.tril`.

    Arguments:
        m: a tensor or array with at least two axes.
        k: the last diagonal that stays; 0 by default.

    Returns:
        A tensor of the shape of `m`.

    Raises:
        ValueError: less than two axes.
        TypeError: booleans, which NumPy takes.

    Other axes than the last two are a batch. The gradient is 0 for what was replaced.

    Example:
        >>> tf.experimental.numpy.tril([[1, 2], [3, 4]])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 0],
               [3, 4]])>
        >>> tf.experimental.numpy.tril([[1.5, 2], [3, 4]], k=-1)
        <tf.Tensor: shape=(2, 2), dtype=float64, numpy=
        array([[0., 0.],
               [3., 0.]])>
    """
    return _of_matrix(m, lambda x: _triangle(x, k, True), "tril")


@tf_export("experimental.numpy.triu")
@promotion.taking_numbers
def triu(m: TensorLike, k: IntLike = 0) -> Tensor:
    """A matrix with zeros below a diagonal. Mirrors `tf.experimental.numpy.triu`.

    Arguments:
        m: a tensor or array with at least two axes.
        k: the first diagonal that stays; 0 by default.

    Returns:
        A tensor of the shape of `m`.

    Raises:
        ValueError: less than two axes.
        TypeError: booleans, which NumPy takes.

    Other axes than the last two are a batch. The gradient is 0 for what was replaced.

    Example:
        >>> tf.experimental.numpy.triu([[1, 2], [3, 4]])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 2],
               [0, 4]])>
        >>> tf.experimental.numpy.triu([[1.5, 2], [3, 4]], k=1)
        <tf.Tensor: shape=(2, 2), dtype=float64, numpy=
        array([[0., 2.],
               [0., 0.]])>
    """
    return _of_matrix(m, lambda x: _triangle(x, k, False), "triu")


def _of_matrix(m, function, name):
    m = asarray(m)
    if m.shape.rank is not None and m.shape.rank < 2:
        raise ValueError(f"Argument to {name} must have rank at least 2")
    return function(m)


@tf_export("experimental.numpy.diag")
@promotion.taking_numbers
def diag(v: TensorLike, k: int = 0) -> Tensor:
    """A diagonal of a matrix, or a matrix with a vector on its diagonal. Mirrors `tf.experimental.numpy.diag`.

    Arguments:
        v: a matrix or a vector.
        k: which diagonal; 0 by default.

    Returns:
        A vector for a matrix, a matrix for a vector.

    Raises:
        ValueError: more than two axes.
        InvalidArgumentError: a scalar.

    Of an array with a batch of matrices, `diagonal` takes the diagonals. Gradients reach the diagonal.

    Example:
        >>> tf.experimental.numpy.diag([1, 2])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 0],
               [0, 2]])>
        >>> tf.experimental.numpy.diag([[1, 2], [3, 4]], k=1)
        <tf.Tensor: shape=(1,), dtype=int64, numpy=array([2])>
    """
    v = asarray(v)
    if v.shape.rank is None:
        return cond(math.equal(array_ops.rank(v), 2), lambda: diagonal(v, k), lambda: linalg.diag(v, k=k))
    if v.shape.rank == 1:
        # An empty vector on another diagonal than the main one still has zeros beside it.
        return linalg.diag(v, k=k) if v.shape.as_list()[0] != 0 else zeros([builtins.abs(k)] * 2, v.dtype)
    if v.shape.rank == 2:
        return diagonal(v, k)
    if v.shape.rank == 0:
        raise invalid("diag takes a vector or a matrix, got a scalar: give it an axis with `reshape`")
    raise ValueError("Input to diag must be 1d or 2d.")


@tf_export("experimental.numpy.diagflat")
@promotion.taking_numbers
def diagflat(v: TensorLike, k: int = 0) -> Tensor:
    """A matrix with all elements of a tensor on a diagonal. Mirrors `tf.experimental.numpy.diagflat`.

    Arguments:
        v: a tensor, array, number or nested list.
        k: which diagonal; 0 by default.

    Returns:
        A square matrix.

    Raises:
        ValueError: nested lists of uneven lengths.

    With a diagonal beside the main one, the matrix is that much larger. Gradients reach the elements of `v`; zeros have the dtype of `v`.

    Example:
        >>> tf.experimental.numpy.diagflat([[1], [2]])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 0],
               [0, 2]])>
        >>> tf.experimental.numpy.diagflat([1.5], k=-1)
        <tf.Tensor: shape=(2, 2), dtype=float64, numpy=
        array([[0. , 0. ],
               [1.5, 0. ]])>
    """
    return diag(array_ops.reshape(asarray(v), [-1]), k)


@tf_export("experimental.numpy.diag_indices")
def diag_indices(n: int, ndim: int = 2) -> tuple[Tensor, ...]:
    """The indices of the main diagonal of a tensor whose axes are all of one size. Mirrors `tf.experimental.numpy.diag_indices`.

    Arguments:
        n: the size.
        ndim: how many axes; 2 by default.

    Returns:
        A tuple or list with a vector for each axis.

    Raises:
        ValueError: a negative argument.

    The indices are int32, where NumPy's are int64. With them a tensor is indexed once `experimental_enable_numpy_behavior` was called, or
    by `tf.gather_nd`.

    Example:
        >>> [index.numpy().tolist() for index in tf.experimental.numpy.diag_indices(2)]
        [[0, 1], [0, 1]]
        >>> len(tf.experimental.numpy.diag_indices(4, ndim=3))
        3
    """
    if n < 0:
        raise ValueError(f"n argument to diag_indices must be nonnegative, got {n}")
    if ndim < 0:
        raise ValueError(f"ndim argument to diag_indices must be nonnegative, got {ndim}")
    return (array_ops.range(n),) * ndim


@tf_export("experimental.numpy.vander")
@promotion.taking_numbers
def vander(x: TensorLike, N: IntLike | None = None, increasing: bool = False) -> Tensor:  # noqa: N803
    """The powers of numbers, in columns. Mirrors `tf.experimental.numpy.vander`.

    Arguments:
        x: a vector.
        N: how many columns; as many as numbers by default.
        increasing: whether the powers rise from the left; False by default.

    Returns:
        A matrix with a row for each number.

    Raises:
        ValueError: more or less than one axis, or a negative `N`.

    The powers have the dtype of `x`, so integers wrap round where it is too small.

    Example:
        >>> tf.experimental.numpy.vander([1, 2, 3])
        <tf.Tensor: shape=(3, 3), dtype=int64, numpy=
        array([[1, 1, 1],
               [4, 2, 1],
               [9, 3, 1]])>
        >>> tf.experimental.numpy.vander([2.0, 3.0], 3, increasing=True)
        <tf.Tensor: shape=(2, 3), dtype=float64, numpy=
        array([[1., 2., 4.],
               [1., 3., 9.]])>
    """
    x = asarray(x)
    count = array_ops.shape(x)[0] if N is None else N
    if x.shape.rank not in (None, 1):
        raise ValueError("Argument `x` must be a vector.")
    if isinstance(count, int) and count < 0:
        raise ValueError("Argument `N` must be nonnegative")
    powers = array_ops.cast(array_ops.range(count), x.dtype)
    return math.pow(array_ops.expand_dims(x, -1), powers if increasing else array_ops.reverse(powers, [0]))
