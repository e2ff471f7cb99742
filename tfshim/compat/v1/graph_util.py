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
    from tfshim.engine.graphs.sessions.session import BaseSession

__all__, __getattr__, __dir__ = exported(globals())


def _source(name):
    return name.lstrip("^").split(":")[0]


@tf_export(v1=["graph_util.extract_sub_graph"])
def extract_sub_graph(graph_def: Message, dest_nodes: Iterable[str]) -> Message:
    """The part of a graph that some of its nodes need. Mirrors `tf.compat.v1.graph_util.extract_sub_graph`.

    What is not on the way from inputs to these nodes is left out, such as the training of a model of which only the predictions are wanted.

    Arguments:
        graph_def: a `tf.compat.v1.GraphDef`.
        dest_nodes: a list of the names of nodes, without ":0".

    Returns:
        A `tf.compat.v1.GraphDef` with the nodes in their order, and the library of functions.

    Raises:
        TypeError: it is no GraphDef, or a str instead of a list is given.
        AssertionError: there is no such node.

    Example:
        >>> with tf.Graph().as_default() as graph:
        ...     x = tf.constant(1.0, name="x")
        ...     y, z = tf.negative(x, name="y"), tf.exp(x, name="z")
        >>> [node.name for node in tf.compat.v1.graph_util.extract_sub_graph(graph.as_graph_def(), ["y"]).node]
        ['x', 'y']
    """
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
    """A graph without the nodes that only pass a value on. Mirrors `tf.compat.v1.graph_util.remove_training_nodes`.

    Identity nodes and checks of numbers go, and what used them uses their inputs. Other nodes of a training stay:
    `tf.compat.v1.graph_util.extract_sub_graph` takes those away.

    Arguments:
        input_graph: a `tf.compat.v1.GraphDef`.
        protected_nodes: a list of the names of nodes that stay, such as outputs; None (the default) for none.

    Returns:
        A new `tf.compat.v1.GraphDef`.

    Example:
        >>> with tf.Graph().as_default() as graph:
        ...     x = tf.constant(1.0, name="x")
        ...     y = tf.negative(tf.identity(x, name="same"), name="y")
        ...     z = tf.exp(y, name="z")
        >>> made = tf.compat.v1.graph_util.remove_training_nodes(graph.as_graph_def())
        >>> [(node.name, list(node.input)) for node in made.node]
        [('x', []), ('y', ['x']), ('z', ['y'])]
    """
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
    return made


@tf_export(v1=["graph_util.convert_variables_to_constants"])
def convert_variables_to_constants(
    sess: BaseSession,
    input_graph_def: Message,
    output_node_names: Iterable[str],
    variable_names_whitelist: Container[str] | None = None,
    variable_names_blacklist: Container[str] | None = None,
) -> Message:
    """A graph in which variables are constants: a frozen model in one file. Mirrors
    `tf.compat.v1.graph_util.convert_variables_to_constants`.

    The values are those that the variables have in the session. The result is written by `tf.compat.v1.train.write_graph`, and read by
    `tf.compat.v1.import_graph_def` in any program, which needs no checkpoint for it.

    Arguments:
        sess: the session.
        input_graph_def: the graph, as `sess.graph.as_graph_def()` gives it.
        output_node_names: a list of the names of nodes that are wanted; what they do not need is left out.
        variable_names_whitelist: the names of the variables that become constants; None (the default) for all.
        variable_names_blacklist: the names of those that do not; None (the default) for none.

    Returns:
        A `tf.compat.v1.GraphDef`.

    Raises:
        AssertionError: there is no such node.
        FailedPreconditionError: a variable has no value.

    Example:
        >>> with tf.Graph().as_default() as graph, tf.compat.v1.Session() as sess:
        ...     x = tf.compat.v1.placeholder(tf.float32, [], name="x")
        ...     y = tf.multiply(x, tf.compat.v1.get_variable("w", initializer=3.0), name="y")
        ...     sess.run(tf.compat.v1.global_variables_initializer())
        ...     frozen = tf.compat.v1.graph_util.convert_variables_to_constants(sess, graph.as_graph_def(), ["y"])
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     (again,) = tf.graph_util.import_graph_def(frozen, return_elements=["y:0"], name="")
        ...     print(sess.run(again, {"x:0": 2.0}))
        6.0
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
    """Whether a node has to run on the processor. Mirrors `tf.compat.v1.graph_util.must_run_on_cpu`.

    Strings are in the memory of the processor alone. Programs that place nodes on devices by a function of their own ask it first.

    Arguments:
        node: a `tf.Operation` or a `tf.compat.v1.NodeDef`.
        pin_variables_on_cpu: True says so of variables as well; False by default.

    Returns:
        A bool.

    Example:
        >>> with tf.Graph().as_default():
        ...     number, text = tf.constant(1.0), tf.constant("a")
        ...     w = tf.compat.v1.get_variable("w", [2], use_resource=False)
        ...     print(tf.compat.v1.graph_util.must_run_on_cpu(number.op), tf.compat.v1.graph_util.must_run_on_cpu(text.op))
        ...     print([tf.compat.v1.graph_util.must_run_on_cpu(w.op, pinned) for pinned in (False, True)])
        False True
        [False, True]
    """
    node = getattr(node, "node_def", node)
    if pin_variables_on_cpu and node.op in ("Variable", "VariableV2", "VarHandleOp"):
        return True
    kinds = [node.attr[k].type for k in ("dtype", "T") if k in node.attr]
    # 7 is DT_STRING: strings live in the CPU's memory alone.
    return 7 in kinds


@tf_export(v1=["graph_util.tensor_shape_from_node_def_name"])
def tensor_shape_from_node_def_name(graph: Graph, input_name: str) -> TensorShape:
    """The static shape of a tensor of a graph, by its name. Mirrors `tf.compat.v1.graph_util.tensor_shape_from_node_def_name`.

    The name may be as inputs of nodes are written in a GraphDef: without ":0" for the first output of a node, and with "^" before it for
    one that is only waited for.

    Arguments:
        graph: a `tf.Graph`.
        input_name: the name.

    Returns:
        A `tf.TensorShape`.

    Raises:
        KeyError: the graph has no such tensor.

    Example:
        >>> with tf.Graph().as_default() as graph:
        ...     x = tf.compat.v1.placeholder(tf.float32, [None, 3], name="x")
        >>> tf.compat.v1.graph_util.tensor_shape_from_node_def_name(graph, "x")
        TensorShape([None, 3])
        >>> tf.compat.v1.graph_util.tensor_shape_from_node_def_name(graph, "x:0")
        TensorShape([None, 3])
    """
    name = input_name if ":" in input_name else input_name + ":0"
    shape = graph.get_tensor_by_name(name.lstrip("^")).shape
    return TensorShape(shape)


tf_export(v1=["graph_util.import_graph_def"])(import_graph_def)
