"""File systems behind `tf.io.gfile`: the local disk, memory (`ram://`), and fsspec for every other scheme."""

import contextlib
import importlib.util
import os
import re
import shutil
import stat as stat_flags
from functools import cache

from tfshim.engine.runtime import errors
from tfshim.files.replacing import Replacement
from tfshim.io._oserrors import raising_for, translate

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*)://")


def as_path(value):
    """`value` (str, bytes or path object) as a str; anything else raises `TypeError` in TensorFlow's words."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")  # names are bytes, of no encoding that anyone promises
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"Expected binary or unicode string, got {value!r}")


def scheme_of(path):
    """The URL scheme that `path` starts with, or the empty string for an ordinary path."""
    match = _SCHEME.match(path)
    return match.group(1) if match else ""


_PIECE = 1 << 24


def read_up_to(file, count):
    """Up to `count` bytes of `file`, in pieces: a count that is larger than the file costs no more than the file has."""
    if not 0 <= count <= _PIECE:
        pieces = []
        while count and (piece := file.read(_PIECE if count < 0 else min(count, _PIECE))):
            pieces.append(piece)
            count -= len(piece) if count > 0 else 0
        return b"".join(pieces)
    return file.read(count)


class FileStatistics:
    """What `tf.io.gfile.stat` returns: `length` in bytes, `mtime_nsec`, and `is_directory`."""

    __slots__ = ("is_directory", "length", "mtime_nsec")

    def __init__(self, length, mtime_nsec, is_directory):
        self.length, self.mtime_nsec, self.is_directory = length, mtime_nsec, is_directory

    def __repr__(self):
        return f"FileStatistics(length={self.length}, mtime_nsec={self.mtime_nsec}, is_directory={self.is_directory})"


def _whole(path):
    """The bytes of the file at a path."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        size = os.fstat(descriptor).st_size
        data = os.read(descriptor, size + 1)
        if len(data) == size:
            return data
        # What grows while it is read, is larger than one call reads, or is no file on a disk and tells no size.
        parts = [data]
        while parts[-1]:
            parts.append(os.read(descriptor, 1 << 24))
        return b"".join(parts)
    finally:
        os.close(descriptor)


class LocalFiles:
    """The local disk. Every method takes a path as the user wrote it, with or without `file://`."""

    def local(self, path):
        path = path[len("file://") :] if scheme_of(path) == "file" else path
        return path.rstrip("/") or path if path.endswith("/") else path  # a file may be named with a slash at the end

    def open_read(self, path):
        with raising_for(path):
            return open(self.local(path), "rb", buffering=1 << 19)

    def contents(self, path):
        """All bytes of a file, by the fewest calls of the system, which for small files take longer than reading."""
        try:
            return _whole(self.local(path))
        except (OSError, ValueError):  # which file objects tell more of
            with raising_for(path), open(self.local(path), "rb", buffering=0) as file:
                return file.readall()

    def open_write(self, path, append=False, buffer=1 << 16):
        with raising_for(path):
            return open(self.local(path), "ab" if append else "wb", buffering=min(max(buffer, 2), _PIECE))

    def exists(self, path):
        return os.path.exists(self.local(path))

    def isdir(self, path):
        return os.path.isdir(self.local(path))

    def stat(self, path):
        with raising_for(path):
            status = os.stat(self.local(path))
        return FileStatistics(status.st_size, status.st_mtime_ns, stat_flags.S_ISDIR(status.st_mode))

    def listdir(self, path):
        with raising_for(path):
            return sorted(os.listdir(self.local(path)))

    def mkdir(self, path):
        with raising_for(path):
            os.mkdir(self.local(path))

    def makedirs(self, path):
        local = self.local(path)
        for parent in _parents(local):
            if os.path.exists(parent) and not os.path.isdir(parent):
                shown = path if parent == local else path[: path.index(local)] + parent
                raise errors.FailedPreconditionError(None, None, f"{shown} is not a directory")
        try:
            os.makedirs(local, exist_ok=True)
        except OSError as error:  # what could not be made may be a directory far above
            raise translate(error, path[: path.index(local)] + (error.filename or local)) from error

    def remove(self, path):
        with raising_for(path):
            os.unlink(self.local(path))

    def rmtree(self, path):
        local = self.local(path)
        with raising_for(path):
            if os.path.islink(local) and os.path.isdir(local):
                raise NotADirectoryError()  # what a link leads to is not its own
            if os.path.isdir(local):
                shutil.rmtree(local)
            else:
                os.unlink(local)

    def rename(self, src, dst):
        with raising_for(src):
            os.replace(self.local(src), self.local(dst))

    def open_replacing(self, path, like=None):
        """A writable file that takes `path`'s place when all is written, and leaves nothing behind if not.

        A new file has the permissions of the local file `like`.
        """
        return _replacing(self, path, like)


@contextlib.contextmanager
def _replacing(files, path, like):
    local = files.local(path)
    with raising_for(path):
        if os.path.isdir(local):
            raise IsADirectoryError()
        if not local:
            raise FileNotFoundError()
        if not stat_flags.S_ISDIR(os.stat(os.path.dirname(local) or ".").st_mode):  # what is to hold it has to be there
            raise NotADirectoryError()
        made = Replacement(local)
    with contextlib.closing(made), open(made.name, "wb") as file:
        yield file
        with raising_for(path):
            file.close()
            if like is not None and not os.path.exists(local):
                kept = 0o666 & ~os.stat(made.name).st_mode  # from the user's mask, which says the same of running as of reading
                os.chmod(made.name, stat_flags.S_IMODE(os.stat(like).st_mode) & ~(kept | (kept & 0o444) >> 2))
            made.commit()


class FsspecFiles:
    """Files of one fsspec file system: `ram://` (in this process) or a remote store."""

    def __init__(self, fs):
        self._fs = fs

    def open_read(self, path):
        with raising_for(path):
            return self._fs.open(path, "rb")

    def contents(self, path):
        """All bytes of a file."""
        with self.open_read(path) as file, raising_for(path):
            return read_up_to(file, -1)

    def open_write(self, path, append=False, buffer=None):
        # The size of the buffer is the store's own business: many take only parts of a fixed least size.
        with raising_for(path):
            self._need_parent(path)
            return self._fs.open(path, "ab" if append else "wb")

    def exists(self, path):
        with raising_for(path):
            return self._fs.exists(path)

    def isdir(self, path):
        return self._fs.isdir(path)

    def stat(self, path):
        with raising_for(path):
            info = self._fs.info(path)
        # Each store has its own name for the time of the last change.
        moment = next((info[key] for key in ("mtime", "LastModified", "modified", "created") if info.get(key)), 0)
        seconds = moment.timestamp() if hasattr(moment, "timestamp") else float(moment)
        return FileStatistics(int(info.get("size") or 0), int(seconds * 1e9), info.get("type") == "directory")

    def listdir(self, path):
        with raising_for(path):
            names = self._fs.ls(path, detail=False)
        return sorted({name.rstrip("/").rsplit("/", 1)[-1] for name in names})

    def mkdir(self, path):
        with raising_for(path):
            if self._fs.exists(path):
                raise FileExistsError()
            self._fs.mkdir(path, create_parents=False)

    def makedirs(self, path):
        with raising_for(path):
            if self._fs.isfile(path):
                raise errors.FailedPreconditionError(None, None, f"{path} is not a directory")
            self._fs.makedirs(path, exist_ok=True)

    def remove(self, path):
        with raising_for(path):
            if self._fs.isdir(path):
                raise IsADirectoryError()
            self._fs.rm_file(path)

    def rmtree(self, path):
        with raising_for(path):
            self._fs.rm(path, recursive=True)

    def rename(self, src, dst):
        with raising_for(src):
            if not self._fs.exists(src):
                raise FileNotFoundError()
            self._fs.mv(src, dst, recursive=self._fs.isdir(src))

    def open_replacing(self, path, like=None):
        return self.open_write(path)  # object stores publish a file only when it is closed

    def _need_parent(self, path):
        # fsspec's memory store refuses a file whose directory is missing; ram:// files need none.
        if "memory" in self._fs.protocol:
            self._fs.makedirs(self._fs._parent(path), exist_ok=True)


def _parents(path):
    """`path` and every directory above it, nearest first."""
    while path and path != os.path.dirname(path):
        yield path
        path = os.path.dirname(path)


_LOCAL = LocalFiles()


def filesystem_for(path):
    """The file system that serves `path` (str); an unknown scheme raises `UnimplementedError`."""
    scheme = scheme_of(path)
    if scheme in ("", "file"):
        return _LOCAL
    return _remote(scheme, path) if scheme != "ram" else _ram()


@cache
def _ram():
    from fsspec.implementations.memory import MemoryFileSystem

    class RamFileSystem(MemoryFileSystem):
        # Its own store, so that `memory://` files of the user's other code stay apart.
        store = {}
        pseudo_dirs = [""]
        protocol = ("ram", "memory")

        @classmethod
        def _strip_protocol(cls, path):
            return MemoryFileSystem._strip_protocol(path.removeprefix("ram://"))

    return FsspecFiles(RamFileSystem(skip_instance_cache=True))


def _remote(scheme, path):
    refusal = f"File system scheme '{scheme}' not implemented (file: '{path}')"
    try:
        import fsspec

        cls = fsspec.get_filesystem_class(scheme)
    except ValueError as error:
        raise errors.UnimplementedError(None, None, refusal) from error
    except ImportError as error:
        raise errors.UnimplementedError(None, None, f"{refusal}: {error}") from error
    return _instance(scheme, cls)


@cache
def _instance(scheme, cls):
    return FsspecFiles(cls())


def registered_schemes():
    """Schemes that can be opened here: the built-in ones, and those whose fsspec package is installed."""
    from fsspec.registry import known_implementations, registry

    others = [name for name in registry if name not in ("file", "local")]
    for name, entry in known_implementations.items():
        package = entry["class"].split(".")[0]
        if package != "fsspec" and name not in others and importlib.util.find_spec(package):
            others.append(name)
    return ["ram", "file", "", *others]
