"""Namespaces that have some names of their own, and others that stand elsewhere."""

import importlib
from types import ModuleType

from tfshim.compat.v1._views import resolve, shared


def elsewhere(namespace, table="", target=None):
    """`__getattr__` for the module of `namespace` (as "math"): names of `table` (`a=b.c` below tf), then those of `target`.

    `target` is the module of the same namespace of `tf`; None for one that `tf` has not.
    """
    where = dict(entry.partition("=")[::2] for entry in table.split())

    def find(name):
        if name.startswith("__"):
            raise AttributeError(f"module 'tfshim.compat.v1.{namespace}' has no attribute {name!r}")
        if name in where:
            return resolve(where[name] or name)
        if target is not None:
            try:
                value = getattr(importlib.import_module(target), name)
                return shared(f"{namespace}.{name}", value) if isinstance(value, ModuleType) else value
            except AttributeError:
                pass
            except ModuleNotFoundError as e:
                if e.name != target:
                    raise
        raise AttributeError(f"tf.compat.v1.{namespace}.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same).")

    return find
