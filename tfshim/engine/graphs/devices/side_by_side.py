"""Replicas of a strategy that run side by side: the nodes of each between two meetings are a program, and these run in threads.

A trace holds the replicas one after the other. Where none needs what another one computes, and none changes what another one uses,
their order makes no difference. The graph keeps its nodes; only the program has one in the place of all of them.
"""

from __future__ import annotations

import concurrent.futures
import copy
import os
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.graphs.inner_links import used_variables
from tfshim.engine.graphs.operation import InnerOp, Operation, everything, tensors_in
from tfshim.engine.runtime.processor import threads
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.readable import written_down
from tfshim.engine.values.tensor import EagerTensor

if TYPE_CHECKING:
    from typing import TypeAlias

    Program: TypeAlias = Any  # of graphs.executor, above this module
    Parts: TypeAlias = list[list[Operation]]

_WRITES = ("Assign", "ResourceScatter", "ResourceBatchScatter")
# What has no effect that another replica could see. A tape is its replica's own, or goes on after the meeting (see `_joined`).
_HARMLESS = frozenset((
    "ReadVariableOp", "Assert", "VarIsInitializedOp", "_TapeOpen", "_TapePop", "_TapePush", "_TapeAlias", "_Gradient", "_Detach",
))  # fmt: skip
# What is worth the way to another thread and back: these, or many others.
_LONG = ("Conv", "DepthwiseConv", "MatMul", "BatchMatMul", "SparseTensorDenseMatMul", "Einsum", "Recurrence", "_Gradient")
_MANY = 40


def mark(nodes: Iterable[Operation], part: tuple[Any, int]) -> None:
    """Say that `nodes` are what a replica does between two meetings: `part` is what both of them tell apart, and its number."""
    for node in nodes:
        node.part = part


def side_by_side(
    nodes: list[Operation], outputs: Sequence[Any], make: Callable[..., Program], name: str, outermost: bool
) -> list[Operation]:
    """`nodes` with one in the place of all that replicas do between two meetings, wherever they may run side by side.

    `make(nodes, inputs, outputs, name, outermost)` makes the program of one replica.
    """
    meetings: dict[Any, dict[int, list[Operation]]] = {}
    for node in nodes:
        if node.part is not None:
            between, number = node.part
            meetings.setdefault(between, {}).setdefault(number, []).append(node)
    for parts in meetings.values():
        if len(parts) > 1 and not any(node.type in ("_Gradients", "_GradientsHold", "_Hessian") for node in nodes):
            nodes = _joined(nodes, [parts[i] for i in sorted(parts)], outputs, lambda *part: make(*part, name, outermost))
    return nodes


def _joined(nodes: list[Operation], parts: Parts, outputs: Sequence[Any], make: Callable[..., Program]) -> list[Operation]:
    """`nodes` with one in the place of those of `parts`, or as they are."""
    inside = {id(node): i for i, part in enumerate(parts) for node in part}
    places = [at for at, node in enumerate(nodes) if id(node) in inside]
    first, last = places[0], places[-1]
    if len(places) != last - first + 1:
        return nodes
    parts, ahead = _apart(parts)
    if sum(map(_is_long, parts)) < 2 or not _independent(parts):
        return nodes
    inside = {id(node): i for i, part in enumerate(parts) for node in part}
    taken = {id(t) for node in nodes if id(node) not in inside for t in tensors_in(node.arguments)}
    taken.update(id(t) for t in outputs if t is not None)
    programs, given, made = [], [], []
    for part in parts:
        own = {id(t) for node in part for t in node.outputs}
        needed = {id(t): t for node in part for t in tensors_in(node.arguments) if id(t) not in own and type(t) is not EagerTensor}
        results = [t for node in part for t in node.outputs if id(t) in taken]
        if any(t.op.type.startswith("_Tape") for t in (*needed.values(), *results) if hasattr(t, "op")):
            return nodes  # what is recorded goes on after the meeting
        programs.append(make(part, list(needed.values()), results))
        given.append(list(needed.values()))
        made += results
    node: Any = copy.copy(parts[-1][-1])
    node.arguments, node.outputs, node.result, node.part = [[t for own in given for t in own]], made, made, None
    node.type = node.kind = "_SideBySide"
    node.original, node.control_inputs, node.stateful, node.rng = parts[-1][-1], (), True, None
    node._op_def = InnerOp("_SideBySide", _kernel(programs, [len(own) for own in given]), stateful=True, names=("inputs",))
    return [*nodes[:first], *ahead, node, *nodes[last + 1 :]]


def _is_long(part: list[Operation]) -> bool:
    return len(part) >= _MANY or any(node.type.startswith(_LONG) or any(_within(node)) for node in part)


def _apart(parts: Parts) -> tuple[Parts, list[Operation]]:
    """The parts without what several of them need, and that, which comes first."""
    makers = {id(t): (i, node) for i, part in enumerate(parts) for node in part for t in node.outputs}
    waiting = []
    for i, part in enumerate(parts):
        for node in part:
            found = (makers.get(id(t)) for t in tensors_in(node.arguments))
            waiting += [maker for number, maker in filter(None, found) if number != i]
    shared: set[int] = set()
    while waiting:
        node = waiting.pop()
        if id(node) not in shared:
            shared.add(id(node))
            waiting += [maker for _, maker in filter(None, (makers.get(id(t)) for t in tensors_in(node.arguments)))]
    ahead = [node for part in parts for node in part if id(node) in shared]
    if any(node.stateful or node.rng is not None or node.type.startswith("_") for node in ahead):
        return [], []  # it may have to come after something that stays behind
    return [[node for node in part if id(node) not in shared] for part in parts], ahead


def _independent(parts: Parts) -> bool:
    """Whether nothing that one part changes is used in another one, and no order of effects can be told from outside."""
    if not all(map(_apart_from_order, (node for part in parts for node in part))):
        return False
    used = [set(used_variables(part)) for part in parts]
    changed = [set(used_variables(filter(_changes, part))) for part in parts]
    return not any(changed[i] & used[j] for i in range(len(parts)) for j in range(len(parts)) if i != j)


def _within(node: Operation) -> Iterable[Operation]:
    for x in everything(node.arguments):
        for graph in (x, getattr(x, "_graph", None)):
            yield from getattr(graph, "_operations", ()) if hasattr(graph, "building_function") else ()


def _apart_from_order(node: Operation) -> bool:
    known = not node.stateful or node.type in _HARMLESS or node.type.startswith(_WRITES) or node.rng is not None
    inner = list(_within(node))
    return (known or bool(inner)) and all(map(_apart_from_order, inner))


def _changes(node: Operation) -> bool:
    return node.stateful and node.type.startswith(_WRITES) or any(map(_changes, _within(node)))


# ---------------------------------------------------------------------- running
class _Threads:
    """The threads that replicas run in, one after another as they come."""

    lock = threading.Lock()
    pool: concurrent.futures.ThreadPoolExecutor | None = None

    @classmethod
    def get(cls) -> concurrent.futures.ThreadPoolExecutor:
        with cls.lock:
            if cls.pool is None:
                cls.pool = concurrent.futures.ThreadPoolExecutor(max(16, os.cpu_count() or 1), "replica")
            return cls.pool

    @classmethod
    def forget(cls) -> None:
        """A process that was forked off has none of them."""
        cls.lock, cls.pool = threading.Lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_Threads.forget)


def _kernel(programs: Sequence[Program], counts: Sequence[int]) -> Callable[[list[Any]], list[Any]]:
    """What runs `programs`, each with its number of the inputs, and gives the results of all in one list."""
    starts = [sum(counts[:i]) for i in range(len(counts))]

    def run(inputs: list[Any]) -> list[Any]:
        calls = [(program, inputs[start : start + count]) for program, start, count in zip(programs, starts, counts)]
        # What writes operations down, and what records them, is in this thread.
        if written_down() or TS.tapes:
            return [x for program, given in calls for x in program(*given)]
        each = max(1, torch.get_num_threads() // len(calls))
        state, recorded = dict(TS.__dict__), torch.is_grad_enabled()
        running = [_Threads.get().submit(_in_thread, state, recorded, each, *call) for call in calls]
        concurrent.futures.wait(running)
        return [x for one in running for x in one.result()]

    return run


def _in_thread(state: dict[str, Any], recorded: bool, number: int, program: Program, given: list[Any]) -> Sequence[Any]:
    """The results of a program under what is set in the thread that waits for it."""
    threads.take(number)
    own = dict(TS.__dict__)
    TS.__dict__.update(state)
    try:
        with torch.set_grad_enabled(recorded):
            return program(*given)
    finally:
        TS.__dict__.update(own)
