"""Writers of graphs that sessions run: the file, and what is written to it, are operations."""

from __future__ import annotations

from typing import Any

from tfshim import array_ops
from tfshim.control_flow import control_dependencies
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.runtime.context import get_current_name_scope, name_scope
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.summary_state import STATE
from tfshim.engine.values.tensor import Tensor

# The collections of a graph that hold what begins files and what writes summaries.
BEGINNINGS, SUMMARIES = "_SUMMARY_WRITER_V2", "_SUMMARY_V2"


class GraphWriter:
    """A writer whose file is begun when a session runs `init()`; `flush()` and `close()` are operations likewise."""

    def __init__(self, logdir: Any, max_queue: Any, flush_millis: Any, suffix: Any, name: str | None) -> None:
        with name_scope(name or "create_file_writer"):
            given = [array_ops.constant(x) if not isinstance(x, Tensor) else x for x in (logdir, max_queue, flush_millis, suffix)]
            self.handle = _raw("SummaryWriter")(shared_name=get_current_name_scope(), container="", name=name)
            keys = ("logdir", "max_queue", "flush_millis", "filename_suffix")
            self._begin = _raw("CreateSummaryFileWriter")(writer=self.handle, **dict(zip(keys, given)))
        current_graph().add_to_collection(BEGINNINGS, self._begin)

    def set_as_default(self, step: Any = None) -> None:
        """Makes this the default writer of the thread; `step`, if given, becomes the default step."""
        STATE.set_default(self, step)

    def as_default(self, step: Any = None) -> Any:
        """A context in which this is the default writer; `step`, if given, is the default step within it."""
        return STATE.default(self, step)

    def init(self) -> Any:
        """The operation that begins the file."""
        return self._begin

    def flush(self) -> Any:
        """An operation that writes out all summaries so far."""
        return _raw("FlushSummaryWriter")(writer=self.handle)

    def close(self) -> Any:
        """An operation that writes out all summaries and closes the file."""
        with control_dependencies([self.flush()]):
            return _raw("CloseSummaryWriter")(writer=self.handle)

    def write_tensor(self, tensor: Any, step: Any, tag: Any, metadata: Any, scope: str) -> Any:
        """A boolean tensor; a session that evaluates it writes the value. `metadata`: a message, or None.

        `scope`, with a slash at its end, is the operation's name: the scope around the condition, also within a branch of it.
        """
        serialized = b"" if metadata is None else metadata.SerializeToString()
        given = {"writer": self.handle, "step": step, "tensor": array_ops.identity(tensor), "tag": tag, "summary_metadata": serialized}
        return _after(_raw("WriteSummary")(**given, name=scope))

    def write_messages(self, tensor: Any, step: Any, scope: str) -> Any:
        """As `write_tensor`, for serialized Summary messages."""
        return _after(_raw("WriteRawProtoSummary")(writer=self.handle, step=step, tensor=array_ops.identity(tensor), name=scope))


def _raw(op_type: str) -> Any:
    return higher.raw_function(op_type)


def _after(operation: Any) -> Any:
    with control_dependencies([operation]):
        return array_ops.constant(True)


def collected(made: Any) -> Any:
    """`made`, which writes a summary, also in the collection of its graph."""
    current_graph().add_to_collection(SUMMARIES, made)
    return made
