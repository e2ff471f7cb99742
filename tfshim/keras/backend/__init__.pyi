# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.backend import experimental as experimental
from tfshim.keras.backend.activations import elu as elu, hard_sigmoid as hard_sigmoid, relu as relu, sigmoid as sigmoid, softmax as softmax
from tfshim.keras.backend.activations import softplus as softplus, softsign as softsign, tanh as tanh
from tfshim.keras.backend.arranging import batch_flatten as batch_flatten, expand_dims as expand_dims, flatten as flatten, gather as gather
from tfshim.keras.backend.arranging import one_hot as one_hot, permute_dimensions as permute_dimensions, repeat as repeat
from tfshim.keras.backend.arranging import repeat_elements as repeat_elements, reshape as reshape, reverse as reverse, squeeze as squeeze
from tfshim.keras.backend.arranging import stack as stack, tile as tile, transpose as transpose
from tfshim.keras.backend.crossentropy import binary_crossentropy as binary_crossentropy
from tfshim.keras.backend.crossentropy import binary_focal_crossentropy as binary_focal_crossentropy
from tfshim.keras.backend.crossentropy import categorical_crossentropy as categorical_crossentropy
from tfshim.keras.backend.crossentropy import categorical_focal_crossentropy as categorical_focal_crossentropy
from tfshim.keras.backend.crossentropy import sparse_categorical_crossentropy as sparse_categorical_crossentropy
from tfshim.keras.backend.ctc import ctc_batch_cost as ctc_batch_cost, ctc_decode as ctc_decode
from tfshim.keras.backend.ctc import ctc_label_dense_to_sparse as ctc_label_dense_to_sparse
from tfshim.keras.backend.elementwise import abs as abs, clip as clip, cos as cos, equal as equal, exp as exp, greater as greater
from tfshim.keras.backend.elementwise import greater_equal as greater_equal, less as less, less_equal as less_equal, log as log
from tfshim.keras.backend.elementwise import maximum as maximum, minimum as minimum, not_equal as not_equal, pow as pow, round as round
from tfshim.keras.backend.elementwise import sign as sign, sin as sin, sqrt as sqrt, square as square
from tfshim.keras.backend.functions import function as function
from tfshim.keras.backend.images import bias_add as bias_add, conv1d as conv1d, conv2d as conv2d, conv2d_transpose as conv2d_transpose
from tfshim.keras.backend.images import conv3d as conv3d, depthwise_conv2d as depthwise_conv2d, local_conv1d as local_conv1d
from tfshim.keras.backend.images import local_conv2d as local_conv2d, pool2d as pool2d, pool3d as pool3d
from tfshim.keras.backend.images import separable_conv2d as separable_conv2d, spatial_2d_padding as spatial_2d_padding
from tfshim.keras.backend.images import spatial_3d_padding as spatial_3d_padding, temporal_padding as temporal_padding
from tfshim.keras.backend.keras_tensors import concatenate as concatenate, eval as eval, is_keras_tensor as is_keras_tensor
from tfshim.keras.backend.keras_tensors import placeholder as placeholder, to_dense as to_dense
from tfshim.keras.backend.normalizing import batch_normalization as batch_normalization
from tfshim.keras.backend.normalizing import normalize_batch_in_training as normalize_batch_in_training
from tfshim.keras.backend.products import batch_dot as batch_dot, dot as dot, in_top_k as in_top_k, l2_normalize as l2_normalize
from tfshim.keras.backend.programs import dropout as dropout, foldl as foldl, foldr as foldr, gradients as gradients
from tfshim.keras.backend.programs import in_test_phase as in_test_phase, in_train_phase as in_train_phase
from tfshim.keras.backend.programs import learning_phase_scope as learning_phase_scope, map_fn as map_fn
from tfshim.keras.backend.programs import random_bernoulli as random_bernoulli, random_binomial as random_binomial
from tfshim.keras.backend.programs import random_normal as random_normal, random_normal_variable as random_normal_variable
from tfshim.keras.backend.programs import random_uniform as random_uniform, random_uniform_variable as random_uniform_variable
from tfshim.keras.backend.programs import switch as switch, truncated_normal as truncated_normal
from tfshim.keras.backend.reductions import all as all, any as any, argmax as argmax, argmin as argmin, cumprod as cumprod, cumsum as cumsum
from tfshim.keras.backend.reductions import max as max, mean as mean, min as min, prod as prod, std as std, sum as sum, var as var
from tfshim.keras.backend.resizing import resize_images as resize_images, resize_volumes as resize_volumes
from tfshim.keras.backend.settings import backend as backend, epsilon as epsilon, floatx as floatx, get_uid as get_uid
from tfshim.keras.backend.settings import image_data_format as image_data_format, learning_phase as learning_phase
from tfshim.keras.backend.settings import manual_variable_initialization as manual_variable_initialization, name_scope as name_scope
from tfshim.keras.backend.settings import reset_uids as reset_uids, set_epsilon as set_epsilon, set_floatx as set_floatx
from tfshim.keras.backend.settings import set_image_data_format as set_image_data_format, set_learning_phase as set_learning_phase
from tfshim.keras.backend.state import batch_get_value as batch_get_value, batch_set_value as batch_set_value
from tfshim.keras.backend.state import clear_session as clear_session, get_value as get_value
from tfshim.keras.backend.state import moving_average_update as moving_average_update, set_value as set_value, update as update
from tfshim.keras.backend.state import update_add as update_add, update_sub as update_sub
from tfshim.keras.backend.values import arange as arange, cast as cast, cast_to_floatx as cast_to_floatx, constant as constant
from tfshim.keras.backend.values import count_params as count_params, dtype as dtype, eye as eye, int_shape as int_shape
from tfshim.keras.backend.values import is_sparse as is_sparse, ndim as ndim, ones as ones, ones_like as ones_like
from tfshim.keras.backend.values import print_tensor as print_tensor, shape as shape, stop_gradient as stop_gradient, variable as variable
from tfshim.keras.backend.values import zeros as zeros, zeros_like as zeros_like
from tfshim.keras.layers.rnn.loop import rnn as rnn
