"""The divisions and remainders of TensorFlow: true, floor, truncating, and the ones that avoid NaN."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.elementwise import BY_ELEMENT
from tfshim.engine.ops.vectorized import comparisons, quotients, selections
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.readable import is_not_zero, number_is, on_processor, readable
from tfshim.engine.values.tensor import EagerTensor
from tfshim.math._gradients import needs_grad, with_derivatives
from tfshim.math._unsigned import floor_divide_unsigned, remainder_unsigned

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


# What integers turn into before they are divided.
_TRUE_DIVISION = {
    dt.uint8: dt.float32,
    dt.int8: dt.float32,
    dt.uint16: dt.float32,
    dt.int16: dt.float32,
    dt.uint32: dt.float64,
    dt.int32: dt.float64,
    dt.uint64: dt.float64,
    dt.int64: dt.float64,
    dt.bfloat16: None,
    dt.float16: None,
    dt.float32: None,
    dt.float64: None,
    dt.complex64: None,
    dt.complex128: None,
}


@tf_export("realdiv", elementwise="binary")
@op("RealDiv", x="T", y="T", T=dt.INEXACT, scope="", scalar="y", direct=torch.div)
def realdiv(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x / y` for floats and complex numbers, element by element with broadcasting. Mirrors `tf.realdiv`.

    Arguments:
        x: a tensor: float16, bfloat16, float32, float64, complex64 or complex128.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype. Division by 0 gives infinity, 0 / 0 gives NaN; nothing is
        raised.

    Raises:
        NotFoundError: the arguments are integers, which `tf.truediv` takes.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    Example:
        >>> tf.realdiv([1.0, -1.0, 0.0], [2.0, 0.0, 0.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([ 0.5, -inf,  nan], dtype=float32)>
    """
    return torch.div(x, y)


_INEXACT = dt.INEXACT


@tf_export("math.truediv", "truediv", elementwise="binary")
@composite
def truediv(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x / y` as Python 3 divides, element by element with broadcasting. Mirrors `tf.math.truediv`, and the operator `/`
    of tensors.

    Arguments:
        x: a tensor of numbers, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape. Floats and complex numbers keep their dtype; integers of 8 and 16 bits give
        float32, longer ones float64. Division by 0 gives infinity or NaN, for integers too.

    Raises:
        TypeError: the dtypes differ, or are bool or string.
        InvalidArgumentError: the shapes do not broadcast.

    Example:
        >>> tf.truediv([1, 2, 3], 2)
        <tf.Tensor: shape=(3,), dtype=float64, numpy=array([0.5, 1. , 1.5])>
        >>> tf.truediv([1.0, 0.0], [4.0, 0.0])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.25,  nan], dtype=float32)>
    """
    if type(x) is EagerTensor and x._dt.mask & _INEXACT:
        if type(y) is EagerTensor and y._dt is x._dt or type(y) is float:
            return realdiv(x, y, name)
    if TS.graph is not None and is_variable(y) and getattr(x, "dtype", None) is y.dtype and y.dtype.mask & _INEXACT:
        return realdiv(x, y, name=name)  # which reads it
    x, y, target = _true_operands(x, y, "__truediv__")
    if target is None:
        return realdiv(x, y, name=name)
    return _of_cast(realdiv, (x, y), target, name, "truediv")


def _of_cast(operation, tensors, target, name, default):
    """`operation` of two tensors cast to the dtype `target`; in graphs the casts and constants are within its name."""
    graph = TS.graph
    if graph is None:
        return operation(*(cast(t, target) for t in tensors), name=name)
    with name_scope(name or default) as scope:
        tensors = [graph._as_node(t, f"{scope}{label}/") if type(t) is EagerTensor else t for t, label in zip(tensors, "xy")]
        return operation(*(cast(t, target) for t in tensors), name=scope)


def _true_operands(x, y, what):
    """`x` and `y` as tensors of one dtype, and the dtype to cast them to before dividing (None: as they are)."""
    if TS.graph is None or not _is_read_within(x):
        x = convert_to_tensor(x)
    if TS.graph is None or not _is_read_within(y):
        y = convert_to_tensor(y, dtype_hint=x.dtype.base_dtype)
    x_dtype, y_dtype = x.dtype.base_dtype, y.dtype.base_dtype
    if x_dtype != y_dtype:
        raise TypeError(f"`x` and `y` must have the same dtype, got {x_dtype!r} != {y_dtype!r}.")
    if x_dtype not in _TRUE_DIVISION:
        known = ", ".join(repr(d) for d in _TRUE_DIVISION)
        raise TypeError(f"Invalid dtype {x_dtype!r} in {what}. Expected one of {{{known}}}.")
    return x, y, _TRUE_DIVISION[x_dtype]


def _is_read_within(x):
    """Whether `x` is a variable that the operation which divides reads itself: in a graph its read is named after that."""
    return is_variable(x) and _TRUE_DIVISION.get(x.dtype.base_dtype, x) is None


@tf_export("math.divide", "divide", elementwise="binary")
@composite
def divide(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x / y` by the rules of the operator `/`. Mirrors `tf.math.divide`.

    Arguments:
        x: a tensor, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape: floats and complex numbers keep their dtype, integers of 8 and 16 bits give
        float32, longer ones float64. Other kinds of tensors that have the operator, such as sparse ones, are divided by
        it.

    Raises:
        TypeError: the dtypes differ or have no division.
        InvalidArgumentError: the shapes do not broadcast.

    `tf.math.floordiv` keeps integers, `tf.math.divide_no_nan` gives 0 for a division by 0.

    Example:
        >>> tf.divide([6, 3], 4)
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1.5 , 0.75])>
        >>> tf.divide(tf.constant([[1.0], [2.0]]), [1.0, 2.0])
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1. , 0.5],
               [2. , 1. ]], dtype=float32)>
    """
    # The operator has no place for a name, but it is also that of other kinds of tensors.
    if name is not None:
        return truediv(x, y, name)
    if not is_tensor(x) and not is_tensor(y):
        x = convert_to_tensor(x)
    return x / y


@tf_export("math.floordiv", v1=["math.floordiv", "floordiv"], elementwise="binary")
@op("FloorDiv", x="T", y="T", T=dt.REAL_NUMBERS, grad=None, scalar="y")
def floordiv(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x / y` rounded down, towards minus infinity. Mirrors `tf.math.floordiv`, and the operator `//` of tensors.

    Arguments:
        x: a tensor of real numbers, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype: floats stay floats.

    Raises:
        InvalidArgumentError: an integer is divided by 0, the dtypes differ, or the shapes do not broadcast.

    `x == y * floordiv(x, y) + floormod(x, y)` holds. There is no gradient. `tf.truncatediv` rounds towards 0, as C
    does.

    Example:
        >>> tf.math.floordiv([7, -7], 2)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([ 3, -4], dtype=int32)>
        >>> tf.math.floordiv([7.5, -0.5], 2.0)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 3., -1.], dtype=float32)>
    """
    if x.is_floating_point():
        # The floor of the rounded quotient, as TensorFlow: torch's own floor division gives 9 for 1.0 and 0.1, this 10.
        quotient = torch.div(x, y)
        return torch.floor(quotient) if quotient.requires_grad else quotient.floor_()
    if x.dtype is torch.uint64:
        return floor_divide_unsigned(x, _nonzero(y))
    return _integer_division(x, y, "floor")


def _integer_division(x, y, mode):
    """The quotient, rounded by `mode`. Raises InvalidArgumentError for a zero in `y`."""
    number = quotients.by_one(x, y) if mode == "floor" else None
    if number is not None:
        return quotients.floored(x, number)
    try:
        return torch.div(x, y, rounding_mode=mode)
    except RuntimeError as e:
        if "ZeroDivisionError" in str(e):
            raise invalid("Integer division by zero") from None
        raise


def _nonzero(y):
    if not y.is_meta and bool((y == 0).any()):
        raise invalid("Integer division by zero")
    return y


_remainder = with_derivatives(torch.remainder, lambda x, y, z: torch.ones_like(z), lambda x, y, z: -torch.floor(torch.div(x, y)))


@tf_export("math.floormod", "math.mod", v1=["math.floormod", "math.mod", "floormod", "mod"], elementwise="binary", keras_defaults=True)
@op("FloorMod", x="T", y="T", T=dt.REAL_NUMBERS, scalar="y")
def floormod(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """What `floordiv` leaves over: the remainder that has the sign of `y`. Mirrors `tf.math.floormod` and `tf.math.mod`,
    and the operator `%` of tensors.

    Arguments:
        x: a tensor of real numbers, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype; NaN for a float modulo 0.

    Raises:
        InvalidArgumentError: an integer is taken modulo 0, the dtypes differ, or the shapes do not broadcast.

    The gradient for `x` is 1, for `y` minus the quotient rounded down. `tf.truncatemod` has the sign of `x`.

    Example:
        >>> tf.math.floormod([7, -7], 3)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
        >>> tf.math.floormod([7.5, -0.5], 2.0)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1.5, 1.5], dtype=float32)>
    """
    if x.is_floating_point():
        return _remainder(x, y)
    if x.dtype is torch.uint64:
        return remainder_unsigned(x, _nonzero(y))
    number = quotients.by_one(x, y)
    if number is not None:
        return quotients.remainders(x, number)
    try:
        return torch.remainder(x, y)
    except RuntimeError as e:
        if "ZeroDivisionError" in str(e):
            raise invalid("Integer division by zero") from None
        raise


mod = floormod

_NOT_BY_ZERO = "Unexpected error in binary operator (only integer div and mod should have errors)"


@tf_export("truncatediv", elementwise="binary")
@op("TruncateDiv", x="T", y="T", T=dt.INTS | dt.INEXACT, grad=None)
def truncatediv(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x / y` rounded towards 0, as C divides integers. Mirrors `tf.truncatediv`.

    Arguments:
        x: a tensor of integers or floats, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype.

    Raises:
        InternalError: an integer is divided by 0; TensorFlow has this type here.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.
        NotImplementedError: the numbers are complex.

    There is no gradient. `tf.math.floordiv` rounds down, so that the two differ where the signs do.

    Example:
        >>> tf.truncatediv([7, -7], 2)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([ 3, -3], dtype=int32)>
        >>> tf.math.floordiv([7, -7], 2)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([ 3, -4], dtype=int32)>
    """
    if x.is_complex():
        raise NotImplementedError("truncatediv is not defined for complex numbers. Use tf.realdiv.")
    if x.is_floating_point():
        return torch.trunc(torch.div(x, y))
    if not y.is_meta and bool(comparisons.eq(y, 0).any()):
        raise errors.InternalError(None, None, _NOT_BY_ZERO)
    if x.dtype is torch.uint64:
        return floor_divide_unsigned(x, y)
    if not x.dtype.is_signed:
        return torch.div(x, y, rounding_mode="trunc")
    # The processor traps the least integer divided by -1; negated, it stays what it is.
    inverted = comparisons.eq(y, -1)
    if readable(inverted) and not inverted.any():
        return torch.div(x, y, rounding_mode="trunc")
    return torch.where(inverted, -x, torch.div(x, torch.where(inverted, 1, y), rounding_mode="trunc"))


@tf_export("truncatemod", elementwise="binary")
@op("TruncateMod", x="T", y="T", T=dt.REALS | dt.INDEX, grad="missing")
def truncatemod(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """What `truncatediv` leaves over: the remainder that has the sign of `x`. Mirrors `tf.truncatemod`.

    Arguments:
        x: a tensor: floats, int32 or int64.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype; NaN for a float modulo 0.

    Raises:
        InternalError: an integer is taken modulo 0; TensorFlow has this type here.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    `x == y * truncatediv(x, y) + truncatemod(x, y)` holds.

    Example:
        >>> tf.truncatemod([7, -7], 3)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([ 1, -1], dtype=int32)>
        >>> tf.math.floormod([7, -7], 3)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
    """
    if not x.is_floating_point() and not y.is_meta and bool(comparisons.eq(y, 0).any()):
        raise errors.InternalError(None, None, _NOT_BY_ZERO)
    return torch.fmod(x, y)


def _zero_where(condition, value):
    return selections.where(condition, value.new_zeros(()), value)


def div_no_nan_values(x, y):
    """`x / y` of two torch tensors, 0 where `y` is 0."""
    zero = comparisons.eq(y, 0)
    if not needs_grad(x, y):
        return selections.zeroed_(torch.div(x, y), zero)
    # The quotient itself stays finite: torch would multiply an infinite slope by 0.
    return _zero_where(zero, torch.div(x, selections.where(zero, y.new_ones(()), y)))


_div_no_nan = with_derivatives(
    div_no_nan_values,
    lambda x, y, z: div_no_nan_values(torch.ones_like(y), y),
    lambda x, y, z: div_no_nan_values(-z, y),
)


@op("DivNoNan", x="T", y="T", T=dt.INEXACT, scope="", shape_fn=BY_ELEMENT)
def _divide_no_nan(x, y, name=None):
    if needs_grad(y):
        return _div_no_nan(x, y)
    # What a loss is divided by is one number as a rule, and hardly ever 0. By `x` alone torch's own gradient is the right one.
    if not y.ndim and on_processor(y) and number_is(is_not_zero, y):
        return torch.div(x, y)
    return div_no_nan_values(x, y)


@tf_export("math.divide_no_nan", v1=["math.divide_no_nan", "div_no_nan"], elementwise="binary")
@composite
def divide_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x / y`, but 0 where `y` is 0. Mirrors `tf.math.divide_no_nan`.

    Arguments:
        x: a tensor of numbers, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape, 0 wherever `y` is 0, whatever `x` is there. Floats and complex numbers keep
        their dtype; integers of 8 and 16 bits give float32, longer ones float64.

    Raises:
        TypeError: the dtypes differ or have no division.
        InvalidArgumentError: the shapes do not broadcast.

    The gradient is 0 there as well, which makes it fit for means over masks that may be empty.

    Example:
        >>> tf.math.divide_no_nan([3.0, 1.0, 0.0], [2.0, 0.0, 0.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1.5, 0. , 0. ], dtype=float32)>
    """
    if is_tensor(y) and not is_tensor(x):
        x = convert_to_tensor(x, dtype=y.dtype.base_dtype)
    x, y, target = _true_operands(x, y, "tf.math.divide_no_nan")
    if target is None:
        return _divide_no_nan(x, y, name=name)
    return _of_cast(_divide_no_nan, (x, y), target, name, "div_no_nan")


def _mul_no_nan_values(x, y):
    return selections.zeroed_(torch.mul(x, y), comparisons.eq(y, 0))


# The second factor decides: the derivatives are products that the other factor can make 0.
_mul_no_nan = with_derivatives(_mul_no_nan_values, lambda x, y, z: y, lambda x, y, z: x, conjugate=False)


@op("MulNoNan", x="T", y="T", T=dt.INEXACT, scope="")
def _multiply_no_nan(x, y, name=None):
    return _mul_no_nan(x, y)


@tf_export("math.multiply_no_nan", elementwise="binary")
@composite
def multiply_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x * y`, but 0 where `y` is 0, even if `x` is infinite or NaN there. Mirrors `tf.math.multiply_no_nan`.

    Arguments:
        x: a tensor: float16, bfloat16, float32, float64, complex64 or complex128.
        y: a tensor of the same dtype, which decides where the result is 0. The two are not treated alike: a 0 in `x`
            beside a NaN in `y` gives NaN.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype.

    Raises:
        ValueError: `y` has another dtype than `x`.
        InvalidArgumentError: the shapes do not broadcast.

    It masks what was computed from invalid input: with 0 in the mask nothing of it remains.

    Example:
        >>> tf.math.multiply_no_nan([1.0, float("nan"), float("inf")], [2.0, 0.0, 0.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([2., 0., 0.], dtype=float32)>
    """
    x = convert_to_tensor(x)
    try:
        y = convert_to_tensor(y, dtype=x.dtype.base_dtype)
    except ValueError as e:
        if not is_tensor(y):
            raise
        raise ValueError(f"y: {e}") from None
    return _multiply_no_nan(x, y, name=name)


@tf_export("math.reciprocal_no_nan", elementwise="unary")
@composite
@in_name_scope("reciprocal_no_nan", last=True)
def reciprocal_no_nan(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`1 / x`, but 0 where `x` is 0. Mirrors `tf.math.reciprocal_no_nan`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`. The gradient is 0 where `x` is 0, too.

    Raises:
        TypeError: `x` holds what has no division, such as strings.

    `tf.math.reciprocal` gives infinity there. For a numerator other than 1 there is `tf.math.divide_no_nan`.

    Example:
        >>> tf.math.reciprocal_no_nan([2.0, 0.0, -4.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([ 0.5 ,  0.  , -0.25], dtype=float32)>
    """
    x = convert_to_tensor(x)
    one = convert_to_tensor(1, dtype=x.dtype.base_dtype)
    return _divide_no_nan(one if TS.graph is None else TS.graph._constant(one, "one"), x, name=name)
