"""What a session tells of the devices that it may use."""

from __future__ import annotations

import random

import torch

from tfshim._export import tf_private
from tfshim.engine.runtime.device_names import from_torch_device, gpu_devices

# TensorFlow reports this much for a CPU, whatever the machine has.
_CPU_LIMIT = 256 * 1024 * 1024


@tf_private("tensorflow.python.client.session._DeviceAttributes")
class DeviceAttributes:
    """A device: its full name, its type ("CPU", "GPU"), its memory in bytes and a number that tells one start of it from another."""

    __module__ = "tensorflow.python.client.session"
    __qualname__ = "_DeviceAttributes"

    def __init__(self, name: str, device_type: str, memory_limit_bytes: int, incarnation: int) -> None:
        self._name, self._device_type = name, device_type
        self._memory_limit_bytes, self._incarnation = memory_limit_bytes, incarnation

    name = property(lambda self: self._name, doc="The full name.")
    device_type = property(lambda self: self._device_type, doc="The type, in capitals.")
    memory_limit_bytes = property(lambda self: self._memory_limit_bytes, doc="How much memory it has.")
    incarnation = property(lambda self: self._incarnation, doc="A number of this start of it.")

    def __repr__(self) -> str:
        return f"_DeviceAttributes({self._name}, {self._device_type}, {self._memory_limit_bytes}, {self._incarnation})"


def session_devices() -> list[DeviceAttributes]:
    """The devices of this process, the CPU first."""
    made = [DeviceAttributes(from_torch_device(torch.device("cpu")), "CPU", _CPU_LIMIT, random.getrandbits(63))]
    for device in gpu_devices():
        memory = torch.cuda.get_device_properties(device).total_memory if device.type == "cuda" else 0
        made.append(DeviceAttributes(from_torch_device(device), "GPU", memory, random.getrandbits(63)))
    return made
