"""Python's numbers and texts as tensors: which dtypes they take, and quick ways for the usual ones."""

from __future__ import annotations

import math
import sys
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.arrays import from_numpy, place, texts_of
from tfshim.engine.values.tensor import EagerTensor, wrap

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType


_scalar_cache = {}
_SCALARS = {
    bool: dtypes.bool,
    int: dtypes.int32,
    float: dtypes.float32,
    complex: dtypes.complex128,
    str: dtypes.string,
    bytes: dtypes.string,
}


def cannot_convert(value: Any, dtype: DType, item: Any = None) -> TypeError:
    """The error for a value that does not become `dtype`: in graphs, for the first `item` of a sequence that doesn't."""
    if TS.graph is not None:
        item = value if item is None else item
        return TypeError(f"Expected {dtype.name}, but got {item} of type '{type(item).__name__}'.")
    return TypeError(f"Cannot convert {value!r} to EagerTensor of dtype {dtype.proto_name}")


# What a Python bool becomes; of NumPy arrays, and beside an integer, it becomes anything.
FROM_BOOL = sum(
    d.mask for d in (dtypes.int32, dtypes.int64, dtypes.uint64, dtypes.float16, dtypes.float32, dtypes.float64, dtypes.complex128)
)


def fits(kind: str, dtype: DType) -> bool:
    """Whether a Python value of NumPy kind `kind` may become `dtype`, by TensorFlow's rule."""
    want = dtype._kind
    if kind == "b":
        # While a graph is built TensorFlow asks Python, to whom a bool is a number.
        return want == "b" or bool(dtype.mask & FROM_BOOL) or TS.graph is not None and want in "iufcq"
    if want == "f":
        return kind in "iuf"
    if want == "c":
        return kind in "iufc"
    if want in "iuq":
        return kind in "iu"
    if want == "s":
        return kind == "s"
    return False


_GREATEST = int(sys.float_info.max)


def out_of_range() -> ValueError:
    """The error for an integer that no dtype holds."""
    return ValueError("Can't convert Python sequence with out-of-range integer to Tensor.")


def _check_range(value: int, dtype: DType | None) -> None:
    """Raise ValueError for a Python integer that TensorFlow does not convert to `dtype`, None for whichever fits."""
    if dtype is not None and dtype._kind == "f":
        greatest = 2**63 - 1 if dtype is dtypes.bfloat16 else _GREATEST
        if TS.graph is None and not -greatest <= value <= greatest:
            raise out_of_range()
        return
    if not -(2**63) <= value < (2**64 if dtype is dtypes.uint64 else 2**63):
        raise out_of_range() if TS.graph is None else OverflowError("Python int too large to convert to C long")


_FLOAT32_MAX = 3.4028235677973366e38  # rounds to infinity from here on


def check_floats(value: Any, array: float | np.ndarray) -> None:
    """Raise ValueError where finite Python floats, whose dtype nobody gave, are beyond what float32 holds.

    While a graph is built they become infinite, as in NumPy.
    """
    if TS.graph is not None:
        return
    magnitude = np.abs(array)
    if bool(((magnitude >= _FLOAT32_MAX) & (magnitude < math.inf)).any()):
        raise ValueError(
            f"Can't convert Python sequence with a value out of range for a double-precision float: {value!r:.60} is beyond "
            "float32, the dtype of Python floats; give dtype=tf.float64."
        )


def large_integers(value: Any, dtype: DType | None) -> np.ndarray:
    """The array of nested Python integers of which some are beyond 64 signed bits."""
    array = np.array(value, dtype=object)
    for item in array.reshape(-1):
        _check_range(int(item), dtype)
    if dtype is dtypes.uint64:
        return (array.astype(object) & (2**64 - 1)).astype(np.uint64)
    return array.astype(np.float64)


def encoded_texts(array: np.ndarray) -> np.ndarray:
    """An object array of Python values with bytes in place of str. Raises ValueError for half of a character."""
    made = np.empty(array.shape, dtype=object)
    flat = made.reshape(-1)
    for i, item in enumerate(array.reshape(-1)):
        flat[i] = _encoded(item) if type(item) is str else item
    return made


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:  # half of a character
        if TS.graph is not None:
            raise
        raise ValueError("Error converting unicode string while converting Python sequence to Tensor.") from None


def python_scalar(value: Any, dtype: DType | None) -> EagerTensor:
    kind = {bool: "b", int: "i", float: "f", complex: "c"}.get(type(value), "s")
    if dtype is None:
        dtype = _SCALARS[type(value)]
        if kind == "i" and not -(2**31) <= value < 2**31:
            _check_range(value, None)
            dtype = dtypes.int64
        if kind == "f" and not -_FLOAT32_MAX < value < _FLOAT32_MAX:
            check_floats(value, value)
    elif not fits(kind, dtype):
        if kind == "i" and TS.graph is None:
            _check_range(value, dtype)
        raise cannot_convert(value, dtype)
    if kind == "s":
        storage = np.empty((), dtype=object)
        storage[()] = _encoded(value) if type(value) is str else value
        return wrap(storage, dtype)
    if kind == "i" and not -(2**63) <= value < 2**63:
        _check_range(value, dtype)
        value = value if dtype._kind == "u" else float(value)
    if kind == "i" and dtype._kind in "iuq":
        bits = dtype.torch.itemsize * 8
        value &= (1 << bits) - 1  # Python integers wrap around, as they do in TensorFlow
        if dtype._kind != "u" and dtype._name != "quint8" and value >> (bits - 1):
            value -= 1 << bits
    try:
        t = torch.scalar_tensor(value, dtype=dtype.torch)
    except RuntimeError:  # out of range, or a type that scalar_tensor cannot fill
        with np.errstate(all="ignore"):
            return from_numpy(np.asarray(value), dtype)
    return wrap(place(t), dtype)


_QUICK_DTYPES = {
    float: frozenset((dtypes.float32, dtypes.float64)),
    int: frozenset((dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64)),
}
_QUICK_LIMITS, _QUICK_LENGTH = {float: 3.4e38, int: 2**31 - 1}, 64


def quick_eager(value: Any, dtype: DType | None) -> EagerTensor | None:
    """The tensor for a Python number, a short list or matrix of numbers of one type, or a list of strings; None for whatever needs a
    closer look.
    """
    kind, leaves = type(value), None
    if kind is list or kind is tuple:
        count = len(value)
        if not count:
            return None
        leaves, kind = value, type(value[0])
        if kind is str or kind is bytes:
            texts = texts_of(value) if dtype is None or dtype is dtypes.string else None
            return None if texts is None else wrap(texts, dtypes.string)
        if count > _QUICK_LENGTH:
            return None
        if kind is list or kind is tuple:
            if any(type(row) is not kind for row in value):
                return None
            leaves = list(chain.from_iterable(value))
            if not 0 < len(leaves) <= _QUICK_LENGTH:
                return None
            kind = type(leaves[0])
    most = _QUICK_LIMITS.get(kind)
    if most is None:
        return None
    if dtype is None:
        dtype = _SCALARS[kind]
    elif dtype not in _QUICK_DTYPES[kind]:
        return None
    if leaves is None:
        if not -most < value < most:
            return None
        t = torch.from_numpy(np.array(value, dtype._numpy))  # two thirds of the time of `torch.scalar_tensor`
    else:
        for leaf in leaves:
            if type(leaf) is not kind:
                return None
        if not (-most < min(leaves) and max(leaves) < most):  # NaN first makes this false too, and later it hides nothing
            return None
        try:
            t = torch.from_numpy(np.array(value, dtype._numpy))
        except ValueError:  # rows of different lengths
            return None
    device = current_torch_device()
    return wrap(t if device is None else t.to(device), dtype)


def scalar_operand(value: complex, dtype: DType | None) -> EagerTensor:
    """The tensor for the Python number `value` as an operand; frequent ones are kept."""
    key = (value, type(value), dtype)
    found = _scalar_cache.get(key)
    if found is not None and (value != 0 or type(value) is not float):  # 0.0 == -0.0
        if current_torch_device() is None:
            return found
    made = python_scalar(value, dtype)
    # Bounded: a program may use ever new numbers.
    if len(_scalar_cache) < 256 and current_torch_device() is None:
        _scalar_cache[key] = made
    return made


_scalar_storages = {}


def scalar_storage(value: Any, dtype: DType) -> torch.Tensor:
    """The torch tensor, on the CPU, for the Python number `value` beside a tensor on any device; frequent ones are kept.

    torch is quicker with such a tensor than with the number, for which it makes one every time.
    """
    key = (value, type(value), dtype)
    found = _scalar_storages.get(key)
    if found is not None and (value or type(value) is int or math.copysign(1.0, value) > 0):  # 0.0 == -0.0
        return found
    made = torch.scalar_tensor(value, dtype=dtype.torch)
    if value or type(value) is int or math.copysign(1.0, value) > 0:
        if len(_scalar_storages) >= 256:
            _scalar_storages.clear()
        _scalar_storages[key] = made
    return made
