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
        """Whether a value fits a spec, or one value could have two specs. Mirrors `tf.TypeSpec.is_compatible_with`.

        Arguments:
            spec_or_value: another spec; or a value, such as a tensor, array, dataset or ragged tensor, whose spec is taken.

        Returns:
            a bool: True where both specs are of one class, dtypes are equal and shapes agree in all sizes that both know. Two specs that
                know nothing of each other's sizes are compatible, whereas `is_subtype_of` asks for more: that every value of the one fits
                the other.

        Raises:
            TypeError: the value is none that has a spec.

        Example:
            >>> spec = tf.TensorSpec([None, 2], tf.float32)
            >>> spec.is_compatible_with(tf.zeros([5, 2])), spec.is_compatible_with(tf.zeros([5, 3]))
            (True, False)
            >>> tf.RaggedTensorSpec([2, None], tf.int32).is_compatible_with(tf.ragged.constant([[1], [2, 3]]))
            True
        """
        other = spec_or_value
        if not isinstance(other, TypeSpec):
            other = higher.type_spec_from_value(other)
        return type(self) is type(other) and _compatible(self._serialize(), other._serialize())

    def is_subtype_of(self, other: Any) -> bool:
        """Whether every value of this spec is one of another spec too. Mirrors `tf.TypeSpec.is_subtype_of`.

        `tf.function` asks it to find out whether a function that was traced for one spec can take what has another.

        Arguments:
            other: a spec, or any other `tf.types.experimental.TraceType`.

        Returns:
            a bool: True where both are of one class, all that `other` fixes is fixed alike here, and whatever else they consist of is
                equal. A spec of shape [5, 2] is a subtype of one of shape [None, 2], and not the other way round. Every spec is a subtype
                of itself.

        Example:
            >>> one, other = tf.TensorSpec([5, 2], tf.float32), tf.TensorSpec([None, 2], tf.float32)
            >>> one.is_subtype_of(other), other.is_subtype_of(one)
            (True, False)
            >>> one.is_subtype_of(tf.TensorSpec([5, 2], tf.float64))
            False
        """
        if type(self) is not type(other):
            return False
        pairs = _paired(self._serialize(), [other._serialize()])
        return pairs is not None and all(a.is_subtype_of(b) if isinstance(a, TraceType) else a == b for a, b in pairs)

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Any:
        """The narrowest spec whose values include those of several specs. Mirrors `tf.TypeSpec.most_specific_common_supertype`.

        `tf.function(reduce_retracing=True)` finds by it the shapes that it traces for next.

        Arguments:
            others: a list of specs.

        Returns:
            a spec of the same class, in which sizes that differ are None, and so is the whole shape where the numbers of axes differ; or
            None where there is no such spec, because classes, dtypes or anything else but shapes differ. With an empty list it is equal to
            this spec.

        Example:
            >>> tf.TensorSpec([5, 2]).most_specific_common_supertype([tf.TensorSpec([7, 2])])
            TensorSpec(shape=(None, 2), dtype=tf.float32, name=None)
            >>> tf.TensorSpec([5, 2]).most_specific_common_supertype([tf.TensorSpec([5])])
            TensorSpec(shape=<unknown>, dtype=tf.float32, name=None)
            >>> print(tf.TensorSpec([5]).most_specific_common_supertype([tf.TensorSpec([5], tf.int32)]))
            None
        """
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
        """The narrowest spec for the values of two specs, or an error. Mirrors `tf.TypeSpec.most_specific_compatible_type`.

        It is the older form of `most_specific_common_supertype`, which takes several specs and gives None where this raises.

        Arguments:
            other: another spec of the same class.

        Returns:
            a spec of the same class, in which sizes that differ are None, and so is the whole shape where the numbers of axes differ. Data
            that is put together from two sources has it.

        Raises:
            ValueError: there is none, because classes, dtypes or anything else but shapes differ.

        Example:
            >>> tf.TensorSpec([5, 2]).most_specific_compatible_type(tf.TensorSpec([7, 2]))
            TensorSpec(shape=(None, 2), dtype=tf.float32, name=None)
            >>> tf.TensorSpec([5]).most_specific_compatible_type(tf.TensorSpec([5], tf.int32))  # doctest: +IGNORE_EXCEPTION_DETAIL
            Traceback (most recent call last):
            ValueError: none
        """
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
        """The tensors that a value consists of. Mirrors `tf.TypeSpec.to_tensors`.

        Functions that are traced take these as their inputs. The counterpart is `from_tensors`.

        Arguments:
            value: a value of this spec: a tensor for a TensorSpec, a ragged tensor for a RaggedTensorSpec and so on.

        Returns:
            a list of tensors, as many and in the same order as the specs that `flatten` gives: for a tensor itself alone, for a ragged
            tensor its values and row splits, for a dataset or an iterator the variant or handle that stands for it.

        Example:
            >>> ragged = tf.ragged.constant([[1, 2], [3]])
            >>> spec = tf.type_spec_from_value(ragged)
            >>> [x.numpy() for x in spec.to_tensors(ragged)]
            [array([1, 2, 3], dtype=int32), array([0, 2, 3])]
            >>> len(tf.TensorSpec([2]).to_tensors(tf.zeros([2])))
            1
        """
        return [t for spec, component in self._parts(value) for t in spec.to_tensors(component)]

    def _parts(self, value: Any) -> list[tuple[Any, Any]]:
        specs = nest.flatten(self._component_specs)
        components = nest.flatten_up_to(self._component_specs, self._to_components(value), check_types=False)
        return list(zip(specs, components, strict=True))

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """A value made of tensors: the counterpart of `to_tensors`. Mirrors `tf.TypeSpec.from_tensors`.

        Arguments:
            tensors: an iterator over tensors, of which as many are taken as `flatten` has specs. What is left is for the next value, so
                that one iterator serves the arguments of a function one after the other; a list is no iterator: give `iter(tensors)`.

        Returns:
            a value of this spec. Nothing is copied.

        Raises:
            StopIteration: there are too few tensors.

        Example:
            >>> spec = tf.RaggedTensorSpec([2, None], tf.int32)
            >>> spec.from_tensors(iter([tf.constant([1, 2, 3]), tf.constant([0, 2, 3], tf.int64)]))
            <tf.RaggedTensor [[1, 2], [3]]>
            >>> tf.TensorSpec([2]).from_tensors(iter([tf.zeros([2]), tf.ones([2])])).numpy()
            array([0., 0.], dtype=float32)
        """
        return self._from_components(nest.map_structure(lambda spec: spec.from_tensors(tensors), self._component_specs))

    def flatten(self) -> list[Any]:
        """The specs of the tensors that a value consists of. Mirrors `tf.TypeSpec.flatten`.

        It says what `to_tensors` would give before there is a value: how many tensors, of which dtypes and shapes. It takes no arguments.

        Returns:
            a list of `tf.TensorSpec`: a TensorSpec is the only one of its own list, a RaggedTensorSpec has one for the values and one for
            the row splits of each ragged axis, a SparseTensorSpec one, as sparse tensors travel as one variant. Specs of extension types
            have those of all their fields, in the order of the fields.

        Example:
            >>> tf.TensorSpec([None, 2], tf.int32).flatten()
            [TensorSpec(shape=(None, 2), dtype=tf.int32, name=None)]
            >>> [spec.dtype for spec in tf.RaggedTensorSpec([2, None], tf.float32).flatten()]
            [tf.float32, tf.int64]
        """
        return [flat for spec in nest.flatten(self._component_specs) for flat in spec.flatten()]

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """A value that stands for those of this spec while a function is traced. Mirrors `tf.TypeSpec.placeholder_value`.

        `tf.function` makes what the function's body sees by it; programs hardly call it. It is for those who write a
        `tf.types.experimental.TraceType` of their own.

        Arguments:
            placeholder_context: what `tf.function` gives it. It says whether specs are to stand for themselves (`unnest_only`), and it
                holds the graph that placeholders are put into.

        Returns:
            a value of this spec, all of whose tensors are placeholders of the graph under construction.

        Example:
            >>> @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
            ... def lengths(rows):
            ...     print(type(rows).__name__, type(rows.flat_values).__name__)
            ...     return rows.row_lengths()
            >>> lengths(tf.ragged.constant([[1, 2], [3]])).numpy()
            RaggedTensor SymbolicTensor
            array([2, 1])
        """
        if getattr(placeholder_context, "unnest_only", False):
            return self
        return self._from_components(nest.map_structure(lambda spec: spec.placeholder_value(placeholder_context), self._component_specs))

    def cast(self, value: Any, casting_context: Any) -> Any:
        """A value changed so that it has this spec. Mirrors `tf.TypeSpec.cast`.

        `tf.function` calls it for arguments that fit a trace but for the form: lists and arrays become tensors, parts of composite values
        as well. Programs hardly call it.

        Arguments:
            value: a value, whose parts are cast one by one.
            casting_context: what `tf.function` gives it; where its `allow_specs` is True, a spec that is a subtype of this one may stand in
                place of a value.

        Returns:
            the value itself where nothing had to be changed; otherwise a new one.

        Raises:
            AssertionError, TypeError: it does not fit.

        Example:
            >>> @tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
            ... def double(x):
            ...     return 2 * x
            >>> double([1.0, 2.0]).numpy()
            array([2., 4.], dtype=float32)
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
        """The spec as a protocol buffer. Mirrors `tf.TypeSpec.experimental_as_proto`.

        SavedModels hold the signatures of functions in this form, which other programs read. Here `tf.TensorSpec` has it, with shape, dtype
        and name, and so has `tf.compat.v1.TensorSpec` with bounds; specs of composite values are written into SavedModels by another way.
        It takes no arguments.

        Returns:
            a message of the class that `experimental_type_proto()` gives.

        Raises:
            NotImplementedError: the spec is of another class.

        Example:
            >>> proto = tf.TensorSpec([None, 2], tf.int32, name="x").experimental_as_proto()
            >>> proto.name, [d.size for d in proto.shape.dim]
            ('x', [-1, 2])
            >>> tf.TensorSpec.experimental_from_proto(proto)
            TensorSpec(shape=(None, 2), dtype=tf.int32, name='x')
        """
        raise refused("tf.TypeSpec.experimental_as_proto")

    @classmethod
    def experimental_from_proto(cls, proto: Any) -> Any:
        """The spec that a protocol buffer describes. Mirrors `tf.TypeSpec.experimental_from_proto`.

        The counterpart of `experimental_as_proto`, a class method. Of the specs here `tf.TensorSpec` has it.

        Arguments:
            proto: a message of the class that `experimental_type_proto()` gives, for instance one that was read from a file with
                `FromString`.

        Returns:
            a spec of the class, equal to the one that the message was made of.

        Raises:
            NotImplementedError: the class is another one.

        Example:
            >>> data = tf.TensorSpec([3], tf.float64).experimental_as_proto().SerializeToString()
            >>> kind = tf.TensorSpec.experimental_type_proto()
            >>> tf.TensorSpec.experimental_from_proto(kind.FromString(data))
            TensorSpec(shape=(3,), dtype=tf.float64, name=None)
        """
        raise refused("tf.TypeSpec.experimental_from_proto")

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """The class of the messages that describe specs of this class. Mirrors `tf.TypeSpec.experimental_type_proto`.

        It is what `FromString` is called on to read a spec from bytes, for `experimental_from_proto`. A class method without arguments.

        Returns:
            a class of protocol buffers: TensorSpecProto for `tf.TensorSpec`; TypeSpecProto, which may hold any spec, for classes of specs
                that have none of their own. An instance of it is what `experimental_as_proto()` gives.

        Example:
            >>> tf.TensorSpec.experimental_type_proto().__name__
            'TensorSpecProto'
            >>> tf.RaggedTensorSpec.experimental_type_proto().__name__
            'TypeSpecProto'
            >>> made = tf.TensorSpec([2]).experimental_as_proto()
            >>> isinstance(made, tf.TensorSpec.experimental_type_proto())
            True
        """
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
