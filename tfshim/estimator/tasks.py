"""An estimator in the tasks of a cluster: workers that train together, and an evaluator that follows their checkpoints."""

from __future__ import annotations

import copy
import json
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.protos.clusters import ClusterSpec

if TYPE_CHECKING:
    from tfshim.estimator.estimator import Estimator
    from tfshim.estimator.specs import EvalSpec, TrainSpec


def run(estimator: Estimator, train_spec: TrainSpec, eval_spec: EvalSpec, evaluator: Callable[..., Any]) -> None:
    """Do what the task of this process has to do; `evaluator(estimator, eval_spec, max_steps)` makes what evaluates checkpoints.

    Raises ValueError for a task of another kind.
    """
    task = json.loads(os.environ.get("TF_CONFIG") or "{}").get("task", {})
    kind, number = task.get("type"), int(task.get("index", 0))
    logging.info("Running `train_and_evaluate` with Distribute Coordinator.")
    if kind == "evaluator":
        _follow(_for_task(estimator, kind, number), train_spec, eval_spec, evaluator)
    elif kind in ("chief", "worker"):
        _for_task(estimator, kind, number).train(train_spec.input_fn, list(train_spec.hooks), max_steps=train_spec.max_steps)
    else:
        raise ValueError(f"Unexpected task_type: {kind!r}")


def _for_task(estimator, kind, number):
    """A copy of the estimator as it is for a task."""
    made = copy.copy(estimator)
    config = made._config = copy.deepcopy(estimator._config)
    config._distribute_coordinator_mode = None
    config._task_type, config._task_id, config._service = kind, number, None
    cluster = config._cluster_spec
    if kind == "evaluator":
        # It takes no part in the training, so its place in the cluster says nothing.
        config._cluster_spec, config._is_chief, config._global_id_in_cluster = ClusterSpec({}), False, None
        config._num_ps_replicas = config._num_worker_replicas = 0
        return made
    order = sorted(cluster.jobs, key=lambda job: (job != "chief", job == "ps", job))
    before = order[: order.index(kind)] if kind in order else []
    config._global_id_in_cluster = sum(len(cluster.job_tasks(job)) for job in before) + number
    config._is_chief = kind == "chief" or "chief" not in cluster.jobs and number == 0
    config._num_ps_replicas = len(cluster.job_tasks("ps")) if "ps" in cluster.jobs else 0
    config._num_worker_replicas = sum(len(cluster.job_tasks(job)) for job in ("chief", "worker") if job in cluster.jobs)
    return made


def _follow(estimator, train_spec, eval_spec, make_evaluator):
    """Evaluate new checkpoints until that of the last step."""
    if eval_spec.start_delay_secs:
        logging.info("Waiting %f secs before starting eval.", eval_spec.start_delay_secs)
        time.sleep(eval_spec.start_delay_secs)
    evaluator, last = make_evaluator(estimator, eval_spec, train_spec.max_steps), train_spec.max_steps
    while True:
        began = time.monotonic()
        metrics, _ = evaluator.evaluate()
        step = 0 if metrics is None else metrics.get(GraphKeys.GLOBAL_STEP)
        if step and last and step >= last:
            logging.info("Exiting evaluation, global_step=%s >= train max_steps=%s", step, last)
            return
        time.sleep(max(0.0, eval_spec.throttle_secs - (time.monotonic() - began)))
