"""The SavedObjectGraph of a SavedModel, and the objects of its checkpoint."""

from __future__ import annotations

from typing import Any

from tfshim.engine.ops.attr_values import shape_message
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.typespec import TensorSpec
from tfshim.engine.variables.trackable import VARIABLE_VALUE
from tfshim.engine.variables.tracked_containers import DictWrapper, ListWrapper, TupleWrapper
from tfshim.lookup._tables import Table
from tfshim.lookup.static import StaticHashTable
from tfshim.saved_model._specs import takes_inputs_alone
from tfshim.saved_model.asset import Asset
from tfshim.saved_model.revived_types import registration_of
from tfshim.saved_model.writing.library import Trace, Traces, encoded, function_spec, named_by_place
from tfshim.saved_model.writing.main_graph import MainGraph
from tfshim.saved_model.writing.object_view import CapturedTensor, ObjectView, SignatureMap
from tfshim.saved_model.writing.table_functions import SAVEABLE, Constant
from tfshim.train.object_graph import SLOT, escaped, graph_proto
from tfshim.train.tensor_bundle import GRAPH_KEY

_CONTAINERS = (
    (ListWrapper, "trackable_list_wrapper"),
    (TupleWrapper, "trackable_tuple_wrapper"),
    (DictWrapper, "trackable_dict_wrapper"),
    (SignatureMap, "signature_map"),
)


def fill(graph: Any, view: ObjectView, main: MainGraph) -> None:
    """Put the objects of `view` and the functions of the library into the SavedObjectGraph `graph`."""
    for number, (x, children) in enumerate(zip(view.nodes, view.children, strict=True)):
        node = graph.nodes.add()
        for name, child in children.items():
            node.children.add(node_id=child, local_name=name)
        _describe(node, number, x, view, main)
        if isinstance(x, (Trace, Traces)):
            node.dependencies.extend(node.children)
        for name, original, slot in view.slots.get(number, ()):
            node.slot_variables.add(slot_name=name, original_variable_node_id=original, slot_variable_node_id=slot)
        if number in view.saveables:
            functions = node.saveable_objects[SAVEABLE]
            functions.save_function, functions.restore_function = view.saveables[number]
        if isinstance(x, Trace):
            concrete = graph.concrete_functions[x.name]
            concrete.bound_inputs.extend(view.numbers[id(c)] for c in x.captured)
            concrete.canonicalized_input_signature.CopyFrom(encoded(x.arguments))
            concrete.output_signature.CopyFrom(encoded(x.results))
    for function, bound in view.gradients:
        concrete = graph.concrete_functions[function.name]
        concrete.bound_inputs.extend(bound)
        specs = [TensorSpec(t.shape, t.dtype, f"args_{i}") for i, t in enumerate(function.passed)]
        concrete.canonicalized_input_signature.CopyFrom(encoded((tuple(specs), {})))
        results = [None if g is None else TensorSpec(g.shape, g.dtype) for g in function.gradients]
        concrete.output_signature.CopyFrom(encoded(named_by_place(results)))


def _describe(node: Any, number: int, x: Any, view: ObjectView, main: MainGraph) -> None:
    """Say in the message `node` what the object `x` is."""
    if isinstance(x, Traces):
        node.function.concrete_functions.extend(t.name for t in x.traces)
        node.function.function_spec.CopyFrom(function_spec(x.parameters, x.input_signature, x.jit_compile))
    elif isinstance(x, Trace):
        made = node.bare_concrete_function
        made.concrete_function_name, made.allowed_positional_arguments = x.name, x.positional
        made.argument_keywords.extend(x.keywords)
        if not takes_inputs_alone(x.arguments):
            made.function_spec.CopyFrom(function_spec(x.parameters, x.input_signature))
    elif isinstance(x, CapturedTensor):
        node.captured_tensor.name, node.captured_tensor.concrete_function = x.name, x.function
    elif isinstance(x, Asset):
        node.asset.asset_file_def_index = main.asset_numbers[number]
        node.asset.SetInParent()
    elif isinstance(x, Constant):
        node.constant.operation, node.registered_name = main.operations[number], "tf.TrackableConstant"
    elif is_variable(x):
        made = node.variable
        made.dtype, made.trainable, made.name = x.dtype.as_datatype_enum, bool(x.trainable), x.name.split(":")[0]
        made.shape.CopyFrom(shape_message(x.shape))
        made.synchronization, made.aggregation = x.synchronization.value, x.aggregation.value
    elif isinstance(x, Table):
        node.resource.SetInParent()
        if isinstance(x, StaticHashTable):
            node.registered_name = "tf.StaticHashTable"
    else:
        made, registration = node.user_object, registration_of(x)
        if registration is not None:
            registration.describe(made)
            return
        made.identifier = next((name for kind, name in _CONTAINERS if isinstance(x, kind)), None) or getattr(
            x, "_object_identifier", "_generic_user_object"
        )
        made.version.producer = made.version.min_consumer = 1
        made.metadata = getattr(x, "_tracking_metadata", "")


def _in_key(name: str) -> str:
    return name if name == SLOT else escaped(name)


class Checkpoint:
    """What the checkpoint of a SavedModel holds.

    `tensors`: key -> tensor; `nodes`: the object graph, as `ObjectGraph.serialize` gives one; `sources`: key -> (object, part of
    it, dtype), for the nodes that save and restore.
    """

    def __init__(self, view: ObjectView) -> None:
        self.tensors: dict[str, Any] = {}
        self.nodes: list[dict[str, Any]] = []
        self.sources: dict[str, tuple[Any, str, Any]] = {}
        paths = view.paths()
        for number, (x, children) in enumerate(zip(view.nodes, view.children, strict=True)):
            attributes = []
            values = {} if isinstance(x, (Trace, Traces, Constant, CapturedTensor, SignatureMap)) else x._serialize_to_tensors()
            for part, value in values.items():
                key = "/".join([*map(_in_key, paths[number]), ".ATTRIBUTES", escaped(part)])
                self.tensors[key] = value
                self.sources[key] = (x if is_variable(x) or isinstance(x, Table) else value), part, value.dtype
                if not isinstance(x, Table):
                    attributes.append([part, key, x._shared_name if part == VARIABLE_VALUE else ""])
            if values and isinstance(x, Table):  # one entry for keys and values
                attributes.append([SAVEABLE, "/".join([*map(_in_key, paths[number]), ".ATTRIBUTES", SAVEABLE]), ""])
            self.nodes.append({"children": list(children.items()), "attributes": attributes, "slots": view.slots.get(number, [])})
        graph = convert_to_tensor(graph_proto(self.nodes).SerializeToString())
        self.sources[GRAPH_KEY] = graph, "", graph.dtype
