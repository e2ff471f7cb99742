"""`tf.raw_ops`: every operation by its type, with keyword arguments of TensorFlow's names.

The functions are made from the registry of operations: what is registered anywhere is here.
"""

import collections
import functools
import importlib
import inspect
import pkgutil
import re

import numpy as np

from tfshim._listing import absent
from tfshim.engine.graphs.declarations import output_shapes
from tfshim.engine.ops import op_defs
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.ops.op_names import FORMS, HINTS, OLDER, as_called, renamed
from tfshim.engine.runtime import promotion
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import UnimplementedError, dtype_mismatch
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.refusals import refused
from tfshim.refusals.raw_operations import family_of
from tfshim.version import GRAPH_DEF_VERSION

# The modules whose operations may be asked for.
_MODULES = """array_ops math nn linalg random image io strings sparse ragged signal bitwise quantization lookup queue sets audio
    control_flow debugging autodiff script_ops logging_ops summary tensor_array raw_forms""".split()

_SINGLE = (
    "data.raw",
    "compat.v1.raw",
    "train.checkpoint_ops",
    "compat.v1.summary.kernels",
    "compat.v1.train.apply_ops",
    "compat.v1.train.resource_ops",
    "keras.layers.preprocessing.projective",
    "contrib.factorization.operations",
    "private.ops.list_ops",
    "private.ops.nccl_ops",
    "private.ops.sparse_csr_matrix_ops",
)

# Attributes of which no result depends here: assignments are locked always, and torch chooses the library.
_WITHOUT_EFFECT = frozenset(["use_locking", "use_cudnn_on_gpu"])

_PLAIN = (np.ndarray, np.generic, list, int, float, complex, str, bytes)
# The dtype of results that are complex where the input is real, or real where it is complex.
_COUNTERPARTS = {dt.float32: dt.complex64, dt.float64: dt.complex128, dt.complex64: dt.float32, dt.complex128: dt.float64}

# What TensorFlow does not list: operations of its own parts, and those of XLA, which stand in a module of theirs.
_APART = ("_", "Xla")


@functools.cache
def load():
    """Import every module whose operations may be asked for."""
    for name in (*_MODULES, *_SINGLE):
        package = importlib.import_module(f"tfshim.{name}")
        for found in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{package.__name__}."):  # which loads its parts on first use
            importlib.import_module(found.name)


def _made(op_type, operation):
    defaults = {p.name: p.default for p in inspect.signature(operation.kernel).parameters.values()}
    definition = op_defs.find(op_type)
    attributes = definition.attrs.values() if definition is not None else ()
    declared = [(renamed(op_type, operation, a.name), a.default) for a in attributes if a.has_default]
    declared = [(n, value) for n, value in declared if defaults.get(n, n) is inspect.Parameter.empty]

    def raw(*args, **kwargs):
        if args:
            raise _positional(op_type, operation.names)
        given = {}
        for key, value in kwargs.items():
            value = _referred(value)
            name = renamed(op_type, operation, key)
            if name is not None:
                given[name] = value
            elif key in _WITHOUT_EFFECT or key in HINTS and value in HINTS[key]:
                continue
            elif key.startswith("T") and value is not None:
                _check_type(op_type, operation, key, value, kwargs)
            elif key == "explicit_paddings" and kwargs.get("padding") == "EXPLICIT" and "padding" in operation.names:
                continue
            elif value is not None and definition is not None and key in definition.attrs:
                if definition.attrs[key].has_default and value == definition.attrs[key].default:
                    continue
                raise refused("tf.raw_ops", "attribute", op_type=op_type, key=key)
            elif value is not None:
                raise TypeError(f"tf.raw_ops.{op_type} has no argument {key!r} here; it has {', '.join(operation.names)}.")
        if given.get("padding") == "EXPLICIT" and "explicit_paddings" in kwargs and "explicit_paddings" not in operation.names:
            amounts = list(kwargs["explicit_paddings"])  # which our operations take in pairs
            given["padding"] = [amounts[i : i + 2] for i in range(0, len(amounts), 2)]
        for name, value in declared:
            given.setdefault(name, value)
        missing = [n for n in operation.names if n != "name" and n not in given and defaults.get(n) is inspect.Parameter.empty]
        if missing:
            raise _missing(op_type, missing)
        if TS.graph is not None and given.get("name") is None and "name" in operation.names:
            given["name"] = TS.graph.unique_name(op_type) + "/"  # no scopes and names of TensorFlow's public functions
        if promotion.hook is None:
            made = operation.public(**given)
        else:
            with promotion.suspended.set_to(True):
                made = operation.public(**given)
        return _results(op_type, made) if definition is None or definition.outputs else _done(made)

    return raw


@functools.cache
def positional(name):
    """The operation `name` as a function that takes its arguments by place too, as those of TensorFlow's modules `gen_..._ops` do."""
    raw = __getattr__(name) if name not in globals() else globals()[name]
    places = argument_names(name)

    def function(*args, **kwargs):
        if len(args) > len(places):
            raise TypeError(f"{name}() takes {len(places)} positional arguments but {len(args)} were given")
        for given in zip(places, args):
            if given[0] in kwargs:
                raise TypeError(f"{name}() got multiple values for argument {given[0]!r}")
        return raw(**dict(zip(places, args)), **kwargs)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = raw.__doc__
    return function


@functools.cache
def argument_names(op_type):
    """The arguments of the raw function: inputs, attributes without a default, those with one, and `name`.

    Attributes that follow from the inputs, such as their dtypes, are no arguments.
    """
    declared = op_defs.find(op_type)
    if declared is None:
        return [n for n in (REGISTRY.get(op_type) or REGISTRY[OLDER[op_type]]).names if n != "name"] + ["name"]
    inferred = {x for i in declared.inputs for x in (i.type_attr, i.number_attr, i.type_list_attr)}
    attributes = sorted((a for n, a in declared.attrs.items() if n not in inferred), key=lambda a: a.has_default)
    return [*(i.name for i in declared.inputs), *(a.name for a in attributes), "name"]


def _made_of_form(op_type, form):
    """The raw function of a declared form: its arguments are those of TensorFlow's declaration."""
    declared, accepted = op_defs.find(op_type), inspect.signature(form).parameters
    attributes, names = declared.attrs, argument_names(op_type)
    references, called = _references(declared), as_called(names)

    def raw(*args, **kwargs):
        if args:
            raise _positional(op_type, names)
        if not called.keys().isdisjoint(kwargs):
            kwargs = {called.get(key, key): value for key, value in kwargs.items()}
        for key in kwargs:
            if key not in names:
                raise TypeError(f"{_snake(op_type)}() got an unexpected keyword argument {key!r}")
        missing = [n for n in names if n not in kwargs and n != "name" and not (n in attributes and attributes[n].has_default)]
        if missing:
            raise _missing(op_type, missing)
        if references and TS.graph is None:
            raise _only_in_graphs(op_type, references)
        given = {}
        kwargs = kwargs | _inputs(op_type, declared, kwargs)
        if TS.graph is not None:
            output_shapes.check_form(op_type, kwargs)
        for key in names:
            value = kwargs[key] if key in kwargs else attributes[key].default if key in attributes else None
            if key in accepted:
                given[key] = _referred(value)
            elif key in attributes and key in kwargs and key not in _WITHOUT_EFFECT and value != attributes[key].default:
                raise refused("tf.raw_ops", "attribute", op_type=op_type, key=key)
        if kwargs.get("name") is None or "name" in accepted:
            return _shaped(op_type, kwargs, _results(op_type, form(**given)))
        with name_scope(kwargs["name"]):  # what the form is made of is below its name in graphs
            return _shaped(op_type, kwargs, _results(op_type, form(**given)))

    return raw


def _shaped(op_type, given, results):
    """The results with the static shapes of TensorFlow's operation, where they are of a graph."""
    if TS.graph is not None:
        output_shapes.of_form(op_type, given, results)
    return results


def _snake(op_type):
    """`FIFOQueueV2` as `fifo_queue_v2`, by which TensorFlow's functions call themselves."""
    return re.sub(r"(?<=.)(?=[A-Z][a-z]+)|(?<=[a-z])(?=[A-Z])", "_", op_type).lower()


def _references(declared):
    """The names of what is a reference to a variable or queue of TensorFlow 1, which are in graphs alone."""
    return [a.name for a in (*declared.inputs, *declared.outputs) if a.is_ref]


def _only_in_graphs(op_type, references):
    return RuntimeError(f"{_snake(op_type)} op does not support eager execution. Arg '{references[-1]}' is a ref.")


def _refusing(op_type):
    """The raw function of an operation that is declared and nothing more."""
    names, removed, declared = argument_names(op_type), op_defs.removed(op_type), op_defs.find(op_type)
    references = _references(declared)
    needed = [n for n in names if n != "name" and not (n in declared.attrs and declared.attrs[n].has_default)]

    def raw(*args, **kwargs):
        if args:
            raise _positional(op_type, names)
        for key in kwargs:
            if key not in names:
                raise TypeError(f"{_snake(op_type)}() got an unexpected keyword argument {key!r}")
        missing = [n for n in needed if n not in kwargs]
        if missing:
            raise _missing(op_type, missing)
        if references and TS.graph is None:
            raise _only_in_graphs(op_type, references)
        if removed is not None:
            version, words = removed
            raise UnimplementedError(
                None,
                None,
                f"Op {op_type} is not available in GraphDef version {GRAPH_DEF_VERSION}. "
                f"It has been removed in version {version}. {words}. [Op:{op_type}] name: ",
            )
        raise refused("tf.raw_ops", family_of(op_type), op_type=op_type)

    raw._tfshim_refuses = True
    return raw


def _inputs(op_type, declared, kwargs):
    """The inputs among `kwargs` as tensors of the dtypes that the operation declares. Raises InvalidArgumentError where these disagree."""
    made, known = {}, {}
    for i in declared.inputs:
        if i.is_ref or i.dtype in (dt.resource, dt.variant) or i.name not in kwargs:
            continue
        if i.type_list_attr:
            made[i.name] = [convert_to_tensor(x) if isinstance(x, _PLAIN) else x for x in kwargs[i.name]]
            continue
        several = bool(i.number_attr)
        given = list(kwargs[i.name]) if several else [kwargs[i.name]]
        for at, x in enumerate(given):
            wanted = known.get(i.type_attr) if i.type_attr else i.dtype
            if not isinstance(x, Tensor):
                default = declared.attrs[i.type_attr].default if i.type_attr else None
                x = convert_to_tensor(x, wanted or (None if hasattr(x, "dtype") else default))
            if wanted is not None and x.dtype != wanted:
                raise dtype_mismatch(op_type, len(made), wanted, x.dtype)
            if i.type_attr:
                known[i.type_attr] = x.dtype
            given[at] = x
        made[i.name] = given if several else given[0]
    return made


def _referred(value):
    """The variable that a handle refers to; any other value as it is."""
    if type(value) is EagerTensor and value.dtype is dt.resource and is_variable(value._t[()]):
        return value._t[()]
    if isinstance(value, Tensor) and value.dtype is dt.resource and is_variable(getattr(value, "_handle", None)):
        return value._handle
    return value


def _positional(op_type, names):
    return TypeError(f"{_snake(op_type)} only takes keyword args (possible keys: {list(names)}). Please pass these args as kwargs instead.")


def _missing(op_type, names):
    shown = ", ".join(map(repr, names))
    if len(names) > 1:
        shown = f"{', '.join(map(repr, names[:-1]))}{',' * (len(names) > 2)} and {names[-1]!r}"
    return TypeError(f"{_snake(op_type)}() missing {len(names)} required positional argument{'s' * (len(names) > 1)}: {shown}")


@functools.cache
def _tuple_kind(op_type):
    """The class of an operation's results, a named tuple; None for an operation with fewer than two outputs."""
    declared = op_defs.find(op_type)
    if declared is None or len(declared.outputs) < 2:
        return None
    return collections.namedtuple(op_type, [o.name for o in declared.outputs], rename=True)


def _results(op_type, given):
    """The results as TensorFlow gives them: several have names."""
    kind = _tuple_kind(op_type)
    if kind is None or not isinstance(given, (tuple, list)) or len(given) < len(kind._fields):
        return given
    return kind(*given[: len(kind._fields)])


def _done(made):
    """What an operation without results gives, which is told from what our function does: nothing, or in a graph the operation."""
    if TS.graph is None:
        return None
    return TS.graph._operations[-1] if made == () else getattr(made, "op", None)


def _check_type(op_type, operation, key, value, kwargs):
    """TypeError if a dtype attribute is not that of the first input: here dtypes follow from the inputs."""
    first = next((kwargs[k] for k in kwargs if renamed(op_type, operation, k) == operation.names[0]), None)
    got = getattr(_referred(first), "dtype", None)
    if key == "T" and got is not None and dt.as_dtype(value) != dt.as_dtype(got):
        raise TypeError(f"tf.raw_ops.{op_type}: {key} is {dt.as_dtype(value)!r}, but the input has {dt.as_dtype(got)!r}.")
    if key != "T" and not key.startswith("Tidx") and dt.as_dtype(value) is not _COUNTERPARTS.get(got):
        raise refused("tf.raw_ops", "attribute", op_type=op_type, key=key)


def _names():
    load()
    return sorted(
        {
            *(t for t in REGISTRY if not t.startswith(_APART)),
            *(o for o, n in OLDER.items() if n in REGISTRY),
            *(f for f in FORMS if not op_defs.removed(f)),
        }
    )


def __getattr__(name):
    if name == "__all__":  # what `from tensorflow.raw_ops import *` asks for
        return _names()
    if name.startswith("_"):
        raise AttributeError(f"module 'tfshim.raw_ops' has no attribute {name!r}")
    load()
    operation = REGISTRY.get(name) or REGISTRY.get(OLDER.get(name, ""))
    if name in FORMS and not op_defs.removed(name):
        made = _made_of_form(name, FORMS[name])
    elif operation is None and op_defs.find(name) is not None and not name.startswith("_"):
        made = _refusing(name)
    elif operation is None or operation.type.startswith(_APART):
        raise absent(__name__, name)
    else:
        made = _made(name, operation)
    made.__name__ = made.__qualname__ = name
    made.__doc__ = f"The operation {name}, with keyword arguments. Mirrors `tf.raw_ops.{name}`."
    globals()[name] = made
    return made


def __dir__():
    return _names()


def _function(op_type):
    try:
        found = __getattr__(op_type)
    except AttributeError:
        return None
    return None if getattr(found, "_tfshim_refuses", False) else found


higher.install(raw_function=_function)
