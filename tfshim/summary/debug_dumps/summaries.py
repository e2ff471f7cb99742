"""What is kept of a tensor: numbers that tell of its health or shape, or all of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from tfshim.engine.values.dtypes import DType
from tfshim.protos.tensors import make_tensor_proto

_HEALTH = ("CURT_HEALTH", "CONCISE_HEALTH", "FULL_HEALTH")
_SHOWN_SIZES = 6


def applies(mode: str, dtype: DType) -> bool:
    """Whether a tensor of that dtype has a value in `mode`."""
    if mode in _HEALTH:
        return dtype.is_floating
    if mode == "SHAPE":
        return dtype.is_floating or dtype.is_integer or dtype.is_bool
    return mode == "NO_TENSOR" or dtype.is_numpy_compatible


def value_of(mode: str, storage: Any, dtype: DType, tensor_id: int = -1) -> Any:
    """The TensorProto for a tensor with that storage: a vector of doubles that begins with `tensor_id`, or in mode FULL_TENSOR itself."""
    if mode == "NO_TENSOR":
        return make_tensor_proto(np.zeros(0, np.float32))
    if mode == "FULL_TENSOR":
        value = storage if isinstance(storage, np.ndarray) else storage.detach().resolve_conj().resolve_neg().cpu()
        if isinstance(value, torch.Tensor):
            value = value.view(torch.int16).numpy().view(dtype.as_numpy_dtype) if value.dtype == torch.bfloat16 else value.numpy()
        return make_tensor_proto(value, dtype)
    shape = list(storage.shape)
    size = float(np.prod(shape, dtype=np.float64))
    if mode == "SHAPE":
        # Of more dimensions the last ones are told.
        sizes = [float(n) for n in shape[-_SHOWN_SIZES:]]
        told = [float(dtype.as_datatype_enum), float(len(shape)), size, *sizes, *[0.0] * (_SHOWN_SIZES - len(sizes))]
    else:
        told = _health(mode, storage.detach(), dtype, size)
    return make_tensor_proto(np.array([tensor_id, *told], np.float64))


def _health(mode: str, t: torch.Tensor, dtype: DType, size: float) -> list[float]:
    nan, infinite = torch.isnan(t), torch.isinf(t)
    if mode == "CURT_HEALTH":
        return [float(bool(nan.any() | infinite.any()))]
    negative = t < 0
    bad = [float((infinite & negative).sum()), float((infinite & ~negative).sum()), float(nan.sum())]
    if mode == "CONCISE_HEALTH":
        return [size, *bad]
    zeros, below = float((t == 0).sum()), float((negative & ~infinite).sum())
    above = size - sum(bad) - zeros - below
    # The number of the device is not told.
    return [-1.0, float(dtype.as_datatype_enum), float(t.dim()), size, *bad, below, zeros, above]
