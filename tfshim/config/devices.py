"""Devices of `tf.config`: what this machine has, what of it programs see, and how."""

import platform
from collections import namedtuple

import torch

from tfshim.engine.runtime import device_names
from tfshim.engine.runtime.devices import set_default_device
from tfshim.refusals import refused

_REFERENCE_MODULE = "tensorflow.python.eager.context"


class PhysicalDevice(namedtuple("PhysicalDevice", ["name", "device_type"])):
    """A device of this machine: its `name`, such as "/physical_device:GPU:0", and its `device_type`.

    Mirrors `tf.config.PhysicalDevice`.
    """

    __slots__ = ()
    __module__ = _REFERENCE_MODULE


class LogicalDevice(namedtuple("LogicalDevice", ["name", "device_type"])):
    """A device that operations run on: its `name`, such as "/device:GPU:0", and its `device_type`.

    Mirrors `tf.config.LogicalDevice`.
    """

    __slots__ = ()
    __module__ = _REFERENCE_MODULE


class LogicalDeviceConfiguration(
    namedtuple("LogicalDeviceConfiguration", ["memory_limit", "experimental_priority", "experimental_device_ordinal"])
):
    """How a logical device is made: `memory_limit` in MiB (GPU only). Mirrors `tf.config.LogicalDeviceConfiguration`."""

    __slots__ = ()
    __module__ = _REFERENCE_MODULE

    def __new__(cls, memory_limit=None, experimental_priority=None, experimental_device_ordinal=None):
        return super().__new__(cls, memory_limit, experimental_priority, experimental_device_ordinal)


class State:
    """What has been set. `initialized` from the first time that logical devices are listed: then it cannot change."""

    initialized = False
    visible = None  # physical devices, None for all
    growth = {}
    logical = {}  # physical device -> list of configurations


def forget():
    """Take back what has been set; devices can be configured as at the beginning."""
    State.initialized, State.growth, State.logical = False, {}, {}
    device_names.forget_divisions()
    if State.visible is not None:
        State.visible = None
        device_names.set_visible_gpus(None)
        gpus = device_names.gpu_devices()
        set_default_device(gpus[0] if gpus else None)


def _physical():
    found = [PhysicalDevice("/physical_device:CPU:0", "CPU")]
    found += [PhysicalDevice(f"/physical_device:GPU:{i}", "GPU") for i in range(device_names.physical_gpu_count())]
    return found


def _known(device):
    if device not in _physical() or not isinstance(device, tuple):
        raise ValueError(f"Unrecognized device: {device!r}")
    return device


def _of_type(devices, device_type):
    return [d for d in devices if device_type is None or d.device_type == device_type]


def list_physical_devices(device_type=None):
    """The CPU and the GPUs of this machine, or those of `device_type`, "CPU" or "GPU".

    Mirrors `tf.config.list_physical_devices`.
    """
    return _of_type(_physical(), device_type)


def get_visible_devices(device_type=None):
    """The physical devices that operations may use, or those of `device_type`. Mirrors `tf.config.get_visible_devices`."""
    return _of_type(_physical() if State.visible is None else State.visible, device_type)


def set_visible_devices(devices, device_type=None):
    """Let operations use only `devices`, one PhysicalDevice or a list, among those of `device_type` (None: of all types).

    Raises ValueError for a device that is not there, RuntimeError once devices are in use. Mirrors
    `tf.config.set_visible_devices`.
    """
    devices = [devices] if isinstance(devices, PhysicalDevice) else list(devices)
    for d in devices:
        if d not in _of_type(_physical(), device_type):
            raise ValueError(f"Unrecognized device: {d!r}")
    if device_type is not None:
        devices += [d for d in get_visible_devices() if d.device_type != device_type]
    if sorted(devices) == sorted(get_visible_devices()):
        return
    if State.initialized:
        raise RuntimeError("Visible devices cannot be modified after being initialized")
    State.visible = devices
    # GPUs keep the order of the machine, whatever the order they are given in.
    numbers = sorted(_number(d) for d in devices if d.device_type == "GPU")
    device_names.set_visible_gpus(numbers)
    gpus = device_names.gpu_devices()
    set_default_device(gpus[0] if gpus else None)


def _number(device):
    return int(device.name.rsplit(":", 1)[1])


def list_logical_devices(device_type=None):
    """The devices that operations run on, or those of `device_type`; fixes the settings of devices.

    Mirrors `tf.config.list_logical_devices`.
    """
    State.initialized = True
    found = []
    for kind in ("CPU", "GPU"):
        count = sum(len(State.logical.get(d) or [None]) for d in get_visible_devices(kind))
        found += [LogicalDevice(f"/device:{kind}:{i}", kind) for i in range(count)]
    return _of_type(found, device_type)


def get_memory_growth(device):
    """Whether memory of the GPU `device` is taken as it is needed, as it was set; None if it was not.

    Raises ValueError for a device that is not there, KeyError for the CPU. Mirrors
    `tf.config.experimental.get_memory_growth`.
    """
    if _known(device).device_type != "GPU":
        raise KeyError(device)
    return State.growth.get(device)


def set_memory_growth(device, enable):
    """Take memory of the GPU `device` as it is needed, which is what is done here in any case; `enable` is remembered.

    Raises ValueError for a device that is not there, is no GPU or is divided. Mirrors
    `tf.config.experimental.set_memory_growth`.
    """
    _known(device)
    if device in State.logical:
        raise ValueError("Cannot set memory growth on device when virtual devices configured")
    if device.device_type != "GPU":
        raise ValueError("Cannot set memory growth on non-GPU and non-Pluggable devices")
    if State.initialized and State.growth.get(device) != enable:
        raise RuntimeError("Physical devices cannot be modified after being initialized")
    State.growth[device] = enable


def get_logical_device_configuration(device):
    """How the PhysicalDevice `device` is divided: a list of LogicalDeviceConfiguration, or None.

    Mirrors `tf.config.get_logical_device_configuration`.
    """
    return State.logical.get(_known(device))


def set_logical_device_configuration(device, logical_devices):
    """Divide the PhysicalDevice `device` into logical ones, one for each LogicalDeviceConfiguration in the list `logical_devices`.

    Names /CPU:0, /CPU:1 ... then all mean the one CPU, and /GPU:0, /GPU:1 ... the GPU that was divided. Limits of the memory of a GPU
    hold for its logical devices together: torch enforces their sum, where all have one. Priorities and ordinals raise
    NotImplementedError, ValueError a device that is not there and limits on a CPU, RuntimeError devices that are in use. Mirrors
    `tf.config.set_logical_device_configuration`.
    """
    _known(device)
    logical_devices = list(logical_devices)
    if device.device_type == "CPU":
        for c in logical_devices:
            if c.memory_limit is not None:
                raise ValueError("Setting memory limit on CPU virtual devices is currently not supported")
            if c.experimental_priority is not None:
                raise ValueError("Setting experimental_priority on CPU virtual  devices is currently not supported")
            if c.experimental_device_ordinal is not None:
                raise ValueError("Setting experimental_device_ordinal on CPU virtual  devices is currently not supported")
    elif State.growth.get(device):
        raise ValueError("Cannot configure virtual devices on device when memory growth is set")
    elif any(c.experimental_priority is not None or c.experimental_device_ordinal is not None for c in logical_devices):
        raise refused("tf.config.set_logical_device_configuration", "GPU")
    if State.initialized:
        if State.logical.get(device) == logical_devices:
            return
        raise RuntimeError("Virtual devices cannot be modified after being initialized")
    State.logical[device] = logical_devices
    if device.device_type == "GPU":
        device_names.divide_gpu(_number(device), max(1, len(logical_devices)))
        limits = [c.memory_limit for c in logical_devices]
        if torch.cuda.is_available():
            total = torch.cuda.get_device_properties(_number(device)).total_memory
            limited = limits and None not in limits
            torch.cuda.set_per_process_memory_fraction(min(1.0, sum(limits) * 2**20 / total) if limited else 1.0, _number(device))


def _torch_device(name):
    """The torch.device for the memory statistics of a device name, or None for the CPU."""
    try:
        spec = device_names.DeviceSpec.from_string(name)
    except ValueError:
        spec = None
    if spec is None or spec.device_type is None or spec.device_index is None:
        raise ValueError(
            f"Failed parsing device name: '{name}'. Note a valid device string should at least contain a device type "
            'and a device index, like "GPU:0".'
        )
    if spec.device_type == "CPU" and spec.device_index == 0:
        return None
    gpus = device_names.gpu_devices()
    if spec.device_type != "GPU" or spec.device_index >= len(gpus):
        raise ValueError(f"No matching devices found for '{name}'")
    return gpus[spec.device_index]


def get_memory_info(device):
    """The bytes that tensors on the device of this name, such as "GPU:0", hold: a dictionary of "current" and "peak".

    Zeros for the CPU, whose memory is not counted. Raises ValueError for a device that is not there.
    Mirrors `tf.config.experimental.get_memory_info`.
    """
    found = _torch_device(device)
    if found is None:
        return {"current": 0, "peak": 0}
    if found.type == "mps":
        current = torch.mps.current_allocated_memory()
        return {"current": current, "peak": current}
    return {"current": torch.accelerator.memory_allocated(found), "peak": torch.accelerator.max_memory_allocated(found)}


def get_memory_usage(device):
    """The bytes that tensors on the device of this name hold now. Mirrors `tf.config.experimental.get_memory_usage`."""
    return get_memory_info(device)["current"]


def reset_memory_stats(device):
    """Reset the "peak" of `get_memory_info` for the device of this name.

    Mirrors `tf.config.experimental.reset_memory_stats`.
    """
    found = _torch_device(device)
    if found is not None and found.type != "mps":
        torch.accelerator.reset_peak_memory_stats(found)


def get_device_details(device):
    """Facts about the PhysicalDevice `device`: a dictionary, with "device_name" and "compute_capability" for a CUDA GPU.

    Raises ValueError for what is not a physical device of this machine. Mirrors
    `tf.config.experimental.get_device_details`.
    """
    if not isinstance(device, PhysicalDevice):
        raise ValueError(f"device must be a tf.config.PhysicalDevice, but got: {device}")
    if device not in _physical():
        raise ValueError(f"The PhysicalDevice must be one obtained from calling `tf.config.list_physical_devices`, but got: {device}")
    if device.device_type != "GPU":
        return {}
    if not torch.cuda.is_available():
        return {"device_name": f"{platform.machine()} GPU"}
    number = _number(device)
    return {"compute_capability": torch.cuda.get_device_capability(number), "device_name": torch.cuda.get_device_name(number)}
