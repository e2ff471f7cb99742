"""Cutting signals into overlapping frames, and adding such frames up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops.shape_fallbacks import dims_of, known_values, size_of
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.protos.tensors import get_static_value

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, FloatLike, TensorLike


def known_length(value):
    """An integer, or the scalar tensor where it is not known yet. Raises ValueError for other shapes."""
    if isinstance(value, int):
        return value
    value = convert_to_tensor(value)
    value.shape.assert_has_rank(0)
    known = get_static_value(value)
    return value if known is None else int(known)


def _framed(signal, frame_length, frame_step, pad_value, pad_end, axis, *_):
    """The static shape where lengths or steps are unknown, and so how many there are; None leaves it to the kernel."""
    dims = dims_of(signal)
    if dims is None or isinstance(axis, Tensor) or all(not isinstance(n, Tensor) or known_values(n) for n in (frame_length, frame_step)):
        return None
    axis %= len(dims)
    length = size_of(frame_length) if isinstance(frame_length, Tensor) else frame_length
    return signal.dtype, [*dims[:axis], None, length, *dims[axis + 1 :]]


@op(
    "GatherV2",
    signal="T",
    frame_length="int",
    frame_step="int",
    pad_value="T",
    axis="int",
    dtype_agnostic=True,
    register=False,
    shape_fn=_framed,
)
def _frames(signal, frame_length, frame_step, pad_value, pad_end, axis, name=None):
    axis %= signal.ndim
    size = signal.shape[axis]
    if frame_step == 0:
        raise when_run("Integer division by zero")
    if frame_length < 0 or frame_step < 0 and pad_end:
        raise invalid(f"frame_length and frame_step must not be negative, got {frame_length} and {frame_step}")
    if pad_end:
        count = max(-(-size // frame_step), 0)
        more = max(frame_length + frame_step * (count - 1) - size, 0) if count else 0
        if more:
            shape = list(signal.shape)
            shape[axis] = more
            signal = torch.cat([signal, pad_value.expand(shape)], axis)
    else:
        count = max((size - frame_length + frame_step) // frame_step, 0)
    starts = torch.arange(count, device=signal.device) * frame_step
    places = starts[:, None] + torch.arange(frame_length, device=signal.device)
    if frame_step < 0 and frame_length > size and count:
        raise invalid(f"indices are out of range: with a frame_step of {frame_step}, frames of {frame_length} do not lie in {size} values")
    rows = signal.index_select(axis, places.reshape(-1))
    return rows.reshape(*signal.shape[:axis], count, frame_length, *signal.shape[axis + 1 :])


@tf_export("signal.frame")
@composite
def frame(
    signal: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    pad_end: bool = False,
    pad_value: FloatLike = 0,
    axis: Axis = -1,
    name: str | None = None,
) -> Tensor:
    """Cuts a signal into frames, which may overlap. Mirrors `tf.signal.frame`.

    Arguments:
        signal: a tensor with at least one dimension, of any dtype.
        frame_length: an integer scalar, the number of values of a frame.
        frame_step: an integer scalar: a frame begins every so many values.
        pad_end: whether the last frames, for which there are too few values, are filled up with `pad_value` (False by default: they are
            left out).
        pad_value: a scalar of the dtype of `signal`, 0 by default.
        axis: the axis that is cut, the last one by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same dtype that has in place of `axis` two axes: the frames, and the values of each.

    Raises:
        ValueError: the length or the step is not a scalar.
        InvalidArgumentError: the step is 0, or one of them is negative.

    Example:
        >>> tf.signal.frame([1, 2, 3, 4, 5], 3, 2).numpy().tolist()
        [[1, 2, 3], [3, 4, 5]]
        >>> tf.signal.frame([1, 2, 3, 4, 5], 3, 2, pad_end=True).numpy().tolist()
        [[1, 2, 3], [3, 4, 5], [5, 0, 0]]
        >>> tf.signal.frame(tf.ones([2, 10, 3]), 4, 3, axis=1).shape
        TensorShape([2, 3, 4, 3])
    """
    signal = convert_to_tensor(signal)
    signal.shape.with_rank_at_least(1)
    lengths = []
    for value in (frame_length, frame_step):
        value = value if isinstance(value, int) else convert_to_tensor(value)
        if not isinstance(value, int):
            value.shape.assert_has_rank(0)
            if value.dtype.name == "string":
                raise TypeError(f"frame_length and frame_step are integers, got {value}")
        lengths.append(value)
    axis = axis if isinstance(axis, int) else convert_to_tensor(axis)
    rank = signal.shape.rank
    if isinstance(axis, int) and rank is not None and not -rank <= axis < rank:
        raise IndexError(f"axis {axis} is out of range for a signal with {rank} axes")
    if not pad_end or signal.dtype.name == "string" and isinstance(pad_value, int):
        pad_value = np.zeros((), signal.dtype.as_numpy_dtype) if signal.dtype.name != "string" else b""
    fill = convert_to_tensor(pad_value, signal.dtype)
    fill.shape.assert_has_rank(0)
    return _frames(signal, *lengths, fill, bool(pad_end), axis, name=name)


def _overlapped_shape(signal, frame_step):
    return signal.dtype, None if signal.shape.rank is None else [*signal.shape.as_list()[:-2], None]


@op("UnsortedSegmentSum", signal="T", frame_step="int", register=False, shape_fallback=_overlapped_shape)
def _overlapped(signal, frame_step, name=None):
    *outer, count, length = signal.shape
    if frame_step <= 0:
        raise invalid(f"frame_step must be positive, got {frame_step}")
    total = max((count - 1) * frame_step + length, 0)
    starts = torch.arange(count, device=signal.device) * frame_step
    places = (starts[:, None] + torch.arange(length, device=signal.device)).reshape(-1)
    return signal.new_zeros((*outer, total)).index_add(-1, places, signal.reshape(*outer, count * length))


@tf_export("signal.overlap_and_add")
@composite
def overlap_and_add(signal: TensorLike, frame_step: TensorLike, name: str | None = None) -> Tensor:
    """Puts frames together again, and adds where they overlap. Mirrors `tf.signal.overlap_and_add`.

    Arguments:
        signal: a tensor `[..., frames, frame_length]` of numbers.
        frame_step: an integer scalar: how many values after a frame the next one begins.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., (frames - 1) * frame_step + frame_length]` of the same dtype.

    Raises:
        ValueError: fewer than two axes, or the step is not a scalar, or not an integer.
        InvalidArgumentError: the step is not positive.

    Example:
        >>> tf.signal.overlap_and_add([[1, 2, 3], [10, 20, 30]], 2).numpy().tolist()
        [1, 2, 13, 20, 30]
    """
    signal = convert_to_tensor(signal)
    signal.shape.with_rank_at_least(2)
    if not isinstance(frame_step, int):
        frame_step = convert_to_tensor(frame_step)
        frame_step.shape.assert_has_rank(0)
        if not frame_step.dtype.is_integer:
            raise ValueError(f"frame_step must be an integer. Got {frame_step.dtype}")
    return _overlapped(signal, frame_step, name=name)
