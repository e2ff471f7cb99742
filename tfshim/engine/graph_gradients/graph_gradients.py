"""Gradient tapes inside traced functions.

While tracing, a tape keeps the same books as in eager mode, on symbolic tensors. In the graph it leaves nodes that
open a real tape when the function runs, alias what is watched and compute gradients, so that loops, branches and
calls inside it need nothing of their own.
"""

import functools
import weakref
from typing import Any

import torch

from tfshim.engine.gradients import row_gradients
from tfshim.engine.gradients.aliases import Accumulation, Tape, is_trainable_dtype, start_of
from tfshim.engine.gradients.backward import run_backward, seeded
from tfshim.engine.gradients.tape import components, warn_of_recording
from tfshim.engine.graph_gradients import by_operation, missing_gradients, outer_tapes
from tfshim.engine.graph_gradients.gradient_nodes import ZEROS, ones_like, zeros
from tfshim.engine.graph_gradients.symbolic_gradients import gradients as symbolic_gradients
from tfshim.engine.graphs.connections import connected, starts
from tfshim.engine.graphs.func_graph import as_graph_tensor
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.recording import in_scope, out_of_scope
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.readable import written_down
from tfshim.engine.values.tensor import EagerTensor, Tensor


def _open(persistent: bool, watch_accessed: bool) -> Tape:
    tape = Tape(persistent, watch_accessed)
    tape.promised = True
    tape.push()
    return tape


def _open_forward() -> Any:
    tape = Accumulation()
    tape.push()
    return tape


def _pop(tape: Any) -> None:
    tape.pop()


def _push(tape: Any) -> None:
    tape.push()


def _watch_variable(tape: Any, variable: Any) -> None:
    tape.explicit.add(id(variable))
    variable._alias = None


def _alias(tape: Any, x: Any) -> Any:
    return start_of(x)


def _detach(x: Any) -> torch.Tensor:
    # Under a tape of the caller the value stays attached: that tape may ask for it.
    return x.detach() if TS.tape is None else x


def inputs_of_run(tapes: Any, tensors: Any, variables: Any) -> Any:
    """(what gradients are taken by, which source each belongs to, the variables) for `tensors` and then `variables`.

    `tapes`: for each variable the tape that has seen it. The lists alone hold the reads of variables: their memory goes back to the
    variables when a tape is done.
    """
    inputs, places = list(tensors), list(range(len(tensors)))
    held = [reference() for reference in variables]
    for i, (tape, variable) in enumerate(zip(tapes, held)):
        reads = [made for _, made in tape.variables.get(id(variable), (None, ()))[1]]
        inputs += reads
        places += [len(tensors) + i] * len(reads)
    return inputs, places, held


def _gradient(
    tape: Any, targets: Any, weights: Any, tensors: Any, variables: Any, rows: Any, again: bool = False, keep: bool = False
) -> list[Any]:
    """Gradients for `tensors`, then for `variables`; zeros where a run does not connect what the graph does.

    `rows` has for each the dtypes of the indices and the shape of IndexedSlices, or None for a dense gradient; `again`: whether
    the graph differentiates the results; `keep`: whether what the tape recorded is needed after this.
    """
    return gradients_of_run([tape], targets, weights, tensors, variables, [tape] * len(variables), rows, again, keep)


def gradients_of_run(
    tapes: Any, targets: Any, weights: Any, tensors: Any, variables: Any, owners: Any, rows: Any, again: bool = False, keep: bool = False
) -> list[Any]:
    """As `_gradient`, of what `tapes` have recorded together; `owners`: for each variable the tape that has seen it."""
    outputs, grad_outputs = seeded(targets, weights)
    inputs, places, held = inputs_of_run(owners, tensors, variables)
    results: list[Any] = [None] * (len(tensors) + len(variables))
    if outputs and inputs:
        again = again or TS.tape is not None
        retain = again or keep or any(tape.persistent or tape.shared for tape in tapes)
        found, of_tables = _backward(outputs, inputs, grad_outputs, retain, again)
        for place, x, g in zip(places, inputs, found):
            if id(x) in of_tables:
                if g is None and rows[place] and places.count(place) == 1:
                    results[place] = of_tables[id(x)]
                    continue
                whole = of_tables[id(x)].dense()
                g = whole if g is None else g + whole
            if g is not None:
                # The node has declared its outputs when it was built, by what the graph connects.
                if g.is_sparse and not rows[place]:
                    g = g.to_dense()
                results[place] = g if results[place] is None else results[place] + g
    # The graph has promised tensors: a source may be connected in the graph and not in this run, e.g. in a branch not taken.
    for i, r in enumerate(results):
        if r is None:
            results[i] = torch.zeros_like(tensors[i] if i < len(tensors) else held[i - len(tensors)]._t)
        elif type(r) is not row_gradients.Rows and r.is_conj():
            # NumPy reads no tensor that torch has conjugated lazily.
            results[i] = r.resolve_conj()
    made = []
    for r, dtypes_of_rows in zip(results, rows):
        made.extend((r,) if dtypes_of_rows is None else _parts(r, *dtypes_of_rows))
    if not again and not keep and not any(tape.persistent or tape.parent is not None for tape in tapes):
        del inputs, held  # `release` empties only aliases that nobody else holds
        for tape in tapes:
            tape.release()
    return made


def _gradient_of_replicas(
    tapes: Any, targets: Any, weights: Any, tensors: Any, variables: Any, owners: Any, rows: Any, again: bool = False
) -> list[Any]:
    return gradients_of_run(tapes, targets, weights, tensors, variables, [tapes[i] for i in owners], rows, again)


def _backward(outputs: Any, inputs: Any, weights: Any, retain: bool, again: bool) -> tuple[Any, dict[int, row_gradients.Rows]]:
    """The gradients for `inputs`, and those of rows that are not among them."""
    if not written_down():
        return run_backward(outputs, inputs, weights, retain, again), {}
    with row_gradients.collected() as of_tables:
        return run_backward(outputs, inputs, weights, retain, again), of_tables


def _parts(gradient: Any, index_dtype: Any, shape_dtype: Any) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Values, indices and shape of IndexedSlices; every row where this run made a dense gradient."""
    shape = torch.tensor(gradient.shape, dtype=shape_dtype)
    if type(gradient) is row_gradients.Rows:
        values, indices = gradient.slices()
        return values, indices.to(index_dtype), shape
    if gradient.is_sparse:
        return gradient._values(), gradient._indices()[0].to(index_dtype), shape
    return gradient, torch.arange(len(gradient), dtype=index_dtype, device=gradient.device), shape


def _hold(*part: Any) -> Any:
    return part


def _gradient_of_held(part: Any, weights: Any, rows: Any) -> list[Any]:
    tape, targets, tensors, variables = part
    return _gradient(tape, targets, weights, tensors, variables, rows, keep=True)  # a loop may ask again


# What a function, loop or branch gets of a tape of a function around it: tensors that came in one by one would be cut off.
HOLD = InnerOp("_TapeHold", _hold, names=("tape", "targets", "tensors", "variables"))
_GRADIENT_OF_HELD = InnerOp("_GradientOfHeld", _gradient_of_held, stateful=True, names=("part", "weights", "rows"))
_OPEN = InnerOp("_TapeOpen", _open, stateful=True, names=("persistent", "watch_accessed"))
_OPEN_FORWARD = InnerOp("_TapeOpenForward", _open_forward, stateful=True)
_POP = InnerOp("_TapePop", _pop, stateful=True, names=("tape",))
_PUSH = InnerOp("_TapePush", _push, stateful=True, names=("tape",))
_WATCH = InnerOp("_TapeWatch", _watch_variable, stateful=True, names=("tape", "variable"))
_ALIAS = InnerOp("_TapeAlias", _alias, names=("tape", "x"))
_DETACH = InnerOp("_Detach", _detach, names=("x",))
_ZEROS = ZEROS  # files of earlier versions name it so
_NAMES = ("tape", "targets", "weights", "tensors", "variables", "rows")
_NAMES_OF_REPLICAS = ("tapes", "targets", "weights", "tensors", "variables", "owners", "rows")
_GRADIENT = InnerOp("_Gradient", _gradient, stateful=True, names=_NAMES)
# Of replicas of a strategy that have made something together: `tapes` of all of them, `owners` for each variable the place of its tape.
GRADIENT_OF_REPLICAS = InnerOp("_GradientOfReplicas", _gradient_of_replicas, stateful=True, names=_NAMES_OF_REPLICAS)
# What gives gradients that are differentiated themselves, in place of what gives them.
_AGAIN = {
    o.type: InnerOp(o.type, functools.partial(o.kernel, again=True), stateful=True, names=o.names)
    for o in (_GRADIENT, GRADIENT_OF_REPLICAS)
}


def _handle(tape: Any, graph: Any) -> Any:
    handle = tape.handle
    return handle if handle._op.graph is graph else graph._local(handle)


def opened(tape: Any) -> None:
    """Record that `tape` starts to record in the graph under construction."""
    graph = TS.graph
    if getattr(tape, "handle", None) is None:
        made = abstract.leaf(dtypes.variant, [])
        forward = isinstance(tape, Accumulation)
        given = [] if forward else [tape.persistent, tape.watch_accessed]
        node = graph._add(_OPEN_FORWARD if forward else _OPEN, given, made)
        tape.handle = node.outputs[0]
    else:
        graph._add(_PUSH, [_handle(tape, graph)], ())


def closed(tape: Any) -> None:
    """Record that `tape` stops recording."""
    graph = TS.graph
    if graph is not None and tape.handle is not None:
        graph._add(_POP, [_handle(tape, graph)], ())


def watch_variable(tape: Any, variable: Any) -> None:
    """Record that `tape` watches `variable`."""
    graph = TS.graph
    graph._add(_WATCH, [_handle(tape, graph), variable], ())
    graph._versions += 1  # it must be read again


def watch(gradient_tape: Any, x: Any) -> None:
    """Give the symbolic tensor `x` an alias of the tape."""
    tape, graph = gradient_tape._tape, TS.graph
    known = tape.tensors.get(id(x))
    if known is not None and known[0] is x:
        return
    if tape.handle is None:  # begun outside: gradients are those of the graph, in which `x` is a source
        tape.tensors[id(x)] = (x, x)
    else:
        alias(tape, graph, x)


def alias(tape: Any, graph: Any, x: Any) -> None:
    """Let `tape` watch the symbolic tensor `x` in `graph`, by an alias of its own."""
    local = graph._local(x)  # what is watched in a branch is the input that carries it there
    base = in_scope(local, graph, TS.tapes)
    made = graph._add(_ALIAS, [_handle(tape, graph), base], abstract.leaf_like(base)).outputs[0]
    made._rec = tape
    for seen in (x, local):
        tape.tensors[id(seen)] = (seen, made)
    local._src, local._rec = made, tape


def detach(graph: Any, x: Any) -> Any:
    """A symbolic tensor with the value of `x`, on no tape of this graph."""
    return graph._add(_DETACH, [x], abstract.leaf_like(x)).outputs[0]


def _taken_apart(graph: Any) -> set[int]:
    """The ids of the tensors of `graph` of which an operation takes rows."""
    return {id(node.arguments[0]) for node in graph._operations if getattr(node._op_def, "rows", None)}


def _only_rows(graph: Any, tape: Any, source: Any, targets: Any, taken_apart: set[int]) -> Any:
    """(indices, their dtype, dtype of the shape) if `targets` need only some rows of `source`, else None.

    The indices are None where several operations take rows. `taken_apart`: of the graph, as `_taken_apart` gives it.
    """
    if TS.tape is not None:
        return None  # only the gradient of a leaf comes as rows
    points = {id(t) for t in starts(tape, source)}
    if points.isdisjoint(taken_apart):  # of most variables: the whole graph is not gone through for each of them
        return None
    needed = {id(t) for t in targets}
    if points & needed:
        return None
    uses = []
    for node in reversed(graph._operations):
        if not any(id(t) in needed for t in node.outputs) or node._op_def.grad is None:
            continue
        for at, a in enumerate(node.arguments):
            for x in a if type(a) is list else (a,):
                if not isinstance(x, Tensor):
                    if hasattr(x, "building_function") and any(v is source for v in x.variables):
                        return None
                    continue
                needed.add(id(x))
                if id(x) in points:
                    uses.append((node, at))
    found = None
    while uses:
        node, at = uses.pop()
        rows = node._op_def.rows(*node.arguments) if at == 0 and getattr(node._op_def, "rows", None) else None
        if rows is None:
            return None
        found = (rows[0] if found is None else None, rows[0].dtype, rows[1])
    return found


def _leaves_of_rows(x: Any, indices: Any, index_dtype: Any, shape_dtype: Any) -> list[Any]:
    """What is known of values, indices and shape of the IndexedSlices for `x`."""
    count = None if indices is None else indices.shape.num_elements()
    return [
        abstract.leaf(x.dtype, None if x.shape.rank is None else [count, *x.shape[1:]]),
        abstract.leaf(index_dtype, [count]),
        abstract.leaf_of_shape(x, shape_dtype),
    ]


def refuse_symbolic(target: Any) -> None:
    """Raise TypeError for a target that is a tensor of a graph, outside of it."""
    for t in components(target):
        if isinstance(t, SymbolicTensor):
            raise out_of_scope(t)


def tape_of(gradient_tape: Any, graph: Any = None) -> Any:
    """The recording of a `GradientTape`, which ends with the first request for gradients; with `graph` its symbolic tensor there."""
    tape = gradient_tape._tape
    if graph is not None:
        return _handle(tape, graph)
    if gradient_tape._recording and not tape.persistent:
        gradient_tape._pop_tape()
    return tape


def finish(gradient_tape: Any) -> None:
    """Forget a tape that is not persistent."""
    if not gradient_tape._persistent:
        gradient_tape._watched = gradient_tape.watched_variables()
        gradient_tape._tape = None


def target_of(gradient_tape: Any, graph: Any, t: Any) -> Any:
    """The target `t` as the tape saw it in `graph`; None where no gradients flow into its dtype."""
    tape = gradient_tape._tape
    if is_variable(t):
        t = gradient_tape._read_again(t)
    elif type(t) is EagerTensor or not isinstance(t, Tensor):
        t = as_graph_tensor(graph, t)
    known = tape.tensors.get(id(t))
    t = known[1] if known is not None and known[0] is t else (t if t._src is None else t._src)
    if t._op.graph is not graph:
        t = graph._local(t)
    return t if is_trainable_dtype(t.dtype) else None


def connected_sources(graph: Any, tape: Any, targets: Any, sources: Any) -> Any:
    """(sources as they are in the graph, connected tensors, connected variables, place of each source among both or None)."""
    sources = [graph._as_node(s) if type(s) is EagerTensor else s for s in sources]
    links = connected(graph, tape, targets, sources)
    tensors = [(i, _local(graph, tape, starts(tape, s)[0])) for i, s in enumerate(sources) if links[i] and not is_variable(s)]
    variables = [(i, s) for i, s in enumerate(sources) if links[i] and is_variable(s)]
    order: list[int | None] = [None] * len(sources)
    for at, (i, _) in enumerate((*tensors, *variables)):
        order[i] = at
    return sources, [t for _, t in tensors], [v for _, v in variables], order


def _local(graph: Any, tape: Any, x: Any) -> Any:
    """`x` in `graph` as `tape` sees it, even if that does not record any more."""
    if x._op.graph is graph:
        return x
    saved = TS.tapes
    TS.tapes = (*saved, tape)
    try:
        return graph._local(x)
    finally:
        TS.tapes = saved


def recorded(node: Any, tape: Any, sources: Any) -> list[Any]:
    """The outputs of a node of derivatives by `sources`, which the tapes around it follow."""
    node.starts = [t for s in sources for t in starts(tape, s)]
    read = [t for _, reads in tape.variables.values() for _, t in reads]
    node.watched = [*read, *[alias for _, alias in tape.tensors.values()]]
    if TS.tape is not None:
        for t in node.outputs:
            t._rec = TS.tape
    return node.outputs


def _of_itself(graph: Any, source: Any, target: Any, output_gradients: Any) -> Any:
    """The gradient for a source that is a target too, though nothing watched it: ones, or its weight. None for others."""
    found = None
    given = None if output_gradients is None else components(output_gradients)
    for i, t in enumerate(components(target)):
        if t is source and isinstance(t, Tensor) and is_trainable_dtype(t.dtype):
            own = ones_like(graph, t) if given is None or given[i] is None else as_graph_tensor(graph, given[i])
            found = own if found is None else found + own
    return found


def differentiated_again(node: Any) -> None:
    """Let `node`, gradients of a tape, be differentiated itself when the graph runs."""
    node._op_def, node.again = _AGAIN[node._op_def.type], True


def tape_gradient(gradient_tape: Any, target: Any, sources: Any, output_gradients: Any, unconnected: str) -> Any:
    """`GradientTape.gradient` in a graph: symbolic gradients, or None where nothing connects."""
    recording = gradient_tape._recording
    if recording and gradient_tape._persistent:
        warn_of_recording()
    graph, tape = TS.graph, tape_of(gradient_tape)
    if tape.handle is None:
        found = outer_tapes.gradient(tape, target, sources, output_gradients)
    elif tape.before is not None:
        found = higher.continued_gradient(gradient_tape, recording, target, sources, output_gradients)
    else:
        found = gradients_in_graph(gradient_tape, recording, target, sources, output_gradients)
    if unconnected == "zero":
        found = [zeros(graph._as_node(s) if type(s) is EagerTensor else s) if g is None else g for s, g in zip(sources, found)]
    finish(gradient_tape)
    return found


def gradients_in_graph(gradient_tape: Any, recording: bool, target: Any, sources: Any, output_gradients: Any) -> list[Any]:
    """The gradients of what the tape has recorded in the graph under construction and those around it.

    `recording`: whether it was recording when it was asked for them.
    """
    graph, tape = TS.graph, gradient_tape._tape
    own, around = ([], []), ([], [])
    given = None if output_gradients is None else components(output_gradients)
    for i, t in enumerate(components(target)):
        place, t = (graph, None) if t is None else place_of(gradient_tape, graph, t)
        if t is not None:
            flat, weights = own if place is graph else around
            flat.append(t)
            w = None if given is None else given[i]
            weights.append(None if w is None else as_graph_tensor(graph, convert_to_tensor(w, t.dtype)))
    home = tape.handle._op.graph
    if own[0] and TS.replica is not None and reaches(graph, tape, own[0]):
        results = TS.replica.gradients(tape, *own, sources)
    else:
        results = _from(graph, tape, *own, sources) if own[0] or home is graph else [None] * len(sources)
    if home is not graph:
        if own[0] and recording:
            _through_captures(graph, home, *own, *around)
        if around[0]:
            results = [g if r is None else r if g is None else r + g for r, g in zip(results, _from(home, tape, *around, sources))]
    for i, s in enumerate(sources):
        if results[i] is None:
            results[i] = _of_itself(graph, s, target, output_gradients)
    return results


def reaches(graph: Any, tape: Any, targets: Any) -> bool:
    """Whether one of `targets` depends on what replicas of a strategy have made together while `tape` recorded."""
    return bool(tape.together) and any(connected(graph, tape, targets, tape.together))


def place_of(gradient_tape: Any, graph: Any, t: Any) -> tuple[Any, Any]:
    """(graph, target in it) for a target: the graph of the tape if it is a tensor of that one, else `graph`; None for the second as
    `target_of` gives it."""
    home = gradient_tape._tape.handle._op.graph
    if home is graph or not isinstance(t, SymbolicTensor) or t._op.graph is not home:
        return graph, target_of(gradient_tape, graph, t)
    return home, target_of(gradient_tape, home, t)


def _through_captures(graph: Any, home: Any, targets: Any, weights: Any, outer: list[Any], outer_weights: list[Any]) -> None:
    """Add to `outer` the tensors of `home` that `targets` use cut off from their tape, and to `outer_weights` what flows there."""
    cut = [(source._op.arguments[0], inner) for source, inner in graph.captured.values() if source._op._op_def is _DETACH]
    cut = [(x, inner) for x, inner in cut if x._op.graph is home]
    found = symbolic_gradients(targets, [inner for _, inner in cut], weights, None, False, None, None, "none")
    for (x, _), g in zip(cut, found):
        if g is not None:
            outer.append(x)
            outer_weights.append(g)


def _from(home: Any, tape: Any, targets: Any, weights: Any, sources: Any) -> list[Any]:
    """Gradients in the graph under construction of `targets`, tensors of `home`, which is that graph or one around it."""
    graph = TS.graph
    within = [s for s in sources if home is graph or not isinstance(s, SymbolicTensor) or s._op.graph is not graph]
    wanted = Wanted(home, tape, targets, within)
    missing_gradients.refuse(home, targets, wanted.starts(), by_tape=True)
    if home is graph and by_operation.concerned(home, wanted.starts()):
        made = _by_operation(graph, targets, weights, within, wanted.points, wanted.order)
    elif not wanted.leaves:
        made = [None] * len(within)
    else:
        tensors, references, kinds = wanted.tensors, wanted.references(), wanted.kinds()
        if home is graph:
            node = graph._add(_GRADIENT, [_handle(tape, graph), targets, weights, tensors, references, kinds], wanted.leaves)
        else:
            held = home._add(HOLD, [_handle(tape, home), targets, tensors, references], abstract.leaf(dtypes.variant, []))
            node = graph._add(_GRADIENT_OF_HELD, [graph._local(held.outputs[0]), weights, kinds], wanted.leaves)
        made = wanted.gradients(recorded(node, tape, wanted.asked))
    found = {id(s): g for s, g in zip(within, made)}
    return [found.get(id(s)) for s in sources]


def gradients_around(tape: Any, targets: Any, weights: Any, sources: Any) -> list[Any]:
    """Gradients in the graph under construction of `targets`, which `tape` has recorded in a graph around it."""
    home = tape.handle._op.graph
    seen = [starts(tape, t)[0] for t in targets]
    return _from(home, tape, [t if t._op.graph is home else home._local(t) for t in seen], weights, sources)


class Wanted:
    """Those of `sources` that lead to `targets` as `tape` has seen it in `graph`: `tensors` and, behind them, `variables`.

    `asked` are the sources in this order, `points` the tensors through which each was seen, `order` the place of each source or None,
    `leaves` what is known of the gradients.
    """

    def __init__(self, graph: Any, tape: Any, targets: Any, sources: Any) -> None:
        nodes, self.tensors, self.variables, self.order = connected_sources(graph, tape, targets, sources)
        by_place = {at: s for at, s in zip(self.order, nodes) if at is not None}
        self.asked = [by_place[at] for at in range(len(by_place))]
        self.points = [[t] for t in self.tensors] + [starts(tape, v) for v in self.variables]
        taken_apart = _taken_apart(graph)
        self._rows = [_only_rows(graph, tape, s, targets, taken_apart) for s in self.asked]
        self.leaves: list[Any] = []
        self._places = []
        for x, indices in zip([*self.tensors, *self.variables], self._rows):
            self._places.append(len(self.leaves))
            if indices is not None:
                self.leaves += _leaves_of_rows(x, *indices)
            elif is_variable(x):
                self.leaves.append(abstract.leaf(x.dtype, x.shape))
            else:
                self.leaves.append(abstract.Leaf((x.dtype, x._shape, x._a, x._b)))

    def starts(self) -> list[Any]:
        """All of `points`."""
        return [t for own in self.points for t in own]

    def references(self) -> tuple[Any, ...]:
        """To the variables: as in TensorFlow, a traced function does not keep them alive."""
        return tuple(weakref.ref(v) for v in self.variables)

    def kinds(self) -> tuple[Any, ...]:
        """For each gradient None, or the dtypes of the indices and the shape of IndexedSlices."""
        return tuple(r and (r[1].torch, r[2].torch) for r in self._rows)

    def leaves_of(self, at: int) -> list[Any]:
        """Those of `leaves` that are known of the gradient for `asked[at]`."""
        return self.leaves[self._places[at] :][: 1 if self._rows[at] is None else 3]

    def gradients(self, outputs: Any) -> list[Any]:
        """The gradient for each source, of `outputs`, which stand for `leaves`; None where nothing connects."""
        found: list[Any] = []
        for at in self.order:
            if at is None:
                found.append(None)
                continue
            place = self._places[at]
            first = outputs[place]
            found.append(first if self._rows[at] is None else IndexedSlices(first, *outputs[place + 1 : place + 3]))
        return found


def _by_operation(graph: Any, targets: Any, weights: Any, sources: Any, points: Any, order: Any) -> list[Any]:
    """Gradients by `sources`, of which `order` says at which tensors of `points` they come in."""
    flat = [t for own in points for t in own]
    found = {id(t): g for t, g in zip(flat, by_operation.gradients(graph, targets, weights, flat))}
    arrived = [[found[id(t)] for t in own if found[id(t)] is not None] for own in points]
    sums = [sum(own[1:], own[0]) if own else None for own in arrived]
    return [None if at is None else sums[at] for _, at in zip(sources, order)]


higher.install(
    tape_opened=opened,
    tape_closed=closed,
    tape_watches_variable=watch_variable,
    tape_watches_tensor=watch,
    tape_gradient=tape_gradient,
    differentiated_again=differentiated_again,
    refuse_symbolic=refuse_symbolic,
    detach=detach,
)
