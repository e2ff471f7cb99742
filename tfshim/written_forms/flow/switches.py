"""Branches on pages of graphs of TensorFlow 1: the nodes of its first control flow, and those of the branches in line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graph_export.contexts import Branch, merged, node, switched
from tfshim.engine.graph_export.naming import Renaming
from tfshim.engine.graph_export.splicing import raw_node, scratch_for, splice_around
from tfshim.engine.graphs.func_graph import PLACEHOLDER, building, convert_outputs
from tfshim.engine.graphs.node_form import graphs_in, is_reference
from tfshim.engine.graphs.operation import Operation, everything, is_read_within, tensors_in
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.written_forms.flow import loops, tensor_arrays
from tfshim.written_forms.form import Form, form_of, writing

if TYPE_CHECKING:
    from tfshim.engine.graphs.func_graph import FuncGraph

    Writer: TypeAlias = Any  # GraphWriter of graphs.graph_writer


def form(writer: Writer, of: Operation) -> list[Any] | None:
    """The NodeDefs that stand for the branches `of`; None where the names of what is in them are not known."""
    if not all(map(Renaming.serves, _graphs_within(of))):
        return None
    flow: Any = None
    last: list[Any] = []

    def run(inner: Callable[[Any], Any]) -> list[Any]:
        nonlocal flow
        flow = _Flow(writer, inner)
        last.extend(flow.results(of, of.name, inner, None))
        return last

    passing = list(_passing_on(of))
    if of.graph is not writer.graph:  # else they come to their names later
        for n in passing:
            writer.names.pop(n.name.lower(), None)
    messages = splice_around(writer, of, run, whole=True)
    places = {id(t): made for t, made in zip(of.outputs, last)}
    for n in passing:
        made = places[id(n.arguments[0])]
        writer.written_before.add(id(n))
        writer.place(n.outputs[0], writer.reference(made))
        if id(n.arguments[0]) in writer.flows:
            writer.flows.add(id(n.outputs[0]))
        writer.ends(n, [made.op.name])
    writer.ends(of, [t.op.name for t in last])
    return messages


def array_form(writer: Writer, of: Operation) -> list[Any] | None:
    """The NodeDefs of an operation of an array of TensorFlow 1; None where it is not known where that array was made."""
    if of.kind != "TensorListReserve" and id(of.of_array._origin) not in writer.arrays:
        return None
    handles: list[Any] = []

    def run(inner: Callable[[Any], Any]) -> list[Any]:
        flow = _Flow(writer, inner)
        made = tensor_arrays.recorded(of, tensor_arrays.Place(flow, inner, None))
        handles.extend(flow.arrays.items())
        return made

    messages = splice_around(writer, of, run, whole=True)
    for origin, handle in handles:
        writer.arrays[origin] = writer.reference(handle)
    return messages


def _graphs_within(of: Operation) -> list[FuncGraph]:
    found = []
    for x in everything(of.arguments):
        for graph in graphs_in(x):
            found.append(graph)
            for n in graph._operations:
                if n.by_switches:
                    found.extend(_graphs_within(n))
    return found


def _is_read_outside(n: Operation) -> bool:
    """Whether TensorFlow takes what was read of a variable outside of the branch or loop: that is the variable's own memory."""
    return n.kind == n.type == "ReadVariableOp" and is_reference(n.arguments[0]) and n.arguments[0]._snapshot is not None


def _hoisted(graph: FuncGraph) -> dict[int, Operation]:
    """{id of what a read gave that is made outside of the branch `graph` now: the read}"""
    pairs = graph.captured.values()
    return {id(t): t.op for outer, t in pairs if t.op.kind == "ReadVariableOp" and is_read_within(getattr(outer, "op", t.op))}


def _passing_on(of: Operation) -> Iterable[Operation]:
    """The nodes that pass on what branches give, which are called as TensorFlow's nodes that do so."""
    own = set(map(id, of.outputs))
    return (n for n in of.graph._operations if n.kind == "Identity" and id(n.arguments[0]) in own)


class _Flow:
    """Records in the graph beside what stands for branches, those within others too."""

    def __init__(self, writer: Writer, inner: Any) -> None:
        self.writer, self.inner = writer, inner
        self.arrays: dict[int, Any] = {}  # id of the state that an array begins with -> its handle here
        self.made: dict[int, Any] = {}  # id of a tensor of any of the graphs in line -> that in the graph beside

    def array(self, origin: Any) -> Any:
        """The handle of the array that begins with the state `origin`; None where that is not known."""
        known = self.arrays.get(id(origin))
        reference = self.writer.arrays.get(id(origin))
        return self.inner.named(reference, dtypes.resource, [2]) if known is None and reference is not None else known

    def results(self, of: Operation, name: str, outer: Callable[[Any], Any], context: Any) -> list[Any]:
        """The results of the branches or the loop `of`, called `name`, in `context`; `outer` gives what its arguments are there."""
        form = self.branches if "branches" in of._op_def.names else partial(loops.recorded, self)
        return form(of, name, outer, context)

    def branches(self, of: Operation, name: str, outer: Callable[[Any], Any], context: Any) -> list[Any]:
        """The results of the branches `of`, called `name`, in `context`; `outer` gives what its arguments are there."""
        index, graphs, captures, counts = of.arguments
        given = outer(index)
        pred = given if context is None else context.value(given, f"{name}/Switch/")
        leaf = (pred.dtype, pred.shape)
        if_false, if_true = switched(pred, pred, f"{name}/Switch", context)
        pivots = [
            node("Identity", [t], [leaf], f"{name}/{n}", context).outputs[0] for t, n in ((if_true, "switch_t"), (if_false, "switch_f"))
        ]
        chosen = node("Identity", [pred], [leaf], f"{name}/pred_id", context).outputs[0]
        if context is not None:
            context.add([if_false, if_true, *pivots, chosen])
        results, at = [], 0
        for i, (graph, count, pivot) in enumerate(zip(graphs, counts, pivots)):
            branch = Branch(context, chosen, pivot, 1 - i)
            own = dict(zip(map(id, graph.inner_captures), map(outer, captures[at : at + count])))
            at += count
            results.append(self.within(graph, own, branch, f"{name}/"))
        made = [merged(list(pair), t.shape, f"{name}/Merge", context) for t, pair in zip(of.outputs, zip(*reversed(results)))]
        if context is not None:
            context.add(made)
        return made

    def within(self, graph: FuncGraph, own: dict[int, Any], context: Any, scope: str, taken_in: str | None = None) -> list[Any]:
        """What `graph` gives in `context`, where `own` stands for its inputs. `taken_in`: the scope of what takes the results."""
        hoisted = _hoisted(graph)
        own = {key: x for key, x in own.items() if key not in hoisted}
        given = {id(t.op) for t in (*graph.inputs, *graph.inner_captures) if id(t) not in hoisted}
        naming = Renaming(graph, given | {id(n) for n in graph._operations if _is_read_outside(n)}, scope, self.writer.names)
        copy = _Copy(self, graph, own, context, naming.of)
        try:
            for n in naming.in_order(graph._operations, hoisted.values()):
                if id(n) not in given:
                    if not _is_read_outside(n):
                        naming.advance(n, self.writer.names)
                    copy.add(n)
            return [context.result(copy.mapped(t), taken_in or scope) for t in graph.outputs if t is not None]
        finally:
            naming.end()


class _Copy:
    """Records the nodes of `graph` once more, as nodes of the branch `context`; `shown` gives the names of scopes as they are shown."""

    def __init__(self, flow: _Flow, graph: FuncGraph, own: dict[int, Any], context: Any, shown: Callable[[str], str]) -> None:
        self._flow, self._graph, self._context, self._shown = flow, graph, context, shown
        self._made = dict(own)  # id of a tensor of `graph` -> that in the graph beside
        self._nodes: dict[int, Operation] = {}
        self._reads: dict[int, Operation] = {}  # id of a tensor -> the read that gives it, in whose place there is what was read outside

    def mapped(self, x: Any) -> Any:
        """What stands for `x`, a tensor or such in lists, wherever that is made; anything else is as it is."""
        if type(x) is list or type(x) is tuple:
            return type(x)(map(self.mapped, x))
        if not isinstance(x, Tensor) or type(x) is EagerTensor:
            return x
        known = self._made.get(id(x))
        if known is not None:
            return known
        captured = self._graph.captured.get(id(x))
        if captured is not None:
            return self._made[id(captured[1])]
        made = self._flow.made.get(id(x))
        return self._flow.inner(x) if made is None else made

    def _here(self, x: Any, scope: str) -> Any:
        """The same within the branch."""
        if type(x) is list or type(x) is tuple:
            return type(x)(self._here(v, scope) for v in x)
        return self._context.value(self.mapped(x), scope) if isinstance(x, Tensor) and type(x) is not EagerTensor else x

    def _give(self, n: Operation, results: Sequence[Any], last: Operation) -> None:
        self._made.update(zip(map(id, n.outputs), results))
        self._flow.made.update(zip(map(id, n.outputs), results))
        self._nodes[id(n)] = last

    def add(self, n: Operation) -> None:
        """Record `n`."""
        written: Form | None = None
        if n.stands_for is not None:
            self._made[id(n.outputs[0])] = self.mapped(n.stands_for)
        elif n.shown_part is not None:
            if n is n.shown_part.stand_in:
                self._add_part(n)
        elif _is_read_outside(n):
            self._made[id(n.outputs[0])] = self._flow.inner(n.arguments[0]._snapshot)
            self._reads[id(n.outputs[0])] = n
        elif n.by_switches:
            made = self._flow.results(n, n.name, self.mapped, self._context)
            self._give(n, made, made[0].op)
        elif n.kind == "Identity" and n.arguments[0].op.by_switches:  # which is called as that is
            made = self.mapped(n.arguments[0])
            self._give(n, [made], made.op)
        elif n.of_array is not None and (n.kind == "TensorListReserve" or self._flow.array(n.of_array._origin) is not None):
            with self._waiting(n):
                made = tensor_arrays.recorded(n, tensor_arrays.Place(self._flow, self.mapped, self._context))
            self._give(n, made, made[0].op)
        elif n.kind == "_InLine":
            graph, inputs, captures = n.arguments
            own = zip(map(id, (*graph.inputs, *graph.inner_captures)), map(self.mapped, (*inputs, *captures)))
            made = self._flow.within(graph, dict(own), self._context, "".join(n.name.rpartition("/")[:2]))
            self._give(n, made, made[0].op)
        elif n.gives_pivot:
            with self._waiting(n):
                last = raw_node("Identity", [self._context.pivot], [(self._context.pivot.dtype, [])], name=f"{n.name}/")
            last.context = self._context
            self._context.add(last.outputs)
            self._give(n, last.outputs, last)
        elif (written := form_of(n._op_def)) is not None and written.serves(n.arguments, True) and not written.whole(n.arguments, True):
            self._add_form(n, written)
        else:
            self._add_copy(n)

    def _waiting(self, n: Operation) -> Any:
        controls = [c for c in n.control_inputs if id(c) in self._nodes]
        taken = tensors_in(n.arguments)
        for read in (self._reads[id(t)] for t in taken if id(t) in self._reads):
            # It would wait itself, unless something else that it takes has waited.
            for c in read.control_inputs:
                since = list(self._nodes)[list(self._nodes).index(id(c)) :] if id(c) in self._nodes else []
                if since and c not in controls and not any(id(t.op) in since for t in taken if id(t) not in self._reads):
                    controls.append(c)
        return TS.graph.control_dependencies([self._nodes[id(c)] for c in controls])

    def _add_copy(self, n: Operation) -> None:
        scope = f"{n.name}/"
        arguments = self._here(n.arguments, scope)
        with self._waiting(n):
            new = TS.graph._add(n._op_def, arguments, [abstract.leaf_like(t) for t in n.outputs], scope)
        new.kind, new.type, new.refers, new.rng, new.device = n.kind, n.type, n.refers, n.rng, n.device
        new.stateful, new.user_attributes, new.names_scope, new.read_name = n.stateful, n.user_attributes, n.names_scope, n.read_name
        new.use_locking, new.any_shape, new.context = n.use_locking, n.any_shape, self._context
        if n.static_inputs:
            new.static_inputs = {key: self._here(x, scope) for key, x in n.static_inputs.items()}
        if n.shown:
            there = {id(x): x for x in everything(n.arguments) if isinstance(x, Tensor)}
            new.shown = {id(self._here(there[key], scope)): self._here(t, scope) for key, t in n.shown.items() if key in there}
        if hasattr(n, "starts"):
            new.starts = self._here(n.starts, scope)
        new.flow = [self._handle(x, scope) for x in everything(n.arguments) if is_variable(x) and getattr(x, "_handle", None) is not None]
        for t, copy in zip(n.outputs, new.outputs):
            copy._static, copy._handle, copy._rec = t._static, t._handle, t._rec
        self._context.add(new.outputs)
        self._give(n, new.outputs, new)

    def _handle(self, variable: Any, scope: str) -> tuple[Operation, int]:
        """Where the handle of `variable` comes into the branch."""
        there = self._context.value(self._flow.inner(variable._handle), scope)
        there._handle = variable
        return there.op, there._index

    # ------------------------------------------------------------------ what is shown in other operations
    def _add_part(self, n: Operation) -> None:
        part = n.shown_part
        one_by_one.begin()
        try:
            made = self._expand(n, part.function, part.arguments, self._shown(part.scope) if part.scope else self._shown("x")[:-1])
        finally:
            one_by_one.end()
        if part.results is not None:
            self._made.update(zip(map(id, part.results), made))
            self._flow.made.update(zip(map(id, part.results), made))

    def _add_form(self, n: Operation, written: Form) -> None:
        def function(*arguments: Any) -> Any:
            with writing(n.name + "/"):
                return written.function(*arguments)

        ends = n.graph._ends_scope(n)
        beside = written.beside or ends
        if ends:
            self._flow.writer.names.pop(n.name.lower(), None)
        self._expand(n, function, n.arguments, "".join(n.name.rpartition("/")[:2]) if beside else f"{n.name}/")

    def _expand(self, n: Operation, function: Callable[..., Any], arguments: Sequence[Any], scope: str) -> list[Any]:
        """Record what `function(*arguments)` does in `scope`, as nodes of the branch, in the place of `n`: what it gives."""
        writer, own = self._flow.writer, {}
        graph = scratch_for(writer, n, scope)
        known: dict[int, Any] = {}

        def inside(x: Any) -> Any:
            if type(x) is list or type(x) is tuple:
                return type(x)(map(inside, x))
            if not isinstance(x, Tensor) or type(x) is EagerTensor:
                return x
            made = known.get(id(x))
            if made is None:
                made = known[id(x)] = graph._add(PLACEHOLDER, [], abstract.leaf_like(x), f"{scope}input/").outputs[0]
                of: Any = x
                made._a, made._b, made._static, made._handle = of._a, of._b, of._static, of._handle
                own[id(made)] = self.mapped(x)
            return made

        graph.inside = inside
        with building(graph):
            result = function(*map(inside, arguments))
            results = [t for t in convert_outputs(graph, result) if t is not None]
        given = {id(t.op) for t in known.values()}
        copy = _Copy(self._flow, graph, own, self._context, lambda name: name)
        for m in graph._operations:
            if m.by_switches:
                for passing in _passing_on(m):
                    writer.names.pop(passing.name.lower(), None)
            if id(m) not in given:
                copy.add(m)
        made = [self._context.value(copy.mapped(t), scope) for t in results]
        self._give(n, made * len(n.outputs) if len(made) == 1 else made, TS.graph._operations[-1])
        return made


__all__ = ["form"]
