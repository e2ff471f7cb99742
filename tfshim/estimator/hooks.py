"""Hooks that need an estimator."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection
from tfshim.compat.v1.train.hooks import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues, StopAtStepHook
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.compat.v1.train.steps import get_global_step
from tfshim.engine.graphs.graph import Graph
from tfshim.estimator import evaluation
from tfshim.estimator.estimator import Estimator
from tfshim.estimator.mode_keys import ModeKeys

if TYPE_CHECKING:
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.train.coordinator import Coordinator


@tf_private("tensorflow_estimator.python.estimator.hooks.hooks.InMemoryEvaluatorHook")
@tf_export("estimator.experimental.InMemoryEvaluatorHook")
class InMemoryEvaluatorHook(SessionRunHook):
    """Evaluates a model while it is trained, without a checkpoint. Mirrors `tf.estimator.experimental.InMemoryEvaluatorHook`.

    At the beginning of the training, every so many steps and at its end the variables are handed to a graph for evaluation in the
    same process, and the metrics are written for TensorBoard.

    Arguments:
        estimator: the `tf.estimator.Estimator` that is trained.
        input_fn: a function that gives the dataset for evaluation.
        steps: how many batches are evaluated; None (the default) for all.
        hooks: `tf.estimator.SessionRunHook`s for the evaluation; None by default.
        name: of the evaluation, a part of the name of its folder; None by default.
        every_n_iter: every so many steps of the training, 100 by default.

    Raises:
        ValueError: the estimator belongs to a cluster, or `every_n_iter` is not positive.

    Example:
        >>> def made():
        ...     return tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]]))
        >>> model = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], model_dir="trained")
        >>> hook = tf.estimator.experimental.InMemoryEvaluatorHook(model, made, every_n_iter=1)
        >>> model.train(made, hooks=[hook], steps=1) is model
        True
    """

    def __init__(
        self,
        estimator: Estimator,
        input_fn: Callable[..., Any],
        steps: int | None = None,
        hooks: Iterable[SessionRunHook] | None = None,
        name: str | None = None,
        every_n_iter: int = 100,
    ) -> None:
        if every_n_iter is None or every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        if estimator.config.num_ps_replicas > 0 or estimator.config.num_worker_replicas > 1:
            raise ValueError("InMemoryEvaluator supports only single machine (aka Local) setting.")
        self._estimator, self._input_fn, self._name, self._every = estimator, input_fn, name, every_n_iter
        self._hooks = [*(hooks or []), *estimator._convert_eval_steps_to_hooks(steps)]
        self._count = 0

    def begin(self) -> None:
        self._count = 0
        self._variables = {v.op.name: v for v in get_collection(GraphKeys.GLOBAL_VARIABLES)}
        self._graph, estimator = Graph(), self._estimator
        with estimator._graph(self._graph) as graph:
            step = estimator._start(graph)
            features, labels, self._input_hooks = estimator._inputs(self._input_fn, ModeKeys.EVAL)
            self._spec = estimator._call_model_fn(features, labels, ModeKeys.EVAL, estimator.config)
            self._update, self._values = estimator._eval_tensors(self._spec, step)
            there = {v.op.name: v for v in get_collection(GraphKeys.GLOBAL_VARIABLES)}
        self._pairs = [(name, v) for name, v in there.items() if name in self._variables]

    def after_create_session(self, session: BaseSession, coord: Coordinator) -> None:
        if self._spec.scaffold.init_fn is not None or get_collection(GraphKeys.SAVEABLE_OBJECTS):
            logging.warning("InMemoryEvaluatorHook evaluates variables only; other state is as initialized.")
        self._evaluate(session)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        self._count += 1
        if self._count % self._every == 0:
            self._evaluate(run_context.session)

    def end(self, session: BaseSession) -> None:
        if self._count % self._every:
            self._evaluate(session)

    def _evaluate(self, session):
        values = session.run({name: self._variables[name] for name, _ in self._pairs})

        def load(scaffold, own_session):
            for name, variable in self._pairs:
                variable.load(values[name], own_session)

        with self._estimator._graph(self._graph):
            hooks = [*self._input_hooks, *self._hooks, *self._spec.evaluation_hooks]
            scaffold = Scaffold(init_fn=load, copy_from_scaffold=self._spec.scaffold)
            results = evaluation.run_once(self._update, self._values, None, scaffold, hooks, self._estimator.config)
            evaluation.write(self._estimator.eval_dir(self._name), results, None)


class StopAtCheckpointStepHook(SessionRunHook):
    """Stops a worker when the checkpoint of the chief has come to a step."""

    def __init__(self, model_dir: str, last_step: int, wait_after_file_check_secs: float = 30) -> None:
        if last_step is None:
            raise ValueError("last_step must be specified.")
        if model_dir is None:
            raise ValueError("model_dir must be specified.")
        self._folder, self._last, self._wait = model_dir, last_step, wait_after_file_check_secs

    def begin(self) -> None:
        self._step = get_global_step()
        if self._step is None:
            raise RuntimeError("Global step should be created to use StopAtCheckpointStepHook.")

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if int(run_values.results) + 1 < self._last:
            return
        while True:
            step = evaluation.step_of(self._folder)
            if step is not None and step >= self._last:
                run_context.request_stop()
                return
            time.sleep(self._wait)


@tf_private("tensorflow_estimator.python.estimator.hooks.hooks.make_stop_at_checkpoint_step_hook")
@tf_export("estimator.experimental.make_stop_at_checkpoint_step_hook")
def make_stop_at_checkpoint_step_hook(estimator: Estimator, last_step: int, wait_after_file_check_secs: float = 30) -> SessionRunHook:
    """A hook that waits until the chief has written the checkpoint of a step. Mirrors
    `tf.estimator.experimental.make_stop_at_checkpoint_step_hook`.

    It is for workers of a cluster that begin late, which would otherwise go on when the others have ended. The chief gets a
    `tf.estimator.StopAtStepHook` instead.

    Arguments:
        estimator: the `tf.estimator.Estimator` that is trained, with whose `model_dir` checkpoints lie.
        last_step: the step at which the training ends.
        wait_after_file_check_secs: how long it waits before it looks for the checkpoint again, 30 seconds by default.

    Returns:
        A `tf.estimator.SessionRunHook`, for `hooks` of `train`.

    Example:
        >>> model = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], model_dir="late")
        >>> hook = tf.estimator.experimental.make_stop_at_checkpoint_step_hook(model, last_step=10)
        >>> isinstance(hook, tf.estimator.StopAtStepHook)
        True
    """
    if estimator.config.is_chief:
        return StopAtStepHook(last_step=last_step)
    return StopAtCheckpointStepHook(estimator.model_dir, last_step, wait_after_file_check_secs)
