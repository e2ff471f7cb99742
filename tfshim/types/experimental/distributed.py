"""`tf.types.experimental.distributed`."""

from tfshim._listing import listing
from tfshim.distribute.per_replica import Mirrored, PerReplica

__all__ = ["Mirrored", "PerReplica"]
__dir__ = listing(globals())
