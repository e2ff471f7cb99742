"""`tf.keras.losses`: how far predictions are from what they should be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.keras._serialization import Kind, PublicNames

__all__, __getattr__, __dir__ = exported(globals())
_ALSO = {"huber_loss": "huber", "bce": "binary_crossentropy", "BCE": "binary_crossentropy"}


class _Losses(Kind):
    """`get` takes every configuration for one of the present form."""

    def _is_legacy(self, config):
        return False


_NAMES = PublicNames("keras.losses", without=("Reduction",), also=_ALSO)
_KIND = _Losses("loss function", "keras.losses", _NAMES, short=False, base="Loss")


@tf_export("keras.losses.serialize")
def serialize(loss: Callable[..., Any] | None, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The class and the arguments of a loss as a dictionary of plain values.

    Mirrors `tf.keras.losses.serialize`. `deserialize` makes a loss of it again. JSON can hold the result.

    Arguments:
        loss: a `Loss` or a function.
        use_legacy_format: whether only "class_name" and "config" are given, as earlier versions of Keras wrote it; False by default.

    Returns:
        A dictionary, or None for None; of a function its name in the earlier format.

    Raises:
        ValueError: a function without a name.

    Example:
        >>> tf.keras.losses.serialize(tf.keras.losses.mean_squared_error, use_legacy_format=True)
        'mean_squared_error'
        >>> config = tf.keras.losses.serialize(tf.keras.losses.Huber(delta=2.0))
        >>> config["class_name"], config["config"]["delta"]
        ('Huber', 2.0)
    """
    return _KIND.serialize(loss, use_legacy_format)


@tf_export("keras.losses.deserialize")
def deserialize(name: str | dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The loss that a dictionary of `serialize`, or a name, describes.

    Mirrors `tf.keras.losses.deserialize`. Both formats are recognized by their keys. Names are looked up among those of Keras and those
    that were registered or are given.

    Arguments:
        name: the dictionary or the name.
        custom_objects: classes and functions by name; None (default): none.
        use_legacy_format: need not be said.

    Returns:
        A `Loss` or a function.

    Raises:
        ValueError: an unknown name. TypeError: arguments that the class does not take.

    Example:
        >>> loss = tf.keras.losses.deserialize({"class_name": "BinaryCrossentropy", "config": {"from_logits": True}})
        >>> loss.name
        'binary_crossentropy'
        >>> tf.keras.losses.deserialize("mean_absolute_error").__name__
        'mean_absolute_error'
    """
    return _KIND.deserialize(name, custom_objects, use_legacy_format)


@tf_export("keras.losses.get")
def get(identifier: str | dict[str, Any] | Callable[..., Any] | None) -> Any:
    """A loss from what stands for one: a name, a configuration, or a function.

    Mirrors `tf.keras.losses.get`; `compile` uses it. Names are those of the functions ("mse", "binary_crossentropy") and of the classes, of
    which one with the defaults is made.

    Arguments:
        identifier: a name; a dictionary of `serialize`; a `Loss` or a function, which is given back; None.

    Returns:
        A `Loss`, a function `(y_true, y_pred)`, or None.

    Raises:
        ValueError: an unknown name or another kind of object.

    Example:
        >>> tf.keras.losses.get("mse").__name__
        'mean_squared_error'
        >>> type(tf.keras.losses.get("Huber")) is tf.keras.losses.Huber
        True
        >>> print(tf.keras.losses.get(None))
        None
    """
    return _KIND.get(identifier)
