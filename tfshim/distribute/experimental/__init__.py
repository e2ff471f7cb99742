"""`tf.distribute.experimental`: strategies under older names, and what they are told."""

from tfshim._listing import listing
from tfshim.distribute.experimental import coordinator, partitioners
from tfshim.distribute.experimental.options import (
    CollectiveCommunication,
    CollectiveHints,
    CommunicationImplementation,
    CommunicationOptions,
    TerminationConfig,
)
from tfshim.distribute.experimental.preemption import PreemptionCheckpointHandler
from tfshim.distribute.experimental.strategies import (
    CentralStorageStrategy,
    MultiWorkerMirroredStrategy,
    ParameterServerStrategy,
    PreemptionWatcher,
    TPUStrategy,
)
from tfshim.distribute.values import ValueContext

__all__ = """
    CentralStorageStrategy CollectiveCommunication CollectiveHints CommunicationImplementation CommunicationOptions
    MultiWorkerMirroredStrategy ParameterServerStrategy PreemptionCheckpointHandler PreemptionWatcher TPUStrategy
    TerminationConfig ValueContext coordinator partitioners
""".split()
__dir__ = listing(globals())
