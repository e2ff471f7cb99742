"""Pieces of clothing."""

import gzip
import os

import numpy as np

from tfshim._listing import listing
from tfshim.keras.utils.files import get_file

__all__ = ["load_data"]
__dir__ = listing(globals())

_FILES = ("train-labels-idx1-ubyte.gz", "train-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz", "t10k-images-idx3-ubyte.gz")


def load_data():
    """Load Fashion-MNIST: pictures of clothes of 28 x 28 pixels. Mirrors `tf.keras.datasets.fashion_mnist.load_data`.

    Returns:
        Two pairs of NumPy arrays, `(x_train, y_train), (x_test, y_test)`: images uint8 `[60000, 28, 28]` and `[10000, 28, 28]`; and the
        numbers of their classes, uint8: 0 T-shirt, 1 trousers, 2 pullover, 3 dress, 4 coat, 5 sandal, 6 shirt, 7 sneaker, 8 bag, 9 ankle
        boot.

    Raises:
        Exception: a file cannot be downloaded.

    The four files are downloaded to `~/.keras/datasets/fashion-mnist` (or that of KERAS_HOME) at the first call. Models for MNIST take
    the images as they are.

    Example:
        >>> (x_train, y_train), (x_test, y_test) = tf.keras.datasets.fashion_mnist.load_data()  # doctest: +SKIP
        >>> x_train.shape, y_train.shape, x_test.shape  # doctest: +SKIP
        ((60000, 28, 28), (60000,), (10000, 28, 28))
    """
    folder = os.path.join("datasets", "fashion-mnist")
    paths = [
        get_file(name, origin="https://storage.googleapis.com/tensorflow/tf-keras-datasets/" + name, cache_subdir=folder) for name in _FILES
    ]
    train_labels, train_images, test_labels, test_images = (_read(p) for p in paths)
    return (train_images, train_labels), (test_images, test_labels)


def _read(path):
    """The array of an IDX file: 28 x 28 images after 16 bytes, or labels after 8."""
    with gzip.open(path, "rb") as f:
        if "labels" in os.path.basename(path):
            return np.frombuffer(f.read(), np.uint8, offset=8)
        return np.frombuffer(f.read(), np.uint8, offset=16).reshape(-1, 28, 28)
