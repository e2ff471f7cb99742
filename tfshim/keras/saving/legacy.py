"""Keras objects as dictionaries in the form before Keras 2.13, which HDF5 files keep: a class name and a configuration."""

import types

from tfshim.engine.runtime.state import ScopedValue
from tfshim.keras.saving import serialization
from tfshim.keras.saving.functions_from_graphs import layer_without_class
from tfshim.keras.utils import registration

_in_use = ScopedValue(False)


def in_use():
    """Whether layers within models are to be written in this form."""
    return _in_use.value


def legacy_form():
    """Within it models write their layers in this form."""
    return _in_use.set_to(True)


def serialize_layer(layer):
    """The configuration of a layer or model."""
    return {"class_name": registration.get_registered_name(type(layer)), "config": _marked(layer.get_config())}


def _marked(config):
    """A configuration in which objects are written, and marked, for `from_config` to get objects again."""
    return {k: v if isinstance(v, str) or v is None else _plain(v) for k, v in config.items()}


def serialize_keras_object(instance):
    """An object as a dictionary, or a function as a name, in the form before Keras 2.13. Mirrors
    `tf.keras.utils.legacy.serialize_keras_object`.

    HDF5 files of models hold this form: the name of the class and its configuration, without the module that newer `.keras` files add.
    Programs that compare configurations with old ones need it; others take `tf.keras.utils.serialize_keras_object`.

    Arguments:
        instance: an object with `get_config`, a function, or None.

    Returns:
        {"class_name": ..., "config": ...}; the name of a function; None for None.

    Raises:
        ValueError: what has neither a configuration nor a name.

    Example:
        >>> made = tf.keras.utils.legacy.serialize_keras_object(tf.keras.regularizers.L2(0.5))
        >>> made["class_name"], made["config"]
        ('L2', {'l2': 0.5})
    """
    if instance is None:
        return None
    if hasattr(instance, "get_config"):
        name = registration.get_registered_name(type(instance))
        config = instance.get_config()
        return {"class_name": name, "config": _marked(config)}
    if hasattr(instance, "__name__"):
        return registration.get_registered_name(instance)
    raise ValueError(f"Cannot serialize {instance} because it doesn't implement `get_config()`.")


def _plain(value):
    if isinstance(value, (int, float, bool, list, tuple, dict)):
        return value
    try:
        made = serialize_keras_object(value)
    except ValueError:
        return value
    return {**made, serialization.MARK: True} if isinstance(made, dict) else made


def deserialize_keras_object(identifier, module_objects=None, custom_objects=None, printable_module_name="object"):
    """The object that a name or a dictionary stands for, in the form before Keras 2.13. Mirrors
    `tf.keras.utils.legacy.deserialize_keras_object`.

    Arguments:
        identifier: {"class_name", "config"}, a name, or None, which gives None.
        module_objects: {name: class or function}, where names are looked up: the `globals()` of a module mostly; None by default.
        custom_objects: further ones, which go first; None. Those that were registered are known too.
        printable_module_name: what the object is called in errors, as "layer"; "object".

    Returns:
        A new object by `from_config` of the class; for the name of a function the function itself, for that of a class an object of it.

    Raises:
        ValueError: a name that is not known, or a dictionary without these keys.

    Example:
        >>> made = {"class_name": "L2", "config": {"l2": 0.5}}
        >>> known = {"L2": tf.keras.regularizers.L2}
        >>> float(tf.keras.utils.legacy.deserialize_keras_object(made, known).l2)
        0.5
    """
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        if "class_name" not in identifier or "config" not in identifier:
            raise ValueError(f"Improper config format for {identifier}. Expecting python dict contains `class_name` and `config` as keys")
        cls = _known(identifier["class_name"], module_objects, custom_objects)
        if cls is None:
            raise serialization.unknown(identifier["class_name"], printable_module_name)
        config = _with_objects(identifier["config"] or {}, custom_objects)
        with registration.custom_object_scope(custom_objects or {}):
            return serialization._made(cls, config, custom_objects) if hasattr(cls, "from_config") else cls(**config)
    if isinstance(identifier, str):
        found = _known(identifier, module_objects, custom_objects)
        if found is None:
            raise serialization.unknown(identifier, printable_module_name)
        return found() if isinstance(found, type) else found
    if callable(identifier):
        return identifier
    raise ValueError(f"Could not interpret serialized {printable_module_name}: {identifier}")


def _with_objects(config, custom_objects):
    """A configuration with what `from_config` gets of this form: functions that somebody registered for their names, and marked objects."""
    if not isinstance(config, dict):  # of a Sequential model that an old Keras wrote it is the list of its layers
        return config
    # A name is a name, also where a function that somebody registered is called so.
    return {k: v if k == "name" else _item(v, custom_objects) for k, v in config.items()}


def _item(value, custom_objects):
    if isinstance(value, str):
        found = registration.get_registered_object(value, custom_objects, program=False)
        return found if isinstance(found, types.FunctionType) else value
    if isinstance(value, dict) and serialization.MARK in value and "module" not in value:
        own = {k: v for k, v in value.items() if k != serialization.MARK}
        return deserialize_keras_object(own, custom_objects=custom_objects, printable_module_name="config_item")
    return value


def _known(name, module_objects, custom_objects):
    found = registration.get_registered_object(name, custom_objects, module_objects)
    if found is None and module_objects is None:
        plain = name.rpartition(">")[2]
        found = serialization.builtin_class(plain) or serialization.builtin_function(plain)
    return found


def deserialize_layer(config, custom_objects=None):
    """The layer or model of such a configuration."""
    if not isinstance(config, dict) or "class_name" not in config or "config" not in config:
        raise ValueError(f"Improper config format for {config}. Expecting python dict contains `class_name` and `config` as keys")
    name = config["class_name"]
    cls = registration.get_registered_object(name, custom_objects) or serialization.builtin_class(name)
    if cls is None:
        made = layer_without_class(config)
        if made is None:
            raise serialization.unknown(name, "layer")
        return made
    with registration.custom_object_scope(custom_objects or {}):
        return serialization._made(cls, _with_objects(config["config"] or {}, custom_objects), custom_objects)


def layer_of(config, custom_objects=None, called=True):
    """The layer that a configuration within that of a model describes, in this form or in that of later versions.

    `called`: whether the model calls it at once, which builds it.
    """
    if "module" not in config and "registered_name" not in config:
        return deserialize_layer(config, custom_objects)
    if called:
        return serialization.deserialize_layer(config, custom_objects)
    return serialization.deserialize_keras_object(config, custom_objects)
