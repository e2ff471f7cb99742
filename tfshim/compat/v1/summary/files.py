"""`tf.compat.v1.summary`'s writers of event files."""

from __future__ import annotations

import os
import threading
import time
import warnings
import weakref
from typing import TYPE_CHECKING

import numpy as np

from tfshim._export import tf_export
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1.train.meta_graph import export_meta_graph
from tfshim.engine.graphs.graph import Graph as EngineGraph
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.graphs.graph_def import graph_def as written_graph_def
from tfshim.engine.graphs.session import BaseSession
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.protocol import is_message
from tfshim.summary._event_file import EventFile, close_quietly

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.values.annotations import Path


@tf_export(v1=["summary.FileWriter"])
class FileWriter:
    """Writes summaries, events and graphs to an event file in the folder `logdir`. Mirrors `tf.compat.v1.summary.FileWriter`.

    At most `max_queue` wait before they are written, none longer than `flush_secs`. `graph` (or the GraphDef `graph_def`) is
    written at once, as GraphDef and as MetaGraphDef. Writers of one `session` for one folder share a file. Raises RuntimeError while
    executing eagerly.
    """

    def __init__(
        self,
        logdir: Path,
        graph: Graph | Message | None = None,
        max_queue: int = 10,
        flush_secs: float = 120,
        graph_def: Message | None = None,
        filename_suffix: str | None = None,
        session: BaseSession | None = None,
    ) -> None:
        if TS.graph is None:
            raise RuntimeError(
                "v1.summary.FileWriter is not compatible with eager execution. Use `tf.summary.create_file_writer`,or a "
                "`with v1.Graph().as_default():` context"
            )
        if session is not None and not isinstance(session, BaseSession):
            raise TypeError(f"FileWriter: `session` must be a Session, got {type(session).__name__}.")
        self._session, self._run_tags, self._described = session, set(), set()
        self._logdir = os.fsdecode(logdir)
        # Writers of a session are those of TensorFlow 2.
        suffix = "" if session is None else ".v2"
        self._settings = max_queue, int(flush_secs * 1000), suffix if filename_suffix is None else filename_suffix
        self._file, self._closed = None, False
        self._open()
        if graph is not None or graph_def is not None:
            self.add_graph(graph, graph_def=graph_def)
            nodes = graph if graph is not None else graph_def
            nodes = nodes.as_graph_def(add_shapes=True) if hasattr(nodes, "as_graph_def") else nodes
            self.add_meta_graph(export_meta_graph(graph_def=nodes, collection_list=[]))

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()

    def get_logdir(self) -> str:
        """The folder of the file."""
        return self._logdir

    def _open(self):
        if self._file is None:

            def make():
                return EventFile(self._logdir, *self._settings, plain_name=self._session is None)

            # The writers of a session share one file, as they share a resource in TensorFlow.
            key = "FileWriter", self._logdir, self._settings
            if self._session is None:
                self._file = make()
                # What waits is written when the writer is dropped, or the program ends.
                self._finalizer = weakref.finalize(self, close_quietly, self._file)
            else:
                self._file = self._session._store(key, make)
        return self._file

    def add_event(self, event: Message) -> None:
        """Write an Event message; a closed writer warns, and drops it."""
        if self._closed:
            reason = "Attempting to use a closed FileWriter. The operation will be a noop unless the FileWriter is explicitly reopened."
            warnings.warn(reason, stacklevel=2)
        else:
            self._open().add(event)

    def _with_time(self, event, step):
        if step is not None:
            event.step = int(step)
        event.wall_time = time.time()
        self.add_event(event)

    def add_summary(self, summary: Message | bytes | np.ndarray, global_step: int | None = None) -> None:
        """Write a Summary, as a message or serialized."""
        if isinstance(summary, (bytes, np.ndarray)):
            summary = message("Summary").FromString(summary if isinstance(summary, bytes) else summary.item())
        for value in summary.value:  # as by TensorFlow, the metadata of a tag is written once
            if value.HasField("metadata"):
                if value.tag in self._described:
                    value.ClearField("metadata")
                self._described.add(value.tag)
        self._with_time(message("Event")(summary=summary), global_step)

    def add_session_log(self, session_log: Message, global_step: int | None = None) -> None:
        """Write a SessionLog message."""
        self._with_time(message("Event")(session_log=session_log), global_step)

    def add_graph(self, graph: Graph | Message | None, global_step: int | None = None, graph_def: Message | None = None) -> None:
        """Write a Graph or GraphDef. Raises ValueError where both are given."""
        if graph is not None and graph_def is not None:
            raise ValueError("Please pass only graph, or graph_def (deprecated), but not both.")
        made = graph if graph is not None else graph_def
        if is_message(made, "GraphDef"):
            logging.warning("Passing a `GraphDef` to the SummaryWriter is deprecated. Pass a `Graph` object instead, such as `sess.graph`.")
        if isinstance(made, EngineGraph):
            made = written_graph_def(made, add_shapes=True, shown=True)
        elif hasattr(made, "as_graph_def"):
            made = made.as_graph_def(add_shapes=True)
        if not hasattr(made, "SerializeToString"):
            raise TypeError("The passed graph must be an instance of `Graph` or the deprecated `GraphDef`")
        self._with_time(message("Event")(graph_def=made.SerializeToString()), global_step)

    def add_meta_graph(self, meta_graph_def: Message, global_step: int | None = None) -> None:
        """Write a MetaGraphDef."""
        if not is_message(meta_graph_def, "MetaGraphDef"):
            raise TypeError(f"meta_graph_def must be type MetaGraphDef, saw type: {type(meta_graph_def)}")
        self._with_time(message("Event")(meta_graph_def=meta_graph_def.SerializeToString()), global_step)

    def add_run_metadata(self, run_metadata: Message, tag: str, global_step: int | None = None) -> None:
        """Write a RunMetadata message under `tag`. Raises ValueError for a tag that was written."""
        if tag in self._run_tags:
            raise ValueError("The provided tag was already used for this event type")
        self._run_tags.add(tag)
        event = message("Event")()
        event.tagged_run_metadata.tag = tag
        event.tagged_run_metadata.run_metadata = run_metadata.SerializeToString()
        self._with_time(event, global_step)

    def flush(self) -> None:
        """Write out what waits."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Write out what waits and close the file."""
        if self._file is not None and self._session is not None:
            self._file.flush()  # others may write to it
        elif self._file is not None:
            self._finalizer.detach()
            self._file.close()
            self._file = None
        self._closed = True

    def reopen(self) -> None:
        """Start a new file, if the last one is closed."""
        self._closed = False
        self._open()


@tf_export(v1=["summary.FileWriterCache"])
class FileWriterCache:
    """One FileWriter for each folder. Mirrors `tf.compat.v1.summary.FileWriterCache`."""

    _writers, _lock = {}, threading.RLock()

    @staticmethod
    def get(logdir: str) -> FileWriter:
        """The writer for the folder `logdir`."""
        with FileWriterCache._lock:
            if logdir not in FileWriterCache._writers:
                FileWriterCache._writers[logdir] = FileWriter(logdir, graph=current_graph())
            return FileWriterCache._writers[logdir]

    @staticmethod
    def clear() -> None:
        """Close all writers and forget them."""
        with FileWriterCache._lock:
            for writer in FileWriterCache._writers.values():
                writer.close()
            FileWriterCache._writers.clear()
