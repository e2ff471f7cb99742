"""Strategies that are experimental or have older names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim.distribute import multi_worker, strategies
from tfshim.distribute.experimental.options import CommunicationImplementation, CommunicationOptions
from tfshim.distribute.one_machine import CentralStorageStrategy
from tfshim.distribute.parameter_server import ParameterServerStrategy
from tfshim.refusals import refusing_class

if TYPE_CHECKING:
    from tfshim.distribute.cluster_resolver import ClusterResolver


class MultiWorkerMirroredStrategy(multi_worker.MultiWorkerMirroredStrategy):
    """The older name and arguments of `tf.distribute.MultiWorkerMirroredStrategy`. `communication`: the implementation."""

    def __init__(
        self, communication: CommunicationImplementation = CommunicationImplementation.AUTO, cluster_resolver: ClusterResolver | None = None
    ) -> None:
        super().__init__(cluster_resolver, CommunicationOptions(implementation=communication))


TPUStrategy = refusing_class(
    "tf.distribute.experimental.TPUStrategy", strategies.Strategy, "tpu_cluster_resolver=None, device_assignment=None"
)
PreemptionWatcher = refusing_class(
    "tf.distribute.experimental.PreemptionWatcher", parameters="", members="block_until_worker_exit preemption_message"
)

__all__ = [
    "CentralStorageStrategy",
    "MultiWorkerMirroredStrategy",
    "ParameterServerStrategy",
    "PreemptionWatcher",
    "TPUStrategy",
]
