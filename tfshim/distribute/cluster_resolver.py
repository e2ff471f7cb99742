"""`tf.distribute.cluster_resolver`: the machines of a cluster, from arguments or the environment."""

from __future__ import annotations

import abc
import os
from typing import Any

import torch

from tfshim._listing import listing
from tfshim.distribute import _slurm
from tfshim.files import json_text as _json
from tfshim.protos.clusters import ClusterSpec
from tfshim.refusals import refusing_class

__all__ = """
    ClusterResolver GCEClusterResolver KubernetesClusterResolver SimpleClusterResolver SlurmClusterResolver TFConfigClusterResolver
    TPUClusterResolver UnionResolver
""".split()
__dir__ = listing(globals())


class ClusterResolver(abc.ABC):
    """The base of resolvers. Mirrors `tf.distribute.cluster_resolver.ClusterResolver`."""

    @abc.abstractmethod
    def cluster_spec(self) -> ClusterSpec:
        """The `tf.train.ClusterSpec`."""

    @abc.abstractmethod
    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a task."""

    def num_accelerators(self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None) -> dict[str, int]:
        """{device type: how many} of the accelerators of this machine."""
        return {"GPU": torch.cuda.device_count()} if torch.cuda.is_available() else {}

    @property
    def environment(self) -> str:
        """The type of environment, a string ("" if unknown)."""
        return ""

    @property
    def task_type(self) -> str | None:
        """The job of this process."""
        return getattr(self, "_task_type", None)

    @property
    def task_id(self) -> int | None:
        """The number of this process within its job."""
        return getattr(self, "_task_id", None)


def _address(resolver, task_type, task_id, rpc_layer):
    task_type = resolver.task_type if task_type is None else task_type
    task_id = resolver.task_id if task_id is None else task_id
    if task_type is None or task_id is None:
        return ""
    address = resolver.cluster_spec().task_address(task_type, task_id)
    layer = rpc_layer or resolver.rpc_layer
    return f"{layer}://{address}" if layer else address


class SimpleClusterResolver(ClusterResolver):
    """A resolver for a given ClusterSpec. Mirrors `tf.distribute.cluster_resolver.SimpleClusterResolver`."""

    rpc_layer: str | None = None  # the protocol of addresses

    def __init__(
        self,
        cluster_spec: ClusterSpec,
        master: str = "",
        task_type: str | None = None,
        task_id: int | None = None,
        environment: str = "",
        num_accelerators: dict[str, int] | None = None,
        rpc_layer: str | None = None,
    ) -> None:
        if not hasattr(cluster_spec, "task_address"):
            raise TypeError("cluster_spec must be a `tf.train.ClusterSpec`.")
        self._spec, self._master, self._task_type, self._task_id = cluster_spec, master, task_type, task_id
        self._environment, self._accelerators, self.rpc_layer = environment, num_accelerators, rpc_layer

    def cluster_spec(self) -> ClusterSpec:
        """The ClusterSpec that was given."""
        return self._spec

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a task, or the master that was given."""
        if task_type is not None and task_id is not None:
            return _address(self, task_type, task_id, rpc_layer)
        return self._master

    def num_accelerators(self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None) -> dict[str, int]:
        """What was given, else what there is."""
        return super().num_accelerators() if self._accelerators is None else self._accelerators

    @property
    def environment(self) -> str:
        """The surroundings that were given."""
        return self._environment


class TFConfigClusterResolver(ClusterResolver):
    """A resolver that reads the environment variable TF_CONFIG. Mirrors `tf.distribute.cluster_resolver.TFConfigClusterResolver`."""

    def __init__(
        self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None, environment: str | None = None
    ) -> None:
        self._own = {"type": task_type, "index": task_id, "rpc_layer": rpc_layer, "environment": environment}

    @staticmethod
    def _config():
        found = _json.loads(os.environ.get("TF_CONFIG", "{}"))
        if not isinstance(found, dict) or not all(isinstance(found.get(key, {}), dict) for key in ("cluster", "task")):
            raise ValueError(f'TF_CONFIG has to be a JSON object whose "cluster" and "task" are objects, got {found}.')
        return found

    @property
    def task_type(self) -> str | None:
        """The job, given or from TF_CONFIG."""
        return self._own["type"] if self._own["type"] is not None else self._config().get("task", {}).get("type")

    @property
    def task_id(self) -> int | None:
        """The number, given or from TF_CONFIG."""
        own = self._own["index"] if self._own["index"] is not None else self._config().get("task", {}).get("index")
        try:
            return None if own is None else int(own)
        except (TypeError, OverflowError):
            raise ValueError(f"The index of a task has to be an integer, got {own!r}.") from None

    @property
    def rpc_layer(self) -> str | None:
        """The protocol of addresses."""
        return self._own["rpc_layer"] or self._config().get("rpc_layer")

    @property
    def environment(self) -> str:
        """The surroundings, given or from TF_CONFIG."""
        return self._own["environment"] or self._config().get("environment", "")

    def cluster_spec(self) -> ClusterSpec:
        """The ClusterSpec of TF_CONFIG, empty without it."""
        return ClusterSpec(self._config().get("cluster", {}))

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a task, this one's by default."""
        return _address(self, task_type, task_id, rpc_layer) if self.cluster_spec() else ""


class UnionResolver(ClusterResolver):
    """Several resolvers as one; the first decides what is single-valued. Mirrors `tf.distribute.cluster_resolver.UnionResolver`."""

    rpc_layer: str | None = None  # the protocol of addresses

    def __init__(self, *args: ClusterResolver, **kwargs: Any) -> None:
        self._rest = {name: kwargs.pop(name, None) for name in ("rpc_layer", "task_type", "task_id")}
        if kwargs:
            raise ValueError(f"Unexpected kwargs provided {kwargs!r}")
        if not args:
            raise ValueError("At least one ClusterResolver is required.")
        if not all(isinstance(r, ClusterResolver) for r in args):
            raise TypeError("All arguments must be a sub-class of `ClusterResolver.`")
        self._resolvers = args
        self._task_type = self._rest["task_type"] if self._rest["task_type"] is not None else args[0].task_type
        self._task_id = self._rest["task_id"] if self._rest["task_id"] is not None else args[0].task_id
        self.rpc_layer = self._rest["rpc_layer"] or getattr(args[0], "rpc_layer", None)

    def cluster_spec(self) -> ClusterSpec:
        """All jobs together. Raises KeyError where two resolvers have one task at different addresses."""
        merged = {}
        for resolver in self._resolvers:
            spec = resolver.cluster_spec()
            for job in spec.jobs:
                tasks = merged.setdefault(job, {})
                for number in spec.task_indices(job):
                    address = spec.task_address(job, number)
                    if tasks.setdefault(number, address) != address:
                        raise KeyError(f"Duplicate keys detected when merging two ClusterSpecs: {job} {number}")
        return ClusterSpec(merged)

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a task, or the first resolver's master."""
        if task_type is not None and task_id is not None:
            return _address(self, task_type, task_id, rpc_layer)
        return self._resolvers[0].master(rpc_layer=rpc_layer)

    @property
    def environment(self) -> str:
        """The first resolver's surroundings."""
        return self._resolvers[0].environment


class SlurmClusterResolver(ClusterResolver):
    """A resolver for a step of SLURM, from its environment variables. Mirrors `tf.distribute.cluster_resolver.SlurmClusterResolver`.

    `jobs`: {name of a job: how many tasks}, all tasks of the step as "worker" by default; `port_base`: the port of the first task of a
    machine, the others have the next ones; `gpus_per_node`: GPUs of a machine, those that are seen by default; `gpus_per_task`: by
    default an equal share; `tasks_per_node`: a number or {machine: number} where SLURM's own is not meant; `auto_set_gpu`: whether
    `cluster_spec()` lets this process see its GPUs alone, by CUDA_VISIBLE_DEVICES; `rpc_layer`: the protocol of addresses.

    Raises RuntimeError outside of SLURM, or where there are fewer tasks or GPUs than are asked for; ValueError for lists that are none.
    """

    rpc_layer: str | None = None  # the protocol of addresses

    def __init__(
        self,
        jobs: dict[str, int] | None = None,
        port_base: int = 8888,
        gpus_per_node: int | None = None,
        gpus_per_task: int | None = None,
        tasks_per_node: int | dict[str, int] | None = None,
        auto_set_gpu: bool = True,
        rpc_layer: str | None = "grpc",
    ) -> None:
        self._rank = int(_slurm.variable("PROCID"))
        self._jobs = {"worker": int(_slurm.variable("STEP_NUM_TASKS"))} if jobs is None else jobs
        self._tasks = self._tasks_of_machines(tasks_per_node)
        self._gpus_per_node = _slurm.gpus() if gpus_per_node is None else gpus_per_node
        most = max(self._tasks.values())
        self._gpus_per_task = self._gpus_per_node // most if gpus_per_task is None else gpus_per_task
        self._port_base, self._auto_set_gpu, self.rpc_layer = port_base, auto_set_gpu, rpc_layer
        if most * self._gpus_per_task > self._gpus_per_node:
            raise RuntimeError("Requested more GPUs per node than available.")
        asked, given = sum(self._jobs.values()), sum(self._tasks.values())
        if asked != given:
            raise RuntimeError(f"Requested {asked} tasks but only {given} were assigned.")

    @staticmethod
    def _tasks_of_machines(tasks_per_node):
        if isinstance(tasks_per_node, dict):
            return tasks_per_node
        machines = _slurm.hosts(_slurm.variable("STEP_NODELIST"))
        if tasks_per_node is not None:
            return dict.fromkeys(machines, int(tasks_per_node))
        return dict(zip(machines, _slurm.counts(_slurm.variable("STEP_TASKS_PER_NODE"))))

    def cluster_spec(self) -> ClusterSpec:
        """All tasks, machine by machine in the order of their names; from then on `task_type` and `task_id` say which one this is."""
        places = [(machine, i) for machine, count in sorted(self._tasks.items()) for i in range(count)]
        cluster, start = {}, 0
        for job, count in sorted(self._jobs.items()):
            cluster[job] = [f"{machine}:{self._port_base + i}" for machine, i in places[start : start + count]]
            if start <= self._rank < start + count:
                self._task_type, self._task_id = job, self._rank - start
            start += count
        if self._auto_set_gpu and self._gpus_per_task:
            first = places[self._rank][1] * self._gpus_per_task
            os.environ["CUDA_VISIBLE_DEVICES"] = ",".join(map(str, range(first, first + self._gpus_per_task)))
        return ClusterSpec(cluster)

    def get_task_info(self) -> tuple[str | None, int | None]:
        """(job, number) of this process, known after `cluster_spec()`."""
        return self.task_type, self.task_id

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a task, this one's by default."""
        return _address(self, task_type, task_id, rpc_layer)

    def num_accelerators(self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None) -> dict[str, int]:
        """{"GPU": how many each task has}."""
        return {"GPU": self._gpus_per_task} if self._gpus_per_task else {}


_MEMBERS = "cluster_spec master num_accelerators"
GCEClusterResolver = refusing_class(
    "tf.distribute.cluster_resolver.GCEClusterResolver",
    ClusterResolver,
    "project, zone, instance_group, port, task_type='worker', task_id=0, rpc_layer='grpc', credentials='default', service=None",
    _MEMBERS + " rpc_layer",
)
KubernetesClusterResolver = refusing_class(
    "tf.distribute.cluster_resolver.KubernetesClusterResolver",
    ClusterResolver,
    "job_to_label_mapping=None, tf_server_port=8470, rpc_layer='grpc', override_client=None",
    _MEMBERS,
)
TPUClusterResolver = refusing_class(
    "tf.distribute.cluster_resolver.TPUClusterResolver",
    ClusterResolver,
    "tpu=None, zone=None, project=None, job_name='worker', coordinator_name=None, coordinator_address=None, credentials='default', "
    "service=None, discovery_url=None",
    _MEMBERS + " get_coordination_service_leader get_job_name get_master get_tpu_system_metadata set_tpu_topology tpu_hardware_feature",
    static="connect",
)
