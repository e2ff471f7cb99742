"""Elementary functions, number by number, by the library that is faster on this processor (`choice.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from tfshim.engine.ops.vectorized import choice, complex_numbers
from tfshim.engine.ops.vectorized.choice import Rivals
from tfshim.engine.runtime.autograd_function import Function

Elementary = Callable[[torch.Tensor], torch.Tensor]
# The gradient of an argument, of that, the result and the gradient of the result.
Slope = Callable[[torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]


def by_the_faster(
    by_torch: Elementary,
    by_numpy: Callable[..., Any],
    slope: Slope,
    low: float = -3,
    high: float = 3,
    dtypes: tuple[torch.dtype, ...] = (torch.float32, torch.float64),
    worth_it: float = choice.WORTH_IT,
) -> tuple[Elementary, Rivals]:
    """The function, and what decides on it, by numbers between `low` and `high`."""
    rivals = Rivals(by_torch, by_numpy, low, high, dtypes, worth_it=worth_it)
    of_complex = complex_numbers.BY_PARTS.get(by_torch, by_torch)

    class ByNumpy(Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            made = rivals.into(x, torch.empty_like(x))
            ctx.save_for_backward(x, made)
            return made

        @staticmethod
        def backward(ctx: Any, grad: torch.Tensor) -> Any:
            x, made = ctx.saved_tensors
            return slope(x, made, grad)

    def function(x: torch.Tensor) -> torch.Tensor:
        count = x.numel()
        if not (count.__class__ is int and count >= choice.MANY):
            return by_torch(x)
        if x.is_complex():
            return of_complex(x)
        if rivals.numpy_wins(x):
            if not (x.requires_grad and torch.is_grad_enabled()):
                return rivals.into(x, torch.empty_like(x))
            if count >= choice.MANY_RECORDED:
                made: torch.Tensor = ByNumpy.apply(x)
                return made
        return by_torch(x)

    function.__name__ = by_torch.__name__
    return function, rivals


def exp(x: torch.Tensor) -> torch.Tensor:
    """Exponentials, those of many complex numbers by their parts."""
    return complex_numbers.exp(x) if x.is_complex() else torch.exp(x)


# The gradients are torch's own.
tanh, TANH = by_the_faster(torch.tanh, np.tanh, lambda x, y, grad: torch.ops.aten.tanh_backward(grad, y))
asin, ASIN = by_the_faster(torch.asin, np.arcsin, lambda x, y, grad: grad * torch.rsqrt(1 - x * x), -1, 1)
acos, ACOS = by_the_faster(torch.acos, np.arccos, lambda x, y, grad: grad * -torch.rsqrt(1 - x * x), -1, 1)
atan, ATAN = by_the_faster(torch.atan, np.arctan, lambda x, y, grad: grad / (x * x + 1))
tan, TAN = by_the_faster(torch.tan, np.tan, lambda x, y, grad: grad * (1 + y * y))
# Numbers of many digits NumPy brings near 0 one by one.
sin, SIN = by_the_faster(torch.sin, np.sin, lambda x, y, grad: grad * torch.cos(x), dtypes=(torch.float32,))
cos, COS = by_the_faster(torch.cos, np.cos, lambda x, y, grad: grad * -torch.sin(x), dtypes=(torch.float32,))
sinh, SINH = by_the_faster(torch.sinh, np.sinh, lambda x, y, grad: grad * torch.cosh(x))
cosh, COSH = by_the_faster(torch.cosh, np.cosh, lambda x, y, grad: grad * torch.sinh(x))
asinh, ASINH = by_the_faster(torch.asinh, np.arcsinh, lambda x, y, grad: grad * torch.rsqrt(x * x + 1))
acosh, ACOSH = by_the_faster(torch.acosh, np.arccosh, lambda x, y, grad: grad / torch.sinh(y), 1, 9)
atanh, ATANH = by_the_faster(torch.atanh, np.arctanh, lambda x, y, grad: grad / (1 - x * x), -1, 1)
log, LOG = by_the_faster(torch.log, np.log, lambda x, y, grad: grad / x, 0.1, 9)
log1p, LOG1P = by_the_faster(torch.log1p, np.log1p, lambda x, y, grad: grad / (x + 1), 0.1, 9)


def elu_by_numpy(x: Any, out: Any) -> None:
    """Write the exponential linear units of the array `x` into the array `out`."""
    # NumPy takes the lesser of many numbers and one a number at a time. Where `x` is positive, the exponential is less than it.
    np.abs(x, out=out)
    np.negative(out, out=out)
    np.expm1(out, out=out)
    np.maximum(out, x, out=out)


elu, ELU = by_the_faster(F.elu, elu_by_numpy, lambda x, y, grad: torch.ops.aten.elu_backward(grad, 1, 1, 1, True, y), worth_it=1.2)


def tanh_into(x: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """`out`, with the hyperbolic tangents of `x` written into it, which may be `x` itself; no tape records either."""
    if x.numel() >= choice.MANY and TANH.numpy_wins(x):
        return TANH.into(x, out)
    return torch.tanh(x, out=out)
