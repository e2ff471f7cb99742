"""Which derivatives a list of nodes takes, by what, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.operation import everything

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_OF_VALUES = ("_Gradients", "_GradientsHold", "_Hessian")


def differentiated(nodes: Sequence[Operation]) -> dict[int, Any]:
    """What the gradients among `nodes` are taken by: id -> tensor."""
    found = {}
    for node in nodes:
        if node.kind == "_Gradients":
            found.update((id(t), t) for t in node.arguments[2])
        elif node.kind == "_GradientsHold":
            found.update((id(t), t) for t in node.arguments[1])
        elif node.kind == "_Hessian":
            found[id(node.arguments[1])] = node.arguments[1]
    return found


def uses_of_gradients(nodes: Sequence[Operation]) -> dict[int, tuple[bool, bool]]:
    """For each gradient among `nodes`: whether others follow, and whether one of these may be taken of what it gives."""
    made, following, above = {}, 0, set()
    # From the end: what gradients are taken of, and what that is computed from.
    for node in reversed(nodes):
        gradient = node.kind in _OF_VALUES
        if node.kind == "_Gradients":
            made[id(node)] = bool(following), any(id(t) in above for t in node.outputs)
        if gradient or any(id(t) in above for t in node.outputs):
            above.update(id(x) for x in everything(node.arguments))
        following += gradient
    return made


def taken_once(nodes: Sequence[Operation]) -> bool:
    """Whether no derivative is taken of another among `nodes`."""
    if any(node.kind in ("_GradientsHold", "_Hessian") for node in nodes):
        return False
    return not any(again for _, again in uses_of_gradients(nodes).values())


def depended_on(nodes: Sequence[Operation]) -> set[int]:
    """The ids of what derivatives among `nodes` are taken of, or through."""
    above: set[int] = set()
    for node in reversed(nodes):
        if node.kind in _OF_VALUES or any(id(t) in above for t in node.outputs):
            above.update(id(x) for x in everything(node.arguments))
    return above
