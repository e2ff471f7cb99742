"""`tf.keras.optimizers`: how variables are changed by their gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import LateBound, exported
from tfshim.keras._serialization import Kind, PublicNames
from tfshim.keras.optimizers.legacy.optimizer import Optimizer as LegacyOptimizer
from tfshim.keras.optimizers.optimizer import Optimizer

if TYPE_CHECKING:
    from tfshim.keras.optimizers import legacy

__all__, __getattr__, __dir__ = exported(globals(), ("experimental", "legacy", "schedules"))
# The optimizer that scales losses wraps any of these.
_graphs = LateBound("tfshim.keras.v1", {"tf_optimizer": "TFOptimizer"})
_late = LateBound("tfshim.keras.mixed_precision", {"loss_scale": "deserialize_loss_scale_optimizer"})


def _kind(module):
    known = PublicNames(module, without=("Optimizer",))
    return Kind(
        "optimizer", module, PublicNames(module, without=("Optimizer",), also={name.lower(): name for name in known}), base="Optimizer"
    )


_KIND = _kind("keras.optimizers")
_LEGACY_KIND = _kind("keras.optimizers.legacy")


@tf_export("keras.optimizers.serialize")
def serialize(optimizer: Optimizer | legacy.Optimizer, use_legacy_format: bool = False) -> dict[str, Any]:
    """The class and the arguments of an optimizer, as a dictionary of plain values.

    Mirrors `tf.keras.optimizers.serialize`. `deserialize` makes an optimizer of it again; what it keeps for the weights is no part of it.
    JSON can hold the dictionary.

    Arguments:
        optimizer: an optimizer.
        use_legacy_format: whether only "class_name" and "config" are given, as earlier versions of Keras wrote it; False by default.

    Returns:
        A dictionary.

    Example:
        >>> config = tf.keras.optimizers.serialize(tf.keras.optimizers.SGD(0.5, momentum=0.25))
        >>> config["class_name"], config["config"]["learning_rate"], config["config"]["momentum"]
        ('SGD', 0.5, 0.25)
        >>> tf.keras.optimizers.deserialize(config).momentum
        0.25
    """
    return (_LEGACY_KIND if isinstance(optimizer, LegacyOptimizer) else _KIND).serialize(optimizer, use_legacy_format)


@tf_export("keras.optimizers.deserialize")
def deserialize(
    config: dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False, **kwargs: Any
) -> Any:
    """The optimizer that a dictionary of `serialize` describes, with a new state.

    Mirrors `tf.keras.optimizers.deserialize`. Both formats are recognized by their keys. A configuration that does not say that it is none
    of the earlier optimizers gives one of `tf.keras.optimizers.legacy`, as in Keras.

    Arguments:
        config: the dictionary.
        custom_objects: classes by name that are not registered; None (default): none.
        use_legacy_format: need not be said.
        **kwargs: `use_legacy_optimizer`: whether those of `tf.keras.optimizers.legacy` are meant.

    Returns:
        An optimizer.

    Raises:
        ValueError: an unknown class. TypeError: an unknown keyword, or arguments that the class does not take.

    Example:
        >>> config = tf.keras.optimizers.serialize(tf.keras.optimizers.Adam(0.01, beta_1=0.5))
        >>> tf.keras.optimizers.deserialize(config).beta_1
        0.5
    """
    wants_legacy = kwargs.pop("use_legacy_optimizer", False)
    if kwargs:
        raise TypeError(f"Invalid keyword arguments: {kwargs}")
    if len(config["config"]) > 0:
        # A configuration that does not say it comes from a time when Keras had the legacy optimizers alone.
        wants_legacy = config["config"].get("is_legacy_optimizer", True)
    config, name = dict(config), config["class_name"]
    if name.lower().startswith("lossscaleoptimizer"):
        return _late.deserialize_loss_scale_optimizer(config, wants_legacy)
    kind = _LEGACY_KIND if wants_legacy else _KIND
    # The names of Keras' optimizers are taken in capitals or small letters alike.
    if name.lower() in kind.names:
        config["class_name"] = name.lower()
    return kind.deserialize(config, custom_objects, use_legacy_format)


@tf_export("keras.optimizers.get")
def get(identifier: str | dict[str, Any] | Optimizer | legacy.Optimizer, **kwargs: Any) -> Any:
    """An optimizer from what stands for one: a name, a configuration, or an optimizer.

    Mirrors `tf.keras.optimizers.get`; `compile` uses it. Names are those of the classes, in any case: "adam", "RMSprop". One gets the
    defaults of the class.

    Arguments:
        identifier: a name; a dictionary of `serialize`; an optimizer, also one of `tf.compat.v1.train`.
        **kwargs: `use_legacy_optimizer`: whether those of `tf.keras.optimizers.legacy` are meant; False by default.

    Returns:
        An optimizer; the very object where that was given.

    Raises:
        ValueError: an unknown name or another kind of object. TypeError: an unknown keyword.

    Example:
        >>> optimizer = tf.keras.optimizers.get("adam")
        >>> type(optimizer) is tf.keras.optimizers.Adam, round(float(optimizer.learning_rate), 4)
        (True, 0.001)
        >>> tf.keras.optimizers.get(optimizer) is optimizer
        True
    """
    wants_legacy = kwargs.pop("use_legacy_optimizer", False)
    if kwargs:
        raise TypeError(f"Invalid keyword arguments: {kwargs}")
    if isinstance(identifier, (Optimizer, LegacyOptimizer)):
        return identifier
    if isinstance(identifier, dict):
        return deserialize(identifier, use_legacy_optimizer=wants_legacy, use_legacy_format="module" not in identifier)
    if isinstance(identifier, str):
        return deserialize({"class_name": identifier, "config": {}}, use_legacy_optimizer=wants_legacy, use_legacy_format=True)
    if not isinstance(identifier, type) and hasattr(identifier, "compute_gradients") and hasattr(identifier, "apply_gradients"):
        return _graphs.TFOptimizer(identifier)
    raise ValueError(f"Could not interpret optimizer identifier: {identifier}")
