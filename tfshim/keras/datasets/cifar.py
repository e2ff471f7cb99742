"""The files of CIFAR."""

import os

import numpy as np

from tfshim.keras.backend.settings import image_data_format
from tfshim.keras.datasets._reading import unpickled
from tfshim.keras.utils.files import get_file

_PLACE = "https://www.cs.toronto.edu/~kriz/"


def folder(name, archive, file_hash):
    """The folder of the downloaded and unpacked archive."""
    return get_file(name, origin=_PLACE + archive, untar=True, file_hash=file_hash)


def load_batch(path, label_key="labels"):
    """The images, uint8 [number, 3, 32, 32], and labels of one file."""
    found = {k.decode(): v for k, v in unpickled(path).items()}
    return found["data"].reshape(-1, 3, 32, 32), found[label_key]


def as_pairs(files, tests, label_key):
    """`(x_train, y_train), (x_test, y_test)` of files, channels where Keras has them, labels [number, 1] of uint8."""
    found = []
    for paths in (files, tests):
        parts = [load_batch(os.fspath(p), label_key) for p in paths]
        x = np.concatenate([p[0] for p in parts])
        if image_data_format() == "channels_last":
            x = x.transpose(0, 2, 3, 1)
        found.append((x, np.concatenate([np.asarray(p[1]) for p in parts]).reshape(-1, 1)))
    return found
