"""Keras models in the directories that TensorFlow's Keras wrote with `save_format="tf"`.

What is read are the configurations of layers and the values of variables, not the graph; but a model with classes that are not known
here is made of the functions and variables that were saved.
"""

import functools
import os

from google.protobuf.message import DecodeError

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.engine.values.protocol import is_variable
from tfshim.files import json_text as _json
from tfshim.keras import metrics, optimizers
from tfshim.keras._safe_mode import safe_mode_scope
from tfshim.keras.saving.attributes import build_layers, places, set_attributes
from tfshim.keras.saving.compiled import build_compiled
from tfshim.keras.saving.functions_from_graphs import revived_by_name, unknown_by_name
from tfshim.keras.saving.hdf5 import compile_arguments
from tfshim.keras.saving.layer_functions import METRIC, RNN_LAYER
from tfshim.keras.saving.legacy import deserialize_layer
from tfshim.keras.saving.revived import Reviver
from tfshim.keras.saving.serialization import builtin_class
from tfshim.keras.utils import registration
from tfshim.protos.examples import message
from tfshim.refusals import refused
from tfshim.saved_model.reading.tf_loading import objects_of, read_meta_graph, vocabulary
from tfshim.train.restoring import Restoration

METADATA = "keras_metadata.pb"
_NETWORKS = ("Sequential", "Functional", "Model")
VARIABLES = os.path.join("variables", "variables")


def is_tf_directory(path):
    """Whether the directory holds a saved model of TensorFlow's."""
    return os.path.isfile(os.path.join(path, "saved_model.pb"))


def is_of_keras(path):
    """Whether the saved model in the directory is known to be one of Keras; what is not is loaded as any other."""
    return os.path.isfile(os.path.join(path, METADATA))


def load_directory(path, custom_objects=None, compile=True, safe_mode=True, functions_only=False):
    """The model in the directory `path`; `functions_only`: of what was saved of its functions, whether its class is known or not.

    Raises DataLossError for damage, ValueError for code in safe mode.
    """
    nodes = _nodes(path)
    about = nodes[0][1]
    revived = False
    with (
        registration.custom_object_scope(custom_objects or {}),
        safe_mode_scope(safe_mode),
        revived_by_name.set_to(lambdas(path)),
    ):
        if compile:
            check_metrics(path)
        model = None if functions_only else _model_or_none(path, nodes, custom_objects)
        if model is None:
            model, revived = _revived(path), True
        if not revived:
            _take_vocabularies(model, path, nodes)
            restore(model, path)
        # As in TensorFlow the optimizer is a new one: what the saved one had kept waits for none.
        model.__dict__.get("_self_deferred", {}).pop("optimizer", None)
        training = about.get("training_config")
        if compile and training is not None:
            model.compile(**compile_arguments(training, custom_objects))
            if model.built and hasattr(model.optimizer, "build"):
                model.optimizer.build(model.trainable_variables)
            build_compiled(model)
            if isinstance(model.optimizer, optimizers.legacy.Optimizer) and model.optimizer.get_slot_names():
                get_logger().warning(
                    "Your optimizer uses slots. Slots cannot be restored from saved_model, as a result, your model is starting with  a new "
                    "initialized optimizer."
                )
        elif compile:
            get_logger().warning("No training configuration found in save file, so the model was *not* compiled. Compile it manually.")
    return model


def _model_or_none(path, nodes, custom_objects):
    """The model that its configuration describes, without values; None where that takes what is not there.

    In a network of layers those of unknown classes compute with what was saved of them. The layers of other models are made by these.
    """
    about = nodes[0][1]
    with unknown_by_name.set_to(_without_classes(path, nodes, custom_objects)):
        try:
            return _model(path, about, about.get("model_config"), custom_objects)
        except Exception:
            if is_network(about):
                raise
            return None


def _without_classes(path, nodes, custom_objects):
    """A function from the names of a layer and of its class to one that is made of its functions, or None.

    Where the configuration of a layer says no name, they are taken in their order.
    """
    names = [about.get("name") for _, about in nodes[1:]]
    unknown = {about.get("name"): number for number, about in nodes[1:] if not _is_known(about, custom_objects)}
    reviver = functools.cache(lambda: _reviver(path))
    of_class = {}
    for number, about in nodes[1:]:
        if about.get("name") in unknown:
            of_class.setdefault(about.get("class_name"), []).append(number)

    def layer(name, class_name):
        if name is None:
            return reviver().layer(of_class[class_name].pop(0)) if of_class.get(class_name) else None
        return reviver().layer(unknown[name]) if name in unknown and names.count(name) == 1 else None

    return layer


def check_metrics(path):
    """Raise ValueError for a metric that cannot be made of what was noted of it, which a compiled model has need of."""
    for kind, about in _notes(path).values():
        name = about.get("name")
        if kind != METRIC or registration.get_registered_object(name):
            continue
        config = dict(about.get("config") or {})
        try:
            if isinstance(config.get("fn"), str):
                metrics.deserialize(config["fn"], use_legacy_format=True)
            metrics.deserialize({"class_name": about["class_name"], "config": config}, use_legacy_format=True)
        except ValueError:
            config.pop("fn", None)  # which Keras does not note where it cannot be found by its name
            raise ValueError(
                f'Unable to restore custom object of class "{about["class_name"]}" (type {METRIC}). Please make sure that this class is '
                "included in the `custom_objects` arg when calling `load_model()`. Also, check that the class implements `get_config` and "
                f"`from_config`.\n\nComplete metadata: { {**about, 'config': config} }"
            ) from None


def is_network(about):
    """Whether what Keras noted of a model is the configuration of a network of layers."""
    return about.get("class_name") in _NETWORKS and about.get("model_config") is not None


def restore(model, path):
    """Give `model` the values of the variables in the directory `path`, and the attributes that no configuration tells of.

    One of a class of the user's gets the names of its variables as well.
    """
    restoration = Restoration(os.path.join(path, VARIABLES))
    restoration.match(0, model)
    graph = functools.cache(lambda: read_meta_graph(path, None).object_graph_def.nodes)
    notes = functools.cache(lambda: _notes(path))
    build_layers(graph, notes, restoration)
    for number, x in list(restoration.matched.items()):
        if getattr(x, "_object_identifier", None) == RNN_LAYER and x.stateful:
            _restore_states(restoration, number, x)
    model._finalize_states()
    if type(model).__name__ not in _NETWORKS:
        _take_names(restoration, graph())
    set_attributes(path, graph, notes, restoration)
    restoration.run_where_waiting()


def _take_names(restoration, saved):
    """Give variables the names that they were saved with: what a class makes once more is numbered by what the program made before."""
    for number, at in places(saved, restoration.nodes).items():
        if saved[number].WhichOneof("kind") == "variable":
            x = restoration.matched.get(at)
            if is_variable(x) and saved[number].variable.name:
                x._handle_name = saved[number].variable.name


def _restore_states(restoration, number, layer):
    """Give a stateful layer the states that it was saved with: they are no children of it, but in a list of Keras'."""
    for name in ("keras_api", "states"):
        number = dict(restoration.nodes[number]["children"]).get(name)
        if number is None:
            return
    states = nest.flatten(layer.states)
    for name, child in restoration.nodes[number]["children"]:
        if int(name) < len(states) and states[int(name)] is not None:
            restoration.match(child, states[int(name)])


def _nodes(path):
    """(number of the object, what Keras noted of it) for the model, then its parts."""
    file = os.path.join(path, METADATA)
    if not os.path.isfile(file):
        raise ValueError(f"{path} is a SavedModel, but no model of Keras: it has no {METADATA}. Load it with tf.saved_model.load.")
    try:
        nodes = sorted(_messages(path), key=lambda n: n.node_path != "root")
        found = [(n.node_id, _decoded(_json.loads(n.metadata))) for n in nodes]
        if not found:
            raise ValueError("it tells of no object")
        return found
    except (DecodeError, ValueError, LookupError, TypeError, RecursionError) as e:
        raise errors.DataLossError(None, None, f"{file} is damaged ({e!r}).") from None


def _messages(path):
    with open(os.path.join(path, METADATA), "rb") as f:
        return message("KerasMetadata").FromString(f.read()).nodes


def _take_vocabularies(model, path, nodes):
    """Give layers the vocabularies they had, learned or given, which are in tables of the graph, or in the layers' own configurations."""
    learned = {layer.name: layer for layer in model._flatten_layers() if _lacks_vocabulary(layer)}
    meta = read_meta_graph(path, None) if learned else None
    for number, about in nodes:
        layer = learned.get(about.get("name"))
        if layer is None:
            continue
        where = ["_lookup_layer", "lookup_table"] if about["class_name"].endswith("TextVectorization") else ["lookup_table"]
        tokens = (about.get("config") or {}).get("vocabulary") or vocabulary(meta, number, where)
        if tokens is None:
            raise refused("tf.keras.models.load_model", "vocabulary", path=path, layer=layer.name)
        layer._take_learned(tokens)


def _lacks_vocabulary(layer):
    """Whether a layer learns its vocabulary, or was given one that its configuration does not tell."""
    learns = getattr(layer, "keeps_vocabulary", None)
    return learns is not None and (learns or not layer.get_vocabulary(include_special_tokens=False))


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


def is_network_of_layers(path):
    """Whether the model in the directory `path` is one that its layers and their calls describe."""
    return is_network(_nodes(path)[0][1])


def are_classes_known(path, custom_objects=None):
    """Whether what there is a class of in the directory `path` can be made of it, the model first of all."""
    (_, model), *parts = _nodes(path)
    if not is_network(model):  # what it is made of, it makes itself
        return _is_known(model, custom_objects)
    return all(_is_known(node, custom_objects) for _, node in parts)


def _is_known(about, custom_objects):
    name = about.get("class_name", "")
    return bool(registration.get_registered_object(name, custom_objects) or builtin_class(name.rpartition(">")[2]))


def _revived(path):
    """The model without its class, of the functions and variables that were saved."""
    return _reviver(path).layer(0)


def _reviver(path):
    objects, children = objects_of(path)
    return Reviver(_notes(path), objects, children, builtin_class("Model"))


def _notes(path):
    """number of an object -> (its kind, what Keras noted of it)"""
    return {n.node_id: (n.identifier, _decoded(_json.loads(n.metadata))) for n in _messages(path)}


def lambdas(path):
    """A function from the name of a `Lambda` of the model to a layer made of what was saved of it, or None."""

    @functools.cache
    def found():
        numbers = {about.get("name"): number for number, about in _nodes(path)[1:] if about.get("class_name") == "Lambda"}
        return numbers, _reviver(path)

    def layer(name):
        numbers, reviver = found()
        return reviver.layer(numbers[name]) if name in numbers else None

    return layer


def _model(path, about, config, custom_objects):
    name = about.get("class_name", "")
    if config is not None and name in _NETWORKS:
        return deserialize_layer(config, custom_objects)
    cls = registration.get_registered_object(name, custom_objects)
    if cls is None:
        return None
    return cls.from_config(about.get("config") or {})
