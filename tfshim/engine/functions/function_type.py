"""`ConcreteFunction.function_type`: a signature whose annotations are the types by which a function was traced."""

from __future__ import annotations

import collections
import inspect
from collections.abc import Sequence
from typing import Any, TypeAlias

from tfshim.engine.functions.signatures import captures, parameters_and_types, type_text
from tfshim.engine.values import nest
from tfshim.engine.values.trace_type import TraceType
from tfshim.engine.values.typespec import TensorSpec, TypeSpec

ConcreteFunction: TypeAlias = Any  # of functions.concrete_function, above this module


class Parameter(inspect.Parameter):
    """A parameter of a function; `type_constraint` is its type, and `optional` whether it may be left out."""

    def __init__(self, name: str, kind: Any, optional: bool, type_constraint: Any) -> None:
        super().__init__(name, kind, default=None if optional else self.empty, annotation=type_constraint)

    optional = property(lambda self: self.default is not self.empty, doc="Whether a call may leave it out.")
    type_constraint = property(lambda self: self.annotation, doc="The type of its values.")


class DescribedType(TraceType):
    """The type of a value that is no single tensor: a number, or a structure. It shows as `Literal[3]`, `Dict[...]` and so on."""

    def __init__(self, value: Any, text: str) -> None:
        self._value, self._text = value, text

    def is_subtype_of(self, other: Any) -> bool:
        return self == other

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Any:
        return self if all(self == other for other in others) else None

    def placeholder_value(self, placeholder_context: Any) -> Any:
        return self._value

    def flatten(self) -> list[Any]:
        return [x for x in nest.flatten(self._value) if isinstance(x, TensorSpec)]

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DescribedType) and self._text == other._text

    def __repr__(self) -> str:
        return self._text


def _type(value: Any, text: str) -> Any:
    def unnamed(x: Any) -> Any:  # a name that the text does not have is only that of the parameter
        own = isinstance(x, TensorSpec) and f"name={x.name!r}" in text
        return x if own or not isinstance(x, TensorSpec) else TensorSpec(x.shape, x.dtype)

    value = nest.map_structure(unnamed, value)
    return value if isinstance(value, TypeSpec) else DescribedType(value, text)


def _flat(types: Any) -> list[Any]:
    return [part for t in types for part in ([t] if isinstance(t, TensorSpec) else t.flatten() if isinstance(t, DescribedType) else [t])]


class FunctionType(inspect.Signature):
    """The types of parameters, of captured tensors and of the result of a function. Mirrors `tf.types.experimental.FunctionType`.

    A trace has one as `function_type`: it decides which calls share the trace. It derives from `inspect.Signature`, and its
    parameters have `type_constraint` and `optional` besides. `flat_inputs`, `flat_captures` and `flat_outputs` are the types
    of single tensors, in lists.

    Arguments:
        parameters: those of `inspect.Signature`, a sequence; None (the default) for none.
        return_annotation: the type of the result, which the property `output` gives.
        captures: a dictionary from an identity to the type of what is captured by it; empty by default.

    Example:
        >>> trace = tf.function(lambda x, y: x + y).get_concrete_function(tf.TensorSpec([2]), tf.TensorSpec([2]))
        >>> list(trace.function_type.parameters)
        ['x', 'y']
        >>> trace.function_type.flat_inputs[0].shape
        TensorShape([2])
    """

    def __init__(
        self,
        parameters: Sequence[inspect.Parameter] | None = None,
        *,
        return_annotation: Any = inspect.Signature.empty,
        __validate_parameters__: bool = True,
        captures: Any = (),
    ) -> None:
        super().__init__(parameters, return_annotation=return_annotation, __validate_parameters__=__validate_parameters__)
        self._captures = collections.OrderedDict(captures)

    captures = property(lambda self: self._captures, doc="Types of captured tensors.")
    output = property(lambda self: self.return_annotation, doc="The type of the result.")
    flat_inputs = property(
        lambda self: _flat(p.type_constraint for p in self.parameters.values()), doc="Specs of tensors among the arguments."
    )
    flat_captures = property(lambda self: list(self.captures.values()), doc="Types of captured tensors.")
    flat_outputs = property(lambda self: _flat([self.output]), doc="Specs of tensors in the result.")

    def __str__(self) -> str:
        return f"{inspect.Signature([p.replace(default=p.empty) for p in map(_plain, self.parameters.values())])} -> {self.output!r}"

    def __repr__(self) -> str:
        return str(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FunctionType) and (str(self), self.captures) == (str(other), other.captures)

    def __hash__(self) -> int:
        return hash(str(self))


def _plain(p: Any) -> inspect.Parameter:
    return inspect.Parameter(p.name, p.kind, annotation=DescribedType(None, repr(p.annotation)))


def function_type_of(concrete: ConcreteFunction) -> FunctionType:
    """The FunctionType of a traced function."""
    made = [Parameter(p.name, p.kind, False, _type(value, text)) for p, value, text in parameters_and_types(concrete)]
    outputs = nest.map_structure(
        lambda x: TensorSpec(x.shape, x.dtype) if hasattr(x, "shape") and hasattr(x, "dtype") else x, concrete.structured_outputs
    )
    result = _type(outputs, type_text(concrete.structured_outputs))
    # As traced: a literal may stand before a parameter without a default.
    return FunctionType(made, return_annotation=result, __validate_parameters__=False, captures=captures(concrete))
