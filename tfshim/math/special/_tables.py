"""Smooth functions of many numbers by tables of short polynomials, where series take dozens of passes over all of them.

A table has, for each piece of an interval, the polynomial through the exact values at Chebyshev's points of the piece: it is computed
in float64 with errors of some 1e-11, so that results in single precision are rounded as those of the series are.
"""

from __future__ import annotations

import math

import torch

from tfshim.engine.values.readable import at_least, on_processor

_MANY = 1 << 15  # numbers from which a table takes less time than what it is made of
_CHUNK = 1 << 14  # numbers that are computed at once, which stay in the processor's cache
_PIECES = 64  # of a unit
_TYPES = (torch.float32, torch.float16)


class Table:
    """`function` of float64 tensors, from 0 to `high`, where it has no singularity; made when it is first asked."""

    def __init__(self, function, high, degree=3):
        self._function, self.high, self._degree = function, high, degree
        self._coefficients = None

    def __call__(self, x):
        """The values at `x`, a float64 vector with numbers between 0 and `high`."""
        if self._coefficients is None:
            self._coefficients = self._made()
        place = x * _PIECES
        piece = place.floor().clamp_(max=self.high * _PIECES - 1)
        within, index = place.sub_(piece).mul_(2).sub_(1), piece.int()
        total = self._coefficients[-1].index_select(0, index)
        for coefficient in reversed(self._coefficients[:-1]):
            total.mul_(within).add_(coefficient.index_select(0, index))
        return total

    def _made(self):
        count = self._degree + 1
        nodes = torch.cos((2 * torch.arange(count, dtype=torch.float64) + 1) * (math.pi / (2 * count)))
        starts = torch.arange(self.high * _PIECES, dtype=torch.float64)[:, None]
        values = self._function((starts + (nodes + 1) / 2) / _PIECES)
        powers = nodes[:, None] ** torch.arange(count)
        return [*torch.linalg.solve(powers, values.t()).contiguous()]


def tabulated(exact, from_tables, high, positive=False):
    """`exact`, a function of float tensors, but for many numbers of single precision `from_tables` up to `high`.

    Arguments:
        from_tables: function of float64 vectors: the sizes of numbers, and the numbers.
        positive: whether it is for positive numbers only, and NaN below 0. What lies beyond `high`, and 0 then, is left to `exact`.
    """

    def values(x):
        if not at_least(x.numel(), _MANY) or x.dtype not in _TYPES or not on_processor(x):
            return exact(x)
        made = torch.empty_like(x, memory_format=torch.contiguous_format)
        for numbers, results in zip(x.reshape(-1).split(_CHUNK), made.view(-1).split(_CHUNK)):
            _fill(exact, from_tables, high, positive, numbers, results)
        return made

    return values


def _fill(exact, from_tables, high, positive, numbers, results):
    wide = numbers.double()
    size = wide.abs()
    inside = (size <= high).logical_and_(wide > 0) if positive else size <= high  # false for NaN
    whole = bool(inside.all())
    if not whole:
        size, wide = torch.where(inside, size, 1.0), torch.where(inside, wide, 1.0)
    results.copy_(from_tables(size, wide))
    if not whole:
        outside = inside.logical_not_()
        if positive:
            results.masked_fill_(numbers < 0, float("nan"))
            outside.logical_and_((numbers < 0).logical_not_())
        if outside.any():
            results[outside] = exact(numbers[outside])
