"""Draws made where they are needed: uniform and normal floats on an accelerator, equal to those of the CPU."""

from collections.abc import Callable, Sequence

import torch

from tfshim.engine.random import philox, single

_CHUNK = 1 << 22  # blocks at a time, which bounds the memory of the working tensors
_MASK = philox.MASK32


def can_draw(device: torch.device, counter: int, count: int) -> bool:
    """Whether `device` has the arithmetic for it, and the counter's lower half does not overflow on the way."""
    return device.type == "cuda" and (counter & philox.MASK64) + count <= philox.MASK64


def columns(key: int, counter: int, count: int, device: torch.device) -> tuple[torch.Tensor, ...]:
    """Words 0, 1, 2, 3 of `count` successive blocks, each as an int64 tensor."""
    low, high = counter & philox.MASK64, counter >> 64
    # torch computes with signed numbers of 64 bits: the same bits, since sums wrap around.
    position = torch.arange(count, device=device) + (low - 2**64 if low >> 63 else low)
    upper = torch.tensor([high & _MASK, (high >> 32) & _MASK], device=device)
    return philox.rounds(position & _MASK, (position >> 32) & _MASK, upper[0], upper[1], key)


def uniform(key: int, counter: int, count: int, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """`count` floats in [0, 1), flat."""
    if dtype is torch.float64:
        return _filled(key, counter, count, 2, dtype, device, lambda c: (_unit64(c[0], c[1]), _unit64(c[2], c[3])))
    bits = {torch.float32: 23, torch.float16: 10, torch.bfloat16: 7}[dtype]
    return _filled(key, counter, count, 4, dtype, device, lambda c: [(w & ((1 << bits) - 1)).to(dtype) * 2.0**-bits for w in c])


def normal(key: int, counter: int, count: int, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """`count` standard normal floats of at most single precision, flat."""

    def make(c: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
        return *single.box_muller(single.TORCH, c[0], c[1]), *single.box_muller(single.TORCH, c[2], c[3])

    return _filled(key, counter, count, 4, dtype, device, make)


def _unit64(upper: torch.Tensor, lower: torch.Tensor) -> torch.Tensor:
    return (((upper & 0xFFFFF) << 32) | lower).double() * 2.0**-52


def _filled(
    key: int,
    counter: int,
    count: int,
    group: int,
    dtype: torch.dtype,
    device: torch.device,
    make: Callable[[Sequence[torch.Tensor]], Sequence[torch.Tensor]],
) -> torch.Tensor:
    blocks = -(-count // group)
    out = torch.empty((blocks, group), dtype=dtype, device=device)
    for start in range(0, blocks, _CHUNK):
        stop = min(start + _CHUNK, blocks)
        for i, values in enumerate(make(columns(key, counter + start, stop - start, device))):
            out[start:stop, i] = values
    return out.view(-1)[:count]
