"""`tf.lookup`: tables from keys to values."""

from tfshim._listing import lazily, names

_MODULES = {
    "initializers": "KeyValueTensorInitializer TextFileIndex TextFileInitializer",
    "static": "StaticHashTable StaticVocabularyTable",
}
_SUBMODULES = "experimental".split()
__all__ = names(_MODULES, _SUBMODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)
