"""What Keras notes of the layers of a SavedModel beside the graph, in `keras_metadata.pb`: their classes and configurations."""

from __future__ import annotations

import inspect
import json
from typing import Any

from tfshim.engine.values import nest
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.models.network_config import marked
from tfshim.keras.saving import hdf5
from tfshim.keras.saving.layer_functions import INPUT_LAYER, METRIC
from tfshim.keras.saving.legacy import legacy_form, serialize_keras_object, serialize_layer
from tfshim.keras.utils import registration
from tfshim.protos.examples import message

_VERSION = "2.15.0"


def metadata_of(view: Any, include_optimizer: bool) -> bytes:
    """The content of the file, for the objects of a SavedModel's ObjectView."""
    made = message("KerasMetadata")()
    paths = view.paths()
    with legacy_form():
        for number, x in enumerate(view.nodes):
            if not isinstance(x, Layer):
                continue
            node = made.nodes.add(
                node_id=number,
                node_path=".".join(["root", *paths[number]]),
                identifier=x._object_identifier,
                metadata=json.dumps(marked(_properties(x, include_optimizer))),
            )
            node.version.producer, node.version.min_consumer = 2, 1
    return made.SerializeToString(deterministic=True)


def _config(x: Any) -> dict[str, Any]:
    """The class of an object, and its configuration where it has one."""
    name = registration.get_registered_name(type(x))
    try:
        return serialize_layer(x)
    except NotImplementedError:
        return {"class_name": name, "config": {}}


def _properties(x: Any, include_optimizer: bool) -> dict[str, Any]:
    if x._object_identifier == INPUT_LAYER:
        about = {"name": x.name, "dtype": x.dtype, "sparse": x.sparse, "ragged": x.ragged}
        return {"class_name": "InputLayer", **about, "batch_input_shape": _batch_shape(x), "config": x.get_config()}
    shape = x.__dict__.get("_build_input_shape")
    built = {} if shape is None else {"build_input_shape": shape}
    if x._object_identifier == METRIC:
        config = _config(x)
        return {"class_name": config["class_name"], "name": x.name, "dtype": x.dtype, **config, **built}
    made = {
        "name": x.name,
        "trainable": x.trainable,
        "expects_training_arg": "training" in inspect.signature(x.call).parameters,
        "dtype": _policy(x),
        "batch_input_shape": _batch_shape(x),
        "stateful": bool(getattr(x, "stateful", False)),
        "must_restore_from_config": bool(getattr(x, "_must_restore_from_config", False)),
        "preserve_input_structure_in_config": bool(getattr(x, "_preserve_input_structure_in_config", False)),
        "autocast": x._autocast,
        **_config(x),
    }
    if getattr(x, "keeps_vocabulary", False):
        made["config"] = {**made["config"], **_vocabulary(x)}
    if x.input_spec is not None:
        made["input_spec"] = nest.map_structure(lambda spec: serialize_keras_object(spec) if spec else None, x.input_spec)
    if hasattr(x.activity_regularizer, "get_config"):
        made["activity_regularizer"] = serialize_keras_object(x.activity_regularizer)
    made.update(built)
    if x._is_container:
        made.update(_of_model(x, include_optimizer))
    return made


def _vocabulary(layer: Any) -> dict[str, Any]:
    """What a layer has learned, as arguments of its class."""
    tokens = layer.get_vocabulary(include_special_tokens=False)
    if not tokens:
        return {}
    found: dict[str, Any] = {"vocabulary": tokens}
    lookup = getattr(layer, "_lookup_layer", layer)
    if lookup.output_mode == "tf_idf":
        found["idf_weights"] = lookup.idf_weights.numpy()[lookup._token_start() :].tolist()
    return found


def _policy(x: Any) -> Any:
    policy = x._dtype_policy
    name = policy.name
    return {"class_name": "Policy", "config": {"name": name}} if name.startswith("mixed") else name


def _batch_shape(x: Any) -> Any:
    shape = x.__dict__.get("_batch_input_shape")
    return None if shape is None else tuple(shape)


def _of_model(model: Any, include_optimizer: bool) -> dict[str, Any]:
    spec = model.save_spec(dynamic_batch=False)
    config = _config(model)
    made = {
        "is_graph_network": bool(model.__dict__.get("_is_graph_network")),
        "full_save_spec": None if spec is None else (list(spec[0]), spec[1]),
        "save_spec": None if spec is None else spec[0][0],
        "keras_version": _VERSION,
        "backend": "tensorflow",
    }
    if config["config"]:
        made["model_config"] = {"class_name": type(model).__name__, "config": config["config"]}
    if include_optimizer and model._is_compiled and model._compile_arguments is not None and model.optimizer is not None:
        made["training_config"] = hdf5._training_config(model)
    return made
