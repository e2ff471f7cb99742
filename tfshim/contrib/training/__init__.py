"""`tf.contrib.training` of TensorFlow 1: hyperparameters, and training operations with clipped gradients."""

from tfshim.contrib._names import bound
from tfshim.contrib.training.hparams import HParams
from tfshim.contrib.training.training import (
    add_gradients_summaries,
    clip_gradient_norms,
    clip_gradient_norms_fn,
    create_train_op,
    multiply_gradients,
)

__all__ = bound(globals())
