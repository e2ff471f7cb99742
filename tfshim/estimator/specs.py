"""What `train_and_evaluate` is told of the training and the evaluation."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1.train.hooks import CheckpointSaverListener, SessionRunHook
from tfshim.estimator.exporters import Exporter

if TYPE_CHECKING:
    from typing import Self


def _callable(input_fn):
    if not callable(input_fn):
        raise TypeError(f"`input_fn` must be callable, given: {input_fn}")


def _hooks(hooks):
    hooks = tuple(hooks or ())
    for hook in hooks:
        if not isinstance(hook, SessionRunHook):
            raise TypeError(f"All hooks must be `SessionRunHook` instances, given: {hook}")
    return hooks


@tf_private("tensorflow_estimator.python.estimator.training.TrainSpec")
@tf_export("estimator.TrainSpec")
class TrainSpec(collections.namedtuple("TrainSpec", "input_fn max_steps hooks saving_listeners")):
    """The training: its input function, the step to end at, hooks and listeners of checkpoints. Mirrors `tf.estimator.TrainSpec`."""

    def __new__(
        cls,
        input_fn: Callable[..., Any],
        max_steps: int | None = None,
        hooks: Iterable[SessionRunHook] | None = None,
        saving_listeners: Iterable[CheckpointSaverListener] | None = None,
    ) -> Self:
        _callable(input_fn)
        if max_steps is not None and max_steps <= 0:
            raise ValueError(f"Must specify max_steps > 0, given: {max_steps}")
        hooks, listeners = _hooks(hooks), tuple(saving_listeners or ())
        for listener in listeners:
            if not isinstance(listener, CheckpointSaverListener):
                raise TypeError(f"All saving_listeners must be `CheckpointSaverListener` instances, given: {listener}")
        return super().__new__(cls, input_fn, max_steps, hooks, listeners)


@tf_private("tensorflow_estimator.python.estimator.training.EvalSpec")
@tf_export("estimator.EvalSpec")
class EvalSpec(collections.namedtuple("EvalSpec", "input_fn steps name hooks exporters start_delay_secs throttle_secs")):
    """The evaluation after each checkpoint: its input function, `steps` (None: to the end of the data), a name for its directory,
    hooks, and exporters that are called with its results. Mirrors `tf.estimator.EvalSpec`.

    `throttle_secs`: the least time between evaluations; `start_delay_secs`: how long an evaluator of its own waits.
    """

    def __new__(
        cls,
        input_fn: Callable[..., Any],
        steps: int | None = 100,
        name: str | None = None,
        hooks: Iterable[SessionRunHook] | None = None,
        exporters: Exporter | Iterable[Exporter] | None = None,
        start_delay_secs: float = 120,
        throttle_secs: float = 600,
    ) -> Self:
        _callable(input_fn)
        if steps is not None and steps <= 0:
            raise ValueError(f"Must specify steps > 0, given: {steps}")
        if name is not None and not isinstance(name, str):
            raise TypeError(f"`name` must be string, given: {name}")
        if start_delay_secs < 0:
            raise ValueError(f"Must specify start_delay_secs >= 0, given: {start_delay_secs}")
        if throttle_secs < 0:
            raise ValueError(f"Must specify throttle_secs >= 0, given: {throttle_secs}")
        return super().__new__(cls, input_fn, steps, name, _hooks(hooks), _exporters(exporters), start_delay_secs, throttle_secs)


def _exporters(given):
    if not given:
        return ()
    found = [given] if isinstance(given, Exporter) else given
    if not isinstance(found, Iterable) or not all(isinstance(e, Exporter) for e in found):
        raise TypeError(f"`exporters` must be an Exporter, an iterable of Exporter, or `None`, found {given}.")
    names = [e.name for e in found]
    if None in names or len({*names}) != len(names):
        raise ValueError(f"`exporters` must have unique names. Such a name cannot be `None`. All exporter names: {names}")
    return tuple(found)
