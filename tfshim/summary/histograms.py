"""`tf.summary.histogram`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import float64, int32
from tfshim.summary._protos import metadata_of
from tfshim.summary.recording import summary_scope, write

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


_DEFAULT_BUCKETS = 30


def _table_shape(data, count):
    return float64, (max(count, 0) if isinstance(count, int) else None, 3)


@op("HistogramBuckets", data="any", count="int", grad=None, register=False, shape_fn=_table_shape)
def _buckets(data, count, name=None):
    """Float64 `[count, 3]`: left edge, right edge and number of values of every bucket.

    All zeros if there are no values; if all values are equal, both edges are that value and the last bucket has all.
    """
    count = max(count, 0)
    if data.numel() == 0 or count == 0:
        return torch.zeros((count, 3), dtype=torch.float64)
    if data.is_complex():
        data = data.real
    data = data.detach().reshape(-1)
    data = (data if data.device.type == "cuda" else data.cpu()).to(torch.float64)
    low, high = (x.item() for x in torch.aminmax(data))
    span = high - low
    if span == 0:
        # As TensorBoard has it where all values are equal: they are in the last bucket.
        table = np.zeros((count, 3))
        table[:, :2] = high
        table[-1, 2] = data.numel()
        return torch.from_numpy(table)
    positions = torch.floor((data - low) / (span / count)).clamp(max=count - 1)
    # A position that no integer can hold (from NaN or infinity) counts in no bucket.
    inside = positions[positions >= 0].long()
    with np.errstate(invalid="ignore"):  # an infinite span has NaN edges
        edges = low + np.arange(count + 1) * (span / count)
    edges[0], edges[-1] = low, high
    table = np.stack([edges[:-1], edges[1:], torch.bincount(inside, minlength=count).cpu().numpy()], axis=1)
    return torch.from_numpy(table)


@tf_export("summary.histogram", v1=[])
def histogram(
    name: str, data: TensorLike, step: IntLike | None = None, buckets: int | None = None, description: str | None = None
) -> Tensor:
    """Writes how the numbers of a tensor are distributed at a step.

    Mirrors `tf.summary.histogram`. TensorBoard shows it on its pages Histograms and Distributions. Without a default writer nothing
    happens.

    Arguments:
        name: the name; scopes of `tf.name_scope` come in front.
        data: numbers of any shape and dtype.
        step: an integer; None (default): that of `tf.summary.experimental.set_step` or of the writer.
        buckets: into how many intervals of equal width the range of the numbers is cut; 30 by default.
        description: a text, which may be Markdown; None.

    Returns:
        A boolean tensor: whether it was recorded.

    Raises:
        ValueError: there is a writer but no step.

    Example:
        >>> with tf.summary.create_file_writer("logs").as_default():
        ...     print(bool(tf.summary.histogram("weights", tf.random.normal([100]), step=0)))
        True
    """
    metadata = metadata_of("histograms", description)
    count = _DEFAULT_BUCKETS if buckets is None else buckets

    def table():
        values = convert_to_tensor(data)
        number = convert_to_tensor(count)
        if number.shape.rank != 0:
            raise ValueError(f"Expected scalar shape, saw shape: {number.shape}.")
        if number.dtype != int32:
            raise TypeError(f"tensor must be of type {int32!r}; got {number.dtype!r}")
        if not values.dtype.is_numeric and not values.dtype.is_bool:
            raise errors.op_error(
                errors.UnimplementedError,
                f"Cast {values.dtype.proto_name} to {float64.proto_name} is not supported",
                "Cast",
            )
        return _buckets(values, number)

    with summary_scope(name, "histogram_summary") as (tag, _):
        return write(tag, table, step, metadata)
