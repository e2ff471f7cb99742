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

import os
import sys
import threading

import torch

_use_count = torch._C._storage_Use_Count
_references = sys.getrefcount
_this_thread = threading.get_ident

# Held for moments only, never while a kernel works on what was taken. Re-entrant, because a signal handler or a
# finalizer may use variables at any point.
LOCK = threading.RLock()
_given = threading.Condition(LOCK)
_acquire, _release = LOCK.acquire, LOCK.release
_out = {}  # a number -> (variables, their storages, the thread that has them)
_waiting = [0]


class Storage:
    """What the attribute `_t` of a variable is while the storage is out."""

    def __get__(self, variable, owner=None):
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


def _copy(storage):
    return storage.clone() if isinstance(storage, torch.Tensor) else storage if storage is None else storage.copy()


def _found(variable):
    """Who has the storage of `variable`: the list that holds it, the place in it and the thread; None if nobody has."""
    for variables, storages, thread in list(_out.values()):
        for i, v in enumerate(variables):
            if v is variable:
                return storages, i, thread
    return None


def _settled(variable):
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


def _again(variable, held):
    """The storage of `variable`, which this thread has: what was assigned meanwhile, if anything was."""
    storages, i, _ = held
    t = vars(variable).pop("_t", None)
    if t is not None:
        storages[i] = _copy(t)
    return storages[i]


def take(variable):
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
        if t.__class__ is not torch.Tensor or _references(t) > 3 or _use_count(t.untyped_storage()._cdata) > 2:
            own[0] = t = _copy(t)
        return t, True
    finally:
        _release()


def give(variable):
    """Let others have the storage of `variable` again, which this thread took."""
    home, key = variable.__dict__, id(variable)
    own = _out[key][1]
    home.setdefault("_t", own[0])
    if "_t" not in home:  # a signal handler has just changed it; none runs, and no other thread, between here and the end
        home["_t"] = own[0]
    del _out[key]
    if _waiting[0]:
        _tell()


def _tell():
    with LOCK:
        _given.notify_all()


class _Scopes(threading.local):
    def __init__(self):
        self.open = []


_scopes = _Scopes()


class in_place:  # noqa: N801 - used as a statement
    """`with in_place(v, w, ...) as storages:` - the storages of variables, to be changed in place and held meanwhile.

    A storage that this thread has taken already is part of `storages`, and goes back when the outer scope ends.
    """

    __slots__ = ("_variables", "_mine", "_storages", "_homes")

    def __init__(self, *variables):
        self._variables = variables

    def __enter__(self):
        self._mine, self._storages, self._homes = [], [], []
        _scopes.open.append(self)
        try:
            return self._take(self._variables)
        except BaseException:
            self.__exit__()
            raise

    def _take(self, variables):
        variables = [v if v._stands_for is None else changed(v) for v in variables]
        _acquire()
        try:
            if _out and _all_settled(variables):
                mine = list({id(v): v for v in variables if _found(v) is None}.values())
            else:
                mine = variables
            homes, own, start = [v.__dict__ for v in mine], self._storages, len(self._storages)
            # As in `take`.
            own += [home["_t"] for home in homes]
            self._mine += mine
            self._homes += homes
            _out[id(self)] = self._mine, own, _this_thread()
            current = [home.pop("_t", None) for home in homes]
            current.reverse()
            for i, home in enumerate(homes, start):
                home["_alias"] = None
                t = current.pop()
                if t is None:  # named twice, or changed by a signal handler
                    storages, at, _ = _found(self._mine[i])
                    own[i] = storages[at]
                    continue
                own[i] = t
                if t.__class__ is not torch.Tensor or _references(t) > 3 or _use_count(t.untyped_storage()._cdata) > 2:
                    own[i] = _copy(t)
            if mine is not variables:
                return [_again(v, _found(v)) for v in variables]
            return own[start:]
        finally:
            _release()

    def __exit__(self, *_):
        _scopes.open.remove(self)
        mine, storages = self._mine, self._storages
        for i, home in enumerate(self._homes):
            # As in `give`.
            home.setdefault("_t", storages[i])
            if "_t" not in home:
                home["_t"] = storages[i]
            mine[i] = None
        _out.pop(id(self), None)
        if _waiting[0]:
            _tell()
        return False


def also(variables):
    """The storages of more variables, a list, held until the innermost `in_place` of this thread ends."""
    return _scopes.open[-1]._take(variables)


def _all_settled(variables):
    """Wait, with LOCK held, until no other thread has the storage of any of `variables`. Whether this thread has any."""
    me = _this_thread()
    wanted = {id(v): v for v in variables}
    while True:
        mine = False
        for others, _, thread in list(_out.values()):
            busy = next((v for v in others if id(v) in wanted), None)
            mine = mine or busy is not None and thread == me
            if busy is not None and thread != me:
                _settled(busy)
                break
        else:
            return mine


def changed(variable):
    """The variable whose storage is changed where `variable` is."""
    stands_for = variable._stands_for
    return variable if stands_for is None else stands_for()


def replace(variables, storages):
    """Let this thread have `storages` of `variables` instead of those that it has taken; gives the latter."""
    before = []
    for v, t in zip(variables, storages):
        own, i, _ = _found(v)
        before.append(vars(v).pop("_t", own[i]))
        own[i] = t
    return before


def _before_fork():
    """Wait until nothing is out: in a new process there would be nobody to give it back."""
    LOCK.acquire()
    me = _this_thread()
    _waiting[0] += 1
    while any(thread != me for _, _, thread in list(_out.values())):
        _given.wait()
    _waiting[0] -= 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=LOCK.release, after_in_child=LOCK.release)
