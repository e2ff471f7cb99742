"""Whole files as texts, as `tensorflow.python.lib.io.file_io` reads and writes them."""

from __future__ import annotations

import contextlib
import uuid
import zlib
from typing import TYPE_CHECKING

from tfshim._export import tf_private
from tfshim.engine.runtime import errors
from tfshim.io._filesystems import as_path
from tfshim.io._gfile_class import GFile
from tfshim.io.gfile import remove, rename, stat

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


@tf_private("tensorflow.python.lib.io.file_io.FileIO")
class FileIO(GFile):
    """A file object like `tf.io.gfile.GFile`, whose text may be of another encoding than UTF-8."""

    __module__ = "tensorflow.python.lib.io.file_io"

    def __init__(self, name: Path, mode: str, encoding: str = "utf-8") -> None:
        super().__init__(name, mode)
        self._encoding = encoding


@tf_private("tensorflow.python.lib.io.file_io.has_atomic_move")
def has_atomic_move(path: Path) -> bool:
    """Whether what is moved to a path appears there as a whole: on disks, but not behind URLs, where files are copied."""
    return "://" not in as_path(path) or as_path(path).startswith(("file://", "ram://"))


@tf_private("tensorflow.python.lib.io.file_io.read_file_to_string")
def read_file_to_string(filename: Path, binary_mode: bool = False) -> str | bytes:
    """What a file holds, as a text, or as bytes."""
    with GFile(filename, "rb" if binary_mode else "r") as f:
        return f.read()


@tf_private("tensorflow.python.lib.io.file_io.write_string_to_file")
def write_string_to_file(filename: Path, file_content: str | bytes) -> None:
    """Write a file that holds `file_content`."""
    with GFile(filename, "wb" if isinstance(file_content, bytes) else "w") as f:
        f.write(file_content)


@tf_private("tensorflow.python.lib.io.file_io.atomic_write_string_to_file")
def atomic_write_string_to_file(filename: Path, contents: str | bytes, overwrite: bool = True) -> None:
    """Write a file beside its place and move it there, so that nobody reads a part of it."""
    beside = f"{as_path(filename)}.tmp{uuid.uuid4().hex}"
    try:
        write_string_to_file(beside, contents)
        rename(beside, filename, overwrite)
    except errors.OpError:
        with contextlib.suppress(errors.OpError):  # where it could not even be opened
            remove(beside)
        raise


@tf_private("tensorflow.python.lib.io.file_io.file_crc32")
def file_crc32(filename: Path, block_size: int = 1 << 24) -> str:
    """The CRC-32 of what a file holds, as `hex` writes it, read in pieces of `block_size` bytes."""
    value = 0
    with GFile(filename, "rb") as f:
        while piece := f.read(block_size):
            value = zlib.crc32(piece, value)
    return hex(value)


@tf_private("tensorflow.python.lib.io.file_io.filecmp")
def filecmp(filename_a: Path, filename_b: Path) -> bool:
    """Whether two files hold the same bytes."""
    if stat(filename_a).length != stat(filename_b).length:
        return False
    return file_crc32(filename_a) == file_crc32(filename_b)
