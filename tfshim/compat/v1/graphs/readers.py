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
from tfshim.data import files
from tfshim.data.structures import box
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.graph import current_graph, last_operation
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.session_runs import others_may_run, running_session
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.io._filesystems import as_path
from tfshim.io.tf_record import RecordReader, TFRecordOptions
from tfshim.queue.base import QueueBase
from tfshim.refusals import refused

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


@op("ReaderRestoreStateV2", state="string", stateful=True, grad=None, register=False, outside="files", shape_fn=lambda *_: ())
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
    return reader if isinstance(reader, _Reader) else reader._reader_ref.op.arguments[0]


@tf_export(v1=["ReaderBase"])
class ReaderBase:
    """What all readers can do, for the reader that `reader_ref` stands for. Mirrors `tf.compat.v1.ReaderBase`.

    A reader takes the names of files from a queue of strings and gives their records, a key and a value each. It belongs to
    a graph (RuntimeError while executing eagerly); each session has its own place in the files.
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
        """The next record as two scalar strings `key` and `value`; takes a file name from `queue` where the last file is done.

        A run raises OutOfRangeError once the queue is closed and empty, NotFoundError for a file that is not there.
        """
        queue = _queue_of(queue)
        return _Read(*_read(_of(self), queue, queue._which, name=name))

    def read_up_to(self, queue: QueueBase | Tensor, num_records: IntLike, name: str | None = None) -> _ReadUpTo:
        """Up to `num_records` records of one file as two vectors of strings `keys` and `values`."""
        queue = _queue_of(queue)
        return _ReadUpTo(*_read_up_to(_of(self), queue, queue._which, num_records, name=name))

    def num_records_produced(self, name: str | None = None) -> Tensor:
        """How many records were read, int64."""
        return _produced(_of(self), name=name)

    def num_work_units_completed(self, name: str | None = None) -> Tensor:
        """How many files were read to their end, int64."""
        return _finished(_of(self), name=name)

    def reset(self, name: str | None = None) -> Operation:
        """An operation that forgets what was read."""
        _reset(_of(self), name=name)
        return last_operation()

    def serialize_state(self, name: str | None = None) -> Tensor:
        """A scalar string with the reader's place; a run raises UnimplementedError unless `supports_serialize`."""
        return _serialize(_of(self), name=name)

    def restore_state(self, state: TensorLike, name: str | None = None) -> Operation:
        """An operation that goes to a place that `serialize_state` gave. Raises as that does, InvalidArgumentError for bad states."""
        _restore(_of(self), state, name=name)
        return last_operation()


class _Reader(ReaderBase):
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


@tf_export(v1=["WholeFileReader"])
class WholeFileReader(_Reader):
    """Gives the contents of each file, the key being its name. Mirrors `tf.compat.v1.WholeFileReader`."""

    _supports_serialize = _whole = True

    def _open(self, path):
        source = files.Source(path, "")
        try:
            yield path.encode(), b"".join(iter(lambda: source.read(files.piece(None)), b""))
        finally:
            source.close()


@tf_export(v1=["IdentityReader"])
class IdentityReader(_Reader):
    """Gives what the queue holds, as key and value. Mirrors `tf.compat.v1.IdentityReader`."""

    _supports_serialize = _whole = True

    def _open(self, path):
        yield path.encode(), path.encode()


@tf_export(v1=["TextLineReader"])
class TextLineReader(_Reader):
    """Gives the lines of text files without their ends, the key being `file:line`. Mirrors `tf.compat.v1.TextLineReader`.

    `skip_header_lines`: how many lines at the start of each file are left out.
    """

    def __init__(self, skip_header_lines: int | None = None, name: str | None = None) -> None:
        super().__init__(name)
        self._skipped = skip_header_lines or 0

    def _open(self, path):
        lines = enumerate(files.lines_of(path, "", None), 1)
        return ((f"{path}:{n}".encode(), line[()]) for n, line in itertools.islice(lines, self._skipped, None))


def compression_of(encoding: str | None) -> str:
    """The compression that the encoding of a reader of pieces means: as in TensorFlow, a name of none stands for plain files."""
    return encoding if encoding in ("ZLIB", "GZIP") else ""


@tf_export(v1=["FixedLengthRecordReader"])
class FixedLengthRecordReader(_Reader):
    """Gives pieces of `record_bytes` bytes, the key being `file:number`. Mirrors `tf.compat.v1.FixedLengthRecordReader`.

    `header_bytes` and `footer_bytes` are left out at the ends of a file; a record begins every `hop_bytes` (0: `record_bytes`)
    bytes. `encoding`: "", "ZLIB" or "GZIP". Raises InvalidArgumentError for sizes that are none.
    """

    def __init__(
        self,
        record_bytes: int,
        header_bytes: int | None = None,
        footer_bytes: int | None = None,
        hop_bytes: int | None = None,
        name: str | None = None,
        encoding: str | None = None,
    ) -> None:
        super().__init__(name)
        self._sizes = record_bytes, header_bytes or 0, footer_bytes or 0, hop_bytes or record_bytes
        for size, what in zip(self._sizes, ("record_bytes", "header_bytes", "footer_bytes", "hop_bytes")):
            if size < 0 or not size and what == "record_bytes":
                raise invalid(
                    f"{what} must be {'positive' if what == 'record_bytes' else '>= 0'}, got "
                    f"{size} [Op:FixedLengthRecordReaderV2] name: {self.name}",
                )
        self._encoding = compression_of(encoding)

    def _open(self, path):
        record, header, footer, hop = self._sizes
        source = files.Source(path, self._encoding)
        try:
            data = b"".join(iter(lambda: source.read(files.piece(None)), b""))
        finally:
            source.close()
        data = data[header : len(data) - footer]
        pieces = (data[at : at + record] for at in range(0, len(data) - record + 1, hop))
        return ((f"{path}:{n}".encode(), piece) for n, piece in enumerate(pieces))


@tf_export(v1=["TFRecordReader"])
class TFRecordReader(_Reader):
    """Gives the records of TFRecord files, the key being `file:offset`. Mirrors `tf.compat.v1.TFRecordReader`.

    `options`: a TFRecordOptions with the compression of the files. A run raises DataLossError for a damaged file.
    """

    def __init__(self, name: str | None = None, options: TFRecordOptions | None = None) -> None:
        super().__init__(name)
        self._compression = TFRecordOptions.get_compression_type_string(options)

    def _open(self, path):
        source = RecordReader(path, self._compression)
        try:
            at = source._offset
            for record in source:
                yield f"{path}:{at}".encode(), record
                at = source._offset
        finally:
            source.close()


@tf_export(v1=["LMDBReader"])
class LMDBReader(ReaderBase):
    """Not supported: raises NotImplementedError. Read the database with a dataset made by `tf.data.Dataset.from_generator`."""

    def __init__(self, name: str | None = None, options: Any = None) -> None:
        raise refused("tf.compat.v1.LMDBReader")
