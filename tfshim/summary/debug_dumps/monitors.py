"""What watches a reader of Debugger V2's files: which results have infinities or NaN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_private
from tfshim.engine.runtime import messages

if TYPE_CHECKING:
    from tfshim.summary.debug_dumps.reader import DebugDataReader
    from tfshim.summary.debug_dumps.told import Execution, GraphExecutionTrace

# Where in the numbers that a mode keeps its counts begin: of -infinity, infinity and NaN, and before them the size.
_COUNTS = {"CONCISE_HEALTH": 1, "FULL_HEALTH": 4}


@tf_private("tensorflow.python.debug.lib.debug_events_monitors.BaseMonitor")
class BaseMonitor:
    """Is told by `debug_events_reader` of everything that it reads from now on."""

    __module__ = "tensorflow.python.debug.lib.debug_events_monitors"

    def __init__(self, debug_events_reader: DebugDataReader) -> None:
        self._debug_data_reader = debug_events_reader
        debug_events_reader._add_monitor(self)

    def on_execution(self, execution_index: int, execution: Execution) -> None:
        """Something ran at once; does nothing, for classes below to replace."""

    def on_graph_execution_trace(self, graph_execution_trace_index: int, graph_execution_trace: GraphExecutionTrace) -> None:
        """An operation in a graph gave a tensor; does nothing, for classes below to replace."""


@tf_private("tensorflow.python.debug.lib.debug_events_monitors.InfNanAlert")
class InfNanAlert:
    """A result with infinities or NaN: of what ran as number `execution_index`, or of an operation in a graph.

    `size` and the counts are None where the mode of the files keeps none.
    """

    __module__ = "tensorflow.python.debug.lib.debug_events_monitors"

    def __init__(
        self,
        wall_time: float,
        op_type: str,
        output_slot: int,
        size: float | None = None,
        num_neg_inf: float | None = None,
        num_pos_inf: float | None = None,
        num_nan: float | None = None,
        execution_index: int | None = None,
        graph_execution_trace_index: int | None = None,
    ) -> None:
        self.wall_time, self.op_type, self.output_slot = wall_time, op_type, output_slot
        self.size, self.num_neg_inf, self.num_pos_inf, self.num_nan = size, num_neg_inf, num_pos_inf, num_nan
        self.execution_index, self.graph_execution_trace_index = execution_index, graph_execution_trace_index

    def __repr__(self) -> str:
        return f"InfNanAlert({', '.join(f'{k}={v!r}' for k, v in vars(self).items())})"


@tf_private("tensorflow.python.debug.lib.debug_events_monitors.InfNanMonitor")
class InfNanMonitor(BaseMonitor):
    """Makes an alert of each result with infinities or NaN, of the first `limit` of them (0: of all)."""

    __module__ = "tensorflow.python.debug.lib.debug_events_monitors"

    def __init__(self, debug_events_reader: DebugDataReader, limit: int = 0) -> None:
        super().__init__(debug_events_reader)
        self._limit, self._alerts = limit, []  # type: int, list[InfNanAlert]

    def alerts(self) -> list[InfNanAlert]:
        """The alerts so far."""
        return self._alerts

    def _is_full(self) -> bool:
        return 0 < self._limit <= len(self._alerts)

    def on_execution(self, execution_index: int, execution: Execution) -> None:
        """Something ran at once."""
        if self._is_full():
            return
        told: Any = execution.debug_tensor_values or ()
        if execution.tensor_debug_mode == messages.debug_event.FULL_TENSOR:
            told = self._debug_data_reader.execution_to_tensor_values(execution)
        for slot, value in enumerate(told):
            about = {"wall_time": execution.wall_time, "op_type": execution.op_type, "execution_index": execution_index}
            self._look_at(execution.tensor_debug_mode, value, slot, about)

    def on_graph_execution_trace(self, graph_execution_trace_index: int, graph_execution_trace: GraphExecutionTrace) -> None:
        """An operation in a graph gave a tensor."""
        if self._is_full():
            return
        trace = graph_execution_trace
        value: Any = trace.debug_tensor_value
        if trace.tensor_debug_mode == messages.debug_event.FULL_TENSOR:
            value = self._debug_data_reader.graph_execution_trace_to_tensor_value(trace)
        about = {"wall_time": trace.wall_time, "op_type": trace.op_type, "graph_execution_trace_index": graph_execution_trace_index}
        self._look_at(trace.tensor_debug_mode, value, trace.output_slot, about)

    def _look_at(self, mode: int, value: Any, slot: int, about: dict[str, Any]) -> None:
        if value is None:
            return
        name = messages.debug_event.TensorDebugMode.Name(mode)
        counts: tuple[Any, ...] = (None, None, None, None)
        if name == "CURT_HEALTH":
            bad = bool(value[1])
        elif name in _COUNTS:
            counts = tuple(value[_COUNTS[name] : _COUNTS[name] + 4])
            bad = any(counts[1:])
        elif name == "FULL_TENSOR" and value.dtype.kind in "fcV":  # V: bfloat16 and the like
            infinite = np.isinf(value)
            below = int(np.count_nonzero(infinite & (np.real(value) < 0)))
            counts = value.size, below, int(np.count_nonzero(infinite)) - below, int(np.count_nonzero(np.isnan(value)))
            bad = any(counts[1:])
        else:
            return
        if bad:
            size, negative, positive, nan = counts
            self._alerts.append(InfNanAlert(output_slot=slot, size=size, num_neg_inf=negative, num_pos_inf=positive, num_nan=nan, **about))
