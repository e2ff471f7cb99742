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

    Arguments:
        x: a tensor. alpha: the slope; 0.0. max_value: the bound; None. threshold: 0.0.

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

    Arguments:
        x: a floating-point tensor. alpha: 1.0.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.elu(tf.constant([-1.0, 2.0])).numpy().round(3)
        array([-0.632,  2.   ], dtype=float32)
    """
    return activations.elu(x, alpha)


@tf_export("keras.backend.softmax")
def softmax(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """Exponentials along an axis, over their sum.

    Mirrors `tf.keras.backend.softmax`.

    Arguments:
        x: a floating-point tensor of rank 2 at least. axis: -1.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.softmax(tf.constant([[0.0, 0.0]])).numpy().tolist()
        [[0.5, 0.5]]
    """
    return activations.softmax(x, axis)


@tf_export("keras.backend.sigmoid")
def sigmoid(x: TensorLike) -> AnyTensor:
    """`1 / (1 + exp(-x))` for each element.

    Mirrors `tf.keras.backend.sigmoid`. Results lie between 0 and 1.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.sigmoid(tf.constant([-1.0, 0.0, 1.0])).numpy().round(3)
        array([0.269, 0.5  , 0.731], dtype=float32)
    """
    return with_logits(nn.sigmoid(x), x)


@tf_export("keras.backend.hard_sigmoid")
def hard_sigmoid(x: TensorLike) -> AnyTensor:
    """`0.2 * x + 0.5`, cut to [0, 1], for each element.

    Mirrors `tf.keras.backend.hard_sigmoid`.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.hard_sigmoid(tf.constant([-3.0, 0.0, 1.0])).numpy().round(3)
        array([0. , 0.5, 0.7], dtype=float32)
    """
    return activations.hard_sigmoid(x)


@tf_export("keras.backend.softplus")
def softplus(x: TensorLike) -> AnyTensor:
    """`log(exp(x) + 1)` for each element.

    Mirrors `tf.keras.backend.softplus`. Large numbers do not overflow.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.softplus(tf.constant([0.0, 100.0])).numpy().round(3)
        array([  0.693, 100.   ], dtype=float32)
    """
    return nn.softplus(x)


@tf_export("keras.backend.softsign")
def softsign(x: TensorLike) -> AnyTensor:
    """`x / (abs(x) + 1)` for each element.

    Mirrors `tf.keras.backend.softsign`.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.softsign(tf.constant([-1.0, 3.0])).numpy().round(3)
        array([-0.5 ,  0.75], dtype=float32)
    """
    return nn.softsign(x)


@tf_export("keras.backend.tanh")
def tanh(x: TensorLike) -> AnyTensor:
    """The hyperbolic tangent of each element.

    Mirrors `tf.keras.backend.tanh`. Results lie between -1 and 1.

    Arguments:
        x: a floating-point tensor.

    Returns:
        A tensor of the shape and dtype of `x`.

    Example:
        >>> tf.keras.backend.tanh(tf.constant([-1.0, 0.0, 1.0])).numpy().round(3)
        array([-0.762,  0.   ,  0.762], dtype=float32)
    """
    return nn.tanh(x)
