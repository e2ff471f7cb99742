# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from typing import Any
from tfshim.compat.v1.keras import backend as backend, layers as layers, optimizers as optimizers
from tfshim.keras import applications as applications, constraints as constraints, datasets as datasets, export as export, saving as saving
from tfshim.keras.engine.input_layer import Input as Input
from tfshim.keras.models.model import Model as Model
from tfshim.keras.models.sequential import Sequential as Sequential
activations: Any
callbacks: Any
estimator: Any
experimental: Any
initializers: Any
losses: Any
metrics: Any
mixed_precision: Any
models: Any
preprocessing: Any
regularizers: Any
utils: Any
