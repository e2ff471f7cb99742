"""Tensors from Python values and from shapes: `constant`, `zeros`, `fill`, `range` and the like."""

from __future__ import annotations

import builtins
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.array_ops.casting import cast
from tfshim.array_ops.shapes import reshape, shape
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_arguments import quick_ints
from tfshim.engine.runtime import promotion
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import arrays, convert, memory
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_eager
from tfshim.engine.values.dtypes import DType, as_dtype
from tfshim.engine.values.python_numbers import out_of_range, quick_eager
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap
from tfshim.engine.variables.constant_lists import holds_tensor, not_constant, symbolic_in
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


# ---------------------------------------------------------------------- constants
def eager_constant(value, dtype=None, shape=None):
    """The EagerTensor that `constant` gives outside of graphs."""
    dtype = None if dtype is None else as_dtype(dtype).base_dtype
    if isinstance(value, EagerTensor):
        if dtype is not None and value.dtype != dtype:
            raise TypeError(f"Expected tensor {value} with dtype {dtype!r}, but got dtype {value.dtype!r}.")
        made = value
    elif isinstance(value, Tensor):
        raise TypeError(f"Expected any non-tensor type, but got the tensor {value}: use tf.identity or tf.convert_to_tensor.")
    elif isinstance(value, TensorShape):
        if value.rank is None:
            raise ValueError("ValueError: Cannot take the length of shape with unknown rank.")
        made = convert_to_eager(value.as_list(), dtype)  # a list to TensorFlow, of any dtype
    elif isinstance(value, (list, tuple)) and holds_tensor(value):
        symbolic = symbolic_in(value)
        if symbolic is not None:
            wanted = "any non-tensor type" if dtype is None else dtype.name
            raise TypeError(f"Expected {wanted}, but got the tensor {symbolic}: use tf.stack or tf.convert_to_tensor.")
        raise not_constant(value)
    else:
        if hasattr(type(value), "_tfshim_value"):
            value = value.numpy()
        made = convert_to_eager(value, dtype)
    if shape is None:
        return made
    dims = tuple(TensorShape(shape).as_list() if not isinstance(shape, EagerTensor) else shape._t.tolist())
    # A single value is filled into the shape, which fails at the None with this error.
    if None in dims and made._num_elements() == 1:
        raise ValueError(f"Can't convert Python sequence with mixed types to Tensor: the shape {dims} is not fully known.")
    if None in dims:
        raise TypeError(
            f"Eager execution of tf.constant with unsupported shape. Tensor {made} (converted from {value!r}) has "
            f"{made._num_elements()} elements, but got `shape` {dims} with None elements: give every size."
        )
    if any(d < 0 for d in dims):
        raise ValueError(f"Dimension {min(dims)} must be >= 0")
    t = made._t
    if tuple(t.shape) == dims:
        return made
    count = made._num_elements()
    if prod(dims) == count:
        return wrap(t.reshape(dims), made._dt)
    if count == 1:
        try:
            if type(t) is np.ndarray:
                return wrap(np.full(dims, t.reshape(-1)[0], dtype=object), made._dt)
            return wrap(t.reshape(()).expand(dims).contiguous(), made._dt)
        except (RuntimeError, MemoryError, ValueError) as e:
            raise memory.error(e, dims, made._dt) from None
    if TS.graph is not None:
        raise TypeError(f"Expected Tensor's shape: {dims}, but got {tuple(made.shape)}.")
    raise TypeError(
        f"Eager execution of tf.constant with unsupported shape. Tensor {made.numpy()} (converted from {value}) has "
        f"{count} "
        f"elements, but got `shape` {dims} with {prod(dims)} elements)."
    )


@tf_export("constant")
def constant(value: TensorLike, dtype: DTypeLike | None = None, shape: SizesLike | None = None, name: str | None = "Const") -> Tensor:
    """A tensor with a given value. Mirrors `tf.constant`.

    Arguments:
        value: a number, bool or string, a nested list or tuple of such, a NumPy array, or an eager tensor.
        dtype: the dtype to have. None (the default) takes what fits: float32 for Python floats, int32 for ints (int64
            where they need it), NumPy's own dtype for arrays.
        shape: the shape to have: of as many elements as `value` has, which are laid out row by row; or any shape for a
            single one, which is repeated. None keeps the shape of `value`.
        name: a name for the constant in graphs, "Const" by default.

    Returns:
        A tensor, which never changes.

    Raises:
        TypeError: an element does not fit the dtype, or their number not the shape.
        ValueError: the lists are of different lengths, or hold tensors (`tf.stack` takes these).

    Example:
        >>> tf.constant([[1, 2], [3, 4]])
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 2],
               [3, 4]], dtype=int32)>
        >>> tf.constant([1, 2, 3], tf.float32)
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 2., 3.], dtype=float32)>
        >>> tf.constant(7, shape=[2, 2])
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[7, 7],
               [7, 7]], dtype=int32)>
        >>> tf.constant("text")
        <tf.Tensor: shape=(), dtype=string, numpy=b'text'>
    """
    if promotion.hook is not None:
        converted = promotion.hook(constant, (value, dtype, shape, name), {})
        if converted is not NotImplemented:
            return converted
    made = None
    if shape is None and (dtype is None or type(dtype) is DType):
        made = quick_eager(value, dtype)
    if made is None:
        made = eager_constant(value, dtype, shape)
    return made if TS.graph is None else TS.graph._constant(made, name, shape is not None and np.size(value) == 1)


@tf_export("convert_to_tensor")
def convert_to_tensor(value: Any, dtype: DTypeLike | None = None, dtype_hint: DTypeLike | None = None, name: str | None = None) -> Tensor:
    """The tensor that a value is, or can be made into. Mirrors `tf.convert_to_tensor`.

    Arguments:
        value: a tensor, variable, NumPy array, torch tensor, number, string, nested list of any of these, or an object
            with a registered conversion.
        dtype: the dtype to have; None (the default) takes what fits, as `tf.constant` does. A tensor is not cast.
        dtype_hint: a dtype to try first, without an error where it does not fit.
        name: a name for the operation in graphs.

    Returns:
        A tensor; `value` itself if it is one. While a graph is built, a node of it.

    Raises:
        ValueError: a tensor has another dtype, or lists are of different lengths.
        TypeError: there is no conversion, or none to `dtype`.

    Functions that take "a tensor, or what converts to one" call it for their arguments.

    Example:
        >>> tf.convert_to_tensor(np.arange(3, dtype="float64"))
        <tf.Tensor: shape=(3,), dtype=float64, numpy=array([0., 1., 2.])>
        >>> tf.convert_to_tensor([tf.constant(1), 2, 3])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 2, 3], dtype=int32)>
        >>> tf.convert_to_tensor(tf.Variable([1.5]))
        <tf.Tensor: shape=(1,), dtype=float32, numpy=array([1.5], dtype=float32)>
    """
    if dtype_hint is not None:
        dtype_hint = as_dtype(dtype_hint)
    made = convert.convert_to_tensor(value, dtype, dtype_hint, name)
    if type(made) is not EagerTensor:
        # What stands for a tensor of a model that is being put together has a layer for the conversion, as for operations.
        dispatch = getattr(type(made), "_tfshim_dispatch", None) if made is value else None
        found = NotImplemented
        if dispatch is not None:
            given = {"value": value, "dtype": dtype, "dtype_hint": dtype_hint, "name": name}
            found = dispatch(convert_to_tensor, (), given)
        return made if found is NotImplemented else found
    if TS.graph is None:
        return made
    return TS.graph._as_node(made) if made is value else TS.graph._constant(made, name)


# ---------------------------------------------------------------------- filled
def _scalar(complaint, value):
    """`value` without dimensions: a vector of one element counts as a scalar."""
    if value.ndim and tuple(value.shape) != (1,):
        raise invalid(f"{complaint} {dims_text(value.shape)}")
    return value.reshape(())


def _filling(dims, value):
    if any(type(d) is not int and type(d) is not torch.SymInt for d in dims):
        raise invalid(f"dims must represent a vector, got shape {dims_text(np.shape(dims))}")
    if any(d < 0 for d in dims):
        raise invalid(f"Dimension {next(d for d in dims if d < 0)} must be >= 0")
    return _scalar("value must represent a scalar, got shape", value).expand(dims).contiguous()


@op("Fill", dims="shape", value="T", dtype_agnostic=True, shape_fallback=shape_fallbacks.filled)
def _fill(dims, value, name=None):
    return _filling(dims, value)


@op("Fill", dims="shape", value="T", dtype_agnostic=True, scope="", shape_fallback=shape_fallbacks.filled, register=False, as_declared=True)
def _fill_scoped(dims, value, name=None):
    return _filling(dims, value)


def _check_layout(function, layout):
    if layout is not None:
        raise refused(f"tf.{function}", "layout")


@tf_export("fill")
@composite
def fill(dims: SizesLike, value: TensorLike, name: str | None = None, layout: Any = None) -> Tensor:
    """A tensor with the same value in every place. Mirrors `tf.fill`.

    Arguments:
        dims: the shape: a list of integers or an int32 or int64 vector, which a graph may compute.
        value: a scalar of any dtype, which the result has.
        name: a name for the operation in graphs.
        layout: belongs to DTensor and is refused unless None.

    Returns:
        A tensor of the shape `dims`.

    Raises:
        InvalidArgumentError: a size is negative, or `value` is not a scalar.

    The gradient for `value` is the sum over all places. Other than `tf.constant` with a shape it does not keep the
    elements in a graph.

    Example:
        >>> tf.fill([2, 3], 7)
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[7, 7, 7],
               [7, 7, 7]], dtype=int32)>
        >>> tf.fill([2], "a")
        <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'a', b'a'], dtype=object)>
    """
    _check_layout("fill", layout)
    return _fill(dims, value, name)


_SMALL = 1000  # elements


def _small(shape, value, dtype):
    """What is filled with `value`, where it is small enough for TensorFlow to make it a constant of the graph; else None."""
    dims = quick_ints(shape)
    if dims is None or dims and (min(dims) < 0 or prod(dims) >= _SMALL):
        return None
    return eager_constant(value, dtype, dims)


def _filled(shape, dtype, number, name):
    """`zeros` and `ones`: at once where no graph is built, else as a node."""
    dtype = as_dtype(dtype).base_dtype
    if dtype.torch is not None and TS.graph is None:
        dims = quick_ints(shape)
        if dims is not None and (not dims or min(dims) >= 0):
            try:
                return wrap(torch.full(dims, number, dtype=dtype.torch, device=current_torch_device()), dtype)
            except RuntimeError:
                pass  # there is no memory for it: the operation itself raises
            except TypeError:
                if max(dims) < 2**63:
                    raise
                raise out_of_range() from None
    if dtype is dt.string and number == 0:
        value = ""
    else:
        value = bool(number) if dtype is dt.bool else number
    items = shape if isinstance(shape, (list, tuple)) else (shape,)
    if any(isinstance(s, (str, bytes, float)) for s in items):
        convert_to_tensor(shape)  # which refuses values of several types
        raise TypeError(f"Cannot convert {shape!r} to EagerTensor of dtype int32")
    if TS.graph is not None and isinstance(shape, TensorShape) and not shape.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape {shape} to a Tensor.")
    if any(s is None for s in items):
        if TS.graph is not None:
            raise TypeError("Expected int32, but got None of type 'NoneType'.")
        convert_to_tensor(shape)  # which refuses None, alone or among numbers
    if TS.graph is not None:
        made = _small(shape, value, dtype)
        if made is not None:
            return TS.graph._constant(made, name or ("ones" if number else "zeros"), True)
        dims = quick_ints(shape)
        if dims is not None and min(dims) >= 0:
            with name_scope(name or ("ones" if number else "zeros")) as scope:
                wanted = convert_to_eager(dims, dt.int32 if max(dims) < 2**31 else dt.int64)
                TS.graph.given_inputs["Fill", "dims"] = TS.graph._constant(wanted, "shape_as_tensor")
                return _fill_scoped(dims, TS.graph._constant(convert_to_eager(value, dtype), "Const"), scope)
        if hasattr(type(shape), "_tfshim_value"):
            shape = convert.convert_to_tensor(shape)
        if isinstance(shape, Tensor) or any(isinstance(s, Tensor) for s in items):
            with name_scope(name or ("ones" if number else "zeros")) as scope:
                if not isinstance(shape, Tensor):
                    long = any(getattr(s, "dtype", None) is dt.int64 for s in items)
                    shape = higher.pack_nested(list(items), dt.int64 if long else dt.int32, "packed")
                dims = shape if shape.shape.rank else reshape(shape, [-1])  # one size, or perhaps one: a vector of it
                return _fill_scoped(dims, TS.graph._constant(convert_to_eager(value, dtype), "Const"), scope)
    return _fill_scoped(shape, convert_to_eager(value, dtype), name or ("ones" if number else "zeros") if TS.graph is not None else name)


@tf_export("zeros")
@composite
def zeros(shape: SizesLike, dtype: DTypeLike = dt.float32, name: str | None = None, layout: Any = None) -> Tensor:
    """A tensor of zeros. Mirrors `tf.zeros`.

    Arguments:
        shape: a list or tuple of integers, one integer, an integer vector or a TensorShape that is fully known.
        dtype: any dtype, float32 by default; bool gives False, string empty strings.
        name: a name for the operation in graphs.
        layout: belongs to DTensor and is refused unless None.

    Returns:
        A tensor of that shape and dtype.

    Raises:
        InvalidArgumentError: a size is negative.
        ValueError: a size is None. For the shape of another tensor, unknown sizes included, there is `tf.zeros_like`.

    Example:
        >>> tf.zeros([2, 3])
        <tf.Tensor: shape=(2, 3), dtype=float32, numpy=
        array([[0., 0., 0.],
               [0., 0., 0.]], dtype=float32)>
        >>> tf.zeros(2, tf.bool)
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([False, False])>
    """
    _check_layout("zeros", layout)
    return _filled(shape, dtype, 0, name)


@tf_export("ones")
@composite
def ones(shape: SizesLike, dtype: DTypeLike | None = dt.float32, name: str | None = None, layout: Any = None) -> Tensor:
    """A tensor of ones. Mirrors `tf.ones`.

    Arguments:
        shape: a list or tuple of integers, one integer, an integer vector or a TensorShape that is fully known.
        dtype: any dtype of numbers or bool, float32 by default; bool gives True.
        name: a name for the operation in graphs.
        layout: belongs to DTensor and is refused unless None.

    Returns:
        A tensor of that shape and dtype.

    Raises:
        InvalidArgumentError: a size is negative.
        TypeError: the dtype is string, which has no one.
        ValueError: a size is None. For the shape of another tensor there is `tf.ones_like`.

    Example:
        >>> tf.ones([2, 2])
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 1.],
               [1., 1.]], dtype=float32)>
        >>> tf.ones([3], tf.int32)
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 1, 1], dtype=int32)>
    """
    _check_layout("ones", layout)
    return _filled(shape, dtype, 1, name)


def _texts_shape(x):
    # Texts have no kernel on shapes alone; for numbers it carries the values of sizes along.
    return (x.dtype, x.shape) if x.dtype.torch is None else None


@op("ZerosLike", x="any", grad=None, scope="", shape_fn=_texts_shape)
def _zeros_like(x, name=None):
    if type(x) is np.ndarray:
        return np.full(x.shape, b"", dtype=object) if arrays.is_text(x) else arrays.variant_zeros(x)
    return torch.zeros_like(x)


@op("OnesLike", x="T", T=dt.NUMBERS | dt.BOOL, grad=None, scope="")
def _ones_like(x, name=None):
    return torch.ones_like(x)


def _like(input, dtype, number, name):
    if not hasattr(type(input), "_tfshim_value"):
        input = convert.convert_to_tensor(input)
    wanted = input.dtype if dtype is None else as_dtype(dtype).base_dtype
    known = input.shape
    if TS.graph is not None and wanted is not dt.variant and known.is_fully_defined():
        # It does not depend on `input` then, which may have no value yet: that of a variable, or of a placeholder that is not fed.
        return _filled(known, wanted, number, name or ("ones_like" if number else "zeros_like"))
    # Quantized types share torch's with others: only `_filled` says which it is.
    if wanted is input.dtype and wanted._kind != "q":
        return _ones_like(input, name) if number else _zeros_like(input, name)
    name = name or ("ones_like" if number else "zeros_like") if TS.graph is not None else name
    return _filled(known if known.is_fully_defined() else shape(input), wanted, number, name)


@tf_export("zeros_like", elementwise="unary")
@composite
def zeros_like(input: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, layout: Any = None) -> AnyTensor:
    """A tensor of zeros with the shape of another one. Mirrors `tf.zeros_like`.

    Arguments:
        input: a tensor of any dtype, or what converts to one. A ragged tensor gives a ragged one of the same rows.
        dtype: the dtype of the result; None (the default) takes that of `input`.
        name: a name for the operation in graphs.
        layout: belongs to DTensor and is refused unless None.

    Returns:
        A tensor of the shape of `input`, in graphs of its shape when they run; False for bools, empty strings for
        strings.

    No gradient flows back to `input`.

    Example:
        >>> x = tf.constant([[1.5, 2.5], [3.5, 4.5]])
        >>> tf.zeros_like(x)
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[0., 0.],
               [0., 0.]], dtype=float32)>
        >>> tf.zeros_like(x, dtype=tf.int32)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[0, 0],
               [0, 0]], dtype=int32)>
    """
    _check_layout("zeros_like", layout)
    return _like(input, dtype, 0, name)


@tf_export("ones_like", elementwise="unary")
@composite
def ones_like(input: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, layout: Any = None) -> AnyTensor:
    """A tensor of ones with the shape of another one. Mirrors `tf.ones_like`.

    Arguments:
        input: a tensor, or what converts to one. A ragged tensor gives a ragged one of the same rows.
        dtype: the dtype of the result; None (the default) takes that of `input`.
        name: a name for the operation in graphs.
        layout: belongs to DTensor and is refused unless None.

    Returns:
        A tensor of the shape of `input`, in graphs of its shape when they run; True for bools.

    No gradient flows back to `input`. It is how the labels of real examples are made in adversarial training, for any
    batch size.

    Example:
        >>> tf.ones_like([[1.5, 2.5], [3.5, 4.5]])
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 1.],
               [1., 1.]], dtype=float32)>
        >>> tf.ones_like(["a", "b"], dtype=tf.int32)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 1], dtype=int32)>
    """
    _check_layout("ones_like", layout)
    return _like(input, dtype, 1, name)


# ---------------------------------------------------------------------- sequences
_RANGE = dt.REALS | dt.SIGNED_INTS | dt.uint16.mask | dt.uint32.mask
_FEW = 4096  # numbers whose values are kept while a graph is built
# The order in which `tf.range` finds a common type for its bounds.
_RANK_OF = {d: i for i, d in enumerate((dt.int32, dt.int64, dt.float32, dt.float64))}


@op(
    "Range",
    start="Tidx",
    limit="Tidx",
    delta="Tidx",
    Tidx=_RANGE,
    grad=None,
    scope="",
    shape_fn=shape_fallbacks.counted,
    shape_fallback=shape_fallbacks.numbers,
)
def _range(start, limit, delta, name=None):
    start, limit, delta = (
        _scalar(f"{role} must be a scalar, not shape", t) for role, t in (("start", start), ("limit", limit), ("delta", delta))
    )
    dtype = start.dtype
    a, b, d = start.item(), limit.item(), delta.item()
    whole = not dtype.is_floating_point
    if d == 0:
        raise invalid(f"Requires delta != 0: {d:g}")
    if d > 0 and a > b or d < 0 and a < b:
        bounds = f"{a}/{b}" if whole else f"{a:g}/{b:g}"
        raise invalid(f"Requires start {'<= limit when delta >' if d > 0 else '>= limit when delta <'} 0: {bounds}")
    if whole:
        most = torch.iinfo(dtype).max
        if not dtype.is_signed or abs(b - a) + abs(d) <= most:
            return torch.arange(a, b, d, dtype=dtype, device=start.device)
        # TensorFlow takes the distance in the type itself, where it wraps around.
        distance = abs((b - a + most + 1) % (2 * most + 2) - most - 1)
        count = (distance - 1) // abs(d) + 1
        if count == 1:
            return start.reshape(1)
        return start + delta * torch.arange(count, dtype=dtype, device=start.device)
    count = torch.ceil(torch.abs((limit - start) / delta)).item()  # in the type itself, as TensorFlow counts
    if not count <= memory.MOST:
        raise invalid(f"Requires ((limit - start) / delta) <= {memory.MOST}")
    count = int(count)
    return start + delta * torch.arange(count, dtype=dtype, device=start.device)


@tf_export("range")
@composite
def range(
    start: TensorLike, limit: TensorLike | None = None, delta: TensorLike = 1, dtype: DTypeLike | None = None, name: str | None = "range"
) -> Tensor:  # noqa: A001 - TensorFlow's name
    """The numbers from `start` up to but without `limit`, `delta` apart. Mirrors `tf.range`.

    Arguments:
        start: the first number, a scalar. If it is the only argument, it is the limit, and the numbers start at 0.
        limit: the bound, which is not part of the result.
        delta: the distance, 1 by default; negative to count down.
        dtype: the dtype of the result; None (the default) takes the largest of the arguments' dtypes.
        name: a name for the operation in graphs, "range" by default.

    Returns:
        A vector; without elements where `start` is `limit`.

    Raises:
        InvalidArgumentError: `delta` is 0, or leads away from `limit`, which Python's `range` allows.

    Example:
        >>> tf.range(5)
        <tf.Tensor: shape=(5,), dtype=int32, numpy=array([0, 1, 2, 3, 4], dtype=int32)>
        >>> tf.range(3, 12, 3)
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([3, 6, 9], dtype=int32)>
        >>> tf.range(1.0, 0.0, -0.25)
        <tf.Tensor: shape=(4,), dtype=float32, numpy=array([1.  , 0.75, 0.5 , 0.25], dtype=float32)>
    """
    if limit is None:
        start, limit = 0, start
    if TS.graph is None and dtype is None and type(start) is type(limit) is type(delta) is int:
        # Within int32, which Python integers become; everything else, and what is an error, takes the general path.
        if delta > 0 and -(2**31) <= start <= limit < 2**31 and limit - start < 2**31 > delta:
            made = _few_integers(start, limit, delta)
            if made is not None:
                return made
    if dtype is not None:
        dtype = as_dtype(dtype).base_dtype
    parts = []
    for value in (start, limit, delta):
        # Python numbers take the given type at once; tensors keep theirs and are cast below.
        if not isinstance(value, Tensor) and not hasattr(type(value), "_tfshim_value"):
            value = convert.convert_to_tensor(value, dtype)
        parts.append(convert.convert_to_tensor(value))
    if dtype is None:
        kinds = [p.dtype for p in parts]
        # TensorFlow has an `assert` here.
        if any(k not in _RANK_OF for k in kinds):
            raise AssertionError(
                f"tf.range takes int32, int64, float32 and float64 bounds unless `dtype` is given, got {', '.join(k.name for k in kinds)}."
            )
        dtype = builtins.max(kinds, key=_RANK_OF.__getitem__)
    first, second, third = (cast(p, dtype) for p in parts)
    made = _range(first, second, third, None if name == "range" else name)
    if type(made) is not EagerTensor and dtype.is_floating:
        _note_numbers(made, [static_value(p) for p in parts])
    return made


def _few_integers(start, limit, delta):
    """The range of Python integers that fit into int32; None where there is not enough memory, or what else torch refuses."""
    try:
        return wrap(torch.arange(start, limit, delta, dtype=torch.int32, device=current_torch_device()), dt.int32)
    except RuntimeError:
        return None


def _note_numbers(made, bounds):
    """Give `made`, numbers of a graph, the shape and the value that follow from `bounds` where these are known."""
    if any(b is None or b.ndim for b in bounds):
        return
    dtype = made.dtype
    first, last, step = (torch.tensor(b.item(), dtype=dtype.torch) for b in bounds)
    if step and step * (last - first) >= 0 and (last - first) / step <= _FEW:
        values = _range._tfshim_op.kernel(first, last, step)
        made.set_shape([len(values)])
        made._static = wrap(values, dtype)
