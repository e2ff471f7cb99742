"""The modules of `tensorflow.python` that are served, and what their names stand for.

TensorFlow's private modules are not part of its interface, but other people's code imports some of them. Those are
served from the table below, for the names that stand for something public; anything else is refused with advice.
"""

import contextlib
import importlib
import sys
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import ModuleType

from tfshim import shown_modules
from tfshim._tables.private import REPLACED

# What cannot be read off the sources, below tensorflow.python: module -> (where, names). A name `a=b` is `b` there; `*` is every public
# name there that is not itself a module. A place that starts with `tf` is the public namespace, any other a module of tfshim. Classes
# stand in the modules that they name as theirs (`shown_modules`), and what replaces a whole module names that (`tfshim.private`).
_BY_HAND = {
    # Functions are shown under the modules of tfshim, and say nothing of those in which TensorFlow defines them.
    "framework.ops": [
        (
            "tf",
            """convert_to_tensor device control_dependencies init_scope RegisterGradient inside_function
            is_symbolic_tensor register_tensor_conversion_function""",
        ),
        (
            "tf.compat.v1",
            """get_default_graph add_to_collection add_to_collections get_collection get_collection_ref
            GraphKeys reset_default_graph colocate_with executing_eagerly_outside_functions enable_eager_execution
            disable_eager_execution convert_to_tensor_or_indexed_slices""",
        ),
        # Names that TensorFlow's module imports from others, and old ones.
        ("tf", "Tensor IndexedSlices name_scope NotDifferentiable=no_gradient NoGradient=no_gradient"),
        ("tf.compat.v1", "name_scope_v1=name_scope"),
    ],
    "framework.tensor_shape": [
        ("tfshim.engine.values.shapes", "as_dimension as_shape dimension_at_index dimension_value unknown_shape"),
    ],
    "framework.test_util": [
        ("tf.test", "TensorFlowTestCase=TestCase is_gpu_available gpu_device_name assert_equal_graph_def"),
    ],
    "framework.tensor_util": [
        (
            "tf",
            """is_tensor is_tf_type=is_tensor constant_value=get_static_value make_tensor_proto
            MakeNdarray=make_ndarray""",
        ),
    ],
    "framework.constant_op": [("tf", "constant constant_v1=constant")],
    "eager.context": [("tf", "executing_eagerly device"), ("tfshim.engine.runtime.context", "eager_mode")],
    "eager.def_function": [
        ("tf", "function"),
        ("tf.config", "run_functions_eagerly functions_run_eagerly"),
    ],
    "ops.variables": [
        ("tf", "Variable VariableAggregation VariableSynchronization"),  # the variable of TensorFlow 1 is shown as `Variable` too
        (
            "tf.compat.v1",
            """global_variables local_variables model_variables trainable_variables variables_initializer
            global_variables_initializer local_variables_initializer moving_average_variables""",
        ),
    ],
    "ops.control_flow_ops": [("tf", "Assert cond case group no_op switch_case tuple while_loop")],
    # Classes under a second name, or in a module that imports them.
    "eager.backprop": [("tf", "UnconnectedGradients")],
    "ops.resource_variable_ops": [("tfshim.engine.variables.variable", "BaseResourceVariable=Variable")],
    # Whole namespaces under another name, with what only some of TensorFlow's users look for there.
    "framework.dtypes": [("tf.dtypes", "*"), ("tf", "string variant resource")],
    "ops.array_ops": [("tf", "*"), ("tf.compat.v1", "placeholder placeholder_with_default")],
    "ops.math_ops": [
        ("tf.math", "*"),
        ("tf", "*"),
        ("tf.math", "mod=floormod"),
        ("tf.compat.v1", "div to_float to_int32"),
    ],
    "util.nest": [("tf.nest", "*")],
    "platform.test": [("tf.test", "*"), ("unittest", "mock")],
    "platform.gfile": [("tf.compat.v1.gfile", "*")],
}
TABLE = {module: [(f"tfshim.{place}", "*")] for module, place in REPLACED.items()}
for _module, _rows in _BY_HAND.items():
    TABLE[_module] = _rows + TABLE.get(_module, [])

# Private packages that are a public one under another name.
MODULE_ALIASES = {"tensorflow.python.keras": "tfshim.keras"}

# What to use instead of a module that is not served: the first row whose prefix fits.
_ADVICE = [
    (("framework.errors", "framework.errors_impl"), "tf.errors"),
    (("framework.sparse_tensor", "ops.sparse_ops"), "tf.sparse"),
    (("framework.random_seed", "ops.random_ops", "ops.stateless_random_ops"), "tf.random"),
    (("framework.config",), "tf.config"),
    (("framework.graph_util",), "tf.compat.v1.graph_util"),
    (("ops.nn", "ops.gen_nn_ops", "ops.ctc_ops", "ops.candidate_sampling_ops"), "tf.nn"),
    (("ops.gen_",), "tf.raw_ops"),
    (("ops.linalg", "ops.special_math_ops"), "tf.linalg"),
    (("ops.string_ops",), "tf.strings"),
    (("ops.image_ops",), "tf.image"),
    (("ops.init_ops",), "tf.keras.initializers"),
    (("ops.losses",), "tf.compat.v1.losses"),
    (("ops.metrics",), "tf.compat.v1.metrics"),
    (("ops.summary_ops", "summary"), "tf.summary"),
    (("ops.lookup_ops",), "tf.lookup"),
    (("ops.data_flow_ops",), "tf.queue"),
    (("ops.ragged",), "tf.ragged"),
    (("ops.rnn",), "tf.keras.layers"),
    (("ops.parsing_ops", "ops.io_ops", "lib.io"), "tf.io"),
    (("ops.check_ops",), "tf.debugging"),
    (("ops.variable_scope", "ops.state_ops", "client.session"), "tf.compat.v1"),
    (("training.tracking", "trackable", "checkpoint", "training"), "tf.train"),
    (("layers",), "tf.keras.layers"),
    (("data",), "tf.data"),
    (("distribute",), "tf.distribute"),
    (("saved_model",), "tf.saved_model"),
    (("autograph",), "tf.autograph"),
    (("feature_column",), "tf.feature_column"),
    (("util.compat",), "tf.compat"),
    (("keras.src",), "tf.keras"),
    (("",), "tf"),
]
# Public namespaces that may have a name that is not served, the likeliest first.
_PLACES = "tf tf.math tf.nn tf.linalg tf.random tf.image tf.io tf.train tf.errors tf.compat.v1".split()

_REPLACEMENTS = {f"tfshim.{place}" for place in REPLACED.values()}
_PACKAGES = {module.partition(".")[0] for module in TABLE}


class PrivateModule(ModuleType):
    """A module of `tensorflow.python` whose names are looked up in the table when they are used."""

    def __getattr__(self, name):
        if name == "__file__" and (where := shown_modules.file(self.__name__)):
            return where
        if name.startswith("__"):
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        for place, names in TABLE.get(_below(self.__name__), []):
            for entry in names.split():
                alias, _, target = entry.partition("=")
                if alias == name:
                    return getattr(_resolve(place), target or alias)
                if alias == "*" and (value := _listed(place, name)) is not None and not isinstance(value, ModuleType):
                    return value
        if name in (shown := shown_modules.classes(self.__name__)):
            return shown[name]
        raise AttributeError(
            f"{self.__name__}.{name} is private to TensorFlow and not served by tfshim; {_advice(_below(self.__name__), name)}"
        )

    def __dir__(self):
        names = {*super().__dir__(), *shown_modules.classes(self.__name__)}
        for place, entries in TABLE.get(_below(self.__name__), []):
            for entry in entries.split():
                if entry == "*":
                    names |= {n for n in _names(place) if not n.startswith("_")}
                else:
                    names.add(entry.partition("=")[0])
        return sorted(names)


class PrivateLoader(Loader):
    """Loads `tensorflow.python...`; raises ImportError with advice for what the table does not have."""

    def __init__(self, fullname):
        below = _below(fullname)
        if below and below not in TABLE and below not in _PACKAGES and not shown_modules.exists(fullname):
            parent, _, name = below.rpartition(".")
            if parent in TABLE:  # `from tensorflow.python.framework.ops import NAME` asks for a module NAME at last
                raise ImportError(
                    f"cannot import name '{name}' from 'tensorflow.python.{parent}': it is private to "
                    f"TensorFlow and not served by tfshim; {_advice(parent, name)}",
                    name=fullname,
                )
            raise ImportError(
                f"{fullname} is private to TensorFlow and not served by tfshim; {_advice(below, below.rpartition('.')[2])}", name=fullname
            )

    def create_module(self, spec):
        # All are packages: so `from ... import NAME` reaches the finder, which can give advice.
        module = PrivateModule(spec.name, "Stands for a private module of TensorFlow; see tfshim.private_modules.")
        module.__path__ = []
        return module

    def exec_module(self, module):
        pass


def resolve(name):
    """The object of a dotted name below `tensorflow.python`. Raises ImportError or AttributeError with advice."""
    parts = name.split(".")
    for alias, public in MODULE_ALIASES.items():
        if name == alias or name.startswith(alias + "."):
            value, rest = importlib.import_module(public), parts[alias.count(".") + 1 :]
            break
    else:
        # the longest prefix that is a module; what follows are attributes
        size = next((n for n in range(len(parts), 2, -1) if ".".join(parts[2:n]) in TABLE), len(parts))
        module = ".".join(parts[:size])
        value, rest = PrivateLoader(module).create_module(ModuleSpec(module, None)), parts[size:]
    for part in rest:
        value = member(value, part)
    return value


def member(owner, name):
    """`owner.name`, importing it if `owner` is a package that has not imported that module yet."""
    try:
        return getattr(owner, name)
    except AttributeError:
        if isinstance(owner, ModuleType) and not is_private(owner):
            with contextlib.suppress(ModuleNotFoundError):
                return importlib.import_module(f"{owner.__name__}.{name}")
        raise


def is_private(module):
    """Whether `module` is one that stands for a private module of TensorFlow."""
    return isinstance(module, PrivateModule)


def _below(fullname):
    return fullname.removeprefix("tensorflow.python").removeprefix(".")


def _resolve(place):
    """The object of a place: `tf...` by attributes of tfshim, anything else by import."""
    if place != "tf" and not place.startswith("tf."):
        return importlib.import_module(place)
    value = sys.modules["tfshim"]
    for part in place.split(".")[1:]:
        value = getattr(value, part)
    return value


def _names(place):
    """The names that `*` of a place stands for: those that a module of tfshim lists as its own, else all that `dir` shows."""
    where = _resolve(place)
    return where.__all__ if place in _REPLACEMENTS and hasattr(where, "__all__") else dir(where)


def _listed(place, name):
    """`name` at `place`, if `*` stands for it there; else None."""
    return _find(place, name) if place not in _REPLACEMENTS or name in _names(place) else None


def _find(place, name):
    """`name` at `place`, or None if either does not exist."""
    try:
        return getattr(_resolve(place), name, None)
    except AttributeError:
        return None


def _advice(below, name):
    namespace = next(public for prefixes, public in _ADVICE if below.startswith(prefixes))
    for place in [namespace, *_PLACES]:
        with contextlib.suppress(ImportError):  # of a namespace whose extra is not installed
            if not name.startswith("_") and _find(place, name) is not None:
                return f"the public name is {place}.{name}."
    return f"use the public names in {namespace}."
