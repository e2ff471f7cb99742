"""`tf.TensorSpec`, and the spec of any value.

`type_spec_from_value` finds the spec of a value; `register_type_spec_from_value_converter` teaches it further types.
The base classes are in `type_spec_base` and `specs.batching`, and can be had from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export, tf_private
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import DType, as_dtype, float32
from tfshim.engine.values.shapes import TensorShape, broadcast_static_shapes
from tfshim.engine.values.specs.batching import BatchableTypeSpec, LegacyTypeSpecBatchEncoder, TypeSpecBatchEncoder
from tfshim.engine.values.specs.none import NoneTensorSpec
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.values.tensor_messages import fill_message, tensor_of
from tfshim.engine.values.type_spec_base import TypeSpec, get_name, lookup, register, specs_allowed

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
__all__ = [
    "BatchableTypeSpec",
    "BoundedTensorSpec",
    "DenseSpec",
    "LegacyTypeSpecBatchEncoder",
    "TensorSpec",
    "TypeSpec",
    "TypeSpecBatchEncoder",
    "get_name",
    "lookup",
    "register",
    "register_type_spec_from_value_converter",
    "type_spec_from_value",
]


@tf_private("tensorflow.python.framework.tensor_spec.DenseSpec")
class DenseSpec(TypeSpec):
    """A spec with a shape, a dtype and a name: of tensors and of variables."""

    __slots__ = ("_dtype", "_name", "_shape")
    __module__ = "tensorflow.python.framework.tensor"
    _nest_leaf = True

    def __init__(self, shape: ShapeLike, dtype: DTypeLike = float32, name: str | None = None) -> None:
        self._shape, self._dtype, self._name = TensorShape(shape), as_dtype(dtype), name

    shape = property(lambda self: self._shape, doc="The `tf.TensorShape`.")
    dtype = property(lambda self: self._dtype, doc="The `tf.DType`.")
    name = property(lambda self: self._name, doc="The name of the described tensor, or None.")

    @property
    def _component_specs(self) -> Any:
        return self

    def is_compatible_with(self, spec_or_tensor: Any) -> bool:
        """Tell whether a tensor, or another spec, fits this spec. Mirrors `tf.TensorSpec.is_compatible_with`.

        Arguments:
            spec_or_tensor: a tensor, an array, or a spec of one.

        Returns:
            True where the dtypes are the same and the shapes agree as far as both are known. Names do not matter.

        It is what a function with an `input_signature` asks of its arguments, and what tells before a call whether data fit a saved
        model. To know whether every tensor of this spec is of another one, ask `is_subtype_of`.

        Example:
            >>> spec = tf.TensorSpec([None, 3], tf.float32)
            >>> spec.is_compatible_with(tf.zeros([8, 3])), spec.is_compatible_with(tf.zeros([8, 4]))
            (True, False)
            >>> spec.is_compatible_with(tf.zeros([8, 3], tf.int32))
            False
        """
        return (
            isinstance(spec_or_tensor, (DenseSpec, self.value_type))
            and self._dtype.is_compatible_with(spec_or_tensor.dtype)
            and self._shape.is_compatible_with(spec_or_tensor.shape)
        )

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._name

    def _to_legacy_output_types(self) -> DType:
        return self._dtype

    def _to_legacy_output_shapes(self) -> TensorShape:
        return self._shape

    def __eq__(self, other: Any) -> bool:
        return type(other) is type(self) and self._serialize() == other._serialize()

    def __hash__(self) -> int:
        return hash((self._shape, self._dtype))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r})"


@tf_export("TensorSpec")
@register("tf.TensorSpec")
class TensorSpec(DenseSpec, BatchableTypeSpec):
    """The `tf.TypeSpec` of a dense tensor: its shape and dtype. Mirrors `tf.TensorSpec`.

    Arguments:
        shape: anything that `tf.TensorShape` takes: a list in which None is any size; None leaves the rank open.
        dtype: anything that `tf.as_dtype` takes, float32 by default.
        name: the name of the argument that it describes, or None.

    Raises:
        TypeError, ValueError: what is no shape or dtype.

    The `input_signature` of a `tf.function` is made of such specs, and so are the `element_spec` of a dataset and the
    signatures of saved models. `tf.TensorSpec.from_tensor` describes a tensor.

    Example:
        >>> @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
        ... def total(x):
        ...     return tf.reduce_sum(x)
        >>> float(total([1.0, 2.0])), float(total([1.0, 2.0, 3.0]))
        (3.0, 6.0)
        >>> tf.TensorSpec.from_tensor(tf.ones([2, 3]))
        TensorSpec(shape=(2, 3), dtype=tf.float32, name=None)
    """

    __slots__ = ()
    __module__ = "tensorflow.python.framework.tensor"

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> TensorSpec:
        """Make the spec of a tensor with the shape and dtype of another spec. Mirrors `tf.TensorSpec.from_spec`.

        Arguments:
            spec: a spec with `shape`, `dtype` and `name`: a `tf.TensorSpec`, also one of its subclasses, or that of a Keras tensor.
            name: the name of the new spec; None: that of `spec`.

        Returns:
            A `tf.TensorSpec`, of the class that it is called on.

        Raises:
            AttributeError: `spec` has no shape, dtype or name.

        It gives the argument of an `input_signature` another name, or takes the bounds off a spec that has some.

        Example:
            >>> spec = tf.TensorSpec([None, 3], tf.float32, name="x")
            >>> tf.TensorSpec.from_spec(spec, name="features")
            TensorSpec(shape=(None, 3), dtype=tf.float32, name='features')
        """
        return cls(spec.shape, spec.dtype, name or spec.name)

    @classmethod
    def from_tensor(cls, tensor: Tensor, name: str | None = None) -> TensorSpec:
        """Make the spec of a tensor. Mirrors `tf.TensorSpec.from_tensor`.

        Arguments:
            tensor: a `tf.Tensor`.
            name: the name of the spec; None: none, or that of the operation for a tensor of a graph.

        Returns:
            A `tf.TensorSpec` with the tensor's dtype and its static shape.

        Raises:
            ValueError: no tensor; `tf.type_spec_from_value` takes other values as well.

        For a function that should take any number of rows, put None in the place of the size: `tf.TensorSpec([None, *spec.shape[1:]],
        spec.dtype)`.

        Example:
            >>> tf.TensorSpec.from_tensor(tf.ones([2, 3]), name="x")
            TensorSpec(shape=(2, 3), dtype=tf.float32, name='x')
        """
        if not isinstance(tensor, Tensor):
            raise ValueError(f"`tensor` should be a tf.Tensor, but got type {type(tensor)}.")
        if not isinstance(tensor, EagerTensor):
            name = name or tensor.op.name
        return TensorSpec(tensor.shape, tensor.dtype, name)

    @property
    def value_type(self) -> Any:
        """`tf.Tensor`."""
        return Tensor

    def is_subtype_of(self, other: Any) -> bool:
        """Tell whether every tensor of this spec is of another one too. Mirrors `tf.TensorSpec.is_subtype_of`.

        Arguments:
            other: another spec.

        Returns:
            True where `other` is a `tf.TensorSpec` of the same dtype whose shape knows less or as much, and which has this spec's name,
            if it has one. Else False.

        A trace of a `tf.function` that was made for `other` serves calls with tensors of this spec. `is_compatible_with` is weaker: it
        also holds where this spec knows less than the other.

        Example:
            >>> tf.TensorSpec([8, 3]).is_subtype_of(tf.TensorSpec([None, 3]))
            True
            >>> tf.TensorSpec([None, 3]).is_subtype_of(tf.TensorSpec([8, 3]))
            False
        """
        return (
            isinstance(other, TensorSpec)
            and (not self._name or self._name == other._name)
            and self._shape.is_subtype_of(other._shape)
            and self._dtype.is_subtype_of(other._dtype)
        )

    # Component tensors.

    def to_tensors(self, value: Any) -> list[Any]:
        """Give the tensors that a value of this spec is made of: itself. Mirrors `tf.TensorSpec.to_tensors`.

        Arguments:
            value: a tensor that fits, or what becomes one.

        Returns:
            A list with one tensor, converted to this spec's dtype if it was none.

        Raises:
            TypeError: a tensor of another dtype or shape.

        It belongs to the interface `tf.types.experimental.TraceType`, by which `tf.function` has the tensors of its arguments, whatever
        these are made of. `flatten` gives their specs, `from_tensors` is the way back.

        Example:
            >>> tf.TensorSpec([2], tf.float32).to_tensors([1.0, 2.0])
            [<tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>]
        """
        return [self.cast(value, None)]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """Take the next tensor of an iterator: the value of this spec. Mirrors `tf.TensorSpec.from_tensors`.

        Arguments:
            tensors: an iterator of tensors; what comes after the first is left to other specs.

        Returns:
            The tensor, as it is: it is not checked.

        Raises:
            StopIteration: there is no tensor left.

        It belongs to the interface `tf.types.experimental.TraceType`, by which `tf.function` makes the arguments within a trace of its
        inputs; it is the way back from `to_tensors`.

        Example:
            >>> tensors = iter([tf.constant(1), tf.constant(2)])
            >>> int(tf.TensorSpec([], tf.int32).from_tensors(tensors)), int(next(tensors))
            (1, 2)
        """
        return next(tensors)

    def flatten(self) -> list[Any]:
        """Give the specs of the tensors that a value of this spec is made of: this one. Mirrors `tf.TensorSpec.flatten`.

        Returns:
            A list with this spec alone.

        It belongs to the interface `tf.types.experimental.TraceType`: specs of ragged tensors, of datasets and of classes of one's own
        give several, one for each tensor that `to_tensors` gives, so that code for all of them goes through the list. From it
        `tf.function` knows how many inputs a trace has for an argument, and of which dtypes and shapes.

        Example:
            >>> tf.TensorSpec([2], tf.int32).flatten()
            [TensorSpec(shape=(2,), dtype=tf.int32, name=None)]
            >>> len(tf.RaggedTensorSpec([2, None], tf.int32).flatten())  # values and row splits
            2
        """
        return [self]

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """Make the symbolic tensor that stands for an argument of this spec in a trace. Mirrors `tf.TensorSpec.placeholder_value`.

        Arguments:
            placeholder_context: what `tf.function` tells about the trace: `context_graph`, whose method `placeholder(dtype, shape,
                name)` makes the tensor; `naming_scope`, a name for specs without one; and `unnest_only`, with which the spec stands for
                itself.

        Returns:
            A symbolic tensor of the graph, or the spec.

        It belongs to the interface `tf.types.experimental.TraceType`; `tf.function` calls it. A program that wants a trace for a spec
        calls `get_concrete_function`.

        Example:
            >>> @tf.function
            ... def f(x):
            ...     print(x.shape, x.dtype)
            ...     return x
            >>> trace = f.get_concrete_function(tf.TensorSpec([None, 3], tf.int32))
            (None, 3) <dtype: 'int32'>
        """
        if getattr(placeholder_context, "unnest_only", False):
            return self
        name = self._name or getattr(placeholder_context, "naming_scope", None)
        return placeholder_context.context_graph.placeholder(self._dtype, self._shape, name)

    def cast(self, value: Any, casting_context: Any) -> Any:
        """Give a value as a tensor of this spec. Mirrors `tf.TensorSpec.cast`.

        Arguments:
            value: a tensor that fits, which stays as it is, or what becomes one of this spec's dtype.
            casting_context: what `tf.function` tells about the call; where it has `allow_specs`, a spec may stand for a value.

        Returns:
            A tensor.

        Raises:
            TypeError: a tensor of another dtype or shape; nothing is converted between dtypes, which is what `tf.cast` is for.
            ValueError: what cannot become a tensor of the dtype.

        A function with an `input_signature` does this with its arguments, so that it can be called with lists and arrays.

        Example:
            >>> @tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
            ... def double(x):
            ...     return x * 2
            >>> double([1, 2]).numpy()  # the list becomes a tensor of the spec
            array([2., 4.], dtype=float32)
        """
        if specs_allowed(casting_context) and isinstance(value, TensorSpec):
            assert value.is_subtype_of(self), f"Can not cast {value!r} to {self!r}"
            return value
        if not isinstance(value, Tensor):
            value = convert_to_tensor(value, self._dtype)
        actual = TensorSpec(value.shape, value.dtype, self._name)
        if not actual.is_subtype_of(self):
            if not self.is_subtype_of(actual):
                raise TypeError(f"Can not cast {actual!r} to {self!r}")
            value.set_shape(self._shape)
        return value

    def _to_components(self, value: Any) -> Any:
        return value

    def _from_components(self, components: Any) -> Any:
        return components

    @property
    def _flat_tensor_specs(self) -> list[Any]:
        return [self]

    def _to_tensor_list(self, value: Any) -> list[Any]:
        return [self._to_components(value)]

    def _to_batched_tensor_list(self, value: Any) -> list[Any]:
        return [self._to_components(value)]

    def _from_compatible_tensor_list(self, tensor_list: Sequence[Any]) -> Any:
        (tensor,) = tensor_list
        if not isinstance(tensor, DenseSpec):
            tensor.set_shape(self._shape)
        return tensor

    # Variants.

    def _batch(self, batch_size: int | None) -> TensorSpec:
        return TensorSpec(TensorShape([batch_size]).concatenate(self._shape), self._dtype)

    def _unbatch(self) -> TensorSpec:
        if self._shape.rank == 0:
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        return TensorSpec(self._shape[1:], self._dtype)

    def _without_tensor_names(self) -> TensorSpec:
        return self if self._name is None else TensorSpec(self._shape, self._dtype)

    # As a protocol buffer.

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """Tell the class of messages that specs of tensors are written as. Mirrors `tf.TensorSpec.experimental_type_proto`.

        Returns:
            The class `TensorSpecProto` of TensorFlow's file `struct.proto`, the one that other libraries' messages refer to.

        It belongs, with `experimental_as_proto` and `experimental_from_proto`, to the interface by which types of arguments are written
        to files and read: from the class of messages a reader knows how to parse the bytes. SavedModels hold the signatures of their
        functions in such messages, within others.

        Example:
            >>> kind = tf.TensorSpec.experimental_type_proto()
            >>> data = tf.TensorSpec([2], tf.int32).experimental_as_proto().SerializeToString()
            >>> tf.TensorSpec.experimental_from_proto(kind.FromString(data))
            TensorSpec(shape=(2,), dtype=tf.int32, name=None)
        """
        return messages.struct.TensorSpecProto

    def experimental_as_proto(self) -> Any:
        """Give the spec as a message. Mirrors `tf.TensorSpec.experimental_as_proto`.

        Returns:
            A `TensorSpecProto` with `shape`, a message in which the size -1 is one that is not known, `dtype`, the number of the dtype,
            and `name`, an empty text where there is none.

        It belongs, with `experimental_from_proto` and `experimental_type_proto`, to the interface by which types of arguments are
        written to files and read. A program that writes a signature itself, beside the weights of a model say, has it in a form that
        other libraries read.

        Example:
            >>> message = tf.TensorSpec([None, 2], tf.float32, name="x").experimental_as_proto()
            >>> [dim.size for dim in message.shape.dim], message.dtype, message.name
            ([-1, 2], 1, 'x')
        """
        return self.experimental_type_proto()(shape=self._shape.as_proto(), dtype=self._dtype.as_datatype_enum, name=self._name or "")

    @classmethod
    def experimental_from_proto(cls, proto: Any) -> TensorSpec:
        """Make the spec that a message holds. Mirrors `tf.TensorSpec.experimental_from_proto`.

        Arguments:
            proto: a `TensorSpecProto`, as `experimental_as_proto` makes one.

        Returns:
            A `tf.TensorSpec`; without a name where the message has an empty one.

        Raises:
            TypeError: there is no dtype of the message's number.

        It belongs, with `experimental_as_proto` and `experimental_type_proto`, to the interface by which types of arguments are written
        to files and read.

        Example:
            >>> spec = tf.TensorSpec([None, 2], tf.float32, name="x")
            >>> tf.TensorSpec.experimental_from_proto(spec.experimental_as_proto()) == spec
            True
        """
        return TensorSpec(TensorShape(proto.shape), as_dtype(proto.dtype), proto.name or None)


@register("tf.BoundedTensorSpec")
class BoundedTensorSpec(TensorSpec):
    """A TensorSpec with inclusive bounds for the elements.

    minimum, maximum: numbers or arrays that broadcast to `shape`, kept as read-only arrays of the dtype. Mirrors the
    class of that name in TensorFlow. Raises ValueError for a bound that is None or does not broadcast.
    """

    __slots__ = ("_maximum", "_minimum")
    __module__ = "tensorflow.python.framework.tensor"

    def __init__(self, shape: ShapeLike, dtype: DTypeLike, minimum: Any, maximum: Any, name: str | None = None) -> None:
        super().__init__(shape, dtype, name)
        self._minimum, self._maximum = self._bound("minimum", minimum), self._bound("maximum", maximum)

    def _bound(self, which: str, value: Any) -> np.ndarray:
        if value is None:
            raise ValueError(f"`{which}` can not be None.")
        try:
            broadcast_static_shapes(np.shape(value), self._shape)
        except ValueError:
            raise ValueError(f"`{which}` {value} is not compatible with shape {self._shape}.") from None
        bound = np.array(value, dtype=self._dtype.as_numpy_dtype)
        bound.setflags(write=False)
        return bound

    minimum = property(lambda self: self._minimum, doc="The least values, a read-only array.")
    maximum = property(lambda self: self._maximum, doc="The greatest values, a read-only array.")

    @classmethod
    def from_spec(cls, spec: Any) -> BoundedTensorSpec:  # type: ignore[override]  # bounded specs keep their name
        """The bounded spec of another one; without bounds of its own it gets those of its dtype."""
        dtype = as_dtype(spec.dtype)
        minimum, maximum = getattr(spec, "minimum", dtype.min), getattr(spec, "maximum", dtype.max)
        return BoundedTensorSpec(spec.shape, dtype, minimum, maximum, spec.name)

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._minimum, self._maximum, self._name

    def __eq__(self, other: Any) -> bool:
        # Bounds that differ by rounding alone are equal.
        return (
            type(other) is type(self)
            and (self._shape, self._dtype, self._name) == (other._shape, other._dtype, other._name)
            and np.allclose(self._minimum, other._minimum)
            and np.allclose(self._maximum, other._maximum)
        )

    def __hash__(self) -> int:
        return hash((self._shape, self._dtype))

    def __repr__(self) -> str:
        return (
            f"BoundedTensorSpec(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r}, "
            f"minimum={self._minimum!r}, maximum={self._maximum!r})"
        )

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """The class `BoundedTensorSpecProto`."""
        return messages.struct.BoundedTensorSpecProto

    def experimental_as_proto(self) -> Any:
        """This spec as a `BoundedTensorSpecProto`."""
        proto = self.experimental_type_proto()(shape=self._shape.as_proto(), dtype=self._dtype.as_datatype_enum, name=self._name or "")
        for target, bound in ((proto.minimum, self._minimum), (proto.maximum, self._maximum)):
            fill_message(target, convert_to_tensor(bound, self._dtype)._t, self._dtype, bound.shape)
        return proto

    @classmethod
    def experimental_from_proto(cls, proto: Any) -> BoundedTensorSpec:
        """The spec that a `BoundedTensorSpecProto` with raw bounds holds."""
        dtype = as_dtype(proto.dtype)
        minimum, maximum = tensor_of(proto.minimum).numpy(), tensor_of(proto.maximum).numpy()
        return BoundedTensorSpec(TensorShape(proto.shape), dtype, minimum, maximum, proto.name or None)


# The spec of a value.

_CONVERTERS = []


@tf_private("tensorflow.python.framework.type_spec.register_type_spec_from_value_converter")
def register_type_spec_from_value_converter(type_object: type, converter_fn: Callable[[Any], Any], allow_subclass: bool = False) -> None:
    """Let `type_spec_from_value` call `converter_fn(value)` for values of `type_object` (or of a subclass)."""
    _CONVERTERS.append((type_object, converter_fn, allow_subclass))


def _known_spec(value: Any) -> Any:
    if isinstance(value, (Tensor, np.ndarray, np.generic)):
        return TensorSpec(value.shape, value.dtype)
    if nest.is_composite(value):
        return value._type_spec
    if value is None:
        return NoneTensorSpec()
    if isinstance(value, list) and value:
        specs = [_known_spec(v) for v in value]
        if isinstance(specs[0], BatchableTypeSpec):
            merged = specs[0].most_specific_common_supertype(specs[1:])
            if merged is not None:
                return merged._batch(len(specs))
    for known, converter, allow_subclass in reversed(_CONVERTERS):
        if type(value) is known or (allow_subclass and isinstance(value, known)):
            return converter(value)
    return None


@tf_export("type_spec_from_value")
def type_spec_from_value(value: Any) -> Any:
    """The `tf.TypeSpec` that describes a value. Mirrors `tf.type_spec_from_value`.

    Arguments:
        value: a tensor, a ragged or sparse tensor, a dataset or another composite of tensors, or what converts to a
            tensor.

    Returns:
        A `tf.TensorSpec` with the dtype and shape of a dense tensor, the fitting spec for others.

    Raises:
        TypeError: there is none.

    It makes the signature for a `tf.function` or `tf.data.Dataset.from_generator` of an example; relax sizes with None
    where they may vary.

    Example:
        >>> tf.type_spec_from_value(tf.zeros([2, 3]))
        TensorSpec(shape=(2, 3), dtype=tf.float32, name=None)
        >>> tf.type_spec_from_value(tf.ragged.constant([[1], [2, 3]]))
        RaggedTensorSpec(TensorShape([2, None]), tf.int32, 1, tf.int64)
    """
    spec = _known_spec(value)
    if spec is not None:
        return spec
    if not isinstance(value, (TypeSpec, DType)):
        try:
            tensor = convert_to_tensor(value)
        except (ValueError, TypeError):
            pass
        else:
            return TensorSpec(tensor.shape, tensor.dtype)
    raise TypeError(f"Could not build a TypeSpec for {value!s} of unsupported type {type(value)}.")


higher.install(type_spec_from_value=type_spec_from_value)
