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
