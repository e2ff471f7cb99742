"""What Debugger V2's files tell of a run, as TensorBoard's page asks for it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Literal

from tfshim._export import tf_private
from tfshim.engine.runtime import messages
from tfshim.protos.tensors import make_ndarray
from tfshim.summary.debug_dumps.event_files import DebugEventsReader
from tfshim.summary.debug_dumps.told import (
    DebuggedDevice,
    DebuggedGraph,
    Execution,
    ExecutionDigest,
    GraphExecutionTrace,
    GraphExecutionTraceDigest,
    GraphOpCreationDigest,
)

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


def _keeps_numbers(mode: int) -> bool:
    """Whether what that mode keeps of a tensor is a list of numbers."""
    return mode not in (messages.debug_event.NO_TENSOR, messages.debug_event.FULL_TENSOR)


def _parsed(proto: Any) -> Any:
    """The value of a TensorProto, None for an empty message: the mode tells nothing of that tensor."""
    return make_ndarray(proto) if proto.dtype else None


@tf_private("tensorflow.python.debug.lib.debug_events_reader.DebugDataReader")
class DebugDataReader:
    """Gathers what the files in the directory `dump_root` tell; `update` reads what was written since.

    Of what ran only digests are kept in memory, the rest is read when it is asked for. Any thread may ask, and update.

    Raises:
        ValueError: there are no such files.
    """

    __module__ = "tensorflow.python.debug.lib.debug_events_reader"

    def __init__(self, dump_root: Path) -> None:
        self._reader = DebugEventsReader(dump_root)
        self._lock = threading.RLock()
        self._source_files: dict[tuple[str, str], int] = {}  # (host, path) -> where its lines are
        self._stack_frame_by_id: dict[str, tuple[str, str, int, str]] = {}  # TensorBoard's page reads this attribute
        self._waiting_frames: list[Any] = []
        self._devices: dict[int, DebuggedDevice] = {}
        self._graphs: dict[str, DebuggedGraph] = {}
        self._operations: list[GraphOpCreationDigest] = []
        self._executions: list[ExecutionDigest] = []
        self._traces: list[GraphExecutionTraceDigest] = []
        self._monitors: list[Any] = []  # of class BaseMonitor, in the module above

    def _add_monitor(self, monitor: Any) -> None:
        """From now on tell `monitor` what is read."""
        self._monitors.append(monitor)

    # ------------------------------------------------------------------ reading
    def update(self) -> None:
        """Read what was written since the last time."""
        with self._lock:
            # What ran refers to graphs, these to frames, and frames to files.
            self._load_source_files()
            self._load_stack_frames()
            self._load_graphs()
            self._load_traces()
            self._load_executions()

    def _load_source_files(self) -> None:
        for event, offset in self._reader.source_files_iterator():
            self._source_files[event.source_file.host_name, event.source_file.file_path] = offset

    def _load_stack_frames(self) -> None:
        self._waiting_frames.extend(event.stack_frame_with_id for event, _ in self._reader.stack_frames_iterator())
        files, frames, self._waiting_frames = list(self._source_files), self._waiting_frames, []
        for frame in frames:
            place = frame.file_line_col
            if place.file_index < len(files):
                self._stack_frame_by_id[frame.id] = (*files[place.file_index], place.line, place.func)
            else:  # its file was written while this was read
                self._waiting_frames.append(frame)

    def _load_graphs(self) -> None:
        for event, offset in self._reader.graphs_iterator():
            kind = event.WhichOneof("what")
            if kind == "debugged_device":
                told = event.debugged_device
                self._devices[told.device_id] = DebuggedDevice(told.device_name, told.device_id)
            elif kind == "debugged_graph":
                told = event.debugged_graph
                outer = told.outer_context_id or None
                self._graphs[told.graph_id] = DebuggedGraph(told.graph_name or None, told.graph_id, outer)
                if outer is not None and outer in self._graphs:
                    self._graphs[outer].add_inner_graph_id(told.graph_id)
            elif kind == "graph_op_creation":
                self._note_operation(event.graph_op_creation, event.wall_time, offset)

    def _note_operation(self, told: Any, wall_time: float, offset: int) -> None:
        place = told.code_location
        digest = GraphOpCreationDigest(
            wall_time,
            offset,
            told.graph_id,
            told.op_type,
            told.op_name,
            told.output_tensor_ids,
            place.host_name,
            place.stack_frame_ids,
            told.input_names,
            told.device_name or None,
        )
        self._operations.append(digest)
        graph = self._graphs[told.graph_id]
        graph.add_op(digest)
        for slot, name in enumerate(told.input_names):
            source, _, output = name.partition(":")
            graph.add_op_consumer(source, int(output or 0), told.op_name, slot)

    def _load_traces(self) -> None:
        for number, events in enumerate(self._reader.graph_execution_traces_iterators()):
            for event, offset in events:
                told = event.graph_execution_trace
                if told.tfdbg_context_id not in self._graphs:  # it was traced while this was read
                    self._load_graphs()
                operation = self._graphs[told.tfdbg_context_id].get_op_creation_digest(told.op_name)
                digest = GraphExecutionTraceDigest(
                    event.wall_time, (number, offset), operation.op_type, told.op_name, told.output_slot, told.tfdbg_context_id
                )
                self._traces.append(digest)
                for monitor in self._monitors:
                    monitor.on_graph_execution_trace(len(self._traces) - 1, self._trace_of(digest, event))

    def _load_executions(self) -> None:
        for event, offset in self._reader.execution_iterator():
            told = event.execution
            digest = ExecutionDigest(event.wall_time, offset, told.op_type, told.output_tensor_device_ids)
            self._executions.append(digest)
            for monitor in self._monitors:
                monitor.on_execution(len(self._executions) - 1, self._execution_of(digest, event))

    def _execution_of(self, digest: ExecutionDigest, event: Any) -> Execution:
        told = event.execution
        values = None
        if _keeps_numbers(told.tensor_debug_mode):
            values = [None if value is None else value.tolist() for value in map(_parsed, told.tensor_protos)]
        return Execution(
            digest,
            told.code_location.host_name,
            told.code_location.stack_frame_ids,
            told.tensor_debug_mode,
            told.graph_id,
            told.input_tensor_ids,
            told.output_tensor_ids,
            values,
        )

    def _trace_of(self, digest: GraphExecutionTraceDigest, event: Any) -> GraphExecutionTrace:
        told = event.graph_execution_trace
        around = [told.tfdbg_context_id]
        while (outer := self._graphs[around[0]].outer_graph_id) is not None:
            around.insert(0, outer)
        value = _parsed(told.tensor_proto).tolist() if _keeps_numbers(told.tensor_debug_mode) else None
        return GraphExecutionTrace(digest, around, told.tensor_debug_mode, value, told.device_name or None)

    # ------------------------------------------------------------------ the run and its program
    def starting_wall_time(self) -> float:
        """When the run began, in seconds since 1970."""
        return self._reader.starting_wall_time()

    def tensorflow_version(self) -> str:
        """The version of the TensorFlow that ran."""
        return self._reader.tensorflow_version()

    def tfdbg_run_id(self) -> str:
        """What names the run."""
        return self._reader.tfdbg_run_id()

    def source_file_list(self) -> tuple[tuple[str, str], ...]:
        """The source files: (host, path)."""
        with self._lock:
            return tuple(self._source_files)

    def source_lines(self, host_name: str, file_path: str) -> list[str]:
        """The lines of a source file."""
        return list(self._reader.read_source_files_event(self._source_files[host_name, file_path]).source_file.lines)

    def _stack_trace(self, of: Execution | GraphOpCreationDigest) -> tuple[str, list[tuple[str, int, str]]]:
        return of.host_name, [self._stack_frame_by_id[i][1:] for i in of.stack_frame_ids]

    def read_execution_stack_trace(self, execution: Execution) -> tuple[str, list[tuple[str, int, str]]]:
        """Where in the program something ran: the host, and (path, line, function) of the frames, outermost first."""
        return self._stack_trace(execution)

    def read_graph_op_creation_stack_trace(self, graph_op_creation_digest: GraphOpCreationDigest) -> tuple[str, list[tuple[str, int, str]]]:
        """Where in the program an operation of a graph was made: the host, and (path, line, function) of the frames, outermost first."""
        return self._stack_trace(graph_op_creation_digest)

    # ------------------------------------------------------------------ graphs
    def outermost_graphs(self) -> list[DebuggedGraph]:
        """The graphs that are in no other."""
        with self._lock:
            return [g for g in self._graphs.values() if g.outer_graph_id is None]

    def graph_by_id(self, graph_id: str) -> DebuggedGraph:
        """The graph of that name in the files; KeyError where there is none."""
        return self._graphs[graph_id]

    def graph_op_digests(self, op_type: str | None = None) -> list[GraphOpCreationDigest]:
        """The operations of all graphs, in the order in which they were made; with `op_type` those of that type."""
        with self._lock:
            return [o for o in self._operations if op_type is None or o.op_type == op_type]

    def symbolic_tensor_id(self, graph_id: str, op_name: str, output_slot: int) -> int:
        """The number of a tensor of a graph."""
        return self._graphs[graph_id].get_tensor_id(op_name, output_slot)

    def device_name_by_id(self, device_id: int) -> str:
        """The device with that number; KeyError where there is none."""
        return self._devices[device_id].device_name

    def device_name_map(self) -> dict[int, str]:
        """The devices by their numbers."""
        with self._lock:
            return {number: device.device_name for number, device in self._devices.items()}

    # ------------------------------------------------------------------ what ran
    def executions(self, digest: bool = False, begin: int | None = None, end: int | None = None) -> list[Any]:
        """What ran at once, those from `begin` up to but not `end`; with `digest` in short."""
        with self._lock:
            found = self._executions[begin:end]
        return found if digest else [self.read_execution(d) for d in found]

    def num_executions(self) -> int:
        """How much ran at once."""
        return len(self._executions)

    def read_execution(self, execution_digest: ExecutionDigest) -> Execution:
        """All that is told of what ran."""
        return self._execution_of(execution_digest, self._reader.read_execution_event(execution_digest.locator))

    def execution_to_tensor_values(self, execution: Execution) -> list[Any]:
        """What the mode keeps of the results: arrays in mode FULL_TENSOR, lists of numbers in others, in NO_TENSOR nothing."""
        event = self._reader.read_execution_event(execution.locator)
        return [_parsed(proto) for proto in event.execution.tensor_protos]

    def graph_execution_traces(self, digest: bool = False, begin: int | None = None, end: int | None = None) -> list[Any]:
        """What operations in graphs gave, from `begin` up to but not `end`; with `digest` in short."""
        with self._lock:
            found = self._traces[begin:end]
        return found if digest else [self.read_graph_execution_trace(d) for d in found]

    def num_graph_execution_traces(self) -> int:
        """How many tensors operations in graphs gave."""
        return len(self._traces)

    def read_graph_execution_trace(self, graph_execution_trace_digest: GraphExecutionTraceDigest) -> GraphExecutionTrace:
        """All that is told of what an operation in a graph gave."""
        digest = graph_execution_trace_digest
        return self._trace_of(digest, self._reader.read_graph_execution_traces_event(digest.locator))

    def graph_execution_trace_to_tensor_value(self, trace: GraphExecutionTrace) -> Any:
        """What the mode keeps of what an operation in a graph gave: an array, which in mode FULL_TENSOR is the tensor."""
        return _parsed(self._reader.read_graph_execution_traces_event(trace.locator).graph_execution_trace.tensor_proto)

    def graph_execution_trace_to_tensor_id(self, trace: GraphExecutionTrace) -> int:
        """The number of the tensor that an operation in a graph gave."""
        return self.symbolic_tensor_id(trace.graph_id, trace.op_name, trace.output_slot)

    def __enter__(self) -> DebugDataReader:
        return self

    def __exit__(self, kind: object, value: object, traceback: object) -> Literal[False]:
        self._reader.close()
        return False
