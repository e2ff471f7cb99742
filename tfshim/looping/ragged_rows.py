"""Ragged tensors whose rows have equally many numbers, taken apart for all rows at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim.array_ops.creation import zeros_like
from tfshim.array_ops.identities import identity
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.shapes import reshape, shape
from tfshim.control_flow import control_dependencies
from tfshim.debugging.assertion import Assert
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.math.comparison import equal
from tfshim.math.cumulative import cumsum
from tfshim.math.reductions import reduce_all, reduce_sum

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor
    from tfshim.ragged.ragged_tensor import RaggedTensor


def parts_of_rows(x: RaggedTensor) -> list[Tensor]:
    """The components of each row of a ragged tensor, those of all rows in one tensor: its flat values and its row splits.

    Raises InvalidArgumentError, in a graph when that runs, where rows have not equally many of both.
    """
    n = x.nrows()
    outer, *others = x.nested_row_lengths()
    count, splits = _common(outer), []
    for lengths in others:
        of_rows = reshape(lengths, stack([n, count]))
        splits.append(concat([zeros_like(of_rows[:, :1]), cumsum(of_rows, 1)], 1))
        count = _common(reduce_sum(of_rows, 1))
    values = x.flat_values
    return [reshape(values, concat([stack([n, count]), shape(values, out_type=count.dtype)[1:]], 0)), *splits]


def _common(lengths: Tensor) -> Tensor:
    """The one number that all `lengths` are, 0 if there is none; InvalidArgumentError where they differ."""
    first, text = reduce_sum(lengths[:1]), "PartialTensorShape: Incompatible shapes during merge: "
    if TS.graph is None:
        for other in lengths.numpy():
            if other != first:
                raise invalid(f"{text}[{other}] vs. [{first}]")
        return first
    with control_dependencies([Assert(reduce_all(equal(lengths, first)), [text, lengths])]):
        return identity(first)
