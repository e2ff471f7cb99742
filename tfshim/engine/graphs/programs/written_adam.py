"""Adam as optimizers of published code write it out, variable by variable: one call of torch for all variables.

    next_m = beta1 * m + (1 - beta1) * gradient
    next_v = beta2 * v + (1 - beta2) * square(gradient)
    update = next_m / (sqrt(next_v) + epsilon) [+ decay * variable]
    assign variable - rate * update, next_m and next_v

That is how BERT's optimizer and those made after it do it: a dozen nodes for each variable, and as many small tensors.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import torch

from tfshim.engine.graphs.operation import everything, tensors_in
from tfshim.engine.values import dtypes
from tfshim.engine.values.readable import written_down
from tfshim.engine.variables import updates as step
from tfshim.engine.variables.in_place import in_place

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # of graphs.executor, above this module


class Numbers(NamedTuple):
    """Those that updates in one call have in common, but for the rate, which is a tensor; `beta` is 1 - `share`."""

    share1: float
    share2: float
    epsilon: float
    decay: float


class Update(NamedTuple):
    """One variable's: `places` are the variable, `m` and `v`; `members` the nodes that are part of it and of nothing else."""

    places: tuple[Any, Any, Any]
    gradient: Any
    rate: Any
    numbers: Numbers
    members: list[Operation]


class WrittenAdam:
    """The updates among the nodes of a program that may be one call, at the place of the last of their nodes.

    `members`: their nodes in order; `given`: the tensors that these need from others. All empty where there are no such updates.
    """

    writing = False  # whether the nodes are being written one by one

    def __init__(self, nodes: Sequence[Operation] = (), outputs: Sequence[Any] = (), constants: dict[int, Any] | None = None) -> None:
        self.updates: list[Update] = []
        self.members: dict[int, Operation] = {}
        self.given: list[Any] = []
        assigns = [n for n in nodes if n.kind == "AssignVariableOp"]
        if len(assigns) < 6 or not any(n.kind == "Sqrt" for n in nodes):
            return
        self.constants = constants or {}
        self.makers = {id(t): node for node in nodes for t in node.outputs}
        self.users: dict[int, list[Any]] = {id(t): [None] for t in outputs}
        for node in nodes:
            for x in everything(node.arguments):
                self.users.setdefault(id(x), []).append(node)
        updates = [u for u in map(self.update, assigns) if u is not None]
        if len(updates) < 2 or not _undisturbed(nodes, updates):
            return
        chosen = {id(n) for u in updates for n in u.members}
        made = {id(t) for u in updates for n in u.members for t in n.outputs}
        self.updates, self.members = updates, {id(n): n for n in nodes if id(n) in chosen}
        self.given = list({id(t): t for n in self.members.values() for t in tensors_in(n.arguments) if id(t) not in made}.values())

    def takes(self, writer: Writer, node: Operation) -> bool:
        """Whether `node` is part of the updates; with the last of them, they are written."""
        if id(node) not in self.members or self.writing:
            return False
        members = list(self.members.values())
        if node is members[0]:
            end = writer.at + next(i for i, n in enumerate(writer.nodes[writer.at :]) if n is members[-1])
            writer.last.update((id(t), max(end, writer.last.get(id(t), -1))) for t in self.given)
        if node is members[-1]:
            self.write(writer, members)
        return True

    def write(self, writer: Writer, members: Sequence[Operation]) -> None:
        """One call, or where it gives None one for each of `members`."""
        # What constants are called is written with their first use, which may not be among the calls that only may come.
        names = {id(t): writer.tensor(t) for t in self.given}
        variables = "".join(f"{writer.bind(weakref.ref(v), 'v')}(), " for u in self.updates for v in u.places)
        rates, gradients = ("".join(f"cut({names[id(t)]}), " for t in ts) for ts in zip(*((u.rate, u.gradient) for u in self.updates)))
        kernel = writer.bind(function(self.updates), "k")
        writer.line(f"if {kernel}(({rates}), ({variables}), ({gradients})) is None:", members[-1])
        end, self.writing, writer.indent = writer.at, True, writer.indent + "    "
        at = {id(n): i for i, n in enumerate(writer.nodes[: end + 1])}
        for member in members:
            writer.at = at[id(member)]
            writer.node(member)
        writer.at, self.writing, writer.indent = end, False, writer.indent[:-4]
        writer.release(self.given)

    def number(self, t: Any) -> float | None:
        x = self.constants.get(id(t))
        return x._t.item() if x is not None and x._rec is None and x._t.ndim == 0 else None

    def made(self, t: Any, kind: str, members: list[Operation], users: int = 1) -> Operation | None:
        """The node of type `kind` that gives `t` to `users` nodes, noted in `members`; None if there is no such."""
        node = self.makers.get(id(t))
        if node is None or node.kind != kind or len(self.users[id(t)]) != users or node.control_inputs:
            return None
        members.append(node)
        return node

    def scaled(self, t: Any, members: list[Operation]) -> tuple[float, Any] | None:
        """(number, tensor) whose product `t` is."""
        product = self.made(t, "Mul", members)
        if product is not None:
            for a, b in (product.arguments[:2], product.arguments[1::-1]):
                number = self.number(a)
                if number is not None:
                    return number, b
        return None

    def variable(self, t: Any, members: list[Operation]) -> Any:
        """The variable that `t` is the value of, read for these updates only; None if it is none."""
        node = self.makers.get(id(t))
        if node is None or node.kind != "ReadVariableOp" or node.control_inputs:
            return None
        members.append(node)
        return node.arguments[0]

    def average(self, t: Any, members: list[Operation]) -> tuple[float, Any, Any, Any] | None:
        """(share, value, variable, assignment), where `t` becomes the average of the variable and that share of a new value."""
        users = [n for n in self.users.get(id(t), ()) if n is not None and n.kind == "AssignVariableOp"]
        total = self.made(t, "AddV2", members, 2)
        if total is None or len(users) != 1:
            return None
        one, other = (self.scaled(x, members) for x in total.arguments[:2])
        if one is None or other is None:
            return None
        for (beta, old), (share, new) in ((one, other), (other, one)):
            read = self.makers.get(id(old))
            if read is not None and read.kind == "ReadVariableOp" and read.arguments[0] is users[0].arguments[0]:
                variable = self.variable(old, members)
                if variable is None or abs(1 - share - beta) > 1e-7:
                    return None
                members.append(users[0])
                return share, new, variable, users[0]
        return None

    def update(self, assign: Operation) -> Update | None:
        """The update whose variable `assign` sets, if it is one."""
        members = [assign]
        difference = self.made(assign.arguments[1], "Sub", members)
        if difference is None or self.variable(difference.arguments[0], members) is not assign.arguments[0]:
            return None
        step = self.made(difference.arguments[1], "Mul", members)
        if step is None:
            return None
        for rate, change in (step.arguments[:2], step.arguments[1::-1]):
            if rate.shape.rank == 0 and change.shape.rank != 0:
                return self.of_step(assign, rate, change, members)
        return None

    def of_step(self, assign: Operation, rate: Any, change: Any, members: list[Operation]) -> Update | None:
        variable, decay = assign.arguments[0], 0.0
        total = self.made(change, "AddV2", members)
        if total is not None:
            for quotient, decayed in (total.arguments[:2], total.arguments[1::-1]):
                part = self.scaled(decayed, members)
                if part is not None and self.variable(part[1], members) is variable:
                    change, decay = quotient, part[0]
                    break
        quotient = self.made(change, "RealDiv", members)
        root = None if quotient is None else self.made(quotient.arguments[1], "AddV2", members)
        if quotient is None or root is None:
            return None
        for radical, small in (root.arguments[:2], root.arguments[1::-1]):
            epsilon = self.number(small)
            sqrt = None if epsilon is None else self.made(radical, "Sqrt", members)
            if epsilon is None or sqrt is None:
                continue
            first, second = self.average(quotient.arguments[0], members), self.average(sqrt.arguments[0], members)
            square = None if second is None else self.made(second[1], "Square", members)
            if first is None or second is None or square is None or square.arguments[0] is not first[1]:
                return None
            places = variable, first[2], second[2]
            if not self.fits(places, first[1], members):
                return None
            return Update(places, first[1], rate, Numbers(first[0], second[0], epsilon, decay), members)
        return None

    def fits(self, places: Sequence[Any], gradient: Any, members: list[Operation]) -> bool:
        """Whether these are tensors of one known shape, and what the nodes give is used among them alone."""
        shape = places[0].shape
        if not shape.is_fully_defined() or any(v.dtype != dtypes.float32 or v.shape.as_list() != shape.as_list() for v in places):
            return False
        inside = set(map(id, members))
        return gradient.dtype == dtypes.float32 and all(
            user is not None and id(user) in inside for n in members for t in n.outputs for user in self.users.get(id(t), ())
        )


def _undisturbed(nodes: Sequence[Operation], updates: list[Update]) -> bool:
    """Whether nothing that looks at a variable of `updates`, or has another effect, comes between their nodes."""
    inside = {id(n) for u in updates for n in u.members}
    variables = [id(v) for u in updates for v in u.places]
    if len(set(variables)) < len(variables):
        return False
    at = [i for i, n in enumerate(nodes) if id(n) in inside]
    for node in nodes[at[0] : at[-1]]:
        if id(node) in inside:
            continue
        if node.kind in ("ReadVariableOp", "AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp"):
            if id(node.arguments[0]) in variables:
                return False
        elif node.stateful or node.rng is not None or node.kind.startswith("_"):
            return False
    return True


def function(updates: Sequence[Update]) -> Callable[[Sequence[torch.Tensor], Sequence[Any], Sequence[torch.Tensor]], bool | None]:
    """What takes all steps: a function of the rates, the variables (three for each update) and the gradients.

    It gives None where the nodes themselves have to do it.
    """
    groups: dict[Any, list[int]] = {}
    for i, u in enumerate(updates):
        groups.setdefault((id(u.rate), u.numbers), []).append(i)
    shapes = [torch.Size(u.places[0].shape.as_list()) for u in updates for _ in range(3)]

    def run(rates: Sequence[torch.Tensor], variables: Sequence[Any], gradients: Sequence[torch.Tensor]) -> bool | None:
        if written_down() or not _fit([None if v is None else v._t for v in variables], shapes) or not _fit(gradients, shapes[::3]):
            return None
        with in_place(*variables) as storages:
            if len(storages) != len(shapes) or not all(map(torch.Tensor.is_contiguous, storages)):
                return None
            for (_, numbers), indices in groups.items():
                values, m, v = ([storages[3 * i + j] for i in indices] for j in range(3))
                rate = rates[indices[0]].item()
                decays = torch._foreach_mul(values, -rate * numbers.decay) if numbers.decay else None
                given = [gradients[i].contiguous() for i in indices]
                step.adam(values, given, m, v, (), rate, 1 - numbers.share1, 1 - numbers.share2, numbers.epsilon)
                if decays is not None:
                    torch._foreach_add_(values, decays)
        return True

    return run


def _fit(tensors: Sequence[Any], shapes: list[torch.Size]) -> bool:
    """Whether `tensors` have `shapes` and lie on the CPU; None stands for a variable without a value."""
    return (
        set(map(type, tensors)) == {torch.Tensor}
        and [t.shape for t in tensors] == shapes
        and all(t.is_cpu and t.dtype is torch.float32 for t in tensors)
    )
