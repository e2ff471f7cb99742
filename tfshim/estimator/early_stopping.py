"""Hooks that stop a training early."""

from __future__ import annotations

import collections
import glob
import operator
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.compat.v1.initializers.fixed import constant
from tfshim.compat.v1.train import summary_iterator
from tfshim.compat.v1.train.hooks import SecondOrStepTimer, SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
from tfshim.compat.v1.train.steps import get_global_step
from tfshim.compat.v1.variables.scopes import AUTO_REUSE, get_variable, variable_scope
from tfshim.engine.values import dtypes
from tfshim.estimator.estimator import Estimator

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


class StopOnPredicateHook(SessionRunHook):
    """Stops when a function without arguments says so, which is asked every so many seconds or steps."""

    def __init__(self, should_stop_fn: Callable[[], bool], run_every_secs: float | None, run_every_steps: int | None) -> None:
        if not callable(should_stop_fn):
            raise TypeError("`should_stop_fn` must be callable.")
        self._should_stop = should_stop_fn
        self._timer = SecondOrStepTimer(run_every_secs, run_every_steps)

    def begin(self) -> None:
        self._step = get_global_step()
        # It is kept with the model: workers learn by it that they are to stop, too.
        with variable_scope("signal_early_stopping", reuse=AUTO_REUSE):
            flag = get_variable(
                "STOP", [], dtypes.bool, constant(False), trainable=False, collections=[GraphKeys.GLOBAL_VARIABLES], use_resource=True
            )
            self._stop = flag.assign(True)
        self._timer.reset()

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        step = int(run_values.results)
        if self._timer.should_trigger_for_step(step):
            self._timer.update_last_triggered_step(step)
            if self._should_stop():
                logging.info("Requesting early stopping at global step %d", step)
                run_context.session.run(self._stop)
                run_context.request_stop()


@tf_private("tensorflow_estimator.python.estimator.early_stopping.make_early_stopping_hook")
@tf_export("estimator.experimental.make_early_stopping_hook")
def make_early_stopping_hook(
    estimator: Estimator, should_stop_fn: Callable[[], bool], run_every_secs: float | None = 60, run_every_steps: int | None = None
) -> SessionRunHook:
    """A hook that ends a training when a function says so. Mirrors `tf.estimator.experimental.make_early_stopping_hook`.

    The chief asks the function, and tells the other workers by a variable of the graph.

    Arguments:
        estimator: the `tf.estimator.Estimator` that is trained.
        should_stop_fn: a function without arguments that gives a bool.
        run_every_secs: how often it is asked, in seconds, 60 by default; None for `run_every_steps`.
        run_every_steps: how often, in steps; None by default.

    Returns:
        A `tf.estimator.SessionRunHook`, for `hooks` of `train`.

    Raises:
        TypeError: the first is no estimator, or the second no function.
        ValueError: both times are given.

    Example:
        >>> def made():
        ...     return tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])).repeat()
        >>> model = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], model_dir="stopped")
        >>> hook = tf.estimator.experimental.make_early_stopping_hook(model, lambda: True, run_every_secs=None, run_every_steps=1)
        >>> int(model.train(made, hooks=[hook], steps=50).get_variable_value("global_step")) < 50
        True
    """
    if not isinstance(estimator, Estimator):
        raise TypeError(f"`estimator` must have type `tf.estimator.Estimator`. Got: {type(estimator)}")
    if run_every_secs is not None and run_every_steps is not None:
        raise ValueError("Only one of `run_every_secs` and `run_every_steps` must be set.")
    return StopOnPredicateHook(should_stop_fn, run_every_secs, run_every_steps)


@tf_private("tensorflow_estimator.python.estimator.early_stopping.read_eval_metrics")
def read_eval_metrics(eval_dir: Path) -> dict[int, dict[str, float]]:
    """{step: {metric: value}} of the evaluations in a directory, in the order of the steps."""
    found: dict[int, dict[str, float]] = collections.defaultdict(dict)
    for path in sorted(glob.glob(os.path.join(os.fspath(eval_dir), "*.tfevents.*"))):
        for event in summary_iterator(path):
            metrics = {v.tag: v.simple_value for v in event.summary.value if v.HasField("simple_value")}
            if metrics:
                found[event.step].update(metrics)
    return collections.OrderedDict(sorted(found.items()))


def _at_threshold(estimator, name, threshold, eval_dir, min_steps, secs, steps, better, words):
    folder = eval_dir or estimator.eval_dir()

    def should_stop():
        for step, metrics in read_eval_metrics(folder).items():
            if step >= min_steps and better(metrics[name], threshold):
                logging.info(
                    'At step %s, metric "%s" has value %s which is %s the configured threshold (%s) for early stopping.',
                    step,
                    name,
                    metrics[name],
                    words,
                    threshold,
                )
                return True
        return False

    return make_early_stopping_hook(estimator, should_stop, secs, steps)


def _without_improvement(estimator, name, most, eval_dir, min_steps, secs, steps, better, word):
    folder = eval_dir or estimator.eval_dir()

    def should_stop():
        best = best_step = None
        for step, metrics in read_eval_metrics(folder).items():
            if step < min_steps:
                continue
            if best is None or better(metrics[name], best):
                best, best_step = metrics[name], step
            if step - best_step >= most:
                logging.info(
                    'No %s in metric "%s" for %s steps, which is greater than or equal to max steps (%s) configured for early stopping.',
                    word,
                    name,
                    step - best_step,
                    most,
                )
                return True
        return False

    return make_early_stopping_hook(estimator, should_stop, secs, steps)


@tf_private("tensorflow_estimator.python.estimator.early_stopping.stop_if_higher_hook")
@tf_export("estimator.experimental.stop_if_higher_hook")
def stop_if_higher_hook(
    estimator: Estimator,
    metric_name: str,
    threshold: float,
    eval_dir: Path | None = None,
    min_steps: int = 0,
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """A hook that ends a training when a metric of its evaluations is above a threshold. Mirrors
    `tf.estimator.experimental.stop_if_higher_hook`.

    It reads the event files that `evaluate` writes, as `tf.estimator.train_and_evaluate` calls it, so it is for a metric
    that grows, such as accuracy.

    Arguments:
        estimator: the `tf.estimator.Estimator` that is trained.
        metric_name: the name of the metric, as "loss" or "accuracy".
        threshold: the value above which it stops, a float.
        eval_dir: the folder of the evaluations; None (the default) for that of the estimator.
        min_steps: before this step the training goes on in any case, 0 by default.
        run_every_secs: how often it reads, in seconds, 60 by default; None for `run_every_steps`.
        run_every_steps: how often, in steps; None by default.

    Returns:
        A `tf.estimator.SessionRunHook`, for `hooks` of `train`.

    Example:
        >>> model = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], model_dir="model")
        >>> hook = tf.estimator.experimental.stop_if_higher_hook(model, "loss", 0.5)
        >>> isinstance(hook, tf.estimator.SessionRunHook)
        True
    """
    return _at_threshold(
        estimator, metric_name, threshold, eval_dir, min_steps, run_every_secs, run_every_steps, operator.gt, "greater than"
    )


@tf_private("tensorflow_estimator.python.estimator.early_stopping.stop_if_lower_hook")
@tf_export("estimator.experimental.stop_if_lower_hook")
def stop_if_lower_hook(
    estimator: Estimator,
    metric_name: str,
    threshold: float,
    eval_dir: Path | None = None,
    min_steps: int = 0,
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """A hook that ends a training when a metric of its evaluations is below a threshold. Mirrors
    `tf.estimator.experimental.stop_if_lower_hook`.

    It reads the event files that `evaluate` writes, as `tf.estimator.train_and_evaluate` calls it, so it is for a loss.

    Arguments:
        estimator: the `tf.estimator.Estimator` that is trained.
        metric_name: the name of the metric, as "loss" or "accuracy".
        threshold: the value below which it stops, a float.
        eval_dir: the folder of the evaluations; None (the default) for that of the estimator.
        min_steps: before this step the training goes on in any case, 0 by default.
        run_every_secs: how often it reads, in seconds, 60 by default; None for `run_every_steps`.
        run_every_steps: how often, in steps; None by default.

    Returns:
        A `tf.estimator.SessionRunHook`, for `hooks` of `train`.

    Example:
        >>> model = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], model_dir="model")
        >>> hook = tf.estimator.experimental.stop_if_lower_hook(model, "loss", 0.5)
        >>> isinstance(hook, tf.estimator.SessionRunHook)
        True
    """
    return _at_threshold(estimator, metric_name, threshold, eval_dir, min_steps, run_every_secs, run_every_steps, operator.lt, "less than")


@tf_private("tensorflow_estimator.python.estimator.early_stopping.stop_if_no_increase_hook")
@tf_export("estimator.experimental.stop_if_no_increase_hook")
def stop_if_no_increase_hook(
    estimator: Estimator,
    metric_name: str,
    max_steps_without_increase: int,
    eval_dir: Path | None = None,
    min_steps: int = 0,
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """A hook that ends a training when a metric of its evaluations has not grown for so many steps. Mirrors
    `tf.estimator.experimental.stop_if_no_increase_hook`.

    It reads the event files that `evaluate` writes, as `tf.estimator.train_and_evaluate` calls it, so it is for a metric
    that grows, such as accuracy.

    Arguments:
        estimator: the `tf.estimator.Estimator` that is trained.
        metric_name: the name of the metric, as "loss" or "accuracy".
        max_steps_without_increase: how many steps of training may pass without a higher value, an int.
        eval_dir: the folder of the evaluations; None (the default) for that of the estimator.
        min_steps: before this step the training goes on in any case, 0 by default.
        run_every_secs: how often it reads, in seconds, 60 by default; None for `run_every_steps`.
        run_every_steps: how often, in steps; None by default.

    Returns:
        A `tf.estimator.SessionRunHook`, for `hooks` of `train`.

    Example:
        >>> model = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], model_dir="model")
        >>> hook = tf.estimator.experimental.stop_if_no_increase_hook(model, "loss", 100)
        >>> isinstance(hook, tf.estimator.SessionRunHook)
        True
    """
    return _without_improvement(
        estimator, metric_name, max_steps_without_increase, eval_dir, min_steps, run_every_secs, run_every_steps, operator.gt, "increase"
    )


@tf_private("tensorflow_estimator.python.estimator.early_stopping.stop_if_no_decrease_hook")
@tf_export("estimator.experimental.stop_if_no_decrease_hook")
def stop_if_no_decrease_hook(
    estimator: Estimator,
    metric_name: str,
    max_steps_without_decrease: int,
    eval_dir: Path | None = None,
    min_steps: int = 0,
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """A hook that ends a training when a metric of its evaluations has not fallen for so many steps. Mirrors
    `tf.estimator.experimental.stop_if_no_decrease_hook`.

    It reads the event files that `evaluate` writes, as `tf.estimator.train_and_evaluate` calls it, so it is for a loss.

    Arguments:
        estimator: the `tf.estimator.Estimator` that is trained.
        metric_name: the name of the metric, as "loss" or "accuracy".
        max_steps_without_decrease: how many steps of training may pass without a lower value, an int.
        eval_dir: the folder of the evaluations; None (the default) for that of the estimator.
        min_steps: before this step the training goes on in any case, 0 by default.
        run_every_secs: how often it reads, in seconds, 60 by default; None for `run_every_steps`.
        run_every_steps: how often, in steps; None by default.

    Returns:
        A `tf.estimator.SessionRunHook`, for `hooks` of `train`.

    Example:
        >>> model = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], model_dir="model")
        >>> hook = tf.estimator.experimental.stop_if_no_decrease_hook(model, "loss", 100)
        >>> isinstance(hook, tf.estimator.SessionRunHook)
        True
    """
    return _without_improvement(
        estimator, metric_name, max_steps_without_decrease, eval_dir, min_steps, run_every_secs, run_every_steps, operator.lt, "decrease"
    )
