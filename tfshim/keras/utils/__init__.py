"""`tf.keras.utils`: seeds, configurations, class vectors and files."""

from tfshim.keras._random import set_random_seed
from tfshim.keras.utils.arrays import normalize, to_categorical
from tfshim.keras.utils.files import get_file
from tfshim.keras.utils.registration import (
    CustomObjectScope,
    custom_object_scope,
    deserialize_keras_object,
    get_custom_objects,
    get_registered_name,
    get_registered_object,
    register_keras_serializable,
    serialize_keras_object,
)

__all__ = ["CustomObjectScope", "custom_object_scope", "deserialize_keras_object", "get_custom_objects", "get_file",
           "get_registered_name", "get_registered_object", "normalize", "register_keras_serializable", "serialize_keras_object",
           "set_random_seed", "to_categorical"]
