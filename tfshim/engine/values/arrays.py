"""NumPy's arrays as the storage of tensors; zeros like what variant tensors hold, and sums of it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.runtime.errors import InternalError, invalid
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.engine.values.text import text_storage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfshim.engine.values.dtypes import DType


def place(t: torch.Tensor) -> torch.Tensor:
    """The torch tensor `t` on the device that is in force."""
    device = current_torch_device()
    return t if device is None or t.device == device else t.to(device)


def from_numpy(array: np.ndarray, dtype: DType) -> EagerTensor:
    """The EagerTensor of DType `dtype` that copies `array`, casting as NumPy does."""
    if dtype._kind == "s":
        return wrap(_to_bytes(array), dtype)
    if dtype._kind == "o":
        return wrap(np.asarray(array, dtype=object), dtype)
    if array.dtype.kind == "V" and array.dtype.names:  # a quantized type
        array = array.view(array.dtype[0])
    if array.dtype.kind == "V" or array.dtype.name in ("bfloat16", "float8_e5m2", "float8_e4m3fn", "int4", "uint4"):
        array = array.astype(np.float32) if array.dtype.name not in ("int4", "uint4") else array.astype(np.int8)
    target = dtype._numpy if dtype._numpy is not None and dtype._kind != "q" else None
    # Long long is int64 by another name, which torch does not know everywhere.
    if target is not None and (array.dtype != target or array.dtype.char in "qQ"):
        if array.dtype.kind in "SU" and dtype is dtypes.bool:
            array = array != array.dtype.type()  # NumPy before 2 reads the number that a text holds
        # NumPy warns of NaN and of numbers out of range in casts, TensorFlow does not.
        with np.errstate(all="ignore"):
            array = array.astype(target)
    elif not array.flags.c_contiguous or not array.dtype.isnative:
        array = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))
    else:
        # A tensor never changes, but the caller may change the array.
        array = array.copy()
    t = torch.from_numpy(array) if array.ndim else torch.from_numpy(array.reshape(1)).reshape(())
    if t.dtype != dtype.torch:
        t = t.to(dtype.torch)
    return wrap(place(t), dtype)


def texts_of(items: Sequence[Any]) -> np.ndarray | None:
    """The vector of `bytes` for a list or tuple of str alone or bytes alone; None for others, and where one cannot be encoded."""
    first = type(items[0]) if items else None
    if first is str:
        try:
            return text_storage(list(map(str.encode, items)), (len(items),))
        except (TypeError, UnicodeEncodeError):  # another type among them; half of a character
            return None
    return text_storage(items, (len(items),)) if first is bytes and set(map(type, items)) == {bytes} else None


def _to_bytes(array: np.ndarray) -> np.ndarray:
    """An object array of `bytes` from an array of strings, bytes or objects."""
    array = np.asarray(array)
    if array.dtype.kind == "S":
        # NumPy drops trailing zero bytes of fixed-width strings on reading; nothing can be done here.
        return array.astype(object)
    items = array.reshape(-1).tolist()
    made = texts_of(items)
    if made is not None:
        return made.reshape(array.shape)
    out = np.empty(array.shape, dtype=object)
    flat = out.reshape(-1)
    for i, item in enumerate(items):
        if isinstance(item, str):
            try:
                item = item.encode()
            except UnicodeEncodeError:  # half of a character
                raise ValueError("Failed to convert a NumPy array to a Tensor (Unable to convert element to UTF-8).") from None
        elif not isinstance(item, bytes):
            raise TypeError(f"Unsupported object type {type(item).__name__}")
        flat[i] = item
    return out


# ---------------------------------------------------------------------- what variant tensors hold
# It is defined above here. It is known by `_type_of_variant`, TensorFlow's name of its class, and where it has zeros and sums by two
# methods, which give another of its kind: `_zeros_of_variant()` and `_plus_variant(other)`.
_TEXT = (bytes, str)


def is_text(x: np.ndarray) -> bool:
    """Whether an array of objects is that of a string tensor: anything that is not in a variant tensor."""
    return not x.size or isinstance(x.flat[0], _TEXT)


def _boxed(held: Any) -> np.ndarray:
    made = np.empty((), dtype=object)
    made[()] = held
    return made


def _type_name(held: Any) -> str:
    return getattr(held, "_type_of_variant", type(held).__name__)


def variant_zeros(x: np.ndarray) -> np.ndarray:
    """A variant that holds zeros in the place of the tensors that `x` holds."""
    if x.ndim:
        raise invalid("ZerosLike non-scalar Tensor with dtype=DT_VARIANT is not supported.")
    held = x[()]
    if not hasattr(held, "_zeros_of_variant"):
        message = f"No unary variant unary_op function found for op ZEROS_LIKE Variant type_name: {_type_name(held)} for device type: CPU"
        raise InternalError(None, None, message)
    return _boxed(held._zeros_of_variant())


def _added(first: Any, second: Any) -> Any:
    names = _type_name(first), _type_name(second)
    if names[0] != names[1]:
        message = f"BinaryOpVariants: Variants a and b have different type ids.  Type names: '{names[0]}' vs. '{names[1]}'"
        raise InternalError(None, None, message)
    if not hasattr(first, "_plus_variant"):
        message = f"No unary variant binary_op function found for op ADD Variant type_name: '{names[0]}' for device type: CPU"
        raise InternalError(None, None, message)
    return first._plus_variant(second)


def variant_sum(inputs: Sequence[np.ndarray]) -> np.ndarray:
    """A variant that holds the sums of the tensors that `inputs` hold."""
    for i, x in enumerate(inputs):
        if x.ndim:
            raise invalid(f"AddN of non-scalar Tensor with dtype=DT_VARIANT is not supported; inputs[{i} has shape: {dims_text(x.shape)}.")
    return _boxed(functools.reduce(_added, [x[()] for x in inputs]))


def zeros_of_part(x: Any) -> Any:
    """Zeros like one of the tensors that a variant holds (None, where there is none yet)."""
    if x is None or isinstance(x, torch.Tensor):
        return None if x is None else torch.zeros_like(x)
    if isinstance(x, np.ndarray) and not is_text(x):
        return variant_zeros(x)
    raise invalid(f"Trying to compute zeros_like for unsupported dtype {'string' if isinstance(x, np.ndarray) else 'variant'}")


def sum_of_parts(a: Any, b: Any) -> Any:
    """The sum of two of the tensors that variants hold; of one and nothing, that one."""
    if a is None or b is None:
        return b if a is None else a
    kinds = _dtype_of(a), _dtype_of(b)
    if kinds[0] is not kinds[1]:
        names = kinds[0].proto_name, kinds[1].proto_name
        raise invalid(f"Trying to add two tensors with incompatible element types. One is {names[0]} and the other is {names[1]}")
    if a.shape != b.shape:
        raise invalid(
            f"Trying to add two tensors with incompatible element shapes. One is {dims_text(a.shape)} and the other is {dims_text(b.shape)}"
        )
    if kinds[0] is dtypes.variant:
        return variant_sum([a, b])
    if not kinds[0].mask & dtypes.NUMBERS:
        raise invalid(f"Trying to add unsupported dtype {kinds[0].as_datatype_enum}")
    return a + b


def _dtype_of(x: Any) -> Any:
    if isinstance(x, torch.Tensor):
        return dtypes.FROM_TORCH[x.dtype]
    return dtypes.string if isinstance(x, np.ndarray) and is_text(x) else dtypes.variant
