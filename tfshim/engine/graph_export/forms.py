"""Branches, loops and calls as TensorFlow writes them: nodes that name functions of the library.

What several functions capture is given to all of them once, tensors first and resources after them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.graph_export import lists, tapes
from tfshim.engine.graph_export.effects import of_graph
from tfshim.engine.graph_export.functions import Body, bound_inputs, numbered, resources
from tfshim.engine.graphs.func_graph import is_function, orders_effects
from tfshim.engine.graphs.node_form import constant_message, first_free, graphs_in, node_message
from tfshim.engine.graphs.operation import everything
from tfshim.engine.ops.attr_values import put
from tfshim.engine.ops.op_defs import by_name
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.uids import uid
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.func_graph import FuncGraph
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # GraphWriter of graphs.graph_writer


class _Slots:
    """The tensors that functions of a node capture, each once: `outer` by the node, and for each function its own placeholders."""

    def __init__(self, count: int) -> None:
        self.outer: list[Any] = []
        self.inner: list[list[list[Any]]] = [[] for _ in range(count)]
        self._places: dict[int, int] = {}

    def add(self, which: int, outer: Sequence[Any], inner: Sequence[Any]) -> None:
        """The function number `which` has the placeholders `inner` for `outer`."""
        for t, p in zip(outer, inner, strict=True):
            at = self._places.get(id(t))
            if at is None:
                at = self._places[id(t)] = len(self.outer)
                self.outer.append(t)
                for slots in self.inner:
                    slots.append([])
            self.inner[which][at].append(p)


def _all_resources(graphs: Iterable[FuncGraph], functions: Any) -> list[Any]:
    found: dict[int, Any] = {}
    for g in graphs:
        for x in resources(g, functions):
            found.setdefault(id(x), x)
    return list(found.values())


def _in_turn(graphs: Sequence[FuncGraph], slots: _Slots, held: Sequence[Any], functions: Any) -> list[tuple[bool, int]]:
    """What the branches `graphs` capture, in the order in which they do: (whether it is a resource, its place in `held` or `slots`)."""
    places = {id(x): (True, i) for i, x in enumerate(held)}
    found: dict[tuple[bool, int], None] = {}
    for own, g in zip(slots.inner, graphs):
        captured = {id(p): (False, i) for i, inner in enumerate(own) for p in inner}
        unused = {id(p.op) for inner in own for p in inner} - {id(t.op) for node in g._operations for t in node.written_inputs}
        for node in g._operations:
            if id(node) in unused:
                found.setdefault(captured[id(node.outputs[0])])
                continue
            for x in everything(node.arguments):  # resources first, as TensorFlow's operations convert their inputs
                for r in (x, *(r for f in graphs_in(x) for r in resources(getattr(f, "_graph", f), functions))):
                    if id(r) in places:
                        found.setdefault(places[id(r)])
            for t in node.written_inputs:
                if id(t) in captured:
                    found.setdefault(captured[id(t)])
    return list(dict.fromkeys([*found, *((False, i) for i in range(len(slots.outer))), *places.values()]))


def _read_only(graphs: Iterable[FuncGraph], held: Sequence[Any], first: int, functions: Any) -> list[int]:
    """The places among the inputs of the resources that none of the functions changes."""
    written = set().union(*(of_graph(g, functions.lifted).written for g in graphs))
    return [first + i for i, x in enumerate(held) if id(x) not in written and not isinstance(x, Tensor)]


def _dtype_of(x: Any) -> Any:
    return x.dtype if isinstance(x, Tensor) else dtypes.resource


def _handles(writer: Writer, node: Operation, held: Sequence[Any], argument: str, first: int) -> Iterator[str]:
    """What stands in this graph for resources, or for constants that are lifted: inputs of `node` from number `first` of `argument` on."""
    for i, x in enumerate(held, first):
        if isinstance(x, Tensor) and not writer.in_function:
            yield writer.reference(x)
        elif argument == "args" and writer.functions.shown:  # by a number, as TensorFlow calls what functions capture
            yield writer.handle(x, f"{node.name.rpartition('/')[0]}/{uid()}".lstrip("/"))
        else:
            yield writer.handle(x, f"{node.name}/{argument}_{i}")


def _placed(writer: Writer, node: Operation, name: str, first: int = 0) -> None:
    for i, t in enumerate(node.outputs):
        writer.place(t, writer.output(name, "output", first + i))


def _constant(writer: Writer, name: str, value: Any) -> tuple[Any, str]:
    made = constant_message(writer.free_name(name), convert_to_tensor(value))
    return made, writer.output(made.name, "output")


def _identity(body: Body, reference: str, dtype: Any) -> str:
    """A node of its own for what a part of a function gives."""
    return body.node("Identity", f"{body.graph.scope}Identity", [reference], {"T": dtype})


# ---------------------------------------------------------------------- branches
class _Part(ABC):
    """A branch, or the condition or the body of a loop, as a function that is begun before others know what it is to give.

    `more`: (dtype, reference) of what it gives beside its results; `places`: {what is named so: its place among the outputs of the node};
    `passed_by`: (name, dtype) of arguments that it has no use for.
    """

    def __init__(self, graph: FuncGraph) -> None:
        self.graph = graph
        self.body: Body | None = None
        self.more: list[tuple[Any, str]] = []
        self.places: dict[str, int] = {}
        self.passed_by: list[tuple[str, Any]] = []

    def begin(self, name: str, functions: Any) -> Body:
        """Write its arguments and nodes, once."""
        if self.body is None:
            self.body = Body(name, self.graph, functions)
            self._begin(self.body)
        return self.body

    def definition(self, name: str, functions: Any) -> Any:
        """The FunctionDef."""
        body = self.begin(name, functions)
        body.message.signature.name = name
        self._end(body)
        for wanted, dtype in self.passed_by:
            body.argument(wanted, dtype, TensorShape([]), user_name="")
        for dtype, reference in self.more:
            body.result(dtype, reference)
        return body.done()

    @abstractmethod
    def _begin(self, body: Body) -> None: ...

    @abstractmethod
    def _end(self, body: Body) -> None: ...


class BranchPart(_Part):
    """A branch as a function of what all branches take: `given`, tensors around them and resources, in the order of its arguments."""

    def __init__(
        self, graph: FuncGraph, slots: Sequence[Any], inner: Sequence[Sequence[Any]], held: Sequence[Any], order: Sequence[tuple[bool, int]]
    ) -> None:
        super().__init__(graph)
        self._slots, self._inner, self._held, self._order = slots, inner, held, order
        self.given = [held[at] if is_resource else slots[at] for is_resource, at in order]
        self.own = [[] if is_resource else inner[at] for is_resource, at in order]  # what stands for them in the branch

    def _begin(self, body: Body) -> None:
        unused = 0
        for is_resource, at in self._order:
            if is_resource:
                body.resource(self._held[at])
                continue
            t, inner = self._slots[at], self._inner[at]
            if inner:
                body.argument(inner[0].op.name, t.dtype, t.shape, inner, inner[0].op.user_name)
            else:
                wanted = f"{self.graph.scope}Placeholder" + (f"_{unused}" if unused else "")
                body.argument(wanted, t.dtype, t.shape, user_name="")
                unused += 1
        body.nodes()

    def _end(self, body: Body) -> None:
        graph = self.graph
        for t in graph.outputs:
            if t is not None and t.dtype is not dtypes.resource and orders_effects(graph.outer_graph):
                body.result(t.dtype, _identity(body, body.writer.reference(t), t.dtype))
            elif t is not None:
                body.output(t)


def _branches(writer: Writer, node: Operation) -> list[Any] | None:
    given = by_name(node._op_def, node.arguments)
    index, graphs, captures = node.arguments[0], node.arguments[1], given["input"]
    counts = given.get("counts")
    if counts is None:  # of a graph that was imported, where all branches take the same
        slots = _Slots(len(graphs))
        for i, g in enumerate(graphs):
            slots.add(i, captures, [*g.inputs, *g.inner_captures])
    else:
        slots, at = _Slots(len(graphs)), 0
        for i, (g, n) in enumerate(zip(graphs, counts)):
            slots.add(i, captures[at : at + n], g.inner_captures)
            at += n
    held = _all_resources(graphs, writer.functions)
    order = _in_turn(graphs, slots, held, writer.functions)
    names = [
        writer.library_function((id(node), i), numbered(g), BranchPart(g, slots.outer, slots.inner[i], held, order))
        for i, g in enumerate(graphs)
    ]
    effects = any(of_graph(g, writer.functions.lifted).any or _draws(g) for g in graphs)
    boolean = index.dtype is dtypes.bool
    made = node_message(node, ("" if effects or held else "Stateless") + ("If" if boolean else "Case"))
    before = []
    if boolean:
        made.input.append(writer.reference(index))
        made.attr["Tcond"].type = dtypes.bool.as_datatype_enum
        made.attr["then_branch"].func.name, made.attr["else_branch"].func.name = names
    else:
        reference = writer.reference(index)
        if index.dtype is not dtypes.int32:
            reference = _cast(writer, node, reference, index.dtype, before)
        made.input.append(reference)
        for name in names:
            made.attr["branches"].list.func.add().name = name
    given = [held[at] if is_resource else slots.outer[at] for is_resource, at in order]
    for place, ((is_resource, _), x) in enumerate(zip(order, given)):
        made.input.extend(_handles(writer, node, [x], "input", place) if is_resource else [writer.reference(x)])
    put(made.attr["Tin"], "list(type)", [_dtype_of(x) for x in given])
    put(made.attr["Tout"], "list(type)", [t.dtype for t in node.outputs])
    put(made.attr["output_shapes"], "list(shape)", [t.shape for t in node.outputs])
    made.attr["_lower_using_switch_merge"].b = True
    put(made.attr["_read_only_resource_inputs"], "list(int)", _read_only(graphs, given, 1, writer.functions))
    made.input.extend(writer.before(node))
    _placed(writer, node, node.name)
    return [*before, made]


def _cast(writer: Writer, node: Operation, reference: str, dtype: Any, before: list[Any]) -> str:
    made = node_message(node, "Cast")
    made.name = writer.free_name(f"{node.name}/Cast")
    made.input.append(reference)
    made.attr["SrcT"].type, made.attr["DstT"].type = dtype.as_datatype_enum, dtypes.int32.as_datatype_enum
    made.attr["Truncate"].b = False
    before.append(made)
    return writer.output(made.name, "y")


def _draws(graph: FuncGraph) -> bool:
    """Whether running the graph draws random numbers, in TensorFlow an effect."""
    return any(n.rng is not None for n in graph._operations)


# ---------------------------------------------------------------------- loops
class LoopPart(_Part):
    """The condition or the body of a loop as a function of all that the loop carries: `given` are what it captures and resources, in the
    order of the last arguments, and `last` how these are called in here."""

    def __init__(
        self,
        graph: FuncGraph,
        slots: _Slots,
        which: int,
        held: Sequence[Any],
        order: Sequence[tuple[bool, int]],
        own: Sequence[str],
        limited: bool,
    ) -> None:
        super().__init__(graph)
        self._slots, self._which, self._held, self._order, self._limited = slots, which, held, order, limited
        self._own = own  # what the counter of turns and its limit are called around the loop
        self.given = [held[at] if is_resource else slots.outer[at] for is_resource, at in order]
        self.own = [[] if is_resource else slots.inner[which][at] for is_resource, at in order]
        self.first: list[str] = []
        self.limit = ""  # how the limit is named around the loop
        self.lists: list[Any] = []  # what the lists begin with in which it collects what `more` tells of
        self.last: list[tuple[Any, str]] = []

    def _begin(self, body: Body) -> None:
        graph = self.graph
        scope = graph.scope
        taken: set[str] = set()

        def free(wanted: str) -> str:
            made = first_free(wanted, taken.__contains__)
            taken.add(made)
            return made

        self.first = [body.argument(free(scope + around), dtypes.int32, [], user_name=around) for around in self._own]
        for t in graph.inputs:
            body.argument(t.op.name, t.dtype, t.shape, [t], "")
        unused = 0
        used = {id(x) for x in resources(graph, body.writer.functions)}

        def redundant() -> str:
            nonlocal unused
            unused += 1
            return f"{scope}{body.message.signature.name}___redundant_placeholder{unused - 1}"

        for is_resource, at in self._order:
            if is_resource:
                x = self._held[at]
                if id(x) in used:
                    body.resource(x)
                    self.last.append((_dtype_of(x), body.writer.handle(x)))
                else:
                    self.last.append((_dtype_of(x), body.argument(redundant(), _dtype_of(x), TensorShape(None), user_name="")))
                continue
            t, of_cond, inner = self._slots.outer[at], self._slots.inner[0][at], self._slots.inner[self._which][at]
            if self._which and of_cond:  # captured before the body was traced
                wanted, shape, around = free(scope + t.op.name), t.shape, t.op.name
            elif inner:
                wanted, shape, around = inner[0].op.name, t.shape, inner[0].op.user_name or ""
            else:
                wanted, shape, around = redundant(), TensorShape(None), ""
            self.last.append((t.dtype, body.argument(wanted, t.dtype, shape, inner, around)))
        body.nodes()

    def _end(self, body: Body) -> None:
        graph, scope = self.graph, self.graph.scope
        counter, maximum = self.first
        waits = orders_effects(graph.outer_graph)
        if self._which:
            add = first_free("add", lambda name: f"{scope}{name}".lower() in body.writer.names)
            one = body.node("Const", f"{scope}{add}/y", [], {"dtype": dtypes.int32, "value": convert_to_tensor(np.int32(1))})
            count = body.node("AddV2", f"{scope}{add}", [counter, one], {"T": dtypes.int32})
            given = [(dtypes.int32, count), (dtypes.int32, maximum)]
            given += [(t.dtype, body.writer.reference(t)) for t in graph.outputs if t is not None]
            for dtype, reference in given:
                apart = waits and dtype is not dtypes.resource
                body.result(dtype, _identity(body, reference, dtype) if apart else reference)
            for dtype, reference in self.last:
                body.result(dtype, reference)
        else:
            reference = body.writer.reference(graph.outputs[0])
            if self._limited:
                less = body.node("Less", f"{scope}Less", [counter, maximum], {"T": dtypes.int32})
                reference = body.node("LogicalAnd", f"{scope}LogicalAnd", [less, reference], {})
            body.result(dtypes.bool, _identity(body, reference, dtypes.bool) if waits else reference)


class _WholePart:
    """The condition or body of a loop that was imported: what TensorFlow adds to it is in it."""

    def __init__(self, graph: FuncGraph, kept: Sequence[int], held: Sequence[Any], passes: bool) -> None:
        self.graph, self._kept, self._held, self._passes = graph, kept, held, passes

    def definition(self, name: str, functions: Any) -> Any:
        """The FunctionDef."""
        body = Body(name, self.graph, functions)
        inputs, outputs = list(self.graph.inputs), list(self.graph.outputs)
        for i, t in zip(self._kept, self.graph.inner_captures):
            inputs.insert(i, t)
            outputs.insert(i, t)
        for t in inputs:
            body.argument(t.op.name, t.dtype, t.shape, [t])
        for x in self._held:
            body.resource(x)
        body.nodes()
        for t in outputs if self._passes else self.graph.outputs:
            body.output(t)
        for x in self._held if self._passes else ():
            body.result(_dtype_of(x), body.writer.handle(x))
        return body.done()


def _while(writer: Writer, node: Operation) -> list[Any] | None:
    given = by_name(node._op_def, node.arguments)
    if "elements" in given:
        return lists.sequence(writer, node)
    cond, step, values = given["cond"], given["body"], given["input"]
    held, before = _all_resources((cond, step), writer.functions), []
    effects = any(of_graph(g, writer.functions.lifted).any or _draws(g) for g in (cond, step))
    made = node_message(node, ("" if effects or held else "Stateless") + "While")
    if "kept" in given:
        kept, first, last = given["kept"], 0, held
        passed = list(values)
        for i, t in zip(kept, given["body_captures"]):
            passed.insert(i, t)
        parts: list[Any] = [_WholePart(cond, kept, held, False), _WholePart(step, kept, held, True)]
        shapes = [t.shape for t in node.outputs]
    else:
        slots, first, passed = _Slots(2), 2, list(values)
        slots.add(0, given["cond_captures"], cond.inner_captures)
        slots.add(1, given["body_captures"], step.inner_captures)
        order = _in_turn((cond, step), slots, held, writer.functions)
        maximum = given["maximum_iterations"]
        limit = np.int32(-1) if maximum is None else maximum
        if isinstance(limit, Tensor):
            reference = writer.reference(limit)
            limit = reference if limit.dtype is dtypes.int32 else _cast(writer, node, reference, limit.dtype, before)
        else:
            message, limit = _constant(writer, f"{node.name}/maximum_iterations", np.int32(limit))
            before.append(message)
        around = maximum.op.name if hasattr(maximum, "op") else message.name
        message, counter = _constant(writer, f"{node.name}/loop_counter", np.int32(0))
        before.append(message)
        own = message.name, around
        parts = [LoopPart(part, slots, i, held, order, own, maximum is not None) for i, part in enumerate((cond, step))]
        last = parts[1].given
        made.input.extend((counter, limit))
        parts[1].limit = limit
        shapes = [TensorShape([]), TensorShape([]), *[t.shape for t in node.outputs]]
    made.input.extend(map(writer.reference, passed))
    captured = {id(t) for t in (*given.get("cond_captures", ()), *given["body_captures"])}
    for x in last:
        is_tensor = id(x) in captured
        made.input.extend([writer.reference(x)] if is_tensor else _handles(writer, node, [x], "input", len(made.input)))
        shapes.append(x.shape if isinstance(x, Tensor) else TensorShape([]))
    kinds = [dtypes.int32] * first + [_dtype_of(x) for x in (*passed, *last)]
    for key, graph, part in zip(("cond", "body"), (cond, step), parts):
        made.attr[key].func.name = writer.library_function((id(node), key), numbered(graph), part)
    put(made.attr["T"], "list(type)", kinds)
    put(made.attr["output_shapes"], "list(shape)", shapes)
    made.attr["parallel_iterations"].i = getattr(node, "parallel_iterations", 10)
    made.attr["_num_original_outputs"].i = len(kinds)
    made.attr["_lower_using_switch_merge"].b = True
    put(made.attr["_read_only_resource_inputs"], "list(int)", _read_only((cond, step), last, len(kinds) - len(last), writer.functions))
    made.input.extend(writer.before(node))
    _placed(writer, node, node.name, first)
    if "kept" in given or is_function(node.graph) and not hasattr(node, "results_in"):
        return [*before, made]
    return [*before, made, *_passed_on(writer, node, kinds)]


def _passed_on(writer: Writer, node: Operation, kinds: Sequence[Any]) -> Iterator[Any]:
    """A node for each result of a loop; those of the results that the program sees are nodes of the graph."""
    scope = getattr(node, "results_in", node.name)
    for i, dtype in enumerate(kinds):
        name = f"{scope}/Identity_{i}" if i else f"{scope}/Identity"
        there = node.graph._by_name.get(name)
        made = node_message(node, "Identity")
        made.name = name
        made.input.append(writer.output(node.name, "output", i))
        made.attr["T"].type = dtype.as_datatype_enum
        if there is not None:
            writer.written_before.add(id(there))
        yield made


# ---------------------------------------------------------------------- calls
# That of TensorFlow's own calls: processors, soft placement.
CONFIG = b"\n\x07\n\x03CPU\x10\x01\n\x07\n\x03GPU\x10\x002\x02J\x008\x01\x82\x01\x00"


def _call(writer: Writer, node: Operation) -> list[Any] | None:
    given = by_name(node._op_def, node.arguments)
    callee: Any = given.get("graph")
    if not hasattr(callee, "structured_outputs"):
        return None
    graph = getattr(callee, "_graph", callee)
    held = bound_inputs(graph, writer.functions)[len(graph.outer_captures) :]
    passed = [*given["inputs"], *(given["captures"] or ())]
    stateful = bool(held) or of_graph(graph).any or _draws(graph)
    made = node_message(node, "StatefulPartitionedCall" if stateful else "PartitionedCall")
    made.input.extend(map(writer.reference, passed))
    made.input.extend(_handles(writer, node, held, "args", len(passed)))
    made.attr["f"].func.name = writer.function(graph)
    put(made.attr["Tin"], "list(type)", [_dtype_of(x) for x in (*passed, *held)])
    put(made.attr["Tout"], "list(type)", [t.dtype for t in node.outputs])
    made.attr["config"].s = made.attr["executor_type"].s = b""
    made.attr["config_proto"].s = CONFIG
    put(made.attr["_read_only_resource_inputs"], "list(int)", _read_only((graph,), held, len(passed), writer.functions))
    made.attr["_collective_manager_ids"].list.SetInParent()
    if writer.functions.gradients is not None:  # who loads a SavedModel makes gradients of calls that say that they may have one
        made.attr["_gradient_op_type"].s = f"PartitionedCall-{numbered(graph).rpartition('_')[2]}".encode()
    made.input.extend(writer.before(node))
    _placed(writer, node, node.name)
    return [made]


_FORMS: dict[str, Callable[[Writer, Any], list[Any] | None]] = {
    "If": _branches,
    "StatelessIf": _branches,
    "Case": _branches,
    "StatelessCase": _branches,
    "While": _while,
    "StatelessWhile": _while,
    "PartitionedCall": _call,
    "StatefulPartitionedCall": _call,
    **tapes.FORMS,
}


def flow_form(writer: Writer, node: Operation) -> list[Any] | None:
    """See `higher.flow_form`."""
    form = _FORMS.get(node.kind) or lists.FORMS.get(node.kind)
    return None if form is None else form(writer, node)


higher.install(flow_form=flow_form)
