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
    """The base of what an exported model offers. Mirrors `tf.estimator.export.ExportOutput`.

    The values of the `export_outputs` of a `tf.estimator.EstimatorSpec` derive from it: `tf.estimator.export.ClassificationOutput`,
    `RegressionOutput` and `PredictOutput`, which are served, and `EvalOutput`. A class of one's own defines `as_signature_def`, for a
    model that offers something else. It has no arguments, and is not made by itself.

    Example:
        >>> with tf.Graph().as_default():
        ...     output = tf.estimator.export.PredictOutput(tf.constant([0.5]))
        >>> isinstance(output, tf.estimator.export.ExportOutput), list(output.outputs)
        (True, ['output'])
    """

    _SEPARATOR_CHAR = _SEPARATOR

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Message:
        """The signature from the tensors that are fed. Mirrors `tf.estimator.export.ExportOutput.as_signature_def`.

        `Estimator.export_saved_model` calls it, within the graph that is exported, for each of the `export_outputs` of the
        `tf.estimator.EstimatorSpec`. Classes that derive from this one define it.

        Arguments:
            receiver_tensors: a dictionary from names to the tensors that are fed, as a serving input receiver has them.

        Returns:
            A `SignatureDef` message, with the names of inputs and outputs and the method.

        Example:
            >>> class Words(tf.estimator.export.ExportOutput):
            ...     def as_signature_def(self, receiver_tensors):
            ...         return tf.compat.v1.saved_model.predict_signature_def(receiver_tensors, receiver_tensors)
            >>> with tf.Graph().as_default():
            ...     signature = Words().as_signature_def({"x": tf.compat.v1.placeholder(tf.string, [])})
            >>> sorted(signature.inputs)
            ['x']
        """
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
    """What a classifier serves: scores, names of classes, or both. Mirrors `tf.estimator.export.ClassificationOutput`.

    It is a value of the `export_outputs` of a `tf.estimator.EstimatorSpec`, a dictionary by the names of signatures;
    `Estimator.export_saved_model` writes a signature of it into the model, which servers and `tf.saved_model.load` offer.

    Arguments:
        scores: a float tensor [batch] or [batch, classes]; None by default.
        classes: a string tensor of the same shape; None by default.

    Raises:
        ValueError: values of other dtypes, or neither of them.

    Example:
        >>> with tf.Graph().as_default():
        ...     texts, x = tf.compat.v1.placeholder(tf.string, [None]), tf.constant([0.5])
        ...     output = tf.estimator.export.ClassificationOutput(scores=x)
        ...     print(output.scores is x, output.classes)
        True None
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
        """The signature of a classification. Mirrors `tf.estimator.export.ClassificationOutput.as_signature_def`.

        `Estimator.export_saved_model` calls it, within the graph that is exported. It names the tensors that are fed and fetched, and
        the kind of method, by which a server knows what to answer.

        Arguments:
            receiver_tensors: a dictionary from names to the tensors that are fed, as a serving input receiver has them.

        Returns:
            A `SignatureDef` message, of the method "tensorflow/serving/classify".

        Raises:
            ValueError: the one input is no string tensor, or there are several.

        Example:
            >>> with tf.Graph().as_default():
            ...     texts, x = tf.compat.v1.placeholder(tf.string, [None]), tf.constant([0.5])
            ...     output = tf.estimator.export.ClassificationOutput(scores=x)
            ...     signature = output.as_signature_def({"examples": texts})
            >>> signature.method_name, sorted(signature.outputs)
            ('tensorflow/serving/classify', ['scores'])
        """
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
    """What a regressor serves: a number for each example. Mirrors `tf.estimator.export.RegressionOutput`.

    It is a value of the `export_outputs` of a `tf.estimator.EstimatorSpec`, a dictionary by the names of signatures;
    `Estimator.export_saved_model` writes a signature of it into the model, which servers and `tf.saved_model.load` offer.

    Arguments:
        value: a float tensor [batch] or [batch, 1].

    Raises:
        ValueError: the value is no float tensor.

    Example:
        >>> with tf.Graph().as_default():
        ...     texts, x = tf.compat.v1.placeholder(tf.string, [None]), tf.constant([0.5])
        ...     output = tf.estimator.export.RegressionOutput(x)
        ...     print(output.value is x)
        True
    """

    def __init__(self, value: Tensor) -> None:
        if not (is_tensor(value) and value.dtype.is_floating):
            raise ValueError(f"Regression output value must be a float32 Tensor; got {value}")
        self._value = value

    value = property(lambda self: self._value, doc="The value.")

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Message:
        """The signature of a regression. Mirrors `tf.estimator.export.RegressionOutput.as_signature_def`.

        `Estimator.export_saved_model` calls it, within the graph that is exported. It names the tensors that are fed and fetched, and
        the kind of method, by which a server knows what to answer.

        Arguments:
            receiver_tensors: a dictionary from names to the tensors that are fed, as a serving input receiver has them.

        Returns:
            A `SignatureDef` message, of the method "tensorflow/serving/regress".

        Raises:
            ValueError: the one input is no string tensor, or there are several.

        Example:
            >>> with tf.Graph().as_default():
            ...     texts, x = tf.compat.v1.placeholder(tf.string, [None]), tf.constant([0.5])
            ...     output = tf.estimator.export.RegressionOutput(x)
            ...     signature = output.as_signature_def({"examples": texts})
            >>> signature.method_name, sorted(signature.outputs)
            ('tensorflow/serving/regress', ['outputs'])
        """
        return regression_signature_def(_one_input(receiver_tensors, "Regression"), self.value)


@tf_private(
    "tensorflow.python.saved_model.model_utils.export_output.PredictOutput",
    "tensorflow_estimator.python.estimator.export.export_output.PredictOutput",
)
@tf_export("estimator.export.PredictOutput")
class PredictOutput(ExportOutput):
    """What any model serves: tensors by names. Mirrors `tf.estimator.export.PredictOutput`.

    It is a value of the `export_outputs` of a `tf.estimator.EstimatorSpec`, a dictionary by the names of signatures;
    `Estimator.export_saved_model` writes a signature of it into the model, which servers and `tf.saved_model.load` offer.

    Arguments:
        outputs: a dictionary from names to tensors, or one tensor, which is called "output".

    Raises:
        ValueError: other values, or keys that are neither texts nor tuples of them.

    Example:
        >>> with tf.Graph().as_default():
        ...     texts, x = tf.compat.v1.placeholder(tf.string, [None]), tf.constant([0.5])
        ...     output = tf.estimator.export.PredictOutput({"y": x})
        ...     print(sorted(output.outputs))
        ['y']
    """

    def __init__(self, outputs: Tensor | Mapping[str, Tensor]) -> None:
        self._outputs = _by_name(outputs, "output", "Prediction")

    outputs = property(lambda self: self._outputs, doc="The tensors by name.")

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Message:
        """The signature of predictions. Mirrors `tf.estimator.export.PredictOutput.as_signature_def`.

        `Estimator.export_saved_model` calls it, within the graph that is exported. It names the tensors that are fed and fetched, and
        the kind of method, by which a server knows what to answer.

        Arguments:
            receiver_tensors: a dictionary from names to the tensors that are fed, as a serving input receiver has them.

        Returns:
            A `SignatureDef` message, of the method "tensorflow/serving/predict".

        Example:
            >>> with tf.Graph().as_default():
            ...     texts, x = tf.compat.v1.placeholder(tf.string, [None]), tf.constant([0.5])
            ...     output = tf.estimator.export.PredictOutput({"y": x})
            ...     signature = output.as_signature_def({"examples": texts})
            >>> signature.method_name, sorted(signature.outputs)
            ('tensorflow/serving/predict', ['y'])
        """
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
        """The signature of an evaluation: loss, predictions and metrics. Mirrors `tf.estimator.export.EvalOutput.as_signature_def`.

        `Estimator.export_saved_model` calls it, within the graph that is exported. It names the tensors that are fed and fetched, and
        the kind of method, by which a server knows what to answer.

        Arguments:
            receiver_tensors: a dictionary from names to the tensors that are fed, as a serving input receiver has them.

        Returns:
            A `SignatureDef` message, of the method "tensorflow/supervised/eval".

        Example:
            >>> with tf.Graph().as_default():
            ...     texts, x = tf.compat.v1.placeholder(tf.string, [None]), tf.constant([0.5])
            ...     output = tf.estimator.export.EvalOutput(loss=x[0], predictions={"y": x})
            ...     signature = output.as_signature_def({"examples": texts})
            >>> signature.method_name, sorted(signature.outputs)
            ('tensorflow/supervised/eval', ['loss', 'predictions/y'])
        """
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
    """What a graph for evaluation offers: its loss, predictions and metrics. Mirrors `tf.estimator.export.EvalOutput`.

    It is a value of the `export_outputs` of a `tf.estimator.EstimatorSpec`, a dictionary by the names of signatures;
    `Estimator.export_saved_model` writes a signature of it into the model, which servers and `tf.saved_model.load` offer.

    Arguments:
        loss: a tensor, or a dictionary of them; None by default.
        predictions: a tensor, or a dictionary of them; None by default.
        metrics: a dictionary from names to `tf.keras.metrics.Metric`s or pairs (value, operation); None by default.

    Raises:
        ValueError: values that are no tensors.

    Example:
        >>> with tf.Graph().as_default():
        ...     texts, x = tf.compat.v1.placeholder(tf.string, [None]), tf.constant([0.5])
        ...     output = tf.estimator.export.EvalOutput(loss=x[0], predictions={"y": x})
        ...     print(sorted(output.loss), sorted(output.predictions))
        ['loss'] ['predictions/y']
    """

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
