"""`tf.compat.v1.saved_model`: graphs with signatures and the values of their variables, in directories."""

import importlib

from tfshim.compat.v1._fallback import exported

_MODULES = frozenset("builder constants loader main_op signature_constants signature_def_utils tag_constants utils".split())
__all__, _elsewhere, __dir__ = exported(globals(), ("experimental", *_MODULES), target="tfshim.saved_model")


def __getattr__(name):
    return importlib.import_module(f"{__name__}.{name}") if name in _MODULES else _elsewhere(name)
