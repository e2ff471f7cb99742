"""`tf.compat.v1.estimator.tpu`: the estimator for TPUs, which here trains on CPU or GPU (`use_tpu=False`)."""

import importlib

from tfshim.compat.v1._fallback import exported

__all__, _elsewhere, __dir__ = exported(globals(), ("experimental",))


def __getattr__(name):
    return importlib.import_module("tfshim.compat.v1.estimator.tpu.experimental") if name == "experimental" else _elsewhere(name)
