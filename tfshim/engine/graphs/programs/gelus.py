"""GELU where models spell it out, and a kernel for its approximation with the hyperbolic tangent.

`0.5 * (1 + tanh(z))` is the logistic function of `2 * z`, for which torch has an exponential as wide as the processor. Its way
to the tangent and to its slope takes several times as long as the passes over memory here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from tfshim.engine.graphs.programs.arrays import array_functions
from tfshim.engine.graphs.programs.merged_calls import Formulas, Merged
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import at_least, forward_mode, on_processor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_FACTOR = 2 * math.sqrt(2 / math.pi)
_CUBIC = 0.044715 * _FACTOR
# Elements from which that is so: the calls have their price, those for a gradient more.
_MANY, _MANY_RECORDED = 1 << 14, 1 << 15


def gelu_by_tanh(x: torch.Tensor) -> torch.Tensor:
    """`0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ** 3)))`, element by element."""
    if not at_least(x.numel(), _MANY) or x.dtype is not torch.float32 or not on_processor(x) or forward_mode():
        return F.gelu(x, approximate="tanh")
    if not (x.requires_grad and torch.is_grad_enabled()):
        squares, shares = _shares(x)
        return torch.mul(x, shares, out=squares)
    return _Gelu.apply(x) if x.numel() >= _MANY_RECORDED else F.gelu(x, approximate="tanh")


def _shares(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The squares of `x`, and the share of it that is kept; both are the caller's."""
    squares = torch.mul(x, x)
    return squares, torch.mul(x, _FACTOR).addcmul_(squares, x, value=_CUBIC).sigmoid_()


class _Gelu(Function):
    """The slopes are made beside the values, while what both need is at hand."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        squares, shares = _shares(x)
        made = x * shares
        rest = torch.addcmul(made, made, shares, value=-1)  # x * shares * (1 - shares)
        slopes = shares.addcmul_(rest, squares, value=3 * _CUBIC).add_(rest, alpha=_FACTOR)
        ctx.save_for_backward(x, slopes)
        return made

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> torch.Tensor:
        x, slopes = ctx.saved_tensors
        if torch.is_grad_enabled():  # the slopes have gradients themselves
            return torch.ops.aten.gelu_backward(grad, x, approximate="tanh")
        return grad * slopes


class Gelus(Formulas):
    """`0.5 * x * (1 + erf(x / sqrt(2)))`, and its approximation `0.5 * x * (1 + tanh(c * (x + 0.044715 * x**3)))`."""

    starts = ("Tanh", "Erf")

    def look(self, start: Operation) -> None:
        passed = [start]
        if start.type == "Erf":
            x = self.divided(start.arguments[0], passed)
            if x is not None:
                self.climb(start, x, passed, F.gelu)
            return
        scale, rest = self.factors(start.arguments[0], passed)
        total = self.taken(rest[0], "AddV2", passed) if len(rest) == 1 and abs(scale - 0.7978845608) < 1e-6 else None
        if total is None:
            return
        for x, cube in (total.arguments[:2], total.arguments[1::-1]):
            inside = list(passed)
            weight, powers = self.factors(cube, inside)
            power = self.taken(powers[0], "Pow", inside) if len(powers) == 1 and abs(weight - 0.044715) < 1e-7 else None
            if power is not None and power.arguments[0] is x and self.number(power.arguments[1]) == 3:
                self.climb(start, x, inside, gelu_by_tanh, array_functions.gelu_by_tanh)

    def divided(self, t: Any, passed: list[Any]) -> Any:
        """`x`, where `t` is `x / sqrt(2)`; else None."""
        quotient = self.taken(t, "RealDiv", passed)
        if quotient is not None:
            x, divisor = quotient.arguments[:2]
            number = self.number(divisor)
            return x if number is not None and abs(number - math.sqrt(2)) < 1e-6 else None
        scale, rest = self.factors(t, passed)
        return rest[0] if len(rest) == 1 and abs(scale - math.sqrt(0.5)) < 1e-6 else None

    def climb(
        self, start: Operation, x: Any, passed: list[Any], function: Callable[[torch.Tensor], torch.Tensor], on_arrays: Any = None
    ) -> None:
        """Note the last node of the GELU of `x`, if what `start` gives goes into one."""
        value, weight, others = start.outputs[0], 1.0, []
        while len(self.users.get(id(value), ())) == 1 and self.users[id(value)][0] is not None:
            node = self.users[id(value)][0]
            other = node.arguments[1] if node.arguments[0] is value else node.arguments[0]
            if value is start.outputs[0]:
                if node.kind != "AddV2" or self.number(other) != 1:
                    return
            elif node.kind == "Mul":
                number, rest = self.factors(other, passed)
                weight, others = weight * number, others + rest
            else:
                return
            if len(others) > 1 or others and others[0] is not x:
                return
            if others and weight == 0.5:
                self.found[id(node)] = Merged(function, (x,), on_arrays)
                self.inner.update(map(id, passed))
                return
            passed.append(node)
            value = node.outputs[0]
