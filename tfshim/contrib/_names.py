"""What the modules of `contrib` list is what they bind, so that no name is written twice."""

import importlib
from types import ModuleType


def bound(namespace, *others):
    """The sorted names of a module with the `globals()` `namespace` that imports nothing but what it offers, and `others`.

    Private names, modules, these functions and what refusals are made of do not count.
    """
    found = (name for name, value in namespace.items() if not name.startswith("_") and not _of_use(value))
    return sorted({*found, *others})


def defined(namespace, *others):
    """The sorted public names of what a module with the `globals()` `namespace` defines itself, and `others`."""
    here = namespace["__name__"]
    return sorted({name for name in bound(namespace) if getattr(namespace[name], "__module__", None) == here} | {*others})


def served(name, *modules):
    """`__all__` and `__getattr__` for the module `tf.contrib.NAME`, which offers what `modules` (their names) list."""

    def listed():
        return sorted({n for module in map(importlib.import_module, modules) for n in module.__all__})

    def find(attribute):
        if attribute == "__all__":
            return listed()
        if not attribute.startswith("__"):
            for module in map(importlib.import_module, modules):
                if attribute in module.__all__:
                    return getattr(module, attribute)
        raise AttributeError(f"tf.contrib.{name}.{attribute} is not part of tfshim; it has {', '.join(listed())}.")

    return find, listed


def absent(name, namespace, instead=None):
    """`__getattr__` for the module `tf.contrib.NAME` with the `globals()` `namespace`.

    It says of a name that the module has not what to use `instead` ({name: what to use}), or what there is.
    """

    def find(attribute):
        if attribute.startswith("__"):
            raise AttributeError(f"module '{namespace['__name__']}' has no attribute {attribute!r}")
        other = (instead or {}).get(attribute)
        advice = f"use {other}" if other else f"it has {', '.join(namespace.get('__all__') or bound(namespace))}"
        raise AttributeError(f"tf.contrib.{name}.{attribute} is not part of tfshim; {advice}.")

    return find


def _of_use(value):
    return isinstance(value, ModuleType) or getattr(value, "__module__", "").startswith(("tfshim.refusals", __name__))
