"""`tf.compat.v1`: the namespace of TensorFlow 1, on the same engine; names load on first use.

In a program that is written for TensorFlow 1 this is what `import tensorflow` gives, with `contrib` beside it.
"""

from __future__ import annotations

import importlib

import tfshim
from tfshim import _version
from tfshim._listing import absent, listing, places
from tfshim._tables import v1
from tfshim.compat import messages_v1
from tfshim.compat.v1 import _views, switches
from tfshim.compat.v1._names import ABSENT_SUBMODULES, SHARED_SUBMODULES, SUBMODULES

__version__ = _version.TENSORFLOW
_WHERE = places(v1.NAMES[""], "tfshim")


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'tfshim.compat.v1' has no attribute {name!r}")
    value = _find(name)
    globals()[name] = value
    return value


def _find(name):
    if name in SUBMODULES:
        return importlib.import_module(f"tfshim.compat.v1.{name}")
    if name == "contrib" and in_document():
        return importlib.import_module("tfshim.contrib")
    if name == "compat":
        return importlib.import_module("tfshim.compat")
    if name in SHARED_SUBMODULES or name in ABSENT_SUBMODULES:
        return _views.shared(name)
    tfshim._load_operators()
    if name in _WHERE:
        module, attribute = _WHERE[name]
        return getattr(importlib.import_module(module), attribute)
    try:
        return messages_v1.message(name)
    except KeyError:
        raise absent(__name__, name) from None


def in_document() -> bool:
    """Whether the running program is one for TensorFlow 1, whose `tensorflow` this module is."""
    return switches.in_document()


__all__ = sorted({"__version__", "compat", *_WHERE, *SUBMODULES, *SHARED_SUBMODULES, *messages_v1.NAMES} - messages_v1.BELOW - {"examples"})
__dir__ = listing(globals())
