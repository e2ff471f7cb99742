"""Namespaces that have some names of their own, and others that are defined elsewhere."""

import importlib
from types import MappingProxyType, ModuleType

from tfshim._listing import absent, listing, places
from tfshim._tables import v1
from tfshim.compat.v1._views import shared


def exported(namespace, submodules=(), target=None):
    """`__all__`, `__getattr__` and `__dir__` for the module with the `globals()` `namespace`, whose names `tf_export` declares.

    `submodules`: the modules below it that are public; `target`: as for `elsewhere`.
    """
    path = namespace["__name__"].removeprefix("tfshim.compat.v1.")
    where = places(v1.NAMES[path], "tfshim")
    return sorted({*where, *submodules}), elsewhere(path, where, target, namespace), listing(namespace)


def elsewhere(namespace, where=MappingProxyType({}), target=None, kept_in=None):
    """`__getattr__` for the module of `namespace` (as "math"): names of `where` ({name: (module, name there)}), then those of `target`.

    `target` is the module of the same namespace of `tf`; None for one that `tf` has not. What was found by `where` is put into the
    dictionary `kept_in`, the module's own, so that it is found there at once from then on.
    """
    package = f"tfshim.compat.v1.{namespace}"

    def find(name):
        if name.startswith("__"):
            raise AttributeError(f"module 'tfshim.compat.v1.{namespace}' has no attribute {name!r}")
        module, own = where.get(name, (package, name))
        if (module, own) != (package, name):
            value = getattr(importlib.import_module(module), own)
            if kept_in is not None:
                kept_in[name] = value
            return value
        if target is not None:
            try:
                value = getattr(importlib.import_module(target), name)
                return shared(f"{namespace}.{name}", value) if isinstance(value, ModuleType) else value
            except AttributeError:
                pass
            except ModuleNotFoundError as e:
                # Only a missing namespace means that the name is unknown; an import that fails within one is to be seen.
                if e.name != target:
                    raise
        raise absent(package, name)

    return find
