"""`tf.gradients` by tensors of which only rows are gathered: the gradients of these rows, without a tensor of zeros around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.values import dtypes
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor


class Rows:
    """Rows that several operations gather of one tensor: `tensors` are what these give, `indices` what they take."""

    def __init__(self, source: Any, uses: Sequence[Any]) -> None:
        self.source = source
        self.tensors = [node.outputs[0] for node in uses]
        self.indices = [node._op_def.rows(*node.arguments)[0] for node in uses]

    def slices(self, graph: Any, found: Sequence[Any]) -> IndexedSlices | None:
        """IndexedSlices of the gradients `found` by `tensors`; None where nothing connects any of them."""
        pairs = [(g, i) for g, i in zip(found, self.indices) if g is not None]
        if not pairs:
            return None
        values, indices = (list(part) for part in zip(*pairs))
        kinds = {i.dtype for i in indices}
        kind = kinds.pop() if len(kinds) == 1 else dtypes.int64
        row, counts = self.source.shape[1:], [i.shape.num_elements() for i in indices]
        count = None if None in counts else sum(counts)
        leaves = [abstract.leaf(values[0].dtype, [count, *row]), abstract.leaf(kind, [count])]
        rows, places = graph._add(_ROWS, [values, indices, self.source.shape.rank - 1, kind.torch], leaves).outputs
        shape = graph._add(_SHAPE, [self.source], abstract.leaf_of_shape(self.source, dtypes.int32)).outputs[0]
        if (node := values[0].op).kind == "_Gradients":  # which pages show without the two nodes
            node.of_rows = [*node.of_rows, (self.source, [g._index for g in values], rows.op, shape.op)]
        return IndexedSlices(rows, places, shape)


def find(graph: Any, x: Any, points: Sequence[Any], ys: Sequence[Any]) -> Rows | None:
    """The rows by which alone `ys` depend on `x`, a variable or tensor that enters `graph` as `points`; None if not by such alone."""
    reads = {id(t) for t in points}
    for node in graph._operations:
        if node.kind == "Identity" and id(node.arguments[0]) in reads:
            reads.add(id(node.outputs[0]))
    if not any(_gathers(node) and id(node.arguments[0]) in reads for node in graph._operations):
        return None
    needed = {id(y) for y in ys}
    if needed & reads:
        return None
    uses = []
    for node in reversed(graph._operations):
        if node._op_def.grad is None or not any(id(t) in needed for t in node.outputs):
            continue
        for at, a in enumerate(node.arguments):
            for t in a if type(a) is list else (a,):
                # Functions and branches use a variable inside: which rows of it cannot be told from here.
                if is_variable(x) and hasattr(t, "building_function") and any(v is x for v in t.variables):
                    return None
                if not isinstance(t, Tensor):
                    continue
                needed.add(id(t))
                if id(t) in reads and id(node.outputs[0]) not in reads:
                    if at or not _gathers(node) or node._op_def.rows(*node.arguments) is None:
                        return None
                    uses.append(node)
    source = uses[0].arguments[0] if uses else None
    return Rows(source, uses) if source is not None and source.shape.rank else None


def _gathers(node: Any) -> bool:
    return getattr(node._op_def, "rows", None) is not None


def _rows(values: Any, indices: Any, rank: int, kind: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    """The gradients `values` of rows of `rank` dimensions, one row below the other, and the places of the rows."""
    flat = [v.reshape(i.numel(), *v.shape[v.ndim - rank :]) for v, i in zip(values, indices)]
    places = [i.reshape(-1).to(kind) for i in indices]
    return (flat[0], places[0]) if len(flat) == 1 else (torch.cat(flat), torch.cat(places))


def _shape(source: torch.Tensor) -> torch.Tensor:
    return torch.tensor(source.shape, dtype=torch.int32)


_ROWS = InnerOp("_GatheredRows", _rows, names=("values", "indices", "rank", "kind"))
_SHAPE = InnerOp("_ShapeOfRows", _shape, names=("source",), grad=None)
