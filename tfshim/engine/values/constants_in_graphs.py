"""Numbers and nested sequences as constants of a graph: NumPy decides what they become, where eager tensors have rules of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from numbers import Complex, Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.shape_parts.dimensions import Dimension

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType

_TYPES = {
    "b": (bool,),
    "i": (Integral, np.integer, Dimension),
    "u": (Integral, np.integer, Dimension),
    "f": (Real, np.integer, np.floating),
    "c": (Complex, np.number),
    "s": (bytes, str),
}
_ARRAYS = {"b": "", "i": "iu", "u": "iu", "f": "iuf", "c": "iufc", "s": ""}  # kinds of arrays among the items


def leaves(value: Any) -> Iterator[Any]:
    """The items of nested sequences and mappings; `value` itself where it is none."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple, range)):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def check_items(value: Any, dtype: DType) -> None:
    """Raise TypeError for the first item of `value` that doesn't become `dtype`."""
    allowed, arrays = _TYPES.get(dtype._kind), _ARRAYS.get(dtype._kind, "")
    if allowed is None:
        return
    for item in leaves(value):
        if not isinstance(item, allowed) and not (isinstance(item, np.ndarray) and item.dtype.kind in arrays):
            raise TypeError(f"Expected {dtype.name}, but got {item} of type '{type(item).__name__}'.")


def not_converted(value: Any) -> TypeError:
    """The error for a value that NumPy takes for an object."""
    return TypeError(
        f"Failed to convert elements of {value} to Tensor. Consider casting elements to a supported type. See "
        "https://www.tensorflow.org/api_docs/python/tf/dtypes for supported TF dtypes."
    )


def refusal(value: Any, dtype: DType | None) -> Exception:
    """The error for a value of a type that has no conversion."""
    if value is None:
        return ValueError("None values not supported.")
    if dtype is not None:
        try:
            check_items(value, dtype)
        except TypeError as error:
            return error
        if isinstance(value, Mapping) and dtype._kind in "iu":
            return TypeError(f"int() argument must be a string, a bytes-like object or a real number, not '{type(value).__name__}'")
        if isinstance(value, Mapping) and dtype._kind == "f":
            return TypeError(f"float() argument must be a string or a real number, not '{type(value).__name__}'")
        if isinstance(value, Mapping) and dtype._kind == "c":
            return TypeError(f"must be real number, not {type(value).__name__}")
    return not_converted(value)


def _dense(value: Any) -> list[int]:
    """The shape that nested lists seem to have by their first items."""
    if not isinstance(value, (list, tuple)):
        return []
    return [len(value), *(_dense(value[0]) if value else ())]


def _whole(value: Any, dtype: DType) -> np.ndarray:
    """The array of nested integers for a dtype of integers, into which they wrap around."""
    array = np.array(value)
    if array.dtype.kind in "biu" and (array.dtype != np.uint64 or dtype is dtypes.uint64):
        return array
    if not array.size:
        return array.astype(np.int64)
    array = np.array(value, dtype=object)  # which raises for rows of several lengths as well
    most = 2**64 if dtype is dtypes.uint64 else 2**63
    if not all(-(2**63) <= int(item) < most for item in array.reshape(-1)):
        raise OverflowError("Python int too large to convert to C long")
    if dtype is dtypes.uint64:
        return np.array([int(item) & (2**64 - 1) for item in array.reshape(-1)], np.uint64).reshape(array.shape)
    return array.astype(np.int64)


def constant(value: Any, dtype: DType | None) -> tuple[np.ndarray, DType] | None:
    """(array, dtype) for a number or nested sequences of numbers; None for texts, whose last zeros NumPy would drop.

    Raises TypeError, ValueError or OverflowError where TensorFlow makes no constant of it.
    """
    if dtype is not None:
        check_items(value, dtype)
        if dtype._kind == "s":
            array = np.array(value, dtype=object)
        elif dtype._kind in "iu":
            array = _whole(value, dtype)
        else:
            with np.errstate(over="ignore"):
                array = np.array(value, dtype={"f": np.float64, "c": np.complex128}.get(dtype._kind))
    else:
        array = np.array(value)
        if array.dtype.kind == "O" or array.dtype.kind in "US" and not all(isinstance(item, (str, bytes)) for item in leaves(value)):
            raise not_converted(value)
    wanted = _dense(value)
    if list(array.shape) != wanted:
        raise ValueError(f"Expected values {value} to be a dense tensor with shape {wanted}, but got shape {list(array.shape)}.")
    if array.dtype.kind in "USO":
        return None
    if dtype is None:
        dtype = as_dtype(array.dtype)
        if dtype is dtypes.float64:
            dtype = dtypes.float32
        elif dtype is dtypes.int64 and (not array.size or -(2**31) <= array.min() and array.max() < 2**31):
            dtype = dtypes.int32
    return array, dtype
