"""The models of canned estimators, as logits over feature columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.compat.v1 import summary
from tfshim.compat.v1.feature_column import input_layer, linear_model
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection
from tfshim.compat.v1.initializers.drawn import glorot_uniform
from tfshim.compat.v1.initializers.fixed import zeros
from tfshim.compat.v1.layers.core import dense
from tfshim.compat.v1.layers.core import dropout as drop
from tfshim.compat.v1.layers.normalization import batch_normalization
from tfshim.compat.v1.train.steps import get_global_step
from tfshim.compat.v1.variables.partitioners import min_max_variable_partitioner
from tfshim.compat.v1.variables.scopes import get_variable, variable_scope
from tfshim.estimator.canned.optimizers import chosen
from tfshim.estimator.estimator import Estimator
from tfshim.estimator.heads.classes import BinaryClassHead, MultiClassHead
from tfshim.estimator.heads.regression import RegressionHead

LINEAR_RATE, LINEAR_RATE_BESIDE, DNN_RATE, DNN_RATE_V1, BASELINE_RATE = 0.2, 0.005, 0.001, 0.05, 0.3


def class_head(n_classes: int, weight_column: Any, label_vocabulary: Any, loss_reduction: str, of_v1: bool = False) -> Any:
    """The head of a classifier."""
    head: Any
    if n_classes == 2:
        head = BinaryClassHead(weight_column, label_vocabulary=label_vocabulary, loss_reduction=loss_reduction)
    else:
        head = MultiClassHead(n_classes, weight_column, label_vocabulary=label_vocabulary, loss_reduction=loss_reduction)
    head._with_average = of_v1
    return head


def number_head(label_dimension: int, weight_column: Any, loss_reduction: str, of_v1: bool = False) -> Any:
    """The head of a regressor."""
    head = RegressionHead(label_dimension, weight_column, loss_reduction)
    head._with_average = of_v1
    return head


def linear_rate(columns: Sequence[Any], most: float) -> float:
    """The learning rate of a linear model, less for many columns."""
    return min(most, 1.0 / math.sqrt(len(columns)))


def _layer_summary(value, name):
    summary.scalar(f"{name}/fraction_of_zero_values", tf.nn.zero_fraction(value))
    summary.histogram(f"{name}/activation", value)


def linear_logits(features: Any, columns: Sequence[Any], units: int, combiner: str, partitioner: Any = None, prefix: str = "") -> Any:
    """The logits of a linear model."""
    variables: dict[Any, Any] = {}
    with variable_scope("linear", values=tuple(features.values()), partitioner=partitioner, use_resource=True):
        made = linear_model(features, columns, units=units, sparse_combiner=combiner, cols_to_vars=variables)
    bias = variables.pop("bias")[0]
    if units > 1:
        summary.histogram(f"{prefix}bias", bias)
    else:
        summary.scalar(f"{prefix}bias", tf.reshape(bias, []))
    weights = [tf.reshape(v, [-1]) for found in variables.values() for v in found]
    if weights:
        summary.scalar(f"{prefix}fraction_of_zero_weights", tf.nn.zero_fraction(tf.concat(weights, 0)))
    return made


def dnn_logits(
    features: Any,
    mode: str,
    columns: Sequence[Any],
    hidden_units: Sequence[int],
    units: int,
    activation_fn: Callable[..., Any],
    dropout: float | None,
    batch_norm: bool,
    partitioner: Any = None,
    prefix: str = "",
) -> Any:
    """The logits of a network of dense layers."""
    training, shown = mode == "train", []
    with variable_scope("dnn", values=tuple(features.values()), partitioner=partitioner, use_resource=True):
        with variable_scope("input_from_feature_columns"):
            net = input_layer(features, columns)
        for i, size in enumerate(hidden_units):
            with variable_scope(f"hiddenlayer_{i}") as scope:
                net = dense(net, size, activation=activation_fn, kernel_initializer=glorot_uniform(), name=scope)
                if dropout is not None and training:
                    net = drop(net, rate=dropout, training=True)
                if batch_norm:
                    # Updates are made with each step, so the averages forget fast.
                    net = batch_normalization(net, momentum=0.999, training=training, name=f"batchnorm_{i}")
            shown.append((net, f"{prefix}dnn/hiddenlayer_{i}"))
        with variable_scope("logits") as scope:
            made = dense(net, units, kernel_initializer=glorot_uniform(), name=scope)
    for value, name in (*shown, (made, f"{prefix}dnn/logits")):
        _layer_summary(value, name)
    return made


def baseline_logits(features: Any, units: int) -> Any:
    """The same logits for all examples."""
    first = next(iter(tf.nest.flatten(features)))
    rows = first.dense_shape[0] if isinstance(first, tf.SparseTensor) else tf.shape(first)[0]
    with variable_scope("baseline", use_resource=True):
        bias = get_variable("bias", [units], initializer=zeros())
        return tf.ones([rows, 1]) * bias


def _trainable(scope):
    return get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


def one_part(head: Any, logits: Callable[[Any, str], Any], optimizer: Callable[[], Any]) -> Callable[..., Any]:
    """A model function of one model with one optimizer."""

    def model_fn(features, labels, mode):
        features = _named(features)
        made = logits(features, mode)
        chosen_one = optimizer() if mode == "train" else None
        return head.create_estimator_spec(features, mode, made, labels, chosen_one, _trainable(None))

    return model_fn


def two_parts(
    head: Any,
    linear: Callable[[Any, str], Any] | None,
    dnn: Callable[[Any, str], Any] | None,
    linear_optimizer: Callable[[], Any],
    dnn_optimizer: Callable[[], Any],
    of_v1: bool,
) -> Callable[..., Any]:
    """A model function of a linear model beside a network, each with an optimizer of its own."""

    def model_fn(features, labels, mode):
        features = _named(features)
        parts = [made(features, mode) for made in (dnn, linear) if made is not None]
        if linear is not None and dnn is not None:
            _layer_summary(parts[1], "linear/linear" if of_v1 else "linear")
        logits = parts[0] if len(parts) == 1 else tf.add_n(parts)

        def train_op_fn(loss):
            step, operations, is_counted = get_global_step(), [], False
            with loss.graph.name_scope("training"):
                for part, scope, make in ((dnn, "dnn", dnn_optimizer), (linear, "linear", linear_optimizer)):
                    if part is None:
                        continue
                    optimizer, variables = make(), _trainable(scope)
                    if of_v1:
                        operations.append(optimizer.minimize(loss, var_list=variables))
                        continue
                    if not is_counted:
                        optimizer.iterations, is_counted = step, True
                    operations.extend(optimizer.get_updates(loss, variables))
                if is_counted:
                    return tf.group(*operations)
                with tf.control_dependencies(operations):
                    return step.assign_add(1).op

        return head.create_estimator_spec(features, mode, logits, labels, train_op_fn=train_op_fn if mode == "train" else None)

    return model_fn


def _named(features):
    if not isinstance(features, dict):
        raise ValueError(f"features should be a dictionary of `Tensor`s. Given type: {type(features)}")
    return features


class Canned(Estimator):
    """Base of the canned estimators: a model function that is made of the arguments."""

    _OF_V1 = False

    def _begin(self, model_fn, model_dir, config, warm_start_from=None):
        super().__init__(model_fn, model_dir, config, warm_start_from=warm_start_from)

    def _prefix(self, part):
        return f"{part}/" if self._OF_V1 else ""  # of the names of summaries

    def _optimizer(self, given, rate):
        return lambda: chosen(given, rate, self._OF_V1)

    def _linear(self, head, columns, optimizer, combiner, partitioner=None):
        columns = list(columns)
        return one_part(
            head,
            lambda features, mode: linear_logits(features, columns, head.logits_dimension, combiner, partitioner, self._prefix("linear")),
            self._optimizer(optimizer, linear_rate(columns, LINEAR_RATE)),
        )

    def _dnn(self, head, hidden_units, columns, optimizer, activation_fn, dropout, batch_norm, partitioner=None):
        columns, hidden_units = list(columns), list(hidden_units)
        rate = DNN_RATE_V1 if self._OF_V1 else DNN_RATE
        return one_part(
            head,
            lambda features, mode: dnn_logits(
                features,
                mode,
                columns,
                hidden_units,
                head.logits_dimension,
                activation_fn,
                dropout,
                batch_norm,
                partitioner,
                self._prefix("dnn"),
            ),
            self._optimizer(optimizer, rate),
        )

    def _both(self, head, linear, dnn, partitioner=None):
        """`linear`: (columns, optimizer, combiner); `dnn`: (columns, optimizer, hidden units, activation, dropout, batch_norm)."""
        linear_columns, linear_optimizer, combiner = linear
        dnn_columns, dnn_optimizer, hidden_units, activation_fn, dropout, batch_norm = dnn
        linear_columns, dnn_columns = list(linear_columns or []), list(dnn_columns or [])
        if not linear_columns and not dnn_columns:
            raise ValueError("Either linear_feature_columns or dnn_feature_columns must be defined.")
        if dnn_columns and not hidden_units:
            raise ValueError("dnn_hidden_units must be defined when dnn_feature_columns is specified.")
        units = head.logits_dimension
        return two_parts(
            head,
            (lambda features, mode: linear_logits(features, linear_columns, units, combiner, partitioner, self._prefix("linear")))
            if linear_columns
            else None,
            (
                lambda features, mode: dnn_logits(
                    features, mode, dnn_columns, hidden_units, units, activation_fn, dropout, batch_norm, partitioner, self._prefix("dnn")
                )
            )
            if dnn_columns
            else None,
            self._optimizer(linear_optimizer, linear_rate(linear_columns or [0], LINEAR_RATE_BESIDE)),
            self._optimizer(dnn_optimizer, DNN_RATE),
            self._OF_V1,
        )

    def _baseline(self, head, optimizer):
        return one_part(
            head,
            lambda features, mode: baseline_logits(features, head.logits_dimension),
            self._optimizer(optimizer, BASELINE_RATE),
        )


@tf_private("tensorflow_estimator.python.estimator.canned.linear.linear_logit_fn_builder")
@tf_export(v1=["estimator.experimental.linear_logit_fn_builder"])
def linear_logit_fn_builder(units: int, feature_columns: Sequence[Any], sparse_combiner: str = "sum") -> Callable[..., Any]:
    """A function of features that gives the logits of a linear model.

    Mirrors `tf.compat.v1.estimator.experimental.linear_logit_fn_builder`.
    """

    def linear_logit_fn(features: Any) -> Any:
        return linear_model(features, list(feature_columns), units=units, sparse_combiner=sparse_combiner)

    return linear_logit_fn


@tf_private("tensorflow_estimator.python.estimator.canned.dnn.dnn_logit_fn_builder")
@tf_export(v1=["estimator.experimental.dnn_logit_fn_builder"])
def dnn_logit_fn_builder(
    units: int,
    hidden_units: Sequence[int],
    feature_columns: Sequence[Any],
    activation_fn: Callable[..., Any],
    dropout: float | None,
    input_layer_partitioner: Any,
    batch_norm: bool,
) -> Callable[..., Any]:
    """A function of features and mode that gives the logits of a network; ValueError for `units` that are no number.

    Mirrors `tf.compat.v1.estimator.experimental.dnn_logit_fn_builder`.
    """
    if not isinstance(units, int):
        raise ValueError(f"units must be an int. Given type: {type(units)}")

    def dnn_logit_fn(features: Any, mode: str) -> Any:
        return dnn_logits(
            features, mode, list(feature_columns), hidden_units, units, activation_fn, dropout, batch_norm, input_layer_partitioner
        )

    return dnn_logit_fn


@tf_private("tensorflow_estimator.python.estimator.canned.dnn.dnn_model_fn_v2")
def dnn_model_fn_v2(
    features: Any,
    labels: Any,
    mode: str,
    head: Any,
    hidden_units: Sequence[int],
    feature_columns: Sequence[Any],
    optimizer: Any = "Adagrad",
    activation_fn: Callable[..., Any] = tf.nn.relu,
    dropout: float | None = None,
    config: Any = None,
    batch_norm: bool = False,
) -> Any:
    """The model function of a network of dense layers, for a `head` and an optimizer of Keras. Where `config` has parameter servers, the
    embeddings are kept in parts, one for each."""

    def logits(given: Any, mode: str) -> Any:
        return dnn_logits(
            given, mode, feature_columns, hidden_units, head.logits_dimension, activation_fn, dropout, batch_norm, _in_parts(config)
        )

    return one_part(head, logits, lambda: chosen(optimizer, DNN_RATE, False))(features, labels, mode)


@tf_private("tensorflow_estimator.python.estimator.canned.dnn._dnn_model_fn")
def dnn_model_fn(
    features: Any,
    labels: Any,
    mode: str,
    head: Any,
    hidden_units: Sequence[int],
    feature_columns: Sequence[Any],
    optimizer: Any = "Adagrad",
    activation_fn: Callable[..., Any] = tf.nn.relu,
    dropout: float | None = None,
    input_layer_partitioner: Any = None,
    config: Any = None,
    batch_norm: bool = False,
) -> Any:
    """The same for a head and an optimizer of TensorFlow 1."""
    features = _named(features)
    partitioner = input_layer_partitioner or _in_parts(config)
    made = dnn_logits(
        features, mode, feature_columns, hidden_units, head.logits_dimension, activation_fn, dropout, batch_norm, partitioner, "dnn/"
    )
    return _spec_of_v1(head, features, mode, labels, made, optimizer, DNN_RATE_V1)


@tf_private("tensorflow_estimator.python.estimator.canned.linear._linear_model_fn")
def linear_model_fn(
    features: Any,
    labels: Any,
    mode: str,
    head: Any,
    feature_columns: Sequence[Any],
    optimizer: Any,
    partitioner: Any,
    config: Any,
    sparse_combiner: str = "sum",
) -> Any:
    """The model function of a linear model, for a head and an optimizer of TensorFlow 1."""
    features, columns = _named(features), list(feature_columns)
    partitioner = partitioner or _in_parts(config)
    made = linear_logits(features, columns, head.logits_dimension, sparse_combiner, partitioner, "linear/")
    return _spec_of_v1(head, features, mode, labels, made, optimizer, linear_rate(columns, LINEAR_RATE))


def _spec_of_v1(head, features, mode, labels, logits, optimizer, rate):
    made = chosen(optimizer, rate, True) if mode == "train" else None
    return head.create_estimator_spec(features=features, mode=mode, labels=labels, optimizer=made, logits=logits)


def _in_parts(config):
    count = getattr(config, "num_ps_replicas", 0)
    return min_max_variable_partitioner(max_partitions=count, min_slice_size=64 << 20) if count else None
