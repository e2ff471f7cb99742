"""Nodes of TensorFlow 1's control flow: Switch, Merge, and the frames of loops. What they do when they run, `programs.frames` says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graph_import.imported_nodes import attribute, handles
from tfshim.engine.graph_import.resources import is_resource, resource_of
from tfshim.engine.graphs.operation import RawOp
from tfshim.engine.graphs.programs.frames import MERGES, NEXTS, REFERENCES, TYPES
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Importer: TypeAlias = Any  # of graph_import.graph_import, above this module

_UNKNOWN = TensorShape(None)


def _passing(
    importer: Importer, node: Any, inputs: Sequence[Any], name: str, count: int, shape: Any, attributes: dict[str, Any]
) -> Operation:
    """A node with `count` outputs for its first input, which refer to what that refers to."""
    x = inputs[0]
    resource = resource_of(x)
    # Of a variable that a function is given, its handle goes on, or its value.
    alone = is_resource(x) and attribute(node, "T") in (None, dtypes.resource)
    leaves = [abstract.leaf(dtypes.resource if alone else x.dtype, shape) for _ in range(count)]
    made = importer.graph._add(
        _operation(node.op, attributes), [None if alone else x, *inputs[1:]], leaves if count > 1 else leaves[0], name
    )
    for t in made.outputs:
        t._handle = resource
    return made


def _operation(kind: str, attributes: dict[str, Any]) -> RawOp:
    made = RawOp(kind, attributes)
    made.grad = "auto"
    return made


def _shape(x: Any) -> TensorShape:
    return x.shape if hasattr(x, "shape") else TensorShape([])


@handles("Switch", "RefSwitch")
def _switch(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    return _passing(importer, node, inputs, name, 2, _shape(inputs[0]), {})


@handles("_SwitchN")
def _switch_several(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    count = attribute(node, "num_outs", 1)
    return _passing(importer, node, inputs, name, count, _shape(inputs[0]), {"num_outs": count})


@handles("Enter", "RefEnter")
def _enter(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    given = {"frame_name": attribute(node, "frame_name").decode()}
    given["is_constant"] = attribute(node, "is_constant", False)
    given["parallel_iterations"] = attribute(node, "parallel_iterations", 10)
    # The shape of what changes with each iteration is known of no iteration but the first.
    return _passing(importer, node, inputs, name, 1, _shape(inputs[0]) if given["is_constant"] else _UNKNOWN, given)


@handles("Exit", "RefExit", "NextIteration", "RefNextIteration", "LoopCond")
def _pass(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    return _passing(importer, node, inputs, name, 1, TensorShape([]) if node.op == "LoopCond" else _shape(inputs[0]), {})


@handles("Merge", "RefMerge")
def _merge(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    loops = len(inputs) < attribute(node, "N", len(inputs))
    shapes = [_shape(x) for x in inputs]
    shape = _UNKNOWN if loops else _common(shapes)
    leaves = [abstract.leaf(inputs[0].dtype, shape), abstract.leaf(dtypes.int32, [])]
    made = importer.graph._add(_operation(node.op, {}), [list(inputs)], leaves, name)
    referred = [resource_of(x) for x in inputs]
    if (node.op == "RefMerge" or inputs[0].dtype is dtypes.resource) and all(r is referred[0] for r in referred):
        made.outputs[0]._handle = referred[0]
    return made


def _common(shapes: Sequence[TensorShape]) -> TensorShape:
    """What is known of a tensor that has one of `shapes`."""
    first = shapes[0]
    if any(s.rank is None or s.rank != first.rank for s in shapes):
        return _UNKNOWN
    return TensorShape([sizes[0] if all(d == sizes[0] for d in sizes) else None for sizes in zip(*(s.as_list() for s in shapes))])


@handles("ControlTrigger")
def _trigger(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    return importer.graph._add(RawOp("ControlTrigger", {}), [], [], name)


# ---------------------------------------------------------------------- what the importer asks
def goes_back(node: Any, source: Any) -> bool:
    """Whether the input of the NodeDef `node` from `source` is the way back of a loop, which is made after `node`."""
    return node.op in MERGES and source is not None and source.op in NEXTS


def close_loops(importer: Importer) -> None:
    """When all nodes of a message are made: give Merges what comes back, and note what each node takes."""
    messages = [importer.nodes[name] for name in importer.order]
    if not any(n.op in TYPES for n in messages):
        return
    for n in messages:
        made = importer.operations.get(n.name)
        if made is None:  # what is passed on without a node
            continue
        if n.op in MERGES:
            made.arguments[0][:] = [importer.tensor(text) for text in n.input if not text.startswith("^")]
        made.flow = tuple(_flow(importer, n))


def _flow(importer: Importer, node: Any) -> list[tuple[Any, int | None]]:
    found: list[tuple[Any, int | None]] = []
    for text in node.input:
        source, index = importer.source(text)
        if (source, index) not in importer.mapped and importer.operations.get(source) is None:
            if importer.nodes.get(source) is not None:
                found.extend(_flow(importer, importer.nodes[source]))
        elif index is None:
            found.append((importer.control(text), None))
        else:
            x = importer.tensor(text)
            # A reference to a variable is always there, and to read it may be an error.
            if isinstance(x, Tensor) and x.op.type not in REFERENCES:
                found.append((x.op, x.value_index))
    return found
