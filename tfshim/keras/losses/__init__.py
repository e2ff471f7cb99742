"""`tf.keras.losses`: how far predictions are from what they should be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.keras._serialization import Kind, PublicNames

__all__, __getattr__, __dir__ = exported(globals())
_ALSO = {"huber_loss": "huber", "bce": "binary_crossentropy", "BCE": "binary_crossentropy"}
_KIND = Kind("loss function", "keras.losses", PublicNames("keras.losses", without=("Reduction",), also=_ALSO))


@tf_export("keras.losses.serialize")
def serialize(loss: Callable[..., Any] | None, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The configuration of a loss, or the name of a loss function; `use_legacy_format` leaves out the module."""
    return _KIND.serialize(loss, use_legacy_format)


@tf_export("keras.losses.deserialize")
def deserialize(name: str | dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The loss that a configuration or name describes. The format, legacy or not, is recognized from the keys."""
    return _KIND.deserialize(name, custom_objects)


@tf_export("keras.losses.get")
def get(identifier: str | dict[str, Any] | Callable[..., Any] | None) -> Any:
    """A loss from None, a name, a configuration or a callable. Raises ValueError otherwise."""
    return _KIND.get(identifier)
