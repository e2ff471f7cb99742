"""The functions of a GraphDef with values where their callers had variables."""

from __future__ import annotations

from typing import Any

from tfshim.engine.graph_import.graph_import import CALLS, functions_of
from tfshim.engine.graphs.node_form import first_free
from tfshim.refusals import refused


class FrozenFunctions:
    """Changes calls in the GraphDef `graph_def`, whose library gets functions that take values in the place of variables."""

    def __init__(self, graph_def: Any) -> None:
        self._graph_def = graph_def
        self._sources = {f.signature.name: f for f in graph_def.library.function}
        self._made: dict[tuple[str, frozenset[tuple[int, int]]], str] = {}

    def call(self, node: Any, values: dict[str, int]) -> None:
        """Let the functions of `node` take the values for those of its inputs that are in `values`, {name: number of the dtype}."""
        if node.op not in CALLS:
            return
        frozen = {i - CALLS[node.op]: values[text] for i, text in enumerate(node.input) if text in values}
        if not frozen:
            return
        for i, dtype in frozen.items():
            node.attr["T" if "While" in node.op else "Tin"].list.type[i] = dtype
        # They were indices of variables that are only read.
        node.attr.pop("_read_only_resource_inputs", None)
        for function in functions_of(node):
            function.name = self._function(function.name, frozen)

    def _function(self, name: str, frozen: dict[int, int]) -> str:
        key = name, frozenset(frozen.items())
        if key in self._made:
            return self._made[key]
        made = self._graph_def.library.function.add()
        made.CopyFrom(self._sources[name])
        taken = {f.signature.name for f in self._graph_def.library.function}
        chosen = made.signature.name = self._made[key] = first_free(f"{name}_frozen", taken.__contains__)
        values = {}
        for i, dtype in frozen.items():
            argument = made.signature.input_arg[i]
            argument.type, values[argument.name] = dtype, dtype
        read = {}
        for node in made.node_def:
            if node.op == "ReadVariableOp" and node.input[0] in values:
                make_identity(node)
                read[f"{node.name}:value:0"] = f"{node.name}:output:0"
            elif node.op in CALLS:
                self.call(node, values)
            elif any(text in values for text in node.input):
                raise refused("convert_variables_to_constants_v2", "other uses")
        for node in made.node_def:
            for i, text in enumerate(node.input):
                node.input[i] = read.get(text, text)
        # Loops give back what they are given.
        for output in made.signature.output_arg:
            text = made.ret[output.name]
            made.ret[output.name] = read.get(text, text)
            output.type = values.get(text, output.type)
        return chosen


def make_identity(node: Any) -> None:
    """Let a reading of a variable pass on the value that it is given."""
    dtype = node.attr["dtype"].type
    node.op = "Identity"
    node.attr.clear()
    node.attr["T"].type = dtype
