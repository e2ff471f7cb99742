"""Bytes and text, as `tf.compat` converts them, the numbers that text spells, and many strings read at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.engine.values.texts.memory import Texts
from tfshim.engine.values.texts.spelled import LONGEST, of_words, pairs_of_digits, plain_numbers

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType

_FLOAT = re.compile(rb"[+-]?(\d+(\.\d*)?([eE][+-]?\d+)?|\.\d+([eE][+-]?\d+)?|inf|nan)", re.IGNORECASE)
_HEXADECIMAL = re.compile(rb"[+-]?0[xX][0-9a-fA-F]+")  # floats alone; a whole number
_INTEGER = re.compile(rb"(-?)0*(\d+)")
_LONGEST = 31  # characters of a float, spaces around it among them; TensorFlow reads no longer ones
_DIGITS = 20  # no integer of 64 bits has more
_MANY = 96  # numbers from which on it pays to read them together
_EXACT = 15
_TENS = np.array([float(10**i) for i in range(_EXACT + 1)])
_AT_ONCE = 4096  # strings whose arrays stay in the caches of a processor


def as_bytes(bytes_or_text: bytes | bytearray | str, encoding: str = "utf-8") -> bytes:
    """`bytes_or_text` (bytes, bytearray or str) as bytes; `TypeError` for anything else.

    Mirrors `tf.compat.as_bytes`.
    """
    if isinstance(bytes_or_text, bytearray):
        return bytes(bytes_or_text)
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_text(bytes_or_text: bytes | str, encoding: str = "utf-8") -> str:
    """`bytes_or_text` (bytes or str) as str; `TypeError` for anything else. Mirrors `tf.compat.as_text`."""
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def number_in(text: bytes, dtype: DType) -> int | float | None:
    """The number of type `dtype` that `text`, bytes, spells between spaces; None where it does not or the type cannot hold it."""
    if not dtype.is_integer:
        if len(text) > _LONGEST:
            return None
        if _HEXADECIMAL.fullmatch(text.strip()):
            return float.fromhex(text.strip().decode())
        return float(text) if _FLOAT.fullmatch(text.strip()) else None
    found = _INTEGER.fullmatch(text.strip())
    if found is None or len(found.group(2)) > _DIGITS:
        return None
    value = int(found.group(1) + found.group(2))
    return value if dtype.min <= value <= dtype.max else None


# Of these alone: what Python reads is what `number_in` does.
_OF_FLOATS, _OF_INTEGERS = b"0123456789+-.eE\n", b"0123456789-\n"


def numbers_of_array(array: np.ndarray, dtype: DType) -> np.ndarray | None:
    """What `number_in` gives for each string of `array`, a vector; None where one of them is no number, or is written in a rare way."""
    made = plain_numbers(array, dtype.is_integer) if array.size >= _MANY else None
    return numbers_in(array.reshape(-1).tolist(), dtype) if made is None else _fitting(made, dtype)


def numbers_in(texts: Sequence[bytes], dtype: DType) -> np.ndarray | None:
    """What `numbers_of_array` gives for a list."""
    allowed, longest, read = (_OF_INTEGERS, _DIGITS, int) if dtype.is_integer else (_OF_FLOATS, _LONGEST, float)
    joined = b"\n".join((*texts, b""))
    if joined.count(b"\n") != len(texts):
        return None
    made = _plain_numbers(joined, dtype.is_integer) if len(texts) >= _MANY else None
    if made is not None:
        return _fitting(made, dtype)
    if joined.translate(None, allowed) or max(map(len, texts), default=0) > longest:
        return None
    try:
        made = np.array(list(map(read, texts)), np.int64 if dtype.is_integer else np.float64)
    except (ValueError, OverflowError):
        return None
    return _fitting(made, dtype)


def _fitting(made: np.ndarray, dtype: DType) -> np.ndarray | None:
    """The int64 or float64 numbers as `dtype`; None where they are out of its range."""
    if dtype.size < 8:
        if dtype.is_integer and len(made) and not dtype.min <= made.min() <= made.max() <= dtype.max:
            return None
        with np.errstate(over="ignore"):
            return made.astype(dtype.as_numpy_dtype)
    return made


def _plain_numbers(lines: bytes, integers: bool) -> np.ndarray | None:
    """The numbers of lines that are all digits with at most a minus before and, in floats, a point among them; None for others.

    With 15 digits at most, the digits and the power of ten are exact float64 numbers, and so one division rounds as it should.
    """
    if lines.translate(None, b"0123456789-\n" if integers else b"0123456789-.\n"):
        return None
    data = np.frombuffer(lines, np.uint8)
    ends = np.flatnonzero(data == 10)
    digits = np.diff(ends, prepend=-1) - 1
    if not digits.all():
        return None
    minus = lines.count(b"-")
    negative = data[ends - digits] == 45 if minus else None
    if negative is not None:
        if np.count_nonzero(negative) != minus:
            return None
        digits = digits - negative
    behind = None
    if b"." in lines:
        points = np.flatnonzero(data == 46)
        owners = np.searchsorted(ends, points, "right")
        if (owners[1:] == owners[:-1]).any():
            return None
        behind = np.zeros(len(digits), np.int64)
        behind[owners] = ends[owners] - 1 - points
        data = data[data != 46]
        pointed = np.zeros(len(digits), np.int64)
        pointed[owners] = 1
        digits, ends = digits - pointed, ends - np.cumsum(pointed)
    longest = int(digits.max())
    if longest > _EXACT or not digits.all():
        return None
    made = _decimals(data - np.uint8(48), ends, digits)
    if not integers:
        made = made.astype(np.float64)
        if behind is not None:
            made /= _TENS[behind]
    return made if negative is None else np.where(negative, -made, made)


def _decimals(digits: np.ndarray, ends: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The int64 numbers that the `counts` digits, 16 at most, before each of `ends` spell; the digits are bytes from 0 to 9."""
    padded = np.zeros(len(digits) + 16, np.uint8)
    padded[16:] = digits
    words = np.ndarray((len(digits) + 9,), "<u8", padded, strides=(1,))  # one begins at every byte
    made = _of_eight_digits(words[ends + 8], counts)
    if counts.max(initial=0) > 8:
        made += _of_eight_digits(words[ends], np.maximum(counts - 8, 0)) * np.uint64(10**8)
    return made.view(np.int64)


def _of_eight_digits(words: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The numbers that the last `counts` bytes of words spell: pairs of digits, pairs of these, and pairs of those."""
    beyond = ((8 - np.minimum(counts, 8)) * 8).astype(np.uint64)
    return pairs_of_digits(words >> beyond << beyond)


_PIECE = 1 << 14  # numbers whose arrays stay in the caches of a processor


def numbers_of_fields(data: bytes, begins: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The float64 numbers that fields of the bytes `data` spell, which of these are read (see `of_words`), and which have no point."""
    padded = data + bytes(LONGEST)
    words = np.ndarray((len(data) + 9,), "<u8", padded, strides=(1,))  # one begins at every byte
    parts = [_fields_read(words, begins[i : i + _PIECE], ends[i : i + _PIECE]) for i in range(0, len(begins), _PIECE)]
    return tuple(map(np.concatenate, zip(*parts)))  # type: ignore[return-value]


def _fields_read(words: np.ndarray, begins: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    lengths = ends - begins
    longest = lengths.max()
    fitting = None if longest <= LONGEST else lengths <= LONGEST
    if fitting is not None:
        lengths = np.minimum(lengths, LONGEST)
    numbers, read, pointed = of_words(words[begins], words[begins + 8] if longest > 8 else None, lengths, True)
    return numbers, read if fitting is None else read & fitting, np.ones(len(begins), bool) if pointed is None else ~pointed


def text_storage(items: Sequence[bytes], shape: Sequence[int]) -> np.ndarray:
    """The storage of a tensor of `shape` with these strings."""
    return np.fromiter(items, object, len(items)).reshape(shape)


def lengths_in(array: np.ndarray) -> np.ndarray:
    """The numbers of bytes of the strings of an array, a vector."""
    texts = Texts.of(array) if array.size >= _PAID_BACK else None
    return lengths_of(array.reshape(-1).tolist()) if texts is None else texts.lengths


_PAID_BACK = 48  # strings from which on looking at memory takes less time than asking each


def lengths_of(items: Sequence[bytes]) -> np.ndarray:
    """The numbers of bytes of strings in a list."""
    return np.fromiter(map(len, items), np.int64, len(items))


class Packed:
    """Strings one after the other, of which `Texts` has none: the same words of them."""

    def __init__(self, array: np.ndarray) -> None:
        items = array.reshape(-1).tolist()
        data = b"".join((*items, bytes(16)))
        self.lengths = lengths_of(items)
        self._begins = np.cumsum(self.lengths) - self.lengths
        # A word begins at every byte: they overlap.
        self._words = np.ndarray((len(data) - 7,), "<u8", data, strides=(1,))

    def __getitem__(self, which: Any) -> Packed:
        """Some of the strings."""
        made = object.__new__(Packed)
        made._begins, made.lengths, made._words = self._begins[which], self.lengths[which], self._words
        return made

    def words(self, number: Any) -> np.ndarray:
        """The word `number` of each string, from 0 on: one number or one for each. What is behind the end of a string is any byte."""
        return self._words[self._begins + number * 8]

    def words_at(self, places: np.ndarray) -> np.ndarray:
        """The words that begin at byte `places` of each string."""
        return self._words[self._begins + places]


def words_in(array: np.ndarray) -> Texts | Packed:
    """The strings of an array of objects by their words of 8 bytes."""
    return Texts.of(array) or Packed(array)


def in_pieces(function: Callable[[np.ndarray], np.ndarray], array: np.ndarray) -> np.ndarray:
    """The numbers that `function` gives for the strings of an array, asked for so many at once that the caches hold them; a vector."""
    flat = array.reshape(-1)
    if len(flat) <= _AT_ONCE:
        return function(flat)
    return np.concatenate([function(flat[i : i + _AT_ONCE]) for i in range(0, len(flat), _AT_ONCE)])
