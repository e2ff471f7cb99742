"""`tf.compat.v1.ragged`: as `tf.ragged`, and placeholders."""

from tfshim._listing import listing
from tfshim.compat.v1 import placeholders, sessions
from tfshim.compat.v1._fallback import elsewhere
from tfshim.engine.runtime.context import eager_mode

__all__ = """
    RaggedTensorValue boolean_mask constant constant_value cross cross_hashed map_flat_values placeholder range
    row_splits_to_segment_ids segment_ids_to_row_splits stack stack_dynamic_partitions
""".split()
__dir__ = listing(globals())

placeholder, RaggedTensorValue = placeholders.ragged_placeholder, sessions.RaggedTensorValue
__getattr__ = elsewhere("ragged", target="tfshim.ragged")


def constant_value(pylist, dtype=None, ragged_rank=None, inner_shape=None, row_splits_dtype="int64"):
    """The RaggedTensorValue of a nested list; see `tf.ragged.constant`. Mirrors `tf.compat.v1.ragged.constant_value`."""
    import tfshim as tf

    with eager_mode():
        made = tf.ragged.constant(pylist, dtype, ragged_rank, inner_shape, row_splits_dtype=tf.as_dtype(row_splits_dtype))
        if not isinstance(made, tf.RaggedTensor):
            return made.numpy()
        value = made.flat_values.numpy()
        for splits in reversed(made.nested_row_splits):
            value = RaggedTensorValue(value, splits.numpy())
    return value
