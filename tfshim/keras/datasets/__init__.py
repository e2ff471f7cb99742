"""`tf.keras.datasets`: data that is downloaded on first use."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("boston_housing", "cifar10", "cifar100", "fashion_mnist", "imdb", "mnist", "reuters"))
