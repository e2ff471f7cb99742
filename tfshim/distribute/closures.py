"""What a coordinator schedules: functions with their arguments, the workers that run them, and the results."""

from __future__ import annotations

import collections
import contextlib
import re
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from tfshim.distribute.remote_value import RemoteValue
from tfshim.distribute.servers.connection import Connection
from tfshim.distribute.servers.definitions import Definition, definition_of
from tfshim.distribute.servers.held import key_in
from tfshim.engine.functions.arguments import inputs_of
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.locks import shared_lock
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import wrap

_LOST = (errors.UnavailableError, errors.AbortedError, errors.CancelledError)  # what calls of a task that is gone raise
_FROM = r"from remote target (\S+)"  # the task that could not be reached
_ASKS_EVERY = 5.0  # seconds that one attempt to reach a worker again takes at most
_writing = shared_lock()


class RemoteValueImpl(RemoteValue):
    """The result of what a worker runs."""

    __module__ = "tensorflow.python.distribute.coordinator.values"

    def __init__(self) -> None:
        self._there = threading.Event()
        self._value: Any = None
        self._error: BaseException | None = None

    def get(self) -> Any:
        """The result as tensors, once it is there. Raises the error of the function, CancelledError if it was not run."""
        self._there.wait()
        if self._error is not None:
            raise self._error
        return self._value

    def fetch(self) -> Any:
        """The result as arrays, once it is there. Raises the error of the function, CancelledError if it was not run."""
        return nest.map_structure(lambda x: x.numpy() if hasattr(x, "numpy") else x, self.get())

    def _is(self, value: Any) -> None:
        self._value = value
        self._there.set()

    def _fails(self, error: BaseException) -> None:
        self._error = error
        self._there.set()


_definitions: weakref.WeakKeyDictionary[Any, Definition] = weakref.WeakKeyDictionary()  # of graphs that were sent


def _definition(graph: Any) -> Definition:
    with _writing:
        made = _definitions.get(graph)
        if made is None:
            made = _definitions[graph] = definition_of(graph)
        return made


class Closure:
    """A function with arguments, as a worker is sent it. It is traced here; errors of that are raised at once."""

    def __init__(self, function: Any, args: Any, kwargs: Any) -> None:
        concrete = function
        if isinstance(function, ConcreteFunction):
            if function._spec is not None:
                args, kwargs = function._spec.bind(args, kwargs)
        else:
            concrete = function.get_concrete_function(*args, **kwargs)
            args, kwargs = function._spec.bind(args, kwargs)
        self.output = RemoteValueImpl()
        self.name = concrete._name
        self._graph, self._structure = concrete.graph, concrete.graph.structured_outputs
        self.definition = _definition(self._graph)
        self._storages, self._held = [], {}
        for i, x in enumerate(inputs_of((args, kwargs))):
            key = key_in(x)
            if key is None:
                self._storages.append(x._t)
            else:
                self._held[str(i)] = key

    def run(self, connection: Connection) -> None:
        """Let the worker at the other end of `connection` run it, and keep the result."""
        made = iter(connection.run(self.definition, {"held": self._held}, self._storages).result()[1])
        flat = [None if t is None else wrap(next(made), t.dtype) for t in self._graph.outputs]
        self.output._is(nest.pack_sequence_as(self._structure, flat, expand_composites=True))


class Cluster:
    """The workers, what waits for them, and what has gone wrong. `instances`: {name of a task: what tells it from one started later}."""

    def __init__(self, workers: Sequence[Connection], instances: dict[str, str]) -> None:
        self._changed = threading.Condition()
        self._waiting: collections.deque[Closure] = collections.deque()
        self._running = 0
        self._error: BaseException | None = None
        self._stopped = False
        self._kept: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()  # what each worker has to have
        self.workers = [_Worker(self, connection, instances[connection.name]) for connection in workers]

    # ------------------------------------------------------------------ the program's side
    def put(self, closure: Closure) -> None:
        """Let a worker run `closure`. Raises the first error of those before."""
        with self._changed:
            self._raise()
            self._waiting.append(closure)
            self._changed.notify()

    def wait(self) -> None:
        """Wait until all has run. Raises the first error."""
        with self._changed:
            self._changed.wait_for(lambda: not self._running and (not self._waiting or self._error is not None))
            self._raise()

    def done(self) -> bool:
        """Whether all has run. Raises the first error."""
        with self._changed:
            self._raise()
            return not self._waiting and not self._running

    def keep(self, kept: Any) -> None:
        """Let each worker make `kept` its own, now and whenever it is started anew: `kept.build(connection)`, `kept.key`."""
        self._kept[kept.key] = kept
        for worker in self.workers:
            weakref.finalize(kept, worker.connection.drop, kept.key).atexit = False
            with contextlib.suppress(*_LOST):  # it is made when the worker is there again
                kept.build(worker.connection)

    def stop(self) -> None:
        """Let the threads of the workers end."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _raise(self) -> None:
        if self._error is not None:
            # What runs has been cancelled in the eyes of the program, but its effects are to be over before anything else begins.
            self._changed.wait_for(lambda: not self._running)
            error, self._error = self._error, None
            raise error

    # ------------------------------------------------------------------ the workers' side
    def next(self) -> Closure | None:
        """The next closure to run, once there is one; None when the threads are to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._waiting)
            if self._stopped:
                return None
            self._running += 1
            return self._waiting.popleft()

    def ran(self) -> None:
        """A closure has run."""
        with self._changed:
            self._running -= 1
            self._changed.notify_all()

    def put_back(self, closure: Closure) -> None:
        """The worker was lost: another one runs `closure`."""
        with self._changed:
            self._running -= 1
            if self._error is None:
                self._waiting.appendleft(closure)
            else:
                closure.output._fails(_cancelled(closure))
            self._changed.notify_all()

    def failed(self, closure: Closure, error: BaseException) -> None:
        """`closure` has raised `error`, which cancels what waits."""
        with self._changed:
            self._running -= 1
            if self._error is None:
                self._error = error
            closure.output._fails(error)
            for other in self._waiting:
                other.output._fails(_cancelled(other))
            self._waiting.clear()
            self._changed.notify_all()

    @property
    def kept(self) -> list[Any]:
        """What each worker has to have, in the order in which it was made."""
        return list(self._kept.values())

    @property
    def stopped(self) -> bool:
        """Whether the threads are to end."""
        return self._stopped


def _cancelled(closure: Closure) -> errors.OpError:
    return errors.CancelledError(None, None, f"The corresponding function {closure.name} is cancelled. Please reschedule the function.")


class _Worker:
    """A worker, and the thread that gives it work."""

    def __init__(self, cluster: Cluster, connection: Connection, instance: str) -> None:
        self.connection, self._instance = connection, instance
        threading.Thread(
            target=_serve, args=(self, weakref.ref(cluster)), name=f"WorkerClosureProcessingLoop-{connection.name}", daemon=True
        ).start()

    def is_lost(self, error: BaseException) -> bool:
        """Whether `error` says that this worker is gone, and not another task that it called."""
        if not isinstance(error, _LOST):
            return False
        tasks = re.findall(_FROM, str(error))
        return not tasks or self.connection.name in tasks

    def recover(self, cluster: Cluster) -> None:
        """Wait until the worker is there again, with all that it has to have."""
        while not cluster.stopped:
            try:
                instance = self.connection.call("hello", timeout=_ASKS_EVERY, wait=True)[0]["instance"]
                if instance != self._instance:
                    for kept in cluster.kept:
                        kept.build(self.connection)
                    self._instance = instance
                return
            except errors.OpError:
                time.sleep(0.1)


def _serve(worker: _Worker, reference: Callable[[], Any]) -> None:
    while True:
        cluster = reference()
        closure = None if cluster is None else cluster.next()
        if closure is None:
            return
        _run(worker, cluster, closure)
        closure = None


def _run(worker: _Worker, cluster: Cluster, closure: Closure) -> None:
    try:
        closure.run(worker.connection)
    except Exception as e:
        if worker.is_lost(e):
            get_logger().info("Worker %s was lost while it ran %s, which another one will run: %s", worker.connection.name, closure.name, e)
            cluster.put_back(closure)
            worker.recover(cluster)
            return
        cluster.failed(closure, e)
    else:
        cluster.ran()
