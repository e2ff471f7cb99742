"""From a call of an operation to a node of the graph under construction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.graphs import static_errors
from tfshim.engine.graphs.declarations import limits, output_shapes
from tfshim.engine.graphs.declarations.node_names import CONSTANT_NAMES, COUNTED_ALONE, OPERANDS
from tfshim.engine.graphs.declarations.node_names import within as scope_of
from tfshim.engine.graphs.node_form import constant_name, first_tried, input_names, static_constants
from tfshim.engine.graphs.references import is_by_reference, is_own_output, refer, type_by_reference
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.ops.gradient_overrides import note_override, overridden
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.ops.static_shapes import infer
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import UNNAMED
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.tracebacks import lines_of
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor

if TYPE_CHECKING:
    from tfshim.engine.gradients.aliases import Tape

    Graph: TypeAlias = Any  # of graphs.graph, above this module


_NAMED_LATER = ("Pack", "UnsortedSegmentSum")  # what lists and rows become where an operation takes them
# Inputs that TensorFlow's Python functions convert before the others.
_FIRST = {"OneHot": ("on_value", "off_value")}


def out_of_scope(x: SymbolicTensor) -> Exception:
    """The error for a tensor that is used outside of the graph it belongs to."""
    kind, place, graph = TypeError, "here", x.graph
    inner = getattr(x.graph, "outer_graph", None)
    while inner is not None:
        if inner is TS.graph:  # of a branch or loop of the function that is being traced
            kind, place = errors.InaccessibleTensorError, str(TS.graph)
        inner = getattr(inner, "outer_graph", None)
    lines = "".join(f'    File "{file}", line {line}, in {name}\n' for file, line, name in lines_of(x.op))
    made: Any = kind(
        f"{x!r} is out of scope and cannot be used here. Use return values, explicit Python locals or TensorFlow collections to access "
        "it.\nPlease see https://www.tensorflow.org/guide/function#all_outputs_of_a_tffunction_must_be_return_values for more "
        f"information.\n\n{x!r} was defined here:\n{lines}\n"
        f"The tensor {x!r} cannot be accessed from {place}, because it was defined in {graph}, which is out of scope."
    )
    made._passes_through = kind is TypeError  # TensorFlow finds it only when the function is called
    return made


def in_scope(x: Any, graph: Graph, tapes: Sequence[Tape]) -> Any:
    """`x` as it may be used in `graph` under `tapes`: its alias while its tape records, cut off where none does."""
    if x._op.graph is not graph:
        x = graph._local(x)
    rec = x._rec
    if rec is None:
        return x
    while rec is not None:
        if rec in tapes:
            return x if x._src is None else x._src
        rec = rec.parent
    if x._detached is None:
        x._detached = higher.detach(graph, x if x._src is None else x._src)
    return x._detached


def uncut(x: Any) -> Any:
    """What was cut off from its tape to be `x`, any other tensor as it is.

    A function is traced for any caller, where no tape records: those that do where it is called see what it takes from outside.
    """
    return x._op.arguments[0] if isinstance(x, SymbolicTensor) and x._op.kind == "_Detach" else x


def record(graph: Graph, o: Any, values: Sequence[Any], name: str | None, constants: bool = True) -> Any:
    """Add the operation `o` with converted `values` to `graph`; its symbolic result.

    With `constants`, constant arguments become nodes within the scope of the operation's name, as in TensorFlow 1 graphs.
    """
    if graph is None:
        for v in values:
            for x in v if type(v) is list else (v,):
                if isinstance(x, SymbolicTensor):
                    raise out_of_scope(x)
    elif not graph.building_function:
        graph = _graph_of(graph, values)
    if o.compiled is not None and graph._compiled():
        o = o.compiled
    if graph._overrides and o.type in graph._overrides:
        override = graph._overrides[o.type]
        o = overridden(o, override)
    else:
        override = None
    tapes = TS.tapes
    arguments = []
    recorded = None
    refers = values[0] if o.stateful and values and is_by_reference(values[0]) else None
    if refers is not None:
        name = name or type_by_reference(o.type)
    scoped = scope_of(o)
    if scoped is not None:
        name = graph._name_within(scoped, values, name)
    wanted, kind = graph._operator
    if wanted is not None and o.type in kind:
        name, graph._operator = name or wanted, (None, ())
    static_params = shown = None
    nodes: dict[tuple[int, int], Any] = {}  # of constants, by their places among the values
    if constants:
        if name == UNNAMED:  # a list among the arguments of the operation that is about to be recorded
            pass
        elif graph._operand_reads:
            name = _full_name(graph, o, name) + "/"
            around = name[: name.rfind("/", 0, -1) + 1]
            # Names of all reads together are those of as many.
            reads = o.reads_within(*values) if callable(o.reads_within) else o.reads_within
            reads = (
                reads
                if callable(o.reads_within) or len(reads) in (1, sum(n.kind == "ReadVariableOp" for n, _ in graph._operand_reads))
                else ()
            )
            shown = graph._take_operand_reads(name[:-1], [around + s for s in reads])
        if graph.building_function and graph.outer_graph is not None:
            name = _named_captures(graph, o, values, name)
        name, static_params, nodes = _named_constants(graph, o, values, name, wanted is not None and o.type in kind)
    for at, v in enumerate(values):
        if isinstance(v, SymbolicTensor):
            if v._handle is not None and is_own_output(v) and not graph.building_function:
                v = graph._read_variable(v._handle)
            v = in_scope(v, graph, tapes)
            if v._rec is not None:
                recorded = v._rec
        elif tapes and hasattr(v, "trainable_variables") and any(t.watches(x) for t in tapes for x in v.variables):
            recorded = TS.tape
        elif type(v) is EagerTensor:
            v = nodes[at, 0] if nodes else graph._as_node(v)
            if tapes:
                v = in_scope(v, graph, tapes)
                recorded = v._rec or recorded
        elif type(v) is list:
            items = []
            for i, x in enumerate(v):
                if isinstance(x, SymbolicTensor):
                    x = in_scope(x, graph, tapes)
                    if x._rec is not None:
                        recorded = x._rec
                elif type(x) is EagerTensor:
                    x = nodes[at, i] if nodes else graph._as_node(x)
                    if tapes:
                        x = in_scope(x, graph, tapes)
                        recorded = x._rec or recorded
                items.append(x)
            v = items
        arguments.append(v)
    try:
        result = _inferred(o, arguments)
    except (ShapeMismatch, ValueError) as e:
        forgotten = static_errors.forgotten(graph, arguments)
        if forgotten is None:
            raise static_errors.shape_error(e, graph, o, arguments, name) if isinstance(e, ShapeMismatch) else e from None
        try:
            result = _inferred(o, forgotten)
        except ShapeMismatch as other:
            raise static_errors.shape_error(other, graph, o, arguments, name) from None
    node = graph._add(o, arguments, result, name)
    node.static_inputs, node.shown = static_params, shown
    if refers is not None:
        refer(node, refers)
    if override is not None:
        note_override(node, override)
    if o.stateful and values and is_variable(values[0]):
        graph._versions += 1  # what was read of the variable before is not its value any more
    if recorded is not None and o.grad is not None and TS.tape is not None:
        for t in node.outputs:
            if t._dt._kind in "fc":
                t._rec = TS.tape
    # A list of its own: programs put other tensors into those that they get from `tf.unstack` and its like.
    return [*node.result] if type(node.result) is list else node.result


def _inferred(o: Any, arguments: list[Any]) -> Any:
    """The leaves of what `o` gives for `arguments`. Raises ShapeMismatch or ValueError where they do not go together."""
    limits.check(o, arguments)
    output_shapes.check_operation(o, arguments)
    return output_shapes.of_operation(o, arguments, infer.outputs(o, arguments))


def _graph_of(graph: Graph, values: Sequence[Any]) -> Graph:
    """The graph that an operation on `values` belongs to: theirs, if they come from one, else `graph`.

    Raises ValueError where they come from several.
    """
    first = shown = None
    for v in values:
        for given in v if type(v) is list else (v,):
            x = given
            if not isinstance(x, SymbolicTensor):
                # A variable of TensorFlow 1 belongs to its graph; functions take those of the graphs around.
                x = getattr(x, "_snapshot", None) if not graph.building_function and getattr(x, "_in_graph_mode", False) else None
                if not isinstance(x, SymbolicTensor):
                    continue
            if x._op.graph.building_function:
                continue
            if first is None:
                first, shown = x, given
            elif x._op.graph is not first._op.graph:
                texts = [_as_handle(t) for t in (given, shown)]
                raise ValueError(f"{texts[0]} must be from the same graph as {texts[1]} (graphs are {x.graph} and {first.graph}).")
    return graph if first is None else first._op.graph


def _as_handle(x: Any) -> str:
    """A tensor, or the handle of a variable, as text."""
    return str(x) if isinstance(x, SymbolicTensor) else f'Tensor("{x.name}", shape=(), dtype=resource)'


def _full_name(graph: Graph, o: Any, name: str | None) -> str:
    """The name that the node for `o` gets: `name` where that is to be taken as it is, else one that is free."""
    return name[:-1] if name is not None and name.endswith("/") else graph._node_name(o, name)


_WITH_CONSTANTS_BESIDE = frozenset(kind for (kind, _), name in CONSTANT_NAMES.items() if name.startswith("../"))


def _beside(graph: Graph, o: Any, values: Sequence[Any]) -> bool:
    """Whether a constant for a static argument is none within the operation's name: all axes of a reduction, and what was given."""
    if graph.given_inputs and any(kind == o.type for kind, _ in graph.given_inputs):
        return True
    if o.type in _WITH_CONSTANTS_BESIDE:
        return True
    at = o.all_axes_at
    return at is not None and values[at] is None


def _all_axes(graph: Graph, x: Any) -> Any:
    """The axes of `x`, whose rank is not known, as TensorFlow's graphs count them."""
    if x.shape.rank is None:
        rank = record(graph, REGISTRY["Rank"], [x], "Rank")
    else:
        rank = graph._constant(convert_to_tensor(x.shape.rank, dtypes.int32), "Rank")
    first, step = (convert_to_tensor(n, dtypes.int32) for n in (0, 1))
    return record(graph, REGISTRY["Range"], [first, rank, step], "range")


def _named_captures(graph: Graph, o: Any, values: Sequence[Any], name: str | None) -> str | None:
    """Capture what is of a graph around, by names within the operation's own; that name, to be taken as it is, if there was any."""
    full = None
    for v in values:
        for x in v if type(v) is list else (v,):
            if isinstance(x, SymbolicTensor) and x._op.graph is not graph and id(x) not in graph.captured:
                if full is None:
                    full = _full_name(graph, o, name)
                graph._local(x, full)
    return name if full is None else full + "/"


def _constant_path(graph: Graph, o: Any, full: str, key: str) -> str:
    """The whole name of the constant for the input `key` of an operation named `full`, to be taken as it is."""
    name = CONSTANT_NAMES.get((o.type, key), key)
    if name.startswith("../"):
        full, name = full.rpartition("/")[0], name[3:]
    path = f"{full}/{name}" if full else name
    return (graph.unique_name(path + "/") if name == "Const" or path in graph.taken_beforehand else path) + "/"


def _named_constants(
    graph: Graph, o: Any, values: Sequence[Any], name: str | None, of_operator: bool
) -> tuple[str | None, dict[str, Any] | None, dict[tuple[int, int], Any]]:
    """Give the constants among `values` names within the operation's own, as `add/y`.

    `of_operator`: one of Python's operators makes it. It gives that name, to be taken as it is, the constants for what the kernel
    takes as Python numbers, by TensorFlow's names, and the nodes of the others, by their places in `values` and in a list there.
    """
    eager = any(type(x) is EagerTensor for v in values for x in (v if type(v) is list else (v,)))
    # In functions these are made where they are written, under the same names; but not what stands beside the operation.
    static_params: Any = ()
    beside = _beside(graph, o, values)
    if o.static_params and (not graph.building_function or beside) and scope_of(o) is None:
        static_params = list(static_constants(o, values))
    packed = []  # (the place of the argument, that within a list or None, what packs a list of numbers and tensors)
    for at, v in enumerate(values):
        for i, x in enumerate(v if type(v) is list else (v,)):
            if type(x) is SymbolicTensor and x._op.name.startswith(UNNAMED[:-1]) and x._op.type in _NAMED_LATER:
                packed.append((at, i if type(v) is list else None, x))
    if not eager and not static_params and not packed and not beside:
        return name, None, {}
    full = _full_name(graph, o, name)
    names = [n for n in o.names if n != "name"]
    theirs = input_names(o)
    wanted: list[tuple[int, str, Any, tuple[int, int] | None]] = []
    for at, v in enumerate(values):
        for i, x in enumerate(v if type(v) is list else (v,)):
            if type(x) is EagerTensor:
                label: str
                place, label = theirs.get(names[at], (at, names[at]))
                if label in _FIRST.get(o.type, ()) or CONSTANT_NAMES.get((o.type, label), "").startswith("../"):
                    place -= len(names)
                if type(v) is list:
                    label = str(i) if o.type in COUNTED_ALONE else f"{label}_{i}"
                elif of_operator:
                    label = OPERANDS.get(label, label)
                wanted.append((place, label, x, (at, i)))
    for at, i, x in packed:
        label = constant_name(o, theirs.get(names[at], (at, names[at]))[1])
        graph._name_packed(x._op, f"{full}/{label if i is None else i if o.type in COUNTED_ALONE else f'{label}_{i}'}")
    for key, value in static_params:
        wanted.append((theirs.get(key, (len(names), key))[0], key, value, None))
    if len(wanted) > 1:
        wanted.sort(key=lambda w: w[0])  # TensorFlow converts inputs in the order in which they are declared
    static, made, nodes = dict(static_params), {}, {}
    if "reduction_indices" in static and o.all_axes_at is not None and values[o.all_axes_at] is None and values[0].shape.rank == 0:
        del static["reduction_indices"]  # which TensorFlow counts as those of a tensor of unknown rank
        wanted = [w for w in wanted if w[1] != "reduction_indices"]
    if "reduction_indices" not in static and "reduction_indices" in theirs and isinstance(values[0], SymbolicTensor) and beside:
        made["reduction_indices"] = _all_axes(graph, values[0])
    for _, key, value, place in wanted:
        if place is not None:
            path = _constant_path(graph, o, full, key)
            nodes[place] = graph._as_node(value, path) if graph.building_function else graph._constant(value, path)
            continue
        shown = graph.given_inputs.pop((o.type, key), None) if graph.given_inputs else None
        if shown is None:
            # All axes of a reduction are a constant beside it, not within; those that are given are within.
            every = key == "reduction_indices" and values[names.index("axis")] is None
            within = not every or (o.type, key) in CONSTANT_NAMES
            if key == "reduction_indices" and not every:
                path = f"{full}/{key}/"
            else:
                path = _constant_path(graph, o, full, constant_name(o, key)) if within else "Const"
            tried = first_tried(o, key, value) if within and value is not None else None
            if tried is not None:
                graph._constant(tried, path)
                path = f"{path[:-1]}_1/"
            shown = graph._constant(value, path)
        elif shown._op.name.startswith(UNNAMED[:-1]):
            graph._name_packed(shown._op, f"{full}/{constant_name(o, key)}")
        made[key] = shown
    return full + "/", made or None, nodes


higher.install(record=record)
