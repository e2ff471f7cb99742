"""The spec of None, which elements of datasets and variables of loops may be."""

from __future__ import annotations

from typing import Any

from tfshim.engine.values.type_spec_base import TypeSpec


class NoneTensorSpec(TypeSpec):
    """The spec of None, which datasets may carry."""

    __slots__ = ()
    __module__ = "tensorflow.python.data.util.structure"

    value_type = property(lambda self: type(None), doc="The type of None.")
    _component_specs = property(lambda self: [])

    def _serialize(self) -> tuple[()]:
        return ()

    def _to_components(self, value: None) -> list[Any]:
        return []

    def _from_components(self, components: Any) -> None:
        return None

    def _batch(self, batch_size: int | None) -> NoneTensorSpec:
        return self

    def _unbatch(self) -> NoneTensorSpec:
        return self

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether the other one is None or its spec."""
        return spec_or_value is None or isinstance(spec_or_value, NoneTensorSpec)

    def most_specific_compatible_shape(self, other: Any) -> NoneTensorSpec:
        """This spec, if the other is None's too (ValueError)."""
        if not isinstance(other, NoneTensorSpec):
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}.")
        return self
