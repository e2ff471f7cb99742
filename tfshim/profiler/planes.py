"""What a profile shows: planes (the host, each GPU) of lines (threads, streams) of events; as TensorBoard's profile page reads them."""

from __future__ import annotations

import gzip
import json
from typing import Any, NamedTuple

from tfshim.engine.runtime import messages


class Event(NamedTuple):
    """Times in nanoseconds since the profile began."""

    name: str
    start: int
    duration: int
    metadata: dict[str, Any]


class Plane:
    """A plane: `lines` is {number: (name, events)}."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: dict[int, tuple[str, list[Event]]] = {}

    def add(self, line: int, name: str, event: Event) -> None:
        """An event of the line with that number; the first says the line's name."""
        self.lines.setdefault(line, (name, []))[1].append(event)

    def in_order(self) -> list[tuple[int, str, list[Event]]]:
        """(number, name, events) of each line; what is within another event comes after it."""
        return [(n, name, sorted(events, key=lambda e: (e.start, -e.duration))) for n, (name, events) in self.lines.items()]


class _Numbers:
    """Numbers for names, from 1, in a message's map of descriptions."""

    def __init__(self, described: Any) -> None:
        self._described, self._known = described, {}

    def __getitem__(self, name: str) -> int:
        number = self._known.get(name)
        if number is None:
            number = self._known[name] = len(self._known) + 1
            made = self._described[number]
            made.id, made.name = number, name
        return number


def as_space(planes: list[Plane], host: str) -> bytes:
    """The XSpace message, serialized."""
    space = messages.xplane.XSpace(hostnames=[host])
    for number, plane in enumerate(planes):
        made = space.planes.add(id=number, name=plane.name)
        events, stats = _Numbers(made.event_metadata), _Numbers(made.stat_metadata)
        for line_number, name, of_line in plane.in_order():
            line = made.lines.add(id=line_number, name=name, display_name=name)
            for event in of_line:
                at = events[event.name]
                if not made.event_metadata[at].display_name:
                    made.event_metadata[at].display_name = _kind(event.name)
                entry = line.events.add(metadata_id=at, offset_ps=event.start * 1000, duration_ps=event.duration * 1000)
                for key, value in event.metadata.items():
                    _set(entry.stats.add(metadata_id=stats[key]), value, stats)
    return space.SerializeToString(deterministic=True)  # maps in the order of their keys: equal profiles are equal files


def _kind(name: str) -> str:
    """What TensorFlow shows of an operation `name:Type` is its type, and of an iterator within others itself."""
    if name.startswith("Iterator::Root::"):
        return f"Iterator::{name.rpartition('::')[2]}"
    before, colon, kind = name.rpartition(":")
    return kind if colon and kind.isidentifier() and before and not before.endswith(":") else ""


def _set(stat: Any, value: Any, stats: _Numbers) -> None:
    if isinstance(value, (bool, int)):
        if -(2**63) <= value < 2**63:
            stat.int64_value = int(value)
        else:
            stat.ref_value = stats[str(value)]
    elif isinstance(value, float):
        stat.double_value = value
    else:
        stat.ref_value = stats[str(value)]


_FIRST_PROCESS = {"/host:CPU": 701}  # after the devices', as TensorBoard has them


def as_chrome_trace(planes: list[Plane]) -> bytes:
    """The same as a trace for chrome://tracing and Perfetto, compressed."""
    events: list[dict[str, Any]] = []
    for number, plane in enumerate(planes):
        pid = _FIRST_PROCESS.get(plane.name, number)
        events.append({"ph": "M", "pid": pid, "name": "process_name", "args": {"name": plane.name}})
        events.append({"ph": "M", "pid": pid, "name": "process_sort_index", "args": {"sort_index": pid}})
        for line, name, of_line in plane.in_order():
            events.append({"ph": "M", "pid": pid, "tid": line, "name": "thread_name", "args": {"name": name}})
            for event in of_line:
                made = {
                    "ph": "X",
                    "pid": pid,
                    "tid": line,
                    "name": _kind(event.name) or event.name,
                    "ts": event.start / 1000,
                    "dur": event.duration / 1000,
                }
                args = {key: str(value) for key, value in event.metadata.items()}
                if made["name"] != event.name:
                    args["long_name"] = event.name
                events.append({**made, "args": args} if args else made)
    trace = {"displayTimeUnit": "ns", "metadata": {"highres-ticks": True}, "traceEvents": events}
    return gzip.compress(json.dumps(trace, separators=(",", ":")).encode())
