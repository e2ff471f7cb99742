"""Changing the type of elements: `cast`, `bitcast`, `complex`."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.engine.graphs.references import is_by_reference
from tfshim.engine.ops.composite import composite, constant_called
from tfshim.engine.ops.op import op
from tfshim.engine.ops.vectorized import pieces
from tfshim.engine.runtime import context, errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import DType, as_dtype
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.readable import at_least, readable
from tfshim.engine.values.tensor import EagerTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


# Floats reach these through a wider integer and lose the high bits there, where torch's own conversion is undefined.
_THROUGH = {
    torch.uint8: torch.int32,
    torch.int8: torch.int32,
    torch.int16: torch.int32,
    torch.uint16: torch.int32,
    torch.uint32: torch.int64,
}


# The bits of 1.0 in the floats that torch makes one by one, and elements from which making them of these pays.
_ONES = {torch.float16: 0x3C00, torch.bfloat16: 0x3F80}
_MANY = 1 << 12


# TensorFlow's kernels convert so many elements at once on the way to integers of 8 and 16 bits, and bound these: only what is left over
# at the end wraps around. (Where several threads share a long tensor, each may leave some over; here it is one piece.)
_AT_ONCE = {torch.float32: 32, torch.float64: 16, torch.float16: 8, torch.bfloat16: 8}
_BOUNDS = {dtype: (torch.iinfo(dtype).min, torch.iinfo(dtype).max) for dtype in (torch.uint8, torch.int8, torch.uint16, torch.int16)}


def elements_at_once(source, target):
    """Of how many elements a cast bounds numbers beyond `target`, both of torch; 0 where each is converted by itself."""
    if target not in _BOUNDS:
        return 0
    return 4 if source is torch.float16 and target in (torch.int16, torch.uint16) else _AT_ONCE.get(source, 0)


def _unsupported(source, target):
    return errors.UnimplementedError(None, None, f"Cast {source.proto_name} to {target.proto_name} is not supported")


def _convert(x, to, truncated=False):
    """The storage `x` as DType `to`."""
    if type(x) is np.ndarray:
        # Variants are object arrays as well: the first element tells them from strings.
        if to.mask & dt.STRING and all(type(item) is bytes for item in x.reshape(-1)[:1]):
            return x
        raise _unsupported(dt.string, to)
    if to.torch is None:
        raise _unsupported(dt.FROM_TORCH[x.dtype], to)
    target = to.torch
    # torch would warn of the lost imaginary part; `cast` has given TensorFlow's warning by now.
    if x.is_complex() and not target.is_complex:
        x = x.real
    if target is torch.bool:
        return x.to(torch.bool)
    if x.is_floating_point():
        if target in _ONES and x.dtype in _ONES:
            x = x.float()  # between these two torch converts each by itself
        elif target in _BOUNDS:
            return _bounded(x, target)
        elif target in _THROUGH:
            x = x.to(_THROUGH[target])
        elif target is torch.uint64:
            return _to_uint64(x)
    elif x.dtype is torch.bool and readable(x):
        x = x.view(torch.uint8)  # torch converts these a vector at a time
        if target in _ONES and at_least(x.numel(), _MANY):
            return x.to(torch.int16).mul_(_ONES[target]).view(target)
    x = x.to(target)
    # Numbers of four bits in storages of eight: what does not fit wraps around.
    if to is dt.int4:
        x = ((x + 8) & 15) - 8
    elif to is dt.uint4:
        x = x & 15
    return x


def _bounded(x, target):
    """The floats `x` as `target`, those within its bounds that TensorFlow's kernel brings there."""
    size = elements_at_once(x.dtype, target)
    many = x.numel() // size * size if size else 0
    if not many:
        return x.to(torch.int32).to(target)
    x = x.contiguous()
    if many == x.numel():
        return pieces.in_pieces(functools.partial(_within_bounds, target=target), x, target)
    flat = x.view(-1)
    return torch.cat([_bounded(flat[:many], target), flat[many:].to(torch.int32).to(target)]).view(x.shape)


def _within_bounds(x, target):
    """The whole parts of `x` within the bounds of `target`, int32."""
    whole = x.to(torch.int32)
    if x.dtype is torch.float64 and target is torch.uint8:  # on their way these pass through 16 bits without and then with a sign
        whole.masked_fill_(whole > 32767, 0)
    return whole.clamp_(*_BOUNDS[target])


def _to_uint64(x):
    """As the processor does it: from 2**63 on, the excess over 2**63 is converted separately and combined with the top bit."""
    low = x.to(torch.int64)
    return (low | ((x - 2.0**63).to(torch.int64) & (low >> 63))).view(torch.uint64)


@op("Cast", x="any", scope="", shape_fallback=shape_fallbacks.cast)
def _cast(x, dtype, name=None):
    return _convert(x, dtype)


_borrowing = {}


def _cast_to_borrowed(x, dtype, name):
    """`cast` to a type that shares its storage with another: each has an operation of its own, which says the type."""
    if dtype not in _borrowing:

        @op("Cast", x="any", scope="", out=dtype, shape_fallback=shape_fallbacks.cast, register=False)
        def function(x, dtype, name=None):
            return _convert(x, dtype)

        _borrowing[dtype] = function
    return _borrowing[dtype](x, dtype, name)


@tf_export("cast", "dtypes.cast", elementwise="unary")
@constant_called("Cast/x")
@composite
def cast(x: TensorLike, dtype: DTypeLike, name: str | None = None) -> AnyTensor:
    """A tensor with its elements converted to another dtype. Mirrors `tf.cast`.

    Arguments:
        x: a tensor of numbers or bools, SparseTensor or IndexedSlices, or what converts to a tensor.
        dtype: the dtype to have, such as `tf.float32` or "int64".
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `x`; `x` itself where it has the dtype already. Floats are truncated towards 0 on the
        way to integers, integers wrap around, complex numbers lose their imaginary part; as bool everything but 0 is
        True. Of floats beyond integers of 8 and 16 bits most become the nearest one, and a few at the end wrap around, as TensorFlow's
        kernels do it: use `tf.saturate_cast` where such numbers are possible.

    Raises:
        TypeError: `dtype` is no dtype.
        UnimplementedError: from or to strings; `tf.strings.to_number` and `tf.strings.as_string` convert these.

    Gradients pass between floats and complex numbers only.

    Example:
        >>> tf.cast([1.9, -1.9], tf.int32)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([ 1, -1], dtype=int32)>
        >>> tf.cast([0, 2], tf.bool)
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>
    """
    base = dtype if type(dtype) is DType and dtype._ref_of is None else as_dtype(dtype).base_dtype
    if type(x) is not EagerTensor:
        values = getattr(x, "values", None)
        # Sparse tensors and IndexedSlices, told by their parts: not all of their classes are below this module.
        if values is not None and hasattr(x, "dense_shape") and not isinstance(x, tuple):
            changed = cast(values, base, name)
            return type(x)(changed, x.indices, x.dense_shape) if not hasattr(x, "with_values") else x.with_values(changed)
        # As in TensorFlow the variable itself, not its value, but for those whose class is another one there.
        if getattr(x, "dtype", None) is base and is_variable(x):
            return _read(x, name) if is_by_reference(x) or getattr(x, "_of_function", False) else x
        if not hasattr(type(x), "_tfshim_value"):
            x = convert_to_tensor(x)
    if x.dtype is base:
        return x
    if x.dtype._kind == "c" and base._kind == "f":
        get_logger().warning(
            "You are casting an input of type %s to an incompatible dtype %s.  This will discard the imaginary part "
            "and "
            "may not be what you intended.",
            x.dtype.name,
            base.name,
        )
    if base in dt.BORROWERS:
        return _cast_to_borrowed(x, base, name)
    return _cast(x, base, name)


def _read(variable, name):
    """The value of a variable. One by reference takes a name in the scope of the cast, as in TensorFlow, though nothing is there."""
    with context.name_scope(name or "Cast"):
        return convert_to_tensor(variable)


@op("Bitcast", input="any", scope="", grad="missing", shape_fallback=shape_fallbacks.bitcasted)
def _bitcast(input, dtype, name=None):
    shape, source = list(input.shape), input.dtype
    target = dtype.torch
    if source.itemsize < target.itemsize:
        ratio = target.itemsize // source.itemsize
        if not shape or shape[-1] != ratio:
            raise invalid(f"Cannot bitcast from {dt.FROM_TORCH[source]._enum} to {dtype._enum}")
        return input.contiguous().view(target).squeeze(-1)
    if source.itemsize > target.itemsize:
        return input.contiguous().unsqueeze(-1).view(target)
    return input.contiguous().view(target)


_BITCAST = dt.NUMBERS | dt.QUANTIZED
_bitcasts = {}


@tf_export("bitcast")
@composite
def bitcast(input: TensorLike, type: DTypeLike, name: str | None = None) -> AnyTensor:
    """The memory of a tensor, read as elements of another dtype. Mirrors `tf.bitcast`.

    Arguments:
        input: a tensor of numbers.
        type: the dtype to read it as; not bool, string or another dtype without a fixed size.
        name: a name for the operation in graphs.

    Returns:
        A tensor of dtype `type`. Where its elements are smaller, the result has one more axis, at the end, for the
        parts of an element; where they are larger, the last axis of `input` must be as long as the ratio of the sizes,
        and goes.

    Raises:
        InvalidArgumentError: the last axis does not have this length.

    `tf.cast` keeps the values; this keeps the bits. There is no gradient.

    Example:
        >>> tf.bitcast(tf.constant(1.0), tf.int32)
        <tf.Tensor: shape=(), dtype=int32, numpy=1065353216>
        >>> tf.bitcast(tf.constant([1], tf.int32), tf.uint8)
        <tf.Tensor: shape=(1, 4), dtype=uint8, numpy=array([[1, 0, 0, 0]], dtype=uint8)>
    """
    input, type = convert_to_tensor(input), as_dtype(type).base_dtype
    for dtype, attribute in ((input.dtype, "T"), (type, "type")):
        if not dtype.mask & _BITCAST:
            raise invalid(
                f"Value for attr '{attribute}' of {dtype.proto_name} is not in the list of allowed values: bfloat16, "
                "half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64, "
                "complex128, qint8, "
                "quint8, qint16, quint16, qint32\n\t; NodeDef: {{node Bitcast}} [Op:Bitcast]",
            )
    if type in dt.BORROWERS:
        if type not in _bitcasts:
            _bitcasts[type] = op(
                "Bitcast", input="any", scope="", grad="missing", out=type, shape_fallback=shape_fallbacks.bitcasted, register=False
            )(_bitcast.__wrapped__)  # type: ignore[attr-defined]
        return _bitcasts[type](input, type, name)
    return _bitcast(input, type, name)


@op("Complex", real="T", imag="T", T=dt.float32.mask | dt.float64.mask, scope="")
def _complex(real, imag, name=None):
    return torch.complex(*torch.broadcast_tensors(real, imag))


@tf_export("dtypes.complex", "complex", elementwise="binary")
@composite
def complex(real: TensorLike, imag: TensorLike, name: str | None = None) -> AnyTensor:
    """The complex numbers with the given real and imaginary parts. Mirrors `tf.complex`.

    Arguments:
        real: a tensor, float32 or float64.
        imag: a tensor of the same dtype; the shapes broadcast.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape: complex64 of float32, complex128 of float64.

    Raises:
        TypeError: the dtype is another one.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    Gradients pass to both parts. `tf.math.real` and `tf.math.imag` take them apart again; from a modulus and an angle
    it is `tf.complex(r * tf.cos(phi), r * tf.sin(phi))`.

    Example:
        >>> tf.complex([1.0, 2.0], [0.5, -1.0])
        <tf.Tensor: shape=(2,), dtype=complex64, numpy=array([1.+0.5j, 2.-1.j ], dtype=complex64)>
    """
    real, imag = convert_to_tensor(real), convert_to_tensor(imag)
    if real.dtype != imag.dtype or real.dtype not in (dt.float32, dt.float64):
        raise TypeError(
            f"The `real` and `imag` components have incorrect types: {real.dtype.name} {imag.dtype.name}. They must "
            "be consistent, "
            f"and one of {[dt.float32, dt.float64]}"
        )
    return _complex(real, imag, name)


higher.install(cast=cast)
