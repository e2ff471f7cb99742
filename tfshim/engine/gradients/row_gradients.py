"""Gradients of rows of a table while torch's operations are written down, as they are for a compiler.

Otherwise they are torch's sparse tensors; those cannot be written down.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import torch


class Rows:
    """Gradients of rows of a table of the given shape."""

    def __init__(self, shape: torch.Size) -> None:
        self.shape = shape
        self._parts: list[tuple[torch.Tensor, torch.Tensor]] = []

    def add(self, indices: torch.Tensor, gradients: torch.Tensor) -> None:
        """Add the `gradients` of the rows `indices`, which may name a row more than once."""
        self._parts.append((indices, gradients))

    def slices(self) -> tuple[torch.Tensor, torch.Tensor]:
        """All gradients of rows, and which rows these are."""
        indices, gradients = (torch.cat(parts) for parts in zip(*self._parts))
        return gradients, indices

    def dense(self) -> torch.Tensor:
        """The gradient of the whole table."""
        gradients, indices = self.slices()
        return gradients.new_zeros(self.shape).index_add(0, indices.long(), gradients)


class _Collecting(threading.local):
    by_table: dict[int, Rows] | None = None


_collecting = _Collecting()


@contextmanager
def collected() -> Iterator[dict[int, Rows]]:
    """Collect the gradients of rows that a backward pass makes within the scope: the `id` of a table -> them."""
    before, _collecting.by_table = _collecting.by_table, {}
    try:
        yield _collecting.by_table
    finally:
        _collecting.by_table = before


def collect(table: int, shape: torch.Size, indices: torch.Tensor, gradients: torch.Tensor) -> torch.Tensor | None:
    """Add gradients of rows of the table with the `id` given; where nobody collects them, the gradient of the whole table."""
    found = _collecting.by_table
    rows = Rows(shape) if found is None else found.setdefault(table, Rows(shape))
    rows.add(indices, gradients)
    return rows.dense() if found is None else None
