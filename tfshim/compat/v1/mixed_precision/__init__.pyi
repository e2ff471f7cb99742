# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.mixed_precision import experimental as experimental
from tfshim.compat.v1.mixed_precision.optimizers import MixedPrecisionLossScaleOptimizer as MixedPrecisionLossScaleOptimizer
from tfshim.compat.v1.mixed_precision.optimizers import disable_mixed_precision_graph_rewrite as disable_mixed_precision_graph_rewrite
from tfshim.compat.v1.mixed_precision.optimizers import enable_mixed_precision_graph_rewrite as enable_mixed_precision_graph_rewrite
from tfshim.compat.v1.mixed_precision.scales import DynamicLossScale as DynamicLossScale, FixedLossScale as FixedLossScale
from tfshim.compat.v1.mixed_precision.scales import LossScale as LossScale
