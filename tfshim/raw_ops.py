"""`tf.raw_ops`: every operation by its type, with keyword arguments of TensorFlow's names.

The functions are made from the registry of operations: what is registered anywhere is here.
"""

import functools
import importlib
import inspect
import pkgutil

from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.ops.op_names import HINTS, OLDER, renamed
from tfshim.engine.values import dtypes as dt
from tfshim.refusals import refused

# The modules whose operations may be asked for.
_MODULES = """array_ops math nn linalg random image io strings sparse ragged signal bitwise quantization lookup queue sets audio
    control_flow debugging autodiff script_ops logging_ops summary tensor_array""".split()

_SINGLE = ("train.checkpoint_ops", "compat.v1.summary_ops", "compat.v1.train.apply_ops", "keras.layers.preprocessing.projective")


@functools.cache
def load():
    """Import every module whose operations may be asked for."""
    for name in (*_MODULES, *_SINGLE):
        package = importlib.import_module(f"tfshim.{name}")
        for found in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{package.__name__}."):  # which loads its parts on first use
            importlib.import_module(found.name)


def _made(op_type, operation):
    defaults = {p.name: p.default for p in inspect.signature(operation.kernel).parameters.values()}

    def raw(*args, **kwargs):
        if args:
            raise TypeError(
                f"{op_type} only takes keyword args (possible keys: {list(operation.names)}). Please pass these args as kwargs instead."
            )
        given = {}
        for key, value in kwargs.items():
            name = renamed(op_type, operation, key)
            if name is not None:
                given[name] = value
            elif key in HINTS and value in HINTS[key]:
                continue
            elif key.startswith("T") and value is not None:
                _check_type(op_type, operation, key, value, kwargs)
            elif value is not None:
                raise TypeError(f"tf.raw_ops.{op_type} has no argument {key!r} here; it has {', '.join(operation.names)}.")
        missing = [n for n in operation.names if n != "name" and n not in given and defaults.get(n) is inspect.Parameter.empty]
        if missing:
            shown = ", ".join(map(repr, missing))
            raise TypeError(f"{op_type}() missing {len(missing)} required positional argument{'s' * (len(missing) > 1)}: {shown}")
        return operation.public(**given)

    raw.__name__ = raw.__qualname__ = op_type
    raw.__doc__ = f"The operation {op_type}, with keyword arguments. Mirrors `tf.raw_ops.{op_type}`."
    return raw


@functools.cache
def positional(name):
    """The operation `name` as a function that takes its arguments by place too, as those of TensorFlow's modules `gen_..._ops` do."""
    raw = __getattr__(name) if name not in globals() else globals()[name]
    names = (REGISTRY.get(name) or REGISTRY[OLDER[name]]).names

    def function(*args, **kwargs):
        places = [n for n in names if n != "name"] + ["name"]
        if len(args) > len(places):
            raise TypeError(f"{name}() takes {len(places)} positional arguments but {len(args)} were given")
        for given in zip(places, args):
            if given[0] in kwargs:
                raise TypeError(f"{name}() got multiple values for argument {given[0]!r}")
        return raw(**dict(zip(places, args)), **kwargs)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = raw.__doc__
    return function


def _check_type(op_type, operation, key, value, kwargs):
    """TypeError if a dtype attribute is not that of the first input: here dtypes follow from the inputs."""
    first = next((kwargs[k] for k in kwargs if renamed(op_type, operation, k) == operation.names[0]), None)
    got = getattr(first, "dtype", None)
    if key == "T" and got is not None and dt.as_dtype(value) != dt.as_dtype(got):
        raise TypeError(f"tf.raw_ops.{op_type}: {key} is {dt.as_dtype(value)!r}, but the input has {dt.as_dtype(got)!r}.")
    if key != "T" and not key.startswith("Tidx"):
        raise refused("tf.raw_ops", "attribute", op_type=op_type, key=key)


def _names():
    load()
    return sorted({*(t for t in REGISTRY if not t.startswith("_")), *(o for o, n in OLDER.items() if n in REGISTRY)})


def __getattr__(name):
    if name == "__all__":  # what `from tensorflow.raw_ops import *` asks for
        return _names()
    if name.startswith("_"):
        raise AttributeError(f"module 'tfshim.raw_ops' has no attribute {name!r}")
    load()
    operation = REGISTRY.get(name) or REGISTRY.get(OLDER.get(name, ""))
    if operation is None or operation.type.startswith("_"):
        raise AttributeError(
            f"module 'tensorflow._api.v2.raw_ops' has no attribute '{name}' (tfshim has the operations that its functions are made of; "
            "see dir(tf.raw_ops))"
        )
    made = _made(name, operation)
    globals()[name] = made
    return made


def __dir__():
    return _names()
