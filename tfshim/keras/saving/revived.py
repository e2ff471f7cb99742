"""Layers and models of SavedModels whose classes are not known here: they compute with the functions that were saved."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

from tfshim.engine.values import nest
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.variables.trackable import NoDependency
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.saving.layer_functions import INPUT_LAYER, METRIC
from tfshim.keras.saving.legacy import deserialize_layer

_CALL = "call_and_return_conditional_losses"
# What Keras makes itself for a SavedModel, and what a loaded model has from elsewhere.
_OF_KERAS = frozenset(
    """variables trainable_variables non_trainable_variables regularization_losses layers metrics layer_regularization_losses layer_metrics
    states keras_api __call__ call_and_return_conditional_losses call_and_return_all_conditional_losses activity_regularizer_fn
    _default_save_signature signatures optimizer""".split()
)
_PLACE = re.compile(r"layer(_with_weights)?-\d+")


def is_attribute(name: str) -> bool:
    """Whether a child of a layer of that name is what a program has set."""
    return name not in _OF_KERAS and not _PLACE.fullmatch(name)


class Reviver:
    """Makes layers of what Keras noted of them and of loaded objects.

    `nodes`: number of an object -> (identifier, what was noted); `objects`: number -> loaded object; `children`: number -> names
    and numbers of what is below; `model_class`: what models derive from.
    """

    def __init__(self, nodes: Any, objects: Any, children: Any, model_class: type[Layer]) -> None:
        self._nodes, self._objects, self._children, self._model_class = nodes, objects, children, model_class
        self._made: dict[int, Layer] = {}

    def layer(self, number: int) -> Layer:
        """The layer of the object `number`, with the layers within it."""
        if number in self._made:
            return self._made[number]
        identifier, about = self._nodes[number]
        saved = self._objects[number]
        if isinstance(saved, Layer):  # it is there already
            return saved
        is_model = identifier in ("_tf_keras_model", "_tf_keras_network", "_tf_keras_sequential")
        function = getattr(getattr(saved, "keras_api", None), _CALL, None)
        cls = _class(about["class_name"], self._model_class if is_model else Layer, function, about.get("config"))
        made = self._made[number] = cls(name=about["name"])
        below: set[int] = set()
        for name, child in self._children(number):
            if not is_attribute(name) or self._nodes.get(child, (None,))[0] == INPUT_LAYER:
                continue
            value = self.attribute(child)
            below.update(id(v) for v in self._variables(child))
            if getattr(made, name, None) is None:
                setattr(made, name, value)
        for x in self._listed(number):
            if not any(x is y for y in made._flatten_layers()):
                made._self_tracked_trackables.append(x)
        below.update(id(v) for x in made._flatten_layers(include_self=False) for v in x.variables)
        below.update(id(v) for v in (*made._trainable_weights, *made._non_trainable_weights))
        api = saved.keras_api if hasattr(saved, "keras_api") else saved
        trained = {id(v) for v in getattr(api, "trainable_variables", ())}
        for v in getattr(api, "variables", ()):
            if id(v) not in below:
                (made._trainable_weights if id(v) in trained else made._non_trainable_weights).append(v)
        for loss in getattr(api, "layer_regularization_losses", ()):
            made.add_loss(loss)
        made.__dict__.update(_build_input_shape=about.get("build_input_shape"), _saved=NoDependency(saved), built=True)
        if is_model and function is not None:
            (first, *rest), kwargs = function.concrete_functions[0].structured_input_signature
            made._set_save_spec(first, [x for x in rest if not isinstance(x, bool)], {k: v for k, v in kwargs.items() if k != "training"})
        made.trainable = about.get("trainable", True)
        return made

    def attribute(self, number: int) -> Any:
        """The object `number`, with layers for what Keras noted."""
        kind, about = self._nodes.get(number, (None, None))
        x = self._objects[number]
        if kind == METRIC and not isinstance(x, Layer):
            return self._metric(number, about)
        if kind is not None:
            return self.layer(number)
        if isinstance(x, (list, dict)) and any(child in self._nodes for child in self._reached(number)):
            items = {name: self.attribute(child) for name, child in self._children(number)}
            if isinstance(x, dict):
                return items
            return [items.get(str(place)) for place in range(len(x))]
        return x

    def _metric(self, number: int, about: Any) -> Any:
        """The metric of its class, in the state in which it was saved; the loaded object where the class is not known."""
        if number not in self._made:
            try:
                made = self._made[number] = deserialize_layer(about)
            except ValueError:
                return self._objects[number]
            saved = getattr(self._objects[number], "keras_api", self._objects[number])
            for mine, value in zip(made.variables, getattr(saved, "variables", ())):
                mine.assign(value)
        return self._made[number]

    def _reached(self, number: int) -> Iterator[int]:
        """The numbers of an object and of what is below it."""
        seen, waiting = set(), [number]
        while waiting:
            at = waiting.pop()
            if at not in seen:
                seen.add(at)
                yield at
                waiting.extend(child for _, child in self._children(at))

    def _variables(self, number: int) -> list[Any]:
        """The variables below an object, itself included."""
        return [self._objects[n] for n in self._reached(number) if is_variable(self._objects.get(n))]

    def _listed(self, number: int) -> list[Layer]:
        """The layers that the object has in its list of layers."""
        at = dict(self._children(number)).get("keras_api")
        at = None if at is None else dict(self._children(at)).get("layers")
        listed = [] if at is None else [child for _, child in self._children(at)]
        return [self.layer(c) for c in listed if c in self._nodes and self._nodes[c][0] not in (INPUT_LAYER, METRIC)]


def _class(name: str, base: type[Layer], function: Any, config: Any) -> type[Layer]:
    """A class of that name whose call is a loaded function."""
    parameters = [] if function is None else list(inspect.signature(function).parameters.values())
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        if function is None:
            raise ValueError(
                f"Cannot call custom layer {self.name} of type {type(self)}, because the call function was not serialized to the "
                "SavedModel. Give the class in `custom_objects`, with `get_config`, or call the layer before it is saved."
            )
        outputs, losses = function(*args, **kwargs)
        self.add_loss(nest.flatten(losses))
        return outputs

    if function is not None:
        call.__signature__ = inspect.Signature([own, *parameters])  # type: ignore[attr-defined]
    members: dict[str, Any] = {"call": call, "__module__": "keras.src.saving.legacy.saved_model.load"}
    if config:  # else it is that of a layer that says nothing of itself
        members["get_config"] = lambda self: dict(config)
    return type(name, (base,), members)
