"""What input functions give, as tensors of the graph."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_private
from tfshim.compat.v1.data.deferred import DatasetV1Adapter
from tfshim.compat.v1.data.iterators import Iterator, make_initializable_iterator
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.train.hooks import SessionRunHook
from tfshim.data.dataset import Dataset

if TYPE_CHECKING:
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.train.coordinator import Coordinator


# Graphs whose input functions come to an end by themselves, without a hook.
_ENDING: weakref.WeakSet[Any] = weakref.WeakSet()


def note_end(epochs: int | None) -> None:
    """Note that the input of the default graph ends, unless it is repeated for ever (`epochs` is None)."""
    if epochs is not None:
        _ENDING.add(get_default_graph())


def may_end() -> bool:
    """Whether it was noted of the default graph that its input ends, or queues may end it."""
    graph = get_default_graph()
    return graph in _ENDING or bool(graph.get_collection(GraphKeys.QUEUE_RUNNERS))


class StartOfData(SessionRunHook):
    """Starts an iterator when a session is made."""

    def __init__(self, iterator: Iterator) -> None:
        self._iterator = iterator

    def begin(self) -> None:
        self._initializer = self._iterator.initializer

    def after_create_session(self, session: BaseSession, coord: Coordinator) -> None:
        session.run(self._initializer)


def arguments_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of the arguments that a function takes, those of a bound method without the first. TypeError for what is no function."""
    if not callable(function):
        raise TypeError("unsupported callable")
    return tuple(inspect.signature(function).parameters)


def _tensors(given):
    """(what a dataset gives or else `given`, hooks that start it)."""
    if not isinstance(given, (Dataset, DatasetV1Adapter)):
        return given, []
    iterator = make_initializable_iterator(given)
    return iterator.get_next(), [StartOfData(iterator)]


@tf_private("tensorflow_estimator.python.estimator.util.parse_input_fn_result")
def parts(given: Any) -> tuple[Any, Any, list[SessionRunHook]]:
    """(features, labels, hooks) of what an input function gave: a dataset, or tensors; ValueError for a tuple of another length."""
    found, hooks = _tensors(given)
    if isinstance(found, (list, tuple)):
        if len(found) != 2:
            raise ValueError("input_fn should return (features, labels) as a len 2 tuple.")
        return found[0], found[1], hooks
    return found, None, hooks


def features_of(given: Any) -> tuple[Any, Any, list[SessionRunHook]]:
    """The same where there need be no labels, and are of no use: the first part of a tuple is the features."""
    found, hooks = _tensors(given)
    return found[0] if isinstance(found, (list, tuple)) else found, None, hooks
