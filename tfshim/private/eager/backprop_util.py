"""Replaces `tensorflow.python.eager.backprop_util`: where gradients can flow."""

from __future__ import annotations

from typing import Any

from tfshim._export import tf_private
from tfshim.engine.gradients.aliases import is_trainable_dtype
from tfshim.engine.values import dtypes

_REPLACES = "tensorflow.python.eager.backprop_util"


@tf_private("tensorflow.python.ops.gradients_util._IsTrainable", "tensorflow.python.ops.gradients_util._IsBackpropagatable")
def IsTrainable(tensor_or_dtype: Any) -> bool:
    """Whether a tensor or variable has gradients: those of floating and complex numbers, and handles, behind which such may be."""
    dtype = dtypes.as_dtype(getattr(tensor_or_dtype, "dtype", tensor_or_dtype))
    flows = is_trainable_dtype(dtype) and dtype.size > 1  # not numbers of 8 bits, for TensorFlow
    return flows or dtype in (dtypes.resource, dtypes.variant)
