"""Products of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, linalg, math
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.runtime.errors import InvalidArgumentError
from tfshim.experimental.numpy import promotion
from tfshim.experimental.numpy._types import asarray, dtype_of, promoted, promoted_pair
from tfshim.experimental.numpy.choosing import diagonal
from tfshim.experimental.numpy.reducing import sum as total
from tfshim.experimental.numpy.shaping import moveaxis

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("experimental.numpy.matmul")
@promotion.of_one_dtype
def matmul(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The product of matrices, in the last two axes; other axes are a batch and broadcast. Mirrors `tf.experimental.numpy.matmul`.

    Arguments:
        x1, x2: a tensor, array, number or nested list. A vector counts as a row on the left, as a column on the right.

    Returns:
        A tensor.

    Raises:
        ValueError: a scalar.
        IndexError: a vector times a scalar.

    Complex numbers are not conjugated. The gradient reaches both.

    Example:
        >>> tf.experimental.numpy.matmul([[1, 2], [3, 4]], [1, 1])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([3, 7])>
        >>> tf.experimental.numpy.matmul(np.ones([5, 2, 3]), np.ones([3, 4])).shape
        TensorShape([5, 2, 4])
    """
    a, b = promoted_pair(x1, x2)
    if a.shape.rank == 1 and b.shape.rank == 0:
        raise IndexError("matmul of a vector and a scalar: use '*' instead")
    if a.shape.rank == 0 or b.shape.rank == 0:
        raise ValueError("Scalar operands are not allowed, use '*' instead")
    try:
        return _matmul(a, b)
    except InvalidArgumentError as error:
        raise ValueError(str(error)) from error


def _matmul(a, b):
    if a.shape.rank == 1 and b.shape.rank == 1:
        return linalg.tensordot(a, b, 1)
    if b.shape.rank == 1:
        return linalg.matvec(a, b)
    if a.shape.rank == 1:
        return linalg.matmul(a[None], b)[..., 0, :]
    return linalg.matmul(a, b)


@tf_export("experimental.numpy.dot")
def dot(a: TensorLike, b: TensorLike) -> Tensor:
    """The sums of products over the last axis of one and the last but one of the other. Mirrors `tf.experimental.numpy.dot`.

    Arguments:
        a, b: a tensor, array, number or nested list.

    Returns:
        A tensor: for vectors their inner product, for matrices their product, for numbers the product.

    Raises:
        InvalidArgumentError: the sizes of the two axes differ.

    For other axes than those of matrices it differs from `matmul`, which takes them for a batch. The gradient reaches both.

    Example:
        >>> tf.experimental.numpy.dot([1, 2], [3, 4])
        <tf.Tensor: shape=(), dtype=int64, numpy=11>
        >>> tf.experimental.numpy.dot([[1, 2], [3, 4]], [1.0, 10.0])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([21., 43.])>
    """
    a, b = promoted_pair(a, b)
    if a.shape.rank == 0 or b.shape.rank == 0:
        return a * b
    return linalg.tensordot(a, b, [[-1], [-1 if b.shape.rank == 1 else -2]])


@tf_export("experimental.numpy.inner")
def inner(a: TensorLike, b: TensorLike) -> Tensor:
    """The sums of products over the last axes of both. Mirrors `tf.experimental.numpy.inner`.

    Arguments:
        a, b: a tensor, array, number or nested list. The last axes are of one size.

    Returns:
        A tensor with the other axes of `a`, then those of `b`.

    Raises:
        InvalidArgumentError: the sizes of the last axes differ.

    With a number it is the product. Complex numbers are not conjugated, as `vdot` does. The gradient reaches both.

    Example:
        >>> tf.experimental.numpy.inner([1, 2], [3, 4])
        <tf.Tensor: shape=(), dtype=int64, numpy=11>
        >>> tf.experimental.numpy.inner([[1, 2], [3, 4]], [1.0, 10.0])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([21., 43.])>
    """
    a, b = promoted_pair(a, b)
    return a * b if a.shape.rank == 0 or b.shape.rank == 0 else linalg.tensordot(a, b, [[-1], [-1]])


@tf_export("experimental.numpy.outer")
def outer(a: TensorLike, b: TensorLike) -> Tensor:
    """The products of every element of one with every element of the other. Mirrors `tf.experimental.numpy.outer`.

    Arguments:
        a, b: a tensor, array, number or nested list. They are flattened.

    Returns:
        A matrix.

    Raises:
        ValueError: nested lists of uneven lengths.

    Other shapes than vectors lose their axes; `tensordot` with `axes=0` keeps them. The gradient reaches both.

    Example:
        >>> tf.experimental.numpy.outer([1, 2], [10, 20])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[10, 20],
               [20, 40]])>
        >>> tf.experimental.numpy.outer([1, 2], [0.5])
        <tf.Tensor: shape=(2, 1), dtype=float64, numpy=
        array([[0.5],
               [1. ]])>
    """
    a, b = promoted_pair(a, b)
    return array_ops.reshape(a, [-1, 1]) * array_ops.reshape(b, [1, -1])


@tf_export("experimental.numpy.vdot")
def vdot(a: TensorLike, b: TensorLike) -> Tensor:
    """The sum of the products of all elements, those of the first conjugated. Mirrors `tf.experimental.numpy.vdot`.

    Arguments:
        a, b: a tensor, array, number or nested list. They are flattened, and have as many elements.

    Returns:
        A tensor without axes.

    Raises:
        InvalidArgumentError: the numbers of elements differ.

    Unlike `dot` it takes no account of axes. The gradient reaches both.

    Example:
        >>> tf.experimental.numpy.vdot([1j, 2.0], [1j, 3.0])
        <tf.Tensor: shape=(), dtype=complex128, numpy=(7+0j)>
        >>> tf.experimental.numpy.vdot([[1, 2], [3, 4]], [[1, 1], [1, 1]])
        <tf.Tensor: shape=(), dtype=int64, numpy=10>
    """
    a, b = promoted(a, b)
    a = math.conj(a) if a.dtype.is_complex else a
    return dot(array_ops.reshape(a, [-1]), array_ops.reshape(b, [-1]))


@tf_export("experimental.numpy.tensordot")
def tensordot(a: TensorLike, b: TensorLike, axes: Axis = 2) -> Tensor:
    """The sums of products over several axes. Mirrors `tf.experimental.numpy.tensordot`.

    Arguments:
        a, b: a tensor, array, number or nested list.
        axes: how many: the last ones of `a` with the first ones of `b`; or a pair of lists, those of either; 2 by default.

    Returns:
        A tensor with the other axes of `a`, then those of `b`.

    Raises:
        InvalidArgumentError: the sizes of the axes differ.

    The gradient reaches both.

    Example:
        >>> tf.experimental.numpy.tensordot([[1, 2], [3, 4]], [[1, 0], [0, 1]], axes=2)
        <tf.Tensor: shape=(), dtype=int64, numpy=5>
        >>> tf.experimental.numpy.tensordot(np.ones([2, 3]), np.ones([4, 3]), axes=[[1], [1]]).shape
        TensorShape([2, 4])
    """
    a, b = promoted_pair(a, b)
    return linalg.tensordot(a, b, axes)


@tf_export("experimental.numpy.kron")
def kron(a: TensorLike, b: TensorLike) -> Tensor:
    """The Kronecker product: each element of one times the whole of the other. Mirrors `tf.experimental.numpy.kron`.

    Arguments:
        a, b: a tensor, array, number or nested list.

    Returns:
        A tensor whose sizes are the products of theirs.

    Raises:
        TypeError: a rank that only the running graph knows.

    Where one has fewer axes, axes of size 1 are put before its own. The gradient reaches both.

    Example:
        >>> tf.experimental.numpy.kron([1, 2], [1, 10])
        <tf.Tensor: shape=(4,), dtype=int64, numpy=array([ 1, 10,  2, 20])>
        >>> tf.experimental.numpy.kron([[1, 0], [0, 1]], [[1.0, 2.0]])
        <tf.Tensor: shape=(2, 4), dtype=float64, numpy=
        array([[1., 2., 0., 0.],
               [0., 0., 1., 2.]])>
    """
    a, b = promoted_pair(a, b)
    if a.shape.rank is None or b.shape.rank is None:
        raise TypeError(f"kron needs arrays whose ranks are known, got shapes {a.shape} and {b.shape}: give their shapes with `set_shape`")
    rank = max(a.shape.rank, b.shape.rank)
    a_shape, b_shape = (_sizes(x, rank) for x in (a, b))
    a = array_ops.reshape(a, [n for s in a_shape for n in (s, 1)])
    b = array_ops.reshape(b, [n for s in b_shape for n in (1, s)])
    return array_ops.reshape(a * b, [x * y for x, y in zip(a_shape, b_shape, strict=True)])


def _sizes(a, rank):
    """The sizes of `a` behind as many ones as make `rank`: integers where they are known, else tensors."""
    found = None if a.shape.is_fully_defined() else array_ops.shape(a)
    return [1] * (rank - a.shape.rank) + [found[i] if size is None else size for i, size in enumerate(a.shape.as_list())]


@tf_export("experimental.numpy.trace")
@promotion.taking_numbers
def trace(a: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike | None = None) -> Tensor:
    """The sum of a diagonal of a matrix. Mirrors `tf.experimental.numpy.trace`.

    Arguments:
        a: a tensor or array with at least two axes.
        offset: which diagonal; 0 by default.
        axis1, axis2: the axes of the matrix; 0 and 1 by default.
        dtype: of the sum.

    Returns:
        A tensor of the other axes.

    Raises:
        InvalidArgumentError: less than two axes.

    Integers smaller than 64 bits are added up in 64 along other diagonals than the main one. The gradient is 1 on the diagonal.

    Example:
        >>> tf.experimental.numpy.trace([[1, 2], [3, 4]])
        <tf.Tensor: shape=(), dtype=int64, numpy=5>
        >>> tf.experimental.numpy.trace([[1.5, 2], [3, 4]], offset=1)
        <tf.Tensor: shape=(), dtype=float64, numpy=2.0>
    """
    a = asarray(a, None if dtype is None else dtype_of(dtype))
    rank = a.shape.rank
    if offset == 0 and rank is not None and axis1 in (-2, rank - 2) and axis2 in (-1, rank - 1):
        return linalg.trace(a)
    return total(diagonal(a, offset, axis1, axis2), -1, dtype=a.dtype if dtype is not None else None)


@tf_export("experimental.numpy.einsum")
def einsum(subscripts: str, *operands: TensorLike, **kwargs: Any) -> Tensor:
    """A sum of products by Einstein's notation. Mirrors `tf.experimental.numpy.einsum`.

    Arguments:
        subscripts: the axes of the operands by letters, and those of the result: "ij,jk->ik".
        operands: tensors, arrays or nested lists.
        kwargs: `casting`: "safe", the default, makes the operands of one dtype by NumPy's rules, "no" leaves theirs. `optimize`: True,
            "greedy" or "optimal", as for `tf.einsum`.

    Returns:
        A tensor.

    Raises:
        ValueError: `out` and other keywords, which TensorFlow passes over, and other values of those above.

    Example:
        >>> tf.experimental.numpy.einsum("ij,j->i", [[1, 2], [3, 4]], [1, 10])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([21, 43])>
        >>> tf.experimental.numpy.einsum("i,j->ij", [1, 2], [1.5, 10])
        <tf.Tensor: shape=(2, 2), dtype=float64, numpy=
        array([[ 1.5, 10. ],
               [ 3. , 20. ]])>
    """
    casting, optimize = kwargs.pop("casting", "safe"), kwargs.pop("optimize", False)
    if kwargs:
        raise ValueError(f"Unsupported keyword arguments: {', '.join(kwargs)}")
    if casting not in ("safe", "no"):
        raise ValueError(f'Invalid value for argument `casting`. Expected casting="safe" or casting="no". Received: casting={casting}')
    if optimize and optimize not in (True, "greedy", "optimal"):
        raise ValueError(
            f'Invalid value for argument `optimize`. Expected one of {{True, "greedy", "optimal"}}. Received: optimize={optimize}'
        )
    if casting == "no":
        operands = [asarray(o) for o in operands]
    else:
        operands = promoted(*operands)
    return linalg.einsum(subscripts, *operands, optimize="greedy" if optimize is True else optimize or "greedy")


@tf_export("experimental.numpy.cross")
def cross(a: TensorLike, b: TensorLike, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Tensor:
    """The vector product of vectors of two or three elements. Mirrors `tf.experimental.numpy.cross`.

    Arguments:
        a, b: a tensor, array, number or nested list.
        axisa, axisb: the axes with the vectors; -1 by default.
        axisc: the axis of the result; -1 by default.
        axis: one for all three; None by default.

    Returns:
        A tensor; without the axis of the vectors where both have two elements.

    Raises:
        IndexError: a scalar.
        InvalidArgumentError: complex numbers, or shapes that do not broadcast.

    A vector of two elements gets a third, 0, where the other has three.

    Example:
        >>> tf.experimental.numpy.cross([1, 0, 0], [0, 1, 0])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([0, 0, 1])>
        >>> tf.experimental.numpy.cross([1, 2], [3, 4])
        <tf.Tensor: shape=(), dtype=int64, numpy=-2>
    """
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = promoted_pair(a, b)
    if a.shape.rank == 0 or b.shape.rank == 0:
        raise IndexError(f"cross takes vectors of 2 or 3 elements along an axis, got shapes {a.shape} and {b.shape}")
    a, b = moveaxis(a, axisa, -1), moveaxis(b, axisb, -1)
    first, second = (None if x.shape.rank is None else x.shape.as_list()[-1] for x in (a, b))
    if first is None or second is None:
        return _cross_at_last(a, b, axisc)
    a, b = (array_ops.concat([x, array_ops.zeros_like(x[..., :1])], -1) if n == 2 else x for x, n in ((a, first), (b, second)))
    made = _cross_of_three(a, b)
    return made[..., 2] if first == 2 and second == 2 else moveaxis(made, -1, axisc)


def _cross_of_three(a, b):
    if a.shape.as_list() != b.shape.as_list() if a.shape.is_fully_defined() and b.shape.is_fully_defined() else True:
        common = array_ops.broadcast_dynamic_shape(array_ops.shape(a), array_ops.shape(b))
        a, b = array_ops.broadcast_to(a, common), array_ops.broadcast_to(b, common)
    return linalg.cross(a, b)


def _cross_at_last(a, b, axisc):
    """The product of vectors of which only the running graph knows whether they have 2 or 3 elements."""
    of_two = math.logical_and(*(math.equal(array_ops.shape(x)[-1], 2) for x in (a, b)))

    def of_three():
        whole = []
        for x in (a, b):
            missing = array_ops.concat([array_ops.shape(x)[:-1], [3 - array_ops.shape(x)[-1]]], 0)
            whole.append(array_ops.concat([x, array_ops.zeros(missing, x.dtype)], -1))
        return moveaxis(_cross_of_three(*whole), -1, axisc)

    return cond(of_two, lambda: a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0], of_three)
