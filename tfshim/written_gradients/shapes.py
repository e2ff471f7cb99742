"""Dtypes, shapes and constants in the formulas of gradients."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import numpy as np

import tfshim as tf
from tfshim.engine.graph_export.contexts import Context
from tfshim.engine.runtime.state import TS
from tfshim.written_forms.form import raw


def like(x: Any) -> tuple[Any, Any]:
    """The dtype and static shape of `x`, as `raw` takes them."""
    return x.dtype, x.shape


def differentiable(t: Any) -> bool:
    """Whether a tensor can have a gradient, by its dtype."""
    return t.dtype.is_floating or t.dtype.is_complex or t.dtype == tf.variant


def is_eager() -> bool:
    """Whether what is written tells what runs outside of functions."""
    return getattr(TS.graph, "eagerly", False)


def zeros_like(x: Any) -> Any:
    """Zeros like `x`."""
    return raw("ZerosLike", [x], [like(x)]) if is_eager() else tf.zeros_like(x)


def vector_shape(x: Any, dtype: Any = tf.int32) -> Any:
    """The shape of `x` as a vector: a constant where it is known. Outside of functions TensorFlow asks for it."""
    if x.shape.is_fully_defined() and not is_eager():
        return tf.constant(x.shape.as_list(), dtype, shape=[x.shape.rank], name="Shape")
    return raw("Shape", [x], [(dtype, [x.shape.rank])], {"out_type": dtype})


def reshaped(g: Any, x: Any) -> Any:
    """`g` in the shape of `x`."""
    return raw("Reshape", [g, vector_shape(x)], [(g.dtype, x.shape)])


def int32_vector(numbers: Sequence[int]) -> Any:
    """A constant vector of int32."""
    return tf.constant(np.array(numbers, np.int32))


def name_within(operation: str, argument: str) -> str:
    """The name of a constant that TensorFlow makes for the `argument` of the node `operation`, which is recorded next."""
    return f"{TS.graph.unique_name(operation, mark_as_used=False).rpartition('/')[2]}/{argument}"


def number(value: float, x: Any) -> Any:
    """A constant of the dtype of `x`."""
    return tf.constant(value, x.dtype)


def behind(grad: Any) -> Any:
    """A scope whose nodes run after the gradient `grad` is there, where the form of graphs says so: what they take would live on."""
    graph = TS.graph
    return contextlib.nullcontext() if graph is None or getattr(graph, "in_function", True) else tf.control_dependencies([grad])


def is_of_turn(t: Any) -> bool:
    """Whether the constant `t` is in a branch or a loop of TensorFlow 1's control flow."""
    return isinstance(t.op.context, Context)
