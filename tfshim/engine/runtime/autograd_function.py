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


def is_followed(x: torch.Tensor) -> bool:
    """Whether gradients are recorded for `x`, also where it stands for one row of a tensor for which they are."""
    while not x.requires_grad and torch._C._functorch.is_batchedtensor(x):
        x = torch._C._functorch.get_unwrapped(x)
    return x.requires_grad


def in_front(info: Any, in_dims: tuple[int | None, ...], *tensors: torch.Tensor) -> list[torch.Tensor]:
    """The `tensors` of a function under vmap with its axis in front, as its rule `vmap(info, in_dims, *tensors)` is given them."""
    return [t.unsqueeze(0).expand(info.batch_size, *t.shape) if axis is None else t.movedim(axis, 0) for t, axis in zip(tensors, in_dims)]
