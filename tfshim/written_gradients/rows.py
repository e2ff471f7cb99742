"""Gradients of tables of which rows are taken: the rows and which they are, as long as nothing else comes back for the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim.engine.runtime.context import name_scope
from tfshim.written_forms.form import raw
from tfshim.written_gradients.shapes import like, name_within


class Rows:
    """Gradients `values` of the rows `indices` of the tensor `table`, whose shape is the vector `shape`."""

    def __init__(self, values: Any, indices: Any, table: Any, shape: Any) -> None:
        self.values, self.indices, self.table, self.shape = values, indices, table, shape
        self.dtype = values.dtype

    def dense(self, name: str | None = None) -> Any:
        """The gradient of the whole table."""
        places = ((0, "stack"), (1, "stack_1"), (1, "stack_2"))
        ends = [tf.constant([at], tf.int32, name=name_within("strided_slice", end)) for at, end in places]
        count = raw("StridedSlice", [self.shape, *ends], [(tf.int32, [])], {"shrink_axis_mask": 1}, name="strided_slice")
        return raw("UnsortedSegmentSum", [self.values, self.indices, count], [like(self.table)], name=name)


def dense(g: Any) -> Any:
    """A gradient as a tensor."""
    return g.dense() if isinstance(g, Rows) else g


def total(found: Sequence[Any], t: Any) -> Any:
    """The sum of the gradients `found` for the tensor `t`."""
    if all(isinstance(g, Rows) for g in found):
        wide = tf.int64 if any(g.indices.dtype is tf.int64 for g in found) else tf.int32
        indices = [tf.cast(g.indices, wide) for g in found]
        return Rows(tf.concat([g.values for g in found], 0), tf.concat(indices, 0), found[0].table, found[0].shape)
    with name_scope("AddN") as scope:
        parts = [g.dense(f"inputs_{i}") if isinstance(g, Rows) else g for i, g in enumerate(found)]
    return raw("AddN", [parts], [(found[0].dtype, t.shape)], name=scope)
