"""What Keras' `saving_utils` have: a model's call as a function of the inputs that it was called with."""

from __future__ import annotations

import collections.abc
from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim._export import tf_private
from tfshim.engine.functions.function import Function
from tfshim.private.tf_inspect import getfullargspec


def _signature(model, given):
    """(args, kwargs) of specs. ValueError for a model that was never called."""
    if given is None and isinstance(model.call, Function):
        given = model.call.input_signature
    if given:
        return list(given), {}
    specs = model.save_spec(dynamic_batch=True)
    if specs is None:
        raise ValueError(
            f"Model {model} cannot be saved because the input shape is not available or because the forward pass of the model is not "
            "defined. Call the model on real data, or build it, first."
        )
    return specs


def _wrapped(model):
    modes = {"training": False} if "training" in getfullargspec(model.call).args else {}

    def wrapped(*args: Any, **kwargs: Any) -> dict[str, Any]:
        outputs = model(*args, **{**modes, **kwargs})
        names = getattr(model, "output_names", None)
        flat = tf.nest.flatten(outputs)
        return dict(zip(names or [f"output_{i + 1}" for i in range(len(flat))], flat))

    return wrapped


@tf_private("keras.src.saving.legacy.saving_utils.trace_model_call")
def trace_model_call(model: Any, input_signature: Sequence[Any] | None = None) -> Any:
    """The concrete function that gives {name: output} of `model` in inference, for inputs as `input_signature` says.

    By default these are the inputs that it has, or was called with. Raises ValueError for a model that has none.
    """
    args, kwargs = _signature(model, input_signature)
    return tf.function(_wrapped(model)).get_concrete_function(*args, **kwargs)


@tf_private("tensorflow.python.keras.saving.saving_utils.trace_model_call")
def trace_model_function(model: Any, input_signature: Sequence[Any] | None = None) -> Function:
    """The same as a `tf.function` with that signature, as in TensorFlow's own copy of Keras."""
    args, _ = _signature(model, input_signature)
    return tf.function(_wrapped(model), input_signature=list(args))


@tf_private("tensorflow.python.keras.saving.saving_utils.model_input_signature")
def model_input_signature(model: Any, keep_original_batch_size: bool = False) -> Sequence[Any] | None:
    """A list of the specs that `model` takes: one, which may be a structure. None for a model that was never called.

    `keep_original_batch_size`: whether the size of the batch stays; otherwise it is open.
    """
    found = model.save_spec(dynamic_batch=not keep_original_batch_size)
    if found is None:
        return None
    specs = found[0][0]
    flat = tf.nest.flatten(specs)
    if any(s.name is None for s in flat):  # all of them have names, or none
        specs = tf.nest.map_structure(lambda s: tf.TensorSpec(s.shape, s.dtype) if type(s) is tf.TensorSpec else s, specs)
    return specs if isinstance(specs, collections.abc.Sequence) and len(specs) == 1 else [specs]
