"""`tf.compat.v1.gfile`: `tf.io.gfile` under the old names."""

from tfshim._listing import listing
from tfshim.io.gfile import GFile, exists, glob, isdir, listdir, makedirs, mkdir, remove, rename, rmtree, stat, walk
from tfshim.io.gfile import copy as _copy

__all__ = [
    "Copy",
    "DeleteRecursively",
    "Exists",
    "FastGFile",
    "GFile",
    "Glob",
    "IsDirectory",
    "ListDirectory",
    "MakeDirs",
    "MkDir",
    "Open",
    "Remove",
    "Rename",
    "Stat",
    "Walk",
]
__dir__ = listing(globals())
FastGFile = Open = GFile


def Copy(oldpath, newpath, overwrite=False):  # noqa: N802 - TensorFlow's name, as those below
    """See `tf.io.gfile.copy`."""
    _copy(oldpath, newpath, overwrite)


def DeleteRecursively(dirname):  # noqa: N802
    """See `tf.io.gfile.rmtree`."""
    rmtree(dirname)


def Exists(filename):  # noqa: N802
    """See `tf.io.gfile.exists`."""
    return exists(filename)


def Glob(filename):  # noqa: N802
    """See `tf.io.gfile.glob`."""
    return glob(filename)


def IsDirectory(dirname):  # noqa: N802
    """See `tf.io.gfile.isdir`."""
    return isdir(dirname)


def ListDirectory(dirname):  # noqa: N802
    """See `tf.io.gfile.listdir`."""
    return listdir(dirname)


def MakeDirs(dirname):  # noqa: N802
    """See `tf.io.gfile.makedirs`."""
    makedirs(dirname)


def MkDir(dirname):  # noqa: N802
    """See `tf.io.gfile.mkdir`."""
    mkdir(dirname)


def Remove(filename):  # noqa: N802
    """See `tf.io.gfile.remove`."""
    remove(filename)


def Rename(oldname, newname, overwrite=False):  # noqa: N802
    """See `tf.io.gfile.rename`."""
    rename(oldname, newname, overwrite)


def Stat(filename):  # noqa: N802
    """See `tf.io.gfile.stat`."""
    return stat(filename)


def Walk(top, in_order=True):  # noqa: N802
    """See `tf.io.gfile.walk`."""
    return walk(top, in_order)
