"""`tf.keras.saving`: models and other objects of Keras as files and dictionaries."""

from tfshim.keras.saving.serialization import deserialize_keras_object, serialize_keras_object
from tfshim.keras.utils.registration import (
    custom_object_scope,
    get_custom_objects,
    get_registered_name,
    get_registered_object,
    register_keras_serializable,
)

__all__ = ["custom_object_scope", "deserialize_keras_object", "get_custom_objects", "get_registered_name", "get_registered_object",
           "register_keras_serializable", "serialize_keras_object"]
