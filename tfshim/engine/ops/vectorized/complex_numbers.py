"""Functions of many complex numbers by functions of their parts: torch takes the C library's for each number.

Where a part is not finite, or nothing can be divided by, the C library decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.wanted import wanted
from tfshim.engine.values.readable import at_least, forward_mode, on_processor

_BITS = {torch.float32: torch.int32, torch.float64: torch.int64}
_MANY = 1 << 10  # numbers from which the passes over their parts take less time


def suits(x: torch.Tensor) -> bool:
    """Whether the functions of `x`, which is complex, take less time than torch's."""
    return at_least(x.numel(), _MANY) and on_processor(x) and not x.is_conj() and not x.is_neg()


def _parts(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    real, imaginary = torch.view_as_real(x.detach()).unbind(-1)
    return real.contiguous(), imaginary.contiguous()


def absolute(x: torch.Tensor) -> torch.Tensor:
    """The sizes of numbers that suit, without a gradient."""
    return torch.from_numpy(np.asarray(np.abs(x.detach().numpy())))


def sqrt(x: torch.Tensor) -> torch.Tensor:
    """The roots, with a real part that is not negative, of numbers that suit, without a gradient."""
    real, imaginary = _parts(x)
    longer = absolute(x).mul_(0.5).add_(real.abs().mul_(0.5)).sqrt_()
    if not math.isfinite(longer.sum().item()) or longer.amin().item() < torch.finfo(longer.dtype).tiny ** 0.25:
        return torch.sqrt(x.detach())
    shorter = imaginary.abs().div_(longer).mul_(0.5)
    # Where the real part is negative they change places; all bits of its shifted ones are 1.
    bits = _BITS[longer.dtype]
    longer, shorter = longer.view(bits), shorter.view(bits)
    change = real.view(bits).bitwise_right_shift_(8 * bits.itemsize - 1).bitwise_and_(longer ^ shorter)
    of_real, of_imaginary = longer.bitwise_xor_(change).view(real.dtype), shorter.bitwise_xor_(change).view(real.dtype)
    return torch.complex(of_real, of_imaginary.copysign_(imaginary))


def _as_pairs(x: torch.Tensor) -> torch.Tensor:
    return torch.view_as_real(x.resolve_conj().resolve_neg())


def plus(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """The sum of complex numbers of one type. torch multiplies `y` by 1 before, which is no number any more where a part is infinite."""
    return torch.view_as_complex(_as_pairs(x) + _as_pairs(y))


def minus(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """The same for a difference."""
    return torch.view_as_complex(_as_pairs(x) - _as_pairs(y))


def opposite(x: torch.Tensor) -> torch.Tensor:
    """`-x`, of zeros as well, of which torch keeps the sign in long vectors."""
    return torch.view_as_complex(-_as_pairs(x))


def _exp(real: torch.Tensor, imaginary: torch.Tensor) -> torch.Tensor:
    size = real.exp_()
    return torch.complex(imaginary.cos().mul_(size), imaginary.sin_().mul_(size))


def _log(real: torch.Tensor, imaginary: torch.Tensor) -> torch.Tensor:
    return torch.complex(torch.hypot(real, imaginary).log_(), torch.atan2(imaginary, real))


def _sin(real: torch.Tensor, imaginary: torch.Tensor) -> torch.Tensor:
    return torch.complex(real.sin().mul_(imaginary.cosh()), real.cos_().mul_(imaginary.sinh_()))


def _cos(real: torch.Tensor, imaginary: torch.Tensor) -> torch.Tensor:
    return torch.complex(real.cos().mul_(imaginary.cosh()), real.sin_().neg_().mul_(imaginary.sinh_()))


def _sinh(real: torch.Tensor, imaginary: torch.Tensor) -> torch.Tensor:
    return torch.complex(real.sinh().mul_(imaginary.cos()), real.cosh_().mul_(imaginary.sin_()))


def _cosh(real: torch.Tensor, imaginary: torch.Tensor) -> torch.Tensor:
    return torch.complex(real.cosh().mul_(imaginary.cos()), real.sinh_().mul_(imaginary.sin_()))


def _tanh(real: torch.Tensor, imaginary: torch.Tensor) -> torch.Tensor:
    # Nothing cancels near a pole, as it does between functions of the doubles of the parts.
    side, height = real.sinh_(), imaginary.tan_()
    squared = (height * height).add_(1)
    below = (squared * side).mul_(side).add_(1)
    of_real = (side * side).add_(1).sqrt_().mul_(squared).mul_(side).div_(below)
    return torch.complex(of_real, height.div_(below))


Unary = Callable[[torch.Tensor], torch.Tensor]


def _by_parts(
    of_parts: Callable[[torch.Tensor, torch.Tensor], torch.Tensor], by_torch: Unary, slope: Callable[[torch.Tensor, torch.Tensor], Any]
) -> Unary:
    """The function of complex numbers that suit. `slope`: its derivative, of the number and the result, in torch's operations."""

    def values(x: torch.Tensor) -> torch.Tensor:
        made = of_parts(*_parts(x))
        return made if np.isfinite(torch.view_as_real(made).sum().item()) else by_torch(x.detach())

    class ByParts(Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            made = values(x)
            ctx.save_for_backward(x, made)
            return made

        @staticmethod
        def backward(ctx: Any, grad: torch.Tensor) -> Any:
            return grad * slope(*ctx.saved_tensors).conj() if wanted(ctx, 0) else None

    def function(x: torch.Tensor) -> torch.Tensor:
        if not suits(x) or forward_mode():
            return by_torch(x)
        if x.requires_grad and torch.is_grad_enabled():
            made: torch.Tensor = ByParts.apply(x)
            return made
        return values(x)

    return function


# by torch -> by parts; their derivatives are by parts as well.
exp = _by_parts(_exp, torch.exp, lambda x, y: y)
BY_PARTS: dict[Any, Unary] = {
    torch.log: _by_parts(_log, torch.log, lambda x, y: x.reciprocal()),
    torch.sin: _by_parts(_sin, torch.sin, lambda x, y: BY_PARTS[torch.cos](x)),
    torch.cos: _by_parts(_cos, torch.cos, lambda x, y: -BY_PARTS[torch.sin](x)),
    torch.sinh: _by_parts(_sinh, torch.sinh, lambda x, y: BY_PARTS[torch.cosh](x)),
    torch.cosh: _by_parts(_cosh, torch.cosh, lambda x, y: BY_PARTS[torch.sinh](x)),
    torch.tanh: _by_parts(_tanh, torch.tanh, lambda x, y: 1 - y * y),
}
