"""The network of the tutorial that feeds MNIST to two hidden layers: `tensorflow.examples.tutorials.mnist.mnist`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim.compat.v1 import nn, summary
from tfshim.compat.v1.train.gradient_descent import GradientDescentOptimizer
from tfshim.compat.v1.variables.variables import Variable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike

__all__ = ["IMAGE_PIXELS", "IMAGE_SIZE", "NUM_CLASSES", "evaluation", "inference", "loss", "training"]

NUM_CLASSES = 10
IMAGE_SIZE = 28
IMAGE_PIXELS = IMAGE_SIZE * IMAGE_SIZE


def _linear(x: Any, size: int, units: int) -> Any:
    """`x` times weights, whose first values are narrower the more inputs there are, and biases added."""
    weights = Variable(tf.random.truncated_normal([size, units], stddev=size**-0.5), name="weights")
    return tf.matmul(x, weights) + Variable(tf.zeros([units]), name="biases")


def inference(images: TensorLike, hidden1_units: int, hidden2_units: int) -> Any:
    """The logits [batch, classes] of images [batch, pixels], through two hidden layers."""
    with tf.name_scope("hidden1"):
        x = tf.nn.relu(_linear(images, IMAGE_PIXELS, hidden1_units))
    with tf.name_scope("hidden2"):
        x = tf.nn.relu(_linear(x, hidden1_units, hidden2_units))
    with tf.name_scope("softmax_linear"):
        return _linear(x, hidden2_units, NUM_CLASSES)


def loss(logits: TensorLike, labels: TensorLike) -> Any:
    """The mean cross entropy of `labels`, class numbers [batch]."""
    each = nn.sparse_softmax_cross_entropy_with_logits(labels=tf.cast(labels, tf.int64), logits=logits, name="xentropy")
    return tf.reduce_mean(each, name="xentropy_mean")


def training(loss: TensorLike, learning_rate: FloatLike) -> Any:
    """An operation that takes a step down the gradient and counts it in a variable "global_step"; the loss gets a summary."""
    summary.scalar("loss", loss)
    optimizer = GradientDescentOptimizer(learning_rate)
    return optimizer.minimize(loss, global_step=Variable(0, name="global_step", trainable=False))


def evaluation(logits: TensorLike, labels: TensorLike) -> Any:
    """How many of a batch are classified right: a scalar."""
    return tf.reduce_sum(tf.cast(nn.in_top_k(logits, labels, 1), tf.int32))
