"""`tf.distribute.experimental`."""

from tfshim.distribute.experimental import coordinator, partitioners
from tfshim.distribute.experimental.options import (
    CollectiveCommunication,
    CollectiveHints,
    CommunicationImplementation,
    CommunicationOptions,
    TerminationConfig,
)
from tfshim.distribute.experimental.strategies import (
    CentralStorageStrategy,
    MultiWorkerMirroredStrategy,
    ParameterServerStrategy,
    PreemptionCheckpointHandler,
    PreemptionWatcher,
    TPUStrategy,
)
from tfshim.distribute.values import ValueContext
