"""Errors within the `call` of a layer: the layer and the arguments of the call are added to the message."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.keras.annotations import Layer


def _shown(value):
    if nest.is_nested(value):
        return str(nest.map_structure(lambda v: repr(_Text(v)), value))  # Keras shows the items of nested arguments as strings
    return repr(_Text(value))


class _Text:
    """Shows a tensor by shape and dtype, anything else as it is."""

    def __init__(self, value):
        self._value = value

    def __repr__(self):
        x = self._value
        return f"tf.Tensor(shape={x.shape}, dtype={x.dtype.name})" if isinstance(x, Tensor) else repr(x)


def explained(error: Exception, layer: Layer, inputs: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Exception:
    """`error` with the name of the layer and the arguments of the call; as it is where that has been added already."""
    if getattr(error, "_keras_call_info_injected", False):
        return error
    quote = '"' if TS.graph is not None and getattr(TS.graph, "name", "").endswith("_scratch_graph") else "'"  # called on Keras tensors
    name = f"layer {quote}{layer.name}{quote} (type {type(layer).__name__})"
    try:
        # A function of `tf` as a layer takes what the function takes.
        signature = inspect.signature(layer.function if "symbol" in layer.__dict__ else layer.call)
        bound = signature.bind(inputs, *args, **kwargs)
        given = bound.arguments
        arguments = [f"  • {k}={_shown(given[k]) if k in given else p.default}" for k, p in signature.parameters.items()]
    # The arguments do not fit `call`: the error itself says so.
    except (TypeError, ValueError):
        return error
    message = getattr(error, "message", None) or str(error)
    text = f"Exception encountered when calling {name}.\n\n{message}\n"
    if arguments:
        text += f"\nCall arguments received by {name}:\n" + "\n".join(arguments)
    exception = _like(error, text)
    exception._keras_call_info_injected = True
    return exception if TS.graph is not None else exception.with_traceback(error.__traceback__)


def _like(error, message):
    kind = type(error)
    try:
        if isinstance(error, errors.OpError):
            return kind(error.node_def, error.op, message)
        return kind(message)
    # Some exceptions are not made from a message alone; Keras raises RuntimeError in their place.
    except TypeError:
        return RuntimeError(message)
