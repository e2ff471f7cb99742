"""Keras objects as plain dictionaries, in the form of Keras 2.13 and later, and back.

An object becomes `{"module", "class_name", "config", "registered_name"}`; layers add "build_config", compiled models
"compile_config". Loading makes objects of classes that exist already: it imports nothing that a file names.
"""

from __future__ import annotations

import importlib
import inspect
import sys
import types
import warnings
from typing import Any

import numpy as np

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim._listing import places
from tfshim.engine.runtime.state import ScopedValue
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.type_spec_base import TypeSpec
from tfshim.keras._safe_mode import in_safe_mode, safe_mode_scope
from tfshim.keras._serializable import is_serializable
from tfshim.keras.saving.python_functions import dump_function, load_function
from tfshim.keras.utils import registration

_PLAIN = (str, int, float, bool)

# Where classes of Keras are found by their names: the first part of the list wins.
_PUBLIC = (
    "keras.layers",
    "keras.initializers",
    "keras.regularizers",
    "keras.constraints",
    "keras.optimizers",
    "keras.losses",
    "keras.metrics",
    "keras.optimizers.schedules",
    "keras.mixed_precision",
    "keras.optimizers.legacy",
    "keras.callbacks",
    "keras.utils",
    "keras.experimental",
)
_FUNCTIONS = ("keras.activations", "keras.losses", "keras.metrics", "keras.initializers", "keras.regularizers", "keras.constraints")
_ROOT = {"Sequential", "Model"}
# Optimizers whose first public name in Keras is the one that they had while they were an experiment.
_EXPERIMENTAL = frozenset("Adadelta Adagrad Adamax Ftrl Nadam RMSprop SGD".split())
# Classes that configurations name though they are not public.
_INTERNAL = places(
    {
        "models.functional": "Functional",
        "utils.feature_space": "Cross Feature",
        "mixed_precision.loss_scale": "LossScaleOptimizerV3",
        "layers.op_layers": "TFOpLambda SlicingOpLambda InstanceProperty InstanceMethod ClassMethod AddLoss AddMetric",
        "layers.experimental.synchronized": "SyncBatchNormalization",
        "layers.rnn.cell_wrappers": "DeviceWrapper DropoutWrapper ResidualWrapper",
        # As files of TensorFlow 1 name what TensorFlow 2 reads with its own classes.
        "layers": "BatchNormalizationV1=BatchNormalization BatchNormalizationV2=BatchNormalization GRUV2=GRU LSTMV2=LSTM "
        "GRUCellV2=GRUCell LSTMCellV2=LSTMCell",
    },
    "keras",
)
NOT_FOUND = "Could not locate"  # how the error for a name begins that means nothing
_REGISTER = "@keras.saving.register_keras_serializable()"
_public_modules = {}
# In SavedModels and HDF5 files Keras marks what `get_config` gave as an object: `from_config` gets an object there, elsewhere a dictionary.
MARK = "__passive_serialization__"
objects_marked: ScopedValue = ScopedValue(False)


def _module(path):
    try:
        return importlib.import_module(f"tfshim.{path}")
    except ImportError:
        return None


def public_module(cls):
    """The module below `tf` in which the class of Keras is public, as "keras.layers"; None for others."""
    found = _public_modules.get(cls, "")
    if found == "":
        found = None
        if cls.__module__.split(".")[0] in ("keras", "tfshim", "tensorflow"):
            if cls.__name__ in _ROOT:
                found = "keras"
            else:
                found = next((p for p in _PUBLIC if getattr(_module(p), cls.__name__, None) is cls), None)
                if found == "keras.optimizers" and cls.__name__ in _EXPERIMENTAL:
                    found = "keras.optimizers.experimental"
        _public_modules[cls] = found
    return found


# ---------------------------------------------------------------------- to dictionaries
@tf_export("keras.saving.serialize_keras_object", "keras.utils.serialize_keras_object")
def serialize_keras_object(obj: Any) -> Any:
    """An object as a dictionary of plain values, which JSON can hold.

    Mirrors `tf.keras.utils.serialize_keras_object`, also in `tf.keras.saving`. Layers, models, losses and other objects with `get_config`
    become their class, module and configuration; functions their names; lists, tuples, dictionaries, tensors, arrays, dtypes and shapes are
    taken apart. Python lambdas are kept as code, which is read only with `safe_mode=False`.

    Arguments:
        obj: the object.

    Returns:
        A dictionary, or a plain value for one.

    Raises:
        ValueError: a class, or an object without a configuration.

    Example:
        >>> config = tf.keras.utils.serialize_keras_object(tf.keras.layers.Dense(2, name="head"))
        >>> config["class_name"], config["config"]["units"]
        ('Dense', 2)
        >>> tf.keras.utils.serialize_keras_object([1, "two", None])
        [1, 'two', None]
    """
    if obj is None or isinstance(obj, _PLAIN):
        return obj
    if isinstance(obj, (list, tuple)):
        made = [serialize_keras_object(x) for x in obj]
        return tuple(made) if isinstance(obj, tuple) else made
    if isinstance(obj, dict):
        return {k: serialize_keras_object(v) for k, v in obj.items()}
    if isinstance(obj, bytes):
        return {"class_name": "__bytes__", "config": {"value": obj.decode("utf-8")}}
    if isinstance(obj, TensorShape):
        return None if obj.rank is None else obj.as_list()
    if isinstance(obj, Tensor):
        return {"class_name": "__tensor__", "config": {"value": obj.numpy().tolist(), "dtype": obj.dtype.name}}
    if isinstance(obj, np.ndarray) and obj.ndim:
        return {"class_name": "__numpy__", "config": {"value": obj.tolist(), "dtype": obj.dtype.name}}
    if isinstance(obj, (np.ndarray, np.generic)):
        return obj.item()
    if isinstance(obj, dtypes.DType):
        return obj.name
    if isinstance(obj, TypeSpec):
        return type_spec_config(obj)
    if isinstance(obj, types.FunctionType) and obj.__name__ == "<lambda>":
        warnings.warn(
            "The object being serialized includes a `lambda`. This is unsafe. In order to reload the object, you will have to "
            "pass `safe_mode=False` to the loading function. Please avoid using `lambda` in the future, and use named Python "
            f"functions instead. This is the `lambda` being serialized: {_source(obj)}",
            stacklevel=2,
        )
        return {"class_name": "__lambda__", "config": {"value": list(dump_function(obj))}}
    return _object_config(obj)


def _source(function):
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return repr(function)


def _object_config(obj):
    if isinstance(obj, types.FunctionType):
        name = registration.get_registered_name(obj)
        return {
            "module": "builtins",
            "class_name": "function",
            "config": name if name != obj.__name__ else obj.__name__,
            "registered_name": "function",
        }
    cls = type(obj)
    if not hasattr(obj, "get_config"):
        if hasattr(obj, "__name__"):
            kind = cls.__name__ if cls.__module__ == "builtins" else "function"  # operations are functions here, too
            return {"module": "builtins", "class_name": kind, "config": obj.__name__, "registered_name": kind}
        raise TypeError(
            f"Cannot serialize object {obj} of type {cls}. To be serializable, a class must implement the `get_config()` method."
        )
    config = obj.get_config()
    if not isinstance(config, dict):
        raise TypeError(f"The `get_config()` method of {obj} should return a dict. It returned: {config}")
    registered = registration.get_registered_name(cls)
    # An initializer of TensorFlow 1 is written under its name in Keras' namespace of that time.
    of_v1 = vars(cls).get("_keras_name")
    module = "keras.initializers" if of_v1 else public_module(cls) if registered == cls.__name__ else None
    made = {
        "module": module or _own_module(cls),
        "class_name": of_v1 or cls.__name__,
        "config": serialize_dict(config),
        "registered_name": None if module else registered,
    }
    if hasattr(obj, "get_build_config"):
        build = obj.get_build_config()
        if build is not None:
            made["build_config"] = build
    if hasattr(obj, "get_compile_config"):
        compiled = obj.get_compile_config()
        if compiled is not None:
            made["compile_config"] = compiled
    return made


def _own_module(cls):
    return None if cls.__module__ == "__main__" else cls.__module__


def serialize_dict(config):
    """A configuration with everything in it serialized."""
    if objects_marked.value:
        return {k: _with_mark(v) for k, v in config.items()}
    return {k: serialize_keras_object(v) for k, v in config.items()}


def _with_mark(value):
    made = serialize_keras_object(value)
    if isinstance(made, dict) and (hasattr(value, "get_config") or isinstance(value, types.FunctionType)):
        return made if made.get("class_name") == "__lambda__" else {**made, MARK: True}
    return made


def type_spec_config(spec):
    """A `tf.TypeSpec` as a dictionary."""
    parts = spec._serialize()
    plain = [
        p.name if isinstance(p, dtypes.DType) else (None if p.rank is None else p.as_list()) if isinstance(p, TensorShape) else _marked(p)
        for p in parts
    ]
    return {
        "class_name": "__typespec__",
        "spec_name": type(spec).__name__,
        "module": type(spec).__module__,
        "config": plain,
        "registered_name": None,
    }


def _marked(part):
    """A structure in which shapes are told from lists."""
    if isinstance(part, TensorShape):
        return {"class_name": "TensorShape", "items": None if part.rank is None else part.as_list()}
    return type(part)(map(_marked, part)) if type(part) in (list, tuple) else part


# ---------------------------------------------------------------------- and back
@tf_export("keras.saving.deserialize_keras_object", "keras.utils.deserialize_keras_object")
def deserialize_keras_object(
    config: dict[str, Any] | None, custom_objects: dict[str, Any] | None = None, safe_mode: bool = True, **kwargs
) -> Any:
    """The object that a dictionary of `serialize_keras_object` describes.

    Mirrors `tf.keras.utils.deserialize_keras_object`, also in `tf.keras.saving`. Classes are looked up by name among those of Keras and
    those that were registered or are given; no module that the dictionary names is imported.

    Arguments:
        config: the dictionary, or a plain value, which is given back.
        custom_objects: classes and functions by name; None (default): none.
        safe_mode: whether Python lambdas are refused; True by default.
        **kwargs: `module_objects`: classes and functions by name, among which alone a name is looked up that is not registered; what
            is not among them is given back as its name.

    Returns:
        The object.

    Raises:
        TypeError: an unknown class, or arguments that it does not take. ValueError: a lambda in safe mode, or further arguments.

    Example:
        >>> config = tf.keras.utils.serialize_keras_object(tf.keras.layers.Dense(2, name="head"))
        >>> tf.keras.utils.deserialize_keras_object(config).units
        2
    """
    module_objects = kwargs.pop("module_objects", None)
    kwargs.pop("printable_module_name", None)  # for messages of an older form of configurations
    if kwargs:
        raise ValueError(f"The following argument(s) are not supported: {list(kwargs)}")
    # What the outermost call was told holds for everything within it.
    if in_safe_mode() is not None:
        safe_mode = in_safe_mode()
    if config is None:
        return None
    if module_objects is not None and not isinstance(config, (list, tuple)):
        name = _name_among(config, custom_objects)
        if name is not None and name not in module_objects:
            return name  # as Keras does, for which it is made already
        if isinstance(config, str) and isinstance(module_objects.get(name), type):
            config = {"class_name": name, "config": {}}
    if isinstance(config, str):
        return _named(config, custom_objects, module_objects)
    if isinstance(config, _PLAIN):
        return config
    if isinstance(config, (list, tuple)):
        return [deserialize_keras_object(x, custom_objects, safe_mode) for x in config]
    if not isinstance(config, dict):
        raise TypeError(f"Could not parse config: {config}")
    if "class_name" not in config or "config" not in config:
        return {k: deserialize_keras_object(v, custom_objects, safe_mode) for k, v in config.items()}
    name, inner = config["class_name"], config["config"] if config["config"] is not None else {}
    special = _special(config, name, inner, custom_objects, safe_mode)
    if special is not None:
        return special
    found = _find(config, name, custom_objects, module_objects)
    if isinstance(found, types.FunctionType):
        return found
    if isinstance(found, type) and not hasattr(found, "from_config"):
        raise TypeError(
            f"Unable to reconstruct an instance of '{name}' because the class is missing a `from_config()` method. Full object config: "
            f"{config}"
        )
    if not hasattr(found, "from_config"):
        return found
    with registration.custom_object_scope(custom_objects or {}), safe_mode_scope(safe_mode):
        made = _made(found, inner, custom_objects)
        if config.get("build_config") and hasattr(made, "build_from_config"):
            made.build_from_config(config["build_config"])
        # After the weights exist, for which `compile_from_config` makes the variables of the optimizer.
        if config.get("compile_config") and hasattr(made, "compile_from_config"):
            made.compile_from_config(config["compile_config"])
    return made


def deserialize_layer(config: dict[str, Any], custom_objects: dict[str, Any] | None = None, **names: Any) -> Any:
    """The layer that a model or a wrapper makes of such a dictionary.

    One of Keras' own is not built yet: its weights have the scopes of where it is called in their names. Others are, since only what
    their configuration says of it may know how. `names`: `module_objects` of `deserialize_keras_object`.
    """
    if isinstance(config, dict) and "module" in config:
        own = config.get("registered_name"), config.get("class_name")
        if all(registration.get_registered_object(name, custom_objects) is None for name in own if name):
            known = builtin_class(config.get("class_name"), config["module"]) is not None
            if config["module"] is None and not known and isinstance(own[1], str):
                raise _not_registered(own[1])  # of a program that was run as a script
            if known and config.get("build_config"):
                config = {key: value for key, value in config.items() if key != "build_config"}
    return deserialize_keras_object(config, custom_objects, **names)


def _made(cls, inner, custom_objects):
    if isinstance(inner, dict):  # of a Sequential model that an old Keras wrote it is the list of its layers
        inner = {k: _without_mark(v, custom_objects) if isinstance(v, dict) and MARK in v else v for k, v in inner.items()}
    if "custom_objects" in inspect.signature(cls.from_config).parameters:
        return cls.from_config(inner, custom_objects=custom_objects or {})
    return cls.from_config(inner)


def _without_mark(value, custom_objects):
    return deserialize_keras_object({k: v for k, v in value.items() if k != MARK}, custom_objects)


def _special(config, name, inner, custom_objects, safe_mode):
    """The serialized form of a tensor, an array, bytes, a type or a lambda; else None."""
    if name == "__tensor__":
        return array_ops.constant(inner["value"], dtype=inner["dtype"])
    if name == "__numpy__":
        return np.array(inner["value"], dtype=inner["dtype"])
    if name == "__bytes__":
        return inner["value"].encode("utf-8")
    if name == "__ellipsis__":
        return Ellipsis
    if name == "__slice__":
        return slice(*(deserialize_keras_object(inner[k], custom_objects) for k in ("start", "stop", "step")))
    if name == "__lambda__":
        if safe_mode:
            raise ValueError(
                "Requested the deserialization of a `lambda` object. This carries a potential risk of arbitrary code "
                "execution and thus it is disallowed by default. If you trust the source of the saved model, you can pass "
                "`safe_mode=False` to the loading function in order to allow `lambda` loading. Where it has no such "
                "argument, call `tf.keras.config.enable_unsafe_deserialization()` before."
            )
        return load_function(inner["value"])
    if name == "__typespec__":
        return _type_spec(config)
    return None


def _type_spec(config):
    found = [cls for cls in _subclasses(TypeSpec) if cls.__name__ == config["spec_name"]]
    if not found:
        raise TypeError(f"Could not locate the type spec '{config['spec_name']}'. Full object config: {config}")
    cls = next((cls for cls in found if cls.__module__ == config.get("module")), found[0])
    parts = tuple(_spec_part(part) for part in config["config"])
    return cls._deserialize(parts) if hasattr(cls, "_deserialize") else cls(*parts)


def _spec_part(part):
    """A part of the serialized form of a type spec, such as the name and the spec of a field, or a structure of specs."""
    if isinstance(part, dict):
        if part.get("class_name") == "__typespec__":
            return _type_spec(part)
        if part.get("class_name") == "TensorShape":
            return TensorShape(part["items"])
        return {k: _spec_part(x) for k, x in part.items()}
    return [_spec_part(x) for x in part] if isinstance(part, (list, tuple)) else part


def _subclasses(cls):
    for sub in cls.__subclasses__():
        yield sub
        yield from _subclasses(sub)


def _named(name, custom_objects, module_objects):
    """The function or class that a name was given or registered for, or has in a module; other strings are themselves.

    Names of Keras' own are not asked for: a string in a configuration may be any text.
    """
    found = registration.get_registered_object(name, custom_objects, module_objects)
    return name if found is None else found


def _name_among(config, custom_objects):
    """The name by which a configuration is looked up among the objects of a module, None where what was registered comes first.

    What is no configuration is itself, so that it is not found. Raises ValueError for a dictionary that names no class, and TypeError
    for one whose module is not known.
    """
    if not isinstance(config, dict):
        return config if not isinstance(config, str) or registration.get_registered_object(config, custom_objects) is None else None
    if "class_name" not in config:
        raise ValueError(f"Unknown `config` as a `dict`, config={config}")
    name, inner = config["class_name"], config.get("config")
    own = (name, config.get("registered_name"), inner if isinstance(inner, str) else None)
    if any(registration.get_registered_object(n, custom_objects) is not None for n in own if n):
        return None
    if name == "function":
        return inner if config["module"] == "builtins" else config["registered_name"]
    if config.get("module", "_") is None:
        raise _not_registered(name)
    return name


def _not_registered(name):
    return TypeError(
        f"Cannot deserialize object of type `{name}`. If `{name}` is a custom class, please register it using the `{_REGISTER}` decorator."
    )


def unknown(name, printable):
    """The error for an unknown name."""
    return ValueError(
        f"Unknown {printable}: '{name}'. Please ensure you are using a `keras.utils.custom_object_scope` and that this "
        "object is included in the scope. See https://www.tensorflow.org/guide/keras/save_and_serialize"
        "#registering_the_custom_object for details."
    )


def builtin_function(name):
    """The activation, loss, metric ... of Keras that is a function of that name, or None."""
    return next((f for f in (function_in(path, name) for path in _FUNCTIONS) if f is not None), None)


def function_in(path, name):
    """The function of Keras of that name in the public module `path`, one of those with a `Kind`, as "keras.losses"; or None."""
    found = _module(path)._KIND.names.get(name) if isinstance(name, str) else None
    return found if isinstance(found, types.FunctionType) else None


def _find(config, name, custom_objects, module_objects=None):
    """The class or function that a configuration names."""
    if name == "function":
        wanted = config["config"]
        # Either may be the registered name, with the package, as the form of the time had it.
        found = next(
            (
                f
                for n in (config.get("registered_name"), wanted)
                if (f := registration.get_registered_object(n, custom_objects)) is not None
            ),
            None,
        )
        if found is None:
            found = builtin_function(wanted)
        if found is None:
            raise TypeError(
                f"{NOT_FOUND} function '{wanted}'. Make sure custom classes are decorated with `{_REGISTER}`. Full object config: {config}"
            )
        return found
    # A registered name belongs to one class; class names alone may meet.
    for known in (config.get("registered_name"), name):
        found = registration.get_registered_object(known, custom_objects, module_objects) if known else None
        if found is not None:
            return found
    found = builtin_class(name, config.get("module"))
    if found is not None:
        return found
    found = _of_program(name, config.get("module"))
    if found is not None:
        return found
    raise TypeError(f"{NOT_FOUND} class '{name}'. Make sure custom classes are decorated with `{_REGISTER}`. Full object config: {config}")


def _of_program(name, module):
    """The class that a module of the program has by that name, if it is of a category that Keras serializes; or None.

    No module is imported because a file says so, and no function or other class of it is found.
    """
    if not isinstance(name, str) or not isinstance(module, str) or module not in sys.modules:
        return None
    found = vars(sys.modules[module]).get(name)
    if not isinstance(found, type) or not hasattr(found, "from_config"):
        return None
    return found if issubclass(found, TypeSpec) or is_serializable(found) else None


def builtin_class(name, module=None):
    """The class of Keras of that name, in that public module where one is given; or None."""
    if not isinstance(name, str) or name.startswith("_"):
        return None
    if name in _ROOT:
        return getattr(_module("keras"), name)
    if name in _INTERNAL:
        home, own = _INTERNAL[name]
        return getattr(_module(home), own)
    paths = [module] if module in _PUBLIC else []
    if module is None or module.startswith(("keras", "tfshim", "tensorflow")):
        paths += _PUBLIC
    for path in paths:
        found = getattr(_module(path), name, None)
        if isinstance(found, type) and hasattr(found, "from_config"):
            return found
    return None
