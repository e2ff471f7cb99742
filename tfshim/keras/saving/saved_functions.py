"""The signature for serving that a Keras model has in a SavedModel."""

from __future__ import annotations

import inspect
from typing import Any

from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.function import function
from tfshim.engine.values import nest
from tfshim.keras.models.outputs import names_of


def serving_of(model: Any) -> ConcreteFunction | None:
    """What "serving_default" is: inputs by their names to outputs by theirs, in inference; None before it is known what it takes."""
    spec = model.save_spec()
    if spec is None:
        return None
    (inputs, *others), kwargs = spec
    flat = nest.flatten(inputs)
    names = [getattr(x, "name", None) or f"input_{i + 1}" for i, x in enumerate(flat)]
    if "training" in inspect.signature(model.call).parameters:
        kwargs = {**kwargs, "training": False}

    def serve(**given: Any) -> dict[str, Any]:
        outputs = model(nest.pack_sequence_as(inputs, [given[name] for name in names]), *others, **kwargs)
        if isinstance(outputs, dict) and model.__dict__.get("_nested_inputs") is None:
            return outputs
        known = getattr(model, "output_names", None)
        return dict(zip(known or names_of(outputs), nest.flatten(outputs)))

    return function(serve).get_concrete_function(**dict(zip(names, flat)))
