"""Static shapes of windows, where trying the kernel on stand-ins for unknown sizes would infer too much or take too long.

Stand-ins give every unknown dimension the same size, so a window of unknown size would seem to fill the image exactly;
and volumes of which nothing is known would be too large even for tensors without memory. Each function here returns
None where the kernel may be tried all the same.
"""

from tfshim.array_ops.shape_fallbacks import dims_of, sizes_of
from tfshim.engine.graphs.declarations import output_shapes
from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.values.tensor import Tensor
from tfshim.nn.windows.arguments import as_key, padding_key, sequence, spatial
from tfshim.nn.windows.paddings import out_size
from tfshim.nn.windows.plans import check_five, check_moves, plan, plan_1d, pool_plan


def _plan(op_type, n, strides, padding, data_format, dilations, explicit=True):
    check_moves(n, strides, data_format, dilations)
    return plan(op_type, n, strides, padding, data_format, dilations, explicit)


def _pool_plan(op_type, n, ksize, strides, padding, data_format, explicit):
    check_moves(n, strides, data_format)
    return pool_plan(op_type, n, ksize, strides, padding, data_format, explicit)


def _dims(x, rank):
    return x.shape.as_list() if x.shape.rank is not None else [None] * rank


def _too_large(dims):
    """Whether stand-ins for these dimensions would be too large together."""
    return sum(d is None for d in dims) > 3


def _outputs(sizes, windows, strides, dilations, padding):
    found = []
    for i, (z, k, s, d) in enumerate(zip(sizes, windows, strides, dilations, strict=True)):
        pads = 0 if isinstance(padding, str) else sum(padding[i])
        if z is None or k is None and padding != "SAME":
            found.append(None)
        else:
            found.append(-(-z // s) if padding == "SAME" else out_size(z, (k - 1) * d + 1, s, pads))
    return found


def _check_fit(x, windows, dilations, padding, first):
    """Raise ShapeMismatch for a window that is larger than an axis of the images or volumes `x`, whose sizes may be unknown."""
    n = len(windows)
    dims = _dims(x, n + 2)
    places = dims[-n:] if first else dims[-n - 1 : -1]
    for i, (z, k, d) in enumerate(zip(places, windows, dilations)):
        pads = 0 if isinstance(padding, str) else sum(padding[i])
        if padding != "SAME" and z is not None and k is not None and (k - 1) * d + 1 > z + pads:
            raise ShapeMismatch(f"Negative dimension size caused by subtracting {(k - 1) * d + 1} from {z + pads}")


def _windowed(x, windows, channels, strides, dilations, padding, first):
    """The leaf (dtype, dims) of windows over `x` with `channels` results (None: as many as `x` has)."""
    n = len(strides)
    dims = _dims(x, n + 2)
    if len(dims) < n + 2:
        return None
    places = dims[-n:] if first else dims[-n - 1 : -1]
    found = _outputs(places, windows, strides, dilations, padding)
    depth = dims[-n - 1] if first else dims[-1]
    depth = depth if channels is _SAME else channels
    lead = dims[: -n - 1]
    return x.dtype, [*lead, depth, *found] if first else [*lead, *found, depth]


_SAME = object()
# Batches of images, where nothing more is known.
IMAGES = by_names("?->____")


def _images(x, w, strides, padding, data_format, dilations):
    """The sizes of a convolution of images, each of them known; None for what does not fit, and for groups of channels."""
    if len(x) != 4 or len(w) != 4:
        return None
    first, s, d, p = _plan("Conv2D", 2, as_key(strides), padding_key(padding), data_format, as_key(dilations))
    places, depth = (x[2:], x[1]) if first else (x[1:3], x[3])
    if depth != w[2] or 0 in (*x, *w):
        return None
    found = _outputs(places, w[:2], s, d, p)
    return [x[0], w[3], *found] if first else [x[0], *found, w[3]]


def pool1d(input, ksize, strides, padding, data_format):
    """Of the pools over one spatial axis: whether a window fits, else as the kernel says."""
    first, padding = data_format == "NCW", padding_key(padding)
    if padding != "SAME" and input.shape.rank in (None, 3):
        window, _ = spatial(sequence(as_key(ksize), 1, first, "ksize"), first)
        pads = spatial(padding, first)[0] if isinstance(padding, tuple) and len(padding) == 3 else padding
        _check_fit(input, window, (1,), pads, first)
    return None if input.shape.rank is not None else (input.dtype, [None] * 3)


def pool2d(op_type, explicit):
    """Of the pools over two spatial axes."""

    def sizes(x, ksize, strides, padding, data_format):
        first, window, s, p, depth = _pool_plan(
            op_type, 2, as_key(ksize), as_key(strides), padding_key(padding, explicit), data_format, explicit
        )
        if len(x) != 4 or depth != 1 or 0 in x:
            return None
        found = _outputs(x[2:] if first else x[1:3], window, s, (1, 1), p)
        return [*x[:2], *found] if first else [x[0], *found, x[3]]

    by_known_sizes = by_sizes(sizes)

    def shapes(input, ksize, strides, padding, data_format):
        first, window, _, p, depth = _pool_plan(
            op_type, 2, as_key(ksize), as_key(strides), padding_key(padding, explicit), data_format, explicit
        )
        if depth == 1:
            _check_fit(input, window, (1, 1), p, first)
        return by_known_sizes(input, ksize, strides, padding, data_format)

    return shapes


_conv2d_by_sizes = by_sizes(_images, 2)


def conv2d(input, filters, strides, padding, data_format, dilations):
    """Of `conv2d`."""
    w = _dims(filters, 4)
    if len(w) == 4:
        first, _, d, p = _plan("Conv2D", 2, as_key(strides), padding_key(padding), data_format, as_key(dilations))
        _check_fit(input, w[:2], d, p, first)
    if None not in w and input.shape.rank == 4 and None not in input.shape.as_list()[1:]:
        return _conv2d_by_sizes(input, filters, strides, padding, data_format, dilations)
    if None not in w and input.shape.rank is not None or len(w) != 4:
        return None
    return partly_conv2d(input, filters, strides, padding, data_format, dilations)


def partly_conv2d(input, filters, strides, padding, data_format, dilations):
    """Of `conv2d` for sizes of which some are unknown."""
    w = _dims(filters, 4)
    first, s, d, p = _plan("Conv2D", 2, as_key(strides), padding_key(padding), data_format, as_key(dilations))
    return _windowed(input, w[:2], w[3], s, d, p, first)


def conv1d(input, filters, stride, padding, data_format, dilations):
    """Of `conv1d`."""
    w = _dims(filters, 3)
    if None not in w and input.shape.rank is not None or len(w) != 3:
        return None
    return partly_conv1d(input, filters, stride, padding, data_format, dilations)


def partly_conv1d(input, filters, stride, padding, data_format, dilations):
    """Of `conv1d` for sizes of which some are unknown."""
    w = _dims(filters, 3)
    if len(w) != 3:  # a dimension is added for the convolution of images that TensorFlow takes
        raise ShapeMismatch(f"Shape must be rank 4 but is rank {len(w) + 1}")
    first, s, d, p = plan_1d(as_key(stride), padding_key(padding, False), data_format or "NWC", as_key(dilations))
    return _windowed(input, w[:1], w[2], s[1:], d[1:], p, first)


def conv3d(input, filters, strides, padding, data_format, dilations):
    """Of `conv3d`."""
    w = _dims(filters, 5)
    if len(w) == 5:
        first, _, d, p = _plan("Conv3D", 3, as_key(strides), padding_key(padding, False), data_format, as_key(dilations), False)
        _check_fit(input, w[:3], d, p, first)
    if len(w) != 5 or None not in w and input.shape.rank is not None and not _too_large(input.shape.as_list()):
        return _in_groups(input, w, strides, padding, data_format, dilations)
    return partly_conv3d(input, filters, strides, padding, data_format, dilations)


def _in_groups(input, w, strides, padding, data_format, dilations):
    """The shape where the channels fall into groups, which graphs may say and compiled functions can do; None where they do not."""
    if len(w) != 5 or input.shape.rank is None or input.shape.rank < 5 or 0 in w:
        return None
    check_five("Conv3D", "strides", as_key(strides))
    first, s, d, p = _plan("Conv3D", 3, as_key(strides), padding_key(padding, False), data_format, as_key(dilations), False)
    depth = input.shape[1 if first else -1]
    if not depth or depth == w[3] or depth % w[3] or w[4] % (depth // w[3]):
        return None
    return _windowed(input, w[:3], w[4], s, d, p, first)


def partly_conv3d(input, filters, strides, padding, data_format, dilations):
    """Of `conv3d` for sizes of which some are unknown."""
    w = _dims(filters, 5)
    check_five("Conv3D", "strides", as_key(strides))
    first, s, d, p = _plan("Conv3D", 3, as_key(strides), padding_key(padding, False), data_format, as_key(dilations), False)
    return _windowed(input, w[:3], w[4], s, d, p, first)


def depthwise(input, filter, strides, padding, data_format, dilations):
    """Of `depthwise_conv2d`."""
    w = _dims(filter, 4)
    if len(w) == 4 and isinstance(as_key(strides), tuple):
        first, _, d, p = _plan("DepthwiseConv2dNative", 2, as_key(strides), padding_key(padding), data_format, as_key(dilations))
        _check_fit(input, w[:2], d, p, first)
    if None not in w and input.shape.rank is not None or len(w) != 4 or not isinstance(as_key(strides), tuple):
        return None
    return partly_depthwise(input, filter, strides, padding, data_format, dilations)


def partly_depthwise(input, filter, strides, padding, data_format, dilations):
    """Of `depthwise_conv2d` for sizes of which some are unknown."""
    w = _dims(filter, 4)
    first, s, d, p = _plan("DepthwiseConv2dNative", 2, as_key(strides), padding_key(padding), data_format, as_key(dilations))
    return _windowed(input, w[:2], w[2] * w[3] if None not in w[2:] else None, s, d, p, first)


def transposed(op_type, n):
    """Of the transposed convolution with n spatial axes."""

    def shapes(input, filters, output_shape, strides, padding, data_format, dilations):
        w, batch = _dims(filters, n + 2), _dims(input, n + 2)[0]
        # As in TensorFlow, the batch of images and of rows is not told by `output_shape` alone; that of volumes is.
        told = n == 3 or batch is not None
        if not isinstance(output_shape, Tensor):
            vague = None in w or input.shape.rank is None or _too_large(input.shape.as_list())
            if not vague and None not in input.shape.as_list() or len(output_shape) != n + 2:
                return None
            return input.dtype, [output_shape[0] if told else None, *output_shape[1:]]
        sizes = sizes_of(output_shape)
        if sizes is not None and len(sizes) == n:
            return input.dtype, [batch, *sizes, w[-2]]
        if sizes is None or len(sizes) != n + 2:
            return input.dtype, [batch, *[None] * (n + 1)]
        return input.dtype, [batch if sizes[0] is None or not told else sizes[0], *sizes[1:]]

    return shapes


def pool3d(op_type):
    """Of a pool over volumes."""

    def shapes(input, ksize, strides, padding, data_format):
        first, window, s, p, depth = _pool_plan(op_type, 3, as_key(ksize), as_key(strides), padding_key(padding, False), data_format, False)
        if depth == 1:
            _check_fit(input, window, (1, 1, 1), p, first)
        if depth != 1 or input.shape.rank is not None and not _too_large(input.shape.as_list()):
            return None
        return _windowed(input, window, _SAME, s, (1, 1, 1), p, first)

    return shapes


def morphology(input, filters, strides, padding, data_format, dilations):
    """Of `dilation2d` and `erosion2d`."""
    w = _dims(filters, 3)
    if None not in w and input.shape.rank is not None or len(w) != 3:
        return None
    return partly_morphology(input, filters, strides, padding, data_format, dilations)


def partly_morphology(input, filters, strides, padding, data_format, dilations):
    """Of `dilation2d` and `erosion2d` for sizes of which some are unknown: one of a window's hides that of its axis."""
    w = _dims(filters, 3)
    made = _windowed(input, w[:2], _SAME, as_key(strides)[1:3], as_key(dilations)[1:3], padding, False)
    if made is None or len(made[1]) != 4:
        return made
    batch, *places, depth = made[1]
    return made[0], [batch, *(None if k is None else n for n, k in zip(places, w)), w[2] if depth is None else depth]


# ---------------------------------------------------------------------- windows that do not fit into what they move over
_PAIRS = {"Conv2D": "filter", "Conv3D": "filter", "DepthwiseConv2dNative": "filter"}
_POOLS = ("MaxPool", "AvgPool", "MaxPool3D", "AvgPool3D", "MaxPoolWithArgmax")


def _over_space(values, n, first):
    """The entries for the `n` axes of space of what is given for these, for all axes, or as one number; None for anything else."""
    values = as_key(values)
    values = (values,) if isinstance(values, int) else values
    if not isinstance(values, (tuple, list)):
        return None
    values = list(values) * n if len(values) == 1 else list(values)
    if len(values) == n + 2:
        values = values[2:] if first else values[1:-1]
    return values if len(values) == n else None


def _negative(call):
    """What TensorFlow says, as soon as an operation is added to a graph, of a size that would be negative; None where none would."""
    dims, padding, data_format = dims_of(call["input"]), call["padding"], call["data_format"]
    padding = padding.decode() if isinstance(padding, bytes) else padding
    first = isinstance(data_format, (str, bytes)) and str(data_format).lstrip("b'").startswith("NC")
    if dims is None or padding == "SAME":
        return None
    if call.op_type in _PAIRS:
        kernel = dims_of(call[_PAIRS[call.op_type]])
        if kernel is None:
            return None
        n = len(kernel) - 2
        windows, spread = kernel[:n], _over_space(call["dilations"] or 1, n, first)
    else:
        n = len(dims) - 2
        windows, spread = None if isinstance(call["ksize"], Tensor) else _over_space(call["ksize"], n, first), [1] * n
    pads = [(0, 0)] * n if isinstance(padding, str) else _over_space(padding, n, first)
    if not 1 <= n <= 3 or len(dims) < n + 2 or None in (windows, spread, pads):
        return None
    for size, window, step, (before, after) in zip(dims[-n:] if first else dims[-n - 1 : -1], windows, spread, pads):
        if size is not None and window is not None and size + before + after < (window - 1) * step + 1:
            return f"Negative dimension size caused by subtracting {(window - 1) * step + 1} from {size + before + after}"
    return None


for _type in (*_PAIRS, *_POOLS):
    output_shapes.CHECKS[_type] = _negative
