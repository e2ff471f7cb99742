"""Nodes of GraphDefs and their functions with values where there were variables."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.compat.v1.graphs.message_graph import in_order
from tfshim.engine.graph_import.graph_import import CALLS, functions_of, output_of
from tfshim.engine.graphs import own_nodes
from tfshim.engine.graphs.node_form import constant_message, first_free
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message

    Values = dict[tuple[str, int], int]  # (node, output) that was a handle of a variable -> number of the value's dtype

# What passes on what it takes, and with how many outputs; that of the others is one.
_PASSES = {
    **dict.fromkeys(("Identity", "Enter", "Exit", "NextIteration", "RefEnter", "RefExit", "RefNextIteration", "Merge"), 1),
    "Switch": 2,
}


def _pass_values(nodes: Any, references: set[str]) -> None:
    """Let the nodes that passed on references to variables, of which `references` are values now, pass on values."""
    while True:
        passing = [n for n in nodes if n.op.startswith("Ref") and any(text.partition(":")[0] in references for text in n.input)]
        if not passing:
            return
        for node in passing:
            node.op = node.op.removeprefix("Ref")
        references.update(n.name for n in passing)


class FrozenGraph:
    """Changes the nodes of `graph_def`, and gives its library functions that take values in the place of variables."""

    def __init__(self, graph_def: Message) -> None:
        self._graph_def = graph_def
        self._sources = {f.signature.name: f for f in graph_def.library.function}
        self._made: dict[tuple[str, frozenset[tuple[int, int]]], Message] = {}

    def freeze(self, values: Mapping[str, Tensor]) -> None:
        """Let constants of the `values` stand for the nodes of these names, and let what took the handles take the values."""
        references = set()  # nodes that give the value of a variable, not a handle of it
        for node in self._graph_def.node:
            if node.name in values:
                if node.op in ("Variable", "VariableV2"):
                    references.add(node.name)
                node.CopyFrom(constant_message(node.name, values[node.name]))
        _pass_values(self._graph_def.node, references)
        handles = {(name, 0): t.dtype.as_datatype_enum for name, t in values.items() if name not in references}
        self._nodes(self._graph_def.node, handles)
        ordered = in_order(self._graph_def.node, ())  # constants that are new stand last
        del self._graph_def.node[:]
        self._graph_def.node.extend(ordered)

    def own_functions(self, values: Mapping[str, Tensor]) -> None:
        """Let functions of tfshim's own form, which find variables by their shared names, take `values` {shared name: value}."""
        for function in self._graph_def.library.function:
            _freeze_own(function, values)

    def _nodes(self, nodes: Any, values: Values, in_function: bool = False) -> dict[str, str]:
        """Change `nodes`, to which `values` are given, and add to `values` what passes them on; {what named an output: its name now}."""
        by_name = {n.name: n for n in nodes}
        read: dict[str, str] = {}  # what named an output that has another name now
        done: set[str] = set()
        count = -1
        while count < len(values):  # in loops what comes back stands after what takes it
            count = len(values)
            for node in list(nodes):
                if node.name not in done:
                    nodes.extend(self._node(node, by_name, values, read, done, in_function))
        for node in nodes:
            node.input[:] = [read.get(text, text) for text in node.input]
        return read

    def _node(
        self, node: Message, by_name: dict[str, Any], values: Values, read: dict[str, str], done: set[str], in_function: bool
    ) -> list[Message]:
        """Change a node if it takes one of `values`; the nodes that it needs now."""
        given = {}
        for i, text in enumerate(node.input):
            key = output_of(by_name, text) if not text.startswith("^") else None
            if key in values:
                given[i] = values[key]
        if not given:
            return []
        dtype = next(iter(given.values()))
        if node.op == "ReadVariableOp":
            done.add(node.name)
            read[f"{node.name}:value:0"] = f"{node.name}:output:0"
            make_identity(node)
        elif node.op == "VariableShape":
            done.add(node.name)
            node.op, node.attr["T"].type = "Shape", dtype
        elif node.op in ("ResourceGather", "ResourceGatherNd"):
            done.add(node.name)
            return _make_gather(node, in_function)
        elif node.op in _PASSES or node.op == "_SwitchN":
            node.attr["T"].type = dtype
            values.update({(node.name, i): dtype for i in range(node.attr["num_outs"].i if node.op == "_SwitchN" else _PASSES[node.op])})
        elif node.op == "IdentityN":
            for i, kind in given.items():
                node.attr["T"].list.type[i] = values[node.name, i] = kind
        elif node.op in CALLS:
            done.add(node.name)
            values.update({(node.name, i): kind for i, kind in self._call(node, given).items()})
        else:
            raise refused("convert_variables_to_constants_v2", "other uses")
        return []

    def _call(self, node: Message, given: dict[int, int]) -> dict[int, int]:
        """Let the functions of `node` take values at the places `given`; {output: dtype} of what they give for handles."""
        frozen = {i - CALLS[node.op]: dtype for i, dtype in given.items()}
        types = node.attr["T" if "While" in node.op else "Tin"].list.type
        for i, dtype in frozen.items():
            types[i] = dtype
        # They were indices of variables that are only read.
        node.attr.pop("_read_only_resource_inputs", None)
        outputs: dict[int, int] = {}
        for function in functions_of(node):
            made = self._function(function.name, frozen)
            function.name = made.signature.name
            if "While" not in node.op:
                results = enumerate(made.signature.output_arg)
                outputs.update({i: a.type for i, a in results if a.type != node.attr["Tout"].list.type[i]})
        for i, dtype in outputs.items():
            node.attr["Tout"].list.type[i] = dtype
        return frozen if "While" in node.op else outputs

    def _function(self, name: str, frozen: dict[int, int]) -> Message:
        key = name, frozenset(frozen.items())
        if key in self._made:
            return self._made[key]
        made = self._graph_def.library.function.add()
        made.CopyFrom(self._sources[name])
        taken = {f.signature.name for f in self._graph_def.library.function}
        made.signature.name = first_free(f"{name}_frozen", taken.__contains__)
        self._made[key] = made
        values = {}
        for i, dtype in frozen.items():
            argument = made.signature.input_arg[i]
            argument.type = values[argument.name, 0] = dtype
        read = self._nodes(made.node_def, values, True)
        by_name = {n.name: n for n in made.node_def}
        for output in made.signature.output_arg:  # loops give back what they are given
            text = made.ret[output.name] = read.get(made.ret[output.name], made.ret[output.name])
            output.type = values.get(output_of(by_name, text), output.type)
        return made


def _make_gather(node: Message, in_function: bool) -> list[Message]:
    """Let what takes rows of a variable take them of its value; the constant that it needs for the axis."""
    attributes = node.attr
    dtype, indices, axis = attributes["dtype"].type, attributes["Tindices"].type, attributes["batch_dims"].i
    beside = list(attributes["_class"].list.s) if "_class" in attributes else []
    attributes.clear()
    attributes["Tparams"].type, attributes["Tindices"].type = dtype, indices
    if beside:
        attributes["_class"].list.s.extend(beside)
    if node.op == "ResourceGatherNd":
        node.op = "GatherNd"
        return []
    node.op = "GatherV2"
    attributes["Taxis"].type, attributes["batch_dims"].i = indices, axis
    at = dtypes.as_dtype(indices)
    made = constant_message(f"{node.name}/axis", convert_to_tensor(np.array(axis, at.as_numpy_dtype)))
    node.input.insert(2, f"{made.name}:output:0" if in_function else made.name)
    return [made]


def make_identity(node: Message) -> None:
    """Let a reading of a variable pass on the value that it is given."""
    dtype = node.attr["dtype"].type
    node.op = "Identity"
    node.attr.clear()
    node.attr["T"].type = dtype


def _freeze_own(function: Message, values: Mapping[str, Tensor]) -> None:
    """Put the values of variables that a function of tfshim's own form reads in the place of the reading."""
    if own_nodes.ATTRIBUTE not in function.attr:
        return
    about = json.loads(function.attr[own_nodes.ATTRIBUTE].s)
    known = {name: values[shared] for name, shared in about["variables"] if shared in values}
    for node in function.node_def:
        if node.op == "ReadVariableOp" and node.input[0] in known:
            made = constant_message(node.name, known[node.input[0]])
            # What names this node by the output of a reading finds the constant's under the same number.
            node.CopyFrom(made)
    used = {i for node in function.node_def for i in node.input}
    about["variables"] = [pair for pair in about["variables"] if pair[0] not in known or pair[0] in used]
    function.attr[own_nodes.ATTRIBUTE].s = json.dumps(about).encode()
