"""Checks that image and audio summaries share."""

from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.convert import convert_to_tensor, is_eager
from tfshim.engine.values.dtypes import int32, int64


def ranked(data, rank):
    """`data` as a tensor; `ValueError` unless it has `rank` dimensions."""
    data = convert_to_tensor(data)
    if data.shape.rank not in (rank, None):
        raise ValueError(f"Tensor  must have rank {rank}.  Received rank {data.shape.rank}, shape {data.shape}")
    return data


def output_limit(max_outputs):
    """`max_outputs` as a tensor; `InvalidArgumentError` if negative, `TypeError` if it is no integer."""
    limit = convert_to_tensor(max_outputs)
    if limit.dtype not in (int32, int64):
        raise TypeError(
            "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors "
            f"are valid indices, got {max_outputs!r}"
        )
    if is_eager(limit) and int(limit) < 0:
        raise invalid(
            f"\nCondition x >= 0 did not hold element-wise:\nx (shape=() dtype={limit.dtype.name}) = \n{int(limit)}",
        )
    return limit
