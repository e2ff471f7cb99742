"""Whole files as texts, as `tensorflow.python.lib.io.file_io` reads and writes them."""

from __future__ import annotations

import os
import uuid
from typing import TYPE_CHECKING

from tfshim._export import tf_private
from tfshim.io._gfile_class import GFile
from tfshim.io.gfile import rename

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


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
    beside = f"{os.fspath(filename)}.tmp{uuid.uuid4().hex}"
    write_string_to_file(beside, contents)
    rename(beside, filename, overwrite)
