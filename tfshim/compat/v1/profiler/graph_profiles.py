"""What a graph holds and takes, by types of operations or by names: parameters, and operations on floats.

The messages and the report are those of TensorFlow 1's profiler.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tfshim.compat.v1.profiler import float_operations
from tfshim.compat.v1.variables.variables import trainable_variables
from tfshim.engine.runtime import messages

if TYPE_CHECKING:
    from tfshim.engine.graphs.graph import Graph


_ROOT = "_TFProfRoot"
_VARIABLES = "_trainable_variables"


# What can be counted: (the fields of the messages, the report's words by types and by names, its heading, what it says of it).
_COUNTED = {
    "params": ("parameters", "params", "params", "# parameters", "param: Number of parameters (in the Variable)."),
    "float_ops": (
        "float_ops",
        "float_ops",
        "flops",
        "# float_ops",
        "flops: Number of float operations. Note: Please read the implementation for the math behind it.",
    ),
}

_VIEWS = {
    "op": (
        "op: The nodes are operation kernel type, such as MatMul, Conv2D. Graph nodes belonging to the same type are aggregated together."
    ),
    "scope": "scope: The nodes in the model graph are organized by their names, which is hierarchical like filesystem.",
}


class _Node(NamedTuple):
    """A node: its type, what it counts, and the shapes that the report and the messages show."""

    name: str
    type: str
    amount: int
    accounted: bool
    shape: list[int] | None
    inputs: dict[int, Any]


class _Scope:
    """A name of the hierarchy, with the node of that name if there is one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.node: _Node | None = None
        self.below: dict[str, _Scope] = {}


class _Shown(NamedTuple):
    """A scope of the report, with what is shown below it."""

    scope: _Scope
    total: int
    definitions: int
    below: list[_Shown]


def can_show(cmd: str, options: Mapping[str, Any]) -> bool:
    """Whether these options ask for nothing but one count, of all nodes of some types."""
    select, types = options.get("select"), list(options.get("account_type_regexes", ()))
    if cmd not in _VIEWS or not isinstance(select, (list, tuple)) or len(select) != 1 or select[0] not in _COUNTED:
        return False
    if select[0] == "params" and types != [_VARIABLES]:  # placeholders count among all types
        return False
    neutral = all(not options.get(name) for name in ("trim_name_regexes", "hide_name_regexes"))
    everything = all(list(options.get(name, [".*"])) == [".*"] for name in ("start_name_regexes", "show_name_regexes"))
    other = "params" if select[0] == "float_ops" else "float_ops"
    least = all(not value for name, value in options.items() if name.startswith("min_") and name != f"min_{select[0]}")
    return (
        neutral
        and everything
        and least
        and not options.get(f"min_{other}")
        and options.get("max_depth", 10000) >= 10000
        and options.get("order_by") in ("name", select[0])
        and bool(options.get("account_displayed_op_only"))
        and options.get("step", -1) == -1
        and (options.get("output") in ("stdout", "none") or str(options.get("output")).startswith("file:outfile="))
    )


def profiled(graph: Graph, cmd: str, options: Mapping[str, Any]) -> Any:
    """The profile that `options` ask for, as a message; its report goes where they say."""
    select = options["select"][0]
    least = options.get(f"min_{select}", 0)
    nodes = _nodes(graph, select, list(options["account_type_regexes"]))
    by_count = options["order_by"] == select
    if cmd == "op":
        made, lines = _by_type(nodes, select, least, by_count)
    else:
        made, lines = _by_name(nodes, select, least, by_count)
    _report(cmd, select, options, lines)
    return made


def totals(graph: Graph) -> dict[str, int]:
    """How many parameters the trainable variables of a graph have, and how many operations on floats it takes."""
    with graph.as_default():
        parameters = sum(math.prod(v.shape.as_list()) for v in trainable_variables())
    return {"parameters": parameters, "float_ops": sum(float_operations.counted(graph).values())}


def _nodes(graph: Graph, select: str, types: Sequence[str]) -> list[_Node]:
    message, shapes = float_operations.shown(graph)
    with graph.as_default():
        variables = {v.op.name: v.shape.as_list() for v in trainable_variables()}
    counts = float_operations.counted(graph, message, shapes) if select == "float_ops" else {}
    patterns = [re.compile(pattern) for pattern in types]
    made = []
    for node in message.node:
        shape = variables.get(node.name)
        count = counts.get(node.name, 0) if select == "float_ops" else math.prod(shape) if shape is not None else 0
        kinds = [node.op, *([_VARIABLES] if shape is not None else [])]
        accounted = any(pattern.fullmatch(kind) for pattern in patterns for kind in kinds)
        given = [shapes.get(name.partition(":")[0]) for name in node.input if not name.startswith("^")]
        inputs = {number: sizes for number, sizes in enumerate(given) if sizes is not None}
        made.append(_Node(node.name, node.op, count, accounted, shape, inputs))
    return made


def _message(node: _Node, field: str) -> Any:
    counts = {field: node.amount, f"total_{field}": node.amount, "total_definition_count": 1}
    return _with_inputs(messages.tfprof_output.GraphNodeProto(name=node.name, **counts), node)


def _with_inputs(message: Any, node: _Node) -> Any:
    for number, sizes in node.inputs.items():
        shape = message.input_shapes[number]
        shape.SetInParent()
        for size in sizes or [1]:  # as TensorFlow has it, a number is a list of one
            shape.dim.add(size=size)
    return message


def _by_type(nodes: Sequence[_Node], select: str, least: int, by_count: bool) -> tuple[Any, list[str]]:
    """A chain of messages, each with all that follow within it, and a line for each."""
    field, words = _COUNTED[select][:2]
    groups: dict[str, list[_Node]] = {}
    for node in sorted(nodes):
        if node.accounted:
            groups.setdefault(node.type, []).append(node)
    counts = {kind: sum(node.amount for node in group) for kind, group in groups.items()}
    kinds = [kind for kind in sorted(groups) if counts[kind] >= least]
    if by_count:
        kinds.sort(key=lambda kind: -counts[kind])
    left = whole = sum(counts[kind] for kind in kinds)
    root = outer = messages.tfprof_output.MultiGraphNodeProto(name=_ROOT, **{f"total_{field}": whole})
    lines = []
    for kind in kinds:
        outer = outer.children.add(name=kind, **{field: counts[kind], f"total_{field}": left})
        outer.graph_nodes.extend(_message(node, field) for node in groups[kind])
        shares = ", ".join(f"{100 * n / whole if whole else 0:.2f}%" for n in (left, counts[kind]))
        lines.append(f"{kind:<25}" + f"{_number(counts[kind])} {words} ({shares})".rjust(30))
        left -= counts[kind]
    return root, lines


def _by_name(nodes: Sequence[_Node], select: str, least: int, by_count: bool) -> tuple[Any, list[str]]:
    """A tree of messages, and an indented line for each. What is not shown gives its place to what is shown below it."""
    root = _Scope(_ROOT)
    for node in nodes:
        place = root
        parts = node.name.split("/")
        for depth, part in enumerate(parts, 1):
            place = place.below.setdefault(part, _Scope("/".join(parts[:depth])))
        place.node = node

    def below(scope: _Scope) -> list[_Shown]:
        found = [shown for inner in scope.below.values() for shown in visible(inner)]
        return sorted(found, key=lambda s: (-s.total if by_count else 0, s.scope.name))

    def visible(scope: _Scope) -> list[_Shown]:
        inner, node = below(scope), scope.node
        counts = node is not None and node.accounted
        own = node.amount if node is not None and counts else 0
        if own < least or not (counts or inner):
            return inner
        return [_Shown(scope, own + sum(s.total for s in inner), 1 + sum(s.definitions for s in inner), inner)]

    field, _, words = _COUNTED[select][:3]
    lines: list[str] = []

    def told(shown: _Shown, message: Any, depth: int) -> Any:
        node = shown.scope.node
        own = node.amount if node is not None and node.accounted else None
        message.name = shown.scope.name
        setattr(message, f"total_{field}", shown.total)
        message.total_definition_count = shown.definitions
        shape = f"{'x'.join(map(str, node.shape))}, " if node is not None and select == "params" and node.shape and own is not None else ""
        about = f"{shape}{'--' if own is None else _number(own)}/{_number(shown.total)} {words}"
        lines.append(f"{'  ' * depth}{shown.scope.name} ({about})")
        if node is not None and own is not None:
            setattr(message, field, own)
            _with_inputs(message, node)
        for inner in shown.below:
            told(inner, message.children.add(), depth + 1)
        return message

    inner = below(root)
    whole = _Shown(root, sum(s.total for s in inner), 1 + sum(s.definitions for s in inner), inner)
    return told(whole, messages.tfprof_output.GraphNodeProto(), 0), lines


def _number(count: int) -> str:
    for size, letter in ((1e9, "b"), (1e6, "m"), (1e3, "k")):
        if count >= size:
            return f"{count / size:.2f}{letter}"
    return str(count)


def _report(cmd: str, select: str, options: Mapping[str, Any], lines: Sequence[str]) -> None:
    output = options["output"]
    if output == "none":
        return
    heading, about = _COUNTED[select][3:]
    text = "\n".join(["", "Doc:", _VIEWS[cmd], about, "", "Profile:", f"node name | {heading}", *lines, ""])
    if output != "stdout":
        with open(output.partition("outfile=")[2], "w", encoding="utf-8") as file:
            file.write(text)
        return
    names = (
        "max_depth min_bytes min_peak_bytes min_residual_bytes min_output_bytes min_micros min_accelerator_micros min_cpu_micros "
        "min_params min_float_ops min_occurrence step order_by account_type_regexes start_name_regexes trim_name_regexes show_name_regexes "
        "hide_name_regexes account_displayed_op_only select"
    ).split()
    print("\n=========================Options=============================")
    for name in names:
        value = options.get(name, 0)
        shown = ",".join(value) if isinstance(value, (list, tuple)) else str(value).lower() if isinstance(value, bool) else str(value)
        print(f"-{name}".ljust(28) + shown)
    print("-output".ljust(28) + "stdout:")
    print(f"\n==================Model Analysis Report======================\n{text}")
    print("======================End of Report==========================")
