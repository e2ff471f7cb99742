"""Normal and truncated normal draws by the Box-Muller transform, equal to TensorFlow's in the last bit.

float32 needs a `log` and a `sin`/`cos` that round as the C library's do. They are computed here in plain double
arithmetic with the constants of the published single-precision kernels (Arm optimized routines), which agree with
the C library on each of the 2**23 arguments that can occur. float64 calls the C library itself through `math`.
"""

import math

import numpy as np
import torch

from tfshim.engine.random import philox
from tfshim.engine.random.uniform import group_size, unit32, unit64

_FLOOR = 1e-7  # a uniform of zero would have no logarithm
TRUNCATION = 2.0  # in standard deviations
_JOINED = 2048  # blocks up to which both pairs of a block go through one pass, to halve NumPy's fixed cost

_H = float.fromhex
_LOG_INVERSE = np.array(
    [
        _H(x)
        for x in (
            "0x1.661ec79f8f3bep+0 0x1.571ed4aaf883dp+0 0x1.49539f0f010bp+0 0x1.3c995b0b80385p+0 "
            "0x1.30d190c8864a5p+0 0x1.25e227b0b8eap+0 0x1.1bb4a4a1a343fp+0 0x1.12358f08ae5bap+0 "
            "0x1.0953f419900a7p+0 0x1p+0 0x1.e608cfd9a47acp-1 0x1.ca4b31f026aap-1 "
            "0x1.b2036576afce6p-1 0x1.9c2d163a1aa2dp-1 0x1.886e6037841edp-1 0x1.767dcf5534862p-1"
        ).split()
    ]
)
_LOG_TABLE = np.array(
    [
        _H(x)
        for x in (
            "-0x1.57bf7808caadep-2 -0x1.2bef0a7c06ddbp-2 -0x1.01eae7f513a67p-2 -0x1.b31d8a68224e9p-3 "
            "-0x1.6574f0ac07758p-3 -0x1.1aa2bc79c81p-3 -0x1.a4e76ce8c0e5ep-4 -0x1.1973c5a611cccp-4 "
            "-0x1.252f438e10c1ep-5 0x0p+0 0x1.aa5aa5df25984p-5 0x1.c5e53aa362eb4p-4 "
            "0x1.526e57720db08p-3 0x1.bc2860d22477p-3 0x1.1058bc8a07ee1p-2 0x1.4043057b6ee09p-2"
        ).split()
    ]
)
_LOG_A0, _LOG_A1, _LOG_A2 = (_H(x) for x in ("-0x1.00ea348b88334p-2", "0x1.5575b0be00b6ap-2", "-0x1.ffffef20a4123p-2"))
_LN2 = _H("0x1.62e42fefa39efp-1")

_SIN1, _SIN2, _SIN3 = (_H(x) for x in ("-0x1.555545995a603p-3", "0x1.1107605230bc4p-7", "-0x1.994eb3774cf24p-13"))
_COS1, _COS2, _COS3, _COS4 = (
    _H(x) for x in ("-0x1.ffffffd0c621cp-2", "0x1.55553e1068f19p-5", "-0x1.6c087e89a359dp-10", "0x1.99343027bf8c3p-16")
)
_QUADRANTS = _H("0x1.45f306dc9c883p+23")  # 2/pi in units of 2**-24
_HALF_PI = _H("0x1.921fb54442d18p+0")
_SIN_SIGN = np.array([1.0, -1.0, -1.0, 1.0])
_COS_SIGN = np.array([1.0, 1.0, -1.0, -1.0])


def log32(x: np.ndarray) -> np.ndarray:
    """The C library's `logf` on positive normal float32 values."""
    bits = x.view(np.int32)
    shifted = bits - np.int32(0x3F330000)
    index = (shifted >> 19) & 15
    exponent = (shifted >> 23).astype(np.float64)
    z = (bits - (shifted & np.int32(-0x800000))).view(np.float32).astype(np.float64)
    z *= _LOG_INVERSE.take(index)
    z -= 1.0
    exponent *= _LN2
    exponent += _LOG_TABLE.take(index)
    exponent += z
    square = z * z
    z *= _LOG_A1
    z += _LOG_A2
    z += square * _LOG_A0
    z *= square
    z += exponent
    return z.astype(np.float32)


def sincos32(v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The C library's `sinf` and `cosf` on float32 values in [0, 2*pi]."""
    x = v.astype(np.float64)
    quadrant = (x * _QUADRANTS).astype(np.int32)
    quadrant += np.int32(1 << 23)
    quadrant >>= 24
    x -= quadrant * _HALF_PI
    q = x * x
    quadrant &= 3
    x *= _SIN_SIGN.take(quadrant)
    qx = q * x
    s = qx * _SIN1
    s += x
    qx *= q
    qx *= q * _SIN3 + _SIN2
    s += qx
    qq = q * q
    c = q * _COS1
    c += 1.0
    c += qq * _COS2
    qq *= q
    q *= _COS4
    q += _COS3
    qq *= q
    c += qq
    c *= _COS_SIGN.take(quadrant)
    odd = (quadrant & 1).astype(bool)
    return np.where(odd, c, s).astype(np.float32), np.where(odd, s, c).astype(np.float32)


def box_muller32(word0: np.ndarray, word1: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two float32 normals from two words each."""
    u = np.maximum(unit32(word0), np.float32(_FLOOR))
    angle = (unit32(word1).astype(np.float64) * (2.0 * math.pi)).astype(np.float32)
    radius = log32(u)
    radius *= np.float32(-2.0)
    np.sqrt(radius, out=radius)
    sine, cosine = sincos32(angle)
    sine *= radius
    cosine *= radius
    return sine, cosine


def box_muller64(words: philox.Columns) -> tuple[np.ndarray, np.ndarray]:
    """Two float64 normals from the four words of a block."""
    a, b, c, d = words
    u = np.maximum(unit64(a, b), _FLOOR)
    angle = (unit64(c, d) * (2.0 * math.pi)).tolist()
    radius = np.sqrt(-2.0 * libm(math.log, u))
    sine = np.fromiter(map(math.sin, angle), np.float64, len(angle))
    cosine = np.fromiter(map(math.cos, angle), np.float64, len(angle))
    return sine * radius, cosine * radius


def libm(function, values: np.ndarray) -> np.ndarray:
    """`function` of the C library on each value: NumPy's own vector kernels differ in the last bit."""
    return np.fromiter(map(function, values.tolist()), np.float64, len(values))


def normal(key: int, counter: int, count: int, dtype: torch.dtype) -> torch.Tensor:
    """`count` standard normal floats, flat, on the CPU."""
    group = group_size(dtype)
    blocks = -(-count // group)
    out = np.empty((blocks, group), np.float64 if dtype is torch.float64 else np.float32)
    for start, stop, cols in philox.chunks(key, counter, blocks):
        for i, value in enumerate(_candidates(cols, dtype)):
            out[start:stop, i] = value
    return torch.from_numpy(out.reshape(-1)[:count]).to(dtype)


def truncated_normal(key: int, counter: int, count: int, dtype: torch.dtype) -> torch.Tensor:
    """`count` standard normal floats redrawn until they lie within two standard deviations, flat, on the CPU."""
    group = group_size(dtype)
    groups = -(-count // group)
    out = np.empty((groups, group), np.float64 if dtype is torch.float64 else np.float32)
    for start in range(0, groups, philox.CHUNK):
        _fill_truncated(key, counter, start, out[start : start + philox.CHUNK], dtype)
    return torch.from_numpy(out.reshape(-1)[:count]).to(dtype)


def _candidates(cols: philox.Columns, dtype: torch.dtype) -> tuple[np.ndarray, ...]:
    if dtype is torch.float64:
        return box_muller64(cols)
    count = len(cols[0])
    if count > _JOINED:
        return *box_muller32(cols[0], cols[1]), *box_muller32(cols[2], cols[3])
    sine, cosine = box_muller32(np.concatenate((cols[0], cols[2])), np.concatenate((cols[1], cols[3])))
    return sine[:count], cosine[:count], sine[count:], cosine[count:]


def _fill_truncated(key: int, counter: int, first: int, out: np.ndarray, dtype: torch.dtype) -> None:
    """Fill groups `first`, `first + 1`, ... Each reads its own blocks in order and drops what lies outside."""
    groups, size = out.shape
    step = 64 * size
    at = np.arange(first, first + groups, dtype=np.uint64) * np.uint64(step)
    filled = np.zeros(groups, np.int64)
    open_groups = np.arange(groups)
    while len(open_groups):
        values = np.stack(_candidates(philox.columns_at(key, counter, at[open_groups]), dtype), 1)
        keep = np.abs(values) < TRUNCATION
        slot = filled[open_groups, None] + np.cumsum(keep, 1) - 1
        keep &= slot < size
        row = np.broadcast_to(open_groups[:, None], keep.shape)
        out[row[keep], slot[keep]] = values[keep]
        filled[open_groups] += keep.sum(1)
        at[open_groups] += np.uint64(1)
        open_groups = open_groups[filled[open_groups] < size]
