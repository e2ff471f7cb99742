"""`tf.print`, `tf.get_logger` and `tf.timestamp`."""

from __future__ import annotations

import builtins
import logging
import pprint
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime import determinism, errors
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.dtypes import FROM_TORCH, string
from tfshim.engine.values.summarize import summarize as summary_text

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor


_STREAMS = {
    "info": "log(info)",
    "warning": "log(warning)",
    "warn": "log(warning)",
    "error": "log(error)",
    logging.INFO: "log(info)",
    logging.WARNING: "log(warning)",
    logging.ERROR: "log(error)",
    # absl's levels count the other way.
    0: "log(info)",
    -1: "log(warning)",
    -2: "log(error)",
}
_LEVELS = {"log(info)": logging.INFO, "log(warning)": logging.WARNING, "log(error)": logging.ERROR}
_LOGGING_MODULES = ("tfshim.compat.v1.logging", "tfshim.private.tf_logging", "absl.logging")


def _dtype_of(storage):
    return string if isinstance(storage, np.ndarray) else FROM_TORCH[storage.dtype]


@op("PrintV2", input="any*", grad=None, stateful=True, outside="output", shape_fn=lambda *arguments: ())
def _print_op(input, pieces, output_stream, end, summarize, name=None):
    """Write the text that `pieces` make of the tensors: each is bytes, or a function of an iterator over storages."""
    storages = iter(input)
    text = b"".join(p if isinstance(p, bytes) else p(storages, summarize) for p in pieces) + end
    _write(text.decode("utf-8", "replace"), output_stream)


@raw_op("PrintV2")
def _print_line(input, output_stream, end):  # noqa: A002
    return _print_op([input], [_bare_string_piece], output_stream, end.encode() if isinstance(end, str) else end, 0)


def _write(text, stream):
    # What is printed in a notebook is the cell's output, whichever stream or level was asked for.
    if not stream.startswith("file://") and _in_notebook():
        stream = "stdout"
    if stream in _LEVELS:
        get_logger().log(_LEVELS[stream], "%s", text.rstrip("\n"))
    elif stream.startswith("file://"):
        with open(stream[len("file://") :], "a", encoding="utf-8") as f:
            f.write(text)
    else:
        target = sys.stdout if stream == "stdout" else sys.stderr
        target.write(text)
        target.flush()


def _in_notebook():
    """Whether a cell of a notebook is running: IPython's `get_ipython` is a builtin then; the plain runner marks its streams."""
    return hasattr(builtins, "get_ipython") or getattr(sys.stderr, "cell_output", False)


def _tensor_piece(storages, limit):
    storage = next(storages)
    return summary_text(storage, _dtype_of(storage), limit)


def _bare_string_piece(storages, limit):
    return next(storages).reshape(-1)[0]


def _sparse_piece(storages, limit):
    indices, values, shape = (_tensor_piece(storages, limit) for _ in range(3))
    return b"SparseTensor(indices=" + indices + b", values=" + values + b", shape=" + shape + b")"


class _RaggedPiece:
    """Writes a ragged tensor from its flat values and the row splits of its ragged dimensions."""

    def __init__(self, ragged_rank):
        self.ragged_rank = ragged_rank

    def __call__(self, storages, limit):
        values = next(storages)
        splits = [next(storages).tolist() for _ in range(self.ragged_rank)]
        return self._rows(values, splits, limit)

    def _rows(self, values, splits, limit):
        if not splits:
            if values.ndim == 0:
                return _ragged_element(values)
            count, inner = values.shape[0], lambda i: self._rows(values[i : i + 1].reshape(values.shape[1:]), [], limit)
        elif len(splits) == 1:
            bounds, count = splits[0], len(splits[0]) - 1
            inner = lambda i: self._rows(values[bounds[i] : bounds[i + 1]], [], limit)  # noqa: E731 - one line for each case
        else:
            bounds, count = splits[0], len(splits[0]) - 1
            inner = lambda i: self._rows(values, [splits[1][bounds[i] : bounds[i + 1] + 1], *splits[2:]], limit)  # noqa: E731
        if limit < 0 or count <= 2 * limit:
            items = [inner(i) for i in range(count)]
        else:
            items = [*(inner(i) for i in range(limit)), b"...", *(inner(i) for i in range(count - limit, count))]
        return b"[" + b", ".join(items) + b"]"


def _ragged_element(value):
    if isinstance(value, np.ndarray):
        return b"'" + value[()].replace(b"\\", b"\\\\").replace(b"'", b"\\'") + b"'"
    item = value.item()
    return (f"{item:f}" if isinstance(item, float) else str(item).lower() if isinstance(item, bool) else str(item)).encode()


class _Place:
    """A placeholder for a tensor in a structure; its repr is found again in the structure's text."""

    def __init__(self, mark):
        self.mark = mark

    def __repr__(self):
        return self.mark

    # `pprint` sorts the items of sets and the keys of dictionaries.
    def __lt__(self, other):
        return False


def _is_ragged(x):
    return hasattr(x, "flat_values") and hasattr(x, "nested_row_splits")


def _is_sparse(x):
    return hasattr(x, "indices") and hasattr(x, "dense_shape") and hasattr(x, "values") and nest.is_composite(x)


class Template:
    """Collects tensors and the pieces of text around them."""

    def __init__(self):
        self.tensors, self.pieces = [], []

    def text(self, value):
        self.pieces.append(value.encode("utf-8", "surrogateescape"))

    def tensor(self, x):
        if _is_sparse(x) and x.dense_shape is not None:
            self.tensors += [x.indices, x.values, x.dense_shape]
            self.pieces.append(_sparse_piece)
        elif _is_ragged(x):
            splits = list(x.nested_row_splits)
            self.tensors += [x.flat_values, *splits]
            self.pieces.append(_RaggedPiece(len(splits)))
        else:
            self.tensors.append(convert_to_tensor(x))
            self.pieces.append(_tensor_piece)

    def add(self, value):
        if isinstance(value, str):
            self.text(value)
            return
        found = []

        def place(x):
            if isinstance(x, np.number) or isinstance(x, np.bool_):
                return _Place(str(x))  # NumPy 2 would show its type
            if not is_tensor(x):
                return x
            found.append(x)
            # A mark of private characters cannot be mistaken for the user's text.
            return _Place(f"\ue000{len(found) - 1}\ue001")

        if is_tensor(value):
            quote = _is_sparse(value)
            self.text("'" * quote)
            self.tensor(value)
            self.text("'" * quote)
            return
        structure = nest.map_structure(place, value)
        shown = pprint.pformat(structure)
        for part in shown.split("\ue000"):
            mark, found_mark, rest = part.partition("\ue001")
            if found_mark:
                x = found[int(mark)]
                quote = "'" * _is_sparse(x)
                self.text(quote)
                self.tensor(x)
                self.text(quote + rest)
            else:
                self.text(part)


def _stream_name(stream):
    if stream is sys.stdout or stream is sys.__stdout__:
        return "stdout"
    if stream is sys.stderr or stream is sys.__stderr__:
        return "stderr"
    if isinstance(stream, str) and stream.startswith("file://"):
        return stream
    known = stream if isinstance(stream, int) else None
    if callable(stream) and getattr(stream, "__module__", None) in _LOGGING_MODULES:
        known = stream.__name__  # info, warning, warn or error of TensorFlow 1's logging, or of absl
    try:
        return _STREAMS[known]
    except KeyError:
        raise ValueError(
            f"Unsupported output stream, logging level, or file.{stream}. Supported streams are sys.stdout, sys.stderr, "
            "tf.logging.info, tf.logging.warning, tf.logging.error. File needs to be in the form of 'file://<filepath>'."
        ) from None


@tf_export("print")
def print(*inputs: Any, **kwargs: Any) -> Any:
    """Write tensors and other values as one line of text, now or whenever a graph runs. Mirrors `tf.print`.

    Arguments:
        *inputs: tensors, Python values, and nests of them.
        **kwargs: `output_stream`: `sys.stderr` (the default; in a notebook the cell's output), `sys.stdout`,
            "file://PATH", to which it appends, or a function or level of TensorFlow 1's or absl's logging. `summarize`: how many
            elements to show at both ends of each axis, 3 by default, -1 for all. `sep` (" "), `end` (a new line) and
            `name`.

    Returns:
        None; in a graph the operation that prints, which runs by itself in a `tf.function`.

    Raises:
        ValueError: another keyword or stream.

    Python's `print` in a `tf.function` runs once, while it is traced, and shows no values.

    Example:
        >>> import sys
        >>> tf.print("x is", tf.range(10), output_stream=sys.stdout)
        x is [0 1 2 ... 7 8 9]
        >>> tf.print(tf.constant([[1.5, 2.0]]), {"a": tf.constant("text")}, sep="; ", output_stream=sys.stdout)
        [[1.5 2]]; {'a': "text"}
    """
    stream = kwargs.pop("output_stream", sys.stderr)
    name, summarize = kwargs.pop("name", None), kwargs.pop("summarize", 3)
    sep, end = kwargs.pop("sep", " "), kwargs.pop("end", "\n")
    if kwargs:
        raise ValueError(f"Unrecognized keyword arguments for tf.print: {kwargs}")
    stream = _stream_name(stream)
    summarize = 3 if summarize is None else summarize
    if not isinstance(summarize, (int, np.integer)):
        raise TypeError(f"Expected int for argument 'summarize' not {summarize!r}.")
    if not isinstance(end, str):
        raise TypeError(f"Expected string for argument 'end' not {end!r}.")
    if not isinstance(sep, str):
        # TensorFlow asks `sep` for its `join`, and fails so where it has none.
        raise AttributeError(f"'{type(sep).__name__}' object has no attribute 'join'")
    template = Template()
    for at, value in enumerate(inputs):
        if at:
            template.text(sep)
        template.add(value)
    if len(inputs) == 1 and is_tensor(inputs[0]) and inputs[0].dtype == string and inputs[0].shape.rank == 0:
        template.pieces = [_bare_string_piece]
    _print_op(template.tensors, template.pieces, stream, end.encode(), int(summarize), name=name)
    return None if TS.graph is None else TS.graph.get_operations()[-1]


@tf_export("timestamp")
@op("Timestamp", grad=None, stateful=True, out=dtypes.float64, scope="", shape_fn=lambda *arguments: (dtypes.float64, ()))
def timestamp(name: str | None = None) -> Tensor:
    """The seconds since the beginning of 1970, when the operation runs. Mirrors `tf.timestamp`.

    Arguments:
        name: a name for the operation in graphs.

    Returns:
        A float64 scalar. In a graph it is the time of each run, whereas `time.time()` would be that of tracing.

    Raises:
        FailedPreconditionError: `tf.config.experimental.enable_op_determinism` was called, with which a time does not
            go together.

    Two of them around a computation measure it; on GPUs read a value of the result in between, since work there is only
    queued.

    Example:
        >>> before = tf.timestamp()
        >>> bool(tf.timestamp() >= before)
        True
    """
    if determinism.enabled():
        raise errors.FailedPreconditionError(None, None, "Timestamp cannot be called when determinism is enabled")
    return torch.tensor(time.time(), dtype=torch.float64)
