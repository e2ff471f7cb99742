"""Addition, subtraction, multiplication, powers and functions composed of them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops.identities import identity
from tfshim.engine.graphs import fused_steps
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.named_dimensions import merged
from tfshim.engine.ops.vectorized import complex_numbers
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.arrays import variant_sum
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import at_least, readable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor
from tfshim.engine.variables.variable_ops import assign_add, assign_sub, scaled_update
from tfshim.math import _squares
from tfshim.math._gradients import with_derivatives

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


POWERS = dt.INEXACT | dt.SIGNED_INTS
# Up to which power products of many integers take less time than torch's power of each, and from how many of them on.
_FACTORS, _MANY = 4, 1 << 10


def _of_complex(x, y):
    """Whether both are tensors of one complex dtype."""
    return type(x) is torch.Tensor is type(y) and x.dtype is y.dtype and x.is_complex()


@tf_export("math.add", "add", elementwise="binary")
@op("AddV2", x="T", y="T", T=dt.NUMBERS | dt.STRING, hint=True, scope="", scalar="y", direct=torch.add, objects=np.add)
def add(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x + y`, element by element with broadcasting; strings are joined. Mirrors `tf.math.add`, and the operator `+` of
    tensors.

    Arguments:
        x: a tensor of numbers or strings, or what converts to one.
        y: a tensor of the dtype of `x`; a Python number, list or array takes the dtype of the tensor beside it. A shape
            that differs has to broadcast: sizes are compared from the last axis on, and 1 fits any.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype. Integers wrap around, bools cannot be added. Ragged
        tensors give ragged ones.

    Raises:
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    Example:
        >>> tf.add([1, 2], 10)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([11, 12], dtype=int32)>
        >>> tf.add([[1.0], [2.0]], [10.0, 20.0])
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[11., 21.],
               [12., 22.]], dtype=float32)>
        >>> tf.add("tf.", "add")
        <tf.Tensor: shape=(), dtype=string, numpy=b'tf.add'>
    """
    return complex_numbers.plus(x, y) if _of_complex(x, y) else torch.add(x, y)


def _add_in_place(x, y):
    if _of_complex(x, y):
        return complex_numbers.plus(x, y)
    same = type(x) is torch.Tensor is type(y) and x.shape == y.shape and x.dtype is y.dtype
    memory = fused_steps.memory_of(x, y) if same else None
    if memory is None or memory.flat and not y.is_contiguous():
        return torch.add(x, y)
    memory.whole.add_(memory.into(y))
    return memory.back()


fused_steps.owns_result(add)
fused_steps.in_place(add, _add_in_place, places=2)


@tf_export("math.subtract", "subtract", elementwise="binary")
@op("Sub", x="T", y="T", T=dt.NUMBERS, scope="", scalar="y", direct=torch.sub)
def subtract(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x - y`, element by element with broadcasting. Mirrors `tf.math.subtract`, and the operator `-` of tensors.

    Arguments:
        x: a tensor of numbers, or what converts to one.
        y: a tensor of the dtype of `x`, or a Python value, which takes the dtype of the other argument.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype. Integers wrap around: unsigned ones do not become
        negative.

    Raises:
        TypeError: a Python value does not fit the dtype of the other argument, such as 0.5 beside int32.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    Example:
        >>> tf.subtract([5, 7], [1, 2])
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([4, 5], dtype=int32)>
        >>> tf.subtract(tf.constant([1, 2], tf.uint8), tf.constant(2, tf.uint8))
        <tf.Tensor: shape=(2,), dtype=uint8, numpy=array([255,   0], dtype=uint8)>
    """
    return complex_numbers.minus(x, y) if _of_complex(x, y) else torch.sub(x, y)


@tf_export("math.multiply", "multiply", elementwise="binary")
@op("Mul", x="T", y="T", T=dt.NUMBERS, scope="", scalar="y", direct=torch.mul)
def multiply(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x * y`, element by element with broadcasting; for products of matrices there is `tf.matmul`. Mirrors
    `tf.math.multiply`, and the operator `*` of tensors.

    Arguments:
        x: a tensor of numbers, or what converts to one.
        y: a tensor of the dtype of `x`, or a Python value, which takes the dtype of the other argument.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype. Integers wrap around.

    Raises:
        TypeError: a Python value does not fit the dtype of the other argument, such as 0.5 beside int32.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    Example:
        >>> tf.multiply([1, 2, 3], 2)
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([2, 4, 6], dtype=int32)>
        >>> tf.multiply([[1.0], [2.0]], [3.0, 4.0])
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[3., 4.],
               [6., 8.]], dtype=float32)>
    """
    return torch.mul(x, y)


_LARGE = 1 << 15  # elements whose pass over memory takes longer than finding out whether one of two can be left out
_AS_THEY_LIE = ("ReadVariableOp", "Identity", "Placeholder")  # what gives the memory of a variable, which may change before its last use


def _scales_a_large_tensor(product, update):
    """Whether `product` is that of a scalar and of a large tensor that was computed."""
    a, b = product.arguments[:2]
    scale, t = (a, b) if a.shape.rank == 0 else (b, a)
    size = t.shape.num_elements()
    return scale.shape.rank == 0 and size is not None and size >= _LARGE and t.op.kind not in _AS_THEY_LIE


for _operation, _sign in ((assign_add, 1), (assign_sub, -1)):
    fused_steps.as_one(multiply, _operation, scaled_update(_sign), _scales_a_large_tensor, at=1)


@tf_export("math.negative", "negative", elementwise="unary", keras_defaults=True)
@op("Neg", x="T", T=dt.INEXACT | dt.SIGNED_INTS, scope="", direct=torch.neg)
def negative(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`-x`, element by element. Mirrors `tf.math.negative`, and what the operator `-` in front of a tensor does.

    Arguments:
        x: a tensor of any shape, or what converts to one: floats, complex numbers or signed integers.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`. The least integer of a dtype, which has no positive counterpart, stays
        what it is.

    Raises:
        InvalidArgumentError: `x` holds unsigned integers or bools; for these there is `tf.math.logical_not`.

    Example:
        >>> tf.negative([1.5, -2.0])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([-1.5,  2. ], dtype=float32)>
        >>> -tf.constant([-128, 127], tf.int8)
        <tf.Tensor: shape=(2,), dtype=int8, numpy=array([-128, -127], dtype=int8)>
    """
    return complex_numbers.opposite(x) if x.is_complex() else torch.neg(x)


@tf_export("math.square", "square", elementwise="unary", keras_defaults=True)
@op("Square", x="T", T=dt.NUMBERS, scope="")
def square(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`x * x`, element by element. Mirrors `tf.math.square`.

    Arguments:
        x: a tensor of any shape and number type, or what converts to one; ragged and sparse tensors keep their
            structure.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: integers wrap around, floats that are too large become infinite. A
        complex number is multiplied by itself, not by its conjugate.

    The gradient is `2 * x`.

    Example:
        >>> tf.square([1.5, -2.0])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([2.25, 4.  ], dtype=float32)>
        >>> tf.square(tf.constant(2.0j, tf.complex64))
        <tf.Tensor: shape=(), dtype=complex64, numpy=(-4+0j)>
    """
    return _squares.square(x)


@tf_export("math.squared_difference", v1=["math.squared_difference", "squared_difference"], elementwise="binary", keras_defaults=True)
@op("SquaredDifference", x="T", y="T", T=dt.INEXACT | dt.INDEX, scope="")
def squared_difference(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The squares of `x - y`, element by element with broadcasting. Mirrors `tf.math.squared_difference`.

    Arguments:
        x: a tensor: floats, complex numbers, int32 or int64.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype. For complex numbers it is `conj(x - y) * (x - y)`, whose
        imaginary part is 0.

    Raises:
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    The mean of it is the loss of `tf.keras.losses.MeanSquaredError`.

    Example:
        >>> tf.math.squared_difference([1.0, 2.0, 5.0], 2.0)
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 0., 9.], dtype=float32)>
        >>> tf.reduce_mean(tf.math.squared_difference([1.0, 2.0], [3.0, 2.0]))
        <tf.Tensor: shape=(), dtype=float32, numpy=2.0>
    """
    if x.is_complex():
        return _complex_squared_difference(x, y)
    apart = torch.sub(x, y)
    return _squares.square(apart) if apart.requires_grad else apart.mul_(apart)


def _squared_modulus(x, y):
    d = complex_numbers.minus(x, y) if _of_complex(x, y) else torch.sub(x, y)
    return torch.mul(d.conj(), d).resolve_conj()


_complex_squared_difference = with_derivatives(_squared_modulus, lambda x, y, z: 2 * (x - y), lambda x, y, z: -2 * (x - y), conjugate=False)


@tf_export("math.pow", "pow", elementwise="binary")
@op("Pow", x="T", y="T", T=POWERS, scope="", scalar="y")
def pow(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x` to the power `y`, element by element with broadcasting. Mirrors `tf.math.pow`, and the operator `**` of tensors.

    Arguments:
        x: a tensor: floats, complex numbers or signed integers.
        y: the exponents, a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype. A negative float to a power that is not whole gives NaN,
        anything to the power 0 gives 1; integers wrap around.

    Raises:
        InvalidArgumentError: an integer is raised to a negative power, the dtypes differ, or the shapes do not
            broadcast.

    The gradient for `y` is 0 where `x` is not positive.

    Example:
        >>> tf.pow([2.0, 9.0], [3.0, 0.5])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([8., 3.], dtype=float32)>
        >>> tf.pow(2, [0, 1, 2, 3])
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([1, 2, 4, 8], dtype=int32)>
    """
    if x.is_floating_point() or x.is_complex():
        number = _number(x, y)
        # torch is much quicker for small whole exponents given as Python numbers; its derivative differs only for 0.
        return torch.pow(x, number) if number else _pow(x, y)
    if not y.is_meta and bool((y < 0).any()):
        raise invalid("Integers to negative integer powers are not allowed")
    if not y.dim() and readable(y) and 1 < y.item() <= _FACTORS and at_least(x.numel(), _MANY):
        return functools.reduce(torch.mul, [x] * y.item())
    return torch.pow(x, y)


def _number(x, y):
    """The one exponent as a Python number, None where there are several or it cannot be looked at."""
    if y.dim() or not x.dim() or y.requires_grad or y.device.type != "cpu":
        return None
    try:
        return y.item()
    except RuntimeError:  # it is being traced
        return None


def _safe_log(x):
    mask = x != 0 if x.is_complex() else x > 0
    return torch.where(mask, torch.log(torch.where(mask, x, torch.ones_like(x))), torch.zeros_like(x))


# TensorFlow's derivatives: y * x**(y - 1) also where y is 0; the logarithm counts as 0 where it is not defined.
_pow = with_derivatives(torch.pow, lambda x, y, z: y * torch.pow(x, y - 1), lambda x, y, z: z * _safe_log(x))


@tf_export("math.reciprocal", v1=["math.reciprocal", "reciprocal"], elementwise="unary", keras_defaults=True)
@op("Reciprocal", x="T", T=dt.INEXACT | dt.SIGNED_INTS, scope="")
def reciprocal(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`1 / x`, element by element. Mirrors `tf.math.reciprocal`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: infinity for 0, and 0 for an infinity.

    Raises:
        NotFoundError: `x` holds signed integers, for which TensorFlow declares the operation, but has no kernel.
        InvalidArgumentError: `x` holds unsigned integers or bools.

    The gradient is `-y * y` for the result `y`. `tf.math.reciprocal_no_nan` gives 0 for 0 instead.

    Example:
        >>> tf.math.reciprocal([2.0, -4.0, 0.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([ 0.5 , -0.25,   inf], dtype=float32)>
    """
    if x.is_floating_point() or x.is_complex():
        return torch.reciprocal(x)
    if not x.is_meta and bool((x == 0).any()):
        raise invalid("Integer division by zero")
    return torch.div(torch.ones_like(x), x, rounding_mode="trunc")


def _objects_shape(inputs):
    # Variants have no kernel on shapes alone.
    return (dt.variant, inputs[0].shape) if inputs[0].dtype is dt.variant else None


@op(
    "AddN",
    inputs="T*",
    T=dt.NUMBERS | dt.QUANTIZED | dt.masks("variant"),
    out="T",
    scope="",
    shape_fn=_objects_shape,
    shape_fallback=merged,
)
def _add_n(inputs, name=None):
    first = inputs[0]
    if type(first) is np.ndarray:
        return variant_sum(inputs)
    for i, other in enumerate(inputs):
        if other.shape != first.shape:
            raise invalid(
                "Inputs to operation AddN of type AddN must have the same size and shape.  "
                f"Input 0: {list(first.shape)} != input {i}: {list(other.shape)}".replace(", ", ","),
            )
    total = first
    for i, other in enumerate(inputs[1:]):
        if total.is_complex():
            total = complex_numbers.plus(total, other)
            continue
        # What the first sum has made is nobody else's.
        total = total.add_(other) if i and not total.requires_grad and not other.requires_grad else torch.add(total, other)
    return total


@tf_export("math.add_n", "add_n")
@composite
def add_n(inputs: TensorLike, name: str | None = None) -> AnyTensor:
    """The sum of all tensors in a list, element by element. Mirrors `tf.math.add_n`.

    Arguments:
        inputs: a list or tuple of at least one tensor or IndexedSlices, all of one dtype and one shape: nothing is
            broadcast.
        name: a name for the operation in graphs.

    Returns:
        A tensor of that shape and dtype; of a single one, the tensor itself.

    Raises:
        ValueError: the list is empty or holds None.
        InvalidArgumentError: dtypes or shapes differ.

    `tf.reduce_sum` sums over the axes of one tensor, `sum(list)` of Python broadcasts.

    Example:
        >>> tf.add_n([[1.0, 2.0], [10.0, 20.0], [100.0, 200.0]])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([111., 222.], dtype=float32)>
    """
    listed = list(inputs)
    if not listed or any(x is None for x in listed):
        raise ValueError("Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and shape.")
    tensors = [convert_to_tensor(x) for x in listed]
    if len(tensors) == 1:
        if name is None:
            return tensors[0]
        return identity(tensors[0], name=name)
    return _add_n(tensors, name=name)


@tf_export("math.accumulate_n", v1=["math.accumulate_n", "accumulate_n"])
@composite
def accumulate_n(
    inputs: TensorLike, shape: SizesLike | None = None, tensor_dtype: DTypeLike | None = None, name: str | None = None
) -> Tensor:
    """The sum of the tensors in a list, with a check of their shape and dtype. Mirrors `tf.math.accumulate_n`.

    Arguments:
        inputs: a list or tuple of at least one tensor, all of one dtype and one shape.
        shape: a shape that all of them must be compatible with; None (the default) demands nothing. Unknown sizes may
            be None.
        tensor_dtype: the dtype that they must have; None demands nothing.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of the inputs, with a gradient for each of them.

    Raises:
        ValueError: the list is empty, dtypes differ, or a shape is not compatible.
        TypeError: the dtype is not `tensor_dtype`.

    Example:
        >>> tf.math.accumulate_n([[1, 2], [10, 20]], shape=[2], tensor_dtype=tf.int32)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([11, 22], dtype=int32)>
    """
    complaint = "inputs must be a list of at least one Tensor with the same dtype and shape"
    if not isinstance(inputs, (list, tuple)) or not inputs:
        raise ValueError(complaint)
    tensors = [convert_to_tensor(x) for x in inputs]
    if any(x.dtype != tensors[0].dtype for x in tensors):
        raise ValueError(complaint)
    merged = TensorShape(shape) if shape is not None else TensorShape(None)
    for x in tensors:
        merged = merged.merge_with(x.shape)
    if tensor_dtype is not None and dt.as_dtype(tensor_dtype) != tensors[0].dtype:
        raise TypeError(
            f"The `tensor_dtype` argument is {tensor_dtype}, but `input` is of type {tensors[0].dtype}. "
            "These must be equal. Try casting the input to the desired type."
        )
    return add_n(tensors, name=name)


@tf_export("math.scalar_mul", "scalar_mul", elementwise="binary")
@composite
@in_name_scope("scalar_mul", last=True)
def scalar_mul(scalar: TensorLike, x: TensorLike, name: str | None = None) -> AnyTensor:
    """`scalar * x` for one number and a tensor. Mirrors `tf.math.scalar_mul`.

    Arguments:
        scalar: a Python number or a tensor without dimensions; it takes the dtype of `x`.
        x: a tensor or IndexedSlices, of which only the values are multiplied.
        name: a name for the operation in graphs.

    Returns:
        A tensor, or IndexedSlices, of the shape and dtype of `x`.

    Raises:
        ValueError: `scalar` has dimensions.

    Other than `tf.multiply` it does not broadcast, and it keeps sparse gradients sparse.

    Example:
        >>> tf.scalar_mul(0.5, tf.constant([2.0, 3.0]))
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1. , 1.5], dtype=float32)>
        >>> slices = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([4]))
        >>> tf.scalar_mul(10.0, slices).values
        <tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[10., 20.]], dtype=float32)>
    """
    base = dt.as_dtype(x.dtype).base_dtype
    scalar = convert_to_tensor(scalar, dtype=base, name="scalar")
    shape = scalar.shape
    if shape.ndims is not None and shape.ndims != 0:
        raise ValueError(f"The input scalar must be a 0-D value. Received shape {shape}.")
    if isinstance(x, IndexedSlices):
        return IndexedSlices(multiply(scalar, x.values, name=name), x.indices, x.dense_shape)
    if TS.graph is not None and type(scalar) is EagerTensor:
        scalar = TS.graph._constant(scalar, "scalar")
    return multiply(scalar, x, name=name)
