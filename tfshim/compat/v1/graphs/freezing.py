"""Functions with the values that variables have in the place of the variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_private
from tfshim.compat.v1.graphs.wrapping import WrappedFunction, copied
from tfshim.engine.functions.concrete_function import called_graph
from tfshim.engine.graphs.func_graph import FuncGraph, building
from tfshim.engine.ops import infer
from tfshim.engine.runtime.context import init_scope
from tfshim.engine.values.protocol import is_variable
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.functions.concrete_function import ConcreteFunction


class _Copy:
    """A graph like `source`, in the graph `outer`, with constants for variables and without calls of functions."""

    def __init__(self, source: FuncGraph, outer: FuncGraph | None = None) -> None:
        self.source, self.made, self.places, self.operations = source, FuncGraph(source.name, outer), {}, {}

    def nodes(self, graph: FuncGraph, scope: str = "") -> None:
        """Add the nodes of `graph`, but for those whose results are in the copy already."""
        for node in graph._operations:
            if node.outputs and all(id(t) in self.places for t in node.outputs):
                continue
            if node.kind == "ReadVariableOp" and is_variable(node.arguments[0]):
                with init_scope():
                    value = node.arguments[0].read_value()
                self.places[id(node.outputs[0])] = self.made.constant(value, f"{scope}{node.name}/")
            elif (callee := called_graph(node)) is not None:
                self._inline(node, callee, scope)
            else:
                self.operations[node] = copied(self.made, node, self.places, self.operations, scope, self._argument)

    def _inline(self, node, callee, scope):
        _, inputs, captures = node.arguments
        outside = self.places
        # What the function computes has a place for this call alone: another call of it computes anew.
        self.places = dict(outside)
        for inner, outer in zip([*callee.inputs, *callee.internal_captures], [*inputs, *captures]):
            self.places[id(inner)] = outside[id(outer)]
        self.nodes(callee, f"{scope}{node.name}/")
        for inner, outer in zip([t for t in callee.outputs if t is not None], node.outputs):
            outside[id(outer)] = self.places[id(inner)]
        self.places = outside

    def _argument(self, x):
        if is_variable(x):
            raise refused("convert_variables_to_constants_v2", "other uses")
        return self._branch(x) if isinstance(x, FuncGraph) else x

    def _branch(self, graph):
        """A branch or a loop's body: the same with its own captures, which come from this copy."""
        copy = _Copy(graph, self.made)
        with building(copy.made):
            copy.inputs(graph.inputs)
            for key, (outer, inner) in graph.captures.items():
                copy.made.captures[key] = self.places.get(id(outer), outer), copy.input(inner)
            copy.nodes(graph)
        copy.made.outputs = [None if t is None else copy.places[id(t)] for t in graph.outputs]
        copy.made.structured_outputs = graph.structured_outputs
        copy.made._keep = [outer for outer, _ in graph.captures.values()]  # whose ids are the keys
        return copy.made

    def input(self, t: Any) -> Any:
        """The placeholder in the copy for the placeholder `t`."""
        self.places[id(t)] = made = self.made.placeholder(t.dtype, t.shape, f"{t.op.name}/")
        made._a, made._b = infer.leaf_like(t)[2:]
        return made

    def inputs(self, tensors: list[Any]) -> None:
        """Placeholders for the inputs of the source."""
        self.made.inputs = [self.input(t) for t in tensors]


def _has_control_flow(graph):
    callees = [called_graph(node) for node in graph._operations]
    flow = any(isinstance(x, FuncGraph) for n in graph._operations for a in n.arguments for x in (a if type(a) in (list, tuple) else [a]))
    return flow or any(_has_control_flow(c) for c in callees if c is not None)


@tf_private("tensorflow.python.framework.convert_to_constants.convert_variables_to_constants_v2")
def convert_variables_to_constants_v2(
    func: ConcreteFunction, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> WrappedFunction:
    """A function like `func` whose graph has the present values of variables as constants, and no calls of other functions.

    It takes the same tensors and returns a list of `func`'s flat results. `lower_control_flow`: refused where there are branches or
    loops, which stay whole. `aggressive_inlining`: whether calls with effects are taken apart too; they all are. Raises
    NotImplementedError where a variable is written, or used in any way but by its value.
    """
    graph = func.graph
    if lower_control_flow and _has_control_flow(graph):
        raise refused("convert_variables_to_constants_v2", "lower_control_flow")
    if graph.captures:
        raise refused("convert_variables_to_constants_v2", "captures")
    copy = _Copy(graph)
    with building(copy.made):
        copy.inputs(graph.inputs)
        copy.nodes(graph)
    copy.made.outputs = [copy.places[id(t)] for t in graph.outputs if t is not None]
    copy.made.structured_outputs = list(copy.made.outputs)
    return WrappedFunction(copy.made, None, func._spec)


@tf_private("tensorflow.python.framework.convert_to_constants.convert_variables_to_constants_v2_as_graph")
def convert_variables_to_constants_v2_as_graph(
    func: ConcreteFunction, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> tuple[WrappedFunction, Message]:
    """As `convert_variables_to_constants_v2`, with the GraphDef of what it makes."""
    made = convert_variables_to_constants_v2(func, lower_control_flow, aggressive_inlining)
    return made, made.graph.as_graph_def()
