"""Reading from the tf.data service: a dataset of what the workers of a job give."""

from __future__ import annotations

import collections
import contextlib
import json
import socket
import threading
import time
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tfshim.data.elements import Codec, spec_from_json
from tfshim.data.service import in_process
from tfshim.data.service.messages import message
from tfshim.data.service.policies import ShardingPolicy
from tfshim.data.service.rpc import Stub, check_protocol
from tfshim.data.service.tasks import Later
from tfshim.data.service.worker import local
from tfshim.data.stages import Stage
from tfshim.data.transformations.base import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, DatasetOp, named
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import errors
from tfshim.engine.values import nest

if TYPE_CHECKING:
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots

_INTERVAL = 1.0  # seconds between two questions for the tasks
_SOON = 0.05  # while there is none
_PATIENCE = 3600.0  # seconds in which a dispatcher or worker may come back
_AHEAD = 2  # elements that are fetched ahead from each worker
_STATIC = (ShardingPolicy.FILE, ShardingPolicy.DATA, ShardingPolicy.FILE_OR_DATA, ShardingPolicy.HINT)


def describe(dataset_id: str, address: str, protocol: str) -> Any:
    """What the dispatcher says of a dataset. Raises NotFoundError for an id that it does not know."""
    check_protocol(protocol)
    stub = Stub("Dispatcher", address)
    try:
        return stub.call("Describe", dataset_id=dataset_id)
    finally:
        stub.close()


@named("_DataServiceDatasetV2", "data_service_ops")
class DataServiceDataset(DatasetOp):
    """What workers give of a registered dataset. `about`: the arguments of reading that are no tensors."""

    _fresh = True

    def _setup(self, dataset_id: Any, spec: Any, about: Any) -> None:
        self._spec, self._number = spec, 0
        self._shown = UNKNOWN_CARDINALITY
        if not isinstance(dataset_id, SymbolicTensor):
            self._id = dataset_id.numpy().decode()
            try:
                found = describe(self._id, about["address"], about["protocol"])
            except errors.OpError as e:
                raise errors.op_error(type(e), e.message, "DataServiceDatasetV4") from None
            self._found = found
            if found.cardinality == INFINITE_CARDINALITY:
                self._shown = INFINITE_CARDINALITY

    def _count(self) -> int:
        return self._shown

    def _open(self, run: Run) -> Iterator[Slots]:
        number, self._number = self._number, self._number + 1
        try:
            return run.track(Reader(self, self._args[2], self._found, number))
        except errors.OpError as e:
            raise errors.op_error(type(e), e.message, "MakeIterator") from None


def _job_name(about: Any, dataset_id: str) -> str | None:
    name = about["job_name"]
    return name if name is None or not about["of_id"] else f"dataset_id={dataset_id}/{name}"


class Source:
    """A task of a worker, which gives one element at a time."""

    def __init__(self, task: Any, reader: Reader) -> None:
        self.task, self._reader = task, reader
        self.ended = False
        self._stub: Stub | None = None

    def element(self, number: int) -> Slots | None:
        """The next element, None after the last. `number`: of the round. Waits for a worker that is gone for a moment."""
        deadline = time.monotonic() + _PATIENCE
        while not self._reader.over and not self.ended:
            try:
                return self._asked(number)
            except StopIteration:
                self.ended = True
            except Later:
                continue
            except errors.UnavailableError:
                if time.monotonic() > deadline:
                    raise
                self._reader.lost(self)
            except errors.OpError as e:
                if self._reader.closed:
                    return None
                raise type(e)(None, None, self._failed(e.message)) from e.__cause__
            except NotImplementedError as e:
                raise errors.UnimplementedError(None, None, self._failed(str(e))) from None
            except Exception as e:  # of a Python function
                raise errors.InvalidArgumentError(None, None, self._failed(f"{type(e).__name__}: {e}")) from e
        return None

    def _failed(self, text: str) -> str:
        return f"Failed to get element from worker {self.task.worker_address}: {text}"

    def _asked(self, number: int) -> Slots:
        reader = self._reader
        wanted = message("Wanted")(task_id=self.task.task_id, consumer=reader.consumer, round=number, trainer=reader.trainer)
        worker = reader.in_process(self.task)
        if worker is not None:
            return worker.slots(wanted)
        if self._stub is None:
            self._stub = Stub("Worker", self.task.transfer_address)
        wanted.compressed = reader.compressed and not _is_here(self.task.transfer_address)
        made = self._stub.ask("Get", wanted)
        if made.ended:
            raise StopIteration
        if made.later:
            raise Later
        return reader.codec.decode(zlib.decompress(made.data) if made.compressed else made.data)

    def close(self) -> None:
        """End the connection."""
        if self._stub is not None:
            self._stub.close()


def _is_here(address: str) -> bool:
    return address.rpartition(":")[0] in ("localhost", "127.0.0.1", "[::1]", socket.gethostname())


def _difference(declared: Any, given: Any) -> Exception | None:
    """The error for elements that are declared otherwise than they come."""
    wanted, found = (nest.flatten(spec, expand_composites=True) for spec in (declared, given))
    if len(wanted) != len(found):
        return errors.FailedPreconditionError(None, None, f"Expected {len(wanted)} outputs from uncompress, but got {len(found)}")
    for a, b in zip(wanted, found):
        if a.dtype != b.dtype:
            return errors.FailedPreconditionError(
                None, None, f"Expected a tensor of type {a.dtype.proto_name} but got a tensor of type {b.dtype.proto_name}"
            )
    return None


class Reader(Stage):
    """The elements of one iteration, fetched by a thread for each worker; another one asks which workers there are."""

    running = False  # nothing that another stage has to wait for

    def __init__(self, dataset: DataServiceDataset, about: Any, found: Any, number: int) -> None:
        self._about, self._found = about, found
        self.codec, self.compressed = Codec(dataset._spec), found.compressed
        self.consumer, self.trainer = about["consumer_index"] or 0, about["trainer"] or ""
        self._consumers = about["num_consumers"] or 0
        self.closed = self._finished = False
        self._changed = threading.Condition()
        self._sources: dict[int, Source] = {}
        self._ready: collections.deque[tuple[Source, Any]] = collections.deque()
        self._outstanding = 0
        self._error = _difference(dataset._spec, spec_from_json(json.loads(found.element_spec)))
        self._ask_now = threading.Event()
        self._round = self._turn = 0
        policy = about["policy"]
        self._target, self._protocol = about["target_workers"], about["transfer_protocol"]
        if self._target == "AUTO" and policy in _STATIC:
            self._target = "LOCAL"
        self._dispatcher = Stub("Dispatcher", about["address"])
        self._client: int | None = None
        self._client = self._patiently(
            "Read",
            dataset_id=dataset._id,
            policy=policy,
            job_name=_job_name(about, dataset._id),
            number=number,
            consumers=self._consumers,
            shared_cache=bool(self.trainer),
            target_workers=about["target_workers"],
        ).client_id
        self._watching = threading.Thread(target=self._watch, name="tfshim data service", daemon=True)
        self._watching.start()

    # ------------------------------------------------------------------ which workers
    def _patiently(self, name: str, **fields: Any) -> Any:
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                return self._dispatcher.call(name, **fields)
            except errors.UnavailableError:
                if time.monotonic() > deadline or self.over and self._client is not None:
                    raise
                time.sleep(0.1)

    @property
    def over(self) -> bool:
        """Whether its threads may end: after an error nothing else comes."""
        return self.closed or self._error is not None

    def _watch(self) -> None:
        while not self.over:
            try:
                answer = self._patiently("Beat", client_id=self._client)
            except Exception as e:
                self._fail(e)
                return
            self._update(answer)
            if self._finished:
                return
            self._ask_now.wait(_INTERVAL if self._sources else _SOON)
            self._ask_now.clear()

    def _update(self, answer: Any) -> None:
        tasks = {t.task_id: t for t in answer.tasks if self._target != "LOCAL" or t.process == in_process.process()}
        with self._changed:
            for number, source in list(self._sources.items()):
                if number not in tasks:
                    source.ended = True
            for number, task in tasks.items():
                if self._protocol not in (None, task.transfer_protocol):
                    text = f"protocol {self._protocol} is not available for worker {task.worker_address}"
                    self._error = self._error or errors.NotFoundError(None, None, text)
                elif number not in self._sources:
                    source = self._sources[number] = Source(task, self)
                    if not self._consumers:
                        threading.Thread(target=self._fetch, args=(source,), name="tfshim data service", daemon=True).start()
            self._finished = answer.finished
            self._changed.notify_all()

    def lost(self, source: Source) -> None:
        """A worker does not answer: the dispatcher may know that it is gone."""
        self._ask_now.set()
        time.sleep(0.1)

    def in_process(self, task: Any) -> Any:
        """The worker of a task, if it is in this process and may be asked without a connection."""
        if self._protocol is not None or task.process != in_process.process():
            return None
        worker = local.get(task.transfer_address)
        return None if worker is None or worker.ended else worker

    # ------------------------------------------------------------------ elements
    def _limit(self) -> int:
        asked = self._about["max_outstanding_requests"]
        return asked if asked > 0 else max(1, _AHEAD * len(self._sources))

    def _fetch(self, source: Source) -> None:
        while True:
            with self._changed:
                while not self.over and len(self._ready) + self._outstanding >= self._limit():
                    self._changed.wait()
                if self.over or source.ended:
                    break
                self._outstanding += 1
            try:
                made = source.element(0)
            except Exception as e:
                made = e
            with self._changed:
                self._outstanding -= 1
                if isinstance(made, Exception):
                    self._error = self._error or made
                elif made is not None:
                    self._ready.append((source, made))
                self._changed.notify_all()
                if made is None or isinstance(made, Exception):
                    break
        source.close()
        self._ask_now.set()  # this may have been the last one

    def _fail(self, error: Exception) -> None:
        with self._changed:
            self._error = self._error or error
            self._changed.notify_all()

    def __next__(self) -> Slots:
        return self._in_turn() if self._consumers else self._first_come()

    def _first_come(self) -> Slots:
        with self._changed:
            while True:
                if self._ready:
                    made = self._ready.popleft()[1]
                    self._changed.notify_all()
                    return made
                if self._error is not None:
                    raise self._error.with_traceback(None)
                if self.closed or self._finished and not self._outstanding:
                    raise StopIteration
                self._changed.wait()

    def _in_turn(self) -> Slots:
        with self._changed:
            while not self._sources and self._error is None and not self._finished and not self.closed:
                self._changed.wait()
            if self._error is not None:
                raise self._error.with_traceback(None)
            sources = [self._sources[n] for n in sorted(self._sources)]
            if not sources or self.closed:
                raise StopIteration
            source, number = sources[self._turn], self._round
        made = source.element(number)
        if made is None:
            raise StopIteration
        self._turn += 1
        if self._turn == len(sources):
            self._turn, self._round = 0, self._round + 1
        return made

    def state(self) -> Any:
        raise errors.op_error(errors.UnimplementedError, "SaveInternal is not yet supported", "SerializeIterator")

    def pause(self) -> None:
        """Nothing: what is fetched ahead is kept."""

    def close(self) -> None:
        """Let go of the job."""
        if self.closed:
            return
        with self._changed:
            self.closed = True
            self._changed.notify_all()
        self._ask_now.set()
        with contextlib.suppress(errors.OpError, ValueError):
            self._dispatcher.call("Release", 1.0, client_id=self._client)
        self._dispatcher.close()
        for source in self._sources.values():
            source.close()
