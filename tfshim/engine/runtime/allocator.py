"""How the C library's allocator treats large tensors.

glibc gives memory back to the system as soon as a few dozen megabytes at the end of its heap are free, and takes it again for
the next tensor: each step of a training pays for the same pages anew. TensorFlow's own allocator keeps what it has, so here
glibc is told to keep it as well. What the user has set in the environment holds, and other C libraries are left as they are.
"""

from __future__ import annotations

import ctypes
import os
import sys

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # of malloc.h
_KEPT = 1 << 30  # bytes that may stay free at the end of the heap
_MAPPED = 32 << 20  # bytes from which a tensor has a mapping of its own; older versions of glibc refuse more
_SET_BY_USER = ("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "MALLOC_MMAP_MAX_", "MALLOC_TOP_PAD_", "GLIBC_TUNABLES", "LD_PRELOAD")


def keep_memory() -> bool:
    """Let glibc keep the memory of tensors that were freed; returns whether it does from now on."""
    if not sys.platform.startswith("linux") or any(os.environ.get(name) for name in _SET_BY_USER):
        return False
    try:
        library = ctypes.CDLL(None)
        library.gnu_get_libc_version  # noqa: B018 - only glibc has it
        option = library.mallopt
    except (OSError, AttributeError):
        return False
    # Setting either one alone would end glibc's own adaptation of the other.
    return bool(option(_M_MMAP_THRESHOLD, _MAPPED)) and bool(option(_M_TRIM_THRESHOLD, _KEPT))
