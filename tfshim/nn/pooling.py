"""Pools: the largest or the mean value of each window."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
import torch.nn.functional as F

from tfshim._export import tf_export
from tfshim.engine.graphs import fused_steps
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.nn.activations import relu, relu6, relu6_in_place
from tfshim.nn.convolutions import not_both
from tfshim.nn.windows import static_shapes
from tfshim.nn.windows.arguments import (
    as_key,
    check_pairs,
    padding_key,
    sequence,
    unimplemented,
)
from tfshim.nn.windows.correlation import TO_FIRST, TO_LAST, nothing
from tfshim.nn.windows.dilated_pools import _dilated_pool
from tfshim.nn.windows.paddings import pad_spatial
from tfshim.nn.windows.plans import FORMATS, check_windows, pool_plan
from tfshim.nn.windows.pools import POOL_TYPES, lowest, max_windows, mean_windows, over_channels, placement

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike, Window
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor
_ARGMAX_TYPES = POOL_TYPES | dt.uint32.mask | dt.uint64.mask

MaxPoolWithArgmax = namedtuple("MaxPoolWithArgmax", "output argmax")


def wrong_rank(n, rank):
    """The error for an input that is not a batch of things with `n` spatial axes and channels."""
    return invalid("tensor_in must be 5-dimensional" if n == 3 else f"tensor_in_shape must have 2 spatial dimensions. {rank} 0")


def _pool(x, n, op_type, compute, reduce, ksize, strides, padding, data_format, explicit):
    first, window, steps, p, depth = pool_plan(
        op_type, n, as_key(ksize), as_key(strides), padding_key(padding, explicit), data_format, explicit
    )
    if x.ndim != n + 2:
        raise wrong_rank(n, x.ndim)
    if depth != 1:
        return over_channels(x, 1 if first else -1, depth, reduce)
    if first:
        return compute(x, window, steps, p)
    return compute(x.permute(TO_FIRST[n + 2]), window, steps, p).permute(TO_LAST[n + 2])


def _largest(t, axis):
    return t.max(axis).values


def _checked(n, explicit):
    """What a pool over n spatial axes checks before it looks at its input."""

    def check(input, ksize, strides, padding, data_format):
        check_windows(n, {"ksize": ksize, "strides": strides}, padding, data_format, explicit)
        # T of TensorFlow's MaxPool has a default; that of sequences makes a tensor before.
        if explicit and n > 1 and isinstance(input, np.ndarray):
            return convert_to_tensor(input, dtype_hint=dt.float32), ksize, strides, padding, data_format
        return None

    return check


@tf_export("nn.max_pool2d")
@op(
    "MaxPool",
    input="T",
    T=POOL_TYPES,
    scope="",
    before=_checked(2, True),
    shape_fn=static_shapes.pool2d("MaxPool", True),
    shape_fallback=static_shapes.IMAGES,
)
def max_pool2d(
    input: TensorLike, ksize: Window, strides: Window, padding: str | Sequence[Any], data_format: str = "NHWC", name: str | None = None
) -> Tensor:
    """The largest value in each window of images. Mirrors `tf.nn.max_pool2d`.

    Arguments:
        input: a tensor of shape [batch, height, width, channels], or [batch, channels, height, width] for "NCHW".
        ksize: the size of the windows: one number, one for each of height and width, or one for every axis.
        strides: the distance of the windows, likewise.
        padding: "SAME" (the output is input / stride rounded up), "VALID" (only windows that lie within), or a list of
            a pair (before, after) for every axis. What is added never wins.
        data_format: "NHWC" (the default) or "NCHW".
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, new height, new width, channels], or with the channels second.

    Raises:
        InvalidArgumentError, UnimplementedError, ValueError: formats, paddings or sizes that do not fit.

    Example:
        >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
        >>> tf.squeeze(tf.nn.max_pool2d(x, ksize=3, strides=1, padding="VALID"))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[10., 11.],
               [14., 15.]], dtype=float32)>
    """
    return _pool(input, 2, "MaxPool", max_windows, _largest, ksize, strides, padding, data_format, True)


def _activated(activation: Any, change: Any) -> Any:
    """A kernel for pools of what `activation` gives: that of the fewer values that pools of its argument give.

    Both never decrease, so the largest value is that of the largest one; where several are largest only after the activation, it
    has no gradient.
    """
    finish = fused_steps.elementwise(change, activation._tfshim_op.kernel)
    pooled: Any = max_pool2d

    def run(activated: Any, pool: Any) -> Any:
        return finish(pooled._tfshim_op.kernel(*activated, *pool))

    return run


def _no_window_of_padding(_, pool):
    return pool.arguments[3] in ("SAME", "VALID")


for _operation, _change in ((relu, torch.relu_), (relu6, relu6_in_place)):
    fused_steps.as_one(_operation, max_pool2d, _activated(_operation, _change), _no_window_of_padding)


@tf_export("nn.avg_pool2d")
@op(
    "AvgPool",
    input="T",
    T=dt.REALS,
    scope="",
    before=_checked(2, False),
    shape_fn=static_shapes.pool2d("AvgPool", False),
    shape_fallback=static_shapes.IMAGES,
)
def avg_pool2d(
    input: TensorLike, ksize: Window, strides: Window, padding: str | Sequence[Any], data_format: str = "NHWC", name: str | None = None
) -> Tensor:
    """The mean of each window of images. Mirrors `tf.nn.avg_pool2d`.

    Arguments:
        input: a float tensor of shape [batch, height, width, channels], or [batch, channels, height, width] for "NCHW".
        ksize: the size of the windows: one number, one for each of height and width, or one for every axis.
        strides: the distance of the windows, likewise.
        padding: "SAME" (the output is input / stride rounded up) or "VALID" (only windows that lie within). What is
            added does not count for the mean.
        data_format: "NHWC" (the default) or "NCHW".
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, new height, new width, channels], or with the channels second.

    Raises:
        ValueError, InvalidArgumentError: formats or sizes that do not fit.

    Example:
        >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
        >>> tf.squeeze(tf.nn.avg_pool2d(x, ksize=[2, 4], strides=[2, 4], padding="VALID"))
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 3.5, 11.5], dtype=float32)>
    """
    return _pool(input, 2, "AvgPool", mean_windows, torch.mean, ksize, strides, padding, data_format, False)


@tf_export("nn.max_pool3d")
@op("MaxPool3D", input="T", T=dt.FLOATS, scope="", before=_checked(3, False), shape_fn=static_shapes.pool3d("MaxPool3D"))
def max_pool3d(
    input: TensorLike, ksize: Window, strides: Window, padding: str | Sequence[Any], data_format: str = "NDHWC", name: str | None = None
) -> Tensor:
    """The largest value in each window of volumes. Mirrors `tf.nn.max_pool3d`.

    Arguments:
        input: a float tensor of shape [batch, depth, height, width, channels], or channels second for "NCDHW".
        ksize: the size of the windows: 1, 3 or 5 numbers.
        strides: the distance of the windows, likewise.
        padding: "SAME" (the output is input / stride rounded up) or "VALID" (only windows that lie within).
        data_format: "NDHWC" (the default) or "NCDHW".
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, new depth, new height, new width, channels], or with the channels second.

    Raises:
        ValueError, InvalidArgumentError: formats or sizes that do not fit.

    Example:
        >>> x = tf.reshape(tf.range(8.0), [1, 2, 2, 2, 1])
        >>> tf.squeeze(tf.nn.max_pool3d(x, ksize=2, strides=2, padding="VALID"))
        <tf.Tensor: shape=(), dtype=float32, numpy=7.0>
    """
    return _pool(input, 3, "MaxPool3D", max_windows, _largest, ksize, strides, padding, data_format, False)


@tf_export("nn.avg_pool3d")
@op("AvgPool3D", input="T", T=dt.FLOATS, scope="", before=_checked(3, False), shape_fn=static_shapes.pool3d("AvgPool3D"))
def avg_pool3d(
    input: TensorLike, ksize: Window, strides: Window, padding: str | Sequence[Any], data_format: str = "NDHWC", name: str | None = None
) -> Tensor:
    """The mean of each window of volumes. Mirrors `tf.nn.avg_pool3d`.

    Arguments:
        input: a float tensor of shape [batch, depth, height, width, channels], or channels second for "NCDHW".
        ksize: the size of the windows: 1, 3 or 5 numbers.
        strides: the distance of the windows, likewise.
        padding: "SAME" (the output is input / stride rounded up) or "VALID" (only windows that lie within). What is
            added does not count for the mean.
        data_format: "NDHWC" (the default) or "NCDHW".
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, new depth, new height, new width, channels], or with the channels second.

    Raises:
        ValueError, InvalidArgumentError: formats or sizes that do not fit.

    Example:
        >>> x = tf.reshape(tf.range(8.0), [1, 2, 2, 2, 1])
        >>> tf.squeeze(tf.nn.avg_pool3d(x, ksize=2, strides=2, padding="VALID"))
        <tf.Tensor: shape=(), dtype=float32, numpy=3.5>
    """
    return _pool(input, 3, "AvgPool3D", mean_windows, torch.mean, ksize, strides, padding, data_format, False)


def _pool_1d(x, op_type, compute, reduce, ksize, strides, padding, data_format, explicit):
    if data_format not in ("NWC", "NCW", None):
        raise ValueError(f"`data_format` must be 'NWC' or 'NCW'. Received: data_format={data_format}")
    first = data_format == "NCW"
    window, steps = (sequence(as_key(v), 1, first, s) for v, s in ((ksize, "ksize"), (strides, "strides")))
    padding = padding_key(padding, explicit)
    at = 2 if first else 1
    if isinstance(padding, tuple) and explicit:
        check_pairs(padding, 1)
        padding = (*padding[:at], (0, 0), *padding[at:])
    if x.ndim != 3:
        raise wrong_rank(2, x.ndim + 1)
    window, steps = ((*v[:at], 1, *v[at:]) for v in (window, steps))
    y = _pool(x.unsqueeze(at), 2, op_type, compute, reduce, window, steps, padding, "NCHW" if first else "NHWC", explicit)
    return y.squeeze(at)


@tf_export("nn.max_pool1d")
@op("MaxPool", input="T", T=POOL_TYPES, scope="", register=False, before=_checked(1, True), shape_fn=static_shapes.pool1d)
def max_pool1d(
    input: TensorLike,
    ksize: Window,
    strides: Window,
    padding: str | Sequence[Any] | None,
    data_format: str = "NWC",
    name: str | None = None,
) -> Tensor:
    """The largest value in each window of sequences. Mirrors `tf.nn.max_pool1d`.

    Arguments:
        input: a tensor of shape [batch, width, channels], or [batch, channels, width] for "NCW".
        ksize: the size of the windows: a number, or a list of 1 or 3.
        strides: the distance of the windows, likewise.
        padding: "SAME" (the output is input / stride rounded up), "VALID" (only windows that lie within), or a list of
            a pair (before, after) for every axis. What is added never wins.
        data_format: "NWC" (the default) or "NCW".
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, new width, channels], or with the channels second.

    Raises:
        ValueError: another format.

    Example:
        >>> x = tf.reshape([1.0, 7.0, 5.0, 3.0, 9.0], [1, 5, 1])
        >>> tf.reshape(tf.nn.max_pool1d(x, ksize=2, strides=1, padding="VALID"), [-1])
        <tf.Tensor: shape=(4,), dtype=float32, numpy=array([7., 7., 5., 9.], dtype=float32)>
    """
    return _pool_1d(input, "MaxPool", max_windows, _largest, ksize, strides, padding, data_format, True)


@tf_export("nn.avg_pool1d")
@op("AvgPool", input="T", T=dt.REALS, scope="", register=False, before=_checked(1, False), shape_fn=static_shapes.pool1d)
def avg_pool1d(
    input: TensorLike,
    ksize: Window,
    strides: Window | None,
    padding: str | Sequence[Any] | None,
    data_format: str = "NWC",
    name: str | None = None,
) -> Tensor:
    """The mean of each window of sequences. Mirrors `tf.nn.avg_pool1d`.

    Arguments:
        input: a float tensor of shape [batch, width, channels], or [batch, channels, width] for "NCW".
        ksize: the size of the windows: a number, or a list of 1 or 3.
        strides: the distance of the windows, likewise.
        padding: "SAME" (the output is input / stride rounded up) or "VALID" (only windows that lie within). What is
            added does not count for the mean.
        data_format: "NWC" (the default) or "NCW".
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, new width, channels], or with the channels second.

    Raises:
        ValueError: another format or padding.

    Example:
        >>> x = tf.reshape([1.0, 3.0, 5.0, 7.0, 9.0], [1, 5, 1])
        >>> tf.reshape(tf.nn.avg_pool1d(x, ksize=2, strides=2, padding="VALID"), [-1])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([2., 6.], dtype=float32)>
        >>> tf.reshape(tf.nn.avg_pool1d(x, ksize=2, strides=2, padding="SAME"), [-1])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([2., 6., 9.], dtype=float32)>
    """
    return _pool_1d(input, "AvgPool", mean_windows, torch.mean, ksize, strides, padding, data_format, False)


_BY_RANK = {"MAX": {1: max_pool1d, 2: max_pool2d, 3: max_pool3d}, "AVG": {1: avg_pool1d, 2: avg_pool2d, 3: avg_pool3d}}


def _by_rank(kind, input, ksize, strides, padding, data_format, name):
    shape = TensorShape(input.shape)
    rank = shape.rank
    if rank is None and data_format is not None:
        rank = len(data_format)
    if rank is None:
        raise ValueError("`data_format` must be given where the rank of `input` is unknown.")
    if not 3 <= rank <= 5:
        raise ValueError(f"`input.shape.rank` must be 3, 4 or 5. Received: input.shape={shape} of rank {rank}.")
    check_windows(rank - 2, {"ksize": ksize, "strides": strides}, "SAME", data_format, False)
    pool = _BY_RANK[kind][rank - 2]
    return pool(input, ksize, strides, padding, data_format or FORMATS[rank - 2][0], name=name)


@tf_export("nn.max_pool", v1=["nn.max_pool_v2"])
@composite
def max_pool(
    input: TensorLike, ksize: Window, strides: Window, padding: str | Sequence[Any], data_format: str | None = None, name: str | None = None
) -> Tensor:
    """The largest value in each window, in 1, 2 or 3 dimensions by the rank of the input. Mirrors `tf.nn.max_pool`.

    Arguments:
        input: a tensor of shape [batch, *spatial, channels], or channels second for a format that starts with "NC".
        ksize: the size of the windows: one number, one for each spatial axis, or one for every axis.
        strides: the distance of the windows, likewise.
        padding: "SAME" (the output is input / stride rounded up), "VALID" (only windows that lie within), or a list of
            a pair (before, after) for every axis. What is added never wins.
        data_format: such as "NHWC" or "NCHW"; None (the default) has the channels last.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, *new spatial, channels], or with the channels second. The gradient goes to the largest
        value, at a tie to the first.

    Raises:
        ValueError: `input` has another rank than 3, 4 or 5.

    Example:
        >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
        >>> tf.squeeze(tf.nn.max_pool(x, ksize=2, strides=2, padding="VALID"))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[ 5.,  7.],
               [13., 15.]], dtype=float32)>
    """
    return _by_rank("MAX", input, ksize, strides, padding, data_format, name)


@tf_export("nn.avg_pool", v1=["nn.avg_pool_v2"])
@composite
def avg_pool(
    input: TensorLike, ksize: Window, strides: Window, padding: str | Sequence[Any], data_format: str | None = None, name: str | None = None
) -> Tensor:
    """The mean of each window, in 1, 2 or 3 dimensions by the rank of the input. Mirrors `tf.nn.avg_pool`.

    Arguments:
        input: a float tensor of shape [batch, *spatial, channels], or channels second for a format that starts with
            "NC".
        ksize: the size of the windows: one number, one for each spatial axis, or one for every axis.
        strides: the distance of the windows, likewise.
        padding: "SAME" (the output is input / stride rounded up) or "VALID" (only windows that lie within). What is
            added does not count for the mean.
        data_format: such as "NHWC" or "NCHW"; None (the default) has the channels last.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, *new spatial, channels], or with the channels second.

    Raises:
        ValueError: `input` has another rank than 3, 4 or 5.

    Example:
        >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
        >>> tf.squeeze(tf.nn.avg_pool(x, ksize=2, strides=2, padding="VALID"))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[ 2.5,  4.5],
               [10.5, 12.5]], dtype=float32)>
    """
    made = _by_rank("AVG", input, ksize, strides, padding, data_format, name or (None if TS.graph is None else "AvgPool"))
    if isinstance(made, SymbolicTensor):
        made.op.names_scope = False  # as it is of `avg_pool2d`
    return made


def _checked_argmax(input, ksize, strides, padding, *_):
    check_windows(2, {"ksize": ksize, "strides": strides}, padding, None, False)


def _argmax_shapes(x, ksize, strides, padding, output_dtype, *_):
    dims = [None] * 4 if x.shape.rank != 4 else [x.shape[0], None, None, x.shape[3]]
    return MaxPoolWithArgmax((x.dtype, dims), (output_dtype, dims))


@op(
    "MaxPoolWithArgmax",
    input="T",
    output_dtype="dtype",
    T=_ARGMAX_TYPES,
    scope="",
    before=_checked_argmax,
    shape_fallback=_argmax_shapes,
)
def _max_pool_with_argmax(input, ksize, strides, padding, output_dtype, include_batch_in_index, name=None):
    """The pool, and where in the flat input each of its values was."""
    _, window, steps, p, depth = pool_plan(
        "MaxPoolWithArgmax", 2, as_key(ksize), as_key(strides), padding_key(padding, False), "NHWC", False
    )
    if depth != 1:
        raise unimplemented("Depthwise max pooling is not supported by MaxPoolWithArgmax")
    if input.ndim != 4:
        raise wrong_rank(2, input.ndim)
    batch, height, width, channels = input.shape
    pads, ceil, around, empty = placement((height, width), window, steps, p)
    integers = output_dtype.torch
    if not input.numel():
        raise invalid(f"tensor_in must not be empty, got the shape {dims_text(input.shape)}")
    if empty:
        shape = (batch, pads[0][0], pads[1][0], channels)
        return MaxPoolWithArgmax(nothing(input, shape), input.new_zeros(shape, dtype=integers))
    x = input.permute(0, 3, 1, 2)
    top = left = 0
    pooled_width = width
    if ceil is None:
        top, left, pooled_width = around[0], around[1], width + pads[1][1] + pads[1][2]
        values, at = F.max_pool2d_with_indices(pad_spatial(x, pads, lowest(x)), window, steps)
    else:
        values, at = F.max_pool2d_with_indices(x, window, steps, around, 1, ceil)
    rows = at.div(pooled_width, rounding_mode="floor") - top
    columns = at.remainder(pooled_width) - left
    index = (rows * width + columns) * channels + torch.arange(channels, device=at.device).view(-1, 1, 1)
    if include_batch_in_index:
        index = index + torch.arange(batch, device=at.device).view(-1, 1, 1, 1) * (height * width * channels)
    return MaxPoolWithArgmax(values.permute(0, 2, 3, 1), index.permute(0, 2, 3, 1).to(integers))


@tf_export("nn.max_pool_with_argmax")
@composite
def max_pool_with_argmax(
    input: TensorLike,
    ksize: Window,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str = "NHWC",
    output_dtype: DTypeLike = dt.int64,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> MaxPoolWithArgmax:
    """The largest value in each window of images, and where it is. Mirrors `tf.nn.max_pool_with_argmax`.

    Arguments:
        input: a tensor of shape [batch, height, width, channels].
        ksize: the size of the windows: one number, one for each of height and width, or one for every axis.
        strides: the distance of the windows, likewise.
        padding: "SAME" or "VALID".
        data_format: "NHWC".
        output_dtype: the dtype of the places, int64 (the default) or int32.
        include_batch_in_index: True counts the images before as well; False by default.
        name: a name for the operation in graphs.

    Returns:
        A named pair `output`, `argmax`, both of shape [batch, new height, new width, channels]. A place is `(row *
        width + column) * channels + channel`.

    Raises:
        InvalidArgumentError, ValueError: formats or sizes that do not fit.

    Example:
        >>> x = tf.reshape([1.0, 7.0, 5.0, 3.0], [1, 2, 2, 1])
        >>> output, argmax = tf.nn.max_pool_with_argmax(x, ksize=2, strides=2, padding="VALID")
        >>> int(argmax[0, 0, 0, 0])
        1
    """
    if data_format != "NHWC":
        raise ValueError(f"`data_format` values other  than 'NHWC' are not supported. Received: data_format={data_format}")
    kind = dt.as_dtype(output_dtype)
    if kind not in (dt.int32, dt.int64):
        raise invalid(
            f"Value for attr 'Targmax' of {kind.proto_name} is not in the list of allowed values: int32, int64\n"
            "\t; NodeDef: {{node MaxPoolWithArgmax}}; Op<name=MaxPoolWithArgmax> [Op:MaxPoolWithArgmax] name: "
        )
    return _max_pool_with_argmax(input, ksize, strides, padding, kind, include_batch_in_index, name=name)


@tf_export("nn.pool")
@composite
def pool(
    input: TensorLike,
    window_shape: Sequence[int],
    pooling_type: str,
    strides: Window | None = None,
    padding: str | Sequence[Any] = "VALID",
    data_format: str | None = None,
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """Pooling in 1, 2 or 3 dimensions, as many as the window has sizes. Mirrors `tf.nn.pool`.

    Arguments:
        input: a float tensor of shape [batch, *spatial, channels], or channels second for a format that starts with
            "NC".
        window_shape: a list with the size of the windows along each spatial axis.
        pooling_type: "MAX" or "AVG".
        strides: the distance of the windows, one number for each; 1 by default.
        padding: "VALID" (the default), "SAME", or for "MAX" a list of pairs.
        data_format: such as "NHWC" or "NCHW"; None (the default) has the channels last.
        dilations: the distance of the elements in a window, 1 by default; strides and dilations may not both exceed 1.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, *new spatial, channels], or with the channels second.

    Raises:
        ValueError: another type, or arguments that do not go together.

    Example:
        >>> x = tf.reshape([1.0, 7.0, 5.0, 3.0], [1, 4, 1])
        >>> tf.reshape(tf.nn.pool(x, [2], "MAX", dilations=[2]), [-1])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([5., 7.], dtype=float32)>
    """
    _ = pooling_type.lower()  # as in TensorFlow, AttributeError for what is no string comes before other errors
    input = convert_to_tensor(input)
    n = len(window_shape)
    if not 1 <= n <= 3:
        raise ValueError(f"`len(window_shape)` must be 1, 2 or 3. Received: window_shape={window_shape} of length {n}")
    if input.shape.rank is not None and input.shape.rank != n + 2:
        raise ValueError(f"Shape {input.shape} must have rank {n + 2}")
    first = bool(data_format) and data_format.startswith("NC")
    window = as_key(window_shape)
    steps, gaps = (as_key(v) if v is not None else (1,) * n for v in (strides, dilations))
    for value in (gaps, steps):
        len(value)  # one number for all axes is not taken here
    for what, value in (("strides", steps), ("dilations", gaps)):
        if len(value) != n:
            raise ValueError(f"`{what}` must have {n} entries as `window_shape` has. Received: {what}={list(value)}")
        if any(v < 1 for v in value):
            raise ValueError(f"all values of `{what}` must be positive. Received: {what}={list(value)}")
    not_both(steps, gaps)
    if any(s > w for s, w in zip(steps, window)):
        raise ValueError(
            "`strides` > `window_shape` not supported due to inconsistency between CPU and GPU implementations. "
            f"Received: strides=[{' '.join(map(str, steps))}] and window_shape={list(window)}"
        )
    kinds = _BY_RANK.get(pooling_type)
    if kinds is None:
        raise ValueError(f"{n}-D {pooling_type} pooling is not supported.")
    if max(gaps) > 1:
        if padding != "VALID":
            raise ValueError(
                f"pooling with '{padding}' padding is not implemented for `dilation_rate` > 1. "
                f"Received: padding={padding} and dilation_rate=[{' '.join(map(str, gaps))}]"
            )
        return _dilated_pool(input, n, pooling_type, window, steps, gaps, padding, first, name=name)
    form = FORMATS[n][first] if n != 2 or not data_format else data_format
    if TS.graph is None:
        return kinds[n](input, list(window), list(steps), padding, form, name=name)
    with name_scope(name or f"{pooling_type.lower()}_pool") as scope:
        TS.graph._constant(convert_to_tensor(gaps, dt.int32), "dilation_rate")
        return kinds[n](input, list(window), list(steps), padding, form, name=scope)
