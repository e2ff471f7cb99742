"""Layers and models of SavedModels whose classes are not known here: they compute with the functions that were saved."""

from __future__ import annotations

import inspect
from typing import Any

from tfshim.engine.values import nest
from tfshim.engine.variables.trackable import NoDependency
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.saving.layer_functions import INPUT_LAYER, METRIC

_CALL = "call_and_return_conditional_losses"


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
        is_model = identifier in ("_tf_keras_model", "_tf_keras_network", "_tf_keras_sequential")
        function = getattr(getattr(saved, "keras_api", None), _CALL, None)
        cls = _class(about["class_name"], self._model_class if is_model else Layer, function, about.get("config"))
        made = self._made[number] = cls(name=about["name"])
        inner = []
        for name, child in self._children(number):
            kind = self._nodes.get(child, (None,))[0]
            if kind is None or kind in (INPUT_LAYER, METRIC) or name.startswith(("layer-", "layer_with_weights-")):
                continue
            inner.append(self.layer(child))
            if not hasattr(type(made), name):
                setattr(made, name, inner[-1])
        for x in self._listed(number):
            if x not in inner:
                inner.append(x)
                made._self_tracked_trackables.append(x)
        below = {id(v) for x in inner for v in x.variables}
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
    members: dict[str, Any] = {"call": call}
    if config:  # else it is that of a layer that says nothing of itself
        members["get_config"] = lambda self: dict(config)
    return type(name, (base,), members)
