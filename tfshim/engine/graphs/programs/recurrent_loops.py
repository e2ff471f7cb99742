"""Loops over sequences whose body is nothing but recurrent cells, as one operation for each cell.

`dynamic_rnn` over an unknown number of steps puts the cell into the body of a loop, which would call its dozens of nodes for every step.
The node of the loop stays in the graph; only the program computes it in another way, where the tensors that it is given allow that.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import torch
from torch.autograd import forward_ad

from tfshim.engine.graphs.operation import InnerOp, Operation, everything, tensors_in
from tfshim.engine.graphs.programs.cell_steps import Step, Steps
from tfshim.engine.graphs.programs.selection import select
from tfshim.engine.graphs.programs.simplification import simplified
from tfshim.engine.ops.recurrences import joined
from tfshim.engine.values.readable import readable
from tfshim.engine.values.tensor import EagerTensor

FuncGraph: TypeAlias = Any  # of func_graph, above this module
# `program(nodes, inputs, outputs)` makes a function of storages that runs nodes.
_Made = Callable[[list[Operation], list[Any], list[Any]], Callable[..., Any]]


class _Unsuitable(Exception):
    """The body has to run step by step."""


class _Cell(NamedTuple):
    """An LSTM of the body: the places of its state and cell among the states, and of its weights and bias among what no step changes.

    `x`: the place among the elements of what it takes, or, with `above`, among the cells of the one whose states it takes.
    """

    gates: joined.Gates
    h: int
    c: int
    x: int
    above: bool
    weights: int
    bias: int


def as_whole(nodes: list[Operation], outputs: Sequence[Any], program: _Made) -> list[Operation]:
    """`nodes` with copies in the place of loops over sequences whose bodies are recurrent cells."""
    if not any(map(_is_loop, nodes)):
        return nodes
    used = {id(t) for t in outputs}.union(id(x) for n in nodes for x in everything(n.arguments))
    return [_replaced(n, used, program) if _is_loop(n) else n for n in nodes]


def _is_loop(node: Operation) -> bool:
    return node.kind == "StatelessWhile" and node._op_def.names[:3] == ("body", "input", "elements")


def _replaced(node: Operation, used: set[int], program: _Made) -> Operation:
    op, (body, states, elements, _, _, likes) = node._op_def, node.arguments
    try:
        kernel = _Body(body, states, elements, likes, program).kernel([id(t) in used for t in node.outputs], op.kernel)
    except _Unsuitable:
        return node
    made: Any = copy.copy(node)
    made._op_def, made.original = InnerOp(op.type, kernel, names=op.names), getattr(node, "original", node)
    return made


class _Body:
    """A body that consists of LSTMs, their masks and what counts the steps."""

    def __init__(self, body: FuncGraph, states: Sequence[Any], elements: Sequence[Any], likes: Sequence[Any], program: _Made) -> None:
        self.count, self.rows = len(states), len(elements)
        inputs, outputs = [*body.inputs, *body.inner_captures], list(body.outputs)
        self.nodes = simplified(select(body._operations, outputs, stop=inputs), inputs, outputs)
        if any(like[2] for like in likes) or any(n.kind.startswith("_") or n.rng is not None for n in self.nodes):
            raise _Unsuitable
        constants = {id(n.outputs[0]): n.arguments[0] for n in self.nodes if n.kind == "Const"}
        self.finder = Steps(self.nodes, outputs, constants, {})
        if not self.finder.steps:
            raise _Unsuitable
        self.states, self.elements = inputs[: self.count], inputs[self.count : self.count + self.rows]
        captured = inputs[self.count + self.rows :]
        self.constant = self.unchanged(captured)
        self.taken: list[Any] = []  # of what no step changes, what the cells and masks are made of
        self.covered: set[int] = set()  # ids of nodes
        self.limits: tuple[int, int] | None = None  # the places of the state that is compared, and of what it is compared with
        self.counters = self.counted(outputs)
        self.cells, self.steps = self.stacked(outputs)
        self.collected = [self.shown(t) for t in outputs[self.count :]]
        if {*self.counters, *(i for cell in self.cells for i in (cell.h, cell.c))} != set(range(self.count)):
            raise _Unsuitable
        if any(id(n) not in self.covered and not all(id(t) in self.constant for t in n.outputs) for n in self.nodes):
            raise _Unsuitable
        self.values = program(select(self.nodes, self.taken, stop=inputs, effects=False), captured, self.taken)

    def unchanged(self, captured: Sequence[Any]) -> set[int]:
        """The ids of the tensors that are the same in all steps."""
        found = set(map(id, captured))
        for node in self.nodes:
            reads = not node.stateful or node.kind == "ReadVariableOp"
            if reads and all(id(t) in found or type(t) is EagerTensor for t in tensors_in(node.arguments)):
                found.update(map(id, node.outputs))
        return found

    def place(self, t: Any) -> int:
        """The place of `t`, which no step changes, among what is computed once."""
        if id(t) not in self.constant:
            raise _Unsuitable
        at = next((i for i, known in enumerate(self.taken) if known is t), len(self.taken))
        if at == len(self.taken):
            self.taken.append(t)
        return at

    def counted(self, outputs: Sequence[Any]) -> set[int]:
        """The places of the states that are integers to which each step adds 1."""
        found = set()
        for i, (before, after) in enumerate(zip(self.states, outputs)):
            node = self.finder.makers.get(id(after))
            if node is None or node.kind != "AddV2" or before.shape.rank != 0 or not before.dtype.is_integer:
                continue
            if node.arguments[0] is before and self.finder.number(node.arguments[1]) == 1:
                self.covered.add(id(node))
                found.add(i)
        return found

    def stacked(self, outputs: Sequence[Any]) -> tuple[list[_Cell], list[Step]]:
        """The cells, each after the one whose states it takes, and their steps."""
        waiting = list(self.finder.steps)
        cells: list[_Cell] = []
        done: list[Step] = []
        while waiting:
            step = next((s for s in waiting if self.source(s, done) is not None), None)
            if step is None:
                raise _Unsuitable
            waiting.remove(step)
            x = self.source(step, done)
            assert x is not None
            h, c = (next((i for i, s in enumerate(self.states) if s is t), -1) for t in step.before)
            if h < 0 or c < 0 or outputs[h] is not step.h or outputs[c] is not step.c:
                raise _Unsuitable
            cells.append(_Cell(step.gates, h, c, *x, self.place(step.weights), self.place(step.bias)))
            done.append(step)
            self.covered.update(step.inside)
            self.masked(step)
        if len({step.mask is None for step in done}) != 1:
            raise _Unsuitable
        return cells, done

    def source(self, step: Step, done: Sequence[Step]) -> tuple[int, bool] | None:
        """What `step` takes: (place, whether among the cells that are `done`)."""
        above = next((i for i, s in enumerate(done) if s.raw is step.x), None)
        if above is not None:
            return above, True
        row = next((i for i, e in enumerate(self.elements) if e is step.x), None)
        return None if row is None else (row, False)

    def masked(self, step: Step) -> None:
        """Note what the mask of `step` is made of: it has to compare what counts the steps with a number for each row."""
        if step.mask is None:
            return
        shape = self.made(step.mask, "Reshape")
        less = self.made(shape.arguments[0], "Less")
        counter, lengths = less.arguments[:2]
        at = next((i for i in self.counters if self.states[i] is counter), None)
        if at is None or lengths.shape.rank != 1:
            raise _Unsuitable
        limits = at, self.place(lengths)
        if self.limits not in (None, limits):
            raise _Unsuitable
        self.limits = limits
        self.covered.update((id(shape), id(less)))
        if step.shown is not None:
            chosen = self.finder.makers[id(step.shown)]
            self.covered.update((id(chosen), id(self.finder.makers[id(chosen.arguments[2])])))

    def made(self, t: Any, kind: str) -> Operation:
        node = self.finder.makers.get(id(t))
        if node is None or node.kind != kind:
            raise _Unsuitable
        return node

    def shown(self, t: Any) -> tuple[int, bool]:
        """What is collected as `t`: the place of the cell, and whether states that are masked are zeros in it."""
        for i, step in enumerate(self.steps):
            if t is step.h:
                return i, False
            if step.shown is not None and t is step.shown:
                return i, True
        raise _Unsuitable

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
        if not steps or forward_ad._current_level >= 0 or not all(map(readable, (*states, *elements))):
            return None
        values = self.values(*captures)
        if not all(map(readable, values)):
            return None
        mask = lengths = None
        if self.limits is not None:
            counter, at = self.limits
            lengths = values[at] - states[counter]
            mask = (torch.arange(steps, dtype=lengths.dtype, device=lengths.device).unsqueeze(1) < lengths).unsqueeze(2)
        results = [s + steps if i in self.counters else s for i, s in enumerate(states)]
        outputs: list[torch.Tensor] = []
        for cell in self.cells:
            x, h, c = elements[cell.x] if not cell.above else outputs[cell.x], states[cell.h], states[cell.c]
            weights, bias = values[cell.weights], values[cell.bias]
            if not _fits(steps, x, weights, bias, h, c, lengths):
                return None
            if reverse and not cell.above:
                x = x.flip(0)
            if mask is not None and lengths is not None and not used[cell.c]:
                made, results[cell.h] = joined.lstm_of_lengths(cell.gates, lengths, mask, x, weights, bias, h, c)
            else:
                made, results[cell.h], results[cell.c] = joined.lstm(cell.gates, mask, x, weights, bias, h, c)
            outputs.append(made)
        for i, zeros in self.collected:
            rows = outputs[i] if mask is None or not zeros else torch.where(mask, outputs[i], 0)
            results.append(rows.flip(0) if reverse else rows)
        return results


def _fits(
    steps: int, x: torch.Tensor, weights: torch.Tensor, bias: torch.Tensor, h: torch.Tensor, c: torch.Tensor, lengths: torch.Tensor | None
) -> bool:
    """Whether nothing is broadcast, and nothing wrong."""
    batch, units = h.shape
    return (
        h.dtype in (torch.float32, torch.float64)
        and x.dtype is weights.dtype is bias.dtype is c.dtype is h.dtype
        and x.ndim == 3
        and x.shape[:2] == (steps, batch)
        and weights.shape == (x.shape[2] + units, 4 * units)
        and bias.shape == (4 * units,)
        and c.shape == h.shape
        and (lengths is None or lengths.shape == (batch,))
    )
