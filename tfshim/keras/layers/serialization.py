"""`tf.keras.layers.serialize` and `deserialize`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.keras.saving.serialization import deserialize_layer, serialize_keras_object

if TYPE_CHECKING:
    from tfshim.keras.engine.base_layer import Layer


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
        NotImplementedError: a layer without a configuration.

    Example:
        >>> config = tf.keras.layers.serialize(tf.keras.layers.Dense(3, name="head"))
        >>> config["class_name"], config["module"], config["config"]["units"]
        ('Dense', 'keras.layers', 3)
    """
    if use_legacy_format:
        return {"class_name": type(layer).__name__, "config": layer.get_config()}
    return serialize_keras_object(layer)


@tf_export("keras.layers.deserialize")
def deserialize(config: dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The layer that a dictionary of `serialize` describes, with new weights.

    Mirrors `tf.keras.layers.deserialize`. Both formats are recognized by their keys. Classes are looked up by name among those of Keras and
    those that were registered or are given; no module is imported that the dictionary names.

    Arguments:
        config: the dictionary.
        custom_objects: classes and functions by name; None (default): none.
        use_legacy_format: need not be said.

    Returns:
        A layer or a model.

    Raises:
        ValueError: an empty dictionary, or a class that is not known. TypeError: arguments that the class does not take.

    Example:
        >>> config = tf.keras.layers.serialize(tf.keras.layers.Dense(3, name="head"))
        >>> layer = tf.keras.layers.deserialize(config)
        >>> layer.units, layer.name
        (3, 'head')
    """
    if not config:
        raise ValueError(f"Cannot deserialize empty config. Received: config={config}")
    return deserialize_layer(config, custom_objects)
