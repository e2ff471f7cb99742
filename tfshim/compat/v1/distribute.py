"""`tf.compat.v1.distribute`: as `tf.distribute`."""

from tfshim._listing import listing
from tfshim.compat.v1._fallback import elsewhere
from tfshim.distribute import ReduceOp

__all__ = """
    CrossDeviceOps HierarchicalCopyAllReduce InputContext InputReplicationMode MirroredStrategy NcclAllReduce OneDeviceStrategy
    ReduceOp ReductionToOneDevice ReplicaContext RunOptions Server Strategy StrategyExtended cluster_resolver experimental
    experimental_set_strategy get_loss_reduction get_replica_context get_strategy has_strategy in_cross_replica_context
""".split()
__dir__ = listing(globals())

__getattr__ = elsewhere("distribute", target="tfshim.distribute")


def get_loss_reduction():
    """How losses of replicas are put together: they are added up. Mirrors `tf.compat.v1.distribute.get_loss_reduction`."""
    return ReduceOp.SUM
