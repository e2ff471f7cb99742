"""Pools whose windows differ in size, so that images shrink by any ratio."""

from __future__ import annotations

import functools
import math
import numbers
import random
from collections import namedtuple
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.texts.summaries import summary
from tfshim.engine.random import candidates, seeds, uniform
from tfshim.engine.random.philox import WordStream
from tfshim.engine.random.seeds import UNSEEDED
from tfshim.engine.runtime.errors import InvalidArgumentError, UnimplementedError, invalid, op_error
from tfshim.engine.values import dtypes as dt
from tfshim.math._gradients import needs_grad
from tfshim.nn.windows.pools import comparable, lowest

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


FractionalMaxPool = namedtuple("FractionalMaxPool", "output row_pooling_sequence col_pooling_sequence")
FractionalAvgPool = namedtuple("FractionalAvgPool", "output row_pooling_sequence col_pooling_sequence")
_TYPES = sum(t.mask for t in (dt.float32, dt.float64, dt.int32, dt.int64))


def _random_steps(size, count, stream):
    """`count` window sizes that differ by at most 1 and sum to `size`, shuffled."""
    small, larger = divmod(size, count)
    steps = [small + 1] * larger + [small] * (count - larger)
    for i in range(count - 1):
        j = i + candidates.below32(stream, count - i)
        steps[i], steps[j] = steps[j], steps[i]
    return steps


def _pseudo_random_steps(size, count, stream):
    """Window sizes from a staircase of slope size / count with a random offset (Graham 2014)."""
    slope = size / count
    least = size // count
    # The offset may not make the first step too long nor the last one too short.
    limit = min((least + 2) / slope - 1, (size + 1 - least) / slope - (count - 1))
    offset = float(uniform.unit64(np.uint64(next(stream)), np.uint64(next(stream)))) * limit
    ends = [1, *(math.ceil(slope * (i + offset)) for i in range(1, count)), size + 1]
    return [b - a for a, b in zip(ends, ends[1:], strict=False)]


def _boundaries(size, count, key, counter, pseudo_random):
    """Where the windows of one axis begin (and the last one ends), and the counter after the draw."""
    stream = WordStream(key, counter)
    steps = (_pseudo_random_steps if pseudo_random else _random_steps)(size, count, stream)
    ends = [0]
    for step in steps:
        ends.append(ends[-1] + step)
    return ends, counter + -(-(2 if pseudo_random else count) // 4)


def _entries(x, axis, ends, overlapping):
    """The entries of each window of one axis, in an axis of their own after it; and which of them are no repetition."""
    size = x.shape[axis]
    starts = ends[:-1]
    stops = [min(e + 1, size) if overlapping else e for e in ends[1:]]
    longest = max(b - a for a, b in zip(starts, stops, strict=True))
    index = [[min(a + i, b - 1) for i in range(longest)] for a, b in zip(starts, stops, strict=True)]
    inside = [[a + i < b for i in range(longest)] for a, b in zip(starts, stops, strict=True)]
    index, inside = (torch.tensor(t, device=x.device) for t in (index, inside))
    return x.index_select(axis, index.reshape(-1)).unflatten(axis, index.shape), inside


def _offsets(size, ends, overlapping):
    """For each place within the windows of an axis: the entries that have it, and which of them are no repetition."""
    starts, stops = np.array(ends[:-1]), np.array(ends[1:])
    if overlapping:
        stops = np.minimum(stops + 1, size)
    return [(np.minimum(starts + i, stops - 1), starts + i < stops) for i in range((stops - starts).max())]


def _taken(pixels, at):
    """The pixels of numbers `at` [rows, columns]; all of them are in the one axis 1 of `pixels`."""
    return pixels.index_select(1, torch.from_numpy(at.reshape(-1)).to(pixels.device)).unflatten(1, at.shape)


def _largest(x, rows, columns, overlapping):
    """The largest of the entries of each window."""
    (_, height, width, _), pixels, made = x.shape, x.flatten(1, 2), None
    across = [at for at, _ in _offsets(width, columns, overlapping)]
    for row, _ in _offsets(height, rows, overlapping):
        of_row = None
        for column in across:
            entries = _taken(pixels, row[:, None] * width + column)
            of_row = entries if of_row is None else torch.maximum(of_row, entries)
        made = of_row if made is None else torch.maximum(made, of_row)
    return made


def _total(x, rows, columns, overlapping):
    """The sum of the entries of each window, added row by row as TensorFlow does; and how many they are: [rows, columns, 1]."""
    _, height, width, _ = x.shape
    # A window that lacks an entry takes a pixel of zeros for it.
    pixels, made, counts = torch.cat([x.flatten(1, 2), x.new_zeros(x.shape[0], 1, x.shape[3])], 1), None, 0
    across = _offsets(width, columns, overlapping)
    for row, in_row in _offsets(height, rows, overlapping):
        for column, in_column in across:
            inside = in_row[:, None] & in_column
            entries = _taken(pixels, np.where(inside, row[:, None] * width + column, height * width))
            made = entries if made is None else made + entries
            counts = counts + inside.astype(np.int64)
    return made, torch.from_numpy(counts[..., None]).to(x.device)


def _windows(x, rows, columns, overlapping):
    """The entries of each window, row by row: [batch, rows, columns, entries, channels]; and which count."""
    x, in_row = _entries(x, 1, rows, overlapping)
    x, in_column = _entries(x, 3, columns, overlapping)
    inside = (in_row[:, None, :, None] & in_column[None, :, None, :]).flatten(2)
    return x.transpose(2, 3).flatten(3, 4), inside[..., None]


def _ratios(ratio, values):
    if len(ratio) != 4:
        raise invalid(
            f"Length for attr 'pooling_ratio' of {len(ratio)} must be at least minimum 4\n"
            f"\t; NodeDef: {{{{node {values}}}}}; {summary(values)} [Op:{values}] name: "
        )


def _fractional(x, pooling_ratio, pseudo_random, overlapping, seed, seed2, op_type):
    if x.ndim != 4:
        raise invalid("tensor_in must be 4-dimensional")
    for i, (size, ratio) in enumerate(zip(x.shape, pooling_ratio, strict=True)):
        if size < ratio:
            raise invalid(
                f"Pooling ratio is higher than input dimension size for dimension {i}. Input dim size: {size} pooling ratio: {ratio:g}"
            )
    counts = [math.floor(x.shape[i] / pooling_ratio[i]) for i in (1, 2)]
    # A seeded pool draws the same windows on every call.
    key, counter = (seed, seed2 << 64) if (seed, seed2) != UNSEEDED else seeds.unseeded_position(sum(counts))
    rows, counter = _boundaries(x.shape[1], counts[0], key, counter, pseudo_random)
    columns, _ = _boundaries(x.shape[2], counts[1], key, counter, pseudo_random)
    if x.is_meta:  # which takes no memory for the places either
        y = x.new_empty(x.shape[0], *counts, x.shape[3])
        return y, *(torch.tensor(s, dtype=torch.int64, device=x.device) for s in (rows, columns))
    if op_type == "FractionalMaxPool" and not needs_grad(x):
        y = _largest(comparable(x), rows, columns, overlapping)
        return y, *(torch.tensor(s, dtype=torch.int64, device=x.device) for s in (rows, columns))
    if op_type == "FractionalMaxPool":
        entries, inside = _windows(x, rows, columns, overlapping)
        y = torch.where(inside, comparable(entries), lowest(x)).max(3).values
    else:
        y, counts = _total(x, rows, columns, overlapping)
        y = y / counts if x.is_floating_point() else y.div(counts, rounding_mode="trunc").to(x.dtype)
    return y, *(torch.tensor(s, dtype=torch.int64, device=x.device) for s in (rows, columns))


def _pooled_shapes(x, *_):
    dims = [None] * 4 if x.shape.rank != 4 else [x.shape[0], None, None, x.shape[3]]
    return (x.dtype, dims), (dt.int64, [None]), (dt.int64, [None])


@op(
    "FractionalMaxPool",
    value="T",
    T=_TYPES,
    scope="",
    stateful=True,
    shape_fallback=lambda *args: FractionalMaxPool(*_pooled_shapes(*args)),
)
def _fractional_max_pool(value, pooling_ratio, pseudo_random, overlapping, seed, seed2, name=None):
    """The largest values."""
    return FractionalMaxPool(*_fractional(value, pooling_ratio, pseudo_random, overlapping, seed, seed2, "FractionalMaxPool"))


@op(
    "FractionalAvgPool",
    value="T",
    T=_TYPES,
    scope="",
    stateful=True,
    shape_fallback=lambda *args: FractionalAvgPool(*_pooled_shapes(*args)),
)
def _fractional_avg_pool(value, pooling_ratio, pseudo_random, overlapping, seed, seed2, name=None):
    """The means."""
    return FractionalAvgPool(*_fractional(value, pooling_ratio, pseudo_random, overlapping, seed, seed2, "FractionalAvgPool"))


def _pair(seed):
    return UNSEEDED if seed == 0 else seeds.op_pair(seed)


@tf_export("nn.fractional_max_pool", v1=[])
@composite
def fractional_max_pool(
    value: TensorLike,
    pooling_ratio: TensorLike,
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int | None = 0,
    name: str | None = None,
) -> FractionalMaxPool:
    """The largest value in each of the windows into which images are cut at random, for ratios that are no whole numbers.
    Mirrors `tf.nn.fractional_max_pool`.

    Arguments:
        value: float32, float64, int32 or int64 of shape [batch, height, width, channels].
        pooling_ratio: by how much height and width shrink: one number, or one for every axis, at least 1, and 1 for
            batch and channels.
        pseudo_random: True for windows that follow a staircase; False (the default) for random ones.
        overlapping: True for windows that share their borders; False by default.
        seed: 0 (the default) for windows that differ from call to call, else an integer that fixes them.
        name: a name for the operation in graphs.

    Returns:
        A named triple `output`, `row_pooling_sequence`, `col_pooling_sequence`: the windows' borders are int64 vectors.

    Raises:
        InvalidArgumentError: a ratio is below 1.

    Example:
        >>> x = tf.random.uniform([1, 10, 10, 3])
        >>> tf.nn.fractional_max_pool(x, [1.0, 1.5, 1.5, 1.0], seed=7).output.shape
        TensorShape([1, 6, 6, 3])
    """
    first, second = _pair(seed)
    return _fractional_max_pool(value, _largest_ratios(pooling_ratio), pseudo_random, overlapping, first, second, name)


def _largest_ratios(pooling_ratio):
    """The four ratios of a pool of largest values, which may be given as fewer numbers."""
    if not isinstance(pooling_ratio, (list, tuple, int, float)):
        raise ValueError(f"`pooling_ratio` should be an int or a list of ints. Received: pooling_ratio={pooling_ratio}")
    if not isinstance(pooling_ratio, (list, tuple)) and pooling_ratio < 1.0:
        raise ValueError(f"`pooling_ratio` should be >= 1.0. Received: pooling_ratio={pooling_ratio}")
    ratio = list(pooling_ratio) if isinstance(pooling_ratio, (list, tuple)) else [pooling_ratio]
    if len(ratio) == 1 and not isinstance(pooling_ratio, (list, tuple)):
        ratio = [1.0, ratio[0], ratio[0], 1.0]
    elif ratio == [1.0]:
        ratio = [1.0] * 4
    elif len(ratio) == 2 and not ratio[0] == ratio[-1] == 1.0 or ratio[0] != 1.0 or ratio[-1] != 1.0:
        raise ValueError(f"`pooling_ratio` should have first and last elements with value 1.0. Received: pooling_ratio={pooling_ratio}")
    if any(r < 1.0 for r in ratio):
        raise ValueError(f"`pooling_ratio` elements should be >= 1.0. Received: pooling_ratio={pooling_ratio}")
    _ratios(ratio, "FractionalMaxPool")
    return ratio


@tf_export("nn.fractional_avg_pool", v1=[])
@composite
def fractional_avg_pool(
    value: TensorLike,
    pooling_ratio: TensorLike,
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int | None = 0,
    name: str | None = None,
) -> FractionalAvgPool:
    """The mean of each of the windows into which images are cut at random, for ratios that are no whole numbers. Mirrors
    `tf.nn.fractional_avg_pool`.

    Arguments:
        value: float32, float64, int32 or int64 of shape [batch, height, width, channels].
        pooling_ratio: by how much every axis shrinks: four numbers, at least 1, and 1 for batch and channels.
        pseudo_random: True for windows that follow a staircase; False (the default) for random ones.
        overlapping: True for windows that share their borders; False by default.
        seed: 0 (the default) for windows that differ from call to call, else an integer that fixes them.
        name: a name for the operation in graphs.

    Returns:
        A named triple `output`, `row_pooling_sequence`, `col_pooling_sequence`: the windows' borders are int64 vectors.

    Raises:
        InvalidArgumentError: a ratio is below 1.

    Example:
        >>> x = tf.random.uniform([1, 10, 10, 3])
        >>> tf.nn.fractional_avg_pool(x, [1.0, 2.5, 2.5, 1.0], seed=7).output.shape
        TensorShape([1, 4, 4, 3])
    """
    first, second = _pair(seed)
    return _fractional_avg_pool(value, _four_ratios(pooling_ratio, "average"), pseudo_random, overlapping, first, second, name)


def _four_ratios(pooling_ratio, kind):
    """The four ratios of a pool, checked as its operation does; `kind`: "average" or "max"."""
    short = "avg" if kind == "average" else kind
    op_type = f"Fractional{short.title()}Pool"
    if not isinstance(pooling_ratio, (list, tuple)):
        raise TypeError(f"Expected list for 'pooling_ratio' argument to 'fractional_{short}_pool' Op, not {pooling_ratio!r}.")
    for r in pooling_ratio:
        if not isinstance(r, numbers.Real):
            raise TypeError(f"Expected float for argument 'pooling_ratio' not {r!r}.")
    ratio = [float(r) for r in pooling_ratio]
    _ratios(ratio, op_type)
    if ratio[0] != 1.0 or ratio[-1] != 1.0:
        raise op_error(UnimplementedError, f"Fractional {kind} pooling is not yet supported on the batch nor channel dimension.", op_type)
    if min(ratio) < 1.0:
        raise op_error(InvalidArgumentError, f"pooling_ratio cannot be smaller than 1, got: {min(ratio):g}", op_type)
    return ratio


# ---------------------------------------------------------------------- TensorFlow 1
@functools.cache
def _fixed_pair():
    """The seeds of pools that are to be cut in the same way each time, whatever the way."""
    return random.getrandbits(63), random.getrandbits(63)


def _pair_v1(deterministic, seed, seed2):
    if deterministic:
        return (seed, seed2) if (seed, seed2) != UNSEEDED else _fixed_pair()
    if (seed, seed2) != UNSEEDED:
        raise invalid("Both seed and seed2 should be 0 if deterministic is false.")
    return UNSEEDED


@tf_export(v1=["nn.fractional_max_pool"])
@composite
def fractional_max_pool_v1(
    value: TensorLike,
    pooling_ratio: TensorLike,
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> FractionalMaxPool:
    """The greatest of windows whose sizes vary, so that pictures shrink by any ratio. Mirrors `tf.compat.v1.nn.fractional_max_pool`.

    It is the older form of `tf.nn.fractional_max_pool`, with two seeds of the operation. Windows of two sizes alternate at random, or by a
    pattern that is drawn.

    Arguments:
        value: pictures, [batch, height, width, channels].
        pooling_ratio: by what each axis shrinks, four numbers of which the first and the last are 1.0.
        pseudo_random: True draws a pattern in place of each size; False by default.
        overlapping: whether neighbouring windows share a row or column, False by default.
        deterministic: True gives the same windows at each run, by the seeds; False by default.
        seed, seed2: the seeds for that, 0 by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A named tuple of `output`, and of where windows begin, `row_pooling_sequence` and `col_pooling_sequence`.

    Raises:
        InvalidArgumentError: seeds are given without `deterministic`, or a ratio is less than 1.
        UnimplementedError: a ratio of the batch or the channels.

    Example:
        >>> x = tf.reshape(tf.range(36.0), [1, 6, 6, 1])
        >>> made = tf.compat.v1.nn.fractional_max_pool(x, [1.0, 1.5, 1.5, 1.0], deterministic=True, seed=1, seed2=2)
        >>> made[0].shape, made[1].numpy()[[0, -1]].tolist()
        (TensorShape([1, 4, 4, 1]), [0, 6])
    """
    first, second = _pair_v1(deterministic, seed, seed2)
    return _fractional_max_pool(value, _four_ratios(pooling_ratio, "max"), pseudo_random, overlapping, first, second, name)


@tf_export(v1=["nn.fractional_avg_pool"])
@composite
def fractional_avg_pool_v1(
    value: TensorLike,
    pooling_ratio: TensorLike,
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> FractionalAvgPool:
    """The means of windows whose sizes vary, so that pictures shrink by any ratio. Mirrors `tf.compat.v1.nn.fractional_avg_pool`.

    It is the older form of `tf.nn.fractional_avg_pool`, with two seeds of the operation. Windows of two sizes alternate at random, or by a
    pattern that is drawn.

    Arguments:
        value: pictures, [batch, height, width, channels].
        pooling_ratio: by what each axis shrinks, four numbers of which the first and the last are 1.0.
        pseudo_random: True draws a pattern in place of each size; False by default.
        overlapping: whether neighbouring windows share a row or column, False by default.
        deterministic: True gives the same windows at each run, by the seeds; False by default.
        seed, seed2: the seeds for that, 0 by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A named tuple of `output`, and of where windows begin, `row_pooling_sequence` and `col_pooling_sequence`.

    Raises:
        InvalidArgumentError: seeds are given without `deterministic`, or a ratio is less than 1.

    Example:
        >>> x = tf.reshape(tf.range(36.0), [1, 6, 6, 1])
        >>> made = tf.compat.v1.nn.fractional_avg_pool(x, [1.0, 2.0, 2.0, 1.0], deterministic=True, seed=1, seed2=2)
        >>> made[0][0, :, :, 0].numpy().tolist()
        [[3.5, 5.5, 7.5], [15.5, 17.5, 19.5], [27.5, 29.5, 31.5]]
    """
    first, second = _pair_v1(deterministic, seed, seed2)
    return _fractional_avg_pool(value, _four_ratios(pooling_ratio, "average"), pseudo_random, overlapping, first, second, name)
