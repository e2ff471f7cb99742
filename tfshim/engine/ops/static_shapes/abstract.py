"""What is known of a value before it is computed: its dtype, its static shape, and the tensors that stand in for it.

A stand-in is a `meta` tensor, or one of real values where these are followed. There are two, A and B, of which each has another size
in the place of every unknown dimension (`SIZE_A`, `SIZE_B`): what differs between them is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.ops.static_shapes.elementwise import sizes_of
from tfshim.engine.ops.static_shapes.size_values import SIZE_A, SIZE_B
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType

REAL = 4096  # elements up to which integers keep their values
REAL_FLOATS = 64  # and numbers with a fraction that follow from constants alone, which sizes are computed from too
META = torch.device("meta")


class Leaf(tuple):
    """(dtype, static shape, stand-in under substitution A, stand-in under substitution B)"""


def map_leaves(result: Any, function: Callable[..., Any], kind: type = Leaf) -> Any:
    """Apply `function` to each instance of `kind` in nested tuples and lists, the form of an operation's results, and keep that form."""
    if isinstance(result, kind):
        return function(result)
    if isinstance(result, tuple):
        items = [map_leaves(r, function, kind) for r in result]
        return type(result)(*items) if hasattr(result, "_fields") else tuple(items)
    if isinstance(result, list):
        return [map_leaves(r, function, kind) for r in result]
    return result


def stand_in(dims: Sequence[int | None], dtype: DType, fill: int) -> torch.Tensor:
    """A meta tensor of shape `dims` with unknown dimensions filled in; positions for strings."""
    if dims.count(None) > 4:
        fill //= 70  # the number of elements has to fit 64 bits
    return torch.empty([fill if d is None else d for d in dims], dtype=dtype.torch or torch.int64, device=META)


def stand_ins(shape: TensorShape, dtype: DType) -> tuple[Any, Any]:
    """The stand-ins under both substitutions, one object where the shape is fully known; None for an unknown rank."""
    if shape.rank is None:
        return None, None
    dims = shape.as_list()
    try:
        a = stand_in(dims, dtype, SIZE_A)
    except RuntimeError:  # more elements than a tensor can have: running it will say so
        return None, None
    return (a, a) if None not in dims else (a, stand_in(dims, dtype, SIZE_B))


def leaf_like(x: Any) -> Leaf:
    """The leaf for a value of which as much is known as of `x`, a tensor of a graph."""
    return Leaf((x._dt, x._shape, x._a, x._b))


def leaf(dtype: DType, shape: Any) -> Leaf:
    """The leaf for a value of which dtype and static shape are known."""
    shape = shape if isinstance(shape, TensorShape) else TensorShape(shape)
    return Leaf((dtype, shape, *stand_ins(shape, dtype)))


def leaf_sized(dtype: DType, shape: TensorShape, sizes: Any) -> Leaf:
    """The leaf for a value of the static shape `shape` whose sizes are the values of the integer vector `sizes`: under each
    substitution those that it has there. An unknown size that is, say, twice another one stays so."""
    a, b = (sizes._a, sizes._b) if isinstance(sizes, Tensor) and type(sizes) is not EagerTensor else (None, None)
    if shape.is_fully_defined() or shape.rank is None or a is None or b is None or a.is_meta or b.is_meta or min(a.min(), b.min()) < 0:
        return leaf(dtype, shape)
    known = dtype.torch or torch.int64
    return Leaf((dtype, shape, *(torch.empty(sizes.tolist(), dtype=known, device=META) for sizes in (a, b))))


def leaf_of_shape(x: Any, dtype: DType) -> Leaf:
    """The leaf for the vector of the sizes of `x`, a tensor or variable."""
    shape = x.shape
    a, b = (x._a, x._b) if hasattr(x, "_a") else stand_ins(shape, x.dtype)
    if shape.rank is None or a is None or b is None:
        return leaf(dtype, [shape.rank])
    known = torch.tensor(list(a.shape), dtype=dtype.torch)
    return Leaf((dtype, TensorShape([shape.rank]), known, known if a is b else torch.tensor(list(b.shape), dtype=dtype.torch)))


def leaf_of_sizes(dtype: DType, a: Sequence[int], b: Sequence[int]) -> Leaf:
    """The leaf for a value that has the sizes `a` under the first substitution and `b`, as many, under the second."""
    known = dtype.torch or torch.int64
    shape = TensorShape([x if x == y else None for x, y in zip(a, b)])
    try:
        first = torch.empty(a, dtype=known, device=META)
        second = first if a == b else torch.empty(b, dtype=known, device=META)
    except RuntimeError:  # more elements than a tensor can have: running it will say so, if it is so
        return Leaf((dtype, shape, None, None))
    return Leaf((dtype, shape, first, second))


def by_sizes(
    rule: Callable[..., Sequence[int] | None], operands: int = 1, dtype: DType | None = None, like: int = 0
) -> Callable[..., Leaf | None]:
    """A `shape_fn`: `rule(*sizes, *others)` gives the sizes of the result from those of the first arguments, `operands` tensors.

    It is asked once for each substitution, and returns None where the kernel has to tell, such as what does not fit. `dtype`: of
    the result, where it is not that of the argument at place `like`.
    """

    def shape(*arguments: Any) -> Leaf | None:
        given = arguments[:operands]
        found = sizes_of(given)
        if found is None:
            return None
        made = [rule(*sizes, *arguments[operands:]) for sizes in found]
        return None if None in made else leaf_of_sizes(dtype or arguments[like]._dt, *made)  # type: ignore[arg-type]

    return shape


def leaf_of(x: Tensor) -> Leaf:
    """The leaf for the eager tensor `x`."""
    a = real_or_meta(x)
    return Leaf((x._dt, x.shape, a, a))


def real_or_meta(x: Tensor) -> Any:
    """The stand-in for an eager tensor: itself if it is small and made of integers, or smaller and of floats; else its shape."""
    t = x._t
    if type(t) is np.ndarray:
        return torch.empty(t.shape, dtype=torch.int64, device=META)
    if t.numel() <= (REAL if x._dt._kind in "iub" else REAL_FLOATS if x._dt._kind == "f" else -1):
        return t if t.device.type == "cpu" else t.cpu()
    return torch.empty(t.shape, dtype=t.dtype, device=META)
