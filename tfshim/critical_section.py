"""`tf.CriticalSection`: code that only one thread runs at a time."""

from __future__ import annotations

import contextlib
import functools
import threading
import weakref
from collections.abc import Callable
from typing import Any

from tfshim._export import tf_export
from tfshim.engine.functions.function import Function
from tfshim.engine.graphs.inner_links import used_variables
from tfshim.engine.random.seeds import Callee
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.refusals import refused

_shared = weakref.WeakValueDictionary()
_shared_lock = threading.Lock()


_EXECUTIONS = "critical_section_executions"  # the collection of a graph: (mutex, {id: variable}, exclusive)


class _Lock:
    """A mutex that knows the thread which holds it, and the one which traces what it is to be held for."""

    def __init__(self):
        self.lock, self.owner, self.tracing = threading.Lock(), None, None

    @contextlib.contextmanager
    def held(self, name):
        """Holds the mutex. Raises ValueError in the thread that does already, which would wait for itself for ever."""
        if not self.lock.acquire(blocking=self.owner != threading.get_ident()):
            raise _again(name)
        self.owner = threading.get_ident()
        try:
            yield
        finally:
            self.owner = None
            self.lock.release()

    @contextlib.contextmanager
    def traced(self, name):
        """Marks this thread as the one that traces. Raises ValueError if it does already."""
        before, self.tracing = self.tracing, threading.get_ident()
        try:
            if before == self.tracing:
                raise _again(name)
            yield
        finally:
            self.tracing = before


def _again(name):
    return ValueError(f"Attempting to lock a CriticalSection (name={name}) in which we are already executing.")


class _Guarded(Callee):
    """The graph of an execution, as an attribute of its node: its runs hold the mutex."""

    def __init__(self, graph, section):
        self._graph, self._section = graph, section

    def __getattr__(self, name):
        return getattr(self.__dict__["_graph"], name)

    def run_in_frame(self, function, *args):
        with self._section._mutex.held(self._section._name):
            return super().run_in_frame(function, *args)


@tf_export("CriticalSection")
class CriticalSection:
    """A lock: functions that are executed through it never overlap. Mirrors `tf.CriticalSection`.

    Arguments:
        name: a name for the lock; sections of one name share it. None (the default) for a lock of its own.
        shared_name: the same, as TensorFlow has both.
        critical_section_def: belongs to TensorFlow 1's graphs and is refused.
        import_scope: likewise.

    Raises:
        ValueError: in `execute`, the section is entered from within itself.

    `execute(fn, exclusive_resource_access=True)` calls `fn()` while it holds the lock and gives its result. Threads
    that read and write one variable keep consistent values by it.

    Example:
        >>> section, v = tf.CriticalSection(), tf.Variable(0)
        >>> def increment():
        ...     return v.assign_add(1)
        >>> int(section.execute(increment))
        1
    """

    __module__ = "tensorflow.python.ops.critical_section_ops"

    def __init__(
        self, name: str | None = None, shared_name: str | None = None, critical_section_def: Any = None, import_scope: str | None = None
    ) -> None:
        if critical_section_def is not None or import_scope is not None:
            raise ValueError("Arguments critical_section_def and import_scope are not supported.")
        self._name = name or "critical_section"
        key = shared_name or name
        if key is None:
            self._mutex = _Lock()
        else:
            with _shared_lock:
                self._mutex = _shared.get(key) or _Lock()
                _shared[key] = self._mutex

    name = property(lambda self: self._name, doc="The name.")

    def execute(self, fn: Callable[..., Any], exclusive_resource_access: bool = True, name: str | None = None) -> Any:
        """Call a function while no other call of the section runs. Mirrors `tf.CriticalSection.execute`.

        Threads wait for each other. In a graph the function is traced, and each run of what it does holds the mutex.

        Arguments:
            fn: a function without arguments.
            exclusive_resource_access: whether no other section of the graph may use the variables that `fn` uses; True by default.
                Eagerly it makes no difference.
            name: a name for the operations in graphs.

        Returns:
            What `fn` gives, with tensors for values.

        Raises:
            ValueError: it is called from within itself; in graphs also for a None among the results, and for a variable that another
                section uses of which one wants it for itself.
            NotImplementedError: in a graph of TensorFlow 1.

        Example:
            >>> section, total = tf.CriticalSection(), tf.Variable(1)
            >>> def doubled():
            ...     return total.assign(total * 2).read_value()
            >>> int(section.execute(doubled)), int(section.execute(doubled))
            (2, 4)
        """
        if TS.graph is not None:
            return self._in_graph(fn, exclusive_resource_access, name or "critical_section_execute")
        with self._mutex.held(self._name):
            result = fn()
        return nest.map_structure(lambda x: x if x is None else convert_to_tensor(x), result)

    def _in_graph(self, fn, exclusive, name):
        graph = TS.graph
        if not graph.building_function:
            raise refused("tf.CriticalSection.execute", "graph")
        with self._mutex.traced(self._name):
            traced = Function(fn, name=name, autograph=False).get_concrete_function()
        if any(x is None for x in traced.graph.outputs):
            raise ValueError(f"A result of the function is None: within a graph, `{self._name}.execute` gives tensors.")
        used = used_variables(traced.graph._own_operations())
        for other, theirs, theirs_alone in graph.get_collection_ref(_EXECUTIONS):
            shared = [used[key] for key in used.keys() & theirs.keys()]
            if other is not self._mutex and shared and (exclusive or theirs_alone):
                raise ValueError(
                    f"{', '.join(v.name for v in shared)} is used by this execution of the critical section {self._name} and by one "
                    "of another section, and one of them requested exclusive access to it. Did you mean to call execute with "
                    "exclusive_resource_access=False?"
                )
        graph.get_collection_ref(_EXECUTIONS).append((self._mutex, used, exclusive))
        traced.callee = functools.partial(_Guarded, section=self)
        return traced()
