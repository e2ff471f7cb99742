"""Dtypes, shapes and constants in the formulas of gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import tfshim as tf
from tfshim.written_forms.form import raw


def like(x: Any) -> tuple[Any, Any]:
    """The dtype and static shape of `x`, as `raw` takes them."""
    return x.dtype, x.shape


def differentiable(t: Any) -> bool:
    """Whether a tensor can have a gradient, by its dtype."""
    return t.dtype.is_floating or t.dtype.is_complex or t.dtype == tf.variant


def vector_shape(x: Any, dtype: Any = tf.int32) -> Any:
    """The shape of `x` as a vector: a constant where it is known."""
    if x.shape.is_fully_defined():
        return tf.constant(x.shape.as_list(), dtype, shape=[x.shape.rank])
    return raw("Shape", [x], [(dtype, [x.shape.rank])], {"out_type": dtype})


def reshaped(g: Any, x: Any) -> Any:
    """`g` in the shape of `x`."""
    return raw("Reshape", [g, vector_shape(x)], [(g.dtype, x.shape)])


def int32_vector(numbers: Sequence[int]) -> Any:
    """A constant vector of int32."""
    return tf.constant(np.array(numbers, np.int32))


def number(value: float, x: Any) -> Any:
    """A constant of the dtype of `x`."""
    return tf.constant(value, x.dtype)
