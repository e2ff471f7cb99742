"""Keras models in the directories that TensorFlow's Keras wrote with `save_format="tf"`.

What is read are the configurations of layers and the values of variables, not the graph: a model whose class is not known
here comes back through `tf.saved_model.load`.
"""

import json
import logging
import os

from tfshim.engine import errors
from tfshim.keras.saving import legacy
from tfshim.keras.saving.compiled import build_compiled
from tfshim.keras.saving.hdf5 import compile_arguments
from tfshim.keras.utils import registration

_log = logging.getLogger("tensorflow")
METADATA = "keras_metadata.pb"
VARIABLES = os.path.join("variables", "variables")


def is_tf_directory(path):
    """Whether the directory holds a saved model of TensorFlow's."""
    return os.path.isfile(os.path.join(path, "saved_model.pb"))


def load_directory(path, custom_objects=None, compile=True):
    """The model in the directory `path`. Raises NotImplementedError where its class is not known, DataLossError for damage."""
    from tfshim.train.checkpoint import Restoration

    about = _root(path)
    config = about.get("model_config")
    with registration.custom_object_scope(custom_objects or {}):
        model = _model(path, about, config, custom_objects)
        training = about.get("training_config")
        if compile and training is not None:
            model.compile(**compile_arguments(training, custom_objects))
            if model.built and hasattr(model.optimizer, "build"):
                model.optimizer.build(model.trainable_variables)
        elif compile:
            _log.warning("No training configuration found in save file, so the model was *not* compiled. Compile it manually.")
    Restoration(os.path.join(path, VARIABLES)).match(0, model)
    if compile and training is not None:
        build_compiled(model)
    return model


def _root(path):
    """What Keras noted of the model itself."""
    from google.protobuf.message import DecodeError

    from tfshim.example_protos import message

    file = os.path.join(path, METADATA)
    if not os.path.isfile(file):
        raise ValueError(f"{path} is a SavedModel, but no model of Keras: it has no {METADATA}. Load it with tf.saved_model.load.")
    try:
        with open(file, "rb") as f:
            nodes = message("KerasMetadata").FromString(f.read()).nodes
        return _decoded(json.loads(next(n.metadata for n in nodes if n.node_path == "root")))
    except (DecodeError, StopIteration, ValueError) as e:
        raise errors.DataLossError(None, None, f"{file} is damaged ({e!r}).") from None


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
        return legacy.deserialize_layer(config, custom_objects)
    cls = registration.get_registered_object(name, custom_objects)
    if cls is None:
        raise NotImplementedError(f"load_model: {path} holds a model of the class {name}, which is not known here; give it in "
                                  "`custom_objects`, or take the model's functions from tf.saved_model.load.")
    return cls.from_config(about.get("config") or {})
