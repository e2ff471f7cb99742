"""What functions read and change beside their inputs: variables, tables and other resources, and the order of that.

In TensorFlow's functions nothing but inputs says which node runs first, so nodes with effects name those before them as control
inputs; here they run in the order in which they were recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graphs.graph_writer import OF_TAPES
from tfshim.engine.graphs.node_form import graphs_in
from tfshim.engine.graphs.operation import Operation, everything
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.func_graph import FuncGraph

    Writer: TypeAlias = Any  # GraphWriter of graphs.graph_writer

# Operations that leave the resource as it is.
_READING = frozenset(
    """ReadVariableOp VarIsInitializedOp VariableShape ResourceGather ResourceGatherNd LookupTableFindV2 LookupTableSizeV2
    LookupTableExportV2""".split()
)


def is_resource(x: Any) -> bool:
    """Whether an argument of a node is what TensorFlow has a handle for: a variable or a table."""
    return not isinstance(x, Tensor) and (is_variable(x) or hasattr(type(x), "resource_handle"))


def functions_in(x: Any) -> Iterator[Any]:
    """The graphs of functions in an argument of a node, those of the datasets in it included."""
    yield from graphs_in(x)
    within = getattr(x, "graphs_within", None)
    if within is not None:
        yield from within()


class Effects:
    """What some nodes do: `resources` in the order of their first use, ids of those `written`, and whether there are `others`."""

    __slots__ = ("resources", "written", "others")

    def __init__(self) -> None:
        self.resources: dict[int, Any] = {}
        self.written: set[int] = set()
        self.others = False

    def add(self, other: Effects) -> None:
        """Count in the effects `other` as well."""
        for key, x in other.resources.items():
            self.resources.setdefault(key, x)
        self.written |= other.written
        self.others |= other.others

    @property
    def any(self) -> bool:
        """Whether something is changed or done."""
        return self.others or bool(self.written)


def of_node(node: Operation, lifted: Any = ()) -> Effects:
    """The effects of a node, those of the functions in it included. `lifted`: ids of eager tensors that are inputs of functions."""
    made = Effects()
    if node.kind == "Const":
        if id(node.arguments[0]) in lifted:
            made.resources[id(node.arguments[0])] = node.arguments[0]
        return made
    inner = False
    for x in everything(node.arguments):
        if is_resource(x):
            made.resources[id(x)] = x
            if node.kind not in _READING:
                made.written.add(id(x))
        else:
            for graph in functions_in(x):
                inner = True
                made.add(of_graph(getattr(graph, "_graph", graph), lifted))
    if node.stateful:
        for x in higher.changed_beside(node):
            made.resources[id(x)] = x
            made.written.add(id(x))
    if node.stateful and not made.resources and not inner and node.rng is None:
        made.others = True
    return made


def of_graph(graph: FuncGraph, lifted: Any = ()) -> Effects:
    """The effects of all nodes of a graph."""
    made = Effects()
    for node in list(graph._operations):
        made.add(of_node(node, lifted))
    return made


class Order:
    """Says for nodes in turn after which of those before them they have to run."""

    def __init__(self, writer: Writer) -> None:
        self._lifted, self._derivatives = writer.functions.lifted, writer.functions.derivatives
        self._written: dict[int, Operation] = {}  # id of a resource -> the last node that changed it
        self._read: dict[int, list[Operation]] = {}  # the nodes that read it since
        self._last: Operation | None = None  # with an effect on something else
        self.kept: list[Operation] = []  # nodes that have run when the function is done, though nothing may need what they give

    def add(self, node: Operation) -> list[Operation]:
        """The nodes after which `node` runs."""
        if self._derivatives and node.kind in OF_TAPES:
            return []
        effects = of_node(node, self._lifted)
        if not effects.resources and not effects.others:
            return []
        after: list[Operation] = []
        for key in effects.resources:
            if key in self._written:
                after.append(self._written[key])
            if key in effects.written:
                after.extend(self._read.pop(key, ()))
                self._written[key] = node
            else:
                self._read.setdefault(key, []).append(node)
        if effects.others:
            if self._last is not None:
                after.append(self._last)
            self._last = node
        # Reads too: who waits for a call, which may be written in line, waits for nothing else in it.
        self.kept.append(node)
        return _once(after)


def _once(nodes: Iterable[Operation]) -> list[Operation]:
    def fresh() -> Iterator[Operation]:
        seen = set()
        for n in nodes:
            if id(n) not in seen:
                seen.add(id(n))
                yield n

    return list(fresh())


higher.install(order_of_effects=Order)
