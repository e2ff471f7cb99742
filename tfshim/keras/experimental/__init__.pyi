# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.experimental.linear import LinearModel as LinearModel
from tfshim.keras.experimental.wide_deep import WideDeepModel as WideDeepModel
from tfshim.keras.layers.dense_features import SequenceFeatures as SequenceFeatures
from tfshim.keras.optimizers.schedules import CosineDecay as CosineDecay, CosineDecayRestarts as CosineDecayRestarts
from tfshim.keras.utils.sidecar import SidecarEvaluator as SidecarEvaluator
