"""Runs of a graph that come in pieces: what was computed stays, and what a piece is fed or fetches it is only once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.inner_links import used_variables
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.programs.selection import select
from tfshim.engine.ops import kernels
from tfshim.engine.runtime.errors import invalid

_NO_SETUP = "Must run 'setup' before performing partial runs!"


class Piece:
    """The nodes of one piece as a session runs them."""

    references: Sequence[Any] = ()
    fetched: Mapping[int, Any] = {}

    def __init__(self, nodes: list[Operation], inputs: list[Any], outputs: list[Any]) -> None:
        kernels.check_nodes(nodes)
        self.program = Program(nodes, inputs, outputs, "session", outermost=True)
        self.variables = [v for v in used_variables(nodes).values() if getattr(v, "_in_graph_mode", False)]


class PartialRun:
    """What is known of a run: the values so far, and what is still to be fed and fetched."""

    def __init__(self, graph: Any, elements: Sequence[Any], feeds: Sequence[Any], pieces: dict[Any, Any]) -> None:
        """`pieces`: what other runs of the same `elements` and `feeds` found, which this one adds to."""
        self._graph, self._pieces = graph, pieces
        self._past: tuple[tuple[int, ...], ...] = ()
        self._fetches = {id(t): t for t in elements if not isinstance(t, Operation)}
        self._targets = [o for o in elements if isinstance(o, Operation)]
        self._feeds = {id(t): t for t in feeds}
        self._fetched: set[int] = set()
        self._values: dict[int, tuple[Any, Any]] = {}  # id of a tensor -> (the tensor, its storage)
        self._fed: set[int] = set()
        self._done: set[Operation] = set()

    @property
    def ended(self) -> bool:
        """Whether all was fetched."""
        return len(self._fetched) == len(self._fetches)

    def check(self, elements: Sequence[Any], feeds: Sequence[tuple[Any, Any]]) -> None:
        """Raise InvalidArgumentError for what this piece may not be fed or fetch."""
        for t, _ in feeds:
            if id(t) not in self._feeds:
                raise invalid(f"The feed {t.name} was not specified in partial_run_setup.")
            if id(t) in self._fed:
                raise invalid(f"The feed {t.name} has already been fed.")
        for t in elements:
            if id(t) not in self._fetches:
                raise invalid(f"The fetch {t.name} was not specified in partial_run_setup.")
            if id(t) in self._fetched:
                raise invalid(f"The fetch {t.name} has already been fetched.")

    def feed(self, feeds: Sequence[tuple[Any, Any]]) -> None:
        """Take what this piece is fed."""
        for t, storage in feeds:
            self._fed.add(id(t))
            self._values[id(t)] = t, storage
        self._past += (tuple(id(t) for t, _ in feeds),)

    def piece(self, elements: Sequence[Any]) -> tuple[Piece, list[Any], list[Any], list[Operation]]:
        """(what is to be run, its inputs' storages, the tensors that it gives, its nodes) for the fetches `elements`."""
        # All of it follows from what was fed and fetched until now.
        self._past += (tuple(map(id, elements)),)
        found = self._pieces.get(self._past)
        if found is None:
            found = self._pieces[self._past] = self._found(elements)
        piece, outputs, nodes = found
        return piece, [s for _, s in self._values.values()], outputs, nodes

    def _found(self, elements: Sequence[Any]) -> tuple[Piece, list[Any], list[Operation]]:
        waiting = self._feeds.keys() - self._fed
        for t in elements:
            missing = self._missing([t], [], waiting)
            if missing is not None:
                raise invalid(f"Fetch {missing.name} can't be computed from the feeds that have been fed so far.")
        targets = [o for o in self._targets if o not in self._done and self._missing([], [o], waiting) is None]
        known = [t for t, _ in self._values.values()]
        nodes = [n for n in select(self._graph._operations, elements, targets, stop=known, effects=False) if n not in self._done]
        outputs = [t for n in nodes for t in n.outputs if id(t) not in self._values]
        return Piece(nodes, known, outputs), outputs, nodes

    def _missing(self, tensors: Sequence[Any], targets: Sequence[Operation], waiting: set[int]) -> Any:
        """A tensor that is to be fed, and was not, without which these cannot be computed; None if there is none."""
        known = [t for t, _ in self._values.values()]
        needed = set(select(self._graph._operations, tensors, targets, stop=[*known, *self._feeds.values()], effects=False))
        used = {id(t) for n in needed - self._done for a in n.arguments for t in (a if type(a) is list else (a,))}
        used |= {id(t) for t in tensors}
        return next((t for key, t in self._feeds.items() if key in waiting and key in used), None)

    def keep(self, tensors: Sequence[Any], storages: Sequence[Any], nodes: Sequence[Operation]) -> None:
        """Remember what a piece computed."""
        self._values.update((id(t), (t, storage)) for t, storage in zip(tensors, storages))
        self._done.update(nodes)

    def fetch(self, elements: Sequence[Any]) -> list[Any]:
        """The storages of the fetches `elements`, which are fetched now."""
        self._fetched.update(map(id, elements))
        return [self._values[id(t)][1] for t in elements]


def running(runs: dict[Any, PartialRun], handle: Any) -> PartialRun:
    """The run of that handle. Raises InvalidArgumentError where there is none, or it has ended."""
    if handle not in runs:
        raise invalid(_NO_SETUP)
    return runs[handle]
