"""Written forms of the operations on the indices of sparse tensors, which say where the stored elements come from."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.written_forms.form import raw, whole_name, written


def _numbers(indices: Any) -> Any:
    """The number of each stored element: what TensorFlow's operations move instead of its value."""
    return tf.range(tf.shape(indices, tf.int64)[0])


def _columns(indices: Any) -> int | None:
    return None if indices.shape.rank is None else indices.shape[1]


def _moved(indices: Any) -> list[Any]:
    rank = _columns(indices)
    return [(tf.int64, [None, rank]), (tf.int64, [None]), (tf.int64, [rank])]


@written("sparse.joining", "_sparse_concat")
def sparse_concat(indices: list[Any], shapes: list[Any], axis: int, expand: bool) -> Any:
    numbers, start = [], tf.constant(0, tf.int64)
    for i in indices:
        count = tf.shape(i, tf.int64)[0]
        numbers.append(tf.range(start, start + count))
        start += count
    if expand:
        # The sizes of the other axes come to be those of the largest.
        every = tf.stack(shapes)
        rank = tf.shape(every)[1]
        along = tf.equal(tf.range(rank), tf.math.floormod(axis, rank))
        shapes = [tf.where(along, s, tf.reduce_max(every, 0)) for s in shapes]
    return raw("SparseConcat", [indices, numbers, shapes], _moved(indices[0]), {"concat_dim": axis}, name=whole_name())


@written("sparse.joining", "_sparse_slice")
def sparse_slice(indices: Any, shape: Any, start: Any, size: Any) -> Any:
    return raw("SparseSlice", [indices, _numbers(indices), shape, start, size], _moved(indices), name=whole_name())


@written("sparse.joining", "_sparse_split")
def sparse_split(indices: Any, shape: Any, num_split: Any, axis: int) -> Any:
    places, numbers, sizes = _moved(indices)
    count = int(num_split)
    found = raw(
        "SparseSplit",
        [tf.constant(axis, tf.int64) % tf.cast(tf.size(shape), tf.int64), indices, _numbers(indices), shape],
        [places] * count + [numbers] * count + [sizes] * count,
        {"num_split": count},
        name=whole_name(),
    )
    flat = [t for part in found for t in (part if isinstance(part, (list, tuple)) else [part])]
    return [flat[kind * count + part] for part in range(count) for kind in range(3)]


@written("sparse.rearranging", "_sparse_reorder")
def sparse_reorder(input_indices: Any) -> Any:
    # Any shape with room for all indices gives the same order.
    rank = tf.shape(input_indices)[1]
    shape = tf.reduce_max(tf.concat([input_indices, tf.zeros(tf.stack([1, rank]), tf.int64)], 0), 0) + 1
    return raw("SparseReorder", [input_indices, _numbers(input_indices), shape], _moved(input_indices)[:2], name=whole_name())


@written("sparse.rearranging", "_fill_empty_rows")
def fill_empty_rows(indices: Any, dense_shape: Any) -> Any:
    leaves = [*_moved(indices)[:2], (tf.bool, [None]), (tf.int64, [None])]
    default = tf.shape(indices, tf.int64)[0]
    return raw("SparseFillEmptyRows", [indices, _numbers(indices), dense_shape, default], leaves, name=whole_name())[:3]


def _in_graph() -> bool:
    return not tf.executing_eagerly()


@written("sparse.rearranging", "_larger_shape")
def larger_shape(dense_shape: Any, new_shape: Any) -> Any:
    message = "new_shape must not be less than the shape"
    with tf.control_dependencies([tf.compat.v1.assert_less_equal(dense_shape, new_shape, message=message)] if _in_graph() else []):
        return tf.identity(new_shape)


@written("sparse.rearranging", "_tight_shape")
def tight_shape(indices: Any, dense_shape: Any) -> Any:
    below = tf.fill(tf.stack([1, tf.size(dense_shape)]), tf.constant(-1, tf.int64))
    return tf.reduce_max(tf.concat([indices, below], 0), 0) + 1


@written("sparse.elementwise", "_dense_places")
def dense_places(sp_indices: Any, sp_shape: Any, dense: Any) -> Any:
    extra = tf.shape(sp_indices)[1] - tf.rank(dense)
    stretched = tf.cast(tf.not_equal(tf.shape(dense), 1), tf.int64)
    return sp_indices[:, extra:] * stretched


@written("sparse.picking", "pick", "pick_of_split")
def pick(values: Any, which: Any) -> Any:
    return tf.gather(values, which, name=whole_name())


@written("sparse.counting", "_count")
def sparse_count(row_ids: Any, row_count: Any, values: Any, weights: Any, minlength: int, maxlength: int, binary_output: bool) -> Any:
    numbers = tf.range(tf.shape(values, tf.int64)[0])
    size = tf.shape(values, tf.int64)
    if row_ids.shape.rank == 2:
        indices, shape, rank = row_ids, row_count, 2
    elif row_count.shape.as_list() == [0]:
        indices, shape, rank = tf.expand_dims(numbers, 1), size, 1
    else:
        indices, shape, rank = tf.stack([row_ids, numbers], 1), tf.concat([row_count, size], 0), 2
    return raw(
        "SparseCountSparseOutput",
        [indices, values, shape, weights],
        [(tf.int64, [None, rank]), (weights.dtype, [None]), (tf.int64, [rank])],
        {"minlength": int(minlength), "maxlength": int(maxlength), "binary_output": bool(binary_output)},
        name=whole_name(),
    )


@written("ragged.crossing", "_cross_hashes")
def ragged_cross_hashes(values: list[Any], splits: list[Any], num_buckets: int, hash_key: int) -> Any:
    return raw(
        "RaggedCross",
        [values, splits, [], [], [], []],
        [(tf.int64, [None]), (tf.int64, None)],
        {
            "input_order": "R" * len(values),
            "hashed_output": True,
            "num_buckets": int(num_buckets),
            "hash_key": int(hash_key),
            "out_values_type": tf.int64,
            "out_row_splits_type": tf.int64,
        },
        name=whole_name(),
    )[::-1]
