"""`tf.keras.layers.serialize` and `deserialize`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.keras.saving.serialization import deserialize_keras_object, serialize_keras_object

if TYPE_CHECKING:
    from tfshim.keras.engine.base_layer import Layer


@tf_export("keras.layers.serialize")
def serialize(layer: Layer, use_legacy_format: bool = False) -> dict[str, Any]:
    """The configuration of `layer` as a dictionary that `deserialize` takes.

    `use_legacy_format`: only class name and configuration, as older versions wrote it.
    """
    if use_legacy_format:
        return {"class_name": type(layer).__name__, "config": layer.get_config()}
    return serialize_keras_object(layer)


@tf_export("keras.layers.deserialize")
def deserialize(config: dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The layer that `config`, made by `serialize` in either format, describes. Raises ValueError for an unknown class."""
    if not config:
        raise ValueError(f"Cannot deserialize empty config. Received: config={config}")
    return deserialize_keras_object(config, custom_objects=custom_objects)
