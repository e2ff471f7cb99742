"""How the servers of the tf.data service are set up."""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tfshim._export import tf_export

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11


def _milliseconds(value):
    """A time as servers take it: 0 lets them choose, which is None here, and the shortest time is 1."""
    return 0 if value is None else value or 1


@tf_export("data.experimental.service.DispatcherConfig")
class DispatcherConfig(
    collections.namedtuple(
        "DispatcherConfig",
        [
            "port",
            "protocol",
            "work_dir",
            "fault_tolerant_mode",
            "worker_addresses",
            "job_gc_check_interval_ms",
            "job_gc_timeout_ms",
            "worker_timeout_ms",
            "worker_max_concurrent_snapshots",
        ],
    )
):
    """How a dispatcher of the tf.data service is set up. Mirrors `tf.data.experimental.service.DispatcherConfig`.

    A named tuple.

    Arguments:
        port: where it listens, an int; 0 (default) for a free one.
        protocol: how it is talked to, a str (default "grpc").
        work_dir: a folder in which it is written what the server has done (default None).
        fault_tolerant_mode: whether a dispatcher that is started again goes on where it was, which needs `work_dir` (default False).
        worker_addresses: the workers, for static sharding: a list of "host:port" or "host" (default None: any may come).
        job_gc_check_interval_ms, job_gc_timeout_ms: how often jobs that nobody reads are looked for, and after how long they are dropped
            (default None: the server chooses).
        worker_timeout_ms: after how long a worker that is silent counts as lost (default None).
        worker_max_concurrent_snapshots: has to be 0 (default).

    Example:
        >>> config = tf.data.experimental.service.DispatcherConfig(port=0, work_dir="journal", fault_tolerant_mode=True)
        >>> config.protocol, config.fault_tolerant_mode
        ('grpc', True)
        >>> tf.data.experimental.service.DispatchServer(config).target.startswith("grpc://")
        True
    """

    def __new__(
        cls,
        port: int = 0,
        protocol: str | None = None,
        work_dir: str | None = None,
        fault_tolerant_mode: bool = False,
        worker_addresses: Sequence[str] | None = None,
        job_gc_check_interval_ms: int | None = None,
        job_gc_timeout_ms: int | None = None,
        worker_timeout_ms: int | None = None,
        worker_max_concurrent_snapshots: int = 0,
    ) -> Self:
        return super().__new__(
            cls,
            port,
            "grpc" if protocol is None else protocol,
            work_dir,
            fault_tolerant_mode,
            worker_addresses,
            _milliseconds(job_gc_check_interval_ms),
            _milliseconds(job_gc_timeout_ms),
            worker_timeout_ms,
            worker_max_concurrent_snapshots,
        )


@tf_export("data.experimental.service.WorkerConfig")
class WorkerConfig(
    collections.namedtuple(
        "WorkerConfig",
        [
            "dispatcher_address",
            "worker_address",
            "port",
            "protocol",
            "heartbeat_interval_ms",
            "dispatcher_timeout_ms",
            "data_transfer_protocol",
            "data_transfer_address",
        ],
    )
):
    """How a worker of the tf.data service is set up. Mirrors `tf.data.experimental.service.WorkerConfig`.

    A named tuple.

    Arguments:
        dispatcher_address: where the dispatcher is, "host:port".
        worker_address: where others find the worker; "%port%" in it stands for the port (default "localhost:%port%").
        port: where it listens, an int; 0 (default) for a free one.
        protocol: how it is talked to, a str (default "grpc").
        heartbeat_interval_ms: how often it tells the dispatcher that it is there (default None: the server chooses).
        dispatcher_timeout_ms: how long it waits for the dispatcher (default None: the server chooses).
        data_transfer_protocol: how elements travel, a str (default None).
        data_transfer_address: where elements are fetched (default "localhost:%port%").

    Example:
        >>> config = tf.data.experimental.service.WorkerConfig(dispatcher_address="localhost:5000")
        >>> config.worker_address, config.port, config.protocol
        ('localhost:%port%', 0, 'grpc')
    """

    def __new__(
        cls,
        dispatcher_address: str,
        worker_address: str | None = None,
        port: int = 0,
        protocol: str | None = None,
        heartbeat_interval_ms: int | None = None,
        dispatcher_timeout_ms: int | None = None,
        data_transfer_protocol: str | None = None,
        data_transfer_address: str | None = None,
    ) -> Self:
        return super().__new__(
            cls,
            dispatcher_address,
            "localhost:%port%" if worker_address is None else worker_address,
            port,
            "grpc" if protocol is None else protocol,
            _milliseconds(heartbeat_interval_ms),
            _milliseconds(dispatcher_timeout_ms),
            data_transfer_protocol,
            "localhost:%port%" if data_transfer_address is None else data_transfer_address,
        )
