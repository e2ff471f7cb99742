"""`tf.keras.__internal__.losses`."""

from tfshim.keras.losses.base import LossFunctionWrapper, compute_weighted_loss

__all__ = ["LossFunctionWrapper", "compute_weighted_loss"]
