"""Devices of `tf.config`: what this machine has, what of it programs see, and how."""

import platform
from collections import namedtuple

import torch

from tfshim.engine.runtime import device_names
from tfshim.engine.runtime.devices import set_default_device
from tfshim.refusals import refused

_REFERENCE_MODULE = "tensorflow.python.eager.context"


class PhysicalDevice(namedtuple("PhysicalDevice", ["name", "device_type"])):
    """A device that this machine has. Mirrors `tf.config.PhysicalDevice`.

    Attributes:
        name: its name, a str such as "/physical_device:GPU:0".
        device_type: "CPU" or "GPU".

    `tf.config.list_physical_devices` lists them; `tf.config.set_visible_devices` and
    `tf.config.set_logical_device_configuration` take them. All cores of the processor are one CPU.
    Operations run on logical devices, by default one for each physical device.

    Example:
        >>> tf.config.list_physical_devices("CPU")
        [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
        >>> tf.config.list_physical_devices("CPU")[0].device_type
        'CPU'
    """

    __slots__ = ()
    __module__ = _REFERENCE_MODULE


class LogicalDevice(namedtuple("LogicalDevice", ["name", "device_type"])):
    """A device that operations run on. Mirrors `tf.config.LogicalDevice`.

    Attributes:
        name: its name, a str such as "/device:GPU:0", as `tf.device` takes it.
        device_type: "CPU" or "GPU".

    `tf.config.list_logical_devices` lists them. There is one for each visible physical device, unless
    `tf.config.set_logical_device_configuration` has divided one into several.

    Example:
        >>> cpu = tf.config.list_logical_devices("CPU")[0]
        >>> cpu
        LogicalDevice(name='/device:CPU:0', device_type='CPU')
        >>> with tf.device(cpu.name):
        ...     total = tf.reduce_sum([1.0, 2.0])
        >>> total.numpy()
        3.0
    """

    __slots__ = ()
    __module__ = _REFERENCE_MODULE


class LogicalDeviceConfiguration(
    namedtuple("LogicalDeviceConfiguration", ["memory_limit", "experimental_priority", "experimental_device_ordinal"])
):
    """How one of the logical devices is made that a physical device is divided into. Mirrors `tf.config.LogicalDeviceConfiguration`.

    Arguments:
        memory_limit: the memory of the device in MiB, an int, for GPUs only; None (default) for no limit.
        experimental_priority: not supported by `tf.config.set_logical_device_configuration`; None by default.
        experimental_device_ordinal: the same.

    A list of them, one for each logical device, is given to `tf.config.set_logical_device_configuration`.

    Example:
        >>> tf.config.LogicalDeviceConfiguration(memory_limit=1024).memory_limit
        1024
        >>> tf.config.LogicalDeviceConfiguration() == tf.config.LogicalDeviceConfiguration(None)
        True
    """

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
    """The devices that this machine has. Mirrors `tf.config.list_physical_devices`.

    Arguments:
        device_type: "CPU" or "GPU", for the devices of that kind; all by default. Of other kinds, such as "TPU", there are none.

    Returns:
        a list of `tf.config.PhysicalDevice`s, the CPU first. Asking changes nothing: devices can still be configured afterwards.

    So programs find out whether there is a GPU, and go on without one.

    Example:
        >>> tf.config.list_physical_devices("CPU")
        [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
        >>> tf.config.list_physical_devices("TPU")
        []
        >>> strategy = tf.distribute.MirroredStrategy() if len(tf.config.list_physical_devices("GPU")) > 1 else tf.distribute.get_strategy()
    """
    return _of_type(_physical(), device_type)


def get_visible_devices(device_type=None):
    """The physical devices that operations may use. Mirrors `tf.config.get_visible_devices`.

    Arguments:
        device_type: "CPU" or "GPU", for the devices of that kind; all by default.

    Returns:
        a list of `tf.config.PhysicalDevice`s: those that `tf.config.set_visible_devices` left, or all of the machine's. What the
        environment variable CUDA_VISIBLE_DEVICES hides is not there at all.

    Example:
        >>> tf.config.get_visible_devices("CPU")
        [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
        >>> set(tf.config.get_visible_devices()) <= set(tf.config.list_physical_devices())
        True
    """
    return _of_type(_physical() if State.visible is None else State.visible, device_type)


def set_visible_devices(devices, device_type=None):
    """Let operations use these devices only. Mirrors `tf.config.set_visible_devices`.

    Arguments:
        devices: a `tf.config.PhysicalDevice` or a list of them. An empty list hides all of the kind:
            `set_visible_devices([], "GPU")` is how a program does without the GPU.
        device_type: "CPU" or "GPU": only that kind is changed; by default `devices` are all that is left.

    Returns:
        None. GPUs that are left are counted anew, from "/device:GPU:0".

    Raises:
        ValueError: a device is not there, or not of that kind.
        RuntimeError: devices are in use, and this would change them.

    Example:
        >>> cpus = tf.config.list_physical_devices("CPU")
        >>> tf.config.set_visible_devices(cpus, "CPU")
        >>> tf.config.get_visible_devices("CPU") == cpus
        True
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
    """The devices that operations run on. Mirrors `tf.config.list_logical_devices`.

    Arguments:
        device_type: "CPU" or "GPU", for the devices of that kind; all by default.

    Returns:
        a list of `tf.config.LogicalDevice`s, whose names `tf.device` takes.

    From the first call on devices are in use: what `tf.config.set_visible_devices` and `tf.config.set_logical_device_configuration`
    would change raises RuntimeError.

    Example:
        >>> tf.config.list_logical_devices("CPU")[0]
        LogicalDevice(name='/device:CPU:0', device_type='CPU')
        >>> [device.device_type for device in tf.config.list_logical_devices()][0]
        'CPU'
    """
    State.initialized = True
    found = []
    for kind in ("CPU", "GPU"):
        count = sum(len(State.logical.get(d) or [None]) for d in get_visible_devices(kind))
        found += [LogicalDevice(f"/device:{kind}:{i}", kind) for i in range(count)]
    return _of_type(found, device_type)


def get_memory_growth(device):
    """Tell whether the memory of a GPU is said to be taken as it is needed. Mirrors `tf.config.experimental.get_memory_growth`.

    Arguments:
        device: a `tf.config.PhysicalDevice` of a GPU, from `tf.config.list_physical_devices("GPU")`.

    Returns:
        What `set_memory_growth` set for it; None where nothing was set.

    Raises:
        ValueError: a device that this machine does not have.
        KeyError: the CPU.

    Memory is taken as it is needed here in any case: torch asks for more when what it has is used up.

    Example:
        >>> for gpu in tf.config.list_physical_devices("GPU"):
        ...     print(tf.config.experimental.get_memory_growth(gpu))
    """
    if _known(device).device_type != "GPU":
        raise KeyError(device)
    return State.growth.get(device)


def set_memory_growth(device, enable):
    """Have the memory of a GPU taken as it is needed. Mirrors `tf.config.experimental.set_memory_growth`.

    Arguments:
        device: a `tf.config.PhysicalDevice` of a GPU, from `tf.config.list_physical_devices("GPU")`.
        enable: True or False. It is kept for `get_memory_growth`; memory is taken as it is needed in any case, since torch does not take
            all of it at the beginning, as TensorFlow does without this setting.

    Returns:
        None.

    Raises:
        ValueError: a device that is not there, is no GPU, or has been divided.
        RuntimeError: another setting than before, when devices are in use already.

    Example:
        >>> for gpu in tf.config.list_physical_devices("GPU"):
        ...     tf.config.experimental.set_memory_growth(gpu, True)
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
    """How a physical device is divided. Mirrors `tf.config.get_logical_device_configuration`.

    The parts are devices of their own for `tf.device` and for strategies.

    Arguments:
        device: a `tf.config.PhysicalDevice`.

    Returns:
        the list of `tf.config.LogicalDeviceConfiguration`s that was set by `tf.config.set_logical_device_configuration`, or None: then
        it is one logical device.

    Raises:
        ValueError: the device is not there.

    Example:
        >>> cpu = tf.config.list_physical_devices("CPU")[0]
        >>> parts = tf.config.get_logical_device_configuration(cpu)
        >>> len(tf.config.list_logical_devices("CPU")) == len(parts or [None])
        True
    """
    return State.logical.get(_known(device))


def set_logical_device_configuration(device, logical_devices):
    """Divide a physical device into logical ones, as to try distribution on one machine. Mirrors
    `tf.config.set_logical_device_configuration`.

    Arguments:
        device: a `tf.config.PhysicalDevice`.
        logical_devices: a list of `tf.config.LogicalDeviceConfiguration`s, one for each logical device.

    Returns:
        None. Names "/CPU:0", "/CPU:1" ... then all mean the one CPU, and "/GPU:0", "/GPU:1" ... the GPU that was divided. Limits of
        the memory of a GPU hold for its logical devices together: torch enforces their sum, where all have one.

    Raises:
        ValueError: the device is not there, or a CPU has a limit.
        RuntimeError: devices are in use, and this would change them.
        NotImplementedError: priorities and ordinals.

    Example:
        >>> cpu = tf.config.list_physical_devices("CPU")[0]
        >>> tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration(memory_limit=100)])
        Traceback (most recent call last):
        ValueError: Setting memory limit on CPU virtual devices is currently not supported
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
    """Tell how much memory of a device tensors hold. Mirrors `tf.config.experimental.get_memory_info`.

    Arguments:
        device: the name of a device with its number, as "GPU:0".

    Returns:
        A dictionary of bytes: "current", what is held now, and "peak", the most since the beginning or `reset_memory_stats`.

    Raises:
        ValueError: a name without a number, a device that is not there, or the CPU, whose memory is not counted.

    What torch keeps for later tensors does not count, so that `nvidia-smi` shows more.

    Example:
        >>> most = [tf.config.experimental.get_memory_info(gpu.name)["peak"] for gpu in tf.config.list_logical_devices("GPU")]
    """
    found = _torch_device(device)
    if found is None:
        raise ValueError(f"Allocator stats not available for device '{device}'")
    if found.type == "mps":
        current = torch.mps.current_allocated_memory()
        return {"current": current, "peak": current}
    return {"current": torch.accelerator.memory_allocated(found), "peak": torch.accelerator.max_memory_allocated(found)}


def get_memory_usage(device):
    """Tell how much memory of a device tensors hold now. Mirrors `tf.config.experimental.get_memory_usage`, which is deprecated there:
    `get_memory_info(device)["current"]` is the same.

    A program finds leaks by it.

    Arguments:
        device: the name of a device with its number, as "GPU:0".

    Returns:
        An int, the bytes.

    Raises:
        ValueError: a name without a number, a device that is not there, or the CPU, whose memory is not counted.

    What torch keeps for later tensors does not count. Memory of a tensor is free when nothing refers to it any more.

    Example:
        >>> held = [tf.config.experimental.get_memory_usage(gpu.name) for gpu in tf.config.list_logical_devices("GPU")]
    """
    return get_memory_info(device)["current"]


def reset_memory_stats(device):
    """Let the peak of a device's memory count from now on. Mirrors `tf.config.experimental.reset_memory_stats`.

    Arguments:
        device: the name of a device with its number, as "GPU:0".

    Returns:
        None. "peak" of `get_memory_info` is the present use from here, until there is more.

    Raises:
        ValueError: a name without a number, a device that is not there, or the CPU, whose memory is not counted.

    To see what one step of training needs, call it before the step and `get_memory_info` after it.

    Example:
        >>> for gpu in tf.config.list_logical_devices("GPU"):
        ...     tf.config.experimental.reset_memory_stats(gpu.name)
    """
    found = _torch_device(device)
    if found is None:
        raise ValueError(f"Cannot reset memory stats for device '{device}'")
    if found.type != "mps":
        torch.accelerator.reset_peak_memory_stats(found)


def get_device_details(device):
    """Tell what kind of device a physical device is. Mirrors `tf.config.experimental.get_device_details`.

    Arguments:
        device: a `tf.config.PhysicalDevice`, from `tf.config.list_physical_devices`.

    Returns:
        A dictionary. A GPU of CUDA has "device_name", as "NVIDIA H200", and "compute_capability", a pair of ints; a CPU has nothing.

    Raises:
        ValueError: no physical device, or none of this machine. Names and logical devices are none.

    Mixed precision pays on GPUs whose "compute_capability" is (7, 0) or more.

    Example:
        >>> cpu = tf.config.list_physical_devices("CPU")[0]
        >>> tf.config.experimental.get_device_details(cpu)
        {}
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
