"""From Python, NumPy and torch values to tensors: `convert_to_tensor` and the registry behind it."""

from __future__ import annotations

from collections import UserString
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import constants_in_graphs, core_types, dtypes
from tfshim.engine.values.arrays import from_numpy, place
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import VARIABLE, is_ragged, is_variable
from tfshim.engine.values.python_numbers import (
    FROM_BOOL,
    cannot_convert,
    check_floats,
    encoded_texts,
    fits,
    large_integers,
    out_of_range,
    python_scalar,
    quick_eager,
)
from tfshim.engine.values.shape_parts.dimensions import Dimension, sizes_as_numbers
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType, DTypeLike


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


def _error_unsupported(value: Any, of: Any = None, dtype: DType | None = None) -> Exception:
    """What is raised for `value`, or for it within the sequence `of`, where `dtype` is asked for."""
    if TS.graph is not None:
        return constants_in_graphs.refusal(value if of is None else of, dtype)
    if is_ragged(value):  # TensorFlow takes it for a sequence, and passes on how that ends
        return ValueError(f"TypeError: object of type '{type(value).__name__}' has no len()\n")
    return ValueError(f"Attempt to convert a value ({value!r}) with an unsupported type ({type(value)}) to a Tensor.")


def _error_mixed(value: Any) -> Exception:
    if TS.graph is not None:
        return constants_in_graphs.not_converted(value)
    return ValueError("Can't convert Python sequence with mixed types to Tensor.")


def _error_not_rectangular(value: Any) -> Exception:
    if TS.graph is not None:  # where NumPy is asked
        try:
            np.array(value)
        except ValueError as e:
            return e
    elif _fault(value, _first_sizes(value)) == "deep":
        return _error_mixed(value)
    return ValueError("Can't convert non-rectangular Python sequence to Tensor.")


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
    if not (_has_method(kind, "__getitem__") and _has_method(kind, "__len__")) or _has_method(kind, "__array__"):
        return None
    if isinstance(value, (Mapping, UserString, str, bytes, Tensor)) or hasattr(kind, "_tfshim_value") or is_tensor(value):
        return None
    return value.tolist() if kind is memoryview else list(value)


def _has_method(kind: type, name: str) -> bool:
    """Whether values of `kind` have the method: `hasattr(kind, name)` finds those of the class itself too, which enumerations have."""
    return any(name in vars(base) for base in kind.__mro__)


def _sequence(value: Sequence[Any], dtype: DType | None) -> Tensor | None:
    """A tensor from nested lists, tuples and ranges of Python and NumPy values."""
    types, tensors = set(), []
    _leaf_types(value, types, tensors)
    if tensors:
        return None
    if Dimension in types:
        return _sequence(sizes_as_numbers(value), dtype)
    # Quantized numbers have no rule in NumPy, and torch's tensors none in TensorFlow.
    if TS.graph is not None and not isinstance(value, range) and torch.Tensor not in types and (dtype is None or dtype._kind in "biufcs"):
        made = constants_in_graphs.constant(value, dtype)
        if made is not None:
            return from_numpy(*made)
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
            raise _error_unsupported(bad, value, dtype)
        raise _error_mixed(value) if _rectangular(value) else _error_not_rectangular(value)
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
        and dtype.mask & FROM_BOOL
        or first == "c"
        and "s" not in kinds
    ):
        if dtype is not None and TS.graph is not None and (unfit := _unfit(value, dtype)) is not None:
            raise cannot_convert(value, dtype, unfit)
        raise _error_mixed(value)
    if dtype is not None:
        for kind in kinds if first == "b" or arrays else kinds - {"b"} or kinds:
            if not fits("f" if kind == "d" else kind, dtype):
                raise _unfit_sequence(value, dtype)
    try:
        array = np.array(value, dtype=object if "s" in kinds else None)
    except (ValueError, TypeError, OverflowError):
        array = None
    if array is not None and array.dtype == object and first in "fd" and kinds <= {"f", "d", "i", "b"} and _rectangular(value):
        try:
            array = np.array(value, dtype=np.float64)  # integers beyond 64 bits after a float
        except OverflowError:
            raise ValueError("Can't convert Python sequence with a value out of range for a double-precision float.") from None
    if array is None or array.dtype == object and "s" not in kinds:
        if not (kinds <= {"i", "b"} and _rectangular(value)):
            raise _error_not_rectangular(value)
        array = large_integers(value, dtype)
    elif not arrays and kinds <= {"i", "b"} and array.size and array.dtype.kind in "fu":
        array = large_integers(value, dtype)
    if "s" in kinds and any(isinstance(x, (list, tuple)) for x in array.reshape(-1)[:2]):
        raise _error_not_rectangular(value)
    if "s" in kinds and not arrays and array.dtype == object:
        array = encoded_texts(array)
    if dtype is None:
        kind = array.dtype.kind
        if "s" in kinds:
            dtype = dtypes.string
        elif kind in "iu":
            small = not array.size or (array.min() >= -(2**31) and array.max() < 2**31)
            dtype = dtypes.int32 if small else dtypes.int64
            if not small and kind == "u" and array.max() >= 2**63:
                raise out_of_range()
        elif kind == "f":
            dtype = dtypes.float64 if "d" in kinds and first == "d" else dtypes.float32
            if "f" in kinds and array.dtype == np.float16 or half:
                dtype = dtypes.float16
            if dtype is dtypes.float32 and array.dtype == np.float64 and not arrays:
                check_floats(value, array)
        elif kind == "c":
            dtype = dtypes.complex128
        else:
            dtype = as_dtype(array.dtype)
    return from_numpy(array, dtype)


def _unfit_sequence(value: Sequence[Any], dtype: DType) -> Exception:
    """The error for nested sequences whose items don't become `dtype`, or of which another thing is wrong that is looked at before."""
    if TS.graph is None:
        if not _rectangular(value):
            return _error_not_rectangular(value)
        first = _first(value, lambda x: True)
        if type(first) is int and not -(2**63) <= first < 2**63:
            return out_of_range()
    return cannot_convert(value, dtype, _unfit(value, dtype))


def _unfit(value: Sequence[Any], dtype: DType) -> Any:
    """The first item of nested sequences that doesn't become `dtype` by itself; None without one."""
    return _first(value, lambda x: (kind := _leaf_kind(type(x))) != "?" and not fits("f" if kind == "d" else kind, dtype))


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
    return _fault(value, _first_sizes(value)) is None


def _first_sizes(value: Any) -> list[int]:
    """The lengths of the first row, of the first row in it, and so on: the shape that a tensor of `value` would have."""
    sizes = []
    while isinstance(value, (list, tuple, range)):
        sizes.append(len(value))
        value = value[0] if len(value) else None
    return sizes


def _fault(value: Any, sizes: Sequence[int]) -> str | None:
    """What does not have the shape `sizes`: "deep" for a row in place of a value, "length" for others; None if all has it."""
    if not isinstance(value, (list, tuple, range)):
        return "length" if sizes else None
    if not sizes:
        return "deep"
    if len(value) != sizes[0]:
        return "length"
    return next(filter(None, (_fault(item, sizes[1:]) for item in value)), None)


_UNSUPPORTED = {"M": "DATETIME", "m": "TIMEDELTA", "g": "LONGDOUBLE", "G": "CLONGDOUBLE"}


def _from_array(array: np.ndarray, dtype: DType) -> EagerTensor:
    try:
        return from_numpy(array, dtype)
    except TypeError as e:
        raise ValueError(f"Failed to convert a NumPy array to a Tensor ({e}).") from None


def convert_to_eager(value: Any, dtype: DType | None = None) -> Tensor:
    """The EagerTensor for a Python, NumPy or torch value. Raises TypeError or ValueError as TensorFlow does."""
    kind = type(value)
    if kind is int and TS.graph is not None and not -(2**63) <= value < 2**63 and (dtype is None or dtype._kind in "biufc"):
        made = constants_in_graphs.constant(value, dtype)
        if made is not None:
            return from_numpy(*made)
    if kind is float or kind is int or kind is bool or kind is str or kind is bytes or kind is complex:
        return python_scalar(value, dtype)
    if TS.graph is not None and dtype is dtypes.string and isinstance(value, (np.ndarray, np.generic)):
        unfit = next((x for x in np.asarray(value).astype(object).reshape(-1) if not isinstance(x, (str, bytes))), None)
        if unfit is not None:
            raise TypeError(f"Expected binary or unicode string, got {unfit!r}")
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
            return python_scalar(value.item(), dtype)
        return _from_array(np.asarray(value), dtype) if dtype is not None else convert_to_eager(np.asarray(value))
    if isinstance(value, (list, tuple, range)):
        made = _sequence(value, dtype)
        if made is not None:
            return made
        raise _error_unsupported(value, dtype=dtype)
    if isinstance(value, torch.Tensor):
        if dtype is None:
            dtype = as_dtype(value.dtype)
        # A copy: the tensor of another library may change under us.
        return wrap(place(value.detach().to(dtype.torch, copy=True)), dtype)
    if isinstance(value, (int, float, complex, str, bytes)):  # subclasses, IntEnum among them
        if TS.graph is not None and dtype is not None:
            constants_in_graphs.check_items(value, dtype)
        base: Any = next(t for t in (bool, int, float, complex, str, bytes) if isinstance(value, t))
        return python_scalar(base.__str__(value) if base is str else base(value), dtype)
    if isinstance(value, Dimension):
        return python_scalar(int(value), dtype)
    if hasattr(value, "__array__") or hasattr(value, "__array_interface__"):  # images of Pillow have the second alone
        return convert_to_eager(np.asarray(value), dtype)
    listed = _listed(value)
    if listed is not None:
        return convert_to_tensor(listed, dtype)
    raise _error_unsupported(value, dtype=dtype)


def shape_to_eager(shape: TensorShape, dtype: DType | None = None) -> EagerTensor:
    """The vector of dimensions of a fully known TensorShape; int32 unless one is too large."""
    if not shape.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape {shape} to a Tensor.")
    dims = shape.as_list()
    if dtype is None:
        dtype = dtypes.int64 if any(d >= 2**31 for d in dims) else dtypes.int32
    if dtype not in (dtypes.int32, dtypes.int64):
        raise TypeError(f"Cannot convert TensorShape {shape} to dtype {dtype}. Allowed dtypes are tf.int32 and tf.int64.")
    if dtype is dtypes.int32 and any(d >= 2**31 for d in dims):
        raise ValueError(f"Cannot convert TensorShape {shape} to dtype int32; a dimension is too large. Consider using tf.int64.")
    return wrap(place(torch.tensor(dims, dtype=dtype.torch)), dtype)


def mismatch(value: Tensor, dtype: DType, name: str | None = None) -> ValueError:
    """The error for a tensor, the argument `name`, where another dtype was requested."""
    prefix = f"{name}: " if name else ""
    return ValueError(f"{prefix}Tensor conversion requested dtype {dtype.name} for Tensor with dtype {value.dtype.name}: {value!r}")


def _as_tensor(tensor: Tensor, dtype: DTypeLike | None = None, name: str | None = None) -> Tensor:
    """`tensor.__tf_tensor__`: the tensor itself, which the protocol of what is converted to tensors asks for."""
    if dtype is not None and not dtypes.as_dtype(dtype).is_compatible_with(tensor.dtype):
        raise mismatch(tensor, dtypes.as_dtype(dtype), name)
    return tensor


Tensor.__tf_tensor__ = _as_tensor  # type: ignore[attr-defined]


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
            raise mismatch(value, dtype, name)
        return value
    if hasattr(value, "_tfshim_value"):  # variables and what stands for a tensor
        made = value.value() if is_variable(value) else value._tfshim_value()
        if dtype is not None and made.dtype != dtype:
            raise mismatch(made, dtype, name)
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
            return _noted(made) if made is not None else higher.pack_nested(value, dtype, name)
    elif isinstance(value, TensorShape):
        return _noted(shape_to_eager(value, dtype))
    if _registry:
        made = _registered(value, dtype, name)
        if made is not None:
            return made
    convert = getattr(value, "__tf_tensor__", None)
    if convert is not None:
        return convert(dtype, name)
    return _noted(convert_to_eager(value, dtype))


def _noted(made: Any) -> Any:
    """`made` of a value of Python, which a function that is being traced has not captured as a tensor."""
    converted = None if TS.graph is None else getattr(TS.graph, "converted", None)
    if converted is not None:
        converted[id(made)] = made
    return made


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


def constant_of(made: Any, name: str | None) -> Any:
    """`made` as a constant called `name` while a graph is built, also a function's, else as it is."""
    graph = TS.graph
    return made if graph is None or type(made) is not EagerTensor else graph._constant(made, name)


def in_graph(made: Any, name: str | None) -> Any:
    """`made` as a constant called `name` while a graph is built that is no function's, else as it is."""
    graph = TS.graph
    return made if graph is None or graph.building_function else constant_of(made, name)


higher.install(convert_to_eager=convert_to_eager)
