"""`tf.lookup.experimental`: tables that change."""

from tfshim._listing import listing
from tfshim.lookup.initializers import DatasetInitializer  # noqa: F401 - it was among these once
from tfshim.lookup.mutable import DenseHashTable, MutableHashTable

__all__ = ["DenseHashTable", "MutableHashTable"]
__dir__ = listing(globals())
