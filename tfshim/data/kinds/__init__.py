"""The kinds of datasets, one class for each way of making one."""

from tfshim.data.kinds.batches import (
    BatchDataset,
    DenseToSparseBatchDataset,
    PaddedBatchDataset,
    ParallelBatchDataset,
    RaggedRowsDataset,
    RebatchDataset,
    UnbatchDataset,
)
from tfshim.data.kinds.combining import ConcatenateDataset, DirectedInterleaveDataset, ZipDataset
from tfshim.data.kinds.functions import (
    FilterDataset,
    FlatMapDataset,
    InterleaveDataset,
    MapAndBatchDataset,
    MapDataset,
    ParallelInterleaveDataset,
    ParallelMapDataset,
    ScanDataset,
    TakeWhileDataset,
)
from tfshim.data.kinds.grouping import GroupByReducerDataset, GroupByWindowDataset, WindowDataset
from tfshim.data.kinds.making import GeneratorDataset, ListDataset, RandomDataset, RangeDataset, TensorDataset, TensorSliceDataset
from tfshim.data.kinds.ordering import RepeatDataset, ShardDataset, ShuffleDataset, SkipDataset, TakeDataset, UniqueDataset
from tfshim.data.kinds.wrapping import (
    AssertCardinalityDataset,
    CacheDataset,
    CopyToDeviceDataset,
    IgnoreErrorsDataset,
    OptionsDataset,
    PrefetchDataset,
    VariantDataset,
)

__all__ = [
    "AssertCardinalityDataset", "BatchDataset", "CacheDataset", "ConcatenateDataset", "CopyToDeviceDataset", "DenseToSparseBatchDataset",
    "DirectedInterleaveDataset", "FilterDataset", "FlatMapDataset", "GeneratorDataset", "GroupByReducerDataset", "GroupByWindowDataset",
    "IgnoreErrorsDataset", "InterleaveDataset", "ListDataset", "MapAndBatchDataset", "MapDataset", "OptionsDataset",
    "PaddedBatchDataset", "ParallelBatchDataset", "ParallelInterleaveDataset", "ParallelMapDataset", "PrefetchDataset",
    "RaggedRowsDataset", "RandomDataset", "RangeDataset", "RebatchDataset", "RepeatDataset", "ScanDataset", "ShardDataset",
    "ShuffleDataset", "SkipDataset", "TakeDataset", "TakeWhileDataset", "TensorDataset", "TensorSliceDataset", "UnbatchDataset",
    "UniqueDataset", "VariantDataset", "WindowDataset", "ZipDataset",
]  # fmt: skip
