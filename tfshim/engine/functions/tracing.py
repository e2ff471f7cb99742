"""Tracing: one call of a Python function becomes a graph."""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine import autograph
from tfshim.engine.functions.arguments import argument_names, check_unchanged, component_shapes, is_input, spec_names, specs_of
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.jit import Compiler
from tfshim.engine.graphs.executor import Program, storages
from tfshim.engine.graphs.func_graph import FuncGraph, building, convert_outputs, returned
from tfshim.engine.graphs.graph import wrong_node_name
from tfshim.engine.graphs.programs.selection import select
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import promotion
from tfshim.engine.runtime.context import eager_mode, outermost_graph
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.tracebacks import StackFromHere
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import DATASET_SPEC, is_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor, wrap
from tfshim.engine.values.typespec import TensorSpec
from tfshim.engine.variables.variable import Variable

if TYPE_CHECKING:
    from tfshim.engine.functions.arguments import FunctionSpec

_ONLY_FIRST = (
    "tf.function only supports singleton tf.Variables created on the first call. Make sure the tf.Variable is only created "
    "once or created outside tf.function. See https://www.tensorflow.org/guide/function#creating_tfvariables for more information."
)

numbers = itertools.count(1)

# What `tf.function(experimental_attributes=...)` may name.
_ATTRIBUTES = frozenset(
    """api_implements api_preferred_device disable_summaries_at_runtime experimental_ints_on_device go_backwards
    runtime_constant_optimization time_major _disable_acd _implements _noinline _OutputsOnOpDevice _tf_data_function""".split()
)


def created_outside(next_creator: Callable[..., Any], **kwargs: Any) -> Any:
    """A variable creator: the variable that `next_creator` makes, at once and outside of the graph under construction."""
    value = kwargs.get("initial_value")
    # Leaving the graph leaves its name scopes too, in which the variable is named.
    scope, outer = TS.name_scope, outermost_graph()
    # Of a graph of TensorFlow 1 it is a variable like the others, which its sessions initialize.
    with eager_mode() if outer is None else outer.as_default():
        TS.name_scope = scope
        if outer is None and callable(value) and not isinstance(value, (Tensor, Variable)):
            value = value()
        if isinstance(value, SymbolicTensor) and (outer is None or value.graph is not outer):
            if outer is None and kwargs.get("shape") is None and not value.shape.is_fully_defined():
                kwargs["shape"] = value.shape  # sizes that are unknown while tracing may change later
            value = _evaluate(value)
        kwargs["initial_value"] = value
        return next_creator(**kwargs)


def _creator(variables: list[Any] | None) -> Callable[..., Any]:
    """A variable creator that notes what is made in `variables`, or refuses to make any where that is None."""

    def create(next_creator: Callable[..., Any], **kwargs: Any) -> Any:
        # The second tracing of the first call, or a later one: a variable made now would be another with every trace.
        if variables is None:
            raise ValueError(_ONLY_FIRST)
        made = created_outside(next_creator, **kwargs)
        # As in TensorFlow, a trace keeps none of its variables alive: who made them has to hold them.
        variables.append(weakref.ref(made))
        if isinstance(made, Variable):
            made._of_function = True
        return made

    _ASKED.add(create)
    return create


# The creators of functions that are being traced. The innermost function alone notes a variable: those around it call that function.
_ASKED: weakref.WeakSet[Callable[..., Any]] = weakref.WeakSet()


def trace_call(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], variables: list[Any] | None, values: list[Any] | None = None
) -> ConcreteFunction:
    """The ConcreteFunction of a `Function` for one call.

    Variables made while tracing are noted in `variables`; where that is None, making one raises ValueError. `values`
    are the tensors of the call, where there is one: initial values of variables may be computed from them.
    """
    for name in function._attributes:
        if name not in _ATTRIBUTES:
            raise ValueError(f"`{name} is not supported by tf.function as an attribute.")
    graph: Any = FuncGraph(f"__inference_{function._name}_{next(numbers)}", TS.graph)
    flat, names = nest.flatten((args, kwargs), expand_composites=True), argument_names(function._spec, args, kwargs)
    labels = spec_names(function._spec, args, kwargs)
    # What stands for a dataset is a node of the graph in which it is asked for: in this one that is its placeholder alone.
    args, kwargs = nest.map_structure(_without_datasets, (args, kwargs))
    creators = TS.creators
    graph.is_traced, graph.jit_compile = True, bool(function._jit_compile)
    if function._attributes.get("_disable_acd"):  # as in a graph of TensorFlow 1 only what the results need runs
        graph.wanted_effects = []
    # For initial values of variables that are computed from the arguments of the first call.
    graph._given = values
    with building(graph), StackFromHere():
        # Last among the creators and so asked first: those of the user then run outside of the graph as well.
        TS.creators = (*(c for c in creators if c not in _ASKED), _creator(variables))
        try:
            new_args, new_kwargs = placeholders(graph, function._spec, args, kwargs, flat, names)
            known = (args, kwargs) if function.input_signature is None else None
            spec = specs_of((new_args, new_kwargs), known, labels)
            python_function = function._python_function
            python_function = _to_trace(python_function, function._autograph, function._experimental_autograph_options)
            given = nest.map_structure(lambda x: x, (new_args, new_kwargs))
            result = python_function(*new_args, **new_kwargs)
            check_unchanged(function._python_function, function._spec, given, (new_args, new_kwargs))
            weak = promotion.weak
            if weak is not None:
                result = nest.map_structure(lambda x: weak(x) if type(x) in (int, float, complex) else x, result)
            graph.structured_outputs = result
            # An Identity node for each, as in the functions of TensorFlow.
            graph.outputs = [returned(graph, t) for t in convert_outputs(graph, result, function._python_function)]
            graph.structured_outputs = nest.pack_sequence_as(result, graph.outputs, expand_composites=True)
        finally:
            TS.creators, graph._given = creators, None
    concrete = ConcreteFunction(graph, spec, graph.name, function._spec)
    graph.attributes = function._attributes
    if function._jit_compile:
        concrete._compiler = Compiler(graph.name)
    return concrete


def _without_datasets(x: Any) -> Any:
    spec = x._type_spec if nest.is_composite(x) else None
    return spec if getattr(spec, "_tfshim_kind", None) is DATASET_SPEC else x


def placeholders(
    graph: FuncGraph, spec: FunctionSpec, args: tuple[Any, ...], kwargs: dict[str, Any], flat: Sequence[Any], names: dict[int, str]
) -> Any:
    """`args` and `kwargs` with an input of `graph` for each tensor of `flat`, their flat values, called by their `names`."""
    signature = spec.input_signature or ()
    wanted = nest.flatten(signature, expand_composites=True)
    made, parts = [], component_shapes((args, kwargs))
    for i, x in enumerate(flat):
        if not is_input(x):
            if is_variable(x) and i in names and wrong_node_name(names[i]) is None:
                graph.argument_variable(x, names[i])
            made.append(x)
            continue
        dtype = x.dtype if isinstance(x, Tensor) else convert_to_tensor(x[:0] if x.ndim else x).dtype
        shape = TensorShape(x.shape) if not isinstance(x, Tensor) else x.shape
        if i in parts:
            shape = parts[i]
        if i < len(wanted) and isinstance(wanted[i], TensorSpec):
            shape = wanted[i].shape
        name = names.get(i)
        wrong = None if name is None else wrong_node_name(name)
        if wrong is not None:  # the node has a name of its own then, and the argument keeps its
            get_logger().warning("%s", wrong)
        graph.inputs.append(graph.placeholder(dtype, shape, name if wrong is None else None))
        graph.inputs[-1].op.user_name = name
        made.append(graph.inputs[-1])
    # Composites are those of the signature: what is known of this call alone, as the shape of a sparse tensor, does not hold.
    return nest.pack_sequence_as(((*signature, *args[len(signature) :]), kwargs), made, expand_composites=True)


def _to_trace(function: Callable[..., Any], convert: bool, features: Any) -> Callable[..., Any]:
    if convert:
        return autograph.convert_for_tracing(function, features)

    def call(*args: Any, **kwargs: Any) -> Any:
        with autograph.disabled():
            return function(*args, **kwargs)

    return call


def _evaluate(x: Tensor) -> Any:
    """The value of a symbolic tensor while its graph is built: an initial value."""
    graph = x._op.graph
    values = getattr(graph, "_given", None)
    # Without effects: prints and assignments belong to the calls, not to the making of an initial value.
    nodes = select(graph._operations, [x], stop=graph.inputs if values is not None else (), effects=False)
    if any(n.kind == "Placeholder" and (values is None or not any(n.outputs[0] is p for p in graph.inputs)) for n in nodes):
        raise ValueError(
            "Tensor-typed variable initializers must either be wrapped in an init_scope or callable "
            "(e.g., `tf.Variable(lambda : tf.truncated_normal([10, 40]))`) when building functions. The initial value depends on "
            "an argument of the function."
        )
    inputs = [] if values is None else graph.inputs
    return wrap(Program(nodes, inputs, [x])(*([] if values is None else storages(values)))[0], x.dtype)
