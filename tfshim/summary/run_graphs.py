"""The graph of a function as it is called: arguments and results are nodes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.graph_def import Functions, NotWritten, versions
from tfshim.engine.ops.op_defs import find
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.interface import higher

if TYPE_CHECKING:
    from tfshim.engine.functions.concrete_function import ConcreteFunction


def called_graph(function: ConcreteFunction) -> Any:
    """The GraphDef that runs for a call of `function`: its FunctionDef with `_Arg` and `_Retval` nodes, and what it calls."""
    graph = function.graph
    for derivatives in (True, False):
        functions = Functions(derivatives=derivatives, shown=True)
        try:
            definition, library = higher.function_def(function.name, graph, functions), higher.function_defs(functions)
            break
        except NotWritten:  # gradients are nodes of our own then
            if not derivatives:
                raise
    made = messages.graph.GraphDef()
    made.versions.CopyFrom(versions())
    made.library.function.extend(library)
    for i, argument in enumerate(definition.signature.input_arg):
        node = made.node.add(name=argument.name, op="_Arg")
        for key, value in definition.arg_attr[i].attr.items() if i in definition.arg_attr else ():
            node.attr[key].CopyFrom(value)
        node.attr["index"].i, node.attr["T"].type = i, argument.type
    made.node.extend(definition.node_def)
    nodes = {node.name: node for node in definition.node_def}
    for node in made.node:
        node.input[:] = [_in_graph(reference, nodes) for reference in node.input]
    for i, result in enumerate(definition.signature.output_arg):
        node = made.node.add(name=f"{result.name}_RetVal", op="_Retval", input=[_in_graph(definition.ret[result.name], nodes)])
        node.attr["index"].i, node.attr["T"].type = i, result.type
    return made


def _in_graph(reference: str, nodes: dict[str, Any]) -> str:
    """`node:output:i` of a function as a graph has it: `node:j`, which counts all outputs, or `node` for the first."""
    name, _, rest = reference.partition(":")
    if not rest:
        return reference
    output, _, at = rest.partition(":")
    place, node = int(at or 0), nodes[name]
    declared: Any = find(node.op)
    for one in declared.outputs if declared is not None else ():
        if one.name == output:
            break
        place += _count(one, node)
    return f"{name}:{place}" if place else name


def _count(output: Any, node: Any) -> int:
    """How many tensors an output stands for."""
    if output.number_attr:
        return node.attr[output.number_attr].i
    return len(node.attr[output.type_list_attr].list.type) if output.type_list_attr else 1
