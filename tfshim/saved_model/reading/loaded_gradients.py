"""Custom gradients of the functions of a SavedModel: nodes that pass tensors on and name the function of their gradient."""

from __future__ import annotations

import copy
from typing import Any

from tfshim.engine.graph_gradients.custom_gradient import node_of_gradient
from tfshim.engine.graph_import.imported_nodes import HANDLERS, handles
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import Tensor

_PASSED_ON = HANDLERS["IdentityN"]


class Gradients:
    """The registered gradients of a MetaGraphDef. `captured(number)`: a variable or table, or the name of a tensor around the node."""

    def __init__(self, meta: Any, library: Any, captured: Any, structure: Any) -> None:
        self._functions = {g.registered_op_type: g.gradient_func for g in meta.graph_def.library.registered_gradients}
        self._saved, self._library, self._captured, self._structure = meta.object_graph_def, library, captured, structure

    def node(self, importer: Any, node: Any, inputs: list[Any], name: str) -> Any:
        """The node with its gradient; None where that is not known."""
        key = self._functions.get(node.attr["_gradient_op_type"].s.decode())
        if key is None or key not in self._saved.concrete_functions:
            return None
        about = self._saved.concrete_functions[key]
        bound = [self._captured(n) for n in about.bound_inputs]
        captures = [importer.tensor(x) for x in bound if isinstance(x, str)]
        held = {len(inputs) + i: x for i, x in enumerate(bound) if not isinstance(x, str)}
        # Handles of variables are passed on as well by TensorFlow; here they are no tensors.
        graph = self._library.graph(key, held, None)
        flat = iter(graph.outputs)
        given = [None if s is None else next(flat) for s in nest.flatten(self._structure(about.output_signature))]
        results = next((i for i, g in enumerate(given) if g is not None), len(given))
        kept = [(x, g) for x, g in zip(inputs[results:], given[results:]) if isinstance(x, Tensor)]
        made = copy.copy(graph)
        count = len(graph.inputs) - len(captures)
        made.inputs = graph.inputs[:results]
        made.captured = {("captured", i): (None, t) for i, t in enumerate(graph.inputs[count:])}
        made.outputs = made.structured_outputs = [g for _, g in kept]
        # In TensorFlow the node passes the function's arguments on as well, and gradients that a program took may ask for their shapes.
        importer.passes_on(node, [*range(results), *inputs[results:]])
        return node_of_gradient(importer.graph, made, inputs[:results], [x for x, _ in kept], captures, name)


@handles("IdentityN")
def _identity(importer: Any, node: Any, inputs: list[Any], name: str) -> Any:
    gradients = getattr(importer.library, "gradients", None)
    if gradients is not None and "_gradient_op_type" in node.attr:
        made = gradients.node(importer, node, inputs, name)
        if made is not None:
            return made
    return _PASSED_ON(importer, node, inputs, name)
