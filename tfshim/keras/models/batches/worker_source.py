"""Batches of one of several workers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tfshim.distribute.inputs.datasets import part
from tfshim.keras.models.batches.batch_sources import DatasetSource


def source_of_worker(source: Any, strategy: Any) -> Any:
    """What `source` has for this worker of `strategy`: each batch is divided; datasets by their auto-shard policy."""
    if not isinstance(source, DatasetSource):
        return WorkerSource(source, strategy)
    if not source.distributed:
        source._dataset = strategy.experimental_distribute_dataset(source._dataset)._undivided()
    return source


class WorkerSource:
    """This worker's rows of the batches of another source, which all workers have."""

    def __init__(self, source: Any, strategy: Any) -> None:
        self._source, self._strategy = source, strategy

    @property
    def recreate(self) -> bool:
        """Whether each epoch has an iterator of its own."""
        return self._source.recreate

    @property
    def size(self) -> int | None:
        """The number of batches, None where it is not known."""
        return self._source.size

    def open(self) -> Iterator[Any]:
        """An iterator over the batches."""
        return map(self._part, self._source.open())

    def epoch_end(self) -> None:
        """What the other source does at the end of an epoch."""
        self._source.epoch_end()

    def _part(self, batch: Any) -> Any:
        return part(batch, self._strategy.num_replicas_in_sync, self._strategy._rank)
