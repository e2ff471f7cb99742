"""What sizes of dimensions broadcast to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def broadcast_dims(x: Sequence[int | None], y: Sequence[int | None]) -> Sequence[int | None]:
    """The sizes, None where unknown, to which the sizes `x` and `y` broadcast. Raises ValueError where they do not."""
    if x == y:
        return x
    if len(x) < len(y):
        x, y = y, x
    lead = len(x) - len(y)
    dims = list(x)
    for i, (p, q) in enumerate(zip(x[lead:], y, strict=False), lead):
        if p == q or q == 1:
            continue
        if p == 1:
            dims[i] = q
        elif p is None or q is None:
            # A known size above one wins; beside a zero the unknown size may be zero or one.
            known: Any = q if p is None else p
            dims[i] = known if known > 1 else None
        else:
            raise ValueError(f"{p} and {q}")
    return dims
