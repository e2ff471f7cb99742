"""`tf.data.DatasetSpec` and `tf.data.IteratorSpec`: datasets and iterators as values that functions take and give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfshim._export import tf_export
from tfshim._listing import LateBound
from tfshim.engine.values import nest
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import variant
from tfshim.engine.values.protocol import DATASET_SPEC
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.specs.batching import BatchableTypeSpec
from tfshim.engine.values.type_spec_base import TypeSpec, register
from tfshim.engine.values.typespec import TensorSpec, type_spec_from_value

# What the specs describe: datasets and iterators give their specs themselves.
_above = LateBound("tfshim.data", {"dataset": "Dataset", "iterators": "OwnedIterator", "transformations.wrapping": "VariantDataset"})


@tf_export("data.DatasetSpec", v1=["data.DatasetSpec", "data.experimental.DatasetStructure"])
@register("tf.DatasetSpec")
class DatasetSpec(BatchableTypeSpec):
    """The type of a dataset: of its elements, and of a batch of datasets. Mirrors `tf.data.DatasetSpec`.

    For datasets that are elements themselves, as of `window`, or arguments of a `tf.function`: `tf.TypeSpec.from_value` and
    `tf.data.experimental.get_structure` give one, and an `input_signature` takes one.

    Arguments:
        element_spec: the `tf.TypeSpec`s of the elements, in any structure.
        dataset_shape: the shape of a batch of such datasets; (), the default, for one.

    Raises:
        ValueError: elements are asked to be compatible that are not.

    Example:
        >>> spec = tf.data.DatasetSpec(tf.TensorSpec([], tf.int64))
        >>> spec.is_compatible_with(tf.data.Dataset.range(3))
        True
        >>> @tf.function(input_signature=[spec])
        ... def total(dataset):
        ...     return dataset.reduce(tf.constant(0, tf.int64), lambda so_far, x: so_far + x)
        >>> total(tf.data.Dataset.range(4)).numpy()
        6
    """

    __slots__ = ("_element_spec", "_dataset_shape")
    __module__ = "tensorflow.python.data.ops.dataset_ops"
    _tfshim_kind = DATASET_SPEC

    def __init__(self, element_spec: Any, dataset_shape: Any = ()) -> None:
        self._element_spec, self._dataset_shape = element_spec, TensorShape(dataset_shape)

    element_spec = property(lambda self: self._element_spec, doc="The structure of specs of an element.")

    @property
    def value_type(self) -> Any:
        """`tf.data.Dataset`."""
        return _above.Dataset

    @property
    def _component_specs(self):
        return TensorSpec(self._dataset_shape, variant)

    def _serialize(self):
        return self._element_spec, self._dataset_shape

    def _to_components(self, value):
        return value._variant_tensor

    def _from_components(self, components):
        if self._dataset_shape.rank == 0:
            return _above.VariantDataset(components, self._element_spec)
        return NestedVariant(components, self._element_spec, self._dataset_shape)

    def _to_tensor_list(self, value):
        return [value._variant_tensor]

    def _from_tensor_list(self, tensor_list):
        return self._from_components(tensor_list[0])

    @staticmethod
    def from_value(value: Any) -> DatasetSpec:
        """The spec of a dataset. Mirrors `tf.data.DatasetSpec.from_value`.

        It stands in the `input_signature` of a `tf.function` that takes a dataset, so that one trace serves all datasets whose
        elements are of the same kind. `tf.type_spec_from_value` gives the same for a value of any kind.

        Arguments:
            value: a `tf.data.Dataset`.

        Returns:
            A `tf.data.DatasetSpec`, whose property `element_spec` is that of the dataset, and whose shape is `()`.

        Example:
            >>> spec = tf.data.DatasetSpec.from_value(tf.data.Dataset.range(3))
            >>> @tf.function(input_signature=[spec])
            ... def total(dataset):
            ...     return dataset.reduce(tf.constant(0, tf.int64), lambda a, b: a + b)
            >>> int(total(tf.data.Dataset.range(4)))
            6
            >>> spec.element_spec
            TensorSpec(shape=(), dtype=tf.int64, name=None)
        """
        return DatasetSpec(value.element_spec)

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a dataset, or the spec of one, could stand for this one. Mirrors `tf.data.DatasetSpec.is_compatible_with`.

        The structure of the elements has to be the same, and each shape and dtype has to fit: sizes that are not known fit any size.
        A `tf.function` with an `input_signature` asks it of its arguments.

        Arguments:
            spec_or_value: a `tf.data.Dataset`, a `tf.data.DatasetSpec` or anything else.

        Returns:
            A bool; False for what is neither a dataset nor the spec of one.

        Example:
            >>> spec = tf.data.DatasetSpec(tf.TensorSpec([None], tf.int64))
            >>> spec.is_compatible_with(tf.data.Dataset.range(4).batch(2))
            True
            >>> spec.is_compatible_with(tf.data.Dataset.range(4)), spec.is_compatible_with(3)
            (False, False)
        """
        other = spec_or_value if isinstance(spec_or_value, DatasetSpec) else getattr(spec_or_value, "_type_spec", None)
        return isinstance(other, DatasetSpec) and _agree(self._element_spec, other._element_spec)

    def _batch(self, batch_size):
        return DatasetSpec(self._element_spec, TensorShape([batch_size]).concatenate(self._dataset_shape))

    def _unbatch(self):
        if self._dataset_shape.rank == 0:
            raise ValueError("Slicing dataset elements is not supported for rank 0.")
        return DatasetSpec(self._element_spec, self._dataset_shape[1:])

    def _to_legacy_output_types(self):
        return self

    def _to_legacy_output_shapes(self):
        return self

    def _to_legacy_output_classes(self):
        return self

    def __hash__(self):
        return hash(DatasetSpec)

    def __eq__(self, other):
        return isinstance(other, DatasetSpec) and self._serialize() == other._serialize()


class NestedVariant(CompositeTensor):
    """Datasets that were stacked, each in an entry of `variant_tensor`. What they are stacked in can be unbatched and sliced."""

    __module__ = "tensorflow.python.data.ops.dataset_ops"

    def __init__(self, variant_tensor: Any, element_spec: Any, dataset_shape: Any) -> None:
        self._variant_tensor, self._element_spec, self._dataset_shape = variant_tensor, element_spec, TensorShape(dataset_shape)

    @property
    def _type_spec(self) -> DatasetSpec:
        return DatasetSpec(self._element_spec, self._dataset_shape)


NestedVariant.__name__ = NestedVariant.__qualname__ = "_NestedVariant"  # which `repr` shows


def stacked_datasets(values: Any) -> NestedVariant | None:
    """The stack of a list, or of lists in a list, of datasets. None for other lists, and where the datasets are of several kinds."""
    first = values
    while isinstance(first, list) and first:
        first = first[0]
    if not isinstance(getattr(first, "_type_spec", None), DatasetSpec):
        return None
    try:
        spec = type_spec_from_value(values)
    except (TypeError, ValueError, AttributeError):  # what is beside them is none, or lists are of several lengths
        return None
    return spec._from_components(convert_to_tensor(_variants(values))) if isinstance(spec, DatasetSpec) else None


def _variants(values):
    return [_variants(v) for v in values] if isinstance(values, list) else values._variant_tensor


def _agree(a, b):
    try:
        nest.assert_same_structure(a, b)
    except (TypeError, ValueError):
        return False
    return all(x.is_compatible_with(y) for x, y in zip(nest.flatten(a), nest.flatten(b)))


@tf_export("data.IteratorSpec", v1=[])
@register("tf.IteratorSpec")
class IteratorSpec(TypeSpec):
    """The type of an iterator: of the elements that it gives. Mirrors `tf.data.IteratorSpec`.

    For iterators that are arguments of a `tf.function`: by the spec one trace serves all iterators over such elements.

    Arguments:
        element_spec: the `tf.TypeSpec`s of the elements, in any structure, as `Dataset.element_spec` has them.

    Attributes:
        value_type: the class of such iterators.

    Example:
        >>> spec = tf.data.IteratorSpec(tf.TensorSpec([], tf.int64))
        >>> @tf.function(input_signature=[spec])
        ... def two(iterator):
        ...     return next(iterator) + next(iterator)
        >>> iterator = iter(tf.data.Dataset.range(4))
        >>> two(iterator).numpy(), two(iterator).numpy()
        (1, 5)
    """

    __slots__ = ("_element_spec",)
    __module__ = "tensorflow.python.data.ops.iterator_ops"

    def __init__(self, element_spec: Any) -> None:
        self._element_spec = element_spec

    element_spec = property(lambda self: self._element_spec, doc="The structure of specs of an element.")

    @property
    def value_type(self) -> Any:
        """The class of iterators."""
        return _above.OwnedIterator

    @property
    def _component_specs(self):
        return TensorSpec([], variant)

    def _serialize(self):
        return (self._element_spec,)

    def _to_components(self, value):
        return value._handle

    def _from_components(self, components):
        return _above.OwnedIterator(components=components, element_spec=self._element_spec)

    @staticmethod
    def from_value(value: Any) -> IteratorSpec:
        """The spec of an iterator. Mirrors `tf.data.IteratorSpec.from_value`.

        It stands in the `input_signature` of a `tf.function` that takes an iterator, as one that makes several steps of a training:
        the function goes on where the last call stopped. `tf.type_spec_from_value` gives the same for a value of any kind.

        Arguments:
            value: what `iter` gives for a `tf.data.Dataset`.

        Returns:
            A `tf.data.IteratorSpec`, whose property `element_spec` is that of the dataset.

        Example:
            >>> iterator = iter(tf.data.Dataset.range(5))
            >>> @tf.function(input_signature=[tf.data.IteratorSpec.from_value(iterator)])
            ... def two(iterator):
            ...     return next(iterator) + next(iterator)
            >>> int(two(iterator)), int(two(iterator))
            (1, 5)
        """
        return IteratorSpec(value.element_spec)

    def __hash__(self):
        return hash(IteratorSpec)

    def __eq__(self, other):
        return isinstance(other, IteratorSpec) and self._element_spec == other._element_spec


def boxed(storage):
    """What a scalar object array holds."""
    return storage[()] if isinstance(storage, np.ndarray) else storage
