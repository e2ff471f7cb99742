"""`tf.compat.v1.nn`: as `tf.nn`, with the arguments of TensorFlow 1."""

import importlib

from tfshim._listing import listing
from tfshim.compat.v1._fallback import elsewhere
from tfshim.compat.v1.math import in_top_k, log_softmax, softmax  # noqa: F401 - names of this namespace
from tfshim.compat.v1.nn.functions import *  # noqa: F403 - its __all__ is part of this namespace
from tfshim.compat.v1.nn.recurrent import (  # noqa: F401
    bidirectional_dynamic_rnn,
    dynamic_rnn,
    raw_rnn,
    static_bidirectional_rnn,
    static_rnn,
    static_state_saving_rnn,
)

__all__ = """
    all_candidate_sampler approx_max_k approx_min_k atrous_conv2d atrous_conv2d_transpose avg_pool avg_pool1d avg_pool2d avg_pool3d
    avg_pool_v2 batch_norm_with_global_normalization batch_normalization bias_add bidirectional_dynamic_rnn collapse_repeated
    compute_accidental_hits compute_average_loss conv1d conv1d_transpose conv2d conv2d_backprop_filter conv2d_backprop_input
    conv2d_transpose conv3d conv3d_transpose conv_transpose convolution crelu ctc_beam_search_decoder ctc_beam_search_decoder_v2
    ctc_greedy_decoder ctc_loss ctc_loss_v2 ctc_unique_labels depth_to_space depthwise_conv2d depthwise_conv2d_backprop_filter
    depthwise_conv2d_backprop_input depthwise_conv2d_native depthwise_conv2d_native_backprop_filter
    depthwise_conv2d_native_backprop_input dilation2d dropout dynamic_rnn elu embedding_lookup embedding_lookup_sparse erosion2d
    experimental fixed_unigram_candidate_sampler fractional_avg_pool fractional_max_pool fused_batch_norm in_top_k l2_loss
    l2_normalize leaky_relu learned_unigram_candidate_sampler local_response_normalization log_poisson_loss log_softmax
    log_uniform_candidate_sampler lrn max_pool max_pool1d max_pool2d max_pool3d max_pool_v2 max_pool_with_argmax moments
    nce_loss normalize_moments pool raw_rnn relu relu6 relu_layer rnn_cell safe_embedding_lookup_sparse sampled_softmax_loss
    scale_regularization_loss selu separable_conv2d sigmoid sigmoid_cross_entropy_with_logits silu softmax
    softmax_cross_entropy_with_logits softmax_cross_entropy_with_logits_v2 softplus softsign space_to_batch space_to_depth
    sparse_softmax_cross_entropy_with_logits static_bidirectional_rnn static_rnn static_state_saving_rnn sufficient_statistics
    swish tanh top_k uniform_candidate_sampler weighted_cross_entropy_with_logits weighted_moments with_space_to_batch xw_plus_b
    zero_fraction
""".split()
__dir__ = listing(globals())

_elsewhere = elsewhere(
    "nn",
    "avg_pool_v2=nn.avg_pool max_pool_v2=nn.max_pool ctc_beam_search_decoder_v2=nn.ctc_beam_search_decoder ctc_loss_v2=nn.ctc_loss "
    "depthwise_conv2d_native_backprop_filter=nn.depthwise_conv2d_backprop_filter "
    "depthwise_conv2d_native_backprop_input=nn.depthwise_conv2d_backprop_input "
    "log_uniform_candidate_sampler=random.log_uniform_candidate_sampler uniform_candidate_sampler=random.uniform_candidate_sampler",
    "tfshim.nn",
)


def __getattr__(name):
    if name == "rnn_cell":
        return importlib.import_module("tfshim.compat.v1.nn.rnn_cell")
    return _elsewhere(name)
