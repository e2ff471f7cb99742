"""Functions with the values that variables have in the place of the variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_private
from tfshim.compat.v1.graphs.frozen_functions import FrozenGraph
from tfshim.compat.v1.graphs.graphs import get_default_graph, get_default_session
from tfshim.compat.v1.graphs.inlining import inlined
from tfshim.compat.v1.graphs.wrapping import WrappedFunction
from tfshim.compat.v1.variables.variables import global_variables_initializer
from tfshim.engine.graph_import.graph_import import CALLS, Importer, Library
from tfshim.engine.graphs.func_graph import FuncGraph, building
from tfshim.engine.graphs.graph_def import graph_def
from tfshim.engine.runtime.context import init_scope
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import wrap
from tfshim.refusals import refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.functions.concrete_function import ConcreteFunction


# The collection of a graph with what is run, in that order, before variables become constants in a session.
VAR_ASSIGN_COLLECTION = "extra_var_assign_ops"
tf_private("tensorflow.python.framework.convert_to_constants.VAR_ASSIGN_COLLECTION")(VAR_ASSIGN_COLLECTION)
_LOWERED = "_lower_using_switch_merge"


def _read(variable: Any) -> Any:
    with init_scope():
        return variable.read_value()


def _frozen(func: ConcreteFunction, lowers: bool, aggressive: bool, read: Callable[[Any], Any] = _read) -> tuple[Message, dict[str, Any]]:
    """The GraphDef with constants, which `read` gives for variables, and {name of a placeholder: the table that it is the handle of}."""
    graph = func.graph
    if graph.captured:
        raise refused("convert_variables_to_constants_v2", "captures")
    handles: dict[str, Any] = {}
    message = graph_def(graph, handles=handles)
    if not lowers:
        disable_lower_using_switch_merge(message)
    fetches = {t.op.name for t in (*graph.inputs, *graph.outputs) if t is not None}
    message = inlined(message, fetches, aggressive, lowers)
    values = {name: read(x) for name, x in handles.items() if is_variable(x)}
    frozen = FrozenGraph(message)
    frozen.own_functions({x._shared_name: values[name] for name, x in handles.items() if name in values})
    frozen.freeze(values)
    return message, {name: x for name, x in handles.items() if name not in values}


@tf_private("tensorflow.python.framework.convert_to_constants.disable_lower_using_switch_merge")
def disable_lower_using_switch_merge(graph_def: Message) -> Message:
    """Mark the branches, loops and calls of a GraphDef, in place, as ones that stay functions. Returns the GraphDef."""
    for node in (*graph_def.node, *(n for f in graph_def.library.function for n in f.node_def)):
        if node.op in CALLS and _LOWERED in node.attr:
            node.attr[_LOWERED].b = False
    return graph_def


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
    return WrappedFunction(made)


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


@tf_private("tensorflow.python.framework.convert_to_constants.convert_var_to_const_function_in_v1")
def convert_var_to_const_function_in_v1(
    func: ConcreteFunction, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> WrappedFunction:
    """As `convert_variables_to_constants_v2`, for a function in a graph of TensorFlow 1, whose variables a session holds.

    Initializes the variables in the default session, runs what is in the graph's collection "extra_var_assign_ops", and takes the
    values after that. Raises RuntimeError where there is no default session.
    """
    session = get_default_session()
    if session is None:
        raise RuntimeError("The conversion must be carried out in a Session context.")
    session.run(global_variables_initializer())
    for operation in get_default_graph().get_collection(VAR_ASSIGN_COLLECTION):
        session.run(operation)

    def read(variable: Any) -> Any:
        return wrap(session._value_of(variable), variable.dtype)

    return _wrapped(func, *_frozen(func, lower_control_flow, aggressive_inlining, read))
