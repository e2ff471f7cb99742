"""`tf.experimental.Optional`: a value that may be missing."""

from __future__ import annotations

from typing import Any

import torch

from tfshim._export import tf_export
from tfshim.data.elements import ElementSpecs
from tfshim.data.structures import Composer, Packer, box, component_storages, normalized, spec_of
from tfshim.engine.graphs.control_flow import add_operation
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.arrays import sum_of_parts, zeros_of_part
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.engine.values.type_spec_base import TypeSpec, register
from tfshim.engine.values.typespec import TensorSpec

__all__ = ["Optional", "OptionalSpec"]


class Held:
    """What an Optional holds: slots, or None."""

    __slots__ = ("slots",)
    _type_of_variant = "tensorflow::data::Optional"

    def __init__(self, slots):
        self.slots = slots

    def _zeros_of_variant(self):
        return Held(None if self.slots is None else list(map(zeros_of_part, self.slots)))

    def _plus_variant(self, other):
        if (self.slots is None) is not (other.slots is None):
            raise errors.invalid("Cannot add optionals because one has a value and the other doesn't.")
        if self.slots is None:
            return Held(None)
        counts = len(self.slots), len(other.slots)
        if counts[0] != counts[1]:
            raise errors.invalid(f"Cannot add optionals because they have different numbers of components ({counts[0]} vs. {counts[1]}).")
        return Held(list(map(sum_of_parts, self.slots, other.slots)))


@tf_export("experimental.Optional", "data.experimental.Optional")
class Optional(CompositeTensor):
    """A value that may be missing. Mirrors `tf.experimental.Optional`, which `tf.data.experimental.Optional` is too.

    It is made by `from_value`, by `empty`, and by `get_next_as_optional` of iterators, whose end it tells without an exception: so a
    `tf.function` can go through data in a loop. `has_value()` is a bool scalar; `get_value()` gives the nest of tensors, or raises
    tf.errors.InvalidArgumentError; `element_spec` is the spec of the value.

    Example:
        >>> optional = tf.experimental.Optional.from_value({"x": tf.constant(3)})
        >>> bool(optional.has_value()), int(optional.get_value()["x"])
        (True, 3)
        >>> bool(tf.experimental.Optional.empty(tf.TensorSpec([], tf.int32)).has_value())
        False
    """

    __module__ = "tensorflow.python.data.ops.optional_ops"
    __hash__ = object.__hash__

    def has_value(self, name: str | None = None) -> Any:
        """Tell whether there is a value. Mirrors `tf.experimental.Optional.has_value`.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            A bool scalar, which `if` takes in a `tf.function` as well.

        It is False of what `iterator.get_next_as_optional()` gives after the last element, and of `tf.experimental.Optional.empty`. Ask
        it before `get_value`, which raises where there is none; in a loop within a `tf.function` it says when to end, where an exception
        could not be caught.

        Example:
            >>> iterator = iter(tf.data.Dataset.range(1))
            >>> bool(iterator.get_next_as_optional().has_value())
            True
            >>> bool(iterator.get_next_as_optional().has_value())
            False
        """
        raise NotImplementedError("Optional.has_value()")

    def get_value(self, name: str | None = None) -> Any:
        """Give the value. Mirrors `tf.experimental.Optional.get_value`.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            The tensors in the structure of `element_spec`: a tensor, a tuple, a dictionary and so on.

        Raises:
            InvalidArgumentError: there is no value; `has_value()` tells that before. In a graph it is raised when the operation runs.

        Giving the value does not take it away: a second call gives the same.

        Example:
            >>> optional = tf.experimental.Optional.from_value((tf.constant(1), tf.constant("a")))
            >>> number, text = optional.get_value()
            >>> int(number), text.numpy()
            (1, b'a')
        """
        raise NotImplementedError("Optional.get_value()")

    @property
    def element_spec(self) -> Any:
        """The structure of specs of the value."""
        raise NotImplementedError("Optional.element_spec")

    @staticmethod
    def empty(element_spec: Any) -> Optional:
        """Make an Optional without a value. Mirrors `tf.experimental.Optional.empty`.

        Arguments:
            element_spec: the `tf.TypeSpec` of the value that it might have had, or a structure of them, as a dataset's `element_spec`
                is.

        Returns:
            A `tf.experimental.Optional` of which `has_value()` is False and `get_value()` raises.

        Both branches of a condition in a `tf.function` have to give the same type: where one gives an Optional with a value, the other
        gives an empty one with the same `element_spec`.

        Example:
            >>> optional = tf.experimental.Optional.empty(tf.TensorSpec([], tf.int32))
            >>> bool(optional.has_value()), optional.element_spec
            (False, TensorSpec(shape=(), dtype=tf.int32, name=None))
        """
        return _made([], element_spec, False)

    @staticmethod
    def from_value(value: Any) -> Optional:
        """Make an Optional with a value. Mirrors `tf.experimental.Optional.from_value`.

        Arguments:
            value: a tensor or what becomes one, or a structure of them: tuples, dictionaries, ragged and sparse tensors, datasets. Lists
                become tensors, as in datasets.

        Returns:
            A `tf.experimental.Optional` of which `has_value()` is True and `get_value()` gives the value.

        Raises:
            TypeError, ValueError: something that does not become a tensor.

        Example:
            >>> optional = tf.experimental.Optional.from_value({"x": 3})
            >>> bool(optional.has_value()), int(optional.get_value()["x"])
            (True, 3)
            >>> optional.element_spec
            {'x': TensorSpec(shape=(), dtype=tf.int32, name=None)}
        """
        made = normalized(value, "Optional.from_value")
        return _made(nest.flatten(made, expand_composites=True), spec_of(made), True)


def _made(flat, spec, present):
    if TS.graph is None:
        return OptionalImpl(Held(Composer(spec)([x._t for x in flat]) if present else None), spec)
    arguments = [list(flat), ElementSpecs(nest.flatten(spec))] if present else []
    return OptionalImpl(add_operation(FROM_VALUE if present else NONE, arguments, [abstract.leaf(dtypes.variant, [])])[0], spec)


def _of_value(values, elements):
    return [box(Held(elements.compose(values)))]


def _of_nothing():
    return [box(Held(None))]


# Tensors never change, so those that say whether there is something are made once: torch takes as long for one as a turn of a loop.
NO, YES = torch.tensor(False), torch.tensor(True)


def _present(variant):
    return [NO if variant[()].slots is None else YES]


def _slots_of(held, count):
    if held.slots is None:
        raise errors.op_error(
            errors.InvalidArgumentError,
            "The given optional does not have a value.",
            "OptionalGetValue",
            counts={"output_types": max(1, count)},
        )
    return held.slots


def _value(variant, elements):
    return component_storages(elements.specs, _slots_of(variant[()], len(elements.specs)))


# Each is found by its name where a graph is sent to another process.
FROM_VALUE = InnerOp("OptionalFromValue", _of_value, names=("components", "elements"))
NONE = InnerOp("OptionalNone", _of_nothing, names=())
HAS_VALUE = InnerOp("OptionalHasValue", _present, names=("optional",))
GET_VALUE = InnerOp("OptionalGetValue", _value, names=("optional", "elements"))


class OptionalImpl(Optional):
    """An Optional: `Held`, or a variant tensor with one."""

    __module__ = "tensorflow.python.data.ops.optional_ops"

    def __init__(self, content, element_spec):
        if type(content) is EagerTensor:
            content = content._t[()]
        self._content, self._spec = content, element_spec

    element_spec = property(lambda self: self._spec, doc="The structure of specs of the value.")

    @property
    def _type_spec(self):
        return OptionalSpec(self._spec)

    @property
    def _variant_tensor(self):
        return wrap(box(self._content), dtypes.variant) if isinstance(self._content, Held) else self._content

    def _eager(self):
        return isinstance(self._content, Held) and TS.graph is None

    def has_value(self, name=None):
        """Whether there is a value, a bool scalar."""
        if self._eager():
            return convert_to_tensor(self._content.slots is not None)
        return add_operation(HAS_VALUE, [self._variant_tensor], [abstract.leaf(dtypes.bool, [])])[0]

    def get_value(self, name=None):
        """The value. Raises InvalidArgumentError where there is none."""
        specs = nest.flatten(self._spec)
        if self._eager():
            return Packer(self._spec)(_slots_of(self._content, len(specs)))
        leaves = [abstract.leaf(s.dtype, s.shape) for s in nest.flatten(self._spec, expand_composites=True)]
        flat = add_operation(GET_VALUE, [self._variant_tensor, ElementSpecs(specs)], leaves)
        return nest.pack_sequence_as(self._spec, list(flat), expand_composites=True)


OptionalImpl.__name__ = OptionalImpl.__qualname__ = "_OptionalImpl"


@tf_export("OptionalSpec", v1=["OptionalSpec", "data.experimental.OptionalStructure"])
@register("tf.OptionalSpec")
class OptionalSpec(TypeSpec):
    """The `tf.TypeSpec` of a `tf.experimental.Optional`, which holds a value or none. Mirrors `tf.OptionalSpec`.

    Two are equal where what they may hold is of equal specs.

    Arguments:
        element_spec: the nest of `tf.TypeSpec`s of the value that it may hold.

    It stands in the `input_signature` of a `tf.function` that takes what `iterator.get_next_as_optional()` gives, and
    in the `element_spec` of a dataset of optionals.

    Example:
        >>> optional = tf.experimental.Optional.from_value(tf.constant([1, 2]))
        >>> tf.OptionalSpec.from_value(optional) == tf.OptionalSpec(tf.TensorSpec([2], tf.int32))
        True
    """

    __slots__ = ("_element_spec",)
    __module__ = "tensorflow.python.data.ops.optional_ops"

    def __init__(self, element_spec: Any) -> None:
        super().__init__()
        self._element_spec = element_spec

    element_spec = property(lambda self: self._element_spec, doc="The structure of specs of the value.")
    value_type = property(lambda self: OptionalImpl, doc="The class of the values.")

    @property
    def _component_specs(self):
        return [TensorSpec((), dtypes.variant)]

    def _serialize(self):
        return (self._element_spec,)

    def _to_components(self, value):
        return [value._variant_tensor]

    def _from_components(self, components):
        return OptionalImpl(components[0], self._element_spec)

    @staticmethod
    def from_value(value: Any) -> OptionalSpec:
        """Make the spec of an Optional. Mirrors `tf.OptionalSpec.from_value`.

        Arguments:
            value: a `tf.experimental.Optional`, with a value or without.

        Returns:
            A `tf.OptionalSpec` with the `element_spec` of the Optional: what its value is, or would be.

        Raises:
            AttributeError: `value` is no Optional; `tf.type_spec_from_value` takes any value.

        It stands in the `input_signature` of a `tf.function` that takes what `iterator.get_next_as_optional()` gives.

        Example:
            >>> optional = tf.experimental.Optional.from_value(tf.constant([1, 2]))
            >>> tf.OptionalSpec.from_value(optional) == tf.OptionalSpec(tf.TensorSpec([2], tf.int32))
            True
        """
        return OptionalSpec(value.element_spec)

    def _to_legacy_output_types(self):
        return self

    def _to_legacy_output_shapes(self):
        return self

    def _to_legacy_output_classes(self):
        return self
