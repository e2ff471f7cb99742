"""Options for several machines."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any


class CommunicationImplementation(enum.Enum):
    """How machines talk to each other. Mirrors `tf.distribute.experimental.CommunicationImplementation`."""

    AUTO = "AUTO"
    RING = "RING"
    NCCL = "NCCL"


CollectiveCommunication = CommunicationImplementation


class CommunicationOptions:
    """Options of the talk between machines. Mirrors `tf.distribute.experimental.CommunicationOptions`.

    `bytes_per_pack`, `timeout_seconds` and `implementation`, a `CommunicationImplementation` or its name. Raises ValueError for
    a negative size or another implementation.
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
            raise ValueError("implementation should be a member of `CommunicationImplementation`.") from None
        self.bytes_per_pack, self.timeout_seconds = bytes_per_pack, timeout_seconds


class CollectiveHints:
    """The older form of `CommunicationOptions`. Mirrors `tf.distribute.experimental.CollectiveHints`."""

    def __new__(cls, bytes_per_pack: int = 0, timeout_seconds: float | None = None) -> Any:
        return CommunicationOptions(bytes_per_pack, timeout_seconds)

    def __init__(self, bytes_per_pack: int = 0, timeout_seconds: float | None = None) -> None:
        pass


class TerminationConfig:
    """What to do when a machine is taken away. Mirrors `tf.distribute.experimental.TerminationConfig`."""

    def __init__(
        self,
        termination_watcher_fn: Callable[[], bool] | None = None,
        exit_fn: Callable[[], None] | None = None,
        grace_period: int | None = None,
        save_fn: Callable[..., Any] | None = None,
    ) -> None:
        self.termination_watcher_fn, self.exit_fn, self.grace_period, self.save_fn = termination_watcher_fn, exit_fn, grace_period, save_fn
