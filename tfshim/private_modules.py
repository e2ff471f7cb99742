"""The private modules of TensorFlow and Keras, as modules that can be imported.

They are not part of TensorFlow's interface, but other people's code imports from them. What stands for something that tfshim has
is served (`private_names` says what for what); anything else is refused with advice when it is asked for.
"""

import contextlib
import importlib
import sys
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from tfshim import private_names, shown_modules
from tfshim.public_names import see_messages

# What to use instead of a module that is not served: the first row whose prefix fits.
_ADVICE = [
    # Parts of its C++ library first: their modules stand between others.
    (("pywrap_tfe", "_pywrap_tfe"), "tf.raw_ops"),
    (("pywrap_mlir", "_pywrap_mlir"), "tf.mlir.experimental"),
    (("pywrap_tensorflow", "_pywrap_tensorflow"), "tf.compat.v1"),
    (("_pywrap_py_exception_registry",), "tf.errors"),
    (("_pywrap_toco", "_pywrap_tfcompile", "lite"), "tf.lite"),
    (("_pywrap_dtensor", "_pywrap_parallel_device"), "tf.distribute"),
    (("client.pywrap_tf_session", "client._pywrap_tf_session", "_pywrap_tf_session", "framework.c_api_util"), "tf.compat.v1"),
    (("util._pywrap_utils", "util._pywrap_nest"), "tf.nest"),
    (("util._pywrap_transform_graph",), "tf.compat.v1.graph_util"),
    (("util._pywrap_checkpoint_reader",), "tf.train"),
    (("util._pywrap_determinism", "util._pywrap_util_port", "util._pywrap_tensor_float"), "tf.config"),
    (("framework._pywrap_python_op_gen", "framework._op_def", "framework._pywrap_python_api"), "tf.raw_ops"),
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
    (("estimator", "keras"), "tf.keras"),
    (("debug",), "tf.debugging"),
    (("grappler",), "tf.config.optimizer"),
    (("profiler",), "tf.profiler"),
    (("keras.src",), "tf.keras"),
    (("",), "tf"),
]
# Public namespaces that may have a name that is not served, the likeliest first.
_PLACES = "tf tf.math tf.nn tf.linalg tf.random tf.image tf.io tf.train tf.errors tf.compat.v1".split()


# What the names of modules that stand for others were before they were set, by module and name.
_BEFORE: dict[tuple[str, str], Any] = {}


class PrivateModule(ModuleType):
    """A private module, whose names are looked up when they are used."""

    def __getattr__(self, name):
        if name == "__file__" and (where := shown_modules.file(self.__name__)):
            return where
        if name == "__all__":  # what a star import asks for
            return sorted(n for n in private_names.names(self.__name__) if not n.startswith("_"))
        if name.startswith("__") and name not in private_names.names(self.__name__):
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        with contextlib.suppress(AttributeError):
            value = private_names.find(self.__name__, name)
            if private_names.replaced(self.__name__) is None:  # what replaces a module may have switches
                vars(self)[name] = value
            return value
        if private_names.exists(f"{self.__name__}.{name}"):  # TensorFlow has imported it by then
            return importlib.import_module(f"{self.__name__}.{name}")
        if (other := private_names.imported(self.__name__, name)) is not None:
            return importlib.import_module(other)
        raise AttributeError(f"{self.__name__}.{name} is {_kind(self.__name__)} and not served by tfshim; {_advice(self.__name__, name)}")

    def __setattr__(self, name, value):
        where = private_names.replaced(self.__name__)
        if where is not None and name in vars(where) and not name.startswith("__"):
            _BEFORE.setdefault((self.__name__, name), vars(where)[name])
            setattr(where, name, value)  # a switch of what is there
        else:
            super().__setattr__(name, value)

    def __delattr__(self, name):
        where = private_names.replaced(self.__name__)
        if where is not None and name in vars(where):
            # `unittest.mock` deletes what it has set where the name is not among the module's own.
            setattr(where, name, _BEFORE.pop((self.__name__, name), vars(where)[name]))
        else:
            super().__delattr__(name)

    def __dir__(self):
        return sorted({*super().__dir__(), *private_names.names(self.__name__)})


class PrivateLoader(Loader):
    """Loads a private module; raises ImportError with advice where there is none."""

    def __init__(self, fullname):
        if private_names.exists(fullname):
            return
        parent, _, name = fullname.rpartition(".")
        if private_names.exists(parent) and parent not in private_names.ROOTS:
            # `from tensorflow.python.framework.ops import NAME` asks for a module NAME at last
            raise ImportError(
                f"cannot import name '{name}' from '{parent}': it is {_kind(fullname)} and not served by tfshim; {_advice(parent, name)}",
                name=fullname,
            )
        raise ImportError(f"{fullname} is {_kind(fullname)} and not served by tfshim; {_advice(fullname, name)}", name=fullname)

    def create_module(self, spec):
        # All are packages: so `from ... import NAME` reaches the finder, which can give advice.
        module = PrivateModule(spec.name, "Stands for a private module of TensorFlow; see tfshim.private_names.")
        module.__path__ = []
        return module

    def exec_module(self, module):
        # What a library has compiled finds the messages that it refers to by protobuf's registry, not by this module.
        private_names.messages_of(module.__name__)


class _BesideKeras3(ModuleType):
    """A module of Keras 2's sources under the name `tf_keras.src`, where `keras.src` are those of an installed Keras 3."""

    def __init__(self, name, place):
        super().__init__(name, "Stands for a module of Keras 2's sources; see tfshim.private_names.")
        self.__path__ = []
        self.__dict__["_of_keras"] = PrivateModule(place)

    def __getattr__(self, name):
        if private_names.exists(f"{self._of_keras.__name__}.{name}"):
            return importlib.import_module(f"{self.__name__}.{name}")
        return getattr(self._of_keras, name)

    def __dir__(self):
        return dir(self._of_keras)


class LoaderBesideKeras3(Loader):
    """Loads the module of Keras 2's sources that is `place` where Keras 2 is `keras`."""

    def __init__(self, place):
        self._place = place

    def create_module(self, spec):
        return _BesideKeras3(spec.name, self._place)

    def exec_module(self, module):
        """Nothing: names are looked up when they are used."""


def module(name):
    """The private module `name`: the one that was imported, or else one like it."""
    return sys.modules.get(name) or PrivateLoader(name).create_module(ModuleSpec(name, None))


def resolve(name):
    """The object of a dotted name below a private package. Raises ImportError or AttributeError with advice."""
    parts = name.split(".")
    # the longest prefix that is a module; what follows are attributes
    size = next((n for n in range(len(parts), 1, -1) if private_names.exists(".".join(parts[:n]))), len(parts))
    value = PrivateLoader(".".join(parts[:size])).create_module(ModuleSpec(".".join(parts[:size]), None))
    for part in parts[size:]:
        value = private_names.member(value, part)
    return value


def _kind(module):
    """What a name of the private `module` is, or the module itself."""
    return "private to TensorFlow" + (", a part of its C++ library," if "pywrap" in module else "")


def _advice(module, name):
    below = module.removeprefix("tensorflow.python").removeprefix(".")
    namespace = next(public for prefixes, public in _ADVICE if below.startswith(prefixes))
    for place in [namespace, *_PLACES]:
        with contextlib.suppress(ImportError, AttributeError):  # of a namespace whose extra is not installed
            if not name.startswith("_") and getattr(private_names.resolve(place), name, None) is not None:
                return f"the public name is {place}.{name}.{see_messages()}"
    return f"use the public names in {namespace}.{see_messages()}"
