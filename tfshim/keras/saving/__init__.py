"""`tf.keras.saving`: models and other objects of Keras as files and dictionaries."""

from tfshim._listing import exported

_FILES = ("api", "keras_file")  # what models call in order to be saved
_listed, __getattr__, __dir__ = exported(
    globals(),
    _FILES,
)
__all__ = [name for name in _listed if name not in _FILES]
