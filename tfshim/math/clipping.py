"""Keeping values and norms within bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.identities import identity
from tfshim.array_ops.masking import select
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor
from tfshim.math.arithmetic import multiply
from tfshim.math.comparison import greater, maximum, minimum
from tfshim.math.division import truediv
from tfshim.math.elementwise import sqrt
from tfshim.math.reductions import reduce_sum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, TensorLike
    from tfshim.engine.values.tensor import Tensor


def _values(t):
    return convert_to_tensor(t.values if isinstance(t, IndexedSlices) else t)


def _like(t, values):
    return IndexedSlices(values, t.indices, t.dense_shape) if isinstance(t, IndexedSlices) else values


def _same_shape(values, made):
    """Raise ValueError where clipping would change the shape: bounds may not broadcast the tensor."""
    if type(made) is not EagerTensor or type(values) is not EagerTensor or made._t.shape != values._t.shape:
        values.shape.assert_is_compatible_with(made.shape)
    return made


@tf_export("clip_by_value", elementwise="unary")
@composite
def clip_by_value(t: TensorLike, clip_value_min: TensorLike, clip_value_max: TensorLike, name: str | None = None) -> AnyTensor:
    """The elements of a tensor, limited to the range between two bounds. Mirrors `tf.clip_by_value`.

    Arguments:
        t: a tensor of real numbers or IndexedSlices, of which the values are limited.
        clip_value_min: the lower bound: a number, or a tensor that broadcasts to the shape of `t`. Less is replaced by
            it.
        clip_value_max: the upper bound, likewise.
        name: a name for the operation in graphs.

    Returns:
        A tensor, or IndexedSlices, of the shape and dtype of `t`. NaN stays NaN; where the bounds cross,
        `clip_value_min` wins.

    Raises:
        ValueError: the bounds have a shape to which `t` would have to be broadcast.
        TypeError: a bound does not fit the dtype of `t`.

    The gradient goes to `t` within the bounds and at them, and is 0 outside.

    Example:
        >>> tf.clip_by_value([-5.0, 0.5, 7.0], -1.0, 1.0)
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([-1. ,  0.5,  1. ], dtype=float32)>
        >>> tf.clip_by_value([[1, 9], [4, 6]], [2, 5], 8)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[2, 8],
               [4, 6]], dtype=int32)>
    """
    if TS.graph is None:
        return _like(t, _between(_values(t), clip_value_min, clip_value_max, name))
    with name_scope(name or "clip_by_value") as scope:
        return _like(t, _between(_values(t), clip_value_min, clip_value_max, scope))


def _between(values, low, high, name):
    upper = _same_shape(values, minimum(values, high))
    return _same_shape(values, maximum(upper, low, name=name))


@tf_export("clip_by_norm")
@composite
@in_name_scope("clip_by_norm", last=True)
def clip_by_norm(t: TensorLike, clip_norm: TensorLike, axes: Axis = None, name: str | None = None) -> AnyTensor:
    """A tensor scaled down so far that its Euclidean norm is at most `clip_norm`. Mirrors `tf.clip_by_norm`.

    Arguments:
        t: a tensor of floats or IndexedSlices, of which the values are scaled.
        clip_norm: the greatest norm, a positive number or a tensor that broadcasts to the shape of `t`.
        axes: the axes over which a norm is taken: an integer or a list; None (the default) takes the norm of the whole
            tensor.
        name: a name for the operation in graphs.

    Returns:
        A tensor, or IndexedSlices, of the shape and dtype of `t`, with its direction. What is short enough is not
        changed.

    Raises:
        ValueError: `clip_norm` has a shape to which `t` would have to be broadcast.

    For the gradients of a whole model use `tf.clip_by_global_norm`, which keeps their proportions.

    Example:
        >>> np.round(tf.clip_by_norm([3.0, 4.0], 1.0), 3)
        array([0.6, 0.8], dtype=float32)
        >>> np.round(tf.clip_by_norm([[3.0, 4.0], [0.3, 0.4]], 1.0, axes=[1]), 3)
        array([[0.6, 0.8],
               [0.3, 0.4]], dtype=float32)
    """
    values = _values(t)
    squares = reduce_sum(values * values, axes, keepdims=True)
    positive = greater(squares, 0)
    # Two selections keep the gradient at 0 finite.
    norm = select(positive, sqrt(select(positive, squares, ones_of_shape(squares))), squares)
    scaled = _same_shape(values, values * clip_norm)
    return _like(t, identity(truediv(scaled, maximum(norm, clip_norm)), name=name))


@op("GlobalNorm", tensors="T*", T=dt.REALS, register=False)
def _global_norm(tensors, name=None):
    norms = [torch.linalg.vector_norm(t) for t in tensors]
    return torch.linalg.vector_norm(torch.stack(norms)) if len(norms) > 1 else norms[0]


def _listed(t_list):
    if not isinstance(t_list, (list, tuple)):
        raise TypeError(f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")
    return [t if t is None else _values(t) for t in t_list]


@tf_export("linalg.global_norm", v1=["linalg.global_norm", "global_norm"])
def global_norm(t_list: TensorLike, name: str | None = None) -> Tensor:
    """The Euclidean norm of all tensors of a list together. Mirrors `tf.linalg.global_norm`.

    Arguments:
        t_list: a list or tuple of float tensors of any shapes, `tf.IndexedSlices` and None, which is passed over.
        name: a name for the operation in graphs.

    Returns:
        A float scalar: the square root of the sum of the squares of all elements; 0.0 for no tensors.

    Raises:
        TypeError: it is no list or tuple.
        InvalidArgumentError: the dtypes differ.

    Gradients are shortened by it in `tf.clip_by_global_norm`, which takes the norm as `use_norm` if it is known.

    Example:
        >>> float(tf.linalg.global_norm([tf.constant([3.0]), None, tf.constant([[4.0, 0.0]])]))
        5.0
        >>> gradients = [tf.constant([3.0, 4.0]), tf.constant(12.0)]
        >>> norm = tf.linalg.global_norm(gradients)
        >>> clipped, _ = tf.clip_by_global_norm(gradients, 6.5, use_norm=norm)
        >>> float(norm), [g.numpy().tolist() for g in clipped]
        (13.0, [[1.5, 2.0], 6.0])
    """
    values = [t for t in _listed(t_list) if t is not None]
    return _global_norm(values, name=name) if values else convert_to_tensor(0.0)


def _of_dtype(scale, dtype):
    return scale if scale.dtype == dtype else cast(scale, dtype)


@tf_export("clip_by_global_norm")
def clip_by_global_norm(
    t_list: TensorLike, clip_norm: TensorLike, use_norm: TensorLike | None = None, name: str | None = None
) -> tuple[Any, ...]:
    """Tensors scaled by one factor so that the norm of all of them together is at most `clip_norm`. Mirrors
    `tf.clip_by_global_norm`.

    Arguments:
        t_list: a list or tuple of float tensors and IndexedSlices; None stands for no gradient and is kept.
        clip_norm: the greatest norm, a positive number.
        use_norm: the norm of all tensors, where it is known already; None (the default) has it computed.
        name: a name for the operation in graphs.

    Returns:
        A pair: the list of the scaled tensors, and their norm before, the square root of the sum of all squares. If
        that is not finite, the tensors are NaN.

    Raises:
        TypeError: `t_list` is not a list or tuple.

    Example:
        >>> clipped, norm = tf.clip_by_global_norm([tf.constant([3.0]), None, tf.constant([4.0])], 1.0)
        >>> norm
        <tf.Tensor: shape=(), dtype=float32, numpy=5.0>
        >>> clipped[0], clipped[1]
        (<tf.Tensor: shape=(1,), dtype=float32, numpy=array([0.6], dtype=float32)>, None)
    """
    values = _listed(t_list)
    norm = global_norm(t_list, name=name) if use_norm is None else use_norm
    if not values or all(v is None for v in values):
        return list(t_list), norm
    if TS.graph is None:
        one = convert_to_tensor(1.0, dtype=norm.dtype)
        scale = multiply(minimum(truediv(one, norm), truediv(one, clip_norm)), clip_norm)
        return _scaled(t_list, values, scale, norm, None), norm
    with name_scope(name or "clip_by_global_norm") as scope:
        norm = convert_to_tensor(norm)
        scale = clip_norm * minimum(1.0 / norm, TS.graph._constant(convert_to_tensor(1.0, dtype=norm.dtype)) / clip_norm)
        return _scaled(t_list, values, scale, norm, scope), norm


def _scaled(t_list, values, scale, norm, name):
    # 0 for a finite norm, NaN for any other: then every result is NaN, which does not pass unnoticed.
    scale = scale + (norm - norm)
    return [
        None if v is None else _like(t, identity(v * _of_dtype(scale, v.dtype), name=name and f"{name}_{i}"))
        for i, (t, v) in enumerate(zip(t_list, values))
    ]
