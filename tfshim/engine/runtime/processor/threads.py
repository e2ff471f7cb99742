"""How many threads torch's operations use, by what the machine has to spare.

A parallel operation ends when its last thread does, and torch's threads wait for each other without giving their processor away. A
thread that another program keeps from running so holds up all others, many times in each step. So torch gets no more threads
than there are processors that nobody else uses, looked at a few times a second, between steps.

What the user has set holds: variables of the environment and `torch.set_num_threads`; the number of `tf.config.threading` is the most
that is used, as in TensorFlow, whose threads of one operation do not wait for each other when a processor is taken. With
`tf.config.experimental.enable_op_determinism` the number stays as well, since sums depend on it in their last digits.
"""

from __future__ import annotations

import ctypes
import functools
import math
import os
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path

import torch

from tfshim.engine.runtime import determinism

_SET_BY_USER = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OMP_THREAD_LIMIT", "OMP_DYNAMIC")
_INTERVAL = 0.2  # seconds between two looks; the system counts in hundredths of a second
_SHARE = 200  # and at least this many times what a look takes
_BUSY = 0.4  # the share of a processor in use by others from which on it counts as taken
_FREE = 0.25  # and below which it counts as free again
_OPENMP = re.compile(r"/lib(gomp|iomp5|omp)\b[^/]*$")
_OF_PRODUCTS = re.compile(r"mkl_get_max_threads\(\) : (\d+)")
_clock = time.perf_counter
_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def allowed_processors() -> set[int]:
    """The numbers of the processors that this process may run on."""
    return set(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))


def processors(root: str = "/sys/fs/cgroup") -> int:
    """How many processors this process may keep busy: those it may run on, or the quota of its container if that is less."""
    count = len(allowed_processors())
    quota = _quota(Path(root))
    return count if quota is None else max(1, min(count, math.ceil(quota)))


def _quota(root: Path) -> float | None:
    """The processors that the control group at `root` (version 2 or 1) allows, or None if it sets no limit."""
    try:
        allowed, period = (root / "cpu.max").read_text().split()
    except (OSError, ValueError):
        try:
            allowed, period = ((root / "cpu" / f"cpu.cfs_{name}_us").read_text().strip() for name in ("quota", "period"))
        except OSError:
            return None
    try:
        quota = int(allowed) / int(period)
    except (ValueError, ZeroDivisionError):  # "max"
        return None
    return quota if quota > 0 else None


def busy_seconds(allowed: set[int], path: str = "/proc/stat") -> float | None:
    """How long the processors `allowed` have been busy since the system started, all together; None where it does not say."""
    total = 0
    try:
        with open(path, encoding="ascii") as file:
            for line in file:
                if not line.startswith("cpu"):
                    break
                name, *ticks = line.split()
                if name != "cpu" and int(name[3:]) in allowed:
                    user, nice, system, _idle, _waiting, *rest = map(int, ticks)
                    total += user + nice + system + sum(rest[:3])  # interrupts, and what the host took away
    except (OSError, ValueError):
        return None
    return total / _TICK


def wanted(cores: int, others: float, now: int) -> int:
    """How many threads to use of `cores` of which `others` (a fraction) were in use by other programs, with `now` in use so far."""
    fewer = cores - math.ceil(others - _BUSY)
    more = cores - math.ceil(others - _FREE)
    return max(1, min(cores, fewer, max(now, more)))


class _Threads(threading.local):
    """What a thread has told torch, which keeps the number for each thread by itself."""

    number = 0  # 0: not yet asked


class _Load:
    """The last look at the machine."""

    adapts = True
    due = 0.0  # time.perf_counter() from which on another look is due
    wanted = 0  # 0: as torch has it
    cores = 0
    limit = 0  # threads that the user lets one operation have; 0: as many as there are processors
    allowed: set[int] = set()
    before: tuple[float, float, float] | None = None
    lock = threading.Lock()


_LOCAL = _Threads()


@functools.cache
def _openmp() -> Callable[[int], None]:
    """A function that sets the number of threads for the calling thread and no other.

    torch's own sets it for threads to come as well, so it is the last resort: where the OpenMP library in use is not found.
    """
    torch.get_num_threads()  # loads and initializes it
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
            found = [line.split(maxsplit=5)[5].strip() for line in maps if _OPENMP.search(line)]
        return ctypes.CDLL(min(found, key=lambda path: "torch" not in path)).omp_set_num_threads
    except (OSError, ValueError, IndexError, AttributeError):
        return torch.set_num_threads


def fix() -> None:
    """Leave the number of threads to the user from now on."""
    _Load.adapts, _Load.due = False, math.inf


def limit(number: int) -> None:
    """Let operations use `number` threads, code of torch's included, and fewer only while other programs take processors."""
    torch.set_num_threads(number)
    _Load.limit, _LOCAL.number = number, 0
    if number == 1:
        fix()


def alone() -> None:
    """Let the operations of this thread, one of several that work beside each other, use no further threads."""
    take(1)


def take(number: int) -> None:
    """Let the operations of this thread, one of several that work beside each other, use `number` threads from now on."""
    if _LOCAL.number != -number:
        torch.get_num_threads()  # gives a new thread the number that it starts with
        _openmp()(number)
        _LOCAL.number = -number


def adapt() -> None:
    """Called before a step: adjust the number of threads, if it is time to look, to what other programs leave."""
    # A look is every thread's turn at some time: nothing else is asked in between, so that a step costs no more.
    if _clock() >= _Load.due:
        _look()
        if _Load.wanted and _LOCAL.number != _Load.wanted:
            _apply()


def _apply() -> None:
    if _LOCAL.number < 0:
        return
    present = torch.get_num_threads()
    if _LOCAL.number and present != _LOCAL.number:
        fix()  # somebody else has set it
        _Load.wanted = 0
        return
    if present != _Load.wanted:
        # Once torch was told a number, products take no other than one that torch is told.
        set_number = torch.set_num_threads if _Load.limit else _openmp()
        set_number(_Load.wanted)
        if not _followed(_Load.wanted):
            # Two threads for products and one for the rest would be the worst of both.
            set_number(present)
            fix()
            _Load.wanted = 0
            return
    _LOCAL.number = _Load.wanted


def _followed(number: int) -> bool:
    """Whether matrix products take `number` threads now as well: they do not where `torch.set_num_threads` was called before."""
    found = _OF_PRODUCTS.search(torch.__config__.parallel_info())
    return found is None or int(found[1]) == number


def _look() -> None:
    """Find how much of the processors other programs used since the last look."""
    if not _Load.lock.acquire(blocking=False):
        return
    try:
        started = time.perf_counter()
        if not _Load.adapts or determinism.enabled():
            _Load.due = math.inf if not _Load.adapts else started + _INTERVAL
            return
        if not _Load.cores and not _begin():
            fix()
            return
        busy, own = busy_seconds(_Load.allowed), time.process_time()
        if busy is None:
            fix()
            return
        if _Load.before is not None:
            past, busy_then, own_then = _Load.before
            others = max(0.0, (busy - busy_then) - (own - own_then)) / (started - past)
            number = wanted(_Load.cores, others, min(_Load.wanted or _Load.cores, _Load.cores))
            _Load.wanted = number if not _Load.limit else _Load.limit if number == _Load.cores else min(number, _Load.limit)
        _Load.before = started, busy, own
        done = time.perf_counter()
        _Load.due = done + max(_INTERVAL, _SHARE * (done - started))
    finally:
        _Load.lock.release()


def _begin() -> bool:
    """Find out what there is; False if the user has decided."""
    _Load.allowed = allowed_processors()
    if _Load.limit:
        _Load.cores, _Load.wanted = processors(), _Load.limit
        return True
    present, here, all_of_them = torch.get_num_threads(), len(_Load.allowed), os.cpu_count() or 1
    # By itself torch takes one thread for each processor, or for each two that share a core.
    by_itself = present in (here, all_of_them, here // 2, all_of_them // 2)
    if not by_itself or any(os.environ.get(name) for name in _SET_BY_USER):
        return False
    _Load.cores = min(present, processors())
    if _Load.cores < present:
        _Load.wanted = _Load.cores
    return True
