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
    """See `tf.io.gfile.copy`."""
    _copy(oldpath, newpath, overwrite)


@tf_export(v1=["gfile.DeleteRecursively"])
def DeleteRecursively(dirname: Path) -> None:  # noqa: N802
    """See `tf.io.gfile.rmtree`."""
    rmtree(dirname)


@tf_export(v1=["gfile.Exists"])
def Exists(filename: Path) -> bool:  # noqa: N802
    """See `tf.io.gfile.exists`."""
    return exists(filename)


@tf_export(v1=["gfile.Glob"])
def Glob(filename: Path | Sequence[Path]) -> list[str]:  # noqa: N802
    """See `tf.io.gfile.glob`."""
    return glob(filename)


@tf_export(v1=["gfile.IsDirectory"])
def IsDirectory(dirname: Path) -> bool:  # noqa: N802
    """See `tf.io.gfile.isdir`."""
    return isdir(dirname)


@tf_export(v1=["gfile.ListDirectory"])
def ListDirectory(dirname: Path) -> list[str]:  # noqa: N802
    """See `tf.io.gfile.listdir`."""
    return listdir(dirname)


@tf_export(v1=["gfile.MakeDirs"])
def MakeDirs(dirname: Path) -> None:  # noqa: N802
    """See `tf.io.gfile.makedirs`."""
    makedirs(dirname)


@tf_export(v1=["gfile.MkDir"])
def MkDir(dirname: Path) -> None:  # noqa: N802
    """See `tf.io.gfile.mkdir`."""
    mkdir(dirname)


@tf_export(v1=["gfile.Remove"])
def Remove(filename: Path) -> None:  # noqa: N802
    """See `tf.io.gfile.remove`."""
    remove(filename)


@tf_export(v1=["gfile.Rename"])
def Rename(oldname: Path, newname: Path, overwrite: bool = False) -> None:  # noqa: N802
    """See `tf.io.gfile.rename`."""
    rename(oldname, newname, overwrite)


@tf_export(v1=["gfile.Stat"])
def Stat(filename: Path) -> FileStatistics:  # noqa: N802
    """See `tf.io.gfile.stat`."""
    return stat(filename)


@tf_export(v1=["gfile.Walk"])
def Walk(top: Path, in_order: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:  # noqa: N802
    """See `tf.io.gfile.walk`."""
    return walk(top, in_order)


tf_export(v1=["gfile.FastGFile", "gfile.GFile", "gfile.Open"])(GFile)
