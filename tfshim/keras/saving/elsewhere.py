"""Models on file systems other than the local disk, such as `ram://`: their files are copied from and to a folder of the disk."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator

from tfshim.io import gfile


def is_elsewhere(path: str) -> bool:
    """Whether `path` names a file system of its own."""
    return isinstance(path, str) and "://" in path and not path.startswith("file://")


def exists(path: str) -> bool:
    """Whether something is at `path`."""
    return gfile.exists(path)


def _copied(source: str, target: str) -> None:
    """Copy a file, or a directory with everything in it."""
    if not gfile.isdir(source):
        gfile.copy(source, target, overwrite=True)
        return
    for root, _, names in gfile.walk(source):
        inner = root[len(source) :].strip("/")
        folder = gfile.join(target, inner) if inner else target
        gfile.makedirs(folder)
        for name in names:
            gfile.copy(gfile.join(root, name), gfile.join(folder, name), overwrite=True)


@contextlib.contextmanager
def to_be_written(path: str) -> Iterator[str]:
    """A path on the disk; what is there at the end goes to `path`, in place of what was there."""
    with tempfile.TemporaryDirectory() as folder:
        local = os.path.join(folder, os.path.basename(path.rstrip("/")) or "model")
        yield local
        if gfile.exists(path) and gfile.isdir(path):
            gfile.rmtree(path)
        if os.path.exists(local):
            _copied(local, path)


@contextlib.contextmanager
def to_be_read(path: str) -> Iterator[str]:
    """A path on the disk with what is at `path`. Raises OSError where nothing is there."""
    if not gfile.exists(path):
        raise OSError(f"No file or directory found at {path}")
    with tempfile.TemporaryDirectory() as folder:
        local = os.path.join(folder, os.path.basename(path.rstrip("/")) or "model")
        _copied(path, local)
        yield local
