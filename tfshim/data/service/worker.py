"""A worker of the tf.data service: it asks the dispatcher what to do, and gives elements to clients."""

from __future__ import annotations

import json
import threading
import time
import uuid
import weakref
import zlib
from collections.abc import Callable
from typing import Any

from tfshim.data.elements import Codec, spec_from_json
from tfshim.data.service import in_process
from tfshim.data.service.messages import message
from tfshim.data.service.rpc import Stub
from tfshim.data.service.tasks import Later, Task, task_for
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.logger import get_logger

_HEARTBEAT, _TIMEOUT, _WAIT = 5.0, 3600.0, 0.5
_LEVEL = 1  # of compression: the fastest

# The workers of this process, which clients in it ask without a connection.
local: weakref.WeakValueDictionary[str, Worker] = weakref.WeakValueDictionary()


class Worker:
    """Answers clients. `config` has the fields of a `tf.data.experimental.service.WorkerConfig`."""

    def __init__(self, config: Any) -> None:
        self._dispatcher = Stub("Dispatcher", config.dispatcher_address)
        self._interval = config.heartbeat_interval_ms / 1000 if config.heartbeat_interval_ms else _HEARTBEAT
        self._patience = config.dispatcher_timeout_ms / 1000 if config.dispatcher_timeout_ms else _TIMEOUT
        self._tasks: dict[int, tuple[Task, Codec]] = {}
        self._known = threading.Condition()
        self._wanted, self._ended = threading.Event(), threading.Event()
        self._uid = uuid.uuid4().hex
        self._beating = threading.Thread(target=self._beat, name="tfshim worker", daemon=True)

    def begin(self, address: str, transfer_address: str) -> None:
        """Register at the dispatcher, and go on asking. Raises what the dispatcher answers, or UnavailableError after a while."""
        self._about = {
            "address": address,
            "uid": self._uid,
            "process": in_process.process(),
            "transfer_address": transfer_address,
            "transfer_protocol": "grpc",
        }
        self._patiently(self._ask)
        local[transfer_address] = self
        self._beating.start()

    def _patiently(self, ask: Callable[[], Any]) -> Any:
        """What the dispatcher answers, which may be started again meanwhile. Raises UnavailableError after a while."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                return ask()
            except errors.UnavailableError:
                if time.monotonic() > deadline or self._ended.wait(0.2):
                    raise

    def close(self) -> None:
        """Ask no more, and stop what runs."""
        self._ended.set()
        self._wanted.set()
        if self._beating.is_alive():
            self._beating.join()
        for task, _ in self._tasks.values():
            task.close()
        self._dispatcher.close()

    @property
    def ended(self) -> bool:
        """Whether it was closed."""
        return self._ended.is_set()

    def number_of_tasks(self) -> int:
        """How many tasks it has."""
        return len(self._tasks)

    # ------------------------------------------------------------------ the dispatcher
    def _beat(self) -> None:
        while True:
            self._wanted.wait(self._interval)
            self._wanted.clear()
            if self._ended.is_set():
                return
            try:
                self._ask()
            except errors.OpError as e:
                if not isinstance(e, errors.UnavailableError):
                    get_logger().warning("The dispatcher of the tf.data service answered: %s", e.message)
                self._ended.wait(0.2)

    def _ask(self) -> None:
        answer = self._dispatcher.call("Work", **self._about, tasks=list(self._tasks))
        for work in answer.works:
            self._tasks[work.task_id] = self._begun(work)
        for number in answer.dropped:
            task, _ = self._tasks.pop(number)
            task.close()
        with self._known:
            self._known.notify_all()

    def _begun(self, work: Any) -> tuple[Task, Codec]:
        def following(provider: int, repetition: int) -> int | None:
            about = {"iteration_id": work.iteration_id, "provider": provider, "repetition": repetition}
            split = self._patiently(lambda: self._dispatcher.call("Split", **about))
            return None if split.ended else split.number

        def ended() -> None:
            self._patiently(lambda: self._dispatcher.call("Finish", task_id=work.task_id))

        return task_for(work, following, ended), Codec(spec_from_json(json.loads(work.dataset.element_spec)))

    # ------------------------------------------------------------------ clients
    def get(self, wanted: Any) -> Any:
        """The bytes of the element that a client wants."""
        made = message("Element")()
        try:
            task, codec, flat = self._element(wanted)
        except StopIteration:
            made.ended = True
            return made
        except Later:
            made.later = True
            return made
        data = codec.encode(flat)
        if wanted.compressed:
            data, made.compressed = zlib.compress(data, _LEVEL), True
        made.data = data
        return made

    def slots(self, wanted: Any) -> list[Any]:
        """As `get`, the slots themselves, for clients in this process. Raises StopIteration, or Later."""
        if self.ended:
            raise errors.UnavailableError(None, None, "The worker was stopped.")
        return self._element(wanted)[2]

    def _element(self, wanted: Any) -> tuple[Task, Codec, list[Any]]:
        task, codec = self._task(wanted.task_id)
        return task, codec, task.element(wanted)

    def _task(self, number: int) -> tuple[Task, Codec]:
        found = self._tasks.get(number)
        if found is not None:
            return found
        with self._known:
            self._wanted.set()
            if not self._known.wait_for(lambda: number in self._tasks, _WAIT):
                raise Later  # whether there still is such a task the dispatcher tells the client
        return self._tasks[number]
