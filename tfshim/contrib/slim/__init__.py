"""`tf.contrib.slim` of TensorFlow 1: the layers, scopes and variables of `contrib` in one place, and what trains with them."""

from tfshim.contrib import layers, losses, metrics
from tfshim.contrib.framework import *  # noqa: F403 - its __all__ is part of this namespace
from tfshim.contrib.layers import *  # noqa: F403 - its __all__ is part of this namespace
from tfshim.contrib.layers import initializers, regularizers, softmax, utils
from tfshim.contrib.slim import evaluation, learning, model_analyzer, queues, summaries
from tfshim.contrib.slim.data import (
    data_decoder,
    data_provider,
    dataset,
    dataset_data_provider,
    parallel_reader,
    prefetch_queue,
    tfexample_decoder,
)

_MODULES = """
    data_decoder data_provider dataset dataset_data_provider evaluation initializers layers learning losses metrics model_analyzer
    parallel_reader prefetch_queue queues regularizers summaries tfexample_decoder utils
""".split()
__all__ = [*layers.__all__, *_MODULES, "softmax"]


def __getattr__(name):
    raise AttributeError(
        f"tf.contrib.slim.{name} is not part of tfshim; it has layers, scopes, variables, losses, metrics, and {', '.join(_MODULES)}."
    )
