"""Runs of TensorFlow 1's sessions over several tasks: what is done with a task's variables is done there.

A run's nodes are put into rounds. A round begins with a call of each task that has something to do in it, all at once; then come the nodes
that run in the session's own process. What such a task does is sent once, as a GraphDef of its nodes alone, and later called by its key.
Values of variables that are fetched are what the reads in this process then find; all else that is computed stays in this process,
whatever device a scope names, since where it is computed changes nothing of what it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tfshim.distribute.servers.connection import CONNECTIONS
from tfshim.distribute.servers.definitions import Definition
from tfshim.distribute.servers.part_graphs import PartGraph
from tfshim.engine.graphs.devices.session_targets import Calls
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.graph_variable import HANDLE, imported_variable
from tfshim.engine.graphs.inner_links import used_variables
from tfshim.engine.graphs.node_form import graphs_in
from tfshim.engine.graphs.operation import READ, InnerOp, Operation, everything, tensors_in
from tfshim.engine.graphs.references import REFERENCE, is_by_reference, refer
from tfshim.engine.graphs.sessions.runs import cancelled, others_may_run
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.op_defs import find
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import device, name_scope
from tfshim.engine.values import dtypes
from tfshim.engine.values.protocol import is_variable
from tfshim.refusals import refused

_LISTENS = 0.1  # seconds between looks whether the session was closed
_READS = (READ.type, REFERENCE.type)
Where = Callable[[str], Any]  # (name of a task, its address) for a device of another process, None for others


def split(
    graph: Any, nodes: list[Operation], fetches: Sequence[Any], feeds: Sequence[Any], where: Where, owner: str
) -> tuple[list[Operation], Any]:
    """`nodes` of a session's graph with calls in the place of those that tasks of other processes run, and what these fetch.

    The second is {id: variable}. `fetches`: the tensors whose values the session gives; `feeds`: those that it is given; `owner`: the
    name of what belongs to the session alone. The nodes are the same where no other task takes part. Raises NotImplementedError for a
    node that uses variables or queues of two tasks, or a table of another one.
    """
    all_nodes: list[Operation] = []
    places: dict[int, Any] = {}
    values: dict[int, dict[int, Any]] = {}  # id of a node -> {id of a variable of another task: the tensor with its value}
    within: dict[int, list[tuple[Any, Any]]] = {}  # id of a node of this process -> (variable, task) of those it reads
    for node in nodes:
        has_graphs = any(True for a in node.arguments for _ in graphs_in(a))
        used = _used_within(node, where) if has_graphs else _used(node, where)
        place = None if has_graphs or not used else used[0][1]
        others = [(x, other) for x, other in used if other != place]
        if place is not None and any(p != place for x, p in used[: _resources_of(node)]) or any(_is_shared(x) for x, _ in others):
            raise refused("tf.compat.v1.Session", "tasks", node=node.name, tasks=" and ".join(sorted({p[0] for _, p in used if p})))
        if place is None:
            if others:
                within[id(node)] = others
        else:
            places[id(node)] = place
            for x, other in others:
                read = _read_of(x, graph)
                values.setdefault(id(node), {})[id(x)] = read.outputs[0]
                all_nodes.append(read)
                if other is not None:
                    places[id(read)] = other
        all_nodes.append(node)
    if not places and not within:
        return nodes, {}
    return _Rounds(graph, all_nodes, fetches, feeds, places, within, values, owner).nodes()


def read(task: Any, variable: Any) -> Any:
    """The storage that sessions have for `variable` at `task`, or None."""
    connection = CONNECTIONS.to(*task)
    connection.meet()
    found = connection.call("read_named", {"name": variable._handle_name})[1]
    return found[0] if found else None


def write(task: Any, variable: Any, storage: Any) -> None:
    """Give `variable` of `task` the value `storage`."""
    connection = CONNECTIONS.to(*task)
    connection.meet()
    connection.call("assign_named", {"name": variable._handle_name}, [storage])


CALLS = Calls(split, read, write)


def _used(node: Operation, where: Where) -> list[tuple[Any, Any]]:
    """(what, task) of the variables, queues and accumulators that `node` uses; None for those of this process.

    Raises NotImplementedError for other things of another task.
    """
    if node.type.startswith("_") or node.kind == HANDLE.type:
        return []
    found = []
    for x in everything(node.arguments):
        if is_variable(x):
            found.append((x, where(getattr(x, "device", None) or "")))
        elif _is_shared(x):
            found.append((x, where(x.graph_handle.device)))
        elif (ref := _reference(x)) is not None and (place := where(ref.device)) is not None:
            raise refused("tf.compat.v1.Session", "queues", node=node.name, task=place[0])
    return found


def _reference(x: Any) -> Any:
    """The symbolic tensor that refers to what has no name that tasks share: a choice of queues, the handle of a resource; None for else."""
    for name in ("_queue_ref", "_accumulator_ref"):
        if hasattr(x, name):
            return getattr(x, name)
    return x if type(x) is SymbolicTensor and x.dtype is dtypes.resource else None


def _is_shared(x: Any) -> bool:
    """Whether `x` is a queue or an accumulator of a graph."""
    return hasattr(x, "_shared_as") and getattr(x, "graph_handle", None) is not None


def _resources_of(node: Operation) -> int:
    """How many resources `node` takes as such, which come first and may be changed; of others the value is taken."""
    declared = find(node.type)
    return 1 if declared is None else sum(a.is_ref or a.dtype is dtypes.resource for a in declared.inputs)


def _read_of(variable: Any, graph: Any) -> Operation:
    """A read of `variable` for one run, which the graph does not have."""
    node = Operation(graph, f"{variable._handle_name}/read", READ, [variable], [], variable.device or "")
    dtype, shape, a, b = abstract.leaf(variable._dt, variable._shape)
    node.outputs = [SymbolicTensor(node, 0, dtype, shape, a, b)]
    node.result = node.outputs[0]
    return node


def _used_within(node: Operation, where: Where) -> list[tuple[Any, Any]]:
    """(variable, task) of those of other tasks that the graphs in `node` read. Raises NotImplementedError where they change one."""
    found = [(v, place) for v in used_variables([node]).values() if (place := where(getattr(v, "device", None) or "")) is not None]
    mine = {id(v) for v, _ in found}
    for a in node.arguments if found else ():
        for graph in graphs_in(a):
            for n in _all_nodes(getattr(graph, "_graph", graph)):
                if n.kind not in (*_READS, HANDLE.type) and not n.type.startswith("_") and n.stateful:
                    changed = next((x for x in n.arguments if id(x) in mine), None)
                    if changed is not None:
                        raise refused("tf.compat.v1.Session", "inner", node=n.name, variable=changed.name)
    return found


def _all_nodes(graph: Any) -> Iterator[Operation]:
    for node in graph._operations:
        yield node
        for a in node.arguments:
            for inner in graphs_in(a):
                yield from _all_nodes(getattr(inner, "_graph", inner))


class _Rounds:
    """The order in which the nodes of a run are done, here and elsewhere."""

    def __init__(self, graph: Any, nodes: Any, fetches: Any, feeds: Any, places: Any, inner: Any, values: Any, owner: str) -> None:
        self._graph, self._nodes, self._places, self._inner, self._values = graph, nodes, places, inner, values
        self._owner = owner
        self._given = {id(t) for t in feeds}
        self._maker = {id(t): n for n in nodes for t in n.outputs}
        self._round: dict[int, int] = {}  # by the id of a node
        self._wanted = {id(t) for t in fetches}  # ids of tensors whose values are needed in this process
        self._fetched: dict[int, Any] = {}
        for node in nodes:
            if id(node) not in places:
                self._wanted.update(id(t) for t in tensors_in(node.arguments))

    def nodes(self) -> tuple[list[Any], dict[int, Any]]:
        self._number()
        last = max(self._round.values())
        made: list[Any] = []
        for number in range(last + 1):
            mine = [n for n in self._nodes if self._round[id(n)] == number]
            made.extend(self._calls([n for n in mine if id(n) in self._places], [f for n in mine for f in self._inner.get(id(n), ())]))
            made.extend(n for n in mine if id(n) not in self._places)
        return made, self._fetched

    # ------------------------------------------------------------------ when
    def _number(self) -> None:
        written: dict[Any, Operation] = {}
        read: dict[Any, list[Operation]] = {}
        for node in self._nodes:
            taken = [*tensors_in(node.arguments), *self._values.get(id(node), {}).values()]
            before = [self._maker[id(t)] for t in taken if id(t) in self._maker and id(t) not in self._given]
            before.extend(n for n in node.control_inputs if id(n) in self._round)
            for key, changes in self._touched(node):
                if key in written:
                    before.append(written[key])
                if changes:
                    before.extend(read.pop(key, ()))
                    written[key] = node
                else:
                    read.setdefault(key, []).append(node)
            place = self._places.get(id(node))
            self._round[id(node)] = max((self._after(earlier, place) for earlier in before), default=0)

    def _after(self, earlier: Operation, place: Any) -> int:
        """The first round for a node at `place` that takes what `earlier` gives: a call comes before the other nodes of its round."""
        number, other = self._round[id(earlier)], self._places.get(id(earlier))
        return number if place is None or other == place or earlier.kind == "Const" else number + 1

    @staticmethod
    def _touched(node: Operation) -> Iterator[tuple[Any, bool]]:
        """(what, whether it is changed) of all that keeps the node in its order among others."""
        for x in everything(node.arguments):
            if is_variable(x):
                yield id(x), node.kind not in _READS and not node.type.startswith("_")
            elif _is_shared(x):
                yield id(x), True
        if node.type.startswith(("_Tape", "_Gradient")):
            yield "tape", True
        elif any(t._rec is not None for t in node.outputs):
            yield "tape", False

    # ------------------------------------------------------------------ calls
    def _calls(self, nodes: list[Operation], within: list[tuple[Any, Any]]) -> list[Operation]:
        """The node that calls the tasks of `nodes`, and the reads in this process of what it fetches."""
        tasks = dict.fromkeys([*(self._places[id(n)] for n in nodes), *(place for _, place in within)])
        if not tasks:
            return []
        parts, inputs, results, reads = [], [], [], []
        places: dict[int, int] = {}
        variables: list[tuple[Any, int]] = []
        for task in tasks:
            mine = [n for n in nodes if self._places[id(n)] == task]
            needed = self._is_needed(mine)
            part = _Part(mine, [v for v, place in within if place == task], self._values, needed, self._owner)
            for t in part.inputs:
                if id(t) not in places:
                    places[id(t)] = len(inputs)
                    inputs.append(t)
            for variable in part.read:
                variables.append((variable, len(results)))
                results.append(None)
                self._fetched[id(variable)] = variable
            results.extend(part.results)
            parts.append((CONNECTIONS.to(*task), part.definition(), [places[id(t)] for t in part.inputs]))
            reads.extend(n for n in mine if n.kind in _READS and needed(n))
        kernel = _Calls(parts, variables, [i for i, t in enumerate(results) if t is not None])
        call = Operation(self._graph, "RemoteCall", InnerOp("RemoteCall", kernel, stateful=True, names=("inputs",)), [inputs], [], "")
        call.outputs = [t for t in results if t is not None]
        call.result = list(call.outputs)
        return [call, *reads]

    def _is_needed(self, inside: list[Operation]) -> Callable[[Operation], bool]:
        mine = set(map(id, inside))
        elsewhere = {id(t) for n in self._nodes if id(n) in self._places and id(n) not in mine for t in tensors_in(n.arguments)}
        elsewhere.update(id(t) for values in self._values.values() for t in values.values())
        return lambda node: any(id(t) in self._wanted or id(t) in elsewhere for t in node.outputs)


class _Part(PartGraph):
    """What one task does in a round, as a graph of its own.

    `inputs`: the tensors from outside; `read`: the variables whose values it gives, first; `results`: the tensors that it gives.
    """

    def __init__(
        self,
        nodes: Sequence[Operation],
        within: Sequence[Any],
        given: dict[int, dict[int, Any]],
        needed: Callable[[Operation], bool],
        owner: str,
    ) -> None:
        super().__init__(Graph())
        self._given, self._owner = given, owner
        self.read: list[Any] = []
        self.results: list[Any] = []
        values, others, self._targets, last = [], [], [], None
        with self._graph.as_default(), name_scope(""):
            for node in nodes:
                last = self._copy(node, last)
                if not needed(node):
                    self._targets.append(last.name)
                elif node.kind in _READS:
                    self.read.append(node.arguments[0])
                    values.append(last.outputs[0].name)
                else:
                    self.results.extend(node.outputs)
                    others.extend(t.name for t in last.outputs)
            with self._graph.control_dependencies([] if last is None else [last]):
                for v in within:
                    self.read.append(v)
                    values.append(self._graph._add(READ, [self._variable(v)], abstract.leaf(v._dt, v._shape), "within").outputs[0].name)
        self._fetches = [*values, *others]

    def definition(self) -> Definition:
        content = self._graph.as_graph_def().SerializeToString(deterministic=True)
        return Definition(content, {"session": [[t.name for t in self._placeholders], self._fetches, self._targets]})

    def _copy(self, node: Operation, last: Operation | None) -> Operation:
        instead = self._given.get(id(node), {})
        arguments = [self._inside(instead.get(id(a), a)) for a in node.arguments]
        with device(node.device or None), self._graph.control_dependencies([] if last is None else [last]):
            made = self._copied(node, arguments)
        made.use_locking, made.any_shape = node.use_locking, node.any_shape
        if node.refers is not None:
            refer(made, self._variable(node.refers))
        return made

    def _inside(self, x: Any) -> Any:
        if is_variable(x):
            return self._variable(x)
        return self._shared(x) if _is_shared(x) else super()._inside(x)

    def _shared(self, x: Any) -> Any:
        """A queue or accumulator, which tasks find by its name."""
        found = self._known.get(id(x))
        if found is None:
            maker = x.graph_handle.op
            found = self._known[id(x)] = x._shared_as(f"{self._owner}/{maker.name}")
            leaf = abstract.leaf(x.graph_handle.dtype, x.graph_handle.shape)
            with device(maker.device or None), self._graph.control_dependencies(None):
                found._for_node(self._graph._add(maker._op_def, [found], leaf, maker.name + "/").outputs[0])
        return found

    def _variable(self, v: Any) -> Any:
        found = self._known.get(id(v))
        if found is None:
            found = self._known[id(v)] = imported_variable(self._graph, v._handle_name, v._dt, v._shape)
            by_reference = found._by_reference = is_by_reference(v)
            kind, leaf = (REFERENCE, (v._dt, v._shape)) if by_reference else (HANDLE, (dtypes.resource, []))
            with device(v.device or None), self._graph.control_dependencies(None):
                found._handle = self._graph._add(kind, [found], abstract.leaf(*leaf), v._handle_name + "/").outputs[0]
            found._handle._handle = found
            if by_reference:
                refer(found._handle._op, found)
        return found


class _Calls:
    """The kernel of a node that calls several tasks at once.

    `parts`: (connection, definition, places of its inputs); `variables`: (variable, place of its value among the results); `given`: the
    places of the results that nodes in this process take.
    """

    __name__ = "remote_call"

    def __init__(self, parts: Sequence[Any], variables: Sequence[tuple[Any, int]], given: Sequence[int]) -> None:
        self._parts, self._variables, self._given = parts, variables, given

    def __call__(self, inputs: Sequence[Any]) -> list[Any]:
        with others_may_run():
            for connection, _, _ in self._parts:
                connection.meet()
            replies = [connection.run(definition, {}, [inputs[i] for i in places]) for connection, definition, places in self._parts]
            while not all([reply.wait(_LISTENS) for reply in replies]):
                if cancelled():
                    for reply in replies:
                        reply.cancel()
                    raise errors.CancelledError(None, None, "The session was closed while another task ran a part of it.")
            results = [t for reply in replies for t in reply.result()[1]]
        for variable, at in self._variables:
            variable._t = results[at]
        return [results[i] for i in self._given]
