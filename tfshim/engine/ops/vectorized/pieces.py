"""Chains of operations on many numbers, piece by piece: what is computed on the way stays in the processor's cache."""

from __future__ import annotations

from collections.abc import Callable

import torch

from tfshim.engine.values.readable import at_least, forward_mode, on_processor

# Numbers of a piece for each thread: more than torch gives to one, few enough for a cache.
SIZE = 1 << 16


def in_pieces(function: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """What `function`, which goes through vectors element by element, makes of `x`, as `dtype`; of many numbers without a gradient."""
    step = SIZE * torch.get_num_threads()
    if not at_least(x.numel(), 2 * step) or not on_processor(x) or not x.is_contiguous() or forward_mode():
        return function(x).to(dtype)
    made = torch.empty(x.shape, dtype=dtype)
    for numbers, results in zip(x.detach().view(-1).split(step), made.view(-1).split(step)):
        results.copy_(function(numbers))
    return made
