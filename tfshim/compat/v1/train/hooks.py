"""Hooks into the runs of a monitored session."""

import collections
import logging
import os
import time

import numpy as np

from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.train.steps import get_global_step

_log = logging.getLogger("tensorflow")


class SessionRunArgs(collections.namedtuple("SessionRunArgs", ["fetches", "feed_dict", "options"])):
    """What a hook adds to a run. Mirrors `tf.estimator.SessionRunArgs`."""

    def __new__(cls, fetches, feed_dict=None, options=None):
        return super().__new__(cls, fetches, feed_dict, options)


SessionRunValues = collections.namedtuple("SessionRunValues", ["results", "options", "run_metadata"])


class SessionRunContext:
    """A run, for its hooks: `original_args`, `session`, and `request_stop()`."""

    def __init__(self, original_args, session):
        self.original_args, self.session, self.stop_requested = original_args, session, False

    def request_stop(self):
        """Let no further run follow."""
        self.stop_requested = True


class SessionRunHook:
    """Base of the hooks: called around the session and each of its runs. Mirrors `tf.estimator.SessionRunHook`."""

    def begin(self):
        """Called once, before the session is made; the graph may still be added to."""

    def after_create_session(self, session, coord):
        """Called when the session is made."""

    def before_run(self, run_context):
        """Called before a run; gives SessionRunArgs, or None."""

    def after_run(self, run_context, run_values):
        """Called after a run, with the results of what `before_run` asked for."""

    def end(self, session):
        """Called at the end, unless it came by an exception."""


class SecondOrStepTimer:
    """Says whether something is due, by seconds or by steps since the last time."""

    def __init__(self, every_secs=None, every_steps=None):
        if (every_secs is None) == (every_steps is None):
            raise ValueError("Either every_secs or every_steps should be provided, and not both.")
        self._secs, self._steps = every_secs, every_steps
        self.reset()

    def reset(self):
        """Forget the last time."""
        self._last_step = self._last_time = None

    def should_trigger_for_step(self, step):
        """Whether it is due at `step`."""
        if self._last_step is None:
            return True
        if step == self._last_step:
            return False
        return step - self._last_step >= self._steps if self._steps is not None else time.time() - self._last_time >= self._secs

    def update_last_triggered_step(self, step):
        """Note that it was done; gives the seconds and steps since the time before."""
        now = time.time()
        passed = (None, None) if self._last_step is None else (now - self._last_time, step - self._last_step)
        self._last_step, self._last_time = step, now
        return passed

    def last_triggered_step(self):
        """The step of the last time, or None."""
        return self._last_step


def _needed_step(hook):
    step = get_global_step()
    if step is None:
        raise RuntimeError(f"Global step should be created to use {type(hook).__name__}.")
    return step


class StopAtStepHook(SessionRunHook):
    """Stops after `num_steps` more steps, or at `last_step`."""

    def __init__(self, num_steps=None, last_step=None):
        if (num_steps is None) == (last_step is None):
            raise ValueError("Exactly one of num_steps and last_step must be specified.")
        self._num_steps, self._last_step = num_steps, last_step

    def begin(self):
        self._step = _needed_step(self)

    def after_create_session(self, session, coord):
        if self._last_step is None:
            self._last_step = int(session.run(self._step)) + self._num_steps

    def before_run(self, run_context):
        return SessionRunArgs(self._step)

    def after_run(self, run_context, run_values):
        if int(run_context.session.run(self._step)) >= self._last_step:
            run_context.request_stop()


class LoggingTensorHook(SessionRunHook):
    """Logs tensors (a list or a dictionary of names) every so many runs or seconds, or at the end."""

    def __init__(self, tensors, every_n_iter=None, every_n_secs=None, at_end=False, formatter=None):
        if at_end and every_n_iter is None and every_n_secs is None:
            self._timer = None
        else:
            self._timer = SecondOrStepTimer(every_n_secs, every_n_iter)
        self._tensors = dict(tensors) if isinstance(tensors, dict) else {getattr(t, "name", t): t for t in tensors}
        self._at_end, self._formatter, self._count = at_end, formatter, 0

    def before_run(self, run_context):
        self._due = self._timer is not None and self._timer.should_trigger_for_step(self._count)
        return SessionRunArgs(self._tensors) if self._due else None

    def after_run(self, run_context, run_values):
        if self._due:
            self._timer.update_last_triggered_step(self._count)
            self._write(run_values.results)
        self._count += 1

    def _write(self, values):
        text = self._formatter(values) if self._formatter else ", ".join(f"{k} = {v}" for k, v in values.items())
        _log.info("%s", text)

    def end(self, session):
        if self._at_end:
            self._write(session.run(self._tensors))


class NanLossDuringTrainingError(RuntimeError):
    """The loss became NaN."""

    def __str__(self):
        return "NaN loss during training."


class NanTensorHook(SessionRunHook):
    """Stops, or raises NanLossDuringTrainingError, when a tensor is NaN."""

    def __init__(self, loss_tensor, fail_on_nan_loss=True):
        self._tensor, self._fail = loss_tensor, fail_on_nan_loss

    def before_run(self, run_context):
        return SessionRunArgs(self._tensor)

    def after_run(self, run_context, run_values):
        if np.isnan(run_values.results):
            if self._fail:
                _log.error("Model diverged with loss = NaN.")
                raise NanLossDuringTrainingError
            _log.warning("Model diverged with loss = NaN.")
            run_context.request_stop()


class CheckpointSaverListener:
    """Base of what is told of checkpoints: `begin`, `before_save`, `after_save` (true: stop) and `end`."""

    def begin(self):
        """Called once at the beginning."""

    def before_save(self, session, global_step_value):
        """Called before a checkpoint is written."""

    def after_save(self, session, global_step_value):
        """Called after a checkpoint is written."""

    def end(self, session, global_step_value):
        """Called at the end."""


class CheckpointSaverHook(SessionRunHook):
    """Writes checkpoints every so many steps or seconds, at the beginning and at the end. `save_graph_def` is a hint."""

    def __init__(self, checkpoint_dir, save_secs=None, save_steps=None, saver=None, checkpoint_basename="model.ckpt", scaffold=None,
                 listeners=None, save_graph_def=True):
        if saver is not None and scaffold is not None:
            raise ValueError("You cannot provide both saver and scaffold.")
        self._saver, self._scaffold, self._listeners = saver, scaffold, listeners or []
        self._path = os.path.join(os.fspath(checkpoint_dir), checkpoint_basename)
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self):
        self._step = _needed_step(self)
        for listener in self._listeners:
            listener.begin()

    def after_create_session(self, session, coord):
        if self._saver is None:
            self._saver = self._scaffold.saver if self._scaffold is not None and self._scaffold.saver is not None else Saver()
        step = int(session.run(self._step))
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def _save(self, session, step):
        for listener in self._listeners:
            listener.before_save(session, step)
        self._saver.save(session, self._path, step)
        return any([listener.after_save(session, step) for listener in self._listeners])

    def after_run(self, run_context, run_values):
        step = int(run_context.session.run(self._step))
        if self._timer.should_trigger_for_step(step):
            self._timer.update_last_triggered_step(step)
            if self._save(run_context.session, step):
                run_context.request_stop()

    def end(self, session):
        step = int(session.run(self._step))
        if step != self._timer.last_triggered_step():
            self._save(session, step)
        for listener in self._listeners:
            listener.end(session, step)


class SummarySaverHook(SessionRunHook):
    """Writes summaries every so many steps or seconds, to `summary_writer` or a file in `output_dir`."""

    def __init__(self, save_steps=None, save_secs=None, output_dir=None, summary_writer=None, scaffold=None, summary_op=None):
        if (scaffold is None) == (summary_op is None):
            raise ValueError("Exactly one of scaffold or summary_op must be provided.")
        self._op, self._scaffold, self._writer, self._folder = summary_op, scaffold, summary_writer, output_dir
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self):
        from tfshim.compat.v1.summary import FileWriterCache

        self._step = _needed_step(self)
        if self._writer is None and self._folder:
            self._writer = FileWriterCache.get(self._folder)
        if self._op is None:
            self._op = self._scaffold.summary_op

    def before_run(self, run_context):
        self._due = self._op is not None and self._writer is not None and self._timer.should_trigger_for_step(self._now(run_context) + 1)
        return SessionRunArgs({"summary": self._op}) if self._due else None

    def _now(self, run_context):
        return int(run_context.session.run(self._step))

    def after_run(self, run_context, run_values):
        if self._due:
            step = self._now(run_context)
            self._timer.update_last_triggered_step(step)
            found = run_values.results["summary"]
            for one in found if isinstance(found, (list, tuple)) else [found]:
                self._writer.add_summary(one, step)

    def end(self, session):
        if self._writer is not None:
            self._writer.flush()


class StepCounterHook(SessionRunHook):
    """Logs how many steps a second are made, and writes it as a summary where there is a writer."""

    def __init__(self, every_n_steps=100, every_n_secs=None, output_dir=None, summary_writer=None):
        self._timer = SecondOrStepTimer(every_n_secs, None if every_n_secs is not None else every_n_steps)
        self._writer, self._folder = summary_writer, output_dir

    def begin(self):
        from tfshim.compat.v1.summary import FileWriterCache

        self._step = _needed_step(self)
        if self._writer is None and self._folder:
            self._writer = FileWriterCache.get(self._folder)

    def after_run(self, run_context, run_values):
        from tfshim.compat.messages_v1 import message

        step = int(run_context.session.run(self._step))
        if self._timer.should_trigger_for_step(step):
            seconds, steps = self._timer.update_last_triggered_step(step)
            if seconds:
                _log.info("global_step/sec: %g", steps / seconds)
                if self._writer is not None:
                    made = message("Summary")()
                    made.value.add(tag="global_step/sec", simple_value=steps / seconds)
                    self._writer.add_summary(made, step)


class FinalOpsHook(SessionRunHook):
    """Evaluates `final_ops` at the end; their values are `final_ops_values`."""

    def __init__(self, final_ops, final_ops_feed_dict=None):
        self._ops, self._feeds, self.final_ops_values = final_ops, final_ops_feed_dict, None

    def end(self, session):
        self.final_ops_values = session.run(self._ops, self._feeds)


class FeedFnHook(SessionRunHook):
    """Feeds what `feed_fn()` gives, a dictionary, to each run."""

    def __init__(self, feed_fn):
        self.feed_fn = feed_fn

    def before_run(self, run_context):
        return SessionRunArgs(fetches=None, feed_dict=self.feed_fn())
