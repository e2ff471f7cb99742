"""One serialized example at a time: features of fixed lengths read straight from the message, without columns."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import torch

from tfshim.engine.values import dtypes as dt
from tfshim.protos.examples import message

_LISTS = {dt.float32: "float_list", dt.int64: "int64_list", dt.string: "bytes_list"}
_NUMPY = {dt.float32: np.float32, dt.int64: np.int64}


def dense_values(record: bytes, items: Any, defaults: Any) -> list[Any] | None:
    """The storages of the `items` in the serialized Example `record`.

    None where an item has no fixed length, or something is wrong with the record, which the reader of columns finds out.
    """
    if any(item.form != "dense" for item in items):
        return None
    try:
        held = message("Example").FromString(record).features.feature
    except Exception:  # protobuf's own kind, which is imported only where it is caught by name
        return None
    defaults, out = iter(defaults), []
    for item in items:
        default = next(defaults) if item.default is not None else None
        feature = held[item.key] if item.key in held else None
        which = feature.WhichOneof("kind") if feature is not None else None
        if which is None:
            if default is None:
                return None
            out.append(default.reshape(item.shape))
            continue
        if which != _LISTS[item.dtype]:
            return None
        values = getattr(feature, which).value
        if len(values) != prod(item.shape):
            return None
        out.append(_storage(values, item))
    return out


def _storage(values: Any, item: Any) -> Any:
    if item.dtype is dt.string:
        storage = np.empty(len(values), object)
        storage[:] = list(values)
        return storage.reshape(item.shape)
    if item.shape == ():
        return torch.scalar_tensor(values[0], dtype=item.dtype.torch)
    made = torch.from_numpy(np.array(values, _NUMPY[item.dtype]))
    return made if len(item.shape) == 1 else made.reshape(item.shape)
