"""How operations are declared; written by scripts/record_op_defs.py, read by `tfshim.engine.ops.op_defs`."""

TABLE = r"""
Abs x:T -> y:T | T:type
Acos x:T -> y:T | T:type
Acosh x:T -> y:T | T:type
Add x:T y:T -> z:T | T:type
AddN inputs:N*T -> sum:T | N:int T:type
AddV2 x:T y:T -> z:T | T:type
AdjustContrastv2 images:T contrast_factor:float32 -> output:T | T:type=float32
AdjustHue images:T delta:float32 -> output:T | T:type=float32
AdjustSaturation images:T scale:float32 -> output:T | T:type=float32
All input:bool reduction_indices:Tidx -> output:bool | keep_dims:bool=False Tidx:type=int32
AllCandidateSampler! true_classes:int64 -> sampled_candidates:int64 true_expected_count:float32 sampled_expected_count:float32 |
    num_true:int num_sampled:int unique:bool seed:int=0 seed2:int=0
Angle input:T -> output:Tout | T:type=complex64 Tout:type=float32
Any input:bool reduction_indices:Tidx -> output:bool | keep_dims:bool=False Tidx:type=int32
ApproxTopK input:T -> values:T indices:int32 | k:int reduction_dimension:int=-1 recall_target:float=0.949999988079071 is_max_k:bool=True
    reduction_input_size_override:int=-1 aggregate_to_topk:bool=True T:type
ArgMax input:T dimension:Tidx -> output:output_type | T:type Tidx:type=int32 output_type:type=int64
ArgMin input:T dimension:Tidx -> output:output_type | T:type Tidx:type=int32 output_type:type=int64
AsString input:T -> output:string | T:type precision:int=-1 scientific:bool=False shortest:bool=False width:int=-1 fill:string=''
Asin x:T -> y:T | T:type
Asinh x:T -> y:T | T:type
Assert! condition:bool data:*T -> | T:list(type) summarize:int=3
Assign ref:&T value:T -> output_ref:&T | T:type validate_shape:bool=True use_locking:bool=True
AssignAdd ref:&T value:T -> output_ref:&T | T:type use_locking:bool=False
AssignAddVariableOp! resource:resource value:dtype -> | dtype:type
AssignSub ref:&T value:T -> output_ref:&T | T:type use_locking:bool=False
AssignSubVariableOp! resource:resource value:dtype -> | dtype:type
AssignVariableOp! resource:resource value:dtype -> | dtype:type validate_shape:bool=False
Atan x:T -> y:T | T:type
Atan2 y:T x:T -> z:T | T:type
Atanh x:T -> y:T | T:type
AudioSummaryV2 tag:string tensor:float32 sample_rate:float32 -> summary:string | max_outputs:int=3
AvgPool value:T -> output:T | ksize:list(int) strides:list(int) padding:string data_format:string='NHWC' T:type
AvgPool3D input:T -> output:T | ksize:list(int) strides:list(int) padding:string data_format:string='NDHWC' T:type
AvgPoolGrad orig_input_shape:int32 grad:T -> output:T | ksize:list(int) strides:list(int) padding:string data_format:string='NHWC' T:type
BandedTriangularSolve matrix:T rhs:T -> output:T | lower:bool=True adjoint:bool=False T:type
BatchMatMul x:T y:T -> output:T | T:type adj_x:bool=False adj_y:bool=False
BatchMatMulV2 x:T y:T -> output:T | T:type adj_x:bool=False adj_y:bool=False
BatchMatMulV3 x:Ta y:Tb -> output:Tout | Ta:type Tb:type Tout:type adj_x:bool=False adj_y:bool=False
BatchToSpaceND input:T block_shape:Tblock_shape crops:Tcrops -> output:T | T:type Tblock_shape:type=int32 Tcrops:type=int32
BesselI0 x:T -> y:T | T:type
BesselI0e x:T -> y:T | T:type
BesselI1 x:T -> y:T | T:type
BesselI1e x:T -> y:T | T:type
BesselJ0 x:T -> y:T | T:type
BesselJ1 x:T -> y:T | T:type
BesselK0 x:T -> y:T | T:type
BesselK0e x:T -> y:T | T:type
BesselK1 x:T -> y:T | T:type
BesselK1e x:T -> y:T | T:type
BesselY0 x:T -> y:T | T:type
BesselY1 x:T -> y:T | T:type
Betainc a:T b:T x:T -> z:T | T:type
BiasAdd value:T bias:T -> output:T | T:type data_format:string='NHWC'
BiasAddGrad out_backprop:T -> output:T | T:type data_format:string='NHWC'
BiasAddV1 value:T bias:T -> output:T | T:type
Bitcast input:T -> output:type | T:type type:type
BitwiseAnd x:T y:T -> z:T | T:type
BitwiseOr x:T y:T -> z:T | T:type
BitwiseXor x:T y:T -> z:T | T:type
BlockLSTM seq_len_max:int64 x:T cs_prev:T h_prev:T w:T wci:T wcf:T wco:T b:T -> i:T cs:T f:T o:T ci:T co:T h:T | forget_bias:float=1.0
    cell_clip:float=3.0 use_peephole:bool=False T:type
BlockLSTMV2 seq_len_max:int64 x:T cs_prev:T h_prev:T w:T wci:T wcf:T wco:T b:T -> i:T cs:T f:T o:T ci:T co:T h:T | cell_clip:float=0.0
    use_peephole:bool=False T:type
BroadcastArgs s0:T s1:T -> r0:T | T:type=int32
BroadcastGradientArgs s0:T s1:T -> r0:T r1:T | T:type=int32
BroadcastTo input:T shape:Tidx -> output:T | T:type Tidx:type=int32
Bucketize input:T -> output:int32 | T:type boundaries:list(float)
CSRSparseMatrixComponents csr_sparse_matrix:variant index:int32 -> row_ptrs:int32 col_inds:int32 values:type | type:type
CSRSparseMatrixToDense sparse_input:variant -> dense_output:type | type:type
CSRSparseMatrixToSparseTensor sparse_matrix:variant -> indices:int64 values:type dense_shape:int64 | type:type
CTCBeamSearchDecoder inputs:T sequence_length:int32 -> decoded_indices:top_paths*int64 decoded_values:top_paths*int64
    decoded_shape:top_paths*int64 log_probability:T | beam_width:int top_paths:int merge_repeated:bool=True T:type=float32
CTCGreedyDecoder inputs:T sequence_length:int32 -> decoded_indices:int64 decoded_values:int64 decoded_shape:int64 log_probability:T |
    merge_repeated:bool=False blank_index:int=-1 T:type=float32
CTCLoss inputs:T labels_indices:int64 labels_values:int32 sequence_length:int32 -> loss:T gradient:T |
    preprocess_collapse_repeated:bool=False ctc_merge_repeated:bool=True ignore_longer_outputs_than_inputs:bool=False T:type=float32
Case! branch_index:int32 input:*Tin -> output:*Tout | Tin:list(type) Tout:list(type) branches:list(func) output_shapes:list(shape)=[]
Cast x:SrcT -> y:DstT | SrcT:type DstT:type Truncate:bool=False
Ceil x:T -> y:T | T:type
CheckNumerics! tensor:T -> output:T | T:type message:string
Cholesky input:T -> output:T | T:type
CombinedNonMaxSuppression boxes:float32 scores:float32 max_output_size_per_class:int32 max_total_size:int32 iou_threshold:float32
    score_threshold:float32 -> nmsed_boxes:float32 nmsed_scores:float32 nmsed_classes:float32 valid_detections:int32 |
    pad_per_class:bool=False clip_boxes:bool=True
Complex real:T imag:T -> out:Tout | T:type=float32 Tout:type=complex64
ComplexAbs x:T -> y:Tout | T:type=complex64 Tout:type=float32
ComputeAccidentalHits true_classes:int64 sampled_candidates:int64 -> indices:int32 ids:int64 weights:float32 | num_true:int seed:int=0
    seed2:int=0
Concat concat_dim:int32 values:N*T -> output:T | N:int T:type
ConcatOffset concat_dim:int32 shape:N*shape_type -> offset:N*shape_type | N:int shape_type:type=int32
ConcatV2 values:N*T axis:Tidx -> output:T | N:int T:type Tidx:type=int32
Conj input:T -> output:T | T:type=complex64
Const -> output:dtype | value:tensor dtype:type
Conv input:T filter:T -> output:T | T:type strides:list(int) padding:string explicit_paddings:list(int)=[]
    data_format:string='CHANNELS_LAST' dilations:list(int)=[] batch_dims:int=1 groups:int=1
Conv2D input:T filter:T -> output:T | T:type strides:list(int) use_cudnn_on_gpu:bool=True padding:string explicit_paddings:list(int)=[]
    data_format:string='NHWC' dilations:list(int)=[1,1,1,1]
Conv2DBackpropFilterV2 input:T filter:T out_backprop:T -> output:T | T:type strides:list(int) use_cudnn_on_gpu:bool=True padding:string
    explicit_paddings:list(int)=[] data_format:string='NHWC' dilations:list(int)=[1,1,1,1]
Conv2DBackpropInput input_sizes:int32 filter:T out_backprop:T -> output:T | T:type strides:list(int) use_cudnn_on_gpu:bool=True
    padding:string explicit_paddings:list(int)=[] data_format:string='NHWC' dilations:list(int)=[1,1,1,1]
Conv2DBackpropInputV2 input:T filter:T out_backprop:T -> output:T | T:type strides:list(int) use_cudnn_on_gpu:bool=True padding:string
    explicit_paddings:list(int)=[] data_format:string='NHWC' dilations:list(int)=[1,1,1,1]
Conv3D input:T filter:T -> output:T | T:type strides:list(int) padding:string data_format:string='NDHWC' dilations:list(int)=[1,1,1,1,1]
Conv3DBackpropInputV2 input_sizes:Tshape filter:T out_backprop:T -> output:T | T:type strides:list(int) padding:string
    data_format:string='NDHWC' dilations:list(int)=[1,1,1,1,1] Tshape:type=int32
Cos x:T -> y:T | T:type
Cosh x:T -> y:T | T:type
CropAndResize image:T boxes:float32 box_ind:int32 crop_size:int32 -> crops:float32 | T:type method:string='bilinear'
    extrapolation_value:float=0.0
Cross a:T b:T -> product:T | T:type
CudnnRNN! input:T input_h:T input_c:T params:T -> output:T output_h:T output_c:T reserve_space:T | T:type rnn_mode:string='lstm'
    input_mode:string='linear_input' direction:string='unidirectional' dropout:float=0.0 seed:int=0 seed2:int=0 is_training:bool=True
CudnnRNNBackprop! input:T input_h:T input_c:T params:T output:T output_h:T output_c:T output_backprop:T output_h_backprop:T
    output_c_backprop:T reserve_space:T -> input_backprop:T input_h_backprop:T input_c_backprop:T params_backprop:T | T:type
    rnn_mode:string='lstm' input_mode:string='linear_input' direction:string='unidirectional' dropout:float=0.0 seed:int=0 seed2:int=0
CudnnRNNBackpropV2! input:T input_h:T input_c:T params:T output:T output_h:T output_c:T output_backprop:T output_h_backprop:T
    output_c_backprop:T reserve_space:T host_reserved:int8 -> input_backprop:T input_h_backprop:T input_c_backprop:T params_backprop:T |
    T:type rnn_mode:string='lstm' input_mode:string='linear_input' direction:string='unidirectional' dropout:float=0.0 seed:int=0
    seed2:int=0
CudnnRNNCanonicalToParams num_layers:int32 num_units:int32 input_size:int32 weights:num_params*T biases:num_params*T -> params:T | T:type
    num_params:int rnn_mode:string='lstm' input_mode:string='linear_input' direction:string='unidirectional' dropout:float=0.0 seed:int=0
    seed2:int=0
CudnnRNNCanonicalToParamsV2 num_layers:int32 num_units:int32 input_size:int32 weights:num_params_weights*T biases:num_params_biases*T ->
    params:T | T:type num_params_weights:int num_params_biases:int rnn_mode:string='lstm' input_mode:string='linear_input'
    direction:string='unidirectional' dropout:float=0.0 seed:int=0 seed2:int=0 num_proj:int=0
CudnnRNNParamsSize num_layers:int32 num_units:int32 input_size:int32 -> params_size:S | T:type S:type rnn_mode:string='lstm'
    input_mode:string='linear_input' direction:string='unidirectional' dropout:float=0.0 seed:int=0 seed2:int=0 num_proj:int=0
CudnnRNNV2! input:T input_h:T input_c:T params:T -> output:T output_h:T output_c:T reserve_space:T host_reserved:int8 | T:type
    rnn_mode:string='lstm' input_mode:string='linear_input' direction:string='unidirectional' dropout:float=0.0 seed:int=0 seed2:int=0
    is_training:bool=True
Cumprod x:T axis:Tidx -> out:T | exclusive:bool=False reverse:bool=False T:type Tidx:type=int32
Cumsum x:T axis:Tidx -> out:T | exclusive:bool=False reverse:bool=False T:type Tidx:type=int32
CumulativeLogsumexp x:T axis:Tidx -> out:T | exclusive:bool=False reverse:bool=False T:type Tidx:type=int32
Dawsn x:T -> y:T | T:type
DecodeAndCropJpeg contents:string crop_window:int32 -> image:uint8 | channels:int=0 ratio:int=1 fancy_upscaling:bool=True
    try_recover_truncated:bool=False acceptable_fraction:float=1.0 dct_method:string=''
DecodeBase64 input:string -> output:string |
DecodeBmp contents:string -> image:uint8 | channels:int=0
DecodeCSV records:string record_defaults:*OUT_TYPE -> output:*OUT_TYPE | OUT_TYPE:list(type) field_delim:string=','
    use_quote_delim:bool=True na_value:string='' select_cols:list(int)=[]
DecodeCompressed bytes:string -> output:string | compression_type:string=''
DecodeGif contents:string -> image:uint8 |
DecodeImage contents:string -> image:dtype | channels:int=0 dtype:type=uint8 expand_animations:bool=True
DecodeJSONExample json_examples:string -> binary_examples:string |
DecodeJpeg contents:string -> image:uint8 | channels:int=0 ratio:int=1 fancy_upscaling:bool=True try_recover_truncated:bool=False
    acceptable_fraction:float=1.0 dct_method:string=''
DecodePaddedRaw input_bytes:string fixed_length:int32 -> output:out_type | out_type:type little_endian:bool=True
DecodePng contents:string -> image:dtype | channels:int=0 dtype:type=uint8
DecodeRaw bytes:string -> output:out_type | out_type:type little_endian:bool=True
DecodeWav contents:string -> audio:float32 sample_rate:int32 | desired_channels:int=-1 desired_samples:int=-1
DenseBincount input:Tidx size:Tidx weights:T -> output:T | Tidx:type T:type binary_output:bool=False
DenseToCSRSparseMatrix dense_input:T indices:int64 -> sparse_output:variant | T:type
DenseToDenseSetOperation set1:T set2:T -> result_indices:int64 result_values:T result_shape:int64 | set_operation:string
    validate_indices:bool=True T:type
DenseToSparseSetOperation set1:T set2_indices:int64 set2_values:T set2_shape:int64 -> result_indices:int64 result_values:T
    result_shape:int64 | set_operation:string validate_indices:bool=True T:type
DepthToSpace input:T -> output:T | T:type block_size:int data_format:string='NHWC'
DepthwiseConv2dNative input:T filter:T -> output:T | T:type strides:list(int) padding:string explicit_paddings:list(int)=[]
    data_format:string='NHWC' dilations:list(int)=[1,1,1,1]
DepthwiseConv2dNativeBackpropFilter input:T filter_sizes:int32 out_backprop:T -> output:T | T:type strides:list(int) padding:string
    explicit_paddings:list(int)=[] data_format:string='NHWC' dilations:list(int)=[1,1,1,1]
DepthwiseConv2dNativeBackpropInput input_sizes:int32 filter:T out_backprop:T -> output:T | T:type strides:list(int) padding:string
    explicit_paddings:list(int)=[] data_format:string='NHWC' dilations:list(int)=[1,1,1,1]
Dequantize input:T min_range:float32 max_range:float32 -> output:dtype | T:type mode:string='MIN_COMBINED' narrow_range:bool=False
    axis:int=-1 dtype:type=float32
DeserializeManySparse serialized_sparse:string -> sparse_indices:int64 sparse_values:dtype sparse_shape:int64 | dtype:type
Diag diagonal:T -> output:T | T:type
DiagPart input:T -> diagonal:T | T:type
Digamma x:T -> y:T | T:type
Dilation2D input:T filter:T -> output:T | T:type strides:list(int) rates:list(int) padding:string
Div x:T y:T -> z:T | T:type
DivNoNan x:T y:T -> z:T | T:type
DrawBoundingBoxes images:T boxes:float32 -> output:T | T:type=float32
DrawBoundingBoxesV2 images:T boxes:float32 colors:float32 -> output:T | T:type=float32
DynamicPartition data:T partitions:int32 -> outputs:num_partitions*T | num_partitions:int T:type
DynamicStitch indices:N*int32 data:N*T -> merged:T | N:int T:type
EagerPyFunc! input:*Tin -> output:*Tout | token:string is_async:bool=False Tin:list(type) Tout:list(type)
EditDistance hypothesis_indices:int64 hypothesis_values:T hypothesis_shape:int64 truth_indices:int64 truth_values:T truth_shape:int64 ->
    output:float32 | normalize:bool=True T:type
Eig input:T -> e:Tout v:Tout | compute_v:bool=True T:type Tout:type
Einsum inputs:N*T -> output:T | equation:string N:int T:type
Elu features:T -> activations:T | T:type
EluGrad gradients:T outputs:T -> backprops:T | T:type
EmptyTensorList element_shape:shape_type max_num_elements:int32 -> handle:variant | element_dtype:type shape_type:type
EncodeBase64 input:string -> output:string | pad:bool=False
EncodeJpeg image:uint8 -> contents:string | format:string='' quality:int=95 progressive:bool=False optimize_size:bool=False
    chroma_downsampling:bool=True density_unit:string='in' x_density:int=300 y_density:int=300 xmp_metadata:string=''
EncodeJpegVariableQuality images:uint8 quality:int32 -> contents:string |
EncodePng image:T -> contents:string | compression:int=-1 T:type=uint8
EncodeWav audio:float32 sample_rate:int32 -> contents:string |
EnsureShape input:T -> output:T | shape:shape T:type
Enter data:T -> output:T | T:type frame_name:string is_constant:bool=False parallel_iterations:int=10
Equal x:T y:T -> z:bool | T:type incompatible_shape_error:bool=True
Erf x:T -> y:T | T:type
Erfc x:T -> y:T | T:type
Erfinv x:T -> y:T | T:type
EuclideanNorm input:T reduction_indices:Tidx -> output:T | keep_dims:bool=False T:type Tidx:type=int32
Exit data:T -> output:T | T:type
Exp x:T -> y:T | T:type
ExpandDims input:T dim:Tdim -> output:T | T:type Tdim:type=int32
Expint x:T -> y:T | T:type
Expm1 x:T -> y:T | T:type
ExtractGlimpse input:float32 size:int32 offsets:float32 -> glimpse:float32 | centered:bool=True normalized:bool=True
    uniform_noise:bool=True noise:string='uniform'
ExtractGlimpseV2 input:float32 size:int32 offsets:float32 -> glimpse:float32 | centered:bool=True normalized:bool=True
    uniform_noise:bool=True noise:string='uniform'
ExtractImagePatches images:T -> patches:T | ksizes:list(int) strides:list(int) rates:list(int) T:type padding:string
ExtractJpegShape contents:string -> image_shape:output_type | output_type:type=int32
ExtractVolumePatches input:T -> patches:T | ksizes:list(int) strides:list(int) T:type padding:string
FFT input:Tcomplex -> output:Tcomplex | Tcomplex:type=complex64
FFT2D input:Tcomplex -> output:Tcomplex | Tcomplex:type=complex64
FFT3D input:Tcomplex -> output:Tcomplex | Tcomplex:type=complex64
FakeQuantWithMinMaxArgs inputs:float32 -> outputs:float32 | min:float=-6.0 max:float=6.0 num_bits:int=8 narrow_range:bool=False
FakeQuantWithMinMaxArgsGradient gradients:float32 inputs:float32 -> backprops:float32 | min:float=-6.0 max:float=6.0 num_bits:int=8
    narrow_range:bool=False
FakeQuantWithMinMaxVars inputs:float32 min:float32 max:float32 -> outputs:float32 | num_bits:int=8 narrow_range:bool=False
FakeQuantWithMinMaxVarsGradient gradients:float32 inputs:float32 min:float32 max:float32 -> backprops_wrt_input:float32
    backprop_wrt_min:float32 backprop_wrt_max:float32 | num_bits:int=8 narrow_range:bool=False
FakeQuantWithMinMaxVarsPerChannel inputs:float32 min:float32 max:float32 -> outputs:float32 | num_bits:int=8 narrow_range:bool=False
FakeQuantWithMinMaxVarsPerChannelGradient gradients:float32 inputs:float32 min:float32 max:float32 -> backprops_wrt_input:float32
    backprop_wrt_min:float32 backprop_wrt_max:float32 | num_bits:int=8 narrow_range:bool=False
Fill dims:index_type value:T -> output:T | T:type index_type:type=int32
Fingerprint data:T method:string -> fingerprint:uint8 | T:type
FixedUnigramCandidateSampler! true_classes:int64 -> sampled_candidates:int64 true_expected_count:float32 sampled_expected_count:float32 |
    num_true:int num_sampled:int unique:bool range_max:int vocab_file:string='' distortion:float=1.0 num_reserved_ids:int=0
    num_shards:int=1 shard:int=0 unigrams:list(float)=[] seed:int=0 seed2:int=0
Floor x:T -> y:T | T:type
FloorDiv x:T y:T -> z:T | T:type
FloorMod x:T y:T -> z:T | T:type
FractionalAvgPool value:T -> output:T row_pooling_sequence:int64 col_pooling_sequence:int64 | pooling_ratio:list(float)
    pseudo_random:bool=False overlapping:bool=False deterministic:bool=False seed:int=0 seed2:int=0 T:type
FractionalMaxPool value:T -> output:T row_pooling_sequence:int64 col_pooling_sequence:int64 | pooling_ratio:list(float)
    pseudo_random:bool=False overlapping:bool=False deterministic:bool=False seed:int=0 seed2:int=0 T:type
FresnelCos x:T -> y:T | T:type
FresnelSin x:T -> y:T | T:type
FusedBatchNorm x:T scale:T offset:T mean:T variance:T -> y:T batch_mean:T batch_variance:T reserve_space_1:T reserve_space_2:T | T:type
    epsilon:float=9.999999747378752e-05 exponential_avg_factor:float=1.0 data_format:string='NHWC' is_training:bool=True
FusedBatchNormGrad y_backprop:T x:T scale:T reserve_space_1:T reserve_space_2:T -> x_backprop:T scale_backprop:T offset_backprop:T
    reserve_space_3:T reserve_space_4:T | T:type epsilon:float=9.999999747378752e-05 data_format:string='NHWC' is_training:bool=True
FusedBatchNormGradV2 y_backprop:T x:T scale:float32 reserve_space_1:U reserve_space_2:U -> x_backprop:T scale_backprop:U
    offset_backprop:U reserve_space_3:U reserve_space_4:U | T:type U:type epsilon:float=9.999999747378752e-05 data_format:string='NHWC'
    is_training:bool=True
FusedBatchNormGradV3 y_backprop:T x:T scale:float32 reserve_space_1:U reserve_space_2:U reserve_space_3:U -> x_backprop:T
    scale_backprop:U offset_backprop:U reserve_space_4:U reserve_space_5:U | T:type U:type epsilon:float=9.999999747378752e-05
    data_format:string='NHWC' is_training:bool=True
FusedBatchNormV2 x:T scale:U offset:U mean:U variance:U -> y:T batch_mean:U batch_variance:U reserve_space_1:U reserve_space_2:U | T:type
    U:type epsilon:float=9.999999747378752e-05 exponential_avg_factor:float=1.0 data_format:string='NHWC' is_training:bool=True
FusedBatchNormV3 x:T scale:U offset:U mean:U variance:U -> y:T batch_mean:U batch_variance:U reserve_space_1:U reserve_space_2:U
    reserve_space_3:U | T:type U:type epsilon:float=9.999999747378752e-05 exponential_avg_factor:float=1.0 data_format:string='NHWC'
    is_training:bool=True
GRUBlockCell x:T h_prev:T w_ru:T w_c:T b_ru:T b_c:T -> r:T u:T c:T h:T | T:type
Gather params:Tparams indices:Tindices -> output:Tparams | validate_indices:bool=True Tparams:type Tindices:type
GatherNd params:Tparams indices:Tindices -> output:Tparams | Tparams:type Tindices:type
GatherV2 params:Tparams indices:Tindices axis:Taxis -> output:Tparams | batch_dims:int=0 Tparams:type Tindices:type Taxis:type
Greater x:T y:T -> z:bool | T:type
GreaterEqual x:T y:T -> z:bool | T:type
GuaranteeConst! input:T -> output:T | T:type
HSVToRGB images:T -> output:T | T:type=float32
HashTableV2! -> table_handle:resource | container:string='' shared_name:string='' use_node_name_sharing:bool=False key_dtype:type
    value_dtype:type
HistogramFixedWidth values:T value_range:T nbins:int32 -> out:dtype | T:type dtype:type=int32
HistogramSummary tag:string values:T -> summary:string | T:type=float32
IFFT input:Tcomplex -> output:Tcomplex | Tcomplex:type=complex64
IFFT2D input:Tcomplex -> output:Tcomplex | Tcomplex:type=complex64
IFFT3D input:Tcomplex -> output:Tcomplex | Tcomplex:type=complex64
IRFFT input:Tcomplex fft_length:int32 -> output:Treal | Treal:type=float32 Tcomplex:type=complex64
IRFFT2D input:Tcomplex fft_length:int32 -> output:Treal | Treal:type=float32 Tcomplex:type=complex64
IRFFT3D input:Tcomplex fft_length:int32 -> output:Treal | Treal:type=float32 Tcomplex:type=complex64
Identity input:T -> output:T | T:type
IdentityN input:*T -> output:*T | T:list(type)
If! cond:Tcond input:*Tin -> output:*Tout | Tcond:type Tin:list(type) Tout:list(type) then_branch:func else_branch:func
    output_shapes:list(shape)=[]
Igamma a:T x:T -> z:T | T:type
IgammaGradA a:T x:T -> z:T | T:type
Igammac a:T x:T -> z:T | T:type
Imag input:T -> output:Tout | T:type=complex64 Tout:type=float32
ImageProjectiveTransformV3 images:dtype transforms:float32 output_shape:int32 fill_value:float32 -> transformed_images:dtype | dtype:type
    interpolation:string fill_mode:string='CONSTANT'
ImageSummary tag:string tensor:T -> summary:string | max_images:int=3 T:type=float32 bad_color:tensor=...
InTopKV2 predictions:float32 targets:T k:T -> precision:bool | T:type=int32
InitializeTableFromTextFileV2! table_handle:resource filename:string -> | key_index:int value_index:int vocab_size:int=-1
    delimiter:string='\t' offset:int=0
InvGrad y:T dy:T -> z:T | T:type
Invert x:T -> y:T | T:type
InvertPermutation x:T -> y:T | T:type=int32
IsFinite x:T -> y:bool | T:type
IsInf x:T -> y:bool | T:type
IsNan x:T -> y:bool | T:type
IsVariableInitialized ref:&dtype -> is_initialized:bool | dtype:type
IsotonicRegression input:T -> output:output_dtype segments:int32 | T:type output_dtype:type=float32
KmeansPlusPlusInitialization points:float32 num_to_sample:int64 seed:int64 num_retries_per_sample:int64 -> samples:float32 |
L2Loss t:T -> output:T | T:type
LRN input:T -> output:T | depth_radius:int=5 bias:float=1.0 alpha:float=1.0 beta:float=0.5 T:type=float32
LRNGrad input_grads:T input_image:T output_image:T -> output:T | depth_radius:int=5 bias:float=1.0 alpha:float=1.0 beta:float=0.5
    T:type=float32
LSTMBlockCell x:T cs_prev:T h_prev:T w:T wci:T wcf:T wco:T b:T -> i:T cs:T f:T o:T ci:T co:T h:T | forget_bias:float=1.0
    cell_clip:float=3.0 use_peephole:bool=False T:type
LeakyRelu features:T -> activations:T | alpha:float=0.20000000298023224 T:type=float32
LeakyReluGrad gradients:T features:T -> backprops:T | alpha:float=0.20000000298023224 T:type=float32
LearnedUnigramCandidateSampler! true_classes:int64 -> sampled_candidates:int64 true_expected_count:float32 sampled_expected_count:float32
    | num_true:int num_sampled:int unique:bool range_max:int seed:int=0 seed2:int=0
LeftShift x:T y:T -> z:T | T:type
Less x:T y:T -> z:bool | T:type
LessEqual x:T y:T -> z:bool | T:type
Lgamma x:T -> y:T | T:type
LinSpace start:T stop:T num:Tidx -> output:T | T:type Tidx:type=int32
ListDiff x:T y:T -> out:T idx:out_idx | T:type out_idx:type=int32
Log x:T -> y:T | T:type
Log1p x:T -> y:T | T:type
LogMatrixDeterminant input:T -> sign:T log_abs_determinant:T | T:type
LogSoftmax logits:T -> logsoftmax:T | T:type
LogUniformCandidateSampler! true_classes:int64 -> sampled_candidates:int64 true_expected_count:float32 sampled_expected_count:float32 |
    num_true:int num_sampled:int unique:bool range_max:int seed:int=0 seed2:int=0
LogicalAnd x:bool y:bool -> z:bool |
LogicalNot x:bool -> y:bool |
LogicalOr x:bool y:bool -> z:bool |
LookupTableExportV2! table_handle:resource -> keys:Tkeys values:Tvalues | Tkeys:type Tvalues:type
LookupTableFindV2! table_handle:resource keys:Tin default_value:Tout -> values:Tout | Tin:type Tout:type
LookupTableImportV2! table_handle:resource keys:Tin values:Tout -> | Tin:type Tout:type
LookupTableInsertV2! table_handle:resource keys:Tin values:Tout -> | Tin:type Tout:type
LookupTableRemoveV2! table_handle:resource keys:Tin -> | Tin:type
LookupTableSizeV2! table_handle:resource -> size:int64 |
LoopCond input:bool -> output:bool |
LowerBound sorted_inputs:T values:T -> output:out_type | T:type out_type:type=int32
Lu input:T -> lu:T p:output_idx_type | T:type output_idx_type:type=int32
MatMul a:T b:T -> product:T | transpose_a:bool=False transpose_b:bool=False T:type
MatchingFiles pattern:string -> filenames:string |
MatrixBandPart input:T num_lower:Tindex num_upper:Tindex -> band:T | T:type Tindex:type=int64
MatrixDeterminant input:T -> output:T | T:type
MatrixDiag diagonal:T -> output:T | T:type
MatrixDiagPart input:T -> diagonal:T | T:type
MatrixDiagPartV2 input:T k:int32 padding_value:T -> diagonal:T | T:type
MatrixDiagPartV3 input:T k:int32 padding_value:T -> diagonal:T | T:type align:string='RIGHT_LEFT'
MatrixDiagV3 diagonal:T k:int32 num_rows:int32 num_cols:int32 padding_value:T -> output:T | T:type align:string='RIGHT_LEFT'
MatrixExponential input:T -> output:T | T:type
MatrixInverse input:T -> output:T | adjoint:bool=False T:type
MatrixLogarithm input:T -> output:T | T:type
MatrixSetDiag input:T diagonal:T -> output:T | T:type
MatrixSetDiagV3 input:T diagonal:T k:int32 -> output:T | T:type align:string='RIGHT_LEFT'
MatrixSolve matrix:T rhs:T -> output:T | adjoint:bool=False T:type
MatrixSolveLs matrix:T rhs:T l2_regularizer:float64 -> output:T | T:type fast:bool=True
MatrixSquareRoot input:T -> output:T | T:type
MatrixTriangularSolve matrix:T rhs:T -> output:T | lower:bool=True adjoint:bool=False T:type
Max input:T reduction_indices:Tidx -> output:T | keep_dims:bool=False T:type Tidx:type=int32
MaxPool input:T -> output:T | T:type=float32 ksize:list(int) strides:list(int) padding:string explicit_paddings:list(int)=[]
    data_format:string='NHWC'
MaxPool3D input:T -> output:T | ksize:list(int) strides:list(int) padding:string data_format:string='NDHWC' T:type
MaxPoolGrad orig_input:T orig_output:T grad:T -> output:T | ksize:list(int) strides:list(int) padding:string
    explicit_paddings:list(int)=[] data_format:string='NHWC' T:type=float32
MaxPoolWithArgmax input:T -> output:T argmax:Targmax | ksize:list(int) strides:list(int) Targmax:type=int64 padding:string
    include_batch_in_index:bool=False T:type
Maximum x:T y:T -> z:T | T:type
Mean input:T reduction_indices:Tidx -> output:T | keep_dims:bool=False T:type Tidx:type=int32
Merge inputs:N*T -> output:T value_index:int32 | T:type N:int
MergeSummary inputs:N*string -> summary:string | N:int
MergeV2Checkpoints! checkpoint_prefixes:string destination_prefix:string -> | delete_old_dirs:bool=True allow_missing_files:bool=False
Min input:T reduction_indices:Tidx -> output:T | keep_dims:bool=False T:type Tidx:type=int32
Minimum x:T y:T -> z:T | T:type
MirrorPad input:T paddings:Tpaddings -> output:T | T:type Tpaddings:type=int32 mode:string
Mul x:T y:T -> z:T | T:type
MulNoNan x:T y:T -> z:T | T:type
Multinomial! logits:T num_samples:int32 -> output:output_dtype | seed:int=0 seed2:int=0 T:type output_dtype:type=int64
MutableHashTableV2! -> table_handle:resource | container:string='' shared_name:string='' use_node_name_sharing:bool=False key_dtype:type
    value_dtype:type
NcclAllReduce! input:T -> data:T | reduction:string T:type num_devices:int shared_name:string
Ndtri x:T -> y:T | T:type
NearestNeighbors points:float32 centers:float32 k:int64 -> nearest_center_indices:int64 nearest_center_distances:float32 |
Neg x:T -> y:T | T:type
NextAfter x1:T x2:T -> output:T | T:type=float32
NextIteration data:T -> output:T | T:type
NoOp -> |
NonMaxSuppression boxes:float32 scores:float32 max_output_size:int32 -> selected_indices:int32 | iou_threshold:float=0.5
NonMaxSuppressionV3 boxes:T scores:T max_output_size:int32 iou_threshold:T_threshold score_threshold:T_threshold ->
    selected_indices:int32 | T:type=float32 T_threshold:type=float32
NonMaxSuppressionV5 boxes:T scores:T max_output_size:int32 iou_threshold:T score_threshold:T soft_nms_sigma:T -> selected_indices:int32
    selected_scores:T valid_outputs:int32 | T:type=float32 pad_to_max_output_size:bool=False
NonMaxSuppressionWithOverlaps overlaps:float32 scores:float32 max_output_size:int32 overlap_threshold:float32 score_threshold:float32 ->
    selected_indices:int32 |
NotEqual x:T y:T -> z:bool | T:type incompatible_shape_error:bool=True
OneHot indices:TI depth:int32 on_value:T off_value:T -> output:T | axis:int=-1 T:type TI:type=int64
OnesLike x:T -> y:T | T:type
Pack values:N*T -> output:T | N:int T:type axis:int=0
Pad input:T paddings:Tpaddings -> output:T | T:type Tpaddings:type=int32
PadV2 input:T paddings:Tpaddings constant_values:T -> output:T | T:type Tpaddings:type=int32
ParseExampleV2 serialized:string names:string sparse_keys:string dense_keys:string ragged_keys:string dense_defaults:*Tdense ->
    sparse_indices:num_sparse*int64 sparse_values:*sparse_types sparse_shapes:num_sparse*int64 dense_values:*Tdense
    ragged_values:*ragged_value_types ragged_row_splits:*ragged_split_types | Tdense:list(type) num_sparse:int sparse_types:list(type)
    ragged_value_types:list(type) ragged_split_types:list(type) dense_shapes:list(shape)
ParseSequenceExampleV2 serialized:string debug_name:string context_sparse_keys:string context_dense_keys:string
    context_ragged_keys:string feature_list_sparse_keys:string feature_list_dense_keys:string feature_list_ragged_keys:string
    feature_list_dense_missing_assumed_empty:bool context_dense_defaults:*Tcontext_dense -> context_sparse_indices:Ncontext_sparse*int64
    context_sparse_values:*context_sparse_types context_sparse_shapes:Ncontext_sparse*int64 context_dense_values:*Tcontext_dense
    context_ragged_values:*context_ragged_value_types context_ragged_row_splits:*context_ragged_split_types
    feature_list_sparse_indices:Nfeature_list_sparse*int64 feature_list_sparse_values:*feature_list_sparse_types
    feature_list_sparse_shapes:Nfeature_list_sparse*int64 feature_list_dense_values:*feature_list_dense_types
    feature_list_dense_lengths:Nfeature_list_dense*int64 feature_list_ragged_values:*feature_list_ragged_value_types
    feature_list_ragged_outer_splits:*feature_list_ragged_split_types feature_list_ragged_inner_splits:*feature_list_ragged_split_types |
    Ncontext_sparse:int=0 Tcontext_dense:list(type)=[] context_sparse_types:list(type)=[] context_ragged_value_types:list(type)=[]
    context_ragged_split_types:list(type)=[] context_dense_shapes:list(shape)=[] Nfeature_list_sparse:int=0 Nfeature_list_dense:int=0
    feature_list_dense_types:list(type)=[] feature_list_sparse_types:list(type)=[] feature_list_ragged_value_types:list(type)=[]
    feature_list_ragged_split_types:list(type)=[] feature_list_dense_shapes:list(shape)=[]
ParseTensor serialized:string -> output:out_type | out_type:type
PartitionedCall args:*Tin -> output:*Tout | Tin:list(type) Tout:list(type) f:func config:string='' config_proto:string=''
    executor_type:string=''
Placeholder -> output:dtype | dtype:type shape:shape=?
PlaceholderV2 -> output:dtype | dtype:type shape:shape
PlaceholderWithDefault input:dtype -> output:dtype | dtype:type shape:shape
Polygamma a:T x:T -> z:T | T:type
Pow x:T y:T -> z:T | T:type
PreventGradient input:T -> output:T | T:type message:string=''
Print! input:T data:*U -> output:T | T:type U:list(type) message:string='' first_n:int=-1 summarize:int=3
PrintV2! input:string -> | output_stream:string='stderr' end:string='\n'
Prod input:T reduction_indices:Tidx -> output:T | keep_dims:bool=False T:type Tidx:type=int32
PyFunc! input:*Tin -> output:*Tout | token:string Tin:list(type) Tout:list(type)
PyFuncStateless input:*Tin -> output:*Tout | token:string Tin:list(type) Tout:list(type)
Qr input:T -> q:T r:T | full_matrices:bool=False T:type
QuantizeAndDequantizeV4 input:T input_min:T input_max:T -> output:T | signed_input:bool=True num_bits:int=8 range_given:bool=False T:type
    round_mode:string='HALF_TO_EVEN' narrow_range:bool=False axis:int=-1
QueueCloseV2! handle:resource -> | cancel_pending_enqueues:bool=False
QueueDequeueManyV2! handle:resource n:int32 -> components:*component_types | component_types:list(type) timeout_ms:int=-1
QueueDequeueUpToV2! handle:resource n:int32 -> components:*component_types | component_types:list(type) timeout_ms:int=-1
QueueDequeueV2! handle:resource -> components:*component_types | component_types:list(type) timeout_ms:int=-1
QueueEnqueueManyV2! handle:resource components:*Tcomponents -> | Tcomponents:list(type) timeout_ms:int=-1
QueueEnqueueV2! handle:resource components:*Tcomponents -> | Tcomponents:list(type) timeout_ms:int=-1
QueueIsClosedV2! handle:resource -> is_closed:bool |
QueueSizeV2! handle:resource -> size:int32 |
RFFT input:Treal fft_length:int32 -> output:Tcomplex | Treal:type=float32 Tcomplex:type=complex64
RFFT2D input:Treal fft_length:int32 -> output:Tcomplex | Treal:type=float32 Tcomplex:type=complex64
RFFT3D input:Treal fft_length:int32 -> output:Tcomplex | Treal:type=float32 Tcomplex:type=complex64
RGBToHSV images:T -> output:T | T:type=float32
RaggedCross ragged_values:*ragged_values_types ragged_row_splits:*ragged_splits_types sparse_indices:Nsparse*int64
    sparse_values:*sparse_values_types sparse_shape:Nsparse*int64 dense_inputs:*dense_types -> output_values:out_values_type
    output_row_splits:out_row_splits_type | Nsparse:int input_order:string hashed_output:bool num_buckets:int hash_key:int
    ragged_values_types:list(type) ragged_splits_types:list(type) sparse_values_types:list(type) dense_types:list(type)
    out_values_type:type out_row_splits_type:type
RaggedFillEmptyRows value_rowids:int64 values:T nrows:int64 default_value:T -> output_value_rowids:int64 output_values:T
    empty_row_indicator:bool reverse_index_map:int64 | T:type
RaggedFillEmptyRowsGrad reverse_index_map:int64 grad_values:T -> d_values:T d_default_value:T | T:type
RaggedRange starts:T limits:T deltas:T -> rt_nested_splits:Tsplits rt_dense_values:T | T:type=int32 Tsplits:type=int64
RaggedTensorToTensor shape:Tshape values:T default_value:T row_partition_tensors:num_row_partition_tensors*Tindex -> result:T | T:type
    Tindex:type Tshape:type num_row_partition_tensors:int row_partition_types:list(string)
RandomGamma! shape:S alpha:T -> output:T | seed:int=0 seed2:int=0 S:type T:type
RandomGammaGrad alpha:T sample:T -> output:T | T:type
RandomIndexShuffle index:dtype seed:Tseed max_index:dtype -> output:dtype | rounds:int=4 dtype:type Tseed:type
RandomPoissonV2! shape:S rate:R -> output:dtype | seed:int=0 seed2:int=0 S:type R:type=float64 dtype:type=int64
RandomShuffle! value:T -> output:T | seed:int=0 seed2:int=0 T:type
RandomStandardNormal! shape:T -> output:dtype | seed:int=0 seed2:int=0 dtype:type T:type
RandomUniform! shape:T -> output:dtype | seed:int=0 seed2:int=0 dtype:type T:type
RandomUniformInt! shape:T minval:Tout maxval:Tout -> output:Tout | seed:int=0 seed2:int=0 Tout:type T:type
Range start:Tidx limit:Tidx delta:Tidx -> output:Tidx | Tidx:type=int32
Rank input:T -> output:int32 | T:type
ReadFile filename:string -> contents:string |
ReadVariableOp! resource:resource -> value:dtype | dtype:type
Real input:T -> output:Tout | T:type=complex64 Tout:type=float32
RealDiv x:T y:T -> z:T | T:type
Reciprocal x:T -> y:T | T:type
ReciprocalGrad y:T dy:T -> z:T | T:type
ReduceJoin inputs:string reduction_indices:int32 -> output:string | keep_dims:bool=False separator:string=''
RegexFullMatch input:string pattern:string -> output:bool |
RegexReplace input:string pattern:string rewrite:string -> output:string | replace_global:bool=True
Relu features:T -> activations:T | T:type
Relu6 features:T -> activations:T | T:type
Relu6Grad gradients:T features:T -> backprops:T | T:type
ReluGrad gradients:T features:T -> backprops:T | T:type
Reshape tensor:T shape:Tshape -> output:T | T:type Tshape:type=int32
ResizeArea images:T size:int32 -> resized_images:float32 | T:type align_corners:bool=False
ResizeBicubic images:T size:int32 -> resized_images:float32 | T:type align_corners:bool=False half_pixel_centers:bool=False
ResizeBilinear images:T size:int32 -> resized_images:float32 | T:type align_corners:bool=False half_pixel_centers:bool=False
ResizeNearestNeighbor images:T size:int32 -> resized_images:T | T:type align_corners:bool=False half_pixel_centers:bool=False
ResourceApplyAdaMax! var:resource m:resource v:resource beta1_power:T lr:T beta1:T beta2:T epsilon:T grad:T -> | T:type
    use_locking:bool=False
ResourceApplyAdadelta! var:resource accum:resource accum_update:resource lr:T rho:T epsilon:T grad:T -> | T:type use_locking:bool=False
ResourceApplyAdagrad! var:resource accum:resource lr:T grad:T -> | T:type use_locking:bool=False update_slots:bool=True
ResourceApplyAdagradV2! var:resource accum:resource lr:T epsilon:T grad:T -> | T:type use_locking:bool=False update_slots:bool=True
ResourceApplyAdam! var:resource m:resource v:resource beta1_power:T beta2_power:T lr:T beta1:T beta2:T epsilon:T grad:T -> | T:type
    use_locking:bool=False use_nesterov:bool=False
ResourceApplyCenteredRMSProp! var:resource mg:resource ms:resource mom:resource lr:T rho:T momentum:T epsilon:T grad:T -> | T:type
    use_locking:bool=False
ResourceApplyFtrl! var:resource accum:resource linear:resource grad:T lr:T l1:T l2:T lr_power:T -> | T:type use_locking:bool=False
    multiply_linear_by_lr:bool=False
ResourceApplyGradientDescent! var:resource alpha:T delta:T -> | T:type use_locking:bool=False
ResourceApplyKerasMomentum! var:resource accum:resource lr:T grad:T momentum:T -> | T:type use_locking:bool=False use_nesterov:bool=False
ResourceApplyMomentum! var:resource accum:resource lr:T grad:T momentum:T -> | T:type use_locking:bool=False use_nesterov:bool=False
ResourceApplyProximalAdagrad! var:resource accum:resource lr:T l1:T l2:T grad:T -> | T:type use_locking:bool=False
ResourceApplyProximalGradientDescent! var:resource alpha:T l1:T l2:T delta:T -> | T:type use_locking:bool=False
ResourceApplyRMSProp! var:resource ms:resource mom:resource lr:T rho:T momentum:T epsilon:T grad:T -> | T:type use_locking:bool=False
ResourceCountUpTo! resource:resource -> output:T | limit:int T:type
ResourceGather! resource:resource indices:Tindices -> output:dtype | batch_dims:int=0 validate_indices:bool=True dtype:type Tindices:type
ResourceGatherNd! resource:resource indices:Tindices -> output:dtype | dtype:type Tindices:type
ResourceScatterAdd! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type
ResourceScatterDiv! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type
ResourceScatterMax! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type
ResourceScatterMin! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type
ResourceScatterMul! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type
ResourceScatterNdAdd! ref:resource indices:Tindices updates:T -> | T:type Tindices:type use_locking:bool=True
ResourceScatterNdMax! ref:resource indices:Tindices updates:T -> | T:type Tindices:type use_locking:bool=True
ResourceScatterNdMin! ref:resource indices:Tindices updates:T -> | T:type Tindices:type use_locking:bool=True
ResourceScatterNdSub! ref:resource indices:Tindices updates:T -> | T:type Tindices:type use_locking:bool=True
ResourceScatterNdUpdate! ref:resource indices:Tindices updates:T -> | T:type Tindices:type use_locking:bool=True
ResourceScatterSub! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type
ResourceScatterUpdate! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type
ResourceSparseApplyAdadelta! var:resource accum:resource accum_update:resource lr:T rho:T epsilon:T grad:T indices:Tindices -> | T:type
    Tindices:type use_locking:bool=False
ResourceSparseApplyAdagrad! var:resource accum:resource lr:T grad:T indices:Tindices -> | T:type Tindices:type use_locking:bool=False
    update_slots:bool=True
ResourceSparseApplyAdagradV2! var:resource accum:resource lr:T epsilon:T grad:T indices:Tindices -> | T:type Tindices:type
    use_locking:bool=False update_slots:bool=True
ResourceSparseApplyCenteredRMSProp! var:resource mg:resource ms:resource mom:resource lr:T rho:T momentum:T epsilon:T grad:T
    indices:Tindices -> | T:type Tindices:type use_locking:bool=False
ResourceSparseApplyKerasMomentum! var:resource accum:resource lr:T grad:T indices:Tindices momentum:T -> | T:type Tindices:type
    use_locking:bool=False use_nesterov:bool=False
ResourceSparseApplyMomentum! var:resource accum:resource lr:T grad:T indices:Tindices momentum:T -> | T:type Tindices:type
    use_locking:bool=False use_nesterov:bool=False
ResourceSparseApplyProximalAdagrad! var:resource accum:resource lr:T l1:T l2:T grad:T indices:Tindices -> | T:type Tindices:type
    use_locking:bool=False
ResourceSparseApplyRMSProp! var:resource ms:resource mom:resource lr:T rho:T momentum:T epsilon:T grad:T indices:Tindices -> | T:type
    Tindices:type use_locking:bool=False
ResourceStridedSliceAssign! ref:resource begin:Index end:Index strides:Index value:T -> | T:type Index:type begin_mask:int=0
    end_mask:int=0 ellipsis_mask:int=0 new_axis_mask:int=0 shrink_axis_mask:int=0
RestoreV2! prefix:string tensor_names:string shape_and_slices:string -> tensors:*dtypes | dtypes:list(type)
ReverseSequence input:T seq_lengths:Tlen -> output:T | seq_dim:int batch_dim:int=0 T:type Tlen:type=int64
ReverseV2 tensor:T axis:Tidx -> output:T | Tidx:type=int32 T:type
RightShift x:T y:T -> z:T | T:type
Rint x:T -> y:T | T:type
RngReadAndSkip! resource:resource alg:int32 delta:uint64 -> value:int64 |
Roll input:T shift:Tshift axis:Taxis -> output:T | T:type Tshift:type Taxis:type
Round x:T -> y:T | T:type
Rsqrt x:T -> y:T | T:type
RsqrtGrad y:T dy:T -> z:T | T:type
SampleDistortedBoundingBoxV2! image_size:T bounding_boxes:float32 min_object_covered:float32 -> begin:T size:T bboxes:float32 | T:type
    seed:int=0 seed2:int=0 aspect_ratio_range:list(float)=[0.75,1.3300000429153442] area_range:list(float)=[0.05000000074505806,1.0]
    max_attempts:int=100 use_image_if_no_bounding_boxes:bool=False
SaveV2! prefix:string tensor_names:string shape_and_slices:string tensors:*dtypes -> | dtypes:list(type)
ScalarSummary tags:string values:T -> summary:string | T:type
ScaleAndTranslate images:T size:int32 scale:float32 translation:float32 -> resized_images:float32 | T:type kernel_type:string='lanczos3'
    antialias:bool=True
ScatterNd indices:Tindices updates:T shape:Tindices -> output:T | T:type Tindices:type
SegmentMax data:T segment_ids:Tindices -> output:T | T:type Tindices:type
SegmentMean data:T segment_ids:Tindices -> output:T | T:type Tindices:type
SegmentMin data:T segment_ids:Tindices -> output:T | T:type Tindices:type
SegmentProd data:T segment_ids:Tindices -> output:T | T:type Tindices:type
SegmentSum data:T segment_ids:Tindices -> output:T | T:type Tindices:type
Select condition:bool t:T e:T -> output:T | T:type
SelectV2 condition:bool t:T e:T -> output:T | T:type
SelfAdjointEigV2 input:T -> e:T v:T | compute_v:bool=True T:type
Selu features:T -> activations:T | T:type
SeluGrad gradients:T outputs:T -> backprops:T | T:type
SerializeManySparse sparse_indices:int64 sparse_values:T sparse_shape:int64 -> serialized_sparse:out_type | T:type out_type:type=string
SerializeTensor tensor:T -> serialized:string | T:type
SetSize set_indices:int64 set_values:T set_shape:int64 -> size:int32 | validate_indices:bool=True T:type
Shape input:T -> output:out_type | T:type out_type:type=int32
ShapeN input:N*T -> output:N*out_type | N:int T:type out_type:type=int32
ShardedFilename basename:string shard:int32 num_shards:int32 -> filename:string |
Sigmoid x:T -> y:T | T:type
SigmoidGrad y:T dy:T -> z:T | T:type
Sign x:T -> y:T | T:type
Sin x:T -> y:T | T:type
Sinh x:T -> y:T | T:type
Size input:T -> output:out_type | T:type out_type:type=int32
Slice input:T begin:Index size:Index -> output:T | T:type Index:type
SobolSample dim:int32 num_results:int32 skip:int32 -> samples:dtype | dtype:type=float32
Softmax logits:T -> softmax:T | T:type
SoftmaxCrossEntropyWithLogits features:T labels:T -> loss:T backprop:T | T:type
Softplus features:T -> activations:T | T:type
SoftplusGrad gradients:T features:T -> backprops:T | T:type
Softsign features:T -> activations:T | T:type
SoftsignGrad gradients:T features:T -> backprops:T | T:type
SpaceToBatchND input:T block_shape:Tblock_shape paddings:Tpaddings -> output:T | T:type Tblock_shape:type=int32 Tpaddings:type=int32
SpaceToDepth input:T -> output:T | T:type block_size:int data_format:string='NHWC'
SparseAdd a_indices:int64 a_values:T a_shape:int64 b_indices:int64 b_values:T b_shape:int64 thresh:Treal -> sum_indices:int64
    sum_values:T sum_shape:int64 | T:type Treal:type
SparseMatMul a:Ta b:Tb -> product:float32 | transpose_a:bool=False transpose_b:bool=False a_is_sparse:bool=False b_is_sparse:bool=False
    Ta:type=float32 Tb:type=float32
SparseMatrixAdd a:variant b:variant alpha:T beta:T -> c:variant | T:type
SparseMatrixMatMul a:variant b:T -> output:T | T:type transpose_a:bool=False transpose_b:bool=False adjoint_a:bool=False
    adjoint_b:bool=False transpose_output:bool=False conjugate_output:bool=False
SparseMatrixMul a:variant b:T -> output:variant | T:type
SparseMatrixNNZ sparse_matrix:variant -> nnz:int32 |
SparseMatrixSparseMatMul a:variant b:variant -> c:variant | type:type transpose_a:bool=False transpose_b:bool=False adjoint_a:bool=False
    adjoint_b:bool=False
SparseMatrixTranspose input:variant -> output:variant | conjugate:bool=False type:type
SparseReduceMax input_indices:int64 input_values:T input_shape:int64 reduction_axes:int32 -> output:T | keep_dims:bool=False T:type
SparseReduceMaxSparse input_indices:int64 input_values:T input_shape:int64 reduction_axes:int32 -> output_indices:int64 output_values:T
    output_shape:int64 | keep_dims:bool=False T:type
SparseReduceSum input_indices:int64 input_values:T input_shape:int64 reduction_axes:int32 -> output:T | keep_dims:bool=False T:type
SparseReduceSumSparse input_indices:int64 input_values:T input_shape:int64 reduction_axes:int32 -> output_indices:int64 output_values:T
    output_shape:int64 | keep_dims:bool=False T:type
SparseReorder input_indices:int64 input_values:T input_shape:int64 -> output_indices:int64 output_values:T | T:type
SparseReshape input_indices:int64 input_shape:int64 new_shape:int64 -> output_indices:int64 output_shape:int64 |
SparseSegmentMean data:T indices:Tidx segment_ids:Tsegmentids -> output:T | T:type Tidx:type=int32 Tsegmentids:type=int32
    sparse_gradient:bool=False
SparseSegmentMeanWithNumSegments data:T indices:Tidx segment_ids:Tsegmentids num_segments:Tnumsegments -> output:T | T:type
    Tidx:type=int32 Tnumsegments:type=int32 Tsegmentids:type=int32 sparse_gradient:bool=False
SparseSegmentSqrtN data:T indices:Tidx segment_ids:Tsegmentids -> output:T | T:type Tidx:type=int32 Tsegmentids:type=int32
    sparse_gradient:bool=False
SparseSegmentSqrtNWithNumSegments data:T indices:Tidx segment_ids:Tsegmentids num_segments:Tnumsegments -> output:T | T:type
    Tidx:type=int32 Tnumsegments:type=int32 Tsegmentids:type=int32 sparse_gradient:bool=False
SparseSegmentSum data:T indices:Tidx segment_ids:Tsegmentids -> output:T | T:type Tidx:type=int32 Tsegmentids:type=int32
    sparse_gradient:bool=False
SparseSegmentSumWithNumSegments data:T indices:Tidx segment_ids:Tsegmentids num_segments:Tnumsegments -> output:T | T:type
    Tidx:type=int32 Tnumsegments:type=int32 Tsegmentids:type=int32 sparse_gradient:bool=False
SparseSoftmax sp_indices:int64 sp_values:T sp_shape:int64 -> output:T | T:type
SparseSoftmaxCrossEntropyWithLogits features:T labels:Tlabels -> loss:T backprop:T | T:type Tlabels:type=int64
SparseSparseMaximum a_indices:int64 a_values:T a_shape:int64 b_indices:int64 b_values:T b_shape:int64 -> output_indices:int64
    output_values:T | T:type
SparseSparseMinimum a_indices:int64 a_values:T a_shape:int64 b_indices:int64 b_values:T b_shape:int64 -> output_indices:int64
    output_values:T | T:type
SparseTensorDenseAdd a_indices:Tindices a_values:T a_shape:Tindices b:T -> output:T | T:type Tindices:type
SparseTensorDenseMatMul a_indices:Tindices a_values:T a_shape:int64 b:T -> product:T | T:type Tindices:type=int64 adjoint_a:bool=False
    adjoint_b:bool=False
SparseTensorToCSRSparseMatrix indices:int64 values:T dense_shape:int64 -> sparse_matrix:variant | T:type
SparseToDense sparse_indices:Tindices output_shape:Tindices sparse_values:T default_value:T -> dense:T | validate_indices:bool=True
    T:type Tindices:type
SparseToSparseSetOperation set1_indices:int64 set1_values:T set1_shape:int64 set2_indices:int64 set2_values:T set2_shape:int64 ->
    result_indices:int64 result_values:T result_shape:int64 | set_operation:string validate_indices:bool=True T:type
Spence x:T -> y:T | T:type
Split split_dim:int32 value:T -> output:num_split*T | num_split:int T:type
SplitV value:T size_splits:Tlen split_dim:int32 -> output:num_split*T | num_split:int T:type Tlen:type=int64
Sqrt x:T -> y:T | T:type
SqrtGrad y:T dy:T -> z:T | T:type
Square x:T -> y:T | T:type
SquaredDifference x:T y:T -> z:T | T:type
Squeeze input:T -> output:T | T:type squeeze_dims:list(int)=[]
StatefulPartitionedCall! args:*Tin -> output:*Tout | Tin:list(type) Tout:list(type) f:func config:string='' config_proto:string=''
    executor_type:string=''
StatefulRandomBinomial! resource:resource algorithm:int64 shape:S counts:T probs:T -> output:dtype | S:type T:type=float64
    dtype:type=int64
StatelessCase branch_index:int32 input:*Tin -> output:*Tout | Tin:list(type) Tout:list(type) branches:list(func)
    output_shapes:list(shape)=[]
StatelessIf cond:Tcond input:*Tin -> output:*Tout | Tcond:type Tin:list(type) Tout:list(type) then_branch:func else_branch:func
    output_shapes:list(shape)=[]
StatelessMultinomial logits:T num_samples:int32 seed:Tseed -> output:output_dtype | T:type Tseed:type=int64 output_dtype:type=int64
StatelessParameterizedTruncatedNormal shape:S seed:Tseed means:dtype stddevs:dtype minvals:dtype maxvals:dtype -> output:dtype | S:type
    Tseed:type=int64 dtype:type
StatelessRandomBinomial shape:S seed:Tseed counts:T probs:T -> output:dtype | S:type Tseed:type=int64 T:type=float64 dtype:type=int64
StatelessRandomGammaV3 shape:shape_dtype key:uint64 counter:uint64 alg:int32 alpha:dtype -> output:dtype | dtype:type
    shape_dtype:type=int32
StatelessRandomGetKeyCounter seed:Tseed -> key:uint64 counter:uint64 | Tseed:type=int64
StatelessRandomNormalV2 shape:Tshape key:uint64 counter:uint64 alg:int32 -> output:dtype | dtype:type=float32 Tshape:type=int32
StatelessRandomPoisson shape:T seed:Tseed lam:Rtype -> output:dtype | Rtype:type dtype:type T:type Tseed:type=int64
StatelessRandomUniformFullIntV2 shape:Tshape key:uint64 counter:uint64 alg:int32 -> output:dtype | dtype:type=uint64 Tshape:type=int32
StatelessRandomUniformIntV2 shape:Tshape key:uint64 counter:uint64 alg:int32 minval:dtype maxval:dtype -> output:dtype | dtype:type
    Tshape:type=int32
StatelessRandomUniformV2 shape:Tshape key:uint64 counter:uint64 alg:int32 -> output:dtype | dtype:type=float32 Tshape:type=int32
StatelessSampleDistortedBoundingBox image_size:T bounding_boxes:float32 min_object_covered:float32 seed:Tseed -> begin:T size:T
    bboxes:float32 | T:type Tseed:type aspect_ratio_range:list(float)=[0.75,1.3300000429153442]
    area_range:list(float)=[0.05000000074505806,1.0] max_attempts:int=100 use_image_if_no_bounding_boxes:bool=False
StatelessShuffle value:T key:uint64 counter:uint64 alg:int32 -> output:T | T:type
StatelessTruncatedNormalV2 shape:Tshape key:uint64 counter:uint64 alg:int32 -> output:dtype | dtype:type=float32 Tshape:type=int32
StatelessWhile input:*T -> output:*T | T:list(type) cond:func body:func output_shapes:list(shape)=[] parallel_iterations:int=10
StaticRegexFullMatch input:string -> output:bool | pattern:string
StaticRegexReplace input:string -> output:string | pattern:string rewrite:string replace_global:bool=True
StopGradient input:T -> output:T | T:type
StridedSlice input:T begin:Index end:Index strides:Index -> output:T | T:type Index:type begin_mask:int=0 end_mask:int=0
    ellipsis_mask:int=0 new_axis_mask:int=0 shrink_axis_mask:int=0
StridedSliceGrad shape:Index begin:Index end:Index strides:Index dy:T -> output:T | T:type Index:type begin_mask:int=0 end_mask:int=0
    ellipsis_mask:int=0 new_axis_mask:int=0 shrink_axis_mask:int=0
StringFormat inputs:*T -> output:string | T:list(type) template:string='%s' placeholder:string='%s' summarize:int=3
StringJoin inputs:N*string -> output:string | N:int separator:string=''
StringLength input:string -> output:int32 | unit:string='BYTE'
StringLower input:string -> output:string | encoding:string=''
StringNGrams data:string data_splits:Tsplits -> ngrams:string ngrams_splits:Tsplits | separator:string ngram_widths:list(int)
    left_pad:string right_pad:string pad_width:int preserve_short_sequences:bool Tsplits:type=int64
StringSplitV2 input:string sep:string -> indices:int64 values:string shape:int64 | maxsplit:int=-1
StringStrip input:string -> output:string |
StringToHashBucket string_tensor:string -> output:int64 | num_buckets:int
StringToHashBucketFast input:string -> output:int64 | num_buckets:int
StringToHashBucketStrong input:string -> output:int64 | num_buckets:int key:list(int)
StringToNumber string_tensor:string -> output:out_type | out_type:type=float32
StringUpper input:string -> output:string | encoding:string=''
Sub x:T y:T -> z:T | T:type
Substr input:string pos:T len:T -> output:string | T:type unit:string='BYTE'
Sum input:T reduction_indices:Tidx -> output:T | keep_dims:bool=False T:type Tidx:type=int32
Svd input:T -> s:T u:T v:T | compute_uv:bool=True full_matrices:bool=False T:type
Switch data:T pred:bool -> output_false:T output_true:T | T:type
Tan x:T -> y:T | T:type
Tanh x:T -> y:T | T:type
TanhGrad y:T dy:T -> z:T | T:type
TensorListConcat input_handle:variant -> tensor:element_dtype lengths:int64 | element_dtype:type element_shape:shape=?
TensorListConcatLists input_a:variant input_b:variant -> output:variant | element_dtype:type
TensorListConcatV2 input_handle:variant element_shape:shape_type leading_dims:int64 -> tensor:element_dtype lengths:int64 |
    element_dtype:type shape_type:type
TensorListElementShape input_handle:variant -> element_shape:shape_type | shape_type:type
TensorListFromTensor tensor:element_dtype element_shape:shape_type -> output_handle:variant | element_dtype:type shape_type:type
TensorListGather input_handle:variant indices:int32 element_shape:int32 -> values:element_dtype | element_dtype:type
TensorListGetItem input_handle:variant index:int32 element_shape:int32 -> item:element_dtype | element_dtype:type
TensorListLength input_handle:variant -> length:int32 |
TensorListPopBack input_handle:variant element_shape:int32 -> output_handle:variant tensor:element_dtype | element_dtype:type
TensorListPushBack input_handle:variant tensor:element_dtype -> output_handle:variant | element_dtype:type
TensorListPushBackBatch input_handles:variant tensor:element_dtype -> output_handles:variant | element_dtype:type
TensorListReserve element_shape:shape_type num_elements:int32 -> handle:variant | element_dtype:type shape_type:type
TensorListResize input_handle:variant size:int32 -> output_handle:variant |
TensorListScatterIntoExistingList input_handle:variant tensor:element_dtype indices:int32 -> output_handle:variant | element_dtype:type
TensorListScatterV2 tensor:element_dtype indices:int32 element_shape:shape_type num_elements:int32 -> output_handle:variant |
    element_dtype:type shape_type:type
TensorListSetItem input_handle:variant index:int32 item:element_dtype -> output_handle:variant | element_dtype:type
    resize_if_index_out_of_bounds:bool=False
TensorListSplit tensor:element_dtype element_shape:shape_type lengths:int64 -> output_handle:variant | element_dtype:type shape_type:type
TensorListStack input_handle:variant element_shape:int32 -> tensor:element_dtype | element_dtype:type num_elements:int=-1
TensorScatterAdd tensor:T indices:Tindices updates:T -> output:T | T:type Tindices:type
TensorScatterMax tensor:T indices:Tindices updates:T -> output:T | T:type Tindices:type
TensorScatterMin tensor:T indices:Tindices updates:T -> output:T | T:type Tindices:type
TensorScatterSub tensor:T indices:Tindices updates:T -> output:T | T:type Tindices:type
TensorScatterUpdate tensor:T indices:Tindices updates:T -> output:T | T:type Tindices:type
TensorSummaryV2 tag:string tensor:T serialized_summary_metadata:string -> summary:string | T:type
Tile input:T multiples:Tmultiples -> output:T | T:type Tmultiples:type=int32
Timestamp! -> ts:float64 |
TopK input:T -> values:T indices:int32 | k:int sorted:bool=True T:type
TopKV2 input:T k:Tk -> values:T indices:index_type | sorted:bool=True T:type Tk:type=int32 index_type:type=int32
Transpose x:T perm:Tperm -> y:T | T:type Tperm:type=int32
TridiagonalMatMul superdiag:T maindiag:T subdiag:T rhs:T -> output:T | T:type
TridiagonalSolve diagonals:T rhs:T -> output:T | partial_pivoting:bool=True perturb_singular:bool=False T:type
TruncateDiv x:T y:T -> z:T | T:type
TruncateMod x:T y:T -> z:T | T:type
TruncatedNormal! shape:T -> output:dtype | seed:int=0 seed2:int=0 dtype:type T:type
UnicodeDecodeWithOffsets input:string -> row_splits:Tsplits char_values:int32 char_to_byte_starts:int64 | input_encoding:string
    errors:string='replace' replacement_char:int=65533 replace_control_characters:bool=False Tsplits:type=int64
UnicodeEncode input_values:int32 input_splits:Tsplits -> output:string | errors:string='replace' output_encoding:string
    replacement_char:int=65533 Tsplits:type=int64
UnicodeScript input:int32 -> output:int32 |
UnicodeTranscode input:string -> output:string | input_encoding:string output_encoding:string errors:string='replace'
    replacement_char:int=65533 replace_control_characters:bool=False
UniformCandidateSampler! true_classes:int64 -> sampled_candidates:int64 true_expected_count:float32 sampled_expected_count:float32 |
    num_true:int num_sampled:int unique:bool range_max:int seed:int=0 seed2:int=0
Unique x:T -> y:T idx:out_idx | T:type out_idx:type=int32
UniqueV2 x:T axis:Taxis -> y:T idx:out_idx | T:type Taxis:type=int64 out_idx:type=int32
UniqueWithCounts x:T -> y:T idx:out_idx count:out_idx | T:type out_idx:type=int32
UniqueWithCountsV2 x:T axis:Taxis -> y:T idx:out_idx count:out_idx | T:type Taxis:type=int64 out_idx:type=int32
Unpack value:T -> output:num*T | num:int T:type axis:int=0
UnravelIndex indices:Tidx dims:Tidx -> output:Tidx | Tidx:type=int32
UnsortedSegmentJoin inputs:string segment_ids:Tindices num_segments:Tnumsegments -> output:string | separator:string='' Tindices:type
    Tnumsegments:type=int32
UnsortedSegmentMax data:T segment_ids:Tindices num_segments:Tnumsegments -> output:T | T:type Tindices:type Tnumsegments:type=int32
UnsortedSegmentMin data:T segment_ids:Tindices num_segments:Tnumsegments -> output:T | T:type Tindices:type Tnumsegments:type=int32
UnsortedSegmentProd data:T segment_ids:Tindices num_segments:Tnumsegments -> output:T | T:type Tindices:type Tnumsegments:type=int32
UnsortedSegmentSum data:T segment_ids:Tindices num_segments:Tnumsegments -> output:T | T:type Tindices:type Tnumsegments:type=int32
UpperBound sorted_inputs:T values:T -> output:out_type | T:type out_type:type=int32
VarHandleOp! -> resource:resource | container:string='' shared_name:string='' debug_name:string='' dtype:type shape:shape
    allowed_devices:list(string)=[]
VarIsInitializedOp! resource:resource -> is_initialized:bool |
Variable! -> ref:&dtype | shape:shape dtype:type container:string='' shared_name:string=''
VariableV2! -> ref:&dtype | shape:shape dtype:type container:string='' shared_name:string=''
Where input:T -> index:int64 | T:type=bool
While! input:*T -> output:*T | T:list(type) cond:func body:func output_shapes:list(shape)=[] parallel_iterations:int=10
WriteFile! filename:string contents:string -> |
WriteRawProtoSummary! writer:resource step:int64 tensor:string -> |
WriteSummary! writer:resource step:int64 tensor:T tag:string summary_metadata:string -> | T:type
Xdivy x:T y:T -> z:T | T:type
Xlog1py x:T y:T -> z:T | T:type
Xlogy x:T y:T -> z:T | T:type
ZerosLike x:T -> y:T | T:type
Zeta x:T q:T -> z:T | T:type
"""
