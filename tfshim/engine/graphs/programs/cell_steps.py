"""The steps of recurrent cells among the nodes of a program: what each takes, and what it gives to the next."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.programs.merged_calls import Formulas
from tfshim.engine.ops.recurrences.joined import Form, Gates, ResetFirst, Simple

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation


@dataclasses.dataclass
class Step:
    """One step of a cell: tensors, and the ids of the nodes that compute it.

    `before`: the states that it begins with, the one that is multiplied first; `after`: those that the next step takes: where there is
    a `mask`, what was chosen by it. `shown` is then what was chosen between the first state and zeros, and `raw` the states before.
    """

    form: Form
    x: Any
    before: tuple[Any, ...]
    weights: tuple[Any, ...]
    inside: set[int]
    raw: tuple[Any, ...]
    after: tuple[Any, ...]
    mask: Any = None
    shown: Any = None
    elsewhere: tuple[Any, ...] = ()  # the nodes that take the state as it is before it is chosen

    def continues(self, other: Step) -> bool:
        """Whether `other` is a step that this one may follow."""
        same = self.form == other.form and _same(self.weights, other.weights) and (self.mask is None) == (other.mask is None)
        return same and _same(self.before, other.after)


def _same(a: Sequence[Any], b: Sequence[Any]) -> bool:
    return len(a) == len(b) and all(map(operator.is_, a, b))


class Steps(Formulas):
    """The steps of LSTMs, found by the division of a product of matrices into four, of GRUs, into two, and of cells without gates."""

    starts = ("Split", "Tanh")

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
        if start.kind == "Tanh":
            self.simple(start)
        elif start.arguments[2] in (1, -1):
            if len(start.outputs) == 4:
                self.lstm(start)
            elif len(start.outputs) == 2:
                self.gru(start)

    def simple(self, start: Operation) -> None:
        inside = [start]
        product = self.product(start.arguments[0], inside)
        if product is not None:
            x, h, *weights = product
            self.note(Simple(), x, (h,), weights, (start.outputs[0],), inside)

    def lstm(self, start: Operation) -> None:
        inside = [start]
        product = self.product(start.arguments[0], inside)
        gates = [self.gate(t, inside) for t in start.outputs]
        if product is None or None in gates:
            return
        cell = self.cell(gates, inside)
        if cell is not None:
            x, h, *weights = product
            form, c, *states = cell
            self.note(form, x, (h, c), weights, states[::-1], inside)

    def gru(self, start: Operation) -> None:
        inside = [start]
        sigmoid = self.taken(start.arguments[0], "Sigmoid", inside)
        product = self.product(start.arguments[0] if sigmoid is None else sigmoid.arguments[0], inside)
        if product is None:
            return
        gates = start.outputs
        if sigmoid is None:
            each = [self.gate(t, inside) for t in gates]
            if any(g is None or g[0].kind != "Sigmoid" or g[1] for g in each):
                return
            gates = [g[0].outputs[0] for g in each if g is not None]
        x, h, *weights = product
        for reset in (0, 1):
            new = self.reset_first(x, h, gates[reset], gates[1 - reset], inside)
            if new is not None:
                self.note(ResetFirst(reset), x, (h,), (*weights, *new[:2]), new[2:], inside)
                return

    def reset_first(self, x: Any, h: Any, reset: Any, update: Any, inside: list[Any]) -> tuple[Any, ...] | None:
        """The matrix and the vector of the new value, and the state, if it is multiplied with the gate `reset` before the product."""
        left = self.only_user(reset)
        both = self.only_user(left.outputs[0]) if left is not None and self.other(left, "Mul", reset) is h else None
        if left is None or both is None or both.kind != "ConcatV2" or both.arguments[1] not in (1, -1):
            return None
        if not _same(both.arguments[0], (x, left.outputs[0])):
            return None
        multiplied = self.only_user(both.outputs[0])
        added = None if multiplied is None else self.only_user(multiplied.outputs[0])
        new = None if added is None else self.only_user(added.outputs[0])
        if new is None or new.kind != "Tanh":
            return None
        found: list[Any] = [new, left]
        product = self.product(new.arguments[0], found)
        weighted = self.only_user(new.outputs[0])
        share = self.taken(self.other(weighted, "Mul", new.outputs[0]), "Sub", found)
        if product is None or weighted is None or share is None or self.number(share.arguments[0]) != 1 or share.arguments[1] is not update:
            return None
        total = self.only_user(weighted.outputs[0])
        kept = self.taken(self.other(total, "AddV2", weighted.outputs[0]), "Mul", found)
        if total is None or kept is None or self.other(kept, "Mul", update) is not h or len(self.users[id(update)]) != 2:
            return None
        inside += [*found, weighted, total]
        return *product[2:], total.outputs[0]

    def product(self, t: Any, inside: list[Any]) -> tuple[Any, ...] | None:
        """The inputs, the state, the matrix and the vector that `t` is computed from."""
        total = self.taken(t, "BiasAdd", inside) or self.taken(t, "AddV2", inside)
        if total is None or total.arguments[2:] not in ([], [False]):
            return None
        added = total.arguments[1]
        product = self.taken(total.arguments[0], "MatMul", inside)
        if product is None and total.kind == "AddV2":
            added, product = total.arguments[0], self.taken(added, "MatMul", inside)
        if product is None or product.arguments[2:4] not in ([], [False, False]):
            return None
        both = self.taken(product.arguments[0], "ConcatV2", inside)
        if both is None or both.arguments[1] not in (1, -1) or len(both.arguments[0]) != 2:
            return None
        return *both.arguments[0], product.arguments[1], added

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

    def note(
        self, form: Form, x: Any, before: Sequence[Any], weights: Sequence[Any], states: Sequence[Any], inside: Sequence[Operation]
    ) -> None:
        """Note the step, where its sizes are known and gradients are not taken by what it gives."""
        if any(t.shape.rank != 2 for t in (x, *before)) or x.shape[1] is None or before[0].shape[1] is None:
            return
        units = before[0].shape[1]
        if any(t.shape[1] != units for t in before):
            return
        shapes = form.shapes(x.shape[1], units)
        if any(w.shape.rank is None or w.shape.as_list() != list(shape) for w, shape in zip(weights, shapes)):
            return
        step = Step(form, x, tuple(before), tuple(weights), set(map(id, inside)), tuple(states), tuple(states))
        self.masked(step)
        if not any(id(t) in self.sources for t in (*step.raw, *step.after)):
            self.steps.append(step)

    def masked(self, step: Step) -> None:
        """Note the mask by which the state of `step` and the one before it are chosen from."""
        h = step.raw[0]
        users = [u for u in self.users.get(id(h), ()) if u is None or u.type != "ZerosLike"]
        chosen = [u for u in users if u is not None and u.type == "SelectV2" and u.arguments[1] is h and u.arguments[2] is not h]
        cells = [[u for u in self.users[id(c)] if u is None or id(u) not in step.inside] for c in step.raw[1:]]
        if not chosen or any(len(users) > 1 or any(u is None or u.type != "SelectV2" for u in users) for users in cells):
            return
        mask = chosen[0].arguments[0]
        if any(u.arguments[0] is not mask for u in chosen) or mask.shape.rank != 2 or mask.shape[1] != 1:
            return
        if any(not _same(u.arguments[:3], (mask, *both)) for users, *both in zip(cells, step.raw[1:], step.before[1:]) for u in users):
            return
        after = [None] * len(step.raw)
        step.mask = mask
        step.elsewhere = tuple(u for u in users if u not in chosen)
        # Several may give the same where the state before is what is shown of masked rows, too: a step takes one, the others stay.
        states = [u for u in chosen if u.arguments[2] is step.before[0]]
        for u in [u for u in states if self.goes_on(u.outputs[0])][:1] or states[:1]:
            after[0] = u.outputs[0]
            step.inside.add(id(u))
        for u in chosen:
            if u not in states and self.is_zero(u.arguments[2]):
                step.shown = u.outputs[0]
        for i, several in enumerate(cells, 1):
            for u in several:
                after[i] = u.outputs[0]
                step.inside.add(id(u))
        step.after = tuple(after)

    def goes_on(self, h: Any) -> bool:
        """Whether `h` is joined to the inputs of another step."""
        return any(u is not None and u.type == "ConcatV2" and u.arguments[0][-1] is h for u in self.users.get(id(h), ()))

    def hides(self, step: Step, user: Any) -> bool:
        """Whether `user` takes the state of `step` into a step with the same mask, which does not show what it makes of masked rows."""
        if user is not None and user.type == "Recurrence":
            return user.masks.get(id(step.raw[0])) is step.mask and all(a is not step.raw[0] for a in user.arguments[1:])
        if user is None or user.type != "ConcatV2" or user.arguments[0][1] is step.raw[0]:
            return False
        return any(id(user) in s.inside for s in self.steps if s.mask is step.mask)

    def unmasked(self, step: Step) -> None:
        """Take the state of `step` as it is before it is chosen."""
        step.inside -= {id(self.makers[id(t)]) for t in step.after if t is not None}
        step.mask, step.shown, step.elsewhere, step.after = None, None, (), step.raw

    def is_zero(self, t: Any) -> bool:
        """Whether `t` is nothing but zeros."""
        made = self.makers.get(id(t))
        if made is None:
            return False
        if made.type == "Const":
            x = self.constants.get(id(t))
            return x is not None and x._rec is None and not x._t.any()
        return made.type == "ZerosLike" or made.type == "Fill" and self.number(made.arguments[1]) == 0
