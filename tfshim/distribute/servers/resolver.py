"""The base of what finds the machines of a cluster."""

from __future__ import annotations

import abc
import collections
from typing import Any

import torch

from tfshim.protos.clusters import ClusterSpec


class ClusterResolver(abc.ABC):
    """What finds the machines of a cluster and says which of them this is. Mirrors `tf.distribute.cluster_resolver.ClusterResolver`.

    Strategies for several machines take one. `TFConfigClusterResolver` reads the environment, `SlurmClusterResolver` asks SLURM,
    `SimpleClusterResolver` takes what is given. For another manager of machines write a subclass that has `cluster_spec()`, `master()`, and
    the attributes `task_type` and `task_id`.

    It takes no arguments, and cannot be made itself.

    Example:
        >>> class Fixed(tf.distribute.cluster_resolver.ClusterResolver):
        ...     task_type, task_id = "worker", 0
        ...     def cluster_spec(self):
        ...         return tf.train.ClusterSpec({"worker": ["a:2222", "b:2222"]})
        ...     def master(self, task_type=None, task_id=None, rpc_layer=None):
        ...         return ""
        >>> Fixed().cluster_spec().num_tasks("worker")
        2
    """

    @abc.abstractmethod
    def cluster_spec(self) -> ClusterSpec:
        """All jobs and tasks of the cluster, with their addresses. Mirrors `tf.distribute.cluster_resolver.ClusterResolver.cluster_spec`.

        Subclasses define it. Strategies call it when they are made, so that it has to be complete by then; a resolver that asks a service
        may give another answer the next time. It takes no arguments.

        Returns:
            a `tf.train.ClusterSpec`, empty for a process by itself.

        Example:
            >>> cluster = tf.train.ClusterSpec({"worker": ["a:2222", "b:2222"], "ps": ["c:2222"]})
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster)
            >>> resolver.cluster_spec().jobs
            ['worker', 'ps']
            >>> resolver.cluster_spec().task_address("worker", 1)
            'b:2222'
        """

    @abc.abstractmethod
    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a task, as a session names it. Mirrors `tf.distribute.cluster_resolver.ClusterResolver.master`.

        Subclasses define it. Programs of TensorFlow 1 give the address to `tf.compat.v1.Session` to run graphs on that task.

        Arguments:
            task_type: the job of the task, a str (default None: as the subclass chooses).
            task_id: its number in the job, an int (default None).
            rpc_layer: the protocol in front of the address, such as "grpc" (default None: that of the resolver).

        Returns:
            a str, "grpc://host:port"; "" where no task is meant.

        Example:
            >>> cluster = tf.train.ClusterSpec({"worker": ["a:2222", "b:2222"]})
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster)
            >>> resolver.master("worker", 1, rpc_layer="grpc"), resolver.master()
            ('grpc://b:2222', '')
        """

    def num_accelerators(self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None) -> dict[str, int]:
        """How many accelerators a machine has, by their kind. Mirrors `tf.distribute.cluster_resolver.ClusterResolver.num_accelerators`.

        Arguments:
            task_type: the job of the task that is asked, a str (default None: this one).
            task_id: its number, an int (default None). Here this machine is always the one that is counted.
            config_proto: options for the session that TensorFlow counts in; not used (default None).

        Returns:
            a dictionary {kind: how many}: {"GPU": n} with the GPUs that torch finds, empty without any.

        Example:
            >>> cluster = tf.train.ClusterSpec({"worker": ["a:2222"]})
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, num_accelerators={"GPU": 4})
            >>> resolver.num_accelerators()
            {'GPU': 4}
        """
        return collections.defaultdict(int, {"GPU": torch.cuda.device_count()} if torch.cuda.is_available() else {})

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


def address_of(resolver, task_type, task_id, layer):
    task_type = resolver.task_type if task_type is None else task_type
    task_id = resolver.task_id if task_id is None else task_id
    if task_type is None or task_id is None:
        return ""
    return under(layer, resolver.cluster_spec().task_address(task_type, task_id))


def under(layer, address):
    """An address behind its protocol; None and "" for none."""
    return f"{layer}://{address}" if layer else address
