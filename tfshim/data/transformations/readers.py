"""Datasets of the records of files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.data import files
from tfshim.data.stages import FlatMap, Interleave, Reread
from tfshim.data.structures import integer
from tfshim.data.transformations.base import UNKNOWN_CARDINALITY, DatasetOp, checked_calls, named, number, refuse
from tfshim.data.transformations.functions import _Unordered
from tfshim.data.workers import Prefetch
from tfshim.engine.values.dtypes import string
from tfshim.engine.values.typespec import TensorSpec
from tfshim.io._filesystems import as_path

if TYPE_CHECKING:
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots
    from tfshim.engine.values.annotations import IntLike, TensorLike


def _whole(value):
    """`number`, for the functions in which TensorFlow makes readers: there a float is no integer."""
    if isinstance(value, (float, str, bytes)):
        raise TypeError(f"Expected int64, but got {value} of type '{type(value).__name__}'.")
    return number(value)


def _as_slots(storage: Any) -> Slots:
    return [storage]


class _Records(DatasetOp):
    """The records of several files, one file after the other or, with `num_parallel_reads`, in turn."""

    _spec = TensorSpec([], string)
    _by_records = True

    def _setup(
        self,
        filenames: TensorLike,
        compression_type: TensorLike | None,
        buffer_size: IntLike | None,
        num_parallel_reads: IntLike | None,
        *rest: Any,
    ) -> None:
        self._names = files.checked_names(filenames)
        self._inputs = (self._names,)
        # The checked values replace the given ones: a dataset that is rebuilt gets the same.
        self._args = (self._names, compression_type, buffer_size, num_parallel_reads, *rest)
        self._compression = files.checked_compression(compression_type, type(self).__name__)
        self._buffer = None if buffer_size is None else _whole(buffer_size)
        self._reads = None if num_parallel_reads is None else checked_calls(integer(num_parallel_reads), "ParallelInterleaveDatasetV4")
        if self._buffer is not None and self._buffer < 0:
            refuse("`buffer_size` must be >= 0 (0 == default)", type(self).__name__)

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _records(self, path: str) -> Iterator[Any]:
        """An iterator over the records of a file, as scalar object arrays, which can be saved."""
        raise NotImplementedError

    def _open_lists(self, run: Run) -> Iterator[Any] | None:
        """An iterator over lists of records, or None where records are read one by one."""
        return None

    def _open(self, run: Run) -> Iterator[Slots]:
        def open_one(flat, slot=0):
            return map(_as_slots, self._records(as_path(flat[0][()])))

        names = self._names._open(run)
        if self._reads is None:
            return FlatMap(names, open_one)
        if self._reads == -1:
            return Interleave(names, open_one, run.threads(-1), 1)
        threads = run.threads(self._reads)
        if not run.parallel:
            return Interleave(names, open_one, self._reads, 1)
        if not run.deterministic:
            return _Unordered(names, open_one, threads, run)
        return Interleave(names, lambda flat, slot: Prefetch(open_one(flat), 64, run), self._reads, 1)


@tf_export("data.TextLineDataset")
@named("TextLineDatasetV2", "readers")
class TextLineDataset(_Records):
    r"""The lines of text files, as strings without their ends. Mirrors `tf.data.TextLineDataset`.

    Files are read as the dataset is iterated, so they may be larger than the memory. `skip(1)` leaves out a heading.

    Arguments:
        filenames: the files: a string, a list or tensor of strings, or a dataset of strings.
        compression_type: "" (the default), "GZIP" or "ZLIB".
        buffer_size: how many bytes are read at a time, an int64; None, the default, for a size that goes with files.
        num_parallel_reads: how many files are read in turn, by threads; None, the default, for one after the other,
            `tf.data.AUTOTUNE` for as many as the processors allow. Elements of several files then alternate.
        name: a name for the dataset in graphs.

    Returns:
        A dataset whose elements are scalar strings (bytes): one for each line, without "\n" or "\r\n".

    Raises:
        TypeError: the names are no strings.
        NotFoundError: when it is iterated, for a file that is not there.

    Example:
        >>> with open("table.csv", "w") as file:
        ...     _ = file.write("a,b\n1,2\n3,4\n")
        >>> list(tf.data.TextLineDataset("table.csv").skip(1).as_numpy_iterator())
        [b'1,2', b'3,4']
    """

    def __init__(
        self,
        filenames: TensorLike,
        compression_type: TensorLike | None = None,
        buffer_size: IntLike | None = None,
        num_parallel_reads: IntLike | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(filenames, compression_type, buffer_size, num_parallel_reads)

    def _records(self, path: str) -> Iterator[Any]:
        return Reread(lambda: files.lines_of(path, self._compression, self._buffer))


@tf_export("data.TFRecordDataset")
@named("TFRecordDatasetV2", "readers")
class TFRecordDataset(_Records):
    """The records of TFRecord files, as strings. Mirrors `tf.data.TFRecordDataset`.

    Records are usually serialized `tf.train.Example`s, which `tf.io.parse_single_example` reads (of a whole batch,
    `tf.io.parse_example`); `tf.io.TFRecordWriter` writes them. Checksums are verified.

    Arguments:
        filenames: the files: a string, a list or tensor of strings, or a dataset of strings.
        compression_type: "" (the default), "GZIP" or "ZLIB".
        buffer_size: how many bytes are read at a time, an int64; None, the default, for a size that goes with files.
        num_parallel_reads: how many files are read in turn, by threads; None, the default, for one after the other,
            `tf.data.AUTOTUNE` for as many as the processors allow. Elements of several files then alternate.
        name: a name for the dataset in graphs.

    Returns:
        A dataset whose elements are scalar strings (bytes): one for each record.

    Raises:
        TypeError: the names are no strings.
        NotFoundError: when it is iterated, for a file that is not there.
        DataLossError: when it is iterated, for a damaged record; the message has its offset.

    Example:
        >>> with tf.io.TFRecordWriter("two.tfrecord") as writer:
        ...     for n in (3, 4):
        ...         feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[n]))
        ...         example = tf.train.Example(features=tf.train.Features(feature={"n": feature}))
        ...         writer.write(example.SerializeToString())
        >>> parse = lambda record: tf.io.parse_single_example(record, {"n": tf.io.FixedLenFeature([], tf.int64)})
        >>> [int(parsed["n"]) for parsed in tf.data.TFRecordDataset("two.tfrecord").map(parse)]
        [3, 4]
    """

    def __init__(
        self,
        filenames: TensorLike,
        compression_type: TensorLike | None = None,
        buffer_size: IntLike | None = None,
        num_parallel_reads: IntLike | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(filenames, compression_type, buffer_size, num_parallel_reads)

    def _records(self, path: str) -> Iterator[Any]:
        return files.Records(path, self._compression, self._buffer)

    def _open_lists(self, run: Run) -> Iterator[Any] | None:
        if self._reads is not None:
            return None
        return FlatMap(self._names._open(run), lambda flat: files.RecordLists(as_path(flat[0][()]), self._compression, self._buffer))


@tf_export("data.FixedLengthRecordDataset")
@named("FixedLengthRecordDatasetV2", "readers")
class FixedLengthRecordDataset(_Records):
    """Pieces of one length of binary files, as strings. Mirrors `tf.data.FixedLengthRecordDataset`.

    For formats without marks between records, such as the images of MNIST; `tf.io.decode_raw` makes numbers of the bytes.

    Arguments:
        filenames: the files: a string, a list or tensor of strings, or a dataset of strings.
        record_bytes: how many bytes a record has.
        header_bytes: how many bytes at the beginning of each file to leave out; 0 by default.
        footer_bytes: how many bytes at the end of each file to leave out; 0 by default.
        compression_type: "" (the default), "GZIP" or "ZLIB".
        buffer_size: how many bytes are read at a time, an int64; None, the default, for a size that goes with files.
        num_parallel_reads: how many files are read in turn, by threads; None, the default, for one after the other,
            `tf.data.AUTOTUNE` for as many as the processors allow. Elements of several files then alternate.
        name: a name for the dataset in graphs.

    Returns:
        A dataset whose elements are scalar strings (bytes) of `record_bytes` bytes.

    Raises:
        NotFoundError: when it is iterated, for a file that is not there.
        InvalidArgumentError: when it is iterated, for a file that does not consist of whole records.

    Example:
        >>> with open("numbers.bin", "wb") as file:
        ...     _ = file.write(b"HEAD" + bytes(range(6)))
        >>> records = tf.data.FixedLengthRecordDataset("numbers.bin", record_bytes=3, header_bytes=4)
        >>> [tf.io.decode_raw(record, tf.uint8).numpy().tolist() for record in records]
        [[0, 1, 2], [3, 4, 5]]
    """

    def __init__(
        self,
        filenames: TensorLike,
        record_bytes: IntLike,
        header_bytes: IntLike | None = None,
        footer_bytes: IntLike | None = None,
        buffer_size: IntLike | None = None,
        compression_type: TensorLike | None = None,
        num_parallel_reads: IntLike | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(filenames, compression_type, buffer_size, num_parallel_reads, record_bytes, header_bytes, footer_bytes)

    def _setup(
        self,
        filenames: TensorLike,
        compression_type: TensorLike | None,
        buffer_size: IntLike | None,
        num_parallel_reads: IntLike | None,
        *sizes: IntLike | None,
    ) -> None:
        super()._setup(filenames, compression_type, buffer_size, num_parallel_reads, *sizes)
        self._sizes = [0 if n is None else _whole(n) for n in sizes]
        if None not in self._sizes and self._sizes[0] <= 0:
            refuse(f"record_bytes must be positive, got {self._sizes[0]}.", "FixedLengthRecordDatasetV2")

    def _records(self, path: str) -> Iterator[Any]:
        return Reread(lambda: files.fixed_records_of(path, self._compression, self._buffer, *self._sizes))
