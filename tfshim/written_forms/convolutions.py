"""Written forms of convolutions and pooling over sequences, pooling with gaps, erosion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import tfshim as tf
from tfshim.written_forms.form import loose, raw, scope_name, whole_name, written
from tfshim.written_forms.shapes import joined, moved, shape_of, size_of, sizes_of


def _number(value: Any, default: int = 1) -> int:
    """The step of a window along a sequence, from a number or a list of 1 or 3."""
    if value is None:
        return default
    if isinstance(value, (list, tuple)):
        return int(max(value))
    return int(value)


def _first(data_format: str | None) -> bool:
    return data_format in ("NCW", "NCHW")


def _every(values: Sequence[int], first: bool) -> list[int]:
    return [1, 1, *values] if first else [1, *values, 1]


def _padding_attributes(padding: Any, axis: int) -> dict[str, Any]:
    """The attributes for `padding` of one dimension, of an operation of two, whose `axis` is the one that was added."""
    if not isinstance(padding, (list, tuple)):
        return {"padding": padding.upper()}
    pairs = [tuple(p) for p in padding]
    pairs.insert(axis, (0, 0))
    return {"padding": "EXPLICIT", "explicit_paddings": [n for p in pairs for n in p]}


def is_compiled(x: Any) -> bool:
    """Whether the tensor `x` is of a function that is compiled, or of what is written for a node of one."""
    graph = x.graph
    while (node := getattr(graph, "written_for", None)) is not None:
        graph = node.graph
    return bool(graph._compiled())


# Windows with gaps: TensorFlow moves what lies between into the batch and back.
def through_batch(
    x: Any, filters: Any, padding: str, rates: Sequence[int], convolve: Callable[[Any], Any], shape_known: bool = False
) -> Any:
    """`convolve`, a "VALID" convolution without gaps, for windows whose places are `rates` apart, with the channels last.

    `shape_known`: there is a node for the shape of the filters already.
    """
    count = len(rates)
    rate = loose(list(rates), tf.int32, "dilation_rate")
    base = _base(filters, padding, rates, shape_known)
    known = base
    if padding.upper() == "SAME" and isinstance(base, np.ndarray):
        base = loose(base, tf.int32, "stack")
    sizes: Any = x.shape.as_list()[1 : count + 1]
    if None in sizes:
        shape = tf.shape(x)
        sizes = tf.stack([shape[i + 1] for i in range(count)])
    if isinstance(sizes, list) and isinstance(known, np.ndarray):
        paddings, crops = _known_paddings(sizes, rates, known, base is known)
    else:
        paddings, crops = (_whole(pairs, count) for pairs in _paddings(sizes, rate, base, count))
    moved = tf.space_to_batch(x, list(rates), paddings)
    return tf.compat.v1.batch_to_space_nd(convolve(moved), list(rates), crops)


def _base(filters: Any, padding: str, rates: Sequence[int], shape_known: bool) -> Any:
    """How much "SAME" puts around each axis, [count, 2]: an array where the size of the filters is known."""
    count = len(rates)
    if padding.upper() != "SAME":
        return np.zeros([count, 2], np.int32)
    if not filters.shape.is_fully_defined():
        short = (tf.shape(filters)[:count] - 1) * tf.constant(list(rates))
        return tf.stack([short // 2, short - short // 2], 1)
    if not shape_known:
        loose(filters.shape.as_list(), tf.int32, "filter_shape")
    short = (np.array(filters.shape.as_list()[:count], np.int32) - 1) * np.array(rates, np.int32)
    return np.stack([short // 2, short - short // 2], 1)


def _known_paddings(sizes: list[int], rates: Sequence[int], base: np.ndarray, shows_base: bool) -> tuple[Any, Any]:
    extra = -(np.array(sizes) + base.sum(1)) % np.array(rates)
    paddings = np.stack([base[:, 0], base[:, 1] + extra], 1).astype(np.int32)
    crops = np.stack([np.zeros_like(extra), extra], 1).astype(np.int32)
    with tf.name_scope("required_space_to_batch_paddings"):
        loose(sizes, tf.int32, "input_shape")
        if shows_base:
            loose(base, tf.int32, "base_paddings")
        loose(paddings, tf.int32, "paddings")
        loose(crops, tf.int32, "crops")
    return paddings, crops


def _paddings(sizes: Any, rate: Any, base: Any, count: int) -> tuple[Any, Any]:
    with tf.name_scope("required_space_to_batch_paddings"):
        sizes = loose(sizes, tf.int32, "input_shape") if isinstance(sizes, list) else sizes
        base = loose(base, tf.int32, "base_paddings") if isinstance(base, np.ndarray) else base
        start, end = base[:, 0], base[:, 1]
        extra = (rate - (sizes + start + end) % rate) % rate
        end = end + extra
        pairs = [(start[i], end[i]) for i in range(count)]
        paddings = tf.stack([tf.stack(pair, name=f"paddings/{i}") for i, pair in enumerate(pairs)], name="paddings")
        after = [extra[i] for i in range(count)]
        crops = tf.stack([tf.stack([0, n], name=f"crops/{i}") for i, n in enumerate(after)], name="crops")
    return paddings, crops


def _whole(pairs: Any, count: int) -> Any:
    """`pairs` for all axes between the batch and the channels, which are those that there are."""
    part = pairs[:count]
    with tf.name_scope("concat"):
        loose(0, tf.int32, "concat_dim")
        return tf.identity(part, name="concat")


@written("nn.convolutions", "conv1d")
def conv1d(input: Any, filters: Any, stride: Any, padding: Any, data_format: Any, dilations: Any) -> Any:  # noqa: A002 - the kernel's name
    first = _first(data_format)
    rank = input.shape.rank
    if rank == 3 and isinstance(padding, str) and not first and (gap := _number(dilations)) > 1:
        return through_batch(input, filters, padding, [gap], lambda x: conv1d(x, filters, stride, "VALID", data_format, None))
    outer = None
    if rank is not None and rank > 3:
        # TensorFlow's operation has one dimension of batches.
        outer, shape = shape_of(input)[: rank - 2], shape_of(input)
        input = tf.reshape(input, joined(-1, shape[rank - 2 :]))  # noqa: A001 - the kernel's name
    axis = 2 if first else 1
    place = axis if first else -3
    x, w = tf.expand_dims(input, place), tf.expand_dims(filters, 0)
    steps, gaps = _every([1, _number(stride)], first), _every([1, _number(dilations)], first)
    if max(gaps) > 1 and isinstance(padding, str) and not first:  # whose own form has a gradient everywhere
        y = tf.nn.conv2d(x, w, steps, padding.upper(), "NHWC", gaps, name=scope_name())
    else:
        options = {"strides": steps, "dilations": gaps, "data_format": "NCHW" if first else "NHWC", **_padding_attributes(padding, axis)}
        y = tf.raw_ops.Conv2D(input=x, filter=w, **options, name=scope_name())
    y = tf.squeeze(y, [place])
    return y if outer is None else tf.reshape(y, joined(outer, shape_of(y)[1:]))


# In a function that is compiled, TensorFlow's own operation has groups.
@written("nn.convolutions", "grouped_conv3d", when=lambda x, *_: not is_compiled(x))
def grouped_conv3d(input: Any, filters: Any, strides: Any, padding: Any, data_format: Any, dilations: Any) -> Any:  # noqa: A002 - the kernel's name
    axis = 1 if data_format == "NCDHW" else -1
    count = input.shape[axis] // filters.shape[3]
    pairs = zip(tf.split(input, count, axis), tf.split(filters, count, 4))
    parts = [tf.nn.conv3d(x, w, strides, padding, data_format, dilations) for x, w in pairs]
    return tf.concat(parts, axis, name=whole_name())


def spaced(filters: Any, rates: Sequence[int]) -> Any:
    """A kernel with zeros between its places, for processors on which TensorFlow transposes no convolutions with gaps."""
    for axis, rate in enumerate(rates):
        if rate > 1:
            size, rank = size_of(filters, axis), filters.shape.rank
            wide = tf.pad(tf.expand_dims(filters, axis + 1), [[0, rate - 1 if i == axis + 1 else 0] for i in range(rank + 1)])
            shape = shape_of(filters)
            wide = tf.reshape(wide, joined(shape[:axis], size * rate, shape[axis + 1 :]))
            filters = wide[(slice(None),) * axis + (slice(0, size * rate - rate + 1),)]
    return filters


def _gaps(dilations: Any, first: bool) -> list[int]:
    """The dilations of rows and columns."""
    if dilations is None or isinstance(dilations, int):
        return [dilations or 1] * 2
    given = list(dilations)
    if len(given) == 4:
        given = given[2:] if first else given[1:-1]
    return [int(n) for n in (given * 2 if len(given) == 1 else given)]


@written("nn.transposed", "conv2d_transpose", when=lambda *a: max(_gaps(a[6], _first(a[5]))) > 1)
def conv2d_transpose(input: Any, filters: Any, output_shape: Any, strides: Any, padding: Any, data_format: str, dilations: Any) -> Any:  # noqa: A002
    kernel = spaced(filters, _gaps(dilations, _first(data_format)))
    return tf.nn.conv2d_transpose(input, kernel, output_shape, strides, padding, data_format, name=whole_name())


@written("nn.transposed", "conv1d_transpose")
def conv1d_transpose(input: Any, filters: Any, output_shape: Any, strides: Any, padding: Any, data_format: str, dilations: Any) -> Any:  # noqa: A002
    first = _first(data_format)
    axis = 2 if first else 1
    x, w = tf.expand_dims(input, axis), tf.expand_dims(spaced(filters, [_number(dilations)]), 0)
    if isinstance(output_shape, (list, tuple)):
        sizes = [*output_shape[:axis], 1, *output_shape[axis:]]
    else:
        sizes = tf.concat([output_shape[:axis], [1], output_shape[axis:]], 0)
    y = tf.raw_ops.Conv2DBackpropInput(
        input_sizes=sizes,
        filter=w,
        out_backprop=x,
        strides=_every([1, _number(strides)], first),
        padding=padding.upper(),
        data_format="NCHW" if first else "NHWC",
        name=scope_name(),
    )
    return tf.squeeze(y, [axis])


# ---------------------------------------------------------------------- pooling
def _pool_1d(op: Any, x: Any, key: str, ksize: Any, strides: Any, padding: Any, data_format: str) -> Any:
    first = _first(data_format)
    if first and isinstance(padding, str):
        return moved(_pool_1d(op, moved(x, 1, 2), key, ksize, strides, padding, "NWC"), 2, 1)
    axis = 2 if first else 1
    x = tf.expand_dims(x, axis)
    options: dict[str, Any] = {
        "ksize": _every([1, _number(ksize)], first),
        "strides": _every([1, _number(strides)], first),
        "data_format": "NCHW" if first else "NHWC",
    }
    options |= _padding_attributes(padding, axis)
    return tf.squeeze(op(**{key: x}, **options, name=scope_name()), [axis])


@written("nn.pooling", "max_pool1d")
def max_pool1d(input: Any, ksize: Any, strides: Any, padding: Any, data_format: str) -> Any:  # noqa: A002 - the kernel's name
    return _pool_1d(tf.raw_ops.MaxPool, input, "input", ksize, strides, padding, data_format)


@written("nn.pooling", "avg_pool1d")
def avg_pool1d(input: Any, ksize: Any, strides: Any, padding: Any, data_format: str) -> Any:  # noqa: A002 - the kernel's name
    return _pool_1d(tf.raw_ops.AvgPool, input, "value", ksize, strides, padding, data_format)


def _first_image(x: Any, ksize: Any, strides: Any, padding: Any, data_format: str) -> bool:
    return data_format == "NCHW" and isinstance(padding, str)


def _sides(value: Any) -> list[int]:
    """The sizes of a window of an image, for channels that are the last axis, from 1, 2 or 4 numbers with them as the second."""
    given = [value] if isinstance(value, int) else list(value)
    return given * 2 if len(given) == 1 else given if len(given) == 2 else [given[0], *given[2:], given[1]]


# On processors TensorFlow has no pools over images with the channels first.
@written("nn.pooling", "max_pool2d", when=_first_image, shown=False)
def max_pool2d(input: Any, ksize: Any, strides: Any, padding: Any, data_format: str) -> Any:  # noqa: A002 - the kernel's name
    return moved(tf.nn.max_pool2d(moved(input, 1, 3), _sides(ksize), _sides(strides), padding), 3, 1)


@written("nn.pooling", "avg_pool2d", when=_first_image, shown=False)
def avg_pool2d(input: Any, ksize: Any, strides: Any, padding: Any, data_format: str) -> Any:  # noqa: A002 - the kernel's name
    return moved(tf.nn.avg_pool2d(moved(input, 1, 3), _sides(ksize), _sides(strides), padding), 3, 1)


def _taps(x: Any, axis: int, size: Any, window: int, gap: int, step: int) -> list[Any]:
    """For each place of a window with gaps along `axis`, what lies there for every position of the window."""
    count = (size - (window - 1) * gap - 1) // step + 1
    views = []
    for k in range(window):
        index = [slice(None)] * axis + [slice(k * gap, k * gap + (count - 1) * step + 1, step)]
        views.append(x[tuple(index)])
    return views


@written("nn.windows.dilated_pools", "_dilated_pool")
def dilated_pool(
    input: Any,  # noqa: A002 - the kernel's name
    n: int,
    kind: str,
    window: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: Any,
    first: bool,
) -> Any:
    at = 2 if first else 1
    sizes = sizes_of(input)
    spans = [(k - 1) * d + 1 for k, d in zip(window, dilations)]
    pads: list[list[Any]] = [[0, 0] for _ in range(n + 2)]
    if isinstance(padding, (list, tuple)):
        for i, pair in enumerate(padding if len(padding) == n else padding[at : at + n]):
            pads[at + i] = list(pair)
    elif padding.upper() == "SAME":
        for i, (span, step) in enumerate(zip(spans, strides)):
            size = sizes[at + i]
            short = (-(-size // step) - 1) * step + span - size
            short = max(short, 0) if isinstance(short, int) else tf.maximum(short, 0)
            pads[at + i] = [short // 2, short - short // 2]
    widths = [pads[i][0] + pads[i][1] + sizes[i] for i in range(n + 2)]
    filler = input.dtype.min if kind == "MAX" else 0
    if kind == "MAX" and input.dtype.is_floating:
        filler = -float("inf")
    x = _padded(input, pads, tf.constant(filler, input.dtype))
    mask = None if kind == "MAX" else _padded(tf.ones_like(input), pads, tf.constant(0, input.dtype))
    for i, (k, d, s) in enumerate(zip(window, dilations, strides)):
        axis = at + i
        parts = _taps(x, axis, widths[axis], k, d, s)
        if mask is None:
            x = parts[0]
            for p in parts[1:]:
                x = tf.maximum(x, p)
        else:
            x = tf.add_n(parts)
            mask = tf.add_n(_taps(mask, axis, widths[axis], k, d, s))
    return x if mask is None else x / mask


def _padded(x: Any, pads: list[list[Any]], filler: Any) -> Any:
    if all(isinstance(p, int) for pair in pads for p in pair):
        return tf.pad(x, pads, constant_values=filler) if any(p for pair in pads for p in pair) else x
    return tf.pad(x, tf.stack([tf.stack(pair) for pair in pads]), constant_values=filler)


@written("nn.morphology", "erosion2d")
def erosion2d(value: Any, filters: Any, strides: Any, padding: str, data_format: str, dilations: Any) -> Any:
    greatest = raw(
        "Dilation2D",
        [tf.negative(value), tf.reverse(filters, [0, 1])],
        [(value.dtype, [*[None] * 3, value.shape[-1]])],
        {"strides": _window(strides), "rates": _window(dilations), "padding": padding.upper()},
        name=scope_name(),
    )
    return tf.negative(greatest)


def _window(value: Any) -> list[int]:
    value = [1] if value is None else [value] if isinstance(value, int) else list(value)
    if len(value) == 4:
        return value
    return [1, *(value * 2 if len(value) == 1 else value), 1]
