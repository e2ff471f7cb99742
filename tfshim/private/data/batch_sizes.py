"""What `tensorflow.python.data.experimental.ops.distribute` has of batches."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim._export import tf_private
from tfshim.data.batch_sizes import batch_size


@tf_private("tensorflow.python.data.experimental.ops.distribute.compute_batch_size")
def compute_batch_size(dataset: Any) -> tf.Tensor:
    """How many elements the batches of `dataset` have, but for the last one, a scalar int64; -1 where that is not known."""
    return tf.constant(batch_size(dataset), tf.int64)
