"""`tf.data`: input pipelines."""

import tfshim.array_ops
import tfshim.math  # noqa: F401  (both: elements are tensors, and whoever holds one may write `a + b`)
from tfshim.data.dataset import AUTOTUNE, INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Dataset
from tfshim.data.iterators import IteratorBase as Iterator
from tfshim.data.iterators import NumpyIterator
from tfshim.data.kinds.readers import FixedLengthRecordDataset, TextLineDataset, TFRecordDataset
from tfshim.data.options import Options, ThreadingOptions
from tfshim.data.specs import DatasetSpec, IteratorSpec

from tfshim.data import experimental  # isort: skip  (made of all of the above)
from tfshim._listing import listing

__all__ = [
    "AUTOTUNE", "Dataset", "DatasetSpec", "FixedLengthRecordDataset", "INFINITE_CARDINALITY", "Iterator", "IteratorSpec",
    "NumpyIterator", "Options", "TFRecordDataset", "TextLineDataset", "ThreadingOptions", "UNKNOWN_CARDINALITY", "experimental",
]  # fmt: skip
__dir__ = listing(globals())
