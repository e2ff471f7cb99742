"""What the modules of `contrib` list is what they bind, so that no name is written twice."""

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


def _of_use(value):
    return isinstance(value, ModuleType) or getattr(value, "__module__", "").startswith(("tfshim.refusals", __name__))
