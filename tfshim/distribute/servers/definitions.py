"""Graphs as tasks send them to each other: TensorFlow's FunctionDefs, whose last arguments are the resources that they use.

    content     the bytes of a FunctionDefLibrary, the function itself first
    about       {"bound": what each resource is, "together": whether it runs without another such function in between}

A resource is a variable or another thing that a task keeps: {"task": its name, "address": where it is, "key": its name there}. Nothing in
a definition is code of a program: operations are found by their names, as in files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import numpy as np

from tfshim.distribute.servers.held import key_in
from tfshim.engine.graph_export.functions import function_def, resources
from tfshim.engine.graph_import.graph_import import Library, function_graph
from tfshim.engine.graphs.graph_writer import Functions
from tfshim.engine.graphs.node_form import graphs_in
from tfshim.engine.graphs.own_nodes import ATTRIBUTE
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.tensor import EagerTensor
from tfshim.refusals import refused


class Definition:
    """A graph as it is sent. `key`: what names it, the same for what is the same."""

    def __init__(self, content: bytes, about: dict[str, Any]) -> None:
        self.content, self.about = np.array(content, dtype=object), about
        self.key = hashlib.sha256(content + json.dumps(about, sort_keys=True).encode()).hexdigest()


def definition_of(graph: Any, together: bool = False) -> Definition:
    """The Definition of a FuncGraph. Raises NotImplementedError for what is not written, or belongs to this process alone."""
    if graph.outer_captures:
        raise refused("tf.distribute.Server", "captures", function=graph.name)
    functions = Functions(_held_in(graph))
    main = function_def(graph.name, graph, functions)
    library = messages.function.FunctionDefLibrary(function=[main, *higher.function_defs(functions)])
    for function in library.function:
        for node in function.node_def:
            if ATTRIBUTE in node.attr and node.attr[ATTRIBUTE].s.startswith(b'{"refused"'):
                raise refused("tf.distribute.Server", "node", what=f"the operation {node.op} ({node.name})")
    bound = [_where(x, graph.name) for x in resources(graph, functions)]
    return Definition(library.SerializeToString(deterministic=True), {"bound": bound, "together": together})


def _held_in(graph: Any) -> dict[int, Any]:
    """{id: tensor} of the constants in a graph, and in those in it, that stand for what each worker has of its own."""
    found = {}
    for node in graph._operations:
        if node.type == "Const" and key_in(node.arguments[0]) is not None:
            found[id(node.arguments[0])] = node.arguments[0]
        for a in node.arguments:
            for inner in graphs_in(a):
                found.update(_held_in(getattr(inner, "_graph", inner)))
    return found


def _where(x: Any, name: str) -> dict[str, Any]:
    if type(x) is EagerTensor:
        return {"held": key_in(x)}
    place = getattr(x, "_place", None)
    if place is None:
        raise refused("tf.distribute.Server", "resource", function=name, resource=getattr(x, "name", type(x).__name__))
    about = {"task": place.task, "address": place.address, "key": place.key}
    shape = x.shape.as_list() if x.shape.rank is not None else None
    return {**about, "name": x._handle_name, "dtype": x.dtype.name, "shape": shape, "trainable": x.trainable}


class Place:
    """Where a variable is kept: the name and address of the task, and the variable's key there."""

    __slots__ = ("task", "address", "key")

    def __init__(self, task: str, address: str, key: str) -> None:
        self.task, self.address, self.key = task, address, key


def graph_from(content: bytes, bound: list[Any], resource: Callable[[dict[str, Any]], Any]) -> Any:
    """The FuncGraph of a definition. `resource(about)` gives the object for a resource. Raises DataLossError for other bytes."""
    library = messages.function.FunctionDefLibrary.FromString(content)
    main = library.function[0]
    first = len(main.signature.input_arg) - len(bound)
    found = {first + i: resource(about) for i, about in enumerate(bound)}
    made = function_graph(Library(library.function), main, found, None)
    _without_places(made)
    return made


def _without_places(graph: Any) -> None:
    """Forget where the nodes of a graph were made, which is here and not in the program."""
    for node in graph._operations:
        node.stack = []
        for a in node.arguments:
            for inner in graphs_in(a):
                inner = getattr(inner, "_graph", inner)
                if not all(n.stack == [] for n in inner._operations):
                    _without_places(inner)
