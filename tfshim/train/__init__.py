"""`tf.train`: checkpoints, their managers and training utilities."""

from tfshim._listing import exported
from tfshim.protos import examples as _protos

__all__, _elsewhere, __dir__ = exported(globals(), ("experimental", *_protos.NAMES))


def __getattr__(name):
    # The messages of examples and clusters, whose runtime is imported on first use.
    return getattr(_protos, name) if name in _protos.NAMES else _elsewhere(name)
