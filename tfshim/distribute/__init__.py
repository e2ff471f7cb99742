"""`tf.distribute`: strategies for devices and machines, one after the other where a CPU is divided."""

from tfshim._listing import listing
from tfshim.distribute import cluster_resolver, coordinator, experimental
from tfshim.distribute.devices import CrossDeviceOps, HierarchicalCopyAllReduce, NcclAllReduce, ReductionToOneDevice
from tfshim.distribute.inputs import DistributedDataset, DistributedIterator
from tfshim.distribute.per_replica import DistributedValues
from tfshim.distribute.strategies import (
    MirroredStrategy,
    MultiWorkerMirroredStrategy,
    OneDeviceStrategy,
    ParameterServerStrategy,
    ReplicaContext,
    Strategy,
    StrategyExtended,
    TPUStrategy,
    experimental_set_strategy,
    get_replica_context,
    get_strategy,
    has_strategy,
    in_cross_replica_context,
)
from tfshim.distribute.values import (
    InputContext,
    InputOptions,
    InputReplicationMode,
    ReduceOp,
    RunOptions,
)
from tfshim.refusals import refusing_class as _refusing_class

__all__ = """
    CrossDeviceOps DistributedDataset DistributedIterator DistributedValues HierarchicalCopyAllReduce InputContext InputOptions
    InputReplicationMode MirroredStrategy MultiWorkerMirroredStrategy NcclAllReduce OneDeviceStrategy ParameterServerStrategy
    ReduceOp ReductionToOneDevice ReplicaContext RunOptions Server Strategy StrategyExtended TPUStrategy cluster_resolver
    coordinator experimental experimental_set_strategy get_replica_context get_strategy has_strategy in_cross_replica_context
""".split()
__dir__ = listing(globals())

Server = _refusing_class(
    "tf.distribute.Server", parameters="server_or_cluster_def, job_name=None, task_index=None, protocol=None, config=None, start=True",
    members="join server_def start target", static="create_local_server",
)
