"""An evaluation of a checkpoint in a session, until a hook has counted enough."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.compat.v1.initializers.fixed import zeros
from tfshim.compat.v1.train.hooks import FinalOpsHook, SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
from tfshim.compat.v1.train.sessions.creators import ChiefSessionCreator
from tfshim.compat.v1.train.sessions.monitored import MonitoredSession

if TYPE_CHECKING:
    from tfshim.compat.v1.train.sessions.scaffold import Scaffold
    from tfshim.engine.values.annotations import Path

__all__ = ["StopAfterNEvalsHook", "evaluate_once", "get_latest_eval_step_value", "get_or_create_eval_step"]

v1 = tf.compat.v1


def get_or_create_eval_step() -> Any:
    """The counter of evaluations of the graph, an int64 scalar among its local variables. Raises ValueError if there are several."""
    steps = v1.get_default_graph().get_collection(GraphKeys.EVAL_STEP)
    if len(steps) > 1:
        raise ValueError("Multiple tensors added to tf.GraphKeys.EVAL_STEP")
    if steps:
        return steps[0]
    return v1.get_variable(
        "eval_step",
        shape=[],
        dtype=tf.int64,
        initializer=zeros(),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.EVAL_STEP],
    )


def get_latest_eval_step_value(update_ops: Any) -> Any:
    """The counter as it is after `update_ops`, a list of tensors and operations, or a dictionary of them."""
    with tf.control_dependencies(list(update_ops.values()) if isinstance(update_ops, dict) else update_ops):
        return tf.identity(get_or_create_eval_step().read_value())


def with_update(eval_ops: Any, update: Any) -> Any:
    """`eval_ops`, a tensor, or a list or dictionary of some, with `update`, which counts an evaluation."""
    if isinstance(eval_ops, dict):
        eval_ops["update_eval_step"] = update
        return eval_ops
    return [*(eval_ops if isinstance(eval_ops, (list, tuple)) else [eval_ops]), update]


def tell_count(hooks: Iterable[SessionRunHook], count: Any) -> None:
    """Let those of the hooks that count evaluations take `count`, a tensor, for their number."""
    for hook in hooks:
        if isinstance(hook, StopAfterNEvalsHook):
            hook._set_evals_completed_tensor(count)


class StopAfterNEvalsHook(SessionRunHook):
    """Stops after `num_evals` evaluations, or at the end of the data for None.

    `log_progress`: whether each is logged, or else, of 20 and more, each tenth of them.
    """

    def __init__(self, num_evals: int | None, log_progress: bool = True) -> None:
        self._num_evals, self._evals_completed = num_evals, None
        self._log_progress = log_progress
        self._log_frequency = 1 if num_evals is None or num_evals < 20 else math.floor(num_evals / 10.0)

    def _set_evals_completed_tensor(self, updated_eval_step: Any) -> None:
        self._evals_completed = updated_eval_step

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs({"evals_completed": self._evals_completed})

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        done = run_values.results["evals_completed"]
        if self._log_progress:
            if self._num_evals is None:
                logging.info("Evaluation [%d]", done)
            elif done % self._log_frequency == 0 or done == self._num_evals:
                logging.info("Evaluation [%d/%d]", done, self._num_evals)
        if self._num_evals is not None and done >= self._num_evals:
            run_context.request_stop()


def evaluate_once(
    checkpoint_path: Path | None,
    master: str = "",
    scaffold: Scaffold | None = None,
    eval_ops: Any = None,
    feed_dict: dict[Any, Any] | None = None,
    final_ops: Any = None,
    final_ops_feed_dict: dict[Any, Any] | None = None,
    hooks: Iterable[SessionRunHook] | None = None,
    config: Any = None,
) -> Any:
    """Run `eval_ops` with the variables of a checkpoint until a hook stops the session; the values of `final_ops` then.

    `eval_ops` and `final_ops`: a tensor, or a list or dictionary of some. Each run of `eval_ops` counts as one evaluation.
    """
    step, hooks = get_or_create_eval_step(), list(hooks or [])
    if eval_ops is not None:
        eval_ops = with_update(eval_ops, v1.assign_add(step, 1, use_locking=True))
        tell_count(hooks, get_latest_eval_step_value(eval_ops))
    began = time.time()
    logging.info("Starting evaluation at " + time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime()))
    creator = ChiefSessionCreator(scaffold, master, config, checkpoint_filename_with_path=checkpoint_path)
    final = FinalOpsHook(final_ops, final_ops_feed_dict)
    with MonitoredSession(creator, [*hooks, final]) as session:
        while eval_ops is not None and not session.should_stop():
            session.run(eval_ops, feed_dict)
    logging.info(f"Inference Time : {time.time() - began:0.5f}s")
    logging.info("Finished evaluation at " + time.strftime("%Y-%m-%d-%H:%M:%S", time.localtime()))
    return final.final_ops_values
