"""`tf.compat.v1.resource_loader`: files in the folder of the calling module."""

from __future__ import annotations

import inspect
import os
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path

__all__, __getattr__, __dir__ = exported(globals())


def _folder(frame):
    return os.path.dirname(os.path.abspath(frame.f_code.co_filename))


@tf_export(v1=["resource_loader.get_data_files_path"])
def get_data_files_path() -> str:
    """The folder of the module that calls."""
    return _folder(inspect.currentframe().f_back)


@tf_export(v1=["resource_loader.get_path_to_datafile"])
def get_path_to_datafile(path: Path) -> str:
    """The path of the file `path` in the folder of the module that calls."""
    return os.path.join(_folder(inspect.currentframe().f_back), path)


@tf_export(v1=["resource_loader.load_resource"])
def load_resource(path: Path) -> bytes:
    """The bytes of the file `path` in the folder of the module that calls."""
    with open(os.path.join(_folder(inspect.currentframe().f_back), path), "rb") as f:
        return f.read()


@tf_export(v1=["resource_loader.get_root_dir_with_all_resources"])
def get_root_dir_with_all_resources() -> str:
    """The folder of the module that calls."""
    return _folder(inspect.currentframe().f_back)


@tf_export(v1=["resource_loader.readahead_file_path"])
def readahead_file_path(path: Path, readahead: str = "128M") -> Path:
    """`path`; reading ahead is a hint."""
    return path
