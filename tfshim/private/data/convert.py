"""Replaces `tensorflow.python.data.util.convert`: arguments of datasets as tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike

_REPLACES = "tensorflow.python.data.util.convert"
__all__ = ["optional_param_to_tensor", "partial_shape_to_tensor"]


def optional_param_to_tensor(
    argument_name: str, argument_value: TensorLike | None, argument_default: Any = 0, argument_dtype: Any = tf.int64
) -> tf.Tensor:
    """`argument_value` as a tensor, or the default where it is None."""
    value = argument_default if argument_value is None else argument_value
    return tf.convert_to_tensor(value, dtype=argument_dtype, name=argument_name)


def partial_shape_to_tensor(shape_like: Any) -> tf.Tensor:
    """A shape, or a vector of sizes, as an int64 vector with -1 for each size that is not known.

    Raises ValueError for a tensor of another rank, TypeError for one of another dtype.
    """
    try:
        return tf.convert_to_tensor([-1 if n is None else n for n in tf.TensorShape(shape_like).as_list()], dtype=tf.int64)
    except (TypeError, ValueError):
        made = tf.convert_to_tensor(shape_like, dtype_hint=tf.int64)
    asked = f"The given shape {shape_like} must be a 1-D tensor of `tf.int64` values, but the"
    if made.shape.rank not in (None, 1):
        raise ValueError(f"{asked} shape was {made.shape}.")
    if made.dtype != tf.int64:
        raise TypeError(f"{asked} element type was {made.dtype.name}.")
    return made
