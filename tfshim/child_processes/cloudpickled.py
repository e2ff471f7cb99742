"""Classes that cloudpickle finds by the module that they name, as it finds TensorFlow's.

It writes a class by value where that module is not imported yet, which pickle would import. With TensorFlow all of them are; the
modules that tfshim shows its classes under are made when they are asked for. joblib, Ray, Spark and others bring copies of cloudpickle.
"""

import contextlib
import functools
import importlib
import sys

from tfshim.child_processes import spawned

_SHOWN = ("tensorflow.", "keras.", "tensorflow_estimator.")


def is_one(name):
    """Whether the module `name` is cloudpickle, or a copy of it in another package."""
    return name.endswith(".cloudpickle.cloudpickle") or name in ("cloudpickle.cloudpickle", "pyspark.cloudpickle", "cloudpickle")


def spec(name, path, active):
    """The spec of a module that `is_one`; `path` and `active` as elsewhere."""
    return spawned.spec_then(name, path, lambda module: let_find(module, active))


def let_find_in_loaded(active):
    """Let those find the classes that are imported already."""
    for name in filter(is_one, list(sys.modules)):
        let_find(sys.modules[name], active)


def let_find(module, active):
    """Let `module`, a cloudpickle, import the module that a class names, while `active()`."""
    which = getattr(module, "_whichmodule", None)
    if which is None or hasattr(which, "imports_for_tfshim"):
        return

    @functools.wraps(which)
    def _whichmodule(obj, name):
        found = which(obj, name)
        if isinstance(found, str) and found.startswith(_SHOWN) and found not in sys.modules and active():
            with contextlib.suppress(ImportError):
                importlib.import_module(found)
        return found

    _whichmodule.imports_for_tfshim = True
    module._whichmodule = _whichmodule
