"""One configuration of a model in every form that models are read from."""

import contextlib
import json
import os
import zipfile

import h5py
import numpy as np
from safetensors.numpy import save

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.keras import _safe_mode  # noqa: E402
from tfshim.protos.examples import message  # noqa: E402

K = tf.keras


def functional(layer, inbound=None, shape=(2,), dtype="float32"):
    """The configuration of a functional model: an input, then `layer`."""
    own = {
        "class_name": "InputLayer",
        "module": "keras.layers",
        "registered_name": None,
        "name": "i",
        "config": {"batch_input_shape": [None, *shape], "dtype": dtype, "sparse": False, "ragged": False, "name": "i"},
        "inbound_nodes": [],
    }
    layer = {
        "module": "keras.layers",
        "registered_name": None,
        **layer,
        "name": layer["config"]["name"],
        "inbound_nodes": inbound if inbound is not None else [[["i", 0, 0, {}]]],
    }
    return {
        "module": "keras",
        "class_name": "Functional",
        "registered_name": "Functional",
        "config": {
            "name": "m",
            "trainable": True,
            "layers": [own, layer],
            "input_layers": [["i", 0, 0]],
            "output_layers": [[layer["name"], 0, 0]],
        },
    }


def older(config):
    """The same in the form of Keras before 2.13, in which HDF5 files and SavedModels hold it."""
    if isinstance(config, list):
        return [older(c) for c in config]
    if not isinstance(config, dict):
        return config
    return {
        k: older(v)
        for k, v in config.items()
        if not ("class_name" in config and k in ("module", "registered_name") and not isinstance(config.get("config"), str))
    }


def archive(config, folder, members=()):
    """A `.keras` file."""
    path = os.path.join(folder, "m.keras")
    weights = os.path.join(folder, "w.h5")
    with h5py.File(weights, "w"):
        pass
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("metadata.json", json.dumps({"keras_version": "2.15.0"}))
        made.writestr("config.json", json.dumps(config))
        made.write(weights, "model.weights.h5")
        for name, content in dict(members).items():
            made.writestr(name, content)
    return path


def hdf5(config, folder, training=None):
    """An `.h5` file."""
    path = os.path.join(folder, "m.h5")
    with h5py.File(path, "w") as made:
        made.attrs["model_config"] = json.dumps(config)
        if training is not None:
            made.attrs["training_config"] = json.dumps(training)
        group = made.create_group("model_weights")
        group.attrs["layer_names"] = np.array([], dtype="S1")
    return path


def directory(config, folder):
    """A directory as tfshim writes it."""
    path = os.path.join(folder, "own")
    os.makedirs(path)
    for name, content in (("config.json", json.dumps(config).encode()), ("metadata.json", b"{}"), ("model.weights.safetensors", save({}))):
        with open(os.path.join(path, name), "wb") as file:
            file.write(content)
    return path


def tf_directory(config, folder):
    """A directory as TensorFlow's Keras writes it."""
    path = os.path.join(folder, "tf")
    os.makedirs(path)
    about = {"class_name": config["class_name"], "model_config": config, "config": config["config"]}
    node = message("KerasMetadata")()
    node.nodes.add(node_id=0, node_path="root", identifier="_tf_keras_network", metadata=json.dumps(about))
    for name, content in (("keras_metadata.pb", node.SerializeToString()), ("saved_model.pb", b"")):
        with open(os.path.join(path, name), "wb") as file:
            file.write(content)
    return path


# name -> what loads a configuration of a model by way of that form; with `safe_mode` where the function has it.
LOADERS = {
    "keras": lambda config, folder, **k: K.models.load_model(archive(config, folder), **k),
    "h5": lambda config, folder, **k: K.models.load_model(hdf5(config, folder), **k),
    "h5 of before": lambda config, folder, **k: K.models.load_model(hdf5(older(config), folder), **k),
    "directory": lambda config, folder, **k: K.models.load_model(directory(config, folder), **k),
    "TensorFlow's directory": lambda config, folder, **k: K.models.load_model(tf_directory(older(config), folder), **k),
    "model_from_json": lambda config, folder: K.models.model_from_json(json.dumps(config)),
    "model_from_json of before": lambda config, folder: K.models.model_from_json(json.dumps(older(config))),
    "model_from_config": lambda config, folder: K.models.model_from_config(config),
    "from_config": lambda config, folder: K.Model.from_config(config["config"]),
    "deserialize": lambda config, folder: K.layers.deserialize(config),
    "deserialize_keras_object": lambda config, folder: K.saving.deserialize_keras_object(config),
}


@contextlib.contextmanager
def unsafe():
    """Within it safe mode is off, as `tf.keras.config.enable_unsafe_deserialization()` turns it off for good."""
    K.config.enable_unsafe_deserialization()
    try:
        yield
    finally:
        _safe_mode._unsafe.value = False
