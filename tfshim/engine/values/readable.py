"""Whether a kernel may look at the numbers that it is given."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import torch
from torch.autograd import forward_ad

from tfshim.engine.runtime.noted_calls import NOTING
from tfshim.engine.runtime.state import ScopedValue

# How many of the modes around this thread's calls do no more than note them.
_notes = ScopedValue(0)


def written_down() -> bool:
    """Whether torch's operations are being written down, as they are for its compiler."""
    modes = torch._C._len_torch_dispatch_stack()
    return modes > 0 and modes > _notes.value


def unnoticed() -> contextlib.AbstractContextManager[None]:
    """Within it, a mode of torch's dispatcher makes no difference to what kernels do, for it only notes their calls."""
    return _notes.set_to(_notes.value + 1)


def at_least(count: int, least: int) -> bool:
    """Whether `count`, of elements say, is that large; False where it is not known, because operations are written down for any."""
    return type(count) is int and count >= least


def holds(condition: torch.Tensor, otherwise: str) -> bool:
    """Whether the boolean scalar `condition` is true. Where it has no value, because operations are written down, they check it."""
    if condition.__class__ is not torch.Tensor and written_down():
        torch._assert_async(condition, otherwise)
        return True
    return bool(condition)


def number_is(test: Callable[[Any], Any], x: torch.Tensor) -> bool:
    """Whether `test` is true of the number in the scalar `x`.

    Whoever notes calls notes the answer alone: the number is another one each time.
    """
    return bool(test(x.item() if NOTING.value is None else x))


def is_zero(x: Any) -> Any:
    """A test of a number, or of a tensor of one."""
    return x == 0


def is_not_zero(x: Any) -> Any:
    """Another one; NaN is not 0."""
    return x != 0


def is_above_zero(x: Any) -> Any:
    """Another one."""
    return x > 0


def is_finite(x: Any) -> Any:
    """Another one."""
    return x - x == 0


def readable(x: torch.Tensor) -> bool:
    """Whether the values of `x` can be looked at: it is neither a shape alone nor recorded, batched or compiled."""
    return not x.is_meta and not written_down() and not torch._C._functorch.is_functorch_wrapped_tensor(x)


def on_processor(x: torch.Tensor) -> bool:
    """Whether the values of `x` can be looked at, and lie in the memory of the processor, where NumPy can work on them."""
    return x.is_cpu and readable(x)


def forward_mode() -> bool:
    """Whether torch carries derivatives forward through what is computed, for which autograd functions need a rule of their own."""
    return forward_ad._current_level >= 0


def exported(x: torch.Tensor) -> bool:
    """Whether torch.export writes down what is done with `x`: others run it then, who have their own ways to be fast."""
    return x.__class__ is not torch.Tensor and torch.compiler.is_exporting()
