"""`tf.compat.v1.train.Supervisor`: a session with threads that save it, write its summaries and fill its queues."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.summary.files import FileWriter
from tfshim.compat.v1.summary.operations import merge_all
from tfshim.compat.v1.train.meta_graph import export_meta_graph
from tfshim.compat.v1.train.queue_runner import threads_of
from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.train.sessions.looper import LooperThread
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.compat.v1.train.sessions.session_manager import SessionManager
from tfshim.compat.v1.train.sessions.supervisor_threads import CheckpointThread, StepCounterThread, SummaryThread
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
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.engine.values.annotations import Path

_START, _STOP = 1, 2  # of a SessionLog


class _Default:
    def __repr__(self):
        return "USE_DEFAULT"


@tf_export(v1=["train.Supervisor"])
class Supervisor:
    """Makes a session for a graph, and runs threads beside a training that save it and write summaries. Mirrors
    `tf.compat.v1.train.Supervisor`.

    `tf.compat.v1.train.MonitoredTrainingSession` has taken its place. What is not given is taken from the graph's collections, or made;
    None means none. The graph is finalized.

    Arguments:
        graph: the graph; None (the default) for the default one.
        ready_op, ready_for_local_init_op: give the names of what has no value yet.
        is_chief: has to be True.
        init_op, init_feed_dict, local_init_op, init_fn, local_init_run_options: what gives variables their values, with what it is fed and
            run with.
        logdir: the directory of checkpoints and events; None (the default) writes nothing.
        summary_op, saver, global_step, summary_writer: what is written, and by what.
        save_summaries_secs, save_model_secs: how often, every 120 and 600 seconds by default; 0 for never.
        recovery_wait_secs: between two looks whether a session is ready, 30 seconds by default.
        stop_grace_secs: how long threads are waited for, 120 seconds by default.
        checkpoint_basename: the name of checkpoints, "model.ckpt" by default.
        session_manager: a `tf.compat.v1.train.SessionManager`; None for one of these arguments.

    Raises:
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default():
        ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
        ...     supervisor = tf.compat.v1.train.Supervisor(logdir=None)
        ...     with supervisor.managed_session() as sess:
        ...         print(sess.run(w), supervisor.should_stop())
        3.0 False
    """

    __module__ = "tensorflow.python.training.supervisor"

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
        """Makes a session that is ready, and starts the threads. Mirrors `tf.compat.v1.train.Supervisor.prepare_or_wait_for_session` and
        `PrepareSession`.

        The latest checkpoint of the directory is restored, or variables are initialized. `managed_session` does so and ends it too.

        Arguments:
            master: the address of a server; "" (the default) for this process.
            config: a `tf.compat.v1.ConfigProto`; None by default.
            wait_for_checkpoint, max_wait_secs: whether, and how long, it waits for a checkpoint; False and 7200 seconds by default.
            start_standard_services: whether the threads are started, True by default.

        Returns:
            A `tf.compat.v1.Session`.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     supervisor = tf.compat.v1.train.Supervisor(logdir=None)
            ...     sess = supervisor.prepare_or_wait_for_session(start_standard_services=False)
            ...     print(sess.run(w))
            ...     supervisor.stop()
            ...     sess.close()
            3.0
        """
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
            saver = None if self._saver is None else self._saver.saver_def
            self._writer.add_meta_graph(export_meta_graph(graph_def=self._graph.as_graph_def(add_shapes=True), saver_def=saver))
            self._graph_written = True

    def start_standard_services(self, sess: BaseSession) -> list[LooperThread] | None:
        """Starts the threads that save checkpoints and write summaries. Mirrors `tf.compat.v1.train.Supervisor.start_standard_services` and
        `StartStandardServices`.

        `prepare_or_wait_for_session` does so, unless it is told not to. They run until the stop.

        Arguments:
            sess: the session.

        Returns:
            A list of threads; None where there is no directory, with a warning.

        Example:
            >>> with tf.Graph().as_default():
            ...     step, w = tf.compat.v1.train.create_global_step(), tf.compat.v1.get_variable("w", initializer=3.0)
            ...     supervisor = tf.compat.v1.train.Supervisor(logdir="./logs")
            ...     sess = supervisor.prepare_or_wait_for_session(start_standard_services=False)
            ...     print(len(supervisor.start_standard_services(sess)) > 0)
            ...     supervisor.stop()
            ...     sess.close()
            True
        """
        if not self._logdir:
            logging.warning("Standard services need a 'logdir' passed to the SessionManager")
            return None
        if self._global_step is not None and self._writer is not None:
            self._writer.add_session_log(message("SessionLog")(status=_START), value_of(sess, self._global_step))
        threads = []
        if self._summary_secs and self._writer is not None:
            if self._summary_op is not None:
                threads.append(SummaryThread(self, sess, self._summary_secs))
            if self._global_step is not None:
                threads.append(StepCounterThread(self, sess, self._summary_secs))
        if self._saver and self._model_secs:
            threads.append(CheckpointThread(self, sess, self._model_secs))
        for thread in threads:
            thread.start()
        self._threads.extend(threads)
        return threads

    def start_queue_runners(self, sess: BaseSession, queue_runners: Iterable[QueueRunner] | None = None) -> list[threading.Thread]:
        """Starts the threads that fill queues. Mirrors `tf.compat.v1.train.Supervisor.start_queue_runners` and `StartQueueRunners`.

        `prepare_or_wait_for_session` does so for all queue runners of the graph, unless it is told to start nothing. They run until the
        stop.

        Arguments:
            sess: the session.
            queue_runners: a list of `tf.compat.v1.train.QueueRunner`; None (the default) for those of the graph.

        Returns:
            A list of threads.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     number = tf.compat.v1.train.range_input_producer(3, shuffle=False).dequeue()
            ...     supervisor = tf.compat.v1.train.Supervisor(logdir=None)
            ...     sess = supervisor.prepare_or_wait_for_session(start_standard_services=False)
            ...     threads = supervisor.start_queue_runners(sess)
            ...     print(sess.run(number), sess.run(number))
            ...     supervisor.stop()
            ...     sess.close()
            0 1
        """
        if queue_runners is None:
            queue_runners = self._graph.get_collection(GraphKeys.QUEUE_RUNNERS)
        threads = threads_of(queue_runners, sess, self._coord)
        self._threads.extend(threads)
        return threads

    @contextlib.contextmanager
    def managed_session(
        self, master: str = "", config: Message | None = None, start_standard_services: bool = True, close_summary_writer: bool = True
    ) -> Iterator[BaseSession]:
        """A session that begins and ends by itself. Mirrors `tf.compat.v1.train.Supervisor.managed_session`.

        It is restored or initialized, and the threads are started. At the end of the `with` statement they are stopped, and the session is
        closed. An exception of the program or of a thread is raised then, but for OutOfRangeError, which is the end of an input.

        Arguments:
            master: the address of a server; "" (the default) for this process.
            config: a `tf.compat.v1.ConfigProto`; None by default.
            start_standard_services: whether the threads are started, True by default.
            close_summary_writer: whether the file of events is closed at the end, True by default.

        Returns:
            A context manager, whose value is the session.

        Example:
            >>> with tf.Graph().as_default():
            ...     more = tf.compat.v1.assign_add(tf.compat.v1.train.get_or_create_global_step(), 1)
            ...     supervisor = tf.compat.v1.train.Supervisor(logdir=None)
            ...     with supervisor.managed_session() as sess:
            ...         while not supervisor.should_stop():
            ...             if sess.run(more) == 3:
            ...                 supervisor.request_stop()
            ...         print(supervisor.should_stop())
            True
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
        """Starts a thread that calls a function again and again. Mirrors `tf.compat.v1.train.Supervisor.loop` and `Loop`.

        It is how a program has something done beside its training, such as an evaluation. The thread ends with the stop.

        Arguments:
            timer_interval_secs: how many seconds pass between two calls; None or 0 for none.
            target: the function.
            args, kwargs: its arguments; None by default.

        Returns:
            The thread, a `tf.compat.v1.train.LooperThread`.

        Example:
            >>> with tf.Graph().as_default():
            ...     w, calls = tf.compat.v1.get_variable("w", initializer=3.0), []
            ...     supervisor = tf.compat.v1.train.Supervisor(logdir=None)
            ...     with supervisor.managed_session() as sess:
            ...         def look():
            ...             calls.append(float(sess.run(w)))
            ...             supervisor.request_stop()
            ...         thread = supervisor.loop(0.01, look)
            ...         supervisor.wait_for_stop()
            >>> calls
            [3.0]
        """
        looper = LooperThread(self._coord, timer_interval_secs, target, args, kwargs)
        looper.start()
        return looper

    def request_stop(self, ex: Any = None) -> None:
        """Requests that all threads end. Mirrors `tf.compat.v1.train.Supervisor.request_stop` and `RequestStop`.

        It does not wait: `should_stop` is True from then on, and `stop` waits for the threads. A thread calls it as well as the program
        itself.

        Arguments:
            ex: an exception, or what `sys.exc_info()` gives, that `stop` raises; None (the default) for none.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     supervisor = tf.compat.v1.train.Supervisor(logdir=None)
            ...     print(supervisor.should_stop())
            ...     supervisor.request_stop()
            ...     print(supervisor.should_stop())
            False
            True
        """
        self._coord.request_stop(ex=ex)

    def should_stop(self) -> bool:
        """Whether the training is to end. Mirrors `tf.compat.v1.train.Supervisor.should_stop` and `ShouldStop`.

        It is the condition of the loop in which a program runs its steps. A thread that fails requests the stop, one that fills a queue
        does at the end of its input, and so does `request_stop`.

        Returns:
            A bool.

        Example:
            >>> with tf.Graph().as_default():
            ...     more = tf.compat.v1.assign_add(tf.compat.v1.train.get_or_create_global_step(), 1)
            ...     supervisor = tf.compat.v1.train.Supervisor(logdir=None)
            ...     with supervisor.managed_session() as sess:
            ...         while not supervisor.should_stop():
            ...             reached = sess.run(more)
            ...             if reached == 2:
            ...                 supervisor.request_stop()
            >>> int(reached)
            2
        """
        return self._coord.should_stop()

    def wait_for_stop(self) -> None:
        """Waits until a stop is requested. Mirrors `tf.compat.v1.train.Supervisor.wait_for_stop` and `WaitForStop`.

        It is for programs whose work is done by threads, so that the main one has nothing else to do. It does not wait for these to end,
        which `stop` does.

        Example:
            >>> import threading
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     supervisor = tf.compat.v1.train.Supervisor(logdir=None)
            ...     thread = threading.Timer(0.01, supervisor.request_stop)
            ...     thread.start()
            ...     supervisor.wait_for_stop()
            ...     print(supervisor.should_stop())
            ...     thread.join()
            True
        """
        self._coord.wait_for_stop()

    def stop_on_exception(self) -> AbstractContextManager[None]:
        """Requests a stop where an exception is raised within. Mirrors `tf.compat.v1.train.Supervisor.stop_on_exception` and
        `StopOnException`.

        It is for threads of a program's own: the exception ends the thread without a message, all others are asked to stop, and `stop`
        raises it in the main thread.

        Returns:
            A context manager.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     supervisor = tf.compat.v1.train.Supervisor(logdir=None)
            ...     with supervisor.stop_on_exception():
            ...         raise ValueError("no data")
            ...     print(supervisor.should_stop())
            ...     try:
            ...         supervisor.stop()
            ...     except ValueError as error:
            ...         print(error)
            True
            no data
        """
        return self._coord.stop_on_exception()

    def stop(
        self, threads: Iterable[threading.Thread] | None = None, close_summary_writer: bool = True, ignore_live_threads: bool = False
    ) -> None:
        """Ends the threads and waits for them. Mirrors `tf.compat.v1.train.Supervisor.stop` and `Stop`.

        The file of events is closed then. `managed_session` does so at its end. An exception that a thread has reported is raised.

        Arguments:
            threads: further threads that are waited for; None (the default) for those that the supervisor has started.
            close_summary_writer: whether the file of events is closed, True by default.
            ignore_live_threads: True is content with threads that do not end in time; False (the default) raises RuntimeError.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     supervisor = tf.compat.v1.train.Supervisor(logdir="./logs", save_summaries_secs=0, save_model_secs=0)
            ...     sess = supervisor.prepare_or_wait_for_session()
            ...     supervisor.stop()
            ...     print(supervisor.should_stop(), len(tf.io.gfile.glob("./logs/events*")))
            ...     sess.close()
            True 1
        """
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
        """Writes a summary that the program has computed. Mirrors `tf.compat.v1.train.Supervisor.summary_computed` and `SummaryComputed`.

        It is for programs that run summaries in their steps themselves, with `summary_op=None` for the supervisor.

        Arguments:
            sess: the session, of which the global step is asked.
            summary: a `tf.compat.v1.Summary`, or such a one serialized.
            global_step: the step; None (the default) for the value of the global step.

        Raises:
            RuntimeError: there is no writer.

        Example:
            >>> with tf.Graph().as_default():
            ...     step, loss = tf.compat.v1.train.create_global_step(), tf.compat.v1.summary.scalar("loss", 0.5)
            ...     supervisor = tf.compat.v1.train.Supervisor(logdir="./logs", save_summaries_secs=0, save_model_secs=0, summary_op=None)
            ...     with supervisor.managed_session() as sess:
            ...         supervisor.summary_computed(sess, sess.run(loss), global_step=3)
            >>> (path,) = tf.io.gfile.glob("./logs/events*")
            >>> [v.tag for e in tf.compat.v1.train.summary_iterator(path) for v in e.summary.value]
            ['loss']
        """
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


@tf_export(v1=["train.basic_train_loop"])
def basic_train_loop(
    supervisor: Supervisor,
    train_step_fn: Callable[..., Any],
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    master: str = "",
) -> None:
    """Calls a function in a session of a supervisor until it is to stop. Mirrors `tf.compat.v1.train.basic_train_loop`.

    Where a server went away, which is an AbortedError, a new session goes on from the last checkpoint.

    Arguments:
        supervisor: a `tf.compat.v1.train.Supervisor`.
        train_step_fn: a function of the session and the arguments below.
        args, kwargs: its further arguments; None by default.
        master: the address of a server; "" (the default) for this process.

    Example:
        >>> with tf.Graph().as_default():
        ...     more = tf.compat.v1.assign_add(tf.compat.v1.train.get_or_create_global_step(), 1)
        ...     supervisor = tf.compat.v1.train.Supervisor(logdir=None)
        ...     def step(sess, last):
        ...         if sess.run(more) == last:
        ...             supervisor.request_stop()
        ...             print("done")
        ...     tf.compat.v1.train.basic_train_loop(supervisor, step, args=(3,))
        done
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
