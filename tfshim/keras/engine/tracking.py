"""Weights found through attributes: layers, modules, and containers of either."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Iterator
from typing import Any

from tfshim.engine.variables.held_weights import HeldWeights, in_order
from tfshim.engine.variables.variable import Variable
from tfshim.module import Module

_ATTRIBUTES = {"trainable": "trainable_variables", "fixed": "non_trainable_variables", "all": "variables"}


def unique(variables: Iterable[Variable]) -> list[Variable]:
    """Each variable once, in order."""
    return list({id(v): v for v in variables}.values())


class _Thread(threading.local):
    with_vocabularies = False


_THREAD = _Thread()


def with_vocabularies() -> bool:
    """Whether the weights that this thread asks for are those of `get_weights`, learnt vocabularies included."""
    return _THREAD.with_vocabularies


@contextlib.contextmanager
def vocabularies_as_weights() -> Iterator[None]:
    """Within it `weights` of a layer that learns a vocabulary has something for it, with `get_tensors` and `set_weights`.

    It is no variable, and so left out where variables are meant: by optimizers, counts of parameters and checkpoints.
    """
    before, _THREAD.with_vocabularies = _THREAD.with_vocabularies, True
    try:
        yield
    finally:
        _THREAD.with_vocabularies = before


def holds_weights(value: Any) -> bool:
    """Whether `value` is a container that may hold layers or variables, or of a class with weights of its own, such as a template."""
    kind = type(value)
    return issubclass(kind, HeldWeights) or hasattr(kind, "trainable_weights") and hasattr(kind, "non_trainable_weights")


def weights_of_model(objects: Iterable[Any], which: str) -> list[Variable]:
    """The variables of what a model tracks: those to be trained ("trainable"), the others ("fixed") or "all" of them.

    A container is one thing here: all of it that is trained comes before what is not.
    """
    return [v for x in objects for v in getattr(x, _ATTRIBUTES[which], ())]


def weights_of_layer(objects: Iterable[Any], which: str) -> list[Variable]:
    """As `weights_of_model`, of what a layer tracks: of the modules in its containers, one after the other, but for metrics.

    Variables themselves in containers are the layer's own.
    """
    return [v for x in modules_within(objects) if not getattr(x, "_is_metric", False) for v in getattr(x, _ATTRIBUTES[which])]


def modules_within(objects: Iterable[Any]) -> Iterator[Module]:
    """The modules among `objects` and in containers of them, in the order of Keras' weights and layers, each once."""
    waiting, seen = list(objects), set()
    while waiting:
        x = waiting.pop(0)
        if id(x) in seen:
            continue
        seen.add(id(x))
        if isinstance(x, Module):
            yield x
        elif isinstance(x, HeldWeights):
            waiting = in_order(x) + waiting
