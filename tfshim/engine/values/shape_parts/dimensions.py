"""`tf.compat.v1.Dimension`: TensorFlow 1's form of the entries of shapes."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from tfshim._export import tf_export

_new = object.__new__


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


@tf_export(v1=["Dimension"])
class Dimension:
    """One dimension of a shape as in TensorFlow 1: a size, or None for an unknown one. Mirrors `tf.compat.v1.Dimension`.

    After `tf.compat.v1.disable_v2_tensorshape` the items of a `tf.TensorShape` are such. Arithmetic with an unknown size gives an unknown
    one, and comparisons with one give None.

    Arguments:
        value: an integer that is not negative, another Dimension, or None.

    Raises:
        ValueError: the size is negative.
        TypeError: it is no size.

    Example:
        >>> size, unknown = tf.compat.v1.Dimension(3), tf.compat.v1.Dimension(None)
        >>> (size * 2).value, (size + unknown).value, size == 3, unknown == 3
        (6, None, True, None)
        >>> int(size), str(unknown)
        (3, '?')
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
        """Whether two sizes can be the same. Mirrors `tf.compat.v1.Dimension.is_compatible_with`.

        Two known sizes can if they are equal; an unknown one can be any. It is for checks of shapes before anything runs.
        `assert_is_compatible_with` raises instead, and `merge_with` gives what is known of both.

        Shapes as a whole have a method of that name too, which compares rank and sizes: see `tf.TensorShape.is_compatible_with`.

        Arguments:
            other: a Dimension, an integer or None.

        Returns:
            A bool.

        Example:
            >>> size = tf.compat.v1.Dimension(3)
            >>> size.is_compatible_with(3), size.is_compatible_with(None), size.is_compatible_with(4)
            (True, True, False)
            >>> tf.compat.v1.Dimension(None).is_compatible_with(4)
            True
        """
        other = _index(other)
        return self._value is None or other is None or self._value == other

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raises an error unless two sizes can be the same. Mirrors `tf.compat.v1.Dimension.assert_is_compatible_with`.

        Two known sizes can if they are equal; an unknown one can be any. `is_compatible_with` tells it as a bool.

        Arguments:
            other: a Dimension, an integer or None.

        Raises:
            ValueError: both sizes are known, and they differ.

        Example:
            >>> size = tf.compat.v1.Dimension(3)
            >>> size.assert_is_compatible_with(3)
            >>> size.assert_is_compatible_with(None)
            >>> try:
            ...     size.assert_is_compatible_with(4)
            ... except ValueError as error:
            ...     print(error)
            Dimensions 3 and 4 are not compatible
        """
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {other} are not compatible")

    def merge_with(self, other: Any) -> Dimension:
        """What is known of a size from two sources. Mirrors `tf.compat.v1.Dimension.merge_with`.

        Where one of the two is known it is that; where both are, they have to be equal. Shapes of tensors that an operation wants to agree
        are put together so, size by size.

        Arguments:
            other: a Dimension, an integer or None.

        Returns:
            A Dimension.

        Raises:
            ValueError: both sizes are known, and they differ.

        Example:
            >>> tf.compat.v1.Dimension(None).merge_with(tf.compat.v1.Dimension(3)).value
            3
            >>> tf.compat.v1.Dimension(3).merge_with(None).value, tf.compat.v1.Dimension(None).merge_with(None).value
            (3, None)
            >>> try:
            ...     tf.compat.v1.Dimension(3).merge_with(4)
            ... except ValueError as error:
            ...     print(error)
            Dimensions 3 and 4 are not compatible
        """
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
    """The integer, or None, of one item of a shape. Mirrors `tf.compat.dimension_value` and `tf.compat.v1.dimension_value`.

    In TensorFlow 1 items of shapes are `tf.compat.v1.Dimension`s, in TensorFlow 2 integers or None. Code that is to run with both calls
    this function on an item.

    Arguments:
        dimension: a `tf.compat.v1.Dimension`, an integer or None.

    Returns:
        An int or None. Anything else that is no Dimension comes back as it is.

    Example:
        >>> tf.compat.dimension_value(tf.compat.v1.Dimension(3)), tf.compat.dimension_value(3)
        (3, 3)
        >>> shape = tf.TensorShape([None, 5])
        >>> [tf.compat.dimension_value(size) for size in shape]
        [None, 5]
    """
    return dimension.value if isinstance(dimension, Dimension) else dimension


def sizes_as_numbers(value: Any) -> Any:
    """Nested lists with the number of every `Dimension` in its place."""
    if isinstance(value, (list, tuple)):
        return [sizes_as_numbers(v) for v in value]
    return value.value if isinstance(value, Dimension) else value
