"""Which nodes of a graph a program needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.operation import tensors_in
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_OF_OPEN_TAPES = ("_TapeWatch", "_TapePush", "_TapePop")


def select(
    operations: Sequence[Operation],
    outputs: Sequence[Any],
    targets: Sequence[Operation] = (),
    stop: Sequence[Any] = (),
    effects: bool = True,
) -> list[Operation]:
    """The nodes among `operations` that `outputs` (tensors) and `targets` (operations) need, in order.

    `stop` are tensors whose value is given. With `effects` every node that has one is kept.
    """
    stop = {id(t) for t in stop}
    # A graph may be far deeper than Python's limit of recursion.
    wanted = set()
    # Where a node was put in the place of another, its outputs still name that one.
    instead = {id(t): n for n in operations for t in n.outputs if t.op is not n}
    stack = [instead.get(id(t)) or t.op for t in outputs if isinstance(t, Tensor) and type(t) is not EagerTensor and id(t) not in stop]
    stack.extend(targets)
    of_tapes: dict[Operation, list[Operation]] = {}
    if effects:  # reading a variable is stateful for its order among assignments, but has no effect
        stack.extend(n for n in operations if n.stateful and n.kind != "ReadVariableOp")
    else:  # what a tape that is needed watches, and when it pauses
        for n in operations:
            if n.kind in _OF_OPEN_TAPES:
                of_tapes.setdefault(n.arguments[0].op, []).append(n)
    while stack:
        node = stack.pop()
        if node in wanted:
            continue
        wanted.add(node)
        stack.extend(node.control_inputs)
        if of_tapes:
            stack.extend(of_tapes.get(node, ()))
        if node.flow is not None:
            stack.extend(n for n, index in node.flow if index is None or id(n.outputs[index]) not in stop)
        needed = [t for t in tensors_in(node.arguments) if type(t) is not EagerTensor and id(t) not in stop]
        stack.extend([instead.get(id(t)) or t.op for t in needed] if instead else [t.op for t in needed])
    return [n for n in operations if n in wanted]
