# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras import activations as activations, applications as applications, backend as backend, callbacks as callbacks
from tfshim.keras import constraints as constraints, datasets as datasets, dtensor as dtensor, estimator as estimator
from tfshim.keras import experimental as experimental, export as export, initializers as initializers, layers as layers, losses as losses
from tfshim.keras import metrics as metrics, mixed_precision as mixed_precision, models as models, optimizers as optimizers
from tfshim.keras import preprocessing as preprocessing, regularizers as regularizers, saving as saving, utils as utils
from tfshim.keras.engine.input_layer import Input as Input
from tfshim.keras.models.model import Model as Model
from tfshim.keras.models.sequential import Sequential as Sequential
