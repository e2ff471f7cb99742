"""`tf.Graph`: operations recorded to be run later, with TensorFlow's names and types.

One kind of graph serves functions, TF 1 sessions and Keras' functional models. A node keeps its `Op`, the arguments
of the kernel with symbolic tensors among them, and its outputs. `executor` turns nodes into a Python function.
"""

import contextlib
import re
import threading

import numpy as np

from tfshim.engine import dtypes, errors, infer
from tfshim.engine.op import set_recorder
from tfshim.engine.random.seeds import NodeState
from tfshim.engine.shapes import TensorShape
from tfshim.engine.state import TS, enter_special, leave_special
from tfshim.engine.tensor import EagerTensor, Tensor

_NOT_ITERABLE = (
    "Iterating over a symbolic `tf.Tensor` is not allowed: how many rows it has belongs to the graph. Unpack it with `tf.unstack`, "
    "or loop with a `for` statement in a function that AutoGraph converts (`@tf.function` without `autograph=False`)."
)
_NOT_BOOL = (
    "Using a symbolic `tf.Tensor` as a Python `bool` is not allowed. You can attempt the following resolutions to the "
    "problem: If you are running in Graph mode, use Eager execution mode or decorate this function with @tf.function. "
    "If you are using AutoGraph, you can try decorating this function with @tf.function. If that does not help, then "
    "you may be using an unsupported feature or your source code may not be visible to AutoGraph."
)


class SymbolicTensor(Tensor):
    """A value to come: output `value_index` of the operation `op` of a graph.

    `_a` and `_b` are its stand-ins in the two worlds of shape inference (see `infer`).
    """

    __slots__ = ("_op", "_index", "_dt", "_shape", "_a", "_b", "_rec", "_src", "_detached", "_static", "_handle")
    __module__ = "tensorflow.python.framework.tensor"

    def __init__(self, op, index, dtype, shape, a, b):
        self._op, self._index, self._dt, self._shape, self._a, self._b = op, index, dtype, shape, a, b
        self._rec = self._src = self._detached = self._static = self._handle = None

    op = property(lambda self: self._op, doc="The `tf.Operation` that computes it.")
    graph = property(lambda self: self._op.graph, doc="The `tf.Graph` it belongs to.")
    value_index = property(lambda self: self._index, doc="Which output of its operation it is.")
    dtype = property(lambda self: self._dt, doc="The `tf.DType`.")
    shape = property(lambda self: self._shape, doc="The static shape, as far as it is known.")
    name = property(lambda self: f"{self._op.name}:{self._index}", doc="The name, as `MatMul:0`.")
    device = property(lambda self: self._op.device, doc="The device it was assigned to, or an empty string.")

    def _rank(self):
        return self._shape.rank

    def _shape_tuple(self):
        return None if self._shape.rank is None else tuple(self._shape.as_list())

    def set_shape(self, shape):
        """Make the static shape more specific. Raises ValueError if the two contradict each other."""
        merged = self._shape.merge_with(shape)
        if merged.rank is None or self._shape.rank is not None and merged.as_list() == self._shape.as_list():
            return
        self._shape = merged
        self._a, self._b = infer.stand_ins(merged, self._dt)

    def consumers(self):
        """The operations that use this tensor."""
        return [o for o in self.graph.get_operations() if any(x is self for x in o.inputs)]

    def eval(self, feed_dict=None, session=None):
        """The value, computed in `session` or the default session."""
        from tfshim.engine.session import evaluate

        return evaluate(self, feed_dict, session)

    def __repr__(self):
        return f"<tf.Tensor {self.name!r} shape={self._text_shape()} dtype={self._dt.name}>"

    def __str__(self):
        shape = "" if self._shape.rank is None else f", shape={self._text_shape()}"
        return f'Tensor("{self.name}"{shape}, dtype={self._dt.name}' + (f", device={self.device})" if self.device else ")")

    def _text_shape(self):
        if self._shape.rank is None:
            return "<unknown>"
        unknown = "None" if TensorShape._v2_behavior else "?"
        dims = [unknown if d is None else str(d) for d in self._shape.as_list()]
        return f"({', '.join(dims)}{',' if len(dims) == 1 else ''})"

    def __bool__(self):
        raise errors.OperatorNotAllowedInGraphError(_NOT_BOOL)

    __nonzero__ = __bool__

    def __len__(self):
        raise TypeError(f"len is not well defined for a symbolic Tensor ({self.name}). Please call `x.shape` rather than "
                        "`len(x)` for shape information.")

    def __iter__(self):
        raise errors.OperatorNotAllowedInGraphError(_NOT_ITERABLE)

    def __array__(self, dtype=None, copy=None):
        raise NotImplementedError(
            f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array. This error may indicate that you're trying "
            "to pass a Tensor to a NumPy call, which is not supported."
        )

    def __hash__(self):
        if self._op.graph.building_function:
            raise TypeError("Tensor is unhashable. Instead, use tensor.ref() as the key.")
        return id(self)

    def __format__(self, format_spec):
        return str(self).__format__(format_spec)

    def __int__(self):
        raise TypeError(f"int() argument must be a value, not the symbolic tensor {self.name}.")

    def __float__(self):
        raise TypeError(f"float() argument must be a value, not the symbolic tensor {self.name}.")

    def __index__(self):
        raise TypeError(f"The symbolic tensor {self.name} cannot be used as an index: its value is not known yet.")

    def __deepcopy__(self, memo):
        raise NotImplementedError(f"deepcopy() of the symbolic tensor {self.name}: it belongs to its graph.")


class Operation:
    """A node of a graph; mirrors `tf.Operation`."""

    __module__ = "tensorflow.python.framework.ops"

    def __init__(self, graph, name, op, arguments, control_inputs, device):
        self.graph, self.name, self._op_def, self.arguments = graph, name, op, arguments
        self.control_inputs, self.device = control_inputs, device
        self.outputs, self.result = [], None
        self.type = op.type
        self.stateful = bool(op.stateful)
        self.rng = None

    @property
    def inputs(self):
        """The tensors that the operation uses."""
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

    traceback = property(lambda self: [], doc="The stack at which the operation was made; not kept.")

    def colocation_groups(self):
        """The groups of operations that must share a device: itself."""
        return [b"loc:@" + self.name.encode()]

    def __repr__(self):
        return f"<tf.Operation '{self.name}' type={self.type}>"

    def __str__(self):
        return str(self.node_def)


class GraphMode:
    """What TF 1 programs switch for all graphs."""

    resource_variables = True  # whether variables print without `_ref`


# What TensorFlow's public functions call their operations where the user gives no name and it is not the type.
_DEFAULT_NAMES = {
    "AddV2": "Add", "ConcatV2": "concat", "FloorDiv": "floordiv", "MaxPool": "MaxPool2d", "OneHot": "one_hot", "OnesLike": "ones_like",
    "Pack": "stack", "Range": "range", "RealDiv": "truediv", "Split": "split", "SplitV": "split", "StridedSlice": "strided_slice",
    "Transpose": "transpose", "Unpack": "unstack", "ZerosLike": "zeros_like",
}

_VALID_NAME = re.compile(r"^[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$")


class Graph:
    """Operations and the tensors between them; mirrors `tf.Graph`."""

    __module__ = "tensorflow.python.framework.ops"
    building_function = False
    outer_graph = None

    def __init__(self):
        self._operations, self._by_name, self._used = [], {}, {}
        self._collections = {}
        self._control = ()
        self._constants = {}
        self._finalized = False
        self.seed = None
        self._seed_count = 0
        self._reads = {}
        self._sources = {}  # what `tf.gradients` differentiates by: id -> tensor
        self._versions = 0
        self._operator = None, ()  # the name that a Python operator gives its operation, and the types that may be
        self._held = []  # variables, which nodes refer to weakly
        self._session_lock = threading.RLock()

    # ------------------------------------------------------------------ names
    def unique_name(self, name, mark_as_used=True):
        """`name`, or `name_1` and so on where it is taken."""
        scope = TS.name_scope if TS.graph is self else ""
        full = name[:-1] if name.endswith("/") else scope + name
        return self._unique(full, mark_as_used)

    def _unique(self, full, mark=True):
        key = full.lower()
        count = self._used.get(key, 0)
        if mark:
            self._used[key] = count + 1
        if not count:
            return full
        made = f"{full}_{count}"
        while made.lower() in self._used:
            count += 1
            made = f"{full}_{count}"
        if mark:
            self._used[key] = count + 1
            self._used[made.lower()] = 1
        return made

    def _enter_scope(self, name, current):
        if not name:
            return ""
        if name.endswith("/"):
            return name
        return self._unique(current + name) + "/"

    def name_scope(self, name):
        """A scope of names, as `tf.name_scope`."""
        from tfshim.engine.context import name_scope

        return name_scope(name or "")

    # ------------------------------------------------------------------ scopes
    @contextlib.contextmanager
    def as_default(self):
        """Within it operations are added to this graph."""
        ts = TS
        saved = ts.graph, ts.name_scope
        if saved[0] is not self:
            ts.graph, ts.name_scope = self, getattr(self, "_scope", "")
        enter_special()
        try:
            yield self
        finally:
            leave_special()
            if saved[0] is not self:
                ts.graph, ts.name_scope = saved

    @contextlib.contextmanager
    def control_dependencies(self, control_inputs):
        """Operations added within it run after `control_inputs`."""
        if control_inputs is None:
            wanted = ()
        else:
            wanted = list(self._control)
            for c in control_inputs:
                c = getattr(c, "op", c) if not isinstance(c, Operation) else c
                if isinstance(c, Operation):
                    wanted.append(c)
        saved, self._control = self._control, tuple(wanted)
        try:
            yield
        finally:
            self._control = saved

    def device(self, device_name_or_function):
        """A scope of devices, as `tf.device`."""
        from tfshim.engine.context import device

        return device(device_name_or_function)

    @contextlib.contextmanager
    def gradient_override_map(self, op_type_map):
        """Not supported: use `tf.custom_gradient`."""
        raise NotImplementedError("Graph.gradient_override_map is not supported; use tf.custom_gradient.")
        yield

    def finalize(self):
        """Let no more operations be added."""
        self._finalized = True

    finalized = property(lambda self: self._finalized, doc="Whether operations can still be added.")
    version = property(lambda self: len(self._operations), doc="Grows with every operation.")

    # ------------------------------------------------------------------ look-ups
    def get_operations(self):
        """The operations in the order in which they were added."""
        return [o for o in self._operations if not o.type.startswith("_")]

    def get_operation_by_name(self, name):
        """The operation `name`. Raises KeyError where there is none."""
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings (or similar), not {type(name).__name__}.")
        try:
            return self._by_name[name]
        except KeyError:
            raise KeyError(f"The name {name!r} refers to an Operation not in the graph.") from None

    def get_tensor_by_name(self, name):
        """The tensor `name`, such as `MatMul:0`. Raises KeyError or ValueError where there is none."""
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings (or similar), not {type(name).__name__}.")
        op_name, colon, index = name.rpartition(":")
        if not colon or not index.isdigit():
            raise ValueError(f"The name {name!r} looks like an (invalid) Operation name, not a Tensor. Tensor names must be of "
                             'the form "<op_name>:<output_index>".')
        if op_name not in self._by_name:
            raise KeyError(f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, does not "
                           "exist in the graph.")
        outputs = self._by_name[op_name].outputs
        if int(index) >= len(outputs):
            raise KeyError(f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, exists but "
                           f"only has {len(outputs)} outputs.")
        return outputs[int(index)]

    def as_graph_element(self, obj, allow_tensor=True, allow_operation=True):
        """The tensor or operation that `obj`, a name or an element, stands for."""
        if hasattr(obj, "_as_graph_element"):
            obj = obj._as_graph_element()
        if isinstance(obj, str):
            if ":" in obj and allow_tensor:
                return self.get_tensor_by_name(obj)
            if allow_operation:
                return self.get_operation_by_name(obj)
            raise ValueError(f"{obj!r} is not the name of a tensor.")
        if isinstance(obj, SymbolicTensor) and allow_tensor or isinstance(obj, Operation) and allow_operation:
            if obj.graph is not self:
                raise ValueError(f"{obj} is not an element of this graph.")
            return obj
        wanted = " or ".join(["a Tensor"] * allow_tensor + ["Operation" if allow_tensor else "an Operation"] * allow_operation)
        raise TypeError(f"Can not convert a {type(obj).__name__} into {wanted}.")

    def is_feedable(self, tensor):
        """Whether `tensor` may be fed."""
        return True

    def is_fetchable(self, tensor_or_op):
        """Whether `tensor_or_op` may be fetched."""
        return True

    def prevent_feeding(self, tensor):
        """Not supported: every tensor may be fed."""
        raise NotImplementedError("Graph.prevent_feeding is not supported: every tensor of a graph may be fed.")

    def prevent_fetching(self, op):
        """Not supported: everything may be fetched."""
        raise NotImplementedError("Graph.prevent_fetching is not supported: everything in a graph may be fetched.")

    def as_graph_def(self, from_version=None, add_shapes=False):
        """The graph as a GraphDef message."""
        from tfshim.engine.graph_def import graph_def

        return graph_def(self, from_version, add_shapes)

    # ------------------------------------------------------------------ collections
    collections = property(lambda self: list(self._collections), doc="The names of the collections.")

    def add_to_collection(self, name, value):
        """Add `value` to the collection `name`."""
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names, value):
        """Add `value` to each of the collections `names`."""
        for name in {names} if isinstance(names, str) else dict.fromkeys(names):
            self.add_to_collection(name, value)

    def get_collection(self, name, scope=None):
        """The values of the collection `name`; with `scope`, those whose names match it."""
        values = self._collections.get(name, [])
        if scope is None:
            return list(values)
        pattern = re.compile(scope)
        return [v for v in values if hasattr(v, "name") and pattern.match(v.name)]

    def get_collection_ref(self, name):
        """The list of the collection `name` itself."""
        return self._collections.setdefault(name, [])

    def get_all_collection_keys(self):
        """The names of the collections."""
        return [k for k in self._collections if isinstance(k, str)]

    def clear_collection(self, name):
        """Empty the collection `name`."""
        self._collections.pop(name, None)

    # ------------------------------------------------------------------ recording
    def add(self, op, arguments, result, name=None):
        """Add a node for `op` and give its symbolic outputs in the structure of `result` (see `infer`)."""
        if self._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")
        if name and name.endswith("/"):
            full = name[:-1]
            self._used.setdefault(full.lower(), 1)
        else:
            full = self._node_name(op, name)
        node = Operation(self, full, op, arguments, self._control, TS.device or "")
        if "seed2" in op.names:
            node.rng = NodeState(node.get_attr("seed"), node.get_attr("seed2"))
        count = 0

        def made(leaf):
            nonlocal count
            dtype, shape, a, b = leaf
            t = SymbolicTensor(node, count, dtype, shape, a, b)
            node.outputs.append(t)
            count += 1
            return t

        node.result = infer.map_leaves(result, made)
        self._operations.append(node)
        self._by_name[full] = node
        return node

    def _node_name(self, op, name):
        """A name of its own for a new node for `op`."""
        if name and not _VALID_NAME.match(name):
            raise ValueError(f"'{name}' is not a valid node name")
        scope = TS.name_scope if TS.graph is self else ""
        return self._unique(scope + (name or _DEFAULT_NAMES.get(op.type) or op.type))

    def as_node(self, x):
        """The symbolic tensor that stands in this graph for the eager tensor `x`."""
        known = self._constants.get(id(x))
        if known is not None and known[0] is x:
            return known[1]
        return self.constant(x)

    def constant(self, x, name=None):
        """A node `Const` for the eager tensor `x`."""
        node = self.add(_CONST, [x], infer.leaf_of(x), name)
        made = node.outputs[0]
        made._static = x
        self._constants[id(x)] = (x, made)
        return made

    def local(self, x):
        """`x`, a symbolic tensor, as one of this graph. Raises where it belongs to another."""
        if x._op.graph is self:
            return x
        raise out_of_scope(x)

    def read_variable(self, variable):
        """A symbolic tensor for the value that `variable` has at this point of the graph."""
        return _record_read(self, variable)

    def variable_written(self, variable, result, read_value):
        """What an assignment in this graph gives back."""
        if not read_value:
            return result.op if isinstance(result, SymbolicTensor) else result
        return AfterWrite(variable, result)

    def watch(self, tape, x):
        """Let the tape see the symbolic tensor `x`."""
        from tfshim.engine.graph_gradients import watch

        watch(tape, x)

    def switch_to_thread_local(self):
        """Graphs are per thread already."""

    def __repr__(self):
        return f"<{type(self).__module__}.{type(self).__name__} object at {id(self):#x}>"


class AfterWrite:
    """The variable after an assignment in a graph: reading it gives the value that was assigned."""

    def __init__(self, variable, result):
        self._variable, self._result = variable, result

    def __getattr__(self, name):
        return getattr(self.__dict__["_variable"], name)

    def _tfshim_value(self):
        return self._result

    def value(self):
        """The assigned value."""
        return self._result

    read_value = value
    op = property(lambda self: self._result.op, doc="The operation that assigns.")
    dtype = property(lambda self: self._variable.dtype, doc="The `tf.DType`.")
    name = property(lambda self: self._result.op.name, doc="The name of that operation.")

    def eval(self, session=None):
        """Assign, and give the assigned value, in `session` or the default session."""
        return self._result.eval(session=session)

    def _as_graph_element(self):
        return self._result

    def __repr__(self):
        return f"<tf.Variable '{self.name}' shape={self._variable.shape} dtype={self.dtype.name}>"


class _Inner:
    """Stands in for an `Op` in nodes that the engine itself makes."""

    def __init__(self, type_, kernel=None, stateful=False, names=("value",), grad="auto"):
        self.type, self.kernel, self.stateful, self.names, self.grad = type_, kernel, stateful, names, grad
        self.direct = self.objects = self.shape_fn = self.out = None
        self.moves, self.tensors, self.hosts, self.params, self.name_index = False, (), (), (), None
        self.public = None


IDENTITY = _Inner("Identity", lambda x: x, names=("input",))  # a node of its own for a value; no work when it runs
_CONST = _Inner("Const")
_READ = _Inner("ReadVariableOp", stateful=True, names=("resource",))


def _record_read(graph, variable):
    key = id(variable)
    known = graph._reads.get(key)
    if known is not None and known[0] is variable and known[1] == graph._versions and known[2] is TS.tapes:
        return known[3]
    result = infer.leaf(variable.dtype, variable.shape)
    node = graph.add(_READ, [variable], result, f"{variable.name.split(':')[0].split('/')[-1]}/Read/ReadVariableOp"
                     if not graph.building_function else "ReadVariableOp")
    made = node.outputs[0]
    tape = TS.tape
    if tape is not None and variable.dtype._kind in "fc" and any(t.watches(variable) for t in TS.tapes):
        made._rec = tape
        for t in TS.tapes:
            if t.watches(variable):
                seen = t.variables.setdefault(key, (variable, []))
                seen[1].append((None, made))
    graph._reads[key] = (variable, graph._versions, TS.tapes, made)
    if variable.dtype is dtypes.resource:
        made._handle = variable
    return made


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


def _record(graph, o, values, name):
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
    if o.stateful:
        if values and hasattr(values[0], "_alias"):
            graph._versions += 1  # what was read of the variable before is not its value any more
        for listener in effect_listeners:
            listener(graph, node)
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


set_recorder(_record)

# Functions that are told of every node with effects: `function(graph, node)`.
effect_listeners = []

_default = None


def default_graph():
    """The graph of TF 1 code that names none."""
    global _default
    if _default is None:
        _default = Graph()
    return _default


def new_default_graph():
    """Replace the default graph by an empty one, which is returned."""
    global _default
    _default = Graph()
    return _default


def current_graph():
    """The graph that operations are added to, or the default graph."""
    return TS.graph if TS.graph is not None else default_graph()


def static_value(x):
    """The value of `x` as a NumPy array if it is known before the graph runs, else None."""
    if type(x) is EagerTensor:
        return x.numpy()
    if isinstance(x, SymbolicTensor):
        if x._static is not None:
            return x._static.numpy()
        a = x._a
        if a is not None and x._b is a and not getattr(a, "is_meta", False) and x._dt._kind in "iub":
            return a.numpy() if not isinstance(a, np.ndarray) else a
    return None


def unknown():
    """A shape of which nothing is known."""
    return TensorShape(None)
