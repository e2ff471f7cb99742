"""Recurrent cells that a program runs step by step, as one operation over the whole sequence.

`dynamic_rnn` over a known number of steps, `static_rnn` and loops written in Python make dozens of nodes for every step. Here steps of
which each takes what the one before gives become a single node, by which the products with all inputs and all gradients of weights
are one call each. The graph keeps its nodes; only the program has others.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import torch

from tfshim.engine.graphs.operation import InnerOp, Operation, tensors_in
from tfshim.engine.graphs.programs import recurrent_loops
from tfshim.engine.graphs.programs.cell_steps import Step, Steps
from tfshim.engine.graphs.programs.derivatives import differentiated
from tfshim.engine.ops.recurrences import joined
from tfshim.engine.values.readable import forward_mode, readable
from tfshim.engine.values.tensor import EagerTensor

_Ordinary = Callable[[list[Operation], list[Any], list[Any]], Callable[..., Any]]


class _Unsuitable(Exception):
    """The steps have to run one by one."""


def as_recurrences(nodes: list[Operation], outputs: Sequence[Any], ordinary: _Ordinary) -> list[Operation]:
    """`nodes` with one in the place of all steps of a recurrence, in an order in which each comes after what it takes.

    Loops over sequences whose bodies are such steps are run as a whole as well. `ordinary(nodes, inputs, outputs)` makes a function that
    runs `nodes` one by one, for tensors of other shapes than expected.
    """
    nodes = recurrent_loops.as_whole(nodes, outputs, ordinary)
    sources = differentiated(nodes)
    constants = {id(n.outputs[0]): n.arguments[0] for n in nodes if n.kind == "Const" and id(n.outputs[0]) not in sources}
    refused: set[int] = set()
    while True:
        finder = Steps(nodes, outputs, constants, sources)
        chain = next((c for c in _chains(finder) if id(c[0].raw[0]) not in refused), None)
        if chain is None:
            return nodes
        try:
            nodes = _Sequence(chain, nodes, outputs, finder).placed(ordinary)
        except _Unsuitable:
            refused.add(id(chain[0].raw[0]))


def _chains(finder: Steps) -> list[list[Step]]:
    """The steps that follow one another, from the first to the last of each sequence of more than one."""
    following: dict[int, list[Step]] = {}
    for step in finder.steps:
        following.setdefault(id(step.before[0]), []).append(step)
    begun: set[int] = set()
    found = []
    for first in finder.steps:
        if id(first) in begun:
            continue
        chain = [first]
        begun.add(id(first))
        while True:
            last = chain[-1]
            # Only the last cell is a result.
            after = (s for s in following.get(id(last.after[0]), ()) if id(s) not in begun and s.continues(last) and _only(finder, last, s))
            step = next(after, None)
            if step is None:
                break
            chain.append(step)
            begun.add(id(step))
        if len(chain) > 1:
            found.append(chain)
    return found


def _only(finder: Steps, last: Step, step: Step) -> bool:
    """Whether `step` alone takes the cell that `last` gives, where it has one."""
    return all(u is not None and (id(u) in last.inside or id(u) in step.inside) for c in last.after[1:] for u in finder.users[id(c)])


class _Sequence:
    """The steps of one recurrence, and the node that takes their place."""

    def __init__(self, chain: list[Step], nodes: list[Operation], outputs: Sequence[Any], finder: Steps) -> None:
        self.chain, self.nodes, self.outputs, self.finder = chain, nodes, outputs, finder
        self.inside = set().union(*(s.inside for s in chain))
        self.around: set[int] = set()  # ids of nodes that nobody needs where they serve this recurrence alone
        self.first, self.last = chain[0], chain[-1]

    def makers(self, tensors: Sequence[Any], kind: str) -> list[Operation] | None:
        """The nodes that give `tensors`, if all of them are of type `kind`."""
        made = [self.finder.makers.get(id(t)) for t in tensors]
        return made if all(node is not None and node.kind == kind for node in made) else None  # type: ignore[return-value]

    def rows(self) -> tuple[int | None, int, Any]:
        """The axis of time, the first step on it and the tensor whose rows are the inputs; where there is none, None, 0 and a list."""
        xs = [s.x for s in self.chain]
        slices, parts = self.makers(xs, "StridedSlice"), self.makers(xs, "Unpack")
        if any(id(x) in self.finder.sources for x in xs):
            return None, 0, xs
        if slices is not None:
            base, first = slices[0].arguments[0], _row(slices[0])
            if first is not None and all(n.arguments[0] is base and _row(n) == first + t for t, n in enumerate(slices)):
                self.around.update(map(id, slices))
                return 0, first, base
        if parts is not None and all(n is parts[0] for n in parts):
            base, _, axis = parts[0].arguments[:3]
            first = next(i for i, t in enumerate(parts[0].outputs) if t is xs[0])
            if axis in (0, 1) and base.shape.rank == 3 and len(parts[0].outputs) >= first + len(xs):
                if all(a is b for a, b in zip(parts[0].outputs[first:], xs)):
                    self.around.add(id(parts[0]))
                    return axis, first, base
        return None, 0, xs

    def masks(self) -> tuple[int, Any]:
        """The first step and the numbers of steps of each row, or 0 and a list of the masks, or None without any."""
        masks = [s.mask for s in self.chain]
        if masks[0] is None:
            return 0, None
        zeros = [self.finder.makers.get(id(t)) for s in self.chain for t in self.zeros_of(s)]
        self.around.update(id(node) for node in zeros if node is not None)
        reshapes = self.makers(masks, "Reshape")
        limits = None if reshapes is None else self.makers([n.arguments[0] for n in reshapes], "Less")
        if reshapes is None or limits is None:
            return 0, masks
        lengths, first = limits[0].arguments[1], self.finder.number(limits[0].arguments[0])
        if first is None or lengths.shape.rank != 1:
            return 0, masks
        if any(n.arguments[1] is not lengths or self.finder.number(n.arguments[0]) != first + t for t, n in enumerate(limits)):
            return 0, masks
        self.around.update(map(id, (*reshapes, *limits)))
        return int(first), lengths

    def zeros_of(self, step: Step) -> list[Any]:
        """What `step` shows instead of its state where the mask is false."""
        return [] if step.shown is None else [self.finder.makers[id(step.shown)].arguments[2]]

    def stacks(self) -> dict[int, tuple[Operation, bool]]:
        """The nodes that stack what all steps give: id of the result -> the node, and whether what is masked is zero in it."""
        found = {}
        for each, masked in (([s.after[0] for s in self.chain], False), ([s.shown for s in self.chain], True)):
            if each[0] is None:
                continue
            for node in self.finder.users.get(id(each[0]), ()):
                if node is None or node.kind != "Pack" or node.arguments[1] not in (0, 1) or len(node.arguments[0]) != len(each):
                    continue
                if all(a is b for a, b in zip(node.arguments[0], each)) and id(node.outputs[0]) not in self.finder.sources:
                    found[id(node.outputs[0])] = node, masked
        for node, masked in found.values():
            self.inside.add(id(node))
            if masked:
                self.around.update(id(self.finder.makers[id(s.shown)]) for s in self.chain)
        return found

    def placed(self, ordinary: _Ordinary) -> list[Operation]:
        """The nodes of the program with this one."""
        chain = self.chain
        axis, begin, x = self.rows()
        start, mask = self.masks()
        stacks = self.stacks()
        given = [x, *self.first.weights, *self.first.before, mask]
        inputs = list(tensors_in(given))
        dropped = self.dropped(inputs)
        # What others than the steps need, and how it comes out of the recurrence.
        wanted: list[tuple[Any, Any]] = []
        for t, step in enumerate(chain):
            for tensor in {id(h): h for h in (step.after[0], step.raw[0]) if h is not None}.values():
                if self.is_used(tensor, dropped):
                    wanted.append((tensor, t))
        for c in self.last.after[1:]:
            if c is not None and self.is_used(c, dropped):
                wanted.append((c, "cell"))
        for node, masked in stacks.values():
            wanted.append((node.outputs[0], (node.arguments[1], masked)))
        whole = [n for n in self.nodes if id(n) in self.inside or id(n) in dropped]
        results = [t for t, _ in wanted]
        if not results or any((n := self.finder.makers.get(id(t))) is not None and id(n) in self.inside for t in inputs):
            raise _Unsuitable  # nobody takes what it gives, or a step takes more of an earlier one than states
        steps = ordinary(self.steps(inputs, results), inputs, results)
        kernel = _kernel(axis, begin, start, self.first, len(chain), [how for _, how in wanted], steps)
        made: Any = copy.copy(whole[-1])
        made.arguments, made.outputs, made.result = given, results, results
        made.type = made.kind = "Recurrence"
        made._op_def, made.original, made.control_inputs = InnerOp("Recurrence", kernel), whole[-1], ()
        made.masks = {id(s.x): s.mask for s in chain}
        return _ordered(self.nodes, {id(n) for n in whole}, made)

    def dropped(self, inputs: Sequence[Any]) -> set[int]:
        """The ids of the nodes around this recurrence that nothing else needs, nor itself as one of its `inputs`."""
        # Zeros that masked rows show may be the first state or cell as well.
        kept = self.around.difference(id(self.finder.makers.get(id(t))) for t in inputs)
        for node in reversed(self.nodes):
            if id(node) not in kept:
                continue
            users = [u for t in node.outputs for u in self.finder.users.get(id(t), ())]
            if node.stateful or any(u is None or id(u) not in self.inside and id(u) not in kept for u in users):
                kept.discard(id(node))
        return kept

    def is_used(self, tensor: Any, dropped: set[int]) -> bool:
        """Whether anything beside this recurrence takes `tensor`."""
        return any(u is None or id(u) not in self.inside and id(u) not in dropped for u in self.finder.users.get(id(tensor), ()))

    def steps(self, inputs: list[Any], results: list[Any]) -> list[Operation]:
        """The nodes that compute `results` from `inputs` alone, with the constants that they take."""
        known, needed = set(map(id, inputs)), set(map(id, results))
        found = []
        for node in reversed(self.nodes):
            if not any(id(t) in needed and id(t) not in known for t in node.outputs):
                continue
            if node.kind != "Const" and id(node) not in self.inside and id(node) not in self.around:
                raise _Unsuitable
            needed.update(map(id, tensors_in(node.arguments)))
            found.append(node)
        made = known.union(id(t) for node in found for t in node.outputs)
        if any(id(t) not in made and type(t) is not EagerTensor for node in found for t in tensors_in(node.arguments)):
            raise _Unsuitable
        return found[::-1]


def _row(node: Operation) -> int | None:
    """Which row of a tensor of rank 3 the node gives; None where it gives another part."""
    x, begin, end, steps, *masks = node.arguments[:9]
    if x.shape.rank != 3 or type(begin) not in (tuple, list) or len(begin) != 1 or type(begin[0]) is not int or begin[0] < 0:
        return None
    return begin[0] if steps in ((1,), [1], None) and masks == [0, 0, 0, 0, 1] and end is not None else None


def _ordered(nodes: list[Operation], replaced: set[int], made: Operation) -> list[Operation]:
    """`nodes` with `made` in the place of those that are `replaced`; raises `_Unsuitable` where that changes the order of effects."""
    last = max(at for at, n in enumerate(nodes) if id(n) in replaced)
    items = [n for n in nodes[: last + 1] if id(n) not in replaced] + [made] + nodes[last + 1 :]
    makers = {id(t): n for n in items for t in n.outputs}
    result: list[Operation] = []
    state: dict[int, bool] = {}  # id of a node -> whether it is placed already
    for item in items:
        stack = [item]
        while stack:
            node = stack[-1]
            if state.get(id(node)):
                stack.pop()
                continue
            missing = [m for t in tensors_in(node.arguments) if (m := makers.get(id(t))) is not None and not state.get(id(m))]
            if not missing:
                state[id(node)] = True
                result.append(stack.pop())
            elif id(node) in state:
                raise _Unsuitable  # a step needs something that is computed from what an earlier one gives
            else:
                state[id(node)] = False
                stack += reversed(missing)  # steps draw random numbers in their order
    if _effects(result) != _effects(items):
        raise _Unsuitable
    return result


def _effects(nodes: list[Operation]) -> dict[int, int]:
    """After how many effects each node comes that has one, that reads a variable or that draws numbers."""
    count, found = 0, {}
    drawn: dict[int, int] = {}
    for node in nodes:
        if node.rng is not None:
            stream = id(node.rng.source)
            drawn[stream] = drawn.get(stream, 0) + 1
            found[id(node)] = (count << 32) + drawn[stream]
        elif node.stateful or node.kind.startswith("_"):
            found[id(node)] = count
            count += node.kind != "ReadVariableOp"
    return found


def _kernel(
    axis: int | None, begin: int, start: int, first: Step, steps: int, wanted: Sequence[Any], ordinary: Callable[..., Any]
) -> Callable[..., Any]:
    """What runs `steps` steps: a function of the inputs, the weights, the states that the `first` begins with and what masks are made of.

    `axis`, `begin`: the axis of time of the inputs, and the first step on it; `start`: the first step that numbers of steps are compared
    with. It gives a list of what is `wanted`: the number of a step for its state, "cell" for the last cell, or the axis of time and
    whether masked states are zeros in it for all states.
    """
    rows = any(type(how) is int and how != steps - 1 for how in wanted)
    form, count = first.form, len(first.weights)

    def run(x: Any, *given: Any) -> Sequence[Any]:
        weights, states, masks = given[:count], given[count:-1], given[-1]
        batch, units = states[0].shape
        sizes = (batch, weights[0].shape[0] - units)
        each = x if type(x) is list else ()
        whole = None if each else x if axis == 0 else x.transpose(0, 1)
        if whole is not None and (begin or len(whole) != steps):
            whole = whole[begin : begin + steps]
        if (
            not all(map(readable, (*(each or (x,)), *weights, *states)))
            or forward_mode()
            or any([tuple(t.shape) != sizes for t in each])
            or whole is not None
            and tuple(whole.shape) != (steps, *sizes)
            or any([s.shape != states[0].shape for s in states])
            or type(masks) is list
            and any([tuple(m.shape) != (batch, 1) for m in masks])
            or isinstance(masks, torch.Tensor)
            and tuple(masks.shape) != (batch,)
        ):
            # Values that torch follows by other means than gradients, and shapes that are broadcast or do not fit.
            flat = [*(each or (x,)), *weights, *states, *(masks if type(masks) is list else () if masks is None else (masks,))]
            return ordinary(*flat)
        if whole is None:
            whole = torch.stack(each)
        mask = lengths = None
        if type(masks) is list:
            mask = torch.stack(masks)
        elif masks is not None:
            mask = (torch.arange(start, start + steps, dtype=masks.dtype, device=masks.device).unsqueeze(1) < masks).unsqueeze(2)
            lengths = masks - start if start else masks
        outputs, last, *cell = form.run(joined.Given(whole, mask, lengths), weights, states, "cell" in wanted)
        parts = outputs.unbind(0) if rows else ()
        results = []
        for how in wanted:
            if type(how) is int:
                results.append(last if how == steps - 1 else parts[how])
            elif how == "cell":
                results.append(cell[0])
            else:
                shown = outputs if mask is None or not how[1] else torch.where(mask, outputs, 0)
                results.append(shown.transpose(0, 1) if how[0] else shown)
        return results

    return run
