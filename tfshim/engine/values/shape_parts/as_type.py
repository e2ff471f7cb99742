"""`tf.TensorShape` as the type of an argument of a traced function, and as a message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.runtime import messages
from tfshim.engine.values.trace_type import TraceType

if TYPE_CHECKING:
    from typing import Self

# The sizes of a shape, None where unknown; None for an unknown rank.
Dims: TypeAlias = "tuple[int | None, ...] | None"


def _common(a: Dims, b: Dims) -> Dims:
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple([x if x == y else None for x, y in zip(a, b, strict=False)])


class ShapeAsType:
    """The methods of `tf.TensorShape` by which functions tell arguments apart, and files hold shapes."""

    __slots__ = ()

    if TYPE_CHECKING:  # what the class itself has
        _dims: Any
        _from_ints: Callable[[Dims], Any]

        def __init__(self, dims: Any) -> None: ...

    # As the type of an argument.

    def is_subtype_of(self, other: Any) -> bool:
        """Tell whether every tensor of this shape is of the other one too. Mirrors `tf.TensorShape.is_subtype_of`.

        Arguments:
            other: a `tf.TensorShape`; lists and tuples are none here.

        Returns:
            True where `other` is of unknown rank, or has the same rank and in each place the same size or None. False for what is no
            `tf.TensorShape`.

        A `tf.function` that was traced for the shape `other` can be called with tensors of this one then, without another trace. The
        opposite does not follow, as it does for `is_compatible_with`.

        Example:
            >>> tf.TensorShape([8, 3]).is_subtype_of(tf.TensorShape([None, 3]))
            True
            >>> tf.TensorShape([None, 3]).is_subtype_of(tf.TensorShape([8, 3]))
            False
        """
        if type(other) is not type(self):
            return False
        if other._dims is None:
            return True
        if self._dims is None or len(self._dims) != len(other._dims):
            return False
        return all(b is None or a == b for a, b in zip(self._dims, other._dims, strict=False))

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Self | None:
        """Find the narrowest shape that tensors of all given shapes have. Mirrors `tf.TensorShape.most_specific_common_supertype`.

        Arguments:
            others: a list of `tf.TensorShape`s; it may be empty.

        Returns:
            A `tf.TensorShape` with the sizes in which this one and all of `others` agree, None for the other sizes, and of unknown rank
            where ranks differ. None if one of `others` is no `tf.TensorShape`.

        With it, `tf.function(reduce_retracing=True)` makes one trace that serves the shapes of several calls. Of two shapes,
        `most_specific_compatible_shape` finds the same, and takes lists as well.

        Example:
            >>> tf.TensorShape([8, 3]).most_specific_common_supertype([tf.TensorShape([8, 4]), tf.TensorShape([8, 5])])
            TensorShape([8, None])
        """
        dims = self._dims
        for other in others:
            if not isinstance(other, type(self)):
                return None
            dims = _common(dims, other._dims)
        return self._from_ints(dims)

    def placeholder_value(self, placeholder_context: Any) -> None:
        """Give what stands for an argument of this type while a function is traced: nothing. Mirrors `tf.TensorShape.placeholder_value`.

        Arguments:
            placeholder_context: what `tf.function` tells about the trace, a `tf.types.experimental` object; it is not used.

        Returns:
            None: a shape is the type of a value and has none of its own.

        `tf.function` calls it on the types of its arguments, `tf.types.experimental.TraceType`, of which a shape is one. A program calls
        it where it defines such a type that holds shapes; for the placeholder of a tensor, ask a `tf.TensorSpec`.

        Example:
            >>> print(tf.TensorShape([2, 3]).placeholder_value(None))
            None
        """
        del placeholder_context

    to_tensors, from_tensors = TraceType.to_tensors, TraceType.from_tensors
    flatten, cast = TraceType.flatten, TraceType.cast

    # As a protocol buffer.

    def as_proto(self) -> Any:
        """Give the shape as a message, as files hold it. Mirrors `tf.TensorShape.as_proto`.

        Returns:
            A `TensorShapeProto`, with a `dim` of some `size` for each axis, -1 where it is not known; with `unknown_rank` set where
            there is no rank.

        GraphDefs, SavedModels and `tf.train`'s descriptions of features have shapes in this form. `tf.TensorShape(message)` is the way
        back. `experimental_as_proto` is the same under another name.

        Example:
            >>> message = tf.TensorShape([2, None]).as_proto()
            >>> [dim.size for dim in message.dim], message.unknown_rank
            ([2, -1], False)
            >>> tf.TensorShape(message)
            TensorShape([2, None])
        """
        proto = self.experimental_type_proto()
        if self._dims is None:
            return proto(unknown_rank=True)
        return proto(dim=[proto.Dim(size=-1 if d is None else d) for d in self._dims])

    experimental_as_proto = as_proto

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """Tell the class of messages that shapes are written as. Mirrors `tf.TensorShape.experimental_type_proto`.

        Returns:
            The class `TensorShapeProto` of TensorFlow's file `tensor_shape.proto`, the one that other libraries' messages refer to.

        It belongs, with `experimental_as_proto` and `experimental_from_proto`, to the interface by which types of arguments are written
        to files and read: from the class of messages a reader knows how to parse the bytes. A program that reads a shape needs it only
        where the bytes come without the message around them.

        Example:
            >>> kind = tf.TensorShape.experimental_type_proto()
            >>> data = tf.TensorShape([2, 3]).as_proto().SerializeToString()
            >>> tf.TensorShape(kind.FromString(data))
            TensorShape([2, 3])
        """
        return messages.tensor_shape.TensorShapeProto

    @classmethod
    def experimental_from_proto(cls, proto: Any) -> Self:
        """Make the shape that a message holds. Mirrors `tf.TensorShape.experimental_from_proto`.

        Arguments:
            proto: a `TensorShapeProto`, as `as_proto` makes one and GraphDefs have them.

        Returns:
            A `tf.TensorShape` with None for each `dim` whose size is -1, and of unknown rank where `unknown_rank` is set.

        It does what `tf.TensorShape(proto)` does, and belongs, with `experimental_as_proto` and `experimental_type_proto`, to the
        interface by which types of arguments are written to files and read.

        Raises:
            TypeError: `proto` is no message of a shape, nor a list of sizes.

        Example:
            >>> message = tf.TensorShape([2, None]).experimental_as_proto()
            >>> tf.TensorShape.experimental_from_proto(message)
            TensorShape([2, None])
        """
        return cls(proto)
