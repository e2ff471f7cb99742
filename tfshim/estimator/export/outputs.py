"""Outputs of a model function, each with the signature under which it is served."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.array_ops.creation import constant
from tfshim.compat.v1.saved_model import signature_constants
from tfshim.compat.v1.saved_model.signature_def_utils import (
    build_signature_def,
    classification_signature_def,
    predict_signature_def,
    regression_signature_def,
)
from tfshim.compat.v1.saved_model.utils import build_tensor_info
from tfshim.control_flow import control_dependencies
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import is_tensor

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.tensor import Tensor

DEFAULT = signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
_SEPARATOR = "/"


@tf_private(
    "tensorflow.python.saved_model.model_utils.export_output.ExportOutput",
    "tensorflow_estimator.python.estimator.export.export_output.ExportOutput",
)
@tf_export("estimator.export.ExportOutput")
class ExportOutput:
    """Base of the outputs. Mirrors `tf.estimator.export.ExportOutput`."""

    _SEPARATOR_CHAR = _SEPARATOR

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Message:
        """The SignatureDef from the dictionary of tensors that are fed to this output."""
        raise NotImplementedError(f"{type(self).__name__} has no as_signature_def.")


def _joined(key, what):
    """The text for a key that is one, or a tuple of some."""
    for part in key if isinstance(key, tuple) else (key,):
        if not isinstance(part, str):
            raise ValueError(f"{what} output key must be a string; got {part}.")
    return _SEPARATOR.join(key) if isinstance(key, tuple) else key


def _by_name(given, name, what):
    """Tensors by name: `given`, or the one tensor that it is, then called `name`. ValueError for other keys and values."""
    made = {}
    for key, value in (given if isinstance(given, Mapping) else {name: given}).items():
        text = _joined(key, what)
        if not is_tensor(value):
            raise ValueError(f"{what} output value must be a Tensor; got {value}.")
        made[text] = value
    return made


@tf_private(
    "tensorflow.python.saved_model.model_utils.export_output.ClassificationOutput",
    "tensorflow_estimator.python.estimator.export.export_output.ClassificationOutput",
)
@tf_export("estimator.export.ClassificationOutput")
class ClassificationOutput(ExportOutput):
    """A classification: float `scores`, string `classes`, or both. Mirrors `tf.estimator.export.ClassificationOutput`.

    Raises ValueError for values of other dtypes, and without any.
    """

    def __init__(self, scores: Tensor | None = None, classes: Tensor | None = None) -> None:
        if scores is not None and not (is_tensor(scores) and scores.dtype.is_floating):
            raise ValueError(f"Classification scores must be a float32 Tensor; got {scores}")
        if classes is not None and not (is_tensor(classes) and dtypes.as_dtype(classes.dtype) == dtypes.string):
            raise ValueError(f"Classification classes must be a string Tensor; got {classes}")
        if scores is None and classes is None:
            raise ValueError(
                "Cannot create a ClassificationOutput with empty arguments. At least one of `scores` and `classes` must be defined."
            )
        self._scores, self._classes = scores, classes

    scores = property(lambda self: self._scores, doc="The score of each class, or None.")
    classes = property(lambda self: self._classes, doc="The classes, or None.")

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Message:
        """A signature for classification. ValueError unless the one input is a string."""
        return classification_signature_def(_one_input(receiver_tensors, "Classification"), self.classes, self.scores)


def _one_input(receiver_tensors, kind):
    given = [*receiver_tensors.values()]
    if len(given) != 1 or dtypes.as_dtype(given[0].dtype) != dtypes.string:
        raise ValueError(
            f"{kind} signatures can only accept a single tensor input of type tf.string. Please check to make sure that you have "
            "structured the serving_input_receiver_fn so that it creates a single string placeholder. If your model function expects "
            "multiple inputs, then use `tf.io.parse_example()` to parse the string into multiple tensors.\n"
            f" Received: {receiver_tensors}"
        )
    return given[0]


@tf_private(
    "tensorflow.python.saved_model.model_utils.export_output.RegressionOutput",
    "tensorflow_estimator.python.estimator.export.export_output.RegressionOutput",
)
@tf_export("estimator.export.RegressionOutput")
class RegressionOutput(ExportOutput):
    """A regression, a float tensor. Mirrors `tf.estimator.export.RegressionOutput`; ValueError for anything else."""

    def __init__(self, value: Tensor) -> None:
        if not (is_tensor(value) and value.dtype.is_floating):
            raise ValueError(f"Regression output value must be a float32 Tensor; got {value}")
        self._value = value

    value = property(lambda self: self._value, doc="The value.")

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Message:
        """A signature for regression. ValueError unless the one input is a string."""
        return regression_signature_def(_one_input(receiver_tensors, "Regression"), self.value)


@tf_private(
    "tensorflow.python.saved_model.model_utils.export_output.PredictOutput",
    "tensorflow_estimator.python.estimator.export.export_output.PredictOutput",
)
@tf_export("estimator.export.PredictOutput")
class PredictOutput(ExportOutput):
    """Any tensors: a dictionary of them, or one, which is called "output". Mirrors `tf.estimator.export.PredictOutput`.

    Raises ValueError for other values, and for keys that are neither texts nor tuples of them.
    """

    def __init__(self, outputs: Tensor | Mapping[str, Tensor]) -> None:
        self._outputs = _by_name(outputs, "output", "Prediction")

    outputs = property(lambda self: self._outputs, doc="The tensors by name.")

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Message:
        """A signature for predictions."""
        return predict_signature_def(receiver_tensors, self.outputs)


class SupervisedOutput(ExportOutput):
    """The loss, predictions and metrics of a training or an evaluation."""

    PREDICTIONS_NAME, METRICS_NAME, LOSS_NAME = "predictions", "metrics", "loss"
    METRIC_VALUE_SUFFIX, METRIC_UPDATE_SUFFIX = "value", "update_op"
    METHOD = ""

    def __init__(self, loss: Any = None, predictions: Any = None, metrics: Any = None) -> None:
        self._loss = None if loss is None else self._prefixed(loss, "loss")
        self._predictions = None if predictions is None else self._prefixed(predictions, "predictions")
        self._metrics = None if metrics is None else self._metric_tensors(metrics)

    loss = property(lambda self: self._loss, doc="The loss by its name.")
    predictions = property(lambda self: self._predictions, doc="The predictions by their names.")
    metrics = property(lambda self: self._metrics, doc="The metrics, `NAME/value` and `NAME/update_op`.")

    def _prefixed(self, given, prefix):
        made = {}
        for key, value in _by_name(given, prefix, prefix).items():
            made[key if key == prefix or key.startswith(f"{prefix}{_SEPARATOR}") else f"{prefix}{_SEPARATOR}{key}"] = value
        return made

    def _metric_tensors(self, metrics):
        made = {}
        for key, metric in (metrics if isinstance(metrics, Mapping) else {"metrics": metrics}).items():
            name = _SEPARATOR.join(key) if isinstance(key, tuple) else key
            name = name if name == "metrics" or name.startswith("metrics/") else f"metrics{_SEPARATOR}{name}"
            value, update = (metric.result(), metric.updates[0]) if hasattr(metric, "result") else metric
            if not is_tensor(value):
                raise ValueError(f"{name} output value must be a Tensor; got {value}.")
            if not (is_tensor(update) or hasattr(update, "node_def")):
                raise ValueError(f"{name} update_op must be a Tensor or Operation; got {update}.")
            if not is_tensor(update):  # a signature holds tensors only
                with control_dependencies([update]):
                    update = constant([], name="metric_op_wrapper")
            made[f"{name}/value"], made[f"{name}/update_op"] = value, update
        return made

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Message:
        """A signature of all of them."""
        outputs = {**(self._loss or {}), **(self._predictions or {}), **(self._metrics or {})}
        return build_signature_def(
            {k: build_tensor_info(v) for k, v in receiver_tensors.items()},
            {k: build_tensor_info(v) for k, v in outputs.items()},
            self.METHOD,
        )


@tf_private(
    "tensorflow.python.saved_model.model_utils.export_output.TrainOutput",
    "tensorflow_estimator.python.estimator.export.export_output.TrainOutput",
)
class TrainOutput(SupervisedOutput):
    """What is served of a graph for training."""

    METHOD = "tensorflow/supervised/training"


@tf_private(
    "tensorflow.python.saved_model.model_utils.export_output.EvalOutput",
    "tensorflow_estimator.python.estimator.export.export_output.EvalOutput",
)
@tf_export("estimator.export.EvalOutput")
class EvalOutput(SupervisedOutput):
    """What is served of a graph for evaluation. Mirrors `tf.estimator.export.EvalOutput`."""

    METHOD = "tensorflow/supervised/eval"


def served_outputs(export_outputs: Any, predictions: Any) -> dict[str, ExportOutput]:
    """The outputs by name, of which one is the default; without `export_outputs` that is a PredictOutput of `predictions`.

    Raises TypeError for other values, ValueError where none of several is the default.
    """
    if export_outputs is None:
        export_outputs = {DEFAULT: PredictOutput(predictions)}
    if not isinstance(export_outputs, dict):
        raise TypeError(f"`export_outputs` must be dict, received: {export_outputs}.")
    for value in export_outputs.values():
        if not isinstance(value, ExportOutput):
            raise TypeError(f"Values in `export_outputs` must be ExportOutput objects, received: {export_outputs}.")
    if len(export_outputs) == 1 and DEFAULT not in export_outputs:
        [(_, only)] = export_outputs.items()
        export_outputs[DEFAULT] = only
    if len(export_outputs) > 1 and DEFAULT not in export_outputs:
        raise ValueError(
            "Multiple `export_outputs` were provided, but none of them are specified as the default. Use"
            "`tf.saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY` to specify a default."
        )
    return export_outputs
