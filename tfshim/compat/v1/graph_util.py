"""`tf.compat.v1.graph_util`: GraphDef messages, cut down."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.graphs.frozen_functions import FrozenGraph
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import wrap
from tfshim.graph_util import import_graph_def

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.graphs.session import BaseSession

__all__, __getattr__, __dir__ = exported(globals())


def _source(name):
    return name.lstrip("^").split(":")[0]


@tf_export(v1=["graph_util.extract_sub_graph"])
def extract_sub_graph(graph_def: Message, dest_nodes: Iterable[str]) -> Message:
    """The GraphDef of the nodes that the nodes named `dest_nodes` need. Mirrors `tf.compat.v1.graph_util.extract_sub_graph`."""
    if not hasattr(graph_def, "node"):
        raise TypeError(f"graph_def must be a graph_pb2.GraphDef proto, but got type {type(graph_def)}.")
    if isinstance(dest_nodes, str):
        raise TypeError(f"dest_nodes must be an iterable of strings, but got type {type(dest_nodes)}.")
    by_name = {n.name: n for n in graph_def.node}
    for name in dest_nodes:
        if name not in by_name:
            raise AssertionError(f"{name} is not in graph")
    wanted, stack = set(), list(dest_nodes)
    while stack:
        name = stack.pop()
        if name not in wanted and name in by_name:
            wanted.add(name)
            stack.extend(map(_source, by_name[name].input))
    made = type(graph_def)()
    made.node.extend(n for n in graph_def.node if n.name in wanted)
    made.library.CopyFrom(graph_def.library)
    made.versions.CopyFrom(graph_def.versions)
    return made


@tf_export(v1=["graph_util.remove_training_nodes"])
def remove_training_nodes(input_graph: Message, protected_nodes: Iterable[str] | None = None) -> Message:
    """The GraphDef without Identity and CheckNumerics nodes, except `protected_nodes`. Mirrors the function of that name."""
    protected = set(protected_nodes or [])
    skipped = {
        n.name: n.input[0]
        for n in input_graph.node
        if n.op in ("Identity", "CheckNumerics") and n.name not in protected and len(n.input) == 1 and not n.input[0].startswith("^")
    }

    def through(name):
        while _source(name) in skipped:
            name = skipped[_source(name)]
        return name

    made = type(input_graph)()
    for n in input_graph.node:
        if n.name in skipped:
            continue
        copy = made.node.add()
        copy.CopyFrom(n)
        del copy.input[:]
        copy.input.extend(i if i.startswith("^") else through(i) for i in n.input)
    made.library.CopyFrom(input_graph.library)
    made.versions.CopyFrom(input_graph.versions)
    return made


@tf_export(v1=["graph_util.convert_variables_to_constants"])
def convert_variables_to_constants(
    sess: BaseSession,
    input_graph_def: Message,
    output_node_names: Iterable[str],
    variable_names_whitelist: Container[str] | None = None,
    variable_names_blacklist: Container[str] | None = None,
) -> Message:
    """The GraphDef of what `output_node_names` need, with the variables' values in `sess` as constants.

    `variable_names_whitelist` and `variable_names_blacklist` say which variables; all if None. Mirrors
    `tf.compat.v1.graph_util.convert_variables_to_constants`.
    """
    made = extract_sub_graph(input_graph_def, output_node_names)
    values = {}
    needed = {_shared(n) for n in made.node if n.op in ("VarHandleOp", "VariableV2")}
    for v in sess.graph._held:
        name, t = v._shared_name, sess._value_of(v)
        chosen = (variable_names_whitelist is None or name in variable_names_whitelist) and name not in (variable_names_blacklist or ())
        if t is not None and chosen:
            values[name] = wrap(t, v.dtype)
        elif chosen and name in needed:
            sess.run(v)  # which says that it has no value
    handles = {n.name: _shared(n) for n in made.node if n.op in ("VarHandleOp", "VariableV2") and _shared(n) in values}
    frozen = FrozenGraph(made)
    frozen.own_functions(values)
    frozen.freeze({name: values[shared] for name, shared in handles.items()})
    return made


def _shared(node):
    return node.attr["shared_name"].s.decode() or node.name


@tf_private("tensorflow.python.framework.convert_to_constants.convert_variables_to_constants_from_session_graph")
def convert_variables_to_constants_from_session_graph(
    session: BaseSession,
    graph_def: Message,
    output_node_names: Iterable[str],
    variable_names_allowlist: Container[str] | None = None,
    variable_names_denylist: Container[str] | None = None,
) -> Message:
    """As `convert_variables_to_constants`, of which it is the present name within TensorFlow."""
    return convert_variables_to_constants(session, graph_def, output_node_names, variable_names_allowlist, variable_names_denylist)


@tf_export(v1=["graph_util.must_run_on_cpu"])
def must_run_on_cpu(node: Message | Operation, pin_variables_on_cpu: bool = False) -> bool:
    """Whether a node has to run on the CPU: strings, and with `pin_variables_on_cpu` variables. Mirrors the function of that name."""
    node = getattr(node, "node_def", node)
    if pin_variables_on_cpu and node.op in ("Variable", "VariableV2", "VarHandleOp"):
        return True
    kinds = [node.attr[k].type for k in ("dtype", "T") if k in node.attr]
    # 7 is DT_STRING: strings live in the CPU's memory alone.
    return 7 in kinds


@tf_export(v1=["graph_util.tensor_shape_from_node_def_name"])
def tensor_shape_from_node_def_name(graph: Graph, input_name: str) -> TensorShape:
    """The static shape of the tensor `input_name` of `graph`. Mirrors the function of that name."""
    name = input_name if ":" in input_name else input_name + ":0"
    shape = graph.get_tensor_by_name(name.lstrip("^")).shape
    return TensorShape(shape)


tf_export(v1=["graph_util.import_graph_def"])(import_graph_def)
