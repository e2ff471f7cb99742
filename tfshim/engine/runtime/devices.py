"""Which torch device new tensors go to: the `tf.device` scope, else the first GPU, else the CPU."""

from typing import Any

import numpy as np
import torch

from tfshim.engine.runtime.processor import allocator
from tfshim.engine.runtime.state import TS


def accelerator() -> torch.device | None:
    """torch's accelerator that this machine has, whatever its maker; its devices are TensorFlow's GPUs. None for none."""
    return torch.accelerator.current_accelerator(check_available=True)


class _Default:
    """Found on first use, because asking for GPUs starts their driver."""

    known = False
    device: torch.device | None = None  # None stands for the CPU: nothing to move

    @classmethod
    def find(cls) -> torch.device | None:
        found = accelerator()
        cls.device = None if found is None else torch.device(found.type, 0)
        if found is None:
            allocator.keep_memory()
        cls.known = True
        return cls.device


def set_default_device(device: torch.device | None) -> None:
    """Fix the device for tensors made outside any `tf.device` scope; None is the CPU."""
    _Default.device, _Default.known = device, True


def current_torch_device() -> torch.device | None:
    """The torch.device for new tensors, or None for the CPU where no scope says otherwise."""
    device = TS.torch_device
    if device is not None:
        return device
    return _Default.device if _Default.known else _Default.find()


def accelerated() -> bool:
    """Whether new tensors go to an accelerator where no scope says otherwise."""
    return (_Default.device if _Default.known else _Default.find()) is not None


PROCESSOR = torch.device("cpu")


class _Scope:
    """New tensors go to `device` within it, where they would go to an accelerator; None changes nothing."""

    __slots__ = ("_before", "_device")

    def __init__(self, device: torch.device | None) -> None:
        self._device = device

    def __enter__(self) -> None:
        self._before = TS.torch_device
        if self._device is not None and accelerated():
            TS.torch_device = self._device

    def __exit__(self, *_: object) -> None:
        TS.torch_device = self._before


def on_processor() -> _Scope:
    """A scope in which new tensors stay on the processor, for what TensorFlow runs there whatever the machine has."""
    return _Scope(PROCESSOR)


def on_device_of(t: Any) -> _Scope:
    """A scope in which new tensors go to the device of `t`, if that is a torch tensor."""
    return _Scope(t.device if isinstance(t, torch.Tensor) else None)


# What is never moved, which is told faster by its type than by what it is an instance of.
_UNMOVED = frozenset((int, float, bool, str, bytes, type(None), np.ndarray))


def moved(value: Any, device: torch.device) -> Any:
    """`value`, which may be a structure of tuples and lists, with its tensors on `device`."""
    if type(value) in _UNMOVED:
        return value
    if isinstance(value, torch.Tensor):
        return value.to(device)
    if isinstance(value, list):
        return [moved(x, device) for x in value]
    if isinstance(value, tuple):
        items = [moved(x, device) for x in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    return value


_FEW = 64  # as many numbers as sizes and positions have, which are wanted on the processor


def placed_input(t: torch.Tensor) -> torch.Tensor:
    """What a function was given, on the accelerator, where its operations run unless a scope says otherwise."""
    if TS.torch_device is not None or type(t) is not torch.Tensor or not t.is_cpu or t.dtype is torch.int32 and t.numel() <= _FEW:
        return t
    device = current_torch_device()
    return t if device is None else t.to(device)
