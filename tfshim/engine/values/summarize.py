"""The text of values as TensorFlow's own kernels write it: what `tf.print`, `tf.strings.format` and failed asserts show."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.engine.values import printing
from tfshim.engine.values.dtypes import float64

if TYPE_CHECKING:
    import torch

    from tfshim.engine.values.dtypes import DType

_ESCAPES = {**{i: b"\\%03o" % i for i in (*range(32), 127)}, 9: b"\\t", 10: b"\\n", 13: b"\\r", 34: b'\\"', 39: b"\\'", 92: b"\\\\"}
_TABLE = {code: text.decode() for code, text in _ESCAPES.items()}
_PLAIN = bytes(code for code in range(256) if code not in _ESCAPES)  # what is left as it is


def escape(value: bytes) -> bytes:
    """`value`, bytes, with quotes, backslashes and control characters escaped; UTF-8 is left as it is."""
    return value.decode("latin-1").translate(_TABLE).encode("latin-1") if value.translate(None, _PLAIN) else value


def format_g(value: float, digits: int) -> str:
    """`value` with so many digits, as C prints it with %g."""
    return f"{value:.{digits}g}"


def _float_text(value: float, digits: int, more: int, kind: Callable[[str], float]) -> str:
    # The fewest digits are tried first; where they do not give the value back, enough to do so follow.
    text = format_g(value, digits)
    return text if value != value or kind(text) == value else format_g(value, more)


_single = functools.partial(_float_text, digits=6, more=9, kind=lambda text: float(np.float32(text)))
_double = functools.partial(_float_text, digits=15, more=17, kind=float)


def _element_text(dtype: DType, quoted: bool) -> Callable[[Any], bytes]:
    """The function that writes one element as bytes."""
    kind = dtype._kind
    if kind == "s":
        return (lambda v: b'"' + escape(v) + b'"') if quoted else escape
    if kind == "f":
        form = _double if dtype == float64 else _single
        return lambda v: form(float(v)).encode()
    if kind in "iub":
        return lambda v: str(int(v)).encode()
    return lambda v: b"?"


def _values(storage: torch.Tensor | np.ndarray, dtype: DType) -> np.ndarray:
    """The elements of a storage as a flat sequence."""
    if isinstance(storage, np.ndarray):
        return storage.reshape(-1)
    if dtype._kind == "f":
        return storage.detach().double().cpu().reshape(-1).numpy()
    if dtype._kind in "iub":
        return printing.torch_to_numpy(storage, dtype).reshape(-1)
    return np.zeros(storage.numel())


def summarize(storage: torch.Tensor | np.ndarray, dtype: DType, limit: int) -> bytes:
    """The text, as bytes, of a tensor whose storage and DType are given, laid out as a nested list.

    limit: how many elements to show at both ends of each dimension; negative shows all.
    """
    shape = tuple(storage.shape)
    flat = _values(storage, dtype)
    text = _element_text(dtype, True)
    ends = len(flat) if limit < 0 else min(limit, len(flat))
    if not shape:
        return text(flat[0]) if ends else b"..."
    if dtype.is_complex:  # which TensorFlow has no text for, and does not lay out
        return b"[" + b" ".join(map(text, flat[:ends])) + b"..." * (ends < len(flat)) + b"]"
    return _layout(flat, shape, 0, ends, text)


def _layout(flat: np.ndarray, shape: tuple[int, ...], level: int, ends: int, text: Callable[[Any], bytes]) -> bytes:
    rank, count = len(shape), shape[level]
    size = len(flat) // count if count else 0
    last = level == rank - 1
    between = b" " if last else b"\n" * (rank - 1 - level) + b" " * (level + 1)

    def item(i: int) -> bytes:
        return text(flat[i]) if last else _layout(flat[i * size : (i + 1) * size], shape, level + 1, ends, text)

    parts = between.join(item(i) for i in range(min(ends, count)))
    if count > 2 * ends:
        parts += between + b"..."
    for i in range(max(ends, count - ends), count):
        parts += between + item(i)
    return b"[" + parts + b"]"


def summarize_flat(storage: torch.Tensor | np.ndarray, dtype: DType, limit: int) -> bytes:
    """The older, terser text that a failed `tf.Assert` shows: the first `limit` elements, rows in brackets."""
    shape = tuple(storage.shape)
    flat = _values(storage, dtype)
    limit = len(flat) if limit < 0 else min(limit, len(flat))
    text = _element_text(dtype, False)
    if not shape:
        return text(flat[0]) if limit else b"..."
    out, at = [], 0

    def walk(level: int) -> None:
        nonlocal at
        if at >= limit:
            return
        for i in range(shape[level]):
            if level == len(shape) - 1:
                if at >= limit:
                    if level:
                        out.append(b"...")
                    return
                out.append(b" " * (i > 0) + text(flat[at]))
                at += 1
            elif at < limit:
                out.append(b"[")
                walk(level + 1)
                out.append(b"]")

    walk(0)
    return b"".join(out) + (b"..." if len(flat) > limit else b"")
