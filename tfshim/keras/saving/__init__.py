"""`tf.keras.saving`: models and other objects of Keras as files and dictionaries."""

from tfshim._listing import exported

_FILES = ("api", "keras_file")  # what models call in order to be saved
_listed, __getattr__, __dir__ = exported(
    globals(),
    _FILES,
    missing="tf.keras.saving.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same: see README.md).",
)
__all__ = [name for name in _listed if name not in _FILES]
