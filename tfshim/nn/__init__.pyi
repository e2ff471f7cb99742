# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.distribute.losses import compute_average_loss as compute_average_loss, scale_regularization_loss as scale_regularization_loss
from tfshim.keras.layers.rnn.cell_wrappers import DeviceWrapper as RNNCellDeviceWrapper, DropoutWrapper as RNNCellDropoutWrapper
from tfshim.keras.layers.rnn.cell_wrappers import ResidualWrapper as RNNCellResidualWrapper
from tfshim.math.elementwise import sigmoid as sigmoid
from tfshim.math.ranking import approx_max_k as approx_max_k, approx_min_k as approx_min_k, in_top_k as in_top_k, top_k as top_k
from tfshim.math.reductions import l2_normalize as l2_normalize, zero_fraction as zero_fraction
from tfshim.math.trigonometric import tanh as tanh
from tfshim.nn import experimental as experimental
from tfshim.nn.activations import crelu as crelu, elu as elu, gelu as gelu, leaky_relu as leaky_relu, log_softmax as log_softmax
from tfshim.nn.activations import relu as relu, relu6 as relu6, selu as selu, silu as silu, silu as swish, softmax as softmax
from tfshim.nn.activations import softplus as softplus, softsign as softsign
from tfshim.nn.convolutions import conv1d as conv1d, conv2d as conv2d, conv3d as conv3d, convolution as convolution
from tfshim.nn.ctc import collapse_repeated as collapse_repeated, ctc_beam_search_decoder as ctc_beam_search_decoder
from tfshim.nn.ctc import ctc_greedy_decoder as ctc_greedy_decoder, ctc_loss as ctc_loss, ctc_unique_labels as ctc_unique_labels
from tfshim.nn.depthwise import depthwise_conv2d as depthwise_conv2d, depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter
from tfshim.nn.depthwise import depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input, separable_conv2d as separable_conv2d
from tfshim.nn.dropouts import dropout as dropout
from tfshim.nn.embedding import embedding_lookup as embedding_lookup, embedding_lookup_sparse as embedding_lookup_sparse
from tfshim.nn.embedding import safe_embedding_lookup_sparse as safe_embedding_lookup_sparse
from tfshim.nn.fractional import fractional_avg_pool as fractional_avg_pool, fractional_max_pool as fractional_max_pool
from tfshim.nn.isotonic import isotonic_regression as isotonic_regression
from tfshim.nn.losses import l2_loss as l2_loss, log_poisson_loss as log_poisson_loss
from tfshim.nn.losses import sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits
from tfshim.nn.losses import softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits
from tfshim.nn.losses import sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits
from tfshim.nn.losses import weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits
from tfshim.nn.means_and_variances import moments as moments, normalize_moments as normalize_moments
from tfshim.nn.means_and_variances import sufficient_statistics as sufficient_statistics, weighted_moments as weighted_moments
from tfshim.nn.morphology import dilation2d as dilation2d, erosion2d as erosion2d
from tfshim.nn.normalization import batch_norm_with_global_normalization as batch_norm_with_global_normalization
from tfshim.nn.normalization import batch_normalization as batch_normalization, bias_add as bias_add
from tfshim.nn.normalization import local_response_normalization as local_response_normalization, local_response_normalization as lrn
from tfshim.nn.pooling import avg_pool as avg_pool, avg_pool1d as avg_pool1d, avg_pool2d as avg_pool2d, avg_pool3d as avg_pool3d
from tfshim.nn.pooling import max_pool as max_pool, max_pool1d as max_pool1d, max_pool2d as max_pool2d, max_pool3d as max_pool3d
from tfshim.nn.pooling import max_pool_with_argmax as max_pool_with_argmax, pool as pool
from tfshim.nn.sampling import compute_accidental_hits as compute_accidental_hits, nce_loss as nce_loss
from tfshim.nn.sampling import sampled_softmax_loss as sampled_softmax_loss
from tfshim.nn.space import depth_to_space as depth_to_space, space_to_batch as space_to_batch, space_to_depth as space_to_depth
from tfshim.nn.space import with_space_to_batch as with_space_to_batch
from tfshim.nn.transposed import atrous_conv2d as atrous_conv2d, atrous_conv2d_transpose as atrous_conv2d_transpose
from tfshim.nn.transposed import conv1d_transpose as conv1d_transpose, conv2d_transpose as conv2d_transpose
from tfshim.nn.transposed import conv3d_transpose as conv3d_transpose, conv_transpose as conv_transpose
from tfshim.random.candidates import all_candidate_sampler as all_candidate_sampler
from tfshim.random.candidates import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from tfshim.random.candidates import learned_unigram_candidate_sampler as learned_unigram_candidate_sampler
