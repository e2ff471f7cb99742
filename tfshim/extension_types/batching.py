"""Extension types whose values stack into batches, as datasets and `tf.map_fn` do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.specs.batching import BatchableTypeSpec, TypeSpecBatchEncoder
from tfshim.extension_types.extension_type import ExtensionType
from tfshim.extension_types.spec import ExtensionTypeSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike


@tf_export("experimental.ExtensionTypeBatchEncoder")
class ExtensionTypeBatchEncoder(TypeSpecBatchEncoder):
    """How values of a `tf.experimental.BatchableExtensionType` become tensors that stack. Mirrors
    `tf.experimental.ExtensionTypeBatchEncoder`.

    The default, which goes field by field, serves most types. A subclass that is the class attribute `__batch_encoder__` of a type changes
    some of the methods: `batch` and `unbatch` say the spec of a batch and of one value of it, `encode` and `decode` go between a value and
    tensors, `encoding_specs` tells what these are. A value whose size varies is made one tensor, for instance. It takes no arguments.

    Example:
        >>> class Point(tf.experimental.BatchableExtensionType):
        ...     x: tf.Tensor
        ...     y: tf.Tensor
        >>> encoder, spec = tf.experimental.ExtensionTypeBatchEncoder(), tf.type_spec_from_value(Point([1, 2], [3, 4]))
        >>> encoder.unbatch(spec).x.shape, encoder.batch(spec, 5).x.shape
        (TensorShape([]), TensorShape([5, 2]))
        >>> [x.numpy() for x in encoder.encode(spec, Point([1, 2], [3, 4]))]
        [array([1, 2], dtype=int32), array([3, 4], dtype=int32)]
    """

    __module__ = "tensorflow.python.framework.extension_type"

    def batch(self, spec: Any, batch_size: int | None) -> Any:
        """The spec of several values stacked. Mirrors `tf.experimental.ExtensionTypeBatchEncoder.batch`.

        `Dataset.batch` asks it for the `element_spec` of its result. A subclass that keeps something of a value besides its tensors puts it
        into the spec here.

        Arguments:
            spec: the spec of one value.
            batch_size: how many, an int; None where that is not known, as for a last batch that may be smaller.

        Returns:
            a spec of the same type, whose fields, tensors and shapes, have an axis more in front. `unbatch` of it is `spec` again.

        Example:
            >>> class Point(tf.experimental.BatchableExtensionType):
            ...     x: tf.Tensor
            >>> spec = tf.type_spec_from_value(Point([1.0, 2.0]))
            >>> tf.experimental.ExtensionTypeBatchEncoder().batch(spec, None).x
            TensorSpec(shape=(None, 2), dtype=tf.float32, name=None)
            >>> tf.data.Dataset.from_tensors(Point([1.0, 2.0])).batch(3).element_spec.x.shape
            TensorShape([None, 2])
        """

        def batched(field):
            # The shape that a value has is that of one: a batch has an axis more.
            return (
                TensorShape([batch_size]).concatenate(field)
                if isinstance(field, TensorShape)
                else field.__batch_encoder__.batch(field, batch_size)
            )

        return spec._changed(batched)

    def unbatch(self, spec: Any) -> Any:
        """The spec of one value of a batch. Mirrors `tf.experimental.ExtensionTypeBatchEncoder.unbatch`.

        `Dataset.unbatch`, `Dataset.from_tensor_slices` and `tf.map_fn` ask it for what the function gets. It is the counterpart of `batch`.

        Arguments:
            spec: the spec of a batch, all of whose fields have at least one axis.

        Returns:
            a spec of the same type, whose fields lack the first axis.

        Raises:
            ValueError: a field is a scalar.

        Example:
            >>> class Point(tf.experimental.BatchableExtensionType):
            ...     x: tf.Tensor
            >>> spec = tf.type_spec_from_value(Point([[1.0, 2.0]]))
            >>> tf.experimental.ExtensionTypeBatchEncoder().unbatch(spec).x
            TensorSpec(shape=(2,), dtype=tf.float32, name=None)
            >>> tf.data.Dataset.from_tensor_slices(Point([[1.0, 2.0]])).element_spec.x.shape
            TensorShape([2])
        """

        def unbatched(field):
            return field[1:] if isinstance(field, TensorShape) else field.__batch_encoder__.unbatch(field)

        return spec._changed(unbatched)

    def encode(self, spec: Any, value: Any, minimum_rank: IntLike = 0) -> Any:
        """The tensors that stand for a value, which can be stacked. Mirrors `tf.experimental.ExtensionTypeBatchEncoder.encode`.

        Arguments:
            spec: the spec of the value.
            value: the value.
            minimum_rank: how many axes each tensor has at least, an int: 0 (default) for single values, 1 for batches that are to be taken
                apart.

        Returns:
            a list of tensors, or a structure that `encoding_specs` describes. All values of one spec have to give tensors of one shape, or
            ragged ones, so that they stack.

        Raises:
            ValueError: a tensor has fewer axes than `minimum_rank`.

        Example:
            >>> class Point(tf.experimental.BatchableExtensionType):
            ...     x: tf.Tensor
            ...     y: tf.Tensor
            >>> point = Point(1.0, [2.0, 3.0])
            >>> [t.numpy() for t in tf.experimental.ExtensionTypeBatchEncoder().encode(tf.type_spec_from_value(point), point)]
            [1.0, array([2., 3.], dtype=float32)]
        """
        return [
            t
            for s, part in zip(spec._component_specs, spec._to_components(value), strict=True)
            for t in nest.flatten(s.__batch_encoder__.encode(s, part, minimum_rank))
        ]

    def encoding_specs(self, spec: Any) -> Any:
        """The specs of the tensors that stand for a value. Mirrors `tf.experimental.ExtensionTypeBatchEncoder.encoding_specs`.

        It says before there is a value what `encode` will give, so that functions and datasets know what they hold.

        Arguments:
            spec: the spec of the value.

        Returns:
            a list of specs, or the structure of specs that `encode` gives tensors in. A subclass that changes one of `encode`, `decode` and
            this method has to change all three alike.

        Example:
            >>> class Point(tf.experimental.BatchableExtensionType):
            ...     x: tf.Tensor
            ...     y: tf.Tensor
            >>> spec = tf.type_spec_from_value(Point(1.0, [2, 3]))
            >>> tf.experimental.ExtensionTypeBatchEncoder().encoding_specs(spec)[1]
            TensorSpec(shape=(2,), dtype=tf.int32, name=None)
        """
        return [t for s in spec._component_specs for t in nest.flatten(s.__batch_encoder__.encoding_specs(s))]

    def decode(self, spec: Any, encoded_value: Any) -> Any:
        """The value that tensors stand for. Mirrors `tf.experimental.ExtensionTypeBatchEncoder.decode`.

        The counterpart of `encode`: `Dataset.batch` stacks the tensors of several values, and makes a batch of them by this.

        Arguments:
            spec: the spec of the value, of a batch where the tensors are stacked.
            encoded_value: the tensors, in the structure that `encode` gives.

        Returns:
            a value of the extension type.

        Example:
            >>> class Point(tf.experimental.BatchableExtensionType):
            ...     x: tf.Tensor
            >>> encoder, spec = tf.experimental.ExtensionTypeBatchEncoder(), tf.type_spec_from_value(Point(1.0))
            >>> stacked = [tf.stack(tensors) for tensors in zip(encoder.encode(spec, Point(1.0)), encoder.encode(spec, Point(2.0)))]
            >>> encoder.decode(encoder.batch(spec, 2), stacked).x.numpy()
            array([1., 2.], dtype=float32)
        """
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
    """An extension type whose values can be stacked into batches. Mirrors `tf.experimental.BatchableExtensionType`.

    As `tf.experimental.ExtensionType`, with annotations as its fields; besides, datasets can make batches of its values and take them
    apart, and `tf.map_fn` and Keras go through them row by row. All fields need a batch axis then.

    The class attribute `__batch_encoder__`, a `tf.experimental.ExtensionTypeBatchEncoder`, says how values become tensors; the default one
    treats each field by itself.

    Arguments:
        the fields, in their order or by name; they are converted to the types that the annotations say.

    Raises:
        TypeError: a field is missing, or of another type.

    Example:
        >>> class Point(tf.experimental.BatchableExtensionType):
        ...     x: tf.Tensor
        ...     y: tf.Tensor
        >>> data = tf.data.Dataset.from_tensor_slices(Point([1, 2, 3], [4, 5, 6])).batch(2)
        >>> [point.x.numpy() for point in data]
        [array([1, 2], dtype=int32), array([3], dtype=int32)]
    """

    __module__ = "tensorflow.python.framework.extension_type"
    _tfshim_no_fields = True
    _tf_spec_base = _BatchableSpec
    __batch_encoder__ = ExtensionTypeBatchEncoder()
