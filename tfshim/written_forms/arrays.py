"""Written forms of `tf.array_ops`: slices, sorting, repeating, moved axes."""

from __future__ import annotations

from typing import Any

import numpy as np

import tfshim as tf
from tfshim.array_ops.indices import specified
from tfshim.written_forms.form import loose, raw, whole_name, written
from tfshim.written_forms.shapes import moved, shape_of, size_of


def _starts(shape: Any, start: Any, sizes: Any) -> Any:
    """Where a part begins that is moved so that it lies within."""
    return tf.clip_by_value(tf.cast(start, tf.int32), 0, tf.cast(shape, tf.int32) - tf.cast(sizes, tf.int32))


@written("array_ops.moving_slices", "dynamic_slice")
def dynamic_slice(input: Any, start_indices: Any, size_indices: Any) -> Any:  # noqa: A002 - the kernel's name
    size_indices = tf.cast(size_indices, tf.int32)
    return tf.slice(input, _starts(shape_of(input), start_indices, size_indices), size_indices)


@written("array_ops.moving_slices", "dynamic_update_slice")
def dynamic_update_slice(input: Any, update: Any, indices: Any) -> Any:  # noqa: A002 - the kernel's name
    size = tf.cast(shape_of(update), tf.int32)
    start = _starts(shape_of(input), indices, size)
    steps = tf.ones_like(start)
    return raw(
        "TensorStridedSliceUpdate",
        [input, start, start + size, steps, update],
        [(input.dtype, input.shape)],
        {"begin_mask": 0, "end_mask": 0, "ellipsis_mask": 0, "new_axis_mask": 0, "shrink_axis_mask": 0},
    )


@written("array_ops.padding", "_block_paddings")
def block_paddings(input_shape: Any, block_shape: Any, base_paddings: Any) -> Any:
    start, end = base_paddings[:, 0], base_paddings[:, 1]
    extra = (block_shape - (input_shape + start + end) % block_shape) % block_shape
    return tf.stack([start, end + extra], 1), tf.stack([tf.zeros_like(extra), extra], 1)


@written("array_ops.repeating", "_repeat")
def repeat(input: Any, repeats: Any, axis: int) -> Any:  # noqa: A002 - the kernel's name
    known = isinstance(repeats, (list, tuple)) and all(isinstance(r, int) for r in repeats)
    if known and len(repeats) == 1 and input.shape.rank is not None:
        rank = input.shape.rank
        axis %= rank
        given = tf.constant(repeats[0], tf.int32, name="repeats")
        count = raw("Cast", [given], [(tf.int32, [])], {"DstT": tf.int32, "Truncate": False}, name="Cast")
        shape = tf.shape(input)
        count = tf.reshape(count, [])
        tiled = tf.tile(tf.expand_dims(input, axis + 1), [count if i == axis + 1 else 1 for i in range(rank + 1)])
        return tf.reshape(tiled, tf.concat([shape[:axis], [count * shape[axis]], shape[axis + 1 :]], 0))
    if known and len(repeats) > 1:
        return tf.gather(input, np.repeat(np.arange(len(repeats), dtype=np.int32), repeats), axis=axis)
    repeats = tf.broadcast_to(tf.reshape(repeats, [-1]), [size_of(input, axis)])
    ends = tf.cumsum(repeats)
    places = tf.searchsorted(ends, tf.range(tf.reduce_sum(repeats)), side="right")
    return tf.gather(input, places, axis=axis)


_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


@written("array_ops.slicing", "_plain_item")
def plain_item(x: Any, key: Any) -> Any:
    begin, end, strides, *masks = specified(key)
    return tf.raw_ops.StridedSlice(input=x, begin=begin, end=end, strides=strides, **dict(zip(_MASKS, masks)), name=whole_name())


def _counts_no_steps(x: Any, begin: Any, end: Any, strides: Any, *masks: int) -> bool:
    return strides is None and isinstance(begin, tf.Tensor) and (begin.shape.rank != 1 or begin.shape[0] is None)


@written("array_ops.slicing", "_strided_slice", when=_counts_no_steps)
def slice_of_unknown_axes(x: Any, begin: Any, end: Any, strides: None, *masks: int) -> Any:
    places = {"input": x, "begin": begin, "end": end, "strides": tf.ones_like(begin)}
    return tf.raw_ops.StridedSlice(**places, **dict(zip(_MASKS, masks)), name=whole_name())


@written("array_ops.sequences", "_linspace")
def linspace(start: Any, stop: Any, num: Any, axis: int) -> Any:
    if not (start.dtype.is_floating or start.dtype.is_complex):
        wide = tf.float64 if start.dtype.size >= 4 else tf.float32
        start, stop = tf.cast(start, wide), tf.cast(stop, wide)
    shape = tf.broadcast_dynamic_shape(tf.shape(start), tf.shape(stop))
    rank = None if start.shape.rank is None or stop.shape.rank is None else max(start.shape.rank, stop.shape.rank)
    if axis < 0:
        axis = axis + 1 + (tf.size(shape) if rank is None else rank)
    first, last = (tf.expand_dims(tf.broadcast_to(x, shape), axis) for x in (start, stop))
    steps = tf.maximum(num - 1, 1)
    inner = tf.cast(tf.range(1, steps), first.dtype)
    sizes = tf.one_hot(axis, tf.size(shape) + 1, -1, 1) if rank is None else [-1 if i == axis else 1 for i in range(rank + 1)]
    middle = first + (last - first) / tf.cast(steps, first.dtype) * tf.reshape(inner, sizes)
    return tf.gather(tf.concat([first, middle, last], axis), tf.range(num), axis=axis)


# ---------------------------------------------------------------------- sorting
def _turned(values: Any) -> Any:
    """The values in an order that is the other way round; done twice it is the first again."""
    if values.dtype.is_floating:
        return -values
    if values.dtype.is_unsigned:
        return values.dtype.max - values
    return -values - 1


def _greatest_first(values: Any, axis: int, direction: str, which: int) -> Any:
    rank = values.shape.rank
    last = axis == -1 or rank is not None and axis % rank == rank - 1
    loose(axis, tf.int32, "axis")
    ascending = direction == "ASCENDING"
    x = _turned(values) if ascending else values
    if rank is None:
        order = None
        x, count = (x if last else moved(x, axis, -1)), tf.shape(values)[axis]
    else:
        at = axis % rank
        shape = tf.shape(values)
        count = shape[axis] if axis < 0 and last else shape[at]
        loose(rank, tf.int32, "Rank")
        order = [i for i in range(rank - 1) if i != at]
        order = [*order[:at], rank - 1, *order[at:], at] if at != rank - 1 else None
        if order is not None:
            order = loose(np.array([*range(at), rank - 1, *range(at + 1, rank - 1), at]), tf.int64, "transposition")
            x = tf.transpose(x, order)
    found = tf.math.top_k(x, count)[which]
    if order is not None:
        found = tf.transpose(found, order)
    elif not last:
        found = moved(found, -1, axis)
    return _turned(found) if ascending and which == 0 else found


@written("array_ops.sorting", "_sort")
def sort(values: Any, axis: int, direction: str) -> Any:
    return _greatest_first(values, axis, direction, 0)


@written("array_ops.sorting", "_argsort")
def argsort(values: Any, axis: int, direction: str) -> Any:
    return _greatest_first(values, axis, direction, 1)


def _of_other_ranks(rows: Any, values: Any, out_type: Any) -> bool:
    return rows.shape.rank != 2 or values.shape.rank != 2


def _places_in(op_type: str, rows: Any, values: Any, out_type: Any) -> Any:
    # TensorFlow's operations are of matrices.
    wanted = tf.reshape(values, tf.stack([-1, tf.shape(values)[-1]]))
    rows = tf.reshape(rows, tf.stack([-1, tf.shape(rows)[-1]]))
    found = raw(op_type, [rows, wanted], [(out_type, wanted.shape)], {"out_type": out_type}, name=op_type)
    return tf.reshape(found, tf.shape(values))


@written("array_ops.sorting", "_lower_bound", when=_of_other_ranks)
def lower_bound(sorted_sequence: Any, values: Any, out_type: Any) -> Any:
    return _places_in("LowerBound", sorted_sequence, values, out_type)


@written("array_ops.sorting", "_upper_bound", when=_of_other_ranks)
def upper_bound(sorted_sequence: Any, values: Any, out_type: Any) -> Any:
    return _places_in("UpperBound", sorted_sequence, values, out_type)


@written("array_ops.transposing", "moved_axis")
def moved_axis(a: Any, source: int, target: int) -> Any:
    rank = a.shape.rank
    if rank is None:
        return moved(a, source, target)
    order = [i for i in range(rank) if i != source % rank]
    order.insert(target % rank, source % rank)
    return tf.raw_ops.Transpose(x=a, perm=order, name=whole_name())


@written("linalg.lu_factors", "_rows")
def rows_in_order(x: Any, perm: Any, inverse: bool) -> Any:
    perm = tf.cast(perm, tf.int32)
    if inverse:
        perm = tf.argsort(perm)
    batch = tf.broadcast_dynamic_shape(tf.shape(x)[:-2], tf.shape(perm)[:-1])
    x = tf.broadcast_to(x, tf.concat([batch, tf.shape(x)[-2:]], 0))
    perm = tf.broadcast_to(perm, tf.concat([batch, tf.shape(perm)[-1:]], 0))
    flat = tf.reshape(x, tf.concat([[-1], tf.shape(x)[-2:]], 0))
    chosen = tf.gather(flat, tf.reshape(perm, tf.stack([-1, tf.shape(perm)[-1]])), batch_dims=1)
    return tf.reshape(chosen, tf.shape(x))


# ---------------------------------------------------------------------- of ragged tensors
@written("ragged.partitions", "_to_ids")
def ids_of_splits(splits: Any, out_type: Any) -> Any:
    lengths = tf.cast(splits[1:] - splits[:-1], tf.int32)
    return tf.repeat(tf.range(tf.cast(tf.shape(splits)[0] - 1, out_type)), lengths)


@written("ragged.partitions", "_to_splits")
def splits_of_ids(segment_ids: Any, num_segments: Any, out_type: Any) -> Any:
    ids = tf.cast(segment_ids, tf.int32)
    if num_segments is None:
        counts = tf.math.bincount(ids, dtype=out_type)
    else:
        count = tf.cast(num_segments, tf.int32)
        counts = tf.math.bincount(ids, minlength=count, maxlength=count, dtype=out_type)
    return tf.concat([tf.zeros([1], out_type), tf.cumsum(counts)], 0)


@written("nn.embedding", "_shards_of")
def shards_of(ids: Any, shards: list[Any]) -> Any:
    total = tf.cast(tf.add_n([tf.shape(s)[0] for s in shards]), ids.dtype)
    share, extra = total // len(shards), total % len(shards)
    shard = tf.maximum(ids // (share + 1), (ids - extra) // tf.maximum(share, 1))
    place = tf.where(shard < extra, ids % (share + 1), (ids - extra) % tf.maximum(share, 1))
    return tf.cast(shard, tf.int32), place


@written("experimental.numpy.pairwise", "_gcd")
def gcd(a: Any, b: Any) -> Any:
    shape = tf.broadcast_dynamic_shape(tf.shape(a), tf.shape(b))
    a, b = (tf.abs(tf.broadcast_to(x, shape)) for x in (a, b))

    def step(a: Any, b: Any) -> Any:
        there = tf.not_equal(b, 0)
        rest = tf.math.floormod(a, tf.where(there, b, tf.ones_like(b)))
        return tf.where(there, b, a), tf.where(there, rest, tf.zeros_like(b))

    return tf.while_loop(lambda a, b: tf.reduce_any(tf.not_equal(b, 0)), step, [a, b])[0]
