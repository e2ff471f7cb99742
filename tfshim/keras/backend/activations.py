"""Activations of `tf.keras.backend`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import nn
from tfshim._export import tf_export
from tfshim.keras import activations
from tfshim.keras.backend.crossentropy import with_logits

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, FloatLike, TensorLike


@tf_export("keras.backend.relu")
def relu(x: TensorLike, alpha: FloatLike = 0.0, max_value: FloatLike | None = None, threshold: FloatLike = 0.0) -> AnyTensor:
    """`max(x, 0)`, on request with a slope below, a bound above and another threshold.

    Mirrors `tf.keras.backend.relu`.

    With a slope it is the leaky ReLU, with a bound of 6.0 the ReLU6 of mobile networks. The gradient is 1 where the input passes, `alpha`
    below the threshold and 0 beyond the bound.

    Arguments:
        x: a tensor of a real dtype.
        alpha: the slope below the threshold; 0.0 by default.
        max_value: the upper bound; None (the default): none.
        threshold: below this the slope acts; 0.0 by default.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.relu(tf.constant([-2.0, 0.5, 9.0]), alpha=0.5, max_value=6.0).numpy().tolist()
        [-1.0, 0.5, 6.0]
    """
    return activations.relu(x, alpha=alpha, max_value=max_value, threshold=threshold)


@tf_export("keras.backend.elu")
def elu(x: TensorLike, alpha: FloatLike = 1.0) -> AnyTensor:
    """`x` where positive, else `alpha * (exp(x) - 1)`.

    Mirrors `tf.keras.backend.elu`.

    Negative inputs approach `-alpha`, which keeps the mean of activations near 0; the gradient there is `alpha * exp(x)`, and for
    `alpha=1` it has no jump at 0.

    Arguments:
        x: a floating-point tensor.
        alpha: what negative inputs approach, negated; 1.0 by default.

    Returns:
        A tensor of the shape of `x`.

    `tf.nn.elu` is the same for `alpha=1`; as a layer it is `tf.keras.layers.ELU`, and by name `activation="elu"`.

    Example:
        >>> tf.keras.backend.elu(tf.constant([-1.0, 2.0])).numpy().round(3)
        array([-0.632,  2.   ], dtype=float32)
    """
    return activations.elu(x, alpha)


@tf_export("keras.backend.softmax")
def softmax(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """Exponentials along an axis, over their sum.

    Mirrors `tf.keras.backend.softmax`.

    The results are positive and sum to 1 along the axis; a constant added to all inputs changes nothing, which is used to keep large ones
    from overflowing. A crossentropy of this result computes from the logits, which is exact where a probability underflows.

    Arguments:
        x: a floating-point tensor of rank 2 at least: logits.
        axis: the axis along which the results sum to 1, or several axes; -1 (the last) by default.

    Returns:
        A tensor of the shape of `x`.

    Raises:
        ValueError: a tensor of rank 1 or less.

    Example:
        >>> tf.keras.backend.softmax(tf.constant([[0.0, 0.0]])).numpy().tolist()
        [[0.5, 0.5]]
        >>> tf.keras.backend.softmax(tf.constant([[0.0, 1.0], [0.0, 0.0]]), axis=0).numpy().round(3)[:, 0]
        array([0.5, 0.5], dtype=float32)
    """
    return activations.softmax(x, axis)


@tf_export("keras.backend.sigmoid")
def sigmoid(x: TensorLike) -> AnyTensor:
    """`1 / (1 + exp(-x))` for each element.

    Mirrors `tf.keras.backend.sigmoid`. Results lie between 0 and 1.

    The gradient is `y * (1 - y)`. A binary crossentropy of this very result computes from the logits `x`, which is exact where
    probabilities round to 0 or 1.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    It is `tf.sigmoid`. For a layer take `activation="sigmoid"`: one unit of it says the probability of one of two classes.

    Example:
        >>> tf.keras.backend.sigmoid(tf.constant([-1.0, 0.0, 1.0])).numpy().round(3)
        array([0.269, 0.5  , 0.731], dtype=float32)
    """
    return with_logits(nn.sigmoid(x), x)


@tf_export("keras.backend.hard_sigmoid")
def hard_sigmoid(x: TensorLike) -> AnyTensor:
    """`0.2 * x + 0.5`, cut to [0, 1], for each element.

    Mirrors `tf.keras.backend.hard_sigmoid`.

    Below -2.5 it is 0 and above 2.5 it is 1, where the gradient is 0; between it is 0.2. It is a cheap approximation of `sigmoid`, with
    which recurrent layers of Keras 1 and early Keras 2 computed their gates.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    As a name in layers: `activation="hard_sigmoid"`. Gates of `ConvLSTM2D` use it by default.

    Example:
        >>> tf.keras.backend.hard_sigmoid(tf.constant([-3.0, 0.0, 1.0])).numpy().round(3)
        array([0. , 0.5, 0.7], dtype=float32)
    """
    return activations.hard_sigmoid(x)


@tf_export("keras.backend.softplus")
def softplus(x: TensorLike) -> AnyTensor:
    """`log(exp(x) + 1)` for each element.

    Mirrors `tf.keras.backend.softplus`. Large numbers do not overflow.

    It is a smooth `relu` whose gradient is `sigmoid(x)`, and always positive, so it serves to keep scales of distributions above 0.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    It is `tf.nn.softplus`. Layers take it by name: `activation="softplus"`.

    For large inputs it is nearly `x`, for very negative ones nearly `exp(x)`.

    Example:
        >>> tf.keras.backend.softplus(tf.constant([0.0, 100.0])).numpy().round(3)
        array([  0.693, 100.   ], dtype=float32)
    """
    return nn.softplus(x)


@tf_export("keras.backend.softsign")
def softsign(x: TensorLike) -> AnyTensor:
    """`x / (abs(x) + 1)` for each element.

    Mirrors `tf.keras.backend.softsign`.

    Like `tanh` it maps to (-1, 1), but approaches the ends by the inverse of `x` and not exponentially, so gradients of large inputs
    vanish later. The gradient is `1 / (1 + abs(x)) ** 2`.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    It is `tf.nn.softsign`. Layers take it by name: `activation="softsign"`.

    It needs no exponential, so it costs less.

    Example:
        >>> tf.keras.backend.softsign(tf.constant([-1.0, 3.0])).numpy().round(3)
        array([-0.5 ,  0.75], dtype=float32)
    """
    return nn.softsign(x)


@tf_export("keras.backend.tanh")
def tanh(x: TensorLike) -> AnyTensor:
    """The hyperbolic tangent of each element.

    Mirrors `tf.keras.backend.tanh`. Results lie between -1 and 1.

    The gradient is `1 - y ** 2`, so inputs far from 0 pass little of it. States of recurrent layers are squashed by it.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    It is `tf.tanh`, and odd: `tanh(-x)` is `-tanh(x)`. Layers take it by name, `activation="tanh"`, which is what recurrent ones do
    unless told otherwise.

    Example:
        >>> tf.keras.backend.tanh(tf.constant([-1.0, 0.0, 1.0])).numpy().round(3)
        array([-0.762,  0.   ,  0.762], dtype=float32)
    """
    return nn.tanh(x)
