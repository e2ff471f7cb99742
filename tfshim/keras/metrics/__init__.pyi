# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from typing import Any
from tfshim.keras.losses.crossentropies import binary_crossentropy as binary_crossentropy
from tfshim.keras.losses.crossentropies import binary_focal_crossentropy as binary_focal_crossentropy
from tfshim.keras.losses.crossentropies import categorical_crossentropy as categorical_crossentropy
from tfshim.keras.losses.crossentropies import categorical_focal_crossentropy as categorical_focal_crossentropy
from tfshim.keras.losses.crossentropies import sparse_categorical_crossentropy as sparse_categorical_crossentropy
from tfshim.keras.losses.functions import hinge as hinge, kl_divergence as KLD, kl_divergence as kl_divergence, kl_divergence as kld
from tfshim.keras.losses.functions import kl_divergence as kullback_leibler_divergence, log_cosh as log_cosh, log_cosh as logcosh
from tfshim.keras.losses.functions import mean_absolute_error as MAE, mean_absolute_error as mae, mean_absolute_error as mean_absolute_error
from tfshim.keras.losses.functions import mean_absolute_percentage_error as MAPE, mean_absolute_percentage_error as mape
from tfshim.keras.losses.functions import mean_absolute_percentage_error as mean_absolute_percentage_error, mean_squared_error as MSE
from tfshim.keras.losses.functions import mean_squared_error as mean_squared_error, mean_squared_error as mse
from tfshim.keras.losses.functions import mean_squared_logarithmic_error as MSLE
from tfshim.keras.losses.functions import mean_squared_logarithmic_error as mean_squared_logarithmic_error
from tfshim.keras.losses.functions import mean_squared_logarithmic_error as msle, poisson as poisson, squared_hinge as squared_hinge
from tfshim.keras.metrics import experimental as experimental
from tfshim.keras.metrics.accuracies import Accuracy as Accuracy, BinaryAccuracy as BinaryAccuracy
from tfshim.keras.metrics.accuracies import CategoricalAccuracy as CategoricalAccuracy
from tfshim.keras.metrics.accuracies import SparseCategoricalAccuracy as SparseCategoricalAccuracy
from tfshim.keras.metrics.accuracies import SparseTopKCategoricalAccuracy as SparseTopKCategoricalAccuracy
from tfshim.keras.metrics.accuracies import TopKCategoricalAccuracy as TopKCategoricalAccuracy
from tfshim.keras.metrics.base import Mean as Mean, MeanMetricWrapper as MeanMetricWrapper, Metric as Metric, Sum as Sum
from tfshim.keras.metrics.confusion import FalseNegatives as FalseNegatives, FalsePositives as FalsePositives, Precision as Precision
from tfshim.keras.metrics.confusion import Recall as Recall, TrueNegatives as TrueNegatives, TruePositives as TruePositives
from tfshim.keras.metrics.curves import AUC as AUC, PrecisionAtRecall as PrecisionAtRecall, RecallAtPrecision as RecallAtPrecision
from tfshim.keras.metrics.curves import SensitivityAtSpecificity as SensitivityAtSpecificity
from tfshim.keras.metrics.curves import SpecificityAtSensitivity as SpecificityAtSensitivity
from tfshim.keras.metrics.functions import binary_accuracy as binary_accuracy, categorical_accuracy as categorical_accuracy
from tfshim.keras.metrics.functions import sparse_categorical_accuracy as sparse_categorical_accuracy
from tfshim.keras.metrics.functions import sparse_top_k_categorical_accuracy as sparse_top_k_categorical_accuracy
from tfshim.keras.metrics.functions import top_k_categorical_accuracy as top_k_categorical_accuracy
from tfshim.keras.metrics.iou import BinaryIoU as BinaryIoU, IoU as IoU, MeanIoU as MeanIoU, OneHotIoU as OneHotIoU
from tfshim.keras.metrics.iou import OneHotMeanIoU as OneHotMeanIoU
from tfshim.keras.metrics.margins import CategoricalHinge as CategoricalHinge, Hinge as Hinge, SquaredHinge as SquaredHinge
from tfshim.keras.metrics.mean_tensor import MeanTensor as MeanTensor
from tfshim.keras.metrics.probabilities import BinaryCrossentropy as BinaryCrossentropy, CategoricalCrossentropy as CategoricalCrossentropy
from tfshim.keras.metrics.probabilities import KLDivergence as KLDivergence, Poisson as Poisson
from tfshim.keras.metrics.probabilities import SparseCategoricalCrossentropy as SparseCategoricalCrossentropy
from tfshim.keras.metrics.regression import CosineSimilarity as CosineSimilarity, LogCoshError as LogCoshError
from tfshim.keras.metrics.regression import MeanAbsoluteError as MeanAbsoluteError
from tfshim.keras.metrics.regression import MeanAbsolutePercentageError as MeanAbsolutePercentageError
from tfshim.keras.metrics.regression import MeanRelativeError as MeanRelativeError, MeanSquaredError as MeanSquaredError
from tfshim.keras.metrics.regression import MeanSquaredLogarithmicError as MeanSquaredLogarithmicError
from tfshim.keras.metrics.regression import RootMeanSquaredError as RootMeanSquaredError
from tfshim.keras.metrics.scores import F1Score as F1Score, FBetaScore as FBetaScore, R2Score as R2Score
from collections.abc import Callable
def deserialize(config: dict[str, Any], custom_objects: dict[str, Any] | None=..., use_legacy_format: bool=...) -> Any: ...
def get(identifier: str | dict[str, Any] | Callable[..., Any]) -> Any: ...
def serialize(metric: Any, use_legacy_format: bool=...) -> str | dict[str, Any] | None: ...
