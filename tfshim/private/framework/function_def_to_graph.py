"""Replaces `tensorflow.python.framework.function_def_to_graph`: the graphs of functions that are messages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tfshim.engine.graph_import.graph_import import Library, function_graph
from tfshim.engine.graphs.func_graph import FuncGraph
from tfshim.engine.graphs.own_nodes import ATTRIBUTE
from tfshim.engine.ops.attr_values import shape_message
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.shapes import TensorShape

_REPLACES = "tensorflow.python.framework.function_def_to_graph"
__all__ = ["function_def_to_graph"]


def function_def_to_graph(
    fdef: Any,
    structured_input_signature: Any = None,
    structured_outputs: Any = None,
    input_shapes: Sequence[Any] | None = None,
) -> FuncGraph:
    """The FuncGraph of the FunctionDef `fdef`. Functions that it calls are those of the present graph.

    `input_shapes`: a shape for each argument, or None, for those of which `fdef` tells none; ValueError where there are more or fewer of
    them than arguments. `structured_input_signature`, `structured_outputs`: what the graph is to have under these names.
    """
    count = len(fdef.signature.input_arg)
    if input_shapes is not None and len(input_shapes) != count:
        raise ValueError(
            f"Length of `input_shapes` must match the number of `input_arg`s in `fdef`. Got {len(input_shapes)} `input_shapes` and "
            f"{count} `input_arg`s."
        )
    definition = type(fdef)()
    definition.CopyFrom(fdef)
    if input_shapes is not None:
        _give_shapes(definition, [None if shape is None else TensorShape(shape) for shape in input_shapes])
    around = [] if TS.graph is None else [f.definition for f in TS.graph._functions.values()]
    made = function_graph(Library([*around, definition]), definition, {}, TS.graph)
    if made.resource_results:
        raise invalid(f"The function {fdef.signature.name} gives back a resource.")
    # What a function captures is an argument in its message.
    made.inputs, made.captured = [*made.inputs, *made.inner_captures], {}
    made.outputs = [t for t in made.outputs if t is not None]
    made.structured_input_signature, made.structured_outputs = structured_input_signature, structured_outputs
    return made


def _give_shapes(definition: Any, given: list[TensorShape | None]) -> None:
    """Write into `definition` that the arguments of which it tells no shapes have those `given` that are not None."""
    own = json.loads(definition.attr[ATTRIBUTE].s) if ATTRIBUTE in definition.attr else {}
    for i, shape in enumerate(given):
        shapes = definition.arg_attr[i].attr["_output_shapes"].list.shape
        if shape is not None and not shapes:
            shapes.add().CopyFrom(shape_message(shape))
            if own.get("shapes") and own["shapes"][i] is None:
                own["shapes"][i] = shape.as_list()
    if own:
        definition.attr[ATTRIBUTE].s = json.dumps(own).encode()
