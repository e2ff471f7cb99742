"""`tf.keras.datasets`: data that is downloaded on first use."""

from tfshim.keras.datasets import fashion_mnist, mnist

__all__ = ["fashion_mnist", "mnist"]
