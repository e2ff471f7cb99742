"""`tf.types.experimental.distributed`."""

from tfshim.distribute.values import Mirrored, PerReplica

__all__ = ["Mirrored", "PerReplica"]
