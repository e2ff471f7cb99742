"""Initializers of `tf.contrib.layers`."""

from tfshim.compat.v1.initializers.drawn import variance_scaling
from tfshim.engine.values import dtypes


def xavier_initializer(uniform=True, seed=None, dtype=dtypes.float32):
    """Numbers of variance 2 / (fan_in + fan_out), uniform or truncated normal."""
    return variance_scaling(1.0, "fan_avg", "uniform" if uniform else "truncated_normal", seed, dtype)


xavier_initializer_conv2d = xavier_initializer


def variance_scaling_initializer(factor=2.0, mode="FAN_IN", uniform=False, seed=None, dtype=dtypes.float32):
    """Numbers of variance `factor` over the number that `mode` (FAN_IN, FAN_OUT, FAN_AVG) names.

    Raises ValueError for another mode, TypeError for a dtype that is not floating.
    """
    if not dtypes.as_dtype(dtype).is_floating:
        raise TypeError("Cannot create initializer for non-floating point type.")
    if mode not in ("FAN_IN", "FAN_OUT", "FAN_AVG"):
        raise ValueError(f"Unknown mode {mode} [FAN_IN, FAN_OUT, FAN_AVG]")
    return variance_scaling(factor, mode.lower(), "uniform" if uniform else "truncated_normal", seed, dtype)
