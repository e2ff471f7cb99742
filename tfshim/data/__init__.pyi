# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.data import experimental as experimental
from tfshim.data.dataset import Dataset as Dataset
from tfshim.data.iterators import IteratorBase as Iterator, NumpyIterator as NumpyIterator
from tfshim.data.options import Options as Options, ThreadingOptions as ThreadingOptions
from tfshim.data.specs import DatasetSpec as DatasetSpec, IteratorSpec as IteratorSpec
from tfshim.data.transformations.readers import FixedLengthRecordDataset as FixedLengthRecordDataset, TFRecordDataset as TFRecordDataset
from tfshim.data.transformations.readers import TextLineDataset as TextLineDataset
AUTOTUNE: int
INFINITE_CARDINALITY: int
UNKNOWN_CARDINALITY: int
