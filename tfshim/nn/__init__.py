"""`tf.nn`: activations, convolutions, pools, normalization, losses, embeddings and samplers.

Names load on first use: those that other namespaces share are found without importing what nobody asked for.
"""

from tfshim._listing import lazily, names

_MODULES = {
    "activations": """relu relu6 elu selu leaky_relu crelu gelu silu swish softplus softsign softmax
        log_softmax""",
    "convolutions": "conv1d conv2d conv3d convolution",
    "transposed": """conv1d_transpose conv2d_transpose conv3d_transpose conv_transpose atrous_conv2d
        atrous_conv2d_transpose""",
    "depthwise": """depthwise_conv2d depthwise_conv2d_backprop_filter depthwise_conv2d_backprop_input
        separable_conv2d""",
    "morphology": "dilation2d erosion2d",
    "pooling": """max_pool max_pool1d max_pool2d max_pool3d max_pool_with_argmax avg_pool avg_pool1d avg_pool2d
        avg_pool3d pool""",
    "fractional": "fractional_avg_pool fractional_max_pool",
    "space": "space_to_batch depth_to_space space_to_depth with_space_to_batch",
    "normalization": """moments weighted_moments sufficient_statistics normalize_moments batch_normalization
        batch_norm_with_global_normalization local_response_normalization lrn bias_add""",
    "losses": """softmax_cross_entropy_with_logits sparse_softmax_cross_entropy_with_logits
        sigmoid_cross_entropy_with_logits weighted_cross_entropy_with_logits log_poisson_loss l2_loss""",
    "tfshim.distribute.losses": "compute_average_loss scale_regularization_loss",
    "dropouts": "dropout",
    "embedding": "embedding_lookup embedding_lookup_sparse safe_embedding_lookup_sparse",
    "isotonic": "isotonic_regression",
    "ctc": "ctc_loss ctc_greedy_decoder ctc_beam_search_decoder ctc_unique_labels collapse_repeated",
    "sampling": "compute_accidental_hits nce_loss sampled_softmax_loss",
    "tfshim.math.elementwise": "sigmoid",
    "tfshim.math.trigonometric": "tanh",
    "tfshim.math.ranking": "top_k in_top_k approx_max_k approx_min_k",
    "tfshim.math.reductions": "l2_normalize zero_fraction",
    "tfshim.random": "all_candidate_sampler fixed_unigram_candidate_sampler learned_unigram_candidate_sampler",
    # These are layers of Keras: found there when somebody asks for them.
    "tfshim.keras.layers.cell_wrappers": "RNNCellDeviceWrapper RNNCellDropoutWrapper RNNCellResidualWrapper",
}

# Names of the `tf` namespace itself that belong with these.
_TOP_LEVEL = {
    "tfshim.nn.convolutions": "conv",
    "tfshim.nn.transposed": "conv2d_backprop_filter_v2 conv2d_backprop_input_v2",
    "tfshim.nn.patches": "extract_volume_patches",
    "tfshim.nn.space": "space_to_batch_nd batch_to_space",
    "tfshim.nn.isotonic": "approx_top_k",
}

__all__ = names(_MODULES, ("experimental",))
__getattr__, __dir__ = lazily(globals(), _MODULES | _TOP_LEVEL, ("experimental",))
