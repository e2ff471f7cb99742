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

    Raises:
        ValueError: an empty list, or None as the axis.
        InvalidArgumentError: other sizes than that of the axis differ.

    Unlike NumPy's, it takes no `axis=None`: `ravel` flattens. A single tensor comes back as it is, not taken apart.

    Example:
        >>> tf.experimental.numpy.concatenate([[1, 2], [3.5]])
        <tf.Tensor: shape=(3,), dtype=float64, numpy=array([1. , 2. , 3.5])>
        >>> tf.experimental.numpy.concatenate([[[1], [2]], [[3], [4]]], axis=1)
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 3],
               [2, 4]])>
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

    Raises:
        InvalidArgumentError: shapes that do not fit along the axis.

    Despite the name nothing is changed: a new tensor is made each time. Its gradient is shared out to both.

    Example:
        >>> tf.experimental.numpy.append([1, 2], [3])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 2, 3])>
        >>> tf.experimental.numpy.append([[1, 2]], [[3.5, 4]], axis=0)
        <tf.Tensor: shape=(2, 2), dtype=float64, numpy=
        array([[1. , 2. ],
               [3.5, 4. ]])>
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

    Raises:
        InvalidArgumentError: shapes that differ.
        ValueError: an axis out of range.

    A tensor instead of a list is its own stack: its first axis is moved to `axis`. `concatenate` joins along an axis that is there.

    Example:
        >>> tf.experimental.numpy.stack([[1, 2], [3, 4]], axis=1)
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 3],
               [2, 4]])>
        >>> tf.experimental.numpy.stack([1, 2.5, True])
        <tf.Tensor: shape=(3,), dtype=float64, numpy=array([1. , 2.5, 1. ])>
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

    Raises:
        InvalidArgumentError: other sizes than that of the axis differ.

    Numbers count as vectors with one element. A tensor instead of a list is taken apart along its first axis. Gradients are shared out to
    the parts.

    Example:
        >>> tf.experimental.numpy.hstack([[1, 2], [3]])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 2, 3])>
        >>> tf.experimental.numpy.hstack([[[1], [2]], [[3.5], [4]]])
        <tf.Tensor: shape=(2, 2), dtype=float64, numpy=
        array([[1. , 3.5],
               [2. , 4. ]])>
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

    Raises:
        InvalidArgumentError: other sizes than that of the first axis differ.

    Numbers count as rows with one element. A tensor instead of a list is taken apart along its first axis. Gradients are shared out to the
    parts.

    Example:
        >>> tf.experimental.numpy.vstack([[1, 2], [3, 4]])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 2],
               [3, 4]])>
        >>> tf.experimental.numpy.vstack([[1], [[2.5], [3]]])
        <tf.Tensor: shape=(3, 1), dtype=float64, numpy=
        array([[1. ],
               [2.5],
               [3. ]])>
    """
    return array_ops.concat(_joined(tup, atleast_2d), 0)


@tf_export("experimental.numpy.dstack")
def dstack(tup: TensorLike) -> Tensor:
    """Tensors one behind the other: along the third axis. Mirrors `tf.experimental.numpy.dstack`.

    Arguments:
        tup: a list of tensors, arrays or nested lists.

    Returns:
        A tensor of the dtype that fits all.

    Raises:
        InvalidArgumentError: other sizes than that of the third axis differ.

    Vectors become `[1, n, 1]` and matrices `[m, n, 1]` first, as `atleast_3d` makes them. A tensor instead of a list is taken apart along
    its first axis.

    Example:
        >>> tf.experimental.numpy.dstack([[1, 2], [3, 4]])
        <tf.Tensor: shape=(1, 2, 2), dtype=int64, numpy=
        array([[[1, 3],
                [2, 4]]])>
        >>> tf.experimental.numpy.dstack([[[1]], [[2.5]]]).shape
        TensorShape([1, 1, 2])
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

    Raises:
        InvalidArgumentError: a number of parts that does not divide the axis.
        ValueError: places of cuts that fall, or an axis out of range for them.

    Places of cuts beyond the end give empty parts. Negative ones, which NumPy counts from the end, are refused.

    Example:
        >>> [part.numpy().tolist() for part in tf.experimental.numpy.split([1, 2, 3, 4], 2)]
        [[1, 2], [3, 4]]
        >>> [part.shape for part in tf.experimental.numpy.split(np.zeros([3, 4]), [1, 3], axis=1)]
        [TensorShape([3, 1]), TensorShape([3, 2]), TensorShape([3, 1])]
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

    Raises:
        ValueError: a number of parts that does not divide the axis.
        IndexError: a number of parts, for an array without axes.

    With a number of parts, lists are refused with AttributeError, as they have no shape.

    Example:
        >>> [part.numpy().tolist() for part in tf.experimental.numpy.hsplit(tf.constant([[1, 2], [3, 4]]), 2)]
        [[[1], [3]], [[2], [4]]]
        >>> [part.numpy().tolist() for part in tf.experimental.numpy.hsplit(tf.constant([1, 2, 3]), [1])]
        [[1], [2, 3]]
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

    Raises:
        ValueError: a number of parts that does not divide the axis.
        IndexError: a number of parts, for an array without axes.

    With a number of parts, lists are refused with AttributeError, as they have no shape; NumPy refuses vectors, which are split here.

    Example:
        >>> [part.numpy().tolist() for part in tf.experimental.numpy.vsplit(tf.constant([[1, 2], [3, 4]]), 2)]
        [[[1, 2]], [[3, 4]]]
        >>> [part.numpy().tolist() for part in tf.experimental.numpy.vsplit(tf.constant([[1], [2], [3]]), [1])]
        [[[1]], [[2], [3]]]
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

    Raises:
        ValueError: a number of parts that does not divide the axis, or places of cuts where there is no third axis.
        IndexError: a number of parts where there is no third axis.

    With a number of parts, lists are refused with AttributeError, as they have no shape.

    Example:
        >>> [part.numpy().tolist() for part in tf.experimental.numpy.dsplit(tf.constant([[[1, 2]]]), 2)]
        [[[[1]]], [[[2]]]]
        >>> [part.shape for part in tf.experimental.numpy.dsplit(np.zeros([2, 2, 3]), [1])]
        [TensorShape([2, 2, 1]), TensorShape([2, 2, 2])]
    """
    return _split_evenly(ary, indices_or_sections, 2)


def _split_evenly(ary, sections, axis):
    if isinstance(sections, int):
        shape = TensorShape(ary.shape)  # lists have none: AttributeError, as in TensorFlow
        size = None if shape.rank is None else shape.as_list()[axis]
        if size is not None and size % sections:
            raise ValueError(
                f"An axis of {size} does not split into {sections} equal parts, got shape {ary.shape}: give the places of cuts"
            )
    return split(ary, sections, axis)
