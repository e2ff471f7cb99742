"""Updates of rows by gradients that name a row several times, as those of embeddings do: one call for the sums and the update.

Optimizers number the rows, add up what belongs to each and update them: five nodes, each of which takes longer to call than to compute.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.graphs.operation import InnerOp, use_counts
from tfshim.engine.values import runs
from tfshim.engine.values.readable import on_processor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_MOST_ROWS, _MOST = 1 << 12, 1 << 15  # from there on torch is quicker
_INTEGERS, _FLOATS = (torch.int32, torch.int64), (torch.float32, torch.float64)


def merged(nodes: Sequence[Operation], outputs: Sequence[Any]) -> Sequence[Operation]:
    """`nodes` with one in the place of the five of each such update, where nothing else takes what is between them."""
    if not any(n.kind == "ResourceSparseApply" for n in nodes):
        return nodes
    uses = use_counts(nodes)
    for t in outputs:
        uses[id(t)] = uses.get(id(t), 0) + 1
    makers = {id(t): n for n in nodes for t in n.outputs}
    made: dict[int, Operation] = {}
    left_out: set[int] = set()
    for node in nodes:
        parts = _parts(node, makers, uses) if node.kind == "ResourceSparseApply" else None
        if parts is not None:
            left_out.update(map(id, parts))
            made[id(node)] = _of_repeated(node, parts[0], parts[1])
    return [made.get(id(n), n) for n in nodes if id(n) not in left_out]


def _parts(node: Operation, makers: dict[int, Operation], uses: dict[int, int]) -> list[Operation] | None:
    """What numbers the rows and what adds them up, and two nodes for their count; None where it is not so."""
    rows, sums = node.arguments[3:5]
    unique, total = makers.get(id(rows)), makers.get(id(sums))
    if unique is None or unique.kind != "Unique" or total is None or total.kind != "UnsortedSegmentSum":
        return None
    numbers, count = unique.outputs[1], total.arguments[2]
    first = makers.get(id(count))
    shape = makers.get(id(first.arguments[0])) if first is not None and first.kind == "StridedSlice" else None
    if first is None or shape is None or shape.kind != "Shape" or first.arguments[1] != (0,) or first.arguments[8:9] != [1]:
        return None
    if total.arguments[1] is not numbers or shape.arguments[0] is not rows or any(map(_ordered, (unique, total, first, shape))):
        return None
    wanted = {id(rows): 2, id(numbers): 1, id(sums): 1, id(count): 1, id(shape.outputs[0]): 1}
    return [unique, total, first, shape] if all(uses.get(key) == n for key, n in wanted.items()) else None


def _ordered(node: Operation) -> bool:
    return bool(node.control_inputs)


def _of_repeated(node: Operation, unique: Operation, total: Operation) -> Operation:
    """The update of rows that may occur more than once, in the place of `node`."""
    (indices, *how), values = unique.arguments, total.arguments[0]
    update, number, add = (n._op_def.kernel for n in (node, unique, total))

    def kernel(variables: Any, step: Callable[..., Any], numbers: Any, indices: Any, values: Any) -> Any:
        found = _summed(indices, values)
        if found is None:
            rows, places = number(indices, *how)
            found = rows, add(values, places, len(rows))
        return update(variables, step, numbers, *found)

    made: Any = copy.copy(node)
    made._op_def = InnerOp(node.kind, kernel, stateful=True, names=("variables", "step", "numbers", "indices", "values"), grad=None)
    made.arguments, made.original = [*node.arguments[:3], indices, values], getattr(node, "original", node)
    return made


def _summed(indices: torch.Tensor, values: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor] | None:
    """The rows among `indices`, each once and sorted, and the sum of `values` for each; None where NumPy is not the way."""
    count = indices.numel()
    if not 0 < count <= _MOST_ROWS or values.numel() > _MOST or indices.ndim != 1 or not values.ndim or len(values) != count:
        return None
    if indices.dtype not in _INTEGERS or values.dtype not in _FLOATS or not (indices.is_cpu and on_processor(values)):
        return None
    numbers = indices.numpy()
    order = numbers.argsort(kind="stable")
    ordered = numbers[order]
    starts = runs.starts(ordered).nonzero()[0]
    sums = np.add.reduceat(values.numpy()[order], starts, 0)
    return torch.from_numpy(ordered[starts].astype(np.int64, copy=False)), torch.from_numpy(sums)
