"""Tridiagonal systems that may be singular: pivots that are too small are moved away from zero, as LAPACK's xLAGTF and xLAGTS do."""

from __future__ import annotations

import torch


def solved(d: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """The solutions `[..., n, k]` for the diagonals `d`, `[..., 3, n]`, and the right-hand sides."""
    n = rhs.shape[-2]
    if not n or not rhs.shape[-1]:
        return rhs.clone()
    batch = torch.broadcast_shapes(d.shape[:-2], rhs.shape[:-2])
    upper, main, lower = d.expand(*batch, *d.shape[-2:]).unbind(-2)
    rhs = rhs.expand(*batch, *rhs.shape[-2:])
    rows, largest = _eliminated(upper.unbind(-1), main.unbind(-1), lower.unbind(-1), rhs.unbind(-2))
    tolerance = torch.finfo(d.dtype).eps * largest
    found: list[torch.Tensor] = []  # from the last row on
    for pivot, second, third, y in reversed(rows):
        if found:
            y = y - second[..., None] * found[-1]
        if len(found) > 1:
            y = y - third[..., None] * found[-2]
        pivot, y = _away_from_zero(tolerance, pivot, y)
        found.append(y * (1 / pivot)[..., None])
    return torch.stack(found[::-1], -2)


def _eliminated(upper, main, lower, rhs):
    """(for each row its three elements from the diagonal on and its right-hand side, the largest element by which pivots are judged).

    Neighbouring rows are exchanged where the pivot of the second is larger, measured by the sum of its row.
    """
    n, zero = len(main), torch.zeros_like(main[0])
    a, b, y = main[0], upper[0] if n > 1 else zero, rhs[0]
    # The elements of the last row but one do not count for LAPACK's measure as TensorFlow takes it.
    largest = torch.maximum(a.abs(), b.abs())
    scale = a.abs() + b.abs()
    rows = []
    for k in range(1, n):
        last = k == n - 1
        p, q, s, z = lower[k], main[k], zero if last else upper[k], rhs[k]
        scale_below = p.abs() + q.abs() + s.abs()
        mine = torch.where(a == 0, torch.zeros_like(scale), a.abs() / scale)
        swap = (p != 0) & ~(p.abs() / scale_below <= mine)
        kept = ~swap & (p != 0)
        one = torch.ones_like(a)
        factor = torch.where(swap, a / torch.where(swap, p, one), p / torch.where(kept, a, one))
        factor = torch.where(p == 0, zero, factor)
        # A row that moves up brings an element two beyond the diagonal along.
        row = (torch.where(swap, p, a), torch.where(swap, q, b), torch.where(swap, s, zero), torch.where(swap[..., None], z, y))
        above, here = torch.where(swap, b, q), torch.where(swap, q, b)
        left, taken = torch.where(swap[..., None], y, z), row[3]
        scale = torch.where(swap, scale, scale_below)
        rows.append(row)
        if not last:
            for x in row[:3]:
                largest = torch.maximum(largest, x.abs())
        a, b = torch.where(p == 0, q, above - factor * here), torch.where(swap, -factor * s, s)
        y = torch.where((p == 0)[..., None], z, left - factor[..., None] * taken)
    rows.append((a, b, zero, y))
    return rows, torch.maximum(largest, a.abs())


def _away_from_zero(tolerance, pivot, y):
    """`pivot` and the right-hand sides `y`, changed until the solution does not overflow."""
    info = torch.finfo(tolerance.dtype)
    least, most = info.tiny, 1 / info.tiny
    real = pivot.real if pivot.is_complex() else pivot
    step = torch.copysign(tolerance.clamp(min=least), real)
    open_, size = torch.ones_like(tolerance, dtype=torch.bool), y.abs().amax(-1)
    while True:
        now = pivot.abs()
        open_ = open_ & (now < 1)
        if not open_.any():
            return pivot, y
        tiny = now < least
        scaled = open_ & tiny & (now != 0) & ~(size * least > now)
        moved = open_ & ~scaled & (tiny | (size > now * most))
        pivot = torch.where(moved, pivot + step, torch.where(scaled, pivot * most, pivot))
        y = torch.where(scaled[..., None], y * most, y)
        step, open_ = torch.where(moved, step * 2, step), moved
