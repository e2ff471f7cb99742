"""Calls of functions in a GraphDef, replaced by what the functions compute, and branches and loops by Switch, Merge and frames.

What a function does happens after what its call waits for, and before what waits for the call: nodes that do nothing stand for both.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from tfshim.compat.v1.graphs.lowering import FORCED, can_lower, lower
from tfshim.compat.v1.graphs.message_graph import MessageGraph, Node
from tfshim.engine.graph_import.graph_import import output_of
from tfshim.engine.graphs.programs.frames import ENTERS, EXITS, MERGES, NEXTS
from tfshim.engine.ops.op_defs import find
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message

_CALLS = ("PartitionedCall", "StatefulPartitionedCall")
_RESOURCE = dtypes.resource.as_datatype_enum
# Effects that nobody has to see: reading variables, and drawing random numbers.
_UNSEEN = frozenset(
    """ReadVariableOp RandomUniform RandomUniformInt RandomStandardNormal ParameterizedTruncatedNormal TruncatedNormal RandomShuffle
    Multinomial RandomGamma RandomGammaGrad RandomPoisson RandomPoissonV2 SaveV2 RestoreV2""".split()
)


def inlined(graph_def: Message, fetches: Collection[str] = (), aggressive: bool = False, lowers: bool = True) -> Message:
    """`graph_def` without calls of functions, and with `lowers` without branches and loops that may be lowered.

    `fetches`: names of nodes that there have to be. A call stays where its function is marked not to be inlined, or has effects that
    nothing waits for; with `aggressive` it does not. Functions that nothing calls any more are left out.
    """
    graph = MessageGraph(graph_def)
    frames = _frames(graph)
    at = 0
    waiting = list(graph.nodes)
    while at < len(waiting):
        node, at = waiting[at], at + 1
        known = len(graph.nodes)
        if lowers and can_lower(node):
            _wait_for_inputs(node)
            _stay_in_frame(node, frames)
            lower(graph, node, node.name in fetches)
        else:
            function = _function(graph, node)
            if function is None or not _can_inline(graph, node, function, aggressive):
                continue
            _wait_for_inputs(node)
            _stay_in_frame(node, frames)
            _inline(graph, node, function, node.name in fetches)
        waiting.extend(graph.nodes[known - 1 :])  # the node itself is gone
    made = type(graph_def)()
    made.CopyFrom(graph_def)
    del made.node[:]
    made.node.extend(graph.message())
    return without_unused_functions(made)


def _function(graph: MessageGraph, node: Node) -> Any:
    """The FunctionDef that `node` calls; None for other nodes, and for functions with attributes of their own."""
    name = node.message.attr["f"].func.name if node.op in _CALLS else node.op
    found = graph.functions.get(name)
    return None if found is None or len(found.signature.attr) else found


def _can_inline(graph: MessageGraph, node: Node, function: Message, aggressive: bool) -> bool:
    if aggressive or node.message.attr[FORCED].b:
        return True
    if function.attr["_noinline"].b:
        return False
    effects = [n for n in function.node_def if _has_effect(graph, n)]
    if not effects:
        return True
    if not node.is_waited_for():
        return False
    ends = function.control_ret if node.op in _CALLS else function.ret
    by_name = {n.name: n for n in function.node_def}
    seen: set[str] = set()
    stack = [output_of(by_name, text)[0] for text in ends.values()]
    while stack:
        name = stack.pop()
        if name in by_name and name not in seen:
            seen.add(name)
            stack.extend(text[1:] if text.startswith("^") else output_of(by_name, text)[0] for text in by_name[name].input)
    return all(n.name in seen for n in effects)


def _has_effect(graph: MessageGraph, node: Message) -> bool:
    if node.op in _UNSEEN:
        return False
    definition = find(node.op)
    called = graph.functions.get(node.op)
    return called.signature.is_stateful if called is not None else definition is not None and definition.stateful


def _wait_for_inputs(node: Node) -> None:
    """Let a call of what uses resources, for which it waits for nothing, begin when all that it takes is there.

    So does one that takes a constant of a loop, which would be there after the last iteration too.
    """
    types = node.message.attr
    resources = any(_RESOURCE in types[key].list.type for key in ("Tin", "T") if key in types)
    constants = any(source.op in ENTERS and source.message.attr["is_constant"].b for source, _ in node.inputs)
    if resources and not node.controls or constants:
        node.wait_for(source for source, _ in node.inputs if source.op != "Placeholder")


def _frames(graph: MessageGraph) -> dict[Node, list[Node]]:
    """{node: the Enter nodes of the frames that it is in}, for graphs that have such."""
    if not any(n.op in ENTERS for n in graph.nodes):
        return {}
    found: dict[Node, list[Node]] = {}
    for n in graph.nodes:  # which are in the order of their dependencies
        path: list[Node] = []
        for source in (*(s for s, _ in n.inputs), *n.controls):
            there = [] if source.op in NEXTS and n.op in MERGES else found[source]
            there = there[:-1] if source.op in EXITS else there
            path = max(path, there, key=len)
        found[n] = [*path, n] if n.op in ENTERS else path
    return found


def _stay_in_frame(node: Node, frames: dict[Node, list[Node]]) -> None:
    """Let a call in a frame wait for something in it, so that what takes nothing runs there too."""
    path = frames.get(node)
    if not path or node.controls:
        return
    enter = path[-1]
    if enter.message.attr["is_constant"].b:
        node.wait_for([enter])
    else:  # which is there for one iteration only
        node.wait_for(list(user for user in enter.users if user.op in MERGES)[:1])


def _inline(graph: MessageGraph, call: Node, function: Message, fetched: bool) -> None:
    device = call.message.device
    keeps = call.op in _CALLS or call.message.attr[FORCED].b  # the devices of the function's own nodes
    signature = function.signature
    before = None
    if call.controls:
        before = graph.add("NoOp", graph.new_name(f"Func/{call.name}/input_control_node"), (), call.controls, device)
    first = [before] if before is not None else []
    arguments = {}
    for a, (source, index) in zip(signature.input_arg, call.inputs, strict=True):
        at = source.message.device if keeps else device
        name = graph.new_name(f"Func/{call.name}/input")
        arguments[a.name] = graph.add("Identity", name, [(source, index)], first, at, {"T": a.type})
    own = {n.name for n in function.node_def}

    def copied(message: Message) -> Message:
        made = type(message)()
        made.CopyFrom(message)
        made.name = f"{call.name}/{message.name}"
        made.device = message.device or device if keeps else device
        if message.op in ENTERS:
            made.attr["frame_name"].s = f"{call.name}/".encode() + message.attr["frame_name"].s
        if "_class" in message.attr:
            made.attr["_class"].list.s[:] = [_beside(s.decode(), own, arguments, call.name).encode() for s in message.attr["_class"].list.s]
        if not message.HasField("experimental_debug_info"):
            made.experimental_debug_info.original_node_names.append(message.name)
            made.experimental_debug_info.original_func_names.append(signature.name)
        return made

    nodes, end = graph.bring(function.node_def, arguments, copied)
    for node in nodes.values():
        alone = not node.inputs and not node.controls
        if alone or not node.controls and (node.op in _CALLS or node.op in graph.functions):
            node.wait_for(first)
    outputs = []
    for result in signature.output_arg:
        name = graph.new_name(f"Func/{call.name}/output")
        outputs.append(graph.add("Identity", name, [end(function.ret[result.name])], (), "" if keeps else device, {"T": result.type}))
    after: list[Node] = []

    def waits() -> Node:
        if not after:
            ends = [nodes[name] for name in function.control_ret.values()] if keeps else outputs
            made = graph.add("NoOp", graph.new_name(f"Func/{call.name}/output_control_node"), (), ends or first, device)
            after.append(made)
        return after[0]

    if fetched:
        kept = graph.add("IdentityN" if outputs else "NoOp", call.name, [(n, 0) for n in outputs], [waits()], device)
        if outputs:
            kept.message.attr["T"].list.type.extend(a.type for a in signature.output_arg)
    graph.replace(call, [(n, 0) for n in outputs], waits)


def _beside(text: str, own: Collection[str], arguments: dict[str, Node], scope: str) -> str:
    """Where a node of a function is to stand, as it says it, for its copy."""
    place = text.removeprefix("loc:@")
    if place in arguments:
        return f"loc:@{arguments[place].name}"
    return f"loc:@{scope}/{place}" if place in own else text


def without_unused_functions(graph_def: Any) -> Any:
    """`graph_def` with those functions alone that its nodes need."""
    functions = {f.signature.name: f for f in graph_def.library.function}
    used: dict[str, Any] = {}
    waiting = [name for node in graph_def.node for name in _named(node)]
    while waiting:
        name = waiting.pop()
        if name in functions and name not in used:
            used[name] = functions[name]
            waiting.extend(n for node in functions[name].node_def for n in _named(node))
    kept = [f for name, f in functions.items() if name in used]
    if len(kept) < len(functions):
        rest = type(graph_def.library)(function=kept)
        rest.gradient.extend(g for g in graph_def.library.gradient if g.function_name in used)
        graph_def.library.CopyFrom(rest)
    return graph_def


def _named(node: Any) -> list[str]:
    """All functions that a node names, and its own type, which may be one."""
    found = [node.op, *(a.func.name for a in node.attr.values() if a.HasField("func"))]
    return found + [f.name for a in node.attr.values() for f in a.list.func]
