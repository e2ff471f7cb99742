"""Readers of TensorFlow 1: what turns a queue of file names, from run to run, into records."""

from __future__ import annotations

import collections
import itertools
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.compat.v1.graphs import reader_form  # noqa: F401 - how readers are written in GraphDefs
from tfshim.data.structures import box
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.graph import current_graph, last_operation
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.sessions.runs import others_may_run, running_session
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.io._filesystems import as_path
from tfshim.queue.base import QueueBase

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor

# Shown under their names in TensorFlow.
_Read = collections.namedtuple("ReaderReadV2", ["key", "value"], module="tensorflow.python.ops.gen_io_ops")  # type: ignore[name-match]
_ReadUpTo = collections.namedtuple(  # type: ignore[name-match]
    "ReaderReadUpToV2", ["keys", "values"], module="tensorflow.python.ops.gen_io_ops"
)


class _Place:
    """The state of a reader in a session: its present file, and counts of what it has read."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.restart()

    def restart(self) -> None:
        """Forget everything."""
        self.work, self.current, self.records, self.ready = None, b"", None, collections.deque()
        self.started = self.finished = self.produced = 0


def _place(reader):
    own = reader.__dict__.get("_own_place")
    if own is not None:  # of a reader that no graph has
        return own
    session = running_session()
    if session is None:
        raise RuntimeError(f"The reader {reader.name} belongs to a graph: run its operations in a session.")
    return session._store(reader, _Place)


class _ReaderLock:
    """Locks a reader. A run that has to wait lets other threads run its graph: one of them may hold the lock."""

    def __init__(self, reader):
        self.place = _place(reader)

    def __enter__(self):
        if not self.place.lock.acquire(blocking=False):
            with others_may_run():
                self.place.lock.acquire()
        return self.place

    def __exit__(self, *_):
        self.place.lock.release()


def _more(reader, place, queue):
    """Let a record be ready at `place`, from the next file of `queue` where the present one is at its end."""
    while True:
        if place.work is None:
            element = queue._store.get(1)[0]
            place.work = place.current = element[0][()]
            place.started += 1
            place.records = reader._open(as_path(place.work))
        record = next(place.records, None)
        if record is not None:
            place.ready.append(record)
            if reader._whole:
                _done(place)
            return
        _done(place)


def _done(place):
    place.finished += 1
    place.work = place.records = None


@op(
    "ReaderReadV2",
    which="int",
    stateful=True,
    grad=None,
    register=False,
    outside="files",
    shape_fn=lambda *_: [(dtypes.string, ()), (dtypes.string, ())],
)
def _read(reader, queue, which, name=None):
    """The next record, and the key of its place."""
    return one_record(reader, queue._chosen(which))


def one_record(reader: ReaderBase, queue: QueueBase) -> list[Any]:
    """The key and the text of the next record, as storages."""
    with _ReaderLock(reader) as place:
        if not place.ready:
            _more(reader, place, queue)
        place.produced += 1
        key, value = place.ready.popleft()
    return [box(key), box(value)]


@op(
    "ReaderReadUpToV2",
    which="int",
    count="int",
    stateful=True,
    grad=None,
    register=False,
    outside="files",
    shape_fn=lambda *_: [(dtypes.string, (None,)), (dtypes.string, (None,))],
)
def _read_up_to(reader, queue, which, count, name=None):
    """Up to `count` records of one file, and their keys."""
    return some_records(reader, queue._chosen(which), count)


def some_records(reader: ReaderBase, queue: QueueBase, count: int) -> list[Any]:
    """The keys and the texts of up to `count` records of one file, as storages."""
    if count <= 0:
        raise invalid("num_records must be positive")
    with _ReaderLock(reader) as place:
        if not place.ready:
            _more(reader, place, queue)
        while len(place.ready) < count and place.work is not None:
            record = next(place.records, None)
            if record is None:
                _done(place)
            else:
                place.ready.append(record)
        taken = [place.ready.popleft() for _ in range(min(count, len(place.ready)))]
        place.produced += len(taken)
    return [np.array(column, dtype=object) for column in zip(*taken)]


def _number(op_type, attribute, doc):
    @op(op_type, stateful=True, grad=None, register=False, outside="files", shape_fn=lambda *_: (dtypes.int64, ()))
    def count(reader, name=None):
        with _ReaderLock(reader) as place:
            return torch.tensor(getattr(place, attribute), dtype=torch.int64)

    count.__doc__ = doc
    return count


_produced = _number("ReaderNumRecordsProducedV2", "produced", "How many records were read.")
_finished = _number("ReaderNumWorkUnitsCompletedV2", "finished", "How many files were read to their end.")


@op("ReaderResetV2", stateful=True, grad=None, register=False, outside="files", shape_fn=lambda *_: ())
def _reset(reader, name=None):
    with _ReaderLock(reader) as place:
        place.restart()
    return ()


@op("ReaderSerializeStateV2", stateful=True, grad=None, register=False, outside="files", shape_fn=lambda *_: (dtypes.string, ()))
def _serialize(reader, name=None):
    return box(state_of(reader))


def state_of(reader: ReaderBase) -> bytes:
    """A reader's place as text. Raises UnimplementedError for a reader that does not support that."""
    if not reader.supports_serialize:
        raise errors.UnimplementedError(None, None, "Reader SerializeState")
    with _ReaderLock(reader) as place:
        numbers = (place.started, place.finished, place.produced)
        # The wire format of TensorFlow's message ReaderBaseState: varints in fields 1 to 3, left out if zero, and bytes in field 4.
        text = b"".join(bytes([8 * (i + 1), *_varint(n)]) for i, n in enumerate(numbers) if n)
        return text + b"\x22" + bytes(_varint(len(place.current))) + place.current


def _no_results(reader, state):
    if state.shape.rank not in (None, 0):
        raise ValueError(f"Shape must be rank 0 but is rank {state.shape.rank}")
    return ()


@op("ReaderRestoreStateV2", state="string", stateful=True, grad=None, register=False, outside="files", shape_fn=_no_results)
def _restore(reader, state, name=None):
    if not restored(reader, state[()]):
        raise invalid(f"Could not parse state for {reader.name}: {state[()]!r}")
    return ()


def restored(reader: ReaderBase, state: bytes) -> bool:
    """Whether `state` is the text of a place; if it is, the reader is there now. Raises as `state_of` does."""
    if not reader.supports_serialize:
        raise errors.UnimplementedError(None, None, "Reader RestoreState")
    found = _parsed(state)
    if found is None:
        return False
    with _ReaderLock(reader) as place:
        place.restart()
        place.started, place.finished, place.produced, place.current = found
    return True


def _varint(n):
    while n > 127:
        yield n & 127 | 128
        n >>= 7
    yield n


def _parsed(text):
    """(started, finished, produced, current) of the message that `_serialize` writes; None for what is no such message."""
    numbers, data = {1: 0, 2: 0, 3: 0, 4: b""}, iter(text)

    def number():
        value = shift = 0
        while True:
            byte = next(data)
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    # A tag is the number of the field times 8, plus 2 for bytes.
    for tag in data:
        if tag not in (8, 16, 24, 34):
            return None
        try:
            value = number()
        except StopIteration:
            return None
        if tag == 34:
            part = bytes(itertools.islice(data, value))
            if len(part) != value:
                return None
            value = part
        numbers[tag >> 3] = value
    return tuple(numbers.values())


def _queue_of(queue):
    """The queue that `queue` is, or that the symbolic tensor `queue` refers to. TypeError for anything else."""
    found = queue.op.arguments[0] if hasattr(queue, "op") else queue
    if not isinstance(found, QueueBase):
        raise TypeError(f"A reader takes the names of files from a queue (tf.FIFOQueue or its like), not from {queue!r}.")
    return found


def _check_in_graph():
    if TS.graph is None:
        raise RuntimeError(
            "Readers are not supported when eager execution is enabled. Instead, please use tf.data to get data into your model."
        )


def _of(reader):
    """The reader that reads: one that was made from another's `reader_ref` is that one."""
    return reader if isinstance(reader, GraphReader) else reader._reader_ref.op.arguments[0]


@tf_export(v1=["ReaderBase"])
class ReaderBase:
    """What all readers can do, for the reader that a tensor stands for. Mirrors `tf.compat.v1.ReaderBase`.

    A reader takes the names of files from a queue of strings and gives their records, a key and a value each. It belongs to a graph, and
    each session has its own place in the files. `tf.data` has taken the place of readers.

    Its classes are `tf.compat.v1.TextLineReader`, `tf.compat.v1.TFRecordReader`, `tf.compat.v1.FixedLengthRecordReader`,
    `tf.compat.v1.WholeFileReader` and `tf.compat.v1.IdentityReader`.

    Arguments:
        reader_ref: the tensor of a reader, that is the `reader_ref` of another one.
        supports_serialize: whether it can save its place, which only `tf.compat.v1.IdentityReader` can; False by default.

    Raises:
        RuntimeError: eager execution is on, where there are no readers.

    Example:
        >>> with tf.Graph().as_default():
        ...     first = tf.compat.v1.IdentityReader()
        ...     same = tf.compat.v1.ReaderBase(first.reader_ref)
        ...     print(same.reader_ref is first.reader_ref, same.supports_serialize)
        True False
    """

    __module__ = "tensorflow.python.ops.io_ops"
    _whole = False  # whether a file is one record

    def __init__(self, reader_ref: Tensor, supports_serialize: bool = False) -> None:
        _check_in_graph()
        self._reader_ref, self._supports_serialize = reader_ref, supports_serialize

    supports_serialize = property(lambda self: self._supports_serialize, doc="Whether its place can be saved.")
    reader_ref = property(lambda self: self._reader_ref, doc="The symbolic tensor that stands for the reader.")
    graph_handle = reader_ref
    name = property(lambda self: self._reader_ref.op.name, doc="The name of the reader in its graph.")

    def read(self, queue: QueueBase | Tensor, name: str | None = None) -> _Read:
        """The next record of the files in a queue. Mirrors `tf.compat.v1.ReaderBase.read`.

        Where the file that is being read has come to its end, and at first, the run takes the name of the next file from the queue, and
        waits where the queue is empty but not closed.

        Arguments:
            queue: a queue of strings with the names of files, or the tensor of one.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            A named tuple of the scalar strings `key`, which tells where the record stands, and `value`, the record.

        Raises:
            OutOfRangeError: the queue is closed and empty, when it runs.
            NotFoundError: there is no such file, when it runs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     queue = tf.compat.v1.FIFOQueue(10, [tf.string])
            ...     key, value = tf.compat.v1.IdentityReader().read(queue)
            ...     sess.run(queue.enqueue_many([["a", "b"]]))
            ...     print(sess.run([key, value]), sess.run(value))
            [b'a', b'a'] b'b'
        """
        queue = _queue_of(queue)
        return _Read(*_read(_of(self), queue, queue._which, name=name))

    def read_up_to(self, queue: QueueBase | Tensor, num_records: IntLike, name: str | None = None) -> _ReadUpTo:
        r"""The next records of one file, as many as are asked for at most. Mirrors `tf.compat.v1.ReaderBase.read_up_to`.

        A run gives fewer where the file ends before, and at least one; the next run goes on with the next file.

        Arguments:
            queue: a queue of strings with the names of files, or the tensor of one.
            num_records: the most records of a run, an integer scalar.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            A named tuple of two vectors of strings, `keys` and `values`, of one length.

        Raises:
            OutOfRangeError: the queue is closed and empty, when it runs.
            NotFoundError: there is no such file, when it runs.

        Example:
            >>> tf.io.write_file("lines.txt", "one\ntwo\nthree\n")
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     queue = tf.compat.v1.FIFOQueue(10, [tf.string])
            ...     keys, values = tf.compat.v1.TextLineReader().read_up_to(queue, 2)
            ...     sess.run(queue.enqueue(["lines.txt"]))
            ...     print(sess.run([keys, values]))
            ...     print(sess.run(values))
            [array([b'lines.txt:1', b'lines.txt:2'], dtype=object), array([b'one', b'two'], dtype=object)]
            [b'three']
        """
        queue = _queue_of(queue)
        return _ReadUpTo(*_read_up_to(_of(self), queue, queue._which, num_records, name=name))

    def num_records_produced(self, name: str | None = None) -> Tensor:
        """How many records the reader has given. Mirrors `tf.compat.v1.ReaderBase.num_records_produced`.

        It counts what all runs of a session have read since the reader was made or `reset` ran; another session begins with 0.
        `num_work_units_completed` counts files instead.

        It is the same number that `tf.raw_ops.ReaderNumRecordsProducedV2` gives. A run that waits for the queue holds the reader, so that
        the number is only there after it.

        Arguments:
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            An int64 scalar tensor.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     queue, reader = tf.compat.v1.FIFOQueue(10, [tf.string]), tf.compat.v1.IdentityReader()
            ...     value, count = reader.read(queue).value, reader.num_records_produced()
            ...     sess.run(queue.enqueue_many([["a", "b", "c"]]))
            ...     print(sess.run(count), sess.run(value), sess.run(value), sess.run(count))
            0 b'a' b'b' 2
        """
        return _produced(_of(self), name=name)

    def num_work_units_completed(self, name: str | None = None) -> Tensor:
        r"""How many files the reader has read to their end. Mirrors `tf.compat.v1.ReaderBase.num_work_units_completed`.

        A file counts once a run has found its end, that is when the record after its last one is asked for. It counts what all runs of a
        session have read since the reader was made or `reset` ran; another session begins with 0. `num_records_produced` counts records
        instead.

        Arguments:
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            An int64 scalar tensor.

        Example:
            >>> tf.io.write_file("short.txt", "one\n")
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     queue, reader = tf.compat.v1.FIFOQueue(10, [tf.string]), tf.compat.v1.TextLineReader()
            ...     value, count = reader.read(queue).value, reader.num_work_units_completed()
            ...     sess.run(queue.enqueue_many([["short.txt", "short.txt"]]))
            ...     print(sess.run(value), sess.run(count), sess.run(value), sess.run(count))
            b'one' 0 b'one' 1
        """
        return _finished(_of(self), name=name)

    def reset(self, name: str | None = None) -> Operation:
        r"""An operation that lets the reader begin anew. Mirrors `tf.compat.v1.ReaderBase.reset`.

        It forgets the file that is being read and the counts of records and files. The queue stays as it is, so that the next run takes the
        next name from it, not the first one again. Other sessions are not concerned, since each has its own place.

        Arguments:
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            The operation, which a session runs.

        Example:
            >>> tf.io.write_file("two.txt", "one\ntwo\n")
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     queue, reader = tf.compat.v1.FIFOQueue(10, [tf.string]), tf.compat.v1.TextLineReader()
            ...     value, count, reset = reader.read(queue).value, reader.num_records_produced(), reader.reset()
            ...     sess.run(queue.enqueue_many([["two.txt", "two.txt"]]))
            ...     print(sess.run(value), sess.run(count))
            ...     sess.run(reset)
            ...     print(sess.run(count), sess.run(value))
            b'one' 1
            0 b'one'
        """
        _reset(_of(self), name=name)
        return last_operation()

    def serialize_state(self, name: str | None = None) -> Tensor:
        """A string with the place of the reader, for `restore_state`. Mirrors `tf.compat.v1.ReaderBase.serialize_state`.

        Only `tf.compat.v1.IdentityReader` can do so, which `supports_serialize` tells; readers of files cannot, as in TensorFlow. The
        string holds the counts of what was read, and has no form that other programs know.

        Arguments:
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            A scalar tensor of strings.

        Raises:
            UnimplementedError: the reader cannot, when it runs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     queue, reader = tf.compat.v1.FIFOQueue(10, [tf.string]), tf.compat.v1.IdentityReader()
            ...     value, state = reader.read(queue).value, reader.serialize_state()
            ...     sess.run(queue.enqueue_many([["a"]]))
            ...     print(sess.run(value), len(sess.run(state)) > 0, reader.supports_serialize)
            b'a' True True
        """
        return _serialize(_of(self), name=name)

    def restore_state(self, state: TensorLike, name: str | None = None) -> Operation:
        """An operation that takes the reader back to a place that `serialize_state` gave. Mirrors `tf.compat.v1.ReaderBase.restore_state`.

        Only `tf.compat.v1.IdentityReader` can do so, which `supports_serialize` tells. The queue is not changed: what was taken from it
        since does not come back.

        Arguments:
            state: a scalar tensor of strings, or bytes, from a reader of the same kind.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            The operation, which a session runs.

        Raises:
            UnimplementedError: the reader cannot, when it runs.
            InvalidArgumentError: it is not such a string, when it runs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     queue, reader = tf.compat.v1.FIFOQueue(10, [tf.string]), tf.compat.v1.IdentityReader()
            ...     value, state, count = reader.read(queue).value, reader.serialize_state(), reader.num_records_produced()
            ...     begun = sess.run(state)
            ...     sess.run(queue.enqueue_many([["a", "b"]]))
            ...     print(sess.run(value), sess.run(count))
            ...     sess.run(reader.restore_state(begun))
            ...     print(sess.run(count))
            b'a' 1
            0
        """
        _restore(_of(self), state, name=name)
        return last_operation()


class GraphReader(ReaderBase):
    """A reader that a graph gets."""

    _supports_serialize = False

    def __init__(self, name: str | None = None) -> None:
        _check_in_graph()
        node = InnerOp(f"{type(self).__name__}V2", as_object, stateful=True, names=("reader",), grad=None)
        made = current_graph()._add(node, [self], abstract.leaf(dtypes.resource, []), name).outputs[0]
        super().__init__(made, self._supports_serialize)

    def _open(self, path):
        """The records of a file: pairs (key, value) of bytes."""
        raise NotImplementedError(f"{type(self).__name__} does not say how a file is read.")
