"""`tf.keras.optimizers`."""

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
    return Kind("optimizer", module, PublicNames(module, without=("Optimizer",), also={name.lower(): name for name in known}))


_KIND = _kind("keras.optimizers")
_LEGACY_KIND = _kind("keras.optimizers.legacy")


@tf_export("keras.optimizers.serialize")
def serialize(optimizer: Optimizer | legacy.Optimizer, use_legacy_format: bool = False) -> dict[str, Any]:
    """The configuration of `optimizer`; `use_legacy_format` leaves out the module."""
    return (_LEGACY_KIND if isinstance(optimizer, LegacyOptimizer) else _KIND).serialize(optimizer, use_legacy_format)


@tf_export("keras.optimizers.deserialize")
def deserialize(
    config: dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False, **kwargs: Any
) -> Any:
    """The optimizer that `config` describes: a legacy one where the configuration does not say that it is none.

    `use_legacy_optimizer` asks for a legacy one. The format, legacy or not, is recognized from the keys.
    """
    wants_legacy = kwargs.pop("use_legacy_optimizer", False)
    if kwargs:
        raise TypeError(f"Invalid keyword arguments: {kwargs}")
    config = dict(config)
    if config.get("config") and isinstance(config["config"], dict):
        # A configuration that does not say it comes from a time when Keras had the legacy optimizers alone.
        wants_legacy = config["config"].get("is_legacy_optimizer", True)
    name = config["class_name"]
    if name.lower().startswith("lossscaleoptimizer"):
        return _late.deserialize_loss_scale_optimizer(config, wants_legacy)
    kind = _LEGACY_KIND if wants_legacy else _KIND
    # The names of Keras' optimizers are taken in capitals or small letters alike.
    if name.lower() in kind.names:
        config["class_name"] = name.lower()
    return kind.deserialize(config, custom_objects)


@tf_export("keras.optimizers.get")
def get(identifier: str | dict[str, Any] | Optimizer | legacy.Optimizer, **kwargs: Any) -> Any:
    """An optimizer from its name, a configuration or an optimizer itself, also one of `tf.compat.v1.train`. Raises ValueError otherwise."""
    wants_legacy = kwargs.pop("use_legacy_optimizer", False)
    if kwargs:
        raise TypeError(f"Invalid keyword arguments: {kwargs}")
    if isinstance(identifier, (Optimizer, LegacyOptimizer)):
        return identifier
    if isinstance(identifier, dict):
        return deserialize(identifier, use_legacy_optimizer=wants_legacy)
    if isinstance(identifier, str):
        return deserialize({"class_name": identifier, "config": {}}, use_legacy_optimizer=wants_legacy)
    if hasattr(identifier, "compute_gradients") and hasattr(identifier, "apply_gradients"):
        return _graphs.TFOptimizer(identifier)
    raise ValueError(f"Could not interpret optimizer identifier: {identifier}")
