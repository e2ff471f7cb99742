"""What SLURM says about the step that a process belongs to, and the resolver that makes a cluster of it."""

from __future__ import annotations

import os
import re
from typing import Any

import torch

from tfshim.distribute.servers.resolver import ClusterResolver, address_of
from tfshim.protos.clusters import ClusterSpec

_HOSTS = re.compile(r"([^,[\]]*)(?:\[([^\]]+)\])?")
_COUNT = re.compile(r"(\d+)(?:\(x(\d+)\))?")


def variable(name: str) -> str:
    """The environment variable SLURM_`name`. Raises RuntimeError without it."""
    name = f"SLURM_{name}"
    if name not in os.environ:
        raise RuntimeError(f"{name} not found in environment. Not running inside a SLURM step?")
    return os.environ[name]


def _numbers(ranges: str) -> list[str]:
    """The numbers of "3-5,07", each with its zeros in front."""
    found = []
    for part in ranges.split(","):
        first, _, last = part.partition("-")
        found += [str(n).zfill(len(first)) for n in range(int(first), int(last or first) + 1)]
    return found


def hosts(text: str) -> list[str]:
    """The names of "n[1-2],m5": n1, n2, m5. Raises ValueError for anything else."""
    found = []
    try:
        for part in re.split(r",(?![^[]*\])", text):
            matched = _HOSTS.fullmatch(part)
            if matched is None or not part:
                raise ValueError(f"Invalid part: {part}" if part else "")
            prefix, ranges = matched.groups()
            found += [prefix] if ranges is None else [prefix + number for number in _numbers(ranges)]
    except ValueError as e:
        raise ValueError(f'Invalid hostlist format "{text}": {e}') from None
    return found


def counts(text: str) -> list[int]:
    """The numbers of tasks of "3(x2),1": 3, 3, 1. Raises ValueError for anything else."""
    found: list[int] = []
    for part in text.split(","):
        matched = _COUNT.fullmatch(part)
        if matched is None:
            raise ValueError(f'Invalid tasks-per-node list format "{text}": ')
        found += [int(matched[1])] * int(matched[2] or 1)
    return found


def gpus() -> int:
    """How many GPUs this machine has: those of CUDA_VISIBLE_DEVICES, else all that torch finds."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    return torch.cuda.device_count() if visible is None else len([name for name in visible.split(",") if name])


class SlurmClusterResolver(ClusterResolver):
    """A resolver for the processes of a step of SLURM, from its environment. Mirrors `tf.distribute.cluster_resolver.SlurmClusterResolver`.

    `srun python train.py` starts the processes; each finds out here which one it is, and which GPUs are its own.

    Arguments:
        jobs: {name of a job: how many tasks} (default None: all are "worker").
        port_base: the port of the first task of a machine, the others have the next ones (default 8888).
        gpus_per_node: how many GPUs a machine has (default None: those that are seen).
        gpus_per_task: how many each process gets (default None: an equal share).
        tasks_per_node: a number, or {machine: number}, where SLURM's own is not meant (default None).
        auto_set_gpu: True (default) lets `cluster_spec()` set CUDA_VISIBLE_DEVICES to the GPUs of this process.
        rpc_layer: the protocol of addresses (default "grpc").

    Raises:
        RuntimeError: it is not run by SLURM, or there are fewer tasks or GPUs than are asked for.
        ValueError: a list of machines or counts in the environment is none.

    Example:
        >>> import os
        >>> slurm = {"SLURM_PROCID": "1", "SLURM_STEP_NUM_TASKS": "2"}
        >>> slurm |= {"SLURM_STEP_NODELIST": "n1,n2", "SLURM_STEP_TASKS_PER_NODE": "1,1"}
        >>> os.environ.update(slurm)
        >>> resolver = tf.distribute.cluster_resolver.SlurmClusterResolver(gpus_per_node=0, auto_set_gpu=False)
        >>> resolver.cluster_spec().as_dict(), resolver.get_task_info()
        ({'worker': ['n1:8888', 'n2:8888']}, ('worker', 1))
        >>> for name in slurm:
        ...     del os.environ[name]
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
        self._rank = int(variable("PROCID"))
        self._jobs = {"worker": int(variable("STEP_NUM_TASKS"))} if jobs is None else jobs
        self._tasks = self._tasks_of_machines(tasks_per_node)
        self._gpus_per_node = gpus() if gpus_per_node is None else gpus_per_node
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
        machines = hosts(variable("STEP_NODELIST"))
        if tasks_per_node is not None:
            return dict.fromkeys(machines, int(tasks_per_node))
        return dict(zip(machines, counts(variable("STEP_TASKS_PER_NODE"))))

    def cluster_spec(self) -> ClusterSpec:
        """All processes of SLURM's step as a cluster. Mirrors `tf.distribute.cluster_resolver.SlurmClusterResolver.cluster_spec`.

        Tasks are given to the machines in the order of their names, and to jobs in the order of theirs. From then on `task_type` and
        `task_id` say which one this process is; with `auto_set_gpu`, CUDA_VISIBLE_DEVICES names its GPUs alone, for which it has to be
        called before anything uses a GPU. It takes no arguments.

        Returns:
            a `tf.train.ClusterSpec`.

        Example:
            >>> import os
            >>> slurm = {"SLURM_PROCID": "2", "SLURM_STEP_NUM_TASKS": "3"}
            >>> slurm |= {"SLURM_STEP_NODELIST": "n[1-3]", "SLURM_STEP_TASKS_PER_NODE": "1(x3)"}
            >>> os.environ.update(slurm)
            >>> resolver = tf.distribute.cluster_resolver.SlurmClusterResolver({"ps": 1, "worker": 2}, gpus_per_node=0, auto_set_gpu=False)
            >>> resolver.cluster_spec().as_dict()
            {'ps': ['n1:8888'], 'worker': ['n2:8888', 'n3:8888']}
            >>> for name in slurm:
            ...     del os.environ[name]
        """
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
        """Which task of the cluster this process is. Mirrors `tf.distribute.cluster_resolver.SlurmClusterResolver.get_task_info`.

        It is known once `cluster_spec()` was called, from the number that SLURM gave the process; the attributes `task_type` and `task_id`
        have the same. It takes no arguments.

        Returns:
            a tuple of the name of the job, a str, and the number in it, an int; both None before.

        Example:
            >>> import os
            >>> slurm = {"SLURM_PROCID": "1", "SLURM_STEP_NUM_TASKS": "2"}
            >>> slurm |= {"SLURM_STEP_NODELIST": "n1", "SLURM_STEP_TASKS_PER_NODE": "2"}
            >>> os.environ.update(slurm)
            >>> resolver = tf.distribute.cluster_resolver.SlurmClusterResolver(gpus_per_node=0, auto_set_gpu=False)
            >>> _ = resolver.cluster_spec()
            >>> resolver.get_task_info()
            ('worker', 1)
            >>> for name in slurm:
            ...     del os.environ[name]
        """
        return self.task_type, self.task_id

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a task, of this one if none is named. Mirrors `tf.distribute.cluster_resolver.SlurmClusterResolver.master`.

        Arguments:
            task_type: the job of the task, a str (default None: that of this process).
            task_id: its number in the job, an int (default None: that of this process). Which task this process is, is known after
                `cluster_spec()`.
            rpc_layer: the protocol in front of the address (default None: that of the constructor).

        Returns:
            a str, "grpc://machine:port"; "" where no task is known.

        Example:
            >>> import os
            >>> slurm = {"SLURM_PROCID": "0", "SLURM_STEP_NUM_TASKS": "2"}
            >>> slurm |= {"SLURM_STEP_NODELIST": "n1,n2", "SLURM_STEP_TASKS_PER_NODE": "1,1"}
            >>> os.environ.update(slurm)
            >>> resolver = tf.distribute.cluster_resolver.SlurmClusterResolver(gpus_per_node=0, auto_set_gpu=False)
            >>> resolver.master("worker", 1)
            'grpc://n2:8888'
            >>> for name in slurm:
            ...     del os.environ[name]
        """
        return address_of(self, task_type, task_id, rpc_layer or self.rpc_layer)

    def num_accelerators(self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None) -> dict[str, int]:
        """How many GPUs each task has. Mirrors `tf.distribute.cluster_resolver.SlurmClusterResolver.num_accelerators`.

        Arguments:
            task_type: the job of the task, a str; makes no difference (default None).
            task_id: its number in the job, an int; makes no difference (default None).
            config_proto: not used (default None).

        Returns:
            {"GPU": n}, the `gpus_per_task` of the constructor or each task's equal share of the GPUs of a machine; empty without any.

        Example:
            >>> import os
            >>> slurm = {"SLURM_PROCID": "0", "SLURM_STEP_NUM_TASKS": "2"}
            >>> slurm |= {"SLURM_STEP_NODELIST": "n1", "SLURM_STEP_TASKS_PER_NODE": "2"}
            >>> os.environ.update(slurm)
            >>> tf.distribute.cluster_resolver.SlurmClusterResolver(gpus_per_node=4, auto_set_gpu=False).num_accelerators()
            {'GPU': 2}
            >>> for name in slurm:
            ...     del os.environ[name]
        """
        return {"GPU": self._gpus_per_task} if self._gpus_per_task else {}
