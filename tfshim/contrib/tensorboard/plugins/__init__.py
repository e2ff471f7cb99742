"""`tf.contrib.tensorboard.plugins` of TensorFlow 1: `projector`."""

from tfshim.contrib.tensorboard.plugins import projector

__all__ = ["projector"]
