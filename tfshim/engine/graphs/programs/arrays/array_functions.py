"""What loops over small arrays call where NumPy has no short form of a kernel.

Each function has the kernel's values, up to the rounding of sums and transcendental functions, or raises.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tfshim.engine.graphs.programs.arrays.array_products import row_sums
from tfshim.engine.random import discrete, seeds

# By position their arguments cost less: axis, dtype, out, keepdims.
_largest: Any = np.maximum.reduce
_total: Any = np.add.reduce

_MOST_SORTED = 1024  # elements of a row that is sorted as a whole
_FEW_ROWS = 8
_MOST_SUMMED = 1024
_MOST_AHEAD = 64


def mean_of(x: Any, axis: int | None, keepdims: bool) -> Any:
    """The mean along `axis`, of all elements for None."""
    count = x.size if axis is None else x.shape[axis]
    return _total(x, axis, None, None, keepdims) / x.dtype.type(count)


# A product with ones takes a third of the time of a sum.
_COLUMNS = {dtype: np.ones((_MOST_SUMMED, 1), dtype) for dtype in (np.float32, np.float64)}


def _row_totals(x: Any) -> Any:
    """The sum of each row."""
    size = x.shape[-1]
    return row_sums(x, _COLUMNS[x.dtype.type][:size]) if size <= _MOST_SUMMED else _total(x, -1, None, None, True)


def softmax_of(x: Any) -> Any:
    """The softmax of each row."""
    e = x - _largest(x, -1, None, None, True)
    np.exp(e, e)
    e /= e.dot(_COLUMNS[e.dtype.type][: e.shape[-1]]) if e.size <= _MOST_SUMMED else _row_totals(e)
    return e


def normalised(size: int, epsilon: float, dtype: Any) -> Callable[..., Any]:
    """What normalises rows of `size` numbers to a mean of 0 and a variance of 1, times a factor, plus a summand."""
    column, summed = np.ones((size, 1), dtype), np.array(size, dtype)
    share, least = column / summed, np.array(epsilon, dtype)
    exact = size & (size - 1) == 0  # so that means need no division

    def run(x: Any, factor: Any, summand: Any) -> Any:
        few = exact and x.size <= _MOST_SUMMED
        y = x - (x.dot(share) if few else row_sums(x, column) / summed)
        squares = y * y
        variance = squares.dot(share) if few else row_sums(squares, column) / summed
        variance += least
        y /= np.sqrt(variance, variance)
        if factor is not None:
            y *= factor
        if summand is not None:
            y += summand
        return y

    return run


def gelu_by_tanh(dtype: Any) -> Callable[[Any], Any]:
    """`0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ** 3)))`, as `x / (1 + exp(-2 * z))` for that `z`."""
    cubic, linear = (np.array(-2 * math.sqrt(2 / math.pi) * w, dtype) for w in (0.044715, 1))
    one = np.array(1, dtype)

    def run(x: Any) -> Any:
        y = x * x
        y *= cubic
        y += linear
        y *= x
        np.exp(y, y)
        y += one
        return np.divide(x, y, y)

    return run


def log_softmax_of(x: Any) -> Any:
    """The logarithm of the softmax of each row."""
    x = x - _largest(x, -1, None, None, True)
    x -= np.log(_row_totals(np.exp(x)))
    return x


def sigmoid_of(x: Any, one: Any) -> Any:
    """The logistic function; `one` is the number 1 of its type."""
    y = np.exp(-x)
    y += one
    return np.reciprocal(y)


def quotient(x: Any, y: Any) -> Any:
    """`x / y`, zero where `y` is zero."""
    zero = y == 0
    return np.where(zero, x.dtype.type(0), x / np.where(zero, y.dtype.type(1), y))


def taken(x: Any, index: Any) -> Any:
    """The rows of `x` that `index` names."""
    if (index < 0).any():  # NumPy would count from the end
        raise IndexError
    return x.take(index, 0)


def parts(x: Any, count: int, axis: int) -> list[Any]:
    """`x` in `count` equal parts."""
    if x.shape[axis] % count:
        raise ValueError
    size, before = x.shape[axis] // count, (slice(None),) * axis
    return [x[(*before, slice(i * size, (i + 1) * size))] for i in range(count)]


def rows(x: Any, count: int, axis: int) -> list[Any]:
    """The `count` parts of `x` without `axis`."""
    if x.shape[axis] != count:
        raise ValueError
    before = (slice(None),) * axis
    return [x[(*before, i)] for i in range(count)]


def _without_nan(x: Any) -> None:
    """Raise ValueError if `x` has a NaN: the sum of squares is infinite at most for all else."""
    if x.dtype.kind == "f":
        total = np.vdot(x, x)
        if total != total:
            raise ValueError


def largest_at(x: Any, axis: int, dtype: Any) -> Any:
    """Where the largest element along `axis` is, the first of equal ones."""
    _without_nan(x)  # which TensorFlow passes over
    return x.argmax(axis).astype(dtype)


def greatest_values(x: Any, k: int, dtype: Any) -> tuple[Any, Any]:
    """The `k` greatest of each row; in place of their positions None."""
    count = x.shape[-1]
    if not 0 < k <= count:
        raise ValueError
    _without_nan(x)
    near = np.partition(x, count - k, -1)[..., count - k :] if count > _MOST_SORTED and 8 * k < count else x
    values = np.sort(near, -1)[..., : -k - 1 : -1]
    # A zero may have a sign, in which equal ones differ.
    return (values, None) if np.count_nonzero(values) == values.size else greatest_of(x, k, dtype)


def greatest_of(x: Any, k: int, dtype: Any) -> tuple[Any, Any]:
    """The `k` greatest of each row and their positions, the first of equal ones first."""
    count = x.shape[-1]
    if not 0 < k <= count:
        raise ValueError
    _without_nan(x)
    if x.ndim == 1:
        values, at = _best_of(x, k)
        return values, at.astype(dtype)
    flat = x.reshape(-1, count)
    shape = (*x.shape[:-1], k)
    if 0 < len(flat) <= _FEW_ROWS:
        values, at = map(np.concatenate, zip(*[_best_of(row, k) for row in flat]))
    else:
        at = np.argsort(-flat, -1, "stable")[:, :k]
        values = flat[np.arange(len(flat))[:, None], at]
    return values.reshape(shape), at.astype(dtype).reshape(shape)


def _best_of(row: Any, k: int) -> tuple[Any, Any]:
    """The `k` greatest of `row` and their positions."""
    count = len(row)
    if 8 * k >= count:
        at = (-row).argsort(kind="stable")[:k]
        return row.take(at), at
    # Only what is no less than the last of them has to be sorted.
    parted = row.copy()
    parted.partition(count - k)
    places = (row >= parted[count - k]).nonzero()[0]
    near = row.take(places)
    order = (-near).argsort(kind="stable")[:k]
    return near.take(order), places.take(order)


class Draws:
    """Class numbers drawn by one random node of a loop, at the positions of its stream."""

    def __init__(self, node: Any, limit: int | None) -> None:
        self.node = node
        self.together: dict[tuple[int, int, int], bool] = {}  # whether all rows are drawn from one place of the stream
        self.uniforms = discrete.UniformsAhead(_MOST_AHEAD // 4 if limit is None else max(1, min(limit, _MOST_AHEAD)))

    def __call__(self, logits: Any, samples: int, dtype: Any) -> Any:
        """`samples` for each row of `logits`."""
        batch, classes = logits.shape
        if not classes:
            raise ValueError
        sizes = batch, classes, samples
        if sizes not in self.together:
            self.together[sizes] = len(discrete.categorical_shards(*sizes)) == 1
        key, counter = seeds.reserve_for(self.node, discrete.categorical_blocks(batch, samples))
        if not self.together[sizes]:
            return discrete.categorical(key, counter, logits, samples).astype(dtype, copy=False)
        return discrete.chosen(logits, self.uniforms.at(key, counter, batch, samples)).astype(dtype, copy=False)
