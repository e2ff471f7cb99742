"""`tf.train`: checkpoints, their managers and training utilities."""

from tfshim._listing import listing
from tfshim.protos import examples as _protos
from tfshim.protos.clusters import ClusterSpec
from tfshim.train import experimental
from tfshim.train.checkpoint import Checkpoint, CheckpointOptions
from tfshim.train.coordinator import Coordinator
from tfshim.train.manager import CheckpointManager
from tfshim.train.moving_average import ExponentialMovingAverage
from tfshim.train.reading import (
    checkpoints_iterator,
    get_checkpoint_state,
    latest_checkpoint,
    list_variables,
    load_checkpoint,
    load_variable,
)
from tfshim.train.views import CheckpointView, TrackableView

__all__ = [
    "Checkpoint",
    "CheckpointManager",
    "CheckpointOptions",
    "CheckpointView",
    "ClusterSpec",
    "Coordinator",
    "ExponentialMovingAverage",
    "TrackableView",
    "checkpoints_iterator",
    "experimental",
    "get_checkpoint_state",
    "latest_checkpoint",
    "list_variables",
    "load_checkpoint",
    "load_variable",
    *_protos.NAMES,
]
__dir__ = listing(globals())


def __getattr__(name):
    # The messages of examples and clusters, whose runtime is imported on first use.
    if name in _protos.NAMES:
        return getattr(_protos, name)
    raise AttributeError(f"module 'tfshim.train' has no attribute {name!r}")
