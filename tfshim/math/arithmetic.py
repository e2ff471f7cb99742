"""Addition, subtraction, multiplication, powers and functions composed of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops.shapes import identity
from tfshim.engine.graphs import fused_steps
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.named_dimensions import merged
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.math._gradients import with_derivatives

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


POWERS = dt.INEXACT | dt.SIGNED_INTS


@tf_export("math.add", "add", elementwise="binary")
@op("AddV2", x="T", y="T", T=dt.NUMBERS | dt.STRING, hint=True, scope="", scalar="y", direct=torch.add, objects=np.add)
def add(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x + y`, element by element with broadcasting; joins strings. Mirrors `tf.math.add`.

    `x`, `y`: tensors of the same number type or of strings; a Python value takes the type of `x`. Raises
    InvalidArgumentError where dtypes differ or shapes do not broadcast.
    """
    return torch.add(x, y)


def _add_in_place(x, y):
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
    """`x - y`, element by element with broadcasting. Mirrors `tf.math.subtract`.

    `x`, `y`: tensors of the same number type; a Python value takes the type of the other argument. Raises TypeError
    where it cannot, InvalidArgumentError where dtypes differ or shapes do not broadcast.
    """
    return torch.sub(x, y)


@tf_export("math.multiply", "multiply", elementwise="binary")
@op("Mul", x="T", y="T", T=dt.NUMBERS, scope="", scalar="y", direct=torch.mul)
def multiply(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x * y`, element by element with broadcasting. Mirrors `tf.math.multiply`.

    `x`, `y`: tensors of the same number type; a Python value takes the type of the other argument. Raises TypeError
    where it cannot, InvalidArgumentError where dtypes differ or shapes do not broadcast.
    """
    return torch.mul(x, y)


@tf_export("math.negative", "negative", elementwise="unary", keras_defaults=True)
@op("Neg", x="T", T=dt.INEXACT | dt.SIGNED_INTS, scope="", direct=torch.neg)
def negative(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`-x`, element by element. Mirrors `tf.math.negative`.

    `x`: a tensor of a signed number type; the least integer stays what it is.
    """
    return torch.neg(x)


@tf_export("math.square", "square", elementwise="unary", keras_defaults=True)
@op("Square", x="T", T=dt.NUMBERS, scope="")
def square(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`x * x`, element by element. Mirrors `tf.math.square`.

    `x`: a tensor of any number type; integers wrap around.
    """
    return torch.mul(x, x)


@tf_export("math.squared_difference", v1=["math.squared_difference", "squared_difference"], elementwise="binary", keras_defaults=True)
@op("SquaredDifference", x="T", y="T", T=dt.INEXACT | dt.INDEX, scope="")
def squared_difference(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`conj(x - y) * (x - y)`, element by element with broadcasting. Mirrors `tf.math.squared_difference`.

    `x`, `y`: tensors of one type: float, complex, int32 or int64. The result has that type.
    """
    if x.is_complex():
        return _complex_squared_difference(x, y)
    d = torch.sub(x, y)
    return torch.mul(d, d)


def _squared_modulus(x, y):
    d = torch.sub(x, y)
    return torch.mul(d.conj(), d).resolve_conj()


_complex_squared_difference = with_derivatives(_squared_modulus, lambda x, y, z: 2 * (x - y), lambda x, y, z: -2 * (x - y), conjugate=False)


@tf_export("math.pow", "pow", elementwise="binary")
@op("Pow", x="T", y="T", T=POWERS, scope="", scalar="y")
def pow(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x` to the power `y`, element by element with broadcasting. Mirrors `tf.math.pow`.

    `x`, `y`: tensors of one type: float, complex or signed integer. Raises InvalidArgumentError where an integer
    would be raised to a negative power.
    """
    if x.is_floating_point() or x.is_complex():
        number = _number(x, y)
        # torch is much quicker for small whole exponents given as Python numbers; its derivative differs only for 0.
        return torch.pow(x, number) if number else _pow(x, y)
    if not y.is_meta and bool((y < 0).any()):
        raise invalid("Integers to negative integer powers are not allowed")
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

    `x`: a float, complex or signed integer tensor; integers divide as integers do. Raises InvalidArgumentError for
    the integer 0.
    """
    if x.is_floating_point() or x.is_complex():
        return torch.reciprocal(x)
    if not x.is_meta and bool((x == 0).any()):
        raise invalid("Integer division by zero")
    return torch.div(torch.ones_like(x), x, rounding_mode="trunc")


@op("AddN", inputs="T*", T=dt.NUMBERS | dt.QUANTIZED, out="T", scope="", shape_fallback=merged)
def _add_n(inputs, name=None):
    first = inputs[0]
    for i, other in enumerate(inputs):
        if other.shape != first.shape:
            raise invalid(
                "Inputs to operation AddN of type AddN must have the same size and shape.  "
                f"Input 0: {list(first.shape)} != input {i}: {list(other.shape)}".replace(", ", ","),
            )
    total = first
    for other in inputs[1:]:
        total = torch.add(total, other)
    return total


@tf_export("math.add_n", "add_n")
@composite
def add_n(inputs: TensorLike, name: str | None = None) -> AnyTensor:
    """The sum of the tensors in the list `inputs`. Mirrors `tf.math.add_n`.

    `inputs`: at least one tensor or IndexedSlices, all of one dtype and shape (no broadcasting). Raises ValueError for
    an empty list, InvalidArgumentError where dtypes or shapes differ.
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
    """The sum of the tensors in the list `inputs`. Mirrors `tf.math.accumulate_n`.

    `inputs`: tensors of one dtype and shape. `shape`: the shape they are expected to be compatible with.
    `tensor_dtype`: the dtype they must have. Raises ValueError for an empty list or one that disagrees,
    TypeError for another dtype than `tensor_dtype`.
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
def scalar_mul(scalar: TensorLike, x: TensorLike, name: str | None = None) -> AnyTensor:
    """`scalar * x`. Mirrors `tf.math.scalar_mul`.

    `scalar`: a number or a tensor of no dimensions; `x`: a tensor or IndexedSlices, whose dtype it takes. Raises
    ValueError where `scalar` has dimensions.
    """
    base = dt.as_dtype(x.dtype).base_dtype
    scalar = convert_to_tensor(scalar, dtype=base, name="scalar")
    shape = scalar.shape
    if shape.ndims is not None and shape.ndims != 0:
        raise ValueError(f"The input scalar must be a 0-D value. Received shape {shape}.")
    if isinstance(x, IndexedSlices):
        return IndexedSlices(multiply(scalar, x.values, name=name), x.indices, x.dense_shape)
    return multiply(scalar, x, name=name)
