"""Evaluations: metrics over the batches of an input function, and their summaries."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.compat.v1.summary.files import FileWriterCache
from tfshim.compat.v1.train.hooks import FinalOpsHook, SessionRunContext, SessionRunHook, SessionRunValues
from tfshim.compat.v1.train.sessions.creators import ChiefSessionCreator
from tfshim.compat.v1.train.sessions.monitored import MonitoredSession
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.control_flow import group
from tfshim.engine.values import dtypes
from tfshim.estimator.model_fn import is_metric
from tfshim.protos.tensors import make_tensor_proto
from tfshim.train.reading import latest_checkpoint, load_variable

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.annotations import Path


class StopAfterEvaluations(SessionRunHook):
    """Stops after `count` batches, and logs how far it has come."""

    def __init__(self, count: int) -> None:
        self._count, self._done = count, 0
        self._every = 1 if count < 20 else math.floor(count / 10)

    def begin(self) -> None:
        self._done = 0

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        self._done += 1
        if self._done % self._every == 0 or self._done == self._count:
            logging.info("Evaluation [%d/%d]", self._done, self._count)
        if self._done >= self._count:
            run_context.request_stop()


def update_and_values(metrics: Mapping[str, Any], strategy: Any = None) -> tuple[Any, dict[str, Any]]:
    """(the operation that takes a batch in, the values at the end) of metrics by name: of all replicas of `strategy` if one is given.

    The values are the first replica's, as metrics of replicas add up what all have seen.
    """

    def of_replicas(x):
        return (x,) if strategy is None else strategy.experimental_local_results(x)

    updates, values = [], {}
    for name, metric in sorted(metrics.items()):
        each = of_replicas(metric)
        if is_metric(each[0]):
            values[name] = each[0].result()
            updates.extend(update for m in each for update in m.updates)
        else:
            value, update = metric
            values[name] = of_replicas(value)[0]
            updates.extend(of_replicas(update))
    return (group(*updates) if updates else None), values


def step_of(folder: Path) -> int | None:
    """The global step of the last checkpoint in a folder, None without one."""
    path = latest_checkpoint(folder)
    return int(load_variable(path, GraphKeys.GLOBAL_STEP)) if path else None


def run_once(
    update: Any,
    values: Mapping[str, Any],
    checkpoint_path: Path | None,
    scaffold: Scaffold,
    hooks: Iterable[SessionRunHook],
    config: Any,
) -> dict[str, Any]:
    """The values after an evaluation of all batches, from the variables of a checkpoint."""
    began = time.time()
    logging.info("Starting evaluation at %s", time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime()))
    final = FinalOpsHook(dict(values))
    creator = ChiefSessionCreator(scaffold, config.evaluation_master, config.session_config, checkpoint_filename_with_path=checkpoint_path)
    with MonitoredSession(creator, [*hooks, final]) as session:
        while update is not None and not session.should_stop():
            session.run(update)
    logging.info(f"Inference Time : {time.time() - began:0.5f}s")
    logging.info("Finished evaluation at %s", time.strftime("%Y-%m-%d-%H:%M:%S", time.localtime()))
    return final.final_ops_values


def write(folder: Path, results: Mapping[str, Any], checkpoint_path: Path | None) -> None:
    """Write the results of an evaluation into the event file of `folder`, and log them."""
    step = int(results[GraphKeys.GLOBAL_STEP])
    text = ", ".join(f"{name} = {value!s}" for name, value in sorted(results.items()) if not isinstance(value, bytes))
    logging.info("Saving dict for global step %d: %s", step, text)
    writer, summary = FileWriterCache.get(folder), message("Summary")()
    for name, value in results.items():
        if value is None or name == GraphKeys.GLOBAL_STEP:
            continue
        _add(summary, name, value)
    writer.add_summary(summary, step)
    if checkpoint_path:
        logging.info("Saving 'checkpoint_path' summary for global step %d: %s", step, checkpoint_path)
        path = message("Summary")()
        path.value.add(tag="checkpoint_path")
        path.value[0].tensor.CopyFrom(make_tensor_proto(os.fspath(checkpoint_path), dtype=dtypes.string))
        writer.add_summary(path, step)
    writer.flush()


def _add(summary: Message, name: str, value: Any) -> None:
    if isinstance(value, (float, np.floating, int, np.integer)):
        summary.value.add(tag=name, simple_value=float(value))
    elif isinstance(value, bytes):
        made = message("Summary").FromString(value)
        for i, item in enumerate(made.value):
            item.tag = f"{name}/{i}"
        summary.value.extend(made.value)
    elif isinstance(value, np.ndarray):
        summary.value.add(tag=name).tensor.CopyFrom(make_tensor_proto(value))
    else:
        logging.warning(
            "Skipping summary for %s, must be a float, np.float32, np.int64, np.int32 or int or np.ndarray or a serialized string of "
            "Summary.",
            name,
        )
