"""How values of specs are stacked into batches, as datasets do."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any

from tfshim.engine.values import nest
from tfshim.engine.values.type_spec_base import TypeSpec


class TypeSpecBatchEncoder(abc.ABC):
    """How values of a spec become tensors that stack into batches. Mirrors `tf.experimental` batch encoders.

    `batch` and `unbatch` change a spec; `encode` and `decode` go between a value and tensors; `encoding_specs` gives
    the specs of those tensors.
    """

    @abc.abstractmethod
    def batch(self, spec: Any, batch_size: int | None) -> Any:
        """The spec of `batch_size` (None if unknown) stacked values of `spec`."""

    @abc.abstractmethod
    def unbatch(self, spec: Any) -> Any:
        """The spec of one value of a batch of `spec`."""

    @abc.abstractmethod
    def encode(self, spec: Any, value: Any, minimum_rank: int = 0) -> Any:
        """The nest of tensors, of at least `minimum_rank`, that stands for `value`."""

    @abc.abstractmethod
    def decode(self, spec: Any, encoded_value: Any) -> Any:
        """The value that a nest of tensors stands for."""

    @abc.abstractmethod
    def encoding_specs(self, spec: Any) -> Any:
        """The nest of specs of what `encode` gives."""


class LegacyTypeSpecBatchEncoder(TypeSpecBatchEncoder):
    """The encoder that asks the spec itself, through the methods of `BatchableTypeSpec`."""

    def batch(self, spec: Any, batch_size: int | None) -> Any:
        return spec._batch(batch_size)

    def unbatch(self, spec: Any) -> Any:
        return spec._unbatch()

    def encode(self, spec: Any, value: Any, minimum_rank: int = 0) -> Any:
        if minimum_rank == 0:
            return spec._to_tensor_list(value)
        if minimum_rank == 1 and isinstance(spec, BatchableTypeSpec):
            return spec._to_batched_tensor_list(value)
        raise ValueError(f"{type(spec).__name__} does not support encoding with minimum_rank={minimum_rank}.")

    def decode(self, spec: Any, encoded_value: Any) -> Any:
        return spec._from_tensor_list(encoded_value)

    def encoding_specs(self, spec: Any) -> Any:
        return spec._flat_tensor_specs


class BatchableTypeSpec(TypeSpec):
    """A spec whose values can be stacked into batches, as datasets do. A subclass gives `_batch` and `_unbatch`."""

    __slots__ = ()
    __module__ = "tensorflow.python.framework.type_spec"
    __batch_encoder__ = LegacyTypeSpecBatchEncoder()

    @abc.abstractmethod
    def _batch(self, batch_size: int | None) -> Any:
        """The spec of `batch_size` stacked values."""

    @abc.abstractmethod
    def _unbatch(self) -> Any:
        """The spec of one value of a batch."""

    def _encoded(self, value: Any, minimum_rank: int) -> list[Any]:
        return [
            tensor
            for spec, component in self._parts(value)
            for tensor in nest.flatten(spec.__batch_encoder__.encode(spec, component, minimum_rank))
        ]

    @property
    def _flat_tensor_specs(self) -> list[Any]:
        specs = nest.flatten(self._component_specs)
        return [flat for spec in specs for flat in nest.flatten(spec.__batch_encoder__.encoding_specs(spec))]

    def _to_tensor_list(self, value: Any) -> list[Any]:
        return self._encoded(value, 0)

    def _to_batched_tensor_list(self, value: Any) -> list[Any]:
        tensors = self._encoded(value, 1)
        if any(tensor.shape.rank == 0 for tensor in tensors):
            raise ValueError(f"While converting {value} to a list of tensors for batching, found a scalar item.")
        return tensors

    def _from_compatible_tensor_list(self, tensor_list: Sequence[Any]) -> Any:
        specs, remaining = nest.flatten(self._component_specs), list(tensor_list)
        components = []
        for spec in specs:
            count = len(nest.flatten(spec.__batch_encoder__.encoding_specs(spec)))
            encoded, remaining = remaining[:count], remaining[count:]
            components.append(spec.__batch_encoder__.decode(spec, encoded))
        return self._from_components(nest.pack_sequence_as(self._component_specs, components))
