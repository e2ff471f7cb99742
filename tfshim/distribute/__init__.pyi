# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from typing import Any
from tfshim.distribute import cluster_resolver as cluster_resolver, coordinator as coordinator, experimental as experimental
from tfshim.distribute.devices import CrossDeviceOps as CrossDeviceOps, HierarchicalCopyAllReduce as HierarchicalCopyAllReduce
from tfshim.distribute.devices import NcclAllReduce as NcclAllReduce, ReductionToOneDevice as ReductionToOneDevice
from tfshim.distribute.inputs import DistributedDataset as DistributedDataset, DistributedIterator as DistributedIterator
from tfshim.distribute.multi_worker import MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy
from tfshim.distribute.per_replica import DistributedValues as DistributedValues
from tfshim.distribute.strategies import MirroredStrategy as MirroredStrategy, OneDeviceStrategy as OneDeviceStrategy
from tfshim.distribute.strategies import ParameterServerStrategy as ParameterServerStrategy, ReplicaContext as ReplicaContext
from tfshim.distribute.strategies import Strategy as Strategy, StrategyExtended as StrategyExtended, TPUStrategy as TPUStrategy
from tfshim.distribute.strategies import experimental_set_strategy as experimental_set_strategy, get_replica_context as get_replica_context
from tfshim.distribute.strategies import get_strategy as get_strategy, has_strategy as has_strategy
from tfshim.distribute.strategies import in_cross_replica_context as in_cross_replica_context
from tfshim.distribute.values import InputContext as InputContext, InputOptions as InputOptions
from tfshim.distribute.values import InputReplicationMode as InputReplicationMode, ReduceOp as ReduceOp, RunOptions as RunOptions
Server: type[Any]
