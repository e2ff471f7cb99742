"""What of a function's graph still runs when an iterator of it has no more elements.

TensorFlow's graphs are in no order but that of their data and of what is done to each variable, so that a counter, or the number of
an optimizer's steps, goes on although the step fails for want of a batch.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.operation import everything, tensors_in
from tfshim.engine.runtime.errors import OpError, OutOfRangeError
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_NEXT, _READ, _STEP = "IteratorGetNext", "ReadVariableOp", "ApplyGradients"  # types of nodes
_ASSIGNMENTS = ("AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp")


def finish_ended(program: Any, error: BaseException, run: Any, make: Callable[..., Any]) -> None:
    """Run what does not wait for the element whose lack ended `run` of `program` with `error`; `make` makes programs."""
    if not isinstance(error, OutOfRangeError):
        return
    tb = error.__traceback__
    while tb is not None and tb.tb_frame.f_code is not run.__code__:
        tb = tb.tb_next
    failed = None if tb is None else run._lines.get(tb.tb_lineno)
    failed = getattr(failed, "original", failed)
    # A session runs what it was asked for, in an order that its graph tells.
    if tb is None or failed is None or failed.kind != _NEXT or not failed.graph.building_function:
        return
    nodes, values = list(program._nodes), tb.tb_frame.f_locals
    if failed not in nodes:
        return
    known = {key: values[name] for key, name in run._names.items() if name in values}
    rest = _Rest(nodes, nodes.index(failed), known)
    wanted, inputs = rest.independent()
    with contextlib.suppress(OpError):  # the lack of an element is what is told
        if wanted:
            make(wanted, inputs, [], program.name)(*(known[id(t)] for t in inputs))
        for iterations in rest.counters():
            iterations.assign_add(1)


class _Rest:
    """The nodes behind the one at `failed`, and the values that are `known`: {id of a tensor: storage}."""

    def __init__(self, nodes: Sequence[Operation], failed: int, known: dict[int, Any]) -> None:
        self._nodes, self._failed, self._known = nodes, failed, known
        self._maker = {id(t): n for n in nodes for t in n.outputs}
        self._waiting = {id(nodes[failed])}  # nodes that wait for the element
        self._unwritten: set[int] = set()  # variables that one of those would write
        self._steps: list[Operation] = []

    def independent(self) -> tuple[list[Operation], list[Any]]:
        """The nodes to run, in order, and the tensors whose values they are given."""
        chosen: dict[int, Operation] = {}
        inputs: dict[int, Any] = {}
        for node in self._nodes[self._failed + 1 :]:
            own: dict[int, Operation] = {}
            given: dict[int, Any] = {}
            waits = self._waits(node)
            if not waits and node.kind in _ASSIGNMENTS and self._collect(node, own, given, chosen):
                chosen.update(own)
                inputs.update(given)
            elif waits or node.stateful and node.kind != _READ:
                self._waiting.add(id(node))
                if node.kind != _READ:
                    self._unwritten.update(id(v) for v in _variables(node))
                if node.kind == _STEP:
                    self._steps.append(node)
        return [n for n in self._nodes if id(n) in chosen], list(inputs.values())

    def counters(self) -> list[Any]:
        """The numbers of steps of optimizers whose steps wait for the element. What adds to them does not."""
        # A step with scaled losses looks at its gradients before it counts.
        return [n.arguments[0] for n in self._steps if not hasattr(n.arguments[2], "inner_optimizer")]

    def _waits(self, node: Operation) -> bool:
        makers = [*(self._maker.get(id(t)) for t in tensors_in(node.arguments)), *node.control_inputs]
        if any(id(m) in self._waiting for m in makers):
            return True
        variables = _variables(node)
        # What counts, as metrics do, may wait for the sum that it belongs to.
        followed = (getattr(v, "_follows", None) for v in variables[:1] if node.kind in _ASSIGNMENTS)
        return any(id(v) in self._unwritten for v in (*variables, *followed))

    def _collect(self, node: Operation, own: dict[int, Operation], given: dict[int, Any], chosen: dict[int, Operation]) -> bool:
        """Note in `own` the nodes, and in `given` the values, that `node` needs beside those `chosen`; False where one is not to be had."""
        own[id(node)] = node
        for t in tensors_in(node.arguments):
            maker = self._maker.get(id(t))
            if type(t) is EagerTensor or maker is not None and (id(maker) in chosen or id(maker) in own):
                continue
            if id(t) in self._known:
                given[id(t)] = t
            elif maker is None or not self._repeatable(maker) or not self._collect(maker, own, given, chosen):
                return False
        return True

    def _repeatable(self, node: Operation) -> bool:
        """Whether `node` computes now what it did, or would have done, in its place."""
        if node.kind != _READ:
            return not node.stateful and not any(callable(x) for x in everything(node.arguments) if not hasattr(x, "dtype"))
        at = self._nodes.index(node)
        written = {id(v) for n in self._nodes[at : self._failed] if n.stateful and n.kind != _READ for v in _variables(n)}
        return not any(id(v) in written for v in _variables(node))


def _variables(node: Operation) -> list[Any]:
    """The variables that `node` reads or changes, those of functions that it calls too."""
    found = []
    for x in everything(node.arguments):
        if is_variable(x):
            found.append(x)
        graph = x if hasattr(x, "building_function") else getattr(x, "_graph", None)
        found.extend(getattr(graph, "variables", ()))
    return found
