"""Copies of models with weights of their own."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.keras.engine.input_layer import Input, InputLayer
from tfshim.keras.engine.keras_tensor import is_keras
from tfshim.keras.engine.node import node_of
from tfshim.keras.layers.op_layers import TFOpLambda
from tfshim.keras.models.functional import Functional
from tfshim.keras.models.network_config import network_config, rebuild_from
from tfshim.keras.models.sequential import Sequential

if TYPE_CHECKING:
    from tfshim.keras.annotations import KerasTensors
    from tfshim.keras.models.model import Model


def _copied(layer):
    return layer.copy() if isinstance(layer, TFOpLambda) else type(layer).from_config(layer.get_config())


@tf_export("keras.models.clone_model")
def clone_model(model: Model, input_tensors: KerasTensors | None = None, clone_function: Callable[..., Any] | None = None) -> Model:
    """A new model with layers like those of another, and new weights.

    Mirrors `tf.keras.models.clone_model`. Layers are made again from their configurations; a layer that is used twice is made once. To take
    over the weights, `clone.set_weights(model.get_weights())`. The clone is not compiled.

    Arguments:
        model: a functional model, a Sequential, or a subclass with `get_config`.
        input_tensors: Keras tensors, or a list of them, that take the place of the inputs; None (default): new inputs.
        clone_function: a function that is called with each layer but the inputs, and gives the one to use; None (default): a copy.

    Returns:
        A model.

    Raises:
        ValueError: what is no model, or arguments that a subclassed model cannot use.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, name="dense", input_shape=(3,))])
        >>> clone = tf.keras.models.clone_model(model)
        >>> clone.layers[0] is model.layers[0], clone.layers[0].name
        (False, 'dense')
    """
    if isinstance(model, Sequential):
        return _clone_sequential(model, input_tensors, clone_function)
    if isinstance(model, Functional) and type(model).get_config is Functional.get_config:
        return _clone_functional(model, input_tensors, clone_function)
    if clone_function or input_tensors:
        raise ValueError(
            "Arguments clone_function and input_tensors are only supported for Sequential models or Functional models. "
            f"Received model of type '{type(model).__name__}', with clone_function={clone_function} and "
            f"input_tensors={input_tensors}"
        )
    return type(model).from_config(model.get_config())


def _check_function(clone_function):
    if clone_function is None:
        return _copied
    if not callable(clone_function):
        raise ValueError(f"Expected `clone_function` argument to be a callable. Received: clone_function={clone_function}")
    return clone_function


def _tensors(input_tensors):
    found = input_tensors if isinstance(input_tensors, (list, tuple)) else [input_tensors]
    result = []
    for x in found:
        if not is_keras(x):
            raise ValueError(f"`input_tensors` must be Keras tensors, as `tf.keras.Input` makes them. Received: {x}")
        result.append(x if isinstance(x._keras_history.layer, InputLayer) else Input(tensor=x))
    return result


def _clone_functional(model, input_tensors, clone_function):
    copy = _check_function(clone_function)
    config = network_config(model, {"name": model.name})
    # `clone_function` is not asked for input layers, as in Keras.
    layers = {layer.name: _copied(layer) if isinstance(layer, InputLayer) else copy(layer) for layer in model._network.layers}
    replaced = {}
    if input_tensors is not None:
        for layer, x in zip(model._input_layers, _tensors(input_tensors)):
            replaced[layer.name] = node_of(x)
            layers[layer.name] = x._keras_history.layer
    inputs, outputs, beside = rebuild_from(config, layers, replaced)
    # As in Keras a model whose class has a constructor of its own becomes a plain one.
    given = inspect.getfullargspec(type(model).__init__).args
    kind = type(model) if given == inspect.getfullargspec(Functional.__init__).args else Functional
    clone = kind(inputs, outputs, name=model.name)
    if beside:
        clone._add_side_outputs(beside)
    return clone


def _clone_sequential(model, input_tensors, clone_function):
    copy = _check_function(clone_function)
    layers = []
    for layer in model._self_tracked_trackables:
        if isinstance(layer, InputLayer):
            layers.append(_tensors(input_tensors)[0] if input_tensors is not None else _copied(layer))
        else:
            layers.append(copy(layer))
    if input_tensors is not None and not any(isinstance(x, InputLayer) for x in model._self_tracked_trackables):
        layers.insert(0, _tensors(input_tensors)[0])
    return Sequential(layers, name=model.name)
