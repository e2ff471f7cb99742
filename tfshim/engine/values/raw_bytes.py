"""The bytes of tensors."""

from __future__ import annotations

import torch


def as_bytes(storage: torch.Tensor) -> torch.Tensor:
    """The bytes of a contiguous tensor, a uint8 tensor of one axis in the same memory."""
    # Of one element any stride counts as contiguous, and bytes have to be next to each other.
    return storage.as_strided([storage.numel()], [1]).view(torch.uint8)
