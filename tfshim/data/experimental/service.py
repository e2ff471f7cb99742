"""`tf.data.experimental.service`: pipelines that run on other machines. Its configurations can be made; running is refused."""

import collections
import enum

from tfshim._listing import listing

__all__ = [
    "CrossTrainerCache", "DispatchServer", "DispatcherConfig", "ShardingPolicy", "WorkerConfig", "WorkerServer", "distribute",
    "from_dataset_id", "register_dataset",
]  # fmt: skip
__dir__ = listing(globals())


def _refuse(name):
    raise NotImplementedError(f"tf.data.experimental.service.{name} is not supported: there is no tf.data service here. Run the pipeline "
                              "in the training process; Dataset.shard divides it between workers, num_parallel_calls uses threads.")


class ShardingPolicy(enum.IntEnum):
    """How the service would divide a dataset between its workers. Mirrors `tf.data.experimental.service.ShardingPolicy`."""

    OFF = 0
    DYNAMIC = 1
    FILE = 2
    DATA = 3
    FILE_OR_DATA = 4
    HINT = 5


class DispatcherConfig(collections.namedtuple("DispatcherConfig", [
        "port", "protocol", "work_dir", "fault_tolerant_mode", "worker_addresses", "job_gc_check_interval_ms", "job_gc_timeout_ms",
        "worker_timeout_ms", "worker_max_concurrent_snapshots"])):
    """The configuration of a dispatcher. Mirrors `tf.data.experimental.service.DispatcherConfig`."""

    def __new__(cls, port=0, protocol=None, work_dir=None, fault_tolerant_mode=False, worker_addresses=None,
                job_gc_check_interval_ms=None, job_gc_timeout_ms=None, worker_timeout_ms=None, worker_max_concurrent_snapshots=0):
        return super().__new__(cls, port, "grpc" if protocol is None else protocol, work_dir, fault_tolerant_mode, worker_addresses,
                               job_gc_check_interval_ms or 0, job_gc_timeout_ms or 0, worker_timeout_ms, worker_max_concurrent_snapshots)


class WorkerConfig(collections.namedtuple("WorkerConfig", [
        "dispatcher_address", "worker_address", "port", "protocol", "heartbeat_interval_ms", "dispatcher_timeout_ms",
        "data_transfer_protocol", "data_transfer_address"])):
    """The configuration of a worker. Mirrors `tf.data.experimental.service.WorkerConfig`."""

    def __new__(cls, dispatcher_address, worker_address=None, port=0, protocol=None, heartbeat_interval_ms=None,
                dispatcher_timeout_ms=None, data_transfer_protocol=None, data_transfer_address=None):
        return super().__new__(
            cls, dispatcher_address, "localhost:%port%" if worker_address is None else worker_address, port,
            "grpc" if protocol is None else protocol, heartbeat_interval_ms or 0, dispatcher_timeout_ms or 0, data_transfer_protocol,
            "localhost:%port%" if data_transfer_address is None else data_transfer_address)


class CrossTrainerCache:
    """Named a trainer that shares work with others: refused."""

    def __init__(self, trainer_id):
        _refuse("CrossTrainerCache")


class DispatchServer:
    """The server that would divide the work: refused."""

    def __init__(self, config=None, start=True):
        _refuse("DispatchServer")

    def start(self):
        """Start serving."""

    def join(self):
        """Wait until the server ends."""

    def stop(self):
        """Stop serving."""

    target = property(lambda self: _refuse("DispatchServer.target"), doc="The address.")


class WorkerServer:
    """A server that would do a part of the work: refused."""

    def __init__(self, config, start=True):
        _refuse("WorkerServer")

    def start(self):
        """Start serving."""

    def join(self):
        """Wait until the server ends."""

    def stop(self):
        """Stop serving."""


def distribute(processing_mode, service, job_name=None, consumer_index=None, num_consumers=None, max_outstanding_requests=None,
               data_transfer_protocol=None, compression="AUTO", cross_trainer_cache=None, target_workers="AUTO"):
    """A transformation that would run a dataset in the service: refused."""
    _refuse("distribute")


def register_dataset(service, dataset, compression="AUTO", dataset_id=None):
    """Would register a dataset with the service: refused."""
    _refuse("register_dataset")


def from_dataset_id(processing_mode, service, dataset_id, element_spec=None, job_name=None, consumer_index=None, num_consumers=None,
                    max_outstanding_requests=None, data_transfer_protocol=None, cross_trainer_cache=None, target_workers="AUTO"):
    """Would read a registered dataset: refused."""
    _refuse("from_dataset_id")
