"""`tf.data`: input pipelines."""

from tfshim import operators  # noqa: F401 - elements are tensors, and whoever holds one may write `a + b`
from tfshim._listing import lazily, names

_MODULES = {
    "dataset": "AUTOTUNE INFINITE_CARDINALITY UNKNOWN_CARDINALITY Dataset",
    "iterators": "Iterator=IteratorBase NumpyIterator",
    "kinds.readers": "FixedLengthRecordDataset TextLineDataset TFRecordDataset",
    "options": "Options ThreadingOptions",
    "specs": "DatasetSpec IteratorSpec",
}
_SUBMODULES = "experimental".split()
__all__ = names(_MODULES, _SUBMODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)
