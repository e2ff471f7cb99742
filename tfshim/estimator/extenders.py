"""Estimators made of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim._export import tf_export, tf_private
from tfshim.estimator.estimator import Estimator, EstimatorV2
from tfshim.estimator.input_functions import arguments_of
from tfshim.estimator.mode_keys import ModeKeys

_ARGUMENTS = ("features", "labels", "predictions", "config")


@tf_private("tensorflow_estimator.python.estimator.extenders.add_metrics")
@tf_export("estimator.add_metrics")
def add_metrics(estimator: Estimator, metric_fn: Callable[..., dict[str, Any]]) -> Estimator:
    """An estimator that evaluates by more metrics. Mirrors `tf.estimator.add_metrics`.

    It shares the folder of the first one and trains as that does; `evaluate` gives the new metrics beside those of the model function.

    Arguments:
        estimator: a `tf.estimator.Estimator`.
        metric_fn: a function that takes any of `features`, `labels`, `predictions` and `config` by these names, and gives a
            dictionary from names to `tf.keras.metrics.Metric`s or pairs of a value and an operation.

    Returns:
        A `tf.estimator.Estimator`.

    Raises:
        ValueError: the function takes other arguments.

    Example:
        >>> def made():
        ...     return tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]]))
        >>> def largest(labels):
        ...     mean = tf.keras.metrics.Mean()
        ...     mean.update_state(tf.reduce_max(labels))
        ...     return {"largest": mean}
        >>> model = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], model_dir="measured")
        >>> model = tf.estimator.add_metrics(model.train(made, steps=1), largest)
        >>> float(model.evaluate(made, steps=1)["largest"])
        2.0
    """
    known = arguments_of(metric_fn)
    if unknown := [name for name in known if name not in (*_ARGUMENTS, "self")]:
        raise ValueError(f"metric_fn ({metric_fn}) has following not expected args: {unknown}")

    def new_model_fn(features, labels, mode, config):
        spec = estimator.model_fn(features, labels, mode, config)
        if mode != ModeKeys.EVAL:
            return spec
        values = {"features": features, "labels": labels, "predictions": spec.predictions, "config": config}
        more = metric_fn(**{name: values[name] for name in _ARGUMENTS if name in known})
        return spec._replace(eval_metric_ops={**(spec.eval_metric_ops or {}), **(more or {})})

    return EstimatorV2(new_model_fn, estimator.model_dir, estimator.config, warm_start_from=estimator._warm_start_settings)
