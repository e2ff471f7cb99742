"""Replaces `tensorflow.python.eager.monitoring`: counters and gauges by which a program notes what it did.

Nothing exports them; each cell holds what was noted last.
"""

from __future__ import annotations

import bisect
import functools
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from tfshim.engine.runtime import messages

_REPLACES = "tensorflow.python.eager.monitoring"

T = TypeVar("T", bound=Callable[..., Any])


class _Cell:
    """A value of its own for one choice of labels."""

    def __init__(self, start: Any) -> None:
        self._value, self._lock = start, threading.Lock()

    def value(self) -> Any:
        """What was noted."""
        return self._value


class CounterCell(_Cell):
    """A number of events."""

    def increase_by(self, value: int) -> None:
        """Adds `value`, an int."""
        with self._lock:
            self._value += value


class _GaugeCell(_Cell):
    def set(self, value: Any) -> None:
        """Notes `value` in place of what was noted before."""
        self._value = value


class IntGaugeCell(_GaugeCell):
    """An integer."""


class StringGaugeCell(_GaugeCell):
    """A text."""


class BoolGaugeCell(_GaugeCell):
    """Whether something is so."""


class SamplerCell(_Cell):
    """How many of the samples lie below each of some limits."""

    def __init__(self, limits: list[float]) -> None:
        super().__init__(None)
        self._limits = [*limits, sys.float_info.max]
        self._counts = [0] * len(self._limits)

    def add(self, value: float) -> None:
        """Notes one sample."""
        with self._lock:
            self._counts[bisect.bisect_right(self._limits, value)] += 1
            self._value = [value, value, 0, 0.0, 0.0] if self._value is None else self._value
            low, high, count, total, squares = self._value
            self._value = [min(low, value), max(high, value), count + 1, total + value, squares + value * value]

    def value(self) -> Any:
        """The samples as a message: their number, extremes, sum and sum of squares, the limits and the counts between them."""
        made = messages.histogram.HistogramProto(bucket_limit=self._limits, bucket=self._counts)
        if self._value is None:  # as TensorFlow has it before the first sample
            made.min, made.max = sys.float_info.max, -sys.float_info.max
        else:
            made.min, made.max, made.num, made.sum, made.sum_squares = self._value
        return made


class Metric:
    """Something that is noted, once for each choice of its labels.

    `name`: str, by custom "/package/what". `description`: str. `labels`: their names; raises ValueError for too many.
    """

    _start: Any = None
    _cell: Callable[[Any], Any] = _Cell
    _most_labels = 2
    _lock = threading.Lock()

    def __init__(self, name: str, description: str, *labels: str) -> None:
        if len(labels) > self._most_labels:
            raise ValueError(f"Cannot create {type(self).__name__} metric with label >= {self._most_labels + 1}")
        self._name, self._description, self._labels = name, description, labels
        self._cells: dict[tuple[str, ...], Any] = {}

    def get_cell(self, *labels: str) -> Any:
        """The cell for these values of the labels."""
        if len(labels) != len(self._labels):
            raise ValueError(f"The {type(self).__name__} expects taking {len(self._labels)} labels, and is given {labels}")
        with Metric._lock:
            return self._cells.setdefault(labels, self._made())

    def _made(self) -> Any:
        return type(self)._cell(self._start)


class Counter(Metric):
    """Counts events."""

    _start, _cell = 0, CounterCell


class IntGauge(Metric):
    """Notes integers."""

    _start, _cell = 0, IntGaugeCell


class StringGauge(Metric):
    """Notes texts."""

    _start, _cell, _most_labels = "", StringGaugeCell, 4


class BoolGauge(Metric):
    """Notes whether something is so."""

    _start, _cell = False, BoolGaugeCell


class Buckets:
    """The limits between which samples are counted, rising numbers."""

    def __init__(self, limits: list[float]) -> None:
        self.limits = list(limits)


class ExponentialBuckets(Buckets):
    """`bucket_count` limits: `scale`, and each `growth_factor` times the one before it."""

    def __init__(self, scale: float, growth_factor: float, bucket_count: int) -> None:
        super().__init__([scale * growth_factor**i for i in range(bucket_count)])


class Sampler(Metric):
    """Counts samples between the limits of `buckets`."""

    _cell, _most_labels = SamplerCell, 4

    def __init__(self, name: str, buckets: Buckets, description: str, *labels: str) -> None:
        super().__init__(name, description, *labels)
        self._start = buckets.limits


class MonitoredTimer:
    """A scope whose time in microseconds a counter's `cell` grows by.

    `monitored_section_name`, `avoid_repetitive_counting`: with both, only the outermost of the scopes of that name counts.
    """

    _open = threading.local()

    def __init__(self, cell: CounterCell, monitored_section_name: str | None = None, avoid_repetitive_counting: bool = False) -> None:
        self.cell, self._section = cell, monitored_section_name
        self._once = avoid_repetitive_counting and monitored_section_name is not None

    def __enter__(self) -> MonitoredTimer:
        depths = self._open.__dict__
        self._counts = not (self._once and depths.get(self._section))
        if self._section is not None:
            depths[self._section] = depths.get(self._section, 0) + 1
        self._started = time.monotonic()
        return self

    def __exit__(self, *exception: Any) -> None:
        if self._section is not None:
            self._open.__dict__[self._section] -= 1
        if self._counts:
            self.cell.increase_by(int((time.monotonic() - self._started) * 1e6))


def monitored_timer(cell: CounterCell) -> Callable[[T], T]:
    """Decorator: `cell` grows by the microseconds that each call takes."""

    def decorate(function: T) -> T:
        @functools.wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            with MonitoredTimer(cell):
                return function(*args, **kwargs)

        return timed  # type: ignore[return-value]  # it is called as the function is

    return decorate
