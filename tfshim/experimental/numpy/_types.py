"""Dtypes by NumPy's rules, and what arguments become."""

import numbers

import numpy as np

from tfshim import array_ops
from tfshim.engine import dtypes as dt
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.tensor import EagerTensor, Tensor

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
_SHORTER = {np.dtype("float64"): np.dtype("float32"), np.dtype("complex128"): np.dtype("complex64")}


def set_prefer_float32(on):
    """Whether Python floats become float32 rather than float64."""
    global _prefer_float32
    _prefer_float32 = bool(on)


def _shortened(dtype):
    return _SHORTER.get(dtype, dtype) if _prefer_float32 else dtype


def default_float():
    """The DType of results of integers that are fractions."""
    return dt.float32 if _prefer_float32 else dt.float64


def is_tensor(x):
    """Whether `x` is a tensor or stands for one."""
    return isinstance(x, Tensor) or hasattr(type(x), "_tfshim_value")


def _typed(x):
    """What NumPy's promotion sees of `x`."""
    if is_tensor(x):
        return x.dtype.as_numpy_dtype
    if isinstance(x, dt.DType):
        return x.as_numpy_dtype
    if isinstance(x, (bool, numbers.Number)) and not isinstance(x, np.generic):
        return x
    if isinstance(x, (list, tuple)):
        # A list of Python numbers gives way to other dtypes, as one number does.
        parts = [_typed(v) for v in _leaves(x)]
        weak = [p for p in parts if isinstance(p, (bool, numbers.Number)) and not isinstance(p, np.generic)]
        if len(weak) < len(parts):
            return np.result_type(*parts)
        return max((type(p)(1) for p in weak), key=lambda p: [bool, int, float, complex].index(type(p))) if weak else 1.0
    return x


def result_type(*arrays_and_dtypes):
    """The DType of what comes of combining the arguments, tensors, arrays, numbers or dtypes, by NumPy's rules.

    Mirrors `tf.experimental.numpy.result_type`.
    """
    return dt.as_dtype(combined(*arrays_and_dtypes))


def combined(*arrays_and_dtypes):
    """The same as a NumPy dtype."""
    found = [_typed(x) for x in arrays_and_dtypes]
    plain = [x for x in found if isinstance(x, (bool, numbers.Number)) and not isinstance(x, np.generic)]
    made = np.result_type(*found) if len(found) > len(plain) else np.result_type(*(np.asarray(x).dtype for x in plain))
    tensors = [x for x in arrays_and_dtypes if is_tensor(x) or isinstance(x, (np.ndarray, np.generic, dt.DType))]
    return made if any(_typed(x) == made for x in tensors if not isinstance(_typed(x), np.ndarray)) else _shortened(made)


def promote_types(type1, type2):
    """The dtype that both types can become. Mirrors `tf.experimental.numpy.promote_types`."""
    return _shortened(np.promote_types(dt.as_dtype(type1).as_numpy_dtype, dt.as_dtype(type2).as_numpy_dtype))


def finfo(dtype):
    """What NumPy knows of a float type. Mirrors `tf.experimental.numpy.finfo`."""
    return np.finfo(dt.as_dtype(dtype).as_numpy_dtype)


def dtype_of(dtype):
    """The DType for what stands for a dtype; Python's float may be float32."""
    if dtype is float:
        return default_float()
    if dtype is int:
        return dt.int64
    if dtype is complex:
        return dt.complex64 if _prefer_float32 else dt.complex128
    return dt.as_dtype(dtype)


def asarray(a, dtype=None):
    """`a` as a tensor, of `dtype` if that is given. Mirrors `tf.experimental.numpy.asarray`."""
    dtype = None if dtype is None else dtype_of(dtype)
    if is_tensor(a):
        a = convert_to_tensor(a)
        return a if dtype is None or a.dtype == dtype else array_ops.cast(a, dtype)
    if isinstance(a, (list, tuple)) and _holds_tensors(a):
        kind = dtype or result_type(*_leaves(a))
        return array_ops.stack([asarray(x, kind) for x in a])
    if dtype is None:
        values = np.asarray(a)
        made = values.dtype
        if not isinstance(a, (np.ndarray, np.generic)):
            made = _shortened(made)
        dtype = dt.as_dtype(made) if values.dtype.kind not in "USO" else dt.string
        return convert_to_tensor(values.astype(made) if dtype != dt.string else a, dtype)
    values = np.asarray(a)
    if dtype != dt.string and values.dtype.kind in "biufc":
        return array_ops.cast(convert_to_tensor(values), dtype)
    return convert_to_tensor(a, dtype)


def _leaves(a):
    return [leaf for x in a for leaf in (_leaves(x) if isinstance(x, (list, tuple)) else [x])]


def _holds_tensors(a):
    return any(_holds_tensors(x) if isinstance(x, (list, tuple)) else is_tensor(x) for x in a)


def promoted(*values):
    """The values as tensors of the dtype that NumPy promotes them to."""
    kind = result_type(*values)
    return [asarray(v, kind) for v in values]


def floating(x):
    """`x` as a tensor of floats or complex numbers."""
    x = asarray(x)
    return x if x.dtype.is_floating or x.dtype.is_complex else array_ops.cast(x, default_float())


def as_int(x):
    """The Python integer of an eager scalar; anything else as it is."""
    return int(x._t) if isinstance(x, EagerTensor) else x


def array(val, dtype=None, copy=True, ndmin=0):
    """A tensor of `val`: a tensor, array, number, or nested list. Mirrors `tf.experimental.numpy.array`.

    `dtype` as in NumPy; `ndmin`: dimensions of size one are put in front until there are so many. Tensors do not change, so
    `copy` makes no difference.
    """
    made = asarray(val, dtype)
    if copy and made is val:
        made = array_ops.identity(made)
    rank = made.shape.rank
    return array_ops.reshape(made, [1] * (ndmin - rank) + list(made.shape)) if rank is not None and ndmin > rank else made


def asanyarray(a, dtype=None):
    """The same as `asarray`. Mirrors `tf.experimental.numpy.asanyarray`."""
    return asarray(a, dtype)


def ascontiguousarray(a, dtype=None):
    """`a` as a tensor of at least one dimension. Mirrors `tf.experimental.numpy.ascontiguousarray`."""
    return array(a, dtype, ndmin=1)


def named(name, function, signature_of):
    """`function` under the name and with the argument names of the public one."""
    function.__name__ = function.__qualname__ = name
    function.__signature__ = signature_of
    return function
