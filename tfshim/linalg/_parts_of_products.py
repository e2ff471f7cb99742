"""Parts of products: the rows that a program goes on with, such as those of the last token of each text, are the only ones computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.array_ops.slicing import _item, _sliced, _strided_slice
from tfshim.engine.graphs import fused_steps

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

# Of how many rows one is taken, at least: for more, the copy of the rows, and what a product of a few less rows saves, are about even.
_SHARE = 4


def leaves_out_rows(product: Any) -> None:
    """Declare that each row of what `product` gives is made of the same row of its first argument."""
    kernel = product._tfshim_op.kernel

    def run(first: tuple[Any, ...], second: tuple[Any, ...]) -> Any:
        x, *others = first
        part = _sliced(x, *second)
        return None if part.dim() < 2 or part.numel() * _SHARE > x.numel() else kernel(part, *others)

    def suits(product: Operation, taken: Operation) -> bool:
        return _leaves_columns(taken) and _changes_nothing(product, taken)

    for operation in (_item, _strided_slice):
        fused_steps.as_one(product, operation, run, suits)


def _changes_nothing(product: Operation, taken: Operation) -> bool:
    """Whether no operation between the two may change a variable, whose values the product, computed later, would see."""
    nodes = product.graph._operations
    # A program may have nodes of its own, which give the same tensors.
    first, last = (next((i for i, n in enumerate(nodes) if n.outputs and n.outputs[0] is o.outputs[0]), None) for o in (product, taken))
    if first is None or last is None:
        return False
    return not any(n.stateful and n.kind != "ReadVariableOp" for n in nodes[first + 1 : last])


def _leaves_columns(taken: Operation) -> bool:
    """Whether what is taken has the last axis whole, by what is known before the program runs."""
    x, begin, _, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask = taken.arguments[:9]
    rank, count = x.shape.rank, len(begin) if isinstance(begin, (tuple, list)) else begin.shape.num_elements()
    if rank is None or rank < 3 or not count or new_axis_mask:
        return False
    if not ellipsis_mask and count < rank:
        return True
    last = 1 << (count - 1)
    if not begin_mask & end_mask & last & ~shrink_axis_mask & ~ellipsis_mask or not (ellipsis_mask or count == rank):
        return False
    return strides is None or isinstance(strides, (tuple, list)) and strides[-1] == 1
