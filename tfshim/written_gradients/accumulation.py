"""Gradients through what is written in a graph: back from targets to sources, operation by operation.

Nodes that TensorFlow has no operation for have been written as several by then, and gradients go through those.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import tfshim as tf
from tfshim.engine.graph_export import row_reads
from tfshim.engine.graph_export.contexts import Branch
from tfshim.engine.graph_export.splicing import Inside
from tfshim.engine.graph_gradients.custom_gradient import gradient_graph
from tfshim.engine.graphs.func_graph import has_switches, orders_effects
from tfshim.engine.graphs.graph_writer import NotWritten
from tfshim.engine.graphs.inner_links import given, passes_gradients, variables_within
from tfshim.engine.graphs.node_form import find_constants
from tfshim.engine.graphs.operation import RawOp, tensors_in
from tfshim.engine.ops.attr_values import value_of
from tfshim.engine.ops.op_defs import find
from tfshim.engine.ops.registered_gradients import lookup
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values.tensor import EagerTensor
from tfshim.written_forms.form import raw
from tfshim.written_gradients import calls, flow, own_gradients, switches
from tfshim.written_gradients.gates import together
from tfshim.written_gradients.inlining import DERIVATIVES, is_call, is_in_line
from tfshim.written_gradients.rows import dense, total
from tfshim.written_gradients.shapes import differentiable, like
from tfshim.written_gradients.table import Written, gradient_for
from tfshim.written_gradients.turns import Turns

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # GraphWriter of engine.graphs.graph_writer

_ENDS = frozenset(("Const", "ReadVariableOp", "Placeholder", "_Detach", "StopGradient", "PreventGradient"))
# Through which nothing goes back, though numbers lead through it.
_WAITED_FOR = frozenset(("StopGradient", "ZerosLike", "OnesLike", "Floor", "Ceil", "Round", "Rint"))
_PASSING = frozenset(("_TapeAlias", "_OfReplicas", "Identity"))


# Whose gradients tell what does not come from zeros.
_KNOW_NONE = frozenset(
    """SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits FusedBatchNormV3 TopKV2 TopK LogMatrixDeterminant CTCLoss
    CTCLossV2""".split()
)
# Those of several outputs for which a tape does make zeros.
_ZEROS_BY_TAPE = frozenset("FusedBatchNormV2 FusedBatchNormV3 Split SplitV Unpack".split())
# Operations that TensorFlow's functions record in a scope of their name, all of them and as operators.
_IN_SCOPES = frozenset(
    """Abs Add AddV2 AvgPool AvgPool3D BatchMatMul BatchMatMulV2 BiasAdd Cast DivNoNan LeakyRelu MatMul MaxPool MaxPool3D Pow Relu6
    ResourceGather Sigmoid SparseMatMul StridedSlice Transpose""".split()
)
# Of which the public functions take the inputs in the opposite order.
_OTHER_WAY_ROUND = frozenset(("Conv2DBackpropInput", "Conv3DBackpropInputV2"))
_OPERATORS = frozenset("Conv2DBackpropInput Conv3DBackpropInputV2 Mul Sub RealDiv FloorMod FloorDiv".split())


def _scope_by_tape(operation: Written, names_scope: bool | None) -> str:
    """Where a tape records the gradient of an operation: in what was the scope when it was recorded, below one of its own."""
    scope, _, last = operation.name.rpartition("/")
    if names_scope is None:
        # `tf.add` opens a scope, and the operation itself, which is called by its type, does not.
        opens = operation.type in _IN_SCOPES and not (operation.type == "AddV2" and last.startswith("AddV2"))
        names_scope = opens or operation.type in _OPERATORS and last[:1].islower()
    if names_scope:
        scope = operation.name
    return f"gradient_tape/{scope}/" if scope else "gradient_tape/"


def _zeros_of(t: Any) -> Any:
    if t.shape.is_fully_defined():
        return tf.zeros(t.shape, t.dtype)
    return raw("ZerosLike", [t], [like(t)], name="zeros_like")


def _nothing() -> None:
    pass


def _reached_from(first: Iterable[int], sources: dict[int, list[int]]) -> dict[int, None]:
    """Those of the keys of `sources` that lead from `first`, each behind what it came from."""
    found = {at: None for at in first if at in sources}
    waiting = list(found)
    while waiting:
        for at in sources[waiting.pop()]:
            if at not in found:
                found[at] = None
                waiting.append(at)
    return found


def around(node: Operation) -> str:
    """The scope in which `node` stands, as `name_scope` takes it."""
    scope = node.name.rpartition("/")[0]
    return f"{scope}/" if scope else ""


class Accumulation:
    """Gradients by the tensors `starts` of what the nodes that `writer` has written compute from them.

    `inner` gives for a tensor that is written already that in the graph under construction; nothing goes back through `stops`.
    `variables` are asked for too, where functions, branches and loops read them. `of`: the node that is written so.
    """

    def __init__(
        self,
        writer: Writer,
        inner: Inside,
        starts: Iterable[Any],
        of: Operation,
        stops: Iterable[Any] = (),
        variables: Iterable[Any] = (),
    ) -> None:
        self.writer, self.inner, self._around = writer, inner, around(of)
        self.by_tape = of.kind == "_Gradient" or getattr(of, "eagerly", False)
        self._gated = getattr(of, "gated", False)
        self._reached = {id(t): t for t in starts}
        # What parts that are shown operation by operation read once more.
        self._reads_asked_for = {id(t.op.arguments[0]): t for t in self._reached.values() if t.op.kind == "ReadVariableOp"}
        # What tapes watch, which parts that are shown operation by operation take as it was before.
        self._watched = {id(t.op.arguments[-1]): t for t in self._reached.values() if t.op.kind == "_TapeAlias"}
        self._stops = {id(t) for t in stops}
        self._active: set[int] = set()  # ids of the nodes that the starts lead into
        # Tensors of nodes that others are written for, and placeholders there: id -> what it is in the other graph.
        self._same: dict[int, Any] = {}
        self._found: dict[int, list[Any]] = {}
        self._came: dict[int, int] = {}  # id of a gradient -> how many had come before it
        self._arrived: list[tuple[int, Any]] = []  # the gradients in the order in which they came: (id of a tensor, gradient)
        self._sums: dict[frozenset[int], Any] = {}  # ids of tensors that are reads of one variable -> the gradient for that
        self.variables = list(variables)
        self.turns: Turns | None = None  # of the loops of TensorFlow 1 that gradients go back through
        self._within: dict[int, list[Any]] = {id(v): [] for v in self.variables}  # gradients by what branches and loops read
        self._reads: dict[int, list[Any]] = {id(v): [] for v in self.variables}  # of called functions

    # ------------------------------------------------------------------ what depends on the starts
    def reaches(self, t: Any) -> bool:
        """Whether the tensor `t` depends on the starts."""
        return id(t) in self._reached

    def follow(self, nodes: Iterable[Operation], within: bool = False) -> None:
        """Note which of what `nodes` give depends on the starts. `within`: they are those of a function that was called, or of a part."""
        nodes = list(nodes)
        for node in nodes:
            asked = self._reads_asked_for.get(id(node.arguments[0])) if within and node.kind == "ReadVariableOp" else None
            if asked is not None and not self.by_tape and asked is not node.outputs[0]:
                self._same[id(node.outputs[0])] = asked
                self._reached[id(node.outputs[0])] = node.outputs[0]
            if within and node.kind == "ReadVariableOp" and id(node.arguments[0]) in self._reads:
                self._reads[id(node.arguments[0])].append(node.outputs[0])
                self._reached[id(node.outputs[0])] = node.outputs[0]
            self._note(node)
        before = 0
        while before < len(self._reached) and any(n.of_loop is not None for n in nodes):  # values go on in the next turn
            before = len(self._reached)
            for node in nodes:
                self._note(node)

    def _note(self, node: Operation) -> None:
        o = node._op_def
        for at, read in (node.shown or {}).items():  # reads of their own, which gradients of gradients may take
            if at in self._reached and read.op.kind == "ReadVariableOp":
                self._same[id(read)] = self._reached[at]
                self._reached[id(read)] = read
        if node.kind in _WAITED_FOR and self.writer.functions.shown and not self.by_tape:
            # Nothing goes back through it, but gradients of graphs wait for what has come to it.
            if any(id(t) in self._reached for t in self._inputs(node)):
                self._active.add(id(node))
                self._reach(node.outputs)
            return
        if self._reads_within(node) is not None:
            self._active.add(id(node))
            self._reach(node.outputs)
            return
        if node.kind in _ENDS or not (isinstance(o, RawOp) or node.kind in DERIVATIVES or is_in_line(node) or passes_gradients(node)):
            return
        if node.kind == "Identity" and self._is_left_out(node):
            if id(node.arguments[0]) in self._reached:
                self._same[id(node.outputs[0])] = node.arguments[0]
                self._reach(node.outputs)
            return
        spliced = self.writer.spliced.get(id(node))
        if spliced is None or self._is_whole(node):
            within = self._reads and any(id(v) in self._reads for v in variables_within(node))
            if within or any(id(t) in self._reached for t in self._inputs(node)):
                self._active.add(id(node))
                self._reach(node.outputs)
            return
        passing = self._passing(node)
        for outer, placeholder in spliced.given:
            if node.shown_part is not None:
                outer = self._watched.get(id(outer), outer)
            if id(outer) in self._reached and (passing is None or id(outer) in passing):
                self._reached[id(placeholder)] = placeholder
            self._same[id(placeholder)] = outer
        self.follow(spliced.graph._operations, is_call(node) or is_in_line(node) or node.shown_part is not None)
        self._active.add(id(node))
        self._reach(t for t, made in spliced.results if id(made) in self._reached)
        for t, made in spliced.results:
            if id(t) in self._stops:
                self._stops.add(id(made))
            self._same[id(t)] = made

    def _reads_within(self, node: Operation) -> Any:
        """The tensor asked for that stands for what `node` reads, where that is a read in a branch on a page; else None."""
        if node.kind != "ReadVariableOp" or not isinstance(node.context, Branch):
            return None
        return self._reads_asked_for.get(id(node.arguments[0]))

    def _is_left_out(self, node: Operation) -> bool:
        """Whether the identity `node` is no node of its own where it is written."""
        return node.stands_for is not None or self.writer.functions.shown and self.symbolic(node, node.arguments[0]).op.by_switches

    def _is_whole(self, node: Operation) -> bool:
        """Whether gradients go through the branches or the loop `node` as one."""
        part = node.shown_part is not None and (orders_effects(node.graph) or has_switches(node.graph))
        if self.writer.functions.shown and (part or node.by_switches):
            return False
        return flow.handles(node)

    def reach_all(self, tensors: Sequence[Any]) -> None:
        """Let gradients of `tensors`, of nodes that are written as they are, count though nothing asks for them."""
        self._reached.update((id(t), t) for t in tensors)
        self._active.update(id(t.op) for t in tensors)

    def has_come(self, t: Any) -> bool:
        """Whether a gradient has come back for the tensor `t`."""
        return bool(self._found.get(id(self._written_as(t))))

    def _reach(self, tensors: Iterable[Any]) -> None:
        for t in tensors:
            if differentiable(t) and id(t) not in self._stops:
                self._reached[id(t)] = t

    def _inputs(self, node: Operation) -> list[Any]:
        """The tensors that gradients of `node`, which is written as it is, may go back to."""
        if isinstance(node._op_def, RawOp):
            return [self.symbolic(node, t) for t in tensors_in(node.arguments)]
        within = self._reads_within(node)
        if within is not None:
            return [within]
        taken = [self.symbolic(node, t) for _, t in given(node)]
        return taken[::-1] if node.type in _OTHER_WAY_ROUND else taken

    def _passing(self, node: Operation) -> set[int] | None:
        """The ids of what gradients of `node` may go back to; None for all."""
        if node.kind in DERIVATIVES or is_call(node) or is_in_line(node) or node.shown_part is not None:
            return None
        return {id(self.symbolic(node, t)) for _, t in given(node)}

    @staticmethod
    def symbolic(node: Operation, t: Any) -> Any:
        """The tensor `t` that `node` takes, as one of its graph."""
        return node.graph._as_node(t) if type(t) is EagerTensor else t

    # ------------------------------------------------------------------ going back
    def _written_as(self, t: Any) -> Any:
        """The tensor that `t` is where nodes are written as they are."""
        while id(t) in self._same:
            t = self._same[id(t)]
        return t

    def add(self, t: Any, gradient: Any) -> None:
        """Let `gradient` come back for the tensor `t`."""
        if gradient is not None and id(t) in self._reached:
            at = id(self._written_as(t))
            self._found.setdefault(at, []).append(gradient)
            self._arrived.append((at, gradient))
            self._came[id(gradient)] = len(self._came)

    def of(self, t: Any) -> Any:
        """The gradient for the tensor `t`: a tensor, Rows, or None."""
        found = self._found.get(id(self._written_as(t)))
        if not found:
            return None
        if len(found) > 1:
            with self.scope_of_none():
                came = self._came[id(found[-1])]
                found[:] = [total(found, self.inner(t))]
                self._came[id(found[0])] = came
        return found[0]

    def of_all(self, groups: Sequence[Sequence[Any]]) -> list[Any]:
        """The gradient for each group of tensors, summed where several came back, first that for which all had come back first."""
        ids = [{id(self._written_as(t)) for t in tensors} for tensors in groups]
        last = [max((i for i, (at, _) in enumerate(self._arrived) if at in own), default=-1) for own in ids]
        results: list[Any] = [None] * len(groups)
        for place in sorted(range(len(groups)), key=last.__getitem__):
            results[place] = self._of_group(groups[place])
        return results

    def _of_group(self, tensors: Sequence[Any]) -> Any:
        """The gradient for what the reads `tensors` of one variable read, or of the only one of them."""
        key = frozenset(id(self._written_as(t)) for t in tensors)
        if len(key) < 2:
            return self.of(tensors[0])
        if key not in self._sums:
            found = [gradient for at, gradient in self._arrived if at in key]
            with self.scope_of_none():
                self._sums[key] = total(found, self.inner(tensors[0])) if len(found) > 1 else found[0] if found else None
        return self._sums[key]

    def _sum_up(self, reads: Sequence[Any]) -> None:
        """Let the sum of what has come back for `reads`, which are one operation, be all that has, as of now."""
        gradient, own = self._of_group(reads), {id(t) for t in reads}
        if gradient is not None:
            self._arrived = [pair for pair in self._arrived if pair[0] not in own]
            self._arrived.append((id(reads[0]), gradient))

    def _sums_at(self, groups: Iterable[Sequence[Any]]) -> tuple[dict[int, Callable[[], Any]], dict[int, int], dict[int, int]]:
        """Where what comes back for groups of tensors is summed up: {id of an operation: what does it}, {that of a read: that of what it
        reads}, and {that of a read: that of the one it stands for}.

        A variable is read by operations, and what they read is summed up behind all of them.
        """
        sums: dict[int, Callable[[], Any]] = {}
        behind: dict[int, int] = {}
        same: dict[int, int] = {}
        for tensors in groups:
            written = [self._written_as(t) for t in tensors]
            if any(t.op.kind != "ReadVariableOp" for t in written):
                sums.update({id(t.op): partial(self._sum_up, [t]) for t in written})
                continue
            sums[id(tensors)] = partial(self._of_group, tensors)
            reads: dict[int, list[Any]] = {}
            for t in written:
                same[id(t.op)] = id(t.op if t.op.stands_for is None else t.op.stands_for.op)
                reads.setdefault(same[id(t.op)], []).append(t)
            for at, own in reads.items():
                behind[at] = id(tensors)
                if not row_reads.is_left_out(own[0].op):
                    apart = len(reads) > 1 or own[0].op.refers is not None
                    sums[at] = partial(self._sum_up, own) if apart else _nothing
        return sums, behind, same

    def add_variables(self, variables: Iterable[Any], gradients: Iterable[Any]) -> None:
        """Let `gradients` come back for what branches and loops read of `variables`."""
        for v, g in zip(variables, gradients, strict=True):
            self._within[id(v)].append(g)
            self._came[id(g)] = len(self._came)

    def of_variable(self, variable: Any, reads: Iterable[Any]) -> Any:
        """The gradient for a variable, by its `reads` and those of functions, branches and loops."""
        pairs = [(self._came[id(g)], g) for g in self._within[id(variable)]]
        for t in (*reads, *self._reads[id(variable)]):
            came = [(self._came[id(g)], g) for g in self._found.get(id(self._written_as(t)), ())]
            if came and not (self.writer.functions.shown and row_reads.is_left_out(t.op)):
                came = [(came[-1][0], self.of(t))]  # what comes for a read is added up there
            pairs += came
        found = [g for _, g in sorted(pairs, key=itemgetter(0))]
        with self.scope_of_none():
            return total(found, variable) if len(found) > 1 else found[0] if found else None

    def scope_of_none(self) -> Any:
        """The scope of what belongs to no operation."""
        return name_scope(self._around) if self.by_tape else contextlib.nullcontext()

    def go_back(self, nodes: Sequence[Operation], targets: Iterable[Any] = (), groups: Iterable[Sequence[Any]] = ()) -> None:
        """Take what has come back for the outputs of `nodes` on to their inputs, those first of which all has come back.

        `targets`: the tensors from which it comes, where it does so in their order. `groups`: the tensors that are asked for, of which
        those of one group are reads of one variable, where what comes back for them is summed up in its turn.
        """
        for node in self._backwards(nodes, targets, groups):
            if callable(node):
                node()
            elif id(node) not in self._active or not any(self._found.get(id(t)) and id(t) not in self._stops for t in node.outputs):
                continue
            else:
                with contextlib.nullcontext() if self.turns is None else self.turns.around(node):
                    self._through(node)
        if self.turns is not None:
            with name_scope(self._around):
                self.turns.finish()

    def _backwards(self, nodes: Sequence[Operation], targets: Iterable[Any], groups: Iterable[Sequence[Any]]) -> Iterator[Any]:
        """The nodes that the starts lead into, each behind all that take from it, in the order in which TensorFlow goes back, and what
        sums up what has come back for `groups`.

        Gradients of graphs take those first that were ready first, tapes those that were ready last.
        """
        active: dict[int, Any] = {id(n): n for n in self._leaves(nodes)}
        sums, behind, same = self._sums_at(groups)
        sources: dict[int, list[int]] = {}
        for at, n in list(active.items()):
            sources[at] = []
            if self._reads_within(n) is not None:  # by an operation that lets the variable into the branch
                sources[at].append(id(n.flow))
                at = id(n.flow)
                active[at], sources[at] = partial(self._through_read, n), []
            for t in self._inputs(n):
                source = id(self._written_as(t).op)
                source = same.get(source, source)
                read = n.shown.get(id(t)) if n.shown and source in behind else None
                if read is not None and read is not t:  # by an operation of its own
                    active[id(read)], sources[id(read)] = _nothing, [behind[source]]
                    source = id(read)
                elif source in behind and source not in sums:
                    source = behind[source]
                if source in active or source in sums:
                    sources[at].append(source)
        for at, sum_up in sums.items():
            if at not in active:
                active[at] = sum_up
                sources[at] = [behind[at]] if at in behind else []
        first = [id(self._written_as(t).op) for t in targets]
        waiting = dict.fromkeys(_reached_from(first, sources) if first else active, 0)
        for user in waiting:
            for at in sources[user]:
                waiting[at] += 1
        ready = deque(at for at in dict.fromkeys([*first, *reversed(active)]) if waiting.get(at) == 0)
        loops = any(getattr(active[at], "of_loop", None) is not None for at in waiting)
        if loops and self.turns is None:
            self.turns = Turns(self)
        turns = self.turns
        ready.extend(turns.begin(first, active, sources, waiting) if turns is not None else ())
        passed: set[int] = set()  # ids of rows whose second node has had its turn
        while ready:
            at = ready.popleft()
            if not callable(active[at]) and active[at].looked_up and at not in passed and self.writer.functions.shown:
                passed.add(at)
                ready.append(at)
                continue
            yield active[at]
            for source in sources[at]:
                waiting[source] -= 1
                if not waiting[source] or waiting[source] > 0 and turns is not None and turns.is_switch(active[source]):
                    ready.extend([source] if turns is None else turns.ready(source, active[source]))

    def _leaves(self, nodes: Iterable[Operation]) -> Iterator[Operation]:
        """Those of `nodes` that the starts lead into and that are written as they are, and those that others of them are written with."""
        for node in nodes:
            if id(node) not in self._active:
                continue
            spliced = self.writer.spliced.get(id(node))
            if spliced is None or self._is_whole(node):
                yield node
            else:
                yield from self._leaves(spliced.graph._operations)

    def _gradients(self, node: Operation) -> list[Any]:
        with contextlib.nullcontext() if self.turns is None else self.turns.around(node, before=True):
            return [None if id(t) in self._stops else self.of(t) for t in node.outputs]

    def _through(self, node: Operation) -> None:
        grads = self._gradients(node)
        if self._reads_within(node) is not None:
            return
        if node.kind in _ENDS or node.kind in _WAITED_FOR and self.writer.functions.shown:
            return
        if node.kind in _PASSING and len(node.outputs) == 1:
            self.add(self.symbolic(node, node.arguments[-1]), grads[0])
            return
        if gradient_graph(node) is not None:
            own_gradients.through_custom(self, node, grads)
            return
        if node.own_gradient is not None:
            own_gradients.through_own(self, node, grads, _zeros_of)
            return
        if self._is_whole(node):
            for t, g in flow.through(self, node, grads):
                self.add(t, g)
            return
        if is_call(node):
            for t, g in calls.through(self, node, grads, _zeros_of):
                self.add(t, g)
            return
        if any(g.dtype.is_complex for g in grads if g is not None):
            raise NotWritten(f"{node.kind} of complex numbers", node.name)
        operation, inputs = self._written(node)
        loop, form = False, None
        if self.turns is not None and self.turns.handles(node):
            loop, form = True, self.turns.gradient
        elif switches.handles(node):
            form = partial(switches.gradient, self)
        function = gradient_for(operation.kind) if form is None else partial(form, node)
        named = (node.user_attributes or {}).get("_gradient_op_type")
        if named is not None:
            function = lookup(named.s.decode())
            grads = [tf.zeros_like(operation.outputs[i]) if g is None else g for i, g in enumerate(grads)]
        if function is None:
            raise NotWritten(operation.kind, node.name)
        grads += [None] * (len(operation.outputs) - len(grads))
        grads = [dense(g) for g in grads]
        if loop:
            pass  # nothing comes of what does not go on
        elif switches.handles(node):
            grads = switches.zeros(self, node, operation, grads)
        elif self.turns is not None and self.turns.of(node) is not None:
            grads = self.turns.zeros(node, operation, grads)
        else:
            grads = self._zeros_by_tape(operation, grads) if self.by_tape else self._zeros(operation, grads)
        # As TensorFlow names them, so that pages of graphs show the gradients of a layer as one box.
        with name_scope(_scope_by_tape(operation, node.names_scope) if self.by_tape else f"{node.name}_grad"):
            made = function(operation, *grads)
            made = made if isinstance(made, (list, tuple)) else [made]
            if self._gated and sum(g is not None for g in made) > 1:
                made = together(made)
        for t, g in zip(inputs, made):
            if t is not None:
                self.add(t, g)

    def scope_of_calls(self) -> Any:
        """The context of the scope in which a call goes back."""
        return self.scope_of_none()

    def scope_of_flow(self, node: Operation) -> Any:
        """The context of the scope in which what goes back through the branches or the loop `node` stands."""
        return name_scope(f"gradient_tape/{node.name}/" if self.by_tape else f"{node.name}_grad")

    def _through_read(self, node: Operation) -> None:
        """Take what has come back for what `node` reads in a branch on to the variable."""
        grad = self.of(node.outputs[0])
        if grad is not None:
            self.add(self._reads_within(node), switches.of_read(self, node, dense(grad)))

    def _written(self, node: Operation) -> tuple[Written, list[Any]]:
        """The operation as it is written, in the graph under construction, and its inputs as tensors around that, None for constants."""
        entry = self.writer.leaves.get(id(node))
        if entry is None:
            raise NotWritten(node.kind, node.name)
        _, (*constants, message) = entry
        if "_tfshim" in message.attr:
            raise NotWritten(node.kind, node.name)
        tensors = {}
        for t in tensors_in([*node.arguments, *(node.static_inputs or {}).values()]):
            outer = self.symbolic(node, t)
            shown = t if node.shown is None else node.shown.get(id(t), t)
            tensors[self.writer.reference(shown)] = outer, outer if shown is t else shown
        values = find_constants(self.writer, constants)
        inputs, outer = [], []
        for name in message.input:
            if name.startswith("^"):
                continue
            t, taken = tensors.get(name, (None, None))
            outer.append(t)
            inputs.append(self._constant(name, values.get(name), node) if t is None else self.inner(taken))
        skipped = [i for i, t in enumerate(outer) if t is None or id(t) not in self._reached] if self.by_tape else ()
        return Written(message, inputs, self._outputs(node, message), skipped), outer

    def _constant(self, reference: str, value: Any, node: Operation) -> Any:
        """The constant that inputs name `reference`, as a tensor that knows its value."""
        if value is None:
            return None
        made = self.inner.named(reference, value.dtype, value.shape)
        made._static, made.op.context = value, node.context
        if self.turns is not None:
            self.turns.note(made, node)
        return made

    @staticmethod
    def _zeros(operation: Written, grads: list[Any]) -> list[Any]:
        """Zeros for outputs of which no gradient comes, which TensorFlow makes though most gradients have no use for them."""
        made = [
            raw("ZerosLike", [t], [like(t)], name="zeros_like") if g is None and differentiable(t) else g
            for t, g in zip(operation.outputs, grads)
        ]
        return list(grads) if operation.type in _KNOW_NONE else made

    def _zeros_by_tape(self, operation: Written, grads: list[Any]) -> list[Any]:
        """Zeros for outputs of which no gradient comes, as tapes make them for some operations."""
        if operation.type not in _ZEROS_BY_TAPE:
            return grads
        with self.scope_of_none():
            return [_zeros_of(t) if g is None and differentiable(t) else g for t, g in zip(operation.outputs, grads)]

    def _outputs(self, node: Operation, message: Any) -> list[Any]:
        """What the operation gives, by its declaration: there may be more than our own node has."""
        made = [self.inner(t) for t in node.outputs]
        definition: Any = find(message.op)
        if any(o.number_attr or o.type_list_attr for o in definition.outputs):
            return made
        for i in range(len(made), len(definition.outputs)):
            o = definition.outputs[i]
            dtype = o.dtype if o.type_attr is None else value_of(message.attr[o.type_attr])
            reference = self.writer.output(message.name, o.name) if self.writer.in_function else f"{message.name}:{i}"
            # What the kernel keeps for the gradient.
            shape = made[1].shape if message.op == "FusedBatchNormV3" and i < 5 else None
            made.append(self.inner.named(reference, dtype, shape))
        return made

    def zeros_of(self, t: Any) -> Any:
        """Zeros for the tensor `t` of the graph under construction, of which no gradient comes."""
        return _zeros_of(t) if self.by_tape else raw("ZerosLike", [t], [like(t)], name="zeros_like")
