"""`tf.compat.v1.gfile`: `tf.io.gfile` under the old names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tfshim._listing import listing
from tfshim.io.gfile import GFile, exists, glob, isdir, listdir, makedirs, mkdir, remove, rename, rmtree, stat, walk
from tfshim.io.gfile import copy as _copy

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path
    from tfshim.io._filesystems import FileStatistics

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


def Copy(oldpath: Path, newpath: Path, overwrite: bool = False) -> None:  # noqa: N802 - TensorFlow's name, as those below
    """See `tf.io.gfile.copy`."""
    _copy(oldpath, newpath, overwrite)


def DeleteRecursively(dirname: Path) -> None:  # noqa: N802
    """See `tf.io.gfile.rmtree`."""
    rmtree(dirname)


def Exists(filename: Path) -> bool:  # noqa: N802
    """See `tf.io.gfile.exists`."""
    return exists(filename)


def Glob(filename: Path | Sequence[Path]) -> list[str]:  # noqa: N802
    """See `tf.io.gfile.glob`."""
    return glob(filename)


def IsDirectory(dirname: Path) -> bool:  # noqa: N802
    """See `tf.io.gfile.isdir`."""
    return isdir(dirname)


def ListDirectory(dirname: Path) -> list[str]:  # noqa: N802
    """See `tf.io.gfile.listdir`."""
    return listdir(dirname)


def MakeDirs(dirname: Path) -> None:  # noqa: N802
    """See `tf.io.gfile.makedirs`."""
    makedirs(dirname)


def MkDir(dirname: Path) -> None:  # noqa: N802
    """See `tf.io.gfile.mkdir`."""
    mkdir(dirname)


def Remove(filename: Path) -> None:  # noqa: N802
    """See `tf.io.gfile.remove`."""
    remove(filename)


def Rename(oldname: Path, newname: Path, overwrite: bool = False) -> None:  # noqa: N802
    """See `tf.io.gfile.rename`."""
    rename(oldname, newname, overwrite)


def Stat(filename: Path) -> FileStatistics:  # noqa: N802
    """See `tf.io.gfile.stat`."""
    return stat(filename)


def Walk(top: Path, in_order: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:  # noqa: N802
    """See `tf.io.gfile.walk`."""
    return walk(top, in_order)
