"""`tf.distribute.coordinator`: functions that are scheduled on the workers of a ParameterServerStrategy."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import Any

import torch

from tfshim._listing import listing
from tfshim.distribute.closures import Closure, Cluster
from tfshim.distribute.remote_value import RemoteValue
from tfshim.distribute.servers.task import CURRENT
from tfshim.distribute.worker_datasets import PerWorkerDatasetFromDataset, PerWorkerDatasetFromDatasetFunction
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.function import Function, inside_function
from tfshim.engine.graphs.control_flow import add_operation
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.tensor import Tensor

__all__ = """
    ClusterCoordinator PerWorkerValue RemoteValue experimental_get_current_worker_index
""".split()
__dir__ = listing(globals())


class ClusterCoordinator:
    """Schedules functions on the workers of a parameter server strategy. Mirrors `tf.distribute.coordinator.ClusterCoordinator`.

    A scheduled function runs on whichever worker is free, and once more on another one if that worker is lost. The first error of a
    function is raised by the next call of `schedule`, `join` or `done`, and cancels what has not run yet. A parameter server that is
    lost is such an error, `tf.errors.UnavailableError`, and ends the use of the strategy.

    Arguments:
        strategy: a `tf.distribute.ParameterServerStrategy`; it has one coordinator, which every call gives.

    Raises:
        AttributeError: it is another strategy.

    Example, with a worker and a parameter server in this process, which are programs of their own otherwise:
        >>> import socket
        >>> def address():
        ...     with socket.create_server(("localhost", 0)) as free:
        ...         return f"localhost:{free.getsockname()[1]}"
        >>> cluster = tf.train.ClusterSpec({"worker": [address()], "ps": [address()]})
        >>> servers = [tf.distribute.Server(cluster, job_name=job, task_index=0) for job in ("worker", "ps")]
        >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
        >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
        >>> coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
        >>> with strategy.scope():
        ...     total = tf.Variable(0.0)
        >>> @tf.function
        ... def step(x):
        ...     total.assign_add(x)
        >>> results = [coordinator.schedule(step, args=(tf.constant(2.0),)) for _ in range(3)]
        >>> coordinator.join()
        >>> float(total.numpy())
        6.0
    """

    __module__ = "tensorflow.python.distribute.coordinator.cluster_coordinator"

    def __new__(cls, strategy: Any) -> ClusterCoordinator:
        if strategy._cluster_coordinator is None:
            strategy._cluster_coordinator = super().__new__(cls)
        return strategy._cluster_coordinator

    def __init__(self, strategy: Any) -> None:
        if hasattr(self, "_strategy"):
            return
        self._strategy = strategy
        self._cluster = Cluster(strategy._worker_connections, strategy._instances)
        weakref.finalize(self, self._cluster.stop).atexit = False

    @property
    def strategy(self) -> Any:
        """The strategy."""
        return self._strategy

    def schedule(self, fn: Any, args: Any = None, kwargs: Any = None) -> RemoteValue:
        """Let a worker run a function, and do not wait for it. Mirrors `tf.distribute.coordinator.ClusterCoordinator.schedule`.

        Which worker it is, and in which order functions run, is left open. A function that has begun on a worker that is lost runs
        once more on another one, so it is best if that does no harm.

        Arguments:
            fn: a `tf.function` or a trace of one; it runs in the worker, and its variables are on the parameter servers.
            args: its arguments by position, None by default. What `create_per_worker_dataset` gave, and iterators over it,
                stand for the worker's own.
            kwargs: its arguments by name, None by default.

        Returns:
            A `tf.distribute.coordinator.RemoteValue` of the result.

        Raises:
            TypeError: `fn` is another function.
            ValueError: a RemoteValue is among the arguments.
            The first error of what was scheduled before.

        Example, with a worker and a parameter server in this process, which are programs of their own otherwise:
            >>> import socket
            >>> def address():
            ...     with socket.create_server(("localhost", 0)) as free:
            ...         return f"localhost:{free.getsockname()[1]}"
            >>> cluster = tf.train.ClusterSpec({"worker": [address()], "ps": [address()]})
            >>> servers = [tf.distribute.Server(cluster, job_name=job, task_index=0) for job in ("worker", "ps")]
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
            >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
            >>> coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
            >>> result = coordinator.schedule(tf.function(lambda x, y: x + y), args=(tf.constant(1),), kwargs={"y": tf.constant(2)})
            >>> int(result.fetch())
            3
        """
        if not isinstance(fn, (Function, ConcreteFunction)):
            raise TypeError(
                "`tf.distribute.experimental.coordinator.ClusterCoordinator.schedule` only accepts a `tf.function` or a concrete function."
            )
        args, kwargs = tuple(args or ()), dict(kwargs or {})
        if any(isinstance(x, RemoteValue) for x in nest.flatten((args, kwargs))):
            raise ValueError(
                "`tf.distribute.experimental.coordinator.RemoteValue` used as an input to scheduled function is not yet supported."
            )
        with self._strategy.scope():
            closure = Closure(fn, args, kwargs)
        self._cluster.put(closure)
        return closure.output

    def join(self) -> None:
        """Wait until all that was scheduled has run. Mirrors `tf.distribute.coordinator.ClusterCoordinator.join`.

        A program calls it at the end of an epoch, before it reads variables or metrics that the functions change.

        Returns:
            None.

        Raises:
            The first error of what was scheduled. What had not begun is cancelled then; the coordinator can be used further,
                unless a parameter server is lost.

        Example, with a worker and a parameter server in this process, which are programs of their own otherwise:
            >>> import socket
            >>> def address():
            ...     with socket.create_server(("localhost", 0)) as free:
            ...         return f"localhost:{free.getsockname()[1]}"
            >>> cluster = tf.train.ClusterSpec({"worker": [address()], "ps": [address()]})
            >>> servers = [tf.distribute.Server(cluster, job_name=job, task_index=0) for job in ("worker", "ps")]
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
            >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
            >>> coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
            >>> result = coordinator.schedule(tf.function(lambda: tf.constant(7)))
            >>> coordinator.join()
            >>> int(result.get())
            7
        """
        self._cluster.wait()

    def done(self) -> bool:
        """Tell whether all that was scheduled has run. Mirrors `tf.distribute.coordinator.ClusterCoordinator.done`.

        It does not wait, so the program can write a checkpoint or evaluate meanwhile; `join` waits.

        Returns:
            A bool: True where nothing was scheduled, too.

        Raises:
            The first error of what was scheduled, as `schedule` and `join` do.

        Example, with a worker and a parameter server in this process, which are programs of their own otherwise:
            >>> import socket
            >>> def address():
            ...     with socket.create_server(("localhost", 0)) as free:
            ...         return f"localhost:{free.getsockname()[1]}"
            >>> cluster = tf.train.ClusterSpec({"worker": [address()], "ps": [address()]})
            >>> servers = [tf.distribute.Server(cluster, job_name=job, task_index=0) for job in ("worker", "ps")]
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
            >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
            >>> coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
            >>> result = coordinator.schedule(tf.function(lambda: tf.constant(1)))
            >>> coordinator.join()
            >>> coordinator.done()
            True
        """
        return self._cluster.done()

    def create_per_worker_dataset(self, dataset_fn: Any) -> Any:
        """Make a dataset on each worker. Mirrors `tf.distribute.coordinator.ClusterCoordinator.create_per_worker_dataset`.

        Iterators over it are arguments of scheduled functions, in which each worker gets elements of its own. Every worker reads all
        of the data, in an order of its own where the function shuffles; nothing divides it among them.

        Arguments:
            dataset_fn: a function without arguments that gives a `tf.data.Dataset`, called once, a trace of one, or a dataset.

        Returns:
            An object of which `iter` gives an iterator for `schedule`; its `element_spec` is that of the dataset.

        Example, with a worker and a parameter server in this process, which are programs of their own otherwise:
            >>> import socket
            >>> def address():
            ...     with socket.create_server(("localhost", 0)) as free:
            ...         return f"localhost:{free.getsockname()[1]}"
            >>> cluster = tf.train.ClusterSpec({"worker": [address()], "ps": [address()]})
            >>> servers = [tf.distribute.Server(cluster, job_name=job, task_index=0) for job in ("worker", "ps")]
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
            >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
            >>> coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
            >>> numbers = iter(coordinator.create_per_worker_dataset(lambda: tf.data.Dataset.range(5, 8)))
            >>> first = coordinator.schedule(tf.function(lambda iterator: next(iterator)), args=(numbers,))
            >>> int(first.fetch())
            5
        """
        if callable(dataset_fn):
            return PerWorkerDatasetFromDatasetFunction(dataset_fn, self)
        return PerWorkerDatasetFromDataset(dataset_fn, self)

    def fetch(self, val: Any) -> Any:
        """Put the results in the place of RemoteValues. Mirrors `tf.distribute.coordinator.ClusterCoordinator.fetch`.

        It waits for those that are in the structure, and for no others.

        Arguments:
            val: a nest, as of lists and dictionaries, with `tf.distribute.coordinator.RemoteValue`s among its parts.

        Returns:
            The same structure with NumPy arrays for the tensors of results; what is no RemoteValue stays.

        Raises:
            The error of a function whose result is asked for.

        Example, with a worker and a parameter server in this process, which are programs of their own otherwise:
            >>> import socket
            >>> def address():
            ...     with socket.create_server(("localhost", 0)) as free:
            ...         return f"localhost:{free.getsockname()[1]}"
            >>> cluster = tf.train.ClusterSpec({"worker": [address()], "ps": [address()]})
            >>> servers = [tf.distribute.Server(cluster, job_name=job, task_index=0) for job in ("worker", "ps")]
            >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
            >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
            >>> coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
            >>> square = tf.function(lambda x: x * x)
            >>> results = {str(x): coordinator.schedule(square, args=(tf.constant(x),)) for x in (2, 3)}
            >>> {k: int(v) for k, v in coordinator.fetch(results).items()}
            {'2': 4, '3': 9}
        """

        def fetched(x: Any) -> Any:
            if isinstance(x, RemoteValue):
                return x.fetch()
            return x.numpy() if isinstance(x, Tensor) else x

        return nest.map_structure(fetched, val)


class PerWorkerValue:
    """A value for each worker of a cluster. Mirrors `tf.distribute.coordinator.PerWorkerValue`.

    Among the arguments of `ClusterCoordinator.schedule` each worker gets the one with its own number. Programs rarely make one
    themselves: datasets and iterators for workers, which `create_per_worker_dataset` and `iter` give, are of this kind.

    Arguments:
        values: the values, one for each worker, in the order of the workers' numbers: results of what each worker made,
            `tf.distribute.coordinator.RemoteValue`s.

    Example:
        >>> values = tf.distribute.coordinator.PerWorkerValue(["of worker 0", "of worker 1"])
        >>> isinstance(values, tf.distribute.coordinator.PerWorkerValue)
        True
    """

    def __init__(self, values: Iterable[Any]) -> None:
        self._values = tuple(values)


def _worker_index() -> list[torch.Tensor]:
    task = CURRENT.task
    if task is None:
        raise RuntimeError(
            "Cannot retrieve the worker index. `get_worker_idx_and_total_workers` should be called from within a "
            "tf.function being executed on a worker."
        )
    return [torch.tensor(int(task.name.rpartition(":")[2]))]


WORKER_INDEX = InnerOp("WorkerIndex", _worker_index, stateful=True, names=(), grad=None)


def experimental_get_current_worker_index() -> Tensor:
    """The number of the worker that runs the scheduled function. Mirrors
    `tf.distribute.coordinator.experimental_get_current_worker_index`.

    A dataset function, or a step, takes it where workers are to do different things, such as to read different files. It is known as
    the function runs, not as it is traced, since one trace serves all workers.

    Returns:
        An int64 scalar tensor, from 0.

    Raises:
        RuntimeError: outside of a function, or in a function that no worker runs.

    Example, with a worker and a parameter server in this process, which are programs of their own otherwise:
        >>> import socket
        >>> def address():
        ...     with socket.create_server(("localhost", 0)) as free:
        ...         return f"localhost:{free.getsockname()[1]}"
        >>> cluster = tf.train.ClusterSpec({"worker": [address()], "ps": [address()]})
        >>> servers = [tf.distribute.Server(cluster, job_name=job, task_index=0) for job in ("worker", "ps")]
        >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
        >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
        >>> coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
        >>> index = tf.distribute.coordinator.experimental_get_current_worker_index
        >>> int(coordinator.schedule(tf.function(lambda: index())).fetch())
        0
    """
    if not inside_function():
        raise RuntimeError("`experimental_get_current_worker_index` has to be called within a tf.function that a worker runs.")
    return add_operation(WORKER_INDEX, [], [abstract.leaf(dtypes.int64, [])])[0]
