"""Keras models in the directories that TensorFlow's Keras wrote with `save_format="tf"`.

What is read are the configurations of layers and the values of variables, not the graph: a model whose class is not known
here comes back through `tf.saved_model.load`.
"""

import os

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.logger import get_logger
from tfshim.files import json_text as _json
from tfshim.keras._safe_mode import safe_mode_scope
from tfshim.keras.saving.compiled import build_compiled
from tfshim.keras.saving.hdf5 import compile_arguments
from tfshim.keras.saving.legacy import deserialize_layer
from tfshim.keras.utils import registration
from tfshim.protos.examples import message
from tfshim.refusals import refused

METADATA = "keras_metadata.pb"
VARIABLES = os.path.join("variables", "variables")


def is_tf_directory(path):
    """Whether the directory holds a saved model of TensorFlow's."""
    return os.path.isfile(os.path.join(path, "saved_model.pb"))


def load_directory(path, custom_objects=None, compile=True, safe_mode=True):
    """The model in the directory `path`.

    Raises NotImplementedError where its class is not known, DataLossError for damage, ValueError for code in safe mode.
    """
    nodes = _nodes(path)
    about = nodes[0][1]
    config = about.get("model_config")
    with registration.custom_object_scope(custom_objects or {}), safe_mode_scope(safe_mode):
        model = _model(path, about, config, custom_objects)
        training = about.get("training_config")
        if compile and training is not None:
            model.compile(**compile_arguments(training, custom_objects))
            if model.built and hasattr(model.optimizer, "build"):
                model.optimizer.build(model.trainable_variables)
        elif compile:
            get_logger().warning("No training configuration found in save file, so the model was *not* compiled. Compile it manually.")
    _take_vocabularies(model, path, nodes)
    restore(model, path)
    if compile and training is not None:
        build_compiled(model)
    return model


def restore(model, path):
    """Give `model` the values of the variables in the directory `path`."""
    from tfshim.train.restoring import Restoration

    Restoration(os.path.join(path, VARIABLES)).match(0, model)
    for layer in model._flatten_layers():
        layer.finalize_state()


def _nodes(path):
    """(number of the object, what Keras noted of it) for the model, then its parts."""
    from google.protobuf.message import DecodeError

    file = os.path.join(path, METADATA)
    if not os.path.isfile(file):
        raise ValueError(f"{path} is a SavedModel, but no model of Keras: it has no {METADATA}. Load it with tf.saved_model.load.")
    try:
        with open(file, "rb") as f:
            nodes = message("KerasMetadata").FromString(f.read()).nodes
        nodes = sorted(nodes, key=lambda n: n.node_path != "root")
        return [(n.node_id, _decoded(_json.loads(n.metadata))) for n in nodes]
    except (DecodeError, ValueError, LookupError, TypeError, RecursionError) as e:
        raise errors.DataLossError(None, None, f"{file} is damaged ({e!r}).") from None


def _take_vocabularies(model, path, nodes):
    """Give layers the vocabularies they had learned, which are in tables of the graph."""
    from tfshim.saved_model.tf_loading import read_meta_graph, vocabulary

    learned = {layer.name: layer for layer in model._flatten_layers() if getattr(layer, "keeps_vocabulary", False)}
    meta = read_meta_graph(path, None) if learned else None
    for number, about in nodes:
        layer = learned.get(about.get("name"))
        if layer is None or (about.get("config") or {}).get("vocabulary"):
            continue
        where = ["_lookup_layer", "lookup_table"] if about["class_name"].endswith("TextVectorization") else ["lookup_table"]
        tokens = vocabulary(meta, number, where)
        if tokens is None:
            raise refused("tf.keras.models.load_model", "vocabulary", path=path, layer=layer.name)
        layer.take_learned(tokens)


def _decoded(value):
    """Tuples and shapes as they were before Keras wrote them as text."""
    if isinstance(value, list):
        return [_decoded(v) for v in value]
    if not isinstance(value, dict):
        return value
    if value.get("class_name") == "__tuple__":
        return tuple(_decoded(v) for v in value["items"])
    if value.get("class_name") == "TensorShape" and "items" in value:
        return value["items"]
    return {k: _decoded(v) for k, v in value.items()}


def _model(path, about, config, custom_objects):
    name = about.get("class_name", "")
    if config is not None and name in ("Sequential", "Functional", "Model"):
        return deserialize_layer(config, custom_objects)
    cls = registration.get_registered_object(name, custom_objects)
    if cls is None:
        raise refused("tf.keras.models.load_model", "class", path=path, kind=name)
    return cls.from_config(about.get("config") or {})
