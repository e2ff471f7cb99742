"""What a model function gives back."""

from __future__ import annotations

import collections
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.array_ops.shapes import reshape
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.train.hooks import SessionRunHook
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.engine.values.convert import is_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.estimator.export.outputs import ExportOutput, served_outputs
from tfshim.estimator.mode_keys import ModeKeys

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.tensor import Tensor

_FIELDS = (
    "mode predictions loss train_op eval_metric_ops export_outputs training_chief_hooks training_hooks scaffold evaluation_hooks "
    "prediction_hooks"
)


@tf_private(
    "tensorflow_estimator.python.estimator.model_fn.EstimatorSpec", "tensorflow_estimator.python.estimator.estimator.model_fn.EstimatorSpec"
)
@tf_export("estimator.EstimatorSpec")
class EstimatorSpec(collections.namedtuple("EstimatorSpec", _FIELDS)):
    """What a model function gives back: tensors and operations of the graph. Mirrors `tf.estimator.EstimatorSpec`.

    Arguments:
        mode: what it is for, a member of `tf.estimator.ModeKeys`. TRAIN needs `loss` and `train_op`, EVAL `loss`, PREDICT `predictions`.
        predictions: a tensor, or {name: tensor} (default None).
        loss: the loss of the batch, a tensor of shape [] (default None).
        train_op: the operation of a step, which also adds 1 to the global step (default None).
        eval_metric_ops: {name: pair (value, update) of `tf.compat.v1.metrics`, or an updated Keras metric} (default None).
        export_outputs: {name of the signature: `tf.estimator.export.ExportOutput`} (default None: the predictions).
        training_chief_hooks, training_hooks, evaluation_hooks, prediction_hooks: lists of `tf.estimator.SessionRunHook` (default None).
        scaffold: a `tf.compat.v1.train.Scaffold` (default None).

    Raises:
        ValueError: something is missing, of another graph or of a wrong shape.
        TypeError: something is of a wrong type.

    Example:
        >>> with tf.Graph().as_default():
        ...     spec = tf.estimator.EstimatorSpec(tf.estimator.ModeKeys.PREDICT, predictions={"y": tf.constant([1.0])})
        >>> sorted(spec.export_outputs), spec.loss
        (['serving_default'], None)
    """

    __slots__ = ()

    def __new__(
        cls,
        mode: str,
        predictions: Tensor | Mapping[Any, Tensor] | None = None,
        loss: Tensor | None = None,
        train_op: Operation | Tensor | None = None,
        eval_metric_ops: Mapping[str, Any] | None = None,
        export_outputs: Mapping[str, ExportOutput] | None = None,
        training_chief_hooks: Iterable[SessionRunHook] | None = None,
        training_hooks: Iterable[SessionRunHook] | None = None,
        scaffold: Scaffold | None = None,
        evaluation_hooks: Iterable[SessionRunHook] | None = None,
        prediction_hooks: Iterable[SessionRunHook] | None = None,
    ) -> Self:
        train_op = _train_op(train_op, mode)
        loss = _loss(loss, mode)
        predictions = _predictions(predictions, mode)
        if mode == ModeKeys.PREDICT:
            export_outputs = served_outputs(export_outputs, predictions)
        hooks = [tuple(h or ()) for h in (training_hooks, training_chief_hooks, evaluation_hooks, prediction_hooks)]
        for hook in (h for some in hooks for h in some):
            if not isinstance(hook, SessionRunHook):
                raise TypeError(f"All hooks must be SessionRunHook instances, given: {hook}")
        scaffold = Scaffold() if scaffold is None else scaffold
        if not isinstance(scaffold, Scaffold):
            raise TypeError(f"scaffold must be tf.train.Scaffold. Given: {scaffold}")
        metrics = _metrics(eval_metric_ops)
        training, chief, evaluation, prediction = hooks
        return super().__new__(
            cls, mode, predictions, loss, train_op, metrics, export_outputs, chief, training, scaffold, evaluation, prediction
        )

    def _replace(self, **kwargs: Any) -> Self:
        """A copy with other values, checked again. ValueError for another mode."""
        if kwargs.get("mode", self.mode) != self.mode:
            raise ValueError(f"mode of EstimatorSpec cannot be changed. Current mode: {self.mode}, given: {kwargs['mode']}")
        return type(self)(**{**self._asdict(), **kwargs})


def _train_op(op, mode):
    if op is None:
        if mode == ModeKeys.TRAIN:
            raise ValueError("Missing train_op.")
        return None
    _check_here(_element(op, "train_op"), "train_op")
    return op.op if is_variable(op) else op  # sessions fetch a variable's value, where its assignment is meant


def _loss(loss, mode):
    if loss is None:
        if mode in (ModeKeys.TRAIN, ModeKeys.EVAL):
            raise ValueError("Missing loss.")
        return None
    _check_here(_tensor(loss, "loss"), "loss")
    if loss.shape.num_elements() not in (None, 1):
        raise ValueError(f"Loss must be scalar, given: {loss}")
    return loss if loss.shape.rank in (None, 0) else reshape(loss, [])


def _predictions(predictions, mode):
    if predictions is None:
        if mode == ModeKeys.PREDICT:
            raise ValueError("Missing predictions.")
        return {}
    if isinstance(predictions, dict):
        for key, value in predictions.items():
            _check_here(_tensor(value, f"predictions[{key}]"), f"prediction values with key {key}", value)
    else:
        _check_here(_tensor(predictions, "predictions"), "prediction values", predictions)
    return predictions


def _metrics(given):
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise TypeError(f"eval_metric_ops must be a dict, given: {given}")
    for key, value in given.items():
        if is_metric(value):
            if not value.updates:
                raise ValueError(f'Please call update_state(...) on the "{value.name}" metric')
            continue
        if not (isinstance(value, tuple) and len(value) == 2):
            raise TypeError(f"Values of eval_metric_ops must be (metric_value, update_op) tuples, given: {value} for key: {key}")
        for part in value:
            _check_here(part, f"eval_metric_ops[{key}]", part)
    # What a Keras metric keeps is counted anew in each evaluation.
    for variable in (v for metric in given.values() if is_metric(metric) for v in metric.variables):
        for collection in (GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES):
            if not any(v is variable for v in get_default_graph().get_collection(collection)):
                get_default_graph().add_to_collection(collection, variable)
    return given


def is_metric(value: Any) -> bool:
    """Whether `value` is a Keras metric, whose class need not be imported to know."""
    return hasattr(value, "update_state") and hasattr(value, "result")


def _tensor(x, name):
    if not is_tensor(x):
        raise TypeError(f"{name} must be Tensor, given: {x}")
    return x


def _element(x, name):
    if not (is_tensor(x) or hasattr(x, "node_def")):
        raise TypeError(f"{name} must be Operation or Tensor, given: {x}")
    return x


def _check_here(x, name, shown=None):
    """ValueError for a tensor of another graph, which a model function keeps from an earlier call."""
    if x.graph is not get_default_graph():
        with_name = f'{name} with "{x.name}"'
        raise ValueError(
            f"{with_name} must be from the default graph. Possible causes of this error include: \n\n"
            f"1) {name} was created outside the context of the default graph.\n\n"
            '2) The object passed through to EstimatorSpec was not created in the most recent call to "model_fn".'
        )


@tf_private("tensorflow_estimator.python.estimator.model_fn.call_logit_fn")
@tf_export("estimator.experimental.call_logit_fn")
def call_logit_fn(logit_fn: Callable[..., Any], features: Any, mode: str, params: Any, config: Any) -> Any:
    """Call a function that makes logits with what it takes. Mirrors `tf.estimator.experimental.call_logit_fn`.

    Heads and models that put others together call the logit functions of users by it, which may leave out arguments.

    Arguments:
        logit_fn: a function of `features`, and of any of `mode`, `params` and `config`.
        features: the features, a tensor or a dictionary.
        mode: a `tf.estimator.ModeKeys`.
        params: a dictionary of hyperparameters.
        config: a `tf.estimator.RunConfig`.

    Returns:
        What the function gives: a tensor, or a dictionary of tensors.

    Raises:
        ValueError: it gives anything else.

    Example:
        >>> def logits(features, mode):
        ...     return features["x"] * (2.0 if mode == tf.estimator.ModeKeys.TRAIN else 1.0)
        >>> found = tf.estimator.experimental.call_logit_fn(logits, {"x": tf.constant([3.0])}, "train", None, None)
        >>> found.numpy().tolist()
        [6.0]
    """
    known = inspect.signature(logit_fn).parameters
    others = {k: v for k, v in {"mode": mode, "params": params, "config": config}.items() if k in known}
    made = logit_fn(features=features, **others)
    tensors = made.values() if isinstance(made, Mapping) else [made]
    if not all(is_tensor(t) for t in tensors) or (isinstance(made, Mapping) and not all(isinstance(k, str) for k in made)):
        raise ValueError(f"logit_fn should return a Tensor or a dictionary mapping strings to Tensors.  logit_fn returned: {made}")
    return made
