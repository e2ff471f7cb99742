"""`tf.distribute.coordinator`: work for parameter servers, which are not there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from tfshim._listing import listing
from tfshim.refusals import refusing_class

__all__ = """
    ClusterCoordinator PerWorkerValue RemoteValue experimental_get_current_worker_index
""".split()
__dir__ = listing(globals())

ClusterCoordinator = refusing_class(
    "tf.distribute.coordinator.ClusterCoordinator",
    parameters="strategy",
    members="create_per_worker_dataset done fetch join schedule strategy",
)


class RemoteValue:
    """The base of results that are elsewhere. Mirrors `tf.distribute.coordinator.RemoteValue`."""

    def fetch(self) -> Any:
        """The result as an array."""
        raise NotImplementedError("tf.distribute.coordinator.RemoteValue.fetch: must be given by a subclass.")

    def get(self) -> Any:
        """The result as a tensor."""
        raise NotImplementedError("tf.distribute.coordinator.RemoteValue.get: must be given by a subclass.")


class PerWorkerValue:
    """A value for each worker. Mirrors `tf.distribute.coordinator.PerWorkerValue`."""

    def __init__(self, values: Iterable[Any]) -> None:
        self._values = tuple(values)


def experimental_get_current_worker_index() -> NoReturn:
    """Raises RuntimeError: no function is ever scheduled on a worker here.

    Mirrors `tf.distribute.coordinator.experimental_get_current_worker_index`.
    """
    raise RuntimeError(
        "Cannot retrieve the worker index. `get_worker_idx_and_total_workers` should be called from within a "
        "tf.function being executed on a worker."
    )
