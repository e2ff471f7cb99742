"""Options for several machines."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any


class CommunicationImplementation(enum.Enum):
    """How the workers of a cluster talk to each other. Mirrors `tf.distribute.experimental.CommunicationImplementation`.

    A member is given to `tf.distribute.experimental.CommunicationOptions`. `CollectiveCommunication` is the older name of the class.

    `AUTO` leaves the choice to the library and is the default; `RING` is the way that works on any machine; `NCCL` is NVIDIA's library for
    GPUs. Here torch's own library for groups of processes is used, with NCCL for GPUs where torch has it, whichever member is given.

    Example:
        >>> [member.name for member in tf.distribute.experimental.CommunicationImplementation]
        ['AUTO', 'RING', 'NCCL']
        >>> options = tf.distribute.experimental.CommunicationOptions(implementation="nccl")
        >>> options.implementation
        <CommunicationImplementation.NCCL: 'NCCL'>
        >>> tf.distribute.experimental.CollectiveCommunication is tf.distribute.experimental.CommunicationImplementation
        True
    """

    AUTO = "AUTO"
    RING = "RING"
    NCCL = "NCCL"


CollectiveCommunication = CommunicationImplementation


class CommunicationOptions:
    """How values of replicas are put together between devices and machines. Mirrors `tf.distribute.experimental.CommunicationOptions`.

    `tf.distribute.MultiWorkerMirroredStrategy` takes it for all that it does, and `all_reduce`, `all_gather` and `apply_gradients` for one
    call.

    Arguments:
        bytes_per_pack: how large the pieces are in which gradients travel, an int; 0 (default) leaves it to the library.
        timeout_seconds: after how many seconds without an answer a step fails, a float; None (default) for no limit.
        implementation: a `tf.distribute.experimental.CommunicationImplementation`, or its name (default AUTO).

    Raises:
        ValueError: a negative size, or another implementation.

    Example:
        >>> options = tf.distribute.experimental.CommunicationOptions(bytes_per_pack=50 * 1024 * 1024, timeout_seconds=120.0)
        >>> options.bytes_per_pack, options.timeout_seconds, options.implementation.name
        (52428800, 120.0, 'AUTO')
    """

    def __init__(
        self,
        bytes_per_pack: int = 0,
        timeout_seconds: float | None = None,
        implementation: CommunicationImplementation | str = CommunicationImplementation.AUTO,
    ) -> None:
        if bytes_per_pack < 0:
            raise ValueError(f"Argument `bytes_per_pack` must be >=0, Received {bytes_per_pack}.")
        try:
            self.implementation = (
                implementation
                if isinstance(implementation, CommunicationImplementation)
                else CommunicationImplementation(str(implementation).upper())
            )
        except ValueError:
            if isinstance(implementation, str):
                raise
            raise ValueError("implementation should be a member of `CommunicationImplementation`.") from None
        self.bytes_per_pack, self.timeout_seconds = bytes_per_pack, timeout_seconds


class CollectiveHints:
    """The older form of `CommunicationOptions`. Mirrors `tf.distribute.experimental.CollectiveHints`.

    Programs of TensorFlow 2.2 and 2.3 give it to `apply_gradients` and to `all_reduce`. What calling it gives is a
    `tf.distribute.experimental.CommunicationOptions`, which new programs make themselves, and which has the implementation as well.

    Arguments:
        bytes_per_pack: how large the pieces are in which gradients travel, an int; 0 (default) leaves it to the library.
        timeout_seconds: after how many seconds without an answer a step fails, a float; None (default) for no limit.

    Raises:
        ValueError: a negative size.

    Example:
        >>> hints = tf.distribute.experimental.CollectiveHints(bytes_per_pack=1024)
        >>> hints.bytes_per_pack, hints.timeout_seconds
        (1024, None)
    """

    def __new__(cls, bytes_per_pack: int = 0, timeout_seconds: float | None = None) -> Any:
        return CommunicationOptions(bytes_per_pack, timeout_seconds)

    def __init__(self, bytes_per_pack: int = 0, timeout_seconds: float | None = None) -> None:
        pass


class TerminationConfig:
    """What a worker does when its machine is taken away. Mirrors `tf.distribute.experimental.TerminationConfig`.

    It is given to `tf.distribute.experimental.PreemptionCheckpointHandler`. Without it, a SIGTERM is the notice, and the program leaves
    with status 42 once the checkpoint is saved.

    Arguments:
        termination_watcher_fn: a function without arguments that says by a bool whether the machine is about to be taken away; it is asked
            about once a second (default None: SIGTERM).
        exit_fn: a function without arguments that is called when the checkpoint is saved (default None: leave with status 42).
        grace_period: how many seconds there are between the notice and the end, an int (default None: leave at once).
        save_fn: a function that saves the checkpoint, with the arguments of `save_checkpoint_if_preempted` (default None: the handler's
            own).

    Example:
        >>> config = tf.distribute.experimental.TerminationConfig(exit_fn=lambda: print("leaving"), grace_period=30)
        >>> config.grace_period
        30
        >>> config.exit_fn()
        leaving
    """

    def __init__(
        self,
        termination_watcher_fn: Callable[[], bool] | None = None,
        exit_fn: Callable[[], None] | None = None,
        grace_period: int | None = None,
        save_fn: Callable[..., Any] | None = None,
    ) -> None:
        self.termination_watcher_fn, self.exit_fn, self.grace_period, self.save_fn = termination_watcher_fn, exit_fn, grace_period, save_fn
