# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.blocks import depth_to_space as depth_to_space, space_to_batch as space_to_batch, space_to_depth as space_to_depth
from tfshim.compat.v1.math import in_top_k as in_top_k, log_softmax as log_softmax, softmax as softmax
from tfshim.compat.v1.nn import rnn_cell as rnn_cell
from tfshim.compat.v1.nn.convolutions import conv1d as conv1d, conv2d as conv2d, conv2d_backprop_filter as conv2d_backprop_filter
from tfshim.compat.v1.nn.convolutions import conv2d_backprop_input as conv2d_backprop_input, conv2d_transpose as conv2d_transpose
from tfshim.compat.v1.nn.convolutions import conv3d as conv3d, conv3d_backprop_filter as conv3d_backprop_filter
from tfshim.compat.v1.nn.convolutions import conv3d_backprop_filter as conv3d_backprop_filter_v2, conv3d_transpose as conv3d_transpose
from tfshim.compat.v1.nn.convolutions import convolution as convolution, depthwise_conv2d as depthwise_conv2d
from tfshim.compat.v1.nn.convolutions import depthwise_conv2d_native as depthwise_conv2d_native, separable_conv2d as separable_conv2d
from tfshim.compat.v1.nn.embeddings import embedding_lookup as embedding_lookup, embedding_lookup_sparse as embedding_lookup_sparse
from tfshim.compat.v1.nn.embeddings import safe_embedding_lookup_sparse as safe_embedding_lookup_sparse
from tfshim.compat.v1.nn.functions import batch_norm_with_global_normalization as batch_norm_with_global_normalization, crelu as crelu
from tfshim.compat.v1.nn.functions import dropout as dropout, fused_batch_norm as fused_batch_norm, leaky_relu as leaky_relu
from tfshim.compat.v1.nn.functions import moments as moments, relu6 as relu6, relu_layer as relu_layer
from tfshim.compat.v1.nn.functions import sufficient_statistics as sufficient_statistics, weighted_moments as weighted_moments
from tfshim.compat.v1.nn.functions import xw_plus_b as xw_plus_b
from tfshim.compat.v1.nn.losses import ctc_loss as ctc_loss, nce_loss as nce_loss, sampled_softmax_loss as sampled_softmax_loss
from tfshim.compat.v1.nn.losses import sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits
from tfshim.compat.v1.nn.losses import softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits
from tfshim.compat.v1.nn.losses import softmax_cross_entropy_with_logits_v2 as softmax_cross_entropy_with_logits_v2
from tfshim.compat.v1.nn.losses import sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits
from tfshim.compat.v1.nn.losses import weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits
from tfshim.compat.v1.nn.morphology import dilation2d as dilation2d, erosion2d as erosion2d
from tfshim.compat.v1.nn.pooling import avg_pool as avg_pool, avg_pool as avg_pool2d, max_pool as max_pool
from tfshim.compat.v1.nn.pooling import max_pool_with_argmax as max_pool_with_argmax, pool as pool
from tfshim.compat.v1.nn.recurrent import bidirectional_dynamic_rnn as bidirectional_dynamic_rnn, dynamic_rnn as dynamic_rnn
from tfshim.compat.v1.nn.recurrent import raw_rnn as raw_rnn, static_bidirectional_rnn as static_bidirectional_rnn, static_rnn as static_rnn
from tfshim.compat.v1.nn.recurrent import static_state_saving_rnn as static_state_saving_rnn
from tfshim.compat.v1.unsupported import quantized_avg_pool as quantized_avg_pool, quantized_conv2d as quantized_conv2d
from tfshim.compat.v1.unsupported import quantized_max_pool as quantized_max_pool, quantized_relu_x as quantized_relu_x
from tfshim.distribute.losses import compute_average_loss as compute_average_loss, scale_regularization_loss as scale_regularization_loss
from tfshim.math.elementwise import sigmoid as sigmoid
from tfshim.math.ranking import approx_max_k as approx_max_k, approx_min_k as approx_min_k, top_k as top_k
from tfshim.math.reductions import l2_normalize as l2_normalize, zero_fraction as zero_fraction
from tfshim.math.trigonometric import tanh as tanh
from tfshim.nn import experimental as experimental
from tfshim.nn.activations import elu as elu, relu as relu, selu as selu, silu as silu, silu as swish, softplus as softplus
from tfshim.nn.activations import softsign as softsign
from tfshim.nn.ctc import collapse_repeated as collapse_repeated, ctc_beam_search_decoder as ctc_beam_search_decoder_v2
from tfshim.nn.ctc import ctc_beam_search_decoder_v1 as ctc_beam_search_decoder, ctc_greedy_decoder as ctc_greedy_decoder
from tfshim.nn.ctc import ctc_loss as ctc_loss_v2, ctc_unique_labels as ctc_unique_labels
from tfshim.nn.depthwise import depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter
from tfshim.nn.depthwise import depthwise_conv2d_backprop_filter as depthwise_conv2d_native_backprop_filter
from tfshim.nn.depthwise import depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input
from tfshim.nn.depthwise import depthwise_conv2d_backprop_input as depthwise_conv2d_native_backprop_input
from tfshim.nn.fractional import fractional_avg_pool_v1 as fractional_avg_pool, fractional_max_pool_v1 as fractional_max_pool
from tfshim.nn.losses import l2_loss as l2_loss, log_poisson_loss as log_poisson_loss
from tfshim.nn.means_and_variances import normalize_moments as normalize_moments
from tfshim.nn.normalization import batch_normalization as batch_normalization, bias_add as bias_add
from tfshim.nn.normalization import local_response_normalization as local_response_normalization, local_response_normalization as lrn
from tfshim.nn.pooling import avg_pool as avg_pool_v2, avg_pool1d as avg_pool1d, avg_pool3d as avg_pool3d, max_pool as max_pool_v2
from tfshim.nn.pooling import max_pool1d as max_pool1d, max_pool2d as max_pool2d, max_pool3d as max_pool3d
from tfshim.nn.sampling import compute_accidental_hits as compute_accidental_hits
from tfshim.nn.space import with_space_to_batch as with_space_to_batch
from tfshim.nn.transposed import atrous_conv2d as atrous_conv2d, atrous_conv2d_transpose as atrous_conv2d_transpose
from tfshim.nn.transposed import conv1d_transpose as conv1d_transpose, conv_transpose as conv_transpose
from tfshim.random.candidates import all_candidate_sampler as all_candidate_sampler
from tfshim.random.candidates import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from tfshim.random.candidates import learned_unigram_candidate_sampler as learned_unigram_candidate_sampler
from tfshim.random.candidates import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from tfshim.random.candidates import uniform_candidate_sampler as uniform_candidate_sampler
