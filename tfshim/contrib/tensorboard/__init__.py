"""`tf.contrib.tensorboard` of TensorFlow 1: `plugins.projector`."""

from tfshim.contrib.tensorboard import plugins

__all__ = ["plugins"]
