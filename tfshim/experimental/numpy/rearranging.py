"""Arrays turned, shifted, repeated and padded."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.experimental.numpy import promotion
from tfshim.experimental.numpy._types import asarray
from tfshim.experimental.numpy.shaping import ravel, swapaxes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("experimental.numpy.flip")
@promotion.taking_numbers
def flip(m: TensorLike, axis: int | None = None) -> Tensor:
    """A tensor turned round along axes. Mirrors `tf.experimental.numpy.flip`.

    Arguments:
        m: a tensor, array, number or nested list.
        axis: the axis; None, the default, for all.

    Returns:
        A tensor of the shape and dtype of `m`.

    Raises:
        InvalidArgumentError: an axis out of range.

    Unlike NumPy's, it takes one axis, not several: None turns along all. The gradient is turned as well.

    Example:
        >>> tf.experimental.numpy.flip([1, 2, 3])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([3, 2, 1])>
        >>> tf.experimental.numpy.flip([[1, 2], [3, 4]], axis=-1)
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[2, 1],
               [4, 3]])>
    """
    m = asarray(m)
    if axis is None:
        return array_ops.reverse(m, array_ops.range(array_ops.rank(m)))
    return array_ops.reverse(m, [axis + array_ops.rank(m) if axis < 0 else axis])


@tf_export("experimental.numpy.fliplr")
@promotion.taking_numbers
def fliplr(m: TensorLike) -> Tensor:
    """A tensor turned round along its second axis, left and right exchanged. Mirrors `tf.experimental.numpy.fliplr`.

    Arguments:
        m: a tensor or array with at least two axes.

    Returns:
        A tensor of the shape and dtype of `m`.

    Raises:
        InvalidArgumentError: less than two axes.

    It is `flip` with the axis 1: of images `[height, width, channels]` it is the mirror image. The gradient is turned as well.

    Example:
        >>> tf.experimental.numpy.fliplr([[1, 2], [3, 4]])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[2, 1],
               [4, 3]])>
        >>> tf.experimental.numpy.fliplr([[1.5, 2, 3]])
        <tf.Tensor: shape=(1, 3), dtype=float64, numpy=array([[3. , 2. , 1.5]])>
    """
    return flip(m, 1)


@tf_export("experimental.numpy.flipud")
@promotion.taking_numbers
def flipud(m: TensorLike) -> Tensor:
    """A tensor turned round along its first axis, above and below exchanged. Mirrors `tf.experimental.numpy.flipud`.

    Arguments:
        m: a tensor, array, number or nested list.

    Returns:
        A tensor of the shape and dtype of `m`.

    Raises:
        ValueError: nested lists of uneven lengths.

    It is `flip` with the axis 0: of images `[height, width, channels]` it turns what is above down. The gradient is turned as well.

    Example:
        >>> tf.experimental.numpy.flipud([[1, 2], [3, 4]])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[3, 4],
               [1, 2]])>
        >>> tf.experimental.numpy.flipud([1.5, 2, 3])
        <tf.Tensor: shape=(3,), dtype=float64, numpy=array([3. , 2. , 1.5])>
    """
    return flip(m, 0)


@tf_export("experimental.numpy.roll")
def roll(a: TensorLike, shift: SizesLike, axis: Axis = None) -> Tensor:
    """A tensor whose elements are shifted along an axis, those at the end coming to the beginning. Mirrors `tf.experimental.numpy.roll`.

    Arguments:
        a: a tensor, array, number or nested list.
        shift: by how many places, an integer or a list.
        axis: the axis or axes; None, the default, takes all elements in a row.

    Returns:
        A tensor of the shape and dtype of `a`.

    Raises:
        InvalidArgumentError: an axis out of range.

    Negative shifts go to the beginning. The gradient is shifted back.

    Example:
        >>> tf.experimental.numpy.roll([1, 2, 3], 1)
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([3, 1, 2])>
        >>> tf.experimental.numpy.roll([[1, 2, 3], [4, 5, 6]], -1, axis=1)
        <tf.Tensor: shape=(2, 3), dtype=int64, numpy=
        array([[2, 3, 1],
               [5, 6, 4]])>
    """
    a = asarray(a)
    if axis is not None:
        return array_ops.roll(a, shift, axis)
    return array_ops.reshape(array_ops.roll(ravel(a), shift, 0), array_ops.shape(a))


@tf_export("experimental.numpy.rot90")
@promotion.taking_numbers
def rot90(m: TensorLike, k: int = 1, axes: Sequence[int] = (0, 1)) -> Tensor:
    """A tensor turned by 90 degrees in the plane of two axes, from the first towards the second. Mirrors `tf.experimental.numpy.rot90`.

    Arguments:
        m: a tensor or array with at least two axes.
        k: how many times; 1 by default.
        axes: the plane; (0, 1) by default.

    Returns:
        A tensor of the dtype of `m`.

    Raises:
        InvalidArgumentError: an axis that `m` does not have.

    Negative `k` turn the other way, as do the axes exchanged.

    Example:
        >>> tf.experimental.numpy.rot90([[1, 2], [3, 4]])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[2, 4],
               [1, 3]])>
        >>> tf.experimental.numpy.rot90([[1, 2], [3, 4]], k=-1)
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[3, 1],
               [4, 2]])>
    """
    m = asarray(m)
    one, two = axes
    rank = m.shape.rank
    if rank is not None and k % 2 and not all(-rank <= axis < rank for axis in axes):
        raise invalid(f"rot90 turns in the plane of two axes, got axes {tuple(axes)} of shape {m.shape}")
    turns = k % 4
    if turns == 0:
        return m
    if turns == 2:
        return flip(flip(m, one), two)
    return swapaxes(flip(m, two), one, two) if turns == 1 else flip(swapaxes(m, one, two), two)


@tf_export("experimental.numpy.tile")
def tile(a: TensorLike, reps: SizesLike) -> Tensor:
    """A tensor repeated as a whole along its axes. Mirrors `tf.experimental.numpy.tile`.

    Arguments:
        a: a tensor, array, number or nested list.
        reps: how many times, an integer or one for each axis.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        InvalidArgumentError: a negative number of times.

    Where there are fewer numbers than axes, they are those of the last axes; where there are more, the tensor gets axes in front. `repeat`
    repeats each element.

    Example:
        >>> tf.experimental.numpy.tile([1, 2], 2)
        <tf.Tensor: shape=(4,), dtype=int64, numpy=array([1, 2, 1, 2])>
        >>> tf.experimental.numpy.tile([1, 2], [2, 1])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 2],
               [1, 2]])>
    """
    a = asarray(a)
    reps = [reps] if isinstance(reps, int) else list(reps) if isinstance(reps, (list, tuple)) else asarray(reps, dt.int32)
    if isinstance(reps, list) and a.shape.rank is not None:
        a = _behind_ones(a, builtins.max(len(reps) - a.shape.rank, 0))
        reps = [1] * (a.shape.rank - len(reps)) + reps
    elif not isinstance(reps, list) and a.shape.rank is not None and reps.shape.is_fully_defined():
        reps = array_ops.reshape(reps, [-1])
        more = reps.shape.as_list()[0] - a.shape.rank
        if more > 0:
            a = _behind_ones(a, more)
        elif more < 0:
            reps = array_ops.concat([array_ops.ones([-more], dt.int32), reps], 0)
    elif isinstance(reps, list):
        rank = array_ops.rank(a)
        a = _behind_ones(a, math.maximum(len(reps) - rank, 0))
        reps = array_ops.concat([array_ops.ones([math.maximum(rank - len(reps), 0)], dt.int32), array_ops.stack(reps)], 0)
    return array_ops.tile(a, reps)


def _behind_ones(a, count):
    """`a` with `count` dimensions of size one before its own."""
    return array_ops.reshape(a, array_ops.concat([array_ops.ones([count], dt.int32), array_ops.shape(a)], 0))


@tf_export("experimental.numpy.repeat")
@promotion.taking_numbers
def repeat(a: TensorLike, repeats: TensorLike, axis: int | None = None) -> Tensor:
    """A tensor with each element repeated along an axis. Mirrors `tf.experimental.numpy.repeat`.

    Arguments:
        a: a tensor, array, number or nested list.
        repeats: how many times, an integer or one for each element of the axis.
        axis: the axis; None, the default, takes all elements in a row.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        IndexError: an axis out of range.
        InvalidArgumentError: a negative number of times.

    `tile` repeats the whole. The gradient of an element is the sum of those of its copies.

    Example:
        >>> tf.experimental.numpy.repeat([1, 2], 2)
        <tf.Tensor: shape=(4,), dtype=int64, numpy=array([1, 1, 2, 2])>
        >>> tf.experimental.numpy.repeat([[1], [2]], [1, 2], axis=0)
        <tf.Tensor: shape=(3, 1), dtype=int64, numpy=
        array([[1],
               [2],
               [2]])>
    """
    a = asarray(a)
    if isinstance(axis, int) and a.shape.rank and not -a.shape.rank <= axis < a.shape.rank:
        raise IndexError(f"repeat along axis {axis} of an array with {a.shape.rank} axes, shape {a.shape}: name one of them")
    return array_ops.repeat(a, repeats, axis)


@tf_export("experimental.numpy.pad")
def pad(array: TensorLike, pad_width: TensorLike, mode: str, **kwargs: Any) -> Tensor:
    """A tensor with a border. Mirrors `tf.experimental.numpy.pad`.

    Arguments:
        array: a tensor, array, number or nested list.
        pad_width: a pair for each axis: how many elements before and after.
        mode: "constant", "reflect" or "symmetric".
        kwargs: `constant_values`: the number around; 0 by default.

    Returns:
        A tensor of the dtype of `array`.

    Raises:
        ValueError: another `mode`.
        InvalidArgumentError: a border that is negative, or too wide for `mode`.

    NumPy's short forms of `pad_width`, such as one number for all, are not taken.

    Example:
        >>> tf.experimental.numpy.pad([1, 2], [[1, 2]], "constant")
        <tf.Tensor: shape=(5,), dtype=int64, numpy=array([0, 1, 2, 0, 0])>
        >>> tf.experimental.numpy.pad([1, 2, 3], [[2, 0]], "reflect")
        <tf.Tensor: shape=(5,), dtype=int64, numpy=array([3, 2, 1, 2, 3])>
    """
    if mode not in ("constant", "reflect", "symmetric"):
        raise ValueError("Unsupported padding mode: " + mode)  # TypeError for what is no string
    return array_ops.pad(asarray(array), asarray(pad_width, dt.int32), mode.upper(), kwargs.get("constant_values", 0))
