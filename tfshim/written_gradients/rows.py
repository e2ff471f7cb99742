"""Gradients of tables of which rows are taken: the rows and which they are, as long as nothing else comes back for the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim.written_forms.form import raw
from tfshim.written_gradients.shapes import like, vector_shape


class Rows:
    """Gradients `values` of the rows `indices` of the tensor `table`."""

    def __init__(self, values: Any, indices: Any, table: Any) -> None:
        self.values, self.indices, self.table = values, indices, table
        self.dtype = values.dtype

    def dense(self) -> Any:
        """The gradient of the whole table."""
        shape = vector_shape(self.table)
        count = raw("StridedSlice", [shape, [0], [1], [1]], [(tf.int32, [])], {"shrink_axis_mask": 1})
        return raw("UnsortedSegmentSum", [self.values, self.indices, count], [like(self.table)])


def dense(g: Any) -> Any:
    """A gradient as a tensor."""
    return g.dense() if isinstance(g, Rows) else g


def total(found: Sequence[Any], t: Any) -> Any:
    """The sum of the gradients `found` for the tensor `t`."""
    if all(isinstance(g, Rows) for g in found):
        wide = tf.int64 if any(g.indices.dtype is tf.int64 for g in found) else tf.int32
        indices = [tf.cast(g.indices, wide) for g in found]
        return Rows(tf.concat([g.values for g in found], 0), tf.concat(indices, 0), found[0].table)
    return raw("AddN", [[dense(g) for g in found]], [(found[0].dtype, t.shape)])
