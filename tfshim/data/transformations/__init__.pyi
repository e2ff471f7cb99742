# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.data.transformations.batches import BatchDataset as BatchDataset, DenseToSparseBatchDataset as DenseToSparseBatchDataset
from tfshim.data.transformations.batches import PaddedBatchDataset as PaddedBatchDataset, ParallelBatchDataset as ParallelBatchDataset
from tfshim.data.transformations.batches import RaggedRowsDataset as RaggedRowsDataset, RebatchDataset as RebatchDataset
from tfshim.data.transformations.batches import UnbatchDataset as UnbatchDataset
from tfshim.data.transformations.combining import ChoicesDataset as ChoicesDataset, ConcatenateDataset as ConcatenateDataset
from tfshim.data.transformations.combining import DirectedInterleaveDataset as DirectedInterleaveDataset, ZipDataset as ZipDataset
from tfshim.data.transformations.functions import FilterDataset as FilterDataset, FlatMapDataset as FlatMapDataset
from tfshim.data.transformations.functions import FunctionGeneratorDataset as FunctionGeneratorDataset
from tfshim.data.transformations.functions import InterleaveDataset as InterleaveDataset, MapAndBatchDataset as MapAndBatchDataset
from tfshim.data.transformations.functions import MapDataset as MapDataset, ParallelInterleaveDataset as ParallelInterleaveDataset
from tfshim.data.transformations.functions import ParallelMapDataset as ParallelMapDataset, ParseExampleDataset as ParseExampleDataset
from tfshim.data.transformations.functions import ScanDataset as ScanDataset, TakeWhileDataset as TakeWhileDataset
from tfshim.data.transformations.grouping import GroupByReducerDataset as GroupByReducerDataset
from tfshim.data.transformations.grouping import GroupByWindowDataset as GroupByWindowDataset, HeldDataset as HeldDataset
from tfshim.data.transformations.grouping import WindowDataset as WindowDataset
from tfshim.data.transformations.making import GeneratorDataset as GeneratorDataset, ListDataset as ListDataset
from tfshim.data.transformations.making import RandomDataset as RandomDataset, RangeDataset as RangeDataset, TensorDataset as TensorDataset
from tfshim.data.transformations.making import TensorSliceDataset as TensorSliceDataset
from tfshim.data.transformations.ordering import RepeatDataset as RepeatDataset, ShardDataset as ShardDataset
from tfshim.data.transformations.ordering import ShuffleDataset as ShuffleDataset, SkipDataset as SkipDataset, TakeDataset as TakeDataset
from tfshim.data.transformations.ordering import UniqueDataset as UniqueDataset
from tfshim.data.transformations.readers import FixedLengthRecordDataset as FixedLengthRecordDataset, TFRecordDataset as TFRecordDataset
from tfshim.data.transformations.readers import TextLineDataset as TextLineDataset
from tfshim.data.transformations.tables import CsvDataset as CsvDataset, SqlDataset as SqlDataset
from tfshim.data.transformations.wrapping import AssertCardinalityDataset as AssertCardinalityDataset, CacheDataset as CacheDataset
from tfshim.data.transformations.wrapping import CopyToDeviceDataset as CopyToDeviceDataset, IgnoreErrorsDataset as IgnoreErrorsDataset
from tfshim.data.transformations.wrapping import LessKnownDataset as LessKnownDataset, OptionsDataset as OptionsDataset
from tfshim.data.transformations.wrapping import PrefetchDataset as PrefetchDataset, VariantDataset as VariantDataset
