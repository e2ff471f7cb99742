"""`tf.keras.layers.serialize` and `deserialize`."""

from __future__ import annotations

from typing import Any

from tfshim._export import tf_export
from tfshim.keras._serialization import PublicNames
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.metrics.base import Metric
from tfshim.keras.saving import legacy
from tfshim.keras.saving.serialization import builtin_class, deserialize_layer, serialize_keras_object


class _LayerNames(PublicNames):
    """Layers and models by name, with those of Keras' own that files name though they are not public."""

    def __getitem__(self, name):
        found = builtin_class(name, "keras.layers")
        if found is None or not issubclass(found, Layer) or issubclass(found, Metric):
            raise KeyError(name)
        return found


_NAMES = _LayerNames("keras.layers")


@tf_export("keras.layers.serialize")
def serialize(layer: Layer, use_legacy_format: bool = False) -> dict[str, Any]:
    """The class and the configuration of a layer, as a dictionary of plain values.

    Mirrors `tf.keras.layers.serialize`. `deserialize` makes a layer of it again; weights are no part of it. JSON can hold the dictionary.

    Arguments:
        layer: a layer or a model.
        use_legacy_format: whether only "class_name" and "config" are given, as earlier versions of Keras wrote it; False by default: also
            "module", "registered_name" and the shape that the layer was built for.

    Returns:
        A dictionary.

    Raises:
        NotImplementedError: a layer without a configuration. ValueError: a metric, for which `tf.keras.metrics.serialize` is.

    Example:
        >>> config = tf.keras.layers.serialize(tf.keras.layers.Dense(3, name="head"))
        >>> config["class_name"], config["module"], config["config"]["units"]
        ('Dense', 'keras.layers', 3)
    """
    if isinstance(layer, Metric):  # a layer as well, but not found among layers again
        raise ValueError(
            f"Cannot serialize {layer} since it is a metric. Please use the `keras.metrics.serialize()` and "
            "`keras.metrics.deserialize()` APIs to serialize and deserialize metrics."
        )
    if use_legacy_format:
        return {"class_name": type(layer).__name__, "config": layer.get_config()}
    return serialize_keras_object(layer)


@tf_export("keras.layers.deserialize")
def deserialize(config: dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The layer that a dictionary of `serialize` describes, with new weights.

    Mirrors `tf.keras.layers.deserialize`. Classes are looked up by name among layers and models of Keras and those that were registered
    or are given; no module is imported that the dictionary names.

    Arguments:
        config: the dictionary; or the name of a layer that needs no arguments.
        custom_objects: classes and functions by name; None (default): none.
        use_legacy_format: whether an unknown name is an error; False by default: it is given back, as Keras does.

    Returns:
        A layer or a model, or the name of a class that is not known.

    Raises:
        ValueError: an empty dictionary, or one without the name of a class. TypeError: arguments that the class does not take.

    Example:
        >>> config = tf.keras.layers.serialize(tf.keras.layers.Dense(3, name="head"))
        >>> layer = tf.keras.layers.deserialize(config)
        >>> layer.units, layer.name
        (3, 'head')
    """
    if not config:
        raise ValueError(f"Cannot deserialize empty config. Received: config={config}")
    if use_legacy_format:
        return legacy.deserialize_keras_object(config, _NAMES, custom_objects, "layer")
    return deserialize_layer(config, custom_objects, module_objects=_NAMES)
