"""`tf.keras.models.experimental`."""

from tfshim.keras.models.experimental.sharpness import SharpnessAwareMinimization

__all__ = ["SharpnessAwareMinimization"]
