# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.data import experimental as experimental
from tfshim.compat.v1.data.dataset_classes import Dataset as Dataset, FixedLengthRecordDataset as FixedLengthRecordDataset
from tfshim.compat.v1.data.dataset_classes import TFRecordDataset as TFRecordDataset, TextLineDataset as TextLineDataset
from tfshim.compat.v1.data.deferred import get_output_classes as get_output_classes, get_output_shapes as get_output_shapes
from tfshim.compat.v1.data.deferred import get_output_types as get_output_types
from tfshim.compat.v1.data.iterators import Iterator as Iterator, make_initializable_iterator as make_initializable_iterator
from tfshim.compat.v1.data.iterators import make_one_shot_iterator as make_one_shot_iterator
from tfshim.data.iterators import NumpyIterator as NumpyIterator
from tfshim.data.options import Options as Options, ThreadingOptions as ThreadingOptions
from tfshim.data.specs import DatasetSpec as DatasetSpec
AUTOTUNE: int
INFINITE_CARDINALITY: int
UNKNOWN_CARDINALITY: int
