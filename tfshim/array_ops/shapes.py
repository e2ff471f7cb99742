"""The shapes of tensors: asking for them, changing them, checking them."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export, tf_private
from tfshim.array_ops import shape_fallbacks
from tfshim.array_ops.casting import cast
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor, shape_to_eager
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.memory import refuse_beyond_machine
from tfshim.engine.values.shapes import TensorShape, as_shape, broadcast_static_shapes, dims_text

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


newaxis = None
tf_export("newaxis")(newaxis)


# ---------------------------------------------------------------------- asking
# What follows from shapes stays on the CPU, where reading it waits for nothing.
@op("Shape", input="any", grad=None)
def _shape(input, out_type, name=None):
    return torch.tensor(tuple(input.shape), dtype=out_type.torch)


@op("Size", input="any", grad=None)
def _size(input, out_type, name=None):
    return torch.tensor(input.size if type(input) is np.ndarray else input.numel(), dtype=out_type.torch)


@op("Rank", input="any", grad=None)
def _rank(input, name=None):
    return torch.tensor(input.ndim, dtype=torch.int32)


def _out_type(out_type, name):
    if out_type is None:
        return dt.int32
    out_type = as_dtype(out_type).base_dtype
    if not out_type.mask & dt.INDEX:
        raise invalid(
            f"Value for attr 'out_type' of {out_type.proto_name} is not in the list of allowed values: int32, int64\n"
            f"\t; NodeDef: {{{{node {name}}}}} [Op:{name}] name: ",
        )
    return out_type


def _sparse(x):
    return hasattr(x, "dense_shape") and hasattr(x, "indices") and not hasattr(type(x), "_tfshim_value") and x.dense_shape is not None


@tf_export("shape", keras="compat.v1.shape")
@composite
def shape(input: TensorLike, out_type: DTypeLike | None = None, name: str | None = None) -> AnyTensor:
    """The shape of `input` as a vector of `out_type` (int32, the default, or int64). Mirrors `tf.shape`.

    `input`: a tensor of any type, or a SparseTensor, whose dense shape it is.
    """
    if _sparse(input):
        return cast(input.dense_shape, dt.int32 if out_type is None else out_type)
    return _shape(input, _out_type(out_type, "Shape"), name)


@tf_private("tensorflow.python.ops.array_ops.shape_internal")
def shape_internal(input: TensorLike, name: str | None = None, optimize: bool = True, out_type: DTypeLike | None = None) -> AnyTensor:
    """The shape of `input` as a vector of `out_type` (int32, the default, or int64), in graphs as a constant where it is known.

    `optimize=False`: by an operation in any case.
    """
    if TS.graph is not None and optimize and not _sparse(input):
        known = convert_to_tensor(input).shape
        if known.is_fully_defined():
            return convert_to_tensor(known, out_type) if out_type is None else convert_to_tensor(known.as_list(), out_type, name=name)
    return shape(input, out_type, name)


def _shapes_of(input, out_type):
    return [torch.tensor(tuple(x.shape), dtype=out_type.torch) for x in input]


@op(
    "ShapeN",
    input="T*",
    T=dt.ANY,
    grad=None,
    objects=_shapes_of,
    register=True,
    shape_fallback=lambda x, kind: [(kind, [t.shape.rank]) for t in x],
)
def _shape_n(input, out_type, name=None):
    return _shapes_of(input, out_type)


@tf_export("shape_n")
@composite
def shape_n(input: TensorLike, out_type: DTypeLike = dt.int32, name: str | None = None) -> list[Tensor]:
    """The shapes of a list of tensors of one type, as a list of vectors of `out_type`. Mirrors `tf.shape_n`."""
    return _shape_n(input, _out_type(out_type, "ShapeN"), name)


@tf_export("size", keras="compat.v1.size", keras_defaults=True)
@composite
def size(input: TensorLike, out_type: DTypeLike | None = None, name: str | None = None) -> AnyTensor:
    """The number of elements of `input` as a scalar of `out_type` (int32, the default, or int64). Mirrors `tf.size`.

    `input`: a tensor of any type, or a SparseTensor, of which the elements that are not stored count too.
    """
    if _sparse(input):
        # A SparseTensorValue; a SparseTensor is dispatched to `tf.sparse`.
        dims = cast(input.dense_shape, dt.int32 if out_type is None else out_type)
        return convert_to_tensor(prod([dims[i] for i in range(dims.shape[0])]), dims.dtype)
    if out_type is None:
        wanted = dt.int32
    else:
        # Eagerly TensorFlow asks a DType for its NumPy type: there, too, a string raises AttributeError.
        wanted = as_dtype(out_type.as_numpy_dtype if TS.graph is None else out_type).base_dtype
    if wanted.mask & dt.INDEX:
        return _size(input, wanted, name)
    return cast(_size(input, dt.int32, name), wanted)


@tf_export("rank")
@composite
def rank(input: TensorLike, name: str | None = None) -> AnyTensor:
    """The number of dimensions of `input`, an int32 scalar. Mirrors `tf.rank`.

    `input`: a tensor of any dtype, or a SparseTensor.
    """
    return size(input.dense_shape, name=name) if _sparse(input) else _rank(input, name)


# ---------------------------------------------------------------------- changing
@tf_export("reshape", v1=["reshape", "manip.reshape"])
@op("Reshape", tensor="T", shape="shape", dtype_agnostic=True, shape_fallback=shape_fallbacks.reshaped)
def reshape(tensor: TensorLike, shape: SizesLike, name: str | None = None) -> AnyTensor:
    """The elements of `tensor` in their order with the shape `shape`. Mirrors `tf.reshape`.

    `shape`: a list of integers or an integer vector; one of them may be -1 and is found from the number of elements.
    Raises InvalidArgumentError where the numbers of elements differ.
    """
    try:
        return torch.reshape(tensor, shape)
    except (RuntimeError, TypeError):
        return torch.reshape(tensor, _sizes(shape, tuple(tensor.shape)))


def _sizes(sizes, dims):
    """The sizes with -1 filled in, for what torch does not fill in; raises where they do not suit the shape `dims`."""
    nested = [s for s in sizes if type(s) is not int]
    if nested:
        raise invalid(f"sizes input must be 1-D, not {dims_text(np.shape(sizes))}")
    missing = [i for i, s in enumerate(sizes) if s == -1]
    if len(missing) > 1:
        raise invalid(f"Only one input size may be -1, not both {missing[0]} and {missing[1]}")
    for i, s in enumerate(sizes):
        if s < -1:
            raise invalid(f"Size {i} must be non-negative, not {s}")
    product, count = prod([s for s in sizes if s != -1]), prod(dims)
    if missing:
        if 0 in sizes and count == 0:  # of empty tensors the other dimensions decide
            product, known = prod([s for s in sizes if s > 0]), prod([d for d in dims if d])
        else:
            known = count
        if product == 0 or known % product:
            raise invalid(
                f"Input to reshape is a tensor with {count} values, but the requested shape requires a multiple of {product}",
            )
        at = missing[0]
        return (*sizes[:at], known // product, *sizes[at + 1 :])
    if product != count:
        raise invalid(f"Input to reshape is a tensor with {count} values, but the requested shape has {product}")
    return sizes


@tf_export("expand_dims")
@op("ExpandDims", input="T", axis="int", dtype_agnostic=True, scope="", shape_fallback=shape_fallbacks.expanded)
def expand_dims(input: TensorLike, axis: IntLike, name: str | None = None) -> AnyTensor:
    """`input` with a dimension of size one put in before the place `axis`. Mirrors `tf.expand_dims`.

    `axis`: an integer from `-rank - 1` to `rank`. Raises InvalidArgumentError outside of that.
    """
    try:
        return torch.unsqueeze(input, axis)
    except IndexError:
        raise invalid(f"Tried to expand dim index {axis} for tensor with {input.ndim} dimensions.") from None


@tf_export("squeeze", keras="compat.v1.squeeze", keras_defaults=True)
@op(
    "Squeeze",
    input="T",
    axis="axis",
    dtype_agnostic=True,
    shape_fn=shape_fallbacks.squeezed_of_all,
    shape_fallback=shape_fallbacks.squeezed,
)
def squeeze(input: TensorLike, axis: Axis = None, name: str | None = None) -> AnyTensor:
    """`input` without its dimensions of size one, or without those that `axis` names. Mirrors `tf.squeeze`.

    `axis`: None, an integer or a list of them. Raises InvalidArgumentError where one is not of size one.
    """
    # An empty list means all, too.
    if axis is None or axis == ():
        return input.squeeze()
    axes = {axis} if type(axis) is int else {a % input.ndim if -input.ndim <= a < input.ndim else a for a in axis}
    for a in axes:
        if not -input.ndim <= a < input.ndim:
            raise invalid(f"Tried to squeeze dim index {a} for tensor with {input.ndim} dimensions.")
        if input.shape[a] != 1:
            raise invalid(f"Can not squeeze dim[{a % input.ndim}], expected a dimension of 1, got {input.shape[a]}")
    return input.squeeze(tuple(axes))


@op("Identity", input="any", dtype_agnostic=True)
def _identity(input, name=None):
    return input


@tf_export("identity")
@composite
def identity(input: TensorLike, name: str | None = None) -> AnyTensor:
    """`input` as a tensor of its own: for a variable, the value it has now. Mirrors `tf.identity`.

    `input`: a tensor, what can be made into one, or a composite such as a SparseTensor or IndexedSlices.
    """
    if isinstance(input, IndexedSlices):
        parts = (input.values, input.indices, input.dense_shape)
        return IndexedSlices(*[None if p is None else _identity(p, name) for p in parts])
    if hasattr(input, "_type_spec") and not hasattr(type(input), "_tfshim_value"):
        return nest.map_structure(_identity, input, expand_composites=True)
    return _identity(input, name)


@tf_export("identity_n")
@composite
def identity_n(input: TensorLike, name: str | None = None) -> list[Tensor]:
    """The tensors in the list `input`, of any types, as a list. Mirrors `tf.identity_n`.

    Raises InvalidArgumentError for an empty list.
    """
    input = list(input)
    if not input:
        raise invalid(
            "Length for attr 'T' of 0 must be at least minimum 1\n\t; NodeDef: {{node IdentityN}} [Op:IdentityN] name: ",
        )
    return [_identity(x, name) for x in input]


@tf_export("guarantee_const")
@op("GuaranteeConst", input="any", dtype_agnostic=True, grad="missing")
def guarantee_const(input: TensorLike, name: str | None = None) -> Tensor:
    """`input` unchanged: the caller's promise that it is constant, of which no use is made. Mirrors `tf.guarantee_const`."""
    return input


@op("EnsureShape", x="T", dtype_agnostic=True, scope="", shape_fallback=shape_fallbacks.same)
def _ensure_shape(x, shape, name=None):
    if not shape.is_compatible_with(tuple(x.shape)):
        wanted = ["?" if d is None else d for d in shape.as_list()]
        raise invalid(f"Shape of tensor input {dims_text(x.shape)} is not compatible with expected shape {dims_text(wanted)}.")
    return x


@tf_export("ensure_shape")
@composite
def ensure_shape(x: TensorLike, shape: SizesLike, name: str | None = None) -> Tensor:
    """`x`, whose static shape is now known to be `shape`. Mirrors `tf.ensure_shape`.

    `shape`: a TensorShape or a list with None for unknown sizes. Raises InvalidArgumentError, when the value is
    there, if it has another shape.
    """
    shape = as_shape(shape)
    made = _ensure_shape(x, shape, name)
    if hasattr(made, "_op"):
        made.set_shape(shape)
    return made


# ---------------------------------------------------------------------- broadcasting
@op("BroadcastTo", input="T", shape="vector", dtype_agnostic=True, shape_fallback=shape_fallbacks.broadcasted)
def _broadcast_to(input, shape, name=None):
    rank = len(shape) - input.ndim
    if rank < 0:
        raise invalid(f"Rank of input ({input.ndim}) must be no greater than rank of output shape ({len(shape)}).")
    if any(d < 0 for d in shape):
        raise invalid(f"Dimension {min(shape)} must be >= 0")
    for have, want in zip(input.shape, shape[rank:]):
        if have != want and have != 1:
            raise invalid(f"Incompatible shapes: {dims_text(input.shape)} vs. {dims_text(shape)}")
    made = input.expand(shape)
    # The view itself takes no memory, but whatever reads it does.
    return refuse_beyond_machine(made) if made.numel() > 2**31 else made


@tf_export("broadcast_to", keras_defaults=True)
@composite
def broadcast_to(input: TensorLike, shape: SizesLike, name: str | None = None) -> AnyTensor:
    """`input` repeated along dimensions of size one to the shape `shape`. Mirrors `tf.broadcast_to`.

    `shape`: an integer vector of at least the rank of `input`. Raises InvalidArgumentError where it does not fit.
    """
    if isinstance(shape, TensorShape):
        shape = shape_to_eager(shape)
    return _broadcast_to(input, shape, name)


@tf_export("broadcast_static_shape")
def broadcast_static_shape(shape_x: SizesLike, shape_y: SizesLike) -> TensorShape:
    """The TensorShape that two tensors of these shapes broadcast to. Mirrors `tf.broadcast_static_shape`.

    Raises ValueError where they do not broadcast.
    """
    if shape_x.ndims is None or shape_y.ndims is None:
        return TensorShape(None)
    return broadcast_static_shapes(shape_x, shape_y)


@op("BroadcastArgs", s0="T=int32", s1="T=int32", T=dt.INDEX, grad=None, shape_fallback=shape_fallbacks.broadcast_sizes)
def _broadcast_args(s0, s1, name=None):
    for i, s in enumerate((s0, s1)):
        if s.dim() != 1:
            raise invalid(f"In[{i}] must be a vector.{dims_text(s.shape)}")
    x, y = s0.tolist(), s1.tolist()
    size = max(len(x), len(y))
    x, y = [1] * (size - len(x)) + x, [1] * (size - len(y)) + y
    for a, b in zip(x, y):
        if a != b and a != 1 and b != 1:
            raise invalid(f"Incompatible shapes: {dims_text(s0.tolist())} vs. {dims_text(s1.tolist())}")
    return torch.tensor([b if a == 1 else a for a, b in zip(x, y)], dtype=s0.dtype)


@tf_export("broadcast_dynamic_shape")
@composite
def broadcast_dynamic_shape(shape_x: SizesLike, shape_y: SizesLike) -> Tensor:
    """The shape, an integer vector, that two tensors of the shapes in these vectors broadcast to.

    Mirrors `tf.broadcast_dynamic_shape`. Raises InvalidArgumentError where they do not broadcast.
    """
    return _broadcast_args(shape_x, shape_y)
