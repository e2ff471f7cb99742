"""How operations are declared; written by scripts/record_op_defs.py, read by `tfshim.engine.ops.op_defs`."""

TABLE = r"""
Abort -> | error_msg:string='' exit_without_error:bool=False
Abs x:T -> y:T | T:type
AccumulateNV2 inputs:N*T -> sum:T | N:int>=1 T:type shape:shape
AccumulatorApplyGradient handle:&string local_step:int64 gradient:dtype -> | dtype:type
AccumulatorNumAccumulated handle:&string -> num_accumulated:int32 |
AccumulatorSetGlobalStep handle:&string new_global_step:int64 -> |
AccumulatorTakeGradient handle:&string num_required:int32 -> average:dtype | dtype:type
Acos x:T -> y:T | T:type
Acosh x:T -> y:T | T:type
Add x:T y:T -> z:T | T:type
AddManySparseToTensorsMap! sparse_indices:int64 sparse_values:T sparse_shape:int64 -> sparse_handles:int64 | T:type container:string=''
    shared_name:string=''
AddN inputs:N*T -> sum:T | N:int>=1 T:type
AddSparseToTensorsMap! sparse_indices:int64 sparse_values:T sparse_shape:int64 -> sparse_handle:int64 | T:type container:string=''
    shared_name:string=''
AddV2 x:T y:T -> z:T | T:type
AdjustContrast images:T contrast_factor:float32 min_value:float32 max_value:float32 -> output:float32 | T:type
AdjustContrastv2 images:T contrast_factor:float32 -> output:T | T:type{float16|float32}=float32
AdjustHue images:T delta:float32 -> output:T | T:type{float16|float32}=float32
AdjustSaturation images:T scale:float32 -> output:T | T:type{float16|float32}=float32
All input:bool reduction_indices:Tidx -> output:bool | keep_dims:bool=False Tidx:type{int32|int64}=int32
AllCandidateSampler! true_classes:int64 -> sampled_candidates:int64 true_expected_count:float32 sampled_expected_count:float32 |
    num_true:int>=1 num_sampled:int>=1 unique:bool seed:int=0 seed2:int=0
AllToAll! input:T group_assignment:int32 -> output:T | T:type concat_dimension:int split_dimension:int split_count:int
Angle input:T -> output:Tout | T:type{complex64|complex128}=complex64 Tout:type{float32|float64}=float32
AnonymousHashTable! -> table_handle:resource | key_dtype:type value_dtype:type
AnonymousIterator! -> handle:resource | output_types:list(type)>=1 output_shapes:list(shape)>=1
AnonymousIteratorV2! -> handle:resource deleter:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
AnonymousIteratorV3! -> handle:resource | output_types:list(type)>=1 output_shapes:list(shape)>=1
AnonymousMemoryCache! -> handle:resource deleter:variant |
AnonymousMultiDeviceIterator! -> handle:resource deleter:variant | devices:list(string)>=1 output_types:list(type)>=1
    output_shapes:list(shape)>=1
AnonymousMultiDeviceIteratorV3! -> handle:resource | devices:list(string)>=1 output_types:list(type)>=1 output_shapes:list(shape)>=1
AnonymousMutableDenseHashTable! empty_key:key_dtype deleted_key:key_dtype -> table_handle:resource | key_dtype:type value_dtype:type
    value_shape:shape=[] initial_num_buckets:int=131072 max_load_factor:float=0.800000011920929
AnonymousMutableHashTable! -> table_handle:resource | key_dtype:type value_dtype:type
AnonymousMutableHashTableOfTensors! -> table_handle:resource | key_dtype:type value_dtype:type value_shape:shape=[]
AnonymousRandomSeedGenerator! seed:int64 seed2:int64 -> handle:resource deleter:variant |
AnonymousSeedGenerator! seed:int64 seed2:int64 reshuffle:bool -> handle:resource deleter:variant |
Any input:bool reduction_indices:Tidx -> output:bool | keep_dims:bool=False Tidx:type{int32|int64}=int32
ApplyAdaMax var:&T m:&T v:&T beta1_power:T lr:T beta1:T beta2:T epsilon:T grad:T -> out:&T | T:type use_locking:bool=False
ApplyAdadelta var:&T accum:&T accum_update:&T lr:T rho:T epsilon:T grad:T -> out:&T | T:type use_locking:bool=False
ApplyAdagrad var:&T accum:&T lr:T grad:T -> out:&T | T:type use_locking:bool=False update_slots:bool=True
ApplyAdagradDA var:&T gradient_accumulator:&T gradient_squared_accumulator:&T grad:T lr:T l1:T l2:T global_step:int64 -> out:&T | T:type
    use_locking:bool=False
ApplyAdagradV2 var:&T accum:&T lr:T epsilon:T grad:T -> out:&T | T:type use_locking:bool=False update_slots:bool=True
ApplyAdam var:&T m:&T v:&T beta1_power:T beta2_power:T lr:T beta1:T beta2:T epsilon:T grad:T -> out:&T | T:type use_locking:bool=False
    use_nesterov:bool=False
ApplyAddSign var:&T m:&T lr:T alpha:T sign_decay:T beta:T grad:T -> out:&T | T:type use_locking:bool=False
ApplyCenteredRMSProp var:&T mg:&T ms:&T mom:&T lr:T rho:T momentum:T epsilon:T grad:T -> out:&T | T:type use_locking:bool=False
ApplyFtrl var:&T accum:&T linear:&T grad:T lr:T l1:T l2:T lr_power:T -> out:&T | T:type use_locking:bool=False
    multiply_linear_by_lr:bool=False
ApplyFtrlV2 var:&T accum:&T linear:&T grad:T lr:T l1:T l2:T l2_shrinkage:T lr_power:T -> out:&T | T:type use_locking:bool=False
    multiply_linear_by_lr:bool=False
ApplyGradientDescent var:&T alpha:T delta:T -> out:&T | T:type use_locking:bool=False
ApplyMomentum var:&T accum:&T lr:T grad:T momentum:T -> out:&T | T:type use_locking:bool=False use_nesterov:bool=False
ApplyPowerSign var:&T m:&T lr:T logbase:T sign_decay:T beta:T grad:T -> out:&T | T:type use_locking:bool=False
ApplyProximalAdagrad var:&T accum:&T lr:T l1:T l2:T grad:T -> out:&T | T:type use_locking:bool=False
ApplyProximalGradientDescent var:&T alpha:T l1:T l2:T delta:T -> out:&T | T:type use_locking:bool=False
ApplyRMSProp var:&T ms:&T mom:&T lr:T rho:T momentum:T epsilon:T grad:T -> out:&T | T:type use_locking:bool=False
ApproxTopK input:T -> values:T indices:int32 | k:int>=0 reduction_dimension:int=-1 recall_target:float=0.949999988079071
    is_max_k:bool=True reduction_input_size_override:int=-1 aggregate_to_topk:bool=True T:type{float16|bfloat16|float32}
ApproximateEqual x:T y:T -> z:bool | T:type tolerance:float=9.999999747378752e-06
ArgMax input:T dimension:Tidx -> output:output_type | T:type Tidx:type{int16|int32|int64}=int32
    output_type:type{int16|uint16|int32|int64}=int64
ArgMin input:T dimension:Tidx -> output:output_type | T:type Tidx:type{int32|int64}=int32 output_type:type{int32|int64}=int64
AsString input:T -> output:string | T:type precision:int=-1 scientific:bool=False shortest:bool=False width:int=-1 fill:string=''
Asin x:T -> y:T | T:type
Asinh x:T -> y:T | T:type
Assert! condition:bool data:*T -> | T:list(type)>=1 summarize:int=3
AssertCardinalityDataset input_dataset:variant cardinality:int64 -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
AssertNextDataset input_dataset:variant transformations:string -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
AssertPrevDataset input_dataset:variant transformations:string -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
Assign ref:&T value:T -> output_ref:&T | T:type validate_shape:bool=True use_locking:bool=True
AssignAdd ref:&T value:T -> output_ref:&T | T:type use_locking:bool=False
AssignAddVariableOp! resource:resource value:dtype -> | dtype:type
AssignSub ref:&T value:T -> output_ref:&T | T:type use_locking:bool=False
AssignSubVariableOp! resource:resource value:dtype -> | dtype:type
AssignVariableOp! resource:resource value:dtype -> | dtype:type validate_shape:bool=False
AssignVariableXlaConcatND! resource:resource inputs:N*T -> | T:type N:int>=1 num_concats:list(int) paddings:list(int)=[]
Atan x:T -> y:T | T:type
Atan2 y:T x:T -> z:T | T:type{bfloat16|float16|float32|float64}
Atanh x:T -> y:T | T:type
AudioSpectrogram input:float32 -> spectrogram:float32 | window_size:int stride:int magnitude_squared:bool=False
AudioSummary tag:string tensor:float32 -> summary:string | sample_rate:float max_outputs:int>=1=3
AudioSummaryV2 tag:string tensor:float32 sample_rate:float32 -> summary:string | max_outputs:int>=1=3
AutoShardDataset input_dataset:variant num_workers:int64 index:int64 -> handle:variant | auto_shard_policy:int=0
    output_types:list(type)>=1 output_shapes:list(shape)>=1 num_replicas:int=0
AvgPool value:T -> output:T | ksize:list(int)>=4 strides:list(int)>=4 padding:string{SAME|VALID} data_format:string{NHWC|NCHW}='NHWC'
    T:type{float16|bfloat16|float32|float64}
AvgPool3D input:T -> output:T | ksize:list(int)>=5 strides:list(int)>=5 padding:string{SAME|VALID}
    data_format:string{NDHWC|NCDHW}='NDHWC' T:type{float16|bfloat16|float32|float64}
AvgPool3DGrad orig_input_shape:int32 grad:T -> output:T | ksize:list(int)>=5 strides:list(int)>=5 padding:string{SAME|VALID}
    data_format:string{NDHWC|NCDHW}='NDHWC' T:type{float16|bfloat16|float32|float64}
AvgPoolGrad orig_input_shape:int32 grad:T -> output:T | ksize:list(int)>=4 strides:list(int)>=4 padding:string{SAME|VALID}
    data_format:string{NHWC|NCHW}='NHWC' T:type{float16|bfloat16|float32|float64}
BandedTriangularSolve matrix:T rhs:T -> output:T | lower:bool=True adjoint:bool=False T:type
Barrier! -> handle:&string | component_types:list(type)>=1 shapes:list(shape)>=0=[] capacity:int=-1 container:string=''
    shared_name:string=''
BarrierClose handle:&string -> | cancel_pending_enqueues:bool=False
BarrierIncompleteSize handle:&string -> size:int32 |
BarrierInsertMany handle:&string keys:string values:T -> | T:type component_index:int
BarrierReadySize handle:&string -> size:int32 |
BarrierTakeMany handle:&string num_elements:int32 -> indices:int64 keys:string values:*component_types | component_types:list(type)>=1
    allow_small_batch:bool=False wait_for_incomplete:bool=False timeout_ms:int=-1
Batch in_tensors:*T -> batched_tensors:*T batch_index:int64 id:int64 | num_batch_threads:int max_batch_size:int
    max_enqueued_batches:int=10 batch_timeout_micros:int allowed_batch_sizes:list(int)=[] grad_timeout_micros:int container:string=''
    shared_name:string='' batching_queue:string='' T:list(type)>=1
BatchCholesky input:T -> output:T | T:type{float64|float32}
BatchCholeskyGrad l:T grad:T -> output:T | T:type{float32|float64}
BatchDataset input_dataset:variant batch_size:int64 -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    metadata:string=''
BatchDatasetV2 input_dataset:variant batch_size:int64 drop_remainder:bool -> handle:variant | parallel_copy:bool=False
    output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
BatchFFT input:complex64 -> output:complex64 |
BatchFFT2D input:complex64 -> output:complex64 |
BatchFFT3D input:complex64 -> output:complex64 |
BatchFunction in_tensors:*Tin captured_tensors:*Tcaptured -> out_tensors:*Tout | f:func num_batch_threads:int max_batch_size:int
    batch_timeout_micros:int max_enqueued_batches:int=10 allowed_batch_sizes:list(int)=[] container:string='' shared_name:string=''
    batching_queue:string='' low_priority_max_batch_size:int=0 low_priority_batch_timeout_micros:int=0
    low_priority_allowed_batch_sizes:list(int)=[] low_priority_max_enqueued_batches:int=0 Tin:list(type)>=1 Tcaptured:list(type)>=0
    Tout:list(type)>=1 enable_large_batch_splitting:bool=False
BatchIFFT input:complex64 -> output:complex64 |
BatchIFFT2D input:complex64 -> output:complex64 |
BatchIFFT3D input:complex64 -> output:complex64 |
BatchMatMul x:T y:T -> output:T | T:type adj_x:bool=False adj_y:bool=False
BatchMatMulV2 x:T y:T -> output:T | T:type adj_x:bool=False adj_y:bool=False
BatchMatMulV3 x:Ta y:Tb -> output:Tout | Ta:type Tb:type Tout:type adj_x:bool=False adj_y:bool=False
BatchMatrixBandPart input:T num_lower:int64 num_upper:int64 -> band:T | T:type
BatchMatrixDeterminant input:T -> output:T | T:type{float32|float64|complex64|complex128}
BatchMatrixDiag diagonal:T -> output:T | T:type
BatchMatrixDiagPart input:T -> diagonal:T | T:type
BatchMatrixInverse input:T -> output:T | adjoint:bool=False T:type{float64|float32}
BatchMatrixSetDiag input:T diagonal:T -> output:T | T:type
BatchMatrixSolve matrix:T rhs:T -> output:T | adjoint:bool=False T:type{float64|float32}
BatchMatrixSolveLs matrix:T rhs:T l2_regularizer:float64 -> output:T | T:type{float64|float32} fast:bool=True
BatchMatrixTriangularSolve matrix:T rhs:T -> output:T | lower:bool=True adjoint:bool=False T:type{float64|float32}
BatchNormWithGlobalNormalization t:T m:T v:T beta:T gamma:T -> result:T | T:type variance_epsilon:float scale_after_normalization:bool
BatchNormWithGlobalNormalizationGrad t:T m:T v:T gamma:T backprop:T -> dx:T dm:T dv:T db:T dg:T | T:type variance_epsilon:float
    scale_after_normalization:bool
BatchSelfAdjointEig input:T -> output:T | T:type{float64|float32}
BatchSelfAdjointEigV2 input:T -> e:T v:T | compute_v:bool=True T:type{float64|float32}
BatchSvd input:T -> s:T u:T v:T | compute_uv:bool=True full_matrices:bool=False T:type{float64|float32|complex64|complex128}
BatchToSpace input:T crops:Tidx -> output:T | T:type block_size:int>=2 Tidx:type{int32|int64}=int32
BatchToSpaceND input:T block_shape:Tblock_shape crops:Tcrops -> output:T | T:type Tblock_shape:type{int32|int64}=int32
    Tcrops:type{int32|int64}=int32
BesselI0 x:T -> y:T | T:type{bfloat16|float16|float32|float64}
BesselI0e x:T -> y:T | T:type{bfloat16|float16|float32|float64}
BesselI1 x:T -> y:T | T:type{bfloat16|float16|float32|float64}
BesselI1e x:T -> y:T | T:type{bfloat16|float16|float32|float64}
BesselJ0 x:T -> y:T | T:type{bfloat16|float16|float32|float64}
BesselJ1 x:T -> y:T | T:type{bfloat16|float16|float32|float64}
BesselK0 x:T -> y:T | T:type{bfloat16|float16|float32|float64}
BesselK0e x:T -> y:T | T:type{bfloat16|float16|float32|float64}
BesselK1 x:T -> y:T | T:type{bfloat16|float16|float32|float64}
BesselK1e x:T -> y:T | T:type{bfloat16|float16|float32|float64}
BesselY0 x:T -> y:T | T:type{bfloat16|float16|float32|float64}
BesselY1 x:T -> y:T | T:type{bfloat16|float16|float32|float64}
Betainc a:T b:T x:T -> z:T | T:type{float32|float64}
BiasAdd value:T bias:T -> output:T | T:type data_format:string{NHWC|NCHW}='NHWC'
BiasAddGrad out_backprop:T -> output:T | T:type data_format:string{NHWC|NCHW}='NHWC'
BiasAddV1 value:T bias:T -> output:T | T:type
Bincount arr:int32 size:int32 weights:T -> bins:T | T:type{int32|int64|float32|float64}
Bitcast input:T -> output:type | T:type type:type
BitwiseAnd x:T y:T -> z:T | T:type
BitwiseOr x:T y:T -> z:T | T:type
BitwiseXor x:T y:T -> z:T | T:type
BlockLSTM seq_len_max:int64 x:T cs_prev:T h_prev:T w:T wci:T wcf:T wco:T b:T -> i:T cs:T f:T o:T ci:T co:T h:T | forget_bias:float=1.0
    cell_clip:float=3.0 use_peephole:bool=False T:type{float16|float32}
BlockLSTMGrad seq_len_max:int64 x:T cs_prev:T h_prev:T w:T wci:T wcf:T wco:T b:T i:T cs:T f:T o:T ci:T co:T h:T cs_grad:T h_grad:T ->
    x_grad:T cs_prev_grad:T h_prev_grad:T w_grad:T wci_grad:T wcf_grad:T wco_grad:T b_grad:T | use_peephole:bool T:type{float16|float32}
BlockLSTMGradV2 seq_len_max:int64 x:T cs_prev:T h_prev:T w:T wci:T wcf:T wco:T b:T i:T cs:T f:T o:T ci:T co:T h:T cs_grad:T h_grad:T ->
    x_grad:T cs_prev_grad:T h_prev_grad:T w_grad:T wci_grad:T wcf_grad:T wco_grad:T b_grad:T | use_peephole:bool T:type{float16|float32}
BlockLSTMV2 seq_len_max:int64 x:T cs_prev:T h_prev:T w:T wci:T wcf:T wco:T b:T -> i:T cs:T f:T o:T ci:T co:T h:T | cell_clip:float=0.0
    use_peephole:bool=False T:type{float16|float32}
BoostedTreesAggregateStats node_ids:int32 gradients:float32 hessians:float32 feature:int32 -> stats_summary:float32 | max_splits:int>=1
    num_buckets:int>=1
BoostedTreesBucketize float_values:num_features*float32 bucket_boundaries:num_features*float32 -> buckets:num_features*int32 |
    num_features:int>=0
BoostedTreesCalculateBestFeatureSplit node_id_range:int32 stats_summary:float32 l1:float32 l2:float32 tree_complexity:float32
    min_node_weight:float32 -> node_ids:int32 gains:float32 feature_dimensions:int32 thresholds:int32 left_node_contribs:float32
    right_node_contribs:float32 split_with_default_directions:string | logits_dimension:int>=1
    split_type:string{inequality|equality}='inequality'
BoostedTreesCalculateBestFeatureSplitV2 node_id_range:int32 stats_summaries_list:num_features*float32 split_types:string
    candidate_feature_ids:int32 l1:float32 l2:float32 tree_complexity:float32 min_node_weight:float32 -> node_ids:int32 gains:float32
    feature_ids:int32 feature_dimensions:int32 thresholds:int32 left_node_contribs:float32 right_node_contribs:float32
    split_with_default_directions:string | num_features:int>=1 logits_dimension:int>=1
BoostedTreesCalculateBestGainsPerFeature node_id_range:int32 stats_summary_list:num_features*float32 l1:float32 l2:float32
    tree_complexity:float32 min_node_weight:float32 -> node_ids_list:num_features*int32 gains_list:num_features*float32
    thresholds_list:num_features*int32 left_node_contribs_list:num_features*float32 right_node_contribs_list:num_features*float32 |
    max_splits:int>=1 num_features:int>=1
BoostedTreesCenterBias! tree_ensemble_handle:resource mean_gradients:float32 mean_hessians:float32 l1:float32 l2:float32 ->
    continue_centering:bool |
BoostedTreesCreateEnsemble! tree_ensemble_handle:resource stamp_token:int64 tree_ensemble_serialized:string -> |
BoostedTreesCreateQuantileStreamResource! quantile_stream_resource_handle:resource epsilon:float32 num_streams:int64 -> |
    max_elements:int=1099511627776
BoostedTreesDeserializeEnsemble! tree_ensemble_handle:resource stamp_token:int64 tree_ensemble_serialized:string -> |
BoostedTreesEnsembleResourceHandleOp! -> resource:resource | container:string='' shared_name:string=''
BoostedTreesExampleDebugOutputs! tree_ensemble_handle:resource bucketized_features:num_bucketized_features*int32 ->
    examples_debug_outputs_serialized:string | num_bucketized_features:int>=1 logits_dimension:int
BoostedTreesFlushQuantileSummaries! quantile_stream_resource_handle:resource -> summaries:num_features*float32 | num_features:int>=0
BoostedTreesGetEnsembleStates! tree_ensemble_handle:resource -> stamp_token:int64 num_trees:int32 num_finalized_trees:int32
    num_attempted_layers:int32 last_layer_nodes_range:int32 |
BoostedTreesMakeQuantileSummaries float_values:num_features*float32 example_weights:float32 epsilon:float32 ->
    summaries:num_features*float32 | num_features:int>=0
BoostedTreesMakeStatsSummary node_ids:int32 gradients:float32 hessians:float32 bucketized_features_list:num_features*int32 ->
    stats_summary:float32 | max_splits:int>=1 num_buckets:int>=1 num_features:int>=1
BoostedTreesPredict! tree_ensemble_handle:resource bucketized_features:num_bucketized_features*int32 -> logits:float32 |
    num_bucketized_features:int>=1 logits_dimension:int
BoostedTreesQuantileStreamResourceAddSummaries! quantile_stream_resource_handle:resource summaries:num_features*float32 -> |
    num_features:int>=0
BoostedTreesQuantileStreamResourceDeserialize! quantile_stream_resource_handle:resource bucket_boundaries:num_streams*float32 -> |
    num_streams:int>=1
BoostedTreesQuantileStreamResourceFlush! quantile_stream_resource_handle:resource num_buckets:int64 -> | generate_quantiles:bool=False
BoostedTreesQuantileStreamResourceGetBucketBoundaries! quantile_stream_resource_handle:resource -> bucket_boundaries:num_features*float32
    | num_features:int>=0
BoostedTreesQuantileStreamResourceHandleOp! -> resource:resource | container:string='' shared_name:string=''
BoostedTreesSerializeEnsemble! tree_ensemble_handle:resource -> stamp_token:int64 tree_ensemble_serialized:string |
BoostedTreesSparseAggregateStats node_ids:int32 gradients:float32 hessians:float32 feature_indices:int32 feature_values:int32
    feature_shape:int32 -> stats_summary_indices:int32 stats_summary_values:float32 stats_summary_shape:int32 | max_splits:int>=1
    num_buckets:int>=1
BoostedTreesSparseCalculateBestFeatureSplit node_id_range:int32 stats_summary_indices:int32 stats_summary_values:float32
    stats_summary_shape:int32 l1:float32 l2:float32 tree_complexity:float32 min_node_weight:float32 -> node_ids:int32 gains:float32
    feature_dimensions:int32 thresholds:int32 left_node_contribs:float32 right_node_contribs:float32 split_with_default_directions:string
    | logits_dimension:int>=1 split_type:string{inequality}='inequality'
BoostedTreesTrainingPredict! tree_ensemble_handle:resource cached_tree_ids:int32 cached_node_ids:int32
    bucketized_features:num_bucketized_features*int32 -> partial_logits:float32 tree_ids:int32 node_ids:int32 |
    num_bucketized_features:int>=1 logits_dimension:int
BoostedTreesUpdateEnsemble! tree_ensemble_handle:resource feature_ids:int32 node_ids:num_features*int32 gains:num_features*float32
    thresholds:num_features*int32 left_node_contribs:num_features*float32 right_node_contribs:num_features*float32 max_depth:int32
    learning_rate:float32 -> | pruning_mode:int>=0 num_features:int>=0
BoostedTreesUpdateEnsembleV2! tree_ensemble_handle:resource feature_ids:num_groups*int32 dimension_ids:num_features*int32
    node_ids:num_features*int32 gains:num_features*float32 thresholds:num_features*int32 left_node_contribs:num_features*float32
    right_node_contribs:num_features*float32 split_types:num_features*string max_depth:int32 learning_rate:float32 pruning_mode:int32 ->
    | num_features:int>=0 logits_dimension:int=1 num_groups:int>=1=1
BroadcastArgs s0:T s1:T -> r0:T | T:type{int32|int64}=int32
BroadcastGradientArgs s0:T s1:T -> r0:T r1:T | T:type{int32|int64}=int32
BroadcastTo input:T shape:Tidx -> output:T | T:type Tidx:type{int32|int64}=int32
Bucketize input:T -> output:int32 | T:type{int32|int64|float32|float64} boundaries:list(float)
BytesProducedStatsDataset input_dataset:variant tag:string -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
CSRSparseMatrixComponents csr_sparse_matrix:variant index:int32 -> row_ptrs:int32 col_inds:int32 values:type |
    type:type{float32|float64|complex64|complex128}
CSRSparseMatrixToDense sparse_input:variant -> dense_output:type | type:type{float32|float64|complex64|complex128}
CSRSparseMatrixToSparseTensor sparse_matrix:variant -> indices:int64 values:type dense_shape:int64 |
    type:type{float32|float64|complex64|complex128}
CSVDataset! filenames:string compression_type:string buffer_size:int64 header:bool field_delim:string use_quote_delim:bool
    na_value:string select_cols:int64 record_defaults:*output_types -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
CSVDatasetV2! filenames:string compression_type:string buffer_size:int64 header:bool field_delim:string use_quote_delim:bool
    na_value:string select_cols:int64 record_defaults:*output_types exclude_cols:int64 -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
CTCBeamSearchDecoder inputs:T sequence_length:int32 -> decoded_indices:top_paths*int64 decoded_values:top_paths*int64
    decoded_shape:top_paths*int64 log_probability:T | beam_width:int>=1 top_paths:int>=1 merge_repeated:bool=True
    T:type{float32|float64}=float32
CTCGreedyDecoder inputs:T sequence_length:int32 -> decoded_indices:int64 decoded_values:int64 decoded_shape:int64 log_probability:T |
    merge_repeated:bool=False blank_index:int=-1 T:type{float32|float64}=float32
CTCLoss inputs:T labels_indices:int64 labels_values:int32 sequence_length:int32 -> loss:T gradient:T |
    preprocess_collapse_repeated:bool=False ctc_merge_repeated:bool=True ignore_longer_outputs_than_inputs:bool=False
    T:type{float32|float64}=float32
CTCLossV2 inputs:float32 labels_indices:int64 labels_values:int32 sequence_length:int32 -> loss:float32 gradient:float32 |
    preprocess_collapse_repeated:bool=False ctc_merge_repeated:bool=True ignore_longer_outputs_than_inputs:bool=False
CacheDataset input_dataset:variant filename:string -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    metadata:string=''
CacheDatasetV2! input_dataset:variant filename:string cache:resource -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1 metadata:string=''
Case! branch_index:int32 input:*Tin -> output:*Tout | Tin:list(type)>=0 Tout:list(type)>=0 branches:list(func)>=1
    output_shapes:list(shape)=[]
Cast x:SrcT -> y:DstT | SrcT:type DstT:type Truncate:bool=False
Ceil x:T -> y:T | T:type{bfloat16|float16|float32|float64}
CheckNumerics! tensor:T -> output:T | T:type{bfloat16|float16|float32|float64} message:string
CheckNumericsV2! tensor:T -> output:T | T:type{bfloat16|float16|float32|float64} message:string
Cholesky input:T -> output:T | T:type
CholeskyGrad l:T grad:T -> output:T | T:type{float16|float32|float64}
ChooseFastestBranchDataset input_dataset:variant ratio_numerator:int64 ratio_denominator:int64 other_arguments:*Targuments ->
    handle:variant | Targuments:list(type)>=0 num_elements_per_branch:int>=1 branches:list(func)>=1 other_arguments_lengths:list(int)>=1
    output_types:list(type)>=1 output_shapes:list(shape)>=1
ChooseFastestDataset input_datasets:N*variant -> handle:variant | N:int>=2 num_experiments:int output_types:list(type)>=1
    output_shapes:list(shape)>=1
ClipByValue t:T clip_value_min:T clip_value_max:T -> output:T | T:type
CloseSummaryWriter! writer:resource -> |
CollectiveAllToAllV2! input:T group_size:int32 group_key:int32 instance_key:int32 ordering_token:Nordering_token*resource -> data:T |
    T:type communication_hint:string='auto' timeout_seconds:float=0.0 is_stateless:bool=False Nordering_token:int>=0=0
CollectiveAllToAllV3! input:T communicator:resource group_assignment:int32 -> data:T | T:type timeout_seconds:float=0.0
CollectiveAssignGroupV2! group_assignment:int32 device_index:int32 base_key:int32 -> group_size:int32 group_key:int32 |
CollectiveBcastRecv! -> data:T | T:type group_size:int group_key:int instance_key:int shape:shape communication_hint:string='auto'
    timeout_seconds:float=0.0
CollectiveBcastRecvV2! group_size:int32 group_key:int32 instance_key:int32 shape:Tshape -> data:T | T:type Tshape:type{int32|int64}=int32
    communication_hint:string='auto' timeout_seconds:float=0.0
CollectiveBcastSend! input:T -> data:T | T:type group_size:int group_key:int instance_key:int shape:shape
    communication_hint:string='auto' timeout_seconds:float=0.0
CollectiveBcastSendV2! input:T group_size:int32 group_key:int32 instance_key:int32 -> data:T | T:type communication_hint:string='auto'
    timeout_seconds:float=0.0
CollectiveGather! input:T -> data:T | T:type group_size:int group_key:int instance_key:int shape:shape communication_hint:string='auto'
    timeout_seconds:float=0.0
CollectiveGatherV2! input:T group_size:int32 group_key:int32 instance_key:int32 ordering_token:Nordering_token*resource -> data:T |
    T:type communication_hint:string='auto' timeout_seconds:float=0.0 is_stateless:bool=False Nordering_token:int>=0=0
CollectiveInitializeCommunicator! group_key:int32 rank:int32 group_size:int32 -> communicator:resource | communication_hint:string='auto'
    timeout_seconds:float=0.0
CollectivePermute! input:T source_target_pairs:int32 -> output:T | T:type
CollectiveReduce! input:T -> data:T | T:type group_size:int group_key:int instance_key:int merge_op:string{Min|Max|Mul|Add}
    final_op:string{Id|Div} subdiv_offsets:list(int) wait_for:list(int)=[] communication_hint:string='auto' timeout_seconds:float=0.0
CollectiveReduceScatterV2! input:T group_size:int32 group_key:int32 instance_key:int32 ordering_token:Nordering_token*resource -> data:T
    | T:type merge_op:string{Min|Max|Mul|Add} final_op:string{Id|Div} communication_hint:string='auto' timeout_seconds:float=0.0
    is_stateless:bool=False Nordering_token:int>=0=0 max_subdivs_per_device:int=-1
CollectiveReduceV2! input:T group_size:int32 group_key:int32 instance_key:int32 ordering_token:Nordering_token*resource -> data:T |
    T:type merge_op:string{Min|Max|Mul|Add} final_op:string{Id|Div} communication_hint:string='auto' timeout_seconds:float=0.0
    is_stateless:bool=False Nordering_token:int>=0=0 max_subdivs_per_device:int=-1
CollectiveReduceV3! input:T communicator:resource group_assignment:int32 -> data:T | T:type reduction:string{Min|Max|Mul|Add}
    timeout_seconds:float=0.0
CombinedNonMaxSuppression boxes:float32 scores:float32 max_output_size_per_class:int32 max_total_size:int32 iou_threshold:float32
    score_threshold:float32 -> nmsed_boxes:float32 nmsed_scores:float32 nmsed_classes:float32 valid_detections:int32 |
    pad_per_class:bool=False clip_boxes:bool=True
Complex real:T imag:T -> out:Tout | T:type{float32|float64}=float32 Tout:type{complex64|complex128}=complex64
ComplexAbs x:T -> y:Tout | T:type{complex64|complex128}=complex64 Tout:type{float32|float64}=float32
CompositeTensorVariantFromComponents components:*Tcomponents -> encoded:variant | metadata:string Tcomponents:list(type)>=0
CompositeTensorVariantToComponents encoded:variant -> components:*Tcomponents | metadata:string Tcomponents:list(type)>=0
CompressElement components:*input_types -> compressed:variant | input_types:list(type)>=1
ComputeAccidentalHits true_classes:int64 sampled_candidates:int64 -> indices:int32 ids:int64 weights:float32 | num_true:int seed:int=0
    seed2:int=0
ComputeBatchSize input_dataset:variant -> batch_size:int64 |
Concat concat_dim:int32 values:N*T -> output:T | N:int>=2 T:type
ConcatOffset concat_dim:int32 shape:N*shape_type -> offset:N*shape_type | N:int>=2 shape_type:type{int32|int64}=int32
ConcatV2 values:N*T axis:Tidx -> output:T | N:int>=2 T:type Tidx:type{int32|int64}=int32
ConcatenateDataset input_dataset:variant another_dataset:variant -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1 metadata:string=''
ConditionalAccumulator! -> handle:&string | dtype:type shape:shape container:string='' shared_name:string=''
    reduction_type:string{MEAN|SUM}='MEAN'
ConfigureDistributedTPU! -> topology:string | embedding_config:string='' tpu_embedding_config:string='' is_global_init:bool=False
    enable_whole_mesh_compilations:bool=False compilation_failure_closes_chips:bool=True tpu_cancellation_closes_chips:int=0
ConfigureTPUEmbedding! -> | config:string
Conj input:T -> output:T | T:type{complex64|complex128|variant}=complex64
ConjugateTranspose x:T perm:Tperm -> y:T | T:type Tperm:type{int32|int64}=int32
Const -> output:dtype | value:tensor dtype:type
ConsumeMutexLock! mutex_lock:variant -> |
ControlTrigger -> |
Conv input:T filter:T -> output:T | T:type strides:list(int) padding:string{SAME|VALID|EXPLICIT} explicit_paddings:list(int)=[]
    data_format:string{CHANNELS_FIRST|CHANNELS_LAST}='CHANNELS_LAST' dilations:list(int)=[] batch_dims:int=1 groups:int=1
Conv2D input:T filter:T -> output:T | T:type strides:list(int) use_cudnn_on_gpu:bool=True padding:string{SAME|VALID|EXPLICIT}
    explicit_paddings:list(int)=[] data_format:string{NHWC|NCHW}='NHWC' dilations:list(int)=[1,1,1,1]
Conv2DBackpropFilter input:T filter_sizes:int32 out_backprop:T -> output:T | T:type{float16|bfloat16|float32|float64} strides:list(int)
    use_cudnn_on_gpu:bool=True padding:string{SAME|VALID|EXPLICIT} explicit_paddings:list(int)=[] data_format:string{NHWC|NCHW}='NHWC'
    dilations:list(int)=[1,1,1,1]
Conv2DBackpropFilterV2 input:T filter:T out_backprop:T -> output:T | T:type{float16|bfloat16|float32|float64} strides:list(int)
    use_cudnn_on_gpu:bool=True padding:string{SAME|VALID|EXPLICIT} explicit_paddings:list(int)=[] data_format:string{NHWC|NCHW}='NHWC'
    dilations:list(int)=[1,1,1,1]
Conv2DBackpropInput input_sizes:int32 filter:T out_backprop:T -> output:T | T:type strides:list(int) use_cudnn_on_gpu:bool=True
    padding:string{SAME|VALID|EXPLICIT} explicit_paddings:list(int)=[] data_format:string{NHWC|NCHW}='NHWC' dilations:list(int)=[1,1,1,1]
Conv2DBackpropInputV2 input:T filter:T out_backprop:T -> output:T | T:type strides:list(int) use_cudnn_on_gpu:bool=True
    padding:string{SAME|VALID|EXPLICIT} explicit_paddings:list(int)=[] data_format:string{NHWC|NCHW}='NHWC' dilations:list(int)=[1,1,1,1]
Conv3D input:T filter:T -> output:T | T:type{float16|bfloat16|float32|float64} strides:list(int)>=5 padding:string{SAME|VALID}
    data_format:string{NDHWC|NCDHW}='NDHWC' dilations:list(int)=[1,1,1,1,1]
Conv3DBackpropFilter input:T filter:T out_backprop:T -> output:T | T:type{float16|float32|float64} strides:list(int)>=5
    padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1,1]
Conv3DBackpropFilterV2 input:T filter_sizes:int32 out_backprop:T -> output:T | T:type{float16|bfloat16|float32|float64}
    strides:list(int)>=5 padding:string{SAME|VALID} data_format:string{NDHWC|NCDHW}='NDHWC' dilations:list(int)=[1,1,1,1,1]
Conv3DBackpropInput input:T filter:T out_backprop:T -> output:T | T:type{float16|float32|float64} strides:list(int)>=5
    padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1,1]
Conv3DBackpropInputV2 input_sizes:Tshape filter:T out_backprop:T -> output:T | T:type{float16|bfloat16|float32|float64}
    strides:list(int)>=5 padding:string{SAME|VALID} data_format:string{NDHWC|NCDHW}='NDHWC' dilations:list(int)=[1,1,1,1,1]
    Tshape:type{int32|int64}=int32
Copy input:T -> output:T | T:type tensor_name:string='' debug_ops_spec:list(string)=[]
CopyHost input:T -> output:T | T:type tensor_name:string='' debug_ops_spec:list(string)=[]
Cos x:T -> y:T | T:type
Cosh x:T -> y:T | T:type
CountUpTo ref:&T -> output:T | limit:int T:type{int32|int64}
CreateSummaryDbWriter! writer:resource db_uri:string experiment_name:string run_name:string user_name:string -> |
CreateSummaryFileWriter! writer:resource logdir:string max_queue:int32 flush_millis:int32 filename_suffix:string -> |
CropAndResize image:T boxes:float32 box_ind:int32 crop_size:int32 -> crops:float32 | T:type method:string{bilinear|nearest}='bilinear'
    extrapolation_value:float=0.0
CropAndResizeGradBoxes grads:float32 image:T boxes:float32 box_ind:int32 -> output:float32 | T:type method:string{bilinear}='bilinear'
CropAndResizeGradImage grads:float32 boxes:float32 box_ind:int32 image_size:int32 -> output:T | T:type{float32|float16|float64}
    method:string{bilinear|nearest}='bilinear'
Cross a:T b:T -> product:T | T:type
CrossReplicaSum! input:T group_assignment:int32 -> output:T | T:type
CudnnRNN! input:T input_h:T input_c:T params:T -> output:T output_h:T output_c:T reserve_space:T |
    T:type{bfloat16|float16|float32|float64} rnn_mode:string{rnn_relu|rnn_tanh|lstm|gru}='lstm'
    input_mode:string{linear_input|skip_input|auto_select}='linear_input' direction:string{unidirectional|bidirectional}='unidirectional'
    dropout:float=0.0 seed:int=0 seed2:int=0 is_training:bool=True
CudnnRNNBackprop! input:T input_h:T input_c:T params:T output:T output_h:T output_c:T output_backprop:T output_h_backprop:T
    output_c_backprop:T reserve_space:T -> input_backprop:T input_h_backprop:T input_c_backprop:T params_backprop:T |
    T:type{bfloat16|float16|float32|float64} rnn_mode:string{rnn_relu|rnn_tanh|lstm|gru}='lstm'
    input_mode:string{linear_input|skip_input|auto_select}='linear_input' direction:string{unidirectional|bidirectional}='unidirectional'
    dropout:float=0.0 seed:int=0 seed2:int=0
CudnnRNNBackpropV2! input:T input_h:T input_c:T params:T output:T output_h:T output_c:T output_backprop:T output_h_backprop:T
    output_c_backprop:T reserve_space:T host_reserved:int8 -> input_backprop:T input_h_backprop:T input_c_backprop:T params_backprop:T |
    T:type{bfloat16|float16|float32|float64} rnn_mode:string{rnn_relu|rnn_tanh|lstm|gru}='lstm'
    input_mode:string{linear_input|skip_input|auto_select}='linear_input' direction:string{unidirectional|bidirectional}='unidirectional'
    dropout:float=0.0 seed:int=0 seed2:int=0
CudnnRNNBackpropV3! input:T input_h:T input_c:T params:T sequence_lengths:int32 output:T output_h:T output_c:T output_backprop:T
    output_h_backprop:T output_c_backprop:T reserve_space:T host_reserved:int8 -> input_backprop:T input_h_backprop:T input_c_backprop:T
    params_backprop:T | T:type{bfloat16|float16|float32|float64} rnn_mode:string{rnn_relu|rnn_tanh|lstm|gru}='lstm'
    input_mode:string{linear_input|skip_input|auto_select}='linear_input' direction:string{unidirectional|bidirectional}='unidirectional'
    dropout:float=0.0 seed:int=0 seed2:int=0 num_proj:int=0 time_major:bool=True
CudnnRNNCanonicalToParams num_layers:int32 num_units:int32 input_size:int32 weights:num_params*T biases:num_params*T -> params:T |
    T:type{bfloat16|float16|float32|float64} num_params:int>=1 rnn_mode:string{rnn_relu|rnn_tanh|lstm|gru}='lstm'
    input_mode:string{linear_input|skip_input|auto_select}='linear_input' direction:string{unidirectional|bidirectional}='unidirectional'
    dropout:float=0.0 seed:int=0 seed2:int=0
CudnnRNNCanonicalToParamsV2 num_layers:int32 num_units:int32 input_size:int32 weights:num_params_weights*T biases:num_params_biases*T ->
    params:T | T:type{bfloat16|float16|float32|float64} num_params_weights:int>=1 num_params_biases:int>=1
    rnn_mode:string{rnn_relu|rnn_tanh|lstm|gru}='lstm' input_mode:string{linear_input|skip_input|auto_select}='linear_input'
    direction:string{unidirectional|bidirectional}='unidirectional' dropout:float=0.0 seed:int=0 seed2:int=0 num_proj:int=0
CudnnRNNParamsSize num_layers:int32 num_units:int32 input_size:int32 -> params_size:S | T:type{bfloat16|float16|float32|float64}
    S:type{int32|int64} rnn_mode:string{rnn_relu|rnn_tanh|lstm|gru}='lstm'
    input_mode:string{linear_input|skip_input|auto_select}='linear_input' direction:string{unidirectional|bidirectional}='unidirectional'
    dropout:float=0.0 seed:int=0 seed2:int=0 num_proj:int=0
CudnnRNNParamsToCanonical num_layers:int32 num_units:int32 input_size:int32 params:T -> weights:num_params*T biases:num_params*T |
    T:type{bfloat16|float16|float32|float64} num_params:int>=1 rnn_mode:string{rnn_relu|rnn_tanh|lstm|gru}='lstm'
    input_mode:string{linear_input|skip_input|auto_select}='linear_input' direction:string{unidirectional|bidirectional}='unidirectional'
    dropout:float=0.0 seed:int=0 seed2:int=0
CudnnRNNParamsToCanonicalV2 num_layers:int32 num_units:int32 input_size:int32 params:T -> weights:num_params_weights*T
    biases:num_params_biases*T | T:type{bfloat16|float16|float32|float64} num_params_weights:int>=1 num_params_biases:int>=1
    rnn_mode:string{rnn_relu|rnn_tanh|lstm|gru}='lstm' input_mode:string{linear_input|skip_input|auto_select}='linear_input'
    direction:string{unidirectional|bidirectional}='unidirectional' dropout:float=0.0 seed:int=0 seed2:int=0 num_proj:int=0
CudnnRNNV2! input:T input_h:T input_c:T params:T -> output:T output_h:T output_c:T reserve_space:T host_reserved:int8 |
    T:type{bfloat16|float16|float32|float64} rnn_mode:string{rnn_relu|rnn_tanh|lstm|gru}='lstm'
    input_mode:string{linear_input|skip_input|auto_select}='linear_input' direction:string{unidirectional|bidirectional}='unidirectional'
    dropout:float=0.0 seed:int=0 seed2:int=0 is_training:bool=True
CudnnRNNV3! input:T input_h:T input_c:T params:T sequence_lengths:int32 -> output:T output_h:T output_c:T reserve_space:T
    host_reserved:int8 | T:type{bfloat16|float16|float32|float64} rnn_mode:string{rnn_relu|rnn_tanh|lstm|gru}='lstm'
    input_mode:string{linear_input|skip_input|auto_select}='linear_input' direction:string{unidirectional|bidirectional}='unidirectional'
    dropout:float=0.0 seed:int=0 seed2:int=0 num_proj:int=0 is_training:bool=True time_major:bool=True
Cumprod x:T axis:Tidx -> out:T | exclusive:bool=False reverse:bool=False T:type Tidx:type{int32|int64}=int32
Cumsum x:T axis:Tidx -> out:T | exclusive:bool=False reverse:bool=False T:type Tidx:type{int32|int64}=int32
CumulativeLogsumexp x:T axis:Tidx -> out:T | exclusive:bool=False reverse:bool=False T:type{bfloat16|float16|float32|float64}
    Tidx:type{int32|int64}=int32
DataFormatDimMap x:T -> y:T | T:type{int32|int64}=int32 src_format:string='NHWC' dst_format:string='NCHW'
DataFormatVecPermute x:T -> y:T | T:type{int32|int64}=int32 src_format:string='NHWC' dst_format:string='NCHW'
DataServiceDataset! dataset_id:int64 processing_mode:string address:string protocol:string job_name:string max_outstanding_requests:int64
    iteration_counter:resource -> handle:variant | task_refresh_interval_hint_ms:int=-1 output_types:list(type)>=1
    output_shapes:list(shape)>=1 data_transfer_protocol:string='' target_workers:string='AUTO' cross_trainer_cache_options:string=''
DataServiceDatasetV2! dataset_id:int64 processing_mode:string address:string protocol:string job_name:string consumer_index:int64
    num_consumers:int64 max_outstanding_requests:int64 iteration_counter:resource -> handle:variant |
    task_refresh_interval_hint_ms:int=-1 output_types:list(type)>=1 output_shapes:list(shape)>=1 data_transfer_protocol:string=''
    target_workers:string='AUTO' cross_trainer_cache_options:string=''
DataServiceDatasetV3! dataset_id:int64 processing_mode:string address:string protocol:string job_name:string consumer_index:int64
    num_consumers:int64 max_outstanding_requests:int64 iteration_counter:resource -> handle:variant |
    task_refresh_interval_hint_ms:int=-1 output_types:list(type)>=1 output_shapes:list(shape)>=1 data_transfer_protocol:string=''
    target_workers:string='AUTO' uncompress:bool=False uncompress_fn:func cross_trainer_cache_options:string=''
DataServiceDatasetV4! dataset_id:string processing_mode:string address:string protocol:string job_name:string consumer_index:int64
    num_consumers:int64 max_outstanding_requests:int64 iteration_counter:resource -> handle:variant |
    task_refresh_interval_hint_ms:int=-1 output_types:list(type)>=1 output_shapes:list(shape)>=1 data_transfer_protocol:string=''
    target_workers:string='AUTO' uncompress:bool=False uncompress_fn:func cross_trainer_cache_options:string=''
DatasetCardinality input_dataset:variant -> cardinality:int64 | cardinality_options:string=''
DatasetFromGraph graph_def:string -> handle:variant |
DatasetToGraph input_dataset:variant -> graph:string | stateful_whitelist:list(string)>=0=[] allow_stateful:bool=False
    strip_device_assignment:bool=False
DatasetToGraphV2 input_dataset:variant -> graph:string | external_state_policy:int=0 strip_device_assignment:bool=False
DatasetToSingleElement! dataset:variant -> components:*output_types | output_types:list(type)>=1 output_shapes:list(shape)>=1
    metadata:string=''
DatasetToTFRecord! input_dataset:variant filename:string compression_type:string -> |
Dawsn x:T -> y:T | T:type{bfloat16|float16|float32|float64}
DebugGradientIdentity input:T -> output:T | T:type
DebugGradientRefIdentity input:&T -> output:&T | T:type
DebugIdentity input:T -> output:T | T:type device_name:string='' tensor_name:string='' debug_urls:list(string)=[] gated_grpc:bool=False
DebugIdentityV2! input:T -> output:T | T:type tfdbg_context_id:string='' op_name:string='' output_slot:int=-1 tensor_debug_mode:int=-1
    debug_urls:list(string)=[] circular_buffer_size:int=1000 tfdbg_run_id:string=''
DebugIdentityV3! input:T -> output:T | T:type device_name:string='' tensor_name:string='' io_of_node:string='' is_input:bool=False
    io_index:int=-1 debug_urls:list(string)=[] gated_grpc:bool=False
DebugNanCount input:T -> output:int64 | T:type device_name:string='' tensor_name:string='' debug_urls:list(string)=[]
    gated_grpc:bool=False
DebugNumericSummary input:T -> output:float64 | T:type device_name:string='' tensor_name:string='' debug_urls:list(string)=[]
    lower_bound:float=-inf upper_bound:float=inf mute_if_healthy:bool=False gated_grpc:bool=False
DebugNumericSummaryV2 input:T -> output:output_dtype | output_dtype:type{float32|float64}=float32 T:type tensor_debug_mode:int=-1
    tensor_id:int=-1
DecodeAndCropJpeg contents:string crop_window:int32 -> image:uint8 | channels:int=0 ratio:int=1 fancy_upscaling:bool=True
    try_recover_truncated:bool=False acceptable_fraction:float=1.0 dct_method:string=''
DecodeBase64 input:string -> output:string |
DecodeBmp contents:string -> image:uint8 | channels:int=0
DecodeCSV records:string record_defaults:*OUT_TYPE -> output:*OUT_TYPE | OUT_TYPE:list(type)>=1 field_delim:string=','
    use_quote_delim:bool=True na_value:string='' select_cols:list(int)=[]
DecodeCompressed bytes:string -> output:string | compression_type:string=''
DecodeGif contents:string -> image:uint8 |
DecodeImage contents:string -> image:dtype | channels:int=0 dtype:type{uint8|uint16|float32}=uint8 expand_animations:bool=True
DecodeJSONExample json_examples:string -> binary_examples:string |
DecodeJpeg contents:string -> image:uint8 | channels:int=0 ratio:int=1 fancy_upscaling:bool=True try_recover_truncated:bool=False
    acceptable_fraction:float=1.0 dct_method:string=''
DecodePaddedRaw input_bytes:string fixed_length:int32 -> output:out_type | out_type:type little_endian:bool=True
DecodePng contents:string -> image:dtype | channels:int=0 dtype:type{uint8|uint16}=uint8
DecodeProtoV2 bytes:string -> sizes:int32 values:*output_types | message_type:string field_names:list(string) output_types:list(type)>=0
    descriptor_source:string='local://' message_format:string='binary' sanitize:bool=False
DecodeRaw bytes:string -> output:out_type | out_type:type little_endian:bool=True
DecodeWav contents:string -> audio:float32 sample_rate:int32 | desired_channels:int=-1 desired_samples:int=-1
DeepCopy! x:T -> y:T | T:type
DeleteIterator! handle:resource deleter:variant -> |
DeleteMemoryCache! handle:resource deleter:variant -> |
DeleteMultiDeviceIterator! multi_device_iterator:resource iterators:N*resource deleter:variant -> | N:int>=0
DeleteRandomSeedGenerator! handle:resource deleter:variant -> |
DeleteSeedGenerator! handle:resource deleter:variant -> |
DeleteSessionTensor! handle:string -> |
DenseBincount input:Tidx size:Tidx weights:T -> output:T | Tidx:type{int32|int64} T:type{int32|int64|float32|float64}
    binary_output:bool=False
DenseCountSparseOutput values:T weights:output_type -> output_indices:int64 output_values:output_type output_dense_shape:int64 |
    T:type{int32|int64} minlength:int>=-1=-1 maxlength:int>=-1=-1 binary_output:bool output_type:type{int32|int64|float32|float64}
DenseToCSRSparseMatrix dense_input:T indices:int64 -> sparse_output:variant | T:type{float32|float64|complex64|complex128}
DenseToDenseSetOperation set1:T set2:T -> result_indices:int64 result_values:T result_shape:int64 | set_operation:string
    validate_indices:bool=True T:type
DenseToSparseBatchDataset input_dataset:variant batch_size:int64 row_shape:int64 -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
DenseToSparseSetOperation set1:T set2_indices:int64 set2_values:T set2_shape:int64 -> result_indices:int64 result_values:T
    result_shape:int64 | set_operation:string validate_indices:bool=True T:type
DepthToSpace input:T -> output:T | T:type block_size:int>=2 data_format:string{NHWC|NCHW|NCHW_VECT_C}='NHWC'
DepthwiseConv2dNative input:T filter:T -> output:T | T:type{float16|bfloat16|float32|float64} strides:list(int)
    padding:string{SAME|VALID|EXPLICIT} explicit_paddings:list(int)=[] data_format:string{NHWC|NCHW}='NHWC' dilations:list(int)=[1,1,1,1]
DepthwiseConv2dNativeBackpropFilter input:T filter_sizes:int32 out_backprop:T -> output:T | T:type{float16|bfloat16|float32|float64}
    strides:list(int) padding:string{SAME|VALID|EXPLICIT} explicit_paddings:list(int)=[] data_format:string{NHWC|NCHW}='NHWC'
    dilations:list(int)=[1,1,1,1]
DepthwiseConv2dNativeBackpropInput input_sizes:int32 filter:T out_backprop:T -> output:T | T:type{float16|bfloat16|float32|float64}
    strides:list(int) padding:string{SAME|VALID|EXPLICIT} explicit_paddings:list(int)=[] data_format:string{NHWC|NCHW}='NHWC'
    dilations:list(int)=[1,1,1,1]
Dequantize input:T min_range:float32 max_range:float32 -> output:dtype | T:type mode:string{MIN_COMBINED|MIN_FIRST|SCALED}='MIN_COMBINED'
    narrow_range:bool=False axis:int=-1 dtype:type{bfloat16|float32}=float32
DeserializeIterator! resource_handle:resource serialized:variant -> |
DeserializeManySparse serialized_sparse:string -> sparse_indices:int64 sparse_values:dtype sparse_shape:int64 | dtype:type
DeserializeSparse serialized_sparse:Tserialized -> sparse_indices:int64 sparse_values:dtype sparse_shape:int64 | dtype:type
    Tserialized:type{string|variant}=string
DestroyResourceOp! resource:resource -> | ignore_lookup_error:bool=True
DestroyTemporaryVariable ref:&T -> value:T | T:type var_name:string
DeviceIndex! -> index:int32 | device_names:list(string)
Diag diagonal:T -> output:T | T:type
DiagPart input:T -> diagonal:T | T:type
Digamma x:T -> y:T | T:type{bfloat16|float16|float32|float64}
Dilation2D input:T filter:T -> output:T | T:type strides:list(int)>=4 rates:list(int)>=4 padding:string{SAME|VALID}
Dilation2DBackpropFilter input:T filter:T out_backprop:T -> filter_backprop:T | T:type strides:list(int)>=4 rates:list(int)>=4
    padding:string{SAME|VALID}
Dilation2DBackpropInput input:T filter:T out_backprop:T -> in_backprop:T | T:type strides:list(int)>=4 rates:list(int)>=4
    padding:string{SAME|VALID}
DirectedInterleaveDataset selector_input_dataset:variant data_input_datasets:N*variant -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1 N:int>=1 stop_on_empty_dataset:bool=False
DisableCopyOnRead! resource:resource -> |
DistributedSave! dataset:variant directory:string address:string -> | metadata:string=''
Div x:T y:T -> z:T | T:type
DivNoNan x:T y:T -> z:T | T:type
DrawBoundingBoxes images:T boxes:float32 -> output:T | T:type{float32|float16}=float32
DrawBoundingBoxesV2 images:T boxes:float32 colors:float32 -> output:T | T:type{float32|float16}=float32
DummyIterationCounter! -> handle:resource |
DummyMemoryCache! -> handle:resource |
DummySeedGenerator! -> handle:resource |
DynamicEnqueueTPUEmbeddingArbitraryTensorBatch! sample_indices_or_row_splits:N*T1 embedding_indices:N*T2 aggregation_weights:N*T3
    mode_override:string device_ordinal:int32 -> | T1:type{int32|int64}=int32 T2:type{int32|int64}=int32 T3:type{float32|float64}=float32
    N:int>=1 combiners:list(string)=[]
DynamicEnqueueTPUEmbeddingRaggedTensorBatch! sample_splits:N*T1 embedding_indices:N*T2 aggregation_weights:N*T3 mode_override:string
    device_ordinal:int32 -> | T1:type{int32|int64}=int32 T2:type{int32|int64}=int32 T3:type{float32|float64}=float32 N:int>=1
    combiners:list(string)=[] table_ids:list(int) max_sequence_lengths:list(int)=[] num_features:list(int)=[]
DynamicPartition data:T partitions:int32 -> outputs:num_partitions*T | num_partitions:int>=1 T:type
DynamicStitch indices:N*int32 data:N*T -> merged:T | N:int>=1 T:type
EagerPyFunc! input:*Tin -> output:*Tout | token:string is_async:bool=False Tin:list(type)>=0 Tout:list(type)>=0
EditDistance hypothesis_indices:int64 hypothesis_values:T hypothesis_shape:int64 truth_indices:int64 truth_values:T truth_shape:int64 ->
    output:float32 | normalize:bool=True T:type
Eig input:T -> e:Tout v:Tout | compute_v:bool=True T:type{float32|float64|complex64|complex128} Tout:type{complex64|complex128}
Einsum inputs:N*T -> output:T | equation:string N:int>=1 T:type
Elu features:T -> activations:T | T:type{float16|bfloat16|float32|float64}
EluGrad gradients:T outputs:T -> backprops:T | T:type{float16|bfloat16|float32|float64}
Empty! shape:int32 -> output:dtype | dtype:type init:bool=False
EmptyTensorList element_shape:shape_type max_num_elements:int32 -> handle:variant | element_dtype:type shape_type:type{int32|int64}
EmptyTensorMap -> handle:variant |
EncodeBase64 input:string -> output:string | pad:bool=False
EncodeJpeg image:uint8 -> contents:string | format:string{|grayscale|rgb}='' quality:int=95 progressive:bool=False
    optimize_size:bool=False chroma_downsampling:bool=True density_unit:string{in|cm}='in' x_density:int=300 y_density:int=300
    xmp_metadata:string=''
EncodeJpegVariableQuality images:uint8 quality:int32 -> contents:string |
EncodePng image:T -> contents:string | compression:int=-1 T:type{uint8|uint16}=uint8
EncodeProto sizes:int32 values:*Tinput_types -> bytes:string | field_names:list(string) message_type:string
    descriptor_source:string='local://' Tinput_types:list(type)>=1
EncodeWav audio:float32 sample_rate:int32 -> contents:string |
EnqueueTPUEmbeddingArbitraryTensorBatch! sample_indices_or_row_splits:N*T1 embedding_indices:N*T2 aggregation_weights:N*T3
    mode_override:string -> | T1:type{int32|int64}=int32 T2:type{int32|int64}=int32 T3:type{float32|float64}=float32 N:int>=1
    device_ordinal:int=-1 combiners:list(string)=[]
EnqueueTPUEmbeddingIntegerBatch! batch:N*int32 mode_override:string -> | N:int>=1 device_ordinal:int=-1
EnqueueTPUEmbeddingRaggedTensorBatch! sample_splits:N*T1 embedding_indices:N*T2 aggregation_weights:N*T3 mode_override:string -> |
    T1:type{int32|int64}=int32 T2:type{int32|int64}=int32 T3:type{float32|float64}=float32 N:int>=1 device_ordinal:int=-1
    combiners:list(string)=[] table_ids:list(int) max_sequence_lengths:list(int)=[] num_features:list(int)=[]
EnqueueTPUEmbeddingSparseBatch! sample_indices:N*T1 embedding_indices:N*T2 aggregation_weights:N*T3 mode_override:string -> |
    T1:type{int32|int64}=int32 T2:type{int32|int64}=int32 T3:type{float32|float64}=float32 N:int>=1 device_ordinal:int=-1
    combiners:list(string)=[]
EnqueueTPUEmbeddingSparseTensorBatch! sample_indices:N*T1 embedding_indices:N*T2 aggregation_weights:N*T3 mode_override:string -> |
    T1:type{int32|int64}=int32 T2:type{int32|int64}=int32 T3:type{float32|float64}=float32 N:int>=1 device_ordinal:int=-1
    combiners:list(string)=[] table_ids:list(int) max_sequence_lengths:list(int)=[] num_features:list(int)=[]
EnsureShape input:T -> output:T | shape:shape T:type
Enter data:T -> output:T | T:type frame_name:string is_constant:bool=False parallel_iterations:int=10
Equal x:T y:T -> z:bool | T:type incompatible_shape_error:bool=True
Erf x:T -> y:T | T:type{bfloat16|float16|float32|float64}
Erfc x:T -> y:T | T:type{bfloat16|float16|float32|float64}
Erfinv x:T -> y:T | T:type{bfloat16|float16|float32|float64}
EuclideanNorm input:T reduction_indices:Tidx -> output:T | keep_dims:bool=False T:type Tidx:type{int32|int64}=int32
Exit data:T -> output:T | T:type
Exp x:T -> y:T | T:type
ExpandDims input:T dim:Tdim -> output:T | T:type Tdim:type{int32|int64}=int32
ExperimentalAssertNextDataset input_dataset:variant transformations:string -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
ExperimentalAutoShardDataset input_dataset:variant num_workers:int64 index:int64 -> handle:variant | auto_shard_policy:int=0
    output_types:list(type)>=1 output_shapes:list(shape)>=1
ExperimentalBytesProducedStatsDataset input_dataset:variant tag:string -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
ExperimentalCSVDataset! filenames:string compression_type:string buffer_size:int64 header:bool field_delim:string use_quote_delim:bool
    na_value:string select_cols:int64 record_defaults:*output_types -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
ExperimentalChooseFastestDataset input_datasets:N*variant -> handle:variant | N:int>=2 num_experiments:int output_types:list(type)>=1
    output_shapes:list(shape)>=1
ExperimentalDatasetCardinality input_dataset:variant -> cardinality:int64 |
ExperimentalDatasetToTFRecord! input_dataset:variant filename:string compression_type:string -> |
ExperimentalDenseToSparseBatchDataset input_dataset:variant batch_size:int64 row_shape:int64 -> handle:variant |
    output_types:list(type)>=1 output_shapes:list(shape)>=1
ExperimentalDirectedInterleaveDataset selector_input_dataset:variant data_input_datasets:N*variant -> handle:variant |
    output_types:list(type)>=1 output_shapes:list(shape)>=1 N:int>=1
ExperimentalGroupByReducerDataset! input_dataset:variant key_func_other_arguments:*Tkey_func_other_arguments
    init_func_other_arguments:*Tinit_func_other_arguments reduce_func_other_arguments:*Treduce_func_other_arguments
    finalize_func_other_arguments:*Tfinalize_func_other_arguments -> handle:variant | key_func:func init_func:func reduce_func:func
    finalize_func:func Tkey_func_other_arguments:list(type)>=0 Tinit_func_other_arguments:list(type)>=0
    Treduce_func_other_arguments:list(type)>=0 Tfinalize_func_other_arguments:list(type)>=0 output_types:list(type)>=1
    output_shapes:list(shape)>=1
ExperimentalGroupByWindowDataset input_dataset:variant key_func_other_arguments:*Tkey_func_other_arguments
    reduce_func_other_arguments:*Treduce_func_other_arguments window_size_func_other_arguments:*Twindow_size_func_other_arguments ->
    handle:variant | key_func:func reduce_func:func window_size_func:func Tkey_func_other_arguments:list(type)>=0
    Treduce_func_other_arguments:list(type)>=0 Twindow_size_func_other_arguments:list(type)>=0 output_types:list(type)>=1
    output_shapes:list(shape)>=1
ExperimentalIgnoreErrorsDataset input_dataset:variant -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    log_warning:bool=False
ExperimentalIteratorGetDevice! resource:resource -> device:string |
ExperimentalLMDBDataset! filenames:string -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
ExperimentalLatencyStatsDataset input_dataset:variant tag:string -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
ExperimentalMapAndBatchDataset input_dataset:variant other_arguments:*Targuments batch_size:int64 num_parallel_calls:int64
    drop_remainder:bool -> handle:variant | f:func Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1
    preserve_cardinality:bool=False
ExperimentalMapDataset input_dataset:variant other_arguments:*Targuments -> handle:variant | f:func Targuments:list(type)>=0
    output_types:list(type)>=1 output_shapes:list(shape)>=1 use_inter_op_parallelism:bool=True preserve_cardinality:bool=False
ExperimentalMatchingFilesDataset! patterns:string -> handle:variant |
ExperimentalMaxIntraOpParallelismDataset input_dataset:variant max_intra_op_parallelism:int64 -> handle:variant |
    output_types:list(type)>=1 output_shapes:list(shape)>=1
ExperimentalNonSerializableDataset input_dataset:variant -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
ExperimentalParallelInterleaveDataset input_dataset:variant other_arguments:*Targuments cycle_length:int64 block_length:int64 sloppy:bool
    buffer_output_elements:int64 prefetch_input_elements:int64 -> handle:variant | f:func Targuments:list(type)>=0
    output_types:list(type)>=1 output_shapes:list(shape)>=1
ExperimentalParseExampleDataset input_dataset:variant num_parallel_calls:int64 dense_defaults:*Tdense -> handle:variant |
    sparse_keys:list(string)>=0 dense_keys:list(string)>=0 sparse_types:list(type)>=0{float32|int64|string}
    Tdense:list(type)>=0{float32|int64|string} dense_shapes:list(shape)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1
    sloppy:bool=False
ExperimentalPrivateThreadPoolDataset input_dataset:variant num_threads:int64 -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
ExperimentalRandomDataset! seed:int64 seed2:int64 -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
ExperimentalRebatchDataset input_dataset:variant num_replicas:int64 -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1 use_fallback:bool=True
ExperimentalScanDataset input_dataset:variant initial_state:*Tstate other_arguments:*Targuments -> handle:variant | f:func
    Tstate:list(type)>=1 Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1 preserve_cardinality:bool=False
ExperimentalSetStatsAggregatorDataset! input_dataset:variant stats_aggregator:resource tag:string counter_prefix:string -> handle:variant
    | output_types:list(type)>=1 output_shapes:list(shape)>=1
ExperimentalSleepDataset input_dataset:variant sleep_microseconds:int64 -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
ExperimentalSlidingWindowDataset input_dataset:variant window_size:int64 window_shift:int64 window_stride:int64 -> handle:variant |
    output_types:list(type)>=1 output_shapes:list(shape)>=1
ExperimentalSqlDataset! driver_name:string data_source_name:string query:string -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
ExperimentalStatsAggregatorHandle! -> handle:resource | container:string='' shared_name:string=''
ExperimentalStatsAggregatorSummary! iterator:resource -> summary:string |
ExperimentalTakeWhileDataset input_dataset:variant other_arguments:*Targuments -> handle:variant | predicate:func
    Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1
ExperimentalThreadPoolDataset! input_dataset:variant thread_pool:resource -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
ExperimentalThreadPoolHandle! -> handle:resource | num_threads:int max_intra_op_parallelism:int=1 display_name:string container:string=''
    shared_name:string=''
ExperimentalUnbatchDataset input_dataset:variant -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
ExperimentalUniqueDataset input_dataset:variant -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
Expint x:T -> y:T | T:type{bfloat16|float16|float32|float64}
Expm1 x:T -> y:T | T:type
ExtractGlimpse input:float32 size:int32 offsets:float32 -> glimpse:float32 | centered:bool=True normalized:bool=True
    uniform_noise:bool=True noise:string='uniform'
ExtractGlimpseV2 input:float32 size:int32 offsets:float32 -> glimpse:float32 | centered:bool=True normalized:bool=True
    uniform_noise:bool=True noise:string='uniform'
ExtractImagePatches images:T -> patches:T | ksizes:list(int)>=4 strides:list(int)>=4 rates:list(int)>=4 T:type padding:string{SAME|VALID}
ExtractJpegShape contents:string -> image_shape:output_type | output_type:type{int32|int64}=int32
ExtractVolumePatches input:T -> patches:T | ksizes:list(int)>=5 strides:list(int)>=5 T:type padding:string{SAME|VALID}
FFT input:Tcomplex -> output:Tcomplex | Tcomplex:type{complex64|complex128}=complex64
FFT2D input:Tcomplex -> output:Tcomplex | Tcomplex:type{complex64|complex128}=complex64
FFT3D input:Tcomplex -> output:Tcomplex | Tcomplex:type{complex64|complex128}=complex64
FFTND input:Tcomplex fft_length:int32 axes:int32 -> output:Tcomplex | Tcomplex:type{complex64|complex128}=complex64
FIFOQueue! -> handle:&string | component_types:list(type)>=1 shapes:list(shape)>=0=[] capacity:int=-1 container:string=''
    shared_name:string=''
FIFOQueueV2! -> handle:resource | component_types:list(type)>=1 shapes:list(shape)>=0=[] capacity:int=-1 container:string=''
    shared_name:string=''
Fact -> fact:string |
FakeParam -> output:dtype | dtype:type shape:shape
FakeQuantWithMinMaxArgs inputs:float32 -> outputs:float32 | min:float=-6.0 max:float=6.0 num_bits:int=8 narrow_range:bool=False
FakeQuantWithMinMaxArgsGradient gradients:float32 inputs:float32 -> backprops:float32 | min:float=-6.0 max:float=6.0 num_bits:int=8
    narrow_range:bool=False
FakeQuantWithMinMaxVars inputs:float32 min:float32 max:float32 -> outputs:float32 | num_bits:int=8 narrow_range:bool=False
FakeQuantWithMinMaxVarsGradient gradients:float32 inputs:float32 min:float32 max:float32 -> backprops_wrt_input:float32
    backprop_wrt_min:float32 backprop_wrt_max:float32 | num_bits:int=8 narrow_range:bool=False
FakeQuantWithMinMaxVarsPerChannel inputs:float32 min:float32 max:float32 -> outputs:float32 | num_bits:int=8 narrow_range:bool=False
FakeQuantWithMinMaxVarsPerChannelGradient gradients:float32 inputs:float32 min:float32 max:float32 -> backprops_wrt_input:float32
    backprop_wrt_min:float32 backprop_wrt_max:float32 | num_bits:int=8 narrow_range:bool=False
FakeQueue! resource:resource -> handle:&string |
FileSystemSetConfiguration! scheme:string key:string value:string -> |
Fill dims:index_type value:T -> output:T | T:type index_type:type{int32|int64}=int32
FilterByLastComponentDataset input_dataset:variant -> output:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
FilterDataset input_dataset:variant other_arguments:*Targuments -> handle:variant | predicate:func Targuments:list(type)>=0
    output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
FinalizeDataset input_dataset:variant -> handle:variant | has_captured_ref:bool=False output_types:list(type)>=1
    output_shapes:list(shape)>=1
Fingerprint data:T method:string -> fingerprint:uint8 | T:type
FixedLengthRecordDataset! filenames:string header_bytes:int64 record_bytes:int64 footer_bytes:int64 buffer_size:int64 -> handle:variant |
    metadata:string=''
FixedLengthRecordDatasetV2! filenames:string header_bytes:int64 record_bytes:int64 footer_bytes:int64 buffer_size:int64
    compression_type:string -> handle:variant | metadata:string=''
FixedLengthRecordReader! -> reader_handle:&string | header_bytes:int=0 record_bytes:int footer_bytes:int=0 hop_bytes:int=0
    container:string='' shared_name:string=''
FixedLengthRecordReaderV2! -> reader_handle:resource | header_bytes:int=0 record_bytes:int footer_bytes:int=0 hop_bytes:int=0
    container:string='' shared_name:string='' encoding:string=''
FixedUnigramCandidateSampler! true_classes:int64 -> sampled_candidates:int64 true_expected_count:float32 sampled_expected_count:float32 |
    num_true:int>=1 num_sampled:int>=1 unique:bool range_max:int>=1 vocab_file:string='' distortion:float=1.0 num_reserved_ids:int=0
    num_shards:int>=1=1 shard:int>=0=0 unigrams:list(float)=[] seed:int=0 seed2:int=0
FlatMapDataset input_dataset:variant other_arguments:*Targuments -> handle:variant | f:func Targuments:list(type)>=0
    output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
Floor x:T -> y:T | T:type{bfloat16|float16|float32|float64}
FloorDiv x:T y:T -> z:T | T:type
FloorMod x:T y:T -> z:T | T:type
FlushSummaryWriter! writer:resource -> |
For start:int32 limit:int32 delta:int32 input:*T -> output:*T | T:list(type)>=0 body:func
FractionalAvgPool value:T -> output:T row_pooling_sequence:int64 col_pooling_sequence:int64 | pooling_ratio:list(float)>=4
    pseudo_random:bool=False overlapping:bool=False deterministic:bool=False seed:int=0 seed2:int=0 T:type{float32|float64|int32|int64}
FractionalAvgPoolGrad orig_input_tensor_shape:int64 out_backprop:T row_pooling_sequence:int64 col_pooling_sequence:int64 -> output:T |
    overlapping:bool=False T:type{float32|float64|int32|int64}
FractionalMaxPool value:T -> output:T row_pooling_sequence:int64 col_pooling_sequence:int64 | pooling_ratio:list(float)>=4
    pseudo_random:bool=False overlapping:bool=False deterministic:bool=False seed:int=0 seed2:int=0 T:type{float32|float64|int32|int64}
FractionalMaxPoolGrad orig_input:T orig_output:T out_backprop:T row_pooling_sequence:int64 col_pooling_sequence:int64 -> output:T |
    overlapping:bool=False T:type{float32|float64|int32|int64}
FresnelCos x:T -> y:T | T:type{bfloat16|float16|float32|float64}
FresnelSin x:T -> y:T | T:type{bfloat16|float16|float32|float64}
FusedBatchNorm x:T scale:T offset:T mean:T variance:T -> y:T batch_mean:T batch_variance:T reserve_space_1:T reserve_space_2:T |
    T:type{float32} epsilon:float=9.999999747378752e-05 exponential_avg_factor:float=1.0 data_format:string{NHWC|NCHW}='NHWC'
    is_training:bool=True
FusedBatchNormGrad y_backprop:T x:T scale:T reserve_space_1:T reserve_space_2:T -> x_backprop:T scale_backprop:T offset_backprop:T
    reserve_space_3:T reserve_space_4:T | T:type{float32} epsilon:float=9.999999747378752e-05 data_format:string{NHWC|NCHW}='NHWC'
    is_training:bool=True
FusedBatchNormGradV2 y_backprop:T x:T scale:float32 reserve_space_1:U reserve_space_2:U -> x_backprop:T scale_backprop:U
    offset_backprop:U reserve_space_3:U reserve_space_4:U | T:type{float16|bfloat16|float32} U:type{float32}
    epsilon:float=9.999999747378752e-05 data_format:string{NHWC|NCHW}='NHWC' is_training:bool=True
FusedBatchNormGradV3 y_backprop:T x:T scale:float32 reserve_space_1:U reserve_space_2:U reserve_space_3:U -> x_backprop:T
    scale_backprop:U offset_backprop:U reserve_space_4:U reserve_space_5:U | T:type{float16|bfloat16|float32} U:type{float32}
    epsilon:float=9.999999747378752e-05 data_format:string{NHWC|NCHW|NDHWC|NCDHW}='NHWC' is_training:bool=True
FusedBatchNormV2 x:T scale:U offset:U mean:U variance:U -> y:T batch_mean:U batch_variance:U reserve_space_1:U reserve_space_2:U |
    T:type{float16|bfloat16|float32} U:type{float32} epsilon:float=9.999999747378752e-05 exponential_avg_factor:float=1.0
    data_format:string{NHWC|NCHW}='NHWC' is_training:bool=True
FusedBatchNormV3 x:T scale:U offset:U mean:U variance:U -> y:T batch_mean:U batch_variance:U reserve_space_1:U reserve_space_2:U
    reserve_space_3:U | T:type{float16|bfloat16|float32} U:type{bfloat16|float32} epsilon:float=9.999999747378752e-05
    exponential_avg_factor:float=1.0 data_format:string{NHWC|NCHW|NDHWC|NCDHW}='NHWC' is_training:bool=True
FusedPadConv2D input:T paddings:int32 filter:T -> output:T | T:type{float16|bfloat16|float32|float64} mode:string{REFLECT|SYMMETRIC}
    strides:list(int) padding:string{SAME|VALID}
FusedResizeAndPadConv2D input:T size:int32 paddings:int32 filter:T -> output:T | T:type{float16|float32|float64}
    resize_align_corners:bool=False mode:string{REFLECT|SYMMETRIC} strides:list(int) padding:string{SAME|VALID}
GRUBlockCell x:T h_prev:T w_ru:T w_c:T b_ru:T b_c:T -> r:T u:T c:T h:T | T:type{float32}
GRUBlockCellGrad x:T h_prev:T w_ru:T w_c:T b_ru:T b_c:T r:T u:T c:T d_h:T -> d_x:T d_h_prev:T d_c_bar:T d_r_bar_u_bar:T | T:type{float32}
Gather params:Tparams indices:Tindices -> output:Tparams | validate_indices:bool=True Tparams:type Tindices:type{int32|int64}
GatherNd params:Tparams indices:Tindices -> output:Tparams | Tparams:type Tindices:type{int16|int32|int64}
GatherV2 params:Tparams indices:Tindices axis:Taxis -> output:Tparams | batch_dims:int=0 Tparams:type Tindices:type{int16|int32|int64}
    Taxis:type{int32|int64}
GenerateBoundingBoxProposals scores:float32 bbox_deltas:float32 image_info:float32 anchors:float32 nms_threshold:float32
    pre_nms_topn:int32 min_size:float32 -> rois:float32 roi_probabilities:float32 | post_nms_topn:int=300
GenerateVocabRemapping new_vocab_file:string old_vocab_file:string -> remapping:int64 num_present:int32 | new_vocab_offset:int>=0
    num_new_vocab:int>=0 old_vocab_size:int>=-1=-1
GeneratorDataset! init_func_other_args:*Tinit_func_args next_func_other_args:*Tnext_func_args
    finalize_func_other_args:*Tfinalize_func_args -> handle:variant | init_func:func next_func:func finalize_func:func
    Tinit_func_args:list(type)>=0 Tnext_func_args:list(type)>=0 Tfinalize_func_args:list(type)>=0 output_types:list(type)>=1
    output_shapes:list(shape)>=1 metadata:string=''
GetElementAtIndex dataset:variant index:int64 -> components:*output_types | output_types:list(type)>=1 output_shapes:list(shape)>=1
GetOptions input_dataset:variant -> serialized_options:string |
GetSessionHandle! value:T -> handle:string | T:type
GetSessionHandleV2! value:T -> handle:resource | T:type
GetSessionTensor! handle:string -> value:dtype | dtype:type
Greater x:T y:T -> z:bool | T:type
GreaterEqual x:T y:T -> z:bool | T:type
GroupByReducerDataset! input_dataset:variant key_func_other_arguments:*Tkey_func_other_arguments
    init_func_other_arguments:*Tinit_func_other_arguments reduce_func_other_arguments:*Treduce_func_other_arguments
    finalize_func_other_arguments:*Tfinalize_func_other_arguments -> handle:variant | key_func:func init_func:func reduce_func:func
    finalize_func:func Tkey_func_other_arguments:list(type)>=0 Tinit_func_other_arguments:list(type)>=0
    Treduce_func_other_arguments:list(type)>=0 Tfinalize_func_other_arguments:list(type)>=0 output_types:list(type)>=1
    output_shapes:list(shape)>=1
GroupByWindowDataset input_dataset:variant key_func_other_arguments:*Tkey_func_other_arguments
    reduce_func_other_arguments:*Treduce_func_other_arguments window_size_func_other_arguments:*Twindow_size_func_other_arguments ->
    handle:variant | key_func:func reduce_func:func window_size_func:func Tkey_func_other_arguments:list(type)>=0
    Treduce_func_other_arguments:list(type)>=0 Twindow_size_func_other_arguments:list(type)>=0 output_types:list(type)>=1
    output_shapes:list(shape)>=1 metadata:string=''
GuaranteeConst! input:T -> output:T | T:type
HSVToRGB images:T -> output:T | T:type{float16|bfloat16|float32|float64}=float32
HashTable! -> table_handle:&string | container:string='' shared_name:string='' use_node_name_sharing:bool=False key_dtype:type
    value_dtype:type
HashTableV2! -> table_handle:resource | container:string='' shared_name:string='' use_node_name_sharing:bool=False key_dtype:type
    value_dtype:type
HistogramFixedWidth values:T value_range:T nbins:int32 -> out:dtype | T:type{int32|int64|float32|float64} dtype:type{int32|int64}=int32
HistogramSummary tag:string values:T -> summary:string | T:type=float32
IFFT input:Tcomplex -> output:Tcomplex | Tcomplex:type{complex64|complex128}=complex64
IFFT2D input:Tcomplex -> output:Tcomplex | Tcomplex:type{complex64|complex128}=complex64
IFFT3D input:Tcomplex -> output:Tcomplex | Tcomplex:type{complex64|complex128}=complex64
IFFTND input:Tcomplex fft_length:int32 axes:int32 -> output:Tcomplex | Tcomplex:type{complex64|complex128}=complex64
IRFFT input:Tcomplex fft_length:int32 -> output:Treal | Treal:type{float32|float64}=float32 Tcomplex:type{complex64|complex128}=complex64
IRFFT2D input:Tcomplex fft_length:int32 -> output:Treal | Treal:type{float32|float64}=float32
    Tcomplex:type{complex64|complex128}=complex64
IRFFT3D input:Tcomplex fft_length:int32 -> output:Treal | Treal:type{float32|float64}=float32
    Tcomplex:type{complex64|complex128}=complex64
IRFFTND input:Tcomplex fft_length:int32 axes:int32 -> output:Treal | Treal:type{float32|float64}=float32
    Tcomplex:type{complex64|complex128}=complex64
Identity input:T -> output:T | T:type
IdentityN input:*T -> output:*T | T:list(type)>=1
IdentityReader! -> reader_handle:&string | container:string='' shared_name:string=''
IdentityReaderV2! -> reader_handle:resource | container:string='' shared_name:string=''
If! cond:Tcond input:*Tin -> output:*Tout | Tcond:type Tin:list(type)>=0 Tout:list(type)>=0 then_branch:func else_branch:func
    output_shapes:list(shape)=[]
Igamma a:T x:T -> z:T | T:type{bfloat16|float16|float32|float64}
IgammaGradA a:T x:T -> z:T | T:type{float32|float64}
Igammac a:T x:T -> z:T | T:type{bfloat16|float16|float32|float64}
IgnoreErrorsDataset input_dataset:variant -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    log_warning:bool=False
Imag input:T -> output:Tout | T:type{complex64|complex128}=complex64 Tout:type{float32|float64}=float32
ImageProjectiveTransformV2 images:dtype transforms:float32 output_shape:int32 -> transformed_images:dtype | dtype:type
    interpolation:string fill_mode:string='CONSTANT'
ImageProjectiveTransformV3 images:dtype transforms:float32 output_shape:int32 fill_value:float32 -> transformed_images:dtype | dtype:type
    interpolation:string fill_mode:string='CONSTANT'
ImageSummary tag:string tensor:T -> summary:string | max_images:int>=1=3 T:type{uint8|float32|float16|float64}=float32
    bad_color:tensor=...
ImmutableConst -> tensor:dtype | dtype:type shape:shape memory_region_name:string
ImportEvent! writer:resource event:string -> |
InTopK predictions:float32 targets:T -> precision:bool | k:int T:type{int32|int64}=int32
InTopKV2 predictions:float32 targets:T k:T -> precision:bool | T:type{int32|int64}=int32
InfeedDequeue! -> output:dtype | dtype:type shape:shape
InfeedDequeueTuple! -> outputs:*dtypes | dtypes:list(type)>=1 shapes:list(shape)
InfeedEnqueue! input:dtype -> | dtype:type shape:shape=[] layout:list(int)=[] device_ordinal:int=-1
InfeedEnqueuePrelinearizedBuffer input:variant -> | device_ordinal:int=-1
InfeedEnqueueTuple! inputs:*dtypes -> | dtypes:list(type)>=1 shapes:list(shape) layouts:list(int)=[] device_ordinal:int=-1
InitializeTable table_handle:&string keys:Tkey values:Tval -> | Tkey:type Tval:type
InitializeTableFromDataset! table_handle:resource dataset:variant -> |
InitializeTableFromTextFile table_handle:&string filename:string -> | key_index:int>=-2 value_index:int>=-2 vocab_size:int>=-1=-1
    delimiter:string='\t' offset:int=0
InitializeTableFromTextFileV2! table_handle:resource filename:string -> | key_index:int>=-2 value_index:int>=-2 vocab_size:int>=-1=-1
    delimiter:string='\t' offset:int=0
InitializeTableV2! table_handle:resource keys:Tkey values:Tval -> | Tkey:type Tval:type
InplaceAdd x:T i:int32 v:T -> y:T | T:type
InplaceSub x:T i:int32 v:T -> y:T | T:type
InplaceUpdate x:T i:int32 v:T -> y:T | T:type
InterleaveDataset input_dataset:variant other_arguments:*Targuments cycle_length:int64 block_length:int64 -> handle:variant | f:func
    Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
Inv x:T -> y:T | T:type
InvGrad y:T dy:T -> z:T | T:type
Invert x:T -> y:T | T:type
InvertPermutation x:T -> y:T | T:type{int32|int64}=int32
IsBoostedTreesEnsembleInitialized! tree_ensemble_handle:resource -> is_initialized:bool |
IsBoostedTreesQuantileStreamResourceInitialized! quantile_stream_resource_handle:resource -> is_initialized:bool |
IsFinite x:T -> y:bool | T:type{bfloat16|float16|float32|float64}
IsInf x:T -> y:bool | T:type{bfloat16|float16|float32|float64}
IsNan x:T -> y:bool | T:type{bfloat16|float16|float32|float64}
IsTPUEmbeddingInitialized! -> is_tpu_embedding_initialized:bool | config:string=''
IsVariableInitialized ref:&dtype -> is_initialized:bool | dtype:type
IsotonicRegression input:T -> output:output_dtype segments:int32 | T:type output_dtype:type{float16|bfloat16|float32|float64}=float32
Iterator! -> handle:resource | shared_name:string container:string output_types:list(type)>=1 output_shapes:list(shape)>=1
IteratorFromStringHandle! string_handle:string -> resource_handle:resource | output_types:list(type)>=0=[] output_shapes:list(shape)>=0=[]
IteratorFromStringHandleV2! string_handle:string -> resource_handle:resource | output_types:list(type)>=0=[]
    output_shapes:list(shape)>=0=[]
IteratorGetDevice! resource:resource -> device:string |
IteratorGetNext! iterator:resource -> components:*output_types | output_types:list(type)>=1 output_shapes:list(shape)>=1
IteratorGetNextAsOptional! iterator:resource -> optional:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
IteratorGetNextSync! iterator:resource -> components:*output_types | output_types:list(type)>=1 output_shapes:list(shape)>=1
IteratorToStringHandle! resource_handle:resource -> string_handle:string |
IteratorV2! -> handle:resource | shared_name:string container:string output_types:list(type)>=1 output_shapes:list(shape)>=1
KMC2ChainInitialization distances:float32 seed:int64 -> index:int64 |
KmeansPlusPlusInitialization points:float32 num_to_sample:int64 seed:int64 num_retries_per_sample:int64 -> samples:float32 |
L2Loss t:T -> output:T | T:type{float16|bfloat16|float32|float64}
LMDBDataset! filenames:string -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
LMDBReader! -> reader_handle:&string | container:string='' shared_name:string=''
LRN input:T -> output:T | depth_radius:int=5 bias:float=1.0 alpha:float=1.0 beta:float=0.5 T:type{float16|bfloat16|float32}=float32
LRNGrad input_grads:T input_image:T output_image:T -> output:T | depth_radius:int=5 bias:float=1.0 alpha:float=1.0 beta:float=0.5
    T:type{float16|bfloat16|float32}=float32
LSTMBlockCell x:T cs_prev:T h_prev:T w:T wci:T wcf:T wco:T b:T -> i:T cs:T f:T o:T ci:T co:T h:T | forget_bias:float=1.0
    cell_clip:float=3.0 use_peephole:bool=False T:type{float16|float32}
LSTMBlockCellGrad x:T cs_prev:T h_prev:T w:T wci:T wcf:T wco:T b:T i:T cs:T f:T o:T ci:T co:T cs_grad:T h_grad:T -> cs_prev_grad:T
    dicfo:T wci_grad:T wcf_grad:T wco_grad:T | use_peephole:bool T:type{float16|float32}
LatencyStatsDataset input_dataset:variant tag:string -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
LeakyRelu features:T -> activations:T | alpha:float=0.20000000298023224 T:type{float16|bfloat16|float32|float64}=float32
LeakyReluGrad gradients:T features:T -> backprops:T | alpha:float=0.20000000298023224 T:type{float16|bfloat16|float32|float64}=float32
LearnedUnigramCandidateSampler! true_classes:int64 -> sampled_candidates:int64 true_expected_count:float32 sampled_expected_count:float32
    | num_true:int>=1 num_sampled:int>=1 unique:bool range_max:int>=1 seed:int=0 seed2:int=0
LeftShift x:T y:T -> z:T | T:type
LegacyParallelInterleaveDatasetV2 input_dataset:variant other_arguments:*Targuments cycle_length:int64 block_length:int64
    buffer_output_elements:int64 prefetch_input_elements:int64 -> handle:variant | f:func deterministic:string='default'
    Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
Less x:T y:T -> z:bool | T:type
LessEqual x:T y:T -> z:bool | T:type
Lgamma x:T -> y:T | T:type{bfloat16|float16|float32|float64}
LinSpace start:T stop:T num:Tidx -> output:T | T:type{bfloat16|float16|float32|float64} Tidx:type{int32|int64}=int32
ListDataset! tensors:*Tinput_types -> handle:variant | Tinput_types:list(type)>=1 output_types:list(type)>=1 output_shapes:list(shape)>=1
    metadata:string=''
ListDiff x:T y:T -> out:T idx:out_idx | T:type out_idx:type{int32|int64}=int32
LoadAndRemapMatrix! ckpt_path:string old_tensor_name:string row_remapping:int64 col_remapping:int64 initializing_values:float32 ->
    output_matrix:float32 | num_rows:int>=0 num_cols:int>=1 max_rows_in_memory:int=-1
LoadDataset! path:string reader_func_other_args:*Treader_func_args -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1 compression:string='' reader_func:func Treader_func_args:list(type)>=0
LoadTPUEmbeddingADAMParameters! parameters:float32 momenta:float32 velocities:float32 -> | table_id:int=-1 table_name:string=''
    num_shards:int shard_id:int config:string=''
LoadTPUEmbeddingAdadeltaParameters! parameters:float32 accumulators:float32 updates:float32 -> | table_id:int=-1 table_name:string=''
    num_shards:int shard_id:int config:string=''
LoadTPUEmbeddingAdagradMomentumParameters! parameters:float32 accumulators:float32 momenta:float32 -> | table_id:int=-1
    table_name:string='' num_shards:int shard_id:int config:string=''
LoadTPUEmbeddingAdagradParameters! parameters:float32 accumulators:float32 -> | table_id:int=-1 table_name:string='' num_shards:int
    shard_id:int config:string=''
LoadTPUEmbeddingCenteredRMSPropParameters! parameters:float32 ms:float32 mom:float32 mg:float32 -> | table_id:int=-1 table_name:string=''
    num_shards:int shard_id:int config:string=''
LoadTPUEmbeddingFTRLParameters! parameters:float32 accumulators:float32 linears:float32 -> | table_id:int=-1 table_name:string=''
    num_shards:int shard_id:int config:string=''
LoadTPUEmbeddingFrequencyEstimatorParameters! parameters:float32 last_hit_step:float32 -> | table_id:int=-1 table_name:string=''
    num_shards:int shard_id:int config:string=''
LoadTPUEmbeddingMDLAdagradLightParameters! parameters:float32 accumulators:float32 weights:float32 benefits:float32 -> | table_id:int=-1
    table_name:string='' num_shards:int shard_id:int config:string=''
LoadTPUEmbeddingMomentumParameters! parameters:float32 momenta:float32 -> | table_id:int=-1 table_name:string='' num_shards:int
    shard_id:int config:string=''
LoadTPUEmbeddingProximalAdagradParameters! parameters:float32 accumulators:float32 -> | table_id:int=-1 table_name:string=''
    num_shards:int shard_id:int config:string=''
LoadTPUEmbeddingProximalYogiParameters! parameters:float32 v:float32 m:float32 -> | table_id:int=-1 table_name:string='' num_shards:int
    shard_id:int config:string=''
LoadTPUEmbeddingRMSPropParameters! parameters:float32 ms:float32 mom:float32 -> | table_id:int=-1 table_name:string='' num_shards:int
    shard_id:int config:string=''
LoadTPUEmbeddingStochasticGradientDescentParameters! parameters:float32 -> | table_id:int=-1 table_name:string='' num_shards:int
    shard_id:int config:string=''
Log x:T -> y:T | T:type
Log1p x:T -> y:T | T:type
LogMatrixDeterminant input:T -> sign:T log_abs_determinant:T | T:type
LogSoftmax logits:T -> logsoftmax:T | T:type{float16|bfloat16|float32|float64}
LogUniformCandidateSampler! true_classes:int64 -> sampled_candidates:int64 true_expected_count:float32 sampled_expected_count:float32 |
    num_true:int>=1 num_sampled:int>=1 unique:bool range_max:int>=1 seed:int=0 seed2:int=0
LogicalAnd x:bool y:bool -> z:bool |
LogicalNot x:bool -> y:bool |
LogicalOr x:bool y:bool -> z:bool |
LookupTableExport table_handle:&string -> keys:Tkeys values:Tvalues | Tkeys:type Tvalues:type
LookupTableExportV2! table_handle:resource -> keys:Tkeys values:Tvalues | Tkeys:type Tvalues:type
LookupTableFind table_handle:&string keys:Tin default_value:Tout -> values:Tout | Tin:type Tout:type
LookupTableFindV2! table_handle:resource keys:Tin default_value:Tout -> values:Tout | Tin:type Tout:type
LookupTableImport table_handle:&string keys:Tin values:Tout -> | Tin:type Tout:type
LookupTableImportV2! table_handle:resource keys:Tin values:Tout -> | Tin:type Tout:type
LookupTableInsert table_handle:&string keys:Tin values:Tout -> | Tin:type Tout:type
LookupTableInsertV2! table_handle:resource keys:Tin values:Tout -> | Tin:type Tout:type
LookupTableRemoveV2! table_handle:resource keys:Tin -> | Tin:type
LookupTableSize table_handle:&string -> size:int64 |
LookupTableSizeV2! table_handle:resource -> size:int64 |
LoopCond input:bool -> output:bool |
LowerBound sorted_inputs:T values:T -> output:out_type | T:type out_type:type{int32|int64}=int32
Lu input:T -> lu:T p:output_idx_type | T:type output_idx_type:type{int32|int64}=int32
MakeIterator! dataset:variant iterator:resource -> |
MapAndBatchDataset input_dataset:variant other_arguments:*Targuments batch_size:int64 num_parallel_calls:int64 drop_remainder:bool ->
    handle:variant | f:func Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1
    preserve_cardinality:bool=False metadata:string=''
MapClear! -> | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type) container:string='' shared_name:string=''
MapDataset input_dataset:variant other_arguments:*Targuments -> handle:variant | f:func Targuments:list(type)>=0
    output_types:list(type)>=1 output_shapes:list(shape)>=1 use_inter_op_parallelism:bool=True preserve_cardinality:bool=False
    metadata:string=''
MapDefun arguments:*Targuments captured_inputs:*Tcaptured -> output:*output_types | Targuments:list(type)>=1 Tcaptured:list(type)>=0=[]
    output_types:list(type)>=1 output_shapes:list(shape)>=1 f:func max_intra_op_parallelism:int=1
MapIncompleteSize! -> size:int32 | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type) container:string='' shared_name:string=''
MapPeek! key:int64 indices:int32 -> values:*dtypes | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type)>=1 container:string=''
    shared_name:string=''
MapSize! -> size:int32 | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type) container:string='' shared_name:string=''
MapStage! key:int64 indices:int32 values:*fake_dtypes -> | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type)
    fake_dtypes:list(type)>=1 container:string='' shared_name:string=''
MapUnstage! key:int64 indices:int32 -> values:*dtypes | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type)>=1 container:string=''
    shared_name:string=''
MapUnstageNoKey! indices:int32 -> key:int64 values:*dtypes | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type)>=1
    container:string='' shared_name:string=''
MatMul a:T b:T -> product:T | transpose_a:bool=False transpose_b:bool=False T:type
MatchingFiles pattern:string -> filenames:string |
MatchingFilesDataset! patterns:string -> handle:variant |
MatrixBandPart input:T num_lower:Tindex num_upper:Tindex -> band:T | T:type Tindex:type{int32|int64}=int64
MatrixDeterminant input:T -> output:T | T:type
MatrixDiag diagonal:T -> output:T | T:type
MatrixDiagPart input:T -> diagonal:T | T:type
MatrixDiagPartV2 input:T k:int32 padding_value:T -> diagonal:T | T:type
MatrixDiagPartV3 input:T k:int32 padding_value:T -> diagonal:T | T:type
    align:string{LEFT_RIGHT|RIGHT_LEFT|LEFT_LEFT|RIGHT_RIGHT}='RIGHT_LEFT'
MatrixDiagV2 diagonal:T k:int32 num_rows:int32 num_cols:int32 padding_value:T -> output:T | T:type
MatrixDiagV3 diagonal:T k:int32 num_rows:int32 num_cols:int32 padding_value:T -> output:T | T:type
    align:string{LEFT_RIGHT|RIGHT_LEFT|LEFT_LEFT|RIGHT_RIGHT}='RIGHT_LEFT'
MatrixExponential input:T -> output:T | T:type
MatrixInverse input:T -> output:T | adjoint:bool=False T:type
MatrixLogarithm input:T -> output:T | T:type{complex64|complex128}
MatrixSetDiag input:T diagonal:T -> output:T | T:type
MatrixSetDiagV2 input:T diagonal:T k:int32 -> output:T | T:type
MatrixSetDiagV3 input:T diagonal:T k:int32 -> output:T | T:type align:string{LEFT_RIGHT|RIGHT_LEFT|LEFT_LEFT|RIGHT_RIGHT}='RIGHT_LEFT'
MatrixSolve matrix:T rhs:T -> output:T | adjoint:bool=False T:type
MatrixSolveLs matrix:T rhs:T l2_regularizer:float64 -> output:T | T:type fast:bool=True
MatrixSquareRoot input:T -> output:T | T:type
MatrixTriangularSolve matrix:T rhs:T -> output:T | lower:bool=True adjoint:bool=False T:type
Max input:T reduction_indices:Tidx -> output:T | keep_dims:bool=False T:type Tidx:type{int32|int64}=int32
MaxIntraOpParallelismDataset input_dataset:variant max_intra_op_parallelism:int64 -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
MaxPool input:T -> output:T | T:type=float32 ksize:list(int)>=4 strides:list(int)>=4 padding:string{SAME|VALID|EXPLICIT}
    explicit_paddings:list(int)=[] data_format:string{NHWC|NCHW|NCHW_VECT_C}='NHWC'
MaxPool3D input:T -> output:T | ksize:list(int)>=5 strides:list(int)>=5 padding:string{SAME|VALID}
    data_format:string{NDHWC|NCDHW}='NDHWC' T:type{float16|bfloat16|float32}
MaxPool3DGrad orig_input:TInput orig_output:TInput grad:T -> output:T | ksize:list(int)>=5 strides:list(int)>=5
    padding:string{SAME|VALID} data_format:string{NDHWC|NCDHW}='NDHWC' T:type{float16|bfloat16|float32}=float32
    TInput:type{float16|bfloat16|float32}=float32
MaxPool3DGradGrad orig_input:T orig_output:T grad:T -> output:T | ksize:list(int)>=5 strides:list(int)>=5 padding:string{SAME|VALID}
    data_format:string{NDHWC|NCDHW}='NDHWC' T:type
MaxPoolGrad orig_input:T orig_output:T grad:T -> output:T | ksize:list(int)>=4 strides:list(int)>=4 padding:string{SAME|VALID|EXPLICIT}
    explicit_paddings:list(int)=[] data_format:string{NHWC|NCHW}='NHWC' T:type=float32
MaxPoolGradGrad orig_input:T orig_output:T grad:T -> output:T | ksize:list(int)>=4 strides:list(int)>=4 padding:string{SAME|VALID}
    data_format:string{NHWC|NCHW}='NHWC' T:type
MaxPoolGradGradV2 orig_input:T orig_output:T grad:T ksize:int32 strides:int32 -> output:T | padding:string{SAME|VALID}
    data_format:string{NHWC|NCHW}='NHWC' T:type
MaxPoolGradGradWithArgmax input:T grad:T argmax:Targmax -> output:T | ksize:list(int)>=4 strides:list(int)>=4 padding:string{SAME|VALID}
    include_batch_in_index:bool=False Targmax:type{int32|int64} T:type
MaxPoolGradV2 orig_input:T orig_output:T grad:T ksize:int32 strides:int32 -> output:T | padding:string{SAME|VALID}
    data_format:string{NHWC|NCHW}='NHWC' T:type=float32
MaxPoolGradWithArgmax input:T grad:T argmax:Targmax -> output:T | ksize:list(int)>=4 strides:list(int)>=4 padding:string{SAME|VALID}
    include_batch_in_index:bool=False Targmax:type{int32|int64} T:type
MaxPoolV2 input:T ksize:int32 strides:int32 -> output:T | T:type=float32 padding:string{SAME|VALID}
    data_format:string{NHWC|NCHW|NCHW_VECT_C}='NHWC'
MaxPoolWithArgmax input:T -> output:T argmax:Targmax | ksize:list(int)>=4 strides:list(int)>=4 Targmax:type{int32|int64}=int64
    padding:string{SAME|VALID} include_batch_in_index:bool=False T:type
Maximum x:T y:T -> z:T | T:type
Mean input:T reduction_indices:Tidx -> output:T | keep_dims:bool=False T:type Tidx:type{int32|int64}=int32
Merge inputs:N*T -> output:T value_index:int32 | T:type N:int>=1
MergeSummary inputs:N*string -> summary:string | N:int>=1
MergeV2Checkpoints! checkpoint_prefixes:string destination_prefix:string -> | delete_old_dirs:bool=True allow_missing_files:bool=False
Mfcc spectrogram:float32 sample_rate:int32 -> output:float32 | upper_frequency_limit:float=4000.0 lower_frequency_limit:float=20.0
    filterbank_channel_count:int=40 dct_coefficient_count:int=13
Min input:T reduction_indices:Tidx -> output:T | keep_dims:bool=False T:type Tidx:type{int32|int64}=int32
Minimum x:T y:T -> z:T | T:type
MirrorPad input:T paddings:Tpaddings -> output:T | T:type Tpaddings:type{int32|int64}=int32 mode:string{REFLECT|SYMMETRIC}
MirrorPadGrad input:T paddings:Tpaddings -> output:T | T:type Tpaddings:type{int32|int64}=int32 mode:string{REFLECT|SYMMETRIC}
Mod x:T y:T -> z:T | T:type
ModelDataset input_dataset:variant -> handle:variant | algorithm:int=0 cpu_budget:int=0 ram_budget:int=0 output_types:list(type)>=1
    output_shapes:list(shape)>=1
Mul x:T y:T -> z:T | T:type
MulNoNan x:T y:T -> z:T | T:type
MultiDeviceIterator! -> handle:resource | devices:list(string)>=1 shared_name:string container:string output_types:list(type)>=1
    output_shapes:list(shape)>=1
MultiDeviceIteratorFromStringHandle! string_handle:string -> multi_device_iterator:resource | output_types:list(type)>=0=[]
    output_shapes:list(shape)>=0=[]
MultiDeviceIteratorGetNextFromShard! multi_device_iterator:resource shard_num:int32 incarnation_id:int64 -> components:*output_types |
    output_types:list(type)>=1 output_shapes:list(shape)>=1
MultiDeviceIteratorInit! dataset:variant multi_device_iterator:resource max_buffer_size:int64 -> incarnation_id:int64 |
MultiDeviceIteratorToStringHandle! multi_device_iterator:resource -> string_handle:string |
Multinomial! logits:T num_samples:int32 -> output:output_dtype | seed:int=0 seed2:int=0 T:type output_dtype:type{int32|int64}=int64
MutableDenseHashTable! empty_key:key_dtype -> table_handle:&string | container:string='' shared_name:string=''
    use_node_name_sharing:bool=False key_dtype:type value_dtype:type value_shape:shape=[] initial_num_buckets:int=131072
    max_load_factor:float=0.800000011920929
MutableDenseHashTableV2! empty_key:key_dtype deleted_key:key_dtype -> table_handle:resource | container:string='' shared_name:string=''
    use_node_name_sharing:bool=False key_dtype:type value_dtype:type value_shape:shape=[] initial_num_buckets:int=131072
    max_load_factor:float=0.800000011920929
MutableHashTable! -> table_handle:&string | container:string='' shared_name:string='' use_node_name_sharing:bool=False key_dtype:type
    value_dtype:type
MutableHashTableOfTensors! -> table_handle:&string | container:string='' shared_name:string='' use_node_name_sharing:bool=False
    key_dtype:type value_dtype:type value_shape:shape=[]
MutableHashTableOfTensorsV2! -> table_handle:resource | container:string='' shared_name:string='' use_node_name_sharing:bool=False
    key_dtype:type value_dtype:type value_shape:shape=[]
MutableHashTableV2! -> table_handle:resource | container:string='' shared_name:string='' use_node_name_sharing:bool=False key_dtype:type
    value_dtype:type
MutexLock! mutex:resource -> mutex_lock:variant |
MutexV2! -> resource:resource | container:string='' shared_name:string=''
NcclAllReduce! input:T -> data:T | reduction:string{min|max|prod|sum} T:type num_devices:int shared_name:string
NcclBroadcast! input:T -> output:T | T:type shape:shape
NcclReduce! input:num_devices*T -> data:T | reduction:string{min|max|prod|sum} T:type num_devices:int>=1
Ndtri x:T -> y:T | T:type{bfloat16|float16|float32|float64}
NearestNeighbors points:float32 centers:float32 k:int64 -> nearest_center_indices:int64 nearest_center_distances:float32 |
Neg x:T -> y:T | T:type
NextAfter x1:T x2:T -> output:T | T:type{float64|float32}=float32
NextIteration data:T -> output:T | T:type
NoOp -> |
NonDeterministicInts! shape:shape_dtype -> output:dtype | dtype:type=int64 shape_dtype:type=int64
NonMaxSuppression boxes:float32 scores:float32 max_output_size:int32 -> selected_indices:int32 | iou_threshold:float=0.5
NonMaxSuppressionV2 boxes:T scores:T max_output_size:int32 iou_threshold:T_threshold -> selected_indices:int32 |
    T:type{float16|float32}=float32 T_threshold:type{float16|float32}=float32
NonMaxSuppressionV3 boxes:T scores:T max_output_size:int32 iou_threshold:T_threshold score_threshold:T_threshold ->
    selected_indices:int32 | T:type{float16|float32}=float32 T_threshold:type{float16|float32}=float32
NonMaxSuppressionV4 boxes:T scores:T max_output_size:int32 iou_threshold:T_threshold score_threshold:T_threshold ->
    selected_indices:int32 valid_outputs:int32 | T:type{float16|float32}=float32 T_threshold:type{float16|float32}=float32
    pad_to_max_output_size:bool=False
NonMaxSuppressionV5 boxes:T scores:T max_output_size:int32 iou_threshold:T score_threshold:T soft_nms_sigma:T -> selected_indices:int32
    selected_scores:T valid_outputs:int32 | T:type{float16|float32}=float32 pad_to_max_output_size:bool=False
NonMaxSuppressionWithOverlaps overlaps:float32 scores:float32 max_output_size:int32 overlap_threshold:float32 score_threshold:float32 ->
    selected_indices:int32 |
NonSerializableDataset input_dataset:variant -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
NotEqual x:T y:T -> z:bool | T:type incompatible_shape_error:bool=True
NthElement input:T n:int32 -> values:T | reverse:bool=False T:type
OneHot indices:TI depth:int32 on_value:T off_value:T -> output:T | axis:int=-1 T:type TI:type{uint8|int8|int32|int64}=int64
OneShotIterator! -> handle:resource | dataset_factory:func output_types:list(type)>=1 output_shapes:list(shape)>=1 container:string=''
    shared_name:string=''
OnesLike x:T -> y:T | T:type
OptimizeDataset input_dataset:variant optimizations:string -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    optimization_configs:list(string)=[]
OptimizeDatasetV2 input_dataset:variant optimizations_enabled:string optimizations_disabled:string optimizations_default:string ->
    handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1 optimization_configs:list(string)=[]
OptionalFromValue components:*Toutput_types -> optional:variant | Toutput_types:list(type)>=1
OptionalGetValue optional:variant -> components:*output_types | output_types:list(type)>=1 output_shapes:list(shape)>=1
OptionalHasValue optional:variant -> has_value:bool |
OptionalNone -> optional:variant |
OptionsDataset input_dataset:variant -> handle:variant | serialized_options:string output_types:list(type)>=1
    output_shapes:list(shape)>=1 metadata:string=''
OrderedMapClear! -> | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type) container:string='' shared_name:string=''
OrderedMapIncompleteSize! -> size:int32 | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type) container:string=''
    shared_name:string=''
OrderedMapPeek! key:int64 indices:int32 -> values:*dtypes | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type)>=1
    container:string='' shared_name:string=''
OrderedMapSize! -> size:int32 | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type) container:string='' shared_name:string=''
OrderedMapStage! key:int64 indices:int32 values:*fake_dtypes -> | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type)
    fake_dtypes:list(type)>=1 container:string='' shared_name:string=''
OrderedMapUnstage! key:int64 indices:int32 -> values:*dtypes | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type)>=1
    container:string='' shared_name:string=''
OrderedMapUnstageNoKey! indices:int32 -> key:int64 values:*dtypes | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type)>=1
    container:string='' shared_name:string=''
OutfeedDequeue! -> output:dtype | dtype:type shape:shape device_ordinal:int=-1
OutfeedDequeueTuple! -> outputs:*dtypes | dtypes:list(type)>=1 shapes:list(shape) device_ordinal:int=-1
OutfeedDequeueTupleV2! device_ordinal:int32 -> outputs:*dtypes | dtypes:list(type)>=1 shapes:list(shape)
OutfeedDequeueV2! device_ordinal:int32 -> output:dtype | dtype:type shape:shape
OutfeedEnqueue! input:dtype -> | dtype:type
OutfeedEnqueueTuple! inputs:*dtypes -> | dtypes:list(type)>=1
Pack values:N*T -> output:T | N:int>=1 T:type axis:int=0
Pad input:T paddings:Tpaddings -> output:T | T:type Tpaddings:type{int32|int64}=int32
PadV2 input:T paddings:Tpaddings constant_values:T -> output:T | T:type Tpaddings:type{int32|int64}=int32
PaddedBatchDataset input_dataset:variant batch_size:int64 padded_shapes:N*int64 padding_values:*Toutput_types -> handle:variant |
    Toutput_types:list(type)>=1 output_shapes:list(shape)>=1 N:int>=1 metadata:string=''
PaddedBatchDatasetV2 input_dataset:variant batch_size:int64 padded_shapes:N*int64 padding_values:*Toutput_types drop_remainder:bool ->
    handle:variant | parallel_copy:bool=False Toutput_types:list(type)>=1 output_shapes:list(shape)>=1 N:int>=1 metadata:string=''
PaddingFIFOQueue! -> handle:&string | component_types:list(type)>=1 shapes:list(shape)>=0=[] capacity:int=-1 container:string=''
    shared_name:string=''
PaddingFIFOQueueV2! -> handle:resource | component_types:list(type)>=1 shapes:list(shape)>=0=[] capacity:int=-1 container:string=''
    shared_name:string=''
ParallelBatchDataset input_dataset:variant batch_size:int64 num_parallel_calls:int64 drop_remainder:bool -> handle:variant |
    parallel_copy:bool=False output_types:list(type)>=1 output_shapes:list(shape)>=1 deterministic:string='default' metadata:string=''
ParallelConcat values:N*T -> output:T | N:int>=1 T:type shape:shape
ParallelDynamicStitch indices:N*int32 data:N*T -> merged:T | N:int>=1 T:type
ParallelFilterDataset input_dataset:variant other_arguments:*Targuments num_parallel_calls:int64 -> handle:variant | predicate:func
    deterministic:string='default' Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
ParallelInterleaveDataset input_dataset:variant other_arguments:*Targuments cycle_length:int64 block_length:int64 sloppy:bool
    buffer_output_elements:int64 prefetch_input_elements:int64 -> handle:variant | f:func Targuments:list(type)>=0
    output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
ParallelInterleaveDatasetV2 input_dataset:variant other_arguments:*Targuments cycle_length:int64 block_length:int64
    num_parallel_calls:int64 -> handle:variant | f:func Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1
    sloppy:bool=False metadata:string=''
ParallelInterleaveDatasetV3 input_dataset:variant other_arguments:*Targuments cycle_length:int64 block_length:int64
    num_parallel_calls:int64 -> handle:variant | f:func deterministic:string='default' Targuments:list(type)>=0
    output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
ParallelInterleaveDatasetV4 input_dataset:variant other_arguments:*Targuments cycle_length:int64 block_length:int64
    buffer_output_elements:int64 prefetch_input_elements:int64 num_parallel_calls:int64 -> handle:variant | f:func
    deterministic:string='default' Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
ParallelMapDataset input_dataset:variant other_arguments:*Targuments num_parallel_calls:int32 -> handle:variant | f:func
    Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1 use_inter_op_parallelism:bool=True sloppy:bool=False
    preserve_cardinality:bool=False metadata:string=''
ParallelMapDatasetV2 input_dataset:variant other_arguments:*Targuments num_parallel_calls:int64 -> handle:variant | f:func
    Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1 use_inter_op_parallelism:bool=True
    deterministic:string='default' preserve_cardinality:bool=False metadata:string=''
ParameterizedTruncatedNormal! shape:T means:dtype stdevs:dtype minvals:dtype maxvals:dtype -> output:dtype | seed:int=0 seed2:int=0
    dtype:type{float16|bfloat16|float32|float64} T:type{int32|int64}
ParseExample serialized:string names:string sparse_keys:Nsparse*string dense_keys:Ndense*string dense_defaults:*Tdense ->
    sparse_indices:Nsparse*int64 sparse_values:*sparse_types sparse_shapes:Nsparse*int64 dense_values:*Tdense | Nsparse:int>=0
    Ndense:int>=0 sparse_types:list(type)>=0{float32|int64|string} Tdense:list(type)>=0{float32|int64|string} dense_shapes:list(shape)>=0
ParseExampleDataset input_dataset:variant num_parallel_calls:int64 dense_defaults:*Tdense -> handle:variant | sparse_keys:list(string)>=0
    dense_keys:list(string)>=0 sparse_types:list(type)>=0{float32|int64|string} Tdense:list(type)>=0{float32|int64|string}
    dense_shapes:list(shape)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1 sloppy:bool=False ragged_keys:list(string)>=0=[]
    ragged_value_types:list(type)>=0{float32|int64|string}=[] ragged_split_types:list(type)>=0{int32|int64}=[]
ParseExampleDatasetV2 input_dataset:variant num_parallel_calls:int64 dense_defaults:*Tdense -> handle:variant |
    sparse_keys:list(string)>=0 dense_keys:list(string)>=0 sparse_types:list(type)>=0{float32|int64|string}
    Tdense:list(type)>=0{float32|int64|string} dense_shapes:list(shape)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1
    deterministic:string='default' ragged_keys:list(string)>=0=[] ragged_value_types:list(type)>=0{float32|int64|string}=[]
    ragged_split_types:list(type)>=0{int32|int64}=[]
ParseExampleV2 serialized:string names:string sparse_keys:string dense_keys:string ragged_keys:string dense_defaults:*Tdense ->
    sparse_indices:num_sparse*int64 sparse_values:*sparse_types sparse_shapes:num_sparse*int64 dense_values:*Tdense
    ragged_values:*ragged_value_types ragged_row_splits:*ragged_split_types | Tdense:list(type)>=0{float32|int64|string}
    num_sparse:int>=0 sparse_types:list(type)>=0{float32|int64|string} ragged_value_types:list(type)>=0{float32|int64|string}
    ragged_split_types:list(type)>=0{int32|int64} dense_shapes:list(shape)>=0
ParseSequenceExample serialized:string debug_name:string context_dense_defaults:*Tcontext_dense ->
    context_sparse_indices:Ncontext_sparse*int64 context_sparse_values:*context_sparse_types context_sparse_shapes:Ncontext_sparse*int64
    context_dense_values:*Tcontext_dense feature_list_sparse_indices:Nfeature_list_sparse*int64
    feature_list_sparse_values:*feature_list_sparse_types feature_list_sparse_shapes:Nfeature_list_sparse*int64
    feature_list_dense_values:*feature_list_dense_types feature_list_dense_lengths:Nfeature_list_dense*int64 |
    feature_list_dense_missing_assumed_empty:list(string)>=0 context_sparse_keys:list(string)>=0 context_dense_keys:list(string)>=0
    feature_list_sparse_keys:list(string)>=0 feature_list_dense_keys:list(string)>=0 Ncontext_sparse:int>=0=0 Ncontext_dense:int>=0=0
    Nfeature_list_sparse:int>=0=0 Nfeature_list_dense:int>=0=0 context_sparse_types:list(type)>=0{float32|int64|string}=[]
    Tcontext_dense:list(type)>=0{float32|int64|string}=[] feature_list_dense_types:list(type)>=0{float32|int64|string}=[]
    context_dense_shapes:list(shape)>=0=[] feature_list_sparse_types:list(type)>=0{float32|int64|string}=[]
    feature_list_dense_shapes:list(shape)>=0=[]
ParseSequenceExampleV2 serialized:string debug_name:string context_sparse_keys:string context_dense_keys:string
    context_ragged_keys:string feature_list_sparse_keys:string feature_list_dense_keys:string feature_list_ragged_keys:string
    feature_list_dense_missing_assumed_empty:bool context_dense_defaults:*Tcontext_dense -> context_sparse_indices:Ncontext_sparse*int64
    context_sparse_values:*context_sparse_types context_sparse_shapes:Ncontext_sparse*int64 context_dense_values:*Tcontext_dense
    context_ragged_values:*context_ragged_value_types context_ragged_row_splits:*context_ragged_split_types
    feature_list_sparse_indices:Nfeature_list_sparse*int64 feature_list_sparse_values:*feature_list_sparse_types
    feature_list_sparse_shapes:Nfeature_list_sparse*int64 feature_list_dense_values:*feature_list_dense_types
    feature_list_dense_lengths:Nfeature_list_dense*int64 feature_list_ragged_values:*feature_list_ragged_value_types
    feature_list_ragged_outer_splits:*feature_list_ragged_split_types feature_list_ragged_inner_splits:*feature_list_ragged_split_types |
    Ncontext_sparse:int>=0=0 Tcontext_dense:list(type)>=0{float32|int64|string}=[]
    context_sparse_types:list(type)>=0{float32|int64|string}=[] context_ragged_value_types:list(type)>=0{float32|int64|string}=[]
    context_ragged_split_types:list(type)>=0{int32|int64}=[] context_dense_shapes:list(shape)>=0=[] Nfeature_list_sparse:int>=0=0
    Nfeature_list_dense:int>=0=0 feature_list_dense_types:list(type)>=0{float32|int64|string}=[]
    feature_list_sparse_types:list(type)>=0{float32|int64|string}=[]
    feature_list_ragged_value_types:list(type)>=0{float32|int64|string}=[] feature_list_ragged_split_types:list(type)>=0{int32|int64}=[]
    feature_list_dense_shapes:list(shape)>=0=[]
ParseSingleExample serialized:string dense_defaults:*Tdense -> sparse_indices:num_sparse*int64 sparse_values:*sparse_types
    sparse_shapes:num_sparse*int64 dense_values:*Tdense | num_sparse:int>=0 sparse_keys:list(string)>=0 dense_keys:list(string)>=0
    sparse_types:list(type)>=0{float32|int64|string} Tdense:list(type)>=0{float32|int64|string} dense_shapes:list(shape)>=0
ParseSingleSequenceExample serialized:string feature_list_dense_missing_assumed_empty:string context_sparse_keys:Ncontext_sparse*string
    context_dense_keys:Ncontext_dense*string feature_list_sparse_keys:Nfeature_list_sparse*string
    feature_list_dense_keys:Nfeature_list_dense*string context_dense_defaults:*Tcontext_dense debug_name:string ->
    context_sparse_indices:Ncontext_sparse*int64 context_sparse_values:*context_sparse_types context_sparse_shapes:Ncontext_sparse*int64
    context_dense_values:*Tcontext_dense feature_list_sparse_indices:Nfeature_list_sparse*int64
    feature_list_sparse_values:*feature_list_sparse_types feature_list_sparse_shapes:Nfeature_list_sparse*int64
    feature_list_dense_values:*feature_list_dense_types | Ncontext_sparse:int>=0=0 Ncontext_dense:int>=0=0 Nfeature_list_sparse:int>=0=0
    Nfeature_list_dense:int>=0=0 context_sparse_types:list(type)>=0{float32|int64|string}=[]
    Tcontext_dense:list(type)>=0{float32|int64|string}=[] feature_list_dense_types:list(type)>=0{float32|int64|string}=[]
    context_dense_shapes:list(shape)>=0=[] feature_list_sparse_types:list(type)>=0{float32|int64|string}=[]
    feature_list_dense_shapes:list(shape)>=0=[]
ParseTensor serialized:string -> output:out_type | out_type:type
PartitionedCall args:*Tin -> output:*Tout | Tin:list(type)>=0 Tout:list(type)>=0 f:func config:string='' config_proto:string=''
    executor_type:string=''
Placeholder -> output:dtype | dtype:type shape:shape=?
PlaceholderV2 -> output:dtype | dtype:type shape:shape
PlaceholderWithDefault input:dtype -> output:dtype | dtype:type shape:shape
Polygamma a:T x:T -> z:T | T:type{float32|float64}
PopulationCount x:T -> y:uint8 | T:type
Pow x:T y:T -> z:T | T:type
PrefetchDataset input_dataset:variant buffer_size:int64 -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    slack_period:int=0 legacy_autotune:bool=True buffer_size_min:int=0 metadata:string=''
Prelinearize input:dtype -> output:variant | dtype:type shape:shape=[] layout:list(int)=[]
PrelinearizeTuple inputs:*dtypes -> output:variant | dtypes:list(type)>=1 shapes:list(shape) layouts:list(int)=[]
PreventGradient input:T -> output:T | T:type message:string=''
Print! input:T data:*U -> output:T | T:type U:list(type)>=0 message:string='' first_n:int=-1 summarize:int=3
PrintV2! input:string -> | output_stream:string='stderr' end:string='\n'
PriorityQueue! -> handle:&string | component_types:list(type)>=0=[] shapes:list(shape)>=0 capacity:int=-1 container:string=''
    shared_name:string=''
PriorityQueueV2! -> handle:resource | component_types:list(type)>=0=[] shapes:list(shape)>=0 capacity:int=-1 container:string=''
    shared_name:string=''
PrivateThreadPoolDataset input_dataset:variant num_threads:int64 -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
Prod input:T reduction_indices:Tidx -> output:T | keep_dims:bool=False T:type Tidx:type{int32|int64}=int32
PyFunc! input:*Tin -> output:*Tout | token:string Tin:list(type)>=0 Tout:list(type)>=0
PyFuncStateless input:*Tin -> output:*Tout | token:string Tin:list(type)>=0 Tout:list(type)>=0
Qr input:T -> q:T r:T | full_matrices:bool=False T:type
QuantizeAndDequantize input:T -> output:T | signed_input:bool=True num_bits:int=8 range_given:bool=False input_min:float=0.0
    input_max:float=0.0 T:type{bfloat16|float16|float32|float64}
QuantizeAndDequantizeV2 input:T input_min:T input_max:T -> output:T | signed_input:bool=True num_bits:int=8 range_given:bool=False
    T:type{bfloat16|float16|float32|float64} round_mode:string{HALF_TO_EVEN|HALF_UP}='HALF_TO_EVEN' narrow_range:bool=False axis:int=-1
QuantizeAndDequantizeV3 input:T input_min:T input_max:T num_bits:int32 -> output:T | signed_input:bool=True range_given:bool=True
    T:type{bfloat16|float16|float32|float64} narrow_range:bool=False axis:int=-1
QuantizeAndDequantizeV4 input:T input_min:T input_max:T -> output:T | signed_input:bool=True num_bits:int=8 range_given:bool=False
    T:type{bfloat16|float16|float32|float64} round_mode:string{HALF_TO_EVEN|HALF_UP}='HALF_TO_EVEN' narrow_range:bool=False axis:int=-1
QuantizeAndDequantizeV4Grad gradients:T input:T input_min:T input_max:T -> input_backprop:T input_min_backprop:T input_max_backprop:T |
    T:type{bfloat16|float16|float32|float64} axis:int=-1
QuantizeDownAndShrinkRange input:Tinput input_min:float32 input_max:float32 -> output:out_type output_min:float32 output_max:float32 |
    Tinput:type out_type:type
QuantizeV2 input:float32 min_range:float32 max_range:float32 -> output:T output_min:float32 output_max:float32 | T:type
    mode:string{MIN_COMBINED|MIN_FIRST|SCALED}='MIN_COMBINED' round_mode:string{HALF_AWAY_FROM_ZERO|HALF_TO_EVEN}='HALF_AWAY_FROM_ZERO'
    narrow_range:bool=False axis:int=-1 ensure_minimum_range:float=0.009999999776482582
QuantizedAdd x:T1 y:T2 min_x:float32 max_x:float32 min_y:float32 max_y:float32 -> z:Toutput min_z:float32 max_z:float32 | T1:type T2:type
    Toutput:type=qint32
QuantizedAvgPool input:T min_input:float32 max_input:float32 -> output:T min_output:float32 max_output:float32 | T:type ksize:list(int)
    strides:list(int) padding:string{SAME|VALID}
QuantizedBatchNormWithGlobalNormalization t:Tinput t_min:float32 t_max:float32 m:Tinput m_min:float32 m_max:float32 v:Tinput
    v_min:float32 v_max:float32 beta:Tinput beta_min:float32 beta_max:float32 gamma:Tinput gamma_min:float32 gamma_max:float32 ->
    result:out_type result_min:float32 result_max:float32 | Tinput:type out_type:type variance_epsilon:float
    scale_after_normalization:bool
QuantizedBiasAdd input:T1 bias:T2 min_input:float32 max_input:float32 min_bias:float32 max_bias:float32 -> output:out_type
    min_out:float32 max_out:float32 | T1:type T2:type out_type:type
QuantizedConcat concat_dim:int32 values:N*T input_mins:N*float32 input_maxes:N*float32 -> output:T output_min:float32 output_max:float32
    | N:int>=2 T:type
QuantizedConv2D input:Tinput filter:Tfilter min_input:float32 max_input:float32 min_filter:float32 max_filter:float32 -> output:out_type
    min_output:float32 max_output:float32 | Tinput:type Tfilter:type out_type:type=qint32 strides:list(int) padding:string{SAME|VALID}
    dilations:list(int)=[1,1,1,1]
QuantizedConv2DAndRelu input:Tinput filter:Tfilter min_input:float32 max_input:float32 min_filter:float32 max_filter:float32 ->
    output:out_type min_output:float32 max_output:float32 | Tinput:type Tfilter:type out_type:type=qint32 strides:list(int)
    padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1] padding_list:list(int)=[]
QuantizedConv2DAndReluAndRequantize input:Tinput filter:Tfilter min_input:float32 max_input:float32 min_filter:float32 max_filter:float32
    min_freezed_output:float32 max_freezed_output:float32 -> output:out_type min_output:float32 max_output:float32 | Tinput:type
    Tfilter:type out_type:type=quint8 strides:list(int) padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1] padding_list:list(int)=[]
QuantizedConv2DAndRequantize input:Tinput filter:Tfilter min_input:float32 max_input:float32 min_filter:float32 max_filter:float32
    min_freezed_output:float32 max_freezed_output:float32 -> output:out_type min_output:float32 max_output:float32 | Tinput:type
    Tfilter:type out_type:type=qint8 strides:list(int) padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1] padding_list:list(int)=[]
QuantizedConv2DPerChannel input:Tinput filter:Tfilter min_input:float32 max_input:float32 min_filter:float32 max_filter:float32 ->
    output:out_type min_output:float32 max_output:float32 | Tinput:type Tfilter:type out_type:type=qint32 strides:list(int)
    padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1]
QuantizedConv2DWithBias input:Tinput filter:Tfilter bias:float32 min_input:float32 max_input:float32 min_filter:float32
    max_filter:float32 -> output:out_type min_output:float32 max_output:float32 | Tinput:type Tfilter:type out_type:type=qint32
    strides:list(int) padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1] padding_list:list(int)=[]
QuantizedConv2DWithBiasAndRelu input:Tinput filter:Tfilter bias:float32 min_input:float32 max_input:float32 min_filter:float32
    max_filter:float32 -> output:out_type min_output:float32 max_output:float32 | Tinput:type Tfilter:type out_type:type=qint32
    strides:list(int) padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1] padding_list:list(int)=[]
QuantizedConv2DWithBiasAndReluAndRequantize input:Tinput filter:Tfilter bias:Tbias min_input:float32 max_input:float32 min_filter:float32
    max_filter:float32 min_freezed_output:float32 max_freezed_output:float32 -> output:out_type min_output:float32 max_output:float32 |
    Tinput:type Tfilter:type Tbias:type{float32|qint32} out_type:type=quint8 strides:list(int) padding:string{SAME|VALID}
    dilations:list(int)=[1,1,1,1] padding_list:list(int)=[]
QuantizedConv2DWithBiasAndRequantize input:Tinput filter:Tfilter bias:Tbias min_input:float32 max_input:float32 min_filter:float32
    max_filter:float32 min_freezed_output:float32 max_freezed_output:float32 -> output:out_type min_output:float32 max_output:float32 |
    Tinput:type Tfilter:type Tbias:type{float32|qint32} out_type:type=qint8 strides:list(int) padding:string{SAME|VALID}
    dilations:list(int)=[1,1,1,1] padding_list:list(int)=[]
QuantizedConv2DWithBiasSignedSumAndReluAndRequantize input:Tinput filter:Tfilter bias:Tbias min_input:float32 max_input:float32
    min_filter:float32 max_filter:float32 min_freezed_output:float32 max_freezed_output:float32 summand:Tsummand min_summand:float32
    max_summand:float32 -> output:out_type min_output:float32 max_output:float32 | Tinput:type Tfilter:type Tbias:type{float32|qint32}
    Tsummand:type out_type:type=quint8 strides:list(int) padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1]
    padding_list:list(int)=[]
QuantizedConv2DWithBiasSumAndRelu input:Tinput filter:Tfilter bias:float32 min_input:float32 max_input:float32 min_filter:float32
    max_filter:float32 summand:float32 -> output:out_type min_output:float32 max_output:float32 | Tinput:type Tfilter:type
    out_type:type=qint32 strides:list(int) padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1] padding_list:list(int)=[]
QuantizedConv2DWithBiasSumAndReluAndRequantize input:Tinput filter:Tfilter bias:Tbias min_input:float32 max_input:float32
    min_filter:float32 max_filter:float32 min_freezed_output:float32 max_freezed_output:float32 summand:Tsummand min_summand:float32
    max_summand:float32 -> output:out_type min_output:float32 max_output:float32 | Tinput:type Tfilter:type Tbias:type{float32|qint32}
    Tsummand:type out_type:type=quint8 strides:list(int) padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1]
    padding_list:list(int)=[]
QuantizedDepthwiseConv2D input:Tinput filter:Tfilter min_input:float32 max_input:float32 min_filter:float32 max_filter:float32 ->
    output:out_type min_output:float32 max_output:float32 | Tinput:type Tfilter:type out_type:type=qint32 strides:list(int)
    padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1]
QuantizedDepthwiseConv2DWithBias input:Tinput filter:Tfilter bias:float32 min_input:float32 max_input:float32 min_filter:float32
    max_filter:float32 -> output:out_type min_output:float32 max_output:float32 | Tinput:type Tfilter:type out_type:type=qint32
    strides:list(int) padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1]
QuantizedDepthwiseConv2DWithBiasAndRelu input:Tinput filter:Tfilter bias:float32 min_input:float32 max_input:float32 min_filter:float32
    max_filter:float32 -> output:out_type min_output:float32 max_output:float32 | Tinput:type Tfilter:type out_type:type=qint32
    strides:list(int) padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1] padding_list:list(int)=[]
QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize input:Tinput filter:Tfilter bias:Tbias min_input:float32 max_input:float32
    min_filter:float32 max_filter:float32 min_freezed_output:float32 max_freezed_output:float32 -> output:out_type min_output:float32
    max_output:float32 | Tinput:type Tfilter:type Tbias:type{float32|qint32} out_type:type=quint8 strides:list(int)
    padding:string{SAME|VALID} dilations:list(int)=[1,1,1,1] padding_list:list(int)=[]
QuantizedInstanceNorm x:T x_min:float32 x_max:float32 -> y:T y_min:float32 y_max:float32 | T:type output_range_given:bool=False
    given_y_min:float=0.0 given_y_max:float=0.0 variance_epsilon:float=9.999999747378752e-06 min_separation:float=0.0010000000474974513
QuantizedMatMul a:T1 b:T2 min_a:float32 max_a:float32 min_b:float32 max_b:float32 -> out:Toutput min_out:float32 max_out:float32 |
    T1:type T2:type Toutput:type=qint32 transpose_a:bool=False transpose_b:bool=False Tactivation:type=quint8
QuantizedMatMulWithBias a:T1 b:T2 bias:Tbias min_a:float32 max_a:float32 min_b:float32 max_b:float32 -> out:Toutput min_out:float32
    max_out:float32 | T1:type T2:type Tbias:type{float32|qint32} Toutput:type=qint32 transpose_a:bool=False transpose_b:bool=False
    input_quant_mode:string{MIN_FIRST|SCALED}='MIN_FIRST'
QuantizedMatMulWithBiasAndDequantize a:T1 b:T2 bias:Tbias min_a:float32 max_a:float32 min_b:float32 max_b:float32
    min_freezed_output:float32 max_freezed_output:float32 -> out:Toutput | T1:type T2:type Tbias:type{float32|qint32}
    Toutput:type{float32} transpose_a:bool=False transpose_b:bool=False input_quant_mode:string{MIN_FIRST|SCALED}='MIN_FIRST'
QuantizedMatMulWithBiasAndRelu a:T1 b:T2 bias:float32 min_a:float32 max_a:float32 min_b:float32 max_b:float32 -> out:Toutput
    min_out:float32 max_out:float32 | T1:type T2:type Toutput:type=qint32 transpose_a:bool=False transpose_b:bool=False
    input_quant_mode:string{MIN_FIRST|SCALED}='MIN_FIRST'
QuantizedMatMulWithBiasAndReluAndRequantize a:T1 b:T2 bias:Tbias min_a:float32 max_a:float32 min_b:float32 max_b:float32
    min_freezed_output:float32 max_freezed_output:float32 -> out:Toutput min_out:float32 max_out:float32 | T1:type T2:type
    Tbias:type{float32|qint32} Toutput:type=quint8 transpose_a:bool=False transpose_b:bool=False
    input_quant_mode:string{MIN_FIRST|SCALED}='MIN_FIRST'
QuantizedMatMulWithBiasAndRequantize a:T1 b:T2 bias:Tbias min_a:float32 max_a:float32 min_b:float32 max_b:float32
    min_freezed_output:float32 max_freezed_output:float32 -> out:Toutput min_out:float32 max_out:float32 | T1:type T2:type
    Tbias:type{float32|qint32} Toutput:type=quint8 transpose_a:bool=False transpose_b:bool=False
    input_quant_mode:string{MIN_FIRST|SCALED}='MIN_FIRST'
QuantizedMaxPool input:T min_input:float32 max_input:float32 -> output:T min_output:float32 max_output:float32 | T:type ksize:list(int)
    strides:list(int) padding:string{SAME|VALID}
QuantizedMul x:T1 y:T2 min_x:float32 max_x:float32 min_y:float32 max_y:float32 -> z:Toutput min_z:float32 max_z:float32 | T1:type T2:type
    Toutput:type=qint32
QuantizedRelu features:Tinput min_features:float32 max_features:float32 -> activations:out_type min_activations:float32
    max_activations:float32 | Tinput:type out_type:type=quint8
QuantizedRelu6 features:Tinput min_features:float32 max_features:float32 -> activations:out_type min_activations:float32
    max_activations:float32 | Tinput:type out_type:type=quint8
QuantizedReluX features:Tinput max_value:float32 min_features:float32 max_features:float32 -> activations:out_type
    min_activations:float32 max_activations:float32 | Tinput:type out_type:type=quint8
QuantizedReshape tensor:T shape:Tshape input_min:float32 input_max:float32 -> output:T output_min:float32 output_max:float32 | T:type
    Tshape:type{int32|int64}=int32
QuantizedResizeBilinear images:T size:int32 min:float32 max:float32 -> resized_images:T out_min:float32 out_max:float32 |
    T:type{quint8|qint32|float32} align_corners:bool=False half_pixel_centers:bool=False
QueueClose handle:&string -> | cancel_pending_enqueues:bool=False
QueueCloseV2! handle:resource -> | cancel_pending_enqueues:bool=False
QueueDequeue handle:&string -> components:*component_types | component_types:list(type)>=1 timeout_ms:int=-1
QueueDequeueMany handle:&string n:int32 -> components:*component_types | component_types:list(type)>=1 timeout_ms:int=-1
QueueDequeueManyV2! handle:resource n:int32 -> components:*component_types | component_types:list(type)>=1 timeout_ms:int=-1
QueueDequeueUpTo handle:&string n:int32 -> components:*component_types | component_types:list(type)>=1 timeout_ms:int=-1
QueueDequeueUpToV2! handle:resource n:int32 -> components:*component_types | component_types:list(type)>=1 timeout_ms:int=-1
QueueDequeueV2! handle:resource -> components:*component_types | component_types:list(type)>=1 timeout_ms:int=-1
QueueEnqueue handle:&string components:*Tcomponents -> | Tcomponents:list(type)>=1 timeout_ms:int=-1
QueueEnqueueMany handle:&string components:*Tcomponents -> | Tcomponents:list(type)>=1 timeout_ms:int=-1
QueueEnqueueManyV2! handle:resource components:*Tcomponents -> | Tcomponents:list(type)>=1 timeout_ms:int=-1
QueueEnqueueV2! handle:resource components:*Tcomponents -> | Tcomponents:list(type)>=1 timeout_ms:int=-1
QueueIsClosed handle:&string -> is_closed:bool |
QueueIsClosedV2! handle:resource -> is_closed:bool |
QueueSize handle:&string -> size:int32 |
QueueSizeV2! handle:resource -> size:int32 |
RFFT input:Treal fft_length:int32 -> output:Tcomplex | Treal:type{float32|float64}=float32 Tcomplex:type{complex64|complex128}=complex64
RFFT2D input:Treal fft_length:int32 -> output:Tcomplex | Treal:type{float32|float64}=float32 Tcomplex:type{complex64|complex128}=complex64
RFFT3D input:Treal fft_length:int32 -> output:Tcomplex | Treal:type{float32|float64}=float32 Tcomplex:type{complex64|complex128}=complex64
RFFTND input:Treal fft_length:int32 axes:int32 -> output:Tcomplex | Treal:type{float32|float64}=float32
    Tcomplex:type{complex64|complex128}=complex64
RGBToHSV images:T -> output:T | T:type{float16|bfloat16|float32|float64}=float32
RaggedBincount splits:int64 values:Tidx size:Tidx weights:T -> output:T | Tidx:type{int32|int64} T:type{int32|int64|float32|float64}
    binary_output:bool=False
RaggedCountSparseOutput splits:int64 values:T weights:output_type -> output_indices:int64 output_values:output_type
    output_dense_shape:int64 | T:type{int32|int64} minlength:int>=-1=-1 maxlength:int>=-1=-1 binary_output:bool
    output_type:type{int32|int64|float32|float64}
RaggedCross ragged_values:*ragged_values_types ragged_row_splits:*ragged_splits_types sparse_indices:Nsparse*int64
    sparse_values:*sparse_values_types sparse_shape:Nsparse*int64 dense_inputs:*dense_types -> output_values:out_values_type
    output_row_splits:out_row_splits_type | Nsparse:int>=0 input_order:string hashed_output:bool num_buckets:int>=0 hash_key:int
    ragged_values_types:list(type)>=0{int64|string} ragged_splits_types:list(type)>=0{int32|int64}
    sparse_values_types:list(type)>=0{int64|string} dense_types:list(type)>=0{int64|string} out_values_type:type{int64|string}
    out_row_splits_type:type{int32|int64}
RaggedFillEmptyRows value_rowids:int64 values:T nrows:int64 default_value:T -> output_value_rowids:int64 output_values:T
    empty_row_indicator:bool reverse_index_map:int64 | T:type
RaggedFillEmptyRowsGrad reverse_index_map:int64 grad_values:T -> d_values:T d_default_value:T | T:type
RaggedGather params_nested_splits:PARAMS_RAGGED_RANK*Tsplits params_dense_values:Tvalues indices:Tindices ->
    output_nested_splits:OUTPUT_RAGGED_RANK*Tsplits output_dense_values:Tvalues | Tvalues:type Tindices:type{int32|int64}
    Tsplits:type{int32|int64}=int64 PARAMS_RAGGED_RANK:int>=1 OUTPUT_RAGGED_RANK:int>=0
RaggedRange starts:T limits:T deltas:T -> rt_nested_splits:Tsplits rt_dense_values:T | T:type=int32 Tsplits:type{int32|int64}=int64
RaggedTensorFromVariant encoded_ragged:variant -> output_nested_splits:output_ragged_rank*Tsplits output_dense_values:Tvalues |
    input_ragged_rank:int>=-1 output_ragged_rank:int>=0 Tvalues:type Tsplits:type{int32|int64}=int64
RaggedTensorToSparse rt_nested_splits:RAGGED_RANK*Tsplits rt_dense_values:T -> sparse_indices:int64 sparse_values:T
    sparse_dense_shape:int64 | RAGGED_RANK:int>=1 T:type Tsplits:type{int32|int64}=int64
RaggedTensorToTensor shape:Tshape values:T default_value:T row_partition_tensors:num_row_partition_tensors*Tindex -> result:T | T:type
    Tindex:type{int64|int32} Tshape:type{int64|int32} num_row_partition_tensors:int>=1 row_partition_types:list(string)
RaggedTensorToVariant rt_nested_splits:RAGGED_RANK*Tsplits rt_dense_values:Tvalues -> encoded_ragged:variant | RAGGED_RANK:int>=0
    Tvalues:type Tsplits:type{int32|int64}=int64 batched_input:bool
RaggedTensorToVariantGradient encoded_ragged_grad:variant row_splits:Tsplits dense_values_shape:int32 -> dense_values_grad:Tvalues |
    Tvalues:type Tsplits:type{int32|int64}=int64
RandomCrop! image:T size:int64 -> output:T | T:type seed:int=0 seed2:int=0
RandomDataset! seed:int64 seed2:int64 -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
RandomDatasetV2! seed:int64 seed2:int64 seed_generator:resource -> handle:variant | rerandomize_each_iteration:bool=False
    output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
RandomGamma! shape:S alpha:T -> output:T | seed:int=0 seed2:int=0 S:type{int32|int64} T:type{float16|float32|float64}
RandomGammaGrad alpha:T sample:T -> output:T | T:type{float32|float64}
RandomIndexShuffle index:dtype seed:Tseed max_index:dtype -> output:dtype | rounds:int=4 dtype:type{int32|uint32|int64|uint64}
    Tseed:type{int32|uint32|int64|uint64}
RandomPoisson! shape:S rate:dtype -> output:dtype | seed:int=0 seed2:int=0 S:type{int32|int64} dtype:type{float16|float32|float64}
RandomPoissonV2! shape:S rate:R -> output:dtype | seed:int=0 seed2:int=0 S:type{int32|int64} R:type=float64 dtype:type=int64
RandomShuffle! value:T -> output:T | seed:int=0 seed2:int=0 T:type
RandomShuffleQueue! -> handle:&string | component_types:list(type)>=1 shapes:list(shape)>=0=[] capacity:int=-1 min_after_dequeue:int=0
    seed:int=0 seed2:int=0 container:string='' shared_name:string=''
RandomShuffleQueueV2! -> handle:resource | component_types:list(type)>=1 shapes:list(shape)>=0=[] capacity:int=-1 min_after_dequeue:int=0
    seed:int=0 seed2:int=0 container:string='' shared_name:string=''
RandomStandardNormal! shape:T -> output:dtype | seed:int=0 seed2:int=0 dtype:type{float16|bfloat16|float32|float64} T:type{int32|int64}
RandomUniform! shape:T -> output:dtype | seed:int=0 seed2:int=0 dtype:type{float16|bfloat16|float32|float64} T:type{int32|int64}
RandomUniformInt! shape:T minval:Tout maxval:Tout -> output:Tout | seed:int=0 seed2:int=0 Tout:type{int32|int64} T:type{int32|int64}
Range start:Tidx limit:Tidx delta:Tidx -> output:Tidx | Tidx:type=int32
RangeDataset! start:int64 stop:int64 step:int64 -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    metadata:string='' replicate_on_split:bool=False
Rank input:T -> output:int32 | T:type
ReadFile filename:string -> contents:string |
ReadVariableOp! resource:resource -> value:dtype | dtype:type
ReadVariableXlaSplitND! resource:resource -> outputs:N*T | T:type N:int>=1 num_splits:list(int) paddings:list(int)=[]
ReaderNumRecordsProduced reader_handle:&string -> records_produced:int64 |
ReaderNumRecordsProducedV2! reader_handle:resource -> records_produced:int64 |
ReaderNumWorkUnitsCompleted reader_handle:&string -> units_completed:int64 |
ReaderNumWorkUnitsCompletedV2! reader_handle:resource -> units_completed:int64 |
ReaderRead reader_handle:&string queue_handle:&string -> key:string value:string |
ReaderReadUpTo reader_handle:&string queue_handle:&string num_records:int64 -> keys:string values:string |
ReaderReadUpToV2! reader_handle:resource queue_handle:resource num_records:int64 -> keys:string values:string |
ReaderReadV2! reader_handle:resource queue_handle:resource -> key:string value:string |
ReaderReset reader_handle:&string -> |
ReaderResetV2! reader_handle:resource -> |
ReaderRestoreState reader_handle:&string state:string -> |
ReaderRestoreStateV2! reader_handle:resource state:string -> |
ReaderSerializeState reader_handle:&string -> state:string |
ReaderSerializeStateV2! reader_handle:resource -> state:string |
Real input:T -> output:Tout | T:type{complex64|complex128}=complex64 Tout:type{float32|float64}=float32
RealDiv x:T y:T -> z:T | T:type
RebatchDataset input_dataset:variant num_replicas:int64 -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    use_fallback:bool=True
RebatchDatasetV2 input_dataset:variant batch_sizes:int64 drop_remainder:bool -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
Reciprocal x:T -> y:T | T:type
ReciprocalGrad y:T dy:T -> z:T | T:type
RecordInput! -> records:string | file_pattern:string file_random_seed:int=301 file_shuffle_shift_ratio:float=0.0
    file_buffer_size:int=10000 file_parallelism:int=16 batch_size:int=32 compression_type:string=''
Recv! -> tensor:tensor_type | tensor_type:type tensor_name:string send_device:string send_device_incarnation:int recv_device:string
    client_terminated:bool=False
RecvTPUEmbeddingActivations! -> outputs:num_outputs*float32 | num_outputs:int>=1 config:string
ReduceDataset! input_dataset:variant initial_state:*Tstate other_arguments:*Targuments -> components:*output_types | f:func
    Tstate:list(type)>=1 Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1
    use_inter_op_parallelism:bool=True metadata:string=''
ReduceJoin inputs:string reduction_indices:int32 -> output:string | keep_dims:bool=False separator:string=''
RefEnter data:&T -> output:&T | T:type frame_name:string is_constant:bool=False parallel_iterations:int=10
RefExit data:&T -> output:&T | T:type
RefIdentity input:&T -> output:&T | T:type
RefMerge inputs:&N*T -> output:&T value_index:int32 | T:type N:int>=1
RefNextIteration data:&T -> output:&T | T:type
RefSelect index:int32 inputs:&N*T -> output:&T | T:type N:int>=1
RefSwitch data:&T pred:bool -> output_false:&T output_true:&T | T:type
RegexFullMatch input:string pattern:string -> output:bool |
RegexReplace input:string pattern:string rewrite:string -> output:string | replace_global:bool=True
RegisterDataset dataset:variant address:string protocol:string -> dataset_id:int64 | external_state_policy:int element_spec:string=''
    metadata:string=''
RegisterDatasetV2 dataset:variant address:string protocol:string -> dataset_id:string | external_state_policy:int element_spec:string=''
    requested_dataset_id:string='' metadata:string=''
Relu features:T -> activations:T | T:type
Relu6 features:T -> activations:T | T:type
Relu6Grad gradients:T features:T -> backprops:T | T:type
ReluGrad gradients:T features:T -> backprops:T | T:type
RemoteCall! target:string args:*Tin -> output:*Tout | Tin:list(type)>=1 Tout:list(type)>=1 f:func
RepeatDataset input_dataset:variant count:int64 -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    metadata:string=''
RequantizationRange input:Tinput input_min:float32 input_max:float32 -> output_min:float32 output_max:float32 | Tinput:type
RequantizationRangePerChannel input:T input_min:float32 input_max:float32 -> output_min:float32 output_max:float32 | T:type=qint32
    clip_value_max:float
Requantize input:Tinput input_min:float32 input_max:float32 requested_output_min:float32 requested_output_max:float32 -> output:out_type
    output_min:float32 output_max:float32 | Tinput:type out_type:type
RequantizePerChannel input:T input_min:float32 input_max:float32 requested_output_min:float32 requested_output_max:float32 ->
    output:out_type output_min:float32 output_max:float32 | T:type=qint32 out_type:type=quint8
Reshape tensor:T shape:Tshape -> output:T | T:type Tshape:type{int32|int64}=int32
ResizeArea images:T size:int32 -> resized_images:float32 | T:type align_corners:bool=False
ResizeBicubic images:T size:int32 -> resized_images:float32 | T:type align_corners:bool=False half_pixel_centers:bool=False
ResizeBicubicGrad grads:float32 original_image:T -> output:T | T:type{float32|float64} align_corners:bool=False
    half_pixel_centers:bool=False
ResizeBilinear images:T size:int32 -> resized_images:float32 | T:type align_corners:bool=False half_pixel_centers:bool=False
ResizeBilinearGrad grads:float32 original_image:T -> output:T | T:type{float32|bfloat16|float16|float64} align_corners:bool=False
    half_pixel_centers:bool=False
ResizeNearestNeighbor images:T size:int32 -> resized_images:T | T:type align_corners:bool=False half_pixel_centers:bool=False
ResizeNearestNeighborGrad grads:T size:int32 -> output:T | T:type align_corners:bool=False half_pixel_centers:bool=False
ResourceAccumulatorApplyGradient! handle:resource local_step:int64 gradient:dtype -> | dtype:type
ResourceAccumulatorNumAccumulated! handle:resource -> num_accumulated:int32 |
ResourceAccumulatorSetGlobalStep! handle:resource new_global_step:int64 -> |
ResourceAccumulatorTakeGradient! handle:resource num_required:int32 -> average:dtype | dtype:type
ResourceApplyAdaMax! var:resource m:resource v:resource beta1_power:T lr:T beta1:T beta2:T epsilon:T grad:T -> | T:type
    use_locking:bool=False
ResourceApplyAdadelta! var:resource accum:resource accum_update:resource lr:T rho:T epsilon:T grad:T -> | T:type use_locking:bool=False
ResourceApplyAdagrad! var:resource accum:resource lr:T grad:T -> | T:type use_locking:bool=False update_slots:bool=True
ResourceApplyAdagradDA! var:resource gradient_accumulator:resource gradient_squared_accumulator:resource grad:T lr:T l1:T l2:T
    global_step:int64 -> | T:type use_locking:bool=False
ResourceApplyAdagradV2! var:resource accum:resource lr:T epsilon:T grad:T -> | T:type use_locking:bool=False update_slots:bool=True
ResourceApplyAdam! var:resource m:resource v:resource beta1_power:T beta2_power:T lr:T beta1:T beta2:T epsilon:T grad:T -> | T:type
    use_locking:bool=False use_nesterov:bool=False
ResourceApplyAdamWithAmsgrad! var:resource m:resource v:resource vhat:resource beta1_power:T beta2_power:T lr:T beta1:T beta2:T epsilon:T
    grad:T -> | T:type use_locking:bool=False
ResourceApplyAddSign! var:resource m:resource lr:T alpha:T sign_decay:T beta:T grad:T -> | T:type use_locking:bool=False
ResourceApplyCenteredRMSProp! var:resource mg:resource ms:resource mom:resource lr:T rho:T momentum:T epsilon:T grad:T -> | T:type
    use_locking:bool=False
ResourceApplyFtrl! var:resource accum:resource linear:resource grad:T lr:T l1:T l2:T lr_power:T -> | T:type use_locking:bool=False
    multiply_linear_by_lr:bool=False
ResourceApplyFtrlV2! var:resource accum:resource linear:resource grad:T lr:T l1:T l2:T l2_shrinkage:T lr_power:T -> | T:type
    use_locking:bool=False multiply_linear_by_lr:bool=False
ResourceApplyGradientDescent! var:resource alpha:T delta:T -> | T:type use_locking:bool=False
ResourceApplyKerasMomentum! var:resource accum:resource lr:T grad:T momentum:T -> | T:type use_locking:bool=False use_nesterov:bool=False
ResourceApplyMomentum! var:resource accum:resource lr:T grad:T momentum:T -> | T:type use_locking:bool=False use_nesterov:bool=False
ResourceApplyPowerSign! var:resource m:resource lr:T logbase:T sign_decay:T beta:T grad:T -> | T:type use_locking:bool=False
ResourceApplyProximalAdagrad! var:resource accum:resource lr:T l1:T l2:T grad:T -> | T:type use_locking:bool=False
ResourceApplyProximalGradientDescent! var:resource alpha:T l1:T l2:T delta:T -> | T:type use_locking:bool=False
ResourceApplyRMSProp! var:resource ms:resource mom:resource lr:T rho:T momentum:T epsilon:T grad:T -> | T:type use_locking:bool=False
ResourceConditionalAccumulator! -> handle:resource | dtype:type shape:shape container:string='' shared_name:string=''
    reduction_type:string{MEAN|SUM}='MEAN'
ResourceCountUpTo! resource:resource -> output:T | limit:int T:type{int32|int64}
ResourceGather! resource:resource indices:Tindices -> output:dtype | batch_dims:int=0 validate_indices:bool=True dtype:type
    Tindices:type{int32|int64}
ResourceGatherNd! resource:resource indices:Tindices -> output:dtype | dtype:type Tindices:type{int32|int64}
ResourceScatterAdd! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type{int32|int64}
ResourceScatterDiv! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type{int32|int64}
ResourceScatterMax! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type{int32|int64}
ResourceScatterMin! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type{int32|int64}
ResourceScatterMul! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type{int32|int64}
ResourceScatterNdAdd! ref:resource indices:Tindices updates:T -> | T:type Tindices:type{int32|int64} use_locking:bool=True
ResourceScatterNdMax! ref:resource indices:Tindices updates:T -> | T:type Tindices:type{int32|int64} use_locking:bool=True
ResourceScatterNdMin! ref:resource indices:Tindices updates:T -> | T:type Tindices:type{int32|int64} use_locking:bool=True
ResourceScatterNdSub! ref:resource indices:Tindices updates:T -> | T:type Tindices:type{int32|int64} use_locking:bool=True
ResourceScatterNdUpdate! ref:resource indices:Tindices updates:T -> | T:type Tindices:type{int32|int64} use_locking:bool=True
ResourceScatterSub! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type{int32|int64}
ResourceScatterUpdate! resource:resource indices:Tindices updates:dtype -> | dtype:type Tindices:type{int32|int64}
ResourceSparseApplyAdadelta! var:resource accum:resource accum_update:resource lr:T rho:T epsilon:T grad:T indices:Tindices -> | T:type
    Tindices:type{int32|int64} use_locking:bool=False
ResourceSparseApplyAdagrad! var:resource accum:resource lr:T grad:T indices:Tindices -> | T:type Tindices:type{int32|int64}
    use_locking:bool=False update_slots:bool=True
ResourceSparseApplyAdagradDA! var:resource gradient_accumulator:resource gradient_squared_accumulator:resource grad:T indices:Tindices
    lr:T l1:T l2:T global_step:int64 -> | T:type Tindices:type{int32|int64} use_locking:bool=False
ResourceSparseApplyAdagradV2! var:resource accum:resource lr:T epsilon:T grad:T indices:Tindices -> | T:type Tindices:type{int32|int64}
    use_locking:bool=False update_slots:bool=True
ResourceSparseApplyCenteredRMSProp! var:resource mg:resource ms:resource mom:resource lr:T rho:T momentum:T epsilon:T grad:T
    indices:Tindices -> | T:type Tindices:type{int32|int64} use_locking:bool=False
ResourceSparseApplyFtrl! var:resource accum:resource linear:resource grad:T indices:Tindices lr:T l1:T l2:T lr_power:T -> | T:type
    Tindices:type{int32|int64} use_locking:bool=False multiply_linear_by_lr:bool=False
ResourceSparseApplyFtrlV2! var:resource accum:resource linear:resource grad:T indices:Tindices lr:T l1:T l2:T l2_shrinkage:T lr_power:T
    -> | T:type Tindices:type{int32|int64} use_locking:bool=False multiply_linear_by_lr:bool=False
ResourceSparseApplyKerasMomentum! var:resource accum:resource lr:T grad:T indices:Tindices momentum:T -> | T:type
    Tindices:type{int32|int64} use_locking:bool=False use_nesterov:bool=False
ResourceSparseApplyMomentum! var:resource accum:resource lr:T grad:T indices:Tindices momentum:T -> | T:type Tindices:type{int32|int64}
    use_locking:bool=False use_nesterov:bool=False
ResourceSparseApplyProximalAdagrad! var:resource accum:resource lr:T l1:T l2:T grad:T indices:Tindices -> | T:type
    Tindices:type{int32|int64} use_locking:bool=False
ResourceSparseApplyProximalGradientDescent! var:resource alpha:T l1:T l2:T grad:T indices:Tindices -> | T:type Tindices:type{int32|int64}
    use_locking:bool=False
ResourceSparseApplyRMSProp! var:resource ms:resource mom:resource lr:T rho:T momentum:T epsilon:T grad:T indices:Tindices -> | T:type
    Tindices:type{int32|int64} use_locking:bool=False
ResourceStridedSliceAssign! ref:resource begin:Index end:Index strides:Index value:T -> | T:type Index:type{int32|int64} begin_mask:int=0
    end_mask:int=0 ellipsis_mask:int=0 new_axis_mask:int=0 shrink_axis_mask:int=0
Restore! file_pattern:string tensor_name:string -> tensor:dt | dt:type preferred_shard:int=-1
RestoreSlice! file_pattern:string tensor_name:string shape_and_slice:string -> tensor:dt | dt:type preferred_shard:int=-1
RestoreV2! prefix:string tensor_names:string shape_and_slices:string -> tensors:*dtypes | dtypes:list(type)>=1
RetrieveTPUEmbeddingADAMParameters! -> parameters:float32 momenta:float32 velocities:float32 | table_id:int=-1 table_name:string=''
    num_shards:int shard_id:int config:string=''
RetrieveTPUEmbeddingAdadeltaParameters! -> parameters:float32 accumulators:float32 updates:float32 | table_id:int=-1 table_name:string=''
    num_shards:int shard_id:int config:string=''
RetrieveTPUEmbeddingAdagradMomentumParameters! -> parameters:float32 accumulators:float32 momenta:float32 | table_id:int=-1
    table_name:string='' num_shards:int shard_id:int config:string=''
RetrieveTPUEmbeddingAdagradParameters! -> parameters:float32 accumulators:float32 | table_id:int=-1 table_name:string='' num_shards:int
    shard_id:int config:string=''
RetrieveTPUEmbeddingCenteredRMSPropParameters! -> parameters:float32 ms:float32 mom:float32 mg:float32 | table_id:int=-1
    table_name:string='' num_shards:int shard_id:int config:string=''
RetrieveTPUEmbeddingFTRLParameters! -> parameters:float32 accumulators:float32 linears:float32 | table_id:int=-1 table_name:string=''
    num_shards:int shard_id:int config:string=''
RetrieveTPUEmbeddingFrequencyEstimatorParameters! -> parameters:float32 last_hit_step:float32 | table_id:int=-1 table_name:string=''
    num_shards:int shard_id:int config:string=''
RetrieveTPUEmbeddingMDLAdagradLightParameters! -> parameters:float32 accumulators:float32 weights:float32 benefits:float32 |
    table_id:int=-1 table_name:string='' num_shards:int shard_id:int config:string=''
RetrieveTPUEmbeddingMomentumParameters! -> parameters:float32 momenta:float32 | table_id:int=-1 table_name:string='' num_shards:int
    shard_id:int config:string=''
RetrieveTPUEmbeddingProximalAdagradParameters! -> parameters:float32 accumulators:float32 | table_id:int=-1 table_name:string=''
    num_shards:int shard_id:int config:string=''
RetrieveTPUEmbeddingProximalYogiParameters! -> parameters:float32 v:float32 m:float32 | table_id:int=-1 table_name:string=''
    num_shards:int shard_id:int config:string=''
RetrieveTPUEmbeddingRMSPropParameters! -> parameters:float32 ms:float32 mom:float32 | table_id:int=-1 table_name:string='' num_shards:int
    shard_id:int config:string=''
RetrieveTPUEmbeddingStochasticGradientDescentParameters! -> parameters:float32 | table_id:int=-1 table_name:string='' num_shards:int
    shard_id:int config:string=''
Reverse tensor:T dims:bool -> output:T | T:type
ReverseSequence input:T seq_lengths:Tlen -> output:T | seq_dim:int batch_dim:int=0 T:type Tlen:type{int32|int64}=int64
ReverseV2 tensor:T axis:Tidx -> output:T | Tidx:type{int32|int64}=int32 T:type
RewriteDataset input_dataset:variant rewrite_name:string -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
RightShift x:T y:T -> z:T | T:type
Rint x:T -> y:T | T:type{bfloat16|float16|float32|float64}
RngReadAndSkip! resource:resource alg:int32 delta:uint64 -> value:int64 |
RngSkip! resource:resource algorithm:int64 delta:int64 -> |
Roll input:T shift:Tshift axis:Taxis -> output:T | T:type Tshift:type{int32|int64} Taxis:type{int32|int64}
Round x:T -> y:T | T:type
Rsqrt x:T -> y:T | T:type
RsqrtGrad y:T dy:T -> z:T | T:type
SampleDistortedBoundingBox! image_size:T bounding_boxes:float32 -> begin:T size:T bboxes:float32 | T:type seed:int=0 seed2:int=0
    min_object_covered:float=0.10000000149011612 aspect_ratio_range:list(float)=[0.75,1.3300000429153442]
    area_range:list(float)=[0.05000000074505806,1.0] max_attempts:int=100 use_image_if_no_bounding_boxes:bool=False
SampleDistortedBoundingBoxV2! image_size:T bounding_boxes:float32 min_object_covered:float32 -> begin:T size:T bboxes:float32 | T:type
    seed:int=0 seed2:int=0 aspect_ratio_range:list(float)=[0.75,1.3300000429153442] area_range:list(float)=[0.05000000074505806,1.0]
    max_attempts:int=100 use_image_if_no_bounding_boxes:bool=False
SamplingDataset input_dataset:variant rate:float32 seed:int64 seed2:int64 -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
Save! filename:string tensor_names:string data:*T -> | T:list(type)>=1
SaveDataset! input_dataset:variant path:string shard_func_other_args:*Tshard_func_args -> | compression:string='' shard_func:func
    use_shard_func:bool=True Tshard_func_args:list(type)>=0
SaveDatasetV2! input_dataset:variant path:string shard_func_other_args:*Tshard_func_args -> handle:variant | compression:string=''
    shard_func:func use_shard_func:bool=True Tshard_func_args:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1
SaveSlices! filename:string tensor_names:string shapes_and_slices:string data:*T -> | T:list(type)>=1
SaveV2! prefix:string tensor_names:string shape_and_slices:string tensors:*dtypes -> | dtypes:list(type)>=1
ScalarSummary tags:string values:T -> summary:string | T:type
ScaleAndTranslate images:T size:int32 scale:float32 translation:float32 -> resized_images:float32 | T:type kernel_type:string='lanczos3'
    antialias:bool=True
ScaleAndTranslateGrad grads:T original_image:T scale:float32 translation:float32 -> output:T | T:type{float32}
    kernel_type:string='lanczos3' antialias:bool=True
ScanDataset input_dataset:variant initial_state:*Tstate other_arguments:*Targuments -> handle:variant | f:func Tstate:list(type)>=1
    Targuments:list(type)>=0 output_types:list(type)>=1 output_shapes:list(shape)>=1 preserve_cardinality:bool=False
    use_default_device:bool=True metadata:string=''
ScatterAdd ref:&T indices:Tindices updates:T -> output_ref:&T | T:type Tindices:type{int32|int64} use_locking:bool=False
ScatterDiv ref:&T indices:Tindices updates:T -> output_ref:&T | T:type Tindices:type{int32|int64} use_locking:bool=False
ScatterMax ref:&T indices:Tindices updates:T -> output_ref:&T | T:type Tindices:type{int32|int64} use_locking:bool=False
ScatterMin ref:&T indices:Tindices updates:T -> output_ref:&T | T:type Tindices:type{int32|int64} use_locking:bool=False
ScatterMul ref:&T indices:Tindices updates:T -> output_ref:&T | T:type Tindices:type{int32|int64} use_locking:bool=False
ScatterNd indices:Tindices updates:T shape:Tindices -> output:T | T:type Tindices:type{int16|int32|int64}
ScatterNdAdd ref:&T indices:Tindices updates:T -> output_ref:&T | T:type Tindices:type{int32|int64} use_locking:bool=False
ScatterNdMax ref:&T indices:Tindices updates:T -> output_ref:&T | T:type Tindices:type{int32|int64} use_locking:bool=False
ScatterNdMin ref:&T indices:Tindices updates:T -> output_ref:&T | T:type Tindices:type{int32|int64} use_locking:bool=False
ScatterNdNonAliasingAdd input:T indices:Tindices updates:T -> output:T | T:type Tindices:type{int32|int64}
ScatterNdSub ref:&T indices:Tindices updates:T -> output_ref:&T | T:type Tindices:type{int32|int64} use_locking:bool=False
ScatterNdUpdate ref:&T indices:Tindices updates:T -> output_ref:&T | T:type Tindices:type{int32|int64} use_locking:bool=True
ScatterSub ref:&T indices:Tindices updates:T -> output_ref:&T | T:type Tindices:type{int32|int64} use_locking:bool=False
ScatterUpdate ref:&T indices:Tindices updates:T -> output_ref:&T | T:type Tindices:type{int32|int64} use_locking:bool=True
SdcaFprint input:string -> output:int64 |
SdcaOptimizer sparse_example_indices:num_sparse_features*int64 sparse_feature_indices:num_sparse_features*int64
    sparse_feature_values:num_sparse_features_with_values*float32 dense_features:num_dense_features*float32 example_weights:float32
    example_labels:float32 sparse_indices:num_sparse_features*int64 sparse_weights:num_sparse_features*float32
    dense_weights:num_dense_features*float32 example_state_data:float32 -> out_example_state_data:float32
    out_delta_sparse_weights:num_sparse_features*float32 out_delta_dense_weights:num_dense_features*float32 |
    loss_type:string{logistic_loss|squared_loss|hinge_loss|smooth_hinge_loss|poisson_loss} adaptative:bool=False
    num_sparse_features:int>=0 num_sparse_features_with_values:int>=0 num_dense_features:int>=0 l1:float l2:float
    num_loss_partitions:int>=1 num_inner_iterations:int>=1
SdcaOptimizerV2 sparse_example_indices:num_sparse_features*int64 sparse_feature_indices:num_sparse_features*int64
    sparse_feature_values:num_sparse_features_with_values*float32 dense_features:num_dense_features*float32 example_weights:float32
    example_labels:float32 sparse_indices:num_sparse_features*int64 sparse_weights:num_sparse_features*float32
    dense_weights:num_dense_features*float32 example_state_data:float32 -> out_example_state_data:float32
    out_delta_sparse_weights:num_sparse_features*float32 out_delta_dense_weights:num_dense_features*float32 |
    loss_type:string{logistic_loss|squared_loss|hinge_loss|smooth_hinge_loss|poisson_loss} adaptive:bool=False num_sparse_features:int>=0
    num_sparse_features_with_values:int>=0 num_dense_features:int>=0 l1:float l2:float num_loss_partitions:int>=1
    num_inner_iterations:int>=1
SdcaShrinkL1 weights:&num_features*float32 -> | num_features:int>=0 l1:float l2:float
SegmentMax data:T segment_ids:Tindices -> output:T | T:type Tindices:type{int32|int64}
SegmentMaxV2 data:T segment_ids:Tindices num_segments:Tnumsegments -> output:T | T:type Tindices:type{int32|int64}
    Tnumsegments:type{int32|int64}=int32
SegmentMean data:T segment_ids:Tindices -> output:T | T:type Tindices:type{int32|int64}
SegmentMin data:T segment_ids:Tindices -> output:T | T:type Tindices:type{int32|int64}
SegmentMinV2 data:T segment_ids:Tindices num_segments:Tnumsegments -> output:T | T:type Tindices:type{int32|int64}
    Tnumsegments:type{int32|int64}=int32
SegmentProd data:T segment_ids:Tindices -> output:T | T:type Tindices:type{int32|int64}
SegmentProdV2 data:T segment_ids:Tindices num_segments:Tnumsegments -> output:T | T:type Tindices:type{int32|int64}
    Tnumsegments:type{int32|int64}=int32
SegmentSum data:T segment_ids:Tindices -> output:T | T:type Tindices:type{int32|int64}
SegmentSumV2 data:T segment_ids:Tindices num_segments:Tnumsegments -> output:T | T:type Tindices:type{int32|int64}
    Tnumsegments:type{int32|int64}=int32
Select condition:bool t:T e:T -> output:T | T:type
SelectV2 condition:bool t:T e:T -> output:T | T:type
SelfAdjointEig input:T -> output:T | T:type{float64|float32|float16}
SelfAdjointEigV2 input:T -> e:T v:T | compute_v:bool=True T:type
Selu features:T -> activations:T | T:type{float16|bfloat16|float32|float64}
SeluGrad gradients:T outputs:T -> backprops:T | T:type{float16|bfloat16|float32|float64}
Send! tensor:T -> | T:type tensor_name:string send_device:string send_device_incarnation:int recv_device:string
    client_terminated:bool=False
SendTPUEmbeddingGradients! inputs:N*float32 learning_rates:NN*float32 -> | N:int>=1 NN:int>=0=0 config:string
SerializeIterator! resource_handle:resource -> serialized:variant | external_state_policy:int=0
SerializeManySparse sparse_indices:int64 sparse_values:T sparse_shape:int64 -> serialized_sparse:out_type | T:type
    out_type:type{string|variant}=string
SerializeSparse sparse_indices:int64 sparse_values:T sparse_shape:int64 -> serialized_sparse:out_type | T:type
    out_type:type{string|variant}=string
SerializeTensor tensor:T -> serialized:string | T:type
SetSize set_indices:int64 set_values:T set_shape:int64 -> size:int32 | validate_indices:bool=True T:type
SetStatsAggregatorDataset! input_dataset:variant stats_aggregator:resource tag:string counter_prefix:string -> handle:variant |
    output_types:list(type)>=1 output_shapes:list(shape)>=1
Shape input:T -> output:out_type | T:type out_type:type{int32|int64}=int32
ShapeN input:N*T -> output:N*out_type | N:int>=1 T:type out_type:type{int32|int64}=int32
ShardDataset input_dataset:variant num_shards:int64 index:int64 -> handle:variant | require_non_empty:bool=False
    output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
ShardedFilename basename:string shard:int32 num_shards:int32 -> filename:string |
ShardedFilespec basename:string num_shards:int32 -> filename:string |
ShuffleAndRepeatDataset input_dataset:variant buffer_size:int64 seed:int64 seed2:int64 count:int64 -> handle:variant |
    output_types:list(type)>=1 output_shapes:list(shape)>=1 reshuffle_each_iteration:bool=True metadata:string=''
ShuffleAndRepeatDatasetV2! input_dataset:variant buffer_size:int64 seed:int64 seed2:int64 count:int64 seed_generator:resource ->
    handle:variant | reshuffle_each_iteration:bool=True output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
ShuffleDataset input_dataset:variant buffer_size:int64 seed:int64 seed2:int64 -> handle:variant | reshuffle_each_iteration:bool=True
    output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
ShuffleDatasetV2! input_dataset:variant buffer_size:int64 seed_generator:resource -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1 metadata:string=''
ShuffleDatasetV3! input_dataset:variant buffer_size:int64 seed:int64 seed2:int64 seed_generator:resource -> handle:variant |
    reshuffle_each_iteration:bool=True output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
ShutdownDistributedTPU! -> |
Sigmoid x:T -> y:T | T:type
SigmoidGrad y:T dy:T -> z:T | T:type
Sign x:T -> y:T | T:type
Sin x:T -> y:T | T:type
Sinh x:T -> y:T | T:type
Size input:T -> output:out_type | T:type out_type:type{int32|int64}=int32
SkipDataset input_dataset:variant count:int64 -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    metadata:string=''
SleepDataset input_dataset:variant sleep_microseconds:int64 -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
Slice input:T begin:Index size:Index -> output:T | T:type Index:type{int32|int64}
SlidingWindowDataset input_dataset:variant window_size:int64 window_shift:int64 window_stride:int64 -> handle:variant |
    drop_remainder:bool=True output_types:list(type)>=1 output_shapes:list(shape)>=1
Snapshot input:T -> output:T | T:type
SnapshotChunkDataset chunk_file:string -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1 compression:string=''
SnapshotDataset input_dataset:variant path:string -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    compression:string='' reader_path_prefix:string='' writer_path_prefix:string='' shard_size_bytes:int=10737418240
    pending_snapshot_expiry_seconds:int=86400 num_reader_threads:int=1 reader_buffer_size:int=1 num_writer_threads:int=1
    writer_buffer_size:int=1 shuffle_on_read:bool=False seed:int=0 seed2:int=0 mode:string='auto' snapshot_name:string=''
SnapshotDatasetReader shard_dir:string start_index:int64 -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    compression:string='' version:int
SnapshotDatasetV2 input_dataset:variant path:string reader_func_other_args:*Treader_func_args shard_func_other_args:*Tshard_func_args ->
    handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1 compression:string='' reader_prefix:string=''
    writer_prefix:string='' hash_valid:bool=False hash:int=0 reader_func:func shard_func:func Treader_func_args:list(type)>=0
    Tshard_func_args:list(type)>=0 metadata:string=''
SnapshotNestedDatasetReader inputs:N*variant -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1 N:int>=1
SobolSample dim:int32 num_results:int32 skip:int32 -> samples:dtype | dtype:type{float32|float64}=float32
Softmax logits:T -> softmax:T | T:type{float16|bfloat16|float32|float64}
SoftmaxCrossEntropyWithLogits features:T labels:T -> loss:T backprop:T | T:type{float16|bfloat16|float32|float64}
Softplus features:T -> activations:T | T:type{float16|bfloat16|float32|float64}
SoftplusGrad gradients:T features:T -> backprops:T | T:type{float16|bfloat16|float32|float64}
Softsign features:T -> activations:T | T:type{float16|bfloat16|float32|float64}
SoftsignGrad gradients:T features:T -> backprops:T | T:type{float16|bfloat16|float32|float64}
SpaceToBatch input:T paddings:Tpaddings -> output:T | T:type Tpaddings:type{int32|int64}=int32 block_size:int>=2
SpaceToBatchND input:T block_shape:Tblock_shape paddings:Tpaddings -> output:T | T:type Tblock_shape:type{int32|int64}=int32
    Tpaddings:type{int32|int64}=int32
SpaceToDepth input:T -> output:T | T:type block_size:int>=2 data_format:string{NHWC|NCHW|NCHW_VECT_C}='NHWC'
SparseAccumulatorApplyGradient handle:&string local_step:int64 gradient_indices:int64 gradient_values:dtype gradient_shape:int64 -> |
    dtype:type has_known_shape:bool
SparseAccumulatorTakeGradient handle:&string num_required:int32 -> indices:int64 values:dtype shape:int64 | dtype:type
SparseAdd a_indices:int64 a_values:T a_shape:int64 b_indices:int64 b_values:T b_shape:int64 thresh:Treal -> sum_indices:int64
    sum_values:T sum_shape:int64 | T:type Treal:type
SparseAddGrad backprop_val_grad:T a_indices:int64 b_indices:int64 sum_indices:int64 -> a_val_grad:T b_val_grad:T | T:type
SparseApplyAdadelta var:&T accum:&T accum_update:&T lr:T rho:T epsilon:T grad:T indices:Tindices -> out:&T | T:type
    Tindices:type{int32|int64} use_locking:bool=False
SparseApplyAdagrad var:&T accum:&T lr:T grad:T indices:Tindices -> out:&T | T:type Tindices:type{int32|int64} use_locking:bool=False
    update_slots:bool=True
SparseApplyAdagradDA var:&T gradient_accumulator:&T gradient_squared_accumulator:&T grad:T indices:Tindices lr:T l1:T l2:T
    global_step:int64 -> out:&T | T:type Tindices:type{int32|int64} use_locking:bool=False
SparseApplyAdagradV2 var:&T accum:&T lr:T epsilon:T grad:T indices:Tindices -> out:&T | T:type Tindices:type{int32|int64}
    use_locking:bool=False update_slots:bool=True
SparseApplyCenteredRMSProp var:&T mg:&T ms:&T mom:&T lr:T rho:T momentum:T epsilon:T grad:T indices:Tindices -> out:&T | T:type
    Tindices:type{int32|int64} use_locking:bool=False
SparseApplyFtrl var:&T accum:&T linear:&T grad:T indices:Tindices lr:T l1:T l2:T lr_power:T -> out:&T | T:type Tindices:type{int32|int64}
    use_locking:bool=False multiply_linear_by_lr:bool=False
SparseApplyFtrlV2 var:&T accum:&T linear:&T grad:T indices:Tindices lr:T l1:T l2:T l2_shrinkage:T lr_power:T -> out:&T | T:type
    Tindices:type{int32|int64} use_locking:bool=False multiply_linear_by_lr:bool=False
SparseApplyMomentum var:&T accum:&T lr:T grad:T indices:Tindices momentum:T -> out:&T | T:type Tindices:type{int32|int64}
    use_locking:bool=False use_nesterov:bool=False
SparseApplyProximalAdagrad var:&T accum:&T lr:T l1:T l2:T grad:T indices:Tindices -> out:&T | T:type Tindices:type{int32|int64}
    use_locking:bool=False
SparseApplyProximalGradientDescent var:&T alpha:T l1:T l2:T grad:T indices:Tindices -> out:&T | T:type Tindices:type{int32|int64}
    use_locking:bool=False
SparseApplyRMSProp var:&T ms:&T mom:&T lr:T rho:T momentum:T epsilon:T grad:T indices:Tindices -> out:&T | T:type
    Tindices:type{int32|int64} use_locking:bool=False
SparseBincount indices:int64 values:Tidx dense_shape:int64 size:Tidx weights:T -> output:T | Tidx:type{int32|int64}
    T:type{int32|int64|float32|float64} binary_output:bool=False
SparseConcat indices:N*int64 values:N*T shapes:N*int64 -> output_indices:int64 output_values:T output_shape:int64 | concat_dim:int
    N:int>=2 T:type
SparseConditionalAccumulator! -> handle:&string | dtype:type shape:shape container:string='' shared_name:string=''
    reduction_type:string{MEAN|SUM}='MEAN'
SparseCountSparseOutput indices:int64 values:T dense_shape:int64 weights:output_type -> output_indices:int64 output_values:output_type
    output_dense_shape:int64 | T:type{int32|int64} minlength:int>=-1=-1 maxlength:int>=-1=-1 binary_output:bool
    output_type:type{int32|int64|float32|float64}
SparseCross indices:N*int64 values:*sparse_types shapes:N*int64 dense_inputs:*dense_types -> output_indices:int64 output_values:out_type
    output_shape:int64 | N:int>=0 hashed_output:bool num_buckets:int>=0 hash_key:int sparse_types:list(type)>=0{int64|string}
    dense_types:list(type)>=0{int64|string} out_type:type{int64|string} internal_type:type{int64|string}
SparseCrossHashed indices:N*int64 values:*sparse_types shapes:N*int64 dense_inputs:*dense_types num_buckets:int64 strong_hash:bool
    salt:int64 -> output_indices:int64 output_values:int64 output_shape:int64 | N:int>=0 sparse_types:list(type)>=0{int64|string}
    dense_types:list(type)>=0{int64|string}
SparseCrossV2 indices:N*int64 values:*sparse_types shapes:N*int64 dense_inputs:*dense_types sep:string -> output_indices:int64
    output_values:string output_shape:int64 | N:int>=0 sparse_types:list(type)>=0{int64|string} dense_types:list(type)>=0{int64|string}
SparseDenseCwiseAdd sp_indices:int64 sp_values:T sp_shape:int64 dense:T -> output:T | T:type
SparseDenseCwiseDiv sp_indices:int64 sp_values:T sp_shape:int64 dense:T -> output:T | T:type
SparseDenseCwiseMul sp_indices:int64 sp_values:T sp_shape:int64 dense:T -> output:T | T:type
SparseFillEmptyRows indices:int64 values:T dense_shape:int64 default_value:T -> output_indices:int64 output_values:T
    empty_row_indicator:bool reverse_index_map:int64 | T:type
SparseFillEmptyRowsGrad reverse_index_map:int64 grad_values:T -> d_values:T d_default_value:T | T:type
SparseMatMul a:Ta b:Tb -> product:float32 | transpose_a:bool=False transpose_b:bool=False a_is_sparse:bool=False b_is_sparse:bool=False
    Ta:type{float32|bfloat16}=float32 Tb:type{float32|bfloat16}=float32
SparseMatrixAdd a:variant b:variant alpha:T beta:T -> c:variant | T:type{float32|float64|complex64|complex128}
SparseMatrixMatMul a:variant b:T -> output:T | T:type transpose_a:bool=False transpose_b:bool=False adjoint_a:bool=False
    adjoint_b:bool=False transpose_output:bool=False conjugate_output:bool=False
SparseMatrixMul a:variant b:T -> output:variant | T:type
SparseMatrixNNZ sparse_matrix:variant -> nnz:int32 |
SparseMatrixOrderingAMD input:variant -> output:int32 |
SparseMatrixSoftmax logits:variant -> softmax:variant | type:type{float32|float64}
SparseMatrixSoftmaxGrad softmax:variant grad_softmax:variant -> gradient:variant | type:type{float32|float64}
SparseMatrixSparseCholesky input:variant permutation:int32 -> output:variant | type:type{float32|float64|complex64|complex128}
SparseMatrixSparseMatMul a:variant b:variant -> c:variant | type:type{float32|float64|complex64|complex128} transpose_a:bool=False
    transpose_b:bool=False adjoint_a:bool=False adjoint_b:bool=False
SparseMatrixTranspose input:variant -> output:variant | conjugate:bool=False type:type{float32|float64|complex64|complex128}
SparseMatrixZeros dense_shape:int64 -> sparse_matrix:variant | type:type{float32|float64|complex64|complex128}
SparseReduceMax input_indices:int64 input_values:T input_shape:int64 reduction_axes:int32 -> output:T | keep_dims:bool=False T:type
SparseReduceMaxSparse input_indices:int64 input_values:T input_shape:int64 reduction_axes:int32 -> output_indices:int64 output_values:T
    output_shape:int64 | keep_dims:bool=False T:type
SparseReduceSum input_indices:int64 input_values:T input_shape:int64 reduction_axes:int32 -> output:T | keep_dims:bool=False T:type
SparseReduceSumSparse input_indices:int64 input_values:T input_shape:int64 reduction_axes:int32 -> output_indices:int64 output_values:T
    output_shape:int64 | keep_dims:bool=False T:type
SparseReorder input_indices:int64 input_values:T input_shape:int64 -> output_indices:int64 output_values:T | T:type
SparseReshape input_indices:int64 input_shape:int64 new_shape:int64 -> output_indices:int64 output_shape:int64 |
SparseSegmentMean data:T indices:Tidx segment_ids:Tsegmentids -> output:T | T:type{bfloat16|float16|float32|float64}
    Tidx:type{int32|int64}=int32 Tsegmentids:type{int32|int64}=int32 sparse_gradient:bool=False
SparseSegmentMeanGrad grad:T indices:Tidx segment_ids:Tsegmentids output_dim0:int32 -> output:T |
    T:type{bfloat16|float16|float32|float64} Tidx:type{int32|int64}=int32 Tsegmentids:type{int32|int64}=int32
SparseSegmentMeanGradV2 grad:T indices:Tidx segment_ids:Tsegmentids dense_output_dim0:int32 -> output:T sorted_unique_indices:Tidx |
    T:type{bfloat16|float16|float32|float64} Tidx:type{int32|int64}=int32 Tsegmentids:type{int32|int64}=int32
SparseSegmentMeanWithNumSegments data:T indices:Tidx segment_ids:Tsegmentids num_segments:Tnumsegments -> output:T |
    T:type{bfloat16|float16|float32|float64} Tidx:type{int32|int64}=int32 Tnumsegments:type{int32|int64}=int32
    Tsegmentids:type{int32|int64}=int32 sparse_gradient:bool=False
SparseSegmentSqrtN data:T indices:Tidx segment_ids:Tsegmentids -> output:T | T:type{bfloat16|float16|float32|float64}
    Tidx:type{int32|int64}=int32 Tsegmentids:type{int32|int64}=int32 sparse_gradient:bool=False
SparseSegmentSqrtNGrad grad:T indices:Tidx segment_ids:Tsegmentids output_dim0:int32 -> output:T |
    T:type{bfloat16|float16|float32|float64} Tidx:type{int32|int64}=int32 Tsegmentids:type{int32|int64}=int32
SparseSegmentSqrtNGradV2 grad:T indices:Tidx segment_ids:Tsegmentids dense_output_dim0:int32 -> output:T sorted_unique_indices:Tidx |
    T:type{bfloat16|float16|float32|float64} Tidx:type{int32|int64}=int32 Tsegmentids:type{int32|int64}=int32
SparseSegmentSqrtNWithNumSegments data:T indices:Tidx segment_ids:Tsegmentids num_segments:Tnumsegments -> output:T |
    T:type{bfloat16|float16|float32|float64} Tidx:type{int32|int64}=int32 Tnumsegments:type{int32|int64}=int32
    Tsegmentids:type{int32|int64}=int32 sparse_gradient:bool=False
SparseSegmentSum data:T indices:Tidx segment_ids:Tsegmentids -> output:T | T:type Tidx:type{int32|int64}=int32
    Tsegmentids:type{int32|int64}=int32 sparse_gradient:bool=False
SparseSegmentSumGrad grad:T indices:Tidx segment_ids:Tsegmentids output_dim0:int32 -> output:T | T:type{bfloat16|float16|float32|float64}
    Tidx:type{int32|int64}=int32 Tsegmentids:type{int32|int64}=int32
SparseSegmentSumGradV2 grad:T indices:Tidx segment_ids:Tsegmentids dense_output_dim0:int32 -> output:T sorted_unique_indices:Tidx |
    T:type{bfloat16|float16|float32|float64} Tidx:type{int32|int64}=int32 Tsegmentids:type{int32|int64}=int32
SparseSegmentSumWithNumSegments data:T indices:Tidx segment_ids:Tsegmentids num_segments:Tnumsegments -> output:T | T:type
    Tidx:type{int32|int64}=int32 Tnumsegments:type{int32|int64}=int32 Tsegmentids:type{int32|int64}=int32 sparse_gradient:bool=False
SparseSlice indices:int64 values:T shape:int64 start:int64 size:int64 -> output_indices:int64 output_values:T output_shape:int64 | T:type
SparseSliceGrad backprop_val_grad:T input_indices:int64 input_start:int64 output_indices:int64 -> val_grad:T | T:type
SparseSoftmax sp_indices:int64 sp_values:T sp_shape:int64 -> output:T | T:type{float16|float32|float64}
SparseSoftmaxCrossEntropyWithLogits features:T labels:Tlabels -> loss:T backprop:T | T:type{float16|bfloat16|float32|float64}
    Tlabels:type{int32|int64}=int64
SparseSparseMaximum a_indices:int64 a_values:T a_shape:int64 b_indices:int64 b_values:T b_shape:int64 -> output_indices:int64
    output_values:T | T:type
SparseSparseMinimum a_indices:int64 a_values:T a_shape:int64 b_indices:int64 b_values:T b_shape:int64 -> output_indices:int64
    output_values:T | T:type
SparseSplit split_dim:int64 indices:int64 values:T shape:int64 -> output_indices:num_split*int64 output_values:num_split*T
    output_shape:num_split*int64 | num_split:int>=1 T:type
SparseTensorDenseAdd a_indices:Tindices a_values:T a_shape:Tindices b:T -> output:T | T:type Tindices:type{int32|int64}
SparseTensorDenseMatMul a_indices:Tindices a_values:T a_shape:int64 b:T -> product:T | T:type Tindices:type{int32|int64}=int64
    adjoint_a:bool=False adjoint_b:bool=False
SparseTensorSliceDataset! indices:int64 values:Tvalues dense_shape:int64 -> handle:variant | Tvalues:type
SparseTensorToCSRSparseMatrix indices:int64 values:T dense_shape:int64 -> sparse_matrix:variant |
    T:type{float32|float64|complex64|complex128}
SparseToDense sparse_indices:Tindices output_shape:Tindices sparse_values:T default_value:T -> dense:T | validate_indices:bool=True
    T:type Tindices:type{int32|int64}
SparseToSparseSetOperation set1_indices:int64 set1_values:T set1_shape:int64 set2_indices:int64 set2_values:T set2_shape:int64 ->
    result_indices:int64 result_values:T result_shape:int64 | set_operation:string validate_indices:bool=True T:type
Spence x:T -> y:T | T:type{bfloat16|float16|float32|float64}
Split split_dim:int32 value:T -> output:num_split*T | num_split:int>=1 T:type
SplitV value:T size_splits:Tlen split_dim:int32 -> output:num_split*T | num_split:int>=1 T:type Tlen:type{int8|int32|int64}=int64
SqlDataset! driver_name:string data_source_name:string query:string -> handle:variant | output_types:list(type)>=1
    output_shapes:list(shape)>=1
Sqrt x:T -> y:T | T:type
SqrtGrad y:T dy:T -> z:T | T:type
Square x:T -> y:T | T:type
SquaredDifference x:T y:T -> z:T | T:type
Squeeze input:T -> output:T | T:type squeeze_dims:list(int)>=0=[]
Stack! -> handle:&string | elem_type:type stack_name:string=''
StackClose handle:&string -> |
StackCloseV2! handle:resource -> |
StackPop handle:&string -> elem:elem_type | elem_type:type
StackPopV2! handle:resource -> elem:elem_type | elem_type:type
StackPush handle:&string elem:T -> output:T | T:type swap_memory:bool=False
StackPushV2! handle:resource elem:T -> output:T | T:type swap_memory:bool=False
StackV2! max_size:int32 -> handle:resource | elem_type:type stack_name:string=''
Stage! values:*dtypes -> | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type)>=1 container:string='' shared_name:string=''
StageClear! -> | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type) container:string='' shared_name:string=''
StagePeek! index:int32 -> values:*dtypes | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type)>=1 container:string=''
    shared_name:string=''
StageSize! -> size:int32 | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type) container:string='' shared_name:string=''
StatefulPartitionedCall! args:*Tin -> output:*Tout | Tin:list(type)>=0 Tout:list(type)>=0 f:func config:string='' config_proto:string=''
    executor_type:string=''
StatefulRandomBinomial! resource:resource algorithm:int64 shape:S counts:T probs:T -> output:dtype | S:type{int32|int64} T:type=float64
    dtype:type=int64
StatefulStandardNormal! resource:resource shape:shape_dtype -> output:dtype | dtype:type=float32 shape_dtype:type=int64
StatefulStandardNormalV2! resource:resource algorithm:int64 shape:shape_dtype -> output:dtype | dtype:type=float32 shape_dtype:type=int64
StatefulTruncatedNormal! resource:resource algorithm:int64 shape:shape_dtype -> output:dtype | dtype:type=float32 shape_dtype:type=int64
StatefulUniform! resource:resource algorithm:int64 shape:shape_dtype -> output:dtype | dtype:type=float32 shape_dtype:type=int64
StatefulUniformFullInt! resource:resource algorithm:int64 shape:shape_dtype -> output:dtype | dtype:type=uint64 shape_dtype:type=int64
StatefulUniformInt! resource:resource algorithm:int64 shape:shape_dtype minval:dtype maxval:dtype -> output:dtype | dtype:type=int64
    shape_dtype:type=int64
StatelessCase branch_index:int32 input:*Tin -> output:*Tout | Tin:list(type)>=0 Tout:list(type)>=0 branches:list(func)>=1
    output_shapes:list(shape)=[]
StatelessIf cond:Tcond input:*Tin -> output:*Tout | Tcond:type Tin:list(type)>=0 Tout:list(type)>=0 then_branch:func else_branch:func
    output_shapes:list(shape)=[]
StatelessMultinomial logits:T num_samples:int32 seed:Tseed -> output:output_dtype | T:type Tseed:type{int32|int64}=int64
    output_dtype:type{int32|int64}=int64
StatelessParameterizedTruncatedNormal shape:S seed:Tseed means:dtype stddevs:dtype minvals:dtype maxvals:dtype -> output:dtype |
    S:type{int32|int64} Tseed:type{int32|int64}=int64 dtype:type{float16|float32|float64}
StatelessRandomBinomial shape:S seed:Tseed counts:T probs:T -> output:dtype | S:type{int32|int64} Tseed:type{int32|int64}=int64
    T:type=float64 dtype:type=int64
StatelessRandomGammaV2 shape:T seed:Tseed alpha:dtype -> output:dtype | dtype:type{float16|float32|float64} T:type{int32|int64}
    Tseed:type{int32|int64}=int64
StatelessRandomGammaV3 shape:shape_dtype key:uint64 counter:uint64 alg:int32 alpha:dtype -> output:dtype |
    dtype:type{float16|float32|float64} shape_dtype:type{int32|int64}=int32
StatelessRandomGetAlg! -> alg:int32 |
StatelessRandomGetKeyCounter seed:Tseed -> key:uint64 counter:uint64 | Tseed:type{int32|int64}=int64
StatelessRandomGetKeyCounterAlg seed:Tseed -> key:uint64 counter:uint64 alg:int32 | Tseed:type{int32|int64}=int64
StatelessRandomNormal shape:T seed:Tseed -> output:dtype | dtype:type{float16|bfloat16|float32|float64}=float32 T:type{int32|int64}=int32
    Tseed:type{int32|int64}=int64
StatelessRandomNormalV2 shape:Tshape key:uint64 counter:uint64 alg:int32 -> output:dtype |
    dtype:type{float16|bfloat16|float32|float64}=float32 Tshape:type{int32|int64}=int32
StatelessRandomPoisson shape:T seed:Tseed lam:Rtype -> output:dtype | Rtype:type dtype:type T:type{int32|int64}
    Tseed:type{int32|int64}=int64
StatelessRandomUniform shape:T seed:Tseed -> output:dtype | dtype:type{float16|bfloat16|float32|float64}=float32
    T:type{int32|int64}=int32 Tseed:type{int32|int64}=int64
StatelessRandomUniformFullInt shape:T seed:Tseed -> output:dtype | dtype:type{int32|int64|uint32|uint64}=uint64 T:type{int32|int64}=int32
    Tseed:type{int32|int64|uint32|uint64}=int64
StatelessRandomUniformFullIntV2 shape:Tshape key:uint64 counter:uint64 alg:int32 -> output:dtype |
    dtype:type{int32|int64|uint32|uint64}=uint64 Tshape:type{int32|int64}=int32
StatelessRandomUniformInt shape:T seed:Tseed minval:dtype maxval:dtype -> output:dtype | dtype:type{int32|int64} T:type{int32|int64}
    Tseed:type{int32|int64}=int64
StatelessRandomUniformIntV2 shape:Tshape key:uint64 counter:uint64 alg:int32 minval:dtype maxval:dtype -> output:dtype |
    dtype:type{int32|int64|uint32|uint64} Tshape:type{int32|int64}=int32
StatelessRandomUniformV2 shape:Tshape key:uint64 counter:uint64 alg:int32 -> output:dtype |
    dtype:type{float16|bfloat16|float32|float64}=float32 Tshape:type{int32|int64}=int32
StatelessSampleDistortedBoundingBox image_size:T bounding_boxes:float32 min_object_covered:float32 seed:Tseed -> begin:T size:T
    bboxes:float32 | T:type Tseed:type{int32|int64} aspect_ratio_range:list(float)=[0.75,1.3300000429153442]
    area_range:list(float)=[0.05000000074505806,1.0] max_attempts:int=100 use_image_if_no_bounding_boxes:bool=False
StatelessShuffle value:T key:uint64 counter:uint64 alg:int32 -> output:T | T:type
StatelessTruncatedNormal shape:T seed:Tseed -> output:dtype | dtype:type{float16|bfloat16|float32|float64}=float32
    T:type{int32|int64}=int32 Tseed:type{int32|int64}=int64
StatelessTruncatedNormalV2 shape:Tshape key:uint64 counter:uint64 alg:int32 -> output:dtype |
    dtype:type{float16|bfloat16|float32|float64}=float32 Tshape:type{int32|int64}=int32
StatelessWhile input:*T -> output:*T | T:list(type)>=0 cond:func body:func output_shapes:list(shape)=[] parallel_iterations:int=10
StaticRegexFullMatch input:string -> output:bool | pattern:string
StaticRegexReplace input:string -> output:string | pattern:string rewrite:string replace_global:bool=True
StatsAggregatorHandle! -> handle:resource | container:string='' shared_name:string=''
StatsAggregatorHandleV2! -> handle:resource | container:string='' shared_name:string=''
StatsAggregatorSetSummaryWriter! stats_aggregator:resource summary:resource -> |
StatsAggregatorSummary! iterator:resource -> summary:string |
StopGradient input:T -> output:T | T:type
StridedSlice input:T begin:Index end:Index strides:Index -> output:T | T:type Index:type{int16|int32|int64} begin_mask:int=0
    end_mask:int=0 ellipsis_mask:int=0 new_axis_mask:int=0 shrink_axis_mask:int=0
StridedSliceAssign ref:&T begin:Index end:Index strides:Index value:T -> output_ref:&T | T:type Index:type{int32|int64} begin_mask:int=0
    end_mask:int=0 ellipsis_mask:int=0 new_axis_mask:int=0 shrink_axis_mask:int=0
StridedSliceGrad shape:Index begin:Index end:Index strides:Index dy:T -> output:T | T:type Index:type{int32|int64} begin_mask:int=0
    end_mask:int=0 ellipsis_mask:int=0 new_axis_mask:int=0 shrink_axis_mask:int=0
StringFormat inputs:*T -> output:string | T:list(type)>=0 template:string='%s' placeholder:string='%s' summarize:int=3
StringJoin inputs:N*string -> output:string | N:int>=0 separator:string=''
StringLength input:string -> output:int32 | unit:string{BYTE|UTF8_CHAR}='BYTE'
StringLower input:string -> output:string | encoding:string=''
StringNGrams data:string data_splits:Tsplits -> ngrams:string ngrams_splits:Tsplits | separator:string ngram_widths:list(int)>=0
    left_pad:string right_pad:string pad_width:int preserve_short_sequences:bool Tsplits:type{int32|int64}=int64
StringSplit input:string delimiter:string -> indices:int64 values:string shape:int64 | skip_empty:bool=True
StringSplitV2 input:string sep:string -> indices:int64 values:string shape:int64 | maxsplit:int=-1
StringStrip input:string -> output:string |
StringToHashBucket string_tensor:string -> output:int64 | num_buckets:int>=1
StringToHashBucketFast input:string -> output:int64 | num_buckets:int>=1
StringToHashBucketStrong input:string -> output:int64 | num_buckets:int>=1 key:list(int)
StringToNumber string_tensor:string -> output:out_type | out_type:type{float32|float64|int32|int64}=float32
StringUpper input:string -> output:string | encoding:string=''
Sub x:T y:T -> z:T | T:type
Substr input:string pos:T len:T -> output:string | T:type{int32|int64} unit:string{BYTE|UTF8_CHAR}='BYTE'
Sum input:T reduction_indices:Tidx -> output:T | keep_dims:bool=False T:type Tidx:type{int32|int64}=int32
SummaryWriter! -> writer:resource | shared_name:string='' container:string=''
Svd input:T -> s:T u:T v:T | compute_uv:bool=True full_matrices:bool=False T:type
Switch data:T pred:bool -> output_false:T output_true:T | T:type
SymbolicGradient input:*Tin -> output:*Tout | Tin:list(type)>=1 Tout:list(type)>=1 f:func
SyncDevice! -> |
TFRecordDataset! filenames:string compression_type:string buffer_size:int64 -> handle:variant | metadata:string=''
TFRecordDatasetV2! filenames:string compression_type:string buffer_size:int64 byte_offsets:int64 -> handle:variant | metadata:string=''
TFRecordReader! -> reader_handle:&string | container:string='' shared_name:string='' compression_type:string=''
TFRecordReaderV2! -> reader_handle:resource | container:string='' shared_name:string='' compression_type:string=''
TPUCompilationResult -> output:string |
TPUEmbeddingActivations embedding_variable:float32 sliced_activations:float32 -> output:float32 | table_id:int>=0 lookup_id:int>=0
TPUOrdinalSelector! -> device_ordinals:int32 |
TPUPartitionedCall args:*Tin device_ordinal:int32 -> output:*Tout | Tin:list(type)>=0 Tout:list(type)>=0 f:func autotuner_thresh:int=0
TPUPartitionedInput inputs:N*T -> output:T | N:int>=1 T:type partition_dim:int=0
TPUPartitionedInputV2 inputs:N*T -> output:T | N:int>=1 T:type partition_dims:list(int) is_packed:bool=False
TPUPartitionedOutput inputs:T -> output:num_splits*T | T:type num_splits:int>=1 partition_dim:int=0
TPUPartitionedOutputV2 inputs:T -> output:num_splits*T | T:type num_splits:int>=1 partition_dims:list(int)
TPUReplicateMetadata -> | num_replicas:int>=0 num_cores_per_replica:int=1 topology:string='' use_tpu:bool=True
    device_assignment:list(int)=[] computation_shape:list(int)=[] host_compute_core:list(string)=[] padding_map:list(string)=[]
    step_marker_location:string='STEP_MARK_AT_ENTRY' allow_soft_placement:bool=False use_spmd_for_xla_partitioning:bool=False
    tpu_compile_options_proto:string=''
TPUReplicatedInput inputs:N*T -> output:T | N:int>=1 T:type is_mirrored_variable:bool=False index:int=-1 is_packed:bool=False
TPUReplicatedOutput input:T -> outputs:num_replicas*T | num_replicas:int>=1 T:type
TakeDataset input_dataset:variant count:int64 -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
    metadata:string=''
TakeManySparseFromTensorsMap! sparse_handles:int64 -> sparse_indices:int64 sparse_values:dtype sparse_shape:int64 | dtype:type
    container:string='' shared_name:string=''
TakeWhileDataset input_dataset:variant other_arguments:*Targuments -> handle:variant | predicate:func Targuments:list(type)>=0
    output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
Tan x:T -> y:T | T:type
Tanh x:T -> y:T | T:type
TanhGrad y:T dy:T -> z:T | T:type
TemporaryVariable! -> ref:&dtype | shape:shape dtype:type var_name:string=''
TensorArray! size:int32 -> handle:&string | dtype:type dynamic_size:bool=False clear_after_read:bool=True tensor_array_name:string=''
    element_shape:shape=?
TensorArrayClose handle:&string -> |
TensorArrayCloseV2 handle:string -> |
TensorArrayCloseV3! handle:resource -> |
TensorArrayConcat handle:&string flow_in:float32 -> value:dtype lengths:int64 | dtype:type element_shape_except0:shape=?
TensorArrayConcatV2 handle:string flow_in:float32 -> value:dtype lengths:int64 | dtype:type element_shape_except0:shape=?
TensorArrayConcatV3! handle:resource flow_in:float32 -> value:dtype lengths:int64 | dtype:type element_shape_except0:shape=?
TensorArrayGather handle:&string indices:int32 flow_in:float32 -> value:dtype | dtype:type element_shape:shape=?
TensorArrayGatherV2 handle:string indices:int32 flow_in:float32 -> value:dtype | dtype:type element_shape:shape=?
TensorArrayGatherV3! handle:resource indices:int32 flow_in:float32 -> value:dtype | dtype:type element_shape:shape=?
TensorArrayGrad! handle:string flow_in:float32 -> grad_handle:&string | source:string
TensorArrayGradV2! handle:string flow_in:float32 -> grad_handle:string | source:string
TensorArrayGradV3! handle:resource flow_in:float32 -> grad_handle:resource flow_out:float32 | source:string
TensorArrayGradWithShape! handle:resource flow_in:float32 shape_to_prepend:int32 -> grad_handle:resource flow_out:float32 | source:string
TensorArrayPack handle:&string flow_in:float32 -> value:dtype | dtype:type element_shape:shape=?
TensorArrayRead handle:&string index:int32 flow_in:float32 -> value:dtype | dtype:type
TensorArrayReadV2 handle:string index:int32 flow_in:float32 -> value:dtype | dtype:type
TensorArrayReadV3! handle:resource index:int32 flow_in:float32 -> value:dtype | dtype:type
TensorArrayScatter handle:&string indices:int32 value:T flow_in:float32 -> flow_out:float32 | T:type
TensorArrayScatterV2 handle:string indices:int32 value:T flow_in:float32 -> flow_out:float32 | T:type
TensorArrayScatterV3! handle:resource indices:int32 value:T flow_in:float32 -> flow_out:float32 | T:type
TensorArraySize handle:&string flow_in:float32 -> size:int32 |
TensorArraySizeV2 handle:string flow_in:float32 -> size:int32 |
TensorArraySizeV3! handle:resource flow_in:float32 -> size:int32 |
TensorArraySplit handle:&string value:T lengths:int64 flow_in:float32 -> flow_out:float32 | T:type
TensorArraySplitV2 handle:string value:T lengths:int64 flow_in:float32 -> flow_out:float32 | T:type
TensorArraySplitV3! handle:resource value:T lengths:int64 flow_in:float32 -> flow_out:float32 | T:type
TensorArrayUnpack handle:&string value:T flow_in:float32 -> flow_out:float32 | T:type
TensorArrayV2! size:int32 -> handle:string | dtype:type element_shape:shape=? dynamic_size:bool=False clear_after_read:bool=True
    tensor_array_name:string=''
TensorArrayV3! size:int32 -> handle:resource flow:float32 | dtype:type element_shape:shape=? dynamic_size:bool=False
    clear_after_read:bool=True identical_element_shapes:bool=False tensor_array_name:string=''
TensorArrayWrite handle:&string index:int32 value:T flow_in:float32 -> flow_out:float32 | T:type
TensorArrayWriteV2 handle:string index:int32 value:T flow_in:float32 -> flow_out:float32 | T:type
TensorArrayWriteV3! handle:resource index:int32 value:T flow_in:float32 -> flow_out:float32 | T:type
TensorDataset! components:*Toutput_types -> handle:variant | Toutput_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
TensorListConcat input_handle:variant -> tensor:element_dtype lengths:int64 | element_dtype:type element_shape:shape=?
TensorListConcatLists input_a:variant input_b:variant -> output:variant | element_dtype:type
TensorListConcatV2 input_handle:variant element_shape:shape_type leading_dims:int64 -> tensor:element_dtype lengths:int64 |
    element_dtype:type shape_type:type{int32|int64}
TensorListElementShape input_handle:variant -> element_shape:shape_type | shape_type:type{int32|int64}
TensorListFromTensor tensor:element_dtype element_shape:shape_type -> output_handle:variant | element_dtype:type
    shape_type:type{int32|int64}
TensorListGather input_handle:variant indices:int32 element_shape:int32 -> values:element_dtype | element_dtype:type
TensorListGetItem input_handle:variant index:int32 element_shape:int32 -> item:element_dtype | element_dtype:type
TensorListLength input_handle:variant -> length:int32 |
TensorListPopBack input_handle:variant element_shape:int32 -> output_handle:variant tensor:element_dtype | element_dtype:type
TensorListPushBack input_handle:variant tensor:element_dtype -> output_handle:variant | element_dtype:type
TensorListPushBackBatch input_handles:variant tensor:element_dtype -> output_handles:variant | element_dtype:type
TensorListReserve element_shape:shape_type num_elements:int32 -> handle:variant | element_dtype:type shape_type:type{int32|int64}
TensorListResize input_handle:variant size:int32 -> output_handle:variant |
TensorListScatter tensor:element_dtype indices:int32 element_shape:shape_type -> output_handle:variant | element_dtype:type
    shape_type:type{int32|int64}
TensorListScatterIntoExistingList input_handle:variant tensor:element_dtype indices:int32 -> output_handle:variant | element_dtype:type
TensorListScatterV2 tensor:element_dtype indices:int32 element_shape:shape_type num_elements:int32 -> output_handle:variant |
    element_dtype:type shape_type:type{int32|int64}
TensorListSetItem input_handle:variant index:int32 item:element_dtype -> output_handle:variant | element_dtype:type
    resize_if_index_out_of_bounds:bool=False
TensorListSplit tensor:element_dtype element_shape:shape_type lengths:int64 -> output_handle:variant | element_dtype:type
    shape_type:type{int32|int64}
TensorListStack input_handle:variant element_shape:int32 -> tensor:element_dtype | element_dtype:type num_elements:int=-1
TensorMapErase input_handle:variant key:key_dtype -> output_handle:variant | key_dtype:type value_dtype:type
TensorMapHasKey input_handle:variant key:key_dtype -> has_key:bool | key_dtype:type
TensorMapInsert input_handle:variant key:key_dtype value:value_dtype -> output_handle:variant | key_dtype:type value_dtype:type
TensorMapLookup input_handle:variant key:key_dtype -> value:value_dtype | key_dtype:type value_dtype:type
TensorMapSize input_handle:variant -> size:int32 |
TensorMapStackKeys input_handle:variant -> keys:key_dtype | key_dtype:type
TensorScatterAdd tensor:T indices:Tindices updates:T -> output:T | T:type Tindices:type{int32|int64}
TensorScatterMax tensor:T indices:Tindices updates:T -> output:T | T:type Tindices:type{int32|int64}
TensorScatterMin tensor:T indices:Tindices updates:T -> output:T | T:type Tindices:type{int32|int64}
TensorScatterSub tensor:T indices:Tindices updates:T -> output:T | T:type Tindices:type{int32|int64}
TensorScatterUpdate tensor:T indices:Tindices updates:T -> output:T | T:type Tindices:type{int16|int32|int64|uint16}
TensorSliceDataset! components:*Toutput_types -> handle:variant | Toutput_types:list(type)>=1 output_shapes:list(shape)>=1
    is_files:bool=False metadata:string='' replicate_on_split:bool=False
TensorStridedSliceUpdate input:T begin:Index end:Index strides:Index value:T -> output:T | T:type Index:type{int32|int64}
    begin_mask:int=0 end_mask:int=0 ellipsis_mask:int=0 new_axis_mask:int=0 shrink_axis_mask:int=0
TensorSummary tensor:T -> summary:string | T:type description:string='' labels:list(string)=[] display_name:string=''
TensorSummaryV2 tag:string tensor:T serialized_summary_metadata:string -> summary:string | T:type
TextLineDataset! filenames:string compression_type:string buffer_size:int64 -> handle:variant | metadata:string=''
TextLineReader! -> reader_handle:&string | skip_header_lines:int=0 container:string='' shared_name:string=''
TextLineReaderV2! -> reader_handle:resource | skip_header_lines:int=0 container:string='' shared_name:string=''
ThreadPoolDataset! input_dataset:variant thread_pool:resource -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1
ThreadPoolHandle! -> handle:resource | num_threads:int max_intra_op_parallelism:int=1 display_name:string container:string=''
    shared_name:string=''
ThreadUnsafeUnigramCandidateSampler! true_classes:int64 -> sampled_candidates:int64 true_expected_count:float32
    sampled_expected_count:float32 | num_true:int>=1 num_sampled:int>=1 unique:bool range_max:int>=1 seed:int=0 seed2:int=0
Tile input:T multiples:Tmultiples -> output:T | T:type Tmultiples:type{int32|int64}=int32
TileGrad input:T multiples:int32 -> output:T | T:type
Timestamp! -> ts:float64 |
ToBool input:T -> output:bool | T:type
TopK input:T -> values:T indices:int32 | k:int>=0 sorted:bool=True T:type
TopKV2 input:T k:Tk -> values:T indices:index_type | sorted:bool=True T:type Tk:type{int16|int32|int64}=int32
    index_type:type{int16|int32|int64}=int32
Transpose x:T perm:Tperm -> y:T | T:type Tperm:type{int32|int64}=int32
TridiagonalMatMul superdiag:T maindiag:T subdiag:T rhs:T -> output:T | T:type{float64|float32|complex64|complex128}
TridiagonalSolve diagonals:T rhs:T -> output:T | partial_pivoting:bool=True perturb_singular:bool=False
    T:type{float64|float32|complex64|complex128}
TruncateDiv x:T y:T -> z:T | T:type
TruncateMod x:T y:T -> z:T | T:type
TruncatedNormal! shape:T -> output:dtype | seed:int=0 seed2:int=0 dtype:type{float16|bfloat16|float32|float64} T:type{int32|int64}
Unbatch batched_tensor:T batch_index:int64 id:int64 -> unbatched_tensor:T | timeout_micros:int container:string='' shared_name:string=''
    T:type
UnbatchDataset input_dataset:variant -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
UnbatchGrad original_input:T batch_index:int64 grad:T id:int64 -> batched_grad:T | container:string='' shared_name:string='' T:type
UncompressElement compressed:variant -> components:*output_types | output_types:list(type)>=1 output_shapes:list(shape)>=1
UnicodeDecode input:string -> row_splits:Tsplits char_values:int32 | input_encoding:string errors:string{strict|replace|ignore}='replace'
    replacement_char:int=65533 replace_control_characters:bool=False Tsplits:type{int32|int64}=int64
UnicodeDecodeWithOffsets input:string -> row_splits:Tsplits char_values:int32 char_to_byte_starts:int64 | input_encoding:string
    errors:string{strict|replace|ignore}='replace' replacement_char:int=65533 replace_control_characters:bool=False
    Tsplits:type{int32|int64}=int64
UnicodeEncode input_values:int32 input_splits:Tsplits -> output:string | errors:string{ignore|replace|strict}='replace'
    output_encoding:string{UTF-8|UTF-16-BE|UTF-32-BE} replacement_char:int=65533 Tsplits:type{int32|int64}=int64
UnicodeScript input:int32 -> output:int32 |
UnicodeTranscode input:string -> output:string | input_encoding:string output_encoding:string{UTF-8|UTF-16-BE|UTF-32-BE}
    errors:string{strict|replace|ignore}='replace' replacement_char:int=65533 replace_control_characters:bool=False
UniformCandidateSampler! true_classes:int64 -> sampled_candidates:int64 true_expected_count:float32 sampled_expected_count:float32 |
    num_true:int>=1 num_sampled:int>=1 unique:bool range_max:int>=1 seed:int=0 seed2:int=0
UniformDequantize input:Tin scales:float32 zero_points:int32 -> output:Tout | Tin:type{qint8|qint32} Tout:type{float32}
    quantization_axis:int=-1 quantization_min_val:int quantization_max_val:int
UniformQuantize input:Tin scales:float32 zero_points:int32 -> output:Tout | Tin:type{float32} Tout:type{qint8|qint32}
    quantization_axis:int=-1 quantization_min_val:int quantization_max_val:int
UniformQuantizedAdd lhs:T rhs:T lhs_scales:float32 lhs_zero_points:int32 rhs_scales:float32 rhs_zero_points:int32 output_scales:float32
    output_zero_points:int32 -> output:T | lhs_quantization_axis:int=-1 lhs_quantization_min_val:int lhs_quantization_max_val:int
    rhs_quantization_axis:int=-1 rhs_quantization_min_val:int rhs_quantization_max_val:int output_quantization_axis:int=-1
    output_quantization_min_val:int output_quantization_max_val:int T:type{qint32}
UniformQuantizedClipByValue operand:T min:T max:T scales:float32 zero_points:int32 -> output:T | T:type{qint32} quantization_axis:int=-1
    quantization_min_val:int quantization_max_val:int
UniformQuantizedConvolution lhs:Tin rhs:Tin lhs_scales:float32 lhs_zero_points:int32 rhs_scales:float32 rhs_zero_points:int32
    output_scales:float32 output_zero_points:int32 -> output:Tout | Tin:type{qint8} Tout:type{qint32} window_strides:list(int)=[]
    padding:string explicit_padding:list(int)=[] lhs_dilation:list(int)=[] rhs_dilation:list(int)=[] batch_group_count:int=1
    feature_group_count:int=1 dimension_numbers:string='' lhs_quantization_axis:int=-1 lhs_quantization_min_val:int
    lhs_quantization_max_val:int rhs_quantization_axis:int=-1 rhs_quantization_min_val:int rhs_quantization_max_val:int
    output_quantization_axis:int=-1 output_quantization_min_val:int output_quantization_max_val:int
UniformQuantizedConvolutionHybrid lhs:Tlhs rhs:Trhs rhs_scales:float32 rhs_zero_points:int32 -> output:Tout | Tlhs:type{float32}
    Trhs:type{qint8} Tout:type{float32} window_strides:list(int)=[] padding:string explicit_padding:list(int)=[]
    lhs_dilation:list(int)=[] rhs_dilation:list(int)=[] batch_group_count:int=1 feature_group_count:int=1 dimension_numbers:string=''
    rhs_quantization_axis:int=-1 rhs_quantization_min_val:int rhs_quantization_max_val:int
UniformQuantizedDot lhs:Tin rhs:Tin lhs_scales:float32 lhs_zero_points:int32 rhs_scales:float32 rhs_zero_points:int32
    output_scales:float32 output_zero_points:int32 -> output:Tout | Tin:type{qint8} Tout:type{qint32} lhs_quantization_axis:int=-1
    lhs_quantization_min_val:int lhs_quantization_max_val:int rhs_quantization_axis:int=-1 rhs_quantization_min_val:int
    rhs_quantization_max_val:int output_quantization_axis:int=-1 output_quantization_min_val:int output_quantization_max_val:int
UniformQuantizedDotHybrid lhs:Tlhs rhs:Trhs rhs_scales:float32 rhs_zero_points:int32 -> output:Tout | Tlhs:type{float32} Trhs:type{qint8}
    Tout:type{float32} rhs_quantization_axis:int=-1 rhs_quantization_min_val:int rhs_quantization_max_val:int
UniformRequantize input:Tin input_scales:float32 input_zero_points:int32 output_scales:float32 output_zero_points:int32 -> output:Tout |
    Tin:type{qint8|qint32} Tout:type{qint8|qint32} input_quantization_axis:int=-1 input_quantization_min_val:int
    input_quantization_max_val:int output_quantization_axis:int=-1 output_quantization_min_val:int output_quantization_max_val:int
Unique x:T -> y:T idx:out_idx | T:type out_idx:type{int32|int64}=int32
UniqueDataset input_dataset:variant -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
UniqueV2 x:T axis:Taxis -> y:T idx:out_idx | T:type Taxis:type{int32|int64}=int64 out_idx:type{int32|int64}=int32
UniqueWithCounts x:T -> y:T idx:out_idx count:out_idx | T:type out_idx:type{int32|int64}=int32
UniqueWithCountsV2 x:T axis:Taxis -> y:T idx:out_idx count:out_idx | T:type Taxis:type{int32|int64}=int64 out_idx:type{int32|int64}=int32
Unpack value:T -> output:num*T | num:int>=0 T:type axis:int=0
UnravelIndex indices:Tidx dims:Tidx -> output:Tidx | Tidx:type{int32|int64}=int32
UnsortedSegmentJoin inputs:string segment_ids:Tindices num_segments:Tnumsegments -> output:string | separator:string=''
    Tindices:type{int32|int64} Tnumsegments:type{int32|int64}=int32
UnsortedSegmentMax data:T segment_ids:Tindices num_segments:Tnumsegments -> output:T | T:type Tindices:type{int32|int64}
    Tnumsegments:type{int32|int64}=int32
UnsortedSegmentMin data:T segment_ids:Tindices num_segments:Tnumsegments -> output:T | T:type Tindices:type{int32|int64}
    Tnumsegments:type{int32|int64}=int32
UnsortedSegmentProd data:T segment_ids:Tindices num_segments:Tnumsegments -> output:T | T:type Tindices:type{int32|int64}
    Tnumsegments:type{int32|int64}=int32
UnsortedSegmentSum data:T segment_ids:Tindices num_segments:Tnumsegments -> output:T | T:type Tindices:type{int16|int32|int64}
    Tnumsegments:type{int32|int64}=int32
Unstage! -> values:*dtypes | capacity:int>=0=0 memory_limit:int>=0=0 dtypes:list(type)>=1 container:string='' shared_name:string=''
UnwrapDatasetVariant input_handle:variant -> output_handle:variant |
UpperBound sorted_inputs:T values:T -> output:out_type | T:type out_type:type{int32|int64}=int32
VarHandleOp! -> resource:resource | container:string='' shared_name:string='' debug_name:string='' dtype:type shape:shape
    allowed_devices:list(string)=[]
VarIsInitializedOp! resource:resource -> is_initialized:bool |
Variable! -> ref:&dtype | shape:shape dtype:type container:string='' shared_name:string=''
VariableShape! input:resource -> output:out_type | out_type:type{int32|int64}=int32
VariableV2! -> ref:&dtype | shape:shape dtype:type container:string='' shared_name:string=''
Where input:T -> index:int64 | T:type=bool
While! input:*T -> output:*T | T:list(type)>=0 cond:func body:func output_shapes:list(shape)=[] parallel_iterations:int=10
WholeFileReader! -> reader_handle:&string | container:string='' shared_name:string=''
WholeFileReaderV2! -> reader_handle:resource | container:string='' shared_name:string=''
WindowDataset input_dataset:variant size:int64 shift:int64 stride:int64 drop_remainder:bool -> handle:variant |
    output_types:list(type)>=1 output_shapes:list(shape)>=1 metadata:string=''
WindowOp inputs:*Tinputs -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1 Tinputs:list(type)>=1
WorkerHeartbeat! request:string -> response:string |
WrapDatasetVariant input_handle:variant -> output_handle:variant |
WriteAudioSummary! writer:resource step:int64 tag:string tensor:float32 sample_rate:float32 -> | max_outputs:int>=1=3
WriteFile! filename:string contents:string -> |
WriteGraphSummary! writer:resource step:int64 tensor:string -> |
WriteHistogramSummary! writer:resource step:int64 tag:string values:T -> | T:type=float32
WriteImageSummary! writer:resource step:int64 tag:string tensor:T bad_color:uint8 -> | max_images:int>=1=3
    T:type{uint8|float64|float32|float16}=float32
WriteRawProtoSummary! writer:resource step:int64 tensor:string -> |
WriteScalarSummary! writer:resource step:int64 tag:string value:T -> | T:type
WriteSummary! writer:resource step:int64 tensor:T tag:string summary_metadata:string -> | T:type
Xdivy x:T y:T -> z:T | T:type
XlaConcatND inputs:N*T -> output:T | T:type N:int>=1 num_concats:list(int) paddings:list(int)=[]
XlaSplitND input:T -> outputs:N*T | T:type N:int>=1 num_splits:list(int) paddings:list(int)=[]
Xlog1py x:T y:T -> z:T | T:type
Xlogy x:T y:T -> z:T | T:type
ZerosLike x:T -> y:T | T:type
Zeta x:T q:T -> z:T | T:type{float32|float64}
ZipDataset input_datasets:N*variant -> handle:variant | output_types:list(type)>=1 output_shapes:list(shape)>=1 N:int>=1
    metadata:string=''
_SwitchN data:T output_index:int32 -> outputs:num_outs*T | num_outs:int>=1 T:type
"""

# Which of them cannot be used any more: since which version of the format of graphs, and what TensorFlow says.
REMOVED = r"""
AdjustContrast 2 Use AdjustContrastv2 instead
AudioSummary 15 Use AudioSummaryV2.
BatchCholesky 13 Use Cholesky instead.
BatchCholeskyGrad 13 Use CholeskyGrad instead.
BatchFFT 15 Use FFT
BatchFFT2D 15 Use FFT2D
BatchFFT3D 15 Use FFT3D
BatchIFFT 15 Use IFFT
BatchIFFT2D 15 Use IFFT2D
BatchIFFT3D 15 Use IFFT3D
BatchMatrixBandPart 14 Use MatrixBandPart
BatchMatrixDeterminant 13 Use MatrixDeterminant instead.
BatchMatrixDiag 14 Use MatrixDiag
BatchMatrixDiagPart 14 Use MatrixDiagPart
BatchMatrixInverse 13 Use MatrixInverse instead.
BatchMatrixSetDiag 14 Use MatrixSetDiag
BatchMatrixSolve 13 Use MatrixSolve instead.
BatchMatrixSolveLs 13 Use MatrixSolveLs instead.
BatchMatrixTriangularSolve 13 Use MatrixTriangularSolve instead.
BatchNormWithGlobalNormalization 9 Use tf.nn.batch_normalization()
BatchNormWithGlobalNormalizationGrad 9 Use tf.nn.batch_normalization()
BatchSelfAdjointEig 11 Use SelfAdjointEigV2 instead.
BatchSelfAdjointEigV2 13 Use SelfAdjointEigV2 instead.
BatchSvd 13 Use Svd instead.
Conv3DBackpropFilter 10 Use Conv3DBackpropFilterV2
Conv3DBackpropInput 10 Use Conv3DBackpropInputV2
FixedLengthRecordReader 26 Use FixedLengthRecordReaderV2
IdentityReader 26 Use IdentityReaderV2
MatrixExponential 27 Use Python implementation tf.linalg.matrix_exponential instead.
PlaceholderV2 23 Placeholder now behaves the same as PlaceholderV2.
QuantizeAndDequantize 22 Replaced by QuantizeAndDequantizeV2
RandomCrop 8 Random crop is now pure Python
RandomPoisson 25 Replaced by RandomPoissonV2
SelfAdjointEig 11 Use SelfAdjointEigV2 instead.
StatefulStandardNormal 29 Use StatefulStandardNormalV2 instead
TFRecordReader 26 Use TFRecordReaderV2
TensorArray 16 Use TensorArrayV3
TensorArrayClose 16 Use TensorArrayCloseV3
TensorArrayCloseV2 26 Use TensorArrayCloseV3
TensorArrayConcat 16 Use TensorArrayGradV3
TensorArrayGather 16 Use TensorArrayGatherV3
TensorArrayGatherV2 26 Use TensorArrayGatherV3
TensorArrayGrad 16 Use TensorArrayGradV3
TensorArrayGradV2 26 Use TensorArrayGradV3
TensorArrayPack 16 Use TensorArrayGatherV3 with RangeOp
TensorArrayRead 16 Use TensorArrayReadV3
TensorArrayReadV2 26 Use TensorArrayReadV3
TensorArrayScatter 19 Use TensorArrayGradV3
TensorArrayScatterV2 26 Use TensorArrayScatterV3
TensorArraySize 16 Use TensorArraySizeV3
TensorArraySizeV2 26 Use TensorArraySizeV3
TensorArraySplit 16 Use TensorArraySplitV3
TensorArraySplitV2 26 Use TensorArraySplitV3
TensorArrayUnpack 20 Use TensorArrayScatterV3 with RangeOp
TensorArrayV2 26 Use TensorArrayV3
TensorArrayWrite 16 Use TensorArrayWriteV3
TensorArrayWriteV2 26 Use TensorArrayWriteV3
TextLineReader 26 Use TextLineReaderV2
TileGrad 3 TileGrad has been replaced with reduce_sum
TopK 7 Use TopKV2 instead
"""
