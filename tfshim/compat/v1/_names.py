"""Where the names of `tf.compat.v1` live, beside those that it shares with `tf`."""

# Namespaces that are modules of this package; any other is the one of `tf`.
SUBMODULES = frozenset(
    """
    app data debugging distribute dtypes errors examples feature_column flags gfile graph_util image initializers io keras layers linalg
    logging losses manip math metrics nn profiler python_io ragged random resource_loader saved_model sets sparse spectral strings
    summary test train user_ops
""".split()
)

SHARED_SUBMODULES = frozenset(
    """
    audio autograph bitwise config experimental lookup nest quantization queue raw_ops signal sysconfig types
    version
""".split()
)

# Namespaces that are not there; `tf` says what to use instead.
ABSENT_SUBMODULES = frozenset("xla lite mlir tpu estimator mixed_precision distributions".split())

# module -> names; `a=b` means that the name a is b there.
OWN = {
    "tfshim.compat.v1.graphs": """GraphKeys add_to_collection add_to_collections colocate_with container device
        executing_eagerly_outside_functions get_collection get_collection_ref get_default_graph get_default_session name_scope op_scope
        reset_default_graph""",
    "tfshim.compat.v1.wrapping": "wrap_function",
    "tfshim.compat.v1.sessions": "InteractiveSession Session SparseTensorValue",
    "tfshim.compat.v1.switches": """control_flow_v2_enabled disable_control_flow_v2 disable_eager_execution disable_resource_variables
        disable_tensor_equality disable_v2_behavior disable_v2_tensorshape enable_control_flow_v2 enable_eager_execution
        enable_resource_variables enable_tensor_equality enable_v2_behavior enable_v2_tensorshape resource_variables_enabled""",
    "tfshim.compat.v1.placeholders": "placeholder placeholder_with_default sparse_placeholder",
    "tfshim.compat.v1.variables": """Variable all_variables assert_variables_initialized assign assign_add assign_sub
        batch_scatter_update count_up_to global_variables global_variables_initializer initialize_all_tables initialize_all_variables
        initialize_local_variables initialize_variables is_variable_initialized local_variables local_variables_initializer
        model_variables moving_average_variables report_uninitialized_variables scatter_add scatter_div scatter_max scatter_min
        scatter_mul scatter_nd_add scatter_nd_sub scatter_nd_update scatter_sub scatter_update tables_initializer trainable_variables
        variable_creator_scope variables_initializer""",
    "tfshim.compat.v1.variable_scopes": """AUTO_REUSE VariableScope create_partitioned_variables get_local_variable get_variable
        get_variable_scope no_regularizer variable_op_scope variable_scope""",
    "tfshim.compat.v1.partitioners": "fixed_size_partitioner min_max_variable_partitioner variable_axis_size_partitioner",
    "tfshim.compat.v1.templates": "make_template",
    "tfshim.compat.v1.initializers": """constant_initializer=constant glorot_normal_initializer=glorot_normal
        glorot_uniform_initializer=glorot_uniform ones_initializer=ones orthogonal_initializer=orthogonal
        random_normal_initializer=random_normal random_uniform_initializer=random_uniform
        truncated_normal_initializer=truncated_normal uniform_unit_scaling_initializer=uniform_unit_scaling
        variance_scaling_initializer=variance_scaling zeros_initializer=zeros""",
    "tfshim.compat.v1.arrays": """arg_max arg_min argmax argmin batch_gather batch_to_space boolean_mask constant convert_to_tensor
        convert_to_tensor_or_indexed_slices convert_to_tensor_or_sparse_tensor expand_dims extract_image_patches gather gather_nd
        ones_like pad reverse_sequence setdiff1d shape size space_to_batch squeeze stack transpose verify_tensor_all_finite where zeros_like
        quantize_v2""",
    "tfshim.compat.v1.math": """bincount confusion_matrix count_nonzero div floor_div reduce_all reduce_any reduce_logsumexp reduce_max
        reduce_mean reduce_min reduce_prod reduce_sum scalar_mul to_bfloat16 to_complex128 to_complex64 to_double to_float to_int32
        to_int64 clip_by_average_norm""",
    "tfshim.compat.v1.linalg": "norm",
    "tfshim.compat.v1.flow": """Print add_check_numerics_ops case cond foldl foldr gradients hessians map_fn py_func scan tuple
        while_loop""",
    "tfshim.compat.v1.debugging": """assert_equal assert_greater assert_greater_equal assert_integer assert_less assert_less_equal
        assert_near assert_negative assert_non_negative assert_non_positive assert_none_equal assert_positive assert_rank
        assert_rank_at_least assert_rank_in assert_scalar assert_type""",
    "tfshim.compat.v1.random": "get_seed multinomial random_poisson=poisson set_random_seed",
    "tfshim.compat.v1.sparse": """sparse_add=add sparse_concat=concat sparse_matmul=_matmul sparse_merge=merge
        sparse_reduce_max=reduce_max sparse_reduce_max_sparse=reduce_max_sparse sparse_reduce_sum=reduce_sum
        sparse_reduce_sum_sparse=reduce_sum_sparse sparse_segment_mean=segment_mean sparse_segment_sqrt_n=segment_sqrt_n
        sparse_segment_sum=segment_sum sparse_split=split sparse_to_dense=_to_dense""",
    "tfshim.compat.v1.strings": """reduce_join string_split=_string_split string_to_hash_bucket=to_hash_bucket
        string_to_number=to_number substr""",
    "tfshim.compat.v1.accumulators": "ConditionalAccumulator ConditionalAccumulatorBase SparseConditionalAccumulator",
    "tfshim.compat.v1.readers": """FixedLengthRecordReader IdentityReader LMDBReader ReaderBase TFRecordReader TextLineReader
        WholeFileReader""",
    "tfshim.compat.v1.io": "decode_csv decode_raw parse_example parse_single_example serialize_many_sparse serialize_sparse",
    "tfshim.engine.values.shapes": "Dimension dimension_at_index dimension_value",
    "tfshim.errors": "OpError",
}

# Names of TensorFlow 1 for what has another name in `tf`.
ALIASES = """
    FIFOQueue=queue.FIFOQueue FixedLenFeature=io.FixedLenFeature FixedLenSequenceFeature=io.FixedLenSequenceFeature
    NoGradient=no_gradient NotDifferentiable=no_gradient PaddingFIFOQueue=queue.PaddingFIFOQueue PriorityQueue=queue.PriorityQueue
    QueueBase=queue.QueueBase RandomShuffleQueue=queue.RandomShuffleQueue SparseFeature=io.SparseFeature VarLenFeature=io.VarLenFeature
    accumulate_n=math.accumulate_n angle=math.angle assert_proper_iterable=debugging.assert_proper_iterable
    assert_same_float_dtype=debugging.assert_same_float_dtype batch_to_space_nd=batch_to_space betainc=math.betainc
    ceil=math.ceil check_numerics=debugging.check_numerics cholesky=linalg.cholesky cholesky_solve=linalg.cholesky_solve conj=math.conj
    cross=linalg.cross cumprod=math.cumprod decode_base64=io.decode_base64 decode_compressed=io.decode_compressed
    decode_json_example=io.decode_json_example depth_to_space=nn.depth_to_space dequantize=quantization.dequantize
    deserialize_many_sparse=io.deserialize_many_sparse diag=linalg.tensor_diag diag_part=linalg.tensor_diag_part digamma=math.digamma
    div_no_nan=math.divide_no_nan encode_base64=io.encode_base64 erf=math.erf erfc=math.erfc expm1=math.expm1
    fake_quant_with_min_max_args=quantization.fake_quant_with_min_max_args
    fake_quant_with_min_max_args_gradient=quantization.fake_quant_with_min_max_args_gradient
    fake_quant_with_min_max_vars=quantization.fake_quant_with_min_max_vars
    fake_quant_with_min_max_vars_gradient=quantization.fake_quant_with_min_max_vars_gradient
    fake_quant_with_min_max_vars_per_channel=quantization.fake_quant_with_min_max_vars_per_channel
    fake_quant_with_min_max_vars_per_channel_gradient=quantization.fake_quant_with_min_max_vars_per_channel_gradient
    fft=signal.fft fft2d=signal.fft2d fft3d=signal.fft3d floordiv=math.floordiv floormod=math.floormod global_norm=linalg.global_norm
    ifft=signal.ifft ifft2d=signal.ifft2d ifft3d=signal.ifft3d igamma=math.igamma igammac=math.igammac imag=math.imag
    invert_permutation=math.invert_permutation is_finite=math.is_finite is_inf=math.is_inf is_nan=math.is_nan
    is_non_decreasing=math.is_non_decreasing is_numeric_tensor=debugging.is_numeric_tensor
    is_strictly_increasing=math.is_strictly_increasing lbeta=math.lbeta lgamma=math.lgamma lin_space=linspace log=math.log
    log1p=math.log1p log_sigmoid=math.log_sigmoid logical_xor=math.logical_xor matching_files=io.matching_files
    matrix_band_part=linalg.band_part matrix_determinant=linalg.det matrix_diag=linalg.diag matrix_diag_part=linalg.diag_part
    matrix_inverse=linalg.inv matrix_set_diag=linalg.set_diag matrix_solve=linalg.solve matrix_solve_ls=linalg.lstsq
    matrix_transpose=linalg.matrix_transpose matrix_triangular_solve=linalg.triangular_solve mod=math.floormod
    parse_single_sequence_example=io.parse_single_sequence_example parse_tensor=io.parse_tensor polygamma=math.polygamma qr=linalg.qr
    quantize=quantization.quantize quantized_concat=quantization.quantized_concat random_crop=image.random_crop
    random_gamma=random.gamma random_normal=random.normal random_shuffle=random.shuffle random_uniform=random.uniform
    read_file=io.read_file real=math.real reciprocal=math.reciprocal regex_replace=strings.regex_replace reverse_v2=reverse
    rint=math.rint rsqrt=math.rsqrt segment_max=math.segment_max segment_mean=math.segment_mean segment_min=math.segment_min
    segment_prod=math.segment_prod segment_sum=math.segment_sum self_adjoint_eig=linalg.eigh self_adjoint_eigvals=linalg.eigvalsh
    serialize_tensor=io.serialize_tensor space_to_depth=nn.space_to_depth sparse_fill_empty_rows=sparse.fill_empty_rows
    sparse_mask=sparse.mask sparse_maximum=sparse.maximum sparse_minimum=sparse.minimum sparse_reorder=sparse.reorder
    sparse_reset_shape=sparse.reset_shape sparse_reshape=sparse.reshape sparse_retain=sparse.retain sparse_slice=sparse.slice
    sparse_softmax=sparse.softmax sparse_tensor_dense_matmul=sparse.sparse_dense_matmul sparse_tensor_to_dense=sparse.to_dense
    sparse_to_indicator=sparse.to_indicator sparse_transpose=sparse.transpose squared_difference=math.squared_difference
    string_join=strings.join string_strip=strings.strip string_to_hash_bucket_fast=strings.to_hash_bucket_fast
    string_to_hash_bucket_strong=strings.to_hash_bucket_strong svd=linalg.svd tensor_scatter_add=tensor_scatter_nd_add
    tensor_scatter_sub=tensor_scatter_nd_sub tensor_scatter_update=tensor_scatter_nd_update trace=linalg.trace
    truncated_normal=random.truncated_normal unsorted_segment_max=math.unsorted_segment_max
    unsorted_segment_mean=math.unsorted_segment_mean unsorted_segment_min=math.unsorted_segment_min
    unsorted_segment_prod=math.unsorted_segment_prod unsorted_segment_sqrt_n=math.unsorted_segment_sqrt_n
    unsorted_segment_sum=math.unsorted_segment_sum where_v2=where write_file=io.write_file zeta=math.zeta
    VERSION=version.VERSION GIT_VERSION=version.GIT_VERSION COMPILER_VERSION=version.COMPILER_VERSION
    GRAPH_DEF_VERSION=version.GRAPH_DEF_VERSION GRAPH_DEF_VERSION_MIN_CONSUMER=version.GRAPH_DEF_VERSION_MIN_CONSUMER
    GRAPH_DEF_VERSION_MIN_PRODUCER=version.GRAPH_DEF_VERSION_MIN_PRODUCER CXX11_ABI_FLAG=sysconfig.CXX11_ABI_FLAG
    CXX_VERSION=sysconfig.CXX_VERSION MONOLITHIC_BUILD=sysconfig.MONOLITHIC_BUILD QUANTIZED_DTYPES=dtypes.QUANTIZED_DTYPES
"""

# What `tf` and `tf.compat.v1` share under one name.
SHARED = """
    AggregationMethod Assert CriticalSection DType DeviceSpec GradientTape Graph IndexedSlices IndexedSlicesSpec Module Operation
    OptionalSpec RaggedTensor RaggedTensorSpec RegisterGradient SparseTensor SparseTensorSpec Tensor TensorArray TensorArraySpec
    TensorShape TensorSpec TypeSpec UnconnectedGradients VariableAggregation VariableSynchronization abs acos acosh add add_n
    approx_top_k argsort as_dtype as_string asin asinh atan atan2 atanh bfloat16 bitcast bool broadcast_dynamic_shape
    broadcast_static_shape broadcast_to cast clip_by_global_norm clip_by_norm clip_by_value complex complex128 complex64 concat
    control_dependencies conv conv2d_backprop_filter_v2 conv2d_backprop_input_v2 cos cosh cumsum custom_gradient divide double
    dynamic_partition dynamic_stitch edit_distance einsum ensure_shape equal executing_eagerly exp extract_volume_patches eye fftnd fill
    fingerprint float16 float32 float64 floor function get_logger get_static_value grad_pass_through greater greater_equal group
    guarantee_const half histogram_fixed_width histogram_fixed_width_bins identity identity_n ifftnd import_graph_def init_scope int16
    int32 int64 int8 irfftnd is_symbolic_tensor is_tensor less less_equal linspace load_library load_op_library logical_and logical_not
    logical_or make_ndarray make_tensor_proto matmul matrix_square_root maximum meshgrid minimum multiply negative newaxis no_gradient
    no_op nondifferentiable_batch_function not_equal numpy_function one_hot ones parallel_stack pow print py_function qint16 qint32
    qint8 quint16 quint8 ragged_fill_empty_rows ragged_fill_empty_rows_grad random_index_shuffle range rank realdiv recompute_grad
    register_tensor_conversion_function repeat required_space_to_batch_paddings reshape resource reverse rfftnd roll round saturate_cast
    scatter_nd searchsorted sequence_mask shape_n sigmoid sign sin sinh slice sort space_to_batch_nd split sqrt square
    stop_gradient strided_slice string subtract switch_case tan tanh tensor_scatter_nd_add tensor_scatter_nd_max tensor_scatter_nd_min
    tensor_scatter_nd_sub tensor_scatter_nd_update tensordot tile timestamp truediv truncatediv truncatemod type_spec_from_value uint16
    uint32 uint64 uint8 unique unique_with_counts unravel_index unstack variant vectorized_map zeros
"""
