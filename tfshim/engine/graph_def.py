"""Graphs as GraphDef messages: for TensorBoard's graph page, for `tf.io.write_graph` and for people who print operations.

The messages are TensorBoard's own classes of the same format. Kernels here take what TensorFlow passes as extra
inputs (axes, shapes) as attributes, and the messages show them so.
"""

import numpy as np

from tfshim.engine import dtypes
from tfshim.engine.shapes import TensorShape
from tfshim.engine.tensor import EagerTensor, Tensor

PRODUCER = 1645  # the version of the format that TensorFlow 2.15 writes
_VALUES = {"f": "float_val", "b": "bool_val", "c": "scomplex_val"}


def _shape_message(shape):
    from tensorboard.compat.proto.tensor_shape_pb2 import TensorShapeProto

    shape = shape if isinstance(shape, TensorShape) else TensorShape(shape)
    if shape.rank is None:
        return TensorShapeProto(unknown_rank=True)
    return TensorShapeProto(dim=[TensorShapeProto.Dim(size=-1 if d is None else d) for d in shape.as_list()])


def tensor_message(x):
    """The TensorProto of the eager tensor `x`."""
    from tensorboard.compat.proto.tensor_pb2 import TensorProto

    made = TensorProto(dtype=x.dtype.as_datatype_enum, tensor_shape=_shape_message(x.shape))
    value = np.asarray(x.numpy())
    if x.dtype is dtypes.string:
        made.string_val.extend(v if isinstance(v, bytes) else str(v).encode() for v in value.reshape(-1))
    elif value.size == 1 and x.dtype in (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.bool):
        field = {"float32": "float_val", "float64": "double_val", "int32": "int_val", "int64": "int64_val", "bool": "bool_val"}
        getattr(made, field[x.dtype.name]).append(value.reshape(-1)[0].item())
    else:
        made.tensor_content = value.tobytes()
    return made


def _attribute(message, value):
    """Put a Python value into an AttrValue; False where it has no such form."""
    if isinstance(value, bool):
        message.b = value
    elif isinstance(value, (int, np.integer)):
        message.i = int(value)
    elif isinstance(value, (float, np.floating)):
        message.f = float(value)
    elif isinstance(value, (str, bytes)):
        message.s = value.encode() if isinstance(value, str) else value
    elif isinstance(value, dtypes.DType):
        message.type = value.as_datatype_enum
    elif isinstance(value, TensorShape):
        message.shape.CopyFrom(_shape_message(value))
    elif isinstance(value, EagerTensor):
        message.tensor.CopyFrom(tensor_message(value))
    elif _is_graph(value):
        message.func.name = value.name
    elif isinstance(value, (list, tuple)):
        return _list(message, value)
    else:
        return False
    return True


def _list(message, values):
    message.list.SetInParent()
    for v in values:
        if isinstance(v, bool):
            message.list.b.append(v)
        elif isinstance(v, (int, np.integer)):
            message.list.i.append(int(v))
        elif isinstance(v, float):
            message.list.f.append(v)
        elif isinstance(v, (str, bytes)):
            message.list.s.append(v.encode() if isinstance(v, str) else v)
        elif isinstance(v, dtypes.DType):
            message.list.type.append(v.as_datatype_enum)
        elif _is_graph(v):
            message.list.func.add().name = v.name
        else:
            return False
    return True


def _is_graph(x):
    return hasattr(x, "structured_outputs") and hasattr(x, "name")


def _reference(t, in_function):
    if in_function and t.op.type != "Placeholder":
        return f"{t.op.name}:out:{t.value_index}"
    return t.op.name if not t.value_index else f"{t.op.name}:{t.value_index}"


def node_def(node, in_function=False):
    """The NodeDef of an operation."""
    from tensorboard.compat.proto.node_def_pb2 import NodeDef

    made = NodeDef(name=node.name, op=node.type.lstrip("_"), device=node.device or "")
    names = [n for n in node._op_def.names if n != "name"]
    for at, a in enumerate(node.arguments):
        name = names[at] if at < len(names) else f"argument_{at}"
        if node.type == "Const" and isinstance(a, EagerTensor):
            made.attr["value"].tensor.CopyFrom(tensor_message(a))
            continue
        items = a if type(a) is list else [a]
        if any(isinstance(x, Tensor) for x in items):
            made.input.extend(_reference(node.graph.as_node(x) if type(x) is EagerTensor else x, in_function)
                              for x in items if isinstance(x, Tensor))
        elif hasattr(a, "_alias"):
            if node.type == "VarHandleOp":
                made.attr["shared_name"].s = a._shared_name.encode()
                made.attr["shape"].shape.CopyFrom(_shape_message(a.shape))
                made.attr["dtype"].type = a.dtype.as_datatype_enum
            else:
                made.input.append(a._shared_name)
                made.attr["dtype"].type = a.dtype.as_datatype_enum
        elif a is not None and not _attribute(made.attr[name], a):
            del made.attr[name]
    for p in getattr(node._op_def, "tensors", ()):
        value = node.arguments[p.at]
        value = value[0] if type(value) is list and value else value
        if p.var is not None and isinstance(value, Tensor):
            made.attr[p.var].type = value.dtype.as_datatype_enum
    if node.type in ("Const", "Placeholder", "PlaceholderWithDefault") and node.outputs:
        made.attr["dtype"].type = node.outputs[0].dtype.as_datatype_enum
        if node.type != "Const":
            made.attr["shape"].shape.CopyFrom(_shape_message(node.outputs[0].shape))
    made.input.extend(f"^{c.name}" for c in node.control_inputs)
    return made


def _functions(graph, found):
    """Every graph that stands for a function, branch or loop body in `graph`, by name."""
    for node in graph._operations:
        for a in node.arguments:
            for x in a if type(a) in (list, tuple) else (a,):
                if _is_graph(x) and x.name not in found:
                    found[x.name] = x
                    _functions(x, found)
    return found


def _function_def(graph):
    from tensorboard.compat.proto.function_pb2 import FunctionDef

    made = FunctionDef()
    made.signature.name = graph.name
    inputs = [*graph.inputs, *graph.internal_captures]
    for t in inputs:
        made.signature.input_arg.add(name=t.op.name, type=t.dtype.as_datatype_enum)
    for i, t in enumerate(graph.outputs):
        if t is not None:
            made.signature.output_arg.add(name=f"output_{i}", type=t.dtype.as_datatype_enum)
            made.ret[f"output_{i}"] = _reference(t if not isinstance(t, EagerTensor) else graph.as_node(t), True)
    given = {id(t.op) for t in inputs}
    made.node_def.extend(node_def(n, True) for n in list(graph._operations) if id(n) not in given)
    return made


def graph_def(graph, from_version=None, add_shapes=False):
    """The GraphDef of `graph` and of the functions that it calls; only nodes after number `from_version`, if given."""
    from tensorboard.compat.proto.graph_pb2 import GraphDef

    made = GraphDef()
    made.versions.producer = PRODUCER
    nodes = list(graph._operations)[from_version or 0:]
    for node in nodes:
        message = node_def(node)
        if add_shapes:
            message.attr["_output_shapes"].list.SetInParent()
            message.attr["_output_shapes"].list.shape.extend(_shape_message(t.shape) for t in node.outputs)
        made.node.append(message)
    made.library.function.extend(_function_def(f) for f in _functions(graph, {}).values())
    return made
