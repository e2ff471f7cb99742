"""Strings split into ragged tensors: `split`, `bytes_split`."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.graph_export.splicing import only_shown, raw_node
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor
from tfshim.engine.values.text import lengths_of, text_storage
from tfshim.ragged.indexing import row_as_shown
from tfshim.ragged.partitions import lengths_to_splits, row_splits_to_segment_ids, rows_of_ids, with_row_ids
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import ragged_or_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, TensorLike


_SPARSE = [(dt.int64, [None, 2]), (dt.string, [None]), (dt.int64, [2])]  # what TensorFlow's operations give


def _pieces_shape(input, *others):
    return (dt.string, [None]), (dt.int64, [None])


def _listed(rows):
    """`(values, row lengths)` of lists of strings."""
    flat = list(itertools.chain.from_iterable(rows))
    return text_storage(flat, (len(flat),)), torch.from_numpy(lengths_of(rows))


@op("StringSplitV2", input="string", sep="string", grad=None, shape_fn=_pieces_shape, register=False)
def split_pieces(input, sep, maxsplit, name=None):
    return pieces(input, sep, maxsplit)


def pieces(input, sep, maxsplit):
    """The pieces of all strings of the array `input`, one after the other, and how many each string has."""
    # An empty separator means white space, which is None for Python.
    if sep.ndim:
        raise invalid(f"sep must be a scalar, got shape: {dims_text(sep.shape)}")
    separator = sep[()] or None
    if maxsplit == 0:
        return _listed([[item] for item in input.reshape(-1)])
    if input.size >= _MANY and maxsplit < 0 and (separator is None or len(separator) == 1):
        items = input.reshape(-1).tolist()
        return _words_of_all(items) if separator is None else _between(items, separator)
    if separator is None and maxsplit > 0:
        return _listed([_words(item, maxsplit) for item in input.reshape(-1)])
    return _listed([item.split(separator, maxsplit) for item in input.reshape(-1).tolist()])


# A list for each of many strings would set Python's garbage collector to work, so many are cut as one text.
_MANY = 256


def _counted(marked, items):
    """How many bytes are marked in each of `items`, which lie behind each other with a byte between."""
    before = np.concatenate(([0], np.cumsum(marked)))
    ends = np.cumsum(lengths_of(items) + 1) - 1
    return before[ends] - before[np.concatenate(([0], ends[:-1] + 1))]


def _between(items, separator):
    """The pieces between the `separator`, a byte, and how many each string has."""
    joined = separator.join(items)
    flat = joined.split(separator)
    return text_storage(flat, (len(flat),)), torch.from_numpy(_counted(np.frombuffer(joined, np.uint8) == separator[0], items) + 1)


_SPACE = np.zeros(256, bool)
_SPACE[list(b" \t\n\r\x0b\x0c")] = True


def _words_of_all(items):
    """The words of all strings, and how many each has."""
    joined = b"\n".join(items)
    space = _SPACE[np.frombuffer(joined, np.uint8)]
    begins = ~space
    begins[1:] &= space[:-1]
    flat = joined.split()
    return text_storage(flat, (len(flat),)), torch.from_numpy(_counted(begins, items))


def _words(item, most):
    """The words of `item`; what follows the word number `most` is one piece, be it empty."""
    words = item.split(None, most)
    return [*words, b""] if len(words) == most else words


_SINGLE = np.array([bytes([i]) for i in range(256)], object)


def _all_bytes(input):
    items = input.reshape(-1).tolist()
    return _SINGLE[np.frombuffer(b"".join(items), np.uint8)], torch.from_numpy(lengths_of(items))


@op("StringSplitV2", input="string", grad=None, shape_fn=_pieces_shape, register=False)
def _single_bytes(input, name=None):
    return _all_bytes(input)


@op("StringSplit", input="string", delimiter="string", grad=None, shape_fn=_pieces_shape, register=False)
def split_at_bytes(input, delimiter, skip_empty, name=None):
    """The pieces between any of the bytes of `delimiter`, or all bytes without one, and how many each string has; "" has none."""
    if input.ndim != 1:
        raise invalid(f"input must be a vector, got shape: {dims_text(input.shape)}")
    if delimiter.ndim:
        raise invalid(f"delimiter must be a scalar, got shape: {dims_text(delimiter.shape)}")
    ends = delimiter[()]
    if not ends:
        return _all_bytes(input)
    first, items = ends[:1], input.reshape(-1).tolist()
    if len(items) >= _MANY:
        return _between_any(items, ends, skip_empty)
    if len(ends) > 1:
        same = bytes.maketrans(ends, first * len(ends))
        items = [item.translate(same) for item in items]
    rows = [item.split(first) if item else [] for item in items]
    return _listed([list(filter(None, row)) for row in rows] if skip_empty else rows)


def _between_any(items, ends, skip_empty):
    """`split_at_bytes` of many strings."""
    whole = lengths_of(items) > 0
    some = items if whole.all() else [item for item in items if item]
    counts = np.zeros(len(items), np.int64)
    if not some:
        return np.empty(0, object), torch.from_numpy(counts)
    first = ends[:1]
    joined = first.join(some)
    if len(ends) > 1:
        joined = joined.translate(bytes.maketrans(ends, first * len(ends)))
    flat = joined.split(first)
    each = _counted(np.frombuffer(joined, np.uint8) == first[0], some) + 1
    if skip_empty:
        kept = np.concatenate(([0], np.cumsum(lengths_of(flat) > 0)))
        last = np.cumsum(each)
        each = kept[last] - kept[last - each]
        flat = list(filter(None, flat))
    counts[whole] = each
    return text_storage(flat, (len(flat),)), torch.from_numpy(counts)


def _rows(function, shown, scope, input):
    """What `function` makes of each string of `input`, as the innermost rows of a ragged tensor.

    Pages of graphs have for it what `shown` gives, the indices, values and sizes of a sparse tensor, in the scope `scope`.
    """
    if isinstance(input, RaggedTensor):
        return input.with_flat_values(_rows(function, shown, scope, input.flat_values))
    input = convert_to_tensor(input, dt.string)
    rank = 1 if input.shape.rank is None else input.shape.rank  # as TensorFlow has it
    if TS.graph is not None and rank < 2:
        return _rows_in_graph(function, shown, scope, input, rank)
    values, lengths = function(input)
    if rank == 0:
        return values
    if rank > 1:
        # The strings are the flat values of the outer dimensions, whose sizes may be known only when the graph runs.
        outer = RaggedTensor.from_tensor(input, ragged_rank=rank - 1)
        return outer.with_flat_values(RaggedTensor.from_row_lengths(values, lengths, validate=False))
    return RaggedTensor.from_row_lengths(values, lengths, validate=False)


def _rows_in_graph(function, shown, scope, input, rank):
    """`_rows` of a vector, or of one string, in a graph."""

    def parts(x):
        if only_shown():
            indices, values, sizes = shown(x)
            return [values, *rows_of_ids(indices[:, 0], sizes[0])]
        values, lengths = function(x)
        splits = lengths_to_splits(lengths)
        return [values, splits, row_splits_to_segment_ids(splits), array_ops.shape(x, dt.int64)[0]]

    def one(x):
        if not only_shown():
            return function(x)[0]
        x = array_ops.stack([x])
        with name_scope(scope):
            values, splits, _, _ = parts(x)
        return row_as_shown(values, splits)

    with name_scope(scope):
        if rank == 0:
            return higher.recorded(one, input)
        values, splits, ids, count = higher.recorded(parts, input, several=True)
    if input.shape.rank and input.shape[0] is not None:
        splits.set_shape([input.shape[0] + 1])
    return with_row_ids(RaggedTensor.from_row_splits(values, splits, validate=False), ids, count)


@tf_export("strings.split")
@composite
def split(input: TensorLike, sep: str | None = None, maxsplit: FloatLike = -1, name: str | None = None) -> list[Any]:
    """Each string cut into parts. Mirrors `tf.strings.split`.

    Arguments:
        input: a string tensor of known rank, or a ragged one.
        sep: at what to cut, a string; None (the default) or "" cuts at runs of white space, which also are dropped at
            the ends.
        maxsplit: the greatest number of cuts; -1 (the default) for any.
        name: a name for the operation in graphs.

    Returns:
        A ragged string tensor with one dimension more; a dense vector for a scalar. Two separators in a row have an
        empty string between them.

    Raises:
        InvalidArgumentError: `sep` is no scalar.

    `to_tensor()` pads the rows; `tf.strings.reduce_join` is the inverse.

    Example:
        >>> tf.strings.split(["the quick fox", "hello"])
        <tf.RaggedTensor [[b'the', b'quick', b'fox'], [b'hello']]>
        >>> tf.strings.split("a,b,,c", sep=",")
        <tf.Tensor: shape=(4,), dtype=string, numpy=array([b'a', b'b', b'', b'c'], dtype=object)>
    """
    separator = convert_to_tensor("" if sep is None else sep, dt.string)

    def shown(x):
        mark = TS.graph._constant(separator, "Const") if type(separator) is EagerTensor else separator
        return raw_node("StringSplitV2", [x, mark], _SPARSE, {"maxsplit": int(maxsplit)}).outputs

    input = ragged_or_tensor(input, dt.string, name="input")
    return _rows(lambda x: split_pieces(x, separator, maxsplit), shown, name or "StringSplit", input)


@tf_export("strings.bytes_split")
@composite
def bytes_split(input: TensorLike, name: str | None = None) -> AnyTensor:
    """Each string as its single bytes. Mirrors `tf.strings.bytes_split`.

    Arguments:
        input: a string tensor of any shape, or a ragged one.
        name: a name for the operation in graphs.

    Returns:
        A ragged string tensor with one dimension more, whose rows are the bytes, each as a string; a vector for a
        scalar.

    Characters of UTF-8 that take several bytes are taken apart: `tf.strings.unicode_split` keeps them. As numbers the
    bytes are `tf.io.decode_raw(input, tf.uint8)`.

    Example:
        >>> tf.strings.bytes_split("abc")
        <tf.Tensor: shape=(3,), dtype=string, numpy=array([b'a', b'b', b'c'], dtype=object)>
        >>> tf.strings.bytes_split(["ab", "c"])
        <tf.RaggedTensor [[b'a', b'b'], [b'c']]>
    """

    def shown(x):
        return raw_node("StringSplit", [x, ""], _SPARSE, {"skip_empty": False}).outputs

    input = ragged_or_tensor(input, name="input")
    if input.shape.rank is None and not isinstance(input, RaggedTensor):
        raise ValueError("input must have a statically-known rank.")
    return _rows(_single_bytes, shown, name or "StringsByteSplit", input)
