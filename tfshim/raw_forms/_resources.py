"""Handles of resources: scalar tensors that refer to what operations change."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.sessions.runs import running_session
from tfshim.engine.runtime.errors import NotFoundError, invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.tensor import Tensor, wrap
from tfshim.raw_forms._nodes import computed

_named: dict[Any, Holder] = {}
_lock = threading.Lock()


class Holder:
    """What the handle of a resource refers to, apart from what handles of variables do."""

    def __init__(self, held: Any) -> None:
        self.held, self.gone = held, False


class _Eagerly:
    """No graph is under construction inside: what is made there exists at once."""

    def __enter__(self):
        self.graph, TS.graph = TS.graph, None

    def __exit__(self, *_):
        TS.graph = self.graph


def kept(key: Any, make: Callable[[], Any]) -> Holder:
    """What is held under `key` by the session that runs, or else by the process."""
    session = running_session()
    if session is not None:
        return session._store(("raw", key), lambda: Holder(_made(make)))
    with _lock:
        found = _named.get(key)
        if found is None or found.gone:
            found = _named[key] = Holder(_made(make))
        return found


def _made(make):
    with _Eagerly():
        return make()


def resource(
    kind: str,
    make: Callable[..., Any],
    container: Any = "",
    shared_name: Any = "",
    *arguments: Any,
    ref: bool = False,
    attributes: Any = (),
) -> Any:
    """The handle of what `make` makes of the values of `arguments`: the same one for each run of a graph, and for each name.

    Eager calls without a name get one resource for all calls with the same `attributes`, as TensorFlow's kernels, which it keeps, do.
    """
    shared = _text(shared_name)
    key: Any = (kind, _text(container), shared) if shared else object() if TS.graph is not None else (kind, repr(attributes))

    def kernel(*values):
        return [as_object(kept(key, lambda: make(*values)))]

    return computed(kind, kernel, list(arguments), [(dt.string if ref else dt.resource, [])], stateful=True)


def fresh(kind: str, make: Callable[..., Any], *arguments: Any, dtype: Any = dt.resource) -> Any:
    """The handle of something new for each run; `dtype` is what graphs show."""
    return computed(kind, lambda *values: [as_object(Holder(_made(lambda: make(*values))))], list(arguments), [(dtype, [])], stateful=True)


def _text(name: Any) -> str:
    return name.decode() if isinstance(name, bytes) else name or ""


def handle(x: Any) -> Any:
    """The tensor of a handle, which may be the object itself, as the public classes hand it out."""
    return x if isinstance(x, Tensor) else wrap(as_object(x), dt.resource)


def opened(storage: Any, kind: Any, what: str) -> Any:
    """What a handle refers to. Raises InvalidArgumentError where that is something else, NotFoundError where it is gone."""
    found = storage[()] if isinstance(storage, np.ndarray) and storage.ndim == 0 else storage
    if isinstance(found, Holder):
        if found.gone:
            raise NotFoundError(None, None, f"Resource {what} does not exist.")
        found = found.held
    if not isinstance(found, kind):
        raise invalid(f"Trying to access resource using the wrong type. Expected {what}, got {type(found).__name__}.")
    return found
