"""Penalties that regularizers give for variables of `get_variable`: each use of one records the regularizer's operations once more."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_private
from tfshim.compat.v1.graphs.graphs import GraphKeys, name_scope
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Regularizer


@tf_private("tensorflow.python.ops.variable_scope._LazyEvalTensor")
class _LazyEvalTensor:
    """A tensor that `make()` records anew, in the graph of the moment, for each operation that takes it.

    What is asked of it itself, as its name, is that of the first one.
    """

    __module__ = "tensorflow.python.ops.variable_scope"

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._first = make()

    def _tfshim_value(self) -> Any:
        graph = TS.graph
        if graph is None:
            return self._make()
        with graph._recording_apart():  # within the operation that is about to be recorded, which takes it
            return self._make()

    _as_tensor = _tfshim_value

    def _as_graph_element(self) -> Any:
        return self._first

    def __str__(self) -> str:
        return str(self._first)

    def __getattr__(self, name: str) -> Any:
        if name not in _OF_TENSOR:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.__dict__["_first"], name)

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """The value, by a session."""
        return self._tfshim_value().eval(feed_dict, session)

    __hash__ = object.__hash__
    __array_priority__ = 100


_OF_TENSOR = frozenset("device dtype get_shape graph name numpy op shape value_index".split())


def _on_value(operator: str) -> Any:
    def on_value(self: _LazyEvalTensor, *args: Any, **kwargs: Any) -> Any:
        value = self._tfshim_value()
        return getattr(type(value), operator)(value, *args, **kwargs)

    on_value.__name__ = operator
    return on_value


for _operator in Tensor.OVERLOADABLE_OPERATORS:
    setattr(_LazyEvalTensor, _operator, _on_value(_operator))


def collect(variable: Any, name: str, regularizer: Regularizer) -> None:
    """Put what `regularizer` gives for `variable`, called `name` in its scopes, into the collection of penalties, if that is something."""

    def penalty() -> Any:
        with name_scope(f"{name}/Regularizer/"):
            return regularizer(variable)

    if TS.graph is None:
        penalty()
        return
    with name_scope(None):  # which only tells whether there is one
        given = regularizer(variable)
    if given is not None:
        current_graph().add_to_collection(GraphKeys.REGULARIZATION_LOSSES, _LazyEvalTensor(penalty))
