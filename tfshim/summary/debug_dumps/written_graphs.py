"""Traced graphs as TensorFlow has them, and the values that their nodes have in a run.

What is one node here may be several of TensorFlow's: composites, gradients. The run tells the values of our own nodes, and the others are
computed from these.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import torch

from tfshim.engine.graphs.graph_def import end_node, nodes_in_order
from tfshim.engine.graphs.graph_writer import Functions, GraphWriter, NotWritten
from tfshim.engine.ops.attr_values import value_of
from tfshim.engine.ops.op_defs import find
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.engine.values.tensor_messages import tensor_of
from tfshim.summary.run_graphs import batch_of, following

Message = Any
Tell = Callable[[Message, int, EagerTensor], None]


class NotingWriter(GraphWriter):
    """Notes which node each NodeDef is for."""

    def __init__(self, graph: Any, derivatives: bool) -> None:
        super().__init__(graph, Functions(derivatives=derivatives))
        self.names_results = False
        self.written: dict[int, list[Message]] = {}  # id of a node of the graph -> its NodeDefs
        self.node_of: dict[int, Any] = {}  # id of a NodeDef -> the node

    def messages(self, node: Any) -> list[Message]:
        made = super().messages(node)
        if node.graph is self.graph:
            self.written[id(node)] = made
            self.node_of.update((id(m), node) for m in made)
        return made


def full(reference: str) -> str:
    """A reference with its number."""
    return reference if ":" in reference else f"{reference}:0"


def output_count(message: Message) -> int:
    """How many tensors a node gives."""
    definition: Any = find(message.op)
    return 1 if definition is None else sum(output.count(message) for output in definition.outputs)


class WrittenGraph:
    """`messages`: the NodeDefs of a graph, in TensorFlow's order; `node_of(message)`: the node that it is for, None for a handle."""

    def __init__(self, graph: Any) -> None:
        self.graph, self.version = graph, graph.version
        for derivatives in (True, False):
            self._writer = NotingWriter(graph, derivatives)
            try:
                nodes, told, waiting = nodes_in_order(self._writer)
                break
            except NotWritten:  # gradients are nodes of our own then
                continue
        self.messages: list[Message] = [*nodes, *[m for written in waiting.values() for m in written], *self._writer.variables(told)]
        self._renamed: dict[str, str] = {}
        if graph.building_function:
            self._take_from_iterator(batch_of(graph))
        last = end_node(self._writer) if graph.is_traced else None
        if last is not None:
            self.messages.append(last)
        self._places: dict[int, int] = {}  # id of a node -> number of its last NodeDef
        for at, message in enumerate(self.messages):
            node = self.node_of(message)
            if node is not None:
                self._places[id(node)] = at

    def _take_from_iterator(self, given: list[Any]) -> None:
        """Let the inputs, a batch, be what an iterator gives."""
        if not given:
            return
        handle = messages.node_def.NodeDef(name="iterator", op="Placeholder")
        handle.attr["dtype"].type = dtypes.resource.as_datatype_enum
        self._renamed = {f"{t.op.name}:0": f"IteratorGetNext:{i}" for i, t in enumerate(given)}
        names = {t.op.name for t in given}
        self.messages[:] = [handle, following(given), *[m for m in self.messages if m.name not in names]]
        for message in self.messages:
            message.input[:] = [self._renamed.get(full(name), name) for name in message.input]

    @property
    def takes_from_iterator(self) -> bool:
        """Whether an iterator is its only input."""
        return bool(self._renamed)

    def lines_at(self, at: int) -> Any:
        """The node whose place in the program is that of NodeDef number `at`: its own, or of a handle that which uses it first."""
        found = (self.node_of(m) for m in self.messages[at:])
        return next((n for n in found if n is not None), None)

    def node_of(self, message: Message) -> Any:
        """The node for which a NodeDef is written."""
        return self._writer.node_of.get(id(message))

    def names_for(self, nodes: set[int]) -> set[str]:
        """The names of what runs where the nodes with these ids do: what is written for them, and the constants that this takes."""
        found = [m for m in self.messages if id(self.node_of(m)) in nodes]
        taken = {name.partition(":")[0] for m in found for name in m.input}
        # What was assigned is read for those only who take it.
        unread = {m.name for m in found if m.name == self.node_of(m).read_name and m.name not in taken}
        return {m.name for m in found} - unread | {m.name for m in self.messages if m.op == "Const" and m.name in taken}

    def reference(self, t: Any) -> str:
        """How the tensor `t` of the graph is named."""
        made = full(self._writer.reference(t))
        return self._renamed.get(made, made)

    def place(self, node: Any) -> int:
        """The number of the last NodeDef of `node`; -1 where it is not written."""
        return self._places.get(id(node), -1)

    def is_own(self, node: Any, message: Message) -> bool:
        """Whether `message` is `node` itself, whose values a run tells."""
        return id(node) not in self._writer.spliced and message.name == node.name


class Run:
    """One run of a WrittenGraph. Tells of the results of each NodeDef in order: `tell(message, number, tensor)`.

    `only`: the ids of the nodes that run; None for all.
    """

    def __init__(self, written: WrittenGraph, tell: Tell, only: set[int] | None = None) -> None:
        self._written, self._tell = written, tell
        self._needed = None if only is None else written.names_for(only)
        self._values: dict[str, EagerTensor] = {}
        self._next = 0

    def given(self, t: Any, storage: Any) -> None:
        """Note the value of an input."""
        if hasattr(storage, "shape"):
            self._values[self._written.reference(t)] = _tensor(storage, t.dtype)

    def computed(self, node: Any, storages: Iterable[Any]) -> None:
        """Tell of the node that was computed, and of those before it."""
        own = {}
        for t, storage in zip(node.outputs, storages):
            if hasattr(storage, "shape"):
                own[self._written.reference(t)] = _tensor(storage, t.dtype)
        self._values.update(own)
        self._until(self._written.place(node) + 1)

    def finish(self) -> None:
        """Tell of the rest."""
        self._until(len(self._written.messages))

    def _until(self, end: int) -> None:
        while self._next < end:
            message = self._written.messages[self._next]
            self._next += 1
            if self._needed is not None and message.name not in self._needed:
                continue
            count = output_count(message)
            found = [self._values.get(f"{message.name}:{i}") for i in range(count)]
            if any(t is None for t in found) and message.op != "Placeholder":
                made = _evaluated(message, self._values)
                for i, t in enumerate(made or ()):
                    self._values[f"{message.name}:{i}"] = t
                found = made or found
            for i, t in enumerate(found):
                if t is not None:
                    self._tell(message, i, t)


def evaluate(nodes: Iterable[Message], values: dict[str, EagerTensor]) -> Iterator[tuple[Message, list[EagerTensor]]]:
    """(NodeDef, results) of those whose inputs are known, in order; `values` gets the results by their names."""
    for message in nodes:
        made = _evaluated(message, values)
        if made is not None:
            for i, t in enumerate(made):
                values[f"{message.name}:{i}"] = t
            yield message, made


def _tensor(storage: Any, dtype: Any) -> EagerTensor:
    return wrap(storage.detach() if isinstance(storage, torch.Tensor) else storage, dtype)


@contextlib.contextmanager
def apart() -> Iterator[None]:
    """A scope in which nothing is recorded by tapes or graphs."""
    saved = TS.graph, TS.tape, TS.tapes
    TS.graph, TS.tape, TS.tapes = None, None, ()
    try:
        with torch.no_grad():
            yield
    finally:
        TS.graph, TS.tape, TS.tapes = saved


def _evaluated(message: Message, values: dict[str, EagerTensor]) -> list[EagerTensor] | None:
    """What a node gives; None where its inputs are not known, or where it does more than to compute."""
    if message.op == "Const":
        return [tensor_of(message.attr["value"].tensor)]
    definition: Any = find(message.op)
    if definition is None or definition.stateful or not definition.outputs or any(a.kind == "func" for a in definition.attrs.values()):
        return None
    references = [full(r) for r in message.input if not r.startswith("^")]
    if any(r not in values for r in references):
        return None
    tensors = [values[r] for r in references]
    given: dict[str, Any] = {}
    for declared in definition.inputs:
        if declared.number_attr or declared.type_list_attr:
            count = declared.count(message)
            given[declared.name], tensors = tensors[:count], tensors[count:]
        else:
            given[declared.name], *tensors = tensors
    told = {key for i in definition.inputs for key in (i.type_attr, i.number_attr, i.type_list_attr)}
    for a in definition.attrs.values():
        if a.name in message.attr and a.name not in told:
            value = value_of(message.attr[a.name])
            given[a.name] = value.decode("latin-1") if isinstance(value, bytes) else value
    function = higher.raw_function(message.op)
    if function is None:
        return None
    try:
        with apart():
            made = function(**given)
    except Exception:  # an operation that no kernel here serves: its values are left out
        return None
    return list(made) if isinstance(made, (list, tuple)) else [made]
