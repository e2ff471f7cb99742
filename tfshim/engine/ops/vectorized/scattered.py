"""Numbers in segments of any order, combined by NumPy, which takes them by ids of either size and in a third of torch's time."""

from __future__ import annotations

import numpy as np
import torch

from tfshim.engine.values.readable import at_least, forward_mode, on_processor

_MANY = 1 << 12  # numbers from which it takes less time
# Of which NumPy has loops over ids.
_TYPES = (torch.float32, torch.float64, torch.int32, torch.int64)
ADD, MULTIPLY = np.add, np.multiply
EXTREMES = {"amax": np.maximum, "amin": np.minimum}


def suits(data: torch.Tensor, ids: torch.Tensor) -> bool:
    """Whether `combined` takes `data`, a vector with one of the ids for each number, in less time than torch."""
    return (
        data.dim() == 1 == ids.dim()
        and at_least(data.shape[0], _MANY)
        and data.shape == ids.shape
        and data.dtype in _TYPES
        and on_processor(data)
        and on_processor(ids)
        and not (data.requires_grad and torch.is_grad_enabled())
        and not forward_mode()
        and not data.is_neg()
    )


def combined(function: np.ufunc, data: torch.Tensor, ids: torch.Tensor, count: int, start: float) -> torch.Tensor | None:
    """The numbers of each of `count` segments, put one after the other into `start`; None where an id is that of no segment."""
    made = torch.full((count,), start, dtype=data.dtype)
    places = ids.numpy()
    if places.min() < 0 or places.max() >= count:
        return None
    with np.errstate(all="ignore"):
        function.at(made.numpy(), places, data.detach().numpy())
    return made
