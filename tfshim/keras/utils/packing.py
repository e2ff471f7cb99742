"""Inputs, targets and sample weights: packed into the tuples that training steps get, and unpacked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


@tf_export("keras.utils.unpack_x_y_sample_weight")
def unpack_x_y_sample_weight(data: TensorLike) -> tuple[Any, ...]:
    """`(x, y, sample_weight)` of a batch, with None for missing parts.

    `data`: `x`, `(x,)`, `(x, y)` or `(x, y, sample_weight)`. Raises ValueError for longer tuples.
    Mirrors `tf.keras.utils.unpack_x_y_sample_weight`.
    """
    if not isinstance(data, (list, tuple)):
        return data, None, None
    if not 1 <= len(data) <= 3:
        raise ValueError(f"Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, found: {data}")
    return (*data, *[None] * (3 - len(data)))


@tf_export("keras.utils.pack_x_y_sample_weight")
def pack_x_y_sample_weight(x: TensorLike, y: TensorLike | None = None, sample_weight: TensorLike | None = None) -> Any:
    """The tuple for inputs, targets and weights, as long as need be; `x` itself where it is all and no tuple.

    Mirrors `tf.keras.utils.pack_x_y_sample_weight`.
    """
    if y is None:
        return (x,) if isinstance(x, tuple) else x
    return (x, y) if sample_weight is None else (x, y, sample_weight)
