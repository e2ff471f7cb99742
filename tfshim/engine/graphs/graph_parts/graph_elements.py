"""How tensors and operations of a graph are found by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime.interface import higher

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


class Elements:
    """What a graph has of look-ups. `_operations` of the graph is the list of its nodes, `_by_name` finds them."""

    is_whole = False  # whether it is the graph of a function whose tracing is over

    if TYPE_CHECKING:  # what the graph has
        _operations: list[Operation]
        _by_name: dict[str, Operation]

    def create_op(
        self,
        op_type: str,
        inputs: Sequence[Tensor],
        dtypes: Sequence[DTypeLike] | None = None,
        input_types: Sequence[DTypeLike] | None = None,
        name: str | None = None,
        attrs: Mapping[str, Any] | None = None,
        op_def: Any = None,
        compute_shapes: bool = True,
        compute_device: bool = True,
    ) -> Operation:
        """Add an operation of a type. Mirrors `tf.Graph.create_op`.

        Functions of `tf` and `tf.raw_ops` add operations more comfortably; this is for what goes through graphs and copies parts of them.

        Arguments:
            op_type: the type, as "MatMul".
            inputs: the tensors of the graph that it takes, in the order that `op_def_for_type` tells.
            dtypes, input_types, op_def: what the type and the inputs say anyway; without effect, as are compute_shapes and
                compute_device in TensorFlow.
            name: its name, made unique; the type by default. With a slash at its end it is taken as it is.
            attrs: {name: `tf.compat.v1.AttrValue`}; those that say the dtypes of the inputs may be left out.

        Returns:
            The `tf.Operation`.

        Raises:
            TypeError: an input is no tensor.
            ValueError: inputs or attributes that do not fit.
            RuntimeError: a type that is not known, or the graph is finalized.

        Example:
            >>> with tf.Graph().as_default() as graph:
            ...     x = tf.constant([1.0, -2.0])
            ...     operation = graph.create_op("Neg", [x], [tf.float32], name="y")
            >>> operation.name, operation.outputs[0].shape
            ('y', TensorShape([2]))
        """
        return higher.created_operation(self, op_type, inputs, name, attrs)

    def get_operations(self) -> list[Operation]:
        """List the operations of the graph. Mirrors `tf.Graph.get_operations`.

        Returns:
            A new list of `tf.Operation`s in the order in which they were added. Each has `name`, `type`, `inputs` and `outputs`.

        It is how a program looks for something in a graph that it did not build: a frozen one, or that of a function,
        `concrete_function.graph`. An operation whose name is known gives `get_operation_by_name`; a tensor, `get_tensor_by_name`.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
            ...     y = tf.nn.relu(x, name="y")
            >>> [(operation.name, operation.type) for operation in graph.get_operations()]
            [('x', 'Placeholder'), ('y', 'Relu')]
        """
        return list(higher.shown_operations(self).values()) if self.is_whole else self._own_operations()

    def _own_operations(self) -> list[Operation]:
        """The operations that run, but for those that TensorFlow has none for. Who asks a traced function gets those of TensorFlow's."""
        return [o for o in self._operations if o.stands_for is None and not o.type.startswith("_")]

    @property
    def operations(self) -> list[Operation]:
        """The same as `get_operations()`."""
        return self.get_operations()

    def num_operations(self) -> int:
        """Count the operations of the graph. Mirrors `tf.Graph.num_operations`.

        Empty graphs have 0.

        Returns:
            An int, the length of what `get_operations()` gives.


        A loop that builds more of the graph with each of its steps, which makes a program of TensorFlow 1 slower and slower, shows by
        this number growing; `finalize()` makes such a program raise. Operations are also made by what looks like none: numbers that
        become constants, and the parts of gradients.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     y = tf.constant(1.0) + tf.constant(2.0)
            >>> graph.num_operations()
            3
        """
        return len(self.get_operations())

    def get_operation_by_name(self, name: str) -> Operation:
        """Find an operation by its name. Mirrors `tf.Graph.get_operation_by_name`.

        Arguments:
            name: the full name with its scopes, a string such as "layer/MatMul", without a number of an output.

        Returns:
            A `tf.Operation`.

        Raises:
            KeyError: there is none of that name.
            ValueError: a name with ":0", which is that of a tensor.
            TypeError: `name` is no string.

        `get_operations` lists what there is. To run it, hand it to `session.run`.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default(), tf.name_scope("layer"):
            ...     y = tf.nn.relu([1.0, -1.0], name="y")
            >>> graph.get_operation_by_name("layer/y").type
            'Relu'
        """
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=False, allow_operation=True)

    def get_tensor_by_name(self, name: str) -> SymbolicTensor:
        """Find a tensor by its name. Mirrors `tf.Graph.get_tensor_by_name`.

        Arguments:
            name: the full name of the operation with its scopes, and after a colon the number of its output, as "layer/MatMul:0".

        Returns:
            A `tf.Tensor` of the graph, to be fetched or fed, or built on.

        Raises:
            KeyError: there is no such operation, or it has fewer outputs.
            ValueError: a name of another form, as one without the colon.
            TypeError: `name` is no string.

        It is how inputs and outputs of a frozen graph are found, whose names are known from where it was made.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     x = tf.compat.v1.placeholder(tf.float32, [], name="x")
            ...     y = tf.multiply(x, 2.0, name="y")
            >>> with tf.compat.v1.Session(graph=graph) as session:
            ...     print(session.run(graph.get_tensor_by_name("y:0"), {graph.get_tensor_by_name("x:0"): 3.0}))
            6.0
        """
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=True, allow_operation=False)

    def as_graph_element(self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        """Find what a name or an object refers to in the graph. Mirrors `tf.Graph.as_graph_element`.

        Arguments:
            obj: a name, with ":0" for a tensor; a tensor, operation or variable; or an object with a method `_as_graph_element`.
            allow_tensor: whether it may be a tensor, True.
            allow_operation: whether it may be an operation, True.

        Returns:
            A `tf.Tensor` or `tf.Operation` of the graph.

        Raises:
            KeyError: a name that is not in the graph.
            ValueError: a name of another form or kind, an element of another graph, or nothing is allowed.
            TypeError: anything else.

        It is what `session.run` does with its fetches.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     x = tf.constant(1.0, name="x")
            >>> graph.as_graph_element("x:0") is x, graph.as_graph_element("x") is x.op
            (True, True)
        """
        # What nearly all fetches and feeds are.
        kind: Any = type(obj)
        if (kind is SymbolicTensor and allow_tensor or kind is Operation and allow_operation) and obj.graph is self:
            return obj
        wanted = " or ".join(["Tensor"] * allow_tensor + ["Operation"] * allow_operation)
        if not wanted:
            raise ValueError("allow_tensor and allow_operation can't both be False.")
        if hasattr(obj, "_as_graph_element"):
            obj = obj._as_graph_element()
        if isinstance(obj, bytes):
            obj = obj.decode()
        if isinstance(obj, str):
            return self._by_text(obj, allow_tensor, allow_operation)
        for kind, allowed in ((SymbolicTensor, allow_tensor), (Operation, allow_operation)):
            if isinstance(obj, kind) and allowed:
                if obj.graph is not self:
                    raise ValueError(f"{'Tensor' if kind is SymbolicTensor else 'Operation'} {obj} is not an element of this graph.")
                return obj
        raise TypeError(f"Can not convert a {type(obj).__name__} into a {wanted}.")

    def _running(self, name: str) -> Operation | None:
        """The operation `name` that runs."""
        return self._by_name.get(name)

    def _operation_named(self, name: str) -> Operation | None:
        """The operation `name` as `get_operations` has it."""
        return higher.shown_operations(self).get(name) if self.is_whole else self._running(name)

    def _by_text(self, name: str, allow_tensor: bool, allow_operation: bool) -> Any:
        form = 'Tensor names must be of the form "<op_name>:<output_index>".'
        if ":" in name and allow_tensor:
            op_name, _, index = name.rpartition(":")
            if name.count(":") > 1 or not index.isdigit():
                raise ValueError(f"The name {name!r} looks a like a Tensor name, but is not a valid one. {form}")
            operation = self._running(op_name) or self._operation_named(op_name)  # the tensor that runs, where there is one
            if operation is None:
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, does not exist in the graph."
                )
            outputs = operation.outputs
            if int(index) >= len(outputs):
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, exists but only "
                    f"has {len(outputs)} outputs."
                )
            return outputs[int(index)]
        if ":" in name:
            raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a Operation.")
        operation = self._operation_named(name)
        if allow_operation:
            if operation is None:
                raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")
            return operation
        what = "refers to an Operation, not a Tensor" if operation is not None else "looks like an (invalid) Operation name, not a Tensor"
        raise ValueError(f"The name {name!r} {what}. {form}")
