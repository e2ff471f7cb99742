"""Extension types whose values stack into batches, as datasets and `tf.map_fn` do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import nest
from tfshim.engine.values.specs.batching import BatchableTypeSpec, TypeSpecBatchEncoder
from tfshim.extension_types.extension_type import ExtensionType
from tfshim.extension_types.spec import ExtensionTypeSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike


@tf_export("experimental.ExtensionTypeBatchEncoder")
class ExtensionTypeBatchEncoder(TypeSpecBatchEncoder):
    """How values of a BatchableExtensionType become tensors that stack: field by field, unless a subclass says otherwise.

    `batch` and `unbatch` go between the specs of a value and of a batch; `encode` and `decode` between values and tensors;
    `encoding_specs` gives the specs of those tensors. Mirrors `tf.experimental.ExtensionTypeBatchEncoder`.
    """

    __module__ = "tensorflow.python.framework.extension_type"

    def batch(self, spec: Any, batch_size: int | None) -> Any:
        """The spec of a batch of `batch_size` (None if unknown) values of `spec`."""
        return spec._with_specs([s.__batch_encoder__.batch(s, batch_size) for s in spec._component_specs])

    def unbatch(self, spec: Any) -> Any:
        """The spec of one value of a batch of `spec`."""
        return spec._with_specs([s.__batch_encoder__.unbatch(s) for s in spec._component_specs])

    def encode(self, spec: Any, value: Any, minimum_rank: IntLike = 0) -> Any:
        """The list of tensors, of at least `minimum_rank`, that encodes `value`."""
        return [
            t
            for s, part in zip(spec._component_specs, spec._to_components(value), strict=True)
            for t in nest.flatten(s.__batch_encoder__.encode(s, part, minimum_rank))
        ]

    def encoding_specs(self, spec: Any) -> Any:
        """The specs of the tensors that `encode` gives."""
        return [t for s in spec._component_specs for t in nest.flatten(s.__batch_encoder__.encoding_specs(s))]

    def decode(self, spec: Any, encoded_value: Any) -> Any:
        """The value that the tensors encode."""
        rest, parts = list(nest.flatten(encoded_value)), []
        for s in spec._component_specs:
            structure = s.__batch_encoder__.encoding_specs(s)
            count = len(nest.flatten(structure))
            mine, rest = rest[:count], rest[count:]
            parts.append(s.__batch_encoder__.decode(s, nest.pack_sequence_as(structure, mine)))
        return spec._from_components(tuple(parts))


class _BatchableSpec(ExtensionTypeSpec, BatchableTypeSpec):
    """The spec of a BatchableExtensionType."""

    __batch_encoder__ = ExtensionTypeBatchEncoder()  # type: ignore[assignment]  # users put their own here

    @property
    def _encoder(self):
        return self._value_class.__batch_encoder__

    def _batch(self, batch_size):
        return self._encoder.batch(self, batch_size)

    def _unbatch(self):
        return self._encoder.unbatch(self)

    @property
    def _flat_tensor_specs(self):
        return nest.flatten(self._encoder.encoding_specs(self))

    def _to_tensor_list(self, value):
        return nest.flatten(self._encoder.encode(self, value))

    def _to_batched_tensor_list(self, value):
        return nest.flatten(self._encoder.encode(self, value, minimum_rank=1))

    def _from_compatible_tensor_list(self, tensor_list):
        return self._encoder.decode(self, nest.pack_sequence_as(self._encoder.encoding_specs(self), tensor_list))


@tf_export("experimental.BatchableExtensionType")
class BatchableExtensionType(ExtensionType):
    """An ExtensionType whose values may be batched: by datasets and `tf.map_fn`.

    The class attribute `__batch_encoder__`, an ExtensionTypeBatchEncoder, says how. Mirrors
    `tf.experimental.BatchableExtensionType`.
    """

    __module__ = "tensorflow.python.framework.extension_type"
    _tfshim_no_fields = True
    _tf_spec_base = _BatchableSpec
    __batch_encoder__ = ExtensionTypeBatchEncoder()
