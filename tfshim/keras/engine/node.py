"""`Node`: one call of a layer on Keras tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.values import nest
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec, type_spec_from_value
from tfshim.keras.engine.keras_tensor import CLASSES, KerasHistory, is_keras

if TYPE_CHECKING:
    from tfshim.engine.values.typespec import TypeSpec
    from tfshim.keras.annotations import KerasTensors


def keras_inputs_of(structure: Any) -> list[Any]:
    """The Keras tensors among the leaves of `structure`, in order."""
    found = []

    def walk(x):
        if is_keras(x):
            found.append(x)
        elif isinstance(x, dict):
            for v in x.values():
                walk(v)
        elif isinstance(x, (list, tuple)):
            for v in x:
                walk(v)
        elif isinstance(x, slice):
            for v in (x.start, x.stop, x.step):
                walk(v)
        elif nest.is_nested(x):
            for v in nest.flatten(x):
                # Flattening a leaf gives the leaf again: to walk it once more would never end.
                if v is not x:
                    walk(v)

    walk(structure)
    return found


def map_keras_tensors(structure: Any, function: Callable[[Any], Any]) -> Any:
    """`structure` with `function(t)` in the place of every Keras tensor t; other leaves stay as they are."""
    if is_keras(structure):
        return function(structure)
    if isinstance(structure, slice):
        return slice(*(map_keras_tensors(x, function) for x in (structure.start, structure.stop, structure.step)))
    # Other kinds of lists, tuples and dictionaries go to `nest`, which keeps their classes.
    if type(structure) is list:
        return [map_keras_tensors(x, function) for x in structure]
    if type(structure) is tuple:
        return tuple(map_keras_tensors(x, function) for x in structure)
    if type(structure) is dict:
        return {k: map_keras_tensors(v, function) for k, v in structure.items()}
    if nest.is_nested(structure):
        return nest.map_structure(lambda x: function(x) if is_keras(x) else x, structure)
    return structure


def node_of(x: Any) -> Node:
    """The call that the Keras tensor `x` comes from."""
    history = x._keras_history
    return history.layer._inbound_nodes[history.node_index]


def type_spec_of(x: Any) -> TypeSpec:
    """The `tf.TypeSpec` of a value of a functional model."""
    if type(x) in CLASSES:
        return x.type_spec
    return TensorSpec(x.shape, x.dtype) if isinstance(x, Tensor) else type_spec_from_value(x)


def _alone(structure):
    """The one leaf of `structure`, or the structure itself."""
    flat = nest.flatten(structure)
    return flat[0] if len(flat) == 1 else structure


class Node:
    """A call of `layer`: its arguments and its results. It is listed in the layer's `inbound_nodes`.

    `call_args`, `call_kwargs`: the arguments, with Keras tensors among them; `outputs`: Keras tensors. Without
    arguments it is the place where an input enters. Mirrors Keras' class of that name.
    """

    __module__ = "keras.src.engine.node"

    def __init__(
        self, layer: Any, call_args: Sequence[Any] | None = None, call_kwargs: dict[str, Any] | None = None, outputs: KerasTensors = None
    ) -> None:
        self.layer, self.outputs = layer, outputs
        self.is_input = call_args is None and call_kwargs is None
        self.call_args, self.call_kwargs = tuple(call_args or ()), dict(call_kwargs or {})
        # A mask is a Keras tensor that no call has made: what is computed from it alone belongs to no model.
        self.keras_inputs = [x for x in keras_inputs_of((self.call_args, self.call_kwargs)) if hasattr(x, "_keras_history")]
        self.flat_output_ids = [id(t) for t in nest.flatten(outputs)]
        layer._inbound_nodes.append(self)
        for x in self.keras_inputs:
            producer = x._keras_history.layer
            if producer is not None:
                producer._outbound_nodes.append(self)
        at = len(layer._inbound_nodes) - 1
        for i, x in enumerate(nest.flatten(outputs)):
            # Also what only stands for a tensor, as a distribution that samples itself where a tensor is wanted.
            if hasattr(x, "__dict__"):
                x._keras_history = KerasHistory(layer, at, i)

    @property
    def inbound_layer(self) -> Any:
        """The layer that was called."""
        return self.layer

    outbound_layer = property(lambda self: self.layer, doc="The layer that was called.")

    @property
    def parent_nodes(self) -> list[Node]:
        """The calls that made the arguments."""
        return [node_of(x) for x in self.keras_inputs]

    @property
    def inbound_layers(self) -> Any:
        """The layers that made the arguments: one, or a list of them."""
        if self.is_input:
            return []
        layers = [x._keras_history.layer for x in self.keras_inputs]
        return layers[0] if len(layers) == 1 else layers

    @property
    def input_tensors(self) -> KerasTensors:
        """The arguments: one Keras tensor, or a list of them."""
        return _alone(self.outputs if self.is_input else self.keras_inputs)

    @property
    def output_tensors(self) -> KerasTensors:
        """The results."""
        return _alone(self.outputs)

    @property
    def input_shapes(self) -> Any:
        """The shapes of the arguments, as tuples."""
        return [shapes_of(self.outputs)] if self.is_input else shapes_of(self.input_tensors)

    @property
    def output_shapes(self) -> Any:
        """The shapes of the results, as tuples."""
        return [shapes_of(self.outputs)] if self.is_input else shapes_of(self.output_tensors)

    def iterate_inbound(self) -> list[tuple[Any, int, int, Any]]:
        """Pairs of what made each argument: (layer, index of its call, index among the results, Keras tensor)."""
        return [(*x._keras_history, x) for x in self.keras_inputs]


def shapes_of(structure: Any) -> Any:
    """The shapes in `structure` as tuples; None for an unknown rank."""
    return nest.map_structure(lambda x: None if x.shape.rank is None else tuple(x.shape.as_list()), structure)
