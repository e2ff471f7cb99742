"""Keeping values and norms within bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.creation import ones_like
from tfshim.array_ops.masking import where
from tfshim.array_ops.shapes import identity
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.op import op
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
    """`t` with what is below `clip_value_min` or above `clip_value_max` replaced by that. Mirrors `tf.clip_by_value`.

    `t`: a real tensor or IndexedSlices; the bounds: numbers or tensors that broadcast to its shape. At a bound the
    gradient goes to `t`. Where the bounds cross, `clip_value_min` wins. Raises ValueError where they would broadcast
    `t`.
    """
    values = _values(t)
    upper = _same_shape(values, minimum(values, clip_value_max))
    return _like(t, _same_shape(values, maximum(upper, clip_value_min, name=name)))


@tf_export("clip_by_norm")
@composite
def clip_by_norm(t: TensorLike, clip_norm: TensorLike, axes: Axis = None, name: str | None = None) -> AnyTensor:
    """`t` scaled down so that its Euclidean norm over `axes` is at most `clip_norm`. Mirrors `tf.clip_by_norm`.

    `t`: a float tensor or IndexedSlices; `clip_norm`: a positive scalar; `axes`: None for all, an integer or a list.
    Raises ValueError where `clip_norm` would broadcast `t`.
    """
    values = _values(t)
    squares = reduce_sum(multiply(values, values), axes, keepdims=True)
    positive = greater(squares, 0)
    # Two selections keep the gradient at 0 finite.
    norm = where(positive, sqrt(where(positive, squares, ones_like(squares))), squares)
    scaled = _same_shape(values, multiply(values, clip_norm))
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
    """The Euclidean norm of all tensors in `t_list` together, a scalar. Mirrors `tf.linalg.global_norm`.

    `t_list`: a list of float tensors, IndexedSlices and None (passed over). 0.0 for none. Raises TypeError for
    anything but a list or tuple, InvalidArgumentError where dtypes differ.
    """
    values = [t for t in _listed(t_list) if t is not None]
    return _global_norm(values, name=name) if values else convert_to_tensor(0.0)


@tf_export("clip_by_global_norm")
def clip_by_global_norm(
    t_list: TensorLike, clip_norm: TensorLike, use_norm: TensorLike | None = None, name: str | None = None
) -> tuple[Any, ...]:
    """The tensors of `t_list` scaled by one factor so that their common norm is at most `clip_norm`.

    `t_list`: a list of float tensors, IndexedSlices and None (kept); `clip_norm`: a positive scalar; `use_norm`: the
    common norm, a tensor, where it is known. Gives (the scaled list, the common norm); NaN where the norm is not
    finite. Mirrors `tf.clip_by_global_norm`. Raises TypeError where `t_list` is no list.
    """
    values = _listed(t_list)
    norm = global_norm(t_list, name=None) if use_norm is None else use_norm
    if not values or all(v is None for v in values):
        return list(t_list), norm
    one = convert_to_tensor(1.0, dtype=norm.dtype)
    scale = multiply(minimum(truediv(one, norm), truediv(one, clip_norm)), clip_norm)
    # 0 for a finite norm, NaN for any other: then every result is NaN, which does not pass unnoticed.
    scale = scale + (norm - norm)
    made = [
        None if v is None else _like(t, identity(multiply(v, scale), name=name and f"{name}_{i}"))
        for i, (t, v) in enumerate(zip(t_list, values))
    ]
    return made, norm
