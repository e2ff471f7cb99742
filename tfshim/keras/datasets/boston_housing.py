"""Prices of houses in Boston in the 1970s."""

import numpy as np

from tfshim._listing import listing
from tfshim.keras.datasets import _reading
from tfshim.keras.utils.files import get_file

__all__ = ["load_data"]
__dir__ = listing(globals())


def load_data(path="boston_housing.npz", test_split=0.2, seed=113):
    """Load the prices of houses in Boston in the 1970s. Mirrors `tf.keras.datasets.boston_housing.load_data`.

    Arguments:
        path: the name of the file in the cache, "boston_housing.npz"; it is downloaded to `~/.keras/datasets` (or that of KERAS_HOME) at
            the first call.
        test_split: the share of the 506 districts that is for tests, 0.2; from 0 to less than 1.
        seed: the seed of the order, 113.

    Returns:
        Two pairs of float64 arrays, `(x_train, y_train), (x_test, y_test)`: 13 features of each district, and the median price in
        thousands of dollars.

    Raises:
        AssertionError: another `test_split`.
        Exception: the file cannot be downloaded, or is not the one that it should be.

    One of the features counts the inhabitants by their skin: look at what it does before using a model of these data.

    Example:
        >>> (x_train, y_train), (x_test, y_test) = tf.keras.datasets.boston_housing.load_data()  # doctest: +SKIP
        >>> x_train.shape, x_test.shape  # doctest: +SKIP
        ((404, 13), (102, 13))
    """
    assert 0 <= test_split < 1
    path = get_file(
        path, origin=_reading.STORE + "boston_housing.npz", file_hash="f553886a1f8d56431e820c5b82552d9d95cfcb96d1e678153f8839538947dff5"
    )
    x, y = _reading.shuffled(np.random.RandomState(seed), *_reading.arrays(path, "x", "y"))
    n = int(len(x) * (1 - test_split))
    return (x[:n], y[:n]), (x[n:], y[n:])
