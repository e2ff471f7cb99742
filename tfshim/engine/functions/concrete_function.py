"""One trace of a function: a graph with inputs and outputs that is called with tensors."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.functions.atomic_function import AtomicFunction
from tfshim.engine.functions.binding import tensors_of, weakly
from tfshim.engine.functions.call_keys import key_of, takes
from tfshim.engine.functions.function_type import FunctionType, function_type_of
from tfshim.engine.functions.implementations import Selected, select
from tfshim.engine.functions.other_variables import with_variables
from tfshim.engine.functions.result_shapes import result_shapes
from tfshim.engine.functions.signatures import pretty_signature, variable_spec
from tfshim.engine.gradients.joined_results import joined
from tfshim.engine.graph_gradients.hoisted_constants import with_watched
from tfshim.engine.graphs.executor import storages
from tfshim.engine.graphs.programs.training_steps import for_calls
from tfshim.engine.graphs.recording import uncut
from tfshim.engine.ops.execution import RecordedByTorch
from tfshim.engine.ops.op import op
from tfshim.engine.random.seeds import Callee
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.processor.denormals import flushed
from tfshim.engine.runtime.processor.threads import adapt
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import FUNCTION, is_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap
from tfshim.engine.values.typespec import TensorSpec
from tfshim.engine.variables.variable import Variable
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.functions.arguments import FunctionSpec
    from tfshim.engine.graphs.func_graph import FuncGraph
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.graphs.operation import Operation


@op(
    "StatefulPartitionedCall",
    inputs="any*",
    captures="any*",
    stateful=True,
    register=False,
    shape_fn=result_shapes,
)
def _call_graph(graph: Any, inputs: list[Any], captures: list[Any], name: str | None = None) -> list[Any]:
    """Run a traced function inside another graph."""
    return joined([r for r in graph.run_in_frame(graph.program(), *inputs, *captures) if r is not None])  # type: ignore[return-value]


_LEAF_ALIAS = torch.ops.aten.alias.default


class ConcreteFunction:
    """One trace: a graph with its inputs and outputs, callable with tensors. Mirrors the object of that name."""

    __module__ = "tensorflow.python.eager.polymorphic_function.concrete_function"
    _tfshim_kind = FUNCTION
    _converts_itself = True  # it was when it was traced: converted code calls it as it is
    traced_by: Any = None  # a weak reference to the Function that it is a trace of, if that made it

    def __init__(self, graph: FuncGraph, arguments: Any, name: str, spec: FunctionSpec | None) -> None:
        self._graph, self._name = graph, name
        self._spec: Any = spec  # None where no Python function was traced
        self._arguments = None if arguments is None else nest.map_structure(weakly, arguments)
        graph.traced_as = weakref.ref(self)
        graph.argument_ids = frozenset(id(x) for x in nest.flatten(arguments) if is_variable(x))
        flat = nest.flatten(graph.structured_outputs, expand_composites=True)
        self._single = len(flat) == 1 and flat[0] is graph.structured_outputs and graph.outputs[0] is not None
        self._dtypes = [None if t is None else t.dtype for t in graph.outputs]
        self._program: Any = None
        self._compiler: Any = None
        self._structured: Any = None  # of `binding`: how it is called
        # How many parameters there are, if each is one tensor; else a number that no call has.
        self._direct = -1
        if spec is not None and arguments is not None and not arguments[1] and all(type(x) is TensorSpec for x in arguments[0]):
            self._direct = len(arguments[0])
        self.callee: Callable[[FuncGraph], Callee] = _Callee  # makes what a call in another graph holds of this one

    @classmethod
    def like(cls, concrete: ConcreteFunction, graph: FuncGraph, arguments: Any) -> ConcreteFunction:
        """The trace `concrete` with another graph, for other `arguments`."""
        made = cls(graph, arguments, graph.name, concrete._spec)
        graph.attributes, made.callee = concrete._graph.attributes, concrete.callee
        if concrete._compiler is not None:
            made._compiler = type(concrete._compiler)(graph.name)
        return made

    graph = property(lambda self: self._graph, doc="The FuncGraph.")
    name = property(lambda self: self._name.encode(), doc="The name of the function in graphs, as bytes.")
    inputs = property(lambda self: higher.inputs_of_function(self._graph), doc="Those of arguments, then of what is captured.")
    outputs = property(lambda self: [t for t in self._graph.outputs if t is not None], doc="The flat outputs.")
    variables = property(lambda self: self._graph.variables, doc="The variables used.")
    trainable_variables = property(lambda self: self._graph.trainable_variables, doc="The trainable variables used.")
    captured_inputs = property(
        lambda self: self._graph.external_captures, doc="What is used from outside: handles of variables and tables, and tensors."
    )
    building_function = False

    # What the attributes are called that older programs use.
    _func_graph = graph
    _captured_inputs = captured_inputs

    @property
    def _arg_keywords(self) -> list[str]:
        """The names of the inputs, each once."""
        made: list[str] = []
        for t in self._graph.inputs:
            name = first = t.op.user_name or t.op.name
            for i in range(1, len(made) + 1):
                if name not in made:
                    break
                name = f"{first}_{i}"
            made.append(name)
        return made

    @property
    def structured_input_signature(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """(positional, keyword) arguments with a TensorSpec for each tensor, and a VariableSpec for each variable."""
        seen: list[Any] = []
        return nest.map_structure(lambda x: variable_spec(x, seen) if is_variable(x) else x, self.traced_arguments)

    @property
    def traced_arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The same with the variables themselves."""
        return nest.map_structure(_held, self._arguments)

    @property
    def function_type(self) -> FunctionType:
        """The types of parameters, of what is captured and of the result."""
        return function_type_of(self)

    @property
    def function_def(self) -> Any:
        """The FunctionDef message of the graph."""
        return higher.shown_function_def(self._name, self._graph)

    @property
    def inference_fn(self) -> AtomicFunction:
        """The function without its gradient: no tape follows its result. What it captures may be given to it."""
        return AtomicFunction(self)

    def add_to_graph(self, g: Graph | None = None, overwrite: bool = False) -> None:
        """Put the function into the library of the graph `g`, or of the one under construction, though no node calls it.

        Outside of graphs there is nothing to do. A function of the same name gives way only if `overwrite`.
        """
        graph = g or TS.graph
        if graph is not None:
            if overwrite or self._name not in graph._library:
                graph._library[self._name] = self
            select(graph, _Selected)

    def add_gradient_functions_to_graph(self, g: Graph | None = None) -> None:
        """Put into the library what a gradient of a call needs: the function itself, for gradients are nodes of the graph here."""
        self.add_to_graph(g)

    @property
    def structured_outputs(self) -> Any:
        """The outputs as the function returned them, with the symbolic tensors of the graph."""
        return nest.pack_sequence_as(self._graph.structured_outputs, self._graph.outputs, expand_composites=True)

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of the outputs, structured as they are, of composite tensors those of their parts."""
        return nest.map_structure(lambda t: None if t is None else t.dtype, nest.with_components(self.structured_outputs))

    @property
    def output_shapes(self) -> Any:
        """The shapes of the outputs, structured as they are, of composite tensors those of their parts; an unknown one for None."""
        return nest.map_structure(lambda t: TensorShape(None) if t is None else t.shape, nest.with_components(self.structured_outputs))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call with values for the tensors of the signature (positional, or by argument name)."""
        if self._direct == len(args) and not kwargs and TS.graph is None:
            for x, p in zip(args, self._graph.inputs):
                if x.__class__ is not EagerTensor or x._dt is not p._dt:
                    break
            else:
                return self._call_flat(list(args))
        if any([isinstance(x, Variable) for x in nest.flatten((args, kwargs), expand_composites=True)]):
            other = self._for_variables_of(args, kwargs)
            if other is not self:
                return other(*args, **kwargs)
        return self._call_flat(tensors_of(self, args, kwargs))

    def _for_variables_of(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> ConcreteFunction:
        """The trace for the variables among the arguments of a call; TypeError for those of another kind."""
        if self._spec is None or self._arguments is None:
            return self
        positional, named = self._arguments
        known, given = ({**dict(zip(self._spec.names, a)), **k} for a, k in ((positional, named), (args, kwargs)))
        before, after = [], []
        for name, value in given.items():
            if name in known:
                variables = [[v for v in nest.flatten(x) if is_variable(v)] for x in (known[name], value)]
                if len(variables[0]) == len(variables[1]):
                    before += variables[0]
                    after += variables[1]
        if all(a is b for a, b in zip(before, after)):
            return self
        keys = [[key_of(v) for v in variables] for variables in (before, after)]
        # Whether they are trained makes no difference here.
        wanted, found = (tuple([(v.kind(0)[0], k.index(v)) for v in k]) for k in keys)
        if not takes(wanted, found):
            raise TypeError(f"Can not cast {after!r} to the variables of {self.pretty_printed_signature(False)}")
        made = with_variables(self, before, after, self._name)
        if made is None:
            raise refused("tf.types.experimental.ConcreteFunction", "other variables")
        return made

    def _call_flat(self, tensors: list[Any]) -> Any:
        graph = self._graph
        if TS.graph is not None:
            called, watched = with_watched(graph, TS.graph)
            captures = [*map(uncut, graph.outer_captures), *watched]
            inputs = [x if isinstance(x, Tensor) else convert_to_tensor(x) for x in tensors]
            name = "StatefulPartitionedCall" if graph.has_effects or graph.variables else "PartitionedCall"
            results = iter(_call_graph(self.callee(called), inputs, captures, name=name))
            for v in graph.variables:
                # The caller's graph uses them too: tapes around it and its `variables` have to know.
                if hasattr(TS.graph, "note_variable"):
                    TS.graph.note_variable(v)
            TS.graph._versions += 1  # the callee may have assigned
            flat = [None if t is None else next(results) for t in graph.outputs]
        else:
            adapt()
            program = self._program
            if program is None:
                program = graph.program()
                self._program = program = for_calls(program) if self._compiler is None else program
            tape = TS.tape
            try:
                made = [x._t for x in tensors if x._rec is None]
                if len(made) < len(tensors):
                    made = storages(tensors)
            except RecordedByTorch:
                return higher.recorded_by_torch(self._call_flat, tensors)
            except AttributeError:
                higher.refuse_symbolic(tensors)
                raise
            if graph.captured:
                made += storages(graph.outer_captures)
            results = flushed(program, *made) if self._compiler is None else flushed(self._compiler, program, made)
            if self._single:
                r = results[0]
                # A function that returns its input or a variable would hand out the tape's own leaf.
                if tape is not None and r.__class__ is torch.Tensor and r.requires_grad:
                    return wrap(_LEAF_ALIAS(r) if r.is_leaf else r, self._dtypes[0], tape)
                return wrap(r, self._dtypes[0], None)
            flat = []
            if tape is not None:
                results = joined(results)
            for r, dtype in zip(results, self._dtypes):
                if dtype is None:
                    flat.append(None)
                elif tape is not None and type(r) is torch.Tensor and r.requires_grad:
                    flat.append(wrap(_LEAF_ALIAS(r) if r.is_leaf else r, dtype, tape))
                else:
                    flat.append(wrap(r, dtype, None))
        return nest.pack_sequence_as(graph.structured_outputs, flat, expand_composites=True)

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """The signature as text: parameters, results and captures; with `verbose=False` in one line."""
        return pretty_signature(self, verbose)

    def __str__(self) -> str:
        return f"ConcreteFunction {self.pretty_printed_signature()}"

    def __repr__(self) -> str:
        return f"<ConcreteFunction {self.pretty_printed_signature(verbose=False)} at 0x{id(self):X}>"


class UnknownArgument:
    """Stands for an argument of a trace that is gone: None in its place would be another argument."""

    __module__ = "tensorflow.python.framework.func_graph"


def _held(x: Any) -> Any:
    """What `weakly` stands for."""
    if type(x) is not weakref.ref:
        return x
    found = x()
    return UnknownArgument() if found is None else found


class _Callee(Callee):
    """The graph of a called function, as an attribute of the call."""

    may_be_copied = True  # with another graph, for other variables

    def __init__(self, graph: FuncGraph) -> None:
        self._graph = graph

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_graph"], name)


def called_graph(node: Operation) -> FuncGraph | None:
    """The graph of the function that `node` calls; None if it is no call, or of one that is selected when it runs."""
    callee = node.arguments[0] if node._op_def is _call_graph._tfshim_op else None  # type: ignore[attr-defined]
    return callee._graph if type(callee) is _Callee else None


class _Selected(Selected, _Callee):
    """The graph of the function that was selected for the device, as an attribute of the call of another."""

    may_be_copied = False

    def __init__(self, graph: FuncGraph, standing: FuncGraph) -> None:
        super().__init__(graph)
        self._standing = standing
