"""Single-precision logarithm, sine and cosine that round as the C library's do, and the normal values made of them.

They are computed in plain double arithmetic with the constants of the published single-precision kernels (Arm optimized
routines), which agree with the C library on each of the 2**23 arguments that can occur. The arithmetic is written once,
for NumPy arrays and for torch tensors on any device with double precision; `lib` says which.
"""

import functools
import math
from typing import Any

import numpy as np
import torch

FLOOR = 1e-7  # a uniform of zero would have no logarithm


class _NumPy:
    """What NumPy and torch write differently."""

    where, sqrt = staticmethod(np.where), staticmethod(np.sqrt)

    @staticmethod
    def double(x: np.ndarray) -> np.ndarray:
        return x.astype(np.float64)

    @staticmethod
    def single(x: np.ndarray) -> np.ndarray:
        return x.astype(np.float32)

    @staticmethod
    def truncated(x: np.ndarray) -> np.ndarray:
        return x.astype(np.int32)

    @staticmethod
    def boolean(x: np.ndarray) -> np.ndarray:
        return x.astype(bool)

    @staticmethod
    def bits(x: np.ndarray) -> np.ndarray:
        return x.view(np.int32)

    @staticmethod
    def floats(x: np.ndarray) -> np.ndarray:
        return x.view(np.float32)

    @staticmethod
    def at_least(x: np.ndarray, limit: float) -> np.ndarray:
        return np.maximum(x, np.float32(limit))

    @staticmethod
    @functools.lru_cache(maxsize=8)
    def _array(values: tuple[float, ...]) -> np.ndarray:
        return np.array(values)

    def look_up(self, values: tuple[float, ...], index: np.ndarray) -> np.ndarray:
        return self._array(values).take(index)


class _Torch:
    where = staticmethod(torch.where)
    double, single = staticmethod(torch.Tensor.double), staticmethod(torch.Tensor.float)
    truncated, boolean = staticmethod(torch.Tensor.int), staticmethod(torch.Tensor.bool)

    @staticmethod
    def sqrt(x: torch.Tensor) -> torch.Tensor:
        # torch's own single-precision root may be off in the last bit, depending on the library behind it.
        return x.double().sqrt_().float()

    @staticmethod
    def bits(x: torch.Tensor) -> torch.Tensor:
        return x.view(torch.int32)

    @staticmethod
    def floats(x: torch.Tensor) -> torch.Tensor:
        return x.view(torch.float32)

    @staticmethod
    def at_least(x: torch.Tensor, limit: float) -> torch.Tensor:
        return x.clamp(min=float(np.float32(limit)))

    @staticmethod
    @functools.lru_cache(maxsize=32)
    def _tensor(values: tuple[float, ...], device: torch.device) -> torch.Tensor:
        return torch.tensor(values, dtype=torch.float64, device=device)

    def look_up(self, values: tuple[float, ...], index: torch.Tensor) -> torch.Tensor:
        return self._tensor(values, index.device)[index.long()]


NUMPY, TORCH = _NumPy(), _Torch()

_H = float.fromhex
_LOG_INVERSE = tuple(
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
_LOG_TABLE = tuple(
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
_SIN_SIGN = (1.0, -1.0, -1.0, 1.0)
_COS_SIGN = (1.0, 1.0, -1.0, -1.0)


def log(lib: Any, x: Any) -> Any:
    """The C library's `logf` on positive normal float32 values."""
    # x = 2**exponent * z with z near 1, of which the first four bits after the leading one select the entry of the tables.
    bits = lib.bits(x)
    shifted = bits - 0x3F330000
    index = (shifted >> 19) & 15
    exponent = lib.double(shifted >> 23)
    z = lib.double(lib.floats(bits - (shifted & -0x800000)))
    z *= lib.look_up(_LOG_INVERSE, index)
    z -= 1.0
    exponent *= _LN2
    exponent += lib.look_up(_LOG_TABLE, index)
    exponent += z
    square = z * z
    z *= _LOG_A1
    z += _LOG_A2
    z += square * _LOG_A0
    z *= square
    z += exponent
    return lib.single(z)


def sincos(lib: Any, v: Any) -> tuple[Any, Any]:
    """The C library's `sinf` and `cosf` on float32 values in [0, 2*pi]."""
    # The nearest multiple of pi/2 in fixed point with 24 fractional bits, and what `x` is beyond it.
    x = lib.double(v)
    quadrant = lib.truncated(x * _QUADRANTS)
    quadrant += 1 << 23
    quadrant >>= 24
    x -= lib.double(quadrant) * _HALF_PI
    q = x * x
    quadrant &= 3
    x *= lib.look_up(_SIN_SIGN, quadrant)
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
    c *= lib.look_up(_COS_SIGN, quadrant)
    odd = lib.boolean(quadrant & 1)
    return lib.single(lib.where(odd, c, s)), lib.single(lib.where(odd, s, c))


def unit(lib: Any, word: Any) -> Any:
    """float32 in [0, 1) from words: the low 23 bits."""
    return lib.single(word & 0x7FFFFF) * 2.0**-23


def box_muller(lib: Any, word0: Any, word1: Any) -> tuple[Any, Any]:
    """Two float32 normals from two words each."""
    u = lib.at_least(unit(lib, word0), FLOOR)
    angle = lib.single(lib.double(unit(lib, word1)) * (2.0 * math.pi))
    radius = log(lib, u)
    radius *= -2.0
    radius = lib.sqrt(radius)
    sine, cosine = sincos(lib, angle)
    sine *= radius
    cosine *= radius
    return sine, cosine
