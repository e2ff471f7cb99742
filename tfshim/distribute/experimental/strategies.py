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
    """The older name and arguments of `tf.distribute.MultiWorkerMirroredStrategy`. Mirrors
    `tf.distribute.experimental.MultiWorkerMirroredStrategy`.

    Every worker has a copy of each variable, and after each step all of them add the same sum of the gradients. The newer class takes
    a `tf.distribute.experimental.CommunicationOptions` in the place of the first argument, and is the same otherwise; a program that
    uses this one sees a warning.

    Arguments:
        communication: a `tf.distribute.experimental.CommunicationImplementation`: how workers exchange tensors; AUTO by default.
        cluster_resolver: where the workers are; None (the default) for what TF_CONFIG says. Without either there is one worker.

    Example:
        >>> strategy = tf.distribute.experimental.MultiWorkerMirroredStrategy()
        >>> isinstance(strategy, tf.distribute.MultiWorkerMirroredStrategy), strategy.num_replicas_in_sync
        (True, 1)
    """

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
