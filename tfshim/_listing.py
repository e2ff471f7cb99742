"""What `dir()` of a public module shows: the names that are part of it, none of those that its code happens to use."""

import importlib
import opcode
import os
import sys

from tfshim._tables import INSIDE, NAMES

_PACKAGE = os.path.dirname(__file__) + os.sep


def listing(namespace):
    """A `__dir__` for the module whose `globals()` are `namespace`: what it declares in `__all__`, and what Python itself put there.

    A module that finds no names late gets a `__getattr__` too, which says what a name may be that it has not.
    """

    def __dir__():
        return with_standard(namespace["__all__"], namespace)

    def __getattr__(name):
        raise absent(namespace["__name__"], name)

    namespace.setdefault("__getattr__", __getattr__)
    return __dir__


def with_standard(names, namespace):
    """The sorted list of `names` and those that Python gives a module, such as `__name__`; the hooks of a lazy module are neither."""
    return sorted({*names, *(n for n in namespace if n.startswith("__") and n.endswith("__"))} - {"__dir__", "__getattr__"})


def places(modules, package=None):
    """{public name: (module, name there)} from {module: "name name shown=defined"}, where modules are named below `package`, or in full."""
    found = {}
    for module, defined in modules.items():
        home = module if package is None or module.startswith("tfshim.") else f"{package}.{module}"
        for entry in defined.split():
            shown, _, own = entry.partition("=")
            found[shown] = home, own or shown
    return found


def names(modules, submodules=()):
    """The sorted public names in such a table, and `submodules`."""
    return sorted({*places(modules), *submodules})


class LateBound:
    """What a class uses of modules that import the class themselves, or that few programs come to: each is imported with its first use.

    `package`: its name; `modules`: one table as for `places`. Its attributes are the names that are
    in it; any other raises AttributeError.
    """

    def __init__(self, package, modules):
        self._where = places(modules, package)

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._where:
            raise AttributeError(f"{name!r} does not stand in the table of what is bound late")
        home, own = self._where[name]
        value = getattr(importlib.import_module(home), own)
        setattr(self, name, value)
        return value


def exported(namespace, submodules=(), unlisted=""):
    """`__all__`, `__getattr__` and `__dir__` for a module with the `globals()` `namespace` whose names `tf_export` declares.

    They are imported on first use. A package that is no namespace of TensorFlow has those that its modules define for others.
    `submodules`: the modules that are public themselves; `unlisted`: names of `tf` itself that are found here as well.
    """
    package = namespace["__name__"]
    path = package.partition(".")[2]
    where = places(NAMES.get(path) or INSIDE.get(path, {}), "tfshim")
    listed = sorted({*where, *submodules})
    if unlisted:
        root = places(NAMES[""], "tfshim")
        where |= {name: root[name] for name in unlisted.split()}
    return listed, *_on_first_use(namespace, where, submodules)


def lazily(namespace, modules, submodules=()):
    """`__getattr__` and `__dir__` for an `__init__.py` with the `globals()` `namespace`, whose names are imported on first use.

    `modules`: a table as for `places`; `submodules`: the modules of the package that are public themselves.
    """
    return _on_first_use(namespace, places(modules, namespace["__name__"]), submodules)


def _on_first_use(namespace, where, submodules):
    """`__getattr__` and `__dir__` of a module whose names are imported from `where` when they are asked for; see `places`."""
    package = namespace["__name__"]

    def __getattr__(name):
        home, own = where.get(name, (package, name))
        if (home, own) != (package, name):  # what the module itself defines is there once it is loaded
            # `from tensorflow.io import read_file` passes by `tf` itself: whoever holds a tensor may write `a + b` all the same.
            sys.modules["tfshim"]._load_operators_for(package)
            value = namespace[name] = getattr(importlib.import_module(home), own)
            return value
        if name in submodules:
            return importlib.import_module(f"{package}.{name}")
        raise absent(package, name)

    return __getattr__, listing(namespace)


_IMPORT_FROM = opcode.opmap["IMPORT_FROM"]


def absent(package, name):
    """What is raised where the module `package` of tfshim is asked for a `name` that it has not.

    Returns:
        TensorFlow's AttributeError, with what else the name may be; where `from PACKAGE import NAME` asks, the ImportError that Python
        would make of it without that.
    """
    # With a name of its own Python adds no guess, which knows nothing of the other namespaces.
    if name.startswith("_"):
        return AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
    shown = "tensorflow" + package.removeprefix("tfshim")
    remark = importlib.import_module("tfshim.public_names").remark(f"{shown}.{name}")  # which nothing that works needs
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    if frame.f_code.co_code[frame.f_lasti] == _IMPORT_FROM and f"{package}.{name}" not in sys.modules:
        return ImportError(f"cannot import name {name!r} from {shown!r}{remark}", name=shown)
    return AttributeError(f"module {shown!r} has no attribute {name!r}{remark}", name=name)
