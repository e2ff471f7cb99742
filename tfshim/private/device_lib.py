"""Replaces `tensorflow.python.client.device_lib`: the local devices with their memory."""

import torch

import tfshim
from tfshim.refusals import refused

_REPLACES = "tensorflow.python.client.device_lib"
__all__ = ["list_local_devices"]

# TensorFlow reports this much for a CPU, whatever the machine has.
_CPU_LIMIT = 256 * 1024 * 1024


class DeviceAttributes:
    """One device: `name`, `device_type`, `memory_limit` (bytes) and `physical_device_desc`; prints as its message."""

    def __init__(self, name, device_type, memory_limit, physical_device_desc=""):
        self.name = name
        self.device_type = device_type
        self.memory_limit = memory_limit
        self.physical_device_desc = physical_device_desc

    def __repr__(self):
        text = f'name: "{self.name}"\ndevice_type: "{self.device_type}"\nmemory_limit: {self.memory_limit}\n'
        return text + (f'physical_device_desc: "{self.physical_device_desc}"\n' if self.physical_device_desc else "")


def list_local_devices(session_config=None):
    """The devices of this process as `DeviceAttributes`, the CPU first.

    Raises:
        NotImplementedError: a `session_config` is given; devices are configured through `tf.config`.
    """
    if session_config is not None:
        raise refused("tensorflow.python.client.device_lib.list_local_devices", "session_config")
    return [_attributes(device) for device in tfshim.config.list_logical_devices()]


def _attributes(device):
    if device.device_type != "GPU" or not torch.cuda.is_available():
        return DeviceAttributes(device.name, device.device_type, _CPU_LIMIT if device.device_type == "CPU" else 0)
    index = int(device.name.rpartition(":")[2])
    card = torch.cuda.get_device_properties(index)
    described = f"device: {index}, name: {card.name}, compute capability: {card.major}.{card.minor}"
    return DeviceAttributes(device.name, "GPU", card.total_memory, described)
