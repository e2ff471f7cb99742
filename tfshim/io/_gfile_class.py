"""`tf.io.gfile.GFile`, a file object over any of the file systems."""

import os

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.text import as_bytes
from tfshim.io._filesystems import as_path, filesystem_for, read_up_to
from tfshim.io._oserrors import raising_for

_MODES = ("r", "w", "a", "r+", "w+", "a+")


class GFile:
    r"""A file, on a disk, in this process (`ram://`) or behind a URL. Mirrors `tf.io.gfile.GFile`.

    The file is opened by the first read or write, so a missing one is reported there, and one that is never written is never made. Text is
    UTF-8; positions and the argument of `read` count bytes in either mode. Reading and writing have separate positions, and a first write
    in "r+" or "w+" begins an empty file; what is written is read, and counted by `size`, after `flush`. It is its own iterator over
    lines, and `with` closes it.

    Arguments:
        name: the path: a str, bytes or `os.PathLike`.
        mode: "r" (default), "w", "a", "r+", "w+" or "a+"; with "b", as in "rb", it gives bytes and not str.

    Raises:
        InvalidArgumentError (of `tf.errors`): another mode. When it is used: NotFoundError: a file to be read that is not there;
        PermissionDeniedError: what the mode does not allow.

    Example:
        >>> with tf.io.gfile.GFile("ram://notes.txt", "w") as file:
        ...     file.write("one\ntwo\n")
        >>> with tf.io.gfile.GFile("ram://notes.txt") as file:
        ...     print([line.strip() for line in file])
        ['one', 'two']
        >>> tf.io.gfile.GFile("ram://notes.txt", "rb").read(3)
        b'one'
    """

    __module__ = "tensorflow.python.platform.gfile"
    _encoding = "utf-8"

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
        return data if self._binary else data.decode(self._encoding)

    def size(self):
        """The length of the file as it stands there. Mirrors `tf.io.gfile.GFile.size`.

        What was written and not yet handed over by `flush` or `close` is not counted. The file need not be
        open, and is not opened by it:
        any mode will do.

        It asks the file system each time, so it follows a file that another process writes.

        Returns:
            A Python int, in bytes.

        Raises:
            NotFoundError (of `tf.errors`): the file is not there, as one that was opened for writing and not yet written.

        Example:
            >>> file = tf.io.gfile.GFile("size.txt", "w")
            >>> file.write("grün")
            >>> file.flush()
            >>> file.size()
            5
            >>> file.close()
        """
        path = self._path()
        return filesystem_for(path).stat(path).length

    def write(self, file_content):
        """Writes at the end of what was written so far. Mirrors `tf.io.gfile.GFile.write`.

        The first write of mode "w" begins an empty file; "a" goes on at the end of what is there. Other readers see it after `flush` or
        `close`.

        Arguments:
            file_content: a str, which is written as UTF-8, or bytes; either serves in either mode. Newlines are written as they are, and
                none is added.

        Returns:
            None, not the number of characters.

        Raises:
            PermissionDeniedError (of `tf.errors`): the file is open for reading. NotFoundError: its directory is not there.

        Example:
            >>> with tf.io.gfile.GFile("write.txt", "w") as file:
            ...     file.write("one ")
            ...     file.write(b"two")
            >>> with tf.io.gfile.GFile("write.txt", "a") as file:
            ...     file.write(" three")
            >>> tf.io.gfile.GFile("write.txt").read()
            'one two three'
        """
        writer = self._for_writing()
        data = as_bytes(file_content, self._encoding)
        with raising_for(self._path()):
            writer.write(data)

    def read(self, n=-1):
        """Reads from the present position on. Mirrors `tf.io.gfile.GFile.read`.

        Arguments:
            n: how many bytes at most, in text mode too, where it must not end within a letter; -1 (default): all that is left.

        Returns:
            A str, or bytes in a mode with "b"; empty at the end of the file.

        Raises:
            NotFoundError (of `tf.errors`): there is no such file. PermissionDeniedError: the file is open for writing alone.
            InvalidArgumentError: `n` is less than -1. UnicodeDecodeError: in text mode, what is no UTF-8.

        Example:
            >>> with tf.io.gfile.GFile("read.txt", "w") as file:
            ...     file.write("one two")
            >>> file = tf.io.gfile.GFile("read.txt")
            >>> file.read(3), file.read(), file.read()
            ('one', ' two', '')
            >>> tf.io.gfile.GFile("read.txt", "rb").read()
            b'one two'
        """
        reader = self._for_reading()
        if n < -1:
            raise invalid(f"Can't read a negative number of bytes: {n}")
        with raising_for(self._path()):
            return self._deliver(read_up_to(reader, n))

    def seek(self, offset=None, whence=0, position=None):
        """Moves the position from which is read. Mirrors `tf.io.gfile.GFile.seek`.

        What is written does not follow it: writes go on at their own position.

        Arguments:
            offset: how many bytes; may be negative with `whence` 1 or 2.
            whence: from where they count: 0 (default): the start; 1: the present position; 2: the end.
            position: the deprecated name of `offset`.

        Raises:
            TypeError: neither or both of `offset` and `position`. InvalidArgumentError (of `tf.errors`): a position before the start, or
            another `whence`. OutOfRangeError: one beyond the end; the position is then the end. PermissionDeniedError: the file is open
            for writing alone.

        Example:
            >>> with tf.io.gfile.GFile("seek.txt", "w") as file:
            ...     file.write("0123456789")
            >>> file = tf.io.gfile.GFile("seek.txt")
            >>> file.seek(-3, 2)
            >>> file.read()
            '789'
            >>> file.seek(4)
            >>> file.read(2)
            '45'
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
        """The position at which the next read begins. Mirrors `tf.io.gfile.GFile.tell`.

        For a file that is open for writing alone it is how far it was written, what was there before included in mode "a".

        Returns:
            A Python int, in bytes, in text mode too: letters beyond ASCII count more than one.

        Raises:
            NotFoundError (of `tf.errors`): there is no such file to read.

        Example:
            >>> file = tf.io.gfile.GFile("tell.txt", "w")
            >>> file.write("grün")
            >>> file.tell()
            5
            >>> file.close()
            >>> file = tf.io.gfile.GFile("tell.txt")
            >>> file.read(2), file.tell()
            ('gr', 2)
            >>> file.seek(0)
            >>> file.read(), file.tell()
            ('grün', 5)
        """
        if self._may_read:
            return self._for_reading().tell()
        writer = self._for_writing()
        return writer.seek(0, os.SEEK_END) if self._append and writer.seekable() else writer.tell()

    def readline(self):
        r"""The next line, with its newline. Mirrors `tf.io.gfile.GFile.readline`.

        Carriage returns are taken out, so that files of Windows give the lines of others, in a mode with "b" too. A last line without a
        newline comes without one.

        Returns:
            A str, or bytes in a mode with "b"; empty at the end of the file, where an empty line is a newline alone.

        Raises:
            NotFoundError (of `tf.errors`): there is no such file. PermissionDeniedError: the file is open for writing alone.

        Example:
            >>> with tf.io.gfile.GFile("readline.txt", "w") as file:
            ...     file.write("one\r\n\nthree")
            >>> file = tf.io.gfile.GFile("readline.txt")
            >>> file.readline(), file.readline(), file.readline(), file.readline()
            ('one\n', '\n', 'three', '')
        """
        reader = self._for_reading()
        with raising_for(self._path()):
            return self._deliver(reader.readline().replace(b"\r", b""))

    def readlines(self):
        r"""All lines from the present position on. Mirrors `tf.io.gfile.GFile.readlines`.

        Each is what `readline` gives: it ends in its newline, but for a last one without, and carriage returns are taken out. For a large
        file it is better to iterate over the file itself, which reads line by line.

        Returns:
            A list of str, or of bytes in a mode with "b"; empty at the end of the file.

        Raises:
            NotFoundError (of `tf.errors`): there is no such file. PermissionDeniedError: the file is open for writing alone.

        Example:
            >>> with tf.io.gfile.GFile("readlines.txt", "w") as file:
            ...     file.write("one\ntwo\nthree")
            >>> file = tf.io.gfile.GFile("readlines.txt")
            >>> file.readline(), file.readlines(), file.readlines()
            ('one\n', ['two\n', 'three'], [])
        """
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def next(self):
        r"""The next line, as in iterators. Mirrors `tf.io.gfile.GFile.next`.

        It is what Python's `next(file)` and `for line in file` call: the line that `readline` gives, with its newline, where the end of
        the file is not an empty text but the end of the iteration.

        Returns:
            A str, or bytes in a mode with "b".

        Raises:
            StopIteration: the end of the file. NotFoundError (of `tf.errors`): there is no such file. PermissionDeniedError: the file is
            open for writing alone.

        Example:
            >>> with tf.io.gfile.GFile("next.txt", "w") as file:
            ...     file.write("head\n1\n2\n")
            >>> file = tf.io.gfile.GFile("next.txt")
            >>> file.next()
            'head\n'
            >>> [int(line) for line in file]
            [1, 2]
        """
        return next(self)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def flush(self):
        """Hands over what was written, so that other readers see it. Mirrors `tf.io.gfile.GFile.flush`.

        The file stays open. Nothing happens where nothing was written, or the file is open for reading. Files behind a URL, as of a
        cloud's storage, may appear only when they are closed, whatever is flushed.

        Raises:
            An error of `tf.errors`: the file cannot be written, as ResourceExhaustedError where the disk is full.

        Example:
            >>> file = tf.io.gfile.GFile("flush.txt", "w")
            >>> file.write("one")
            >>> file.flush()
            >>> tf.io.gfile.GFile("flush.txt").read()
            'one'
            >>> file.write(" two")
            >>> file.close()
            >>> tf.io.gfile.GFile("flush.txt").read()
            'one two'
        """
        if self._writer is not None:
            with raising_for(self._path()):
                self._writer.flush()

    def close(self):
        """Closes the file, and hands over what was written. Mirrors `tf.io.gfile.GFile.close`.

        `with` does so at its end, also where an error left it. Closing twice does nothing. A later read or write opens the file again:
        reading begins at the start, and in mode "w" writing begins an empty file.

        Raises:
            An error of `tf.errors`: what was written cannot be handed over, as ResourceExhaustedError where the disk is full.

        Example:
            >>> file = tf.io.gfile.GFile("close.txt", "w")
            >>> file.write("one")
            >>> file.close()
            >>> file = tf.io.gfile.GFile("close.txt")
            >>> file.read(2)
            'on'
            >>> file.close()
            >>> file.read(2)
            'on'
        """
        reader, writer = self._reader, self._writer
        self._reader = self._writer = None
        if reader is not None:
            reader.close()
        if writer is not None:
            with raising_for(self._path()):
                writer.close()

    def seekable(self):
        """Whether positions can be asked for and set. Mirrors `tf.io.gfile.GFile.seekable`.

        Libraries that take file objects ask it, such as `zipfile` and `numpy.load`, before they call `seek` and `tell`. The file is not
        opened by it, and need not exist. That `seek` moves the position of reading alone holds all the same: in a file that is open for
        writing it raises.

        Returns:
            True, for every file.

        Example:
            >>> with tf.io.gfile.GFile("numbers.npy", "wb") as file:
            ...     np.save(file, np.arange(3))
            >>> file = tf.io.gfile.GFile("numbers.npy", "rb")
            >>> file.seekable()
            True
            >>> np.load(file).tolist()
            [0, 1, 2]
        """
        return True
