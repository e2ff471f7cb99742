"""`tf.compat.v1.wrap_function`: code of TensorFlow 1 traced once, and parts of what was traced as functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.engine.functions.arguments import FunctionSpec, specs_of, stand_in
from tfshim.engine.functions.binding import tensors_of
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.signatures import name_within
from tfshim.engine.functions.tracing import created_outside, numbers, placeholders
from tfshim.engine.graphs.func_graph import PLACEHOLDER, FuncGraph, building, convert_outputs
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.programs.frames import MERGES
from tfshim.engine.graphs.programs.selection import select
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import dtype_mismatch
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.engine.variables.creator_scope import variable_creator_scope
from tfshim.saved_model.reading.tf1_loading import decode_proto_spec
from tfshim.sparse.sparse_tensor import SparseTensor


class UnliftableError(Exception):
    """What is fetched depends on a placeholder that is not fed."""


@tf_private("tensorflow.python.eager.wrap_function.VariableHolder")
class VariableHolder:
    """The variables that a function of TensorFlow 1 code makes, by their names. Calling it calls the function."""

    __module__ = "tensorflow.python.eager.wrap_function"

    def __init__(self, fn: Callable[..., Any] | None = None, share_variables: bool = False) -> None:
        self._fn, self._shares = fn, share_variables
        self._made: dict[str, Any] = {}
        self._graph: Any = None  # in which the function runs

    variables = property(lambda self: self._made, doc="A dictionary from names to the variables.")

    def variable_creator_scope(self, next_creator: Callable[..., Any], **kwargs: Any) -> Any:
        """A variable creator: what is made has a name of its own in the graph, is kept here and is in the collections of the graph."""
        collections = kwargs.pop("collections", None)
        with name_scope(kwargs.get("name") or "Variable") as scope:
            name = scope.rstrip("/")
        made = self._made.get(name) if self._shares else None
        if made is None:
            with name_scope(""):
                made = self._made[name] = next_creator(**{**kwargs, "name": name})
        collections = [GraphKeys.GLOBAL_VARIABLES] if collections is None else list(collections)
        if made.trainable and GraphKeys.TRAINABLE_VARIABLES not in collections:
            collections.append(GraphKeys.TRAINABLE_VARIABLES)
        for key in collections:
            self._graph.add_to_collection(key, made)  # some are made outside of it, as the global step
        return made

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.call_with_variable_creator_scope(self._fn)(*args, **kwargs)

    def call_with_variable_creator_scope(self, fn: Callable[..., Any] | None) -> Callable[..., Any]:
        """`fn` with its variables made by this object."""

        def wrapped(*args: Any, **kwargs: Any) -> Any:
            self._graph = TS.graph
            with variable_creator_scope(self.variable_creator_scope):
                return fn(*args, **kwargs)

        return wrapped


def _parameters(name: str, arguments: Any) -> FunctionSpec:
    """How the function `name` is called of which only the structure of its arguments is known, (positional, keyword)."""
    positional, named = arguments
    parameters = [inspect.Parameter(f"arg_{i}", inspect.Parameter.POSITIONAL_ONLY) for i in range(len(positional))]
    parameters += [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in named]

    def called(*args: Any, **kwargs: Any) -> None:
        """Stands for the function, which is there as a graph alone."""

    called.__name__ = name
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return FunctionSpec(called, None)


class WrappedFunction(ConcreteFunction):
    """A function of TensorFlow 1 code: callable with tensors; `prune` makes functions of other inputs and outputs of its graph."""

    __module__ = "tensorflow.python.eager.wrap_function"

    def __init__(
        self, graph: FuncGraph, holder: VariableHolder | None = None, arguments: Any = None, signature: Sequence[Any] | None = None
    ) -> None:
        """`arguments`: their structure, None where it is not known; `signature`: what `wrap_function` was given, if that made it."""
        structure = ((), {}) if arguments is None else arguments
        super().__init__(graph, structure, f"__inference_{graph.name}_{next(numbers)}", _parameters(graph.name, structure))
        self._direct = -1
        self._variable_holder = VariableHolder() if holder is None else holder  # the graph itself refers to variables weakly
        self._signature, self._given = signature, arguments

    @property
    def structured_input_signature(self) -> Any:
        """(positional, keyword) arguments with a spec for each tensor; None for a part of a graph, unless one was given."""
        return None if self._given is None else super().structured_input_signature

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call with a tensor for each input; a pruned function also takes them by the names of their operations."""
        if self._signature is None:
            return self._checked(tensors_of(self, args, kwargs))
        if kwargs:
            raise NotImplementedError(f"Keyword arguments are not supported when calling a wrap_function-decorated function. Got {kwargs}.")
        given, wanted = list(args), list(self._signature)
        for i, x in enumerate(args):
            if isinstance(wanted[i], TensorSpec):
                given[i] = convert_to_tensor(x, wanted[i].dtype)
        return self._checked(given)

    def _checked(self, given: list[Any]) -> Any:
        """The call with `given`, unless that is not one tensor for each input."""
        inputs = self._graph.inputs
        if len(given) != len(inputs):
            expected = list(self.function_def.signature.input_arg)
            raise ValueError(
                f"Signature specifies {len(expected)} arguments, got: {len(given) + len(expected) - len(inputs)}. Expected inputs: "
                f"{expected}. Received inputs: {(*given, *self.captured_inputs)}. Function Type: {self.pretty_printed_signature()}"
            )
        for i, (x, p) in enumerate(zip(given, inputs)):
            if not isinstance(x, Tensor):
                raise TypeError(f"provided list of inputs contains objects other than 'EagerTensor'. Item {i} is type: {type(x).__name__}")
            if x.dtype != p.dtype:
                raise dtype_mismatch(self._name, i, p.dtype, x.dtype, name=None)
        return self._call_flat(given)

    def prune(self, feeds: Any, fetches: Any, name: str | None = None, input_signature: Any = None) -> WrappedFunction:
        """A function of the tensors `feeds` of the graph that gives `fetches`: tensors and operations, whose results are None.

        Both may be structures, and have names or TensorInfos. `name` is the function's; `input_signature`, (positional, keyword)
        arguments with specs, says how it can be called besides.

        Raises KeyError for names that are not in the graph, `UnliftableError` where a placeholder would have no value.
        """
        graph = self._graph
        given = [graph.as_graph_element(f) for f in nest.flatten(feeds, expand_composites=True) if not is_variable(f)]
        for f in given:
            if not isinstance(f, Tensor):
                raise ValueError(f"All members of argument `feeds` must be tensors. Got {f} with type {type(f)}.")
        captured = {id(t) for t in graph.internal_captures}  # the inputs of a function that uses variables may be given whole
        given = [f for f in given if id(f) not in captured]
        shapes: list[tuple[str, Any]] = []

        def element(x: Any) -> Any:
            if is_variable(x) or nest.is_composite(x):
                return x
            if type(x).__name__ == "TensorInfo":
                if x.WhichOneof("encoding") == "name":
                    shapes.append((x.name, x.tensor_shape))
                return element_of(graph, x)
            return x if isinstance(x, (SymbolicTensor, Operation)) else graph.as_graph_element(x)

        structure = nest.map_structure(element, fetches)
        for x in nest.flatten(structure, expand_composites=True):
            if isinstance(x, (SymbolicTensor, Operation)) and x.graph is not graph:
                raise ValueError(
                    f"Can only prune function whose feeds and fetches from graph {graph}. Input {x} is from a different graph {x.graph}."
                )
        made = _pruned(graph, given, structure, name or "pruned")
        for whole, shape in shapes:
            if ":" in whole:
                made.get_tensor_by_name(whole).set_shape(TensorShape(shape))
        arguments = None
        if input_signature:
            positional, named = input_signature
            arguments = (() if positional is None else tuple(positional), dict(named or {}))
        return WrappedFunction(made, self._variable_holder, arguments)


def element_of(graph: FuncGraph, info: Any) -> Any:
    """The tensor or operation of `graph` that a TensorInfo names, or the composite of the tensors that it names."""
    kind = info.WhichOneof("encoding")
    if kind == "name":
        return graph.as_graph_element(info.name)
    if kind == "coo_sparse":
        names = info.coo_sparse
        parts = (names.indices_tensor_name, names.values_tensor_name, names.dense_shape_tensor_name)
        return SparseTensor(*map(graph.get_tensor_by_name, parts))
    if kind == "composite_tensor":
        spec = decode_proto_spec(info.composite_tensor.type_spec)
        return spec._from_components([graph.get_tensor_by_name(part.name) for part in info.composite_tensor.components])
    raise ValueError(f"Invalid TensorInfo.encoding: {kind}. Valid encodings are 'name', 'coo_sparse', and 'composite_tensor'.")


def _pruned(graph, feeds, fetches, name):
    """A FuncGraph of the nodes that `fetches`, a structure, need from `feeds`."""
    flat = nest.flatten(fetches, expand_composites=True)
    tensors = [x for x in flat if isinstance(x, SymbolicTensor)]
    targets = [x for x in flat if isinstance(x, Operation)]
    made = FuncGraph(name, None, {key: list(values) for key, values in graph._collections.items()})
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
    made.wanted_effects = [operations[node] for node in targets]
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
    """`fn` traced once, as a function of the tensors that the TensorSpecs in `signature` describe. Mirrors `tf.compat.v1.wrap_function`.

    What else is in `signature` is given to `fn` as it is. Its variables are made by the trace, belong to the result and are in the
    collections of its graph. As in a graph of TensorFlow 1 only that is computed which the result needs: an assignment or a print counts
    where the result depends on it, or where `prune` of what is returned fetches it.
    """
    holder = VariableHolder(fn)
    graph = FuncGraph("wrapped_function" if name is None else f"wrapped_function_{name}", TS.graph, {})
    graph.wanted_effects, graph.own_scopes = [], True
    creators = TS.creators
    with building(graph):
        # In a function it is that function which makes the variables.
        if graph.outer_graph is None or not graph.outer_graph.building_function:
            TS.creators = (*creators, created_outside)
        try:
            arguments = nest.map_structure(stand_in, tuple(signature))
            flat = nest.flatten(arguments, expand_composites=True)
            given = {i: x._given_name for i, x in enumerate(flat) if getattr(x, "_given_name", None) is not None}
            spec = _parameters(graph.name, (arguments, {}))
            arguments, _ = placeholders(graph, spec, arguments, {}, flat, given)
            labels = [
                getattr(x, "_given_name", None) or f"tensor_{name_within(str(i), path)}"
                for i, value in enumerate(nest.map_structure(stand_in, tuple(signature)))
                for path, x in nest.flatten_with_tuple_paths(value)
            ]
            result = holder(*arguments)
            graph.outputs = convert_outputs(graph, result, holder)
            graph.structured_outputs = nest.pack_sequence_as(result, graph.outputs, expand_composites=True)
        finally:
            TS.creators = creators
    return WrappedFunction(graph, holder, (specs_of(arguments, None, labels), {}), tuple(signature))
