"""Variables by reference, as graphs of TensorFlow 1 have them: a node `VariableV2`, and others that take its output.

What is computed is what resource variables compute: only the nodes are called otherwise, and most reads are one, `w/read`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.operation import READ, InnerOp, everything
from tfshim.engine.ops.op_defs import find
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor


def _referred(resource: Any) -> Any:
    if resource._t is None:
        raise errors.FailedPreconditionError(None, None, f"Attempting to use uninitialized value {resource._shared_name}")
    return resource._t


REFERENCE = InnerOp("VariableV2", _referred, stateful=True, names=("resource",))

_TYPES = {
    "ReadVariableOp": "Identity",
    "AssignVariableOp": "Assign",
    "AssignAddVariableOp": "AssignAdd",
    "AssignSubVariableOp": "AssignSub",
    "VarIsInitializedOp": "IsVariableInitialized",
}


def type_by_reference(kind: str) -> str:
    """The type of the operation that takes a variable by reference where `kind` takes a resource: `ScatterAdd` for `ResourceScatterAdd`."""
    found = _TYPES.get(kind)
    if found is None:
        found = kind.removeprefix("Resource")
        found = _TYPES[kind] = kind if find(found) is None else found
    return found


def name_for(variable: Any, kind: str) -> str:
    """What an operation of the type `kind` on `variable` is called: without `Resource` where that is taken by reference."""
    return type_by_reference(kind) if is_by_reference(variable) else kind


def name_for_update(variable: Any, scope: str | None) -> str | None:
    """What the operation that changes `variable` in `scope` is called: as the scope where it takes a reference."""
    return scope or None if is_by_reference(variable) else None


def refer(node: Operation, variable: Any) -> Operation:
    """Let `node`, an operation on `variable`, show as one that takes it by reference."""
    node.type, node.refers = type_by_reference(node.kind), variable
    definition = find(node.type)
    if definition is not None and node.outputs and definition.outputs[0].is_ref:
        node.outputs[0]._handle = variable
    return node


def is_by_reference(variable: Any) -> bool:
    """Whether `variable` is one of a graph that is taken by reference."""
    return getattr(variable, "_by_reference", False)


def goes_by_resource(variable: Any) -> bool:
    """Whether a graph is written with a resource for `variable`: a branch or loop changes it, and functions take no references."""
    graph = getattr(variable, "_graph", None)
    if graph is None:
        return False
    known: Any = graph.memory.setdefault("by resource", [0, set(), set()])
    if known[0] < len(graph._operations):
        for node in graph._operations[known[0] :]:
            for x in _used_within(node, False, False):
                known[1].add(id(x))
            for x in _used_within(node, False, True):
                known[2].add(id(x))
        known[0] = len(graph._operations)
    return id(variable) in known[2 if graph.on_page else 1]


def _used_within(node: Operation, within: bool, on_page: bool) -> Iterator[Any]:
    """The variables by reference that the graphs of `node` take, or where it is `within` one it itself.

    `on_page`: without those for which nodes of the graph around are shown.
    """
    for x in everything(node.arguments):
        if within and is_by_reference(x):
            yield x
        inner = getattr(x, "_graph", x)
        if getattr(inner, "building_function", False) and not (on_page and node.by_switches):
            for n in inner._operations:
                yield from _used_within(n, True, on_page)


def is_own_output(t: Any) -> bool:
    """Whether the symbolic tensor `t` is the variable by reference itself, as `w:0`."""
    return t._handle is not None and t._op._op_def is REFERENCE and is_by_reference(t._handle)


def read_beside(graph: Any, variable: Any) -> SymbolicTensor:
    """A read of `variable` that shows as `w/read`, whose value it is in TensorFlow: there that is the variable's own memory."""
    shown = variable._snapshot
    node = graph._add(READ, [variable], abstract.leaf_like(shown), shown._op.name + "/")
    graph._by_name[shown._op.name] = shown._op
    for _, added in graph._controllers:  # what takes it shows that it waits for the operations of the scope by itself
        added.discard(node)
    refer(node, variable)
    node.stands_for = shown
    return node.outputs[0]
