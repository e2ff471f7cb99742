"""What TensorFlow says of windows that do not fit into what they move over, as soon as an operation is added to a graph."""

from tfshim.array_ops.shape_fallbacks import dims_of
from tfshim.engine.graphs.declarations import output_shapes
from tfshim.engine.values.tensor import Tensor
from tfshim.nn.windows.arguments import as_key

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
    """The text for a size that would be negative, or None."""
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
