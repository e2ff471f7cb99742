# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.data.iterator_states import make_saveable_from_iterator as make_saveable_from_iterator
from tfshim.data.element_functions import enable_debug_mode as enable_debug_mode
from tfshim.data.experimental import service as service
from tfshim.data.experimental.datasets import at as at, cardinality as cardinality, choose_from_datasets as choose_from_datasets
from tfshim.data.experimental.datasets import from_variant as from_variant, get_next_as_optional as get_next_as_optional
from tfshim.data.experimental.datasets import get_single_element as get_single_element, get_structure as get_structure, load as load
from tfshim.data.experimental.datasets import sample_from_datasets as sample_from_datasets, save as save, to_variant as to_variant
from tfshim.data.experimental.grouping import Reducer as Reducer, bucket_by_sequence_length as bucket_by_sequence_length
from tfshim.data.experimental.grouping import dense_to_ragged_batch as dense_to_ragged_batch, dense_to_sparse_batch as dense_to_sparse_batch
from tfshim.data.experimental.grouping import group_by_reducer as group_by_reducer, group_by_window as group_by_window
from tfshim.data.experimental.grouping import map_and_batch as map_and_batch, unbatch as unbatch
from tfshim.data.experimental.lookup import DatasetInitializer as DatasetInitializer, index_table_from_dataset as index_table_from_dataset
from tfshim.data.experimental.lookup import table_from_dataset as table_from_dataset
from tfshim.data.experimental.making import Counter as Counter, RandomDataset as RandomDataset, from_list as from_list
from tfshim.data.experimental.making import make_batched_features_dataset as make_batched_features_dataset
from tfshim.data.experimental.making import make_csv_dataset as make_csv_dataset
from tfshim.data.experimental.transformations import TFRecordWriter as TFRecordWriter, assert_cardinality as assert_cardinality
from tfshim.data.experimental.transformations import copy_to_device as copy_to_device, enumerate_dataset as enumerate_dataset
from tfshim.data.experimental.transformations import ignore_errors as ignore_errors, pad_to_cardinality as pad_to_cardinality
from tfshim.data.experimental.transformations import parallel_interleave as parallel_interleave
from tfshim.data.experimental.transformations import parse_example_dataset as parse_example_dataset
from tfshim.data.experimental.transformations import prefetch_to_device as prefetch_to_device, rejection_resample as rejection_resample
from tfshim.data.experimental.transformations import scan as scan, shuffle_and_repeat as shuffle_and_repeat, snapshot as snapshot
from tfshim.data.experimental.transformations import take_while as take_while, unique as unique
from tfshim.data.experimental.unsupported import CheckpointInputPipelineHook as CheckpointInputPipelineHook
from tfshim.data.optional import Optional as Optional
from tfshim.data.options import AutoShardPolicy as AutoShardPolicy, AutotuneAlgorithm as AutotuneAlgorithm
from tfshim.data.options import AutotuneOptions as AutotuneOptions, DistributeOptions as DistributeOptions
from tfshim.data.options import ExternalStatePolicy as ExternalStatePolicy, OptimizationOptions as OptimizationOptions
from tfshim.data.options import ThreadingOptions as ThreadingOptions
from tfshim.data.transformations.tables import CsvDataset as CsvDataset, SqlDataset as SqlDataset
AUTOTUNE: int
INFINITE_CARDINALITY: int
SHARD_HINT: int
UNKNOWN_CARDINALITY: int
