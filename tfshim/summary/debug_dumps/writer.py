"""The files of Debugger V2: one of records for each kind of event."""

from __future__ import annotations

import collections
import os
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

from tfshim.engine.runtime import messages
from tfshim.io import gfile
from tfshim.io.tf_record import TFRecordWriter
from tfshim.version import VERSION

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path

# The field of a DebugEvent -> the file it goes to.
_FILES = {
    "debug_metadata": "metadata",
    "source_file": "source_files",
    "stack_frame_with_id": "stack_frames",
    "graph_op_creation": "graphs",
    "debugged_graph": "graphs",
    "debugged_device": "graphs",
    "execution": "execution",
    "graph_execution_trace": "graph_execution_traces",
}
_WHILE_RUNNING = ("execution", "graph_execution_traces")


class DebugEventsWriter:
    """Writes events into files `tfdbg_events.SECONDS.HOST.KIND` in the directory `dump_root`, which is made if it is missing.

    Of what happens while the program runs the last `circular_buffer_size` events of a kind wait in memory for `FlushExecutionFiles`
    or `Close`; with 0 or less everything is written at once. Any thread may write.
    """

    def __init__(self, dump_root: Path, tfdbg_run_id: str, circular_buffer_size: int = 1000) -> None:
        if not dump_root:
            raise ValueError("Empty or None dump root")
        self._dump_root, self._lock = os.fspath(dump_root), threading.Lock()
        self._waiting: dict[str, collections.deque[bytes]] = {}
        if circular_buffer_size > 0:
            self._waiting = {kind: collections.deque(maxlen=circular_buffer_size) for kind in _WHILE_RUNNING}
        gfile.makedirs(self._dump_root)
        start = os.path.join(self._dump_root, f"tfdbg_events.{int(time.time()):010d}.{socket.gethostname()}.")
        self._files = {kind: TFRecordWriter(start + kind) for kind in dict.fromkeys(_FILES.values())}
        self._devices: dict[str, int] = {}
        self._closed = False
        made = messages.debug_event.DebugMetadata(tensorflow_version=VERSION, file_version="debug.Event:1", tfdbg_run_id=tfdbg_run_id)
        self._write(debug_metadata=made)
        self._files["metadata"].flush()

    @property
    def dump_root(self) -> str:
        """The directory."""
        return self._dump_root

    def _write(self, **what: Any) -> None:
        """An event with that field; its time is now."""
        (field,) = what
        record = messages.debug_event.DebugEvent(wall_time=time.time(), **what).SerializeToString()
        kind = _FILES[field]
        with self._lock:
            if self._closed:
                return
            if kind in self._waiting:
                self._waiting[kind].append(record)
            else:
                self._files[kind].write(record)

    def WriteSourceFile(self, source_file: Any) -> None:  # noqa: N802 - TensorFlow's names, here and below
        """Write a SourceFile message."""
        self._write(source_file=source_file)

    def WriteStackFrameWithId(self, stack_frame_with_id: Any) -> None:  # noqa: N802
        """Write a StackFrameWithId message."""
        self._write(stack_frame_with_id=stack_frame_with_id)

    def WriteGraphOpCreation(self, graph_op_creation: Any) -> None:  # noqa: N802
        """Write a GraphOpCreation message."""
        self._write(graph_op_creation=graph_op_creation)

    def WriteDebuggedGraph(self, debugged_graph: Any) -> None:  # noqa: N802
        """Write a DebuggedGraph message."""
        self._write(debugged_graph=debugged_graph)

    def WriteExecution(self, execution: Any) -> None:  # noqa: N802
        """Write an Execution message."""
        self._write(execution=execution)

    def WriteGraphExecutionTrace(self, graph_execution_trace: Any) -> None:  # noqa: N802
        """Write a GraphExecutionTrace message."""
        self._write(graph_execution_trace=graph_execution_trace)

    def RegisterDeviceAndGetId(self, device_name: str) -> int:  # noqa: N802
        """The number of a device, which is written when it is first asked for."""
        with self._lock:
            known = self._devices.get(device_name)
            if known is None:
                known = self._devices[device_name] = len(self._devices) + 1
                made = messages.debug_event.DebuggedDevice(device_name=device_name, device_id=known)
            else:
                return known
        self._write(debugged_device=made)
        return known

    def FlushNonExecutionFiles(self) -> None:  # noqa: N802
        """Have the files hold all graphs, source files and frames so far."""
        with self._lock:
            self._flush([kind for kind in self._files if kind not in _WHILE_RUNNING])

    def FlushExecutionFiles(self) -> None:  # noqa: N802
        """Have the files hold what ran so far: what waits in memory is written, and waits no longer."""
        with self._lock:
            self._flush(_WHILE_RUNNING)

    def _flush(self, kinds: Any) -> None:
        if self._closed:
            return
        for kind in kinds:
            waiting = self._waiting.get(kind, ())
            for record in waiting:
                self._files[kind].write(record)
            if waiting:
                self._waiting[kind].clear()
            self._files[kind].flush()

    def Close(self) -> None:  # noqa: N802
        """Write what waits and close the files. What is written later is dropped."""
        with self._lock:
            self._flush(list(self._files))
            if not self._closed:
                self._closed = True
                for file in self._files.values():
                    file.close()
