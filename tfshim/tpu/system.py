"""Systems of TPUs as programs describe them, and how their chips are connected."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

import numpy as np

from tfshim._export import tf_export
from tfshim.refusals import refused


@tf_export("tpu.XLAOptions")
class XLAOptions(NamedTuple):
    """What XLA is told for TPUs, a plain record. Mirrors `tf.tpu.XLAOptions`.

    It is the argument `experimental_xla_options` of `tf.distribute.RunOptions`, and that of functions which run on TPUs. Nothing that
    runs here heeds it: there is no TPU, and `tf.function(jit_compile=True)` compiles by torch. Programs that set it run as they are.

    Arguments:
        use_spmd_for_xla_partitioning: whether one program runs on all cores of a replica; True by default.
        enable_xla_dynamic_padder: whether dimensions of changing size are padded; True by default.

    Example:
        >>> options = tf.tpu.XLAOptions(use_spmd_for_xla_partitioning=False)
        >>> options.use_spmd_for_xla_partitioning, options.enable_xla_dynamic_padder
        (False, True)
    """

    use_spmd_for_xla_partitioning: bool = True
    enable_xla_dynamic_padder: bool = True


@tf_export("tpu.experimental.TPUSystemMetadata")
class TPUSystemMetadata(NamedTuple):
    """A system of TPUs in figures, a plain record. Mirrors `tf.tpu.experimental.TPUSystemMetadata`.

    In TensorFlow `TPUClusterResolver.get_tpu_system_metadata()` gives one. Here no system of TPUs is found, so programs meet only
    those that they make themselves, as a test does for code that divides its data by them.

    Arguments:
        num_cores: the number of cores, an int.
        num_hosts: the number of machines with TPUs, an int.
        num_of_cores_per_host: the cores of each of them, an int.
        topology: a `tf.tpu.experimental.Topology`, or None where it was not asked for.
        devices: a list of all devices.

    Example:
        >>> system = tf.tpu.experimental.TPUSystemMetadata(8, 1, 8, None, [])
        >>> system.num_cores // system.num_hosts == system.num_of_cores_per_host
        True
    """

    num_cores: int
    num_hosts: int
    num_of_cores_per_host: int
    topology: Topology | None
    devices: list[Any]


@tf_export("tpu.experimental.DeviceOrderMode")
class DeviceOrderMode(enum.IntEnum):
    """How the cores of a replica follow each other in the mesh. Mirrors `tf.tpu.experimental.DeviceOrderMode`.

    It is the argument `device_order_mode` of `tf.tpu.experimental.DeviceAssignment.build`, which chooses cores and is not supported
    here; an assignment is made of the places of its cores instead. Members are integers.

    Attributes:
        AUTO: 0, a ring where the shape of a replica allows one, else a mesh.
        RING: 1, cores that follow each other are neighbours, and so are the last one and the first.
        MESH: 2, cores follow each other along the axes, the first axis slowest.

    Example:
        >>> tf.tpu.experimental.DeviceOrderMode.RING.value
        1
        >>> [mode.name for mode in tf.tpu.experimental.DeviceOrderMode]
        ['AUTO', 'RING', 'MESH']
    """

    AUTO = 0
    RING = 1
    MESH = 2


@tf_export("tpu.experimental.HardwareFeature")
class HardwareFeature:
    """What the chips of a TPU can do. Mirrors `tf.tpu.experimental.HardwareFeature`.

    A `tf.distribute.TPUStrategy` gives one as `strategy.extended.tpu_hardware_feature`; there is none here. Programs that choose
    between ways to keep embeddings read `embedding_feature`, one of `HardwareFeature.EmbeddingFeature`: UNSUPPORTED, V1 or V2.
    `num_embedding_devices_per_chip` is a number.

    Arguments:
        tpu_hardware_feature_proto: the message, a TPUHardwareFeature, of which both are read.

    Example:
        >>> import types
        >>> message = types.SimpleNamespace(embedding_feature=1, num_embedding_devices_per_chip=2)
        >>> feature = tf.tpu.experimental.HardwareFeature(message)
        >>> feature.num_embedding_devices_per_chip
        2
        >>> [kind.name for kind in tf.tpu.experimental.HardwareFeature.EmbeddingFeature]
        ['UNSUPPORTED', 'V1', 'V2']
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

    The object keeps figures, and needs no TPU. `missing_devices` lists the places without a core.

    Arguments:
        serialized: a TopologyProto message as bytes, which only a system of TPUs gives: not supported.
        mesh_shape: four sizes, of three axes of chips and of the cores of a chip.
        device_coordinates: integers of shape [tasks, cores of a task, 4], the place of each core.

    Raises:
        NotImplementedError: `serialized` is given.
        ValueError: the sizes or the shape of the places do not fit together.

    Example:
        >>> topology = tf.tpu.experimental.Topology(
        ...     mesh_shape=[1, 1, 1, 2], device_coordinates=[[[0, 0, 0, 0]], [[0, 0, 0, 1]]]
        ... )
        >>> topology.num_tasks, topology.num_tpus_per_task, topology.mesh_rank
        (2, 1, 4)
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

    def _device_at(self, place: Any) -> tuple[int, int]:
        """(task, number in it) of the core at a place; -1 for both where the mesh has none there."""
        sizes = self._mesh_shape.tolist()
        if len(place) != len(sizes) or any(not -size <= x < size for x, size in zip(place, sizes)):
            raise IndexError(f"The mesh has the sizes {sizes}, and no place {list(place)}.")
        return self._devices.get(tuple(int(x) % size for x, size in zip(place, sizes)), (-1, -1))

    def serialized(self) -> bytes:
        """Not supported: raises NotImplementedError."""
        raise refused("tf.tpu.experimental.Topology.serialized")

    def task_ordinal_at_coordinates(self, device_coordinates: Any) -> int:
        """The task of the core at a place. Mirrors `tf.tpu.experimental.Topology.task_ordinal_at_coordinates`.

        It answers from the figures that the object was made of, so it works without any TPU: programs and tests use it to lay
        out a computation beforehand.

        Arguments:
            device_coordinates: the place, four integers: three axes of chips, and the core of the chip.

        Returns:
            An int, the task's number, which is its place in `device_coordinates`.

        Raises:
            IndexError: the place is outside of the mesh.

        Example:
            >>> topology = tf.tpu.experimental.Topology(
            ...     mesh_shape=[1, 1, 1, 2], device_coordinates=[[[0, 0, 0, 0]], [[0, 0, 0, 1]]]
            ... )
            >>> topology.task_ordinal_at_coordinates([0, 0, 0, 1])
            1
        """
        return self._device_at(device_coordinates)[0]

    def tpu_device_ordinal_at_coordinates(self, device_coordinates: Any) -> int:
        """The number of the core at a place among those of its task. Mirrors
        `tf.tpu.experimental.Topology.tpu_device_ordinal_at_coordinates`.

        It answers from the figures that the object was made of, so it works without any TPU: programs and tests use it to lay
        out a computation beforehand.

        Arguments:
            device_coordinates: the place, four integers: three axes of chips, and the core of the chip.

        Returns:
            An int from 0. Together with the task's number it names one core of the mesh.

        Raises:
            IndexError: the place is outside of the mesh.

        Example:
            >>> topology = tf.tpu.experimental.Topology(
            ...     mesh_shape=[1, 1, 1, 2], device_coordinates=[[[0, 0, 0, 0]], [[0, 0, 0, 1]]]
            ... )
            >>> topology.tpu_device_ordinal_at_coordinates([0, 0, 0, 1])
            0
        """
        return self._device_at(device_coordinates)[1]

    def cpu_device_name_at_coordinates(self, device_coordinates: Any, job: str | None = None) -> str:
        """The name of the CPU to which the core at a place belongs. Mirrors `tf.tpu.experimental.Topology.cpu_device_name_at_coordinates`.

        It answers from the figures that the object was made of, so it works without any TPU: programs and tests use it to lay
        out a computation beforehand.

        Arguments:
            device_coordinates: the place, four integers: three axes of chips, and the core of the chip.
            job: the name of the job that stands before the task; None (the default) for no job.

        Returns:
            A str, as `tf.device` takes it: that of the first CPU of the core's task.

        Raises:
            IndexError: the place is outside of the mesh.

        Example:
            >>> topology = tf.tpu.experimental.Topology(
            ...     mesh_shape=[1, 1, 1, 2], device_coordinates=[[[0, 0, 0, 0]], [[0, 0, 0, 1]]]
            ... )
            >>> topology.cpu_device_name_at_coordinates([0, 0, 0, 1], job="worker")
            '/job:worker/task:1/device:CPU:0'
        """
        return _device("CPU", 0, self.task_ordinal_at_coordinates(device_coordinates), job)

    def tpu_device_name_at_coordinates(self, device_coordinates: Any, job: str | None = None) -> str:
        """The name of the core at a place. Mirrors `tf.tpu.experimental.Topology.tpu_device_name_at_coordinates`.

        It answers from the figures that the object was made of, so it works without any TPU: programs and tests use it to lay
        out a computation beforehand.

        Arguments:
            device_coordinates: the place, four integers: three axes of chips, and the core of the chip.
            job: the name of the job that stands before the task; None (the default) for no job.

        Returns:
            A str, as `tf.device` takes it on a system with TPUs, with the number of the core in its task.

        Raises:
            IndexError: the place is outside of the mesh.

        Example:
            >>> topology = tf.tpu.experimental.Topology(
            ...     mesh_shape=[1, 1, 1, 2], device_coordinates=[[[0, 0, 0, 0]], [[0, 0, 0, 1]]]
            ... )
            >>> topology.tpu_device_name_at_coordinates([0, 0, 0, 1], job="worker")
            '/job:worker/task:1/device:TPU:0'
        """
        task, number = self._device_at(device_coordinates)
        return _device("TPU", number, task, job)


@tf_export("tpu.experimental.DeviceAssignment")
class DeviceAssignment:
    """Which cores each replica of a computation has. Mirrors `tf.tpu.experimental.DeviceAssignment`.

    A replica may have several cores, its logical cores, which share the work of a step. The object keeps figures, and needs no TPU;
    nothing here computes on one, so it serves programs that lay out a computation for another system. `num_replicas` and
    `num_cores_per_replica` are its sizes.

    Arguments:
        topology: a `tf.tpu.experimental.Topology`.
        core_assignment: the places of the cores, integers of shape [replicas, cores of a replica, axes of the mesh].

    Raises:
        ValueError: it is no topology, or the places have another shape.

    Example:
        >>> topology = tf.tpu.experimental.Topology(
        ...     mesh_shape=[1, 1, 1, 2], device_coordinates=[[[0, 0, 0, 0]], [[0, 0, 0, 1]]]
        ... )
        >>> assignment = tf.tpu.experimental.DeviceAssignment(topology, [[[0, 0, 0, 0]], [[0, 0, 0, 1]]])
        >>> assignment.num_replicas, assignment.num_cores_per_replica
        (2, 1)
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
        """The place of a core of a replica in the mesh. Mirrors `tf.tpu.experimental.DeviceAssignment.coordinates`.

        It answers from the figures that the object was made of, so it works without any TPU: programs and tests use it to lay
        out a computation beforehand.

        Arguments:
            replica: the number of the replica, an int.
            logical_core: the number of the core in the replica, an int.

        Returns:
            A tuple of integers, one for each axis of the mesh, as the methods of `tf.tpu.experimental.Topology` take it.

        Raises:
            IndexError: there is no such replica or core.

        Example:
            >>> topology = tf.tpu.experimental.Topology(
            ...     mesh_shape=[1, 1, 1, 2], device_coordinates=[[[0, 0, 0, 0]], [[0, 0, 0, 1]]]
            ... )
            >>> assignment = tf.tpu.experimental.DeviceAssignment(topology, [[[0, 0, 0, 0]], [[0, 0, 0, 1]]])
            >>> assignment.coordinates(replica=1, logical_core=0)
            (0, 0, 0, 1)
        """
        return tuple(self._core_assignment[replica, logical_core].tolist())

    def lookup_replicas(self, task_id: int, logical_core: int) -> list[int]:
        """The replicas that have a core of a number in a task. Mirrors `tf.tpu.experimental.DeviceAssignment.lookup_replicas`.

        It answers from the figures that the object was made of, so it works without any TPU: programs and tests use it to lay
        out a computation beforehand.

        Arguments:
            task_id: the number of the task, an int.
            logical_core: the number of the core in each replica, an int.

        Returns:
            A list of the numbers of replicas. A host makes the data of just these.

        Raises:
            ValueError: no replica has such a core in the task.

        Example:
            >>> topology = tf.tpu.experimental.Topology(
            ...     mesh_shape=[1, 1, 1, 2], device_coordinates=[[[0, 0, 0, 0]], [[0, 0, 0, 1]]]
            ... )
            >>> assignment = tf.tpu.experimental.DeviceAssignment(topology, [[[0, 0, 0, 0]], [[0, 0, 0, 1]]])
            >>> assignment.lookup_replicas(task_id=1, logical_core=0)
            [1]
        """
        found = [
            r for r in range(self.num_replicas) if self._topology.task_ordinal_at_coordinates(self.coordinates(r, logical_core)) == task_id
        ]
        if not found:
            raise ValueError(f"No replica has its core {logical_core} in task {task_id}.")
        return found

    def tpu_ordinal(self, replica: int = 0, logical_core: int = 0) -> int:
        """The number of a core of a replica among those of its task. Mirrors `tf.tpu.experimental.DeviceAssignment.tpu_ordinal`.

        It answers from the figures that the object was made of, so it works without any TPU: programs and tests use it to lay
        out a computation beforehand.

        Arguments:
            replica: the number of the replica, 0 by default.
            logical_core: the number of the core in the replica, 0 by default.

        Returns:
            An int from 0.

        Raises:
            IndexError: there is no such replica or core.

        Example:
            >>> topology = tf.tpu.experimental.Topology(
            ...     mesh_shape=[1, 1, 1, 2], device_coordinates=[[[0, 0, 0, 0]], [[0, 0, 0, 1]]]
            ... )
            >>> assignment = tf.tpu.experimental.DeviceAssignment(topology, [[[0, 0, 0, 0]], [[0, 0, 0, 1]]])
            >>> assignment.tpu_ordinal(replica=1)
            0
        """
        return self._topology.tpu_device_ordinal_at_coordinates(self.coordinates(replica, logical_core))

    def host_device(self, replica: int = 0, logical_core: int = 0, job: str | None = None) -> str:
        """The name of the CPU to which a core of a replica belongs. Mirrors `tf.tpu.experimental.DeviceAssignment.host_device`.

        It answers from the figures that the object was made of, so it works without any TPU: programs and tests use it to lay
        out a computation beforehand.

        Arguments:
            replica: the number of the replica, 0 by default.
            logical_core: the number of the core in the replica, 0 by default.
            job: the name of the job that stands before the task; None (the default) for no job.

        Returns:
            A str, as `tf.device` takes it.

        Raises:
            IndexError: there is no such replica or core.

        Example:
            >>> topology = tf.tpu.experimental.Topology(
            ...     mesh_shape=[1, 1, 1, 2], device_coordinates=[[[0, 0, 0, 0]], [[0, 0, 0, 1]]]
            ... )
            >>> assignment = tf.tpu.experimental.DeviceAssignment(topology, [[[0, 0, 0, 0]], [[0, 0, 0, 1]]])
            >>> assignment.host_device(replica=1, job="worker")
            '/job:worker/task:1/device:CPU:0'
        """
        return self._topology.cpu_device_name_at_coordinates(self.coordinates(replica, logical_core), job)

    def tpu_device(self, replica: int = 0, logical_core: int = 0, job: str | None = None) -> str:
        """The name of a core of a replica. Mirrors `tf.tpu.experimental.DeviceAssignment.tpu_device`.

        It answers from the figures that the object was made of, so it works without any TPU: programs and tests use it to lay
        out a computation beforehand.

        Arguments:
            replica: the number of the replica, 0 by default.
            logical_core: the number of the core in the replica, 0 by default.
            job: the name of the job that stands before the task; None (the default) for no job.

        Returns:
            A str, as `tf.device` takes it on a system with TPUs.

        Raises:
            IndexError: there is no such replica or core.

        Example:
            >>> topology = tf.tpu.experimental.Topology(
            ...     mesh_shape=[1, 1, 1, 2], device_coordinates=[[[0, 0, 0, 0]], [[0, 0, 0, 1]]]
            ... )
            >>> assignment = tf.tpu.experimental.DeviceAssignment(topology, [[[0, 0, 0, 0]], [[0, 0, 0, 1]]])
            >>> assignment.tpu_device(replica=1, job="worker")
            '/job:worker/task:1/device:TPU:0'
        """
        return self._topology.tpu_device_name_at_coordinates(self.coordinates(replica, logical_core), job)


@tf_export("tpu.experimental.initialize_tpu_system")
def initialize_tpu_system(cluster_resolver: Any = None) -> Topology:
    """Raises ValueError, as TensorFlow does where it finds no TPU. Mirrors `tf.tpu.experimental.initialize_tpu_system`."""
    raise refused("tf.tpu.experimental.initialize_tpu_system")


@tf_export("tpu.experimental.shutdown_tpu_system")
def shutdown_tpu_system(cluster_resolver: Any = None) -> None:
    """Raises ValueError, as TensorFlow does where it finds no TPU. Mirrors `tf.tpu.experimental.shutdown_tpu_system`."""
    raise refused("tf.tpu.experimental.shutdown_tpu_system")
