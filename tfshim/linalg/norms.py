"""Norms of vectors and matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim import math as m
from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import expand_dims, squeeze
from tfshim.array_ops.sorting import argsort
from tfshim.array_ops.transposing import transpose
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.linalg._axes import split_axes
from tfshim.linalg.decompositions import svd
from tfshim.math.reductions import reduce_max

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, TensorLike
    from tfshim.engine.values.tensor import Tensor


_MATRIX_NORMS = ["euclidean", "fro", 1, 2, np.inf]


def _among(value, known):
    return any(value is k or isinstance(value, type(k)) and value == k or value == k for k in known)


def _check(order, axis):
    matrix = isinstance(axis, (tuple, list)) and len(axis) == 2
    if matrix:
        if axis[0] == axis[1] or is_tensor(axis[0]) or is_tensor(axis[1]):
            axis = tuple(axis)
            raise ValueError(f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}")
        if not _among(order, _MATRIX_NORMS):
            raise ValueError(f"'ord' must be a supported matrix norm in {_MATRIX_NORMS}, got {order}")
        return True
    if axis is not None and not isinstance(axis, (int, np.integer)):
        raise ValueError(f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}")
    if order != "euclidean" and (isinstance(order, str) or not np.isreal(order) or order <= 0):
        raise ValueError(f"'ord' must be a supported vector norm, got {order}")
    return False


@tf_export("linalg.norm", "norm", keras="compat.v1.norm", keras_defaults=True)
@composite
@in_name_scope("norm")
def norm(
    tensor: TensorLike, ord: str | float = "euclidean", axis: Axis = None, keepdims: bool | None = None, name: str | None = None
) -> Tensor:
    """The norm of vectors or matrices. Mirrors `tf.norm` and `tf.linalg.norm`.

    Arguments:
        tensor: a tensor of floats or complex numbers.
        ord: "euclidean" (the default), a positive number p, or infinity; for matrices "fro", "euclidean", 1, 2 or
            infinity.
        axis: None (the default) takes all elements as one vector; an integer the vectors along that axis; a pair the
            matrices in these two axes.
        keepdims: True keeps the axes with length 1; None and False drop them.
        name: a name for the operation in graphs.

    Returns:
        A real tensor without these axes.

    Raises:
        ValueError: another norm or axis.

    Example:
        >>> tf.norm([3.0, 4.0])
        <tf.Tensor: shape=(), dtype=float32, numpy=5.0>
        >>> tf.norm([[3.0, 4.0], [-1.0, 0.0]], ord=1, axis=1)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([7., 1.], dtype=float32)>
        >>> tf.norm([[3.0, -4.0]], ord=np.inf)
        <tf.Tensor: shape=(), dtype=float32, numpy=4.0>
    """
    matrix = _check(ord, axis)
    if matrix:
        axis = tuple(int(a) for a in axis)
    elif TS.graph is not None and isinstance(axis, int):
        axis = [axis]
    keepdims = bool(keepdims)
    tensor = convert_to_tensor(tensor)
    if ord in ("fro", "euclidean", 2, 2.0):
        if matrix and ord in (2, 2.0):
            return _spectral(tensor, axis, keepdims)
        # A complex tensor times its conjugate is real but in type; the norm keeps that complex type.
        kept = _kept(keepdims)
        return _without(m.sqrt(m.reduce_sum(tensor * m.conj(tensor), axis, keepdims=kept)), axis, kept, keepdims)
    size, kept = m.abs(tensor), matrix or _kept(keepdims)
    if ord == 1:
        result = m.reduce_sum(size, axis[0] if matrix else axis, keepdims=kept)
        if matrix:
            result = m.reduce_max(result, axis[1], keepdims=True)
    elif ord == np.inf:
        result = m.reduce_sum(size, axis[1], keepdims=True) if matrix else size
        result = m.reduce_max(result, axis[0] if matrix else axis, keepdims=kept)
    else:
        result = m.pow(m.reduce_sum(m.pow(size, ord), axis, keepdims=kept), 1.0 / ord)
    return _without(result, axis, kept, keepdims)


def _kept(keepdims):
    """Whether the dimensions are kept at first: in graphs TensorFlow takes them out afterwards, and knows less of the shape then."""
    return keepdims or TS.graph is not None


def _without(result, axis, kept, keepdims):
    return squeeze(result, axis) if kept and not keepdims else result


def _spectral(tensor, axis, keepdims):
    """The largest singular value of the matrices in the dimensions `axis`."""
    rank = tensor.shape.rank
    if rank is None:
        order = concat(split_axes(tensor, axis), 0)
        result = reduce_max(svd(transpose(tensor, order), compute_uv=False), -1)
        return transpose(result[..., None, None], argsort(order)) if keepdims else result
    axis = tuple(a % rank for a in axis)
    order = [d for d in range(rank) if d not in axis] + list(axis)
    result = reduce_max(svd(transpose(tensor, order), compute_uv=False), -1)
    if keepdims:
        for a in sorted(axis):
            result = expand_dims(result, a)
    return result


@tf_export("linalg.normalize")
@composite
@in_name_scope("normalize")
def normalize(tensor: TensorLike, ord: str | float = "euclidean", axis: Axis = None, name: str | None = None) -> tuple[Tensor, ...]:
    """A tensor divided by its norm, and the norm. Mirrors `tf.linalg.normalize`.

    Arguments:
        tensor: a float or complex tensor.
        ord: which norm, as for `tf.norm`: "euclidean" (the default), "fro", 1, 2, any positive number or `np.inf`.
        axis: None (the default) for all elements together, an axis for the vectors along it, or a pair of axes for matrices.
        name: a name for the operation in graphs.

    Returns:
        A pair: a tensor of the shape and dtype of `tensor`, and the norm with its dimensions kept.

    Raises:
        ValueError: a norm that does not exist.

    A norm of 0 gives NaN; `tf.math.l2_normalize` has an `epsilon` for that.

    Example:
        >>> unit, norm = tf.linalg.normalize([3.0, 4.0])
        >>> [round(float(x), 4) for x in unit], norm.numpy().tolist()
        ([0.6, 0.8], [5.0])
        >>> rows, norms = tf.linalg.normalize([[3.0, 4.0], [0.0, 2.0]], axis=1)
        >>> np.round(rows, 4).tolist(), norms.shape
        ([[0.6000000238418579, 0.800000011920929], [0.0, 1.0]], TensorShape([2, 1]))
    """
    tensor = convert_to_tensor(tensor)
    size = cast(norm(tensor, ord, axis=axis, keepdims=True), tensor.dtype)
    return tensor / size, size
