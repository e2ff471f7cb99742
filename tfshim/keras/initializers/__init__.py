"""`tf.keras.initializers`: the values that weights start from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.engine.runtime.state import Initial
from tfshim.keras._serialization import Kind
from tfshim.keras.initializers.names import Names

if TYPE_CHECKING:
    from tfshim.keras.annotations import Identifier
    from tfshim.keras.initializers.base import Initializer

__all__, __getattr__, __dir__ = exported(globals())


class _Initializers(Kind):
    """Of a class an initializer is made, where the others give the class back."""

    def is_of_base(self, value: Any) -> bool:
        # Keras' older initializers and those of TensorFlow 1 have another base, and are its own only in programs of TensorFlow 1.
        return super().is_of_base(value) or not Initial.v2 and hasattr(value, "get_config")

    def get(self, identifier: Identifier) -> Any:
        if isinstance(identifier, type):
            return identifier()
        if identifier is None or isinstance(identifier, (dict, str)) or callable(identifier):
            return super().get(identifier)
        raise ValueError("Could not interpret initializer identifier: " + str(identifier))  # with the dtype of a tensor


_KIND = _Initializers("initializer", "keras.initializers", Names(), base="Initializer")


@tf_export("keras.initializers.get")
def get(identifier: Identifier) -> Any:
    """An initializer from what stands for one: a name, a configuration, a class, a function, or None.

    Mirrors `tf.keras.initializers.get`; layers use it for their arguments. Names are those of the classes, as "HeNormal"
    or "he_normal", and those that were registered; one gets the defaults of the class. After `tf.compat.v1.disable_v2_behavior()` they
    are those of TensorFlow 1, which draw by `tf.compat.v1.set_random_seed`; "GlorotUniformV2" and the like are always those of
    TensorFlow 2.

    Arguments:
        identifier: a name; a dictionary of `serialize`; a class; an object or function, which is given back; None.

    Returns:
        A function of a shape, or None for None.

    Raises:
        ValueError: an unknown name or another kind of object.

    Example:
        >>> type(tf.keras.initializers.get("he_normal")).__name__
        'HeNormal'
        >>> print(tf.keras.initializers.get(None))
        None
    """
    return _KIND.get(identifier)


@tf_export("keras.initializers.serialize")
def serialize(initializer: Callable[..., Any] | None, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The class and the arguments of an initializer, as a dictionary of plain values.

    Mirrors `tf.keras.initializers.serialize`; configurations of layers hold it. `deserialize` makes an initializer of it again.

    Arguments:
        initializer: an initializer, a function, or None.
        use_legacy_format: whether only "class_name" and "config" are given, as earlier versions of Keras wrote it; False by default.

    Returns:
        A dictionary, the name of a function, or None.

    Example:
        >>> config = tf.keras.initializers.serialize(tf.keras.initializers.HeNormal(seed=1))
        >>> config["class_name"], config["config"]
        ('HeNormal', {'seed': 1})
        >>> tf.keras.initializers.serialize(tf.keras.initializers.Zeros(), use_legacy_format=True)
        {'class_name': 'Zeros', 'config': {}}
    """
    return _KIND.serialize(initializer, use_legacy_format)


@tf_export("keras.initializers.deserialize")
def deserialize(config: str | dict[str, Any] | None, custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The initializer that a dictionary of `serialize`, or a name, describes.

    Mirrors `tf.keras.initializers.deserialize`. Both formats are recognized by their keys. Names are looked up among those of Keras and
    those that were registered or are given.

    Arguments:
        config: the dictionary or the name.
        custom_objects: classes and functions by name; None (default): none.
        use_legacy_format: need not be said.

    Returns:
        An initializer.

    Raises:
        ValueError: an unknown name. TypeError: arguments that the class does not take.

    Example:
        >>> tf.keras.initializers.deserialize({"class_name": "Constant", "config": {"value": 2.0}})((2,)).numpy().tolist()
        [2.0, 2.0]
    """
    return _KIND.deserialize(config, custom_objects, use_legacy_format)


def class_named(name: str) -> type[Initializer] | None:
    """The class of initializers that Keras' files know by `name`, or None."""
    return _KIND.names.get(name)
