"""`tf.distribute`: strategies for devices and machines, one after the other where a CPU is divided."""

from tfshim._listing import lazily, names
from tfshim.refusals import refusing_class as _refusing_class

_MODULES = {
    "devices": "CrossDeviceOps HierarchicalCopyAllReduce NcclAllReduce ReductionToOneDevice",
    "inputs": "DistributedDataset DistributedIterator",
    "per_replica": "DistributedValues",
    "strategies": """MirroredStrategy MultiWorkerMirroredStrategy OneDeviceStrategy ParameterServerStrategy ReplicaContext Strategy
        StrategyExtended TPUStrategy experimental_set_strategy get_replica_context get_strategy has_strategy
        in_cross_replica_context""",
    "values": "InputContext InputOptions InputReplicationMode ReduceOp RunOptions",
}
_SUBMODULES = "cluster_resolver coordinator experimental".split()
__all__ = names(_MODULES, (*_SUBMODULES, "Server"))

Server = _refusing_class(
    "tf.distribute.Server",
    parameters="server_or_cluster_def, job_name=None, task_index=None, protocol=None, config=None, start=True",
    members="join server_def start target",
    static="create_local_server",
)
__getattr__, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)
