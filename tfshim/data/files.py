"""Files as sources: their names, and how their records are read."""

import os

import numpy as np

from tfshim import array_ops
from tfshim.data.dataset import Dataset
from tfshim.data.stages import Stage
from tfshim.data.structures import box
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import string
from tfshim.files.places import on_disk
from tfshim.io import gfile
from tfshim.io._filesystems import as_path, filesystem_for, read_up_to
from tfshim.io.bulk_records import framed_size, read_records
from tfshim.io.tf_record import _Inflating
from tfshim.refusals import refused

_CHUNK, _MOST = 1 << 18, 1 << 24


def piece(buffer_size):
    """How many bytes of a file to read at once, if the user asked for `buffer_size`, which may be 0, None or more than there is."""
    return min(buffer_size or _CHUNK, _MOST)


def list_files(file_pattern, shuffle, seed):
    """`Dataset.list_files`."""
    patterns = convert_to_tensor(file_pattern, string)
    if isinstance(patterns, SymbolicTensor):
        raise refused("tf.data.Dataset.list_files", "graph")
    given = [as_path(p) for p in np.atleast_1d(patterns.numpy()).tolist()]
    found = sorted(f for p in given for f in gfile.glob(p) if not gfile.isdir(f))
    if not found:
        raise invalid(
            "Expected 'tf.Tensor(False, shape=(), dtype=bool)' to be true. Summarized data: "
            f"b'No files matched pattern: {', '.join(given)}'",
        )
    if shuffle is None:
        shuffle = True
    dataset = Dataset.from_tensor_slices(convert_to_tensor([os.fsencode(f) for f in found], string))
    return dataset.shuffle(len(found), seed=seed) if shuffle else dataset


def checked_names(filenames):
    """The dataset of file names for `filenames`: a dataset, or a string tensor of rank 0 or 1. Raises TypeError for others."""
    if isinstance(filenames, Dataset):
        spec = filenames.element_spec
        types = nest.map_structure(lambda s: getattr(s, "dtype", s), spec)
        if types != string:
            raise TypeError(f"The `filenames` argument must contain `tf.string` elements. Got a dataset of `{types!r}` elements.")
        if spec.shape.rank not in (0, None):
            raise TypeError(
                "The `filenames` argument must contain `tf.string` elements of shape [] (i.e. scalars). Got a dataset of element shape "
                f"{spec.shape!r}."
            )
        return filenames
    if isinstance(filenames, os.PathLike):
        filenames = os.fspath(filenames)
    elif isinstance(filenames, (list, tuple)):
        filenames = [os.fspath(f) if isinstance(f, os.PathLike) else f for f in filenames]
        filenames = convert_to_tensor(filenames, string) if not filenames else filenames
    made = convert_to_tensor(filenames)
    if made.dtype != string:
        raise TypeError(f"The `filenames` argument must contain `tf.string` elements. Got `{made.dtype!r}` elements.")
    return Dataset.from_tensor_slices(array_ops.reshape(made, [-1]))


def checked_compression(compression_type, what):
    """A compression type: "", "GZIP" or "ZLIB". Raises InvalidArgumentError for others."""
    kind = "" if compression_type is None else compression_type
    kind = kind.numpy() if hasattr(kind, "numpy") else kind
    kind = kind.decode() if isinstance(kind, bytes) else kind
    if kind not in ("", "GZIP", "ZLIB"):
        raise invalid(f'{what}: unsupported `compression_type` {kind!r}; use "", "GZIP" or "ZLIB".')
    return kind


class Source:
    """An open file that may be compressed: `read(n)` gives up to `n` bytes."""

    def __init__(self, path, compression_type):
        self._file = None
        if not os.path.exists(path) and "://" not in path:
            raise errors.NotFoundError(None, None, f"{path}; No such file or directory")
        file = filesystem_for(path).open_read(path)
        self._file = _Inflating(file, compression_type) if compression_type else file

    def read(self, count):
        """Up to `count` bytes; fewer only at the end."""
        return read_up_to(self._file, count)

    def skip(self, count):
        """Go on behind the first `count` bytes; nothing was read before."""
        if not count:
            return
        if hasattr(self._file, "seek"):
            self._file.seek(count)
            return
        while count > 0:
            passed = len(self.read(min(count, _MOST)))
            if not passed:
                return
            count -= passed

    def close(self):
        """Close the file."""
        file, self._file = self._file, None
        if file is not None:
            file.close()

    def __del__(self):
        if getattr(self, "_file", None) is not None:
            self.close()


def split_lines(source, buffer_size):
    """The lines of a source, bytes without their newlines."""
    pieces = []  # of a line that is longer than what is read at once
    while chunk := source.read(piece(buffer_size)):
        first, *lines = chunk.split(b"\n")
        pieces.append(first)
        if lines:
            yield b"".join(pieces)
            *lines, last = lines
            yield from lines
            pieces = [last]
    if rest := b"".join(pieces):
        yield rest


def lines_of(path, compression_type, buffer_size):
    """The lines of a file as scalar object arrays, without newlines and, as TensorFlow reads them, without carriage returns."""
    source = Source(path, compression_type)
    try:
        for line in split_lines(source, buffer_size):
            yield box(line.replace(b"\r", b""))
    finally:
        source.close()


def fixed_records_of(path, compression_type, buffer_size, record, header, footer):
    """The records of `record` bytes between the first `header` and the last `footer` bytes of a file."""
    source = Source(path, compression_type)
    try:
        if compression_type:
            data = b"".join(iter(lambda: source.read(_CHUNK), b""))
            size = len(data)
        else:
            size, data = os.path.getsize(on_disk(path)), None
        body = size - header - footer
        if body < 0 or body % record:
            raise invalid(
                f'Excluding the header ({header} bytes) and footer ({footer} bytes), input file "{path}" has body length '
                f"{body} bytes, which is not an exact multiple of the record length ({record} bytes).",
            )
        if data is None:
            source.read(header)
        at, left = header, body // record
        while left:
            count = min(left, max(1, (piece(buffer_size)) // record))
            block = source.read(count * record) if data is None else data[at : at + count * record]
            for i in range(0, len(block), record):
                yield box(block[i : i + record])
            at, left = at + count * record, left - count
    finally:
        source.close()


class RecordLists(Stage):
    """Lists of the records (bytes) of a TFRecord file, which the first request opens. Damage raises DataLossError with the offset."""

    def __init__(self, path, compression_type, buffer_size):
        self._path, self._compression, self._piece = path, compression_type, piece(buffer_size)
        # Where the list that was given out last begins; behind its records the next one does.
        self._begin, self._given = 0, []
        self._source, self._ended = None, False

    def __next__(self):
        if self._ended:
            raise StopIteration
        try:
            if self._source is None:
                self._open()
            records = next(self._lists)
        except BaseException:
            self.close()
            raise
        self._begin, self._given = self._end(), records
        return records

    def _open(self):
        self._source = Source(self._path, self._compression)
        self._source.skip(self._begin)
        end = "EOF reached" if self._compression else "Read less bytes than requested"
        self._lists = read_records(self._source, self._piece, end, self._begin)

    def _end(self):
        return self._begin + framed_size(self._given)

    def close(self):
        """Close the file: there are no more records."""
        source, self._source, self._ended = self._source, None, True
        if source is not None:
            source.close()

    def state(self, again=False):
        """The place behind the last list, or with `again` before it."""
        return [self._ended and not again, self._begin if again else self._end()]

    def resume(self, state):
        self._ended, self._begin = state


class Records(Stage):
    """The records of a TFRecord file as scalar object arrays."""

    def __init__(self, path, compression_type, buffer_size):
        self._lists, self._held, self._at = RecordLists(path, compression_type, buffer_size), (), 0

    def __next__(self):
        if self._at == len(self._held):
            self._read()
        made = np.empty((), object)
        made[()] = self._held[self._at]
        self._at += 1
        return made

    def _read(self):
        while self._at == len(self._held):
            self._held, self._at = (), 0
            self._held = next(self._lists)

    def state(self):
        # The records of the list are read again, which is less than to save them.
        rest = self._at < len(self._held)
        return [self._lists.state(again=rest), self._at if rest else 0]

    def resume(self, state):
        lists, skip = state
        self._lists.resume(lists)
        while skip > len(self._held):
            skip -= len(self._held)
            self._held = next(self._lists)
        self._at = skip
