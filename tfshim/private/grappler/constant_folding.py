"""Operations on constants in a GraphDef, replaced by their results."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfshim.compat.v1.graphs.sessions import Session
from tfshim.engine.graph_import.graph_import import split_name
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.node_form import constant_message
from tfshim.engine.ops.op_defs import find
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.graph import import_graph_def

# What is larger than this, and larger than what it was made of, is left to be computed: it would only make the file larger.
_LARGE = 100 * 1024
_TOO_LARGE = 10 * 1024 * 1024
# Operations whose results are known from static shapes.
_OF_SHAPES = ("Shape", "Size", "Rank")
# Whose inputs are constants, though they stand for something else, or belong to control flow.
_NEVER = frozenset("Placeholder PlaceholderWithDefault PlaceholderV2 Enter Exit Merge Switch NextIteration LoopCond NoOp Const".split())


def _emulates(node: Any) -> bool:
    """Whether the node rounds as an integer kernel would."""
    return node.op.startswith(("FakeQuant", "QuantizeAndDequantize"))


def fold_constants(graph_def: Any, keep_emulation: bool = False) -> Any:
    """`graph_def` with constants, under the same names, for operations on constants and for the known sizes of tensors.

    `keep_emulation`: leave what emulates quantization on constants.
    """
    graph = Graph()
    with graph.as_default():
        import_graph_def(graph_def, name="")
    constant = {n.name for n in graph_def.node if n.op == "Const"}
    found: dict[str, Any] = {}
    wanted = []
    for node in _in_order(graph_def):
        if node.op in _OF_SHAPES and (value := _of_shape(node, graph)) is not None:
            found[node.name] = value
            constant.add(node.name)
        elif _foldable(node, constant) and not (keep_emulation and _emulates(node)):
            wanted.append(node.name)
            constant.add(node.name)
    if wanted:
        known = {f"{name}:0": value for name, value in found.items()}
        with Session(graph=graph) as session:
            values = session.run([f"{name}:0" for name in wanted], known)
        found.update(zip(wanted, values))
    return _with_constants(graph_def, found)


def _in_order(graph_def: Any) -> list[Any]:
    """The nodes, each after those that it takes from, but for what runs in a circle."""
    nodes = {n.name: n for n in graph_def.node}
    done: dict[str, Any] = {}
    for start in nodes:
        stack = [start]
        entered = set()
        while stack:
            name = stack[-1]
            if name in done or name not in nodes:
                stack.pop()
                continue
            left = [s for text in nodes[name].input if (s := split_name(text)[0]) not in done and s in nodes and s not in entered]
            if name in entered or not left:
                done[name] = nodes[name]
                stack.pop()
            entered.add(name)
            stack.extend(left)
    return list(done.values())


def _of_shape(node: Any, graph: Graph) -> Any:
    shape = graph.get_tensor_by_name(node.input[0] if ":" in node.input[0] else f"{node.input[0]}:0").shape
    dtype = dtypes.as_dtype(node.attr["out_type"].type or dtypes.int32).as_numpy_dtype
    if node.op == "Rank":
        return None if shape.rank is None else np.array(shape.rank, np.int32)
    if not shape.is_fully_defined():
        return None
    return np.array(shape.as_list() if node.op == "Shape" else shape.num_elements(), dtype)


def _foldable(node: Any, constant: set[str]) -> bool:
    declared = find(node.op)
    if declared is None or declared.stateful or node.op in _NEVER or not node.input:
        return False
    if len(declared.outputs) != 1 or declared.outputs[0].number_attr or declared.outputs[0].type_list_attr:
        return False
    if any(a.HasField("func") or a.list.func for a in node.attr.values()):
        return False
    return all(not text.startswith("^") and split_name(text)[0] in constant for text in node.input)


def _with_constants(graph_def: Any, found: dict[str, Any]) -> Any:
    made = type(graph_def)()
    made.library.CopyFrom(graph_def.library)
    made.versions.CopyFrom(graph_def.versions)
    sizes: dict[str, int] = {}
    for node in _in_order(graph_def):
        value = found.get(node.name)
        if value is not None:
            given = sum(sizes.get(split_name(text)[0], 0) for text in node.input)
            size = np.asarray(value).nbytes
            if size <= _LARGE or size <= min(given, _TOO_LARGE):
                tensor = value if isinstance(value, bytes) else np.asarray(value)
                made.node.append(constant_message(node.name, convert_to_tensor(tensor)))
                made.node[-1].device = node.device
                sizes[node.name] = size
                continue
        made.node.add().CopyFrom(node)
        if node.op == "Const":
            sizes[node.name] = node.attr["value"].tensor.ByteSize()
    # In the order in which the nodes stood.
    at = {node.name: i for i, node in enumerate(graph_def.node)}
    ordered = sorted(made.node, key=lambda node: at[node.name])
    del made.node[:]
    made.node.extend(ordered)
    return made
