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
    """60,000 images for training and 10,000 for tests, uint8 of 28 x 28, with their class numbers (0 to 9).

    Returns `(x_train, y_train), (x_test, y_test)`. Mirrors `tf.keras.datasets.fashion_mnist.load_data`.
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
