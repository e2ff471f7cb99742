"""torch's own profiler: the kernels below operations, Python's calls, and what runs on a GPU."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import torch
from torch._C._profiler import _ExperimentalConfig
from torch.autograd.profiler import profile

_QUIET = "99"  # above every kind of line that torch's profiler writes to standard error


class Kernel(NamedTuple):
    """One event: times in nanoseconds since the epoch; `line`: the thread, or the stream of the GPU `device`, which is None on the host."""

    name: str
    start: int
    duration: int
    line: int
    device: int | None
    is_python: bool


class Kernels:
    """Records between `begin` and `end`. `python`: Python's calls too; `gpu`: what runs on a GPU, where there is one."""

    def __init__(self, python: bool, gpu: bool) -> None:
        os.environ.setdefault("KINETO_LOG_LEVEL", _QUIET)  # which is read when the first profile begins
        gpu = gpu and torch.cuda.is_available()
        config = _ExperimentalConfig(profile_all_threads=True)
        self._profile: Any = profile(use_device="cuda" if gpu else None, with_stack=python, use_kineto=True, experimental_config=config)

    def begin(self) -> None:
        """Start."""
        self._profile.__enter__()

    def end(self) -> None:
        """Stop."""
        self._profile.__exit__(None, None, None)

    def events(self, nested: bool) -> list[Kernel]:
        """What was recorded, in order; `nested`: also the kernels that kernels call."""
        found, ends = [], {}
        for event in sorted(self._profile.kineto_results.events(), key=lambda e: (e.start_ns(), -e.duration_ns())):
            on_host = event.device_type() == torch.autograd.DeviceType.CPU
            line, start, is_python = event.device_resource_id(), event.start_ns(), event.is_python_function()
            if on_host and not is_python and not nested:
                if start < ends.get(line, 0):
                    continue
                ends[line] = start + event.duration_ns()
            device = None if on_host else event.device_index()
            found.append(Kernel(event.name(), start, event.duration_ns(), line, device, is_python))
        return found
