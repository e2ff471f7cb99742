"""Gradients of loops over small tensors, taken on NumPy's arrays.

Torch records every operation of every turn, and goes back through them one by one; for small tensors that is nearly all a step of
training takes. Here the loop is one function on arrays, as in `array_loops`, which keeps of each turn what the derivatives need, and
a second function goes back through the turns. To torch both are one operation. What is beyond first derivatives runs the ordinary
loop again, and whatever cannot be written or raises is left to it from the start.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch

from tfshim.engine.graphs.executor import Program, as_object
from tfshim.engine.graphs.operation import tensors_in
from tfshim.engine.graphs.programs import called
from tfshim.engine.graphs.programs.arrays import array_lists
from tfshim.engine.graphs.programs.arrays.array_derivatives import FLOATS, RULES, NoRule, add_rows, put, sum_to, where
from tfshim.engine.graphs.programs.arrays.array_lists import Layout
from tfshim.engine.graphs.programs.arrays.array_loops import MOST_READ, ArrayWriter, Unsuitable
from tfshim.engine.graphs.scalar_loops import made_once
from tfshim.engine.ops.gradient_overrides import OverriddenOp
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import EagerTensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    FuncGraph: TypeAlias = Any  # of graphs.func_graph, above this package


_DIFFERENTIABLE = (*FLOATS, dtypes.variant)  # numbers and lists of tensors


class _Both(ArrayWriter):
    """Writes the loop, and the way back through its turns."""

    more_results = ", saved, fixed"
    by_node = True  # as the rules of derivatives are
    listed = array_lists.WAYS
    closed_list = "TENSORS({})"

    def __init__(self, test: FuncGraph, step: FuncGraph, count: int, connected: Sequence[bool]) -> None:
        """`connected`: whether gradients are wanted by the variables of the loop, the captures of both graphs and what is read."""
        self.active = _active(test, step, count, connected)
        self.captures = test.inner_captures, step.inner_captures
        self.read_names: dict[int, str] = {}
        self.watchable: list[EagerTensor] = []  # constants, which a tape may watch
        self.kept: dict[str, None] = {}  # names of values of a turn that the way back needs
        self.kept_fixed: dict[str, None] = {}  # and of values that are the same in all
        self.back_lines: list[str] = []
        self.totals: dict[int, str] = {}  # id of what is the same in all turns -> the name of its gradient
        self.gradients: dict[int, str] = {}
        super().__init__(test, step, count)
        if not array_lists.suits(step, count, self.nodes):
            raise Unsuitable
        self.namespace.update(array_lists.FUNCTIONS, SUM_TO=sum_to, PUT=put, ROWS=add_rows, WHERE=where)

    @staticmethod
    def nodes_of(graph: FuncGraph) -> list[Operation]:
        # As they are: a constant that a tape watches must not be folded into another.
        return graph.program().needed()

    @staticmethod
    def is_recorded(t: Any) -> bool:
        return False  # by which tape does not matter within the one operation that all of it is

    def eager(self, x: EagerTensor) -> str:
        if x._dt in FLOATS:
            if x._rec is not None:
                raise Unsuitable
            self.watchable.append(x)
        return super().eager(x)

    def node(self, node: Operation) -> None:
        if node.rng is not None:
            raise Unsuitable
        if node.kind == "ReadVariableOp":
            t = node.outputs[0]
            self.check(t)
            name = self.names[id(t)] = self.read_names[id(t)] = f"r{len(self.read_names)}"
            self.constant_names.add(name)
            self.more_parameters.append(name)
            self.before.append(f"{name} = {self.opening(t)}({name}, {MOST_READ})")
            self.at += 1
        else:
            super().node(node)

    def known_before(self, node: Operation) -> bool:
        return not any(map(self.is_active, node.outputs)) and super().known_before(node)

    def is_active(self, t: Any) -> bool:
        """Whether gradients flow into `t`."""
        return id(t) in self.active

    def value(self, t: Any) -> str:
        """The name of `t` on the way back."""
        name = self.tensor(t)
        if name not in self.namespace:
            (self.kept_fixed if name in self.constant_names else self.kept)[name] = None
        return name

    def add(self, t: Any, text: str) -> None:
        """Write that the expression `text` is a part of the gradient of `t`."""
        total, known = self.totals.get(id(t)), self.gradients.get(id(t))
        if total is not None and self.is_list(t):
            self.back_lines.append(f"ADD_AT({total}, {text})")
        elif total is not None:
            self.back_lines.append(f"{total} += {text}")
        elif known is not None:
            self.back_lines.append(f"{known} = {known} + {text}")
        elif self.is_active(t):
            name = self.gradients[id(t)] = f"g{len(self.gradients)}"
            self.back_lines.append(f"{name} = {text}")

    def end_of_turn(self, step: FuncGraph) -> None:
        count = len(self.results)
        same = [t for t in self.captures[1] if self.is_active(t)]
        same += [n.outputs[0] for n in self.nodes if n.kind == "ReadVariableOp" and self.is_active(n.outputs[0])]
        self.totals = {id(t): f"y{i}" for i, t in enumerate(same)}
        moving = [i for i in range(count) if self.is_active(step.inputs[i])]
        for i in moving:
            self.add(step.outputs[i], f"a{i}")
        for node in reversed(self.nodes):
            flowing = [self.gradients.get(id(t)) for t in node.outputs]
            if not any(flowing) or not any(map(self.is_active, tensors_in(node.arguments))):
                continue
            try:
                for t, text in RULES[node.kind](self, node, flowing):
                    self.add(t, text)
            except (KeyError, NoRule):
                raise Unsuitable from None
        news = [self.gradients.get(id(step.inputs[i])) or self.nothing(step.inputs[i]) for i in moving]
        starts = [f"    {name} = {self.zeros(t)}" for name, t in zip(self.totals.values(), same)]
        self.line(f"keep(({''.join(name + ', ' for name in self.kept)}))")
        self.before += ["saved = []", "keep = saved.append", f"fixed = ({''.join(name + ', ' for name in self.kept_fixed)})"]
        moved = "".join(f"a{i}, " for i in moving)
        places = {id(t): at for at, t in enumerate([*step.inputs[:count], *self.captures[0], *self.captures[1]])}
        given = len(places)
        places.update((key, given + i) for i, key in enumerate(self.read_names))
        self.places = [*moving, *(places[id(t)] for t in same)]
        self.moving = moving
        self.back_text = "\n".join(
            [
                f"def back(saved, fixed, {moved}):",
                f"    ({''.join(name + ', ' for name in self.kept_fixed)}) = fixed",
                *starts,
                f"    for ({''.join(name + ', ' for name in self.kept)}) in reversed(saved):",
                *("        " + text for text in self.back_lines),
                *([f"        {moved} = {''.join(new + ', ' for new in news)}"] if moving else []),
                f"    return [{moved}{''.join(name + ', ' for name in self.totals.values())}]",
            ]
        )

    def nothing(self, t: Any) -> str:
        """No gradient for the variable `t` of the loop."""
        if self.is_list(t):
            raise Unsuitable
        return f"np.zeros_like({self.value(t)})"

    def zeros(self, t: Any) -> str:
        """Where the gradients for `t`, which is the same in all turns, are added up."""
        name = self.value(t)
        return f"[None] * len({name})" if self.is_list(t) else f"np.zeros({name}.shape, {name}.dtype)"


def _reads(graph: FuncGraph) -> list[Operation]:
    return [n for n in graph.program().needed() if n.kind == "ReadVariableOp"]


def _active(test: FuncGraph, step: FuncGraph, count: int, connected: Sequence[bool]) -> set[int]:
    """The ids of the tensors of the loop's body into which gradients flow."""
    beside = len(test.inner_captures)
    inner = [*step.inputs[:count], *step.inner_captures, *(n.outputs[0] for n in _reads(step))]
    flags = [*connected[:count], *connected[count + beside :]]
    # What the condition reads comes before what the body reads.
    skipped = count + len(step.inner_captures)
    del flags[skipped : skipped + len(_reads(test))]
    found = {id(t) for t, flag in zip(inner, flags) if flag and t._dt in _DIFFERENTIABLE}
    while True:
        for node in step.program().needed():
            if passes_on(node) and any(id(t) in found for t in tensors_in(node.arguments)):
                found.update(id(t) for t in node.outputs if t._dt in _DIFFERENTIABLE)
        # What a turn makes of a variable of the loop is where the next one starts.
        new = {id(t) for t, after in zip(step.inputs[:count], step.outputs) if id(after) in found} - found
        if not new:
            return found
        found |= new


def passes_on(node: Operation) -> bool:
    """Whether gradients flow through `node`."""
    o: Any = node._op_def
    if type(o) is OverriddenOp or getattr(o, "grad", "auto") not in (None, "auto"):
        raise Unsuitable
    return getattr(o, "grad", "auto") is not None and node.kind != "StopGradient"


class _Loop:
    """A loop and the way back, for one set of tensors that gradients are wanted by."""

    def __init__(self, test: FuncGraph, step: FuncGraph, count: int, connected: Sequence[bool]) -> None:
        writer = _Both(test, step, count, connected)
        if writer.native <= 2 * writer.bridged:
            raise Unsuitable
        exec(compile(writer.source_text, "<loop over arrays>", "exec"), writer.namespace)
        exec(compile(writer.back_text, "<gradient of a loop over arrays>", "exec"), writer.namespace)
        self.run, self.back = writer.namespace["run"], writer.namespace["back"]
        self.moving, self.places, self.watchable = writer.moving, writer.places, writer.watchable
        self.test, self.step, self.count = test, step, count
        self.ordinary: list[Callable[..., Any]] = []

    def recorded(self, limit: int | None, arguments: Sequence[Any]) -> list[Any]:
        """The results as torch records them, operation by operation."""
        tensors = [as_object(x) if type(x) is list else x for x in arguments]
        if not self.ordinary:  # two threads may both make them
            self.ordinary = [self.program(g) for g in (self.test, self.step)]
        counts = [len(g.inner_captures) for g in (self.test, self.step)] + [len(_reads(g)) for g in (self.test, self.step)]
        ends = np.cumsum([self.count, *counts]).tolist()
        beside, inside, read_beside, read_inside = (tensors[a:b] for a, b in zip(ends, ends[1:]))
        holds, turn = self.ordinary
        values, turns = list(tensors[: self.count]), 0
        while (limit is None or turns < limit) and bool(holds(*values, *beside, *read_beside)[0]):
            values = list(turn(*values, *inside, *read_inside))
            turns += 1
        return [x.item() if type(x) is np.ndarray else x for x in values]

    def program(self, graph: FuncGraph) -> Callable[..., Any]:
        """`graph` as a function on tensors, of its inputs and what it reads."""
        nodes = [n for n in graph.program().needed() if n.kind != "ReadVariableOp"]
        given = [*graph.inputs[: self.count], *graph.inner_captures, *(n.outputs[0] for n in _reads(graph))]
        return Program(nodes, given, graph.outputs)._compile("attached")


class _Turns(Function):
    """All turns of a loop, as one operation on the tensors of its arguments, `given` and made as the two layouts say."""

    @staticmethod
    def forward(ctx: Any, loop: _Loop, limit: int | None, given: Layout, made: Layout, *tensors: Any) -> Any:
        with np.errstate(all="ignore"):
            results, saved, fixed = loop.run(limit, *given.together([t.detach() for t in tensors], torch.Tensor.numpy))
        ctx.loop, ctx.limit, ctx.given, ctx.made, ctx.kept = loop, limit, given, made, (saved, fixed)
        ctx.save_for_backward(*tensors)
        flat = made.note(results)
        moving = set(loop.moving)
        ctx.mark_non_differentiable(*(flat[at] for i, places in enumerate(made.places) if i not in moving for at in places))
        return tuple(flat)

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        loop, tensors = ctx.loop, ctx.saved_tensors
        made: list[Any] = [None] * len(tensors)
        if torch.is_grad_enabled() or any(g is not None and torch._C._functorch.is_batchedtensor(g) for g in gradients):
            found = _derivatives(ctx, tensors, gradients)
        else:
            arrays = ctx.made.together([g.numpy() for g in gradients])
            with np.errstate(all="ignore"):
                found = loop.back(*ctx.kept, *(arrays[i] for i in loop.moving))
        for place, several in zip(loop.places, found):
            values = [several[slot] for slot in ctx.given.slots(place)] if type(several) is list else [several]
            for at, g in zip(ctx.given.places[place], values):
                if tensors[at].requires_grad:
                    made[at] = _as_tensor(g, tensors[at])
        return (None, None, None, None, *made)


def _as_tensor(g: Any, like: torch.Tensor) -> torch.Tensor:
    """The gradient `g`, which may be None, for `like`."""
    if g is None:
        return torch.zeros_like(like)
    return g if type(g) is torch.Tensor else torch.from_numpy(np.array(g))


def _derivatives(ctx: Any, tensors: Sequence[Any], gradients: Sequence[Any]) -> list[list[Any]]:
    """The gradients by the ordinary loop, which can be differentiated themselves: of each place of the loop, for each of its tensors."""
    loop, given = ctx.loop, ctx.given
    again = torch.is_grad_enabled()
    with torch.enable_grad():
        # Views: one of the tensors may have been computed from another.
        inputs = [t.view_as(t) if t.requires_grad else t for t in tensors]
        results = loop.recorded(ctx.limit, given.together(inputs))
    flat, moving = Layout().note(results), set(loop.moving)
    ours = [at for i, places in enumerate(ctx.made.places) if i in moving for at in places]
    flowing = [(flat[at], gradients[at]) for at in ours if flat[at].requires_grad and gradients[at] is not None]
    places = given.places
    by = [at for place in loop.places for at in places[place] if inputs[at].requires_grad]  # not where a sum starts from a constant
    found: dict[int, Any] = {}
    if flowing and by:
        outputs, weights = zip(*flowing)
        made = torch.autograd.grad(outputs, [inputs[at] for at in by], weights, create_graph=again, allow_unused=True)
        found = {at: g for at, g in zip(by, made) if g is not None}
    return [given.spread(place, [found.get(at) for at in places[place]]) for place in loop.places]


class _Plan:
    """What is known of a loop: the variables that it reads, and its forms for the sets of tensors that gradients are wanted by."""

    def __init__(self, test: FuncGraph, step: FuncGraph) -> None:
        self.reads = [weakref.ref(n.arguments[0]) for g in (test, step) for n in _reads(g)]
        self.forms: dict[tuple[bool, ...], _Loop | None] = {}


def attempt(test: FuncGraph, step: FuncGraph, limit: int | None, values: Sequence[Any], captures: Sequence[Any]) -> list[Any] | None:
    """The results of the loop, which torch differentiates as one operation, or None where another way has to be taken."""
    if not TS.tapes and not any([type(t) is torch.Tensor and t.requires_grad for t in (*values, *captures)]):
        return None  # without a tape variables are read as constants
    plan = made_once(test, step, "array gradients", _planned)
    try:
        given, made = Layout(), Layout()
        tensors = given.note([*map(array_lists.opened, (*values, *captures)), *map(called.read, plan.reads)])
        if any([type(t) is not torch.Tensor or t.numel() > MOST_READ for t in tensors]):
            return None
        connected = tuple([any([tensors[at].requires_grad for at in places]) for places in given.places])
        if not any(connected):
            return None
        if connected not in plan.forms:
            plan.forms[connected] = _form(test, step, len(values), connected)
        loop = plan.forms[connected]
        if loop is None or any(x._rec is not None for x in loop.watchable):
            return None
        results = made.together(_Turns.apply(loop, limit, given, made, *tensors))
        return [as_object(x) if type(x) is list else x for x in results]
    except Exception:  # the ordinary loop raises TensorFlow's error
        return None


def _planned(test: FuncGraph, step: FuncGraph) -> _Plan:
    return _Plan(test, step)


def _form(test: FuncGraph, step: FuncGraph, count: int, connected: Sequence[bool]) -> _Loop | None:
    try:
        return _Loop(test, step, count, connected)
    except Unsuitable:
        return None
