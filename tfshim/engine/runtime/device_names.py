"""Names of devices: `tf.DeviceSpec`, and what torch calls the device of such a name.

"/gpu:0", "GPU:0", "/device:GPU:0" and "/job:localhost/replica:0/task:0/device:GPU:0" are the first visible device of torch's
accelerator: CUDA's, Apple's, Intel's, or that of a backend that was installed beside torch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import torch

from tfshim._export import tf_export
from tfshim.engine.runtime.devices import accelerator
from tfshim.engine.runtime.errors import invalid

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

# (job, replica, task, device type, device index) of a name, None where it leaves a part open
Parts: TypeAlias = "tuple[str | None, int | None, int | None, str | None, int | None]"

_SHORT_TYPES = frozenset(["CPU", "GPU", "TPU", "CUSTOM", "EPU"])
_UPPER = {"cpu": "CPU", "gpu": "GPU"}


def _parse(text: str) -> Parts:
    """(job, replica, task, device type, device index) of a device string; None where a part is not given."""
    job = replica = task = kind = index = None
    for part in text.split("/") if text else ():
        key, *rest = part.split(":")
        number = None
        if key == "job" and len(rest) == 1:
            job = rest[0]
            continue
        if key in ("replica", "task") and len(rest) == 1:
            number = int(rest[0])
            replica, task = (number, task) if key == "replica" else (replica, number)
            continue
        if len(rest) <= 1 and key.upper() in _SHORT_TYPES:
            found, wanted = key.upper(), rest[0] if rest else "*"
        elif key == "device" and len(rest) == 2:
            found, wanted = rest
        elif not part:
            continue
        else:
            raise ValueError(f"Unknown attribute '{key}' is encountered while parsing the device spec: '{text}'.")
        if kind is not None:
            raise ValueError(f"Multiple device types are not allowed while parsing the device spec: {text}.")
        kind = found
        if wanted != "*":
            index = int(wanted)
    return job, replica, task, kind, index


def _integer(value: Any) -> int | None:
    return None if value is None else int(value)


class DeviceSpecV2:
    """The parts of a device's name, any of which may be left open. Mirrors `tf.DeviceSpec`.

    Arguments:
        job: the name of a job, such as "worker"; None (the default) leaves it open, as for the others.
        replica: the number of a replica.
        task: the number of a task of the job.
        device_type: "CPU" or "GPU".
        device_index: the number of the device.

    Raises:
        ValueError: a number that is none.

    It does not change, and can be a key of a dictionary. `to_string()` gives the name, `from_string` reads one,
    `replace` and `make_merged_spec` make others. `tf.device` takes it.

    Example:
        >>> spec = tf.DeviceSpec(job="worker", task=1, device_type="GPU", device_index=0)
        >>> spec.to_string()
        '/job:worker/task:1/device:GPU:0'
        >>> tf.DeviceSpec.from_string("/job:ps/CPU:0").device_type
        'CPU'
    """

    __slots__ = ("__weakref__", "_device_index", "_device_type", "_job", "_replica", "_task")
    __module__ = "tensorflow.python.framework.device_spec"

    def __init__(
        self,
        job: str | None = None,
        replica: int | None = None,
        task: int | None = None,
        device_type: str | None = None,
        device_index: int | None = None,
    ) -> None:
        self._set((job, replica, task, device_type, device_index))

    def _set(self, parts: Sequence[Any]) -> None:
        job, replica, task, kind, index = parts
        self._job = None if job is None else str(job)
        self._replica, self._task, self._device_index = _integer(replica), _integer(task), _integer(index)
        self._device_type = _UPPER.get(kind, kind)

    def _parts(self) -> Parts:
        return self._job, self._replica, self._task, self._device_type, self._device_index

    job = property(lambda self: self._job, doc="The name of the job, or None.")
    replica = property(lambda self: self._replica, doc="The number of the replica, or None.")
    task = property(lambda self: self._task, doc="The number of the task, or None.")
    device_type = property(lambda self: self._device_type, doc='"CPU", "GPU" or another type, or None.')
    device_index = property(lambda self: self._device_index, doc="The number of the device, or None.")

    @classmethod
    def from_string(cls, spec: str) -> Self:
        """The device that a name means. Mirrors `tf.DeviceSpec.from_string`.

        Arguments:
            spec: the name, a str of parts that begin with "/": "/job:ps", "/replica:0", "/task:1", "/device:GPU:0", or the short "/gpu:0"
                and "/cpu:0"; any of them may be left out. "*" in place of a number means any.

        Returns:
            a `tf.DeviceSpec`, whose attributes job, replica, task, device_type and device_index are None where the name leaves them out.

        Raises:
            ValueError: a part is none of these, or a name has one twice.

        Example:
            >>> spec = tf.DeviceSpec.from_string("/job:worker/task:1/gpu:0")
            >>> spec.job, spec.task, spec.device_type, spec.device_index, spec.replica
            ('worker', 1, 'GPU', 0, None)
            >>> spec.to_string()
            '/job:worker/task:1/device:GPU:0'
        """
        return cls(*_parse(spec))

    def parse_from_string(self, spec: str) -> Self:
        """The device that a name means, asked of an object. Mirrors `tf.DeviceSpec.parse_from_string`.

        It does what the class method `from_string` does, and is there for programs of TensorFlow 1, in which it changed the object itself;
        a `tf.DeviceSpec` of TensorFlow 2 does not change.

        Arguments:
            spec: the name, a str such as "/job:ps/task:1/device:GPU:0", of which any parts may be left out.

        Returns:
            a new `tf.DeviceSpec`, which has nothing of the object that was asked.

        Raises:
            ValueError: a part is no part of a device's name.

        Example:
            >>> one = tf.DeviceSpec(job="worker")
            >>> other = one.parse_from_string("/device:GPU:1")
            >>> other.to_string(), one.to_string()
            ('/device:GPU:1', '/job:worker')
        """
        return type(self).from_string(spec)

    def make_merged_spec(self, dev: DeviceSpecV2) -> Self:
        """A device put together from two: the other one's parts go before. Mirrors `tf.DeviceSpec.make_merged_spec`.

        It is how nested contexts of `tf.device` go together: the inner one says some parts, the outer one the rest. Neither object changes.

        Arguments:
            dev: a `tf.DeviceSpec`, whose parts are taken where it has them.

        Returns:
            a new `tf.DeviceSpec`, with the parts of this object where `dev` has none.

        Example:
            >>> outer = tf.DeviceSpec(job="worker", task=0, device_type="CPU", device_index=0)
            >>> inner = tf.DeviceSpec(device_type="GPU", device_index=1)
            >>> outer.make_merged_spec(inner).to_string()
            '/job:worker/task:0/device:GPU:1'
        """
        theirs: Parts = (dev.job, dev.replica, dev.task, dev.device_type, dev.device_index)
        merged: list[Any] = [a if b is None else b for a, b in zip(self._parts(), theirs, strict=True)]
        return type(self)(*merged)

    def replace(self, **kwargs: Any) -> Self:
        """The device with some parts replaced. Mirrors `tf.DeviceSpec.replace`.

        The object itself does not change.

        Arguments:
            kwargs: the new parts by name: `job` (a str), `replica`, `task` and `device_index` (ints), and `device_type` (a str, such as
                "GPU"). None removes a part.

        Returns:
            a new `tf.DeviceSpec`.

        Raises:
            TypeError: a name that is none of the five.

        Example:
            >>> spec = tf.DeviceSpec(job="worker", task=0, device_type="GPU", device_index=1)
            >>> spec.replace(device_type="CPU", device_index=0).to_string()
            '/job:worker/task:0/device:CPU:0'
            >>> spec.replace(job=None, task=None).to_string()
            '/device:GPU:1'
        """
        names = ("job", "replica", "task", "device_type", "device_index")
        return type(self)(**{**dict(zip(names, self._parts(), strict=True)), **kwargs})

    def to_string(self) -> str:
        """The name of the device. Mirrors `tf.DeviceSpec.to_string`.

        The counterpart of `tf.DeviceSpec.from_string`. `tf.device` takes the name as well as the object. It takes no arguments.

        Returns:
            a str of the parts that are known, in the order job, replica, task, device: "/job:worker/task:0/device:GPU:1"; "" where none is.
                A type without a number has "*" in its place.

        Example:
            >>> tf.DeviceSpec(job="worker", task=0, device_type="GPU", device_index=1).to_string()
            '/job:worker/task:0/device:GPU:1'
            >>> tf.DeviceSpec(device_type="CPU").to_string(), tf.DeviceSpec().to_string()
            ('/device:CPU:*', '')
            >>> tf.DeviceSpec.from_string(tf.constant(1.0).device).device_type
            'CPU'
        """
        job, replica, task, kind, index = self._parts()
        text = "" if job is None else f"/job:{job}"
        text += "" if replica is None else f"/replica:{replica}"
        text += "" if task is None else f"/task:{task}"
        return text if kind is None else f"{text}/device:{kind}:{'*' if index is None else index}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_string() == other.to_string()

    def __hash__(self) -> int:
        return hash(self.to_string())

    def __repr__(self) -> str:
        job, replica, task, kind, index = self._parts()
        return f"<DeviceSpec(job={job}, replica={replica}, task={task}, device_type={kind}, device_index={index})>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self).__name__, self._parts())


class DeviceSpecV1(DeviceSpecV2):
    """The name of a device in its parts, which can be assigned to. Mirrors `tf.compat.v1.DeviceSpec`.

    Parts that are None are left open: a spec of a job and a task alone stands for all devices of these. Other than `tf.DeviceSpec`, whose
    parts stay, it is changed in place.

    Arguments:
        job: the name of the job; None (the default) for any.
        replica: the number of the replica; None for any.
        task: the number of the task; None for any.
        device_type: "CPU" or "GPU"; None for any.
        device_index: the number of the device; None for any.

    Example:
        >>> spec = tf.compat.v1.DeviceSpec(job="worker", task=1)
        >>> spec.device_type, spec.device_index = "GPU", 0
        >>> spec.to_string()
        '/job:worker/task:1/device:GPU:0'
        >>> with tf.Graph().as_default(), tf.device(tf.compat.v1.DeviceSpec(device_type="CPU", device_index=0)):
        ...     print(tf.constant(1.0).device)
        /device:CPU:0
    """

    __slots__ = ()
    __module__ = "tensorflow.python.framework.device_spec"
    __hash__ = DeviceSpecV2.__hash__

    def _assign(self, place: int, value: Any) -> None:
        parts = list(self._parts())
        parts[place] = value
        self._set(parts)

    job = DeviceSpecV2.job.setter(lambda self, value: self._assign(0, value))
    replica = DeviceSpecV2.replica.setter(lambda self, value: self._assign(1, value))
    task = DeviceSpecV2.task.setter(lambda self, value: self._assign(2, value))
    device_type = DeviceSpecV2.device_type.setter(lambda self, value: self._assign(3, value))
    device_index = DeviceSpecV2.device_index.setter(lambda self, value: self._assign(4, value))

    def parse_from_string(self, spec: str) -> Self:
        """Takes all parts from the name of a device. Mirrors `tf.compat.v1.DeviceSpec.parse_from_string`.

        Parts that the name does not have are left open, whatever they were before. `from_string` of the class makes a new spec instead.

        Arguments:
            spec: the name, such as "/job:worker/task:1/device:GPU:0".

        Returns:
            The spec itself.

        Raises:
            ValueError: it is no name of a device.

        Example:
            >>> spec = tf.compat.v1.DeviceSpec(replica=2)
            >>> spec.parse_from_string("/job:worker/task:1/device:GPU:0") is spec
            True
            >>> spec.job, spec.replica, spec.task, spec.device_type, spec.device_index
            ('worker', None, 1, 'GPU', 0)
            >>> spec.to_string()
            '/job:worker/task:1/device:GPU:0'
        """
        self._set(_parse(spec))
        return self

    def merge_from(self, dev: DeviceSpecV2) -> None:
        """Takes those parts of another spec that are not left open there. Mirrors `tf.compat.v1.DeviceSpec.merge_from`.

        The others stay as they are. So a scope within another one adds to what is known of a device, and changes what it says itself.
        `make_merged_spec` makes a new spec instead.

        Arguments:
            dev: a spec.

        Example:
            >>> spec = tf.compat.v1.DeviceSpec(job="worker", device_type="CPU")
            >>> spec.merge_from(tf.compat.v1.DeviceSpec(task=1, device_type="GPU", device_index=0))
            >>> spec.to_string()
            '/job:worker/task:1/device:GPU:0'
            >>> spec.merge_from(tf.compat.v1.DeviceSpec(job="ps"))
            >>> spec.job, spec.task
            ('ps', 1)
        """
        self._set(self.make_merged_spec(dev)._parts())


def _restore(name: str, parts: Parts) -> DeviceSpecV2:
    return {"DeviceSpecV1": DeviceSpecV1, "DeviceSpecV2": DeviceSpecV2}[name](*parts)


DeviceSpec = DeviceSpecV2
tf_export("DeviceSpec", v1=[])(DeviceSpec)
tf_export(v1=["DeviceSpec"])(DeviceSpecV1)


# From names to torch and back.


class _Placement:
    """What names mean in this process; set through the functions below."""

    soft = True
    task: tuple[str, int, int] = ("localhost", 0, 0)
    visible_gpus: tuple[int, ...] | None = None  # numbers of CUDA devices, in the order of their names here; None for all
    parts: dict[int, int] = {}  # number of a CUDA device -> how many logical GPUs it is divided into


def set_soft_device_placement(enabled: bool) -> None:
    """Have a device that is not there replaced by one that is, or be an error. Mirrors `tf.config.set_soft_device_placement`.

    Arguments:
        enabled: True (how programs begin) for replacing it: a program that names a GPU runs on a machine without one. False for an
            exception, tf.errors.InvalidArgumentError, where an operation is to run on such a device.

    Returns:
        None.

    Example:
        >>> before = tf.config.get_soft_device_placement()
        >>> tf.config.set_soft_device_placement(True)
        >>> with tf.device("/GPU:7"):
        ...     print(tf.add(1, 2).numpy())
        3
        >>> tf.config.set_soft_device_placement(before)
    """
    _Placement.soft = bool(enabled)


def get_soft_device_placement() -> bool:
    """Whether a device that is not there is replaced by one that is. Mirrors `tf.config.get_soft_device_placement`.

    Programs written on a machine with a GPU run on others by it.

    Returns:
        a bool: what `tf.config.set_soft_device_placement` was last called with; True at first.

    With it, `tf.device("/GPU:0")` on a machine without a GPU runs operations on the CPU; without it they raise.

    Example:
        >>> before = tf.config.get_soft_device_placement()
        >>> tf.config.set_soft_device_placement(False)
        >>> tf.config.get_soft_device_placement()
        False
        >>> tf.config.set_soft_device_placement(before)
    """
    return _Placement.soft


def set_visible_gpus(indices: Iterable[int] | None) -> None:
    """Let only the GPUs of these numbers be seen, as GPU:0, GPU:1 ...; None shows all."""
    _Placement.visible_gpus = None if indices is None else tuple(indices)
    _names.clear()


def divide_gpu(number: int, count: int) -> None:
    """Let the GPU of this number be `count` logical ones, which follow each other in the order of names and share its memory."""
    _Placement.parts[number] = count
    _names.clear()


def forget_divisions() -> None:
    """Let each GPU be one."""
    _Placement.parts.clear()
    _names.clear()


def physical_gpu_count() -> int:
    """How many GPUs this machine offers to torch."""
    return 0 if accelerator() is None else torch.accelerator.device_count()


def gpu_devices() -> list[torch.device]:
    """The torch devices of GPU:0, GPU:1 ...; the same one for all logical GPUs that it is divided into."""
    kind = accelerator()
    if kind is None:
        return []
    numbers = range(torch.accelerator.device_count()) if _Placement.visible_gpus is None else _Placement.visible_gpus
    return [torch.device(kind.type, i) for i in numbers for _ in range(_Placement.parts.get(i, 1))]


def _as_spec(name: str | DeviceSpecV2) -> DeviceSpecV2:
    if isinstance(name, DeviceSpecV2):
        return name
    if not isinstance(name, str):
        raise ValueError(f"Expecting a string device name. Got {type(name)}({name})")
    return DeviceSpecV2.from_string(name)


def _local(kind: str, index: int) -> DeviceSpecV2:
    job, replica, task = _Placement.task
    return DeviceSpecV2(job, replica, task, kind, index)


def canonical_name(name: str | DeviceSpecV2) -> str:
    """The full name of a device, its open parts filled with this process and CPU:0."""
    return _local("CPU", 0).make_merged_spec(_as_spec(name)).to_string()


def merge_device_scope(outer: str | None, name: str | DeviceSpecV2 | None, in_graph: bool = False) -> str | None:
    """The name in force in a `tf.device(name)` scope within one whose name is `outer` (None outside of any).

    Parts that `name` leaves open are taken from `outer`, and outside of any scope from CPU:0 of this process; a graph
    keeps them open (`in_graph`). None as a name drops the outer scope. Raises ValueError for what is no device name.
    """
    if name is None:
        return None
    spec = _as_spec(name)
    if outer is not None:
        return DeviceSpecV2.from_string(outer).make_merged_spec(spec).to_string()
    return spec.to_string() if in_graph else canonical_name(spec)


def to_torch_device(name: str | DeviceSpecV2) -> torch.device:
    """The torch.device of a device's name or DeviceSpec.

    A device that does not exist becomes the first GPU, or the CPU where there is none, as soft placement has it.
    Raises InvalidArgumentError for another machine's device, and without soft placement for one that does not exist.
    """
    spec = _local("CPU", 0).make_merged_spec(_as_spec(name))
    text, kind, index = spec.to_string(), spec.device_type, spec.device_index
    local = spec.job, spec.replica, spec.task
    if local not in (_Placement.task, ("localhost", 0, 0)):
        raise invalid(f"{text} unknown device.")
    if kind == "CPU" and (index == 0 or _Placement.soft):
        return torch.device("cpu")
    gpus = gpu_devices()
    if kind == "GPU" and index < len(gpus):
        return gpus[index]
    if _Placement.soft:
        return gpus[0] if gpus else torch.device("cpu")
    names = [_local("CPU", 0), *(_local("GPU", i) for i in range(len(gpus)))]
    types = "GPU, CPU" if gpus else "CPU"
    raise invalid(
        f"Could not satisfy device specification '{text}'. enable_soft_placement=0. Supported device types [{types}]. "
        f"All available devices [{', '.join(n.to_string() for n in names)}].",
    )


_names: dict[torch.device, str] = {}


def from_torch_device(device: torch.device) -> str:
    """TensorFlow's full name of a torch.device."""
    name = _names.get(device)
    if name is None:
        name = _names[device] = _find_name(device)
    return name


def _find_name(device: torch.device) -> str:
    if device.type == "cpu":
        return _local("CPU", 0).to_string()
    kind = accelerator()
    if device.type in ("cuda", "mps") or kind is not None and device.type == kind.type:
        gpus = gpu_devices()
        if device.index is None:
            device = torch.device(device.type, torch.accelerator.current_device_index())
        # A device without a TensorFlow name may yet hold a tensor that came from torch.
        index = gpus.index(device) if device in gpus else device.index
        return _local("GPU", index).to_string()
    return _local(device.type.upper(), device.index or 0).to_string()
