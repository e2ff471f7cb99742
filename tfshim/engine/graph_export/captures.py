"""What a function uses of what is around it, as TensorFlow shows it: tensors, handles of variables and tables, constants.

Nothing is computed with it. Functions here refer to variables themselves, and hold eager tensors as constants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.engine.graph_export import effects
from tfshim.engine.graph_export.shown_operations import shown_handles, shown_operations
from tfshim.engine.graphs.func_graph import PLACEHOLDER
from tfshim.engine.graphs.node_form import graphs_in
from tfshim.engine.graphs.operation import CONST, Operation, everything
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import dtypes
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap

if TYPE_CHECKING:
    from tfshim.engine.graphs.func_graph import FuncGraph


def captures_of(graph: FuncGraph) -> list[tuple[Any, SymbolicTensor]]:
    """(outer tensor, tensor of the graph) of all that is captured, in the order of its first use."""
    known = graph.memory.get("captures")
    count = len(graph._operations), len(graph.captured)
    if known is None or known[0] != count:
        known = graph.memory["captures"] = count, [*graph.captured.values(), *_held(graph)]
    return list(known[1])


def inputs_of_function(graph: FuncGraph) -> list[SymbolicTensor]:
    """The tensors of the graph for its arguments, variables among them, then for what is captured."""
    made = list(graph.inputs)
    if graph.argument_variables:
        operations = shown_operations(graph)
        for variable in reversed(graph.argument_variables):
            if variable.name in operations:
                made.insert(variable.place, operations[variable.name].outputs[0])
    return [*made, *graph.internal_captures]


def _held(graph):
    made = []
    used: dict[int, Any] = {}
    _uses(graph, _constants(graph, set()), used)
    handles = shown_handles(graph) if graph.is_whole else {}
    if handles:  # those of operations that TensorFlow's function has and this one does not
        places = {key: at for at, key in enumerate(handles)}
        resources = iter(sorted((key for key in used if key in places), key=places.__getitem__))
        used = {key: used[key] for key in (next(resources) if key in places else key for key in list(used))}
    for key, x in used.items():
        if key in graph.argument_ids:
            continue
        if type(x) is EagerTensor:
            made.append((x, _constant(graph, x)))
        else:
            shown = handles.get(key)
            made.append((x.handle if is_variable(x) else _boxed(x.resource_handle), _handle(graph, x) if shown is None else shown))
    return made


def _uses(graph, constants, found):
    """Put into `found` the resources and the eager tensors among `constants` that a graph uses, as its operations take them."""
    for node in graph._operations:
        if node.kind == "Const":
            continue
        arguments = list(everything(node.arguments))
        # TensorFlow's operations take handles first.
        found.update((id(x), x) for x in arguments if effects.is_resource(x) and id(x) not in found)
        for x in arguments:
            if type(x) is SymbolicTensor:
                held = x._op.arguments[0] if x._op.kind == "Const" else None
                if id(held) in constants:
                    found.setdefault(id(held), held)
            else:
                for inner in effects.functions_in(x):
                    _uses(getattr(inner, "_graph", inner), constants, found)
        if node.stateful:
            for x in higher.changed_beside(node):
                found.setdefault(id(x), x)


def _constants(graph, seen):
    """The ids of the eager tensors that a graph and the functions in it were given."""
    if id(graph) in seen:
        return {}
    seen.add(id(graph))
    found = dict(graph.given_tensors)
    for node in graph._operations:
        for x in everything(node.arguments):
            for inner in graphs_in(x):
                found.update(_constants(getattr(inner, "_graph", inner), seen))
    return found


def _constant(graph, x):
    """The constant of the graph for `x`; one that is of no use elsewhere where only functions in it have one."""
    for node in graph._operations:
        if node.kind == "Const" and node.arguments[0] is x:
            return node.outputs[0]
    return _apart(graph, str(id(x)), CONST, [x], abstract.leaf_of(x))


def _boxed(x):
    """The tensor for the handle of a table that operations take itself."""
    if isinstance(x, Tensor):
        return x
    box = np.empty((), dtype=object)
    box[()] = x
    return wrap(box, dtypes.resource)


def _handle(graph, x):
    """A placeholder for the handle of the variable or table `x`, called after the operation that uses it first."""
    user = next((n for n in graph._operations if any(a is x for a in n.arguments)), None)
    name = getattr(x, "_shared_name", "unknown") if user is None else user.name
    return _apart(graph, f"{name}/{'resource' if is_variable(x) else 'table_handle'}", PLACEHOLDER, [], abstract.leaf(dtypes.resource, ()))


def _apart(graph, name, kind, arguments, leaf):
    """A tensor of a node that belongs to the graph and is not among its operations."""
    node = Operation(graph, name, kind, arguments, [], "")
    dtype, shape, a, b = leaf
    made = SymbolicTensor(node, 0, dtype, shape, a, b)
    node.outputs.append(made)
    return made


higher.install(captures_of=captures_of, inputs_of_function=inputs_of_function)
