"""`tf.data.experimental.service`: pipelines that run on other machines. Its configurations can be made; running is refused."""

from __future__ import annotations

import collections
import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.refusals import refusing, refusing_class

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("data.experimental.service.ShardingPolicy")
class ShardingPolicy(enum.IntEnum):
    """How the service would divide a dataset between its workers. Mirrors `tf.data.experimental.service.ShardingPolicy`."""

    OFF = 0
    DYNAMIC = 1
    FILE = 2
    DATA = 3
    FILE_OR_DATA = 4
    HINT = 5


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
    """The configuration of a dispatcher. Mirrors `tf.data.experimental.service.DispatcherConfig`."""

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
            job_gc_check_interval_ms or 0,
            job_gc_timeout_ms or 0,
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
    """The configuration of a worker. Mirrors `tf.data.experimental.service.WorkerConfig`."""

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
            heartbeat_interval_ms or 0,
            dispatcher_timeout_ms or 0,
            data_transfer_protocol,
            "localhost:%port%" if data_transfer_address is None else data_transfer_address,
        )


def _refusing(make, name, *rest):
    return make(f"tf.data.experimental.service.{name}", *rest)


CrossTrainerCache = _refusing(refusing_class, "CrossTrainerCache", object, "trainer_id")
DispatchServer = _refusing(refusing_class, "DispatchServer", object, "config=None, start=True", "start join stop target")
WorkerServer = _refusing(refusing_class, "WorkerServer", object, "config, start=True", "start join stop")
distribute = _refusing(
    refusing,
    "distribute",
    """processing_mode, service, job_name=None, consumer_index=None, num_consumers=None,
    max_outstanding_requests=None, data_transfer_protocol=None, compression='AUTO', cross_trainer_cache=None, target_workers='AUTO'""",
)
register_dataset = _refusing(refusing, "register_dataset", "service, dataset, compression='AUTO', dataset_id=None")
from_dataset_id = _refusing(
    refusing,
    "from_dataset_id",
    """processing_mode, service, dataset_id, element_spec=None, job_name=None,
    consumer_index=None, num_consumers=None, max_outstanding_requests=None, data_transfer_protocol=None, cross_trainer_cache=None,
    target_workers='AUTO'""",
)

tf_export("data.experimental.service.CrossTrainerCache")(CrossTrainerCache)
tf_export("data.experimental.service.DispatchServer")(DispatchServer)
tf_export("data.experimental.service.WorkerServer")(WorkerServer)
tf_export("data.experimental.service.distribute")(distribute)
tf_export("data.experimental.service.from_dataset_id")(from_dataset_id)
tf_export("data.experimental.service.register_dataset")(register_dataset)
