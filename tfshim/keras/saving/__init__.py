"""`tf.keras.saving`: models and other objects of Keras as files and dictionaries."""

from tfshim._listing import listing
from tfshim.keras.saving.serialization import deserialize_keras_object, serialize_keras_object
from tfshim.keras.utils.registration import (
    custom_object_scope,
    get_custom_objects,
    get_registered_name,
    get_registered_object,
    register_keras_serializable,
)

__all__ = [
    "custom_object_scope",
    "deserialize_keras_object",
    "get_custom_objects",
    "get_registered_name",
    "get_registered_object",
    "load_model",
    "register_keras_serializable",
    "save_model",
    "serialize_keras_object",
]
__dir__ = listing(globals())


def __getattr__(name):
    # These know models, which themselves save.
    if name in ("load_model", "save_model"):
        from tfshim.keras import models

        return getattr(models, name)
    raise AttributeError(f"tf.keras.saving.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same: see README.md).")
