"""Nodes that are written with several of TensorFlow's operations: what a Python function of them records in a graph beside.

    def written(features):
        return tf.nn.relu(tf.concat([features, -features], -1))

    messages = splice(writer, node, written, node.arguments)

The function is called with the arguments of the node in a scratch graph, and what it adds there goes into the GraphDef under
names within that of the node. It may give None where it has effects and nothing takes the results of the node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graph_export.effects import is_resource
from tfshim.engine.graphs.func_graph import PLACEHOLDER, FuncGraph, building, convert_outputs, is_function
from tfshim.engine.graphs.graph_def import with_operands
from tfshim.engine.graphs.operation import Operation, RawOp
from tfshim.engine.graphs.references import is_by_reference
from tfshim.engine.ops.op_defs import find
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    Writer: TypeAlias = Any  # GraphWriter of graphs.graph_writer


class _Scratch(FuncGraph):
    """The graph beside, in which a node's own names are taken as they are."""

    def __init__(self, writer: Writer, node: Operation, scope: str) -> None:
        super().__init__(node.name)
        self.scope, self._used, self.written_for = scope, writer.names, node
        self.seed = node.graph.seed
        self.loose: set[int] = set()  # ids of nodes that are written though nothing needs them
        self.eagerly = getattr(node, "eagerly", False)  # whether it tells what runs outside of functions
        self.counted = writer.counted
        self.in_function, self.shown = writer.in_function, writer.functions.shown
        self.last: Operation | None = None  # for which alone waits what waits for the node
        self.inside: Any = None  # gives for tensors around those in here
        self._writer = writer
        self.is_asked_for = any(map(writer.uses, node.outputs))  # whether anything takes what the node gives
        # Gives for (type, arguments, whole name) of a node in a branch or loop of TensorFlow 1 (that, the arguments there).
        self.placed: Callable[[str, list[Any], str], tuple[Any, list[Any]]] | None = None
        self.turns = False  # whether nodes are recorded here that belong to branches and loops around

    def _add(self, op: Any, arguments: list[Any], result: Any, name: str | None = None) -> Operation:
        if self.placed is None or op is PLACEHOLDER:
            return super()._add(op, arguments, result, name)
        full = name[:-1] if name and name.endswith("/") else self._node_name(op, name)
        placed, self.placed = self.placed, None  # what brings the arguments in is recorded as it is
        try:
            context, arguments = placed(op.type, arguments, full)
            made = super()._add(op, arguments, result, f"{full}/")
        finally:
            self.placed = placed
        made.context = context
        context.add(made.outputs)
        return made

    def _read_variable(self, variable: Any) -> Any:
        if is_by_reference(variable) and variable._snapshot is not None and self.inside is not None and not is_function(self):
            self._reads_operand = False
            return self.inside(variable._snapshot)
        if one_by_one.wanted():  # each time anew
            self._reads.pop(id(variable), None)
        return super()._read_variable(variable)

    def shared_constant(self, x: EagerTensor, name: str) -> Any:
        """The constant for `x` that all nodes take which are shown for the writer's graph; `name`: what it is called here if it is new."""
        if not isinstance(self.inside, Inside):  # within a branch of TensorFlow 1
            return self._constant(x, name)
        known = self._writer.shared.get(id(x))
        if known is None:
            made = self._constant(x, name)
            self._writer.shared[id(x)] = x, made
            return made
        return known[1] if known[1].graph is self else self.inside.named(self._writer.reference(known[1]), x.dtype, x.shape)

    def _names_scope(self, name: str | None) -> bool:
        if name == f"{self.written_for.name}/":
            return bool(self.written_for.names_scope)
        return super()._names_scope(name)

    def _constant_name(self, wanted: str) -> str:
        """`wanted`, for a constant that is written with a node, unless the node for which this graph is has one of that name."""
        return self._unique(wanted) if wanted in self.written_for.graph._by_name else wanted


def scratch_for(writer: Writer, node: Operation, scope: str) -> Any:
    """A graph in which what stands for `node` can be recorded, with `scope` before its names."""
    return _Scratch(writer, node, scope)


def only_shown() -> bool:
    """Whether what is recorded now is for pages of graphs alone, which show operations one by one, so that `raw_node` may add any.

    Who watches a program wants them one by one too, and these run.
    """
    graph = TS.graph if one_by_one.wanted() else None
    while graph is not None and not isinstance(graph, _Scratch):
        graph = getattr(graph, "outer_graph", None)
    return graph is not None


def raw_node(
    op_type: str, inputs: Sequence[Any], outputs: Sequence[Any], attributes: dict[str, Any] | None = None, name: str | None = None
) -> Operation:
    """A node for TensorFlow's operation `op_type` in the graph beside, by the dtypes and static shapes in `outputs`.

    inputs: as declared, tensors and what converts to them, variables and tables for their handles, lists of tensors. What converts
    is a constant that is named within the node.
    """
    graph = TS.graph
    definition: Any = find(op_type)
    arguments = []
    for declared, x in zip(definition.inputs, inputs, strict=True):
        if isinstance(x, (list, tuple)) and (declared.number_attr or declared.type_list_attr):
            arguments.append([_symbolic(graph, v, None, name or op_type, f"{declared.name}_{i}") for i, v in enumerate(x)])
        else:
            arguments.append(x if is_resource(x) else _symbolic(graph, x, declared.dtype, name or op_type, declared.name))
    leaves = [abstract.leaf(dtype, shape) for dtype, shape in outputs]
    made = graph._add(RawOp(op_type, attributes or {}), arguments, leaves, name or op_type)
    if made.names_scope is None:
        made.names_scope = False
    return made


def _symbolic(graph: Any, x: Any, dtype: Any, within: str, argument: str) -> Any:
    made = x if isinstance(x, Tensor) else convert_to_tensor(x, dtype)
    if made is not x and type(made) is EagerTensor:
        around = within[:-1] if within.endswith("/") else graph.unique_name(within, mark_as_used=False)
        return graph._constant(made, f"{around}/{argument}/")
    if type(made) is EagerTensor:
        return graph._as_node(made)
    if made.op.graph is not graph and getattr(graph, "turns", False):
        return graph.inside(made)
    return made if made.op.graph is graph else graph._local(made, graph.unique_name(within, mark_as_used=False))


class Spliced:
    """What was written for a node: `graph`, with `given`, pairs of a tensor around it and its placeholder there, and `results`, pairs of
    what the node gives and what gives it there."""

    __slots__ = ("graph", "given", "results")

    def __init__(self, graph: Any, given: list[tuple[Any, Any]], results: list[tuple[Any, Any]]) -> None:
        self.graph, self.given, self.results = graph, given, results


class Inside:
    """Gives for tensors of what is written already those in the graph beside, each a placeholder that is not written."""

    def __init__(self, writer: Writer, node: Operation, graph: Any) -> None:
        self._writer, self._node, self._graph = writer, node, graph
        self.pairs: list[tuple[Any, Any]] = []  # (tensor around, placeholder)
        self.placeholders: set[int] = set()  # ids of the nodes
        self.origins: dict[int, Any] = {}  # id of a placeholder -> the tensor around
        self._known: dict[Any, Any] = {}

    def __call__(self, x: Any) -> Any:
        """What stands for `x`, a tensor or such in lists; anything else is as it is."""
        if type(x) is list or type(x) is tuple:
            return type(x)(map(self, x))
        if not isinstance(x, Tensor):
            return x
        outer: Any = self._node.graph._as_node(x) if type(x) is EagerTensor else x
        made = self._known.get(id(outer))
        if made is None:
            dtype = dtypes.float32 if id(outer) in self._writer.flows else outer.dtype
            made = self._known[id(outer)] = self._placeholder(dtype, outer.shape, self._writer.reference(outer))
            made._a, made._b, made._static, made._handle = outer._a, outer._b, outer._static, outer._handle
            made.op.name = outer.op.name  # by which functions within it call what they capture
            self.pairs.append((outer, made))
            self.origins[id(made)] = outer
        return made

    def named(self, reference: str, dtype: Any, shape: Any = None) -> Any:
        """What stands for the tensor that inputs name `reference`, which is none of ours."""
        made = self._known.get(reference)
        if made is None:
            made = self._known[reference] = self._placeholder(dtype, shape, reference)
        return made

    def _placeholder(self, dtype: Any, shape: Any, reference: str) -> Any:
        made = self._graph._add(PLACEHOLDER, [], abstract.leaf(dtype, shape), f"{self._graph.scope}input/").outputs[0]
        self.placeholders.add(id(made.op))
        self._writer.place(made, reference)
        self._writer.ends(made.op, [] if self._writer.in_function else [reference.partition(":")[0]])
        return made


def splice(writer: Writer, node: Operation, function: Callable[..., Any], arguments: Iterable[Any], beside: bool = False) -> list[Any]:
    """The NodeDefs of what `function(*arguments)` records, which gives the outputs of `node` in their order.

    The new nodes are named within the name of `node`, or with `beside` in the scope around it. In graphs that are no functions a
    node of that name has the outputs, for these are asked for by name.
    """
    return splice_around(writer, node, lambda inner: function(*map(inner, arguments)), beside)


def splice_around(
    writer: Writer, node: Operation, function: Callable[[Inside], Any], beside: bool = False, whole: bool = False, scope: str | None = None
) -> list[Any]:
    """As `splice`, for a function of the Inside, which gives what it takes of what is written already.

    `whole`: what the function records is written though neither results nor effects need it. `scope`: another one than that of `node`.
    """
    used, free = node.graph._used, node.graph._ends_scope(node)
    beside = beside or free
    if scope is None:
        scope = node.name + "/" if not beside else "".join(node.name.rpartition("/")[:2])
    graph = _Scratch(writer, node, scope)
    inner = graph.inside = Inside(writer, node, graph)
    taken = used.pop(node.name.lower(), None) if free else None  # for the last of the new nodes
    with building(graph):
        result = function(inner)
        outputs = [t for t in convert_outputs(graph, result) if t is not None]
    if taken is not None:
        used[node.name.lower()] = taken
    if len(outputs) != len(node.outputs) and (outputs or graph.is_asked_for):
        raise ValueError(f"The written form of {node.kind} gives {len(outputs)} outputs for {len(node.outputs)}.")
    graph._by_name.pop(f"{scope}input", None)
    if writer.names_results and node.name not in graph._by_name:
        outputs = _named(graph, node, outputs)
    nodes = [n for n in (list(graph._operations) if whole else _needed(graph, outputs)) if id(n) not in inner.placeholders]
    told, messages, operands = writer.told(node), [], {}  # type: Any, list[Any], dict[str, list[Any]]
    waiting = {n.name for n in node.waited_within}  # names of nodes that wait for what the node was told to wait for
    writer.order_together(graph, node)
    for n in nodes:
        made = writer.messages(n)
        for message in made:
            if node.device and not message.device:
                message.device = node.device
            if n.context is not None:
                n.context.complete(message)
            if n.context is None or n.context.waits:
                if n.stateful and n.context is None or not any(name.partition(":")[0] in waiting for name in message.input):
                    message.input.extend(c for c in told if c not in message.input)
                waiting.add(message.name)
        if n.kind == "Const" and n.is_operand:
            operands[n.name] = made
        else:
            messages += with_operands(made, messages, operands) if operands else made
    for t, made in zip(node.outputs, outputs):
        writer.place(t, writer.reference(made))
        if t.dtype is dtypes.variant and made.dtype is dtypes.float32:
            writer.flows.add(id(t))
    if writer.functions.derivatives:
        writer.spliced[id(node)] = Spliced(graph, inner.pairs, list(zip(node.outputs, outputs)))
    giving = {id(t.op) for t in outputs}
    loops = ("While", "StatelessWhile") if writer.functions.shown else ()  # which functions wait for
    lasting = [n for n in nodes if n.stateful or id(n) in giving or n.type in loops and not n.by_switches]
    lasting = lasting if graph.last is None else [graph.last]
    writer.ends(node, [name.removeprefix("^") for name in writer.controls(lasting)])
    if any(m.name == node.name for m in messages):
        writer.final.add(id(node))
    return messages


def _named(graph: Any, node: Operation, outputs: list[Any]) -> list[Any]:
    """The outputs by a node called as `node` is."""
    name = node.name + "/"
    with building(graph):
        if not outputs:
            with graph.control_dependencies([n for n in graph._operations if n.stateful]):
                raw_node("NoOp", [], [], name=name)
            return []
        leaves = [(t.dtype, t.shape) for t in outputs]
        kind = "Identity" if len(outputs) == 1 else "IdentityN"
        return raw_node(kind, outputs if len(outputs) == 1 else [outputs], leaves, name=name).outputs


def _needed(graph: Any, outputs: Sequence[Any]) -> list[Operation]:
    """The nodes that outputs or effects depend on, in their order."""
    waiting = [t.op for t in outputs] + [n for n in graph._operations if n.stateful or n.kind == "NoOp" or id(n) in graph.loose]
    found: set[int] = set()
    while waiting:
        n = waiting.pop()
        if id(n) not in found:
            found.add(id(n))
            waiting.extend(t.op for t in n.written_inputs)
            waiting.extend(n.control_inputs)
    return [n for n in graph._operations if id(n) in found]
