"""Runs that record how long every operation took: what a session does for a `trace_level`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.executor import Program, _Writer
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_DEVICE = "/job:localhost/replica:0/task:0/device:CPU:0"


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
        super().line(f"LOG({self.bind(node, 'n')}, _start, N())")


class TimedProgram(Program):
    """A program that notes in `taken` (node, start, end) of each operation, in nanoseconds."""

    def __init__(self, program: Program) -> None:
        super().__init__(program._nodes, program._inputs, program._outputs, program.name, program.outermost)
        self.taken = []

    def log(self, node: Operation, start: int, end: int) -> None:
        """Note one operation."""
        self.taken.append((node, start, end))

    def _compile(self, variant: str) -> Callable[..., Any]:
        return self._written(_TimedWriter, variant)


def describe(program: TimedProgram, began: int, metadata: Any) -> None:
    """Put what a TimedProgram noted, which was started at `began` (nanoseconds since the epoch), into a RunMetadata message."""
    taken = program.taken
    device = metadata.step_stats.dev_stats.add(device=_DEVICE)
    first = taken[0][1] if taken else 0
    for node, start, end in taken:
        stats = device.node_stats.add(node_name=node.name, all_start_micros=(began + start - first) // 1000)
        stats.op_end_rel_micros = stats.all_end_rel_micros = max(1, (end - start) // 1000)
        inputs = ", ".join(
            t.op.name for a in node.arguments for t in (a if type(a) is list else (a,)) if isinstance(t, Tensor) and hasattr(t, "_op")
        )
        stats.timeline_label = f"{node.name} = {node.kind}({inputs})"
