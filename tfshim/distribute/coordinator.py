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
    function is raised by the next call of `schedule`, `join` or `done`, and cancels what has not run yet. A parameter server that is lost
    is such an error, `tf.errors.UnavailableError`, and ends the use of the strategy.

    Arguments:
        strategy: a `tf.distribute.ParameterServerStrategy`; it has one coordinator, which every call gives.

    Raises:
        AttributeError: it is another strategy.

    Example (with a cluster in TF_CONFIG):
        strategy = tf.distribute.ParameterServerStrategy(tf.distribute.cluster_resolver.TFConfigClusterResolver())
        coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
        losses = [coordinator.schedule(step, args=(iterator,)) for _ in range(100)]
        coordinator.join()
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
        """Let a worker run `fn(*args, **kwargs)`, a `tf.function` or a trace of one, and do not wait for it; a RemoteValue of the result.

        Among the arguments, what `create_per_worker_dataset` gave and iterators over it stand for the worker's own.

        Raises TypeError for other functions, ValueError for RemoteValues among the arguments; the first error of what was scheduled before.
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
        """Wait until all that was scheduled has run. Raises its first error."""
        self._cluster.wait()

    def done(self) -> bool:
        """Whether all that was scheduled has run. Raises its first error."""
        return self._cluster.done()

    def create_per_worker_dataset(self, dataset_fn: Any) -> Any:
        """A dataset on each worker, made from the function `dataset_fn`, called once and without arguments, or a dataset.

        Iterators over it are arguments of scheduled functions, in which each worker gets elements of its own.
        """
        if callable(dataset_fn):
            return PerWorkerDatasetFromDatasetFunction(dataset_fn, self)
        return PerWorkerDatasetFromDataset(dataset_fn, self)

    def fetch(self, val: Any) -> Any:
        """The structure `val` with the results, as arrays, in the place of RemoteValues; it waits for them."""

        def fetched(x: Any) -> Any:
            if isinstance(x, RemoteValue):
                return x.fetch()
            return x.numpy() if isinstance(x, Tensor) else x

        return nest.map_structure(fetched, val)


class PerWorkerValue:
    """A value for each worker. Mirrors `tf.distribute.coordinator.PerWorkerValue`."""

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
    """The number of the worker that runs the scheduled function, an int64 scalar.

    Mirrors `tf.distribute.coordinator.experimental_get_current_worker_index`. Raises RuntimeError where the function is not run by a
    worker, or outside of a function.
    """
    if not inside_function():
        raise RuntimeError("`experimental_get_current_worker_index` has to be called within a tf.function that a worker runs.")
    return add_operation(WORKER_INDEX, [], [abstract.leaf(dtypes.int64, [])])[0]
