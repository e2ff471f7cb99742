"""`tf.TensorShape`: a tensor's shape as far as it is known."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim._export import tf_export
from tfshim.engine.values.protocol import is_message
from tfshim.engine.values.shape_parts.as_type import Dims, ShapeAsType, _common
from tfshim.engine.values.shape_parts.broadcasting import broadcast_dims
from tfshim.engine.values.shape_parts.dimensions import Dimension, _dimension, _index, _plain
from tfshim.engine.values.trace_type import TraceType

_new = object.__new__


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
class TensorShape(ShapeAsType):
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
        """Give the sizes as a Python list. Mirrors `tf.TensorShape.as_list`.

        Returns:
            A new list with an int for each axis, or None where the size is not known; for a scalar's shape an empty list.

        Raises:
            ValueError: not even the rank is known; ask `rank is None` first.

        It is for code that computes with sizes or puts one in the place of another, since a shape itself does not change. Within a
        `tf.function`, sizes that are None here are known when it runs: `tf.shape(x)` gives all of them as a tensor.

        Example:
            >>> sizes = tf.TensorShape([None, 28, 28]).as_list()
            >>> sizes
            [None, 28, 28]
            >>> tf.TensorShape([32, *sizes[1:]])
            TensorShape([32, 28, 28])
        """
        if self._dims is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return list(self._dims)

    def num_elements(self) -> int | None:
        """Count the elements of a tensor of this shape. Mirrors `tf.TensorShape.num_elements`.

        Returns:
            The product of the sizes, an int: 1 for a scalar, 0 where a size is 0. None where the rank or any size is not known.

        `tf.size(x)` gives the number as a tensor, which is known at the latest when a graph runs. The number of elements per example, of
        a shape whose first size is the open one of the batch, is that of the rest, as in the example.

        Example:
            >>> tf.TensorShape([2, 3]).num_elements(), tf.TensorShape([]).num_elements()
            (6, 1)
            >>> images = tf.TensorShape([None, 28, 28])
            >>> images.num_elements() is None, images[1:].num_elements()
            (True, 784)
        """
        if not self.is_fully_defined():
            return None
        product = 1
        for d in self._dims:
            product *= d
        return product

    def is_fully_defined(self) -> bool:
        """Tell whether the rank and every size are known. Mirrors `tf.TensorShape.is_fully_defined`.

        Returns:
            True or False. Tensors that hold values, as all do outside of functions and graphs, have such shapes; within them the inputs
            of a model mostly do not, since the size of the batch is open.

        Ask it before computing with the sizes in Python, as for the number of weights that a layer makes; where it is False,
        `tf.shape(x)` gives the sizes as a tensor. `assert_is_fully_defined` raises instead.

        Example:
            >>> tf.zeros([2, 3]).shape.is_fully_defined()
            True
            >>> tf.TensorShape([None, 3]).is_fully_defined(), tf.TensorShape(None).is_fully_defined()
            (False, False)
        """
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
        """Put the axes of another shape behind those of this one, as `+` does. Mirrors `tf.TensorShape.concatenate`.

        Arguments:
            other: a `tf.TensorShape`, or what one is made of: a list or tuple of sizes, an int for a single axis, or None.

        Returns:
            A new `tf.TensorShape` whose rank is the sum of the two; of unknown rank if either is.

        Raises:
            TypeError, ValueError: `other` is no shape, or has a size below 0.

        It makes the shape of batches of that of one example, or of many vectors that of their table: `batch_shape + event_shape`.

        Example:
            >>> tf.TensorShape([None]).concatenate([28, 28])
            TensorShape([None, 28, 28])
            >>> tf.TensorShape([2]) + [3] + tf.TensorShape(None)
            TensorShape(None)
        """
        other = _dims_of(other)
        return _from_dims(None if self._dims is None or other is None else self._dims + other)

    __concat__ = __add__ = concatenate

    def __radd__(self, other: ShapeLike) -> TensorShape:
        return as_shape(other).concatenate(self)

    def merge_with(self, other: ShapeLike) -> TensorShape:
        """Join what two shapes of the same tensor tell. Mirrors `tf.TensorShape.merge_with`.

        Arguments:
            other: a `tf.TensorShape`, or what one is made of: a list or tuple of sizes, an int for a single axis, or None.

        Returns:
            A `tf.TensorShape` in which a size is known where either knows it.

        Raises:
            ValueError: the two contradict each other, by their ranks or by a size.

        `set_shape` of a tensor does this to the tensor's own shape. Where two shapes are those of different tensors, and what they have
        in common is asked for, it is `most_specific_compatible_shape`.

        Example:
            >>> tf.TensorShape([None, 3]).merge_with([8, None])
            TensorShape([8, 3])
            >>> tf.TensorShape(None).merge_with([8, None])
            TensorShape([8, None])
        """
        other = as_shape(other)
        if self._dims is None or self._dims == other._dims:
            return other
        if other._dims is None:
            return self
        if not _compatible(self._dims, other._dims):
            raise ValueError(f"Shapes {self} and {other} are not compatible")
        return _from_dims(tuple([b if a is None else a for a, b in zip(self._dims, other._dims, strict=False)]))

    def most_specific_compatible_shape(self, other: ShapeLike) -> TensorShape:
        """Find the narrowest shape that tensors of both shapes have. Mirrors `tf.TensorShape.most_specific_compatible_shape`.

        Arguments:
            other: a `tf.TensorShape`, or what one is made of: a list or tuple of sizes, an int for a single axis, or None.

        Returns:
            A `tf.TensorShape` with the sizes in which both agree and None for the others; of unknown rank where the ranks differ or one
            is not known. It does not fail.

        It is what a loop or a `tf.function` needs to take values of either shape, as `tf.TensorSpec`'s shape or in `shape_invariants`.

        Example:
            >>> tf.TensorShape([8, 3]).most_specific_compatible_shape([5, 3])
            TensorShape([None, 3])
            >>> tf.TensorShape([8, 3]).most_specific_compatible_shape([8])
            TensorShape(None)
        """
        return _from_dims(_common(self._dims, _dims_of(other)))

    # Checking.

    def is_compatible_with(self, other: ShapeLike) -> bool:
        """Tell whether one tensor could have both shapes. Mirrors `tf.TensorShape.is_compatible_with`.

        Arguments:
            other: a `tf.TensorShape`, or what one is made of: a list or tuple of sizes, an int for a single axis, or None.

        Returns:
            True where the ranks agree and each pair of sizes does; what is not known, a rank or a size, agrees with everything.

        It is not about broadcasting: `[3]` and `[1]` are not compatible; `tf.broadcast_static_shape` tells that. To be sure that every
        tensor of this shape is of the other, ask `is_subtype_of`.

        Example:
            >>> batch = tf.TensorShape([None, 3])
            >>> batch.is_compatible_with([8, 3]), batch.is_compatible_with([8, 4]), batch.is_compatible_with(None)
            (True, False, True)
        """
        other = _dims_of(other)
        return self._dims is None or other is None or _compatible(self._dims, other)

    def assert_is_compatible_with(self, other: ShapeLike) -> None:
        """Raise unless one tensor could have both shapes. Mirrors `tf.TensorShape.assert_is_compatible_with`.

        Arguments:
            other: a `tf.TensorShape`, or what one is made of: a list or tuple of sizes, an int for a single axis, or None.

        Returns:
            None.

        Raises:
            ValueError: the ranks differ, or two sizes that are known do; the text has both shapes.

        It checks shapes as far as they are known while a function is traced, at no cost when it runs; `tf.debugging.assert_shapes`
        checks those of the values. `is_compatible_with` tells without raising.

        Example:
            >>> tf.TensorShape([None, 3]).assert_is_compatible_with([8, 3])
            >>> tf.TensorShape([2, 3]).assert_is_compatible_with(tf.TensorShape([2]))
            Traceback (most recent call last):
                ...
            ValueError: Shapes (2, 3) and (2,) are incompatible
        """
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def assert_is_fully_defined(self) -> None:
        """Raise unless the rank and every size are known. Mirrors `tf.TensorShape.assert_is_fully_defined`.

        Returns:
            None.

        Raises:
            ValueError: the rank or a size is not known; the text has the shape.

        Code that makes variables or NumPy arrays of a tensor's shape says by it what it needs, instead of failing later with `None`
        where a number should be. `is_fully_defined` tells without raising; a tensor without a full shape gets one by `set_shape` or
        `tf.ensure_shape`, where it is known from elsewhere.

        Example:
            >>> tf.TensorShape([2, 3]).assert_is_fully_defined()
            >>> tf.TensorShape([None, 3]).assert_is_fully_defined()
            Traceback (most recent call last):
                ...
            ValueError: Shape (None, 3) is not fully defined
        """
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def assert_has_rank(self, rank: int | None) -> None:
        """Raise if the shape is known to have another number of axes. Mirrors `tf.TensorShape.assert_has_rank`.

        Arguments:
            rank: the number of axes, an int.

        Returns:
            None; also where the rank is not known.

        Raises:
            ValueError: the rank is known and another one; the text has the shape.

        `with_rank` asks the same and gives the shape back, with the rank where it was not known. `tf.debugging.assert_rank` is about
        tensors, and checks those whose rank is only known when a graph runs.

        Example:
            >>> tf.TensorShape([None, 3]).assert_has_rank(2)
            >>> tf.TensorShape([3]).assert_has_rank(2)
            Traceback (most recent call last):
                ...
            ValueError: Shape (3,) must have rank 2
        """
        if self.rank not in (None, rank):
            raise ValueError(f"Shape {self} must have rank {rank}")

    def assert_same_rank(self, other: ShapeLike) -> None:
        """Raise if two shapes are known to have different numbers of axes. Mirrors `tf.TensorShape.assert_same_rank`.

        Arguments:
            other: a `tf.TensorShape`, or what one is made of: a list or tuple of sizes, an int for a single axis, or None.

        Returns:
            None; also where either rank is not known. The sizes do not matter.

        Raises:
            ValueError: both ranks are known and differ; the text has both shapes.

        `assert_is_compatible_with` compares the sizes too; `with_rank` gives a shape of unknown rank the one of another.

        Example:
            >>> tf.TensorShape([2, 3]).assert_same_rank([5, None])
            >>> tf.TensorShape([2, 3]).assert_same_rank([2])
            Traceback (most recent call last):
                ...
            ValueError: Shapes (2, 3) and (2,) must have the same rank
        """
        other = as_shape(other)
        if self._dims is not None and other._dims is not None and len(self._dims) != len(other._dims):
            raise ValueError(f"Shapes {self} and {other} must have the same rank")

    def with_rank(self, rank: int | None) -> TensorShape:
        """Give this shape, with a number of axes where it had none. Mirrors `tf.TensorShape.with_rank`.

        Arguments:
            rank: the number of axes, an int.

        Returns:
            The shape itself where its rank is known; else a `tf.TensorShape` of `rank` sizes that are not known.

        Raises:
            ValueError: the rank is known and another one; the text has the shape.

        It is how code that needs matrices says so and goes on: `rows, columns = x.shape.with_rank(2)`. For a lower or upper bound there
        are `with_rank_at_least` and `with_rank_at_most`.

        Example:
            >>> rows, columns = tf.ones([2, 3]).shape.with_rank(2)
            >>> rows, columns
            (2, 3)
            >>> tf.TensorShape(None).with_rank(2)
            TensorShape([None, None])
        """
        if rank is not None:
            self.assert_has_rank(rank)
        return unknown_shape(rank) if self._dims is None else self

    def with_rank_at_least(self, rank: int) -> TensorShape:
        """Give this shape, unless it is known to have fewer axes. Mirrors `tf.TensorShape.with_rank_at_least`.

        Arguments:
            rank: the least number of axes, an int.

        Returns:
            The shape itself; also where its rank is not known, of which it makes nothing more.

        Raises:
            ValueError: the rank is known and lower; the text has the shape.

        It is how code that takes one example or batches of them, such as images with any number of axes before theirs, says what it
        needs; the axes it works on are counted from the end then.

        Example:
            >>> tf.TensorShape([8, 28, 28, 3]).with_rank_at_least(3)[-3:]
            TensorShape([28, 28, 3])
            >>> tf.TensorShape([28, 28]).with_rank_at_least(3)
            Traceback (most recent call last):
                ...
            ValueError: Shape (28, 28) must have rank at least 3
        """
        if self._dims is not None and len(self._dims) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> TensorShape:
        """Give this shape, unless it is known to have more axes. Mirrors `tf.TensorShape.with_rank_at_most`.

        Arguments:
            rank: the greatest number of axes, an int.

        Returns:
            The shape itself; also where its rank is not known, of which it makes nothing more.

        Raises:
            ValueError: the rank is known and higher; the text has the shape.

        It is how code that takes, say, a scalar for all or a vector with one for each says so. For exactly one number of axes there is
        `with_rank`, for a lower bound `with_rank_at_least`.

        Example:
            >>> tf.TensorShape([3]).with_rank_at_most(1)
            TensorShape([3])
            >>> tf.TensorShape([2, 3]).with_rank_at_most(1)
            Traceback (most recent call last):
                ...
            ValueError: Shape (2, 3) must have rank at most 1
        """
        if self._dims is not None and len(self._dims) > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

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


@tf_export(v1=["dimension_at_index"])
def dimension_at_index(shape: ShapeLike, index: int) -> Dimension:
    """One item of a shape as a `tf.compat.v1.Dimension`, whichever kind its items are. Mirrors `tf.compat.dimension_at_index` and
    `tf.compat.v1.dimension_at_index`.

    Code that is to run with TensorFlow 1 and 2 calls it in place of `shape[index]`. For a shape of unknown rank every item is unknown.

    Arguments:
        shape: a `tf.TensorShape`, or what makes one.
        index: the number of the item; a negative one counts from the last.

    Returns:
        A `tf.compat.v1.Dimension`.

    Raises:
        IndexError: there is no such item.

    Example:
        >>> shape = tf.TensorShape([2, None])
        >>> tf.compat.dimension_at_index(shape, 0).value, tf.compat.dimension_at_index(shape, 1).value
        (2, None)
        >>> tf.compat.dimension_at_index(tf.TensorShape(None), 5).value
    """
    shape = as_shape(shape)
    return _dimension(None) if shape.rank is None else _dimension(shape._dims[index])


def dims_text(dims: Iterable[int | None]) -> str:
    """Dimensions as TensorFlow's kernels write them, `[2,?,3]`; Python writes the other forms, `(2, 3)` and `[2, 3]`."""
    return f"[{','.join(['?' if d is None else str(d) for d in dims])}]"
