"""`tf.types.experimental.distributed`."""

from tfshim.distribute.per_replica import Mirrored, PerReplica

__all__ = ["Mirrored", "PerReplica"]
