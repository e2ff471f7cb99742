"""`tf.compat.v1.graph_util`: GraphDef messages, cut down."""

from tfshim.engine.shapes import TensorShape
from tfshim.graph_util import import_graph_def

__all__ = ["convert_variables_to_constants", "extract_sub_graph", "import_graph_def", "must_run_on_cpu", "remove_training_nodes",
           "tensor_shape_from_node_def_name"]


def _source(name):
    return name.lstrip("^").split(":")[0]


def extract_sub_graph(graph_def, dest_nodes):
    """The GraphDef of the nodes that the nodes named `dest_nodes` need. Mirrors `tf.compat.v1.graph_util.extract_sub_graph`."""
    if isinstance(dest_nodes, str):
        raise TypeError("dest_nodes must be an iterable of strings.")
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


def remove_training_nodes(input_graph, protected_nodes=None):
    """The GraphDef without Identity and CheckNumerics nodes, except `protected_nodes`. Mirrors the function of that name."""
    protected = set(protected_nodes or [])
    skipped = {n.name: n.input[0] for n in input_graph.node if n.op in ("Identity", "CheckNumerics") and n.name not in protected
               and len(n.input) == 1 and not n.input[0].startswith("^")}

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


def convert_variables_to_constants(sess, input_graph_def, output_node_names, variable_names_whitelist=None, variable_names_blacklist=None):
    """The GraphDef of what `output_node_names` need, with the variables' values in `sess` as constants.

    Mirrors `tf.compat.v1.graph_util.convert_variables_to_constants`.
    """
    from tfshim.engine.tensor import wrap
    from tfshim.engine.tensor_messages import tensor_message

    made = extract_sub_graph(input_graph_def, output_node_names)
    variables = {v._shared_name: v for v in sess.graph._held}
    reads, kept = {}, type(made)()
    for n in made.node:
        if n.op == "ReadVariableOp" and n.input[0] in variables:
            name = n.input[0]
            if (variable_names_whitelist is None or name in variable_names_whitelist) and name not in (variable_names_blacklist or ()):
                reads[n.name] = variables[name]
    used = {_source(i) for n in made.node if n.name not in reads for i in n.input}
    for n in made.node:
        if n.op == "VarHandleOp" and n.name not in used and n.name in variables:
            continue
        copy = kept.node.add()
        copy.CopyFrom(n)
        if n.name in reads:
            variable = reads[n.name]
            copy.Clear()
            copy.name, copy.op = n.name, "Const"
            copy.attr["dtype"].type = variable.dtype.as_datatype_enum
            copy.attr["value"].tensor.CopyFrom(tensor_message(wrap(sess._values[id(variable)], variable.dtype)))
    kept.library.CopyFrom(made.library)
    kept.versions.CopyFrom(made.versions)
    return kept


def must_run_on_cpu(node, pin_variables_on_cpu=False):
    """Whether a node has to run on the CPU: strings, and with `pin_variables_on_cpu` variables. Mirrors the function of that name."""
    node = getattr(node, "node_def", node)
    if pin_variables_on_cpu and node.op in ("Variable", "VariableV2", "VarHandleOp"):
        return True
    kinds = [node.attr[k].type for k in ("dtype", "T") if k in node.attr]
    return 7 in kinds


def tensor_shape_from_node_def_name(graph, input_name):
    """The static shape of the tensor `input_name` of `graph`. Mirrors the function of that name."""
    name = input_name if ":" in input_name else input_name + ":0"
    shape = graph.get_tensor_by_name(name.lstrip("^")).shape
    return TensorShape(shape)
