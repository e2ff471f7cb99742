"""Small colour images in a hundred classes."""

import os

from tfshim._listing import listing
from tfshim.keras.datasets import cifar

__all__ = ["load_data"]
__dir__ = listing(globals())


def load_data(label_mode="fine"):
    """Load CIFAR-100: colour pictures of 32 x 32 pixels in a hundred classes. Mirrors `tf.keras.datasets.cifar100.load_data`.

    Arguments:
        label_mode: "fine" for the 100 classes, or "coarse" for the 20 groups that they form; "fine".

    Returns:
        Two pairs of NumPy arrays, `(x_train, y_train), (x_test, y_test)`: images uint8 `[50000, 32, 32, 3]` and `[10000, 32, 32, 3]`,
        with the channels in front where `image_data_format` says so; and the numbers of their classes, `[number, 1]`.

    Raises:
        ValueError: another `label_mode`.
        Exception: the file cannot be downloaded, or is not the one that it should be.

    Example:
        >>> (x_train, y_train), (x_test, y_test) = tf.keras.datasets.cifar100.load_data("coarse")  # doctest: +SKIP
        >>> x_train.shape, y_train.max()  # doctest: +SKIP
        ((50000, 32, 32, 3), 19)
    """
    if label_mode not in ("fine", "coarse"):
        raise ValueError(f'`label_mode` must be one of `"fine"`, `"coarse"`. Received: label_mode={label_mode}.')
    folder = cifar.folder("cifar-100-python", "cifar-100-python.tar.gz", "85cd44d02ba6437773c5bbd22e183051d648de2e7d6b014e1ef29b855ba677a7")
    (x_train, y_train), (x_test, y_test) = cifar.as_pairs(
        [os.path.join(folder, "train")], [os.path.join(folder, "test")], label_mode + "_labels"
    )
    return (x_train, y_train), (x_test, y_test)
