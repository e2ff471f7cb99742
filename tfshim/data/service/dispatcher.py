"""The dispatcher of the tf.data service: which datasets, jobs, workers and tasks there are, and who gets which split."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import Any

from tfshim.data.service.journal import Journal
from tfshim.data.service.messages import message
from tfshim.data.service.policies import ShardingPolicy
from tfshim.engine.runtime import errors

_FIRST_DATASET = 1000
_CLIENT_TIMEOUT = 120.0
_COLLECTION_INTERVAL, _COLLECTION_TIMEOUT, _WORKER_TIMEOUT = 600.0, 300.0, 60.0
_STATIC = (ShardingPolicy.FILE, ShardingPolicy.DATA, ShardingPolicy.FILE_OR_DATA, ShardingPolicy.HINT)


class _Iteration:
    """One pass over a dataset, by all clients of a job together."""

    def __init__(self, number: int, reading: Any) -> None:
        self.number, self.reading = number, reading
        self.tasks: dict[str, int] = {}  # address of a worker -> its task
        self.clients: set[int] = set()
        self.finished = self.collected = self.fixed = False
        self.positions: dict[int, tuple[int, int]] = {}  # source -> (repetition, splits given of it)
        self.idle_since = time.monotonic()


class _Task:
    def __init__(self, number: int, iteration: _Iteration, address: str) -> None:
        self.number, self.iteration, self.address, self.finished = number, iteration, address, False


def _seconds(milliseconds: int | None, default: float) -> float:
    return milliseconds / 1000 if milliseconds else default


def _mode(policy: int) -> str:
    """A policy as the text form of TensorFlow's message, in which OFF is left out."""
    return f"sharding_policy: {ShardingPolicy(policy).name}" if policy else ""


class Dispatcher:
    """Answers what clients and workers ask. `config` has the fields of a `tf.data.experimental.service.DispatcherConfig`."""

    def __init__(self, config: Any) -> None:
        self._lock = threading.RLock()
        self._datasets: dict[str, Any] = {}
        self._jobs: dict[str, Any] = {}  # name -> what the first client of it asked for
        self._iterations: dict[int, _Iteration] = {}
        self._named: dict[tuple[str, int], _Iteration] = {}
        self._tasks: dict[int, _Task] = {}
        self._clients: dict[int, _Iteration] = {}
        self._seen: dict[int, float] = {}  # client -> when it was heard of
        self._workers: dict[str, Any] = {}
        self._heard: dict[str, float] = {}
        self._listed = list(config.worker_addresses or ())
        self._places: dict[int, str] = {}  # place in the list -> the address that took it
        self._numbers = {"dataset": _FIRST_DATASET, "iteration": 1, "task": 1, "client": 1}
        self._timeout = None if config.job_gc_timeout_ms == -1 else _seconds(config.job_gc_timeout_ms, _COLLECTION_TIMEOUT)
        self._worker_timeout = _seconds(config.worker_timeout_ms, _WORKER_TIMEOUT)
        self._interval = _seconds(config.job_gc_check_interval_ms, _COLLECTION_INTERVAL)
        self._ended = threading.Event()
        self._journal = None
        if config.fault_tolerant_mode:
            journal = Journal(config.work_dir)
            for entry in journal.entries():
                self._do(entry)
            self._journal = journal
        self._watching = threading.Thread(target=self._watch, name="tfshim dispatcher", daemon=True)
        self._watching.start()

    def close(self) -> None:
        """Stop what runs beside the calls."""
        self._ended.set()
        self._watching.join()
        if self._journal is not None:
            self._journal.close()

    def number_of_workers(self) -> int:
        """How many workers are registered."""
        return len(self._workers)

    # ------------------------------------------------------------------ what changes, now or when a journal is read
    def _record(self, **entry: Any) -> None:
        made = message("Entry")(**entry)
        if self._journal is not None:
            self._journal.write(made)
        self._do(made)

    def _do(self, entry: Any) -> None:
        kind = entry.WhichOneof("did")
        getattr(self, f"_do_{kind}")(getattr(entry, kind))

    def _next(self, kind: str) -> int:
        return self._numbers[kind]

    def _took(self, kind: str, number: int) -> None:
        self._numbers[kind] = max(self._numbers[kind], number + 1)

    def _do_dataset(self, dataset: Any) -> None:
        self._datasets[dataset.dataset_id] = dataset
        if dataset.dataset_id.isdigit():
            self._took("dataset", int(dataset.dataset_id))

    def _do_iteration(self, about: Any) -> None:
        made = self._iterations[about.iteration_id] = _Iteration(about.iteration_id, about.reading)
        self._took("iteration", about.iteration_id)
        name = about.reading.job_name
        if name:
            self._jobs.setdefault(name, about.reading)
            self._named[name, about.reading.number] = made

    def _do_worker(self, worker: Any) -> None:
        self._workers[worker.address] = worker
        self._heard[worker.address] = time.monotonic()
        self._place(worker.address)

    def _do_lost(self, worker: Any) -> None:
        self._workers.pop(worker.address, None)
        self._heard.pop(worker.address, None)
        for iteration in self._iterations.values():
            number = iteration.tasks.get(worker.address)
            if number is not None and not self._tasks[number].finished:
                del self._tasks[number], iteration.tasks[worker.address]
                self._check_finished(iteration)

    def _do_task(self, about: Any) -> None:
        iteration = self._iterations[about.iteration_id]
        self._tasks[about.task_id] = _Task(about.task_id, iteration, about.address)
        iteration.tasks[about.address] = about.task_id
        self._took("task", about.task_id)

    def _do_finished(self, about: Any) -> None:
        task = self._tasks.get(about.task_id)
        if task is not None:
            task.finished = True
            self._check_finished(task.iteration)

    def _check_finished(self, iteration: _Iteration) -> None:
        if iteration.tasks and all(self._tasks[n].finished for n in iteration.tasks.values()):
            iteration.finished = True

    def _do_split(self, about: Any) -> None:
        positions = self._iterations[about.iteration_id].positions
        repetition, given = positions.get(about.provider, (0, 0))
        positions[about.provider] = (about.repetition, given + 1 if about.repetition == repetition else 1)

    def _do_client(self, about: Any) -> None:
        iteration = self._iterations[about.iteration_id]
        iteration.clients.add(about.client_id)
        self._clients[about.client_id] = iteration
        self._seen[about.client_id] = time.monotonic()
        self._took("client", about.client_id)

    def _do_released(self, about: Any) -> None:
        iteration = self._clients.pop(about.client_id, None)
        self._seen.pop(about.client_id, None)
        if iteration is not None:
            iteration.clients.discard(about.client_id)
            iteration.idle_since = time.monotonic()

    def _do_collected(self, about: Any) -> None:
        iteration = self._iterations[about.iteration_id]
        iteration.finished = iteration.collected = True
        for number in iteration.tasks.values():
            self._tasks[number].finished = True
        if not iteration.reading.job_name:  # nobody can ask for it again
            del self._iterations[iteration.number]
            for number in iteration.tasks.values():
                del self._tasks[number]

    # ------------------------------------------------------------------ datasets
    def register(self, dataset: Any) -> Any:
        """Keep a dataset, under an id of its own unless it has one."""
        with self._lock:
            known = self._datasets.get(dataset.dataset_id)
            if known is not None:
                self._check_same(known, dataset)
            else:
                if not dataset.dataset_id:
                    dataset.dataset_id = str(self._next("dataset"))
                self._record(dataset=dataset)
            return message("DatasetId")(dataset_id=dataset.dataset_id)

    @staticmethod
    def _check_same(known: Any, dataset: Any) -> None:
        for field in ("element_spec", "cardinality", "compressed"):
            before, now = getattr(known, field), getattr(dataset, field)
            if before != now:
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    "Failed to register dataset: Datasets with the same ID should have the same structure, got diff for dataset ID "
                    f"{dataset.dataset_id}: {field}: {now} -> {before}. To fix this error, make sure you're registering the same "
                    "dataset with the same ID.",
                )

    def describe(self, request: Any) -> Any:
        """A dataset without its definition."""
        with self._lock:
            made = message("Dataset")()
            made.CopyFrom(self._dataset(request.dataset_id))
            made.ClearField("definition")
            return made

    def _dataset(self, dataset_id: str) -> Any:
        if dataset_id not in self._datasets:
            raise errors.NotFoundError(
                None,
                None,
                f"Dataset id {dataset_id} not found. It must be registered with `register_dataset` before calling `from_dataset_id`.",
            )
        return self._datasets[dataset_id]

    # ------------------------------------------------------------------ clients
    def read(self, reading: Any) -> Any:
        """Let a client read: the iteration that its job has, or a new one."""
        with self._lock:
            dataset = self._dataset(reading.dataset_id)
            self._check_reading(reading, dataset)
            iteration = self._named.get((reading.job_name, reading.number)) if reading.job_name else None
            if iteration is None:
                iteration = self._begun(reading, dataset)
            elif iteration.collected:
                raise errors.FailedPreconditionError(
                    None,
                    None,
                    "The requested iteration has been garbage collected due to inactivity. Consider configuring the dispatcher with a "
                    "higher `job_gc_timeout_ms`.",
                )
            number = self._next("client")
            self._record(client={"client_id": number, "iteration_id": iteration.number})
            return message("Client")(client_id=number)

    def _check_reading(self, reading: Any, dataset: Any) -> None:
        def fail(text: str) -> None:
            raise errors.InvalidArgumentError(None, None, text)

        if reading.shared_cache:
            if not reading.job_name:
                fail("Cross-trainer caching requires named jobs. Got empty `job_name`.")
            if dataset.cardinality != -1:
                fail(f"Cross-trainer caching requires the input dataset to be infinite. Got input with cardinality {dataset.cardinality}")
            if reading.consumers:
                fail(f"Cross-trainer caching does not support coordinated reads. Got number of coordinated consumers: {reading.consumers}")
        known = self._jobs.get(reading.job_name)
        if known is None:
            return
        differing = []
        if known.policy != reading.policy:
            differing.append(f"Existing processing mode: <{_mode(known.policy)}>; got <{_mode(reading.policy)}>. ")
        if known.consumers != reading.consumers:
            differing.append(f"Existing number of consumers: <{known.consumers}>; got <{reading.consumers}>. ")
        if known.target_workers != reading.target_workers:
            differing.append(f"Existing target workers: <{known.target_workers}>; got <{reading.target_workers}>. ")
        if known.shared_cache != reading.shared_cache:
            differing.append(f"Existing cross-trainer cache: <{known.shared_cache}>; got <{reading.shared_cache}>. ")
        if differing:
            fail(
                f"Failed to get or create job for dataset with id {reading.dataset_id}: Tried to create job with name {reading.job_name}, "
                f"but found an existing job with different parameters: {''.join(differing)}"
            )

    def _begun(self, reading: Any, dataset: Any) -> _Iteration:
        where = f"Failed to get or create iteration for job with name {reading.job_name or '(anonymous)'}: "
        if reading.policy == ShardingPolicy.DYNAMIC and dataset.undivided:
            raise errors.UnimplementedError(None, None, where + dataset.undivided)
        if reading.policy in _STATIC:
            for address in self._workers:
                self._check_listed(address, where + "Failed to shard dataset in tf.data service: ")
        number = self._next("iteration")
        self._record(iteration={"iteration_id": number, "reading": reading})
        iteration = self._iterations[number]
        for address in self._workers:
            self._give(iteration, address)
        return iteration

    def beat(self, request: Any) -> Any:
        """The tasks that a client may read from, and whether all is read."""
        with self._lock:
            iteration = self._clients.get(request.client_id)
            if iteration is None:
                raise errors.NotFoundError(None, None, f"Unknown iteration client id {request.client_id}.")
            self._seen[request.client_id] = time.monotonic()
            found = [self._tasks[n] for n in iteration.tasks.values()]
            if found and iteration.reading.consumers:
                iteration.fixed = True  # all consumers have to read from the same workers
            shown = [self._shown(task) for task in found if not task.finished]
            return message("Tasks")(tasks=shown, finished=iteration.finished)

    def _shown(self, task: _Task) -> Any:
        worker = self._workers.get(task.address)
        made = message("Task")(task_id=task.number, worker_address=task.address)
        if worker is not None:
            made.transfer_address, made.transfer_protocol = worker.transfer_address, worker.transfer_protocol
            made.process = worker.process
        return made

    def release(self, request: Any) -> Any:
        """A client reads no more."""
        with self._lock:
            if request.client_id in self._clients:
                iteration = self._clients[request.client_id]
                self._record(released=request)
                if not iteration.reading.job_name:
                    self._record(collected={"iteration_id": iteration.number})
            return message("Nothing")()

    # ------------------------------------------------------------------ workers
    def work(self, worker: Any) -> Any:
        """What a worker, which says what it does already, is to do."""
        with self._lock:
            known = self._workers.get(worker.address)
            if known is None or known.uid != worker.uid:
                self._register_worker(worker)
            self._heard[worker.address] = time.monotonic()
            own = {n for i in self._iterations.values() if (n := i.tasks.get(worker.address)) is not None and not self._tasks[n].finished}
            given = set(worker.tasks)
            works = [self._as_work(self._tasks[n]) for n in sorted(own - given)]
            return message("Works")(works=works, dropped=sorted(given - own))

    def _register_worker(self, worker: Any) -> None:
        if self._listed:
            self._check_listed(worker.address, "")
        about = message("Worker")()
        about.CopyFrom(worker)
        about.ClearField("tasks")
        self._record(worker=about)
        for iteration in list(self._iterations.values()):
            if not iteration.finished and not iteration.fixed:
                self._give(iteration, worker.address)

    def _give(self, iteration: _Iteration, address: str) -> None:
        if address not in iteration.tasks and (iteration.reading.policy not in _STATIC or self._place(address) is not None):
            self._record(task={"task_id": self._next("task"), "iteration_id": iteration.number, "address": address})

    def _place(self, address: str) -> int | None:
        """The place of a worker in the list of workers; a name without a port there is taken by the first of that name."""
        for place, taken in self._places.items():
            if taken == address:
                return place
        host = address.rpartition(":")[0]
        for place, wanted in enumerate(self._listed):
            if place not in self._places and wanted in (address, host, f"{host}:%port%"):
                self._places[place] = address
                return place
        return None

    def _check_listed(self, address: str, where: str) -> None:
        if self._place(address) is None:
            raise errors.NotFoundError(
                None, None, f"{where}Worker {address} is not in the workers list. Got workers list {','.join(self._listed)}."
            )

    def _as_work(self, task: _Task) -> Any:
        reading = task.iteration.reading
        made = message("Work")(
            task_id=task.number,
            iteration_id=task.iteration.number,
            dataset=self._datasets[reading.dataset_id],
            policy=reading.policy,
            consumers=reading.consumers,
            shared_cache=reading.shared_cache,
        )
        if reading.policy in _STATIC:
            made.part, made.parts = self._place(task.address), len(self._listed)
        return made

    def finish(self, request: Any) -> Any:
        """A worker has given all elements of a task."""
        with self._lock:
            task = self._tasks.get(request.task_id)
            if task is not None and not task.finished:
                self._record(finished=request)
            return message("Nothing")()

    def split(self, request: Any) -> Any:
        """The next first element of a source, for the worker that asks first; none where the repetition has no more, or is over."""
        with self._lock:
            iteration = self._iterations.get(request.iteration_id)
            if iteration is None:
                raise errors.NotFoundError(None, None, f"Unknown iteration id {request.iteration_id}.")
            repetition, given = iteration.positions.get(request.provider, (0, 0))
            total = self._datasets[iteration.reading.dataset_id].splits[request.provider]
            if request.repetition > repetition:
                repetition, given = request.repetition, 0
            if iteration.finished or request.repetition < repetition or 0 <= total <= given:
                return message("Split")(ended=True)
            self._record(split=request)
            return message("Split")(number=given)

    # ------------------------------------------------------------------ who is gone
    def _watch(self) -> None:
        pause = min(self._interval, self._worker_timeout / 4, _CLIENT_TIMEOUT / 4)
        collected = time.monotonic()
        while not self._ended.wait(pause):
            with self._lock, contextlib.suppress(OSError):
                now = time.monotonic()
                for client, seen in list(self._seen.items()):
                    if now - seen > _CLIENT_TIMEOUT:
                        self._record(released={"client_id": client})
                for address, heard in list(self._heard.items()):
                    if now - heard > self._worker_timeout:
                        self._record(lost=self._workers[address])
                if now - collected >= self._interval:
                    collected = now
                    self._collect(now)

    def _collect(self, now: float) -> None:
        for iteration in list(self._iterations.values()):
            idle = not iteration.clients and self._timeout is not None and now - iteration.idle_since >= self._timeout
            if idle and not iteration.collected and not iteration.finished:
                self._record(collected={"iteration_id": iteration.number})
