"""Hooks into the runs of a monitored session."""

from __future__ import annotations

import collections
import os
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.summary import FileWriterCache
from tfshim.compat.v1.train.meta_graph import export_meta_graph
from tfshim.compat.v1.train.steps import get_global_step
from tfshim.engine.runtime import errors
from tfshim.files.replacing import Replacement
from tfshim.io.file_ops import write_graph
from tfshim.profiler import timeline

if TYPE_CHECKING:
    from typing import Self

    from tfshim.compat.v1._annotations import FeedDict, Fetches, Message
    from tfshim.compat.v1.summary import FileWriter
    from tfshim.compat.v1.train.saver import Saver
    from tfshim.compat.v1.train.scaffold import Scaffold
    from tfshim.engine.graphs.session import BaseSession
    from tfshim.engine.values.annotations import Path
    from tfshim.engine.values.tensor import Tensor
    from tfshim.train.coordinator import Coordinator


@tf_export("estimator.SessionRunArgs", v1=["train.SessionRunArgs", "estimator.SessionRunArgs"])
class SessionRunArgs(collections.namedtuple("SessionRunArgs", ["fetches", "feed_dict", "options"])):
    """What a hook adds to a run. Mirrors `tf.estimator.SessionRunArgs`."""

    def __new__(cls, fetches: Fetches, feed_dict: FeedDict | None = None, options: Message | None = None) -> Self:
        return super().__new__(cls, fetches, feed_dict, options)


SessionRunValues = collections.namedtuple("SessionRunValues", ["results", "options", "run_metadata"])


@tf_export("estimator.SessionRunContext", v1=["train.SessionRunContext", "estimator.SessionRunContext"])
class SessionRunContext:
    """A run, for its hooks. Mirrors `tf.estimator.SessionRunContext`."""

    def __init__(self, original_args: SessionRunArgs, session: BaseSession) -> None:
        self._original_args, self._session, self._stop_requested = original_args, session, False

    original_args = property(lambda self: self._original_args, doc="What the user asked to run: SessionRunArgs.")
    session = property(lambda self: self._session, doc="The session itself.")
    stop_requested = property(lambda self: self._stop_requested, doc="Whether a hook asked for an end.")

    def request_stop(self) -> None:
        """Let no further run follow."""
        self._stop_requested = True


@tf_export("estimator.SessionRunHook", v1=["train.SessionRunHook", "estimator.SessionRunHook"])
class SessionRunHook:
    """Base of the hooks: called around the session and each of its runs. Mirrors `tf.estimator.SessionRunHook`."""

    def begin(self) -> None:
        """Called once, before the session is made; the graph may still be added to."""

    def after_create_session(self, session: BaseSession, coord: Coordinator) -> None:
        """Called when the session is made."""

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Called before a run; gives SessionRunArgs, or None."""

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Called after a run, with the results of what `before_run` asked for."""

    def end(self, session: BaseSession) -> None:
        """Called at the end, unless it came by an exception."""


@tf_export("estimator.SecondOrStepTimer", v1=["train.SecondOrStepTimer", "estimator.SecondOrStepTimer"])
class SecondOrStepTimer:
    """Whether something is due, by seconds or by steps since the last time."""

    def __init__(self, every_secs: float | None = None, every_steps: int | None = None) -> None:
        if every_secs is None and every_steps is None:
            raise ValueError("Either every_secs or every_steps should be provided.")
        if every_secs is not None and every_steps is not None:
            raise ValueError("Can not provide both every_secs and every_steps.")
        self._secs, self._steps = every_secs, every_steps
        self.reset()

    def reset(self) -> None:
        """Forget the last time."""
        self._last_step: int | None = None
        self._last_time: float | None = None

    def should_trigger_for_step(self, step: int) -> bool:
        """Whether it is due at `step`."""
        if self._last_step is None:
            return True
        if step == self._last_step:
            return False
        return step - self._last_step >= self._steps if self._steps is not None else time.time() - self._last_time >= self._secs

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        """Note that it was done; gives the seconds and steps since the time before."""
        now = time.time()
        passed = (None, None) if self._last_step is None else (now - self._last_time, step - self._last_step)
        self._last_step, self._last_time = step, now
        return passed

    def last_triggered_step(self) -> int | None:
        """The step of the last time, or None."""
        return self._last_step


def _needed_step(hook):
    step = get_global_step()
    if step is None:
        raise RuntimeError(f"Global step should be created to use {type(hook).__name__}.")
    return step


def _every(every_secs, every_steps):
    """The times to write something: exactly one of the arguments is given, else ValueError is raised."""
    if (every_secs is None) == (every_steps is None):
        raise ValueError("exactly one of every_n_steps and every_n_secs should be provided.")
    return SecondOrStepTimer(every_secs, every_steps)


@tf_export("estimator.StopAtStepHook", v1=["train.StopAtStepHook", "estimator.StopAtStepHook"])
class StopAtStepHook(SessionRunHook):
    """Stops after `num_steps` more steps, or at `last_step`. Mirrors `tf.estimator.StopAtStepHook`."""

    def __init__(self, num_steps: int | None = None, last_step: int | None = None) -> None:
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps, self._last_step = num_steps, last_step

    def begin(self) -> None:
        self._step = _needed_step(self)

    def after_create_session(self, session: BaseSession, coord: Coordinator) -> None:
        # Only now is it known at which step a checkpoint left off.
        if self._last_step is None:
            self._last_step = int(session.run(self._step)) + self._num_steps

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        # What was fetched may be the step from before the run.
        if run_values.results + 1 >= self._last_step and int(run_context.session.run(self._step)) >= self._last_step:
            run_context.request_stop()


def _element(graph, x):
    """What `x` means in the graph; the name of an operation means its only output."""
    if not isinstance(x, str) or ":" in x:
        return graph.as_graph_element(x)
    found = graph.as_graph_element(f"{x}:0")
    if len(found.op.outputs) > 1:
        raise ValueError(f"Name {x} is ambiguous, as this `Operation` has multiple outputs (at least 2).")
    return found


@tf_export("estimator.LoggingTensorHook", v1=["train.LoggingTensorHook", "estimator.LoggingTensorHook"])
class LoggingTensorHook(SessionRunHook):
    """Logs tensors every so many runs or seconds, or at the end. Mirrors `tf.estimator.LoggingTensorHook`.

    `tensors`: a list of tensors or their names, or a dictionary with what they are called. `formatter`: gives the line for the
    dictionary of values. Raises ValueError unless one of the three times is given.
    """

    def __init__(
        self,
        tensors: Any,
        every_n_iter: int | None = None,
        every_n_secs: float | None = None,
        at_end: bool = False,
        formatter: Callable[[dict[Any, Any]], str] | None = None,
    ) -> None:
        only_at_end = at_end and every_n_iter is None and every_n_secs is None
        if not only_at_end and (every_n_iter is None) == (every_n_secs is None):
            raise ValueError("either at_end and/or exactly one of every_n_iter and every_n_secs must be provided.")
        if every_n_iter is not None and every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        self._timer = None if only_at_end else SecondOrStepTimer(every_n_secs, every_n_iter)
        self._given = {tag: tensors[tag] for tag in sorted(tensors)} if isinstance(tensors, dict) else {t: t for t in tensors}
        self._at_end, self._formatter, self._since = at_end, formatter, None

    def begin(self) -> None:
        if self._timer is not None:
            self._timer.reset()
        graph = get_default_graph()
        self._count, self._tensors = 0, {tag: _element(graph, t) for tag, t in self._given.items()}

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        self._due = self._timer is not None and self._timer.should_trigger_for_step(self._count)
        return SessionRunArgs(self._tensors) if self._due else None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._due:
            self._write(run_values.results)
        self._count += 1

    def _write(self, values):
        seconds = None if self._timer is None else self._timer.update_last_triggered_step(self._count)[0]
        if self._formatter:
            logging.info(self._formatter(values))
            return
        # TensorFlow prints small numbers without exponents here.
        with np.printoptions(suppress=True):
            text = ", ".join(f"{tag!s} = {values[tag]!s}" for tag in self._tensors)
        logging.info("%s", text) if seconds is None else logging.info("%s (%.3f sec)", text, seconds)

    def end(self, session: BaseSession) -> None:
        if self._at_end:
            self._write(session.run(self._tensors))


@tf_export("estimator.NanLossDuringTrainingError", v1=["train.NanLossDuringTrainingError", "estimator.NanLossDuringTrainingError"])
class NanLossDuringTrainingError(RuntimeError):
    """The loss became NaN."""

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

    def __str__(self):
        return "NaN loss during training."


@tf_export("estimator.NanTensorHook", v1=["train.NanTensorHook", "estimator.NanTensorHook"])
class NanTensorHook(SessionRunHook):
    """Stops, or raises NanLossDuringTrainingError, when a tensor is NaN. Mirrors `tf.estimator.NanTensorHook`."""

    def __init__(self, loss_tensor: Tensor, fail_on_nan_loss: bool = True) -> None:
        self._tensor, self._fail = loss_tensor, fail_on_nan_loss

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs(self._tensor)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if np.isnan(run_values.results):
            if self._fail:
                logging.error("Model diverged with loss = NaN.")
                raise NanLossDuringTrainingError
            logging.warning("Model diverged with loss = NaN.")
            run_context.request_stop()


@tf_export("estimator.CheckpointSaverListener", v1=["train.CheckpointSaverListener", "estimator.CheckpointSaverListener"])
class CheckpointSaverListener:
    """Base of listeners called around checkpoints: `begin`, `before_save`, `after_save` (true: stop) and `end`."""

    def begin(self) -> None:
        """Called once at the beginning."""

    def before_save(self, session: BaseSession, global_step_value: int) -> None:
        """Called before a checkpoint is written."""

    def after_save(self, session: BaseSession, global_step_value: int) -> None:
        """Called after a checkpoint is written."""

    def end(self, session: BaseSession, global_step_value: int) -> None:
        """Called at the end."""


@tf_export("estimator.CheckpointSaverHook", v1=["train.CheckpointSaverHook", "estimator.CheckpointSaverHook"])
class CheckpointSaverHook(SessionRunHook):
    """Writes checkpoints every so many steps or seconds, at the beginning and at the end.

    `saver` or `scaffold` say what is saved; without them the graph's own saver does. `save_graph_def`: write the graph too, as
    `graph.pbtxt`. Mirrors `tf.estimator.CheckpointSaverHook`.
    """

    def __init__(
        self,
        checkpoint_dir: Path,
        save_secs: float | None = None,
        save_steps: int | None = None,
        saver: Saver | None = None,
        checkpoint_basename: str = "model.ckpt",
        scaffold: Scaffold | None = None,
        listeners: Iterable[CheckpointSaverListener] | None = None,
        save_graph_def: bool = True,
    ) -> None:
        logging.info("Create CheckpointSaverHook.")
        if saver is not None and scaffold is not None:
            raise ValueError("You cannot provide both saver and scaffold.")
        self._saver, self._scaffold, self._listeners = saver, scaffold, list(listeners or [])
        self._folder, self._path = checkpoint_dir, os.path.join(os.fsdecode(checkpoint_dir), checkpoint_basename)
        self._timer, self._with_graph = SecondOrStepTimer(save_secs, save_steps), save_graph_def

    def begin(self) -> None:
        self._writer = FileWriterCache.get(self._folder)
        self._step = _needed_step(self)
        for listener in self._listeners:
            listener.begin()

    def _the_saver(self):
        saver = self._saver if self._saver is not None else getattr(self._scaffold, "saver", None)
        if saver is None:
            found = get_default_graph().get_collection(GraphKeys.SAVERS)
            if len(found) != 1:
                raise RuntimeError(
                    "No items in collection SAVERS. Please add a saver to the collection or provide a saver or scaffold."
                    if not found
                    else "More than one item in collection SAVERS. Please indicate which one to use by passing it to the constructor."
                )
            saver = self._saver = found[0]
        return saver

    def after_create_session(self, session: BaseSession, coord: Coordinator) -> None:
        step = int(session.run(self._step))
        if self._with_graph:
            write_graph(get_default_graph().as_graph_def(add_shapes=True), self._folder, "graph.pbtxt")
        # The graph as it is run: what the file began with may have grown since.
        self._writer.add_graph(get_default_graph())
        nodes = get_default_graph().as_graph_def(add_shapes=True)
        self._writer.add_meta_graph(export_meta_graph(graph_def=nodes, collection_list=[]))
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def _save(self, session, step):
        logging.info("Calling checkpoint listeners before saving checkpoint %d...", step)
        for listener in self._listeners:
            listener.before_save(session, step)
        logging.info("Saving checkpoints for %d into %s.", step, self._path)
        self._the_saver().save(session, self._path, global_step=step, write_meta_graph=self._with_graph)
        self._writer.add_session_log(message("SessionLog")(status=3, checkpoint_path=self._path), step)  # CHECKPOINT
        logging.info("Calling checkpoint listeners after saving checkpoint %d...", step)
        stop = False
        for listener in self._listeners:
            if listener.after_save(session, step):
                logging.info("A CheckpointSaverListener requested that training be stopped. listener: %s", listener)
                stop = True
        return stop

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._timer.should_trigger_for_step(run_values.results + 1):
            # Read once more: what was fetched beside the update may be the step before it.
            step = int(run_context.session.run(self._step))
            if self._timer.should_trigger_for_step(step):
                self._timer.update_last_triggered_step(step)
                if self._save(run_context.session, step):
                    run_context.request_stop()

    def end(self, session: BaseSession) -> None:
        step = int(session.run(self._step))
        if step != self._timer.last_triggered_step():
            self._save(session, step)
        for listener in self._listeners:
            listener.end(session, step)


class _Writing(SessionRunHook):
    """A hook that may write to a file of events: `summary_writer`, or the one of the folder `output_dir`."""

    _writer: FileWriter | None
    _folder: Path | None

    def begin(self) -> None:
        if self._writer is None and self._folder:
            self._writer = FileWriterCache.get(self._folder)
        self._step = _needed_step(self)


@tf_export("estimator.SummarySaverHook", v1=["train.SummarySaverHook", "estimator.SummarySaverHook"])
class SummarySaverHook(_Writing):
    """Writes summaries every so many steps or seconds, to `summary_writer` or a file in `output_dir`.

    `summary_op` is a string tensor or a list of them; `scaffold` has one. Mirrors `tf.estimator.SummarySaverHook`.
    """

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: Path | None = None,
        summary_writer: FileWriter | None = None,
        scaffold: Scaffold | None = None,
        summary_op: Any = None,
    ) -> None:
        if (scaffold is None) == (summary_op is None):
            raise ValueError("Exactly one of scaffold or summary_op must be provided.")
        self._op, self._scaffold, self._writer, self._folder = summary_op, scaffold, summary_writer, output_dir
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._next: int | None = None

    def begin(self) -> None:
        super().begin()
        self._timer.reset()
        self._next = None

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        self._due = self._next is None or self._timer.should_trigger_for_step(self._next)
        wanted = {"global_step": self._step}
        op = self._op if self._op is not None else self._scaffold.summary_op
        if self._due and op is not None:
            wanted["summary"] = list(op) if isinstance(op, (list, tuple)) else [op]
        return SessionRunArgs(wanted)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._writer is None:
            return
        step = int(run_values.results["global_step"]) + 1
        if self._due:
            step = int(run_context.session.run(self._step))
        if self._next is None:
            self._writer.add_session_log(message("SessionLog")(status=1), step)  # START
        if self._due:
            self._timer.update_last_triggered_step(step)
            for one in run_values.results.get("summary", ()):
                self._writer.add_summary(one, step)
        self._next = step + 1

    def end(self, session: BaseSession) -> None:
        if self._writer is not None:
            self._writer.flush()


@tf_export("estimator.StepCounterHook", v1=["train.StepCounterHook", "estimator.StepCounterHook"])
class StepCounterHook(_Writing):
    """Logs how many steps a second are made, and writes it as a summary where there is a writer.

    Mirrors `tf.estimator.StepCounterHook`; ValueError for both `every_n_steps` and `every_n_secs`.
    """

    def __init__(
        self,
        every_n_steps: int | None = 100,
        every_n_secs: float | None = None,
        output_dir: Path | None = None,
        summary_writer: FileWriter | None = None,
    ) -> None:
        self._timer = _every(every_n_secs, every_n_steps)
        self._writer, self._folder, self._warned = summary_writer, output_dir, 0
        self._before: int | None = None

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        before = int(run_values.results)
        if self._timer.should_trigger_for_step(before + 1):
            step = int(run_context.session.run(self._step))
            if self._timer.should_trigger_for_step(step):
                seconds, steps = self._timer.update_last_triggered_step(step)
                if seconds is not None:
                    self._log_and_record(steps, seconds, step)
        if before == self._before and self._warned < 5:
            self._warned += 1
            logging.warning(
                "It seems that global step (tf.train.get_global_step) has not been increased. Current value (could be stable): "
                "%s vs previous value: %s. You could increase the global step by passing tf.train.get_global_step() to "
                "Optimizer.apply_gradients or Optimizer.minimize.",
                before,
                self._before,
            )
        self._before = before

    def _log_and_record(self, elapsed_steps, elapsed_time, global_step):
        rate, tag = elapsed_steps / elapsed_time, f"{self._step.op.name}/sec"
        if self._writer is not None:
            made = message("Summary")()
            made.value.add(tag=tag, simple_value=rate)
            self._writer.add_summary(made, global_step)
        logging.info("%s: %g", tag, rate)


@tf_export("estimator.FinalOpsHook", v1=["train.FinalOpsHook", "estimator.FinalOpsHook"])
class FinalOpsHook(SessionRunHook):
    """Evaluates `final_ops` at the end; their values are `final_ops_values`. Mirrors `tf.estimator.FinalOpsHook`."""

    def __init__(self, final_ops: Fetches, final_ops_feed_dict: FeedDict | None = None) -> None:
        self._ops, self._feeds, self._values = final_ops, final_ops_feed_dict, None

    final_ops_values = property(lambda self: self._values, doc="The values; None before the end.")

    def end(self, session: BaseSession) -> None:
        if self._ops is not None:
            try:
                self._values = session.run(self._ops, feed_dict=self._feeds)
            except (errors.OutOfRangeError, StopIteration) as e:
                logging.warning(
                    "The operations of a FinalOpsHook need data that is over (%s); let them depend on no input.", type(e).__name__
                )
                raise


@tf_export("estimator.FeedFnHook", v1=["train.FeedFnHook", "estimator.FeedFnHook"])
class FeedFnHook(SessionRunHook):
    """Feeds what `feed_fn()` gives, a dictionary, to each run. Mirrors `tf.estimator.FeedFnHook`."""

    def __init__(self, feed_fn: Callable[[], FeedDict]) -> None:
        self.feed_fn = feed_fn

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs(fetches=None, feed_dict=self.feed_fn())


@tf_export("estimator.GlobalStepWaiterHook", v1=["train.GlobalStepWaiterHook", "estimator.GlobalStepWaiterHook"])
class GlobalStepWaiterHook(SessionRunHook):
    """Lets the first run wait until the global step has reached `wait_until_step`. Mirrors `tf.estimator.GlobalStepWaiterHook`."""

    def __init__(self, wait_until_step: int) -> None:
        self._wanted = wait_until_step

    def begin(self) -> None:
        self._started, self._step = False, _needed_step(self)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        if self._started or self._wanted <= 0:
            self._started = True
            return
        logging.info("Waiting for global step %d before starting training.", self._wanted)
        last_logged = 0
        while True:
            # Other processes make the steps: the only way to know is to look.
            step = int(run_context.session.run(self._step))
            if step >= self._wanted:
                self._started = True
                return
            if step - last_logged > 1000:
                logging.info("Waiting for global step %d before starting training. Current step is %d.", self._wanted, step)
                last_logged = step
            time.sleep(0.5)


_FULL_TRACE = 3  # of RunOptions


@tf_export("estimator.ProfilerHook", v1=["train.ProfilerHook", "estimator.ProfilerHook"])
class ProfilerHook(SessionRunHook):
    """Writes how long the operations of a run took, every so many steps or seconds: `timeline-STEP.json`, for chrome://tracing.

    `save_steps` or `save_secs`: how often; `output_dir`: the directory, whose event file gets the times too; `show_dataflow`: arrows from
    what makes a tensor to what uses it; `show_memory`: how long tensors live. Mirrors `tf.estimator.ProfilerHook`; ValueError for both or
    neither of `save_steps` and `save_secs`.
    """

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: Path = "",
        show_dataflow: bool = True,
        show_memory: bool = False,
    ) -> None:
        self._output_file = os.path.join(output_dir, "timeline-{}.json")
        self._file_writer = FileWriterCache.get(output_dir)
        self._shown = {"show_dataflow": show_dataflow, "show_memory": show_memory}
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self) -> None:
        self._next_step: int | None = None
        self._step = _needed_step(self)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        self._due = self._next_step is not None and self._timer.should_trigger_for_step(self._next_step)
        options = message("RunOptions")(trace_level=_FULL_TRACE) if self._due else None
        return SessionRunArgs({"global_step": self._step}, options=options)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        step = int(run_values.results["global_step"])
        if self._next_step is None:
            # The first profile comes after as many steps, or seconds, as all others.
            self._timer.update_last_triggered_step(step)
        step += 1
        if self._due:
            step = int(run_context.session.run(self._step))
            self._timer.update_last_triggered_step(step)
            self._save(step, self._output_file.format(step), run_values.run_metadata.step_stats)
            self._file_writer.add_run_metadata(run_values.run_metadata, f"step_{step}")
        self._next_step = step + 1

    def _save(self, step: int, path: str, step_stats: Message) -> None:
        logging.info("Saving timeline for %d into '%s'.", step, path)
        text = timeline.Timeline(step_stats).generate_chrome_trace_format(**self._shown)
        with Replacement(path) as beside, open(beside, "w", encoding="utf-8") as file:
            file.write(text)


tf_export("estimator.SessionRunValues", v1=["train.SessionRunValues", "estimator.SessionRunValues"])(SessionRunValues)
