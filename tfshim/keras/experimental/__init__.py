"""`tf.keras.experimental`: linear models, wide and deep ones, and older names of schedules."""

import importlib

from tfshim._listing import listing
from tfshim.keras.experimental.linear import LinearModel
from tfshim.keras.experimental.wide_deep import WideDeepModel
from tfshim.keras.optimizers.schedules import CosineDecay, CosineDecayRestarts

_LATER = {"SequenceFeatures": "layers.dense_features", "SidecarEvaluator": "utils.sidecar"}
__all__ = ["CosineDecay", "CosineDecayRestarts", "LinearModel", "WideDeepModel", *_LATER]
__dir__ = listing(globals())


def __getattr__(name):
    if name in _LATER:
        return getattr(importlib.import_module(f"tfshim.keras.{_LATER[name]}"), name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
