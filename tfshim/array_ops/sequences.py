"""Numbers in order and marks at places: `linspace`, `one_hot`, `unravel_index`."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops import creation, shape_fallbacks
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import rank
from tfshim.array_ops.transposing import transpose
from tfshim.engine.graphs.symbolic_tensor import known_integer
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.runtime.errors import InvalidArgumentError, dtype_mismatch, invalid, op_error
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.readable import at_least, readable
from tfshim.engine.values.shapes import dims_text

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


# ---------------------------------------------------------------------- linspace
@op("LinSpace", composed=True, start="T", stop="T", num="int", shape_fallback=shape_fallbacks.spaced)
def _linspace(start, stop, num, axis, name=None):
    if num < 0:
        # The text of the `tf.range` by which TensorFlow composes it.
        raise invalid(f"Requires start <= limit when delta > 0: 1/{num}")
    if not (start.is_floating_point() or start.is_complex()):
        # As in true division, integers of up to 16 bits become float32.
        wide = torch.float64 if start.dtype.itemsize >= 4 else torch.float32
        start, stop = start.to(wide), stop.to(wide)
    start, stop = torch.broadcast_tensors(start, stop)
    rank = start.ndim
    if not -rank - 1 <= axis <= rank:
        raise invalid(f"Tried to expand dim index {axis} for tensor with {rank} dimensions.")
    axis %= rank + 1
    first, last = start.unsqueeze(axis), stop.unsqueeze(axis)
    steps = max(num - 1, 1)
    inner = torch.arange(1, steps, device=start.device).to(start.dtype).reshape([-1] + [1] * (rank - axis))
    middle = first + (last - first) / steps * inner
    # Both ends are exact whatever the steps round to.
    return torch.cat((first, middle, last), axis).narrow(axis, 0, num)


@tf_export("linspace", v1=["linspace", "lin_space"])
@composite
def linspace(start: TensorLike, stop: TensorLike, num: IntLike, name: str | None = None, axis: Axis = 0) -> Tensor:
    """Evenly spaced values from `start` to `stop`, both included. Mirrors `tf.linspace`.

    Arguments:
        start: the first value, a number or tensor.
        stop: the last value, of the same dtype; the shapes broadcast.
        num: how many values, at least 1; one alone is `start`.
        name: a name for the operation in graphs.
        axis: where the new axis is put in, 0 by default.

    Returns:
        A tensor of the broadcast shape with one more axis of size `num`. Integers give floats.

    Raises:
        InvalidArgumentError: `num` is not positive.

    Example:
        >>> tf.linspace(0.0, 1.0, 5)
        <tf.Tensor: shape=(5,), dtype=float32, numpy=array([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float32)>
        >>> tf.linspace([0.0, 10.0], [1.0, 20.0], 3)
        <tf.Tensor: shape=(3, 2), dtype=float32, numpy=
        array([[ 0. , 10. ],
               [ 0.5, 15. ],
               [ 1. , 20. ]], dtype=float32)>
    """
    start = convert_to_tensor(start)
    try:
        stop = convert_to_tensor(stop, start.dtype)
    except ValueError as e:
        raise ValueError(f"stop: {e}") from None
    if isinstance(num, float) or getattr(num, "dtype", None) is not None and not as_dtype(num.dtype).is_integer:
        raise TypeError(
            f"Argument `tensor` (name: num) must be of type integer. Received `tensor` = {num} of dtype: {convert_to_tensor(num).dtype}"
        )
    if isinstance(axis, (str, bytes)):
        raise invalid("Value for attr 'Tdim' of string is not in the list of allowed values: int32, int64: `axis` is an integer")
    if isinstance(axis, float):
        raise TypeError(f"Cannot convert {axis!r} to EagerTensor of dtype int32")
    if axis is not None:  # which no tensor can be made of, as its error says
        axis = known_integer(axis)
    if not isinstance(axis, int):
        return _from_first(_linspace(start, stop, num, 0), axis, name)
    return _linspace(start, stop, num, axis, name)


def _from_first(x, axis, name):
    """`x` with its first axis moved to `axis`, which only the running graph knows."""
    count = rank(x)
    axes, at = creation.range(count), axis % count
    return transpose(x, concat([axes[1 : at + 1], [0], axes[at + 1 :]], 0), name=name)


# ---------------------------------------------------------------------- one_hot
def _marked_sizes(indices, depth, on_value, off_value, axis):
    scalars = all(x.shape.rank == 0 and x.dtype.torch is not None for x in (on_value, off_value))
    if not scalars or type(depth) is not int or depth < 0 or type(axis) is not int or not -1 <= axis <= len(indices):
        return None
    place = len(indices) if axis == -1 else axis
    return [*indices[:place], depth, *indices[place:]]


@op(
    "OneHot",
    indices="TI=int64",
    depth="int",
    on_value="T",
    off_value="T",
    grad=None,
    dtype_agnostic=True,
    TI=dt.uint8.mask | dt.int8.mask | dt.INDEX,
    shape_fn=by_sizes(_marked_sizes, like=2),
    shape_fallback=shape_fallbacks.marked,
)
def _one_hot(indices, depth, on_value, off_value, axis, name=None):
    rank = indices.ndim
    if depth < 0:
        raise invalid(f"depth must be non-negative, got: {depth}")
    if axis != -1 and not 0 <= axis <= rank:
        raise invalid(f"Expected axis to be -1 or between [0, {rank + 1}).  But received: {axis}")
    for role, value in (("on_value", on_value), ("off_value", off_value)):
        if value.ndim:
            raise invalid(f"{role} must be a scalar, but got: {dims_text(value.shape)}")
    at = rank if axis == -1 else axis
    if at_least(indices.numel(), _MANY) and _can_be_marked(indices, on_value, off_value):
        return _marked(indices.unsqueeze(at), depth, on_value, off_value, at)
    classes = torch.arange(depth, device=indices.device).reshape([-1] + [1] * (rank - at))
    return torch.where(indices.unsqueeze(at) == classes, on_value, off_value)


# Of which torch takes every value as a Python number.
_MARKED = frozenset(
    (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.uint8, torch.int8, torch.int32, torch.int64, torch.bool)
)


_MANY = 1 << 8  # places from which looking for those that are outside costs less than comparing all numbers


def _can_be_marked(places, on_value, off_value):
    kind = torch.Tensor
    return places.is_cpu and on_value.__class__ is off_value.__class__ is kind and off_value.dtype in _MARKED and readable(places)


def _marked(places, depth, on_value, off_value, axis):
    """`off_value` along `axis`, with `on_value` written at the `places`: the others are not compared with their numbers."""
    if axis == places.ndim - 1 and places.numel() >= depth * _OF_EACH:
        return _rows_of_marks(places.squeeze(-1), depth, on_value, off_value)
    shape = list(places.shape)
    shape[axis] = depth
    made = off_value.new_full(shape, off_value.item())
    if not made.numel():
        return made
    places = places.long()
    least, most = torch.aminmax(places)
    if least >= 0 and most < depth:
        return made.scatter_(axis, places, on_value.item())
    outside = (places < 0) | (places >= depth)
    return made.scatter_(axis, places.masked_fill(outside, 0), torch.where(outside, off_value, on_value))


# Times as many places as there are vectors, from which all vectors are made and copied.
_OF_EACH = 4


def _rows_of_marks(places, depth, on_value, off_value):
    """For each of the `places` its vector, of which all are made once."""
    vectors = off_value.new_full((depth + 1, depth), off_value.item())
    vectors.diagonal().fill_(on_value.item())
    flat = places.reshape(-1)
    if flat.dtype not in (torch.int32, torch.int64):
        flat = flat.int()
    least, most = torch.aminmax(flat)
    if least < 0 or most >= depth:
        flat = flat.masked_fill((flat < 0) | (flat >= depth), depth)
    return vectors.index_select(0, flat).view(*places.shape, depth)


@tf_export("one_hot")
@composite
def one_hot(
    indices: TensorLike,
    depth: IntLike,
    on_value: TensorLike | None = None,
    off_value: TensorLike | None = None,
    axis: Axis = None,
    dtype: DTypeLike | None = None,
    name: str | None = None,
) -> AnyTensor:
    """For each index, a vector with one value at that place and another one elsewhere. Mirrors `tf.one_hot`.

    Arguments:
        indices: integers of any shape; one that is negative or not below `depth` gives a vector without a mark.
        depth: how long the vectors are, an integer scalar.
        on_value: the value at the place, 1 by default.
        off_value: the value elsewhere, 0 by default.
        axis: where the new axis is put in; None (the default) or -1 puts it last.
        dtype: the dtype of the result: float32 by default, or that of the values.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `indices` with one more axis of size `depth`.

    Raises:
        TypeError: the dtypes of the two values, or `dtype`, differ.

    Class numbers become the labels of `tf.keras.losses.CategoricalCrossentropy` by it.

    Example:
        >>> tf.one_hot([0, 2, -1], 3)
        <tf.Tensor: shape=(3, 3), dtype=float32, numpy=
        array([[1., 0., 0.],
               [0., 0., 1.],
               [0., 0., 0.]], dtype=float32)>
        >>> tf.one_hot([1], 2, on_value="yes", off_value="no")
        <tf.Tensor: shape=(1, 2), dtype=string, numpy=array([[b'no', b'yes']], dtype=object)>
    """
    dtype = None if dtype is None else as_dtype(dtype).base_dtype
    on = None if on_value is None else convert_to_tensor(on_value, dtype_hint=dtype)
    off = None if off_value is None else convert_to_tensor(off_value, dtype_hint=dtype)
    for role, value in (("on_value", on), ("off_value", off)):
        if value is not None and dtype is not None and value.dtype != dtype:
            raise TypeError(f"dtype {value.dtype} of {role} does not match dtype parameter {dtype}")
    if on is not None and off is not None and on.dtype != off.dtype:
        raise TypeError(f"dtype {on.dtype} of on_value does not match dtype {off.dtype} of off_value")
    if dtype is None:
        dtype = on.dtype if on is not None else off.dtype if off is not None else dt.float32
    on = convert_to_tensor(1, dtype) if on is None else on
    off = convert_to_tensor(0, dtype) if off is None else off
    if is_tensor(depth) and depth.dtype != dt.int32 or isinstance(depth, (list, tuple)):
        if is_tensor(indices) and is_tensor(depth):
            raise dtype_mismatch("OneHot", 1, dt.int32, depth.dtype, name=None)
        depth = convert_to_tensor(depth, dt.int32)
        if depth.shape.rank and TS.graph is None:
            text = f"depth must be a scalar, but got: {dims_text(depth.shape.as_list())}"
            raise op_error(InvalidArgumentError, text, "OneHot", name=None)
    return _one_hot(indices, depth, on, off, -1 if axis is None else attribute("int", axis, "axis"), name)


# ---------------------------------------------------------------------- unravel_index
@tf_export("unravel_index")
@op("UnravelIndex", indices="Tidx=int32", dims="Tidx=int32", Tidx=dt.INDEX, grad=None, shape_fallback=shape_fallbacks.coordinates)
def unravel_index(indices: TensorLike, dims: TensorLike, name: str | None = None) -> Tensor:
    """The coordinates of places that are counted row by row in a tensor of a given shape. Mirrors `tf.unravel_index`.

    Arguments:
        indices: the places, int32 or int64: a scalar or a vector of N numbers.
        dims: the shape of that tensor, a vector of D sizes of the same dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [D], or [D, N] for a vector: the first row holds the coordinates in the first axis.

    Raises:
        InvalidArgumentError: a place is beyond the last one.

    With `tf.argmax` of a flattened tensor it says where its maximum is.

    Example:
        >>> tf.unravel_index(5, [2, 3])
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
        >>> tf.unravel_index([0, 4], [2, 3])
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[0, 1],
               [0, 1]], dtype=int32)>
    """
    if dims.ndim != 1:
        raise invalid(f'The indices can only be 1-D, got "{dims_text(dims.shape)}"')
    if indices.ndim > 1:
        raise invalid(f'The indices can only be scalar or vector, got "{dims_text(indices.shape)}"')
    sizes = dims.tolist()
    if 0 in sizes:
        raise invalid(f"Input dims cannot contain a dim of zero, but dims contains zero at index {sizes.index(0)}")
    if prod(sizes) > torch.iinfo(indices.dtype).max:
        raise invalid(f"Input dims product is causing integer overflow: ({' '.join(map(str, sizes))})")
    parts, rest = [], indices
    for size in reversed(sizes):
        # Towards zero, as C++ divides: that shows for negative indices.
        parts.insert(0, torch.fmod(rest, size))
        rest = torch.div(rest, size, rounding_mode="trunc")
    if not indices.is_meta and bool((rest > 0).any()):
        raise invalid("index is out of bound as with dims")
    return torch.stack(parts) if parts else indices.new_zeros([0, *indices.shape])
