"""`tf.keras.datasets`: data that is downloaded on first use."""

from tfshim._listing import listing
from tfshim.keras.datasets import boston_housing, cifar10, cifar100, fashion_mnist, imdb, mnist, reuters

__all__ = ["boston_housing", "cifar10", "cifar100", "fashion_mnist", "imdb", "mnist", "reuters"]
__dir__ = listing(globals())
