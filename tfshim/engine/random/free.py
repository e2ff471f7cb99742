"""Draws that no seed determines: torch's own generators, which are quicker, and NumPy's where plain bits are wanted.

They are private ones, so that a user's torch code sees the numbers that its own seed gives.
"""

import functools
import math
import os
import threading
from collections.abc import Callable, Sequence

import numpy as np
import torch

from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.values.readable import written_down

_generators = {}
_lock = threading.Lock()


def _generator(device: torch.device) -> torch.Generator:
    generator = _generators.get(device)
    if generator is None:
        with _lock:
            generator = torch.Generator(device)
            generator.manual_seed(int.from_bytes(os.urandom(8), "little") >> 1)
            # Another thread may have made one while this one waited.
            generator = _generators.setdefault(device, generator)
    return generator


class _Bits(threading.local):
    """A generator for each thread, so that none waits for another. In half the time of torch's."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Begin anew, from what the system takes for chance."""
        self.generator = np.random.SFC64()
        self.draws = np.random.Generator(self.generator)


_bits = _Bits()


def bits(count: int) -> torch.Tensor:
    """`count` random 64-bit numbers, as a vector of int64 on the CPU."""
    return torch.from_numpy(_bits.generator.random_raw(count).view(np.int64))


if hasattr(os, "register_at_fork"):
    # A child must not repeat the numbers of its parent.
    os.register_at_fork(after_in_child=_generators.clear)
    os.register_at_fork(after_in_child=_bits.start)

_CPU = torch.device("cpu")


def _draw(function: Callable[..., torch.Tensor], shape: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
    device = current_torch_device() or _CPU
    if written_down():  # compiled code has a generator of its own
        return function(shape, dtype=dtype, device=device)
    return function(shape, generator=_generator(device), dtype=dtype, device=device)


def uniform(shape: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
    """Floats in [0, 1) on the device for new tensors."""
    return _draw(torch.rand, shape, dtype)


def normal(shape: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
    """Standard normal floats on the device for new tensors."""
    return _draw(torch.randn, shape, dtype)


def integers(shape: Sequence[int], dtype: torch.dtype, low: int, high: int) -> torch.Tensor:
    """Integers in [low, high), of which there are less than 2**63, on the device for new tensors."""
    return _draw(functools.partial(torch.randint, low, high), shape, dtype)


def permutation(size: int) -> torch.Tensor:
    """The numbers below `size` in random order, int64 on the CPU."""
    return torch.randperm(size, generator=None if written_down() else _generator(_CPU))


_MOST_COUNTED = 1e9  # rates up to which NumPy's counts are exact


def poisson(rates: np.ndarray, samples: int) -> np.ndarray | None:
    """Counts [samples, len(rates)], int64; None where a rate is none, or too large."""
    if not np.all((rates >= 0) & (rates < _MOST_COUNTED)):
        return None
    return _bits.draws.poisson(rates.astype(np.float64), (samples, len(rates)))


def gamma(alphas: np.ndarray, samples: int) -> np.ndarray | None:
    """Standard gamma values [samples, len(alphas)], float64; None where a parameter is none."""
    if not np.all((alphas > 0) & np.isfinite(alphas)):
        return None
    return _bits.draws.standard_gamma(alphas.astype(np.float64), (samples, len(alphas)))


_INSIDE = math.erf(math.sqrt(2.0))  # the share of normal values within two standard deviations


def truncated_normal(shape: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
    """Standard normal floats within two standard deviations, on the device for new tensors."""
    wide = torch.float64 if dtype is torch.float64 else torch.float32
    values = _draw(torch.rand, shape, wide).mul_(2.0 * _INSIDE).sub_(_INSIDE).erfinv_().mul_(math.sqrt(2.0))
    # Rounding may have led just past the bounds.
    return values.clamp_(-2.0, 2.0).to(dtype)
