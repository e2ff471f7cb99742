"""Dilation and erosion of images by structuring functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops._framing import nothing
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import forward_mode, readable
from tfshim.engine.values.shapes import dims_text
from tfshim.math._gradients import needs_grad
from tfshim.nn.windows import static_shapes
from tfshim.nn.windows.arguments import as_key, not_in_list, padding_key, unimplemented, whole_list
from tfshim.nn.windows.paddings import pad_spatial, pads_for
from tfshim.nn.windows.pools import comparable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike, Window
    from tfshim.engine.values.tensor import Tensor


# TensorFlow negates what it erodes.
_SIGNED = dt.REALS | sum(t.mask for t in (dt.int8, dt.int16, dt.int32, dt.int64))


def _four(name, value):
    value = () if value is None else as_key(value)
    if not isinstance(value, tuple):
        raise TypeError(f"Expected list for '{name}' argument to 'dilation2d' Op, not {value}.")
    if len(value) != 4:
        raise invalid(
            f"Length for attr '{name}' of {len(value)} must be at least minimum 4\n"
            "\t; NodeDef: {{node Dilation2D}}; Op<name=Dilation2D> [Op:Dilation2D] name: "
        )
    if value[0] != 1 or value[3] != 1:
        what = "Stride" if name == "strides" else "Rate"
        raise unimplemented(f"{what} is only supported across spatial dimensions.")
    if min(value) < 1:
        raise invalid(f"{name} must be positive, got {list(value)}")
    return value[1:3]


def _widest(x, filters, strides, padding, dilations):
    """The largest sum of image and filter in each window."""
    strides, rates = _four("strides", strides), _four("rates", dilations)
    if padding not in ("SAME", "VALID"):
        raise not_in_list("Dilation2D", "padding", padding, ("SAME", "VALID"))
    if x.ndim != 4:
        raise invalid(f"input must be 4-dimensional: {dims_text(x.shape)}")
    if filters.ndim != 3:
        raise invalid(f"filter must be 3-dimensional: {dims_text(filters.shape)}")
    if x.shape[3] != filters.shape[2]:
        raise invalid(f"input and filter must have the same depth: {x.shape[3]} vs {filters.shape[2]}")
    kind = x.dtype
    lowest = float("-inf")
    if not kind.is_floating_point:
        x, filters, lowest = x.long(), filters.long(), -(2**62)
    height, width = filters.shape[:2]
    spans = [(k - 1) * r + 1 for k, r in zip((height, width), rates, strict=True)]
    pads = pads_for(x.shape[1:3], spans, strides, padding)
    rows, columns = pads[0][0], pads[1][0]
    if not x.numel() or not rows * columns:
        return nothing(x, (x.shape[0], rows, columns, x.shape[3]), filters, dtype=kind)
    padded = pad_spatial(x, [*pads, (0, 0, 0)], lowest)
    parts = []
    for i in range(height):
        part = padded[:, i * rates[0] : i * rates[0] + (rows - 1) * strides[0] + 1 : strides[0]]
        for j in range(width):
            at = j * rates[1]
            parts.append((part[:, :, at : at + (columns - 1) * strides[1] + 1 : strides[1]], filters[i, j]))
    if needs_grad(x, filters) or forward_mode() or not (readable(x) and readable(filters)):
        return comparable(torch.stack([image + added for image, added in parts])).max(0).values.to(kind)
    made = torch.add(*parts[0])
    term = torch.empty_like(made)
    # torch's own choice that passes over NaN is slow.
    larger = np.fmax if made.is_cpu and made.dtype in (torch.float32, torch.float64) else torch.fmax
    ours, theirs = (made.numpy(), term.numpy()) if larger is np.fmax else (made, term)
    for image, added in parts[1:]:
        torch.add(image, added, out=term)
        larger(ours, theirs, out=ours)
    return comparable(made).to(kind)


def _before(input, filters, strides, padding, data_format, dilations):
    """What both functions look at as it was given."""
    _nhwc(data_format)
    for name, value in (("strides", strides), ("rates", dilations)):
        if value is not None:
            whole_list("dilation2d", name, value)
    return input, filters, strides, padding_key(padding, False), data_format, dilations


def _nhwc(data_format):
    if data_format != "NHWC":
        raise ValueError(f"`data_format` values other  than 'NHWC' are not supported. Received: data_format={data_format}")


@tf_export("nn.dilation2d")
@op(
    "Dilation2D",
    input="T",
    filters="T",
    T=dt.REAL_NUMBERS,
    scope="",
    before=_before,
    shape_fn=static_shapes.morphology,
    shape_fallback=static_shapes.partly_morphology,
)
def dilation2d(
    input: TensorLike,
    filters: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str | None,
    dilations: Window,
    name: str | None = None,
) -> Tensor:
    """The greatest sum of image and filter in each window: the dilation of mathematical morphology. Mirrors
    `tf.nn.dilation2d`.

    Arguments:
        input: real numbers of shape [batch, height, width, channels].
        filters: the structuring elements, of shape [height, width, channels] and the same dtype; zeros take the plain
            maximum.
        strides: one number for every axis, 1 for batch and channels.
        padding: "SAME" or "VALID"; what is added never wins.
        data_format: "NHWC".
        dilations: one number for every axis, 1 for batch and channels.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, new height, new width, channels].

    Raises:
        ValueError: another format.
        InvalidArgumentError: ranks or channels do not fit.

    Example:
        >>> image = tf.reshape([0.0, 0.0, 5.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0], [1, 3, 3, 1])
        >>> tf.squeeze(tf.nn.dilation2d(image, tf.zeros([2, 2, 1]), [1, 1, 1, 1], "VALID", "NHWC", [1, 1, 1, 1]))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 5.],
               [1., 1.]], dtype=float32)>
    """
    _nhwc(data_format)
    return _widest(input, filters, strides, padding, dilations)


@tf_export("nn.erosion2d")
@op(
    "Erosion2D",
    value="T",
    filters="T",
    T=_SIGNED,
    scope="",
    before=_before,
    register=False,
    shape_fn=static_shapes.morphology,
    shape_fallback=static_shapes.partly_morphology,
)
def erosion2d(
    value: TensorLike,
    filters: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str,
    dilations: Window | None,
    name: str | None = None,
) -> Tensor:
    """The least difference of image and filter in each window: the erosion of mathematical morphology. Mirrors
    `tf.nn.erosion2d`.

    Arguments:
        value: signed integers or floats of shape [batch, height, width, channels].
        filters: the structuring elements, of shape [height, width, channels] and the same dtype; zeros take the plain
            minimum.
        strides: one number for every axis, 1 for batch and channels.
        padding: "SAME" or "VALID"; what is added never wins.
        data_format: "NHWC".
        dilations: one number for every axis, 1 for batch and channels.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, new height, new width, channels].

    Raises:
        ValueError: another format.
        InvalidArgumentError: ranks or channels do not fit.

    Example:
        >>> image = tf.reshape([9.0, 9.0, 5.0, 9.0, 1.0, 9.0, 9.0, 9.0, 9.0], [1, 3, 3, 1])
        >>> tf.squeeze(tf.nn.erosion2d(image, tf.zeros([2, 2, 1]), [1, 1, 1, 1], "VALID", "NHWC", [1, 1, 1, 1]))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 1.],
               [1., 1.]], dtype=float32)>
    """
    _nhwc(data_format)
    return -_widest(-value, filters.flip(0, 1), strides, padding, dilations)
