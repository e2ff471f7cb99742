"""Threads that answer calls: as many as there are calls at a time, none of which keeps a program from ending."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import Empty, SimpleQueue
from typing import Any

_KEPT = 10.0  # seconds that a thread without work waits for more


class CallThreads(Executor):
    """Runs each call in a thread by itself, since calls may wait for each other; threads are used again.

    Unlike those of other executors they last until the process ends, when servers still have to be stopped. `most`: how many there are at
    most, beyond which calls wait.
    """

    def __init__(self, name: str, most: int = sys.maxsize) -> None:
        self._name, self._most, self._work = name, most, SimpleQueue[Any]()
        self._lock, self._count, self._ended = threading.Lock(), 0, False
        self._free = 0  # threads that wait, less the calls that do

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A Future for `fn(*args, **kwargs)`."""
        made: Future[Any] = Future()
        job = made, fn, args, kwargs
        with self._lock:
            if self._free > 0 or self._count >= self._most:
                self._free -= 1
                self._work.put(job)
                return made
            self._count += 1
        threading.Thread(target=self._serve, args=(job,), name=self._name, daemon=True).start()
        return made

    def _serve(self, job: Any) -> None:
        while job is not None:
            _run(*job)
            job = None  # what it holds is not kept while this waits
            with self._lock:
                self._free += 1
            try:
                job = self._work.get(timeout=0 if self._ended else _KEPT)
            except Empty:
                with self._lock:
                    if self._free > 0:
                        self._free -= 1
                        self._count -= 1
                        return
                job = self._work.get()  # somebody counted on this thread just then

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the threads when they have done what there is."""
        with self._lock:
            self._ended = True
            for _ in range(self._free):
                self._free -= 1
                self._count -= 1
                self._work.put(None)


def _run(future: Future[Any], fn: Callable[..., Any], args: Any, kwargs: Any) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(fn(*args, **kwargs))
    except BaseException as e:  # raised where the result is asked for
        future.set_exception(e)
