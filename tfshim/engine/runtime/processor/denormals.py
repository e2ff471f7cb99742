"""Numbers between zero and the smallest normal one, which TensorFlow's operations take for zero.

Processors compute with these denormal numbers more slowly, some of them a hundred times, and a training makes many: what an optimizer
remembers of gradients that have become zero gets smaller with each step and would end among them. TensorFlow sets the processor so that
they are zero, in what it reads and in what it writes, for as long as operations run. Here that is so while a function, a session, the
step of an optimizer or the gradient of a tape runs. In Python code, NumPy's included, they are numbers as always, and so they are in
single operations that are called eagerly: to set the processor for each would take a tenth of its time.
"""

from __future__ import annotations

import ctypes
import functools
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import torch

_Result = TypeVar("_Result")

_LEAST, _ONE = 5e-324, 1.0  # whose product is zero where the processor is set
_set = torch.set_flush_denormal


class _Told(threading.local):
    """Whether the threads that torch's operations in this thread use have been told."""

    value = False


_told = _Told()


def _after_fork() -> None:
    # The threads of the process that was forked are not there, and waiting for them would not end.
    _told.value = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def flushed(function: Callable[..., _Result], *args: Any) -> _Result:
    """What `function` gives for `args`, computed in this thread with denormal numbers as zero."""
    if not _LEAST * _ONE or not _set(True):  # they are zero already, or this processor cannot do it
        return function(*args)
    try:
        if not _told.value:
            _tell()
        return function(*args)
    finally:
        _set(False)


def kept(function: Callable[..., _Result], *args: Any) -> _Result:
    """What `function`, somebody's Python code, gives for `args`, computed with denormal numbers as numbers."""
    if _LEAST * _ONE:
        return function(*args)
    _set(False)
    try:
        return function(*args)
    finally:
        _set(True)


def _tell() -> None:
    """Give the threads beside this one, which may have been there before, what this one is set to."""
    _told.value = True
    _describe_numbers()
    count = torch.get_num_threads()
    if count < 2:
        return
    parallel, put, environment = _openmp()
    if parallel is not None:
        parallel(put, environment, count, 0)


@functools.cache
def _describe_numbers() -> None:
    # Before version 2 NumPy finds out by computing what its dtypes can hold, when it is first asked, and warns of zeros among these.
    _set(False)
    for dtype in (np.float16, np.float32, np.float64):
        np.finfo(dtype)
    _set(True)


def _openmp() -> tuple[Callable[..., None] | None, Any, Any]:
    """The function by which compilers begin what several threads do in the library that torch's operations use, and what these do.

    They do what C's `fesetenv` does with the environment of this thread. The first is None where the library is another one.
    """
    try:
        path = os.path.join(os.path.dirname(torch.__file__), "lib", "libtorch_cpu.so")
        parallel, c = ctypes.CDLL(path).GOMP_parallel, ctypes.CDLL(None)
        environment = ctypes.create_string_buffer(256)
        if c.fegetenv(environment):
            return None, None, None
        parallel.restype, parallel.argtypes = None, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint]
        return parallel, ctypes.cast(c.fesetenv, ctypes.c_void_p), environment
    except (OSError, AttributeError):
        return None, None, None
