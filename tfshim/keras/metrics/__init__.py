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
_KIND = _Metrics("metric function", "keras.metrics", PublicNames("keras.metrics", also=_ALSO))


@tf_export("keras.metrics.serialize")
def serialize(metric: Any, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The configuration of a metric, or the name of a metric function; `use_legacy_format` leaves out the module."""
    return _KIND.serialize(metric, use_legacy_format)


@tf_export("keras.metrics.deserialize")
def deserialize(config: dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The metric that a configuration or name describes. The format, legacy or not, is recognized from the keys."""
    return _KIND.deserialize(config, custom_objects)


@tf_export("keras.metrics.get")
def get(identifier: str | dict[str, Any] | Callable[..., Any]) -> Any:
    """A metric from a name, a configuration or a callable; a name of a class makes it. Raises ValueError otherwise."""
    return _KIND.get(identifier)
