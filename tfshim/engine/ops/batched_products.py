"""Products of two batches of matrices in the way that is faster on this processor.

torch's batched product is BLAS's. Where oneDNN multiplies single matrices faster, and each of them is large, they are multiplied one
after the other.
"""

from __future__ import annotations

from typing import Any

import torch

from tfshim.engine.ops import products
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.wanted import wanted
from tfshim.engine.values.readable import at_least, readable

# Multiplications for one of the matrices, below which the calls and the copy of each result cost more than they save.
_MANY_EACH = 3 << 20


def matmul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """What `torch.matmul(a, b)` gives."""
    if not may_suit(a, b) or not _suits(a, b):
        return torch.matmul(a, b)
    if len(a) == a.shape[:-2].numel() == 1:
        return products.mm(a.flatten(0, -2), b.flatten(0, -2)).view(*a.shape[:-1], b.shape[-1])
    compute = _Batched.apply if torch.is_grad_enabled() and (a.requires_grad or b.requires_grad) else _one_by_one
    return compute(a, b)


def bmm(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """What `torch.bmm(a, b)` gives."""
    return torch.bmm(a, b) if products.Choice.rows is False else matmul(a, b)


def may_suit(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Whether the products of matrices in `a` and `b` may be large enough for another way than torch's, as far as one look tells."""
    return products.Choice.rows is not False and at_least(a.numel() * b.numel(), _MANY_EACH)


def suits_sizes(m: int, k: int, n: int) -> bool:
    """Whether products of [m, k] and [k, n] are large enough to be computed one by one."""
    return at_least(m * k * n, _MANY_EACH) and min(m, n) >= products.LEAST_SIDE


def _suits(a: torch.Tensor, b: torch.Tensor) -> bool:
    return (
        a.dim() == b.dim() > 2
        and a.dtype is torch.float32 is b.dtype
        and a.shape[:-2] == b.shape[:-2]
        and a.shape[-1] == b.shape[-2]
        and suits_sizes(a.shape[-2], a.shape[-1], b.shape[-1])
        and a.is_cpu
        and b.is_cpu
        and readable(a)
        and readable(b)
        and products.allowed()
        and bool(products.Choice.rows)
    )


def _one_by_one(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    pairs = zip(a.flatten(0, -3).unbind(0), b.flatten(0, -3).unbind(0), strict=True)
    return torch.stack([products.fast(x, y, None) for x, y in pairs]).view(*a.shape[:-1], b.shape[-1])


class _Batched(Function):
    """`a @ b`, whose gradients are products by the same rule and so can be differentiated again."""

    @staticmethod
    def forward(ctx: Any, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(a, b)
        return _one_by_one(a, b)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        a, b = ctx.saved_tensors
        return matmul(grad, b.mT) if wanted(ctx, 0) else None, matmul(a.mT, grad) if wanted(ctx, 1) else None
