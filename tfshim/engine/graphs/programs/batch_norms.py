"""Batch normalisation by `moments` and `batch_normalization`, as layers of TensorFlow 1 compute it: one call for both, and one gradient.

What else takes the moments, for averages of them, gets them from that call; it stands where the moments did.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import torch

from tfshim.engine.graphs.operation import everything
from tfshim.engine.graphs.programs import derivatives
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    Writer: TypeAlias = Any  # of graphs.executor, above this module

_FIRST = {2: (0, 1), 3: (0, 2, 1), 4: (0, 3, 1, 2), 5: (0, 4, 1, 2, 3)}
_LAST = {2: (0, 1), 3: (0, 2, 1), 4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}


class _Found(NamedTuple):
    moments: Operation
    normalised: Operation
    reads: list[Operation]  # of the factor and the summand, which come after the moments


class BatchNorms:
    """Those among the nodes of a program."""

    def __init__(self, nodes: Sequence[Operation] = (), outputs: Sequence[Any] = (), once: bool = False) -> None:
        """`once`: whether it is known that no derivative is taken of another: that of the variance would be another one."""
        self.found: dict[int, _Found] = {}
        self.later: dict[int, Operation] = {}  # nodes that are written with the moments
        starts = [n for n in nodes if n.kind == "BatchNormalization"] if once else []
        if not starts:
            return
        self.at = {id(node): i for i, node in enumerate(nodes)}
        self.makers = {id(t): node for node in nodes for t in node.outputs}
        self.users: dict[int, list[Any]] = {}
        for node in nodes:
            for x in everything(node.arguments):
                self.users.setdefault(id(x), []).append(node)
        self.above = derivatives.depended_on(nodes)
        for node in starts:
            self.look(nodes, node)

    def look(self, nodes: Sequence[Operation], node: Operation) -> None:
        x, mean, variance, summand, factor, epsilon = node.arguments[:6]
        moments = self.makers.get(id(mean))
        if moments is None or moments.type != "Moments" or moments.outputs[1] is not variance or moments.arguments[0] is not x:
            return
        axes, kept, rank = *moments.arguments[1:3], x.shape.rank
        if rank not in _FIRST or kept is not False or type(epsilon) is not float or x.dtype not in (dtypes.float32, dtypes.float64):
            return
        if type(axes) is not tuple or any(type(a) is not int for a in axes) or sorted(a % rank for a in axes) != list(range(rank - 1)):
            return
        size = x.shape[-1]
        for t in (factor, summand):
            if t is not None and (t.dtype != x.dtype or t.shape.rank != 1 or t.shape[0] != size):
                return
        # What gradients are taken through may be the output alone.
        for t in (mean, variance):
            for user in self.users[id(t)]:
                if user is not node and (user.type.startswith("_") or any(id(made) in self.above for made in user.outputs)):
                    return
        reads = self.reads(nodes, moments, node, [t for t in (factor, summand) if t is not None])
        if size and reads is not None and id(moments) not in self.found:
            self.found[id(moments)] = _Found(moments, node, reads)
            self.later.update((id(n), n) for n in (*reads, node))

    def reads(self, nodes: Sequence[Operation], moments: Operation, node: Operation, tensors: Sequence[Any]) -> list[Operation] | None:
        """The nodes that make `tensors` after `moments`, if they only read variables that nothing changes meanwhile; else None."""
        start, made = self.at[id(moments)], []
        for t in tensors:
            read = self.makers.get(id(t))
            if read is None or self.at[id(read)] < start:
                continue
            if read.kind != "ReadVariableOp" or read.control_inputs:
                return None
            made.append(read)
        for between in nodes[start : self.at[id(node)]] if made else ():
            if between.stateful and between.kind != "ReadVariableOp":
                changed = between.arguments[0] if between.kind.startswith("Assign") else None
                if changed is None or any(changed is read.arguments[0] for read in made):
                    return None
        return made

    def takes(self, writer: Writer, node: Operation) -> bool:
        """Whether `node` is part of one of them; with its moments, it is written."""
        if id(node) in self.later:
            if node.kind == "BatchNormalization":
                writer.free(node)
            return True
        found = self.found.get(id(node))
        if found is None:
            return False
        at = writer.at
        for read in found.reads:
            self.later.pop(id(read), None)
            writer.node(read)
            self.later[id(read)] = read
        writer.at = at
        x, _, _, summand, factor, epsilon = found.normalised.arguments[:6]
        given = ", ".join("None" if t is None else writer.tensor(t) for t in (x, factor, summand))
        targets = f"{writer.target(found.normalised)}, {writer.target(node)}"
        writer.line(f"{targets} = {writer.bind(_function(node, epsilon), 'k')}({given})", found.normalised)
        for t in found.normalised.outputs:
            writer.source(t)
        writer.free(node)
        return True


def _function(moments: Operation, epsilon: float) -> Callable[..., Any]:
    rank = moments.arguments[0].shape.rank
    first, last, plain = _FIRST[rank], _LAST[rank], moments._op_def.kernel
    axes = moments.arguments[1]

    def run(x: torch.Tensor, factor: torch.Tensor | None, summand: torch.Tensor | None) -> Any:
        size = x.shape[-1]
        count = x.numel() // size
        mean, variance = x.new_zeros(2, size).unbind()
        # A momentum of 1 leaves nothing in them of what was before.
        made = torch.batch_norm(x.permute(first), factor, summand, mean, variance, True, 1.0, epsilon, False).permute(last)
        if count < 2:
            return made, plain(x.detach(), axes, False)
        return made, (mean, variance * ((count - 1) / count))  # torch's is that of a sample

    return run
