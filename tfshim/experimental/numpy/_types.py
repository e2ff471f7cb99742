"""Dtypes by NumPy's rules, and what arguments become."""

from __future__ import annotations

import functools
import inspect
import numbers
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.values import core_types
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import constant_of, convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.experimental.numpy import promotion
from tfshim.experimental.numpy.weak_types import Unsupported
from tfshim.experimental.numpy.weak_types import combined as weakly_combined

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DType, DTypeLike

bool_ = np.bool_
complex64, complex128 = np.complex64, np.complex128
float16, float32, float64 = np.float16, np.float32, np.float64
int8, int16, int32, int64 = np.int8, np.int16, np.int32, np.int64
uint8, uint16, uint32, uint64 = np.uint8, np.uint16, np.uint32, np.uint64
inexact, object_, string_, unicode_ = np.inexact, np.object_, np.bytes_, np.str_
complex_, float_, int_ = np.complex128, np.float64, np.int64
iinfo = np.iinfo
issubdtype = np.issubdtype
ndarray = Tensor

_prefer_float32 = False


def set_prefer_float32(on):
    """Whether Python floats become float32 rather than float64."""
    global _prefer_float32
    _prefer_float32 = bool(on)


def default_float():
    """The DType of results of integers that are fractions."""
    return dt.float32 if promotion.is_weak() else dt.float64


def is_tensor(x):
    """Whether `x` is a tensor or an object that converts to one."""
    return isinstance(x, core_types.Tensor) or hasattr(type(x), "_tfshim_value")


@tf_export("experimental.numpy.result_type")
def result_type(*arrays_and_dtypes: Any) -> DType:
    """The dtype that comes of combining tensors, arrays, numbers, lists of them and dtypes. Mirrors `tf.experimental.numpy.result_type`.

    Arguments:
        arrays_and_dtypes: what is combined. Each element of a list counts for itself, and a number, a NumPy scalar or array without
            axes gives way to others of its kind or a higher one. In the modes "all" and "safe" of `experimental_enable_numpy_behavior`
            their rules hold.

    Returns:
        A `tf.DType`, or NumPy's.

    Raises:
        TypeError: dtypes that have none in common.

    Booleans count as less than integers, and those as less than floats.

    Example:
        >>> tf.experimental.numpy.result_type(np.int32, np.float32)
        tf.float64
        >>> tf.experimental.numpy.result_type(tf.constant([1], tf.int8), 100, 1.5)
        tf.float64
    """
    if promotion.is_weak():
        try:
            return weakly_combined(arrays_and_dtypes, promotion.mode)[0]
        except Unsupported as error:
            raise NotImplementedError(str(error)) from None
    return dt.as_dtype(combined(*arrays_and_dtypes))


def combined(*arrays_and_dtypes):
    """The same as a NumPy dtype."""
    scalars, dtypes = [], []
    for leaf in _leaves(arrays_and_dtypes):
        if isinstance(leaf, (str, bytes)) and not isinstance(leaf, np.generic):
            dtypes.append(np.dtype(leaf if isinstance(leaf, str) else leaf.decode("latin1")))  # text names a dtype
        elif is_tensor(leaf):
            dtypes.append(np.dtype(dt.as_dtype(leaf.dtype).as_numpy_dtype))
        elif isinstance(leaf, (np.ndarray, np.generic, numbers.Number)):
            value = np.asarray(_preferred(leaf))
            if value.ndim == 0:
                scalars.append(value)
            else:
                dtypes.append(value.dtype)
        else:
            dtypes.append(np.dtype(leaf.as_numpy_dtype if isinstance(leaf, dt.DType) else leaf))
    return _combined(scalars, dtypes)


def _preferred(number):
    """A number of Python, which counts as 32 bits if that is preferred."""
    if _prefer_float32 and isinstance(number, float):
        return np.float32(number)
    return np.complex64(number) if _prefer_float32 and isinstance(number, complex) else number


def _combined(scalars, dtypes):
    if not scalars and not dtypes:
        return np.dtype(np.float64)
    # A scalar of a higher kind than all arrays counts with its dtype; any other only with its value, as in NumPy before 2.0.
    if not dtypes or max(map(_kind, scalars), default=0) > max(_kind(d) for d in dtypes):
        return functools.reduce(np.promote_types, [*dtypes, *(s.dtype for s in scalars)])
    return functools.reduce(_promoted_by_value, scalars, functools.reduce(np.promote_types, dtypes))


def _kind(of):
    """Booleans, integers, fractions and complex numbers, and what else there is, in rising order."""
    kind = (of.dtype if isinstance(of, np.ndarray) else of).kind
    return 0 if kind == "b" else 1 if kind in "iu" else 2 if kind in "fc" else 3


def _promoted_by_value(dtype, scalar):
    """`dtype` widened as far as the value of `scalar` needs. NumPy from 2.0 on no longer looks at values; TensorFlow does."""
    least = np.min_scalar_type(scalar)
    if least.kind in "iu" and _kind(dtype) == 3:
        return dtype  # bfloat16, which NumPy knows no integers of more than 8 bits for
    # The least type of 200 is uint8, but that of 100 as well, which with int8 would make int16.
    if least.kind == "u" and dtype.kind == "i":
        signed = np.dtype(f"i{least.itemsize}")
        if scalar <= np.iinfo(signed).max:
            least = signed
    return np.promote_types(dtype, least)


@tf_export("experimental.numpy.promote_types")
def promote_types(type1: DTypeLike, type2: DTypeLike) -> np.dtype:
    """The dtype that two dtypes become together. Mirrors `tf.experimental.numpy.promote_types`.

    Arguments:
        type1, type2: anything that denotes a dtype: tf.float32, "int8", np.int64, float.

    Returns:
        A `tf.DType`, or NumPy's.

    Raises:
        TypeError: something that denotes no dtype.

    Unlike `result_type` it takes dtypes alone, no values. Neither loses digits where it can be avoided: int32 and float32 make float64,
    where JAX makes float32.

    Example:
        >>> tf.experimental.numpy.promote_types(np.int32, np.float32)
        dtype('float64')
        >>> tf.experimental.numpy.promote_types(tf.uint8, tf.int8)
        dtype('int16')
    """
    return np.promote_types(*(t.as_numpy_dtype if isinstance(t, dt.DType) else np.dtype(_no_value(t)) for t in (type1, type2)))


def _no_value(x):
    """`x`, unless it is a tensor, which NumPy would take by the attribute `dtype`."""
    if is_tensor(x):
        raise TypeError(f"Cannot interpret {x!r} as a data type")
    return x


@tf_export("experimental.numpy.finfo")
def finfo(dtype: DTypeLike) -> np.finfo:
    """The limits of a dtype of floats, as NumPy has them. Mirrors `tf.experimental.numpy.finfo`.

    Arguments:
        dtype: a dtype of floats.

    Returns:
        A `numpy.finfo`.

    Raises:
        ValueError: a dtype that is not one of floats, bfloat16 among them, which NumPy has no limits for.

    It holds the number of `bits`, the greatest and least numbers `max` and `min`, and `eps`, the distance from 1 to the next number after
    it. For integers there is `iinfo` with the like.

    Example:
        >>> tf.experimental.numpy.finfo(np.float32).bits
        32
        >>> tf.experimental.numpy.finfo(tf.float64).eps == 2.0**-52
        True
    """
    return np.finfo(dtype.as_numpy_dtype if isinstance(dtype, dt.DType) else np.dtype(_no_value(dtype)))


def dtype_of(dtype):
    """The DType for an object that denotes a dtype."""
    if promotion.is_weak() and dtype in (float, int, complex):
        return result_type(dtype)
    if dtype is float:
        return default_float()
    if dtype is int:
        return dt.int64
    if dtype is complex:
        return dt.complex128
    if dtype is str:
        return dt.string
    if isinstance(dtype, (list, tuple, numbers.Number)):
        return result_type(dtype)
    if isinstance(dtype, str) and dtype.lstrip("<>=|")[:1] in ("S", "U"):
        return dt.as_dtype(np.dtype(dtype))  # texts, of whatever length
    return dt.as_dtype(dtype)


@tf_export("experimental.numpy.asarray")
@promotion.taking_numbers
def asarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """What is given as a tensor; a tensor is given back as it is. Mirrors `tf.experimental.numpy.asarray`.

    Arguments:
        a: a tensor, array, number or nested list.
        dtype: of the elements; None, the default, for what fits.

    Returns:
        A tensor.

    Raises:
        ValueError: nested lists of uneven lengths.

    Python's floats become float64 and integers int64, where `tf.convert_to_tensor` makes float32 and int32 of them. Tensors within a list
    are stacked, of the dtype that fits all.

    Example:
        >>> tf.experimental.numpy.asarray([1, 2])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>
        >>> tf.experimental.numpy.asarray([tf.constant(1), tf.constant(2.5)])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1. , 2.5])>
    """
    dtype = None if dtype is None else dtype_of(dtype)
    if is_tensor(a):
        a = convert_to_tensor(a)
        return a if dtype is None or a.dtype == dtype else array_ops.cast(a, dtype)
    if isinstance(a, (list, tuple)) and _holds_tensors(a):
        kind = dtype or result_type(*a)
        return array_ops.stack([asarray(x, kind) for x in a])
    if dtype is None:
        values = np.asarray(a)
        made = values.dtype
        if not isinstance(a, (np.ndarray, np.generic, str, bytes)) and made.kind in "biufcSU":
            made = combined(a)
        dtype = dt.as_dtype(made) if made.kind not in "USO" else dt.string
        given = values.astype(made) if values.dtype.kind not in "USO" and dtype != dt.string else a
        return constant_of(convert_to_tensor(given, dtype), None)
    values = np.asarray(a)
    return array_ops.cast(constant_of(convert_to_tensor(values if values.dtype.kind in "biufc" else a), None), dtype)


def _leaves(a):
    return [leaf for x in a for leaf in (_leaves(x) if isinstance(x, (list, tuple, range)) else [x])]


def _holds_tensors(a):
    return any(_holds_tensors(x) if isinstance(x, (list, tuple)) else is_tensor(x) for x in a)


def promoted(*values):
    """The values as tensors of the dtype that NumPy promotes them to."""
    kind = result_type(*values)
    return [asarray(v, kind) for v in values]


def promoted_pair(a, b):
    """The two as tensors of one dtype: NumPy's, also where dtypes may be weak, unless one is a list."""
    if isinstance(a, (list, tuple)) or isinstance(b, (list, tuple)):
        return promoted(a, b)
    kind = dt.as_dtype(combined(a, b))
    return [asarray(x, kind) for x in (a, b)]


def inexact_dtype(x):
    """Whether the tensor `x` is of a dtype that NumPy itself counts among those of fractions: bfloat16 is none of them."""
    return issubdtype(x.dtype.as_numpy_dtype, inexact)


def floating(x):
    """`x` as a tensor of floats or complex numbers.

    Others are converted by the tensor's own method, which raises AttributeError where NumPy's behaviour is not enabled.
    """
    x = asarray(x)
    return x if inexact_dtype(x) else x.astype(default_float())


def as_int(x):
    """The Python integer of an eager scalar; anything else as it is."""
    return int(x._t) if isinstance(x, EagerTensor) else x


@tf_export("experimental.numpy.array")
@promotion.taking_numbers
def array(val: TensorLike, dtype: DTypeLike | None = None, copy: bool = True, ndmin: int = 0) -> Tensor:
    """A tensor of what is given. Mirrors `tf.experimental.numpy.array`.

    Arguments:
        val: a tensor, array, number or nested list.
        dtype: as in NumPy; None, the default, for what fits.
        copy: makes no difference: tensors do not change.
        ndmin: so many axes there are at least, new ones in front; 0 by default.

    Returns:
        A tensor.

    Raises:
        ValueError: nested lists of uneven lengths.

    NumPy's `order` and `subok` are not taken. Python's floats become float64, or float32 after
    `experimental_enable_numpy_behavior(prefer_float32=True)`; integers int64.

    Example:
        >>> tf.experimental.numpy.array([[1, 2.5]], ndmin=3)
        <tf.Tensor: shape=(1, 1, 2), dtype=float64, numpy=array([[[1. , 2.5]]])>
        >>> tf.experimental.numpy.array([1, 2], dtype=tf.float32)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    """
    made = asarray(val, dtype)
    if copy and made is val:
        made = array_ops.identity(made)
    rank = made.shape.rank
    if not ndmin or rank is not None and ndmin <= rank:
        return made
    if made.shape.is_fully_defined():
        return array_ops.reshape(made, [1] * (ndmin - rank) + list(made.shape))
    return array_ops.reshape(made, array_ops.concat([array_ops.ones([_missing(made, ndmin)], dt.int32), array_ops.shape(made)], 0))


def _missing(made, rank):
    """How many axes the tensor lacks: a tensor where only the running graph knows."""
    return (
        rank - made.shape.rank
        if made.shape.rank is not None
        else array_ops.where(array_ops.rank(made) < rank, rank - array_ops.rank(made), 0)
    )


@tf_export("experimental.numpy.asanyarray")
@promotion.taking_numbers
def asanyarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """What is given as a tensor, as `asarray`. Mirrors `tf.experimental.numpy.asanyarray`.

    Arguments:
        a: a tensor, array, number or nested list.
        dtype: of the elements; None, the default, for what fits.

    Returns:
        A tensor.

    Raises:
        ValueError: nested lists of uneven lengths.

    NumPy's subclasses, which its own function lets pass, have no counterpart: this is `asarray`. A tensor that has the dtype is given back
    itself; gradients pass through, also through a change from one dtype of floats to another.

    Example:
        >>> tf.experimental.numpy.asanyarray([1.5])
        <tf.Tensor: shape=(1,), dtype=float64, numpy=array([1.5])>
        >>> tf.experimental.numpy.asanyarray(tf.constant([1, 2]), tf.float32)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    """
    return asarray(a, dtype)


@tf_export("experimental.numpy.ascontiguousarray")
@promotion.taking_numbers
def ascontiguousarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """What is given as a tensor of at least one axis. Mirrors `tf.experimental.numpy.ascontiguousarray`.

    Arguments:
        a: a tensor, array, number or nested list.
        dtype: of the elements; None, the default, for what fits.

    Returns:
        A tensor.

    Raises:
        ValueError: nested lists of uneven lengths.

    How elements lie in memory makes no difference to tensors; what is left of NumPy's function is that numbers get an axis. Arrays with
    axes are as `asarray` gives them.

    Example:
        >>> tf.experimental.numpy.ascontiguousarray(3)
        <tf.Tensor: shape=(1,), dtype=int64, numpy=array([3])>
        >>> tf.experimental.numpy.ascontiguousarray([[1.5]])
        <tf.Tensor: shape=(1, 1), dtype=float64, numpy=array([[1.5]])>
    """
    return array(a, dtype, ndmin=1)


def named(name: str, function: Any, signature_of: inspect.Signature) -> Any:
    """`function` under the name and with the argument names of the public one."""
    function.__name__ = function.__qualname__ = name
    function.__signature__ = signature_of
    return function


tf_export("experimental.numpy.bool_")(bool_)
tf_export("experimental.numpy.complex128", "experimental.numpy.complex_")(complex128)
tf_export("experimental.numpy.complex64")(complex64)
tf_export("experimental.numpy.float16")(float16)
tf_export("experimental.numpy.float32")(float32)
tf_export("experimental.numpy.float64", "experimental.numpy.float_")(float64)
tf_export("experimental.numpy.iinfo")(iinfo)
tf_export("experimental.numpy.inexact")(inexact)
tf_export("experimental.numpy.int16")(int16)
tf_export("experimental.numpy.int32")(int32)
tf_export("experimental.numpy.int64", "experimental.numpy.int_")(int64)
tf_export("experimental.numpy.int8")(int8)
tf_export("experimental.numpy.issubdtype")(issubdtype)
tf_export("experimental.numpy.object_")(object_)
tf_export("experimental.numpy.string_")(string_)
tf_export("experimental.numpy.uint16")(uint16)
tf_export("experimental.numpy.uint32")(uint32)
tf_export("experimental.numpy.uint64")(uint64)
tf_export("experimental.numpy.uint8")(uint8)
tf_export("experimental.numpy.unicode_")(unicode_)
tf_export("experimental.numpy.ndarray")(ndarray)
