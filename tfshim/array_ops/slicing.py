"""`x[...]`, `slice`, `strided_slice` and assignment to slices of variables."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export, tf_private
from tfshim.array_ops import shape_fallbacks
from tfshim.array_ops.indices import INDEX_TYPES, is_mask, is_plain, resolve, specified
from tfshim.array_ops.joining import unstack
from tfshim.array_ops.masking import boolean_mask
from tfshim.engine.graphs.declarations import output_shapes
from tfshim.engine.ops.composite import composite, model_value
from tfshim.engine.ops.op import REGISTRY, op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import dtype_mismatch, invalid, when_run
from tfshim.engine.runtime.state import TS, S
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, mismatch
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.in_place import in_place
from tfshim.engine.variables.operators import install_operator
from tfshim.engine.variables.scatter_methods import converted
from tfshim.engine.variables.variable import Variable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, SizesLike, TensorLike, Window


_builtin_slice = slice
_new = object.__new__


def _sliced(x, begin, end, strides, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0, shrink_axis_mask=0):
    """The part of an array of torch or NumPy that the arguments of `strided_slice` name."""
    if shrink_axis_mask == 1 == len(begin) == len(end) and strides in (None, (1,)) and not (begin_mask or ellipsis_mask or new_axis_mask):
        # `x[i]`, which loops ask for again and again.
        at = begin[0]
        if type(at) is int and x.ndim and 0 <= at < x.shape[0]:
            return x[at]
    index, reverse = resolve(
        x.shape,
        begin,
        end,
        (1,) * len(begin) if strides is None else strides,
        begin_mask,
        end_mask,
        ellipsis_mask,
        new_axis_mask,
        shrink_axis_mask,
    )
    made = x[index]
    return made.flip(reverse) if reverse else made


@op(
    "StridedSlice",
    input_="T",
    begin="vector",
    end="vector",
    strides="vector?",
    dtype_agnostic=True,
    shape_fallback=shape_fallbacks.masked_slice,
)
def _strided_slice(
    input_,
    begin,
    end,
    strides=None,
    begin_mask=0,
    end_mask=0,
    ellipsis_mask=0,
    new_axis_mask=0,
    shrink_axis_mask=0,
    name=None,
):
    return _sliced(input_, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)


@op(
    "StridedSlice",
    input_="T",
    begin="vector",
    end="vector",
    strides="vector?",
    dtype_agnostic=True,
    scope="strided_slice/",
    shape_fallback=shape_fallbacks.masked_slice,
    register=False,
    as_declared=True,
)
def _item(
    input_,
    begin,
    end,
    strides,
    begin_mask,
    end_mask,
    ellipsis_mask,
    new_axis_mask,
    shrink_axis_mask,
    name="strided_slice",
):
    return _sliced(input_, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)


@op("StridedSlice", x="T", dtype_agnostic=True, scope="strided_slice/", register=False)
def _plain_item(x, key, name=None):
    try:
        return x[key]
    except IndexError:
        spec = specified(key)
        return _sliced(x, *spec)


def _check_bounds(begin, end, strides):
    """Raise where the bounds are not of the type of `begin`, which the steps have if none are given."""
    first = begin if isinstance(begin, Tensor) else convert_to_tensor(begin)
    for value in (end, strides):
        if isinstance(value, (str, bytes, float)):
            convert_to_tensor(value, first.dtype)
    if strides is None and isinstance(end, Tensor) and end.dtype != first.dtype and first.dtype.is_integer:
        if isinstance(begin, (list, tuple)):
            raise mismatch(first, end.dtype)
        raise dtype_mismatch("StridedSlice", 2, first.dtype, end.dtype, name=None)


@tf_export("strided_slice")
@composite
def strided_slice(
    input_: TensorLike,
    begin: TensorLike,
    end: TensorLike,
    strides: Window | None = None,
    begin_mask: FloatLike = 0,
    end_mask: IntLike = 0,
    ellipsis_mask: FloatLike = 0,
    new_axis_mask: IntLike = 0,
    shrink_axis_mask: IntLike = 0,
    var: Any = None,
    name: str | None = None,
) -> Tensor:
    """The part of a tensor from one place up to but without another, in steps, for each axis: what `x[a:b:c, ...]` stands
    for. Mirrors `tf.strided_slice`.

    Arguments:
        input_: a tensor of any dtype.
        begin: where to begin, an integer vector with n entries for the first n axes; negative numbers count from the
            end.
        end: where to stop, likewise; what lies beyond the end is cut off.
        strides: the steps, not 0; None (the default) for 1.
        begin_mask: an integer whose bit i says that `begin[i]` is ignored, and the axis is taken from its first element
            on; 0 by default, as the others.
        end_mask: likewise for `end`.
        ellipsis_mask: the bit of an entry that stands for all axes between, `...`.
        new_axis_mask: the bits of entries that put in an axis of size 1.
        shrink_axis_mask: the bits of entries that take the element at `begin`, whose axis goes.
        var: a variable whose value `input_` is; the result then has a method `assign`.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dtype of `input_`.

    Raises:
        InvalidArgumentError: an index is out of range, a step is 0, or the vectors differ in length.

    Example:
        >>> x = tf.constant([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
        >>> tf.strided_slice(x, [0, 0], [3, 2], [2, 1])
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 2],
               [7, 8]], dtype=int32)>
        >>> x[::2, :2]
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 2],
               [7, 8]], dtype=int32)>
    """
    if TS.graph is None:
        _check_bounds(begin, end, strides)
    spec = (begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    if TS.graph is not None:
        name = name or "StridedSlice"
        if strides is None and isinstance(begin, (list, tuple)) and all(isinstance(n, int) for n in begin):
            TS.graph.given_inputs["StridedSlice", "strides"] = _ones_like(begin)
    made = _strided_slice(input_, *spec, name)
    if isinstance(var, Variable):
        made.assign = _assigner(var, spec)
    return made


# ---------------------------------------------------------------------- x[key]
def _ones_like(begin):
    """Strides of 1 as TensorFlow's graphs compute them."""
    graph = TS.graph
    with name_scope("ones_like") as scope:
        graph._constant(convert_to_tensor(begin, dt.int32), "tensor")
        dims = graph._constant(convert_to_tensor([len(begin)], dt.int32), "Shape/shape_as_tensor")
        one = graph._constant(convert_to_tensor(1, dt.int32), "Const")
        graph.given_inputs["Fill", "dims"] = dims
        return REGISTRY["Fill"].public([len(begin)], one, name=scope)


def getitem(x, key):
    """`x[key]`: integers, slices, `...`, `tf.newaxis`, scalar integer tensors, or a boolean mask."""
    kind = type(key)
    if kind is tuple:
        for item in key:
            if type(item) is not int and not is_plain(item):
                return _general_item(x, key)
        if key.count(Ellipsis) > 1:
            return _general_item(x, key)
    elif kind is not int and not is_plain(key):
        return _general_item(x, key)
    if type(x) is EagerTensor:
        # Without a tape, a graph or a device scope nothing but torch's view is needed: the dispatch of an operation is skipped.
        direct = x._rec is None and type(x._t) is torch.Tensor
        if direct and (not S.special or TS.graph is None and TS.torch_device is None):
            try:
                t = x._t[key]
            except IndexError:  # the general path raises what TensorFlow does
                pass
            else:
                r = _new(EagerTensor)
                r._t = t
                r._dt = x._dt
                r._rec = None
                return r
        if TS.graph is None and x._rec is not None:
            return _plain_item(x, key)
    return _general_item(x, key)


def _without_tensors(item):
    """A scalar integer tensor, or a slice with such bounds, as Python has it; anything else as it is."""
    if type(item) is EagerTensor and item._dt.mask & INDEX_TYPES and item._t.ndim == 0:
        return int(item._t)
    if type(item) is _builtin_slice and EagerTensor in (type(item.start), type(item.stop), type(item.step)):
        bounds = item.start, item.stop, item.step
        plain = [*map(_without_tensors, bounds)]
        return item if all(a is b for a, b in zip(plain, bounds)) else _builtin_slice(*plain)
    return item


def _general_item(x, key):
    """`x[key]` for keys that torch does not take as they are."""
    if type(x) is EagerTensor and TS.graph is None:
        plain = tuple(map(_without_tensors, key)) if type(key) is tuple else _without_tensors(key)
        changed = any(a is not b for a, b in zip(plain, key)) if type(key) is tuple else plain is not key
        if changed:
            return getitem(x, plain)
    if is_mask(key):
        return boolean_mask(x, key)
    try:
        spec = specified(key, shows=True)
    except TypeError:
        found = model_value(key)
        if found is None:
            raise
        return found._item_of(x, key)
    if not type(spec[0]) is type(spec[1]) is type(spec[2]) is tuple and model_value(spec) is not None:
        return strided_slice(x, *spec)
    return _item(x, *spec)


_SPECIFICATION = "begin end strides begin_mask end_mask ellipsis_mask new_axis_mask shrink_axis_mask".split()


def _uncut(known, call):
    """The sizes `known` of a slice of `x` without those that were cut from unknown ones; None where the steps are unknown.

    The large stand-ins for unknown sizes in shape inference hide that `x[:10]` may have less than ten, and `x[:tf.shape(y)[0]]` less
    than all.
    """
    x, specification = call["input"], [call[name] for name in _SPECIFICATION]
    if isinstance(specification[2], Tensor) and not shape_fallbacks.known_values(specification[2]):
        return None
    if known is None or x.shape.rank is None:
        return known
    ends_unknown = any(isinstance(v, Tensor) and not shape_fallbacks.known_values(v) for v in specification[:3])
    if x.shape.is_fully_defined() and not ends_unknown:
        return known
    inferred = shape_fallbacks.masked_slice(x, *specification)[1]
    plan = shape_fallbacks.slice_plan(x.shape.rank, shape_fallbacks.count_of(specification[0]), *specification[5:])
    cut = [source is not None and (ends_unknown or x.shape[source] is None) for source, _ in plan]
    return [inferred[i] if is_cut else known[i] for i, is_cut in enumerate(cut)]


output_shapes.RULES["StridedSlice"] = _uncut


# ---------------------------------------------------------------------- assignment to a part of a variable
@op(
    "ResourceStridedSliceAssign",
    begin="vector",
    end="vector",
    strides="vector?",
    value="any",
    stateful=True,
    grad=None,
    scope="strided_slice/_assign",
)
def _assign(
    resource,
    begin,
    end,
    strides,
    begin_mask,
    end_mask,
    ellipsis_mask,
    new_axis_mask,
    shrink_axis_mask,
    value,
    name=None,
):
    with in_place(resource) as (t,):
        _set_part(t, (begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask), value)
    return resource._t


def _set_part(t, spec, value):
    """Set the part of `t` that `spec`, the arguments of `strided_slice`, names to `value`, in place."""
    begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask = spec
    index, reverse = resolve(
        t.shape,
        begin,
        end,
        (1,) * len(begin) if strides is None else strides,
        begin_mask,
        end_mask,
        ellipsis_mask,
        new_axis_mask,
        shrink_axis_mask,
    )
    place = t[index]
    shape = np.shape(place)
    try:
        value = np.broadcast_to(value, shape) if type(t) is np.ndarray else value.to(t.device).expand(shape)
    except (RuntimeError, ValueError):
        raise invalid(f"Cannot broadcast input shape {dims_text(value.shape)} into final shape {dims_text(shape)}") from None
    if reverse:
        value = np.flip(value, reverse) if type(t) is np.ndarray else value.flip(reverse)
    # NumPy would store an array of no dimensions as an object.
    t[index] = value if shape or type(t) is not np.ndarray else value[()]


def _assigner(variable, spec):
    """The method `assign` of the part of a variable that `spec` names."""

    def assign(value, name=None):
        """Set this part of the variable to `value`, which is broadcast to its shape."""
        value = converted(value, variable.dtype)
        return variable._written(_assign(variable, *spec, value, name), True)

    return assign


@tf_private("tensorflow.python.ops.array_ops._SliceHelperVar", "tensorflow.python.ops.tensor_getitem_override._slice_helper_var")
def _variable_item(variable, key):
    value = variable._tfshim_value()
    if type(value) is not EagerTensor and TS.graph is not None:
        TS.graph._read_by_operator(variable, value)
    made = getitem(value, key)
    if not is_mask(key):
        # `assign` is made when asked for: most parts of variables are only read.
        if type(made) is EagerTensor:
            made.assign = types.MethodType(_LazyAssign, (variable, key))
        else:
            made.assign = types.MethodType(_LazyAssignInGraph, (variable, key, made))
    return made


def _LazyAssign(source, value, name=None):  # noqa: N802 - takes the place of a method
    variable, key = source
    return _assigner(variable, specified(key))(value, name)


def _LazyAssignInGraph(source, value, name=None):  # noqa: N802 - takes the place of a method
    variable, key, part = source
    node = getattr(part, "_op", None)
    if node is None or node.type != "StridedSlice" or node.graph is not TS.graph:
        return _assigner(variable, specified(key))(value, name)
    # Graphs have it within the name of the part that was read, by whose bounds it goes.
    made = _assigner(variable, node.arguments[1:9])(value, name or f"{node.name}/_assign")
    written = TS.graph._operations[-1]
    if written.type == "ResourceStridedSliceAssign" and not node.static_inputs and not written.static_inputs:
        written.constants_of = node
    return made


# ---------------------------------------------------------------------- slice
@tf_export("slice")
@op("Slice", input_="T", begin="vector", size="vector", dtype_agnostic=True, shape_fallback=shape_fallbacks.sliced)
def slice(input_: TensorLike, begin: SizesLike, size: SizesLike, name: str | None = None) -> Tensor:  # noqa: A001 - TensorFlow's name
    """The part of a tensor that begins at a place and has a given shape. Mirrors `tf.slice`.

    Arguments:
        input_: a tensor of any dtype.
        begin: where it begins: an integer vector with one number for each axis, counted from 0.
        size: its shape, likewise; -1 takes all that is left of an axis.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the rank of `input_`.

    Raises:
        InvalidArgumentError: the part is not within `input_`, or there is not one number for each axis.

    What is written `x[1:3, :2]` is `tf.strided_slice`; this one is for places that are computed.

    Example:
        >>> x = tf.constant([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
        >>> tf.slice(x, [1, 0], [2, 2])
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[4, 5],
               [7, 8]], dtype=int32)>
        >>> tf.slice(x, [0, 1], [1, -1])
        <tf.Tensor: shape=(1, 2), dtype=int32, numpy=array([[2, 3]], dtype=int32)>
    """
    dims = input_.shape
    rank = len(dims)
    if len(begin) != rank or len(size) != rank or any(type(v) is not int for v in (*begin, *size)):
        raise invalid(
            f"Expected begin and size arguments to be 1-D tensors of size {rank}, but got shapes "
            f"{dims_text(np.shape(begin))} and "
            f"{dims_text(np.shape(size))} instead."
        )
    index = []
    for i, (at, count) in enumerate(zip(begin, size)):
        if not 0 <= at <= dims[i]:
            raise when_run(f"Expected begin[{i}] in [0, {dims[i]}], but got {at}")
        if count == -1:
            count = dims[i] - at
        if not 0 <= count <= dims[i] - at:
            raise when_run(f"Expected size[{i}] in [0, {dims[i] - at}], but got {count}")
        index.append((i, at, count))
    if type(input_) is np.ndarray:
        return input_[tuple(_builtin_slice(at, at + count) for _, at, count in index)]
    # Most parts are whole in some axes, and each step that is taken costs as much as the next.
    made = input_
    for i, at, count in index:
        if count != dims[i]:
            made = made.narrow(i, at, count)
    return input_[...] if made is input_ else made


# ---------------------------------------------------------------------- iteration
def _iterate(x):
    """The slices of an eager tensor along its first dimension, in one go."""
    t = x._t
    if t.ndim == 0:
        raise TypeError("Cannot iterate over a scalar tensor.")
    if type(t) is not torch.Tensor:
        return (getitem(x, i) for i in range(len(t)))
    if x._rec is None:
        return map(_wrapper(x._dt), t.unbind(0))
    return iter(unstack(x))


def _wrapper(dtype):
    """A function that makes EagerTensors of `dtype`, which no tape has recorded."""

    def wrapped(t):
        r = _new(EagerTensor)
        r._t = t
        r._dt = dtype
        r._rec = None
        return r

    return wrapped


install_operator("__getitem__", getitem)
Variable.__getitem__ = _variable_item
EagerTensor.__iter__ = _iterate  # type: ignore[method-assign]
