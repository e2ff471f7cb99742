"""`tf.keras.metrics`: values that are accumulated over many batches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.keras._serialization import Kind, PublicNames
from tfshim.keras.metrics import functions

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))


class _Metrics(Kind):
    """Metrics are given by name, configuration or as functions, never as None."""

    def get(self, identifier: str | dict[str, Any] | Callable[..., Any]) -> Any:
        if not isinstance(identifier, (str, dict)) and not callable(identifier):
            raise ValueError(f"Could not interpret metric identifier: {identifier}")
        return super().get(identifier)


# By name, Keras also knows these.
_ALSO = {
    "bce": "binary_crossentropy",
    "BCE": "binary_crossentropy",
    "cosine_similarity": functions.cosine_similarity,
    "cosine_proximity": functions.cosine_similarity,
    "accuracy": functions.accuracy,
    "acc": functions.accuracy,
}
_NAMES = PublicNames("keras.metrics", also=_ALSO)
_KIND = _Metrics("metric function", "keras.metrics", _NAMES, short=False, refuses=False, called="metric", base="Metric")


@tf_export("keras.metrics.serialize")
def serialize(metric: Any, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The class and the arguments of a metric as a dictionary of plain values.

    Mirrors `tf.keras.metrics.serialize`. `deserialize` makes a metric of it again, with a new state. JSON can hold the result.

    Arguments:
        metric: a `Metric` or a function.
        use_legacy_format: whether only "class_name" and "config" are given, as earlier versions of Keras wrote it; False by default.

    Returns:
        A dictionary; of a function its name in the earlier format.

    Raises:
        ValueError: a function without a name.

    Example:
        >>> config = tf.keras.metrics.serialize(tf.keras.metrics.Recall(thresholds=0.25, name="found"))
        >>> config["class_name"], config["config"]["name"], config["config"]["thresholds"]
        ('Recall', 'found', 0.25)
    """
    return _KIND.serialize(metric, use_legacy_format)


@tf_export("keras.metrics.deserialize")
def deserialize(config: dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The metric that a dictionary of `serialize`, or a name, describes, with a new state.

    Mirrors `tf.keras.metrics.deserialize`. Both formats are recognized by their keys. Names are looked up among those of Keras and those
    that were registered or are given.

    Arguments:
        config: the dictionary or the name.
        custom_objects: classes and functions by name; None (default): none.
        use_legacy_format: need not be said.

    Returns:
        A `Metric` or a function.

    Raises:
        ValueError: an unknown name. TypeError: arguments that the class does not take.

    Example:
        >>> metric = tf.keras.metrics.deserialize({"class_name": "Recall", "config": {"thresholds": 0.25, "name": "found"}})
        >>> metric.name, list(metric.thresholds)
        ('found', [0.25])
    """
    return _KIND.deserialize(config, custom_objects, use_legacy_format)


@tf_export("keras.metrics.get")
def get(identifier: str | dict[str, Any] | Callable[..., Any]) -> Any:
    """A metric from what stands for one: a name, a configuration, or a function.

    Mirrors `tf.keras.metrics.get`; `compile` uses it. Names are those of the classes, of which one with the defaults is made, and of the
    functions ("mse", "binary_accuracy"). "accuracy" is known to `compile` alone, which chooses by loss and shapes.

    Arguments:
        identifier: a name; a dictionary of `serialize`; a `Metric` or a function, which is given back.

    Returns:
        A `Metric`, or a function `(y_true, y_pred)`.

    Raises:
        ValueError: an unknown name or another kind of object.

    Example:
        >>> type(tf.keras.metrics.get("AUC")) is tf.keras.metrics.AUC
        True
        >>> tf.keras.metrics.get("mse").__name__
        'mean_squared_error'
    """
    return _KIND.get(identifier)
