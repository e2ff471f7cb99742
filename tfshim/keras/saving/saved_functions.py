"""The signature for serving that a Keras model has in a SavedModel."""

from __future__ import annotations

import inspect
from typing import Any

from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.function import function
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.engine.values.typespec import TensorSpec, TypeSpec
from tfshim.keras.models.outputs import names_of


def serving_of(model: Any) -> ConcreteFunction | None:
    """What "serving_default" is: inputs by their names to outputs by theirs, in inference; None before it is known what it takes."""
    spec = specs_of_call(model)
    if spec is None:
        if model.built:
            raise unknown_input(model)
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


def specs_of_call(model: Any) -> tuple[list[Any], dict[str, Any]] | None:
    """What the model takes: what its `call`, as a `tf.function`, says, or what it was called with; None where that is not known."""
    signature = getattr(model.call, "input_signature", None)
    return model.save_spec() if signature is None else (list(signature), {})


def unknown_input(model: Any) -> ValueError:
    """The exception for a model of which nobody knows what it takes."""
    if not model.built:
        get_logger().warning(f"Skipping full serialization of Keras layer {model}, because it is not built.")
    if model._object_identifier == "_tf_keras_sequential":
        return ValueError(
            f"Model {model} cannot be saved because the input shape is not available. Please specify an input shape either by calling "
            "`build(input_shape)` directly, or by calling the model on actual data using `Model()`, `Model.fit()`, or `Model.predict()`."
        )
    return ValueError(
        f"Model {model} cannot be saved either because the input shape is not available or because the forward pass of the model is "
        "not defined.To define a forward pass, please override `Model.call()`. To specify an input shape, either call "
        "`build(input_shape)` directly, or call the model on actual data using `Model()`, `Model.fit()`, or `Model.predict()`. If "
        "you have a custom training step, please make sure to invoke the forward pass in train step through `Model.__call__`, i.e. "
        "`model(inputs)`, as opposed to `model.call()`."
    )
