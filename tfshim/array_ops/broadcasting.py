"""Shapes that broadcast: tensors in them, and what two of them give together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import shape_to_eager
from tfshim.engine.values.memory import refuse_beyond_machine
from tfshim.engine.values.shapes import TensorShape, broadcast_static_shapes, dims_text

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@op("BroadcastTo", input="T", shape="vector", dtype_agnostic=True, shape_fallback=shape_fallbacks.broadcasted)
def _broadcast_to(input, shape, name=None):
    if shape and type(shape[0]) is tuple:
        raise invalid(f"shape must be a vector of {{int32,int64}}, got shape {dims_text(np.shape(shape))}")
    rank = len(shape) - input.ndim
    if rank < 0:
        raise invalid(f"Rank of input ({input.ndim}) must be no greater than rank of output shape ({len(shape)}).")
    if any(d < 0 for d in shape):
        raise when_run(f"Dimension {min(shape)} must be >= 0")
    unlike = [want for have, want in zip(input.shape, shape[rank:]) if have != want and have != 1]
    if any(want != 1 for want in unlike):
        raise invalid(f"Incompatible shapes: {dims_text(input.shape)} vs. {dims_text(shape)}")
    if unlike:  # the two have a common shape, but a larger one
        raise invalid(f"Unable to broadcast tensor of shape {dims_text(input.shape)} to tensor of shape {dims_text(shape)}")
    made = input.expand(shape)
    # The view itself takes no memory, but whatever reads it does.
    return refuse_beyond_machine(made) if made.numel() > 2**31 else made


@tf_export("broadcast_to", keras_defaults=True)
@composite
def broadcast_to(input: TensorLike, shape: SizesLike, name: str | None = None) -> AnyTensor:
    """A tensor repeated along axes of size 1 until it has a given shape. Mirrors `tf.broadcast_to`.

    Arguments:
        input: a tensor of any dtype, or what converts to one.
        shape: an int32 or int64 vector with at least as many sizes as `input` has axes. They are compared from the last
            one on: each is that of `input`, or `input` has 1 there.
        name: a name for the operation in graphs.

    Returns:
        A tensor of that shape.

    Raises:
        InvalidArgumentError: the shape does not fit.

    The gradient is summed over what was repeated. Arithmetic broadcasts by itself; this is for operations that do not.

    Example:
        >>> tf.broadcast_to([1, 2, 3], [2, 3])
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[1, 2, 3],
               [1, 2, 3]], dtype=int32)>
        >>> tf.broadcast_to([[1], [2]], [2, 2])
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 1],
               [2, 2]], dtype=int32)>
    """
    if isinstance(shape, TensorShape):
        shape = shape_to_eager(shape)
    return _broadcast_to(input, shape, name)


@tf_export("broadcast_static_shape")
def broadcast_static_shape(shape_x: SizesLike, shape_y: SizesLike) -> TensorShape:
    """The shape that two tensors of given static shapes broadcast to. Mirrors `tf.broadcast_static_shape`.

    Arguments:
        shape_x: a TensorShape.
        shape_y: a TensorShape. Sizes are compared from the last one on; they are equal, one of them is 1, or unknown.

    Returns:
        A TensorShape: with an unknown size where it is not determined, of unknown rank where one of the two is.

    Raises:
        ValueError: the shapes do not broadcast.

    Nothing is computed in a graph. For shapes that are tensors there is `tf.broadcast_dynamic_shape`.

    Example:
        >>> tf.broadcast_static_shape(tf.TensorShape([5, 1, 3]), tf.TensorShape([4, 1]))
        TensorShape([5, 4, 3])
        >>> tf.broadcast_static_shape(tf.TensorShape([None, 3]), tf.TensorShape([1]))
        TensorShape([None, 3])
    """
    if shape_x.ndims is None or shape_y.ndims is None:
        return TensorShape(None)
    return broadcast_static_shapes(shape_x, shape_y)


@op("BroadcastArgs", s0="T=int32", s1="T=int32", T=dt.INDEX, grad=None, shape_fallback=shape_fallbacks.broadcast_sizes)
def _broadcast_args(s0, s1, name=None):
    for i, s in enumerate((s0, s1)):
        if s.dim() != 1:
            raise invalid(f"In[{i}] must be a vector.{dims_text(s.shape)}")
    x, y = s0.tolist(), s1.tolist()
    size = max(len(x), len(y))
    x, y = [1] * (size - len(x)) + x, [1] * (size - len(y)) + y
    for a, b in zip(x, y):
        if a != b and a != 1 and b != 1:
            raise invalid(f"Incompatible shapes: {dims_text(s0.tolist())} vs. {dims_text(s1.tolist())}")
    return torch.tensor([b if a == 1 else a for a, b in zip(x, y)], dtype=s0.dtype)


@tf_export("broadcast_dynamic_shape")
@composite
def broadcast_dynamic_shape(shape_x: SizesLike, shape_y: SizesLike) -> Tensor:
    """The shape that two tensors of the shapes in two vectors broadcast to. Mirrors `tf.broadcast_dynamic_shape`.

    Arguments:
        shape_x: an int32 or int64 vector, such as `tf.shape` gives.
        shape_y: a vector of the same dtype. Sizes are compared from the last one on; they are equal, or one of them is
            1.

    Returns:
        A vector of their dtype, as long as the longer of the two.

    Raises:
        InvalidArgumentError: the shapes do not broadcast.

    In a graph it is computed when the graph runs, for sizes that are not known before.

    Example:
        >>> tf.broadcast_dynamic_shape([5, 1, 3], [4, 1])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([5, 4, 3], dtype=int32)>
    """
    return _broadcast_args(shape_x, shape_y)
