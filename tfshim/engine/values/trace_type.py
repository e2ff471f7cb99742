"""What tracing a function needs to know of an argument's type: the interface of `tf.types.experimental.TraceType`."""

from __future__ import annotations

import abc
from collections.abc import Iterator, Sequence
from typing import Any


class TraceType(abc.ABC):
    """The type of an argument of a traced function, by which a trace is found again.

    Two calls share a trace when the types of the later call are subtypes of the earlier one's. Mirrors
    `tf.types.experimental.TraceType`. A subclass gives the first three methods, `__hash__` and `__eq__`; the others
    describe a value that holds no tensor.
    """

    __module__ = "tensorflow.python.types.trace"

    @abc.abstractmethod
    def is_subtype_of(self, other: TraceType) -> bool:
        """Whether a value of this type may be given where `other` is expected."""

    @abc.abstractmethod
    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        """The narrowest type that this one and all of `others` are subtypes of, or None."""

    @abc.abstractmethod
    def placeholder_value(self, placeholder_context: Any) -> Any:
        """The value that stands for the argument while tracing."""

    def to_tensors(self, value: Any) -> list[Any]:
        """The component tensors of `value`, which is of this type: none unless a subclass says otherwise."""
        del value
        return []

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """The value made of the next tensors of an iterator: takes none and gives the placeholder."""
        del tensors
        return self.placeholder_value(None)

    def flatten(self) -> list[Any]:
        """The specs of the tensors that `to_tensors` gives."""
        return []

    def cast(self, value: Any, cast_context: Any) -> Any:
        """`value` as this type; raises AssertionError where it is neither equal to the placeholder nor the same."""
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
