"""From Python, NumPy and torch values to tensors: `convert_to_tensor` and the registry behind it."""

from __future__ import annotations

import math
from collections import UserString
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import core_types, dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import VARIABLE, is_variable
from tfshim.engine.values.shapes import Dimension, TensorShape, sizes_as_numbers
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType, DTypeLike
_STR = (str, bytes, np.str_, np.bytes_)
_INT_KINDS, _FLOAT_KINDS = "iu", "fV"

# type -> [(priority, function)]; consulted in order of priority for types that are not handled below.
_registry = []


@tf_export("register_tensor_conversion_function")
def register_tensor_conversion_function(
    base_type: type | tuple[type, ...], conversion_func: Callable[..., Any], priority: int = 100
) -> None:
    """Let a function turn values of a type of one's own into tensors. Mirrors `tf.register_tensor_conversion_function`.

    Arguments:
        base_type: a class, or a tuple of classes, not one that is converted already.
        conversion_func: a function `f(value, dtype=None, name=None, as_ref=False)` that returns a tensor of `dtype`, if
            one is given, or NotImplemented.
        priority: functions of lower numbers are tried first, 100 by default.

    Raises:
        TypeError: `base_type` is no class, the function cannot be called, or the type is a basic one of Python or
            NumPy.

    All operations then take such values.

    Example:
        >>> class Celsius:
        ...     def __init__(self, degrees):
        ...         self.degrees = degrees
        >>> def converted(value, dtype=None, name=None, as_ref=False):
        ...     return tf.constant(value.degrees + 273.15, dtype or tf.float32, name=name)
        >>> tf.register_tensor_conversion_function(Celsius, converted)
        >>> tf.add(Celsius(10.0), 1.0)
        <tf.Tensor: shape=(), dtype=float32, numpy=284.15>
    """
    types = base_type if isinstance(base_type, tuple) else (base_type,)
    if not all(isinstance(t, type) for t in types):
        raise TypeError(f"Argument `base_type` must be a type or a tuple of types, got {base_type!r}.")
    if not callable(conversion_func):
        raise TypeError(f"Argument `conversion_func` must be callable, got {conversion_func!r}.")
    if any(issubclass(np.ndarray, t) or issubclass(int, t) or issubclass(float, t) for t in types if t is not object):
        raise TypeError("Cannot register conversions for Python numeric types and NumPy scalars and arrays.")
    _registry.append((priority, types, conversion_func))
    _registry.sort(key=lambda entry: entry[0])
    for t in types:
        # A user's kind of variable, which may hold its value elsewhere, is read by its own conversion; variables themselves are not.
        if any(vars(k).get("_tfshim_kind") is VARIABLE for k in t.__mro__) and "_tfshim_value" not in vars(t):
            t._tfshim_value = _converted  # type: ignore[attr-defined]


def _converted(value: Any) -> Any:
    """The value of a variable whose class has a conversion."""
    return _registered(value, None, None)


def _registered(value: Any, dtype: DType | None, name: str | None) -> Any:
    for _, types, function in _registry:
        if isinstance(value, types):
            made = function(value, dtype=dtype, name=name, as_ref=False)
            if made is NotImplemented:
                continue
            if not isinstance(made, Tensor) and not hasattr(type(made), "_tfshim_dispatch"):
                raise RuntimeError(f"The conversion function for {type(value).__name__} returned {made!r}, not a tensor.")
            if dtype is not None and made.dtype != dtype:
                raise RuntimeError(
                    f"The conversion function for {type(value).__name__} returned dtype {made.dtype.name}, asked for {dtype.name}."
                )
            return made
    return None


# ---------------------------------------------------------------------- storage
def place(t: torch.Tensor) -> torch.Tensor:
    """The torch tensor `t` on the device that is in force."""
    device = current_torch_device()
    return t if device is None or t.device == device else t.to(device)


_NARROW = {dtypes.uint16: np.uint16, dtypes.uint32: np.uint32, dtypes.uint64: np.uint64}


def from_numpy(array: np.ndarray, dtype: DType) -> EagerTensor:
    """The EagerTensor of DType `dtype` that copies `array`, casting as NumPy does."""
    if dtype._kind == "s":
        return wrap(_to_bytes(array), dtype)
    if dtype._kind == "o":
        return wrap(np.asarray(array, dtype=object), dtype)
    if array.dtype.kind == "V" and array.dtype.names:  # a quantized type
        array = array.view(array.dtype[0])
    if array.dtype.kind == "V" or array.dtype.name in ("bfloat16", "float8_e5m2", "float8_e4m3fn", "int4", "uint4"):
        array = array.astype(np.float32) if array.dtype.name not in ("int4", "uint4") else array.astype(np.int8)
    target = dtype._numpy if dtype._numpy is not None and dtype._kind != "q" else None
    # Long long is int64 by another name, which torch does not know everywhere.
    if target is not None and (array.dtype != target or array.dtype.char in "qQ"):
        if array.dtype.kind in "SU" and dtype is dtypes.bool:
            array = array != array.dtype.type()  # NumPy before 2 reads the number that a text holds
        # NumPy warns of NaN and of numbers out of range in casts, TensorFlow does not.
        with np.errstate(all="ignore"):
            array = array.astype(target)
    elif not array.flags.c_contiguous or not array.dtype.isnative:
        array = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))
    else:
        # A tensor never changes, but the caller may change the array.
        array = array.copy()
    t = torch.from_numpy(array) if array.ndim else torch.from_numpy(array.reshape(1)).reshape(())
    if t.dtype != dtype.torch:
        t = t.to(dtype.torch)
    return wrap(place(t), dtype)


def _to_bytes(array: np.ndarray) -> np.ndarray:
    """An object array of `bytes` from an array of strings, bytes or objects."""
    array = np.asarray(array)
    if array.dtype.kind == "S":
        # NumPy drops trailing zero bytes of fixed-width strings on reading; nothing can be done here.
        return array.astype(object)
    out = np.empty(array.shape, dtype=object)
    flat, source = out.reshape(-1), array.reshape(-1)
    for i, item in enumerate(source if array.dtype.kind == "O" else source.tolist()):
        if isinstance(item, str):
            item = item.encode("utf-8", "surrogateescape")
        elif not isinstance(item, bytes):
            raise TypeError(f"Unsupported object type {type(item).__name__}")
        flat[i] = item
    return out


# ---------------------------------------------------------------------- Python values
_scalar_cache = {}
_SCALARS = {
    bool: dtypes.bool,
    int: dtypes.int32,
    float: dtypes.float32,
    complex: dtypes.complex128,
    str: dtypes.string,
    bytes: dtypes.string,
}


def _error_unsupported(value: Any) -> ValueError:
    return ValueError(f"Attempt to convert a value ({value!r}) with an unsupported type ({type(value)}) to a Tensor.")


def _error_cannot(value: Any, dtype: DType) -> TypeError:
    return TypeError(f"Cannot convert {value!r} to EagerTensor of dtype {dtype.proto_name}")


# What a Python bool becomes; of NumPy arrays, and beside an integer, it becomes anything.
_FROM_BOOL = sum(
    d.mask for d in (dtypes.int32, dtypes.int64, dtypes.uint64, dtypes.float16, dtypes.float32, dtypes.float64, dtypes.complex128)
)


def _fits(kind: str, dtype: DType) -> bool:
    """Whether a Python value of NumPy kind `kind` may become `dtype`, by TensorFlow's rule."""
    want = dtype._kind
    if kind == "b":
        # While a graph is built TensorFlow asks Python, to whom a bool is a number.
        return want == "b" or bool(dtype.mask & _FROM_BOOL) or TS.graph is not None and want in "iufcq"
    if want == "f":
        return kind in "iuf"
    if want == "c":
        return kind in "iufc"
    if want in "iuq":
        return kind in "iu"
    if want == "s":
        return kind == "s"
    return False


def _out_of_range() -> ValueError:
    return ValueError("Can't convert Python sequence with out-of-range integer to Tensor.")


def _check_range(value: int, dtype: DType | None) -> None:
    """Raise ValueError for a Python integer that TensorFlow does not convert to `dtype`, None for whichever fits."""
    if dtype is not None and dtype._kind == "f":
        return
    if not -(2**63) <= value < (2**64 if dtype is dtypes.uint64 else 2**63):
        raise _out_of_range()


_FLOAT32_MAX = 3.4028235677973366e38  # rounds to infinity from here on


def _check_floats(value: Any, array: float | np.ndarray) -> None:
    """Raise ValueError where finite Python floats, whose dtype nobody gave, are beyond what float32 holds.

    While a graph is built they become infinite, as in NumPy.
    """
    if TS.graph is not None:
        return
    magnitude = np.abs(array)
    if bool(((magnitude >= _FLOAT32_MAX) & (magnitude < math.inf)).any()):
        raise ValueError(
            f"Can't convert Python sequence with a value out of range for a double-precision float: {value!r:.60} is beyond "
            "float32, the dtype of Python floats; give dtype=tf.float64."
        )


def _large_integers(value: Any, dtype: DType | None) -> np.ndarray:
    """The array of nested Python integers of which some are beyond 64 signed bits."""
    array = np.array(value, dtype=object)
    for item in array.reshape(-1):
        _check_range(int(item), dtype)
    if dtype is dtypes.uint64:
        return (array.astype(object) & (2**64 - 1)).astype(np.uint64)
    return array.astype(np.float64)


def _python_scalar(value: Any, dtype: DType | None) -> EagerTensor:
    kind = {bool: "b", int: "i", float: "f", complex: "c"}.get(type(value), "s")
    if dtype is None:
        dtype = _SCALARS[type(value)]
        if kind == "i" and not -(2**31) <= value < 2**31:
            _check_range(value, None)
            dtype = dtypes.int64
        if kind == "f" and not -_FLOAT32_MAX < value < _FLOAT32_MAX:
            _check_floats(value, value)
    elif not _fits(kind, dtype):
        raise _error_cannot(value, dtype)
    if kind == "s":
        storage = np.empty((), dtype=object)
        storage[()] = value.encode("utf-8", "surrogateescape") if type(value) is str else value
        return wrap(storage, dtype)
    if kind == "i" and not -(2**63) <= value < 2**63:
        _check_range(value, dtype)
        value = value if dtype._kind == "u" else float(value)
    if kind == "i" and dtype._kind in "iuq":
        bits = dtype.torch.itemsize * 8
        value &= (1 << bits) - 1  # Python integers wrap around, as they do in TensorFlow
        if dtype._kind != "u" and dtype._name != "quint8" and value >> (bits - 1):
            value -= 1 << bits
    try:
        t = torch.scalar_tensor(value, dtype=dtype.torch)
    except RuntimeError:  # out of range, or a type that scalar_tensor cannot fill
        with np.errstate(all="ignore"):
            return from_numpy(np.asarray(value), dtype)
    return wrap(place(t), dtype)


_QUICK_DTYPES = {
    float: frozenset((dtypes.float32, dtypes.float64)),
    int: frozenset((dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64)),
}
_QUICK_LIMITS, _QUICK_LENGTH = {float: 3.4e38, int: 2**31 - 1}, 64


def quick_eager(value: Any, dtype: DType | None) -> EagerTensor | None:
    """The tensor for a Python number or a short list or matrix of numbers of one type; None for whatever needs a closer look."""
    kind, leaves = type(value), None
    if kind is list or kind is tuple:
        if not 0 < len(value) <= _QUICK_LENGTH:
            return None
        leaves, kind = value, type(value[0])
        if kind is list or kind is tuple:
            if any(type(row) is not kind for row in value):
                return None
            leaves = list(chain.from_iterable(value))
            if not 0 < len(leaves) <= _QUICK_LENGTH:
                return None
            kind = type(leaves[0])
    most = _QUICK_LIMITS.get(kind)
    if most is None:
        return None
    if dtype is None:
        dtype = _SCALARS[kind]
    elif dtype not in _QUICK_DTYPES[kind]:
        return None
    if leaves is None:
        if not -most < value < most:
            return None
        t = torch.from_numpy(np.array(value, dtype._numpy))  # two thirds of the time of `torch.scalar_tensor`
    else:
        for leaf in leaves:
            if type(leaf) is not kind:
                return None
        if not (-most < min(leaves) and max(leaves) < most):  # NaN first makes this false too, and later it hides nothing
            return None
        try:
            t = torch.from_numpy(np.array(value, dtype._numpy))
        except ValueError:  # rows of different lengths
            return None
    device = current_torch_device()
    return wrap(t if device is None else t.to(device), dtype)


def scalar_operand(value: complex, dtype: DType | None) -> EagerTensor:
    """The tensor for the Python number `value` as an operand; frequent ones are kept."""
    key = (value, type(value), dtype)
    found = _scalar_cache.get(key)
    if found is not None and (value != 0 or type(value) is not float):  # 0.0 == -0.0
        if current_torch_device() is None:
            return found
    made = _python_scalar(value, dtype)
    # Bounded: a program may use ever new numbers.
    if len(_scalar_cache) < 256 and current_torch_device() is None:
        _scalar_cache[key] = made
    return made


_scalar_storages = {}


def scalar_storage(value: Any, dtype: DType) -> torch.Tensor:
    """The torch tensor, on the CPU, for the Python number `value` beside a tensor on any device; frequent ones are kept.

    torch is quicker with such a tensor than with the number, for which it makes one every time.
    """
    key = (value, type(value), dtype)
    found = _scalar_storages.get(key)
    if found is not None and (value or type(value) is int or math.copysign(1.0, value) > 0):  # 0.0 == -0.0
        return found
    made = torch.scalar_tensor(value, dtype=dtype.torch)
    if value or type(value) is int or math.copysign(1.0, value) > 0:
        if len(_scalar_storages) >= 256:
            _scalar_storages.clear()
        _scalar_storages[key] = made
    return made


def _leaf_types(value: Sequence[Any], types: set[type], tensors: list[bool]) -> None:
    """Collect the types of the leaves of nested sequences; True in `tensors` when one is a tensor."""
    for kind in set(map(type, value)):
        if kind in (list, tuple) or issubclass(kind, (list, tuple, range)):
            for item in value:
                if isinstance(item, (list, tuple, range)):
                    _leaf_types(item, types, tensors)
        elif issubclass(kind, Tensor) or hasattr(kind, "_tfshim_value"):
            tensors.append(True)
        else:
            types.add(kind)


_KIND_OF = {bool: "b", int: "i", float: "f", complex: "c", str: "s", bytes: "s"}


def _leaf_kind(kind: type) -> str:
    if kind in _KIND_OF:
        return _KIND_OF[kind]
    if issubclass(kind, (str, bytes)):
        return "s"
    if issubclass(kind, np.bool_):
        return "b"
    if issubclass(kind, (np.integer, int)):
        return "i"
    if issubclass(kind, np.float64):  # before float, of which it is a subclass
        return "d"
    if issubclass(kind, (np.floating, float)):
        return "f"
    if issubclass(kind, (np.complexfloating, complex)):
        return "c"
    return "?"


def _array_kind(dtype: np.dtype) -> str:
    """The category of an array's elements, as `_leaf_kind` gives it for a scalar."""
    return {"u": "i", "U": "s", "S": "s", "O": "s"}.get(dtype.kind, "d" if dtype == np.float64 else dtype.kind)


def _listed(value: Any) -> list[Any] | None:
    """`value` with what else behaves as a sequence (deques, arrays of the standard library, buffers) as lists; None without such."""
    if isinstance(value, (list, tuple, range)):
        items = [(_listed(item) if _leaf_kind(type(item)) == "?" else None, item) for item in value]
        return None if all(made is None for made, _ in items) else [item if made is None else made for made, item in items]
    kind = type(value)
    if not (hasattr(kind, "__getitem__") and hasattr(kind, "__len__")) or hasattr(kind, "__array__"):
        return None
    if isinstance(value, (Mapping, UserString, str, bytes, Tensor)) or hasattr(kind, "_tfshim_value") or is_tensor(value):
        return None
    return value.tolist() if kind is memoryview else [value[i] for i in range(len(value))]


def _sequence(value: Sequence[Any], dtype: DType | None) -> Tensor | None:
    """A tensor from nested lists, tuples and ranges of Python and NumPy values."""
    types, tensors = set(), []
    _leaf_types(value, types, tensors)
    if tensors:
        return None
    if Dimension in types:
        return _sequence(sizes_as_numbers(value), dtype)
    arrays = [t for t in types if issubclass(t, np.ndarray) or hasattr(t, "__array__") and not issubclass(t, np.generic)]
    kinds = {_leaf_kind(t) for t in types if t not in arrays}
    if "?" in kinds:
        if torch.Tensor in types:
            return None
        listed = _listed(value)
        if listed is not None:
            return convert_to_tensor(listed, dtype)
        bad = _first(value, lambda x: _leaf_kind(type(x)) == "?" and not hasattr(x, "__array__"))
        if bad is _first(value, lambda x: True):
            raise _error_unsupported(bad)
        found = "Python sequence with mixed types" if _rectangular(value) else "non-rectangular Python sequence"
        raise ValueError(f"Can't convert {found} to Tensor.")
    # The first value that there is decides the dtype: a float64 array after Python floats becomes float32.
    if arrays:
        leaves = [np.asarray(x) if isinstance(x, tuple(arrays)) else x for x in _leaves(value)]
        kinds.update(_array_kind(x.dtype) for x in leaves if isinstance(x, np.ndarray))
        leaf = next((x for x in leaves if not isinstance(x, np.ndarray) or x.size), 0.0)
        first = _array_kind(leaf.dtype) if isinstance(leaf, np.ndarray) else _leaf_kind(type(leaf))
        half = getattr(leaf, "dtype", None) == np.float16
    else:
        leaf = _first(value, lambda x: True)
        first, half = _leaf_kind(type(leaf)) if kinds else "f", isinstance(leaf, np.float16)
    if len(kinds) > 1 and not (
        kinds <= {"i", "b"}
        and first == "i"
        or kinds <= {"i", "b", "f", "d"}
        and first != "b"
        or kinds == {"i", "b"}
        and dtype is not None
        and dtype.mask & _FROM_BOOL
        or first == "c"
        and "s" not in kinds
    ):
        raise ValueError("Can't convert Python sequence with mixed types to Tensor.")
    if dtype is not None:
        for kind in kinds if first == "b" or arrays else kinds - {"b"} or kinds:
            if not _fits("f" if kind == "d" else kind, dtype):
                raise _error_cannot(value, dtype)
    try:
        array = np.array(value, dtype=object if "s" in kinds else None)
    except (ValueError, TypeError, OverflowError):
        array = None
    if array is None or array.dtype == object and "s" not in kinds:
        if not (kinds <= {"i", "b"} and _rectangular(value)):
            raise ValueError("Can't convert non-rectangular Python sequence to Tensor.")
        array = _large_integers(value, dtype)
    elif not arrays and kinds <= {"i", "b"} and array.size and array.dtype.kind in "fu":
        array = _large_integers(value, dtype)
    if "s" in kinds and any(isinstance(x, (list, tuple)) for x in array.reshape(-1)[:2]):
        raise ValueError("Can't convert non-rectangular Python sequence to Tensor.")
    if dtype is None:
        kind = array.dtype.kind
        if "s" in kinds:
            dtype = dtypes.string
        elif kind in "iu":
            small = not array.size or (array.min() >= -(2**31) and array.max() < 2**31)
            dtype = dtypes.int32 if small else dtypes.int64
            if not small and kind == "u" and array.max() >= 2**63:
                raise _out_of_range()
        elif kind == "f":
            dtype = dtypes.float64 if "d" in kinds and first == "d" else dtypes.float32
            if "f" in kinds and array.dtype == np.float16 or half:
                dtype = dtypes.float16
            if dtype is dtypes.float32 and array.dtype == np.float64 and not arrays:
                _check_floats(value, array)
        elif kind == "c":
            dtype = dtypes.complex128
        else:
            dtype = as_dtype(array.dtype)
    return from_numpy(array, dtype)


def _leaves(value: Sequence[Any]) -> Iterator[Any]:
    for item in value:
        if isinstance(item, (list, tuple, range)):
            yield from _leaves(item)
        else:
            yield item


def _first(value: Sequence[Any], condition: Callable[[Any], bool]) -> Any:
    for item in value:
        if isinstance(item, (list, tuple, range)):
            found = _first(item, condition)
            if found is not None:
                return found
        elif condition(item):
            return item
    return None


def _rectangular(value: Any) -> bool:
    if not isinstance(value, (list, tuple)):
        return True
    shapes = {len(v) if isinstance(v, (list, tuple)) else -1 for v in value}
    return len(shapes) <= 1 and all(map(_rectangular, value))


_UNSUPPORTED = {"M": "DATETIME", "m": "TIMEDELTA", "g": "LONGDOUBLE", "G": "CLONGDOUBLE"}


def _from_array(array: np.ndarray, dtype: DType) -> EagerTensor:
    try:
        return from_numpy(array, dtype)
    except TypeError as e:
        raise ValueError(f"Failed to convert a NumPy array to a Tensor ({e}).") from None


def convert_to_eager(value: Any, dtype: DType | None = None) -> Tensor:
    """The EagerTensor for a Python, NumPy or torch value. Raises TypeError or ValueError as TensorFlow does."""
    kind = type(value)
    if kind is float or kind is int or kind is bool or kind is str or kind is bytes or kind is complex:
        return _python_scalar(value, dtype)
    if isinstance(value, np.ndarray):
        if dtype is None:
            try:
                dtype = as_dtype(value.dtype)
            except TypeError:
                known = _UNSUPPORTED.get(value.dtype.char, "")
                what = f"Unsupported numpy type: NPY_{known}" if known else f"Unsupported numpy data type {value.dtype}"
                raise ValueError(f"Failed to convert a NumPy array to a Tensor ({what}).") from None
        if value.dtype == object and dtype._kind != "s":
            value = np.array(value.tolist()).reshape(value.shape)
        return _from_array(value, dtype)
    if isinstance(value, np.generic):
        if isinstance(value, (np.str_, np.bytes_)):
            return _python_scalar(value.item(), dtype)
        return _from_array(np.asarray(value), dtype) if dtype is not None else convert_to_eager(np.asarray(value))
    if isinstance(value, (list, tuple, range)):
        made = _sequence(value, dtype)
        if made is not None:
            return made
        raise _error_unsupported(value)
    if isinstance(value, torch.Tensor):
        if dtype is None:
            dtype = as_dtype(value.dtype)
        # A copy: the tensor of another library may change under us.
        return wrap(place(value.detach().to(dtype.torch, copy=True)), dtype)
    if isinstance(value, (int, float, complex, str, bytes)):  # subclasses, IntEnum among them
        base: Any = next(t for t in (bool, int, float, complex, str, bytes) if isinstance(value, t))
        return _python_scalar(base.__str__(value) if base is str else base(value), dtype)
    if isinstance(value, Dimension):
        return _python_scalar(int(value), dtype)
    if hasattr(value, "__array__"):
        return convert_to_eager(np.asarray(value), dtype)
    listed = _listed(value)
    if listed is not None:
        return convert_to_tensor(listed, dtype)
    raise _error_unsupported(value)


def shape_to_eager(shape: TensorShape, dtype: DType | None = None) -> EagerTensor:
    """The vector of dimensions of a fully known TensorShape; int32 unless one is too large."""
    if not shape.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape {shape} to a Tensor.")
    dims = shape.as_list()
    if dtype is None:
        dtype = dtypes.int64 if any(d >= 2**31 for d in dims) else dtypes.int32
    if dtype not in (dtypes.int32, dtypes.int64):
        raise TypeError(f"Cannot convert a TensorShape to dtype: {dtype.name}.")
    return wrap(place(torch.tensor(dims, dtype=dtype.torch)), dtype)


def mismatch(value: Tensor, dtype: DType) -> ValueError:
    """The error for a tensor where another dtype was requested."""
    return ValueError(f"Tensor conversion requested dtype {dtype.name} for Tensor with dtype {value.dtype.name}: {value!r}")


def convert_to_tensor(value: Any, dtype: DTypeLike | None = None, dtype_hint: DTypeLike | None = None, name: str | None = None) -> Tensor:
    """The tensor that `value` is or can be made into.

    `value` is a tensor, variable, NumPy array, torch tensor, Python number or string, nested list of any of
    these, or an object with a registered conversion. `dtype` is demanded, `dtype_hint` tried first. Raises
    ValueError or TypeError where there is no conversion. What comes from Python is eager, while a graph is built too.
    """
    if dtype is not None:
        dtype = as_dtype(dtype).base_dtype
    if isinstance(value, Tensor):
        if dtype is not None and value.dtype != dtype:
            raise mismatch(value, dtype)
        return value
    if hasattr(value, "_tfshim_value"):  # variables and what stands for a tensor
        made = value.value() if is_variable(value) else value._tfshim_value()
        if dtype is not None and made.dtype != dtype:
            raise mismatch(made, dtype)
        return made
    if dtype is None and dtype_hint is not None:
        try:
            return convert_to_tensor(value, dtype_hint)
        except (TypeError, ValueError):
            pass
    if isinstance(value, (list, tuple, range)):
        if not (_registry and _registered_type(value)):
            made = quick_eager(value, dtype)
            if made is None:
                made = _sequence(value, dtype)
            return made if made is not None else higher.pack_nested(value, dtype, name)
    elif isinstance(value, TensorShape):
        return shape_to_eager(value, dtype)
    if _registry:
        made = _registered(value, dtype, name)
        if made is not None:
            return made
    convert = getattr(value, "__tf_tensor__", None)
    if convert is not None:
        return convert(dtype, name)
    return convert_to_eager(value, dtype)


def _registered_type(value: Any) -> bool:
    return any(isinstance(value, types) and list not in types and tuple not in types and object not in types for _, types, _ in _registry)


@tf_export("is_tensor")
def is_tensor(x: Any) -> bool:
    """Whether a value is a tensor, or something that operations take for one. Mirrors `tf.is_tensor`.

    Arguments:
        x: any value.

    Returns:
        True for eager tensors and those of graphs, variables, and ragged and sparse tensors; False for Python numbers,
        lists and NumPy arrays, though they convert to tensors.

    `isinstance(x, tf.Tensor)` is False for variables, and for ragged and sparse tensors.

    Example:
        >>> tf.is_tensor(tf.constant(1.0)), tf.is_tensor(tf.Variable(1.0)), tf.is_tensor(tf.ragged.constant([[1]]))
        (True, True, True)
        >>> tf.is_tensor(1.0), tf.is_tensor(np.ones(3))
        (False, False)
    """
    return isinstance(x, core_types.Tensor) or getattr(x, "is_tensor_like", False) or hasattr(type(x), "_tfshim_value")


def is_eager(x: Any) -> bool:
    """Whether `x` is a tensor that has its value."""
    return type(x) is EagerTensor


def in_graph(made: Any, name: str | None) -> Any:
    """`made` as a constant called `name` while a graph is built that is no function's, else as it is."""
    graph = TS.graph
    return graph.constant(made, name) if type(made) is EagerTensor and graph is not None and not graph.building_function else made


higher.install(convert_to_eager=convert_to_eager)
