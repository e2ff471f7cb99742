"""How the nodes of TensorFlow's GraphDefs become nodes here: by the operation of their type, or by a handler.

A handler is called as `handler(importer, node, inputs, name)` with the NodeDef, the tensors of its inputs and the full
name ending in `/`. It gives the Operation. Namespaces above the engine add theirs by `handles`.
"""

from __future__ import annotations

import copy
import functools
import inspect
import platform
import weakref
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import torch

from tfshim.engine.functions.concrete_function import _call_graph
from tfshim.engine.graph_import.raw_functions import by_raw_function
from tfshim.engine.graph_import.resources import resource_of
from tfshim.engine.graphs import control_flow
from tfshim.engine.graphs.func_graph import PLACEHOLDER, PLACEHOLDER_WITH_DEFAULT, FuncGraph, aliased
from tfshim.engine.graphs.graph_variable import (
    HANDLE,
    INITIALIZE,
    INITIALIZE_BY_REFERENCE,
    INITIALIZE_OF_SHAPE,
    INITIALIZE_OF_SHAPE_BY_REFERENCE,
    ISINITIALIZED,
    imported_variable,
)
from tfshim.engine.graphs.node_form import defaults_of
from tfshim.engine.graphs.operation import IDENTITY, READ, InnerOp, RawOp
from tfshim.engine.graphs.programs.frames import REFERENCES
from tfshim.engine.graphs.recording import record
from tfshim.engine.graphs.references import REFERENCE, is_by_reference, refer
from tfshim.engine.ops.attr_values import shape_of, value_of
from tfshim.engine.ops.binding import bind
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.ops.op_defs import find
from tfshim.engine.ops.op_names import HINTS, OLDER, renamed
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.values.tensor_messages import tensor_of
from tfshim.engine.variables.variable_ops import assign_add, assign_sub
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.dtypes import DType

    Importer: TypeAlias = Any  # of graph_import.graph_import, above this module

HANDLERS = {}


def handles(*op_types: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator: the function makes the nodes of these types."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for t in op_types:
            HANDLERS[t] = function
        return function

    return decorate


def not_registered(op_type: str) -> BaseException:
    """The error for an operation of an unknown type."""
    return errors.NotFoundError(
        None,
        None,
        f"Op type not registered '{op_type}' in binary running on {platform.node() or 'localhost'}. Make sure the Op and "
        "Kernel are registered in the binary running in this process. Note that if you are loading a saved graph which used ops from "
        "tf.contrib (e.g. `tf.contrib.resampler`), accessing should be done before importing the graph, as contrib ops are lazily "
        "registered when the module is first accessed.",
    )


def attribute(node: Any, name: str, default: Any = None) -> Any:
    """The Python value of an attribute of a NodeDef."""
    return value_of(node.attr[name]) if name in node.attr else default


# ---------------------------------------------------------------------- by the operation's own type
def _conv(given: dict[str, Any], node: Any) -> None:
    if given.get("padding") == "EXPLICIT":
        pads = attribute(node, "explicit_paddings", [])
        given["padding"] = tuple(zip(pads[::2], pads[1::2]))


def _bias_add(given: dict[str, Any], node: Any) -> None:
    given["first"] = attribute(node, "data_format", b"NHWC") == b"NCHW"


def _squeeze(given: dict[str, Any], node: Any) -> None:
    given["axis"] = tuple(attribute(node, "squeeze_dims", ())) or None


def _no_batch(given: dict[str, Any], node: Any) -> None:
    given["batch_dims"] = 0


def _as_it_is(given: dict[str, Any], node: Any) -> None:
    """What is given is what we take."""


def _bytes(given: dict[str, Any], node: Any) -> None:
    given.update((k, v.encode()) for k, v in given.items() if isinstance(v, str))


# What has to change in TensorFlow's arguments before they are ours, and the attributes that are then accounted for.
_ADAPTED = {
    "BiasAdd": (_bias_add, ("data_format",)),
    "Conv2D": (_conv, ("explicit_paddings",)),
    "MaxPool": (_conv, ("explicit_paddings",)),
    "DepthwiseConv2dNative": (_conv, ("explicit_paddings",)),
    "Conv2DBackpropInput": (_conv, ("explicit_paddings",)),
    "Squeeze": (_squeeze, ("squeeze_dims",)),
    "GatherNd": (_no_batch, ()),
    "StringNGrams": (_bytes, ()),
    "ComputeAccidentalHits": (_as_it_is, ("seed", "seed2")),  # it draws nothing
}
# Hints to kernels and gradients, and what inputs and outputs tell anyway: they change no result here.
_NO_MATTER = frozenset(("use_cudnn_on_gpu", "is_training_hint", "grad_a", "grad_b", "swap_memory", "num_split"))


def _values(node: Any, definition: Any, inputs: list[Any]) -> list[tuple[Any, Any]]:
    """[(name of the input, tensor or list of tensors)] by the declaration."""
    made, at = [], 0
    for declared in definition.inputs:
        if declared.number_attr or declared.type_list_attr:
            count = declared.count(node)
            made.append((declared, inputs[at : at + count]))
            at += count
        else:
            if at >= len(inputs):
                raise ValueError(
                    f"NodeDef expected inputs {[d.name for d in definition.inputs]} do not match {len(inputs)} inputs "
                    f"specified; Op<name={node.op}>; NodeDef: {{{{node {node.name}}}}}"
                )
            made.append((declared, inputs[at]))
            at += 1
    return made


def _plain(x: Tensor) -> Any:
    """A tensor where the kernel needs a Python value: the constant itself if it is known."""
    return x._static if isinstance(x, Tensor) and getattr(x, "_static", None) is not None else x


def check_attributes(importer: Importer, node: Any, definition: Any) -> None:
    """Raise ValueError where `node` lacks an attribute that the declaration of its operation asks for."""
    for a in definition.attrs.values():
        if not a.has_default and a.name not in node.attr:
            raise ValueError(f"NodeDef missing attr '{a.name}' from Op<name={node.op}>; NodeDef: {{{{node {importer.prefix}{node.name}}}}}")


def add_general(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    """A node by the operation of its type, or where that does not take what is given by the function that `tf.raw_ops` has."""
    operation = REGISTRY.get(node.op) or REGISTRY.get(OLDER.get(node.op, ""))
    definition = find(node.op)
    try:
        if operation is None:
            raise not_registered(node.op)
        return _by_operation(importer, node, inputs, name, operation)
    except (NotImplementedError, errors.NotFoundError):
        made = None if definition is None else by_raw_function(importer, node, _values(node, definition, inputs), name)
        if made is None:
            raise
        return made


def _by_operation(importer: Importer, node: Any, inputs: list[Any], name: str, operation: Any) -> Operation:
    definition = find(node.op) or find(operation.type)
    check_attributes(importer, node, definition)
    given, types, constants = {}, set(), {}
    static_params = {p.name for p in operation.static_params}
    tensors = {p.name for p in operation.tensors}
    for declared, value in _values(node, definition, inputs):
        ours = renamed(node.op, operation, declared.name)
        if ours is None:
            raise _unsupported(node, f"the input {declared.name}")
        if ours not in tensors:
            if declared.dtype is dtypes.resource and is_variable(found := resource_of(value)):
                value = found
            if type(value) is not list and _plain(value) is not value:
                constants[declared.name] = value
            value = [_plain(v) for v in value] if type(value) is list else _plain(value)  # type: ignore[arg-type]
            if ours not in static_params and type(value) is EagerTensor:
                value = value.numpy().tolist()
        given[ours] = value
        types.update(t for t in (declared.type_attr, declared.number_attr, declared.type_list_attr) if t)
    adapt, accounted = _ADAPTED.get(operation.type, (None, ()))
    for a in definition.attrs.values():  # type: ignore[union-attr]
        if a.name in accounted:
            continue
        value = attribute(node, a.name, a.default)
        if a.kind == "string" and isinstance(value, bytes):
            # Latin-1 takes every byte: an attribute may hold any.
            value = value.decode("latin-1")
        ours = renamed(node.op, operation, a.name)
        if ours in given or ours is None and a.name in types:
            continue
        if ours is None:
            if value == a.default or a.name in _NO_MATTER or a.name in HINTS and value in HINTS[a.name]:
                continue
            # What dtype inputs have they say themselves; another dtype of outputs than usual is an operation of its own.
            if a.kind == "type" and (not a.has_default or all(o.type_attr != a.name for o in definition.outputs)):  # type: ignore[union-attr]
                continue
            raise _unsupported(node, f"the attribute {a.name} = {value!r}")
        given[ours] = value
    if adapt is not None:
        adapt(given, node)
    plain = defaults_of(operation)
    arguments = []
    for n in operation.names:
        if n == "name":
            continue
        if n not in given and plain[n] is inspect.Parameter.empty:
            raise _unsupported(node, f"a node without {n}")
        arguments.append(given.get(n, plain[n]))
    graph = importer.graph
    before = len(graph._operations)
    values, _ = bind(operation, arguments, name)
    override = attribute(node, "_gradient_op_type")
    saved, graph._overrides = graph._overrides, {} if override is None else {operation.type: override.decode()}
    try:
        record(graph, operation, values, name, False)
    finally:
        graph._overrides = saved
    made = graph._by_name[name[:-1]]
    if made not in graph._operations[before:]:
        raise _unsupported(node, "its arguments")
    made.static_inputs = constants or None
    return made


def _unsupported(node: Any, what: str) -> BaseException:
    return refused("tf.import_graph_def", "node", what=what, node=node.name, op=node.op)


# ---------------------------------------------------------------------- values
@handles("Const")
def _constant(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    return importer.graph._constant(tensor_of(node.attr["value"].tensor), name).op


@handles("Placeholder", "PlaceholderV2")
def _placeholder(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    shape = shape_of(node.attr["shape"].shape) if "shape" in node.attr else TensorShape(None)
    return importer.graph._add(PLACEHOLDER, [], abstract.leaf(as_dtype(node.attr["dtype"].type), shape), name).outputs[0].op


@handles("PlaceholderWithDefault")
def _with_default(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    shape = shape_of(node.attr["shape"].shape)
    return importer.graph._add(PLACEHOLDER_WITH_DEFAULT, [inputs[0]], abstract.leaf(inputs[0].dtype, shape), name).outputs[0].op


@handles("Identity", "PreventGradient", "Snapshot")
def _identity(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    (x,) = inputs
    graph = importer.graph
    if is_variable(x):
        return _read_node(importer, x, name)
    variable = getattr(x, "_handle", None)
    if variable is not None and x.dtype is not dtypes.resource:
        # A reference is read at each use, and so is what only passes it on: in TensorFlow that is the variable's own memory.
        if x.op.type in REFERENCES or x.op.kind == "ReadVariableOp":
            made = _read_node(importer, variable, name)
        else:
            operation = RawOp("Identity", {})
            operation.kernel, operation.grad, operation.stateful = functools.partial(_latest, weakref.ref(variable)), "auto", True
            made = graph._add(operation, [x], abstract.leaf_like(x), name)
        made.outputs[0]._handle = variable
        return made
    made = graph._add(IDENTITY, [x], abstract.leaf_like(x), name)
    made.outputs[0]._static, made.outputs[0]._handle = x._static, variable
    if x._rec is not None:
        made.outputs[0]._rec = x._rec
    return made


def _latest(reference: Callable[[], Any], x: Any) -> Any:
    """What the variable holds now that gave the value `x`: `x` itself where that is still the same memory."""
    variable = reference()
    now = None if variable is None else variable._t
    if now is None or isinstance(x, torch.Tensor) and isinstance(now, torch.Tensor) and x.data_ptr() == now.data_ptr():
        return x
    return now


@handles("IdentityN")
def _identities(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    kind = attribute(node, "_gradient_op_type", b"").decode()
    # Only the program that made the graph knows a custom gradient: without it there is none, as in TensorFlow.
    kernel = functools.partial(_without_gradient, kind) if kind else _same_list
    return importer.graph._add(
        InnerOp("IdentityN", kernel, names=("input",)), [list(inputs)], [abstract.leaf_like(x) for x in inputs], name
    )


class _Unknown(torch.autograd.Function):
    """The values as they are; asking for their gradient is an error."""

    @staticmethod
    def forward(ctx: Any, kind: str, *values: Any) -> Any:
        ctx.kind = kind
        return tuple(v.view_as(v) for v in values)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        raise LookupError(f"No gradient defined for operation of type {ctx.kind}: the gradient is a Python function of another program.")


def _without_gradient(kind: str, values: list[Any]) -> list[Any]:
    made = _same_list(values)
    numeric = [i for i, v in enumerate(made) if isinstance(v, torch.Tensor) and v.requires_grad]
    if numeric:
        for i, v in zip(numeric, _Unknown.apply(kind, *(made[i] for i in numeric))):
            made[i] = v
    return made


def _same_list(values: list[Any]) -> list[Any]:
    return [aliased(v) for v in values]


@handles("NoOp")
def _no_op(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    return importer.graph._add(InnerOp("NoOp", _nothing, stateful=True, names=()), [], [], name)


def _nothing() -> list[Any]:
    return []


# ---------------------------------------------------------------------- variables
def _declared_variable(importer: Importer, node: Any, shared: str) -> Any:
    found = importer.named_variable(shared)
    if found is None:
        found = imported_variable(importer.graph, shared, as_dtype(node.attr["dtype"].type), shape_of(node.attr["shape"].shape))
    if isinstance(importer.graph, FuncGraph):
        importer.graph.note_variable(found)
    return found


@handles("VarHandleOp")
def _handle(importer: Importer, node: Any, inputs: list[Any], name: str) -> Any:
    shared = attribute(node, "shared_name", b"").decode() or node.name
    variable = _declared_variable(importer, node, shared)
    made = importer.graph._add(HANDLE, [variable], abstract.leaf(dtypes.resource, []), name)
    made.outputs[0]._handle = variable
    if getattr(variable, "_handle", None) is None:
        variable._handle = made.outputs[0]
    return made


def _read_node(importer: Importer, variable: Any, name: str) -> Operation:
    made = importer.graph._add(READ, [variable], abstract.leaf(variable.dtype, variable.shape), name)
    if is_by_reference(variable):
        refer(made, variable)
        if variable._snapshot is None:
            variable._snapshot = made.outputs[0]
    return made


@handles("ReadVariableOp")
def _read(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    return _read_node(importer, importer.variable_of(inputs[0]), name)


@handles("VarIsInitializedOp", "IsVariableInitialized")
def _is_initialized(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    return importer.graph._add(ISINITIALIZED, [importer.variable_of(inputs[0])], abstract.leaf(dtypes.bool, []), name)


@handles("VariableV2", "Variable")
def _reference(importer: Importer, node: Any, inputs: list[Any], name: str) -> Any:
    shared = attribute(node, "shared_name", b"").decode() or node.name
    variable = _declared_variable(importer, node, shared)
    made = importer.graph._add(REFERENCE, [variable], abstract.leaf(variable.dtype, variable.shape), name)
    made.outputs[0]._handle = variable
    if getattr(variable, "_handle", None) is None:
        variable._handle = made.outputs[0]
    if variable._in_graph_mode:
        variable._by_reference = True
    return made


@handles("AssignVariableOp")
def _assign(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    kept = attribute(node, "validate_shape", False)
    kind = INITIALIZE_OF_SHAPE if kept and not inputs[1].shape.is_fully_defined() else INITIALIZE
    made = importer.graph._add(kind, [importer.variable_of(inputs[0]), inputs[1]], [], name)
    # Reads after this must not take the value of reads before it.
    importer.graph._versions += 1
    return made


@handles("Assign")
def _assign_old(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    variable = importer.variable_of(inputs[0])
    kept = attribute(node, "validate_shape", True)
    kind = INITIALIZE_OF_SHAPE_BY_REFERENCE if kept and not inputs[1].shape.is_fully_defined() else INITIALIZE_BY_REFERENCE
    made = refer(importer.graph._add(kind, [variable, inputs[1]], abstract.leaf(variable.dtype, variable.shape), name), variable)
    made.use_locking, made.any_shape = attribute(node, "use_locking", True), not kept
    importer.graph._versions += 1
    made.outputs[0]._handle = variable
    return made


@handles("AssignAdd", "AssignSub", "AssignAddVariableOp", "AssignSubVariableOp")
def _assign_more(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    variable = importer.variable_of(inputs[0])
    operation = (assign_add if "Add" in node.op else assign_sub)._tfshim_op  # type: ignore[attr-defined]
    record(importer.graph, operation, [variable, inputs[1]], name, False)
    made = importer.graph._by_name[name[:-1]]
    if not node.op.endswith("VariableOp"):
        made.outputs[0]._handle = variable
    return made


# ---------------------------------------------------------------------- control flow
def _branch_shapes(node: Any, graphs: Sequence[FuncGraph]) -> list[abstract.Leaf]:
    found = list(zip(*[g.outputs for g in graphs]))
    return _leaves(node, [outputs[0].dtype for outputs in found], [control_flow._merged([t.shape for t in outputs]) for outputs in found])


def _leaves(node: Any, kinds: Sequence[DType], shapes: Sequence[TensorShape], resources: Collection[int] = ()) -> list[abstract.Leaf]:
    """The results of a branch or loop: where nothing is known of their `shapes`, as the node says, whose outputs `resources` are none."""
    told = [TensorShape(s) for i, s in enumerate(attribute(node, "output_shapes", [])) if i not in resources]
    if len(told) == len(shapes):
        shapes = [other if shape.rank is None else shape for shape, other in zip(shapes, told)]
    return [abstract.leaf(kind, shape) for kind, shape in zip(kinds, shapes)]


@handles("If", "StatelessIf")
def _if(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    graphs = tuple(importer.called(node.attr[k].func.name) for k in ("then_branch", "else_branch"))
    rest = list(inputs[1:])
    operation = InnerOp(node.op, _run_if, stateful=node.op == "If", names=("cond", "branches", "input"))
    return importer.add(operation, [inputs[0], graphs, rest], _branch_shapes(node, graphs), name)


def _run_if(condition: torch.Tensor, graphs: Sequence[FuncGraph], inputs: list[Any]) -> list[Any]:
    chosen = bool(condition.any()) if condition.dim() else bool(condition)
    return _ran(graphs, 0 if chosen else 1, inputs)


@handles("Case", "StatelessCase")
def _case(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    graphs = tuple(importer.called(f.name) for f in node.attr["branches"].list.func)
    operation = InnerOp(node.op, _run_case, stateful=node.op == "Case", names=("branch_index", "branches", "input"))
    return importer.add(operation, [inputs[0], graphs, list(inputs[1:])], _branch_shapes(node, graphs), name)


def _run_case(index: torch.Tensor, graphs: Sequence[FuncGraph], inputs: list[Any]) -> list[Any]:
    index = int(index)
    # As in TensorFlow: an index out of range chooses the last branch.
    return _ran(graphs, index if 0 <= index < len(graphs) else len(graphs) - 1, inputs)


def _ran(graphs: Sequence[FuncGraph], taken: int, inputs: list[Any]) -> list[Any]:
    """The results of a branch, all of which take the same inputs."""
    results = list(graphs[taken].program()(*inputs))
    if TS.tape is None:
        return results
    count = len(graphs)
    return control_flow.with_other_branches(results, taken, graphs, inputs * count, [len(inputs)] * count)


@handles("While", "StatelessWhile")
def _while(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    test, step = (importer.called(node.attr[k].func.name) for k in ("cond", "body"))
    # A value to which the body gives another shape may have any after the loop.
    shapes = [x.shape if x.shape.rank is not None and x.shape == out.shape else TensorShape(None) for x, out in zip(inputs, step.outputs)]
    leaves = _leaves(node, [x.dtype for x in inputs], shapes, importer._bound)
    # What the body hands on as it is need not go round: it is taken from outside, as loops of this package have it.
    kept = [i for i, out in enumerate(step.outputs) if _source(out) is step.inputs[i]]
    carried = [i for i in range(len(inputs)) if i not in set(kept)]
    passed = [inputs[i] for i in kept]
    names = ("cond", "body", "maximum_iterations", "input", "cond_captures", "body_captures", "kept")
    operation = InnerOp(node.op, _run_while, stateful=node.op == "While", names=names)
    parts = [_taking(g, carried, kept, inputs) for g in (test, step)]
    parts[1].outputs = [step.outputs[i] for i in carried]
    return importer.add(operation, [*parts, None, [inputs[i] for i in carried], passed, passed, tuple(kept)], leaves, name)


def _source(t: Any) -> Any:
    """The tensor that `t` is by way of nodes that pass it on."""
    while t.op._op_def is IDENTITY:
        t = t.op.arguments[0]
    return t


def _taking(graph: FuncGraph, carried: Sequence[int], kept: Sequence[int], outer: Sequence[Any]) -> FuncGraph:
    """`graph` with only the inputs `carried`; those `kept` are what it captures of `outer`."""
    made = copy.copy(graph)
    made.inputs = [graph.inputs[i] for i in carried]
    made.captured = {**graph.captured, **{("kept", i): (outer[i], graph.inputs[i]) for i in kept}}
    return made


def _run_while(
    test: FuncGraph, step: FuncGraph, maximum: None, values: list[Any], test_captures: list[Any], captures: list[Any], kept: Sequence[int]
) -> list[Any]:
    made = control_flow._run_while(test, step, maximum, values, test_captures, captures)
    for i, value in zip(kept, captures):  # in ascending order, so that each finds its place
        made.insert(i, value)
    return made


@handles("PartitionedCall", "StatefulPartitionedCall")
def _call(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    callee = importer.called(node.attr["f"].func.name, True)
    leaves = [abstract.leaf(t.dtype, t.shape) for t in callee.outputs]
    return importer.add(_call_graph._tfshim_op, [callee, list(inputs), []], leaves, name)  # type: ignore[attr-defined]


@handles("Assert")
def _assert(importer: Importer, node: Any, inputs: list[Any], name: str) -> Operation:
    operation = InnerOp("Assert", _check, stateful=True, names=("condition", "data", "summarize"))
    return importer.graph._add(operation, [inputs[0], list(inputs[1:]), attribute(node, "summarize", 3)], [], name)


def _check(condition: torch.Tensor, data: list[Any], summarize: int) -> list[Any]:
    if not bool(condition.all()):
        shown = "\n\t".join(f"[{_text(d, summarize)}]" for d in data)
        raise invalid(f"assertion failed: {shown}")
    return []


def _text(x: Any, summarize: int) -> str:
    flat = [v.decode(errors="replace") if isinstance(v, bytes) else v for v in x.reshape(-1).tolist()]
    shown = flat if summarize < 0 else flat[:summarize]
    return " ".join(map(str, shown)) + "..." * (len(shown) < len(flat))
