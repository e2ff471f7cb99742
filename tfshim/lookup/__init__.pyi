# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.lookup import experimental as experimental
from tfshim.lookup.initializers import KeyValueTensorInitializer as KeyValueTensorInitializer, TextFileIndex as TextFileIndex
from tfshim.lookup.initializers import TextFileInitializer as TextFileInitializer
from tfshim.lookup.static import StaticHashTable as StaticHashTable, StaticVocabularyTable as StaticVocabularyTable
