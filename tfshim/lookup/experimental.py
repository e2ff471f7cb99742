"""`tf.lookup.experimental`: tables that change."""

from tfshim.lookup.initializers import DatasetInitializer
from tfshim.lookup.mutable import DenseHashTable, MutableHashTable

__all__ = ["DatasetInitializer", "DenseHashTable", "MutableHashTable"]
