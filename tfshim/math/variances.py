"""Variances and standard deviations over some or all axes of a tensor, which are chosen as in `reductions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math._axes import partly_reduced, reduced_dims, reduced_floats

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, TensorLike


def _variance(x, axis, keepdims):
    dims = reduced_dims(x, axis)
    centred = x - torch.mean(x, dims, True) if dims else x - x
    squares = (centred * centred.conj()).real if x.is_complex() else centred * centred
    return torch.mean(squares, dims, True if keepdims else False) if dims else squares


def _float_input(x):
    x = convert_to_tensor(x) if not hasattr(x, "dtype") else x
    if dt.as_dtype(x.dtype).is_integer:
        raise TypeError(f"Input must be either real or complex. Received integer type {dt.as_dtype(x.dtype)}.")
    return x


def _spread_shape(x, *arguments):
    return x.dtype.real_dtype, partly_reduced(x, *arguments)[1]


@op("Variance", input_tensor="T", axis="axis", T=dt.INEXACT, register=False, shape_fn=reduced_floats, shape_fallback=_spread_shape)
def _reduce_variance(input_tensor, axis=None, keepdims=False, name=None):
    return _variance(input_tensor, axis, keepdims)


@op("StandardDeviation", input_tensor="T", axis="axis", T=dt.INEXACT, register=False, shape_fn=reduced_floats, shape_fallback=_spread_shape)
def _reduce_std(input_tensor, axis=None, keepdims=False, name=None):
    return torch.sqrt(_variance(input_tensor, axis, keepdims))


@tf_export("math.reduce_variance")
@composite
def reduce_variance(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """The variance of the elements over one, several or all axes. Mirrors `tf.math.reduce_variance`.

    Arguments:
        input_tensor: a tensor of floats or complex numbers, or what converts to one.
        axis: None (the default) for all axes, an integer, or a list of integers; negative ones count from the last
            axis, and an empty list reduces nothing.
        keepdims: True keeps the reduced axes with length 1; by default they are dropped.
        name: a name for the operation in graphs.

    Returns:
        A real tensor: the mean of the squared distances from the mean, divided by the number of elements n, not by n -
        1. Complex numbers give the real dtype of their precision. NaN for no elements.

    Raises:
        TypeError: the elements are integers.
        InvalidArgumentError: an axis is out of range or given twice.

    Example:
        >>> x = tf.constant([[1.0, 2.0], [3.0, 6.0]])
        >>> tf.math.reduce_variance(x)
        <tf.Tensor: shape=(), dtype=float32, numpy=3.5>
        >>> tf.math.reduce_variance(x, axis=1)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.25, 2.25], dtype=float32)>
    """
    return _reduce_variance(_float_input(input_tensor), axis, keepdims, name=name)


@tf_export("math.reduce_std")
@composite
def reduce_std(input_tensor: TensorLike, axis: Axis = None, keepdims: bool = False, name: str | None = None) -> AnyTensor:
    """The standard deviation of the elements over one, several or all axes. Mirrors `tf.math.reduce_std`.

    Arguments:
        input_tensor: a tensor of floats or complex numbers, or what converts to one.
        axis: None (the default) for all axes, an integer, or a list of integers; negative ones count from the last
            axis, and an empty list reduces nothing.
        keepdims: True keeps the reduced axes with length 1; by default they are dropped.
        name: a name for the operation in graphs.

    Returns:
        A real tensor: the square root of `tf.math.reduce_variance`, whose divisor is the number of elements n, not n -
        1 (as NumPy's default). Complex numbers give the real dtype of their precision. NaN for no elements.

    Raises:
        TypeError: the elements are integers.
        InvalidArgumentError: an axis is out of range or given twice.

    Where it is 0 the gradient is NaN: add a small number to the variance and take `tf.sqrt` of that in a loss.

    Example:
        >>> x = tf.constant([[1.0, 2.0], [3.0, 6.0]])
        >>> tf.math.reduce_std(x, axis=1)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.5, 1.5], dtype=float32)>
    """
    return _reduce_std(_float_input(input_tensor), axis, keepdims, name=name)
