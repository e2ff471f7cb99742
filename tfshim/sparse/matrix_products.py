"""Products of a sparse matrix with a dense one."""

from __future__ import annotations

from typing import Any

import torch

from tfshim.engine.ops.vectorized import compressed_rows
from tfshim.engine.ops.vectorized.sorted_keys import stable_order
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.wanted import wanted
from tfshim.engine.values.readable import forward_mode, readable

# From how many numbers in the products of all values with rows, and how many columns, on the way through compressed rows is worth its
# calls, and sorting the rows.
_MANY, _WIDE = 1 << 16, 32


def product(rows: torch.Tensor, columns: torch.Tensor, values: torch.Tensor, b: torch.Tensor, count: int) -> torch.Tensor:
    """The product of a sparse matrix of `count` rows, `values` at the places (`rows`, `columns`), with the matrix `b`.

    A place may have several values, which add up. torch raises RuntimeError or IndexError for places outside.
    """
    if _suits(rows, columns, values, b, count):
        if torch.is_grad_enabled() and (values.requires_grad or b.requires_grad):
            return _Product.apply(values, b, rows, columns, count)
        return _by_compressed_rows(rows, columns, values, b, count)
    products = b.index_select(0, columns).mul(values.unsqueeze(1))
    return b.new_zeros((count, b.shape[1])).index_add(0, rows, products)


def _suits(rows: torch.Tensor, columns: torch.Tensor, values: torch.Tensor, b: torch.Tensor, count: int) -> bool:
    large = b.shape[1] >= _WIDE and len(values) * b.shape[1] >= _MANY
    if not large or not b.is_cpu or values.dtype is not b.dtype or b.dtype not in (torch.float32, torch.float64):
        return False
    if forward_mode() or not (readable(values) and readable(b) and readable(rows)):
        return False
    return all(int(least) >= 0 and int(most) < size for (least, most), size in zip(map(torch.aminmax, (rows, columns)), (count, len(b))))


def _by_compressed_rows(rows: torch.Tensor, columns: torch.Tensor, values: torch.Tensor, b: torch.Tensor, count: int) -> torch.Tensor:
    if bool((rows[1:] < rows[:-1]).any()):
        order = stable_order(rows)
        columns, values = columns[order], values[order]
    ends = torch.bincount(rows, minlength=count).cumsum(0)
    return torch.mm(compressed_rows.matrix(torch.cat([ends.new_zeros(1), ends]), columns, values.detach(), (count, len(b))), b.detach())


class _Product(Function):
    """The product through compressed rows, with gradients that can be differentiated again."""

    @staticmethod
    def forward(ctx: Any, values: torch.Tensor, b: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor, count: int) -> torch.Tensor:
        ctx.save_for_backward(values, b, rows, columns)
        return _by_compressed_rows(rows, columns, values, b, count)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        values, b, rows, columns = ctx.saved_tensors
        of_values = (grad.index_select(0, rows) * b.index_select(0, columns)).sum(1) if wanted(ctx, 0) else None
        of_b = product(columns, rows, values, grad, len(b)) if wanted(ctx, 1) else None
        return of_values, of_b, None, None, None
