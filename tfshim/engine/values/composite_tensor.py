"""`CompositeTensor`: a value composed of several tensors that operations and functions treat as one."""

from __future__ import annotations

import abc
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim._export import tf_export
from tfshim.engine.values import nest

if TYPE_CHECKING:
    from tfshim.engine.values.shapes import TensorShape

    TypeSpec: TypeAlias = Any  # of values.type_spec_base, above this module


@tf_export("__internal__.CompositeTensor", v1=[])
class CompositeTensor(abc.ABC):
    """Base of ragged and sparse tensors, IndexedSlices and extension types.

    A subclass gives `_type_spec`, a `tf.TypeSpec` whose `_to_components` and `_from_components` take values of the
    class apart and put them together. Mirrors TensorFlow's class of that name.
    """

    __module__ = "tensorflow.python.framework.composite_tensor"
    _holds_variables = True  # whether there may be variables among the components

    @property
    @abc.abstractmethod
    def _type_spec(self) -> TypeSpec:
        """The `tf.TypeSpec` of this value."""

    def _shape_invariant_to_type_spec(self, shape: TensorShape) -> TypeSpec:
        """The spec of a loop variable that keeps only `shape`; a subclass that can say how overrides this."""
        raise NotImplementedError(f"{type(self).__name__}._shape_invariant_to_type_spec")

    def _consumers(self) -> list[Any]:
        """The operations of the graph that use any of the component tensors."""
        tensors = [t for t in nest.flatten(self, expand_composites=True) if hasattr(t, "graph")]
        return list(dict.fromkeys(op for t in tensors for op in t.consumers()))


class CompositeGradient:
    """How gradients are taken of and by values of a class: of which of their tensors, and how results are put together.

    A class names its rule in the attribute `__composite_gradient__`; any object with these two methods serves.
    """

    def get_gradient_components(self, value: Any) -> Any:
        """The tensors (or values with such a rule) of `value` that have gradients, as a structure."""
        raise NotImplementedError("CompositeGradient.get_gradient_components: override it.")

    def replace_gradient_components(self, value: Any, component_grads: Any) -> Any:
        """A value like `value` that holds the gradients `component_grads`."""
        raise NotImplementedError("CompositeGradient.replace_gradient_components: override it.")


def variable_behind(x: Any) -> Any:
    """The variable that an object of another class says it acts as; anything else as it is."""
    if not hasattr(x, "_should_act_as_resource_variable"):  # whatever its value is
        return x
    return x.handle._t.item()  # where variables put themselves


def gradient_components(x: Any) -> list[Any]:
    """The flat list of tensors of `x` that gradients are taken of or by. Raises ValueError where its class has no rule."""
    if not nest.is_composite(x):
        return [variable_behind(x)]
    return [t for part in nest.flatten(_rule(x).get_gradient_components(x)) for t in gradient_components(part)]


def with_gradients(x: Any, gradients: Iterator[Any]) -> Any:
    """The gradient for `x` from `gradients`, an iterator over those of its components; None where all of them are."""
    if not nest.is_composite(x):
        return next(gradients)
    parts = _rule(x).get_gradient_components(x)
    found = [with_gradients(part, gradients) for part in nest.flatten(parts)]
    if all(g is None for g in found):
        return None
    return _rule(x).replace_gradient_components(x, nest.pack_sequence_as(parts, found))


def _rule(x: Any) -> Any:
    rule = getattr(x, "__composite_gradient__", None)
    if rule is None:
        raise ValueError(f"Type {type(x).__name__} is not supported as a gradient source or gradient target.")
    return rule
