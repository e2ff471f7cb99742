"""What a worker of the tf.data service does for one iteration: it makes the elements, and gives them to those who ask."""

from __future__ import annotations

import collections
import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

from tfshim.data import options as options_module
from tfshim.data.running import Run
from tfshim.data.service import definitions
from tfshim.data.service.policies import ShardingPolicy
from tfshim.data.service.sharding import hinted, of_files, unshardable
from tfshim.data.service.splits import Next, of_worker
from tfshim.engine.runtime import errors

_WAIT = 0.2  # seconds in which an answer has to be there; who asked asks again then
_CACHED = 256  # elements for trainers that share what is made


class Later(Exception):
    """There is no element yet."""


def dataset_of(work: Any, following: Next) -> Any:
    """The dataset that a worker runs."""
    dataset = definitions.decoded(work.dataset.definition)
    policy = work.policy
    if policy == ShardingPolicy.DYNAMIC:
        return of_worker(dataset, following)
    if policy == ShardingPolicy.HINT:
        return hinted(dataset, work.parts, work.part)
    if policy in (ShardingPolicy.FILE, ShardingPolicy.FILE_OR_DATA):
        made = of_files(dataset, work.parts, work.part)
        if made is not None:
            return made
        if policy == ShardingPolicy.FILE:
            raise unshardable(dataset)
    return dataset if policy == ShardingPolicy.OFF else dataset.shard(work.parts, work.part)


class Elements:
    """The elements of a dataset, one by one. An error stays: whoever asks after it gets it again."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._run: Run | None = None
        self._items: Iterator[Any] | None = None
        self._error: Exception | None = None

    def __iter__(self) -> Elements:
        return self

    def __next__(self) -> list[Any]:
        if self._error is not None:
            raise self._error.with_traceback(None)
        try:
            if self._items is None:
                dataset = self._make()
                self._run = Run(options_module.of_dataset(dataset))
                self._items = dataset._open(self._run)
            return next(self._items)
        except StopIteration:
            self._error = StopIteration()
            self.close()
            raise
        except Exception as e:
            self._error = e
            self.close()
            raise

    def close(self) -> None:
        """Stop the threads and close the files."""
        if self._run is not None:
            self._run.close()


class Task:
    """Elements for whoever asks first. `ended` is called when there are no more."""

    def __init__(self, work: Any, following: Next, ended: Callable[[], None]) -> None:
        self.work = work
        self._elements = Elements(lambda: dataset_of(work, following))
        self._ended, self._over = ended, False
        self._lock = threading.Lock()

    def element(self, wanted: Any) -> list[Any]:
        """The slots of the element for a client. Raises StopIteration, or Later."""
        with self._lock:
            return self._next()

    def _next(self) -> list[Any]:
        try:
            return next(self._elements)
        except StopIteration:
            if not self._over:
                self._ended()
                self._over = True
            raise

    def close(self) -> None:
        """Stop: nobody asks any more."""
        with contextlib.suppress(Exception):
            self._elements.close()


class CoordinatedTask(Task):
    """Rounds of one element for each consumer, which is made when all have asked for the first."""

    def __init__(self, work: Any, following: Next, ended: Callable[[], None]) -> None:
        super().__init__(work, following, ended)
        self._consumers = work.consumers
        self._asked: dict[int, int] = {}  # consumer -> the first round that it asked for
        self._rounds: dict[int, list[Any]] = {}
        self._taken: dict[int, set[int]] = {}
        self._made: int | None = None  # the last round
        self._all_there = threading.Condition(self._lock)
        count = work.dataset.cardinality
        self._finite = f"the dataset has cardinality {count}" if count != -1 else None

    def element(self, wanted: Any) -> list[Any]:
        if self._finite:
            raise errors.FailedPreconditionError(
                None,
                None,
                f"Round robin reads require that the input dataset has infinite cardinality, but {self._finite}. Consider adding a "
                "`.repeat()` transformation to the dataset.",
            )
        if not 0 <= wanted.consumer < self._consumers:
            raise errors.FailedPreconditionError(
                None,
                None,
                f"Requesting data for consumer index {wanted.consumer}, but the task is configured for only {self._consumers} consumers",
            )
        with self._all_there:
            self._asked.setdefault(wanted.consumer, wanted.round)
            self._all_there.notify_all()
            if not self._all_there.wait_for(lambda: len(self._asked) == self._consumers, _WAIT):
                raise Later
            return self._of_round(wanted.consumer, wanted.round)

    def _of_round(self, consumer: int, number: int) -> list[Any]:
        if self._made is None:
            self._made = min(self._asked.values()) - 1
        while self._made < number:
            self._made += 1
            self._rounds[self._made] = [self._next() for _ in range(self._consumers)]
            self._taken[self._made] = set()
        if number not in self._rounds:
            raise errors.FailedPreconditionError(None, None, f"Round {number} was given to all consumers already.")
        made = self._rounds[number][consumer]
        taken = self._taken[number]
        taken.add(consumer)
        if len(taken) == self._consumers:
            for done in [n for n in self._rounds if n <= number and len(self._taken[n]) == self._consumers]:
                del self._rounds[done], self._taken[done]
        return made


class SharedTask(Task):
    """The same elements for every trainer, as far as one that comes later still finds them."""

    def __init__(self, work: Any, following: Next, ended: Callable[[], None]) -> None:
        super().__init__(work, following, ended)
        self._kept: collections.deque[Any] = collections.deque()
        self._first = 0  # the number of the first element that is kept
        self._places: dict[str, int] = {}

    def element(self, wanted: Any) -> list[Any]:
        with self._lock:
            place = max(self._places.get(wanted.trainer, self._first), self._first)
            if place == self._first + len(self._kept):
                self._kept.append(self._next())
                if len(self._kept) > _CACHED:
                    self._kept.popleft()
                    self._first += 1
            self._places[wanted.trainer] = place + 1
            return self._kept[place - self._first]


def task_for(work: Any, following: Next, ended: Callable[[], None]) -> Task:
    """The task of a kind that `work` is."""
    kind = CoordinatedTask if work.consumers else SharedTask if work.shared_cache else Task
    return kind(work, following, ended)
