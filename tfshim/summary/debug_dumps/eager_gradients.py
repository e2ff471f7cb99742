"""Gradients of tapes outside of functions, operation by operation: torch computes them at once, TensorFlow in many operations.

What runs under a tape is noted. A gradient is written down for a graph of that, and computed once more from the values.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tfshim.engine.graph_gradients import gradient_nodes
from tfshim.engine.graphs.func_graph import FuncGraph, building
from tfshim.engine.graphs.graph_writer import NotWritten
from tfshim.engine.graphs.recording import record
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.summary.debug_dumps.written_graphs import NotingWriter, evaluate, full

# (operation, its arguments, its results); of a gradient (None, (targets, weights, sources), results)
Noted = tuple[Any, Any, list[Any]]
Step = tuple[str, list[EagerTensor], list[EagerTensor]]  # type, inputs, outputs


class TapeNotes:
    """What ran since the outermost tape was begun, in this thread."""

    def __init__(self) -> None:
        self._state = threading.local()

    def _notes(self) -> list[Noted]:
        tapes = TS.tapes
        root = tapes[0] if tapes else None
        if root is not None and getattr(self._state, "root", None) is not root:
            self._state.root, self._state.notes, self._state.reads = root, [], {}
        found: list[Noted] = getattr(self._state, "notes", [])
        return found

    def ran(self, o: Any, arguments: Any, results: Iterable[Any]) -> None:
        """Note an operation, or with None a gradient."""
        if TS.tapes:
            self._notes().append((o, arguments, list(results)))

    def read(self, variable: Any, value: EagerTensor) -> None:
        """Note that `value` is that of a variable."""
        if TS.tapes:
            self._notes()
            self._state.reads[id(value)] = value, variable

    def steps(self, targets: Sequence[Any], weights: Sequence[Any], sources: Sequence[Any]) -> list[Step] | None:
        """What TensorFlow runs for the gradients; None where that is not known."""
        notes: list[Noted] = getattr(self._state, "notes", [])
        reads: dict[int, Any] = getattr(self._state, "reads", {})
        try:
            return list(_Replayed(notes, reads, targets, weights, sources).steps())
        except Exception:  # the gradient is there: how it came about is told, or it is told as a whole
            return None


class _Replayed:
    """The operations between sources and targets as a graph."""

    def __init__(
        self, notes: Sequence[Noted], reads: dict[int, Any], targets: Sequence[Any], weights: Sequence[Any], sources: Sequence[Any]
    ) -> None:
        self.graph = FuncGraph("gradient")
        self._symbolic: dict[int, Any] = {}  # id of an eager tensor -> that of the graph
        self._values: dict[int, EagerTensor] = {}  # id of one of the graph -> the eager one
        self._kept: list[Any] = []
        self._of_variable: dict[int, Any] = {}
        self._reads = reads
        self._reached: set[int] = set()
        with building(self.graph):
            starts = [self._start(s) for s in sources]
            for o, arguments, results in notes:
                self._replay(o, arguments, results)
            for t in targets:
                if id(t) not in self._symbolic:
                    raise NotWritten("what was not seen", "target")
            ys = [self._symbolic[id(t)] for t in targets]
            made = gradient_nodes.add(self.graph, ys, list(map(self._tensor, weights)), starts, (), "gradients")
            self._last = made[0].op
        self._last.eagerly = self._last.gives_rows = True

    def _start(self, source: Any) -> Any:
        known = self._of_variable.get(id(source)) if is_variable(source) else self._symbolic.get(id(source))
        if known is not None:
            return known
        t = self.graph.placeholder(source.dtype, source.shape)
        if is_variable(source):
            self._of_variable[id(source)] = t
            for key, (value, variable) in self._reads.items():
                if variable is source:
                    self._same(key, t, value)
        else:
            self._same(id(source), t, source)
        return t

    def _same(self, key: int, t: Any, value: Any) -> None:
        self._symbolic[key] = t
        self._reached.add(key)
        self._values.setdefault(id(t), wrap(value._t.detach(), value.dtype))
        self._kept += [t, value]

    def _tensor(self, x: Any) -> Any:
        if type(x) is not EagerTensor:
            return x
        known = self._symbolic.get(id(x))
        if known is None:
            plain = wrap(x._t.detach(), x.dtype) if hasattr(x._t, "detach") else x
            known = self._symbolic[id(x)] = self.graph._as_node(plain)
            self._values[id(known)] = plain
            self._kept += [x, plain]
        return known

    def _replay(self, o: Any, arguments: Any, results: list[Any]) -> None:
        given = arguments[2] if o is None else nest.flatten(list(arguments))
        if not any(id(x) in self._reached for x in given):
            return
        if o is None:
            targets, weights, _ = arguments
            if any(id(t) not in self._symbolic for t in targets):
                raise NotWritten("what was not seen", "target")
            places = [i for i, r in enumerate(results) if r is not None]
            xs = [self._start(given[i]) for i in places]
            ys = [self._symbolic[id(t)] for t in targets]
            outputs: Any = gradient_nodes.add(
                self.graph, ys, [None if w is None else self._tensor(w) for w in weights], xs, (), "gradients"
            )
            outputs[0].op.eagerly = True
            results = [results[i] for i in places]
        else:
            outputs = nest.flatten(record(self.graph, o, [self._argument(x) for x in arguments], None))
        for t, r in zip(outputs, results):
            if type(r) is EagerTensor:
                self._same(id(r), t, r)

    def _argument(self, x: Any) -> Any:
        return [self._argument(v) for v in x] if type(x) is list else self._tensor(x)

    def steps(self) -> Iterator[Step]:
        """What runs for the gradient."""
        writer = NotingWriter(self.graph, derivatives=True)
        values: dict[str, EagerTensor] = {}
        for node in list(self.graph._operations):
            messages = writer.messages(node)
            if node is self._last:
                break
            if node.name in (m.name for m in messages) and id(node) not in writer.spliced:
                for t in node.outputs:
                    if id(t) in self._values:
                        values[full(writer.reference(t))] = self._values[id(t)]
                messages = messages[:-1]
            list(evaluate(messages, values))
        for message, made in evaluate(messages, values):
            if message.op != "Const":
                yield message.op, [values[full(r)] for r in message.input if not r.startswith("^")], made
