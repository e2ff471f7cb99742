"""Branches and loops that are functions, as the nodes of TensorFlow 1's control flow: Switch and Merge, Enter, NextIteration and Exit.

What a branch, a condition or a body computes is one node here, a call that `inlining` takes apart. Structure and names are those that
TensorFlow gives where it lowers them, hints for placement apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.compat.v1.graphs.message_graph import End, MessageGraph, Node

FORCED = "_lower_as_multi_device_function"  # of calls that branches and loops leave
_BOOL, _INT32, _RESOURCE = (d.as_datatype_enum for d in (dtypes.bool, dtypes.int32, dtypes.resource))


def can_lower(node: Node) -> bool:
    """Whether `node` is a branch or a loop that says that it may be lowered."""
    attributes = node.message.attr
    if "_lower_using_switch_merge" not in attributes or not attributes["_lower_using_switch_merge"].b:
        return False
    if node.op in ("If", "StatelessIf"):
        return attributes["Tcond"].type == _BOOL
    return node.op in ("Case", "StatelessCase", "While", "StatelessWhile")


def lower(graph: MessageGraph, node: Node, fetched: bool) -> None:
    """Replace `node`. With `fetched` a node of its name has its outputs."""
    if node.op in ("While", "StatelessWhile"):
        _Loop(graph, node).lower(fetched)
    else:
        _Branches(graph, node).lower(fetched)


class _Lowering:
    """What is common: nodes in the scope of a node that is replaced."""

    def __init__(self, graph: MessageGraph, node: Node) -> None:
        self.graph, self.node, self.name, self.device = graph, node, node.name, node.message.device

    def add(
        self, op: str, part: str, inputs: list[End], dtype: int, number: tuple[str, int] | None = None, device: str | None = None
    ) -> Node:
        """A node `part` of the one that is replaced."""
        types = {"T": dtype} if dtype else None
        at = self.device if device is None else device
        name = self.graph.new_name(f"{self.name}/{part}")
        return self.graph.add(op, name, inputs, (), at, types, dict([number]) if number else None, self.node)

    def call(self, name: str, function: str, inputs: list[End], waits: Node) -> Node:
        """The call of a function, which is taken apart later."""
        made = self.graph.add(function, name, inputs, [waits], self.device, about=self.node)
        made.message.attr[FORCED].b = True
        return made

    def end(self, outputs: list[End], types: list[int], ran: Node, fetched: bool) -> None:
        """Replace the node by `outputs`; what waits for it waits for `ran`."""
        made = self.graph.add("IdentityN" if fetched and outputs else "NoOp", self.name, (), [ran], self.device, about=self.node)
        if fetched:
            made.take(outputs)
            made.message.attr["T"].list.type.extend(types)
        self.graph.replace(self.node, outputs, lambda: ran)


class _Branches(_Lowering):
    """An If, whose second side comes first among the outputs of a Switch, or a Case."""

    def lower(self, fetched: bool) -> None:
        """Replace the node."""
        node, attributes = self.node, self.node.message.attr
        is_if = node.op in ("If", "StatelessIf")
        if is_if:
            functions = [attributes["then_branch"].func.name, attributes["else_branch"].func.name]
            parts, sides, joined = ["then", "else"], [1, 0], "output"
            switch, number, dtype = "Switch", None, _BOOL
        else:
            functions = [f.name for f in attributes["branches"].list.func]
            parts, sides, joined = [f"branch{i}" for i in range(len(functions))], list(range(len(functions))), "merge"
            switch, number, dtype = "_SwitchN", ("num_outs", len(functions)), _INT32
        names = [self.graph.new_name(f"{self.name}/{part}") for part in parts]
        chosen = node.inputs[0]
        decides = self.add(switch, "switch_pred" if is_if else "branch_index", [chosen, chosen], dtype, number)
        decides.wait_for(node.controls)
        # The name of each pivot counts: that of the second branch of an If is made first.
        pivots = {}
        for side in sorted(sides):
            name = ("pivot_f", "pivot_t")[side] if is_if else f"pivot_{side}"
            pivots[side] = self.add("Identity", name, [(decides, side)], dtype)
        given = []
        for (source, index), kind in zip(node.inputs[1:], attributes["Tin"].list.type):
            given.append(self.add(switch, source.name, [(source, index), chosen], kind, number, source.message.device))
        calls = [
            self.call(name, function, [(g, side) for g in given], pivots[side]) for name, function, side in zip(names, functions, sides)
        ]
        types = list(attributes["Tout"].list.type)
        count = ("N", len(calls))
        outputs = [(self.add("Merge", joined, [(call, i) for call in calls], kind, count), 0) for i, kind in enumerate(types)]
        ran = self.add("Merge", "branch_executed", [(pivots[side], 0) for side in sides], dtype, count)
        ran.wait_for(calls)
        self.end(outputs, types, ran, fetched)


class _Loop(_Lowering):
    """A While. Resources stay as they are in it: they enter once, as constants of the loop, and do not leave."""

    def lower(self, fetched: bool) -> None:
        """Replace the node."""
        node, attributes = self.node, self.node.message.attr
        types = list(attributes["T"].list.type)
        changing = [i for i, kind in enumerate(types) if kind != _RESOURCE]
        condition, body = (self.graph.new_name(f"{self.name}/{part}") for part in ("cond", "body"))
        enters = [self._enter(source, kind) for source, kind in zip(node.inputs, types)]
        if node.controls:
            before = self.add("NoOp", "LoopControlInputs", [], 0)
            before.wait_for(node.controls)
            for n in enters:
                n.wait_for([before])
        merges = {i: self.add("Merge", "merge", [(enters[i], 0)], types[i], ("N", 2)) for i in changing}
        now: list[End] = [(merges.get(i, n), 0) for i, n in enumerate(enters)]
        test = self.call(condition, attributes["cond"].func.name, now, now[0][0])
        goes_on = self.add("LoopCond", "LoopCond", [(test, 0)], 0)
        switches = {i: self.add("Switch", f"{node.inputs[i][0].name}_switch", [(merges[i], 0), (goes_on, 0)], types[i]) for i in changing}
        first = switches[changing[0]]
        inside = self.add("Identity", "loop_body_control", [(first, 1)], types[changing[0]])
        given = [(switches[i], 1) if i in switches else (n, 0) for i, n in enumerate(enters)]
        step = self.call(body, attributes["body"].func.name, given, inside)
        exits = {i: self.add("Exit", "exit", [(switches[i], 0)], types[i]) for i in changing}
        ran = self.add("NoOp", "LoopExecuted", [], 0)
        ran.wait_for(exits.values())
        for i in changing:
            back = self.add("NextIteration", "next_iteration", [(step, i)], types[i])
            back.wait_for([step])
            merges[i].take([(back, 0)])
        outputs = [(exits[i], 0) if i in exits else node.inputs[i] for i in range(len(types))]
        self.end(outputs, types, ran, fetched)

    def _enter(self, source: End, kind: int) -> Node:
        made = self.add("Enter", "enter", [source], kind)
        made.message.attr["frame_name"].s = self.name.encode()
        made.message.attr["is_constant"].b = kind == _RESOURCE
        attributes = self.node.message.attr
        made.message.attr["parallel_iterations"].i = attributes["parallel_iterations"].i if "parallel_iterations" in attributes else 10
        return made
