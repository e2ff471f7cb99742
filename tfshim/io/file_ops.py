"""Whole files as string tensors, and the names of files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.dtypes import string
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.variables.variable import Variable
from tfshim.io import gfile
from tfshim.io._filesystems import as_path, filesystem_for
from tfshim.io._oserrors import raising_for
from tfshim.io._strings import boxed

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


__all__ = ["match_filenames_once", "matching_files", "read_file", "write_file", "write_graph"]


def _scalar(filename):
    if filename.ndim:
        raise invalid(f"Input filename tensor must be scalar, but had shape: {dims_text(filename.shape)}")
    return as_path(filename[()])


@tf_export("io.read_file", v1=["io.read_file", "read_file"])
@op("ReadFile", filename="string", grad=None, stateful=True, outside="files", out=string, shape_fn=lambda *_: (string, ()))
def read_file(filename: TensorLike, name: str | None = None) -> Tensor:
    """The contents of the file `filename` (scalar string) as a scalar string.

    Raises `NotFoundError` and the other errors of the file system. Mirrors `tf.io.read_file`.
    """
    path = _scalar(filename)
    return boxed(filesystem_for(path).contents(path))


@tf_export("io.write_file", v1=["io.write_file", "write_file"])
def write_file(filename: TensorLike, contents: TensorLike, name: str | None = None) -> None:
    """Writes the scalar string `contents` to the file `filename`, whose directories are made if missing.

    The file is replaced once the new one is complete. Raises the errors of the file system. Mirrors
    `tf.io.write_file`.
    """
    _write_file(filename, contents, name=name)


@op("WriteFile", filename="string", contents="string", grad=None, stateful=True, outside="files", shape_fn=lambda *_: ())
def _write_file(filename, contents, name=None):
    path = _scalar(filename)
    if contents.ndim:
        raise invalid(f"Contents tensor must be scalar, but had shape: {dims_text(contents.shape)}")
    gfile.makedirs(os.path.dirname(path))
    with raising_for(path), filesystem_for(path).open_replacing(path) as file:
        file.write(contents[()])
    return ()


@tf_export("io.matching_files", v1=["io.matching_files", "matching_files"])
@op("MatchingFiles", pattern="string", grad=None, stateful=True, outside="files", out=string, shape_fn=lambda *_: (string, (None,)))
def matching_files(pattern: TensorLike, name: str | None = None) -> Tensor:
    """The names of the files that match `pattern`, a scalar or vector of strings, sorted, as a vector of strings.

    Patterns are those of `tf.io.gfile.glob`. Raises `InvalidArgumentError` for another rank. Mirrors
    `tf.io.matching_files`.
    """
    if pattern.ndim > 1:
        raise invalid(f"Input patterns tensor must be scalar or vector, but had shape: {dims_text(pattern.shape)}")
    found = sorted(gfile.glob(pattern.reshape(-1).tolist()))
    names = np.empty(len(found), dtype=object)
    names[:] = [name.encode("utf-8", "surrogateescape") for name in found]
    return names


@tf_export("io.match_filenames_once")
def match_filenames_once(pattern: TensorLike, name: str | None = None) -> Any:
    """A variable, string [files], with the names of the files that match `pattern` now. Mirrors `tf.io.match_filenames_once`."""
    return Variable(matching_files(pattern), trainable=False, name=name)


@tf_export("io.write_graph", v1=["io.write_graph", "train.write_graph"])
def write_graph(graph_or_graph_def: Any, logdir: str, name: str, as_text: bool = True) -> str:
    """Writes a graph, or its GraphDef message, to the file `name` in the directory `logdir`; the path of the file.

    `as_text`: in protobuf's text form rather than the binary one. Mirrors `tf.io.write_graph`.
    """
    message = graph_or_graph_def.as_graph_def() if hasattr(graph_or_graph_def, "as_graph_def") else graph_or_graph_def
    path = os.path.join(os.fspath(logdir), name)
    gfile.makedirs(os.path.dirname(path))
    if as_text:
        from google.protobuf import text_format

        data = text_format.MessageToString(message).encode()
    else:
        data = message.SerializeToString()
    with raising_for(path), filesystem_for(path).open_replacing(path) as file:
        file.write(data)
    return path
