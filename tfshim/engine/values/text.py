"""Bytes and text, as `tf.compat` converts them, and the numbers that text spells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType

_FLOAT = re.compile(rb"[+-]?(\d+(\.\d*)?([eE][+-]?\d+)?|\.\d+([eE][+-]?\d+)?|inf|infinity|nan)", re.IGNORECASE)
_INTEGER = re.compile(rb"([+-]?)0*(\d+)")
_LONGEST = 31  # characters of a float, spaces around it among them; TensorFlow reads no longer ones
_DIGITS = 20  # no integer of 64 bits has more


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
        return float(text) if len(text) <= _LONGEST and _FLOAT.fullmatch(text.strip()) else None
    found = _INTEGER.fullmatch(text.strip())
    if found is None or len(found.group(2)) > _DIGITS:
        return None
    value = int(found.group(1) + found.group(2))
    return value if dtype.min <= value <= dtype.max else None
