"""Strings as Unicode: `unicode_decode`, `unicode_encode`, `unicode_split`, `unicode_transcode`, `unicode_script`."""

from __future__ import annotations

import bisect
import codecs
import contextlib
import functools
import re
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops.shapes import reshape, shape
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.text import lengths_of
from tfshim.ragged.broadcasting import partitions
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import ragged_or_tensor
from tfshim.strings import _code_pages
from tfshim.strings._elements import each, one_of, same_shape
from tfshim.strings._unicode_scripts import RUNS

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, TensorLike


_MANY = 16  # texts from which on it pays to decode them together
_POINTS = 0x110000  # how many code points there are
_ERRORS = ("strict", "replace", "ignore")
_OUTPUTS = {"UTF-8": "utf-8", "UTF-16-BE": "utf-16-be", "UTF-32-BE": "utf-32-be"}
_MARKS = {  # what begins a text in an encoding whose byte order is not said: (mark, encoding)
    "utf-16": [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"), (b"", "utf-16-be")],
    "utf-32": [(codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"), (b"", "utf-32-be")],
}


_OTHER_NAMES = {"windows-31j": "shift_jis"}  # names that Python has not


@functools.cache
def _codec(encoding):
    """Python's name of an encoding."""
    try:
        name = codecs.lookup(re.sub(r"(?i)^(windows|ibm)-(?=\d+$)", "cp", encoding)).name
    except LookupError:
        name = _OTHER_NAMES.get(encoding.lower())
        if name is None:
            raise invalid(f"Could not create converter for input encoding: {encoding}") from None
    return "cp874" if name == "tis-620" else name


def _characters(data, name):
    """The (code point or None for bytes that are no character, byte offset) pairs of `data`."""
    if _code_pages.known(name):
        return list(_code_pages.characters(data, name))
    start = 0
    for mark, actual in _MARKS.get(name, ()):
        if data.startswith(mark):
            name, start = actual, len(mark)
            break
    _bad.spans = []
    text = codecs.decode(data[start:], name, _MARKING)
    found, place, bad = [], start, iter(_bad.spans)
    for character in text:
        if character == _MARK:
            at, end = next(bad)
            # Bytes that an encoding of Windows leaves undefined map to the code points of the same number, where these are no letters.
            byte = data[start + at]
            found.append((byte if name in _OF_WINDOWS and byte < 0xB0 and byte not in (0xA1, 0xA5) else None, start + at))
            place = start + end
        else:
            found.append((ord(character), place))
            place += len(character.encode(name))
    # A mark before the text belongs to its first character.
    if found:
        found[0] = (found[0][0], 0)
    return found


_OF_WINDOWS = frozenset(["cp874", *(f"cp125{i}" for i in range(9))])
_MARK = "\ud800"  # no text that can be decoded has it
_MARKING = "tfshim.marking"
_bad = threading.local()


def _marked(error):
    """Put the mark in the place of bytes that are no character, and note where they are."""
    _bad.spans.append((error.start, error.end))
    return _MARK, error.end


codecs.register_error(_MARKING, _marked)


def _repaired(data, name, errors, replacement, control):
    """The (code point, offset) pairs of `data` with what is wrong replaced or left out."""
    made = []
    for point, place in _characters(data, name):
        if point is None or control and point < 32:
            if point is None and errors == "strict":
                raise invalid("Invalid formatting on input string")
            if errors == "ignore":
                continue
            point = replacement
        made.append((point, place))
    return made


def _checked(errors, replacement):
    one_of("errors", errors, _ERRORS)
    if not 0 <= replacement <= 0x10FFFF:
        raise invalid("replacement_char out of unicode codepoint range")


def _decoded_shape(input, *others):
    return (dt.int64, [None]), (dt.int32, [None]), (dt.int64, [None])


@op("UnicodeDecodeWithOffsets", input="string", grad=None, scope="", shape_fn=_decoded_shape, register=False)
def _decode(input, input_encoding, errors, replacement_char, replace_control_characters, name=None):
    """The numbers of characters of each string, and the code points and byte offsets of all of them."""
    return _numbers(input, input_encoding, errors, replacement_char, replace_control_characters)


@op("UnicodeDecode", input="string", grad=None, scope="", shape_fn=lambda *given: _decoded_shape(*given)[:2], register=False)
def _decode_points(input, input_encoding, errors, replacement_char, replace_control_characters, name=None):
    """As `_decode`, without the offsets."""
    return _numbers(input, input_encoding, errors, replacement_char, replace_control_characters)[:2]


def _numbers(input, encoding, errors, replacement, control):
    _checked(errors, replacement)
    return tuple(map(torch.from_numpy, _pairs(input.reshape(-1).tolist(), _codec(encoding), errors, replacement, control)))


def _pairs(items, codec, errors, replacement, control):
    """Arrays of the numbers of characters of `items`, of their code points and of their offsets."""
    if len(items) >= _MANY and codec == "utf-8":
        made = _valid_pairs(items, errors, replacement, control)
        if made is not None:
            return made
        # The half without a wrong byte is quick.
        half = len(items) // 2
        halves = (_pairs(part, codec, errors, replacement, control) for part in (items[:half], items[half:]))
        return tuple(map(np.concatenate, zip(*halves)))
    if len(items) >= _MANY and codec in _SINGLE_BYTES and not control:
        made = _single_byte_pairs(items, codec)
        if made is not None:
            return made
    rows = [_repaired(item, codec, errors, replacement, control) for item in items]
    flat = [pair for row in rows for pair in row]
    return lengths_of(rows), np.array([p for p, _ in flat], np.int32), np.array([o for _, o in flat], np.int64)


def _valid_pairs(items, errors, replacement, control):
    """`_pairs` of texts in valid UTF-8; None if one of them is not."""
    joined, sizes = b"".join(items), lengths_of(items)
    ends = np.cumsum(sizes)
    begins = ends - sizes
    if joined.isascii():
        counts, points = sizes, np.frombuffer(joined, np.uint8).astype(np.int32)
        offsets = np.arange(len(joined)) - np.repeat(begins, counts)
    else:
        try:
            text = joined.decode()
        except UnicodeDecodeError:
            return None
        starts = np.flatnonzero(np.frombuffer(joined, np.int8) >= -64)
        before = np.searchsorted(starts, np.append(begins, len(joined)))
        # Characters that two texts have halves of are none.
        if (np.append(starts, len(joined))[before[:-1]] != begins).any():
            return None
        counts, points = np.diff(before), np.frombuffer(text.encode("utf-32-le"), "<i4").astype(np.int32)
        offsets = starts - np.repeat(begins, counts)
    if control:
        wrong = points < 32
        if errors == "ignore":
            counts = np.bincount(np.repeat(np.arange(len(items)), counts)[~wrong], minlength=len(items))
            points, offsets = points[~wrong], offsets[~wrong]
        else:
            points = np.where(wrong, np.int32(replacement), points)
    return counts, points, offsets


_SINGLE_BYTES = frozenset(["ascii", "iso8859-1", *(f"iso8859-{i}" for i in range(2, 17)), *_OF_WINDOWS, "koi8-r", "koi8-u", "mac-roman"])


@functools.cache
def _points_of_bytes(codec):
    """The code point of each byte in an encoding whose characters are single bytes, -1 for none."""
    found = [_characters(bytes([i]), codec)[0][0] for i in range(256)]
    return np.array([-1 if point is None else point for point in found], np.int32)


def _single_byte_pairs(items, codec):
    """`_pairs` of texts in such an encoding; None if a byte is no character."""
    joined, sizes = b"".join(items), lengths_of(items)
    points = _points_of_bytes(codec)[np.frombuffer(joined, np.uint8)]
    if len(points) and points.min() < 0:
        return None
    return sizes, points, np.arange(len(joined)) - np.repeat(np.cumsum(sizes) - sizes, sizes)


def _by_string(input, function):
    """A list of ragged tensors with one dimension more than `input`: their row lengths and values are `function`'s."""
    input = ragged_or_tensor(input)
    if not isinstance(input, RaggedTensor):
        if input.shape.rank is None:
            raise ValueError("Rank of `input` must be statically known.")
        if input.shape.rank == 0:
            return list(function(input)[1:])
        if input.shape.rank == 1:
            lengths, *values = function(input)
            made = [RaggedTensor.from_row_lengths(v, lengths, validate=False) for v in values]
            if input.shape[0] is not None and not hasattr(input, "_t"):
                for m in made:
                    m.row_splits.set_shape([input.shape[0] + 1])
            return made
        input = partitions(input, input.shape.rank - 1)
    flat = input.flat_values
    inner = _by_string(flat, function)
    return [input.with_flat_values(v) for v in inner]


def _decoded(input, encoding, errors, replacement, control, decode=_decode):
    control = attribute("bool", control, "replace_control_characters", False)
    return _by_string(input, lambda x: decode(x, encoding, errors, int(replacement), control))


@tf_export("strings.unicode_decode")
@composite
def unicode_decode(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: IntLike = 0xFFFD,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> AnyTensor:
    """The code points of the characters of each string. Mirrors `tf.strings.unicode_decode`.

    Arguments:
        input: a string tensor of known rank, or a ragged one.
        input_encoding: the encoding, such as "UTF-8", or any that Python knows.
        errors: what to do with bytes that are no character: "replace" (the default), "ignore" or "strict", which
            raises.
        replacement_char: the code point that replaces them, 65533 by default.
        replace_control_characters: whether characters below 32 count as such; False by default.
        name: a name for the operation in graphs.

    Returns:
        A ragged int32 tensor with one dimension more; a vector for a scalar.

    Raises:
        InvalidArgumentError: invalid input with "strict", or an unknown encoding.

    Example:
        >>> tf.strings.unicode_decode("añ", "UTF-8")
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([ 97, 241], dtype=int32)>
        >>> tf.strings.unicode_decode(["hi", "ok!"], "UTF-8")
        <tf.RaggedTensor [[104, 105], [111, 107, 33]]>
    """
    return _decoded(input, input_encoding, errors, replacement_char, replace_control_characters, _decode_points)[0]


@tf_export("strings.unicode_decode_with_offsets")
@composite
def unicode_decode_with_offsets(
    input: TensorLike,
    input_encoding: str | None,
    errors: str = "replace",
    replacement_char: IntLike = 0xFFFD,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The code points of the characters of each string, and where in the string they begin. Mirrors
    `tf.strings.unicode_decode_with_offsets`.

    Arguments:
        input: a string tensor of known rank, or a ragged one.
        input_encoding: the encoding, such as "UTF-8".
        errors: "replace" (the default), "ignore" or "strict", as of `tf.strings.unicode_decode`.
        replacement_char: the code point that replaces invalid bytes, 65533 by default.
        replace_control_characters: whether characters below 32 count as invalid; False by default.
        name: a name for the operation in graphs.

    Returns:
        A pair of ragged tensors with one dimension more: the code points, int32, and the offsets in bytes, int64;
        vectors for a scalar.

    Raises:
        InvalidArgumentError: invalid input with "strict", or an unknown encoding.

    Example:
        >>> points, offsets = tf.strings.unicode_decode_with_offsets("añb", "UTF-8")
        >>> offsets
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([0, 1, 3])>
    """
    return tuple(_decoded(input, input_encoding, errors, replacement_char, replace_control_characters))


@tf_export("strings.unicode_split")
@composite
def unicode_split(
    input: TensorLike, input_encoding: str, errors: str = "replace", replacement_char: IntLike = 0xFFFD, name: str | None = None
) -> AnyTensor:
    """The characters of each string, each as a string. Mirrors `tf.strings.unicode_split`.

    Arguments:
        input: a string tensor of known rank, or a ragged one.
        input_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
        errors: what to do with bytes that are no character: "replace" (the default), "ignore" or "strict", which
            raises.
        replacement_char: the code point that replaces them, 65533 by default.
        name: a name for the operation in graphs.

    Returns:
        A ragged string tensor with one dimension more; a vector for a scalar. The characters are in the encoding of the
        input.

    Raises:
        InvalidArgumentError: invalid input with "strict", or another encoding.

    Example:
        >>> [c.decode() for c in tf.strings.unicode_split("añ", "UTF-8").numpy()]
        ['a', 'ñ']
        >>> tf.strings.unicode_split(["ab", "c"], "UTF-8")
        <tf.RaggedTensor [[b'a', b'b'], [b'c']]>
    """
    return unicode_split_with_offsets(input, input_encoding, errors, replacement_char)[0]


@tf_export("strings.unicode_split_with_offsets")
@composite
def unicode_split_with_offsets(
    input: TensorLike, input_encoding: str, errors: str = "replace", replacement_char: IntLike = 0xFFFD, name: str | None = None
) -> tuple[Any, Any]:
    """The characters of each string, and where in the string they begin. Mirrors `tf.strings.unicode_split_with_offsets`.

    Arguments:
        input: a string tensor of known rank, or a ragged one.
        input_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
        errors: "replace" (the default), "ignore" or "strict", as of `tf.strings.unicode_split`.
        replacement_char: the code point that replaces invalid bytes, 65533 by default.
        name: a name for the operation in graphs.

    Returns:
        A pair of ragged tensors with one dimension more: the characters, strings, and the offsets in bytes, int64;
        vectors for a scalar.

    Raises:
        InvalidArgumentError: invalid input with "strict", or another encoding.

    Example:
        >>> characters, offsets = tf.strings.unicode_split_with_offsets("añb", "UTF-8")
        >>> offsets
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([0, 1, 3])>
    """
    points, offsets = _decoded(input, input_encoding, errors, replacement_char, False)
    flat = points.flat_values if isinstance(points, RaggedTensor) else points
    single = unicode_encode(flat[:, None], input_encoding, errors, replacement_char)
    return (points.with_flat_values(single) if isinstance(points, RaggedTensor) else single), offsets


def _is_character(point):
    """Whether `point` is a code point that a character may have: no surrogate, none that Unicode leaves free for good."""
    return 0 <= point <= 0x10FFFF and not 0xD800 <= point < 0xE000 and not 0xFDD0 <= point < 0xFDF0 and point & 0xFFFE != 0xFFFE


def _text(points, errors, replacement):
    """The text of code points; `errors` says what becomes of those that are no characters."""
    kept = []
    for point in points:
        if _is_character(point):
            kept.append(point)
        elif errors == "strict":
            raise invalid("Code point is out of range for Unicode, or a noncharacter.")
        elif errors == "replace":
            kept.append(replacement)
        elif 0 <= point <= 0x10FFFF:  # surrogates may still make a pair
            kept.append(point)
    return "".join(map(chr, kept))


def _written(text, output):
    """`text` in the encoding `output`."""
    # Surrogates go through UTF-16, where two of them are one character; single ones are left to the encoding.
    data = text.encode("utf-16-be", "surrogatepass")
    if output == "utf-16-be":
        return data
    return data.decode("utf-16-be", "replace").encode(output)


def _valid_text(points):
    """The text of an array of code points; None where one of them is no character."""
    if points.min() < 0 or points.max() >= 0xD800 and not all(map(_is_character, set(points.tolist()))):
        return None
    return points.astype("<i4", copy=False).tobytes().decode("utf-32-le")


def _encoded_sizes(points, codec):
    """How many bytes each of an array of code points takes."""
    if codec == "utf-8":
        return sum((points >= limit).astype(np.int64) for limit in (0x80, 0x800, 0x10000)) + 1
    return np.where(points >= 0x10000, 4, 2) if codec == "utf-16-be" else np.full(len(points), 4)


def _encoded_shape(values, splits, *others):
    rows = splits.shape[0] if splits.shape.rank == 1 else None
    return dt.string, [None if rows is None else rows - 1]


@op("UnicodeEncode", input="int32", splits="Tsplits=int64", Tsplits=dt.INDEX, grad=None, out=dt.string, scope="", shape_fn=_encoded_shape)
def _encode(input, splits, output_encoding, errors, replacement_char, name=None):
    """One string for each row of code points."""
    one_of("output_encoding", output_encoding, tuple(_OUTPUTS))
    _checked(errors, replacement_char)
    ends, codec = splits.numpy(force=True), _OUTPUTS[output_encoding]
    out = np.empty(len(ends) - 1, dtype=object)
    array = input.numpy(force=True)
    text = _valid_text(array) if len(array) >= _MANY and 0 <= ends.min() and ends.max() <= len(array) else None
    if text is None:
        points, ends = array.tolist(), ends.tolist()
        for i, (a, b) in enumerate(zip(ends, ends[1:])):
            out[i] = _written(_text(points[a:b], errors, replacement_char), codec)
    elif len(out) == len(text) and np.array_equal(ends, np.arange(len(ends))):
        out[:] = list(map({c: c.encode(codec) for c in set(text)}.__getitem__, text))
    else:
        data = text.encode(codec)
        places = np.concatenate(([0], np.cumsum(_encoded_sizes(array, codec))))[ends].tolist()
        out[:] = [data[a:b] for a, b in zip(places, places[1:])]
    return out


@tf_export("strings.unicode_encode")
@composite
def unicode_encode(
    input: TensorLike, output_encoding: str, errors: str = "replace", replacement_char: IntLike = 0xFFFD, name: str | None = None
) -> AnyTensor:
    """Strings of code points. Mirrors `tf.strings.unicode_encode`.

    Arguments:
        input: an int32 tensor of at least one dimension, or a ragged one; the last axis holds the characters of a
            string.
        output_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
        errors: what to do with numbers that are no character: "replace" (the default), "ignore" or "strict", which
            raises.
        replacement_char: the code point that replaces them, 65533 by default.
        name: a name for the operation in graphs.

    Returns:
        A string tensor with one dimension less.

    Raises:
        InvalidArgumentError: such numbers with "strict", or another encoding.
        ValueError: `input` is a scalar.

    Example:
        >>> tf.strings.unicode_encode([104, 105], "UTF-8")
        <tf.Tensor: shape=(), dtype=string, numpy=b'hi'>
        >>> tf.strings.unicode_encode(tf.ragged.constant([[97], [98, 99]]), "UTF-8")
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'a', b'bc'], dtype=object)>
    """
    input = ragged_or_tensor(input)
    if not isinstance(input, RaggedTensor):
        rank = input.shape.rank
        if rank is None:
            raise ValueError("Rank of input_tensor must be statically known.")
        if rank == 0:
            raise ValueError("input_tensor's rank must be at least 1.")
        if rank == 1:
            return unicode_encode(
                RaggedTensor.from_uniform_row_length(input, _length(input), nrows=1), output_encoding, errors, replacement_char
            )[0]
        rows = RaggedTensor.from_tensor(input, ragged_rank=rank - 1)
        made = unicode_encode(rows, output_encoding, errors, replacement_char)
        return made if not isinstance(made, RaggedTensor) else _dense(made, input)
    if input.flat_values.shape.rank > 1:
        return unicode_encode(partitions(input, input.shape.rank - 1), output_encoding, errors, replacement_char)
    if input.ragged_rank > 1:
        return input.with_values(unicode_encode(input.values, output_encoding, errors, replacement_char))
    return _encode(input.values, input.row_splits, output_encoding, errors, int(replacement_char))


def _length(x):
    return x.shape[0] if x.shape[0] is not None else shape(x)[0]


def _dense(rows, like):
    """The strings of `rows` in the shape of `like` without its last dimension."""
    made = reshape(rows.flat_values, shape(like)[:-1])
    made.set_shape(like.shape[:-1])
    return made


@tf_export("strings.unicode_transcode", elementwise="unary")
@op("UnicodeTranscode", input="string", grad=None, out=dt.string, shape_fn=same_shape(dt.string))
def unicode_transcode(
    input: TensorLike,
    input_encoding: str | None,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 0xFFFD,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> AnyTensor:
    r"""Strings in another encoding. Mirrors `tf.strings.unicode_transcode`.

    Arguments:
        input: a string tensor of any shape, or what converts to one; ragged too.
        input_encoding: the encoding of the input, such as "UTF-8", "UTF-16" or "ISO-8859-1", or any that Python knows.
        output_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
        errors: what to do with bytes that are no character: "replace" (the default), "ignore" or "strict", which
            raises.
        replacement_char: the code point that replaces them, 65533 by default.
        replace_control_characters: whether characters below 32 count as such; False by default.
        name: a name for the operation in graphs.

    Returns:
        A string tensor of the shape of `input`. From UTF-8 to UTF-8 it makes valid text of any bytes.

    Raises:
        InvalidArgumentError: invalid input with "strict", or another encoding.

    Example:
        >>> tf.strings.unicode_transcode(["a", "b"], "UTF-8", "UTF-16-BE")
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'\x00a', b'\x00b'], dtype=object)>
    """
    one_of("output_encoding", output_encoding, tuple(_OUTPUTS))
    _checked(errors, replacement_char)
    codec, output = _codec(input_encoding), _OUTPUTS[output_encoding]

    def transcoded(item):
        if codec == "utf-8" and not replace_control_characters:
            with contextlib.suppress(UnicodeDecodeError):
                return item.decode().encode(output)
        points = _repaired(item, codec, errors, replacement_char, replace_control_characters)
        return _written("".join(chr(p) for p, _ in points), output)

    return each(input, transcoded)


@functools.cache
def _scripts():
    """(the first code points of the runs of one script, their scripts)"""
    starts, scripts, at = [], [], 0
    for run in RUNS.split():
        length, script = run.split(":")
        starts.append(at)
        scripts.append(int(script))
        at += int(length, 16)
    return starts, scripts


def _script(point):
    if not 0 <= point < _POINTS:
        return -1
    starts, scripts = _scripts()
    return scripts[bisect.bisect_right(starts, point) - 1]


@functools.cache
def _script_of_each():
    """The script of each code point, and behind them -1 for what is none."""
    starts, scripts = _scripts()
    return np.append(np.repeat(np.array(scripts, np.int16), np.diff([*starts, _POINTS])), np.int16(-1))


@tf_export("strings.unicode_script", elementwise="unary")
@op("UnicodeScript", input="int32", grad=None, out=dt.int32, shape_fn=same_shape(dt.int32), scope="")
def unicode_script(input: TensorLike, name: str | None = None) -> AnyTensor:
    """The script that each code point belongs to, such as Latin or Han. Mirrors `tf.strings.unicode_script`.

    Arguments:
        input: code points, int32 of any shape, or a ragged tensor, as `tf.strings.unicode_decode` gives them.
        name: a name for the operation in graphs.

    Returns:
        An int32 tensor of the shape of `input`: the numbers by which ICU counts scripts: 25 for Latin, 17 for Han, 0
        for what is common to all, such as digits; -1 for what is no code point.

    A change of script is where words can be cut in texts without spaces.

    Example:
        >>> tf.strings.unicode_script([ord("a"), ord("語"), ord("1")])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([25, 17,  0], dtype=int32)>
    """
    if input.numel() < _MANY:
        return torch.tensor([_script(p) for p in input.reshape(-1).tolist()], dtype=torch.int32).reshape(input.shape)
    # Negative ones are great as unsigned numbers.
    points = np.minimum(input.numpy(force=True).view(np.uint32), _POINTS)
    return torch.from_numpy(_script_of_each()[points].astype(np.int32))
