"""`tf.compat.v1.nn`: as `tf.nn`, with the arguments of TensorFlow 1."""

import importlib

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

_elsewhere = elsewhere(
    "nn", "avg_pool_v2=nn.avg_pool max_pool_v2=nn.max_pool ctc_beam_search_decoder_v2=nn.ctc_beam_search_decoder ctc_loss_v2=nn.ctc_loss "
    "depthwise_conv2d_native_backprop_filter=nn.depthwise_conv2d_backprop_filter "
    "depthwise_conv2d_native_backprop_input=nn.depthwise_conv2d_backprop_input "
    "log_uniform_candidate_sampler=random.log_uniform_candidate_sampler uniform_candidate_sampler=random.uniform_candidate_sampler",
    "tfshim.nn")


def __getattr__(name):
    if name == "rnn_cell":
        return importlib.import_module("tfshim.compat.v1.nn.rnn_cell")
    return _elsewhere(name)
