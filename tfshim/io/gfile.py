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
    """Copies the contents of a file to another name, which may be on another file system. Mirrors `tf.io.gfile.copy`.

    The copy is completed beside `dst` and then renamed, so that a failure leaves what was there; a new file has the permissions of `src`.

    Arguments:
        src: the path of a file, not of a directory.
        dst: the path of the copy, its name included; the directory must exist.
        overwrite: whether a file `dst` is replaced; False by default.

    Raises:
        AlreadyExistsError (of `tf.errors`): `dst` exists and `overwrite` is false. NotFoundError: there is no `src`, or no directory for
        `dst`. InvalidArgumentError: `src` is a directory.

    Example:
        >>> with tf.io.gfile.GFile("ram://copy/a.txt", "w") as file:
        ...     file.write("text")
        >>> tf.io.gfile.copy("ram://copy/a.txt", "ram://copy/b.txt", overwrite=True)
        >>> tf.io.gfile.GFile("ram://copy/b.txt").read()
        'text'
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
    """Whether a path is that of a file or a directory. Mirrors `tf.io.gfile.exists`.

    Links are followed: one whose target is gone does not exist. Asking is no promise: another program may make or remove the file before
    it is opened, so a program that needs it had better open it and take the error.

    Arguments:
        path: a str, bytes or `os.PathLike`: a local path, `ram://...`, or a URL of a scheme that `get_registered_schemes` names.

    Returns:
        A Python bool; False for the empty path.

    Raises:
        UnimplementedError (of `tf.errors`): the scheme of the URL is not known.

    Example:
        >>> with tf.io.gfile.GFile("exists.txt", "w") as file:
        ...     file.write("text")
        >>> tf.io.gfile.exists("exists.txt"), tf.io.gfile.exists("other.txt"), tf.io.gfile.exists(".")
        (True, False, True)
    """
    path = as_path(path)
    return filesystem_for(path).exists(path)


def get_registered_schemes():
    """The schemes of URLs that can be opened. Mirrors `tf.io.gfile.get_registered_schemes`.

    Ordinary paths, `file://` and `ram://` (files kept in this process) always work. The others go through fsspec, and are listed whether
    or not the package that a scheme needs is installed: opening a file says what is missing.

    Returns:
        A list of str, without `://`; the empty string stands for ordinary paths.

    Example:
        >>> schemes = tf.io.gfile.get_registered_schemes()
        >>> "" in schemes, "file" in schemes, "ram" in schemes
        (True, True, True)
        >>> tf.io.gfile.GFile("ram://greeting", "w").write("text")
        >>> tf.io.gfile.exists("ram://greeting")
        True
    """
    return registered_schemes()


def glob(pattern):
    """The paths that match a pattern. Mirrors `tf.io.gfile.glob`.

    `*` stands for any characters and `?` for one, but not for the `/` between directories; names that begin with a dot match too, unlike
    in a shell. `[a-z]` and `[^a]` stand for one character of a set, or of none of it.

    Arguments:
        pattern: a path with such signs, or a list of them, whose results come one after the other.

    Returns:
        A list of paths, those of each pattern sorted, with the directory part as it was given; empty where nothing matches or the
        directory is not there.

    Raises:
        UnimplementedError (of `tf.errors`): the scheme of the URL is not known.

    Example:
        >>> tf.io.gfile.makedirs("glob")
        >>> for name in ["b.txt", "a.txt", "a.csv"]:
        ...     tf.io.gfile.GFile(f"glob/{name}", "w").write("")
        >>> sorted(tf.io.gfile.glob("glob/*.txt")), tf.io.gfile.glob(["glob/?.csv", "glob/[^a].*"])
        (['glob/a.txt', 'glob/b.txt'], ['glob/a.csv', 'glob/b.txt'])
    """
    if isinstance(pattern, (str, bytes, os.PathLike)):
        pattern = [pattern]
    found = []
    for one in pattern:
        one = as_path(one)
        found.extend(expand(filesystem_for(one), one))
    return found


def isdir(path):
    """Whether a path is that of a directory. Mirrors `tf.io.gfile.isdir`.

    Unlike the other functions here it raises nothing where the answer cannot be found out: a path that is not there, one that may not be
    read and one whose scheme is not known give False. A link to a directory gives True.

    Arguments:
        path: a str, bytes or `os.PathLike`: a local path, `ram://...`, or a URL of a scheme that `get_registered_schemes` names. Whether
            it ends in `/` makes no difference.

    Returns:
        A Python bool.

    Example:
        >>> tf.io.gfile.makedirs("isdir/inner")
        >>> tf.io.gfile.GFile("isdir/file.txt", "w").write("text")
        >>> tf.io.gfile.isdir("isdir/inner"), tf.io.gfile.isdir("isdir/file.txt"), tf.io.gfile.isdir("unknown://x")
        (True, False, False)
    """
    return _is_directory(as_path(path))


# No function calls another by its public name: tests of libraries put functions of their own in the places of these, with other paths.
def _is_directory(path):
    try:
        return filesystem_for(path).isdir(path)
    except (errors.OpError, OSError):
        return False


def join(path, *paths):
    """Joins parts of a path by `/`. Mirrors `tf.io.gfile.join`.

    A part that is absolute drops what is before it, as in `os.path.join`; a `/` at the end of a part is not doubled, and an empty last
    part gives a path that ends in `/`. Nothing is looked up: the path need not exist. Unlike `os.path.join` it is the same on every
    system, since URLs have `/` everywhere.

    Arguments:
        path: the first part, a str or `os.PathLike`, such as a directory or `gs://bucket`.
        *paths: further parts, any number of them.

    Returns:
        A str; bytes where all parts are bytes.

    Example:
        >>> tf.io.gfile.join("gs://bucket", "models", "one.keras")
        'gs://bucket/models/one.keras'
        >>> tf.io.gfile.join("a/", "b"), tf.io.gfile.join("a", "/b"), tf.io.gfile.join("a", "")
        ('a/b', '/b', 'a/')
    """
    return os.path.join(path, *paths)


def listdir(path):
    """The names of what a directory holds. Mirrors `tf.io.gfile.listdir`.

    Files and directories are both named, those that begin with a dot included, without `.` and `..`, and not what is below them; `walk`
    goes down.

    Arguments:
        path: a directory: a str, bytes or `os.PathLike`.

    Returns:
        A list of str, sorted: names alone, without the path of the directory.

    Raises:
        NotFoundError (of `tf.errors`): there is no such directory, or it is a file.

    Example:
        >>> tf.io.gfile.makedirs("listdir/inner")
        >>> tf.io.gfile.GFile("listdir/b.txt", "w").write("text")
        >>> sorted(tf.io.gfile.listdir("listdir"))
        ['b.txt', 'inner']
    """
    return _entries(as_path(path), path)


def _entries(path, shown=None):
    if not _is_directory(path):
        raise errors.NotFoundError(None, None, f"Could not find directory {path if shown is None else shown}")
    return filesystem_for(path).listdir(path)


def makedirs(path):
    """Makes a directory and those above it, where they are not there. Mirrors `tf.io.gfile.makedirs`.

    Nothing happens where the directory exists, so it may be called before each run. `mkdir` makes one directory alone.

    Arguments:
        path: the directory: a str, bytes or `os.PathLike`. Nothing happens for the empty path.

    Raises:
        FailedPreconditionError (of `tf.errors`): a part of the path is a file. PermissionDeniedError: the directory above may not be
        written. UnimplementedError: the scheme of the URL is not known.

    Example:
        >>> tf.io.gfile.makedirs("makedirs/one/two")
        >>> tf.io.gfile.makedirs("makedirs/one/two")
        >>> tf.io.gfile.isdir("makedirs/one")
        True
    """
    path = as_path(path)
    if path:
        filesystem_for(path).makedirs(path)


def mkdir(path):
    """Makes one directory. Mirrors `tf.io.gfile.mkdir`.

    The directory above it must be there; `makedirs` makes those too. Nothing happens where a file or directory of that name exists, unlike
    `os.mkdir`, which raises.

    Arguments:
        path: the directory: a str, bytes or `os.PathLike`. Nothing happens for the empty path.

    Raises:
        NotFoundError (of `tf.errors`): the directory above is missing. PermissionDeniedError: it may not be written. UnimplementedError:
        the scheme of the URL is not known.

    Example:
        >>> tf.io.gfile.mkdir("mkdir")
        >>> tf.io.gfile.mkdir("mkdir")
        >>> try:
        ...     tf.io.gfile.mkdir("mkdir/one/two")
        ... except tf.errors.NotFoundError:
        ...     print("no mkdir/one")
        no mkdir/one
    """
    path = as_path(path)
    if not path:
        return
    try:
        filesystem_for(path).mkdir(path)
    except errors.AlreadyExistsError:
        pass


def remove(path):
    """Deletes a file. Mirrors `tf.io.gfile.remove`.

    A directory is deleted by `rmtree`, with all that is in it. A link is deleted itself, not what it points to.

    Arguments:
        path: the path of the file: a str, bytes or `os.PathLike`.

    Raises:
        NotFoundError (of `tf.errors`): there is no such file. FailedPreconditionError: it is a directory. PermissionDeniedError: its
        directory may not be written.

    Example:
        >>> tf.io.gfile.GFile("remove.txt", "w").write("text")
        >>> tf.io.gfile.remove("remove.txt")
        >>> tf.io.gfile.exists("remove.txt")
        False
        >>> try:
        ...     tf.io.gfile.remove("remove.txt")
        ... except tf.errors.NotFoundError:
        ...     print("gone already")
        gone already
    """
    path = as_path(path)
    filesystem_for(path).remove(path)


def rename(src, dst, overwrite=False):
    """Renames a file or a directory, or moves it within one file system. Mirrors `tf.io.gfile.rename`.

    From one file system to another, as from `ram://` to a disk, `copy` and `remove` do it.

    Arguments:
        src: the path: a str, bytes or `os.PathLike`.
        dst: the new path, its name included; the directory that it is in must exist.
        overwrite: whether a file `dst` is replaced; False by default.

    Raises:
        AlreadyExistsError (of `tf.errors`): `dst` exists and `overwrite` is false. NotFoundError: there is no `src`. UnimplementedError:
        the two are on different file systems.

    Example:
        >>> tf.io.gfile.GFile("rename.tmp", "w").write("text")
        >>> tf.io.gfile.rename("rename.tmp", "rename.txt", overwrite=True)
        >>> tf.io.gfile.exists("rename.tmp"), tf.io.gfile.GFile("rename.txt").read()
        (False, 'text')
    """
    src, dst = as_path(src), as_path(dst)
    files = filesystem_for(src)
    if not overwrite and filesystem_for(dst).exists(dst):
        raise errors.AlreadyExistsError(None, None, "file already exists")
    if filesystem_for(dst) is not files:
        raise errors.UnimplementedError(None, None, f"Renaming {src} to {dst} not implemented")
    files.rename(src, dst)


def rmtree(path):
    """Deletes a directory with all that is in it. Mirrors `tf.io.gfile.rmtree`.

    Links within it are deleted themselves, and what they point to stays; TensorFlow empties a directory that a link points to, and then
    fails.

    Arguments:
        path: the path of the directory: a str, bytes or `os.PathLike`. A file is deleted, too.

    Raises:
        NotFoundError (of `tf.errors`): there is nothing at `path`. PermissionDeniedError: a directory may not be written.

    Example:
        >>> tf.io.gfile.makedirs("rmtree/inner")
        >>> tf.io.gfile.GFile("rmtree/inner/a.txt", "w").write("text")
        >>> tf.io.gfile.rmtree("rmtree")
        >>> tf.io.gfile.exists("rmtree")
        False
        >>> try:
        ...     tf.io.gfile.rmtree("rmtree")
        ... except tf.errors.NotFoundError:
        ...     print("gone already")
        gone already
    """
    path = as_path(path)
    files = filesystem_for(path)
    if not files.exists(path):
        raise errors.NotFoundError(None, None, f"{path} not found")
    files.rmtree(path)


def stat(path):
    """The size and the time of a file or directory. Mirrors `tf.io.gfile.stat`.

    Links are followed.

    Arguments:
        path: the path: a str, bytes or `os.PathLike`.

    Returns:
        An object with `length`, the size in bytes; `mtime_nsec`, when it was last written, in nanoseconds since 1970; and `is_directory`,
        a bool. The length of a directory says nothing about what is in it.

    Raises:
        NotFoundError (of `tf.errors`): there is nothing at `path`.

    Example:
        >>> with tf.io.gfile.GFile("stat.txt", "w") as file:
        ...     file.write("12345")
        >>> found = tf.io.gfile.stat("stat.txt")
        >>> found.length, found.is_directory, found.mtime_nsec > 10 ** 18
        (5, False, True)
    """
    path = as_path(path)
    return filesystem_for(path).stat(path)


def walk(top, topdown=True, onerror=None):
    """Goes through a directory and all below it. Mirrors `tf.io.gfile.walk`.

    Arguments:
        top: the directory to begin with: a str, bytes or `os.PathLike`.
        topdown: True (default): a directory comes before those in it, and names that the caller takes out of the list of directories are
            not entered; False: after them.
        onerror: a function that is called with the error for a directory that cannot be listed; None (default): it is passed over.

    Returns:
        A generator of (path of a directory, list of names of directories in it, list of names of files in it). There is nothing in it
        where `top` is no directory.

    Example:
        >>> tf.io.gfile.makedirs("walk/inner")
        >>> tf.io.gfile.GFile("walk/inner/a.txt", "w").write("text")
        >>> for directory, directories, files in tf.io.gfile.walk("walk"):
        ...     print(directory, directories, files)
        walk ['inner'] []
        walk/inner [] ['a.txt']
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
