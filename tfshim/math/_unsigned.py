"""What torch lacks for uint64: order, division, and the extremes of the narrower unsigned types."""

import torch

_LOWEST = -(2**63)


def ordered(t):
    """The torch tensor `t` in a type that torch compares and that has the same order."""
    if t.dtype is torch.uint64:
        return t.view(torch.int64) ^ _LOWEST
    if t.dtype is torch.uint32:
        return t.to(torch.int64)
    if t.dtype is torch.uint16:
        return t.to(torch.int32)
    return t


def restored(t, dtype):
    """The inverse of `ordered` for a tensor of type `dtype`."""
    if dtype is torch.uint64:
        return (t ^ _LOWEST).view(torch.uint64)
    return t.to(dtype)


def _below(a, b):
    return (a ^ _LOWEST) < (b ^ _LOWEST)


def floor_divide_unsigned(x, y):
    """`x // y` for uint64 tensors; no element of `y` is 0."""
    return _divmod(x, y)[0]


def remainder_unsigned(x, y):
    """`x % y` for uint64 tensors; no element of `y` is 0."""
    return _divmod(x, y)[1]


def _divmod(x, y):
    """Quotient and remainder of uint64 tensors by signed arithmetic.

    Half of x is divided, the quotient doubled; it is then at most one too small. A divisor of 2**63 or more goes
    into x at most once.
    """
    a, b = torch.broadcast_tensors(x.view(torch.int64), y.view(torch.int64))
    huge = b < 0
    divisor = torch.where(huge, torch.ones_like(b), b)
    # `>>` fills with the sign bit, which the mask takes out.
    half = (a >> 1) & (2**63 - 1)
    quotient = torch.div(half, divisor, rounding_mode="floor") * 2
    quotient = torch.where(huge, torch.zeros_like(quotient), quotient)
    rest = a - quotient * b
    over = ~_below(rest, b)
    quotient, rest = quotient + over, torch.where(over, rest - b, rest)
    return quotient.view(torch.uint64), rest.view(torch.uint64)
