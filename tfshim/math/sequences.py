"""Permutations, polynomials, Sobol points, masks of so many places, and whether numbers are in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import _range as _counted
from tfshim.array_ops.creation import zeros_like
from tfshim.array_ops.shapes import expand_dims, reshape
from tfshim.engine.ops.composite import composite, constant_called, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.math.comparison import less, less_equal, maximum
from tfshim.math.reductions import reduce_all, reduce_max

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("math.invert_permutation", v1=["math.invert_permutation", "invert_permutation"])
@op("InvertPermutation", x="T=int32", T=dt.INDEX, grad=None)
def invert_permutation(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse of a permutation: the vector y with `y[x[i]] == i`. Mirrors `tf.math.invert_permutation`.

    Arguments:
        x: int32 or int64 of shape [n], which holds each of the numbers from 0 to n - 1 once.
        name: a name for the operation in graphs.

    Returns:
        A vector of the shape and dtype of `x`.

    Raises:
        InvalidArgumentError: `x` is not a vector, or a number is out of range or there twice.

    What was gathered by `x` is brought back into its order by the result; the permutation of a transposition is turned
    round by it, too.

    Example:
        >>> order = tf.constant([2, 0, 1])
        >>> tf.math.invert_permutation(order)
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 2, 0], dtype=int32)>
        >>> tf.gather(tf.gather(["a", "b", "c"], order), tf.math.invert_permutation(order))
        <tf.Tensor: shape=(3,), dtype=string, numpy=array([b'a', b'b', b'c'], dtype=object)>
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
@constant_called("polyval/coeff_0", opens_scope=True)
@composite
def polyval(coeffs: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The value of a polynomial at each element. Mirrors `tf.math.polyval`.

    Arguments:
        coeffs: a list of the coefficients, that of the highest power first: numbers or tensors that broadcast with `x`.
        x: a tensor of numbers, or what converts to one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape that `x` and the coefficients broadcast to; zeros for an empty list. It is computed by
        Horner's rule, one multiplication and one addition for each coefficient.

    Raises:
        ValueError: `coeffs` is not a list.
        InvalidArgumentError: shapes do not broadcast or dtypes differ.

    Here 2 * x * x - 3 * x + 1:

    Example:
        >>> tf.math.polyval([2.0, -3.0, 1.0], [0.0, 1.0, 2.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 0., 3.], dtype=float32)>
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
    shape_fallback=lambda *sizes: (sizes[3], [n if isinstance(n, int) else None for n in (sizes[1], sizes[0])]),
)
def sobol_sample(dim: IntLike, num_results: IntLike, skip: IntLike = 0, dtype: DTypeLike = dt.float32, name: str | None = None) -> Tensor:
    """Points of the Sobol sequence, which fill the unit cube more evenly than random ones. Mirrors `tf.math.sobol_sample`.

    Arguments:
        dim: the number of coordinates of a point, at least 1.
        num_results: how many points, at least 1.
        skip: how many points of the sequence to leave out at its beginning; 0 by default.
        dtype: float32 (the default) or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [num_results, dim], values in [0, 1). The sequence is always the same, so that parts of it can
        be computed apart with `skip`.

    Raises:
        InvalidArgumentError: a number is out of range.

    Example:
        >>> tf.math.sobol_sample(2, 4)
        <tf.Tensor: shape=(4, 2), dtype=float32, numpy=
        array([[0.5  , 0.5  ],
               [0.75 , 0.25 ],
               [0.25 , 0.75 ],
               [0.375, 0.375]], dtype=float32)>
        >>> tf.math.sobol_sample(dim=2, num_results=1, skip=3)
        <tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[0.375, 0.375]], dtype=float32)>
    """
    if dtype not in (dt.float32, dt.float64):
        raise invalid(f"Value for attr 'dtype' of {dtype.proto_name} is not in the list of allowed values: float, double")
    if dim < 1:
        raise invalid("dim must be at least one")
    if num_results < 1:
        raise invalid("num_results must be at least one")
    if skip < 0:
        raise invalid("skip must be non-negative")
    if num_results + skip >= 2**31 - 1:  # torch has no points behind them either
        raise invalid("num_results+skip must be less than 2147483647")
    engine = torch.quasirandom.SobolEngine
    if dim > engine.MAXDIM:
        raise invalid(f"dim must be at most {engine.MAXDIM}, got {dim}")
    # The origin, which torch counts as the first point, is not one of TensorFlow's.
    points = engine(dim).fast_forward(skip + 1).draw(num_results, dtype=dtype.torch)
    device = current_torch_device()
    return points if device is None else points.to(device)


@tf_export("sequence_mask")
@composite
@in_name_scope("SequenceMask")
def sequence_mask(lengths: TensorLike, maxlen: TensorLike | None = None, dtype: DTypeLike = dt.bool, name: str | None = None) -> Tensor:
    """For each length, a row of flags of which the first so many are True. Mirrors `tf.sequence_mask`.

    Arguments:
        lengths: a tensor of integers of any shape.
        maxlen: how long the rows are, an integer scalar; None (the default) is the greatest of the lengths.
        dtype: the dtype of the result, bool by default; numbers are 1 and 0.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `lengths` with one more axis of size `maxlen` at the end. Lengths beyond it fill the
        row.

    Raises:
        ValueError: `maxlen` is not a scalar.

    It says which steps of padded sequences are real.

    Example:
        >>> tf.sequence_mask([1, 3])
        <tf.Tensor: shape=(2, 3), dtype=bool, numpy=
        array([[ True, False, False],
               [ True,  True,  True]])>
        >>> tf.sequence_mask([2, 0], maxlen=4, dtype=tf.float32)
        <tf.Tensor: shape=(2, 4), dtype=float32, numpy=
        array([[1., 1., 0., 0.],
               [0., 0., 0., 0.]], dtype=float32)>
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
        shown = maxlen.numpy() if type(maxlen) is EagerTensor else maxlen
        raise ValueError(
            f"Argument `maxlen` must be scalar for sequence_mask, received `maxlen` = {shown} with shape '{maxlen.shape}' instead"
        )
    row = _counted(convert_to_tensor(0, maxlen.dtype), maxlen, convert_to_tensor(1, maxlen.dtype))
    made = less(row, cast(expand_dims(lengths, -1), maxlen.dtype), name=name)
    return made if dtype is None else cast(made, dtype)


@tf_export("math.is_non_decreasing", v1=["math.is_non_decreasing", "debugging.is_non_decreasing", "is_non_decreasing"])
@composite
def is_non_decreasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether no element of a tensor is less than the one before it. Mirrors `tf.math.is_non_decreasing`.

    Arguments:
        x: a tensor of real numbers of any shape, taken row by row.
        name: a name for the operation in graphs.

    Returns:
        A bool scalar; True for fewer than two elements. Where there is a NaN it is False.

    Raises:
        TypeError: `x` is no tensor of numbers.

    `tf.math.is_strictly_increasing` does not allow equal neighbours. Operations that want sorted input, such as
    `tf.searchsorted` or `tf.math.segment_sum`, can be guarded with it.

    Example:
        >>> tf.math.is_non_decreasing([1.0, 2.0, 2.0])
        <tf.Tensor: shape=(), dtype=bool, numpy=True>
        >>> tf.math.is_non_decreasing([3, 1])
        <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    return _in_order(x, less_equal, name)


@tf_export("math.is_strictly_increasing", v1=["math.is_strictly_increasing", "debugging.is_strictly_increasing", "is_strictly_increasing"])
@composite
def is_strictly_increasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether each element of a tensor is greater than the one before it. Mirrors `tf.math.is_strictly_increasing`.

    Arguments:
        x: a tensor of real numbers of any shape, taken row by row.
        name: a name for the operation in graphs.

    Returns:
        A bool scalar; True for fewer than two elements. Where there is a NaN it is False.

    Raises:
        TypeError: `x` is no tensor of numbers.

    `tf.math.is_non_decreasing` allows equal neighbours.

    Example:
        >>> tf.math.is_strictly_increasing([1.0, 2.0, 5.0])
        <tf.Tensor: shape=(), dtype=bool, numpy=True>
        >>> tf.math.is_strictly_increasing([1.0, 2.0, 2.0])
        <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    return _in_order(x, less, name)


def _in_order(x, compare, name):
    x = convert_to_tensor(x)
    if not x.dtype.mask & (dt.NUMBERS | dt.QUANTIZED):
        raise TypeError(f"Expected x to be numeric, instead found: {x!s}")
    flat = reshape(x, [-1])
    return reduce_all(compare(flat[:-1], flat[1:]), name=name)
