"""Functions of Keras on Keras tensors that become one layer as a whole, because they look into what made a tensor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tfshim.keras import _naming
from tfshim.keras.engine.keras_tensor import CLASSES, KerasTensor


def is_symbolic(*values: Any) -> bool:
    """Whether one of `values` is a Keras tensor."""
    return any(type(v) in CLASSES for v in values)


def layer_of(function: Callable[..., Any], path: str, tried: Iterable[str], *args: Any, **kwargs: Any) -> Any:
    """What the layer of `function`, whose canonical name is `path`, gives for the arguments.

    Keras finds only on the way that the function is no sequence of layers: those that it made before have names by then, `tried`.
    Later layers of the same functions are numbered after them.
    """
    for name in tried:
        _naming.unique_name(f"tf.{name}", avoid_observed=True)
    return KerasTensor._layer_of_whole(function, path, *args, **kwargs)


def conversions(*values: Any) -> list[str]:
    """The names of the functions that convert `values`: those that are Keras tensors have layers for it."""
    return ["convert_to_tensor" for v in values if is_symbolic(v)]
