"""Handwritten digits."""

import numpy as np

from tfshim._listing import listing
from tfshim.keras.utils.files import get_file

__all__ = ["load_data"]
__dir__ = listing(globals())


def load_data(path="mnist.npz"):
    """Load MNIST: handwritten digits of 28 x 28 pixels. Mirrors `tf.keras.datasets.mnist.load_data`.

    Arguments:
        path: the name of the file in the cache, "mnist.npz"; it is downloaded to `~/.keras/datasets` (or that of KERAS_HOME) at the
            first call.

    Returns:
        Two pairs of NumPy arrays, `(x_train, y_train), (x_test, y_test)`: images uint8 `[60000, 28, 28]` and `[10000, 28, 28]`, 0 is
        white; and their digits 0 to 9, uint8.

    Raises:
        Exception: the file cannot be downloaded, or is not the one that it should be.

    Example:
        >>> (x_train, y_train), (x_test, y_test) = tf.keras.datasets.mnist.load_data()  # doctest: +SKIP
        >>> x_train.shape, y_train.shape, x_test.shape  # doctest: +SKIP
        ((60000, 28, 28), (60000,), (10000, 28, 28))
        >>> x_train = x_train[..., None] / 255.0  # doctest: +SKIP
    """
    path = get_file(
        path,
        origin="https://storage.googleapis.com/tensorflow/tf-keras-datasets/mnist.npz",
        file_hash="731c5ac602752760c8e48fbffcf8c3b850d9dc2a2aedcf2cc48468fc17b673d1",
    )
    with np.load(path, allow_pickle=False) as f:
        return (f["x_train"], f["y_train"]), (f["x_test"], f["y_test"])
