"""Models from configurations and from JSON."""

from __future__ import annotations

from typing import Any, NoReturn

from tfshim._export import tf_export
from tfshim.files import json_text as _json
from tfshim.keras._safe_mode import in_safe_mode, safe_mode_scope
from tfshim.keras.saving.keras3_config import in_keras_2, is_of_keras_3
from tfshim.keras.saving.legacy import deserialize_layer


@tf_export("keras.models.model_from_config")
def model_from_config(config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
    """The model, without weights, that a dictionary with "class_name" and "config" describes; mirrors `tf.keras.models.model_from_config`.

    Raises TypeError for a list, ValueError for Python lambdas and functions that touch files (see
    `tf.keras.config.enable_unsafe_deserialization`).
    """
    if isinstance(config, list):
        raise TypeError(
            f"`model_from_config` expects a dictionary, not a list. Received: config={config}. Did you meant to use "
            "`Sequential.from_config(config)`?"
        )
    if not config:
        raise ValueError(f"Cannot deserialize empty config. Received: config={config}")
    with safe_mode_scope(in_safe_mode() is not False):
        return deserialize_layer(in_keras_2(config) if is_of_keras_3(config) else config, custom_objects)


@tf_export("keras.models.model_from_json")
def model_from_json(json_string: str, custom_objects: dict[str, Any] | None = None) -> Any:
    """The model, without weights, that `Model.to_json` described; mirrors `tf.keras.models.model_from_json`."""
    return model_from_config(_json.loads(json_string), custom_objects)


@tf_export("keras.models.model_from_yaml")
def model_from_yaml(yaml_string: str, custom_objects: dict[str, Any] | None = None) -> NoReturn:
    """Keras has no YAML any more. Raises RuntimeError."""
    raise RuntimeError(
        "Method `model_from_yaml()` has been removed due to security risk of arbitrary code execution. Please use "
        "`Model.to_json()` and `model_from_json()` instead."
    )
