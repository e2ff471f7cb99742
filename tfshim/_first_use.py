"""First use from several threads: one lock for the imports of all modules of the package.

Python has a lock for each module. The modules of one package import each other in circles, and to import a submodule is
to import its package first, which imports the submodule in turn; in one thread that is harmless, but two threads that
begin at different ends wait for each other, and Python resolves that by an error or by showing modules that have only
begun. With one re-entrant lock for all of them a second thread waits until the first has finished what it began with, as
it would if everything were one module.

What Python keeps of these locks has no public name. Where a later Python keeps it differently, its own locks remain.
"""

import contextlib
import gc
import os
import sys
import threading
from importlib import _bootstrap
from types import ModuleType


class _Locks(dict):
    """Python's table of the locks of modules, by name, in which those of some packages have one in common."""

    def __init__(self, known, lock):
        super().__init__(known)
        self.lock, self.packages = lock, set()

    def __missing__(self, name):
        if name.partition(".")[0] in self.packages:
            return self._common
        raise KeyError(name)

    def _common(self):
        return self.lock


class _SharedLock:
    """The scope of a lock with `acquire` and `release`."""

    def __init__(self, lock):
        self.acquire, self.release = lock.acquire, lock.release

    def __enter__(self):
        self.acquire()

    def __exit__(self, *_):
        self.release()


def _install():
    known = getattr(_bootstrap, "_module_locks", None)
    if type(known) is not dict or not hasattr(_bootstrap, "_ModuleLock"):
        return None, threading.RLock()
    lock = _bootstrap._ModuleLock("tfshim")
    _bootstrap._module_locks = made = _Locks(known, lock)
    return made, lock


_locks, _lock = _install()
# `with GATE:` - alone with the modules of the package.
GATE = _SharedLock(_lock)


def share(packages):
    """Let the imports of `packages`, names of top-level packages, wait for each other."""
    if _locks is not None:
        _locks.packages = _locks.packages | set(packages)


share(["tfshim"])
if hasattr(os, "register_at_fork"):
    # A new process has only the thread that forked: what others were importing would never be ready there.
    os.register_at_fork(before=GATE.acquire, after_in_parent=GATE.release, after_in_child=GATE.release)


class _Loading(ModuleType):
    """The package while it is not ready: its parts are not to be had before that, except through its `__getattr__`."""

    def __setattr__(self, name, value):
        if not isinstance(value, ModuleType):
            super().__setattr__(name, value)


class hidden:  # noqa: N801 - used as a statement
    """A scope within which imports leave no modules behind as attributes of the package `name`; they appear at its end."""

    def __init__(self, name):
        self._package = sys.modules[name]

    def __enter__(self):
        self._package.__class__ = _Loading

    def __exit__(self, *_):
        package, prefix = self._package, self._package.__name__ + "."
        package.__class__ = ModuleType
        for name, module in list(sys.modules.items()):
            child = name[len(prefix) :]
            if name.startswith(prefix) and "." not in child and not getattr(module.__spec__, "_initializing", False):
                setattr(package, child, module)


def _frozen():
    """Whether the program has frozen objects, which have to stay so. Python 3.12 counts objects that never die among them."""
    return gc.get_freeze_count() > 0 and not any(found is sys.__dict__ for found in gc.get_objects())


@contextlib.contextmanager
def without_collection():
    """A scope without garbage collection, for imports, which leave no garbage: to search what torch makes takes 0.1 s each time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not _frozen():
            # Among the old objects, where the frequent collections of young ones do not search.
            gc.freeze()
            gc.unfreeze()
        if enabled:
            gc.enable()


# What is called when the package has been used for the first time: functions without arguments.
AFTERWARDS = []
