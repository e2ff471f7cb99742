"""Small colour images in ten classes."""

import os

from tfshim._listing import listing
from tfshim.keras.datasets import cifar

__all__ = ["load_data"]
__dir__ = listing(globals())


def load_data():
    """Load CIFAR-10: colour pictures of 32 x 32 pixels in ten classes. Mirrors `tf.keras.datasets.cifar10.load_data`.

    Returns:
        Two pairs of NumPy arrays, `(x_train, y_train), (x_test, y_test)`: images uint8 `[50000, 32, 32, 3]` and `[10000, 32, 32, 3]`,
        with the channels in front where `image_data_format` says so; and the numbers of their classes, uint8 `[number, 1]`: 0 airplane,
        1 automobile, 2 bird, 3 cat, 4 deer, 5 dog, 6 frog, 7 horse, 8 ship, 9 truck.

    Raises:
        Exception: the file cannot be downloaded, or is not the one that it should be.

    The file is downloaded to `~/.keras/datasets` (or that of KERAS_HOME) at the first call.

    Example:
        >>> (x_train, y_train), (x_test, y_test) = tf.keras.datasets.cifar10.load_data()  # doctest: +SKIP
        >>> x_train.shape, y_train.shape, x_test.shape  # doctest: +SKIP
        ((50000, 32, 32, 3), (50000, 1), (10000, 32, 32, 3))
    """
    folder = cifar.folder(
        "cifar-10-batches-py", "cifar-10-python.tar.gz", "6d958be074577803d12ecdefd02955f39262c83c16fe9348329d7fe0b5c001ce"
    )
    (x_train, y_train), (x_test, y_test) = cifar.as_pairs(
        [os.path.join(folder, f"data_batch_{i}") for i in range(1, 6)], [os.path.join(folder, "test_batch")], "labels"
    )
    return (x_train, y_train.astype("uint8")), (x_test, y_test.astype("uint8"))
