"""The sessions in which tensors and operations evaluate themselves: those that a thread has made the default ones."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from tfshim._export import tf_export
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.tensor import Tensor


class _Defaults(threading.local):
    def __init__(self) -> None:
        self.sessions: list[Any] = []


_defaults = _Defaults()


def enter_session(session: Any) -> None:
    """Make `session` the default one of this thread, until `leave_session`."""
    _defaults.sessions.append(session)


def leave_session(session: Any) -> None:
    """End that `session` is the default one of this thread; nothing where it is not among them."""
    if session in _defaults.sessions:
        _defaults.sessions.remove(session)


def default_session() -> Any:
    """The innermost session of this thread that is the default one, or None."""
    return _defaults.sessions[-1] if _defaults.sessions else None


class _Provider:
    # A function that gives the session of a library, which Keras registers.
    function: Callable[[], Any] | None = None


@tf_export("__internal__.tracking.register_session_provider", v1=[])
def register_session_provider(session_provider: Callable[[], Any]) -> None:
    """Let checkpoints of variables of graphs use the session that `session_provider()` gives, where there is no default session.

    Mirrors `tf.__internal__.tracking.register_session_provider`. Keras registers its own; the one that is registered last holds.
    """
    _Provider.function = session_provider


def session_of_values() -> Any:
    """The session in which checkpoints find the values of variables: the default one, else Keras' where it is in use, else None."""
    session = default_session()
    return _Provider.function() if session is None and _Provider.function is not None else session


def _session_for(session: Any, what: str, graph: Graph) -> Any:
    if session is None:
        session = default_session()
        if session is None:
            shown = "evaluate tensor using `eval()`" if what == "eval" else "execute operation using `run()`"
            hint = "`with sess.as_default()` or" if what == "eval" else "`with sess.as_default():` or"
            raise ValueError(
                f"Cannot {shown}: No default session is registered. Use {hint} pass an explicit session to `{what}(session=sess)`"
            )
        if session.graph is not graph:
            raise ValueError(
                "Cannot use the default session to evaluate tensor: the tensor's graph is different from the session's graph. Pass "
                "an explicit session to `eval(session=sess)`."
                if what == "eval"
                else "Cannot use the default session to execute operation: the operation's graph is different from the session's graph. "
                "Pass an explicit session to run(session=sess)."
            )
    elif session.graph is not graph:
        raise ValueError(
            "Cannot use the given session to evaluate tensor: the tensor's graph is different from the session's graph."
            if what == "eval"
            else "Cannot use the given session to execute operation: the operation's graph is different from the session's graph."
        )
    return session


def evaluate(tensor: Tensor, feed_dict: Any = None, session: Any = None) -> Any:
    """The value of `tensor` in `session` or the default session."""
    return _session_for(session, "eval", tensor.graph).run(tensor, feed_dict)


def run_operation(operation: Operation, feed_dict: Any = None, session: Any = None) -> None:
    """Run `operation` in `session` or the default session."""
    _session_for(session, "run", operation.graph).run(operation, feed_dict)


higher.install(default_session=default_session, session_of_values=session_of_values, evaluate=evaluate, run_operation=run_operation)
