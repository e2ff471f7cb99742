"""Datasets that each worker has for itself, and iterators over them."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from tfshim.data.dataset import Dataset
from tfshim.data.iterators import OwnedIterator
from tfshim.data.service.definitions import encoded
from tfshim.distribute.inputs.datasets import DistributedDataset
from tfshim.distribute.servers.connection import Connection
from tfshim.distribute.servers.held import Held, handle
from tfshim.engine.autograph import convert_argument
from tfshim.engine.functions.function import Function
from tfshim.engine.runtime.state import TS

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import EagerTensor


class _Kept:
    """What each worker makes from the same message, and keeps under `key`."""

    def __init__(self, method: str, header: dict[str, Any], storages: list[Any], before: _Kept | None = None) -> None:
        self.key = f"{method}-{uuid.uuid4().hex}"
        self._method, self._header, self._storages = method, header, storages
        self._before = before  # which it is made of

    def build(self, connection: Connection) -> None:
        """Let a worker make it."""
        connection.call(self._method, {**self._header, "key": self.key}, self._storages)


class PerWorkerDataset:
    """A dataset on each worker. Iterating gives an iterator on each of them."""

    __module__ = "tensorflow.python.distribute.coordinator.values"

    def __init__(self, dataset: Any, coordinator: Any) -> None:
        if isinstance(dataset, DistributedDataset):
            dataset = dataset._undivided()
        if not isinstance(dataset, Dataset):
            raise TypeError(f"create_per_worker_dataset expects a dataset, or a function that gives one; got {type(dataset).__name__}.")
        self._spec, self._coordinator = dataset.element_spec, coordinator
        content = np.array(encoded(dataset), dtype=object)
        self._kept = _Kept("dataset", {}, [content])
        coordinator._cluster.keep(self._kept)

    @property
    def element_spec(self) -> Any:
        """The type of an element."""
        return self._spec

    def __iter__(self) -> PerWorkerDistributedIterator:
        if TS.graph is not None:
            raise RuntimeError("__iter__() is not supported inside of tf.function or in graph mode.")
        return PerWorkerDistributedIterator(self._kept, self._spec, self._coordinator)


class PerWorkerDatasetFromDataset(PerWorkerDataset):
    """Of one dataset, which each worker has whole."""

    __module__ = "tensorflow.python.distribute.coordinator.values"


class PerWorkerDatasetFromDatasetFunction(PerWorkerDataset):
    """Of the dataset that a function makes."""

    __module__ = "tensorflow.python.distribute.coordinator.values"

    def __init__(self, dataset_fn: Callable[[], Any], coordinator: Any) -> None:
        # What is traced is sent; a function that is traced by itself has the dataset of one call.
        function = dataset_fn.python_function if isinstance(dataset_fn, Function) else dataset_fn
        with coordinator.strategy.scope():
            dataset = convert_argument(function)()
        super().__init__(dataset, coordinator)


class PerWorkerDistributedIterator(OwnedIterator):
    """An iterator on each worker, for functions that are scheduled."""

    __module__ = "tensorflow.python.distribute.coordinator.values"

    def __init__(self, dataset: _Kept, spec: Any, coordinator: Any) -> None:
        self._spec, self._symbolic = spec, None
        self._kept = _Kept("iterate", {"dataset": dataset.key}, [], dataset)
        self._own = Held(self._kept.key)
        coordinator._cluster.keep(self._kept)

    @property
    def _handle(self) -> EagerTensor:
        return handle(self._own)

    def _only_there(self) -> NoReturn:
        raise NotImplementedError("Iterating over an `AsyncDistributedIterator` is not supported right now.")

    def __next__(self) -> Any:
        return self.get_next()

    def get_next(self) -> Any:
        """The next element, in a function that is scheduled. NotImplementedError outside of functions."""
        return super().get_next() if TS.graph is not None else self._only_there()

    def get_next_as_optional(self) -> Any:
        """The next element as a `tf.experimental.Optional`, in a function that is scheduled."""
        return super().get_next_as_optional() if TS.graph is not None else self._only_there()
