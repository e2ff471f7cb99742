# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.distribute import cluster_resolver as cluster_resolver, coordinator as coordinator, experimental as experimental
from tfshim.distribute.current import experimental_set_strategy as experimental_set_strategy, get_replica_context as get_replica_context
from tfshim.distribute.current import get_strategy as get_strategy, has_strategy as has_strategy
from tfshim.distribute.current import in_cross_replica_context as in_cross_replica_context
from tfshim.distribute.devices import CrossDeviceOps as CrossDeviceOps, HierarchicalCopyAllReduce as HierarchicalCopyAllReduce
from tfshim.distribute.devices import NcclAllReduce as NcclAllReduce, ReductionToOneDevice as ReductionToOneDevice
from tfshim.distribute.extended import StrategyExtended as StrategyExtended
from tfshim.distribute.inputs.datasets import DistributedDataset as DistributedDataset, DistributedIterator as DistributedIterator
from tfshim.distribute.multi_worker import MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy
from tfshim.distribute.one_machine import MirroredStrategy as MirroredStrategy, OneDeviceStrategy as OneDeviceStrategy
from tfshim.distribute.one_machine import TPUStrategy as TPUStrategy
from tfshim.distribute.parameter_server import ParameterServerStrategy as ParameterServerStrategy
from tfshim.distribute.per_replica import DistributedValues as DistributedValues
from tfshim.distribute.replica_context import ReplicaContext as ReplicaContext
from tfshim.distribute.server import Server as Server
from tfshim.distribute.strategies import Strategy as Strategy
from tfshim.distribute.values import InputContext as InputContext, InputOptions as InputOptions
from tfshim.distribute.values import InputReplicationMode as InputReplicationMode, ReduceOp as ReduceOp, RunOptions as RunOptions
