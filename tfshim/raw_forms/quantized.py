"""Operations on numbers in steps over a range, which their limits say: each gives the numbers and the limits of their range.

They are computed with NumPy's float32 and integers, in TensorFlow's order, so that results are the same to the last step.
"""

import numpy as np
import torch

from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import TensorShape
from tfshim.raw_forms._nodes import computed

_F32 = np.float32
_KINDS = {dt.qint8: np.int8, dt.quint8: np.uint8, dt.qint16: np.int16, dt.quint16: np.uint16, dt.qint32: np.int32}
_SCALAR = (dt.float32, [])


def _limits(dtype):
    info = np.iinfo(_KINDS[dtype])
    return int(info.min), int(info.max), 1 << (8 * info.dtype.itemsize)


def _kind(op_type, dtype, *allowed):
    if dtype not in allowed:
        raise invalid(f"{op_type} has no kernel for {dtype.proto_name}; it takes {', '.join(d.name for d in allowed)}.")


# ---------------------------------------------------------------------- one number
def _to_float(q, low, high, dtype):
    """The real numbers of steps, as a kernel computes them one by one."""
    if low == high:
        return np.full(np.shape(q), low, _F32)
    least, _, steps = _limits(dtype)
    scale = float(_F32(high) - _F32(low)) * (steps / (steps - 1.0)) / steps
    first = _away(_F32(_F32(low) / _F32(scale))).astype(np.float64) * np.float64(_F32(scale))
    return (first + (np.asarray(q, np.float64) - least) * scale).astype(_F32)


def _away(x):
    """Rounded, halves away from zero."""
    x = np.asarray(x)
    return np.copysign(np.floor(np.abs(x) + x.dtype.type(0.5)), x)


def _unclamped(x, low, high, dtype):
    least, _, steps = _limits(dtype)
    if low == high:
        return np.full(np.shape(x), least, np.int64)
    scale = steps / (float(_F32(high) - _F32(low)) * (steps / (steps - 1.0)))
    return (_away(np.asarray(x, np.float64) * scale) - _away(np.float64(low) * scale)).astype(np.int64) + least


def _to_steps(x, low, high, dtype):
    """The steps of real numbers, as a kernel computes them one by one."""
    least, most, _ = _limits(dtype)
    return np.clip(_unclamped(x, low, high, dtype), least, most).astype(_KINDS[dtype])


# ---------------------------------------------------------------------- whole arrays
def _floats(q, low, high, dtype):
    """The real numbers of an array of steps, in float32 throughout."""
    least, _, steps = _limits(dtype)
    scale = _F32((_F32(high) - _F32(low)) / (steps - 1.0))
    first = _F32(low) if low == high else _F32(_away(_F32(low) / scale) * scale)
    return (q.astype(_F32) - _F32(least)) * scale + first


def _steps(x, low, high, dtype):
    """The steps of an array of real numbers, in float32 throughout."""
    least, most, steps = _limits(dtype)
    scale = _F32(0) if low == high else _F32((steps - 1.0) / np.float64(_F32(high) - _F32(low)))
    moved = _away((x * scale).astype(_F32)) - _F32(_away(_F32(low) * scale) - _F32(least))
    return np.clip(moved, _F32(least), _F32(np.float64(most)) if most < 2**24 else _F32(2147483520)).astype(_KINDS[dtype])


def _shifted(q, low, high, new_low, new_high):
    """Steps of 32 bits as steps of 8 bits over another range, by integers alone."""
    given, wanted = _F32(high) - _F32(low), _F32(new_high) - _F32(new_low)
    if wanted == 0:
        scale = offset = moved = 0
    else:
        scale = int(255.0 * (1 << 16) * float(given) / float(wanted))
        middle = float(_F32((np.float64(_F32(low) + _F32(high))) / 2.0))
        offset = int(_F32(_F32(middle) * _F32(255.0 / float(wanted))) * _F32(1 << 16))
        moved = int((1 << 16) * (float(new_low) * 255.0) / float(wanted))
    found = ((q.astype(np.int64) * scale) >> 32) + (offset - moved + (1 << 15))
    return np.clip(found >> 16, 0, 255).astype(np.uint8)


def _moved(q, low, high, new_low, new_high, kind, new_kind):
    if kind is dt.qint32 and new_kind is dt.quint8:
        return _shifted(q, low, high, new_low, new_high)
    return _steps(_floats(q, low, high, kind), new_low, new_high, new_kind)


# ---------------------------------------------------------------------- making operations
def _run(op_type, function, arguments, dtype, shape, scalars=2):
    """The operation of `function`, from arrays and numbers to an array and the limits of its range."""

    def kernel(*storages):
        given = [[_array(x) for x in s] if isinstance(s, list) else _array(s) for s in storages]
        made, *limits = function(*given)
        return [torch.from_numpy(np.array(made)), *(torch.tensor(np.asarray(x, _F32)) for x in limits)]

    return computed(op_type, kernel, arguments, [(dtype, shape), *[_SCALAR] * scalars])


def _array(storage):
    made = storage.detach().cpu().numpy()
    return made


def _number(x, what):
    """A limit, which may be a vector of one."""
    if x.size != 1:
        raise invalid(f"{what} must be a scalar, but got shape {list(x.shape)}")
    return x.reshape(())[()]


def _ordered(low, high, what):
    if low >= high:
        raise invalid(f"{what} max must be larger than {what} min.")


def _product_limits(low_a, high_a, kind_a, low_b, high_b, kind_b):
    """The range of 32-bit products."""
    one = [
        _F32((_F32(h) - _F32(low)) / _F32(_limits(k)[1] - _limits(k)[0]))
        for low, h, k in ((low_a, high_a, kind_a), (low_b, high_b, kind_b))
    ]
    step = one[0] * one[1]
    return _F32(step * _F32(-(2.0**31))), _F32(step * _F32(2.0**31 - 1))


def _sum_limits(bits, *limits):
    """The range of 32-bit sums: wide enough for many of them, with zero in its middle."""
    most = _F32(max(max(-low, high) for low, high in limits) * _F32(1 << bits))
    return -most, most


def _zero(low, high, kind):
    """The step of zero."""
    return int(_unclamped(np.zeros(()), low, high, kind))


# ---------------------------------------------------------------------- arithmetic
@raw_op("QuantizedAdd")
def _add(x, y, min_x, max_x, min_y, max_y, Toutput):  # noqa: N803
    kind = x.dtype
    _kind("QuantizedAdd", kind, dt.quint8)

    def function(x, y, min_x, max_x, min_y, max_y):
        low, high = _sum_limits(14, (min_x, max_x), (min_y, max_y))
        a = _to_steps(_to_float(x, min_x, max_x, kind), low, high, dt.qint32)
        b = _to_steps(_to_float(y, min_y, max_y, kind), low, high, dt.qint32)
        return a + b, low, high

    return _run("QuantizedAdd", function, [x, y, min_x, max_x, min_y, max_y], Toutput, _broadcast(x, y))


def _broadcast(x, y):
    if x.shape.rank is None or y.shape.rank is None or None in x.shape.as_list() + y.shape.as_list():
        return None
    return list(np.broadcast_shapes(x.shape.as_list(), y.shape.as_list()))


@raw_op("QuantizedMul")
def _multiply(x, y, min_x, max_x, min_y, max_y, Toutput):  # noqa: N803
    kind = x.dtype
    _kind("QuantizedMul", kind, dt.quint8)

    def function(x, y, min_x, max_x, min_y, max_y):
        a = x.astype(np.int64) - _zero(min_x, max_x, kind)
        b = y.astype(np.int64) - _zero(min_y, max_y, kind)
        return (a * b).astype(np.int32), *_product_limits(min_x, max_x, kind, min_y, max_y, kind)

    return _run("QuantizedMul", function, [x, y, min_x, max_x, min_y, max_y], Toutput, _broadcast(x, y))


@raw_op("QuantizedMatMul")
def _product(a, b, min_a, max_a, min_b, max_b, Toutput, transpose_a, transpose_b, Tactivation):  # noqa: N803
    del Tactivation  # the type of an activation that no kernel has
    kind = a.dtype
    _kind("QuantizedMatMul", kind, dt.quint8)
    for name, x in (("a", a), ("b", b)):
        if x.shape.rank not in (None, 2):
            raise invalid(f"In[{int(name == 'b')}] is not a matrix")

    def function(a, b, *limits):
        min_a, max_a, min_b, max_b = (_number(x, n) for x, n in zip(limits, ("min_a", "max_a", "min_b", "max_b")))
        # Limits that agree would be a range of one number, whose steps have no size.
        left = (a.T if transpose_a else a).astype(np.int64) - _zero(min_a, max_a, kind)
        right = (b.T if transpose_b else b).astype(np.int64) - _zero(min_b, max_b, kind)
        if left.shape[1] != right.shape[0]:
            raise invalid(f"Matrix size-compatible: In[0]: {list(a.shape)}, In[1]: {list(b.shape)}")
        return (left @ right).astype(np.int32), *_product_limits(min_a, max_a, kind, min_b, max_b, kind)

    rows = a.shape[1 if transpose_a else 0] if a.shape.rank else None
    columns = b.shape[0 if transpose_b else 1] if b.shape.rank else None
    return _run("QuantizedMatMul", function, [a, b, min_a, max_a, min_b, max_b], Toutput, [rows, columns])


@raw_op("QuantizedBiasAdd")
def _with_bias(input, bias, min_input, max_input, min_bias, max_bias, out_type):  # noqa: A002
    kind = input.dtype

    def function(x, bias, min_x, max_x, min_b, max_b):
        if bias.ndim != 1:
            raise invalid(f"Biases must be 1D: {list(bias.shape)}")
        if x.ndim < 2:
            raise invalid(f"Input tensor must be at least 2D: {list(x.shape)}")
        if bias.shape[0] != x.shape[-1]:
            raise invalid(f"Must provide as many biases as the last dimension of the input tensor: {list(bias.shape)} vs. {list(x.shape)}")
        low, high = _sum_limits(17, (min_x, max_x), (min_b, max_b))
        wide = _steps(_floats(x, min_x, max_x, kind), low, high, dt.qint32)
        return wide + _steps(_floats(bias, min_b, max_b, kind), low, high, dt.qint32), low, high

    return _run("QuantizedBiasAdd", function, [input, bias, min_input, max_input, min_bias, max_bias], out_type, input.shape)


@raw_op("QuantizedConv2D")
def _convolution(input, filter, min_input, max_input, min_filter, max_filter, out_type, strides, padding, dilations):  # noqa: A002
    kind = input.dtype
    _kind("QuantizedConv2D", kind, dt.quint8)
    _kind("QuantizedConv2D", filter.dtype, dt.quint8)
    if list(dilations) != [1, 1, 1, 1]:
        raise invalid("Current implementation only supports dilated rate as 1 in the row and column dimensions.")
    if strides[1] != strides[2]:
        raise invalid("Current implementation only supports equal length strides in the row and column dimensions.")
    if strides[0] != 1 or strides[3] != 1:
        raise invalid("Current implementation does not yet support strides in the batch and depth dimensions.")

    def function(x, w, *limits):
        names = ("min_input", "max_input", "min_filter", "max_filter")
        min_x, max_x, min_w, max_w = (_number(v, n) for v, n in zip(limits, names))
        if x.shape[3] != w.shape[2]:
            raise invalid(f"input and filter must have the same depth: {x.shape[3]} vs {w.shape[2]}")
        made = _correlated(
            x.astype(np.int64) - _zero(min_x, max_x, kind), w.astype(np.int64) - _zero(min_w, max_w, kind), strides[1], padding
        )
        return made.astype(np.int32), *_product_limits(min_x, max_x, kind, min_w, max_w, kind)

    return _run("QuantizedConv2D", function, [input, filter, min_input, max_input, min_filter, max_filter], out_type, [None] * 4)


def _correlated(x, w, stride, padding):
    """A convolution of 64-bit integers, [n, rows, columns, depth] with [rows, columns, depth, results]."""
    return np.tensordot(_windows(x, w.shape[:2], (stride, stride), padding, 0), w, ([3, 4, 5], [0, 1, 2]))


def _windows(x, size, strides, padding, fill):
    """[n, rows, columns, window rows, window columns, depth] of an array, filled up at its edges for padding SAME."""
    if padding == "SAME":
        amounts = []
        for n, k, s in zip(x.shape[1:3], size, strides):
            total = max((-(-n // s) - 1) * s + k - n, 0)
            amounts.append((total // 2, total - total // 2))
        x = np.pad(x, [(0, 0), *amounts, (0, 0)], constant_values=fill)
    view = np.lib.stride_tricks.sliding_window_view(x, size, (1, 2))
    return view[:, :: strides[0], :: strides[1]].transpose(0, 1, 2, 4, 5, 3)


# ---------------------------------------------------------------------- activations and pools
def _relu(op_type, most):
    def form(features, min_features, max_features, out_type):
        kind = features.dtype
        _kind(op_type, kind, dt.quint8, dt.qint32)
        if out_type != kind:
            raise invalid(f"{op_type} has no kernel from {kind.proto_name} to {out_type.proto_name}.")

        def function(x, low, high):
            made = np.maximum(x, _to_steps(np.zeros(()), low, high, kind))
            return made if most is None else np.minimum(made, _to_steps(np.asarray(most), low, high, kind)), low, high

        return _run(op_type, function, [features, min_features, max_features], out_type, features.shape)

    raw_op(op_type)(form)


_relu("QuantizedRelu", None)
_relu("QuantizedRelu6", 6.0)


def _pool(op_type, reduced):
    def form(input, min_input, max_input, ksize, strides, padding):  # noqa: A002
        kind = input.dtype
        if ksize[0] != 1 or strides[0] != 1:
            raise invalid("Pooling is not yet supported on the batch dimension.")
        if ksize[3] != 1 or strides[3] != 1:
            raise invalid("Depthwise pooling is not supported for numbers in steps.")

        def function(x, low, high):
            low, high = _number(low, "min_input"), _number(high, "max_input")
            wide = x.astype(np.int64)
            inside = _windows(np.ones_like(wide), ksize[1:3], strides[1:3], padding, 0)
            made = reduced(_windows(wide, ksize[1:3], strides[1:3], padding, 0), inside)
            return made.astype(_KINDS[kind]), low, high

        return _run(op_type, function, [input, min_input, max_input], kind, [None] * 4)

    raw_op(op_type)(form)


_pool("QuantizedAvgPool", lambda x, inside: np.trunc(x.sum((3, 4)) / inside.sum((3, 4))))
_pool("QuantizedMaxPool", lambda x, inside: np.where(inside > 0, x, np.iinfo(np.int64).min).max((3, 4)))


# ---------------------------------------------------------------------- ranges
@raw_op("QuantizeDownAndShrinkRange")
def _shrunk(input, input_min, input_max, out_type):  # noqa: A002
    kind = input.dtype
    _kind("QuantizeDownAndShrinkRange", kind, dt.qint32)

    def function(q, low, high):
        low, high = _number(low, "input_min"), _number(high, "input_max")
        least, most = _used(q, low, high, kind)
        return _moved(q, low, high, least, most, kind, out_type), least, most

    return _run("QuantizeDownAndShrinkRange", function, [input, input_min, input_max], out_type, input.shape)


def _used(q, low, high, kind):
    """The limits of the numbers that are there, with zero among them."""
    return np.minimum(_F32(0), _to_float(q.min(), low, high, kind)), _to_float(q.max(), low, high, kind)


@raw_op("RequantizationRange")
def _range_of(input, input_min, input_max):  # noqa: A002
    kind = input.dtype
    _kind("RequantizationRange", kind, dt.qint32)

    def kernel(q, low, high):
        q, low, high = _array(q), _number(_array(low), "input_min"), _number(_array(high), "input_max")
        return [torch.tensor(x) for x in _used(q, low, high, kind)]

    return computed("RequantizationRange", kernel, [input, input_min, input_max], [_SCALAR, _SCALAR])


@raw_op("Requantize")
def _requantized(input, input_min, input_max, requested_output_min, requested_output_max, out_type):  # noqa: A002
    kind = input.dtype
    _kind("Requantize", kind, dt.qint32, dt.qint8)

    def function(q, low, high, new_low, new_high):
        low, high = _number(low, "`input_min`"), _number(high, "`input_max`")
        new_low, new_high = _number(new_low, "`requested_output_min`"), _number(new_high, "`requested_output_max`")
        if new_low > 0.0:
            raise invalid(f"requested_output_min must be <= 0, but got {new_low:g}")
        if new_high < new_low:
            raise invalid(f"requested_output_max must be >= requested_output_min, but got {new_high:g} and {new_low:g}")
        return _moved(q, low, high, new_low, new_high, kind, out_type), new_low, new_high

    return _run("Requantize", function, [input, input_min, input_max, requested_output_min, requested_output_max], out_type, input.shape)


@raw_op("RequantizationRangePerChannel")
def _range_by_channel(input, input_min, input_max, clip_value_max):  # noqa: A002
    def kernel(q, low, high):
        q, low, high = _array(q), _array(low), _array(high)
        if q.ndim != 4:
            raise invalid("input must be in NHWC format")
        for name, x in (("input_min", low), ("input_max", high)):
            if x.shape != q.shape[3:]:
                raise invalid(f"{name} has incorrect size, expected {q.shape[3]} was {x.size}")
        width = np.maximum(np.abs(low), np.abs(high)).astype(_F32)
        rows = q.reshape(-1, q.shape[3])
        least, most = rows.min(0), rows.max(0)
        largest = np.maximum(np.abs(least.astype(_F32)), np.abs(most.astype(_F32))) * (width / _F32(2.0**31))
        found = min(largest.max(), _F32(clip_value_max))
        return [torch.tensor(_F32(0) if (least >= 0).all() else -found), torch.tensor(found)]

    return computed("RequantizationRangePerChannel", kernel, [input, input_min, input_max], [_SCALAR, _SCALAR])


@raw_op("RequantizePerChannel")
def _requantized_by_channel(input, input_min, input_max, requested_output_min, requested_output_max, out_type):  # noqa: A002
    def function(q, low, high, new_low, new_high):
        if q.ndim != 4:
            raise invalid("Current RequantizePerChannel operatorsupports 4D tensors only.")
        for name, x in (("input_min", low), ("input_max", high)):
            if x.shape != q.shape[3:]:
                raise invalid(f"{name} has incorrect size, expected {q.shape[3]} was {x.size}")
        new_low, new_high = _number(new_low, "requested_output_min"), _number(new_high, "requested_output_max")
        wanted = max(abs(new_low), abs(new_high))
        signed = out_type == dt.qint8
        scale = np.maximum(np.abs(low), np.abs(high)).astype(_F32) / _F32(2.0**31)
        ratio = scale / (_F32(wanted) / _F32(127.0 if signed else 255.0))
        made = np.rint(q.astype(_F32) * ratio)
        return np.clip(made, -128 if signed else 0, 127 if signed else 255).astype(_KINDS[out_type]), new_low, new_high

    given = [input, input_min, input_max, requested_output_min, requested_output_max]
    return _run("RequantizePerChannel", function, given, out_type, input.shape)


# ---------------------------------------------------------------------- form
@raw_op("QuantizedReshape")
def _reshaped(tensor, shape, input_min, input_max):
    def function(x, shape, low, high):
        size = [int(n) for n in shape]
        known = int(np.prod([n for n in size if n != -1]))
        if x.size != known if -1 not in size else known == 0 or x.size % known:
            raise invalid(f"Input to reshape is a tensor with {x.size} values, but the requested shape has {known}")
        return x.reshape(size), low, high

    return _run("QuantizedReshape", function, [tensor, shape, input_min, input_max], tensor.dtype, None)


@raw_op("QuantizedConcat")
def _joined(concat_dim, values, input_mins, input_maxes):
    kind = values[0].dtype

    def function(axis, values, lows, highs):
        axis = int(axis)
        if not -values[0].ndim <= axis < values[0].ndim:
            raise invalid(
                f"ConcatOp : Expected concatenating dimensions in the range [{-values[0].ndim}, {values[0].ndim}), but got {axis}"
            )
        lows, highs = ([_number(x, "input limit") for x in xs] for xs in (lows, highs))
        low, high = min(_F32(0), *lows), max(highs)
        if kind in (dt.qint8, dt.qint16, dt.qint32):  # zero in the middle
            high = max(abs(low), abs(high))
            low = -high
        same = [x if (a, b) == (low, high) else _steps(_floats(x, a, b, kind), low, high, kind) for x, a, b in zip(values, lows, highs)]
        return np.concatenate(same, axis), low, high

    rank = values[0].shape.rank
    return _run(
        "QuantizedConcat", function, [concat_dim, list(values), list(input_mins), list(input_maxes)], kind,
        TensorShape(None) if rank is None else [None] * rank,
    )  # fmt: skip
