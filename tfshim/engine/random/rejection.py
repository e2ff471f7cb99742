"""Gamma, Poisson and binomial draws: rejection methods in double precision.

Every output owns its own part of the stream and reads as many blocks of it as it needs, so the outputs are
computed side by side: a `_Lanes` object gives the next uniform or normal of each output that still needs one.
A block becomes two uniforms or two normals, which are used second first.
"""

import math
from collections.abc import Callable

import numpy as np
import torch

from tfshim.engine.random import philox
from tfshim.engine.random.normal import box_muller64, libm, powers
from tfshim.engine.random.uniform import unit64

# The stretch of the stream that TensorFlow's kernels reserve for each output: numbers are the same only with the same strides.
BLOCKS_PER_SAMPLE = 256
_BINOMIAL_SMALL_BLOCKS = 42
_CHUNK = 16384
_FEW = 256  # values that the C library has computed before NumPy has found those that are equal


class _Lanes:
    def __init__(self, key: int, counter: int, offsets: np.ndarray) -> None:
        self._key, self._counter, self._at = key, counter, offsets.astype(np.uint64)
        count = len(offsets)
        self._uniform, self._has_uniform = np.zeros(count), np.zeros(count, bool)
        self._normal, self._has_normal = np.zeros(count), np.zeros(count, bool)

    def uniforms(self, lanes: np.ndarray) -> np.ndarray:
        return self._next(lanes, self._uniform, self._has_uniform, _uniform_pair)

    def normals(self, lanes: np.ndarray) -> np.ndarray:
        return self._next(lanes, self._normal, self._has_normal, box_muller64)

    def _next(
        self, lanes: np.ndarray, kept: np.ndarray, has: np.ndarray, make_pair: Callable[[philox.Columns], tuple[np.ndarray, np.ndarray]]
    ) -> np.ndarray:
        empty = ~has[lanes]
        out = kept[lanes]
        fetch = lanes[empty]
        if len(fetch):
            first, second = make_pair(philox.columns_at(self._key, self._counter, self._at[fetch]))
            self._at[fetch] += np.uint64(1)
            # The second of a pair goes out first, as TensorFlow takes them from the end.
            kept[fetch] = first
            out[empty] = second
        # Lanes that made a pair have its first half left; the others have just used theirs up.
        has[lanes] = empty
        return out


def _uniform_pair(cols: philox.Columns) -> tuple[np.ndarray, np.ndarray]:
    return unit64(cols[0], cols[1]), unit64(cols[2], cols[3])


def gamma(key: int, counter: int, alpha: np.ndarray, samples: int) -> np.ndarray:
    """`samples` standard gamma values for each of the flat `alpha`: float64 [samples, len(alpha)]."""
    return _by_parameter(lambda part, first: _gamma(key, counter, first, part), (alpha,), samples)


def poisson(key: int, counter: int, rate: np.ndarray, samples: int) -> np.ndarray:
    """`samples` Poisson counts for each of the flat `rate`: float64 [samples, len(rate)]."""
    return _by_parameter(lambda part, first: _poisson(key, counter, first, part), (rate,), samples)


def binomial(key: int, counter: int, counts: np.ndarray, probs: np.ndarray, samples: int) -> np.ndarray:
    """`samples` binomial counts for each pair of the flat `counts` and `probs`: float64 [samples, len(counts)]."""
    return _by_parameter(lambda n, p, first: _binomial(key, counter, first, n, p), (counts, probs), samples)


def _by_parameter(draw: Callable[..., np.ndarray], parameters: tuple[np.ndarray, ...], samples: int) -> np.ndarray:
    """Outputs are numbered with the parameter as the slow index, but laid out with it as the fast one."""
    size = len(parameters[0])
    flat = [np.repeat(np.asarray(p, np.float64), samples) for p in parameters]
    out = np.empty(size * samples)
    for start in range(0, len(out), _CHUNK):
        stop = min(start + _CHUNK, len(out))
        out[start:stop] = draw(*(p[start:stop] for p in flat), np.arange(start, stop))
    return out.reshape(size, samples).T


def _gamma(key: int, counter: int, number: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    # Marsaglia and Tsang (2000), for alpha >= 1. Smaller ones are drawn for alpha + 1 and multiplied by u ** (1 / alpha) in the end;
    # alpha = 1 is the exponential distribution, which takes a single uniform.
    lanes = _Lanes(key, counter, number * BLOCKS_PER_SAMPLE)
    out = np.full(len(alpha), np.nan)
    one = np.flatnonzero(alpha == 1.0)
    if len(one):
        out[one] = -libm(math.log1p, -lanes.uniforms(one))
    todo = np.flatnonzero(alpha != 1.0)
    small = alpha < 1.0
    d = np.where(small, alpha + 2.0 / 3.0, alpha - 1.0 / 3.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        c = (1.0 / 3.0) / np.sqrt(d)
    todo = todo[np.isfinite(c[todo])]
    while len(todo):
        x = lanes.normals(todo)
        v = 1.0 + c[todo] * x
        positive = v > 0.0
        lane, x, v = todo[positive], x[positive], v[positive]
        v = v * v * v
        u = lanes.uniforms(lane)
        square = x * x
        # The squeeze: it accepts most candidates without a logarithm.
        accept = u < 1.0 - 0.0331 * (square * square)
        with np.errstate(divide="ignore"):
            accept |= np.log(u) < 0.5 * square + d[lane] * (1.0 - v + np.log(v))
        out[lane[accept]] = d[lane[accept]] * v[accept]
        todo = todo[~positive | _scatter(positive, ~accept)]
    boosted = np.flatnonzero(small & ~np.isnan(out))
    if len(boosted):
        u = lanes.uniforms(boosted)
        # The C library's power: NumPy's own may differ in the last bit.
        with np.errstate(divide="ignore"):
            out[boosted] *= powers(u, 1.0 / alpha[boosted])
    return out


def _scatter(mask: np.ndarray, values: np.ndarray) -> np.ndarray:
    out = np.zeros(len(mask), bool)
    out[mask] = values
    return out


def _poisson(key: int, counter: int, number: np.ndarray, rate: np.ndarray) -> np.ndarray:
    lanes = _Lanes(key, counter, number * BLOCKS_PER_SAMPLE)
    out = np.full(len(rate), np.nan)
    out[np.isposinf(rate)] = np.inf
    _poisson_product(lanes, np.flatnonzero(rate < 10.0), rate, out)
    _poisson_transformed(lanes, np.flatnonzero((rate >= 10.0) & np.isfinite(rate)), rate, out)
    return out


def _of_each_run(function: Callable[[float], float], values: np.ndarray) -> np.ndarray:
    """`libm`, which computes equal values that follow each other once: samples share their parameter."""
    if len(values) < _FEW:
        return libm(function, values)
    changed = np.flatnonzero(values[1:] != values[:-1]) + 1
    if 2 * len(changed) >= len(values):
        return libm(function, values)
    starts = np.concatenate(([0], changed))
    return np.repeat(libm(function, values[starts]), np.diff(starts, append=len(values)))


def _poisson_product(lanes: _Lanes, todo: np.ndarray, rate: np.ndarray, out: np.ndarray) -> None:
    # Knuth: the number of uniforms whose product stays above exp(-rate).
    limit = np.zeros(len(rate))
    limit[todo] = _of_each_run(math.exp, -np.maximum(rate[todo], -700.0))  # a negative rate only has to give zero
    product = np.ones(len(rate))
    factors = 0
    while len(todo):
        product[todo] *= lanes.uniforms(todo)
        factors += 1
        below = product[todo] <= limit[todo]
        out[todo[below]] = factors - 1
        todo = todo[~below]


def _poisson_transformed(lanes: _Lanes, todo: np.ndarray, rate: np.ndarray, out: np.ndarray) -> None:
    """Hörmann's transformed rejection with squeeze (PTRS)."""
    with np.errstate(invalid="ignore"):
        b = 0.931 + 2.53 * np.sqrt(rate)
    a = -0.059 + 0.02483 * b
    with np.errstate(divide="ignore"):
        inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    while len(todo):
        lam, la, lb = rate[todo], a[todo], b[todo]
        u = lanes.uniforms(todo) - 0.5
        v = lanes.uniforms(todo)
        s = 0.5 - np.abs(u)
        with np.errstate(divide="ignore", invalid="ignore"):
            k = np.floor((2.0 * la / s + lb) * u + lam + 0.43)
            accept = (s >= 0.07) & (v <= 0.9277 - 3.6224 / (lb - 2.0))
            rejected = (k < 0.0) | ((s < 0.013) & (v > s))
            left = np.log(v * inverse_alpha[todo] / (la / (s * s) + lb))
            right = -lam + k * np.log(lam) - _lgamma(k + 1.0)
        accept |= ~rejected & (left <= right)
        out[todo[accept]] = k[accept]
        todo = todo[~accept]


def _lgamma(x: np.ndarray) -> np.ndarray:
    return torch.lgamma(torch.from_numpy(x)).numpy()


def _binomial(key: int, counter: int, number: np.ndarray, n: np.ndarray, p: np.ndarray) -> np.ndarray:
    out = np.full(len(n), np.nan)
    out[(n <= 0.0) | (p <= 0.0)] = 0.0
    certain = (n > 0.0) & (p >= 1.0)
    out[certain] = n[certain]
    flipped = p > 0.5  # both methods want the smaller probability: failures are counted instead
    q = np.where(flipped, 1.0 - p, p)
    drawn = np.isnan(out) & np.isfinite(p) & np.isfinite(n)
    large = drawn & (n * q >= 10.0)
    stride = np.where(large, BLOCKS_PER_SAMPLE, _BINOMIAL_SMALL_BLOCKS)
    lanes = _Lanes(key, counter, number * stride)
    _binomial_geometric(lanes, np.flatnonzero(drawn & ~large), n, q, out)
    _binomial_transformed(lanes, np.flatnonzero(large), n, q, out)
    back = drawn & flipped
    out[back] = n[back] - out[back]
    return out


def _binomial_geometric(lanes: _Lanes, todo: np.ndarray, n: np.ndarray, q: np.ndarray, out: np.ndarray) -> None:
    # The trials up to each success are geometric: as many successes as such numbers fit into n trials.
    total = np.zeros(len(n))
    terms = 0
    while len(todo):
        with np.errstate(divide="ignore"):
            total[todo] += np.ceil(np.log(lanes.uniforms(todo)) / np.log1p(-q[todo]))
        over = total[todo] > n[todo]
        out[todo[over]] = terms
        terms += 1
        todo = todo[~over]


def _binomial_transformed(lanes: _Lanes, todo: np.ndarray, n: np.ndarray, q: np.ndarray, out: np.ndarray) -> None:
    """Hörmann's transformed rejection with squeeze for the binomial (BTRS)."""
    while len(todo):
        count, p = n[todo], q[todo]
        deviation = np.sqrt(count * p * (1.0 - p))
        b = 1.15 + 2.53 * deviation
        a = -0.0873 + 0.0248 * b + 0.01 * p
        ratio = p / (1.0 - p)
        alpha = (2.83 + 5.1 / b) * deviation
        mode = np.floor((count + 1.0) * p)
        u = lanes.uniforms(todo) - 0.5
        v = lanes.uniforms(todo)
        s = 0.5 - np.abs(u)
        with np.errstate(divide="ignore", invalid="ignore"):
            k = np.floor((2.0 * a / s + b) * u + (count * p + 0.5))
            accept = (s >= 0.07) & (v <= 0.92 - 4.2 / b)
            rejected = (k < 0.0) | (k > count)
            left = np.log(v * alpha / (a / (s * s) + b))
            right = (
                (mode + 0.5) * np.log((mode + 1.0) / (ratio * (count - mode + 1.0)))
                + (count + 1.0) * np.log((count - mode + 1.0) / (count - k + 1.0))
                + (k + 0.5) * np.log(ratio * (count - k + 1.0) / (k + 1.0))
                + _stirling(mode)
                + _stirling(count - mode)
                - _stirling(k)
                - _stirling(count - k)
            )
        accept |= ~rejected & (left <= right)
        out[todo[accept]] = k[accept]
        todo = todo[~accept]


# ln k! less Stirling's formula for k = 0..9.
_STIRLING = np.array(
    [
        0.0810614667953272,
        0.0413406959554092,
        0.0276779256849983,
        0.02079067210376509,
        0.0166446911898211,
        0.0138761288230707,
        0.0118967099458917,
        0.0104112652619720,
        0.00925546218271273,
        0.00833056343336287,
    ]
)


def _stirling(k: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore", invalid="ignore"):
        squared = (k + 1.0) * (k + 1.0)
        series = (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / squared) / squared) / (k + 1.0)
    small = (k >= 0.0) & (k <= 9.0)
    return np.where(small, _STIRLING[np.where(small, k, 0.0).astype(np.int64)], series)
