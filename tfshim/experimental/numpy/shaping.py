"""Arrays in other shapes and orders, joined, split and indexed."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.experimental.numpy import promotion
from tfshim.experimental.numpy._types import asarray

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.shapes import TensorShape
    from tfshim.engine.values.tensor import Tensor

newaxis = None


@tf_export("experimental.numpy.shape")
def shape(a: TensorLike) -> TensorShape:
    """The static shape of a tensor. Mirrors `tf.experimental.numpy.shape`.

    Arguments:
        a: a tensor, array, number or nested list.

    Returns:
        A tuple or `tf.TensorShape`.

    Raises:
        ValueError: nested lists of uneven lengths.

    Sizes that only the running graph knows are None in it; `tf.shape` gives them as a tensor when it runs. Unlike NumPy's tuple it is a
    `tf.TensorShape`, which compares with tuples and lists.

    Example:
        >>> tf.experimental.numpy.shape([[1, 2, 3]])
        TensorShape([1, 3])
        >>> tf.experimental.numpy.shape(5)
        TensorShape([])
        >>> tf.experimental.numpy.shape(np.zeros([2, 0])) == (2, 0)
        True
    """
    return asarray(a).shape


@tf_export("experimental.numpy.ndim")
def ndim(a: TensorLike) -> int | Tensor:
    """How many axes a tensor has. Mirrors `tf.experimental.numpy.ndim`.

    Arguments:
        a: a tensor, array, number or nested list.

    Returns:
        An integer; a tensor where only the running graph knows it.

    Raises:
        ValueError: nested lists of uneven lengths.

    The answer is known without running anything wherever the rank is, so a graph can branch on it in Python. Tensors have it as
    `shape.rank`, and as `ndim` once `experimental_enable_numpy_behavior` was called.

    Example:
        >>> tf.experimental.numpy.ndim([[1, 2, 3]])
        2
        >>> tf.experimental.numpy.ndim(5)
        0
        >>> tf.experimental.numpy.ndim(tf.zeros([2, 0, 3]))
        3
    """
    a = asarray(a)
    return array_ops.rank(a) if a.shape.rank is None else a.shape.rank


@tf_export("experimental.numpy.reshape")
@promotion.taking_numbers
def reshape(a: TensorLike, newshape: SizesLike, order: str = "C") -> Tensor:
    """A tensor in another shape of as many elements. Mirrors `tf.experimental.numpy.reshape`.

    Arguments:
        a: a tensor, array, number or nested list.
        newshape: the sizes, an integer or a list, one of which may be -1.
        order: "C", the default, counts the last axis first, "F" the first one.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        ValueError: another `order`.
        InvalidArgumentError: another number of elements.

    The gradient gets the shape back.

    Example:
        >>> tf.experimental.numpy.reshape([1, 2, 3, 4], [2, -1])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 2],
               [3, 4]])>
        >>> tf.experimental.numpy.reshape([1, 2, 3, 4], (2, 2), order="F")
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 3],
               [2, 4]])>
    """
    if order not in ("C", "F"):
        raise ValueError(f"Unsupported order argument {order}")
    a = asarray(a)
    newshape = [newshape] if isinstance(newshape, int) else newshape
    # The order of Fortran is that of C with all axes reversed.
    if order == "F":
        return array_ops.transpose(array_ops.reshape(array_ops.transpose(a), list(newshape)[::-1]))
    return array_ops.reshape(a, newshape)


@tf_export("experimental.numpy.ravel")
@promotion.taking_numbers
def ravel(a: TensorLike) -> Tensor:
    """All elements of a tensor in a row. Mirrors `tf.experimental.numpy.ravel`.

    Arguments:
        a: a tensor, array, number or nested list.

    Returns:
        A vector.

    Raises:
        ValueError: nested lists of uneven lengths.

    The last axis is counted first, as NumPy's order "C"; `flatten` takes other orders. Scalars become vectors of one element. The gradient
    gets the shape back.

    Example:
        >>> tf.experimental.numpy.ravel([[1, 2], [3, 4]])
        <tf.Tensor: shape=(4,), dtype=int64, numpy=array([1, 2, 3, 4])>
        >>> tf.experimental.numpy.ravel(1.5)
        <tf.Tensor: shape=(1,), dtype=float64, numpy=array([1.5])>
        >>> tf.experimental.numpy.ravel(tf.zeros([2, 0]))
        <tf.Tensor: shape=(0,), dtype=float32, numpy=array([], dtype=float32)>
    """
    return array_ops.reshape(asarray(a), [-1])


@tf_export("experimental.numpy.flatten")
@promotion.taking_numbers
def flatten(a: TensorLike, order: str = "C") -> Tensor:
    """All elements of a tensor in a row. Mirrors `tf.experimental.numpy.flatten`.

    Arguments:
        a: a tensor, array, number or nested list.
        order: "C", the default, counts the last axis first, "F" the first one.

    Returns:
        A vector.

    Raises:
        ValueError: another `order`.

    "A" and "K" are as "C", since tensors have but one order in memory. NumPy has it as a method of arrays. The gradient gets the shape
    back.

    Example:
        >>> tf.experimental.numpy.flatten([[1, 2], [3, 4]], order="F")
        <tf.Tensor: shape=(4,), dtype=int64, numpy=array([1, 3, 2, 4])>
        >>> tf.experimental.numpy.flatten(5)
        <tf.Tensor: shape=(1,), dtype=int64, numpy=array([5])>
    """
    return reshape(a, [-1], "C" if order in ("A", "K") else order)


@tf_export("experimental.numpy.transpose")
@promotion.taking_numbers
def transpose(a: TensorLike, axes: Axis = None) -> Tensor:
    """A tensor with its axes in another order. Mirrors `tf.experimental.numpy.transpose`.

    Arguments:
        a: a tensor, array, number or nested list.
        axes: the order; None, the default, turns it round.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        InvalidArgumentError: `axes` does not name each axis once.

    It takes all axes; for those of matrices in a batch there is `tf.linalg.matrix_transpose`. The gradient is turned back.

    Example:
        >>> tf.experimental.numpy.transpose([[1, 2, 3]])
        <tf.Tensor: shape=(3, 1), dtype=int64, numpy=
        array([[1],
               [2],
               [3]])>
        >>> tf.experimental.numpy.transpose(np.zeros([2, 3, 4]), [1, 0, 2]).shape
        TensorShape([3, 2, 4])
    """
    return array_ops.transpose(asarray(a), axes)


@tf_export("experimental.numpy.swapaxes")
@promotion.taking_numbers
def swapaxes(a: TensorLike, axis1: IntLike, axis2: IntLike) -> Tensor:
    """A tensor with two axes exchanged. Mirrors `tf.experimental.numpy.swapaxes`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis1, axis2: the axes.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        IndexError: an axis that `a` does not have.

    Axes count from the end where they are negative. NumPy's view is a tensor of its own here. The gradient is exchanged back.

    Example:
        >>> tf.experimental.numpy.swapaxes([[1, 2, 3]], 0, 1)
        <tf.Tensor: shape=(3, 1), dtype=int64, numpy=
        array([[1],
               [2],
               [3]])>
        >>> tf.experimental.numpy.swapaxes(np.zeros([2, 3, 4]), 0, -1).shape
        TensorShape([4, 3, 2])
    """
    a = asarray(a)
    if isinstance(axis1, int) and isinstance(axis2, int) and a.shape.rank is not None:
        order = list(range(a.shape.rank))
        order[axis1], order[axis2] = order[axis2], order[axis1]
    else:
        rank = array_ops.rank(a) if a.shape.rank is None else a.shape.rank
        axis1, axis2 = (
            array_ops.where(axis < 0, axis + rank, axis) if not isinstance(axis, int) else axis + array_ops.rank(a) if axis < 0 else axis
            for axis in (axis1, axis2)
        )
        order = array_ops.tensor_scatter_nd_update(array_ops.range(rank), [[axis1], [axis2]], [axis2, axis1])
    return array_ops.transpose(a, order)


@tf_export("experimental.numpy.moveaxis")
@promotion.taking_numbers
def moveaxis(a: TensorLike, source: Axis, destination: Axis) -> Tensor:
    """A tensor with axes moved to other places, the others in their order. Mirrors `tf.experimental.numpy.moveaxis`.

    Arguments:
        a: a tensor, array, number or nested list.
        source: the axes, an integer or a list.
        destination: where each of them goes.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        ValueError: lists of different lengths.
        AssertionError: a destination that `a` does not have.

    NumPy's view is a tensor of its own here. The gradient is moved back.

    Example:
        >>> tf.experimental.numpy.moveaxis(np.zeros([2, 3, 4]), 0, -1).shape
        TensorShape([3, 4, 2])
        >>> tf.experimental.numpy.moveaxis(np.zeros([2, 3, 4]), [0, 1], [-1, 0]).shape
        TensorShape([3, 4, 2])
    """
    a = asarray(a)
    if isinstance(source, (int, list, tuple)) and isinstance(destination, (int, list, tuple)) and not source and not destination:
        return a  # 0 and 0 as well, of a scalar too
    source = [source] if isinstance(source, int) else list(source)
    destination = [destination] if isinstance(destination, int) else list(destination)
    if len(source) != len(destination):
        raise ValueError(f"The lengths of source and destination must equal, got {len(source)} and {len(destination)}")
    return array_ops.transpose(a, (_moved if a.shape.rank is not None else _moved_at_last)(a, source, destination))


def _moved_at_last(a, source, destination):
    """The order of axes as a tensor, for an array whose rank only the running graph knows."""
    rank = array_ops.rank(a)
    places = array_ops.range(rank)
    source, destination = (array_ops.stack([axis + rank if axis < 0 else axis for axis in axes]) for axes in (source, destination))

    def others(taken):
        free = array_ops.tensor_scatter_nd_update(
            array_ops.ones_like(places, dt.bool), taken[:, None], array_ops.zeros_like(taken, dt.bool)
        )
        return array_ops.boolean_mask(places, free)

    order = array_ops.tensor_scatter_nd_update(places, others(destination)[:, None], others(source))
    return array_ops.tensor_scatter_nd_update(order, destination[:, None], source)


def _moved(a, source, destination):
    rank = a.shape.rank
    source, destination = ([axis + rank if axis < 0 else axis for axis in axes] for axes in (source, destination))
    if builtins.max(destination, default=0) >= rank:
        wrong = f"moveaxis to axis {builtins.max(destination)} of an array of shape {a.shape}, {rank} axes: name one of them"
        raise AssertionError(wrong) if len(destination) == 1 or builtins.max(source) < rank else invalid(wrong)
    order = [i for i in range(rank) if i not in source]
    for d, s in sorted(zip(destination, source, strict=True)):
        order.insert(d, s)
    return order


@tf_export("experimental.numpy.expand_dims")
@promotion.taking_numbers
def expand_dims(a: TensorLike, axis: Axis) -> Tensor:
    """A tensor with one more axis, of size 1. Mirrors `tf.experimental.numpy.expand_dims`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: where it is put in; negative numbers count from the end.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        InvalidArgumentError: a place beyond the axes there are and one more.

    Unlike NumPy's, it takes one place, not several. The gradient passes through.

    Example:
        >>> tf.experimental.numpy.expand_dims([1, 2], 0)
        <tf.Tensor: shape=(1, 2), dtype=int64, numpy=array([[1, 2]])>
        >>> tf.experimental.numpy.expand_dims([1, 2], -1)
        <tf.Tensor: shape=(2, 1), dtype=int64, numpy=
        array([[1],
               [2]])>
    """
    return array_ops.expand_dims(asarray(a), axis)


@tf_export("experimental.numpy.squeeze")
@promotion.taking_numbers
def squeeze(a: TensorLike, axis: Axis = None) -> Tensor:
    """A tensor without axes of size 1. Mirrors `tf.experimental.numpy.squeeze`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: which of them, an integer or a list; None, the default, for all.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        InvalidArgumentError: an axis whose size is not 1, or that `a` does not have.

    Axes count from the end where they are negative. The gradient gets the axes back.

    Example:
        >>> tf.experimental.numpy.squeeze([[1], [2]])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>
        >>> tf.experimental.numpy.squeeze(np.ones([1, 2, 1]), axis=-1).shape
        TensorShape([1, 2])
    """
    return array_ops.squeeze(asarray(a), list(axis) if isinstance(axis, tuple) else axis)


@tf_export("experimental.numpy.broadcast_to")
def broadcast_to(array: TensorLike, shape: SizesLike) -> Tensor:
    """A tensor repeated along axes until it has a shape. Mirrors `tf.experimental.numpy.broadcast_to`.

    Arguments:
        array: a tensor, array, number or nested list.
        shape: the sizes.

    Returns:
        A tensor of that shape.

    Raises:
        InvalidArgumentError: the shape does not broadcast to the one asked for.

    The last axes have to be of the sizes asked for, or of size 1. The gradient is the sum over what was repeated.

    Example:
        >>> tf.experimental.numpy.broadcast_to([1, 2], [2, 2])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 2],
               [1, 2]])>
        >>> tf.experimental.numpy.broadcast_to(1.5, (2, 1))
        <tf.Tensor: shape=(2, 1), dtype=float64, numpy=
        array([[1.5],
               [1.5]])>
    """
    return array_ops.broadcast_to(asarray(array), [shape] if isinstance(shape, int) else shape)


@tf_export("experimental.numpy.broadcast_arrays")
def broadcast_arrays(*args: TensorLike, **kwargs: Any) -> list[Tensor] | tuple[Tensor, ...]:
    """Tensors in the shape that they have together. Mirrors `tf.experimental.numpy.broadcast_arrays`.

    Arguments:
        args: tensors, arrays, numbers or nested lists.
        kwargs: `subok`: False.

    Returns:
        A list of tensors.

    Raises:
        ValueError: `subok=True`.
        InvalidArgumentError: the shapes do not broadcast.

    A single argument gives a tuple with it.

    Example:
        >>> tf.experimental.numpy.broadcast_arrays([1, 2], [[3], [4]])
        [<tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 2],
               [1, 2]])>, <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[3, 3],
               [4, 4]])>]
        >>> len(tf.experimental.numpy.broadcast_arrays(1, 2, 3))
        3
    """
    if kwargs.pop("subok", False):
        raise ValueError("subok=True is not supported. Received: subok=True")
    if kwargs:
        raise ValueError(f"Received unsupported arguments: {', '.join(kwargs)}")
    arrays = [asarray(a) for a in args]
    if len(arrays) < 2:
        return tuple(arrays)
    common = array_ops.shape(arrays[0])
    for a in arrays[1:]:
        common = array_ops.broadcast_dynamic_shape(common, array_ops.shape(a))
    return [array_ops.broadcast_to(a, common) for a in arrays]


def _at_least(rank, arrays, grow):
    made = []
    for a in arrays:
        a = asarray(a)
        if a.shape.rank is None:
            made.append(_grown_at_last(a, rank))
        else:
            made.append(grow(a) if a.shape.rank < rank else a)
    return made[0] if len(made) == 1 else made


def _grown_at_last(a, least):
    """`a`, whose rank only the running graph knows, with `least` dimensions or more; the third one is behind the others."""
    rank = array_ops.rank(a)
    behind = array_ops.cast(rank < 3, dt.int32) if least == 3 else 0
    before = math.maximum(least - behind - rank, 0)
    sizes = [array_ops.ones([before], dt.int32), array_ops.shape(a)]
    return array_ops.reshape(a, array_ops.concat([*sizes, array_ops.ones([behind], dt.int32)] if least == 3 else sizes, 0))


@tf_export("experimental.numpy.atleast_1d")
def atleast_1d(*arys: TensorLike) -> Tensor | list[Tensor]:
    """Tensors with at least one axis. Mirrors `tf.experimental.numpy.atleast_1d`.

    Arguments:
        arys: tensors, arrays, numbers or nested lists.

    Returns:
        A tensor, or a list of them.

    Raises:
        ValueError: nested lists of uneven lengths.

    Arrays with axes keep their shape. Several arguments give a list, one of them a tensor by itself. The gradient passes through.

    Example:
        >>> tf.experimental.numpy.atleast_1d(5)
        <tf.Tensor: shape=(1,), dtype=int64, numpy=array([5])>
        >>> tf.experimental.numpy.atleast_1d([[1.5]])
        <tf.Tensor: shape=(1, 1), dtype=float64, numpy=array([[1.5]])>
        >>> [a.shape for a in tf.experimental.numpy.atleast_1d(1, [2, 3])]
        [TensorShape([1]), TensorShape([2])]
    """
    return _at_least(1, arys, lambda a: array_ops.expand_dims(a, 0))


@tf_export("experimental.numpy.atleast_2d")
def atleast_2d(*arys: TensorLike) -> Tensor | list[Tensor]:
    """Tensors with at least two axes, new ones in front. Mirrors `tf.experimental.numpy.atleast_2d`.

    Arguments:
        arys: tensors, arrays, numbers or nested lists.

    Returns:
        A tensor, or a list of them.

    Raises:
        ValueError: nested lists of uneven lengths.

    Arrays with two axes and more keep their shape. Several arguments give a list, one of them a tensor by itself. The gradient passes
    through.

    Example:
        >>> tf.experimental.numpy.atleast_2d([5, 6])
        <tf.Tensor: shape=(1, 2), dtype=int64, numpy=array([[5, 6]])>
        >>> [a.shape for a in tf.experimental.numpy.atleast_2d(1, [2, 3])]
        [TensorShape([1, 1]), TensorShape([1, 2])]
    """
    return _at_least(2, arys, lambda a: array_ops.reshape(a, [1, -1]))


@tf_export("experimental.numpy.atleast_3d")
def atleast_3d(*arys: TensorLike) -> Tensor | list[Tensor]:
    """Tensors with at least three axes, new ones around those that are there. Mirrors `tf.experimental.numpy.atleast_3d`.

    Arguments:
        arys: tensors, arrays, numbers or nested lists.

    Returns:
        A tensor, or a list of them.

    Raises:
        ValueError: nested lists of uneven lengths.

    A number becomes `[1, 1, 1]`, a vector `[1, n, 1]` and a matrix `[m, n, 1]`; others keep their shape. Several arguments give a list,
    one of them a tensor by itself.

    Example:
        >>> tf.experimental.numpy.atleast_3d([5, 6]).shape
        TensorShape([1, 2, 1])
        >>> [a.shape for a in tf.experimental.numpy.atleast_3d(1, [[2, 3]])]
        [TensorShape([1, 1, 1]), TensorShape([1, 2, 1])]
    """
    return _at_least(3, arys, lambda a: a[:, :, None] if a.shape.rank == 2 else array_ops.reshape(a, [1, -1, 1]))


tf_export("experimental.numpy.newaxis")(newaxis)
