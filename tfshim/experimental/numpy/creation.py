"""New arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.experimental.numpy import elementwise, promotion
from tfshim.experimental.numpy._types import array, asarray, default_float, dtype_of, result_type
from tfshim.experimental.numpy.shaping import moveaxis

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _shape(shape):
    return shape if hasattr(shape, "shape") or isinstance(shape, (list, tuple)) else [shape]


@tf_export("experimental.numpy.zeros")
def zeros(shape: SizesLike, dtype: DTypeLike | None = float) -> Tensor:
    """A tensor of zeros. Mirrors `tf.experimental.numpy.zeros`.

    Arguments:
        shape: an integer or a list of them: the sizes.
        dtype: of the elements; float64 by default.

    Returns:
        A tensor of that shape.

    Raises:
        InvalidArgumentError: a negative size.

    `dtype=int` is int64, `float` is float64, `complex` is complex128, as in NumPy. NumPy's `order` is not taken. For the shape of another
    tensor there is `zeros_like`.

    Example:
        >>> tf.experimental.numpy.zeros(2)
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 0.])>
        >>> tf.experimental.numpy.zeros([1, 2], tf.int32)
        <tf.Tensor: shape=(1, 2), dtype=int32, numpy=array([[0, 0]], dtype=int32)>
    """
    return array_ops.zeros(_shape(shape), dtype_of(float if dtype is None else dtype))


@tf_export("experimental.numpy.ones")
def ones(shape: SizesLike, dtype: DTypeLike | None = float) -> Tensor:
    """A tensor of ones. Mirrors `tf.experimental.numpy.ones`.

    Arguments:
        shape: an integer or a list of them: the sizes.
        dtype: of the elements; float64 by default.

    Returns:
        A tensor of that shape.

    Raises:
        InvalidArgumentError: a negative size.

    `dtype=int` is int64, `float` is float64, `complex` is complex128, as in NumPy. NumPy's `order` is not taken. For the shape of another
    tensor there is `ones_like`.

    Example:
        >>> tf.experimental.numpy.ones([1, 2])
        <tf.Tensor: shape=(1, 2), dtype=float64, numpy=array([[1., 1.]])>
        >>> tf.experimental.numpy.ones(2, tf.int32)
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 1], dtype=int32)>
    """
    return array_ops.ones(_shape(shape), dtype_of(float if dtype is None else dtype))


@tf_export("experimental.numpy.empty")
def empty(shape: SizesLike, dtype: DTypeLike | None = float) -> Tensor:
    """A tensor of zeros, where NumPy leaves what was there. Mirrors `tf.experimental.numpy.empty`.

    Arguments:
        shape: an integer or a list of them: the sizes.
        dtype: of the elements; float64 by default.

    Returns:
        A tensor of that shape.

    Raises:
        InvalidArgumentError: a negative size.

    There is no quicker way to a tensor than to fill it, so nothing is gained over `zeros`. NumPy's `order` is not taken.

    Example:
        >>> tf.experimental.numpy.empty(2)
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 0.])>
        >>> tf.experimental.numpy.empty((2, 1), tf.int32)
        <tf.Tensor: shape=(2, 1), dtype=int32, numpy=
        array([[0],
               [0]], dtype=int32)>
    """
    return zeros(shape, dtype)


@tf_export("experimental.numpy.full")
def full(shape: SizesLike, fill_value: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """A tensor that has one value everywhere. Mirrors `tf.experimental.numpy.full`.

    Arguments:
        shape: an integer or a list of them: the sizes.
        fill_value: the value, or what broadcasts to the shape.
        dtype: of the elements; that of the value by default.

    Returns:
        A tensor of that shape.

    Raises:
        InvalidArgumentError: the value does not broadcast to the shape.

    A value that is a list or tensor is repeated along axes as `broadcast_to` repeats it. Gradients reach it: the sum of those of its
    places.

    Example:
        >>> tf.experimental.numpy.full(3, 7)
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([7, 7, 7])>
        >>> tf.experimental.numpy.full((2, 2), [1, 2], dtype=tf.float32)
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 2.],
               [1., 2.]], dtype=float32)>
    """
    return array_ops.broadcast_to(asarray(fill_value, dtype), _shape(shape))


@tf_export("experimental.numpy.zeros_like")
@promotion.taking_numbers
def zeros_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros in the shape of another tensor. Mirrors `tf.experimental.numpy.zeros_like`.

    Arguments:
        a: a tensor, array, number or nested list.
        dtype: of the elements; that of `a` by default.

    Returns:
        A tensor of the shape of `a`.

    Raises:
        ValueError: nested lists of uneven lengths.

    Shapes that only the running graph knows are looked up when it runs. NumPy's `order`, `subok` and `shape` are not taken.

    Example:
        >>> tf.experimental.numpy.zeros_like([1, 2])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([0, 0])>
        >>> tf.experimental.numpy.zeros_like([[1.5]], tf.int32)
        <tf.Tensor: shape=(1, 1), dtype=int32, numpy=array([[0]], dtype=int32)>
    """
    return array_ops.zeros_like(asarray(a)) if dtype is None else array_ops.zeros_like(convert_to_tensor(a), dtype_of(dtype))


@tf_export("experimental.numpy.ones_like")
@promotion.taking_numbers
def ones_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Ones in the shape of another tensor. Mirrors `tf.experimental.numpy.ones_like`.

    Arguments:
        a: a tensor, array, number or nested list.
        dtype: of the elements; that of `a` by default.

    Returns:
        A tensor of the shape of `a`.

    Raises:
        ValueError: nested lists of uneven lengths.

    Shapes that only the running graph knows are looked up when it runs. NumPy's `order`, `subok` and `shape` are not taken.

    Example:
        >>> tf.experimental.numpy.ones_like([1.5, 2.5])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1., 1.])>
        >>> tf.experimental.numpy.ones_like([[1.5]], tf.int32)
        <tf.Tensor: shape=(1, 1), dtype=int32, numpy=array([[1]], dtype=int32)>
    """
    return array_ops.ones_like(asarray(a)) if dtype is None else array_ops.ones_like(convert_to_tensor(a), dtype_of(dtype))


@tf_export("experimental.numpy.empty_like")
@promotion.taking_numbers
def empty_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros in the shape of another tensor, as `zeros_like`. Mirrors `tf.experimental.numpy.empty_like`.

    Arguments:
        a: a tensor, array, number or nested list.
        dtype: of the elements; that of `a` by default.

    Returns:
        A tensor of the shape of `a`.

    Raises:
        ValueError: nested lists of uneven lengths.

    Shapes that only the running graph knows are looked up when it runs. NumPy's `order`, `subok` and `shape` are not taken.

    Example:
        >>> tf.experimental.numpy.empty_like([1, 2])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([0, 0])>
        >>> tf.experimental.numpy.empty_like([[1.5]], tf.int32)
        <tf.Tensor: shape=(1, 1), dtype=int32, numpy=array([[0]], dtype=int32)>
    """
    return zeros_like(a, dtype)


@tf_export("experimental.numpy.full_like")
@promotion.taking_numbers
def full_like(
    a: TensorLike,
    fill_value: TensorLike,
    dtype: DTypeLike | None = None,
    order: str = "K",
    subok: bool = True,
    shape: SizesLike | None = None,
) -> Tensor:
    """One value everywhere, in the shape of another tensor. Mirrors `tf.experimental.numpy.full_like`.

    Arguments:
        a: a tensor, array, number or nested list.
        fill_value: the value, or what broadcasts to the shape.
        dtype: of the elements; that of `a` by default.
        order, subok: "K" and True: others raise ValueError.
        shape: another shape; None by default.

    Returns:
        A tensor.

    Raises:
        InvalidArgumentError: the value does not broadcast to the shape.

    The value takes the dtype of `a`: fractions are cut off for integers.

    Example:
        >>> tf.experimental.numpy.full_like([1, 2], 9)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([9, 9])>
        >>> tf.experimental.numpy.full_like([[1.5, 2.5]], 3)
        <tf.Tensor: shape=(1, 2), dtype=float64, numpy=array([[3., 3.]])>
    """
    if order != "K":
        raise ValueError("Non-standard orders are not supported.")
    if not subok:
        raise ValueError("subok being False is not supported.")
    if shape:
        raise ValueError("Overriding the shape is not supported.")
    a = asarray(a)
    return array_ops.broadcast_to(asarray(fill_value, dtype or a.dtype), array_ops.shape(a))


@tf_export("experimental.numpy.copy")
@promotion.taking_numbers
def copy(a: TensorLike) -> Tensor:
    """A tensor of the same elements. Tensors do not change, so nothing need be copied. Mirrors `tf.experimental.numpy.copy`.

    Arguments:
        a: a tensor, array, number or nested list.

    Returns:
        A tensor of the shape and dtype of `a`.

    Raises:
        ValueError: nested lists of uneven lengths.

    It is there for programs written for NumPy. Gradients pass through. Numbers and lists become tensors, Python's floats of float64,
    integers of int64; a variable gives what it holds now.

    Example:
        >>> tf.experimental.numpy.copy([1, 2])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>
        >>> tf.experimental.numpy.copy(tf.Variable([1.5]))
        <tf.Tensor: shape=(1,), dtype=float32, numpy=array([1.5], dtype=float32)>
    """
    return array(a, copy=True)


@tf_export("experimental.numpy.arange")
@promotion.taking_numbers
def arange(start: TensorLike, stop: TensorLike | None = None, step: TensorLike = 1, dtype: DTypeLike | None = None) -> Tensor:
    """Numbers at even distances, from one up to but without another. Mirrors `tf.experimental.numpy.arange`.

    Arguments:
        start: the first number, or where to stop if it is the only one, 0 then being the first.
        stop: where to stop.
        step: the distance; 1 by default, not 0.
        dtype: of the numbers; what fits the arguments by default.

    Returns:
        A vector.

    Raises:
        ValueError: a `step` of 0.
        TypeError: complex limits or steps.

    With floats, rounding may add a last number near `stop`; `linspace` says how many there are.

    Example:
        >>> tf.experimental.numpy.arange(1, 10, 3)
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 4, 7])>
        >>> tf.experimental.numpy.arange(1.0, 0.0, -0.25)
        <tf.Tensor: shape=(4,), dtype=float64, numpy=array([1.  , 0.75, 0.5 , 0.25])>
    """
    if not step:
        raise ValueError("step must be non-zero")
    kind = dtype_of(dtype) if dtype is not None else result_type(start, step) if stop is None else result_type(start, step, stop)
    first, last = (0, start) if stop is None else (start, stop)
    if (step > 0 and first > last) or (step < 0 and first < last):
        return array_ops.zeros([0], kind)
    return array_ops.cast(array_ops.range(first, last, step), kind)


@tf_export("experimental.numpy.linspace")
def linspace(
    start: TensorLike,
    stop: TensorLike,
    num: IntLike = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike | None = float,
    axis: int = 0,
) -> Tensor | tuple[Tensor, Tensor]:
    """Numbers at even distances, from one to another. Mirrors `tf.experimental.numpy.linspace`.

    Arguments:
        start, stop: the first and the last number, or tensors of them.
        num: how many; 50 by default.
        endpoint: whether `stop` is the last one; True by default.
        retstep: whether the distance is given as well; False by default.
        dtype: of the numbers; float64 by default.
        axis: along which axis the numbers lie where `start` is a tensor; 0.

    Returns:
        A tensor, or a pair of it and the distance.

    Example:
        >>> tf.experimental.numpy.linspace(0.0, 1.0, 5)
        <tf.Tensor: shape=(5,), dtype=float64, numpy=array([0.  , 0.25, 0.5 , 0.75, 1.  ])>
    """
    kind = None if dtype is None else dtype_of(dtype)
    start, stop = asarray(start, kind), asarray(stop, kind)
    if num < 0:
        raise ValueError(f"Argument `num` (number of samples) must be a non-negative integer. Received: num={num}")
    step = array_ops.constant(np.nan)
    if endpoint:
        made = array_ops.linspace(start, stop, num, axis=axis)
        step = (stop - start) / (num - 1) if num > 1 else step
    else:
        step = (stop - start) / num if num > 0 else step
        if num > 1:
            start, stop = array_ops.cast(start, step.dtype), array_ops.cast(stop, step.dtype) - step
        made = array_ops.linspace(start, stop, num, axis=axis)
    if kind is not None:
        made = array_ops.cast(math.floor(made) if kind.is_integer else made, kind)
    return (made, step) if retstep else made


@tf_export("experimental.numpy.logspace")
def logspace(
    start: TensorLike,
    stop: TensorLike,
    num: IntLike = 50,
    endpoint: bool = True,
    base: FloatLike = 10.0,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Tensor:
    """Numbers at even ratios: a base to the powers that `linspace` gives. Mirrors `tf.experimental.numpy.logspace`.

    Arguments:
        start, stop: the first and the last power.
        num: how many; 50 by default.
        endpoint: whether `stop` is the last power; True by default.
        base: that the numbers are powers of; 10.0 by default.
        dtype: of the numbers.
        axis: as for `linspace`; 0.

    Returns:
        A tensor.

    Raises:
        ValueError: a negative `num`.

    In between, the powers are computed in the dtype of the result.

    Example:
        >>> tf.experimental.numpy.logspace(0.0, 2.0, 3)
        <tf.Tensor: shape=(3,), dtype=float64, numpy=array([  1.,  10., 100.])>
        >>> tf.experimental.numpy.logspace(0, 3, 4, base=2)
        <tf.Tensor: shape=(4,), dtype=float64, numpy=array([1., 2., 4., 8.])>
    """
    kind = result_type(start, stop, default_float() if dtype is None else dtype)
    powers = linspace(start, stop, num, endpoint, dtype=kind, axis=axis)
    return array_ops.cast(math.pow(array_ops.cast(base, powers.dtype), powers), kind)


@tf_export("experimental.numpy.geomspace")
def geomspace(
    start: TensorLike, stop: TensorLike, num: IntLike = 50, endpoint: bool = True, dtype: DTypeLike | None = None, axis: int = 0
) -> Tensor:
    """Numbers at even ratios, from one to another. Mirrors `tf.experimental.numpy.geomspace`.

    Arguments:
        start, stop: the first and the last number, not 0.
        num: how many; 50 by default.
        endpoint: whether `stop` is the last one; True by default.
        dtype: of the numbers; None, the default, for float64.
        axis: as for `linspace`; 0.

    Returns:
        A tensor.

    Raises:
        InvalidArgumentError: complex numbers, which NumPy takes.
        ValueError: a negative `num`.

    Two negative numbers have negative ones between them; numbers of different signs give NaN.

    Example:
        >>> tf.experimental.numpy.geomspace(1.0, 8.0, 4)
        <tf.Tensor: shape=(4,), dtype=float64, numpy=array([1., 2., 4., 8.])>
        >>> tf.experimental.numpy.geomspace(1, 1000, 3, endpoint=False)
        <tf.Tensor: shape=(3,), dtype=float64, numpy=array([  1.,  10., 100.])>
    """
    kind = result_type(start, stop, float(num), default_float()) if dtype is None else dt.as_dtype(dtype)
    working = result_type(kind, np.float32)
    start, stop = asarray(start, working), asarray(stop, working)
    # Two negative numbers have negative ones between them: -1. Those of different signs have none, nor have 0 and a negative one: 0.
    below, above = (1.0 - math.sign(math.real(end)) for end in (start, stop))  # 2 for negative numbers, 1 for zeros
    sign = 1.0 - math.floordiv(below * above, array_ops.constant(2, below.dtype))
    # By logarithms to base 10 and powers of it, which keep whole numbers whole at the ends.
    powers = (elementwise.log10(end * sign) for end in (start, stop))
    made = logspace(*powers, num, endpoint, dtype=working)
    made = made * sign
    return array_ops.cast(made if axis == 0 else moveaxis(made, 0, axis), kind)


@tf_export("experimental.numpy.meshgrid")
def meshgrid(*xi: TensorLike, **kwargs: Any) -> list[Tensor]:
    """The coordinates of all places of a grid. Mirrors `tf.experimental.numpy.meshgrid`.

    Arguments:
        xi: a vector for each axis.
        kwargs: `indexing`: "xy", the default, or "ij". `sparse` and `copy=False` are refused.

    Returns:
        A list with a tensor for each vector.

    Raises:
        ValueError: `sparse`, or `copy=False`.

    Example:
        >>> tf.experimental.numpy.meshgrid([1, 2], [3, 4])
        [<tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[1, 2],
               [1, 2]])>, <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[3, 3],
               [4, 4]])>]
        >>> tf.experimental.numpy.meshgrid([1, 2], [3, 4, 5], indexing="ij")[0].shape
        TensorShape([2, 3])
    """
    if kwargs.get("sparse"):
        raise ValueError("Function `meshgrid` does not support returning sparse arrays yet")
    if not kwargs.get("copy", True):
        raise ValueError("Function `meshgrid` only supports copy=True")
    return array_ops.meshgrid(*(asarray(x) for x in xi), indexing=kwargs.get("indexing", "xy"))


@tf_export("experimental.numpy.ix_")
def ix_(*args: TensorLike) -> list[Tensor]:
    """Vectors as indices of all their combinations. Mirrors `tf.experimental.numpy.ix_`.

    Arguments:
        args: vectors of integers or booleans.

    Returns:
        A list of tensors, each along an axis of its own.

    Raises:
        ValueError: an argument with more or less than one axis, or neither of integers nor booleans.

    Booleans stand for the places that are true. With the result a tensor is indexed once `experimental_enable_numpy_behavior` was called.

    Example:
        >>> tf.experimental.numpy.ix_([0, 1], [2])
        [<tf.Tensor: shape=(2, 1), dtype=int64, numpy=
        array([[0],
               [1]])>, <tf.Tensor: shape=(1, 1), dtype=int64, numpy=array([[2]])>]
        >>> tf.experimental.numpy.ix_([True, False, True])
        [<tf.Tensor: shape=(2,), dtype=int64, numpy=array([0, 2])>]
    """
    made = []
    for i, a in enumerate(args):
        a = asarray(a)
        if a.shape.rank != 1:
            raise ValueError(f"Arguments must be 1-d, got arg {i} of rank {a.shape.rank}")
        if a.dtype != dt.bool and not a.dtype.is_integer:
            raise ValueError(f"Arguments must be integers or booleans, got arg {i} of {a.dtype.name}: cast it")
        if a.dtype == dt.bool:
            a = array_ops.where(a)[:, 0]
        shape = [1] * len(args)
        shape[i] = -1
        made.append(array_ops.reshape(a, shape))
    return made
