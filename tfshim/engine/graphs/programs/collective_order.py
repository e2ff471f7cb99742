"""The order in which a program adds up over workers: sums that can begin together stand side by side, and are sent as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.operation import everything
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_SUM, _READ = "CollectiveReduceV2", "ReadVariableOp"


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
    between = {id(n): n for n in nodes[last + 1 : at]}
    needed: dict[int, Any] = {}
    pending = [nodes[at]]
    while pending:
        for maker in _makers(pending.pop()):
            if maker is nodes[last] or maker.kind == _SUM and id(maker) in between:
                return at  # it adds up what another sum has given
            if id(maker) in between and id(maker) not in needed:
                needed[id(maker)] = maker
                pending.append(maker)
    first = last
    while first and nodes[first - 1].kind == _SUM:
        first -= 1
    together = nodes[first : last + 1]
    given = {id(n) for n in together}
    if any(id(m) in given for n in needed.values() for m in _makers(n)):
        return at
    ahead = [n for n in nodes[last + 1 : at] if id(n) in needed]
    behind = [n for n in nodes[last + 1 : at] if id(n) not in needed]
    nodes[first : at + 1] = [*ahead, *together, nodes[at], *behind]
    return first + len(ahead) + len(together)


def _makers(node: Operation) -> list[Any]:
    found = [x.op for x in everything(node.arguments) if isinstance(x, Tensor) and hasattr(x, "op")]
    return [*found, *node.control_inputs]


def _does_more(node: Operation) -> bool:
    """Whether `node` may do more than read variables and compute."""
    if node.kind.startswith("_") or node.stateful and node.kind != _READ:
        return True
    return any(hasattr(x, "building_function") or callable(x) and not isinstance(x, Tensor) for x in everything(node.arguments))
