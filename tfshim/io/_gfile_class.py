"""`tf.io.gfile.GFile`, a file object over any of the file systems."""

import os

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.text import as_bytes
from tfshim.io._filesystems import as_path, filesystem_for, read_up_to
from tfshim.io._oserrors import raising_for

_MODES = ("r", "w", "a", "r+", "w+", "a+")


class GFile:
    """A file: `GFile(name, mode="r")`, modes `r`, `w`, `a`, `r+`, `w+`, `a+`, each also with `b`.

    Text is UTF-8; positions and the argument of `read` count bytes in either mode. The file is opened by the first
    read or write, so a missing one is reported there, and one that is never written is never made. Reading and
    writing have separate positions, and a first write in `r+` or `w+` begins an empty file; what is written is read, and
    counted by `size`, after `flush`. Raises
    `InvalidArgumentError` for another mode, `PermissionDeniedError` for an operation that the mode does not allow.
    Mirrors `tf.io.gfile.GFile`.
    """

    __module__ = "tensorflow.python.platform.gfile"

    def __init__(self, name, mode="r"):
        self._name, self._mode = name, mode
        self._binary = "b" in mode
        plain = mode.replace("b", "")
        if plain not in _MODES:
            raise invalid("mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'")
        self._may_read = plain in ("r", "r+", "w+", "a+")
        self._may_write = plain != "r"
        self._append = plain.startswith("a")
        self._reader = self._writer = None

    @property
    def name(self):
        """The name the file was opened with."""
        return self._name

    @property
    def mode(self):
        """The mode the file was opened in."""
        return self._mode

    @property
    def closed(self):
        """Whether nothing is open at present (before first use, and after `close`)."""
        return self._reader is None and self._writer is None

    def _path(self):
        return as_path(self._name)

    def _for_reading(self):
        if not self._may_read:
            raise errors.PermissionDeniedError(None, None, "File isn't open for reading")
        if self._reader is None:
            path = self._path()
            files = filesystem_for(path)
            self._reader = files.open_read(path)
        return self._reader

    def _for_writing(self):
        if not self._may_write:
            raise errors.PermissionDeniedError(None, None, "File isn't open for writing")
        if self._writer is None:
            path = self._path()
            self._writer = filesystem_for(path).open_write(path, self._append)
        return self._writer

    def _deliver(self, data):
        return data if self._binary else data.decode("utf-8")

    def size(self):
        """Length of the file in bytes; `NotFoundError` if it does not exist yet."""
        path = self._path()
        return filesystem_for(path).stat(path).length

    def write(self, file_content):
        """Writes `file_content` (str or bytes) at the end of what was written so far."""
        writer = self._for_writing()
        data = as_bytes(file_content)
        with raising_for(self._path()):
            writer.write(data)

    def read(self, n=-1):
        """Up to `n` bytes from the present position, or all that is left if `n` is -1."""
        reader = self._for_reading()
        if n < -1:
            raise invalid(f"Can't read a negative number of bytes: {n}")
        with raising_for(self._path()):
            return self._deliver(read_up_to(reader, n))

    def seek(self, offset=None, whence=0, position=None):
        """Moves the reading position to `offset` from the start (0), the present position (1) or the end (2).

        `position` is the deprecated name of `offset`. Raises `InvalidArgumentError` for a negative position,
        `OutOfRangeError` for one beyond the end.
        """
        reader = self._for_reading()
        if offset is None and position is None:
            raise TypeError("seek(): offset argument required")
        if offset is not None and position is not None:
            raise TypeError("seek(): offset and position may not be set simultaneously.")
        offset = position if offset is None else offset
        if whence not in (0, 1, 2):
            raise invalid(f"Invalid whence argument: {whence}. Valid values are 0, 1, or 2.")
        size = self.size()
        target = offset + (0, reader.tell(), size)[whence]
        if target < 0:
            raise invalid(f"Seeking to a negative position: {target}")
        reader.seek(min(target, size))
        if target > size:
            raise errors.OutOfRangeError(None, None, "reached end of file")

    def tell(self):
        """The reading position in bytes, or for a file open only for writing how far it was written."""
        if self._may_read:
            return self._for_reading().tell()
        writer = self._for_writing()
        return writer.seek(0, os.SEEK_END) if self._append and writer.seekable() else writer.tell()

    def readline(self):
        """The next line with its newline, carriage returns removed; empty at the end of the file."""
        reader = self._for_reading()
        with raising_for(self._path()):
            return self._deliver(reader.readline().replace(b"\r", b""))

    def readlines(self):
        """A list of all lines from the present position on."""
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def next(self):
        """The next line; `StopIteration` at the end."""
        return next(self)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def flush(self):
        """Hands what was written to the operating system, so that other readers see it."""
        if self._writer is not None:
            with raising_for(self._path()):
                self._writer.flush()

    def close(self):
        """Closes the file. A later read or write opens it again."""
        reader, writer = self._reader, self._writer
        self._reader = self._writer = None
        if reader is not None:
            reader.close()
        if writer is not None:
            with raising_for(self._path()):
                writer.close()

    def seekable(self):
        """True: every file can be positioned."""
        return True
