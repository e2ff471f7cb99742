"""Training under a ParameterServerStrategy: steps that a coordinator schedules, each with batches of the worker that takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tfshim.control_flow import while_loop
from tfshim.distribute.coordinator import ClusterCoordinator
from tfshim.distribute.remote_value import RemoteValue
from tfshim.engine.functions.function import function
from tfshim.engine.values import nest
from tfshim.keras.models.batches.batch_sources import NO_STEPS


def coordinator_of(model: Any) -> ClusterCoordinator | None:
    """What schedules the steps of `model`; None for a model that was not made under a strategy that has such."""
    strategy = None if model is None else model.__dict__.get("_distribution_strategy")
    return ClusterCoordinator(strategy) if strategy is not None and strategy._should_use_with_coordinator else None


def check_callbacks(callbacks: Any) -> None:
    """ValueError for callbacks that want to see each batch, which a program that schedules steps does not."""
    unsupported = [c for c in callbacks if not getattr(c, "_supports_tf_logs", False) and c._implements_batch_hooks()]
    if unsupported:
        raise ValueError(
            f"Batch-level `Callback`s are not supported with `ParameterServerStrategy`. Found unsupported callbacks: {unsupported}"
        )


def check_one_batch(model: Any) -> None:
    """ValueError for a model whose steps a coordinator schedules: workers make their batches themselves."""
    if coordinator_of(model) is not None:
        raise ValueError("To use this dataset, you need to pass this dataset to ClusterCoordinator.create_per_worker_dataset.")


class ScheduledStep:
    """`run(data)` as a step that is scheduled; called with an iterator of all workers, it gives a RemoteValue of the results.

    `count`: a variable with the number of batches that a step takes, None for one. The results are those of the last batch.
    """

    def __init__(self, coordinator: ClusterCoordinator, run: Callable[[Any], Any], count: Any) -> None:
        self._coordinator, self._run, self._count = coordinator, run, count
        self._steps: dict[int, Any] = {}

    def __call__(self, iterator: Any) -> RemoteValue:
        count = 1 if self._count is None else int(self._count.numpy())
        step = self._steps.get(count)
        if step is None:
            step = self._steps[count] = function(self._repeated(count), autograph=False)
        return self._coordinator.schedule(step, args=(iterator,))

    def _repeated(self, count: int) -> Callable[[Any], Any]:
        def step(iterator: Any) -> Any:
            outputs = self._run(next(iterator))
            if count == 1:
                return outputs

            def again(*_: Any) -> list[Any]:
                return nest.flatten(self._run(next(iterator)), expand_composites=True)

            flat = nest.flatten(outputs, expand_composites=True)
            flat = while_loop(lambda *_: True, again, flat, maximum_iterations=count - 1)
            return nest.pack_sequence_as(outputs, flat, expand_composites=True)

        step.__name__ = step.__qualname__ = self._run.__name__
        return step


class ScheduledSource:
    """Batches that each worker makes for itself, from a DatasetCreator or from what another source has; `steps` of them are an epoch.

    `weigh`: gives the batches of a DatasetCreator their weights. Raises ValueError where the steps are not said.
    """

    recreate = False

    def __init__(self, coordinator: ClusterCoordinator, given: Any, steps: int | None, weigh: Callable[..., Any] | None = None) -> None:
        if steps is None:
            raise ValueError(NO_STEPS)
        self._coordinator, self.size = coordinator, steps
        strategy = coordinator.strategy
        if type(given).__name__ == "DatasetCreator":

            def make(context: Any) -> Any:
                dataset = given(context)
                return dataset if weigh is None else dataset.map(weigh)

            self._made: Any = lambda: strategy.distribute_datasets_from_function(make, options=given.input_options)
        else:
            self._made = strategy.experimental_distribute_dataset(given.as_dataset())

    def open(self) -> Iterator[Any]:
        """An iterator of all workers."""
        return iter(self._coordinator.create_per_worker_dataset(self._made))

    def epoch_end(self) -> None:
        """Nothing is to be done."""
