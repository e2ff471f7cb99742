"""Large systems of equations, solved block by block where products of matrices take less time than BLAS's triangular solver.

On some processors MKL multiplies, or `engine/ops/products.py` does, two to three times as fast as it solves. So the blocks on the
diagonal are inverted, which are small, and everything else is a product.
"""

from __future__ import annotations

import torch

from tfshim.engine.ops import products
from tfshim.engine.ops.vectorized.choice import least_times
from tfshim.engine.runtime import determinism
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.wanted import wanted
from tfshim.engine.values.readable import at_least, forward_mode, readable

_LEAST_ROWS, _LEAST_COLUMNS = 256, 64  # of a matrix and of the right side, from which blocks take less time
_BLOCK = 64


def _suits(matrix, rhs):
    return (
        at_least(matrix.numel(), _LEAST_ROWS * _LEAST_ROWS)
        and matrix.dim() == rhs.dim() == 2
        and matrix.dtype is rhs.dtype is torch.float32
        and at_least(rhs.shape[1], _LEAST_COLUMNS)
        and matrix.is_cpu
        and rhs.is_cpu
        and readable(matrix)
        and readable(rhs)
        and _blocks_win(*rhs.shape)
    )


class Choice:
    """`blocks`: whether blocks take less time than the triangular solver where the products are BLAS's; None: not measured yet."""

    blocks: bool | None = None


_WORTH_IT = 0.85
_MEASURED = 384  # rows and columns
_WIDE = 2  # rows for each column of the right side, up to which blocks may pay where the products are BLAS's


def _blocks_win(rows, columns):
    # The autograd functions have no rule for forward mode, and what was measured may differ between processes.
    if forward_mode() or determinism.enabled():
        return False
    if _onednn_wins():
        return True
    if rows < _MEASURED or rows > _WIDE * columns:
        return False
    if Choice.blocks is None:
        Choice.blocks = _measure()
    return Choice.blocks


def _onednn_wins():
    """Whether products of large matrices may be oneDNN's, and are faster by it."""
    return products.Choice.rows is not False and products.allowed() and products.Choice.rows


def _measure():
    with torch.no_grad():
        matrix = torch.full((_MEASURED, _MEASURED), 0.01).fill_diagonal_(1.0)
        rhs = torch.full((_MEASURED, _MEASURED), 0.5)
        whole, blocks = least_times(lambda: torch.linalg.solve_triangular(matrix, rhs, upper=False), lambda: _solved(matrix, rhs, False))
    return blocks < _WORTH_IT * whole


def _product(a, b):
    return products.fast(a, b, None) if _onednn_wins() else torch.mm(a, b)


def solve_triangular(matrix, rhs, upper):
    """The solution of `matrix @ x = rhs`, of which one triangle is read."""
    # A zero on the diagonal gives infinities at its own place alone.
    if _suits(matrix, rhs) and not (matrix.detach().diagonal() == 0).any():
        return _Triangular.apply(matrix, rhs, upper)
    return torch.linalg.solve_triangular(matrix, rhs, upper=upper)


def solve(matrix, rhs):
    """(the solution of `matrix @ x = rhs`, what `torch.linalg.solve_ex` says of it)."""
    if _suits(matrix, rhs):
        factors, order, info = _factors(matrix)
        if not info.item():
            return _Solution.apply(matrix, rhs, factors, order), info
    return torch.linalg.solve_ex(matrix, rhs)


def inverse(matrix):
    """(the inverse, what `torch.linalg.inv_ex` says of it)."""
    if _suits(matrix, matrix):
        factors, order, info = _factors(matrix)
        if not info.item():
            return _Inverse.apply(matrix, factors, order), info
    return torch.linalg.inv_ex(matrix)


def _factors(matrix):
    """(the triangular factors in one matrix, which of its rows each of theirs is, what torch says of them)."""
    factors, pivots, info = torch.linalg.lu_factor_ex(matrix.detach())
    order = list(range(len(pivots)))
    for i, j in enumerate(pivots.tolist()):  # which the i-th was exchanged with, counted from 1
        order[i], order[j - 1] = order[j - 1], order[i]
    return factors.contiguous(), torch.tensor(order), info


def _by_factors(factors, order, rhs):
    return _solved(factors, _solved(factors, rhs.index_select(0, order), False, True), True)


class _Triangular(Function):
    @staticmethod
    def forward(ctx, matrix, rhs, upper):
        made = _solved(matrix, rhs, upper)
        ctx.save_for_backward(matrix, made)
        ctx.upper = upper
        return made

    @staticmethod
    def backward(ctx, grad):
        matrix, made = ctx.saved_tensors
        of_rhs = solve_triangular(matrix.t(), grad, not ctx.upper)
        if not wanted(ctx, 0):
            return None, of_rhs, None
        of_matrix = products.mm(of_rhs, made.t()).neg()
        return of_matrix.triu() if ctx.upper else of_matrix.tril(), of_rhs, None


class _Solution(Function):
    """The solution by the triangular factors of the matrix, whose rows come in the `order`."""

    @staticmethod
    def forward(ctx, matrix, rhs, factors, order):
        made = _by_factors(factors, order, rhs)
        ctx.save_for_backward(matrix, made, factors, order)
        return made

    @staticmethod
    def backward(ctx, grad):
        matrix, made, factors, order = ctx.saved_tensors
        if torch.is_grad_enabled():
            of_rhs = solve(matrix.t(), grad)[0]
        else:
            turned = factors.t().contiguous()
            of_rhs = torch.empty_like(grad)
            of_rhs[order] = _solved(turned, _solved(turned, grad, False), True, True)
        return -products.mm(of_rhs, made.t()) if wanted(ctx, 0) else None, of_rhs, None, None


class _Inverse(Function):
    @staticmethod
    def forward(ctx, matrix, factors, order):
        made = _by_factors(factors, order, torch.eye(matrix.shape[0]))
        ctx.save_for_backward(made)
        return made

    @staticmethod
    def backward(ctx, grad):
        turned = ctx.saved_tensors[0].t()
        return products.mm(products.mm(turned, grad), turned).neg(), None, None


def _solved(matrix, rhs, upper, ones=False):
    """The solution for one triangle of the matrix, with `ones` on the diagonal whatever is there."""
    matrix, made = matrix.contiguous(), torch.empty_like(rhs, memory_format=torch.contiguous_format)
    count = matrix.shape[0]
    starts = range(0, count, _BLOCK)
    inverses = _inverted([matrix[at : at + _BLOCK, at : at + _BLOCK] for at in starts], upper, ones)
    for at, inverted in reversed([*zip(starts, inverses)]) if upper else zip(starts, inverses):
        here = slice(at, min(at + _BLOCK, count))
        known = slice(here.stop, count) if upper else slice(0, at)
        rest = rhs[here]
        if known.start < known.stop:
            rest = rest - _product(matrix[here, known], made[known])
        made[here] = _product(inverted, rest)
    return made


def _inverted(blocks, upper, ones):
    """The inverses of triangular blocks, of which the last may be smaller."""
    last = [] if blocks[-1].shape == blocks[0].shape else [blocks.pop()]
    made = []
    for several in (torch.stack(blocks), *(block[None] for block in last)):
        one = torch.eye(several.shape[-1]).expand_as(several)
        made += torch.linalg.solve_triangular(several, one, upper=upper, unitriangular=ones)
    return made
