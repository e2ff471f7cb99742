"""Hooks into the runs of a monitored session."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import get_default_graph
from tfshim.compat.v1.summary.files import FileWriterCache
from tfshim.compat.v1.train.session_hooks.base import (
    SecondOrStepTimer,
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
    every,
    needed_step,
)
from tfshim.compat.v1.train.session_hooks.checkpoints import CheckpointSaverHook, CheckpointSaverListener  # noqa: F401 - one place for all
from tfshim.engine.runtime import errors
from tfshim.files.replacing import Replacement
from tfshim.profiler import timeline

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import FeedDict, Fetches, Message
    from tfshim.compat.v1.summary.files import FileWriter
    from tfshim.compat.v1.train.sessions.scaffold import Scaffold
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.engine.values.annotations import Path
    from tfshim.engine.values.tensor import Tensor
    from tfshim.train.coordinator import Coordinator


@tf_export("estimator.StopAtStepHook", v1=["train.StopAtStepHook", "estimator.StopAtStepHook"])
class StopAtStepHook(SessionRunHook):
    """Ends the training at a step. Mirrors `tf.estimator.StopAtStepHook`.

    Where the training goes on from a checkpoint, `num_steps` counts from the step that it left off at, and `last_step` from the first step
    ever.

    Arguments:
        num_steps: after how many steps more, an int (default None).
        last_step: the step to end at, an int (default None). One of the two has to be given.

    Raises:
        ValueError: both are given, or neither.
        RuntimeError: when the session begins, the graph has no global step.

    Example:
        >>> with tf.Graph().as_default():
        ...     step = tf.compat.v1.train.get_or_create_global_step().assign_add(1)
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[tf.estimator.StopAtStepHook(num_steps=3)]) as session:
        ...         while not session.should_stop():
        ...             print(session.run(step))
        1
        2
        3
    """

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

    def __init__(self, num_steps: int | None = None, last_step: int | None = None) -> None:
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps, self._last_step = num_steps, last_step

    def begin(self) -> None:
        self._step = needed_step(self)

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
    """Logs tensors now and then. Mirrors `tf.estimator.LoggingTensorHook`.

    The lines go to TensorFlow's logger at the level INFO, which `tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.INFO)` shows.

    Arguments:
        tensors: a list of tensors or their names, or {what they are called: tensor or name}.
        every_n_iter: after how many runs, an int (default None).
        every_n_secs: after how many seconds (default None).
        at_end: whether they are logged at the end (default False). One of the three has to be given.
        formatter: a function that makes the line of a dictionary of values (default None: "name = value").

    Raises:
        ValueError: none of the times is given, both of the first two are, or a number is not positive.

    Example:
        >>> def line(values):
        ...     print("loss", values["loss"])
        ...     return "told"
        >>> with tf.Graph().as_default():
        ...     loss = tf.constant(0.5)
        ...     hook = tf.estimator.LoggingTensorHook({"loss": loss}, every_n_iter=2, formatter=line)
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
        ...         _ = [session.run(loss) for _ in range(3)]
        loss 0.5
        loss 0.5
    """

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

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
    """Ends the training when a loss becomes NaN. Mirrors `tf.estimator.NanTensorHook`.

    Estimators have one for the loss in any case. Without it a training goes on for hours with weights that are NaN.

    Arguments:
        loss_tensor: the tensor that is looked at after each run, of shape [].
        fail_on_nan_loss: True (default) raises an exception, False logs a warning and ends the training as if the data had ended.

    Raises:
        tf.estimator.NanLossDuringTrainingError: in the run whose loss is NaN.

    Example:
        >>> with tf.Graph().as_default():
        ...     loss = tf.constant(float("nan"))
        ...     hook = tf.estimator.NanTensorHook(loss, fail_on_nan_loss=False)
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
        ...         _ = session.run(loss)
        ...         print(session.should_stop())
        True
    """

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

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


class _Writing(SessionRunHook):
    """A hook that may write to a file of events: `summary_writer`, or the one of the folder `output_dir`."""

    _writer: FileWriter | None
    _folder: Path | None

    def begin(self) -> None:
        if self._writer is None and self._folder:
            self._writer = FileWriterCache.get(self._folder)
        self._step = needed_step(self)


@tf_export("estimator.SummarySaverHook", v1=["train.SummarySaverHook", "estimator.SummarySaverHook"])
class SummarySaverHook(_Writing):
    """Writes summaries now and then. Mirrors `tf.estimator.SummarySaverHook`.

    Arguments:
        save_steps: after how many steps, an int (default None).
        save_secs: after how many seconds, a number (default None). One of the two has to be given.
        output_dir: the folder for a file of events (default None).
        summary_writer: a `tf.compat.v1.summary.FileWriter` in place of a folder (default None).
        scaffold: a `tf.compat.v1.train.Scaffold`, whose summaries are written (default None).
        summary_op: a string tensor, such as `tf.compat.v1.summary.merge_all()` gives, or a list of them; this or `scaffold` has to be given
            (default None).

    Raises:
        ValueError: both times are given or neither, or both sources of summaries or neither.

    Example:
        >>> with tf.Graph().as_default():
        ...     step = tf.compat.v1.train.get_or_create_global_step().assign_add(1)
        ...     made = tf.compat.v1.summary.scalar("half", 0.5)
        ...     hook = tf.estimator.SummarySaverHook(save_steps=1, output_dir="summaries", summary_op=made)
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
        ...         _ = session.run(step)
        >>> len(tf.io.gfile.listdir("summaries"))
        1
    """

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

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
    """Logs how many steps are made in a second, and writes it as a summary. Mirrors `tf.estimator.StepCounterHook`.

    Estimators have one. The line "global_step/sec" goes to TensorFlow's logger at the level INFO.

    Arguments:
        every_n_steps: after how many steps, an int (default 100).
        every_n_secs: after how many seconds, a number; `every_n_steps` has to be None then (default None).
        output_dir: the folder for a file of events (default None).
        summary_writer: a `tf.compat.v1.summary.FileWriter` in place of a folder (default None).

    Raises:
        ValueError: both times are given, or neither.
        RuntimeError: when the session begins, the graph has no global step.

    Example:
        >>> with tf.Graph().as_default():
        ...     step = tf.compat.v1.train.get_or_create_global_step().assign_add(1)
        ...     hook = tf.estimator.StepCounterHook(every_n_steps=1, output_dir="steps")
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
        ...         _ = [session.run(step) for _ in range(3)]
        >>> len(tf.io.gfile.listdir("steps"))
        1
    """

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

    def __init__(
        self,
        every_n_steps: int | None = 100,
        every_n_secs: float | None = None,
        output_dir: Path | None = None,
        summary_writer: FileWriter | None = None,
    ) -> None:
        self._timer = every(every_n_secs, every_n_steps)
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
    """Evaluates tensors at the end of a session. Mirrors `tf.estimator.FinalOpsHook`.

    Evaluations read their metrics so: the session may be over, and the attribute `final_ops_values` still has the values. The tensors must
    not depend on data that has ended.

    Arguments:
        final_ops: a tensor, or a list or dictionary of tensors, as `Session.run` takes them.
        final_ops_feed_dict: values for placeholders, {tensor: value} (default None).

    Raises:
        tf.errors.OutOfRangeError: at the end, where the tensors need more data.

    Example:
        >>> with tf.Graph().as_default():
        ...     v = tf.compat.v1.get_variable("v", initializer=1.0)
        ...     step = v.assign_add(1.0)
        ...     hook = tf.estimator.FinalOpsHook({"v": v})
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
        ...         _ = session.run(step)
        >>> float(hook.final_ops_values["v"])
        2.0
    """

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

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
    """Feeds placeholders in every run. Mirrors `tf.estimator.FeedFnHook`.

    Estimators run steps themselves, so that a program cannot give their session a `feed_dict`: this hook does it.

    Arguments:
        feed_fn: a function without arguments that is called before each run, and gives {placeholder: value}. It must not feed what the
            program or another hook feeds too (RuntimeError). To end the training it may raise StopIteration or `tf.errors.OutOfRangeError`,
            as data that ends does.

    Example:
        >>> values = iter([1.0, 2.0])
        >>> with tf.Graph().as_default():
        ...     x = tf.compat.v1.placeholder(tf.float32, [])
        ...     hook = tf.estimator.FeedFnHook(lambda: {x: next(values)})
        ...     doubled = 2 * x
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
        ...         print(session.run(doubled), session.run(doubled))
        2.0 4.0
    """

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

    def __init__(self, feed_fn: Callable[[], FeedDict]) -> None:
        self.feed_fn = feed_fn

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        return SessionRunArgs(fetches=None, feed_dict=self.feed_fn())


@tf_export("estimator.GlobalStepWaiterHook", v1=["train.GlobalStepWaiterHook", "estimator.GlobalStepWaiterHook"])
class GlobalStepWaiterHook(SessionRunHook):
    """Lets a worker wait until the training has reached a step. Mirrors `tf.estimator.GlobalStepWaiterHook`.

    Workers of a cluster begin one after the other so: what they do to the weights at the beginning disturbs the others less. The first run
    waits, looking at the global step twice a second; those after it do not.

    Arguments:
        wait_until_step: the step that has to be reached, an int; 0 for no waiting.

    Raises:
        RuntimeError: when the session begins, the graph has no global step.

    Example:
        >>> with tf.Graph().as_default():
        ...     step = tf.compat.v1.train.get_or_create_global_step().assign_add(1)
        ...     hook = tf.estimator.GlobalStepWaiterHook(wait_until_step=0)
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
        ...         print(session.run(step))
        1
    """

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

    def __init__(self, wait_until_step: int) -> None:
        self._wanted = wait_until_step

    def begin(self) -> None:
        self._started, self._step = False, needed_step(self)

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
    """Writes how long the operations of a run took, every so many steps or seconds. Mirrors `tf.estimator.ProfilerHook`.

    Each time makes a file `timeline-STEP.json`, which the page chrome://tracing of a browser shows, and a record in an event file.

    Arguments:
        save_steps: every so many steps; None (the default) for `save_secs`.
        save_secs: every so many seconds; None (the default) for `save_steps`.
        output_dir: the folder, "" by default for the current one.
        show_dataflow: whether there are arrows from what makes a tensor to what uses it; True by default.
        show_memory: whether it shows how long tensors live; False by default.

    Raises:
        ValueError: both or neither of `save_steps` and `save_secs`.

    Example:
        >>> with tf.Graph().as_default():
        ...     step = tf.compat.v1.train.get_or_create_global_step()
        ...     raised = step.assign_add(1)
        ...     hook = tf.estimator.ProfilerHook(save_steps=1, output_dir="profiled")
        ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
        ...         for _ in range(2):
        ...             value = session.run(raised)
        >>> [path.split("-")[0] for path in tf.io.gfile.listdir("profiled") if path.startswith("timeline")][:1]
        ['timeline']
    """

    __module__ = "tensorflow.python.training.basic_session_run_hooks"

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
        self._step = needed_step(self)

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
