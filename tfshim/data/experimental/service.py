"""`tf.data.experimental.service`: pipelines that run in other processes, or on other machines."""

from __future__ import annotations

import atexit
import json
import threading
import weakref
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.data.elements import spec_from_json, spec_to_json
from tfshim.data.iterators import stateful_operation
from tfshim.data.options import AutoShardPolicy, ExternalStatePolicy, Options
from tfshim.data.service import definitions, in_process, rpc, splits
from tfshim.data.service.configs import DispatcherConfig
from tfshim.data.service.dispatcher import Dispatcher
from tfshim.data.service.policies import ShardingPolicy
from tfshim.data.service.reading import DataServiceDataset, describe
from tfshim.data.service.worker import Worker
from tfshim.data.structures import box
from tfshim.engine.graphs.control_flow import add_node
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import string
from tfshim.engine.values.tensor import Tensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.data.dataset import Dataset

__all__, __getattr__, __dir__ = exported(globals())


_servers = weakref.WeakSet()


@atexit.register
def _stop_all():
    """Stop what still runs while there are threads to stop it by."""
    for server in list(_servers):
        server._stop()


class _Server:
    """A server in threads of this process; it stops when nobody refers to it any more."""

    _running: Any = None
    _stopped: threading.Event

    def join(self) -> None:
        """Wait until the server is stopped. Mirrors `join` of `tf.data.experimental.service.DispatchServer` and `WorkerServer`.

        A script that does nothing but serve calls it last: it would end otherwise, and the server with it. The server is stopped from
        another thread, or with its process. It takes no arguments and returns None.

        Example:
            >>> import threading
            >>> dispatcher = tf.data.experimental.service.DispatchServer()
            >>> waiting = threading.Thread(target=dispatcher.join, daemon=True)
            >>> waiting.start()
            >>> waiting.is_alive()
            True
            >>> dispatcher.stop()
            >>> waiting.join(10)
            >>> waiting.is_alive()
            False
        """
        self._stopped.wait()

    def _answer(self, service, handler):
        self._handler = handler
        self._running = rpc.Server(service, handler, self._config.port)
        self._port = self._running.port
        _servers.add(self)
        self._stopped.clear()

    def stop(self) -> None:
        """Stop answering. Mirrors the end of a `tf.data.experimental.service.DispatchServer` or `WorkerServer`.

        The address is free again. Datasets that still read from the service raise `tf.errors.UnavailableError`; a dispatcher with a
        `work_dir` knows the registered datasets again when another one is started there. A server also stops when Python deletes it,
        so a program keeps it in a variable for as long as it is meant to serve.

        Returns:
            None; to stop a second time makes no difference.

        Example:
            >>> dispatcher = tf.data.experimental.service.DispatchServer()
            >>> worker = tf.data.experimental.service.WorkerServer(
            ...     tf.data.experimental.service.WorkerConfig(dispatcher_address=dispatcher.target.split("://")[1])
            ... )
            >>> worker.stop()
            >>> dispatcher.stop()
        """
        self._stop()

    def _stop(self):
        running, self._running = self._running, None
        if running is not None:
            running.stop()
            self._handler.close()
        self._stopped.set()

    def __del__(self):
        try:  # without `contextlib`: while Python shuts down this module's names may be gone
            self._stop()
        except Exception:  # noqa: S110, SIM105
            pass

    @property
    def _address(self):
        return f"localhost:{self._port}"


@tf_export("data.experimental.service.DispatchServer", v1=[])
class DispatchServer(_Server):
    """The server of the tf.data service that says which worker runs what. Mirrors `tf.data.experimental.service.DispatchServer`.

    One is needed for a service, and any number of `WorkerServer`. It answers in threads of this process, until it is stopped or nobody
    refers to it any more.

    Arguments:
        config: a `tf.data.experimental.service.DispatcherConfig` (default None: a free port).
        start: whether it begins to answer at once; with False, `start()` does (default True).

    Raises:
        ValueError: the fault tolerant mode has no `work_dir`, in which it is written what the server has done.
        tf.errors.DataLossError: what is written there is damaged.

    Example:
        >>> service = tf.data.experimental.service
        >>> dispatcher = service.DispatchServer()
        >>> worker = service.WorkerServer(service.WorkerConfig(dispatcher_address=dispatcher.target.split("://")[1]))
        >>> data = tf.data.Dataset.range(3).apply(service.distribute("distributed_epoch", dispatcher.target))
        >>> sorted(int(x) for x in data)
        [0, 1, 2]
    """

    def __init__(self, config: Any = None, start: bool = True) -> None:
        config = config or DispatcherConfig()
        self._config, self._stopped, self._port = config, threading.Event(), config.port
        if config.fault_tolerant_mode and not config.work_dir:
            raise ValueError(
                "Cannot enable fault tolerant mode without configuring a work dir. Make sure to set `work_dir` in the `config` object "
                "passed to `DispatcherServer`."
            )
        if config.worker_max_concurrent_snapshots:
            raise refused("tf.data.experimental.service.DispatcherConfig", "worker_max_concurrent_snapshots")
        rpc.check_protocol(config.protocol)
        if start:
            self.start()

    def start(self) -> None:
        """Begin to answer workers and clients. Mirrors `tf.data.experimental.service.DispatchServer.start`.

        Only a server that was made with `start=False` needs it, and one that was stopped; one that answers goes on. The program goes on as
        well: the server runs in threads. It takes no arguments and returns None.

        Raises:
            tf.errors.OpError: the port is in use. With port 0 in the configuration a free one is found, which `target` has.

        Example:
            >>> dispatcher = tf.data.experimental.service.DispatchServer(start=False)
            >>> dispatcher.start()
            >>> dispatcher.target.startswith("grpc://localhost:")
            True
        """
        if self._running is None:
            self._answer("Dispatcher", Dispatcher(self._config))

    @property
    def target(self) -> str:
        """Where clients find it, such as "grpc://localhost:5050"."""
        return f"{self._config.protocol}://{self._address}"

    def _num_workers(self):
        return self._handler.number_of_workers()


@tf_export("data.experimental.service.WorkerServer", v1=[])
class WorkerServer(_Server):
    """A server of the tf.data service that makes elements of datasets. Mirrors `tf.data.experimental.service.WorkerServer`.

    It tells the dispatcher that it is there, and runs the datasets that it is given. Preparing data goes on in other processes or machines
    so, and training gets what they make.

    Arguments:
        config: a `tf.data.experimental.service.WorkerConfig`, with the address of the dispatcher.
        start: whether it begins at once, which waits for the dispatcher; with False, `start()` does (default True).

    Raises:
        ValueError: the configuration has no address of a dispatcher.

    Example:
        >>> service = tf.data.experimental.service
        >>> dispatcher = service.DispatchServer()
        >>> address = dispatcher.target.split("://")[1]
        >>> workers = [service.WorkerServer(service.WorkerConfig(dispatcher_address=address)) for _ in range(2)]
        >>> data = tf.data.Dataset.range(4).apply(service.distribute("distributed_epoch", dispatcher.target))
        >>> sorted(int(x) for x in data)
        [0, 1, 2, 3]
    """

    def __init__(self, config: Any, start: bool = True) -> None:
        if config.dispatcher_address is None:
            raise ValueError("Must specify a `dispatcher_address` in the `config` passed to `WorkerServer`.")
        self._config, self._stopped, self._port = config, threading.Event(), config.port
        rpc.check_protocol(config.protocol)
        if config.data_transfer_protocol:
            rpc.check_protocol(config.data_transfer_protocol)
        if start:
            self.start()

    def start(self) -> None:
        """Register with the dispatcher, and begin to make elements. Mirrors `tf.data.experimental.service.WorkerServer.start`.

        Only a worker that was made with `start=False` needs it, and one that was stopped; one that is at work goes on. It waits for the
        dispatcher as long as the configuration says. The program goes on afterwards: the server runs in threads. It takes no arguments and
        returns None.

        Raises:
            tf.errors.OpError: the port is in use, or the dispatcher does not answer.

        Example:
            >>> service = tf.data.experimental.service
            >>> dispatcher = service.DispatchServer()
            >>> config = service.WorkerConfig(dispatcher_address=dispatcher.target.split("://")[1])
            >>> worker = service.WorkerServer(config, start=False)
            >>> worker.start()
        """
        if self._running is None:
            self._answer("Worker", Worker(self._config))
            try:
                self._handler.begin(*(a.replace("%port%", str(self._port)) for a in self._own_addresses()))
            except BaseException:
                self._stop()
                raise

    def _own_addresses(self):
        return self._config.worker_address, self._config.data_transfer_address

    def _num_tasks(self):
        return self._handler.number_of_tasks()


@tf_export("data.experimental.service.CrossTrainerCache")
class CrossTrainerCache:
    """Lets several trainers have the same elements, made once. Mirrors `tf.data.experimental.service.CrossTrainerCache`.

    Where many models are trained on the same data at once, to find good settings, the workers of the tf.data service make each batch once,
    and keep it until all trainers had it. A trainer that is slow misses what was dropped meanwhile.

    Arguments:
        trainer_id: the name of this trainer, a str that is not empty; each trainer has another one.

    Raises:
        ValueError: the name is empty.

    It is given to `distribute` and `from_dataset_id`, with a `job_name` and a dataset that does not end.

    Example:
        >>> service = tf.data.experimental.service
        >>> service.CrossTrainerCache("trainer_1").trainer_id
        'trainer_1'
        >>> transformation = service.distribute("parallel_epochs", "grpc://localhost:5000", job_name="all",
        ...                                     cross_trainer_cache=service.CrossTrainerCache("trainer_1"))
    """

    def __init__(self, trainer_id: str) -> None:
        if not trainer_id:
            raise ValueError("tf.data service cross-trainer cache requires a non-empty trainer ID.")
        self.trainer_id = trainer_id


# ---------------------------------------------------------------------- arguments
def _policy(processing_mode):
    if isinstance(processing_mode, ShardingPolicy):
        return processing_mode
    known = {"parallel_epochs": ShardingPolicy.OFF, "distributed_epoch": ShardingPolicy.DYNAMIC}
    if isinstance(processing_mode, str) and processing_mode in known:
        return known[processing_mode]
    raise ValueError(
        'tf.data service processing mode should be a `tf.data.experimental.service.ShardingPolicy`, `"parallel_epochs"`, or '
        f'`"distributed_epoch"`. Got {processing_mode!r}.'
    )


def _place(service):
    """(protocol, address) of a dispatcher."""
    if isinstance(service, tuple):
        return service
    if not isinstance(service, str):
        raise ValueError(f"`service` must be a string, but `service` was of type {type(service)}. service={service}")
    if not service:
        raise ValueError("`service` must not be empty")
    parts = service.split("://")
    if len(parts) > 2:
        raise ValueError(f"Malformed `service` string has multiple '://': {service}.")
    return (parts[0], parts[1]) if len(parts) == 2 else (rpc.PROTOCOL, parts[0])


def _check_job_name(job_name):
    if job_name is None:
        return
    if not isinstance(job_name, str):
        raise ValueError(f"`job_name` must be a string, but `job_name` was of type {type(job_name)}. job_name={job_name}")
    if not job_name:
        raise ValueError("`job_name` must not be empty")


def _check_compression(compression):
    if compression not in ("AUTO", None):
        raise ValueError(f"Invalid `compression` argument: {compression}. Must be one of ['AUTO', None].")


# ---------------------------------------------------------------------- registering
@tf_export("data.experimental.service.register_dataset")
def register_dataset(service: Any, dataset: Dataset, compression: str | None = "AUTO", dataset_id: str | None = None) -> Tensor:
    """Register a dataset, which workers run for those who know its id. Mirrors `tf.data.experimental.service.register_dataset`.

    Nothing runs yet: `tf.data.experimental.service.from_dataset_id` of this or another program begins it.

    Arguments:
        service: where the dispatcher is: "protocol://address", an address, or (protocol, address).
        dataset: a `tf.data.Dataset`, which is sent with the functions in it.
        compression: "AUTO", the default, by which elements are compressed where they go from one machine to another, or None.
        dataset_id: an id to have, a str; one that is taken stands for the dataset that has it. None (the default) for a number.

    Returns:
        The id, a scalar string tensor.

    Raises:
        InvalidArgumentError: the id is that of a dataset with elements of another kind.
        NotImplementedError: elements that are not sent, such as windows.

    Example:
        >>> dispatcher = tf.data.experimental.service.DispatchServer()
        >>> data = tf.data.Dataset.range(3)
        >>> tf.data.experimental.service.register_dataset(dispatcher.target, data, dataset_id="numbers").numpy()
        b'numbers'
        >>> dispatcher.stop()
    """
    made = registered(_place(service), dataset, compression, dataset_id)
    if TS.graph is None:
        in_process.keep(dataset)
    return made


def registered(place: Any, dataset: Dataset, compression: str | None, dataset_id: str | None) -> Tensor:
    """As `register_dataset`; Python functions in the dataset are not kept."""
    _check_compression(compression)
    dataset.options()
    try:
        text = json.dumps(spec_to_json(dataset.element_spec))
    except errors.UnimplementedError:
        raise refused("tf.data.experimental.service.register_dataset", "elements", spec=dataset.element_spec) from None
    for leaf in nest.flatten(dataset.element_spec, expand_composites=True):
        if leaf.dtype.name in ("variant", "resource"):
            raise refused("tf.data.experimental.service.register_dataset", "elements", spec=dataset.element_spec)

    def register(source):
        about = {"element_spec": text, "cardinality": source._count(), "compressed": compression is not None, "dataset_id": dataset_id}
        return _register(place, source, about)

    if TS.graph is None:
        return convert_to_tensor(register(dataset), string)
    (made,) = add_node(
        "RegisterDatasetV2",
        lambda variant: [box(register(variant[()]).encode())],
        ("dataset",),
        [dataset._variant_tensor],
        [abstract.leaf(string, [])],
        stateful=True,
    )
    return made


def _register(place, dataset, about):
    protocol, address = place
    stateful = stateful_operation(dataset)
    policy = dataset.options().experimental_external_state_policy
    try:
        rpc.check_protocol(protocol)
        if stateful is not None and policy == ExternalStatePolicy.FAIL:
            raise errors.FailedPreconditionError(
                None,
                None,
                "Serialization error while trying to register a dataset with tf.data service. The dataset may depend on a resource located "
                "on a different device. To address this, call `register_dataset` from the device with the resource, then use "
                f"`from_dataset_id` to create per-device datasets. Original error: FAILED_PRECONDITION: {stateful} is stateful.",
            )
        try:
            about["splits"] = splits.counts(dataset)
        except errors.UnimplementedError as e:
            about["undivided"] = e.message
        stub = rpc.Stub("Dispatcher", address)
        try:
            return stub.call("Register", definition=definitions.encoded(dataset), **about).dataset_id
        finally:
            stub.close()
    except errors.OpError as e:
        raise errors.op_error(type(e), e.message, "RegisterDatasetV2", None) from None


# ---------------------------------------------------------------------- reading
@tf_export("data.experimental.service.from_dataset_id")
def from_dataset_id(
    processing_mode: Any,
    service: Any,
    dataset_id: Any,
    element_spec: Any = None,
    job_name: str | None = None,
    consumer_index: int | None = None,
    num_consumers: int | None = None,
    max_outstanding_requests: int | None = None,
    data_transfer_protocol: str | None = None,
    cross_trainer_cache: CrossTrainerCache | None = None,
    target_workers: str = "AUTO",
) -> Dataset:
    """A dataset of what workers make of one that is registered. Mirrors `tf.data.experimental.service.from_dataset_id`.

    Arguments:
        processing_mode: a `tf.data.experimental.service.ShardingPolicy`, or "parallel_epochs" or "distributed_epoch".
        service: where the dispatcher is: "protocol://address", an address, or (protocol, address).
        dataset_id: what `tf.data.experimental.service.register_dataset` gave.
        element_spec: the spec of the elements, which a graph has to be told; None (the default) asks the dispatcher.
        job_name, consumer_index, num_consumers, max_outstanding_requests, data_transfer_protocol, cross_trainer_cache,
            target_workers: as in `tf.data.experimental.service.distribute`.

    Returns:
        A `tf.data.Dataset`.

    Raises:
        ValueError or NotFoundError: the id is not registered, or a graph is told no spec.

    Example:
        >>> dispatcher = tf.data.experimental.service.DispatchServer()
        >>> worker = tf.data.experimental.service.WorkerServer(
        ...     tf.data.experimental.service.WorkerConfig(dispatcher_address=dispatcher.target.split("://")[1])
        ... )
        >>> number = tf.data.experimental.service.register_dataset(dispatcher.target, tf.data.Dataset.range(3))
        >>> made = tf.data.experimental.service.from_dataset_id(
        ...     "parallel_epochs", dispatcher.target, number, element_spec=tf.TensorSpec([], tf.int64)
        ... )
        >>> sorted(made.as_numpy_iterator())
        [0, 1, 2]
        >>> worker.stop(), dispatcher.stop()
        (None, None)
    """
    _check_job_name(job_name)
    return _read(
        _policy(processing_mode), _place(service), dataset_id, element_spec, job_name, consumer_index, num_consumers,
        max_outstanding_requests, data_transfer_protocol, cross_trainer_cache, target_workers, True,
    )  # fmt: skip


def _read(
    policy, place, dataset_id, element_spec, job_name, consumer_index, num_consumers, max_outstanding_requests, data_transfer_protocol,
    cross_trainer_cache, target_workers, of_id,
):  # fmt: skip
    protocol, address = place
    if num_consumers is not None and job_name is None:
        raise ValueError(f"`job_name` must be set when setting `num_consumers`. num_consumers was set to {num_consumers}.")
    if not isinstance(dataset_id, (str, bytes, Tensor)) or isinstance(dataset_id, Tensor) and dataset_id.dtype != string:
        raise errors.dtype_mismatch("DataServiceDatasetV4", 0, string, convert_to_tensor(dataset_id).dtype)
    made = convert_to_tensor(dataset_id, string)
    if not element_spec:
        if TS.graph is not None:
            raise ValueError("In graph mode `element_spec` must be provided manually.")
        element_spec = _spec_of(made, address, protocol)
    if target_workers not in ("AUTO", "ANY", "LOCAL"):
        raise errors.op_error(errors.InvalidArgumentError, f"Unrecognized target workers: {target_workers}", "DataServiceDatasetV4")
    asked = -1 if max_outstanding_requests is None else int(max_outstanding_requests)
    if asked != -1 and asked <= 0:
        raise errors.op_error(errors.InvalidArgumentError, "max_outstanding_requests must be positive or -1", "DataServiceDatasetV4")
    about = {
        "address": address,
        "protocol": protocol,
        "policy": int(policy),
        "job_name": job_name,
        "of_id": of_id,  # whether a job of that name is another one for each dataset
        "consumer_index": consumer_index,
        "num_consumers": num_consumers,
        "max_outstanding_requests": asked,
        "transfer_protocol": data_transfer_protocol,
        "trainer": cross_trainer_cache.trainer_id if cross_trainer_cache else None,
        "target_workers": target_workers,
    }
    dataset = DataServiceDataset(made, element_spec, about)
    if job_name is None:
        return dataset
    # Who shares a job has a part of the elements already.
    options = Options()
    options.experimental_distribute.auto_shard_policy = AutoShardPolicy.OFF
    return dataset.with_options(options)


def _spec_of(dataset_id, address, protocol):
    try:
        return spec_from_json(json.loads(describe(dataset_id.numpy().decode(), address, protocol).element_spec))
    except errors.OpError:
        raise ValueError(
            f"Failed to fetch element spec for dataset id {dataset_id.numpy().decode()} from tf.data service. If the dataset was "
            "registered in graph mode or inside a tf.function, the `element_spec` must be specified as an argument to `from_dataset_id`."
        ) from None


@tf_export("data.experimental.service.distribute")
def distribute(
    processing_mode: Any,
    service: Any,
    job_name: str | None = None,
    consumer_index: int | None = None,
    num_consumers: int | None = None,
    max_outstanding_requests: int | None = None,
    data_transfer_protocol: str | None = None,
    compression: str | None = "AUTO",
    cross_trainer_cache: CrossTrainerCache | None = None,
    target_workers: str = "AUTO",
) -> Any:
    """Have workers make the elements of a dataset. Mirrors `tf.data.experimental.service.distribute`.

    Arguments:
        processing_mode: a `tf.data.experimental.service.ShardingPolicy`, or "parallel_epochs" (OFF) or "distributed_epoch" (DYNAMIC).
        service: where the dispatcher is: "protocol://address", an address, or (protocol, address).
        job_name: datasets with the same one share the elements of each iteration, first come, first served; None by default.
        consumer_index, num_consumers: of those that share a job, if they are to have an element each in every step, from the same
            worker; the dataset must not end. None by default.
        max_outstanding_requests: how many elements are fetched ahead at most; None (the default) for two for each worker.
        data_transfer_protocol: "grpc" also for workers of this process, which are asked directly by default.
        compression: "AUTO", the default, by which elements are compressed where they go from one machine to another, or None.
        cross_trainer_cache: jobs of different trainers have the same elements; the dataset must not end. None by default.
        target_workers: "AUTO", the default, "ANY" or "LOCAL", which is workers of this process alone.

    Returns:
        A function for `Dataset.apply`.

    Raises:
        ValueError: other values. Errors of the service are raised when the dataset is made or iterated over.

    Example:
        >>> dispatcher = tf.data.experimental.service.DispatchServer()
        >>> worker = tf.data.experimental.service.WorkerServer(
        ...     tf.data.experimental.service.WorkerConfig(dispatcher_address=dispatcher.target.split("://")[1])
        ... )
        >>> distribute = tf.data.experimental.service.distribute("parallel_epochs", dispatcher.target)
        >>> sorted(tf.data.Dataset.range(3).map(lambda x: x * x).apply(distribute).as_numpy_iterator())
        [0, 1, 4]
        >>> worker.stop(), dispatcher.stop()
        (None, None)
    """
    _check_job_name(job_name)
    policy = _policy(processing_mode)
    _check_compression(compression)

    def apply(dataset):
        place = _place(service)
        dataset_id = registered(place, dataset, compression, None)
        made = _read(
            policy, place, dataset_id, dataset.element_spec, job_name, consumer_index, num_consumers, max_outstanding_requests,
            data_transfer_protocol, cross_trainer_cache, target_workers, False,
        )  # fmt: skip
        made._distributed = dataset  # Python functions in it are found as long as it is there
        return made

    return apply
