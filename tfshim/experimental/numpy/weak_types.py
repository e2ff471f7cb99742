"""The dtypes of results where dtypes may be weak: what Python's numbers have, which give way to those of tensors.

A dtype and whether it is weak is a pair here. `combined` gives the pair of a result, `pair_of` that of one value.
"""

from __future__ import annotations

import enum
import functools
from typing import Any

import numpy as np

from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.values import core_types, nest
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import TensorShape


class PromoMode(enum.Enum):
    """How operators convert dtypes; each allows what those before it allow."""

    OFF = 0
    LEGACY = 1
    SAFE = 2
    ALL = 3


class Unsupported(Exception):
    """There is no dtype for the values in common, or one of them has none: conversion is left to the operation."""


# How many binary digits of an integer a float keeps.
_DIGITS = {dt.bfloat16: 8, dt.float16: 11, dt.float32: 24, dt.float64: 53}
_PART = {dt.complex64: dt.float32, dt.complex128: dt.float64}
_WEAK = (dt.int32, dt.int64, dt.float32, dt.float64, dt.complex128)  # each gives way to those after it
_STRONG = {dt.bool, dt.uint8, dt.uint16, dt.uint32, dt.uint64, dt.int8, dt.int16, dt.int32, dt.int64, *_DIGITS, *_PART}

Pair = tuple[DType, bool]


@functools.cache
def of_two(a: Pair, b: Pair) -> tuple[Pair, bool]:
    """(what values of the dtypes `a` and `b` become, whether that is safe: neither wider than both nor less exact)."""
    if a == b:
        return a, True
    if not {a[0], b[0]} <= _STRONG:
        raise Unsupported(
            f"Implicit Conversion between {a[0]} and {b[0]} is not allowed. Please convert the input manually if you need to."
        )
    if a[0] == dt.bool or b[0] == dt.bool:
        return (b if a[0] == dt.bool else a), True
    if a[1] and b[1]:
        return max(a, b, key=lambda pair: _WEAK.index(pair[0])), True
    if a[1] or b[1]:
        strong, weak = (b[0], a[0]) if a[1] else (a[0], b[0])
        return _with_weak(strong, weak)
    made, safe = _of_strong(*sorted((a[0], b[0]), key=_kind))
    # Only float64 holds both signs and 64 bits, more or less: it is left to others what to make of it.
    return (made, made == dt.float64 and a[0].is_integer and b[0].is_integer), safe


def _kind(dtype):
    return 0 if dtype.is_integer else 1 if dtype.is_floating else 2


def _bits(dtype):
    return 8 * dtype.size


def _with_weak(strong: DType, weak: DType) -> tuple[Pair, bool]:
    if _kind(strong) >= _kind(weak):
        return (strong, False), True
    if strong.is_integer:
        made = dt.float64 if weak == dt.float32 else weak
        return (made, True), weak != dt.float32 and _bits(strong) <= 32
    complete = dt.complex128 if strong == dt.float64 else dt.complex64
    return (complete, False), complete == dt.complex128


def _of_strong(a: DType, b: DType) -> tuple[DType, bool]:
    """The same for strong dtypes, `b` of the same kind as `a` or a higher one."""
    if b.is_integer:
        return _of_integers(a, b)
    if a.is_integer:
        return b, _bits(a) <= _DIGITS[_PART.get(b, b)]
    if a.is_floating and b.is_complex:
        return (dt.complex128, False) if (a, b) == (dt.float64, dt.complex64) else (b, True)
    if {a, b} == {dt.bfloat16, dt.float16}:
        return dt.float32, False
    return (a if a.size > b.size else b), True


def _of_integers(a: DType, b: DType) -> tuple[DType, bool]:
    if a.is_unsigned == b.is_unsigned:
        return (a if a.size > b.size else b), True
    unsigned, signed = (a, b) if a.is_unsigned else (b, a)
    if signed.size > unsigned.size:
        return signed, True
    wider = {1: dt.int16, 2: dt.int32, 4: dt.int64, 8: dt.float64}
    return wider[unsigned.size], False


def pair_of(x: Any) -> Pair:
    """The dtype of a value, or of what stands for a dtype, and whether it is weak."""
    if isinstance(x, core_types.Tensor) and getattr(x, "_tfshim_weak", False):
        return x.dtype, True
    if isinstance(x, DType):
        return x.base_dtype, False
    dtype = getattr(x, "dtype", None)
    if isinstance(dtype, DType):
        return dtype.base_dtype, False
    if isinstance(x, (np.ndarray, np.generic)) or isinstance(dtype, np.dtype):
        return dt.as_dtype(dtype), False
    if isinstance(x, (bytes, str)):
        return dt.string, False
    found = _of_python(x)
    if found is None:
        raise Unsupported(f"Auto dtype conversion semantics does not support {type(x)} type.")
    return found


_OF_TYPES: dict[Any, Pair] = {
    bool: (dt.bool, False), int: (dt.int32, True), float: (dt.float32, True), complex: (dt.complex128, True)
}  # fmt: skip


def _of_python(x):
    if isinstance(x, type):
        if x in _OF_TYPES:
            return _OF_TYPES[x]
        return (dt.as_dtype(x), False) if issubclass(x, np.generic) else None
    if isinstance(x, np.dtype):
        return dt.as_dtype(x), False
    if isinstance(x, TensorShape):
        return dt.int32, False
    for kind, pair in _OF_TYPES.items():
        if isinstance(x, kind):
            if kind is int and not -(2**31) <= x < 2**31:
                raise OverflowError(f"Python int {x} too large to convert to np.int32")
            return pair
    return None


def _takes_part(x):
    return not isinstance(x, CompositeTensor) or isinstance(x, (core_types.Tensor, IndexedSlices)) or is_variable(x)


def combined(values: Any, mode: PromoMode) -> Pair:
    """What all the values, nested lists included, become together: a dtype and whether it is weak.

    TypeError for what `mode` does not allow, `Unsupported` where there is no such dtype.
    """
    present = [v for v in values if v is not None]
    for v in present:
        if not _takes_part(v):
            raise Unsupported(f"Auto dtype conversion semantics does not support {type(v)} type.")
    pairs = [pair_of(x) for x in nest.flatten(present)]
    if not pairs:
        return dt.float32, True
    made = pairs[0]
    for other in pairs[1:]:
        after, safe = of_two(made, other)
        if not safe and mode is not PromoMode.ALL:
            raise TypeError(
                f"In promotion mode {mode}, implicit dtype promotion between ({made[0]}, weak={made[1]}) and ({other[0]}, "
                f"weak={other[1]}) is disallowed. You need to explicitly specify the dtype in your op, or relax your dtype promotion "
                "rules (such as from SAFE mode to ALL mode)."
            )
        made = after
    return made
