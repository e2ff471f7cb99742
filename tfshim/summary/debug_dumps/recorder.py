"""What sees operations, functions and graphs, and writes what Debugger V2 shows of them."""

from __future__ import annotations

import itertools
import re
import threading
import uuid
import weakref
from collections.abc import Callable, Iterable
from typing import Any

import torch

from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.graph_export.functions import bound_inputs, numbered
from tfshim.engine.graphs import timed_run
from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.graphs.graph_writer import Functions
from tfshim.engine.graphs.node_form import graphs_in, static_constants
from tfshim.engine.graphs.own_nodes import ATTRIBUTE
from tfshim.engine.graphs.programs.arrays.array_steps import StepProgram
from tfshim.engine.graphs.programs.training_steps import CapturingStep
from tfshim.engine.ops import op
from tfshim.engine.runtime import messages, one_by_one
from tfshim.engine.runtime.around import Around
from tfshim.engine.runtime.errors import LOCAL_CPU
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS, enter_special, leave_special
from tfshim.engine.runtime.tracebacks import current_lines, lines_of
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, wrap
from tfshim.summary.debug_dumps.eager_gradients import TapeNotes
from tfshim.summary.debug_dumps.places import Places
from tfshim.summary.debug_dumps.summaries import applies, value_of
from tfshim.summary.debug_dumps.variables import VariableUses
from tfshim.summary.debug_dumps.writer import DebugEventsWriter
from tfshim.summary.debug_dumps.written_graphs import Run, WrittenGraph, full, output_count

# Their results are those of others, or of what is seen within them.
_PASSED_OVER = frozenset(
    """Enter Exit Identity If LoopCond Merge NextIteration StatelessIf StatefulPartitionedCall PartitionedCall Switch While StatelessWhile
    RemoteCall DestroyResourceOp""".split()
)
_KNOWN = frozenset(("Rank", "Size"))  # which TensorFlow's Python functions know outside of graphs
_REDUCTIONS = frozenset("Sum Mean Prod Max Min All Any".split())
_STATELESS = frozenset(("StatelessCase", "StatelessIf", "StatelessWhile"))
_GRADIENTS = frozenset(("_Gradients", "_Gradient", "_Hessian"))
_BOOKKEEPING = ("_Tape", "_Detach", "_OfReplicas")  # of tapes: they compute nothing

_execute, _under_tape = Around(op, "execute"), Around(op, "_under_tape")
_made, _called = Around(ConcreteFunction, "__init__"), Around(ConcreteFunction, "_call_flat")
_run, _added = [Around(kind, "__call__") for kind in (Program, StepProgram, CapturingStep)], Around(Graph, "_add")


def _type_shown(own: str, message: Any) -> str | None:
    """The type of a NodeDef; gradients that have no form of TensorFlow's have that of its operation for them. None: it is not shown.

    own: the type of our node for which it is written.
    """
    if ATTRIBUTE in message.attr and own in _GRADIENTS:
        return "SymbolicGradient"
    if own.startswith(_BOOKKEEPING):
        return None
    shown: str = message.op
    # TensorFlow's branches and bodies have effects while they are recorded.
    return None if shown.startswith("_") else shown.removeprefix("Stateless") if shown in _STATELESS else shown


def _name_shown(graph: Any) -> str | None:
    """The name of a graph: that of the Python function, for functions. Graphs that a session runs have none."""
    if not graph.building_function:
        return None
    found = re.fullmatch(r"__inference_(.+)_\d+", graph.name)
    return found[1] if found else numbered(graph)


class Recorder:
    """Writes into `dump_root` what the thread that makes it does from `begin` to `end`, and what its functions compute."""

    def __init__(self, dump_root: str, mode: str, size: int, op_regex: str | None, dtypes: Any) -> None:
        self.mode, self.size, self.dump_root = mode, size, dump_root
        self._mode = messages.debug_event.TensorDebugMode.Value(mode)
        self._regex = None if op_regex is None else re.compile(op_regex)
        self._dtypes: Callable[[Any], Any] | None = dtypes if callable(dtypes) or dtypes is None else list(dtypes).__contains__
        self._run_id = str(uuid.uuid4())[:8]
        self._thread, self._state = threading.get_ident(), threading.local()
        self._eager_ids: dict[int, tuple[Any, int]] = {}
        self._next_eager, self._next_symbolic = itertools.count(), itertools.count(1)
        self._graphs: dict[int, tuple[Any, str]] = {}  # id of a graph -> (graph, its name in the files)
        self._tensors: dict[tuple[int, str], list[int]] = {}  # (id of a graph, name of a node) -> the numbers of its outputs
        self._written: dict[int, WrittenGraph] = {}
        self._called: set[int] = set()  # ids of the graphs of functions, whose inputs are those of the call
        self._grown: dict[int, tuple[Any, int]] = {}  # id of a graph for sessions -> (graph, how many nodes it had before)
        self._root: str | None = None
        self._lock = threading.RLock()
        self._executions = 0
        self.notes = TapeNotes()
        self._variables = VariableUses(self, lambda: self._executions)
        self._datasets = higher.dataset_uses(self)
        self.open(dump_root)

    def open(self, dump_root: str) -> None:
        """From now on write there."""
        if hasattr(self, "writer"):
            self.writer.Close()
        self.dump_root = dump_root
        self.writer = DebugEventsWriter(dump_root, self._run_id, self.size)
        self.places = Places(self.writer)

    def begin(self) -> None:
        """Start."""
        _execute.add(self._operation)
        _under_tape.add(_not_taken)
        _made.add(self._traced)
        _called.add(self._call)
        enter_special()
        timed_run.observe(self._computed)
        for run in _run:
            run.add(self._begun)
        _added.add(self._grows)
        self._variables.begin()
        self._datasets.begin()
        one_by_one.begin()

    def end(self) -> None:
        """Stop, and close the files."""
        one_by_one.end()
        self._datasets.end()
        self._variables.end()
        _added.remove(self._grows)
        for run in _run:
            run.remove(self._begun)
        timed_run.end_observing(self._computed)
        leave_special()
        _called.remove(self._call)
        _made.remove(self._traced)
        _under_tape.remove(_not_taken)
        _execute.remove(self._operation)
        self.writer.Close()

    def _wanted(self, op_type: str, dtype: Any) -> bool:
        """Whether values of such an operation are kept."""
        return (self._regex is None or self._regex.match(op_type) is not None) and (self._dtypes is None or bool(self._dtypes(dtype)))

    # ------------------------------------------------------------------ what runs at once
    def _operation(self, go_on: Callable[..., Any], o: Any, values: Any, name: str | None) -> Any:
        result = go_on(o, values, name)
        if threading.get_ident() == self._thread and o.type not in _PASSED_OVER and o.type not in _KNOWN and not o.type.startswith("_"):
            self._told(o, values, nest.flatten(result))
        if TS.tapes and self.looks_on():
            self.notes.ran(o, values, nest.flatten(result))
        return result

    def _told(self, o: Any, values: Any, results: list[Any]) -> None:
        """Write that an operation ran, with what TensorFlow runs before it and has among its inputs."""
        given = nest.flatten(list(values))
        constants = [t for _, t in static_constants(o, values)]
        if o.type in _REDUCTIONS and len(given) > 1 and given[1] is None and getattr(given[0], "shape", None) == ():
            # The axes of a scalar are counted.
            constants = [wrap(torch.zeros(0, dtype=torch.int32))]
            self.execution("Range", "", [wrap(torch.zeros(())) for _ in range(3)], constants)
        if o.type == "StridedSlice" and not constants:
            constants = [wrap(torch.zeros(())) for _ in range(3)]  # begin, end and strides
        self.execution(o.type, "", [*given, *constants], results)

    def _call(self, go_on: Callable[..., Any], function: ConcreteFunction, tensors: Any) -> Any:
        if TS.graph is not None or threading.get_ident() != self._thread or getattr(self._state, "within", False):
            return go_on(function, tensors)
        self._state.within = True
        try:
            result = go_on(function, tensors)
        finally:
            self._state.within = False
        graph = self._graphs.get(id(function.graph))
        written = self._written.get(id(function.graph))
        own = [wrap(torch.zeros(()))] if written is not None and written.takes_from_iterator else tensors
        given = [*own, *bound_inputs(function.graph, Functions())]
        self.execution(function._name, "" if graph is None else graph[1], given, nest.flatten(result, expand_composites=True))
        return result

    def looks_on(self) -> bool:
        """Whether what this thread does now is recorded, rather than a part of what is."""
        return (
            threading.get_ident() == self._thread and not getattr(self._state, "busy", False) and not getattr(self._state, "within", False)
        )

    def execution(self, op_type: str, graph_id: str, given: Iterable[Any], results: Iterable[Any]) -> None:
        """Write that something ran on the tensors `given`. Variables stand for their handles."""
        if getattr(self._state, "busy", False):
            return
        self._state.busy = True  # what looks at values runs operations as well
        try:
            outputs = [t for t in results if type(t) is EagerTensor or is_variable(t)]
            made = messages.debug_event.Execution(op_type=op_type, graph_id=graph_id, num_outputs=len(outputs))
            made.tensor_debug_mode = self._mode
            made.input_tensor_ids.extend(self._eager_id(t) for t in given if type(t) is EagerTensor or is_variable(t))
            made.output_tensor_ids.extend(self._eager_id(t) for t in outputs)
            made.output_tensor_device_ids.extend(self.writer.RegisterDeviceAndGetId(t.device) for t in outputs)
            made.code_location.CopyFrom(self.places.location(current_lines()))
            for t in outputs if self.mode != "NO_TENSOR" else ():
                if type(t) is EagerTensor and self._wanted(op_type, t.dtype) and t.dtype.is_numpy_compatible:
                    # An empty message stands for a tensor of which this mode tells nothing: places are those of the outputs.
                    told = value_of(self.mode, t._t, t.dtype) if applies(self.mode, t.dtype) else messages.tensor.TensorProto()
                    made.tensor_protos.append(told)
            self.writer.WriteExecution(made)
            self._executions += 1
        finally:
            self._state.busy = False

    def _eager_id(self, t: Any) -> int:
        with self._lock:
            known = self._eager_ids.get(id(t))
            if known is None or known[0]() is not t:
                key = id(t)
                known = self._eager_ids[key] = weakref.ref(t, lambda ref: self._forget(key, ref)), next(self._next_eager)
            return known[1]

    def _forget(self, key: int, ref: Any) -> None:
        known = self._eager_ids.get(key)
        if known is not None and known[0] is ref:
            del self._eager_ids[key]

    # ------------------------------------------------------------------ graphs
    def _traced(self, go_on: Callable[..., Any], function: ConcreteFunction, *args: Any, **kwargs: Any) -> None:
        go_on(function, *args, **kwargs)
        if threading.get_ident() == self._thread:
            with self._lock:
                self._called.add(id(function.graph))
                self._graph(function.graph)

    def _announced(self, graph: Any) -> str:
        """The name of a graph in the files; that of a new one is written, after those of the graphs around it."""
        known = self._graphs.get(id(graph))
        if known is not None:
            return known[1]
        outer = getattr(graph, "outer_graph", None)
        if not graph.building_function:
            around = None
        elif outer is None or not outer.building_function and id(outer) not in self._grown:
            around = self._outermost()
        else:
            around = self._announced(outer)
        made = str(uuid.uuid4())
        self._graphs[id(graph)] = graph, made
        about = messages.debug_event.DebuggedGraph(graph_id=made, graph_name=_name_shown(graph), outer_context_id=around)
        self.writer.WriteDebuggedGraph(about)
        return made

    def _graph(self, graph: Any) -> str:
        """As `_announced`; the nodes of a new graph are written, and the graphs in them."""
        made = self._announced(graph)
        if id(graph) in self._written:
            return made
        written = self._written[id(graph)] = WrittenGraph(graph)
        self._nodes(written, graph, made)
        return made

    def _nodes(self, written: WrittenGraph, graph: Any, made: str, left: frozenset[int] = frozenset()) -> None:
        """Write the nodes of a graph whose name is `made`, but for those that are written, and those of our nodes with the ids `left`."""
        passed: dict[str, str] = {}  # what stands in for outputs of nodes that are not shown
        for at, message in enumerate(written.messages):
            node = written.node_of(message)
            if id(node) in left or (id(graph), message.name) in self._tensors:
                continue
            shown = _type_shown(message.op if node is None else node.type, message)
            if shown is None:
                if message.input:
                    passed[full(message.name)] = passed.get(full(message.input[0]), full(message.input[0]))
                continue
            if node is not None:
                for a in node.arguments:
                    for inner in graphs_in(a):
                        self._graph(getattr(inner, "_graph", inner))
            taken = [passed.get(full(t), full(t)) for t in message.input if not t.startswith("^")]
            self._node(message, written.lines_at(at), shown, graph, made, taken)

    def _grows(self, go_on: Callable[..., Any], graph: Any, *args: Any, **kwargs: Any) -> Any:
        if not graph.building_function and threading.get_ident() == self._thread:
            self._grown.setdefault(id(graph), (graph, len(graph._operations)))
        return go_on(graph, *args, **kwargs)

    def _of_session(self, graph: Any) -> WrittenGraph | None:
        """A graph that a session runs, with the nodes that it got since recording began; None where it got none."""
        if id(graph) not in self._grown:
            return None
        written = self._written.get(id(graph))
        if written is None or written.version != graph.version:
            written = self._written[id(graph)] = WrittenGraph(graph)
            left = frozenset(id(n) for n in graph._operations[: self._grown[id(graph)][1]])
            self._nodes(written, graph, self._announced(graph), left)
        return written

    def _outermost(self) -> str:
        if self._root is None:
            self._root = str(uuid.uuid4())
            self.writer.WriteDebuggedGraph(messages.debug_event.DebuggedGraph(graph_id=self._root))
        return self._root

    def _node(self, message: Any, node: Any, shown: str, graph: Any, graph_id: str, taken: Iterable[str]) -> None:
        count = output_count(message)
        numbers = self._tensors[id(graph), message.name] = [next(self._next_symbolic) for _ in range(count)]
        made = messages.debug_event.GraphOpCreation(
            op_type=shown, op_name=message.name, graph_name=_name_shown(graph), graph_id=graph_id, num_outputs=count
        )
        made.input_names.extend(taken)
        made.output_tensor_ids.extend(numbers)
        made.code_location.CopyFrom(self.places.location(() if node is None else lines_of(node)))
        self.writer.WriteGraphOpCreation(made)

    # ------------------------------------------------------------------ what functions compute
    def _begun(self, go_on: Callable[..., Any], program: Program, *storages: Any) -> Any:
        if isinstance(program, timed_run.TimedProgram):
            return go_on(program, *storages)
        graph = next((n.graph for n in program._nodes), None)
        only = None
        if graph is None or graph.building_function:
            written = self._written.get(id(graph))
        else:
            written = self.looking(self._of_session, graph)
            only = {id(n) for n in (*program._nodes, *[t.op for t in program._inputs if t.op.type == "Placeholder"])}
        if written is None:
            return go_on(program, *storages)
        runs, inner = self._runs(), id(graph) not in self._called or "of elements" in graph.memory
        before = runs.get(id(graph))
        run = runs[id(graph)] = Run(written, lambda message, number, t: self._value(graph, message, number, t, inner), only)
        for t, storage in zip(program._inputs, storages):
            run.given(t, storage)
        try:
            made = go_on(program, *storages)
            self.looking(run.finish)
            return made
        finally:
            runs[id(graph)] = before

    def _runs(self) -> dict[int, Any]:
        """Of this thread: {id of a graph: its run}."""
        if not hasattr(self._state, "runs"):
            self._state.runs = {}
        found: dict[int, Any] = self._state.runs
        return found

    def looking(self, look: Callable[..., Any], *args: Any) -> Any:
        """Call what runs operations that are not part of the program."""
        busy, self._state.busy = getattr(self._state, "busy", False), True
        try:
            return look(*args)
        finally:
            self._state.busy = busy

    def _computed(self, node: Any, start: int, end: int, values: Any) -> None:
        run = self._runs().get(id(node.graph))
        if run is not None:
            self.looking(run.computed, node, values)

    def _value(self, graph: Any, message: Any, slot: int, t: EagerTensor, inner: bool) -> None:
        """A tensor that a node gave. `inner`: in a graph within another, whose inputs are values like others."""
        node = self._written[id(graph)].node_of(message)
        shown = _type_shown(message.op if node is None else node.type, message)
        numbers = self._tensors.get((id(graph), message.name))
        if numbers is None or shown is None or shown in _PASSED_OVER or shown == "Placeholder" and not inner:
            return
        if t.dtype in (dtypes.variant, dtypes.resource) or not (self._wanted(shown, t.dtype) and applies(self.mode, t.dtype)):
            return
        made = messages.debug_event.GraphExecutionTrace(
            tfdbg_context_id=self._graphs[id(graph)][1], op_name=message.name, output_slot=slot, tensor_debug_mode=self._mode
        )
        made.tensor_proto.CopyFrom(value_of(self.mode, t._t, t.dtype, numbers[slot]))
        made.device_name = message.device or LOCAL_CPU
        self.writer.WriteGraphExecutionTrace(made)


def _not_taken(go_on: Callable[..., Any], o: Any, args: Any) -> None:
    return None
