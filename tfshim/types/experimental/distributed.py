"""`tf.types.experimental.distributed`: kinds of values that the replicas of a strategy have."""

from tfshim._listing import listing
from tfshim.distribute.per_replica import Mirrored, PerReplica

__all__ = ["Mirrored", "PerReplica"]
__dir__ = listing(globals())
