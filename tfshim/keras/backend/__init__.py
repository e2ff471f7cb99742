"""`tf.keras.backend`: the functions that layers and older programs are written in."""

import importlib

from tfshim._listing import exported
from tfshim.engine.runtime.context import outermost_graph

__all__, _declared, __dir__ = exported(globals(), ("experimental",))
# Of modules below: what Keras does not list, and programs find all the same.
_UNLISTED = {"global_learning_phase_is_set": "backend.settings", "identity": "backend.values", "RandomGenerator": "_random"}


def __getattr__(name):
    if name in ("get_session", "set_session") and outermost_graph() is not None:
        return getattr(importlib.import_module("tfshim.keras.v1.session"), name)
    if name in _UNLISTED:
        return getattr(importlib.import_module(f"tfshim.keras.{_UNLISTED[name]}"), name)
    return _declared(name)
