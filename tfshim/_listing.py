"""What `dir()` of a public module shows: the names that are part of it, none of those that its code happens to use."""

import importlib
from types import ModuleType


def listing(namespace):
    """A `__dir__` for the module whose `globals()` are `namespace`: what it declares in `__all__`, and what Python itself put there."""

    def __dir__():
        return with_standard(namespace["__all__"], namespace)

    return __dir__


def with_standard(names, namespace):
    """The sorted list of `names` and those that Python gives a module, such as `__name__`; the hooks of a lazy module are neither."""
    return sorted({*names, *(n for n in namespace if n.startswith("__") and n.endswith("__"))} - {"__dir__", "__getattr__"})


def gathered(namespace):
    """The public names that an `__init__.py` with the `globals()` `namespace` has imported so far, but for modules: a list of str."""
    return sorted(n for n, v in namespace.items() if not n.startswith("_") and not isinstance(v, ModuleType) and v not in _HELPERS)


def names(modules):
    """The sorted public names in a table {module: "name name shown=defined"}."""
    return sorted(n.partition("=")[0] for defined in modules.values() for n in defined.split())


def lazily(namespace, modules, submodules=()):
    """`__getattr__` and `__dir__` for an `__init__.py` with the `globals()` `namespace`, whose names are imported on first use.

    `modules`: {module: the names that it defines, "shown=defined" where the public name is another}; a module below the
    package is named without it. `submodules`: the modules of the package that are public themselves.
    """
    package = namespace["__name__"]
    where = {}
    for module, defined in modules.items():
        home = module if module.startswith("tfshim.") else f"{package}.{module}"
        for entry in defined.split():
            shown, _, own = entry.partition("=")
            where[shown] = home, own or shown

    def __getattr__(name):
        if name in where:
            home, own = where[name]
            value = namespace[name] = getattr(importlib.import_module(home), own)
            return value
        if name in submodules:
            return importlib.import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return __getattr__, listing(namespace)


_HELPERS = (listing, gathered, lazily, names)
