"""`tf.compat.v1.gfile`: `tf.io.gfile` under the old names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.io.gfile import GFile, exists, glob, isdir, listdir, makedirs, mkdir, remove, rename, rmtree, stat, walk
from tfshim.io.gfile import copy as _copy

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path
    from tfshim.io._filesystems import FileStatistics

__all__, __getattr__, __dir__ = exported(globals())


@tf_export(v1=["gfile.Copy"])
def Copy(oldpath: Path, newpath: Path, overwrite: bool = False) -> None:  # noqa: N802 - TensorFlow's name, as those below
    """Copies a file, by the name of TensorFlow 1. Mirrors `tf.compat.v1.gfile.Copy`.

    It does what `tf.io.gfile.copy` does: contents are copied, on the disk or between file systems that `fsspec` knows. The arguments have
    other names, and directories are not copied.

    Arguments:
        oldpath: the file, a str or path.
        newpath: where the copy goes, the path of a file.
        overwrite: whether a file that is there is replaced, False by default.

    Raises:
        NotFoundError: there is no such file, or no such directory to put the copy in.
        AlreadyExistsError: `newpath` is there, and `overwrite` is False.

    Example:
        >>> tf.io.write_file("a.txt", "content")
        >>> tf.compat.v1.gfile.Copy("a.txt", "b.txt")
        >>> tf.compat.v1.gfile.Copy("a.txt", "b.txt", overwrite=True)
        >>> tf.compat.v1.gfile.GFile("b.txt").read()
        'content'
    """
    _copy(oldpath, newpath, overwrite)


@tf_export(v1=["gfile.DeleteRecursively"])
def DeleteRecursively(dirname: Path) -> None:  # noqa: N802
    """Deletes a directory with all that is in it, by the name of TensorFlow 1. Mirrors `tf.compat.v1.gfile.DeleteRecursively`.

    It does what `tf.io.gfile.rmtree` does, on the disk or in a file system that `fsspec` knows. Programs clear the directory of an earlier
    training with it: there is no way back. A single file is deleted by `tf.compat.v1.gfile.Remove`.

    Arguments:
        dirname: the directory, a str or path.

    Raises:
        NotFoundError: there is no such directory.

    Example:
        >>> tf.compat.v1.gfile.MakeDirs("logs/first")
        >>> tf.io.write_file("logs/first/events", "")
        >>> tf.compat.v1.gfile.DeleteRecursively("logs")
        >>> tf.compat.v1.gfile.Exists("logs"), tf.compat.v1.gfile.Exists("logs/first/events")
        (False, False)
    """
    rmtree(dirname)


@tf_export(v1=["gfile.Exists"])
def Exists(filename: Path) -> bool:  # noqa: N802
    """Whether there is a file or directory of a name, by the name of TensorFlow 1. Mirrors `tf.compat.v1.gfile.Exists`.

    It tells what `tf.io.gfile.exists` tells, on the disk or in a file system that `fsspec` knows. Whether it is a directory is told by
    `tf.compat.v1.gfile.IsDirectory`; to find several files by a pattern there is `tf.compat.v1.gfile.Glob`.

    Checkpoints consist of several files: `tf.compat.v1.train.checkpoint_exists` tells whether there is one of a prefix.

    Arguments:
        filename: the path, a str or path.

    Returns:
        A bool; False for a link to what is not there.

    Example:
        >>> tf.io.write_file("a.txt", "content")
        >>> tf.compat.v1.gfile.Exists("a.txt"), tf.compat.v1.gfile.Exists("."), tf.compat.v1.gfile.Exists("b.txt")
        (True, True, False)
    """
    return exists(filename)


@tf_export(v1=["gfile.Glob"])
def Glob(filename: Path | Sequence[Path]) -> list[str]:  # noqa: N802
    """The files whose paths match a pattern, by the name of TensorFlow 1. Mirrors `tf.compat.v1.gfile.Glob`.

    It gives what `tf.io.gfile.glob` gives, on the disk or in a file system that `fsspec` knows: `*` stands for any characters but a slash,
    `?` for one, `[ab]` for one of those, and a backslash takes the meaning from the next character.

    Arguments:
        filename: the pattern, a str or path, or a list of patterns.

    Returns:
        A list of str, the paths of files and directories, in no order that a program could count on; empty where nothing matches.

    Example:
        >>> for name in ("train-0.csv", "train-1.csv", "test.csv"):
        ...     tf.io.write_file(name, "")
        >>> sorted(tf.compat.v1.gfile.Glob("train-*"))
        ['./train-0.csv', './train-1.csv']
        >>> sorted(tf.compat.v1.gfile.Glob(["train-0*", "test.*"])), tf.compat.v1.gfile.Glob("*.txt")
        (['./test.csv', './train-0.csv'], [])
    """
    return glob(filename)


@tf_export(v1=["gfile.IsDirectory"])
def IsDirectory(dirname: Path) -> bool:  # noqa: N802
    """Whether a path is a directory, by the name of TensorFlow 1. Mirrors `tf.compat.v1.gfile.IsDirectory`.

    It tells what `tf.io.gfile.isdir` tells, on the disk or in a file system that `fsspec` knows. A path of which nothing is there is no
    directory, and no error either; a link counts as what it leads to.

    With `tf.compat.v1.gfile.ListDirectory` it goes through a tree by hand, which `tf.compat.v1.gfile.Walk` does at once.

    Arguments:
        dirname: the path, a str or path.

    Returns:
        A bool.

    Example:
        >>> tf.compat.v1.gfile.MakeDirs("data/train")
        >>> tf.io.write_file("data/a.txt", "")
        >>> [tf.compat.v1.gfile.IsDirectory(path) for path in ("data/train", "data/a.txt", "none")]
        [True, False, False]
    """
    return isdir(dirname)


@tf_export(v1=["gfile.ListDirectory"])
def ListDirectory(dirname: Path) -> list[str]:  # noqa: N802
    """The names of what is in a directory, by the name of TensorFlow 1. Mirrors `tf.compat.v1.gfile.ListDirectory`.

    It gives what `tf.io.gfile.listdir` gives, on the disk or in a file system that `fsspec` knows. The names are not paths: join them with
    the directory. What is within directories further down is not in the list; `tf.compat.v1.gfile.Walk` goes there.

    Arguments:
        dirname: the directory, a str or path.

    Returns:
        A list of str, in no order that a program could count on, without `.` and `..`.

    Raises:
        NotFoundError: there is no such directory.

    Example:
        >>> tf.compat.v1.gfile.MakeDirs("data/train")
        >>> tf.io.write_file("data/a.txt", "")
        >>> sorted(tf.compat.v1.gfile.ListDirectory("data"))
        ['a.txt', 'train']
    """
    return listdir(dirname)


@tf_export(v1=["gfile.MakeDirs"])
def MakeDirs(dirname: Path) -> None:  # noqa: N802
    """Makes a directory and those above it that are missing, by the name of TensorFlow 1. Mirrors `tf.compat.v1.gfile.MakeDirs`.

    It does what `tf.io.gfile.makedirs` does, on the disk or in a file system that `fsspec` knows. A directory that is there already is no
    error, so that programs need not look first; `tf.compat.v1.gfile.MkDir` makes a single one and raises there.

    Arguments:
        dirname: the directory, a str or path.

    Raises:
        FailedPreconditionError: a file stands where a directory would have to be.

    Example:
        >>> tf.compat.v1.gfile.MakeDirs("logs/first/train")
        >>> tf.compat.v1.gfile.MakeDirs("logs/first")
        >>> tf.compat.v1.gfile.IsDirectory("logs/first/train")
        True
    """
    makedirs(dirname)


@tf_export(v1=["gfile.MkDir"])
def MkDir(dirname: Path) -> None:  # noqa: N802
    """Makes a directory in one that is there, by the name of TensorFlow 1. Mirrors `tf.compat.v1.gfile.MkDir`.

    It does what `tf.io.gfile.mkdir` does, on the disk or in a file system that `fsspec` knows. `tf.compat.v1.gfile.MakeDirs` makes those
    above it as well, and does not mind one that is there.

    Arguments:
        dirname: the directory, a str or path.

    Raises:
        NotFoundError: the directory that it is to be in is missing.
        AlreadyExistsError: it is there already, or a file of that name is.

    Example:
        >>> tf.compat.v1.gfile.MkDir("logs")
        >>> tf.compat.v1.gfile.IsDirectory("logs")
        True
        >>> try:
        ...     tf.compat.v1.gfile.MkDir("logs")
        ... except tf.errors.AlreadyExistsError:
        ...     print("there already")
    """
    mkdir(dirname)


@tf_export(v1=["gfile.Remove"])
def Remove(filename: Path) -> None:  # noqa: N802
    """Deletes a file, by the name of TensorFlow 1. Mirrors `tf.compat.v1.gfile.Remove`.

    It does what `tf.io.gfile.remove` does, on the disk or in a file system that `fsspec` knows. There is no way back. For directories there
    is `tf.compat.v1.gfile.DeleteRecursively`, and for the files of a checkpoint `tf.compat.v1.train.remove_checkpoint`.

    Arguments:
        filename: the file, a str or path.

    Raises:
        NotFoundError: there is no such file.

    Example:
        >>> tf.io.write_file("a.txt", "content")
        >>> tf.compat.v1.gfile.Remove("a.txt")
        >>> tf.compat.v1.gfile.Exists("a.txt")
        False
        >>> try:
        ...     tf.compat.v1.gfile.Remove("a.txt")
        ... except tf.errors.NotFoundError:
        ...     print("not there")
        not there
    """
    remove(filename)


@tf_export(v1=["gfile.Rename"])
def Rename(oldname: Path, newname: Path, overwrite: bool = False) -> None:  # noqa: N802
    """Gives a file or directory another name or place, by the name of TensorFlow 1. Mirrors `tf.compat.v1.gfile.Rename`.

    It does what `tf.io.gfile.rename` does, on the disk or within a file system that `fsspec` knows. A reader of the new name sees the old
    contents or the new ones, nothing between: so programs write beside a file and then rename.

    Arguments:
        oldname: the path as it is, a str or path.
        newname: the new path.
        overwrite: whether a file that is there is replaced, False by default.

    Raises:
        NotFoundError: there is no such file.
        AlreadyExistsError: `newname` is there, and `overwrite` is False.

    Example:
        >>> tf.io.write_file("a.txt", "content")
        >>> tf.compat.v1.gfile.Rename("a.txt", "b.txt")
        >>> tf.compat.v1.gfile.Exists("a.txt"), tf.compat.v1.gfile.Exists("b.txt")
        (False, True)
    """
    rename(oldname, newname, overwrite)


@tf_export(v1=["gfile.Stat"])
def Stat(filename: Path) -> FileStatistics:  # noqa: N802
    """What a file system knows of a path, by the name of TensorFlow 1. Mirrors `tf.compat.v1.gfile.Stat`.

    It gives what `tf.io.gfile.stat` gives, on the disk or in a file system that `fsspec` knows. Programs look at `length` to see whether a
    file is empty or grows, and at the time to see whether it has changed.

    Arguments:
        filename: the path, a str or path.

    Returns:
        An object with `length`, the number of bytes; `mtime_nsec`, when it was changed last, in nanoseconds since 1970; and `is_directory`,
        a bool.

    Raises:
        NotFoundError: there is no such file or directory.

    Example:
        >>> tf.io.write_file("a.txt", "content")
        >>> found = tf.compat.v1.gfile.Stat("a.txt")
        >>> found.length, found.is_directory, found.mtime_nsec > 0
        (7, False, True)
    """
    return stat(filename)


@tf_export(v1=["gfile.Walk"])
def Walk(top: Path, in_order: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:  # noqa: N802
    """Goes through a directory and all below it, by the name of TensorFlow 1. Mirrors `tf.compat.v1.gfile.Walk`.

    It gives what `tf.io.gfile.walk` gives, on the disk or in a file system that `fsspec` knows. For a single pattern of paths there is
    `tf.compat.v1.gfile.Glob`.

    Arguments:
        top: the directory, a str or path. One that is not there gives nothing.
        in_order: True (the default) gives a directory before those in it, False after them.

    Returns:
        A generator of tuples: the path of a directory, the list of the names of directories in it, and that of the files.

    Example:
        >>> tf.compat.v1.gfile.MakeDirs("data/train")
        >>> tf.io.write_file("data/train/a.txt", "")
        >>> tf.io.write_file("data/b.txt", "")
        >>> for place, directories, files in tf.compat.v1.gfile.Walk("data"):
        ...     print(place, directories, files)
        data ['train'] ['b.txt']
        data/train [] ['a.txt']
    """
    return walk(top, in_order)


tf_export(v1=["gfile.FastGFile", "gfile.GFile", "gfile.Open"])(GFile)
