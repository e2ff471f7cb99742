"""What sees operations, functions and graphs, and writes what Debugger V2 shows of them."""

from __future__ import annotations

import itertools
import re
import threading
import uuid
import weakref
from collections.abc import Callable, Iterable
from typing import Any

from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.graphs import timed_run
from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.node_form import graphs_in
from tfshim.engine.ops import op
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.around import Around
from tfshim.engine.runtime.errors import LOCAL_CPU
from tfshim.engine.runtime.state import TS, enter_special, leave_special
from tfshim.engine.runtime.tracebacks import current_lines, lines_of
from tfshim.engine.values import nest
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor
from tfshim.summary.debug_dumps.places import Places
from tfshim.summary.debug_dumps.summaries import applies, value_of
from tfshim.summary.debug_dumps.variables import VariableUses
from tfshim.summary.debug_dumps.writer import DebugEventsWriter

# Their results are those of others, or of what is seen within them.
_PASSED_OVER = frozenset(
    """Enter Exit Identity If LoopCond Merge NextIteration StatelessIf StatefulPartitionedCall PartitionedCall Switch While StatelessWhile
    RemoteCall DestroyResourceOp""".split()
)
_GRADIENTS = frozenset(("_Gradients", "_Gradient", "_Hessian"))

_execute, _under_tape = Around(op, "execute"), Around(op, "_under_tape")
_made, _called = Around(ConcreteFunction, "__init__"), Around(ConcreteFunction, "_call_flat")
_run = Around(Program, "__call__")


def _type_shown(node: Any) -> str | None:
    """The type of a node; gradients of a graph, which are one node, have that of TensorFlow's operation for them."""
    if node.type in _GRADIENTS:
        return "SymbolicGradient"
    return None if node.type.startswith("_") else node.type


def _name_shown(graph: Any) -> str:
    """The name of a graph: that of the Python function, for functions."""
    found = re.fullmatch(r"__inference_(.+)_\d+", graph.name)
    return found[1] if found else graph.name


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
        self._constants: dict[int, list[Any]] = {}
        self._root: str | None = None
        self._lock = threading.RLock()
        self._executions = 0
        self._variables = VariableUses(self.execution, self.looks_on, lambda: self._executions)
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
        _run.add(self._begun)
        self._variables.begin()

    def end(self) -> None:
        """Stop, and close the files."""
        self._variables.end()
        _run.remove(self._begun)
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
        if threading.get_ident() == self._thread and o.type not in _PASSED_OVER and not o.type.startswith("_"):
            self.execution(o.type, "", nest.flatten(list(values)), nest.flatten(result))
        return result

    def _call(self, go_on: Callable[..., Any], function: ConcreteFunction, tensors: Any) -> Any:
        if TS.graph is not None or threading.get_ident() != self._thread or getattr(self._state, "within", False):
            return go_on(function, tensors)
        self._state.within = True
        try:
            result = go_on(function, tensors)
        finally:
            self._state.within = False
        graph = self._graphs.get(id(function.graph))
        given = [*tensors, *function.graph.outer_captures]
        self.execution(function.name, "" if graph is None else graph[1], given, nest.flatten(result, expand_composites=True))
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
                self._graph(function.graph)

    def _graph(self, graph: Any) -> str:
        """The name of a graph in the files; a new one is written."""
        known = self._graphs.get(id(graph))
        if known is not None:
            return known[1]
        outer = getattr(graph, "outer_graph", None)
        if outer is not None and hasattr(outer, "name"):
            around = self._graph(outer) if id(outer) in self._graphs else self._outermost()
        else:
            around = self._outermost()
        made = str(uuid.uuid4())
        self._graphs[id(graph)] = graph, made
        about = messages.debug_event.DebuggedGraph(graph_id=made, graph_name=_name_shown(graph), outer_context_id=around)
        self.writer.WriteDebuggedGraph(about)
        self._constants[id(graph)] = []
        for node in list(graph._operations):
            shown = _type_shown(node)
            if node.stands_for is None and shown is not None:
                for a in node.arguments:
                    for inner in graphs_in(a):
                        self._graph(getattr(inner, "_graph", inner))
                self._node(node, shown, graph, made)
        return made

    def _outermost(self) -> str:
        if self._root is None:
            self._root = str(uuid.uuid4())
            self.writer.WriteDebuggedGraph(messages.debug_event.DebuggedGraph(graph_id=self._root))
        return self._root

    def _node(self, node: Any, shown: str, graph: Any, graph_id: str) -> None:
        numbers = self._tensors[id(graph), node.name] = [next(self._next_symbolic) for _ in node.outputs]
        if shown == "Const":
            self._constants[id(graph)].append(node)
        made = messages.debug_event.GraphOpCreation(
            op_type=shown, op_name=node.name, graph_name=_name_shown(graph), graph_id=graph_id, num_outputs=len(node.outputs)
        )
        made.input_names.extend(t.name for t in node.inputs)
        made.output_tensor_ids.extend(numbers)
        made.code_location.CopyFrom(self.places.location(lines_of(node)))
        self.writer.WriteGraphOpCreation(made)

    # ------------------------------------------------------------------ what functions compute
    def _begun(self, go_on: Callable[..., Any], program: Program, *storages: Any) -> Any:
        if isinstance(program, timed_run.TimedProgram):
            return go_on(program, *storages)
        graph = next((n.graph for n in program._nodes), None)
        if id(graph) in self._graphs:
            for node in self._constants[id(graph)]:
                self._values(node, [node.arguments[0]._t])
            if id(getattr(graph, "outer_graph", None)) in self._graphs:
                for t, storage in zip(program._inputs, storages):
                    self._values(t.op, [storage])
        return go_on(program, *storages)

    def _computed(self, node: Any, start: int, end: int, values: Any) -> None:
        if id(node.graph) in self._graphs:
            self._values(node, values)

    def _values(self, node: Any, storages: Iterable[Any]) -> None:
        shown = _type_shown(node)
        numbers = self._tensors.get((id(node.graph), node.name))
        if numbers is None or shown is None or shown in _PASSED_OVER:
            return
        graph_id = self._graphs[id(node.graph)][1]
        for slot, (t, number, storage) in enumerate(zip(node.outputs, numbers, storages)):
            dtype = t.dtype
            if not (self._wanted(shown, dtype) and applies(self.mode, dtype)) or not hasattr(storage, "shape"):
                continue
            made = messages.debug_event.GraphExecutionTrace(
                tfdbg_context_id=graph_id, op_name=node.name, output_slot=slot, tensor_debug_mode=self._mode
            )
            made.tensor_proto.CopyFrom(value_of(self.mode, storage, dtype, number))
            made.device_name = node.device or LOCAL_CPU
            self.writer.WriteGraphExecutionTrace(made)


def _not_taken(go_on: Callable[..., Any], o: Any, args: Any) -> None:
    return None
