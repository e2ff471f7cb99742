"""What tracing a function needs to know of an argument's type: the interface of `tf.types.experimental.TraceType`."""

from __future__ import annotations

import abc
from collections.abc import Iterator, Sequence
from typing import Any


class TraceType(abc.ABC):
    """The type of an argument of a traced function, by which a trace is found again. Mirrors `tf.types.experimental.TraceType`.

    Two calls share a trace when the types of the later call are subtypes of the earlier one's. `tf.TensorSpec` and `tf.DType` are
    such types. A subclass of one's own, which `__tf_tracing_type__` of an object gives, defines `is_subtype_of`,
    `most_specific_common_supertype` and `placeholder_value`, and `__hash__` and `__eq__`; the other methods describe a value that
    holds no tensor, and are there.

    Example:
        >>> general, special = tf.TensorSpec([None]), tf.TensorSpec([2])
        >>> isinstance(general, tf.types.experimental.TraceType)
        True
        >>> special.is_subtype_of(general), general.is_subtype_of(special)
        (True, False)
        >>> special.most_specific_common_supertype([tf.TensorSpec([3])])
        TensorSpec(shape=(None,), dtype=tf.float32, name=None)
    """

    __module__ = "tensorflow.python.types.trace"

    @abc.abstractmethod
    def is_subtype_of(self, other: TraceType) -> bool:
        """Tell whether a value of this type may be given where another type is expected. Mirrors
        `tf.types.experimental.TraceType.is_subtype_of`. A subclass has to define it.

        Arguments:
            other: another `tf.types.experimental.TraceType`, mostly that of an argument in an earlier call.

        Returns:
            True where the trace that was made for `other` is right for this type too: it is then used, and none is made. False makes
            `tf.function` trace again.

        A type that no other resembles compares itself with `other`, as in the example. What holds tensors asks the specs of its
        components.

        Example:
            >>> class Unit(tf.types.experimental.TraceType):
            ...     def __init__(self, name): self.name = name
            ...     def is_subtype_of(self, other): return self == other
            ...     def most_specific_common_supertype(self, others): return self if all(self == other for other in others) else None
            ...     def placeholder_value(self, placeholder_context): return self.name
            ...     def __eq__(self, other): return isinstance(other, Unit) and self.name == other.name
            ...     def __hash__(self): return hash(self.name)
            >>> Unit("m").is_subtype_of(Unit("m")), Unit("m").is_subtype_of(Unit("s"))
            (True, False)
        """

    @abc.abstractmethod
    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        """Find the narrowest type that this one and others are subtypes of. Mirrors
        `tf.types.experimental.TraceType.most_specific_common_supertype`. A subclass has to define it.

        Arguments:
            others: a list of `tf.types.experimental.TraceType`s, those of the same argument in other calls.

        Returns:
            A type that `is_subtype_of` holds for with this one and all of `others`, as narrow as can be; None where there is none.

        With it, `tf.function(reduce_retracing=True)` makes one trace that serves several calls. Types of which none covers another give
        themselves where all are equal, else None. `tf.TensorSpec`s differ in what they know of the shape.

        Example:
            >>> tf.TensorSpec([8, 3]).most_specific_common_supertype([tf.TensorSpec([5, 3])])
            TensorSpec(shape=(None, 3), dtype=tf.float32, name=None)
            >>> print(tf.TensorSpec([8]).most_specific_common_supertype([tf.TensorSpec([8], tf.int32)]))
            None
        """

    @abc.abstractmethod
    def placeholder_value(self, placeholder_context: Any) -> Any:
        """Give what stands for an argument of this type while a function is traced. Mirrors
        `tf.types.experimental.TraceType.placeholder_value`. A subclass has to define it.

        Arguments:
            placeholder_context: what `tf.function` tells about the trace; types that hold tensors hand it on to those of their
                components.

        Returns:
            The value that the Python function is called with: a symbolic tensor for a `tf.TensorSpec`, for a type that stands for one
            value, as a number or a text, that value.

        Raises:
            What the function then raises for such a value. A type without a value of its own, as a shape is, gives None.

        Example:
            >>> @tf.function
            ... def f(x):
            ...     print(type(x).__name__ == "EagerTensor", x.shape)  # tracing: x is the placeholder
            ...     return x + 1
            >>> trace = f.get_concrete_function(tf.TensorSpec([None], tf.float32))
            False (None,)
        """

    def to_tensors(self, value: Any) -> list[Any]:
        """Give the tensors that a value of this type is made of. Mirrors `tf.types.experimental.TraceType.to_tensors`.

        Arguments:
            value: a value of this type.

        Returns:
            A list of tensors, as many as `flatten` has specs; an empty one unless a subclass says otherwise, since most types stand for
            values that hold no tensor: numbers, texts, shapes, dtypes.

        What a type such as that of a `tf.RaggedTensor` gives here are the inputs of the trace; `from_tensors` makes the value of them
        again within the function. A subclass whose values hold tensors defines `to_tensors`, `from_tensors` and `flatten` together.

        Example:
            >>> tf.TensorSpec([2], tf.int32).to_tensors(tf.constant([1, 2]))
            [<tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>]
            >>> tf.TensorShape([2]).to_tensors(None)
            []
        """
        del value
        return []

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """Make a value of this type of its tensors. Mirrors `tf.types.experimental.TraceType.from_tensors`.

        Arguments:
            tensors: an iterator of tensors. A type takes the next ones off it, as many as `flatten` has specs, and leaves the others to
                the types after it.

        Returns:
            The value; unless a subclass says otherwise, nothing is taken and the placeholder given, which is the value itself for types
            that stand for one number or text.

        It is the way back from `to_tensors`. A subclass whose values hold tensors defines `to_tensors`, `from_tensors` and `flatten`
        together.

        Example:
            >>> tensors = iter([tf.constant([1, 2]), tf.constant(3.0)])
            >>> tf.TensorSpec([2], tf.int32).from_tensors(tensors).numpy()
            array([1, 2], dtype=int32)
            >>> float(next(tensors))
            3.0
        """
        del tensors
        return self.placeholder_value(None)

    def flatten(self) -> list[Any]:
        """Give the specs of the tensors that a value of this type is made of. Mirrors `tf.types.experimental.TraceType.flatten`.

        Returns:
            A list of `tf.TensorSpec`s, one for each tensor that `to_tensors` gives, in the same order; an empty one unless a subclass
            says otherwise, since most types stand for values that hold no tensor: numbers, texts, shapes, dtypes.

        From them `tf.function` makes the placeholders of a trace, and knows how many tensors `from_tensors` takes. A subclass whose
        values hold tensors defines `to_tensors`, `from_tensors` and `flatten` together.

        Example:
            >>> tf.TensorSpec([2], tf.int32).flatten()
            [TensorSpec(shape=(2,), dtype=tf.int32, name=None)]
            >>> tf.TensorShape([2]).flatten(), tf.float32.flatten()
            ([], [])
        """
        return []

    def cast(self, value: Any, cast_context: Any) -> Any:
        """Give a value as this type wants it. Mirrors `tf.types.experimental.TraceType.cast`.

        Arguments:
            value: what a function was called with.
            cast_context: what `tf.function` tells about the call; types that hold others hand it on to them.

        Returns:
            The value itself where it is the placeholder or equal to it. Types of tensors make a tensor of their dtype of what can become
            one.

        Raises:
            AssertionError: `value` is another one. `tf.TensorSpec` raises TypeError for a tensor that does not fit.

        It is called for the arguments of a function whose signature is given, before a trace runs.

        Example:
            >>> print(tf.TensorShape([2]).cast(None, None))
            None
            >>> tf.TensorShape([2]).cast("text", None)
            Traceback (most recent call last):
                ...
            AssertionError: Can not cast 'text' to type TensorShape([2])
        """
        del cast_context
        placeholder = self.placeholder_value(None)
        if value is placeholder or value == placeholder:
            return value
        raise AssertionError(f"Can not cast {value!r} to type {self!r}")

    @abc.abstractmethod
    def __hash__(self) -> int:
        pass

    @abc.abstractmethod
    def __eq__(self, other: object) -> bool:
        pass
