# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.contrib.layers.basic import bias_add as bias_add, dropout as dropout, flatten as flatten, fully_connected as fully_connected
from tfshim.contrib.layers.basic import linear as linear, maxout as maxout, one_hot_encoding as one_hot_encoding, relu as relu
from tfshim.contrib.layers.basic import relu6 as relu6, repeat as repeat, softmax as softmax, stack as stack, unit_norm as unit_norm
from tfshim.contrib.layers.convolutional import avg_pool2d as avg_pool2d, avg_pool3d as avg_pool3d, conv1d as conv1d
from tfshim.contrib.layers.convolutional import conv1d as convolution1d, conv2d as conv2d, conv2d as convolution2d
from tfshim.contrib.layers.convolutional import conv2d_transpose as conv2d_transpose, conv2d_transpose as convolution2d_transpose
from tfshim.contrib.layers.convolutional import conv3d as conv3d, conv3d as convolution3d, convolution as convolution
from tfshim.contrib.layers.convolutional import max_pool2d as max_pool2d, max_pool3d as max_pool3d, separable_conv2d as separable_conv2d
from tfshim.contrib.layers.convolutional import separable_conv2d as separable_convolution2d
from tfshim.contrib.layers.embedding import bow_encoder as bow_encoder, embed_sequence as embed_sequence
from tfshim.contrib.layers.embedding import embedding_lookup_unique as embedding_lookup_unique
from tfshim.contrib.layers.initializers import variance_scaling_initializer as variance_scaling_initializer
from tfshim.contrib.layers.initializers import xavier_initializer as xavier_initializer, xavier_initializer as xavier_initializer_conv2d
from tfshim.contrib.layers.normalization import batch_norm as batch_norm, instance_norm as instance_norm, layer_norm as layer_norm
from tfshim.contrib.layers.optimizers import OPTIMIZER_CLS_NAMES as OPTIMIZER_CLS_NAMES, OPTIMIZER_SUMMARIES as OPTIMIZER_SUMMARIES
from tfshim.contrib.layers.optimizers import optimize_loss as optimize_loss
from tfshim.contrib.layers.regularizers import apply_regularization as apply_regularization, l1_l2_regularizer as l1_l2_regularizer
from tfshim.contrib.layers.regularizers import l1_regularizer as l1_regularizer, l2_regularizer as l2_regularizer
from tfshim.contrib.layers.regularizers import sum_regularizer as sum_regularizer
from tfshim.contrib.layers.summaries import summarize_activation as summarize_activation, summarize_activations as summarize_activations
from tfshim.contrib.layers.summaries import summarize_collection as summarize_collection, summarize_tensor as summarize_tensor
from tfshim.contrib.layers.summaries import summarize_tensors as summarize_tensors
