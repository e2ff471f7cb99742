"""The kinds of datasets, one class for each way of making one."""

from tfshim._listing import lazily, names

_MODULES = {
    "batches": """BatchDataset DenseToSparseBatchDataset PaddedBatchDataset ParallelBatchDataset RaggedRowsDataset RebatchDataset
        UnbatchDataset""",
    "combining": "ConcatenateDataset DirectedInterleaveDataset ZipDataset",
    "functions": """FilterDataset FlatMapDataset InterleaveDataset MapAndBatchDataset MapDataset ParallelInterleaveDataset
        ParallelMapDataset ScanDataset TakeWhileDataset""",
    "grouping": "GroupByReducerDataset GroupByWindowDataset WindowDataset",
    "making": "GeneratorDataset ListDataset RandomDataset RangeDataset TensorDataset TensorSliceDataset",
    "ordering": "RepeatDataset ShardDataset ShuffleDataset SkipDataset TakeDataset UniqueDataset",
    "wrapping": """AssertCardinalityDataset CacheDataset CopyToDeviceDataset IgnoreErrorsDataset OptionsDataset PrefetchDataset
        VariantDataset""",
}
__all__ = names(_MODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES)
