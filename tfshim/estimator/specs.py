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
    """The training for `train_and_evaluate`. Mirrors `tf.estimator.TrainSpec`.

    A named tuple.

    Arguments:
        input_fn: a function that makes a dataset of pairs (features, labels).
        max_steps: the step at which the training ends, counted from the first one ever, an int; None (default) for the end of the data,
            which has to have one.
        hooks: a list of `tf.estimator.SessionRunHook` (default None).
        saving_listeners: a list of `tf.estimator.CheckpointSaverListener` (default None).

    Raises:
        TypeError: `input_fn` cannot be called, or something else is of a wrong type.
        ValueError: `max_steps` is not positive.

    Example:
        >>> def data():
        ...     return tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])).repeat()
        >>> spec = tf.estimator.TrainSpec(data, max_steps=100)
        >>> spec.max_steps, spec.hooks
        (100, ())
    """

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
    """The evaluation after each checkpoint, for `train_and_evaluate`. Mirrors `tf.estimator.EvalSpec`.

    A named tuple.

    Arguments:
        input_fn: a function that makes a dataset of pairs (features, labels).
        steps: how many batches, an int (default 100); None for all of the data.
        name: a name for the folder of the summaries, for evaluations on several sets of data (default None).
        hooks: a list of `tf.estimator.SessionRunHook` (default None).
        exporters: a `tf.estimator.Exporter` or several, which are called with the results (default None).
        start_delay_secs: how long an evaluator of its own waits at the beginning (default 120).
        throttle_secs: the least time from one evaluation to the next, in seconds (default 600).

    Raises:
        TypeError: something is of a wrong type.
        ValueError: a number is not allowed, or exporters share a name.

    Example:
        >>> spec = tf.estimator.EvalSpec(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])), steps=None)
        >>> spec.steps, spec.throttle_secs
        (None, 600)
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
