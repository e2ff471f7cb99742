"""`tf.TensorShape`: a tensor's shape as far as it is known, and `Dimension`, TensorFlow 1's form of its entries."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.runtime import messages
from tfshim.engine.values.protocol import is_message
from tfshim.engine.values.trace_type import TraceType

_new = object.__new__


# The sizes of a shape, None where unknown; None for an unknown rank.
Dims: TypeAlias = "tuple[int | None, ...] | None"


def _index(value: Any) -> int | None:
    """The int (or bool) that `value` denotes, or None; raises as TensorFlow does for what cannot be a dimension."""
    if isinstance(value, int):
        number = value
    elif value is None:
        return None
    elif type(value) is Dimension:
        return value._value
    else:
        try:
            number = operator.index(value)
        except (AttributeError, TypeError):
            raise TypeError(
                "Dimension value must be integer or None or have an __index__ method, "
                f"got value '{_plain(value)!r}' with type '{type(value)!r}'"
            ) from None
    if number < 0:
        raise ValueError(f"Dimension {number} must be >= 0")
    return number


def _plain(value: Any) -> Any:
    # NumPy 2 writes its scalars as calls; the reference writes bare numbers.
    return value.item() if isinstance(value, np.generic) else value


def _dims_of(dims: Any) -> Dims:
    """The tuple of ints and Nones for anything a shape is given as, or None for an unknown rank."""
    kind = type(dims)
    if kind is TensorShape:
        return dims._dims
    if kind is tuple or kind is list or isinstance(dims, (tuple, list)):
        return tuple([_index(d) for d in dims])
    if dims is None:
        return None
    if is_message(dims, "TensorShapeProto"):
        return None if dims.unknown_rank else tuple([None if d.size == -1 else d.size for d in dims.dim])
    try:
        items = iter(dims)
    except TypeError:
        return (_index(dims),)
    known = []
    for d in items:
        try:
            known.append(_index(d))
        except TypeError as e:
            raise TypeError(
                f"Failed to convert '{dims!r}' to a shape: '{_plain(d)!r}'could not be converted to a dimension. "
                "A shape should either be single dimension (e.g. 10), or an iterable of dimensions "
                "(e.g. [1, 10, None])."
            ) from e
    return tuple(known)


def _from_dims(dims: Dims) -> TensorShape:
    shape = _new(TensorShape)
    shape._dims = dims
    return shape


# What `as_shape` takes: None is an unknown rank, an int one dimension, None among several an unknown size.
ShapeLike: TypeAlias = "TensorShape | Iterable[Any] | int | None"


@tf_export("TensorShape")
class TensorShape:
    """What is known of the shape of a tensor. Mirrors `tf.TensorShape`.

    Arguments:
        dims: an iterable of ints and Nones, where None is a size that is not known; one int for a vector; None where
            not even the rank is known.

    Raises:
        ValueError: a size is negative.
        TypeError: a size is no size at all.

    It is iterated over and indexed like a tuple, and equal to lists and tuples of the same sizes; it does not change.
    `rank`, `as_list()`, `num_elements()`, `is_fully_defined()` ask it; `is_compatible_with`, `merge_with` and
    `concatenate` combine it with others.

    Example:
        >>> shape = tf.TensorShape([None, 3])
        >>> shape.rank, shape[1], shape.is_fully_defined()
        (2, 3, False)
        >>> shape.is_compatible_with([8, 3]), shape.merge_with([8, None])
        (True, TensorShape([8, 3]))
        >>> tf.zeros([2, 3]).shape == (2, 3)
        True
    """

    __slots__ = ("__weakref__", "_dims")
    __module__ = "tensorflow.python.framework.tensor_shape"

    if TYPE_CHECKING:
        _dims: Any  # Dims: the checks whether it is None are in other methods than the uses

    # False gives TensorFlow 1's behaviour: items are `Dimension`s. Set through `set_v2_tensorshape`.
    _v2_behavior = True

    def __init__(self, dims: ShapeLike) -> None:
        self._dims = _dims_of(dims)

    _from_ints = staticmethod(_from_dims)

    # Reading.

    @property
    def rank(self) -> int | None:
        """The number of dimensions, or None."""
        return None if self._dims is None else len(self._dims)

    ndims = rank

    @property
    def dims(self) -> list[Dimension] | None:
        """The list of `Dimension`s, or None for an unknown rank."""
        return None if self._dims is None else [_dimension(d) for d in self._dims]

    def as_list(self) -> list[Any]:
        """The sizes as a list, None where unknown. Raises ValueError for an unknown rank."""
        if self._dims is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return list(self._dims)

    def num_elements(self) -> int | None:
        """The product of the sizes, or None unless all are known."""
        if not self.is_fully_defined():
            return None
        product = 1
        for d in self._dims:
            product *= d
        return product

    def is_fully_defined(self) -> bool:
        """Whether rank and every size are known."""
        return self._dims is not None and None not in self._dims

    def __len__(self) -> int:
        if self._dims is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self._dims)

    def __bool__(self) -> bool:
        return self._dims is not None

    def __iter__(self) -> Iterator[Any]:
        if self._dims is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        items: Any = self._dims if self._v2_behavior or _called_internally() else self.dims
        return iter(items)

    def __getitem__(self, key: Any) -> Any:
        dims = self._dims
        if type(key) is int and dims is not None and self._v2_behavior:
            return dims[key]
        if isinstance(key, slice):
            return _from_dims(dims[key]) if dims is not None else _slice_of_unknown(key)
        if self._v2_behavior or _called_internally():
            return None if dims is None else dims[key]
        return _dimension(None) if dims is None else _dimension(list(dims)[key])

    # Combining.

    def concatenate(self, other: ShapeLike) -> TensorShape:
        """The dimensions of this shape followed by those of `other`; of unknown rank if either is."""
        other = _dims_of(other)
        return _from_dims(None if self._dims is None or other is None else self._dims + other)

    __concat__ = __add__ = concatenate

    def __radd__(self, other: ShapeLike) -> TensorShape:
        return as_shape(other).concatenate(self)

    def merge_with(self, other: ShapeLike) -> TensorShape:
        """What is known from either shape. Raises ValueError where the two contradict each other."""
        other = as_shape(other)
        if self._dims is None or self._dims == other._dims:
            return other
        if other._dims is None:
            return self
        if not _compatible(self._dims, other._dims):
            raise ValueError(f"Shapes {self} and {other} are not compatible")
        return _from_dims(tuple([b if a is None else a for a, b in zip(self._dims, other._dims, strict=False)]))

    def most_specific_compatible_shape(self, other: ShapeLike) -> TensorShape:
        """The narrowest shape that both could be: sizes that differ become unknown, and so does a differing rank."""
        return _from_dims(_common(self._dims, _dims_of(other)))

    # Checking.

    def is_compatible_with(self, other: ShapeLike) -> bool:
        """Whether a tensor could have both shapes."""
        other = _dims_of(other)
        return self._dims is None or other is None or _compatible(self._dims, other)

    def assert_is_compatible_with(self, other: ShapeLike) -> None:
        """Raise ValueError unless a tensor could have both shapes."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def assert_is_fully_defined(self) -> None:
        """Raise ValueError unless rank and every size are known."""
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def assert_has_rank(self, rank: int | None) -> None:
        """Raise ValueError if the rank is known and not `rank`."""
        if self.rank not in (None, rank):
            raise ValueError(f"Shape {self} must have rank {rank}")

    def assert_same_rank(self, other: ShapeLike) -> None:
        """Raise ValueError if both ranks are known and differ."""
        other = as_shape(other)
        if self._dims is not None and other._dims is not None and len(self._dims) != len(other._dims):
            raise ValueError(f"Shapes {self} and {other} must have the same rank")

    def with_rank(self, rank: int | None) -> TensorShape:
        """This shape, or `rank` unknown sizes if its rank is unknown. Raises ValueError if it has another rank."""
        if rank is not None:
            self.assert_has_rank(rank)
        return unknown_shape(rank) if self._dims is None else self

    def with_rank_at_least(self, rank: int) -> TensorShape:
        """This shape. Raises ValueError if its rank is known and less than `rank`."""
        if self._dims is not None and len(self._dims) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> TensorShape:
        """This shape. Raises ValueError if its rank is known and more than `rank`."""
        if self._dims is not None and len(self._dims) > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    # As the type of an argument.

    def is_subtype_of(self, other: Any) -> bool:
        """Whether every tensor of this shape has the shape `other` too; False for what is no TensorShape."""
        if type(other) is not TensorShape:
            return False
        if other._dims is None:
            return True
        if self._dims is None or len(self._dims) != len(other._dims):
            return False
        return all(b is None or a == b for a, b in zip(self._dims, other._dims, strict=False))

    def most_specific_common_supertype(self, others: Sequence[Any]) -> TensorShape | None:
        """The narrowest shape that this one and all of `others` are subtypes of; None if one is no TensorShape."""
        dims = self._dims
        for other in others:
            if not isinstance(other, TensorShape):
                return None
            dims = _common(dims, other._dims)
        return _from_dims(dims)

    def placeholder_value(self, placeholder_context: Any) -> None:
        """None: a shape alone has no value to trace with."""
        del placeholder_context

    to_tensors, from_tensors = TraceType.to_tensors, TraceType.from_tensors
    flatten, cast = TraceType.flatten, TraceType.cast

    # As a protocol buffer.

    def as_proto(self) -> Any:
        """This shape as a `TensorShapeProto`; -1 denotes an unknown size."""
        proto = self.experimental_type_proto()
        if self._dims is None:
            return proto(unknown_rank=True)
        return proto(dim=[proto.Dim(size=-1 if d is None else d) for d in self._dims])

    experimental_as_proto = as_proto

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """The class `TensorShapeProto`."""
        return messages.tensor_shape.TensorShapeProto

    @classmethod
    def experimental_from_proto(cls, proto: Any) -> TensorShape:
        """The shape that a `TensorShapeProto` holds."""
        return TensorShape(proto)

    # As a value.

    def __eq__(self, other: Any) -> bool:
        try:
            other = _dims_of(other)
        except TypeError:
            return NotImplemented
        return self._dims == other

    def __hash__(self) -> int:
        return hash(self._dims)

    def __repr__(self) -> str:
        dims = self._dims if self._v2_behavior else self.dims
        return f"TensorShape({dims if dims is None else list(dims)!r})"

    def __str__(self) -> str:
        if self._dims is None:
            return "<unknown>"
        dims: Any = self._dims if self._v2_behavior else self.dims
        return f"({dims[0]},)" if len(dims) == 1 else f"({', '.join([str(d) for d in dims])})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_dims, (self._dims,)


TraceType.register(TensorShape)


def _slice_of_unknown(key: slice) -> TensorShape:
    if key.step is not None:
        raise ValueError("Steps are not yet handled")
    start, stop = key.start or 0, key.stop
    if stop is None or start < 0 or stop < 0:
        return unknown_shape()
    return unknown_shape(stop - start)


def _compatible(a: Sequence[int | None], b: Sequence[int | None]) -> bool:
    return len(a) == len(b) and all(x is None or y is None or x == y for x, y in zip(a, b, strict=False))


def _common(a: Dims, b: Dims) -> Dims:
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple([x if x == y else None for x, y in zip(a, b, strict=False)])


def as_shape(shape: ShapeLike) -> TensorShape:
    """`shape` as a `TensorShape`, itself if it is one."""
    return shape if isinstance(shape, TensorShape) else TensorShape(shape)


def unknown_shape(rank: int | None = None) -> TensorShape:
    """The shape of `rank` unknown sizes, or of unknown rank."""
    return _from_dims(None if rank is None else (None,) * rank)


def _called_internally() -> bool:
    """Whether a method was called by this package: `Dimension`s are for programs of TensorFlow 1 alone."""
    return sys._getframe(2).f_globals.get("__name__", "").startswith("tfshim.")


def set_v2_tensorshape(enabled: bool) -> None:
    """Have items of shapes be ints and Nones (True, the default) or `Dimension`s as in TensorFlow 1 (False)."""
    TensorShape._v2_behavior = bool(enabled)


def broadcast_dims(x: Sequence[int | None], y: Sequence[int | None]) -> Sequence[int | None]:
    """The sizes, None where unknown, to which the sizes `x` and `y` broadcast. Raises ValueError where they do not."""
    if x == y:
        return x
    if len(x) < len(y):
        x, y = y, x
    lead = len(x) - len(y)
    dims = list(x)
    for i, (p, q) in enumerate(zip(x[lead:], y, strict=False), lead):
        if p == q or q == 1:
            continue
        if p == 1:
            dims[i] = q
        elif p is None or q is None:
            # A known size above one wins; beside a zero the unknown size may be zero or one.
            known: Any = q if p is None else p
            dims[i] = known if known > 1 else None
        else:
            raise ValueError(f"{p} and {q}")
    return dims


def broadcast_static_shapes(a: ShapeLike, b: ShapeLike) -> TensorShape:
    """The shape of two tensors of shapes `a` and `b` after broadcasting, as far as it is known.

    Mirrors `tf.broadcast_static_shape`. Raises ValueError if no tensors of these shapes broadcast.
    """
    x, y = _dims_of(a), _dims_of(b)
    if x is None or y is None:
        return unknown_shape()
    try:
        return _from_dims(tuple(broadcast_dims(x, y)))
    except ValueError:
        raise ValueError(
            "Incompatible shapes for broadcasting. Two shapes are compatible if for each dimension pair they are "
            f"either equal or one of them is 1. Received: {as_shape(a)} and {as_shape(b)}."
        ) from None


def sizes_as_numbers(value: Any) -> Any:
    """Nested lists with the number of every `Dimension` in its place."""
    if isinstance(value, (list, tuple)):
        return [sizes_as_numbers(v) for v in value]
    return value.value if isinstance(value, Dimension) else value


@tf_export(v1=["Dimension"])
class Dimension:
    """One dimension of a shape as in TensorFlow 1: a size, or None for an unknown one.

    Arithmetic with an unknown size gives an unknown size, and comparisons with one give None. Mirrors
    `tf.compat.v1.Dimension`. Raises ValueError for a negative size and TypeError for what is no size.
    """

    __slots__ = ("_value",)
    __module__ = "tensorflow.python.framework.tensor_shape"
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: Any) -> None:
        self._value = _index(value)

    @property
    def value(self) -> int | None:
        """The size, or None."""
        return self._value

    def is_compatible_with(self, other: Any) -> bool:
        """Whether the two are equal or one is unknown."""
        other = _index(other)
        return self._value is None or other is None or self._value == other

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raise ValueError unless the two are equal or one is unknown."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {other} are not compatible")

    def merge_with(self, other: Any) -> Dimension:
        """The known one of the two. Raises ValueError if both are known and differ."""
        other = as_dimension(other)
        self.assert_is_compatible_with(other)
        return Dimension(other._value if self._value is None else self._value)

    def __repr__(self) -> str:
        return f"Dimension({self._value!r})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)

    def __bool__(self) -> bool:
        return bool(self._value)

    def __int__(self) -> int:
        return self._value  # type: ignore[return-value]  # Python refuses None

    def __index__(self) -> int:
        return self._value  # type: ignore[return-value]  # Python refuses None

    def __reduce__(self) -> tuple[Any, ...]:
        return _dimension, (self._value,)

    def __truediv__(self, other: Any) -> NoReturn:
        raise TypeError(f"unsupported operand type(s) for /: 'Dimension' and '{type(other).__name__}', please use // instead")

    def __rtruediv__(self, other: Any) -> NoReturn:
        raise TypeError(f"unsupported operand type(s) for /: '{type(other).__name__}' and 'Dimension', please use // instead")


def _dimension(value: int | None) -> Dimension:
    dimension = _new(Dimension)
    dimension._value = value
    return dimension


def _add_dimension_operators() -> None:
    def arithmetic(function: Callable[[int, int], int]) -> Callable[[Dimension, Any], Any]:
        def method(self: Dimension, other: Any) -> Any:
            try:
                other = _index(other)
            except (TypeError, ValueError):
                return NotImplemented
            return Dimension(None if self._value is None or other is None else function(self._value, other))

        return method

    def comparison(function: Callable[[int, int], bool]) -> Callable[[Dimension, Any], Any]:
        def method(self: Dimension, other: Any) -> Any:
            try:
                other = _index(other)
            except (TypeError, ValueError):
                return NotImplemented
            return None if self._value is None or other is None else function(self._value, other)

        return method

    for name in ("add", "sub", "mul", "floordiv", "mod"):
        function = getattr(operator, name)
        setattr(Dimension, f"__{name}__", arithmetic(function))
        setattr(Dimension, f"__r{name}__", arithmetic(lambda a, b, function=function: function(b, a)))  # type: ignore[misc]
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(Dimension, f"__{name}__", comparison(getattr(operator, name)))


_add_dimension_operators()


def as_dimension(value: Any) -> Dimension:
    """`value` as a `Dimension`, itself if it is one."""
    return value if isinstance(value, Dimension) else Dimension(value)


@tf_export(v1=["dimension_value"])
def dimension_value(dimension: Any) -> Any:
    """The int or None in a `Dimension`; anything else as it is. Mirrors `tf.compat.dimension_value`."""
    return dimension.value if isinstance(dimension, Dimension) else dimension


@tf_export(v1=["dimension_at_index"])
def dimension_at_index(shape: ShapeLike, index: int) -> Dimension:
    """Item `index` of a shape as a `Dimension`, an unknown one if the rank is unknown.

    Raises `IndexError` beyond the rank. Mirrors `tf.compat.dimension_at_index`.
    """
    shape = as_shape(shape)
    return _dimension(None) if shape.rank is None else _dimension(shape._dims[index])


def dims_text(dims: Iterable[int | None]) -> str:
    """Dimensions as TensorFlow's kernels write them, `[2,?,3]`; Python writes the other forms, `(2, 3)` and `[2, 3]`."""
    return f"[{','.join(['?' if d is None else str(d) for d in dims])}]"
