"""`saturate_cast`: another type of elements, within its range."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast, complex
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.graph_export.splicing import raw_node
from tfshim.engine.ops.composite import composite, constant_called, in_name_scope
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.math.clipping import clip_by_value
from tfshim.math.complex_parts import imag, real

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("dtypes.saturate_cast", "saturate_cast", elementwise="unary")
@constant_called("saturate_cast/value", opens_scope=True)
@composite
@in_name_scope("saturate_cast", last=True)
def saturate_cast(value: TensorLike, dtype: DTypeLike, name: str | None = None) -> AnyTensor:
    """A tensor cast to another dtype, with what lies beyond its range set to the nearest end of it. Mirrors
    `tf.saturate_cast`.

    Arguments:
        value: a tensor of numbers, or what converts to one; of complex numbers the real parts are taken where `dtype`
            is real.
        dtype: the dtype of the result.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `value` and of `dtype`. Floats are truncated towards 0 on the way to integers, as by
        `tf.cast`, which would wrap around or give arbitrary values out of range.

    It turns computed pictures into bytes.

    Example:
        >>> tf.saturate_cast([-5.5, 3.7, 300.0], tf.uint8)
        <tf.Tensor: shape=(3,), dtype=uint8, numpy=array([  0,   3, 255], dtype=uint8)>
        >>> tf.saturate_cast(tf.constant([100000, -7]), tf.int16)
        <tf.Tensor: shape=(2,), dtype=int16, numpy=array([32767,    -7], dtype=int16)>
    """
    value = convert_to_tensor(value)
    dtype = as_dtype(dtype).base_dtype
    source = value.dtype
    if source._kind == "c" and dtype._kind == "c":
        if source.torch.itemsize > dtype.torch.itemsize:
            return complex(saturate_cast(real(value), dtype.real_dtype), saturate_cast(imag(value), dtype.real_dtype), name)
        return cast(value, dtype, name)
    if source._kind == "c":
        get_logger().warning("Casting complex to real discards imaginary part.")
        value, source = real(value), source.real_dtype
    low, high = _limits(source), _limits(dtype.real_dtype)
    least, most = max(low[0], high[0]), min(low[1], high[1])
    if low[0] < high[0] or low[1] > high[1]:
        least, most = _representable(least, most, source)
        value = shown_parts.recorded(_within, value, least, most, source)
    return cast(value, dtype, name)


def _within(value, least, most, dtype):
    """`value` between two ends, which pages of graphs show as one operation."""
    ends = convert_to_tensor(least, dtype), convert_to_tensor(most, dtype)
    if one_by_one.wanted() and TS.graph is not None:
        shown = [TS.graph._constant(end, "Const") for end in ends]
        return raw_node("ClipByValue", [value, *shown], [(dtype, value.shape)], {"T": dtype}, "clamp").outputs[0]
    return clip_by_value(value, *ends)


def _limits(dtype):
    if dtype._kind == "f":
        info = torch.finfo(dtype.torch)
        return info.min, info.max
    return int(dtype.min), int(dtype.max)


def _representable(least, most, dtype):
    """The ends as `dtype` has them: 2**31 - 1 is not a float32, the next number towards zero is."""
    if dtype._kind != "f":
        return int(least), int(most)
    ends = []
    for end in (least, most):
        t = torch.tensor(float(end), dtype=dtype.torch)
        if abs(t.double().item()) > abs(float(end)):
            # torch's `nextafter` has no kernels for 16 bits: one less in the bits is the next number towards zero.
            if dtype.torch.itemsize == 2:
                t = (t.view(torch.int16) - 1).view(dtype.torch)
            else:
                t = torch.nextafter(t, torch.zeros_like(t))
        ends.append(t.item())
    return ends
