"""What the networks of Inception share."""

from tfshim.keras import layers
from tfshim.keras.applications import _common


def convolution(x, filters, size, strides=1, padding="same", name=None):
    """A convolution without biases, normalized and rectified."""
    x = layers.Conv2D(filters, size, strides=strides, padding=padding, use_bias=False, name=name)(x)
    # Keras' configuration of this model says 3, not -1, for channels that come last.
    x = layers.BatchNormalization(axis=_common.channel_axis() % 4, scale=False, name=name and name + "_bn")(x)
    return layers.Activation("relu", name=name and name + "_ac")(x)


def stem(images):
    """The layers that both networks begin with."""
    x = convolution(images, 32, 3, strides=2, padding="valid")
    x = convolution(convolution(x, 32, 3, padding="valid"), 64, 3)
    x = layers.MaxPooling2D(3, strides=2)(x)
    x = convolution(convolution(x, 80, 1, padding="valid"), 192, 3, padding="valid")
    return layers.MaxPooling2D(3, strides=2)(x)
