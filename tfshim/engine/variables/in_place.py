"""Changing the memory of variables in place while other threads may read and write them.

Who changes a variable takes its storage out first, and gives it back when it is done. Whoever reads a variable whose
storage is out waits, and so does whoever wants to change it; what was read before keeps its value, because a storage
that anybody else holds is copied when it is taken. Nobody can get hold of a storage that is out, so "nobody else holds
it" stays true while it is changed. Several storages are taken at once or not at all: two threads never wait for each
other.

Reading costs nothing: the attribute `_t` is simply missing meanwhile, and only then Python asks the descriptor of that
name in the class. Assigning costs nothing either: who gives a storage back finds that a value was assigned meanwhile,
and leaves that, as if the assignment had come after the change.
"""

from __future__ import annotations

import os
import sys
import threading
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
_setdefault, _exhaust = dict.setdefault, deque(maxlen=0).extend
_KEYS, _NONES = repeat("_t"), repeat(None)
_Tensor = torch.Tensor

# Held for moments only, never while a kernel works on what was taken. Re-entrant, because a signal handler or a
# finalizer may use variables at any point.
LOCK = threading.RLock()
_given = threading.Condition(LOCK)
_acquire, _release = LOCK.acquire, LOCK.release
_out: dict[int, Any] = {}  # a number -> (variables, their storages, the thread that has them)
_waiting = [0]


class Storage:
    """What the attribute `_t` of a variable is while the storage is out."""

    def __get__(self, variable: Any, owner: type | None = None) -> Any:
        if variable is None:
            return self
        with LOCK:
            held = _settled(variable)
            if held is not None:  # a signal handler or a finalizer that interrupts the change, and may not wait for it
                return _copy(held[0][held[1]])
            try:
                return vars(variable)["_t"]
            except KeyError:
                raise AttributeError(f"{type(variable).__name__!r} object has no attribute '_t'") from None


def _copy(storage: Any) -> Any:
    return storage.clone() if isinstance(storage, torch.Tensor) else storage if storage is None else storage.copy()


def _found(variable: Variable) -> Any:
    """Who has the storage of `variable`: the list that holds it, the place in it and the thread; None if nobody has."""
    for variables, storages, thread in list(_out.values()):
        for i, v in enumerate(variables):
            if v is variable:
                return storages, i, thread
    return None


def _settled(variable: Variable) -> tuple[list[Any], int, int] | None:
    """Wait, with LOCK held, until no other thread has the storage of `variable`; as `_found` if this thread has it."""
    _waiting[0] += 1
    try:
        while True:
            held = _found(variable)
            if held is None or held[2] == _this_thread():
                return held
            _given.wait()
    finally:
        _waiting[0] -= 1


def _again(variable: Variable, held: tuple[list[Any], int, int]) -> Any:
    """The storage of `variable`, which this thread has: what was assigned meanwhile, if anything was."""
    storages, i, _ = held
    t = vars(variable).pop("_t", None)  # type: ignore[attr-defined]
    if t is not None:
        storages[i] = _copy(t)
    return storages[i]


def take(variable: Variable) -> tuple[Any, bool]:
    """The storage of `variable` (not one that stands for another), which nobody else can see until it is given back.

    And whether it has to be: who has it already gives it back when the outer change is done.
    """
    _acquire()
    try:
        if _out:
            held = _settled(variable)
            if held is not None:
                return _again(variable, held), False
        home, key, me = variable.__dict__, id(variable), _this_thread()
        home["_alias"] = None
        # A signal handler may run after any call, and has to find the storage in one place or the other.
        t = home["_t"]
        own = [t]
        _out[key] = (variable,), own, me
        now = home.pop("_t", None)
        if now is not t:  # assigned, or changed by a handler, just then
            own[0] = t = own[0] if now is None else now
        del now
        # The references are the local one, the list and that of the call.
        if t.__class__ is not _Tensor or _references(t) > 3 or _use_count(t.untyped_storage()._cdata) > 2:
            own[0] = t = _copy(t)
        return t, True
    finally:
        _release()


def give(variable: Variable) -> None:
    """Let others have the storage of `variable` again, which this thread took."""
    home, key = variable.__dict__, id(variable)
    own = _out[key][1]
    home.setdefault("_t", own[0])
    if "_t" not in home:  # a signal handler has just changed it; none runs, and no other thread, between here and the end
        home["_t"] = own[0]
    del _out[key]
    if _waiting[0]:
        _tell()


def replaced(variable: Variable, t: torch.Tensor, combine: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]) -> bool:
    """Let a scalar `variable` have `combine(storage, t)`, a new tensor, instead of its storage; False if it cannot be done so.

    That takes less time than to take the storage out: nobody can wait for it, and it does not matter who else has it.
    """
    home = variable.__dict__
    _acquire()
    try:
        while True:
            storage = home.get("_t")
            if storage.__class__ is not _Tensor or storage.dim() or storage.device != t.device:
                return False
            made = combine(storage, t)
            if home["_t"] is storage:  # unless assigned meanwhile; nothing comes between this and the next two lines
                home["_t"] = made
                home["_alias"] = None
                return True
    finally:
        _release()


def _tell() -> None:
    with LOCK:
        _given.notify_all()


class Group:
    """Variables that are changed together again and again, with what `in_place` finds out about them each time."""

    __slots__ = ("variables", "homes", "lasting")

    def __init__(self, variables: Sequence[Variable]) -> None:
        # A variable that stands for another (see `changed`) may stand for a third the next time.
        self.lasting = all(v._stands_for is None for v in variables)
        self.variables = variables if self.lasting else [changed(v) for v in variables]
        self.homes = [v.__dict__ for v in self.variables]


class in_place:  # noqa: N801 - used as a statement
    """`with in_place(v, w, ...) as storages:` - the storages of variables, to be changed in place and held meanwhile.

    A storage that this thread has taken already is part of `storages`, and goes back when the outer scope ends.
    A `Group` may stand for the variables.
    """

    __slots__ = ("_variables", "_mine", "_storages", "_homes")

    def __init__(self, *variables: Variable, group: Group | None = None) -> None:
        if group is None:
            group = Group(variables)
        self._variables, self._homes = group.variables, group.homes

    def __enter__(self) -> list[Any]:
        mine, homes = self._variables, self._homes
        self._mine: Sequence[Variable] = ()
        self._storages: Any = ()
        _acquire()
        try:
            others = bool(_out) and not _free(mine)
            if others:
                mine = list({id(v): v for v in mine if _found(v) is None}.values())
                self._homes = homes = [v.__dict__ for v in mine]
            own = [home["_t"] for home in homes]
            self._mine, self._storages = mine, own
            # A signal handler may run after any call, and has to find each storage in one place or the other.
            _out[id(self)] = mine, own, _this_thread()
            i = 0
            for home in homes:
                home["_alias"] = None
                t = home.pop("_t", None)
                if t is not own[i]:
                    if t is None:  # named twice, or a handler has changed it
                        storages, at, _ = _found(mine[i])
                        own[i] = storages[at]
                        i += 1
                        continue
                    own[i] = t  # a handler has assigned it
                # The references are the local one, that of the list and that of the call.
                if t.__class__ is not _Tensor or _references(t) > 3 or _use_count(t.untyped_storage()._cdata) > 2:
                    own[i] = _copy(t)
                i += 1
            return [_again(v, _found(v)) for v in self._variables] if others else own.copy()
        except BaseException:
            self.__exit__()
            raise
        finally:
            _release()

    def give_instead(self, storages: list[Any]) -> None:
        """Let the variables have `storages` in the place of those that were taken, in the order in which they were named."""
        if len(self._mine) == len(storages):
            self._storages[:] = storages
        else:
            replace(self._variables, storages)

    def __exit__(self, *_: object) -> Literal[False]:
        # One loop in C, so that nobody sees the variables before all is done, and no handler comes between.
        _exhaust(chain(map(_setdefault, self._homes, _KEYS, self._storages), map(_out.pop, (id(self),), _NONES)))
        if _waiting[0]:
            _tell()
        return False


def _free(variables: Sequence[Variable]) -> bool:
    """Wait, with LOCK held, until no other thread has the storage of any of `variables`. Whether this thread has none of them."""
    me = _this_thread()
    while True:
        free = True
        for others, _, thread in list(_out.values()):
            taken = set(map(id, others))
            if taken.isdisjoint(map(id, variables)):
                continue
            if thread != me:
                _settled(next(v for v in variables if id(v) in taken))
                break
            free = False
        else:
            return free


def changed(variable: Variable) -> Variable:
    """The variable whose storage is changed where `variable` is."""
    stands_for = variable._stands_for
    return variable if stands_for is None else stands_for()


def replace(variables: Sequence[Variable], storages: Sequence[Any]) -> list[Any]:
    """Let this thread have `storages` of `variables` instead of those that it has taken; gives the latter."""
    before = []
    for v, t in zip(variables, storages):
        own, i, _ = _found(v)
        before.append(vars(v).pop("_t", own[i]))
        own[i] = t
    return before


def _before_fork() -> None:
    """Wait until nothing is out: in a new process there would be nobody to give it back."""
    LOCK.acquire()
    me = _this_thread()
    _waiting[0] += 1
    while any(thread != me for _, _, thread in list(_out.values())):
        _given.wait()
    _waiting[0] -= 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=LOCK.release, after_in_child=LOCK.release)
