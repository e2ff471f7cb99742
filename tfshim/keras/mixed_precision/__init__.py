"""`tf.keras.mixed_precision`: computing in float16 or bfloat16 with variables in float32."""

import importlib

from tfshim._listing import listing
from tfshim.keras.mixed_precision.policy import Policy, global_policy, set_global_policy

__all__ = ["LossScaleOptimizer", "Policy", "global_policy", "set_global_policy"]
__dir__ = listing(globals())
_LATER = {"LossScaleOptimizer": "BaseLossScaleOptimizer", "deserialize_loss_scale_optimizer": "deserialize_loss_scale_optimizer"}


def __getattr__(name):
    # Optimizers import layers, which import policies from here.
    if name in _LATER:
        value = getattr(importlib.import_module("tfshim.keras.mixed_precision.loss_scale"), _LATER[name])
        globals()[name] = value
        return value
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
