"""The times of a run, as Chrome shows them (chrome://tracing)."""

from __future__ import annotations

import collections
import copy
import json
import re
from typing import Any

__all__ = ["AllocationMaximum", "StepStatsAnalysis", "Timeline"]

AllocationMaximum = collections.namedtuple("AllocationMaximum", ("timestamp", "num_bytes", "tensors"))
StepStatsAnalysis = collections.namedtuple("StepStatsAnalysis", ("chrome_trace", "allocator_maximums"))


class _Trace:
    """Events of a trace; what names processes comes first."""

    def __init__(self) -> None:
        self._names: list[dict[str, Any]] = []
        self._events: list[dict[str, Any]] = []

    def process(self, name: str, pid: int) -> None:
        """A process."""
        self._names.append({"name": "process_name", "ph": "M", "pid": pid, "args": {"name": name}})

    def event(self, ph: str, category: str, name: str, pid: int, tid: int, timestamp: int, **more: Any) -> None:
        """An event of the kind `ph`."""
        self._events.append({"ph": ph, "cat": category, "name": name, "pid": pid, "tid": tid, "ts": timestamp, **more})

    def format_to_string(self, pretty: bool = False) -> str:
        """The trace as JSON."""
        trace = {"traceEvents": self._names + self._events}
        return json.dumps(trace, indent=4, separators=(",", ": ")) if pretty else json.dumps(trace, separators=(",", ":"))


class _Held:
    """A tensor from when it is made until it is used for the last time."""

    def __init__(self, number: int, made: int, pid: int, allocator: str, size: int) -> None:
        self.number, self.made, self.pid, self.allocator, self.size = number, made, pid, allocator, size
        self.ends: list[int] = []


class Timeline:
    """What a StepStats message says of a run. `graph`: that which ran, which nothing is asked of."""

    def __init__(self, step_stats: Any, graph: Any = None) -> None:
        self._given, self._graph = step_stats, graph

    def generate_chrome_trace_format(self, show_dataflow: bool = True, show_memory: bool = False, op_time: str = "schedule") -> str:
        """The trace as JSON; see `analyze_step_stats`."""
        return self.analyze_step_stats(show_dataflow, show_memory, op_time).chrome_trace.format_to_string(pretty=True)

    def analyze_step_stats(self, show_dataflow: bool = True, show_memory: bool = True, op_time: str = "schedule") -> StepStatsAnalysis:
        """(trace, {allocator: the most it held}).

        `show_dataflow`: arrows from what makes a tensor to what uses it; `show_memory`: how long tensors live, and how much there is
        of them. `op_time`: an operation lasts while it is scheduled ("schedule"), while its kernels run on a GPU ("gpu"), or both
        ("all").
        """
        stats = self._given if op_time == "schedule" else _with_kernels(self._given, op_time == "gpu")
        trace, held, starts = _Trace(), {}, {}
        trace.process("Allocators", 0)
        devices = []
        for i, device in enumerate(stats.dev_stats):
            devices.append((device, 2 * i + 1, 2 * i + 2, _lanes(device.node_stats)))
            trace.process(f"{device.device} Compute", 2 * i + 1)
            trace.process(f"{device.device} Tensors", 2 * i + 2)
        for device, pid, tensors, lanes in devices:
            for node, lane in zip(device.node_stats, lanes):
                begin, end = node.all_start_micros, node.all_start_micros + node.all_end_rel_micros
                for slot, output in enumerate(node.output):
                    name, about = f"{node.node_name}:{slot}" if slot else node.node_name, output.tensor_description
                    memory = about.allocation_description
                    held[name] = _Held(len(held), begin, tensors, memory.allocator_name, memory.requested_bytes)
                    held[name].ends.append(end)
                    starts[name] = end, pid, lane
                    if show_memory:
                        trace.event("N", "Tensor", name, tensors, lane, begin, id=held[name].number)
                        shown = {"snapshot": {"tensor_description": str(about).replace('"', "")}}
                        trace.event("O", "Tensor", name, tensors, lane, end - 1, id=held[name].number, args=shown)
        flows = 0
        for device, pid, _, lanes in devices:
            for node, lane in zip(device.node_stats, lanes):
                kernel = _is_kernels(device.device)
                inputs = _emit(trace, node, pid, lane, kernel)
                for name in () if kernel or node.node_name == "RecvTensor" else inputs:
                    if name not in held:
                        name = name[: name.rfind("/_")] if name.rfind("/_") > 0 else name  # sent from another device
                    if name not in held:
                        continue
                    held[name].ends.append(node.all_start_micros + node.all_end_rel_micros - 1)
                    made, source, from_lane = starts[name]
                    if show_dataflow and (source, from_lane) != (pid, lane):
                        trace.event("s", "DataFlow", name, source, from_lane, made, id=flows)
                        trace.event("t", "DataFlow", name, pid, lane, node.all_start_micros, id=flows)
                        flows += 1
        return StepStatsAnalysis(trace, _memory(trace, held) if show_memory else {})


def _is_kernels(device):
    return "/stream:" in device or "/memcpy" in device


def _lanes(nodes):
    """For each operation a line of its own among those that run at the same time."""
    ends, lanes = [0], []
    for node in nodes:
        lane = next((i for i, end in enumerate(ends) if node.all_start_micros > end), len(ends))
        if lane == len(ends):
            ends.append(0)
        ends[lane] = node.all_start_micros + node.all_end_rel_micros
        lanes.append(lane)
    return lanes


def _kernel_name(label, name):
    """(node, type) that a kernel belongs to."""
    start, end = label.find("@@"), label.find("#")
    if start >= 0 and end > start + 2:
        name = label[start + 2 : end]
    return (*name.split(":"), "unknown")[:2]


def _emit(trace, node, pid, lane, kernel):
    """Add the event of one operation; the names of its inputs."""
    name, inputs = node.node_name, []
    if kernel:
        name, kind = _kernel_name(node.timeline_label, name)
    elif name == "RecvTensor":
        kind = name
    else:
        found = re.match(r"(.*) = (.*)\((.*)\)", node.timeline_label)
        kind = found[2] if found else "unknown"
        inputs = found[3].split(", ") if found and found[3] else []
    about = {"name": name, "op": kind, **{f"input{i}": given for i, given in enumerate(inputs)}}
    trace.event("X", "Op", kind, pid, lane, node.all_start_micros, dur=node.all_end_rel_micros, args=about)
    return inputs


def _memory(trace, held):
    """Add how much memory there is; {allocator: AllocationMaximum}."""
    changes, most = {}, {}
    for name, tensor in held.items():
        end = max(tensor.ends)
        trace.event("D", "Tensor", name, tensor.pid, 0, end, id=tensor.number)
        changes.setdefault(tensor.allocator, []).extend([(tensor.made, tensor.size, name), (end, -tensor.size, name)])
    for allocator, rows in changes.items():
        total, there = 0, set()
        most[allocator] = AllocationMaximum(0, 0, set())
        for time, size, name in sorted(rows):
            total += size
            (there.discard if size < 0 else there.add)(name)
            if total > most[allocator].num_bytes:
                most[allocator] = AllocationMaximum(time, total, set(there))
            trace.event("C", "Memory", allocator, 0, 0, time, args={allocator: total})
    return most


def _with_kernels(stats, only):
    """A copy in which operations last until their kernels have ended; `only`: and begin with the first of them."""
    made, times = copy.deepcopy(stats), {}
    for device in made.dev_stats:
        for kernel in device.node_stats if "/stream:all" in device.device else ():
            name, _ = _kernel_name(kernel.timeline_label, kernel.node_name)
            begin, end = kernel.all_start_micros, kernel.all_start_micros + kernel.all_end_rel_micros
            known = times.get(name, (begin, end))
            times[name] = min(begin, known[0]), max(end, known[1])
    for device in made.dev_stats:
        for node in device.node_stats if "/job" in device.device and "/stream:all" not in device.device else ():
            if node.node_name in times:
                begin, end = times[node.node_name]
                end = max(end, node.all_start_micros + node.all_end_rel_micros)
                if only:
                    node.all_start_micros = begin
                node.all_end_rel_micros = end - node.all_start_micros
    return made
