"""Weights found through attributes: layers, modules, and containers of either."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Iterator
from typing import Any

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
    """Whether `value` is a container that may hold layers or variables."""
    return isinstance(value, (list, dict, tuple)) and hasattr(value, "_trackable_children")


def weights_within(objects: Iterable[Any], which: str, metrics: bool = True) -> list[Variable]:
    """The variables of `objects`: those to be trained ("trainable"), the others ("fixed") or "all" of them.

    Without `metrics` those of metrics are left out: they belong to a model, but not to a layer.
    """
    found = []
    for x in objects:
        if isinstance(x, Module):
            if not metrics and getattr(x, "_is_metric", False):
                continue
            found += getattr(x, _ATTRIBUTES[which])
        elif isinstance(x, (list, tuple, dict)):
            values = list(x.values() if isinstance(x, dict) else x)
            # Variables come after what layers have, as in Keras.
            found += weights_within([v for v in values if not isinstance(v, Variable)], which, metrics)
            found += [v for v in values if isinstance(v, Variable) and (which == "all" or v.trainable == (which == "trainable"))]
    return found
