"""What `tensorflow.python.data.experimental.ops.distribute` has of batches."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim._export import tf_private
from tfshim.data.transformations.batches import _Batching as Batching
from tfshim.engine.values import nest

# What gives the elements of its sources as they are.
_PASSING = """AssertCardinality Cache Concatenate Filter Options Prefetch Repeat Shard Shuffle Skip Take Zip""".split()


@tf_private("tensorflow.python.data.experimental.ops.distribute.compute_batch_size")
def compute_batch_size(dataset: Any) -> tf.Tensor:
    """How many elements the batches of `dataset` have, but for the last one, a scalar int64; -1 where that is not known."""
    sizes = [_first_size(spec) for spec in nest.flatten(dataset.element_spec)]
    if None not in sizes:
        return tf.constant(sizes[0] if len(set(sizes)) == 1 else -1, tf.int64)
    return tf.constant(_of_batches(dataset), tf.int64)


def _first_size(spec):
    shape = getattr(spec, "shape", None)
    if isinstance(spec, tf.RaggedTensorSpec) or not isinstance(shape, tf.TensorShape) or shape.rank is None:
        return None
    return shape.as_list()[0]  # of a scalar, IndexError


def _of_batches(dataset):
    if isinstance(dataset, Batching):
        return int(dataset._batch_size)
    if type(dataset).__name__.removeprefix("_").removesuffix("Dataset") not in _PASSING:
        return -1
    found = {_of_batches(source) for source in dataset._inputs if isinstance(source, tf.data.Dataset)}
    return found.pop() if len(found) == 1 else -1
