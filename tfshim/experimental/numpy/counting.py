"""How many elements there are, and where they are not 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.experimental.numpy._types import asarray
from tfshim.experimental.numpy.reducing import along

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("experimental.numpy.count_nonzero")
def count_nonzero(a: TensorLike, axis: Axis = None) -> Tensor:
    """How many elements along axes are not 0. Mirrors `tf.experimental.numpy.count_nonzero`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.

    Returns:
        A tensor of int64.

    Raises:
        InvalidArgumentError: an axis out of range.

    NaN and infinities count; strings do where they are not empty. NumPy's `keepdims` is not taken. There is no gradient.

    Example:
        >>> tf.experimental.numpy.count_nonzero([[0, 1], [2, 3]], axis=0)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>
        >>> tf.experimental.numpy.count_nonzero([0.0, np.nan, 2.0])
        <tf.Tensor: shape=(), dtype=int64, numpy=2>
    """
    return math.count_nonzero(asarray(a), along(axis))


@tf_export("experimental.numpy.nonzero")
def nonzero(a: TensorLike) -> list[Tensor]:
    """The indices of the elements that are not 0. Mirrors `tf.experimental.numpy.nonzero`.

    Arguments:
        a: a tensor, array, number or nested list.

    Returns:
        A list with a vector of int64 for each axis.

    Raises:
        ValueError: nested lists of uneven lengths.

    NaN is not 0. `tf.where` gives the indices as one matrix, with a row for each element. Of a scalar they are those of a vector with it.
    How many there are is known only when it runs. There is no gradient.

    Example:
        >>> tf.experimental.numpy.nonzero([0, 7, 8])
        [<tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>]
        >>> [index.numpy().tolist() for index in tf.experimental.numpy.nonzero([[0, 7], [8, 0]])]
        [[0, 1], [1, 0]]
    """
    a = asarray(a, bool)
    if a.shape.rank is None:
        raise ValueError("nonzero takes an array whose rank is known: give its shape with `set_shape`")
    if a.shape.rank == 0:
        a = a[None]
    found = array_ops.where(a)
    return [found[:, i] for i in range(a.shape.rank)]


@tf_export("experimental.numpy.size")
def size(x: TensorLike, axis: None = None) -> int | Tensor:
    """How many elements a tensor has. Mirrors `tf.experimental.numpy.size`.

    Arguments:
        x: a tensor, array, number or nested list.
        axis: None: others are refused.

    Returns:
        A Python integer; a tensor where only the running graph knows it.

    Raises:
        NotImplementedError: `axis`.
        ValueError: nested lists of uneven lengths.

    NumPy counts along one axis as well, for which there is `shape`. NumPy's integer is given for arrays whose sizes are known.

    Example:
        >>> tf.experimental.numpy.size([[1, 2], [3, 4]])
        4
        >>> tf.experimental.numpy.size(5)
        1
        >>> tf.experimental.numpy.size(tf.zeros([2, 0]))
        0
    """
    if axis is not None:
        raise NotImplementedError("axis argument is not supported in the current `np.size` implementation")
    if isinstance(x, (int, float, np.int32, np.int64, np.float32)):
        return 1
    x = asarray(x)
    return np.prod(x.shape.as_list(), dtype=np.int64) if x.shape.is_fully_defined() else array_ops.size(x)
