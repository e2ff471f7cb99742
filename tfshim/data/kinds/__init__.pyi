# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.data.kinds.batches import BatchDataset as BatchDataset, DenseToSparseBatchDataset as DenseToSparseBatchDataset
from tfshim.data.kinds.batches import PaddedBatchDataset as PaddedBatchDataset, ParallelBatchDataset as ParallelBatchDataset
from tfshim.data.kinds.batches import RaggedRowsDataset as RaggedRowsDataset, RebatchDataset as RebatchDataset
from tfshim.data.kinds.batches import UnbatchDataset as UnbatchDataset
from tfshim.data.kinds.combining import ConcatenateDataset as ConcatenateDataset, DirectedInterleaveDataset as DirectedInterleaveDataset
from tfshim.data.kinds.combining import ZipDataset as ZipDataset
from tfshim.data.kinds.functions import FilterDataset as FilterDataset, FlatMapDataset as FlatMapDataset
from tfshim.data.kinds.functions import InterleaveDataset as InterleaveDataset, MapAndBatchDataset as MapAndBatchDataset
from tfshim.data.kinds.functions import MapDataset as MapDataset, ParallelInterleaveDataset as ParallelInterleaveDataset
from tfshim.data.kinds.functions import ParallelMapDataset as ParallelMapDataset, ScanDataset as ScanDataset
from tfshim.data.kinds.functions import TakeWhileDataset as TakeWhileDataset
from tfshim.data.kinds.grouping import GroupByReducerDataset as GroupByReducerDataset, GroupByWindowDataset as GroupByWindowDataset
from tfshim.data.kinds.grouping import HeldDataset as HeldDataset, WindowDataset as WindowDataset
from tfshim.data.kinds.making import GeneratorDataset as GeneratorDataset, ListDataset as ListDataset, RandomDataset as RandomDataset
from tfshim.data.kinds.making import RangeDataset as RangeDataset, TensorDataset as TensorDataset, TensorSliceDataset as TensorSliceDataset
from tfshim.data.kinds.ordering import RepeatDataset as RepeatDataset, ShardDataset as ShardDataset, ShuffleDataset as ShuffleDataset
from tfshim.data.kinds.ordering import SkipDataset as SkipDataset, TakeDataset as TakeDataset, UniqueDataset as UniqueDataset
from tfshim.data.kinds.readers import FixedLengthRecordDataset as FixedLengthRecordDataset, TFRecordDataset as TFRecordDataset
from tfshim.data.kinds.readers import TextLineDataset as TextLineDataset
from tfshim.data.kinds.tables import CsvDataset as CsvDataset, SqlDataset as SqlDataset
from tfshim.data.kinds.wrapping import AssertCardinalityDataset as AssertCardinalityDataset, CacheDataset as CacheDataset
from tfshim.data.kinds.wrapping import CopyToDeviceDataset as CopyToDeviceDataset, IgnoreErrorsDataset as IgnoreErrorsDataset
from tfshim.data.kinds.wrapping import OptionsDataset as OptionsDataset, PrefetchDataset as PrefetchDataset
from tfshim.data.kinds.wrapping import VariantDataset as VariantDataset
