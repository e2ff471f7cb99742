"""`tf.data`: input pipelines."""

import tfshim.array_ops
import tfshim.math  # noqa: F401  (both: elements are tensors, and whoever holds one may write `a + b`)
from tfshim.data.dataset import AUTOTUNE, INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Dataset
from tfshim.data.iterators import NumpyIterator
from tfshim.data.iterators import OwnedIterator as Iterator

__all__ = ["AUTOTUNE", "Dataset", "INFINITE_CARDINALITY", "Iterator", "NumpyIterator", "UNKNOWN_CARDINALITY"]
