# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.mixed_precision.loss_scale import BaseLossScaleOptimizer as LossScaleOptimizer
from tfshim.keras.mixed_precision.policy import Policy as Policy, global_policy as global_policy, set_global_policy as set_global_policy
