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
    """The directory of the module that calls. Mirrors `tf.compat.v1.resource_loader.get_data_files_path`.

    Files that belong to a program's sources, such as lists of words or recorded results of tests, lie beside them: their paths are made
    with it, wherever the program was started from. `tf.compat.v1.resource_loader.get_path_to_datafile` joins a name to it, and
    `load_resource` reads the file.

    In Python without TensorFlow it is `os.path.dirname(__file__)`, and `importlib.resources` for packages.

    Returns:
        The path, a str.

    Example:
        >>> import os
        >>> folder = tf.compat.v1.resource_loader.get_data_files_path()
        >>> tf.compat.v1.resource_loader.get_path_to_datafile("words.txt") == os.path.join(folder, "words.txt")
        True
    """
    return _folder(inspect.currentframe().f_back)


@tf_export(v1=["resource_loader.get_path_to_datafile"])
def get_path_to_datafile(path: Path) -> str:
    """The path of a file beside the module that calls. Mirrors `tf.compat.v1.resource_loader.get_path_to_datafile`.

    Files that belong to a program's sources, such as lists of words or recorded results of tests, are found so, wherever the program was
    started from. Whether there is such a file is not looked at; `tf.compat.v1.resource_loader.load_resource` reads it.

    Arguments:
        path: the name of the file, or a path below the directory of the module.

    Returns:
        The path, a str.

    Example:
        >>> import os
        >>> path = tf.compat.v1.resource_loader.get_path_to_datafile("words.txt")
        >>> os.path.basename(path)
        'words.txt'
        >>> os.path.dirname(path) == tf.compat.v1.resource_loader.get_data_files_path()
        True
    """
    return os.path.join(_folder(inspect.currentframe().f_back), path)


@tf_export(v1=["resource_loader.load_resource"])
def load_resource(path: Path) -> bytes:
    """The bytes of the file `path` in the folder of the module that calls."""
    with open(os.path.join(_folder(inspect.currentframe().f_back), path), "rb") as f:
        return f.read()


@tf_export(v1=["resource_loader.get_root_dir_with_all_resources"])
def get_root_dir_with_all_resources() -> str:
    """The directory below which the files of a program are. Mirrors `tf.compat.v1.resource_loader.get_root_dir_with_all_resources`.

    Where TensorFlow's own tool for building has laid files out, it is the root of these. Here there is no such layout, so that it is the
    directory of the module that calls.

    Use `tf.compat.v1.resource_loader.get_path_to_datafile` for a file beside a module.

    Returns:
        The path, a str.

    Example:
        >>> folder = tf.compat.v1.resource_loader.get_root_dir_with_all_resources()
        >>> isinstance(folder, str)
        True
        >>> tf.compat.v1.resource_loader.get_root_dir_with_all_resources() == folder
        True
    """
    return _folder(inspect.currentframe().f_back)


@tf_export(v1=["resource_loader.readahead_file_path"])
def readahead_file_path(path: Path, readahead: str = "128M") -> Path:
    """The path of a file, which may tell the file system to read ahead. Mirrors `tf.compat.v1.resource_loader.readahead_file_path`.

    In the place that TensorFlow comes from, the path of a large file is changed so that it is read in larger pieces. Outside of it, and
    here, the path comes back as it is, and how far is read ahead is left to the system.

    Arguments:
        path: the path of the file.
        readahead: how far, such as "128M", the default; a hint.

    Returns:
        The path.

    Example:
        >>> tf.compat.v1.resource_loader.readahead_file_path("records.bin")
        'records.bin'
        >>> tf.compat.v1.resource_loader.readahead_file_path("records.bin", readahead="1M") == "records.bin"
        True
    """
    return path
