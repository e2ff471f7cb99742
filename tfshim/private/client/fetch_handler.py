"""What `tensorflow.python.client.session` has of fetches: a structure of them taken apart and put together again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_private
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.sessions.arguments import Fetches

if TYPE_CHECKING:
    from tfshim.engine.graphs.graph import Graph


@tf_private("tensorflow.python.client.session._FetchHandler")
class FetchHandler:
    """The structure `fetches` of `graph`, of which the references of tensors in `feeds` have their values already.

    `feed_handles`: {reference: TensorHandle} of values that are held by handles.
    """

    def __init__(self, graph: Graph, fetches: Any, feeds: Mapping[Any, Any], feed_handles: Mapping[Any, Any] | None = None) -> None:
        with graph.as_default():
            self._structure = Fetches(graph, fetches)
        self._given = {**feeds, **{ref: handle.eval() for ref, handle in (feed_handles or {}).items()}}
        self._fetches = [x for x in self._structure.elements if not isinstance(x, Operation) and x.ref() not in self._given]

    def fetches(self) -> list[Any]:
        """The tensors whose values are wanted, each once."""
        return self._fetches

    def targets(self) -> list[Any]:
        """The operations that are to run, each once."""
        return [x for x in self._structure.elements if isinstance(x, Operation)]

    def build_results(self, session: Any, tensor_values: Sequence[Any]) -> Any:
        """The structure with the values of `fetches()`, in their order, for tensors, and None for operations."""
        if len(tensor_values) != len(self._fetches):
            raise AssertionError(f"{len(tensor_values)} values for {len(self._fetches)} fetches")
        values = iter(tensor_values)
        found = []
        for x in self._structure.elements:
            if isinstance(x, Operation):
                found.append(None)
            else:
                found.append(self._given[x.ref()] if x.ref() in self._given else next(values))
        return self._structure.build(found)
