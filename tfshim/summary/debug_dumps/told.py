"""What a reader tells of Debugger V2's files: digests, which name an event and its place in a file, and what the events hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tfshim._export import tf_private


def _tuple(values: Iterable[Any] | None) -> tuple[Any, ...] | None:
    """`values` as a tuple; None where there are none, as TensorFlow tells it."""
    return tuple(values or ()) or None


class _Told:
    """Something whose attributes `_told`, those of its bases before its own, are what it tells."""

    _told: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """What it tells, as values that JSON has."""
        return {name: getattr(self, name) for cls in reversed(type(self).__mro__) for name in vars(cls).get("_told", ())}


@tf_private("tensorflow.python.debug.lib.debug_events_reader.BaseDigest")
class BaseDigest(_Told):
    """When something happened, and at which `locator` its event stands in the files."""

    __module__ = "tensorflow.python.debug.lib.debug_events_reader"
    _told: tuple[str, ...] = ("wall_time",)

    def __init__(self, wall_time: float, locator: Any) -> None:
        self.wall_time, self.locator = wall_time, locator

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.to_json().items())})"


@tf_private("tensorflow.python.debug.lib.debug_events_reader.ExecutionDigest")
class ExecutionDigest(BaseDigest):
    """An operation or function that ran, in short. Its `locator` is an offset."""

    __module__ = "tensorflow.python.debug.lib.debug_events_reader"
    _told: tuple[str, ...] = ("op_type", "output_tensor_device_ids")

    def __init__(self, wall_time: float, locator: Any, op_type: str, output_tensor_device_ids: Iterable[int] | None = None) -> None:
        super().__init__(wall_time, locator)
        self.op_type, self.output_tensor_device_ids = op_type, _tuple(output_tensor_device_ids)


@tf_private("tensorflow.python.debug.lib.debug_events_reader.Execution")
class Execution(ExecutionDigest):
    """An operation or function that ran: where in the program, on which tensors, and what the mode keeps of its results.

    `debug_tensor_values` has a list of numbers for each result, None for one of which the mode tells nothing. It is None where the mode
    keeps nothing or whole tensors, which `DebugDataReader.execution_to_tensor_values` reads.
    """

    __module__ = "tensorflow.python.debug.lib.debug_events_reader"
    _told: tuple[str, ...] = (
        "host_name",
        "stack_frame_ids",
        "tensor_debug_mode",
        "graph_id",
        "input_tensor_ids",
        "output_tensor_ids",
        "debug_tensor_values",
    )

    def __init__(
        self,
        execution_digest: ExecutionDigest,
        host_name: str,
        stack_frame_ids: Iterable[str],
        tensor_debug_mode: int,
        graph_id: str | None = None,
        input_tensor_ids: Iterable[int] | None = None,
        output_tensor_ids: Iterable[int] | None = None,
        debug_tensor_values: Iterable[Any] | None = None,
    ) -> None:
        of = execution_digest
        super().__init__(of.wall_time, of.locator, of.op_type, of.output_tensor_device_ids)
        self.host_name, self.stack_frame_ids, self.tensor_debug_mode = host_name, tuple(stack_frame_ids), tensor_debug_mode
        self.graph_id = graph_id
        self.input_tensor_ids, self.output_tensor_ids = _tuple(input_tensor_ids), _tuple(output_tensor_ids)
        self.debug_tensor_values = _tuple(debug_tensor_values)

    @property
    def num_outputs(self) -> int:
        """How many tensors it gave."""
        return len(self.output_tensor_ids or ())


@tf_private("tensorflow.python.debug.lib.debug_events_reader.DebuggedDevice")
class DebuggedDevice(_Told):
    """A device and its number in the files."""

    __module__ = "tensorflow.python.debug.lib.debug_events_reader"
    _told: tuple[str, ...] = ("device_name", "device_id")

    def __init__(self, device_name: str, device_id: int) -> None:
        self.device_name, self.device_id = device_name, device_id


@tf_private("tensorflow.python.debug.lib.debug_events_reader.GraphOpCreationDigest")
class GraphOpCreationDigest(BaseDigest):
    """An operation of a graph: its inputs by name, the numbers of its results, and where in the program it stands."""

    __module__ = "tensorflow.python.debug.lib.debug_events_reader"
    _told: tuple[str, ...] = (
        "graph_id",
        "op_type",
        "op_name",
        "output_tensor_ids",
        "host_name",
        "stack_frame_ids",
        "input_names",
        "device_name",
    )

    def __init__(
        self,
        wall_time: float,
        locator: Any,
        graph_id: str,
        op_type: str,
        op_name: str,
        output_tensor_ids: Iterable[int] | None,
        host_name: str,
        stack_frame_ids: Iterable[str],
        input_names: Iterable[str] | None = None,
        device_name: str | None = None,
    ) -> None:
        super().__init__(wall_time, locator)
        self.graph_id, self.op_type, self.op_name = graph_id, op_type, op_name
        self.output_tensor_ids, self.input_names = _tuple(output_tensor_ids), _tuple(input_names)
        self.host_name, self.stack_frame_ids, self.device_name = host_name, tuple(stack_frame_ids), device_name

    @property
    def num_outputs(self) -> int:
        """How many tensors it gives."""
        return len(self.output_tensor_ids or ())


@tf_private("tensorflow.python.debug.lib.debug_events_reader.DebuggedGraph")
class DebuggedGraph(_Told):
    """A graph: its operations, which uses what, and the graphs around and within it. Those that are no function have the name None."""

    __module__ = "tensorflow.python.debug.lib.debug_events_reader"
    _told: tuple[str, ...] = ("name", "graph_id", "outer_graph_id", "inner_graph_ids")

    def __init__(self, name: str | None, graph_id: str, outer_graph_id: str | None = None) -> None:
        self.name, self.graph_id, self.outer_graph_id = name, graph_id, outer_graph_id
        self.inner_graph_ids: list[str] = []
        self._operations: dict[str, GraphOpCreationDigest] = {}
        self._consumers: dict[str, list[tuple[int, str, int]]] = {}

    def add_inner_graph_id(self, inner_graph_id: str) -> None:
        """Note a graph within this one."""
        self.inner_graph_ids.append(inner_graph_id)

    def add_op(self, graph_op_creation_digest: GraphOpCreationDigest) -> None:
        """Note an operation."""
        self._operations[graph_op_creation_digest.op_name] = graph_op_creation_digest

    def add_op_consumer(self, src_op_name: str, src_slot: int, dst_op_name: str, dst_slot: int) -> None:
        """Note that the operation `dst_op_name` takes output `src_slot` of `src_op_name` as its input `dst_slot`."""
        self._consumers.setdefault(src_op_name, []).append((src_slot, dst_op_name, dst_slot))

    def get_tensor_id(self, op_name: str, output_slot: int) -> int:
        """The number of a tensor."""
        numbers = self._operations[op_name].output_tensor_ids or ()
        return numbers[output_slot]

    def get_op_creation_digest(self, op_name: str) -> GraphOpCreationDigest:
        """The operation of that name; KeyError where there is none."""
        return self._operations[op_name]

    def get_op_consumers(self, src_op_name: str) -> list[tuple[int, str, int]]:
        """Who uses the results of an operation: (its output, the name of the other operation, its input)."""
        return self._consumers.get(src_op_name, [])


@tf_private("tensorflow.python.debug.lib.debug_events_reader.GraphExecutionTraceDigest")
class GraphExecutionTraceDigest(BaseDigest):
    """A tensor that an operation within a graph gave, in short. Its `locator` is (number of the file, offset)."""

    __module__ = "tensorflow.python.debug.lib.debug_events_reader"
    _told: tuple[str, ...] = ("op_type", "op_name", "output_slot", "graph_id")

    def __init__(self, wall_time: float, locator: Any, op_type: str, op_name: str, output_slot: int, graph_id: str) -> None:
        super().__init__(wall_time, locator)
        self.op_type, self.op_name, self.output_slot, self.graph_id = op_type, op_name, output_slot, graph_id


@tf_private("tensorflow.python.debug.lib.debug_events_reader.GraphExecutionTrace")
class GraphExecutionTrace(GraphExecutionTraceDigest):
    """A tensor that an operation within a graph gave: the graphs around it, from outside, and what the mode keeps of it."""

    __module__ = "tensorflow.python.debug.lib.debug_events_reader"
    _told: tuple[str, ...] = ("graph_ids", "tensor_debug_mode", "debug_tensor_value", "device_name")

    def __init__(
        self,
        graph_execution_trace_digest: GraphExecutionTraceDigest,
        graph_ids: Iterable[str],
        tensor_debug_mode: int,
        debug_tensor_value: Iterable[float] | None = None,
        device_name: str | None = None,
    ) -> None:
        of = graph_execution_trace_digest
        self.graph_ids = tuple(graph_ids)
        super().__init__(of.wall_time, of.locator, of.op_type, of.op_name, of.output_slot, self.graph_ids[-1])
        self.tensor_debug_mode, self.device_name = tensor_debug_mode, device_name
        self.debug_tensor_value = _tuple(debug_tensor_value)
