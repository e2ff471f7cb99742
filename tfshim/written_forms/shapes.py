"""Sizes and axes for written forms: numbers where they are known, else tensors."""

from __future__ import annotations

from typing import Any

import tfshim as tf


def shape_of(x: Any) -> Any:
    """The shape of `x`: a list of integers where all are known, else a tensor."""
    return x.shape.as_list() if x.shape.is_fully_defined() else tf.shape(x)


def sizes_of(x: Any) -> list[Any]:
    """The sizes of `x`, whose rank is known: integers where known, else scalar tensors."""
    known = x.shape.as_list()
    if all(n is not None for n in known):
        return known
    shape = tf.shape(x)
    return [shape[i] if n is None else n for i, n in enumerate(known)]


def size_of(x: Any, axis: int) -> Any:
    """The size of `x` along `axis`: an integer where it is known, else a scalar tensor."""
    known = None if x.shape.rank is None else x.shape[axis]
    return tf.shape(x)[axis] if known is None else known


def rank_of(x: Any) -> Any:
    """The rank of `x`: an integer where it is known, else a scalar tensor."""
    return tf.rank(x) if x.shape.rank is None else x.shape.rank


def axes_of(x: Any, axis: Any) -> Any:
    """The axes that `axis` (None for all, a number, several) means as a list or a tensor."""
    if axis is not None:
        return axis if isinstance(axis, tf.Tensor) else list(axis) if isinstance(axis, (list, tuple)) else [axis]
    return tf.range(tf.rank(x)) if x.shape.rank is None else list(range(x.shape.rank))


def moved(x: Any, source: int, target: int) -> Any:
    """`x` with the axis `source` at the place `target`."""
    rank = x.shape.rank
    if rank is not None:
        order = [i for i in range(rank) if i != source % rank]
        order.insert(target % rank, source % rank)
        return x if order == list(range(rank)) else tf.transpose(x, order)
    rank = tf.rank(x)
    source, target = tf.math.floormod(source, rank), tf.math.floormod(target, rank)
    others = tf.range(rank - 1)
    others += tf.cast(others >= source, tf.int32)
    return tf.transpose(x, tf.concat([others[:target], [source], others[target:]], 0))


def joined(*parts: Any) -> Any:
    """A shape of numbers, scalar tensors, lists and vectors: a list of integers if it can be."""
    flat: list[Any] = []
    for p in parts:
        flat.extend(p if isinstance(p, (list, tuple)) else [p])
    if all(isinstance(n, int) for n in flat):
        return flat
    if all(isinstance(n, int) or n.shape.rank == 0 for n in flat):
        return tf.stack([n if isinstance(n, int) else tf.cast(n, tf.int32) for n in flat])
    return tf.concat([[n] if isinstance(n, int) else tf.reshape(tf.cast(n, tf.int32), [-1]) for n in flat], 0)
