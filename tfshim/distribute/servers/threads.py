"""Threads that answer calls: as many as there are calls at a time, none of which keeps a program from ending."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import Empty, SimpleQueue
from typing import Any

_KEPT = 10.0  # seconds that a thread without work waits for more


class CallThreads(Executor):
    """Runs each call in a thread by itself, since calls may wait for each other; threads are used again."""

    def __init__(self, name: str) -> None:
        self._name, self._work = name, SimpleQueue[Any]()
        self._lock, self._free = threading.Lock(), 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A Future for `fn(*args, **kwargs)`."""
        made: Future[Any] = Future()
        with self._lock:
            taken = self._free > 0
            if taken:
                self._free -= 1
        job = made, fn, args, kwargs
        if taken:
            self._work.put(job)
        else:
            threading.Thread(target=self._serve, args=(job,), name=self._name, daemon=True).start()
        return made

    def _serve(self, job: Any) -> None:
        while job is not None:
            _run(*job)
            job = None  # what it holds is not kept while this waits
            with self._lock:
                self._free += 1
            try:
                job = self._work.get(timeout=_KEPT)
            except Empty:
                with self._lock:
                    if self._free > 0:
                        self._free -= 1
                        return
                job = self._work.get()  # somebody counted on this thread just then


def _run(future: Future[Any], fn: Callable[..., Any], args: Any, kwargs: Any) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(fn(*args, **kwargs))
    except BaseException as e:  # raised where the result is asked for
        future.set_exception(e)
