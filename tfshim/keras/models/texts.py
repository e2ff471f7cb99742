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
    """The model that a dictionary describes, with new weights.

    Mirrors `tf.keras.models.model_from_config`. The dictionary tells the class of the model too, unlike that of `model.get_config()`, which
    `Model.from_config` takes.

    Arguments:
        config: a dictionary with "class_name" and "config", as `tf.keras.layers.serialize(model)` gives it.
        custom_objects: classes and functions by name that the model needs and that are not registered; None: none.

    Returns:
        A model that is not compiled.

    Raises:
        TypeError: a list. ValueError: an empty dictionary, an unknown class, Python lambdas and functions that touch files (see
            `tf.keras.config.enable_unsafe_deserialization`).

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
        >>> config = {"class_name": "Sequential", "config": model.get_config()}
        >>> tf.keras.models.model_from_config(config).output_shape
        (None, 2)
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
    """The model that JSON text of `model.to_json()` describes, with new weights.

    Mirrors `tf.keras.models.model_from_json`. Text of Keras 2 and of Keras 3 is read. The weights are not part of it: set them by
    `set_weights` or `load_weights`.

    Arguments:
        json_string: the text.
        custom_objects: classes and functions by name that the model needs and that are not registered with
            `tf.keras.saving.register_keras_serializable`; None: none.

    Returns:
        A model that is not compiled.

    Raises:
        ValueError: text that is no JSON, an unknown class, Python lambdas and functions that touch files (see
            `tf.keras.config.enable_unsafe_deserialization`).

    Example:
        >>> text = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))]).to_json()
        >>> model = tf.keras.models.model_from_json(text)
        >>> model.input_shape, model.output_shape
        ((None, 3), (None, 2))
    """
    return model_from_config(_json.loads(json_string), custom_objects)


@tf_export("keras.models.model_from_yaml")
def model_from_yaml(yaml_string: str, custom_objects: dict[str, Any] | None = None) -> NoReturn:
    """Keras has no YAML any more: this raises RuntimeError.

    Mirrors `tf.keras.models.model_from_yaml`, which Keras keeps only to say so: reading YAML could run code. Write models with
    `model.to_json()` and read them with `tf.keras.models.model_from_json`; whole models with their weights are written by `model.save` and
    read by `tf.keras.models.load_model`.

    Arguments:
        yaml_string: whatever it is.

    Raises:
        RuntimeError: always, with the remedy.

    Example:
        >>> tf.keras.models.model_from_yaml("class_name: Sequential")
        Traceback (most recent call last):
            ...
        RuntimeError: Method `model_from_yaml()` has been removed due to security ...
    """
    raise RuntimeError(
        "Method `model_from_yaml()` has been removed due to security risk of arbitrary code execution. Please use "
        "`Model.to_json()` and `model_from_json()` instead."
    )
