"""Systems of TPUs as programs describe them, and how their chips are connected."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

import numpy as np

from tfshim._export import tf_export
from tfshim.refusals import refused


@tf_export("tpu.XLAOptions")
class XLAOptions(NamedTuple):
    """What XLA is told for TPUs. Mirrors `tf.tpu.XLAOptions`.

    `use_spmd_for_xla_partitioning`: whether one program runs on all cores of a replica; `enable_xla_dynamic_padder`: whether
    dimensions of changing size are padded.
    """

    use_spmd_for_xla_partitioning: bool = True
    enable_xla_dynamic_padder: bool = True


@tf_export("tpu.experimental.TPUSystemMetadata")
class TPUSystemMetadata(NamedTuple):
    """A system of TPUs in figures. Mirrors `tf.tpu.experimental.TPUSystemMetadata`."""

    num_cores: int
    num_hosts: int
    num_of_cores_per_host: int
    topology: Topology | None
    devices: list[Any]


@tf_export("tpu.experimental.DeviceOrderMode")
class DeviceOrderMode(enum.IntEnum):
    """How the cores of a replica follow each other. Mirrors `tf.tpu.experimental.DeviceOrderMode`."""

    AUTO = 0
    RING = 1
    MESH = 2


@tf_export("tpu.experimental.HardwareFeature")
class HardwareFeature:
    """What the chips can do. Mirrors `tf.tpu.experimental.HardwareFeature`.

    `tpu_hardware_feature_proto`: a TPUHardwareFeature message.
    """

    class EmbeddingFeature(enum.Enum):
        """The kind of hardware for embeddings."""

        UNSUPPORTED = "UNSUPPORTED"
        V1 = "V1"
        V2 = "V2"

    def __init__(self, tpu_hardware_feature_proto: Any) -> None:
        self.tpu_hardware_feature_proto = tpu_hardware_feature_proto

    @property
    def embedding_feature(self) -> EmbeddingFeature:
        """The kind of hardware for embeddings."""
        return list(self.EmbeddingFeature)[self.tpu_hardware_feature_proto.embedding_feature]

    @property
    def num_embedding_devices_per_chip(self) -> int:
        """How many devices for embeddings a chip has."""
        return self.tpu_hardware_feature_proto.num_embedding_devices_per_chip


def _device(kind, number, task, job):
    return f"{'' if job is None else f'/job:{job}'}/task:{task}/device:{kind}:{number}"


@tf_export("tpu.experimental.Topology")
class Topology:
    """Where the cores of TPUs stand in their mesh. Mirrors `tf.tpu.experimental.Topology`.

    Args:
        serialized: a TopologyProto message as bytes, which only a system of TPUs gives: not supported.
        mesh_shape: four sizes, of three axes of chips and of the cores of a chip.
        device_coordinates: integers of shape [tasks, cores of a task, 4].

    Raises ValueError where these do not fit together.
    """

    def __init__(self, serialized: bytes | None = None, mesh_shape: Any = None, device_coordinates: Any = None) -> None:
        if serialized is not None:
            raise refused("tf.tpu.experimental.Topology", "serialized")
        self._mesh_shape = np.asarray(mesh_shape, dtype=np.int32)
        self._device_coordinates = np.asarray(device_coordinates, dtype=np.int32)
        if self._mesh_shape.shape != (4,) or (self._mesh_shape < 1).any():
            raise ValueError(f"`mesh_shape` must be a sequence of 4 positive entries. Received: {mesh_shape!r}")
        if self._device_coordinates.ndim != 3 or self._device_coordinates.shape[2] != 4:
            raise ValueError(f"`device_coordinates` must be of shape [tasks, cores, 4]. Received: {self._device_coordinates.shape}")
        self._devices = {}
        for task, row in enumerate(self._device_coordinates):
            for number, place in enumerate(row):
                self._devices[tuple(place.tolist())] = task, number

    @property
    def mesh_shape(self) -> np.ndarray:
        """The sizes of the mesh, int32 of shape [4]."""
        return self._mesh_shape

    @property
    def mesh_rank(self) -> int:
        """The number of its axes."""
        return len(self._mesh_shape)

    @property
    def device_coordinates(self) -> np.ndarray:
        """int32 of shape [tasks, cores of a task, axes]."""
        return self._device_coordinates

    @property
    def missing_devices(self) -> np.ndarray:
        """The places of the mesh where there is no core, of shape [places, axes]."""
        missing = [place for place in np.ndindex(*self._mesh_shape) if place not in self._devices]
        return np.array(missing, dtype=np.int64).reshape(-1, self.mesh_rank)

    @property
    def num_tasks(self) -> int:
        """The number of tasks."""
        return self._device_coordinates.shape[0]

    @property
    def num_tpus_per_task(self) -> int:
        """The number of cores of a task."""
        return self._device_coordinates.shape[1]

    def serialized(self) -> bytes:
        """Not supported: raises NotImplementedError."""
        raise refused("tf.tpu.experimental.Topology.serialized")

    def task_ordinal_at_coordinates(self, device_coordinates: Any) -> int:
        """The task of the core at a place."""
        return self._devices[tuple(device_coordinates)][0]

    def tpu_device_ordinal_at_coordinates(self, device_coordinates: Any) -> int:
        """The number of the core at a place among those of its task."""
        return self._devices[tuple(device_coordinates)][1]

    def cpu_device_name_at_coordinates(self, device_coordinates: Any, job: str | None = None) -> str:
        """The name of the CPU to which the core at a place belongs."""
        return _device("CPU", 0, self.task_ordinal_at_coordinates(device_coordinates), job)

    def tpu_device_name_at_coordinates(self, device_coordinates: Any, job: str | None = None) -> str:
        """The name of the core at a place."""
        task, number = self._devices[tuple(device_coordinates)]
        return _device("TPU", number, task, job)


@tf_export("tpu.experimental.DeviceAssignment")
class DeviceAssignment:
    """Which cores each replica of a computation has. Mirrors `tf.tpu.experimental.DeviceAssignment`.

    `core_assignment`: the places of the cores, integers of shape [replicas, cores of a replica, axes of the mesh].
    """

    def __init__(self, topology: Topology, core_assignment: Any) -> None:
        if not isinstance(topology, Topology):
            raise ValueError(f"topology must be a Topology object. Received {type(topology)}")
        self._topology = topology
        self._core_assignment = np.asarray(core_assignment, dtype=np.int32)
        if self._core_assignment.ndim != 3 or self._core_assignment.shape[-1] != topology.mesh_rank:
            raise ValueError(
                f"core_assignment must be of shape [replicas, cores, {topology.mesh_rank}]. Received: {self._core_assignment.shape}"
            )

    @classmethod
    def build(
        cls,
        topology: Topology,
        computation_shape: Any = None,
        computation_stride: Any = None,
        num_replicas: int = 1,
        device_order_mode: Any = 0,
    ) -> DeviceAssignment:
        """Not supported: raises NotImplementedError."""
        raise refused("tf.tpu.experimental.DeviceAssignment.build")

    @property
    def topology(self) -> Topology:
        """The topology."""
        return self._topology

    @property
    def core_assignment(self) -> np.ndarray:
        """int32 of shape [replicas, cores of a replica, axes of the mesh]."""
        return self._core_assignment

    @property
    def num_replicas(self) -> int:
        """The number of replicas."""
        return self._core_assignment.shape[0]

    @property
    def num_cores_per_replica(self) -> int:
        """The number of cores of a replica."""
        return self._core_assignment.shape[1]

    def coordinates(self, replica: int, logical_core: int) -> tuple[int, ...]:
        """The place of a core."""
        return tuple(self._core_assignment[replica, logical_core].tolist())

    def lookup_replicas(self, task_id: int, logical_core: int) -> list[int]:
        """The replicas whose core with that number is one of a task. Raises ValueError if there is none."""
        found = [
            r for r in range(self.num_replicas) if self._topology.task_ordinal_at_coordinates(self.coordinates(r, logical_core)) == task_id
        ]
        if not found:
            raise ValueError(f"No replica has its core {logical_core} in task {task_id}.")
        return found

    def tpu_ordinal(self, replica: int = 0, logical_core: int = 0) -> int:
        """The number of a core among those of its task."""
        return self._topology.tpu_device_ordinal_at_coordinates(self.coordinates(replica, logical_core))

    def host_device(self, replica: int = 0, logical_core: int = 0, job: str | None = None) -> str:
        """The name of the CPU to which a core belongs."""
        return self._topology.cpu_device_name_at_coordinates(self.coordinates(replica, logical_core), job)

    def tpu_device(self, replica: int = 0, logical_core: int = 0, job: str | None = None) -> str:
        """The name of a core."""
        return self._topology.tpu_device_name_at_coordinates(self.coordinates(replica, logical_core), job)


@tf_export("tpu.experimental.initialize_tpu_system")
def initialize_tpu_system(cluster_resolver: Any = None) -> Topology:
    """Raises ValueError, as TensorFlow does where it finds no TPU. Mirrors `tf.tpu.experimental.initialize_tpu_system`."""
    raise refused("tf.tpu.experimental.initialize_tpu_system")


@tf_export("tpu.experimental.shutdown_tpu_system")
def shutdown_tpu_system(cluster_resolver: Any = None) -> None:
    """Raises ValueError, as TensorFlow does where it finds no TPU. Mirrors `tf.tpu.experimental.shutdown_tpu_system`."""
    raise refused("tf.tpu.experimental.shutdown_tpu_system")
