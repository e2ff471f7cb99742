"""Tensors as TensorProto messages, and back."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.runtime import messages
from tfshim.engine.values import memory
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.tensor import wrap

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType
    from tfshim.engine.values.tensor import EagerTensor, Tensor

# The field of the message for single values of a dtype, and for the types that have no bytes form here.
_FIELDS = {
    **dict.fromkeys("int32 int16 int8 uint8 uint16 qint8 quint8 qint16 quint16 qint32 int4 uint4".split(), "int_val"),
    **dict.fromkeys(("float16", "bfloat16"), "half_val"),
    **dict.fromkeys(("float8_e5m2", "float8_e4m3fn"), "float8_val"),
    "float32": "float_val",
    "float64": "double_val",
    "int64": "int64_val",
    "uint32": "uint32_val",
    "uint64": "uint64_val",
    "bool": "bool_val",
    "complex64": "scomplex_val",
    "complex128": "dcomplex_val",
    "string": "string_val",
}


def describe(message: Any, dtype: DType, shape: Sequence[int]) -> None:
    """Sets DType and shape (integers) of the TensorProto `message`."""
    message.dtype = dtype.as_datatype_enum
    message.tensor_shape.SetInParent()  # a scalar has a shape too, one without dimensions
    for size in shape:
        message.tensor_shape.dim.add(size=int(size))


def as_bytes(storage: torch.Tensor) -> torch.Tensor:
    """The bytes of a contiguous tensor, a uint8 tensor of one axis in the same memory."""
    # Of one element any stride counts as contiguous, and bytes have to be next to each other.
    return storage.as_strided([storage.numel()], [1]).view(torch.uint8)


def raw_bytes(storage: torch.Tensor) -> bytes:
    """The elements of the torch tensor `storage` as bytes, little endian, as message fields hold them."""
    if not storage.numel():
        return b""
    # Through bytes, since NumPy has no bfloat16 and no float8.
    return as_bytes(storage.detach().resolve_conj().resolve_neg().cpu().contiguous()).numpy().tobytes()


_LONGEST = 10  # bytes of a number of variable length, which has seven bits of it in each


def varint(data: Sequence[int], at: int) -> tuple[int, int]:
    """(the number of variable length at `at`, the place after it). Raises ValueError or IndexError where there is none."""
    value = 0
    for i in range(_LONGEST):
        byte = data[at + i]
        value |= (byte & 127) << 7 * i
        if byte < 128:
            return value, at + i + 1
    raise ValueError("a number is too long")


def as_varint(number: int) -> bytes:
    """The bytes of a number of variable length."""
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    made.append(number)
    return bytes(made)


def packed_strings(strings: Sequence[bytes]) -> bytes:
    """Strings as the content of a message has them: their lengths, seven bits to a byte, then all of their bytes."""
    lengths = list(map(len, strings))
    return b"".join((bytes(lengths) if max(lengths, default=0) < 128 else b"".join(map(as_varint, lengths)), *strings))


def _unpacked_strings(content: bytes, count: int) -> np.ndarray:
    """The `count` strings of what `packed_strings` made. Raises ValueError where that cannot be."""
    if count > len(content):
        raise ValueError(f"{count} strings are not in {len(content)} bytes")
    found, at, lengths = np.empty(count, dtype=object), 0, []
    for _ in range(count):
        n = shift = 0
        while True:
            if at == len(content) or shift > 28:
                raise ValueError("the lengths of the strings are damaged")
            byte, at = content[at], at + 1
            n |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        lengths.append(n)
    if at + sum(lengths) != len(content):
        raise ValueError(f"strings of {sum(lengths)} bytes are not in {len(content) - at}")
    for i, n in enumerate(lengths):
        found[i], at = content[at : at + n], at + n
    return found


def fill_message(message: Any, storage: Any, dtype: DType, shape: Sequence[int]) -> Any:
    """Put the elements of `storage` into the TensorProto `message`, which gets the given shape (integers)."""
    describe(message, dtype, shape)
    count = int(np.prod(tuple(storage.shape), dtype=np.int64))
    same_size = count == int(np.prod(shape, dtype=np.int64))
    if dtype._kind not in "sbc" and dtype._name not in ("int4", "uint4") and count > 1 and same_size:
        message.tensor_content = raw_bytes(storage)
    elif dtype._name in ("float8_e5m2", "float8_e4m3fn"):
        message.float8_val = raw_bytes(storage)
    else:
        field = getattr(message, _FIELDS[dtype._name])
        field.extend(_scalars(storage, dtype))
    return message


def message_of_values(storage: Any, dtype: DType) -> Any:
    """A TensorProto with nothing but the elements of `storage`, each by itself."""
    message = messages.tensor.TensorProto()
    if dtype._name in ("float8_e5m2", "float8_e4m3fn"):
        message.float8_val = raw_bytes(storage)
    else:
        getattr(message, _FIELDS[dtype._name]).extend(_scalars(storage, dtype))
    return message


def tensor_message(x: Tensor) -> Any:
    """The TensorProto of the eager tensor `x`."""
    return fill_message(messages.tensor.TensorProto(), x._t, x._dt, tuple(x._t.shape))


def _scalars(storage: Any, dtype: DType) -> list[Any]:
    """The elements as Python numbers or bytes, in the form the message's field for `dtype` has."""
    if dtype._kind == "s":
        return storage.reshape(-1).tolist()
    storage = storage.detach().cpu().reshape(-1)
    if dtype._kind == "c":
        return torch.view_as_real(storage.resolve_conj()).reshape(-1).tolist()
    if _FIELDS[dtype._name] == "half_val":
        return [n & 0xFFFF for n in storage.view(torch.int16).tolist()]
    return storage.tolist()


_MOST_DIMENSIONS = 254  # of a shape, as in TensorFlow


def tensor_of(message: Any, whole: bool = False) -> EagerTensor:
    """The EagerTensor of the TensorProto `message` (of any protobuf runtime); with `whole` it must have every element.

    Raises ValueError or TypeError for one that makes no sense, ResourceExhaustedError for one that promises more than fits.
    """
    dtype = as_dtype(message.dtype)
    shape = [d.size for d in message.tensor_shape.dim]
    if min(shape, default=0) < 0 or len(shape) > _MOST_DIMENSIONS or prod(shape) > memory.MOST:
        raise ValueError(f"No tensor has the shape {shape}.")
    try:
        if whole and not message.tensor_content and _count(message, dtype) != prod(shape):
            raise ValueError(f"A tensor of the shape {shape} has {_count(message, dtype)} elements.")
        return _tensor(message, dtype, shape)
    except (RuntimeError, MemoryError, ValueError) as e:
        if memory.shortage(e):
            raise memory.error(e, shape, dtype) from None
        raise


def _count(message: Any, dtype: DType) -> int:
    """How many elements `message` has in the field for single ones of `dtype`."""
    field = _FIELDS.get(dtype._name)
    if field is None:
        return -1
    return len(getattr(message, field)) // (2 if dtype._kind == "c" else 1)


def _tensor(message: Any, dtype: DType, shape: Sequence[int]) -> EagerTensor:
    count = prod(shape)
    if dtype._name not in _FIELDS:
        raise TypeError(f"Unsupported tensor type: {message.dtype}")
    if message.tensor_content:
        if dtype._kind == "s":
            return wrap(_unpacked_strings(message.tensor_content, count).reshape(shape), dtype)
        if len(message.tensor_content) != count * dtype.size or any(n < 0 for n in shape):
            raise ValueError(f"a tensor of the shape {shape} and the type {dtype.name} has {len(message.tensor_content)} bytes")
        storage = torch.frombuffer(bytearray(message.tensor_content), dtype=dtype.torch)
        return wrap(storage.reshape(shape), dtype)
    if dtype._kind == "s":
        values = np.empty(len(message.string_val), dtype=object)
        values[:] = list(message.string_val)
    elif dtype._name in ("float8_e5m2", "float8_e4m3fn"):
        values = torch.frombuffer(bytearray(message.float8_val), dtype=dtype.torch) if message.float8_val else None
        values = torch.empty(0, dtype=dtype.torch) if values is None else values
    elif dtype._kind == "c":
        pairs = torch.tensor(getattr(message, _FIELDS[dtype._name]), dtype=dtype.real_dtype.torch)
        values = torch.view_as_complex(pairs.reshape(-1, 2))
    elif _FIELDS[dtype._name] == "half_val":
        bits = np.array(message.half_val, dtype=np.uint16).view(np.int16)
        values = torch.from_numpy(bits).view(dtype.torch)
    else:
        field = list(getattr(message, _FIELDS[dtype._name]))
        values = (
            torch.from_numpy(np.array(field, np.uint64))
            if dtype._name == "uint64"
            else torch.tensor(field, dtype=torch.float64 if dtype._kind == "f" else None)
        )
        values = values.to(dtype.torch)
    return wrap(_spread(values, shape, count, dtype), dtype)


def _spread(values: torch.Tensor | np.ndarray, shape: Sequence[int], count: int, dtype: DType) -> torch.Tensor | np.ndarray:
    """`values` in `shape`, its last element repeated where there are fewer than `count`; zeros if there are none."""
    missing = count - len(values)
    if isinstance(values, np.ndarray):
        if missing > 0:
            last = values[-1] if len(values) else b""
            values = np.concatenate([values, np.full(missing, last, dtype=object)])
        return values.reshape(shape)
    if missing > 0:
        last = values[-1:] if len(values) else torch.zeros(1, dtype=dtype.torch)
        values = torch.cat([values.to(dtype.torch), last.expand(missing)])
    return values.reshape(shape)
