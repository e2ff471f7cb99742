"""`train_and_evaluate`: a training that is evaluated, and exported, after its checkpoints."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.compat.v1.train.hooks import CheckpointSaverListener, SecondOrStepTimer
from tfshim.estimator import tasks
from tfshim.estimator.estimator import Estimator
from tfshim.estimator.specs import EvalSpec, TrainSpec
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.graphs.sessions.session import BaseSession


class Evaluator:
    """Evaluates new checkpoints, and calls the exporters with what comes out."""

    def __init__(self, estimator: Estimator, spec: EvalSpec, max_steps: int | None) -> None:
        self._estimator, self._spec, self._max, self._before = estimator, spec, max_steps, None

    def evaluate(self) -> tuple[dict[str, Any] | None, list[Any]]:
        """(metrics, what the exporters gave); None for a checkpoint that was evaluated before, and without one."""
        path = self._estimator.latest_checkpoint()
        if not path:
            logging.warning("Estimator is not trained yet. Will start an evaluation when a checkpoint is ready.")
            return None, []
        if path == self._before:
            logging.warning(
                "No new checkpoint ready for evaluation. Skip the current evaluation pass as evaluation results are expected to be same "
                "for the same checkpoint."
            )
            return None, []
        spec = self._spec
        metrics = self._estimator.evaluate(input_fn=spec.input_fn, steps=spec.steps, name=spec.name, checkpoint_path=path, hooks=spec.hooks)
        final = bool(self._max) and metrics[GraphKeys.GLOBAL_STEP] >= self._max
        folder = os.path.join(self._estimator.model_dir, "export")
        exports = [
            exporter.export(
                estimator=self._estimator,
                export_path=os.path.join(folder, exporter.name),
                checkpoint_path=path,
                eval_result=metrics,
                is_the_final_export=final,
            )
            for exporter in spec.exporters
        ]
        self._before = path
        return metrics, exports


class EvaluatingListener(CheckpointSaverListener):
    """Evaluates after checkpoints, but for the one that the training begins with, and not more often than every `seconds`."""

    def __init__(self, evaluator: Evaluator, seconds: float) -> None:
        self._evaluator, self._seconds, self.metrics, self.exports = evaluator, seconds, None, None

    def begin(self) -> None:
        self._timer, self._is_first = SecondOrStepTimer(every_secs=self._seconds), True

    def after_save(self, session: BaseSession, global_step_value: int) -> None:
        if self._is_first:
            self._is_first = False
        elif self._timer.should_trigger_for_step(global_step_value):
            self._evaluate(global_step_value)
        else:
            logging.info("Skip the current checkpoint eval due to throttle secs (%s secs).", self._seconds)

    def end(self, session: BaseSession, global_step_value: int) -> None:
        if global_step_value != self._timer.last_triggered_step():
            self._evaluate(global_step_value)

    def _evaluate(self, step):
        self._timer.update_last_triggered_step(step)
        self.metrics, self.exports = self._evaluator.evaluate()
        if self.metrics is None:
            raise RuntimeError("There was no new checkpoint after the training.")


@tf_private("tensorflow_estimator.python.estimator.training.train_and_evaluate")
@tf_export("estimator.train_and_evaluate")
def train_and_evaluate(estimator: Estimator, train_spec: TrainSpec, eval_spec: EvalSpec) -> tuple[dict[str, Any] | None, list[Any] | None]:
    """Train an estimator, and evaluate it after the checkpoints. Mirrors `tf.estimator.train_and_evaluate`.

    The same program runs on one machine and, with TF_CONFIG and a `tf.distribute.MultiWorkerMirroredStrategy` in the configuration, as each
    task of a cluster: the chief and the workers train together, an evaluator evaluates their checkpoints. Clusters without a strategy are
    refused.

    Arguments:
        estimator: a `tf.estimator.Estimator`.
        train_spec: a `tf.estimator.TrainSpec`: the data, and the step to end at.
        eval_spec: a `tf.estimator.EvalSpec`: the data, and what is exported.

    Returns:
        a tuple of the metrics of the last evaluation, a dictionary, and a list of what the exporters gave; (None, None) in a cluster, and
        where the training was complete before.

    Raises:
        TypeError: an argument is of another class.

    Example:
        >>> def data():
        ...     return tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])).repeat(20)
        >>> estimator = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], "both")
        >>> found, _ = tf.estimator.train_and_evaluate(
        ...     estimator, tf.estimator.TrainSpec(data, max_steps=10), tf.estimator.EvalSpec(data, steps=1))
        >>> int(found["global_step"])
        10
    """
    for name, value, kind in (
        ("eval_spec", eval_spec, EvalSpec),
        ("estimator", estimator, Estimator),
        ("train_spec", train_spec, TrainSpec),
    ):
        if not isinstance(value, kind):
            raise TypeError(f"`{name}` must have type `tf.estimator.{kind.__name__}`. Got: {type(value)}")
    config = estimator.config
    if estimator._in_tasks():
        tasks.run(estimator, train_spec, eval_spec, Evaluator)
        return None, None
    if config.cluster_spec.jobs or config.task_type == "evaluator":
        raise refused("tf.estimator.train_and_evaluate", "cluster")
    logging.info("Not using Distribute Coordinator.")
    logging.info("Running training and evaluation locally (non-distributed).")
    logging.info(
        "Start train and evaluate loop. The evaluate will happen after every checkpoint. Checkpoint frequency is determined based on "
        "RunConfig arguments: save_checkpoints_steps %s or save_checkpoints_secs %s.",
        config.save_checkpoints_steps,
        config.save_checkpoints_secs,
    )
    listener = EvaluatingListener(Evaluator(estimator, eval_spec, train_spec.max_steps), eval_spec.throttle_secs)
    estimator.train(
        input_fn=train_spec.input_fn,
        max_steps=train_spec.max_steps,
        hooks=list(train_spec.hooks),
        saving_listeners=[*train_spec.saving_listeners, listener],
    )
    return listener.metrics, listener.exports
