"""Blocks of space moved into the batch or the channels and back."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch.nn.functional as F

from tfshim._export import tf_export
from tfshim.array_ops.creation import zeros
from tfshim.array_ops.joining import stack
from tfshim.array_ops.padding import required_space_to_batch_paddings
from tfshim.array_ops.shape_fallbacks import dims_of, sizes_of
from tfshim.array_ops.shapes import shape
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.nn.windows.arguments import as_key, not_in_list
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike, Window


_BLOCK_FORMATS = ("NHWC", "NCHW", "NCHW_VECT_C")


def _pairs(what, pairs, count):
    flat = [p for p in pairs if isinstance(p, tuple) and len(p) == 2]
    if len(pairs) != count or len(flat) != count:
        width = len(pairs[0]) if pairs and isinstance(pairs[0], tuple) else 0
        raise invalid(f"{what} should have shape [{count}, 2] instead of [{len(pairs)},{width}]")
    for before, after in pairs:
        if before < 0 or after < 0:
            raise invalid(f"{what.capitalize()} must be non-negative")


def _block(block_shape, rank):
    if any(isinstance(b, tuple) for b in block_shape):
        raise invalid("block_shape rank should be 1 instead of 2")
    if rank < len(block_shape) + 1:
        raise invalid(f"input rank should be >= {len(block_shape) + 1} instead of {rank}")


def _in_blocks(x, block_shape, paddings):
    """The static shape of `space_to_batch_nd` where sizes are unknown."""
    return _moved(x, block_shape, paddings, lambda batch, block: batch * block, lambda n, b, around: (n + around) // b)


def _out_of_blocks(x, block_shape, crops):
    return _moved(x, block_shape, crops, lambda batch, block: batch // block, lambda n, b, around: n * b - around)


def _moved(x, block_shape, pairs, batch_of, size_of):
    dims, blocks = dims_of(x), sizes_of(block_shape)
    if dims is None or blocks is None or len(blocks) >= len(dims):
        return x.dtype, None
    around = [None] * len(blocks) if isinstance(pairs, Tensor) else [sum(pair) for pair in pairs]
    known = None not in (dims[0], *blocks)
    made = [batch_of(dims[0], math.prod(blocks)) if known else None]
    made += [None if None in each else size_of(*each) for each in zip(dims[1:], blocks, around)]
    return x.dtype, [*made, *dims[len(made) :]]


@tf_export("space_to_batch_nd", v1=["space_to_batch_nd", "manip.space_to_batch_nd"])
@op("SpaceToBatchND", input="T", block_shape="ints", paddings="ints", dtype_agnostic=True, shape_fallback=_in_blocks)
def space_to_batch_nd(input: TensorLike, block_shape: SizesLike, paddings: SizesLike, name: str | None = None) -> Tensor:
    """Blocks of the axes behind the first one moved into the batch. Mirrors `tf.space_to_batch_nd`.

    Arguments:
        input: a tensor of shape [batch, *spatial, ...].
        block_shape: M integers, the sizes of a block.
        paddings: integers of shape [M, 2], the zeros that are added before and after each spatial axis, which then the
            block divides.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch * product of the block, *(padded spatial / block), ...]. Element i of a block is in the
        i-th part of the batch.

    Raises:
        InvalidArgumentError: a block does not divide its axis.

    `tf.batch_to_space` is the inverse.

    Example:
        >>> x = tf.reshape([1, 2, 3, 4, 5], [1, 5, 1])
        >>> tf.squeeze(tf.space_to_batch_nd(x, [2], [[0, 1]]))
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[1, 3, 5],
               [2, 4, 0]], dtype=int32)>
    """
    m = len(block_shape)
    _block(block_shape, input.ndim)
    _pairs("paddings", paddings, m)
    for i, b in enumerate(block_shape):
        if b <= 0:
            raise invalid(f"All values in block_shape must be positive, got value, {b} at index {i}.")
    whole = math.prod(block_shape)
    if input.shape[0] * whole >= 2**63:
        raise invalid(f"Negative output dimension size caused by overflow when multiplying {input.shape[0]} and {whole}")
    x = input
    if any(b or a for b, a in paddings):
        flat = [0, 0] * (x.ndim - m - 1)
        for before, after in reversed(paddings):
            flat += [before, after]
        x = _pad(x, flat)
    split = [x.shape[0]]
    for i, b in enumerate(block_shape):
        if x.shape[i + 1] % b:
            raise invalid(f"padded_shape[{i}]={x.shape[i + 1]} is not divisible by block_shape[{i}]={b}")
        split += [x.shape[i + 1] // b, b]
    rest = x.shape[m + 1 :]
    x = x.reshape(*split, *rest)
    x = x.permute(*range(2, 2 * m + 1, 2), 0, *range(1, 2 * m + 1, 2), *range(2 * m + 1, x.ndim))
    return x.reshape(split[0] * whole, *split[1::2], *rest)


def _pad(x, flat):
    return F.pad(x, flat)


@op("BatchToSpaceND", input="T", block_shape="ints", crops="ints", dtype_agnostic=True, shape_fallback=_out_of_blocks)
def _batch_to_space(input, block_shape, crops, name=None):
    """The inverse of `space_to_batch_nd`."""
    m = len(block_shape)
    _block(block_shape, input.ndim)
    _pairs("crops", crops, m)
    product = 1
    for b in block_shape:
        product *= b
    if product <= 0:
        raise invalid(f"Product of block sizes must be positive, got {product}")
    if input.shape[0] % product:
        raise invalid(f"Input batch dimension ({input.shape[0]}) is not divisible by product of block sizes ({product})")
    batch, places, rest = input.shape[0] // product, input.shape[1 : m + 1], input.shape[m + 1 :]
    x = input.reshape(*block_shape, batch, *places, *rest)
    order = [m]
    for i in range(m):
        order += [m + 1 + i, i]
    x = x.permute(*order, *range(2 * m + 1, x.ndim))
    x = x.reshape(batch, *(p * b for p, b in zip(places, block_shape, strict=True)), *rest)
    for i, (before, after) in enumerate(crops):
        size = x.shape[i + 1] - before - after
        if size < 0:
            raise invalid(f"cropped_shape[{i}]={size} must be non-negative")
        if before or after:
            x = x.narrow(i + 1, before, size)
    return x


@tf_export("nn.space_to_batch", "space_to_batch", v1=[])
@composite
def space_to_batch(input: TensorLike, block_shape: TensorLike, paddings: TensorLike, name: str | None = None) -> Tensor:
    """Blocks of the axes behind the first one moved into the batch. Mirrors `tf.space_to_batch` and
    `tf.nn.space_to_batch`; `tf.space_to_batch_nd` is the same.

    Arguments:
        input: a tensor of shape [batch, *spatial, ...].
        block_shape: M integers, the sizes of a block.
        paddings: integers of shape [M, 2], the zeros that are added before and after each spatial axis, which then the
            block divides.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch * product of the block, *(padded spatial / block), ...].

    Raises:
        InvalidArgumentError: a block does not divide its axis.

    A convolution of the result is a dilated one of the input; `tf.batch_to_space` is the inverse.

    Example:
        >>> x = tf.reshape([1, 2, 3, 4], [1, 2, 2, 1])
        >>> tf.space_to_batch(x, [2, 2], [[0, 0], [0, 0]]).shape
        TensorShape([4, 1, 1, 1])
    """
    return space_to_batch_nd(input, block_shape, paddings, name=name)


@tf_export("batch_to_space", v1=["manip.batch_to_space_nd", "batch_to_space_nd"])
@composite
def batch_to_space(input: TensorLike, block_shape: TensorLike, crops: TensorLike, name: str | None = None) -> Tensor:
    """Parts of the batch put together into blocks of the axes behind it: the inverse of `tf.space_to_batch`. Mirrors
    `tf.batch_to_space`.

    Arguments:
        input: a tensor of shape [batch * product of the block, *spatial, ...].
        block_shape: M integers, the sizes of a block; or one, for a square block of M = 2.
        crops: integers of shape [M, 2], what is cut off before and after each spatial axis.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, *(spatial * block - crops), ...].

    Raises:
        InvalidArgumentError: the product of the block does not divide the batch, or more is cut off than there is.

    Example:
        >>> x = tf.reshape([1, 2, 3, 4], [4, 1, 1, 1])
        >>> tf.squeeze(tf.batch_to_space(x, [2, 2], [[0, 0], [0, 0]]))
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 2],
               [3, 4]], dtype=int32)>
    """
    if isinstance(block_shape, int):
        block_shape = [block_shape, block_shape]
    return _batch_to_space(input, block_shape, crops, name=name)


def _check_blocks(op_type, block_size, data_format):
    if block_size < 2:
        raise invalid(
            f"Value for attr 'block_size' of {block_size} must be at least minimum 2\n"
            f"\t; NodeDef: {{{{node {op_type}}}}}; Op<name={op_type}> [Op:{op_type}] name: "
        )
    if data_format not in _BLOCK_FORMATS:
        raise not_in_list(op_type, "data_format", data_format, _BLOCK_FORMATS)
    if data_format == "NCHW_VECT_C":
        raise refused("tf.nn.space_to_depth", "format", op_type=op_type)


def _spread(x, block_size, data_format="NHWC", *_):
    """The static shape of `depth_to_space` where sizes are unknown."""
    return _exchanged(x, data_format, lambda size: size * block_size, lambda depth: depth // block_size**2)


def _stacked(x, block_size, data_format="NHWC", *_):
    return _exchanged(x, data_format, lambda size: size // block_size, lambda depth: depth * block_size**2)


def _exchanged(x, data_format, size_of, depth_of):
    dims = dims_of(x)
    if dims is None or len(dims) != 4:
        return x.dtype, [None] * 4
    depth = 1 if data_format == "NCHW" else 3
    return x.dtype, [d if d is None or not i else (depth_of if i == depth else size_of)(d) for i, d in enumerate(dims)]


@tf_export("nn.depth_to_space", v1=[])
@op("DepthToSpace", input="T", scope="", dtype_agnostic=True, shape_fallback=_spread)
def depth_to_space(input: TensorLike, block_size: IntLike, data_format: str = "NHWC", name: str | None = None) -> Tensor:
    """Channels spread over blocks of pixels: images become larger and have fewer channels. Mirrors `tf.nn.depth_to_space`.

    Arguments:
        input: a tensor of shape [batch, height, width, channels], or channels second for "NCHW".
        block_size: the height and width of a block, at least 2; its square divides the channels.
        data_format: "NHWC" (the default) or "NCHW".
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, height * block_size, width * block_size, channels / block_size ** 2].

    Raises:
        InvalidArgumentError, ValueError: sizes or formats that do not fit.

    It is the last step of networks that enlarge pictures, and the inverse of `tf.nn.space_to_depth`.

    Example:
        >>> x = tf.reshape([1, 2, 3, 4], [1, 1, 1, 4])
        >>> tf.squeeze(tf.nn.depth_to_space(x, 2))
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 2],
               [3, 4]], dtype=int32)>
    """
    _check_blocks("DepthToSpace", block_size, data_format)
    if input.ndim != 4:
        raise invalid(f"Input rank should be: 4 instead of: {input.ndim}")
    first = data_format == "NCHW"
    depth = input.shape[1 if first else 3]
    b = block_size
    if depth % (b * b):
        raise invalid(f"Input depth dimension {depth} should be divisible by: {b * b}")
    if first:
        n, _, h, w = input.shape
        x = input.reshape(n, b, b, depth // (b * b), h, w).permute(0, 3, 4, 1, 5, 2)
        return x.reshape(n, depth // (b * b), h * b, w * b)
    n, h, w, _ = input.shape
    return input.reshape(n, h, w, b, b, depth // (b * b)).permute(0, 1, 3, 2, 4, 5).reshape(n, h * b, w * b, depth // (b * b))


@tf_export("nn.space_to_depth", v1=[])
@op("SpaceToDepth", input="T", scope="", dtype_agnostic=True, shape_fallback=_stacked)
def space_to_depth(input: TensorLike, block_size: IntLike, data_format: str = "NHWC", name: str | None = None) -> Tensor:
    """Blocks of pixels moved into the channels: images become smaller and have more channels. Mirrors
    `tf.nn.space_to_depth`.

    Arguments:
        input: a tensor of shape [batch, height, width, channels], or channels second for "NCHW".
        block_size: the height and width of a block, at least 2, which divides height and width.
        data_format: "NHWC" (the default) or "NCHW".
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, height / block_size, width / block_size, channels * block_size ** 2].

    Raises:
        InvalidArgumentError, ValueError: sizes or formats that do not fit.

    Nothing is lost, other than by pooling; `tf.nn.depth_to_space` is the inverse.

    Example:
        >>> x = tf.reshape([1, 2, 3, 4], [1, 2, 2, 1])
        >>> tf.squeeze(tf.nn.space_to_depth(x, 2))
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([1, 2, 3, 4], dtype=int32)>
    """
    _check_blocks("SpaceToDepth", block_size, data_format)
    if input.ndim != 4:
        raise invalid(f"Input rank should be 4 instead of {input.ndim}")
    first = data_format == "NCHW"
    n, b = input.shape[0], block_size
    h, w, depth = (input.shape[i] for i in ((2, 3, 1) if first else (1, 2, 3)))
    if h % b or w % b:
        raise invalid(f"Image width {w} and height {h} should be divisible by block_size: {b}")
    if first:
        x = input.reshape(n, depth, h // b, b, w // b, b).permute(0, 3, 5, 1, 2, 4)
        return x.reshape(n, depth * b * b, h // b, w // b)
    x = input.reshape(n, h // b, b, w // b, b, depth).permute(0, 1, 3, 2, 4, 5)
    return x.reshape(n, h // b, w // b, depth * b * b)


@tf_export("nn.with_space_to_batch")
@composite
def with_space_to_batch(
    input: TensorLike,
    dilation_rate: Window,
    padding: str | Sequence[Any],
    op: Callable[..., Any],
    filter_shape: SizesLike | None = None,
    spatial_dims: SizesLike | None = None,
    data_format: str | None = None,
) -> Tensor:
    """A function of images or sequences, run dilated: on each of the images that taking every n-th pixel gives. Mirrors
    `tf.nn.with_space_to_batch`.

    Arguments:
        input: a tensor of shape [batch, *spatial, channels], or channels second.
        dilation_rate: the distance of the pixels along each spatial axis, positive integers; 1 everywhere calls `op` as
            it is.
        padding: "SAME", which needs `filter_shape`, or "VALID".
        op: a function `op(input, number_of_spatial_axes, padding)`.
        filter_shape: the sizes of the filters along the spatial axes, or None.
        spatial_dims: the axes that are meant, ascending, from 1 on; None (the default) for those after the batch.
        data_format: a format that starts with "NC" has the channels second; None for last.

    Returns:
        A tensor with the batch of `input`.

    Raises:
        ValueError: arguments that do not fit.

    Example:
        >>> def pooled(x, axes, padding):
        ...     return tf.nn.max_pool2d(x, 2, 1, padding)
        >>> tf.nn.with_space_to_batch(tf.ones([1, 6, 6, 1]), [2, 2], "VALID", pooled).shape
        TensorShape([1, 4, 4, 1])
    """
    input = convert_to_tensor(input)
    if isinstance(dilation_rate, (str, bytes)):
        raise TypeError(f"`dilation_rate` must be a list of integers. Received: dilation_rate={dilation_rate!r}")
    rates = as_key(dilation_rate)
    if not isinstance(rates, tuple):
        raise ValueError(f"`dilation_rate.shape.rank` must be 1. Received: dilation_rate={rates} of rank 0")
    if any(isinstance(r, tuple) for r in rates):
        raise ValueError(f"`dilation_rate.shape.rank` must be 1. Received: dilation_rate={dilation_rate} of rank 2")
    if any(r < 1 for r in rates):
        raise ValueError(f"`dilation_rate` must be positive. Received: dilation_rate=[{' '.join(map(str, rates))}]")
    n = len(rates)
    first = 2 if data_format and data_format.startswith("NC") else 1
    axes = list(range(first, first + n)) if spatial_dims is None else [int(a) for a in spatial_dims]
    ordered = sorted(set(axes))
    if axes != ordered or any(a < 1 for a in axes):
        raise ValueError(
            f"`spatial_dims` must be a monotonically increasing sequence of positive integers. Received: spatial_dims={spatial_dims}"
        )
    last = axes[-1] if data_format and data_format.startswith("NC") else axes[-1] + 1
    if input.shape.rank is not None and input.shape.rank < last:
        raise ValueError(f"`input.shape.rank` must be at least {last}. Received: input.shape={input.shape}")
    if all(r == 1 for r in rates):
        return op(input, n, padding)
    explicit = not isinstance(padding, str) and padding is not None
    if padding == "SAME":
        if filter_shape is None:
            raise ValueError(
                f"`filter_shape` must be specified for `padding='SAME'`. Received: filter_shape={filter_shape} and padding={padding}"
            )
        filter_shape = as_key(filter_shape)
        totals = [(k - 1) * r for k, r in zip(filter_shape[:n], rates, strict=True)]
        base = [[t // 2, t - t // 2] for t in totals]
    elif padding == "VALID":
        base = [[0, 0]] * n
    elif explicit:
        base = [list(as_key(padding)[a]) for a in axes]
    else:
        raise ValueError(f"`padding` must be one of 'SAME' or 'VALID'. Received: padding={padding}")
    known = [input.shape[a] for a in axes] if input.shape.rank is not None else [None]
    if None in known:
        sizes = shape(input)
        known = [sizes[a] for a in axes]
    # Axes between the dilated ones are blocks of 1.
    blocks, full_base, full_sizes = [], [], []
    for a in range(1, axes[-1] + 1):
        inside = a in axes
        blocks.append(rates[axes.index(a)] if inside else 1)
        full_base.append(base[axes.index(a)] if inside else [0, 0])
        full_sizes.append(known[axes.index(a)] if inside else 1)
    paddings, crops = required_space_to_batch_paddings(full_sizes, blocks, full_base)
    if not all(a in axes for a in range(1, axes[-1] + 1)):
        paddings, crops = _only(paddings, axes), _only(crops, axes)
    result = op(space_to_batch_nd(input, blocks, paddings), n, "VALID")
    return _batch_to_space(convert_to_tensor(result), blocks, crops)


def _only(pairs, axes):
    """`pairs` with zeros for the axes that are not dilated."""
    pairs = convert_to_tensor(pairs)
    none = zeros([2], pairs.dtype)
    return stack([pairs[a - 1] if a in axes else none for a in range(1, axes[-1] + 1)])
