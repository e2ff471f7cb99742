"""The scopes of a graph: of names, devices, dependencies, and of what gradients are."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.operation import Operation
from tfshim.engine.runtime.context import DeviceScope, name_scope
from tfshim.engine.runtime.state import TS, enter_special, leave_special
from tfshim.engine.values.protocol import is_variable

if TYPE_CHECKING:
    from typing import Self


class Scopes:
    """The methods of a graph that open scopes: what is added within them is named, placed and ordered by them."""

    if TYPE_CHECKING:  # what the graph has
        building_function: bool
        as_graph_element: Any
        _scope_in_force: Any
        _enter_scope: Any
        _outer_scope: str
        _outer_device: str | None
        _device_functions: list[Any]
        _controllers: list[Any]
        _reads: dict[Any, Any]
        _operand_reads: Any
        _reads_operand: bool
        _colocation: list[Any]
        _overrides: dict[str, str]

    def name_scope(self, name: str | None) -> AbstractContextManager[str]:
        """Give a scope whose name is put before those of the operations within. Mirrors `tf.Graph.name_scope`.

        Arguments:
            name: the name, which gets a number where it is taken; one that ends with "/" is entered again as it is. None or "": no
                scope, also none of those around.

        Returns:
            A context manager that gives the whole name with a slash at its end.

        Raises:
            ValueError: characters that names do not have.
            TypeError: `name` is neither a string nor None.

        `tf.name_scope` does it with the graph in force; TensorBoard draws scopes as boxes.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default(), graph.name_scope("layer") as scope:
            ...     x = tf.constant(1.0, name="x")
            >>> scope, x.name
            ('layer/', 'layer/x:0')
        """
        if name is not None and not isinstance(name, str):
            raise TypeError(f"expected string or bytes-like object, got {type(name).__name__!r}")
        return name_scope(name or "") if TS.graph is self else self._name_scope_from_outside(name)

    @contextlib.contextmanager
    def _name_scope_from_outside(self, name: str | None) -> Iterator[str]:
        saved = self._outer_scope
        self._outer_scope = self._enter_scope(name, saved)
        try:
            yield self._outer_scope
        finally:
            self._outer_scope = saved

    def get_name_scope(self) -> str:
        """Tell which scope of names is open in the graph. Mirrors `tf.Graph.get_name_scope`.

        Returns:
            A string, as "outer/inner", without a slash at its end; "" where no scope is open.


        Library code gives by it what it makes later the names of where it was called: with a slash at its end, `tf.name_scope(scope +
        "/")` enters the same scope again, rather than one with a number.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     with tf.name_scope("outer"), tf.name_scope("inner"):
            ...         print(graph.get_name_scope())
            outer/inner
            >>> graph.get_name_scope()
            ''
        """
        return self._scope_in_force().rstrip("/")

    @contextlib.contextmanager
    def as_default(self) -> Iterator[Self]:
        """Give a context in which operations are added to this graph. Mirrors `tf.Graph.as_default`.

        Returns:
            A context manager; `with graph.as_default() as g:` gives the graph as `g`. Within it nothing is computed: operations become
            nodes, which a `tf.compat.v1.Session` runs. It holds for the thread that enters it, and after it the former graph, or eager
            execution, is in force again.

        Variables and summaries that are made within belong to the graph, and so do the collections that functions of TensorFlow 1 use.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     x = tf.constant(2.0)
            ...     print(tf.executing_eagerly(), x.graph is graph)
            False True
            >>> tf.executing_eagerly()
            True
        """
        ts = TS
        saved = ts.graph, ts.name_scope, ts.device, ts.torch_device
        if saved[0] is not self:
            ts.graph, ts.name_scope = self, self._outer_scope
            # Devices are those that were named for this graph; functions work on the devices of their caller.
            if not (self.building_function or (saved[0] is not None and saved[0].building_function)):
                ts.device, ts.torch_device = self._outer_device, None
        enter_special()
        try:
            yield self
        finally:
            leave_special()
            if saved[0] is not self:
                ts.graph, ts.name_scope, ts.device, ts.torch_device = saved

    @contextlib.contextmanager
    def _recording_apart(self) -> Iterator[None]:
        """Within it operations are recorded that have nothing to do with what has been read for the one that is about to be."""
        saved = self._operand_reads, self._reads_operand
        self._operand_reads, self._reads_operand = None, False
        try:
            yield
        finally:
            self._operand_reads, self._reads_operand = saved

    @contextlib.contextmanager
    def control_dependencies(self, control_inputs: Iterable[Any] | None) -> Iterator[None]:
        """Give a context whose operations run after others. Mirrors `tf.Graph.control_dependencies`.

        Arguments:
            control_inputs: the operations, tensors or names that are run first, a list. None: within it, those of the contexts around
                do not count either.

        Returns:
            A context manager. An operation that is made within it waits; what was made before and is only used within does not.

        Raises:
            TypeError, ValueError, KeyError: something that is no element of the graph.

        In a `tf.function` operations with effects keep the order of the program without it.

        Example:
            >>> with tf.Graph().as_default() as graph, tf.compat.v1.Session() as session:
            ...     v = tf.Variable(1.0)
            ...     with graph.control_dependencies([v.assign_add(2.0)]):
            ...         after = tf.identity(v.read_value())
            ...     session.run(v.initializer)
            ...     print(session.run(after))
            3.0
        """
        saved, wanted = self._controllers, []
        for c in () if control_inputs is None else control_inputs:
            if not self.building_function and getattr(c, "graph", self) is not self:
                self.as_graph_element(c)  # which says that it is of another graph
            c = getattr(c, "op", c) if not isinstance(c, Operation) else c
            if not isinstance(c, Operation):
                c = self.as_graph_element(c)
                c = getattr(c, "op", c)
            if c not in wanted:
                wanted.append(c)
                c.waited_for = True
                c.graph.memory.pop("written", None)  # the GraphDef, which tells so
        # None leaves the scopes around as well, as in TensorFlow.
        self._controllers = [] if control_inputs is None else [*saved, (wanted, set())]
        reads = self._reads
        if not self.building_function and (wanted if control_inputs is not None else saved):
            # A read from before does not wait for these, and one from within would make those wait that come after. In functions
            # the order of reads and writes is that of the program.
            self._reads = {}
        try:
            yield
        finally:
            self._controllers, self._reads = saved, reads

    def device(self, device_name_or_function: Any) -> Any:
        """Give a scope whose operations are placed on a device. Mirrors `tf.Graph.device`.

        Arguments:
            device_name_or_function: a name, as "/cpu:0" or "/device:GPU:0", whose missing parts come from the scopes around; a
                `tf.DeviceSpec`; a function of an operation that gives its device; or None: the scopes around do not count.

        Returns:
            A context manager. `operation.device` and `tensor.device` tell the result.

        Raises:
            ValueError: a name of another form.

        `tf.device` does it with the graph in force. A device that is not there is replaced by one that is when the graph runs, unless a
        session forbids it.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default(), graph.device("/cpu:0"):
            ...     x = tf.constant(1.0)
            >>> x.device
            '/device:CPU:0'
        """
        return DeviceScope(device_name_or_function) if TS.graph is self else self._device_from_outside(device_name_or_function)

    @contextlib.contextmanager
    def _device_from_outside(self, name: Any) -> Iterator[None]:
        saved = self._outer_device
        with self.as_default(), DeviceScope(name):
            found, functions = TS.device, self._device_functions
        self._outer_device, kept, self._device_functions = found, self._device_functions, functions
        try:
            yield
        finally:
            self._outer_device, self._device_functions = saved, kept

    @contextlib.contextmanager
    def container(self, container_name: str) -> Iterator[str]:
        """Give a scope of a resource container. Mirrors `tf.Graph.container`, of TensorFlow 1.

        Arguments:
            container_name: its name, a string.

        Returns:
            A context manager that gives the name.

        Raises:
            TypeError: `container_name` is no string.

        In TensorFlow the variables, queues and tables of a server belong to containers, so that `tf.compat.v1.Session.reset` can clear
        one and leave the others. Here they belong to the session or the graph that made them and are gone with it; the scope is there
        for programs that open one, and changes nothing.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default(), graph.container("experiment") as name:
            ...     v = tf.compat.v1.get_variable("v", [2])
            >>> name, v.name
            ('experiment', 'v:0')
        """
        if not isinstance(container_name, str):
            raise TypeError(f"container_name must be a string, got {container_name!r}.")
        yield container_name

    @contextlib.contextmanager
    def colocate_with(self, op: Any, ignore_existing: bool = False) -> Iterator[None]:
        """Give a scope whose operations are placed where another one is. Mirrors `tf.Graph.colocate_with`.

        Arguments:
            op: the other operation, or a tensor or variable; None, with `ignore_existing`, for none.
            ignore_existing: whether scopes of this kind around it count no more, False.

        Returns:
            A context manager. `operation.colocation_groups()` tells with what an operation is placed.

        Raises:
            TypeError, ValueError: `op` is no element of the graph, or None without `ignore_existing`.

        Optimizers of TensorFlow 1 keep by it what they need for a variable beside it.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     with graph.device("/cpu:0"):
            ...         x = tf.constant(1.0, name="x")
            ...     with graph.colocate_with(x.op):
            ...         y = tf.constant(2.0)
            >>> y.device, y.op.colocation_groups()
            ('/device:CPU:0', [b'loc:@x'])
        """
        if op is None and not ignore_existing:
            raise ValueError("Trying to reset colocation (op is None) but ignore_existing is not True")
        operation = None if is_variable(op) and getattr(op, "graph", None) is None else getattr(op, "op", op)  # an eager one has no node
        if operation is not None and not isinstance(operation, Operation):
            operation = self.as_graph_element(operation)
            operation = getattr(operation, "op", operation)
        saved = self._colocation
        wanted = [] if operation is None else [operation]
        self._colocation = wanted if ignore_existing else [*saved, *wanted]
        try:
            yield
        finally:
            self._colocation = saved

    @contextlib.contextmanager
    def gradient_override_map(self, op_type_map: dict[str, str]) -> Iterator[None]:
        """Give a scope whose operations have other gradients. Mirrors `tf.Graph.gradient_override_map`.

        Arguments:
            op_type_map: a dictionary: the type of operations, as "Square", and the name under which their gradient function was
                registered by `tf.RegisterGradient`.

        Returns:
            A context manager. It counts for operations that are made within it, whenever gradients are taken.

        Raises:
            TypeError: `op_type_map` is no dictionary of strings.

        Programs of TensorFlow 2 use `tf.custom_gradient`.

        Example:
            >>> @tf.RegisterGradient("HelpTextHalved")
            ... def halved(op, grad):
            ...     return grad * op.inputs[0]
            >>> with tf.Graph().as_default() as graph, tf.compat.v1.Session() as session:
            ...     x = tf.constant(3.0)
            ...     with graph.gradient_override_map({"Square": "HelpTextHalved"}):
            ...         y = tf.square(x)
            ...     print(session.run(tf.gradients(y, x)))
            [3.0]
        """
        if not isinstance(op_type_map, dict):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        for key, value in op_type_map.items():
            if not isinstance(key, str) or not isinstance(value, str):
                raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        saved, self._overrides = self._overrides, {**self._overrides, **op_type_map}
        try:
            yield
        finally:
            self._overrides = saved
