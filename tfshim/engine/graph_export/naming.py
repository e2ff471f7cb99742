"""Names of nodes on pages of graphs: given once more in the order of the recording, with those of what is shown in other operations.

A graph that is recorded in fewer operations than TensorFlow has, or whose gradients are single nodes, numbers what follows otherwise:
a second `Cast` is the first there. While a page is written, nodes have the names that they have in TensorFlow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim.engine.graph_export import row_reads
from tfshim.engine.graphs.operation import is_read_within
from tfshim.engine.runtime.interface import higher

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Graph = Any  # of engine.graphs.graph
    Functions = Any  # of engine.graphs.graph_writer


class Renaming:
    """Gives the nodes of `graph` their names on a page, one after the other, until `end`; `given`: ids of nodes that are arguments.

    `scope`: of a graph that is shown within another one, what goes before its names, which are added to `used`.
    """

    def __init__(self, graph: Graph, given: Iterable[int], scope: str = "", used: Any = None) -> None:
        self._graph, self._log, self._at, self._scope = graph, graph.naming, 0, scope
        self._past: dict[int, int] = {}  # id of a node -> the place in the log after its last entry
        self._skipped: dict[int, int] = {}  # a place in the log -> that after what is left out there
        self._new: dict[str, str] = {}  # a name as it was given -> that on the page
        for name, shown in getattr(graph, "shown_scopes", {}).items():
            self._new[name] = (scope + shown).removesuffix("/")
        self._names: list[tuple[Operation, str, str | None, Any]] = []  # what nodes were called
        self.used: Any = {} if used is None else used
        self._taken, graph._used = graph._used, self.used
        self._rows = row_reads.unnamed(graph)
        given = frozenset(given)
        for at, entry in enumerate(self._log):
            if type(entry) is tuple:
                continue
            self._past[id(entry)] = at + 1
            if entry.shown_part is not None:
                self._skipped[entry.shown_part.first] = entry.shown_part.last
            elif id(entry) in given or entry.named_beside or is_read_within(entry):  # which has its name as an argument, or is not shown
                before = self._log[at - 1] if at else None
                first = at - 1 if type(before) is tuple and before[1] == entry.name else at
                self._skipped[first] = at + 1

    @staticmethod
    def serves(graph: Graph) -> bool:
        """Whether it is known how all nodes of `graph` came to their names."""
        known = {id(entry) for entry in graph.naming if type(entry) is not tuple}
        return all(id(n) in known for n in graph._operations)

    def in_order(self, nodes: Iterable[Operation], more: Iterable[Operation]) -> list[Operation]:
        """`nodes`, with each of `more` where it was named."""
        made = list(nodes)
        for n in more:
            at = self._past[id(n)]
            place = next((i for i, other in enumerate(made) if self._past.get(id(other), 0) > at), len(made))
            made.insert(place, n)
        return made

    def advance(self, node: Operation, names: Any) -> None:
        """Name `node` and what was named before it; `names`: all that are taken, by their lower case."""
        part = node.shown_part
        end = self._past[id(node)] if part is None else part.first
        while self._at < end:
            past = self._skipped.get(self._at)
            if past is not None:
                self._at = past
                continue
            entry = self._log[self._at]
            self._at += 1
            if type(entry) is tuple:
                wanted, given, mark = entry
                if given in self._rows:
                    wanted = wanted.removesuffix("V2")
                self._new[given] = self._free(self._within(wanted), mark, names)
            elif self._past[id(entry)] == self._at:  # the name that it kept
                self._rename(entry)
        if part is not None:
            self._at = max(self._at, part.last)

    def of(self, name: str) -> str:
        """What the node or the scope that was given `name` is called on the page; a scope may end with a slash."""
        if name.endswith("/"):
            return f"{self.of(name[:-1])}/"
        found = self._new.get(name)
        return self._within(name) if found is None else found

    def end(self) -> None:
        """Give everything its name back."""
        self._graph._used = self._taken
        for node, name, read_name, sums in reversed(self._names):
            node.name, node.read_name, node.names_of_sums = name, read_name, sums

    def _within(self, name: str) -> str:
        """`name`, in the scope around it as it is called on the page."""
        scope, slash, last = name.rpartition("/")
        return f"{self.of(scope)}/{last}" if slash else self._scope + name

    def _free(self, wanted: str, mark: bool, names: Any) -> str:
        key = wanted.lower()
        count = names.get(key, 0)
        made = wanted
        if count:
            while (made := f"{wanted}_{count}").lower() in names:
                count += 1
        if mark:
            self.used[key] = count + 1
            self.used.setdefault(made.lower(), 1)
        return made

    def _rename(self, node: Operation) -> None:
        self._names.append((node, node.name, node.read_name, node.names_of_sums))
        node.name = self.of(node.name)
        self.used.setdefault(node.name.lower(), 1)
        if node.read_name is not None:
            node.read_name = self.of(node.read_name)
        if node.names_of_sums is not None:
            each, together = node.names_of_sums
            node.names_of_sums = [self.of(name) for name in each], self.of(together)


def renaming(graph: Graph, functions: Functions, given: Iterable[int]) -> Renaming | None:
    """See `higher.renaming`."""
    before = functions.renamings.pop(id(graph), None)
    if before is not None:
        before.end()
    if not Renaming.serves(graph):
        return None
    made = functions.renamings[id(graph)] = Renaming(graph, given)
    return made


higher.install(renaming=renaming)
