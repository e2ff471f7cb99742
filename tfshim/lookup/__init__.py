"""`tf.lookup`: tables from keys to values."""

from tfshim._listing import lazily

_MODULES = {
    "initializers": "KeyValueTensorInitializer TextFileIndex TextFileInitializer",
    "static": "StaticHashTable StaticVocabularyTable",
}
_SUBMODULES = "experimental".split()
__all__ = """KeyValueTensorInitializer StaticHashTable StaticVocabularyTable TextFileIndex TextFileInitializer experimental""".split()
__getattr__, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)
