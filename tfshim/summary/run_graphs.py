"""The graph of a function as it is called: arguments and results are nodes of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.graph_def import versions
from tfshim.engine.graphs.graph_writer import Functions, NotWritten
from tfshim.engine.ops.attr_values import shape_message
from tfshim.engine.ops.op_defs import find
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfshim.engine.functions.concrete_function import ConcreteFunction


_STEP = re.compile("__inference_(train|test|predict)_function_[0-9]+$")


def batch_of(graph: Any, name: str | None = None) -> list[Any]:
    """The inputs of a graph that are a batch of data, if the function has nothing else and is a step of a Keras model.

    These are called with batches here, and in TensorFlow with an iterator. `name`: that of the function.
    """
    if not _STEP.match(name or graph.name):
        return []
    given = [t for t in graph.inputs if re.fullmatch("data(_[0-9]+)?", t.op.name)]
    return given if len(given) == len(graph.inputs) else []


def following(batch: Sequence[Any]) -> Any:
    """The NodeDef that takes `batch` from the iterator."""
    made = messages.node_def.NodeDef(name="IteratorGetNext", op="IteratorGetNext", input=["iterator"])
    made.attr["output_types"].list.type.extend(t.dtype.as_datatype_enum for t in batch)
    made.attr["output_shapes"].list.shape.extend(shape_message(t.shape) for t in batch)
    made.attr["_class"].list.s.append(b"loc:@iterator")
    return made


def _take_from_iterator(made: Any, batch: Sequence[Any]) -> None:
    """Let the first arguments of a GraphDef, which are `batch`, be what an iterator gives."""
    names = {node.name: f"IteratorGetNext:{i}" if i else "IteratorGetNext" for i, node in enumerate(made.node[: len(batch)])}
    iterator = messages.node_def.NodeDef(name="iterator", op="_Arg")
    iterator.attr["T"].type, iterator.attr["index"].i = dtypes.resource.as_datatype_enum, 0
    iterator.attr["_user_specified_name"].s = b"iterator"
    arguments = [node for node in made.node[len(batch) :] if node.op == "_Arg"]
    for node in arguments:
        node.attr["index"].i -= len(batch) - 1
    rest = [node for node in made.node[len(batch) :] if node.op != "_Arg"]
    for node in rest:
        node.input[:] = [names.get(name, name) for name in node.input]
        if node.op == "NoOp" and node.name == "NoOp":  # what runs last
            node.input[:] = sorted([*node.input, "^IteratorGetNext"])
    nodes = [iterator, *arguments, following(batch), *rest]
    copies = [messages.node_def.NodeDef.FromString(node.SerializeToString()) for node in nodes]
    del made.node[:]
    made.node.extend(copies)


def called_graph(function: ConcreteFunction) -> Any:
    """The GraphDef that runs for a call of `function`: its FunctionDef with `_Arg` and `_Retval` nodes, and what it calls."""
    graph = function.graph
    for derivatives in (True, False):
        try:
            with Functions(derivatives=derivatives, shown=True) as functions:
                definition, library = higher.function_def(function._name, graph, functions), higher.function_defs(functions)
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
    batch = batch_of(graph, function._name)
    if batch:
        _take_from_iterator(made, batch)
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
        place += one.count(node)
    return f"{name}:{place}" if place else name
