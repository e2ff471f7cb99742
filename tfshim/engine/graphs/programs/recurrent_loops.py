"""Loops over sequences whose bodies are recurrent cells, as one operation for each cell.

`dynamic_rnn` over an unknown number of steps puts the cell into the body of a loop, which would call its dozens of nodes for every step.
The node of the loop stays in the graph; only the program computes it in another way, where the tensors that it is given allow that: what
comes before a cell, as dropout of its inputs, is run for all steps, then the cell, and then what takes its states.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import torch

from tfshim.engine.graphs.operation import InnerOp, Operation, everything, tensors_in
from tfshim.engine.graphs.programs.cell_steps import Step, Steps
from tfshim.engine.graphs.programs.selection import select
from tfshim.engine.graphs.programs.simplification import simplified
from tfshim.engine.ops.recurrences import joined
from tfshim.engine.values.readable import forward_mode, readable
from tfshim.engine.values.tensor import EagerTensor

FuncGraph: TypeAlias = Any  # of func_graph, above this module
# `program(nodes, inputs, outputs)` makes a function of storages that runs nodes.
_Made = Callable[[list[Operation], list[Any], list[Any]], Callable[..., Any]]
# What computes each row of a batch from the same row of what it takes: what is in rows that a mask hides is in no others afterwards.
_ROW_BY_ROW = frozenset(
    "AddV2 Sub Mul BiasAdd MatMul ConcatV2 Dropout Identity Tanh Sigmoid Relu SelectV2 ZerosLike Neg Square Softplus Elu Selu".split()
)
# What does so for each number, of one step or of all.
_EACH_NUMBER = _ROW_BY_ROW - {"BiasAdd", "MatMul", "ConcatV2"}


class _Unsuitable(Exception):
    """The body has to run step by step."""


class _Cell(NamedTuple):
    """A cell of the body: the places of its states among those of the loop, what it takes, and its weights."""

    form: joined.Form
    places: tuple[int, ...]
    x: Any
    weights: tuple[Any, ...]


class _Part(NamedTuple):
    """What is run for all steps before a cell, or after the last: `run(*rows, *constants)` gives `outputs` for one step.

    `at_once`: it gives them for all steps as well, where it is given the rows of all.
    """

    run: Callable[..., Any]
    at_once: bool
    rows: list[Any]  # tensors that each step has its own of
    outputs: list[Any]


class _Steps(Steps):
    # Who takes the states of masked rows is looked at here for the whole body.
    def hides(self, step: Step, user: Any) -> bool:
        return True


def as_whole(nodes: list[Operation], outputs: Sequence[Any], program: _Made) -> list[Operation]:
    """`nodes` with copies in the place of loops over sequences whose bodies are recurrent cells."""
    if not any(map(_is_loop, nodes)):
        return nodes
    used = {id(t) for t in outputs}.union(id(x) for n in nodes for x in everything(n.arguments))
    return [_replaced(n, used, program) if _is_loop(n) else n for n in nodes]


def _is_loop(node: Operation) -> bool:
    return node.kind in ("While", "StatelessWhile") and node._op_def.names[:3] == ("body", "input", "elements")


def _replaced(node: Operation, used: set[int], program: _Made) -> Operation:
    op, (body, states, elements, _, _, likes) = node._op_def, node.arguments
    try:
        kernel = _Body(body, states, elements, likes, program).kernel([id(t) in used for t in node.outputs], op.kernel)
    except _Unsuitable:
        return node
    made: Any = copy.copy(node)
    made._op_def, made.original = InnerOp(op.type, kernel, op.stateful, op.names), getattr(node, "original", node)
    return made


class _Body:
    """A body that consists of recurrent cells, their masks, what counts the steps, and what is computed without states in between."""

    def __init__(self, body: FuncGraph, states: Sequence[Any], elements: Sequence[Any], likes: Sequence[Any], program: _Made) -> None:
        count = len(states)
        inputs, outputs = [*body.inputs, *body.inner_captures], list(body.outputs)
        nodes = simplified(select(body._operations, outputs, stop=inputs), inputs, outputs)
        if any(like[2] for like in likes) or not all(map(_is_pure, nodes)):
            raise _Unsuitable
        self.finder = _Steps(nodes, outputs, {id(n.outputs[0]): n.arguments[0] for n in nodes if n.kind == "Const"}, {})
        self.states, self.elements = inputs[:count], inputs[count : count + len(elements)]
        # A layer of the body may be computed as a cell without gates is, from other things than its own state.
        self.finder.steps = [s for s in self.finder.steps if type(s.form) is not joined.Simple or self.is_state(s, outputs)]
        if not self.finder.steps:
            raise _Unsuitable
        captured = inputs[count + len(elements) :]
        self.constant = self.unchanged(nodes, captured)
        self.counters = self.counted(outputs)
        self.mask: Any = None
        self.limits: tuple[int, Any] | None = None  # the place of the state that is compared, and what it is compared with
        self.level = {id(t): 0 for t in (*self.elements, *(self.states[i] for i in self.counters))}
        self.steps: list[Step] = []
        self.cells = self.stacked(outputs)
        if {*self.counters, *(i for cell in self.cells for i in cell.places)} != set(range(count)):
            raise _Unsuitable
        self.collected = outputs[count:]
        self.hidden()
        used = [*(v for cell in self.cells for v in cell.weights), *(() if self.limits is None else (self.limits[1],))]
        self.parts, self.given = self.divided(nodes, program)
        self.constants = list({id(t): t for t in (*used, *self.given)}.values())
        self.values = program(select(nodes, self.constants, stop=inputs, effects=False), captured, self.constants)

    def is_state(self, step: Step, outputs: Sequence[Any]) -> bool:
        """Whether what `step` gives is the state that it takes, of the next step."""
        return any(before is step.before[0] and after is step.after[0] for before, after in zip(self.states, outputs))

    def unchanged(self, nodes: Sequence[Operation], captured: Sequence[Any]) -> set[int]:
        """The ids of the tensors that are the same in all steps."""
        found = set(map(id, captured))
        for node in nodes:
            if node.rng is None and all(id(t) in found or type(t) is EagerTensor for t in tensors_in(node.arguments)):
                found.update(map(id, node.outputs))
        return found

    def varies(self, t: Any) -> bool:
        """Whether each step has its own `t`."""
        return id(t) not in self.constant and type(t) is not EagerTensor

    def counted(self, outputs: Sequence[Any]) -> set[int]:
        """The places of the states that are integers to which each step adds 1."""
        found = set()
        for i, (before, after) in enumerate(zip(self.states, outputs)):
            node = self.finder.makers.get(id(after))
            if node is None or node.kind != "AddV2" or before.shape.rank != 0 or not before.dtype.is_integer:
                continue
            if node.arguments[0] is before and self.finder.number(node.arguments[1]) == 1:
                found.add(i)
        return found

    def stacked(self, outputs: Sequence[Any]) -> list[_Cell]:
        """The cells, each after those whose states it takes."""
        waiting, cells = list(self.finder.steps), []
        while waiting:
            step = next((s for s in waiting if self.depth(s.x) is not None), None)
            if step is None:
                raise _Unsuitable
            waiting.remove(step)
            places = tuple(next((i for i, s in enumerate(self.states) if s is t), -1) for t in step.before)
            if any(i < 0 or outputs[i] is not t for i, t in zip(places, step.after)) or any(
                id(w) not in self.constant for w in step.weights
            ):
                raise _Unsuitable
            if self.steps and step.mask is not self.mask:
                raise _Unsuitable
            cells.append(_Cell(step.form, places, step.x, step.weights))
            self.steps.append(step)
            for t in (step.raw[0], step.after[0], step.shown):
                if t is not None:
                    self.level[id(t)] = len(cells)
            if step.mask is not None:
                self.mask, self.limits = step.mask, self.limits or self.compared(step.mask)
        return cells

    def depth(self, t: Any) -> int | None:
        """How many cells have to be run before `t` is known in all steps; None where that is not known yet, or never."""
        pending = [t]
        while pending:
            t = pending[-1]
            if id(t) in self.level or not self.varies(t):
                pending.pop()
                continue
            node = self.finder.makers.get(id(t))
            if node is None or any(id(node) in s.inside for s in self.finder.steps):
                return None
            taken = list(tensors_in(node.arguments))
            missing = [x for x in taken if id(x) not in self.level and self.varies(x)]
            if missing:
                pending += missing
            else:
                highest = max([self.level.get(id(x), 0) for x in taken], default=0)
                self.level.update((id(x), highest) for x in node.outputs)
        return self.level.get(id(t), 0)

    def compared(self, mask: Any) -> tuple[int, Any]:
        """The place of the state that counts, and the vector that it has to be less than for `mask` to be true."""
        shape = self.finder.makers.get(id(mask))
        less = None if shape is None or shape.kind != "Reshape" else self.finder.makers.get(id(shape.arguments[0]))
        if less is None or less.kind != "Less":
            raise _Unsuitable
        counter, lengths = less.arguments[:2]
        at = next((i for i in self.counters if self.states[i] is counter), None)
        if at is None or lengths.shape.rank != 1 or id(lengths) not in self.constant:
            raise _Unsuitable
        return at, lengths

    def hidden(self) -> None:
        """Refuse bodies that show what a cell gives in masked rows: its states are not computed there."""
        if any(self.depth(t) is None for t in self.collected):
            raise _Unsuitable
        if self.mask is None:
            return
        seen = {id(s.raw[0]) for s in self.steps if s.raw[0] is not s.after[0]}
        for node in self.finder.makers.values():
            inside = any(id(node) in s.inside for s in self.steps)
            if inside or not any(id(t) in seen for t in tensors_in(node.arguments)):
                continue
            if node.kind not in _ROW_BY_ROW or node.kind == "MatMul" and (id(node.arguments[1]) in seen or node.arguments[2:3] == [True]):
                raise _Unsuitable
            if node.kind == "ConcatV2" and node.arguments[1] not in (1, -1):
                raise _Unsuitable
            chosen = node.kind == "SelectV2" and node.arguments[0] is self.mask and id(node.arguments[2]) not in seen
            if not chosen and node.kind != "ZerosLike":
                seen.update(map(id, node.outputs))
        if any(id(t) in seen for t in self.collected):
            raise _Unsuitable

    def divided(self, nodes: Sequence[Operation], program: _Made) -> tuple[list[_Part | None], list[Any]]:
        """What is run before each cell and after the last, and the constants that all of these take."""
        wanted = {id(t): t for t in (*(c.x for c in self.cells), *self.collected) if not self.is_known(t)}
        parts: list[list[Operation]] = [[] for _ in range(len(self.cells) + 1)]
        for node in reversed(nodes):  # what is needed of the parts before is known when these are looked at
            mine = [t for t in node.outputs if id(t) in wanted]
            if mine and not self.is_known(mine[0]):
                parts[self.level[id(mine[0])]].insert(0, node)
                wanted.update((id(t), t) for t in tensors_in(node.arguments) if self.varies(t))
        constants = list({id(t): t for part in parts for n in part for t in tensors_in(n.arguments) if id(t) in self.constant}.values())
        return [self.part(part, parts[i + 1 :], constants, program) if part else None for i, part in enumerate(parts)], constants

    def is_known(self, t: Any) -> bool:
        """Whether `t` is given, the mask, or comes from a cell."""
        return any(t is x for x in (*self.elements, *self.states, self.mask)) or any(
            t is x for s in self.steps for x in (s.raw[0], s.after[0], s.shown)
        )

    def part(self, nodes: list[Operation], later: Sequence[Sequence[Operation]], constants: Sequence[Any], program: _Made) -> _Part:
        made = {id(t): t for n in nodes for t in n.outputs}
        taken = {id(t): t for n in nodes for t in tensors_in(n.arguments)}
        rows = [t for key, t in taken.items() if key not in made and self.varies(t)]
        users = (*(c.x for c in self.cells), *self.collected, *(t for part in later for n in part for t in tensors_in(n.arguments)))
        outputs = list({id(t): t for t in users if id(t) in made}.values())
        at_once = all(map(_for_each_number, nodes)) and all(t.shape.rank == 2 for t in (*rows, *made.values()))
        return _Part(program(nodes, [*rows, *constants], outputs), at_once, rows, outputs)

    def kernel(self, used: Sequence[bool], ordinary: Callable[..., Any]) -> Callable[..., Any]:
        """The kernel of the loop, some of whose results are `used`; `ordinary` is the one that runs step by step."""

        def run(
            body: FuncGraph, states: Sequence[Any], elements: Sequence[Any], captures: Sequence[Any], reverse: bool, likes: Sequence[Any]
        ) -> list[Any]:
            made = self.whole(states, elements, captures, reverse, used)
            return ordinary(body, states, elements, captures, reverse, likes) if made is None else made

        return run

    def whole(
        self, states: Sequence[Any], elements: Sequence[Any], captures: Sequence[Any], reverse: bool, used: Sequence[bool]
    ) -> list[Any] | None:
        """The results of the loop, or None where it has to run step by step."""
        steps = len(elements[0])
        if not steps or forward_mode() or not all(map(readable, (*states, *elements))):
            return None
        values = dict(zip(map(id, self.constants), self.values(*captures)))
        mask = lengths = None
        if self.limits is not None:
            counter, limit = self.limits
            lengths = values[id(limit)] - states[counter]
            mask = (torch.arange(steps, dtype=lengths.dtype, device=lengths.device).unsqueeze(1) < lengths).unsqueeze(2)
        if not all(map(readable, values.values())) or not self.fits(states, values, lengths):
            return None
        # Of all steps: what each tensor of the body is, as one tensor or as a list.
        known: dict[int, Any] = {id(t): x.flip(0) if reverse else x for t, x in zip(self.elements, elements)}
        known.update((id(self.states[i]), torch.arange(steps, dtype=states[i].dtype) + states[i]) for i in self.counters)
        known[id(self.mask)] = mask
        results = [s + steps if i in self.counters else s for i, s in enumerate(states)]
        constants = [values[id(t)] for t in self.given]
        for cell, step, part in zip(self.cells, self.steps, self.parts):
            _run(part, known, constants, steps)
            x, before, weights = _stacked(known[id(cell.x)]), [states[i] for i in cell.places], [values[id(w)] for w in cell.weights]
            h = before[0]
            if x.ndim != 3 or x.shape != (steps, len(h), len(weights[0]) - h.shape[1]) or x.dtype is not h.dtype:
                return None
            shows = any(used[i] for i in cell.places[1:])
            made, *last = cell.form.run(joined.Given(x, mask, lengths), weights, before, shows)
            for i, state in zip(cell.places, last):
                results[i] = state
            known[id(step.raw[0])] = known[id(step.after[0])] = made
            if step.shown is not None and mask is not None:
                known[id(step.shown)] = torch.where(mask, made, 0)
        _run(self.parts[-1], known, constants, steps)
        rows = [_stacked(known[id(t)]) for t in self.collected]
        return [*results, *(r.flip(0) if reverse else r for r in rows)]

    def fits(self, states: Sequence[torch.Tensor], values: dict[int, Any], lengths: torch.Tensor | None) -> bool:
        """Whether the states and weights of no cell are broadcast, or wrong."""
        for cell in self.cells:
            h, *others = [states[i] for i in cell.places]
            weights = [values[id(w)] for w in cell.weights]
            batch, units = h.shape
            if h.dtype not in (torch.float32, torch.float64) or any([t.dtype is not h.dtype for t in (*weights, *others)]):
                return False
            shapes = cell.form.shapes(len(weights[0]) - units, units)
            if any([tuple(w.shape) != shape for w, shape in zip(weights, shapes)]) or any([c.shape != h.shape for c in others]):
                return False
            if lengths is not None and lengths.shape != (batch,):
                return False
        return True


def _is_pure(node: Operation) -> bool:
    """Whether `node` may be run at another time than its neighbours: each random operation has numbers of its own."""
    if node.kind == "ReadVariableOp":
        return True
    effects = node.stateful and node.rng is None
    return not (effects or node.kind.startswith("_") or any(hasattr(x, "building_function") for x in everything(node.arguments)))


def _for_each_number(node: Operation) -> bool:
    if node.kind == "Dropout":
        _, _, _, shape, *seeds = node.arguments  # by seeds, each step has numbers of its own
        return shape is None and seeds[:2] == [0, 0]
    return node.kind in _EACH_NUMBER and all(t.shape.rank in (0, 1, 2) for t in tensors_in(node.arguments))


def _run(part: _Part | None, known: dict[int, Any], constants: Sequence[Any], steps: int) -> None:
    """Run `part` for each step, with and into what is `known`."""
    if part is None:
        return
    rows = [known[id(t)] for t in part.rows]
    if part.at_once:
        known.update(zip(map(id, part.outputs), part.run(*map(_stacked, rows), *constants)))
        return
    made = [part.run(*[r[t] for r in rows], *constants) for t in range(steps)]
    known.update((id(t), list(each)) for t, each in zip(part.outputs, zip(*made)))


def _stacked(x: Any) -> torch.Tensor:
    return torch.stack(x) if type(x) is list else x
