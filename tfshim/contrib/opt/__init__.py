"""`tf.contrib.opt` of TensorFlow 1: optimizers that only it had, and SciPy's for losses of graphs."""

from tfshim.contrib._names import bound
from tfshim.contrib.opt.averaging import MovingAverageOptimizer
from tfshim.contrib.opt.external import ExternalOptimizerInterface, ScipyOptimizerInterface
from tfshim.contrib.opt.lazy_adam import LazyAdamOptimizer
from tfshim.contrib.opt.weight_decay import (
    AdamWOptimizer,
    DecoupledWeightDecayExtension,
    MomentumWOptimizer,
    extend_with_decoupled_weight_decay,
)

__all__ = bound(globals())


def __getattr__(name):
    raise AttributeError(f"tf.contrib.opt.{name} is not part of tfshim; it has {', '.join(__all__)}.")
