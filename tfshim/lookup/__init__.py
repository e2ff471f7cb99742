"""`tf.lookup`: tables from keys to values."""

from tfshim._listing import listing
from tfshim.lookup import experimental
from tfshim.lookup.initializers import KeyValueTensorInitializer, TextFileIndex, TextFileInitializer
from tfshim.lookup.static import StaticHashTable, StaticVocabularyTable

__all__ = """KeyValueTensorInitializer StaticHashTable StaticVocabularyTable TextFileIndex TextFileInitializer experimental""".split()
__dir__ = listing(globals())
