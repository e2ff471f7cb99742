"""Replaces `tensorflow.python.ops.weights_broadcast_ops`: weights of losses and metrics, in the shape of what they weigh."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import tfshim as tf
from tfshim._export import tf_export

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor

_REPLACES = "tensorflow.python.ops.weights_broadcast_ops"
__all__ = ["assert_broadcastable", "broadcast_weights"]

_WRONG = "weights can not be broadcast to values."


def assert_broadcastable(weights: TensorLike, values: TensorLike) -> object:
    """Check that `weights` are a scalar, or have the rank of `values` and in each dimension its size or 1.

    The operation that does so where shapes are known later only. Raises ValueError for shapes that are known not to fit,
    InvalidArgumentError when the graph runs.
    """
    with tf.name_scope("assert_broadcastable"):
        weights, values = tf.convert_to_tensor(weights), tf.convert_to_tensor(values)
        w, v = weights.shape, values.shape
        given = f"Received weights={weights}, values={values}"
        if w.rank == 0:
            return tf.no_op(name="static_scalar_check_success")
        if w.rank is not None and v.rank is not None:
            if w.rank != v.rank:
                raise ValueError(f"{_WRONG} values.rank={v.rank}. weights.rank={w.rank}. values.shape={v}. weights.shape={w}. {given}")
            if w.is_fully_defined() and v.is_fully_defined():
                for i, (size, wanted) in enumerate(zip(w.as_list(), v.as_list())):
                    if size not in (1, wanted):
                        raise ValueError(f"{_WRONG} Mismatch at dim {i}. values.shape={_vector(v)}, weights.shape={_vector(w)}. {given}")
                return tf.no_op(name="static_dims_check_success")
        w, v = tf.shape(weights), tf.shape(values)
        scalar = tf.equal(tf.size(w), 0)

        def fits():
            same = tf.equal(tf.size(w), tf.size(v))
            return tf.cond(same, lambda: tf.reduce_all(tf.equal(w, 1) | tf.equal(w, v)), lambda: tf.constant(False))

        valid = tf.cond(scalar, lambda: tf.constant(True), fits)
        return tf.debugging.Assert(valid, [_WRONG, "weights.shape=", w, "values.shape=", v, "is_scalar=", scalar])


@tf_export("__internal__.ops.broadcast_weights", v1=[])
def broadcast_weights(weights: TensorLike, values: TensorLike) -> Tensor:
    """`weights` in the shape of `values`, by the rule of `assert_broadcastable`. Mirrors `tf.__internal__.ops.broadcast_weights`."""
    with tf.name_scope("broadcast_weights"):
        values = tf.convert_to_tensor(values, name="values")
        weights = tf.convert_to_tensor(weights, values.dtype, name="weights")
        if weights.shape.is_fully_defined() and values.shape.is_fully_defined() and weights.shape.as_list() == values.shape.as_list():
            return weights
        with tf.control_dependencies([assert_broadcastable(weights, values)]):
            return weights * tf.ones_like(values)


def _vector(shape):
    return np.array(shape.as_list())
