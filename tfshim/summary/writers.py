"""Summary writers: what `tf.summary.create_file_writer` makes, and how one becomes the default."""

from __future__ import annotations

import contextlib
import weakref
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import init_scope
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.summary_state import STATE
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int32, string
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.io._filesystems import as_path
from tfshim.refusals import refused
from tfshim.summary._event_file import EventFile, close_quietly
from tfshim.summary.graph_writers import GraphWriter

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike


_MODULE = "tensorflow.python.ops.summary_ops_v2"  # shows in reprs that people print
_DEFAULT_MAX_QUEUE = 10
_DEFAULT_FLUSH_MILLIS = 2 * 60 * 1000


@tf_export("summary.SummaryWriter", v1=[])
class SummaryWriter:
    """What summary writers have in common: `as_default(step=None)`, `set_as_default(step=None)`, `init()`, `flush()` and `close()`.

    Mirrors `tf.summary.SummaryWriter`. `tf.summary.create_file_writer` makes real ones; this class is for type checks and for writers of
    one's own. `as_default` is a context in which `tf.summary.scalar` and the others write to it, with `step` where they are given none.

    Example:
        >>> writer = tf.summary.create_file_writer("logs")
        >>> isinstance(writer, tf.summary.SummaryWriter)
        True
        >>> with writer.as_default(step=7):
        ...     print(bool(tf.summary.scalar("loss", 1.0)), int(tf.summary.experimental.get_step()))
        True 7
    """

    __module__ = _MODULE

    def set_as_default(self, step: IntLike | None = None) -> Any:
        """Make this the writer that summaries go to from now on. Mirrors `tf.summary.SummaryWriter.set_as_default`.

        Arguments:
            step: the step that summaries get where none is given, an int or an int64 tensor or variable; None: it stays as it is.

        Returns:
            None. It holds for the thread until another writer is set, or `as_default` of another one is entered.

        Raises:
            RuntimeError: the writer is closed.

        In a script it saves the `with` that `as_default` needs; `flush` or `close` then says when the file is complete. Within the
        context of another writer it holds until that ends.

        Example:
            >>> with tf.summary.create_file_writer("logs").as_default():
            ...     tf.summary.create_file_writer("more").set_as_default(step=1)
            ...     print(bool(tf.summary.scalar("loss", 0.5)), tf.summary.experimental.get_step())
            True 1
            >>> tf.summary.experimental.set_step(None)
        """
        raise NotImplementedError()

    def as_default(self, step: IntLike | None = None) -> Any:
        """Give a context in which summaries go to this writer. Mirrors `tf.summary.SummaryWriter.as_default`.

        Arguments:
            step: the step that summaries within it get where none is given, an int or an int64 tensor or variable; None: that of the
                surroundings.

        Returns:
            A context manager; `with writer.as_default() as w:` gives the writer as `w`. When it ends, what was written is in the file,
            and the former writer and step hold again.

        Raises:
            RuntimeError: the writer is closed.

        Example:
            >>> writer = tf.summary.create_file_writer("logs")
            >>> for step in range(2):
            ...     with writer.as_default(step=step):
            ...         written = tf.summary.scalar("loss", 1.0 / (step + 1))
            >>> bool(written)
            True
        """
        raise NotImplementedError()

    def init(self) -> Any:
        """Make the writer ready, which it is as soon as it is made. Mirrors `tf.summary.SummaryWriter.init`.

        Returns:
            None; in a graph of TensorFlow 1, the operation that begins the file, to be run once before summaries are written.

        Raises:
            RuntimeError: the writer is closed.

        Programs of TensorFlow 2 have no need to call it. With sessions, `tf.compat.v1.summary.initialize()` or this operation has to
        run, since there a writer is a part of the graph and no file is begun until then.

        Example:
            >>> writer = tf.summary.create_file_writer("logs")
            >>> writer.init()
            >>> with writer.as_default():
            ...     print(bool(tf.summary.scalar("loss", 0.5, step=0)))
            True
        """
        raise NotImplementedError()

    def flush(self) -> Any:
        """Write all summaries so far into the file. Mirrors `tf.summary.SummaryWriter.flush`.

        Returns:
            None; in a graph of TensorFlow 1, the operation that does it.

        Raises:
            Nothing; of a closed writer, whose file is complete, it does nothing.

        Summaries wait in memory until some have gathered (`max_queue` of `tf.summary.create_file_writer`), some time has passed
        (`flush_millis`), or the context of `as_default` ends. Call it where TensorBoard or another program should see them at once.

        Example:
            >>> writer = tf.summary.create_file_writer("logs", max_queue=100)
            >>> with writer.as_default(step=0):
            ...     _ = tf.summary.scalar("loss", 0.5)
            ...     writer.flush()  # from here on others see it
            ...     _ = tf.summary.scalar("accuracy", 0.5)
        """
        raise NotImplementedError()

    def close(self) -> Any:
        """Write all summaries and close the file. Mirrors `tf.summary.SummaryWriter.close`.

        Returns:
            None; in a graph of TensorFlow 1, the operation that does it. A second call does nothing.

        Raises:
            Nothing. What is written to the writer afterwards raises: RuntimeError from `as_default` and `set_as_default`, NotFoundError
            from summaries where it is still the default one.

        At the end of a program all writers are closed by themselves. Close one where a program makes many, for each run its own, since
        each keeps a file open.

        Example:
            >>> writer = tf.summary.create_file_writer("logs")
            >>> with writer.as_default(step=0):
            ...     _ = tf.summary.scalar("loss", 0.5)
            >>> writer.close()
            >>> writer.close()
        """
        raise NotImplementedError()


class _ResourceSummaryWriter(SummaryWriter):
    """A writer of one event file."""

    __module__ = _MODULE

    def __init__(self, event_file):
        self._event_file = event_file
        self._closed = False
        # Also runs at the end of the program, so that what is queued is not lost.
        self._finalizer = weakref.finalize(self, close_quietly, event_file)

    def _check_open(self):
        if self._closed:
            raise RuntimeError(f"SummaryWriter {self!r} is already closed")

    def set_as_default(self, step=None):
        """Makes this the default writer of the thread; `step`, if given, becomes the default step."""
        self._check_open()
        STATE.set_default(self, step)

    @contextlib.contextmanager
    def as_default(self, step=None):
        """A context in which this is the default writer; summaries are flushed when it ends.

        `step`, if given, is the default step within it. Raises `RuntimeError` if the writer is closed.
        """
        self._check_open()
        try:
            with STATE.default(self, step):
                yield self
        finally:
            self.flush()

    def init(self):
        """Does nothing: the file is there since the writer was made. Raises `RuntimeError` if it is closed."""
        self._check_open()

    def flush(self):
        """Writes out all summaries so far; nothing happens if the writer is closed."""
        if not self._closed:
            self._event_file.flush()

    def close(self):
        """Writes out all summaries and closes the file; a second call does nothing."""
        with lock_of(self):
            if not self._closed:
                self._closed = True
                self._finalizer.detach()
                self._event_file.close()

    def add_event(self, event):
        """Queues the Event message `event`; `NotFoundError` if the writer is closed."""
        if self._closed:
            raise errors.NotFoundError(
                None,
                None,
                f"The summary writer of {self._event_file.path} is closed and takes no summaries. "
                "Make a new one with tf.summary.create_file_writer.",
            )
        self._event_file.add(event)


class _TrackableResourceSummaryWriter(_ResourceSummaryWriter, AutoTrackable):
    """A writer of one event file that objects with variables keep as a part of theirs. A checkpoint holds nothing of it."""

    __module__ = _MODULE


class _GraphSummaryWriter(GraphWriter, SummaryWriter):
    """A writer of a graph that sessions run."""

    __module__ = _MODULE


class _NoopSummaryWriter(SummaryWriter):
    """A writer that writes nothing and leaves the default writer as it is."""

    __module__ = _MODULE

    def set_as_default(self, step=None):
        """Does nothing."""

    @contextlib.contextmanager
    def as_default(self, step=None):
        """A context that changes nothing."""
        yield self

    def init(self):
        """Does nothing."""

    def flush(self):
        """Does nothing."""

    def close(self):
        """Does nothing."""


@tf_export("summary.create_noop_writer", v1=[])
def create_noop_writer() -> _NoopSummaryWriter:
    """A writer that writes nothing, for code that needs one in every case.

    Mirrors `tf.summary.create_noop_writer`. It has all methods of writers; while it is the default, summaries are not recorded and
    return False. A training on several workers gives all but the first one such a writer, for instance.

    `flush` and `close` have nothing to do, and no file or folder is made. The steps of a training are the same for all workers by it,
    without a condition around each summary.

    Returns:
        A `tf.summary.SummaryWriter`.

    Example:
        >>> with tf.summary.create_noop_writer().as_default():
        ...     print(bool(tf.summary.scalar("loss", 1.0, step=0)))
        False
    """
    return _NoopSummaryWriter()


@tf_export("summary.create_file_writer", v1=[])
def create_file_writer(
    logdir: str | None,
    max_queue: IntLike | None = None,
    flush_millis: IntLike | None = None,
    filename_suffix: str | None = None,
    name: str | None = None,
    experimental_trackable: bool = False,
    experimental_mesh: Any = None,
) -> SummaryWriter:
    """A writer of a new event file, which TensorBoard reads.

    Mirrors `tf.summary.create_file_writer`. `with writer.as_default():` makes it the one that `tf.summary.scalar` and the others write to;
    `writer.flush()` and `writer.close()` write out what waits. The directory is made if it is missing.

    Arguments:
        logdir: the directory: a text, a path or a string tensor.
        max_queue: how many summaries wait at most; 10 by default.
        flush_millis: after how many milliseconds they are written in any case; 120000.
        filename_suffix: the end of the file's name; ".v2".
        name: of the operation.
        experimental_trackable: whether it counts as a part of the `tf.Module` that keeps it; False.
        experimental_mesh: only None.

    Returns:
        A `tf.summary.SummaryWriter`. In a graph of TensorFlow 1 a session runs its `init()`, `flush()` and `close()`, and evaluates what
        summaries return, which `tf.compat.v1.summary.all_v2_summary_ops()` lists.

    Raises:
        ValueError: no `logdir`. FailedPreconditionError: it is a file. Other errors are those of the file system.

    Example:
        >>> writer = tf.summary.create_file_writer("logs/first")
        >>> with writer.as_default():
        ...     for step in range(3):
        ...         _ = tf.summary.scalar("loss", 1.0 / (step + 1), step=step)
        >>> writer.close()
        >>> len(tf.io.gfile.listdir("logs/first"))
        1
    """
    if logdir is None:
        raise ValueError("Argument `logdir` cannot be None")
    if experimental_mesh is not None:
        raise refused("tf.summary.create_file_writer", "experimental_mesh")
    with init_scope():
        if TS.graph is not None:
            return _GraphSummaryWriter(
                _as_path(logdir),
                _DEFAULT_MAX_QUEUE if max_queue is None else max_queue,
                _DEFAULT_FLUSH_MILLIS if flush_millis is None else flush_millis,
                ".v2" if filename_suffix is None else filename_suffix,
                name,
            )
    return begun_writer(logdir, max_queue, flush_millis, filename_suffix, experimental_trackable)


def begun_writer(
    logdir: Any, max_queue: Any = None, flush_millis: Any = None, filename_suffix: Any = None, trackable: bool = False
) -> _ResourceSummaryWriter:
    """A writer of a file that is begun at once, also where a graph is built."""
    max_queue = _host(_DEFAULT_MAX_QUEUE if max_queue is None else max_queue, int32)
    flush_millis = _host(_DEFAULT_FLUSH_MILLIS if flush_millis is None else flush_millis, int32)
    suffix = _text(".v2" if filename_suffix is None else filename_suffix)
    suffix = suffix if suffix.startswith(".") else f".{suffix}"
    try:
        kind = _TrackableResourceSummaryWriter if trackable else _ResourceSummaryWriter
        return kind(EventFile(_text(logdir), max_queue, flush_millis, suffix))
    except errors.OpError as error:
        raise errors.op_error(type(error), error.message, "CreateSummaryFileWriter") from error


def _host(value, dtype):
    """The Python value of a scalar that must have DType `dtype`; TensorFlow's errors for any other."""
    value = convert_to_tensor(value, dtype).numpy()
    return value.item() if hasattr(value, "item") else value


def _as_path(value):
    return as_path(value) if hasattr(value, "__fspath__") else value


def _text(value):
    return as_path(_host(_as_path(value), string))


@tf_export("summary.flush", v1=[])
def flush(writer: Any = None, name: str | None = None) -> Any:
    """Writes out the summaries that wait.

    Mirrors `tf.summary.flush`. Writers do so by themselves after a time and when they are closed; call it before another program reads the
    files.

    Arguments:
        writer: a `tf.summary.SummaryWriter`; None (default): the default writer, if there is one.
        name: of the operation; None.

    Returns:
        None, or in a graph the operation.

    Raises:
        ValueError: what is no writer.

    Example:
        >>> writer = tf.summary.create_file_writer("logs")
        >>> with writer.as_default():
        ...     _ = tf.summary.scalar("loss", 0.5, step=1)
        ...     tf.summary.flush()
        >>> path = tf.io.gfile.glob("logs/*")[0]
        >>> len(list(tf.data.TFRecordDataset(path)))
        2
    """
    writer = STATE.writer if writer is None else writer
    if writer is None:
        return
    if not isinstance(writer, SummaryWriter):
        raise ValueError(f"Invalid argument to flush(): {writer!r}")
    return writer.flush()
