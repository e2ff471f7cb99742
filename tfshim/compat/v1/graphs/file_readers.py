"""The readers of each kind of file."""

from __future__ import annotations

import itertools
from typing import Any

from tfshim._export import tf_export
from tfshim.compat.v1.graphs.readers import GraphReader, ReaderBase
from tfshim.data import files
from tfshim.engine.runtime.errors import invalid
from tfshim.io.tf_record import RecordReader, TFRecordOptions
from tfshim.refusals import refused


@tf_export(v1=["WholeFileReader"])
class WholeFileReader(GraphReader):
    """Reads files whole: a record is the content of one. Mirrors `tf.compat.v1.WholeFileReader`.

    Each run of `read` takes the name of a file from the queue, and gives that name as key and what is in the file as value: pictures, each
    in a file of its own, are read so. `tf.compat.v1.train.string_input_producer` makes such a queue. In `tf.data` it is a map of
    `tf.io.read_file`.

    Arguments:
        name: a name for the operation in graphs; by default that of the function.

    Raises:
        RuntimeError: eager execution is on, where there are no readers.

    Example:
        >>> tf.io.write_file("a.txt", "content")
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     queue = tf.compat.v1.FIFOQueue(10, [tf.string])
        ...     key, value = tf.compat.v1.WholeFileReader().read(queue)
        ...     sess.run(queue.enqueue(["a.txt"]))
        ...     print(sess.run([key, value]))
        [b'a.txt', b'content']
    """

    __module__ = "tensorflow.python.ops.io_ops"

    _supports_serialize = _whole = True

    def _open(self, path):
        source = files.Source(path, "")
        try:
            yield path.encode(), b"".join(iter(lambda: source.read(files.piece(None)), b""))
        finally:
            source.close()


@tf_export(v1=["IdentityReader"])
class IdentityReader(GraphReader):
    """Gives what the queue holds, as key and as value. Mirrors `tf.compat.v1.IdentityReader`.

    No file is opened: the strings are the records, such as the numbers of examples that a function makes. Unlike the readers of files it
    can save its place, by `serialize_state` and `restore_state`.

    Arguments:
        name: a name for the operation in graphs; by default that of the function.

    Raises:
        RuntimeError: eager execution is on, where there are no readers.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     queue, reader = tf.compat.v1.FIFOQueue(10, [tf.string]), tf.compat.v1.IdentityReader()
        ...     key, value = reader.read(queue)
        ...     sess.run(queue.enqueue_many([["first", "second"]]))
        ...     print(sess.run([key, value]), sess.run([key, value]), reader.supports_serialize)
        [b'first', b'first'] [b'second', b'second'] True
    """

    __module__ = "tensorflow.python.ops.io_ops"

    _supports_serialize = _whole = True

    def _open(self, path):
        yield path.encode(), path.encode()


@tf_export(v1=["TextLineReader"])
class TextLineReader(GraphReader):
    r"""Reads text files line by line. Mirrors `tf.compat.v1.TextLineReader`.

    Each run of `read` gives a line without its end as value, and the name of the file with the number of the line as key. Files of
    comma-separated values are read so, with `tf.io.decode_csv` for the lines; in `tf.data` it is `tf.data.TextLineDataset`.

    Arguments:
        skip_header_lines: how many lines at the start of each file are left out; None (the default) for none.
        name: a name for the operation in graphs; by default that of the function.

    Raises:
        RuntimeError: eager execution is on, where there are no readers.

    Example:
        >>> tf.io.write_file("rows.csv", "x,y\n1,2\n3,4\n")
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     queue = tf.compat.v1.FIFOQueue(10, [tf.string])
        ...     key, value = tf.compat.v1.TextLineReader(skip_header_lines=1).read(queue)
        ...     sess.run(queue.enqueue(["rows.csv"]))
        ...     print(sess.run([key, value]), sess.run([key, value]))
        [b'rows.csv:2', b'1,2'] [b'rows.csv:3', b'3,4']
    """

    __module__ = "tensorflow.python.ops.io_ops"

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
class FixedLengthRecordReader(GraphReader):
    """Reads files in pieces of a fixed number of bytes. Mirrors `tf.compat.v1.FixedLengthRecordReader`.

    Each run of `read` gives such a piece as value, and the name of the file with the number of the piece as key; `tf.io.decode_raw` makes
    numbers of it. In `tf.data` it is `tf.data.FixedLengthRecordDataset`.

    Arguments:
        record_bytes: the bytes of a record.
        header_bytes: how many bytes at the start of each file are left out; None (the default) for none.
        footer_bytes: how many at its end.
        hop_bytes: the distance between the beginnings of two records; None or 0 for `record_bytes`.
        name: a name for the operation in graphs; by default that of the function.
        encoding: "ZLIB" or "GZIP" for compressed files; None (the default) for others.

    Raises:
        InvalidArgumentError: a size is negative, or `record_bytes` is 0.
        RuntimeError: eager execution is on, where there are no readers.

    Example:
        >>> tf.io.write_file("numbers.bin", "HEADaabbcc")
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     queue = tf.compat.v1.FIFOQueue(10, [tf.string])
        ...     key, value = tf.compat.v1.FixedLengthRecordReader(2, header_bytes=4).read(queue)
        ...     sess.run(queue.enqueue(["numbers.bin"]))
        ...     print(sess.run([key, value]), sess.run(value))
        [b'numbers.bin:0', b'aa'] b'bb'
    """

    __module__ = "tensorflow.python.ops.io_ops"

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
class TFRecordReader(GraphReader):
    """Reads the records of TFRecord files. Mirrors `tf.compat.v1.TFRecordReader`.

    Each run of `read` gives a record as value, as a rule a serialized `tf.train.Example` for `tf.io.parse_single_example`, and the name of
    the file with the offset of the record as key. In `tf.data` it is `tf.data.TFRecordDataset`.

    Arguments:
        name: a name for the operation in graphs; by default that of the function.
        options: a `tf.io.TFRecordOptions` with the compression of the files; None (the default) for files without.

    Raises:
        DataLossError: a file is damaged, when it runs.
        RuntimeError: eager execution is on, where there are no readers.

    Example:
        >>> with tf.io.TFRecordWriter("a.tfrecord") as writer:
        ...     writer.write(b"first")
        ...     writer.write(b"second")
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     queue = tf.compat.v1.FIFOQueue(10, [tf.string])
        ...     value = tf.compat.v1.TFRecordReader().read(queue).value
        ...     sess.run(queue.enqueue(["a.tfrecord"]))
        ...     print(sess.run(value), sess.run(value))
        b'first' b'second'
    """

    __module__ = "tensorflow.python.ops.io_ops"

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

    __module__ = "tensorflow.python.ops.io_ops"

    def __init__(self, name: str | None = None, options: Any = None) -> None:
        raise refused("tf.compat.v1.LMDBReader")
