"""Replaces `tensorflow.python.data.util.random_seed`: the seeds of datasets, as tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim.engine.random.seeds import get_seed as seed_pair

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike

_REPLACES = "tensorflow.python.data.util.random_seed"
__all__ = ["get_seed"]
_LARGEST = 2**31 - 1  # where both seeds are zero, which would mean that there is none


def get_seed(seed: TensorLike | None) -> tuple[tf.Tensor, tf.Tensor]:
    """The two seeds of a dataset, scalar int64 tensors, from the global seed and its own, a number, a tensor or None; zeros for none."""
    if not tf.is_tensor(seed):
        first, second = (tf.constant(0 if s is None else s, tf.int64) for s in seed_pair(seed))
        return first, second
    first, second = tf.constant(seed_pair(0)[0], tf.int64), tf.convert_to_tensor(seed, tf.int64)
    return first, tf.where(tf.logical_and(tf.equal(first, 0), tf.equal(second, 0)), tf.constant(_LARGEST, tf.int64), second)
