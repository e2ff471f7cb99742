"""NumPy's arrays as the storage of tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.values import dtypes
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
