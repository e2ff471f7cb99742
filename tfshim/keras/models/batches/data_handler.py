"""Epochs and steps: which batches come when, and what happens when they run out."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tfshim.distribute.remote_value import RemoteValue
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.errors import InvalidArgumentError, OutOfRangeError
from tfshim.engine.runtime.logger import get_logger
from tfshim.keras.models.batches.array_source import ArraySource
from tfshim.keras.models.batches.batch_sources import DatasetSource, source_for
from tfshim.keras.models.batches.worker_source import source_of_worker
from tfshim.keras.models.class_weights import ClassWeights
from tfshim.keras.models.scheduled import ScheduledSource

if TYPE_CHECKING:
    from tfshim.engine.variables.variable import Variable
    from tfshim.keras.annotations import Batches


class DataHandler:
    """The epochs and steps of one call of `fit`, `evaluate` or `predict`.

    `steps_per_epoch`: an int, None for all the data, -1 for no end. `steps_per_execution`: a variable with the number of
    batches that a step takes. `coordinator`: the ClusterCoordinator that schedules the steps, if any. The other arguments are those of
    `Model.fit`.
    """

    __module__ = "keras.src.engine.data_adapter"

    def __init__(
        self,
        x: Batches,
        y: Any = None,
        sample_weight: Any = None,
        batch_size: int | None = None,
        steps_per_epoch: int | None = None,
        initial_epoch: int = 0,
        epochs: int = 1,
        shuffle: bool | str = False,
        class_weight: Mapping[int, float] | None = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        model: Any = None,
        steps_per_execution: Variable | None = None,
        coordinator: Any = None,
    ) -> None:
        if steps_per_epoch == 0:
            raise ValueError(
                "Unexpected value for `steps_per_epoch`. Received value is 0. Please check the docstring for `model.fit()` "
                "for supported values."
            )
        self._initial_epoch, self._epochs, self._initial_step = initial_epoch, epochs, 0
        self._steps_per_epoch = steps_per_epoch
        self._each = steps_per_execution
        created = coordinator is not None and type(x).__name__ == "DatasetCreator"
        self._source = (
            None
            if created
            else source_for(
                x,
                y,
                sample_weight,
                batch_size,
                steps_per_epoch,
                epochs - initial_epoch,
                shuffle,
                max_queue_size,
                workers,
                use_multiprocessing,
                model,
            )
        )
        strategy = None if model is None else model._strategy_of_several()
        if strategy is not None and strategy._has_workers:
            self._source = source_of_worker(self._source, strategy)
        self._weigh = None
        if class_weight and not created:
            self._weigh_by(ClassWeights(class_weight))
        self._coordinator = coordinator
        if coordinator is not None:
            weigh = ClassWeights(class_weight) if class_weight and created else None
            self._source = ScheduledSource(coordinator, x if created else self._source, steps_per_epoch, weigh)
        self.inferred_steps = self._steps()
        # None, where the number of batches is not known, is no error.
        if self.inferred_steps == 0:
            raise ValueError("Expected input data to be non-empty.")
        if self._per_execution() > 1 and self.inferred_steps is None:
            raise ValueError(
                "Could not infer the size of the data. With `steps_per_execution > 1`, you must specify the number of steps to run."
            )
        self._current_step, self._insufficient = 0, False
        self.step_increment = self._per_execution() - 1

    def _weigh_by(self, weigh):
        source = self._source
        if isinstance(source, DatasetSource):
            source._dataset = source._dataset.map(weigh)
            return
        self._weigh = weigh
        if type(source) is not ArraySource or source.shuffles_by_batches:
            return
        # One look at all the targets; every batch then has its rows of the weights.
        try:
            data = weigh(source._data)
        except InvalidArgumentError:  # a class without a weight: the batch that holds one tells
            return
        recreate = source.recreate
        self._source = ArraySource(data, source._batch, source._epochs, source._shuffle)
        self._source.recreate = recreate
        self._weigh = None

    def _per_execution(self):
        return 1 if self._each is None else int(self._each.numpy())

    def _steps(self):
        if self._steps_per_epoch == -1:
            get_logger().warning(
                "The training loop will run indefinitely since you have set `steps_per_epoch=-1`. Please use batch-level callbacks to save "
                "checkpoints or log training progress, etc"
            )
            return None
        return self._source.size if self._steps_per_epoch is None else self._steps_per_epoch

    def _open(self):
        batches = self._source.open()
        return batches if self._weigh is None else map(self._weigh, batches)

    def enumerate_epochs(self) -> Iterator[tuple[int, Iterator[Any]]]:
        """Pairs of the number of an epoch and the iterator that has its batches."""
        before = self._per_execution()
        # One execution must not take more batches than an epoch has.
        if one_by_one.wanted():
            self._per_execution()  # which Keras asks for twice
        truncate = self.inferred_steps is not None and before > self.inferred_steps
        try:
            if truncate:
                self._each.assign(self.inferred_steps)
            # This iterator is opened even where every epoch has its own: opening draws seeds, as in TensorFlow.
            batches = self._open()
            for epoch in range(self._initial_epoch, self._epochs):
                # The data ran out within an epoch: there is nothing left for another.
                if self._insufficient:
                    break
                if self._source.recreate:
                    batches = self._open()
                    # A `Sequence` may have another length in each epoch.
                    if self._steps_per_epoch != -1 and (steps := self._steps()) is not None:
                        self.inferred_steps = steps
                yield epoch, batches
                self._source.epoch_end()
        finally:
            if truncate:
                self._each.assign(before)

    def steps(self) -> Iterator[int]:
        """The numbers of the first batches of the steps of an epoch."""
        self._current_step, self._initial_step = self._initial_step, 0
        each = 1 if one_by_one.wanted() else self._per_execution()
        while (self.inferred_steps is None or self._current_step < self.inferred_steps) and not self._insufficient:
            left = each if self.inferred_steps is None else self.inferred_steps - self._current_step
            if one_by_one.wanted():
                each = self._per_execution()  # as Keras asks for it before each step
            if left >= each or each == 1:  # of a number of steps that is a fraction the last one is a whole step
                self.step_increment = each - 1
                yield self._current_step
                self._current_step += each
                continue
            # The batches that are left are fewer than one execution takes: the variable tells the step how many.
            self._each.assign(left)
            self.step_increment = left - 1
            try:
                yield self._current_step
            finally:
                self._each.assign(each)
            self._current_step += left

    @property
    def is_scheduled(self) -> bool:
        """Whether a coordinator schedules the steps."""
        return self._coordinator is not None

    def resolved(self, logs: Any) -> Any:
        """`logs` of the last step, once all steps that were scheduled are done."""
        if self._coordinator is None:
            return logs
        self._coordinator.join()
        return logs.fetch() if isinstance(logs, RemoteValue) else logs

    @contextlib.contextmanager
    def catch_stop_iteration(self) -> Iterator[None]:
        """Take the end of the data for the end of the epoch, and warn the user if it comes too early."""
        try:
            yield
        except (StopIteration, OutOfRangeError):
            # The first epoch shows how long it is; only a later one that ends earlier is worth a warning.
            if self.inferred_steps is None:
                self.inferred_steps = self._current_step
                return
            self._insufficient = True
            wanted = (self._epochs - self._initial_epoch) * self.inferred_steps
            get_logger().warning(
                "Your input ran out of data; interrupting training. Make sure that your dataset or generator can generate at least "
                f"`steps_per_epoch * epochs` batches (in this case, {wanted} batches). You may need to use the repeat() function when "
                "building your dataset."
            )
