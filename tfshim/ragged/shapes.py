"""The shapes and sizes of ragged tensors."""

from tfshim.engine import dtypes as dt
from tfshim.engine.convert import convert_to_tensor


def size(input, out_type=None):
    """`tf.size`: the number of values."""
    from tfshim import array_ops

    return array_ops.size(input.flat_values, out_type=out_type or dt.int32)


def rank(input):
    """`tf.rank`: ragged dimensions count."""
    return convert_to_tensor(input.shape.rank, dt.int32)


BY_NAME = {"array_ops.size": size, "array_ops.rank": rank}
