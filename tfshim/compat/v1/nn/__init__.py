"""`tf.compat.v1.nn`: as `tf.nn`, with the arguments of TensorFlow 1."""

import importlib

from tfshim.compat.v1._fallback import exported

__all__, _elsewhere, __dir__ = exported(globals(), ("experimental", "rnn_cell"), target="tfshim.nn")


def __getattr__(name):
    if name == "rnn_cell":
        return importlib.import_module("tfshim.compat.v1.nn.rnn_cell")
    return _elsewhere(name)
