"""`tf.Graph`: operations recorded to be run later, with TensorFlow's names and types.

One class of graph serves functions, TF 1 sessions and Keras' functional models. A node keeps its `Op`, the arguments
of the kernel with symbolic tensors among them, and its outputs. `executor` turns nodes into a Python function.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.graphs.declarations.node_names import DEFAULT_NAMES, WITHIN_SCOPES, within
from tfshim.engine.graphs.graph_collections import Collections
from tfshim.engine.graphs.graph_def import graph_def, op_def_for_type, versions
from tfshim.engine.graphs.graph_elements import Elements
from tfshim.engine.graphs.operation import CONST, READ, Operation, RawOp
from tfshim.engine.graphs.recording import out_of_scope
from tfshim.engine.graphs.references import is_by_reference, read_beside
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.random.seeds import NodeState
from tfshim.engine.runtime.context import UNNAMED, device, name_scope
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.locks import shared_lock
from tfshim.engine.runtime.placement import place
from tfshim.engine.runtime.state import TS, enter_special, leave_special
from tfshim.engine.values import dtypes
from tfshim.engine.variables.after_write import AfterWrite

if TYPE_CHECKING:
    from tfshim.engine.gradients.aliases import Tape
    from tfshim.engine.values.tensor import EagerTensor, Tensor

# What TensorFlow's public functions call their operations where the user gives no name and it is not the type.
# What code that builds a graph has open in it. Replicas of a strategy, which take turns, each have their own.
_SCOPED = ("_controllers", "_reads", "_colocation", "_device_functions", "_overrides", "_variable_scopes")

_VALID_SCOPE = re.compile(r"^[A-Za-z0-9_.\\/>-]*$")
_VALID_NAME = re.compile(r"^[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$")


def wrong_node_name(name: str) -> str | None:
    """Why a node cannot be called `name`; None if it can."""
    return None if _VALID_NAME.match(name) else f"`{name}` is not a valid node name. Accepted names conform to Regex /{_VALID_NAME}/"


@tf_export("Graph")
class Graph(Elements, Collections):
    """Operations, and the tensors between them. Mirrors `tf.Graph`.

    While `with graph.as_default():` holds, operations become nodes of the graph instead of running at once. A
    `tf.compat.v1.Session` computes them; a `tf.function` makes and runs its graphs by itself, so that programs of
    TensorFlow 2 meet this class only to look at it: `concrete_function.graph`.

    `get_operations`, `get_operation_by_name`, `get_tensor_by_name`, `get_collection` and `as_graph_def` ask it. What
    belongs to one graph cannot be used in another: ValueError.

    Example:
        >>> graph = tf.Graph()
        >>> with graph.as_default():
        ...     y = tf.constant(2.0, name="x") * 3.0
        >>> [operation.type for operation in graph.get_operations()]
        ['Const', 'Const', 'Mul']
        >>> with tf.compat.v1.Session(graph=graph) as session:
        ...     print(session.run(y))
        6.0
    """

    __module__ = "tensorflow.python.framework.ops"
    building_function = False
    is_traced = False  # whether it is that of a call of a `tf.function`, not of a part of one
    outer_graph: Any = None
    jit_compile = False  # whether torch's compiler makes kernels for it
    branches_share_seeds = False  # whether branches and loops count on in the seeds of the graph around, as in TensorFlow 1
    _last_loss_reduction = None  # how the loss that was computed last was made of the losses of examples
    _is_loss_scaled_by_optimizer = False  # whether an optimizer has divided it by the number of replicas
    _seeder = None  # the graph whose count that is
    seed: int | None = None
    within_composite = False  # whether a public function that is composed of operations adds to it
    _reads_operand = False  # whether the next read is for an operation
    # What `name_scope` and `device` of the graph itself open while another one is in force, or none.
    _outer_scope = ""
    _outer_device: str | None = None

    def compiled(self) -> bool:
        """Whether this is part of a function that is compiled."""
        graph: Any = self
        while graph is not None and not graph.jit_compile:
            graph = graph.outer_graph
        return graph is not None

    def __init__(self) -> None:
        self._operations, self._by_name, self._used = [], {}, {}
        # How nodes came to their names, in order: (what was wanted, what it became, whether that was taken), and the nodes that were named.
        self.naming: list[Any] = []
        self._collections = {}
        self._controllers = []  # for each scope of control dependencies: (its operations, what was added within it)
        self._constants = {}
        self._finalized = False
        self._not_fed, self._not_fetched = [], []
        self._colocation, self._device_functions, self._overrides = [], [], {}
        self.seed = None
        self._seed_count = 0
        self._reads = {}
        self._operand_reads: list[tuple[Operation, SymbolicTensor]] | None = None  # of the operation whose arguments are converted
        self._sources = {}  # what `tf.gradients` differentiates by: id -> tensor
        self._versions = 0
        self._operator = None, ()  # the name that a Python operator gives its operation, and the types that may be
        # What the next operation of a type has as input where its kernel takes numbers: {(type, TensorFlow's name of the input): tensor}.
        self.given_inputs: dict[tuple[str, str], SymbolicTensor] = {}
        self._library = {}  # functions that were added, beside those that nodes call
        self._held = []  # variables, which nodes refer to weakly
        # What modules work out from the nodes and keep with the graph, each under its own names. A copy has none of it: its nodes differ.
        self.memory: dict[str, Any] = {}
        # A run puts the values of its session into the variables: one at a time. Re-entrant, for runs within kernels.
        self._session_lock = threading.RLock()

    def __copy__(self) -> Graph:
        """A graph of the same nodes, to which others can be added: nothing that is known of this one is known of it."""
        made = object.__new__(type(self))
        # Those that are held are shared, not the lists and dictionaries that hold them.
        vars(made).update({k: x.copy() if type(x) in (list, dict, set) else x for k, x in vars(self).items()}, memory={})
        return made

    def scopes_of_thread(self) -> dict[str, Any]:
        """The scopes that are open in the graph: what belongs to the code that is running, not to the nodes."""
        found = {name: getattr(self, name, None) for name in _SCOPED}
        return {name: list(x) if type(x) is list else dict(x) if type(x) is dict else x for name, x in found.items()}

    def set_scopes(self, scopes: Mapping[str, Any]) -> None:
        """Let those be open that `scopes_of_thread` has given."""
        for name in _SCOPED:
            setattr(self, name, scopes[name])

    # ------------------------------------------------------------------ names
    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """`name`, or `name_1` and so on where it is taken."""
        full = name[:-1] if name.endswith("/") else self._scope_in_force() + name
        return self._unique(full, mark_as_used)

    def _scope_in_force(self) -> str:
        return TS.name_scope if TS.graph is self else self._outer_scope

    def _unique(self, full: str, mark: bool = True) -> str:
        # As in TensorFlow, names that differ in case alone count as equal.
        key = full.lower()
        count = self._used.get(key, 0)
        if mark:
            self._used[key] = count + 1
        if not count:
            self.naming.append((full, full, mark))
            return full
        made = f"{full}_{count}"
        while made.lower() in self._used:
            count += 1
            made = f"{full}_{count}"
        if mark:
            self._used[key] = count + 1
            self._used[made.lower()] = 1
        self.naming.append((full, made, mark))
        return made

    def _enter_scope(self, name: str | None, current: str) -> str:
        if not name:
            return ""
        valid, what = (_VALID_SCOPE, "scope") if current else (_VALID_NAME, "root scope")
        if not valid.match(name):
            raise ValueError(f"'{name}' is not a valid {what} name. A {what} name has to match the following pattern: {valid.pattern}")
        # The full name of a scope that was entered before: it is entered again, not made unique.
        if name.endswith("/"):
            return name
        return self._unique(current + name) + "/"

    def name_scope(self, name: str | None) -> AbstractContextManager[str]:
        """A scope of names, as `tf.name_scope`."""
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
        """The scope of names in force in this graph, as "outer/inner"; "" outside of scopes."""
        return self._scope_in_force().rstrip("/")

    # ------------------------------------------------------------------ scopes
    @contextlib.contextmanager
    def as_default(self) -> Iterator[Graph]:
        """Within it operations are added to this graph."""
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
    def control_dependencies(self, control_inputs: Iterable[Any] | None) -> Iterator[None]:
        """Operations added within it run after `control_inputs`."""
        saved, wanted = self._controllers, []
        for c in control_inputs or ():
            c = getattr(c, "op", c) if not isinstance(c, Operation) else c
            if not isinstance(c, Operation):
                c = self.as_graph_element(c)
                c = getattr(c, "op", c)
            if c not in wanted:
                wanted.append(c)
                c.waited_for = True
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
        """A scope of devices, as `tf.device`."""
        return device(device_name_or_function) if TS.graph is self else self._device_from_outside(device_name_or_function)

    @contextlib.contextmanager
    def _device_from_outside(self, name: Any) -> Iterator[None]:
        saved = self._outer_device
        with self.as_default(), device(name):
            found, functions = TS.device, self._device_functions
        self._outer_device, kept, self._device_functions = found, self._device_functions, functions
        try:
            yield
        finally:
            self._outer_device, self._device_functions = saved, kept

    @contextlib.contextmanager
    def container(self, container_name: str) -> Iterator[str]:
        """A scope of resource containers; sessions of one process keep nothing in them, so it only checks the name."""
        if not isinstance(container_name, str):
            raise TypeError(f"container_name must be a string, got {container_name!r}.")
        yield container_name

    @contextlib.contextmanager
    def colocate_with(self, op: Any, ignore_existing: bool = False) -> Iterator[None]:
        """Operations added within it get the device of `op`, an operation, tensor or variable.

        With `ignore_existing` scopes around it do not count.
        """
        if op is None and not ignore_existing:
            raise ValueError("Trying to reset colocation (op is None) but ignore_existing is not True")
        operation = getattr(op, "op", op)
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
        """The gradients of operations added within it are those registered under other names: {type of operation: name}.

        The names are those of `tf.RegisterGradient`. Raises TypeError for what is no dictionary of strings.
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

    def _check_not_finalized(self) -> None:
        if self._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")

    def finalize(self) -> None:
        """Let no more operations be added."""
        self._finalized = True

    finalized = property(lambda self: self._finalized, doc="Whether operations can still be added.")
    version = property(lambda self: len(self._operations), doc="Grows with every operation.")

    @property
    def graph_def_versions(self) -> Any:
        """The versions of the GraphDef format, a VersionDef message."""
        return versions()

    def op_def_for_type(self, type: str) -> Any:  # noqa: A002 - TensorFlow's name
        """The OpDef message of a type of operation. Raises RuntimeError for a type that is not known."""
        return op_def_for_type(type)

    def is_feedable(self, tensor: Tensor) -> bool:
        """Whether `tensor` may be fed."""
        return not any(t is tensor for t in self._not_fed)

    def is_fetchable(self, tensor_or_op: Any) -> bool:
        """Whether `tensor_or_op` may be fetched."""
        operation = getattr(tensor_or_op, "op", tensor_or_op)
        return not any(o is operation for o in self._not_fetched)

    def prevent_feeding(self, tensor: Tensor) -> None:
        """Let no session be fed a value for `tensor`."""
        self._not_fed.append(tensor)

    def prevent_fetching(self, op: Operation) -> None:
        """Let no session fetch the operation `op` or what it computes."""
        self._not_fetched.append(op)

    def as_graph_def(self, from_version: int | None = None, add_shapes: bool = False) -> Any:
        """The graph as a GraphDef message."""
        return graph_def(self, from_version, add_shapes)

    @property
    def _functions(self) -> dict[str, SimpleNamespace]:
        """The functions of the graph by their names, each with its FunctionDef as `definition`."""
        return {f.signature.name: SimpleNamespace(name=f.signature.name, definition=f) for f in self.as_graph_def().library.function}

    # ------------------------------------------------------------------ recording
    def add(self, op: Any, arguments: list[Any], result: Any, name: str | None = None) -> Operation:
        """Add a node for `op` and give its symbolic outputs in the structure of `result` (see `abstract`)."""
        self._check_not_finalized()
        if name and name.endswith("/"):  # as in TensorFlow a full name, which no scope is put before
            full = name[:-1]
            self._used.setdefault(full.lower(), 1)
        else:
            full = self._node_name(op, name)
        node = Operation(self, full, op, arguments, self._control_of(arguments) if self._controllers else [], TS.device or "")
        if self._names_scope(name):
            node.names_scope = True
        for _, added in self._controllers:
            added.add(node)
        if "seed2" in op.names:  # a random operation: each node draws from a stream of its own
            node.rng = NodeState(node.argument("seed"), node.argument("seed2"))
        count = 0

        def made(leaf: Any) -> SymbolicTensor:
            nonlocal count
            dtype, shape, a, b = leaf
            t = SymbolicTensor(node, count, dtype, shape, a, b)
            node.outputs.append(t)
            count += 1
            return t

        node.result = abstract.map_leaves(result, made)
        self._operations.append(node)
        self._by_name[full] = node
        self.naming.append(node)
        if self._colocation or self._device_functions:  # functions may look at all of the node
            place(node, self._colocation, self._device_functions)
        return node

    def _names_scope(self, name: str | None) -> bool:
        """Whether a new node of this `name`, as `add` takes it, is called as the scope in which it is recorded."""
        return bool(name) and name == TS.name_scope

    def _control_of(self, arguments: list[Any]) -> list[Operation]:
        """What a new node with `arguments` runs after, beside its inputs and what they run after."""
        inputs = {t._op for a in arguments for t in (a if type(a) is list else (a,)) if type(t) is SymbolicTensor}
        wanted = []
        for operations, added in self._controllers:
            # An input from within the scope has waited for its operations already.
            if inputs.isdisjoint(added):
                wanted.extend(c for c in operations if c not in inputs and c not in wanted)
        return wanted

    def _node_name(self, op: Any, name: str | None, mark: bool = True) -> str:
        """A name of its own for a new node for `op`, which is taken with `mark`."""
        wrong = wrong_node_name(name) if name else None
        if wrong is not None:
            raise ValueError(wrong)
        scope = self._scope_in_force()
        found = WITHIN_SCOPES.get(op.type) if within(op) is None and type(op) is not RawOp else None
        if found is not None:
            return self._unique(f"{self._unique(scope + (name or found[0]), mark)}/{found[1]}", mark)
        return self._unique(scope + (name or DEFAULT_NAMES.get(op.type) or op.type.lstrip("_")), mark)

    def name_within(self, found: tuple[str, Any], values: Sequence[Any], name: str | None) -> str:
        """The name, to be taken as it is, of a new node for a composite with the arguments `values`.

        `found` is what `node_names.within` gives; a `name` that ends with a slash is that of a scope which is there.
        """
        scope, last = found
        if callable(last):
            last = last(values)
        full = name[:-1] if name and name.endswith("/") else self.unique_name(name or scope)
        return full + "/" if last is None else self._unique(f"{full}/{last}") + "/"

    @staticmethod
    def ends_scope(node: Operation) -> bool:
        """Whether `node` is named as the last of a scope of operations that it stands for."""
        found: Any = within(node._op_def)
        if found is None:
            found = WITHIN_SCOPES.get(node.type)
            return found is not None and node.name.endswith("/" + found[1])
        last = found[1](node.arguments) if callable(found[1]) else found[1]
        return last is not None and node.name.endswith("/" + last)

    def name_of_next(self, op: Any, name: str | None) -> str:
        """The name that the next node for `op` would get, which stays free."""
        return name[:-1] if name and name.endswith("/") else self._node_name(op, name, False)

    def as_node(self, x: EagerTensor, name: str | None = None) -> SymbolicTensor:
        """The symbolic tensor of this graph for the eager tensor `x`, a constant, which is called `name` if it is new.

        With a name, a number gets a node of its own for every use, as Python numbers have.
        """
        known = self._constants.get(id(x))
        if known is not None and known[0] is x and (name is None or known[1]._rec is not None or x._t.ndim):
            return known[1]
        if x._rec is not None and x._rec.by_torch:
            raise ValueError(
                f"A tensor of shape {x.shape} that torch's autograd records cannot become a constant of a graph, through which no "
                "gradient would flow: make it an argument of the function, or convert its value alone, tfshim.from_torch(t.detach())."
            )
        return self.constant(x, name)

    def constant(self, x: Tensor, name: str | None = None, repeats_one: bool = False) -> SymbolicTensor:
        """A node `Const` for the eager tensor `x`; `repeats_one`: it is filled with one element."""
        node = self.add(CONST, [x], abstract.leaf_of(x), name)
        if repeats_one:
            node.repeats_one = True
        made = node.outputs[0]
        made._static = x
        self._constants[id(x)] = (x, made)
        return made

    def constant_name(self, wanted: str) -> str:
        """The name of a constant that is written with a node."""
        return wanted

    def local(self, x: SymbolicTensor) -> SymbolicTensor:
        """`x`, a symbolic tensor, as one of this graph. Raises where it belongs to another."""
        if x._op.graph is self:
            return x
        raise out_of_scope(x)

    def operand(self, variable: Any) -> Any:
        """The value of `variable` for an operation that is about to be recorded: its read is named within the operation's name."""
        found = self._operand_reads
        if found is None:
            found = self._operand_reads = []
        self._reads_operand = True
        try:
            return variable._tfshim_value()
        finally:
            self._reads_operand = False

    def take_operand_reads(self, full: str, scopes: Sequence[str] = ()) -> dict[int, Any] | None:
        """Name the reads for the operation `full`, the first ones within `scopes`.

        What of them is shown in the place of a value that was read before.
        """
        found, self._operand_reads = self._operand_reads, None
        shown = {}
        scopes = iter(scopes)
        for node, value in found or ():
            wanted = next(scopes, full)
            self._rename(node, wanted if "ReadVariableOp" in wanted else f"{wanted}/ReadVariableOp")
            if node.shown_only:
                shown.setdefault(id(value), node.outputs[0])
        return shown or None

    def name_packed(self, node: Operation, full: str) -> None:
        """Name `full` the node that packs a list of numbers and tensors, and the numbers within it."""
        self._rename(node, full)
        for i, x in enumerate(node.arguments[0]):
            if x.op.type == "Const" and x.op.name.startswith(UNNAMED):
                self._rename(x.op, f"{full}/{i}")

    def _rename(self, node: Operation, name: str) -> None:
        if self._by_name.get(node.name) is node:
            del self._by_name[node.name]
        node.name = self._unique(name)
        self.naming.append(node)
        self._by_name[node.name] = node

    def read_variable(self, variable: Any) -> SymbolicTensor:
        """A symbolic tensor for the value that `variable` has at this point of the graph."""
        by_reference = is_by_reference(variable) and variable._snapshot is not None
        if by_reference and not self.building_function and not self._controllers and not TS.tapes:
            self._reads_operand = False
            return variable._snapshot
        key = id(variable)
        operand, self._reads_operand = self._reads_operand, False
        reads: Any = self._operand_reads  # a list where it is an operand's
        # One read serves until something is written or other tapes record.
        known = self._reads.get(key)
        if known is not None and known[0] is variable and known[1] == self._versions and known[2] is TS.tapes:
            if operand and not by_reference:
                node = self._add_read(variable, abstract.leaf_like(known[3]), True)
                node.shown_only = True
                reads.append((node, known[3]))
            return known[3]
        if by_reference and not self.building_function:
            made = read_beside(self, variable)
        else:
            made = self._add_read(variable, abstract.leaf(variable.dtype, variable.shape), operand).outputs[0]
        if operand and not by_reference:
            node = made._op
            reads.append((node, made))
        tape = TS.tape
        if tape is not None and variable.dtype._kind in "fc" and any(t.watches(variable) for t in TS.tapes):
            made._rec = tape
            for t in TS.tapes:
                # A tape of the caller takes gradients by what it read itself: this tensor has no value for it.
                if t.handle is not None and t.watches(variable):
                    seen = t.variables.setdefault(key, (variable, []))
                    seen[1].append((None, made))
        self._reads[key] = (variable, self._versions, TS.tapes, made)
        if variable.dtype is dtypes.resource:
            made._handle = variable
        return made

    def value_apart(self, variable: Any) -> Any:
        """The value that `variable` has at this point of the graph, by a node of its own in functions."""
        return variable.value()

    def _add_read(self, variable: Any, leaf: Any, operand: bool) -> Operation:
        """A read of `variable`; that of an operand is named once the name of the operation is known."""
        if not operand:
            return self.add(READ, [variable], leaf, "ReadVariableOp")
        node = self.add(READ, [variable], leaf, UNNAMED)
        node.is_operand = True
        return node

    def variable_written(self, variable: Any, result: Any, read_value: bool) -> Any:
        """What an assignment in this graph gives back."""
        if not read_value:
            return result.op if isinstance(result, SymbolicTensor) else result
        if is_by_reference(variable) and isinstance(result, SymbolicTensor):
            return result
        if not self.building_function and isinstance(result, SymbolicTensor):
            scope = TS.name_scope if TS.graph is self else ""
            result.op.read_name, result.op.waited_for = self._unique(scope + "ReadVariableOp"), True
            result.op.read_after = self._control_of([])
        return AfterWrite(variable, result)

    def watch(self, tape: Tape, x: Any) -> None:
        """Let the tape see the symbolic tensor `x`."""
        higher.tape_watches_tensor(tape, x)

    def switch_to_thread_local(self) -> None:
        """Graphs are per thread already."""


_default = None
_making = shared_lock()


def default_graph() -> Graph:
    """The graph of TF 1 code that names none."""
    global _default
    if _default is None:
        with _making:
            _default = _default or Graph()
    return _default


def new_default_graph() -> Graph:
    """Replace the default graph by an empty one, which is returned."""
    global _default
    _default = Graph()
    return _default


def current_graph() -> Graph:
    """The graph that operations are added to, or the default graph."""
    return TS.graph if TS.graph is not None else default_graph()


def last_operation() -> Any:
    """The operation that was just added to the graph; None while executing eagerly."""
    return None if TS.graph is None else TS.graph._operations[-1]
