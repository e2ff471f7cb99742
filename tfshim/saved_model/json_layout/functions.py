"""Traced functions that were written as JSON, before SavedModels had TensorFlow's layout, as functions that run.

A node has the type of its operation and its arguments. It is run by calling the operation of that type from the registry, so no code
comes out of a file.
"""

import base64

from tfshim.control_flow import cond, switch_case, while_loop
from tfshim.debugging.assertion import Assert
from tfshim.engine.graph_gradients.custom_gradient import custom_gradient
from tfshim.engine.graphs.own_nodes import named_in
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor_messages import tensor_of
from tfshim.engine.values.typespec import TensorSpec
from tfshim.engine.variables.variable import Variable
from tfshim.refusals import refused
from tfshim.saved_model._specs import kind_named

_BRANCHES, _LOOPS = ("If", "StatelessIf", "Case", "StatelessCase"), ("While", "StatelessWhile")
# A node that passes tensors on and has a traced function as its gradient; TensorFlow has an IdentityN there.
_CUSTOM_GRADIENT = "CustomGradient"
_MODULES = """array_ops math nn linalg random image io strings sparse ragged signal bitwise quantization lookup sets audio
    control_flow debugging logging_ops tensor_array""".split()


def _function(op_type, module, name):
    """The operation of that type which is `name` in a module of this package, or None."""
    found = getattr(named_in(module, name), "_tfshim_op", None)
    return found if found is not None and found.type == op_type else None


def tensor_from(text):
    """The tensor of a TensorProto in the form of text."""
    return tensor_of(messages.tensor.TensorProto.FromString(base64.b64decode(text)))


class Reader:
    """Runs graphs as written; `objects` are the variables and tables by number."""

    def __init__(self, objects):
        self._objects = objects
        self._constants = {}

    def value(self, x, values=None):
        """The argument for its plain data; `values[node][output]` are tensors, `values[-1]` the inputs."""
        if not isinstance(x, dict):
            return x
        ((kind, v),) = x.items()
        if kind == "tensor":
            return values[v[0]][v[1]]
        if kind == "constant":
            found = self._constants.get(v)
            if found is None:
                found = self._constants[v] = tensor_from(v)
            return found
        if kind in ("list", "tuple"):
            made = [self.value(i, values) for i in v]
            return made if kind == "list" else tuple(made)
        if kind == "dict":
            return {k: self.value(i, values) for k, i in v}
        if kind == "float":
            return float.fromhex(v)
        if kind == "bytes":
            return base64.b64decode(v)
        if kind == "dtype":
            return dt.as_dtype(v)
        if kind == "shape":
            return TensorShape(v)
        if kind == "spec":
            return TensorSpec(v[0], v[1], v[2])
        if kind == "composite":
            return kind_named(v[0])._deserialize(self.value(v[1]))
        if kind == "object":
            return self._objects[v]
        if kind == "graph":
            return v
        if kind == "held":
            return self._held(*v)
        raise ValueError(f"unknown kind of value {kind!r}")

    def objects_in(self, x):
        """The variables and tables that plain data names, each once, as a list."""
        if isinstance(x, dict) and [*x] == ["object"]:
            return [self._objects[x["object"]]]
        inner = x.values() if isinstance(x, dict) else x if isinstance(x, list) else ()
        return [*{id(found): found for part in inner for found in self.objects_in(part)}.values()]

    def _held(self, module, name, data):
        cls = named_in(module, name)
        if not isinstance(cls, type) or not hasattr(cls, "from_saved"):
            raise ValueError(f"unknown kind of value {name!r}")
        return cls.from_saved(self.value(data))

    def run(self, graph, inputs):
        """The outputs of a graph for its inputs and captures."""
        values = {-1: list(inputs)}
        for i, node in enumerate(graph["nodes"]):
            made = self._node(node, [self.value(a, values) for a in node["arguments"]])
            # The outputs of a node were numbered without those that are None.
            values[i] = [t for t in nest.flatten(made) if t is not None] if made is not None else []
        return [None if o is None else values[o[0]][o[1]] for o in graph["outputs"]]

    def _node(self, node, arguments):
        kind = node["type"]
        if kind in ("Const", "Identity"):
            return arguments[0]
        if kind == "ReadVariableOp":
            return arguments[0].read_value()
        if kind == "StatefulPartitionedCall":
            graph, inputs, captures = arguments
            return [t for t in self.run(graph, [*inputs, *captures]) if t is not None]
        if kind == "Assert":
            return Assert(arguments[0], arguments[1], arguments[2])
        if kind in _BRANCHES:
            return self._branches(kind, *arguments)
        if kind in _LOOPS:
            return self._loop(*arguments)
        if kind == _CUSTOM_GRADIENT:
            return self._with_gradient(*arguments)
        for name, method in (("AssignVariableOp", "assign"), ("AssignAddVariableOp", "assign_add"), ("AssignSubVariableOp", "assign_sub")):
            if kind == name:
                getattr(arguments[0], method)(arguments[1], read_value=False)
                return None
        operation = _function(kind, *node["function"]) if "function" in node else REGISTRY.get(kind)
        if operation is None:
            raise refused("tf.saved_model.load", "operation", kind=".".join(map(str, node.get("function", (kind,)))))
        if operation.outside == "Python code":
            raise invalid(f"The saved function calls a Python function ({kind}), which is in no file.")
        names = [n for n in operation.names if n != "name"]
        made = operation.public(**dict(zip(names, arguments, strict=True)))
        if TS.graph is not None and any(isinstance(a, Variable) for a in arguments):
            TS.graph._versions += 1  # a value read from a variable before may be out of date
        return made

    def _branches(self, kind, index, graphs, captures, counts):
        """What the node of an `If` or `Case` gives."""
        functions, start = [], 0
        for graph, count in zip(graphs, counts, strict=True):
            part = captures[start : start + count]
            functions.append(lambda g=graph, p=part: [t for t in self.run(g, p) if t is not None])
            start += count
        if kind.endswith("If"):
            return cond(index, functions[0], functions[1])
        return switch_case(convert_to_tensor(index), functions)

    def _with_gradient(self, graph, results, inputs, captures):
        """`results`, whose gradients go to `inputs` by way of `graph`."""

        @custom_gradient
        def passed(*_):
            return results, lambda *dys: self.run(graph, [*dys, *captures])

        return passed(*inputs)

    def _loop(self, test, step, maximum, values, test_captures, step_captures):
        """What the node of a `While` gives."""
        return while_loop(
            lambda *v: self.run(test, [*v, *test_captures])[0],
            lambda *v: self.run(step, [*v, *step_captures]),
            list(values),
            maximum_iterations=maximum,
        )
