# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.contrib.opt.averaging import MovingAverageOptimizer as MovingAverageOptimizer
from tfshim.contrib.opt.external import ExternalOptimizerInterface as ExternalOptimizerInterface
from tfshim.contrib.opt.external import ScipyOptimizerInterface as ScipyOptimizerInterface
from tfshim.contrib.opt.lazy_adam import LazyAdamOptimizer as LazyAdamOptimizer
from tfshim.contrib.opt.weight_decay import AdamWOptimizer as AdamWOptimizer, DecoupledWeightDecayExtension as DecoupledWeightDecayExtension
from tfshim.contrib.opt.weight_decay import MomentumWOptimizer as MomentumWOptimizer
from tfshim.contrib.opt.weight_decay import extend_with_decoupled_weight_decay as extend_with_decoupled_weight_decay
