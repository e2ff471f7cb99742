"""How the C library's allocator treats large tensors.

glibc gives memory back to the system as soon as a few dozen megabytes at the end of its heap are free, and takes it again for
the next tensor: each step of a training pays for the same pages anew. TensorFlow's own allocator keeps what it has, so here
glibc is told to keep it as well. What the user has set in the environment holds, and other C libraries are left as they are.

On many systems Linux backs memory with pages of two megabytes only where a program asks for it. Through pages of four kilobytes
a processor finds its way through the tensors of a large model more slowly than it computes, so the heap asks for them. It is
made long beforehand, which takes addresses and no memory: only what the heap is made of when it asks has them.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
from typing import Any

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_THRESHOLD = -1, -2, -3  # of malloc.h
_TOP_PAD = 128 << 10  # what glibc has
_KEPT = 1 << 30  # bytes that may stay free at the end of the heap, beside those that were taken beforehand
_MAPPED = 32 << 20  # bytes from which a tensor has a mapping of its own; older versions of glibc refuse more
_RESERVED = (1 << 30) - 1  # bytes of the heap that are taken beforehand; with those that may stay free they fill a C integer
_PIECE = 31 << 20  # less than has a mapping of its own
_HUGE_PAGES = "/sys/kernel/mm/transparent_hugepage/enabled"
_OVERCOMMIT = "/proc/sys/vm/overcommit_memory"
_LIMITS = "/proc/self/limits"
_SET_BY_USER = ("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "MALLOC_MMAP_MAX_", "MALLOC_TOP_PAD_", "GLIBC_TUNABLES", "LD_PRELOAD")


def keep_memory() -> bool:
    """Let glibc keep the memory of tensors that were freed, and ask for huge pages; returns whether it keeps it from now on."""
    if not sys.platform.startswith("linux") or any(os.environ.get(name) for name in _SET_BY_USER):
        return False
    try:
        library = ctypes.CDLL(None)
        library.gnu_get_libc_version  # noqa: B018 - only glibc has it
        option = library.mallopt
    except (OSError, AttributeError):
        return False
    # Setting either one alone would end glibc's own adaptation of the other.
    kept = bool(option(_M_MMAP_THRESHOLD, _MAPPED)) and bool(option(_M_TRIM_THRESHOLD, _KEPT))
    if kept and addresses_are_free():
        option(_M_TRIM_THRESHOLD, _KEPT + _RESERVED)  # what is taken beforehand is free at the end of the heap too
        option(_M_TOP_PAD, _RESERVED)
        try:
            _lengthen(library)
        finally:
            option(_M_TOP_PAD, _TOP_PAD)
    return kept


def addresses_are_free() -> bool:
    """Whether addresses that nothing lies at count nowhere as memory, and huge pages are to be had."""
    try:
        with open(_HUGE_PAGES) as pages, open(_OVERCOMMIT) as overcommit, open(_LIMITS) as limits:
            if "[never]" in pages.read() or overcommit.read().strip() == "2":
                return False
            sizes = [line.split()[3] for line in limits if line.startswith(("Max data size", "Max address space"))]
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return False
    return sizes == ["unlimited"] * 2 and memory >= 2 * _RESERVED and ctypes.sizeof(ctypes.c_void_p) == 8


def _lengthen(library: Any) -> None:
    """Make the heap longer by what `_M_TOP_PAD` says, and ask for huge pages there."""
    library.malloc.restype, library.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    library.free.restype, library.free.argtypes = None, [ctypes.c_void_p]
    library.sbrk.restype, library.sbrk.argtypes = ctypes.c_void_p, [ctypes.c_ssize_t]
    library.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    start, taken = library.sbrk(0), []
    # The heap grows once what is free at its end is used up, which is never much.
    while library.sbrk(0) == start and len(taken) < 8:
        taken.append(library.malloc(_PIECE))
    for piece in taken:
        library.free(piece)
    end, page = library.sbrk(0), mmap.PAGESIZE
    first, last = -(-start // page), end // page
    if last > first:
        library.madvise(first * page, (last - first) * page, mmap.MADV_HUGEPAGE)
