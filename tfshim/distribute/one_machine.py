"""The strategies of one machine: one device, several that hold copies of variables, and several that share them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tfshim._export import tf_export
from tfshim.config.devices import list_logical_devices
from tfshim.distribute.devices import full_name
from tfshim.distribute.extended import CentralStorageExtended, MirroredExtended, OneDeviceExtended
from tfshim.distribute.replica_context import _MirroredReplicaContext, _OneDeviceReplicaContext
from tfshim.distribute.strategies import Placed, Strategy
from tfshim.engine.runtime.device_names import DeviceSpec
from tfshim.engine.runtime.logger import get_logger
from tfshim.refusals import refusing_class


@tf_export("distribute.OneDeviceStrategy")
class OneDeviceStrategy(Placed):
    """A strategy of one replica, on one device.

    Mirrors `tf.distribute.OneDeviceStrategy`. It tries out a program that is meant for several devices.
    Variables made in its scope lie on
    the device, and `run` calls functions there.

    A batch is not divided: the replica gets it whole.

    Arguments:
        device: the name of the device, as "/gpu:0" or "/cpu:0".

    Raises:
        InvalidArgumentError, when used: a device that is not there.

    Example:
        >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
        >>> with strategy.scope():
        ...     w = tf.Variable(2.0)
        >>> float(strategy.run(lambda x: w * x, args=(tf.constant(3.0),)))
        6.0
    """

    __module__ = "tensorflow.python.distribute.one_device_strategy"
    _extended_kind, _context_kind = OneDeviceExtended, _OneDeviceReplicaContext

    def __init__(self, device: str) -> None:
        DeviceSpec.from_string(device)  # the ValueError for what is no name of a device
        super().__init__([device])


def _names(kind):
    return [d.name for d in list_logical_devices(kind)]


def _usable(devices):
    """The full names of the devices to use; soft placement finds others for those that are not there."""
    devices = [full_name(d) for d in devices]
    if len(set(devices)) < len(devices):
        raise AssertionError(f"No duplicates allowed in `devices` argument: {tuple(devices)}")
    return devices


@tf_export("distribute.MirroredStrategy")
class MirroredStrategy(Placed):
    """Trains on several devices of one machine: each replica takes a part of each batch, and gradients are added up.

    Mirrors `tf.distribute.MirroredStrategy`. Models made and compiled in its scope are trained by `fit` as usual, with batches for all
    replicas together. Loops of one's own use `experimental_distribute_dataset`, `run` and `reduce`. Variables are kept on the first device,
    from which others get copies as they read them.

    Arguments:
        devices: a list of names, as ["/gpu:0", "/gpu:1"]; None (default): all GPUs, or without any all logical devices of the CPU.
        cross_device_ops: what adds up gradients: a `tf.distribute.CrossDeviceOps`; None: as torch finds best.

    Raises:
        RuntimeError or ValueError: devices that are not there, or of several kinds.

    Example:
        >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
        >>> with strategy.scope():
        ...     model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        ...     model.compile("sgd", "mse")
        >>> _ = model.fit(tf.ones([8, 2]), tf.ones([8, 1]), batch_size=4, verbose=0)
        >>> strategy.num_replicas_in_sync
        1
    """

    __module__ = "tensorflow.python.distribute.mirrored_strategy"
    _extended_kind, _context_kind = MirroredExtended, _MirroredReplicaContext

    def __init__(self, devices: Sequence[Any] | None = None, cross_device_ops: Any = None) -> None:
        super().__init__(_usable(devices or _names("GPU") or _names("CPU")))
        self._cross_device_ops = cross_device_ops
        get_logger().info("Using MirroredStrategy with devices %r", self._extended._devices)


class CentralStorageStrategy(Placed):
    """Keeps variables on one device and computes on others. Mirrors `tf.distribute.experimental.CentralStorageStrategy`.

    Each variable is there once, on the parameter device, from which the replicas read it and to which their updates go; a
    `tf.distribute.MirroredStrategy` has a copy of each variable on every device instead. It suits large tables, which no GPU would
    hold beside everything else.

    Arguments:
        compute_devices: the names of the devices of the replicas; None (the default) for all GPUs, or the CPU where there is none.
        parameter_device: the name of the device of the variables; None (the default) for the GPU where there is
            exactly one, else the CPU.

    Example:
        >>> strategy = tf.distribute.experimental.CentralStorageStrategy(["/cpu:0"], "/cpu:0")
        >>> with strategy.scope():
        ...     w = tf.Variable(2.0)
        >>> float(strategy.run(lambda: w * 3.0))
        6.0
    """

    __module__ = "tensorflow.python.distribute.central_storage_strategy"
    _extended_kind = CentralStorageExtended

    def __init__(self, compute_devices: Sequence[str] | None = None, parameter_device: str | None = None) -> None:
        gpus = _names("GPU")
        super().__init__(_usable(compute_devices or gpus or ["/cpu:0"]))
        self._extended._parameter_device = parameter_device or (full_name(gpus[0]) if len(gpus) == 1 else full_name("/cpu:0"))


TPUStrategy = refusing_class(
    "tf.distribute.TPUStrategy",
    Strategy,
    "tpu_cluster_resolver=None, experimental_device_assignment=None, experimental_spmd_xla_partitioning=False",
    "experimental_assign_to_logical_device experimental_replicate_to_logical_devices experimental_split_to_logical_devices",
)
tf_export("distribute.TPUStrategy", v1=[])(TPUStrategy)
