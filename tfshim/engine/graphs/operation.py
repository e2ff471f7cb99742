"""Operations: the nodes of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from traceback import FrameSummary
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from tfshim._export import tf_export
from tfshim.engine.ops.op_defs import find, op_def_message
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.tracebacks import lines_of, stack
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    Graph: TypeAlias = Any  # of graphs.graph, above this module


def _watched(x: Any) -> Any:
    """What the tensor `x` is an alias of, on whatever tapes, or `x` itself."""
    while x.op.type == "_TapeAlias":
        x = x.op.arguments[1]
    return x


@tf_export("Operation")
class Operation:
    """A node of a graph. Mirrors `tf.Operation`; calling operations while a graph is built makes them.

    Arguments:
        graph: the graph; nodes are made by calling operations, not by this class.
        name: the name in the graph.
        op: what is computed.
        arguments: what it is called with.
        control_inputs: the operations that run before.
        device: the name of the device it was assigned to.

    `name`, `type`, `inputs`, `outputs`, `control_inputs`, `device`, `graph`, `node_def`, `get_attr` and `values()` ask
    it. `run()` is for TensorFlow 1's sessions.

    Example:
        >>> with tf.Graph().as_default():
        ...     y = tf.add(tf.constant(1.0, name="a"), 2.0, name="sum")
        >>> y.op.name, y.op.type, [x.name for x in y.op.inputs]
        ('sum', 'AddV2', ['a:0', 'sum/y:0'])
    """

    __module__ = "tensorflow.python.framework.ops"
    # Each operation has these: they are slots, so that the class has them too, as TensorFlow's has.
    __slots__ = ("__dict__", "__weakref__", "control_inputs", "device", "graph", "kind", "name", "outputs", "type")
    _original_op = None  # no operation is made in place of another one
    zeros_beside: Any = None  # the variable whose reads in another graph the output is added to
    has_zeros = False  # of such a read: it was seen to
    # Of a graph with TensorFlow 1's control flow that was read: (node, output or None) for all that it takes, which its arguments
    # do not tell where they are variables and numbers.
    flow: Sequence[tuple[Operation, int | None]] | None = None
    is_operand = False  # of a read or constant: it was made for one operation, and is shown right before that
    shown_only = False  # a read that TensorFlow makes once more, of a value that is there: computations use the first one
    hoisted_for: Any = None  # of a read: the branches or the loop that read the variable themselves, as pages show
    looked_up = False  # of rows of a variable: TensorFlow's function passes them on by another node
    repeats_one = False  # of a constant: it was made from one element, which fills it
    declared_shape: Any = None  # of a placeholder, where more is known of its shape by now
    waited_for = False  # whether control dependencies name it
    part: tuple[Any, int] | None = None  # what a replica does between two meetings: which of these it belongs to, and the replica's number
    read_name: str | None = None  # of an assignment: what the read of the value after it is called
    read_is_waited_for = False  # and what is told to wait for it waits for that read
    names_of_sums: Any = None  # of a step of an optimizer: what the sums of gradients over replicas are called, each and together
    read_after: Sequence[Any] = ()  # and what else that read waits for
    user_name: str | None = None  # of an input of a function: the name of its argument
    beside: str | None = None  # the variable whose making it is part of
    # What is shown as input in the place of another: {id of a tensor among the arguments: tensor}.
    shown: dict[int, Any] | None = None
    refers: Any = None  # the variable that it takes by reference, as TensorFlow 1's operations do
    stands_for: Any = None  # of a read that TensorFlow does not have: the tensor that is shown in the place of its output
    axes_asked_for: Sequence[int] = ()  # of dropout: the axes whose sizes the layer asks for, as the others drop as wholes
    own_gradient: Any = None  # of what is written for a node: gives (Inside, gradients of the outputs) -> those of the inputs
    wrong_gradient: str | None = None  # of a custom gradient: what is said of one of another shape than its input
    named_beside = False  # of datasets: whether what pages show for it has names of its own, and it has none
    names_scope: bool | None = None  # whether it has the name of the scope in which it was recorded; None: by its type
    sums: Sequence[int] = ()  # of gradients: which of TensorFlow's each output is part of, where that is a sum of several
    of_rows: Sequence[Any] = ()  # of gradients: (a tensor, which outputs are by rows of it, the nodes for these rows and for its shape)
    shown_part: Any = None  # the `graph_export.shown_parts.Part` that it belongs to
    constants_of: Operation | None = None  # the one whose constants it takes, where kernels of both take numbers
    use_locking = any_shape = False  # of an assignment by reference
    # Of gradients: what pages show that they wait for beside, and the nodes of the scope in which that is so, which have waited.
    told_also: Sequence[Operation] = ()
    waited_within: Iterable[Operation] = ()
    by_switches = False  # of branches and loops: whether TensorFlow 1's control flow stands for them on pages
    gives_pivot = False  # of what a branch gives for an operation: whether its pivot is shown there
    made_beside: Sequence[Operation] = ()  # of a loop over rows: what was added to the graph while its turn was traced
    of_array: Any = None  # of an operation of a `TensorArray` in TensorFlow 1's graphs: the array
    branch: Any = None  # of a `Switch` on pages: the branch that it lets something into
    context: Any = None  # on pages: the branch or loop of TensorFlow 1 that it is in
    of_loop: Any = None  # on pages: the loop of TensorFlow 1 that it brings something into, or out of
    if TYPE_CHECKING:  # what is set once the node is made
        result: Any
        rng: Any
        static_inputs: dict[str, Any] | None
        user_attributes: Any
        starts: list[Any]  # of derivatives: the tensors they start from
        watched: list[Any]  # and of tapes: those that they watch

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> NoReturn:
        raise TypeError(f"can't convert Operation '{self.name}' to Tensor")

    def __init__(self, graph: Graph, name: str, op: Any, arguments: list[Any], control_inputs: Sequence[Operation], device: str) -> None:
        self.graph, self.name, self._op_def, self.arguments = graph, name, op, arguments
        self.control_inputs, self.device = control_inputs, device
        self.outputs, self.result = [], None
        # `kind`: the type of what is computed; `type` is another one where a variable is taken by reference.
        self.type = self.kind = op.type
        self.stateful = bool(op.stateful)
        # `static_inputs`: by TensorFlow's names, the constants for what the kernel takes as Python numbers.
        self.rng = self.static_inputs = self.user_attributes = None
        self.stack = stack()

    @property
    def inputs(self) -> tuple[Any, ...]:
        """The tensors that the operation uses."""
        used = tuple(map(_watched, self.written_inputs))
        handle = getattr(self.arguments[0], "_handle", None) if self.arguments and is_variable(self.arguments[0]) else None
        if isinstance(handle, Tensor) and handle._op is not self and handle.graph is self.graph:
            return handle, *used
        return used

    @property
    def written_inputs(self) -> tuple[Any, ...]:
        """The same without handles of variables, with what a tape watches as the alias that it gave out for it."""
        shown = self.shown or {}
        return tuple(shown.get(id(x), x if x._op.stands_for is None else x._op.stands_for) for x in self.used)

    @property
    def used(self) -> tuple[Any, ...]:
        """The tensors that it is computed from; of several reads of one value of a variable the first."""
        if self.static_inputs:
            return higher.inputs_of(self)
        if self.type == "Const":
            return ()
        found = []
        for a in self.arguments:
            if isinstance(a, Tensor):
                found.append(a)
            elif type(a) in (list, tuple):
                found.extend(x for x in a if isinstance(x, Tensor))
        return tuple(self.graph._as_node(x) if type(x) is EagerTensor else x for x in found)

    @property
    def has_effect(self) -> bool:
        """Whether TensorFlow calls the operation stateful; a call is what the function is that it calls."""
        called = getattr(self.arguments[0], "_graph", None) if self.type == "StatefulPartitionedCall" else None
        return self.stateful if called is None else called.has_effects

    @property
    def op_def(self) -> Any:
        """The declaration of its type as an OpDef message; of types that TensorFlow does not have, only the name."""
        return op_def_message(self.type)

    @property
    def node_def(self) -> Any:
        """The operation as a NodeDef message."""
        return higher.node_def(self)

    def get_attr(self, name: str) -> Any:
        """Give an attribute of the operation. Mirrors `tf.Operation.get_attr`.

        Arguments:
            name: its name, as "T" or "transpose_a"; `operation.node_def.attr` has all of them, and
                `graph.op_def_for_type(operation.type)` says which there may be.

        Returns:
            A Python value: a bool, number, bytes for strings, a `tf.DType` for types, a list of these; shapes, tensors and functions are
            messages, as `tf.TensorShape(message)` and `tf.make_ndarray(message)` read them.

        Raises:
            ValueError: the operation has no such attribute.

        Example:
            >>> with tf.Graph().as_default():
            ...     y = tf.matmul([[1.0]], [[2.0]], transpose_b=True)
            >>> y.op.get_attr("transpose_b"), y.op.get_attr("T")
            (True, tf.float32)
        """
        attributes = self.node_def.attr
        if name not in attributes:
            raise ValueError(f"Operation '{self.name}' has no attr named '{name}'.")
        value = attributes[name]
        kind = value.WhichOneof("value")
        if kind == "type":
            return as_dtype(value.type)
        if kind != "list":
            return None if kind is None else getattr(value, kind)
        for _, items in value.list.ListFields():
            return [as_dtype(t) for t in items] if items is value.list.type else list(items)
        return []

    def _argument(self, name: str) -> Any:
        """The argument `name` of the kernel."""
        return self.arguments[[n for n in self._op_def.names if n != "name"].index(name)]

    def values(self) -> tuple[Any, ...]:
        """List the tensors that the operation computes. Mirrors `tf.Operation.values`.

        Returns:
            A tuple of `tf.Tensor`s, in the order of the operation's outputs; an empty one for an operation that only has an effect, such
            as an initializer. The property `outputs` is a list of the same.


        Tools that walk through a graph from operation to operation go on with `tensor.consumers()`, which lists the operations that take
        a tensor; `inputs` of an operation lists the tensors that it takes.

        Example:
            >>> with tf.Graph().as_default():
            ...     first, second = tf.split([1.0, 2.0], 2, name="halves")
            >>> [tensor.name for tensor in first.op.values()]
            ['halves:0', 'halves:1']
        """
        return tuple(self.outputs)

    def run(self, feed_dict: Any = None, session: Any = None) -> None:
        """Run the operation and what it needs. Mirrors `tf.Operation.run`, for programs of TensorFlow 1.

        Arguments:
            feed_dict: a dictionary of tensors and the values that they have in this run; None.
            session: the `tf.compat.v1.Session` that runs it; None: the one that is in force, within `with session.as_default():` or
                `with tf.compat.v1.Session() as session:`.

        Returns:
            None, also where the operation computes something: fetch that by `session.run(tensor)` or `tensor.eval()`.

        Raises:
            ValueError: there is no session, or it is one for another graph.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     v = tf.Variable(3.0)
            ...     v.initializer.run()
            ...     print(session.run(v))
            3.0
        """
        higher.run_operation(self, feed_dict, session)

    @property
    def traceback(self) -> list[FrameSummary]:
        """The user's frames in which the operation was made, outermost first."""
        return [FrameSummary(file, line, name) for file, line, name in lines_of(self)]

    def colocation_groups(self) -> list[bytes]:
        """Tell with which operations this one is placed on a device. Mirrors `tf.Operation.colocation_groups`.

        Returns:
            A list of bytes of the form `loc:@name`, with the names of the operations that it was placed with by
            `tf.Graph.colocate_with`, or that its variable was; its own where there is none.

        Operations with a group in common run on one device. Tools that place the operations of a graph look at it; a program sees the
        result in `operation.device`.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     x = tf.constant(1.0, name="x")
            ...     with graph.colocate_with(x.op):
            ...         y = tf.constant(2.0, name="y")
            >>> x.op.colocation_groups(), y.op.colocation_groups()
            ([b'loc:@x'], [b'loc:@x'])
        """
        if self.user_attributes and "_class" in self.user_attributes:
            return list(self.user_attributes["_class"].list.s)
        if self.beside is not None:
            return [b"loc:@" + self.beside.encode()]
        if self.refers is not None and self.type != "Identity" and self.refers.op is not self:
            return self.refers.op.colocation_groups()
        return [b"loc:@" + self.name.encode()]

    def _as_graph_element(self) -> Operation:
        return self

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"

    def __str__(self) -> str:
        return str(self.node_def)


def is_read_within(node: Operation) -> bool:
    """Whether `node` is a read which pages show within the branches that it was made for."""
    return node.hoisted_for is not None and node.hoisted_for.by_switches and "branches" in node.hoisted_for._op_def.names


def everything(arguments: Iterable[Any]) -> Iterator[Any]:
    """Whatever the arguments of a node hold, at any depth of tuples and lists."""
    for a in arguments:
        if isinstance(a, (list, tuple)):
            yield from everything(a)
        else:
            yield a


def tensors_in(arguments: Iterable[Any]) -> Iterator[Any]:
    """The tensors that the arguments of a node hold, at any depth of tuples and lists."""
    return (x for x in everything(arguments) if isinstance(x, Tensor))


def random_operations(graph: Any, since: int, tensors: Iterable[Any]) -> list[Operation]:
    """The random operations of `graph` from number `since` on that `tensors` depend on, in the order in which they came."""
    needed, found = {id(t) for t in tensors}, []
    for node in reversed(graph._operations[since:]):
        if any(id(t) in needed for t in node.outputs):
            needed.update(id(t) for t in tensors_in(node.arguments))
            if node.rng is not None:
                found.append(node)
    return found[::-1]


def use_counts(nodes: Iterable[Operation]) -> dict[int, int]:
    """How often each thing is an argument of one of `nodes`, by its id."""
    counts: dict[int, int] = {}
    for node in nodes:
        for x in everything(node.arguments):
            counts[id(x)] = counts.get(id(x), 0) + 1
    return counts


def placed_with(node: Operation, other: Operation) -> None:
    """Let `node` say that it is placed where `other` is, as those that TensorFlow's Python functions colocate."""
    about = messages.attr_value.AttrValue()
    about.list.s.append(b"loc:@" + other.name.encode())
    node.user_attributes = {"_class": about}


class InnerOp:
    """Stands in for an `Op` in nodes that the engine itself makes."""

    def __init__(
        self, type_: str, kernel: Any = None, stateful: bool = False, names: tuple[str, ...] = ("value",), grad: Any = "auto"
    ) -> None:
        self.type, self.kernel, self.stateful, self.names, self.grad = type_, kernel, stateful, names, grad
        self.reads_within, self.all_axes_at = (), None
        self.direct = self.objects = self.shape_fn = self.out = None
        self.dtype_agnostic, self.tensors, self.static_params, self.params, self.name_index = False, (), (), (), None
        self.name_last = True
        self.public = self.lacking = self.compiled = None
        self.as_declared = False
        self.declared: dict[str, Any] | None = None  # the attributes of TensorFlow's operation of the type, where it takes the arguments
        self.non_differentiable: tuple[int, ...] = ()


class RawOp(InnerOp):
    """TensorFlow's operation `type_` with `attributes`, in a node that is only written: what it takes are all inputs that are declared."""

    def __init__(self, type_: str, attributes: dict[str, Any]) -> None:
        definition: Any = find(type_)
        super().__init__(type_, stateful=definition.stateful, names=tuple(i.name for i in definition.inputs), grad=None)
        self.attributes = attributes


IDENTITY = InnerOp("Identity", lambda x: x, names=("input",))  # a node of its own for a value; no work when it runs
IDENTITIES = InnerOp("IdentityN", lambda values: values, names=("input",))
CONST = InnerOp("Const")
READ = InnerOp("ReadVariableOp", stateful=True, names=("resource",))
