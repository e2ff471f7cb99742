"""`tf.distribute.cluster_resolver`: the machines of a cluster, from arguments or the environment."""

from __future__ import annotations

import os
from typing import Any

from tfshim._listing import listing
from tfshim.distribute.servers.resolver import ClusterResolver, address_of, under
from tfshim.distribute.servers.slurm import SlurmClusterResolver  # noqa: F401 - one of the public names
from tfshim.files import json_text as _json
from tfshim.protos.clusters import ClusterSpec
from tfshim.refusals import refusing_class

__all__ = """
    ClusterResolver GCEClusterResolver KubernetesClusterResolver SimpleClusterResolver SlurmClusterResolver TFConfigClusterResolver
    TPUClusterResolver UnionResolver
""".split()
__dir__ = listing(globals())


class SimpleClusterResolver(ClusterResolver):
    """A resolver for a cluster that the program knows. Mirrors `tf.distribute.cluster_resolver.SimpleClusterResolver`.

    Arguments:
        cluster_spec: a `tf.train.ClusterSpec`.
        master: what `master()` gives, a str (default "").
        task_type: the job of this process, a str (default None).
        task_id: its number in the job, an int (default None).
        environment: what the attribute `environment` gives, a str (default "").
        num_accelerators: {kind: how many} of each task; None (default) to count those of this machine.
        rpc_layer: the protocol of addresses, such as "grpc" (default None).

    Raises:
        TypeError: `cluster_spec` is no ClusterSpec.

    Example:
        >>> cluster = tf.train.ClusterSpec({"worker": ["a:2222", "b:2222"]})
        >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, task_type="worker", task_id=1, rpc_layer="grpc")
        >>> resolver.task_type, resolver.task_id, resolver.master("worker", 0)
        ('worker', 1, 'grpc://a:2222')
    """

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
        """The cluster that the resolver was given. Mirrors `tf.distribute.cluster_resolver.SimpleClusterResolver.cluster_spec`.

        Strategies ask it when they are made; of a `tf.distribute.cluster_resolver.UnionResolver` each resolver is asked. It takes no
        arguments.

        Returns:
            the `tf.train.ClusterSpec` of the constructor, the object itself. Its tasks do not change: a cluster with other machines needs
            another resolver.

        Example:
            >>> cluster = tf.train.ClusterSpec({"worker": ["a:2222", "b:2222"]})
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster)
            >>> resolver.cluster_spec() is cluster
            True
            >>> resolver.cluster_spec().as_dict()
            {'worker': ['a:2222', 'b:2222']}
        """
        return self._spec

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a task, or the master that was given. Mirrors `tf.distribute.cluster_resolver.SimpleClusterResolver.master`.

        Arguments:
            task_type: the job of the task, a str (default None).
            task_id: its number in the job, an int (default None). Only with both of them is it the address of a task.
            rpc_layer: the protocol in front of the address, such as "grpc" (default None: that of the constructor).

        Returns:
            a str: "protocol://host:port", without the protocol where none is known; otherwise the `master` of the constructor, behind the
                protocol as well.

        Raises:
            ValueError: the cluster has no such task.

        Example:
            >>> cluster = tf.train.ClusterSpec({"worker": ["a:2222", "b:2222"]})
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, master="local", rpc_layer="grpc")
            >>> resolver.master(), resolver.master("worker", 1)
            ('grpc://local', 'grpc://b:2222')
        """
        if task_type is not None and task_id is not None:
            return address_of(self, task_type, task_id, rpc_layer or self.rpc_layer)
        return under(rpc_layer or self.rpc_layer, self._master)

    def num_accelerators(self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None) -> dict[str, int]:
        """How many accelerators a task has, as it was given. Mirrors
        `tf.distribute.cluster_resolver.SimpleClusterResolver.num_accelerators`.

        Arguments:
            task_type: the job of the task, a str; makes no difference (default None).
            task_id: its number in the job, an int; makes no difference (default None).
            config_proto: not used (default None).

        Returns:
            the dictionary {kind: how many} of the constructor; without one, {"GPU": n} for the GPUs that torch finds on this machine, empty
            without any.

        Example:
            >>> cluster = tf.train.ClusterSpec({"worker": ["a:2222", "b:2222"]})
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, num_accelerators={"GPU": 2})
            >>> resolver.num_accelerators("worker", 0)
            {'GPU': 2}
        """
        return super().num_accelerators() if self._accelerators is None else self._accelerators

    @property
    def environment(self) -> str:
        """The surroundings that were given."""
        return self._environment


class TFConfigClusterResolver(ClusterResolver):
    """A resolver that reads the environment variable TF_CONFIG. Mirrors `tf.distribute.cluster_resolver.TFConfigClusterResolver`.

    TF_CONFIG holds a JSON object: "cluster" with a list of addresses for each job, and "task" with the "type" and the "index" of this
    process. It is what `tf.distribute.MultiWorkerMirroredStrategy` and estimators take where no resolver is given.

    Arguments:
        task_type: the job of this process, in place of TF_CONFIG's (default None).
        task_id: its number in the job, in place of TF_CONFIG's (default None).
        rpc_layer: the protocol of addresses, in place of TF_CONFIG's "rpc_layer" (default None).
        environment: what the attribute `environment` gives, in place of TF_CONFIG's (default None).

    Example:
        >>> import os
        >>> os.environ["TF_CONFIG"] = '{"cluster": {"worker": ["a:2222", "b:2222"]}, "task": {"type": "worker", "index": 1}}'
        >>> resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
        >>> resolver.task_type, resolver.task_id, resolver.cluster_spec().num_tasks("worker")
        ('worker', 1, 2)
        >>> del os.environ["TF_CONFIG"]
    """

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
        own = self._own["rpc_layer"]
        return self._config().get("rpc_layer") if own is None else own

    @property
    def environment(self) -> Any:
        """The surroundings, given or from TF_CONFIG; None where neither says them."""
        own = self._own["environment"]
        return self._config().get("environment") if own is None else own

    def cluster_spec(self) -> ClusterSpec:
        """The cluster that TF_CONFIG describes. Mirrors `tf.distribute.cluster_resolver.TFConfigClusterResolver.cluster_spec`.

        The variable is read whenever this is called, so that it may be set after the resolver was made. It takes no arguments.

        Returns:
            a `tf.train.ClusterSpec`, empty where TF_CONFIG is not set or has no "cluster".

        Raises:
            ValueError: TF_CONFIG is no JSON, or its "cluster" is no object.

        Example:
            >>> import os
            >>> resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
            >>> os.environ["TF_CONFIG"] = '{"cluster": {"worker": ["a:2222"], "ps": ["b:2222"]}}'
            >>> resolver.cluster_spec().as_dict()
            {'worker': ['a:2222'], 'ps': ['b:2222']}
            >>> del os.environ["TF_CONFIG"]
            >>> resolver.cluster_spec().jobs
            []
        """
        return ClusterSpec(self._config().get("cluster", {}))

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a task, of this one if none is named. Mirrors `tf.distribute.cluster_resolver.TFConfigClusterResolver.master`.

        Arguments:
            task_type: the job of the task, a str (default None: that of this process).
            task_id: its number in the job, an int (default None: that of this process).
            rpc_layer: the protocol in front of the address, such as "grpc" (default None: that of the constructor or of TF_CONFIG).

        Returns:
            a str, "protocol://host:port", without the protocol where none is known; "" without a cluster or with a task by itself, where a
            session runs in this process.

        Raises:
            ValueError: the cluster has no such task.

        Example:
            >>> import os
            >>> os.environ["TF_CONFIG"] = '{"cluster": {"worker": ["a:2222", "b:2222"]}, "task": {"type": "worker", "index": 1}}'
            >>> resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver(rpc_layer="grpc")
            >>> resolver.master(), resolver.master("worker", 0)
            ('grpc://b:2222', 'grpc://a:2222')
            >>> del os.environ["TF_CONFIG"]
        """
        spec = self.cluster_spec()
        if sum(spec.num_tasks(job) for job in spec.jobs) < 2:  # as in TensorFlow: a task by itself is this process
            return ""
        return address_of(self, task_type, task_id, self.rpc_layer if rpc_layer is None else rpc_layer)


class UnionResolver(ClusterResolver):
    """Several resolvers as one. Mirrors `tf.distribute.cluster_resolver.UnionResolver`.

    Its cluster has the jobs of all of them; what there can be one of only, such as the task of this process, comes from the first. A
    cluster whose parameter servers are listed in one place and its workers in another is put together by it.

    Arguments:
        args: the resolvers, at least one.
        rpc_layer, task_type, task_id: in place of those of the first resolver, by keyword (default None).

    Raises:
        ValueError: there is no resolver, or another keyword is given.
        TypeError: an argument is no resolver.

    Example:
        >>> simple = tf.distribute.cluster_resolver.SimpleClusterResolver
        >>> workers = simple(tf.train.ClusterSpec({"worker": ["a:2222", "b:2222"]}), task_type="worker", task_id=0)
        >>> servers = simple(tf.train.ClusterSpec({"ps": ["c:2222"]}))
        >>> both = tf.distribute.cluster_resolver.UnionResolver(workers, servers)
        >>> both.cluster_spec().jobs, both.task_type
        (['worker', 'ps'], 'worker')
    """

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
        own = self._rest["rpc_layer"]
        self.rpc_layer = getattr(args[0], "rpc_layer", None) if own is None else own

    def cluster_spec(self) -> ClusterSpec:
        """The jobs of all resolvers together. Mirrors `tf.distribute.cluster_resolver.UnionResolver.cluster_spec`.

        Two resolvers may both know a job: their tasks are put together by number, and a task that both know has to have one address. It
        takes no arguments.

        Returns:
            a `tf.train.ClusterSpec`, made anew by each call, as each resolver is asked again.

        Raises:
            KeyError: two resolvers have one task at different addresses.

        Example:
            >>> simple = tf.distribute.cluster_resolver.SimpleClusterResolver
            >>> one, other = (simple(tf.train.ClusterSpec({"worker": {i: f"m{i}:2222"}})) for i in range(2))
            >>> tf.distribute.cluster_resolver.UnionResolver(one, other).cluster_spec().as_dict()
            {'worker': ['m0:2222', 'm1:2222']}
        """
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
        """The address of a task, or the first resolver's master. Mirrors `tf.distribute.cluster_resolver.UnionResolver.master`.

        Arguments:
            task_type: the job of the task, a str (default None).
            task_id: its number in the job, an int (default None). Only with both of them is it the address of a task.
            rpc_layer: the protocol in front of the address, such as "grpc" (default None: that of the constructor).

        Returns:
            a str: "protocol://host:port", or what `master(rpc_layer=...)` of the first resolver gives. The protocol of the first resolver
                is not put in front of addresses.

        Raises:
            ValueError: no resolver has such a task.

        Example:
            >>> simple = tf.distribute.cluster_resolver.SimpleClusterResolver
            >>> workers = simple(tf.train.ClusterSpec({"worker": ["a:2222"]}), rpc_layer="grpc")
            >>> servers = simple(tf.train.ClusterSpec({"ps": ["c:2222"]}))
            >>> tf.distribute.cluster_resolver.UnionResolver(workers, servers).master("ps", 0)
            'c:2222'
        """
        if task_type is not None and task_id is not None:
            # The first resolver's protocol is of no account here, in TensorFlow as well.
            return address_of(self, task_type, task_id, rpc_layer or self._rest["rpc_layer"])
        return self._resolvers[0].master(rpc_layer=rpc_layer)

    @property
    def environment(self) -> str:
        """The first resolver's surroundings."""
        return self._resolvers[0].environment


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
