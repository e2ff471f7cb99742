"""Handwritten digits."""

import numpy as np

from tfshim._listing import listing
from tfshim.keras.utils.files import get_file

__all__ = ["load_data"]
__dir__ = listing(globals())


def load_data(path="mnist.npz"):
    """60,000 images for training and 10,000 for tests, uint8 of 28 x 28, with their digits.

    `path` is the name of the file in the cache (`~/.keras/datasets`), where it is downloaded once.
    Returns `(x_train, y_train), (x_test, y_test)`. Mirrors `tf.keras.datasets.mnist.load_data`.
    """
    path = get_file(
        path,
        origin="https://storage.googleapis.com/tensorflow/tf-keras-datasets/mnist.npz",
        file_hash="731c5ac602752760c8e48fbffcf8c3b850d9dc2a2aedcf2cc48468fc17b673d1",
    )
    with np.load(path, allow_pickle=False) as f:
        return (f["x_train"], f["y_train"]), (f["x_test"], f["y_test"])
