"""TensorFlow's element types and their counterparts in torch and NumPy."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.runtime import messages
from tfshim.engine.values.trace_type import TraceType


def _ml_dtype(name: str) -> Any:
    try:
        import ml_dtypes
    except ImportError:
        raise NotImplementedError(
            f"NumPy has no {name} type of its own. Install the extra `tfshim[ml_dtypes]`, or cast to float32 first."
        ) from None
    return getattr(ml_dtypes, name)


# What `as_dtype` takes: also a name, an enum, a type of Python's, NumPy's or torch's.
DTypeLike: TypeAlias = "DType | torch.dtype | np.dtype | type | str | int"


@tf_export("DType", "dtypes.DType")
class DType:
    """The dtype of a tensor's elements. Mirrors `tf.dtypes.DType`; the instances are `tf.float32`, `tf.int64`, `tf.string`
    and so on.

    Arguments:
        type_enum: the number of the type in TensorFlow's files; `tf.DType` is not called otherwise, `tf.as_dtype` gives
            the instance for a name.

    There is one instance for each dtype. It compares equal to whatever `tf.as_dtype` turns into it: a name, a NumPy
    dtype or scalar type, a torch dtype. It knows `name`, `size` in bytes, `min`, `max`, `limits`, `as_numpy_dtype`,
    `is_floating`, `is_integer`, `is_unsigned`, `is_complex` and `is_bool`.

    Example:
        >>> tf.float32 == "float32", tf.float32 == np.float32
        (True, True)
        >>> tf.int8.min, tf.int8.max, tf.int8.size
        (-128, 127, 1)
        >>> tf.constant(1.0).dtype is tf.float32
        True
    """

    __slots__ = ("_name", "_enum", "torch", "_numpy", "mask", "_kind", "_plain", "_ref_of", "__weakref__")
    __module__ = "tensorflow.python.framework.dtypes"
    if TYPE_CHECKING:  # what every type of the table below has
        _name: str
        _enum: int
        torch: Any
        _numpy: Any
        _kind: str
        _plain: Any
        mask: int
        _ref_of: DType | None

    def __init__(
        self,
        type_enum: int,
        name: Any = None,
        torch_dtype: Any = None,
        numpy_type: Any = None,
        kind: Any = None,
        ref_of: DType | None = None,
    ) -> None:
        self._name, self._enum, self.torch, self._numpy = name, type_enum, torch_dtype, numpy_type
        self._kind, self._ref_of = kind, ref_of
        # NumPy's type, where its arrays are those that torch gives out
        self._plain = numpy_type if kind is not None and kind in "fiub" else None
        # One bit a type, so that "is this type allowed here" is a single `&`.
        self.mask = 1 << (type_enum % 100)

    name = property(lambda self: self._name, doc="The name, as in `'float32'`.")
    as_datatype_enum = property(lambda self: self._enum, doc="The number of this type in TensorFlow's protocol.")

    @property
    def as_numpy_dtype(self) -> Any:
        """The NumPy type of the same elements (`ml_dtypes` supplies bfloat16 and float8)."""
        if self._numpy is None:
            return _ml_dtype(self._name)
        return self._numpy

    @property
    def base_dtype(self) -> DType:
        """This type without TensorFlow 1's reference mark."""
        return self._ref_of or self

    @property
    def _is_ref_dtype(self) -> builtins.bool:
        return self._ref_of is not None

    @property
    def _as_ref(self) -> DType:
        return self if self._ref_of else _BY_ENUM[self._enum + 100]

    @property
    def proto_name(self) -> str:
        """The name that error messages of operations use: `float` for float32, `half` for float16."""
        return _PROTO_NAMES.get(self._name, self._name)

    @property
    def real_dtype(self) -> DType:
        """The type of the real part: `float32` for `complex64`, the type itself where it is real."""
        return {complex64: float32, complex128: float64}.get(self.base_dtype, self)

    @property
    def is_floating(self) -> builtins.bool:
        """Whether this is a (not quantized, real) floating-point type."""
        return self._kind == "f"

    @property
    def is_complex(self) -> builtins.bool:
        """Whether this is a complex type."""
        return self._kind == "c"

    @property
    def is_integer(self) -> builtins.bool:
        """Whether this is a (not quantized) integer type."""
        return self._kind in ("i", "u")

    @property
    def is_unsigned(self) -> builtins.bool:
        """Whether this is an unsigned integer type."""
        return self._kind == "u"

    @property
    def is_bool(self) -> builtins.bool:
        """Whether this is the boolean type."""
        return self._kind == "b"

    @property
    def is_quantized(self) -> builtins.bool:
        """Whether this is a quantized integer type."""
        return self._kind == "q"

    @property
    def is_numeric(self) -> builtins.bool:
        """Whether this is a type of numbers, quantized ones included."""
        return self._kind in ("i", "u", "f", "c", "q")

    @property
    def is_numpy_compatible(self) -> builtins.bool:
        """Whether NumPy has arrays of this type."""
        return self.base_dtype not in (resource, variant)

    @property
    def size(self) -> int:
        """The bytes of one element; 0 for types of no fixed size."""
        if self._kind in ("s", "o"):
            return 0
        return self.torch.itemsize

    @property
    def min(self) -> Any:
        """The least value. Raises TypeError for types that have none."""
        return self._limit("min")

    @property
    def max(self) -> Any:
        """The greatest value. Raises TypeError for types that have none."""
        return self._limit("max")

    def _limit(self, which: str) -> Any:
        if self._kind in ("q", "c", "s", "o", "b"):
            raise TypeError(f"Cannot find {which}imum value of {self!s} with type {self!s}.")
        if self in (int4, uint4):
            return {"int4": {"min": -8, "max": 7}, "uint4": {"min": 0, "max": 15}}[self._name][which]
        if self._numpy is None:
            return _ml_dtype(self._name)(getattr(torch.finfo(self.torch), which))
        info = np.finfo(self._numpy) if self._kind == "f" else np.iinfo(self._numpy)
        return getattr(info, which)

    @property
    def limits(self) -> tuple[Any, Any]:
        """The range of intensities in images: (0, 1) for float32 and float64, (0, max) for integers.

        Raises ValueError for types that have none.
        """
        return self._limits(True)

    def _limits(self, clip_negative: builtins.bool) -> tuple[Any, Any]:
        if self in (float32, float64):
            return (0, 1) if clip_negative else (-1, 1)
        if self._kind == "b":
            return 0, True
        if self._kind not in ("i", "u"):
            raise ValueError(f"{self} does not have defined limits.")
        low, high = self.min, self.max
        return (0 if clip_negative else low), high

    def is_compatible_with(self, other: DTypeLike) -> builtins.bool:
        """Tell whether a tensor of another dtype is taken where this one is expected. Mirrors `tf.DType.is_compatible_with`.

        Arguments:
            other: a `tf.DType`, or what `tf.as_dtype` takes: a name, a NumPy dtype, a Python type.

        Returns:
            True where the two are the same, or `other` is the reference type of this one, which TensorFlow 1's variables have.

        Raises:
            TypeError: `other` is no dtype.

        Nothing is converted on the way: float32 is not compatible with float64, nor int32 with int64. `tf.cast` makes a tensor of
        another dtype, and `tf.experimental.numpy.promote_types` tells the dtype that holds both.

        Example:
            >>> tf.float32.is_compatible_with("float32"), tf.float32.is_compatible_with(np.float64)
            (True, False)
        """
        other = as_dtype(other)
        return self._enum in (other._enum, other.base_dtype._enum)

    def is_subtype_of(self, other: Any) -> builtins.bool:
        """Tell whether another dtype is this one. Mirrors `tf.DType.is_subtype_of`.

        Arguments:
            other: a `tf.DType`, or anything it compares with.

        Returns:
            True where the two are equal, else False: no dtype covers another.

        It belongs to the interface `tf.types.experimental.TraceType`, by which `tf.function` finds the trace for a call: a dtype that is
        an argument, as of a function that casts, has to be the same as in the trace. To ask what kind of numbers a dtype has, use
        `is_floating`, `is_integer`, `is_complex` or `is_bool`.

        Example:
            >>> tf.float32.is_subtype_of(tf.float32), tf.float32.is_subtype_of(tf.float64)
            (True, False)
        """
        return self == other

    def most_specific_common_supertype(self, types: Sequence[Any]) -> DType | None:
        """Find the dtype that covers this one and others. Mirrors `tf.DType.most_specific_common_supertype`.

        Arguments:
            types: a list of `tf.DType`s.

        Returns:
            This dtype where all of `types` are equal to it, else None: no dtype covers another.

        It belongs to the interface `tf.types.experimental.TraceType`, by which `tf.function` makes one trace for several calls. For the
        dtype that holds the numbers of two others, use `tf.experimental.numpy.promote_types`.

        Example:
            >>> tf.int32.most_specific_common_supertype([tf.int32, tf.int32])
            tf.int32
            >>> print(tf.int32.most_specific_common_supertype([tf.int64]))
            None
        """
        return self if all(self == t for t in types) else None

    def placeholder_value(self, placeholder_context: Any) -> None:
        """Give what stands for an argument of this type while a function is traced: nothing. Mirrors `tf.DType.placeholder_value`.

        Tensors have placeholders, dtypes none.

        Arguments:
            placeholder_context: what `tf.function` tells about the trace; it is not used.

        Returns:
            None: a dtype is the type of a value and has none of its own.

        `tf.function` calls it on the types of its arguments, `tf.types.experimental.TraceType`, of which a
        dtype is one. A program calls
        it where it defines such a type that holds dtypes; for the placeholder of a tensor, ask a `tf.TensorSpec`.

        Example:
            >>> print(tf.float32.placeholder_value(None))
            None
        """
        del placeholder_context

    def experimental_as_proto(self) -> Any:
        """Give the dtype as a message. Mirrors `tf.DType.experimental_as_proto`.

        Returns:
            A `SerializedDType` whose `datatype` is the number of the dtype in TensorFlow's files, as `as_datatype_enum` has it.

        It belongs, with `experimental_from_proto` and `experimental_type_proto`, to the interface by which types of arguments are
        written to files and read. In GraphDefs and examples there is the number alone: `as_datatype_enum` gives it, and `tf.as_dtype`
        takes it.

        Example:
            >>> message = tf.float32.experimental_as_proto()
            >>> message.datatype, tf.float32.as_datatype_enum
            (1, 1)
            >>> tf.DType.experimental_from_proto(message)
            tf.float32
        """
        return self.experimental_type_proto()(datatype=self.as_datatype_enum)

    @classmethod
    def experimental_from_proto(cls, proto: Any) -> DType:
        """Give the dtype that a message holds. Mirrors `tf.DType.experimental_from_proto`.

        Arguments:
            proto: a `SerializedDType`, as `experimental_as_proto` makes one.

        Returns:
            The `tf.DType` with the number of its `datatype`.

        Raises:
            TypeError: there is no dtype of that number.

        It belongs, with `experimental_as_proto` and `experimental_type_proto`, to the interface by which types of arguments are written
        to files and read. For the number alone, as GraphDefs and `tf.train` messages have it, there is `tf.as_dtype`.

        Example:
            >>> tf.DType.experimental_from_proto(tf.int64.experimental_as_proto())
            tf.int64
            >>> tf.as_dtype(9)
            tf.int64
        """
        return as_dtype(proto.datatype)

    to_tensors, from_tensors = TraceType.to_tensors, TraceType.from_tensors
    flatten, cast = TraceType.flatten, TraceType.cast

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """Tell the class of messages that dtypes are written as. Mirrors `tf.DType.experimental_type_proto`.

        Returns:
            The class `SerializedDType` of TensorFlow's file `types.proto`, the one that other libraries' messages refer to.

        It belongs, with `experimental_as_proto` and `experimental_from_proto`, to the interface by which types of arguments are written
        to files and read: from the class of messages a reader knows how to parse the bytes. A program that reads a dtype mostly has its
        number, for which there is `tf.as_dtype`.

        Example:
            >>> kind = tf.DType.experimental_type_proto()
            >>> data = tf.int64.experimental_as_proto().SerializeToString()
            >>> tf.DType.experimental_from_proto(kind.FromString(data))
            tf.int64
        """
        return messages.types.SerializedDType

    def __eq__(self, other: Any) -> builtins.bool:
        if self is other:
            return True
        if other is None:
            return False
        try:
            return as_dtype(other) is self
        except TypeError:
            return False

    def __ne__(self, other: object) -> builtins.bool:
        return not self == other

    def __hash__(self) -> int:
        return self._enum

    def __int__(self) -> int:
        return self._enum

    def __str__(self) -> str:
        return f"<dtype: {self._name!r}>"

    def __repr__(self) -> str:
        return "tf." + self._name

    def __reduce__(self) -> tuple[Any, ...]:
        return as_dtype, (self._name,)


TraceType.register(DType)


def _quantized(name: str, code: type) -> np.dtype:
    return np.dtype([(name, code)])


_TABLE = [
    # enum, name, torch, numpy, kind
    (1, "float32", torch.float32, np.float32, "f"),
    (2, "float64", torch.float64, np.float64, "f"),
    (3, "int32", torch.int32, np.int32, "i"),
    (4, "uint8", torch.uint8, np.uint8, "u"),
    (5, "int16", torch.int16, np.int16, "i"),
    (6, "int8", torch.int8, np.int8, "i"),
    (7, "string", None, np.object_, "s"),
    (8, "complex64", torch.complex64, np.complex64, "c"),
    (9, "int64", torch.int64, np.int64, "i"),
    (10, "bool", torch.bool, np.bool_, "b"),
    (11, "qint8", torch.int8, _quantized("qint8", np.int8), "q"),
    (12, "quint8", torch.uint8, _quantized("quint8", np.uint8), "q"),
    (13, "qint32", torch.int32, _quantized("qint32", np.int32), "q"),
    (14, "bfloat16", torch.bfloat16, None, "f"),
    (15, "qint16", torch.int16, _quantized("qint16", np.int16), "q"),
    (16, "quint16", torch.uint16, _quantized("quint16", np.uint16), "q"),
    (17, "uint16", torch.uint16, np.uint16, "u"),
    (18, "complex128", torch.complex128, np.complex128, "c"),
    (19, "float16", torch.float16, np.float16, "f"),
    (20, "resource", None, np.object_, "o"),
    (21, "variant", None, np.object_, "o"),
    (22, "uint32", torch.uint32, np.uint32, "u"),
    (23, "uint64", torch.uint64, np.uint64, "u"),
    (24, "float8_e5m2", torch.float8_e5m2, None, "f"),
    (25, "float8_e4m3fn", torch.float8_e4m3fn, None, "f"),
    (29, "int4", torch.int8, None, "i"),
    (30, "uint4", torch.uint8, None, "u"),
]

_BY_ENUM: dict[Any, DType] = {}
_BY_NAME: dict[Any, DType] = {}
for _enum, _name, _torch, _numpy, _kind in _TABLE:
    _base = DType(_enum, _name, _torch, _numpy, _kind)
    _BY_ENUM[_enum] = _BY_NAME[_name] = _base
    _BY_ENUM[_enum + 100] = _BY_NAME[_name + "_ref"] = DType(_enum + 100, _name + "_ref", _torch, _numpy, _kind, _base)

float16, float32, float64 = _BY_NAME["float16"], _BY_NAME["float32"], _BY_NAME["float64"]
bfloat16 = _BY_NAME["bfloat16"]
float8_e5m2, float8_e4m3fn = _BY_NAME["float8_e5m2"], _BY_NAME["float8_e4m3fn"]
int8, int16, int32, int64 = (_BY_NAME[n] for n in ("int8", "int16", "int32", "int64"))
uint8, uint16, uint32, uint64 = (_BY_NAME[n] for n in ("uint8", "uint16", "uint32", "uint64"))
int4, uint4 = _BY_NAME["int4"], _BY_NAME["uint4"]
complex64, complex128 = _BY_NAME["complex64"], _BY_NAME["complex128"]
bool = _BY_NAME["bool"]  # noqa: A001 - TensorFlow's name
string, variant, resource = _BY_NAME["string"], _BY_NAME["variant"], _BY_NAME["resource"]
qint8, qint16, qint32 = _BY_NAME["qint8"], _BY_NAME["qint16"], _BY_NAME["qint32"]
quint8, quint16 = _BY_NAME["quint8"], _BY_NAME["quint16"]
half, double = float16, float64
_BY_NAME["half"], _BY_NAME["double"], _BY_NAME["float"] = float16, float64, float32
tf_export("bfloat16", "dtypes.bfloat16")(bfloat16)
tf_export("bool", "dtypes.bool")(bool)
tf_export("complex64", "dtypes.complex64")(complex64)
tf_export("complex128", "dtypes.complex128")(complex128)
tf_export("double", "dtypes.double")(double)
tf_export("dtypes.float16", "float16")(float16)
tf_export("dtypes.float32", "float32")(float32)
tf_export("dtypes.float64", "float64")(float64)
tf_export("dtypes.half", "half")(half)
tf_export("dtypes.int16", "int16")(int16)
tf_export("dtypes.int32", "int32")(int32)
tf_export("dtypes.int64", "int64")(int64)
tf_export("dtypes.int8", "int8")(int8)
tf_export("dtypes.qint16", "qint16")(qint16)
tf_export("dtypes.qint32", "qint32")(qint32)
tf_export("dtypes.qint8", "qint8")(qint8)
tf_export("dtypes.quint16", "quint16")(quint16)
tf_export("dtypes.quint8", "quint8")(quint8)
tf_export("dtypes.resource", "resource")(resource)
tf_export("dtypes.string", "string")(string)
tf_export("dtypes.uint16", "uint16")(uint16)
tf_export("dtypes.uint32", "uint32")(uint32)
tf_export("dtypes.uint64", "uint64")(uint64)
tf_export("dtypes.uint8", "uint8")(uint8)
tf_export("dtypes.variant", "variant")(variant)
tf_export("experimental.float8_e4m3fn")(float8_e4m3fn)
tf_export("experimental.float8_e5m2")(float8_e5m2)
tf_export("experimental.int4")(int4)
tf_export("experimental.uint4")(uint4)

_PROTO_NAMES = {"float32": "float", "float64": "double", "float16": "half"}

QUANTIZED_DTYPES = frozenset([qint8, quint8, qint16, quint16, qint32])
tf_export("dtypes.QUANTIZED_DTYPES", v1=["dtypes.QUANTIZED_DTYPES", "QUANTIZED_DTYPES"])(QUANTIZED_DTYPES)

# torch type -> DType, where the type stands for itself (which `BORROWERS` do not).
FROM_TORCH = {
    d.torch: d for d in _BY_ENUM.values() if d.torch is not None and d._kind != "q" and not d._ref_of and d._name not in ("int4", "uint4")
}
BORROWERS = QUANTIZED_DTYPES | {int4, uint4}  # whose elements lie in the storage of another type
LENDERS = frozenset(FROM_TORCH[d.torch] for d in BORROWERS)
_FROM_NUMPY = {np.dtype(d._numpy): d for d in _BY_ENUM.values() if d._numpy is not None and not d._ref_of and d._kind != "o"}
_FROM_NUMPY.update({np.dtype("S"): string, np.dtype("U"): string, np.dtype("O"): string})
_FROM_PYTHON: dict[Any, DType] = {float: float32, builtins.bool: bool, object: string}


def masks(names: str) -> int:
    """The bits of the named types, together."""
    return sum(_BY_NAME[n].mask for n in names.split())


REALS = masks("float16 bfloat16 float32 float64")
COMPLEX = masks("complex64 complex128")
FLOATS = REALS  # the name under which op declarations read best
INEXACT = REALS | COMPLEX
SIGNED_INTS = masks("int8 int16 int32 int64")
UNSIGNED_INTS = masks("uint8 uint16 uint32 uint64")
INTS = SIGNED_INTS | UNSIGNED_INTS
INDEX = masks("int32 int64")
REAL_NUMBERS = REALS | INTS
NUMBERS = REAL_NUMBERS | COMPLEX
BOOL = bool.mask
STRING = string.mask
QUANTIZED = masks("qint8 quint8 qint16 quint16 qint32")
OBJECTS = masks("string variant resource")
ANY = ~0
NATIVE = NUMBERS | BOOL  # what torch tensors hold under their own type


@tf_export("as_dtype", "dtypes.as_dtype")
def as_dtype(type_value: DTypeLike) -> DType:
    """The `tf.DType` that something stands for. Mirrors `tf.dtypes.as_dtype`.

    Every `dtype` argument goes through it, so that all of these can be given there. Functions of your own that take a dtype do well to
    begin with it.

    Arguments:
        type_value: a DType, a name such as "float32", a NumPy or torch dtype, a Python type (float gives float32, int int32, as tensors
            have it), or a number of TensorFlow's files.

    Returns:
        the one instance for it, so that dtypes can be compared with `is` as well.

    Raises:
        TypeError: it stands for no dtype.

    Example:
        >>> tf.as_dtype("float16"), tf.as_dtype(np.int64), tf.as_dtype(bool)
        (tf.float16, tf.int64, tf.bool)
    """
    if type(type_value) is DType:
        return type_value
    found = None
    try:
        found = _BY_NAME.get(type_value) or FROM_TORCH.get(type_value)
        if found is None:
            found = _FROM_PYTHON.get(type_value) if isinstance(type_value, type) else _BY_ENUM.get(type_value)
    except TypeError:  # unhashable
        pass
    if found is not None:
        return found
    if hasattr(type_value, "dtype") and not isinstance(type_value, type):
        # A tensor is no dtype, though an array of NumPy is.
        if type(type_value.dtype) is not DType:
            type_value = type_value.dtype
    if isinstance(type_value, np.dtype) or isinstance(type_value, type) and issubclass(type_value, np.generic):
        try:
            numpy_type = np.dtype(type_value)
        except (TypeError, ValueError):
            numpy_type = None
        if numpy_type is not None:
            found = _FROM_NUMPY.get(numpy_type) or _BY_NAME.get(numpy_type.name)
            if found is None and numpy_type.kind in "SU":
                found = string
            if found is not None:
                return found
    raise TypeError(f"Cannot convert the argument `type_value`: {type_value!r} to a TensorFlow DType.")
