"""Written forms of what Keras' layers compute as one operation: products with a bias, normalization, weights of their own at each place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import tfshim as tf
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.written_forms.form import raw, whole_name, written
from tfshim.written_forms.shapes import joined, moved, shape_of, size_of

_LOW = (tf.float16, tf.bfloat16)


def _along_last(x: Any, w: Any, name: str | None) -> Any:
    rank = x.shape.rank
    if rank == 2:
        return tf.linalg.matmul(x, w, name=name or "MatMul")
    if rank is not None:
        with one_by_one.asked_for():
            return tf.tensordot(x, w, [[rank - 1], [0]], name=name)
    flat = tf.matmul(tf.reshape(x, joined(-1, w.shape[0] if w.shape[0] is not None else tf.shape(w)[0])), w)
    return tf.reshape(flat, tf.concat([tf.shape(x)[:-1], tf.shape(w)[1:]], 0), name=name)


@written("keras.layers.core", "_affine", beside=True)
def affine(x: Any, w: Any, b: Any) -> Any:
    return tf.nn.bias_add(_along_last(x, w, None), b, name=whole_name())


@written("keras.layers.core", "_product", beside=True)
def product(x: Any, w: Any) -> Any:
    return _along_last(x, w, whole_name())


# ---------------------------------------------------------------------- normalization
def _wide(x: Any) -> Any:
    return tf.cast(x, tf.float32) if x.dtype in _LOW else x


@written("keras.layers.normalizing", "_layer_norm", whole=True)
def layer_norm(x: Any, scale: Any, offset: Any, count: int, epsilon: float) -> Any:
    rank = x.shape.rank
    axes = tf.range(tf.rank(x) - count, tf.rank(x)) if rank is None else list(range(rank - count, rank))
    wide = _wide(x)
    mean = tf.reduce_mean(wide, axes, True)
    difference = wide - mean
    made = difference * tf.math.rsqrt(tf.reduce_mean(tf.square(difference), axes, True) + epsilon)
    if scale is not None:
        made *= tf.cast(scale, made.dtype)
    if offset is not None:
        made += tf.cast(offset, made.dtype)
    return tf.cast(made, x.dtype)


def _fused(x: Any, axis: int) -> bool:
    if _is_shown() and x.shape.rank in (4, 5):  # also what TensorFlow's kernel does not do on processors
        return axis in (1, x.shape.rank - 1) and x.dtype in (tf.float32, *_LOW)
    return x.shape.rank == 4 and axis == 3 and x.dtype in (tf.float32, *_LOW)


def _is_shown() -> bool:
    return bool(getattr(TS.graph, "shown", False))


def _parameter(value: float, given: Any, channels: Any) -> Any:
    """The scale or the offset, or `channels` times `value` where there is none."""
    if given is not None:
        return tf.cast(given, tf.float32)
    name = (whole_name() or "").removesuffix("/")
    if not _is_shown() or not name:
        return tf.fill([channels], value) if not isinstance(channels, int) else tf.zeros([channels]) if value == 0 else tf.ones([channels])
    around = name.rpartition("/")[0]
    with tf.name_scope(f"{around}/" if around else ""):  # beside the kernel, as Keras has it
        return tf.constant(value, tf.float32, [channels])


def _by_kernel(
    x: Any, scale: Any, offset: Any, mean: Any, variance: Any, epsilon: float, factor: float, training: bool = True, axis: int = -1
) -> tuple[Any, Any, Any]:
    """What TensorFlow's kernel for images gives; `mean` and `variance` are empty where there are no averages yet."""
    channels, first = size_of(x, axis % x.shape.rank), axis == 1
    offset = _parameter(0.0, offset, channels)
    scale = _parameter(1.0, scale, channels)
    vector = (tf.float32, [x.shape[axis]])
    places = "DHW"[5 - x.shape.rank :]
    return raw(  # whose averages have no gradient
        "FusedBatchNormV3",
        [x, scale, offset, mean, variance],
        [(x.dtype, x.shape), *[vector] * 4, (tf.float32, None)],
        {
            "epsilon": epsilon,
            "data_format": f"NC{places}" if first else f"N{places}C",
            "is_training": training,
            "exponential_avg_factor": factor,
        },
        name=whole_name(),
    )[:3]


@written("keras.layers.normalizing", "_batch_norm", whole=lambda x, *others: not _fused(x, others[2]))
def batch_norm(x: Any, scale: Any, offset: Any, axis: int, epsilon: float, unbiased: bool) -> Any:
    rank = x.shape.rank
    channels = size_of(x, axis)
    count = tf.size(x) // channels
    if _fused(x, axis):
        empty = tf.constant([], tf.float32)
        y, mean, found = _by_kernel(x, scale, offset, empty, empty, epsilon, 1.0, axis=axis)
        if not unbiased:  # which that of the operation is
            number = tf.cast(count, found.dtype)
            found *= (number - 1) / number
        return y, mean, found
    wide = _wide(x)
    axes = [i for i in range(rank) if i != axis % rank]
    mean = tf.reduce_mean(wide, axes, True)
    found = tf.reduce_mean(tf.square(wide - mean), axes, True)
    shape = joined([1] * (axis % rank), channels, [1] * (rank - 1 - axis % rank))
    factor = tf.math.rsqrt(found + epsilon)
    if scale is not None:
        factor *= tf.reshape(tf.cast(scale, wide.dtype), shape)
    y = (wide - mean) * factor
    if offset is not None:
        y += tf.reshape(tf.cast(offset, wide.dtype), shape)
    mean, found = tf.reshape(mean, [-1]), tf.reshape(found, [-1])
    if unbiased:
        number = tf.cast(count, found.dtype)
        found *= number / tf.maximum(number - 1, 1)
    return tf.cast(y, x.dtype), tf.stop_gradient(mean), tf.stop_gradient(found)


@written("keras.layers.normalizing", "_moving_batch_norm", whole=lambda x, *others: not _fused(x, others[4]), in_line=True)
def moving_batch_norm(x: Any, scale: Any, offset: Any, mean: Any, variance: Any, axis: int, epsilon: float, factor: float) -> Any:
    if _fused(x, axis):
        return _by_kernel(x, scale, offset, mean, variance, epsilon, factor, axis=axis)
    y, found_mean, found = batch_norm(x, scale, offset, axis, epsilon, True)
    old = 1.0 - factor
    return y, mean * old + tf.cast(found_mean, mean.dtype) * factor, variance * old + tf.cast(found, variance.dtype) * factor


@written("keras.layers.normalizing", "_fixed_batch_norm")
def fixed_batch_norm(x: Any, scale: Any, offset: Any, mean: Any, variance: Any, epsilon: float, axis: int = -1) -> Any:
    return _by_kernel(x, scale, offset, mean, variance, epsilon, 1.0, training=False, axis=axis)[0]


@written("keras.layers.normalizing", "_known_batch_norm")
def known_batch_norm(x: Any, scale: Any, offset: Any, mean: Any, variance: Any, axis: int, epsilon: float) -> Any:
    if axis == x.shape.rank - 1 or _is_shown():
        return _by_kernel(x, scale, offset, mean, variance, epsilon, 1.0, training=False, axis=axis)
    shape = [1, -1, *[1] * (x.shape.rank - 2)]
    known = [None if v is None else tf.reshape(v, shape) for v in (mean, variance, offset, scale)]
    return tf.nn.batch_normalization(x, *known, epsilon), tf.identity(mean), tf.identity(variance)


# ---------------------------------------------------------------------- locally connected
@written("keras.layers.convolutional.locally_connected", "_local_conv")
def local_conv(x: Any, w: Any, window: Sequence[int], strides: Sequence[int], first: bool) -> Any:
    n, at = len(window), 2 if first else 1
    counts = []
    for i, (k, s) in enumerate(zip(window, strides)):
        axis = at + 2 * i
        count = (size_of(x, axis) - k) // s + 1
        counts.append(count)
        places = tf.expand_dims(tf.range(count) * s, 1) + tf.range(k)
        x = tf.gather(x, places, axis=axis)
    positions, within = [at + 2 * i for i in range(n)], [at + 2 * i + 1 for i in range(n)]
    x = tf.transpose(x, [0, *positions, 1, *within] if first else [0, *positions, *within, at + 2 * n])
    shape = shape_of(w)
    flat = tf.reshape(x, joined(-1, shape[0], shape[1]))
    y = tf.transpose(tf.matmul(tf.transpose(flat, [1, 0, 2]), w), [1, 0, 2])
    y = tf.reshape(y, joined(-1, counts, shape[2]))
    return moved(y, -1, 1) if first else y


@written("keras.layers.convolutional.locally_connected", "_place")
def place(kernel: Any, index: Any, shape: Any) -> Any:
    where = np.asarray(index, np.int64).reshape(-1, 1)
    return tf.reshape(tf.scatter_nd(where, kernel, np.array([shape[0] * shape[1]], np.int64)), shape)
