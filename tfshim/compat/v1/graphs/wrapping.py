"""`tf.compat.v1.wrap_function`: code of TensorFlow 1 traced once, and parts of what was traced as functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.functions.arguments import FunctionSpec
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.tracing import holding_creator
from tfshim.engine.graphs.func_graph import PLACEHOLDER, FuncGraph, building, convert_outputs
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.programs.frames import MERGES
from tfshim.engine.graphs.programs.selection import select
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.variables.variable import Variable


class UnliftableError(Exception):
    """What is fetched depends on a placeholder that is not fed."""


class WrappedFunction(ConcreteFunction):
    """A function of TensorFlow 1 code: callable with tensors; `prune` makes functions of other inputs and outputs of its graph."""

    __module__ = "tensorflow.python.eager.wrap_function"

    def __init__(self, graph: FuncGraph, arguments: Any, spec: FunctionSpec, variables: Iterable[Variable] = ()) -> None:
        super().__init__(graph, arguments, graph.name, spec)
        self._held = tuple(variables)  # the graph itself refers to them weakly

    @property
    def structured_outputs(self) -> Any:
        """The outputs, as the function returned them."""
        return self._graph.structured_outputs

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call with tensors for the inputs, in their order, or by the names of their operations."""
        if kwargs:
            by_name = {t.op.name: i for i, t in enumerate(self._graph.inputs)}
            unknown = next((k for k in kwargs if k not in by_name), None)
            if unknown is not None and self._arguments is None:
                raise TypeError(
                    f"Binding inputs to tf.function failed due to `got an unexpected keyword argument {unknown!r}`. Received "
                    f"args: {args} and kwargs: {kwargs} for signature: {self.pretty_printed_signature(verbose=False)}."
                )
            if unknown is None:
                args = (*args, *(kwargs[k] for k in sorted(kwargs, key=by_name.get)))
                kwargs = {}
        return super().__call__(*args, **kwargs)

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """The signature as text; that of a pruned function lists no arguments."""
        if self._arguments is None:
            return ConcreteFunction(self._graph, ((), {}), self._name, self._spec).pretty_printed_signature(verbose)
        return super().pretty_printed_signature(verbose)

    def prune(
        self, feeds: Any, fetches: Any, name: str | None = None, input_signature: Any = None, are_keyword_args_also_positional: Any = None
    ) -> WrappedFunction:
        """A function of the tensors `feeds` of the graph that gives `fetches`: tensors, operations (None results) or their names.

        Both may be structures. `name` is the function's; `input_signature` and `are_keyword_args_also_positional` are refused.
        Raises KeyError for names that are not in the graph, `UnliftableError` where a placeholder would have no value.
        """
        if input_signature is not None or are_keyword_args_also_positional is not None:
            raise refused("tf.compat.v1.wrap_function", "prune")
        graph = self._graph

        def element(x):
            if is_variable(x):
                return x
            return graph.as_graph_element(x)

        given = [element(f) for f in nest.flatten(feeds, expand_composites=True)]
        for f in given:
            if not isinstance(f, Tensor) and not is_variable(f):
                raise ValueError(f"All members of argument `feeds` must be tensors. Got {f} with type {type(f)}.")
        structure = nest.map_structure(element, fetches, expand_composites=True)
        made = _pruned(graph, [f for f in given if isinstance(f, Tensor)], structure, name or "pruned")
        return WrappedFunction(made, None, self._spec, self._held)


def _pruned(graph, feeds, fetches, name):
    """A FuncGraph of the nodes that `fetches`, a structure, need from `feeds`."""
    flat = nest.flatten(fetches, expand_composites=True)
    tensors = [x for x in flat if isinstance(x, SymbolicTensor)]
    targets = [x for x in flat if isinstance(x, Operation)]
    made = FuncGraph(name, None)
    places = {}
    with building(made):
        for t in feeds:
            node = made._add(PLACEHOLDER, [], abstract.leaf_like(t), t.op.name + "/")
            places[id(t)] = node.outputs[0]
            made.inputs.append(node.outputs[0])
        captured = {id(inner): (outer, inner) for outer, inner in graph.captured.values()}
        operations = {}
        for node in select(graph._operations, tensors, targets, stop=feeds, effects=False):
            if node.outputs and all(id(t) in places for t in node.outputs):  # a feed, or copied for its value below
                continue
            if node.type == "Placeholder":
                (t,) = node.outputs
                if id(t) not in captured:
                    raise UnliftableError(_cannot_lift(graph, tensors, targets, node, feeds))
                outer = captured[id(t)][0]
                places[id(t)] = made.placeholder(t.dtype, t.shape, node.name)
                made.captured[id(outer)] = (outer, places[id(t)])
                continue
            for t in (node.static_inputs or {}).values():
                if id(t) not in places:
                    operations[t.op] = copied(made, t.op, places, operations)
            operations[node] = copied(made, node, places, operations)
        finish_copies(places, operations)
        made.structured_outputs = nest.map_structure(
            lambda x: places[id(x)] if isinstance(x, SymbolicTensor) else operations.get(x), fetches, expand_composites=True
        )
        made.outputs = [places[id(x)] if isinstance(x, SymbolicTensor) else None for x in flat]
    made.structured_outputs = nest.map_structure(
        lambda x: x if isinstance(x, SymbolicTensor) else None, made.structured_outputs, expand_composites=True
    )
    for v in graph.variables:
        made.note_variable(v)
    return made


def copied(
    graph: FuncGraph,
    node: Operation,
    places: dict[int, SymbolicTensor],
    operations: dict[Operation, Operation],
    scope: str = "",
    other: Callable[[Any], Any] = lambda x: x,
) -> Operation:
    """A node that is added to `graph` like `node`, whose inputs are exchanged for their counterparts there.

    `places`: the tensor there by the id of one here, to which the outputs are added; `operations`: nodes there by those here;
    `scope`: what precedes the name; `other`: what stands for an argument that is no tensor.
    """

    def moved(x):
        if isinstance(x, SymbolicTensor):
            return places[id(x)]
        if type(x) is list and node.type in MERGES:  # what comes back in a loop is copied later
            return [places[id(t)] for t in x if id(t) in places]
        return type(x)(map(moved, x)) if type(x) in (list, tuple) else other(x)

    leaves = abstract.map_leaves(node.result, abstract.leaf_like, SymbolicTensor)
    # With a slash at its end a name is taken as it is, outside of the scopes that are open.
    made = graph._add(node._op_def, [moved(a) for a in node.arguments], leaves, f"{scope}{node.name}/")
    made.control_inputs = [operations[c] for c in node.control_inputs if c in operations]
    made.device, made.rng = node.device, node.rng
    made.static_inputs = {n: places.get(id(t), t) for n, t in node.static_inputs.items()} if node.static_inputs else None
    for old, new in zip(node.outputs, made.outputs):
        new._rec, new._static, new._handle = old._rec, old._static, old._handle
        places[id(old)] = new
    return made


def finish_copies(places: dict[int, SymbolicTensor], operations: dict[Operation, Operation]) -> None:
    """Give copied nodes of TensorFlow 1's control flow what was not there when each was copied."""
    for node, made in operations.items():
        if node.flow is None:
            continue
        if node.type in MERGES:
            made.arguments[0][:] = [places[id(t)] for t in node.arguments[0]]
        flow: list[Any] = []
        for source, index in node.flow:
            if index is None:
                flow.extend([(operations[source], None)] if source in operations else [])
            elif id(source.outputs[index]) in places:
                t = places[id(source.outputs[index])]
                flow.append((t.op, t.value_index))
        made.flow = tuple(flow)


def _cannot_lift(graph, tensors, targets, placeholder, feeds):
    """The message of the error that a fetch depends on `placeholder`, with the path that leads there."""
    stop = {id(t) for t in feeds}
    for wanted in (*tensors, *targets):
        path, stack = None, [[getattr(wanted, "op", wanted)]]
        while stack:
            path = stack.pop()
            if path[-1] is placeholder:
                shown = " <- ".join(f"{n.name} ({n.type})" for n in path)
                return (
                    f"Unable to lift tensor {wanted!r} because it depends transitively on placeholder {placeholder!r} via at least one "
                    f"path, e.g.: {shown}"
                )
            stack.extend([*path, t.op] for t in path[-1].inputs if id(t) not in stop and t.op not in path)
    return f"Unable to lift what depends on placeholder {placeholder!r}"


@tf_export(v1=["wrap_function"])
def wrap_function(fn: Callable[..., Any], signature: Sequence[Any], name: str | None = None) -> WrappedFunction:
    """`fn` traced once, as a function of tensors as the TensorSpecs `signature` say.

    Its variables are made by the trace and belong to the result, whose `prune` makes functions of parts of the graph. Mirrors
    `tf.compat.v1.wrap_function`.
    """
    graph = FuncGraph(name or "wrapped_function", TS.graph)
    variables, creators = [], TS.creators
    with building(graph):
        # At the outermost level nobody else keeps alive the variables that `fn` makes.
        if TS.graph.outer_graph is None:
            TS.creators = (*creators, holding_creator(variables))
        try:
            flat = []
            for spec in nest.flatten(signature, expand_composites=True):
                flat.append(graph.placeholder(spec.dtype, spec.shape, spec.name))
            graph.inputs = list(flat)
            arguments = nest.pack_sequence_as(signature, flat, expand_composites=True)
            result = fn(*arguments)
            graph.structured_outputs = result
            graph.outputs = convert_outputs(graph, result)
        finally:
            TS.creators = creators
    return WrappedFunction(graph, (tuple(signature), {}), FunctionSpec(fn, None), variables)
