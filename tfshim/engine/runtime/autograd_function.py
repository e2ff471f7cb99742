"""The base of autograd functions, whose calls cost a third of torch's."""

from __future__ import annotations

from typing import Any

import torch
from torch.autograd.function import _SingleLevelFunction

_transforms_active = torch._C._are_functorch_transforms_active
_unwrapped = torch._functorch.utils.unwrap_dead_wrappers


class Function(torch.autograd.Function):
    """`torch.autograd.Function`, for functions that are given all arguments by position.

    torch looks up the signature of `forward` at each call, to fill in defaults.
    """

    @classmethod
    def apply(cls, *args: Any) -> Any:
        """The result for `args`, recorded for gradients."""
        if _transforms_active():
            return super().apply(*args)
        inner: Any = super(_SingleLevelFunction, cls)
        return inner.apply(*_unwrapped(args))
