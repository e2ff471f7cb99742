"""The branches and loops of TensorFlow 1 in which pages of graphs show operations: what those take from outside, and what they wait for.

A branch or body is no function there. Its operations are nodes of the graph, and what they take from outside goes through a node that
lets it pass where the branch is taken (`Switch`), or into the loop (`Enter`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.engine.graph_export.splicing import raw_node
from tfshim.engine.ops.op_defs import find
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation


def is_reference(t: Any) -> bool:
    """Whether the tensor `t` is a variable by reference."""
    definition = find(t.op.type)
    if t._handle is not None and t.op.kind == "Placeholder" and t.dtype.base_dtype is not t._handle.dtype.base_dtype:
        return False
    if t.op.kind == "Placeholder":
        return t._handle is not None
    outputs = () if definition is None else definition.outputs
    return t._index < len(outputs) and outputs[t._index].is_ref


def node(op_type: str, inputs: list[Any], outputs: list[Any], name: str, context: Any = None, **attributes: Any) -> Operation:
    """A node of the whole name `name`, if that is free, in `context`."""
    made = raw_node(op_type, inputs, outputs, attributes, f"{TS.graph._unique(name)}/")
    made.context = context
    return made


def switched(x: Any, pred: Any, name: str, context: Any = None) -> list[Any]:
    """`x` where `pred` is false, and where it is true."""
    leaf, by_reference = (x.dtype, x.shape), is_reference(x)
    made = node("RefSwitch" if by_reference else "Switch", [x, pred], [leaf, leaf], name, context)
    for t in made.outputs:
        t._handle, t._static = x._handle, None
    return made.outputs


def merged(values: list[Any], shape: Any, name: str, context: Any = None) -> Any:
    """The one of `values` that is there."""
    kind = "RefMerge" if all(map(is_reference, values)) else "Merge"
    leaves = [(values[0].dtype.base_dtype, shape), (dtypes.int32, [])]
    return node(kind, [values], leaves, name, context).outputs[0]


def number(value: int, dtype: Any, name: str, context: Any = None) -> Any:
    """A constant of the whole name `name`, if that is free, in `context`."""
    made = TS.graph._constant(convert_to_tensor(np.array(value, dtype.as_numpy_dtype)), f"{TS.graph._unique(name)}/")
    made.op.context = context
    return made


class Free:
    """No branch or loop: for nodes that wait for nothing beside what they take."""

    outer: Any = None
    waits = False

    def complete(self, message: Any) -> None:
        """Add the control inputs of a NodeDef."""


FREE = Free()


class Context(ABC):
    """A branch or loop, within `outer`. `pivot`: the tensor that its nodes without inputs wait for."""

    waits = True  # whether its nodes wait for what the branches or loops wait for
    loop: Any = None  # the innermost loop that it is, or is in

    def __init__(self, outer: Any) -> None:
        self.outer: Any = outer
        self.pivot: Any = None
        self._known: dict[int, Any] = {}  # id of a tensor -> what it is in here
        self._held: list[Any] = []  # whose ids must stay taken

    def add(self, tensors: Iterable[Any]) -> None:
        """Note that `tensors` are made in here."""
        for t in tensors:
            context: Any = self
            while context is not None:
                context.know(t, t)
                context = context.outer

    def know(self, t: Any, here: Any) -> None:
        """Let `here` stand for the tensor `t` in here."""
        self._held.append(t)
        self._known[id(t)] = here

    def value(self, x: Any, scope: str) -> Any:
        """What the tensor `x` is in here, by a node in `scope` where it comes from outside for the first time."""
        known = self._known.get(id(x))
        if known is not None:
            return known
        outer = x if self.outer is None else self.outer.value(x, scope)
        made = self.entering(outer, scope, FREE)
        self.add([made])
        self.know(x, made)
        self.know(outer, made)
        return made

    def result(self, x: Any, scope: str) -> Any:
        """The same for what the branch or body gives."""
        return self.value(x, scope)

    @abstractmethod
    def entering(self, x: Any, scope: str, context: Any) -> Any:
        """What `x` is in here, by a node in `context`."""

    def complete(self, message: Any) -> None:
        """Add the control inputs of a NodeDef of a node in here."""
        if not message.input:
            message.input.append(f"^{self.pivot.op.name}")


class Branch(Context):
    """The branch number `which` (1: where it is true) of a condition `pred`."""

    def __init__(self, outer: Any, pred: Any, pivot: Any, which: int) -> None:
        super().__init__(outer)
        if outer is not None:
            self.waits, self.loop = outer.waits, outer.loop
        self.pred, self.pivot, self.which = pred, pivot, which
        self.add([pred, pivot])

    def result(self, x: Any, scope: str) -> Any:
        """See `Context`. What only passes through waits as other nodes do."""
        known = self._known.get(id(x))
        if known is not None:
            return known
        outer = x if self.outer is None else self.outer.value(x, scope)
        made = self.entering(outer, scope, self)
        self.know(x, made)
        return made

    def entering(self, x: Any, scope: str, context: Any) -> Any:
        """See `Context`."""
        made = switched(x, self.pred, f"{scope}Switch", context)
        made[0].op.branch = self
        return made[self.which]


class Loop(Context):
    """The condition of a loop or, after `begin_body`, its body, with `pivot`. `frame`: what its nodes `Enter` call it."""

    waits = False

    def __init__(self, outer: Any, frame: str, parallel: int) -> None:
        super().__init__(outer)
        self.loop = self
        self.frame, self.parallel = frame, parallel
        self.invariants: set[str] = set()  # names of the nodes that bring in what is the same in all turns
        self.whole: Loop = self  # the condition, which knows what follows of the whole loop
        self.body: Any = self
        self.goes_on: Any = None  # the tensor that says whether there is another turn
        self.exits: list[Any] = []  # what the loop gives

    def begin_body(self, pivot: Any) -> Loop:
        """The context of the body, which knows what the condition knows."""
        made = Loop(self.outer, self.frame, self.parallel)
        made._known, made._held, made.invariants, made.pivot = self._known, self._held, self.invariants, pivot
        made.whole, self.body = self, made
        return made

    def enter(self, x: Any, name: str, shape: Any = None, constant: bool = False) -> Any:
        """A node `name` that brings `x` of the context around into the loop."""
        by_reference = is_reference(x)
        leaf = x.dtype.base_dtype, x.shape if shape is None else shape
        about = {"T": leaf[0], "frame_name": self.frame, "is_constant": constant, "parallel_iterations": self.parallel}
        made = node("RefEnter" if by_reference else "Enter", [x], [leaf], name, Entering(None if constant else self.outer), **about)
        made.of_loop = self.whole
        t = made.outputs[0]
        t._handle, t._static = x._handle, None
        if constant:
            self.invariants.add(made.name)
        return t

    def entering(self, x: Any, scope: str, context: Any) -> Any:
        """See `Context`."""
        return self.enter(x, f"{scope}{'RefEnter' if is_reference(x) else 'Enter'}", constant=True)

    def complete(self, message: Any) -> None:
        """See `Context`: what takes nothing that changes is to run in each turn all the same."""
        if all(name in self.invariants for name in message.input):
            message.input.append(f"^{self.pivot.op.name}")


class Entering:
    """For nodes that bring something into a loop in `outer`, which wait for what the loop waits for."""

    waits = True

    def __init__(self, outer: Any) -> None:
        self.outer = outer

    def complete(self, message: Any) -> None:
        """Add the control inputs of a NodeDef."""
        if self.outer is not None and message.input[0] in getattr(self.outer, "invariants", ()):
            message.input.append(f"^{self.outer.pivot.op.name}")


__all__ = ["FREE", "Branch", "Context", "Loop", "is_reference", "merged", "node", "number", "switched"]
