"""What the call in progress passes down to the layers it calls."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any


class Penalties:
    """The key of a layer among the losses of calls: user-defined layers need not be hashable.

    `symbolic`: the losses of calls on Keras tensors, which stand for those of calls to come.
    """

    def __init__(self) -> None:
        self.symbolic: list[Any] = []

    # A copy of a layer begins without the graphs in which the original was traced.
    def __reduce__(self) -> tuple[Any, ...]:
        return Penalties, ()


class _Calls(threading.local):
    in_graph: Any = None  # see `calls_in_graph`

    def __init__(self) -> None:
        self.losses = weakref.WeakKeyDictionary()  # Penalties of a layer -> those of its latest call in this thread
        self.training: Any = None  # the argument of the innermost enclosing call, or None
        self.depth = 0
        self.direct = False  # whether the next call of a layer in a TF 1 graph is the one that keeps the history itself
        self.autocast: Any = None  # the dtype in which the innermost layer sees its weights, or None


CALLS = _Calls()


def calls_in_graph(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate what calls layers in graphs of TensorFlow 1, where their history is kept with tensors: `CALLS.in_graph`.

    `function(layer, inputs, args, kwargs, run)` returns what `run(inputs, *args, **kwargs)` does. Its module imports `Layer`, whose
    calls go through it, because it makes layers itself.
    """
    _Calls.in_graph = staticmethod(function)
    return function
