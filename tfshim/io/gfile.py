"""`tf.io.gfile`: files and directories, local or behind a URL scheme, with TensorFlow's errors.

Ordinary paths, `file://` and `ram://` (kept in this process) always work. Any other scheme (`s3://`, `gs://`, ...)
goes through fsspec and needs the package that fsspec names for it.
"""

import os
import shutil

from tfshim._listing import listing
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.io._filesystems import as_path, filesystem_for, registered_schemes
from tfshim.io._gfile_class import GFile
from tfshim.io._globbing import expand
from tfshim.io._oserrors import raising_for

__all__ = [
    "GFile",
    "copy",
    "exists",
    "get_registered_schemes",
    "glob",
    "isdir",
    "join",
    "listdir",
    "makedirs",
    "mkdir",
    "remove",
    "rename",
    "rmtree",
    "stat",
    "walk",
]
__dir__ = listing(globals())


def copy(src, dst, overwrite=False):
    """Copies the contents of the file `src` to `dst`, which may be on another file system.

    The copy is completed beside `dst` and then renamed, so a failure leaves what was there; a new file has the permissions of `src`. Raises
    `AlreadyExistsError` if `dst` exists and `overwrite` is false, `NotFoundError` if `src` does not exist.
    Mirrors `tf.io.gfile.copy`.
    """
    src, dst = as_path(src), as_path(dst)
    source, target = filesystem_for(src), filesystem_for(dst)
    if not overwrite and target.exists(dst):
        raise errors.AlreadyExistsError(None, None, "file already exists")
    if source.isdir(src):
        raise invalid(f"{dst}; Invalid argument ({src} is a directory)")
    like = source.local(src) if source is target and hasattr(source, "local") else None
    with source.open_read(src) as reader, raising_for(dst), target.open_replacing(dst, like) as writer:
        shutil.copyfileobj(reader, writer, 1 << 20)


def exists(path):
    """Whether `path` is a file or directory. An unknown scheme raises `UnimplementedError`.

    Mirrors `tf.io.gfile.exists`.
    """
    path = as_path(path)
    return filesystem_for(path).exists(path)


def get_registered_schemes():
    """URL schemes that can be opened, as a list; the empty string means ordinary paths.

    Mirrors `tf.io.gfile.get_registered_schemes`.
    """
    return registered_schemes()


def glob(pattern):
    """Paths that match `pattern` (one pattern or a list of them), sorted; an empty list if there are none.

    `*` and `?` match within one directory level, names that begin with a dot included; `[a-z]` and `[^a]` match sets.
    Mirrors `tf.io.gfile.glob`.
    """
    if isinstance(pattern, (str, bytes, os.PathLike)):
        pattern = [pattern]
    found = []
    for one in pattern:
        one = as_path(one)
        found.extend(expand(filesystem_for(one), one))
    return found


def isdir(path):
    """Whether `path` is a directory; false also where that cannot be found out. Mirrors `tf.io.gfile.isdir`."""
    return _is_directory(as_path(path))


# No function calls another by its public name: tests of libraries put functions of their own in the places of these, with other paths.
def _is_directory(path):
    try:
        return filesystem_for(path).isdir(path)
    except (errors.OpError, OSError):
        return False


def join(path, *paths):
    """`path` and `paths` joined by `/`; an absolute part drops what is before it. Mirrors `tf.io.gfile.join`."""
    return os.path.join(path, *paths)


def listdir(path):
    """Names of the entries of the directory `path`, sorted, without `.` and `..`.

    Raises `NotFoundError` if there is no such directory. Mirrors `tf.io.gfile.listdir`.
    """
    return _entries(as_path(path), path)


def _entries(path, shown=None):
    if not _is_directory(path):
        raise errors.NotFoundError(None, None, f"Could not find directory {path if shown is None else shown}")
    return filesystem_for(path).listdir(path)


def makedirs(path):
    """Makes the directory `path` and those above it; nothing happens if it exists.

    Raises `FailedPreconditionError` where a file of that name exists. Mirrors `tf.io.gfile.makedirs`.
    """
    path = as_path(path)
    if path:
        filesystem_for(path).makedirs(path)


def mkdir(path):
    """Makes the directory `path`, whose parent must exist; nothing happens if the name is taken.

    Raises `NotFoundError` if the parent is missing. Mirrors `tf.io.gfile.mkdir`.
    """
    path = as_path(path)
    if not path:
        return
    try:
        filesystem_for(path).mkdir(path)
    except errors.AlreadyExistsError:
        pass


def remove(path):
    """Deletes the file `path`; `NotFoundError` if missing, `FailedPreconditionError` if it is a directory.

    Mirrors `tf.io.gfile.remove`.
    """
    path = as_path(path)
    filesystem_for(path).remove(path)


def rename(src, dst, overwrite=False):
    """Renames or moves `src` to `dst` within one file system.

    Raises `AlreadyExistsError` if `dst` exists and `overwrite` is false, `UnimplementedError` across file systems.
    Mirrors `tf.io.gfile.rename`.
    """
    src, dst = as_path(src), as_path(dst)
    files = filesystem_for(src)
    if not overwrite and filesystem_for(dst).exists(dst):
        raise errors.AlreadyExistsError(None, None, "file already exists")
    if filesystem_for(dst) is not files:
        raise errors.UnimplementedError(None, None, f"Renaming {src} to {dst} not implemented")
    files.rename(src, dst)


def rmtree(path):
    """Deletes `path` and all that is below it; `NotFoundError` if missing. Mirrors `tf.io.gfile.rmtree`."""
    path = as_path(path)
    files = filesystem_for(path)
    if not files.exists(path):
        raise errors.NotFoundError(None, None, f"{path} not found")
    files.rmtree(path)


def stat(path):
    """`FileStatistics` of `path`: `length` (bytes), `mtime_nsec`, `is_directory`; `NotFoundError` if missing.

    Mirrors `tf.io.gfile.stat`.
    """
    path = as_path(path)
    return filesystem_for(path).stat(path)


def walk(top, topdown=True, onerror=None):
    """Yields `(directory, subdirectories, files)` for `top` and every directory below it.

    `topdown=False` yields a directory after its subdirectories. A directory that cannot be listed is passed over;
    `onerror`, if given, is called with the error. Mirrors `tf.io.gfile.walk`.
    """
    yield from _walked(as_path(top), topdown, onerror)


def _walked(top, topdown, onerror):
    try:
        names = _entries(top)
    except errors.OpError as error:
        if onerror:
            onerror(error)
        return
    directories, others = [], []
    for name in names:
        (directories if _is_directory(os.path.join(top, name)) else others).append(name)
    here = (top, directories, others)
    if topdown:
        yield here
    for name in directories:
        yield from _walked(os.path.join(top, name), topdown, onerror)
    if not topdown:
        yield here
