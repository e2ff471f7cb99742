"""Changing the memory of variables in place while other threads may read and write them.

A thread that changes a variable acquires its storage first, and releases it afterwards. Reading a variable whose storage
is acquired waits, and so does acquiring it; what was read before keeps its value, because a storage that has other
references is copied when it is acquired. Nothing can get a reference to an acquired storage, so that it has no other one
while it is changed. Several storages are acquired at once or not at all: two threads never wait for each other.

Reading costs nothing: the attribute `_t` is simply missing meanwhile, and only then Python asks the descriptor of that
name in the class. Assigning costs nothing either: whatever was assigned meanwhile stays when the storage is released, as
if the assignment had come after the change.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import torch

if TYPE_CHECKING:
    Variable: TypeAlias = Any  # of variables.variable, above this module

_use_count = torch._C._storage_Use_Count
_references = sys.getrefcount
_this_thread = threading.get_ident
_setdefault, _pop, _exhaust = dict.setdefault, dict.pop, deque(maxlen=0).extend
_KEYS, _NONES = repeat("_t"), repeat(None)
_Tensor = torch.Tensor

# Held for moments only, never while a kernel works on what was acquired. Re-entrant, because a signal handler or a
# finalizer may use variables at any point.
LOCK = threading.RLock()
_released = threading.Condition(LOCK)
_lock, _unlock = LOCK.acquire, LOCK.release
_acquired: dict[int, Any] = {}  # a number -> (variables, their storages, the thread that acquired them)
_waiting = [0]  # how many want to know of releases: those who wait for one, and variables whose memory torch's tensors share
_LONGEST_BEFORE_FORK = 1.0  # seconds


class Storage:
    """What the attribute `_t` of a variable is while the storage is acquired."""

    def __get__(self, variable: Any, owner: type | None = None) -> Any:
        if variable is None:
            return self
        with LOCK:
            held = _wait_until_free(variable)
            if held is not None:  # a signal handler or a finalizer that interrupts the change, and may not wait for it
                return _copy(held[0][held[1]])
            try:
                return vars(variable)["_t"]
            except KeyError:
                raise AttributeError(f"{type(variable).__name__!r} object has no attribute '_t'") from None


def _copy(storage: Any) -> Any:
    return storage.clone() if isinstance(storage, torch.Tensor) else storage if storage is None else storage.copy()


def _own(variable: Variable, storage: Any) -> Any:
    """What `variable` changes in place of `storage`, which others hold: a copy, or itself where only torch's tensor shares it."""
    if variable._twin is not None and storage.__class__ is _Tensor and _references(storage) <= 4:
        # The uses are those of the two tensors, and of the object that is asked here.
        if _use_count(storage.untyped_storage()._cdata) <= 3 and storage.data_ptr() == variable._twin.data_ptr():
            return storage
    return _copy(storage)


def _holder_of(variable: Variable) -> Any:
    """Where the acquired storage of `variable` is: the list, the place in it and the thread; None if it is not acquired."""
    for variables, storages, thread in list(_acquired.values()):
        for i, v in enumerate(variables):
            if v is variable:
                return storages, i, thread
    return None


def _wait_until_free(variable: Variable) -> tuple[list[Any], int, int] | None:
    """Wait, with LOCK held, until no other thread has acquired the storage of `variable`; as `_holder_of` if this thread has."""
    _waiting[0] += 1
    try:
        while True:
            held = _holder_of(variable)
            if held is None or held[2] == _this_thread():
                return held
            _released.wait()
    finally:
        _waiting[0] -= 1


def _held_storage(variable: Variable, held: tuple[list[Any], int, int]) -> Any:
    """The storage of `variable`, which this thread has acquired: what was assigned meanwhile, if anything was."""
    storages, i, _ = held
    t = vars(variable).pop("_t", None)  # type: ignore[attr-defined]
    if t is not None:
        storages[i] = _copy(t)
    return storages[i]


def acquire(variable: Variable) -> tuple[Any, bool]:
    """Acquire the storage of `variable` (not one that stands for another): gives it, and whether the caller has to release it.

    A thread that has acquired it already releases it at the end of the outer change.
    """
    _lock()
    try:
        if _acquired:
            held = _wait_until_free(variable)
            if held is not None:
                return _held_storage(variable, held), False
        own_attributes, key, me = variable.__dict__, id(variable), _this_thread()
        own_attributes["_alias"] = None
        # A signal handler may run after any call, and has to find the storage in one place or the other.
        t = own_attributes["_t"]
        own = [t]
        _acquired[key] = (variable,), own, me
        now = own_attributes.pop("_t", None)
        if now is not t:  # assigned, or changed by a handler, just then
            own[0] = t = own[0] if now is None else now
        del now
        # The references are the local one, the list and that of the call.
        if t.__class__ is not _Tensor or _references(t) > 3 or _use_count(t.untyped_storage()._cdata) > 2:
            own[0] = t = _own(variable, t)
        return t, True
    finally:
        _unlock()


def release(variable: Variable) -> None:
    """Release the storage of `variable`, which this thread has acquired."""
    own_attributes, key = variable.__dict__, id(variable)
    own = _acquired[key][1]
    own_attributes.setdefault("_t", own[0])
    if "_t" not in own_attributes:  # a signal handler has just changed it; none runs, and no other thread, between here and the end
        own_attributes["_t"] = own[0]
    del _acquired[key]
    if _waiting[0]:
        _notify((variable,))


def replace_scalar(variable: Variable, t: torch.Tensor, combine: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]) -> bool:
    """Let a scalar `variable` have `combine(storage, t)`, a new tensor, instead of its storage; False if it cannot be done so.

    That takes less time than acquiring the storage: nothing waits for it, and other references do not matter.
    """
    own_attributes = variable.__dict__
    _lock()
    try:
        while True:
            storage = own_attributes.get("_t")
            if storage.__class__ is not _Tensor or storage.dim() or storage.device != t.device:
                return False
            made = combine(storage, t)
            if own_attributes["_t"] is storage:  # unless assigned meanwhile; nothing comes between this and the next two lines
                own_attributes["_t"] = made
                own_attributes["_alias"] = None
                return True
    finally:
        _unlock()


def _notify(variables: Sequence[Variable]) -> None:
    with LOCK:
        _released.notify_all()
        for v in variables:
            if v._twin is not None:
                v._twin_follows()


def tell_of_releases() -> None:
    """From now on let variables with a twin know when their storages are released."""
    with LOCK:
        _waiting[0] += 1


class Group:
    """Variables that are changed together again and again, with what `in_place` finds out about them each time."""

    __slots__ = ("variables", "attributes", "lasting", "distinct")

    def __init__(self, variables: Sequence[Variable]) -> None:
        # A variable that stands for another (see `storage_owner`) may stand for a third the next time.
        self.lasting = all(v._stands_for is None for v in variables)
        self.variables = variables if self.lasting else [storage_owner(v) for v in variables]
        self.attributes = [v.__dict__ for v in self.variables]
        self.distinct = len(variables) == 1 or len(set(map(id, self.variables))) == len(variables)


class in_place:  # noqa: N801 - used as a statement
    """`with in_place(v, w, ...) as storages:` - the storages of variables, to be changed in place and held meanwhile.

    A storage that this thread has acquired already is part of `storages`, and is released when the outer scope ends.
    A `Group` may stand for the variables.
    """

    __slots__ = ("_variables", "_mine", "_storages", "_attributes", "_distinct")

    def __init__(self, *variables: Variable, group: Group | None = None) -> None:
        if group is None:
            group = Group(variables)
        self._variables, self._attributes, self._distinct = group.variables, group.attributes, group.distinct

    def __enter__(self) -> list[Any]:
        mine, attributes = self._variables, self._attributes
        self._mine: Sequence[Variable] = ()
        self._storages: Any = ()
        _lock()
        try:
            others = bool(_acquired) and not _wait_for_all(mine)
            if others or not self._distinct:
                mine = list({id(v): v for v in mine if _holder_of(v) is None}.values())
                self._attributes = attributes = [v.__dict__ for v in mine]
            own = [a["_t"] for a in attributes]
            self._mine, self._storages = mine, own
            for a in attributes:
                a["_alias"] = None
            _acquired[id(self)] = mine, own, _this_thread()
            # A signal handler may run after any call, and has to find each storage in one place or the other. What one has
            # assigned just then is taken; where one has changed a storage in place, it is in `own` by now.
            own[:] = map(_pop, attributes, _KEYS, own)
            i = 0
            for t in own:
                # The references are the local one, that of the list and that of the call.
                if t.__class__ is not _Tensor or _references(t) > 3 or _use_count(t.untyped_storage()._cdata) > 2:
                    own[i] = _own(mine[i], t)
                i += 1
            return own.copy() if mine is self._variables else [_held_storage(v, _holder_of(v)) for v in self._variables]
        except BaseException:
            self.__exit__()
            raise
        finally:
            _unlock()

    def replace_storages(self, storages: list[Any]) -> None:
        """Let the variables have `storages` in the place of those that were acquired, in the order in which they were named."""
        if len(self._mine) == len(storages):
            self._storages[:] = storages
        else:
            replace(self._variables, storages)

    def __exit__(self, *_: object) -> Literal[False]:
        # One loop in C, so that nobody sees the variables before all is done, and no handler comes between.
        _exhaust(chain(map(_setdefault, self._attributes, _KEYS, self._storages), map(_acquired.pop, (id(self),), _NONES)))
        if _waiting[0]:
            _notify(self._variables)
        return False


def _wait_for_all(variables: Sequence[Variable]) -> bool:
    """Wait, with LOCK held, until no other thread has acquired any of `variables`. Whether this thread has acquired none of them either."""
    me = _this_thread()
    while True:
        free = True
        for others, _, thread in list(_acquired.values()):
            theirs = set(map(id, others))
            if theirs.isdisjoint(map(id, variables)):
                continue
            if thread != me:
                _wait_until_free(next(v for v in variables if id(v) in theirs))
                break
            free = False
        else:
            return free


def storage_owner(variable: Variable) -> Variable:
    """The variable that owns the storage which an update of `variable` changes."""
    stands_for = variable._stands_for
    return variable if stands_for is None else stands_for()


def replace(variables: Sequence[Variable], storages: Sequence[Any]) -> list[Any]:
    """Let this thread have `storages` of `variables` instead of those that it has acquired; gives the latter."""
    before = []
    for v, t in zip(variables, storages):
        own, i, _ = _holder_of(v)
        before.append(vars(v).pop("_t", own[i]))
        own[i] = t
    return before


def _before_fork() -> None:
    """Wait until no storage is acquired: in the new process no thread would release it.

    Not for ever: the thread that holds one may itself wait for a lock of another library that was taken for this fork.
    """
    LOCK.acquire()
    me, until = _this_thread(), time.monotonic() + _LONGEST_BEFORE_FORK
    _waiting[0] += 1
    while any(thread != me for _, _, thread in list(_acquired.values())) and time.monotonic() < until:
        _released.wait(until - time.monotonic())
    _waiting[0] -= 1


def _after_in_child() -> None:
    """Release what threads hold that do not exist in the new process."""
    me = _this_thread()
    for key, (variables, storages, thread) in list(_acquired.items()):
        if thread != me:
            for variable, storage in zip(variables, storages):
                vars(variable).setdefault("_t", storage)
            del _acquired[key]
    LOCK.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=LOCK.release, after_in_child=_after_in_child)
