"""Functions with the values that variables have in the place of the variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_private
from tfshim.compat.v1.graphs.frozen_functions import FrozenGraph
from tfshim.compat.v1.graphs.inlining import inlined
from tfshim.compat.v1.graphs.wrapping import WrappedFunction
from tfshim.engine.graph_import.graph_import import CALLS, Importer, Library
from tfshim.engine.graphs.func_graph import FuncGraph, building
from tfshim.engine.graphs.graph_def import graph_def
from tfshim.engine.runtime.context import init_scope
from tfshim.engine.values.protocol import is_variable
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.functions.concrete_function import ConcreteFunction


def _frozen(func: ConcreteFunction, lowers: bool, aggressive: bool) -> tuple[Message, dict[str, Any]]:
    """The GraphDef with constants, and {name of a placeholder: the table that it is the handle of}."""
    graph = func.graph
    if graph.captured:
        raise refused("convert_variables_to_constants_v2", "captures")
    handles: dict[str, Any] = {}
    message = graph_def(graph, handles=handles)
    if not lowers:
        for node in (*message.node, *(n for f in message.library.function for n in f.node_def)):
            if node.op in CALLS and "_lower_using_switch_merge" in node.attr:
                node.attr["_lower_using_switch_merge"].b = False
    fetches = {t.op.name for t in (*graph.inputs, *graph.outputs) if t is not None}
    message = inlined(message, fetches, aggressive, lowers)
    with init_scope():
        values = {name: x.read_value() for name, x in handles.items() if is_variable(x)}
    frozen = FrozenGraph(message)
    frozen.own_functions({x._shared_name: values[name] for name, x in handles.items() if name in values})
    frozen.freeze(values)
    return message, {name: x for name, x in handles.items() if name not in values}


def _wrapped(func: ConcreteFunction, message: Message, tables: dict[str, Any]) -> WrappedFunction:
    """A function of the nodes of `message`, which takes and gives what `func` does."""
    graph = func.graph
    made = FuncGraph(graph.name, None)
    with building(made):
        nodes = [n for n in message.node if n.name not in tables]
        importer = Importer(made, nodes, Library(message.library.function), variables=tables)
        importer.run()
        made.inputs = [importer.operations[t.op.name].outputs[0] for t in graph.inputs]
        made.outputs = [importer.tensor(t.name) for t in graph.outputs if t is not None]
    made.structured_outputs = list(made.outputs)
    return WrappedFunction(made, None, func._spec)


@tf_private("tensorflow.python.framework.convert_to_constants.convert_variables_to_constants_v2")
def convert_variables_to_constants_v2(
    func: ConcreteFunction, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> WrappedFunction:
    """A function like `func` whose graph has the present values of variables as constants, and no calls of other functions.

    It takes the same tensors and returns a list of `func`'s flat results. With `lower_control_flow` branches and loops are nodes of
    TensorFlow 1's control flow (Switch, Merge, Enter ...), which converters of other formats read; without it they are functions still.
    Calls of functions stay that are marked not to be inlined, or have effects that nothing waits for; with `aggressive_inlining` these
    are taken apart too. Raises NotImplementedError where a variable is written, or used in any way but by its value.
    """
    return _wrapped(func, *_frozen(func, lower_control_flow, aggressive_inlining))


@tf_private("tensorflow.python.framework.convert_to_constants.convert_variables_to_constants_v2_as_graph")
def convert_variables_to_constants_v2_as_graph(
    func: ConcreteFunction, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> tuple[WrappedFunction, Message]:
    """As `convert_variables_to_constants_v2`, with the GraphDef of what it makes, which tells of each node where it came from."""
    message, tables = _frozen(func, lower_control_flow, aggressive_inlining)
    return _wrapped(func, message, tables), message
