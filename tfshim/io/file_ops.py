"""Whole files as string tensors, and the names of files."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.graphs.graph import last_operation
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors, messages
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.dtypes import string
from tfshim.engine.values.shapes import dims_text
from tfshim.io import gfile
from tfshim.io._filesystems import as_path, filesystem_for, scheme_of
from tfshim.io._oserrors import raising_for
from tfshim.io._strings import boxed

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


__all__ = ["matching_files", "read_file", "write_file", "write_graph"]


def _make_folder_of(path):
    folder = os.path.dirname(path)
    if scheme_of(folder) == scheme_of(path):  # that of s3://x is none
        with contextlib.suppress(errors.OpError):  # what cannot be written then says why
            gfile.makedirs(folder)


def _scalar(filename):
    if filename.ndim:
        raise invalid(f"Input filename tensor must be scalar, but had shape: {dims_text(filename.shape)}")
    return as_path(filename[()])


@tf_export("io.read_file", v1=["io.read_file", "read_file"])
@op("ReadFile", filename="string", grad=None, stateful=True, outside="files", out=string, shape_fn=lambda *_: (string, ()))
def read_file(filename: TensorLike, name: str | None = None) -> Tensor:
    """The contents of a file. Mirrors `tf.io.read_file`.

    Arguments:
        filename: the path, a string scalar.
        name: a name for the operation in graphs.

    Returns:
        A string scalar with all bytes of the file. In a graph it is read when the graph runs, so that `Dataset.map` can
        read many files by several threads.

    Raises:
        NotFoundError: there is no such file; other errors of the file system are those of `tf.errors` too.

    Pictures are decoded by `tf.io.decode_image`, lines of text are read by `tf.data.TextLineDataset`.

    Example:
        >>> tf.io.write_file("greeting.txt", "hello")
        >>> tf.io.read_file("greeting.txt")
        <tf.Tensor: shape=(), dtype=string, numpy=b'hello'>
    """
    path = _scalar(filename)
    return boxed(filesystem_for(path).contents(path))


@tf_export("io.write_file", v1=["io.write_file", "write_file"])
def write_file(filename: TensorLike, contents: TensorLike, name: str | None = None) -> Operation | None:
    """Write a string to a file. Mirrors `tf.io.write_file`.

    Arguments:
        filename: the path, a string scalar; folders that are missing are made.
        contents: the contents, a string scalar, or what converts to one.
        name: a name for the operation in graphs.

    Returns:
        None; in a graph the operation that writes. What was there is replaced once the new file is complete.

    Raises:
        The errors of the file system, as those of `tf.errors`.

    Example:
        >>> tf.io.write_file("results/loss.txt", tf.strings.as_string(0.25, shortest=True))
        >>> tf.io.read_file("results/loss.txt")
        <tf.Tensor: shape=(), dtype=string, numpy=b'0.25'>
    """
    _write_file(filename, contents, name=name)
    return last_operation()


@op("WriteFile", filename="string", contents="string", grad=None, stateful=True, outside="files", shape_fn=lambda *_: ())
def _write_file(filename, contents, name=None):
    path = _scalar(filename)
    if contents.ndim:
        raise invalid(f"Contents tensor must be scalar, but had shape: {dims_text(contents.shape)}")
    _make_folder_of(path)
    with raising_for(path), filesystem_for(path).open_replacing(path) as file:
        file.write(contents[()])
    return ()


@tf_export("io.matching_files", v1=["io.matching_files", "matching_files"])
@op("MatchingFiles", pattern="string", grad=None, stateful=True, outside="files", out=string, shape_fn=lambda *_: (string, (None,)))
def matching_files(pattern: TensorLike, name: str | None = None) -> Tensor:
    """The names of the files that match patterns, sorted. Mirrors `tf.io.matching_files`.

    Arguments:
        pattern: a glob pattern, a string scalar or vector: `*` and `?` stand for characters within a name, `[ab]` for
            one of several.
        name: a name for the operation in graphs.

    Returns:
        A string vector, without elements where nothing matches. In a graph it is what is there when the graph runs.

    Raises:
        InvalidArgumentError: `pattern` has more than one dimension.

    In Python `tf.io.gfile.glob` gives a list.

    Example:
        >>> for name in ("b.txt", "a.txt", "c.csv"):
        ...     tf.io.write_file(name, "")
        >>> tf.io.matching_files("[ab].txt")
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'./a.txt', b'./b.txt'], dtype=object)>
    """
    if pattern.ndim > 1:
        raise invalid(f"Input patterns tensor must be scalar or vector, but had shape: {dims_text(pattern.shape)}")
    found = sorted(gfile.glob(pattern.reshape(-1).tolist()))
    names = np.empty(len(found), dtype=object)
    names[:] = [name.encode("utf-8", "surrogateescape") for name in found]
    return names


@tf_export("io.write_graph", v1=["io.write_graph", "train.write_graph"])
def write_graph(graph_or_graph_def: Any, logdir: str, name: str, as_text: bool = True) -> str:
    """Write a graph to a file, as a GraphDef message. Mirrors `tf.io.write_graph`.

    Arguments:
        graph_or_graph_def: a `tf.Graph`, or the message.
        logdir: the folder, which is made if it is missing.
        name: the name of the file in it.
        as_text: True (the default) writes protobuf's text form, False the binary one, which `tf.import_graph_def` needs
            parsed.

    Returns:
        The path of the file.

    Example:
        >>> with tf.Graph().as_default() as graph:
        ...     y = tf.constant(1.0, name="y")
        >>> path = tf.io.write_graph(graph, "graphs", "graph.pbtxt")
        >>> tf.io.gfile.exists(path)
        True
    """
    message = graph_or_graph_def.as_graph_def() if hasattr(graph_or_graph_def, "as_graph_def") else graph_or_graph_def
    path = os.path.join(os.fspath(logdir), name)
    _make_folder_of(path)
    if as_text:
        data = messages.as_text(message).encode()
    else:
        data = message.SerializeToString()
    with raising_for(path), filesystem_for(path).open_replacing(path) as file:
        file.write(data)
    return path
