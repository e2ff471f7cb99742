"""`tf.distribute.experimental.coordinator`: older names of `tf.distribute.coordinator`."""

from tfshim._listing import listing
from tfshim.distribute.coordinator import ClusterCoordinator, RemoteValue
from tfshim.distribute.coordinator import PerWorkerValue as PerWorkerValues

__all__ = ["ClusterCoordinator", "PerWorkerValues", "RemoteValue"]
__dir__ = listing(globals())
