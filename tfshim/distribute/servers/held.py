"""What each worker has of its own, under one key: datasets and iterators. Here a marker stands for all of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import EagerTensor, wrap


class Held:
    """Stands for what each worker keeps under `key`."""

    def __init__(self, key: str) -> None:
        self.key = key


def handle(held: Held) -> EagerTensor:
    """The variant tensor that holds the marker."""
    box = np.empty((), dtype=object)
    box[()] = held
    return wrap(box, dtypes.variant)


def key_in(x: Any) -> str | None:
    """The key in the variant tensor of a marker; None for other tensors."""
    if x.dtype is not dtypes.variant or type(x) is not EagerTensor:
        return None
    held = x._t[()]
    return held.key if isinstance(held, Held) else None
