"""Operations and functions in profiles, under the names that TensorFlow gives them."""

from __future__ import annotations

import os
from typing import Any

from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.graphs import timed_run
from tfshim.engine.ops import op
from tfshim.engine.runtime.around import Around
from tfshim.engine.runtime.state import TS, enter_special, leave_special
from tfshim.profiler import points

# The operations that run at once go through this function on the long path, and those under a tape have a shorter one, which is left out.
_execute, _under_tape = Around(op, "execute"), Around(op, "_under_tape")
LEVEL = 2


def begin() -> None:
    """Have the log hold every operation, of functions too."""
    _execute.add(_run)
    _under_tape.add(_none)
    enter_special()
    timed_run.observe(_ran)


def end() -> None:
    """Undo `begin`."""
    timed_run.end_observing(_ran)
    leave_special()
    _under_tape.remove(_none)
    _execute.remove(_run)


def _none(go_on: Any, o: Any, args: Any) -> None:
    return None


def _run(go_on: Any, o: Any, values: Any, name: str | None) -> Any:
    log = points.current()
    if log is None:
        return go_on(o, values, name)
    start = log.now()
    try:
        return go_on(o, values, name)
    finally:
        end = log.now()
        log.note("EagerExecute", start, end, {"eager_op": o.type, "is_func": 0})
        log.note(f"EagerLocalExecute: {o.type}", start, end, {})
        log.note(f"{name or o.type}:{o.type}", start, end, {})


def _ran(node: Any, start: int, end: int, values: Any) -> None:
    log = points.current()
    if log is not None:
        log.note(f"{node.name}:{node.type}", start, end, {})


def _function(function: ConcreteFunction, tensors: Any) -> Any:
    if TS.graph is not None:
        return None
    run = int.from_bytes(os.urandom(7), "big")
    return [
        (function.graph.name, {"tf_function_call": "notTraced-nonXla" if function._compiler is None else "notTraced-xla"}),
        ("EagerExecute", {"eager_op": function.name, "is_func": 1}),
        (f"EagerLocalExecute: {function.name}", {}),
        ("FunctionRun", {"id": run, "_r": 1}),
    ]


points.shown(ConcreteFunction, "_call_flat", _function, LEVEL)
