"""Small colour images in a hundred classes."""

import os

from tfshim._listing import listing
from tfshim.keras.datasets import cifar

__all__ = ["load_data"]
__dir__ = listing(globals())


def load_data(label_mode="fine"):
    """50,000 images for training and 10,000 for tests, uint8 of 32 x 32 x 3, with their class numbers [number, 1].

    `label_mode`: "fine" for 100 classes, "coarse" for 20 superclasses; ValueError otherwise.
    Returns `(x_train, y_train), (x_test, y_test)`. Mirrors `tf.keras.datasets.cifar100.load_data`.
    """
    if label_mode not in ("fine", "coarse"):
        raise ValueError(f'`label_mode` must be one of `"fine"`, `"coarse"`. Received: label_mode={label_mode}.')
    folder = cifar.folder("cifar-100-python", "cifar-100-python.tar.gz", "85cd44d02ba6437773c5bbd22e183051d648de2e7d6b014e1ef29b855ba677a7")
    (x_train, y_train), (x_test, y_test) = cifar.as_pairs(
        [os.path.join(folder, "train")], [os.path.join(folder, "test")], label_mode + "_labels"
    )
    return (x_train, y_train), (x_test, y_test)
