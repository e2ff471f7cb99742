"""What `dir()` of a public module shows: the names that are part of it, none of those that its code happens to use."""

import importlib
import sys

from tfshim._tables import INSIDE, NAMES


def listing(namespace):
    """A `__dir__` for the module whose `globals()` are `namespace`: what it declares in `__all__`, and what Python itself put there."""

    def __dir__():
        return with_standard(namespace["__all__"], namespace)

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
    """What the methods of a class use of modules that import the class themselves: each is imported with its first use.

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


def exported(namespace, submodules=(), unlisted="", missing="module {package!r} has no attribute {name!r}"):
    """`__all__`, `__getattr__` and `__dir__` for a module with the `globals()` `namespace` whose names `tf_export` declares.

    They are imported on first use. A package that is no namespace of TensorFlow has those that its modules define for others.
    `submodules`: the modules that are public themselves; `unlisted`: names of `tf` itself that are found here as well;
    `missing`: what is said of any other name.
    """
    package = namespace["__name__"]
    path = package.partition(".")[2]
    where = places(NAMES.get(path) or INSIDE.get(path, {}), "tfshim")
    listed = sorted({*where, *submodules})
    if unlisted:
        root = places(NAMES[""], "tfshim")
        where |= {name: root[name] for name in unlisted.split()}
    return listed, *_on_first_use(namespace, where, submodules, missing)


def lazily(namespace, modules, submodules=(), missing="module {package!r} has no attribute {name!r}"):
    """`__getattr__` and `__dir__` for an `__init__.py` with the `globals()` `namespace`, whose names are imported on first use.

    `modules`: a table as for `places`; `submodules`: the modules of the package that are public themselves; `missing`: what is
    said of any other name.
    """
    return _on_first_use(namespace, places(modules, namespace["__name__"]), submodules, missing)


def _on_first_use(namespace, where, submodules, missing):
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
        raise AttributeError(missing.format(package=package, name=name))

    return __getattr__, listing(namespace)
