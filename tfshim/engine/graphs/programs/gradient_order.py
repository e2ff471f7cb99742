"""The order in which a program computes gradients and updates variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tfshim.engine.graphs.operation import everything
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation


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
    given = {id(x.op) for x in everything(node.arguments) if isinstance(x, Tensor) and hasattr(x, "op")}
    given.update(map(id, node.control_inputs))
    place = at
    while nodes[place - 1].kind in (*kinds, node.kind) and id(nodes[place - 1]) not in given:
        place -= 1
    while place < at and nodes[place].kind == node.kind:  # those keep their order
        place += 1
    nodes.insert(place, nodes.pop(at))


def _runs_functions(node: Operation) -> bool:
    """Whether what `node` does, and so its gradient, may depend on variables when it runs."""
    return not node.kind.startswith("_") and any(
        hasattr(x, "building_function") or callable(x) and not isinstance(x, Tensor) for x in everything(node.arguments)
    )
