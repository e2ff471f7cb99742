"""Operations that are added to a graph by their type, inputs and attributes: `tf.Graph.create_op`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graph_import.graph_import import import_graph_def
from tfshim.engine.graphs.graph import wrong_node_name
from tfshim.engine.graphs.graph_def import versions
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.errors import OpError
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.graph import Graph


# Which field of an AttrValue an attribute of a kind has; lists have another one.
_FIELDS = {"string": "s", "int": "i", "float": "f", "bool": "b", "type": "type", "shape": "shape", "tensor": "tensor", "func": "func"}


def _of_inputs(definition: Any) -> set[str]:
    """The attributes that the inputs tell."""
    return {name for a in definition.input_arg for name in (a.type_attr, a.type_list_attr)}


def create_op(graph: Graph, op_type: str, inputs: Sequence[Tensor], name: str | None, attrs: Mapping[str, Any] | None) -> Operation:
    """Add the operation; what inputs and attributes say of each other is filled in."""
    for i, given in enumerate(inputs):
        if not isinstance(given, Tensor):
            raise TypeError(f"Input #{i} is not a tensor: {given}")
    graph._check_not_finalized()
    name = name or op_type
    if (why := wrong_node_name(name.removesuffix("/"))) is not None:
        raise ValueError(why)
    definition = graph.op_def_for_type(op_type)
    higher.raw_function(op_type)  # which has the operations declared
    message = messages.graph.GraphDef(versions=versions())
    fed = {f"_given_{i}": given for i, given in enumerate(inputs)}
    for key, given in fed.items():
        message.node.add(name=key, op="Placeholder").attr["dtype"].type = given.dtype.base_dtype.as_datatype_enum
    node = message.node.add(name=_node_name(graph, name), op=op_type, input=list(fed))
    kinds = {a.name: _FIELDS.get(a.type, "list") for a in definition.attr}
    for key, value in (attrs or {}).items():
        if value.WhichOneof("value") != kinds.get(key, value.WhichOneof("value")):
            raise ValueError(f"AttrValue had value with type '{value.WhichOneof('value')}' when '{kinds[key]}' expected for attr '{key}'")
        node.attr[key].CopyFrom(value)
    for a in definition.attr:
        if a.name not in node.attr and not a.HasField("default_value") and a.name not in _of_inputs(definition):
            raise ValueError(f"NodeDef missing attr '{a.name}' from Op<name={op_type}>; NodeDef: {{{{node {node.name}}}}}")
    _fill_types(node, definition, inputs)
    try:
        with graph.as_default():
            import_graph_def(graph, message, fed, None, "")
    except OpError as error:  # what TensorFlow's functions for nodes say is a ValueError
        raise ValueError(error.message) from None
    return graph._by_name[node.name]


def _node_name(graph: Graph, name: str) -> str:
    """The name that the node gets: made unique within the scope in force, as it is where it ends with a slash."""
    if name.endswith("/"):
        if name[:-1] in graph._by_name:
            raise ValueError(f"Duplicate node name in graph: '{name[:-1]}'")
        return name[:-1]
    return graph.unique_name(name, mark_as_used=False)  # by importing it is


def _fill_types(node: Any, definition: Any, inputs: Sequence[Tensor]) -> None:
    """Set the attributes that say the dtypes of the inputs, where they are not given."""
    left = list(inputs)
    for declared in definition.input_arg:
        if declared.type_list_attr:
            count = len(node.attr[declared.type_list_attr].list.type)
            if declared.type_list_attr not in node.attr or not count:
                count = len(left)
                node.attr[declared.type_list_attr].list.type.extend(t.dtype.base_dtype.as_datatype_enum for t in left)
        else:
            count = node.attr[declared.number_attr].i if declared.number_attr else 1
        if count > len(left):
            raise IndexError("list index out of range")
        taken, left = left[:count], left[count:]
        if declared.type_attr and taken and declared.type_attr not in node.attr:
            node.attr[declared.type_attr].type = taken[0].dtype.base_dtype.as_datatype_enum


higher.install(created_operation=create_op)
