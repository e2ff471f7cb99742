"""The threads that a supervisor runs beside a training: they save it, and write summaries and the number of steps a second."""

from __future__ import annotations

import time

from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1.train.sessions.looper import LooperThread
from tfshim.compat.v1.train.steps import global_step as value_of

_CHECKPOINT = 3  # of a SessionLog


class _Service(LooperThread):
    """A thread of a supervisor for a session."""

    def __init__(self, supervisor, session, seconds):
        super().__init__(supervisor.coord, seconds)
        self._supervisor, self._session = supervisor, session


class SummaryThread(_Service):
    def run_loop(self) -> None:
        sv = self._supervisor
        step = None
        if sv.global_step is None:
            summary = self._session.run(sv.summary_op)
        else:
            summary, step = self._session.run([sv.summary_op, sv.global_step])
        logging.info("Recording summary at step %s.", step)
        sv.summary_writer.add_summary(summary, step)


class StepCounterThread(_Service):
    def start_loop(self) -> None:
        self._time, self._step = time.monotonic(), value_of(self._session, self._supervisor.global_step)

    def run_loop(self) -> None:
        sv = self._supervisor
        now, step = time.monotonic(), value_of(self._session, sv.global_step)
        rate = (step - self._step) / (now - self._time) if now > self._time else float("inf")
        tag = f"{sv.global_step.op.name}/sec"
        made = message("Summary")()
        made.value.add(tag=tag, simple_value=rate)
        sv.summary_writer.add_summary(made, step)
        logging.info("%s: %g", tag, rate)
        self._time, self._step = now, step


class CheckpointThread(_Service):
    def run_loop(self) -> None:
        sv = self._supervisor
        logging.info("Saving checkpoint to path %s", sv.save_path)
        sv.saver.save(self._session, sv.save_path, global_step=sv.global_step)
        if sv.summary_writer is not None and sv.global_step is not None:
            log = message("SessionLog")(status=_CHECKPOINT, checkpoint_path=sv.save_path)
            sv.summary_writer.add_session_log(log, value_of(self._session, sv.global_step))
