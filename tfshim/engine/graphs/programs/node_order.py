"""The order in which a program computes gradients, updates variables and adds up over workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.operation import everything
from tfshim.engine.graphs.programs.effects import is_function
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_SUM, _READ = "CollectiveReduceV2", "ReadVariableOp"  # types of nodes


def gradients_before_updates(nodes: Sequence[Operation]) -> list[Operation]:
    """`nodes` with the gradients of a step ahead of the updates by optimizers that they do not depend on.

    A gradient is taken of values that were read before. An update that comes first finds the variables held by what was recorded
    for that gradient, and has to copy them.
    """
    made = list(nodes)
    if sum(n.kind == "_Gradient" for n in made) < 2 or not any(n.kind == "ApplyGradients" for n in made):
        return made
    for at, node in enumerate(made):
        if node.kind == "_Gradient" and not any(_runs_functions(n) for n in made[:at]):
            _move_up(made, at, ("ApplyGradients",))
    kinds = [n.kind for n in made]
    if "_Gradient" not in kinds[kinds.index("ApplyGradients") :]:
        # What is given back of the losses, without what was recorded for them: that ends here as well.
        for at, kind in enumerate(kinds):
            if kind == "_Detach":
                _move_up(made, at, ("ApplyGradients", "Identity"))
    return made


def _move_up(nodes: list[Operation], at: int, kinds: tuple[str, ...]) -> None:
    """Move the node at `at` ahead of nodes of these kinds that it does not depend on, in place."""
    node = nodes[at]
    given = set(map(id, _makers(node)))
    place = at
    while nodes[place - 1].kind in (*kinds, node.kind) and id(nodes[place - 1]) not in given:
        place -= 1
    while place < at and nodes[place].kind == node.kind:  # those keep their order
        place += 1
    nodes.insert(place, nodes.pop(at))


def _runs_functions(node: Operation) -> bool:
    """Whether what `node` does, and so its gradient, may depend on variables when it runs."""
    return not node.kind.startswith("_") and _takes_functions(node)


def sums_side_by_side(nodes: Sequence[Operation]) -> list[Operation]:
    """`nodes` with each sum over workers right behind the one before it, where nothing between them does more than compute.

    The results of Keras' metrics are such sums, each of one number. Every exchange costs as much as the slowest worker is late.
    """
    made = list(nodes)
    if sum(n.kind == _SUM for n in made) < 2:
        return made
    last = None  # the place of the sum that others may follow
    for at, node in enumerate(made):
        if node.kind == _SUM:
            last = at if last is None or not node.outputs else _follow(made, last, at)
        elif _does_more(node):
            last = None
    return made


def _follow(nodes: list[Operation], last: int, at: int) -> int:
    """Move the sum at `at` behind the one at `last`, in place, and ahead of that what it is computed from; where it is then."""
    first = last
    while first and nodes[first - 1].kind == _SUM:
        first -= 1
    together, between = nodes[first : last + 1], nodes[last + 1 : at]
    added, waiting = set(map(id, together)), set(map(id, between))
    pending, needed = [nodes[at]], set()
    while pending:
        for maker in _makers(pending.pop()):
            if id(maker) in added:
                return at  # it adds up what another sum has given
            if id(maker) in waiting and id(maker) not in needed:
                needed.add(id(maker))
                pending.append(maker)
    ahead = [n for n in between if id(n) in needed]
    behind = [n for n in between if id(n) not in needed]
    nodes[first : at + 1] = [*ahead, *together, nodes[at], *behind]
    return first + len(ahead) + len(together)


def _makers(node: Operation) -> list[Any]:
    found = [x.op for x in everything(node.arguments) if isinstance(x, Tensor) and hasattr(x, "op")]
    return [*found, *node.control_inputs]


def _does_more(node: Operation) -> bool:
    """Whether `node` may do more than read variables and compute."""
    return node.kind.startswith("_") or node.stateful and node.kind != _READ or _takes_functions(node)


def _takes_functions(node: Operation) -> bool:
    return any(map(is_function, everything(node.arguments)))
