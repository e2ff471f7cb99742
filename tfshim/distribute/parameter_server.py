"""`ParameterServerStrategy`: variables on parameter servers, functions on workers, and a program that schedules them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.distribute.extended import StrategyExtended
from tfshim.distribute.replica_context import ReplicaContext
from tfshim.distribute.servers.connection import CONNECTIONS, Connection
from tfshim.distribute.servers.remote_variables import CachingVariable
from tfshim.distribute.sharded_variables import parts_of
from tfshim.distribute.strategies import Strategy, beside
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.logger import get_logger

if TYPE_CHECKING:
    from tfshim.distribute.cluster_resolver import ClusterResolver
    from tfshim.distribute.experimental.partitioners import Partitioner

_WAITS = 600.0  # seconds, for the tasks of the cluster to be there


class ParameterServerStrategyV2Extended(StrategyExtended):
    """The lower-level methods of ParameterServerStrategy."""

    __module__ = "tensorflow.python.distribute.parameter_server_strategy_v2"
    _between_graph = True

    def __init__(self, container_strategy: Any) -> None:
        super().__init__(container_strategy)
        self._creator = self._made_elsewhere
        self._variable_count = 0

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The name of the device of a worker, without the worker."""
        return ("/device:CPU:0",)

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The name of the device of the program that schedules."""
        return ("/job:chief/replica:0/task:0/device:CPU:0",)

    @property
    def experimental_should_init(self) -> bool:
        """True: the one program initializes variables."""
        return True

    @property
    def should_checkpoint(self) -> bool:
        """True: the one program writes checkpoints."""
        return True

    @property
    def should_save_summary(self) -> bool:
        """True: the one program writes summaries."""
        return True

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether `v` is on one of the strategy's parameter servers."""
        return getattr(v, "_strategy", None) is self._strategy

    def colocate_vars_with(self, colocate_with_variable: Any) -> AbstractContextManager[Any]:
        """A context whose variables go to the parameter server that has `colocate_with_variable`."""
        return beside(colocate_with_variable)

    def _next_server(self) -> Connection:
        with lock_of(self):
            servers = self._strategy._servers
            number = self._variable_count % len(servers)
            self._variable_count += 1
            return servers[number]

    def _made_elsewhere(self, next_creator: Callable[..., Any], **kwargs: Any) -> Any:
        partitioner = self._strategy._variable_partitioner
        if partitioner is not None:
            return parts_of(partitioner, self._on_next_server, kwargs)
        return self._on_next_server(**kwargs)

    def _on_next_server(self, **kwargs: Any) -> CachingVariable:
        return CachingVariable(self._next_server(), self._strategy, **kwargs)


class ParameterServerReplicaContext(ReplicaContext):
    """The context of the replica of a worker."""

    __module__ = "tensorflow.python.distribute.distribute_lib"


@tf_export("distribute.ParameterServerStrategy", "distribute.experimental.ParameterServerStrategy", v1=[])
class ParameterServerStrategy(Strategy):
    """Training by one program, whose functions run on workers and whose variables are on parameter servers.

    Mirrors `tf.distribute.ParameterServerStrategy`.

    Arguments:
        cluster_resolver: names the tasks of the jobs "worker" and "ps", each of which runs
            `tf.distribute.Server(...).join()`; this program is the one that is left.
        variable_partitioner: a function of a shape and dtype that says into how many parts a variable is cut, one of
            `tf.distribute.experimental.partitioners`; without it none is.

    Raises:
        ValueError: the cluster has no workers or no parameter servers.
        UnavailableError: the tasks do not come: the constructor waits for all of them.

    Variables that are made in its scope go to the parameter servers in turn. Functions are scheduled by a
    `tf.distribute.coordinator.ClusterCoordinator`.

    Example:
        >>> import socket
        >>> with socket.socket() as one, socket.socket() as other:  # two ports that are free
        ...     one.bind(("localhost", 0)), other.bind(("localhost", 0))
        ...     ports = [s.getsockname()[1] for s in (one, other)]
        (None, None)
        >>> cluster = tf.train.ClusterSpec({"worker": [f"localhost:{ports[0]}"], "ps": [f"localhost:{ports[1]}"]})
        >>> servers = [tf.distribute.Server(cluster, job_name=job, task_index=0) for job in ("worker", "ps")]
        >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
        >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
        >>> with strategy.scope():
        ...     v = tf.Variable(1.0)
        >>> v.device
        '/job:ps/replica:0/task:0/device:CPU:0'
    """

    __module__ = "tensorflow.python.distribute.parameter_server_strategy_v2"
    __qualname__ = "ParameterServerStrategyV2"
    _context_kind = ParameterServerReplicaContext
    _should_use_with_coordinator = True

    def __init__(self, cluster_resolver: ClusterResolver, variable_partitioner: Partitioner | None = None) -> None:
        self._cluster_resolver, self._variable_partitioner = cluster_resolver, variable_partitioner
        spec = cluster_resolver.cluster_spec()
        _check(spec, cluster_resolver)
        self._servers, self._worker_connections = [], []
        for job, connections in (("ps", self._servers), ("worker", self._worker_connections)):
            for number in spec.task_indices(job):
                connections.append(CONNECTIONS.to(f"/job:{job}/replica:0/task:{number}", spec.task_address(job, number)))
        get_logger().info("`tf.distribute.experimental.ParameterServerStrategy` is initialized with cluster_spec: %s", spec)
        self._instances = {}
        for connection in (*self._servers, *self._worker_connections):
            self._instances[connection.name] = connection.call("hello", timeout=_WAITS, wait=True)[0]["instance"]
        self._cluster_coordinator = None
        super().__init__(ParameterServerStrategyV2Extended(self))

    @property
    def cluster_resolver(self) -> Any:
        """The resolver that was given."""
        return self._cluster_resolver

    @property
    def _num_workers(self) -> int:
        return len(self._worker_connections)

    @property
    def _num_ps(self) -> int:
        return len(self._servers)


ParameterServerStrategy.__name__ = ParameterServerStrategy.__qualname__  # as programs print it

_JOBS = ("chief", "worker", "evaluator", "ps", None)


def _check(spec: Any, resolver: Any) -> None:
    if not spec:
        raise ValueError("Cluster spec must be non-empty in `tf.distribute.cluster_resolver.ClusterResolver`.")
    for job in spec.jobs:
        if job not in _JOBS:
            raise ValueError(f"Disallowed task type found in cluster spec. Allowed types are {_JOBS} and the cluster spec is {spec}.")
    for job in ("chief", "evaluator"):
        if job in spec.jobs and spec.num_tasks(job) > 1:
            raise ValueError(f"There must be at most one '{job}' job.")
    for job in ("worker", "ps"):
        if job not in spec.jobs or not spec.num_tasks(job):
            raise ValueError(f"There must be at least one {job}.")
    if resolver.task_type in ("worker", "ps"):
        get_logger().warning(
            "ParameterServerStrategy is for the program that schedules functions, but by its cluster resolver this is the task %r: a "
            "worker and a parameter server run `tf.distribute.Server(...).join()`.",
            resolver.task_type,
        )
