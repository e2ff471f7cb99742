"""The step that finds no batch: it counts in `iterations` of optimizers, by which their later steps differ, and weights decay in it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from tfshim.engine.runtime.errors import OpError
from tfshim.keras.mixed_precision.loss_scale import BaseLossScaleOptimizer
from tfshim.keras.optimizers.optimizer import Optimizer
from tfshim.keras.optimizers.schedules import LearningRateSchedule


@contextlib.contextmanager
def counted(model: Any, handler: Any) -> Iterator[None]:
    """Have a step of `model` that fails within for want of a batch of `handler` count as those before it did.

    In TensorFlow a step is a graph that takes its batch itself, and what adds to `iterations` does not wait for it. Where a condition
    decides whether an optimizer counts, as that of finite gradients, or where the step is compiled or runs eagerly, it does wait.
    """
    # A function of the model's own is a graph, or is none, by itself.
    if model.run_eagerly or model._jit_compile or vars(model).get("train_tf_function") is None:
        yield
        return
    first = handler._initial_step
    of_steps = vars(handler).setdefault("_counts_of_steps", {})
    before = [(optimizer, int(optimizer.iterations)) for optimizer in _optimizers(model)]
    try:
        yield
    except (StopIteration, OpError):
        steps = handler._current_step - first
        for optimizer, count in before:
            # An epoch that finds no batch at all counts as the steps of those before it did.
            of_each, now_and_then = divmod(int(optimizer.iterations) - count, steps) if steps else of_steps.get(id(optimizer), (0, 0))
            of_steps[id(optimizer)] = of_each, now_and_then
            if not now_and_then:
                for _ in range(of_each):
                    # Neither does the decay of weights wait for gradients.
                    if optimizer is vars(model).get("optimizer"):
                        _decay(optimizer, model.trainable_variables)
                    optimizer.iterations.assign_add(1)
        raise


def _decay(optimizer, variables):
    if isinstance(optimizer._learning_rate, LearningRateSchedule):
        optimizer._current_learning_rate.assign(optimizer._learning_rate(optimizer.iterations))
    optimizer._decay_weights(variables)


def _optimizers(model):
    """Those that the attributes of `model` hold, without those of earlier releases, which count after they have changed a variable."""
    # Not by `nest`, which sorts keys: a model may hold any dictionary.
    found: dict[int, Any] = {}
    waiting = [vars(model)]
    while waiting:
        value = waiting.pop()
        if id(value) not in found:
            found[id(value)] = value
            waiting.extend(value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ())
    return [x for x in found.values() if isinstance(x, Optimizer) and not isinstance(x, BaseLossScaleOptimizer)]


__all__ = ["counted"]
