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
    """The lines of text files, without their ends. Mirrors `tf.data.TextLineDataset`.

    filenames: a string, a list, a tensor or a dataset of names. compression_type: "", "GZIP" or "ZLIB". buffer_size: bytes
    to read at a time. num_parallel_reads: files to read in turn, by threads. Raises NotFoundError for a file that is not
    there, TypeError for names that are no strings.
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

    Arguments as of `TextLineDataset`. Raises DataLossError for a damaged file, with the offset of the record.
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
    """Pieces of `record_bytes` bytes of binary files. Mirrors `tf.data.FixedLengthRecordDataset`.

    header_bytes, footer_bytes: bytes to leave out at both ends. The other arguments are those of `TextLineDataset`.
    Raises InvalidArgumentError for a file that does not consist of whole records.
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
