"""`tf.summary.text`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import string
from tfshim.summary._protos import metadata_of
from tfshim.summary.recording import summary_scope, write

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("summary.text", v1=[])
def text(name: str, data: TensorLike, step: IntLike | None = None, description: str | None = None) -> Tensor:
    """Writes text, shown as Markdown; a vector or matrix of strings is shown as a table.

    `data` is a string tensor (UTF-8). `step` (int64) defaults to `experimental.get_step()`; `description` may be
    Markdown. Returns a bool tensor: whether it was recorded. Raises `TypeError` if `data` is not of strings,
    `ValueError` if a writer is set but no step. Mirrors `tf.summary.text`.
    """
    metadata = metadata_of("text", description)
    with summary_scope(name, "text_summary") as (tag, _):
        data = convert_to_tensor(data)
        if data.dtype != string:
            raise TypeError(f"tensor must be of type {string!r}; got {data.dtype!r}")
        return write(tag, data, step, metadata)
