"""Which shapes operations ask of their inputs; written by scripts/record_input_shapes.py, read by `input_shapes` beside it."""

TABLE = r"""
AccumulatorApplyGradient local_step:()
AccumulatorSetGlobalStep new_global_step:()
AccumulatorTakeGradient num_required:()
AddManySparseToTensorsMap sparse_indices:?,? sparse_values:? sparse_shape:?
AddSparseToTensorsMap sparse_indices:?,? sparse_values:? sparse_shape:?
AdjustContrastv2 images:...,?,?,? contrast_factor:()
AdjustHue images:...,?,?,?
AdjustSaturation images:...,?,?,?
All axis:0-1
AllCandidateSampler true_classes:?,?
Any axis:0-1
ArgMax dimension:()
ArgMin dimension:()
AvgPool value:?,?,?,?
AvgPool3D input:?,?,?,?,?
AvgPool3DGrad orig_input_shape:?
AvgPoolGrad orig_input_shape:?
BandedTriangularSolve matrix:...,?,? rhs:...,?,?
BarrierInsertMany keys:? values:...,?
BatchMatMul x:...,?,? y:...,?,?
BatchMatMulV2 x:...,?,? y:...,?,?
BatchMatMulV3 x:...,?,? y:...,?,?
BatchToSpace input:?,?,?,? crops:2,2
BiasAdd value:...,?,? bias:?
BiasAddGrad out_backprop:...,?,?
BiasAddV1 value:...,?,? bias:?
Bincount size:()
BlockLSTM x:?,?,? b:?
BlockLSTMV2 x:?,?,? b:?
BroadcastArgs s0:? s1:?
BroadcastGradientArgs s0:? s1:?
BroadcastTo shape:?
CTCBeamSearchDecoder inputs:?,a,? sequence_length:a
CTCGreedyDecoder inputs:?,a,? sequence_length:a
CTCLoss inputs:?,a,? labels_indices:b,? labels_values:b sequence_length:a
CTCLossV2 inputs:?,a,? labels_indices:b,? labels_values:b sequence_length:a
Cholesky input:...,?,?
CholeskyGrad l:...,?,?
CombinedNonMaxSuppression boxes:a,b,?,4 scores:a,b,? max_output_size_per_class:() max_total_size:() iou_threshold:() score_threshold:()
ComputeAccidentalHits true_classes:?,? sampled_candidates:?
Concat concat_dim:()
ConcatV2 axis:()
Conv2D input:?,?,?,? filter:?,?,?,?
Conv2DBackpropFilter filter_sizes:?
Conv2DBackpropFilterV2 filter:?,?,?,?
Conv2DBackpropInput input_sizes:? filter:?,?,?,? out_backprop:?,?,?,?
Conv2DBackpropInputV2 input:?,?,?,?
Conv3D input:?,?,?,?,? filter:?,?,?,?,?
Conv3DBackpropFilterV2 filter_sizes:?
Conv3DBackpropInputV2 input_sizes:?
CropAndResize image:?,?,?,? boxes:a,4 box_ind:a crop_size:2
CropAndResizeGradImage image_size:4
Cross a:...,3 b:...,3
CudnnRNN input:?,?,? input_h:?,?,? params:?
CudnnRNNParamsSize num_layers:() num_units:() input_size:()
CudnnRNNV2 input:?,?,? input_h:?,?,? params:?
DecodeAndCropJpeg contents:() crop_window:4
DecodeBmp contents:()
DecodeGif contents:()
DecodeImage contents:()
DecodeJpeg contents:()
DecodePng contents:()
DecodeWav contents:()
DenseBincount input:0-2 size:()
DenseToDenseSetOperation set1:...,?,? set2:...,?,?
DenseToSparseSetOperation set1:...,?,? set2_indices:a,b set2_values:a set2_shape:b
DepthToSpace input:4-5
DepthwiseConv2dNative input:?,?,?,? filter:?,?,?,?
DepthwiseConv2dNativeBackpropFilter filter_sizes:?
DepthwiseConv2dNativeBackpropInput input_sizes:?
Dequantize min_range:0-1 max_range:0-1
DeserializeManySparse serialized_sparse:?,3
Diag diagonal:...,?
Dilation2D input:?,?,?,? filter:?,?,?
DrawBoundingBoxes images:?,?,?,? boxes:?,?,4
DrawBoundingBoxesV2 images:...,?,?,?
EditDistance hypothesis_indices:a,b hypothesis_values:a hypothesis_shape:b truth_indices:c,d truth_values:c truth_shape:d
Eig input:...,?,?
Empty shape:?
EmptyTensorList element_shape:?
EncodeJpeg image:?,?,?
EncodeJpegVariableQuality images:?,?,?
EncodePng image:...,?,?,?
EncodeWav audio:?,? sample_rate:()
EuclideanNorm axis:0-1
ExperimentalMatchingFilesDataset patterns:0-1
ExtractGlimpse input:a,?,?,? size:2 offsets:a,2
ExtractGlimpseV2 input:a,?,?,? size:2 offsets:a,2
ExtractImagePatches images:?,?,?,?
ExtractJpegShape contents:()
ExtractVolumePatches input:?,?,?,?,?
FFT input:...,?
FFT2D input:...,?,?
FFT3D input:...,?,?,?
FFTND input:...,?
FakeQuantWithMinMaxVars min:() max:()
FakeQuantWithMinMaxVarsGradient min:() max:()
FakeQuantWithMinMaxVarsPerChannel inputs:...,? min:a max:a
Fill dims:? value:()
Fingerprint data:...,? method:()
FixedLengthRecordDataset filenames:0-1 header_bytes:() record_bytes:() footer_bytes:() buffer_size:()
FixedLengthRecordDatasetV2 filenames:0-1 header_bytes:() record_bytes:() footer_bytes:() buffer_size:()
FixedUnigramCandidateSampler true_classes:?,?
FractionalAvgPool value:?,?,?,?
FractionalMaxPool value:?,?,?,?
FractionalMaxPoolGrad orig_input:?,?,?,?
FusedBatchNorm x:?,?,?,? scale:a offset:a
FusedBatchNormGrad y_backprop:?,?,?,? x:?,?,?,? scale:a reserve_space_1:a reserve_space_2:a
FusedBatchNormGradV2 y_backprop:?,?,?,? x:?,?,?,? scale:a reserve_space_1:a reserve_space_2:a
FusedBatchNormGradV3 y_backprop:4-5 x:4-5 scale:a reserve_space_1:a reserve_space_2:a
FusedBatchNormV2 x:?,?,?,? scale:a offset:a
FusedBatchNormV3 x:4-5 scale:a offset:a
GRUBlockCell x:?,? h_prev:?,?
Gather params:...,?
GatherNd indices:...,?
GatherV2 params:...,? axis:()
HSVToRGB images:...,3
HistogramFixedWidth value_range:2 nbins:()
IFFT input:...,?
IFFT2D input:...,?,?
IFFT3D input:...,?,?,?
IFFTND input:...,?
IRFFT input:...,? fft_length:1
IRFFT2D input:...,?,? fft_length:2
IRFFT3D input:...,?,?,? fft_length:3
IRFFTND input:...,?
ImageProjectiveTransformV2 images:?,?,?,? output_shape:2
ImageProjectiveTransformV3 images:?,?,?,? output_shape:2
InTopK predictions:a,? targets:a
InTopKV2 predictions:a,? targets:a
InitializeTable keys:a values:a
InitializeTableFromTextFile filename:()
InitializeTableFromTextFileV2 filename:()
InitializeTableV2 keys:a values:a
InvertPermutation x:?
LRN input:?,?,?,?
LRNGrad input_grads:a,b,c,d input_image:a,b,c,d output_image:a,b,c,d
LSTMBlockCell x:?,? cs_prev:?,?
LearnedUnigramCandidateSampler true_classes:?,?
LinSpace start:() stop:() num:()
ListDiff x:? y:?
LogMatrixDeterminant input:...,?,?
LogSoftmax logits:...,?
LogUniformCandidateSampler true_classes:?,?
LookupTableFind default_value:0-1
LookupTableImportV2 keys:? values:...,?
LookupTableRemoveV2 keys:...,?
LowerBound sorted_inputs:?,? values:?,?
Lu input:...,?,?
MatMul a:?,? b:?,?
MatchingFiles pattern:0-1
MatchingFilesDataset patterns:0-1
MatrixDeterminant input:...,?,?
MatrixDiag diagonal:...,?
MatrixDiagPart input:...,?,?
MatrixDiagPartV2 input:...,?,? k:0-1 padding_value:()
MatrixDiagPartV3 input:...,?,? k:0-1 padding_value:()
MatrixDiagV2 diagonal:...,? k:0-1 num_rows:() num_cols:() padding_value:()
MatrixDiagV3 diagonal:...,? k:0-1 num_rows:() num_cols:() padding_value:()
MatrixInverse input:...,?,?
MatrixLogarithm input:...,?,?
MatrixSetDiag input:...,?,? diagonal:...,?
MatrixSetDiagV2 input:...,?,? diagonal:...,? k:0-1
MatrixSetDiagV3 input:...,?,? diagonal:...,? k:0-1
MatrixSolve matrix:...,?,? rhs:...,?,?
MatrixSolveLs matrix:...,?,? rhs:...,?,? l2_regularizer:()
MatrixSquareRoot input:...,?,?
MatrixTriangularSolve matrix:...,?,? rhs:...,?,?
Max axis:0-1
MaxPool input:?,?,?,?
MaxPool3D input:?,?,?,?,?
MaxPool3DGrad orig_input:?,?,?,?,?
MaxPoolGrad orig_input:?,?,?,?
MaxPoolGradGrad orig_input:a,?,?,b orig_output:a,?,?,b
MaxPoolGradGradV2 orig_input:?,?,?,? ksize:4 strides:4
MaxPoolGradGradWithArgmax input:a,?,?,b argmax:a,?,?,b
MaxPoolGradV2 orig_input:?,?,?,?
MaxPoolGradWithArgmax input:?,?,?,?
MaxPoolV2 input:?,?,?,? ksize:4 strides:4
MaxPoolWithArgmax input:?,?,?,?
Mean axis:0-1
MergeV2Checkpoints checkpoint_prefixes:? destination_prefix:()
Min axis:0-1
MirrorPad paddings:?,2
MirrorPadGrad paddings:?,?
Multinomial logits:?,? num_samples:()
NonDeterministicInts shape:?
NonMaxSuppression boxes:a,4 scores:a max_output_size:()
NonMaxSuppressionV2 boxes:a,4 scores:a max_output_size:() iou_threshold:()
NonMaxSuppressionV3 boxes:a,4 scores:a max_output_size:() iou_threshold:() score_threshold:()
NonMaxSuppressionV4 boxes:a,4 scores:a max_output_size:() iou_threshold:() score_threshold:()
NonMaxSuppressionV5 boxes:a,4 scores:a max_output_size:() iou_threshold:() score_threshold:() soft_nms_sigma:()
NonMaxSuppressionWithOverlaps overlaps:a,a scores:a max_output_size:() overlap_threshold:() score_threshold:()
NthElement input:...,?
Pad paddings:?,2
PadV2 paddings:?,2
PrintV2 input:()
Prod axis:0-1
Qr input:...,?,?
QuantizeAndDequantizeV2 input_min:0-1 input_max:0-1
QuantizeAndDequantizeV3 input_min:0-1 input_max:0-1 num_bits:()
QuantizeAndDequantizeV4 input_min:0-1 input_max:0-1
QuantizeDownAndShrinkRange input_min:() input_max:()
QuantizeV2 min_range:0-1 max_range:0-1
QuantizedAdd min_x:() max_x:() min_y:() max_y:()
QuantizedAvgPool input:?,?,?,? min_input:() max_input:()
QuantizedBiasAdd input:...,?,? bias:? min_input:() max_input:() min_bias:() max_bias:()
QuantizedConcat concat_dim:()
QuantizedConv2D input:?,?,?,? filter:?,?,?,? min_input:() max_input:() min_filter:() max_filter:()
QuantizedMatMul a:?,? b:?,? min_a:() max_a:() min_b:() max_b:()
QuantizedMaxPool input:?,?,?,? min_input:() max_input:()
QuantizedRelu min_features:() max_features:()
QuantizedRelu6 min_features:() max_features:()
QuantizedReshape shape:? input_min:() input_max:()
RFFT input:...,? fft_length:1
RFFT2D input:...,?,? fft_length:2
RFFT3D input:...,?,?,? fft_length:3
RFFTND input:...,?
RGBToHSV images:...,3
RaggedFillEmptyRows value_rowids:a values:a nrows:() default_value:()
RaggedFillEmptyRowsGrad reverse_index_map:? grad_values:?
RaggedGather params_dense_values:...,? indices:1-3
RaggedRange starts:0-1 limits:0-1 deltas:0-1
RaggedTensorToSparse rt_dense_values:...,?
RaggedTensorToTensor shape:?
RandomGamma shape:?
RandomIndexShuffle index:0-1 max_index:0-1
RandomPoissonV2 shape:?
RandomStandardNormal shape:?
RandomUniform shape:?
RandomUniformInt shape:? minval:() maxval:()
Range start:() limit:() delta:()
ReadFile filename:()
ReaderReadUpTo num_records:()
ReaderReadUpToV2 num_records:()
ReaderRestoreState state:()
ReaderRestoreStateV2 state:()
ReduceJoin reduction_indices:0-1
RegexFullMatch pattern:()
RegexReplace pattern:() rewrite:()
RequantizationRange input_min:() input_max:()
RequantizationRangePerChannel input_min:? input_max:?
Requantize input_min:() input_max:() requested_output_min:() requested_output_max:()
RequantizePerChannel input_min:? input_max:? requested_output_min:() requested_output_max:()
Reshape shape:?
ResizeArea images:?,?,?,? size:2
ResizeBicubic images:?,?,?,? size:2
ResizeBilinear images:?,?,?,? size:2
ResizeNearestNeighbor images:?,?,?,? size:2
ResizeNearestNeighborGrad grads:?,?,?,? size:2
ResourceAccumulatorApplyGradient local_step:()
ResourceAccumulatorSetGlobalStep new_global_step:()
ResourceAccumulatorTakeGradient num_required:()
RestoreV2 prefix:() tensor_names:a shape_and_slices:a
Reverse dims:?
ReverseSequence input:...,?,? seq_lengths:?
ReverseV2 axis:?
Roll input:...,? shift:0-1 axis:0-1
SampleDistortedBoundingBoxV2 image_size:? bounding_boxes:?,?,? min_object_covered:()
SaveV2 prefix:() tensor_names:? shape_and_slices:?
ScaleAndTranslate images:?,?,?,? size:2
ScatterNd indices:...,? updates:...,? shape:?
ScatterNdNonAliasingAdd input:...,? indices:...,?
SegmentMax data:...,? segment_ids:?
SegmentMaxV2 num_segments:()
SegmentMean data:...,? segment_ids:?
SegmentMin data:...,? segment_ids:?
SegmentMinV2 num_segments:()
SegmentProd data:...,? segment_ids:?
SegmentProdV2 num_segments:()
SegmentSum data:...,? segment_ids:?
SegmentSumV2 num_segments:()
SelfAdjointEigV2 input:...,?,?
SerializeManySparse sparse_indices:?,? sparse_values:? sparse_shape:?
SerializeSparse sparse_indices:?,? sparse_values:? sparse_shape:?
ShardedFilename basename:() shard:() num_shards:()
ShardedFilespec basename:() num_shards:()
Slice begin:a size:a
SobolSample dim:() num_results:() skip:()
Softmax logits:...,?
SoftmaxCrossEntropyWithLogits features:?,? labels:?,?
SpaceToBatch input:?,?,?,? paddings:2,2
SpaceToDepth input:4-5
SparseAccumulatorApplyGradient local_step:()
SparseAccumulatorTakeGradient num_required:()
SparseAdd a_shape:?
SparseAddGrad a_indices:?,? b_indices:?,?
SparseCountSparseOutput indices:?,?
SparseDenseCwiseAdd sp_indices:?,?
SparseDenseCwiseDiv sp_indices:?,?
SparseDenseCwiseMul sp_indices:?,?
SparseFillEmptyRows indices:a,b values:a dense_shape:b default_value:()
SparseFillEmptyRowsGrad reverse_index_map:? grad_values:?
SparseMatMul a:?,? b:?,?
SparseMatrixAdd alpha:() beta:()
SparseMatrixMatMul b:?,?
SparseReorder input_indices:?,? input_values:? input_shape:?
SparseReshape input_indices:?,? input_shape:? new_shape:?
SparseSegmentMean data:...,? indices:a segment_ids:a
SparseSegmentMeanGrad grad:...,? indices:a segment_ids:a output_dim0:()
SparseSegmentMeanGradV2 grad:...,? indices:a segment_ids:a dense_output_dim0:()
SparseSegmentMeanWithNumSegments data:...,? indices:a segment_ids:a num_segments:()
SparseSegmentSqrtN data:...,? indices:a segment_ids:a
SparseSegmentSqrtNGrad grad:...,? indices:a segment_ids:a output_dim0:()
SparseSegmentSqrtNGradV2 grad:...,? indices:a segment_ids:a dense_output_dim0:()
SparseSegmentSqrtNWithNumSegments data:...,? indices:a segment_ids:a num_segments:()
SparseSegmentSum data:...,? indices:a segment_ids:a
SparseSegmentSumGrad grad:...,? indices:a segment_ids:a output_dim0:()
SparseSegmentSumGradV2 grad:...,? indices:a segment_ids:a dense_output_dim0:()
SparseSegmentSumWithNumSegments data:...,? indices:a segment_ids:a num_segments:()
SparseSliceGrad input_indices:?,?
SparseSoftmax sp_indices:?,? sp_values:? sp_shape:?
SparseSoftmaxCrossEntropyWithLogits features:a,? labels:a
SparseSparseMaximum a_indices:?,? a_values:? a_shape:? b_indices:?,? b_values:? b_shape:?
SparseSparseMinimum a_indices:?,? a_values:? a_shape:? b_indices:?,? b_values:? b_shape:?
SparseTensorDenseMatMul a_indices:?,? a_values:? a_shape:2 b:?,?
SparseToDense output_shape:?
SparseToSparseSetOperation set1_indices:a,b set1_values:a set1_shape:b set2_indices:c,b set2_values:c set2_shape:b
SplitV value:...,?
StatelessMultinomial logits:?,? num_samples:() seed:2
StatelessParameterizedTruncatedNormal shape:? seed:2
StatelessRandomBinomial shape:? seed:2
StatelessRandomGammaV2 shape:? seed:2
StatelessRandomGammaV3 shape:? key:1 counter:? alg:()
StatelessRandomGetKeyCounter seed:2
StatelessRandomGetKeyCounterAlg seed:2
StatelessRandomNormal shape:? seed:2
StatelessRandomNormalV2 shape:? key:1 counter:? alg:()
StatelessRandomPoisson shape:? seed:2
StatelessRandomUniform shape:? seed:2
StatelessRandomUniformFullInt shape:? seed:2
StatelessRandomUniformFullIntV2 shape:? key:1 counter:? alg:()
StatelessRandomUniformInt shape:? seed:2 minval:() maxval:()
StatelessRandomUniformIntV2 shape:? key:1 counter:? alg:() minval:() maxval:()
StatelessRandomUniformV2 shape:? key:1 counter:? alg:()
StatelessSampleDistortedBoundingBox image_size:? bounding_boxes:?,?,? min_object_covered:() seed:?
StatelessTruncatedNormal shape:? seed:2
StatelessTruncatedNormalV2 shape:? key:1 counter:? alg:()
StridedSlice begin:a end:a strides:a
StridedSliceGrad shape:?
StringNGrams data:? data_splits:?
StringSplit input:? delimiter:()
StringSplitV2 input:? sep:()
Sum axis:0-1
Svd input:...,?,?
TFRecordDataset filenames:0-1 compression_type:() buffer_size:()
TFRecordDatasetV2 filenames:0-1 compression_type:() buffer_size:() byte_offsets:0-1
TakeManySparseFromTensorsMap sparse_handles:?
TensorArrayReadV3 index:() flow_in:()
TensorArrayScatterV3 indices:? value:...,? flow_in:()
TensorArraySplitV3 lengths:? flow_in:()
TensorArrayWriteV3 index:() flow_in:()
TensorListConcatV2 element_shape:2
TensorListFromTensor element_shape:?
TensorListGather element_shape:1
TensorListGetItem element_shape:1
TensorListPushBackBatch tensor:...,2
TensorListReserve element_shape:?
TensorListResize size:()
TensorListScatter element_shape:?
TensorListScatterIntoExistingList tensor:...,? indices:?
TensorListScatterV2 element_shape:?
TensorListSetItem item:2
TensorListSplit tensor:...,? element_shape:? lengths:?
TensorListStack element_shape:1
TensorScatterAdd tensor:...,? indices:...,?
TensorScatterMax tensor:...,? indices:...,?
TensorScatterMin tensor:...,? indices:...,?
TensorScatterSub tensor:...,? indices:...,?
TensorScatterUpdate tensor:...,? indices:...,?
TextLineDataset filenames:0-1 compression_type:() buffer_size:()
ThreadUnsafeUnigramCandidateSampler true_classes:?,?
Tile multiples:?
TopKV2 input:...,?
TridiagonalMatMul superdiag:...,?,? maindiag:...,?,? subdiag:...,?,? rhs:...,?,?
TridiagonalSolve diagonals:...,?,? rhs:...,?,?
TruncatedNormal shape:?
UnicodeEncode input_values:? input_splits:?
UniformCandidateSampler true_classes:?,?
UniformQuantizedDot lhs:?,a rhs:a,? lhs_scales:() lhs_zero_points:() rhs_scales:0-1 rhs_zero_points:0-1 output_scales:0-1
    output_zero_points:0-1
UniformQuantizedDotHybrid lhs:?,a rhs:a,? rhs_scales:0-1 rhs_zero_points:0-1
Unique x:?
Unpack value:...,?
UnravelIndex dims:?
UnsortedSegmentJoin num_segments:()
UnsortedSegmentMax num_segments:()
UnsortedSegmentMin num_segments:()
UnsortedSegmentProd num_segments:()
UnsortedSegmentSum num_segments:()
UpperBound sorted_inputs:?,? values:?,?
WriteFile filename:() contents:()
"""
