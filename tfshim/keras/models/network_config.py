"""Functional models as configurations: layers, and for each call of one where its arguments come from."""

from __future__ import annotations

import contextlib
import inspect
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.type_spec_base import TypeSpec, get_name, lookup
from tfshim.keras.engine.input_layer import InputLayer
from tfshim.keras.engine.keras_tensor import is_keras
from tfshim.keras.layers.op_layers import AddLoss, AddMetric, TFOpLambda
from tfshim.keras.saving import serialization
from tfshim.keras.saving.legacy import in_use, layer_of, legacy_form, serialize_layer
from tfshim.keras.v1.mode import building

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfshim.keras.annotations import KerasTensors
    from tfshim.keras.engine.base_layer import Layer


_CONSTANT = "_CONSTANT_VALUE"
_COMPOSITE = {"_TYPE": "COMPOSITE"}  # beside the text of a ragged or sparse tensor


def layer_config(layer: Layer) -> dict[str, Any]:
    """The configuration of a layer as an entry of that of a model."""
    return serialize_layer(layer) if in_use() or building() is not None else serialization.serialize_keras_object(layer)


def layer_configs(model: Any, layers: Iterable[Layer]) -> list[dict[str, Any]]:
    """The configurations of `layers` of `model`, in the form before Keras 2.13 if its attribute `use_legacy_config` asks for that."""
    with legacy_form() if getattr(model, "use_legacy_config", False) else contextlib.nullcontext():
        return [layer_config(layer) for layer in layers]


def layer_from_config(config: dict[str, Any], custom_objects: dict[str, Any] | None = None, called: bool = True) -> Layer:
    """The layer that `layer_config` described, in the form of this or of earlier versions."""
    return layer_of(config, custom_objects, called)


def _skips_first(layer):
    """Whether calls of `layer` are counted from 1: for networks node 0 is their own construction."""
    tracked = layer.__dict__.get("_self_tracked_trackables")
    return bool(layer.__dict__.get("_is_graph_network") and tracked and isinstance(tracked[0], InputLayer))


def network_config(model: Any, config: dict[str, Any]) -> dict[str, Any]:
    """Add to `config` the layers of `model`, its inputs and outputs."""
    numbers = {}  # call -> its number among the calls of the layer that belong to the model
    layers = model._network.layers
    for layer in layers:
        count = int(_skips_first(layer))
        for node in layer._inbound_nodes:
            if node in model._network.nodes:
                numbers[node] = count
                count += 1

    def reference(x):
        layer, at, index = x._keras_history
        return [layer.name, numbers.get(layer._inbound_nodes[at], 0), index]

    calls = []
    for layer, written in zip(layers, layer_configs(model, layers)):
        nodes = [_node_config(layer, node, reference) for node in layer._inbound_nodes if node in numbers and not node.is_input]
        calls.append({**written, "name": layer.name, "inbound_nodes": nodes})
    config["layers"] = calls
    config["input_layers"] = _references(model._nested_inputs, reference)
    config["output_layers"] = _references(model._nested_outputs, reference)
    return config


def _references(structure, reference):
    found = nest.map_structure(reference, structure)
    return [found] if is_keras(structure) else found


def _node_config(layer, node, reference):
    arguments = node.call_kwargs
    if len(node.call_args) > 1:
        arguments = {**dict(zip(_argument_names(layer)[1:], node.call_args[1:])), **arguments}
    arguments = _plain(arguments, reference)
    try:
        json.dumps(arguments, default=json_value)
    except TypeError:
        raise TypeError(
            f"Layer {layer.name} was passed non-JSON-serializable arguments. Arguments had types: {nest.map_structure(type, arguments)}. "
            "They cannot be serialized out when saving the model."
        ) from None

    def first(x):
        if is_keras(x):
            return [*reference(x), arguments]
        return [_CONSTANT, -1, _plain(x, reference), arguments]

    inputs = node.call_args[0]
    data = _map(inputs, first)
    # Keras writes the only input of a call as a list of one, but not for operations that became layers.
    if not isinstance(inputs, (list, tuple, dict)) and not isinstance(layer, TFOpLambda):
        data = [data]
    return data


def _map(structure, function):
    if isinstance(structure, (list, tuple)):
        return [_map(x, function) for x in structure]
    if isinstance(structure, dict):
        return {k: _map(v, function) for k, v in structure.items()}
    return function(structure)


def _argument_names(layer):
    return list(inspect.signature(getattr(layer, "function", layer.call)).parameters)


def _plain(x, reference):
    """`x` with references for Keras tensors and lists for arrays."""
    if is_keras(x):
        return reference(x)
    if isinstance(x, np.ndarray):
        return x.tolist()
    if isinstance(x, Tensor) or hasattr(x, "_tfshim_value"):
        return x.numpy().tolist()
    if isinstance(x, CompositeTensor):
        parts = [(part.dtype.name, part.numpy().tolist()) for part in nest.flatten(x, expand_composites=True)]
        return _COMPOSITE, json.dumps({"class_name": "CompositeTensor", "spec": marked(x._type_spec), "tensors": parts}, default=json_value)
    if isinstance(x, dict):
        return {k: _plain(v, reference) for k, v in x.items()}
    if isinstance(x, tuple) and not hasattr(x, "_fields"):
        return tuple(_plain(v, reference) for v in x)
    if isinstance(x, list):
        return [_plain(v, reference) for v in x]
    return x


def json_value(x: Any) -> Any:
    """What JSON holds for `x`, which it cannot hold itself. Raises TypeError where there is nothing."""
    if hasattr(x, "get_config"):
        return {"class_name": type(x).__name__, "config": x.get_config()}
    if isinstance(x, np.ndarray):
        return x.tolist()
    if isinstance(x, np.generic):
        return x.item()
    if isinstance(x, TensorShape):
        return None if x.rank is None else x.as_list()
    if isinstance(x, dtypes.DType):
        return x.name
    if isinstance(x, Tensor):
        return x.numpy().tolist()
    if x is Ellipsis:
        return {"class_name": "__ellipsis__"}
    if isinstance(x, bytes):
        return {"class_name": "__bytes__", "config": {"value": x.decode()}}
    if callable(x):
        return x.__name__
    if hasattr(x, "_serialize") or hasattr(x, "value_type"):
        return serialization.type_spec_config(x)
    raise TypeError(f"Unable to serialize {x} to JSON. Unrecognized type {type(x)}.")


def marked(x: Any) -> Any:
    """`x` as JSON holds it, with tuples, shapes and specs marked as such."""
    if isinstance(x, TensorShape):
        return {"class_name": "TensorShape", "items": None if x.rank is None else x.as_list()}
    if isinstance(x, tuple):
        return {"class_name": "__tuple__", "items": [marked(v) for v in x]}
    if isinstance(x, list):
        return [marked(v) for v in x]
    if isinstance(x, dict):
        return {k: marked(v) for k, v in x.items()}
    if isinstance(x, TypeSpec):
        return {"class_name": "TypeSpec", "type_spec": get_name(type(x)), "serialized": [marked(v) for v in x._serialize()]}
    if isinstance(x, dtypes.DType):
        return x.name
    if x is None or isinstance(x, (str, int, float, bool)):
        return x
    return marked(json_value(x))


# ---------------------------------------------------------------------- and back
def rebuild(config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> tuple[KerasTensors, KerasTensors, list[Any]]:
    """The inputs and outputs that `network_config` described, and the Keras tensors of losses and metrics beside the outputs."""
    return rebuild_from(config, {entry["name"]: layer_from_config(entry, custom_objects) for entry in config["layers"]})


def rebuild_from(config, layers, replaced=()):
    """The same from layers by the names that the configuration knows; `replaced`: calls that replace inputs, by name."""
    builder = _Builder(layers)
    waiting = {}
    for entry in config["layers"]:
        name = entry["name"]
        waiting[name] = list(entry["inbound_nodes"])
        if name in replaced:
            builder.calls[name, 0] = replaced[name]
        elif isinstance(layers[name], InputLayer):
            builder.calls[name, 0] = layers[name]._inbound_nodes[0]
    progress = True
    # Layers may be listed before those that they are called on: go round until every call is made.
    while any(waiting.values()):
        if not progress:
            stuck = [name for name, nodes in waiting.items() if nodes]
            raise ValueError(f"The configuration of the model is damaged: the inputs of the layers {stuck} are not made by any layer.")
        progress = False
        for name, nodes in waiting.items():
            while nodes and builder.ready(nodes[0]):
                builder.call(name, nodes.pop(0))
                progress = True
    beside = [nest.flatten(call.outputs)[0] for (name, _), call in builder.calls.items() if isinstance(layers[name], (AddLoss, AddMetric))]
    return builder.ends(config["input_layers"]), builder.ends(config["output_layers"]), beside


def _is_reference(x):
    return (
        isinstance(x, (list, tuple))
        and len(x) in (3, 4)
        and isinstance(x[0], str)
        and isinstance(x[1], int)
        and not isinstance(x[1], bool)
        and (x[0] == _CONSTANT or isinstance(x[2], int))
    )


class _Builder:
    def __init__(self, layers):
        self.layers, self.calls = layers, {}  # (name, number in the configuration) -> the call
        self.numbers = {name: int(_skips_first(layer)) for name, layer in layers.items()}

    def _known(self, x):
        return _is_reference(x) and x[0] in self.layers

    def _missing(self, x):
        if self._known(x):
            yield (x[0], x[1])
            if len(x) == 4:
                yield from self._missing(x[3])
        elif isinstance(x, dict):
            for v in x.values():
                yield from self._missing(v)
        elif isinstance(x, (list, tuple)):
            for v in x:
                yield from self._missing(v)

    def ready(self, node):
        """Whether everything that the call needs has been made."""
        return all(key in self.calls for key in self._missing(node))

    def tensor(self, x):
        """The Keras tensor that a reference points to."""
        return nest.flatten(self.calls[x[0], x[1]].outputs)[x[2]]

    def tensors(self, structure):
        """`structure` with Keras tensors for references."""
        if self._known(structure):
            return self.tensor(structure)
        if isinstance(structure, dict):
            return {k: self.tensors(v) for k, v in structure.items()}
        if isinstance(structure, (list, tuple)):
            tensors = [self.tensors(x) for x in structure]
            return tuple(tensors) if isinstance(structure, tuple) else tensors
        return structure

    def ends(self, structure):
        """The inputs or outputs of the model; a single one is in a list."""
        tensors = self.tensors(structure)
        return tensors[0] if isinstance(tensors, list) and len(tensors) == 1 else tensors

    def call(self, name, node):
        """Call the layer `name` on what the configuration of a call says."""
        kwargs, layer = {}, self.layers[name]

        def first(x):
            if _is_reference(x):
                if len(x) == 4:
                    kwargs.update(x[3])
                return _constant(x[2]) if x[0] == _CONSTANT else self.tensor(x)
            if isinstance(x, dict):
                return {k: first(v) for k, v in x.items()}
            return [first(v) for v in x]

        inputs = first(node)
        if isinstance(inputs, list) and len(inputs) == 1 and not isinstance(layer, TFOpLambda):
            inputs = inputs[0]
        kwargs = {k: _value(self.tensors(v)) for k, v in kwargs.items()}
        layer(inputs, **kwargs)
        self.calls[name, self.numbers[name]] = layer._inbound_nodes[-1]
        self.numbers[name] += 1


def _constant(x):
    """The tensor that stood among the inputs of a call, of its value in the configuration."""
    value = _value(x)
    return convert_to_tensor(value) if isinstance(value, (list, tuple)) else value


def _composite(written):
    """The ragged or sparse tensor that `_plain` wrote."""
    parts = [convert_to_tensor(_value(values), dtype) for dtype, values in written["tensors"]]
    return nest.pack_sequence_as(_of_spec(written["spec"]), parts, expand_composites=True)


def _of_spec(x):
    """What a type spec is made of again, of its form in a configuration."""
    kind = x.get("class_name") if isinstance(x, dict) else None
    if kind == "TensorShape":
        return TensorShape(x["items"])
    if kind == "__tuple__":
        return tuple(map(_of_spec, x["items"]))
    if kind == "TypeSpec":
        return lookup(x["type_spec"])._deserialize(_of_spec(x["serialized"]))
    if isinstance(x, list):
        return [*map(_of_spec, x)]
    return dtypes.as_dtype(x) if isinstance(x, str) else x


def _value(x):
    if isinstance(x, dict) and x.get("class_name") == "__bytes__":
        return (x["config"] if "config" in x else x)["value"].encode()  # without `config` in files of TensorFlow
    if isinstance(x, dict) and x.get("class_name") == "__ellipsis__":
        return Ellipsis
    if isinstance(x, (list, tuple)):
        if len(x) == 2 and isinstance(x[0], dict) and x[0] == _COMPOSITE:
            return _composite(json.loads(x[1]))
        return type(x)(_value(v) for v in x)
    return x
