"""`tf.data.experimental`: what is not, or not any more, a method of datasets."""

from tfshim._listing import listing
from tfshim.data.dataset import AUTOTUNE, INFINITE_CARDINALITY, UNKNOWN_CARDINALITY
from tfshim.data.experimental import service
from tfshim.data.experimental.lookup import DatasetInitializer, index_table_from_dataset, table_from_dataset
from tfshim.data.experimental.making import Counter, RandomDataset, from_list, make_batched_features_dataset, make_csv_dataset
from tfshim.data.experimental.transformations import (
    Reducer,
    TFRecordWriter,
    assert_cardinality,
    at,
    bucket_by_sequence_length,
    cardinality,
    choose_from_datasets,
    copy_to_device,
    dense_to_ragged_batch,
    dense_to_sparse_batch,
    enumerate_dataset,
    from_variant,
    get_next_as_optional,
    get_single_element,
    get_structure,
    group_by_reducer,
    group_by_window,
    ignore_errors,
    load,
    map_and_batch,
    pad_to_cardinality,
    parallel_interleave,
    parse_example_dataset,
    prefetch_to_device,
    rejection_resample,
    sample_from_datasets,
    save,
    scan,
    shuffle_and_repeat,
    snapshot,
    take_while,
    to_variant,
    unbatch,
    unique,
)
from tfshim.data.experimental.unsupported import CheckpointInputPipelineHook, make_saveable_from_iterator
from tfshim.data.optional import Optional
from tfshim.data.options import (
    SHARD_HINT,
    AutoShardPolicy,
    AutotuneAlgorithm,
    AutotuneOptions,
    DistributeOptions,
    ExternalStatePolicy,
    OptimizationOptions,
    ThreadingOptions,
)
from tfshim.data.programs import enable_debug_mode
from tfshim.data.transformations.tables import CsvDataset, SqlDataset

__all__ = [
    "AUTOTUNE", "AutoShardPolicy", "AutotuneAlgorithm", "AutotuneOptions", "CheckpointInputPipelineHook", "Counter", "CsvDataset",
    "DatasetInitializer", "DistributeOptions", "ExternalStatePolicy", "INFINITE_CARDINALITY", "OptimizationOptions", "Optional",
    "RandomDataset", "Reducer", "SHARD_HINT", "SqlDataset", "TFRecordWriter", "ThreadingOptions", "UNKNOWN_CARDINALITY",
    "assert_cardinality", "at", "bucket_by_sequence_length", "cardinality", "choose_from_datasets", "copy_to_device",
    "dense_to_ragged_batch", "dense_to_sparse_batch", "enable_debug_mode", "enumerate_dataset", "from_list", "from_variant",
    "get_next_as_optional", "get_single_element", "get_structure", "group_by_reducer", "group_by_window", "ignore_errors",
    "index_table_from_dataset", "load", "make_batched_features_dataset", "make_csv_dataset", "make_saveable_from_iterator",
    "map_and_batch", "pad_to_cardinality", "parallel_interleave", "parse_example_dataset", "prefetch_to_device", "rejection_resample",
    "sample_from_datasets", "save", "scan", "service", "shuffle_and_repeat", "snapshot", "table_from_dataset", "take_while",
    "to_variant", "unbatch", "unique",
]  # fmt: skip
__dir__ = listing(globals())
