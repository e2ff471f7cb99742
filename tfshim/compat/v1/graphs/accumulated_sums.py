"""What an accumulator of TensorFlow 1 holds: sums of gradients, dense or by rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.shapes import TensorShape
from tfshim.queue.stores import Store

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType


class Sum(Store):
    """What was accumulated since it was last taken: for sparse gradients one sum and count for each row."""

    def __init__(self) -> None:
        super().__init__(-1, "Accumulator", "")
        self.step = 0
        self.clear()

    def clear(self) -> None:
        """Forget all gradients; the step stays."""
        self.total: torch.Tensor | None = None
        self.count = 0
        # Of sparse gradients: the numbers of rows, the sum of each, and how many gradients have it.
        self.rows: tuple[list[int], torch.Tensor, torch.Tensor] | None = None

    def add_dense(self, gradient: torch.Tensor, local_step: int) -> None:
        """Add a gradient, unless `local_step` is before the accumulator's step: then it is stale."""
        with self.changed:
            # What was computed before the present step is stale: TensorFlow drops it without a word.
            if local_step >= self.step:
                self.total = gradient.clone() if self.total is None else self.total + gradient
                self._counted()

    def add_rows(self, indices: torch.Tensor, values: torch.Tensor, local_step: int) -> None:
        """Add rows, unless `local_step` is before the accumulator's step: then they are stale."""
        with self.changed:
            if local_step >= self.step:
                counts = torch.ones(len(indices), dtype=torch.int64)
                added = indices.tolist(), values, counts
                self.rows = added if self.rows is None else _merged(self.rows, added)
                self._counted()

    def taken_rows(self, mean: bool, shape: TensorShape, kind: DType) -> list[torch.Tensor]:
        """What `SparseAccumulatorTakeGradient` gives: numbers of rows, their means or sums, and the shape, -1 for an unknown number."""
        if self.rows is None:
            inner = [] if shape.rank is None else shape.as_list()[1:]
            indices, rows = [], torch.zeros((0, *inner), dtype=kind.torch)
        else:
            indices, rows, counts = self.rows
            if mean:
                rows = rows / counts.to(rows.dtype).reshape([-1] + [1] * (rows.ndim - 1))
        count = shape[0] if shape.rank else None
        sizes = [-1 if count is None else count, *rows.shape[1:]]
        return [torch.tensor(indices, dtype=torch.int64), rows, torch.tensor(sizes, dtype=torch.int64)]

    def _counted(self):
        self.count += 1
        self.version += 1
        self.changed.notify_all()

    def taken(self, wanted: int, finish: Callable[[], Any]) -> Any:
        """`finish()`, as soon as there are `wanted` gradients; the step grows by one and the sums are cleared."""
        found = []

        def step():
            if self.count < wanted:
                return False
            found.append(finish())
            # What is computed from the values of now is stale from here on.
            self.step += 1
            self.version += 1
            self.clear()
            return True

        self._serve(self.taking, step, "TakeGrad")
        return found[0]


def _merged(one: tuple[list[int], Any, Any], other: tuple[list[int], Any, Any]) -> tuple[list[int], Any, Any]:
    """Two lists of rows as one, by going along both as TensorFlow does: it is sorted where they are."""
    (a, sums, counts), (b, added, more) = one, other
    indices: list[int] = []
    places: tuple[list[int], list[int]] = [], []  # where the rows of each go
    i = j = 0
    while i < len(a) or j < len(b):
        first = i < len(a) and (j == len(b) or a[i] <= b[j])
        second = j < len(b) and (i == len(a) or b[j] <= a[i])
        for place, is_there in zip(places, (first, second)):
            if is_there:
                place.append(len(indices))
        indices.append(a[i] if first else b[j])
        i, j = i + first, j + second
    made = []
    for old, new in ((sums, added), (counts, more)):
        joined = torch.zeros((len(indices), *old.shape[1:]), dtype=old.dtype, device=old.device)
        joined[places[0]] = old
        joined[places[1]] += new
        made.append(joined)
    return indices, made[0], made[1]


def checked_count(count):
    if count <= 0:
        raise invalid(f"Argument num_required must be positive, but was {count}")
    return count


def check_rows(limit: TensorShape, indices: torch.Tensor, shape: list[int] | None) -> None:
    """Raise InvalidArgumentError for rows that do not fit: `limit` is what gradients begin with, `shape` that of this one, if known."""
    known = [] if limit.rank is None else limit.as_list()
    if shape is not None and (len(shape) < len(known) or any(k not in (None, s) for k, s in zip(known, shape))):
        raise invalid(f"Shape mismatch: expected {limit}, got {shape}")
    size = known[0] if known else None
    for at, i in enumerate(indices.tolist()):
        if size is not None and not 0 <= i < size:
            raise invalid(f"Shape mismatch: index of slice {at} exceeded limits of shape; index is {i} exceeded {size}")
