"""The operations of a traced function as TensorFlow has them: with handles of variables, constants and the nodes of gradients.

What runs here has other operations where kernels take more at once than TensorFlow's. Who asks a graph that is traced for its
operations gets those that pages and GraphDefs show: where one of them is the same here and there, the one that runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs import own_nodes
from tfshim.engine.graphs.graph_def import graph_def
from tfshim.engine.graphs.operation import Operation, RawOp
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.attr_values import shape_of
from tfshim.engine.ops.op_defs import find
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.dtypes import DType, as_dtype
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from tfshim.engine.graphs.func_graph import FuncGraph


class ShownOperation(Operation):
    """An operation that `message` describes and nothing here runs."""

    def __init__(self, graph: FuncGraph, message: Any, inputs: list[Any], control_inputs: list[Operation]) -> None:
        super().__init__(graph, message.name, RawOp(message.op, {}), inputs, control_inputs, message.device)
        self._message = message
        shapes = message.attr["_output_shapes"].list.shape if "_output_shapes" in message.attr else ()
        for index, dtype in enumerate(_output_dtypes(message)):
            shape = shape_of(shapes[index]) if index < len(shapes) else TensorShape(None)
            self.outputs.append(SymbolicTensor(self, index, *abstract.leaf(dtype, shape)))
        if shapes:
            del message.attr["_output_shapes"]  # which nobody asked for

    node_def = property(lambda self: self._message, doc="The operation as a NodeDef message.")
    inputs = written_inputs = used = property(lambda self: tuple(self.arguments), doc="The tensors that the operation uses.")


def _output_dtypes(message: Any) -> list[DType]:
    definition: Any = find(message.op)

    def attribute(name: str) -> Any:
        if name in message.attr:
            value = message.attr[name]
            return getattr(value, value.WhichOneof("value"))
        return definition.attrs[name].default

    made: list[DType] = []
    for output in definition.outputs:
        if output.type_list_attr:
            made += map(as_dtype, attribute(output.type_list_attr).type)
        else:
            dtype = as_dtype(output.dtype or attribute(output.type_attr))
            made += [dtype] * output.count(message)
    return made


def shown_operations(graph: FuncGraph) -> dict[str, Operation]:
    """{name: operation} of what TensorFlow's graph of the traced function has, in its order."""
    return _shown(graph)[1]


def shown_handles(graph: FuncGraph) -> dict[int, SymbolicTensor]:
    """{id of a variable or table: the tensor for its handle} of those that the traced function uses, in the order of their first use."""
    return _shown(graph)[2]


def _shown(graph: FuncGraph) -> tuple[int, dict[str, Operation], dict[int, SymbolicTensor]]:
    known = graph.memory.get("shown operations")
    if known is None or known[0] != len(graph._operations):
        handles: dict[str, Any] = {}
        found = _made(graph, graph_def(graph, add_shapes=True, shown=True, handles=handles).node)
        tensors = {id(handles[name]): operation.outputs[0] for name, operation in found.items() if name in handles}
        known = graph.memory["shown operations"] = len(graph._operations), found, tensors
    return known


def _made(graph: FuncGraph, nodes: Iterable[Any]) -> dict[str, Operation]:
    found: dict[str, Operation] = {}
    for message in nodes:
        own = graph._by_name.get(message.name)
        inputs, controls = _given(found, message.input)
        ours = find(message.op) is None or own_nodes.ATTRIBUTE in message.attr  # TensorFlow has no such node
        if ours or own is not None and _is_shown(own, message, inputs):
            if own is not None:
                found[message.name] = own
        else:
            found[message.name] = ShownOperation(graph, message, inputs, controls)
    return found


def _given(found: dict[str, Operation], names: Iterable[str]) -> tuple[list[Any], list[Operation]]:
    """The tensors and the operations that a node names among its inputs."""
    tensors, controls = [], []
    for text in names:
        if text.startswith("^"):
            controls += [found[text[1:]]] if text[1:] in found else []
            continue
        name, _, index = text.partition(":")
        tensors += found[name].outputs[int(index or 0) :][:1] if name in found else []
    return tensors, controls


def _is_shown(own: Operation, message: Any, inputs: list[Any]) -> bool:
    """Whether the operation `own`, which runs, is the one that is shown: it takes and gives what that takes and gives."""
    if own.type != message.op or len(own.inputs) != len(inputs) or any(a is not b for a, b in zip(own.inputs, inputs)):
        return False
    if own.type == "Const" and own.node_def.attr["value"] != message.attr["value"]:  # on pages nodes may have other numbers
        return False
    return [t.dtype for t in own.outputs] == _output_dtypes(message)


higher.install(shown_operations=shown_operations)
