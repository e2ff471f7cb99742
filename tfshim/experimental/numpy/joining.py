"""Arrays joined, and split."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.values.shapes import TensorShape
from tfshim.experimental.numpy._types import as_int, asarray, promoted
from tfshim.experimental.numpy.shaping import atleast_1d, atleast_2d, atleast_3d, ravel, swapaxes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


def _joined(arrays, least):
    if not isinstance(arrays, (list, tuple)):
        arrays = array_ops.unstack(asarray(arrays)) if hasattr(arrays, "dtype") else list(arrays)
    return promoted(*map(least, arrays))  # tensors each by itself first: what is a list among them counts as one


@tf_export("experimental.numpy.concatenate")
def concatenate(arys: TensorLike, axis: int = 0) -> Tensor:
    """Tensors one after the other along an axis that they have. Mirrors `tf.experimental.numpy.concatenate`.

    Arguments:
        arys: a list of tensors, arrays or nested lists whose other sizes agree.
        axis: the axis; 0 by default.

    Returns:
        A tensor of the dtype that fits all.

    Example:
        >>> tf.experimental.numpy.concatenate([[1, 2], [3.5]])
        <tf.Tensor: shape=(3,), dtype=float64, numpy=array([1. , 2. , 3.5])>
    """
    if not isinstance(arys, (list, tuple)):
        arys = [arys]
    if not arys:
        raise ValueError("Need at least one array to concatenate.")
    return array_ops.concat(promoted(*arys), axis)


@tf_export("experimental.numpy.append")
def append(arr: TensorLike, values: TensorLike, axis: int | None = None) -> Tensor:
    """A tensor with another behind it. Mirrors `tf.experimental.numpy.append`.

    Arguments:
        arr: a tensor, array, number or nested list.
        values: what is put behind it.
        axis: along which axis; None, the default, takes all elements in a row.

    Returns:
        A tensor of the dtype that fits both.

    Example:
        >>> tf.experimental.numpy.append([1, 2], [3])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 2, 3])>
    """
    return concatenate([ravel(arr), ravel(values)] if axis is None else [arr, values], 0 if axis is None else axis)


@tf_export("experimental.numpy.stack")
def stack(arrays: TensorLike, axis: int = 0) -> Tensor:
    """Tensors of one shape along a new axis. Mirrors `tf.experimental.numpy.stack`.

    Arguments:
        arrays: a list of tensors, arrays or nested lists.
        axis: where the new axis is; 0 by default.

    Returns:
        A tensor of the dtype that fits all.

    Example:
        >>> tf.experimental.numpy.stack([[1, 2], [3, 4]], axis=1)
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 3],
               [2, 4]])>
    """
    if not hasattr(arrays, "dtype"):
        return array_ops.stack(promoted(*arrays), axis)
    arrays = asarray(arrays)
    return arrays if axis == 0 else swapaxes(arrays, 0, axis)


@tf_export("experimental.numpy.hstack")
def hstack(tup: TensorLike) -> Tensor:
    """Tensors side by side: along the second axis, vectors along their only one. Mirrors `tf.experimental.numpy.hstack`.

    Arguments:
        tup: a list of tensors, arrays or nested lists.

    Returns:
        A tensor of the dtype that fits all.

    Example:
        >>> tf.experimental.numpy.hstack([[1, 2], [3]])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 2, 3])>
    """
    arrays = _joined(tup, atleast_1d)
    rank = next((a.shape.rank for a in arrays if a.shape.rank is not None), None)
    if rank is None:
        return cond(math.equal(array_ops.rank(arrays[0]), 1), lambda: array_ops.concat(arrays, 0), lambda: array_ops.concat(arrays, 1))
    return array_ops.concat(arrays, 0 if rank == 1 else 1)


@tf_export("experimental.numpy.vstack")
def vstack(tup: TensorLike) -> Tensor:
    """Tensors one below the other: along the first axis, vectors as rows. Mirrors `tf.experimental.numpy.vstack`.

    Arguments:
        tup: a list of tensors, arrays or nested lists.

    Returns:
        A tensor of the dtype that fits all.

    Example:
        >>> tf.experimental.numpy.vstack([[1, 2], [3, 4]])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 2],
               [3, 4]])>
    """
    return array_ops.concat(_joined(tup, atleast_2d), 0)


@tf_export("experimental.numpy.dstack")
def dstack(tup: TensorLike) -> Tensor:
    """Tensors one behind the other: along the third axis. Mirrors `tf.experimental.numpy.dstack`.

    Arguments:
        tup: a list of tensors, arrays or nested lists.

    Returns:
        A tensor of the dtype that fits all.

    Example:
        >>> tf.experimental.numpy.dstack([[1, 2], [3, 4]])
        <tf.Tensor: shape=(1, 2, 2), dtype=int64, numpy=
        array([[[1, 3],
                [2, 4]]])>
    """
    return array_ops.concat(_joined(tup, atleast_3d), 2)


@tf_export("experimental.numpy.split")
def split(ary: TensorLike, indices_or_sections: int | Sequence[IntLike], axis: int = 0) -> list[Tensor]:
    """A tensor cut in parts along an axis. Mirrors `tf.experimental.numpy.split`.

    Arguments:
        ary: a tensor, array, number or nested list.
        indices_or_sections: how many equal parts, or a list of the places where it is cut.
        axis: the axis; 0 by default.

    Returns:
        A list of tensors.

    Example:
        >>> [part.numpy().tolist() for part in tf.experimental.numpy.split([1, 2, 3, 4], 2)]
        [[1, 2], [3, 4]]
    """
    ary = asarray(ary)
    if isinstance(indices_or_sections, int):
        return list(array_ops.split(ary, indices_or_sections, axis))
    cuts = [as_int(i) for i in indices_or_sections]
    if ary.shape.rank is not None and not -ary.shape.rank <= axis < ary.shape.rank:
        raise ValueError(f"axis {axis} is out of bounds for shape {ary.shape}: name one of its axes")
    for i, (before, cut) in enumerate(zip([0, *cuts], cuts)):
        if isinstance(before, int) and isinstance(cut, int) and cut < before:
            raise ValueError(f"The places of cuts have to rise: number {i} is {cut}, after {before}")
    size = ary.shape.as_list()[axis]
    at, made = [slice(None)] * ary.shape.rank, []
    for low, high in zip([0, *cuts], [*cuts, size], strict=True):
        at[axis] = slice(low, high)
        made.append(ary[tuple(at)])
    return made


@tf_export("experimental.numpy.hsplit")
def hsplit(ary: TensorLike, indices_or_sections: int | Sequence[IntLike]) -> list[Tensor]:
    """A tensor cut in parts along the second axis, a vector along its only one. Mirrors `tf.experimental.numpy.hsplit`.

    Arguments:
        ary: a tensor, array, number or nested list.
        indices_or_sections: how many equal parts, or a list of the places where it is cut.

    Returns:
        A list of tensors.

    Example:
        >>> [part.numpy().tolist() for part in tf.experimental.numpy.hsplit(tf.constant([[1, 2], [3, 4]]), 2)]
        [[[1], [3]], [[2], [4]]]
    """
    return _split_evenly(ary, indices_or_sections, 0 if asarray(ary).shape.rank == 1 else 1)


@tf_export("experimental.numpy.vsplit")
def vsplit(ary: TensorLike, indices_or_sections: int | Sequence[IntLike]) -> list[Tensor]:
    """A tensor cut in parts along the first axis. Mirrors `tf.experimental.numpy.vsplit`.

    Arguments:
        ary: a tensor, array, number or nested list.
        indices_or_sections: how many equal parts, or a list of the places where it is cut.

    Returns:
        A list of tensors.

    Example:
        >>> [part.numpy().tolist() for part in tf.experimental.numpy.vsplit(tf.constant([[1, 2], [3, 4]]), 2)]
        [[[1, 2]], [[3, 4]]]
    """
    return _split_evenly(ary, indices_or_sections, 0)


@tf_export("experimental.numpy.dsplit")
def dsplit(ary: TensorLike, indices_or_sections: int | Sequence[IntLike]) -> list[Tensor]:
    """A tensor cut in parts along the third axis. Mirrors `tf.experimental.numpy.dsplit`.

    Arguments:
        ary: a tensor, array, number or nested list.
        indices_or_sections: how many equal parts, or a list of the places where it is cut.

    Returns:
        A list of tensors.

    Example:
        >>> [part.numpy().tolist() for part in tf.experimental.numpy.dsplit(tf.constant([[[1, 2]]]), 2)]
        [[[[1]]], [[[2]]]]
    """
    return _split_evenly(ary, indices_or_sections, 2)


def _split_evenly(ary, sections, axis):
    if isinstance(sections, int):
        size = TensorShape(ary.shape).as_list()[axis]  # lists have no shape: AttributeError, as in TensorFlow
        if size is not None and size % sections:
            raise ValueError(
                f"An axis of {size} does not split into {sections} equal parts, got shape {ary.shape}: give the places of cuts"
            )
    return split(ary, sections, axis)
