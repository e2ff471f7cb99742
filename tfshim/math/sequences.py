"""Permutations, polynomials, Sobol points, masks of so many places, and whether numbers are in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import _range as _counted
from tfshim.array_ops.creation import zeros_like
from tfshim.array_ops.shapes import expand_dims, reshape
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math.comparison import less, less_equal, maximum
from tfshim.math.reductions import reduce_all, reduce_max

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("math.invert_permutation", v1=["math.invert_permutation", "invert_permutation"])
@op("InvertPermutation", x="T=int32", T=dt.INDEX, grad=None)
def invert_permutation(x: TensorLike, name: str | None = None) -> Tensor:
    """The vector y with `y[x[i]] = i`. Mirrors `tf.math.invert_permutation`.

    `x`: int32 or int64 of shape [n], each of 0..n-1 once. Raises InvalidArgumentError for anything else.
    """
    if x.dim() != 1:
        raise invalid("invert_permutation expects a 1D vector.")
    n = x.shape[0]
    places = torch.arange(n, dtype=x.dtype, device=x.device)
    if x.is_meta:
        return places
    outside = (x < 0) | (x >= n)
    if bool(outside.any()):
        raise invalid(f"{int(x[outside][0])} is not between 0 and {n}")
    seen = torch.bincount(x.to(torch.int64), minlength=n)
    if bool((seen > 1).any()):
        raise invalid(f"{int((seen > 1).nonzero()[0])} is duplicated in the input.")
    return torch.empty_like(x).scatter(0, x.to(torch.int64), places)


@tf_export("math.polyval")
@composite
def polyval(coeffs: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The polynomial with coefficients `coeffs`, the highest first, at each element of `x`. Mirrors `tf.math.polyval`.

    `coeffs`: a list of tensors that broadcast with `x`; `x`: a tensor of numbers. Zeros for an empty list. Raises
    ValueError where `coeffs` is no list.
    """
    if not isinstance(coeffs, list):
        raise ValueError(f"Argument coeffs must be list type. Received type {type(coeffs)}.")
    with name_scope(name or "polyval"):
        x = convert_to_tensor(x)
        if not coeffs:
            return zeros_like(x)
        made = convert_to_tensor(coeffs[0])
        for c in coeffs[1:]:
            made = convert_to_tensor(c) + made * x
        return made


@tf_export("math.sobol_sample")
@op(
    "SobolSample",
    dim="int",
    num_results="int",
    skip="int",
    dtype="dtype",
    grad=None,
    shape_fallback=lambda dim, count, skip, dtype: (dtype, [None, dim if isinstance(dim, int) else None]),
)
def sobol_sample(dim: IntLike, num_results: IntLike, skip: IntLike = 0, dtype: DTypeLike = dt.float32, name: str | None = None) -> Tensor:
    """Points of the Sobol sequence, which fill the unit cube evenly. Mirrors `tf.math.sobol_sample`.

    `dim`: the number of coordinates; `num_results`: of points; `skip`: how many points to leave out at the beginning;
    `dtype`: float32 or float64. Gives a tensor of shape [num_results, dim]. Raises InvalidArgumentError for numbers out
    of range.
    """
    if dtype not in (dt.float32, dt.float64):
        raise invalid(f"Value for attr 'dtype' of {dtype.proto_name} is not in the list of allowed values: float, double")
    if dim < 1:
        raise invalid("dim must be at least one")
    if num_results < 1:
        raise invalid("num_results must be at least one")
    if skip < 0:
        raise invalid("skip must be non-negative")
    engine = torch.quasirandom.SobolEngine
    if dim > engine.MAXDIM:
        raise invalid(f"dim must be at most {engine.MAXDIM}, got {dim}")
    # The origin, which torch counts as the first point, is not one of TensorFlow's.
    points = engine(dim).fast_forward(skip + 1).draw(num_results, dtype=dtype.torch)
    device = current_torch_device()
    return points if device is None else points.to(device)


@tf_export("sequence_mask")
@composite
def sequence_mask(lengths: TensorLike, maxlen: TensorLike | None = None, dtype: DTypeLike = dt.bool, name: str | None = None) -> Tensor:
    """For each of `lengths`, a row of `maxlen` places of which the first so many are True. Mirrors
    `tf.sequence_mask`.

    `lengths`: integers of any shape; `maxlen`: a scalar, by default the greatest of them; `dtype`: the type of the
    result. Raises ValueError where `maxlen` is no scalar.
    """
    lengths = convert_to_tensor(lengths)
    if maxlen is None:
        if lengths.shape.num_elements() == 0:
            maxlen = convert_to_tensor(0, lengths.dtype)
        else:
            maxlen = reduce_max(lengths)
            maxlen = maximum(convert_to_tensor(0, maxlen.dtype), maxlen)
    else:
        maxlen = convert_to_tensor(maxlen)
    if maxlen.shape.rank not in (None, 0):
        raise ValueError(
            f"Argument `maxlen` must be scalar for sequence_mask, received `maxlen` = {maxlen.numpy()} with shape '{maxlen.shape}' instead"
        )
    row = _counted(convert_to_tensor(0, maxlen.dtype), maxlen, convert_to_tensor(1, maxlen.dtype))
    made = less(row, cast(expand_dims(lengths, -1), maxlen.dtype), name=name)
    return made if dtype is None else cast(made, dtype)


@tf_export("math.is_non_decreasing", v1=["math.is_non_decreasing", "debugging.is_non_decreasing", "is_non_decreasing"])
@composite
def is_non_decreasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether no element of `x` is less than the one before it, in row-major order.

    Mirrors `tf.math.is_non_decreasing`.

    `x`: a real tensor of any shape. Gives a scalar bool tensor, True for fewer than two elements.
    """
    return _in_order(x, less_equal, name)


@tf_export("math.is_strictly_increasing", v1=["math.is_strictly_increasing", "debugging.is_strictly_increasing", "is_strictly_increasing"])
@composite
def is_strictly_increasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether each element of `x` is greater than the one before it, in row-major order.

    `x`: a real tensor of any shape. Gives a scalar bool tensor, True for fewer than two elements. Mirrors
    `tf.math.is_strictly_increasing`.
    """
    return _in_order(x, less, name)


def _in_order(x, compare, name):
    flat = reshape(convert_to_tensor(x), [-1])
    return reduce_all(compare(flat[:-1], flat[1:]), name=name)
