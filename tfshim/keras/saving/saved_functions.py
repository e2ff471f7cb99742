"""The signature for serving that a Keras model has in a SavedModel."""

from __future__ import annotations

import inspect
from typing import Any

from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.function import function
from tfshim.engine.values import nest
from tfshim.engine.values.typespec import TensorSpec, TypeSpec
from tfshim.keras.models.outputs import names_of


def serving_of(model: Any) -> ConcreteFunction | None:
    """What "serving_default" is: inputs by their names to outputs by theirs, in inference; None before it is known what it takes."""
    spec = model.save_spec()
    if spec is None:
        return None
    kwargs = {key: value for key, value in spec[1].items() if key != "training"}
    specs = _by_name(spec[0], kwargs)
    mode = {"training": False} if "training" in inspect.signature(model.call).parameters else {}

    def serve(**given: Any) -> dict[str, Any]:
        tensors = iter([given[name] for name in specs])
        args, named = nest.map_structure(lambda x: next(tensors) if isinstance(x, TypeSpec) else x, (spec[0], kwargs))
        outputs = model(*args, **named, **mode)
        if isinstance(outputs, dict) and model.__dict__.get("_nested_inputs") is None:
            return outputs
        known = getattr(model, "output_names", None)
        return dict(zip(known or names_of(outputs), nest.flatten(outputs)))

    return function(serve).get_concrete_function(**specs)


def _by_name(args: Any, kwargs: dict[str, Any]) -> dict[str, TypeSpec]:
    """The specs among the arguments by the names that they have in the signature: those of inputs, where nothing else is a tensor."""
    parts = {f"args_{i}": x for i, x in enumerate(args)} | {key: kwargs[key] for key in sorted(kwargs)}
    found = {key: [x for x in nest.flatten(part) if isinstance(x, TypeSpec)] for key, part in parts.items()}
    if not any(specs for key, specs in found.items() if key != "args_0"):
        return {getattr(x, "name", None) or f"input_{i + 1}": x for i, x in enumerate(found["args_0"])}
    named = {key if not i else f"{key}_{i}": x for key, specs in found.items() for i, x in enumerate(specs)}
    return {key: TensorSpec(x.shape, x.dtype, key) if isinstance(x, TensorSpec) else x for key, x in named.items()}
