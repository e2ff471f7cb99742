"""Strings cut, joined and changed item by item: `join`, `length`, `lower`, `substr`, `strip`, `reduce_join` ..."""

from __future__ import annotations

import itertools
import math
import operator
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops.shape_fallbacks import size_of
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape, broadcast_static_shapes, dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.values.text import lengths_in, text_storage
from tfshim.strings._elements import each, one_of, same_shape

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, TensorLike


_UNITS = ("BYTE", "UTF8_CHAR")
_MANY = 16  # strings from which on it pays to find the places of all together


def _bytes(text):
    return text.encode() if isinstance(text, str) else text


def _joined_shape(inputs, separator=""):
    shape = TensorShape([])
    for x in inputs:
        if x.shape.rank is None:
            return dt.string, None
        if x.shape.rank:
            shape = x.shape if shape.rank == 0 else shape.merge_with(x.shape)
    return dt.string, shape


def _listed(inputs, *others):
    """The arguments of `join`. Raises TypeError for a single string or tensor; a tensor of several stands for its rows."""
    if not isinstance(inputs, (list, tuple)):
        rows = isinstance(inputs, (EagerTensor, bytes)) and TS.graph is None and getattr(inputs, "ndim", 1)
        if not rows and not (isinstance(inputs, str) and not inputs):
            raise TypeError(f"Expected list for 'inputs' argument to 'string_join' Op, not {inputs!r}.")
        inputs = list(inputs)
    return inputs, *others


@tf_export("strings.join", v1=["strings.join", "string_join"])
@op("StringJoin", inputs="string*", grad=None, out=dt.string, shape_fn=_joined_shape, before=_listed)
def join(inputs: TensorLike, separator: str | bytes = "", name: str | None = None) -> AnyTensor:
    """The strings of several tensors put one after the other, element by element. Mirrors `tf.strings.join`.

    Arguments:
        inputs: a list of string tensors of one shape; scalars go with any. Ragged ones too.
        separator: what is put between them, nothing by default.
        name: a name for the operation in graphs.

    Returns:
        A string tensor of that shape.

    Raises:
        InvalidArgumentError: the shapes differ.

    `tf.strings.reduce_join` joins the elements of one tensor. The operator `+` joins two.

    Example:
        >>> tf.strings.join([["a", "b"], ["x", "y"]], separator="-")
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'a-x', b'b-y'], dtype=object)>
        >>> tf.strings.join(["file", ["1", "2"], ".txt"])
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'file1.txt', b'file2.txt'], dtype=object)>
    """
    shapes = [x.shape for x in inputs if x.ndim]
    for shape in shapes:
        if shape != shapes[0]:
            listed = [dims_text(s) for s in (shapes[0], shape)]
            raise invalid(f"Input shapes do not match: {listed[0]} vs. {listed[1]}")
    shape, between = shapes[0] if shapes else (), _bytes(separator)
    if not inputs:
        return text_storage([b""], shape)
    count = math.prod(shape)
    columns = [x.reshape(-1).tolist() if x.ndim else itertools.repeat(x.item(), count) for x in inputs]
    return text_storage(list(map(between.join, zip(*columns))), shape)


_CONTINUING = bytes(range(0x80, 0xC0))


def _beginning(joined):
    """Whether a UTF-8 character begins at each byte."""
    return np.frombuffer(joined, np.int8) >= -64


def _characters(array):
    """How many UTF-8 characters begin in each string of `array`."""
    items = array.reshape(-1).tolist()
    if len(items) < _MANY:
        return np.array([len(item.translate(None, _CONTINUING)) for item in items], np.int64)
    joined, sizes = b"".join(items), lengths_in(array)
    if joined.isascii():
        return sizes
    before = np.concatenate(([0], np.cumsum(_beginning(joined))))
    ends = np.cumsum(sizes)
    return before[ends] - before[ends - sizes]


@tf_export("strings.length", elementwise="unary")
@op("StringLength", input="string", grad=None, out=dt.int32, shape_fn=same_shape(dt.int32), scope="")
def length(input: TensorLike, unit: str = "BYTE", name: str | None = None) -> AnyTensor:
    """The length of each string. Mirrors `tf.strings.length`.

    Arguments:
        input: a string tensor of any shape, or what converts to one; ragged too.
        unit: "BYTE" (the default) counts bytes, "UTF8_CHAR" the characters of UTF-8.
        name: a name for the operation in graphs.

    Returns:
        An int32 tensor of the shape of `input`.

    Raises:
        InvalidArgumentError: another unit.

    Bytes that are no valid UTF-8 are not complained of: what counts is where characters begin.

    Example:
        >>> tf.strings.length(["", "abc", "Grüße"])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([0, 3, 7], dtype=int32)>
        >>> tf.strings.length("Grüße", unit="UTF8_CHAR")
        <tf.Tensor: shape=(), dtype=int32, numpy=5>
    """
    one_of("unit", unit, _UNITS)
    counts = lengths_in(input) if unit == "BYTE" else _characters(input)
    return torch.from_numpy(counts.astype(np.int32)).reshape(input.shape)


def _cased(name, op_type, on_bytes, on_text):
    def kernel(input, encoding="", name=None):
        if encoding not in ("", "utf-8"):
            raise invalid(f"only utf8 or '' (no encoding) is supported, received {encoding}")
        if not encoding:
            return each(input, on_bytes)
        # As in TensorFlow, a text ends at a byte of zero.
        return each(input, lambda item: on_text(item.partition(b"\x00")[0].decode("utf-8", "replace")).encode())

    kernel.__name__ = kernel.__qualname__ = name
    kernel.__doc__ = f"""Strings with all their letters in {name} case. Mirrors `tf.strings.{name}`.

    Arguments:
        input: a string tensor of any shape, or what converts to one; a ragged tensor gives a ragged one.
        encoding: "" (the default) changes the letters of ASCII only, and leaves all other bytes as they are; "utf-8" changes those of
            all alphabets, in strings that are encoded so.
        name: a name for the operation in graphs.

    Returns:
        A string tensor of the shape of `input`.

    Raises:
        InvalidArgumentError: another encoding.

    Example:
        >>> tf.strings.{name}(["Hello", "WORLD"]).numpy().tolist()
        {[on_text(text).encode() for text in ("Hello", "WORLD")]}
        >>> tf.strings.{name}("Ää", encoding="utf-8").numpy().decode()
        {on_text("Ää")!r}
    """
    return op(op_type, input="string", grad=None, out=dt.string, shape_fn=same_shape(dt.string), scope="")(kernel)


lower = _cased("lower", "StringLower", bytes.lower, str.lower)
upper = _cased("upper", "StringUpper", bytes.upper, str.upper)
tf_export("strings.lower", elementwise="unary")(lower)
tf_export("strings.upper", elementwise="unary")(upper)


@tf_export("strings.strip", v1=["strings.strip", "string_strip"], elementwise="unary")
@op("StringStrip", input="string", grad=None, out=dt.string, shape_fn=same_shape(dt.string))
def strip(input: TensorLike, name: str | None = None) -> AnyTensor:
    r"""Strings without white space at their ends. Mirrors `tf.strings.strip`.

    Empty strings stay.

    Arguments:
        input: a string tensor of any shape, or what converts to one; ragged too.
        name: a name for the operation in graphs.

    Returns:
        A string tensor of the shape of `input`. Spaces, tabulators and ends of lines go, those within a string stay;
        `tf.strings.regex_replace` takes these.

    Lines that were read from files lose what is invisible at their ends by it.

    Example:
        >>> tf.strings.strip(["  a b ", "c\n"])
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'a b', b'c'], dtype=object)>
    """
    return each(input, bytes.strip)


def _starts(item):
    """The byte offsets of the UTF-8 characters of `item`, and its length."""
    return [i for i, b in enumerate(item) if b & 0xC0 != 0x80] + [len(item)]


def _cut(item, at, count, unit):
    """The `count` bytes or characters of `item` from `at` on; None where it does not reach there."""
    if unit == "BYTE":
        places, size = None, len(item)
    else:
        places = _starts(item)
        size = len(places) - 1
    start = at if at >= 0 else size + at
    if not 0 <= start <= size:
        return None
    if count < 0:
        # TensorFlow's kernel takes a negative number of bytes for all there are, and one of characters for none, but
        # not where it counts from the end.
        if at < 0 and places is not None:
            return None
        count = size if places is None else 0
    end = min(start + count, size)
    return item[start:end] if places is None else item[places[start] : places[end]]


def _cut_alike(array, at, count, unit):
    """What `_cut` gives for many strings at one place; None where one of them does not reach there, or has characters of several bytes."""
    items = array.reshape(-1).tolist()
    end = at + count
    part = operator.itemgetter(slice(at, None if count < 0 or at < 0 <= end else end))
    if unit != "BYTE" and (count < 0 or not b"".join(items).isascii()):
        return None
    if abs(at) > lengths_in(array).min():
        return None
    return list(map(part, items))


def _cut_many(array, places, counts, unit):
    """What `_cut` gives for each of many strings; None where one of them does not reach there, or is cut in a rare way."""
    items = array.reshape(-1).tolist()
    joined, sizes = b"" if unit == "BYTE" else b"".join(items), lengths_in(array)
    ends = firsts = starts = None
    if not joined.isascii():
        # Of characters: where they begin in all the bytes, and the number of the first of each item.
        beginning = _beginning(joined)
        starts, before = np.flatnonzero(beginning), np.concatenate(([0], np.cumsum(beginning)))
        ends = np.cumsum(sizes)
        begins = ends - sizes
        firsts = before[begins]
        sizes = before[ends] - firsts
    at = np.where(places >= 0, places, sizes + places)
    if ((at < 0) | (at > sizes)).any():
        return None
    if (counts < 0).any():
        if unit != "BYTE":
            return None
        counts = np.where(counts < 0, sizes, counts)
    until = at + np.minimum(counts, sizes - at)
    if starts is not None:
        starts = np.append(starts, len(joined))
        at, until = (np.minimum(starts[firsts + x], ends) - begins for x in (at, until))
    return [item[a:b] for item, a, b in zip(items, at.tolist(), until.tolist())]


def _substr_shape(input, pos, len, unit="BYTE"):
    if input.shape.rank is None or pos.shape.rank is None:
        return dt.string, None
    return dt.string, broadcast_static_shapes(input.shape, pos.shape)


@tf_export("strings.substr", elementwise="unary")
@op("Substr", input="string", pos="T", len="T", T=dt.INDEX, grad=None, out=dt.string, shape_fn=_substr_shape, scope="")
def substr(input: TensorLike, pos: TensorLike, len: TensorLike, unit: str = "BYTE", name: str | None = None) -> AnyTensor:
    """A part of each string. Mirrors `tf.strings.substr`.

    Arguments:
        input: a string tensor of any shape, or what converts to one.
        pos: where to begin, int32 or int64, counted from 0; negative numbers count from the end.
        len: how long the part is, of the shape and dtype of `pos`; what is beyond the end is left out. The shape
            broadcasts with that of `input`.
        unit: "BYTE" (the default) or "UTF8_CHAR".
        name: a name for the operation in graphs.

    Returns:
        A string tensor of the broadcast shape. A negative length takes all bytes to the end, or no characters.

    Raises:
        InvalidArgumentError: the start is outside of a string, or shapes do not go together.
        UnimplementedError: shapes of more than two axes differ, unless `pos` is a scalar.

    Example:
        >>> tf.strings.substr(["hello", "world"], pos=1, len=3)
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'ell', b'orl'], dtype=object)>
        >>> tf.strings.substr("hello", -2, 2)
        <tf.Tensor: shape=(), dtype=string, numpy=b'lo'>
    """
    one_of("unit", unit, _UNITS)
    if pos.shape != len.shape:
        raise invalid(f"pos and len should have the same shape, got: {dims_text(pos.shape)} vs. {dims_text(len.shape)}")
    places, counts = pos.cpu().numpy(), len.cpu().numpy()
    if not places.ndim and input.size >= _MANY:
        made = _cut_alike(input, int(places), int(counts), unit)
        if made is not None:
            return text_storage(made, input.shape)
    try:
        texts, places, counts = np.broadcast_arrays(input, places, counts)
    except ValueError:
        raise invalid(f"Incompatible shapes: {dims_text(input.shape)} vs. {dims_text(pos.shape)}") from None
    if texts.ndim > 2 and pos.ndim and input.shape != tuple(pos.shape):
        # TensorFlow's kernel broadcasts matrices at most; equal shapes, and one place for all, may be of any rank.
        raise errors.UnimplementedError(None, None, f"Substr broadcast not implemented for {texts.ndim} dimensions")
    out = np.empty(texts.shape, dtype=object)
    flat = out.reshape(-1)
    if out.size >= _MANY:
        made = _cut_many(texts, places.reshape(-1), counts.reshape(-1), unit)
        if made is not None:
            flat[:] = made
            return out
    for i, (text, at, count) in enumerate(zip(texts.reshape(-1), places.reshape(-1), counts.reshape(-1))):
        flat[i] = _cut(text, int(at), int(count), unit)
        if flat[i] is None:
            shown = f" b'{text.decode('utf-8', 'replace')}'" if unit == "BYTE" else ""
            raise invalid(f"pos {at} out of range for string{shown} at index {i}")
    return out


# ---------------------------------------------------------------------- reduce_join
def _reduced_shape(inputs, axis, keepdims, separator):
    rank = inputs.shape.rank
    if rank is None or isinstance(axis, Tensor) or axis is not None and not all(isinstance(a, int) for a in axis):
        return dt.string, None
    gone = {a % rank if rank else 0 for a in (range(rank) if axis is None else axis)}
    dims = inputs.shape.as_list()
    return dt.string, [1 if i in gone else d for i, d in enumerate(dims) if keepdims or i not in gone]


@op("ReduceJoin", inputs="string", axis="ints?", grad=None, out=dt.string, shape_fn=_reduced_shape, scope="")
def _reduce_join(inputs, axis, keep_dims, separator, name=None):
    rank = inputs.ndim
    axis = axis if axis is None else [a for row in axis for a in (row if isinstance(row, tuple) else (row,))]
    axes = list(range(rank - 1, -1, -1)) if axis is None else list(axis)
    for a in axes:
        if not -rank <= a < rank:
            raise errors.OutOfRangeError(None, None, f"Invalid reduction dimension {a} for input with {rank} dimension(s)")
    given, axes = axes, [a % rank for a in axes]
    if len(set(axes)) != len(axes):
        # It looks for repeated dimensions as they are counted from the front, and tells them as they were given.
        raise invalid(f"Duplicate reduction dimension {next(g for i, g in enumerate(given) if axes[i] in axes[:i])}")
    between = _bytes(separator)
    kept = [a for a in range(rank) if a not in axes]
    # The first of the axes varies fastest.
    rows = inputs.transpose([*kept, *reversed(axes)])
    joined = np.empty(rows.shape[: len(kept)], dtype=object)
    flat = joined.reshape(-1)
    flat[:] = list(map(between.join, rows.reshape(flat.size, math.prod(rows.shape[len(kept) :])).tolist()))
    return np.expand_dims(joined, axes) if keep_dims else joined


@tf_export("strings.reduce_join")
@composite
def reduce_join(inputs: TensorLike, axis: Axis = None, keepdims: bool = False, separator: str = "", name: str | None = None) -> AnyTensor:
    """The strings of a tensor along some axes joined into one. Mirrors `tf.strings.reduce_join`.

    Arguments:
        inputs: a string tensor, or what converts to one; ragged too.
        axis: an integer, or a list of axes, of which the first varies fastest; None (the default) joins all, row by
            row.
        keepdims: True keeps the axes with length 1; False by default.
        separator: what is put between them, nothing by default.
        name: a name for the operation in graphs.

    Returns:
        A string tensor without these axes.

    Raises:
        OutOfRangeError: there is no such axis.

    Example:
        >>> x = [["a", "b"], ["c", "d"]]
        >>> tf.strings.reduce_join(x, axis=1, separator=" ")
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'a b', b'c d'], dtype=object)>
        >>> tf.strings.reduce_join(x)
        <tf.Tensor: shape=(), dtype=string, numpy=b'abcd'>
    """
    return _reduce_join(convert_to_tensor(inputs), axis, keepdims, separator, name=name)


def _segment_shape(inputs, segment_ids, num_segments, separator):
    if inputs.shape.rank is None or segment_ids.shape.rank is None:
        return dt.string, None
    first = num_segments if isinstance(num_segments, int) else size_of(num_segments)
    return dt.string, [first, *inputs.shape.as_list()[segment_ids.shape.rank :]]


@tf_export("strings.unsorted_segment_join")
@op(
    "UnsortedSegmentJoin",
    inputs="string",
    segment_ids="Tindices",
    num_segments="int",
    Tindices=dt.INDEX,
    grad=None,
    out=dt.string,
    shape_fn=_segment_shape,
    scope="",
)
def unsorted_segment_join(
    inputs: TensorLike, segment_ids: TensorLike, num_segments: IntLike, separator: str = "", name: str | None = None
) -> Tensor:
    """The strings of each segment joined, in the order in which they come. Mirrors `tf.strings.unsorted_segment_join`.

    Arguments:
        inputs: a string tensor.
        segment_ids: to which segment each belongs: int32 or int64; its shape is that of the first axes of `inputs`.
        num_segments: how many segments there are.
        separator: what is put between them, nothing by default.
        name: a name for the operation in graphs.

    Returns:
        A string tensor of shape [num_segments, ...]; the empty string for a segment without elements.

    Raises:
        InvalidArgumentError: an id is negative or too great, there is a negative number of segments, or shapes do not fit.
        OutOfRangeError: `segment_ids` has more axes than `inputs`.

    Example:
        >>> tf.strings.unsorted_segment_join(["a", "b", "c"], [1, 0, 1], num_segments=2, separator=":")
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'b', b'a:c'], dtype=object)>
    """
    ids = segment_ids.cpu().numpy()
    if num_segments < 0:
        raise invalid(f"Number of segments must be non-negative but got {num_segments}")
    if not ids.ndim:
        raise invalid("Segment_id cannot have rank 0")
    if ids.ndim > inputs.ndim:
        raise errors.OutOfRangeError(None, None, f"Invalid segment_id rank {ids.ndim} for input with {inputs.ndim} dimension(s)")
    for axis, (rows, size) in enumerate(zip(ids.shape, inputs.shape)):
        if rows != size:
            raise invalid(f"Segment dimension is {rows} while input dimension is {inputs.ndim} in rank {axis}")
    inner = inputs.shape[ids.ndim :]
    rows, ids = inputs.reshape(ids.size, math.prod(inner)), ids.reshape(-1)
    if len(ids) and not 0 <= ids.min() <= ids.max() < num_segments:
        raise invalid("segment_ids are not allowed to exceed num_segments or to have negative values.")
    between = _bytes(separator)
    if rows.size < _MANY and num_segments < _MANY:
        pairs = list(zip(ids.tolist(), rows))
        made = [_joined([row[k] for i, row in pairs if i == n], between) for n in range(num_segments) for k in range(rows.shape[1])]
        return text_storage(made, (num_segments, *inner))
    order = np.argsort(ids, kind="stable")
    ends = np.cumsum(np.bincount(ids, minlength=num_segments)).tolist()
    columns = [[_joined(items[a:b], between) for a, b in zip([0, *ends], ends)] for items in rows[order].T.tolist()]
    return text_storage(list(itertools.chain.from_iterable(zip(*columns))), (num_segments, *inner))


def _joined(items, between):
    """The strings of one segment joined. As in TensorFlow's kernel a separator comes only after what is not empty, so empty ones at the
    front leave none.
    """
    if items and not items[0]:
        items = list(itertools.dropwhile(operator.not_, items))
    return between.join(items)
