"""Convolutions: `conv1d`, `conv2d`, `conv3d` and what calls them by rank."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.engine.graphs import fused_steps
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import compiled_as, op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import dims_text
from tfshim.math.arithmetic import add
from tfshim.nn.normalization import _bias_add
from tfshim.nn.windows import static_shapes
from tfshim.nn.windows.arguments import as_key, in_pairs, not_in_list, padding_key, whole_list
from tfshim.nn.windows.correlation import HUGE, convolve
from tfshim.nn.windows.plans import FORMATS, check_five, check_windows, plan, plan_1d

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike, Window
    from tfshim.engine.values.tensor import Tensor


CONV_TYPES = dt.REALS | dt.int32.mask


def _before_conv2d(input, filters, strides, padding, data_format, dilations):
    check_windows(2, {"strides": strides, "dilations": dilations}, padding, data_format, True)
    _ = input.shape  # TensorFlow reads `input.shape` first: AttributeError for what has none


def _before_conv3d(input, filters, strides, padding, data_format, dilations):
    _ = input.shape
    check_five("Conv3D", "strides", whole_list("conv3d", "strides", strides))
    padding_key(padding, False)
    if dilations is not None:
        whole_list("conv3d", "dilations", dilations)


@tf_export("nn.conv2d")
@op(
    "Conv2D",
    input="T",
    filters="T",
    T=CONV_TYPES,
    scope="",
    before=_before_conv2d,
    shape_fn=static_shapes.conv2d,
    shape_fallback=static_shapes.partly_conv2d,
)
def conv2d(
    input: TensorLike,
    filters: TensorLike,
    strides: Window,
    padding: str | Sequence[Any] | None,
    data_format: str = "NHWC",
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The convolution of images with filters. Mirrors `tf.nn.conv2d`.

    Arguments:
        input: a float tensor of shape [..., height, width, channels], or [batch, channels, height, width] for "NCHW".
        filters: a tensor of shape [height, width, channels / groups, outputs] of the same dtype. With fewer channels
            than the input has, the channels are convolved in groups.
        strides: by how many places the filters move: one number, one for each of height and width, or one for every
            axis.
        padding: "SAME" (zeros around, so that the output is input / stride rounded up), "VALID" (no padding), or a list
            of a pair (before, after) for every axis.
        data_format: "NHWC" (the default) or "NCHW", which has the channels second.
        dilations: the distance of the pixels that a filter looks at, 1 by default; as `strides`.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [..., new height, new width, outputs], or with the channels second. The filters are not turned
        round: it is a correlation.

    Raises:
        InvalidArgumentError: ranks, channels or sizes do not fit. ValueError, UnimplementedError: another padding or
            format.

    The layer with variables of its own is `tf.keras.layers.Conv2D`.

    Example:
        >>> image = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
        >>> mean = tf.fill([2, 2, 1, 1], 0.25)
        >>> tf.squeeze(tf.nn.conv2d(image, mean, strides=1, padding="VALID"))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[2., 3.],
               [5., 6.]], dtype=float32)>
        >>> tf.nn.conv2d(tf.zeros([8, 32, 32, 3]), tf.zeros([5, 5, 3, 16]), strides=2, padding="SAME").shape
        TensorShape([8, 16, 16, 16])
    """
    first, s, d, p = plan("Conv2D", 2, as_key(strides), padding_key(padding), data_format, as_key(dilations))
    return convolve(input, filters, s, p, first, d)


def _with_bias(convolution, addition):
    (input, filters, strides, padding, data_format, dilations), (bias, channels_second) = convolution, addition
    first, s, d, p = plan("Conv2D", 2, as_key(strides), padding_key(padding), data_format, as_key(dilations))
    if first != channels_second or bias.shape != filters.shape[3:] or not bias.dtype is filters.dtype is input.dtype:
        return None
    return convolve(input, filters, s, p, first, d, bias=bias)


def _with_vector(convolution, addition):
    """What `_with_bias` gives for a vector that is added to the last axis, as `+` does."""
    (vector,) = addition
    # For small images `_biased` adds it afterwards, which saves nothing here.
    if vector.requires_grad and torch.is_grad_enabled() and math.prod(convolution[0].shape[:-1]) * vector.shape[0] < HUGE:
        return None
    return _with_bias(convolution, (vector, False))


_FAST = 1 << 16  # elements to which a vector is added in less time than it takes to find out whether it is a bias


def _adds_vector(convolution, addition):
    size = convolution.outputs[0].shape.num_elements()
    return addition.arguments[1].shape.rank == 1 and (size is None or size >= _FAST)


fused_steps.owns_result(conv2d)
fused_steps.as_one(conv2d, _bias_add, _with_bias)
fused_steps.as_one(conv2d, add, _with_vector, _adds_vector)


def _before_conv1d(input, filters, stride, padding, *others):
    input, filters = convert_to_tensor(input), convert_to_tensor(filters)
    if not isinstance(padding, str):
        padding = padding_key(padding, False)
    return input, filters, stride, padding, *others


@tf_export("nn.conv1d")
@op(
    "Conv2D",
    input="T",
    filters="T",
    T=CONV_TYPES,
    scope="",
    register=False,
    before=_before_conv1d,
    shape_fn=static_shapes.conv1d,
    shape_fallback=static_shapes.partly_conv1d,
)
def conv1d(
    input: TensorLike,
    filters: TensorLike,
    stride: Window,
    padding: str | Sequence[Any],
    data_format: str = "NWC",
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The convolution of sequences with filters along one axis. Mirrors `tf.nn.conv1d`.

    Arguments:
        input: a float tensor of shape [..., width, channels], or [batch, channels, width] for "NCW".
        filters: a tensor of shape [width, channels / groups, outputs] of the same dtype.
        stride: by how many places the filters move: a number, or a list of 1 or 3.
        padding: "SAME" (zeros around, so that the output is input / stride rounded up) or "VALID" (no padding).
        data_format: "NWC" (the default) or "NCW", which has the channels second.
        dilations: the distance of the elements that a filter looks at, 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [..., new width, outputs], or with the channels second. As in all of deep learning the filters
        are not turned round, so it is a correlation.

    Raises:
        InvalidArgumentError: ranks, channels or sizes do not fit. ValueError, UnimplementedError: another padding or
            format.

    Example:
        >>> x = tf.reshape([1.0, 2.0, 3.0, 4.0], [1, 4, 1])
        >>> differences = tf.reshape([-1.0, 1.0], [2, 1, 1])
        >>> tf.reshape(tf.nn.conv1d(x, differences, stride=1, padding="VALID"), [-1])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 1., 1.], dtype=float32)>
    """
    if data_format not in ("NWC", "NCW", "NHWC", "NCHW", None):
        raise ValueError(f"`data_format` must be 'NWC' or 'NCW'. Received: data_format={data_format}")
    if data_format not in FORMATS[1]:
        data_format = "NCW" if data_format == "NCHW" else "NWC"
    first, s, d, p = plan_1d(as_key(stride), padding_key(padding, False), data_format, as_key(dilations))
    if filters.ndim != 3:
        raise invalid(f"convolution filter must be 4-dimensional: {dims_text((1, *filters.shape))}")
    if input.ndim < 3:
        raise invalid(f"convolution input must be 4-dimensional: {dims_text((1, *input.shape))}")
    axis = 2 if first else -3
    return convolve(input.unsqueeze(axis), filters.unsqueeze(0), s, p, first, d).squeeze(axis)


fused_steps.owns_result(conv1d)


@tf_export("nn.conv3d")
@op(
    "Conv3D",
    input="T",
    filters="T",
    T=dt.REALS,
    scope="",
    before=_before_conv3d,
    shape_fn=static_shapes.conv3d,
    shape_fallback=static_shapes.partly_conv3d,
)
def conv3d(
    input: TensorLike,
    filters: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str = "NDHWC",
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The convolution of volumes, or of videos, with filters. Mirrors `tf.nn.conv3d`.

    Arguments:
        input: a float tensor of shape [..., depth, height, width, channels], or [batch, channels, depth, height, width]
            for "NCDHW".
        filters: a tensor of shape [depth, height, width, channels, outputs] of the same dtype.
        strides: one number for each of the five axes, 1 for batch and channels.
        padding: "SAME" (zeros around, so that the output is input / stride rounded up) or "VALID" (no padding).
        data_format: "NDHWC" (the default) or "NCDHW", which has the channels second.
        dilations: the distance of the elements that a filter looks at, for each of the five axes; 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [..., new depth, new height, new width, outputs], or with the channels second.

    Raises:
        InvalidArgumentError: ranks, channels or sizes do not fit. ValueError, UnimplementedError: another padding or
            format.

    Example:
        >>> volume = tf.ones([1, 4, 4, 4, 1])
        >>> tf.nn.conv3d(volume, tf.ones([2, 2, 2, 1, 3]), strides=[1, 1, 1, 1, 1], padding="VALID").shape
        TensorShape([1, 3, 3, 3, 3])
    """
    strides, dilations = as_key(strides), as_key(dilations)
    check_five("Conv3D", "strides", strides)
    if dilations is not None:
        check_five("Conv3D", "dilations", dilations)
    first, s, d, p = plan("Conv3D", 3, strides, padding_key(padding, False), data_format, dilations, False)
    return convolve(input, filters, s, p, first, d, grouped=False)


fused_steps.owns_result(conv3d)


@op(
    "Conv3D",
    input="T",
    filters="T",
    T=dt.REALS,
    scope="",
    register=False,
    shape_fn=static_shapes.conv3d,
    shape_fallback=static_shapes.partly_conv3d,
)
def grouped_conv3d(
    input: TensorLike,
    filters: TensorLike,
    strides: Window,
    padding: str | Sequence[int],
    data_format: str = "NDHWC",
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """As `conv3d`, where each group of outputs sees as many channels of `input` as `filters` have.

    TensorFlow has it on processors where its compiler makes the function, and Keras has a function made for its layers.
    """
    first, s, d, p = plan("Conv3D", 3, as_key(strides), padding_key(padding, False), data_format, as_key(dilations), False)
    return convolve(input, filters, s, p, first, d)


compiled_as(conv3d, grouped_conv3d)


def spatial_rank(x, filters, data_format):
    """The number of spatial axes that the filters have, checked; and whether channels come first."""
    rank = filters.shape.rank if filters.shape.rank is not None else x.shape.rank
    if rank is None:
        raise ValueError("rank of filter must be known")
    if x.shape.rank is not None and x.shape.rank < rank:
        raise ValueError(
            "`input` and `filter` must be tensors with the same rank, apart from extra batch axes in front. "
            f"Received: input.shape={x.shape} and filter.shape={filters.shape}"
        )
    n = rank - 2
    if not 1 <= n <= 3:
        raise ValueError(f"`num_spatial_dims` must be 1, 2, or 3. Received: num_spatial_dims={n}.")
    return n, bool(data_format) and str(data_format).startswith("NC")


def per_axis(value, n, name):
    """A list with one number for each of n spatial axes."""
    value = as_key(value)
    given = (1,) if value is None else tuple(value) if isinstance(value, (tuple, str)) else (value,)
    if len(given) == 1:
        given = given * n
    if len(given) != n:
        raise ValueError(f"`{name}` must have 1 or {n} entries, one for each spatial axis. Received: {name}={list(given)}")
    return list(given)


def not_both(strides, dilations):
    """Raise where both strides and dilations are larger than 1."""
    if max(strides, default=1) > 1 and max(dilations, default=1) > 1:
        raise ValueError(
            "`strides > 1` not supported in conjunction with `dilation_rate > 1`. "
            f"Received: strides=[{' '.join(map(str, strides))}] and dilation_rate=[{' '.join(map(str, dilations))}]"
        )


def check_channels(input, filters, channels_first):
    """Raise where the channels that a convolution with gaps takes at a time do not divide those that there are."""
    if input.shape.rank is None or filters.shape.rank is None:
        return
    given, taken = input.shape[1 if channels_first else -1], filters.shape[-2]
    if given is not None and taken and given % taken:
        raise ValueError(
            "The number of input channels is not divisible by the corresponding number of output filters. "
            f"Received: input.shape={input.shape} with {given} channels and filters.shape={filters.shape} with {taken} output filters."
        )


@tf_export("nn.convolution")
@composite
def convolution(
    input: TensorLike,
    filters: TensorLike,
    strides: Window | None = None,
    padding: str | Sequence[Any] | None = "VALID",
    data_format: str | None = None,
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The convolution in 1, 2 or 3 dimensions, as many as the filters have. Mirrors `tf.nn.convolution`.

    Arguments:
        input: a float tensor of shape [..., *spatial, channels], or [batch, channels, *spatial] for a format that
            starts with "NC".
        filters: a tensor of shape [*sizes, channels / groups, outputs] of the same dtype.
        strides: one number, or one for each spatial axis; 1 by default.
        padding: "VALID" (the default), "SAME", or for two dimensions a list of pairs.
        data_format: such as "NHWC" or "NCHW"; None (the default) has the channels last.
        dilations: as `strides`; not both may exceed 1.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [..., *new spatial, outputs], or with the channels second.

    Raises:
        ValueError: the ranks do not fit, or strides and dilations both exceed 1.
        InvalidArgumentError: the channels do not fit.

    Example:
        >>> tf.nn.convolution(tf.ones([1, 5, 2]), tf.ones([3, 2, 4])).shape
        TensorShape([1, 3, 4])
        >>> tf.nn.convolution(tf.ones([1, 5, 5, 2]), tf.ones([3, 3, 2, 4]), padding="SAME").shape
        TensorShape([1, 5, 5, 4])
    """
    input = convert_to_tensor(input)
    if not is_variable(filters):  # which the operation reads
        filters = convert_to_tensor(filters)
    n, first = spatial_rank(input, filters, data_format)
    strides, dilations = per_axis(strides, n, "strides"), per_axis(dilations, n, "dilations")
    not_both(strides, dilations)
    if max(dilations, default=1) > 1:
        check_channels(input, filters, first)
    if not isinstance(padding, str):
        raise TypeError(f"Expected string for argument 'padding' not {padding!r}.")
    form = data_format or FORMATS[n][0]
    if not isinstance(form, (str, bytes)):
        raise TypeError(f"Expected string for argument 'data_format' not {form!r}.")
    if n == 3:
        wrap = (lambda v: [1, 1, *v]) if first else (lambda v: [1, *v, 1])
        strides, dilations = wrap(strides), wrap(dilations)
    of_rank = (conv1d, conv2d, conv3d)[n - 1]
    if TS.graph is None:
        return of_rank(input, filters, strides, padding, form, dilations, name=name)
    with name_scope(name or "convolution") as scope:
        if n == 1 and is_variable(filters):
            with name_scope(f"{scope}ExpandDims_1/"):
                filters = convert_to_tensor(filters)
        return of_rank(input, filters, strides, padding, form, dilations, name=scope)


@tf_export("conv")
@op("Conv", input="T", filter="T", T=CONV_TYPES, scope="")
def conv(
    input: TensorLike,
    filter: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    explicit_paddings: Sequence[int] = (),
    data_format: str = "CHANNELS_LAST",
    dilations: Window = (),
    batch_dims: int = 1,
    groups: int = 1,
    name: str | None = None,
) -> Tensor:
    """The convolution in 2 or 3 dimensions of an input with any number of batch axes. Mirrors `tf.conv`.

    Arguments:
        input: a float tensor of shape [*batch, *spatial, channels].
        filter: a tensor of shape [*sizes, channels / groups, outputs].
        strides: one number for each axis, the batch axes counted as one.
        padding: "SAME", "VALID" or "EXPLICIT".
        explicit_paddings: for "EXPLICIT", before and after for every axis, in one flat list.
        data_format: "CHANNELS_LAST" (the default) or "CHANNELS_FIRST".
        dilations: one number for each axis, 1 by default.
        batch_dims: how many batch axes there are, 1 by default.
        groups: into how many groups the channels fall, 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor with the batch axes of `input`.

    Raises:
        InvalidArgumentError: ranks, channels or sizes do not fit.

    Example:
        >>> tf.conv(tf.ones([1, 5, 5, 2]), tf.ones([3, 3, 2, 4]), strides=[1, 1, 1, 1], padding="VALID").shape
        TensorShape([1, 3, 3, 4])
    """
    n = filter.ndim - 2
    if n not in (2, 3):
        raise invalid(f"The filter must have 4 or 5 dimensions, got {filter.ndim}.")
    if data_format not in ("CHANNELS_LAST", "CHANNELS_FIRST"):
        raise not_in_list("Conv", "data_format", data_format, ("CHANNELS_FIRST", "CHANNELS_LAST"))
    if input.ndim != n + 1 + batch_dims:
        raise invalid(f"Input tensor must be of rank {n} + 1 + batch_dims ({batch_dims}), got {input.ndim}.")
    strides = as_key(strides)
    if len(strides) != n + 2:
        raise invalid(f"Sliding window strides field must specify {n + 2} dimensions")
    if padding == "EXPLICIT":
        flat = as_key(explicit_paddings)
        if len(flat) != 2 * n + 4:
            raise invalid(f"explicit_paddings attribute must contain {2 * n + 4} values, but got: {len(flat)}")
        padding = in_pairs(padding, flat)
    elif padding not in ("SAME", "VALID"):
        raise not_in_list("Conv", "padding", padding, ("SAME", "VALID", "EXPLICIT"))
    elif explicit_paddings:
        raise invalid("explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT")
    form = FORMATS[n][data_format == "CHANNELS_FIRST"]
    first, s, d, p = plan("Conv", n, strides, padding, form, as_key(dilations) or None)
    batch = input.shape[:batch_dims]
    x = input.reshape(-1, *input.shape[batch_dims:]) if batch_dims != 1 else input
    channels = x.shape[1 if first else -1]
    if channels != groups * filter.shape[-2]:
        raise invalid(f"input depth must be groups ({groups}) times filter depth: {channels} vs {filter.shape[-2]}")
    y = convolve(x, filter, s, p, first, d)
    return y.reshape(*batch, *y.shape[1:]) if batch_dims != 1 else y
