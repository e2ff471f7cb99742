"""`tf.keras.optimizers`."""

from tfshim._listing import listing
from tfshim.keras._serialization import Kind
from tfshim.keras.optimizers import experimental, legacy, schedules
from tfshim.keras.optimizers.adafactor import Adafactor
from tfshim.keras.optimizers.adam import Adam, AdamW
from tfshim.keras.optimizers.adaptive import Adadelta, Adagrad, Adamax, Nadam, RMSprop
from tfshim.keras.optimizers.ftrl import Ftrl
from tfshim.keras.optimizers.lion import Lion
from tfshim.keras.optimizers.optimizer import Optimizer
from tfshim.keras.optimizers.sgd import SGD


def _kind(classes, module="keras.optimizers"):
    kind = Kind("optimizer", module, {c.__name__: c for c in classes})
    kind.names.update({k.lower(): v for k, v in dict(kind.names).items()})
    return kind


_KIND = _kind((SGD, Adam, AdamW, RMSprop, Adagrad, Adadelta, Adafactor, Adamax, Nadam, Ftrl, Lion))
_LEGACY_KIND = _kind([getattr(legacy, n) for n in legacy.__all__ if n != "Optimizer"], "keras.optimizers.legacy")


def serialize(optimizer, use_legacy_format=False):
    """The configuration of `optimizer`; `use_legacy_format` leaves out the module."""
    return (_LEGACY_KIND if isinstance(optimizer, legacy.Optimizer) else _KIND).serialize(optimizer, use_legacy_format)


def deserialize(config, custom_objects=None, use_legacy_format=False, **kwargs):
    """The optimizer that `config` describes: a legacy one where the configuration does not say that it is none.

    `use_legacy_optimizer` asks for a legacy one. The format, legacy or not, is recognized from the keys.
    """
    wants_legacy = kwargs.pop("use_legacy_optimizer", False)
    if kwargs:
        raise TypeError(f"Invalid keyword arguments: {kwargs}")
    config = dict(config)
    if config.get("config") and isinstance(config["config"], dict):
        wants_legacy = config["config"].get("is_legacy_optimizer", True)
    name = config["class_name"]
    if name.lower().startswith("lossscaleoptimizer"):
        from tfshim.keras.mixed_precision import deserialize_loss_scale_optimizer

        return deserialize_loss_scale_optimizer(config, wants_legacy)
    kind = _LEGACY_KIND if wants_legacy else _KIND
    if name.lower() in kind.names:
        config["class_name"] = name.lower()
    return kind.deserialize(config, custom_objects)


def get(identifier, **kwargs):
    """An optimizer from its name, a configuration or an optimizer itself. Raises ValueError otherwise."""
    wants_legacy = kwargs.pop("use_legacy_optimizer", False)
    if kwargs:
        raise TypeError(f"Invalid keyword arguments: {kwargs}")
    if isinstance(identifier, (Optimizer, legacy.Optimizer)):
        return identifier
    if isinstance(identifier, dict):
        return deserialize(identifier, use_legacy_optimizer=wants_legacy)
    if isinstance(identifier, str):
        return deserialize({"class_name": identifier, "config": {}}, use_legacy_optimizer=wants_legacy)
    raise ValueError(f"Could not interpret optimizer identifier: {identifier}")


__all__ = [
    "Adadelta",
    "Adafactor",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "Ftrl",
    "Lion",
    "Nadam",
    "Optimizer",
    "RMSprop",
    "SGD",
    "deserialize",
    "experimental",
    "get",
    "legacy",
    "schedules",
    "serialize",
]
__dir__ = listing(globals())
