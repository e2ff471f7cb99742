# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from typing import Any
from tfshim.keras.losses.base import Loss as Loss, Reduction as Reduction
from tfshim.keras.losses.classes import BinaryCrossentropy as BinaryCrossentropy, BinaryFocalCrossentropy as BinaryFocalCrossentropy
from tfshim.keras.losses.classes import CategoricalCrossentropy as CategoricalCrossentropy
from tfshim.keras.losses.classes import CategoricalFocalCrossentropy as CategoricalFocalCrossentropy, CategoricalHinge as CategoricalHinge
from tfshim.keras.losses.classes import CosineSimilarity as CosineSimilarity, Hinge as Hinge, Huber as Huber, KLDivergence as KLDivergence
from tfshim.keras.losses.classes import LogCosh as LogCosh, MeanAbsoluteError as MeanAbsoluteError
from tfshim.keras.losses.classes import MeanAbsolutePercentageError as MeanAbsolutePercentageError, MeanSquaredError as MeanSquaredError
from tfshim.keras.losses.classes import MeanSquaredLogarithmicError as MeanSquaredLogarithmicError, Poisson as Poisson
from tfshim.keras.losses.classes import SparseCategoricalCrossentropy as SparseCategoricalCrossentropy, SquaredHinge as SquaredHinge
from tfshim.keras.losses.crossentropies import binary_crossentropy as binary_crossentropy
from tfshim.keras.losses.crossentropies import binary_focal_crossentropy as binary_focal_crossentropy
from tfshim.keras.losses.crossentropies import categorical_crossentropy as categorical_crossentropy
from tfshim.keras.losses.crossentropies import categorical_focal_crossentropy as categorical_focal_crossentropy
from tfshim.keras.losses.crossentropies import sparse_categorical_crossentropy as sparse_categorical_crossentropy
from tfshim.keras.losses.functions import categorical_hinge as categorical_hinge, cosine_similarity as cosine_similarity, hinge as hinge
from tfshim.keras.losses.functions import huber as huber, kl_divergence as KLD, kl_divergence as kl_divergence, kl_divergence as kld
from tfshim.keras.losses.functions import kl_divergence as kullback_leibler_divergence, log_cosh as log_cosh, log_cosh as logcosh
from tfshim.keras.losses.functions import mean_absolute_error as MAE, mean_absolute_error as mae, mean_absolute_error as mean_absolute_error
from tfshim.keras.losses.functions import mean_absolute_percentage_error as MAPE, mean_absolute_percentage_error as mape
from tfshim.keras.losses.functions import mean_absolute_percentage_error as mean_absolute_percentage_error, mean_squared_error as MSE
from tfshim.keras.losses.functions import mean_squared_error as mean_squared_error, mean_squared_error as mse
from tfshim.keras.losses.functions import mean_squared_logarithmic_error as MSLE
from tfshim.keras.losses.functions import mean_squared_logarithmic_error as mean_squared_logarithmic_error
from tfshim.keras.losses.functions import mean_squared_logarithmic_error as msle, poisson as poisson, squared_hinge as squared_hinge
from collections.abc import Callable
def deserialize(name: str | dict[str, Any], custom_objects: dict[str, Any] | None=..., use_legacy_format: bool=...) -> Any: ...
def get(identifier: str | dict[str, Any] | Callable[..., Any] | None) -> Any: ...
def serialize(loss: Callable[..., Any] | None, use_legacy_format: bool=...) -> str | dict[str, Any] | None: ...
