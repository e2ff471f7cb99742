"""`tf.summary.scalar`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import float32
from tfshim.summary._protos import metadata_of
from tfshim.summary.recording import summary_scope, write

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("summary.scalar", v1=[])
def scalar(name: str, data: TensorLike, step: IntLike | None = None, description: str | None = None) -> Tensor:
    """Writes one number, for the curve of that `name`.

    `data` is a scalar that can be cast to float32. `step` (int64) defaults to `experimental.get_step()`; `description`
    may be Markdown. Returns a bool tensor: whether it was recorded. Raises `ValueError` if `data` is no scalar, or if a
    writer is set but no step. Mirrors `tf.summary.scalar`.
    """
    metadata = metadata_of("scalars", description)
    with summary_scope(name, "scalar_summary") as (tag, _):
        data = convert_to_tensor(data)
        if data.shape.rank not in (0, None):
            raise ValueError(f"Expected scalar shape, saw shape: {data.shape}.")
        return write(tag, cast(data, float32), step, metadata)
