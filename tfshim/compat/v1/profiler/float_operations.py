"""How many operations on floats the nodes of a graph take: from their types and the sizes of their inputs and results."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tfshim.engine.graphs.graph import Graph


_OF_THE_SAME_SHAPE = frozenset("BiasAdd Relu Relu6 Elu Selu Sigmoid Tanh Softplus Softsign LeakyRelu".split())
Shapes = dict[str, list[int] | None]


class Unknown(Exception):
    """A size that counts is not known."""


class _Node(NamedTuple):
    """A node of a GraphDef, with the sizes of the first result of each of its inputs, and its own; None for those that are not known."""

    message: Any
    given: list[list[int] | None]
    made: list[int] | None

    def size(self, number: int | None = None) -> int:
        """How many elements an input has, or the result."""
        return math.prod(self.sizes(number))

    def sizes(self, number: int | None = None) -> list[int]:
        """The sizes of an input, or of the result."""
        found = self.made if number is None else self.given[number]
        if found is None or -1 in found:
            raise Unknown
        return found

    def numbers(self, attribute: str) -> list[int]:
        """An attribute that is a list of integers."""
        return list(self.message.attr[attribute].list.i)


def _by_input(each: int) -> Callable[[_Node], int]:
    return lambda node: node.size(0) * each


def _by_result(each: int) -> Callable[[_Node], int]:
    return lambda node: node.size() * each


def _reduced(at_the_end: int) -> Callable[[_Node], int]:
    return lambda node: node.size(0) + node.size() * (at_the_end - 1)


def _pooled(node: _Node) -> int:
    return math.prod(node.numbers("ksize")) * node.size()


def _convolved(dimensions: int, channels: bool) -> Callable[[_Node], int]:
    def count(node: _Node) -> int:
        node.sizes(0)
        return node.size() * math.prod(node.sizes(1)[: dimensions + channels]) * 2

    return count


def _product(node: _Node) -> int:
    first = node.sizes(0)
    turned = node.message.attr["transpose_a"].b or node.message.attr["adj_x"].b
    return first[-2 if turned else -1] * node.size() * 2


_COUNTS: dict[str, Callable[[_Node], int]] = {
    **dict.fromkeys("Reciprocal Square Log Neg AssignSub AssignAdd BiasAdd".split(), _by_input(1)),
    "Rsqrt": _by_input(2),  # a root and a quotient
    "Softmax": _by_input(5),  # the largest, its difference, the exponential, their sum, the quotient
    "L2Loss": lambda node: node.size(0) * 3 - 1,
    **dict.fromkeys(
        """Add AddV2 Sub Mul RealDiv Maximum Minimum Pow GreaterEqual Greater LessEqual Less Equal NotEqual""".split(), _by_result(1)
    ),
    "SquaredDifference": _by_result(2),
    "RsqrtGrad": _by_result(4),
    **dict.fromkeys("Sum ArgMax ArgMin BiasAddGrad".split(), _reduced(0)),
    "Mean": _reduced(1),
    "AddN": lambda node: node.size(0) * (len(node.message.input) - 1),
    "AvgPool": _pooled,
    "MaxPool": _pooled,
    "AvgPoolGrad": lambda node: math.prod(node.numbers("ksize")) * node.size(1) * 2,
    "MaxPoolGrad": lambda node: (math.prod(node.numbers("ksize")) + 1) * node.size(1),
    "Conv2D": _convolved(2, True),
    "Conv3D": _convolved(3, True),
    "DepthwiseConv2dNative": _convolved(2, False),
    "Dilation2D": _convolved(2, False),
    **dict.fromkeys("MatMul BatchMatMul BatchMatMulV2 BatchMatMulV3".split(), _product),
}


def counted(graph: Graph, message: Any = None, shapes: Shapes | None = None) -> dict[str, int]:
    """{name of a node: how many operations on floats it takes}, of a graph, or of what `shown` gives for it.

    Those without any are left out.
    """
    if message is None or shapes is None:
        message, shapes = shown(graph)
    found = {}
    for node in message.node:
        count = _COUNTS.get(node.op)
        if count is not None:
            given = [shapes.get(name.partition(":")[0]) for name in node.input if not name.startswith("^")]
            try:
                found[node.name] = count(_Node(node, given, shapes[node.name]))
            except Unknown:
                continue
    return {name: number for name, number in found.items() if number}


def shown(graph: Graph) -> tuple[Any, Shapes]:
    """The graph as a GraphDef, and the sizes of the first result of each node, -1 for those that are not known."""
    message = graph.as_graph_def(add_shapes=True)
    shapes = {node.name: _first_shape(node) for node in message.node}
    for operation in graph.get_operations():  # reads of variables have shapes here alone
        if shapes.get(operation.name, ()) is None and operation.outputs and operation.outputs[0].shape.rank is not None:
            shapes[operation.name] = [-1 if size is None else size for size in operation.outputs[0].shape.as_list()]
    for node in reversed(message.node):  # what stands for a part of a fused layer has the shape of the whole
        if node.op in _OF_THE_SAME_SHAPE and (first := node.input[0].partition(":")[0]) in shapes and shapes[first] is None:
            shapes[first] = shapes[node.name]
    return message, shapes


def _first_shape(node: Any) -> list[int] | None:
    shapes = node.attr["_output_shapes"].list.shape
    if not shapes or shapes[0].unknown_rank:
        return None
    return [dim.size for dim in shapes[0].dim]
