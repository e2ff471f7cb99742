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
from tfshim.engine.graphs.graph_def import written_again
from tfshim.engine.graphs.sessions.session import BaseSession
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.protocol import is_message
from tfshim.summary._event_file import EventFile, close_quietly

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.values.annotations import Path


@tf_export(v1=["summary.FileWriter"])
class FileWriter:
    """Writes summaries and graphs into a file that TensorBoard reads. Mirrors `tf.compat.v1.summary.FileWriter`.

    A thread does the writing, so that the training does not wait. Give each run of a program a directory of its own. For TensorFlow 2 there
    is `tf.summary.create_file_writer`.

    Arguments:
        logdir: the directory, which is made if it is missing.
        graph: a graph that is written at once; None (the default) for none.
        max_queue: how many events wait at most before they are written, 10 by default.
        flush_secs: how many seconds they wait at most, 120 by default.
        graph_def: a GraphDef, in place of `graph`.
        filename_suffix: the end of the file's name; None (the default) for none.
        session: a session whose writers for one directory share a file; None (the default) for a file of its own.

    Raises:
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     summary = sess.run(tf.compat.v1.summary.scalar("loss", 0.5))
        ...     with tf.compat.v1.summary.FileWriter("./logs") as writer:
        ...         writer.add_summary(summary, global_step=3)
        >>> (path,) = tf.io.gfile.glob("./logs/events*")
        >>> [(e.step, e.summary.value[0].tag) for e in tf.compat.v1.train.summary_iterator(path) if e.HasField("summary")]
        [(3, 'loss')]
    """

    __module__ = "tensorflow.python.summary.writer.writer"

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
        """The directory that the file is written to. Mirrors `tf.compat.v1.summary.FileWriter.get_logdir`.

        It is the `logdir` that the constructor was given, as a str. Hooks compare it to find the writer for a directory, and programs put
        other files beside the events, such as the texts of a projector's labels. TensorBoard is pointed to that directory, or to one above
        it for several runs.

        `tf.compat.v1.summary.FileWriterCache.get` gives the writer for a directory, so that several parts of a program write to one file.

        Returns:
            A str.

        Example:
            >>> with tf.Graph().as_default():
            ...     writer = tf.compat.v1.summary.FileWriter("./logs")
            ...     print(writer.get_logdir())
            ...     writer.close()
            ./logs
        """
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
        """Puts an event into the file. Mirrors `tf.compat.v1.summary.FileWriter.add_event`.

        All other methods go through it. It is called with messages that a program makes itself, or that it copies from another file. A time
        and a step are part of the message, and not put in.

        Arguments:
            event: a `tf.compat.v1.Event`. A writer that was closed gives a warning and drops it.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.summary.FileWriter("./logs") as writer:
            ...     value = tf.compat.v1.Summary.Value(tag="loss", simple_value=0.5)
            ...     writer.add_event(tf.compat.v1.Event(step=3, summary=tf.compat.v1.Summary(value=[value])))
            >>> (path,) = tf.io.gfile.glob("./logs/events*")
            >>> [event.step for event in tf.compat.v1.train.summary_iterator(path) if event.HasField("summary")]
            [3]
        """
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
        """Puts a summary into the file, with the time and a step. Mirrors `tf.compat.v1.summary.FileWriter.add_summary`.

        Pass it what a session gives for `tf.compat.v1.summary.merge_all()`, or a message that a program makes itself, for numbers that are
        in no graph. Metadata are written with the first value of each tag alone.

        Arguments:
            summary: a `tf.compat.v1.Summary`, or such a one serialized, bytes or a scalar array of bytes.
            global_step: the step, an integer, the axis of what TensorBoard draws; None (the default) for none.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.summary.FileWriter("./logs") as writer:
            ...     for step in range(2):
            ...         value = tf.compat.v1.Summary.Value(tag="loss", simple_value=1.0 / (step + 1))
            ...         writer.add_summary(tf.compat.v1.Summary(value=[value]), step)
            >>> (path,) = tf.io.gfile.glob("./logs/events*")
            >>> [(e.step, e.summary.value[0].simple_value) for e in tf.compat.v1.train.summary_iterator(path) if e.HasField("summary")]
            [(0, 1.0), (1, 0.5)]
        """
        if isinstance(summary, (bytes, np.ndarray)):
            summary = message("Summary").FromString(summary if isinstance(summary, bytes) else summary.item())
        for value in summary.value:  # as by TensorFlow, the metadata of a tag is written once
            if value.HasField("metadata"):
                if value.tag in self._described:
                    value.ClearField("metadata")
                self._described.add(value.tag)
        self._with_time(message("Event")(summary=summary), global_step)

    def add_session_log(self, session_log: Message, global_step: int | None = None) -> None:
        """Puts a message on the state of a session into the file. Mirrors `tf.compat.v1.summary.FileWriter.add_session_log`.

        Hooks and supervisors write one when a training begins, when a checkpoint is written and when it ends. Where a training was begun
        anew from a checkpoint, TensorBoard takes a START as the sign that later steps of the earlier run are void.

        Arguments:
            session_log: a `tf.compat.v1.SessionLog`.
            global_step: the step, an integer; None (the default) for none.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.summary.FileWriter("./logs") as writer:
            ...     writer.add_session_log(tf.compat.v1.SessionLog(status=tf.compat.v1.SessionLog.START), global_step=5)
            >>> (path,) = tf.io.gfile.glob("./logs/events*")
            >>> [(e.step, e.session_log.status) for e in tf.compat.v1.train.summary_iterator(path) if e.HasField("session_log")]
            [(5, 1)]
        """
        self._with_time(message("Event")(session_log=session_log), global_step)

    def add_graph(self, graph: Graph | Message | None, global_step: int | None = None, graph_def: Message | None = None) -> None:
        """Puts a graph into the file, which TensorBoard draws. Mirrors `tf.compat.v1.summary.FileWriter.add_graph`.

        The constructor does so with the graph that it is given. Shapes of tensors are written too; values of variables are not, those are
        in checkpoints.

        Arguments:
            graph: a `tf.Graph`, such as `sess.graph`.
            global_step: the step, an integer; None (the default) for none.
            graph_def: a GraphDef, in place of `graph`.

        Raises:
            ValueError: both are given.
            TypeError: it is no graph.

        Example:
            >>> with tf.Graph().as_default() as graph, tf.compat.v1.summary.FileWriter("./logs") as writer:
            ...     x = tf.constant(1.0, name="x")
            ...     writer.add_graph(graph)
            >>> (path,) = tf.io.gfile.glob("./logs/events*")
            >>> written = [e.graph_def for e in tf.compat.v1.train.summary_iterator(path) if e.HasField("graph_def")]
            >>> [node.name for node in tf.compat.v1.GraphDef.FromString(written[0]).node]
            ['x']
        """
        if graph is not None and graph_def is not None:
            raise ValueError("Please pass only graph, or graph_def (deprecated), but not both.")
        made = graph if graph is not None else graph_def
        if is_message(made, "GraphDef"):
            logging.warning("Passing a `GraphDef` to the SummaryWriter is deprecated. Pass a `Graph` object instead, such as `sess.graph`.")
        if isinstance(made, EngineGraph):
            made = written_again(made, add_shapes=True, shown=True)
        elif hasattr(made, "as_graph_def"):
            made = made.as_graph_def(add_shapes=True)
        if not hasattr(made, "SerializeToString"):
            raise TypeError("The passed graph must be an instance of `Graph` or the deprecated `GraphDef`")
        self._with_time(message("Event")(graph_def=made.SerializeToString()), global_step)

    def add_meta_graph(self, meta_graph_def: Message, global_step: int | None = None) -> None:
        """Puts a graph with its collections into the file. Mirrors `tf.compat.v1.summary.FileWriter.add_meta_graph`.

        Other than `add_graph` it tells which of the nodes are variables, savers and the like. The constructor writes one without
        collections beside the graph that it is given.

        Arguments:
            meta_graph_def: a MetaGraphDef, as `tf.compat.v1.train.export_meta_graph` gives it.
            global_step: the step, an integer; None (the default) for none.

        Raises:
            TypeError: it is no MetaGraphDef.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.summary.FileWriter("./logs") as writer:
            ...     w = tf.compat.v1.get_variable("w", [2])
            ...     writer.add_meta_graph(tf.compat.v1.train.export_meta_graph())
            >>> (path,) = tf.io.gfile.glob("./logs/events*")
            >>> sum(event.HasField("meta_graph_def") for event in tf.compat.v1.train.summary_iterator(path))
            1
        """
        if not is_message(meta_graph_def, "MetaGraphDef"):
            raise TypeError(f"meta_graph_def must be type MetaGraphDef, saw type: {type(meta_graph_def)}")
        self._with_time(message("Event")(meta_graph_def=meta_graph_def.SerializeToString()), global_step)

    def add_run_metadata(self, run_metadata: Message, tag: str, global_step: int | None = None) -> None:
        """Puts what a run of a session told of itself into the file. Mirrors `tf.compat.v1.summary.FileWriter.add_run_metadata`.

        `Session.run` fills a `tf.compat.v1.RunMetadata` with times and memory of each node, where its options ask for a trace; TensorBoard
        shows them in the graph.

        Arguments:
            run_metadata: the message.
            tag: the name of the run, such as "step 10".
            global_step: the step, an integer; None (the default) for none.

        Raises:
            ValueError: the tag was used before.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.summary.FileWriter("./logs") as writer:
            ...     writer.add_run_metadata(tf.compat.v1.RunMetadata(), "first", global_step=1)
            ...     try:
            ...         writer.add_run_metadata(tf.compat.v1.RunMetadata(), "first")
            ...     except ValueError as error:
            ...         print(error)
            The provided tag was already used for this event type
        """
        if tag in self._run_tags:
            raise ValueError("The provided tag was already used for this event type")
        self._run_tags.add(tag)
        event = message("Event")()
        event.tagged_run_metadata.tag = tag
        event.tagged_run_metadata.run_metadata = run_metadata.SerializeToString()
        self._with_time(event, global_step)

    def flush(self) -> None:
        """Writes out what still waits. Mirrors `tf.compat.v1.summary.FileWriter.flush`.

        Events are written by a thread, at the latest after `flush_secs` seconds. Call it where something is to be seen at once, as before
        an evaluation of which a person waits for the curves. `close` does so too.

        A writer of a session writes to a file that others may share; theirs is written out as well.

        Example:
            >>> with tf.Graph().as_default():
            ...     writer = tf.compat.v1.summary.FileWriter("./logs")
            ...     writer.add_session_log(tf.compat.v1.SessionLog(status=tf.compat.v1.SessionLog.STOP))
            ...     writer.flush()
            >>> (path,) = tf.io.gfile.glob("./logs/events*")
            >>> sum(event.HasField("session_log") for event in tf.compat.v1.train.summary_iterator(path))
            1
            >>> writer.close()
        """
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Writes out what still waits, and closes the file. Mirrors `tf.compat.v1.summary.FileWriter.close`.

        A `with` statement does so at its end. What is added afterwards is dropped, with a warning, unless `reopen` begins a new file.
        Closing twice is no error.

        A writer of a session leaves the file open, since others may write to it.

        Example:
            >>> with tf.Graph().as_default():
            ...     writer = tf.compat.v1.summary.FileWriter("./logs")
            ...     writer.add_session_log(tf.compat.v1.SessionLog(status=tf.compat.v1.SessionLog.START))
            ...     writer.close()
            ...     writer.close()
            >>> (path,) = tf.io.gfile.glob("./logs/events*")
            >>> sum(event.HasField("session_log") for event in tf.compat.v1.train.summary_iterator(path))
            1
        """
        if self._file is not None and self._session is not None:
            self._file.flush()  # others may write to it
        elif self._file is not None:
            self._finalizer.detach()
            self._file.close()
            self._file = None
        self._closed = True

    def reopen(self) -> None:
        """Begins a new file in the directory, after the last one was closed. Mirrors `tf.compat.v1.summary.FileWriter.reopen`.

        A program that evaluates from time to time closes its writer in between and reopens it. TensorBoard puts the files of a directory
        together. Where the file is open, nothing happens.

        Example:
            >>> with tf.Graph().as_default():
            ...     writer = tf.compat.v1.summary.FileWriter("./logs")
            ...     writer.close()
            ...     writer.reopen()
            ...     writer.add_session_log(tf.compat.v1.SessionLog(status=tf.compat.v1.SessionLog.START))
            ...     writer.close()
            >>> paths = tf.io.gfile.glob("./logs/events*")
            >>> sum(e.HasField("session_log") for path in paths for e in tf.compat.v1.train.summary_iterator(path))
            1
        """
        self._closed = False
        self._open()


@tf_export(v1=["summary.FileWriterCache"])
class FileWriterCache:
    """One writer for each directory, for the whole program. Mirrors `tf.compat.v1.summary.FileWriterCache`.

    Hooks, estimators and other parts of a program that write to one directory get the same `tf.compat.v1.summary.FileWriter` by it, so that
    there is one file and the events are in order. It is not made: its methods are static.

    `clear` closes all of them, which a program does before it deletes the directories.

    Example:
        >>> with tf.Graph().as_default():
        ...     first = tf.compat.v1.summary.FileWriterCache.get("./logs")
        ...     print(tf.compat.v1.summary.FileWriterCache.get("./logs") is first)
        True
        >>> tf.compat.v1.summary.FileWriterCache.clear()
    """

    __module__ = "tensorflow.python.summary.writer.writer_cache"

    _writers, _lock = {}, threading.RLock()

    @staticmethod
    def get(logdir: str) -> FileWriter:
        """The writer for a directory, made if there is none. Mirrors `tf.compat.v1.summary.FileWriterCache.get`.

        It is made with the graph that is the default then, which is written to its file. Do not close it, since others use it:
        `tf.compat.v1.summary.FileWriterCache.clear` closes all.

        Arguments:
            logdir: the directory, a str. Different spellings of one directory are different writers.

        Returns:
            A `tf.compat.v1.summary.FileWriter`.

        Example:
            >>> with tf.Graph().as_default():
            ...     writer = tf.compat.v1.summary.FileWriterCache.get("./logs")
            ...     print(writer.get_logdir(), tf.compat.v1.summary.FileWriterCache.get("./other") is writer)
            ./logs False
            >>> tf.compat.v1.summary.FileWriterCache.clear()
        """
        with FileWriterCache._lock:
            if logdir not in FileWriterCache._writers:
                FileWriterCache._writers[logdir] = FileWriter(logdir, graph=current_graph())
            return FileWriterCache._writers[logdir]

    @staticmethod
    def clear() -> None:
        """Closes the writers of all directories, and forgets them. Mirrors `tf.compat.v1.summary.FileWriterCache.clear`.

        What waits is written out first. The next `get` makes a new writer, which begins a new file. Tests call it between two programs,
        since a writer of an earlier one would go on with a file in a directory that is gone.

        Example:
            >>> with tf.Graph().as_default():
            ...     first = tf.compat.v1.summary.FileWriterCache.get("./logs")
            ...     tf.compat.v1.summary.FileWriterCache.clear()
            ...     print(tf.compat.v1.summary.FileWriterCache.get("./logs") is first)
            False
            >>> tf.compat.v1.summary.FileWriterCache.clear()
        """
        with FileWriterCache._lock:
            for writer in FileWriterCache._writers.values():
                writer.close()
            FileWriterCache._writers.clear()
