"""Steps on large tables that have gradients for some of their rows only, without a gradient of the whole table in memory."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from tfshim.engine.variables import updates

# Elements of a table below which its whole gradient is made and read within the processor's caches, while a step takes one pass over it.
LARGE = 1 << 18
# Of how many rows one may have a gradient. Rows that have one are stepped twice, and copied.
_ROWS_TO_EACH = 4
_PART = 1 << 16  # elements that are stepped at a time by each thread, so that their gradient of zeros stays in its cache


class Rows:
    """The rows of a table that have a gradient, each once.

    Arguments:
        indices: which rows these are, int64 of shape [n].
        gradients: the gradient of each, of shape [n, ...].
    """

    __slots__ = ("gradients", "indices")

    def __init__(self, indices: torch.Tensor, gradients: torch.Tensor) -> None:
        self.indices, self.gradients = indices, gradients

    @classmethod
    def summed(cls, values: torch.Tensor, indices: torch.Tensor) -> Rows:
        """The rows with the gradients `values`, of which several may be of one row: steps are not linear in the gradient."""
        once, places = torch.unique(indices, return_inverse=True)  # sorted
        return cls(once.long(), values.new_zeros((len(once), *values.shape[1:])).index_add_(0, places, values))

    def of(self, tables: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """Copies of these rows of tables of one shape."""
        return [t.index_select(0, self.indices) for t in tables]

    def put(self, tables: Sequence[torch.Tensor], rows: Sequence[torch.Tensor]) -> None:
        """Write what has become of such copies into the tables."""
        for t, r in zip(tables, rows):
            t.index_copy_(0, self.indices, r)


def rows_of(values: torch.Tensor, indices: torch.Tensor, table: torch.Tensor, least: int) -> Rows | None:
    """The rows of `table` whose gradients are `values`; None where a gradient of the whole table is as good.

    Arguments:
        least: elements from which a table is large.
    """
    large = table.dim() > 1 and table.numel() >= least and table.dtype in updates.IN_ONE_PASS
    few = 0 < len(indices) * _ROWS_TO_EACH <= len(table)
    fits = values.dtype is table.dtype and values.shape[1:] == table.shape[1:] and values.shape[:1] == indices.shape
    return Rows.summed(values, indices) if large and few and fits else None


def parts(tables: Sequence[torch.Tensor]) -> tuple[list[torch.Tensor], list[list[torch.Tensor]]]:
    """Gradients of zeros, and each of `tables`, of one size and contiguous, in such parts that these gradients stay in caches."""
    size = _PART * torch.get_num_threads()
    split = [list(t.view(-1).split(size)) for t in tables]
    zeros = tables[0].new_zeros(min(size, tables[0].numel()))
    return [zeros[: len(part)] for part in split[0]], split
