"""The steps of recurrent cells among the nodes of a program: what each takes, and what it gives to the next."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.programs.merged_calls import Formulas
from tfshim.engine.ops.recurrences.joined import Gates

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation


@dataclasses.dataclass
class Step:
    """One step of an LSTM: tensors, and the ids of the nodes that compute it.

    `h` and `c` are what the next step takes: where there is a `mask`, what was chosen by it. `shown` is then what was chosen between the
    state and zeros, and `raw` the state before.
    """

    x: Any
    before: tuple[Any, Any]
    weights: Any
    bias: Any
    gates: Gates
    inside: set[int]
    h: Any
    c: Any
    raw: Any
    c_raw: Any
    mask: Any = None
    shown: Any = None
    elsewhere: tuple[Any, ...] = ()  # the nodes that take the state as it is before it is chosen

    def continues(self, other: Step) -> bool:
        """Whether `other` is a step that this one may follow."""
        same = self.weights is other.weights and self.bias is other.bias and self.gates == other.gates
        return same and self.before[0] is other.h and self.before[1] is other.c and (self.mask is None) == (other.mask is None)


class Steps(Formulas):
    """The steps of LSTMs, found by the division of a product of matrices into four."""

    starts = ("Split",)

    def __init__(self, nodes: Sequence[Operation], outputs: Sequence[Any], constants: dict[int, Any], sources: dict[int, Any]) -> None:
        """`sources`: what gradients are taken by."""
        self.steps: list[Step] = []
        self.sources = sources
        super().__init__(nodes, outputs, constants)

        found = True
        while found:
            refused = [s for s in self.steps if s.mask is not None and not all(self.hides(s, u) for u in s.elsewhere)]
            found = bool(refused)
            for step in refused:
                self.unmasked(step)

    def look(self, start: Operation) -> None:
        if len(start.outputs) != 4 or start.arguments[2] not in (1, -1):
            return
        inside = [start]
        product = self.product(start.arguments[0], inside)
        gates = [self.gate(t, inside) for t in start.outputs]
        if product is None or None in gates:
            return
        cell = self.cell(gates, inside)
        if cell is not None:
            self.note(start, product, cell, inside)

    def product(self, t: Any, inside: list[Any]) -> tuple[Any, ...] | None:
        """The inputs, the state, the matrix and the vector that `t` is computed from."""
        total = self.taken(t, "BiasAdd", inside)
        if total is None or total.arguments[2:] not in ([], [False]):
            return None
        product = self.taken(total.arguments[0], "MatMul", inside)
        if product is None or product.arguments[2:4] not in ([], [False, False]):
            return None
        both = self.taken(product.arguments[0], "ConcatV2", inside)
        if both is None or both.arguments[1] not in (1, -1) or len(both.arguments[0]) != 2:
            return None
        return *both.arguments[0], product.arguments[1], total.arguments[1]

    def gate(self, t: Any, inside: list[Any]) -> tuple[Operation, float] | None:
        """The node of the function that `t` alone goes into, and the number that is added before."""
        node, number = self.only_user(t), 0.0
        if node is not None and node.kind == "AddV2":
            a, b = node.arguments[:2]
            added = self.number(b if a is t else a)
            if added is None:
                return None
            inside.append(node)
            node, number = self.only_user(node.outputs[0]), added
        if node is None or node.kind not in ("Sigmoid", "Tanh"):
            return None
        inside.append(node)
        return node, number

    def other(self, node: Operation | None, kind: str, t: Any) -> Any:
        """What `node` of type `kind` takes beside `t`; None where it is of another."""
        if node is None or node.kind != kind:
            return None
        a, b = node.arguments[:2]
        return b if a is t else a

    def cell(self, gates: list[Any], inside: list[Any]) -> tuple[Gates, Any, Any, Any] | None:
        """Which gate is which, the cell before, the cell and the state."""
        place = {id(node.outputs[0]): i for i, (node, _) in enumerate(gates) if node.kind == "Sigmoid"}
        news = [i for i, (node, _) in enumerate(gates) if node.kind == "Tanh"]
        if len(news) != 1:
            return None
        new = gates[news[0]][0].outputs[0]
        written = self.only_user(new)
        i = place.get(id(self.other(written, "Mul", new)))
        if written is None or i is None:
            return None
        total = self.only_user(written.outputs[0])
        left = self.taken(self.other(total, "AddV2", written.outputs[0]), "Mul", inside)
        if total is None or left is None:
            return None
        for gate, c in (left.arguments[:2], left.arguments[1::-1]):
            f = place.get(id(gate))
            if f is None or f == i or self.only_user(gate) is not left:
                continue
            o = ({0, 1, 2, 3} - {i, f, news[0]}).pop()
            gate = gates[o][0].outputs[0]
            out = self.only_user(gate)
            seen = self.makers.get(id(self.other(out, "Mul", gate)))
            if seen is None or seen.type != "Tanh" or seen.arguments[0] is not total.outputs[0]:
                return None
            if self.only_user(seen.outputs[0]) is not out:
                return None
            inside += [written, total, seen, out]
            places = (i, f, news[0], o)
            return Gates(places, tuple(gates[p][1] for p in places)), c, total.outputs[0], out.outputs[0]  # type: ignore[union-attr]
        return None

    def note(self, start: Operation, product: tuple[Any, ...], cell: tuple[Gates, Any, Any, Any], inside: list[Any]) -> None:
        """Note the step, where its sizes are known and gradients are not taken by what it gives."""
        x, h_before, weights, bias = product
        gates, c_before, c, h = cell
        units = start.outputs[0].shape[1] if start.outputs[0].shape.rank == 2 else None
        width = None if units is None else 4 * units
        ranks = [t.shape.rank for t in (x, h_before, c_before, weights)]
        if units is None or ranks != [2, 2, 2, 2] or bias.shape.as_list() != [width] or weights.shape[1] != width:
            return
        if x.shape[1] is None or weights.shape[0] != x.shape[1] + units or h_before.shape[1] != units or c_before.shape[1] != units:
            return
        step = Step(x, (h_before, c_before), weights, bias, gates, set(map(id, inside)), h, c, h, c)
        self.masked(step)
        if not any(id(t) in self.sources for t in (h, c, step.h, step.c)):
            self.steps.append(step)

    def masked(self, step: Step) -> None:
        """Note the mask by which the state of `step` and the one before it are chosen from."""
        h, c = step.raw, step.c_raw
        users = [u for u in self.users.get(id(h), ()) if u is None or u.type != "ZerosLike"]
        chosen = [u for u in users if u is not None and u.type == "SelectV2" and u.arguments[1] is h and u.arguments[2] is not h]
        cells = [u for u in self.users[id(c)] if u is None or id(u) not in step.inside]
        if not chosen or len(cells) > 1 or any(u is None or u.type != "SelectV2" for u in cells):
            return
        mask = chosen[0].arguments[0]
        if any(u.arguments[0] is not mask for u in chosen) or mask.shape.rank != 2 or mask.shape[1] != 1:
            return
        if any(a is not b for u in cells for a, b in zip(u.arguments, (mask, c, step.before[1]))):
            return
        step.mask, step.h, step.c = mask, None, None
        step.elsewhere = tuple(u for u in users if u not in chosen)
        # Several may give the same where the state before is what is shown of masked rows, too: a step takes one, the others stay.
        states = [u for u in chosen if u.arguments[2] is step.before[0]]
        for u in [u for u in states if self.goes_on(u.outputs[0])][:1] or states[:1]:
            step.h = u.outputs[0]
            step.inside.add(id(u))
        for u in chosen:
            if u not in states and self.is_zero(u.arguments[2]):
                step.shown = u.outputs[0]
        for u in cells:
            step.c = u.outputs[0]
            step.inside.add(id(u))

    def goes_on(self, h: Any) -> bool:
        """Whether `h` is joined to the inputs of another step."""
        return any(u is not None and u.type == "ConcatV2" and u.arguments[0][-1] is h for u in self.users.get(id(h), ()))

    def hides(self, step: Step, user: Any) -> bool:
        """Whether `user` takes the state of `step` into a step with the same mask, which does not show what it makes of masked rows."""
        if user is not None and user.type == "Recurrence":
            return user.masks.get(id(step.raw)) is step.mask and all(a is not step.raw for a in user.arguments[1:])
        if user is None or user.type != "ConcatV2" or user.arguments[0][1] is step.raw:
            return False
        return any(id(user) in s.inside for s in self.steps if s.mask is step.mask)

    def unmasked(self, step: Step) -> None:
        """Take the state of `step` as it is before it is chosen."""
        step.inside -= {id(self.makers[id(t)]) for t in (step.h, step.c) if t is not None}
        step.mask, step.shown, step.elsewhere, step.h, step.c = None, None, (), step.raw, step.c_raw

    def is_zero(self, t: Any) -> bool:
        """Whether `t` is nothing but zeros."""
        made = self.makers.get(id(t))
        if made is None:
            return False
        if made.type == "Const":
            x = self.constants.get(id(t))
            return x is not None and x._rec is None and not x._t.any()
        return made.type == "ZerosLike" or made.type == "Fill" and self.number(made.arguments[1]) == 0
