"""Reads of a variable of another task of which a graph takes rows alone, as embeddings do: the rows are fetched, not the variable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch

from tfshim.engine.graphs.operation import Operation
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import EagerTensor

_GATHERS = {"GatherV2": {"axis": 0, "batch_dims": 0}, "GatherNd": {"batch_dims": 0}}
_PASSING = "_Detach"  # the same value, which a tape does not follow further


def gathers_of(read: Operation, users: Callable[[Any], Iterable[Operation]], kept: Callable[[Any], bool]) -> list[Operation]:
    """The nodes that take rows of what `read` gives; none if there is a use of all of it, or its size is not known.

    `users(t)`: the nodes that take a tensor; `kept(t)`: whether it is a result of the graph.
    """
    variable: Any = read.arguments[0]
    if not variable._shape.is_fully_defined() or not variable._shape.rank or variable._dt in (dtypes.string, dtypes.variant):
        return []
    found, values = [], list(read.outputs)
    while values:
        t = values.pop()
        if kept(t):
            return []
        for user in users(t):
            if user.type == _PASSING:
                values.extend(user.outputs)
            elif _takes_rows(user, t):
                found.append(user)
            else:
                return []
    return found


def _takes_rows(node: Operation, t: Any) -> bool:
    given = _named(node)
    wanted = _GATHERS.get(node.type)
    if wanted is None or given["params"] is not t or given["indices"] is t:
        return False
    return all(type(given[name]) is int and given[name] == value for name, value in wanted.items())


def indices_of(gather: Operation) -> Any:
    """The tensor that says which rows it takes."""
    return _named(gather)["indices"]


def depends_on(gathers: Iterable[Operation]) -> list[Operation]:
    """The nodes that make the indices."""
    return [t._op for t in map(indices_of, gathers) if type(t) is not EagerTensor]


def _named(node: Operation) -> dict[str, Any]:
    return dict(zip(node._op_def.names, node.arguments))


class Rows:
    """What is fetched of one variable in one call: `pieces` are (kind of gather, place of its rows, place of its indices)."""

    def __init__(self, variable: Any) -> None:
        self._variable = variable
        self.pieces: list[tuple[str, int, tuple[bool, int]]] = []

    def put(self, inputs: Sequence[Any], results: Sequence[Any]) -> None:
        """Give the variable a value of which only these rows are filled.

        No memory is touched for the others, which nothing reads: what reads the variable are the gathers whose rows were fetched.
        """
        value = torch.empty(self._variable._shape.as_list(), dtype=results[self.pieces[0][1]].dtype)
        for kind, rows, (sent, place) in self.pieces:
            indices = (inputs if sent else results)[place].to(torch.int64)
            at = (indices,) if kind == "GatherV2" else tuple(indices.unbind(-1))
            value[at] = results[rows].to(value.device)
        self._variable._t = value
