"""`tf.TypeSpec`: what is known of a value before there is one.

A spec serializes to a tuple of plain values, shapes, dtypes and other specs; comparison, hashing, generalization and
pickling of every class are defined on that tuple. `register` names a class, so that files can.
"""

from __future__ import annotations

import abc
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from tfshim._export import tf_export, tf_private
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.shapes import TensorShape, unknown_shape
from tfshim.engine.values.trace_type import TraceType
from tfshim.refusals import refused

_Class = TypeVar("_Class", bound=type)


@tf_export("TypeSpec", v1=["TypeSpec", "data.experimental.Structure"])
class TypeSpec(TraceType):
    """The type of a value that is a tensor, or made of tensors. Mirrors `tf.TypeSpec`.

    A spec says what functions and datasets know of a value before it is there: dtypes, and shapes as far as they are
    fixed. `tf.TensorSpec`, `tf.RaggedTensorSpec`, `tf.SparseTensorSpec` and others are subclasses. `is_compatible_with`
    asks whether a value fits, `is_subtype_of` and `most_specific_common_supertype` compare specs.

    A subclass for values of one's own gives `value_type` (the class of the values), `_serialize` (the constructor's
    arguments as a tuple), `_component_specs` (a nest of specs), `_to_components` and `_from_components` (between a
    value and such a nest); `tf.experimental.ExtensionType` makes all of that by itself.

    Example:
        >>> spec = tf.TensorSpec([None, 2])
        >>> isinstance(spec, tf.TypeSpec), spec.value_type is tf.Tensor
        (True, True)
        >>> spec.is_compatible_with(tf.zeros([5, 2])), spec.is_compatible_with(tf.zeros([5, 3]))
        (True, False)
    """

    __slots__ = ("_cached_cmp_key",)
    __module__ = "tensorflow.python.framework.type_spec"
    if TYPE_CHECKING:
        _cached_cmp_key: tuple[type, Any]

    @property
    @abc.abstractmethod
    def value_type(self) -> Any:
        """The class of the values that this spec describes."""

    @property
    @abc.abstractmethod
    def _component_specs(self) -> Any:
        pass

    @abc.abstractmethod
    def _to_components(self, value: Any) -> Any:
        pass

    @abc.abstractmethod
    def _from_components(self, components: Any) -> Any:
        pass

    @abc.abstractmethod
    def _serialize(self) -> tuple[Any, ...]:
        pass

    @classmethod
    def _deserialize(cls, serialization: tuple[Any, ...]) -> Any:
        return cls(*serialization)

    # Comparison.

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a value could have both this spec and the given one, or the spec of the given value."""
        other = spec_or_value
        if not isinstance(other, TypeSpec):
            other = higher.type_spec_from_value(other)
        return type(self) is type(other) and _compatible(self._serialize(), other._serialize())

    def is_subtype_of(self, other: Any) -> bool:
        """Whether every value of this spec is one of `other` too; `other` must be of the same class."""
        if type(self) is not type(other):
            return False
        pairs = _paired(self._serialize(), [other._serialize()])
        return pairs is not None and all(a.is_subtype_of(b) if isinstance(a, TraceType) else a == b for a, b in pairs)

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Any:
        """The narrowest spec that this one and all of `others` are subtypes of, or None."""
        if any(type(self) is not type(other) for other in others):
            return None
        mine = self._serialize()
        rows = _paired(mine, [other._serialize() for other in others])
        if rows is None:
            return None
        common = []
        for first, *rest in rows:
            if isinstance(first, TraceType):
                first = first.most_specific_common_supertype(rest)
                if first is None:
                    return None
            elif any(not _same(first, other) for other in rest):
                return None
            common.append(first)
        return self._deserialize(nest.pack_sequence_as(mine, common))

    def most_specific_compatible_type(self, other: TypeSpec) -> TypeSpec:
        """`most_specific_common_supertype` of two. Raises ValueError where there is none."""
        common = self.most_specific_common_supertype([other])
        if common is None:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return common

    def _comparison_key(self) -> tuple[type, Any]:
        try:
            return self._cached_cmp_key
        except AttributeError:
            self._cached_cmp_key = (type(self), _hashable(self._serialize()))
            return self._cached_cmp_key

    def __make_cmp_key(self, value: Any) -> Any:
        """What of a part of a serialization is compared; specs that compare themselves otherwise call this by its full name."""
        return _hashable(value)

    @staticmethod
    def __is_compatible(a: Any, b: Any) -> bool:
        """Whether values may have both of two parts of serializations; called by its full name as well."""
        return _compatible(a, b)

    def __eq__(self, other: Any) -> bool:
        return type(other) is type(self) and self._comparison_key() == other._comparison_key()

    def __hash__(self) -> int:
        return hash(self._comparison_key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._serialize()!r}"

    def __reduce__(self) -> tuple[Any, ...]:
        # By registered name where there is one: the class may answer to another module name than its own.
        name = _NAMES.get(type(self))
        if name is None:
            return type(self)._deserialize, (self._serialize(),)
        return _restore, (name, self._serialize())

    # Component tensors.

    def to_tensors(self, value: Any) -> list[Any]:
        """The component tensors of `value`, in the order of `flatten`."""
        return [t for spec, component in self._parts(value) for t in spec.to_tensors(component)]

    def _parts(self, value: Any) -> list[tuple[Any, Any]]:
        specs = nest.flatten(self._component_specs)
        components = nest.flatten_up_to(self._component_specs, self._to_components(value), check_types=False)
        return list(zip(specs, components, strict=True))

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """The value made of the next tensors of an iterator."""
        return self._from_components(nest.map_structure(lambda spec: spec.from_tensors(tensors), self._component_specs))

    def flatten(self) -> list[Any]:
        """The specs of a value's component tensors."""
        return [flat for spec in nest.flatten(self._component_specs) for flat in spec.flatten()]

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """A value made of placeholders; see `TensorSpec.placeholder_value`."""
        if getattr(placeholder_context, "unnest_only", False):
            return self
        return self._from_components(nest.map_structure(lambda spec: spec.placeholder_value(placeholder_context), self._component_specs))

    def cast(self, value: Any, casting_context: Any) -> Any:
        """`value` with its components converted to this spec's.

        A spec is accepted in place of a value where `casting_context.allow_specs` says so. Raises AssertionError or
        TypeError for what does not fit.
        """
        if specs_allowed(casting_context) and isinstance(value, TypeSpec):
            assert value.is_subtype_of(self), f"Can not cast {value!r} to {self!r}"
            return value
        components = self._to_components(value)
        cast = nest.map_structure(lambda spec, component: spec.cast(component, casting_context), self._component_specs, components)
        unchanged = all(a is b for a, b in zip(nest.flatten(components), nest.flatten(cast), strict=False))
        return value if unchanged else self._from_components(cast)

    @property
    def _flat_tensor_specs(self) -> list[Any]:
        return nest.flatten(self._component_specs, expand_composites=True)

    def _to_tensor_list(self, value: Any) -> list[Any]:
        return nest.flatten(self._to_components(value), expand_composites=True)

    def _from_tensor_list(self, tensor_list: Sequence[Any]) -> Any:
        specs, made = self._flat_tensor_specs, self.value_type.__name__
        if len(specs) != len(tensor_list):
            raise ValueError(
                f"Cannot create a {made} from the tensor list because the TypeSpec expects {len(specs)} items, but the "
                f"provided tensor list has {len(tensor_list)} items."
            )
        for i, (spec, tensor) in enumerate(zip(specs, tensor_list, strict=False)):
            if not spec.is_compatible_with(tensor):
                raise ValueError(
                    f"Cannot create a {made} from the tensor list because item {i} ({tensor!r}) is incompatible with "
                    f"the expected TypeSpec {spec}."
                )
        return self._from_compatible_tensor_list(tensor_list)

    def _from_compatible_tensor_list(self, tensor_list: Sequence[Any]) -> Any:
        return self._from_components(nest.pack_sequence_as(self._component_specs, tensor_list, expand_composites=True))

    # Variants of a spec.

    def _mapped(self, function: Callable[[Any], Any]) -> Any:
        return self._deserialize(nest.map_structure(function, self._serialize()))

    def _with_tensor_ranks_only(self) -> Any:
        def relaxed(value: Any) -> Any:
            if isinstance(value, TypeSpec):
                return value._with_tensor_ranks_only()
            return unknown_shape(value.rank) if isinstance(value, TensorShape) else value

        return self._mapped(relaxed)

    def _without_tensor_names(self) -> Any:
        return self._mapped(lambda value: value._without_tensor_names() if isinstance(value, TypeSpec) else value)

    def _to_legacy_output_types(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._to_legacy_output_types()")

    def _to_legacy_output_shapes(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._to_legacy_output_shapes()")

    def _to_legacy_output_classes(self) -> Any:
        return self.value_type

    # As a protocol buffer.

    def experimental_as_proto(self) -> Any:
        """The spec as a protocol buffer: only `TensorSpec` and `BoundedTensorSpec` have one here."""
        raise refused("tf.TypeSpec.experimental_as_proto")

    @classmethod
    def experimental_from_proto(cls, proto: Any) -> Any:
        """The spec in a protocol buffer: only `TensorSpec` and `BoundedTensorSpec` have one here."""
        raise refused("tf.TypeSpec.experimental_from_proto")

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """The class of the protocol buffer."""
        return messages.struct.TypeSpecProto


def specs_allowed(casting_context: Any) -> bool:
    return getattr(casting_context, "allow_specs", False)


def _paired(mine: Any, others: Sequence[Any]) -> list[tuple[Any, ...]] | None:
    """The rows of corresponding leaves of serializations, or None where they are nested differently."""
    try:
        for other in others:
            nest.assert_same_structure(mine, other)
    except (TypeError, ValueError):
        return None
    return list(zip(nest.flatten(mine), *map(nest.flatten, others), strict=False))


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.array_equal(a, b)
    return a == b


def _compatible(a: Any, b: Any) -> bool:
    if type(a) is not type(b):
        return False
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(_compatible(x, y) for x, y in zip(a, b, strict=False))
    if isinstance(a, dict):
        return sorted(a) == sorted(b) and all(_compatible(a[k], b[k]) for k in a)
    if isinstance(a, (TypeSpec, TensorShape, DType)):
        return a.is_compatible_with(b)
    return _same(a, b)


def _hashable(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        # A list and a tuple of the same items are different serializations.
        return (type(value), *map(_hashable, value))
    if isinstance(value, dict):
        return (dict, *((_hashable(k), _hashable(value[k])) for k in sorted(value)))
    if isinstance(value, np.ndarray):
        return (np.ndarray, value.shape, _hashable(value.tolist()))
    return value


# Batching.


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


# Names of classes.

_CLASSES = {}
_NAMES = {}
_VALID_NAME = re.compile(r"^(\w+\.)+\w+$")


@tf_private("tensorflow.python.framework.type_spec_registry.register")
def register(name: str) -> Callable[[_Class], _Class]:
    """A class decorator that gives a TypeSpec class a name to be found by in files.

    The name has the form "project.Type". Raises ValueError for another form, a name or a class that is taken, and
    TypeError for what is no string or no TypeSpec class.
    """
    if not isinstance(name, str):
        raise TypeError(f"Expected `name` to be a string; got {name!r}")
    if not _VALID_NAME.match(name):
        raise ValueError(
            f"Registered name must have the form '{{project_name}}.{{type_name}}' (e.g. 'my_project.MyTypeSpec'); got {name!r}."
        )

    def registered(cls: _Class) -> _Class:
        _check_class(cls)
        if cls in _NAMES:
            raise ValueError(f"Class {_full_name(cls)} has already been registered with name {_NAMES[cls]}.")
        if name in _CLASSES:
            raise ValueError(f"Name {name} has already been registered for class {_full_name(_CLASSES[name])}.")
        _CLASSES[name], _NAMES[cls] = cls, name
        return cls

    return registered


@tf_private("tensorflow.python.framework.type_spec_registry.get_name")
def get_name(cls: type) -> str:
    """The registered name of a TypeSpec class. Raises ValueError where it has none."""
    _check_class(cls)
    if cls not in _NAMES:
        raise ValueError(f"TypeSpec {_full_name(cls)} has not been registered.")
    return _NAMES[cls]


@tf_private("tensorflow.python.framework.type_spec_registry.lookup")
def lookup(name: str) -> type[TypeSpec]:
    """The TypeSpec class of a registered name. Raises ValueError where there is none."""
    if not isinstance(name, str):
        raise TypeError(f"Expected `name` to be a string; got {name!r}")
    if name not in _CLASSES:
        raise ValueError(f"No TypeSpec has been registered with name {name!r}")
    return _CLASSES[name]


def _check_class(cls: Any) -> None:
    if not (isinstance(cls, type) and issubclass(cls, TypeSpec)):
        raise TypeError(f"Expected `cls` to be a TypeSpec; got {cls!r}")


def _full_name(cls: type) -> str:
    return f"{cls.__module__}.{cls.__name__}"


def _restore(name: str, serialization: tuple[Any, ...]) -> TypeSpec:
    return lookup(name)._deserialize(serialization)
