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
_out = {}  # id of a variable -> (the variable, its storage, the thread that has it)
_waiting = [0]


class Storage:
    """What the attribute `_t` of a variable is while the storage is out."""

    def __get__(self, variable, owner=None):
        if variable is None:
            return self
        with LOCK:
            held = _settled(variable)
            if held is not None:  # a signal handler or a finalizer that interrupts the change, and may not wait for it
                return _copy(held[1])
            try:
                return vars(variable)["_t"]
            except KeyError:
                raise AttributeError(f"{type(variable).__name__!r} object has no attribute '_t'") from None


def _copy(storage):
    return storage.clone() if storage.__class__ is torch.Tensor else storage if storage is None else storage.copy()


def _settled(variable):
    """Wait, with LOCK held, until no other thread has the storage of `variable`; what is noted if this thread has it."""
    _waiting[0] += 1
    try:
        while True:
            held = _out.get(id(variable))
            if held is None or held[2] == _this_thread():
                return held
            _given.wait()
    finally:
        _waiting[0] -= 1


def _taken(variable):
    """Take the storage of `variable`, which no other thread has; LOCK is held."""
    variable._alias = None
    t = variable._t
    del variable._t
    if t.__class__ is not torch.Tensor:
        t = _copy(t)
    # The references are this function's and that of the call.
    elif _references(t) > 2 or _use_count(t.untyped_storage()._cdata) > 2:
        t = t.clone()
    _out[id(variable)] = variable, t, _this_thread()
    return t


def _again(variable, held):
    """The storage of `variable`, of which `held` is noted for this thread."""
    # Where something was assigned meanwhile, that is the value.
    return _taken(variable) if "_t" in vars(variable) else held[1]


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
        return _taken(variable), True
    finally:
        _release()


def give(variable):
    """Let others have the storage of `variable` again, which this thread has."""
    held = _out[id(variable)]
    vars(variable).setdefault("_t", held[1])
    del _out[id(variable)]
    if _waiting[0]:
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

    __slots__ = ("_variables", "_mine")

    def __init__(self, *variables):
        self._variables = variables

    def __enter__(self):
        self._mine = []
        _scopes.open.append(self)
        try:
            return self._take(self._variables)
        except BaseException:
            self.__exit__()
            raise

    def _take(self, variables):
        variables, storages = [changed(v) for v in variables], []
        with LOCK:
            if _out:
                _all_settled(variables)
            for v in variables:
                held = _out.get(id(v))
                if held is None:
                    storages.append(_taken(v))
                    self._mine.append(v)
                else:
                    storages.append(_again(v, held))
        return storages

    def __exit__(self, *_):
        _scopes.open.remove(self)
        for v in self._mine:
            give(v)
        return False


def also(variables):
    """The storages of more variables, a list, held until the innermost `in_place` of this thread ends."""
    return _scopes.open[-1]._take(variables)


def _all_settled(variables):
    """Wait, with LOCK held, until no other thread has the storage of any of `variables`."""
    me = _this_thread()
    while True:
        busy = next((v for v in variables if _out.get(id(v), (None, None, me))[2] != me), None)
        if busy is None:
            return
        _settled(busy)


def changed(variable):
    """The variable whose storage is changed where `variable` is."""
    stands_for = variable._stands_for
    return variable if stands_for is None else stands_for()


def replace(variables, storages):
    """Let this thread have `storages` of `variables` instead of those that it has taken; gives the latter."""
    before = []
    for v, t in zip(variables, storages):
        before.append(vars(v).pop("_t", _out[id(v)][1]))
        _out[id(v)] = v, t, _this_thread()
    return before


def _before_fork():
    """Wait until nothing is out: in a new process there would be nobody to give it back."""
    LOCK.acquire()
    me = _this_thread()
    _waiting[0] += 1
    while any(held[2] != me for held in list(_out.values())):
        _given.wait()
    _waiting[0] -= 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=LOCK.release, after_in_child=LOCK.release)
