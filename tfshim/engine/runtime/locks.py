"""Locks around what a process does once or one at a time: building, tracing, counting.

These locks leave no trace in the objects that they protect, so these can be copied and pickled, and a process that
forks while other threads hold some goes on without them.
"""

import os
import threading
from typing import Any, Literal

_lock = threading.RLock()
_changed = threading.Condition(_lock)
_owners: dict[int | None, list[Any]] = {}  # id of a thing -> [the thing, the thread that has it to itself, how many times]
_waiting: dict[int, int] = {}  # thread -> id of the thing that it waits for


class lock_of:  # noqa: N801 - used as a statement
    """`with lock_of(thing):` - no other thread is in such a scope of the same object.

    A thread may enter it again. What runs within may wait for other things in turn: where threads would wait for each
    other for ever, the last to come goes ahead.
    """

    __slots__ = ("_thing", "_held")

    def __init__(self, thing: object) -> None:
        self._thing = thing

    def __enter__(self) -> None:
        key, me = id(self._thing), threading.get_ident()
        with _lock:
            while True:
                owner = _owners.get(key)
                self._held = True
                if owner is None:
                    _owners[key] = [self._thing, me, 1]
                    return
                if owner[1] == me:
                    owner[2] += 1
                    return
                if _waits_for(owner[1], me):
                    self._held = False
                    return
                _waiting[me] = key
                try:
                    _changed.wait()
                finally:
                    del _waiting[me]

    def __exit__(self, *_: object) -> Literal[False]:
        if self._held:
            with _lock:
                owner = _owners[id(self._thing)]
                owner[2] -= 1
                if not owner[2]:
                    del _owners[id(self._thing)]
                    if _waiting:
                        _changed.notify_all()
        return False


def _waits_for(thread: int, other: int) -> bool:
    """Whether `thread` waits for something that `other` has, or for somebody who does."""
    seen = set()
    while thread not in seen:
        seen.add(thread)
        owner = _owners.get(_waiting.get(thread))
        if owner is None:
            return False
        thread = owner[1]
        if thread == other:
            return True
    return False


_shared: list[Any] = []


def shared_lock() -> Any:
    """A re-entrant lock for the tables of a module, which is free in a process that was forked."""
    made = threading.RLock()
    _shared.append(made)
    return made


def _after_fork() -> None:
    # Only the thread that forked is left.
    me = threading.get_ident()
    for key in [key for key, owner in _owners.items() if owner[1] != me]:
        del _owners[key]
    _waiting.clear()
    for lock in _shared:
        if not lock._is_owned():
            lock._at_fork_reinit()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)
    os.register_at_fork(after_in_child=_after_fork)
