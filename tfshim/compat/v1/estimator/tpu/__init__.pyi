# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.estimator.tpu import experimental as experimental
from tfshim.estimator.tpu import InputPipelineConfig as InputPipelineConfig, RunConfig as RunConfig, TPUConfig as TPUConfig
from tfshim.estimator.tpu import TPUEstimator as TPUEstimator, TPUEstimatorSpec as TPUEstimatorSpec
