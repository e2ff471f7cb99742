"""`tf.Graph`: operations recorded to be run later, with TensorFlow's names and types.

One class of graph serves functions, TF 1 sessions and Keras' functional models. A node keeps its `Op`, the arguments
of the kernel with symbolic tensors among them, and its outputs. `executor` turns nodes into a Python function.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.graphs.declarations.node_names import DEFAULT_NAMES, GIVEN, WITHIN_SCOPES, within
from tfshim.engine.graphs.graph_def import graph_def, op_def_for_type, versions, written_again
from tfshim.engine.graphs.graph_parts.graph_collections import Collections
from tfshim.engine.graphs.graph_parts.graph_elements import Elements
from tfshim.engine.graphs.graph_parts.graph_limits import Limits
from tfshim.engine.graphs.graph_parts.graph_scopes import Scopes
from tfshim.engine.graphs.operation import CONST, READ, Operation, RawOp
from tfshim.engine.graphs.recording import out_of_scope
from tfshim.engine.graphs.references import is_by_reference, read_beside
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.random.seeds import NodeState
from tfshim.engine.runtime.context import UNNAMED
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.locks import shared_lock
from tfshim.engine.runtime.placement import place
from tfshim.engine.runtime.state import TS
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
class Graph(Elements, Collections, Scopes, Limits):
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
    states_shapes = False  # whether static shapes in it are what a program or layer said, and may be other ones when it runs
    branches_share_seeds = False  # whether branches and loops count on in the seeds of the graph around, as in TensorFlow 1
    _last_loss_reduction = None  # how the loss that was computed last was made of the losses of examples
    _is_loss_scaled_by_optimizer = False  # whether an optimizer has divided it by the number of replicas
    _seeder = None  # the graph whose count that is
    seed: int | None = None
    on_page = False  # whether a page is written that shows it
    within_composite = False  # whether a public function that is composed of operations adds to it
    taken_beforehand: frozenset[str] = frozenset()  # names of inputs that a part of a loop has in TensorFlow before its first operation
    _reads_operand = False  # whether the next read is for an operation
    # What `name_scope` and `device` of the graph itself open while another one is in force, or none.
    _outer_scope = ""
    _outer_device: str | None = None

    def _compiled(self) -> bool:
        """Whether this is part of a function that is compiled."""
        graph: Any = self
        while graph is not None and not graph.jit_compile:
            graph = graph.outer_graph
        return graph is not None

    def __init__(self) -> None:
        self._operations, self._by_name, self._used = [], {}, {}
        # How nodes came to their names, in order: (what was wanted, what it became, whether that was taken), and the nodes that were named.
        self.naming: list[Any] = []
        self._parts: set[str] = set()  # the names of nodes that are written for others, in lower case
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

    def _scopes_of_thread(self) -> dict[str, Any]:
        """The scopes that are open in the graph: what belongs to the code that is running, not to the nodes."""
        found = {name: getattr(self, name, None) for name in _SCOPED}
        return {name: list(x) if type(x) is list else dict(x) if type(x) is dict else x for name, x in found.items()}

    def _set_scopes(self, scopes: Mapping[str, Any]) -> None:
        """Let those be open that `scopes_of_thread` has given."""
        for name in _SCOPED:
            setattr(self, name, scopes[name])

    # ------------------------------------------------------------------ names
    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """Find a name that is not taken yet. Mirrors `tf.Graph.unique_name`.

        Arguments:
            name: the wanted name, to which the scope that is open is put in front; with a slash at its end it is a full name already.
            mark_as_used: whether the name is taken from now on, True. False only tells what would be found.

        Returns:
            The full name, a string: `name` or, where that is taken, `name_1`, `name_2` and so on. Names that differ in upper and lower
            case alone count as the same.

        Operations find their names by it; a program that names several things alike, without making operations, calls it itself.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     x = tf.constant(1.0, name="x")
            >>> graph.unique_name("x"), graph.unique_name("x"), graph.unique_name("y", mark_as_used=False)
            ('x_1', 'x_2', 'y')
        """
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

    version = property(lambda self: len(self._operations), doc="Grows with every operation.")

    @property
    def graph_def_versions(self) -> Any:
        """The versions of the GraphDef format, a VersionDef message."""
        return versions()

    def op_def_for_type(self, type: str) -> Any:  # noqa: A002 - TensorFlow's name
        """Tell how a type of operation is declared. Mirrors `tf.Graph.op_def_for_type`.

        Arguments:
            type: the name of the type, as "MatMul", which `operation.type` gives.

        Returns:
            An `OpDef` message: `input_arg` and `output_arg` with their names and types, and `attr` with the attributes, their types and
            defaults.

        Raises:
            RuntimeError: a type that is not known.

        It is for tools that read graphs: which inputs and attributes a node may have, and what an attribute that is left out means.

        Example:
            >>> declared = tf.Graph().op_def_for_type("MatMul")
            >>> [argument.name for argument in declared.input_arg]
            ['a', 'b']
            >>> [attribute.name for attribute in declared.attr][:2]
            ['transpose_a', 'transpose_b']
        """
        return op_def_for_type(type)

    def as_graph_def(self, from_version: int | None = None, add_shapes: bool = False) -> Any:
        """Give the graph as a message, which can be written to a file. Mirrors `tf.Graph.as_graph_def`.

        Arguments:
            from_version: with the number that `graph.version` had, only the operations that were added since then; None: all.
            add_shapes: whether each node gets an attribute `_output_shapes` with its static shapes, False.

        Returns:
            A `tf.compat.v1.GraphDef`, of which `node` lists the operations and `library` the functions that they call. Values of
            variables are not in it.

        `tf.import_graph_def` adds it to a graph again, `tf.io.write_graph` writes it, and TensorBoard draws it.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     y = tf.nn.relu([1.0, -1.0], name="y")
            >>> [(node.name, node.op, list(node.input)) for node in graph.as_graph_def().node]
            [('y/features', 'Const', []), ('y', 'Relu', ['y/features'])]
        """
        if from_version is None:
            return written_again(self, add_shapes, self.is_whole)
        return graph_def(self, from_version, add_shapes)

    @property
    def _functions(self) -> dict[str, SimpleNamespace]:
        """The functions of the graph by their names, each with its FunctionDef as `definition`."""
        return {f.signature.name: SimpleNamespace(name=f.signature.name, definition=f) for f in self.as_graph_def().library.function}

    # ------------------------------------------------------------------ recording
    def _add(self, op: Any, arguments: list[Any], result: Any, name: str | None = None) -> Operation:
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
            node.rng = NodeState(node._argument("seed"), node._argument("seed2"))
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
        scope = self._scope_in_force()
        # What is named once it is known for which operation it is made may begin as no other name does.
        wrong = wrong_node_name(scope + name) if name and not scope.startswith(UNNAMED) else None
        if wrong is not None:
            raise ValueError(wrong)
        found = WITHIN_SCOPES.get(op.type) if within(op) is None and type(op) is not RawOp else None
        if found is not None:
            return self._unique(f"{self._unique(scope + (name or found[0]), mark)}/{found[1]}", mark)
        return self._unique(scope + (name or DEFAULT_NAMES.get(op.type) or op.type.lstrip("_")), mark)

    def _name_within(self, found: tuple[str, Any], values: Sequence[Any], name: str | None) -> str:
        """The name, to be taken as it is, of a new node for a composite with the arguments `values`.

        `found` is what `node_names.within` gives; a `name` that ends with a slash is that of a scope which is there.
        """
        scope, last = found
        if callable(last):
            last = last(values)
        if last == GIVEN:
            last = (name or scope).rstrip("/").rpartition("/")[2]
        full = name[:-1] if name and name.endswith("/") else self.unique_name(name or scope)
        return full + "/" if last is None else self._unique(f"{full}/{last}") + "/"

    @staticmethod
    def _ends_scope(node: Operation) -> bool:
        """Whether `node` is named as the last of a scope of operations that it stands for."""
        found: Any = within(node._op_def)
        if found is None:
            found = WITHIN_SCOPES.get(node.type)
            return found is not None and node.name.endswith("/" + found[1])
        last = found[1](node.arguments) if callable(found[1]) else found[1]
        return last is not None and ("/" in node.name if last == GIVEN else node.name.endswith("/" + last))

    def _name_of_next(self, op: Any, name: str | None) -> str:
        """The name that the next node for `op` would get, which stays free."""
        return name[:-1] if name and name.endswith("/") else self._node_name(op, name, False)

    def _as_node(self, x: EagerTensor, name: str | None = None) -> SymbolicTensor:
        """The symbolic tensor of this graph for the eager tensor `x`, a constant, which is called `name` if it is new.

        With a name, a number gets a node of its own for every use, as Python numbers have.
        """
        if x._rec is not None and TS.tapes:
            higher.tapes_see(x)
        known = self._constants.get(id(x))
        if known is not None and known[0] is x and (name is None or known[1]._rec is not None or x._t.ndim):
            return known[1]
        if x._rec is not None and x._rec.by_torch:
            raise ValueError(
                f"A tensor of shape {x.shape} that torch's autograd records cannot become a constant of a graph, through which no "
                "gradient would flow: make it an argument of the function, or convert its value alone, tfshim.from_torch(t.detach())."
            )
        return self._constant(x, name)

    def _constant(self, x: Tensor, name: str | None = None, repeats_one: bool = False) -> SymbolicTensor:
        """A node `Const` for the eager tensor `x`; `repeats_one`: it is filled with one element."""
        node = self._add(CONST, [x], abstract.leaf_of(x), name)
        if repeats_one:
            node.repeats_one = True
        made = node.outputs[0]
        made._static = x
        self._constants[id(x)] = (x, made)
        return made

    def _constant_name(self, wanted: str) -> str:
        """The name of a constant that is written with a node."""
        return wanted

    def _local(self, x: SymbolicTensor) -> SymbolicTensor:
        """`x`, a symbolic tensor, as one of this graph. Raises where it belongs to another."""
        if x._op.graph is self:
            return x
        raise out_of_scope(x)

    def _operand(self, variable: Any) -> Any:
        """The value of `variable` for an operation that is about to be recorded: its read is named within the operation's name."""
        found = self._operand_reads
        if found is None:
            found = self._operand_reads = []
        self._reads_operand = True
        try:
            return variable._tfshim_value()
        finally:
            self._reads_operand = False

    def _cast_operand(self, value: Any, cast: Callable[[str], Any]) -> Any:
        """What `cast`, a function of a name, makes of the `value` that was read for an operation: it is named beside the read."""
        made = cast(UNNAMED)
        reads: Any = self._operand_reads
        node = made._op
        node.is_operand = True
        if reads[-1][0].shown_only:
            node.shown = {id(value): reads[-1][0].outputs[0]}
        reads.append((node, made))
        return made

    def _take_operand_reads(self, full: str, scopes: Sequence[str] = ()) -> dict[int, Any] | None:
        """Name the reads for the operation `full`, the first ones within `scopes`.

        What of them is shown in the place of a value that was read before.
        """
        found, self._operand_reads = self._operand_reads, None
        shown = {}
        rest, parts = iter(scopes), {full: full}
        for node, value in found or ():
            if node.is_operand:
                if node.kind == READ.type:
                    within = next(rest, full)
                    if within not in parts:
                        parts[within] = within if "ReadVariableOp" in within else self._name_of_part(within)
                    wanted = parts[within] if "ReadVariableOp" in within else f"{parts[within]}/ReadVariableOp"
                self._rename(node, wanted if node.kind == READ.type else wanted.replace("ReadVariableOp", node.kind))
            if node.shown_only:
                shown.setdefault(id(value), node.outputs[0])
        return shown or None

    def _name_of_part(self, full: str) -> str:
        """A name for a node that is part of one that is recorded, and is named once more where it is written."""
        made, count = full, 0
        while made.lower() in self._used or made.lower() in self._parts:
            count += 1
            made = f"{full}_{count}"
        self._parts.add(made.lower())
        self.naming.append((full, made, False))
        return made

    def _name_packed(self, node: Operation, full: str) -> None:
        """Name `full` the node that packs a list of numbers and tensors, and the numbers within it; or that adds rows to zeros."""
        if node.type == "UnsortedSegmentSum":  # of a size that is taken from a shape
            self._rename(node.arguments[2].op, f"{full.rpartition('/')[0]}/strided_slice")
            self._rename(node, full)
            return
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

    def _read_variable(self, variable: Any) -> SymbolicTensor:
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

    def _read_by_operator(self, variable: Any, value: Any) -> None:
        """Have the operator that is about to be recorded shown with a read of its own, if `value` was read before."""
        node = value._op
        if node.kind == READ.type and node.graph is self and node is not self._operations[-1] and not is_by_reference(variable):
            again = self._add_read(variable, abstract.leaf_like(value), False)
            again.shown_only = True
            if self._operand_reads is None:
                self._operand_reads = []
            self._operand_reads.append((again, value))
        elif value is getattr(variable, "_result", None) and node.graph is self and self._shows_reads_of_updates():
            self._read_again(variable._origin, value, False)

    def _read_of_update(self, variable: Any, value: Any) -> None:
        """As `_read_again`, where what is assigned is read as an operand."""
        operand, self._reads_operand = self._reads_operand, False
        if operand and value.graph is self and self._shows_reads_of_updates():
            self._read_again(variable, value, True)

    def _read_again(self, variable: Any, value: Any, operand: bool) -> None:
        """Have the operation that takes `value`, what was assigned to `variable`, shown with a read of its own after the assignment."""
        with self.control_dependencies([value.op]):
            again = self._add_read(variable, abstract.leaf_like(value), operand)
        again.shown_only = True
        if self._operand_reads is None:
            self._operand_reads = []
        self._operand_reads.append((again, value))

    def _value_apart(self, variable: Any) -> Any:
        """The value that `variable` has at this point of the graph, by a node of its own in functions."""
        return variable.value()

    def _add_read(self, variable: Any, leaf: Any, operand: bool) -> Operation:
        """A read of `variable`; that of an operand is named once the name of the operation is known."""
        if not operand:
            return self._add(READ, [variable], leaf, "ReadVariableOp")
        node = self._add(READ, [variable], leaf, UNNAMED)
        node.is_operand = True
        return node

    def _variable_written(self, variable: Any, result: Any, read_value: bool) -> Any:
        """What an assignment in this graph gives back."""
        if not read_value:
            return result.op if isinstance(result, SymbolicTensor) else result
        if is_by_reference(variable) and isinstance(result, SymbolicTensor):
            return result
        if self._shows_reads_of_updates() and isinstance(result, SymbolicTensor):
            scope = TS.name_scope if TS.graph is self else ""
            result.op.read_name, result.op.waited_for = self._unique(scope + "ReadVariableOp"), True
            result.op.read_after = self._control_of([])
        return AfterWrite(variable, result)

    def _shows_reads_of_updates(self) -> bool:
        """Whether the value after an assignment is shown as a read of its own."""
        return not self.building_function

    def _watch(self, tape: Tape, x: Any) -> None:
        """Let the tape see the symbolic tensor `x`."""
        higher.tape_watches_tensor(tape, x)

    def switch_to_thread_local(self) -> None:
        """Let each thread have scopes of its own in the graph, which is so from the beginning here. Mirrors
        `tf.Graph.switch_to_thread_local`.

        Returns:
            None.


        In TensorFlow the scopes of devices, dependencies and colocation that are open in a graph hold for all threads that add to it,
        until this method is called; programs with several threads call it first. What a thread opens here holds for that thread alone.
        Operations themselves are added by one thread at a time all the same.

        Example:
            >>> graph = tf.Graph()
            >>> graph.switch_to_thread_local()
            >>> with graph.as_default():
            ...     print(tf.constant(1.0).graph is graph)
            True
        """


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
