"""The files of Debugger V2, event by event."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from tfshim._export import tf_private
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.errors import DataLossError
from tfshim.io import gfile
from tfshim.io.tf_record import RecordReader

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


@tf_private("tensorflow.python.debug.lib.debug_events_reader.DebugEventWithOffset")
class DebugEventWithOffset(NamedTuple):
    """An event, and where in its file it begins."""

    debug_event: Any
    offset: Any


class _GrowingFile:
    """The events of a file that may still be written. What is cut short at its end is read when it is whole."""

    def __init__(self, path: str) -> None:
        self._path, self._lock = path, threading.Lock()
        self._reader: RecordReader | None = None  # opened when the file is there

    def __iter__(self) -> Iterator[DebugEventWithOffset]:
        while True:
            with self._lock:
                if self._reader is None:
                    if not gfile.exists(self._path):
                        return
                    self._reader = RecordReader(self._path)
                offset = self._reader.offset
                try:
                    record = next(self._reader, None)
                except DataLossError:  # a writer is in the midst of it
                    return
            if record is None:
                return
            yield DebugEventWithOffset(messages.debug_event.DebugEvent.FromString(record), offset)

    def at(self, offset: int) -> Any:
        """The event that begins there."""
        reader = RecordReader(self._path, start=offset)
        try:
            return messages.debug_event.DebugEvent.FromString(next(reader))
        finally:
            reader.close()

    def close(self) -> None:
        """Close the file. Iterating goes on where it was."""
        with self._lock:
            if self._reader is not None:
                self._reader.close()


@tf_private("tensorflow.python.debug.lib.debug_events_reader.DebugEventsReader")
class DebugEventsReader:
    """Reads the events in the directory `dump_root`.

    Iterators go on where the last one of the same kind stopped, with what was written since. Several processes of one run may have
    written into the directory; graphs, source files and what ran at once are then those of the first.

    Raises:
        ValueError: there are no such files, or those of several runs.
    """

    __module__ = "tensorflow.python.debug.lib.debug_events_reader"

    def __init__(self, dump_root: Path) -> None:
        self._dump_root = os.fspath(dump_root)
        if not gfile.isdir(self._dump_root):
            raise ValueError(f"Specified dump_root is not a directory: {self._dump_root}")
        starts = self._metadata()
        self._files = {kind: _GrowingFile(f"{starts[0]}.{kind}") for kind in ("source_files", "stack_frames", "graphs", "execution")}
        self._traces = [_GrowingFile(f"{start}.graph_execution_traces") for start in starts]

    def _metadata(self) -> list[str]:
        """The beginnings of the paths of the files of each writer, in the order in which they began."""
        found, runs = [], {}
        for path in gfile.glob(os.path.join(self._dump_root, "*.metadata")):
            event = next(iter(_GrowingFile(path)), None)
            if event is not None:
                told = event.debug_event.debug_metadata
                found.append((event.debug_event.wall_time, path.removesuffix(".metadata"), told))
                runs[told.tfdbg_run_id] = path
        if not found:
            raise ValueError(f"Cannot find any tfdbg metadata file in directory: {self._dump_root}")
        if len(runs) > 1:
            raise ValueError(f"Unexpected: Found multiple ({len(runs)}) tfdbg2 runs in directory {self._dump_root}")
        found.sort(key=lambda row: row[:2])
        self._start, _, told = found[0]
        self._run_id, self._tensorflow, self._version = told.tfdbg_run_id, told.tensorflow_version, told.file_version
        return [start for _, start, _ in found]

    def starting_wall_time(self) -> float:
        """When the run began, in seconds since 1970."""
        return self._start

    def tfdbg_run_id(self) -> str:
        """What names the run."""
        return self._run_id

    def tensorflow_version(self) -> str:
        """The version of the TensorFlow that ran."""
        return self._tensorflow

    def tfdbg_file_version(self) -> str:
        """The version of the files."""
        return self._version

    def __enter__(self) -> DebugEventsReader:
        return self

    def __exit__(self, kind: object, value: object, traceback: object) -> Literal[False]:
        self.close()
        return False

    def source_files_iterator(self) -> Iterator[DebugEventWithOffset]:
        """The source files."""
        return iter(self._files["source_files"])

    def stack_frames_iterator(self) -> Iterator[DebugEventWithOffset]:
        """The frames of the call stack."""
        return iter(self._files["stack_frames"])

    def graphs_iterator(self) -> Iterator[DebugEventWithOffset]:
        """The graphs, their operations, and devices."""
        return iter(self._files["graphs"])

    def execution_iterator(self) -> Iterator[DebugEventWithOffset]:
        """What ran at once."""
        return iter(self._files["execution"])

    def graph_execution_traces_iterators(self) -> list[Iterator[DebugEventWithOffset]]:
        """For each process that wrote: what operations in graphs gave."""
        return [iter(file) for file in self._traces]

    def read_source_files_event(self, offset: int) -> Any:
        """The event of source files that begins there."""
        return self._files["source_files"].at(offset)

    def read_graphs_event(self, offset: int) -> Any:
        """The event of graphs that begins there."""
        return self._files["graphs"].at(offset)

    def read_execution_event(self, offset: int) -> Any:
        """The event of what ran at once that begins there."""
        return self._files["execution"].at(offset)

    def read_graph_execution_traces_event(self, locator: tuple[int, int]) -> Any:
        """The event of what an operation in a graph gave, at (number of the file, offset)."""
        number, offset = locator
        return self._traces[number].at(offset)

    def close(self) -> None:
        """Close the files."""
        for file in [*self._files.values(), *self._traces]:
            file.close()
