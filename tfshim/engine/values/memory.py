"""Failed allocations: the errors of torch, NumPy and Python, translated into TensorFlow's.

shortage(failure)            whether an exception says so
translated(failure, o, ...)  the error to raise for an operation whose allocation failed
refuse_beyond_machine(t)     for a view that TensorFlow would have copied: larger than any memory here
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import FROM_TORCH
from tfshim.engine.values.shapes import dims_text

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType

    Op: TypeAlias = Any  # of ops.op, above this module

MOST = 2**63 - 1  # elements of a tensor

# torch's own texts (its allocators', and those of sizes that 64 bits cannot hold), C++'s and NumPy's.
_SIGNS = re.compile(
    r"DefaultCPUAllocator|can't allocate memory|not enough memory|out of memory|std::bad_alloc|ALLOC_FAILED|Storage size calculation"
    r" overflowed|integer multiplication overflow|[Ss]ize overflow|Maximum allowed (?:dimension|size) exceeded|array is too big"
    r"|cannot be represented as a SymInt|Invalid buffer size|Overflow when unpacking long"
)
# Those of them that count elements and not bytes.
_COUNTS = re.compile(r"integer multiplication overflow|Tensor size overflow|Overflow when unpacking long|Maximum allowed size")
_BYTES = re.compile(r"tried to allocate (\d+) bytes")
_SIZES = re.compile(r"(?:sizes=\[|with shape \()([\d, ]+)[\])](?: and data type (\w+))?")


def shortage(failure: BaseException) -> bool:
    """Whether `failure`, an exception of torch, NumPy or Python, reports a failed allocation or a size too large to allocate."""
    if isinstance(failure, (MemoryError, torch.OutOfMemoryError)):
        return True
    return isinstance(failure, (RuntimeError, ValueError, TypeError)) and _SIGNS.search(str(failure)) is not None


def translated(
    failure: BaseException,
    o: Op | None = None,
    arguments: Sequence[Any] = (),
    storages: Sequence[torch.Tensor | np.ndarray] = (),
    device: str = "cpu",
) -> tuple[Callable[..., errors.OpError], str]:
    """The class and the text of the error for `failure`, which `o` raised on `arguments` (with tensors among them), whose storages are
    `storages`. A size that no tensor can have is an invalid argument, as in TensorFlow."""
    text = str(failure)
    asked = _BYTES.search(text)
    asked = int(asked.group(1)) if asked else None
    results = [] if o is None else higher.known_results(o, arguments)
    made = [(_completed(dims, dtype, asked), dtype) for dims, dtype in results]
    made = [(dims, dtype) for dims, dtype in made if dims is not None]
    stated = _stated(text)
    if stated is not None and (not made or prod(stated[0]) > MOST and not any(prod(dims) > MOST for dims, _ in made)):
        made.append(stated)
    dims, dtype = max(made, key=lambda m: prod(m[0]) * _size(m[1]), default=(None, None))
    if dims is not None and prod(dims) > MOST:
        return errors.InvalidArgumentError, f"Shape {dims_text(dims)} would have more than 2**63 - 1 elements"
    if _COUNTS.search(text):
        return errors.InvalidArgumentError, "The result would have more than 2**63 - 1 elements" + _given(storages)
    where = _where(device)
    if asked is not None and (dims is None or dtype is None or asked > 8 * prod(dims) * _size(dtype)):
        # An intermediate result, of which only the number of bytes is known.
        return errors.ResourceExhaustedError, f"{_oom([asked], dtypes.uint8)} {where}{_given(storages)}"
    if dims is None or dtype is None:
        return errors.ResourceExhaustedError, f"OOM when allocating memory {where}{_given(storages)}"
    return errors.ResourceExhaustedError, f"{_oom(dims, dtype)} {where}"


def check_count(sizes: Iterable[int]) -> None:
    """Raise InvalidArgumentError for a negative size, and for more elements than an int64 counts."""
    count = 1
    for size in sizes:
        if size < 0:
            raise errors.invalid(f"Expected shape dimensions to be non-negative, got {size}")
        product = count * size
        if product > MOST:
            shown = product - (1 << 64) if product < 1 << 64 else -1  # TensorFlow's number for what no 64 bits hold
            raise errors.invalid(f"Encountered overflow when multiplying {count} with {size}, result: {shown}")
        count = product


def _oom(dims: Sequence[int], dtype: DType) -> str:
    return f"OOM when allocating tensor with shape{dims_text(dims)} and type {dtype.proto_name}"


def _where(device: str) -> str:
    place, allocator = ("GPU", "GPU_0_bfc") if device == "cuda" else ("CPU", "cpu")
    return f"on {errors.LOCAL_TASK}{place}:0 by allocator {allocator}"


def _given(storages: Sequence[torch.Tensor | np.ndarray]) -> str:
    return f" (inputs: {', '.join(f'{dims_text(t.shape)} {_dtype_of(t).proto_name}' for t in storages)})" if storages else ""


def _completed(dims: tuple[Any, ...], dtype: DType, asked: int | None) -> tuple[int, ...] | None:
    """The sizes of a result, of which one unknown size is inferred from the bytes requested, `asked`; None if they are not known."""
    unknown = dims.count(None)
    if not unknown:
        return dims
    unit = prod(d for d in dims if d is not None) * _size(dtype)
    if unknown > 1 or not asked or not unit or asked % unit:
        return None
    return tuple(asked // unit if d is None else d for d in dims)


def error(failure: BaseException, dims: Sequence[int] | None = None, dtype: DType | None = None) -> errors.OpError:
    """The error for a `failure` outside of operations, to make a tensor of the shape `dims`."""
    if dims is None or dtype is None:
        made, text = translated(failure)
    elif prod(dims) > MOST:
        made, text = errors.InvalidArgumentError, f"Shape {dims_text(dims)} would have more than 2**63 - 1 elements"
    else:
        made, text = errors.ResourceExhaustedError, f"{_oom(dims, dtype)} {_where('cpu')}"
    return made(None, None, text)


def _size(dtype: DType) -> int:
    return dtype.size if dtype.torch is not None else 8  # a reference to the object


def _dtype_of(storage: torch.Tensor | np.ndarray) -> DType:
    return dtypes.string if type(storage) is np.ndarray else FROM_TORCH[storage.dtype]


def _stated(text: str) -> tuple[tuple[int, ...], DType] | None:
    """The shape and the dtype that the text of the failure names."""
    found = _SIZES.search(text)
    if found is None:
        return None
    dims = tuple(int(d) for d in re.findall(r"\d+", found.group(1)))
    name = found.group(2)
    return dims, dtypes.as_dtype(name) if name and name != "object" else dtypes.string if name else dtypes.float32


@functools.cache
def _machine() -> int:
    """The bytes of memory that this machine has; without a limit where that is not known."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return MOST


def refuse_beyond_machine(t: torch.Tensor) -> torch.Tensor:
    """Raise for `t`, a view whose elements TensorFlow would have stored, if they are more than all memory of this machine."""
    if t.device.type == "cpu" and t.numel() * t.element_size() > _machine():
        raise errors.ResourceExhaustedError(None, None, f"{_oom(t.shape, _dtype_of(t))} {_where('cpu')}")
    return t
