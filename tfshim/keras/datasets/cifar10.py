"""Small colour images in ten classes."""

import os

from tfshim._listing import listing
from tfshim.keras.datasets import cifar

__all__ = ["load_data"]
__dir__ = listing(globals())


def load_data():
    """50,000 images for training and 10,000 for tests, uint8 of 32 x 32 x 3, with their class numbers [number, 1].

    Returns `(x_train, y_train), (x_test, y_test)`. Mirrors `tf.keras.datasets.cifar10.load_data`.
    """
    folder = cifar.folder(
        "cifar-10-batches-py", "cifar-10-python.tar.gz", "6d958be074577803d12ecdefd02955f39262c83c16fe9348329d7fe0b5c001ce"
    )
    (x_train, y_train), (x_test, y_test) = cifar.as_pairs(
        [os.path.join(folder, f"data_batch_{i}") for i in range(1, 6)], [os.path.join(folder, "test_batch")], "labels"
    )
    return (x_train, y_train.astype("uint8")), (x_test, y_test.astype("uint8"))
