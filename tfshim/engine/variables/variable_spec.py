"""`VariableSpec`: the spec of a variable, which composite tensors that hold variables have among those of their components."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim.engine.values.dtypes import as_dtype, float32
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.typespec import DenseSpec, TensorSpec

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike


class VariableSpec(DenseSpec):
    """The shape and dtype of a variable, whether it is trained, and which of the variables of one signature it is.

    Variables of the same `alias_id` are the same variable; None says nothing about that.
    """

    __slots__ = ("alias_id", "trainable")
    __module__ = "tensorflow.python.ops.resource_variable_ops"
    _value_type: Any = None  # the class of variables, which is defined above this module

    def __init__(self, shape: ShapeLike, dtype: DTypeLike = float32, trainable: bool = True, alias_id: int | None = None) -> None:
        super().__init__(shape, dtype)
        self.trainable, self.alias_id = trainable, alias_id

    @classmethod
    def from_value(cls, value: Any) -> VariableSpec:
        """The spec of a variable."""
        return cls(value.shape, value.dtype, value.trainable)

    @property
    def value_type(self) -> Any:
        """The class of variables."""
        return type(self)._value_type

    @property
    def _component_specs(self) -> Any:
        return TensorSpec([], as_dtype("resource"))

    def _to_components(self, value: Any) -> Any:
        return value.handle

    def _from_components(self, components: Any) -> Any:
        # A handle is a scalar that holds the variable itself.
        if isinstance(components, (tuple, list)):
            (components,) = components
        held: Any = getattr(components, "_t", None)
        if hasattr(held, "item") and is_variable(held.item()):
            return held.item()
        raise ValueError(f"A variable is made of its handle alone, got {components}.")

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether shape, dtype, being trained and alias are those of a variable or another such spec."""
        if is_variable(spec_or_value):
            spec_or_value = VariableSpec.from_value(spec_or_value)
        return (
            isinstance(spec_or_value, VariableSpec)
            and super().is_compatible_with(spec_or_value)
            and self.trainable == spec_or_value.trainable
            and self.alias_id == spec_or_value.alias_id
        )

    def is_subtype_of(self, other: Any) -> bool:
        """Whether whoever takes variables of `other` takes those of this spec."""
        return (
            type(self) is type(other)
            and self._dtype == other._dtype
            and self._shape.is_subtype_of(other._shape)
            and self.trainable == other.trainable
            and self.alias_id == other.alias_id
        )

    def most_specific_common_supertype(self, others: Iterable[Any]) -> VariableSpec | None:
        """The most special spec that takes the variables of this one and of all `others`, None if there is none."""
        others = list(others)
        if any(
            type(other) is not type(self) or (other._dtype, other.trainable, other.alias_id) != (self._dtype, self.trainable, self.alias_id)
            for other in others
        ):
            return None
        shape = self._shape.most_specific_common_supertype([other._shape for other in others])
        return None if shape is None else VariableSpec(shape, self._dtype, self.trainable, self.alias_id)

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self.trainable, self.alias_id

    @classmethod
    def _deserialize(cls, serialization: Any) -> VariableSpec:
        return cls(*serialization)

    def __repr__(self) -> str:
        return f"VariableSpec(shape={self._shape}, dtype={self._dtype!r}, trainable={self.trainable!r}, alias_id={self.alias_id!r})"
