"""Tapes of traced functions that need no tape when they run.

A tape that is opened, stopped and used for gradients once, around nothing but plain operations, is known in full when the
program is written: which reads of variables are its sources, which values its targets. Torch's graph alone does the
rest, so that a training step pays for no books.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.gradients.backward import run_backward, seeded
from tfshim.engine.graphs.operation import everything
from tfshim.engine.graphs.programs.effects import is_function
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_OWN = ("_TapeOpen", "_TapePop", "_TapeAlias", "_Gradient")


class FlatTape:
    """One such tape: where it begins and ends among the nodes, and the symbolic tensors it starts from."""

    def __init__(self, first: int, last: int, gradient: Operation, reads: list[list[Any]]) -> None:
        self.first, self.last = first, last
        self.gradient = gradient
        self.reads = reads  # for each variable among the sources, the results of the nodes that read it


def find(nodes: Sequence[Operation]) -> list[FlatTape]:
    """The flat tapes among `nodes`: a list of `FlatTape`."""
    found, open_tapes = [], 0
    for first, node in enumerate(nodes):
        if node.kind == "_TapePop":
            open_tapes -= 1
        elif node.kind in ("_TapeOpen", "_TapeOpenForward", "_TapePush"):
            # What is computed within a tape that goes on is part of that one too.
            made = _flat(nodes, first) if node.kind == "_TapeOpen" and not node.arguments[0] and not open_tapes else None
            if made is not None:
                found.append(made)
            open_tapes += 1
    return found


def _flat(nodes: Sequence[Operation], first: int) -> FlatTape | None:
    handle = nodes[first].outputs[0]
    reads, popped = {}, False
    for at in range(first + 1, len(nodes)):
        node = nodes[at]
        kind, arguments = node.kind, node.arguments
        if kind in _OWN:
            if arguments[0] is not handle:
                return None
            if kind == "_Gradient":
                break
            popped = popped or kind == "_TapePop"
        elif kind == "ReadVariableOp":
            if not popped:
                reads.setdefault(id(arguments[0]), []).append(node.outputs[0])
        elif not _plain(node):
            return None
    else:
        return None
    if getattr(node, "again", False):  # its results are differentiated in turn
        return None
    if not popped or any(any(x is handle for x in everything(later.arguments)) for later in nodes[at + 1 :]):
        return None
    if not all(x.op.kind == "_TapeAlias" for x in node.arguments[3]):
        return None  # a value in between: what leads to it has to be recorded too, be it from variables that are no sources
    wanted = [reference() for reference in node.arguments[4]]
    return FlatTape(first, at, node, [reads.get(id(v), []) for v in wanted])


def _plain(node: Operation) -> bool:
    """Whether what `node` does is the same with a tape in force and without."""
    o = node._op_def
    if node.stateful and node.rng is None or getattr(o, "rows", None) is not None:
        return False
    if node.kind.startswith("_") and node.kind != "_Detach":
        return False
    return not any(is_variable(x) or is_function(x) for x in everything(node.arguments))


def taken_early(gradient: Operation, nodes: Sequence[Operation], outputs: Sequence[Any]) -> tuple[Operation, list[int | None]] | None:
    """The node that may begin with gradients before all are there, and for each source the place of its gradient in what it takes.

    Its kernel says so by an attribute `early`. It takes nothing else, and nobody else takes them; None where there is no such node.
    """
    made = {id(t) for t in gradient.outputs}
    takers = [node for node in nodes if any(id(x) in made for x in everything(node.arguments))]
    for node in takers:
        if getattr(node._op_def.kernel, "early", None) is None:
            continue
        order = {id(x): i for i, x in enumerate(x for x in everything(node.arguments) if isinstance(x, Tensor))}
        shared = any(id(x) in order for other in takers if other is not node for x in everything(other.arguments))
        if shared or not order.keys() <= made or any(id(t) in order for t in outputs):
            continue
        places, at = [], 0
        for rows in gradient.arguments[5]:
            places.append(order.get(id(gradient.outputs[at])) if rows is None else None)
            at += 1 if rows is None else 3  # values, indices and shape
        return node, places
    return None


def gradient_function(tape: FlatTape, before: Callable[[Sequence[torch.Tensor]], None] | None = None) -> Callable[..., Any]:
    """What computes the gradients: a function of the targets, their weights and the sources.

    The sources come as one flat list, tensors first, then the reads of each variable. `before` is called with them.
    """
    _, _, _, tensors, variables, _ = tape.gradient.arguments
    counts = [1] * len(tensors) + [len(reads) for reads in tape.reads]
    single = all(c == 1 for c in counts)
    places = [i for i, c in enumerate(counts) for _ in range(c)]

    def gradient(targets: Sequence[Any], weights: Sequence[Any], sources: Sequence[Any]) -> Any:
        outputs, seeds = seeded(targets, weights)
        if before is not None:
            before(sources)
        if not outputs or not sources:
            return _finished([None] * len(counts), counts, sources, variables)
        found = run_backward(outputs, sources, seeds, False, False)
        if single:
            for g in found:
                if g is None or g.is_sparse or g.is_conj():
                    break
            else:
                return found
        sums = [None] * len(counts)
        for place, g in zip(places, found):
            if g is not None:
                g = g.to_dense() if g.is_sparse else g
                sums[place] = g if sums[place] is None else sums[place] + g
        return _finished(sums, counts, sources, variables)

    return gradient


def _finished(
    gradients: Sequence[Any], counts: Sequence[int], sources: Sequence[Any], variables: Sequence[Callable[[], Any]]
) -> list[torch.Tensor]:
    """`gradients` with zeros where this run connected nothing."""
    made, at, first = [], 0, len(counts) - len(variables)
    for i, (g, count) in enumerate(zip(gradients, counts)):
        if g is None:
            g = torch.zeros_like(sources[at].detach() if count else variables[i - first]()._t)
        made.append(g.resolve_conj())
        at += count
    return made
