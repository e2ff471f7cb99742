"""Elementary functions, number by number, by the library that is faster on this processor (`choice.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from tfshim.engine.ops.vectorized import choice
from tfshim.engine.ops.vectorized.choice import Rivals
from tfshim.engine.runtime.autograd_function import Function

Elementary = Callable[[torch.Tensor], torch.Tensor]
# The gradient of an argument, of that, the result and the gradient of the result.
Slope = Callable[[torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]


def _elementary(
    by_torch: Elementary,
    by_numpy: Callable[..., Any],
    slope: Slope,
    low: float = -3,
    high: float = 3,
    dtypes: tuple[torch.dtype, ...] = (torch.float32, torch.float64),
) -> tuple[Elementary, Rivals]:
    """The function, and what decides on it, by numbers between `low` and `high`."""
    rivals = Rivals(by_torch, by_numpy, low, high, dtypes)

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
        if type(count) is int and count >= choice.MANY and rivals.numpy_wins(x):
            if not (x.requires_grad and torch.is_grad_enabled()):
                return rivals.into(x, torch.empty_like(x))
            if count >= choice.MANY_RECORDED:
                made: torch.Tensor = ByNumpy.apply(x)
                return made
        return by_torch(x)

    function.__name__ = by_torch.__name__
    return function, rivals


# The gradients are torch's own.
tanh, TANH = _elementary(torch.tanh, np.tanh, lambda x, y, grad: torch.ops.aten.tanh_backward(grad, y))
asin, ASIN = _elementary(torch.asin, np.arcsin, lambda x, y, grad: grad * torch.rsqrt(1 - x * x), -1, 1)
acos, ACOS = _elementary(torch.acos, np.arccos, lambda x, y, grad: grad * -torch.rsqrt(1 - x * x), -1, 1)
atan, ATAN = _elementary(torch.atan, np.arctan, lambda x, y, grad: grad / (x * x + 1))
tan, TAN = _elementary(torch.tan, np.tan, lambda x, y, grad: grad * (1 + y * y))
# Numbers of many digits NumPy brings near 0 one by one.
sin, SIN = _elementary(torch.sin, np.sin, lambda x, y, grad: grad * torch.cos(x), dtypes=(torch.float32,))
cos, COS = _elementary(torch.cos, np.cos, lambda x, y, grad: grad * -torch.sin(x), dtypes=(torch.float32,))
sinh, SINH = _elementary(torch.sinh, np.sinh, lambda x, y, grad: grad * torch.cosh(x))
cosh, COSH = _elementary(torch.cosh, np.cosh, lambda x, y, grad: grad * torch.sinh(x))
asinh, ASINH = _elementary(torch.asinh, np.arcsinh, lambda x, y, grad: grad * torch.rsqrt(x * x + 1))
acosh, ACOSH = _elementary(torch.acosh, np.arccosh, lambda x, y, grad: grad / torch.sinh(y), 1, 9)
atanh, ATANH = _elementary(torch.atanh, np.arctanh, lambda x, y, grad: grad / (1 - x * x), -1, 1)
log, LOG = _elementary(torch.log, np.log, lambda x, y, grad: grad / x, 0.1, 9)
log1p, LOG1P = _elementary(torch.log1p, np.log1p, lambda x, y, grad: grad / (x + 1), 0.1, 9)


def tanh_into(x: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """`out`, with the hyperbolic tangents of `x` written into it, which may be `x` itself; no tape records either."""
    if x.numel() >= choice.MANY and TANH.numpy_wins(x):
        return TANH.into(x, out)
    return torch.tanh(x, out=out)
