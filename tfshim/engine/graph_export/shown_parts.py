"""Parts of graphs that are recorded in fewer operations than TensorFlow's Python functions have, and what pages of graphs show for them.

    total = shown_parts.recorded(reduced, losses, weights)

records what `reduced(losses, weights)` does, and pages show what it does while operations are wanted one by one (see
`runtime.one_by_one`). The nodes that are shown take the names of those that are not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

Result = TypeVar("Result")


class Part:
    """The `nodes` that were recorded for `function(*arguments)`, in `scope`. `stand_in`: the one whose place those that are shown take.

    `results`: what of several nodes is used outside of the part; None where it is all that the stand-in gives.
    `first`, `last`: where the names of the nodes begin in the `naming` of their graph, and where they end.
    """

    __slots__ = ("nodes", "stand_in", "scope", "first", "last", "function", "arguments", "results")

    def __init__(
        self,
        nodes: list[Operation],
        stand_in: Operation,
        scope: str,
        first: int,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        results: list[Any] | None = None,
    ) -> None:
        self.nodes, self.stand_in, self.scope = nodes, stand_in, scope
        self.first, self.last = first, len(stand_in.graph.naming)
        self.function, self.arguments, self.results = function, arguments, results


def recorded(function: Callable[..., Result], *arguments: Any, several: bool = False) -> Result:
    """`function(*arguments)`, as a part of the graph under construction if there is one.

    It gives a tensor, a list or tuple of all that one operation gives, or None after effects; with `several` a list of any tensors
    that it makes.
    """
    graph = TS.graph
    if graph is None or one_by_one.wanted():
        return function(*arguments)
    start, named = len(graph._operations), len(graph.naming)
    result = function(*arguments)
    nodes = graph._operations[start:]
    made: Any = None
    if several:
        made = nodes[-1] if nodes else None
    elif isinstance(result, Tensor):
        made = result.op if getattr(result, "graph", None) is graph else None
    elif isinstance(result, (list, tuple)):  # all that one operation gives
        last = getattr(result[-1], "op", None) if getattr(result[-1], "graph", None) is graph else None
        made = last if last is not None and [id(t) for t in last.outputs] == [id(t) for t in result] else None
    elif result is None:
        made = next((n for n in reversed(nodes) if n.stateful), None)
    if made in nodes:
        # What cuts a tensor from outside off from a tape serves those too that use it after the part.
        nodes = [n for n in nodes if n.kind != "_Detach" or n.arguments[0].op in nodes]
        part = Part(nodes, made, TS.name_scope or "", named, function, arguments, list(result) if several else None)  # type: ignore[call-overload]
        for n in nodes:
            n.shown_part = part
    return result


higher.install(recorded=recorded)
