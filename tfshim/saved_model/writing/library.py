"""The functions of a SavedModel: traces as FunctionDefs, with what they capture and how they are called."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tfshim.engine.functions.arguments import specs_of
from tfshim.engine.graph_export.functions import bound_inputs, function_def
from tfshim.engine.graph_export.gradients import GradientFunction, Gradients, flat_name
from tfshim.engine.graphs.graph_writer import Functions, NotWritten
from tfshim.engine.graphs.own_nodes import ATTRIBUTE
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import messages
from tfshim.engine.values import nest
from tfshim.engine.values.typespec import TensorSpec, TypeSpec
from tfshim.refusals import refused
from tfshim.refusals.written_operations import family_of
from tfshim.saved_model._specs import serializable
from tfshim.saved_model.structures import NotEncodableError, encode_structure
from tfshim.saved_model.writing.messages import FunctionMessage


class Trace:
    """One function of the library, as the objects of a SavedModel refer to it.

    `message`: the FunctionDef; `captured`: the objects that its last arguments are; `keywords`: the names of its other arguments;
    `positional`: how many of these may be given by place; `arguments` and `results`: structures of specs; `parameters`: the
    FullArgSpec of the Python function; `defaults`: {keyword: tensor} of what sessions may leave out of a signature.
    """

    def __init__(
        self,
        message: Any,
        captured: Sequence[Any],
        keywords: Sequence[str],
        arguments: Any,
        results: Any,
        parameters: Any,
        input_signature: Any = None,
        positional: int | None = None,
        defaults: Mapping[str, Any] | None = None,
    ) -> None:
        self.defaults = dict(defaults or {})
        self.message, self.captured, self.keywords = message, list(captured), list(keywords)
        self.positional = len(self.keywords) if positional is None else positional
        self.arguments, self.results, self.parameters, self.input_signature = arguments, results, parameters, input_signature

    name = property(lambda self: self.message.signature.name, doc="The name in the library.")


class Traces:
    """A function with its traces. `jit_compile`: what its decorator said."""

    def __init__(self, traces: Sequence[Trace], parameters: Any, input_signature: Any = None, jit_compile: bool | None = None) -> None:
        self.traces, self.parameters, self.input_signature, self.jit_compile = list(traces), parameters, input_signature, jit_compile


def parameters_of(args: Iterable[str] = (), keyword_only: Iterable[str] = ()) -> inspect.FullArgSpec:
    """The parameters of a function without defaults."""
    return inspect.FullArgSpec(list(args), None, None, None, list(keyword_only), None, {})


def encoded(value: Any) -> Any:
    """`value` as a StructuredValue. Raises NotImplementedError for what files have no form for."""
    try:
        return encode_structure(value)
    except NotEncodableError as e:
        for x in nest.flatten(value):
            if isinstance(x, TypeSpec):
                serializable(x)
        raise refused("tf.saved_model.save", "structure", structure=value) from e


def function_spec(parameters: Any, input_signature: Any, jit_compile: bool | None = None) -> Any:
    """The FunctionSpec message."""
    made = messages.saved_object_graph.FunctionSpec()
    made.fullargspec.CopyFrom(encoded(parameters._replace(annotations={})))
    made.input_signature.CopyFrom(encoded(input_signature))
    made.jit_compile = {None: made.DEFAULT, True: made.ON, False: made.OFF}[jit_compile]
    return made


def named_by_place(structure: Any) -> Any:
    """Specs for the tensors of the results of a function, each named by its place in the structure."""

    def named(path: Any, x: Any) -> Any:
        if type(x) is not TensorSpec:
            return x
        name = "_".join(map(str, path)) or "unknown"
        return TensorSpec(x.shape, x.dtype, name if name[0].isalpha() else f"tensor_{name}")

    return nest.map_structure_with_tuple_paths(named, structure)


class Library:
    """Collects the functions that are written.

    `lifted`: id of an eager tensor -> that tensor, which is an input of the functions that use it and no constant in them.
    """

    def __init__(self, custom_gradients: bool = True) -> None:
        self.lifted: dict[int, Any] = {}
        self._gradients = Gradients(custom_gradients)
        self._functions = Functions(self.lifted, self._gradients, derivatives=True)
        self._written: dict[Any, Any] = {}  # key in `_functions` -> FunctionDef
        self._direct: list[Any] = []
        self._traces: dict[int, tuple[Any, Trace]] = {}

    def gradients(self) -> Iterator[tuple[GradientFunction, Any, list[str]]]:
        """(function, the FunctionDef of the function that it belongs to, the names there of the tensors that it uses) of all gradients."""
        for function in self._gradients.functions:
            for message in self._written.values():
                if any(n.attr["_gradient_op_type"].s == function.op_type.encode() for n in message.node_def if n.op == "IdentityN"):
                    yield function, message, [flat_name(text, message) for text in function.captured]

    @property
    def messages(self) -> list[Any]:
        """The FunctionDefs."""
        return [*self._written.values(), *self._direct]

    def operations(self) -> Iterator[tuple[str, Any]]:
        """(name of the function, operation) of what was traced of all functions, branches and loops in them included."""
        for name, graph in self._functions.values():
            traced = getattr(graph, "graph", graph)  # a part of a loop or branch has its own
            for operation in getattr(traced, "_operations", ()):
                yield name, operation

    def unique(self, name: str) -> str:
        """`name`, or another one after it where it is taken; it is taken then."""
        made = self._functions.free(name)
        self._functions["direct", made] = made, None
        return made

    def add(self, function: FunctionMessage) -> None:
        """Add a function that was written directly, under a `unique` name."""
        self._direct.append(function.message)

    def trace(self, concrete: Any) -> Trace:
        """The Trace of a ConcreteFunction, or of a loaded one."""
        found = self._traces.get(id(concrete))
        if found is None:
            found = self._traces[id(concrete)] = concrete, self._made(concrete)
        return found[1]

    def _made(self, source: Any) -> Trace:
        concrete = getattr(source, "concrete", source)
        graph = concrete.graph
        if any(type(t) is SymbolicTensor for t in graph.outer_captures):
            raise refused("tf.saved_model.save", "outer", function=concrete._name)
        if id(graph) not in self._functions:
            name = self.unique(concrete._name)
            del self._functions["direct", name]
            self._functions[id(graph)] = name, graph
        self._write()
        made = self._written[id(graph)]
        if concrete._spec is not None:
            parameters = concrete._spec.fullargspec._replace(defaults=None, kwonlydefaults=None)
        else:
            parameters = source.parameters
        keywords = [t.op.name for t in graph.inputs]
        captured = bound_inputs(graph, self._functions)
        return Trace(made, captured, keywords, concrete.structured_input_signature, _results(source), parameters)

    def _write(self) -> None:
        """Write the graphs that have a name, and with them those that they call."""
        while waiting := [key for key, (_, graph) in self._functions.items() if key not in self._written and graph is not None]:
            for key in waiting:
                name, graph = self._functions[key]
                try:
                    made = function_def(name, graph, self._functions)
                except NotWritten as e:
                    raise refused("tf.saved_model.save", "node", what=str(e)) from None
                self._written[key] = made
                for node in made.node_def:
                    # What has both is the call of a function, with a text for those who read it here as one operation.
                    if ATTRIBUTE in node.attr and "f" not in node.attr:
                        raise refused(
                            "tf.saved_model.save", family_of(node.op), op_type=node.op, what=f"the operation {node.op} ({node.name})"
                        )


def _results(source: Any) -> Any:
    return named_by_place(specs_of(source.structured_outputs))
