"""Branches and loops of a graph: nodes whose attributes are graphs.

A branch or body is a `FuncGraph`; what it takes from outside are its captures, inputs of the node. When the graph
runs, the node's kernel is a Python `if` or `while` around compiled programs, so gradients are torch's own.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.gradients.joined_results import joined
from tfshim.engine.graphs import func_graph, scalar_loops
from tfshim.engine.graphs.branch_agreement import check_same, match_indices
from tfshim.engine.graphs.inner_links import links
from tfshim.engine.graphs.operation import InnerOp, Operation
from tfshim.engine.graphs.programs import written_control_flow
from tfshim.engine.graphs.programs.arrays import array_gradients, array_loops
from tfshim.engine.graphs.recording import in_scope
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.execution import usable
from tfshim.engine.ops.op_defs import by_name
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.readable import written_down
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.graphs.func_graph import FuncGraph
    from tfshim.engine.graphs.graph import Graph


def add_node(
    kind: str,
    kernel: Callable[..., Any],
    names: tuple[str, ...],
    arguments: list[Any],
    leaves: Iterable[Any],
    *,
    stateful: bool = False,
    name: str | None = None,
    graphs: Sequence[FuncGraph] = (),
) -> list[Any]:
    """Add a node of type `kind` whose outputs are `leaves`; its list of outputs. Tensors among `arguments` may be eager."""
    return add_operation(InnerOp(kind, kernel, stateful=stateful, names=names), arguments, leaves, name, graphs)


def add_operation(
    operation: InnerOp, arguments: list[Any], leaves: Iterable[Any], name: str | None = None, graphs: Sequence[FuncGraph] = ()
) -> list[Any]:
    """As `add_node`, for an operation that is there."""
    graph = TS.graph
    arguments = [_usable(a, graph) for a in arguments]
    node = graph._add(operation, arguments, list(leaves), name)
    if operation.stateful:
        graph._versions += 1  # what was read of a variable before may not be its value any more
    for inner in graphs:
        for v in inner.variables:
            if hasattr(graph, "note_variable"):
                graph.note_variable(v)
    tape = TS.tape
    if tape is not None and (
        _recorded(arguments)
        or any(v.trainable for g in graphs for v in g.variables)
        or any(t is not None and t._rec is not None for g in graphs for t in g.outputs)
    ):
        for t in node.outputs:
            if t._dt._kind in "fc":
                t._rec = tape
    return node.outputs


def _usable(a: Any, graph: Graph) -> Any:
    if isinstance(a, SymbolicTensor):
        return in_scope(a, graph, TS.tapes)
    if type(a) is EagerTensor:
        return graph._as_node(a)
    if type(a) is list:
        return [_usable(x, graph) for x in a]
    return a


def _recorded(arguments: Iterable[Any]) -> bool:
    for a in arguments:
        for x in a if type(a) is list else (a,):
            # A variant may carry whatever was recorded.
            if isinstance(x, Tensor) and (x._rec is not None or x._dt is dtypes.variant):
                return True
    return False


def effects(graph: Graph) -> bool:
    """Whether running `graph` does more than compute its outputs."""
    return any(n.stateful and n.kind != "ReadVariableOp" for n in graph._operations)


# ---------------------------------------------------------------------- branches
def _run_branch(index: Any, graphs: Sequence[FuncGraph], captures: Sequence[Any], counts: Sequence[int]) -> list[Any]:
    if getattr(index, "ndim", 0):
        raise invalid(f"The second input must be a scalar, but it has shape {dims_text(index.shape)}")
    index = int(index)
    if not 0 <= index < len(graphs):  # as TensorFlow's Case: the last branch is the default
        index = len(graphs) - 1
    start = sum(counts[:index])
    results = [r for r in graphs[index].program()(*captures[start : start + counts[index]]) if r is not None]
    return results if TS.tape is None else with_other_branches(results, index, graphs, captures, counts)


def _run_if(predicate: Any, graphs: Sequence[FuncGraph], captures: Sequence[Any], counts: Sequence[int]) -> list[Any]:
    if predicate.__class__ is not torch.Tensor and written_down():
        return written_control_flow.branch(predicate, graphs, captures, counts)
    taken = bool(predicate)
    given = captures[: counts[0]] if taken else captures[counts[0] :]
    results = [r for r in graphs[not taken].program()(*given) if r is not None]
    return results if TS.tape is None else with_other_branches(results, not taken, graphs, captures, counts)


def with_other_branches(
    results: list[Any], taken: int, graphs: Sequence[FuncGraph], captures: Sequence[Any], counts: Sequence[int]
) -> list[Any]:
    """The results of a branch, for tapes: what only the other branches depend on has zeros for gradients."""
    others, seen, start = [], {id(x) for x in captures[sum(counts[:taken]) : sum(counts[: taken + 1])]}, 0
    for i, (graph, count) in enumerate(zip(graphs, counts)):
        if i != taken:
            places, variables, constants = links(graph)
            found = [captures[start + at] for at in sorted(places) if at < count]
            found += [v._tfshim_value()._t for v in variables.values()]
            found += [usable(x, TS.tapes) for x in constants.values() if x._rec is not None]
            for x in found:
                if id(x) not in seen:
                    seen.add(id(x))
                    others.append(x)
        start += count
    return list(joined(results, others))


def _merged(shapes: Sequence[TensorShape]) -> TensorShape:
    first = shapes[0]
    for other in shapes[1:]:
        if first.rank is None or other.rank != first.rank:
            return TensorShape(None)
        first = TensorShape([a if a == b else None for a, b in zip(first.as_list(), other.as_list())])
    return first


def scope_of(name: str) -> str:
    """The whole name of the next node `name` of the graph under construction, and a slash."""
    return TS.graph.unique_name(name, mark_as_used=False) + "/"


def _inner_scope(scope: str) -> str:
    """What goes before the names of the operations within the node of which `scope_of` gives `scope`."""
    return scope if func_graph.names_by_scopes(TS.graph) else ""


def _part_name(scope: str, part: str) -> str:
    return (scope + part).replace("/", "_")


def trace_branch(label: str, function: Callable[..., Any], scope: str, told_as: Any = None) -> FuncGraph:
    """`function` traced as the branch `label` of the node of which `scope_of` gives `scope`; errors name it `told_as`."""
    inner, node = _inner_scope(scope), scope.rstrip("/")
    return func_graph.trace(
        _part_name(scope, label), function, [], outer=TS.graph, keep_tapes=True, scope=inner, part_of=node, told_as=told_as
    )


def branch_node(index: Tensor, graphs: Sequence[FuncGraph], name: str, results_in: str | None = None) -> list[Any]:
    """The flat outputs (None where a branch gives none) of running the one of `graphs` that `index` names.

    All have outputs of the same dtypes. `index` is boolean for two branches, true first, else an integer. `results_in`: the scope of
    what passes the outputs on, with a slash at its end; by default that of the node's name.
    """
    # The inputs of all branches: which of them runs is known at run time only.
    captures = [c for g in graphs for c in g.outer_captures]
    counts = tuple(len(g.captured) for g in graphs)
    flat = list(zip(*[g.outputs for g in graphs]))
    leaves = [abstract.leaf(ts[0].dtype, _merged([t.shape for t in ts])) for ts in flat if ts[0] is not None]
    stateful = any(map(effects, graphs))
    boolean = index.dtype is dtypes.bool
    kind = ("" if stateful else "Stateless") + ("If" if boolean else "Case")
    if not boolean and index.dtype is not dtypes.int32:
        raise TypeError(f"Input 'branch_index' of '{kind}' Op has type {index.dtype.name} that does not match expected type of int32.")
    made = iter(
        add_node(
            kind,
            _run_if if boolean else _run_branch,
            ("cond", "branches", "input", "counts"),
            [index, tuple(graphs), captures, counts],
            leaves,
            stateful=stateful,
            name=name,
            graphs=graphs,
        )
    )
    outputs = [None if ts[0] is None else next(made) for ts in flat]
    given = [x for x in outputs if x is not None]
    if not given:
        return outputs
    given[0].op.by_switches = boolean and func_graph.has_switches(TS.graph)
    with name_scope(results_in or f"{given[0].op.name}/"):
        return [func_graph.returned(TS.graph, x, "Merge" if given[0].op.by_switches else None) for x in outputs]


def branches(index: Tensor, functions: Sequence[Callable[[], Any]], name: str, labels: Sequence[str], public: str) -> Any:
    """Trace `functions`, check that their results agree and give the result of the one that `index` selects."""
    scope = scope_of(name)
    if isinstance(index, SymbolicTensor) and index._op.graph is not TS.graph:  # what decides is captured before what the branches use
        index = TS.graph._local(index, TS.graph.unique_name(name, mark_as_used=False))
    parts = [f"branch{i}" if label.endswith("]") else label.removesuffix("_fn") for i, label in enumerate(labels)]
    graphs = [trace_branch(part, functools.partial(_with_tensors, f, index), scope, f) for part, f in zip(parts, functions)]
    match_indices(graphs, public)
    check_same(graphs, labels, public, func_graph.names_by_scopes(TS.graph))
    flat = branch_node(index, graphs, name)
    return nest.pack_sequence_as(graphs[0].structured_outputs, flat, expand_composites=True)


def _with_tensors(function: Callable[[], Any], index: Tensor) -> Any:
    """What a branch gives, for each operation in it a tensor that waits for that one: what was decided by."""
    result = function()
    if not any(isinstance(x, Operation) for x in nest.flatten(result)):
        return result

    def tensor(x: Any) -> Any:
        if not isinstance(x, Operation):
            return x
        with TS.graph.control_dependencies([x]):
            first = func_graph.has_switches(TS.graph)
            name = "control_dependency" if first else "Identity"
            within = TS.graph.unique_name(name, mark_as_used=False)
            made = func_graph.returned(TS.graph, TS.graph._local(index, within), name)
            made.op.gives_pivot = first
            return made

    return nest.map_structure(tensor, result)


# ---------------------------------------------------------------------- loops
def _run_while(
    cond: FuncGraph, body: FuncGraph, maximum: Any, values: Sequence[Any], cond_captures: Sequence[Any], body_captures: Sequence[Any]
) -> list[Any]:
    if any(v.__class__ is not torch.Tensor for v in values) and written_down():
        if not any(v.__class__ is np.ndarray for v in values):
            return written_control_flow.loop(cond, body, maximum, values, cond_captures, body_captures)
        return _by_turns(cond, body, maximum, values, [*cond_captures, *body_captures])
    limit = None if maximum is None else int(maximum)
    # Single numbers and small tensors are faster by NumPy than by torch; what a tape follows has to be tensors that torch records.
    captures = [*cond_captures, *body_captures]
    if torch.is_grad_enabled():
        found = array_gradients.attempt(cond, body, limit, values, captures)
        if found is not None:
            return found
    ways = [scalar_loops] if TS.tapes else [scalar_loops, array_loops]
    for way in ways if all(v.ndim == 0 for v in values) else reversed(ways):
        found = way.attempt(cond, body, limit, values, captures)
        if found is not None:
            return found
    test, step = cond.program(), body.program()
    count = 0
    while (limit is None or count < limit) and bool(test(*values, *cond_captures)[0]):
        values = step(*values, *body_captures)
        count += 1
    return list(values)


def _by_turns(cond: FuncGraph, body: FuncGraph, maximum: Any, values: Sequence[Any], captures: Sequence[Any]) -> list[Any]:
    """The loop turn by turn while torch writes its operations down, since torch's own loops carry no lists of tensors."""
    found, why = None, None
    try:
        found = scalar_loops.turn_by_turn(cond, body, None if maximum is None else int(maximum), values, captures)
    except NotImplementedError:
        raise
    except Exception as e:
        why = e
    if found is None:
        raise refused("tfshim.to_module", "lists in loops") from why
    return found


def loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    values: Sequence[Any],
    invariants: Sequence[TensorShape] | None = None,
    maximum: Tensor | int | None = None,
    name: str = "while",
    check: Callable[[FuncGraph], None] | None = None,
    parallel: int = 10,
    results_in: str | None = None,
) -> list[Any]:
    """A loop over the flat tensors `values`, whose static shapes may change only as `invariants` (flat) allow.

    `cond` and `body` take and give flat lists. `maximum` is a tensor, a number or None. The flat results. `check`
    is called with the graph of the body before its outputs are compared with its inputs. `parallel` is what graphs say of the loop.
    `results_in`: the scope of what passes the results on, with a slash at its end; by default that of the node's name.
    """
    graph = TS.graph
    values = [func_graph.as_graph_tensor(graph, v) for v in values]
    shapes = [v.shape for v in values] if invariants is None else list(invariants)
    specs = [(v.dtype, s) for v, s in zip(values, shapes)]

    arrays = 0 if func_graph.has_switches(graph) else sum(v.dtype is dtypes.variant and v._op.kind.startswith("TensorList") for v in values)

    def name_arrays() -> None:
        for _ in range(arrays):  # TensorFlow makes objects for them anew, by a name in this graph
            TS.graph.unique_name("TensorArrayV2")

    def started(function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*inputs: Any) -> Any:
            mark_recorded(inputs)
            for t, v in zip(inputs, values):
                t._handle = v._handle
            name_arrays()
            return function(*inputs)

        return run

    scope = scope_of(name)
    inner, node = _inner_scope(scope), scope.rstrip("/")
    # What is around and carries the turns, their limit and what the condition takes has inputs of its own in both parts.
    own = (
        [f"{node}/loop_counter", maximum.op.name if isinstance(maximum, SymbolicTensor) else f"{node}/maximum_iterations"] if inner else []
    )
    test = func_graph.trace(
        _part_name(scope, "cond"), started(cond), specs, outer=graph, keep_tapes=True, scope=inner, part_of=node, taken=own
    )
    if len(test.outputs) != 1 or test.outputs[0] is None:
        raise TypeError(f"The loop condition must return a boolean tensor, got {test.structured_outputs}.")
    own += [t.op.name for t in test.outer_captures] if inner else []
    step = func_graph.trace(
        _part_name(scope, "body"), started(body), specs, outer=graph, keep_tapes=True, scope=inner, part_of=node, taken=own
    )
    if check is not None:
        check(step)
    for v, s, out in zip(values, shapes, step.outputs):
        if out.dtype != v.dtype:
            raise TypeError(
                f"Loop var {v.name} enters the loop with type {v.dtype} but has type {out.dtype} after 1 iteration. "
                f"{v.name} type should remain constant."
            )
        if not _no_less_specific(s, out.shape):
            raise ValueError(_changed_shape(v, s, out))
    stateful = effects(test) or effects(step)
    made = add_node(
        ("" if stateful else "Stateless") + "While",
        _run_while,
        ("cond", "body", "maximum_iterations", "input", "cond_captures", "body_captures"),
        [test, step, maximum, values, test.outer_captures, step.outer_captures],
        [abstract.leaf(v.dtype, s) for v, s in zip(values, shapes)],
        stateful=stateful,
        name=name,
        graphs=(test, step),
    )
    made[0].op.parallel_iterations = parallel
    name_arrays()
    made[0].op.by_switches = func_graph.has_switches(graph)
    if made[0].op.by_switches:  # what comes into it waits, which what it begins with may not tell
        made[0].op.told_also = [n for ops, _ in graph._controllers for n in ops if n not in made[0].op.control_inputs]
        made[0].op.waited_within = [n for _, added in graph._controllers for n in added]
    if results_in is not None:
        made[0].op.results_in = results_in.rstrip("/")
    return made if func_graph.is_function(graph) and results_in is None else _passed_on(made)


# How many results of TensorFlow's loops come before those of the program: the count of turns and its limit.
OWN_RESULTS = 2


def _passed_on(results: list[Any]) -> list[Any]:
    """The results of a loop by nodes of their own, as in TensorFlow's graphs that are no functions."""
    made = []
    for i, t in enumerate(results):
        scope, at = getattr(t.op, "results_in", t.op.name), OWN_RESULTS + i
        name = f"{scope}/Identity_{at}"
        if t.op.by_switches:  # in TensorFlow 1 a count comes before them where there is a limit
            at = i + (by_name(t.op._op_def, t.op.arguments)["maximum_iterations"] is not None)
            name = f"{scope}/Exit_{at}" if at else f"{scope}/Exit"
        node = t.op.graph._add(func_graph.IDENTITY, [t], abstract.leaf_like(t), f"{name}/")
        passed = node.outputs[0]
        passed._rec, passed._static, passed._handle = t._rec, t._static, t._handle
        made.append(passed)
    return made


def _changed_shape(before: Tensor, shape: TensorShape, after: Tensor) -> str:
    return (
        f"Input tensor `{before.name}` enters the loop with shape {shape}, but has shape {after.shape} after one iteration. To allow the "
        "shape to vary across iterations, use the `shape_invariants` argument of tf.while_loop to specify a less-specific shape."
    )


def _no_less_specific(wanted: TensorShape, given: TensorShape) -> bool:
    if wanted.rank is None:
        return True
    if given.rank != wanted.rank:
        return False
    return all(w is None or w == g for w, g in zip(wanted.as_list(), given.as_list()))


# ---------------------------------------------------------------------- sequences
def _item(x: Any, i: int) -> Any:
    return x[i] if type(x) is not np.ndarray else np.asarray(x[i], dtype=object).reshape(x.shape[1:])


def _stacked(values: Sequence[Any], like: Any, state: Any = None) -> Any:
    """`values` as the rows of one; where there are none, of the shape of `state` or what the `like` says."""
    dtype, dims, *joined = like
    if values:
        kind = np if type(values[0]) is np.ndarray else torch
        return kind.concatenate(values) if any(joined) else kind.stack(values)
    if state is not None and not any(joined) and (dims is None or None in dims):
        dims = state.shape
    dims = [0, *[0 if d is None else d for d in (dims or ())[1 if any(joined) else 0 :]]]
    return torch.empty(dims, dtype=dtype.torch) if dtype.torch is not None else np.empty(dims, dtype=object)


def run_sequence(
    body: FuncGraph, states: Sequence[Any], elements: Sequence[Any], captures: Sequence[Any], reverse: bool, likes: Sequence[Any]
) -> list[Any]:
    """`body` on one row of `elements` after the other: the last states, and what it gives for each row, stacked as `likes` say."""
    step = body.program()
    n = len(states)
    collected = [[] for _ in likes]
    length = elements[0].shape[0]
    for i in range(length - 1, -1, -1) if reverse else range(length):
        results = step(*states, *[_item(e, i) for e in elements], *captures)
        states = results[:n]
        for c, r in zip(collected, results[n:]):
            c.append(r)
    if reverse:
        for c in collected:
            c.reverse()
    # What is collected are the states in a scan, whose first one tells the shape that no row has told.
    shown = states if len(likes) == n else [None] * len(likes)
    return [*states, *[_stacked(c, like, state) for c, like, state in zip(collected, likes, shown)]]


def sequence(
    function: Callable[..., Any],
    states: Sequence[Any],
    elements: Sequence[Any],
    reverse: bool = False,
    name: str = "while",
    joined: Any = (),
) -> tuple[list[Any], list[Any]]:
    """Call `function(states, items)` for each row of the flat tensors `elements`, within the graph under construction.

    It gives (new states, values to collect), both flat. The result: the last states and the stacked values; those whose
    positions are in `joined` may differ in their first size and are put one after the other instead.
    """
    graph = TS.graph
    states = [func_graph.as_graph_tensor(graph, s) for s in states]
    elements = [func_graph.as_graph_tensor(graph, e) for e in elements]
    n = len(states)

    def run(*inputs: Any) -> list[Any]:
        mark_recorded(inputs)
        TS.graph.rows = list(zip(elements, inputs[n:]))
        new, values = function(list(inputs[:n]), list(inputs[n:]))
        return [*new, *values]

    specs = [(s.dtype, s.shape) for s in states] + [(e.dtype, _row(e.shape)) for e in elements]
    scope = f"{scope_of(name)}while/"
    part_of, start = scope.rstrip("/") if func_graph.has_switches(graph) else None, len(graph._operations)
    body = func_graph.trace(_part_name(scope, "body"), run, specs, outer=graph, keep_tapes=True, scope=_inner_scope(scope), part_of=part_of)
    beside = graph._operations[start:]  # variables, which the turn made outside of the loop
    for before, after in zip(states, body.outputs):
        if before.dtype != after.dtype:
            raise TypeError(
                f"Loop var {before.name} enters the loop with type {before.dtype} but has type {after.dtype} after 1 "
                f"iteration. {before.name} type should remain constant."
            )
        if not _no_less_specific(before.shape, after.shape):
            raise ValueError(_changed_shape(before, before.shape, after))
    length = next((e.shape[0] for e in elements if e.shape.rank and e.shape[0] is not None), None)
    values = body.outputs[n:]
    likes = tuple((v.dtype, None if v.shape.rank is None else v.shape.as_list(), i in joined) for i, v in enumerate(values))
    leaves = [abstract.leaf(s.dtype, s.shape) for s in states]
    leaves += [
        abstract.leaf(v.dtype, joined_shape(v.shape) if i in joined else stacked_shape(length, v.shape)) for i, v in enumerate(values)
    ]
    elements += index_of_rows(body, elements)
    stateful = effects(body)
    made = add_node(
        ("" if stateful else "Stateless") + "While",
        run_sequence,
        ("body", "input", "elements", "captures", "reverse", "likes"),
        [body, states, elements, body.outer_captures, reverse, likes],
        leaves,
        stateful=stateful,
        name=name,
        graphs=(body,),
    )
    graph._operations[-1].made_beside = beside
    return made[:n], made[n:]


def _places(rows: Any) -> torch.Tensor:
    return torch.arange(len(rows))


_PLACES = InnerOp("_PlacesOfRows", _places, names=("rows",), grad=None)


def index_of_rows(body: FuncGraph, elements: Sequence[Any]) -> list[Any]:
    """The places of the rows of `elements`, as one more of these, in a list that is empty where `body` does not ask for them."""
    if body._row_index is None:
        return []
    body.inputs.append(body._row_index)
    graph = TS.graph
    if graph is None:
        return [_places(elements[0])]
    return graph._add(_PLACES, [elements[0]], abstract.leaf(dtypes.int64, [elements[0].shape[0]])).outputs


def mark_recorded(inputs: Iterable[Any]) -> None:
    """Let the tape see the floating-point inputs of a graph: what they carry may have been recorded."""
    if TS.tape is not None:
        for t in inputs:
            if t._dt._kind in "fc":
                t._rec = TS.tape


def _row(shape: TensorShape) -> TensorShape:
    return TensorShape(None) if shape.rank is None else TensorShape(shape.as_list()[1:])


def stacked_shape(length: int | None, shape: TensorShape) -> TensorShape:
    """The shape of `length` tensors of `shape`, stacked."""
    return TensorShape(None) if shape.rank is None else TensorShape([length, *shape.as_list()])


def joined_shape(shape: TensorShape) -> TensorShape:
    """The shape of tensors of `shape` put one after the other."""
    return TensorShape(None) if shape.rank is None else TensorShape([None, *shape.as_list()[1:]])
