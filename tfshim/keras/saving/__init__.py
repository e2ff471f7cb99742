"""`tf.keras.saving`: models and other objects of Keras as files and dictionaries."""

from tfshim._listing import lazily, names

_MODULES = {
    "tfshim.keras.utils.registration": """custom_object_scope get_custom_objects get_registered_name get_registered_object
        register_keras_serializable""",
    "api": "load_model save_model",
    "serialization": "deserialize_keras_object serialize_keras_object",
}
_FILES = ("api", "keras_file")  # what models call in order to be saved
__all__ = names(_MODULES)
__getattr__, __dir__ = lazily(
    globals(),
    _MODULES,
    _FILES,
    "tf.keras.saving.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same: see README.md).",
)
