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
        return _size(input, wanted, name)
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
    return size(input.dense_shape, name=name) if _sparse(input) else _rank(input, name)


# ---------------------------------------------------------------------- changing
@tf_export("reshape", v1=["reshape", "manip.reshape"])
@op("Reshape", tensor="T", shape="shape", dtype_agnostic=True, shape_fallback=shape_fallbacks.reshaped)
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


@op("Identity", input="any", dtype_agnostic=True)
def _identity(input, name=None):
    return input


@tf_export("identity")
@composite
def identity(input: TensorLike, name: str | None = None) -> AnyTensor:
    """A tensor with the value that something has now. Mirrors `tf.identity`.

    Arguments:
        input: a tensor, variable, SparseTensor, RaggedTensor or IndexedSlices, or what converts to a tensor.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape, dtype and value of `input`, in graphs a node of its own; a composite tensor for a
        composite one. For a variable it is a copy that later assignments do not change.

    The gradient passes unchanged. In graphs it gives a value a name, or a place under `tf.control_dependencies`.

    Example:
        >>> v = tf.Variable([1.0, 2.0])
        >>> before = tf.identity(v)
        >>> v.assign([9.0, 9.0])
        <tf.Variable 'UnreadVariable' shape=(2,) dtype=float32, numpy=array([9., 9.], dtype=float32)>
        >>> before
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
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
    """Several tensors, passed on together. Mirrors `tf.identity_n`.

    Arguments:
        input: a list of at least one tensor, of any dtypes and shapes.
        name: a name for the operation in graphs.

    Returns:
        A list of tensors with their values.

    Raises:
        InvalidArgumentError: the list is empty.

    TensorFlow uses it to give a group of tensors a gradient of their own, as does `tf.custom_gradient`. The gradient
    passes unchanged.

    Example:
        >>> tf.identity_n([tf.constant(1), tf.constant("a")])
        [<tf.Tensor: shape=(), dtype=int32, numpy=1>, <tf.Tensor: shape=(), dtype=string, numpy=b'a'>]
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
    """A tensor unchanged, with the caller's promise that it is constant. Mirrors `tf.guarantee_const`.

    Arguments:
        input: a tensor of any dtype, or a variable, of which it is the value.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape, dtype and value of `input`.

    Raises:
        LookupError: a gradient is asked for, which the operation does not have.

    TensorFlow may compute what depends on such values once instead of in each run of a graph. Here no use is made of
    the promise, so that nothing goes wrong where it is not kept.

    Example:
        >>> tf.guarantee_const([1, 2])
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
    """
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
    """A tensor repeated along axes of size 1 until it has a given shape. Mirrors `tf.broadcast_to`.

    Arguments:
        input: a tensor of any dtype, or what converts to one.
        shape: an int32 or int64 vector with at least as many sizes as `input` has axes. They are compared from the last
            one on: each is that of `input`, or `input` has 1 there.
        name: a name for the operation in graphs.

    Returns:
        A tensor of that shape.

    Raises:
        InvalidArgumentError: the shape does not fit.

    The gradient is summed over what was repeated. Arithmetic broadcasts by itself; this is for operations that do not.

    Example:
        >>> tf.broadcast_to([1, 2, 3], [2, 3])
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[1, 2, 3],
               [1, 2, 3]], dtype=int32)>
        >>> tf.broadcast_to([[1], [2]], [2, 2])
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 1],
               [2, 2]], dtype=int32)>
    """
    if isinstance(shape, TensorShape):
        shape = shape_to_eager(shape)
    return _broadcast_to(input, shape, name)


@tf_export("broadcast_static_shape")
def broadcast_static_shape(shape_x: SizesLike, shape_y: SizesLike) -> TensorShape:
    """The shape that two tensors of given static shapes broadcast to. Mirrors `tf.broadcast_static_shape`.

    Arguments:
        shape_x: a TensorShape.
        shape_y: a TensorShape. Sizes are compared from the last one on; they are equal, one of them is 1, or unknown.

    Returns:
        A TensorShape: with an unknown size where it is not determined, of unknown rank where one of the two is.

    Raises:
        ValueError: the shapes do not broadcast.

    Nothing is computed in a graph. For shapes that are tensors there is `tf.broadcast_dynamic_shape`.

    Example:
        >>> tf.broadcast_static_shape(tf.TensorShape([5, 1, 3]), tf.TensorShape([4, 1]))
        TensorShape([5, 4, 3])
        >>> tf.broadcast_static_shape(tf.TensorShape([None, 3]), tf.TensorShape([1]))
        TensorShape([None, 3])
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
    """The shape that two tensors of the shapes in two vectors broadcast to. Mirrors `tf.broadcast_dynamic_shape`.

    Arguments:
        shape_x: an int32 or int64 vector, such as `tf.shape` gives.
        shape_y: a vector of the same dtype. Sizes are compared from the last one on; they are equal, or one of them is
            1.

    Returns:
        A vector of their dtype, as long as the longer of the two.

    Raises:
        InvalidArgumentError: the shapes do not broadcast.

    In a graph it is computed when the graph runs, for sizes that are not known before.

    Example:
        >>> tf.broadcast_dynamic_shape([5, 1, 3], [4, 1])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([5, 4, 3], dtype=int32)>
    """
    return _broadcast_args(shape_x, shape_y)
