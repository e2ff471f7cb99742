"""`tf.compat.v1.train.Supervisor`: a session with threads that save it, write its summaries and fill its queues."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.summary.files import FileWriter
from tfshim.compat.v1.summary.operations import merge_all
from tfshim.compat.v1.train.queue_runner import threads_of
from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.train.sessions.looper import LooperThread
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.compat.v1.train.sessions.session_manager import SessionManager
from tfshim.compat.v1.train.steps import get_global_step
from tfshim.compat.v1.train.steps import global_step as value_of
from tfshim.compat.v1.variables.variables import global_variables, global_variables_initializer, report_uninitialized_variables
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.state import TS
from tfshim.io import write_graph
from tfshim.refusals import refused
from tfshim.train.coordinator import Coordinator

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import FeedDict, Message
    from tfshim.compat.v1.train.queue_runner import QueueRunner
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.graphs.session import BaseSession
    from tfshim.engine.values.annotations import Path

_START, _STOP, _CHECKPOINT = 1, 2, 3  # of a SessionLog


class _Default:
    def __repr__(self):
        return "USE_DEFAULT"


@tf_export(v1=["train.Supervisor"])
class Supervisor:
    """Makes a session for a graph, restored from or saved to `logdir`, and runs threads beside a training.

    What is not given is taken from the graph's collections or made: `init_op`, `local_init_op`, `ready_op`,
    `ready_for_local_init_op`, `summary_op`, `saver`, `global_step`, `summary_writer`; None means none. Every `save_model_secs`
    the session is saved as `checkpoint_basename`, every `save_summaries_secs` summaries and the number of steps a second are
    written. The graph is finalized. `is_chief` has to be True. Mirrors `tf.compat.v1.train.Supervisor`.
    """

    USE_DEFAULT = _Default()

    def __init__(
        self,
        graph: Graph | None = None,
        ready_op: Any = USE_DEFAULT,
        ready_for_local_init_op: Any = USE_DEFAULT,
        is_chief: bool = True,
        init_op: Any = USE_DEFAULT,
        init_feed_dict: FeedDict | None = None,
        local_init_op: Any = USE_DEFAULT,
        logdir: Path | None = None,
        summary_op: Any = USE_DEFAULT,
        saver: Any = USE_DEFAULT,
        global_step: Any = USE_DEFAULT,
        save_summaries_secs: float = 120,
        save_model_secs: float = 600,
        recovery_wait_secs: float = 30,
        stop_grace_secs: float = 120,
        checkpoint_basename: str = "model.ckpt",
        session_manager: SessionManager | None = None,
        summary_writer: Any = USE_DEFAULT,
        init_fn: Callable[[BaseSession], None] | None = None,
        local_init_run_options: Message | None = None,
    ) -> None:
        if TS.graph is None and graph is None:
            raise RuntimeError("Supervisors are incompatible with eager execution.")
        if not is_chief:
            raise refused("tf.compat.v1.train.Supervisor", "is_chief")
        self._graph, self._logdir = graph or get_default_graph(), logdir
        self._init_feed_dict, self._init_fn, self._grace = init_feed_dict, init_fn, stop_grace_secs
        self._summary_secs, self._model_secs, self._basename = save_summaries_secs, save_model_secs, checkpoint_basename
        self._coord, self._threads, self._graph_written = Coordinator(), [], False
        with self._graph.as_default():
            self._init_op = self._given_or(init_op, GraphKeys.INIT_OP, global_variables_initializer)
            self._ready_op = self._given_or(ready_op, GraphKeys.READY_OP, report_uninitialized_variables)
            self._ready_for_local = self._given_or(ready_for_local_init_op, GraphKeys.READY_FOR_LOCAL_INIT_OP, lambda: None)
            self._local_init_op = self._given_or(local_init_op, GraphKeys.LOCAL_INIT_OP, Scaffold.default_local_init_op)
            self._summary_op = self._given_or(summary_op, GraphKeys.SUMMARY_OP, _all_summaries)
            self._saver = self._given_or(saver, GraphKeys.SAVERS, lambda: Saver() if global_variables() else None)
            self._global_step = get_global_step() if global_step is Supervisor.USE_DEFAULT else global_step
            if summary_writer is Supervisor.USE_DEFAULT:
                summary_writer = FileWriter(logdir) if logdir else None
            self._writer = summary_writer
            if session_manager is None:
                session_manager = SessionManager(
                    self._local_init_op,
                    self._ready_op,
                    # A SessionManager refuses the one without the other.
                    None if self._local_init_op is None else self._ready_for_local,
                    self._graph,
                    recovery_wait_secs,
                    local_init_run_options,
                )
        self._session_manager = session_manager
        self._graph.finalize()

    def _given_or(self, given, key, make):
        if given is not Supervisor.USE_DEFAULT:
            return given
        found = self._graph.get_collection(key)
        if len(found) > 1:
            logging.info("Found %d %s operations. Returning only one.", len(found), key)
        if found:
            return found[0]
        made = make()
        if made is not None:
            self._graph.add_to_collection(key, made)
        return made

    is_chief = property(lambda self: True, doc="Whether this is the chief.")
    session_manager = property(lambda self: self._session_manager, doc="The SessionManager.")
    coord = property(lambda self: self._coord, doc="The Coordinator of the threads.")
    init_op = property(lambda self: self._init_op, doc="The operation that gives the variables their first values.")
    init_feed_dict = property(lambda self: self._init_feed_dict, doc="What is fed to it.")
    ready_op = property(lambda self: self._ready_op, doc="The names of what lacks a value.")
    ready_for_local_init_op = property(lambda self: self._ready_for_local, doc="The same for the local initializer.")
    summary_writer = property(lambda self: self._writer, doc="The writer of summaries, or None.")
    summary_op = property(lambda self: self._summary_op, doc="The summaries, or None.")
    save_summaries_secs = property(lambda self: self._summary_secs, doc="Seconds between summaries.")
    save_model_secs = property(lambda self: self._model_secs, doc="Seconds between checkpoints.")
    saver = property(lambda self: self._saver, doc="The saver, or None.")
    global_step = property(lambda self: self._global_step, doc="The global step, or None.")
    save_path = property(lambda self: os.path.join(self._logdir, self._basename) if self._logdir else None, doc="Where checkpoints go.")

    # ------------------------------------------------------------------ sessions
    def prepare_or_wait_for_session(
        self,
        master: str = "",
        config: Message | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        start_standard_services: bool = True,
    ) -> BaseSession:
        """A session that is restored from `logdir` or initialized; with `start_standard_services` the threads are started."""
        # After an earlier stop, so that the supervisor serves another session.
        self._coord.clear_stop()
        if self._writer is not None:
            self._writer.reopen()
        session = self._session_manager.prepare_session(
            master,
            self._init_op,
            self._saver,
            self._logdir,
            wait_for_checkpoint=wait_for_checkpoint,
            max_wait_secs=max_wait_secs,
            config=config,
            init_feed_dict=self._init_feed_dict,
            init_fn=self._init_fn,
        )
        self._write_graph()
        if start_standard_services:
            logging.info("Starting standard services.")
            self.start_standard_services(session)
            logging.info("Starting queue runners.")
            self.start_queue_runners(session)
        return session

    def _write_graph(self):
        if self._logdir:
            write_graph(self._graph.as_graph_def(add_shapes=True), self._logdir, "graph.pbtxt")
        if self._writer is not None and not self._graph_written:
            self._writer.add_graph(self._graph)
            self._graph_written = True

    def start_standard_services(self, sess: BaseSession) -> list[LooperThread] | None:
        """Start the threads that save and write summaries; these are returned. Without a `logdir` there are none."""
        if not self._logdir:
            logging.warning("Standard services need a 'logdir' passed to the SessionManager")
            return None
        if self._global_step is not None and self._writer is not None:
            self._writer.add_session_log(message("SessionLog")(status=_START), value_of(sess, self._global_step))
        threads = []
        if self._summary_secs and self._writer is not None:
            if self._summary_op is not None:
                threads.append(_SummaryThread(self, sess, self._summary_secs))
            if self._global_step is not None:
                threads.append(_StepCounterThread(self, sess, self._summary_secs))
        if self._saver and self._model_secs:
            threads.append(_CheckpointThread(self, sess, self._model_secs))
        for thread in threads:
            thread.start()
        self._threads.extend(threads)
        return threads

    def start_queue_runners(self, sess: BaseSession, queue_runners: Iterable[QueueRunner] | None = None) -> list[threading.Thread]:
        """Start the threads of the queue runners given, or of all of the graph; these are returned."""
        if queue_runners is None:
            queue_runners = self._graph.get_collection(GraphKeys.QUEUE_RUNNERS)
        threads = threads_of(queue_runners, sess, self._coord)
        self._threads.extend(threads)
        return threads

    @contextlib.contextmanager
    def managed_session(
        self, master: str = "", config: Message | None = None, start_standard_services: bool = True, close_summary_writer: bool = True
    ) -> Iterator[BaseSession]:
        """A context with a session; at its end the threads are stopped and the session is closed.

        An exception in it or in a thread is raised at the end, unless it is OutOfRangeError.
        """
        session = None
        try:
            session = self.prepare_or_wait_for_session(master, config, start_standard_services=start_standard_services)
            yield session
        # Given to the coordinator, whose `join` raises it again in `stop`.
        except Exception as e:
            self.request_stop(e)
        finally:
            try:
                self.stop(close_summary_writer=close_summary_writer)
            finally:
                if session is not None:
                    session.close()

    # ------------------------------------------------------------------ threads
    def loop(
        self,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> LooperThread:
        """A started thread that calls `target` every so many seconds until the stop."""
        looper = LooperThread(self._coord, timer_interval_secs, target, args, kwargs)
        looper.start()
        return looper

    def request_stop(self, ex: Any = None) -> None:
        """Request the threads to stop; see `Coordinator.request_stop`."""
        self._coord.request_stop(ex=ex)

    def should_stop(self) -> bool:
        """Whether a stop was requested."""
        return self._coord.should_stop()

    def wait_for_stop(self) -> None:
        """Wait until a stop is requested."""
        self._coord.wait_for_stop()

    def stop_on_exception(self) -> AbstractContextManager[None]:
        """A context that requests a stop when an exception is raised in it."""
        return self._coord.stop_on_exception()

    def stop(
        self, threads: Iterable[threading.Thread] | None = None, close_summary_writer: bool = True, ignore_live_threads: bool = False
    ) -> None:
        """Stop the threads and wait for them, then close the writer. Raises the exception that a thread reported."""
        self._coord.request_stop()
        try:
            self._coord.join(threads, stop_grace_period_secs=self._grace, ignore_live_threads=ignore_live_threads)
        finally:
            if close_summary_writer and self._writer is not None:
                self._writer.add_session_log(message("SessionLog")(status=_STOP))
                self._writer.close()
                # A session that is made after this stop writes its graph anew.
                self._graph_written = False

    def summary_computed(self, sess: BaseSession, summary: Message | bytes, global_step: int | None = None) -> None:
        """Write a summary at the global step. Raises RuntimeError without a writer."""
        if self._writer is None:
            raise RuntimeError("Writing a summary requires a summary writer.")
        if global_step is None and self._global_step is not None:
            global_step = value_of(sess, self._global_step)
        self._writer.add_summary(summary, global_step)

    PrepareSession, StartStandardServices, StartQueueRunners = prepare_or_wait_for_session, start_standard_services, start_queue_runners
    Loop, SummaryComputed, RequestStop, ShouldStop = loop, summary_computed, request_stop, should_stop
    Stop, StopOnException, WaitForStop = stop, stop_on_exception, wait_for_stop


def _all_summaries():
    return merge_all()


class _Service(LooperThread):
    """A thread of a supervisor for a session."""

    def __init__(self, supervisor, session, seconds):
        super().__init__(supervisor.coord, seconds)
        self._supervisor, self._session = supervisor, session


class _SummaryThread(_Service):
    def run_loop(self) -> None:
        sv = self._supervisor
        step = None
        if sv.global_step is None:
            summary = self._session.run(sv.summary_op)
        else:
            summary, step = self._session.run([sv.summary_op, sv.global_step])
        logging.info("Recording summary at step %s.", step)
        sv.summary_writer.add_summary(summary, step)


class _StepCounterThread(_Service):
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


class _CheckpointThread(_Service):
    def run_loop(self) -> None:
        sv = self._supervisor
        logging.info("Saving checkpoint to path %s", sv.save_path)
        sv.saver.save(self._session, sv.save_path, global_step=sv.global_step)
        if sv.summary_writer is not None and sv.global_step is not None:
            log = message("SessionLog")(status=_CHECKPOINT, checkpoint_path=sv.save_path)
            sv.summary_writer.add_session_log(log, value_of(self._session, sv.global_step))


@tf_export(v1=["train.basic_train_loop"])
def basic_train_loop(
    supervisor: Supervisor,
    train_step_fn: Callable[..., Any],
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    master: str = "",
) -> None:
    """Call `train_step_fn(session, *args, **kwargs)` in sessions of `supervisor` until it is to stop.

    After AbortedError a new session goes on. Mirrors `tf.compat.v1.train.basic_train_loop`.
    """
    again = True
    while again:
        again = False
        try:
            with supervisor.managed_session(master) as session:
                while not supervisor.should_stop():
                    train_step_fn(session, *(args or ()), **(kwargs or {}))
        # In TensorFlow a server that went away raises this: a new session goes on from the last checkpoint.
        except errors.AbortedError:
            again = True
