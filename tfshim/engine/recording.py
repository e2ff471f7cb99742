"""From a call of an operation to a node of the graph under construction."""

from tfshim.engine import infer
from tfshim.engine.op import set_recorder
from tfshim.engine.state import TS
from tfshim.engine.symbolic_tensor import SymbolicTensor
from tfshim.engine.tensor import EagerTensor


def out_of_scope(x):
    """The error for a tensor that is used outside of the graph it belongs to."""
    return TypeError(
        f"{x!r} is out of scope and cannot be used here. Use return values, explicit Python locals or TensorFlow collections to access "
        "it.\nPlease see https://www.tensorflow.org/guide/function#all_outputs_of_a_tffunction_must_be_return_values for more "
        f"information.\n\n{x!r} was defined in {x.graph}."
    )


def in_scope(x, graph, tapes):
    """`x` as it may be used in `graph` under `tapes`: its alias while its tape records, cut off where none does."""
    if x._op.graph is not graph:
        x = graph.local(x)
    rec = x._rec
    if rec is None:
        return x
    while rec is not None:
        if rec in tapes:
            return x if x._src is None else x._src
        rec = rec.parent
    if x._detached is None:
        from tfshim.engine.graph_gradients import detach

        x._detached = detach(graph, x if x._src is None else x._src)
    return x._detached


def record(graph, o, values, name):
    """Add the operation `o` with converted `values` to `graph`; its symbolic result."""
    if graph is None:
        for v in values:
            for x in v if type(v) is list else (v,):
                if isinstance(x, SymbolicTensor):
                    raise out_of_scope(x)
    tapes = TS.tapes
    arguments = []
    recorded = None
    wanted, kind = graph._operator
    if wanted is not None and o.type in kind:
        name, graph._operator = name or wanted, (None, ())
    if not graph.building_function and not (name and name.endswith("/")):
        name = _named_constants(graph, o, values, name)
    for v in values:
        if isinstance(v, SymbolicTensor):
            v = in_scope(v, graph, tapes)
            if v._rec is not None:
                recorded = v._rec
        elif tapes and hasattr(v, "trainable_variables") and any(t.watches(x) for t in tapes for x in v.variables):
            recorded = TS.tape
        elif type(v) is EagerTensor:
            v = graph.as_node(v)
            if tapes:
                v = in_scope(v, graph, tapes)
                recorded = v._rec or recorded
        elif type(v) is list:
            items = []
            for x in v:
                if isinstance(x, SymbolicTensor):
                    x = in_scope(x, graph, tapes)
                    if x._rec is not None:
                        recorded = x._rec
                elif type(x) is EagerTensor:
                    x = graph.as_node(x)
                    if tapes:
                        x = in_scope(x, graph, tapes)
                        recorded = x._rec or recorded
                items.append(x)
            v = items
        arguments.append(v)
    result = infer.outputs(o, arguments)
    node = graph.add(o, arguments, result, name)
    if o.stateful and values and hasattr(values[0], "_alias"):
        graph._versions += 1  # what was read of the variable before is not its value any more
    if recorded is not None and o.grad is not None and TS.tape is not None:
        for t in node.outputs:
            if t._dt._kind in "fc":
                t._rec = TS.tape
    return node.result


def _named_constants(graph, o, values, name):
    """Give the constants among `values` names within the operation's own, as `add/y`; that name, to be taken as it is."""
    if not any(type(x) is EagerTensor for v in values for x in (v if type(v) is list else (v,))):
        return name
    full = graph._node_name(o, name)
    names = [n for n in o.names if n != "name"]
    for at, v in enumerate(values):
        for i, x in enumerate(v if type(v) is list else (v,)):
            if type(x) is EagerTensor and id(x) not in graph._constants:
                suffix = f"values_{i}" if type(v) is list else names[at]
                graph.constant(x, f"{full}/{suffix}/")
    return full + "/"


set_recorder(record)
