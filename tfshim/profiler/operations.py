"""Operations and functions in profiles, under the names that TensorFlow gives them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import torch

from tfshim.array_ops import creation, slicing  # noqa: F401 -- the latter gives tensors the method that is observed
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.function import Function
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.graphs import timed_run
from tfshim.engine.graphs.sessions.session import BaseSession
from tfshim.engine.ops import op
from tfshim.engine.runtime.around import Around
from tfshim.engine.runtime.state import TS, enter_special, leave_special
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.assign_methods import AssignMixin
from tfshim.engine.variables.variable import Variable
from tfshim.profiler import points
from tfshim.profiler.gradients import Operation

# The operations that run at once go through this function on the long path, and those under a tape have a shorter one, which is left out.
_execute, _under_tape = Around(op, "execute"), Around(op, "_under_tape")
_function_calls = Around(Function, "__call__")
LEVEL = 2


def begin() -> None:
    """Have the log hold every operation, of functions too."""
    _execute.add(_run)
    _under_tape.add(_none)
    _function_calls.add(_called)
    for method, function in _BESIDE.items():
        method.add(function)
    enter_special()
    timed_run.observe(_ran)


def end() -> None:
    """Undo `begin`."""
    timed_run.end_observing(_ran)
    leave_special()
    for method, function in _BESIDE.items():
        method.remove(function)
    _function_calls.remove(_called)
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
        _note(log, o.type, name or o.type, start)


# Nodes of our own: what only says where gradients are recorded, and what TensorFlow has another name for.
_HIDDEN = ("_Tape", "_Detach", "_OfReplicas")
_SHOWN = {"_Gradient": "SymbolicGradient", "_Gradients": "SymbolicGradient", "Dropout": "SelectV2"}


def _ran(node: Any, start: int, end: int, values: Any) -> None:
    log = points.current()
    if log is None or node.type.startswith(_HIDDEN):
        return
    name, op_type, within = node.name, _SHOWN.get(node.type, node.type), None
    if node.type == "_Gradient":
        within = "gradient_tape"
    elif node.type == "_Gradients":
        within = name
    elif node.type == "ApplyGradients":
        name = f"{node.arguments[2]._name or 'optimizer'}/{name}"
    elif node.type == "MatMul" and name.endswith("BiasAdd"):
        op_type = "_FusedMatMul"  # under the name of what comes last, as where TensorFlow fuses them
    log.note(f"{name}:{op_type}", start, end, {})
    log.operations.append(Operation(name, op_type, start, end, threading.get_ident(), within))


# ---------------------------------------------------------------------- functions
_state = threading.local()  # of each thread the functions that are being called, with how often they were traced before


def _called(go_on: Any, function: Function, *args: Any, **kwargs: Any) -> Any:
    outer = getattr(_state, "calls", {})
    _state.calls = {**outer, id(function): function._count}
    try:
        return go_on(function, *args, **kwargs)
    finally:
        _state.calls = outer


def _function(function: ConcreteFunction, tensors: Any) -> Any:
    if TS.graph is not None:
        return None
    run = int.from_bytes(os.urandom(7), "big")
    owner = None if function.traced_by is None else function.traced_by()
    shown = []
    if owner is not None:  # else it is called by itself, which TensorFlow does not show
        how = "traced" if owner._count > getattr(_state, "calls", {}).get(id(owner), owner._count) else "notTraced"
        compiled = "nonXla" if function._compiler is None else "xla"
        shown.append((owner._name, {"tf_function_call": f"{how}-{compiled}", "tracing_count": owner._count}))
    return [
        *shown,
        ("EagerExecute", {"eager_op": function._name, "is_func": 1}),
        (f"EagerLocalExecute: {function._name}", {}),
        ("FunctionRun", {"id": run, "_r": 1}),
    ]


points.shown(ConcreteFunction, "_call_flat", _function, LEVEL)
points.shown(BaseSession, "_execute", lambda *_: [("SessionRun", {"id": int.from_bytes(os.urandom(7), "big"), "_r": 1})], LEVEL)


# ---------------------------------------------------------------------- what runs at once beside the way of operations
def _beside(op_type: Callable[..., str | None], always: bool = True) -> Any:
    """What is put around a function: its call is an operation of that type; without `always`, unless operations run within it."""

    def call(go_on: Any, *args: Any, **kwargs: Any) -> Any:
        log, shown = points.current(), None if TS.graph is not None else op_type(*args)
        if log is None or shown is None:
            return go_on(*args, **kwargs)
        before, start = len(log.events), log.now()
        try:
            return go_on(*args, **kwargs)
        finally:
            if always or len(log.events) == before:
                _note(log, shown, shown, start)

    return call


def _rows(go_on: Any, x: EagerTensor) -> Any:
    rows = go_on(x)  # which raises for scalars
    return rows if TS.graph is not None else (_sliced(_same, row) for row in rows)


def _same(x: Any) -> Any:
    return x


_sliced = _beside(lambda *_: "StridedSlice")


def _note(log: points.Log, op_type: str, name: str, start: int) -> None:
    log.note_nested(points.eager(op_type, name), start, log.now())


_UPDATES = {torch.Tensor.add_: "AssignAddVariableOp", torch.Tensor.sub_: "AssignSubVariableOp"}
_BESIDE = {
    Around(Tensor, "__getitem__"): _beside(lambda x, key: "StridedSlice" if type(x) is EagerTensor else None, always=False),
    Around(creation, "_filled"): _beside(lambda *_: "Fill", always=False),
    Around(creation, "_few_integers"): _beside(lambda *_: "Range"),
    Around(EagerTensor, "__iter__"): _rows,
    Around(Variable, "__getitem__"): _beside(lambda *_: "StridedSlice"),
    Around(Variable, "_tfshim_value"): _beside(lambda variable: "ReadVariableOp"),
    Around(Variable, "numpy"): _beside(lambda variable: "ReadVariableOp"),
    Around(Variable, "__init__"): _beside(lambda *_: "VarHandleOp"),
    Around(AssignMixin, "assign"): _beside(lambda *_: "AssignVariableOp"),
    Around(AssignMixin, "_update"): _beside(lambda variable, delta, in_place, *_: _UPDATES.get(in_place)),
    Around(GradientTape, "gradient"): _beside(lambda *_: "SymbolicGradient"),
}
