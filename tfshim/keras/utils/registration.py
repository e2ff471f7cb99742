"""Objects by name: what users register, and the configurations of layers."""

import contextlib

from tfshim.keras._serialization import Kind

_custom = {}
_registered_names = {}


def get_custom_objects():
    """The dictionary of what users have registered."""
    return _custom


@contextlib.contextmanager
def custom_object_scope(*args):
    """Within it the names of the dictionaries `args` are known."""
    before = dict(_custom)
    for names in args:
        _custom.update(names)
    try:
        yield
    finally:
        _custom.clear()
        _custom.update(before)


CustomObjectScope = custom_object_scope


def register_keras_serializable(package="Custom", name=None):
    """Decorate a class or function so that it is known as `package>name`. Raises ValueError for a class without get_config."""

    def decorate(thing):
        full = f"{package}>{name or thing.__name__}"
        if isinstance(thing, type) and not hasattr(thing, "get_config"):
            raise ValueError("Cannot register a class that does not have a get_config() method.")
        if full in _custom:
            raise ValueError(f"{full} has already been registered to {_custom[full]}")
        if thing in _registered_names:
            raise ValueError(f"{thing} has already been registered to {_registered_names[thing]}")
        _custom[full] = thing
        _registered_names[thing] = full
        return thing

    return decorate


def get_registered_name(obj):
    """The name under which `obj` is registered, or its own."""
    return _registered_names.get(obj, obj.__name__)


def get_registered_object(name, custom_objects=None, module_objects=None):
    """The object registered as `name`, or None."""
    for known in (_custom, custom_objects or {}, module_objects or {}):
        if name in known:
            return known[name]
    return None


def _layers():
    from tfshim.keras import layers, models

    names = {n: getattr(layers, n) for n in layers.__all__} | {n: getattr(models, n) for n in models.__all__}
    return Kind("layer", "keras.layers", names)


def serialize_keras_object(obj, **kwargs):
    """The configuration of a layer or model, as a dictionary."""
    if kwargs:
        raise NotImplementedError(f"serialize_keras_object: {sorted(kwargs)} is not supported.")
    config = _layers().serialize(obj)
    if isinstance(config, dict) and type(obj) in _registered_names:
        config["registered_name"] = _registered_names[type(obj)]
    if getattr(obj, "_build_input_shape", None) is not None and isinstance(config, dict):
        config["build_config"] = {"input_shape": tuple(obj._build_input_shape)}
    return config


def deserialize_keras_object(config, custom_objects=None, safe_mode=True, **kwargs):
    """The object that `config` describes; `safe_mode` has nothing to forbid, since no code is ever loaded."""
    if kwargs:
        raise NotImplementedError(f"deserialize_keras_object: {sorted(kwargs)} is not supported.")
    if isinstance(config, dict) and config.get("registered_name") in _custom:
        return _custom[config["registered_name"]].from_config(dict(config["config"]))
    return _layers().deserialize(config, custom_objects)
