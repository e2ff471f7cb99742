"""`tf.contrib.slim` of TensorFlow 1: the layers, scopes and variables of `contrib` in one place."""

from tfshim.contrib import layers, losses, metrics
from tfshim.contrib.framework import *  # noqa: F403 - its __all__ is part of this namespace
from tfshim.contrib.layers import *  # noqa: F403 - its __all__ is part of this namespace
from tfshim.contrib.layers import softmax
from tfshim.contrib.slim import learning

__all__ = [*layers.__all__, "learning", "losses", "metrics", "softmax"]


def __getattr__(name):
    raise AttributeError(
        f"tf.contrib.slim.{name} is not part of tfshim; it has layers, scopes, variables, losses, metrics and learning.create_train_op."
    )
