"""torch's own profiler: the kernels below operations, Python's calls, and what runs on a GPU."""

from __future__ import annotations

import atexit
import os
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import torch
from torch._C._profiler import _EventType, _ExperimentalConfig
from torch.autograd.profiler import profile, record_function

_MARK, _MARKS = "tfshim: what time is it", 4
_QUIET = "99"  # above every kind of line that torch's profiler writes to standard error


class Kernel(NamedTuple):
    """One event: times in nanoseconds since the epoch; `line`: the thread, or the stream of the GPU `device`, which is None on the host."""

    name: str
    start: int
    duration: int
    line: int
    device: int | None
    is_python: bool


class Backward(NamedTuple):
    """What torch computed of a gradient for one call: times as in `Kernel`; `forward`: a time within that call.

    `kernels`: (name, start, end) of each that it called.
    """

    start: int
    end: int
    line: int
    forward: int
    kernels: list[tuple[str, int, int]]


_BACKWARD = "autograd::engine::evaluate_function: "


class Kernels:
    """Records between `begin` and `end`. `python`: Python's calls too; `gpu`: what runs on a GPU, where there is one."""

    def __init__(self, python: bool, gpu: bool) -> None:
        os.environ.setdefault("KINETO_LOG_LEVEL", _QUIET)  # which is read when the first profile begins
        gpu = gpu and torch.cuda.is_available()
        config = _ExperimentalConfig(profile_all_threads=True)
        self._profile: Any = profile(use_device="cuda" if gpu else None, with_stack=python, use_kineto=True, experimental_config=config)

    def begin(self) -> None:
        """Start."""
        self._marks: list[tuple[int, int]] = []
        self._profile.__enter__()
        self._mark()
        # A process that ends while torch's profiler records ends with a violation of memory.
        atexit.register(self.end)

    def end(self) -> None:
        """Stop."""
        atexit.unregister(self.end)
        self._mark()
        self._profile.__exit__(None, None, None)

    def _mark(self) -> None:
        """Note when something of that name runs, by the clock that tells when operations do: torch's own is some microseconds off."""
        for _ in range(_MARKS):
            before = time.perf_counter_ns()
            with record_function(_MARK):
                pass
            self._marks.append((before, time.perf_counter_ns()))

    def clock(self) -> Callable[[int], int]:
        """What makes torch's times those of `perf_counter_ns`."""
        told = sorted(e.start_ns() + e.duration_ns() // 2 for e in self._profile.kineto_results.events() if _is_mark(e))
        if len(told) != len(self._marks):  # another profile of torch's has taken some
            offset = time.time_ns() - time.perf_counter_ns()
            return lambda t: t - offset
        pairs = [(theirs, ours) for theirs, ours in zip(told, self._marks)]
        # Of each end that which took least: nothing else ran in between.
        ends = [min(part, key=lambda pair: pair[1][1] - pair[1][0]) for part in (pairs[:_MARKS], pairs[_MARKS:])]
        (first, a), (last, b) = [(theirs, sum(ours) // 2) for theirs, ours in ends]
        rate = (b - a) / (last - first) if last > first else 1.0
        return lambda t: a + round((t - first) * rate)

    def events(self, nested: bool) -> list[Kernel]:
        """What was recorded, in order; `nested`: also the kernels that kernels call."""
        results = self._profile.kineto_results
        found, ends, numbers = [], {}, {}
        for event in sorted(results.events(), key=lambda e: (e.start_ns(), -e.duration_ns())):
            on_host = event.device_type() == torch.autograd.DeviceType.CPU
            line, start = event.device_resource_id(), event.start_ns()
            if on_host:
                numbers[event.start_thread_id()] = line
                if _is_python(event) or event.name() == _MARK:
                    continue
                if not nested:
                    if start < ends.get(line, 0):
                        continue
                    ends[line] = start + event.duration_ns()
            found.append(Kernel(event.name(), start, event.duration_ns(), line, None if on_host else event.device_index(), False))
        # torch before 2.12 has Python's calls nowhere but in the tree of all that was called.
        for call in _python_calls(results.experimental_event_tree()):
            line = numbers.get(call.start_tid, call.start_tid)
            found.append(Kernel(_name(call), call.start_time_ns, call.duration_time_ns, line, None, True))
        return sorted(found, key=lambda k: (k.start, -k.duration))

    def backward(self) -> list[Backward]:
        """What gradients were computed, in order."""
        # (thread, number of what torch records there) -> when the call was that it is recorded for: the last that has the number, as those
        # before it, which record nothing, have the same.
        began: dict[tuple[int, int], int] = {}
        made: list[Backward] = []
        depth: list[int] = []  # when what is around the kernel in hand ends, outermost first
        for event in sorted(self._profile.kineto_results.events(), key=lambda e: (e.device_resource_id(), e.start_ns(), -e.duration_ns())):
            if event.device_type() != torch.autograd.DeviceType.CPU or _is_python(event):
                continue
            number, start, name, line = event.sequence_nr(), event.start_ns(), event.name(), event.device_resource_id()
            end = start + event.duration_ns()
            within = bool(made) and made[-1].line == line and end <= made[-1].end
            if name.startswith(_BACKWARD):
                forward = began.get((event.fwd_thread_id(), number))
                if forward is not None:
                    made.append(Backward(start, end, line, forward, []))
                    depth = []
            elif not within:
                if number >= 0:
                    began[event.start_thread_id(), number] = (start + end) // 2
            elif not name.endswith(("Backward", "Backward0", "Backward1")):
                while depth and depth[-1] <= start:
                    depth.pop()
                if not depth:
                    made[-1].kernels.append((name, start, end))
                depth.append(end)
        return made


def _name(call: Any) -> str:
    """The name of a call of Python's; torch gives bytes that are no text for some whose code is gone."""
    try:
        return str(call.name)
    except UnicodeDecodeError:
        return "<unknown>"


def _is_mark(event: Any) -> bool:
    return event.device_type() == torch.autograd.DeviceType.CPU and not _is_python(event) and event.name() == _MARK


def _is_python(event: Any) -> bool:
    """Whether an event of the list is a call of Python's, which torch before 2.12 does not list."""
    return hasattr(event, "is_python_function") and event.is_python_function()


def _python_calls(events: Iterable[Any]) -> Iterator[Any]:
    """Python's calls among events and what they called."""
    left = list(events)
    while left:
        event = left.pop()
        left.extend(event.children)
        if event.tag in (_EventType.PyCall, _EventType.PyCCall):
            yield event
