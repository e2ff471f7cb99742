"""The functions of a GraphDef with values where their callers had variables."""

from __future__ import annotations

from typing import Any

from tfshim.refusals import refused

# Which attributes of a node name its functions, which one lists the types of their arguments, and the input that is their first.
_CALLS = {
    "If": (("then_branch", "else_branch"), "Tin", 1),
    "Case": (("branches",), "Tin", 1),
    "While": (("cond", "body"), "T", 0),
    "PartitionedCall": (("f",), "Tin", 0),
}
_CALLS.update({f"Stateless{kind}": _CALLS[kind] for kind in ("If", "Case", "While")})
_CALLS["StatefulPartitionedCall"] = _CALLS["PartitionedCall"]


class FrozenFunctions:
    """Changes calls in the GraphDef `graph_def`, whose library gets functions that take values in the place of variables."""

    def __init__(self, graph_def: Any) -> None:
        self._graph_def = graph_def
        self._sources = {f.signature.name: f for f in graph_def.library.function}
        self._made: dict[tuple[str, frozenset[tuple[int, int]]], str] = {}

    def call(self, node: Any, values: dict[str, int]) -> None:
        """Let the functions of `node` take the values for those of its inputs that are in `values`, {name: number of the dtype}."""
        if node.op not in _CALLS:
            return
        keys, types, first = _CALLS[node.op]
        frozen = {i - first: values[text] for i, text in enumerate(node.input) if text in values}
        if not frozen:
            return
        for i, dtype in frozen.items():
            node.attr[types].list.type[i] = dtype
        # They were indices of variables that are only read.
        node.attr.pop("_read_only_resource_inputs", None)
        for key in keys:
            several = node.attr[key].list.func if key == "branches" else [node.attr[key].func]
            for function in several:
                function.name = self._function(function.name, frozen)

    def _function(self, name: str, frozen: dict[int, int]) -> str:
        key = name, frozenset(frozen.items())
        if key in self._made:
            return self._made[key]
        made = self._graph_def.library.function.add()
        made.CopyFrom(self._sources[name])
        taken = {f.signature.name for f in self._graph_def.library.function}
        number = 0
        while (chosen := f"{name}_frozen" + (f"_{number}" if number else "")) in taken:
            number += 1
        made.signature.name = self._made[key] = chosen
        values = {}
        for i, dtype in frozen.items():
            argument = made.signature.input_arg[i]
            argument.type, values[argument.name] = dtype, dtype
        read = {}
        for node in made.node_def:
            if node.op == "ReadVariableOp" and node.input[0] in values:
                make_identity(node)
                read[f"{node.name}:value:0"] = f"{node.name}:output:0"
            elif node.op in _CALLS:
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
