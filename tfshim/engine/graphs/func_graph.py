"""The graph of a function under construction: what it takes from outside becomes an input."""

from __future__ import annotations

import contextlib
import re
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from tfshim._export import tf_export
from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.operation import IDENTITY, InnerOp, Operation, everything
from tfshim.engine.graphs.programs.selection import select
from tfshim.engine.graphs.recording import in_scope
from tfshim.engine.graphs.references import is_by_reference
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops import kernels
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.random.seeds import process_seed
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS, ScopedValue, enter_special, leave_special
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType
    from tfshim.engine.values.shapes import ShapeLike


def aliased(input: Any) -> Any:
    """A value for a node that only passes it on: a torch tensor of its own on the same memory; anything else as it is."""
    return torch.ops.aten.alias(input) if isinstance(input, torch.Tensor) else input


COMPILED = "_XlaMustCompile"  # the attribute of the definition of a function that is compiled
PLACEHOLDER = InnerOp("Placeholder", names=("dtype", "shape"))
PLACEHOLDER_WITH_DEFAULT = InnerOp("PlaceholderWithDefault", aliased, names=("input",))

_value_of = ScopedValue()  # gives eager tensors for symbolic ones of graphs that a function under construction is not part of


def values_from_outside(value_of: Callable[[Any], Any] | None) -> Any:
    """Within it functions that are traced use `value_of(x)`, an eager tensor, for a tensor `x` of a graph that is not around them."""
    return _value_of.set_to(value_of)


def value_from_outside(x: Any) -> Any:
    """`x`, or what stands for it where it is a symbolic tensor, nothing is under construction and values are given for such ones."""
    known = _value_of.value
    return x if known is None or TS.graph is not None or not isinstance(x, SymbolicTensor) else known(x)


def _inferred_from(name: str) -> str:
    """The name of the Python function in that of a function in graphs."""
    found = re.fullmatch("__inference_(.*)_[0-9]+", name)
    return name if found is None else found.group(1)


class ArgumentVariable(NamedTuple):
    """A variable among the arguments of a function, whose handle TensorFlow's function takes: here nodes refer to variables themselves."""

    place: int  # how many inputs of the graph come before it
    reference: weakref.ref[Any]  # as in TensorFlow, a trace keeps none of its variables alive
    name: str  # of the placeholder for the handle
    user_name: str  # of the argument


_OF_VARIABLES = ("variables", "local_variables", "trainable_variables")


@tf_export("__internal__.FuncGraph", v1=[])
class FuncGraph(Graph):
    """A graph that is built by calling a Python function; part of a `tf.function`, a loop or a branch."""

    __module__ = "tensorflow.python.framework.func_graph"
    building_function = True
    scope = ""  # before the names of its operations
    part_of: str | None = None  # of a branch or a part of a loop: the whole name of the node in the graph around
    rows: Sequence[tuple[Any, Any]] = ()  # (tensor outside, input) where the graph is called for each row of tensors
    rows_at_once = False  # whether it is called for all of them at once
    _row_index: SymbolicTensor | None = None
    own_scopes = False  # whether variables of other graphs are not shared in it by name, and its variable scopes are its own
    wanted_effects: list[Operation] | None = None  # what runs though no output needs it; None: whatever has an effect
    _tapes_around: tuple[Any, ...] = ()  # which record in the graph around while this one is built, where they do not here

    def __init__(self, name: str, outer: Graph | None = None, collections: Any = None) -> None:
        super().__init__()
        if collections is not None:
            self._collections = collections
        elif outer is not None:  # a list of its own of what there is; variables count where they are made
            shared = outer._collections
            self._collections = {key: values if key in _OF_VARIABLES else list(values) for key, values in shared.items()}
            for key in _OF_VARIABLES:
                self._collections[key] = outer.get_collection_ref(key)
        self.name = name
        self.outer_graph = outer
        self.inputs, self.outputs = [], []
        self.structured_outputs: Any = None
        self.captured = {}  # id of the outer tensor -> (outer tensor, placeholder)
        self.given_tensors: dict[int, EagerTensor] = {}  # by their ids, what operations were called with
        self.converted: dict[int, EagerTensor] = {}  # by their ids, what Python's values became meanwhile
        self.argument_ids: frozenset[int] = frozenset()  # of the variables among the arguments
        self.argument_variables: list[ArgumentVariable] = []
        self._given_signature: Any = None
        self.traced_as: Callable[[], Any] | None = None  # gives the ConcreteFunction while there is one
        self._variables = []
        self.attributes: dict[str, Any] = {}  # of the function's definition
        self._program: Program | None = None
        self._has_effects: bool | None = None  # asked for once it is whole
        self.seed = process_seed() if outer is None else outer.seed

    def __copy__(self) -> FuncGraph:
        made: Any = super().__copy__()
        made._program = made._has_effects = None
        return made

    def __str__(self) -> str:
        return f"FuncGraph(name={_inferred_from(self.name)}, id={id(self)})"

    # ------------------------------------------------------------------ inputs
    def placeholder(self, dtype: DType, shape: ShapeLike, name: str | None = None) -> SymbolicTensor:
        """A new input."""
        node = self._add(PLACEHOLDER, [], abstract.leaf(dtype, shape), name or "Placeholder")
        made = node.outputs[0]
        return made

    def argument_variable(self, variable: Any, user_name: str) -> None:
        """Note a variable among the arguments, as the argument `user_name`, and take the name of its handle."""
        if all(known.reference() is not variable for known in self.argument_variables):
            name = self._node_name(PLACEHOLDER, user_name)
            self.argument_variables.append(ArgumentVariable(len(self.inputs), weakref.ref(variable), name, user_name))

    def row_index(self) -> SymbolicTensor:
        """The place of the row that the graph is called for, an input that it has from the first use on, behind the rows."""
        if self._row_index is None:
            self._row_index = self.placeholder(dtypes.int64, [], "row_index")
        return self._row_index

    def _local(self, x: SymbolicTensor, within: str | None = None) -> SymbolicTensor:
        """`x` in this graph; a tensor of an enclosing graph is captured, by the operation `within` if that is given."""
        if x._op.graph is self:
            return x
        outer = self.outer_graph
        while outer is not None and outer is not x._op.graph:
            outer = outer.outer_graph
        if outer is None:
            if _value_of.value is not None:
                return self._as_node(_value_of.value(x))
            return super()._local(x)
        if within is None:
            return self.capture(x)
        return self.capture(x, f"{within}/{x.op.name}/")

    def _as_node(self, x: EagerTensor, name: str | None = None) -> SymbolicTensor:
        """The symbolic tensor for the eager tensor `x`: that of an outer graph where a tape watches it there."""
        if TS.tapes and x._rec is not None:
            higher.tapes_see(x)
        watched = watched_node(self.outer_graph, x) if TS.tapes else None
        return super()._as_node(x, name) if watched is None else self._local(watched)

    def capture(self, x: Any, name: str | None = None) -> SymbolicTensor:
        """The tensor of this graph for the outer tensor `x`: an input that carries it, or a constant for an eager one."""
        if type(x) is EagerTensor:
            self.note_given([x])
            return self._as_node(x, name)
        if x._op.graph is self:
            return x
        if self.outer_graph is not x._op.graph:
            saved = TS.tapes
            TS.tapes = saved or self._tapes_around  # what is around captures it for those that record there
            try:
                outer = self.outer_graph
                x = outer._local(x) if self.part_of is None or not outer.building_function else outer._local(x, self.part_of)
            finally:
                TS.tapes = saved
        known = self.captured.get(id(x))
        if known is not None:
            return known[1]
        source = in_scope(x, self.outer_graph, TS.tapes)
        controllers, self._controllers = self._controllers, []  # what is captured waits for nothing
        made = self.placeholder(x.dtype, x.shape, name or x._op.name.lstrip("_"))
        self._controllers = controllers
        made.op.user_name = x._op.name
        made._a, made._b = x._a, x._b  # the stand-ins of shape inference: sizes here stay related to sizes outside
        made._static = x._static
        if source._rec is not None:
            made._rec = source._rec
        self.captured[id(x)] = (source, made)
        self._keep = [*getattr(self, "_keep", ()), x]  # ids must stay taken
        if x._rec is not None and TS.tapes:
            higher.tapes_see(x)
        return made

    def note_given(self, tensors: Iterable[Any]) -> None:
        """Remember the eager tensors that an operation is called with: what functions see of what is around them."""
        for x in tensors:
            if type(x) is EagerTensor and id(x) not in self.converted:
                self.given_tensors[id(x)] = x

    @property
    def outer_captures(self) -> list[SymbolicTensor]:
        """The tensors of outer graphs that are captured."""
        return [outer for outer, _ in self.captured.values()]

    @property
    def inner_captures(self) -> list[SymbolicTensor]:
        """The inputs that carry them."""
        return [inner for _, inner in self.captured.values()]

    @property
    def captures(self) -> list[tuple[Any, SymbolicTensor]]:
        """What the function uses of what is around it, each with its tensor here: handles of variables and tables, and tensors."""
        return higher.captures_of(self)

    @property
    def external_captures(self) -> list[Any]:
        """What is captured: handles of variables and tables, eager tensors and tensors of outer graphs."""
        return [outer for outer, _ in self.captures]

    @property
    def internal_captures(self) -> list[SymbolicTensor]:
        """The tensors of this graph that stand for it."""
        return [inner for _, inner in self.captures]

    @property
    def num_captures(self) -> int:
        """How many there are."""
        return len(self.captures)

    # Nothing is captured later than it is used.
    deferred_external_captures = property(lambda self: [], doc="None: what is captured is there when the function is traced.")
    deferred_internal_captures = property(lambda self: [], doc="None: what is captured is there when the function is traced.")

    # What the functions of control flow are in TensorFlow; here they are parts of the node.
    is_control_flow_graph = False
    capture_by_value = False

    @property
    def structured_input_signature(self) -> Any:
        """(positional, keyword) arguments with a TensorSpec for each tensor; None for what is no trace of a function."""
        concrete = None if self.traced_as is None else self.traced_as()
        return self._given_signature if concrete is None else concrete.structured_input_signature

    @structured_input_signature.setter
    def structured_input_signature(self, value: Any) -> None:
        self._given_signature = value

    @property
    def is_whole(self) -> bool:  # type: ignore[override]
        """Whether it is the graph of a function whose tracing is over."""
        return self.is_traced and self.traced_as is not None

    @property
    def control_outputs(self) -> list[Operation]:
        """The operations that run whenever the function is called, though no output needs them."""
        if self.wanted_effects is not None:
            return list(self.wanted_effects)
        return [n for n in self._operations if n.has_effect and n.kind != "Placeholder"]

    def watch_variable(self, v: Any) -> None:
        """Count `v` among the variables that the function uses."""
        self.note_variable(v)

    @property
    def variable_captures(self) -> tuple[Any, ...]:
        """The variables that are captured, not given as arguments."""
        return tuple(v for v in self.variables if id(v) not in self.argument_ids)

    @property
    def function_captures(self) -> SimpleNamespace:
        """The captured tensors by keys of their own: `by_val_external` has the outer ones, `by_val_internal` those of this graph."""
        found = self.captures
        return SimpleNamespace(
            by_val_external={id(outer): outer for outer, _ in found},
            by_val_internal={id(outer): inner for outer, inner in found},
        )

    def _read_variable(self, variable: Any) -> SymbolicTensor:
        """A symbolic tensor for the value of `variable`; remembers the variable."""
        if is_by_reference(variable) and not (
            self.is_traced or self.outer_graph is None or self._versions or self._controllers or TS.tapes
        ):
            self._reads_operand = False
            return self._local(self.outer_graph._read_variable(variable))  # in TensorFlow, too, the read is outside
        self.note_variable(variable)
        return super()._read_variable(variable)

    def _value_apart(self, variable: Any) -> Any:
        """The value that `variable` has at this point of the function, by a node of its own."""
        with name_scope("Read"):
            made = variable.value()
        return returned(self, made) if isinstance(made, SymbolicTensor) and made._op.graph is self else made

    def note_variable(self, variable: Any) -> None:
        """Remember `variable` as one that this function uses, here and in the enclosing functions."""
        graph = self
        while graph is not None and graph.building_function:
            if not any(v() is variable for v in graph._variables):
                graph._variables.append(weakref.ref(variable))
            graph = graph.outer_graph

    def _variable_written(self, variable: Any, result: Any, read_value: bool) -> Any:
        """What an assignment in this graph gives back."""
        self.note_variable(variable)
        return super()._variable_written(variable, result, read_value)

    def _shows_reads_of_updates(self) -> bool:
        # Where not all that has effects runs, what is read after an assignment needs that.
        return self.wanted_effects is not None or has_switches(self)

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that the function reads or writes."""
        return tuple(v for v in (r() for r in self._variables) if v is not None)

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those of them that are trainable."""
        return tuple(v for v in self.variables if v.trainable)

    @property
    def has_effects(self) -> bool:
        """Whether TensorFlow calls it stateful: it reads or changes something, or draws."""
        if self._has_effects is None:
            self._has_effects = any(n.has_effect for n in self._operations)
        return self._has_effects

    # ------------------------------------------------------------------ running
    def program(self) -> Program:
        """The compiled function of inputs and captures."""
        if self._program is None:
            flat = [t for t in self.outputs]
            inputs = [*self.inputs, *self.inner_captures]
            nodes = select(self._operations, flat, self.wanted_effects or (), inputs, effects=self.wanted_effects is None)
            if not self._compiled():
                kernels.check_nodes(nodes)
            nodes = self._placed(nodes)
            self._program = Program(nodes, inputs, flat, self.name)
        return self._program

    def _placed(self, nodes: list[Operation]) -> list[Operation]:
        """`nodes` with calls of other tasks of a cluster in the place of what changes their variables."""
        for x in everything(a for n in nodes for a in n.arguments):
            if is_variable(x) and x.updates_elsewhere is not None:
                return x.updates_elsewhere(self, nodes)
        return nodes


@contextlib.contextmanager
def building(graph: FuncGraph, keep_tapes: bool = False) -> Iterator[FuncGraph]:
    """Add operations to `graph` within it."""
    ts = TS
    saved = ts.graph, ts.name_scope, ts.tape, ts.tapes
    ts.graph, ts.name_scope = graph, graph.scope
    if not keep_tapes:
        graph._tapes_around = ts.tapes
        ts.tape, ts.tapes = None, ()
    enter_special()
    try:
        yield graph
    finally:
        leave_special()
        ts.graph, ts.name_scope, ts.tape, ts.tapes = saved
        graph._tapes_around = ()


def graphs_around(graph: Graph | None) -> Iterator[Graph]:
    """`graph` and the graphs that it is built in, from the inside out."""
    while graph is not None:
        yield graph
        graph = getattr(graph, "outer_graph", None)


def written_around(graph: Graph) -> Graph | None:
    """The graph that `graph` is built in, or the one in which what is written in it goes."""
    if graph.outer_graph is not None:
        return graph.outer_graph
    node = getattr(graph, "written_for", None)
    return None if node is None else node.graph


def is_function(graph: Graph) -> bool:
    """Whether `graph` is that of a function, and not a part that is written into another graph."""
    while graph.outer_graph is None and (around := written_around(graph)) is not None:
        graph = around
    return graph.building_function


def has_switches(graph: Any) -> bool:
    """Whether branches and loops of `graph` are TensorFlow 1's, whose conditions are looked at while the graph is built."""
    while True:
        if getattr(graph, "part_of", None) is not None:
            graph = graph.outer_graph
        elif getattr(graph, "written_for", None) is not None:
            graph = graph.written_for.graph
        else:
            return not graph.building_function and graph.branches_share_seeds


def names_by_scopes(graph: Graph) -> bool:
    """Whether branches and loops in `graph` name their operations within their own names: not in graphs of TensorFlow 1."""
    while (around := written_around(graph)) is not None:
        graph = around
    return graph.building_function


def orders_effects(graph: Graph | None) -> bool:
    """Whether what `graph` gives waits for its effects, as in functions and in the parts of these."""
    while graph is not None:
        around = written_around(graph)
        if graph.is_traced or around is None and graph.building_function:
            return True
        graph = around
    return False


def watched_node(graph: Graph | None, x: EagerTensor) -> SymbolicTensor | None:
    """The symbolic tensor for the eager tensor `x` of `graph` or one around it, where a tape watches it; None where none does."""
    for around in graphs_around(graph):
        known = around._constants.get(id(x))
        if known is not None and known[0] is x and known[1]._rec is not None:
            return known[1]
    return None


def as_graph_tensor(graph: Any, value: Any, dtype: DType | None = None, name: str | None = None) -> Any:
    """`value` as a symbolic tensor of `graph`."""
    made = convert_to_tensor(value, dtype)
    if type(made) is EagerTensor:
        made = graph._as_node(made, name)
    return in_scope(made, graph, TS.tapes)


def convert_outputs(graph: Any, result: Any, function: Any = None, place: int = 0) -> list[Any]:
    """The flat symbolic outputs for what a traced Python function returned; the error for what is no tensor names `function`.

    `place`: which of the outputs the first of them is.
    """
    flat = []
    for x in nest.flatten(result, expand_composites=True):
        if x is None:
            flat.append(None)
        elif isinstance(x, Operation):
            if callable(function):
                raise _not_returned(function, x)
            flat.append(None)
        else:
            try:
                if graph.is_traced:
                    graph.note_given([x])
                if graph.part_of is not None and isinstance(x, SymbolicTensor) and x._op.graph is not graph:
                    x = graph._local(x, _passed_on_by(graph, place + len(flat)))
                flat.append(as_graph_tensor(graph, x))
            except (TypeError, ValueError):
                if function is None or isinstance(x, SymbolicTensor):
                    raise
                raise _not_returned(function, x) from None
    return flat


def _passed_on_by(graph: Any, place: int) -> str:
    """What the node is called that gives output number `place` of a branch or a part of a loop: it captures what is from outside."""
    wanted = f"{graph.scope}Identity"
    count = graph._used.get(wanted.lower(), 0) + place
    return f"{wanted}_{count}" if count else wanted


def _not_returned(function: Any, x: Any) -> TypeError:
    """The error for `x`, which a function cannot return."""
    return TypeError(
        "To be compatible with tf.function, Python functions must return zero or more Tensors or ExtensionTypes or None values; "
        f"in compilation of {getattr(function, '_tfshim_original', function)}, found return value of type {type(x).__name__}, "
        "which is not a Tensor or ExtensionType."
    )


def returned(graph: Any, x: Any, name: str | None = None) -> Any:
    """A node of its own for the output `x` of a function, as TensorFlow's graphs have; None and handles as they are."""
    if x is None or x.dtype is dtypes.resource:
        return x
    made = graph._add(IDENTITY, [x], abstract.leaf_like(x), name).outputs[0]
    made._rec, made._static = x._rec, x._static
    return made


def trace(
    name: str,
    function: Callable[..., Any],
    specs: Sequence[tuple[Any, Any]],
    outer: Graph | None = None,
    keep_tapes: bool = False,
    names: Sequence[str | None] | None = None,
    scope: str = "",
    part_of: str | None = None,
    taken: Iterable[str] = (),
    told_as: Any = None,
) -> FuncGraph:
    """Call `function` with a placeholder for each of `specs` (dtype, shape) and give the FuncGraph.

    `scope` is put before the names of its operations, of which those in `taken` are not free.
    `structured_outputs` of the graph holds what the function returned, `outputs` the flat tensors. `told_as`: the function that an
    error names where what is returned is no tensor; None: such an error is that of the conversion.
    """
    outer = outer if outer is not None else TS.graph
    graph = FuncGraph(name, outer, None if outer is None else outer._collections)  # branches and loops have no collections of their own
    graph.scope, graph.part_of = scope, part_of
    # In a graph of sessions, too, a branch or a part of a loop runs only what its results need.
    if getattr(outer, "wanted_effects", None) is not None or keep_tapes and outer is not None and not outer.building_function:
        graph.wanted_effects = []
    if Graph.branches_share_seeds and graph.outer_graph is not None:
        graph._seeder = graph.outer_graph._seeder or graph.outer_graph
    with building(graph, keep_tapes):
        graph.taken_beforehand = frozenset(graph.unique_name(wanted) for wanted in taken)
        inputs = [graph.placeholder(dtype, shape, names[i] if names else None) for i, (dtype, shape) in enumerate(specs)]
        graph.inputs = list(inputs)
        result = function(*inputs)
        graph.structured_outputs = result
        graph.outputs = convert_outputs(graph, result, told_as)
    return graph
