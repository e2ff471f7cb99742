"""The shapes of tensors: asking for them, changing them, checking them."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export, tf_private
from tfshim.array_ops import shape_fallbacks
from tfshim.array_ops.casting import cast
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.type_errors import of_no_allowed_type
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.readable import written_down
from tfshim.engine.values.shapes import as_shape, dims_text
from tfshim.engine.values.tensor import Tensor, wrap

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


newaxis = None
tf_export("newaxis")(newaxis)


# ---------------------------------------------------------------------- asking
# What follows from shapes stays on the CPU, where reading it waits for nothing.
_LARGEST = 2**31 - 1


def _integers(values, out_type):
    """A size or several as a tensor, by NumPy, which takes a third to a half of the time; sizes that stand for any are no numbers to it,
    and torch refuses what `out_type` does not hold."""
    if written_down() or values.__class__ is int and values > _LARGEST:
        return torch.tensor(values, dtype=out_type.torch)
    try:
        made = np.array(values, out_type._numpy)
    except OverflowError:  # a product of sizes that stand for any
        return torch.tensor(values, dtype=out_type.torch)
    return torch.from_numpy(made)


@op("Shape", input="any", grad=None)
def _shape(input, out_type, name=None):
    return _integers(tuple(input.shape), out_type)


@op("Size", input="any", grad=None)
def _size(input, out_type, name=None):
    return _integers(input.size if type(input) is np.ndarray else input.numel(), out_type)


@op("Rank", input="any", grad=None)
def _rank(input, name=None):
    return _integers(input.ndim, dt.int32)


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


def _known(input, numbers, dtype, name):
    """A constant of the graph under construction for what its shape says of the tensor `input` of a graph; None where it does not."""
    if not isinstance(input, SymbolicTensor):
        return None
    found = numbers(input.shape)
    return None if found is None else TS.graph._constant(wrap(_integers(found, dtype), dtype), name)


def _sizes_of(known):
    return tuple(known.as_list()) if known.is_fully_defined() else None


def _sparse(x):
    return hasattr(x, "dense_shape") and hasattr(x, "indices") and not hasattr(type(x), "_tfshim_value") and x.dense_shape is not None


@tf_export("shape", keras="compat.v1.shape")
@composite
def shape(input: TensorLike, out_type: DTypeLike | None = None, name: str | None = None) -> AnyTensor:
    """The shape of a tensor, as a tensor. Mirrors `tf.shape`.

    Arguments:
        input: a tensor of any dtype, or what converts to one; of a SparseTensor it is the dense shape. A ragged tensor
            gives a `tf.experimental.DynamicRaggedShape`.
        out_type: int32 (the default, for None) or int64.
        name: a name for the operation in graphs.

    Returns:
        A vector with one number for each axis. In a graph it is the shape that the tensor has when the graph runs,
        whereas `tensor.shape` is what is known while it is built, with None for what is not.

    Raises:
        InvalidArgumentError: `out_type` is another one.

    Example:
        >>> tf.shape([[1, 2, 3], [4, 5, 6]])
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([2, 3], dtype=int32)>
        >>> tf.shape(7.0, out_type=tf.int64)
        <tf.Tensor: shape=(0,), dtype=int64, numpy=array([], dtype=int64)>
    """
    if _sparse(input):
        return cast(input.dense_shape, dt.int32 if out_type is None else out_type)
    out_type = _out_type(out_type, "Shape")
    known = None if TS.graph is None else _known(input, _sizes_of, out_type, name or "Shape")
    return _shape(input, out_type, name) if known is None else known


@tf_private("tensorflow.python.ops.array_ops.shape_internal")
def shape_internal(input: TensorLike, name: str | None = None, optimize: bool = True, out_type: DTypeLike | None = None) -> AnyTensor:
    """The shape of `input` as a vector of `out_type` (int32, the default, or int64), in graphs as a constant where it is known.

    `optimize=False`: by an operation in any case.
    """
    if TS.graph is not None and optimize and not _sparse(input):
        known = convert_to_tensor(input).shape
        if known.is_fully_defined() and (out_type is None or not isinstance(input, SymbolicTensor)):
            return convert_to_tensor(known, out_type) if out_type is None else convert_to_tensor(known.as_list(), out_type, name=name)
    return shape(input, out_type, name)


def _shapes_of(input, out_type):
    return [_integers(tuple(x.shape), out_type) for x in input]


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
    """The shapes of several tensors. Mirrors `tf.shape_n`.

    Arguments:
        input: a list of tensors of one dtype, or of what converts to them.
        out_type: int32 (the default) or int64.
        name: a name for the operation in graphs.

    Returns:
        A list with a vector for each tensor, as `tf.shape` gives it.

    Raises:
        InvalidArgumentError: the list is empty, the dtypes differ, or `out_type` is another one.

    In a graph it is one operation instead of one for each tensor.

    Example:
        >>> first, second = tf.shape_n([tf.zeros([2, 3]), tf.zeros([4])])
        >>> first
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([2, 3], dtype=int32)>
    """
    return _shape_n(input, _out_type(out_type, "ShapeN"), name)


@tf_export("size", keras="compat.v1.size", keras_defaults=True)
@composite
def size(input: TensorLike, out_type: DTypeLike | None = None, name: str | None = None) -> AnyTensor:
    """How many elements a tensor has. Mirrors `tf.size`.

    Arguments:
        input: a tensor of any dtype, or what converts to one. Of a SparseTensor those that are not stored count too; of
            a ragged tensor those that are there.
        out_type: int32 (the default, for None) or int64.
        name: a name for the operation in graphs.

    Returns:
        A scalar: the product of the sizes, 1 for a scalar. In a graph it is the number when the graph runs.

    More than 2 ** 31 - 1 elements need int64.

    Example:
        >>> tf.size([[1, 2, 3], [4, 5, 6]])
        <tf.Tensor: shape=(), dtype=int32, numpy=6>
        >>> tf.size(tf.sparse.from_dense([[0, 1], [0, 0]]))
        <tf.Tensor: shape=(), dtype=int32, numpy=4>
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
        known = None if TS.graph is None else _known(input, lambda s: s.num_elements(), wanted, name or "Size")
        return _size(input, wanted, name) if known is None else known
    if TS.graph is not None and isinstance(input, Tensor) and not input.shape.is_fully_defined():
        # Of a known shape it is a constant, which may have any type.
        raise of_no_allowed_type("out_type", wanted, ("int32", "int64"))
    return cast(_size(input, dt.int32, name), wanted)


@tf_export("rank")
@composite
def rank(input: TensorLike, name: str | None = None) -> AnyTensor:
    """How many axes a tensor has. Mirrors `tf.rank`.

    Arguments:
        input: a tensor of any dtype, or what converts to one; a SparseTensor or ragged tensor has the rank of what it
            stands for.
        name: a name for the operation in graphs.

    Returns:
        An int32 scalar: 0 for a scalar, 1 for a vector, 2 for a matrix.

    This is not the rank of a matrix in the sense of linear algebra, which `tf.linalg.matrix_rank` computes. As a Python
    number, where it is known, it is `tensor.shape.rank`.

    Example:
        >>> tf.rank([[1, 2, 3], [4, 5, 6]])
        <tf.Tensor: shape=(), dtype=int32, numpy=2>
        >>> tf.constant([[1, 2]]).shape.rank
        2
    """
    if _sparse(input):
        return size(input.dense_shape, name=name)
    known = None if TS.graph is None else _known(input, lambda s: s.rank, dt.int32, name or "Rank")
    return _rank(input, name) if known is None else known


# ---------------------------------------------------------------------- changing
@tf_export("reshape", v1=["reshape", "manip.reshape"])
@op(
    "Reshape",
    tensor="T",
    shape="shape",
    dtype_agnostic=True,
    shape_fn=shape_fallbacks.reshaped_by_sizes,
    shape_fallback=shape_fallbacks.reshaped,
)
def reshape(tensor: TensorLike, shape: SizesLike, name: str | None = None) -> AnyTensor:
    """The elements of a tensor, row by row, in another shape. Mirrors `tf.reshape`.

    Arguments:
        tensor: a tensor of any dtype, or what converts to one.
        shape: a list of integers, or an int32 or int64 vector. One of them may be -1: it is found from the number of
            elements. [] makes a scalar of one element, [-1] a vector of any tensor.
        name: a name for the operation in graphs.

    Returns:
        A tensor with the same elements in the same order.

    Raises:
        InvalidArgumentError: the numbers of elements differ, or more than one size is -1.

    To exchange axes there is `tf.transpose`, which changes the order of elements.

    Example:
        >>> x = tf.constant([[1, 2, 3], [4, 5, 6]])
        >>> tf.reshape(x, [3, 2])
        <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
        array([[1, 2],
               [3, 4],
               [5, 6]], dtype=int32)>
        >>> tf.reshape(x, [-1])
        <tf.Tensor: shape=(6,), dtype=int32, numpy=array([1, 2, 3, 4, 5, 6], dtype=int32)>
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
        raise when_run(f"Only one input size may be -1, not both {missing[0]} and {missing[1]}")
    for i, s in enumerate(sizes):
        if s < -1:
            raise invalid(f"Size {i} must be non-negative, not {s}")
    count = prod(dims)
    if missing:
        # Where a size of 0 is asked for, the other dimensions decide.
        product, known = prod([s for s in sizes if s > 0]), prod([d for d in dims if d]) if 0 in sizes else count
        if known % product and not (0 in sizes and 0 in dims):
            raise invalid(
                f"Input to reshape is a tensor with {count} values, but the requested shape requires a multiple of {product}",
            )
        at = missing[0]
        sizes = (*sizes[:at], known // product, *sizes[at + 1 :])
    product = prod(sizes)
    if product >= 2**63:
        raise invalid(f"Shape {list(sizes)} has too many elements")
    if product != count:
        raise invalid(f"Input to reshape is a tensor with {count} values, but the requested shape has {product}")
    return sizes


@tf_export("expand_dims")
@op("ExpandDims", input="T", axis="int", dtype_agnostic=True, scope="", shape_fallback=shape_fallbacks.expanded)
def expand_dims(input: TensorLike, axis: IntLike, name: str | None = None) -> AnyTensor:
    """A tensor with an axis of size 1 put in. Mirrors `tf.expand_dims`.

    Arguments:
        input: a tensor of any dtype, or what converts to one; ragged tensors as well.
        axis: where the axis is in the result, from -(rank + 1) to rank: 0 puts it first, -1 last.
        name: a name for the operation in graphs.

    Returns:
        A tensor of one more dimension with the same elements.

    Raises:
        InvalidArgumentError: the axis is out of range.

    A single example becomes a batch of one by `axis=0`. The same is written `x[tf.newaxis]` or `x[..., tf.newaxis]`;
    the inverse is `tf.squeeze`.

    Example:
        >>> tf.expand_dims([1, 2], axis=0)
        <tf.Tensor: shape=(1, 2), dtype=int32, numpy=array([[1, 2]], dtype=int32)>
        >>> tf.expand_dims([1, 2], axis=-1)
        <tf.Tensor: shape=(2, 1), dtype=int32, numpy=
        array([[1],
               [2]], dtype=int32)>
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
    """A tensor without its axes of size 1, or without some of them. Mirrors `tf.squeeze`.

    Arguments:
        input: a tensor of any dtype, or what converts to one; ragged tensors need `axis`.
        axis: which axes to leave out, an integer or a list; None (the default) or an empty list takes all of size 1.
        name: a name for the operation in graphs.

    Returns:
        A tensor with the same elements.

    Raises:
        InvalidArgumentError: an axis is not of size 1 or out of range.

    Without `axis` a batch that happens to hold one example loses its first axis too: name the axes in code that goes on
    with the result.

    Example:
        >>> tf.squeeze([[[1], [2]]])
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
        >>> tf.squeeze([[[1], [2]]], axis=0)
        <tf.Tensor: shape=(2, 1), dtype=int32, numpy=
        array([[1],
               [2]], dtype=int32)>
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


@op("EnsureShape", x="T", dtype_agnostic=True, scope="", shape_fallback=shape_fallbacks.same)
def _ensure_shape(x, shape, name=None):
    if not shape.is_compatible_with(tuple(x.shape)):
        wanted = ["?" if d is None else d for d in shape.as_list()]
        raise invalid(f"Shape of tensor input {dims_text(x.shape)} is not compatible with expected shape {dims_text(wanted)}.")
    return x


@tf_export("ensure_shape")
@composite
def ensure_shape(x: TensorLike, shape: SizesLike, name: str | None = None) -> Tensor:
    """A tensor that has, or is checked to have, a given shape. Mirrors `tf.ensure_shape`.

    Arguments:
        x: a tensor of any dtype.
        shape: a TensorShape, or a list in which None stands for any size.
        name: a name for the operation in graphs.

    Returns:
        A tensor with the value of `x`, whose static shape includes what `shape` says.

    Raises:
        InvalidArgumentError: `x` has another shape, eagerly at once, in a graph when it runs.
        ValueError: in a graph, what is known of the shape contradicts `shape`.

    `Tensor.set_shape` only states it. It helps after `tf.py_function` or the parsing of files, where nothing is known.

    Example:
        >>> tf.ensure_shape([[1, 2], [3, 4]], [None, 2])
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 2],
               [3, 4]], dtype=int32)>
    """
    shape = as_shape(shape)
    made = _ensure_shape(x, shape, name)
    if hasattr(made, "_op"):
        made.set_shape(shape)
    return made
