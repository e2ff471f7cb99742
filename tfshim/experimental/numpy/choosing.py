"""Elements of arrays chosen by indices, conditions and diagonals."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tfshim import array_ops, linalg, math
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.experimental.numpy import promotion
from tfshim.experimental.numpy._types import asarray, promoted, result_type
from tfshim.experimental.numpy.counting import nonzero
from tfshim.experimental.numpy.shaping import moveaxis, ravel, swapaxes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("experimental.numpy.take")
def take(a: TensorLike, indices: TensorLike, axis: int | None = None, out: None = None, mode: str = "clip") -> Tensor:
    """The elements at some indices along an axis. Mirrors `tf.experimental.numpy.take`.

    Arguments:
        a: a tensor, array, number or nested list.
        indices: integers: a tensor, array, number or nested list.
        axis: the axis; None, the default, takes all elements in a row.
        out: None: others are refused.
        mode: "clip", the default, takes the nearest index for those outside, "wrap" counts round.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        ValueError: `out`, or the mode "raise".

    Example:
        >>> tf.experimental.numpy.take([10, 20, 30], [2, 0])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([30, 10])>
    """
    if out is not None:
        raise ValueError("out argument is not supported in take.")
    if mode not in ("raise", "clip", "wrap"):
        raise ValueError(f"Invalid mode '{mode}' for take")
    a, indices = asarray(a), asarray(indices)
    if axis is None:
        a, axis = ravel(a), 0
    size = array_ops.cast(array_ops.shape(a)[axis], indices.dtype)
    if mode == "clip":
        # `0 * size`: a zero of the dtype of the indices.
        indices = math.minimum(math.maximum(indices, 0 * size), size - 1)
    elif mode == "wrap":
        indices = math.floormod(indices, size)
    else:
        raise ValueError("The 'raise' mode to take is not supported; use 'clip' or 'wrap'.")
    return array_ops.gather(a, indices, axis=axis)


@tf_export("experimental.numpy.take_along_axis")
def take_along_axis(arr: TensorLike, indices: TensorLike, axis: int | None) -> Tensor:
    """Elements along an axis by indices that are given place by place, as `argsort` gives them. Mirrors
    `tf.experimental.numpy.take_along_axis`.

    Arguments:
        arr: a tensor, array, number or nested list.
        indices: int32 or int64, matching `arr` but for the axis.
        axis: the axis; None takes all elements in a row.

    Returns:
        A tensor of the shape of `indices`.

    Raises:
        InvalidArgumentError: indices out of range, of another dtype, or that do not have the axis.
        AttributeError: `axis` is None, and NumPy's behaviour is not enabled.

    Negative indices count from the end. Where `indices` has fewer axes than `arr`, they are the last ones.

    Example:
        >>> tf.experimental.numpy.take_along_axis([[3, 1], [4, 9]], [[1, 0], [0, 1]], axis=1)
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 3],
               [4, 9]])>
    """
    arr, indices = asarray(arr), asarray(indices)
    if axis is None:
        # Tensors have this method once NumPy's behaviour is enabled; until then AttributeError, as in TensorFlow.
        return take_along_axis(arr.ravel(), indices, 0)  # type: ignore[attr-defined]
    if indices.dtype not in (dt.int32, dt.int64):
        raise invalid(f"take_along_axis takes indices of int32 or int64, got {indices.dtype.name}: cast them")
    rank = arr.shape.rank if arr.shape.rank is not None else indices.shape.rank
    if rank is not None:
        axis, last = axis + rank if axis < 0 else axis, rank - 1
        least = rank if indices.shape.rank is None else builtins.min(rank, indices.shape.rank)
        # Axes that the indices lack are in front of theirs, but the one that they are exchanged with is not.
        if not 0 <= axis < least or indices.shape.rank is not None and indices.shape.rank > rank:
            raise invalid(f"take_along_axis at axis {axis} takes indices with that axis, got shapes {arr.shape} and {indices.shape}")
    else:
        last = array_ops.rank(arr) - 1
        axis = axis + last + 1 if axis < 0 else axis
    behind = -1 if rank is not None else last
    arr, indices = swapaxes(arr, axis, behind), swapaxes(indices, axis, behind)
    lead = array_ops.broadcast_dynamic_shape(array_ops.shape(arr)[:-1], array_ops.shape(indices)[:-1])
    arr = array_ops.broadcast_to(arr, array_ops.concat([lead, array_ops.shape(arr)[-1:]], 0))
    indices = array_ops.broadcast_to(indices, array_ops.concat([lead, array_ops.shape(indices)[-1:]], 0))
    indices = array_ops.where(indices < 0, indices + array_ops.cast(array_ops.shape(arr)[-1], indices.dtype), indices)
    if rank is not None:
        return swapaxes(array_ops.gather(arr, indices, batch_dims=last), axis, last)
    # Rows of matrices, whatever the rank is.
    rows, places = (array_ops.reshape(x, [-1, array_ops.shape(x)[-1]]) for x in (arr, indices))
    found = array_ops.gather(rows, places, batch_dims=1)
    return swapaxes(array_ops.reshape(found, array_ops.shape(indices)), axis, last)


@tf_export("experimental.numpy.compress")
def compress(condition: TensorLike, a: TensorLike, axis: int | None = None) -> Tensor:
    """The slices along an axis for which a condition is true. Mirrors `tf.experimental.numpy.compress`.

    Arguments:
        condition: a vector of booleans.
        a: a tensor, array, number or nested list.
        axis: the axis; None, the default, takes all elements in a row.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        ValueError: a condition that is no vector, or has more elements than the axis.

    A condition that is shorter than the axis leaves out what is behind it. Other dtypes than booleans are cast: everything but 0 is true.

    Example:
        >>> tf.experimental.numpy.compress([True, False, True], [1, 2, 3])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 3])>
        >>> tf.experimental.numpy.compress([0, 1], [[1, 2, 3], [4, 5, 6]], axis=0)
        <tf.Tensor: shape=(1, 3), dtype=int64, numpy=array([[4, 5, 6]])>
    """
    condition, a = asarray(condition, bool), asarray(a)
    if condition.shape.rank != 1:
        raise ValueError("condition must be a 1-d array.")
    if axis is None or a.shape.rank == 0:
        a, axis = ravel(a), 0
    if a.shape.rank is not None:
        size, count = a.shape.as_list()[axis], condition.shape.as_list()[0]
        if size is not None and count is not None and count > size:
            raise ValueError(f"condition has {count} elements for an axis of {size}: give as many at most")
    places = array_ops.where(condition)[:, 0]
    return array_ops.gather(a, places, axis=axis)


@tf_export("experimental.numpy.where")
def where(condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None) -> Tensor | list[Tensor]:
    """Elements of one tensor where a condition is true, else of another. Mirrors `tf.experimental.numpy.where`.

    Arguments:
        condition: booleans: a tensor, array, number or nested list.
        x, y: broadcast with it; both or neither.

    Returns:
        A tensor; without `x` and `y` the indices, as `nonzero` gives them.

    Raises:
        ValueError: just one of `x` and `y`.
        InvalidArgumentError: the shapes do not broadcast.

    Without `x` and `y` there is no gradient; with them it reaches the elements that were taken.

    Example:
        >>> tf.experimental.numpy.where([True, False], [1, 2], [10, 20])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 1, 20])>
        >>> tf.experimental.numpy.where([0, 3, 4])
        [<tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>]
    """
    condition = asarray(condition, bool)
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError("Both x and y must be ndarrays, or both must be None.")
    return array_ops.where(condition, *promoted(x, y))


@tf_export("experimental.numpy.select")
def select(condlist: Sequence[TensorLike], choicelist: Sequence[TensorLike], default: TensorLike = 0) -> Tensor:
    """Elements of the first tensor of a list whose condition is true. Mirrors `tf.experimental.numpy.select`.

    Arguments:
        condlist: a list of tensors of booleans.
        choicelist: a list of as many tensors.
        default: the value where no condition is true; 0 by default.

    Returns:
        A tensor of the dtype that fits all.

    Raises:
        ValueError: lists of different lengths, or empty ones.

    Conditions and tensors are broadcast together. Where several conditions are true, the first one counts.

    Example:
        >>> tf.experimental.numpy.select([[True, False]], [[1, 2]], 9)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 9])>
        >>> tf.experimental.numpy.select([[True, False], [True, True]], [1.5, 2.5])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1.5, 2.5])>
    """
    if len(condlist) != len(choicelist):
        raise ValueError(f"len(condlist) != len(choicelist) ({len(condlist)} vs {len(choicelist)})")
    if not condlist:
        raise ValueError("condlist must be non-empty")
    kind = result_type(default, *choicelist)
    made = asarray(default, kind)
    # The first condition that holds wins, so it is applied last.
    for condition, choice in reversed(list(zip(condlist, choicelist, strict=True))):
        made = array_ops.where(asarray(condition, bool), asarray(choice, kind), made)
    return made


@tf_export("experimental.numpy.diagonal")
@promotion.taking_numbers
def diagonal(a: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """The diagonals of the planes of two axes, along a new last axis. Mirrors `tf.experimental.numpy.diagonal`.

    Arguments:
        a: a tensor or array with at least two axes.
        offset: which diagonal; 0 by default.
        axis1, axis2: the axes; 0 and 1 by default.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        InvalidArgumentError: less than two axes, or one that `a` does not have.

    A diagonal beyond the corners is empty. The result is a tensor of its own, through which gradients reach the elements of the diagonal;
    NumPy gives a view.

    Example:
        >>> tf.experimental.numpy.diagonal([[1, 2], [3, 4]])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 4])>
        >>> tf.experimental.numpy.diagonal([[1, 2, 3], [4, 5, 6]], offset=1)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([2, 6])>
    """
    a = moveaxis(asarray(a), (axis1, axis2), (-2, -1))
    rows, columns = a.shape.as_list()[-2:] if a.shape.rank is not None else (None, None)
    if rows is not None and columns is not None and not -rows < offset < columns:
        return _none_of(a)
    if offset and (rows is None or columns is None):
        # Beyond the corners NumPy finds an empty diagonal, where `diag_part` raises.
        rows, columns = array_ops.shape(a)[-2], array_ops.shape(a)[-1]
        inside = math.logical_and(-rows < offset, offset < columns)
        return cond(inside, lambda: linalg.diag_part(a, k=offset), lambda: _none_of(a))
    return linalg.diag_part(a, k=offset)


def _none_of(a):
    """The diagonals of matrices that have none there."""
    return array_ops.reshape(a[..., :0, :0], array_ops.concat([array_ops.shape(a)[:-2], [0]], 0))
