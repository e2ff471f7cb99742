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
from tfshim.engine.graphs.session import BaseSession, default_session
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
    """Operations that fill a queue, each to be run again and again by a thread of its own. Mirrors `tf.train.QueueRunner`.

    `close_op` closes the queue after the last of them is done, `cancel_op` when a stop is requested; both are made of the queue
    where they are not given. `queue_closed_exception_types`: the errors that mean that an operation is done, OutOfRangeError by
    default. `queue_runner_def`, a message as of
    `to_proto`, says all that instead, of names under `import_scope`.
    """

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
        """The threads that fill the queue in the session `sess`, and with `coord` the one that closes it at a stop.

        None where threads of this runner fill it already. `daemon`, `start`: whether the threads are, and are started.
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
        """The QueueRunnerDef message that names what it runs, without `export_scope`; None if the queue is in another scope."""
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
        """The runner that a message names, whose operations are in the default graph."""
        return QueueRunner(queue_runner_def=queue_runner_def, import_scope=import_scope)


@tf_export(v1=["train.add_queue_runner", "train.queue_runner.add_queue_runner"])
def add_queue_runner(qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS) -> None:
    """Add a QueueRunner to a collection of the graph. Mirrors `tf.compat.v1.train.add_queue_runner`."""
    get_default_graph().add_to_collection(collection, qr)


@tf_export(v1=["train.start_queue_runners", "train.queue_runner.start_queue_runners"])
def start_queue_runners(
    sess: Any = None, coord: Coordinator | None = None, daemon: bool = True, start: bool = True, collection: str = GraphKeys.QUEUE_RUNNERS
) -> list[threading.Thread]:
    """Start the threads of all queue runners of the graph, and give them. Mirrors `tf.compat.v1.train.start_queue_runners`.

    `sess`: the session, by default the default one. `coord`: the coordinator that stops them. Raises ValueError without a
    session, RuntimeError while executing eagerly.
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
