"""Graphs that use variables of other tasks: what happens to these is done where they are.

The nodes of a graph are put into groups, each of one task. What updates a variable, and the arithmetic element by element between its
reads and its updates, belongs to the task that keeps it, so that this task does a step of an optimizer at once; all other nodes belong to
the task that runs the graph. Each group of another task becomes a function, which that task is sent once and then called: a training step
fetches the weights, computes, and sends the gradients. Of a variable whose rows alone are taken, these are fetched. Nodes go into the last
group that they can be part of, so that what an update reads is read right before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tfshim.distribute.servers.definitions import Definition, definition_of
from tfshim.distribute.servers.part_graphs import PartGraph
from tfshim.distribute.servers.row_reads import Rows, depends_on, gathers_of, indices_of
from tfshim.engine.graph_export.effects import of_node
from tfshim.engine.graphs.func_graph import FuncGraph, building
from tfshim.engine.graphs.node_form import graphs_in
from tfshim.engine.graphs.operation import InnerOp, Operation, everything, tensors_in
from tfshim.engine.graphs.programs.selection import select
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.ops.static_shapes.elementwise import acts_by_element
from tfshim.engine.values.tensor import EagerTensor

_READ, _CONST = "ReadVariableOp", "Const"
_PASSING = frozenset(("Identity", "IdentityN", "Cast"))  # as cheap as arithmetic
_GROWING = "UnsortedSegmentSum"  # makes a gradient of all rows from those of some, which are less to send


def call_remotely(graph: Any, elsewhere: Callable[[Any], Any], connection: Callable[[Any], Any]) -> bool:
    """Change `graph`, and the graphs in it, so that other tasks do what concerns their variables. Whether it uses any.

    `elsewhere(x)`: the Place of a resource that another task keeps, None for others; `connection(place)`: to that task.
    """
    return _Rewriting(elsewhere, connection).graph(graph)


def updates_called(graph: Any, nodes: list[Any], elsewhere: Callable[[Any], Any], connection: Callable[[Any], Any]) -> list[Any]:
    """`nodes` of `graph` with calls in the place of those that update variables of other tasks. Reads stay as they are."""
    groups = _Groups(graph, nodes, elsewhere, False)
    return groups.with_calls(connection) if groups.any else nodes


class _Rewriting:
    def __init__(self, elsewhere: Callable[[Any], Any], connection: Callable[[Any], Any]) -> None:
        self._elsewhere, self._connection, self._seen = elsewhere, connection, {}

    def graph(self, graph: Any) -> bool:
        graph = getattr(graph, "_graph", graph)
        if id(graph) in self._seen:
            return self._seen[id(graph)][1]
        self._seen[id(graph)] = graph, True  # a function may call itself
        within = [self.graph(inner) for n in graph._operations for a in n.arguments for inner in graphs_in(a)]
        needed = select(graph._operations, graph.outputs, stop=[*graph.inputs, *graph.inner_captures])
        groups = _Groups(graph, needed, self._elsewhere)
        if groups.any:
            graph._operations[:] = groups.with_calls(self._connection)
        found = groups.any or any(within)
        self._seen[id(graph)] = graph, found
        return found


class _Groups:
    """The nodes of one graph by the tasks that run them."""

    def __init__(self, graph: Any, nodes: Sequence[Operation], elsewhere: Callable[[Any], Any], fetches: bool = True) -> None:
        """`fetches`: whether values are fetched with the calls, or each is asked for where it is read."""
        self._graph, self._nodes, self._fetches = graph, list(nodes), fetches
        self._places: dict[str, Any] = {}  # address -> a Place there
        self._at: dict[int, str] = {}  # id of a node that another task runs -> its address
        self._reads: dict[int, str] = {}  # id of a read of another task's variable -> the address
        for node in self._nodes:
            found = {p.address: p for x in everything(node.arguments) if (p := elsewhere(x)) is not None}
            self._places.update(found)
            if node.type == _READ:
                if found and fetches:
                    (self._reads[id(node)],) = found
            elif found and not any(True for a in node.arguments for _ in graphs_in(a)):
                self._at[id(node)] = next(iter(found))
        self.any = bool(self._at or self._reads)

    def with_calls(self, connection: Callable[[Any], Any]) -> list[Operation]:
        """The nodes that run here, with calls in the place of what other tasks run."""
        self._users: dict[int, list[Operation]] = {}
        for node in self._nodes:
            for t in tensors_in(node.arguments):
                if type(t) is not EagerTensor:
                    self._users.setdefault(id(t), []).append(node)
        self._kept = {id(t) for t in self._graph.outputs if t is not None}
        self._gathers = {id(n): gathers_of(n, self._users_of, self._is_kept) for n in self._nodes if id(n) in self._reads}
        self._move()
        order: list[Operation] = []
        for calls, nodes in self._rounds():
            if calls:
                order.extend(self._call(calls, connection))
            order.extend(nodes)
        return order

    def _users_of(self, t: Any) -> list[Operation]:
        return self._users.get(id(t), [])

    def _is_kept(self, t: Any) -> bool:
        return id(t) in self._kept

    # ------------------------------------------------------------------ who runs what
    def _move(self) -> None:
        """Let the tasks do the arithmetic between reads and updates of their variables too."""
        wanted: dict[int, str] = {}
        for node in reversed(self._nodes):
            if id(node) in self._at or node.type == _CONST or not self._may_move(node):
                continue
            users = [u for t in node.outputs for u in self._users.get(id(t), ())]
            places = {self._at.get(id(u)) or wanted.get(id(u)) for u in users}
            if len(places) == 1 and None not in places and not any(id(t) in self._kept for t in node.outputs):
                (wanted[id(node)],) = places  # type: ignore[assignment]
        for node in self._nodes:  # what takes nothing of that task is computed here
            place = wanted.get(id(node))
            if place is None:
                continue
            given = [t._op for t in tensors_in(node.arguments) if type(t) is not EagerTensor]
            if node.type == _GROWING or any(self._at.get(id(n)) == place or self._reads.get(id(n)) == place for n in given):
                self._at[id(node)] = place

    def _may_move(self, node: Operation) -> bool:
        if node.stateful or node.rng is not None or any(t._rec is not None for t in node.outputs) or not node.outputs:
            return False
        if node.type == "StridedSlice":  # one of the sizes of a variable
            given: Any = node.arguments[0]
            return type(given) is not EagerTensor and given._op.type == "Shape"
        return node.type in _PASSING or node.type in ("Shape", _GROWING) or acts_by_element(node._op_def)

    # ------------------------------------------------------------------ when
    def _rounds(self) -> list[tuple[dict[str, list[Operation]], list[Operation]]]:
        """[({address: nodes that the task there runs}, nodes that run here after that)], in the order in which they run."""
        after = self._dependents()
        waiting = {id(n): len(after[id(n)]) for n in self._nodes}
        before: dict[int, list[Operation]] = {}
        for node in self._nodes:
            for dependent in after[id(node)].values():
                before.setdefault(id(dependent), []).append(node)
        number = {id(n): i for i, n in enumerate(self._nodes)}
        ready: dict[str, list[Operation]] = {}

        def add(node: Operation) -> None:
            ready.setdefault(self._at.get(id(node)) or self._reads.get(id(node)) or "", []).append(node)

        for node in self._nodes:
            if not waiting[id(node)]:
                add(node)
        groups: list[tuple[str, list[Operation]]] = []  # the last one first
        while any(ready.values()):
            # The first task is the last one here: it has the counter of steps, which those of the others take.
            place = max((p for p in ready if ready[p] and p), key=self._rank, default="")
            made = []
            while ready.get(place):
                node = ready[place].pop()
                made.append(node)
                for earlier in before.get(id(node), ()):
                    waiting[id(earlier)] -= 1
                    if not waiting[id(earlier)]:
                        add(earlier)
            groups.append((place, sorted(made, key=lambda n: number[id(n)])))
        return self._joined(groups[::-1], after)

    def _rank(self, address: str) -> int:
        return list(self._places).index(address)

    def _joined(self, groups: Any, after: Any) -> list[tuple[dict[str, list[Operation]], list[Operation]]]:
        """Calls of several tasks that do not wait for each other become one round."""
        rounds: list[tuple[dict[str, list[Operation]], list[Operation]]] = [({}, [])]
        for place, nodes in groups:
            if not place:
                rounds[-1][1].extend(nodes)
                continue
            calls, here = rounds[-1]
            mine = set(map(id, nodes))
            waits = any(id(d) in mine for others in calls.values() for n in others for d in after[id(n)].values())
            if here or place in calls or waits:
                rounds.append(({place: nodes}, []))
            else:
                calls[place] = nodes
        return rounds

    def _dependents(self) -> dict[int, dict[int, Operation]]:
        """{id of a node: {id: node} that runs after it}: what takes its outputs, and what its effects come before."""
        after: dict[int, dict[int, Operation]] = {id(n): {} for n in self._nodes}
        written: dict[Any, Operation] = {}
        read: dict[Any, list[Operation]] = {}

        def follows(node: Operation, earlier: Operation) -> None:
            if earlier is not node and id(earlier) in after:
                after[id(earlier)][id(node)] = node

        for node in self._nodes:
            for t in tensors_in(node.arguments):
                if type(t) is not EagerTensor:
                    follows(node, t._op)
            for earlier in node.control_inputs:
                # What written functions say of the order of effects is known; between values alone nothing has to be said.
                if earlier.has_effect and not earlier.type.startswith("_") and earlier.type != _READ:
                    follows(node, earlier)
            for earlier in depends_on(self._gathers.get(id(node), ())):
                follows(node, earlier)
            for key, changes in self._touched(node):
                if key in written:
                    follows(node, written[key])
                if changes:
                    for earlier in read.pop(key, ()):
                        follows(node, earlier)
                    written[key] = node
                else:
                    read.setdefault(key, []).append(node)
        return after

    def _touched(self, node: Operation) -> Iterable[tuple[Any, bool]]:
        """(what, whether it is changed) of all that keeps the node in its order among others."""
        if node.type == _READ:
            yield id(node.arguments[0]), False
        else:
            effects = of_node(node)
            for key in effects.resources:
                yield key, key in effects.written
            if effects.others and not node.type.startswith("_"):
                yield "others", True
            if node.rng is not None:
                yield "random numbers", True
        if node.type.startswith(("_Tape", "_Gradient")):
            yield "tape", True
        elif any(t._rec is not None for t in node.outputs):
            yield "tape", False

    # ------------------------------------------------------------------ calls
    def _call(self, calls: dict[str, list[Operation]], connection: Callable[[Any], Any]) -> list[Operation]:
        """The node of a round of calls, and the reads here of what it fetches."""
        parts, inputs, results, places = [], [], [], {}
        rows: dict[int, Rows] = {}  # by the variable's id
        for address, nodes in calls.items():
            part = _Part(self._graph, nodes, self._needed, self._by_rows(nodes))
            first = len(results)
            results.extend(part.results)
            for t in part.inputs:
                if id(t) not in places:
                    places[id(t)] = len(inputs)
                    inputs.append(t)
            parts.append((connection(self._places[address]), part.definition(), [places[id(t)] for t in part.inputs]))
            for variable, kind, at, indices in part.rows:
                sent = (False, first + indices) if type(indices) is int else (True, places[id(indices)])
                rows.setdefault(id(variable), Rows(variable)).pieces.append((kind, first + at, sent))
        # What gradients begin at is a value that the variable has here, to be read from it.
        reads = [(i, n) for i, (n, _) in enumerate(results) if n is not None and n.type == _READ and n.outputs[0]._rec is not None]
        kernel = _Calls(parts, [(n.arguments[0], i) for i, n in reads], list(rows.values()))
        kept = {i for i, _ in reads} | {i for i, (n, _) in enumerate(results) if n is None}
        count = len(self._graph._operations)
        leaves = [abstract.leaf_like(t) for _, t in results]
        made = self._graph._add(InnerOp("RemoteCall", kernel, stateful=True, names=("inputs",), grad=None), [inputs], leaves, "RemoteCall")
        del self._graph._operations[count:]
        for i, (_, t) in enumerate(results):
            if i not in kept:
                made.outputs[i] = made.result[i] = t
                if self._fetches:
                    t._op, t._index = made, i
        by_rows = [n for nodes in calls.values() for n in nodes if n.type == _READ and id(n.arguments[0]) in rows]
        return [made, *[n for _, n in reads], *by_rows]

    def _by_rows(self, nodes: list[Operation]) -> dict[int, list[Operation]]:
        """{id of a read among `nodes`: the gathers whose rows are fetched in its place}."""
        whole = {key for n in nodes if not self._gathers.get(id(n)) for key, _ in self._touched(n)}
        return {id(n): self._gathers[id(n)] for n in nodes if self._gathers.get(id(n)) and id(n.arguments[0]) not in whole}

    def _needed(self, node: Operation, inside: set[int]) -> bool:
        """Whether something outside of the nodes `inside` takes what `node` gives."""
        for t in node.outputs:
            if id(t) in self._kept or any(id(u) not in inside for u in self._users.get(id(t), ())):
                return True
        return False


class _Part(PartGraph):
    """What one task runs of a graph, as a graph of its own: `inputs` are tensors from outside, `results` pairs (node, tensor).

    `by_rows`: {id of a read: the gathers that take rows of it}. What is given for them has None in the place of a node, and in `rows`
    (variable, kind of gather, place of its rows in `results`, and that of the indices, or the tensor among `inputs`).
    """

    def __init__(
        self,
        graph: Any,
        nodes: Sequence[Operation],
        needed: Callable[[Operation, set[int]], bool],
        by_rows: dict[int, list[Operation]],
    ) -> None:
        super().__init__(FuncGraph(f"{graph.name}_part"))
        inside = set(map(id, nodes))
        self.results: list[tuple[Operation | None, Any]] = []
        self.rows: list[tuple[Any, str, int, Any]] = []
        with building(self._graph):
            for node in nodes:
                self._copy(node)
                if id(node) not in by_rows and needed(node, inside):
                    self.results.extend((node, t) for t in node.outputs)
            for node in nodes:
                for gather in by_rows.get(id(node), ()):
                    self._take_rows(node, gather)
        self._graph.inputs = self._placeholders
        # Inputs come first among the nodes.
        given = {id(p.op) for p in self._graph.inputs}
        operations = self._graph._operations
        operations[:] = [p.op for p in self._graph.inputs] + [n for n in operations if id(n) not in given]
        self._graph.outputs = [self._known[id(t)] for _, t in self.results]
        self._graph.structured_outputs = list(self._graph.outputs)

    def definition(self) -> Definition:
        return definition_of(self._graph, together=True)

    def _take_rows(self, read: Operation, gather: Operation) -> None:
        indices: Any = indices_of(gather)
        self._known[id(gather.arguments[0])] = self._known[id(read.outputs[0])]
        self._copy(gather)
        self.results.append((None, gather.outputs[0]))
        at = len(self.results) - 1
        if not any(t is indices for t in self.inputs):
            self.results.append((None, indices))
            self._known[id(indices)] = self._inside(indices)
            indices = len(self.results) - 1
        self.rows.append((read.arguments[0], gather.type, at, indices))

    def _copy(self, node: Operation) -> None:
        arguments = [self._inside(a) for a in node.arguments]
        self._copied(node, arguments)
        for x in everything(arguments):
            if getattr(x, "_place", None) is not None:
                self._graph.note_variable(x)


class _Calls:
    """The kernel of a node that calls functions of other tasks, all at once.

    `parts`: (connection, Definition, places of its inputs); `fetched`: (variable, place among the results), for variables whose values
    the other nodes then read; `rows`: what is fetched of others.
    """

    __name__ = "remote_call"

    def __init__(self, parts: Sequence[Any], fetched: Sequence[Any], rows: Sequence[Rows]) -> None:
        self._parts, self._fetched, self._rows = parts, fetched, rows

    def __call__(self, inputs: Sequence[Any]) -> list[Any]:
        replies = [c.run(definition, {}, [inputs[i] for i in given]) for c, definition, given in self._parts]
        results = [t for reply in replies for t in reply.result()[1]]
        for variable, place in self._fetched:
            variable._t = results[place]
        for rows in self._rows:
            rows.put(inputs, results)
        return results
