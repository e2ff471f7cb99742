"""`tf.compat.v1.train.queue_runner`: threads that keep queues filled."""

from __future__ import annotations

import functools
import threading
import weakref
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.logging import error, warn
from tfshim.compat.v1.train.saver_nodes import name_under
from tfshim.engine.graphs.sessions.default import default_session
from tfshim.engine.graphs.sessions.session import BaseSession
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.ending import stop_at_end
from tfshim.engine.runtime.state import TS
from tfshim.protos.examples import message

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.graphs.operation import Operation
    from tfshim.queue.base import QueueBase
    from tfshim.train.coordinator import Coordinator

__all__, __getattr__, __dir__ = exported(globals())


@tf_export(v1=["train.QueueRunner", "train.queue_runner.QueueRunner"])
class QueueRunner:
    """Operations that fill a queue, each run again and again by a thread of its own. Mirrors `tf.compat.v1.train.QueueRunner`.

    Inputs of TensorFlow 1 are made of it: `tf.compat.v1.train.batch` and others add one to the graph, and
    `tf.compat.v1.train.start_queue_runners` or a monitored session starts the threads. `tf.data` has taken its place.

    Arguments:
        queue: the queue.
        enqueue_ops: the operations, one for each thread; the same may be there several times.
        close_op: closes the queue when the last of them is done; None (the default) for one that is made of the queue.
        cancel_op: closes it when a stop is requested; None (the default) for one that is made of the queue.
        queue_closed_exception_types: a tuple of the errors that mean that an operation is done; None (the default) for OutOfRangeError.
        queue_runner_def: a message as of `to_proto`, in place of all that.
        import_scope: the scope that the names of that are below.

    Raises:
        RuntimeError: eager execution is on.
        ValueError: the queue or the operations are missing.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     queue = tf.compat.v1.FIFOQueue(10, [tf.int32], [[]])
        ...     tf.compat.v1.train.add_queue_runner(tf.compat.v1.train.QueueRunner(queue, [queue.enqueue(7)] * 2))
        ...     value, coord = queue.dequeue(), tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sess.run(value))
        ...     coord.request_stop()
        ...     coord.join(threads)
        7
    """

    __module__ = "tensorflow.python.training.queue_runner_impl"

    def __init__(
        self,
        queue: QueueBase | None = None,
        enqueue_ops: Sequence[Operation] | None = None,
        close_op: Operation | None = None,
        cancel_op: Operation | None = None,
        queue_closed_exception_types: tuple[type[errors.OpError], ...] | None = None,
        queue_runner_def: Message | None = None,
        import_scope: str | None = None,
    ) -> None:
        if TS.graph is None:
            raise RuntimeError(
                "QueueRunners are not supported when eager execution is enabled. Instead, please use tf.data to get data into your model."
            )
        self._lock = threading.Lock()
        # Weakly, so that a session that was forgotten takes its counts with it.
        self._running = weakref.WeakKeyDictionary()  # session -> how many threads fill the queue
        self._raised, self._ending = [], False
        if queue_runner_def:
            if queue or enqueue_ops:
                raise ValueError("queue_runner_def and queue are mutually exclusive.")
            self._restore(queue_runner_def, import_scope)
            return
        if not queue or not enqueue_ops:
            raise ValueError("Must provide queue and enqueue_ops.")
        closed = (errors.OutOfRangeError,) if queue_closed_exception_types is None else queue_closed_exception_types
        if not isinstance(closed, tuple) or not closed or not all(isinstance(t, type) and issubclass(t, errors.OpError) for t in closed):
            raise TypeError(f"queue_closed_exception_types, when provided, must be a tuple of tf.error types, but saw: {closed}")
        self._queue, self._enqueue_ops, self._closed = queue, list(enqueue_ops), closed
        self._close_op = queue.close() if close_op is None else close_op
        self._cancel_op = queue.close(cancel_pending_enqueues=True) if cancel_op is None else cancel_op

    def _restore(self, definition, scope):
        """Be what a message says."""
        graph = get_default_graph()

        def element(name):
            return graph.as_graph_element(name_under(scope, name))

        self._queue = element(definition.queue_name)
        self._enqueue_ops = [element(name) for name in definition.enqueue_op_name]
        self._close_op, self._cancel_op = element(definition.close_op_name), element(definition.cancel_op_name)
        codes = definition.queue_closed_exception_types
        self._closed = tuple(errors.exception_type_from_error_code(code) for code in codes) or (errors.OutOfRangeError,)

    queue = property(lambda self: self._queue, doc="The queue.")
    enqueue_ops = property(lambda self: self._enqueue_ops, doc="The operations that fill it.")
    close_op = property(lambda self: self._close_op, doc="The operation that closes it.")
    cancel_op = property(lambda self: self._cancel_op, doc="The operation that closes it at once.")
    queue_closed_exception_types = property(lambda self: self._closed, doc="The errors that mean that an operation is done.")
    exceptions_raised = property(lambda self: self._raised, doc="The errors of threads that had no coordinator to tell.")
    name = property(lambda self: self._queue.name, doc="The name of the queue.")

    def _run(self, session, enqueue_op, coord):
        counted = True

        def done():
            nonlocal counted
            counted = False
            with self._lock:
                self._running[session] -= 1
                return not self._running[session]

        try:
            while not self._ending and (coord is None or not coord.should_stop()):
                try:
                    session.run(enqueue_op)
                except self._closed:
                    if done():  # the last thread closes the queue: the others may have rows to add until then
                        try:
                            session.run(self._close_op)
                        except Exception:  # it was closed by another already, or the session is
                            pass
                    return
        except Exception as e:
            if self._ending:  # which closed the session
                return
            if coord is None:
                error("Exception in QueueRunner: %s", str(e))
                with self._lock:
                    self._raised.append(e)
                raise
            coord.request_stop(e)
        finally:
            # A thread that ended by the queue's own error has been counted already.
            if counted:
                done()

    def _end(self, session):
        """Stop the threads, those that wait for room in the queue too."""
        self._ending = True
        session.close()

    def _close_on_stop(self, session, cancel_op, coord):
        coord.wait_for_stop()
        try:
            session.run(cancel_op)
        except Exception:  # the session may be closed
            pass

    def create_threads(
        self, sess: BaseSession, coord: Coordinator | None = None, daemon: bool = False, start: bool = False
    ) -> list[threading.Thread]:
        """The threads that fill the queue in a session. Mirrors `tf.compat.v1.train.QueueRunner.create_threads`.

        There is one for each operation, and with a coordinator one more, which closes the queue when a stop is requested.
        `tf.compat.v1.train.start_queue_runners` calls it for all runners of the graph.

        Arguments:
            sess: the session.
            coord: a `tf.compat.v1.train.Coordinator`, which gets the errors of the threads; None (the default) keeps them in
                `exceptions_raised`.
            daemon: whether the program may end without them, False by default.
            start: whether they are started, False by default.

        Returns:
            A list of threads; empty where those of an earlier call still run in that session.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     queue = tf.compat.v1.FIFOQueue(2, [tf.int32], [[]])
            ...     runner = tf.compat.v1.train.QueueRunner(queue, [queue.enqueue(7)])
            ...     coord = tf.compat.v1.train.Coordinator()
            ...     threads = runner.create_threads(sess, coord, daemon=True, start=True)
            ...     print(len(threads), sess.run(queue.dequeue()))
            ...     coord.request_stop()
            ...     coord.join(threads)
            2 7
        """
        with self._lock:
            # Threads of an earlier call still fill the queue of this session.
            if self._running.get(sess):
                return []
            self._running[sess] = len(self._enqueue_ops)
            self._raised = []
        made = [
            threading.Thread(target=self._run, args=(sess, o, coord), name=f"QueueRunnerThread-{self.name}-{o.name}")
            for o in self._enqueue_ops
        ]
        for thread in made:
            stop_at_end(thread, functools.partial(self._end, sess))
        if coord is not None:
            made.append(
                threading.Thread(
                    target=self._close_on_stop, args=(sess, self._cancel_op, coord), name=f"QueueRunnerThread-{self.name}-close_on_stop"
                )
            )
        for thread in made:
            thread.daemon = daemon
            if coord is not None:
                coord.register_thread(thread)
            if start:
                thread.start()
        return made

    def to_proto(self, export_scope: str | None = None) -> Message | None:
        """The message that names what the runner runs. Mirrors `tf.compat.v1.train.QueueRunner.to_proto`.

        A MetaGraphDef holds such messages in the collection of queue runners, so that a graph that is read again has its inputs.
        `from_proto` makes a runner of it.

        Arguments:
            export_scope: a scope, which is left out of the names; None (the default) for names as they are.

        Returns:
            A QueueRunnerDef message; None where the queue is not in that scope.

        Example:
            >>> with tf.Graph().as_default():
            ...     queue = tf.compat.v1.FIFOQueue(10, [tf.int32], [[]], name="numbers")
            ...     runner = tf.compat.v1.train.QueueRunner(queue, [queue.enqueue(7, name="fill")])
            ...     made = runner.to_proto()
            ...     print(made.queue_name, list(made.enqueue_op_name), runner.to_proto("other"))
            numbers ['fill'] None
        """
        scope = "" if not export_scope else export_scope.rstrip("/") + "/"
        if not self.name.startswith(scope):
            return None
        made = message("QueueRunnerDef")(queue_name=self.name.removeprefix(scope))
        made.enqueue_op_name.extend(o.name.removeprefix(scope) for o in self._enqueue_ops)
        made.close_op_name, made.cancel_op_name = (o.name.removeprefix(scope) for o in (self._close_op, self._cancel_op))
        made.queue_closed_exception_types.extend(errors.error_code_from_exception_type(cls) for cls in self._closed)
        return made

    @staticmethod
    def from_proto(queue_runner_def: Message, import_scope: str | None = None) -> QueueRunner:
        """The runner that a message names. Mirrors `tf.compat.v1.train.QueueRunner.from_proto`.

        Its queue and operations have to be in the default graph, as they are after `tf.compat.v1.train.import_meta_graph`, which calls this
        function for each message of the collection.

        Arguments:
            queue_runner_def: a QueueRunnerDef message, as `to_proto` gives it.
            import_scope: the scope that the graph was imported below; None (the default) for none.

        Returns:
            A `tf.compat.v1.train.QueueRunner`.

        Raises:
            KeyError: the graph has no such operation.

        Example:
            >>> with tf.Graph().as_default():
            ...     queue = tf.compat.v1.FIFOQueue(10, [tf.int32], [[]], name="numbers")
            ...     message = tf.compat.v1.train.QueueRunner(queue, [queue.enqueue(7)]).to_proto()
            ...     print(tf.compat.v1.train.QueueRunner.from_proto(message).name)
            numbers
        """
        return QueueRunner(queue_runner_def=queue_runner_def, import_scope=import_scope)


@tf_export(v1=["train.add_queue_runner", "train.queue_runner.add_queue_runner"])
def add_queue_runner(qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS) -> None:
    """Puts a queue runner into a collection of the default graph. Mirrors `tf.compat.v1.train.add_queue_runner`.

    `tf.compat.v1.train.start_queue_runners`, and monitored sessions as they begin, start the threads of all that are there. Functions such
    as `tf.compat.v1.train.batch` do so with the runners that they make.

    Arguments:
        qr: a `tf.compat.v1.train.QueueRunner`.
        collection: the collection, `tf.compat.v1.GraphKeys.QUEUE_RUNNERS` by default. Others are not started by monitored sessions.

    Example:
        >>> with tf.Graph().as_default():
        ...     queue = tf.compat.v1.FIFOQueue(10, [tf.int32], [[]])
        ...     runner = tf.compat.v1.train.QueueRunner(queue, [queue.enqueue(7)])
        ...     tf.compat.v1.train.add_queue_runner(runner)
        ...     print(tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.QUEUE_RUNNERS) == [runner])
        True
    """
    get_default_graph().add_to_collection(collection, qr)


@tf_export(v1=["train.start_queue_runners", "train.queue_runner.start_queue_runners"])
def start_queue_runners(
    sess: Any = None, coord: Coordinator | None = None, daemon: bool = True, start: bool = True, collection: str = GraphKeys.QUEUE_RUNNERS
) -> list[threading.Thread]:
    """Starts the threads that fill the queues of the graph. Mirrors `tf.compat.v1.train.start_queue_runners`.

    Without it a run that reads from an input of queues waits for ever. Monitored sessions do so themselves. At the end, `request_stop` and
    `join` of the coordinator end the threads.

    Arguments:
        sess: the session; None (the default) for the default one.
        coord: a `tf.compat.v1.train.Coordinator` that stops them and gets their errors; None by default.
        daemon: whether the program may end without them, True by default.
        start: False only makes them; True by default.
        collection: whose runners they are, `tf.compat.v1.GraphKeys.QUEUE_RUNNERS` by default.

    Returns:
        A list of threads.

    Raises:
        ValueError: there is no session.
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     value = tf.compat.v1.train.range_input_producer(3, shuffle=False).dequeue()
        ...     coord = tf.compat.v1.train.Coordinator()
        ...     threads = tf.compat.v1.train.start_queue_runners(sess, coord)
        ...     print(sess.run(value), sess.run(value))
        ...     coord.request_stop()
        ...     coord.join(threads)
        0 1
    """
    if TS.graph is None and sess is None:
        raise RuntimeError("Queues are not compatible with eager execution.")
    sess = sess if sess is not None else default_session()
    if sess is None:
        raise ValueError(
            "Cannot start queue runners: No default session is registered. Use `with sess.as_default()` or pass an "
            "explicit session to tf.start_queue_runners(sess=sess)"
        )
    if not isinstance(sess, BaseSession):
        if type(sess).__name__ in ("MonitoredSession", "SingularMonitoredSession"):
            return []  # they start theirs themselves
        raise TypeError(f"sess must be a `tf.Session` object. Given class: {type(sess)}")
    runners = get_default_graph().get_collection(collection)
    if not runners:
        warn(
            "`tf.train.start_queue_runners()` was called when no queue runners were defined. You can safely remove the call to this "
            "deprecated function."
        )
    with sess.graph.as_default():
        return threads_of(runners, sess, coord, daemon, start)


def threads_of(
    runners: Iterable[QueueRunner], session: BaseSession, coord: Coordinator | None, daemon: bool = True, start: bool = True
) -> list[threading.Thread]:
    """The threads of several queue runners, as `QueueRunner.create_threads` makes them."""
    return [t for runner in runners for t in runner.create_threads(session, coord=coord, daemon=daemon, start=start)]
