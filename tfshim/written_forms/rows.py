"""Written forms of what becomes of gradients that are rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim.written_forms.form import written


@written("engine.graph_gradients.gathered_rows", "_rows")
def gathered(values: Sequence[Any], indices: Sequence[Any], rank: int, kind: Any) -> Any:
    dtype = next(t for t in (tf.int32, tf.int64) if t.torch == kind)
    flat = [tf.reshape(v, tf.concat([[tf.size(i)], tf.shape(v)[tf.rank(v) - rank :]], 0)) for v, i in zip(values, indices)]
    places = [tf.cast(tf.reshape(i, [-1]), dtype) for i in indices]
    return (flat[0], places[0]) if len(flat) == 1 else (tf.concat(flat, 0), tf.concat(places, 0))


@written("engine.graph_gradients.gathered_rows", "_shape")
def shape_of_rows(source: Any) -> Any:
    return tf.shape(source)


@written("nn.embedding", "rows_with_ids")
def rows_with_ids(ids: Any, segments: Any, count: Any, default_id: int) -> Any:
    keep = ids >= 0
    ids, rows = tf.boolean_mask(ids, keep), tf.boolean_mask(segments, keep)
    empty = tf.equal(tf.math.unsorted_segment_sum(tf.ones_like(rows), rows, count), 0)
    spare = tf.cast(tf.reshape(tf.where(empty), [-1]), tf.int32)
    ids = tf.concat([ids, tf.fill(tf.shape(spare), tf.constant(default_id, ids.dtype))], 0)
    return ids, tf.concat([rows, spare], 0), empty


@written("nn.embedding", "sorted_distinct")
def sorted_distinct(ids: Any) -> Any:
    distinct = tf.sort(tf.unique(ids)[0])
    return distinct, tf.cast(tf.searchsorted(distinct, ids), tf.int32)


@written("nn.embedding", "combined_rows")
def combined_rows(found: Any, places: Any, segments: Any, count: Any, empty: Any, combiner: str) -> Any:
    picked = found if places is None else tf.gather(found, places)
    made = tf.math.unsorted_segment_sum(picked, segments, count)
    beside = [-1] + [1] * (found.shape.rank - 1)
    if combiner != "sum":
        scale = tf.math.unsorted_segment_sum(tf.ones_like(segments, found.dtype), segments, count)
        made = tf.math.divide_no_nan(made, tf.reshape(scale if combiner == "mean" else tf.sqrt(scale), beside))
    return made if empty is None else tf.where(tf.reshape(empty, beside), tf.zeros_like(made), made)
