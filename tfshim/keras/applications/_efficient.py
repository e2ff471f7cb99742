"""The blocks that both generations of EfficientNet share."""

import math

from tfshim.keras import layers
from tfshim.keras.applications import _common

KERNEL = {"class_name": "VarianceScaling", "config": {"scale": 2.0, "mode": "fan_out", "distribution": "truncated_normal"}}
DENSE = {"class_name": "VarianceScaling", "config": {"scale": 1.0 / 3.0, "mode": "fan_out", "distribution": "uniform"}}


def rounded(filters, width):
    """A number of filters times `width`, as a multiple of 8 that is not much less."""
    filters *= width
    found = max(8, int(filters + 4) // 8 * 8)
    # Rounding may not take away more than a tenth of the filters.
    return int(found + 8 if found < 0.9 * filters else found)


def repeats(number, depth):
    """A number of blocks times `depth`, rounded up."""
    return int(math.ceil(depth * number))


def convolution(x, filters, size, name, strides=1, padding="same"):
    """A convolution without a bias."""
    return layers.Conv2D(filters, size, strides=strides, padding=padding, use_bias=False, kernel_initializer=KERNEL, name=name)(x)


def squeezed(x, filters, activation, name):
    """Channels weighted by what the whole image says of them."""
    channels = x.shape[_common.channel_axis()]
    se = layers.GlobalAveragePooling2D(name=name + "se_squeeze")(x)
    se = layers.Reshape((channels, 1, 1) if _common.channel_axis() == 1 else (1, 1, channels), name=name + "se_reshape")(se)
    se = layers.Conv2D(filters, 1, padding="same", activation=activation, kernel_initializer=KERNEL, name=name + "se_reduce")(se)
    se = layers.Conv2D(channels, 1, padding="same", activation="sigmoid", kernel_initializer=KERNEL, name=name + "se_expand")(se)
    return layers.multiply([x, se], name=name + "se_excite")


def joined(x, inputs, dropout, name):
    """A residual connection; whole examples of the branch are dropped."""
    if dropout > 0:
        # One draw for each example: the whole branch is dropped (stochastic depth), not single numbers.
        x = layers.Dropout(dropout, noise_shape=(None, 1, 1, 1), name=name + "drop")(x)
    return layers.add([x, inputs], name=name + "add")


def top(x, include_top, dropout, classes, classifier_activation, weights, pooling, bias=None):
    """The top, or the pool without one."""
    if not include_top:
        return _common.pooled(x, pooling, "avg_pool", "max_pool")
    x = layers.GlobalAveragePooling2D(name="avg_pool")(x)
    if dropout > 0:
        x = layers.Dropout(dropout, name="top_dropout")(x)
    _common.check_activation(classifier_activation, weights)
    return layers.Dense(
        classes, activation=classifier_activation, kernel_initializer=DENSE, bias_initializer=bias or "zeros", name="predictions"
    )(x)
