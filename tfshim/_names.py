"""Where the public names of the `tf` namespace live. One table, so that adding a name touches one line."""

# Namespaces: `tf.NAME` is the module `tfshim.NAME`.
SUBPACKAGES = frozenset(
    """
    math nn linalg random bitwise dtypes errors debugging config autodiff nest strings image signal ragged sparse sets
    queue lookup io audio distribute summary train saved_model data keras compat experimental autograph types
    test version sysconfig raw_ops quantization feature_column profiler graph_util initializers losses metrics optimizers
    engine array_ops activation
""".split()
)

# What TensorFlow does not have: `tfshim.NAME` is there, but neither listed where this package stands for `tensorflow` nor bound by
# `from tensorflow import *`.
OWN = frozenset("activate deactivate load_ipython_extension unload_ipython_extension to_torch from_torch".split())
UNLISTED = OWN | frozenset("engine array_ops activation enable_v2_behavior".split())

# Namespaces that are left out for good, and what to use instead.
ABSENT = {
    "estimator": "estimators are not supported (TensorFlow itself dropped them after 2.15). Write the model with tf.keras and train it "
    "with Model.fit on the dataset that the input function makes; tf.feature_column columns go into "
    "tf.keras.layers.DenseFeatures, hooks into callbacks, tf.estimator.train_and_evaluate into fit(validation_data=...).",
    "lite": "models cannot be converted for TensorFlow Lite; export the PyTorch side, or run the program under TensorFlow to convert it.",
    "mlir": "there is no MLIR here; tf.Graph.as_graph_def shows what was traced.",
    "tpu": "there are no TPUs here; use a GPU, or the CPU.",
}

# Modules that give tensors their operators; imported before any name that could make a tensor.
OPERATOR_MODULES = ("tfshim.operators",)

# module -> names; `a=b` means that tf.a is b there.
TOP_LEVEL = {
    "tfshim.activation": "activate deactivate",
    "tfshim.jupyter": "load_ipython_extension unload_ipython_extension",
    "tfshim.engine.values.dtypes": """DType as_dtype bfloat16 bool complex64 complex128 double float16 float32 float64 half int16
        int32 int64 int8 qint16 qint32 qint8 quint16 quint8 resource string uint16 uint32 uint64 uint8 variant""",
    "tfshim.engine.values.shapes": "TensorShape",
    "tfshim.engine.values.typespec": "TypeSpec TensorSpec type_spec_from_value",
    "tfshim.engine.runtime.device_names": "DeviceSpec",
    "tfshim.engine.values.tensor": "Tensor to_torch from_torch",
    "tfshim.engine.values.convert": "convert_to_tensor is_tensor register_tensor_conversion_function",
    "tfshim.engine.variables.variable": "Variable VariableAggregation VariableSynchronization variable_creator_scope",
    "tfshim.engine.gradients.tape": "GradientTape",
    "tfshim.engine.ops.indexed_slices": "IndexedSlices",
    "tfshim.engine.runtime.context": "device executing_eagerly get_current_name_scope init_scope name_scope",
    "tfshim.version": "__compiler_version__=COMPILER_VERSION __git_version__=GIT_VERSION",
    "tfshim.sysconfig": "__cxx11_abi_flag__=CXX11_ABI_FLAG __cxx_version__=CXX_VERSION __monolithic_build__=MONOLITHIC_BUILD",
    "tfshim.compat.v1.switches": "enable_v2_behavior",  # TensorFlow has it in `tf.compat.v2`, which is this namespace
    "tfshim.autodiff": """RegisterGradient UnconnectedGradients custom_gradient recompute_grad grad_pass_through
        no_gradient AggregationMethod gradients hessians stop_gradient""",
    "tfshim.module": "Module",
    "tfshim.logging_ops": "get_logger print timestamp",
    "tfshim.script_ops": "numpy_function py_function nondifferentiable_batch_function",
    "tfshim.control_flow": "case cond control_dependencies group no_op switch_case tuple while_loop",
    "tfshim.looping": "foldl foldr map_fn scan vectorized_map",
    "tfshim.engine.functions.function": "function inside_function",
    "tfshim.graph": "Graph Operation import_graph_def is_symbolic_tensor load_library load_op_library",
    "tfshim.critical_section": "CriticalSection",
    "tfshim.tensor_array": "TensorArray TensorArraySpec",
    "tfshim.ragged": "RaggedTensor RaggedTensorSpec ragged_fill_empty_rows ragged_fill_empty_rows_grad",
    "tfshim.sparse": "SparseTensor SparseTensorSpec IndexedSlicesSpec",
    "tfshim.data.optional": "OptionalSpec",
    "tfshim.tensor_protos": "make_ndarray make_tensor_proto get_static_value",
    "tfshim.random": "random_index_shuffle",
    "tfshim.initializer_ops": """constant_initializer ones_initializer random_normal_initializer random_uniform_initializer
        zeros_initializer""",
    "tfshim.strings": "as_string",
    "tfshim.linalg": "eig eigvals eye norm tensordot matmul matrix_square_root einsum",
    "tfshim.signal.fourier_nd": "fftnd ifftnd irfftnd rfftnd",
    "tfshim.nn": """approx_top_k conv conv2d_backprop_filter_v2 conv2d_backprop_input_v2 extract_volume_patches space_to_batch
        batch_to_space space_to_batch_nd""",
    "tfshim.debugging": "Assert assert_equal assert_greater assert_less assert_rank",
    "tfshim.math": """abs acos acosh add add_n argmax argmin asin asinh atan atan2 atanh cos cosh cumsum divide equal exp
        floor greater greater_equal less less_equal logical_and logical_not logical_or maximum minimum multiply negative
        not_equal pow realdiv reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum
        round scalar_mul sigmoid sign sin sinh sqrt square subtract tan tanh truediv truncatediv truncatemod
        clip_by_global_norm clip_by_norm clip_by_value histogram_fixed_width histogram_fixed_width_bins""",
    "tfshim.array_ops": """argsort bitcast boolean_mask broadcast_dynamic_shape broadcast_static_shape broadcast_to cast
        complex concat constant dynamic_partition dynamic_stitch ensure_shape expand_dims fill fingerprint gather gather_nd
        guarantee_const identity identity_n linspace meshgrid newaxis one_hot ones ones_like pad parallel_stack range rank
        repeat required_space_to_batch_paddings reshape reverse reverse_sequence roll saturate_cast scatter_nd searchsorted
        sequence_mask shape shape_n size slice sort split squeeze stack strided_slice tensor_scatter_nd_add
        tensor_scatter_nd_max tensor_scatter_nd_min tensor_scatter_nd_sub tensor_scatter_nd_update tile transpose unique
        unique_with_counts edit_distance unravel_index unstack where zeros zeros_like""",
}
