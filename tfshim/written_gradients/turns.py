"""Gradients through loops of TensorFlow 1, as pages of graphs show them: a second loop, which goes back turn by turn.

What the turns of the first loop computed and those of the second one need is kept on stacks: pushed in the one, popped in the other.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import tfshim as tf
from tfshim.engine.graph_export.contexts import FREE, Branch, Loop
from tfshim.engine.graphs.graph_writer import NotWritten
from tfshim.engine.graphs.operation import placed_with
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.written_forms.form import raw
from tfshim.written_gradients.rows import Rows
from tfshim.written_gradients.shapes import differentiable, like

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Accumulation: TypeAlias = Any  # of accumulation, which uses this module

_PASSING = frozenset(("Switch", "RefSwitch", "Identity", "RefIdentity"))
_OF_SIZES = frozenset(("Shape", "Size", "Rank"))  # which are asked for in the first loop: what they give is less to keep


def _wait(node: Operation, *others: Operation) -> None:
    node.control_inputs = [*node.control_inputs, *(o for o in others if o not in node.control_inputs)]


class BackLoop(Loop):
    """The loop that goes back through that of `back`."""

    def __init__(self, back: Back, outer: Any, frame: str, parallel: int) -> None:
        super().__init__(outer, frame, parallel)
        self.back = back

    def value(self, x: Any, scope: str) -> Any:
        """See `Context`. What the first loop computed comes from a stack."""
        known = self._known.get(id(x))
        if known is not None:
            return known
        turns = self.back.turns
        if turns.loop_of(x) is self.back.loop:
            made = self.back.real(x, scope)
        else:
            outer = x if self.outer is None else turns.here(self.outer, x, scope)
            made = self.entering(outer, scope, FREE)
            self.add([made])
            self.know(outer, made)
        self.know(x, made)
        return made


class Back:
    """How gradients go back through `loop`, which is in a turn of what `outer` goes back through, if that is not None."""

    def __init__(self, turns: Turns, loop: Loop, outer: Back | None) -> None:
        self.turns, self.loop, self.outer = turns, loop, outer
        self.history: dict[int, tuple[Any, Any]] = {}  # id of what the first loop computed -> (it, what it is in the second one)
        self.merges: dict[int, tuple[Operation, Any]] = {}  # id of a Switch -> (it, where what comes back for it enters the second loop)
        self.exits = [t for t in loop.exits if differentiable(t)]
        self.merging = [t.op.arguments[0].op.arguments[0].op for t in self.exits]  # where values come into a turn
        self.left = len(self.exits)  # how many of them have not had their turn
        self.deferred: list[Any] = []
        self.unused: list[Any] = []
        self.context: Any = None
        self.forward_add: Any = None  # the nodes by which the first loop counts its turns
        self.forward_next: Any = None
        self.back_next: Any = None
        self._forward_sync: Any = None
        self._back_sync: Any = None
        around = loop.outer if outer is None else outer.loop.body
        count = self._count_turns(around)
        frame = TS.graph._unique(f"{TS.name_scope or ''}{loop.frame}")
        self.context = BackLoop(self, around if outer is None else outer.context, frame, loop.parallel)
        if outer is not None:
            around.add([count])
            kept = outer.kept(count)
            with turns.within(outer.context):
                self._count_back(outer.restored(kept, count))
        else:
            with turns.within(around):
                self._count_back(count)

    def _merge(self, x: Any, name: str = "Merge") -> Any:
        return raw("Merge", [[x, x]], [like(x), (tf.int32, [])], name=name)[0]

    def _enter(self, x: Any, context: Loop, name: str) -> Any:
        about = {"frame_name": context.frame, "is_constant": False, "parallel_iterations": context.parallel}
        context.know(x, x)
        made = raw("Enter", [x], [like(x)], about, name=name)
        made.op.of_loop = context.whole
        return made

    def _exit(self, x: Any, context: Loop, name: str | None = None) -> Any:
        made = raw("Exit", [x], [like(x)], name=name)
        made.op.of_loop = context.whole
        if context.outer is not None:
            context.outer.add([made])
        return made

    def _count_turns(self, around: Any) -> Any:
        """How many turns the first loop has made."""
        turns, body = self.turns, self.loop.body
        with turns.within(around):
            start = tf.constant(0, name="f_count")
            if self.outer is not None:  # what it pushes comes behind what it pushed in the turn before
                _wait(start.op, around.pivot.op, self.outer.forward_add)
        with turns.within(body):
            merge = self._merge(self._enter(start, body, "f_count"))
            out, into = raw("Switch", [merge, turns.inner(self.loop.goes_on)], [like(merge)] * 2, name="Switch")
            added = raw("AddV2", [into, 1], [like(into)], name="Add")
            following = raw("NextIteration", [added], [like(added)])
            merge.op.arguments[0][1] = following
            self.forward_add, self.forward_next = added.op, following.op
            return self._exit(out, body, "f_count")

    def _count_back(self, count: Any) -> None:
        """Begin the second loop, which makes `count` turns; called where that begins."""
        turns, context = self.turns, self.context
        one = tf.constant(1, name="b_count")
        with turns.within(context):
            merge = self._merge(self._enter(count, context, "b_count"))
            context.pivot = merge
            pred = raw("GreaterEqual", [merge, one], [(tf.bool, [])])
            context.goes_on = raw("LoopCond", [pred], [(tf.bool, [])], name="b_count")
            out, into = raw("Switch", [merge, context.goes_on], [like(merge)] * 2, name="Switch")
            context.pivot = raw("Sub", [into, one], [like(into)])
            following = raw("NextIteration", [context.pivot], [like(into)])
            merge.op.arguments[0][1] = following
            self.back_next = following.op
            last = self._exit(out, context, "b_count")
        if self.outer is not None:  # what it pops comes behind what it popped in the turn before
            _wait(self.outer.back_sync, last.op)

    # ------------------------------------------------------------------ stacks
    @property
    def forward_sync(self) -> Operation:
        """The node for which the next turn of the first loop waits, and which waits for what is pushed in branches."""
        if self._forward_sync is None:
            self._forward_sync = self._trigger("f_sync", self.loop.body, self.forward_next)
        return self._forward_sync

    @property
    def back_sync(self) -> Operation:
        """The node for which the next turn of the second loop waits, and which waits for what is popped."""
        if self._back_sync is None:
            self._back_sync = self._trigger("b_sync", self.context, self.back_next)
        return self._back_sync

    def _trigger(self, name: str, context: Loop, before: Operation) -> Operation:
        with tf.control_dependencies(None), self.turns.within(None):
            (made,) = raw("ControlTrigger", [], [], name=name)
        made.context = context
        _wait(before, made)
        return made

    def kept(self, value: Any, dead: bool = False) -> Any:
        """A stack on which each turn of the first loop puts `value`; with `dead` in the branch that was not taken."""
        turns, body = self.turns, self.loop.body
        with tf.control_dependencies(None), turns.within(None):
            size = tf.constant(-1)
            stack = raw("StackV2", [size], [(tf.resource, [2])], {"elem_type": value.dtype, "stack_name": ""}, name="f_acc")
        for node in (size.op, stack.op):
            placed_with(node, turns.origin(value).op)
        with tf.control_dependencies(None):
            entered = turns.here(body, stack, TS.name_scope or "")
            of = turns.context_of(value)
            branch = of if isinstance(of, Branch) else None
            within = body if branch is None else branch.outer if dead else branch
            with turns.within(within):
                push = raw("StackPushV2", [entered, value], [like(value)], {"T": value.dtype, "swap_memory": False})
            if dead:
                push.op.context = branch
        _wait(self.forward_next if branch is None else self.forward_sync, push.op)
        _wait(push.op, self.forward_add)
        return stack

    def restored(self, stack: Any, value: Any, dead: bool = False) -> Any:
        """What the turn that is gone back through put on `stack` as `value`."""
        turns = self.turns
        context = turns.made_in(value)
        while context is not None and not isinstance(context, Branch):
            context = context.outer
        with tf.control_dependencies(None), turns.within(self.context):
            if context is not None:
                pred, which = self.known(context.pred), 1 - context.which if dead else context.which
                stack = raw("Switch", [stack, pred], [like(stack)] * 2, name="Switch")[which]
            made = raw("StackPopV2", [stack], [like(value)], {"elem_type": value.dtype})
        if self.loop.parallel > 1:
            _wait(self.back_sync, made.op)
        return made

    def known(self, pred: Any) -> Any:
        """The predicate of a branch as far as it is known in the second loop, or around it."""
        state: Back | None = self
        while state is not None:
            if id(pred) in state.history:
                return state.history[id(pred)][1]
            state = state.outer
        return self.turns.inner(pred)

    def predicate(self, pred: Any) -> Any:
        """The predicate of a branch in the turn that is gone back through."""
        if id(pred) not in self.history:
            value = self.turns.inner(pred)
            with self.turns.within(None):
                stack = self.kept(value)
            self.history[id(pred)] = pred, self.restored(stack, value)
        return self.history[id(pred)][1]

    def real(self, x: Any, scope: str) -> Any:
        """What `x` of the first loop was in the turn that is gone back through; its nodes stand in `scope`."""
        turns = self.turns
        origin = turns.origin(x)
        if id(origin) in self.history:
            return self.history[id(origin)][1]
        with name_scope(scope):
            real, state, current = None, self, x
            entering = turns.enters(current)
            while entering is not None and state is not None:
                current, state = entering, state.outer
                entering = turns.enters(current)
            if state is None:  # the same in all turns
                with turns.within(None):
                    real = turns.here(self.context, current, scope)
            elif (value := turns.constant(current)) is not None:
                with turns.within(self.context):
                    real = tf.constant(value, current.dtype)
            else:
                with turns.within(None):
                    stack = state.kept(current)
                real = state.restored(stack, current)
                if state is not self:
                    real = turns.here(self.context, real, scope)
        self.history[id(origin)] = origin, real
        return real

    # ------------------------------------------------------------------ gradients
    def of_switch(self, node: Operation, grads: Sequence[Any]) -> list[Any]:
        """Of a node that lets a value into the next turn, or out of the loop, which has two turns itself."""
        known = self.merges.get(id(node))
        if known is not None:
            if grads[1] is not None:
                known[1].op.arguments[0][1] = raw("NextIteration", [grads[1]], [like(grads[1])])
            return [None, None]
        if grads[0] is None:
            return [None, None]
        made = self._merge(grads[0], "b_switch")
        self.merges[id(node)] = node, made
        return [made, None]

    def of_merge(self, grad: Any) -> list[Any]:
        """Of a node where values come into a turn."""
        made = raw("Switch", [grad, self.context.goes_on], [like(grad)] * 2, name="Switch")
        placed_with(made[0].op, grad.op)
        return made

    def of_exit(self, grad: Any) -> Any:
        """Of a node by which a value leaves the loop."""
        with self.turns.within(self.context):
            return self._enter(grad, self.context, "b_exit")

    def of_enter(self, node: Operation, operation: Any, grad: Any) -> Any:
        """Of a node by which a value comes into the loop."""
        if not node._op_def.attributes["is_constant"]:
            return self._exit(grad, self.context)
        turns, context = self.turns, self.context
        x = operation.inputs[0]
        with turns.within(context.outer):
            if grad.shape.is_fully_defined():
                start = tf.constant(0, grad.dtype, shape=grad.shape, name="b_acc")
            elif self.outer is not None:
                start = tf.zeros(self._sizes(x), grad.dtype)
            else:
                start = tf.zeros(_shape(x), grad.dtype)
        with turns.within(context):
            merge = self._merge(self._enter(start, context, "b_acc"), "b_acc")
            out, into = raw("Switch", [merge, context.goes_on], [like(merge)] * 2, name="Switch")
            added = raw("AddV2", [into, grad], [like(grad)], name="Add")
            merge.op.arguments[0][1] = raw("NextIteration", [added], [like(added)])
            return self._exit(out, context, "b_acc")

    def _sizes(self, x: Any) -> Any:
        """The sizes of `x`, a value of the turn of the loop around, where gradients go back through that."""
        outer: Any = self.outer
        with self.turns.within(outer.loop.body):
            shape = _shape(x)
        with self.turns.within(None):
            stack = outer.kept(shape)
        return outer.restored(stack, shape)

    def zeros_for_exit(self, t: Any) -> Any:
        """Zeros for what leaves the loop, of which no gradient comes."""
        x = self.turns.inner(t)
        if self.outer is None:
            with self.turns.within(None):
                return tf.zeros(t.shape, t.dtype) if t.shape.is_fully_defined() else raw("ZerosLike", [x], [like(x)], name="zeros_like")
        with self.turns.within(self.outer.context):
            return tf.zeros(t.shape if t.shape.is_fully_defined() else self._sizes(x), t.dtype)

    def zeros(self, t: Any, dead: Operation | None) -> Any:
        """Zeros for the output `t` of a node in the loop; `dead`: the node, where that lets something into a branch."""
        turns, branch = self.turns, None if dead is None else dead.branch
        if t.shape.is_fully_defined():
            made = tf.constant(0, t.dtype, shape=t.shape)
            if branch is not None:
                made = raw("Switch", [made, self.known(branch.pred)], [like(made)] * 2, name="Switch")[1 - branch.which]
            return made
        if dead is None or branch is None:
            with turns.within(turns.context_of(t)):
                shape = _shape(t)
        else:
            x = turns.inner(dead.arguments[0])
            with turns.within(branch.outer):
                value = raw("Switch", [x, turns.inner(branch.pred)], [like(x)] * 2, name="Switch")[1 - branch.which]
                shape = _shape(value)
            value.op.context = shape.op.context = branch
        with turns.within(None):
            stack = self.kept(shape, dead is not None)
        return tf.zeros(self.restored(stack, shape, dead is not None), t.dtype)

    def finish(self) -> None:
        """Let zeros come back, after the first turn, for values that do not depend on those of the turn before."""
        for _, merge in self.merges.values():
            start, following = merge.op.arguments[0]
            if start is not following:
                continue
            with self.turns.within(self.context.outer if not merge.shape.is_fully_defined() else self.context):
                if merge.shape.is_fully_defined():
                    made = tf.constant(0, merge.dtype, shape=merge.shape)
                else:
                    made = tf.zeros(_shape(start.op.arguments[0]), tf.float32)
            with self.turns.within(self.context):
                merge.op.arguments[0][1] = raw("NextIteration", [made], [like(made)])


def _shape(x: Any) -> Any:
    return raw("Shape", [x], [(tf.int32, [x.shape.rank])], {"T": x.dtype, "out_type": tf.int32})


class Turns:
    """The loops that the gradients of `accumulation` go back through."""

    def __init__(self, accumulation: Accumulation) -> None:
        self.accumulation, self.inner = accumulation, accumulation.inner
        TS.graph.turns = True
        self._backs: dict[int, Back] = {}  # id of a loop -> how gradients go back through it
        self._named: dict[int, tuple[Any, Any]] = {}  # id of a tensor that is known by its name alone -> (it, the branch or loop it is in)

    # ------------------------------------------------------------------ where tensors are made
    def note(self, t: Any, node: Operation) -> None:
        """Note that the tensor `t`, known by its name alone, stands where `node` does."""
        if node.context is not None:
            self._named[id(t)] = t, node.context

    def origin(self, x: Any) -> Any:
        """The tensor that is written already for which `x` stands, or `x`."""
        return self.inner.origins.get(id(x), x)

    def made_in(self, x: Any) -> Any:
        """The branch or loop that the node of `x` belongs to, or None."""
        named = self._named.get(id(x))
        if named is not None:
            return named[1]
        node = self.origin(x).op
        if node.of_loop is not None:
            return node.of_loop.body
        if node.context is FREE or node.context is None:
            return node.branch
        return node.context

    def context_of(self, x: Any) -> Any:
        """The branch or loop in which `x` is, or None."""
        node = self.origin(x).op
        return node.of_loop.outer if node.kind in ("Exit", "RefExit") and node.of_loop is not None else self.made_in(x)

    def loop_of(self, x: Any) -> Any:
        """The innermost loop in which `x` is, or None."""
        context = self.context_of(x)
        return None if context is None or context.loop is None else context.loop.whole

    def enters(self, x: Any) -> Any:
        """What comes into a loop as `x`, the same in all turns; None for other values."""
        if id(x) in self._named:
            return None
        node = self.origin(x).op
        while node.kind in _PASSING:
            node = node.arguments[0].op
        if node.kind not in ("Enter", "RefEnter") or not node._op_def.attributes.get("is_constant"):
            return None
        (taken,) = node.arguments
        return taken if taken.op.graph is TS.graph else self.inner(taken)

    def constant(self, x: Any) -> Any:
        """The value of `x` where it is a constant, else None."""
        if id(x) in self._named:
            return x._static
        origin = self.origin(x)
        return origin.op.arguments[0] if origin.op.kind == "Const" and type(origin.op.arguments[0]) is EagerTensor else None

    # ------------------------------------------------------------------ where nodes are recorded
    @contextlib.contextmanager
    def within(self, context: Any) -> Iterator[None]:
        """Within it nodes are recorded in `context`, or in none."""
        graph = TS.graph
        saved, graph.placed = graph.placed, None if context is None else self._placed_in(context)
        try:
            yield
        finally:
            graph.placed = saved

    def around(self, node: Operation, before: bool = False) -> Any:
        """A scope for what goes back through `node`; `before`: for what adds up its gradients."""
        back = self.of(node, before)
        return self.within(None if back is None else back.context)

    def of(self, node: Operation, before: bool = False) -> Back | None:
        """How gradients go back through the innermost loop in which `node` is. `before`: that in which its outputs are."""
        loop = node.of_loop
        if before and node.kind == "Exit" and loop is not None:
            loop = None if loop.outer is None or loop.outer.loop is None else loop.outer.loop.whole
        elif loop is None:
            context = node.branch if node.context is FREE or node.context is None else node.context
            inner = getattr(context, "loop", None)
            loop = None if inner is None else inner.whole
        return self._backs.get(id(loop))

    def _placed_in(self, context: Any) -> Callable[[str, list[Any], str], tuple[Any, list[Any]]]:
        def placed(op_type: str, arguments: list[Any], full: str) -> tuple[Any, list[Any]]:
            there = self.made_in(arguments[0]) if op_type in _OF_SIZES and isinstance(context.loop, BackLoop) else None
            if there is not None and there.loop is not None and there.loop.whole is context.loop.back.loop:
                return there, self._all_here(there, arguments, f"{full}/")
            return context, self._all_here(context, arguments, f"{full}/")

        return placed

    def _all_here(self, context: Any, x: Any, scope: str) -> Any:
        if type(x) is list or type(x) is tuple:
            return type(x)(self._all_here(context, v, scope) for v in x)
        return self.here(context, x, scope) if isinstance(x, Tensor) and type(x) is not EagerTensor else x

    def here(self, context: Any, x: Any, scope: str) -> Any:
        """What the tensor `x` is in `context`, by nodes in `scope` where it comes from outside."""
        origin = self.origin(x)
        known = context._known.get(id(origin))
        if known is None:
            known = context.value(x, scope)
        return known if known.op.graph is TS.graph else self.inner(known)

    # ------------------------------------------------------------------ going back
    def begin(self, targets: Iterable[int], active: dict[int, Any], sources: dict[int, list[int]], waiting: dict[int, int]) -> list[int]:
        """Prepare for the loops among the nodes `waiting`; gives the ids of nodes that are ready though nothing comes back for them."""
        queue, seen = deque(dict.fromkeys(at for at in targets if at in waiting)), set()
        while queue:
            at = queue.popleft()
            if at in seen:
                continue
            seen.add(at)
            node = active[at]
            if getattr(node, "kind", None) == "Exit" and node.of_loop is not None and id(node.of_loop) not in self._backs:
                back = self._add(node.of_loop)
                for t in back.exits:
                    if id(t.op) not in waiting:
                        switch = id(t.op.arguments[0].op)
                        active[id(t.op)], waiting[id(t.op)] = t.op, 0
                        sources[id(t.op)] = [switch] if switch in waiting else []
                        waiting[switch] = waiting.get(switch, 0) + (switch in waiting)
                        self.accumulation.reach_all([t])
                    queue.append(id(t.op))
            queue.extend(sources.get(at, ()))
        ready = []
        for back in self._backs.values():
            for merge in back.merging:  # as TensorFlow does, which may have been asked for gradients of gradients
                enter = merge.arguments[0][0].op
                if id(merge) in waiting and id(enter) not in waiting:
                    active[id(enter)], sources[id(enter)], waiting[id(enter)] = enter, [], 1
                    sources[id(merge)].append(id(enter))
                    self.accumulation.reach_all(enter.outputs)
            for t in back.exits:
                if not waiting[id(t.op)]:
                    back.left -= 1
                    if id(t.op) not in targets:
                        back.unused.append(t)
            if not back.left:
                for t in back.unused:
                    self.accumulation.add(t, back.zeros_for_exit(t))
                ready += [id(t.op) for t in back.unused]
        return ready

    def _add(self, loop: Loop) -> Back:
        if loop.body.invariants is None or isinstance(loop, BackLoop):
            raise NotWritten("While of a gradient", loop.frame)
        around = None if loop.outer is None else loop.outer.loop
        made = Back(self, loop, None if around is None else self._backs.get(id(around.whole)))
        self._backs[id(loop)] = made
        return made

    def is_switch(self, node: Any) -> bool:
        """Whether `node` lets a value into the next turn or out of the loop, so that it is gone back through twice."""
        return getattr(node, "kind", None) == "Switch" and id(node.of_loop) in self._backs

    def ready(self, at: int, node: Any) -> list[int]:
        """The ids of the nodes that are ready as `node`, of the id `at`, is: those by which values leave a loop wait for each other."""
        if getattr(node, "kind", None) != "Exit" or id(node.of_loop) not in self._backs:
            return [at]
        back = self._backs[id(node.of_loop)]
        (t,) = node.outputs
        back.deferred.append(t)
        back.left -= 1
        if back.left:
            return []
        reached = [x for x in back.deferred if self.accumulation.has_come(x)]
        back.unused += [x for x in back.deferred if not self.accumulation.has_come(x)]
        for x in back.unused if reached else ():
            self.accumulation.add(x, back.zeros_for_exit(x))
        return [id(x.op) for x in (*reached, *back.unused)]

    def handles(self, node: Operation) -> bool:
        """Whether `node` is one of those that make up a loop."""
        return id(node.of_loop) in self._backs

    def gradient(self, node: Operation, operation: Any, *grads: Any) -> list[Any]:
        """The gradients of the inputs of `node`, one of those that make up a loop."""
        back: Any = self.of(node)
        if any(isinstance(g, Rows) for g in grads):
            raise NotWritten(f"{node.kind} of rows", node.name)
        if node.kind == "Switch":
            return back.of_switch(node, grads)
        if node.kind == "Merge":
            return back.of_merge(grads[0])
        if node.kind == "Exit":
            return [back.of_exit(grads[0])]
        return [back.of_enter(node, operation, grads[0])] if node.kind == "Enter" else [grads[0]]

    def zeros(self, node: Operation, operation: Any, grads: Sequence[Any]) -> list[Any]:
        """The gradients of the outputs of `node`, which is in a loop, with zeros where nothing comes back."""
        back: Any = self.of(node)
        dead = node if node.branch is not None and node.kind == "Switch" else None
        return [back.zeros(t, dead) if g is None and differentiable(t) else g for t, g in zip(operation.outputs, grads)]

    def finish(self) -> None:
        """Complete the loops that go back."""
        for back in self._backs.values():
            back.finish()


__all__ = ["Turns"]
