"""What code of recurrent networks uses of `tensorflow.python.ops.rnn` beside the public functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_private

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


@tf_private("tensorflow.python.ops.rnn._transpose_batch_time")
def transpose_batch_time(x: TensorLike) -> Any:
    """`x` with its first two axes exchanged, [batch, time, ...] for [time, batch, ...] and back; as it is below rank 2."""
    x = tf.convert_to_tensor(x)
    rank = x.shape.rank
    if rank is not None and rank < 2:
        return x
    if rank is None:
        places = tf.concat([[1, 0], tf.range(2, tf.rank(x))], axis=0)
        return tf.transpose(x, places)
    return tf.transpose(x, [1, 0, *range(2, rank)])


@tf_private("tensorflow.python.ops.rnn._best_effort_input_batch_size")
def input_batch_size(flat_input: Sequence[Any]) -> Any:
    """The size of the second axis of the first of some tensors [time, batch, ...] of which it is known; else as a scalar tensor.

    Raises ValueError for a tensor of lower rank.
    """
    for x in flat_input:
        shape = x.shape
        if shape.rank is None:
            continue
        if shape.rank < 2:
            raise ValueError(f"Input tensor should have rank >= 2. Received input={x} of rank {shape.rank}")
        if shape[1] is not None:
            return shape[1]
    return tf.shape(flat_input[0])[1]
