"""Operations: the nodes of a graph."""

from traceback import FrameSummary

from tfshim.engine.tensor import EagerTensor, Tensor
from tfshim.engine.tracebacks import lines_of, stack


class Operation:
    """A node of a graph; mirrors `tf.Operation`."""

    __module__ = "tensorflow.python.framework.ops"

    def __init__(self, graph, name, op, arguments, control_inputs, device):
        self.graph, self.name, self._op_def, self.arguments = graph, name, op, arguments
        self.control_inputs, self.device = control_inputs, device
        self.outputs, self.result = [], None
        self.type = op.type
        self.stateful = bool(op.stateful)
        self.rng = self.host_inputs = None  # `host_inputs`: the constants for what the kernel takes as Python numbers, by TensorFlow's name
        self.stack = stack()

    @property
    def inputs(self):
        """The tensors that the operation uses."""
        if self.host_inputs:
            from tfshim.engine.node_form import inputs_of

            return inputs_of(self)
        found = []
        for a in self.arguments:
            if isinstance(a, Tensor):
                found.append(a)
            elif type(a) in (list, tuple):
                found.extend(x for x in a if isinstance(x, Tensor))
        return tuple(self.graph.as_node(x) if type(x) is EagerTensor else x for x in found)

    @property
    def op_def(self):
        """The definition: the name of its type and of its parameters."""
        return self._op_def

    @property
    def node_def(self):
        """The operation as a NodeDef message."""
        from tfshim.engine.graph_def import node_def

        return node_def(self)

    def get_attr(self, name):
        """The attribute `name`. Raises ValueError where there is none."""
        if name == "T" and self.outputs:
            return self.outputs[0].dtype
        if name == "_class":
            return []
        arguments = [n for n in self._op_def.names if n != "name"]
        if name in arguments:
            return self.arguments[arguments.index(name)]
        raise ValueError(f"Operation '{self.name}' has no attr named '{name}'.")

    def values(self):
        """The outputs, as a tuple."""
        return tuple(self.outputs)

    def run(self, feed_dict=None, session=None):
        """Run the operation in `session` or the default session."""
        from tfshim.engine.session import run_operation

        run_operation(self, feed_dict, session)

    @property
    def traceback(self):
        """The user's frames in which the operation was made, outermost first."""
        return [FrameSummary(file, line, name) for file, line, name in lines_of(self)]

    def colocation_groups(self):
        """The groups of operations that must share a device: itself."""
        return [b"loc:@" + self.name.encode()]

    def __repr__(self):
        return f"<tf.Operation '{self.name}' type={self.type}>"

    def __str__(self):
        return str(self.node_def)


class InnerOp:
    """Stands in for an `Op` in nodes that the engine itself makes."""

    def __init__(self, type_, kernel=None, stateful=False, names=("value",), grad="auto"):
        self.type, self.kernel, self.stateful, self.names, self.grad = type_, kernel, stateful, names, grad
        self.direct = self.objects = self.shape_fn = self.out = None
        self.moves, self.tensors, self.hosts, self.params, self.name_index = False, (), (), (), None
        self.public = None


IDENTITY = InnerOp("Identity", lambda x: x, names=("input",))  # a node of its own for a value; no work when it runs
CONST = InnerOp("Const")
READ = InnerOp("ReadVariableOp", stateful=True, names=("resource",))
