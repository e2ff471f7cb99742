"""`tf.compat.v1.ragged`: as `tf.ragged`, and placeholders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.graphs import placeholders
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.values.dtypes import as_dtype
from tfshim.ragged import factories
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import RaggedTensorValue

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DTypeLike

placeholder = placeholders.ragged_placeholder
__all__, __getattr__, __dir__ = exported(globals(), target="tfshim.ragged")
tf_export(v1=["ragged.placeholder"])(placeholder)


@tf_export(v1=["ragged.constant_value"])
def constant_value(
    pylist: Any,
    dtype: DTypeLike | None = None,
    ragged_rank: int | None = None,
    inner_shape: Sequence[int] | None = None,
    row_splits_dtype: DTypeLike = "int64",
) -> Any:
    """The RaggedTensorValue of a nested list; see `tf.ragged.constant`. Mirrors `tf.compat.v1.ragged.constant_value`."""
    with eager_mode():
        made = factories.constant(pylist, dtype, ragged_rank, inner_shape, row_splits_dtype=as_dtype(row_splits_dtype))
        if not isinstance(made, RaggedTensor):
            return made.numpy()
        value = made.flat_values.numpy()
        for splits in reversed(made.nested_row_splits):
            value = RaggedTensorValue(value, splits.numpy())
    return value
