"""`tf.CriticalSection`: code that only one thread runs at a time."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any

from tfshim._export import tf_export
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.refusals import refused

_shared = weakref.WeakValueDictionary()
_shared_lock = threading.Lock()


class _Lock:
    def __init__(self):
        self.lock, self.owner = threading.Lock(), None


@tf_export("CriticalSection")
class CriticalSection:
    """A mutex: functions executed through one critical section, or through several of one name, never overlap.

    `name` or `shared_name` names the mutex; without either it is this object's own. `critical_section_def` and
    `import_scope` belong to TF 1 graphs and are refused. Mirrors `tf.CriticalSection`.
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
        """Call `fn()` while holding the mutex; its result with tensors for values.

        Raises ValueError when called from within itself, NotImplementedError inside `tf.function`.
        """
        if TS.graph is not None:
            raise refused("tf.CriticalSection.execute", "function")
        # Its own thread would wait for itself for ever.
        if not self._mutex.lock.acquire(blocking=self._mutex.owner != threading.get_ident()):
            raise ValueError(f"Attempting to lock a CriticalSection (name={self._name}) in which we are already executing.")
        self._mutex.owner = threading.get_ident()
        try:
            result = fn()
        finally:
            self._mutex.owner = None
            self._mutex.lock.release()
        return nest.map_structure(lambda x: x if x is None else convert_to_tensor(x), result)
