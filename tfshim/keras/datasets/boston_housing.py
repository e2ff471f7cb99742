"""Prices of houses in Boston in the 1970s."""

import numpy as np

from tfshim._listing import listing
from tfshim.keras.datasets import _reading
from tfshim.keras.utils.files import get_file

__all__ = ["load_data"]
__dir__ = listing(globals())


def load_data(path="boston_housing.npz", test_split=0.2, seed=113):
    """506 districts, 13 features of each, and the median price in thousands of dollars; a share `test_split` is for tests.

    Returns `(x_train, y_train), (x_test, y_test)`. Mirrors `tf.keras.datasets.boston_housing.load_data`.
    """
    assert 0 <= test_split < 1
    path = get_file(
        path, origin=_reading.STORE + "boston_housing.npz", file_hash="f553886a1f8d56431e820c5b82552d9d95cfcb96d1e678153f8839538947dff5"
    )
    x, y = _reading.shuffled(np.random.RandomState(seed), *_reading.arrays(path, "x", "y"))
    n = int(len(x) * (1 - test_split))
    return (x[:n], y[:n]), (x[n:], y[n:])
