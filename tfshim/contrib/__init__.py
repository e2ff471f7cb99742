"""`tf.contrib` of TensorFlow 1, as far as it is here: `eager`, `summary`, `layers`. Names load on first use."""

import importlib

_MODULES = frozenset(["eager", "summary", "layers"])


def __getattr__(name):
    if name in _MODULES:
        return importlib.import_module(f"tfshim.contrib.{name}")
    if name.startswith("__"):
        raise AttributeError(f"module 'tfshim.contrib' has no attribute {name!r}")
    raise AttributeError(f"tf.contrib.{name} was part of TensorFlow 1; of tf.contrib, tfshim has {', '.join(sorted(_MODULES))}.")


def __dir__():
    return sorted(_MODULES)
