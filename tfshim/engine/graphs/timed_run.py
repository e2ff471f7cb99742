"""Runs that tell of every operation how long it took, and what it gave: what a session does for a `trace_level`, and what observers see."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs import scalar_loops
from tfshim.engine.graphs.executor import Program, _AsWritten, _Writer
from tfshim.engine.graphs.programs.arrays import array_gradients, array_loops
from tfshim.engine.graphs.programs.arrays.array_steps import StepProgram
from tfshim.engine.graphs.programs.training_steps import CapturingStep
from tfshim.engine.runtime.around import Around
from tfshim.engine.runtime.errors import LOCAL_CPU
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation


class _TimedWriter(_Writer):
    """Writes the function with a look at the clock before and after each operation."""

    folds = False

    def line(self, text: str, node: Operation | None = None, kernel: str | None = None) -> None:
        if node is None:
            super().line(text)
            return
        self.namespace.update(N=time.perf_counter_ns, LOG=self.program.log)
        super().line("_start = N()")
        super().line(text, node, kernel)
        names = [self.names.get(id(t)) for t in node.outputs]
        made = f", ({''.join(f'{name}, ' for name in names)})" if self.program.with_values else ""
        super().line(f"LOG({self.bind(node, 'n')}, _start, N(){made})")


class TimedProgram(Program):
    """A program that notes in `taken` (node, start, end) of each operation, in nanoseconds."""

    with_values = False  # whether `log` gets the storages of the results as well

    def __init__(self, program: Program) -> None:
        super().__init__(program._nodes, program._inputs, program._outputs, program.name, program.outermost)
        self.taken = []

    def log(self, node: Operation, start: int, end: int) -> None:
        """Note one operation."""
        self.taken.append((node, start, end))

    def _compile(self, variant: str) -> Callable[..., Any]:
        return self._written(_TimedWriter, variant)


class _Observed(TimedProgram):
    """A program that tells observers of each operation."""

    with_values = True

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._as_written = isinstance(program, _AsWritten)

    def log(self, node: Operation, start: int, end: int, values: Any = ()) -> None:
        for observer in _observers:
            observer(node, start, end, values)

    def _compile(self, variant: str) -> Callable[..., Any]:
        return super()._compile("attached" if self._as_written else variant)


_observers: list[Callable[..., Any]] = []
_calls = [Around(kind, "__call__") for kind in (Program, StepProgram, CapturingStep)]
# Ways in which a loop is run as a whole: its operations would not be seen.
_shortcuts = [Around(module, "attempt") for module in (scalar_loops, array_loops, array_gradients)]


def observe(observer: Callable[..., Any]) -> None:
    """Have programs run operation by operation, and call `observer(node, start, end, values)` after each: times of `perf_counter_ns`,
    and the storages of its results.
    """
    _observers.append(observer)
    if len(_observers) == 1:
        for call in _calls:
            call.add(_run_observed)
        for shortcut in _shortcuts:
            shortcut.add(_not_taken)


def end_observing(observer: Callable[..., Any]) -> None:
    """Undo `observe`."""
    _observers.remove(observer)
    if not _observers:
        for call in _calls:
            call.remove(_run_observed)
        for shortcut in _shortcuts:
            shortcut.remove(_not_taken)


def _not_taken(go_on: Callable[..., Any], *args: Any) -> None:
    return None


def _run_observed(go_on: Callable[..., Any], program: Program, *storages: Any) -> tuple[Any, ...]:
    if isinstance(program, TimedProgram):
        return go_on(program, *storages)
    observed = program.__dict__.get("_observed")
    if observed is None:
        observed = program.__dict__["_observed"] = _Observed(program)
    return observed(*storages)


def describe(program: TimedProgram, began: int, metadata: Any) -> None:
    """Put what a TimedProgram noted, which was started at `began` (nanoseconds since the epoch), into a RunMetadata message."""
    taken = program.taken
    device = metadata.step_stats.dev_stats.add(device=LOCAL_CPU)
    first = taken[0][1] if taken else 0
    for node, start, end in taken:
        stats = device.node_stats.add(node_name=node.name, all_start_micros=(began + start - first) // 1000)
        stats.op_end_rel_micros = stats.all_end_rel_micros = max(1, (end - start) // 1000)
        inputs = ", ".join(
            t.op.name for a in node.arguments for t in (a if type(a) is list else (a,)) if isinstance(t, Tensor) and hasattr(t, "_op")
        )
        stats.timeline_label = f"{node.name} = {node.kind}({inputs})"
