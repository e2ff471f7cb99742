"""What tasks send each other: a header in JSON and the storages of tensors as bytes. Reading it runs nothing.

4 bytes: the length of the header; the header; the bytes of each storage, in order
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from tfshim.engine.runtime import errors
from tfshim.engine.values.tensor_messages import as_bytes
from tfshim.refusals import refused

_LENGTH = struct.Struct("<I")
_TENSORS = "tensors"  # where the header describes the storages


def encoded(header: dict[str, Any], storages: Sequence[Any] = ()) -> bytes:
    """The bytes of a message. Raises NotImplementedError for storages that hold neither numbers nor strings."""
    described, parts = [], []
    for storage in storages:
        about, content = _described(storage)
        described.append(about)
        parts.extend(content)
    text = json.dumps({**header, _TENSORS: described}).encode()
    return b"".join([_LENGTH.pack(len(text)), text, *parts])


def _described(storage: Any) -> tuple[list[Any], list[Any]]:
    if isinstance(storage, torch.Tensor):
        t = storage.detach().cpu().contiguous()
        content = [as_bytes(t).numpy().data] if t.numel() else []
        return [str(t.dtype).removeprefix("torch."), list(t.shape), t.numel() * t.element_size()], content
    items = storage.reshape(-1).tolist()
    if not all(isinstance(x, bytes) for x in items):
        raise refused("tf.distribute.Server", "variants")
    lengths = np.fromiter(map(len, items), np.int64, len(items)).tobytes()
    return ["string", list(storage.shape), len(lengths) + sum(map(len, items))], [lengths, *items]


def decoded(message: bytes) -> tuple[dict[str, Any], list[Any]]:
    """The header and the storages. Raises DataLossError for bytes that are no message."""
    try:
        (length,) = _LENGTH.unpack_from(message)
        at = _LENGTH.size + length
        header = json.loads(message[_LENGTH.size : at])
        storages, view = [], memoryview(message)
        for kind, shape, size in header.pop(_TENSORS):
            if size < 0 or len(view) - at < size:
                raise ValueError("it ends too early")
            storages.append(_storage(kind, shape, view[at : at + size]))
            at += size
        return header, storages
    except (ValueError, TypeError, LookupError, AttributeError, RuntimeError, struct.error, UnicodeError, RecursionError) as e:
        raise errors.DataLossError(None, None, f"What came from another task is no message: {e}") from None


def _storage(kind: str, shape: Sequence[int], content: memoryview) -> Any:
    if kind == "string":
        return _strings(shape, content)
    dtype = getattr(torch, kind)
    if not isinstance(dtype, torch.dtype):
        raise ValueError(f"{kind} is no dtype")
    if not len(content):
        return torch.empty(shape, dtype=dtype)
    # A copy, which may be written to and keeps no other part of the message alive.
    return torch.frombuffer(bytearray(content), dtype=dtype).reshape(shape)


def _strings(shape: Sequence[int], content: memoryview) -> np.ndarray:
    made = np.empty(shape, dtype=object)
    count = made.size
    lengths = np.frombuffer(content[: 8 * count], np.int64)
    if (lengths < 0).any() or lengths.sum() != len(content) - 8 * count:
        raise ValueError("the lengths of strings do not fit")
    flat, at = made.reshape(-1), 8 * count
    for i, length in enumerate(lengths.tolist()):
        flat[i] = bytes(content[at : at + length])
        at += length
    return flat.reshape(shape)
