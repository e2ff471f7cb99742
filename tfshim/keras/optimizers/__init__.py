"""`tf.keras.optimizers`."""

from tfshim.keras._serialization import Kind
from tfshim.keras.optimizers import schedules
from tfshim.keras.optimizers.adam import Adam, AdamW
from tfshim.keras.optimizers.adaptive import Adadelta, Adagrad, Adamax, Nadam, RMSprop
from tfshim.keras.optimizers.optimizer import Optimizer
from tfshim.keras.optimizers.sgd import SGD

_KIND = Kind("optimizer", "keras.optimizers", {c.__name__: c for c in (SGD, Adam, AdamW, RMSprop, Adagrad, Adadelta, Adamax, Nadam)})
_KIND.names.update({k.lower(): v for k, v in dict(_KIND.names).items()})


def serialize(optimizer, use_legacy_format=False):
    """The configuration of `optimizer`."""
    if use_legacy_format:
        raise NotImplementedError("optimizers.serialize: `use_legacy_format` is not supported.")
    return _KIND.serialize(optimizer)


def deserialize(config, custom_objects=None, use_legacy_format=False, **kwargs):
    """The optimizer that `config` describes."""
    if use_legacy_format or kwargs.pop("use_legacy_optimizer", False):
        raise NotImplementedError("optimizers.deserialize: legacy optimizers are not supported.")
    config = dict(config)
    if config["class_name"].lower() in _KIND.names:
        config["class_name"] = config["class_name"].lower()
    return _KIND.deserialize(config, custom_objects)


def get(identifier, **kwargs):
    """An optimizer from its name, a configuration or an optimizer itself. Raises ValueError otherwise."""
    if isinstance(identifier, Optimizer):
        return identifier
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        return deserialize({"class_name": identifier, "config": {}})
    raise ValueError(f"Could not interpret optimizer identifier: {identifier}")


__all__ = ["Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "Nadam", "Optimizer", "RMSprop", "SGD", "deserialize", "get",
           "schedules", "serialize"]
