"""TFRecord files: a sequence of byte strings, each with its length and checksums, plain or compressed.

A record is its length (8 bytes, little endian), the masked CRC-32C of these 8 bytes, the data, and the masked CRC-32C
of the data. Compression (GZIP or ZLIB) is around the whole file.
"""

from __future__ import annotations

import os
import struct
import threading
import zlib
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.text import as_bytes
from tfshim.io._filesystems import as_path, filesystem_for, read_up_to
from tfshim.io._oserrors import raising_for
from tfshim.io.crc32c import masked_crc32c

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


__all__ = ["RecordReader", "TFRecordCompressionType", "TFRecordOptions", "TFRecordWriter", "tf_record_iterator"]

_LENGTH = struct.Struct("<Q")
_CRC = struct.Struct("<I")
_HEADER_SIZE = _LENGTH.size + _CRC.size
_CHUNK = 1 << 18
LONGEST = 2**64 - 1 - _CRC.size  # bytes of a record: TensorFlow counts the checksum with them


@tf_export(v1=["io.TFRecordCompressionType"])
class TFRecordCompressionType:
    """The numbers by which the compression of TFRecord files is told. Mirrors `tf.compat.v1.io.TFRecordCompressionType`.

    They are the argument of `tf.compat.v1.io.TFRecordOptions`, which takes names as well: "", "ZLIB" and "GZIP". Files have to be read with
    the compression that they were written with, since nothing in them tells it.

    Attributes:
        NONE: 0, no compression.
        ZLIB: 1.
        GZIP: 2.

    Example:
        >>> kinds = tf.compat.v1.io.TFRecordCompressionType
        >>> kinds.NONE, kinds.ZLIB, kinds.GZIP
        (0, 1, 2)
        >>> options = tf.compat.v1.io.TFRecordOptions(kinds.GZIP)
        >>> with tf.io.TFRecordWriter("a.tfrecord.gz", options) as writer:
        ...     writer.write(b"first")
        >>> list(tf.compat.v1.io.tf_record_iterator("a.tfrecord.gz", options))
        [b'first']
    """

    NONE = 0
    ZLIB = 1
    GZIP = 2


@tf_export("io.TFRecordOptions")
class TFRecordOptions:
    """How a file of records is compressed. Mirrors `tf.io.TFRecordOptions`.

    Arguments:
        compression_type: "" or None (the default) for none, "GZIP" or "ZLIB".
        flush_mode: zlib's, 0 to 5, after every record.
        input_buffer_size: how many bytes are gathered before compressing.
        output_buffer_size: how many bytes are gathered before writing.
        window_bits: zlib's.
        compression_level: from -1 to 9.
        compression_method: zlib's.
        mem_level: from 1 to 9.
        compression_strategy: zlib's.

    Raises:
        ValueError: another compression.

    Example:
        >>> options = tf.io.TFRecordOptions(compression_type="GZIP", compression_level=9)
        >>> with tf.io.TFRecordWriter("packed.tfrecord", options) as writer:
        ...     writer.write(b"record")
        >>> [r.numpy() for r in tf.data.TFRecordDataset("packed.tfrecord", compression_type="GZIP")]
        [b'record']
    """

    __module__ = "tensorflow.python.lib.io.tf_record"
    compression_type_map = {  # noqa: RUF012 - a public name of TensorFlow's
        TFRecordCompressionType.ZLIB: "ZLIB",
        TFRecordCompressionType.GZIP: "GZIP",
        TFRecordCompressionType.NONE: "",
    }

    def __init__(
        self,
        compression_type: TensorLike | None = None,
        flush_mode: int | None = None,
        input_buffer_size: int | None = None,
        output_buffer_size: int | None = None,
        window_bits: int | None = None,
        compression_level: int | None = None,
        compression_method: int | None = None,
        mem_level: int | None = None,
        compression_strategy: int | None = None,
    ) -> None:
        self.get_compression_type_string(compression_type)
        self.compression_type = compression_type
        self.flush_mode = flush_mode
        self.input_buffer_size = input_buffer_size
        self.output_buffer_size = output_buffer_size
        self.window_bits = window_bits
        self.compression_level = compression_level
        self.compression_method = compression_method
        self.mem_level = mem_level
        self.compression_strategy = compression_strategy

    @classmethod
    def get_compression_type_string(cls, options: Any) -> str:
        """Tell the name of the compression that options mean. Mirrors `tf.io.TFRecordOptions.get_compression_type_string`.

        Arguments:
            options: a `tf.io.TFRecordOptions`, a name, a number of `tf.compat.v1.io.TFRecordCompressionType`, or None.

        Returns:
            "", for none, "GZIP" or "ZLIB": what `tf.data.TFRecordDataset` takes as `compression_type`.

        Raises:
            ValueError: a name or number of no compression.

        A function that writes by options and reads again gets by it what to read with: files do not say themselves how they are
        compressed.

        Example:
            >>> options = tf.io.TFRecordOptions(compression_type="GZIP")
            >>> tf.io.TFRecordOptions.get_compression_type_string(options)
            'GZIP'
            >>> tf.io.TFRecordOptions.get_compression_type_string(None)
            ''
        """
        if not options and not isinstance(options, cls):
            return ""
        if isinstance(options, cls):
            return cls.get_compression_type_string(options.compression_type)
        if options in cls.compression_type_map:
            return cls.compression_type_map[options]
        if options in cls.compression_type_map.values():
            return options
        raise ValueError(f'Not a valid compression_type: "{options}"')


def _compressor(options, kind):
    """The zlib object for `options` (may be None) and `kind`, `"GZIP"` or `"ZLIB"`."""

    def chosen(name, default):
        value = getattr(options, name, None)
        return default if value is None else value

    try:
        return zlib.compressobj(
            chosen("compression_level", zlib.Z_DEFAULT_COMPRESSION),
            chosen("compression_method", zlib.DEFLATED),
            chosen("window_bits", zlib.MAX_WBITS + 16 if kind == "GZIP" else zlib.MAX_WBITS),
            chosen("mem_level", 9),
            chosen("compression_strategy", zlib.Z_DEFAULT_STRATEGY),
        )
    except (ValueError, TypeError, zlib.error) as error:
        raise invalid(
            f"TFRecordOptions: zlib refuses compression_level={options.compression_level}, "
            f"compression_method={options.compression_method}, window_bits={options.window_bits}, "
            f"mem_level={options.mem_level}, compression_strategy={options.compression_strategy} ({error})",
        ) from error


class _Deflating:
    """A file that compresses what is written to it."""

    def __init__(self, file, options, kind):
        self._file, self._zlib = file, _compressor(options, kind)
        flush_mode = getattr(options, "flush_mode", None)
        self._mode = zlib.Z_NO_FLUSH if flush_mode is None else flush_mode
        self._gather = getattr(options, "input_buffer_size", None) or 256 << 10
        self._pending = bytearray()

    def write(self, data):
        self._pending += data
        if len(self._pending) >= self._gather or self._mode != zlib.Z_NO_FLUSH:
            self._drain(self._mode)

    def _drain(self, mode):
        self._file.write(self._zlib.compress(bytes(self._pending)))
        self._pending.clear()
        if mode != zlib.Z_NO_FLUSH:
            self._file.write(self._zlib.flush(mode))

    def flush(self):
        self._drain(zlib.Z_PARTIAL_FLUSH)
        self._file.flush()

    def close(self):
        self._drain(zlib.Z_NO_FLUSH)
        self._file.write(self._zlib.flush(zlib.Z_FINISH))
        self._file.close()


def frame(data):
    """The bytes `data` as one record: length, checksum, data, checksum."""
    length = _LENGTH.pack(len(data))
    return b"".join((length, _CRC.pack(masked_crc32c(length)), data, _CRC.pack(masked_crc32c(data))))


@tf_export("io.TFRecordWriter")
class TFRecordWriter:
    """Writes records, strings of any bytes, to a file that `tf.data.TFRecordDataset` reads. Mirrors
    `tf.io.TFRecordWriter`.

    Arguments:
        path: the file, which is made or replaced.
        options: a `tf.io.TFRecordOptions`, the name of a compression, or None (the default) for none.

    Raises:
        The errors of the file system, as those of `tf.errors`, where the file cannot be made.
        FailedPreconditionError: it is closed already.

    `write(record)` adds one, with checksums by which damage is found; `flush()` and `close()` do what files do, and a
    `with` block closes it. Records most often are serialized `tf.train.Example` messages.

    Example:
        >>> with tf.io.TFRecordWriter("some.tfrecord") as writer:
        ...     for record in (b"first", b"second"):
        ...         writer.write(record)
        >>> [r.numpy() for r in tf.data.TFRecordDataset("some.tfrecord")]
        [b'first', b'second']
    """

    __module__ = "tensorflow.python.lib.io.tf_record"

    def __init__(self, path: str | os.PathLike[str] | None, options: Any = None) -> None:
        self._lock = threading.RLock()  # a record is written whole
        self._path = as_path(path)
        kind = TFRecordOptions.get_compression_type_string(options)
        options = options if isinstance(options, TFRecordOptions) else None
        buffer = getattr(options, "output_buffer_size", None)
        if kind:
            _compressor(options, kind)  # bad options are refused before the file is made
        file = filesystem_for(self._path).open_write(self._path, **({"buffer": buffer} if buffer else {}))
        self._file = _Deflating(file, options, kind) if kind else file

    def _open(self):
        if self._file is None:
            raise errors.FailedPreconditionError(None, None, "Writer is closed.")
        return self._file

    def write(self, record: bytes) -> None:
        """Put a record at the end of the file. Mirrors `tf.io.TFRecordWriter.write`.

        Arguments:
            record: the bytes, mostly a serialized `tf.train.Example`; a str is written as UTF-8.

        Returns:
            None. The record is on its way, not necessarily on the disk: `flush` hands it to the system, `close` completes the file.

        Raises:
            FailedPreconditionError: the writer is closed.
            TypeError: neither bytes nor str.

        Several threads may write to one writer; each record stays whole.

        Example:
            >>> feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))
            >>> example = tf.train.Example(features=tf.train.Features(feature={"label": feature}))
            >>> with tf.io.TFRecordWriter("data.tfrecord") as writer:
            ...     writer.write(example.SerializeToString())
            >>> [tf.io.parse_single_example(r, {"label": tf.io.FixedLenFeature([], tf.int64)})["label"].numpy()
            ...     for r in tf.data.TFRecordDataset("data.tfrecord")]
            [3]
        """
        file = self._open()
        # Before the lock is taken: threads compute their checksums at the same time.
        framed = frame(as_bytes(record))
        with self._lock, raising_for(self._path):
            file.write(framed)

    def flush(self) -> None:
        """Hand all records so far to the operating system. Mirrors `tf.io.TFRecordWriter.flush`.

        Returns:
            None. Another program that reads the file sees them from now on; of a compressed file it may see less, up to where the
            compression has come.

        Raises:
            FailedPreconditionError: the writer is closed.

        A long run calls it now and then, so that not too much is lost if it is ended from outside. It need not be called before `close`,
        and makes many small records slower when it is called after each.

        Example:
            >>> writer = tf.io.TFRecordWriter("data.tfrecord")
            >>> writer.write(b"first")
            >>> writer.flush()
            >>> [record.numpy() for record in tf.data.TFRecordDataset("data.tfrecord")]
            [b'first']
            >>> writer.close()
        """
        file = self._open()
        with self._lock, raising_for(self._path):
            file.flush()

    def close(self) -> None:
        """Complete the file and close it. Mirrors `tf.io.TFRecordWriter.close`.

        Returns:
            None. A second call does nothing; `write` and `flush` raise FailedPreconditionError from now on.

        Raises:
            OSError's counterparts of `tf.errors`: what is left cannot be written, as on a full disk.

        Leaving the `with` of a writer closes it, which is the way that cannot be forgotten: records that were not handed on yet, and the
        end of the compression, are not in the file before.

        Example:
            >>> writer = tf.io.TFRecordWriter("data.tfrecord", tf.io.TFRecordOptions(compression_type="GZIP"))
            >>> writer.write(b"first")
            >>> writer.close()
            >>> [record.numpy() for record in tf.data.TFRecordDataset("data.tfrecord", "GZIP")]
            [b'first']
        """
        with self._lock:
            file, self._file = self._file, None
            if file is not None:
                with raising_for(self._path):
                    file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        # `__init__` may have raised.
        if getattr(self, "_file", None) is not None:
            self.close()


class _Inflating:
    """A file that decompresses what is read from it."""

    def __init__(self, file, kind):
        self._file = file
        self._wbits = zlib.MAX_WBITS + 16 if kind == "GZIP" else zlib.MAX_WBITS
        self._zlib = zlib.decompressobj(self._wbits)
        self._ready = bytearray()
        self.failure = None  # what is wrong behind the bytes that are ready

    def read(self, count):
        if self.failure is not None and not self._ready:
            raise self.failure
        while len(self._ready) < count and self.failure is None:
            packed = self._zlib.unconsumed_tail or self._zlib.unused_data or self._file.read(_CHUNK)
            if packed and self._zlib.eof:  # several compressed files may be joined into one
                self._zlib = zlib.decompressobj(self._wbits)
            try:
                # No more than was requested: a small file may decompress to any amount of zeros.
                more = self._zlib.decompress(packed, max(count - len(self._ready), _CHUNK))
                if not more and not packed:
                    break
                self._ready += more
            except zlib.error as error:
                number, _, reason = str(error).removeprefix("Error ").partition(" while decompressing data: ")
                self.failure = _loss(f"inflate() failed with error {number}: {reason or 'damaged data'}")
                if not self._ready:
                    raise self.failure from error
        taken = bytes(self._ready[:count])
        del self._ready[:count]
        return taken

    def put_back(self, data):
        self._ready[:0] = data

    def close(self):
        self._file.close()


class RecordReader:
    """An iterator over the records (bytes) of the file `path`, which checks their checksums.

    `compression_type` is `""`, `"GZIP"` or `"ZLIB"`. A record that is damaged or cut short raises `DataLossError` with
    its offset (in the uncompressed data). A file may still grow: after its end, or after a record that was cut short,
    asking again goes on where it stopped. `start` is the offset of the first record; of a compressed file only 0.
    """

    def __init__(self, path, compression_type="", start=0):
        self._path = as_path(path)
        self._kind = compression_type
        self._offset = start
        self._source = None
        self._failure = None
        self._open()

    @property
    def offset(self):
        """Where the next record begins, in the uncompressed data."""
        return self._offset

    def _open(self):
        file = filesystem_for(self._path).open_read(self._path)
        if self._kind:
            self._source = _Inflating(file, self._kind)
            return
        with raising_for(self._path):
            file.seek(self._offset)
        self._source = file

    def _pause(self, data):
        """Stops at the end of what there is, `data` being the first bytes of the next record."""
        if self._kind:
            self._source.put_back(data)
        else:
            self.close()  # opened again at the next read: many stores show a file as it was when it was opened

    def _take(self, count, before=b""):
        with raising_for(self._path):
            taken = read_up_to(self._source, count)
        if len(taken) < count and (taken or before):
            if getattr(self._source, "failure", None) is not None:
                raise self._source.failure
            self._pause(before + taken)
            end = "EOF reached" if self._kind else "Read less bytes than requested"
            raise _loss(f"truncated record at {self._offset}' failed with {end}")
        return taken

    def __iter__(self):
        return self

    def __next__(self):
        if self._failure is not None:
            raise self._failure
        if self._source is None:
            self._open()
        header = self._take(_HEADER_SIZE)
        if not header:
            self._pause(header)
            raise StopIteration
        length = header[: _LENGTH.size]
        # The length must be trusted before it is used: a damaged one could ask for any amount of memory.
        if _CRC.unpack(header[_LENGTH.size :])[0] != masked_crc32c(length):
            hint = " (Is this even a TFRecord file?)" if self._offset == 0 else ""
            raise self._damage(f"corrupted record at {self._offset}{hint}")
        size = _LENGTH.unpack(length)[0]
        if size > LONGEST:
            raise self._damage("record size too large")
        body = self._take(size + _CRC.size, header)
        data = body[:size]
        if _CRC.unpack(body[size:])[0] != masked_crc32c(data):
            raise self._damage(f"corrupted record at {self._offset + _HEADER_SIZE}")
        self._offset += _HEADER_SIZE + len(body)
        return data

    def _damage(self, message):
        self.close()
        self._failure = _loss(message)  # nothing after a damaged record can be trusted
        return self._failure

    def close(self):
        """Lets go of the file."""
        if self._source is not None:
            self._source.close()
            self._source = None

    def __del__(self):
        # `__init__` may have raised.
        if getattr(self, "_source", None) is not None:
            self.close()


def _loss(message):
    return errors.DataLossError(None, None, message)


@tf_export(v1=["io.tf_record_iterator"])
def tf_record_iterator(path: str | os.PathLike[str], options: Any = None) -> RecordReader:
    """The records of a TFRecord file, one after the other. Mirrors `tf.compat.v1.io.tf_record_iterator`.

    It is for looking into a file, without a graph or dataset; `tf.data.TFRecordDataset` is for training. If the file grows, going on after
    its end gives what was added.

    Arguments:
        path: the file, a str or path.
        options: a `tf.io.TFRecordOptions`, or the name of a compression; None (the default) for none.

    Returns:
        An iterator over records, bytes.

    Raises:
        NotFoundError: there is no such file.
        DataLossError: the file is damaged; the message tells the offset of the record.

    Example:
        >>> with tf.io.TFRecordWriter("a.tfrecord") as writer:
        ...     writer.write(b"first")
        ...     writer.write(b"second")
        >>> list(tf.compat.v1.io.tf_record_iterator("a.tfrecord"))
        [b'first', b'second']
    """
    return RecordReader(path, TFRecordOptions.get_compression_type_string(options))
